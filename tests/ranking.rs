//! Integers that are only compared: which ones these are, and that others in the same order satisfy a specification exactly if they
//! do, as the evaluator finds on valid and invalid structures.

use crate::specification;
use fastrand::Rng;
use fex::diagnostic::Source;
use fex::extension::{self, Search, SearchConfig};
use fex::lower::{Lowered, Scopes, lower};
use fex::relational::{Evaluator, Instance, TupleSet};
use fex::resolve::{Column, Module, Program, compared, resolve};
use std::collections::{BTreeMap, BTreeSet};

/// How often the integers of a structure are exchanged at random.
const SHAKES: usize = 10;

fn module(text: &str) -> Module {
    let (program, _) = Program::new(Source::new("a text", text));
    let (module, messages) = resolve(&program);
    module.unwrap_or_else(|| panic!("{text}: {messages:?}"))
}

/// A list with an invariant, of integers up to 6.
fn list(more: &str, invariant: &str) -> String {
    format!(
        "one sig List {{ head: lone Node, top: Int, count: Int, price: E -> lone Int }}
         sig Node {{ next: lone Node, key, other: Int }}
         abstract sig E {{}} one sig A, B extends E {{}}
         {more}
         pred ok[l: List] {{ (all n: l.head.*next | n not in n.^next) and l.count = #l.head.*next
           {invariant} }}
         generate List satisfying ok for 3 {{ key in 0 .. 6 other in 0 .. 6 top in 0 .. 6 count in 0 .. 3 price in 0 .. 6 }}"
    )
}

/// The fields of each class, by name.
fn classes(text: &str) -> BTreeSet<BTreeSet<String>> {
    let module = module(text);
    let name = |(field, _): &Column| module.fields[field.index()].name.clone();
    compared(&module, &module.generates[0]).iter().map(|class| class.iter().map(name).collect()).collect()
}

/// The invariants that leave `key` to be compared, with the fields that it is compared with.
const COMPARED: [(&str, &str, &[&str]); 9] = [
    ("", "all n: l.head.*next | all m: n.next | n.key < m.key", &["key"]),
    ("", "all n: l.head.*next | some n.next implies n.key =< n.next.key", &["key"]),
    ("", "all n: l.head.*next | no n.next or n.next.key > n.key", &["key"]),
    ("", "all n: l.head.*next { no n.next.next or n.key != n.next.next.key }", &["key"]),
    ("", "all n: l.head.*next | n.key < n.other and n.key =< l.top", &["key", "other", "top"]),
    ("pred below[a, b: Node] { a.key < b.key }", "all n: l.head.*next, m: n.^next | below[n, m]", &["key"]),
    ("", "all disj n, m: l.head.*next | n.key != m.key and #l.head.*next.key = l.count", &["key"]),
    (
        "fun least[l: List]: set Int { { v: l.head.*next.key | all n: l.head.*next | v =< n.key } }",
        "no l.head or l.top in least[l]",
        &["key", "top"],
    ),
    (
        "",
        "all e: E | some l.price[e] implies l.price[e] in l.head.*next.key and (no l.head or l.price[e] >= l.head.key)",
        &["key", "price"],
    ),
];

#[test]
fn integers_that_meet_each_other_only_are_ranked_together() {
    for (more, invariant, expected) in COMPARED {
        let expected: BTreeSet<String> = expected.iter().map(|name| (*name).to_owned()).collect();
        let classes = classes(&list(more, invariant));
        assert!(classes.contains(&expected), "{invariant}: {classes:?}");
        assert!(!classes.iter().any(|class| class.contains("count")), "{invariant}: {classes:?}");
    }
}

/// A constant, a number of objects, a sum, all integers, and an integer that counts as 0 where there is none.
#[test]
fn integers_that_something_fixed_meets_are_not_ranked() {
    let fixed = [
        "all n: l.head.*next | n.key > 0",
        "all n: l.head.*next | n.key < #l.head.*next",
        "all n: l.head.*next | n.key != l.count",
        "all n: l.head.*next | all m: n.next | plus[n.key, n.other] < m.key",
        "(sum n: l.head.*next | n.key) < l.top",
        "all i: Int | i in l.head.*next.key implies i > l.top",
        "all n: l.head.*next | n.key =< n.next.key",
        "all n: l.head.*next | no n.next implies n.key =< n.next.key",
        "all n: l.head.*next | n.^next.key < n.key",
        "l.head.key < 1",
        "l.head.*next.key in univ - l.top",
    ];
    for invariant in fixed {
        let classes = classes(&list("", invariant));
        assert!(!classes.iter().any(|class| class.contains("key")), "{invariant}: {classes:?}");
    }
}

/// An instance with other integers in some columns.
fn exchanged(
    lowered: &Lowered,
    classes: &[Vec<Column>],
    instance: &Instance,
    mut other: impl FnMut(usize, i64) -> i64,
) -> Instance {
    let universe = &lowered.problem.universe;
    let mut result = instance.clone();
    for (class, columns) in classes.iter().enumerate() {
        for (field, column) in columns {
            let relation = lowered.field_relation[field.index()].0 as usize;
            let tuples = &result.relations[relation];
            let keys = tuples.keys().iter().map(|key| {
                let mut tuple = universe.tuple(*key, tuples.arity());
                let value = universe.atoms[tuple[*column].index()].int.expect("the column has integers");
                tuple[*column] = universe.int_atom(other(class, value)).expect("it is in range");
                universe.key(&tuple)
            });
            result.relations[relation] = TupleSet::from_keys(tuples.arity(), keys.collect());
        }
    }
    result
}

/// Compares the verdicts on structures and on the same with other integers in the same order; returns how many were valid and how
/// many were not.
fn verdicts(text: &str) -> [usize; 2] {
    let module = module(text);
    let generate = &module.generates[0];
    let lowered =
        lower(&module, generate, &Scopes { overall: Some(3), ..Scopes::default() }).expect("it can be lowered");
    let classes = compared(&module, generate);
    if classes.is_empty() {
        return [0, 0];
    }
    let encoded = specification::encoded(&lowered.problem);
    let extension = extension::search(&mut Search::new(&encoded, &SearchConfig::default()), |_| ());
    let found = extension.expect("evaluator and translation agree").found;
    let mut random = Rng::with_seed(7);
    let mut evaluator = Evaluator::new(&lowered.problem);
    let mut counts = [0, 0];
    for instance in found.iter().flat_map(|found| std::iter::repeat_n(&found.instance, SHAKES)) {
        let values = |class: usize| -> Vec<i64> {
            let (field, column) = classes[class][0];
            let upper = &lowered.problem.relations[lowered.field_relation[field.index()].0 as usize].upper;
            let atoms = upper.keys().iter().map(|key| lowered.problem.universe.tuple(*key, upper.arity())[column]);
            let ints = atoms.filter_map(|atom| lowered.problem.universe.atoms[atom.index()].int);
            ints.collect::<BTreeSet<i64>>().into_iter().collect()
        };
        let ranges: Vec<Vec<i64>> = (0..classes.len()).map(values).collect();
        let shaken = exchanged(&lowered, &classes, instance, |class, value| {
            if random.bool() { value } else { *random.choice(&ranges[class]).expect("there are values") }
        });
        for structure in [instance.clone(), shaken] {
            let mut used = vec![BTreeSet::new(); classes.len()];
            exchanged(&lowered, &classes, &structure, |class, value| {
                used[class].insert(value);
                value
            });
            let maps: Vec<BTreeMap<i64, i64>> = used
                .iter()
                .zip(&ranges)
                .map(|(used, range)| {
                    let mut chosen: Vec<i64> = random.choose_multiple(range.iter().copied(), used.len());
                    chosen.sort_unstable();
                    used.iter().copied().zip(chosen).collect()
                })
                .collect();
            let other = exchanged(&lowered, &classes, &structure, |class, value| maps[class][&value]);
            let valid = evaluator.violation(&structure).is_none();
            assert_eq!(valid, evaluator.violation(&other).is_none(), "{maps:?}: {text}");
            counts[usize::from(!valid)] += 1;
        }
    }
    counts
}

#[test]
fn other_integers_in_the_same_order_have_the_same_verdict() {
    for (more, invariant, _) in COMPARED {
        let [valid, invalid] = verdicts(&list(more, invariant));
        assert!(valid > 0 && invalid > 0, "{invariant}: {valid} valid, {invalid} invalid");
    }
}

#[test]
fn the_keys_of_shipped_specifications_can_be_exchanged_for_others_in_the_same_order() {
    let mut ranked = 0;
    for (name, text) in specification::structures() {
        let [valid, _] = verdicts(&text);
        ranked += usize::from(valid > 0);
        let is_ranked = ["search_tree.spec", "sorted_list.spec"].iter().any(|ranked| name.ends_with(ranked));
        assert!(valid > 0 || !is_ranked, "the keys of {name} are only compared");
    }
    assert!(ranked >= 2);
}
