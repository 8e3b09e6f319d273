//! Objects that a walk numbers because fex found out that references meet them: as many structures as where they are compared.

use crate::specification;
use fex::extension;
use fex::facts;
use fex::relational::Problem;
use fex::symmetry::{self, Filter};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use std::collections::BTreeSet;

/// The classes of a problem by name that need no other numbering than that of a walk, and the problem that knows it.
fn walked(problem: &Problem) -> (Vec<String>, Problem) {
    let mut known = problem.clone();
    known.heap.met = facts::met(problem);
    (known.heap.met.iter().map(|class| problem.heap.classes[*class].name.clone()).collect(), known)
}

/// How many instances there are, as listed; and that each one is canonical, in whatever numbers it comes.
fn listed(problem: &Problem) -> usize {
    let encoded = specification::encoded(problem);
    let filter = Filter::new(&encoded.core.problem, &encoded.labelling);
    let instances = specification::instances(&encoded);
    assert!(instances.iter().all(|instance| filter.is_canonical(instance)));
    let canonical: BTreeSet<Vec<Vec<u64>>> = instances
        .iter()
        .map(|instance| {
            let relations = symmetry::canonical(problem, &encoded.labelling, instance).relations;
            relations.iter().map(|relation| relation.keys().iter().map(|key| key.0).collect()).collect()
        })
        .collect();
    assert_eq!(canonical.len(), instances.len(), "no two are the same in other numbers");
    instances.len()
}

/// An index of labels refers to books, too, so that they are compared; but they stand in chains on shelves, where a walk meets them. Labels that only
/// the index has are met by no walk. There are as many structures, whichever way they are numbered.
#[test]
fn objects_that_references_meet_are_numbered_by_a_walk() {
    for scope in 1..=2 {
        let problem = specification::shipped("library", "library", scope);
        let (names, known) = walked(&problem);
        // Where there is one label at most, it is that of a book, if there is any.
        let expected = if scope == 1 { vec!["Book", "Label"] } else { vec!["Book"] };
        assert_eq!(names, expected, "at scope {scope}");
        assert!(!specification::encoded(&problem).labelling.is_exact());
        let encoded = specification::encoded(&known);
        assert!(encoded.labelling.is_exact(), "labels differ in what they have of fixed objects");
        let count = listed(&problem);
        assert_eq!(listed(&known), count, "at scope {scope}");
        let tightened = encoded.tightened().unwrap_or(encoded);
        assert_eq!(specification::instances(&tightened).len(), count, "at scope {scope}");
        let counted = extension::counter(&tightened).advance(u64::MAX / 2);
        assert_eq!(counted, Some(count.into()), "at scope {scope}");
    }
}

/// Nodes are in a set, and form a list; or some are in the set alone; or a list may end in a ring.
#[test]
fn a_walk_numbers_what_a_set_holds_only_where_references_hold_it_as_well() {
    let list = |constraint: &str| {
        let text = format!(
            "one sig List {{ head: lone Node, nodes: set Node }} sig Node {{ next: lone Node }}
             pred ok[l: List] {{ {constraint} }} generate List satisfying ok for 3 {{}}"
        );
        specification::problem("list", &text, None, 4)
    };
    let chain = "l.nodes = l.head.*next and all n: Node | n not in n.^next";
    for (constraint, names, count) in [
        // A list has no node, or one to four.
        (chain.to_owned(), vec!["Node"], Some(5)),
        // A node may be in the set alone.
        ("all n: Node | n not in n.^next".to_owned(), vec![], None),
        (format!("some l.nodes and {chain}"), vec!["Node"], Some(4)),
        // A ring leads back, so that the theorem does not apply.
        ("l.nodes = l.head.*next".to_owned(), vec![], None),
    ] {
        let problem = list(&constraint);
        let (found, known) = walked(&problem);
        assert_eq!(found, names, "{constraint}");
        assert_eq!(listed(&known), listed(&problem), "{constraint}");
        assert!(count.is_none_or(|count| listed(&known) == count), "{constraint}");
    }
}

/// Two sets of objects, of which only the root knows: rows of what each object is in. With n objects in one of three ways each, none in no set, there are
/// as many as multisets of at most n of three things, C(n + 3, 3).
#[test]
fn objects_that_nothing_relates_are_sorted() {
    let text = "one sig Root { a, b: set Thing } sig Thing {} generate Root for 3 {}";
    for scope in 1..=5 {
        let problem = specification::problem("things", text, None, scope);
        assert!(specification::encoded(&problem).labelling.is_exact());
        let scope = scope as usize;
        assert_eq!(listed(&problem), (scope + 3) * (scope + 2) * (scope + 1) / 6, "at scope {scope}");
    }
}

/// Lists of things with sets beside them, which may have all things of the lists, some of them, or others; bags refer to things, too, and things to
/// bags.
fn invariants_of_sets() -> impl Strategy<Value = String> {
    let conditions = vec![
        "all t: Thing | t !in t.^next",
        "all t: Thing | t !in t.^(next + below)",
        "r.things = r.first.*next",
        "Thing in r.first.*(next + below)",
        "Thing in r.first.*next + r.bags.thing.*next",
        "Thing in r.first.*next + r.bag.thing.*(next + below)",
        "Bag in r.bag + r.things.bag",
        "no r.bags",
        "no r.bag",
        "no below",
        "no parts",
        "all b: Bag | b.thing in b.parts",
        "all b: Bag | some b.thing",
        "all t: Thing | lone t.bag.parts",
    ];
    let fields = vec![
        "one sig Root { first: lone Thing, things: set Thing, bag: lone Bag, bags: set Bag }",
        "one sig Root { things: set Thing, bags: set Bag, bag: lone Bag, first: lone Thing }",
    ];
    let conditions = prop::sample::subsequence(conditions, 3..9);
    (prop::sample::select(fields), conditions).prop_map(|(root, conditions)| {
        format!(
            "module random\n{root}\nsig Thing {{ next, below: lone Thing, bag: lone Bag }}\n\
             sig Bag {{ parts: set Thing, thing: lone Thing }}\n\
             pred repOk[r: Root] {{\n  {}\n}}\n\
             generate Root satisfying repOk for 2 {{}}\n",
            conditions.join("\n  ")
        )
    })
}

/// What is listed is compared with what is listed in the least numbering, which needs no theorem.
#[test]
fn no_structure_is_lost_or_twice_by_a_walk_in_random_invariants() {
    let mut walked_at_all = [0; 3];
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for _ in 0..300 {
        let text = invariants_of_sets().new_tree(&mut runner).expect("a text").current();
        let problem = specification::problem("random", &text, None, 2);
        let (names, known) = walked(&problem);
        walked_at_all[names.len()] += 1;
        if !names.is_empty() {
            assert_eq!(listed(&known), listed(&problem), "{names:?}: {text}");
        }
    }
    assert!(
        walked_at_all[0] > 10 && walked_at_all[1] + walked_at_all[2] > 10,
        "both answers are given: {walked_at_all:?}"
    );
}
