//! `generate` paragraphs: the root, the scopes and ranges, and the methods with their contracts.

use super::checker::{Checker, ContractOf};
use super::definitions::DefinitionKind;
use super::module::{
    Bound, Domain, FieldRange, FunctionId, Generate, JavaType, Method, Mult, Param, Prim, Range, RelType, SigId,
    SigKind, SigScope, Throws, Type, VarId,
};
use super::names::ImplicitThis;
use super::types::{columns, unary};
use crate::diagnostic::{Diagnostic, Help, Span, closest};
use crate::java::Primitive;
use crate::syntax::tree::{self, Contract, GenerateItem, Paragraph};

/// The scope where a paragraph states none, as in Alloy.
const DEFAULT_SCOPE: u32 = 3;

/// The largest scope that is accepted; bounds stay far below the limits of tuple keys.
const MAX_SCOPE: i64 = 1000;

impl Checker<'_> {
    pub(super) fn check_generates(&mut self) {
        for paragraph in &self.file().paragraphs {
            if let Paragraph::Generate(generate) = paragraph
                && let Some(checked) = self.check_generate(generate)
            {
                if let Some(first) = self.module.generates.iter().find(|other| other.name == checked.name) {
                    let (first, name) = (first.span, checked.name.clone());
                    self.report(
                        Diagnostic::error(checked.span, format!("two `generate` paragraphs are named `{name}`"))
                            .label("named again")
                            .and(first, "named first here")
                            .help("give one of them a label: `generate label: …`"),
                    );
                }
                self.module.generates.push(checked);
            }
        }
    }

    fn check_generate<'t>(&mut self, tree: &'t tree::Generate) -> Option<Generate> {
        let root = self.sig(&tree.root)?;
        let invariants = tree.invariants.iter().filter_map(|name| self.invariant(name, root, &tree.root)).collect();
        let (scope, sig_scopes, max_sequence) = self.check_scope(tree.scope.as_ref());
        let (mut ranges, mut ranged) = (Vec::new(), Vec::new());
        let method = |item: &'t GenerateItem| match item {
            GenerateItem::Method(method) => Some(method),
            GenerateItem::Range(_) => None,
        };
        let all: Vec<&tree::Method> = tree.items.iter().filter_map(method).collect();
        let mut methods = Vec::new();
        for item in &tree.items {
            match item {
                GenerateItem::Range(range) => self.check_field_range(range, &mut ranges, &mut ranged),
                GenerateItem::Method(method) => {
                    if let Some(checked) = self.check_method(root, method, &all) {
                        self.check_result(&checked, &methods);
                        methods.push(checked);
                    }
                }
            }
        }
        if let Some(label) = &tree.label {
            self.define(label, DefinitionKind::Generate, tree.whole.0, None);
        }
        let name = tree.label.as_ref().map_or_else(|| lower_camel(&tree.root.text), |label| label.text.clone());
        let span = tree.place.0;
        Some(Generate { name, span, root, invariants, scope, sig_scopes, max_sequence, ranges, methods })
    }

    /// The predicate of a name, if structures can have to satisfy it.
    fn invariant(&mut self, name: &tree::Name, root: SigId, root_name: &tree::Name) -> Option<FunctionId> {
        let Some(function) = self.functions_named(&name.text).first().copied() else {
            if !self.may_be_lost(&name.text) {
                let all = self.nameable();
                let help = match closest(&name.text, all.functions) {
                    Some(similar) => Help::did_you_mean(similar),
                    None => format!("declare it: `pred {}[r: {}] {{ … }}`", name.text, root_name.text).into(),
                };
                self.error(name.span(), format!("no predicate `{}`", name.text), "not declared", help);
            }
            return None;
        };
        self.note_function(name, function);
        let declared = &self.module.functions[function.index()];
        let (is_predicate, params, span) = (declared.result.is_none(), declared.params.len(), declared.span);
        if !is_predicate || params != 1 {
            self.report(
                Diagnostic::error(name.span(), format!("`{}` is no predicate over the root alone", name.text))
                    .and(span, if is_predicate { "takes other parameters" } else { "is a function" })
                    .help(format!("write `pred {}[r: {}] {{ … }}`", name.text, root_name.text)),
            );
            return None;
        }
        let param = &self.module.variables[declared.params[0].var.index()];
        let (param_span, param_type) = (param.span, param.ty.clone());
        let root_type = self.hierarchy().of_sig(root);
        if let Type::Relation(ty) = &param_type
            && ty.arity != 1
        {
            self.report(
                Diagnostic::error(name.span(), format!("`{}` is no predicate over the root alone", name.text))
                    .and(param_span, format!("has {}", columns(ty.arity)))
                    .help(format!("write `pred {}[r: {}] {{ … }}`", name.text, root_name.text)),
            );
            return None;
        }
        if let Type::Relation(ty) = &param_type
            && self.hierarchy().intersection(ty, &root_type).products.is_empty()
        {
            let wanted = self.hierarchy().describe(ty);
            self.report(
                Diagnostic::error(name.span(), format!("`{}` says nothing about `{}`", name.text, root_name.text))
                    .label(format!("structures of `{}` have to satisfy it", root_name.text))
                    .and(param_span, format!("it is about `{wanted}`"))
                    .help(format!("name a predicate over `{}`", root_name.text)),
            );
            return None;
        }
        Some(function)
    }

    /// The scope, those of signatures, and the length of sequences at most.
    fn check_scope(&mut self, tree: Option<&tree::Scope>) -> (u32, Vec<SigScope>, Option<Bound>) {
        let Some(tree) = tree else { return (DEFAULT_SCOPE, Vec::new(), None) };
        let mut scope = DEFAULT_SCOPE;
        if let Some((value, place)) = tree.overall {
            match u32::try_from(value) {
                Ok(small) if value <= MAX_SCOPE => scope = small,
                _ => {
                    let help = format!("choose a number from 0 to {MAX_SCOPE}");
                    self.error(place.0, format!("scope {value} is out of reach"), "too large", help);
                }
            }
        }
        let mut parts: Vec<SigScope> = Vec::new();
        let mut max_sequence = None;
        for part in &tree.parts {
            if part.sig.text == "Int" || part.sig.text == "int" {
                let help = "state ranges of fields instead, for instance `key in 0 .. scope`";
                let message = format!("`{}` has no scope in `generate`", part.sig.text);
                self.error(part.sig.span(), message, "the bit width follows from the ranges", help);
                continue;
            }
            let of_sequences = part.sig.text == "seq";
            let sig = if of_sequences { None } else { self.sig(&part.sig) };
            let Some(bound) = self.bound(&part.bound).filter(|_| of_sequences || sig.is_some()) else { continue };
            if bound.at(scope) < 0 || bound.at(scope) > MAX_SCOPE {
                let help = format!("choose a number from 0 to {MAX_SCOPE}");
                self.error(part.bound.place.0, "a scope out of reach", "here", help);
                continue;
            }
            let again = match sig {
                Some(sig) => parts.iter().any(|other| other.sig == sig),
                None => max_sequence.is_some(),
            };
            if again {
                let message = format!("`{}` has two scopes", part.sig.text);
                self.error(part.sig.span(), message, "the second one", "remove one of them");
                continue;
            }
            let Some(sig) = sig else {
                max_sequence = Some(bound);
                if part.exactly {
                    let help = "leave out `exactly`, and state a length in the invariant: `#r.items = 3`";
                    self.error(part.sig.span(), "the scope of `seq` is exact", "says how long one is at most", help);
                }
                continue;
            };
            if matches!(self.module.sigs[sig.index()].kind, SigKind::In { .. }) && part.exactly {
                let message = format!("subset signature `{}` has an exact scope", part.sig.text);
                self.error(part.sig.span(), message, "not supported", "say it in a fact: `#… = …`");
                continue;
            }
            parts.push(SigScope { sig, exactly: part.exactly, bound });
        }
        (scope, parts, max_sequence)
    }

    /// Adds the ranges of the fields, and to `ranged` the place where each of them is named.
    fn check_field_range(&mut self, tree: &tree::FieldRange, ranges: &mut Vec<FieldRange>, ranged: &mut Vec<Span>) {
        let Some(range) = self.range(&tree.range) else { return };
        for reference in &tree.fields {
            let Some(field) = self.field(reference) else { continue };
            let declared = &self.module.fields[field.index()];
            let (arity, name, span) = (declared.arity(), declared.name.clone(), declared.span);
            let column = if reference.index { 1 } else { arity - 1 };
            if reference.index && arity < 3 {
                let message = format!("`{name}` has no index column");
                self.error(reference.field.span(), message, "two columns only", "drop `index`");
                continue;
            }
            let integers = declared.ty.products.iter().any(|product| product.get(column) == Some(&Prim::Int));
            if !integers {
                self.report(
                    Diagnostic::error(reference.field.span(), format!("`{name}` holds no integers"))
                        .label("has a range")
                        .and(span, "declared here")
                        .help("give ranges to fields of `Int` only"),
                );
                continue;
            }
            if declared.sequence && column == 1 && range.low != Bound::constant(0) {
                self.report(
                    Diagnostic::error(tree.range.low.place.0, "a sequence begins elsewhere than at 0")
                        .label("its first index")
                        .and(span, format!("`{name}` is a sequence"))
                        .help(format!("write `{name} index in 0 .. …`, with its last index at most")),
                );
                continue;
            }
            if let Some(first) = ranges.iter().position(|other| other.field == field && other.column == column) {
                self.report(
                    Diagnostic::error(reference.field.span(), format!("`{name}` has two ranges"))
                        .label("the second one")
                        .and(ranged[first], "the first one")
                        .help("remove one of them"),
                );
                continue;
            }
            ranges.push(FieldRange { field, column, range: range.clone() });
            ranged.push(reference.field.span());
        }
    }

    fn range(&mut self, tree: &tree::Range) -> Option<Range> {
        let (low, high) = (self.bound(&tree.low), self.bound(&tree.high));
        let (low, high) = (low?, high?);
        if low.factor == high.factor && low.offset > high.offset {
            let span = tree.low.place.0.to(tree.high.place.0);
            self.error(span, "an empty range", "the first number is the greater one", "exchange the two");
            return None;
        }
        Some(Range { low, high })
    }

    /// A method; `all` are those of the paragraph.
    fn check_method(&mut self, root: SigId, tree: &tree::Method, all: &[&tree::Method]) -> Option<Method> {
        let span = tree.name.span();
        self.java_identifier(&tree.name, "method");
        for param in &tree.params {
            self.java_identifier(&param.name, "parameter");
        }
        self.define(&tree.name, DefinitionKind::Method, tree.place.0, None);
        let root_type = self.hierarchy().of_sig(root);
        let this = self.variable("this", span, Type::Relation(root_type), Mult::One);
        self.locals.push("this", this);
        let mut params = Vec::new();
        let mut complete = true;
        for param in &tree.params {
            match self.check_param(param, tree, all) {
                Some(checked) => {
                    self.define_local(
                        &param.name,
                        DefinitionKind::MethodParameter,
                        param.name.span(),
                        tree.place.0,
                        Some(checked.var),
                    );
                    self.locals.push(&checked.name, checked.var);
                    params.push(checked);
                }
                None => complete = false,
            }
        }
        let result = tree.result.as_ref().map(|name| self.java_type(name));
        let result_var = result.as_ref().and_then(|ty| self.result_variable(ty, span));
        self.contract_of = Some(ContractOf { method: tree.name.clone(), result: tree.result.clone() });
        self.implicit_this = Some(ImplicitThis { owner: root, this, also_whole: true });
        let (mut requires, mut ensures, mut throws) = (Vec::new(), Vec::new(), Vec::new());
        for contract in &tree.contracts {
            match contract {
                Contract::Requires(body) => self.contract(body, &mut requires),
                Contract::Ensures(body) => self.postcondition(body, result_var, &mut ensures),
                Contract::Throws { class, when } => match self.throws(class, when.as_ref()) {
                    Some(checked) => throws.push(checked),
                    None => complete = false,
                },
            }
        }
        self.contract_of = None;
        self.implicit_this = None;
        self.locals.truncate(0);
        complete.then(|| Method {
            name: tree.name.text.clone(),
            span,
            params,
            result,
            result_var,
            this,
            requires,
            ensures,
            throws,
        })
    }

    /// What holds after a call, which may name its result and look back.
    fn postcondition(&mut self, body: &tree::Expr, result: Option<VarId>, conditions: &mut Vec<super::module::Expr>) {
        let depth = self.locals.depth();
        if let Some(var) = result {
            self.locals.push("result", var);
        }
        self.may_look_back = true;
        self.contract(body, conditions);
        self.may_look_back = false;
        self.locals.truncate(depth);
    }

    fn throws(&mut self, class: &tree::Name, when: Option<&tree::Expr>) -> Option<Throws> {
        self.class_name(class);
        let when = match when {
            Some(when) => Some(self.formula(when)?),
            None => None,
        };
        Some(Throws { class: class.text.clone(), when })
    }

    /// Several methods may be one of Java, with a contract for each of its cases, but that has one result.
    fn check_result(&mut self, method: &Method, earlier: &[Method]) {
        let is_same = |other: &&Method| {
            let parameters = other.params.iter().zip(&method.params);
            other.name == method.name
                && other.params.len() == method.params.len()
                && parameters.into_iter().all(|(one, other)| one.domain.has_type_of(&other.domain))
        };
        if let Some(other) = earlier.iter().find(is_same).filter(|other| other.result != method.result) {
            self.report(
                Diagnostic::error(method.span, format!("`{}` has two results", method.name))
                    .label("returns something else here")
                    .and(other.span, "than here, with the same parameters")
                    .help(
                        "a class of Java has only one method with this name and these parameters: give both its result",
                    ),
            );
        }
    }

    /// Each formula of a block is a condition of its own.
    fn contract(&mut self, body: &tree::Expr, conditions: &mut Vec<super::module::Expr>) {
        match &body.kind {
            tree::ExprKind::Block(parts) => {
                for part in parts {
                    conditions.extend(self.formula(part));
                }
            }
            _ => conditions.extend(self.formula(body)),
        }
    }

    fn check_param(&mut self, tree: &tree::Param, of: &tree::Method, all: &[&tree::Method]) -> Option<Param> {
        let (domain, ty, mult) = match &tree.domain {
            tree::Domain::Range(range) => {
                (Domain::Range(self.range(range)?), Type::Relation(unary(vec![Prim::Int])), Mult::One)
            }
            tree::Domain::Characters { low, high } => {
                (self.characters(low, high)?, Type::Relation(unary(vec![Prim::Int])), Mult::One)
            }
            tree::Domain::New(name) => {
                let sig = self.made(name)?;
                (Domain::New(sig), Type::Relation(self.hierarchy().of_sig(sig)), Mult::One)
            }
            tree::Domain::Result(name) => self.earlier_call(name, of, all)?,
            tree::Domain::Texts { lone, texts } => {
                let mult = if *lone { Mult::Lone } else { Mult::One };
                (Domain::Texts(self.texts(texts)?, mult), Type::Relation(self.strings()), mult)
            }
            tree::Domain::Named { lone, name } if name.sig.is_none() && name.field.text == "boolean" && !lone => {
                (Domain::Boolean, Type::Formula, Mult::One)
            }
            tree::Domain::Named { lone, name } => {
                let mult = if *lone { Mult::Lone } else { Mult::One };
                match self.sig_named(&name.field.text).filter(|_| name.sig.is_none()) {
                    Some(sig) => {
                        self.note_sig(&name.field, Some(sig));
                        (Domain::Sig(sig, mult), Type::Relation(self.hierarchy().of_sig(sig)), mult)
                    }
                    None => {
                        let field = self.field(name)?;
                        let declared = &self.module.fields[field.index()];
                        let values = declared.ty.products.iter().filter_map(|product| product.last()).copied();
                        (Domain::Field(field), Type::Relation(unary(values.collect())), mult)
                    }
                }
            }
        };
        let var = self.variable(&tree.name.text, tree.name.span(), ty, mult);
        Some(Param { name: tree.name.text.clone(), var, domain })
    }

    /// A range of characters that is not empty.
    fn characters(&mut self, low: &tree::Text, high: &tree::Text) -> Option<Domain> {
        let (first, last) = (self.character(low), self.character(high));
        let (first, last) = (first?, last?);
        if first > last {
            let (whole, help) = (low.span().to(high.span()), "exchange the two");
            self.error(whole, "an empty range", "the first character is the greater one", help);
            return None;
        }
        Some(Domain::Characters(first, last))
    }

    /// A signature of which there can be new objects.
    fn made(&mut self, name: &tree::Name) -> Option<SigId> {
        let sig = self.sig(name)?;
        let declared = &self.module.sigs[sig.index()];
        let message = match declared.kind {
            SigKind::In { .. } => format!("objects of the subset `{}` are in a structure", name.text),
            _ if declared.is_abstract => format!("`{}` has no objects of its own: it is abstract", name.text),
            _ => return Some(sig),
        };
        let help = "name a signature with objects of its own";
        self.error(name.span(), message, "nothing of it can be new", help);
        None
    }

    /// Different strings.
    fn texts(&mut self, texts: &[tree::Text]) -> Option<Vec<String>> {
        for (index, text) in texts.iter().enumerate() {
            if let Some(first) = texts[..index].iter().find(|other| other.text == text.text) {
                self.report(
                    Diagnostic::error(text.span(), format!("`{}` is given twice", text.text))
                        .label("given again")
                        .and(first.span(), "given first here")
                        .help("remove one of them"),
                );
                return None;
            }
        }
        Some(texts.iter().map(|text| text.text.clone()).collect())
    }

    /// A `char` of Java; the last one of all ends no loop.
    fn character(&mut self, text: &tree::Text) -> Option<char> {
        let mut letters = text.text.chars();
        let found = letters.next().filter(|letter| letters.next().is_none() && *letter < '\u{ffff}');
        if found.is_none() {
            let help = "write one character on either side of `..`, or strings with `+` between them";
            self.error(text.span(), format!("`{}` is no `char` of Java", text.text), "a character ends here", help);
        }
        found
    }

    /// The type of strings: they are alike with the values of signatures that are bound to the class of strings.
    pub(super) fn strings(&self) -> RelType {
        let is_text = |sig: &&SigId| {
            self.module.sigs[sig.index()].java.as_ref().is_some_and(|java| java.class == "java.lang.String")
        };
        let sigs: Vec<SigId> = (0..self.module.sigs.len() as u32).map(SigId).collect();
        let bound = sigs.iter().filter(is_text).flat_map(|sig| self.hierarchy().of_sig(*sig).products).flatten();
        unary(bound.chain([Prim::Text]).collect())
    }

    pub(super) fn java_type(&mut self, name: &tree::Name) -> JavaType {
        if let Some(primitive) = Primitive::of_keyword(&name.text) {
            return JavaType::Primitive(primitive.keyword());
        }
        if name.text == "Int" {
            let help = "write `int`, or `java.lang.Integer` where it may be `null`";
            self.error(name.span(), "`Int` is no type of Java", "a method of Java returns this", help);
            return JavaType::Primitive("int");
        }
        match self.sig_named(&name.text) {
            Some(sig) => {
                self.note_sig(name, Some(sig));
                JavaType::Sig(sig)
            }
            None => {
                self.class_name(name);
                JavaType::Class(name.text.clone())
            }
        }
    }

    /// The variable `result`.
    fn result_variable(&mut self, ty: &JavaType, span: Span) -> Option<VarId> {
        let (ty, mult) = self.result_values(ty)?;
        Some(self.variable("result", span, ty, mult))
    }

    /// What a result is in contracts: a formula for `boolean`, one integer for integral types, at most one object for a
    /// signature; other results have no meaning in the relational language.
    pub(super) fn result_values(&self, ty: &JavaType) -> Option<(Type, Mult)> {
        match ty {
            JavaType::Primitive("boolean") => Some((Type::Formula, Mult::One)),
            JavaType::Primitive("float" | "double") => None,
            JavaType::Primitive(_) => Some((Type::Relation(unary(vec![Prim::Int])), Mult::One)),
            JavaType::Sig(sig) => Some((Type::Relation(self.hierarchy().of_sig(*sig)), Mult::Lone)),
            JavaType::Class(class) if class == "java.lang.Integer" => {
                Some((Type::Relation(unary(vec![Prim::Int])), Mult::Lone))
            }
            JavaType::Class(_) => None,
        }
    }
}

/// `SearchTree` as `searchTree`.
fn lower_camel(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}

impl Bound {
    /// A number that does not depend on the scope.
    pub fn constant(offset: i64) -> Bound {
        Bound { factor: 0, offset }
    }
}
