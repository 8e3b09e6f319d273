//! The translation agrees with the evaluator, and clauses with the circuit that they encode.

use crate::relational::{Choices, Grower, instance, playground};
use fex::circuit::{self, Circuit, Node, Translation, Wire};
use fex::cnf::{Lit, Var, tseitin};
use fex::relational::*;
use fex::sat::{self, Outcome, Query};
use proptest::prelude::*;
use rustc_hash::FxHashSet;

/// How each constraint comes out when the inputs are set from an instance.
pub fn simulated(translation: &Translation, instance: &Instance) -> Vec<bool> {
    let inputs: FxHashSet<Node> = translation
        .inputs
        .iter()
        .filter(|input| instance.relations[input.relation.0 as usize].contains(input.tuple))
        .map(|input| input.wire.node())
        .collect();
    let values = translation.circuit.simulate(|node| inputs.contains(&node));
    translation.constraints.iter().map(|wire| values[wire.node().index()] != wire.is_complement()).collect()
}

/// Makes the relations of the playground what their shapes claim: `a` has the first objects, `r` is a function.
fn shaped(problem: &Problem, instance: &mut Instance) {
    let count = instance.relations[0].len().min(2) as u64;
    instance.relations[0] = TupleSet::from_keys(1, (0..count).map(TupleKey).collect());
    let base = problem.universe.len() as u64;
    let mut keys = instance.relations[2].keys().to_vec();
    keys.dedup_by_key(|key| key.0 / base);
    instance.relations[2] = TupleSet::from_keys(2, keys);
}

fn agree(grown: &[u8], filled: &[u8], shapes: bool) -> Result<(), TestCaseError> {
    let mut problem = playground(2);
    let mut choices = Choices(filled.iter());
    let mut instances: Vec<Instance> = (0..4).map(|_| instance(&problem, &mut choices)).collect();
    if shapes {
        instances.iter_mut().for_each(|instance| shaped(&problem, instance));
        problem.relations[0].shape = Shape::Prefix;
        problem.relations[2].shape = Shape::Function;
    }
    // Bounds as tight as the instances allow, so that the translation meets constants too.
    for (index, relation) in problem.relations.iter_mut().enumerate() {
        let arity = relation.upper.arity();
        let values: Vec<&TupleSet> = instances.iter().map(|instance| &instance.relations[index]).collect();
        let all: Vec<TupleKey> = values.iter().flat_map(|value| value.keys()).copied().collect();
        let common = all.iter().copied().filter(|key| values.iter().all(|value| value.contains(*key))).collect();
        relation.lower = TupleSet::from_keys(arity, common);
        relation.upper = TupleSet::from_keys(arity, all);
    }
    let mut terms = Terms::default();
    let mut grower =
        Grower { terms: &mut terms, universe: &problem.universe, choices: Choices(grown.iter()), scope: Vec::new() };
    let formulas: Vec<FormulaId> = (0..4).map(|_| grower.formula(3)).collect();
    problem.terms = terms;
    let constraint =
        |formula: &FormulaId| Constraint { formula: *formula, origin: "test".to_owned(), span: None, declared: false };
    problem.constraints = formulas.iter().map(constraint).collect();
    let mut evaluator = Evaluator::new(&problem);
    for binary_above in [None, Some(0), Some(6)] {
        // Where there is no two's complement, sums over too many values are refused; the evaluator has no reason to.
        let config = circuit::TranslationConfig { binary_above, ..circuit::TranslationConfig::default() };
        let Ok(translation) = circuit::translate(&problem, config) else { continue };
        for instance in &instances {
            let expected: Vec<bool> = formulas.iter().map(|formula| evaluator.holds(instance, *formula)).collect();
            prop_assert_eq!(simulated(&translation, instance), expected);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_translation_agrees_with_the_evaluator(
        grown in prop::collection::vec(any::<u8>(), 0..150),
        filled in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        agree(&grown, &filled, false)?;
    }

    #[test]
    fn the_translation_agrees_with_the_evaluator_where_it_relies_on_shapes(
        grown in prop::collection::vec(any::<u8>(), 0..150),
        filled in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        agree(&grown, &filled, true)?;
    }

    #[test]
    fn clauses_have_the_models_of_their_circuit_and_handles_imply_their_wires(
        gates in prop::collection::vec((0..4u8, any::<[u8; 3]>(), any::<u8>()), 1..25),
        asserted in prop::collection::vec((any::<u8>(), any::<bool>()), 0..3),
        handles in prop::collection::vec((any::<u8>(), any::<bool>()), 1..3),
    ) {
        let mut circuit = Circuit::new();
        let inputs: Vec<Wire> = (0..5).map(|_| circuit.input()).collect();
        let mut wires = inputs.clone();
        let pick = |wires: &[Wire], place: u8, negated: bool| {
            let wire = wires[usize::from(place) % wires.len()];
            if negated { !wire } else { wire }
        };
        for (kind, places, signs) in gates {
            let wire = |index: usize| pick(&wires, places[index], signs >> index & 1 == 1);
            let (a, b, c) = (wire(0), wire(1), wire(2));
            wires.push(match kind {
                0 => circuit.and_all([a, b, c]),
                1 => circuit.or(a, b),
                2 => circuit.iff(a, b),
                _ => circuit.choose(a, b, c),
            });
        }
        let chosen = |of: &[(u8, bool)]| of.iter().map(|(place, sign)| pick(&wires, *place, *sign)).collect::<Vec<_>>();
        let (asserted, mut handles) = (chosen(&asserted), chosen(&handles));
        handles.retain(|wire| wire.node() != Wire::TRUE.node());
        let encoding = tseitin::encode(&circuit, &inputs, &asserted, &handles);
        let mut solver = sat::new(&sat::SolverConfig::default());
        solver.add_cnf(&encoding.cnf);
        for bits in 0..1u32 << inputs.len() {
            let set = |index: usize| bits >> index & 1 == 1;
            let values = circuit.simulate(|node| inputs.iter().position(|wire| wire.node() == node).is_some_and(set));
            let holds = |wire: &Wire| values[wire.node().index()] != wire.is_complement();
            let assigned: Vec<Lit> = (0..inputs.len()).map(|index| Lit::of(Var(index as u32 + 1), set(index))).collect();
            let mut satisfiable = |more: Option<Lit>| {
                let assumptions: Vec<Lit> = assigned.iter().copied().chain(more).collect();
                solver.solve(Query { assumptions: &assumptions, ..Query::default() }) == Outcome::Sat
            };
            let expected = asserted.iter().all(holds);
            prop_assert_eq!(satisfiable(None), expected);
            for handle in &handles {
                let literal = encoding.literal(*handle).expect("handles have literals");
                prop_assert_eq!(satisfiable(Some(literal)), expected && holds(handle));
            }
        }
    }
}
