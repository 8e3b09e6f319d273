//! Tests that fail, by themselves or beside others: what one of them leaves behind, such as static state, makes another one fail.

use crate::coupling::{Coupled, NamedTest};
use crate::session::{Failure, NewOutcome, NewTests, fewest_of};
use crate::worker::protocol::Unit;
use std::collections::BTreeSet;

/// A test that fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Failing {
    /// The name of its method.
    pub(super) name: String,
    /// The fewest tests after which it fails; none if it fails by itself, or nobody knows why.
    pub(super) after: Vec<String>,
}

/// The tests that fail one by one in an order, on classes that were just loaded, or of which that is known already.
pub(super) fn in_order(
    tests: &mut NewTests<'_>,
    units: &[Unit],
    mut is_known: impl FnMut(&Unit) -> bool,
) -> Result<Vec<Failing>, Failure> {
    let mut red = Vec::new();
    for (place, unit) in units.iter().enumerate() {
        if !passes(tests, unit)? || is_known(unit) {
            red.push(place);
        }
    }
    let mut found: Vec<Failing> = Vec::new();
    for place in red {
        let known: Vec<Vec<String>> = found.iter().map(|one| one.after.clone()).filter(|one| !one.is_empty()).collect();
        let after = after(tests, &units[..place], &units[place], &known)?;
        found.push(Failing { name: units[place].method().to_owned(), after });
    }
    Ok(found)
}

/// The fewest of some tests after which a test fails; none if it also fails without them, or passes after all of them.
fn after(
    tests: &mut NewTests<'_>,
    before: &[Unit],
    unit: &Unit,
    known: &[Vec<String>],
) -> Result<Vec<String>, Failure> {
    if fails_after(tests, &[], unit)? {
        return Ok(Vec::new());
    }
    for known in known {
        let same: Vec<Unit> =
            before.iter().filter(|unit| known.iter().any(|name| name == unit.method())).cloned().collect();
        if same.len() == known.len() && fails_after(tests, &same, unit)? {
            return Ok(known.clone());
        }
    }
    if !fails_after(tests, before, unit)? {
        return Ok(Vec::new());
    }
    let fewest = fewest_of(before.to_vec(), &mut |before| fails_after(tests, before, unit))?;
    Ok(fewest.iter().map(|unit| unit.method().to_owned()).collect())
}

/// Whether a test fails after some others, on classes without static state of earlier tests.
fn fails_after(tests: &mut NewTests<'_>, before: &[Unit], unit: &Unit) -> Result<bool, Failure> {
    tests.discover()?;
    for one in before {
        passes(tests, one)?;
    }
    Ok(!passes(tests, unit)?)
}

fn passes(tests: &mut NewTests<'_>, unit: &Unit) -> Result<bool, Failure> {
    Ok(matches!(tests.run(&unit.id, None)?, NewOutcome::Passed { .. }))
}

/// The names of those that go, so that the others pass: what fails by itself, and of a test and of those that fail after it whatever is less
/// of a loss.
pub(super) fn leaving(tests: &[NamedTest<'_>], failing: &[Failing]) -> BTreeSet<String> {
    let mut leaving: BTreeSet<&str> =
        failing.iter().filter(|one| one.after.is_empty()).map(|one| one.name.as_str()).collect();
    let causes: BTreeSet<&[String]> =
        failing.iter().filter(|one| !one.after.is_empty()).map(|one| one.after.as_slice()).collect();
    for cause in causes {
        let after = failing.iter().filter(|one| one.after == cause).map(|one| one.name.as_str());
        let victims: BTreeSet<&str> = after.filter(|name| !leaving.contains(name)).collect();
        if victims.is_empty() || cause.iter().any(|name| leaving.contains(name.as_str())) {
            continue;
        }
        // It is enough that one of several goes after which others fail.
        let alone = cause.iter().map(|name| BTreeSet::from([name.as_str()]));
        let least = alone.chain([victims]).min_by_key(|names| loss(tests, names));
        leaving.extend(least.unwrap_or_default());
    }
    leaving.into_iter().map(str::to_owned).collect()
}

/// What is lost without some tests: coupled branches that no other one covers, mutants that no other one detects, and how many tests.
fn loss(tests: &[NamedTest<'_>], without: &BTreeSet<&str>) -> (usize, usize, usize) {
    let is_in = |named: &&NamedTest<'_>| without.contains(named.name.as_str());
    let covered: BTreeSet<Coupled> =
        tests.iter().filter(|named| !is_in(named)).flat_map(|named| named.test.covers.iter().copied()).collect();
    let lost = tests.iter().filter(is_in).flat_map(|named| &named.test.covers);
    let lost: BTreeSet<&Coupled> = lost.filter(|coupled| !covered.contains(coupled)).collect();
    let detected = tests.iter().filter(is_in).map(|named| named.test.detects.len()).sum();
    (lost.len(), detected, without.len())
}
