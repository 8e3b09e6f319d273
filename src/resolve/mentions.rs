//! What names stand for, noted where they are resolved.

use super::checker::Checker;
use super::definitions::{Definition, DefinitionKind, Item, Names};
use super::module::{Expr, ExprKind, FieldId, FunctionId, Prim, SigId, Type, VarId};
use crate::diagnostic::Span;
use crate::syntax::{self, tree};

impl Checker<'_> {
    /// Notes what a name that can be used everywhere is defined as.
    pub(super) fn define(&mut self, name: &tree::Name, kind: DefinitionKind, whole: Span, item: Option<Item>) {
        self.has_no_dollar(name);
        if let Some(notes) = &mut self.notes {
            let items = item.into_iter().collect();
            notes.define(Definition { name: name.text.clone(), kind, span: name.span(), whole, scope: None, items });
        }
    }

    /// Notes what a name that can be used in a scope is defined as.
    pub(super) fn define_local(
        &mut self,
        name: &tree::Name,
        kind: DefinitionKind,
        whole: Span,
        scope: Span,
        var: Option<VarId>,
    ) {
        self.has_no_dollar(name);
        if let Some(notes) = &mut self.notes {
            let (scope, items) = (Some(scope), var.map(Item::Var).into_iter().collect());
            notes.define(Definition { name: name.text.clone(), kind, span: name.span(), whole, scope, items });
        }
    }

    /// Reports a name that is declared and has a `$` in it.
    fn has_no_dollar(&mut self, name: &tree::Name) {
        if name.text.contains('$') {
            let message = format!("`{}` is declared with a `$`", name.text);
            let help =
                "choose another name: in expressions, `A$` stands for the signature `A`, and `A$f` for its field `f`";
            self.error(name.span(), message, "a name is letters, digits and `_`", help);
        }
    }

    /// Notes a name and where the names stand that it may stand for.
    pub(super) fn note(&mut self, span: Span, text: &str, targets: impl IntoIterator<Item = Span>) {
        if self.notes.is_none() {
            return;
        }
        let path = self.aliases_of_path(text);
        if let (Some(path), Some(notes)) = (path, &mut self.notes) {
            notes.mention(span, text, path, targets);
        }
    }

    /// Notes the name of a signature, if there is one.
    pub(super) fn note_sig(&mut self, name: &tree::Name, sig: Option<SigId>) {
        if self.notes.is_none() {
            return;
        }
        // The parameter of a module stands for a signature, and has a definition of its own.
        let parameter = self.parameter_named(&name.text);
        let target = parameter.or_else(|| sig.map(|sig| self.module.sigs[sig.index()].span));
        self.note(name.span(), &name.text, target);
    }

    /// Notes the name of a signature or a set that is built in.
    pub(super) fn note_prims(&mut self, name: &tree::Name) {
        if self.notes.is_none() {
            return;
        }
        let sig = self.sig_named(&name.text);
        self.note_sig(name, sig);
    }

    /// Notes the name of some fields.
    pub(super) fn note_fields(&mut self, name: &tree::Name, fields: &[FieldId]) {
        let targets: Vec<Span> = fields.iter().map(|field| self.module.fields[field.index()].span).collect();
        self.note(name.span(), &name.text, targets);
    }

    /// Notes the name of a predicate or function.
    pub(super) fn note_function(&mut self, name: &tree::Name, function: FunctionId) {
        let target = self.module.functions[function.index()].span;
        self.note(name.span(), &name.text, [target]);
    }

    /// Notes that a name with several meanings means a predicate or function.
    pub(super) fn note_function_meant(&mut self, name: Span, function: FunctionId) {
        if let Some(notes) = &mut self.notes {
            notes.pick(name, self.module.functions[function.index()].span);
        }
    }

    /// Notes the name of a variable; `this` leads to what it is an element of.
    pub(super) fn note_variable(&mut self, name: &str, var: VarId, span: Span) {
        if self.notes.is_none() {
            return;
        }
        let variable = &self.module.variables[var.index()];
        let target = match (&variable.ty, name) {
            (Type::Relation(ty), "this") => ty.products.iter().flatten().find_map(|prim| match prim {
                Prim::Sig(sig) => Some(self.module.sigs[sig.index()].span),
                _ => None,
            }),
            _ => Some(variable.span),
        };
        self.note(span, name, target);
    }

    /// Notes a name in an expression with all signatures, functions and fields that it may stand for.
    pub(super) fn note_possible(&mut self, name: &str, span: Span) {
        if self.notes.is_none() {
            return;
        }
        let parameter = self.parameter_named(name);
        let sigs: Vec<Span> = self
            .prims_named(name)
            .into_iter()
            .filter_map(|prim| match prim {
                Prim::Sig(sig) => Some(parameter.unwrap_or(self.module.sigs[sig.index()].span)),
                _ => None,
            })
            .collect();
        let functions = self.functions_named(name).into_iter().map(|id| self.module.functions[id.index()].span);
        let fields = self.bound_fields_of_name(name).into_iter().map(|id| self.module.fields[id.index()].span);
        let targets: Vec<Span> = sigs.into_iter().chain(functions).chain(fields).collect();
        self.note(span, name, targets);
    }

    /// Notes which of its meanings a name has, where that is a signature or a field.
    pub(super) fn note_meaning(&mut self, expr: &Expr) {
        let target = match expr.kind {
            ExprKind::Field(field) => self.module.fields[field.index()].span,
            ExprKind::Sig(sig) => self.module.sigs[sig.index()].span,
            _ => return,
        };
        if let Some(notes) = &mut self.notes {
            notes.pick(expr.span, target);
        }
    }

    /// The table of all names.
    pub(super) fn names(&mut self) -> Names {
        let words: Vec<Vec<Span>> = self.program.sources().iter().map(syntax::words).collect();
        let aliases = self.written_aliases();
        let (visible, opened) = self.visible();
        self.notes.take().unwrap_or_default().table(&words, aliases, &visible, opened)
    }
}
