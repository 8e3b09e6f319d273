//! Expressions whose names are still overloaded, and what such an expression may be.
//!
//! Checking goes down and up twice, as in Alloy: inference finds for every name all that it may stand for and, from the
//! leaves up, what each expression may be; elaboration then goes from the root down with what is wanted, and
//! takes of every choice what fits.

use super::hierarchy::Hierarchy;
use super::module::{Binary, Expr, FunctionId, MacroId, Prim, RelType, Type, Unary, VarId};
use super::starts::joined;
use crate::diagnostic::Span;
use crate::stack;
use std::ops::Deref;
use std::rc::Rc;

/// An expression whose names may still stand for several things.
#[derive(Debug, Clone)]
pub(super) struct Overloaded {
    pub(super) kind: OverloadedKind,
    pub(super) kinds: Kinds,
    pub(super) span: Span,
}

/// An expression with overloaded names as a part of another one. What a name may stand for shares the parts that it is made of.
#[derive(Debug, Clone)]
pub(super) struct Part(Option<Rc<Overloaded>>);

impl Part {
    pub(super) fn new(overloaded: Overloaded) -> Part {
        Part(Some(Rc::new(overloaded)))
    }

    /// The expression itself; a copy of its uppermost level if others share it.
    pub(super) fn into_whole(mut self) -> Overloaded {
        Rc::unwrap_or_clone(self.0.take().expect("only the end of a part takes its overloaded away"))
    }
}

impl Deref for Part {
    type Target = Overloaded;

    fn deref(&self) -> &Overloaded {
        self.0.as_ref().expect("only the end of a part takes its overloaded away")
    }
}

/// Chains make deep trees.
impl Drop for Part {
    fn drop(&mut self) {
        if let Some(overloaded) = self.0.take() {
            stack::grown(|| drop(overloaded));
        }
    }
}

#[derive(Debug, Clone)]
pub(super) enum OverloadedKind {
    /// Nothing is open any more.
    Elaborated(Expr),
    /// A name with everything that it may stand for; of what fits equally well, the least weight wins.
    Choice(String, Vec<(Overloaded, u32)>),
    /// A call that still takes arguments; never more than it takes.
    Partial(Callee, Vec<Overloaded>),
    /// A call with all its arguments, and where the name stands of what is called.
    Call(FunctionId, Vec<Overloaded>, Span),
    /// `~`, `^`, `*`.
    Unary(Unary, Part),
    /// An operator between relations.
    Binary(Binary, Part, Part),
    /// `c implies a else b`.
    If(Expr, Part, Part),
    /// `let x = e | body`.
    Let(VarId, Expr, Part),
    /// `old[e]`.
    Old(Part),
    /// An arrow with multiplicities that a macro, or an argument of one, stands for: they bound a variable, and nothing else.
    Replaced(Part),
}

/// What takes arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Callee {
    /// A predicate or function, and where its name stands.
    Declared(FunctionId, Span),
    /// A macro.
    Macro(MacroId),
    /// A function on integers.
    Arithmetic(Binary),
    /// `disj`, of any number of sets.
    Disjoint,
    /// `int[e]`: the sum of a set.
    SumOf,
    /// `pred/totalOrder`.
    TotalOrder,
}

/// What an expression may be: a formula, a single integer, tuples of some arities.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Kinds {
    pub(super) formula: bool,
    pub(super) int: bool,
    /// Bit n: tuples of n columns, though perhaps none at all.
    arities: u64,
    /// The products of all arities.
    pub(super) products: Vec<Vec<Prim>>,
}

/// What is wanted of an expression.
#[derive(Debug, Clone)]
pub(super) enum Want {
    /// Truth.
    Formula,
    /// One integer.
    Int,
    /// The sum of a set of integers, which is asked for in so many words.
    Sum,
    /// Tuples; of those, only these matter.
    Tuples(Kinds),
    /// Whatever it is.
    Any,
}

impl Overloaded {
    pub(super) fn elaborated(expr: Expr) -> Overloaded {
        Overloaded { kinds: Kinds::of(&expr.ty), span: expr.span, kind: OverloadedKind::Elaborated(expr) }
    }
}

impl Kinds {
    pub(super) fn of(ty: &Type) -> Kinds {
        match ty {
            Type::Formula => Kinds { formula: true, ..Kinds::default() },
            Type::Int => Kinds { int: true, ..Kinds::default() },
            Type::Relation(ty) => Kinds::relation(ty),
        }
    }

    pub(super) fn relation(ty: &RelType) -> Kinds {
        Kinds { arities: 1 << ty.arity.min(63), products: ty.products.clone(), ..Kinds::default() }
    }

    /// The same as tuples: an integer is its atom.
    pub(super) fn tuples(&self) -> Kinds {
        let mut kinds = Kinds { formula: false, int: false, ..self.clone() };
        if self.int {
            kinds.add(vec![Prim::Int]);
        }
        kinds
    }

    /// Whether it can be tuples at all.
    pub(super) fn has_tuples(&self) -> bool {
        self.arities != 0
    }

    pub(super) fn has_arity(&self, arity: usize) -> bool {
        self.arities >> arity.min(63) & 1 == 1
    }

    /// Whether it is nothing at all: no join of the two sides exists.
    pub(super) fn is_nothing(&self) -> bool {
        !self.formula && !self.int && self.arities == 0
    }

    pub(super) fn arities(&self) -> impl Iterator<Item = usize> + use<> {
        let arities = self.arities;
        (1..64).filter(move |arity| arities >> arity & 1 == 1)
    }

    /// The least number of columns that it may have; 1 where it is no relation.
    pub(super) fn least_arity(&self) -> usize {
        self.arities().next().unwrap_or(1)
    }

    /// The tuples of one arity.
    pub(super) fn at(&self, arity: usize) -> RelType {
        let products = self.products.iter().filter(|product| product.len() == arity).cloned().collect();
        RelType { arity, products }
    }

    pub(super) fn of_arity(&self, arity: usize) -> Kinds {
        Kinds::relation(&self.at(arity))
    }

    fn add(&mut self, product: Vec<Prim>) {
        self.arities |= 1 << product.len().min(63);
        if let Err(place) = self.products.binary_search(&product) {
            self.products.insert(place, product);
        }
    }

    pub(super) fn or(mut self, other: &Kinds) -> Kinds {
        self.formula |= other.formula;
        self.int |= other.int;
        self.arities |= other.arities;
        other.products.iter().for_each(|product| self.add(product.clone()));
        self
    }

    /// The tuples with as many columns as some of the other's have.
    pub(super) fn as_wide_as(&self, other: &Kinds) -> Kinds {
        let arities = self.arities & other.arities;
        let products = self.products.iter().filter(|product| arities >> product.len() & 1 == 1);
        Kinds { arities, products: products.cloned().collect(), ..Kinds::default() }
    }

    /// Whether the other one lists each of these products.
    fn contained_in(&self, other: &Kinds) -> bool {
        self.products.iter().all(|product| other.products.binary_search(product).is_ok())
    }

    fn collect(arities: u64, products: impl IntoIterator<Item = Vec<Prim>>) -> Kinds {
        let mut products: Vec<Vec<Prim>> = products.into_iter().collect();
        products.sort_unstable();
        products.dedup();
        let arities = products.iter().fold(arities, |arities, product| arities | 1 << product.len().min(63));
        Kinds { arities, products, ..Kinds::default() }
    }
}

impl Hierarchy<'_> {
    /// The tuples that both may have.
    pub(super) fn common(&self, a: &Kinds, b: &Kinds) -> Kinds {
        // A part of a long union is wanted as it is, at each of its levels.
        if let Some(part) =
            [(a, b), (b, a)].into_iter().find_map(|(part, whole)| part.contained_in(whole).then_some(part))
        {
            return Kinds::collect(a.arities & b.arities, part.products.iter().cloned());
        }
        let starts = self.by_start(&b.products);
        let met = a.products.iter().flat_map(|p| self.meets(p, &starts));
        Kinds::collect(a.arities & b.arities, met)
    }

    /// What of `own` matters where `wanted` is wanted; all that is as wide, if nothing fits.
    pub(super) fn relevant(&self, own: &Kinds, wanted: &Kinds) -> Kinds {
        let common = self.common(own, wanted);
        if !common.products.is_empty() {
            return common;
        }
        let wide = own.as_wide_as(wanted);
        if wide.has_tuples() { wide } else { own.clone() }
    }

    /// The tuples of a relation whose first (or last) column may lie in a set; all, if none may.
    pub(super) fn restricted(&self, relation: &Kinds, set: &Kinds, last: bool) -> Kinds {
        let kept = relation.products.iter().filter(|product| {
            let column = if last { product.last() } else { product.first() };
            let mut sets = set.products.iter().filter(|set| set.len() == 1);
            column.is_some_and(|column| sets.any(|set| self.meet(*column, set[0]).is_some()))
        });
        let kept = Kinds::collect(0, kept.cloned());
        if kept.products.is_empty() { relation.clone() } else { kept }
    }

    /// `a . b`.
    pub(super) fn join_of(&self, a: &Kinds, b: &Kinds) -> Kinds {
        let mut arities = 0u64;
        for x in a.arities() {
            for y in b.arities() {
                if (3..60).contains(&(x + y)) {
                    arities |= 1 << (x + y - 2);
                }
            }
        }
        let pairs = self.joining(&a.products, &b.products).map(|(p, q, _)| joined(p, q));
        Kinds::collect(arities, pairs)
    }

    /// What of both sides of a join leads to tuples that are wanted.
    pub(super) fn join_parts(&self, a: &Kinds, b: &Kinds, wanted: &Kinds) -> (Kinds, Kinds) {
        let (mut left, mut right) = (Kinds::default(), Kinds::default());
        let (mut any_left, mut any_right) = (Kinds::default(), Kinds::default());
        let starts = self.by_start(&wanted.products);
        for (p, q, met) in self.joining(&a.products, &b.products) {
            let ends = (p.len() - 1, q.len() - 1);
            let (mut p, mut q) = (p.clone(), q.clone());
            p[ends.0] = met;
            q[0] = met;
            for kept in self.meets(&joined(&p, &q), &starts) {
                left.add([&kept[..ends.0], &[met]].concat());
                right.add([&[met], &kept[ends.0..]].concat());
            }
            any_left.add(p);
            any_right.add(q);
        }
        match (left.has_tuples(), any_left.has_tuples()) {
            (true, _) => (left, right),
            (false, true) => (any_left, any_right),
            (false, false) => (a.clone(), b.clone()),
        }
    }

    /// `a -> b`.
    pub(super) fn product_of(&self, a: &Kinds, b: &Kinds) -> Kinds {
        let mut arities = 0u64;
        for x in a.arities() {
            for y in b.arities() {
                arities |= 1 << (x + y).min(63);
            }
        }
        let pairs = a.products.iter().flat_map(|p| b.products.iter().map(move |q| [p.as_slice(), q].concat()));
        Kinds::collect(arities, pairs)
    }

    /// What of both sides of a product leads to tuples that are wanted.
    pub(super) fn product_parts(&self, a: &Kinds, b: &Kinds, wanted: &Kinds) -> (Kinds, Kinds) {
        let (mut left, mut right) = (Kinds::default(), Kinds::default());
        let starts = self.by_start(&wanted.products);
        for p in &a.products {
            for q in &b.products {
                for kept in self.meets(&[p.as_slice(), q].concat(), &starts) {
                    left.add(kept[..p.len()].to_vec());
                    right.add(kept[p.len()..].to_vec());
                }
            }
        }
        if left.has_tuples() { (left, right) } else { (a.clone(), b.clone()) }
    }

    /// The pairs of `step` that lie on a path from where a wanted pair starts to where it ends.
    pub(super) fn on_paths(&self, step: &Kinds, wanted: &Kinds) -> Kinds {
        let pairs = step.at(2).products;
        let reach = |start: Vec<Prim>, from: usize| {
            let mut found = start;
            let mut next = 0;
            while next < found.len() {
                for pair in &pairs {
                    if self.meet(pair[from], found[next]).is_some() && !found.contains(&pair[1 - from]) {
                        found.push(pair[1 - from]);
                    }
                }
                next += 1;
            }
            found
        };
        let column = |at: usize| wanted.at(2).products.iter().map(|product| product[at]).collect::<Vec<_>>();
        let (forward, backward) = (reach(column(0), 0), reach(column(1), 1));
        let touches = |prims: &[Prim], prim: Prim| prims.iter().any(|other| self.meet(*other, prim).is_some());
        let kept = pairs.iter().filter(|pair| touches(&forward, pair[0]) && touches(&backward, pair[1])).cloned();
        let kept = Kinds::collect(1 << 2, kept);
        if kept.products.is_empty() { step.of_arity(2) } else { kept }
    }
}
