//! Variables that nothing uses.

use super::checker::Checker;
use super::module::{Decl, Expr, ExprKind, VarId};
use crate::diagnostic::Diagnostic;
use rustc_hash::FxHashSet;

impl Checker<'_> {
    /// Warns of variables of a quantifier that neither its body nor the bound of a later variable mentions. Those that
    /// are declared as disjoint say something by being there.
    pub(super) fn warn_of_unused(&mut self, decls: &[Decl], body: &Expr) {
        let mut used = mentioned(body);
        let others: FxHashSet<VarId> = decls.iter().flat_map(|decl| &decl.disjoint_from).copied().collect();
        for decl in decls.iter().rev() {
            let disjoint = !decl.disjoint_from.is_empty() || others.contains(&decl.var);
            if !disjoint {
                self.warn_unless_used(decl.var, &used);
            }
            used.extend(mentioned(&decl.bound));
        }
    }

    /// Warns of a variable that is not among those that are used.
    pub(super) fn warn_unless_used(&mut self, var: VarId, used: &FxHashSet<VarId>) {
        if used.contains(&var) {
            return;
        }
        let variable = &self.module.variables[var.index()];
        let message = format!("the variable `{}` is not used", variable.name);
        let diagnostic = Diagnostic::warning(variable.span, message).label("declared here");
        self.report(diagnostic.help("remove it, or use it in the body"));
    }
}

/// The variables that an expression mentions.
pub(super) fn mentioned(expr: &Expr) -> FxHashSet<VarId> {
    let variable = |expr: &Expr| match expr.kind {
        ExprKind::Var(var) => Some(var),
        _ => None,
    };
    expr.all().filter_map(variable).collect()
}
