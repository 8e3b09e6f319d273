//! Fields: their names, and their bounds, which name what their signatures have already.

use super::checker::{Checker, Declaring, mult_of};
use super::definitions::{DefinitionKind, Item};
use super::module::{Expr, ExprKind, Field, FieldId, Mult, SigId, Type};
use super::names::ImplicitThis;
use super::types::{product, unary};
use super::values::is_sequence;
use crate::diagnostic::{Diagnostic, Span};
use crate::syntax::tree::{self, Paragraph};

/// A field, the instance that declares it, and where.
#[derive(Clone, Copy)]
struct DeclaredField<'p> {
    instance: usize,
    id: FieldId,
    declaration: &'p tree::FieldDecl,
}

impl<'p> Checker<'p> {
    pub(super) fn declare_fields(&mut self) {
        for paragraph in &self.file().paragraphs {
            match paragraph {
                Paragraph::Enum(declaration) => {
                    if let Some(sig) = self.sig_declared_at(&declaration.name) {
                        self.bind_class(sig, &declaration.annotations);
                    }
                }
                Paragraph::Signature(signature) => {
                    for owner in
                        signature.names.iter().filter_map(|name| self.sig_declared_at(name)).collect::<Vec<_>>()
                    {
                        for declaration in &signature.fields {
                            let first = self.module.fields.len() as u32;
                            for name in &declaration.decl.names {
                                let id = self.declare_field(owner, name, declaration);
                                if declaration.decl.disjoint {
                                    self.module.fields[id.index()].disjoint_with = (first..id.0).map(FieldId).collect();
                                }
                                if declaration.decl.is_private || self.hidden.sigs.contains(&owner) {
                                    self.hidden.fields.insert(id);
                                }
                            }
                        }
                        self.bind_class(owner, &signature.annotations);
                    }
                }
                _ => {}
            }
        }
    }

    /// The bounds of all fields, those of a signature after those of its parents: a bound mentions no field that has none yet.
    /// Fields that are `=` to something get theirs in a second pass, with `defined`, when functions are known.
    pub(super) fn bound_fields(&mut self, defined: bool) {
        let all = self.fields_of_every_instance();
        if !defined {
            self.unbound = all.iter().map(|field| field.id).collect();
        }
        let places = self.places_after_parents();
        let place = |checker: &Self, id: FieldId| places[checker.module.fields[id.index()].owner.index()];
        let mut ordered: Vec<&DeclaredField> =
            all.iter().filter(|field| field.declaration.decl.defined == defined).collect();
        ordered.sort_by_key(|field| place(self, field.id));
        let together = |a: &&DeclaredField, b: &&DeclaredField| {
            std::ptr::eq(a.declaration, b.declaration) && place(self, a.id) == place(self, b.id)
        };
        let groups: Vec<Vec<&DeclaredField>> = ordered.chunk_by(together).map(<[_]>::to_vec).collect();
        for group in groups {
            for field in &group {
                self.instance = field.instance;
                self.bound_field(field.id, &field.declaration.decl);
            }
            // The names of one declaration do not see each other.
            group.iter().for_each(|field| _ = self.unbound.remove(&field.id));
        }
        for field in all.iter().filter(|_| defined) {
            self.instance = field.instance;
            for java in field.declaration.annotations.iter().filter_map(tree::Annotation::java) {
                self.array_counter(field.id, java);
            }
        }
        self.instance = 0;
    }

    /// For each signature its place in an order in which parents come first, and declarations else.
    fn places_after_parents(&self) -> Vec<usize> {
        let count = self.module.sigs.len();
        let (mut places, mut entered, mut next) = (vec![0; count], vec![false; count], 0);
        for sig in (0..count as u32).map(SigId) {
            let mut open = Vec::new();
            if !std::mem::replace(&mut entered[sig.index()], true) {
                open.push(sig);
            }
            while let Some(sig) = open.last().copied() {
                match self.parents(sig).into_iter().find(|parent| !entered[parent.index()]) {
                    Some(parent) => {
                        entered[parent.index()] = true;
                        open.push(parent);
                    }
                    None => {
                        places[sig.index()] = next;
                        next += 1;
                        open.pop();
                    }
                }
            }
        }
        places
    }

    /// The fields of all instances, in the order of their declarations.
    fn fields_of_every_instance(&mut self) -> Vec<DeclaredField<'p>> {
        let mut declared = Vec::new();
        self.in_every_instance(|checker| {
            let instance = checker.instance;
            for (sig, signature) in checker.declared_signatures() {
                let names = |declaration: &'p tree::FieldDecl| declaration.decl.names.iter().map(move |_| declaration);
                let fields = checker.module.sigs[sig.index()].fields.iter().copied();
                let fields = fields.zip(signature.fields.iter().flat_map(names));
                declared.extend(fields.map(|(id, declaration)| DeclaredField { instance, id, declaration }));
            }
        });
        declared
    }

    /// Reports a field that something may have which has another one of that name.
    fn report_clash(&mut self, owner: SigId, name: &tree::Name, first: FieldId) {
        let Field { span: first, owner: other, .. } = self.module.fields[first.index()];
        let is_above = |above, below| self.hierarchy().has_fields_of(below, above);
        let named = |sig: SigId| self.module.sigs[sig.index()].name.clone();
        let (text, span) = (&name.text, name.span());
        let two = |owner: &str| Diagnostic::error(span, format!("`{owner}` has two fields named `{text}`"));
        let diagnostic = match (is_above(other, owner), is_above(owner, other)) {
            (true, true) => two(&named(owner)).help("rename one of them"),
            (false, false) => {
                let (other, owner) = (named(other), named(owner));
                Diagnostic::error(span, format!("`{other}` and `{owner}` each have a field named `{text}`"))
                    .help("rename one of them: something may be in both")
            }
            (above, _) => {
                let (above, below) = if above { (named(other), named(owner)) } else { (named(owner), named(other)) };
                let help = format!("rename one of them: every `{below}` has the fields of `{above}`, too");
                two(&below).help(help)
            }
        };
        self.report(diagnostic.label("declared again").and(first, "declared first here"));
    }

    fn declare_field(&mut self, owner: SigId, name: &tree::Name, declaration: &tree::FieldDecl) -> FieldId {
        let id = FieldId(self.module.fields.len() as u32);
        let same = self.fields_of_name(&name.text);
        let clash =
            same.into_iter().find(|field| self.hierarchy().overlap(owner, self.module.fields[field.index()].owner));
        if let Some(first) = clash {
            self.report_clash(owner, name, first);
        }
        let owner_type = self.hierarchy().of_sig(owner);
        let this = self.variable("this", name.span(), Type::Relation(owner_type.clone()), Mult::One);
        let java = self.java_binding(&declaration.annotations).and_then(|java| self.bind_field(java));
        self.module.fields.push(Field {
            name: name.text.clone(),
            span: name.span(),
            owner,
            this,
            mult: Mult::Set,
            bound: Expr { kind: ExprKind::None, ty: Type::Relation(unary(Vec::new())), span: name.span() },
            is_variable: declaration.decl.variable.is_some(),
            sequence: is_sequence(&declaration.decl.bound),
            disjoint_values: declaration.decl.disjoint_values,
            disjoint_with: Vec::new(),
            // Until its bound is known: enough for its own declaration's errors.
            ty: product(&owner_type, &unary(Vec::new())),
            java,
            text: None,
        });
        let whole = declaration
            .annotations
            .first()
            .map_or(declaration.decl.place.0, |first| first.span().to(declaration.decl.place.0));
        self.define(name, DefinitionKind::Field, whole, Some(Item::Field(id)));
        self.name_field(&name.text, id);
        self.module.sigs[owner.index()].fields.push(id);
        id
    }

    /// Reports a field whose bound is empty by its type.
    fn nothing_in(&mut self, id: FieldId, bound: Span) {
        let name = &self.module.fields[id.index()].name;
        let help = format!("bound `{name}` by what it may have, and say in a fact that it has none");
        self.error(bound, format!("`{name}` can have no values"), "always empty", help);
    }

    fn bound_field(&mut self, id: FieldId, decl: &tree::Decl) {
        let Field { owner, this, .. } = self.module.fields[id.index()];
        self.implicit_this = Some(ImplicitThis { owner, this, also_whole: false });
        self.locals.push("this", this);
        if let Some(place) = decl.variable {
            self.not_in_structures("a `var` field", place.0);
        }
        self.declaring = if decl.defined { Declaring::Defined(id) } else { Declaring::Bound(id) };
        let bound = self.bound_of(&decl.bound);
        self.declaring = Declaring::Nothing;
        self.locals.truncate(0);
        self.implicit_this = None;
        let Some((bound, ty)) = bound else {
            self.broken.insert(id);
            return;
        };
        if ty.products.is_empty() {
            self.nothing_in(id, bound.span);
        }
        let owner_type = self.hierarchy().of_sig(owner);
        let mult = match decl.multiplicity {
            Some(_) if !self.fits_a_set(decl.multiplicity, &ty, bound.span) => Mult::Set,
            Some(multiplicity) => mult_of(multiplicity),
            // What is `=` to something has as many values as that.
            None if ty.arity == 1 && !decl.defined => Mult::One,
            None => Mult::Set,
        };
        let field = &mut self.module.fields[id.index()];
        field.mult = mult;
        field.ty = product(&owner_type, &ty);
        field.bound = bound;
        self.array_has_an_index(id);
        self.keys_are_integers(id);
        if decl.defined {
            self.defined(id);
        }
    }
}
