//! Products by their first columns: generated models have types of hundreds of products, and most of two types have nothing in common.

use super::module::{Prim, SigId, SigKind};
use super::types::Hierarchy;
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
            for ancestor in self.ancestors(*first) {
                starts.below.entry(ancestor).or_default().push(product);
            }
        }
        starts
    }

    /// The products that start in something that a column may have, and perhaps others.
    pub(super) fn starting<'k>(&self, starts: &Starts<'k>, column: Prim) -> Vec<&'k Vec<Prim>> {
        if starts.at.is_empty() || column == Prim::Univ {
            return starts.all.iter().collect();
        }
        let below = match column {
            Prim::Sig(sig) => starts.below.get(&sig),
            _ => None,
        };
        let wider = [column, Prim::Univ].into_iter().chain(self.ancestors(column).map(Prim::Sig));
        wider.filter_map(|start| starts.at.get(&start)).chain(below).flatten().copied().collect()
    }

    /// What a column's signature extends, directly or indirectly.
    fn ancestors(&self, column: Prim) -> impl Iterator<Item = SigId> {
        let parent = |sig: SigId| match self.sigs[sig.index()].kind {
            SigKind::Extends(parent) => Some(parent),
            SigKind::Top | SigKind::In { .. } => None,
        };
        let first = match column {
            Prim::Sig(sig) => parent(sig),
            _ => None,
        };
        // Signatures that extend each other in a circle are reported where they are declared; here they only must not loop.
        std::iter::successors(first, move |sig| parent(*sig)).take(self.sigs.len())
    }
}
