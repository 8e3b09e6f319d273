//! Searches for sequences that detect transformations.

use super::making::Ingredients;
use super::outcome::{Compiles, Limits, Outcome, Wanted};
use super::performing::Performing;
use super::program::Program;
use super::search::Search;
use super::seeds::Seeds;
use super::values::Literals;
use crate::classfile::{ClassName, Descriptor, MethodRef};
use crate::processes;
use crate::session::{Launch, in_turn};
use crate::worker::protocol::{Feature, MethodPlan, Sequence, Sequences};
use crate::worker::{Error, Jars};
use std::collections::{BTreeMap, BTreeSet};
use tempfile::TempDir;

/// How many of the tests that reach a method are followed.
const TESTS: usize = 40;

/// How many references are followed one after the other for the digest of a state.
const DEPTH: u32 = 8;

/// How many objects are read for it.
const OBJECTS: u32 = 500;

/// How many elements of a collection or an array are read.
const ELEMENTS: u32 = 200;

/// What a search needs beside what is searched for.
pub struct Detection<'d> {
    /// The classes.
    pub program: &'d Program,
    /// How they are started.
    pub launch: &'d Launch,
    /// The Java half.
    pub jars: &'d Jars,
    /// All methods that can be replaced.
    pub guard: &'d Feature,
    /// How far to search.
    pub limits: Limits,
    /// How many searches run at a time.
    pub jobs: usize,
    /// Whether what is found compiles as a test; if not, the search goes on.
    pub compiles: Compiles<'d>,
    /// Told what comes of each, with its place among all, as soon as that is known.
    pub tell: &'d (dyn Fn(usize, &Outcome) -> Result<(), Error> + Sync),
}

/// Searches for a sequence for each of some transformations.
pub fn detect(setting: &Detection<'_>, wanted: &[Wanted]) -> Result<Vec<Outcome>, Error> {
    let mut by_class: BTreeMap<&ClassName, Vec<usize>> = BTreeMap::new();
    for (place, one) in wanted.iter().enumerate() {
        by_class.entry(&one.method.owner).or_default().push(place);
    }
    let guarded = guarded(setting.guard);
    let classes = by_class.into_iter().collect();
    let results: Vec<Vec<(usize, Outcome)>> =
        in_turn(setting.jobs, classes, |(class, places)| setting.of_class(class, &places, wanted, &guarded))?;
    let mut found: Vec<Option<Outcome>> = vec![None; wanted.len()];
    for (place, outcome) in results.into_iter().flatten() {
        found[place] = Some(outcome);
    }
    Ok(found.into_iter().map(|outcome| outcome.expect("each transformation is of some class")).collect())
}

impl Detection<'_> {
    /// What comes of the transformations of one class, which has workers of its own: it does not hang on what others did in them.
    fn of_class(
        &self,
        class: &ClassName,
        places: &[usize],
        wanted: &[Wanted],
        guarded: &[Option<MethodRef>],
    ) -> Result<Vec<(usize, Outcome)>, Error> {
        let program = self.program;
        let folders = [processes::folder()?, processes::folder()?];
        let start = |folder: &TempDir| {
            let (watched, objects, folder) = (Vec::new(), Vec::new(), folder.path().to_string_lossy().into_owned());
            let sequences = Sequences {
                watched,
                objects,
                depth: DEPTH,
                limit: OBJECTS,
                elements: ELEMENTS,
                folder,
                is_held: false,
            };
            let features = [self.guard.clone(), Feature::Sequences(sequences)];
            self.launch.start(self.jars, &features).map(|(worker, _)| worker)
        };
        let mut performing = folders.each_ref().map(|folder| Performing::new(|| start(folder), self.limits.fuel));
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
        let mut found = Vec::new();
        for place in places {
            let one = &wanted[*place];
            let first = seeds.of_tests(&one.tests).cloned().collect();
            let mut outcome =
                Search::new(&ingredients, &mut performing, one, guarded, (self.limits, self.compiles)).run(first)?;
            if let Outcome::Nothing { left_out, .. } = &mut outcome {
                *left_out = seeds.left_out(&one.tests);
            }
            (self.tell)(*place, &outcome)?;
            found.push((*place, outcome));
        }
        Ok(found)
    }
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
