//! Sequences that are tried out: what comes of them, and what they cover.

use super::hunting::{Hunting, Reading};
use crate::coupling::probes::Probes;
use crate::coupling::site::Coupled;
use crate::sequence::{Came, Ingredients, Performing, Seeds};
use crate::worker::Error;
use crate::worker::protocol::{Performed, Sequence, Taken};
use std::collections::BTreeSet;
use std::time::Instant;

/// What is found is performed by workers that tell of branches, and what is asserted by one that can replace methods.
pub(super) struct Trying<'f, 'i, 'w, 'g> {
    pub(super) hunting: &'f Hunting<'f>,
    pub(super) probes: &'f Probes,
    pub(super) ingredients: &'f Ingredients<'i>,
    pub(super) performing: &'f mut [Performing<'w>; 2],
    pub(super) guarded: &'f mut Performing<'g>,
    /// When a test is short enough as it is, if something limits that.
    pub(super) until: Option<Instant>,
}

/// Tries out sequences with workers that are started for it.
pub(super) fn in_workers<T>(
    hunting: &Hunting<'_>,
    probes: &Probes,
    work: impl FnOnce(&mut Trying<'_, '_, '_, '_>) -> Result<T, Error>,
) -> Result<T, Error> {
    let package = hunting.tested().package().to_owned();
    hunting.in_workers(&probes.feature(), Reading::States, |performing| {
        let seeds = Seeds::of(hunting.program, &package, hunting.tests, &mut performing[0])?;
        let ingredients = &hunting.ingredients(&package, &seeds);
        hunting.in_workers(&hunting.guard, Reading::States, |[guarded, _]| {
            work(&mut Trying { hunting, probes, ingredients, performing, guarded, until: None })
        })
    })
}

/// Performs sequences, and learns from them. One that ends its worker costs seconds: after it, those are left out that call what has never returned,
/// and all others if it is time to stop.
pub(super) fn perform_most(
    performing: &mut Performing<'_>,
    mut batch: Vec<Sequence>,
    is_renewed: bool,
    ingredients: &Ingredients<'_>,
    stops: impl Fn() -> bool,
) -> Result<Vec<(Sequence, Came, Taken)>, Error> {
    let mut all = Vec::with_capacity(batch.len());
    while !batch.is_empty() {
        let came = match is_renewed {
            true => performing.perform_some_on_renewed(&batch, None)?,
            false => performing.perform_some(&batch, None)?,
        };
        let mut left = batch.split_off(came.len());
        let has_ended = came.last() == Some(&Came::Ended);
        for ((sequence, came), taken) in batch.into_iter().zip(came).zip(std::mem::take(&mut performing.taken)) {
            ingredients.learn(&sequence, &came, &taken);
            all.push((sequence, came, taken));
        }
        if has_ended {
            let is_over = stops();
            left.retain(|sequence| !is_over && !ingredients.has_dead_end(sequence));
        }
        batch = left;
    }
    Ok(all)
}

impl Trying<'_, '_, '_, '_> {
    /// Whether a test has to be short enough as it is.
    pub(super) fn is_late(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// What comes of a sequence, and what it covers; nothing if it is stopped.
    pub(super) fn performed(&mut self, sequence: &Sequence) -> Result<Option<(Performed, BTreeSet<Coupled>)>, Error> {
        let came = self.performing[0].perform(std::slice::from_ref(sequence), None)?.remove(0);
        Ok(self.read(0, came.performed()))
    }

    fn read(&self, worker: usize, performed: Option<&Performed>) -> Option<(Performed, BTreeSet<Coupled>)> {
        let taken = self.performing[worker].taken.first()?;
        let covered = self.probes.covered(taken, self.hunting.counting);
        let covers = covered.into_iter().map(|(_, coupled)| coupled).collect();
        Some((performed?.clone(), covers))
    }

    /// The same on classes without static state, by one of the workers.
    pub(super) fn afresh(
        &mut self,
        worker: usize,
        sequence: &Sequence,
    ) -> Result<Option<(Performed, BTreeSet<Coupled>)>, Error> {
        let came = self.performing[worker].perform_renewed(sequence, None)?;
        Ok(self.read(worker, came.performed()))
    }
}

/// The sequence with its last value as its subject.
pub(super) fn ending(sequence: Sequence) -> Sequence {
    let subject = sequence.statements.len().saturating_sub(1) as u32;
    Sequence { subject, ..sequence }
}
