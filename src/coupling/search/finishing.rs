//! What was found as tests: as few as cover everything, each as short as it can be, with assertions that hold in other JVMs.

use super::archive::{Covering, is_thrown};
use super::asserting::Assertions;
use super::shortening::is_whole;
use super::strengthening::{Strengthened, strengthened};
use super::suspects::{Cause, cause};
use super::test::Test;
use super::trying::{Trying, ending};
use crate::coupling::site::Coupled;
use crate::worker::Error;
use crate::worker::protocol::{Performed, Sequence, Trace};
use std::collections::{BTreeMap, BTreeSet};

/// How many suspicious exceptions are looked at.
const SUSPECTS: usize = 12;

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

/// The tests that cover what was found, and those that end with exceptions that were met.
pub(super) fn finished(
    trying: &mut Trying<'_, '_, '_, '_>,
    mut found: Vec<Covering>,
    suspects: BTreeMap<Cause, Sequence>,
) -> Result<Finished, Error> {
    let hunting = trying.hunting;
    let mut open: BTreeSet<Coupled> = found.iter().flat_map(|one| one.covers.iter().copied()).collect();
    let mut tests: Vec<Test> = Vec::new();
    // What ends as it should comes before what throws something, what needs no virtual surroundings before what does, and the one that adds most before
    // others.
    let is_virtual = |one: &Covering| hunting.program.meets_surroundings(&one.sequence);
    while !open.is_empty() && !found.is_empty() {
        let rank = |one: &Covering| {
            let adds = one.covers.intersection(&open).count();
            (adds == 0, one.throws, is_virtual(one), std::cmp::Reverse(adds), one.sequence.statements.len())
        };
        let best = (0..found.len()).min_by_key(|place| rank(&found[*place])).unwrap_or(0);
        let covering = found.swap_remove(best);
        let needed: BTreeSet<Coupled> = covering.covers.intersection(&open).copied().collect();
        if needed.is_empty() {
            break;
        }
        if let Some(test) = trying.test(&covering.sequence, &needed)? {
            open.retain(|coupled| !test.covers.contains(coupled));
            tests.push(test);
        }
    }
    let suspects = suspects.into_iter().take(SUSPECTS);
    let mut suspected = Vec::new();
    for (cause, sequence) in suspects {
        suspected.extend(trying.suspected(&cause, &sequence)?);
    }
    let strengthened = strengthened(trying, &mut tests)?;
    Ok(Finished { tests, suspected, strengthened })
}

impl Trying<'_, '_, '_, '_> {
    /// A test that covers what is needed, or as much of it as it does again and again.
    fn test(&mut self, sequence: &Sequence, needed: &BTreeSet<Coupled>) -> Result<Option<Test>, Error> {
        let Some((performed, covers)) = self.afresh(0, sequence)? else { return Ok(None) };
        let needed: BTreeSet<Coupled> = needed.intersection(&covers).copied().collect();
        if needed.is_empty() {
            return Ok(None);
        }
        let throws = !performed.thrown.is_empty();
        let short = self.shortened(sequence.tidied(), &mut |trying, fewer| {
            let is_fine = |(performed, covers): (Performed, BTreeSet<Coupled>)| {
                is_whole(&performed, fewer) && needed.is_subset(&covers) && (throws || performed.thrown.is_empty())
            };
            Ok(trying.performed(fewer)?.is_some_and(is_fine))
        })?;
        for candidate in [short, sequence.clone()].map(|sequence| self.hunting.program.seeded(ending(sequence))) {
            let Some(mut test) = self.confirmed(&candidate, &needed)? else { continue };
            if !is_thrown(&test.was) {
                let Assertions { sequence, values } = self.assertions(&candidate)?;
                (test.sequence, test.asserted) = (sequence, values);
            }
            return Ok(Some(test));
        }
        Ok(None)
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
