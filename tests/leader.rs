//! Where sets refer to objects, the canonical numbering is the least one, and what is said against others holds of all that share it.

use crate::specification;
use fex::extension::{self, Search, SearchConfig};
use fex::relational::{AtomId, Instance, Problem, TupleSet};
use fex::solve::Status;
use fex::symmetry::{Filter, Labelling, Reason};
use itertools::Itertools;

const GRAPH: &str = "one sig Root { entries: set A }
        sig A { next: set A }
        generate Root for 4 {}";

const TWO_CLASSES: &str = "one sig Root { entries: set A }
        sig A { others: set B }
        sig B { back: set A, next: set B }
        generate Root for 3 {}";

const TRIPLES: &str = "one sig Root { entries: set A }
        sig A { ways: A -> A }
        generate Root for 3 {}";

/// Some objects of each class, the first ones, and any tuples between them but for those that a reason forbids, with those that it demands.
fn any_instance(problem: &Problem, reason: &Reason, random: &mut fastrand::Rng) -> Instance {
    let mut relations: Vec<TupleSet> = problem.relations.iter().map(|relation| relation.lower.clone()).collect();
    let mut exists: Vec<AtomId> = problem.heap.root.into_iter().collect();
    for class in &problem.heap.classes {
        if !class.permutable {
            continue;
        }
        let is_fit = |count: &usize| {
            class.atoms.iter().enumerate().all(|(index, atom)| {
                let tuple = (class.relation, problem.universe.key(&[*atom]));
                if index < *count { !reason.lacks.contains(&tuple) } else { !reason.has.contains(&tuple) }
            })
        };
        let counts: Vec<usize> = (1..=class.atoms.len()).filter(is_fit).collect();
        let count = *random.choice(&counts).expect("the instance that the reason is about has some count");
        exists.extend(&class.atoms[..count]);
        let keys = class.atoms[..count].iter().map(|atom| problem.universe.key(&[*atom])).collect();
        relations[class.relation.0 as usize] = TupleSet::from_keys(1, keys);
    }
    let density = random.f64();
    for field in &problem.heap.fields {
        let upper = &problem.relations[field.relation.0 as usize].upper;
        let keys = upper.keys().iter().copied().filter(|key| {
            let exists = problem.universe.tuple(*key, upper.arity()).iter().all(|atom| exists.contains(atom));
            let tuple = (field.relation, *key);
            let chosen = random.f64() < density && !reason.lacks.contains(&tuple);
            exists && (chosen || reason.has.contains(&tuple))
        });
        relations[field.relation.0 as usize] = TupleSet::from_keys(upper.arity(), keys.collect());
    }
    Instance { relations }
}

/// A tuple that is compared: the number of the last object in it, its relation, and itself.
type Cell = (usize, usize, Vec<AtomId>);

/// The tuples that are compared, in this order: by the last object in them, then by relation, then by their own order.
fn cells(problem: &Problem) -> Vec<Cell> {
    let objects: Vec<AtomId> = problem.heap.permutable().flat_map(|class| class.atoms.iter().copied()).collect();
    let last = |tuple: &[AtomId]| objects.iter().rposition(|object| tuple.contains(object));
    let mut cells = Vec::new();
    for (index, relation) in problem.relations.iter().enumerate() {
        for key in relation.upper.keys() {
            let tuple = problem.universe.tuple(*key, relation.upper.arity());
            cells.extend(last(&tuple).map(|last| (last, index, tuple)));
        }
    }
    cells.sort();
    cells
}

/// What an instance is in each numbering of the objects that there are, the one that it has among them: which of the tuples that are
/// compared it has.
fn numbered(problem: &Problem, instance: &Instance) -> Vec<Vec<bool>> {
    let cells = cells(problem);
    let numberings = problem.heap.permutable().map(|class| {
        let value = &instance.relations[class.relation.0 as usize];
        let existing: Vec<AtomId> =
            class.atoms.iter().copied().filter(|atom| value.contains(problem.universe.key(&[*atom]))).collect();
        let count = existing.len();
        existing
            .iter()
            .copied()
            .permutations(count)
            .map(|numbering| existing.iter().copied().zip(numbering).collect::<Vec<_>>())
            .collect::<Vec<_>>()
    });
    let described = |numbering: Vec<Vec<(AtomId, AtomId)>>| {
        let origin = |atom: &AtomId| {
            let found = numbering.iter().flatten().find(|(label, _)| label == atom);
            found.map_or(*atom, |(_, object)| *object)
        };
        let has = |(_, relation, tuple): &Cell| {
            let source: Vec<AtomId> = tuple.iter().map(origin).collect();
            instance.relations[*relation].contains(problem.universe.key(&source))
        };
        cells.iter().map(has).collect()
    };
    numberings.multi_cartesian_product().map(described).collect()
}

/// Which of the tuples that are compared an instance has.
fn described(problem: &Problem, instance: &Instance) -> Vec<bool> {
    let has = |(_, relation, tuple): &Cell| instance.relations[*relation].contains(problem.universe.key(tuple));
    cells(problem).iter().map(has).collect()
}

/// Whether no numbering of the objects that there are is less: a tuple that is absent is less.
fn is_least(problem: &Problem, instance: &Instance) -> bool {
    let as_it_is = described(problem, instance);
    numbered(problem, instance).into_iter().all(|other| other >= as_it_is)
}

/// Objections are compared with all numberings; what follows from them, with all numberings of other instances.
#[test]
fn an_objection_holds_of_every_instance_that_shares_its_reason() {
    let mut random = fastrand::Rng::with_seed(16);
    for text in [GRAPH, TWO_CLASSES, TRIPLES] {
        let problem = specification::problem("leader.spec", text, None, 4);
        let labelling = Labelling::new(&problem);
        let filter = Filter::new(&problem, &labelling);
        let (mut canonical, mut others, mut larger) = (0, 0, 0);
        for _ in 0..600 {
            let instance = any_instance(&problem, &Reason::default(), &mut random);
            let reasons = filter.objections(&instance, usize::MAX);
            assert_eq!(reasons.is_empty(), is_least(&problem, &instance), "{instance:?}");
            assert_eq!(reasons.is_empty(), filter.is_canonical(&instance), "{instance:?}");
            if reasons.is_empty() {
                canonical += 1;
                continue;
            }
            others += 1;
            let first = filter.objections(&instance, 2);
            assert_eq!(first, reasons[..reasons.len().min(2)]);
            for reason in reasons {
                let other = any_instance(&problem, &reason, &mut random);
                assert!(!is_least(&problem, &other), "{reason:?} of {instance:?} and {other:?}");
                larger += usize::from(other.relations != instance.relations);
            }
        }
        assert!(canonical > 10 && others > 200 && larger > 200, "{canonical} {others} {larger}");
    }
}

/// The least one is sought among all numberings.
#[test]
fn what_takes_the_place_of_an_instance_is_the_same_in_the_least_numbering() {
    let mut random = fastrand::Rng::with_seed(17);
    for text in [GRAPH, TWO_CLASSES, TRIPLES] {
        let problem = specification::problem("leader.spec", text, None, 4);
        let labelling = Labelling::new(&problem);
        let filter = Filter::new(&problem, &labelling);
        for _ in 0..300 {
            let instance = any_instance(&problem, &Reason::default(), &mut random);
            let least = numbered(&problem, &instance).into_iter().min().expect("it has a numbering");
            assert_eq!(
                filter.objections(&instance, 1).is_empty(),
                described(&problem, &instance) == least,
                "{instance:?}"
            );
            assert_eq!(described(&problem, &filter.canonical(&instance)), least, "{instance:?}");
        }
    }
}

/// Of the pairs of a graph, those are infeasible that lead from an object to itself, into the source, which has the greatest number, and from
/// the first to the second, which are exchanged then. Models that are not canonical were refused one by one before, of which there are
/// millions at this scope.
#[test]
fn graphs_that_are_not_canonical_are_refused_many_at_once() {
    let scope = 10;
    let problem = specification::shipped("dag", "graph", scope);
    let encoded = specification::encoded(&problem);
    let mut search = Search::new(&encoded, &SearchConfig::default());
    let extension = extension::search(&mut search, |_| ()).expect("evaluator and translation agree");
    assert_eq!(extension.status, Status::Complete);
    let number = |atom: AtomId| problem.heap.permutable().find_map(|class| class.atoms.iter().position(|a| *a == atom));
    for (index, pair) in encoded.pairs.pairs.iter().enumerate() {
        let owner = number(problem.universe.tuple(pair.place, 1)[0]);
        let value = pair.value.and_then(number).expect("no field of a graph is null");
        let last = scope as usize - 1;
        let expected = match owner {
            None => value == last,
            Some(owner) => owner != value && value != last && (owner, value) != (0, 1),
        };
        assert_eq!(extension.feasible.contains(index), expected, "{pair:?}");
    }
}
