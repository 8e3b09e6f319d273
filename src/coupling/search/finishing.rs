//! What was found as tests: as few as cover everything, each as short as it can be, with assertions that hold in other JVMs.

use super::archive::{Covering, is_thrown};
use super::asserting::Assertions;
use super::hunting::Hunting;
use super::suspects::{Cause, cause};
use super::trying::{Trying, ending};
use crate::coupling::probes::Probes;
use crate::coupling::site::Coupled;
use crate::sequence::{Ingredients, Performing, Seen, is_literal, type_of};
use crate::worker::Error;
use crate::worker::protocol::{Performed, Plain, Sequence, Statement, Trace};
use std::collections::{BTreeMap, BTreeSet};

/// How often it is gone over the statements.
const ROUNDS: usize = 2;

/// How many suspicious exceptions are looked at.
const SUSPECTS: usize = 12;

/// How many letters a text has at most that stays as it is.
const PLAIN: usize = 12;

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
    /// What it leaves in its folder.
    pub written: Vec<String>,
    /// The call site through which a suspicious exception comes that ends it, by its place in the pair, if one does.
    pub through: Option<usize>,
}

/// A test that ends with a suspicious exception.
#[derive(Debug, Clone)]
pub struct Suspected {
    /// The test.
    pub test: Test,
    /// Where the exception comes from.
    pub trace: Trace,
}

/// The tests that cover what was found, and those that end with exceptions that were met.
pub(super) fn finished(
    hunting: &Hunting<'_>,
    probes: &Probes,
    ingredients: &Ingredients<'_>,
    (performing, guarded): (&mut [Performing<'_>; 2], &mut Performing<'_>),
    (mut found, suspects): (Vec<Covering>, BTreeMap<Cause, Sequence>),
) -> Result<(Vec<Test>, Vec<Suspected>), Error> {
    let mut trying = Trying { hunting, probes, ingredients, performing, guarded };
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
    Ok((tests, suspected))
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
        let short = self.shortened(sequence.tidied(), &|performed, covers| {
            needed.is_subset(covers) && (throws || performed.thrown.is_empty())
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

    /// Whether a sequence covers the same, and ends alike, in two JVMs on classes without static state.
    fn confirmed(&mut self, sequence: &Sequence, needed: &BTreeSet<Coupled>) -> Result<Option<Test>, Error> {
        let mut seen: Option<(Seen, BTreeSet<Coupled>, Vec<String>)> = None;
        for worker in [0, 1, 0] {
            let Some((performed, covers)) = self.afresh(worker, sequence)? else { return Ok(None) };
            let was = match Seen::of(&performed, sequence.statements.len()) {
                Seen::Value(_) => Seen::Value(Plain::Nothing),
                thrown => thrown,
            };
            let written = performed.files.iter().map(|file| file.name.clone()).collect();
            let now = (was, covers, written);
            if !needed.is_subset(&now.1)
                || matches!(now.0, Seen::Fails(_))
                || seen.as_ref().is_some_and(|seen| *seen != now)
            {
                return Ok(None);
            }
            seen = Some(now);
        }
        let wanted = self.hunting.pair.coupled();
        Ok(seen.map(|(was, covers, written)| Test {
            sequence: sequence.clone(),
            was,
            asserted: Vec::new(),
            covers: covers.into_iter().filter(|coupled| wanted.contains(coupled)).collect(),
            written,
            through: None,
        }))
    }

    /// The smallest test with a suspicious exception, if it has it again and again.
    fn suspected(&mut self, of: &Cause, found: &Sequence) -> Result<Option<Suspected>, Error> {
        let hunting = self.hunting;
        let is_it = |performed: &Performed| cause(hunting, &performed.trace).as_ref() == Some(of);
        let short = self.shortened(found.tidied(), &|performed, _| is_it(performed))?;
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

    /// Leaves out statements, the last ones first, as long as something holds of what comes of it, and all of it is performed.
    fn shortened(
        &mut self,
        mut shortest: Sequence,
        keeps: &dyn Fn(&Performed, &BTreeSet<Coupled>) -> bool,
    ) -> Result<Sequence, Error> {
        for _ in 0..ROUNDS {
            let before = shortest.clone();
            let mut place = shortest.statements.len() as u32;
            while let Some(next) = place.checked_sub(1) {
                place = next.min(shortest.statements.len() as u32 - 1);
                let left_out = shortest.statements[place as usize].clone();
                let is_alike = |other: &Statement| {
                    type_of(other) == type_of(&left_out) && (!is_literal(&left_out) || is_literal(other))
                };
                let alike = (0..place).filter(|other| is_alike(&shortest.statements[*other as usize])).map(Some);
                let fewer = [None].into_iter().chain(alike).filter_map(|instead| shortest.without(place, instead));
                let fewer: Vec<Sequence> = fewer.chain(shortest.without_users(place)).map(ending).collect();
                for fewer in fewer {
                    if !fewer.statements.is_empty()
                        && fewer.statements.len() < shortest.statements.len()
                        && let Some((performed, covers)) = self.performed(&fewer)?
                        && keeps(&performed, &covers)
                        && performed.ended as usize + usize::from(!performed.thrown.is_empty())
                            == fewer.statements.len()
                    {
                        shortest = fewer;
                        break;
                    }
                }
                if place as usize >= shortest.statements.len() {
                    place = shortest.statements.len() as u32;
                }
            }
            if shortest == before {
                break;
            }
        }
        self.plainer(shortest, keeps)
    }

    /// Puts plain texts in the place of others, as long as something holds of what comes of it.
    fn plainer(
        &mut self,
        mut plainest: Sequence,
        keeps: &dyn Fn(&Performed, &BTreeSet<Coupled>) -> bool,
    ) -> Result<Sequence, Error> {
        let ends = |performed: &Performed| (performed.ended, performed.thrown.clone());
        let Some((before, _)) = self.performed(&plainest)? else { return Ok(plainest) };
        for place in 0..plainest.statements.len() {
            for plain in plain_texts(&plainest.statements[place]) {
                let candidate = plainest.with(place as u32, plain);
                if candidate != plainest
                    && let Some((performed, covers)) = self.performed(&candidate)?
                    && keeps(&performed, &covers)
                    && ends(&performed) == ends(&before)
                {
                    plainest = candidate;
                    break;
                }
            }
        }
        Ok(plainest)
    }
}

/// Short texts for one that readers of a test would look for a meaning in, the most telling first.
fn plain_texts(statement: &Statement) -> Vec<Statement> {
    match statement {
        Statement::Text(text)
            if text.chars().count() > PLAIN || text.chars().any(|letter| !letter.is_alphanumeric()) =>
        {
            ["ab", "a", ""].map(|plain| Statement::Text(plain.to_owned())).to_vec()
        }
        _ => Vec::new(),
    }
}
