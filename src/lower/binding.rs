//! What variables stand for while formulas are lowered.

use crate::relational::{ExprId, FormulaId, IntId};

/// What a variable stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Binding {
    Expr(ExprId),
    Int(IntId),
    Formula(FormulaId),
    /// Something else at every place of a trace: an index into what is known of the trace.
    Varying(u32),
}
