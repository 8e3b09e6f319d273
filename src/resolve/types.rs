//! Relational types: unions of products of signatures, and how operators combine them.

use super::hierarchy::Hierarchy;
use super::module::{Module, Prim, RelType, SigId, SigKind, Type};
use super::starts::joined;
use itertools::Itertools;

impl Hierarchy<'_> {
    /// Whether two signatures may have elements in common.
    pub(super) fn overlap(&self, a: SigId, b: SigId) -> bool {
        !self.intersection(&self.of_sig(a), &self.of_sig(b)).products.is_empty()
    }

    /// The type of a signature's atoms: itself, or its parents' types where it is a subset.
    pub(super) fn of_sig(&self, sig: SigId) -> RelType {
        let mut prims = Vec::new();
        self.collect(sig, &mut prims, self.sigs.len());
        unary(prims)
    }

    fn collect(&self, sig: SigId, prims: &mut Vec<Prim>, depth: usize) {
        match &self.sigs[sig.index()].kind {
            // Cyclic parents are reported where they are declared; here they only must not loop.
            SigKind::In { parents, .. } if depth > 0 => parents.iter().for_each(|parent| match parent {
                Prim::Sig(parent) => self.collect(*parent, prims, depth - 1),
                other => prims.push(*other),
            }),
            _ => prims.push(Prim::Sig(sig)),
        }
    }

    /// `a & b`, `a in b`: the products that both may have.
    pub(super) fn intersection(&self, a: &RelType, b: &RelType) -> RelType {
        let starts = self.by_start(&b.products);
        normal(a.arity, a.products.iter().flat_map(|p| self.meets(p, &starts)).collect())
    }

    /// `a . b`.
    pub(super) fn join(&self, a: &RelType, b: &RelType) -> RelType {
        let pairs = self.joining(&a.products, &b.products);
        normal(a.arity + b.arity - 2, pairs.map(|(p, q, _)| joined(p, q)).collect())
    }

    /// The products of `relation` whose column (0 or the last) overlaps a unary type.
    pub(super) fn restrict(&self, relation: &RelType, last: bool, to: &RelType) -> RelType {
        let products = relation.products.iter().filter(|product| {
            let column = if last { product[product.len() - 1] } else { product[0] };
            to.products.iter().any(|other| self.meet(column, other[0]).is_some())
        });
        normal(relation.arity, products.cloned().collect())
    }

    /// The type in the user's words.
    pub(super) fn describe(&self, ty: &RelType) -> String {
        let column = |prim: &Prim| match prim {
            Prim::Sig(sig) => self.sigs[sig.index()].name.clone(),
            Prim::Int => "Int".to_owned(),
            Prim::Text => "String".to_owned(),
            Prim::Univ => "univ".to_owned(),
        };
        if ty.products.is_empty() {
            return "none".to_owned();
        }
        ty.products.iter().map(|product| product.iter().map(column).join(" -> ")).join(" + ")
    }
}

impl Module {
    /// A type in the user's words.
    pub fn describe(&self, ty: &Type) -> String {
        match ty {
            Type::Formula => "formula".to_owned(),
            Type::Int => "Int".to_owned(),
            Type::Relation(ty) => Hierarchy { sigs: &self.sigs }.describe(ty),
        }
    }

    /// Whether two columns may have elements in common.
    pub fn meet(&self, a: Prim, b: Prim) -> bool {
        Hierarchy { sigs: &self.sigs }.meet(a, b).is_some()
    }
}

/// A type of one column.
pub(super) fn unary(prims: Vec<Prim>) -> RelType {
    normal(1, prims.into_iter().map(|prim| vec![prim]).collect())
}

/// `a + b`.
pub(super) fn union(a: &RelType, b: &RelType) -> RelType {
    normal(a.arity, a.products.iter().chain(&b.products).cloned().collect())
}

/// `a -> b`.
pub(super) fn product(a: &RelType, b: &RelType) -> RelType {
    let products = a.products.iter().flat_map(|p| b.products.iter().map(move |q| [p.as_slice(), q].concat()));
    normal(a.arity + b.arity, products.collect())
}

/// `~a`.
pub(super) fn transpose(a: &RelType) -> RelType {
    normal(a.arity, a.products.iter().map(|product| product.iter().rev().copied().collect()).collect())
}

fn normal(arity: usize, mut products: Vec<Vec<Prim>>) -> RelType {
    products.sort_unstable();
    products.dedup();
    RelType { arity, products }
}

/// "one column", "3 columns".
pub(super) fn columns(arity: usize) -> String {
    if arity == 1 { "one column".to_owned() } else { format!("{arity} columns") }
}
