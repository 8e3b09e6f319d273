//! What the tests of a project show of a class, as a page.

use super::captured::Shown;
use super::violations::Violation;
use crate::app::Failure;
use crate::app::capture;
use crate::app::context::Context;
use crate::extension::{Encoded, Found};
use crate::fixture::Coverage;
use crate::fixture::page::{self, Broken, Cell, Tested};
use crate::fixture::write::{WriteError, write_one};
use crate::relational::Instance;
use crate::resolve::FieldId;
use crate::suite::{Fate, Measured};
use fixedbitset::FixedBitSet;
use std::fs;
use std::path::PathBuf;

/// How many structures a page shows.
const PICTURES: usize = 300;

/// How many violations a page shows.
const VIOLATIONS: usize = 100;

/// Writes the page of what was measured into the output folder; returns where it is.
pub(super) fn write(
    context: &Context,
    shown: &capture::Shown,
    encoded: &Encoded,
    measured: &Measured,
    findings: &Shown,
) -> Result<PathBuf, Failure> {
    let pictured = pictured(&measured.found, encoded.pairs.len());
    let instances: Vec<Instance> = pictured.iter().map(|index| measured.found[*index].instance.clone()).collect();
    let tests = tests(shown, measured);
    let tests: Vec<&str> = pictured.iter().map(|index| tests[*index]).collect();
    let violations: Vec<Broken> = findings.violations.iter().take(VIOLATIONS).map(Violation::broken).collect();
    let mut remarks = findings.remarks();
    if violations.len() < findings.violations.len() {
        let more = findings.violations.len() - violations.len();
        remarks.push(("not shown here", format!("{more} more violations, which `--format json` has")));
    }
    let pairs = &findings.pairs;
    let counts = [
        (pairs.share(), "of the feasible pairs"),
        (format!("{} of {}", pairs.covered, pairs.feasible), "pairs"),
        (findings.structures.to_string(), "valid structures"),
        (findings.violations.len().to_string(), "violations"),
        (findings.tests.to_string(), "tests"),
        (findings.captures.to_string(), "captures"),
    ];
    let text = page::tests(&Tested {
        suite: context.suite(&instances, &[], Coverage::Incomplete),
        tests: &tests,
        structures: measured.found.len(),
        class: &findings.class,
        counts: &counts,
        cells: &cells(context, encoded, measured, &pictured),
        complete: pairs.complete,
        remarks: &remarks,
        violations: &violations,
    });
    let out = &context.job.pages;
    fs::create_dir_all(out).map_err(|error| context.refuse_write(&WriteError::Io(out.clone(), error)))?;
    let path = out.join(format!("{}-coverage.html", context.paragraph.name));
    write_one(&path, &text).map_err(|error| context.refuse_write(&error))?;
    Ok(path)
}

/// For each valid structure, the test that showed it first.
fn tests<'s>(shown: &'s capture::Shown, measured: &Measured) -> Vec<&'s str> {
    let seen = shown.witnessed.structures.iter().zip(&shown.abstracted).filter(|(_, one)| one.is_ok());
    let candidates = seen.map(|(seen, _)| seen.test.as_str()).zip(&measured.fates);
    candidates.filter(|(_, fate)| **fate == Fate::Kept).map(|(test, _)| test).collect()
}

/// Which structures are shown: those that have a pair as the first ones, and then the first ones; in their order.
fn pictured(found: &[Found], pairs: usize) -> Vec<usize> {
    let mut covered = FixedBitSet::with_capacity(pairs);
    let mut is_pictured: Vec<bool> = found
        .iter()
        .map(|found| {
            let adds = !found.covered.is_subset(&covered);
            covered.union_with(&found.covered);
            adds
        })
        .collect();
    let mut room = PICTURES.saturating_sub(is_pictured.iter().filter(|one| **one).count());
    for one in is_pictured.iter_mut().filter(|one| !**one) {
        if room == 0 {
            break;
        }
        *one = true;
        room -= 1;
    }
    (0..found.len()).filter(|index| is_pictured[*index]).collect()
}

/// The feasible pairs with the structures that have them.
fn cells(context: &Context, encoded: &Encoded, measured: &Measured, pictured: &[usize]) -> Vec<Cell> {
    let problem = &encoded.core.problem;
    let cell = |index: usize| {
        let pair = &encoded.pairs.pairs[index];
        let relation = problem.heap.fields[pair.field].relation;
        let field = context.lowered.field_relation.iter().position(|other| *other == relation)?;
        let arity = problem.relations[relation.0 as usize].upper.arity();
        let pictured = pictured.iter().enumerate();
        Some(Cell {
            field: FieldId(field as u32),
            place: problem.universe.tuple(pair.place, arity - 1),
            value: pair.value,
            count: measured.found.iter().filter(|found| found.covered.contains(index)).count(),
            pictured: pictured
                .filter(|(_, found)| measured.found[**found].covered.contains(index))
                .map(|(picture, _)| picture)
                .collect(),
        })
    };
    measured.feasible.ones().filter_map(cell).collect()
}
