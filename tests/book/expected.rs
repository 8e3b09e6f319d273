//! Whether a text is what a page shows: `…` stands for any characters of a line, alone on a line for any lines.

/// Whether these lines are shown by those; space at the ends of lines and empty lines at the end do not count.
pub fn shows(pattern: &[String], lines: &[String]) -> bool {
    let Some((first, rest)) = pattern.split_first() else { return lines.iter().all(|line| line.trim().is_empty()) };
    if first.trim() == "…" {
        return (0..=lines.len()).any(|skipped| shows(rest, &lines[skipped..]));
    }
    match lines.split_first() {
        Some((line, others)) => line_shows(first.trim_end(), line.trim_end()) && shows(rest, others),
        None => first.trim().is_empty() && shows(rest, lines),
    }
}

/// Whether the lines are somewhere among those of a file.
pub fn is_part(pattern: &[String], lines: &[String]) -> bool {
    let around = [String::from("…")];
    shows(&[&around, pattern, &around].concat(), lines)
}

/// Whether one line shows another one.
pub fn line_shows(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('…');
    let Some(mut rest) = parts.next().and_then(|start| line.strip_prefix(start)) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(end) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(end)
}

/// What a page is to show instead: the lines, and where they are as they were, what it showed of them. Times and the folder, which
/// are never the same, are left out.
pub fn blessed(pattern: &[String], lines: &[String], folder: &str) -> Vec<String> {
    let end = lines.iter().rposition(|line| !line.trim().is_empty()).map_or(0, |last| last + 1);
    let as_shown = |line: &String| {
        pattern.iter().find(|shown| shown.trim() != "…" && shown.contains('…') && line_shows(shown, line)).cloned()
    };
    let bless = |line: &String| as_shown(line).unwrap_or_else(|| without_times(line).replace(folder, "…"));
    lines[..end].iter().map(|line| bless(line).trim_end().to_owned()).collect()
}

/// A line without its times, as in `0.020 s (read 0.001, write 0.019)`.
fn without_times(line: &str) -> String {
    let whole = line.split_once(" s (").and_then(|(before, after)| {
        let (_, rest) = after.split_once(')')?;
        let start = before.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        Some(format!("{start}… s (…){rest}"))
    });
    whole.unwrap_or_else(|| line.to_owned())
}
