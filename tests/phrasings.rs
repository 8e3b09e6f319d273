//! Structures stated by different people in different ways: the same structures come out of each phrasing.

use crate::specification;
use fex::extension::{self, SearchConfig};
use fex::relational::{AtomId, Instance, Problem, TupleSet};
use fex::solve::Status;
use fex::suite;
use fex::symmetry::{Labelling, canonical};
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

/// Structure, scope, count, source: closed formulas, recurrences and brute force of a program that knows nothing of fex.
const TABLE: &str = include_str!("data/phrasings/counts.tsv");

/// The counts of each structure, by scope.
pub fn counts() -> BTreeMap<&'static str, Vec<(u32, u64)>> {
    let mut counts: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for row in TABLE.lines() {
        let columns: Vec<&str> = row.split('\t').collect();
        let [structure, scope, count, _source] = columns[..] else { panic!("four columns: {row}") };
        let count = (scope.parse().expect("a scope"), count.parse().expect("a count"));
        counts.entry(structure).or_default().push(count);
    }
    counts
}

/// The phrasings of a structure, with their texts; the shipped one, where there is one, comes first.
pub fn phrasings(structure: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/phrasings").join(structure);
    let entries = std::fs::read_dir(&folder).expect("every structure of the table has a folder");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    files.sort();
    let shipped = specification::path(structure);
    if shipped.exists() {
        files.insert(0, shipped);
    }
    let read = |path: PathBuf| (path.display().to_string(), std::fs::read_to_string(path).expect("it is text"));
    files.into_iter().map(read).collect()
}

/// All structures, as instances of a reference problem, which names its relations and atoms alike and may lack some of
/// them: those of fields that can be derived from the others. `original` is the name in the reference.
pub fn structures(
    problem: &Problem,
    reference: &Problem,
    labelling: &Labelling,
    original: impl Fn(&str) -> String,
) -> (HashSet<Instance>, u64) {
    let encoded = specification::encoded(problem);
    let relation = |name: &str| problem.relations.iter().position(|relation| original(&relation.name) == name);
    let shared: Vec<usize> =
        reference.relations.iter().map(|of| relation(&of.name).expect("a phrasing has all fields")).collect();
    let atom = |name: &str| reference.universe.atoms.iter().position(|atom| atom.name == name);
    let atoms: Vec<Option<AtomId>> =
        problem.universe.atoms.iter().map(|of| atom(&original(&of.name)).map(|index| AtomId(index as u32))).collect();
    let mut found = HashSet::new();
    let (count, status) = extension::enumerate(&encoded, &Default::default(), |instance| {
        let sets = shared.iter().map(|index| {
            let value = &instance.relations[*index];
            let keys = value.keys().iter().map(|key| {
                let tuple = problem.universe.tuple(*key, value.arity());
                let tuple: Option<Vec<AtomId>> = tuple.iter().map(|atom| atoms[atom.index()]).collect();
                reference.universe.key(&tuple.expect("the reference has the atoms of its relations"))
            });
            TupleSet::from_keys(value.arity(), keys.collect())
        });
        let renamed = Instance { relations: sets.collect() };
        found.insert(canonical(reference, labelling, &renamed));
        true
    })
    .expect("evaluator and translation agree");
    assert_eq!(status, Status::Complete);
    (found, count)
}

/// The problem of a phrasing without the fields that only some phrasings have: the one with the fewest relations.
fn reference(problems: &[Problem]) -> &Problem {
    problems.iter().min_by_key(|problem| problem.relations.len()).expect("there are phrasings")
}

#[test]
fn every_phrasing_has_the_same_structures() {
    let mut wrong = Vec::new();
    for (structure, counts) in counts() {
        let phrasings = phrasings(structure);
        assert!(phrasings.len() >= 4, "{structure} is phrased in four ways at least");
        for (scope, expected) in counts {
            let problem = |(name, text): &(String, String)| specification::problem(name, text, None, scope);
            let problems: Vec<Problem> = phrasings.iter().map(problem).collect();
            let reference = reference(&problems);
            let labelling = Labelling::new(reference);
            let all: Vec<_> =
                problems.iter().map(|problem| structures(problem, reference, &labelling, str::to_owned)).collect();
            for ((name, _), (found, count)) in phrasings.iter().zip(&all) {
                // As many of the reference: what a phrasing has beyond it is derived from it.
                if (*count, found.len() as u64) != (expected, expected) || *found != all[0].0 {
                    wrong.push(format!("{name} at scope {scope}: {count}, {} different", found.len()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_field_extensions_of_every_phrasing_are_those_of_all_its_structures() {
    for (structure, counts) in counts() {
        let scope = counts[counts.len() / 2].0;
        for (name, text) in phrasings(structure) {
            let problem = specification::problem(&name, &text, None, scope);
            let encoded = specification::encoded(&problem);
            let mut all = fixedbitset::FixedBitSet::with_capacity(encoded.pairs.len());
            let every = extension::enumerate(&encoded, &Default::default(), |instance| {
                all.union_with(&encoded.pairs.covered(&encoded.core.problem, instance));
                true
            });
            assert_eq!(every.expect("evaluator and translation agree").1, Status::Complete);
            let mut search = extension::Search::new(&encoded, &SearchConfig::default());
            let found = extension::search(&mut search, |_| {}).expect("evaluator and translation agree");
            assert_eq!(found.status, Status::Complete);
            assert_eq!(found.feasible, all, "{name}");
            assert_eq!(suite::coverage(&found.found, encoded.pairs.len()), all, "{name}");
        }
    }
}
