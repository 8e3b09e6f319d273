//! Products by their first columns, and which of two types meet or join: generated models have types of hundreds of products, and most of two types have nothing in common.

use super::hierarchy::Hierarchy;
use super::module::{Prim, SigId};
use rustc_hash::FxHashMap;

/// From how many products on it pays to look them up.
const MANY: usize = 16;

/// Products, to be asked for those that may start in a column.
pub(super) struct Starts<'k> {
    all: &'k [Vec<Prim>],
    /// Where there are many: those that start in exactly this.
    at: FxHashMap<Prim, Vec<&'k Vec<Prim>>>,
    /// Those that start in a signature that extends this one, directly or indirectly.
    below: FxHashMap<SigId, Vec<&'k Vec<Prim>>>,
}

impl Hierarchy<'_> {
    pub(super) fn by_start<'k>(&self, products: &'k [Vec<Prim>]) -> Starts<'k> {
        let mut starts = Starts { all: products, at: FxHashMap::default(), below: FxHashMap::default() };
        if products.len() < MANY {
            return starts;
        }
        for product in products {
            let Some(first) = product.first() else { continue };
            starts.at.entry(*first).or_default().push(product);
            if let Prim::Sig(sig) = first {
                for ancestor in self.ancestors(*sig) {
                    starts.below.entry(ancestor).or_default().push(product);
                }
            }
        }
        starts
    }

    /// The products that start in something that a column may have, and perhaps others; none where there is no column.
    pub(super) fn starting<'k>(&self, starts: &Starts<'k>, column: Option<&Prim>) -> Vec<&'k Vec<Prim>> {
        let Some(column) = column.copied() else { return Vec::new() };
        if starts.at.is_empty() || column == Prim::Univ {
            return starts.all.iter().collect();
        }
        let (sig, below) = match column {
            Prim::Sig(sig) => (Some(sig), starts.below.get(&sig)),
            _ => (None, None),
        };
        let above = sig.into_iter().flat_map(|sig| self.ancestors(sig)).map(Prim::Sig);
        let wider = [column, Prim::Univ].into_iter().chain(above);
        wider.filter_map(|start| starts.at.get(&start)).chain(below).flatten().copied().collect()
    }

    /// What a product has in common with each of others.
    pub(super) fn meets(&self, p: &[Prim], others: &Starts) -> impl Iterator<Item = Vec<Prim>> {
        self.starting(others, p.first()).into_iter().filter_map(|q| self.products_meet(p, q))
    }

    fn products_meet(&self, p: &[Prim], q: &[Prim]) -> Option<Vec<Prim>> {
        if p.len() != q.len() {
            return None;
        }
        p.iter().zip(q).map(|(x, y)| self.meet(*x, *y)).collect()
    }

    /// The pairs of products that a join brings together, with the column where they meet.
    pub(super) fn joining<'k>(
        &'k self,
        a: &'k [Vec<Prim>],
        b: &'k [Vec<Prim>],
    ) -> impl Iterator<Item = (&'k Vec<Prim>, &'k Vec<Prim>, Prim)> {
        let starts = self.by_start(b);
        a.iter().flat_map(move |p| {
            self.starting(&starts, p.last()).into_iter().filter_map(move |q| {
                let met = self.meet(*p.last()?, *q.first()?)?;
                (p.len() + q.len() > 2).then_some((p, q, met))
            })
        })
    }
}

/// What a join makes of a pair of products.
pub(super) fn joined(p: &[Prim], q: &[Prim]) -> Vec<Prim> {
    [&p[..p.len() - 1], &q[1..]].concat()
}
