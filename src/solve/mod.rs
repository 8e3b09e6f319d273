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
pub fn translate(mut problem: Problem, symmetry: usize) -> Result<Translated, TooLarge> {
    problem.narrow();
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

/// How many conflicts and flips the enumerator may spend on one of its first instances. What it learns is bound to the
/// order in which it goes through them; where it finds none for so long, the solver goes on instead.
const PATIENCE: u64 = 20_000;

/// After so many instances the enumerator has shown that it gets on, and clauses for all of them would be too many.
const SETTLED: u64 = 10_000;

/// Calls `visit` with instances, each once, until it has seen `most`. Every instance is checked by the evaluator.
pub fn instances(
    translated: &Translated,
    solver: &sat::Config,
    most: u64,
    visit: impl FnMut(&Instance),
) -> Result<(u64, Status), Contradiction> {
    let mut first = sat::new(&sat::Config { prefers_false: true, ..solver.clone() });
    first.add_cnf(&translated.cnf);
    let mut stream = Stream { translated, evaluator: Evaluator::new(&translated.problem), count: 0, visit };
    let mut known: FxHashSet<Instance> = FxHashSet::default();
    if let Some(ended) = stream.by_solver(first.as_mut(), most.min(BY_SOLVER), Some(&mut known))? {
        return Ok((stream.count, ended));
    }
    if stream.count == most {
        return Ok((stream.count, Status::Enough));
    }
    let projection: Vec<Lit> =
        (0..translated.inputs.len()).map(|index| Lit::positive(Translated::variable(index))).collect();
    // The projection has all inputs, so propagation decides every gate.
    let mut enumerator = Enumerator::new(
        &translated.cnf,
        &projection,
        &enumerate::Config { completion: Completion::Propagation, interrupt: solver.interrupt.clone() },
    );
    enumerator.set_patience(Some(PATIENCE));
    while stream.count < most {
        if stream.count == SETTLED {
            enumerator.set_patience(None);
        }
        let Some(assignment) = enumerator.next() else {
            if enumerator.is_exhausted() {
                return Ok((stream.count, Status::Exhausted));
            }
            if solver.interrupt.is_requested() {
                return Ok((stream.count, Status::Interrupted));
            }
            let ended = stream.by_solver(first.as_mut(), most, None)?;
            return Ok((stream.count, ended.unwrap_or(Status::Enough)));
        };
        let instance = translated.instance(|variable| assignment.value(variable));
        if known.contains(&instance) {
            continue;
        }
        if stream.count < SETTLED {
            first.add_clause(&translated.other(|variable| assignment.value(variable)));
        }
        stream.give(&instance)?;
    }
    Ok((stream.count, Status::Enough))
}

/// What has been given so far, and to whom.
struct Stream<'t, V> {
    translated: &'t Translated,
    evaluator: Evaluator<'t>,
    count: u64,
    visit: V,
}

impl<V: FnMut(&Instance)> Stream<'_, V> {
    fn give(&mut self, instance: &Instance) -> Result<(), Contradiction> {
        self.translated.check(&mut self.evaluator, instance)?;
        self.count += 1;
        (self.visit)(instance);
        Ok(())
    }

    /// Instances of a solver, each of which gets a clause, until there are `most`; how it ended if there are fewer.
    fn by_solver(
        &mut self,
        solver: &mut dyn sat::Solver,
        most: u64,
        mut known: Option<&mut FxHashSet<Instance>>,
    ) -> Result<Option<Status>, Contradiction> {
        while self.count < most {
            match solver.solve(Query::default()) {
                Outcome::Unsat => return Ok(Some(Status::Exhausted)),
                Outcome::Unknown => return Ok(Some(Status::Interrupted)),
                Outcome::Sat => {}
            }
            let instance = self.translated.instance(|variable| solver.value(variable));
            let other = self.translated.other(|variable| solver.value(variable));
            self.give(&instance)?;
            solver.add_clause(&other);
            if let Some(known) = &mut known {
                known.insert(instance);
            }
        }
        Ok(None)
    }
}

impl Translated {
    fn variable(index: usize) -> Var {
        Var(index as u32 + 1)
    }

    fn instance(&self, value: impl Fn(Var) -> bool) -> Instance {
        circuit::instance(&self.problem, &self.inputs, |index| value(Translated::variable(index)))
    }

    /// A clause that every other instance satisfies.
    fn other(&self, value: impl Fn(Var) -> bool) -> Vec<Lit> {
        let variables = (0..self.inputs.len()).map(Translated::variable);
        variables.map(|variable| Lit::of(variable, !value(variable))).collect()
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
