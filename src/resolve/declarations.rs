//! Signatures, fields, functions, facts: what a module declares.

use super::checker::{Checker, Declaring, mult_of};
use super::definitions::{DefinitionKind, Item};
use super::expressions::constant;
use super::module::{
    Decl, Expr, ExprKind, Fact, Function, FunctionId, Mult, Prim, Quant, RelType, Sig, SigId, SigKind, Type, VarId,
    truth,
};
use super::names::ImplicitThis;
use super::namespace::Assertion;
use super::overloaded::{Kinds, Want};
use super::recursion::may_circle;
use super::types::{columns, unary};
use crate::diagnostic::{Diagnostic, Span};
use crate::syntax::tree::{self, Paragraph};

/// Names with a meaning of their own.
const BUILT_IN: [&str; 6] = ["univ", "iden", "none", "Int", "String", "this"];

impl<'p> Checker<'p> {
    pub(super) fn declare_signatures(&mut self) {
        for paragraph in &self.file().paragraphs {
            match paragraph {
                Paragraph::Signature(signature) => {
                    if let Some(place) = signature.variable {
                        self.not_in_structures("a `var` signature", place.0);
                    }
                    for name in &signature.names {
                        let mult = signature.multiplicity.map_or(Mult::Set, mult_of);
                        let id = self.declare_sig(name, SigKind::Top, mult);
                        self.define(name, DefinitionKind::Signature, signature.place.0, Some(Item::Sig(id)));
                        self.module.sigs[id.index()].is_abstract = signature.is_abstract;
                        self.module.sigs[id.index()].is_variable = signature.variable.is_some();
                        if signature.is_private {
                            self.hidden.sigs.insert(id);
                        }
                    }
                }
                Paragraph::Enum(declaration) => {
                    let parent = self.declare_sig(&declaration.name, SigKind::Top, Mult::Set);
                    self.define(&declaration.name, DefinitionKind::Enum, declaration.place.0, Some(Item::Sig(parent)));
                    self.module.sigs[parent.index()].is_abstract = true;
                    self.module.sigs[parent.index()].is_enum = true;
                    let mut all = vec![parent];
                    for member in &declaration.members {
                        let id = self.declare_sig(member, SigKind::Extends(parent), Mult::One);
                        self.define(member, DefinitionKind::EnumMember, member.span(), Some(Item::Sig(id)));
                        self.module.sigs[parent.index()].children.push(id);
                        all.push(id);
                    }
                    if declaration.is_private {
                        self.hidden.sigs.extend(all);
                    }
                }
                _ => {}
            }
        }
    }

    pub(super) fn declare_sig(&mut self, name: &tree::Name, kind: SigKind, mult: Mult) -> SigId {
        let id = SigId(self.module.sigs.len() as u32);
        if BUILT_IN.contains(&name.text.as_str()) {
            let help = "choose another name";
            self.error(name.span(), format!("`{}` has a meaning of its own", name.text), "cannot be declared", help);
        }
        if let Some(first) = self.instances[self.instance].sigs.get(&name.text) {
            let first = &self.module.sigs[first.index()];
            let what = match (&kind, &first.kind) {
                (SigKind::Extends(parent), SigKind::Extends(other)) if parent == other => {
                    format!("values of `{}`", self.module.sigs[parent.index()].name)
                }
                _ => "signatures".to_owned(),
            };
            let first = first.span;
            self.report(
                Diagnostic::error(name.span(), format!("two {what} are named `{}`", name.text))
                    .label("declared again")
                    .and(first, "declared first here")
                    .help("rename one of them"),
            );
        } else {
            self.instances[self.instance].sigs.insert(name.text.clone(), id);
        }
        self.instances[self.instance].sigs_by_place.insert(name.span(), id);
        self.module.sigs.push(Sig {
            name: format!("{}{}", self.instances[self.instance].prefix, name.text),
            span: name.span(),
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

    /// The signatures of this instance that are no enums and no members of one, in the order of their declarations.
    pub(super) fn declared_signatures(&self) -> Vec<(SigId, &'p tree::Signature)> {
        let signatures = self.file().paragraphs.iter().filter_map(|paragraph| match paragraph {
            Paragraph::Signature(signature) => Some(signature),
            _ => None,
        });
        let declared = signatures.flat_map(|signature| {
            signature.names.iter().filter_map(move |name| Some((self.sig_declared_at(name)?, signature)))
        });
        declared.collect()
    }

    /// The signature that this instance declares with a name.
    pub(super) fn sig_declared_at(&self, name: &tree::Name) -> Option<SigId> {
        self.instances[self.instance].sigs_by_place.get(&name.span()).copied()
    }

    /// Reports signatures that are part of themselves, and abstract ones that nothing extends.
    pub(super) fn check_hierarchy(&mut self) {
        let sigs = (0..self.module.sigs.len() as u32).map(SigId);
        let parents = sigs.map(|sig| self.parents(sig).into_iter().map(SigId::index).collect());
        let may_circle = may_circle(&parents.collect::<Vec<_>>());
        for index in (0..self.module.sigs.len()).filter(|index| may_circle[*index]) {
            self.check_acyclic(SigId(index as u32));
        }
        // A file that is there to be opened leaves the extensions to those that open it.
        let is_library = self.files[0]
            .paragraphs
            .iter()
            .all(|paragraph| !matches!(paragraph, Paragraph::Command(_) | Paragraph::Generate(_)));
        for index in (0..self.module.sigs.len()).filter(|_| !is_library) {
            let sig = &self.module.sigs[index];
            if sig.is_abstract && sig.children.is_empty() && !sig.is_enum {
                let (span, name) = (sig.span, sig.name.clone());
                self.report(
                    Diagnostic::warning(span, format!("abstract signature `{name}` has no extension"))
                        .label("treated as if it were not abstract")
                        .help(format!("extend it, or drop `abstract` from `{name}`")),
                );
            }
        }
    }

    fn check_acyclic(&mut self, start: SigId) {
        let mut stack = vec![start];
        let mut seen = vec![false; self.module.sigs.len()];
        while let Some(sig) = stack.pop() {
            for parent in self.parents(sig) {
                if parent == start {
                    let Sig { name, span, .. } = &self.module.sigs[start.index()];
                    let message = format!("signature `{name}` is part of itself");
                    self.error(*span, message, "its parents lead back to it", "remove one of the `extends` or `in`");
                    self.module.sigs[start.index()].kind = SigKind::Top;
                    return;
                }
                if !std::mem::replace(&mut seen[parent.index()], true) {
                    stack.push(parent);
                }
            }
        }
    }

    pub(super) fn declare_functions(&mut self) {
        for paragraph in &self.file().paragraphs {
            let (Paragraph::Predicate(function) | Paragraph::Function(function)) = paragraph else { continue };
            let id = FunctionId(self.module.functions.len() as u32);
            let name = &function.name;
            self.declaring = Declaring::Header;
            let mut params = Vec::new();
            if let Some(bound) = function.receiver.as_ref().and_then(|receiver| self.receiver(receiver)) {
                let is_set = matches!(&bound.ty, Type::Relation(ty) if ty.arity == 1);
                let mult = if is_set { Mult::One } else { Mult::Set };
                let var = self.variable("this", bound.span, bound.ty.clone(), mult);
                self.locals.push("this", var);
                params.push(Decl { var, mult, bound, disjoint_from: Vec::new() });
            }
            let whole = function.place.0;
            params.extend(self.decls(&function.params, DefinitionKind::Parameter, whole));
            self.parameters_differ(&function.params);
            let result = function.result.as_ref().and_then(|(mult, bound)| {
                let (bound, ty) = self.bound_of(bound)?;
                self.fits_a_set(*mult, &ty, bound.span);
                let default = if ty.arity == 1 { Mult::One } else { Mult::Set };
                Some((mult.map_or(default, mult_of), bound))
            });
            self.locals.truncate(0);
            self.declaring = Declaring::Nothing;
            for bound in params.iter().map(|param| &param.bound).chain(result.as_ref().map(|(_, bound)| bound)) {
                self.bound_of_one_state(bound);
            }
            let declared = Function {
                name: format!("{}{}", self.instances[self.instance].prefix, name.text),
                span: name.span(),
                params,
                result,
                body: truth(name.span()),
            };
            self.declared_before(name, &declared);
            if let Some(defined) = function.params.iter().find(|decl| decl.defined) {
                self.defined_parameters.insert(id, defined.place.0);
            }
            if function.is_private {
                self.hidden.functions.insert(id);
            }
            let kind = match declared.result {
                _ if matches!(paragraph, Paragraph::Predicate(_)) => DefinitionKind::Predicate,
                _ => DefinitionKind::Function,
            };
            self.define(name, kind, whole, Some(Item::Function(id)));
            self.module.functions.push(declared);
            self.name_function(name, id);
        }
    }

    /// Reports parameters of the same name.
    fn parameters_differ(&mut self, decls: &[tree::Decl]) {
        let names: Vec<&tree::Name> = decls.iter().flat_map(|decl| &decl.names).collect();
        for (index, name) in names.iter().enumerate() {
            if let Some(first) = names[..index].iter().find(|first| first.text == name.text) {
                self.parameter_again(name, first);
            }
        }
    }

    pub(super) fn parameter_again(&mut self, name: &tree::Name, first: &tree::Name) {
        self.report(
            Diagnostic::error(name.span(), format!("two parameters are named `{}`", name.text))
                .label("declared again")
                .and(first.span(), "declared first here")
                .help("rename one of them"),
        );
    }

    /// Reports a second declaration of a name for parameters and results of the same types; others are told apart where they
    /// are called.
    fn declared_before(&mut self, name: &tree::Name, declared: &Function) {
        let types = |checker: &Self, function: &Function| -> Vec<Type> {
            let params = function.params.iter().map(|param| checker.module.variables[param.var.index()].ty.clone());
            params.chain(function.result.iter().map(|(_, bound)| bound.ty.clone())).collect()
        };
        let own = types(self, declared);
        let others = self.instances[self.instance].functions.get(&name.text).into_iter().flatten();
        let same = others
            .map(|id| &self.module.functions[id.index()])
            .find(|other| other.result.is_some() == declared.result.is_some() && types(self, other) == own);
        if let Some(first) = same.map(|first| first.span) {
            self.report(
                Diagnostic::error(name.span(), format!("two predicates or functions are named `{}`", name.text))
                    .label("declared again")
                    .and(first, "declared first here")
                    .help("rename one of them"),
            );
        }
    }

    pub(super) fn check_bodies(&mut self) {
        for paragraph in &self.file().paragraphs {
            match paragraph {
                Paragraph::Predicate(declaration) | Paragraph::Function(declaration) => {
                    let declared =
                        self.instances[self.instance].functions_by_place.get(&declaration.name.span()).copied();
                    if let Some(id) = declared {
                        self.check_function(id, declaration);
                    }
                }
                Paragraph::Fact(fact) => {
                    if let Some(name) = &fact.name {
                        self.define(name, DefinitionKind::Fact, fact.place.0, None);
                    }
                    let prefix = &self.instances[self.instance].prefix;
                    let name = match &fact.name {
                        None => "fact".to_owned(),
                        Some(name) => format!("fact {prefix}{}", name.text),
                    };
                    if let Some(body) = self.formula(&fact.body) {
                        self.module.facts.push(Fact { name, span: fact.body.span(), body });
                    }
                }
                Paragraph::Assert(assertion) => {
                    let body = self.formula(&assertion.body);
                    if let Some(name) = &assertion.name {
                        self.define(name, DefinitionKind::Assertion, assertion.place.0, None);
                        let assertion = Assertion { span: name.span(), body };
                        self.instances[self.instance].assertions.insert(name.text.clone(), assertion);
                    }
                }
                Paragraph::Signature(signature) => {
                    self.within_indices(signature);
                    let Some(fact) = &signature.fact else { continue };
                    for sig in signature.names.iter().filter_map(|name| self.sig_declared_at(name)).collect::<Vec<_>>()
                    {
                        self.check_appended(sig, fact);
                    }
                }
                Paragraph::Enum(_)
                | Paragraph::Open(_)
                | Paragraph::Macro(_)
                | Paragraph::Command(_)
                | Paragraph::Generate(_) => {}
            }
        }
    }

    /// What `this` is an element of in a receiver's predicate: a signature, or what is built in.
    fn receiver(&mut self, name: &tree::Name) -> Option<Expr> {
        let built_in = constant(&name.text, name.span());
        if let Some(set) = built_in.filter(|set| matches!(&set.ty, Type::Relation(ty) if ty.arity == 1)) {
            return Some(set);
        }
        // A parameter of the module stands for what is built in, too.
        let prim = match self.prims_named(&name.text).first() {
            None if self.macro_named(&name.text).is_some() || !self.bound_fields_of_name(&name.text).is_empty() => {
                let named = tree::Expr::new(tree::ExprKind::Name(name.text.clone()), name.span());
                return Some(self.bound_of(&named)?.0);
            }
            None | Some(Prim::Sig(_)) => Prim::Sig(self.sig(name)?),
            Some(prim) => *prim,
        };
        Some(self.set_of(prim, name.span()))
    }

    fn check_function(&mut self, id: FunctionId, declaration: &tree::Function) {
        let params: Vec<VarId> = self.module.functions[id.index()].params.iter().map(|param| param.var).collect();
        for param in params {
            let name = self.module.variables[param.index()].name.clone();
            self.locals.push(&name, param);
        }
        // In a receiver's predicate, too, its fields may be named without `this`.
        self.implicit_this = declaration
            .receiver
            .as_ref()
            .and_then(|receiver| self.sig_named(&receiver.text).zip(self.locals.var("this")))
            .map(|(owner, this)| ImplicitThis { owner, this, also_whole: true });
        let body = match &declaration.result {
            None => self.formula(&declaration.body),
            Some(_) => self.result_body(id, &declaration.body),
        };
        self.locals.truncate(0);
        self.implicit_this = None;
        if let Some(body) = body {
            self.module.functions[id.index()].body = body;
        }
    }

    fn result_body(&mut self, id: FunctionId, body: &tree::Expr) -> Option<Expr> {
        // A function's body is a block of one expression.
        let body = match &body.kind {
            tree::ExprKind::Block(parts) if parts.len() == 1 => &parts[0],
            _ => body,
        };
        let overloaded = self.infer(body)?;
        let declared = match self.module.functions[id.index()].result.as_ref().map(|result| result.1.ty.clone()) {
            Some(Type::Relation(declared)) => Some(declared),
            _ => None,
        };
        let want = declared.as_ref().map_or(Want::Any, |declared| Want::Tuples(Kinds::relation(declared)));
        let elaborated = self.elaborate(overloaded, &want)?;
        let (body, found) = self.as_relation(elaborated)?;
        if self.module.functions[id.index()].result.as_ref().is_some_and(|(mult, _)| *mult == Mult::One) {
            self.warn_of_set_for_one(&body);
        }
        if let Some(declared) = declared
            && declared.arity != found.arity
        {
            let message = format!("the function returns {} columns", found.arity);
            let help = format!("its header promises {}: make the two agree", declared.arity);
            self.error(body.span, message, "this is what it returns", help);
            return None;
        }
        Some(body)
    }

    fn check_appended(&mut self, owner: SigId, fact: &tree::Expr) {
        let ty = self.hierarchy().of_sig(owner);
        let this = self.variable("this", fact.span(), Type::Relation(ty.clone()), Mult::One);
        self.locals.push("this", this);
        self.implicit_this = Some(ImplicitThis { owner, this, also_whole: false });
        let body = self.formula(fact);
        self.implicit_this = None;
        self.locals.truncate(0);
        let Some(body) = body else { return };
        let Sig { name, .. } = &self.module.sigs[owner.index()];
        let bound = Expr { kind: ExprKind::Sig(owner), ty: Type::Relation(ty), span: fact.span() };
        let decl = Decl { var: this, mult: Mult::One, bound, disjoint_from: Vec::new() };
        let fact_name = format!("appended fact of `{name}`");
        let kind = ExprKind::Quant(Quant::All, vec![decl], Box::new(body));
        let body = self.always(Expr { kind, ty: Type::Formula, span: fact.span() });
        self.module.facts.push(Fact { name: fact_name, span: fact.span(), body });
    }

    /// Whether a multiplicity may stand in front of a bound of this type; reports it if not.
    pub(super) fn fits_a_set(&mut self, multiplicity: Option<tree::Multiplicity>, ty: &RelType, span: Span) -> bool {
        match multiplicity {
            Some(multiplicity) if ty.arity > 1 && multiplicity != tree::Multiplicity::Set => {
                let word = multiplicity.keyword();
                let help = format!("say it of a column, for instance `A -> {word} B`");
                let message = format!("`{word}` says how many elements a set has, and this is a relation");
                let (columns, found) = (columns(ty.arity), self.hierarchy().describe(ty));
                self.error(span, message, &format!("{columns}: `{found}`"), help);
                false
            }
            _ => true,
        }
    }

    /// Declarations of variables, each visible to those after it, up to the end of a scope; the caller truncates the
    /// locals.
    pub(super) fn decls(&mut self, decls: &[tree::Decl], kind: DefinitionKind, scope: Span) -> Vec<Decl> {
        let mut result = Vec::new();
        for decl in decls {
            let bound = self.bound_of_variable(decl);
            if let Some((bound, ty)) = &bound {
                self.fits_a_set(decl.multiplicity, ty, bound.span);
            }
            if decl.disjoint_values {
                let help = "write `disj` before the names: `disj a, b: S`";
                self.error(decl.bound.span(), "`disj` in front of the bound of a variable", "for fields only", help);
            }
            let first = result.len();
            for name in &decl.names {
                let (bound, ty) = match &bound {
                    Some((bound, ty)) => (bound.clone(), ty.clone()),
                    None => {
                        let ty = unary(vec![Prim::Univ]);
                        (Expr { kind: ExprKind::Univ, ty: Type::Relation(ty.clone()), span: decl.bound.span() }, ty)
                    }
                };
                let default = if ty.arity == 1 { Mult::One } else { Mult::Set };
                let mult = decl.multiplicity.map_or(default, mult_of);
                let var = self.variable(&name.text, name.span(), Type::Relation(ty), mult);
                let scope = Span { start: decl.place.0.end, ..scope };
                self.define_local(name, kind, decl.place.0, scope, Some(var));
                let disjoint_from = if decl.disjoint {
                    result[first..].iter().map(|earlier: &Decl| earlier.var).collect()
                } else {
                    Vec::new()
                };
                result.push(Decl { var, mult, bound, disjoint_from });
            }
            // The names of one declaration do not see each other.
            for (name, declared) in decl.names.iter().zip(&result[first..]) {
                match bound {
                    Some(_) => self.locals.push(&name.text, declared.var),
                    None => self.locals.push_broken(name),
                }
            }
        }
        result
    }
}
