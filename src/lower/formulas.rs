//! Lowers formulas and integer expressions.

use super::expressions::{Variables, misplaced, old};
use super::lowering::{Binding, Lowering, Lowers, Operand, Place};
use crate::diagnostic::Span;
use crate::relational::{Arithmetic, Comparison, Expr as Term, ExprId, Formula, FormulaId, IntExpr, IntId, Overflow};
use crate::resolve::{Binary, Decl, Expr, ExprKind, Quant, Test, Unary};
use crate::stack;
use std::rc::Rc;

impl Lowering<'_> {
    /// An expression that denotes truth.
    pub(super) fn formula(&mut self, expr: &Expr) -> Lowers<FormulaId> {
        stack::grown(|| self.formula_form(expr))
    }

    fn formula_form(&mut self, expr: &Expr) -> Lowers<FormulaId> {
        let formula = match &expr.kind {
            ExprKind::Unary(Unary::Not, operand) => Formula::Not(self.negatively(operand)?),
            ExprKind::Unary(Unary::Test(test), operand) => {
                let operand = self.within(shut, |lowering| lowering.expr(operand))?;
                let formula = match test {
                    Test::No => Formula::No(operand),
                    Test::Some => Formula::Some(operand),
                    Test::Lone => Formula::Lone(operand),
                    Test::One => Formula::One(operand),
                };
                return Ok(self.comparison(formula, &[Operand::Expr(operand)]));
            }
            ExprKind::Binary(operator, left, right) => {
                return match operator {
                    Binary::Or | Binary::Implies | Binary::Iff => self.connect(*operator, left, right),
                    _ => self.within(shut, |lowering| lowering.relate(*operator, left, right, expr.span)),
                };
            }
            ExprKind::And(parts) => {
                let plain = self.place.plain && !self.place.negated;
                let part = |lowering: &mut Self, part| {
                    lowering.within(|place| place.plain = plain, |lowering| lowering.formula(part))
                };
                Formula::And(parts.iter().map(|expr| part(self, expr)).collect::<Lowers<_>>()?)
            }
            ExprKind::If(condition, yes, no) => {
                let (condition, premise) = self.either_way(condition)?;
                let (yes, no) = (self.shut(yes)?, self.shut(no)?);
                let otherwise = self.terms.formula(Formula::Not(condition));
                let yes = self.terms.formula(Formula::Implies(premise, yes));
                let no = self.terms.formula(Formula::Implies(otherwise, no));
                Formula::And(vec![yes, no])
            }
            ExprKind::Quant(quant, decls, body) if self.has_witnesses(*quant, decls) => {
                return self.witnessed(*quant, decls, body);
            }
            ExprKind::Quant(quant, decls, body) => return self.quantified(*quant, decls, body, expr.span),
            ExprKind::TotalOrder(parts) => return self.total_order(parts),
            ExprKind::Let(variable, value, body) => {
                self.bind(*variable, value)?;
                return self.formula(body);
            }
            ExprKind::Call(function, arguments) => match self.call(*function, arguments, expr.span)? {
                Binding::Formula(id) => return Ok(id),
                _ => return Err(misplaced(expr.span)),
            },
            ExprKind::Var(variable) => match self.binding(*variable) {
                Some(Binding::Formula(id)) => return Ok(id),
                _ => return Err(self.unbound(*variable, expr.span)),
            },
            ExprKind::Temporal(operator, operands) => return self.temporal(*operator, operands),
            ExprKind::Old(_) => return Err(old(expr.span)),
            _ => return Err(misplaced(expr.span)),
        };
        Ok(self.terms.formula(formula))
    }

    /// A formula over bound variables.
    fn quantified(&mut self, quant: Quant, decls: &[Decl], body: &Expr, span: Span) -> Lowers<FormulaId> {
        let outside = self.place.clone();
        let universal = |negated: bool| match quant {
            Quant::All | Quant::No => Some(!negated),
            Quant::Some => Some(negated),
            _ => None,
        };
        let Variables { decls: variables, guard } = self.first_order(decls, universal(outside.denied))?;
        let universal = universal(outside.negated);
        self.place.plain &= universal == Some(true);
        if self.place.plain {
            let universals = self.universals(decls, &variables)?;
            Rc::make_mut(&mut self.place.around).extend(universals);
        }
        if universal.is_none() {
            self.place = Place::default();
        }
        let body = match quant {
            Quant::No => self.negatively(body),
            _ => self.formula(body),
        };
        self.place = outside;
        let body = body?;
        let unguarded = guard == self.terms.truth(true);
        let formula = match quant {
            Quant::All | Quant::No => {
                let body = if quant == Quant::No { self.terms.formula(Formula::Not(body)) } else { body };
                let body = if unguarded { body } else { self.terms.formula(Formula::Implies(guard, body)) };
                Formula::All(variables, body)
            }
            Quant::Some => {
                let body = self.and([guard, body]);
                Formula::Exists(variables, body)
            }
            Quant::Lone | Quant::One => {
                self.check_arity(variables.len(), span)?;
                let body = self.and([guard, body]);
                let satisfying = self.terms.expr(Term::Comprehension(variables, body));
                if quant == Quant::Lone { Formula::Lone(satisfying) } else { Formula::One(satisfying) }
            }
            Quant::Sum => return Err(misplaced(span)),
        };
        Ok(self.terms.formula(formula))
    }

    fn relate(&mut self, operator: Binary, left: &Expr, right: &Expr, span: Span) -> Lowers<FormulaId> {
        match operator {
            Binary::In => {
                let whole = self.expr(left)?;
                let bound = self.expr(right)?;
                let mut parts = vec![self.terms.formula(Formula::In(whole, bound))];
                self.arrow_multiplicities(whole, right, &mut parts)?;
                Ok(self.comparison(Formula::And(parts), &[Operand::Expr(whole), Operand::Expr(bound)]))
            }
            Binary::Equal => {
                let (left, right) = (self.expr(left)?, self.expr(right)?);
                Ok(self.comparison(Formula::Equal(left, right), &[Operand::Expr(left), Operand::Expr(right)]))
            }
            Binary::IntEqual => self.equal_integers(left, right),
            Binary::Less | Binary::LessEqual | Binary::Greater | Binary::GreaterEqual => {
                let (left, right) = (self.int(left)?, self.int(right)?);
                let formula = match operator {
                    Binary::Less => Formula::Compare(Comparison::Less, left, right),
                    Binary::LessEqual => Formula::Compare(Comparison::LessEqual, left, right),
                    Binary::Greater => Formula::Compare(Comparison::Less, right, left),
                    _ => Formula::Compare(Comparison::LessEqual, right, left),
                };
                Ok(self.comparison(formula, &[Operand::Int(left), Operand::Int(right)]))
            }
            _ => Err(misplaced(span)),
        }
    }

    /// `=` between integers, or between sets that are expected to have one, which may turn out to have none or several: by what
    /// a parameter gets, and by joins with fields that not all have.
    fn equal_integers(&mut self, left: &Expr, right: &Expr) -> Lowers<FormulaId> {
        let ((a, left), (b, right)) = (self.compared(left)?, self.compared(right)?);
        let equal = Formula::Compare(Comparison::Equal, a, b);
        let (formula, operands) = match (left, right) {
            (None, None) => (equal, [Operand::Int(a), Operand::Int(b)]),
            (Some(left), Some(right)) => (Formula::Equal(left, right), [Operand::Expr(left), Operand::Expr(right)]),
            (Some(set), None) => (self.only(set, equal), [Operand::Expr(set), Operand::Int(b)]),
            (None, Some(set)) => (self.only(set, equal), [Operand::Int(a), Operand::Expr(set)]),
        };
        Ok(self.comparison(formula, &operands))
    }

    fn only(&mut self, set: ExprId, equal: Formula) -> Formula {
        Formula::And([Formula::One(set), equal].map(|part| self.terms.formula(part)).to_vec())
    }

    /// A side of `=`, and the set that is expected to have one integer, where it may have none or several.
    fn compared(&mut self, side: &Expr) -> Lowers<(IntId, Option<ExprId>)> {
        let ExprKind::Unary(Unary::ValueOf, operand) = &side.kind else { return Ok((self.int(side)?, None)) };
        if let ExprKind::Unary(Unary::AtomOf, inner) = &operand.kind {
            return Ok((self.int(inner)?, None));
        }
        let set = self.expr(operand)?;
        let sum = self.terms.int(IntExpr::Sum(set));
        Ok((sum, (!self.is_single(operand)).then_some(set)))
    }

    /// Two formulas joined by a connective.
    fn connect(&mut self, operator: Binary, left: &Expr, right: &Expr) -> Lowers<FormulaId> {
        let formula = match operator {
            Binary::Or => {
                let plain = self.place.plain && self.place.negated;
                let part = |lowering: &mut Self, part| {
                    lowering.within(|place| place.plain = plain, |lowering| lowering.formula(part))
                };
                Formula::Or(vec![part(self, left)?, part(self, right)?])
            }
            Binary::Implies => {
                let plain = self.place.plain && self.place.negated;
                let premise = self.within(|place| place.plain = plain, |lowering| lowering.premise(left))?;
                Formula::Implies(premise, self.within(|place| place.plain = plain, |lowering| lowering.formula(right))?)
            }
            _ => {
                let (left, right) = (self.either_way(left)?, self.either_way(right)?);
                return Ok(self.equivalent(left, right));
            }
        };
        Ok(self.terms.formula(formula))
    }

    /// A formula as it stands here, and as it stands under one more negation, where overflow means something else. No
    /// witness may stand in it. Connectives look once at what they connect, so that nested ones do not double.
    fn either_way(&mut self, expr: &Expr) -> Lowers<(FormulaId, FormulaId)> {
        if self.bounds.universe.overflow != Overflow::Sound {
            // Alloy looks once at what stands for both.
            let formula = self.shut(expr)?;
            return Ok((formula, formula));
        }
        stack::grown(|| self.within(shut, |lowering| lowering.either_way_of_form(expr)))
    }

    fn either_way_of_form(&mut self, expr: &Expr) -> Lowers<(FormulaId, FormulaId)> {
        let both = match &expr.kind {
            ExprKind::Unary(Unary::Not, operand) => {
                let (here, negated) = self.either_way(operand)?;
                [negated, here].map(Formula::Not)
            }
            ExprKind::And(parts) => {
                let parts = parts.iter().map(|part| self.either_way(part)).collect::<Lowers<Vec<_>>>()?;
                let (here, negated) = parts.into_iter().unzip();
                [here, negated].map(Formula::And)
            }
            ExprKind::Binary(Binary::Or, left, right) => {
                let (left, right) = (self.either_way(left)?, self.either_way(right)?);
                [vec![left.0, right.0], vec![left.1, right.1]].map(Formula::Or)
            }
            ExprKind::Binary(Binary::Implies, left, right) => {
                let (left, right) = (self.either_way(left)?, self.either_way(right)?);
                [Formula::Implies(left.1, right.0), Formula::Implies(left.0, right.1)]
            }
            ExprKind::Binary(Binary::Iff, left, right) => {
                let ((a, from_a), (b, from_b)) = (self.either_way(left)?, self.either_way(right)?);
                let here = self.equivalent((a, from_a), (b, from_b));
                return Ok((here, self.equivalent((from_a, a), (from_b, b))));
            }
            _ => return Ok((self.formula(expr)?, self.negatively(expr)?)),
        };
        let [here, negated] = both.map(|formula| self.terms.formula(formula));
        Ok((here, negated))
    }

    /// `a iff b`, of each side what it is here and under one more negation.
    fn equivalent(&mut self, (a, from_a): (FormulaId, FormulaId), (b, from_b): (FormulaId, FormulaId)) -> FormulaId {
        if (a, b) == (from_a, from_b) {
            return self.terms.formula(Formula::Iff(a, b));
        }
        let forth = self.terms.formula(Formula::Implies(from_a, b));
        let back = self.terms.formula(Formula::Implies(from_b, a));
        self.and([forth, back])
    }

    /// An expression that denotes an integer.
    pub(super) fn int(&mut self, expr: &Expr) -> Lowers<IntId> {
        stack::grown(|| self.int_form(expr))
    }

    /// One arm for each form of integers.
    fn int_form(&mut self, expr: &Expr) -> Lowers<IntId> {
        let int = match &expr.kind {
            ExprKind::Number(value) => IntExpr::Constant(*value),
            ExprKind::MinInt => IntExpr::Constant(self.bounds.universe.int_range().0),
            ExprKind::MaxInt => IntExpr::Constant(self.bounds.universe.int_range().1),
            ExprKind::Unary(Unary::Cardinality, operand) => IntExpr::Cardinality(self.expr(operand)?),
            ExprKind::Unary(Unary::SumOf | Unary::ValueOf, operand) => match &operand.kind {
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
                    Binary::ShiftLeft => Arithmetic::ShiftLeft,
                    Binary::ShiftRight => Arithmetic::ShiftRight,
                    Binary::ShiftRightUnsigned => Arithmetic::ShiftRightUnsigned,
                    _ => return Err(misplaced(expr.span)),
                };
                IntExpr::Arithmetic(operator, self.int(left)?, self.int(right)?)
            }
            ExprKind::If(condition, yes, no) => {
                let condition = self.formula(condition)?;
                IntExpr::If(condition, self.int(yes)?, self.int(no)?)
            }
            ExprKind::Quant(Quant::Sum, decls, body) if self.bounds.universe.overflow == Overflow::Alloy => {
                return self.sum_as_alloy(decls, body);
            }
            ExprKind::Quant(Quant::Sum, decls, body) => {
                let lowered = self.first_order(decls, None)?;
                let mut body = self.within(|place| *place = Place::default(), |lowering| lowering.int(body))?;
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
                Binding::Formula(_) | Binding::Varying(_) => return Err(misplaced(expr.span)),
            },
            ExprKind::Var(variable) => match self.binding(*variable) {
                Some(Binding::Int(id)) => return Ok(id),
                Some(Binding::Expr(id)) => IntExpr::Sum(id),
                _ => return Err(self.unbound(*variable, expr.span)),
            },
            ExprKind::Old(_) => return Err(old(expr.span)),
            _ => return Err(misplaced(expr.span)),
        };
        Ok(self.terms.int(int))
    }
}

/// No witness may stand in an operand.
fn shut(place: &mut Place) {
    place.plain = false;
}
