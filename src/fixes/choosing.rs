//! Those of the fixes of a class that hold together.

use super::classes::{Class, Cured};
use super::fix::{Candidate, Fix, FixKind};
use crate::session::Failure;
use crate::source::{Edit, FileChange};
use std::mem;

/// Where the fixes of a class are tried.
pub trait Bench {
    /// What is to be cured.
    type Report;
    /// How.
    type Kind: FixKind;

    /// Whether the class compiles with an edit.
    fn compiles(&mut self, edit: &Edit) -> Result<bool, Failure>;

    /// Whether the class compiles with an edit, the test of a report still passes, and the report is gone.
    fn holds(&mut self, report: &Self::Report, kind: Self::Kind, edit: &Edit) -> Result<bool, Failure>;

    /// Whether the class, as it was compiled last, passes as a whole in fresh JVMs, in either order, and the test of a report with it.
    fn is_sound(&mut self, report: &Self::Report) -> Result<bool, Failure>;
}

/// A fix that holds by itself, with its edit.
#[derive(Debug, Clone)]
pub struct Found<K> {
    /// The fix.
    pub fix: Fix<K>,
    /// What it changes.
    pub edit: Edit,
}

/// A report, and the fixes of it that hold by themselves.
pub type Holding<'r, B> = (&'r <B as Bench>::Report, Vec<Found<<B as Bench>::Kind>>);

/// The candidates for a report that hold, at most one of each kind; `text` is the source of the class.
pub fn holding<B: Bench>(
    bench: &mut B,
    (class, text): (&Class<'_>, &str),
    report: &B::Report,
    candidates: Vec<Candidate<B::Kind>>,
) -> Result<Vec<Found<B::Kind>>, Failure> {
    let mut found: Vec<Found<B::Kind>> = Vec::new();
    for Candidate { kind, words, edit } in candidates {
        if found.iter().any(|one| one.fix.kind == kind) || !bench.holds(report, kind, &edit)? {
            continue;
        }
        let change = FileChange { old: Some(text.to_owned()), new: edit.apply(text) };
        found.push(Found { fix: Fix { kind, words, file: class.path.to_owned(), change, is_chosen: false }, edit });
    }
    Ok(found)
}

/// What comes of a class with what holds for each report: those fixes are chosen that hold together, of each report the first that does.
pub fn joined<B: Bench>(
    bench: &mut B,
    (class, text): (&Class<'_>, &str),
    mut found: Vec<Holding<'_, B>>,
) -> Result<Cured<B::Kind>, Failure> {
    let new = choose(bench, &mut found)?.apply(text);
    let change = FileChange { old: Some(text.to_owned()), new };
    let file = (change.new != text).then(|| (class.path.to_owned(), change));
    let fixes = found.into_iter().map(|(_, fixes)| fixes.into_iter().map(|one| one.fix).collect()).collect();
    Ok(Cured { fixes, file })
}

/// Chooses fixes that hold together, of each report the first that does; what they change.
fn choose<B: Bench>(bench: &mut B, found: &mut [Holding<'_, B>]) -> Result<Edit, Failure> {
    let mut chosen = Edit::default();
    let mut last = None;
    for (report, fixes) in found.iter_mut() {
        for one in fixes {
            if let Some(all) = with(bench, &chosen, one, report)? {
                (chosen, last, one.fix.is_chosen) = (all, Some(*report), true);
                break;
            }
        }
    }
    let Some(last) = last else { return Ok(chosen) };
    if bench.compiles(&chosen)? && bench.is_sound(last)? {
        return Ok(chosen);
    }
    choose_carefully(bench, found)
}

/// The same, where each further one has to hold in fresh JVMs with the other tests of its class, in either order.
fn choose_carefully<B: Bench>(bench: &mut B, found: &mut [Holding<'_, B>]) -> Result<Edit, Failure> {
    let mut chosen = Edit::default();
    for (report, fixes) in found.iter_mut() {
        for one in fixes {
            if !mem::take(&mut one.fix.is_chosen) {
                continue;
            }
            let Some(all) = with(bench, &chosen, one, report)? else { continue };
            if bench.compiles(&all)? && bench.is_sound(report)? {
                (chosen, one.fix.is_chosen) = (all, true);
            }
        }
    }
    Ok(chosen)
}

/// Edits with that of a fix, if it holds with them.
fn with<B: Bench>(
    bench: &mut B,
    chosen: &Edit,
    one: &Found<B::Kind>,
    report: &B::Report,
) -> Result<Option<Edit>, Failure> {
    let all = chosen.and(&one.edit);
    let is_alone = *chosen == Edit::default();
    let holds = !chosen.clashes(&one.edit) && (is_alone || bench.holds(report, one.fix.kind, &all)?);
    Ok(holds.then_some(all))
}
