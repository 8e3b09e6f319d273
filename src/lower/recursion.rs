//! Predicates and functions that call themselves, as Alloy unrolls them: each has so many calls of its own inside its body,
//! and one more stands for nothing.

use super::lowering::{Binding, Lowering, Lowers};
use crate::diagnostic::{Diagnostic, Span};
use crate::relational::IntExpr;
use crate::resolve::{FunctionId, Prim, Type};

impl Lowering<'_> {
    /// What a call stands for that is not unrolled any more: a predicate is false, a number 0, and a set empty. Where no
    /// recursion is wanted, it is an error.
    pub(super) fn beyond(&mut self, function: FunctionId, span: Span) -> Lowers<Option<Binding>> {
        if !self.is_beyond(function, &self.inside) {
            return Ok(None);
        } else if self.recursion.is_none() {
            return Err(self.calls_itself(function, span));
        }
        let called = &self.module.functions[function.index()];
        Ok(Some(match called.result.as_ref().map(|(_, bound)| &bound.ty) {
            None | Some(Type::Formula) => Binding::Formula(self.terms.truth(false)),
            Some(Type::Relation(ty)) if !ty.products.contains(&vec![Prim::Int]) => {
                Binding::Expr(self.terms.constant(ty.arity, Vec::new()))
            }
            Some(_) => Binding::Int(self.terms.int(IntExpr::Constant(0))),
        }))
    }

    /// Lowers a call, after which variables of its function mean again what they meant before it.
    pub(super) fn keeping_outside<T>(&mut self, function: FunctionId, lower: impl FnOnce(&mut Self) -> T) -> T {
        let outside = self.inside.contains(&function).then(|| self.bindings.clone());
        let lowered = lower(self);
        if let Some(outside) = outside {
            self.bindings = outside;
        }
        lowered
    }

    /// Whether a function is not unrolled any more inside the bodies of others.
    pub(super) fn is_beyond(&self, function: FunctionId, around: &[FunctionId]) -> bool {
        let count = around.iter().filter(|other| **other == function).count();
        count > self.recursion.unwrap_or(0) as usize
    }

    /// The recursive ones among the functions in whose bodies a call stands, in an order: what the call means depends on how often
    /// each is unrolled around it.
    pub(super) fn unrolled(&self, around: &[FunctionId]) -> Vec<FunctionId> {
        let recursive = &self.module.recursive;
        let mut unrolled: Vec<FunctionId> =
            around.iter().copied().filter(|function| recursive.contains(function)).collect();
        unrolled.sort_unstable();
        unrolled
    }

    fn calls_itself(&self, function: FunctionId, span: Span) -> Diagnostic {
        let name = |function: &FunctionId| &self.module.functions[function.index()].name;
        let way = self.inside.iter().skip_while(|other| **other != function).skip(1);
        let through: Vec<String> = way.map(|function| format!("`{}`", name(function))).collect();
        let error = match through.as_slice() {
            [] => Diagnostic::error(span, format!("`{}` calls itself", name(&function))),
            through => {
                let through = through.join(" and ");
                Diagnostic::error(span, format!("`{}` calls itself through {through}", name(&function)))
            }
        };
        let help = "say what repeats with a closure of a relation: `x.^f` for one step or more, `x.*f` for any number; or let \
                    `fex solve --recursion 3` unroll three calls inside each other, as Alloy's recursion depth does";
        error.label("called in its own body").help(help)
    }
}
