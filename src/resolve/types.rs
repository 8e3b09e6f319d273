//! Relational types: unions of products of signatures, and how operators combine them.

use super::module::{Module, Prim, RelType, Sig, SigId, SigKind, Type};
use itertools::Itertools;

/// The signature hierarchy, as far as types need it.
pub(super) struct Hierarchy<'m> {
    pub(super) sigs: &'m [Sig],
}

impl Hierarchy<'_> {
    /// Whether `sig` is `ancestor` or extends it, directly or indirectly.
    pub(super) fn is_below(&self, sig: SigId, ancestor: SigId) -> bool {
        let mut current = sig;
        for _ in 0..=self.sigs.len() {
            if current == ancestor {
                return true;
            }
            match &self.sigs[current.index()].kind {
                SigKind::Extends(parent) => current = *parent,
                SigKind::Top | SigKind::In { .. } => return false,
            }
        }
        false
    }

    /// Whether elements of `sig` have the fields of `owner`: it is `owner`, or extends it or lies in it, directly or indirectly. Of
    /// several signatures that it lies in, one is enough, as in Alloy.
    pub(super) fn has_fields_of(&self, sig: SigId, owner: SigId) -> bool {
        let mut above = vec![sig];
        let mut next = 0;
        while let Some(sig) = above.get(next).copied() {
            if sig == owner {
                return true;
            }
            next += 1;
            let parents: &[Prim] = match &self.sigs[sig.index()].kind {
                SigKind::Extends(parent) => &[Prim::Sig(*parent)],
                SigKind::In { parents, .. } => parents,
                SigKind::Top => &[],
            };
            for parent in parents {
                if let Prim::Sig(parent) = parent
                    && !above.contains(parent)
                {
                    above.push(*parent);
                }
            }
        }
        false
    }

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

    /// What two columns have in common.
    pub(super) fn meet(&self, a: Prim, b: Prim) -> Option<Prim> {
        match (a, b) {
            (Prim::Univ, other) | (other, Prim::Univ) => Some(other),
            (Prim::Int, Prim::Int) => Some(Prim::Int),
            (Prim::Text, Prim::Text) => Some(Prim::Text),
            (Prim::Sig(a), Prim::Sig(b)) if self.is_below(a, b) => Some(Prim::Sig(a)),
            (Prim::Sig(a), Prim::Sig(b)) if self.is_below(b, a) => Some(Prim::Sig(b)),
            _ => None,
        }
    }

    /// `a & b`, `a in b`: the products that both may have.
    pub(super) fn intersection(&self, a: &RelType, b: &RelType) -> RelType {
        let mut products = Vec::new();
        let starts = self.by_start(&b.products);
        for p in &a.products {
            let candidates = p.first().map(|first| self.starting(&starts, *first)).unwrap_or_default();
            for q in candidates {
                let met: Option<Vec<Prim>> = p.iter().zip(q).map(|(x, y)| self.meet(*x, *y)).collect();
                products.extend(met);
            }
        }
        normal(a.arity, products)
    }

    /// `a . b`.
    pub(super) fn join(&self, a: &RelType, b: &RelType) -> RelType {
        let mut products = Vec::new();
        let starts = self.by_start(&b.products);
        for p in &a.products {
            let Some(last) = p.last() else { continue };
            for q in self.starting(&starts, *last) {
                if q.first().is_some_and(|first| self.meet(*last, *first).is_some()) {
                    products.push(p[..p.len() - 1].iter().chain(&q[1..]).copied().collect());
                }
            }
        }
        normal(a.arity + b.arity - 2, products)
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
