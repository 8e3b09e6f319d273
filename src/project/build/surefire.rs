//! Surefire's ways to write which classes hold tests, and what the JVM is given.

/// What Surefire takes for tests if nobody says otherwise.
const INCLUDES: [&str; 4] = ["**/Test*.java", "**/*Test.java", "**/*Tests.java", "**/*TestCase.java"];

/// What it leaves out then: nested classes.
const EXCLUDES: [&str; 1] = ["**/*$*"];

/// Which classes hold tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    includes: Vec<String>,
    excludes: Vec<String>,
}

impl Filter {
    /// The filter of some patterns for files; an error names the one that is of a kind that fex does not know.
    pub fn new(includes: &[String], excludes: &[String]) -> Result<Filter, String> {
        let mut filter = Filter { includes: Vec::new(), excludes: Vec::new() };
        for pattern in includes {
            match pattern.strip_prefix('!') {
                Some(excluded) => filter.excludes.push(path(excluded)?),
                None => filter.includes.push(path(pattern)?),
            }
        }
        for pattern in excludes {
            filter.excludes.push(path(pattern)?);
        }
        if filter.includes.is_empty() {
            filter.includes = INCLUDES.map(|pattern| path(pattern).unwrap_or_default()).to_vec();
        }
        if filter.excludes.is_empty() {
            filter.excludes = EXCLUDES.map(str::to_owned).to_vec();
        }
        Ok(filter)
    }

    /// Whether a class with this internal name holds tests.
    pub fn takes(&self, class: &str) -> bool {
        let any = |patterns: &[String]| patterns.iter().any(|pattern| matches(pattern, class));
        any(&self.includes) && !any(&self.excludes)
    }
}

/// A pattern for paths of classes without extension.
fn path(pattern: &str) -> Result<String, String> {
    if pattern.starts_with("%regex[") {
        return Err(format!("the pattern `{pattern}` is a regular expression; say `--test-names` instead"));
    }
    if pattern.contains('#') {
        return Err(format!("the pattern `{pattern}` chooses methods; say `--test-names` instead"));
    }
    let pattern = pattern.strip_prefix("%ant[").and_then(|rest| rest.strip_suffix(']')).unwrap_or(pattern);
    let pattern = pattern.strip_prefix('/').unwrap_or(pattern);
    let name = [".java", ".class", ".*"].iter().find_map(|end| pattern.strip_suffix(end));
    // A name without folder is meant in any package, and a class may be written with dots.
    let name = match name {
        Some(name) => name.to_owned(),
        None if pattern.contains('/') => pattern.to_owned(),
        None => pattern.replace('.', "/"),
    };
    Ok(if name.contains('/') { name } else { format!("**/{name}") })
}

/// Whether a path matches a pattern: `**` is any number of folders, `*` any text in a name, `?` any character.
fn matches(pattern: &str, path: &str) -> bool {
    let (pattern, path): (Vec<&str>, Vec<&str>) = (pattern.split('/').collect(), path.split('/').collect());
    folders(&pattern, &path)
}

fn folders(pattern: &[&str], path: &[&str]) -> bool {
    match (pattern.split_first(), path.split_first()) {
        (None, None) => true,
        (Some((&"**", rest)), _) => (0..=path.len()).any(|skipped| folders(rest, &path[skipped..])),
        (Some((first, pattern)), Some((name, path))) => {
            within(first.as_bytes(), name.as_bytes()) && folders(pattern, path)
        }
        _ => false,
    }
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

/// The arguments of a command line; quotes of both kinds keep spaces.
pub fn split_arguments(line: &str) -> Vec<String> {
    let (mut all, mut current, mut quote) = (Vec::new(), None::<String>, None);
    for character in line.chars() {
        match (character, quote) {
            (end, Some(open)) if end == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(character);
                current.get_or_insert_default();
            }
            (space, None) if space.is_whitespace() => all.extend(current.take()),
            _ => current.get_or_insert_default().push(character),
        }
    }
    all.extend(current);
    all
}

#[cfg(test)]
mod tests {
    use super::{Filter, split_arguments};

    fn filter(includes: &[&str], excludes: &[&str]) -> Filter {
        let owned = |all: &[&str]| all.iter().map(|&one| one.to_owned()).collect::<Vec<_>>();
        Filter::new(&owned(includes), &owned(excludes)).expect("fex knows these patterns")
    }

    #[test]
    fn without_patterns_surefires_own_are_taken() {
        let usual = filter(&[], &[]);
        let taken = ["TestA", "p/ATest", "p/q/ATests", "p/ATestCase"];
        assert!(taken.iter().all(|class| usual.takes(class)));
        assert!(["p/A", "p/ATest$Inner", "p/Testing2x$B", "p/ATestX"].iter().all(|class| !usual.takes(class)));
    }

    #[test]
    fn patterns_are_those_of_ant_for_files_or_names_of_classes() {
        for (pattern, class, expected) in [
            ("**/*IT.java", "p/q/AIT", true),
            ("p/*Spec.java", "p/ASpec", true),
            ("p/*Spec.java", "p/q/ASpec", false),
            ("p/**/ASpec.class", "p/ASpec", true),
            ("ASpec", "p/q/ASpec", true),
            ("p.q.ASpec", "p/q/ASpec", true),
            ("%ant[**/A?.java]", "p/AB", true),
            ("**/A?.java", "p/A", false),
        ] {
            assert_eq!(filter(&[pattern], &[]).takes(class), expected, "{pattern} on {class}");
        }
        let both = filter(&["**/*Test.java", "!**/Slow*"], &["p/**"]);
        assert_eq!(["q/ATest", "q/SlowTest", "p/ATest"].map(|class| both.takes(class)), [true, false, false]);
    }

    #[test]
    fn arguments_are_split_as_a_shell_does() {
        assert_eq!(split_arguments(r#"-Xmx1g  -Da="b c" '-Dd=e "f"' """#), ["-Xmx1g", "-Da=b c", "-Dd=e \"f\"", ""]);
    }
}
