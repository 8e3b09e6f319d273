//! The printer: a compilation unit as text.
//!
//! A unit is printed twice. The first time, the printer notes which classes and static methods are named; then it decides which of
//! them are imported; the second time it writes them so.

mod around;
mod escape;
mod expression;
mod fragment;
mod imports;
mod layout;
mod member;
mod statement;

pub use around::Around;
pub use fragment::Fragment;

use super::member::CompilationUnit;
use super::tree::Member;
use super::types::CanonicalName;
use imports::Imports;
use layout::Tokens;
use std::collections::BTreeSet;

/// Prints trees as lines.
struct Printer {
    /// The lines so far.
    lines: Vec<String>,
    /// How deep the next line is indented, in levels.
    indent: usize,
    /// How classes are written.
    imports: Imports,
    /// The variables, fields and methods that are named.
    names: BTreeSet<String>,
}

/// What members name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mentioned {
    /// Variables, fields and methods.
    pub names: BTreeSet<String>,
    /// Classes.
    pub classes: BTreeSet<CanonicalName>,
}

/// What members name.
pub fn mentioned(members: &[Member]) -> Mentioned {
    let mut printer = Printer::new(Imports::noting());
    members.iter().for_each(|member| printer.member(member));
    Mentioned { names: printer.names, classes: printer.imports.noted().cloned().collect() }
}

impl CompilationUnit {
    /// The text of the file, in ASCII: letters of other alphabets are unicode escapes, which Java reads anywhere.
    pub fn print(&self) -> String {
        let mut first = Printer::new(Imports::noting());
        first.class(&self.class);
        let mut printer = Printer::new(first.imports.decided(self));
        printer.class(&self.class);
        let mut text = String::new();
        if let Some(header) = &self.header {
            text.push_str(&format!("// {header}\n"));
        }
        if !self.package.is_empty() {
            text.push_str(&format!("package {};\n", self.package));
        }
        text.push('\n');
        for group in printer.imports.written() {
            group.iter().for_each(|import| text.push_str(&format!("import {import};\n")));
            if !group.is_empty() {
                text.push('\n');
            }
        }
        printer.lines.iter().for_each(|line| {
            text.push_str(line);
            text.push('\n');
        });
        escape::ascii(&text)
    }
}

impl Printer {
    fn new(imports: Imports) -> Printer {
        Printer { lines: Vec::new(), indent: 0, imports, names: BTreeSet::new() }
    }

    /// Adds a line that never breaks.
    fn line(&mut self, text: &str) {
        match text {
            "" => self.lines.push(String::new()),
            text => self.lines.push(format!("{}{text}", " ".repeat(4 * self.indent))),
        }
    }

    /// Adds what some tokens fill.
    fn lay_out(&mut self, tokens: Tokens) {
        tokens.lay_out(4 * self.indent, &mut self.lines);
    }

    /// The lines that something prints, indented one level further.
    fn indented(&mut self, print: impl FnOnce(&mut Printer)) -> Vec<String> {
        let outer = std::mem::take(&mut self.lines);
        self.indent += 1;
        print(self);
        self.indent -= 1;
        std::mem::replace(&mut self.lines, outer)
    }

    /// A name that is not that of a class.
    fn named(&mut self, name: &str) -> String {
        self.names.insert(name.to_owned());
        escape::ascii(name)
    }
}

/// The name of the member around a line, from 1 on, of a printed class that is no other one's: members stand one level deep.
pub fn member_around(text: &str, line: usize) -> Option<&str> {
    let head = |line: &&str| line.starts_with("    ") && !line.starts_with("     ") && line.ends_with('{');
    let lines: Vec<&str> = text.lines().take(line).collect();
    let head = lines.into_iter().rev().find(head)?;
    head.split('(').next()?.split_whitespace().last()
}

#[cfg(test)]
mod tests;
