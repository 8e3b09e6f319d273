//! The Java bindings that annotations give to signatures and fields.

use super::checker::Checker;
use super::module::{Access, ArrayKind, Bound, FieldId, JavaClass, JavaField, SigId};
use crate::diagnostic::Span;
use crate::syntax::tree::{self, JavaArgumentKind};

impl Checker {
    pub(super) fn bind_class(&mut self, sig: SigId, annotation: Option<&tree::Annotation>) {
        let Some(annotation) = annotation else { return };
        let target = &annotation.target;
        if target.text.is_empty() {
            let help = "name it, for instance `@java(\"com.acme.Node\")`";
            self.error(target.span(), "a signature is bound to no class", "empty", help);
            return;
        }
        let mut java = JavaClass {
            class: target.text.clone(),
            span: target.span(),
            constructor: None,
            type_arguments: None,
            values: Vec::new(),
        };
        for argument in &annotation.arguments {
            match &argument.kind {
                JavaArgumentKind::Constructor(names) => {
                    java.constructor = Some(names.iter().filter_map(|name| self.own_field(sig, name)).collect());
                }
                JavaArgumentKind::Values(values) => {
                    java.values = values.iter().map(|value| value.text.clone()).collect();
                }
                JavaArgumentKind::Arguments(text) => java.type_arguments = Some(text.text.clone()),
                _ => self.misplaced(argument.place.0, "on a signature", "constructor, values and arguments"),
            }
        }
        self.module.sigs[sig.index()].java = Some(java);
    }

    fn own_field(&mut self, sig: SigId, name: &tree::Name) -> Option<FieldId> {
        let reference = tree::FieldRef { sig: None, field: name.clone(), index: false };
        let own = self.names.fields.get(&name.text).into_iter().flatten().copied().find(|field| {
            self.hierarchy().is_below(sig, self.module.fields[field.index()].owner)
        });
        if own.is_none() && self.field(&reference).is_some() {
            let sig = self.module.sigs[sig.index()].name.clone();
            let help = format!("list fields of `{sig}` in the order of the constructor's parameters");
            self.error(name.span(), format!("`{sig}` has no field `{}`", name.text), "not its field", help);
        }
        own
    }

    pub(super) fn bind_field(&mut self, annotation: &tree::Annotation) -> Option<JavaField> {
        let target = &annotation.target;
        let mut java = JavaField {
            name: (!target.text.is_empty()).then(|| target.text.clone()),
            span: target.span(),
            access: Access::Auto,
            as_class: None,
            array: None,
            ghost: false,
        };
        for argument in &annotation.arguments {
            match &argument.kind {
                JavaArgumentKind::Direct => java.access = Access::Direct,
                JavaArgumentKind::Reflection => java.access = Access::Reflection,
                JavaArgumentKind::Setter(name) => java.access = Access::Setter(name.text.clone()),
                JavaArgumentKind::As(class) => java.as_class = Some(class.text.clone()),
                JavaArgumentKind::Array(length) => {
                    java.array = Some(match length {
                        None => ArrayKind::Exact,
                        Some(bound) => ArrayKind::Length(self.bound(bound)?),
                    });
                }
                JavaArgumentKind::Ghost => java.ghost = true,
                _ => self.misplaced(argument.place.0, "on a field", "direct, reflection, setter, as, array and ghost"),
            }
        }
        Some(java)
    }

    fn misplaced(&mut self, span: Span, where_it_is: &str, allowed: &str) {
        let message = format!("this argument has no meaning {where_it_is}");
        self.error(span, message, "misplaced", format!("there are {allowed} here"));
    }

    /// A bound as factor and offset; reports what does not fit.
    pub(super) fn bound(&mut self, bound: &tree::Bound) -> Option<Bound> {
        let mut result = Bound { factor: 0, offset: 0 };
        for term in &bound.terms {
            let amount = if term.negative { -term.factor } else { term.factor };
            let side = if term.scope { &mut result.factor } else { &mut result.offset };
            *side = side.saturating_add(amount);
        }
        const LIMIT: i64 = 1 << 20;
        if result.factor.abs() > LIMIT || result.offset.abs() > LIMIT {
            let help = format!("keep it within -{LIMIT} and {LIMIT}");
            self.error(bound.place.0, "a bound out of reach", "too large", help);
            return None;
        }
        Some(result)
    }
}
