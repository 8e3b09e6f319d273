//! Patterns for names and for paths.

/// Whether a path matches a pattern: `**` is any number of folders, `*` any text in a name, `?` any character.
pub(super) fn path(pattern: &str, path: &str) -> bool {
    let (pattern, path): (Vec<&str>, Vec<&str>) = (pattern.split('/').collect(), path.split('/').collect());
    folders(&pattern, &path)
}

fn folders(pattern: &[&str], path: &[&str]) -> bool {
    match (pattern.split_first(), path.split_first()) {
        (None, None) => true,
        (Some((&"**", rest)), _) => (0..=path.len()).any(|skipped| folders(rest, &path[skipped..])),
        (Some((first, pattern)), Some((segment, path))) => name(first, segment) && folders(pattern, path),
        _ => false,
    }
}

/// Whether a name matches a pattern: `*` is any text, `?` any character.
pub(super) fn name(pattern: &str, name: &str) -> bool {
    within(pattern.as_bytes(), name.as_bytes())
}

fn within(pattern: &[u8], name: &[u8]) -> bool {
    match (pattern.split_first(), name.split_first()) {
        (None, None) => true,
        (Some((b'*', rest)), _) => (0..=name.len()).any(|skipped| within(rest, &name[skipped..])),
        (Some((b'?', pattern)), Some((_, name))) => within(pattern, name),
        (Some((a, pattern)), Some((b, name))) => a == b && within(pattern, name),
        _ => false,
    }
}
