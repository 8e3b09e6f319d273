//! Those of the fixes of a class that hold together.

use super::bench::{Bench, Cure};
use super::classes::Cured;
use super::fix::{Candidate, Fix};
use crate::session::Failure;
use crate::source::{Edit, FileChange};
use std::mem;

/// A fix that holds by itself, with its edit.
#[derive(Debug, Clone)]
pub struct Found<K> {
    /// The fix.
    fix: Fix<K>,
    /// What it changes.
    edit: Edit,
}

/// A report, and the fixes of it that hold by themselves.
pub type Holding<'r, C> = (&'r <C as Cure>::Report, Vec<Found<<C as Cure>::Kind>>);

impl<C: Cure> Bench<'_, C> {
    /// The candidates for a report that hold, at most one of each kind.
    pub fn holding(
        &mut self,
        report: &C::Report,
        candidates: Vec<Candidate<C::Kind>>,
    ) -> Result<Vec<Found<C::Kind>>, Failure> {
        let mut found: Vec<Found<C::Kind>> = Vec::new();
        for Candidate { kind, words, edit } in candidates {
            if found.iter().any(|one| one.fix.kind == kind) || !self.holds(report, kind, &edit)? {
                continue;
            }
            let (file, change) = (self.of.path.to_owned(), self.change(&edit));
            found.push(Found { fix: Fix { kind, words, file, change, is_chosen: false }, edit });
        }
        Ok(found)
    }

    /// What comes of the class with what holds for each report: those fixes are chosen that hold together, of each report the first that
    /// does.
    pub fn joined(&mut self, mut found: Vec<Holding<'_, C>>) -> Result<Cured<C::Kind>, Failure> {
        let chosen = self.choose(&mut found)?;
        let change = self.change(&chosen);
        let file = (change.new != self.file.text).then(|| (self.of.path.to_owned(), change));
        let fixes = found.into_iter().map(|(_, fixes)| fixes.into_iter().map(|one| one.fix).collect()).collect();
        Ok(Cured { fixes, file })
    }

    /// What an edit changes in the source of the class.
    fn change(&self, edit: &Edit) -> FileChange {
        FileChange { old: Some(self.file.text.clone()), new: edit.apply(&self.file.text) }
    }

    /// Chooses fixes that hold together, of each report the first that does; what they change.
    fn choose(&mut self, found: &mut [Holding<'_, C>]) -> Result<Edit, Failure> {
        let mut chosen = Edit::default();
        let mut last = None;
        for (report, fixes) in found.iter_mut() {
            for one in fixes {
                if let Some(all) = self.with(&chosen, one, report)? {
                    (chosen, last, one.fix.is_chosen) = (all, Some(*report), true);
                    break;
                }
            }
        }
        let Some(last) = last else { return Ok(chosen) };
        if self.compiles(&chosen)? && self.is_sound(last)? {
            return Ok(chosen);
        }
        self.choose_carefully(found)
    }

    /// The same, where each further one has to hold in fresh JVMs with the other tests of its class, in either order.
    fn choose_carefully(&mut self, found: &mut [Holding<'_, C>]) -> Result<Edit, Failure> {
        let mut chosen = Edit::default();
        for (report, fixes) in found.iter_mut() {
            for one in fixes {
                if !mem::take(&mut one.fix.is_chosen) {
                    continue;
                }
                let Some(all) = self.with(&chosen, one, report)? else { continue };
                if self.compiles(&all)? && self.is_sound(report)? {
                    (chosen, one.fix.is_chosen) = (all, true);
                }
            }
        }
        Ok(chosen)
    }

    /// Edits with that of a fix, if it holds with them.
    fn with(&mut self, chosen: &Edit, one: &Found<C::Kind>, report: &C::Report) -> Result<Option<Edit>, Failure> {
        let all = chosen.and(&one.edit);
        let is_alone = *chosen == Edit::default();
        let holds = !chosen.clashes(&one.edit) && (is_alone || self.holds(report, one.fix.kind, &all)?);
        Ok(holds.then_some(all))
    }
}
