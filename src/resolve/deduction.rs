//! What a call gives, as far as its arguments tell: `ran[r]` has the type of what `r` ends in, whatever is declared of `ran`.

use super::checker::Checker;
use super::module::{Binary, Expr, ExprKind, FunctionId, Prim, RelType, Type, Unary, VarId};
use super::overloaded::Kinds;
use super::types::{product, transpose, union};

impl Checker<'_> {
    /// The type of a call with arguments of these types; nothing for a predicate. As in Alloy, it is that of the declared result with
    /// the types of the arguments in place of the parameters; where these leave nothing of it, it is what is declared.
    pub(super) fn type_of_call(&self, function: FunctionId, arguments: &[Kinds]) -> Option<Type> {
        let function = &self.module.functions[function.index()];
        let (_, bound) = function.result.as_ref()?;
        let Type::Relation(declared) = &bound.ty else { return Some(bound.ty.clone()) };
        let values: Vec<(VarId, RelType)> = function
            .params
            .iter()
            .zip(arguments)
            .filter_map(|(param, given)| match &self.module.variables[param.var.index()].ty {
                Type::Relation(ty) => Some((param.var, given.at(ty.arity))),
                _ => None,
            })
            .collect();
        let deduced = self.deduced(bound, &values).filter(|ty| ty.arity == declared.arity && !ty.products.is_empty());
        Some(Type::Relation(deduced.unwrap_or_else(|| declared.clone())))
    }

    /// The type of an expression where variables have other types than they are declared with; nothing for an integer or a formula.
    fn deduced(&self, expr: &Expr, values: &[(VarId, RelType)]) -> Option<RelType> {
        let Type::Relation(own) = &expr.ty else { return None };
        let hierarchy = self.hierarchy();
        Some(match &expr.kind {
            ExprKind::Var(var) => {
                let value = values.iter().find(|(param, ty)| param == var && !ty.products.is_empty());
                value.map_or(own, |(_, ty)| ty).clone()
            }
            ExprKind::Unary(Unary::Transpose, operand) => transpose(&self.deduced(operand, values)?),
            ExprKind::Unary(Unary::Closure, operand) => self.closed(&self.deduced(operand, values)?),
            ExprKind::Unary(Unary::ReflexiveClosure, _) => RelType { arity: 2, products: vec![vec![Prim::Univ; 2]] },
            ExprKind::Unary(Unary::Prime, operand) => self.deduced(operand, values)?,
            ExprKind::Binary(operator, left, right) => {
                let (a, b) = (self.deduced(left, values)?, self.deduced(right, values)?);
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
            ExprKind::If(_, then, otherwise) => union(&self.deduced(then, values)?, &self.deduced(otherwise, values)?),
            _ => own.clone(),
        })
    }
}
