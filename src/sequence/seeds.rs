//! What tests do, tried out: beginnings of the search, and a source of objects.

use super::carving::{LeftOut, TestMethod, carve};
use super::data::{ValueType, runs_code, type_of, used};
use super::performing::{Came, Performing};
use super::places;
use super::program::Program;
use crate::classfile::Type;
use crate::worker::Error;
use crate::worker::protocol::{Sequence, Statement};
use std::collections::{BTreeMap, BTreeSet};

/// How many tests are looked at for one class.
const TESTS: usize = 150;

/// How many statements of a test are left out until the others can be performed.
const REPAIRS: usize = 8;

/// How many statements an object may take.
const LONGEST: usize = 14;

/// How many ways to make objects of a type are kept.
const KEPT: usize = 24;

/// Sequences of tests.
#[derive(Default)]
pub struct Seeds {
    /// All of these end as they should.
    by_test: BTreeMap<TestMethod, Sequence>,
    /// At the end of these something is thrown, as it may be in the test.
    throwing: BTreeMap<TestMethod, Vec<Sequence>>,
    /// How often something was left out of a test.
    left_out: BTreeMap<TestMethod, BTreeMap<LeftOut, usize>>,
}

impl Seeds {
    /// Carves sequences from tests, for tests in a package, and leaves out what throws something.
    pub fn of(
        program: &Program,
        package: &str,
        tests: &BTreeSet<TestMethod>,
        performing: &mut Performing<'_>,
    ) -> Result<Seeds, Error> {
        let mut seeds = Seeds::default();
        let mut open: Vec<(TestMethod, Sequence)> = Vec::new();
        for test in tests.iter().take(TESTS) {
            let Some(carved) = carve(program, package, test) else { continue };
            seeds.left_out.insert(test.clone(), carved.left_out);
            open.extend(carved.sequence.map(|sequence| (test.clone(), sequence)));
        }
        for _ in 0..=REPAIRS {
            let sequences: Vec<Sequence> = open.iter().map(|(_, sequence)| sequence.clone()).collect();
            let came = performing.perform(&sequences, None)?;
            let mut next = Vec::new();
            for ((test, sequence), came) in open.into_iter().zip(came) {
                let Came::Performed(performed) = &came else { continue };
                if performed.thrown.is_empty() {
                    if came.performed().is_some() {
                        seeds.by_test.insert(test, sequence);
                    }
                    continue;
                }
                let why = if came.outside().is_some() { LeftOut::Apart } else { LeftOut::Thrown };
                *seeds.left_out.entry(test.clone()).or_default().entry(why).or_default() += 1;
                if came.performed().is_some() {
                    let throwing = sequence.sliced(performed.ended, performed.ended);
                    seeds.throwing.entry(test.clone()).or_default().push(throwing);
                }
                // What a test writes somewhere can be written elsewhere.
                let moved = came.outside().and_then(|_| places::moved(&sequence, performed.ended));
                let rest = moved.or_else(|| sequence.without_users(performed.ended)).map(|rest| rest.tidied());
                next.extend(rest.map(|rest| (test, rest)));
            }
            if next.is_empty() {
                break;
            }
            open = next;
        }
        Ok(seeds)
    }

    /// The sequences of some tests.
    pub fn of_tests<'s>(&'s self, tests: &'s [TestMethod]) -> impl Iterator<Item = &'s Sequence> {
        let whole = tests.iter().filter_map(|test| self.by_test.get(test));
        whole.chain(tests.iter().filter_map(|test| self.throwing.get(test)).flatten())
    }

    /// How often something was left out of some tests, by the reason.
    pub fn left_out(&self, tests: &[TestMethod]) -> BTreeMap<LeftOut, usize> {
        let mut sums = BTreeMap::new();
        for (why, count) in tests.iter().filter_map(|test| self.left_out.get(test)).flatten() {
            *sums.entry(*why).or_default() += count;
        }
        sums
    }

    /// Ways to make objects, by the type of the object: as it was made, and as it was in the end. The shortest come first.
    pub fn objects(&self) -> BTreeMap<Type, Vec<Sequence>> {
        let mut found: BTreeMap<Type, BTreeSet<(usize, Sequence)>> = BTreeMap::new();
        for sequence in self.by_test.values() {
            for (place, statement) in (0..).zip(&sequence.statements) {
                let Some(ValueType::Of(ty @ Type::Class(_))) = type_of(statement) else { continue };
                let is_text = matches!(&ty, Type::Class(class) if *class == "java/lang/String");
                if !runs_code(statement) || super::program::unboxed(&ty).is_some() || is_text {
                    continue;
                }
                let is_use = |other: &&usize| used(&sequence.statements[**other]).contains(&place);
                let last = (place as usize + 1..sequence.statements.len()).collect::<Vec<_>>();
                let last = last.iter().rev().find(is_use).map(|other| *other as u32);
                for end in [Some(place), last].into_iter().flatten() {
                    let made = sequence.sliced(place, end);
                    if made.statements.len() <= LONGEST {
                        found.entry(ty.clone()).or_default().insert((made.statements.len(), made));
                    }
                }
            }
        }
        let shortest = |all: BTreeSet<(usize, Sequence)>| all.into_iter().take(KEPT).map(|(_, made)| made).collect();
        found.into_iter().map(|(ty, all)| (ty, shortest(all))).collect()
    }

    /// The texts that tests use.
    pub fn texts(&self) -> BTreeSet<&String> {
        let statements = self.by_test.values().flat_map(|sequence| &sequence.statements);
        statements
            .filter_map(|statement| match statement {
                Statement::Text(text) => Some(text),
                _ => None,
            })
            .collect()
    }
}
