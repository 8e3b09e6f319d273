//! Instances of an encoded problem, one after the other.

use super::encoded::{Contradiction, EncodedProblem};
use crate::relational::{Evaluator, Instance};
use crate::sat::enumerate::{self, Completion, Enumerator};
use crate::sat::{self, Outcome, Query};
use rustc_hash::FxHashSet;

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The solver proved that there is no more: no further instance, or no feasible pair that is not covered.
    Complete,
    /// There is as much as was wanted, and there may be more.
    Enough,
    /// It was interrupted.
    Interrupted,
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
    encoded: &EncodedProblem,
    solver: &sat::SolverConfig,
    most: u64,
    visit: impl FnMut(&Instance),
) -> Result<(u64, Status), Contradiction> {
    let mut first = sat::new(&sat::SolverConfig { prefers_false: true, ..solver.clone() });
    first.add_cnf(&encoded.cnf);
    let mut stream = Stream { encoded, evaluator: Evaluator::new(&encoded.problem), count: 0, visit };
    let mut known: FxHashSet<Instance> = FxHashSet::default();
    if let Some(ended) = stream.by_solver(first.as_mut(), most.min(BY_SOLVER), Some(&mut known))? {
        return Ok((stream.count, ended));
    }
    if stream.count == most {
        return Ok((stream.count, Status::Enough));
    }
    // The projection has all inputs, so propagation decides every gate.
    let mut enumerator = Enumerator::new(
        &encoded.cnf,
        &encoded.primary(),
        &enumerate::EnumeratorConfig { completion: Completion::Propagation, interrupt: solver.interrupt.clone() },
    );
    enumerator.set_patience(Some(PATIENCE));
    while stream.count < most {
        if stream.count == SETTLED {
            enumerator.set_patience(None);
        }
        let Some(assignment) = enumerator.next() else {
            if enumerator.is_exhausted() {
                return Ok((stream.count, Status::Complete));
            }
            if solver.interrupt.is_requested() {
                return Ok((stream.count, Status::Interrupted));
            }
            let ended = stream.by_solver(first.as_mut(), most, None)?;
            return Ok((stream.count, ended.unwrap_or(Status::Enough)));
        };
        let instance = encoded.instance(|variable| assignment.value(variable));
        if known.contains(&instance) {
            continue;
        }
        if stream.count < SETTLED {
            first.add_clause(&encoded.other(|variable| assignment.value(variable)));
        }
        stream.give(&instance)?;
    }
    Ok((stream.count, Status::Enough))
}

/// What has been given so far, and to whom.
struct Stream<'e, V> {
    encoded: &'e EncodedProblem,
    evaluator: Evaluator<'e>,
    count: u64,
    visit: V,
}

impl<V: FnMut(&Instance)> Stream<'_, V> {
    fn give(&mut self, instance: &Instance) -> Result<(), Contradiction> {
        self.encoded.check(&mut self.evaluator, instance)?;
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
                Outcome::Unsat => return Ok(Some(Status::Complete)),
                Outcome::Unknown => return Ok(Some(Status::Interrupted)),
                Outcome::Sat => {}
            }
            let instance = self.encoded.instance(|variable| solver.value(variable));
            let other = self.encoded.other(|variable| solver.value(variable));
            self.give(&instance)?;
            solver.add_clause(&other);
            if let Some(known) = &mut known {
                known.insert(instance);
            }
        }
        Ok(None)
    }
}
