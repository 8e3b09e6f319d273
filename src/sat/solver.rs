//! What all backends have in common: how a solver is set up, asked and read.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::cnf::{Cnf, Lit, Var};

/// Which solver answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Backend {
    /// CaDiCaL: fast, honours phases and conflict limits, can be interrupted.
    #[default]
    Cadical,
    /// Varisat: pure Rust, a second opinion. It has no phases and no conflict limits, so it ignores
    /// them, and it notices an interruption only between calls.
    Varisat,
}

/// How a solver is set up.
#[derive(Debug, Clone, Default)]
pub struct SolverConfig {
    /// Which solver answers.
    pub backend: Backend,
    /// The seed of CaDiCaL's random choices, at most 2·10⁹ (larger ones are cut to it). Answers are a
    /// function of the calls and the seed.
    pub seed: u32,
    /// What may end a call early.
    pub interrupt: Interrupt,
    /// Whether decisions try false first, which makes small instances. CaDiCaL tries true first by itself.
    pub prefers_false: bool,
}

/// A request, from anywhere, to stop: a flag that can be raised and a point in time.
#[derive(Debug, Clone, Default)]
pub struct Interrupt {
    /// Raised by whoever wants the solver to stop, for instance on Ctrl-C; clones share it.
    pub stop: Arc<AtomicBool>,
    /// When to stop in any case.
    pub deadline: Option<Instant>,
}

impl Interrupt {
    /// Whether to stop now.
    pub fn is_requested(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// What is asked of the solver in one call, beyond the clauses that it has.
#[derive(Debug, Clone, Copy, Default)]
pub struct Query<'a> {
    /// Literals that hold during this call.
    pub assumptions: &'a [Lit],
    /// A clause that holds during this call: at least one of these literals is true. An empty one
    /// cannot hold.
    pub one_of: Option<&'a [Lit]>,
    /// Gives up after about this many conflicts, or as much work as these may take: see [`Statistics::effort`].
    pub conflict_limit: Option<u32>,
}

/// The answer to a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// There is a model; [`Solver::value`] reads it.
    Sat,
    /// There is no model; [`Solver::failed`] tells which assumptions were to blame.
    Unsat,
    /// The limit was reached or an interruption requested.
    Unknown,
}

/// How many ticks a conflict may take before it counts as several. Most searches have 1,000 to 10,000.
pub(super) const TICKS_PER_CONFLICT: u64 = 15_000;

/// How much work a solver has done since it was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Statistics {
    /// Calls of [`Solver::solve`].
    pub calls: u64,
    /// Conflicts met, where the backend counts them.
    pub conflicts: u64,
    /// Decisions taken, where the backend counts them.
    pub decisions: u64,
    /// Literals propagated, where the backend counts them.
    pub propagations: u64,
    /// Cache lines that propagation read, about, where the backend counts them: what a call takes, but for simplification.
    pub ticks: u64,
}

impl Statistics {
    /// The conflicts, where these are dear as many as usually take so many ticks: what limits are counted in.
    pub fn effort(&self) -> u64 {
        self.conflicts.max(self.ticks / TICKS_PER_CONFLICT)
    }
}

/// An incremental SAT solver: clauses are only ever added, and each call may assume literals.
pub trait Solver {
    /// Declares the variables up to number `variables`. Every variable must be declared before it
    /// occurs in a clause, a query or a phase.
    fn reserve(&mut self, variables: u32);

    /// Adds a clause for good. The model or core of the last call may no longer be read.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Adds all variables and clauses of `cnf`.
    fn add_cnf(&mut self, cnf: &Cnf) {
        self.reserve(cnf.variables());
        for clause in cnf.iter() {
            self.add_clause(clause);
        }
    }

    /// Makes decisions on the variable of `lit` try `lit` first, until [`Solver::clear_phase`].
    fn set_phase(&mut self, lit: Lit);

    /// Leaves the decisions on `var` to the solver again.
    fn clear_phase(&mut self, var: Var);

    /// Looks for a model of the clauses in which the query holds.
    fn solve(&mut self, query: Query<'_>) -> Outcome;

    /// The value of `var` in the model.
    ///
    /// # Panics
    /// If the last call was not [`Solver::solve`] with the outcome `Sat`, reads and phases aside.
    fn value(&self, var: Var) -> bool;

    /// Whether `lit` is true in the model; panics like [`Solver::value`].
    fn satisfies(&self, lit: Lit) -> bool {
        self.value(lit.var()) != lit.is_negative()
    }

    /// Whether the assumption `lit` was used in showing that there is no model. The clauses, the used
    /// assumptions and the clause `one_of` together have none.
    ///
    /// # Panics
    /// If the last call was not [`Solver::solve`] with the outcome `Unsat`, reads and phases aside.
    fn failed(&self, lit: Lit) -> bool;

    /// How much work was done so far.
    fn statistics(&self) -> Statistics;
}
