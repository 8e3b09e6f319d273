//! What an integer that overflows means, in commands.
//!
//! A comparison with an operand that has no value neither holds nor fails; what counts is who would see it. It
//! excludes the instance, unless the innermost variable over `Int` that the operand depends on is bound by a universal
//! quantifier: then that value of the variable is left out (Milicevic and Jackson, Preventing arithmetic overflows in
//! Alloy, 2012, section 4). Under a negation the opposite truth value has the same effect. In terms, a comparison of
//! integers without a value is false, and `i = i` says that `i` has one.

use super::bounds::Purpose;
use super::lowering::{Binding, Lowering, Lowers, Operand, Place};
use crate::relational::{
    Arithmetic, Comparison, Decl, Expr, ExprId, Formula, FormulaId, IntExpr, IntId, Overflow as Meaning, Terms,
    TupleSet, VariableId,
};
use crate::resolve as module;
use crate::stack;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::rc::Rc;

impl Lowering<'_> {
    /// Notes a variable over `Int`.
    pub(super) fn note_int_variable(&mut self, variable: VariableId, universal: bool) {
        self.overflow.universal.insert(variable, universal);
    }

    /// A comparison, with what it means where an operand has no value.
    pub(super) fn comparison(&mut self, formula: Formula, operands: &[Operand]) -> FormulaId {
        let formula = self.terms.formula(formula);
        if self.bounds.purpose == Purpose::Structures || self.bounds.universe.overflow == Meaning::Wrap {
            return formula;
        }
        let truth = self.terms.truth(true);
        let (mut ways, mut needs) = (vec![formula], Vec::new());
        for operand in operands {
            let (defined, variables) = self.defined(*operand);
            if defined == truth {
                continue;
            }
            let innermost = variables.iter().rev().find_map(|variable| self.overflow.universal.get(variable));
            if innermost.copied().unwrap_or(false) == self.place.denied {
                needs.push(defined);
            } else {
                ways.push(self.terms.formula(Formula::Not(defined)));
            }
        }
        let either = self.terms.formula(Formula::Or(ways));
        needs.push(either);
        self.terms.formula(Formula::And(needs))
    }

    /// `sum x: A | i` in the order in which Alloy adds: what `i` is for each atom that `A` may hold, or zero, with its
    /// neighbour, then the sums of neighbours. Any of these may overflow.
    pub(super) fn sum_as_alloy(&mut self, decls: &[module::Decl], body: &module::Expr) -> Lowers<IntId> {
        let mut terms = Vec::new();
        let truth = self.terms.truth(true);
        self.within(|place| *place = Place::default(), |lowering| lowering.summands(decls, body, truth, &mut terms))?;
        while terms.len() > 1 {
            let pairs = terms.chunks(2).map(|pair| match pair {
                [first, second] => self.terms.int(IntExpr::Arithmetic(Arithmetic::Plus, *first, *second)),
                _ => pair[0],
            });
            terms = pairs.collect();
        }
        Ok(terms.pop().unwrap_or_else(|| self.terms.int(IntExpr::Constant(0))))
    }

    fn summands(
        &mut self,
        decls: &[module::Decl],
        body: &module::Expr,
        condition: FormulaId,
        terms: &mut Vec<IntId>,
    ) -> Lowers<()> {
        let Some((first, rest)) = decls.split_first() else {
            let zero = self.terms.int(IntExpr::Constant(0));
            let value = self.int(body)?;
            terms.push(self.terms.int(IntExpr::If(condition, value, zero)));
            return Ok(());
        };
        let bound = self.expr(&first.bound)?;
        for key in self.upper_of(&first.bound, 1)?.keys().to_vec() {
            let atom = self.terms.expr(Expr::Constant(TupleSet::from_keys(1, vec![key])));
            let mut parts = vec![condition, self.terms.formula(Formula::In(atom, bound))];
            for other in &first.disjoint_from {
                let Some(Binding::Expr(other)) = self.binding(*other) else {
                    return Err(self.unbound(*other, first.bound.span));
                };
                let equal = self.terms.formula(Formula::Equal(other, atom));
                parts.push(self.terms.formula(Formula::Not(equal)));
            }
            self.bindings.insert(first.var, Binding::Expr(atom));
            let condition = self.terms.formula(Formula::And(parts));
            self.summands(rest, body, condition, terms)?;
        }
        Ok(())
    }

    /// When an operand has a value, and the variables that its integers depend on.
    fn defined(&mut self, operand: Operand) -> (FormulaId, Rc<BTreeSet<VariableId>>) {
        if let Some((defined, variables)) = self.overflow.known.get(&operand) {
            return (*defined, variables.clone());
        }
        let mut variables = BTreeSet::new();
        let defined = stack::grown(|| match operand {
            Operand::Expr(expr) => self.expr_defined(expr, &mut variables),
            Operand::Int(int) => self.int_defined(int, &mut variables),
        });
        let variables = Rc::new(variables);
        self.overflow.known.insert(operand, (defined, variables.clone()));
        (defined, variables)
    }

    fn both(&mut self, parts: Vec<FormulaId>) -> FormulaId {
        self.terms.formula(Formula::And(parts))
    }

    fn part(&mut self, operand: Operand, variables: &mut BTreeSet<VariableId>) -> FormulaId {
        let (defined, more) = self.defined(operand);
        variables.extend(more.iter());
        defined
    }

    fn expr_defined(&mut self, expr: ExprId, variables: &mut BTreeSet<VariableId>) -> FormulaId {
        match self.terms.get(expr).clone() {
            // As in Kodkod, what is inside a comprehension is settled there.
            Expr::Relation(_) | Expr::Variable(_) | Expr::Constant(_) | Expr::Comprehension(..) => {
                self.terms.truth(true)
            }
            Expr::Union(a, b)
            | Expr::Difference(a, b)
            | Expr::Intersection(a, b)
            | Expr::Override(a, b)
            | Expr::Join(a, b)
            | Expr::Product(a, b) => {
                let parts = [a, b].map(|part| self.part(Operand::Expr(part), variables));
                self.both(parts.to_vec())
            }
            Expr::Transpose(a) | Expr::Closure(a) | Expr::ReflexiveClosure(a) => self.part(Operand::Expr(a), variables),
            Expr::If(condition, a, b) => {
                let parts = [a, b].map(|part| self.part(Operand::Expr(part), variables));
                self.chosen(condition, parts)
            }
            Expr::Atom(int) => self.part(Operand::Int(int), variables),
        }
    }

    fn chosen(&mut self, condition: FormulaId, [yes, no]: [FormulaId; 2]) -> FormulaId {
        if yes == no {
            return yes;
        }
        let yes = self.terms.formula(Formula::Implies(condition, yes));
        let no = self.terms.formula(Formula::Or(vec![condition, no]));
        self.both(vec![yes, no])
    }

    fn int_defined(&mut self, int: IntId, variables: &mut BTreeSet<VariableId>) -> FormulaId {
        let truth = self.terms.truth(true);
        let (inside, total) = match self.terms.get_int(int).clone() {
            IntExpr::Constant(value) => {
                let (low, high) = self.bounds.universe.int_range();
                return self.terms.truth((low..=high).contains(&value));
            }
            IntExpr::Cardinality(expr) => {
                self.free_variables(expr, variables);
                (self.part(Operand::Expr(expr), variables), false)
            }
            IntExpr::Sum(expr) => {
                self.free_variables(expr, variables);
                let single = matches!(self.terms.get(expr), Expr::Variable(_) | Expr::Atom(_));
                (self.part(Operand::Expr(expr), variables), single)
            }
            IntExpr::SumOver(decls, body) => {
                let inner = self.part(Operand::Int(body), variables);
                for Decl { variable, bound } in &decls {
                    variables.remove(variable);
                    self.free_variables(*bound, variables);
                }
                let inner = if inner == truth { truth } else { self.terms.formula(Formula::All(decls, inner)) };
                (inner, false)
            }
            IntExpr::Arithmetic(_, a, b) => {
                let parts = [a, b].map(|part| self.part(Operand::Int(part), variables));
                (self.both(parts.to_vec()), false)
            }
            IntExpr::If(condition, a, b) => {
                let parts = [a, b].map(|part| self.part(Operand::Int(part), variables));
                return self.chosen(condition, parts);
            }
        };
        if total {
            return inside;
        }
        let itself = self.terms.formula(Formula::Compare(Comparison::Equal, int, int));
        self.both(vec![inside, itself])
    }

    /// Adds the variables that an expression depends on.
    fn free_variables(&self, expr: ExprId, variables: &mut BTreeSet<VariableId>) {
        let mut walk = Walk { terms: &self.terms, seen: FxHashSet::default(), used: BTreeSet::new() };
        walk.visit(Node::Expr(expr));
        let bound: FxHashSet<VariableId> = walk.bound().collect();
        variables.extend(walk.used.iter().filter(|variable| !bound.contains(variable)));
    }
}

/// Any term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    Expr(ExprId),
    Formula(FormulaId),
    Int(IntId),
}

/// A walk over a term that meets every part once.
struct Walk<'t> {
    terms: &'t Terms,
    seen: FxHashSet<Node>,
    used: BTreeSet<VariableId>,
}

impl Walk<'_> {
    fn visit(&mut self, root: Node) {
        let mut waiting = vec![root];
        while let Some(node) = waiting.pop() {
            if self.seen.insert(node) {
                self.parts(node, &mut waiting);
            }
        }
    }

    fn decls(&self, node: Node) -> &[Decl] {
        match node {
            Node::Expr(id) => match self.terms.get(id) {
                Expr::Comprehension(decls, _) => decls,
                _ => &[],
            },
            Node::Formula(id) => match self.terms.get_formula(id) {
                Formula::All(decls, _) | Formula::Exists(decls, _) => decls,
                _ => &[],
            },
            Node::Int(id) => match self.terms.get_int(id) {
                IntExpr::SumOver(decls, _) => decls,
                _ => &[],
            },
        }
    }

    /// The variables that are declared inside; no two declarations share a variable.
    fn bound(&self) -> impl Iterator<Item = VariableId> {
        self.seen.iter().flat_map(|node| self.decls(*node)).map(|decl| decl.variable)
    }

    fn parts(&mut self, node: Node, waiting: &mut Vec<Node>) {
        waiting.extend(self.decls(node).iter().map(|decl| Node::Expr(decl.bound)));
        match node {
            Node::Expr(id) => match self.terms.get(id) {
                Expr::Variable(variable) => {
                    self.used.insert(*variable);
                }
                Expr::Relation(_) | Expr::Constant(_) => {}
                Expr::Union(a, b)
                | Expr::Difference(a, b)
                | Expr::Intersection(a, b)
                | Expr::Override(a, b)
                | Expr::Join(a, b)
                | Expr::Product(a, b) => waiting.extend([Node::Expr(*a), Node::Expr(*b)]),
                Expr::Transpose(a) | Expr::Closure(a) | Expr::ReflexiveClosure(a) => waiting.push(Node::Expr(*a)),
                Expr::Comprehension(_, body) => waiting.push(Node::Formula(*body)),
                Expr::If(c, a, b) => waiting.extend([Node::Formula(*c), Node::Expr(*a), Node::Expr(*b)]),
                Expr::Atom(int) => waiting.push(Node::Int(*int)),
            },
            Node::Formula(id) => match self.terms.get_formula(id) {
                Formula::Constant(_) => {}
                Formula::In(a, b) | Formula::Equal(a, b) => waiting.extend([Node::Expr(*a), Node::Expr(*b)]),
                Formula::Some(a) | Formula::No(a) | Formula::Lone(a) | Formula::One(a) | Formula::AtMost(a, _) => {
                    waiting.push(Node::Expr(*a))
                }
                Formula::Not(a) | Formula::All(_, a) | Formula::Exists(_, a) => waiting.push(Node::Formula(*a)),
                Formula::And(parts) | Formula::Or(parts) => {
                    waiting.extend(parts.iter().map(|part| Node::Formula(*part)));
                }
                Formula::Implies(a, b) | Formula::Iff(a, b) => {
                    waiting.extend([Node::Formula(*a), Node::Formula(*b)]);
                }
                Formula::Compare(_, a, b) => waiting.extend([Node::Int(*a), Node::Int(*b)]),
            },
            Node::Int(id) => match self.terms.get_int(id) {
                IntExpr::Constant(_) => {}
                IntExpr::Cardinality(a) | IntExpr::Sum(a) => waiting.push(Node::Expr(*a)),
                IntExpr::SumOver(_, body) => waiting.push(Node::Int(*body)),
                IntExpr::Arithmetic(_, a, b) => waiting.extend([Node::Int(*a), Node::Int(*b)]),
                IntExpr::If(c, a, b) => waiting.extend([Node::Formula(*c), Node::Int(*a), Node::Int(*b)]),
            },
        }
    }
}
