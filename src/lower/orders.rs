//! Total orders (`pred/totalOrder`, which `util/ordering` states).

use super::bounds::{Purpose, SigValue};
use super::lowering::{Lowering, Lowers};
use crate::relational::{AtomId, Decl, Expr as Term, ExprId, Formula, FormulaId, RelationId, TupleKey, TupleSet};
use crate::resolve::{Binary, Expr, ExprKind, SigId};

impl Lowering<'_> {
    /// Fixes a total order of a whole signature of interchangeable atoms to that of their numbers, by the bounds of its
    /// two fields, as Kodkod does; every other order is the same up to the atoms' names. The elements of an `enum` have
    /// the order in which they are listed, as in Alloy. Whether it could be done.
    pub(super) fn order_is_fixed(&mut self, parts: &[Expr; 3]) -> Lowers<bool> {
        let [elements, first, next] = parts;
        let ExprKind::Sig(sig) = elements.kind else { return Ok(false) };
        let population = &self.bounds.population;
        let atoms = population.upper[sig.index()].clone();
        let declared = &self.module.sigs[sig.index()];
        let relation = self.only_part(sig);
        let interchangeable = self.is_relation(relation) && population.upper[relation.index()] == atoms;
        let whole = population.lower[sig.index()] == atoms && !atoms.is_empty();
        let possible = whole && (interchangeable || declared.is_enum) && !self.ordered.contains(&sig);
        if self.bounds.purpose == Purpose::Structures || !possible {
            return Ok(false);
        }
        let (Some(first), Some(next)) = (self.value_of_one(first)?, self.value_of_one(next)?) else {
            return Ok(false);
        };
        self.fix(first, &[atoms[..1].to_vec()]);
        self.fix(next, &atoms.windows(2).map(<[AtomId]>::to_vec).collect::<Vec<_>>());
        self.ordered.push(sig);
        Ok(true)
    }

    /// The signature that an abstract one with a single child comes down to.
    fn only_part(&self, sig: SigId) -> SigId {
        match (self.bounds.sig_value(sig), self.module.sigs[sig.index()].children.as_slice()) {
            (SigValue::Union(_), [child]) => self.only_part(*child),
            _ => sig,
        }
    }

    /// Whether a signature is one relation in Alloy, too: there the elements that no child has are another.
    fn is_relation(&self, sig: SigId) -> bool {
        matches!(self.bounds.sig_value(sig), SigValue::Relation(_)) && self.module.sigs[sig.index()].children.is_empty()
    }

    /// The relation of a field, and its owner, where an expression is the value of a field of the only element of a
    /// signature.
    fn value_of_one(&mut self, expr: &Expr) -> Lowers<Option<(RelationId, AtomId)>> {
        let ExprKind::Binary(Binary::Join, owner, field) = &expr.kind else { return Ok(None) };
        let ExprKind::Field(field) = field.kind else { return Ok(None) };
        let declared: SigId = self.module.fields[field.index()].owner;
        let population = &self.bounds.population;
        let [atom] = population.lower[declared.index()].as_slice() else { return Ok(None) };
        let (atom, alone) = (*atom, population.upper[declared.index()].len() == 1);
        let whole = self.sig_term(declared);
        let same = alone && self.expr(owner)? == whole;
        Ok(same.then(|| (self.bounds.field_relation(field), atom)))
    }

    fn fix(&mut self, (relation, owner): (RelationId, AtomId), tuples: &[Vec<AtomId>]) {
        let universe = &self.bounds.universe;
        let keys: Vec<TupleKey> =
            tuples.iter().map(|rest| universe.key(&[&[owner], rest.as_slice()].concat())).collect();
        let relation = &mut self.bounds.relations[relation.0 as usize];
        let value = TupleSet::from_keys(relation.upper.arity(), keys);
        (relation.lower, relation.upper) = (value.clone(), value);
    }

    /// That `next` orders the elements in a line that starts at `first`.
    pub(super) fn total_order(&mut self, parts: &[Expr; 3]) -> Lowers<FormulaId> {
        let [elements, first, next] = parts;
        let is_relation = matches!(elements.kind, ExprKind::Sig(sig) if self.is_relation(self.only_part(sig)));
        let (elements, first, next) = (self.expr(elements)?, self.expr(first)?, self.expr(next)?);
        let steps = self.terms.expr(Term::ReflexiveClosure(next));
        let reached = self.terms.expr(Term::Join(first, steps));
        let before_first = self.terms.expr(Term::Join(next, first));
        let followed = self.terms.expr(Term::Join(next, elements));
        let last = self.terms.expr(Term::Difference(elements, followed));
        let variable = self.terms.fresh_variable();
        let element = self.terms.expr(Term::Variable(variable));
        let before = self.terms.expr(Term::Join(next, element));
        let after = self.terms.expr(Term::Join(element, next));
        let paths = self.terms.expr(Term::Closure(next));
        let later = self.terms.expr(Term::Join(element, paths));
        let each = [self.is_or_has_one(element, first, before), self.is_or_has_one(element, last, after), {
            let cyclic = self.terms.formula(Formula::In(element, later));
            self.terms.formula(Formula::Not(cyclic))
        }];
        let each = self.and(each);
        let all = self.terms.formula(Formula::All(vec![Decl { variable, bound: elements }], each));
        let every = self.terms.formula(Formula::In(elements, reached));
        let none = self.terms.formula(Formula::No(before_first));
        let line = self.and([every, none, all]);
        if !is_relation {
            return Ok(line);
        }
        // Kodkod knows no order of nothing; of the elements of several relations Alloy says itself what an order is.
        let one = self.terms.formula(Formula::One(first));
        Ok(self.and([line, one]))
    }

    /// That an element is the end of the line or has one neighbour there.
    fn is_or_has_one(&mut self, element: ExprId, end: ExprId, neighbour: ExprId) -> FormulaId {
        let is_end = self.terms.formula(Formula::Equal(element, end));
        let one = self.terms.formula(Formula::One(neighbour));
        self.terms.formula(Formula::Or(vec![is_end, one]))
    }
}
