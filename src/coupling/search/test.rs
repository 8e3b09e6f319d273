//! A test that was found, and whether what it does comes to the same in other JVMs.

use super::asserting::{Assertions, Candidate, joined};
use super::trying::Trying;
use crate::coupling::site::Coupled;
use crate::sequence::{Seen, has_empty_path};
use crate::worker::Error;
use crate::worker::protocol::{Plain, Sequence};
use std::collections::BTreeSet;

/// A test.
#[derive(Debug, Clone)]
pub struct Test {
    /// What it does; its subject is the last value of what covers something, behind which values are asked for.
    pub sequence: Sequence,
    /// The exception with which it ends, or nothing.
    pub was: Seen,
    /// What is asserted: values, with their places.
    pub asserted: Vec<(u32, Plain)>,
    /// The coupled branches that it covers.
    pub covers: BTreeSet<Coupled>,
    /// The mutants that it is for, by their places: no other test before it detects them.
    pub detects: BTreeSet<usize>,
    /// Whether it is for these alone, whatever branches it covers.
    pub is_for_mutants: bool,
    /// What it leaves in its folder.
    pub written: Vec<String>,
    /// The call site through which a suspicious exception comes that ends it, by its place in the pair, if one does.
    pub through: Option<usize>,
}

/// A test that comes to the same in several JVMs.
struct Alike {
    test: Test,
    /// The digests of its values in each of them.
    digests: Vec<Vec<i64>>,
}

impl Trying<'_, '_, '_, '_> {
    /// Whether a sequence covers what is needed, and ends alike, in two JVMs on classes without static state.
    pub(super) fn confirmed(&mut self, sequence: &Sequence, needed: &BTreeSet<Coupled>) -> Result<Option<Test>, Error> {
        Ok(self.afresh_alike(sequence, needed, &[0, 1])?.map(|alike| alike.test))
    }

    /// A test of what some candidates ask for, as far as the values are what they are in a worker that has performed others: of objects it is
    /// enough that they are there.
    pub(super) fn asserting(&mut self, plain: &Sequence, mut chosen: Vec<Candidate>) -> Result<Option<Test>, Error> {
        loop {
            let Assertions { sequence, values } = joined(plain, &chosen);
            let usual = self.guarded.perform(std::slice::from_ref(&sequence), None)?.remove(0);
            let Some(usual) = usual.performed() else { return Ok(None) };
            let Some(Alike { mut test, digests }) = self.afresh_alike(&sequence, &BTreeSet::new(), &[0, 1, 0])? else {
                return Ok(None);
            };
            let is_steady = |(place, value): &(u32, Plain)| {
                let is_said = !matches!(value, Plain::Other { .. } | Plain::Same(_));
                let place = *place as usize;
                !is_said || digests.iter().all(|digests| digests.get(place) == usual.digests.get(place))
            };
            let mut steady = values.iter().map(is_steady).collect::<Vec<bool>>().into_iter();
            let before = chosen.len();
            chosen.retain(|_| steady.next().unwrap_or_default());
            if chosen.len() == before {
                test.asserted = values;
                return Ok(Some(test));
            }
        }
    }

    /// A test, if it covers what is needed, and ends alike, in some JVMs in turn on classes without static state.
    fn afresh_alike(
        &mut self,
        sequence: &Sequence,
        needed: &BTreeSet<Coupled>,
        workers: &[usize],
    ) -> Result<Option<Alike>, Error> {
        if has_empty_path(sequence) {
            return Ok(None);
        }
        let mut seen: Option<(Seen, Vec<String>)> = None;
        let mut common: Option<BTreeSet<Coupled>> = None;
        let mut digests = Vec::new();
        for worker in workers {
            let Some((performed, mut covers)) = self.afresh(*worker, sequence)? else { return Ok(None) };
            let was = match Seen::of(&performed, sequence.statements.len()) {
                Seen::Value(_) => Seen::Value(Plain::Nothing),
                thrown => thrown,
            };
            let now = (was, performed.files.iter().map(|file| file.name.clone()).collect());
            // In another zone, at another time, it may go through other branches, too.
            covers.retain(|coupled| common.as_ref().is_none_or(|common| common.contains(coupled)));
            if !needed.is_subset(&covers)
                || matches!(now.0, Seen::Fails(_))
                || seen.as_ref().is_some_and(|seen| *seen != now)
            {
                return Ok(None);
            }
            (seen, common) = (Some(now), Some(covers));
            digests.push(performed.digests);
        }
        let wanted = self.hunting.pair.coupled();
        let test = seen.zip(common).map(|((was, written), covers)| Test {
            sequence: sequence.clone(),
            was,
            asserted: Vec::new(),
            covers: covers.into_iter().filter(|coupled| wanted.contains(coupled)).collect(),
            detects: BTreeSet::new(),
            is_for_mutants: false,
            written,
            through: None,
        });
        Ok(test.map(|test| Alike { test, digests }))
    }
}
