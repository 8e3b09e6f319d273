//! Candidates: an assertion in a test that there is, or a shorter test with one.

use super::lineage::TestName;
use super::outcome::Way;
use super::probes::{Probe, Telling};
use super::value::Value;
use crate::java::dialect::Dialect;
use crate::java::names::upper_camel;
use crate::java::{Expr, Fragment, Member, Modifier};
use crate::sequence::{Detecting, Plain, Program, Seen, Statement as Step};
use crate::source::{Class, Edit, JavaFile, Method, Statement};
use std::collections::BTreeSet;

/// How many tests may be called nearly the same.
const NAMESAKES: usize = 100;

/// What no test can be called: every object has methods of these names, and the last one is a word of the language.
const TAKEN: [&str; 10] =
    ["clone", "equals", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait", "new"];

/// A test that may detect something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// In which way.
    pub way: Way,
    /// The test.
    pub test: TestName,
    /// What is inserted.
    pub edit: Edit,
    /// The assertion as the source has it.
    pub assertion: String,
}

/// Writes candidates into a test class.
#[derive(Debug, Clone, Copy)]
pub struct Writer<'w> {
    /// Its source.
    pub file: &'w JavaFile,
    /// The class.
    pub class: &'w Class,
    /// The test that a candidate begins with.
    pub method: &'w Method,
    /// Where a new test goes, if not after that: a class that inherits it, in another file.
    pub into: Option<(&'w JavaFile, &'w Class)>,
}

impl Writer<'_> {
    /// The assertion that tells programs apart; none if it cannot be written.
    fn fragment(&self, telling: &Telling) -> Option<Fragment> {
        self.stated(&telling.probe, &telling.was, telling.would_be.values().next()?)
    }

    /// The assertion that an expression has one value and not another one.
    fn stated(&self, probe: &Probe, was: &Value, would_be: &Value) -> Option<Fragment> {
        let dialect = self.file.dialect(self.class, self.method)?;
        let statement = was.assertion(Expr::source(probe.expression.text.clone()), would_be, dialect)?;
        Some(Fragment::of_statements(&[statement], &self.home().around()))
    }

    /// The file into which a new test goes.
    fn home(&self) -> &JavaFile {
        self.into.map_or(self.file, |(file, _)| file)
    }

    /// The assertion in the test itself.
    pub fn assertion(&self, telling: &Telling) -> Option<Candidate> {
        self.asserting(&telling.probe, &telling.was, telling.would_be.values().next()?)
    }

    /// The assertion in the test itself that an expression has one value and not another one.
    pub fn asserting(&self, probe: &Probe, was: &Value, would_be: &Value) -> Option<Candidate> {
        if probe.is_instead() {
            return None;
        }
        let fragment = self.stated(probe, was, would_be)?;
        let statement = self.method.statements.get(probe.statement)?;
        Some(Candidate {
            way: Way::Assertion,
            test: probe.test.clone(),
            edit: self.file.after_statement(statement, &fragment)?,
            assertion: joined(&fragment.lines),
        })
    }

    /// The statements of the test that a shorter one begins with: those that have to do with what is asserted; none if there can
    /// be no shorter one.
    pub fn beginning(&self, telling: &Telling) -> Option<Vec<usize>> {
        let statements = &self.method.statements;
        let last = statements.get(telling.probe.statement)?;
        let is_instead = telling.probe.is_instead();
        if last.depth > 0 && !is_instead || !self.is_plain(telling) {
            return None;
        }
        let around = statements.iter().find(|one| one.depth == 0 && one.range.end >= last.range.end)?;
        let is_before = |one: &Statement| {
            one.depth == 0 && one.range.end < last.range.start
                || one.depth == last.depth && one.range.start >= around.range.start
        };
        let mut wanted: BTreeSet<String> = words(&telling.probe.expression.text).collect();
        let named = last.in_scope.iter().chain(&self.class.fields).map(|named| named.name.clone());
        let variables: BTreeSet<String> = named.chain(roots(&telling.probe.expression.text)).collect();
        let mut kept = Vec::new();
        let end = telling.probe.statement + usize::from(!is_instead);
        for (number, statement) in statements.iter().enumerate().take(end).rev() {
            if !is_before(statement) || self.asserts(statement) {
                continue;
            }
            let mut variables_of = statement.words.iter().filter(|word| variables.contains(*word));
            if variables_of.any(|name| wanted.contains(name)) {
                wanted.extend(statement.words.iter().filter(|word| variables.contains(*word)).cloned());
                kept.push(number);
            }
        }
        kept.reverse();
        Some(kept)
    }

    /// Whether another test can have the same head: it has no parameters, and nothing is said of how it is run, but perhaps what
    /// it throws.
    fn is_plain(&self, telling: &Telling) -> bool {
        let annotations = self.method.annotations.iter().all(|name| name == "Test" || name == "Override");
        let head = self.head(telling);
        annotations && !head.contains('(') && self.method.parameters.is_empty() && !self.method.is_static
    }

    /// What stands before the name of the test; for one that asserts by itself what is thrown, without what its annotations say.
    fn head(&self, telling: &Telling) -> String {
        let (mut text, mut from) = (String::new(), self.method.range.start);
        let is_instead = telling.probe.is_instead();
        for range in self.method.annotated.iter().filter(|_| is_instead) {
            text.push_str(&self.file.text[from..range.start]);
            from = range.end;
        }
        text + &self.file.text[from..self.method.name_range.start]
    }

    /// Whether a statement is an assertion.
    pub fn asserts(&self, statement: &Statement) -> bool {
        let text = &self.file.text[statement.range.clone()];
        ["assert", "Assert", "verify", "fail("].iter().any(|word| text.starts_with(word))
    }

    /// A test with some of the statements and the assertion.
    pub fn variation(&self, telling: &Telling, statements: &[usize], name: &str) -> Option<Candidate> {
        let mut fragment = self.fragment(telling)?;
        let (file, method) = (self.file, self.method);
        let indentation = file.indentation(method.range.start)?;
        let (line_break, unit) = (self.home().line_break(), self.home().indentation_unit());
        let before = self.head(telling);
        let after = &file.text[method.name_range.end..method.body.as_ref()?.start];
        let mut text = format!("{indentation}{before}{name}{after}{{");
        for number in statements {
            let statement = method.statements.get(*number)?;
            let inside = match statement.depth {
                0 => file.indentation(statement.range.start)?.to_owned(),
                _ => format!("{indentation}{unit}"),
            };
            text.push_str(&format!("{line_break}{inside}{}", &file.text[statement.range.clone()]));
        }
        text.push_str(&self.home().laid_out(&fragment.lines, &format!("{indentation}{unit}")));
        text.push_str(&format!("{line_break}{indentation}}}"));
        let edit = match self.into {
            None => file.text_after_method(method, &text, &fragment)?,
            Some((home, class)) => {
                let used: BTreeSet<String> = words(&text).collect();
                home.import_as(file, &used, &mut fragment);
                home.text_in(class, &text, &fragment)?
            }
        };
        let class = self.into.map_or(&telling.probe.test.class, |(_, class)| &class.binary).clone();
        let test = TestName { class, method: name.to_owned() };
        Some(Candidate { way: Way::Variation, test, edit, assertion: joined(&fragment.lines) })
    }

    /// A name for a test of some statements, which says what it shows: `isEmptyIsFalseAfterAdd`.
    pub fn name(&self, telling: &Telling, statements: &[usize], taken: &BTreeSet<String>) -> String {
        let expression = &telling.probe.expression;
        let what = match &expression.called {
            Some(called) => called.clone(),
            None => words(&expression.text).last().unwrap_or_default(),
        };
        let mut name = what.clone();
        if let Some(thrown) = telling.was.thrown() {
            let is_alike = telling.would_be.values().any(|other| other.thrown() == Some(thrown));
            name.push_str(&format!("Throws{}{}", upper_camel(thrown), if is_alike { "WithMessage" } else { "" }));
        } else if let Some(word) = telling.was.word() {
            let is_question = ["is", "has", "can"].iter().any(|start| is_word(&what, start));
            name.push_str(if is_question || expression.called.is_some() { "Returns" } else { "Is" });
            name.push_str(&word);
        }
        let calls = statements.iter().filter_map(|number| self.method.statements.get(*number));
        let last = calls.filter_map(|statement| statement.calls.first()).map(|call| call.name.clone()).next_back();
        if let Some(last) = last.filter(|last| *last != what) {
            name.push_str(&format!("After{}", upper_camel(&last)));
        }
        let mut taken = taken.clone();
        // A test of the same name in the class below would take the place of one above.
        taken.extend(self.class.methods.iter().map(|method| method.name.clone()));
        unique(self.into.map_or(self.class, |(_, class)| class), &name, &taken)
    }
}

/// A sequence of calls as a test of a class.
pub fn added(
    file: &JavaFile,
    class: &Class,
    program: &Program,
    detecting: &Detecting,
    dialect: Dialect,
    before: &Edit,
    taken: &BTreeSet<String>,
) -> Option<Candidate> {
    let name = unique(class, &name_of(detecting), taken);
    let mut method = detecting.test_method(program, dialect, &name);
    let name = method.name.clone();
    if method.modifiers.is_empty() && has_public_tests(file, class) {
        method.modifiers.push(Modifier::Public);
    }
    let fragment = Fragment::of_members(&[Member::Method(method)], &file.around());
    let lines = fragment.lines.split_last().map_or(&[][..], |(_, lines)| lines);
    // It may have several lines: those that are indented further, and closing braces.
    let begins = |line: &String| line.starts_with("    ") && !line[4..].starts_with([' ', '}']);
    let first = lines.iter().rposition(begins).unwrap_or_default();
    let assertion = joined(&lines[first..]);
    Some(Candidate {
        way: Way::New,
        test: TestName { class: class.binary.clone(), method: name },
        edit: file.member(class, &fragment, before)?,
        assertion,
    })
}

/// Whether most tests of a class say that they are public, which JUnit 5 does not need.
fn has_public_tests(file: &JavaFile, class: &Class) -> bool {
    let is_test = |method: &&Method| method.annotations.iter().any(|name| name.ends_with("Test"));
    let tests: Vec<&Method> = class.methods.iter().filter(is_test).collect();
    let is_public = |method: &&&Method| {
        let head = &file.text[method.range.start..method.name_range.start];
        head.split_whitespace().any(|word| word == "public")
    };
    2 * tests.iter().filter(is_public).count() > tests.len()
}

/// A name for a sequence: what is called last, what comes of it, and of which call that tells.
fn name_of(detecting: &Detecting) -> String {
    let called = |statement: &Step| match statement {
        Step::Call { name, .. } | Step::CallStatic { name, .. } => Some(name.clone()),
        _ => None,
    };
    let target = match detecting.target.is_constructor() {
        true => "new".to_owned(),
        false => detecting.target.name.clone(),
    };
    if detecting.reads_a_file() {
        let is_missing = matches!(&detecting.was, Seen::Value(Plain::Number { ty, bits: 0 }) if ty == "Z");
        // What reads the file is of the JDK.
        let own = |step: &Step| match step {
            Step::Call { owner, name, .. } | Step::CallStatic { owner, name, .. } if !owner.starts_with("java/") => {
                Some(name.clone())
            }
            _ => None,
        };
        let writer = detecting.sequence.statements.iter().rev().find_map(own).unwrap_or(target);
        return format!("{writer}Writes{}", if is_missing { "NoFile" } else { "File" });
    }
    let last = detecting.sequence.statements.iter().rev().find_map(called).unwrap_or_else(|| target.clone());
    let shown = match &detecting.was {
        Seen::Throws { class, .. } => {
            format!("Throws{}", upper_camel(class.rsplit(['.', '$']).next().unwrap_or(class)))
        }
        Seen::Value(Plain::Null) => "ReturnsNull".to_owned(),
        Seen::Value(Plain::Number { ty, bits }) if ty == "Z" => {
            format!("Returns{}", if *bits == 0 { "False" } else { "True" })
        }
        Seen::Value(Plain::Number { ty, bits }) if ty != "D" && ty != "F" && ty != "C" && (0..1_000).contains(bits) => {
            format!("Returns{bits}")
        }
        _ => String::new(),
    };
    match last == target || detecting.target.is_constructor() {
        true => format!("{last}{shown}"),
        false => format!("{last}{shown}After{}", upper_camel(&target)),
    }
}

/// A name as the tests of a class have it, which none of its methods has.
fn unique(class: &Class, name: &str, taken: &BTreeSet<String>) -> String {
    let tests = class.methods.iter().filter(|method| !method.annotations.is_empty() || method.name.starts_with("test"));
    let with_prefix = tests.clone().filter(|method| method.name.starts_with("test")).count();
    let name = match 2 * with_prefix > tests.count() {
        true => format!("test{}", upper_camel(name)),
        false if TAKEN.contains(&name) => format!("{name}AsExpected"),
        false => name.to_owned(),
    };
    let is_free = |name: &String| !taken.contains(name) && class.methods.iter().all(|method| method.name != *name);
    let numbered = (2..NAMESAKES).map(|number| format!("{name}{number}"));
    [name.clone()].into_iter().chain(numbered).find(is_free).unwrap_or(name)
}

/// Whether a name begins with a word.
fn is_word(name: &str, word: &str) -> bool {
    name.strip_prefix(word).is_some_and(|rest| rest.starts_with(char::is_uppercase))
}

/// The identifiers of an expression with which its parts begin and that name no class: variables, wherever they are declared.
fn roots(text: &str) -> impl Iterator<Item = String> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    let mut places = Vec::new();
    let mut before = ' ';
    let mut at = 0;
    for part in text.split_inclusive(|letter: char| !is_part(letter)) {
        let word = part.trim_end_matches(|letter: char| !is_part(letter));
        let after = part[word.len()..].chars().next().unwrap_or(' ');
        if before != '.' && after != '(' && word.starts_with(|letter: char| letter.is_lowercase()) {
            places.push(text[at..at + word.len()].to_owned());
        }
        before = after;
        at += part.len();
    }
    places.into_iter()
}

/// The identifiers of an expression.
fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '$');
    words.filter(|word| word.starts_with(|letter: char| !letter.is_ascii_digit())).map(str::to_owned)
}

fn joined(lines: &[String]) -> String {
    lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
}
