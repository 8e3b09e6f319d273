//! What changes over time: operators that look at other states, and which signatures change.

use super::checker::Checker;
use super::module::{Expr, ExprKind, FunctionId, SigId, SigKind, Temporal, Type, Unary};
use super::operators::expr;
use super::overloaded::{Overloaded, OverloadedKind, Part};
use crate::diagnostic::{Diagnostic, Span};
use crate::syntax::tree;
use rustc_hash::FxHashSet;

/// How many states the traces of a command have, where it does not say.
pub(super) const STEPS: (u32, u32) = (1, 10);

impl Checker<'_> {
    /// An operator of temporal logic, which stands `at` a place.
    pub(super) fn temporal(
        &mut self,
        operator: tree::Temporal,
        at: Span,
        operands: &[tree::Expr],
        span: Span,
    ) -> Option<Overloaded> {
        self.not_in_structures(&format!("`{}`", operator.symbol()), at);
        let operator = match operator {
            tree::Temporal::Always => Temporal::Always,
            tree::Temporal::Eventually => Temporal::Eventually,
            tree::Temporal::After | tree::Temporal::Sequence => Temporal::After,
            tree::Temporal::Until => Temporal::Until,
            tree::Temporal::Releases => Temporal::Releases,
            tree::Temporal::Before => Temporal::Before,
            tree::Temporal::Historically => Temporal::Historically,
            tree::Temporal::Once => Temporal::Once,
            tree::Temporal::Since => Temporal::Since,
            tree::Temporal::Triggered => Temporal::Triggered,
            tree::Temporal::Prime => return self.prime(operands.first()?, at, span),
        };
        let checked: Vec<Option<Expr>> = operands.iter().map(|operand| self.formula(operand)).collect();
        let mut operands = checked.into_iter().collect::<Option<Vec<Expr>>>()?;
        let formula = match (operator, operands.len()) {
            // `a ; b` is `a and after b`.
            (Temporal::After, 2) => {
                let last = operands.pop()?;
                let place = last.span;
                operands.push(expr(ExprKind::Temporal(operator, vec![last]), Type::Formula, place));
                ExprKind::And(operands)
            }
            _ => ExprKind::Temporal(operator, operands),
        };
        Some(Overloaded::elaborated(expr(formula, Type::Formula, span)))
    }

    /// `e'`.
    fn prime(&mut self, operand: &tree::Expr, at: Span, span: Span) -> Option<Overloaded> {
        let operand = self.infer(operand)?;
        if !operand.kinds.tuples().has_tuples() {
            self.error(
                at,
                "`'` behind what is no relation",
                "only relations have a next state",
                "use `after` for formulas",
            );
            return None;
        }
        let kinds = operand.kinds.tuples();
        Some(Overloaded { kind: OverloadedKind::Unary(Unary::Prime, Part::new(operand)), kinds, span })
    }

    /// Reports a bound of a parameter or of a result that looks at other states, as Alloy does.
    pub(super) fn bound_of_one_state(&mut self, bound: &Expr) {
        if let Some(at) = bound.all().find(|part| looks_further(part)).map(|part| part.span) {
            self.error(
                at,
                "a parameter or result that is declared over several states",
                "looks at another state",
                "declare what it is in this state, and say the rest in the body",
            );
        }
    }

    /// Reports what changes over time where structures are generated: these have one state.
    pub(super) fn not_in_structures(&mut self, what: &str, span: Span) {
        if self.files[0].generates() {
            self.report(
                Diagnostic::error(span, format!("{what} where structures are generated"))
                    .label("structures have one state, and nothing changes in them")
                    .help("say what calls change in a contract (`ensures` and `old`), or leave this to a module with commands only"),
            );
        }
    }

    /// Settles which signatures change: none that extends one that does not.
    pub(super) fn settle_variable_signatures(&mut self) {
        self.declares_change = self.module.sigs.iter().any(|sig| sig.is_variable);
        for index in 0..self.module.sigs.len() {
            let sig = &self.module.sigs[index];
            let above: Vec<SigId> = self.module.lineage(SigId(index as u32)).skip(1).collect();
            let still = above.into_iter().find(|above| !self.module.sigs[above.index()].is_variable);
            let (SigKind::Extends(_), true, Some(still)) = (&sig.kind, sig.is_variable, still) else { continue };
            let (name, span, above) = (sig.name.clone(), sig.span, &self.module.sigs[still.index()]);
            let diagnostic = Diagnostic::warning(span, format!("`var` says nothing of `{name}`"))
                .label(format!("never changes, because `{}` does not", above.name))
                .and(above.span, "the signature that it extends")
                .help(format!("drop `var`, or write `in {}` for a part that changes", above.name));
            self.report(diagnostic);
        }
        for index in 0..self.module.sigs.len() {
            let lineage: Vec<SigId> = self.module.lineage(SigId(index as u32)).collect();
            // From the top down, so that what is above has been settled.
            let changes = lineage.iter().all(|sig| self.module.sigs[sig.index()].is_variable);
            self.module.sigs[index].is_variable = changes;
        }
    }

    /// What a declaration says holds in every state. Of what does not change it is said once, so that orders are taken for those
    /// that they are.
    pub(super) fn always(&self, said: Expr) -> Expr {
        if said.all().any(looks_further) || self.something_changes() && self.module.mentions_change(&said) {
            let span = said.span;
            return expr(ExprKind::Temporal(Temporal::Always, vec![said]), Type::Formula, span);
        }
        said
    }

    /// Whether something is said to change. A part of a signature that does not change never does either, but instances are traces.
    fn something_changes(&self) -> bool {
        self.declares_change || self.module.fields.iter().any(|field| field.is_variable)
    }

    /// Whether a command is about traces: something changes, or an operator looks at other states.
    pub(super) fn is_temporal(&self, goal: &Expr) -> bool {
        let module = &self.module;
        if self.something_changes() {
            return true;
        }
        let mut seen: FxHashSet<FunctionId> = FxHashSet::default();
        let mut waiting: Vec<&Expr> = module.facts.iter().map(|fact| &fact.body).chain([goal]).collect();
        while let Some(next) = waiting.pop() {
            for part in next.all() {
                match &part.kind {
                    ExprKind::Temporal(..) | ExprKind::Unary(Unary::Prime, _) => return true,
                    ExprKind::Call(function, _) if seen.insert(*function) => {
                        waiting.push(&module.functions[function.index()].body);
                    }
                    _ => {}
                }
            }
        }
        false
    }
}

/// Whether an expression is an operator that looks at other states.
fn looks_further(part: &Expr) -> bool {
    matches!(part.kind, ExprKind::Temporal(..) | ExprKind::Unary(Unary::Prime, _))
}
