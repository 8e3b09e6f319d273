//! Signatures that extend each other and lie in each other, as far as types need that.

use super::module::{Prim, Sig, SigId, SigKind};

/// The signature hierarchy, as far as types need it.
pub(super) struct Hierarchy<'m> {
    pub(super) sigs: &'m [Sig],
}

impl Hierarchy<'_> {
    /// Whether `sig` is `ancestor` or extends it, directly or indirectly.
    pub(super) fn is_below(&self, sig: SigId, ancestor: SigId) -> bool {
        sig == ancestor || self.ancestors(sig).any(|above| above == ancestor)
    }

    /// What a signature extends, directly or indirectly.
    pub(super) fn ancestors(&self, sig: SigId) -> impl Iterator<Item = SigId> {
        let parent = |sig: &SigId| match self.sigs[sig.index()].kind {
            SigKind::Extends(parent) => Some(parent),
            SigKind::Top | SigKind::In { .. } => None,
        };
        // Signatures that extend each other in a circle are reported where they are declared; here they only must not loop.
        std::iter::successors(parent(&sig), parent).take(self.sigs.len())
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
}
