//! Bounds of declarations that say `seq`, and fields that are defined.

use super::checker::Checker;
use super::module::{Binary, Decl, Expr, ExprKind, Fact, Field, FieldId, Mult, Prim, Quant, RelType, Type};
use super::operators::expr;
use super::overloaded::OverloadedKind;
use super::types::{product, unary};
use crate::diagnostic::Span;
use crate::syntax::tree;

impl Checker<'_> {
    /// The bound of a field or a result: `seq A` stands for sequences of `A`.
    pub(super) fn bound_of(&mut self, bound: &tree::Expr) -> Option<(Expr, RelType)> {
        let bound = self.infer(bound)?;
        self.warn_of_forgotten(&bound);
        self.elaborate_relation(bound)
    }

    /// The bound of a variable. Where it is a macro, what this stands for says what it says there.
    pub(super) fn bound_of_variable(&mut self, decl: &tree::Decl) -> Option<(Expr, RelType)> {
        let mut bound = self.infer(&decl.bound)?;
        while let (OverloadedKind::Replaced(arrow), None) = (&bound.kind, decl.multiplicity) {
            bound = arrow.clone().into_whole();
        }
        self.warn_of_forgotten(&bound);
        self.elaborate_relation(bound)
    }

    /// `seq A`: `seq/Int -> lone A` without gaps.
    pub(super) fn sequences(&mut self, elements: &tree::Expr, span: Span) -> Option<(Expr, RelType)> {
        let (elements, ty) = self.relation(elements)?;
        let integers = unary(vec![Prim::Int]);
        let ty = product(&integers, &ty);
        let indices = expr(ExprKind::Indices { gapless: true }, Type::Relation(integers), span);
        let arrow = ExprKind::Binary(Binary::Arrow(Mult::Set, Mult::Lone), Box::new(indices), Box::new(elements));
        Some((expr(arrow, Type::Relation(ty.clone()), span), ty))
    }

    /// A fact about every object of a field's owner; `about` gets the object and the field's value for it.
    fn fact_of_field(&mut self, id: FieldId, about: impl FnOnce(Expr, Expr) -> Option<Expr>) {
        let Field { owner, span, ty, name, .. } = self.module.fields[id.index()].clone();
        let owner_type = Type::Relation(self.hierarchy().of_sig(owner));
        let this = self.variable("this", span, owner_type.clone(), Mult::One);
        let of_this = tail(&ty);
        let field = expr(ExprKind::Field(id), Type::Relation(ty), span);
        let this_expr = expr(ExprKind::Var(this), owner_type.clone(), span);
        let join = ExprKind::Binary(Binary::Join, Box::new(this_expr.clone()), Box::new(field));
        let Some(body) = about(this_expr, expr(join, Type::Relation(of_this), span)) else { return };
        let bound = expr(ExprKind::Sig(owner), owner_type, span);
        let decl = Decl { var: this, mult: Mult::One, bound, disjoint_from: Vec::new() };
        let body = expr(ExprKind::Quant(Quant::All, vec![decl], Box::new(body)), Type::Formula, span);
        let body = self.always(body);
        self.module.facts.push(Fact { name: format!("field {name}"), span, body });
    }

    /// `f = e`: the field is its bound.
    pub(super) fn defined(&mut self, id: FieldId) {
        let Field { bound, this, .. } = self.module.fields[id.index()].clone();
        self.fact_of_field(id, |object, value| {
            let span = value.span;
            let equal = ExprKind::Binary(Binary::Equal, Box::new(value), Box::new(bound));
            let equal = expr(equal, Type::Formula, span);
            Some(expr(ExprKind::Let(this, Box::new(object), Box::new(equal)), Type::Formula, span))
        });
    }
}

/// Whether a bound says `seq`.
pub(super) fn is_sequence(bound: &tree::Expr) -> bool {
    matches!(bound.kind, tree::ExprKind::Unary(tree::Unary::Seq, _))
}

/// A relation's type without its first column.
fn tail(ty: &RelType) -> RelType {
    RelType { arity: ty.arity - 1, products: ty.products.iter().map(|product| product[1..].to_vec()).collect() }
}
