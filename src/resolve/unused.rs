//! Variables that nothing uses.

use super::checker::Checker;
use super::module::{Decl, Expr, ExprKind, VarId};
use crate::diagnostic::Diagnostic;

impl Checker<'_> {
    /// Warns of variables of a quantifier that neither its body nor the bound of a later variable mentions. Those that
    /// are declared as disjoint say something by being there.
    pub(super) fn warn_of_unused(&mut self, decls: &[Decl], body: &Expr) {
        for (index, decl) in decls.iter().enumerate() {
            let is_disjoint = |other: &Decl| other.disjoint_from.contains(&decl.var);
            let disjoint = !decl.disjoint_from.is_empty() || decls.iter().any(is_disjoint);
            let used = decls[index + 1..].iter().any(|later| mentions(&later.bound, decl.var));
            if !disjoint && !used {
                self.warn_if_unused(decl.var, body);
            }
        }
    }

    /// Warns of a variable that an expression does not mention.
    pub(super) fn warn_if_unused(&mut self, var: VarId, body: &Expr) {
        if mentions(body, var) {
            return;
        }
        let variable = &self.module.variables[var.index()];
        let message = format!("the variable `{}` is not used", variable.name);
        let diagnostic = Diagnostic::warning(variable.span, message).label("declared here");
        self.report(diagnostic.help("remove it, or use it in the body"));
    }
}

fn mentions(expr: &Expr, var: VarId) -> bool {
    matches!(expr.kind, ExprKind::Var(other) if other == var)
        || expr.parts().into_iter().any(|part| mentions(part, var))
}
