//! What was found as tests: as few as cover everything, each as short as it can be, with assertions that hold in other JVMs.

use super::archive::{Covering, is_thrown};
use super::asserting::Assertions;
use super::hunt::{BATCH, PARTS, as_performed};
use super::hunting::{Hunting, Stage};
use super::shortening::is_whole;
use super::strengthening::{Strengthened, strengthened};
use super::suspects::{Cause, Suspects, cause};
use super::test::Test;
use super::trying::{self, Trying, ending};
use crate::coupling::probes::Probes;
use crate::coupling::site::Coupled;
use crate::session::in_turn;
use crate::worker::Error;
use crate::worker::protocol::{Performed, Sequence, Trace};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::time::Instant;

/// Fewer tests than this are not worth a second pair of workers.
const FEW: usize = 8;

/// How many tests in turn that come to nothing on fresh classes are enough to try only those that came to something there before.
const FAILURES: usize = 8;

/// How many suspicious exceptions are looked at.
const SUSPECTS: usize = 12;

/// How many static fields a test may look at until one shows what an initialiser has done.
const LOOKED_AT: usize = 12;

/// A test that ends with a suspicious exception.
#[derive(Debug, Clone)]
pub struct Suspected {
    /// The test.
    pub test: Test,
    /// Where the exception comes from.
    pub trace: Trace,
}

/// What was made of what was found.
pub(super) struct Finished {
    pub(super) tests: Vec<Test>,
    pub(super) suspected: Vec<Suspected>,
    pub(super) strengthened: Option<Strengthened>,
}

/// The tests that cover what was found, and those that end with exceptions that were met. Where much was found, it is gone through in parts.
pub(super) fn finished(
    hunting: &Hunting<'_>,
    probes: &Probes,
    found: &[Covering],
    suspects: Suspects,
) -> Result<Finished, Error> {
    let all: BTreeSet<Coupled> = found.iter().flat_map(|one| one.covers.iter().copied()).collect();
    let shares = shares(hunting, found, &all);
    if shares.len() < FEW {
        return trying::in_workers(hunting, probes, |trying| {
            let tests = trying.covering(found, all)?;
            trying.completed(tests, suspects)
        });
    }
    let part = |part| shares.iter().skip(part).step_by(PARTS).flatten().copied().collect();
    let parts: Vec<BTreeSet<Coupled>> = (0..PARTS).map(part).collect();
    let tests = in_turn(hunting.jobs.max(1), parts, |open| {
        trying::in_workers(hunting, probes, |trying| trying.covering(found, open))
    })?;
    let tests = needed(tests.into_iter().flatten().collect());
    trying::in_workers(hunting, probes, |trying| trying.completed(tests, suspects))
}

/// What each test would add if all of them came to the same again, the one that adds most first.
fn shares(hunting: &Hunting<'_>, found: &[Covering], all: &BTreeSet<Coupled>) -> Vec<BTreeSet<Coupled>> {
    let (mut open, mut shares) = (all.clone(), Vec::new());
    let mut left = Left::of(hunting, found, all);
    while let Some((_, adds)) = left.best(&open) {
        open = &open - &adds;
        shares.push(adds);
    }
    shares
}

/// What makes a test the next one, by what is known of it: what ends as it should comes before what throws something, what needs no virtual
/// surroundings before what does, the one that adds most before others, and then the shorter one. The last is its place.
type Rank = (bool, bool, Reverse<usize>, usize, usize);

/// Tests that were not taken yet. As what they add only becomes less, a rank that is still right is that of the best one.
struct Left<'c> {
    found: &'c [Covering],
    ranks: BinaryHeap<Reverse<Rank>>,
}

impl<'c> Left<'c> {
    fn of(hunting: &Hunting<'_>, found: &'c [Covering], open: &BTreeSet<Coupled>) -> Left<'c> {
        let rank = |(place, one): (usize, &Covering)| {
            let adds = one.covers.intersection(open).count();
            let is_virtual = hunting.program.meets_surroundings(&one.sequence);
            Reverse((one.throws, is_virtual, Reverse(adds), one.sequence.statements.len(), place))
        };
        Left { found, ranks: found.iter().enumerate().map(rank).collect() }
    }

    /// Takes the best test, with what it adds; nothing if none adds anything.
    fn best(&mut self, open: &BTreeSet<Coupled>) -> Option<(&'c Covering, BTreeSet<Coupled>)> {
        while let Some(Reverse((throws, is_virtual, known, length, place))) = self.ranks.pop() {
            let adds = &self.found[place].covers & open;
            if adds.is_empty() {
                continue;
            }
            if adds.len() == known.0 {
                return Some((&self.found[place], adds));
            }
            self.ranks.push(Reverse((throws, is_virtual, Reverse(adds.len()), length, place)));
        }
        None
    }
}

/// The tests without those that cover only what others do, the last ones first.
fn needed(mut tests: Vec<Test>) -> Vec<Test> {
    for place in (0..tests.len()).rev() {
        if tests[place].covers.is_subset(&covered_by_others(&tests, place)) {
            tests.remove(place);
        }
    }
    tests
}

/// What all tests but one cover.
fn covered_by_others(tests: &[Test], place: usize) -> BTreeSet<Coupled> {
    let others = tests.iter().enumerate().filter(|(other, _)| *other != place);
    others.flat_map(|(_, test)| test.covers.iter().copied()).collect()
}

impl Trying<'_, '_, '_, '_> {
    /// Tests that cover what is open, as few as need be. What was found is confirmed first, and what that gives is made short and asserts something then,
    /// so that a limit costs readers something, and no test.
    fn covering(&mut self, found: &[Covering], mut open: BTreeSet<Coupled>) -> Result<Vec<Test>, Error> {
        let all = open.clone();
        let mut left = Left::of(self.hunting, found, &open);
        let mut tests: Vec<Test> = Vec::new();
        let mut failures = 0;
        while !self.hunting.stops(Stage::Confirming)
            && let Some((covering, adds)) = left.best(&open)
        {
            if failures >= FAILURES && !covering.is_sure {
                continue;
            }
            let sequence = self.hunting.program.seeded(ending(covering.sequence.clone()));
            let test = self.confirmed(&sequence, &BTreeSet::new())?.filter(|test| !test.covers.is_disjoint(&adds));
            failures = if test.is_some() { 0 } else { failures + 1 };
            if let Some(test) = test {
                open.retain(|coupled| !test.covers.contains(coupled));
                tests.push(test);
            }
        }
        self.made_readable(needed(tests), &all)
    }

    /// Some tests made short, with assertions: as many as there is time for. Together they cover as much of what is wanted.
    fn made_readable(&mut self, mut tests: Vec<Test>, wanted: &BTreeSet<Coupled>) -> Result<Vec<Test>, Error> {
        for place in 0..tests.len() {
            if self.hunting.stops(Stage::Shortening) {
                break;
            }
            self.until = self.share(Stage::Shortening, tests.len() - place);
            let own = &(wanted & &tests[place].covers) - &covered_by_others(&tests, place);
            if !own.is_empty()
                && let Some(test) = self.readable(&tests[place], &own)?
            {
                tests[place] = test;
            }
        }
        self.until = None;
        Ok(needed(tests))
    }

    /// When one of some tests has to be short enough, if something limits that. As most take less than their share, each has twice as much.
    fn share(&self, stage: Stage, tests: usize) -> Option<Instant> {
        let left = (self.hunting.left)(stage)?;
        let tests = u32::try_from(tests).unwrap_or(u32::MAX).max(1);
        Some(Instant::now() + left.min(left / tests * 2))
    }

    /// Some tests, with those that end with suspicious exceptions, and those for mutants.
    fn completed(&mut self, mut tests: Vec<Test>, mut suspects: Suspects) -> Result<Finished, Error> {
        self.provoke(&tests, &mut suspects)?;
        let mut suspected = Vec::new();
        let best = suspects.best(SUSPECTS);
        for (place, (cause, sequence)) in best.iter().enumerate() {
            if self.hunting.stops(Stage::Suspicious) {
                break;
            }
            self.until = self.share(Stage::Suspicious, best.len() - place);
            suspected.extend(self.suspected(cause, sequence)?);
        }
        self.until = None;
        let strengthened = strengthened(self, &mut tests)?;
        Ok(Finished { tests, suspected, strengthened })
    }

    /// Adds what tests end with in which an object is missing that they hand over: each of these in turn, where nothing says that it must be there.
    fn provoke(&mut self, tests: &[Test], suspects: &mut Suspects) -> Result<(), Error> {
        let plain = tests.iter().filter(|test| !self.hunting.pair.is_alone() && !is_thrown(&test.was));
        let missing = plain.flat_map(|test| test.sequence.up_to(test.sequence.subject).tidied().each_with_null());
        let missing: Vec<Sequence> = missing.collect::<BTreeSet<_>>().into_iter().collect();
        for batch in missing.chunks(BATCH) {
            if self.hunting.stops(Stage::Suspicious) {
                break;
            }
            let came = self.performing[0].perform(batch, None)?;
            for (sequence, came) in batch.iter().zip(came) {
                if let Some(performed) = came.performed() {
                    suspects.meet(self.hunting, &as_performed(sequence.clone(), performed), &performed.trace);
                }
            }
        }
        Ok(())
    }

    /// A test that covers what is needed of another one, is as short as it can be, and asserts something if it ends as it should.
    fn readable(&mut self, test: &Test, needed: &BTreeSet<Coupled>) -> Result<Option<Test>, Error> {
        let throws = is_thrown(&test.was);
        let short = self.shortened(test.sequence.tidied(), &mut |trying, fewer| {
            let is_fine = |(performed, covers): (Performed, BTreeSet<Coupled>)| {
                is_whole(&performed, fewer) && needed.is_subset(&covers) && (throws || performed.thrown.is_empty())
            };
            Ok(trying.performed(fewer)?.is_some_and(is_fine))
        })?;
        for candidate in [short, test.sequence.clone()].map(|sequence| self.hunting.program.seeded(ending(sequence))) {
            let mut first = None;
            for candidate in self.looking(candidate)? {
                let Some(mut test) = self.confirmed(&candidate, needed)? else { continue };
                if is_thrown(&test.was) {
                    return Ok(Some(test));
                }
                let Assertions { sequence, values } = self.assertions(&candidate)?;
                (test.sequence, test.asserted) = (sequence, values);
                if !test.asserted.is_empty() {
                    return Ok(Some(test));
                }
                first.get_or_insert(test);
            }
            if first.is_some() {
                return Ok(first);
            }
        }
        Ok(None)
    }

    /// A sequence or, if it asks what an initialiser leaves in a static field, that and the same of other fields: those first that hold something else where nothing is
    /// said of what surrounds the program, as these show most.
    fn looking(&mut self, sequence: Sequence) -> Result<Vec<Sequence>, Error> {
        let (here, usual): (Vec<Sequence>, Vec<Sequence>) =
            self.ingredients.looking_at_fields(&sequence).into_iter().unzip();
        if here.is_empty() {
            return Ok(vec![sequence]);
        }
        let [came, usually] = [&here, &usual].map(|sequences| self.performing[0].perform(sequences, None));
        let values = came?.into_iter().zip(usually?);
        let is_usual = values.map(|(here, usual)| {
            here.performed().map(|performed| &performed.value) == usual.performed().map(|performed| &performed.value)
        });
        let mut looking: Vec<(bool, Sequence)> = is_usual.zip(here).collect();
        looking.sort_by_key(|(is_usual, _)| *is_usual);
        Ok(looking.into_iter().map(|(_, sequence)| sequence).take(LOOKED_AT).collect())
    }

    /// The smallest test with a suspicious exception, if it has it again and again.
    fn suspected(&mut self, of: &Cause, found: &Sequence) -> Result<Option<Suspected>, Error> {
        let hunting = self.hunting;
        let is_it = |performed: &Performed| cause(hunting, &performed.trace).as_ref() == Some(of);
        let short = self.shortened(found.tidied(), &mut |trying, fewer| {
            let performed = trying.performed(fewer)?;
            Ok(performed.is_some_and(|(performed, _)| is_whole(&performed, fewer) && is_it(&performed)))
        })?;
        for sequence in [short, found.clone()].map(ending) {
            let Some((performed, _)) = self.afresh(0, &sequence)? else { continue };
            if is_it(&performed)
                && let Some(test) = self.confirmed(&sequence, &BTreeSet::new())?
            {
                let test = Test { through: Some(of.1), ..test };
                return Ok(Some(Suspected { test, trace: performed.trace }));
            }
        }
        Ok(None)
    }
}
