//! The numbers of structures: the published and justified ones, and brute force where nobody published any.

use crate::{brute_force, specification};
use fex::extension;
use fex::relational::{AtomId, Instance, Problem, TupleSet};
use fex::solve::Status;
use fex::symmetry::{Labelling, canonical};
use std::collections::{BTreeSet, HashSet};

/// Specification, `generate` label, scope, count, source; one row per line.
const TABLE: &str = include_str!("data/counts.tsv");

fn count(problem: &Problem) -> u64 {
    let encoded = specification::encoded(problem);
    let counted = extension::enumerate(&encoded, &Default::default(), |_| true);
    let (count, status) = counted.expect("evaluator and translation agree");
    assert_eq!(status, Status::Complete);
    count
}

pub fn count_of_text(text: &str, scope: u32) -> u64 {
    count(&specification::problem("a text", text, None, scope))
}

#[test]
fn every_specification_has_as_many_structures_as_its_table_says() {
    let mut wrong = Vec::new();
    for row in TABLE.lines().filter(|row| !row.trim().is_empty() && !row.starts_with('#')) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [name, label, scope, expected, _source] = columns[..] else { panic!("five columns: {row}") };
        let scope = scope.parse().expect("a scope");
        let expected: u64 = expected.parse().expect("a count");
        let found = count(&specification::shipped(name, label, scope));
        if found != expected {
            wrong.push(format!("{name} {label} at scope {scope}: {found} instead of {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_order_of_declarations_does_not_change_a_count() {
    let invariant = "pred repOk[t: Tree] {
        all n: t.root.*(left + right) {
            n not in n.^(left + right)
            lone n.~(left + right)
            no n.left & n.right
        }
    }
    generate Tree satisfying repOk for 3 { key in 0 .. 1 }";
    let variants = [
        "one sig Tree { root: lone Node, extra: lone Label } sig Node { key: Int, left, right: lone Node, label: Label } sig Label {}",
        "sig Label {} sig Node { label: Label, right, left: lone Node, key: Int } one sig Tree { extra: lone Label, root: lone Node }",
        "sig Node { right: lone Node, label: Label, key: Int, left: lone Node } one sig Tree { root: lone Node, extra: lone Label } sig Label {}",
    ];
    for scope in 1..=3 {
        let counts = variants.map(|signatures| count_of_text(&format!("{signatures}\n{invariant}"), scope));
        assert!(counts[0] > 1 && counts.iter().all(|count| *count == counts[0]), "at scope {scope}: {counts:?}");
    }
}

#[test]
fn objects_that_refer_to_each_other_across_signatures_are_counted_up_to_renaming() {
    let text = specification::ACROSS;
    for scope in 1..=2 {
        assert_agrees(text, scope);
        let problem = specification::problem("a text", text, None, scope);
        assert_eq!(count(&problem), brute_force::canonical_count(&problem) as u64, "walks agree at scope {scope}");
    }
}

#[test]
fn graphs_with_sets_of_successors_are_counted_up_to_renaming() {
    for scope in 1..=3 {
        assert_agrees("one sig Graph { source: Node } sig Node { edges: set Node } generate Graph for 3 {}", scope);
    }
}

#[test]
fn sets_of_objects_are_counted_up_to_renaming() {
    let text = "one sig Owner { nodes: set Node }
        sig Node { next: lone Node, tag: lone Tag }
        sig Tag {}
        generate Owner for 2 {}";
    for scope in 1..=2 {
        assert_agrees(text, scope);
    }
}

#[test]
fn sets_below_walked_objects_are_counted_up_to_renaming() {
    let text = "one sig Owner { head: lone Node }
        sig Node { next: lone Node, tags: set Tag }
        sig Tag { owner: lone Leaf }
        sig Leaf {}
        generate Owner for 2 {}";
    for scope in 1..=2 {
        assert_agrees(text, scope);
    }
}

#[test]
fn relations_between_objects_are_counted_up_to_renaming() {
    let text = "one sig Map { entries: Key -> lone Value } sig Key {} sig Value {} generate Map for 3 {}";
    for scope in 1..=3 {
        assert_agrees(text, scope);
    }
}

fn assert_agrees(text: &str, scope: u32) {
    let problem = specification::problem("a text", text, None, scope);
    assert_eq!(count(&problem), orbits(&problem) as u64, "at scope {scope}: {text}");
    // Whatever numbers the objects of a structure have, they are renumbered in the same way.
    let labelling = Labelling::new(&problem);
    let solutions = brute_force::solutions(&problem);
    let reachable = solutions.iter().filter(|instance| all_reachable(&problem, instance));
    let forms: HashSet<Instance> = reachable.map(|instance| canonical(&problem, &labelling, instance)).collect();
    assert_eq!(forms.len(), orbits(&problem), "at scope {scope}: {text}");
}

/// The number of solutions whose objects are all reachable, up to every renaming of objects that are alike.
fn orbits(problem: &Problem) -> usize {
    let solutions = brute_force::solutions(problem);
    let reachable = solutions.iter().filter(|instance| all_reachable(problem, instance));
    reachable.map(|instance| least_renaming(problem, instance)).collect::<BTreeSet<_>>().len()
}

/// The existing atoms of each class whose objects are alike.
fn existing(problem: &Problem, instance: &Instance) -> Vec<Vec<AtomId>> {
    let permutable = problem.heap.classes.iter().filter(|class| class.permutable);
    permutable
        .map(|class| {
            let present = &instance.relations[class.relation.0 as usize];
            let exists = |atom: &AtomId| present.contains(problem.universe.key(&[*atom]));
            class.atoms.iter().copied().filter(exists).collect()
        })
        .collect()
}

fn all_reachable(problem: &Problem, instance: &Instance) -> bool {
    let mut met: Vec<AtomId> = problem.heap.root.into_iter().collect();
    let mut next = 0;
    while let Some(owner) = met.get(next).copied() {
        for field in &problem.heap.fields {
            let value = &instance.relations[field.relation.0 as usize];
            for key in value.keys() {
                let tuple = problem.universe.tuple(*key, value.arity());
                if tuple[0] == owner {
                    met.extend(tuple[1..].iter().filter(|atom| !met.contains(atom)).collect::<BTreeSet<_>>());
                }
            }
        }
        next += 1;
    }
    existing(problem, instance).iter().flatten().all(|atom| met.contains(atom))
}

/// The least of all renamings, as the keys of every relation.
fn least_renaming(problem: &Problem, instance: &Instance) -> Vec<Vec<u64>> {
    let mut renamings = vec![(0..problem.universe.len() as u32).map(AtomId).collect::<Vec<_>>()];
    for atoms in existing(problem, instance) {
        let mut extended = Vec::new();
        for order in permutations(&atoms) {
            for renaming in &renamings {
                let mut renaming = renaming.clone();
                atoms.iter().zip(&order).for_each(|(from, to)| renaming[from.index()] = *to);
                extended.push(renaming);
            }
        }
        renamings = extended;
    }
    let renamed = |renaming: &Vec<AtomId>| {
        let rename = |value: &TupleSet| {
            let mut keys: Vec<u64> = value
                .keys()
                .iter()
                .map(|key| problem.universe.tuple(*key, value.arity()))
                .map(|tuple| tuple.iter().map(|atom| renaming[atom.index()]).collect::<Vec<_>>())
                .map(|tuple| problem.universe.key(&tuple).0)
                .collect();
            keys.sort_unstable();
            keys
        };
        instance.relations.iter().map(rename).collect::<Vec<_>>()
    };
    renamings.iter().map(renamed).min().expect("the identity is a renaming")
}

fn permutations(atoms: &[AtomId]) -> Vec<Vec<AtomId>> {
    let Some((first, rest)) = atoms.split_first() else { return vec![Vec::new()] };
    let insert =
        |order: Vec<AtomId>| (0..=order.len()).map(move |place| [&order[..place], &[*first], &order[place..]].concat());
    permutations(rest).into_iter().flat_map(insert).collect()
}
