//! The enumerator and the counter against brute force and against enumeration by blocking clauses.

use std::collections::BTreeSet;

use fex::circuit::{Circuit, Wire};
use fex::cnf::{Cnf, Lit, Var, tseitin};
use fex::sat::count::Counter;
use fex::sat::enumerate::{Completion, Enumerator, EnumeratorConfig, refuted};
use fex::sat::{self, Outcome, Query};
use num_bigint::BigUint;
use proptest::prelude::*;

/// A formula over `variables` variables from integers, each of which stands for a literal.
fn cnf_of(variables: u32, clauses: &[Vec<i32>]) -> Cnf {
    let mut cnf = Cnf::new(variables);
    for clause in clauses {
        cnf.push_clause(&lits(clause));
    }
    cnf
}

fn lits(integers: &[i32]) -> Vec<Lit> {
    integers.iter().map(|&integer| Lit::from_dimacs(integer).expect("a small nonzero integer")).collect()
}

/// What the enumerator gives, in its order.
fn enumerated(cnf: &Cnf, projection: &[Lit]) -> Vec<Vec<Lit>> {
    let mut enumerator = Enumerator::new(cnf, projection, &EnumeratorConfig::default());
    let mut models = Vec::new();
    while let Some(model) = enumerator.next() {
        let values: Vec<bool> = (1..=cnf.variables()).map(|v| model.value(Var(v))).collect();
        assert!(cnf.is_satisfied_by(&values), "what is given is a model");
        models.push(model.literals().collect());
    }
    assert!(enumerator.is_exhausted());
    models
}

/// The projected models, by trying all assignments.
fn brute_force(cnf: &Cnf, projection: &[Lit]) -> BTreeSet<Vec<Lit>> {
    (0u32..1 << cnf.variables())
        .map(|bits| -> Vec<bool> { (0..cnf.variables()).map(|i| bits >> i & 1 == 1).collect() })
        .filter(|values| cnf.is_satisfied_by(values))
        .map(|values| projection.iter().map(|lit| Lit::of(lit.var(), values[lit.var().index()])).collect())
        .collect()
}

/// The projected models, by excluding one after another with a clause.
fn blocked(cnf: &Cnf, projection: &[Lit]) -> BTreeSet<Vec<Lit>> {
    let mut solver = sat::new(&sat::SolverConfig::default());
    solver.add_cnf(cnf);
    let mut models = BTreeSet::new();
    while solver.solve(Query::default()) == Outcome::Sat {
        let model: Vec<Lit> = projection.iter().map(|lit| Lit::of(lit.var(), solver.value(lit.var()))).collect();
        let clause: Vec<Lit> = model.iter().map(|&lit| !lit).collect();
        solver.add_clause(&clause);
        models.insert(model);
    }
    models
}

/// The literals that clauses with one open literal force, one after the other; `None` if a clause is false.
fn forced(clauses: &[Vec<i32>], mut known: BTreeSet<i32>) -> Option<BTreeSet<i32>> {
    loop {
        let before = known.len();
        for clause in clauses {
            if clause.iter().any(|literal| known.contains(literal)) {
                continue;
            }
            let open: BTreeSet<i32> = clause.iter().copied().filter(|literal| !known.contains(&-literal)).collect();
            match open.len() {
                0 => return None,
                1 => known.extend(open),
                _ => {}
            }
        }
        if known.len() == before {
            return Some(known);
        }
    }
}

/// How many models the counter finds, in one go or step by step.
fn counted(cnf: &Cnf, projection: &[Lit], completion: Completion) -> BigUint {
    let mut counter = Counter::new(cnf, projection, completion);
    loop {
        if let Some(count) = counter.advance(100) {
            assert_eq!(counter.advance(100), Some(count.clone()), "a count that is known stays known");
            return count;
        }
    }
}

/// Exactly the expected models, each once, in lexicographic order with the given literals first; and as many of them.
fn assert_enumerates(cnf: &Cnf, projection: &[Lit], expected: &BTreeSet<Vec<Lit>>) {
    let found = enumerated(cnf, projection);
    let signs: Vec<Vec<bool>> =
        found.iter().map(|model| model.iter().zip(projection).map(|(is, first)| is != first).collect()).collect();
    assert!(signs.windows(2).all(|pair| pair[0] < pair[1]), "models ascend, and so none is given twice");
    assert_eq!(&found.into_iter().collect::<BTreeSet<_>>(), expected);
    assert_eq!(counted(cnf, projection, Completion::Search), expected.len().into());
}

fn literal(variables: i32) -> impl Strategy<Value = i32> {
    (1..=variables, any::<bool>()).prop_map(|(v, sign)| if sign { v } else { -v })
}

/// Clauses of `lengths` literals each, and a projection to some variables in some order.
fn problem(
    variables: i32,
    lengths: std::ops::RangeInclusive<usize>,
    count: std::ops::Range<usize>,
) -> impl Strategy<Value = (Vec<Vec<i32>>, Vec<i32>)> {
    (
        prop::collection::vec(prop::collection::vec(literal(variables), lengths), count),
        Just((1..=variables).collect::<Vec<i32>>()).prop_shuffle(),
        0..=variables as usize,
        any::<u64>(),
    )
        .prop_map(|(clauses, mut order, length, signs)| {
            order.truncate(length);
            for (index, variable) in order.iter_mut().enumerate() {
                if signs >> index & 1 == 1 {
                    *variable = -*variable;
                }
            }
            (clauses, order)
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn every_projected_model_comes_exactly_once((clauses, projection) in problem(8, 0..=4, 0..35)) {
        // The empty clause is rare: it makes the rest of a formula pointless.
        let clauses: Vec<Vec<i32>> = clauses
            .into_iter()
            .filter(|clause| clause.len() > 1 || clause == &[3])
            .collect();
        let (cnf, projection) = (cnf_of(8, &clauses), lits(&projection));
        assert_enumerates(&cnf, &projection, &brute_force(&cnf, &projection));
    }

    /// A literal is refuted if, and only if, propagation from it ends in a false clause, once the negations of those
    /// refuted before are known; it is in no model then.
    #[test]
    fn refuted_are_the_literals_that_propagate_to_a_conflict(
        clauses in prop::collection::vec(prop::collection::vec(literal(8), 1..=3), 8..=30),
    ) {
        let cnf = cnf_of(8, &clauses);
        let candidates: Vec<i32> = (1..=8).flat_map(|variable| [variable, -variable]).collect();
        let mut known = forced(&clauses, BTreeSet::new());
        for _ in &candidates {
            for candidate in &candidates {
                let with = |known: &BTreeSet<i32>| known.iter().copied().chain([*candidate]).collect();
                if known.as_ref().is_some_and(|known| !known.contains(candidate) && forced(&clauses, with(known)).is_none()) {
                    let negated = known.iter().flatten().copied().chain([-candidate]).collect();
                    known = forced(&clauses, negated);
                }
            }
        }
        let is_refuted = |candidate: &i32| known.as_ref().is_none_or(|known| known.contains(&-candidate));
        let expected: Vec<Lit> = lits(&candidates.iter().copied().filter(is_refuted).collect::<Vec<_>>());
        let found = refuted(&cnf, &lits(&candidates));
        prop_assert_eq!(&found, &expected);
        for literal in found {
            let models = brute_force(&cnf, &[literal]);
            prop_assert!(!models.contains(&vec![literal]), "a model has {literal:?}");
        }
    }

    #[test]
    fn formulas_near_the_threshold_are_enumerated_completely(
        (clauses, projection) in problem(12, 3..=3, 35..55),
    ) {
        let (cnf, projection) = (cnf_of(12, &clauses), lits(&projection));
        assert_enumerates(&cnf, &projection, &brute_force(&cnf, &projection));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// Each gate is made from two or three earlier wires, some of them complemented.
    #[test]
    fn the_models_of_a_circuit_need_no_decisions_on_gates(
        gates in prop::collection::vec((0..4, any::<u64>(), any::<u8>()), 1..40),
        asserted in prop::collection::vec((any::<u64>(), any::<bool>()), 0..5),
        handles in prop::collection::vec(any::<u64>(), 0..3),
    ) {
        let mut circuit = Circuit::new();
        let inputs: Vec<Wire> = (0..8).map(|_| circuit.input()).collect();
        let mut wires = inputs.clone();
        for (kind, from, signs) in gates {
            let wire = |place: u64| {
                let wire = wires[(from / 1000u64.pow(place as u32)) as usize % wires.len()];
                if signs >> place & 1 == 1 { !wire } else { wire }
            };
            let (a, b, c) = (wire(0), wire(1), wire(2));
            let gate = match kind {
                0 => circuit.and(a, b),
                1 => circuit.or_all([a, b, c]),
                2 => circuit.iff(a, b),
                _ => circuit.choose(a, b, c),
            };
            wires.push(gate);
        }
        let pick = |from: u64| wires[from as usize % wires.len()];
        let asserted: Vec<Wire> =
            asserted.into_iter().map(|(from, sign)| if sign { pick(from) } else { !pick(from) }).collect();
        let handles: Vec<Wire> = handles.into_iter().map(pick).filter(|wire| *wire != Wire::TRUE).collect();
        let encoding = tseitin::encode(&circuit, &inputs, &asserted, &handles);

        let projection: Vec<Lit> = (1..=8).map(|v| Lit::positive(Var(v))).collect();
        let config = EnumeratorConfig { completion: Completion::Propagation, ..EnumeratorConfig::default() };
        let mut enumerator = Enumerator::new(&encoding.cnf, &projection, &config);
        let mut found = BTreeSet::new();
        while let Some(model) = enumerator.next() {
            prop_assert!(found.insert(model.literals().map(|lit| !lit.is_negative()).collect::<Vec<bool>>()));
        }
        let expected: BTreeSet<Vec<bool>> = (0u32..256)
            .map(|bits| -> Vec<bool> { (0..8).map(|i| bits >> i & 1 == 1).collect() })
            .filter(|values| {
                let input = |node| inputs.iter().position(|wire| wire.node() == node).is_some_and(|i| values[i]);
                let simulated = circuit.simulate(input);
                asserted.iter().all(|wire| simulated[wire.node().index()] != wire.is_complement())
            })
            .collect();
        prop_assert_eq!(counted(&encoding.cnf, &projection, Completion::Propagation), expected.len().into());
        prop_assert_eq!(found, expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// The stream restricted to each cube is a part of the stream, with clauses learned in cubes before; and behind each model it goes on
    /// with the next one.
    #[test]
    fn a_stream_is_that_of_its_cubes_one_after_the_other(
        (clauses, projection) in problem(10, 1..=3, 8..25),
        length in 0usize..4,
    ) {
        let cnf = cnf_of(10, &clauses);
        let projection = lits(&projection);
        let whole = enumerated(&cnf, &projection);
        let mut enumerator = Enumerator::new(&cnf, &projection, &EnumeratorConfig::default());
        let cubes = enumerated(&cnf, &projection[..length.min(projection.len())]);
        let mut found: Vec<Vec<Lit>> = Vec::new();
        for cube in &cubes {
            enumerator.restrict(cube);
            while let Some(model) = enumerator.next() {
                let model_literals: Vec<Lit> = model.literals().collect();
                if let Some(before) = found.last().filter(|before| before.starts_with(cube)) {
                    prop_assert_eq!(&before[..model.changed()], &model_literals[..model.changed()]);
                }
                found.push(model_literals);
            }
            prop_assert!(enumerator.is_exhausted());
        }
        prop_assert_eq!(&found, &whole);
        for (place, model) in whole.iter().enumerate() {
            enumerator.restrict(&[]);
            prop_assert!(enumerator.go_behind(|index| model[index] == projection[index]));
            let next = enumerator.next().map(|model| model.literals().collect::<Vec<Lit>>());
            prop_assert_eq!(next.as_ref(), whole.get(place + 1));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    /// Formulas that are hard enough for hundreds of conflicts, restarts and forgetting.
    #[test]
    fn enumeration_agrees_with_blocking_clauses(
        (clauses, projection) in problem(60, 3..=3, 235..255),
    ) {
        let cnf = cnf_of(60, &clauses);
        let projection = lits(&projection[..projection.len().min(9)]);
        assert_enumerates(&cnf, &projection, &blocked(&cnf, &projection));
    }
}

#[test]
fn every_subset_of_free_variables_is_a_model() {
    let projection: Vec<Lit> = (1..=16).map(|v| Lit::positive(Var(v))).collect();
    let mut enumerator = Enumerator::new(&Cnf::new(16), &projection, &EnumeratorConfig::default());
    let mut count = 0;
    while enumerator.next().is_some() {
        count += 1;
    }
    assert_eq!(count, 1 << 16);
}

/// Rows of cells of which no two neighbours are taken: as many as there are Fibonacci numbers say, and the counts of parts
/// that do not touch are multiplied.
#[test]
fn counts_of_independent_chains_are_fibonacci_numbers_multiplied() {
    let (length, chains) = (150, 3);
    let mut cnf = Cnf::new(0);
    for cell in (0..length * chains).filter(|cell| cell % length != 0) {
        cnf.push_clause(&lits(&[-cell, -(cell + 1)]));
    }
    let cells: Vec<Lit> = (1..=length * chains).map(|cell| Lit::from_dimacs(cell).expect("a cell")).collect();
    let (mut rows, mut longer) = (BigUint::from(1u32), BigUint::from(2u32));
    for _ in 0..length {
        (rows, longer) = (longer.clone(), rows + longer);
    }
    assert!(rows > u64::MAX.into());
    assert_eq!(counted(&cnf, &cells, Completion::Search), rows.pow(3));
}

#[test]
fn placements_of_queens_are_counted_as_published() {
    // OEIS A000170.
    for (size, expected) in [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92), (9, 352)] {
        let cell = |row: i32, column: i32| row * size + column + 1;
        let mut cnf = Cnf::new(0);
        let mut cells = Vec::new();
        for row in 0..size {
            let line: Vec<i32> = (0..size).map(|column| cell(row, column)).collect();
            cnf.push_clause(&lits(&line));
            cells.extend(lits(&line));
        }
        for (first, second) in (0..size * size).flat_map(|a| (0..a).map(move |b| (a, b))) {
            let (rows, columns) = (first / size - second / size, first % size - second % size);
            if rows == 0 || columns == 0 || rows.abs() == columns.abs() {
                cnf.push_clause(&lits(&[-(first + 1), -(second + 1)]));
            }
        }
        assert_eq!(enumerated(&cnf, &cells).len(), expected, "on {size} rows");
        assert_eq!(counted(&cnf, &cells, Completion::Search), expected.into(), "on {size} rows");
    }
}

#[test]
fn learned_clauses_are_bounded_however_long_the_search() {
    // As many pigeons as holes: one model per permutation.
    let size = 8;
    let sits = |pigeon: i32, hole: i32| pigeon * size + hole + 1;
    let mut cnf = Cnf::new(0);
    let mut cells = Vec::new();
    for pigeon in 0..size {
        let holes: Vec<i32> = (0..size).map(|hole| sits(pigeon, hole)).collect();
        cnf.push_clause(&lits(&holes));
        cells.extend(lits(&holes));
    }
    for pigeon in 0..size {
        for hole in 0..size {
            for other in 0..pigeon {
                cnf.push_clause(&lits(&[-sits(other, hole), -sits(pigeon, hole)]));
            }
            for other in 0..hole {
                cnf.push_clause(&lits(&[-sits(pigeon, other), -sits(pigeon, hole)]));
            }
        }
    }
    let mut enumerator = Enumerator::new(&cnf, &cells, &EnumeratorConfig::default());
    let mut count = 0;
    while enumerator.next().is_some() {
        count += 1;
        assert!(enumerator.statistics().learned <= 2000 + cnf.len());
    }
    assert_eq!(count, 40320);
}
