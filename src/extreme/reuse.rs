//! Which verdicts of an earlier run hold after a change.
//!
//! A verdict depends on the tests that were run for it, and these on the classes that they may run ([`super::dependencies`]). If
//! none of these has changed, and the body that was tried is the same, so is the verdict. A change of anything else (other files,
//! jars, settings, how the tests are run) makes all verdicts void.

use super::journal::Past;
use super::verdict::{Judged, Verdict};
use super::work::Work;
use crate::session::Change;
use crate::unit::{Digest, WorkPlan, WorkUnit};
use std::collections::{BTreeMap, BTreeSet};

/// The verdicts of a run that judged the same units, as far as it got.
pub(super) fn same(work: &Work, past: &Past) -> BTreeMap<Change, Judged> {
    let verdicts = past.judged.iter().filter_map(|((unit, part), judged)| {
        let change = work.change(work.plan.index(*unit)?, *part)?;
        Some((change, work.with_numbers(judged)?))
    });
    verdicts.collect()
}

/// The verdicts of runs on other classes that hold for these units, the runs in order of preference.
pub(super) fn held(work: &Work, earlier: &[Past]) -> BTreeMap<Change, Judged> {
    let mut held = BTreeMap::new();
    for past in earlier {
        let Some(plan) = &past.plan else { continue };
        let before = by_body(plan, past);
        for portion in work.portions() {
            let (_, today) = work.plan.unit(portion.unit);
            for (part, body) in portion.parts().zip(&today.parts) {
                let Some(change) = work.change(portion.unit, part).filter(|change| !held.contains_key(change)) else {
                    continue;
                };
                let Some((unit, judged)) = before.get(body) else { continue };
                let asked = || inputs(plan, unit).filter(|test| !past.dependent.contains(test)).collect();
                if holds(judged, inputs(&work.plan, today), asked) {
                    held.extend(work.with_numbers(judged).map(|judged| (change, judged)));
                }
            }
        }
    }
    held
}

/// The verdicts of a run with their units, by the bodies that were tried.
fn by_body<'p>(plan: &'p WorkPlan, past: &'p Past) -> BTreeMap<Digest, (&'p WorkUnit, &'p Judged<Digest>)> {
    let verdicts = past.judged.iter().filter_map(|((unit, part), judged)| {
        let (_, unit) = plan.unit(plan.index(*unit)?);
        Some((*unit.parts.get(part.0 as usize)?, (unit, judged)))
    });
    verdicts.collect()
}

/// The tests that reach the method of a unit.
fn inputs(plan: &WorkPlan, unit: &WorkUnit) -> impl Iterator<Item = Digest> {
    unit.inputs.iter().map(|input| plan.input(*input))
}

/// Whether a verdict holds where these tests reach the method, given those that were asked then.
fn holds(
    judged: &Judged<Digest>,
    mut reaching: impl Iterator<Item = Digest>,
    asked: impl Fn() -> BTreeSet<Digest>,
) -> bool {
    match &judged.verdict {
        Verdict::Detected(detection) => judged.also.is_empty() && reaching.any(|test| test == detection.test),
        Verdict::Undetected => {
            let asked = asked();
            reaching.all(|test| asked.contains(&test))
        }
        // What no test reached, or was not judged, is found anew; so are all detections of a full matrix.
        Verdict::NotCovered | Verdict::NotJudged => false,
    }
}
