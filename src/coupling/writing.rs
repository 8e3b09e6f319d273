//! Tests that were found as a class in Java.

use super::branch::Branch;
use super::classes::Classes;
use super::condition::condition;
use super::naming::title;
use super::pair::Pair;
use super::search::Test;
use super::site::{Coupled, Site};
use crate::classfile::ClassName;
use crate::java::dialect::Dialect;
use crate::java::names::{comment, lower_camel, upper_camel};
use crate::java::{Comment, CompilationUnit, Method};
use crate::mutation::{Mutant, Mutants};
use crate::sequence::{END, Member, Printed, Program, Seen, Statement, TypeArguments, called};
use crate::worker::protocol::Plain;
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How many conditions of the callee a comment names.
const NAMED: usize = 3;

/// How many words of a condition a name has.
const WORDS: usize = 6;

/// How many letters a line of a comment has at most.
const WIDTH: usize = 110;

/// How many letters a value has at most that a name tells.
const LETTERS: usize = 12;

/// A test with its name.
#[derive(Debug, Clone)]
pub struct NamedTest<'t> {
    /// The name of its method.
    pub name: String,
    /// The test.
    pub test: &'t Test,
    /// How much of generic types it says.
    pub type_arguments: TypeArguments,
    /// The branches of a class by itself that it takes, by their places, the most telling ones first.
    telling: Vec<usize>,
}

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
    /// The mutants that tests may be for.
    pub mutants: &'w Mutants,
}

impl Writing<'_> {
    /// Tests with names, each another one.
    pub fn named<'t>(&self, tests: impl IntoIterator<Item = &'t Test>) -> Vec<NamedTest<'t>> {
        let tests: Vec<&Test> = tests.into_iter().collect();
        let covers = tests.iter().flat_map(|test| &test.covers);
        let shared = covers.map(|coupled| coupled.callee).counts();
        let mut taken: BTreeSet<String> = BTreeSet::new();
        let mut named = Vec::new();
        for test in tests {
            let telling = self.telling(test, &shared);
            let name = if test.is_for_mutants { self.behaviour(test) } else { self.name(test, telling.first()) };
            let again = if name.ends_with(|last: char| last.is_ascii_digit()) { "Again" } else { "" };
            let numbers = (2..).map(|number: usize| format!("{again}{number}"));
            let numbers = std::iter::once(String::new()).chain(numbers);
            let mut free = numbers.map(|number| format!("{name}{number}")).filter(|name| !taken.contains(name));
            let name = free.next().expect("there are numbers enough");
            taken.insert(name.clone());
            named.push(NamedTest { name, test, type_arguments: TypeArguments::Known, telling });
        }
        named
    }

    /// What a test for mutants shows of the method that it calls last: `sizeReturns2`, `addThrowsIllegalArgumentException`, `addWorks`.
    fn behaviour(&self, test: &Test) -> String {
        let last = test.sequence.statements.get(test.sequence.subject as usize);
        let method = match last {
            Some(Statement::New { owner, .. }) => format!("new{}", upper_camel(ClassName::internal(owner).simple())),
            Some(Statement::Call { name, .. } | Statement::CallStatic { name, .. }) => lower_camel(name),
            _ => lower_camel(self.pair.callee.simple()),
        };
        if let Seen::Throws { class, .. } | Seen::Fails(class) = &test.was {
            let simple = class.rsplit(['.', '$']).next().unwrap_or_default();
            return format!("{method}Throws{}", upper_camel(simple));
        }
        let told = test.asserted.iter().find(|(place, _)| *place == test.sequence.subject);
        match told.and_then(|(_, value)| word(value)) {
            Some(word) => format!("{method}Returns{word}"),
            None => format!("{method}Works"),
        }
    }

    /// What a test shows: `sellCallsTake`, `sellThrowsIllegalArgumentException`.
    fn name(&self, test: &Test, telling: Option<&usize>) -> String {
        let plain = |name: &str, class: &str| match name {
            "<init>" => format!("new{}", upper_camel(class)),
            "<clinit>" => format!("initialising{}", upper_camel(class)),
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
        let alone = || {
            let branch = &self.pair.callee_branches[*telling.filter(|_| self.pair.is_alone())?];
            let words = condition(self.classes, branch).1;
            Some((&branch.method, where_(&words)))
        };
        let called =
            |site: &'_ Site| format!("Calls{}", upper_camel(&plain(&site.runs.name, site.runs.owner.simple())));
        let Some((method, does)) = site.map(|site| (&site.method, called(site))).or_else(alone) else {
            return "calls".to_owned();
        };
        let caller = plain(&method.name, method.owner.simple());
        match &test.was {
            Seen::Throws { class, .. } if class == END => format!("{caller}EndsTheJvm"),
            Seen::Throws { class, .. } | Seen::Fails(class) => {
                let simple = class.rsplit(['.', '$']).next().unwrap_or_default();
                format!("{caller}Throws{}", upper_camel(simple))
            }
            Seen::Value(_) => format!("{caller}{does}"),
        }
    }

    /// The source of a class with some tests.
    pub fn text(&self, class: &str, tests: &[NamedTest<'_>]) -> String {
        let mut unit = self.dialect.class(class);
        for NamedTest { name, test, type_arguments, telling } in tests {
            let Test { sequence, was, asserted: more, written, .. } = test;
            let (package, type_arguments) = (self.package, *type_arguments);
            let printed = Printed { sequence, package, was, more, with_message: false, written, type_arguments };
            let method = printed.test_method(self.program, self.dialect, name);
            unit.push(method.comment(Comment::doc_within(WIDTH, &comment(&self.covered(test, telling)))));
        }
        let is_held = |method: &Method| {
            let mut those = tests.iter().filter(|named| named.name == method.name);
            those.any(|named| self.program.meets_surroundings(&named.test.sequence))
        };
        let unit = self.dialect.with_virtual_environment(unit, is_held);
        let (header, package) = (None, self.package.replace('/', "."));
        CompilationUnit { header, package, class: unit }.print()
    }

    /// What a test covers, or what is suspicious about its exception, as a sentence.
    fn covered(&self, test: &Test, telling: &[usize]) -> String {
        if let Some(place) = test.through {
            let called = title(&self.pair.sites[place].runs);
            return format!("Neither declared nor documented, this comes out of `{called}`.");
        }
        if test.is_for_mutants {
            return self.detects(test);
        }
        if self.pair.is_alone() {
            return self.taken(telling);
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

    /// The mutants that a test is for, as a sentence.
    fn detects(&self, test: &Test) -> String {
        let mutants = test.detects.iter().map(|place| &self.mutants.all[*place]);
        let name = |mutant: &Mutant| match &*mutant.method.name {
            "<init>" => "a constructor".to_owned(),
            name if name.starts_with("lambda$") => "a lambda".to_owned(),
            name => format!("`{name}`"),
        };
        let words: Vec<(String, &str)> =
            mutants.map(|mutant| (name(mutant), mutant.differs.as_str())).unique().collect();
        let more = words.len().saturating_sub(NAMED);
        let by_method = words.iter().take(NAMED).chunk_by(|(name, _)| name);
        let said = by_method
            .into_iter()
            .map(|(name, words)| format!("in {name}, {}", words.map(|(_, differs)| *differs).join(" or ")));
        let named = said.collect::<Vec<String>>().join("; ");
        let more = if more > 0 { format!("; and {more} more") } else { String::new() };
        format!("Detects mutants of `{}`: {named}{more}.", self.pair.callee.simple())
    }

    /// The branches of a class by itself that a test takes: those of the method first that it calls last, and those of initialisers last that it does not
    /// ask about. Of one method, those come first that fewest tests take.
    fn telling(&self, test: &Test, shared: &HashMap<usize, usize>) -> Vec<usize> {
        let last = test.sequence.statements.get(test.sequence.subject as usize).and_then(called);
        let initial = Member::initial();
        let last = last.map(|(owner, name, descriptor)| match initial.owner == *owner {
            true => ("<clinit>", "()V"),
            false => (name, descriptor),
        });
        let mut branches: Vec<usize> = test.covers.iter().map(|coupled| coupled.callee).collect();
        branches.sort_by_key(|place| {
            let Branch { method, .. } = &self.pair.callee_branches[*place];
            let (name, descriptor) = (&*method.name, method.descriptor.to_string());
            (Some((name, descriptor.as_str())) != last, name == "<clinit>", shared[place])
        });
        branches
    }

    /// The branches of a class by itself that a test takes, as a sentence.
    fn taken(&self, telling: &[usize]) -> String {
        let branches = telling.iter().map(|place| &self.pair.callee_branches[*place]);
        let words: Vec<String> = branches
            .map(|branch| condition(self.classes, branch).1)
            .unique()
            .map(|words| format!("`{words}`"))
            .collect();
        let more = words.len().saturating_sub(NAMED);
        let named = words.iter().take(NAMED).join(", ");
        match more {
            0 => format!("Where {named}."),
            more => format!("Where {named}, and {more} more."),
        }
    }
}

/// A short value as a part of a name; nothing if it is none.
fn word(value: &Plain) -> Option<String> {
    let word = match value {
        Plain::Number { ty, bits } if ty == "Z" => if *bits == 0 { "False" } else { "True" }.to_owned(),
        Plain::Number { ty, bits } if ["B", "S", "I", "J"].contains(&ty.as_str()) => {
            let minus = if *bits < 0 { "Minus" } else { "" };
            format!("{minus}{}", bits.unsigned_abs())
        }
        Plain::Constant { name, .. } => upper_camel(&name.to_lowercase()),
        _ => return None,
    };
    (word.len() <= LETTERS).then_some(word)
}

/// A condition as the last part of a name: `WhereAmountIsMoreThan90`; nothing if it is no plain one.
fn where_(condition: &str) -> String {
    const COMPARED: [(&str, &str); 7] = [
        ("!=", "IsNot"),
        ("==", "Is"),
        ("<=", "IsAtMost"),
        (">=", "IsAtLeast"),
        ("<", "IsLessThan"),
        (">", "IsMoreThan"),
        ("!", "Not"),
    ];
    let mut rest = condition;
    let mut words = Vec::new();
    while let Some(next) = rest.chars().next() {
        let compared = COMPARED.iter().find(|(sign, _)| rest.starts_with(sign));
        let length = match compared {
            Some((sign, word)) => {
                words.push((*word).to_owned());
                sign.len()
            }
            None if next.is_alphanumeric() => {
                let length = rest.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(rest.len());
                let word = &rest[..length];
                let is_number = word.starts_with(|first: char| first.is_numeric());
                words.push(if is_number { word.to_owned() } else { upper_camel(word) });
                length
            }
            None if " .()\"'".contains(next) => 1,
            None => return String::new(),
        };
        rest = &rest[length..];
    }
    if (1..=WORDS).contains(&words.len()) { format!("Where{}", words.concat()) } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::where_;

    #[test]
    fn a_plain_condition_makes_a_name() {
        for (condition, expected) in [
            ("!lazy", "WhereNotLazy"),
            ("fuelAmount > 90", "WhereFuelAmountIsMoreThan90"),
            ("name != null", "WhereNameIsNotNull"),
            ("key.equals(\"Id\")", "WhereKeyEqualsId"),
            ("a - b > 0", ""),
            ("one two three four five six seven", ""),
            ("", ""),
        ] {
            assert_eq!(where_(condition), expected, "{condition}");
        }
    }
}
