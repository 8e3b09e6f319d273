//! The source of a test, and what may cure it.

use super::super::fix_kind::FixKind;
use super::reported::Report;
use crate::classfile::ClassPath;
use crate::fixes::Candidate;
use crate::java::{Expr, Fragment, Stmt};
use crate::source::{Class, Edit, Invocation, JavaFile, Method};
use crate::suggestion::TestName;
use crate::surroundings::Factor;
use chrono::{DateTime, Utc};
use std::ops::Range;

/// How many methods and constructors are tried that may take what the program reads.
const HANDED_OVER: usize = 12;

/// How the annotations of methods begin that run around each test.
const AROUND: [&str; 2] = ["Before", "After"];

/// The source of a test.
pub(super) struct TestSource<'s> {
    /// The file.
    pub file: &'s JavaFile,
    /// The class that declares it.
    pub class: &'s Class,
    /// The test.
    pub method: &'s Method,
    /// The classes of the project.
    pub classes: &'s ClassPath,
    /// What the file calls and makes.
    pub invocations: &'s [Invocation],
    /// Now.
    pub now: DateTime<Utc>,
}

/// A new expression in the place of bytes, and texts around it.
pub(super) struct Put {
    /// The bytes that give way.
    pub range: Range<usize>,
    /// What stands before and behind the expression.
    pub around: (&'static str, &'static str),
    /// The expression.
    pub expression: Expr,
}

impl<'s> TestSource<'s> {
    /// The source of a test, if the file declares it, which calls and makes some things.
    pub fn new(
        (file, invocations): (&'s JavaFile, &'s [Invocation]),
        name: &TestName,
        classes: &'s ClassPath,
        now: DateTime<Utc>,
    ) -> Option<TestSource<'s>> {
        let class = file.class(&name.class)?;
        let method = class.method(&name.method, None)?;
        Some(TestSource { file, class, method, classes, invocations, now })
    }

    /// What may cure a dependence of the test, the best first.
    pub fn candidates(&self, report: &Report) -> Vec<Candidate<FixKind>> {
        let factor = report.dependence.factor;
        match factor {
            Factor::Order => self.resets(&report.dependence),
            Factor::HashOrder => self.ordered(),
            _ => {
                let here = self.readings(factor, &report.readings);
                let handed_over = self.handed_over(factor).into_iter().take(HANDED_OVER);
                here.into_iter().chain(handed_over).chain(self.defaults(factor)).collect()
            }
        }
    }

    /// Whether a place is in what runs for the test: its method, one that runs around it, or the value of a field.
    pub fn runs(&self, range: &Range<usize>) -> bool {
        let within = |outer: &Range<usize>| outer.start <= range.start && range.end <= outer.end;
        let is_around = |method: &Method| {
            let begins = |name: &String| AROUND.iter().any(|word| name.starts_with(word));
            method.annotations.iter().any(begins) || method.name == "setUp"
        };
        let method = self.class.methods.iter().find(|method| within(&method.range));
        let of_test = |method: &Method| method.range == self.method.range || is_around(method);
        within(&self.class.body) && method.is_none_or(of_test)
    }

    /// The edit that puts expressions in their places, with the text that the first one makes of an invocation.
    pub fn putting(&self, puts: Vec<(Range<usize>, Put)>) -> Option<(Edit, String)> {
        let mut edit = Edit::default();
        let mut shown = None;
        for (whole, Put { range, around, expression }) in puts {
            let fragment = Fragment::of_statements(&[Stmt::Expr(expression.clone())], &self.file.around());
            let new = fragment.lines.join(" ");
            let (before, after) = (&self.file.text[whole.start..range.start], &self.file.text[range.end..whole.end]);
            let text = format!("{before}{}{}{}{after}", around.0, new.trim_end_matches(';'), around.1);
            shown.get_or_insert_with(|| text.split_whitespace().collect::<Vec<_>>().join(" "));
            edit = edit.and(&self.file.expression(range, around, expression)?);
        }
        Some((edit, shown?))
    }

    /// A statement before the first one of the test.
    pub fn at_start(&self, statement: Stmt, kind: FixKind, words: &str) -> Option<Candidate<FixKind>> {
        let first = self.method.statements.iter().find(|statement| statement.depth == 0)?;
        let fragment = Fragment::of_statements(&[statement], &self.file.around());
        let words = format!("{words}: `{}`", fragment.lines.join(" ").trim_end_matches(';'));
        Some(Candidate { kind, words, edit: self.file.before_statement(first, &fragment)? })
    }
}
