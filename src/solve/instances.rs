//! Instances of an encoded problem, one after the other.

use super::encoded::{Contradiction, EncodedProblem};
use crate::cnf::Lit;
use crate::relational::{Evaluator, Instance};
use crate::sat::enumerate::{self, Completion, Enumerator};
use crate::sat::{self, Backend, Outcome, Query};
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

/// From how many clauses on a short search comes before the solver. CaDiCaL reads fewer in no time.
const MANY_CLAUSES: usize = 5_000;

/// How many conflicts that search may have. Many commands of models as people write them need fewer, and then loading
/// CaDiCaL would take longer than the search; 1,000 took more time than they saved (`results/wild`).
const BRIEFLY: u64 = 300;

/// Calls `visit` with instances, each once, until it has seen `most`. Every instance is checked by the evaluator.
pub fn instances(
    encoded: &EncodedProblem,
    solver: &sat::SolverConfig,
    most: u64,
    visit: impl FnMut(&Instance),
) -> Result<(u64, Status), Contradiction> {
    let mut stream = Stream { encoded, evaluator: Evaluator::new(&encoded.problem), count: 0, visit };
    let mut known: FxHashSet<Instance> = FxHashSet::default();
    if let Some(ended) = stream.by_short_search(solver, most, &mut known)? {
        return Ok((stream.count, ended));
    }
    let mut first = sat::new(&sat::SolverConfig { prefers_false: true, ..solver.clone() });
    first.add_cnf(&encoded.cnf);
    for instance in &known {
        let different: Vec<Lit> = encoded.literals_of(instance).into_iter().map(|lit| !lit).collect();
        first.add_clause(&different);
    }
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

/// What a short search came to.
enum Brief {
    Found(Instance),
    /// There is no instance.
    Refuted,
    Open,
}

/// Looks for an instance of a large problem with few conflicts, and with what needs little time to load: nothing is simplified
/// beforehand. Who asks for another solver than CaDiCaL gets its answer alone.
fn briefly(encoded: &EncodedProblem, solver: &sat::SolverConfig) -> Brief {
    if encoded.cnf.len() < MANY_CLAUSES || solver.backend != Backend::Cadical {
        return Brief::Open;
    }
    let config = enumerate::EnumeratorConfig { completion: Completion::Search, interrupt: solver.interrupt.clone() };
    let mut search = Enumerator::new(&encoded.cnf, &[], &config);
    search.set_patience(Some(BRIEFLY));
    if let Some(model) = search.next() {
        return Brief::Found(encoded.instance(|variable| model.value(variable)));
    }
    if search.is_exhausted() { Brief::Refuted } else { Brief::Open }
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

    /// What a short search finds, if it may: how that ended where there is nothing, or no more is wanted.
    fn by_short_search(
        &mut self,
        solver: &sat::SolverConfig,
        most: u64,
        known: &mut FxHashSet<Instance>,
    ) -> Result<Option<Status>, Contradiction> {
        if self.count == most {
            return Ok(None);
        }
        match briefly(self.encoded, solver) {
            Brief::Refuted => Ok(Some(Status::Complete)),
            Brief::Open => Ok(None),
            Brief::Found(instance) => {
                self.give(&instance)?;
                known.insert(instance);
                Ok((self.count == most).then_some(Status::Enough))
            }
        }
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
