//! The state of a check: the module under construction, the names so far, and the messages.

use super::definitions::Notes;
use super::hierarchy::Hierarchy;
use super::module::{
    Binary, Expr, ExprKind, FieldId, FunctionId, Module, Mult, Prim, RelType, SigId, Type, Unary, VarId, Variable,
};
use super::names::{ImplicitThis, Locals};
use super::namespace::{DeclaredMacro, Hidden, Meta, ModuleInstance};
use super::overloaded::{Overloaded, Want};
use super::program::Program;
use super::types::unary;
use crate::diagnostic::{Diagnostic, Help, Span, closest};
use crate::stack;
use crate::syntax::tree;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// What is being declared. What it names is known before it, so that not everything can be named, as in Alloy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Declaring {
    /// Nothing: everything is known.
    Nothing,
    /// The bound of a field, which names fields that its signature has, and no functions.
    Bound(FieldId),
    /// A field that is `=` to something, which may name all that is known by then.
    Defined(FieldId),
    /// The header of a predicate or function, which names no other one.
    Header,
}

pub(super) struct Checker<'p> {
    pub(super) program: &'p Program,
    /// The trees that are checked.
    pub(super) files: Vec<&'p tree::File>,
    pub(super) module: Module,
    /// Whether a signature is declared with `var`.
    pub(super) declares_change: bool,
    /// Where names are defined and used, if somebody wants to know.
    pub(super) notes: Option<Notes>,
    pub(super) instances: Vec<ModuleInstance>,
    pub(super) macros: Vec<DeclaredMacro<'p>>,
    /// The functions of `util/integer`, with the operator that each stands for, if it stands for one.
    pub(super) integers: FxHashMap<FunctionId, Option<Binary>>,
    /// The instance that is being checked.
    pub(super) instance: usize,
    pub(super) hidden: Hidden,
    /// What stands for all signatures and all fields, where a name means them.
    pub(super) meta: Option<Meta>,
    /// How many macros are being expanded, one inside the other.
    pub(super) macro_depth: usize,
    /// How many macros were expanded inside the outermost one.
    pub(super) macro_count: usize,
    /// Whether an expansion went too deep; until the outermost one is left, no other one starts.
    pub(super) macro_overflow: bool,
    pub(super) locals: Locals,
    /// For each variable, how many elements it stands for.
    pub(super) variable_mult: Vec<Mult>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Variables of `let` whose values are unions or differences of integers, with where, and what to say if one number
    /// is meant.
    pub(super) sums: FxHashMap<VarId, (Span, Diagnostic)>,
    /// The words of the declarations that the parser left out.
    pub(super) lost_words: BTreeSet<String>,
    /// The signature whose fields may be named without `this`, where there is one.
    pub(super) implicit_this: Option<ImplicitThis>,
    /// The fields whose bounds are not known yet, so that nothing can name them.
    pub(super) unbound: BTreeSet<FieldId>,
    /// The fields whose bounds are wrong, so that nothing is known of their tuples.
    pub(super) broken: BTreeSet<FieldId>,
    /// Where the parameters stand that are `=` to something, by their functions.
    pub(super) defined_parameters: FxHashMap<FunctionId, Span>,
    /// What is being declared, by which some names mean nothing.
    pub(super) declaring: Declaring,
    /// The method whose contract is being checked: there `old[…]` has a meaning, be it a wrong one.
    pub(super) contract_of: Option<ContractOf>,
    /// Whether `old[…]` may be used: in `ensures`, outside another `old`.
    pub(super) may_look_back: bool,
}

/// The method of a contract, and the type of its results.
pub(super) struct ContractOf {
    pub(super) method: tree::Name,
    pub(super) result: Option<tree::Name>,
}

impl<'p> Checker<'p> {
    /// A check of a program, whose trees are these, and what to note names in.
    pub(super) fn new(program: &'p Program, files: Vec<&'p tree::File>, notes: Option<Notes>) -> Self {
        let lost_words = files.iter().flat_map(|file| file.lost_words.iter().cloned()).collect();
        Checker {
            program,
            files,
            module: Module::default(),
            declares_change: false,
            notes,
            instances: Vec::new(),
            macros: Vec::new(),
            integers: FxHashMap::default(),
            instance: 0,
            hidden: Hidden::default(),
            meta: None,
            macro_depth: 0,
            macro_count: 0,
            macro_overflow: false,
            locals: Locals::default(),
            variable_mult: Vec::new(),
            diagnostics: Vec::new(),
            sums: FxHashMap::default(),
            lost_words,
            implicit_this: None,
            unbound: BTreeSet::new(),
            broken: BTreeSet::new(),
            defined_parameters: FxHashMap::default(),
            declaring: Declaring::Nothing,
            contract_of: None,
            may_look_back: false,
        }
    }

    pub(super) fn hierarchy(&self) -> Hierarchy<'_> {
        Hierarchy { sigs: &self.module.sigs }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    pub(super) fn error(&mut self, span: Span, message: impl Into<String>, label: &str, help: impl Into<Help>) {
        self.report(Diagnostic::error(span, message).label(label).help(help));
    }

    /// Whether a name that is not found may be declared in what the parser left out, or in a module opened there.
    pub(super) fn may_be_lost(&self, name: &str) -> bool {
        self.lost_words.contains("open") || name.split('/').any(|part| self.lost_words.contains(part))
    }

    /// Declares a variable; unique ids keep shadowed names apart.
    pub(super) fn variable(&mut self, name: &str, span: Span, ty: Type, mult: Mult) -> VarId {
        let id = VarId(self.module.variables.len() as u32);
        self.module.variables.push(Variable { name: name.to_owned(), span, ty });
        self.variable_mult.push(mult);
        id
    }

    /// A signature by name, or a message.
    pub(super) fn sig(&mut self, name: &tree::Name) -> Option<SigId> {
        let found = self.sig_named(&name.text);
        self.note_sig(name, found);
        if found.is_none() && !self.may_be_lost(&name.text) {
            self.unknown_sig(name);
        }
        found
    }

    /// A field by name, qualified or not, or a message.
    pub(super) fn field(&mut self, reference: &tree::FieldRef) -> Option<FieldId> {
        let name = &reference.field;
        let sig = match &reference.sig {
            Some(sig) => Some(self.sig(sig)?),
            None => None,
        };
        let all = self.fields_of_name(&name.text);
        if all.is_empty() {
            if !self.may_be_lost(&name.text) {
                let nameable = self.nameable();
                let help = match closest(&name.text, nameable.fields) {
                    Some(similar) => Help::did_you_mean(similar),
                    None => "name a field of one of the signatures".into(),
                };
                self.error(name.span(), format!("no field `{}`", name.text), "not declared", help);
            }
            return None;
        }
        let owner_fits = |field: &FieldId| {
            sig.is_none_or(|sig| self.hierarchy().has_fields_of(sig, self.module.fields[field.index()].owner))
        };
        let candidates: Vec<FieldId> = all.iter().copied().filter(owner_fits).collect();
        self.note_fields(name, &candidates);
        match candidates.as_slice() {
            [field] => Some(*field),
            [] if self.may_be_lost(&name.text) => None,
            [] => {
                let owner = &self.module.sigs[self.module.fields[all[0].index()].owner.index()].name;
                let help = format!("it is declared in `{owner}`: write `{owner}.{}`", name.text);
                let sig = reference.sig.as_ref().map_or("", |sig| sig.text.as_str());
                self.error(name.span(), format!("`{sig}` has no field `{}`", name.text), "not its field", help);
                None
            }
            several => {
                let owner = &self.module.sigs[self.module.fields[several[0].index()].owner.index()].name;
                let help = format!("say whose it is, for instance `{owner}.{}`", name.text);
                self.error(name.span(), format!("several fields are named `{}`", name.text), "ambiguous", help);
                None
            }
        }
    }

    /// The expression as a formula, or a message.
    pub(super) fn formula(&mut self, expr: &tree::Expr) -> Option<Expr> {
        let overloaded = self.infer(expr)?;
        self.elaborate(overloaded, &Want::Formula)
    }

    pub(super) fn as_formula(&mut self, expr: Expr) -> Option<Expr> {
        match &expr.ty {
            Type::Formula => Some(expr),
            Type::Int => {
                self.error(
                    expr.span,
                    "an integer where a formula is expected",
                    "this is a number",
                    "compare it, for instance `… > 0`",
                );
                None
            }
            Type::Relation(ty) => {
                let found = self.hierarchy().describe(ty);
                self.report(
                    Diagnostic::error(expr.span, "a set where a formula is expected")
                        .label(format!("this has type `{found}`"))
                        .help("say what holds of it: `some …`, `no …`, `… in …` or `… = …`"),
                );
                None
            }
        }
    }

    /// The expression as a relation (integers become their atoms), or a message.
    pub(super) fn relation(&mut self, expr: &tree::Expr) -> Option<(Expr, RelType)> {
        let overloaded = self.infer(expr)?;
        self.elaborate_relation(overloaded)
    }

    pub(super) fn elaborate_relation(&mut self, overloaded: Overloaded) -> Option<(Expr, RelType)> {
        let own = overloaded.kinds.tuples();
        let want = if own.has_tuples() { Want::Tuples(own) } else { Want::Any };
        let elaborated = self.elaborate(overloaded, &want)?;
        self.as_relation(elaborated)
    }

    pub(super) fn as_relation(&mut self, expr: Expr) -> Option<(Expr, RelType)> {
        match expr.ty.clone() {
            Type::Relation(ty) => Some((expr, ty)),
            Type::Int => {
                let ty = unary(vec![Prim::Int]);
                let span = expr.span;
                let kind = ExprKind::Unary(Unary::AtomOf, Box::new(expr));
                Some((Expr { kind, ty: Type::Relation(ty.clone()), span }, ty))
            }
            Type::Formula => {
                let (label, help) = match &expr.kind {
                    ExprKind::Call(function, _) => {
                        let name = &self.module.functions[function.index()].name;
                        (
                            format!("`{name}` is a predicate: it is true or false"),
                            "write `{ x: S | … }` for the elements for which it holds",
                        )
                    }
                    _ => (
                        "this is true or false".to_owned(),
                        "write `{ x: S | … }` for elements for which something holds, and `… implies … else …` to choose a set",
                    ),
                };
                self.error(expr.span, "a formula where a set is expected", &label, help);
                None
            }
        }
    }

    /// The expression as an integer (a set of `Int` atoms becomes its sum), or a message.
    pub(super) fn integer(&mut self, expr: &tree::Expr) -> Option<Expr> {
        let overloaded = self.infer(expr)?;
        self.elaborate(overloaded, &Want::Int)
    }

    pub(super) fn as_integer(&mut self, expr: Expr) -> Option<Expr> {
        match &expr.ty {
            Type::Int => Some(expr),
            Type::Relation(ty)
                if ty.arity == 1
                    && (ty.products.is_empty()
                        || ty.products.iter().any(|product| !matches!(product[0], Prim::Sig(_)))) =>
            {
                let span = expr.span;
                Some(Expr { kind: ExprKind::Unary(Unary::SumOf, Box::new(expr)), ty: Type::Int, span })
            }
            Type::Relation(ty) => {
                let found = self.hierarchy().describe(ty);
                self.report(
                    Diagnostic::error(expr.span, "a set of objects where an integer is expected")
                        .label(format!("this has type `{found}`"))
                        .help("count it with `#…`, or go on to a field of type `Int`"),
                );
                None
            }
            Type::Formula => {
                self.error(
                    expr.span,
                    "a formula where an integer is expected",
                    "this is true or false",
                    "use `… implies 1 else 0` to count it",
                );
                None
            }
        }
    }

    /// How many elements an expression denotes, as far as its form tells; `Set` where it does not.
    pub(super) fn mult(&self, expr: &Expr) -> Mult {
        stack::grown(|| self.mult_of_form(expr))
    }

    fn mult_of_form(&self, expr: &Expr) -> Mult {
        match &expr.kind {
            ExprKind::Var(var) => self.variable_mult[var.index()],
            ExprKind::Sig(sig) => self.module.sigs[sig.index()].mult,
            ExprKind::Unary(Unary::AtomOf, _) => Mult::One,
            ExprKind::Binary(Binary::Join, left, right) => match &right.kind {
                ExprKind::Field(field) if self.mult(left) == Mult::One => {
                    let field = &self.module.fields[field.index()];
                    if field.arity() == 2 { field.mult } else { Mult::Set }
                }
                _ => Mult::Set,
            },
            ExprKind::Old(inner) => self.mult(inner),
            ExprKind::Let(_, _, body) => self.mult(body),
            ExprKind::Call(function, _) => {
                self.module.functions[function.index()].result.as_ref().map_or(Mult::Set, |result| result.0)
            }
            _ => Mult::Set,
        }
    }
}

/// The multiplicity of a keyword.
pub(super) fn mult_of(multiplicity: tree::Multiplicity) -> Mult {
    match multiplicity {
        tree::Multiplicity::Set => Mult::Set,
        tree::Multiplicity::Some => Mult::Some,
        tree::Multiplicity::Lone => Mult::Lone,
        tree::Multiplicity::One => Mult::One,
    }
}
