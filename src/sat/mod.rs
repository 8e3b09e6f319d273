//! Incremental SAT solving behind one interface, with one file per backend.
//!
//! Only this module names a solver crate. Everything that decides what a suite looks like is
//! deterministic: limits are counted in conflicts, and the seed is part of the configuration.

mod cadical;
pub mod certificate;
pub mod count;
pub mod enumerate;
mod propagation;
mod solver;
mod varisat;

pub use solver::{Backend, Interrupt, Outcome, Query, Solver, SolverConfig, Statistics};

/// Makes a solver without variables and clauses.
pub fn new(config: &SolverConfig) -> Box<dyn Solver> {
    match config.backend {
        Backend::Cadical => Box::new(cadical::Cadical::new(config)),
        Backend::Varisat => Box::new(varisat::Varisat::new(config)),
    }
}
