//! Operators between two expressions: arity, types, casts, and which of several fields a join means.

use super::checker::{Checker, mult_of};
use super::expressions::columns;
use super::module::{Binary, Expr, ExprKind, Mult, RelType, Type, Unary};
use super::types::{product, union};
use crate::diagnostic::{Diagnostic, Span};
use crate::syntax::tree::{self, Comparison, ExprKind as Tree};

impl Checker {
    pub(super) fn binary(
        &mut self,
        operator: tree::Binary,
        left: &tree::Expr,
        right: &tree::Expr,
        span: Span,
    ) -> Option<Expr> {
        use tree::Binary as B;
        match operator {
            B::Or => self.connect(Binary::Or, left, right, span),
            B::Iff => self.connect(Binary::Iff, left, right, span),
            B::Implies => self.connect(Binary::Implies, left, right, span),
            B::And => {
                let (left, right) = (self.formula(left), self.formula(right));
                Some(expr(ExprKind::And(vec![left?, right?]), Type::Formula, span))
            }
            B::Compare { negated, comparison } => {
                let result = self.compare(comparison, left, right, span)?;
                if !negated {
                    return Some(result);
                }
                Some(expr(ExprKind::Unary(Unary::Not, Box::new(result)), Type::Formula, span))
            }
            B::ShiftLeft | B::ShiftRight | B::ShiftRightUnsigned => {
                let help = "multiply with `mul[…]` or divide with `div[…]`";
                self.error(span, "shifts of integers are not supported yet", "here", help);
                None
            }
            B::Plus => self.calculate(Binary::Plus, left, right, span),
            B::Minus => self.calculate(Binary::Minus, left, right, span),
            B::Times => self.calculate(Binary::Times, left, right, span),
            B::Divide => self.calculate(Binary::Divide, left, right, span),
            B::Remainder => self.calculate(Binary::Remainder, left, right, span),
            B::Union => self.combine(Binary::Union, "+", left, right, span),
            B::Difference => self.combine(Binary::Difference, "-", left, right, span),
            B::Intersection => self.combine(Binary::Intersection, "&", left, right, span),
            B::Override => self.combine(Binary::Override, "++", left, right, span),
            B::Arrow(from, to) => {
                let (left, right) = (self.relation(left), self.relation(right));
                let ((left, a), (right, b)) = (left?, right?);
                let arrow = Binary::Arrow(from.map_or(Mult::Set, mult_of), to.map_or(Mult::Set, mult_of));
                let kind = ExprKind::Binary(arrow, Box::new(left), Box::new(right));
                Some(expr(kind, Type::Relation(product(&a, &b)), span))
            }
            B::DomainRestriction => self.restrict(Binary::DomainRestriction, "<:", left, right, span),
            B::RangeRestriction => self.restrict(Binary::RangeRestriction, ":>", left, right, span),
            B::Join => {
                let (left, right) = (self.expr(left), self.expr(right));
                self.joined(left?, right?, span)
            }
        }
    }

    fn connect(&mut self, operator: Binary, left: &tree::Expr, right: &tree::Expr, span: Span) -> Option<Expr> {
        let (left, right) = (self.formula(left), self.formula(right));
        Some(expr(ExprKind::Binary(operator, Box::new(left?), Box::new(right?)), Type::Formula, span))
    }

    pub(super) fn calculate(
        &mut self,
        operator: Binary,
        left: &tree::Expr,
        right: &tree::Expr,
        span: Span,
    ) -> Option<Expr> {
        let (left, right) = (self.integer(left), self.integer(right));
        Some(expr(ExprKind::Binary(operator, Box::new(left?), Box::new(right?)), Type::Int, span))
    }

    fn compare(&mut self, comparison: Comparison, left: &tree::Expr, right: &tree::Expr, span: Span) -> Option<Expr> {
        let (left, right) = (self.expr(left), self.expr(right));
        let (left, right) = (left?, right?);
        let operator = match comparison {
            Comparison::Less => Binary::Less,
            Comparison::LessEqual => Binary::LessEqual,
            Comparison::Greater => Binary::Greater,
            Comparison::GreaterEqual => Binary::GreaterEqual,
            Comparison::In => return self.compare_sets(Binary::In, "in", left, right, span),
            Comparison::Equal => {
                if left.ty == Type::Formula && right.ty == Type::Formula {
                    let help = "write `iff` between formulas";
                    self.error(span, "`=` between two formulas", "these are true or false", help);
                    return None;
                }
                // A set that surely has one element can be compared as the integer it holds.
                let number = |checker: &Checker, expr: &Expr| expr.ty == Type::Int || checker.mult(expr) == Mult::One;
                if (left.ty == Type::Int || right.ty == Type::Int) && number(self, &left) && number(self, &right) {
                    Binary::IntEqual
                } else {
                    return self.compare_sets(Binary::Equal, "=", left, right, span);
                }
            }
        };
        let (left, right) = (self.as_integer(left), self.as_integer(right));
        Some(expr(ExprKind::Binary(operator, Box::new(left?), Box::new(right?)), Type::Formula, span))
    }

    fn compare_sets(&mut self, operator: Binary, symbol: &str, left: Expr, right: Expr, span: Span) -> Option<Expr> {
        let (left, right) = (self.as_relation(left), self.as_relation(right));
        let ((left, a), (right, b)) = (left?, right?);
        self.same_arity(&format!("the sides of `{symbol}`"), (&left, &a), (&right, &b), span)?;
        let empty = a.products.is_empty() || b.products.is_empty();
        if !empty && self.hierarchy().intersection(&a, &b).products.is_empty() {
            let (left, right) = (self.hierarchy().describe(&a), self.hierarchy().describe(&b));
            self.report(
                Diagnostic::warning(span, format!("the sides of `{symbol}` have nothing in common"))
                    .label(format!("`{left}` and `{right}`"))
                    .help("the comparison holds only where a side is empty"),
            );
        }
        Some(expr(ExprKind::Binary(operator, Box::new(left), Box::new(right)), Type::Formula, span))
    }

    fn combine(
        &mut self,
        operator: Binary,
        symbol: &str,
        left: &tree::Expr,
        right: &tree::Expr,
        span: Span,
    ) -> Option<Expr> {
        let (left, right) = (self.relation(left), self.relation(right));
        let ((left, a), (right, b)) = (left?, right?);
        self.same_arity(&format!("the sides of `{symbol}`"), (&left, &a), (&right, &b), span)?;
        let ty = match operator {
            Binary::Difference => a,
            Binary::Intersection => {
                let met = self.hierarchy().intersection(&a, &b);
                if met.products.is_empty() && !a.products.is_empty() && !b.products.is_empty() {
                    self.always_empty(span, "&", &a, &b);
                }
                met
            }
            _ => union(&a, &b),
        };
        self.warn_of_sets_of_integers(operator, &left, &right, span);
        Some(expr(ExprKind::Binary(operator, Box::new(left), Box::new(right)), Type::Relation(ty), span))
    }

    /// In Alloy 6, `+` and `-` between integers are union and difference of sets, which is rarely meant.
    fn warn_of_sets_of_integers(&mut self, operator: Binary, left: &Expr, right: &Expr, span: Span) {
        let number = |expr: &Expr| match &expr.kind {
            ExprKind::Unary(Unary::AtomOf, inner) => Some(matches!(inner.kind, ExprKind::Number(_))),
            _ => None,
        };
        let computed = |expr: &Expr| number(expr) == Some(false);
        let meant = match operator {
            Binary::Union if computed(left) || computed(right) => ("+", "union", "plus"),
            Binary::Difference if computed(left) || number(right).is_some() => ("-", "difference", "minus"),
            _ => return,
        };
        let (symbol, operation, function) = meant;
        self.report(
            Diagnostic::warning(span, format!("`{symbol}` is the {operation} of two sets of integers"))
                .label("not arithmetic")
                .help(format!("write `{function}[a, b]` to calculate")),
        );
    }

    fn always_empty(&mut self, span: Span, symbol: &str, a: &RelType, b: &RelType) {
        let (left, right) = (self.hierarchy().describe(a), self.hierarchy().describe(b));
        self.report(
            Diagnostic::warning(span, format!("this `{symbol}` is always empty"))
                .label(format!("`{left}` and `{right}` have nothing in common"))
                .help("check which signatures these belong to"),
        );
    }

    pub(super) fn same_arity(
        &mut self,
        what: &str,
        (left, a): (&Expr, &RelType),
        (right, b): (&Expr, &RelType),
        span: Span,
    ) -> Option<()> {
        if a.arity == b.arity {
            return Some(());
        }
        self.report(
            Diagnostic::error(span, format!("{what} have different numbers of columns"))
                .and(left.span, columns(a.arity))
                .and(right.span, columns(b.arity))
                .help("join the wider one with something, or build tuples with `->`"),
        );
        None
    }

    fn restrict(
        &mut self,
        operator: Binary,
        symbol: &str,
        left: &tree::Expr,
        right: &tree::Expr,
        span: Span,
    ) -> Option<Expr> {
        let (left, right) = (self.relation(left), self.relation(right));
        let ((mut left, a), (mut right, b)) = (left?, right?);
        let (set, relation) = if operator == Binary::DomainRestriction { (&a, &mut right) } else { (&b, &mut left) };
        if set.arity != 1 {
            let message = format!("`{symbol}` takes a set on its {} side", if set == &a { "left" } else { "right" });
            let help = "write the set next to the open end of the arrow";
            self.error(span, message, &columns(set.arity), help);
            return None;
        }
        let set = set.clone();
        self.narrow(relation, &set, operator == Binary::RangeRestriction);
        let Type::Relation(of) = &relation.ty else { return None };
        let ty = self.hierarchy().restrict(of, operator == Binary::RangeRestriction, &set);
        Some(expr(ExprKind::Binary(operator, Box::new(left), Box::new(right)), Type::Relation(ty), span))
    }

    /// `a.b` and `b[a]` where neither is a call.
    pub(super) fn join(&mut self, tree: &tree::Expr) -> Option<Expr> {
        match &tree.kind {
            Tree::Binary(tree::Binary::Join, left, right) => {
                let (left, right) = (self.expr(left), self.expr(right));
                self.joined(left?, right?, tree.span())
            }
            Tree::Box(target, arguments) => {
                let mut result = self.expr(target);
                for argument in arguments {
                    let argument = self.expr(argument);
                    result = match (result, argument) {
                        (Some(target), Some(argument)) => self.joined(argument, target, tree.span()),
                        _ => None,
                    };
                }
                result
            }
            _ => self.expr(tree),
        }
    }

    /// The join of two checked expressions.
    pub(super) fn joined(&mut self, left: Expr, right: Expr, span: Span) -> Option<Expr> {
        let ((mut left, mut a), (mut right, mut b)) = (self.as_relation(left)?, self.as_relation(right)?);
        if a.arity + b.arity < 3
            && let Some(field) = bare_field(&right)
        {
            (right, b) = self.as_relation(field)?;
        }
        if a.arity + b.arity < 3 {
            let (x, y) = (self.hierarchy().describe(&a), self.hierarchy().describe(&b));
            self.report(
                Diagnostic::error(span, "a join of two sets")
                    .and(left.span, format!("a set of `{x}`"))
                    .and(right.span, format!("a set of `{y}`"))
                    .help("one side of `.` has to be a field or another relation; `&` intersects sets"),
            );
            return None;
        }
        if a.arity == 1 {
            self.narrow(&mut right, &a, false);
        }
        if b.arity == 1 {
            self.narrow(&mut left, &b, true);
        }
        if let (Type::Relation(x), Type::Relation(y)) = (&left.ty, &right.ty) {
            (a, b) = (x.clone(), y.clone());
        }
        let mut ty = self.hierarchy().join(&a, &b);
        if let ExprKind::Unary(Unary::ReflexiveClosure, step) = &right.kind
            && let Type::Relation(step) = &step.ty
        {
            // `a.*r` is `a` and what steps lead to, not just anything.
            ty = union(&a, &self.hierarchy().join(&a, &self.closed(step)));
        }
        if ty.products.is_empty() && !a.products.is_empty() && !b.products.is_empty() {
            if let ExprKind::Field(field) = right.kind
                && self.may_be_lost(&self.module.fields[field.index()].name)
            {
                // A field of that name may belong to the left side, but could not be read.
                return None;
            }
            let (x, y) = (self.hierarchy().describe(&a), self.hierarchy().describe(&b));
            self.report(
                Diagnostic::error(span, "this join is always empty")
                    .and(left.span, format!("of type `{x}`"))
                    .and(right.span, format!("of type `{y}`"))
                    .help("the last column on the left has to meet the first column on the right"),
            );
            return None;
        }
        let kind = ExprKind::Binary(Binary::Join, Box::new(left), Box::new(right));
        Some(expr(kind, Type::Relation(ty), span))
    }

    /// Leaves out, of a union of fields with the same name, those that have no tuple with the given set at that end;
    /// looks through unions, transposes and closures. What nothing fits is left as it is.
    fn narrow(&self, target: &mut Expr, set: &RelType, last: bool) {
        let hierarchy = self.hierarchy();
        let Type::Relation(ty) = &target.ty else { return };
        if hierarchy.restrict(ty, last, set).products.is_empty() {
            return;
        }
        match &mut target.kind {
            ExprKind::Binary(Binary::Union, left, right) if left.span == right.span => {
                let fits = |side: &Expr| match &side.ty {
                    Type::Relation(ty) => !hierarchy.restrict(ty, last, set).products.is_empty(),
                    _ => true,
                };
                match (fits(left), fits(right)) {
                    (true, false) => {
                        let mut kept = (**left).clone();
                        self.narrow(&mut kept, set, last);
                        *target = kept;
                    }
                    (false, true) => *target = (**right).clone(),
                    _ => {
                        self.narrow(left, set, last);
                        if let (Type::Relation(x), Type::Relation(y)) = (&left.ty, &right.ty) {
                            target.ty = Type::Relation(union(x, y));
                        }
                    }
                }
            }
            ExprKind::Unary(Unary::Transpose, inner) => {
                self.narrow(inner, set, !last);
                if let Type::Relation(ty) = &inner.ty {
                    target.ty = Type::Relation(super::types::transpose(ty));
                }
            }
            ExprKind::Binary(Binary::Union, left, right) => {
                self.narrow(left, set, last);
                self.narrow(right, set, last);
                if let (Type::Relation(x), Type::Relation(y)) = (&left.ty, &right.ty) {
                    target.ty = Type::Relation(union(x, y));
                }
            }
            _ => {}
        }
    }
}

/// The field `f` of `this.f` where only `f` was written: in `x.f` and `^f` the field itself is meant.
pub(super) fn bare_field(expr: &Expr) -> Option<Expr> {
    match &expr.kind {
        ExprKind::Binary(Binary::Join, this, field)
            if this.span == field.span
                && matches!((&this.kind, &field.kind), (ExprKind::Var(_), ExprKind::Field(_))) =>
        {
            Some((**field).clone())
        }
        _ => None,
    }
}

/// A checked expression.
pub(super) fn expr(kind: ExprKind, ty: Type, span: Span) -> Expr {
    Expr { kind, ty, span }
}
