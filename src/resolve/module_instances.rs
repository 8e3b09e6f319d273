//! Instances of modules, and what a name may stand for in each of them.
//!
//! A module with parameters is an instance of its own for every list of arguments; two openings with the same arguments share
//! one. A name without a path is looked for in the instance itself and in all that it opens, directly or through openings
//! that are not private; a path goes from alias to alias.

use super::checker::{Checker, Declaring};
use super::definitions::{Definition, DefinitionKind, Item};
use super::module::{Binary, FieldId, FunctionId, MacroId, Mult, Prim, SigId, SigKind};
use super::names::arithmetic_operator;
use super::namespace::{Assertion, DeclaredMacro, ModuleInstance, Opening};
use super::openings::{INTEGERS, Request, last_part, requests};
use crate::diagnostic::{Diagnostic, FileId, Span};
use crate::syntax::tree::{self, Paragraph};
use std::collections::{BTreeMap, BTreeSet};

impl<'p> Checker<'p> {
    /// The file of the instance that is being checked.
    pub(super) fn file(&self) -> &'p tree::File {
        self.files[self.instances[self.instance].file.index()]
    }

    /// Declares the signatures of all instances, the root's first.
    pub(super) fn declare_instances(&mut self) {
        self.instances.push(ModuleInstance::default());
        self.declare_instance(0);
    }

    fn declare_instance(&mut self, instance: usize) {
        let before = std::mem::replace(&mut self.instance, instance);
        self.declare_signatures();
        if instance == 0 {
            self.declare_parameters();
        }
        self.declare_macros();
        let file = self.file();
        let is_of_integers = self.program.is_of_integers(self.instances[instance].file, file);
        let mut waiting: Vec<Request> = requests(file, is_of_integers);
        loop {
            let count = waiting.len();
            waiting.retain(|request| !self.open(request, false));
            if waiting.is_empty() || waiting.len() == count {
                break;
            }
        }
        for request in &waiting {
            self.open(request, true);
        }
        self.instance = before;
    }

    /// Opens a module; false if its arguments are not known yet.
    fn open(&mut self, request: &Request, last: bool) -> bool {
        let opener = self.instances[self.instance].file;
        let Some(file) = self.program.module(opener, &request.module) else {
            // Reported where modules are read; names that are missing now are its fault.
            self.lost_words.insert("open".to_owned());
            return true;
        };
        let header = self.files[file.index()].module.as_ref();
        let wanted = header.map_or(&[][..], |header| &header.parameters);
        let mut arguments = Vec::new();
        for name in &request.arguments {
            match self.prim_named(&name.text) {
                Some(prim) => {
                    self.note_prims(name);
                    arguments.push(prim);
                }
                None if last => {
                    if !self.may_be_lost(&name.text) {
                        self.unknown_argument(name);
                    }
                    self.lost_words.insert("open".to_owned());
                    return true;
                }
                None => return false,
            }
        }
        if arguments.len() != wanted.len() {
            self.wrong_count_of_signatures(request, wanted);
            self.lost_words.insert("open".to_owned());
            return true;
        }
        for ((argument, parameter), name) in arguments.iter().zip(wanted).zip(&request.arguments) {
            if let (Prim::Sig(sig), true) = (argument, parameter.exactly)
                && self.module.sigs[sig.index()].is_variable
            {
                let message = format!("module `{}` takes a signature of exactly so many elements", request.module);
                let declared = self.module.sigs[sig.index()].span;
                let diagnostic = Diagnostic::error(name.span(), message).label("its elements change");
                let help = "open it for a signature without `var`, of which this one is a part";
                self.report(diagnostic.and(declared, "declared with `var`").help(help));
            }
            if let (Prim::Sig(sig), true) = (argument, parameter.exactly) {
                self.module.sigs[sig.index()].is_exact = true;
            }
        }
        self.open_file(request, file, arguments, wanted);
        true
    }

    /// Opens the file of a module with arguments for its parameters, the `wanted` ones.
    fn open_file(
        &mut self,
        request: &Request,
        file: FileId,
        arguments: Vec<Prim>,
        wanted: &'p [tree::ModuleParameter],
    ) {
        let known = self.instances.iter().position(|instance| instance.file == file && instance.arguments == arguments);
        let alias = request.alias.clone();
        let same = |other: &&Opening| other.alias == alias && Some(other.instance) != known;
        if let Some(first) = self.instances[self.instance].opens.iter().find(same) {
            let diagnostic = Diagnostic::error(request.alias_span, format!("two modules are opened as `{alias}`"))
                .label("the second one")
                .and(first.span, "the first one");
            self.report(diagnostic.help("give it a name of its own: `open … as …`"));
        }
        let target = known.unwrap_or(self.instances.len());
        self.instances[self.instance].opens.push(Opening {
            alias: alias.clone(),
            instance: target,
            is_private: request.is_private,
            span: request.alias_span,
            paragraph: request.paragraph,
        });
        if known.is_none() {
            let prefix = format!("{}{alias}/", self.instances[self.instance].prefix);
            let names = wanted.iter().map(|parameter| &parameter.name);
            for name in names.clone() {
                self.define(name, DefinitionKind::ModuleParameter, name.span(), None);
            }
            let parameters =
                names.zip(&arguments).map(|(name, prim)| (name.text.clone(), (*prim, name.span()))).collect();
            self.instances.push(ModuleInstance { file, prefix, arguments, parameters, ..ModuleInstance::default() });
            self.declare_instance(target);
        }
    }

    /// Reports an `open` with more or fewer signatures than the module has parameters.
    fn wrong_count_of_signatures(&mut self, request: &Request, wanted: &[tree::ModuleParameter]) {
        let (module, given) = (&request.module, &request.arguments);
        let parameters: Vec<&str> = wanted.iter().map(|parameter| parameter.name.text.as_str()).collect();
        let message = format!("module `{module}` takes {}, and gets {}", signatures(wanted.len()), given.len());
        let own = self.instances[self.instance].sigs.keys().next();
        let diagnostic = match (given.get(wanted.len()), parameters.as_slice()) {
            (Some(extra), []) => Diagnostic::error(extra.span(), message)
                .label("too many")
                .help(format!("leave out the brackets: `open {module}`")),
            (Some(extra), [_]) => {
                let alias = format!("{}{}", last_part(module), extra.text);
                Diagnostic::error(extra.span(), message)
                    .label("too many")
                    .help(format!("open it once for each: `open {module}[{}] as {alias}`", extra.text))
            }
            (Some(extra), _) => Diagnostic::error(extra.span(), message)
                .label("too many")
                .help(format!("its parameters are `{}`", parameters.join("`, `"))),
            (None, [only]) => Diagnostic::error(request.span, message)
                .label(format!("its parameter `{only}` has no signature"))
                .help(format!("write `open {module}[{}]`", own.map_or(*only, String::as_str))),
            (None, _) => Diagnostic::error(request.span, message)
                .label(format!("its parameters are `{}`", parameters.join("`, `")))
                .help(format!("name a signature for each: `open {module}[{}]`", parameters.join(", "))),
        };
        self.report(diagnostic);
    }

    /// The parameters of the root, which nobody opens, are signatures of their own.
    fn declare_parameters(&mut self) {
        let Some(header) = &self.file().module else { return };
        for parameter in &header.parameters {
            let sig = self.declare_sig(&parameter.name, SigKind::Top, Mult::Set);
            self.define(&parameter.name, DefinitionKind::ModuleParameter, parameter.name.span(), Some(Item::Sig(sig)));
            self.module.sigs[sig.index()].is_exact = parameter.exactly;
        }
    }

    fn declare_macros(&mut self) {
        for paragraph in &self.file().paragraphs {
            let Paragraph::Macro(declaration) = paragraph else { continue };
            let name = declaration.name.text.clone();
            let id = MacroId(self.macros.len() as u32);
            self.macros.push(DeclaredMacro { instance: self.instance, declaration });
            let whole = declaration.place.0;
            self.define(&declaration.name, DefinitionKind::Macro, whole, None);
            for (index, param) in declaration.params.iter().enumerate() {
                if let Some(first) = declaration.params[..index].iter().find(|first| first.text == param.text) {
                    self.parameter_again(param, first);
                }
                self.define_local(param, DefinitionKind::MacroParameter, param.span(), whole, None);
            }
            if declaration.is_private {
                self.hidden.macros.insert(id);
            }
            if self.instances[self.instance].macros.insert(name.clone(), id).is_some() {
                let message = format!("two macros are named `{name}`");
                self.error(declaration.name.span(), message, "declared again", "rename one of them");
            }
        }
    }

    /// Runs a check on every instance.
    pub(super) fn in_every_instance(&mut self, mut check: impl FnMut(&mut Self)) {
        for instance in 0..self.instances.len() {
            self.instance = instance;
            check(self);
        }
        self.instance = 0;
    }

    /// The instances in which a name is looked for, and its last part.
    pub(super) fn places<'n>(&self, name: &'n str) -> (Vec<usize>, &'n str) {
        let mut instance = self.instance;
        let mut rest = name.strip_prefix("this/").unwrap_or(name);
        let mut stepped = rest.len() != name.len();
        while let Some((alias, more)) = rest.split_once('/') {
            let own = instance == self.instance;
            let step =
                self.instances[instance].opens.iter().find(|open| open.alias == alias && (own || !open.is_private));
            let Some(step) = step else { return (Vec::new(), rest) };
            (instance, rest, stepped) = (step.instance, more, true);
        }
        // A path may stop before the module that declares the name, as in Alloy: what that one opens is looked through then.
        if stepped && self.declares(instance, rest) {
            return (vec![instance], rest);
        }
        let mut found = vec![instance];
        let mut next = 0;
        while next < found.len() {
            let current = found[next];
            for open in &self.instances[current].opens {
                if (current == instance || !open.is_private) && !found.contains(&open.instance) {
                    found.push(open.instance);
                }
            }
            next += 1;
        }
        (found, rest)
    }

    /// Whether an instance itself declares a name that this one may mention.
    fn declares(&self, instance: usize, name: &str) -> bool {
        let (declared, hidden, here) = (&self.instances[instance], &self.hidden, instance == self.instance);
        let mut functions = declared.functions.get(name).into_iter().flatten();
        let mut fields = declared.fields.get(name).into_iter().flatten();
        declared.sigs.get(name).is_some_and(|sig| here || !hidden.sigs.contains(sig))
            || functions.any(|function| here || !hidden.functions.contains(function))
            || fields.any(|field| here || !hidden.fields.contains(field))
            || declared.macros.get(name).is_some_and(|id| here || !hidden.macros.contains(id))
            || declared.assertions.contains_key(name)
            || (here && declared.parameters.contains_key(name))
    }

    /// The instance that a path of aliases leads to.
    pub(super) fn instance_of_path(&self, path: &str) -> Option<usize> {
        path.split('/').try_fold(self.instance, |instance, alias| {
            let own = instance == self.instance;
            let mut opens = self.instances[instance].opens.iter();
            opens.find(|open| open.alias == alias && (own || !open.is_private)).map(|open| open.instance)
        })
    }

    /// The aliases of the modules that are opened here.
    pub(super) fn aliases(&self) -> impl Iterator<Item = &str> {
        self.instances[self.instance].opens.iter().map(|open| open.alias.as_str())
    }

    /// The name that the file of an instance has for itself, or else the one that it was opened with.
    pub(super) fn module_name(&self, instance: usize) -> &str {
        let instance = &self.instances[instance];
        let header = self.files[instance.file.index()].module.as_ref();
        header.map_or_else(|| instance.prefix.trim_end_matches('/'), |header| header.name.text.as_str())
    }

    /// What an instance declares itself: what others may name, and what is private to it.
    pub(super) fn declared_in(&self, instance: usize) -> (Nameable<'_>, Nameable<'_>) {
        let declared = &self.instances[instance];
        let (mut public, mut private) = (Nameable::default(), Nameable::default());
        for (name, sig) in &declared.sigs {
            let side = if self.hidden.sigs.contains(sig) { &mut private } else { &mut public };
            side.sigs.insert(name);
        }
        for (name, fields) in &declared.fields {
            let hidden = fields.iter().all(|field| {
                let owner = self.module.fields[field.index()].owner;
                self.hidden.fields.contains(field) || self.hidden.sigs.contains(&owner)
            });
            (if hidden { &mut private } else { &mut public }).fields.insert(name);
        }
        for (name, functions) in &declared.functions {
            let hidden = functions.iter().all(|function| self.hidden.functions.contains(function));
            (if hidden { &mut private } else { &mut public }).functions.insert(name);
        }
        for (name, id) in &declared.macros {
            let hidden = self.hidden.macros.contains(id);
            (if hidden { &mut private } else { &mut public }).macros.insert(name);
        }
        (public, private)
    }

    /// What a signature's name may stand for: signatures and arguments of the module's parameters.
    pub(super) fn prims_named(&self, name: &str) -> Vec<Prim> {
        match name {
            "Int" | "int" => return vec![Prim::Int],
            "String" => return vec![Prim::Text],
            "univ" => return vec![Prim::Univ],
            _ => {}
        }
        let (places, last) = self.places(name);
        let mut found = Vec::new();
        for instance in places {
            let declared = self.instances[instance].sigs.get(last).copied();
            let declared =
                declared.filter(|sig| instance == self.instance || !self.hidden.sigs.contains(sig)).map(Prim::Sig);
            let parameter = self.instances[instance]
                .parameters
                .get(last)
                .filter(|_| instance == self.instance)
                .map(|named| named.0);
            for prim in declared.into_iter().chain(parameter) {
                if !found.contains(&prim) {
                    found.push(prim);
                }
            }
        }
        found
    }

    /// The only thing that a signature's name stands for.
    fn prim_named(&self, name: &str) -> Option<Prim> {
        match self.prims_named(name).as_slice() {
            [prim, ..] => Some(*prim),
            [] => None,
        }
    }

    /// The signature of a name; that of the instance itself before those of others.
    pub(super) fn sig_named(&self, name: &str) -> Option<SigId> {
        self.prims_named(name).into_iter().find_map(|prim| match prim {
            Prim::Sig(sig) => Some(sig),
            _ => None,
        })
    }

    /// Whether predicates and functions can be named: not in bounds and headers, as these are read before.
    pub(super) fn knows_functions(&self) -> bool {
        !matches!(self.declaring, Declaring::Bound(_) | Declaring::Header)
    }

    /// All predicates and functions of a name; none where none is known yet.
    pub(super) fn functions_named(&self, name: &str) -> Vec<FunctionId> {
        if !self.knows_functions() {
            return Vec::new();
        }
        self.named(name, |instance| &instance.functions, &self.hidden.functions)
    }

    /// Everything of one kind with a name: all that is declared here, and what is not hidden elsewhere.
    fn named<T: Copy + Ord>(
        &self,
        name: &str,
        of: impl Fn(&ModuleInstance) -> &BTreeMap<String, Vec<T>>,
        hidden: &BTreeSet<T>,
    ) -> Vec<T> {
        let (places, last) = self.places(name);
        let mut found = Vec::new();
        for instance in places {
            let here = instance == self.instance;
            let named = of(&self.instances[instance]).get(last).into_iter().flatten().copied();
            found.extend(named.filter(|one| here || !hidden.contains(one)));
        }
        found
    }

    /// All fields of a name.
    pub(super) fn fields_of_name(&self, name: &str) -> Vec<FieldId> {
        self.named(name, |instance| &instance.fields, &self.hidden.fields)
    }

    /// All fields of a name that an expression can name here: every one, but for those that get their bounds later than
    /// this one, and in a bound for those that its signature does not have.
    pub(super) fn bound_fields_of_name(&self, name: &str) -> Vec<FieldId> {
        // A path leads to signatures and functions only, as in Alloy.
        if name.contains('/') {
            return Vec::new();
        }
        let mut fields = self.fields_of_name(name);
        fields.retain(|field| !self.unbound.contains(field));
        if let (Declaring::Bound(_), Some(this)) = (self.declaring, &self.implicit_this) {
            let fields_above = |owner| self.hierarchy().has_fields_of(this.owner, owner);
            fields.retain(|field| fields_above(self.module.fields[field.index()].owner));
        }
        fields
    }

    /// The macro of a name.
    pub(super) fn macro_named(&self, name: &str) -> Option<MacroId> {
        let (places, last) = self.places(name);
        places.into_iter().find_map(|instance| {
            let id = self.instances[instance].macros.get(last).copied()?;
            (instance == self.instance || !self.hidden.macros.contains(&id)).then_some(id)
        })
    }

    /// Whether a function is one of `util/integer`.
    pub(super) fn is_of_integers(&self, function: FunctionId) -> bool {
        self.integers.contains_key(&function)
    }

    /// The operator that a function of `util/integer` stands for.
    pub(super) fn arithmetic(&self, function: FunctionId) -> Option<Binary> {
        self.integers.get(&function).copied().flatten()
    }

    /// Declares a function in this instance.
    pub(super) fn name_function(&mut self, name: &tree::Name, function: FunctionId) {
        if self.program.opens(INTEGERS, self.instances[self.instance].file) {
            self.integers.insert(function, arithmetic_operator(&name.text));
        }
        let instance = &mut self.instances[self.instance];
        instance.functions.entry(name.text.clone()).or_default().push(function);
        instance.functions_by_place.insert(name.span(), function);
    }

    /// The aliases that are written in all instances, as definitions; each stands at the end of its place.
    pub(super) fn written_aliases(&self) -> Vec<Definition> {
        let opens = self.instances.iter().flat_map(|instance| &instance.opens);
        let written = opens.filter_map(|open| {
            Some(Definition {
                name: open.alias.clone(),
                kind: DefinitionKind::Module,
                span: open.span,
                whole: open.paragraph?,
                scope: None,
                items: vec![Item::File(self.instances[open.instance].file)],
            })
        });
        written.collect()
    }

    /// Where the aliases are written that the path of a name goes through; nothing where it leads nowhere.
    pub(super) fn aliases_of_path(&self, name: &str) -> Option<Vec<Span>> {
        let mut instance = self.instance;
        let mut spans = Vec::new();
        let mut rest = name.strip_prefix("this/").unwrap_or(name);
        while let Some((alias, more)) = rest.split_once('/') {
            let own = instance == self.instance;
            let step =
                self.instances[instance].opens.iter().find(|open| open.alias == alias && (own || !open.is_private))?;
            spans.push(step.span);
            (instance, rest) = (step.instance, more);
        }
        Some(spans)
    }

    /// Where the parameter of this module stands that has a name.
    pub(super) fn parameter_named(&self, name: &str) -> Option<Span> {
        self.instances[self.instance].parameters.get(name).map(|named| named.1)
    }

    /// Where everything is named that this instance, the root, can name without a path, its own names first; and what its
    /// aliases lead to.
    pub(super) fn visible(&self) -> (Vec<Span>, Vec<(String, Vec<Span>)>) {
        let visible = self.places("").0.into_iter().flat_map(|instance| self.names_of(instance)).collect();
        let opens = self.instances[self.instance].opens.iter();
        (visible, opens.map(|open| (open.alias.clone(), self.names_of(open.instance))).collect())
    }

    /// Where the names stand of what an instance declares and this one may name.
    fn names_of(&self, instance: usize) -> Vec<Span> {
        let (declared, here) = (&self.instances[instance], instance == self.instance);
        let (hidden, module) = (&self.hidden, &self.module);
        let sigs = declared.sigs.values().filter(|sig| here || !hidden.sigs.contains(sig));
        let fields = declared.fields.values().flatten().filter(|field| here || !hidden.fields.contains(field));
        let functions = declared.functions.values().flatten();
        let functions = functions.filter(|function| here || !hidden.functions.contains(function));
        let macros = declared.macros.values().filter(|id| here || !hidden.macros.contains(id));
        let mut names: Vec<Span> = sigs
            .map(|sig| module.sigs[sig.index()].span)
            .chain(fields.map(|field| module.fields[field.index()].span))
            .chain(functions.map(|function| module.functions[function.index()].span))
            .chain(macros.map(|id| self.macros[id.index()].declaration.name.span()))
            .chain(declared.assertions.values().map(|assertion| assertion.span))
            .collect();
        names.sort_unstable();
        names
    }

    /// The assertion of a name.
    pub(super) fn assertion_named(&self, name: &str) -> Option<Assertion> {
        let (places, last) = self.places(name);
        places.into_iter().find_map(|instance| self.instances[instance].assertions.get(last).cloned())
    }

    pub(super) fn name_field(&mut self, name: &str, field: FieldId) {
        self.instances[self.instance].fields.entry(name.to_owned()).or_default().push(field);
    }

    /// The names of all signatures, fields and functions that can be named here.
    pub(super) fn nameable(&self) -> Nameable<'_> {
        let (places, _) = self.places("");
        let mut all = Nameable::default();
        for instance in places {
            let instance = &self.instances[instance];
            all.sigs.extend(instance.sigs.keys().chain(instance.parameters.keys()).map(String::as_str));
            all.fields.extend(instance.fields.keys().map(String::as_str));
            all.functions.extend(instance.functions.keys().map(String::as_str));
            all.assertions.extend(instance.assertions.keys().map(String::as_str));
            all.macros.extend(instance.macros.keys().map(String::as_str));
        }
        all
    }
}

/// The names that can be named somewhere, by kind.
#[derive(Debug, Default)]
pub(super) struct Nameable<'c> {
    pub(super) sigs: BTreeSet<&'c str>,
    pub(super) fields: BTreeSet<&'c str>,
    pub(super) functions: BTreeSet<&'c str>,
    pub(super) assertions: BTreeSet<&'c str>,
    pub(super) macros: BTreeSet<&'c str>,
}

/// "no signature", "1 signature", "2 signatures".
fn signatures(number: usize) -> String {
    match number {
        0 => "no signature".to_owned(),
        1 => "1 signature".to_owned(),
        _ => format!("{number} signatures"),
    }
}
