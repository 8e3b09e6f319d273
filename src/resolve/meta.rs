//! The meta capability of Alloy: `A$` stands for the signature `A`, `A$f` for its field `f`, `sig$` and `field$` for all of them.
//!
//! They are signatures of their own, each with one element, and `value`, `parent`, `fields` and `subfields` are fields of theirs
//! that are defined. They are there where some name has a `$` in it: other modules have no more elements than they declare.

use super::checker::Checker;
use super::definitions::DefinitionKind;
use super::expressions::scope_of;
use super::module::{
    Binary, Expr, ExprKind, Fact, Field, FieldId, Mult, Prim, Quant, Sig, SigId, SigKind, Test, Type, Unary, truth,
};
use super::namespace::Meta;
use super::operators::expr;
use super::overloaded::Overloaded;
use super::types::{product, unary, union};
use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::syntax::{self, tree};
use std::collections::BTreeMap;

/// The names of the sets of all signatures and of all fields, of what does not change, and of what does.
const ROOTS: [&str; 4] = ["sig$", "field$", "static$", "var$"];

/// A signature that is declared, and what stands for it.
struct Reflected {
    sig: SigId,
    /// The module instance that declares it.
    instance: usize,
    /// `A$`.
    meta: SigId,
    /// For each of its fields, `A$f`.
    fields: Vec<SigId>,
}

impl Checker<'_> {
    /// Declares what stands for signatures and fields, if a name of the program asks for them.
    pub(super) fn declare_meta(&mut self) {
        let Some(name) = self.first_meta_name() else { return };
        if self.files[0].generates() {
            self.report(
                Diagnostic::error(name.span(), format!("`{}` where structures are generated", name.text))
                    .label("stands for what is declared, and objects do not hold that")
                    .help("leave this to a module with commands only"),
            );
        }
        let declared = self.declared_in_instances();
        self.instance = 0;
        let place = self.module.sigs.first().map_or(name.span(), |sig| sig.span);
        let roots = Meta { sigs: self.meta_root(ROOTS[0], place), fields: self.meta_root(ROOTS[1], place) };
        self.meta = Some(roots);
        let mut all = Vec::new();
        for (sig, instance, name) in declared {
            self.instance = instance;
            all.push(self.reflect(sig, &name, roots));
        }
        for reflected in &all {
            self.instance = reflected.instance;
            self.describe_sig(reflected, &all, roots);
        }
        self.instance = 0;
        self.divide_by_change(&all, place);
        for root in [roots.sigs, roots.fields] {
            if self.module.sigs[root.index()].children.is_empty() {
                self.nothing_is(root);
            }
        }
    }

    /// The first name with a `$` in it that is no wrong declaration.
    fn first_meta_name(&self) -> Option<tree::Name> {
        let with_dollar = self.program.sources().iter().filter(|source| source.text.contains('$'));
        let mut names = with_dollar.flat_map(syntax::names).filter(|name| name.text.contains('$'));
        names.find(|name| self.diagnostics.iter().all(|reported| reported.primary.span != name.span()))
    }

    /// Every signature with the instance that declares it and its name there, in the order of their declarations.
    fn declared_in_instances(&self) -> Vec<(SigId, usize, String)> {
        let mut declared = BTreeMap::new();
        for (index, instance) in self.instances.iter().enumerate() {
            for (name, sig) in &instance.sigs {
                declared.entry(*sig).or_insert((index, name.clone()));
            }
        }
        declared.into_iter().map(|(sig, (instance, name))| (sig, instance, name)).collect()
    }

    fn meta_root(&mut self, name: &str, span: Span) -> SigId {
        let id = self.meta_sig(name, SigKind::Top, Mult::Set, span);
        self.module.sigs[id.index()].is_abstract = true;
        id
    }

    /// Declares a signature of this instance, unless it has one of that name itself.
    fn meta_sig(&mut self, name: &str, kind: SigKind, mult: Mult, span: Span) -> SigId {
        let id = SigId(self.module.sigs.len() as u32);
        if let SigKind::Extends(parent) = kind {
            self.module.sigs[parent.index()].children.push(id);
        }
        let instance = &mut self.instances[self.instance];
        instance.sigs.entry(name.to_owned()).or_insert(id);
        self.module.sigs.push(Sig {
            name: format!("{}{name}", instance.prefix),
            span,
            kind,
            mult,
            is_abstract: false,
            is_enum: false,
            is_variable: false,
            is_exact: false,
            children: Vec::new(),
            fields: Vec::new(),
            java: None,
            text: None,
        });
        id
    }

    /// Declares what stands for a signature and its fields, each with its value.
    fn reflect(&mut self, sig: SigId, name: &str, roots: Meta) -> Reflected {
        let Sig { span, is_variable, fields, .. } = self.module.sigs[sig.index()].clone();
        let meta = self.meta_sig(&format!("{name}$"), SigKind::Extends(roots.sigs), Mult::One, span);
        let value = self.set_of(Prim::Sig(sig), span);
        self.meta_field(meta, "value", value, is_variable);
        let hidden = self.hidden.sigs.contains(&sig);
        if hidden {
            self.hidden.sigs.insert(meta);
        }
        let mut metas = Vec::new();
        for field in fields {
            let Field { name: field_name, span, ty, is_variable, .. } = self.module.fields[field.index()].clone();
            let kind = SigKind::Extends(roots.fields);
            let of_field = self.meta_sig(&format!("{name}${field_name}"), kind, Mult::One, span);
            let value = expr(ExprKind::Field(field), Type::Relation(ty), span);
            self.meta_field(of_field, "value", value, is_variable);
            if hidden || self.hidden.fields.contains(&field) {
                self.hidden.sigs.insert(of_field);
            }
            metas.push(of_field);
        }
        Reflected { sig, instance: self.instance, meta, fields: metas }
    }

    /// `parent`, `fields` and `subfields` of what stands for a signature; `subfields` are also those of all that extend it.
    fn describe_sig(&mut self, reflected: &Reflected, all: &[Reflected], roots: Meta) {
        let extends = |below: SigId, above: SigId| self.module.lineage(below).any(|sig| sig == above);
        let below: Vec<SigId> = all
            .iter()
            .filter(|other| other.sig != reflected.sig && extends(other.sig, reflected.sig))
            .flat_map(|other| other.fields.iter().copied())
            .collect();
        let parent = match self.module.sigs[reflected.sig.index()].kind {
            SigKind::Extends(parent) => all.iter().find(|other| other.sig == parent).map(|other| other.meta),
            SigKind::Top | SigKind::In { .. } => None,
        };
        let span = self.module.sigs[reflected.meta.index()].span;
        let subfields: Vec<SigId> = reflected.fields.iter().copied().chain(below).collect();
        for (name, sigs, root) in [
            ("fields", reflected.fields.as_slice(), roots.fields),
            ("parent", parent.as_slice(), roots.sigs),
            ("subfields", subfields.as_slice(), roots.fields),
        ] {
            let value = self.sum_of(sigs, root, span);
            self.meta_field(reflected.meta, name, value, false);
        }
    }

    /// A union of signatures that extend `root`. If it is empty, it still has the type of that, so that names in front of which
    /// it stands can be told apart.
    fn sum_of(&self, sigs: &[SigId], root: SigId, span: Span) -> Expr {
        let sets = sigs.iter().map(|sig| self.set_of(Prim::Sig(*sig), span));
        let none = || expr(ExprKind::None, Type::Relation(self.hierarchy().of_sig(root)), span);
        sets.reduce(|a, b| united(a, b, span)).unwrap_or_else(none)
    }

    /// Declares a field of this instance that is what it is defined as.
    fn meta_field(&mut self, owner: SigId, name: &str, value: Expr, is_variable: bool) {
        let Type::Relation(ty) = &value.ty else { return };
        let owner_type = self.hierarchy().of_sig(owner);
        let (whole, span) = (product(&owner_type, ty), value.span);
        let this = self.variable("this", span, Type::Relation(owner_type), Mult::One);
        let id = FieldId(self.module.fields.len() as u32);
        self.module.fields.push(Field {
            name: name.to_owned(),
            span,
            owner,
            this,
            mult: Mult::Set,
            bound: value,
            is_variable,
            sequence: false,
            disjoint_values: false,
            disjoint_with: Vec::new(),
            ty: whole,
            java: None,
            text: None,
        });
        self.name_field(name, id);
        self.module.sigs[owner.index()].fields.push(id);
        self.defined(id);
    }

    /// `static$` and `var$`: what stands for what does not change, and for what does.
    fn divide_by_change(&mut self, all: &[Reflected], place: Span) {
        let (mut still, mut changing) = (Vec::new(), Vec::new());
        for reflected in all {
            let Sig { is_variable, fields, .. } = &self.module.sigs[reflected.sig.index()];
            let of_fields = fields.iter().map(|field| self.module.fields[field.index()].is_variable);
            let metas = std::iter::once(reflected.meta).chain(reflected.fields.iter().copied());
            for (meta, changes) in metas.zip(std::iter::once(*is_variable).chain(of_fields)) {
                (if changes { &mut changing } else { &mut still }).push(Prim::Sig(meta));
            }
        }
        for (name, parents) in [(ROOTS[2], still), (ROOTS[3], changing)] {
            let is_empty = parents.is_empty();
            let parents = if is_empty { self.meta.iter().map(|meta| Prim::Sig(meta.sigs)).collect() } else { parents };
            let id = self.meta_sig(name, SigKind::In { parents, all: !is_empty }, Mult::Set, place);
            if is_empty {
                self.nothing_is(id);
            }
        }
    }

    fn nothing_is(&mut self, sig: SigId) {
        let Sig { name, span, .. } = self.module.sigs[sig.index()].clone();
        let set = Box::new(self.set_of(Prim::Sig(sig), span));
        let body = expr(ExprKind::Unary(Unary::Test(Test::No), set), Type::Formula, span);
        self.module.facts.push(Fact { name: format!("no {name}"), span, body });
    }

    /// What a declaration of one variable over such elements goes over: its bound, and each of the elements that may be in it.
    pub(super) fn over_meta(&mut self, decls: &[tree::Decl]) -> Option<(Expr, Vec<SigId>)> {
        let Meta { sigs, fields } = self.meta?;
        let [decl] = decls else { return None };
        if decl.names.len() != 1 || !matches!(decl.multiplicity, None | Some(tree::Multiplicity::One)) {
            return None;
        }
        let (bound, ty) = self.bound_of_variable(decl)?;
        let above = |prim: &Prim| match prim {
            Prim::Sig(sig) => self.module.lineage(*sig).any(|above| above == sigs || above == fields),
            _ => false,
        };
        if ty.arity != 1 || ty.products.is_empty() || !ty.products.iter().all(|product| above(&product[0])) {
            return None;
        }
        let roots = [sigs, fields].into_iter();
        let elements = roots.flat_map(|root| self.module.sigs[root.index()].children.iter().copied());
        let may_be = |sig: &SigId| {
            ty.products.iter().any(|product| self.hierarchy().meet(product[0], Prim::Sig(*sig)).is_some())
        };
        let elements = elements.filter(may_be).collect();
        Some((bound, elements))
    }

    /// `all`, `some` and comprehensions over such elements say what they say of each by itself, so that names in the body mean
    /// what they mean there, as in Alloy. The quantifier is nothing for a comprehension.
    pub(super) fn of_each_meta(
        &mut self,
        quantifier: Option<Quant>,
        decl: &tree::Decl,
        (bound, elements): (Expr, Vec<SigId>),
        body: &tree::Expr,
        span: Span,
    ) -> Option<Expr> {
        let name = &decl.names[0];
        self.define_local(name, DefinitionKind::Variable, decl.place.0, scope_of(body), None);
        let before = self.diagnostics.len();
        let mut all = Vec::new();
        for element in elements {
            let element = self.set_of(Prim::Sig(element), bound.span);
            let depth = self.locals.depth();
            self.locals.push_argument(name, Overloaded::elaborated(element.clone()));
            let body = self.formula(body);
            self.locals.truncate(depth);
            let sides = (Box::new(element.clone()), Box::new(bound.clone()));
            let within = expr(ExprKind::Binary(Binary::In, sides.0, sides.1), Type::Formula, span);
            all.push(body.map(|body| (element, within, body)));
        }
        // What is superfluous of one element need not be of the next.
        let new = self.diagnostics.split_off(before);
        self.diagnostics.extend(new.into_iter().filter(|diagnostic| diagnostic.severity == Severity::Error));
        let all = all.into_iter().collect::<Option<Vec<_>>>()?;
        let formula = |kind| expr(kind, Type::Formula, span);
        let binary = |operator, a, b| formula(ExprKind::Binary(operator, Box::new(a), Box::new(b)));
        Some(match quantifier {
            Some(Quant::Some) => {
                let each = all.into_iter().map(|(_, within, body)| formula(ExprKind::And(vec![within, body])));
                let never = || formula(ExprKind::Unary(Unary::Not, Box::new(truth(span))));
                each.reduce(|a, b| binary(Binary::Or, a, b)).unwrap_or_else(never)
            }
            Some(_) => {
                let each = all.into_iter().map(|(_, within, body)| binary(Binary::Implies, within, body));
                formula(ExprKind::And(each.collect()))
            }
            None => {
                let none = || expr(ExprKind::None, Type::Relation(unary(Vec::new())), span);
                let each = all.into_iter().map(|(element, within, body)| {
                    let ty = element.ty.clone();
                    let holds = formula(ExprKind::And(vec![within, body]));
                    expr(ExprKind::If(Box::new(holds), Box::new(element), Box::new(none())), ty, span)
                });
                each.reduce(|a, b| united(a, b, span)).unwrap_or_else(none)
            }
        })
    }
}

/// `a + b`.
fn united(a: Expr, b: Expr, span: Span) -> Expr {
    let ty = match (&a.ty, &b.ty) {
        (Type::Relation(left), Type::Relation(right)) => Type::Relation(union(left, right)),
        _ => a.ty.clone(),
    };
    expr(ExprKind::Binary(Binary::Union, Box::new(a), Box::new(b)), ty, span)
}
