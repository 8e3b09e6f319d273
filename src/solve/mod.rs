//! The encoded problem and its answers: what commands and suites solve, and how its models become instances.
//!
//! A command is encoded by [`encode`], and [`instances`] gives its instances. A suite encodes its problem with the pairs that it is
//! to cover (`extension`), and searches for what covers them.

mod encoded;
mod instances;
mod unsatisfiable_core;

pub use encoded::{Contradiction, EncodedProblem, translate_canonical};
pub use instances::{Status, instances};
pub use unsatisfiable_core::unsatisfiable_core;

use crate::circuit::{self, TooLarge};
use crate::relational::Problem;
use crate::symmetry;

/// Operations that combine more pairs of values are done in two's complement: up to five bits a wire for each value
/// propagates better and is hardly larger.
const BINARY_ABOVE: usize = 1 << 10;

/// Encodes the problem of a command. Symmetry is broken by comparisons of so many tuples at most; by none if that is 0.
pub fn encode(mut problem: Problem, symmetry: usize) -> Result<EncodedProblem, TooLarge> {
    problem.narrow();
    let mut translation = circuit::translate(
        &problem,
        circuit::TranslationConfig { binary_above: Some(BINARY_ABOVE), ..circuit::TranslationConfig::default() },
    )?;
    let mut asserted = translation.constraints.clone();
    if symmetry > 0 {
        asserted.extend(symmetry::exchanges(&problem, &mut translation, symmetry));
    }
    Ok(EncodedProblem::new(problem, translation, &asserted, &[]).0)
}
