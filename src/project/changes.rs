//! Which lines of a project have changed since a revision, as git says.

use crate::processes;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::process::Command;

/// The changed lines of each file, by its path from the root of the repository, with `/` between folders.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    files: BTreeMap<String, Vec<(u32, u32)>>,
}

impl Changes {
    /// What has changed in the repository around a folder since a revision, committed or not.
    pub fn since(folder: &Path, revision: &str) -> io::Result<Changes> {
        let diff =
            git(folder, &["diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-renames", revision, "--"])?;
        let mut changes = Changes::parse(&diff);
        for file in git(folder, &["ls-files", "--others", "--exclude-standard", "--full-name", ":/"])?.lines() {
            changes.files.insert(file.to_owned(), vec![(0, u32::MAX)]);
        }
        Ok(changes)
    }

    /// Reads a diff without context.
    fn parse(diff: &str) -> Changes {
        let mut changes = Changes::default();
        let mut current: Option<String> = None;
        for line in diff.lines() {
            if let Some(file) = line.strip_prefix("+++ ") {
                current = file.strip_prefix("b/").map(str::to_owned);
            } else if let (Some(file), Some(range)) = (&current, line.strip_prefix("@@ ").and_then(added)) {
                changes.files.entry(file.clone()).or_default().push(range);
            }
        }
        changes
    }

    /// Whether a method has changed: a class, by internal name, has it in a source file, and these lines of that have its code.
    pub fn touch_method(&self, class: &str, source: &str, (first, last): (u16, u16)) -> bool {
        let package = class.rsplit_once('/').map(|(package, _)| format!("{package}/"));
        let path = format!("{}{source}", package.unwrap_or_default());
        // The lines of a body have code: its head and its last brace are around them.
        self.touch(&path, u32::from(first).saturating_sub(1), u32::from(last) + 1)
    }

    /// Whether some of the lines from `first` to `last` have changed in a file whose path ends like this.
    pub fn touch(&self, path: &str, first: u32, last: u32) -> bool {
        let is_it =
            |file: &str| file.strip_suffix(path).is_some_and(|folder| folder.is_empty() || folder.ends_with('/'));
        let of_file = self.files.iter().filter(|(file, _)| is_it(file)).flat_map(|(_, ranges)| ranges);
        of_file.into_iter().any(|(from, to)| *from <= last && first <= *to)
    }
}

/// The lines of the new file that a hunk is about: `-3,2 +3,4 @@ …`. Where lines were only removed, those around the gap.
fn added(hunk: &str) -> Option<(u32, u32)> {
    let range = hunk.split(' ').find_map(|part| part.strip_prefix('+'))?;
    let (start, count) = range.split_once(',').unwrap_or((range, "1"));
    let (start, count): (u32, u32) = (start.parse().ok()?, count.parse().ok()?);
    Some(if count == 0 { (start, start + 1) } else { (start, start + count - 1) })
}

fn git(folder: &Path, arguments: &[&str]) -> io::Result<String> {
    let mut command = Command::new("git");
    command.args(["-c", "core.quotePath=false"]).args(arguments).current_dir(folder);
    let output = processes::output(&mut command)
        .map_err(|error| io::Error::new(error.kind(), format!("cannot run `git`: {error}")))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(io::Error::other(format!("git says: {}", String::from_utf8_lossy(&output.stderr).trim())))
    }
}

#[cfg(test)]
mod tests {
    use super::Changes;

    #[test]
    fn a_diff_says_which_lines_are_new_and_where_some_are_gone() {
        let changes = Changes::parse(
            "diff --git a/src/p/A.java b/src/p/A.java\n--- a/src/p/A.java\n+++ b/src/p/A.java\n\
             @@ -3 +3,2 @@ class A {\n-x\n+y\n+z\n@@ -9,2 +9,0 @@\n-q\n-r\n\
             --- a/B.java\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n",
        );
        let touched: Vec<u32> = (1..12).filter(|line| changes.touch("p/A.java", *line, *line)).collect();
        assert_eq!(touched, [3, 4, 9, 10]);
        assert!(changes.touch("p/A.java", 1, 3) && !changes.touch("/A.java", 1, 3) && !changes.touch("B.java", 0, 9));
    }
}
