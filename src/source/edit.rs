//! Edits of a source file, and what they come to as a diff.

use super::file::JavaFile;
use super::model::{Class, Import, Method, Statement};
use crate::java::{Expr, Fragment, Stmt};
use serde::{Deserialize, Serialize};
use similar::{DiffTag, TextDiff};
use std::collections::BTreeSet;
use std::ops::Range;

/// How many lines around a change a diff has.
const CONTEXT: usize = 3;

/// Text that is inserted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Insertion {
    /// Before which byte.
    pub at: usize,
    /// What.
    pub text: String,
}

/// Insertions into one file, and what of it goes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// The insertions; those at one place in the order in which they are to stand there.
    insertions: Vec<Insertion>,
    /// The bytes that go. No two of these ranges overlap, and nothing is inserted inside one.
    removals: Vec<Range<usize>>,
}

/// Whole lines that give way to others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineChange {
    /// The number of the first line that goes, or of the line before which lines are added.
    pub line: usize,
    /// The lines that go.
    pub removed: Vec<String>,
    /// The lines that come.
    pub added: Vec<String>,
}

/// A file before and after edits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileChange {
    /// Its text; none if it is a new file.
    pub old: Option<String>,
    /// Its text afterwards.
    pub new: String,
}

impl Insertion {
    /// The imports of two insertions at one place: static ones first, each kind in the order of the alphabet. None if either
    /// inserts something else.
    fn with_imports_of(&self, other: &Insertion) -> Option<Insertion> {
        let lines = |insertion: &Insertion| {
            let lines: BTreeSet<String> =
                insertion.text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
            (!lines.is_empty() && lines.iter().all(|line| line.starts_with("import "))).then_some(lines)
        };
        let all = &lines(self).filter(|_| self.at == other.at)? | &lines(other)?;
        let (first, last): (Vec<String>, Vec<String>) =
            all.into_iter().partition(|line| line.starts_with("import static "));
        let has_static = |insertion: &&Insertion| insertion.text.contains("import static ");
        let begins = if has_static(&self) { self } else { other };
        let ends = if has_static(&other) { self } else { other };
        let line_break = if self.text.contains("\r\n") { "\r\n" } else { "\n" };
        let kinds = [first, last].into_iter().filter(|lines| !lines.is_empty()).map(|lines| lines.join(line_break));
        let text = kinds.collect::<Vec<_>>().join(&line_break.repeat(2));
        let before = &begins.text[..begins.text.len() - begins.text.trim_start().len()];
        let after = &ends.text[ends.text.trim_end().len()..];
        Some(Insertion { at: self.at, text: format!("{before}{text}{after}") })
    }
}

impl Edit {
    /// Puts a text in the place of some bytes.
    pub fn replacing(range: Range<usize>, text: &str) -> Edit {
        let insertions = vec![Insertion { at: range.start, text: text.to_owned() }];
        let removals = if range.is_empty() { Vec::new() } else { vec![range] };
        Edit { insertions: insertions.into_iter().filter(|one| !one.text.is_empty()).collect(), removals }
    }

    /// Whether two edits cannot be made together: they are about the same bytes, and not the same there.
    pub fn clashes(&self, other: &Edit) -> bool {
        let overlaps =
            |one: &Range<usize>, two: &Range<usize>| one != two && one.start < two.end && two.start < one.end;
        let both = self.removals.iter().any(|one| other.removals.iter().any(|two| overlaps(one, two)));
        let is_in = |one: &Edit, two: &Edit| {
            let inside = |at: usize| one.removals.iter().any(|range| range.start < at && at < range.end);
            two.insertions.iter().any(|insertion| inside(insertion.at))
        };
        both || is_in(self, other) || is_in(other, self)
    }

    /// Where a line of a text is afterwards; none if it goes.
    pub fn moved(&self, text: &str, line: usize) -> Option<usize> {
        let start = match line {
            0 | 1 => 0,
            _ => text.match_indices('\n').nth(line - 2)?.0 + 1,
        };
        let breaks = |text: &str| text.matches('\n').count();
        let added: usize = self.insertions.iter().filter(|one| one.at <= start).map(|one| breaks(&one.text)).sum();
        let removed = self
            .removals
            .iter()
            .filter(|range| range.start < start)
            .map(|range| breaks(&text[range.start..range.end.min(start)]));
        let ends = start + text[start..].find('\n').unwrap_or(text.len() - start);
        let goes = self.removals.iter().any(|range| range.start <= start && ends <= range.end && start < ends);
        (!goes).then(|| line + added - removed.sum::<usize>())
    }

    /// The edits of two edits; what both import is imported once, and imports in one place are in order.
    pub fn and(&self, other: &Edit) -> Edit {
        let mut insertions = self.insertions.clone();
        for one in &other.insertions {
            let joined =
                insertions.iter().enumerate().find_map(|(place, known)| Some((place, known.with_imports_of(one)?)));
            match joined {
                Some((place, joined)) => insertions[place] = joined,
                None if insertions.contains(one) => {}
                None => insertions.push(one.clone()),
            }
        }
        let new = other.removals.iter().filter(|range| !self.removals.contains(range));
        let removals = self.removals.iter().chain(new).cloned().collect();
        Edit { insertions, removals }
    }

    /// The lines that are inserted into a text, each time with the number of the line before which they stand.
    pub fn added(&self, text: &str) -> Vec<(usize, Vec<String>)> {
        let mut insertions: Vec<&Insertion> = self.insertions.iter().collect();
        insertions.sort_by_key(|one| one.at);
        let added = insertions.into_iter().map(|one| {
            let line = text[..one.at].matches('\n').count() + 1;
            // Behind the end of a line, lines stand before the next one.
            let after = one.text.strip_prefix("\r\n").or_else(|| one.text.strip_prefix('\n'));
            let lines = after.unwrap_or(&one.text).lines().map(str::to_owned).collect();
            (if after.is_some() { line + 1 } else { line }, lines)
        });
        added.collect()
    }

    /// The text with what is inserted, and without what goes.
    pub fn apply(&self, text: &str) -> String {
        let inserted = self.insertions.iter().map(|one| (one.at, one.at, one.text.as_str()));
        let removed = self.removals.iter().map(|range| (range.start, range.end, ""));
        let mut pieces: Vec<(usize, usize, &str)> = inserted.chain(removed).collect();
        pieces.sort_by_key(|(at, ..)| *at);
        let (mut result, mut from) = (String::with_capacity(text.len()), 0);
        for (at, end, new) in pieces {
            result.push_str(&text[from..at]);
            result.push_str(new);
            from = end;
        }
        result + &text[from..]
    }
}

impl FileChange {
    /// The change as a unified diff that `git apply` takes, of a file with this name.
    pub fn diff(&self, name: &str) -> String {
        let old = self.old.as_deref().unwrap_or_default();
        let diff = TextDiff::from_lines(old, self.new.as_str());
        let before = if self.old.is_some() { format!("a/{name}") } else { "/dev/null".to_owned() };
        let mode = if self.old.is_some() { "" } else { "new file mode 100644\n" };
        let hunks = diff.unified_diff().context_radius(CONTEXT).header(&before, &format!("b/{name}")).to_string();
        format!("diff --git a/{name} b/{name}\n{mode}{hunks}")
    }

    /// What is changed line by line.
    pub fn lines(&self) -> Vec<LineChange> {
        let (old, new) = (self.old.as_deref().unwrap_or_default(), self.new.as_str());
        let diff = TextDiff::from_lines(old, new);
        let some = |text: &str, range: Range<usize>| {
            text.lines().skip(range.start).take(range.len()).map(str::to_owned).collect()
        };
        let changed = diff.ops().iter().filter(|op| op.tag() != DiffTag::Equal).map(|op| LineChange {
            line: op.old_range().start + 1,
            removed: some(old, op.old_range()),
            added: some(new, op.new_range()),
        });
        changed.collect()
    }
}

impl JavaFile {
    /// Statements after another one, in lines of their own; none where the line goes on behind that.
    pub fn after_statement(&self, statement: &Statement, fragment: &Fragment) -> Option<Edit> {
        let at = self.line_end(statement.range.end)?;
        let lines = self.laid_out(&fragment.lines, self.indentation(statement.range.start)?);
        self.with_imports(Insertion { at, text: lines }, fragment)
    }

    /// Statements before another one, in lines of their own; none where something else stands before that on its line.
    pub fn before_statement(&self, statement: &Statement, fragment: &Fragment) -> Option<Edit> {
        let at = self.own_line_start(statement.range.start)?;
        let (lines, line_break) =
            (self.laid_out(&fragment.lines, self.indentation(statement.range.start)?), self.line_break());
        let text = format!("{}{line_break}", lines.strip_prefix(line_break).unwrap_or(&lines));
        self.with_imports(Insertion { at, text }, fragment)
    }

    /// An expression in the place of some bytes, with texts before and behind it; none where something that it imports would have to stand
    /// within a line.
    pub fn expression(&self, range: Range<usize>, (before, after): (&str, &str), expression: Expr) -> Option<Edit> {
        let fragment = Fragment::of_statements(&[Stmt::Expr(expression)], &self.around());
        let text = fragment.lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
        let text = format!("{before}{}{after}", text.trim_end_matches(';'));
        let edit = self.with_imports(Insertion { at: range.start, text }, &fragment)?;
        let removals = if range.is_empty() { Vec::new() } else { vec![range] };
        Some(Edit { removals, ..edit })
    }

    /// The removal of a statement with its lines; none where something else stands in them.
    pub fn without_statement(&self, statement: &Statement) -> Option<Edit> {
        let start = self.own_line_start(statement.range.start)?;
        let end = self.line_end(statement.range.end)?;
        let end = end + self.text[end..].find('\n').map_or(0, |at| at + 1);
        Some(Edit::replacing(start..end, ""))
    }

    /// The text of a member after a method, with an empty line before it, and what a fragment of it imports; none where the line
    /// goes on behind that.
    pub fn text_after_method(&self, method: &Method, text: &str, fragment: &Fragment) -> Option<Edit> {
        let at = self.line_end(method.range.end)?;
        let line_break = self.line_break();
        self.with_imports(Insertion { at, text: format!("{line_break}{line_break}{text}") }, fragment)
    }

    /// The text of a member at the end of a class, with an empty line before it, and what a fragment of it imports; none where the
    /// last line of the class has something else, too.
    pub fn text_in(&self, class: &Class, text: &str, fragment: &Fragment) -> Option<Edit> {
        if let Some(last) = class.methods.last() {
            return self.text_after_method(last, text, fragment);
        }
        let (line_break, at) = (self.line_break(), class.body.end - 1);
        self.indentation(at)?;
        self.with_imports(Insertion { at: self.line_start(at), text: format!("{text}{line_break}") }, fragment)
    }

    /// Has a fragment for this file import what another file imports, as far as some words name it.
    pub fn import_as(&self, other: &JavaFile, words: &BTreeSet<String>, fragment: &mut Fragment) {
        let is_known = |import: &&Import| {
            let package = import.name.rsplit_once('.').map_or("", |(package, _)| package);
            let has = |own: &Import| {
                own.is_static == import.is_static && (own.name == import.name || own.is_wildcard && own.name == package)
            };
            self.imports.iter().any(has) || !import.is_static && package == self.package
        };
        let is_used = |import: &&Import| import.name.rsplit('.').next().is_some_and(|simple| words.contains(simple));
        let plain = other.imports.iter().filter(|import| !import.is_wildcard && !is_known(import) && is_used(import));
        for import in plain {
            let imports = if import.is_static { &mut fragment.static_imports } else { &mut fragment.imports };
            imports.insert(import.name.clone());
        }
    }

    /// A member at the end of a class, with an empty line between it and what is before it, be that inserted by another edit; none
    /// where the last line of the class has something else, too.
    pub fn member(&self, class: &Class, fragment: &Fragment, before: &Edit) -> Option<Edit> {
        let line_break = self.line_break();
        if let Some(last) = class.methods.last() {
            let at = self.line_end(last.range.end)?;
            let lines = self.laid_out(&fragment.lines, self.indentation(last.range.start)?);
            return self.with_imports(Insertion { at, text: format!("{line_break}{lines}") }, fragment);
        }
        let brace = class.body.end - 1;
        let indentation = format!("{}{}", self.indentation(brace)?, self.indentation_unit());
        let lines = self.laid_out(&fragment.lines, &indentation);
        let at = self.line_start(brace);
        let is_first = before.insertions.iter().all(|one| one.at != at);
        let lines = if is_first { lines.strip_prefix(line_break).unwrap_or(&lines) } else { &lines };
        self.with_imports(Insertion { at, text: format!("{lines}{line_break}") }, fragment)
    }

    /// How its lines end.
    pub fn line_break(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }

    /// The space before the first thing on a line; none if something else stands before a place on its line.
    pub fn indentation(&self, at: usize) -> Option<&str> {
        let start = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
        let before = &self.text[start..at];
        before.trim().is_empty().then_some(before)
    }

    /// What a line is indented by beyond the one around it.
    pub fn indentation_unit(&self) -> String {
        let method = self.classes.iter().flat_map(|class| &class.methods).find_map(|method| {
            let statement = method.statements.iter().find(|statement| statement.depth == 0)?;
            let (outer, inner) = (self.indentation(method.range.start)?, self.indentation(statement.range.start)?);
            inner.strip_prefix(outer).filter(|unit| !unit.is_empty())
        });
        method.unwrap_or("    ").to_owned()
    }

    /// The end of the line of a place, if only space and a comment come before it.
    fn line_end(&self, at: usize) -> Option<usize> {
        let rest = &self.text[at..];
        let line = rest.split('\n').next().unwrap_or_default();
        let line = line.strip_suffix('\r').unwrap_or(line);
        let text = line.trim();
        (text.is_empty() || text.starts_with("//")).then_some(at + line.len())
    }

    /// Lines with levels of four spaces as this file has them, each after a line break.
    pub fn laid_out(&self, lines: &[String], indentation: &str) -> String {
        let unit = self.indentation_unit();
        let mut text = String::new();
        for line in lines {
            text.push_str(self.line_break());
            let rest = line.trim_start_matches(' ');
            if !rest.is_empty() {
                let spaces = line.len() - rest.len();
                text.push_str(indentation);
                text.push_str(&unit.repeat(spaces / 4));
                text.push_str(&" ".repeat(spaces % 4));
                text.push_str(rest);
            }
        }
        text
    }

    /// An insertion with the imports that it needs; none where one of them would have to stand within a line.
    fn with_imports(&self, insertion: Insertion, fragment: &Fragment) -> Option<Edit> {
        let mut insertions = self.imports_of(&fragment.static_imports, true)?;
        insertions.extend(self.imports_of(&fragment.imports, false)?);
        insertions.push(insertion);
        let one = |insertion| Edit { insertions: vec![insertion], removals: Vec::new() };
        Some(insertions.into_iter().map(one).fold(Edit::default(), |edit, other| edit.and(&other)))
    }

    /// Imports in their places: in the order of the alphabet among those of their kind, or all together where there is none.
    fn imports_of(&self, names: &BTreeSet<String>, is_static: bool) -> Option<Vec<Insertion>> {
        let line_break = self.line_break();
        let keyword = if is_static { "import static" } else { "import" };
        if names.is_empty() || self.imports.iter().any(|import| import.is_static == is_static) {
            return names.iter().map(|name| self.import(name, &format!("{keyword} {name};"), is_static)).collect();
        }
        let lines: Vec<String> = names.iter().map(|name| format!("{keyword} {name};")).collect();
        let lines = lines.join(line_break);
        // Static imports stand before all others, and an empty line is between the two.
        let after = match (self.imports.first(), self.imports.last(), is_static) {
            (Some(first), _, true) => {
                let text = format!("{lines}{line_break}{line_break}");
                return Some(vec![Insertion { at: self.own_line_start(first.range.start)?, text }]);
            }
            (_, Some(last), false) => Some(last.range.end),
            _ => self.package_range.as_ref().map(|package| package.end),
        };
        Some(vec![match after {
            Some(after) => Insertion { at: self.line_end(after)?, text: format!("{line_break}{line_break}{lines}") },
            None => Insertion { at: 0, text: format!("{lines}{line_break}{line_break}") },
        }])
    }

    /// An import among those of its kind.
    fn import(&self, name: &str, line: &str, is_static: bool) -> Option<Insertion> {
        let line_break = self.line_break();
        let of_kind = || self.imports.iter().filter(|import| import.is_static == is_static);
        let key = |import: &Import| if import.is_wildcard { format!("{}.*", import.name) } else { import.name.clone() };
        match (of_kind().rfind(|import| key(import).as_str() < name), of_kind().next()) {
            (None, Some(first)) => {
                let at = self.own_line_start(first.range.start)?;
                Some(Insertion { at, text: format!("{line}{line_break}") })
            }
            (before, _) => {
                let at = self.line_end(before.map_or(0, |before| before.range.end))?;
                Some(Insertion { at, text: format!("{line_break}{line}") })
            }
        }
    }

    /// The start of the line of a place, if only space comes between the two.
    fn own_line_start(&self, at: usize) -> Option<usize> {
        let start = self.line_start(at);
        self.text[start..at].trim().is_empty().then_some(start)
    }

    fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |end| end + 1)
    }
}
