//! What a call gives, as far as its arguments tell: `ran[r]` has the type of what `r` ends in, whatever is declared of `ran`.

use super::checker::Checker;
use super::module::{Binary, Expr, ExprKind, FunctionId, Prim, RelType, Type, Unary, VarId};
use super::overloaded::Kinds;
use super::types::{product, transpose, union};

impl Checker<'_> {
    /// The type of a call whose arguments have these types, by their places; nothing for a predicate. As in Alloy, it is that of the
    /// declared result with the types of the arguments in place of the parameters; where these leave nothing of it, it is what is
    /// declared.
    pub(super) fn type_of_call(&self, function: FunctionId, argument: &dyn Fn(usize) -> Kinds) -> Option<Type> {
        let function = &self.module.functions[function.index()];
        let (_, bound) = function.result.as_ref()?;
        let Type::Relation(declared) = &bound.ty else { return Some(bound.ty.clone()) };
        let value = |var: VarId| function.params.iter().position(|param| param.var == var).map(argument);
        let deduced = self.deduced(bound, &value).filter(|ty| ty.arity == declared.arity && !ty.products.is_empty());
        Some(Type::Relation(deduced.unwrap_or_else(|| declared.clone())))
    }

    /// The type of an expression where variables have other types than they are declared with; nothing for an integer or a formula.
    fn deduced(&self, expr: &Expr, value: &dyn Fn(VarId) -> Option<Kinds>) -> Option<RelType> {
        let Type::Relation(own) = &expr.ty else { return None };
        let hierarchy = self.hierarchy();
        Some(match &expr.kind {
            ExprKind::Var(var) => {
                let given = value(*var).map(|kinds| kinds.at(own.arity));
                given.filter(|ty| !ty.products.is_empty()).unwrap_or_else(|| own.clone())
            }
            ExprKind::Unary(Unary::Transpose, operand) => transpose(&self.deduced(operand, value)?),
            ExprKind::Unary(Unary::Closure, operand) => self.closed(&self.deduced(operand, value)?),
            ExprKind::Unary(Unary::ReflexiveClosure, _) => RelType { arity: 2, products: vec![vec![Prim::Univ; 2]] },
            ExprKind::Unary(Unary::Prime, operand) => self.deduced(operand, value)?,
            ExprKind::Binary(operator, left, right) => {
                let (a, b) = (self.deduced(left, value)?, self.deduced(right, value)?);
                match operator {
                    Binary::Join => hierarchy.join(&a, &b),
                    Binary::Arrow(..) => product(&a, &b),
                    Binary::Union | Binary::Override => union(&a, &b),
                    Binary::Intersection => hierarchy.intersection(&a, &b),
                    Binary::Difference => a,
                    Binary::DomainRestriction => hierarchy.restrict(&b, false, &a),
                    Binary::RangeRestriction => hierarchy.restrict(&a, true, &b),
                    _ => own.clone(),
                }
            }
            ExprKind::If(_, then, otherwise) => union(&self.deduced(then, value)?, &self.deduced(otherwise, value)?),
            _ => own.clone(),
        })
    }
}
