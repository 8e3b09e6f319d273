//! What signatures extend, and what they are parts of.

use super::checker::Checker;
use super::expressions::constant;
use super::module::{Binary, Expr, ExprKind, Fact, Mult, Prim, Sig, SigId, SigKind, Type};
use super::operators::expr;
use crate::syntax::tree::{self, Parent};

/// The places of sequences, the first integers from 0. What is a part of them is a part of the integers, and a fact says the rest.
const INDICES: &str = "seq/Int";

impl Checker<'_> {
    pub(super) fn declare_parents(&mut self) {
        for (sig, declaration) in self.declared_signatures() {
            if let Some(parent) = &declaration.parent {
                self.declare_parent(sig, declaration, parent);
            }
        }
    }

    fn declare_parent(&mut self, id: SigId, signature: &tree::Signature, parent: &Parent) {
        match parent {
            // What extends everything extends nothing in particular.
            Parent::Extends(name) if name.text == "univ" => {}
            Parent::Extends(name) => self.extend(id, name),
            Parent::In(names) | Parent::Equal(names) => {
                let of_indices = names.iter().any(|name| name.text == INDICES);
                let all = matches!(parent, Parent::Equal(_)) && !of_indices;
                self.be_part(id, signature, names, all);
            }
        }
    }

    fn extend(&mut self, id: SigId, name: &tree::Name) {
        let Some(parent) = self.sig(name) else { return };
        if matches!(self.module.sigs[parent.index()].kind, SigKind::In { .. }) {
            let help = format!("write `in {}` instead", name.text);
            self.error(name.span(), format!("`{}` is a subset signature", name.text), "cannot be extended", help);
            return;
        }
        if let SigKind::Extends(of) = self.module.sigs[parent.index()].kind
            && self.module.sigs[of.index()].is_enum
        {
            let message = format!("`{}` is a value of an enum", name.text);
            self.error(name.span(), message, "cannot be extended", "extend the enum, or declare signatures instead");
            return;
        }
        if self.module.sigs[parent.index()].is_enum && self.module.sigs[id.index()].mult != Mult::One {
            let help = format!("write `one sig {}`", self.module.sigs[id.index()].name);
            self.error(name.span(), format!("`{}` is an enum", name.text), "all its members are `one`", help);
            return;
        }
        self.module.sigs[id.index()].kind = SigKind::Extends(parent);
        self.module.sigs[parent.index()].children.push(id);
    }

    fn be_part(&mut self, id: SigId, signature: &tree::Signature, names: &[tree::Name], all: bool) {
        let mut parents: Vec<Prim> = Vec::new();
        let mut complete = true;
        for name in names {
            match self.prims_named(&name.text).first() {
                _ if name.text == INDICES => parents.push(Prim::Int),
                // Nothing adds nothing to what else there is.
                _ if name.text == "none" && names.iter().any(|name| name.text != "none") => {}
                Some(prim) => {
                    parents.push(*prim);
                    self.note_prims(name);
                }
                None => complete &= self.sig(name).is_some(),
            }
        }
        if signature.is_abstract {
            let Sig { name, span, is_abstract, .. } = &mut self.module.sigs[id.index()];
            *is_abstract = false;
            let (message, span) = (format!("subset signature `{name}` is abstract"), *span);
            let names: Vec<_> = names.iter().map(|name| format!("`{}`", name.text)).collect();
            let label = format!("a part of {}, whose elements stay what they are", names.join(" and "));
            self.error(span, message, &label, "drop `abstract`, or write `extends`");
        }
        if complete {
            self.module.sigs[id.index()].kind = SigKind::In { parents, all };
        }
    }

    /// What is a part of the places of sequences has no other integers.
    pub(super) fn within_indices(&mut self, signature: &tree::Signature) {
        let (names, operator) = match &signature.parent {
            Some(Parent::In(names)) => (names, Binary::In),
            Some(Parent::Equal(names)) => (names, Binary::Equal),
            _ => return,
        };
        if names.iter().all(|name| name.text != INDICES) {
            return;
        }
        for sig in signature.names.iter().filter_map(|name| self.sig_declared_at(name)).collect::<Vec<_>>() {
            let mut whole: Option<Expr> = None;
            for name in names.iter().filter(|name| name.text != "none") {
                let one = match (constant(&name.text, name.span()), self.prims_named(&name.text).first()) {
                    (Some(constant), _) => constant,
                    (None, Some(prim)) => self.set_of(*prim, name.span()),
                    (None, None) => return,
                };
                whole = Some(match whole {
                    None => one,
                    Some(others) => {
                        let ty = self.hierarchy().of_sig(sig);
                        let union = ExprKind::Binary(Binary::Union, Box::new(others), Box::new(one));
                        expr(union, Type::Relation(ty), name.span())
                    }
                });
            }
            let Some(whole) = whole else { return };
            let Sig { name, span, .. } = self.module.sigs[sig.index()].clone();
            let part = self.set_of(Prim::Sig(sig), span);
            let within = ExprKind::Binary(operator, Box::new(part), Box::new(whole));
            let body = self.always(expr(within, Type::Formula, span));
            self.module.facts.push(Fact { name: format!("signature {name} is a subset"), span, body });
        }
    }

    /// The signatures that a signature is declared to be a part of.
    pub(super) fn parents(&self, sig: SigId) -> Vec<SigId> {
        match &self.module.sigs[sig.index()].kind {
            SigKind::Top => Vec::new(),
            SigKind::Extends(parent) => vec![*parent],
            SigKind::In { parents, .. } => parents
                .iter()
                .filter_map(|parent| if let Prim::Sig(parent) = parent { Some(*parent) } else { None })
                .collect(),
        }
    }
}
