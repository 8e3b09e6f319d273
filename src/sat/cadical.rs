//! CaDiCaL behind the solver interface.

use std::cell::RefCell;
use std::sync::atomic::Ordering;

use cadical_sys::{CaDiCal, Status, Terminator};

use super::solver::{Interrupt, Outcome, Query, Solver, SolverConfig, Statistics, TICKS_PER_CONFLICT};
use crate::cnf::{Lit, Var};

/// Options that differ from CaDiCaL's own defaults, with the reason beside each. On the loop for search
/// trees in scopes 10 to 21, no setting of inprocessing, walks, chronological backtracking, restarts or
/// phases was faster throughout, so those stay as they are.
const OPTIONS: &[(&str, i32)] = &[
    // The lucky phases answer easy calls without search, and thus without regard to the phases.
    ("lucky", 0),
];

/// How many ticks any call may take, for the conflicts are not all: a model is found by propagation, too.
const LEAST_TICKS: u64 = 5_000_000;

/// The largest seed that CaDiCaL takes.
const MAX_SEED: u32 = 2_000_000_000;

/// A CaDiCaL solver.
pub struct Cadical {
    /// In a cell because CaDiCaL completes a model when it is first read.
    solver: RefCell<CaDiCal>,
    interrupt: Interrupt,
    calls: u64,
}

impl Cadical {
    /// A solver without variables and clauses.
    pub fn new(config: &SolverConfig) -> Cadical {
        let mut solver = configured(config.seed);
        for (name, value) in OPTIONS {
            let known = solver.set(name, *value);
            debug_assert!(known, "CaDiCaL has no option `{name}`");
        }
        if config.prefers_false {
            solver.set("phase", 0);
        }
        solver.connect_terminator(Watch::new(&config.interrupt));
        Cadical { solver: RefCell::new(solver), interrupt: config.interrupt.clone(), calls: 0 }
    }
}

/// A CaDiCaL with its default options and `seed`; what the environment says of options is undone,
/// because the same command must give the same bytes.
pub(super) fn configured(seed: u32) -> CaDiCal {
    let mut solver = CaDiCal::new();
    solver.configure("default");
    solver.set("seed", seed.min(MAX_SEED) as i32);
    solver
}

/// Tells CaDiCaL to stop when the interruption is requested.
pub(super) struct Watch {
    interrupt: Interrupt,
    /// Checks left before the clock is read again: CaDiCaL asks often, and time passes slowly.
    until_clock: u32,
}

impl Watch {
    /// A watch over `interrupt`.
    pub(super) fn new(interrupt: &Interrupt) -> Watch {
        Watch { interrupt: interrupt.clone(), until_clock: 0 }
    }
}

impl Terminator for Watch {
    fn terminated(&mut self) -> bool {
        if self.until_clock > 0 {
            self.until_clock -= 1;
            return self.interrupt.stop.load(Ordering::Relaxed);
        }
        self.until_clock = 16;
        self.interrupt.is_requested()
    }
}

impl Solver for Cadical {
    fn reserve(&mut self, variables: u32) {
        let solver = self.solver.get_mut();
        let declared = solver.vars();
        let wanted = variables as i32;
        if wanted > declared {
            solver.declare_more_variables(wanted - declared);
        }
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let solver = self.solver.get_mut();
        for lit in clause {
            solver.add(lit.to_dimacs());
        }
        solver.add(0);
    }

    fn set_phase(&mut self, lit: Lit) {
        self.solver.get_mut().phase(lit.to_dimacs());
    }

    fn clear_phase(&mut self, var: Var) {
        self.solver.get_mut().unphase(Lit::positive(var).to_dimacs());
    }

    fn solve(&mut self, query: Query<'_>) -> Outcome {
        self.calls += 1;
        if self.interrupt.is_requested() {
            return Outcome::Unknown;
        }
        let solver = self.solver.get_mut();
        for lit in query.assumptions {
            solver.assume(lit.to_dimacs());
        }
        if let Some(clause) = query.one_of {
            for lit in clause {
                solver.constrain(lit.to_dimacs());
            }
            solver.constrain(0);
        }
        if let Some(limit) = query.conflict_limit {
            solver.limit("conflicts", i32::try_from(limit).unwrap_or(i32::MAX));
            let ticks = LEAST_TICKS + u64::from(limit) * TICKS_PER_CONFLICT;
            solver.limit("ticks", i32::try_from(ticks).unwrap_or(i32::MAX));
        }
        match solver.solve() {
            Status::SATISFIABLE => Outcome::Sat,
            Status::UNSATISFIABLE => Outcome::Unsat,
            Status::UNKNOWN => Outcome::Unknown,
        }
    }

    fn value(&self, var: Var) -> bool {
        let literal = Lit::positive(var).to_dimacs();
        self.solver.borrow_mut().val(literal) > 0
    }

    fn failed(&self, lit: Lit) -> bool {
        self.solver.borrow_mut().failed(lit.to_dimacs())
    }

    fn statistics(&self) -> Statistics {
        let solver = self.solver.borrow();
        let count = |name| u64::try_from(solver.get_statistic_value(name)).unwrap_or(0);
        Statistics {
            calls: self.calls,
            conflicts: count("conflicts"),
            decisions: count("decisions"),
            propagations: count("propagations"),
            ticks: count("ticks"),
        }
    }
}
