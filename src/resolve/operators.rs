//! Operators between two expressions: what they may give, and what they give once their sides are elaborated.

use super::checker::{Checker, mult_of};
use super::module::{Binary, Expr, ExprKind, Mult, Prim, RelType, Test, Type, Unary};
use super::overloaded::{Overloaded, OverloadedKind, Part, Want};
use super::types::{columns, product, unary, union};
use crate::diagnostic::{Diagnostic, Help, Source, Span};
use crate::syntax::tree::{self, Comparison};
use std::iter;

/// How many columns a relation may have; every universe of two atoms has too many tuples of more.
const MAX_COLUMNS: usize = 60;

impl Checker<'_> {
    pub(super) fn binary(
        &mut self,
        operator: tree::Binary,
        left: &tree::Expr,
        right: &tree::Expr,
        span: Span,
    ) -> Option<Overloaded> {
        use tree::Binary as B;
        let formula_or_integer = match operator {
            B::Or => self.connect(Binary::Or, left, right, span),
            B::Iff => self.connect(Binary::Iff, left, right, span),
            B::Implies => self.connect(Binary::Implies, left, right, span),
            B::And => {
                // `a and b and c` is one conjunction of three.
                let (mut first, mut others) = (left, vec![right]);
                while let tree::ExprKind::Binary(B::And, left, right) = &first.kind {
                    first = left;
                    others.push(right);
                }
                let parts: Vec<_> = iter::once(first).chain(others.into_iter().rev()).collect();
                let parts: Vec<Option<Expr>> = parts.into_iter().map(|part| self.formula(part)).collect();
                let parts: Option<Vec<Expr>> = parts.into_iter().collect();
                Some(expr(ExprKind::And(parts?), Type::Formula, span))
            }
            B::Compare { negated, comparison } => self.comparison((negated, comparison), left, right, span),
            B::ShiftLeft => self.calculate(Binary::ShiftLeft, left, right, span),
            B::ShiftRight => self.calculate(Binary::ShiftRight, left, right, span),
            B::ShiftRightUnsigned => self.calculate(Binary::ShiftRightUnsigned, left, right, span),
            B::Plus => self.calculate(Binary::Plus, left, right, span),
            B::Minus => self.calculate(Binary::Minus, left, right, span),
            B::Times => self.calculate(Binary::Times, left, right, span),
            B::Divide => self.calculate(Binary::Divide, left, right, span),
            B::Remainder => self.calculate(Binary::Remainder, left, right, span),
            B::Union => return self.relational(Binary::Union, left, right, span),
            B::Difference => return self.relational(Binary::Difference, left, right, span),
            B::Intersection => return self.relational(Binary::Intersection, left, right, span),
            B::Override => return self.relational(Binary::Override, left, right, span),
            B::Arrow(from, to) => {
                let mult = |written: Option<_>| written.map_or(Mult::Set, mult_of);
                return self.relational(Binary::Arrow(mult(from), mult(to)), left, right, span);
            }
            B::DomainRestriction => return self.relational(Binary::DomainRestriction, left, right, span),
            B::RangeRestriction => return self.relational(Binary::RangeRestriction, left, right, span),
            B::Join => {
                let (before, left, right) = (left.span(), self.infer(left), self.infer(right));
                if let (Some(left), Some(notes)) = (&left, &mut self.notes) {
                    notes.join(before, &left.kinds.products);
                }
                return self.joined(left?, right?, span);
            }
        };
        formula_or_integer.map(Overloaded::elaborated)
    }

    fn comparison(
        &mut self,
        (negated, comparison): (bool, Comparison),
        left: &tree::Expr,
        right: &tree::Expr,
        span: Span,
    ) -> Option<Expr> {
        let result = match (comparison, multiplicity_of(right)) {
            (Comparison::In, Some((word, bound))) => self.within(word, negated, (left, bound), span)?,
            _ => self.compare(comparison, left, right, span)?,
        };
        if negated {
            return Some(expr(ExprKind::Unary(Unary::Not, Box::new(result)), Type::Formula, span));
        }
        Some(result)
    }

    fn connect(&mut self, operator: Binary, left: &tree::Expr, right: &tree::Expr, span: Span) -> Option<Expr> {
        let (left, right) = (self.formula(left), self.formula(right));
        Some(expr(ExprKind::Binary(operator, Box::new(left?), Box::new(right?)), Type::Formula, span))
    }

    fn calculate(&mut self, operator: Binary, left: &tree::Expr, right: &tree::Expr, span: Span) -> Option<Expr> {
        let (left, right) = (self.integer(left), self.integer(right));
        Some(expr(ExprKind::Binary(operator, Box::new(left?), Box::new(right?)), Type::Int, span))
    }

    /// An operator between relations, whose names may still be overloaded.
    fn relational(
        &mut self,
        operator: Binary,
        left: &tree::Expr,
        right: &tree::Expr,
        span: Span,
    ) -> Option<Overloaded> {
        let (left, right) = (self.infer(left), self.infer(right));
        let (left, right) = (left?, right?);
        let (a, b) = (left.kinds.tuples(), right.kinds.tuples());
        if matches!(operator, Binary::Arrow(..)) && a.least_arity() + b.least_arity() > MAX_COLUMNS {
            let message = format!("a relation of more than {MAX_COLUMNS} columns");
            self.error(span, message, "this has one too many", "use several relations of fewer columns");
            return None;
        }
        let hierarchy = self.hierarchy();
        let kinds = match operator {
            Binary::Arrow(..) => hierarchy.product_of(&a, &b),
            Binary::DomainRestriction if a.has_arity(1) => hierarchy.restricted(&b, &a, false),
            Binary::RangeRestriction if b.has_arity(1) => hierarchy.restricted(&a, &b, true),
            Binary::Difference => a.as_wide_as(&b),
            Binary::Intersection => hierarchy.common(&a, &b),
            Binary::Union | Binary::Override => a.as_wide_as(&b).or(&b.as_wide_as(&a)),
            _ => super::overloaded::Kinds::default(),
        };
        let overloaded =
            Overloaded { kind: OverloadedKind::Binary(operator, Part::new(left), Part::new(right)), kinds, span };
        if overloaded.kinds.has_tuples() {
            return Some(overloaded);
        }
        // The two sides do not go together: elaborating them says why.
        self.elaborate(overloaded, &Want::Any);
        None
    }

    /// What an operator between two elaborated relations gives.
    pub(super) fn combined(&mut self, operator: Binary, left: Expr, right: Expr, span: Span) -> Option<Expr> {
        let (left, right) = (self.as_relation(left), self.as_relation(right));
        let ((left, a), (right, b)) = (left?, right?);
        let ty = match operator {
            Binary::Join => {
                self.warn_of_index(&left, &right);
                self.type_of_join((&left, &a), (&right, &b), span)?
            }
            Binary::Arrow(..) => product(&a, &b),
            Binary::DomainRestriction => self.type_of_restriction("<:", "left", &a, &b, span)?,
            Binary::RangeRestriction => self.type_of_restriction(":>", "right", &b, &a, span)?,
            _ => {
                let symbol = match operator {
                    Binary::Union => "+",
                    Binary::Difference => "-",
                    Binary::Intersection => "&",
                    _ => "++",
                };
                self.same_arity(&format!("the sides of `{symbol}`"), (&left, &a), (&right, &b), span)?;
                match operator {
                    Binary::Difference => {
                        let met = self.hierarchy().intersection(&a, &b);
                        self.warn_if_apart(span, "this `-` takes nothing away", &met, (&a, &b));
                        a
                    }
                    Binary::Intersection => {
                        let met = self.hierarchy().intersection(&a, &b);
                        self.warn_if_apart(span, "this `&` is always empty", &met, (&a, &b));
                        met
                    }
                    _ => union(&a, &b),
                }
            }
        };
        let calculates = Self::calculates(operator, &left, &right);
        let combined = expr(ExprKind::Binary(operator, Box::new(left), Box::new(right)), Type::Relation(ty), span);
        if calculates {
            self.warn_of_set(&combined, "not arithmetic");
        }
        Some(combined)
    }

    fn type_of_join(
        &mut self,
        (left, a): (&Expr, &RelType),
        (right, b): (&Expr, &RelType),
        span: Span,
    ) -> Option<RelType> {
        if a.arity + b.arity < 3 {
            let diagnostic =
                self.join_of_sets(&Overloaded::elaborated(left.clone()), &Overloaded::elaborated(right.clone()), span);
            self.report(diagnostic);
            return None;
        }
        if let ExprKind::Unary(Unary::ReflexiveClosure, step) = &right.kind
            && let Type::Relation(step) = &step.ty
        {
            // `a.*r` is `a` and what steps lead to, not just anything.
            return Some(union(a, &self.hierarchy().join(a, &self.closed(step))));
        }
        Some(self.hierarchy().join(a, b))
    }

    fn type_of_restriction(
        &mut self,
        symbol: &str,
        side: &str,
        set: &RelType,
        relation: &RelType,
        span: Span,
    ) -> Option<RelType> {
        if set.arity != 1 {
            let message = format!("`{symbol}` takes a set on its {side} side");
            let help = "`s <: r` are the tuples of `r` that start in the set `s`, and `r :> s` those that end in it";
            self.error(span, message, &columns(set.arity), help);
            return None;
        }
        let met = self.hierarchy().restrict(relation, symbol == ":>", set);
        let sides = if symbol == ":>" { (relation, set) } else { (set, relation) };
        self.warn_if_apart(span, &format!("this `{symbol}` is always empty"), &met, sides);
        Some(met)
    }

    fn compare(&mut self, comparison: Comparison, left: &tree::Expr, right: &tree::Expr, span: Span) -> Option<Expr> {
        if let tree::ExprKind::Binary(tree::Binary::Compare { .. }, _, middle) = &left.kind {
            self.chained(left.span(), middle.span(), right.span());
            return None;
        }
        let operator = match comparison {
            Comparison::Less => Binary::Less,
            Comparison::LessEqual => Binary::LessEqual,
            Comparison::Greater => Binary::Greater,
            Comparison::GreaterEqual => Binary::GreaterEqual,
            Comparison::In => {
                let (left, right) = (self.infer(left), self.infer(right));
                let (left, right) = (left?, right?);
                self.warn_of_forgotten(&right);
                return self.compare_sets(Binary::In, "in", left, right, span);
            }
            Comparison::Equal => {
                let (left, right) = (self.infer(left), self.infer(right));
                return self.equal(left?, right?, span);
            }
        };
        let (left, right) = (self.integer(left), self.integer(right));
        Some(expr(ExprKind::Binary(operator, Box::new(left?), Box::new(right?)), Type::Formula, span))
    }

    /// `e in (one S)`: what is in a set, and how much it is.
    fn within(
        &mut self,
        word: tree::Multiplicity,
        negated: bool,
        (left, bound): (&tree::Expr, &tree::Expr),
        span: Span,
    ) -> Option<Expr> {
        if negated {
            let word = word.keyword();
            let help = format!("write `not … in ({word} …)`");
            self.error(bound.span(), format!("`{word}` behind `not in`"), "only `in` takes a multiplicity", help);
            return None;
        }
        let (left, bound) = (self.infer(left), self.infer(bound));
        let (left, bound) = (left?, bound?);
        self.warn_of_forgotten(&bound);
        let compared = self.compare_sets(Binary::In, "in", left, bound, span)?;
        let test = match word {
            tree::Multiplicity::Set => return Some(compared),
            tree::Multiplicity::Some => Test::Some,
            tree::Multiplicity::Lone => Test::Lone,
            tree::Multiplicity::One => Test::One,
        };
        let ExprKind::Binary(_, left, right) = &compared.kind else { return Some(compared) };
        let Type::Relation(ty) = &right.ty else { return None };
        if !self.fits_a_set(Some(word), ty, right.span) {
            return None;
        }
        let test = ExprKind::Unary(Unary::Test(test), left.clone());
        let test = expr(test, Type::Formula, span);
        Some(expr(ExprKind::And(vec![test, compared]), Type::Formula, span))
    }

    /// Reports `a < b < c`.
    fn chained(&mut self, first: Span, middle: Span, last: Span) {
        let between = Span { file: first.file, start: first.end, end: last.start };
        let written =
            format!("{} and {}{}{}", self.text(first), self.text(middle), self.text(between), self.text(last));
        self.report(
            Diagnostic::error(first.to(last), "comparisons cannot be chained")
                .label("the left side is a comparison already, which is true or false")
                .help(Help::instead(format!("write `{written}`"), written)),
        );
    }

    /// What is written at a place.
    pub(super) fn text(&self, span: Span) -> &str {
        let source = Source::of(self.program.sources(), span);
        source.text.get(source.range(span)).unwrap_or_default()
    }

    fn equal(&mut self, left: Overloaded, right: Overloaded, span: Span) -> Option<Expr> {
        if left.kinds.formula && right.kinds.formula && !left.kinds.has_tuples() && !right.kinds.has_tuples() {
            let help = "write `iff` between formulas";
            self.error(span, "`=` between two formulas", "these are true or false", help);
            return None;
        }
        if !left.kinds.int && !right.kinds.int {
            return self.compare_sets(Binary::Equal, "=", left, right, span);
        }
        // An integer is compared with another, or with a set that surely has one element.
        let integers = super::overloaded::Kinds::relation(&unary(vec![Prim::Int]));
        let side = |overloaded: &Overloaded| match overloaded.kinds.int {
            true => Want::Int,
            false => Want::Tuples(integers.clone()),
        };
        let (wanted_left, wanted_right) = (side(&left), side(&right));
        let (left, right) = (self.elaborate(left, &wanted_left), self.elaborate(right, &wanted_right));
        let (left, right) = (left?, right?);
        let number = |checker: &Self, expr: &Expr| expr.ty == Type::Int || checker.mult(expr) == Mult::One;
        if number(self, &left) && number(self, &right) {
            let [left, right] = [left, right].map(value_of);
            self.warn_if_same("=", &left, &right, span);
            return Some(expr(
                ExprKind::Binary(Binary::IntEqual, Box::new(left), Box::new(right)),
                Type::Formula,
                span,
            ));
        }
        self.compare_sets(Binary::Equal, "=", Overloaded::elaborated(left), Overloaded::elaborated(right), span)
    }

    fn compare_sets(
        &mut self,
        operator: Binary,
        symbol: &str,
        left: Overloaded,
        right: Overloaded,
        span: Span,
    ) -> Option<Expr> {
        let (a, b) = (left.kinds.tuples(), right.kinds.tuples());
        let hierarchy = self.hierarchy();
        let both = hierarchy.common(&a, &b);
        let (x, y) = (hierarchy.relevant(&a, &both), hierarchy.relevant(&b, &both));
        let left = self.elaborate(left, &Want::Tuples(x)).and_then(|left| self.as_relation(left));
        let right = self.elaborate(right, &Want::Tuples(y)).and_then(|right| self.as_relation(right));
        let ((left, a), (right, b)) = (left?, right?);
        self.same_arity(&format!("the sides of `{symbol}`"), (&left, &a), (&right, &b), span)?;
        self.warn_if_same(symbol, &left, &right, span);
        if operator == Binary::Equal {
            for (side, other) in [(&left, &right), (&right, &left)] {
                if self.is_single(other) {
                    self.warn_of_set_for_one(side);
                }
            }
        }
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

    /// Whether the sides of `+` or `-` show that a number is meant.
    fn calculates(operator: Binary, left: &Expr, right: &Expr) -> bool {
        let number = |expr: &Expr| match &expr.kind {
            ExprKind::Unary(Unary::AtomOf, inner) => Some(matches!(inner.kind, ExprKind::Number(_))),
            _ => None,
        };
        let computed = |expr: &Expr| number(expr) == Some(false);
        match operator {
            Binary::Union => computed(left) || computed(right),
            Binary::Difference => computed(left) || number(right).is_some(),
            _ => false,
        }
    }

    /// Warns of an operator whose sides, which may both have tuples, never meet.
    fn warn_if_apart(&mut self, span: Span, message: &str, met: &RelType, (a, b): (&RelType, &RelType)) {
        if !met.products.is_empty() || a.products.is_empty() || b.products.is_empty() {
            return;
        }
        let (left, right) = (self.hierarchy().describe(a), self.hierarchy().describe(b));
        self.report(
            Diagnostic::warning(span, message)
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
}

/// `one e` and the like, which stands in parentheses on the right of `in`.
fn multiplicity_of(expr: &tree::Expr) -> Option<(tree::Multiplicity, &tree::Expr)> {
    let tree::ExprKind::Unary(word, operand) = &expr.kind else { return None };
    let word = match word {
        tree::Unary::Set => tree::Multiplicity::Set,
        tree::Unary::Some => tree::Multiplicity::Some,
        tree::Unary::Lone => tree::Multiplicity::Lone,
        tree::Unary::One => tree::Multiplicity::One,
        _ => return None,
    };
    Some((word, operand))
}

/// The integer of what is one, or of a set that has one element.
fn value_of(side: Expr) -> Expr {
    if side.ty == Type::Int {
        return side;
    }
    let span = side.span;
    expr(ExprKind::Unary(Unary::ValueOf, Box::new(side)), Type::Int, span)
}

/// A checked expression.
pub(super) fn expr(kind: ExprKind, ty: Type, span: Span) -> Expr {
    Expr { kind, ty, span }
}
