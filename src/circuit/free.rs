//! The free variables of terms, computed once per term: they decide when a translated term can be reused.

use crate::relational::{Decl, Expr, ExprId, Formula, FormulaId, IntExpr, IntId, Terms, VariableId};
use crate::stack;
use std::rc::Rc;

/// A set of variables, ascending.
type Set = Rc<[VariableId]>;

/// The free variables of all terms of a problem, on demand.
pub(super) struct FreeVariables<'t> {
    terms: &'t Terms,
    exprs: Vec<Option<Set>>,
    formulas: Vec<Option<Set>>,
    ints: Vec<Option<Set>>,
}

impl<'t> FreeVariables<'t> {
    pub(super) fn new(terms: &'t Terms) -> Self {
        let (exprs, formulas, ints) = terms.counts();
        FreeVariables { terms, exprs: vec![None; exprs], formulas: vec![None; formulas], ints: vec![None; ints] }
    }

    pub(super) fn expr(&mut self, id: ExprId) -> Set {
        if let Some(set) = &self.exprs[id.0 as usize] {
            return set.clone();
        }
        stack::grown(|| self.expr_anew(id))
    }

    fn expr_anew(&mut self, id: ExprId) -> Set {
        let set = match self.terms.get(id) {
            Expr::Relation(_) | Expr::Constant(_) => union(&[]),
            Expr::Variable(variable) => Rc::from([*variable]),
            Expr::Union(a, b)
            | Expr::Difference(a, b)
            | Expr::Intersection(a, b)
            | Expr::Override(a, b)
            | Expr::Join(a, b)
            | Expr::Product(a, b) => union(&[self.expr(*a), self.expr(*b)]),
            Expr::Transpose(a) | Expr::Closure(a) | Expr::ReflexiveClosure(a) => self.expr(*a),
            Expr::Comprehension(decls, body) => {
                let body = self.formula(*body);
                self.close(decls, body)
            }
            Expr::If(condition, a, b) => union(&[self.formula(*condition), self.expr(*a), self.expr(*b)]),
            Expr::Atom(int) => self.int(*int),
        };
        self.exprs[id.0 as usize] = Some(set.clone());
        set
    }

    pub(super) fn formula(&mut self, id: FormulaId) -> Set {
        if let Some(set) = &self.formulas[id.0 as usize] {
            return set.clone();
        }
        stack::grown(|| self.formula_anew(id))
    }

    fn formula_anew(&mut self, id: FormulaId) -> Set {
        let set = match self.terms.get_formula(id) {
            Formula::Constant(_) => union(&[]),
            Formula::In(a, b) | Formula::Equal(a, b) => union(&[self.expr(*a), self.expr(*b)]),
            Formula::Some(a) | Formula::No(a) | Formula::Lone(a) | Formula::One(a) | Formula::AtMost(a, _) => {
                self.expr(*a)
            }
            Formula::Not(a) => self.formula(*a),
            Formula::And(parts) | Formula::Or(parts) => {
                let sets: Vec<Set> = parts.iter().map(|part| self.formula(*part)).collect();
                union(&sets)
            }
            Formula::Implies(a, b) | Formula::Iff(a, b) => union(&[self.formula(*a), self.formula(*b)]),
            Formula::All(decls, body) | Formula::Exists(decls, body) => {
                let body = self.formula(*body);
                self.close(decls, body)
            }
            Formula::Compare(_, a, b) => union(&[self.int(*a), self.int(*b)]),
        };
        self.formulas[id.0 as usize] = Some(set.clone());
        set
    }

    pub(super) fn int(&mut self, id: IntId) -> Set {
        if let Some(set) = &self.ints[id.0 as usize] {
            return set.clone();
        }
        stack::grown(|| self.int_anew(id))
    }

    fn int_anew(&mut self, id: IntId) -> Set {
        let set = match self.terms.get_int(id) {
            IntExpr::Constant(_) => union(&[]),
            IntExpr::Cardinality(a) | IntExpr::Sum(a) => self.expr(*a),
            IntExpr::SumOver(decls, body) => {
                let body = self.int(*body);
                self.close(decls, body)
            }
            IntExpr::Arithmetic(_, a, b) => union(&[self.int(*a), self.int(*b)]),
            IntExpr::If(condition, a, b) => union(&[self.formula(*condition), self.int(*a), self.int(*b)]),
        };
        self.ints[id.0 as usize] = Some(set.clone());
        set
    }

    /// Removes the declared variables, innermost first, and adds those of the bounds.
    fn close(&mut self, decls: &[Decl], body: Set) -> Set {
        let mut set = body;
        for decl in decls.iter().rev() {
            let without: Set = set.iter().copied().filter(|variable| *variable != decl.variable).collect();
            set = union(&[without, self.expr(decl.bound)]);
        }
        set
    }
}

fn union(sets: &[Set]) -> Set {
    match sets {
        [a, b] if a == b || b.is_empty() => a.clone(),
        [a, b] if a.is_empty() => b.clone(),
        _ => {
            let mut all: Vec<VariableId> = sets.iter().flat_map(|set| set.iter().copied()).collect();
            all.sort_unstable();
            all.dedup();
            all.into()
        }
    }
}
