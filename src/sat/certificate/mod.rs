//! Certificates: a formula without models is solved afresh, and the proof is checked independently.
//!
//! A proof that is traced while clauses and calls alternate does not fit the final formula, because
//! its clause numbers interleave with the formula's. So the final formula is written as DIMACS,
//! solved from that file by a new solver that writes an LRAT proof, and the proof is read back by a
//! checker that shares no code with the solver. Both files can be given to any other LRAT checker.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use cadical_sys::Status;

use super::Interrupt;
use super::cadical::{Watch, configured};
use crate::cnf::{Cnf, dimacs};

pub mod lrat;

pub use lrat::{LratError, Summary};

/// What shows that a formula has no model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// The formula, in DIMACS.
    pub formula: PathBuf,
    /// The proof, in the text form of LRAT; its clause numbers are places in `formula`.
    pub proof: PathBuf,
    /// What the checker read and accepted.
    pub summary: Summary,
}

/// Why there is no certificate.
#[derive(Debug)]
pub enum CertifyError {
    /// The formula has a model.
    Satisfiable,
    /// The interruption was requested before the solver was done.
    Interrupted,
    /// A file could not be written or read.
    Io(io::Error),
    /// The solver did not take the files, and what it said.
    Solver(String),
    /// The solver's proof is wrong.
    Refused(LratError),
}

impl fmt::Display for CertifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CertifyError::Satisfiable => f.write_str("the formula has a model"),
            CertifyError::Interrupted => f.write_str("interrupted before the proof was complete"),
            CertifyError::Io(error) => error.fmt(f),
            CertifyError::Solver(message) => f.write_str(message),
            CertifyError::Refused(error) => write!(f, "the proof is wrong: {error}"),
        }
    }
}

impl std::error::Error for CertifyError {}

impl From<io::Error> for CertifyError {
    fn from(error: io::Error) -> CertifyError {
        CertifyError::Io(error)
    }
}

/// Proves that `cnf` has no model.
///
/// Writes `name.cnf`, with `comments` at its head, and `name.lrat` into `directory`, which exists;
/// files of these names are replaced. What is checked is `cnf` itself and not the file, so a formula
/// that was garbled on the way to the solver is noticed.
pub fn certify(
    cnf: &Cnf,
    comments: &[&str],
    directory: &Path,
    name: &str,
    interrupt: &Interrupt,
) -> Result<Certificate, CertifyError> {
    let formula = directory.join(format!("{name}.cnf"));
    let proof = directory.join(format!("{name}.lrat"));
    let mut out = BufWriter::new(File::create(&formula)?);
    dimacs::write(&mut out, cnf, comments)?;
    out.flush()?;
    drop(out);
    trace(&formula, &proof, interrupt)?;
    let summary =
        lrat::check(cnf, &mut BufReader::with_capacity(1 << 16, File::open(&proof)?)).map_err(CertifyError::Refused)?;
    Ok(Certificate { formula, proof, summary })
}

/// Solves the formula in the file `formula` and leaves the proof in the file `proof`.
fn trace(formula: &Path, proof: &Path, interrupt: &Interrupt) -> Result<(), CertifyError> {
    let text = |path: &Path| {
        path.to_str()
            .map(str::to_owned)
            .ok_or_else(|| CertifyError::Solver(format!("`{}` is not a Unicode path", path.display())))
    };
    let mut solver = configured(0);
    // Bounded variable addition introduces new variables, which needs RAT steps. Every other
    // technique of CaDiCaL justifies its clauses by propagation alone.
    for (option, value) in [("factor", 0), ("lrat", 1), ("binary", 0)] {
        solver.set(option, value);
    }
    solver.connect_terminator(Watch::new(interrupt));
    if !solver.trace_proof2(&text(proof)?) {
        let message = format!("cannot write the proof to `{}`", proof.display());
        return Err(CertifyError::Solver(message));
    }
    // Reading the file makes CaDiCaL number the clauses as they stand in it; clauses added one by one
    // would be numbered among the ones that it derives from them at once.
    solver.read_dimacs2(&text(formula)?, &mut 0, 1).map_err(CertifyError::Solver)?;
    let status = solver.solve();
    solver.close_proof_trace(false);
    match status {
        Status::UNSATISFIABLE => Ok(()),
        Status::SATISFIABLE => Err(CertifyError::Satisfiable),
        Status::UNKNOWN => Err(CertifyError::Interrupted),
    }
}
