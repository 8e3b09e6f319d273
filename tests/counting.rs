//! Counting structures without listing them: the same counts as listing has, and those of closed formulas.

use crate::heaps::Random;
use crate::mutants::mutation::mutated;
use crate::specification;
use fex::diagnostic::Source;
use fex::extension::{self, Encoded};
use fex::lower::{Scopes, lower};
use fex::resolve::Program;
use fex::sat::Interrupt;
use fex::solve::Status;
use num_bigint::BigUint;
use std::path::Path;

/// What the counter alone says.
fn counted(encoded: &Encoded) -> BigUint {
    extension::counter(encoded).advance(u64::MAX / 2).expect("there is no end to its work but the count")
}

/// After so many structures no more are listed.
const MOST: u64 = 3000;

/// Counts by the counter alone and by listing, in the bounds of the specification and in tightened ones. Whether that
/// was done: where a filter tells canonical instances from others, there is no counting without listing, and
/// some mutants have too many structures.
fn assert_counts(name: &str, encoded: &Encoded) -> bool {
    if !encoded.labelling.is_exact() {
        return false;
    }
    let mut seen = 0;
    let listed = extension::enumerate(encoded, &Interrupt::default(), |_| {
        seen += 1;
        seen < MOST
    });
    let (listed, status) = listed.expect("evaluator and translation agree");
    if status == Status::Enough {
        return false;
    }
    assert_eq!(counted(encoded), listed.into(), "{name}");
    if let Some(tightened) = encoded.tightened() {
        assert_eq!(counted(&tightened), listed.into(), "{name}, tightened");
    }
    true
}

/// The texts of all phrasings.
fn phrasings() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/phrasings");
    let list = |folder: &Path| {
        let entries = std::fs::read_dir(folder).expect("the folder can be read");
        entries.map(|entry| entry.expect("the folder can be read").path()).collect::<Vec<_>>()
    };
    let structures = list(&folder).into_iter().filter(|path| path.is_dir());
    let read =
        |path: std::path::PathBuf| (path.display().to_string(), std::fs::read_to_string(&path).expect("it is text"));
    structures.flat_map(|structure| list(&structure)).map(read).collect()
}

#[test]
fn the_counter_counts_as_many_as_are_listed_of_every_specification_and_phrasing() {
    let texts = [specification::structures(), phrasings()].concat();
    let mut done = 0;
    for (name, text) in &texts {
        for scope in 1..=3 {
            let encoded = specification::encoded(&specification::problem(name, text, None, scope));
            done += usize::from(assert_counts(&format!("{name} at scope {scope}"), &encoded));
        }
    }
    assert!(done > 150, "{done} of {} can be counted", 3 * texts.len());
}

#[test]
fn the_counter_counts_as_many_as_are_listed_of_mutated_specifications() {
    let texts = [specification::structures(), phrasings()].concat();
    let mut done = 0;
    for seed in 0..300 {
        let mut random = Random(seed);
        let (name, text) = &texts[random.below(texts.len())];
        let text = mutated(text, &mut random);
        let (program, errors) = Program::new(Source::new(name, &text));
        let (module, _) = fex::resolve::resolve(&program);
        let Some(module) = module.filter(|module| errors.is_empty() && !module.generates.is_empty()) else { continue };
        let scopes = Scopes { overall: Some(2), sources: program.sources().to_vec(), ..Scopes::default() };
        let Ok(lowered) = lower(&module, &module.generates[0], &scopes) else { continue };
        let Ok(encoded) = extension::encode(lowered.problem, &[], extension::Strength::One) else { continue };
        done += usize::from(assert_counts(&text, &encoded));
    }
    assert!(done > 60, "{done} mutants can be counted");
}

/// Objects of two classes that refer to each other have inputs for the order in which a walk meets them, which are no part
/// of an instance.
#[test]
fn structures_of_several_classes_are_counted_once() {
    let text = specification::ACROSS;
    for scope in 1..=3 {
        let encoded = specification::encoded(&specification::problem("a text", text, None, scope));
        assert!(assert_counts(text, &encoded), "a walk numbers these");
    }
}

/// A heap of m nodes has a tree of degree k for every bit k of m, and a tree of degree k whose root has key r is a choice of
/// trees of degrees 0 to k - 1 whose roots have keys of at least r.
fn binomial_heaps(scope: u64) -> BigUint {
    // The trees of each degree by the least key that their root may have.
    let mut trees: Vec<Vec<BigUint>> = Vec::new();
    while 1 << trees.len() <= scope {
        let with_root = |root: u64| trees.iter().map(|lesser| &lesser[root as usize]).product::<BigUint>();
        let at_least = |least| (least..scope).map(with_root).sum::<BigUint>();
        let next = (0..scope).map(at_least).collect();
        trees.push(next);
    }
    let of_size = |size: u64| {
        let degrees = (0..trees.len()).filter(|degree| size >> degree & 1 == 1);
        degrees.map(|degree| &trees[degree][0]).product::<BigUint>()
    };
    (0..=scope).map(of_size).sum()
}

#[test]
fn heaps_are_counted_of_which_there_are_too_many_to_list() {
    let problem = specification::shipped("binomial_heap", "binomialHeap", 11);
    let encoded = specification::encoded(&problem).tightened().expect("no edge leads back");
    let (count, status) =
        extension::count(&encoded, &Interrupt::default(), |_| {}).expect("evaluator and translation agree");
    assert_eq!((count, status), (binomial_heaps(11), Status::Complete));
}

/// Lists of k nodes have n^k assignments of keys.
#[test]
fn counts_may_have_more_than_64_bits() {
    let text = "one sig List { head: lone Node }
        sig Node { next: lone Node, key: Int }
        pred repOk[l: List] { all n: l.head.*next | n not in n.^next }
        generate List satisfying repOk for 3 { key in 0 .. scope - 1 }";
    let encoded = specification::encoded(&specification::problem("a text", text, None, 20));
    let (count, _) =
        extension::count(&encoded, &Interrupt::default(), |_| {}).expect("evaluator and translation agree");
    let lists = |nodes: u32| BigUint::from(20u32).pow(nodes);
    assert_eq!(count, (0..=20).map(lists).sum::<BigUint>());
    assert!(count > u64::MAX.into());
}

/// What was listed until then is a lower bound.
#[test]
fn an_interrupted_count_is_incomplete() {
    let encoded = specification::encoded(&specification::shipped("binomial_heap", "binomialHeap", 12));
    let interrupt = Interrupt::default();
    let stop = || interrupt.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let counted = extension::count(&encoded, &interrupt, |_| stop());
    let (count, status) = counted.expect("evaluator and translation agree");
    assert_eq!(status, Status::Interrupted);
    assert!(count > BigUint::ZERO && count < binomial_heaps(12), "{count}");
}
