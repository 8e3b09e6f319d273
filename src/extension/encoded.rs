//! A problem made ready for the loop: symmetry broken, translated, with a literal for every pair.

use super::pairs::{Pairs, Place, places_of};
use crate::circuit::{self, Input, TooLarge, Translation, Wire};
use crate::cnf::tseitin;
use crate::cnf::{Cnf, Lit, Var};
use crate::relational::{Instance, Problem, TupleKey, TupleSet};
use crate::sat::Solver;
use crate::sat::enumerate::refuted;
use crate::symmetry::{self, Plan};

/// A problem and its encoding.
pub struct Encoded {
    /// The problem, with the bounds that canonical instances keep.
    pub problem: Problem,
    /// How its objects are numbered.
    pub plan: Plan,
    /// The pairs to cover.
    pub pairs: Pairs,
    /// The literal of each pair: if it is true in a model, the instance has the pair. `None` where the wire is
    /// constantly true.
    pub literals: Vec<Option<Lit>>,
    /// The clauses.
    pub cnf: Cnf,
    /// The number of gates of the circuit.
    pub gates: usize,
    /// The primary variables: input k is variable k+1.
    pub inputs: Vec<Input>,
}

/// Encodes a problem for the chosen fields (indices into `Heap::fields`).
pub fn encode(mut problem: Problem, fields: &[usize]) -> Result<Encoded, TooLarge> {
    let plan = Plan::new(&problem);
    symmetry::tighten(&mut problem, &plan);
    let places: Vec<Place> =
        fields.iter().flat_map(|field| places_of(&problem, *field).into_iter().map(|place| (*field, place))).collect();
    encode_canonical(problem, plan, &places)
}

fn encode_canonical(problem: Problem, plan: Plan, places: &[Place]) -> Result<Encoded, TooLarge> {
    let mut translation =
        circuit::translate(&problem, circuit::Config { unreachable_pinned: true, ..circuit::Config::default() })?;
    let canonical = symmetry::predicate(&problem, &plan, &mut translation);
    let pairs = Pairs::new(&problem, &mut translation, places);
    let asserted: Vec<Wire> = translation.constraints.iter().chain(&canonical).copied().collect();
    let (cnf, literals) = encode_roots(&translation, &asserted, &pairs.wires);
    let gates = translation.circuit.len();
    Ok(Encoded { problem, plan, pairs, literals, cnf, gates, inputs: translation.inputs })
}

/// The clauses that make wires true, with the literals of others; `None` for wires that are constantly true.
pub(super) fn encode_roots(translation: &Translation, asserted: &[Wire], handles: &[Wire]) -> (Cnf, Vec<Option<Lit>>) {
    let inputs: Vec<Wire> = translation.inputs.iter().map(|input| input.wire).collect();
    let encoding = tseitin::encode(&translation.circuit, &inputs, asserted, handles);
    let literal = |wire: &Wire| {
        (wire.node() != Wire::TRUE.node()).then(|| encoding.literal(*wire).expect("handles have literals"))
    };
    let literals = handles.iter().map(literal).collect();
    (encoding.cnf, literals)
}

impl Encoded {
    /// The same problem in tighter bounds, encoded anew: without the tuples that unit propagation refutes (Galeotti et
    /// al., Analysis of invariants for efficient bounded verification, ISSTA 2010, section 3, ask a solver for each).
    /// What remains translates to far fewer gates, for instance where no edge leads back to an earlier object. `None`
    /// where nothing is refuted, or where canonical instances are told apart by comparing tuples that these bounds
    /// would lack.
    pub fn tightened(&self) -> Option<Encoded> {
        if !self.plan.is_exact() {
            return None;
        }
        let candidates: Vec<Lit> =
            (0..self.inputs.len()).map(|index| Lit::positive(self.input_variable(index))).collect();
        let mut refuted = refuted(&self.cnf, &candidates).into_iter().peekable();
        refuted.peek()?;
        let mut problem = self.problem.clone();
        let mut kept: Vec<Vec<TupleKey>> =
            problem.relations.iter().map(|relation| relation.lower.keys().to_vec()).collect();
        for (input, literal) in self.inputs.iter().zip(&candidates) {
            if refuted.next_if_eq(literal).is_none() {
                kept[input.relation.0 as usize].push(input.tuple);
            }
        }
        for (relation, keys) in problem.relations.iter_mut().zip(kept) {
            relation.upper = TupleSet::from_keys(relation.upper.arity(), keys);
        }
        let mut places: Vec<Place> = self.pairs.pairs.iter().map(|pair| (pair.field, pair.place)).collect();
        places.dedup();
        encode_canonical(problem, self.plan.clone(), &places).ok()
    }

    /// The variable of an input.
    pub fn input_variable(&self, index: usize) -> Var {
        Var(index as u32 + 1)
    }

    /// The instance of the solver's model.
    pub fn read(&self, solver: &dyn Solver) -> Instance {
        self.instance(|variable| solver.value(variable))
    }

    /// The instance of an assignment of the primary variables.
    pub fn instance(&self, value: impl Fn(Var) -> bool) -> Instance {
        circuit::instance(&self.problem, &self.inputs, |index| value(self.input_variable(index)))
    }

    /// What each primary variable means: a line per variable, `<number> <relation> <atom> …`.
    pub fn variable_map(&self) -> String {
        let mut text = String::new();
        for (index, input) in self.inputs.iter().enumerate() {
            let relation = &self.problem.relations[input.relation.0 as usize];
            let atoms = self.problem.universe.tuple(input.tuple, relation.upper.arity());
            let names: Vec<&str> =
                atoms.iter().map(|atom| self.problem.universe.atoms[atom.index()].name.as_str()).collect();
            text.push_str(&format!("{} {} {}\n", self.input_variable(index), relation.name, names.join(" ")));
        }
        text
    }

    /// The literals that say that an instance is exactly this one.
    pub fn literals_of(&self, instance: &Instance) -> Vec<Lit> {
        self.inputs
            .iter()
            .enumerate()
            .map(|(index, input)| {
                let has = instance.relations[input.relation.0 as usize].contains(input.tuple);
                Lit::of(self.input_variable(index), has)
            })
            .collect()
    }
}
