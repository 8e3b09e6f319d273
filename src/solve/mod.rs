//! From a command's problem to its instances: translation, the first answer, and the others.

use crate::circuit::{self, Input, TooLarge};
use crate::cnf::tseitin;
use crate::cnf::{Cnf, Lit, Var};
use crate::relational::{Evaluator, Instance, Problem, Violation};
use crate::sat::enumerate::{self, Completion, Enumerator};
use crate::sat::{self, Outcome, Query};
use crate::symmetry;
use rustc_hash::FxHashSet;

/// Operations that combine more pairs of values are done in two's complement: up to five bits a wire for each value
/// propagates better and is hardly larger.
const BINARY_ABOVE: usize = 1 << 10;

/// A problem in clauses.
pub struct Translated {
    /// The problem.
    pub problem: Problem,
    /// The primary variables: input k is variable k+1.
    pub inputs: Vec<Input>,
    /// The clauses.
    pub cnf: Cnf,
    /// The number of gates of the circuit.
    pub gates: usize,
}

/// Translates a problem. Symmetry is broken by comparisons of so many tuples at most; by none if that is 0.
pub fn translate(problem: Problem, symmetry: usize) -> Result<Translated, TooLarge> {
    let mut translation = circuit::translate(
        &problem,
        circuit::Config { binary_above: Some(BINARY_ABOVE), ..circuit::Config::default() },
    )?;
    let mut asserted = translation.constraints.clone();
    if symmetry > 0 {
        asserted.extend(symmetry::exchanges(&problem, &mut translation, symmetry));
    }
    let inputs: Vec<_> = translation.inputs.iter().map(|input| input.wire).collect();
    let cnf = tseitin::encode(&translation.circuit, &inputs, &asserted, &[]).cnf;
    Ok(Translated { gates: translation.circuit.len(), problem, inputs: translation.inputs, cnf })
}

/// How the search for instances ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// There is no further instance.
    Exhausted,
    /// There are as many as were wanted, and there may be more.
    Enough,
    /// It was interrupted.
    Interrupted,
}

/// The evaluator contradicts the translation: a defect of fex, never of the specification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contradiction {
    /// What the evaluator finds violated.
    pub violated: String,
}

/// How many instances the solver gives before the enumerator takes over. The solver is better at finding a few in a
/// large space, but every one of them costs a clause.
const BY_SOLVER: u64 = 100;

/// Calls `visit` with instances, each once, until it has seen `most`. Every instance is checked by the evaluator.
pub fn instances(
    translated: &Translated,
    solver: &sat::Config,
    most: u64,
    mut visit: impl FnMut(&Instance),
) -> Result<(u64, Status), Contradiction> {
    let mut evaluator = Evaluator::new(&translated.problem);
    let mut known: FxHashSet<Instance> = FxHashSet::default();
    let mut first = sat::new(&sat::Config { prefers_false: true, ..solver.clone() });
    first.add_cnf(&translated.cnf);
    while (known.len() as u64) < most.min(BY_SOLVER) {
        let count = known.len() as u64;
        match first.solve(Query::default()) {
            Outcome::Unsat => return Ok((count, Status::Exhausted)),
            Outcome::Unknown => return Ok((count, Status::Interrupted)),
            Outcome::Sat => {}
        }
        let instance = translated.instance(|variable| first.value(variable));
        translated.check(&mut evaluator, &instance)?;
        visit(&instance);
        let other: Vec<Lit> = (0..translated.inputs.len())
            .map(|index| Lit::of(Translated::variable(index), !first.value(Translated::variable(index))))
            .collect();
        first.add_clause(&other);
        known.insert(instance);
    }
    drop(first);
    let mut count = known.len() as u64;
    if count == most {
        return Ok((count, Status::Enough));
    }
    let projection: Vec<Lit> =
        (0..translated.inputs.len()).map(|index| Lit::positive(Translated::variable(index))).collect();
    // The projection has all inputs, so propagation decides every gate.
    let config = enumerate::Config { completion: Completion::Propagation, interrupt: solver.interrupt.clone() };
    let mut enumerator = Enumerator::new(&translated.cnf, &projection, &config);
    while count < most {
        let Some(assignment) = enumerator.next() else {
            let status = if enumerator.is_exhausted() { Status::Exhausted } else { Status::Interrupted };
            return Ok((count, status));
        };
        let instance = translated.instance(|variable| assignment.value(variable));
        if known.contains(&instance) {
            continue;
        }
        translated.check(&mut evaluator, &instance)?;
        count += 1;
        visit(&instance);
    }
    Ok((count, Status::Enough))
}

impl Translated {
    fn variable(index: usize) -> Var {
        Var(index as u32 + 1)
    }

    fn instance(&self, value: impl Fn(Var) -> bool) -> Instance {
        circuit::instance(&self.problem, &self.inputs, |index| value(Translated::variable(index)))
    }

    /// Lets the evaluator have the last word on an instance.
    fn check(&self, evaluator: &mut Evaluator, instance: &Instance) -> Result<(), Contradiction> {
        let violated = match evaluator.violation(instance) {
            None => return Ok(()),
            Some(Violation::Bounds(relation)) => {
                format!("the bounds of {}", self.problem.relations[relation.0 as usize].name)
            }
            Some(Violation::Constraint(index)) => self.problem.constraints[index].origin.clone(),
        };
        Err(Contradiction { violated })
    }
}
