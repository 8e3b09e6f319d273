//! What the declarations of signatures and fields say, as constraints.

use super::bounds::{Purpose, SigValue};
use super::lowering::{Binding, Lowering, Lowers, arity};
use super::population::Top;
use crate::relational::{
    AtomId, Comparison, Constraint, Decl, Expr as Term, ExprId, Formula, FormulaId, IntExpr, TupleKey,
};
use crate::resolve::{Binary, Expr, ExprKind, Field, FieldId, Mult, Prim, SigId, SigKind};
use itertools::Itertools;

/// Adds the constraints of all declarations.
pub(super) fn constrain(lowering: &mut Lowering) {
    let module = lowering.module;
    lowering.in_every_state(|lowering| {
        for index in 0..module.sigs.len() {
            lowering.signature(SigId(index as u32));
        }
        lowering.scopes();
        for (index, field) in module.fields.iter().enumerate() {
            let field_id = FieldId(index as u32);
            if lowering.bounds.now > 0 && !lowering.may_change(field) {
                continue;
            }
            if let Err(error) = lowering.field(field_id, field) {
                lowering.fail(error);
            }
        }
    });
    lowering.stay_in_extensions();
}

impl Lowering<'_> {
    pub(super) fn declare(&mut self, formula: FormulaId, origin: String, span: crate::diagnostic::Span) {
        // What does not change is declared in every state.
        let again = self.time.is_some() && !self.declared.insert(formula);
        if formula != self.terms.truth(true) && !again {
            self.constraints.push(Constraint { formula, origin, span: Some(span), declared: true });
        }
    }

    fn signature(&mut self, sig: SigId) {
        let module = self.module;
        let declared = &module.sigs[sig.index()];
        let name = &declared.name;
        let this = self.sig_term(sig);
        let population = &self.bounds.population;
        let lower = population.lower[sig.index()].clone();
        let upper = population.upper[sig.index()].clone();
        match &declared.kind {
            SigKind::Top => self.prefix(sig),
            _ if self.is_union(sig) => {}
            SigKind::Extends(parent) if lower != upper || module.sigs[parent.index()].is_variable => {
                // Unions have all that extends them; what they extend themselves does not.
                if let Some(above) = module.lineage(sig).skip(1).find(|above| !self.is_union(*above)) {
                    let whole = self.sig_term(above);
                    let within = self.terms.formula(Formula::In(this, whole));
                    let above = &module.sigs[above.index()].name;
                    self.declare(within, format!("signature {name} extends {above}"), declared.span);
                }
            }
            SigKind::In { parents, all } if !upper.is_empty() => {
                let parents: Vec<_> = parents.iter().map(|parent| self.prim_term(*parent)).collect();
                let whole = parents.into_iter().reduce(|all, more| self.terms.expr(Term::Union(all, more)));
                if let Some(whole) = whole {
                    let within = if *all { Formula::Equal(this, whole) } else { Formula::In(this, whole) };
                    let within = self.terms.formula(within);
                    self.declare(within, format!("signature {name} is a subset"), declared.span);
                }
            }
            SigKind::Extends(_) | SigKind::In { .. } => {}
        }
        let mut apart = Vec::new();
        for (left, right) in declared.children.iter().tuple_combinations() {
            let population = &self.bounds.population;
            let shared =
                population.upper[left.index()].iter().any(|atom| population.upper[right.index()].contains(atom));
            if shared {
                let (left, right) = (self.sig_term(*left), self.sig_term(*right));
                let both = self.terms.expr(Term::Intersection(left, right));
                apart.push(self.terms.formula(Formula::No(both)));
            }
        }
        let apart = self.terms.formula(Formula::And(apart));
        self.declare(apart, format!("signatures that extend {name} are disjoint"), declared.span);
        if declared.is_abstract && !declared.children.is_empty() && lower != upper && !self.is_union(sig) {
            let children: Vec<_> = declared.children.iter().map(|child| self.sig_term(*child)).collect();
            if let Some(all) = children.into_iter().reduce(|all, more| self.terms.expr(Term::Union(all, more))) {
                let covered = self.terms.formula(Formula::In(this, all));
                self.declare(covered, format!("signature {name} is abstract"), declared.span);
            }
        }
        let (formula, word) = match declared.mult {
            Mult::One if lower.len() != 1 || upper.len() != 1 => (Formula::One(this), "one"),
            Mult::Lone if upper.len() > 1 => (Formula::Lone(this), "lone"),
            Mult::Some if lower.is_empty() => (Formula::Some(this), "some"),
            _ => return,
        };
        let formula = self.terms.formula(formula);
        self.declare(formula, format!("signature {name} is {word}"), declared.span);
    }

    /// Whether a signature is the union of others by construction.
    fn is_union(&self, sig: SigId) -> bool {
        matches!(self.bounds.sig_value(sig), SigValue::Union(_))
    }

    /// Objects that are alike exist in the order of their atoms.
    fn prefix(&mut self, sig: SigId) {
        let module = self.module;
        let ordered = |top: &&Top| top.sig == sig && self.bounds.is_ordered(top) && !self.is_union(sig);
        let Some(top) = self.bounds.population.tops.iter().find(ordered) else {
            return;
        };
        let alike = top.alike.clone();
        let this = self.sig_term(sig);
        let exists: Vec<_> = alike
            .iter()
            .map(|atom| {
                let atom = self.singleton(*atom);
                self.terms.formula(Formula::In(atom, this))
            })
            .collect();
        let steps = exists.windows(2).map(|pair| self.terms.formula(Formula::Implies(pair[1], pair[0]))).collect();
        let formula = self.terms.formula(Formula::And(steps));
        let declared = &module.sigs[sig.index()];
        self.declare(formula, format!("objects of {} are numbered from 0", declared.name), declared.span);
    }

    /// The scopes that bounds do not enforce.
    fn scopes(&mut self) {
        let module = self.module;
        for (sig, exactly, count) in self.bounds.population.limits.clone() {
            let this = self.sig_term(sig);
            let formula = if self.bounds.purpose == Purpose::Structures {
                let size = self.terms.int(IntExpr::Cardinality(this));
                let limit = self.terms.int(IntExpr::Constant(i64::from(count)));
                let comparison = if exactly { Comparison::Equal } else { Comparison::LessEqual };
                self.terms.formula(Formula::Compare(comparison, size, limit))
            } else {
                // The integers of a command need not reach as far as its scopes.
                let mut bounds = vec![self.terms.formula(Formula::AtMost(this, count))];
                if exactly && count > 0 {
                    let fewer = self.terms.formula(Formula::AtMost(this, count - 1));
                    bounds.push(self.terms.formula(Formula::Not(fewer)));
                }
                self.terms.formula(Formula::And(bounds))
            };
            let declared = &module.sigs[sig.index()];
            let word = if exactly { "exactly" } else { "at most" };
            self.declare(formula, format!("scope of {}: {word} {count}", declared.name), declared.span);
        }
    }

    /// Whether what is declared of a field may say something else in another state.
    fn may_change(&self, field: &Field) -> bool {
        field.is_variable || self.module.changes(field.owner) || self.module.mentions_change(&field.bound)
    }

    fn field(&mut self, id: FieldId, field: &Field) -> Lowers<()> {
        let module = self.module;
        let relation = self.bounds.field_relation(id);
        if self.bounds.population.upper[field.owner.index()].is_empty() {
            return Ok(());
        }
        let owner = &module.sigs[field.owner.index()];
        let origin = format!("field {}.{}", owner.name, field.name);
        let term = self.terms.expr(Term::Relation(relation));
        let owners = self.sig_term(field.owner);
        let population = &self.bounds.population;
        let owners_exact = population.lower[field.owner.index()] == population.upper[field.owner.index()];
        let variable = self.terms.fresh_variable();
        let this = self.terms.expr(Term::Variable(variable));
        self.bindings.insert(field.this, Binding::Expr(this));
        self.ranges.insert(this, field.owner);
        let decls = vec![Decl { variable, bound: owners }];
        let values = self.terms.expr(Term::Join(this, term));

        if !(owners_exact && self.bounds.is_exact(&field.bound)) {
            let depends = mentions_variable(&field.bound);
            let bound = self.expr(&field.bound)?;
            let rest = if depends { self.columns(&field.bound, 0..field.arity() - 1) } else { Some(bound) };
            let whole = rest.map_or(owners, |rest| self.terms.expr(Term::Product(owners, rest)));
            let typed = self.terms.formula(Formula::In(term, whole));
            self.declare(typed, format!("{origin} relates existing objects"), field.span);
            if depends {
                let within = self.terms.formula(Formula::In(values, bound));
                let all = self.terms.formula(Formula::All(decls.clone(), within));
                self.declare(all, format!("{origin} is within its bound"), field.span);
            }
        }
        if field.arity() == 2 {
            let (formula, word) = match field.mult {
                Mult::One => (Some(Formula::One(values)), "one"),
                Mult::Lone => (Some(Formula::Lone(values)), "lone"),
                Mult::Some => (Some(Formula::Some(values)), "some"),
                Mult::Set => (None, "set"),
            };
            if let Some(formula) = formula {
                let body = self.terms.formula(formula);
                let all = self.terms.formula(Formula::All(decls.clone(), body));
                self.declare(all, format!("{origin} is {word}"), field.span);
            }
        } else {
            self.arrows_of_field(field, &decls, values, &origin)?;
        }
        self.disjointness(id, field, term, owners, &origin);
        Ok(())
    }

    /// What the arrows of a field's bound ask of its values.
    fn arrows_of_field(&mut self, field: &Field, decls: &[Decl], values: ExprId, origin: &str) -> Lowers<()> {
        let mut parts = Vec::new();
        self.arrow_multiplicities(values, &field.bound, &mut parts)?;
        if field.sequence {
            // A name of its own, which messages mention.
            let gapless = self.gapless(values);
            parts.retain(|part| *part != gapless);
            let all = self.terms.formula(Formula::All(decls.to_vec(), gapless));
            self.declare(all, format!("{origin} is a sequence"), field.span);
        }
        for part in parts {
            let all = self.terms.formula(Formula::All(decls.to_vec(), part));
            self.declare(all, format!("{origin} has the multiplicities of its arrow"), field.span);
        }
        Ok(())
    }

    /// Where a sequence has something at an index, it has something at the one before.
    fn gapless(&mut self, sequence: ExprId) -> FormulaId {
        let indices = self.bounds.indices().into_iter();
        let taken: Vec<FormulaId> = indices
            .map(|index| {
                let index = self.singleton(index);
                let there = self.terms.expr(Term::Join(index, sequence));
                self.terms.formula(Formula::Some(there))
            })
            .collect();
        let steps = taken.windows(2).map(|pair| self.terms.formula(Formula::Implies(pair[1], pair[0]))).collect();
        self.terms.formula(Formula::And(steps))
    }

    fn disjointness(&mut self, id: FieldId, field: &Field, term: ExprId, owners: ExprId, origin: &str) {
        if field.disjoint_values {
            let (left, right) = (self.terms.fresh_variable(), self.terms.fresh_variable());
            let a = self.terms.expr(Term::Variable(left));
            let b = self.terms.expr(Term::Variable(right));
            let equal = self.terms.formula(Formula::Equal(a, b));
            let of_a = self.terms.expr(Term::Join(a, term));
            let of_b = self.terms.expr(Term::Join(b, term));
            let both = self.terms.expr(Term::Intersection(of_a, of_b));
            let apart = self.terms.formula(Formula::No(both));
            let body = self.terms.formula(Formula::Or(vec![equal, apart]));
            let decls = vec![Decl { variable: left, bound: owners }, Decl { variable: right, bound: owners }];
            let all = self.terms.formula(Formula::All(decls, body));
            self.declare(all, format!("{origin} has disjoint values"), field.span);
        }
        for other in field.disjoint_with.iter().filter(|other| **other < id) {
            let other_relation = self.bounds.field_relation(*other);
            let other_term = self.terms.expr(Term::Relation(other_relation));
            let both = self.terms.expr(Term::Intersection(term, other_term));
            let apart = self.terms.formula(Formula::No(both));
            let name = &self.module.fields[other.index()].name;
            self.declare(apart, format!("{origin} is disjoint from {name}"), field.span);
        }
    }

    /// What the multiplicities of the arrows in `bound` demand of `whole`, which lies within it: for each
    /// tuple of the left side so many of the right side, and the other way round (Alloy 6 reference, B.7.6).
    pub(super) fn arrow_multiplicities(
        &mut self,
        whole: ExprId,
        bound: &Expr,
        parts: &mut Vec<FormulaId>,
    ) -> Lowers<()> {
        let ExprKind::Binary(Binary::Arrow(left_mult, right_mult), left, right) = &bound.kind else {
            return Ok(());
        };
        if matches!(left.kind, ExprKind::Indices { gapless: true }) {
            parts.push(self.gapless(whole));
        }
        if *right_mult != Mult::Set || has_multiplicities(right) {
            let (decls, guard, tuple) = self.tuples_of(left)?;
            let mut values = whole;
            for column in &tuple {
                values = self.terms.expr(Term::Join(*column, values));
            }
            self.side(decls, guard, values, *right_mult, right, parts)?;
        }
        if *left_mult != Mult::Set || has_multiplicities(left) {
            let (decls, guard, tuple) = self.tuples_of(right)?;
            let mut values = whole;
            for column in tuple.iter().rev() {
                values = self.terms.expr(Term::Join(values, *column));
            }
            self.side(decls, guard, values, *left_mult, left, parts)?;
        }
        Ok(())
    }

    fn side(
        &mut self,
        decls: Vec<Decl>,
        guard: FormulaId,
        values: ExprId,
        mult: Mult,
        bound: &Expr,
        parts: &mut Vec<FormulaId>,
    ) -> Lowers<()> {
        let mut demands = Vec::new();
        match mult {
            Mult::Set => {}
            Mult::Some => demands.push(self.terms.formula(Formula::Some(values))),
            Mult::Lone => demands.push(self.terms.formula(Formula::Lone(values))),
            Mult::One => demands.push(self.terms.formula(Formula::One(values))),
        }
        self.arrow_multiplicities(values, bound, &mut demands)?;
        for demand in demands {
            let body = if guard == self.terms.truth(true) {
                demand
            } else {
                self.terms.formula(Formula::Implies(guard, demand))
            };
            parts.push(self.terms.formula(Formula::All(decls.clone(), body)));
        }
        Ok(())
    }

    /// Variables that together range over the tuples of an expression: declarations, what must hold of
    /// them, and the variables.
    fn tuples_of(&mut self, expr: &Expr) -> Lowers<(Vec<Decl>, FormulaId, Vec<ExprId>)> {
        let term = self.expr(expr)?;
        let columns = arity(expr);
        let mut decls = Vec::new();
        let mut tuple = Vec::new();
        for column in 0..columns {
            let bound = if columns == 1 { term } else { self.columns(expr, column..column + 1).unwrap_or(term) };
            let variable = self.terms.fresh_variable();
            decls.push(Decl { variable, bound });
            tuple.push(self.terms.expr(Term::Variable(variable)));
        }
        let guard = if columns == 1 {
            self.terms.truth(true)
        } else {
            let product = tuple.iter().copied().reduce(|all, more| self.terms.expr(Term::Product(all, more)));
            match product {
                Some(product) => self.terms.formula(Formula::In(product, term)),
                None => self.terms.truth(true),
            }
        };
        Ok((decls, guard, tuple))
    }

    pub(super) fn prim_term(&mut self, prim: Prim) -> ExprId {
        match prim {
            Prim::Sig(sig) => self.sig_term(sig),
            Prim::Int => self.int_set(),
            Prim::Text => self.text_set(),
            Prim::Univ => self.existing(),
        }
    }

    pub(super) fn singleton(&mut self, atom: AtomId) -> ExprId {
        self.terms.constant(1, vec![TupleKey(u64::from(atom.0))])
    }
}

/// Whether an arrow in an expression has a multiplicity other than `set`.
fn has_multiplicities(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(Binary::Arrow(left_mult, right_mult), left, right) => {
            *left_mult != Mult::Set || *right_mult != Mult::Set || has_multiplicities(left) || has_multiplicities(right)
        }
        _ => false,
    }
}

/// Whether a bound may depend on `this`: only the plain forms are known not to.
fn mentions_variable(expr: &Expr) -> bool {
    let is_plain = |expr: &Expr| {
        matches!(
            expr.kind,
            ExprKind::Sig(_)
                | ExprKind::Univ
                | ExprKind::Iden
                | ExprKind::None
                | ExprKind::IntSet
                | ExprKind::Indices { .. }
                | ExprKind::TextSet
                | ExprKind::Field(_)
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
        )
    };
    !expr.all().all(is_plain)
}
