//! Facts and invariants as constraints, one for each conjunct.

use super::expressions::{Binding, Lowering, Lowers, arity};
use crate::diagnostic::{Diagnostic, Source, Span};
use crate::relational::{
    Constraint, Decl, Expr as Term, ExprId, Formula, FormulaId, Relation, RelationId, Shape, TupleSet,
};
use crate::resolve::{self as module, Expr, ExprKind, Generate, Mult, Quant};

/// Adds the constraints of facts, and of the invariants applied to the root.
pub(super) fn constrain(lowering: &mut Lowering, generate: &Generate) {
    let module = lowering.module;
    for fact in &module.facts {
        // The checked module names facts as messages do: `fact acyclic`, `appended fact of Node`.
        lowering.conjuncts(&fact.body, &fact.name);
    }
    let Some(root) = lowering.bounds.population.root else {
        return;
    };
    for invariant in &generate.invariants {
        let predicate = &module.functions[invariant.index()];
        let [param] = predicate.params.as_slice() else {
            let message = format!("`{}` needs exactly one parameter, the root, to be an invariant", predicate.name);
            lowering.errors.push(Diagnostic::error(predicate.span, message));
            continue;
        };
        let root = lowering.singleton(root);
        lowering.bindings.insert(param.var, Binding::Expr(root));
        lowering.conjuncts(&predicate.body, &format!("predicate {}", predicate.name));
    }
}

/// Declarations of universal quantifiers around a conjunct, outermost first.
struct Around<'a> {
    outer: Option<&'a Around<'a>>,
    decls: Vec<Decl>,
    guard: FormulaId,
}

impl Lowering<'_> {
    fn conjuncts(&mut self, expr: &Expr, origin: &str) {
        if let Err(error) = self.split(expr, origin, None) {
            self.errors.push(error);
        }
    }

    /// Adds the conjuncts of a formula; `around` are the universal quantifiers that it stands in.
    /// A part that cannot be lowered does not keep the others from being looked at.
    fn split(&mut self, expr: &Expr, origin: &str, around: Option<&Around>) -> Lowers<()> {
        match &expr.kind {
            ExprKind::And(parts) => {
                for part in parts {
                    if let Err(error) = self.split(part, origin, around) {
                        self.errors.push(error);
                    }
                }
                Ok(())
            }
            ExprKind::Let(variable, value, body) => {
                self.bind(*variable, value)?;
                self.split(body, origin, around)
            }
            ExprKind::Call(function, arguments) => {
                self.enter(*function, arguments, expr.span)?;
                let called = &self.module.functions[function.index()];
                self.split(&called.body, &format!("predicate {}", called.name), around)
            }
            ExprKind::Quant(Quant::All, decls, body) => {
                let lowered = self.first_order(decls)?;
                let around = Around { outer: around, decls: lowered.decls, guard: lowered.guard };
                self.split(body, origin, Some(&around))
            }
            ExprKind::Quant(Quant::Some, decls, body) if around.is_none() && declares_sets(decls) => {
                self.skolemize(decls, origin)?;
                self.split(body, origin, None)
            }
            _ => {
                let formula = self.formula(expr)?;
                self.add(formula, expr.span, origin, around);
                Ok(())
            }
        }
    }

    fn add(&mut self, formula: FormulaId, span: Span, origin: &str, around: Option<&Around>) {
        let mut formula = formula;
        let mut next = around;
        while let Some(Around { outer, decls, guard }) = next {
            if *guard != self.terms.truth(true) {
                formula = self.terms.formula(Formula::Implies(*guard, formula));
            }
            formula = self.terms.formula(Formula::All(decls.clone(), formula));
            next = *outer;
        }
        if formula == self.terms.truth(true) {
            return;
        }
        let line = match self.sources {
            [] => String::new(),
            sources => format!(", line {}", Source::of(sources, span).line(span.start)),
        };
        self.constraints.push(Constraint {
            formula,
            origin: format!("{origin}{line}"),
            span: Some((span.start, span.end)),
            declared: false,
        });
    }

    /// Lets a relation of its own stand for each declared variable: a witness of the `some`.
    fn skolemize(&mut self, decls: &[module::Decl], origin: &str) -> Lowers<()> {
        for decl in decls {
            let variable = &self.module.variables[decl.var.index()];
            let columns = arity(&decl.bound);
            let upper = self.upper_of(&decl.bound, columns)?;
            let relation = RelationId(self.bounds.relations.len() as u32);
            self.bounds.relations.push(Relation {
                name: format!("${}", variable.name),
                lower: TupleSet::empty(columns),
                upper,
                shape: Shape::Any,
            });
            let witness = self.terms.expr(Term::Relation(relation));
            let bound = self.expr(&decl.bound)?;
            let mut parts = vec![self.terms.formula(Formula::In(witness, bound))];
            match decl.mult {
                Mult::Set => {}
                Mult::One if columns > 1 => {}
                Mult::One => parts.push(self.terms.formula(Formula::One(witness))),
                Mult::Lone => parts.push(self.terms.formula(Formula::Lone(witness))),
                Mult::Some => parts.push(self.terms.formula(Formula::Some(witness))),
            }
            self.arrow_multiplicities(witness, &decl.bound, &mut parts)?;
            parts.extend(self.apart(witness, decl));
            self.bindings.insert(decl.var, Binding::Expr(witness));
            for part in parts {
                self.add(part, variable.span, origin, None);
            }
        }
        Ok(())
    }

    /// `disj` between variables that stand for sets: they have no tuple in common.
    fn apart(&mut self, witness: ExprId, decl: &module::Decl) -> Vec<FormulaId> {
        let mut parts = Vec::new();
        for other in &decl.disjoint_from {
            if let Some(Binding::Expr(other)) = self.bindings.get(other) {
                let both = self.terms.expr(Term::Intersection(*other, witness));
                parts.push(self.terms.formula(Formula::No(both)));
            }
        }
        parts
    }

    fn upper_of(&self, bound: &Expr, columns: usize) -> Lowers<TupleSet> {
        self.bounds.upper_of(bound, columns).map_err(|count| {
            let message = format!("a variable of {count} possible tuples is too large");
            Diagnostic::error(bound.span, message).help("use a smaller scope")
        })
    }
}

/// Whether some variable ranges over sets or relations instead of single atoms.
fn declares_sets(decls: &[module::Decl]) -> bool {
    decls.iter().any(|decl| decl.mult != Mult::One || arity(&decl.bound) > 1)
}
