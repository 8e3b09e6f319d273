//! The Java bindings that annotations give to signatures and fields.

use super::checker::Checker;
use super::module::{Access, ArrayKind, Bound, FieldId, JavaClass, JavaField, Mult, Prim, SigId};
use crate::diagnostic::{Diagnostic, Span};
use crate::java::Primitive;
use crate::java::names::{is_class_name, is_identifier, is_type_arguments};
use crate::syntax::tree::{self, JavaArgumentKind};

impl Checker<'_> {
    /// The binding among annotations. A second one is an error.
    pub(super) fn java_binding<'t>(&mut self, annotations: &'t [tree::Annotation]) -> Option<&'t tree::JavaBinding> {
        let mut bindings = annotations.iter().filter_map(tree::Annotation::java);
        let first = bindings.next();
        for other in bindings {
            self.annotated_twice("@java", other.place.0);
        }
        first
    }

    /// Reports a second annotation of a kind.
    pub(super) fn annotated_twice(&mut self, kind: &str, span: Span) {
        self.error(span, format!("a second `{kind}`"), "there is one before", "write all of it into one annotation");
    }

    pub(super) fn bind_class(&mut self, sig: SigId, annotations: &[tree::Annotation]) {
        let Some(annotation) = self.java_binding(annotations) else { return };
        let target = &annotation.target;
        if target.text.is_empty() {
            let help = "name it, for instance `@java(\"com.acme.Node\")`";
            self.error(target.span(), "a signature is bound to no class", "empty", help);
            return;
        }
        self.class_name(target);
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
                    let own = &self.module.sigs[sig.index()].name;
                    let help = format!("list fields of `{own}` in the order of the constructor's parameters");
                    java.constructor = Some(names.iter().filter_map(|name| self.own_field(sig, name, &help)).collect());
                }
                JavaArgumentKind::Values(values) => {
                    java.values = values.iter().map(|value| value.text.clone()).collect();
                }
                JavaArgumentKind::Arguments(text) => {
                    self.type_arguments(text);
                    java.type_arguments = Some(text.text.clone());
                }
                _ => self.misplaced(argument.place.0, "on a signature", "constructor, values and arguments"),
            }
        }
        self.module.sigs[sig.index()].java = Some(java);
    }

    /// The field of a signature's objects that a name means.
    fn own_field(&mut self, sig: SigId, name: &tree::Name, help: &str) -> Option<FieldId> {
        let reference = tree::FieldRef { sig: None, field: name.clone(), index: false };
        let mut all = self.fields_of_name(&name.text).into_iter();
        let own = all.find(|field| self.hierarchy().has_fields_of(sig, self.module.fields[field.index()].owner));
        self.note_fields(name, own.as_slice());
        if own.is_none() && self.field(&reference).is_some() && !self.may_be_lost(&name.text) {
            let sig = self.module.sigs[sig.index()].name.clone();
            self.error(name.span(), format!("`{sig}` has no field `{}`", name.text), "not its field", help);
        }
        own
    }

    pub(super) fn bind_field(&mut self, annotation: &tree::JavaBinding) -> Option<JavaField> {
        let target = &annotation.target;
        if !target.text.is_empty() {
            self.java_identifier(target, "field");
        }
        let mut java = JavaField {
            name: (!target.text.is_empty()).then(|| target.text.clone()),
            span: target.span(),
            access: Access::Auto,
            as_class: None,
            key_class: None,
            array: None,
            ghost: false,
        };
        for argument in &annotation.arguments {
            match &argument.kind {
                JavaArgumentKind::Direct => java.access = Access::Direct,
                JavaArgumentKind::Reflection => java.access = Access::Reflection,
                JavaArgumentKind::Setter(name) => {
                    self.java_identifier(name, "method");
                    java.access = Access::Setter(name.text.clone());
                }
                JavaArgumentKind::As(class) => {
                    if Primitive::of_keyword(&class.text).is_none() {
                        self.class_name(class);
                    }
                    java.as_class = Some(class.text.clone());
                }
                JavaArgumentKind::Keys(class) => {
                    self.class_name(class);
                    java.key_class = Some(class.text.clone());
                }
                JavaArgumentKind::Array(length) => {
                    java.array = Some(match length {
                        None => ArrayKind::Exact,
                        // Which field counts the used places is found once all fields are declared.
                        Some(places) => ArrayKind::Length { length: self.bound(&places.length)?, used: None },
                    });
                }
                JavaArgumentKind::Ghost => java.ghost = true,
                _ => self.misplaced(
                    argument.place.0,
                    "on a field",
                    "direct, reflection, setter, as, keys, array and ghost",
                ),
            }
        }
        Some(java)
    }

    /// Reports a field that is bound to an array and has no index column. Requires that its type is known.
    pub(super) fn array_has_an_index(&mut self, id: FieldId) {
        let field = &self.module.fields[id.index()];
        let is_array = field.java.as_ref().is_some_and(|java| java.array.is_some());
        let indexed = field.arity() == 3 && field.ty.products.iter().all(|product| product[1] == Prim::Int);
        if is_array && !indexed {
            let span = field.java.as_ref().map_or(field.span, |java| java.span);
            let diagnostic = Diagnostic::error(field.span, format!("field `{}` is no array", field.name))
                .label("an array has an index column")
                .and(span, "bound to one here")
                .help(format!("declare it as `{}: Int -> lone Elem`", field.name));
            self.report(diagnostic);
        }
    }

    /// Reports a field whose keys are bound to a class and are no integers. Requires that its type is known.
    pub(super) fn keys_are_integers(&mut self, id: FieldId) {
        let field = &self.module.fields[id.index()];
        let Some(java) = field.java.as_ref().filter(|java| java.key_class.is_some()) else { return };
        let keyed = field.arity() == 3 && field.ty.products.iter().all(|product| product[1] == Prim::Int);
        if !keyed || java.array.is_some() {
            let diagnostic = Diagnostic::error(field.span, format!("field `{}` is no map of integers", field.name))
                .label("has no integers as its keys")
                .and(java.span, "its keys are bound here")
                .help(format!("declare it as `{}: Int -> lone Elem`, without `array`", field.name));
            self.report(diagnostic);
        }
    }

    /// Binds the field that counts the used places of an array. Requires that the types of all fields are known.
    pub(super) fn array_counter(&mut self, id: FieldId, annotation: &tree::JavaBinding) {
        for argument in &annotation.arguments {
            let JavaArgumentKind::Array(Some(tree::ArrayPlaces { used: Some(name), .. })) = &argument.kind else {
                continue;
            };
            let owner = self.module.fields[id.index()].owner;
            let own = &self.module.sigs[owner.index()].name;
            let help = format!("name the field of `{own}` that says how many places are in use");
            let Some(counter) = self.own_field(owner, name, &help) else { continue };
            let field = &self.module.fields[counter.index()];
            let integer = field.ty.products.iter().all(|product| matches!(product.as_slice(), [_, Prim::Int]));
            if !integer || field.mult != Mult::One || field.java.as_ref().is_some_and(|java| java.ghost) {
                let diagnostic = Diagnostic::error(name.span(), format!("`{}` counts nothing", name.text))
                    .label("says how many places are in use")
                    .and(field.span, "declared here")
                    .help("name a field of one `Int` that the Java class has");
                self.report(diagnostic);
                continue;
            }
            if let Some(JavaField { array: Some(ArrayKind::Length { used, .. }), .. }) =
                &mut self.module.fields[id.index()].java
            {
                *used = Some(counter);
            }
        }
    }

    /// Reports what is no Java identifier: names go into Java source as they are, and must not carry code.
    pub(super) fn java_identifier(&mut self, name: &tree::Name, what: &str) {
        if !is_identifier(&name.text) {
            let help = format!("write the name of the {what} as it stands in the class, without anything else");
            self.error(name.span(), format!("`{}` is no name of a Java {what}", name.text), "not a Java name", help);
        }
    }

    /// Reports what is no class name, canonical or binary.
    pub(super) fn class_name(&mut self, name: &tree::Name) {
        if !is_class_name(&name.text) {
            let help =
                "write it with its package, as in `com.acme.Tree$Node`; type arguments go into `arguments(\"…\")`";
            self.error(name.span(), format!("`{}` is no name of a Java class", name.text), "not a class name", help);
        }
    }

    /// Reports what is no list of types.
    fn type_arguments(&mut self, text: &tree::Text) {
        if !is_type_arguments(&text.text) {
            let help = "write them without the outer brackets, as in `arguments(\"Integer\")`";
            self.error(text.span(), format!("`{}` is no list of Java types", text.text), "not types", help);
        }
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
