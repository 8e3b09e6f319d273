//! Searches for sequences that detect transformations.

use super::making::Ingredients;
use super::outcome::{Limits, Outcome, Wanted};
use super::performing::Performing;
use super::program::Program;
use super::search::Search;
use super::seeds::Seeds;
use super::values::Literals;
use crate::classfile::{ClassName, Descriptor, MethodRef};
use crate::session::Launch;
use crate::worker::protocol::{Feature, MethodPlan, Sequence, Sequences};
use crate::worker::{Error, Jars};
use std::collections::{BTreeMap, BTreeSet};

/// How many of the tests that reach a method are followed.
const TESTS: usize = 40;

/// How many references are followed one after the other for the digest of a state.
const DEPTH: u32 = 8;

/// How many objects are read for it.
const OBJECTS: u32 = 500;

/// How many elements of a collection or an array are read.
const ELEMENTS: u32 = 200;

/// Searches for a sequence for each of some transformations of classes that a launch has. The guard has all methods that can be
/// replaced. What comes of each is told as soon as it is known, with its place among them.
pub fn detect(
    program: &Program,
    launch: &Launch,
    jars: &Jars,
    guard: &Feature,
    wanted: &[Wanted],
    limits: Limits,
    tell: &dyn Fn(usize, &Outcome) -> Result<(), Error>,
) -> Result<Vec<Outcome>, Error> {
    let (watched, objects) = (Vec::new(), Vec::new());
    let sequences = Sequences { watched, objects, depth: DEPTH, limit: OBJECTS, elements: ELEMENTS };
    let features = [guard.clone(), Feature::Sequences(sequences)];
    let start = || launch.start(jars, &features).map(|(worker, _)| worker);
    let mut performing = [(); 2].map(|()| Performing::new(start, limits.fuel));
    let mut by_class: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (place, one) in wanted.iter().enumerate() {
        by_class.entry(&one.method.owner).or_default().push(place);
    }
    let guarded = guarded(guard);
    let mut found: Vec<Option<Outcome>> = vec![None; wanted.len()];
    for (class, places) in by_class {
        let mut literals = Literals::of(program, &BTreeSet::from([class.clone()]));
        let tests = places.iter().flat_map(|place| wanted[*place].tests.iter().take(TESTS).cloned()).collect();
        let seeds = Seeds::of(program, class.package(), &tests, &mut performing[0])?;
        literals.add_texts(seeds.texts());
        let mut objects = seeds.objects();
        for fixture in program.fixtures(class.package()) {
            let made = Sequence { statements: vec![fixture.statement(None, Vec::new())], subject: 0 };
            objects.entry(fixture.result().expect("it makes an object")).or_default().push(made);
        }
        let ingredients = Ingredients::new(program, class.package(), literals, objects);
        for place in places {
            let one = &wanted[place];
            let first = seeds.of_tests(&one.tests).cloned().collect();
            let mut outcome = Search::new(&ingredients, &mut performing, one, &guarded, limits).run(first)?;
            if let Outcome::Nothing { left_out, .. } = &mut outcome {
                *left_out = seeds.left_out(&one.tests);
            }
            tell(place, &outcome)?;
            found[place] = Some(outcome);
        }
    }
    Ok(found.into_iter().map(|outcome| outcome.expect("each transformation is of some class")).collect())
}

/// The methods that can be replaced, in the order of their numbers.
fn guarded(guard: &Feature) -> Vec<Option<MethodRef>> {
    let Feature::Guard(guard) = guard else { return Vec::new() };
    let method = |plan: &MethodPlan| {
        let (owner, name) = (ClassName::internal(&plan.owner), plan.name.as_str().into());
        Some(MethodRef { owner, name, descriptor: Descriptor::parse(&plan.descriptor)? })
    };
    guard.methods.iter().map(method).collect()
}
