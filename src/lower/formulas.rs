//! Lowers formulas and integer expressions.

use super::expressions::{Binding, Lowered, Lowering, Lowers, misplaced, old};
use crate::diagnostic::Span;
use crate::relational::{Arithmetic, Comparison, Expr as Term, Formula, FormulaId, IntExpr, IntId};
use crate::resolve::{Binary, Expr, ExprKind, Quant, Test, Unary};

impl Lowering<'_> {
    /// An expression that denotes truth.
    pub(super) fn formula(&mut self, expr: &Expr) -> Lowers<FormulaId> {
        let formula = match &expr.kind {
            ExprKind::Unary(Unary::Not, operand) => Formula::Not(self.formula(operand)?),
            ExprKind::Unary(Unary::Test(test), operand) => {
                let operand = self.expr(operand)?;
                match test {
                    Test::No => Formula::No(operand),
                    Test::Some => Formula::Some(operand),
                    Test::Lone => Formula::Lone(operand),
                    Test::One => Formula::One(operand),
                }
            }
            ExprKind::Binary(operator, left, right) => {
                return self.relate(*operator, left, right, expr.span);
            }
            ExprKind::And(parts) => {
                let parts = parts.iter().map(|part| self.formula(part)).collect::<Lowers<_>>()?;
                Formula::And(parts)
            }
            ExprKind::If(condition, yes, no) => {
                let condition = self.formula(condition)?;
                let (yes, no) = (self.formula(yes)?, self.formula(no)?);
                let otherwise = self.terms.formula(Formula::Not(condition));
                let yes = self.terms.formula(Formula::Implies(condition, yes));
                let no = self.terms.formula(Formula::Implies(otherwise, no));
                Formula::And(vec![yes, no])
            }
            ExprKind::Quant(quant, decls, body) => {
                let lowered = self.first_order(decls)?;
                let body = self.formula(body)?;
                return self.quantified(*quant, lowered, body, expr.span);
            }
            ExprKind::Let(variable, value, body) => {
                self.bind(*variable, value)?;
                return self.formula(body);
            }
            ExprKind::Call(function, arguments) => match self.call(*function, arguments, expr.span)? {
                Binding::Formula(id) => return Ok(id),
                _ => return Err(misplaced(expr.span)),
            },
            ExprKind::Var(variable) => match self.bindings.get(variable) {
                Some(Binding::Formula(id)) => return Ok(*id),
                _ => return Err(self.unbound(*variable, expr.span)),
            },
            ExprKind::Old(_) => return Err(old(expr.span)),
            _ => return Err(misplaced(expr.span)),
        };
        Ok(self.terms.formula(formula))
    }

    /// A formula over bound variables.
    pub(super) fn quantified(
        &mut self,
        quant: Quant,
        lowered: Lowered,
        body: FormulaId,
        span: Span,
    ) -> Lowers<FormulaId> {
        let Lowered { decls, guard } = lowered;
        let unguarded = guard == self.terms.truth(true);
        let formula = match quant {
            Quant::All | Quant::No => {
                let body = if quant == Quant::No { self.terms.formula(Formula::Not(body)) } else { body };
                let body = if unguarded { body } else { self.terms.formula(Formula::Implies(guard, body)) };
                Formula::All(decls, body)
            }
            Quant::Some => {
                let body = self.and([guard, body]);
                Formula::Exists(decls, body)
            }
            Quant::Lone | Quant::One => {
                self.check_arity(decls.len(), span)?;
                let body = self.and([guard, body]);
                let satisfying = self.terms.expr(Term::Comprehension(decls, body));
                if quant == Quant::Lone { Formula::Lone(satisfying) } else { Formula::One(satisfying) }
            }
            Quant::Sum => return Err(misplaced(span)),
        };
        Ok(self.terms.formula(formula))
    }

    fn relate(&mut self, operator: Binary, left: &Expr, right: &Expr, span: Span) -> Lowers<FormulaId> {
        let formula = match operator {
            Binary::In => {
                let whole = self.expr(left)?;
                let bound = self.expr(right)?;
                let typed = self.terms.formula(Formula::In(whole, bound));
                let mut parts = vec![typed];
                self.arrow_multiplicities(whole, right, &mut parts)?;
                Formula::And(parts)
            }
            Binary::Equal => Formula::Equal(self.expr(left)?, self.expr(right)?),
            Binary::IntEqual => Formula::Compare(Comparison::Equal, self.int(left)?, self.int(right)?),
            Binary::Less => Formula::Compare(Comparison::Less, self.int(left)?, self.int(right)?),
            Binary::LessEqual => Formula::Compare(Comparison::LessEqual, self.int(left)?, self.int(right)?),
            Binary::Greater | Binary::GreaterEqual => {
                let (left, right) = (self.int(left)?, self.int(right)?);
                let strict = operator == Binary::Greater;
                Formula::Compare(if strict { Comparison::Less } else { Comparison::LessEqual }, right, left)
            }
            Binary::Or => Formula::Or(vec![self.formula(left)?, self.formula(right)?]),
            Binary::Implies => Formula::Implies(self.formula(left)?, self.formula(right)?),
            Binary::Iff => Formula::Iff(self.formula(left)?, self.formula(right)?),
            _ => return Err(misplaced(span)),
        };
        Ok(self.terms.formula(formula))
    }

    /// An expression that denotes an integer.
    pub(super) fn int(&mut self, expr: &Expr) -> Lowers<IntId> {
        let int = match &expr.kind {
            ExprKind::Number(value) => IntExpr::Constant(*value),
            ExprKind::Unary(Unary::Cardinality, operand) => IntExpr::Cardinality(self.expr(operand)?),
            ExprKind::Unary(Unary::SumOf, operand) => match &operand.kind {
                ExprKind::Unary(Unary::AtomOf, inner) => return self.int(inner),
                _ => IntExpr::Sum(self.expr(operand)?),
            },
            ExprKind::Unary(Unary::Negate, operand) => {
                let operand = self.int(operand)?;
                if let IntExpr::Constant(value) = self.terms.get_int(operand) {
                    IntExpr::Constant(value.saturating_neg())
                } else {
                    let zero = self.terms.int(IntExpr::Constant(0));
                    IntExpr::Arithmetic(Arithmetic::Minus, zero, operand)
                }
            }
            ExprKind::Binary(operator, left, right) => {
                let operator = match operator {
                    Binary::Plus => Arithmetic::Plus,
                    Binary::Minus => Arithmetic::Minus,
                    Binary::Times => Arithmetic::Times,
                    Binary::Divide => Arithmetic::Divide,
                    Binary::Remainder => Arithmetic::Remainder,
                    _ => return Err(misplaced(expr.span)),
                };
                IntExpr::Arithmetic(operator, self.int(left)?, self.int(right)?)
            }
            ExprKind::If(condition, yes, no) => {
                let condition = self.formula(condition)?;
                IntExpr::If(condition, self.int(yes)?, self.int(no)?)
            }
            ExprKind::Quant(Quant::Sum, decls, body) => {
                let lowered = self.first_order(decls)?;
                let mut body = self.int(body)?;
                if lowered.guard != self.terms.truth(true) {
                    let zero = self.terms.int(IntExpr::Constant(0));
                    body = self.terms.int(IntExpr::If(lowered.guard, body, zero));
                }
                IntExpr::SumOver(lowered.decls, body)
            }
            ExprKind::Let(variable, value, body) => {
                self.bind(*variable, value)?;
                return self.int(body);
            }
            ExprKind::Call(function, arguments) => match self.call(*function, arguments, expr.span)? {
                Binding::Int(id) => return Ok(id),
                Binding::Expr(id) => IntExpr::Sum(id),
                Binding::Formula(_) => return Err(misplaced(expr.span)),
            },
            ExprKind::Var(variable) => match self.bindings.get(variable) {
                Some(Binding::Int(id)) => return Ok(*id),
                Some(Binding::Expr(id)) => IntExpr::Sum(*id),
                _ => return Err(self.unbound(*variable, expr.span)),
            },
            ExprKind::Old(_) => return Err(old(expr.span)),
            _ => return Err(misplaced(expr.span)),
        };
        Ok(self.terms.int(int))
    }
}
