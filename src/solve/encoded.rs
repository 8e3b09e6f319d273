//! A problem in clauses, and how its models are read: what commands and suites have in common.

use crate::circuit::{self, Input, TooLarge, Translation, Wire};
use crate::cnf::tseitin;
use crate::cnf::{Cnf, Lit, Var};
use crate::relational::{Evaluator, Instance, Problem, Violation};
use crate::symmetry::{self, Labelling};
use itertools::Itertools;
use std::fmt;

/// A problem and its encoding.
#[derive(Clone)]
pub struct EncodedProblem {
    /// The problem, in the bounds that it was encoded with.
    pub problem: Problem,
    /// The primary variables: input k is variable k+1.
    pub inputs: Vec<Input>,
    /// The clauses.
    pub cnf: Cnf,
    /// The number of gates of the circuit.
    pub gates: usize,
    /// Whether an integer that is compared may be outside the bit width, or the result of a division by zero.
    pub overflows: bool,
}

/// The evaluator contradicts the translation: a defect of fex, never of the specification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contradiction {
    /// What the evaluator finds violated.
    pub violated: String,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "fex contradicts itself: the evaluator finds {} violated", self.violated)
    }
}

impl EncodedProblem {
    /// The clauses that make wires true, with the literals of others (`handles`); `None` for those that are constantly
    /// true.
    pub fn new(
        problem: Problem,
        translation: Translation,
        asserted: &[Wire],
        handles: &[Wire],
    ) -> (EncodedProblem, Vec<Option<Lit>>) {
        let inputs: Vec<Wire> = translation.inputs.iter().map(|input| input.wire).collect();
        let encoding = tseitin::encode(&translation.circuit, &inputs, asserted, handles);
        let literal = |wire: &Wire| {
            (wire.node() != Wire::TRUE.node()).then(|| encoding.literal(*wire).expect("handles have literals"))
        };
        let literals = handles.iter().map(literal).collect();
        let (gates, overflows) = (translation.circuit.len(), translation.overflows);
        (EncodedProblem { problem, inputs: translation.inputs, cnf: encoding.cnf, gates, overflows }, literals)
    }

    /// The variable of an input.
    pub fn variable(&self, index: usize) -> Var {
        Var(index as u32 + 1)
    }

    /// The literals that make every input true, in their order.
    pub fn primary(&self) -> Vec<Lit> {
        (0..self.inputs.len()).map(|index| Lit::positive(self.variable(index))).collect()
    }

    /// The instance of a model.
    pub fn instance(&self, value: impl Fn(Var) -> bool) -> Instance {
        circuit::instance(&self.problem, &self.inputs, |index| value(self.variable(index)))
    }

    /// A clause that the models of every other instance satisfy.
    pub fn other(&self, value: impl Fn(Var) -> bool) -> Vec<Lit> {
        let variables = (0..self.inputs.len()).map(|index| self.variable(index));
        variables.map(|variable| Lit::of(variable, !value(variable))).collect()
    }

    /// The literals that say that an instance is exactly this one, in the order of the inputs.
    pub fn literals_of(&self, instance: &Instance) -> Vec<Lit> {
        let literal = |(index, input): (usize, &Input)| {
            Lit::of(self.variable(index), instance.relations[input.relation.0 as usize].contains(input.tuple))
        };
        self.inputs.iter().enumerate().map(literal).collect()
    }

    /// What each primary variable means: a line per variable, `<number> <relation> <atom> …`.
    pub fn variable_map(&self) -> String {
        let mut text = String::new();
        for (index, input) in self.inputs.iter().enumerate() {
            let relation = &self.problem.relations[input.relation.0 as usize];
            let atoms = self.problem.universe.tuple(input.tuple, relation.upper.arity());
            let names = atoms.iter().map(|atom| &self.problem.universe.atoms[atom.index()].name).join(" ");
            text.push_str(&format!("{} {} {names}\n", self.variable(index), relation.name));
        }
        text
    }

    /// Lets the evaluator have the last word on an instance.
    pub fn check(&self, evaluator: &mut Evaluator<'_>, instance: &Instance) -> Result<(), Contradiction> {
        let violated = match evaluator.violation(instance) {
            None => return Ok(()),
            Some(Violation::Bounds(relation)) => {
                format!("the bounds of `{}`", self.problem.relations[relation.0 as usize].name)
            }
            Some(Violation::Constraint(index)) => self.problem.constraints[index].origin.clone(),
        };
        Err(Contradiction { violated })
    }
}

/// The circuit of a problem in the bounds of canonical instances, and the wires that only these make true.
pub fn translate_canonical(problem: &Problem, labelling: &Labelling) -> Result<(Translation, Vec<Wire>), TooLarge> {
    let mut translation = circuit::translate(
        problem,
        circuit::TranslationConfig { unreachable_pinned: true, ..circuit::TranslationConfig::default() },
    )?;
    let canonical = symmetry::predicate(problem, labelling, &mut translation);
    Ok((translation, canonical))
}
