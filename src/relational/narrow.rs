//! Bounds of relations, narrowed by what the constraints say of whole relations: `R in S` and `R = S`.

use super::{Expr, ExprId, Formula, FormulaId, Problem, RelationId, TupleKey, TupleSet};
use rustc_hash::FxHashSet;

impl Problem {
    /// Takes tuples out of upper bounds, and into lower ones, that every instance lacks, or has, because a constraint
    /// compares two expressions of relations, constants and unions. The instances stay the same.
    ///
    /// Kodkod narrows the same comparisons before it allocates variables.
    pub fn narrow(&mut self) {
        let mut inclusions = Vec::new();
        for constraint in &self.constraints {
            self.inclusions(constraint.formula, &mut inclusions);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for &(part, whole) in &inclusions {
                changed |= self.narrow_part(part, whole) | self.widen_whole(part, whole);
            }
        }
    }

    /// What a constraint says to be part of what.
    fn inclusions(&self, formula: FormulaId, found: &mut Vec<(ExprId, ExprId)>) {
        match self.terms.get_formula(formula) {
            Formula::In(part, whole) => found.push((*part, *whole)),
            Formula::Equal(left, right) => found.extend([(*left, *right), (*right, *left)]),
            Formula::And(formulas) => formulas.iter().for_each(|formula| self.inclusions(*formula, found)),
            _ => {}
        }
    }

    /// What is not in any value of the whole is in none of the part.
    fn narrow_part(&mut self, part: ExprId, whole: ExprId) -> bool {
        let mut relations = Vec::new();
        if !self.united(part, &mut relations) {
            return false;
        }
        let Some(most) = self.bound(whole, Bound::Upper) else { return false };
        let mut changed = false;
        for relation in relations {
            let relation = &mut self.relations[relation.0 as usize];
            // Where a tuple must be there and cannot be, there is no instance, which the constraint shows.
            let keys: Vec<TupleKey> = relation.upper.keys().iter().copied().filter(|key| most.contains(*key)).collect();
            if keys.len() < relation.upper.len() && relation.lower.is_subset(&most) {
                relation.upper = TupleSet::from_keys(most.arity(), keys);
                changed = true;
            }
        }
        changed
    }

    /// What is in every value of the part is in every one of the whole.
    fn widen_whole(&mut self, part: ExprId, whole: ExprId) -> bool {
        let Expr::Relation(whole) = *self.terms.get(whole) else { return false };
        let Some(least) = self.bound(part, Bound::Lower) else { return false };
        let relation = &mut self.relations[whole.0 as usize];
        if least.is_subset(&relation.lower) || !least.is_subset(&relation.upper) {
            return false;
        }
        let keys = relation.lower.keys().iter().chain(least.keys()).copied().collect();
        relation.lower = TupleSet::from_keys(least.arity(), keys);
        true
    }

    /// The relations that an expression is the union of, if it is one.
    fn united(&self, expr: ExprId, relations: &mut Vec<RelationId>) -> bool {
        self.parts_of_union(expr).all(|part| {
            match part {
                Expr::Relation(relation) => relations.push(*relation),
                Expr::Constant(_) => {}
                _ => return false,
            }
            true
        })
    }

    /// What an expression is the union of, each once; the expression itself if it is none.
    fn parts_of_union(&self, expr: ExprId) -> impl Iterator<Item = &Expr> {
        let mut waiting = vec![expr];
        let mut seen = FxHashSet::default();
        std::iter::from_fn(move || {
            while let Some(next) = waiting.pop() {
                match self.terms.get(next) {
                    _ if !seen.insert(next) => {}
                    Expr::Union(left, right) => waiting.extend([*right, *left]),
                    other => return Some(other),
                }
            }
            None
        })
    }

    /// The tuples that an expression has at most, or at least.
    fn bound(&self, expr: ExprId, bound: Bound) -> Option<TupleSet> {
        let bounds = self.parts_of_union(expr).map(|part| match part {
            Expr::Relation(relation) => {
                let relation = &self.relations[relation.0 as usize];
                Some(if bound == Bound::Upper { &relation.upper } else { &relation.lower })
            }
            Expr::Constant(tuples) => Some(tuples),
            _ => None,
        });
        let bounds: Vec<&TupleSet> = bounds.collect::<Option<_>>()?;
        let keys = bounds.iter().flat_map(|bound| bound.keys()).copied().collect();
        Some(TupleSet::from_keys(bounds.first()?.arity(), keys))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Upper,
    Lower,
}
