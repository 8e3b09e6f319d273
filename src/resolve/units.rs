//! Instances of modules, and what a name may stand for in each of them.
//!
//! A module with parameters is a unit of its own for every list of arguments; two openings with the same arguments share
//! one. A name without a path is looked for in the unit itself and in all that it opens, directly or through openings
//! that are not private; a path goes from alias to alias.

use super::checker::Checker;
use super::module::{Binary, Expr, FieldId, FunctionId, Mult, Prim, SigId, SigKind};
use super::names::arithmetic_operator;
use crate::diagnostic::{Diagnostic, Span};
use crate::syntax::tree::{self, Paragraph};
use std::collections::{BTreeMap, BTreeSet};

/// The module that a file with `seq` in its declarations gets by itself.
const SEQUENCES: &str = "util/sequniv";

/// The module that every file gets by itself.
const INTEGERS: &str = "util/integer";

/// The module of total orders.
const ORDERS: &str = "util/ordering";

/// An instance of a module.
#[derive(Debug, Default)]
pub(super) struct Unit {
    /// The index of its file.
    pub(super) file: usize,
    /// What stands before its names in messages and instances: empty for the root, else `alias/`.
    pub(super) prefix: String,
    arguments: Vec<Prim>,
    parameters: BTreeMap<String, Prim>,
    pub(super) sigs: BTreeMap<String, SigId>,
    /// The first of its signatures and functions; they have consecutive ids.
    pub(super) first_sig: u32,
    pub(super) first_function: u32,
    pub(super) functions: BTreeMap<String, Vec<FunctionId>>,
    /// `None` where an assertion is wrong, which is reported there.
    pub(super) assertions: BTreeMap<String, Option<Expr>>,
    /// The paragraph of each macro.
    pub(super) macros: BTreeMap<String, usize>,
    opens: Vec<Opening>,
    fields: BTreeMap<String, Vec<FieldId>>,
}

#[derive(Debug)]
struct Opening {
    alias: String,
    unit: usize,
    is_private: bool,
    /// Where its alias stands.
    span: Span,
}

/// What only the unit that declares it may name.
#[derive(Debug, Default)]
pub(super) struct Hidden {
    pub(super) sigs: BTreeSet<SigId>,
    pub(super) fields: BTreeSet<FieldId>,
    pub(super) functions: BTreeSet<FunctionId>,
    pub(super) macros: BTreeSet<(usize, String)>,
}

impl<'p> Checker<'p> {
    /// The file of the unit that is being checked.
    pub(super) fn file(&self) -> &'p tree::File {
        &self.program.files()[self.units[self.unit].file]
    }

    /// Declares the signatures of all units, the root's first.
    pub(super) fn declare_units(&mut self) {
        self.units.push(Unit::default());
        self.declare_unit(0);
    }

    fn declare_unit(&mut self, unit: usize) {
        let before = std::mem::replace(&mut self.unit, unit);
        self.declare_signatures();
        if unit == 0 {
            self.declare_parameters();
        }
        self.declare_macros();
        let file = self.file();
        let mut waiting: Vec<Request> = requests(file);
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
        self.unit = before;
    }

    /// Opens a module; false if its arguments are not known yet.
    fn open(&mut self, request: &Request, last: bool) -> bool {
        let Some(file) = self.program.module(&request.module) else {
            // Reported where modules are read; names that are missing now are its fault.
            self.lost_words.insert("open".to_owned());
            return true;
        };
        let header = self.program.files()[file].module.as_ref();
        let wanted = header.map_or(&[][..], |header| &header.parameters);
        let mut arguments = Vec::new();
        for name in &request.arguments {
            match self.prim_named(&name.text) {
                Some(prim) => arguments.push(prim),
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
        for (argument, parameter) in arguments.iter().zip(wanted) {
            if let (Prim::Sig(sig), true) = (argument, parameter.exactly) {
                self.module.sigs[sig.index()].is_exact = true;
            }
        }
        let known = self.units.iter().position(|unit| unit.file == file && unit.arguments == arguments);
        let alias = request.alias.clone();
        let same = |other: &&Opening| other.alias == alias && Some(other.unit) != known;
        if let Some(first) = self.units[self.unit].opens.iter().find(same) {
            let diagnostic = Diagnostic::error(request.alias_span, format!("two modules are opened as `{alias}`"))
                .label("the second one")
                .and(first.span, "the first one");
            self.report(diagnostic.help("give it a name of its own: `open … as …`"));
        }
        let target = known.unwrap_or(self.units.len());
        self.units[self.unit].opens.push(Opening {
            alias: alias.clone(),
            unit: target,
            is_private: request.is_private,
            span: request.alias_span,
        });
        if known.is_none() {
            let prefix = format!("{}{alias}/", self.units[self.unit].prefix);
            let parameters = wanted.iter().map(|parameter| parameter.name.text.clone()).zip(arguments.iter().copied());
            let parameters = parameters.collect();
            self.units.push(Unit { file, prefix, arguments, parameters, ..Unit::default() });
            self.declare_unit(target);
        }
        true
    }

    /// Reports an `open` with more or fewer signatures than the module has parameters.
    fn wrong_count_of_signatures(&mut self, request: &Request, wanted: &[tree::ModuleParameter]) {
        let (module, given) = (&request.module, &request.arguments);
        let parameters: Vec<&str> = wanted.iter().map(|parameter| parameter.name.text.as_str()).collect();
        let message = format!("module `{module}` takes {}, and gets {}", signatures(wanted.len()), given.len());
        let own = self.units[self.unit].sigs.keys().next();
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
            self.module.sigs[sig.index()].is_exact = parameter.exactly;
        }
    }

    fn declare_macros(&mut self) {
        for (index, paragraph) in self.file().paragraphs.iter().enumerate() {
            let Paragraph::Macro(declaration) = paragraph else { continue };
            let name = declaration.name.text.clone();
            if declaration.is_private {
                self.hidden.macros.insert((self.unit, name.clone()));
            }
            if self.units[self.unit].macros.insert(name.clone(), index).is_some() {
                let message = format!("two macros are named `{name}`");
                self.error(declaration.name.span(), message, "declared again", "rename one of them");
            }
        }
    }

    /// Runs a check on every unit.
    pub(super) fn in_every_unit(&mut self, mut check: impl FnMut(&mut Self)) {
        for unit in 0..self.units.len() {
            self.unit = unit;
            check(self);
        }
        self.unit = 0;
    }

    /// The units in which a name is looked for, and its last part.
    fn places<'n>(&self, name: &'n str) -> (Vec<usize>, &'n str) {
        let mut unit = self.unit;
        let mut rest = name.strip_prefix("this/").unwrap_or(name);
        let mut stepped = rest.len() != name.len();
        while let Some((alias, more)) = rest.split_once('/') {
            let own = unit == self.unit;
            let step = self.units[unit].opens.iter().find(|open| open.alias == alias && (own || !open.is_private));
            let Some(step) = step else { return (Vec::new(), rest) };
            (unit, rest, stepped) = (step.unit, more, true);
        }
        if stepped {
            return (vec![unit], rest);
        }
        let mut found = vec![unit];
        let mut next = 0;
        while next < found.len() {
            let current = found[next];
            for open in &self.units[current].opens {
                if (current == unit || !open.is_private) && !found.contains(&open.unit) {
                    found.push(open.unit);
                }
            }
            next += 1;
        }
        (found, rest)
    }

    /// The unit that a path of aliases leads to.
    pub(super) fn unit_of_path(&self, path: &str) -> Option<usize> {
        path.split('/').try_fold(self.unit, |unit, alias| {
            let own = unit == self.unit;
            let mut opens = self.units[unit].opens.iter();
            opens.find(|open| open.alias == alias && (own || !open.is_private)).map(|open| open.unit)
        })
    }

    /// The aliases of the modules that are opened here.
    pub(super) fn aliases(&self) -> impl Iterator<Item = &str> {
        self.units[self.unit].opens.iter().map(|open| open.alias.as_str())
    }

    /// The name that the file of a unit has for itself, or else the one that it was opened with.
    pub(super) fn module_name(&self, unit: usize) -> &str {
        let unit = &self.units[unit];
        let header = self.program.files()[unit.file].module.as_ref();
        header.map_or_else(|| unit.prefix.trim_end_matches('/'), |header| header.name.text.as_str())
    }

    /// What a unit declares itself: what others may name, and what is private to it.
    pub(super) fn declared_in(&self, unit: usize) -> (Nameable, Nameable) {
        let declared = &self.units[unit];
        let (mut public, mut private) = (Nameable::default(), Nameable::default());
        for (name, sig) in &declared.sigs {
            let side = if self.hidden.sigs.contains(sig) { &mut private } else { &mut public };
            side.sigs.insert(name.clone());
        }
        for (name, fields) in &declared.fields {
            let hidden = fields.iter().all(|field| {
                let owner = self.module.fields[field.index()].owner;
                self.hidden.fields.contains(field) || self.hidden.sigs.contains(&owner)
            });
            (if hidden { &mut private } else { &mut public }).fields.insert(name.clone());
        }
        for (name, functions) in &declared.functions {
            let hidden = functions.iter().all(|function| self.hidden.functions.contains(function));
            (if hidden { &mut private } else { &mut public }).functions.insert(name.clone());
        }
        for name in declared.macros.keys() {
            let hidden = self.hidden.macros.contains(&(unit, name.clone()));
            (if hidden { &mut private } else { &mut public }).macros.insert(name.clone());
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
        for unit in places {
            let declared = self.units[unit].sigs.get(last).copied();
            let declared = declared.filter(|sig| unit == self.unit || !self.hidden.sigs.contains(sig)).map(Prim::Sig);
            let parameter = self.units[unit].parameters.get(last).copied().filter(|_| unit == self.unit);
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

    /// The signature of a name; that of the unit itself before those of others.
    pub(super) fn sig_named(&self, name: &str) -> Option<SigId> {
        self.prims_named(name).into_iter().find_map(|prim| match prim {
            Prim::Sig(sig) => Some(sig),
            _ => None,
        })
    }

    /// All predicates and functions of a name.
    pub(super) fn functions_named(&self, name: &str) -> Vec<FunctionId> {
        let (places, last) = self.places(name);
        let all = places.into_iter().flat_map(|unit| {
            let here = unit == self.unit;
            let named = self.units[unit].functions.get(last).into_iter().flatten().copied();
            named.filter(move |function| here || !self.hidden.functions.contains(function))
        });
        all.collect()
    }

    /// All fields of a name.
    pub(super) fn fields_of_name(&self, name: &str) -> Vec<FieldId> {
        let (places, last) = self.places(name);
        let all = places.into_iter().flat_map(|unit| {
            let here = unit == self.unit;
            let named = self.units[unit].fields.get(last).into_iter().flatten().copied();
            named.filter(move |field| here || !self.hidden.fields.contains(field))
        });
        all.collect()
    }

    /// All fields of a name that an expression can name here: every one, but for those that get their bounds later than
    /// this one.
    pub(super) fn bound_fields_of_name(&self, name: &str) -> Vec<FieldId> {
        let mut fields = self.fields_of_name(name);
        fields.retain(|field| !self.unbound.contains(field));
        fields
    }

    /// The macro of a name: its unit and its declaration.
    pub(super) fn macro_named(&self, name: &str) -> Option<(usize, &'p tree::Macro)> {
        let (places, last) = self.places(name);
        places.into_iter().find_map(|unit| {
            let index = *self.units[unit].macros.get(last)?;
            if unit != self.unit && self.hidden.macros.contains(&(unit, last.to_owned())) {
                return None;
            }
            match &self.program.files()[self.units[unit].file].paragraphs[index] {
                Paragraph::Macro(declaration) => Some((unit, declaration)),
                _ => None,
            }
        })
    }

    /// Whether a function is one of `util/integer`.
    pub(super) fn is_of_integers(&self, function: FunctionId) -> bool {
        self.unit_of_integers().is_some_and(|unit| unit.functions.values().flatten().any(|id| *id == function))
    }

    fn unit_of_integers(&self) -> Option<&Unit> {
        let file = self.program.module(INTEGERS)?;
        self.units.iter().find(|unit| unit.file == file)
    }

    /// The operator that a function of `util/integer` stands for.
    pub(super) fn arithmetic(&self, function: FunctionId) -> Option<Binary> {
        let (name, _) = self.unit_of_integers()?.functions.iter().find(|(_, ids)| ids.contains(&function))?;
        arithmetic_operator(name)
    }

    /// The assertion of a name; `Some(None)` where it is wrong.
    pub(super) fn assertion_named(&self, name: &str) -> Option<Option<Expr>> {
        let (places, last) = self.places(name);
        places.into_iter().find_map(|unit| self.units[unit].assertions.get(last).cloned())
    }

    pub(super) fn name_field(&mut self, name: &str, field: FieldId) {
        self.units[self.unit].fields.entry(name.to_owned()).or_default().push(field);
    }

    /// The names of all signatures, fields and functions that can be named here.
    pub(super) fn nameable(&self) -> Nameable {
        let (places, _) = self.places("");
        let mut all = Nameable::default();
        for unit in places {
            let unit = &self.units[unit];
            all.sigs.extend(unit.sigs.keys().chain(unit.parameters.keys()).cloned());
            all.fields.extend(unit.fields.keys().cloned());
            all.functions.extend(unit.functions.keys().cloned());
            all.assertions.extend(unit.assertions.keys().cloned());
            all.macros.extend(unit.macros.keys().cloned());
        }
        all
    }
}

/// The names that can be named somewhere, by kind.
#[derive(Debug, Default)]
pub(super) struct Nameable {
    pub(super) sigs: BTreeSet<String>,
    pub(super) fields: BTreeSet<String>,
    pub(super) functions: BTreeSet<String>,
    pub(super) assertions: BTreeSet<String>,
    pub(super) macros: BTreeSet<String>,
}

/// An `open` paragraph, or one that a file gets by itself.
struct Request {
    module: String,
    arguments: Vec<tree::Name>,
    alias: String,
    is_private: bool,
    span: Span,
    /// Where the alias stands; the module's name where none is written.
    alias_span: Span,
}

fn requests(file: &tree::File) -> Vec<Request> {
    let mut all: Vec<Request> = file
        .paragraphs
        .iter()
        .filter_map(|paragraph| match paragraph {
            Paragraph::Open(open) => Some(Request {
                module: open.module.text.clone(),
                arguments: open.arguments.clone(),
                alias: open.alias.as_ref().map_or_else(|| last_part(&open.module.text), |alias| alias.text.clone()),
                is_private: open.is_private,
                span: open.module.span(),
                alias_span: open.alias.as_ref().unwrap_or(&open.module).span(),
            }),
            _ => None,
        })
        .collect();
    for Implied { module, argument, span } in implied(file) {
        let arguments: Vec<tree::Name> = argument.into_iter().cloned().collect();
        let same = |request: &Request| {
            let texts = |names: &[tree::Name]| names.iter().map(|name| name.text.clone()).collect::<Vec<_>>();
            request.module == module && texts(&request.arguments) == texts(&arguments)
        };
        let alias = last_part(module);
        let free = all.iter().all(|request| request.alias != alias);
        let (alias, is_private) = match argument {
            None if module == SEQUENCES => ("seq".to_owned(), true),
            None => (alias, true),
            Some(_) if free => (alias, false),
            Some(name) => (format!("{alias}${}", name.text), false),
        };
        if !all.iter().any(|request| same(request) && (request.alias == alias || !arguments.is_empty())) {
            all.push(Request { module: module.to_owned(), arguments, alias, is_private, span, alias_span: span });
        }
    }
    all
}

/// A module that a file gets by itself.
pub(super) struct Implied<'f> {
    pub(super) module: &'static str,
    pub(super) argument: Option<&'f tree::Name>,
    pub(super) span: Span,
}

/// The modules that a file gets by itself, as in Alloy: arithmetic, sequences where it has some, and an order for every
/// `enum`.
///
/// A file with a `generate` paragraph has the arithmetic functions built in and opens the rest itself, so that nothing
/// but its own declarations reaches Java.
pub(super) fn implied(file: &tree::File) -> Vec<Implied<'_>> {
    let mut all = Vec::new();
    let is = |name: &str| file.module.as_ref().is_some_and(|module| module.name.text == name);
    let generates = file.paragraphs.iter().any(|paragraph| matches!(paragraph, Paragraph::Generate(_)));
    if !generates && !is(INTEGERS) {
        all.push(Implied { module: INTEGERS, argument: None, span: Span::default() });
    }
    if let Some(span) = sequence_in(file)
        && !is(SEQUENCES)
    {
        all.push(Implied { module: SEQUENCES, argument: None, span });
    }
    let enums = file.paragraphs.iter().filter_map(|paragraph| match paragraph {
        Paragraph::Enum(declared) if !generates && !declared.members.is_empty() => Some(&declared.name),
        _ => None,
    });
    all.extend(enums.map(|name| Implied { module: ORDERS, argument: Some(name), span: name.span() }));
    all
}

/// Where a file's fields, parameters or results say `seq`, if they do.
fn sequence_in(file: &tree::File) -> Option<Span> {
    let is_sequence =
        |expr: &tree::Expr| matches!(&expr.kind, tree::ExprKind::Unary(tree::Unary::Seq, _)).then(|| expr.span());
    let in_decls = |decls: &[tree::Decl]| decls.iter().find_map(|decl| is_sequence(&decl.bound));
    file.paragraphs.iter().find_map(|paragraph| match paragraph {
        Paragraph::Signature(sig) => sig.fields.iter().find_map(|field| is_sequence(&field.decl.bound)),
        Paragraph::Predicate(function) | Paragraph::Function(function) => {
            in_decls(&function.params).or_else(|| function.result.as_ref().and_then(|(_, bound)| is_sequence(bound)))
        }
        _ => None,
    })
}

fn last_part(name: &str) -> String {
    name.rsplit('/').next().unwrap_or(name).to_owned()
}

/// "no signature", "1 signature", "2 signatures".
fn signatures(number: usize) -> String {
    match number {
        0 => "no signature".to_owned(),
        1 => "1 signature".to_owned(),
        _ => format!("{number} signatures"),
    }
}
