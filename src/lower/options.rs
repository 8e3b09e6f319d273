//! What lowering heeds beside the module and its paragraph.

use crate::diagnostic::Source;
use crate::relational::{AtomId, Overflow};
use crate::resolve::FunctionId;
use std::collections::BTreeMap;

/// What a command line overrides in a `generate` paragraph.
#[derive(Debug, Clone, Default)]
pub struct Scopes {
    /// The scope, instead of the one that is written.
    pub overall: Option<u32>,
    /// The number of objects at most, per signature name.
    pub signatures: BTreeMap<String, u32>,
    /// The least and the greatest value of integer fields, per field name (`key` or `Node.key`).
    pub ranges: BTreeMap<String, (i64, i64)>,
    /// The texts of the specification, from which the lines in the origins of constraints are counted;
    /// where there are none, no lines are given.
    pub sources: Vec<Source>,
}

/// How to lower a command.
#[derive(Debug, Clone, Copy, Default)]
pub struct CommandOptions<'s> {
    /// The texts of the specification, from which the lines in the origins of constraints are counted; where there are
    /// none, no lines are given.
    pub sources: &'s [Source],
    /// Whether objects that are alike exist in the order of their numbers only: then other instances that differ by
    /// the names of objects alone are left out.
    pub ordered: bool,
    /// What becomes of integers outside the bit width.
    pub overflow: Overflow,
    /// How many calls of itself a predicate or function may have inside each other; none at all if that is not said.
    pub recursion: Option<u32>,
    /// How many states a trace has; the least number that the command permits if there is none.
    pub length: Option<u32>,
    /// Where in a trace questions are asked.
    pub at: At,
    /// Predicates whose values are asked for in an instance, with atoms for their parameters.
    pub questions: &'s [(FunctionId, Vec<AtomId>)],
}

/// A state of a trace.
#[derive(Debug, Clone, Copy, Default)]
pub struct At {
    /// The state to which the last one leads back.
    pub back: usize,
    /// The state; one behind the last one is that of a further round.
    pub state: usize,
}
