//! A page of the book as what a test does with it: files to write, commands to run, texts that are parts of files.
//!
//! A comment of HTML, alone on its line and unseen by readers, says what the block below it is:
//!
//! | comment | meaning |
//! | --- | --- |
//! | `<!-- folder: NAME -->` | pages with the same name run in one folder, in the order of `SUMMARY.md` |
//! | `<!-- copy: FROM TO -->` | a file or folder of the repository is copied into the folder |
//! | `<!-- junit: TO -->` | JUnit with its engines is copied there |
//! | `<!-- write: PATH -->` | the block below is written to this file |
//! | `<!-- part of: PATH -->` | the block below is a part of this file |
//! | `<!-- unchecked: REASON -->` | nothing is done with the block below |
//!
//! Blocks of the kind `console` need no comment: what stands behind `$ ` is run, and the lines below it are what it prints.

use std::ops::Range;

/// What a test does, in order.
#[derive(Debug)]
pub struct Step {
    /// The line of the page, counted from 1.
    pub line: usize,
    pub what: Action,
}

#[derive(Debug)]
pub enum Action {
    Copy { from: String, to: String },
    JUnit { to: String },
    Write { path: String, text: String },
    PartOf { path: String, text: Vec<String> },
    Run(Command),
}

/// A command with what it is to print.
#[derive(Debug)]
pub struct Command {
    pub line: String,
    pub expected: Vec<String>,
    /// The lines of the page with what it prints, counted from 0.
    pub lines: Range<usize>,
    /// Whether the next command of the block asks how this one ended.
    pub exit_is_shown: bool,
}

/// A page as a test reads it.
#[derive(Debug)]
pub struct Page {
    /// Its path below `docs/src`.
    pub path: String,
    pub lines: Vec<String>,
    /// Pages that share a folder have the same.
    pub folder: Option<String>,
    pub steps: Vec<Step>,
    /// Where a block is neither run nor compared, nor said to be unchecked.
    pub unaccounted: Vec<usize>,
}

impl Page {
    /// Reads a page.
    pub fn read(path: &str, text: &str) -> Page {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut page =
            Page { path: path.to_owned(), folder: None, steps: Vec::new(), unaccounted: Vec::new(), lines: Vec::new() };
        // The comment that the next block is about.
        let mut pending: Option<(String, String)> = None;
        let mut at = 0;
        while at < lines.len() {
            let line = lines[at].trim();
            if let Some((word, value)) = comment(line) {
                page.comment(at + 1, word, value, &mut pending);
            } else if let Some(kind) = line.strip_prefix("```") {
                let indent = lines[at].len() - lines[at].trim_start().len();
                let end = (at + 1..lines.len()).find(|end| lines[*end].trim() == "```");
                let end = end.unwrap_or_else(|| panic!("{path}:{}: a block without an end", at + 1));
                let text = lines[at + 1..end].iter().map(|line| line.get(indent..).unwrap_or_default().to_owned());
                page.block(at + 1..end, kind, text.collect(), pending.take());
                at = end;
            }
            at += 1;
        }
        assert!(pending.is_none(), "{path}: no block follows {pending:?}");
        page.lines = lines;
        page
    }

    fn comment(&mut self, line: usize, word: &str, value: &str, pending: &mut Option<(String, String)>) {
        let what = match word {
            "folder" => {
                self.folder = Some(value.to_owned());
                return;
            }
            "copy" => {
                let (from, to) = value.split_once(' ').unwrap_or_else(|| panic!("{}:{line}: to where?", self.path));
                Action::Copy { from: from.to_owned(), to: to.to_owned() }
            }
            "junit" => Action::JUnit { to: value.to_owned() },
            "write" | "part of" | "unchecked" => {
                *pending = Some((word.to_owned(), value.to_owned()));
                return;
            }
            _ => panic!("{}:{line}: `{word}` means nothing", self.path),
        };
        self.steps.push(Step { line, what });
    }

    /// A block, whose lines lie in `range`, counted from 0.
    fn block(&mut self, range: Range<usize>, kind: &str, text: Vec<String>, comment: Option<(String, String)>) {
        let what = match (kind, comment) {
            (_, Some((word, path))) if word == "write" => Action::Write { path, text: text.join("\n") + "\n" },
            (_, Some((word, path))) if word == "part of" => Action::PartOf { path, text },
            (_, Some(_)) => return,
            ("console", None) => return self.commands(range, &text),
            (_, None) => return self.unaccounted.push(range.start),
        };
        self.steps.push(Step { line: range.start + 1, what });
    }

    fn commands(&mut self, range: Range<usize>, text: &[String]) {
        assert!(text[0].starts_with("$ "), "{}:{}: output without a command", self.path, range.start + 1);
        let mut at = 0;
        let mut previous: Option<usize> = None;
        while at < text.len() {
            let first = at;
            let mut line = text[at][2..].to_owned();
            while text[at].ends_with('\\') {
                at += 1;
                line = format!("{line}\n{}", text[at]);
            }
            at += 1;
            let end = (at..text.len()).find(|next| text[*next].starts_with("$ ")).unwrap_or(text.len());
            if let Some(Action::Run(before)) = previous.map(|step| &mut self.steps[step].what) {
                before.exit_is_shown = line == "echo $?";
            }
            previous = Some(self.steps.len());
            let lines = range.start + at..range.start + end;
            let command = Command { line, expected: text[at..end].to_vec(), lines, exit_is_shown: false };
            self.steps.push(Step { line: range.start + first + 1, what: Action::Run(command) });
            at = end;
        }
    }
}

/// What `<!-- word: value -->` says.
fn comment(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("<!-- ")?.strip_suffix(" -->")?.split_once(": ")
}
