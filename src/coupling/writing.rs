//! Tests that were found as a class in Java.

use super::classes::Classes;
use super::condition::condition;
use super::naming::title;
use super::pair::Pair;
use super::search::Test;
use super::site::Coupled;
use crate::java::dialect::Dialect;
use crate::java::names::{comment, lower_camel, upper_camel};
use crate::java::{Comment, CompilationUnit};
use crate::sequence::{Printed, Program, Seen};
use std::collections::{BTreeMap, BTreeSet};

/// How many conditions of the callee a comment names.
const NAMED: usize = 3;

/// A class of tests.
pub struct Writing<'w> {
    /// The classes of the pair.
    pub classes: &'w Classes,
    /// The pair.
    pub pair: &'w Pair,
    /// The classes that the tests use.
    pub program: &'w Program,
    /// What tests look like.
    pub dialect: Dialect,
    /// The internal name of the package.
    pub package: &'w str,
}

impl Writing<'_> {
    /// The names of tests, each another one.
    pub fn names<'t>(&self, tests: impl IntoIterator<Item = &'t Test>) -> Vec<String> {
        let mut taken: BTreeSet<String> = BTreeSet::new();
        let mut names = Vec::new();
        for test in tests {
            let name = self.name(test);
            let numbers = std::iter::once(String::new()).chain((2..).map(|number: usize| number.to_string()));
            let mut free = numbers.map(|number| format!("{name}{number}")).filter(|name| !taken.contains(name));
            let name = free.next().expect("there are numbers enough");
            taken.insert(name.clone());
            names.push(name);
        }
        names
    }

    /// What a test shows: `sellCallsTake`, `sellThrowsIllegalArgumentException`.
    fn name(&self, test: &Test) -> String {
        let plain = |name: &str, class: &str| match name {
            "<init>" => format!("new{}", upper_camel(class)),
            name => lower_camel(
                name.split('$').nth(1).filter(|part| name.starts_with("lambda$") && !part.is_empty()).unwrap_or(name),
            ),
        };
        let covered = || {
            test.covers.iter().find_map(|coupled| {
                let mut sites = self.pair.sites.iter();
                sites.find(|site| site.leading.contains(&coupled.caller) && site.reached.contains(&coupled.callee))
            })
        };
        let site = test.through.map(|place| &self.pair.sites[place]).or_else(covered);
        let Some(site) = site else { return "calls".to_owned() };
        let caller = plain(&site.method.name, site.method.owner.simple());
        match &test.was {
            Seen::Throws { class, .. } | Seen::Fails(class) => {
                let simple = class.rsplit(['.', '$']).next().unwrap_or_default();
                format!("{caller}Throws{}", upper_camel(simple))
            }
            Seen::Value(_) => {
                format!("{caller}Calls{}", upper_camel(&plain(&site.runs.name, site.runs.owner.simple())))
            }
        }
    }

    /// The source of a class with some tests, each with its name.
    pub fn text(&self, class: &str, tests: &[(String, &Test)]) -> String {
        let mut unit = self.dialect.class(class);
        for (name, test) in tests {
            let Test { sequence, was, asserted: more, written, .. } = test;
            let printed = Printed { sequence, package: self.package, was, more, with_message: false, written };
            let method = printed.test_method(self.program, self.dialect, name);
            unit.push(method.comment(Comment::doc(comment(&self.covered(test)))));
        }
        let (header, package) = (None, self.package.replace('/', "."));
        CompilationUnit { header, package, class: unit }.print()
    }

    /// What a test covers, or what is suspicious about its exception, as a sentence.
    fn covered(&self, test: &Test) -> String {
        if let Some(place) = test.through {
            let called = title(&self.pair.sites[place].runs);
            return format!("Neither declared nor documented, this comes out of `{called}`.");
        }
        let mut by_caller: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for Coupled { caller, callee } in &test.covers {
            by_caller.entry(*caller).or_default().push(*callee);
        }
        let words = |branch| condition(self.classes, branch).1;
        let first = by_caller.iter().next().map(|(caller, callees)| {
            let mut conditions: Vec<String> = callees
                .iter()
                .take(NAMED)
                .map(|callee| format!("`{}`", words(&self.pair.callee_branches[*callee])))
                .collect();
            if callees.len() > NAMED {
                conditions.push(format!("{} more", callees.len() - NAMED));
            }
            let caller = words(&self.pair.caller_branches[*caller]);
            format!("Where `{caller}`, `{}` meets {}", self.pair.callee.simple(), conditions.join(", "))
        });
        let more = by_caller.len().saturating_sub(1);
        let more = match more {
            0 => String::new(),
            1 => ", and one more branch of the caller".to_owned(),
            more => format!(", and {more} more branches of the caller"),
        };
        format!("{}{more}.", first.unwrap_or_default())
    }
}
