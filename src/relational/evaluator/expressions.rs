//! Values of expressions.

use super::machine::{Machine, Number};
use super::values::{AtomSet, Rows, Value};
use crate::relational::{Decl, Expr, ExprId, FormulaId, TupleKey};
use crate::stack;
use std::rc::Rc;

impl<const W: usize> Machine<'_, W> {
    /// The value of an expression under the current bindings.
    pub(super) fn expr(&mut self, id: ExprId) -> Value<W> {
        let Some(place) = self.place(self.analysis.expr(id).memo) else {
            return self.expr_anew(id);
        };
        if let Some(value) = self.recall(&self.expr_memo, place) {
            return value.clone();
        }
        let value = self.expr_anew(id);
        self.remember_expr(place, &value);
        value
    }

    fn expr_anew(&mut self, id: ExprId) -> Value<W> {
        stack::grown(|| match self.analysis.expr(id).arity {
            1 => Value::Atoms(self.atoms_anew(id)),
            2 => Value::Pairs(self.pairs_anew(id)),
            _ => Value::Tuples(self.tuples_anew(id)),
        })
    }

    /// The value of a unary expression.
    pub(super) fn atoms(&mut self, id: ExprId) -> AtomSet<W> {
        match self.terms.get(id) {
            Expr::Variable(variable) => AtomSet::single(self.bindings[variable.0 as usize] as usize),
            Expr::Relation(relation) => unary(&self.relations[relation.0 as usize]),
            _ => {
                let Some(place) = self.place(self.analysis.expr(id).memo) else {
                    return stack::grown(|| self.atoms_anew(id));
                };
                if let Some(value) = self.recall(&self.expr_memo, place) {
                    return unary(value);
                }
                let set = stack::grown(|| self.atoms_anew(id));
                self.remember_expr(place, &Value::Atoms(set));
                set
            }
        }
    }

    fn atoms_anew(&mut self, id: ExprId) -> AtomSet<W> {
        match self.terms.get(id) {
            Expr::Relation(relation) => unary(&self.relations[relation.0 as usize]),
            Expr::Variable(variable) => AtomSet::single(self.bindings[variable.0 as usize] as usize),
            Expr::Constant(_) => self.constants[id.0 as usize].as_ref().map_or(AtomSet::EMPTY, unary),
            Expr::Union(a, b) => self.atoms(*a).union(&self.atoms(*b)),
            Expr::Difference(a, b) => self.atoms(*a).difference(&self.atoms(*b)),
            Expr::Intersection(a, b) => self.atoms(*a).intersection(&self.atoms(*b)),
            Expr::Override(a, b) => {
                // Every tuple of a unary relation has the same (empty) remaining columns.
                self.atoms(*a).union(&self.atoms(*b))
            }
            Expr::Join(a, b) => match (self.analysis.expr(*a).arity, self.analysis.expr(*b).arity) {
                (1, 2) => {
                    let from = self.atoms(*a);
                    self.image(from, *b)
                }
                (2, 1) => {
                    let to = self.atoms(*b);
                    self.preimage(*a, to)
                }
                _ => self.join_keys(*a, *b).iter().fold(AtomSet::EMPTY, |mut set, key| {
                    set.insert(key.0 as usize);
                    set
                }),
            },
            Expr::Comprehension(decls, body) => {
                let mut set = AtomSet::EMPTY;
                self.each_binding(decls, *body, 0, 0, &mut |key| set.insert(key.0 as usize));
                set
            }
            Expr::If(condition, a, b) => {
                let branch = if self.formula(*condition) { a } else { b };
                self.atoms(*branch)
            }
            Expr::Atom(int) => match self.int(*int) {
                Number::Is(value) => match self.problem.universe.int_atom(value) {
                    Some(atom) => AtomSet::single(atom.index()),
                    None => AtomSet::EMPTY,
                },
                Number::Undefined => AtomSet::EMPTY,
            },
            Expr::Product(..) | Expr::Transpose(_) | Expr::Closure(_) | Expr::ReflexiveClosure(_) => {
                unreachable!("these expressions have at least two columns")
            }
        }
    }

    /// The atoms that a binary expression relates the atoms of `from` to.
    fn image(&mut self, from: AtomSet<W>, id: ExprId) -> AtomSet<W> {
        let terms = self.terms;
        match terms.get(id) {
            Expr::Union(a, b) if !self.analysis.is_closed(id) => self.image(from, *a).union(&self.image(from, *b)),
            Expr::Transpose(a) if !self.analysis.is_closed(id) => self.preimage(*a, from),
            Expr::Product(a, b) if self.analysis.expr(*a).arity == 1 && !self.analysis.is_closed(id) => {
                if self.atoms(*a).meets(&from) { self.atoms(*b) } else { AtomSet::EMPTY }
            }
            _ => {
                let rows = self.pairs(id);
                from.iter().fold(AtomSet::EMPTY, |set, atom| set.union(&rows[atom]))
            }
        }
    }

    /// The atoms that a binary expression relates to an atom of `to`.
    fn preimage(&mut self, id: ExprId, to: AtomSet<W>) -> AtomSet<W> {
        let rows = self.pairs(id);
        let mut set = AtomSet::EMPTY;
        for (atom, row) in rows.iter().enumerate() {
            if row.meets(&to) {
                set.insert(atom);
            }
        }
        set
    }

    /// The value of a binary expression.
    pub(super) fn pairs(&mut self, id: ExprId) -> Rows<W> {
        match self.expr(id) {
            Value::Pairs(rows) => rows,
            _ => unreachable!("the analysis gives this expression two columns"),
        }
    }

    fn pairs_anew(&mut self, id: ExprId) -> Rows<W> {
        let zipped = |left: Rows<W>, right: Rows<W>, join: fn(AtomSet<W>, &AtomSet<W>) -> AtomSet<W>| {
            left.iter().zip(right.iter()).map(|(left, right)| join(*left, right)).collect()
        };
        match self.terms.get(id) {
            Expr::Relation(relation) => binary(&self.relations[relation.0 as usize]),
            Expr::Constant(_) => match &self.constants[id.0 as usize] {
                Some(value) => binary(value),
                None => unreachable!("constants are prepared with the machine"),
            },
            Expr::Union(a, b) => zipped(self.pairs(*a), self.pairs(*b), |a, b| a.union(b)),
            Expr::Difference(a, b) => zipped(self.pairs(*a), self.pairs(*b), |a, b| a.difference(b)),
            Expr::Intersection(a, b) => zipped(self.pairs(*a), self.pairs(*b), |a, b| a.intersection(b)),
            Expr::Override(a, b) => zipped(self.pairs(*a), self.pairs(*b), |a, b| if b.is_empty() { a } else { *b }),
            Expr::Join(a, b) => match (self.analysis.expr(*a).arity, self.analysis.expr(*b).arity) {
                (2, 2) => {
                    let (left, right) = (self.pairs(*a), self.pairs(*b));
                    let image = |row: &AtomSet<W>| row.iter().fold(AtomSet::EMPTY, |set, at| set.union(&right[at]));
                    left.iter().map(image).collect()
                }
                _ => {
                    let keys = self.join_keys(*a, *b);
                    rows_of(&keys, self.base)
                }
            },
            Expr::Product(a, b) => {
                let (left, right) = (self.atoms(*a), self.atoms(*b));
                (0..self.base).map(|atom| if left.contains(atom) { right } else { AtomSet::EMPTY }).collect()
            }
            Expr::Transpose(a) => {
                let rows = self.pairs(*a);
                let mut columns = vec![AtomSet::EMPTY; self.base];
                for (left, row) in rows.iter().enumerate() {
                    row.iter().for_each(|right| columns[right].insert(left));
                }
                columns.into()
            }
            Expr::Closure(a) => {
                let rows = self.pairs(*a);
                close(&rows).into()
            }
            Expr::ReflexiveClosure(a) => {
                let rows = self.pairs(*a);
                let mut rows = close(&rows);
                rows.iter_mut().enumerate().for_each(|(atom, row)| row.insert(atom));
                rows.into()
            }
            Expr::Comprehension(decls, body) => {
                let mut keys = Vec::new();
                self.each_binding(decls, *body, 0, 0, &mut |key| keys.push(key));
                rows_of(&keys, self.base)
            }
            Expr::If(condition, a, b) => {
                let branch = if self.formula(*condition) { a } else { b };
                self.pairs(*branch)
            }
            Expr::Variable(_) | Expr::Atom(_) => unreachable!("these expressions have one column"),
        }
    }

    fn tuples_anew(&mut self, id: ExprId) -> Rc<[TupleKey]> {
        let terms = self.terms;
        match terms.get(id) {
            Expr::Relation(relation) => self.relations[relation.0 as usize].keys().into(),
            Expr::Constant(tuples) => tuples.keys().into(),
            Expr::Union(a, b) => {
                let mut keys = self.expr(*a).keys();
                keys.extend(self.expr(*b).keys());
                sorted(keys)
            }
            Expr::Difference(a, b) => {
                let (left, right) = (self.expr(*a).keys(), self.expr(*b).keys());
                left.into_iter().filter(|key| right.binary_search(key).is_err()).collect()
            }
            Expr::Intersection(a, b) => {
                let (left, right) = (self.expr(*a).keys(), self.expr(*b).keys());
                left.into_iter().filter(|key| right.binary_search(key).is_ok()).collect()
            }
            Expr::Override(a, b) => {
                let (left, right) = (self.expr(*a).keys(), self.expr(*b).keys());
                let tail = self.power(self.analysis.expr(id).arity - 1);
                let replaced = |key: &TupleKey| {
                    let head = key.0 / tail;
                    let at = right.partition_point(|other| other.0 / tail < head);
                    right.get(at).is_some_and(|other| other.0 / tail == head)
                };
                let mut keys: Vec<_> = left.into_iter().filter(|key| !replaced(key)).collect();
                keys.extend(&right);
                sorted(keys)
            }
            Expr::Join(a, b) => self.join_keys(*a, *b).into(),
            Expr::Product(a, b) => {
                let (left, right) = (self.expr(*a).keys(), self.expr(*b).keys());
                let tail = self.power(self.analysis.expr(*b).arity);
                let pair = |left: &TupleKey, right: &TupleKey| TupleKey(left.0 * tail + right.0);
                left.iter().flat_map(|left| right.iter().map(move |right| pair(left, right))).collect()
            }
            Expr::Comprehension(decls, body) => {
                let mut keys = Vec::new();
                self.each_binding(decls, *body, 0, 0, &mut |key| keys.push(key));
                sorted(keys)
            }
            Expr::If(condition, a, b) => {
                let branch = if self.formula(*condition) { a } else { b };
                self.expr(*branch).keys().into()
            }
            Expr::Variable(_) | Expr::Atom(_) | Expr::Transpose(_) | Expr::Closure(_) | Expr::ReflexiveClosure(_) => {
                unreachable!("these expressions have at most two columns")
            }
        }
    }

    /// The join of two expressions of any arity, as ascending keys.
    fn join_keys(&mut self, a: ExprId, b: ExprId) -> Vec<TupleKey> {
        let (left, right) = (self.expr(a).keys(), self.expr(b).keys());
        let base = self.base as u64;
        let tail = self.power(self.analysis.expr(b).arity - 1);
        let mut keys = Vec::new();
        for key in left {
            let (head, middle) = (key.0 / base, key.0 % base);
            let start = right.partition_point(|other| other.0 < middle * tail);
            let matching = right[start..].iter().take_while(|other| other.0 / tail == middle);
            keys.extend(matching.map(|other| TupleKey(head * tail + other.0 % tail)));
        }
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    fn power(&self, columns: usize) -> u64 {
        (self.base as u64).pow(columns as u32)
    }

    /// Calls `found` with the tuple of every binding of `decls` under which `body` holds.
    fn each_binding(
        &mut self,
        decls: &[Decl],
        body: FormulaId,
        depth: usize,
        prefix: u64,
        found: &mut dyn FnMut(TupleKey),
    ) {
        let Some(decl) = decls.get(depth) else {
            if self.formula(body) {
                found(TupleKey(prefix));
            }
            return;
        };
        for atom in self.atoms(decl.bound).iter() {
            self.bindings[decl.variable.0 as usize] = atom as u32;
            self.each_binding(decls, body, depth + 1, prefix * self.base as u64 + atom as u64, found);
        }
    }
}

fn unary<const W: usize>(value: &Value<W>) -> AtomSet<W> {
    match value {
        Value::Atoms(set) => *set,
        _ => unreachable!("the analysis gives this expression one column"),
    }
}

fn binary<const W: usize>(value: &Value<W>) -> Rows<W> {
    match value {
        Value::Pairs(rows) => Rc::clone(rows),
        _ => unreachable!("the analysis gives this expression two columns"),
    }
}

fn sorted(mut keys: Vec<TupleKey>) -> Rc<[TupleKey]> {
    keys.sort_unstable();
    keys.dedup();
    keys.into()
}

fn rows_of<const W: usize>(keys: &[TupleKey], base: usize) -> Rows<W> {
    let mut rows = vec![AtomSet::EMPTY; base];
    for key in keys {
        rows[(key.0 / base as u64) as usize].insert((key.0 % base as u64) as usize);
    }
    rows.into()
}

/// The transitive closure, by Warshall's algorithm on rows.
fn close<const W: usize>(rows: &[AtomSet<W>]) -> Vec<AtomSet<W>> {
    let mut closure = rows.to_vec();
    // Only atoms with a row of their own can lead further.
    let sources: Vec<usize> = (0..rows.len()).filter(|atom| !rows[*atom].is_empty()).collect();
    for &through in &sources {
        let reached = closure[through];
        for &from in &sources {
            if closure[from].contains(through) {
                closure[from].unite(&reached);
            }
        }
    }
    closure
}
