//! Commands without an instance, because their scope has no element of what they ask for.

use super::population::Population;
use crate::diagnostic::{Diagnostic, Span};
use crate::resolve::{
    Binary, Command, Decl, Expr, ExprKind, FieldId, FunctionId, Module, Mult, Prim, Quant, SigId, SigKind, Test, Unary,
};
use crate::stack;
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// Warns if a fact, or what the command runs, needs an element of a signature that has none in this scope.
pub(super) fn warning(module: &Module, command: &Command, population: &Population) -> Option<Diagnostic> {
    if command.is_implied || command.expect == Some(false) {
        return None;
    }
    let search = EmptySignatures { module, population, called: RefCell::default(), fields: RefCell::default() };
    let formulas = module.facts.iter().map(|fact| &fact.body).chain([&command.goal]);
    let (sig, needed) = formulas.into_iter().find_map(|formula| search.needed_by(formula))?;
    let name = &module.sigs[sig.index()].name;
    let found = if command.is_check { "counterexample" } else { "instance" };
    let diagnostic = Diagnostic::warning(command.scope_span, format!("no {found} of this command can exist"))
        .label(format!("`{name}` has no elements in this scope"))
        .and(needed, "this needs one");
    Some(diagnostic.help(format!("give `{name}` a greater scope, or write `expect 0` if this is meant")))
}

/// Looks for what needs an element of a signature that has none.
struct EmptySignatures<'m> {
    module: &'m Module,
    population: &'m Population,
    /// What was found in the bodies of functions, and in the bounds of fields: each is looked through once.
    called: RefCell<FxHashMap<FunctionId, Option<SigId>>>,
    fields: RefCell<FxHashMap<FieldId, Option<SigId>>>,
}

impl EmptySignatures<'_> {
    /// The signature without elements of which a formula needs one, and what of the formula needs it.
    fn needed_by(&self, formula: &Expr) -> Option<(SigId, Span)> {
        stack::grown(|| self.needed_by_form(formula))
    }

    fn needed_by_form(&self, formula: &Expr) -> Option<(SigId, Span)> {
        match &formula.kind {
            ExprKind::And(parts) => parts.iter().find_map(|part| self.needed_by(part)),
            ExprKind::Unary(Unary::Test(Test::Some | Test::One), tested) => Some((self.empty(tested)?, formula.span)),
            ExprKind::Quant(Quant::Some | Quant::One, decls, body) => match self.empty_bound(decls) {
                Some((sig, place)) => Some((sig, place)),
                None => self.needed_by(body),
            },
            ExprKind::Let(_, _, body) => self.needed_by(body),
            ExprKind::Call(function, _) => {
                let known = self.called.borrow().get(function).copied();
                let sig = known.unwrap_or_else(|| {
                    // What calls itself needs nothing because of that.
                    self.called.borrow_mut().insert(*function, None);
                    let sig = self.needed_by(&self.module.functions[function.index()].body).map(|(sig, _)| sig);
                    self.called.borrow_mut().insert(*function, sig);
                    sig
                });
                Some((sig?, formula.span))
            }
            _ => None,
        }
    }

    /// A bound that has no element for its variable.
    fn empty_bound(&self, decls: &[Decl]) -> Option<(SigId, Span)> {
        let wanting = decls.iter().filter(|decl| matches!(decl.mult, Mult::One | Mult::Some));
        wanting.into_iter().find_map(|decl| Some((self.empty(&decl.bound)?, decl.bound.span)))
    }

    /// The signature without elements that makes an expression empty, if one does.
    fn empty(&self, expr: &Expr) -> Option<SigId> {
        stack::grown(|| self.empty_form(expr))
    }

    fn empty_form(&self, expr: &Expr) -> Option<SigId> {
        match &expr.kind {
            ExprKind::Sig(sig) => self.has_none(*sig).then_some(*sig),
            ExprKind::Field(id) => {
                let known = self.fields.borrow().get(id).copied();
                known.unwrap_or_else(|| {
                    let field = &self.module.fields[id.index()];
                    let sig = if self.has_none(field.owner) { Some(field.owner) } else { self.empty(&field.bound) };
                    self.fields.borrow_mut().insert(*id, sig);
                    sig
                })
            }
            ExprKind::Unary(Unary::Transpose | Unary::Closure, inner) => self.empty(inner),
            ExprKind::Binary(operator, left, right) => match operator {
                Binary::Join
                | Binary::Arrow(..)
                | Binary::Intersection
                | Binary::DomainRestriction
                | Binary::RangeRestriction => self.empty(left).or_else(|| self.empty(right)),
                Binary::Difference => self.empty(left),
                Binary::Union | Binary::Override => self.empty(left).filter(|_| self.empty(right).is_some()),
                _ => None,
            },
            ExprKind::Comprehension(decls, _) => self.empty_bound(decls).map(|(sig, _)| sig),
            ExprKind::Let(_, _, body) => self.empty(body),
            _ => None,
        }
    }

    /// Whether a signature can have no element; those that are made of integers or strings can.
    fn has_none(&self, sig: SigId) -> bool {
        self.population.upper[sig.index()].is_empty() && self.is_of_objects(sig)
    }

    fn is_of_objects(&self, sig: SigId) -> bool {
        match &self.module.sigs[sig.index()].kind {
            SigKind::Top | SigKind::Extends(_) => true,
            SigKind::In { parents, .. } => parents.iter().all(|parent| match parent {
                Prim::Sig(parent) => self.is_of_objects(*parent),
                Prim::Int | Prim::Text | Prim::Univ => false,
            }),
        }
    }
}
