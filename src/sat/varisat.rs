//! Varisat behind the solver interface.

use rustc_hash::FxHashSet;
use varisat::{ExtendFormula, Solver as Engine};

use super::solver::{Interrupt, Outcome, Query, Solver, SolverConfig, Statistics};
use crate::cnf::{Lit, Var};

/// A Varisat solver.
pub struct Varisat {
    engine: Engine<'static>,
    /// The engine's variable for each of ours: the engine has activation variables in between.
    variables: Vec<varisat::Var>,
    /// By the engine's variables; empty unless the last call found a model.
    model: Vec<bool>,
    /// The failed assumptions; empty unless the last call found none.
    core: Vec<varisat::Lit>,
    last: Option<Outcome>,
    interrupt: Interrupt,
    calls: u64,
}

impl Varisat {
    /// A solver without variables and clauses.
    pub fn new(config: &SolverConfig) -> Varisat {
        Varisat {
            engine: Engine::new(),
            variables: Vec::new(),
            model: Vec::new(),
            core: Vec::new(),
            last: None,
            interrupt: config.interrupt.clone(),
            calls: 0,
        }
    }

    /// Whether what is called the core fails by itself: Varisat 0.2.2 may leave out an assumption that it takes.
    fn is_core(&mut self) -> bool {
        self.engine.assume(&self.core);
        matches!(self.engine.solve(), Ok(false))
    }

    fn translate(&self, lit: Lit) -> varisat::Lit {
        self.variables[lit.var().index()].lit(!lit.is_negative())
    }
}

impl Solver for Varisat {
    fn reserve(&mut self, variables: u32) {
        while self.variables.len() < variables as usize {
            self.variables.push(self.engine.new_var());
        }
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let clause: Vec<_> = clause.iter().map(|&lit| self.translate(lit)).collect();
        self.engine.add_clause(&clause);
        self.last = None;
    }

    /// Varisat decides phases on its own.
    fn set_phase(&mut self, _lit: Lit) {}

    /// Varisat decides phases on its own.
    fn clear_phase(&mut self, _var: Var) {}

    fn solve(&mut self, query: Query<'_>) -> Outcome {
        self.calls += 1;
        self.last = None;
        if self.interrupt.is_requested() {
            return Outcome::Unknown;
        }
        let mut assumptions: Vec<_> = query.assumptions.iter().map(|&lit| self.translate(lit)).collect();
        // Of two assumptions that contradict each other, Varisat may leave one out of the core.
        let assumed: FxHashSet<_> = assumptions.iter().copied().collect();
        if let Some(&lit) = assumptions.iter().find(|&&lit| assumed.contains(&!lit)) {
            self.model.clear();
            self.core = vec![lit, !lit];
            self.last = Some(Outcome::Unsat);
            return Outcome::Unsat;
        }
        // Varisat has no clauses for one call: an activation literal switches the clause on now and
        // off for ever afterwards.
        let mut activation = None;
        if let Some(one_of) = query.one_of {
            let active = self.engine.new_var().positive();
            let mut clause: Vec<_> = one_of.iter().map(|&lit| self.translate(lit)).collect();
            clause.push(!active);
            self.engine.add_clause(&clause);
            assumptions.push(active);
            activation = Some(active);
        }
        self.engine.assume(&assumptions);
        let outcome = match self.engine.solve() {
            Ok(true) => Outcome::Sat,
            Ok(false) => Outcome::Unsat,
            Err(_) => Outcome::Unknown,
        };
        self.model.clear();
        for lit in self.engine.model().unwrap_or_default() {
            if self.model.len() <= lit.index() {
                self.model.resize(lit.index() + 1, false);
            }
            self.model[lit.index()] = lit.is_positive();
        }
        self.core.clear();
        self.core.extend_from_slice(self.engine.failed_core().unwrap_or_default());
        if outcome == Outcome::Unsat && self.core.len() < assumptions.len() && !self.is_core() {
            self.core.clone_from(&assumptions);
        }
        if let Some(active) = activation {
            self.engine.add_clause(&[!active]);
        }
        self.last = Some(outcome);
        outcome
    }

    fn value(&self, var: Var) -> bool {
        assert_eq!(self.last, Some(Outcome::Sat), "a value is read right after `Sat`");
        // A variable that the engine has not met in a clause has no value of its own.
        self.model.get(self.variables[var.index()].index()).is_some_and(|&value| value)
    }

    fn failed(&self, lit: Lit) -> bool {
        assert_eq!(self.last, Some(Outcome::Unsat), "a core is read right after `Unsat`");
        self.core.contains(&self.translate(lit))
    }

    /// Varisat counts nothing that can be read.
    fn statistics(&self) -> Statistics {
        Statistics { calls: self.calls, ..Statistics::default() }
    }
}
