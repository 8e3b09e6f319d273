//! Where a formula stands: under how many negations, within which quantifiers, and whether a witness of a `some` may
//! be a relation of its own there (Kodkod's skolemization, as Alloy uses it).

use super::bounds::Purpose;
use super::lowering::{Binding, Lowering, Lowers, Place, Universal, arity};
use crate::diagnostic::{Diagnostic, Span};
use crate::relational::{
    Constraint, Decl, Expr as Term, ExprId, Formula, FormulaId, Overflow, Relation, RelationId, Shape, TupleKey,
    TupleSet,
};
use crate::resolve::{self as module, Expr, ExprKind, Mult, Quant};

impl Lowering<'_> {
    /// Lowers a part at a place that is changed for it.
    pub(super) fn within<T>(&mut self, change: impl FnOnce(&mut Place), part: impl FnOnce(&mut Self) -> T) -> T {
        let outside = self.place.clone();
        change(&mut self.place);
        let result = part(self);
        self.place = outside;
        result
    }

    /// Lowers an operand of a negation.
    pub(super) fn negatively(&mut self, expr: &Expr) -> Lowers<FormulaId> {
        let negate = |place: &mut Place| (place.negated, place.denied) = (!place.negated, !place.denied);
        self.within(negate, |lowering| lowering.formula(expr))
    }

    /// Lowers a premise.
    pub(super) fn premise(&mut self, expr: &Expr) -> Lowers<FormulaId> {
        match self.bounds.universe.overflow {
            Overflow::Sound => self.negatively(expr),
            _ => self.within(|place| place.negated = !place.negated, |lowering| lowering.formula(expr)),
        }
    }

    /// Lowers an operand of a connective under which no witness may stand.
    pub(super) fn shut(&mut self, expr: &Expr) -> Lowers<FormulaId> {
        self.within(|place| place.plain = false, |lowering| lowering.formula(expr))
    }

    /// Whether the variables of a quantifier become relations here: always where Alloy does so, and under universal
    /// quantifiers where they are not first order.
    pub(super) fn has_witnesses(&self, quant: Quant, decls: &[module::Decl]) -> bool {
        let existential = match quant {
            Quant::Some => !self.place.negated,
            Quant::All | Quant::No => self.place.negated,
            _ => false,
        };
        let inside = self.time.as_ref().is_some_and(|time| time.inside);
        let wanted = declares_sets(decls)
            || (self.place.around.is_empty() && self.bounds.purpose != Purpose::Structures && !inside);
        existential && self.place.plain && wanted
    }

    /// A quantified formula whose variables are witnesses.
    pub(super) fn witnessed(&mut self, quant: Quant, decls: &[module::Decl], body: &Expr) -> Lowers<FormulaId> {
        let mut parts = self.witnesses(decls)?;
        match quant {
            Quant::Some => {
                parts.push(self.formula(body)?);
                Ok(self.terms.formula(Formula::And(parts)))
            }
            _ => {
                let body = match quant {
                    Quant::No => {
                        let body = self.negatively(body)?;
                        self.terms.formula(Formula::Not(body))
                    }
                    _ => self.formula(body)?,
                };
                let range = self.terms.formula(Formula::And(parts));
                Ok(self.terms.formula(Formula::Implies(range, body)))
            }
        }
    }

    /// Lets a relation of its own stand for each declared variable; what must hold of the relations.
    pub(super) fn witnesses(&mut self, decls: &[module::Decl]) -> Lowers<Vec<FormulaId>> {
        let mut parts = Vec::new();
        for decl in decls {
            let witness = self.witness(decl)?;
            let bound = self.expr(&decl.bound)?;
            parts.push(self.terms.formula(Formula::In(witness, bound)));
            match decl.mult {
                Mult::Set => {}
                Mult::One if arity(&decl.bound) > 1 => {}
                Mult::One => parts.push(self.terms.formula(Formula::One(witness))),
                Mult::Lone => parts.push(self.terms.formula(Formula::Lone(witness))),
                Mult::Some => parts.push(self.terms.formula(Formula::Some(witness))),
            }
            self.arrow_multiplicities(witness, &decl.bound, &mut parts)?;
            parts.extend(self.apart(witness, decl));
            self.bindings.insert(decl.var, Binding::Expr(witness));
            if decl.mult == Mult::One && arity(&decl.bound) == 1 {
                self.note_range(witness, &decl.bound);
            }
        }
        Ok(parts)
    }

    /// A fresh relation for a variable, joined with the variables of the universal quantifiers around it.
    fn witness(&mut self, decl: &module::Decl) -> Lowers<ExprId> {
        let variable = &self.module.variables[decl.var.index()];
        let columns = arity(&decl.bound);
        let outer = self.place.around.len();
        self.check_arity(outer + columns, variable.span)?;
        let base = self.bounds.universe.len() as u64;
        let mut upper = self.upper_of(&decl.bound, columns)?.keys().to_vec();
        let mut factor = base.pow(columns as u32);
        for universal in self.place.around.iter().rev() {
            if upper.len().saturating_mul(universal.upper.len()) > super::bounds::MAX_TUPLES as usize {
                return Err(too_large(upper.len() as u64, decl.bound.span));
            }
            let heads = universal.upper.keys().iter();
            upper = heads.flat_map(|head| upper.iter().map(move |key| TupleKey(head.0 * factor + key.0))).collect();
            factor *= base;
        }
        let upper = TupleSet::from_keys(outer + columns, upper);
        let before = self.met_before(decl.var);
        let relation = match before.filter(|before| self.bounds.relations[before.0 as usize].upper == upper) {
            Some(relation) => relation,
            None => {
                let name = self.witness_name(&variable.name);
                let lower = TupleSet::empty(outer + columns);
                self.bounds.relations.push(Relation { name, lower, upper, shape: Shape::Any });
                RelationId(self.bounds.relations.len() as u32 - 1)
            }
        };
        self.note_witness(decl.var, relation);
        self.witness_count += 1;
        let mut witness = self.terms.expr(Term::Relation(relation));
        if outer > 0 {
            self.bound_domain(witness, columns, variable.span);
        }
        for universal in self.place.around.clone().iter() {
            let variable = self.terms.expr(Term::Variable(universal.decl.variable));
            witness = self.terms.expr(Term::Join(variable, witness));
        }
        Ok(witness)
    }

    /// A witness has no tuples for values that its universal variables never take.
    fn bound_domain(&mut self, witness: ExprId, columns: usize, span: Span) {
        let decls: Vec<Decl> = self.place.around.iter().map(|universal| universal.decl).collect();
        let truth = self.terms.truth(true);
        let domain = self.terms.expr(Term::Comprehension(decls, truth));
        let all = self.terms.constant(1, (0..self.bounds.universe.len() as u64).map(TupleKey).collect());
        let whole = (0..columns).fold(domain, |whole, _| self.terms.expr(Term::Product(whole, all)));
        let formula = self.terms.formula(Formula::In(witness, whole));
        let origin = "domain of a witness".to_owned();
        self.constraints.push(Constraint { formula, origin, span: Some(span), declared: true });
    }

    /// The name that Alloy gives: after the predicate or function in which the variable stands, or the command.
    fn witness_name(&self, variable: &str) -> String {
        let within = match self.inside.last() {
            Some(function) => self.module.functions[function.index()].name.rsplit(['/', '.']).next(),
            None => self.label,
        };
        let mut name = match within.filter(|label| !label.contains('$')) {
            Some(label) => format!("${label}_{variable}"),
            None => format!("${variable}"),
        };
        while self.bounds.relations.iter().any(|relation| relation.name == name) {
            name.push('\'');
        }
        name
    }

    /// `disj` between variables that stand for sets: they have no tuple in common.
    fn apart(&mut self, witness: ExprId, decl: &module::Decl) -> Vec<FormulaId> {
        let mut parts = Vec::new();
        for other in &decl.disjoint_from {
            if let Some(Binding::Expr(other)) = self.binding(*other) {
                let both = self.terms.expr(Term::Intersection(other, witness));
                parts.push(self.terms.formula(Formula::No(both)));
            }
        }
        parts
    }

    pub(super) fn upper_of(&self, bound: &Expr, columns: usize) -> Lowers<TupleSet> {
        self.bounds.upper_of(bound, columns).map_err(|count| too_large(count, bound.span))
    }

    /// What universal variables range over at most, for witnesses under them.
    pub(super) fn universals(&self, decls: &[module::Decl], lowered: &[Decl]) -> Lowers<Vec<Universal>> {
        let universal = |(decl, lowered): (&module::Decl, &Decl)| {
            Ok(Universal { decl: *lowered, upper: self.upper_of(&decl.bound, 1)? })
        };
        decls.iter().zip(lowered).map(universal).collect()
    }
}

/// Whether some variable ranges over sets or relations instead of single atoms.
pub(super) fn declares_sets(decls: &[module::Decl]) -> bool {
    decls.iter().any(|decl| decl.mult != Mult::One || arity(&decl.bound) > 1)
}

fn too_large(count: u64, span: Span) -> Diagnostic {
    let message = format!("a variable of {count} possible tuples is too large");
    Diagnostic::error(span, message).help("use a smaller scope")
}

/// Whether an expression is the set of all integers.
pub(super) fn is_int_set(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::IntSet)
}
