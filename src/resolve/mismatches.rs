//! What is said of names and calls that mean too much or nothing: ambiguous names, calls that fit no function.

use super::checker::Checker;
use super::module::{Binary, Expr, ExprKind, Function, FunctionId, Type};
use super::overloaded::{Callee, Overloaded, OverloadedKind};
use super::types::columns;
use crate::diagnostic::{Diagnostic, Span};

impl Checker<'_> {
    /// Reports a name that could stand for several things, and how to say which one is meant.
    pub(super) fn ambiguous(&mut self, name: &str, meanings: &[&Overloaded], span: Span) {
        let mut described: Vec<String> = meanings.iter().map(|choice| self.describe_choice(choice)).collect();
        let called: Vec<&Function> = meanings.iter().filter_map(|choice| self.called(choice)).collect();
        let owners: Vec<String> = meanings.iter().filter_map(|choice| self.owner_of(choice)).collect();
        described.dedup();
        let same = described.len() == 1;
        let help = match (owners.first(), called.as_slice()) {
            (Some(owner), _) => format!("say whose it is, for instance `{owner} <: {name}`"),
            (None, [first, .., last]) if !same => format!("write `{}` or `{}`", first.name, last.name),
            (None, [_, ..]) => "bound the arguments more tightly, or give these different names".to_owned(),
            (None, []) => "say which module it is from, for instance `alias/name`".to_owned(),
        };
        let mut diagnostic = Diagnostic::error(span, format!("`{name}` may mean several things here")).help(help);
        if same {
            diagnostic = diagnostic.label("more than one fits");
            for function in called {
                diagnostic = diagnostic.and(function.span, format!("takes {}", self.parameters_of(function)));
            }
        } else {
            diagnostic = diagnostic.label(described.join(", or "));
        }
        self.report(diagnostic);
    }

    /// The function of a call.
    fn called(&self, overloaded: &Overloaded) -> Option<&Function> {
        match &overloaded.kind {
            OverloadedKind::Call(function, ..) => Some(&self.module.functions[function.index()]),
            _ => None,
        }
    }

    fn owner_of(&self, overloaded: &Overloaded) -> Option<String> {
        match &overloaded.kind {
            OverloadedKind::Elaborated(Expr { kind: ExprKind::Field(field), .. }) => {
                let owner = self.module.fields[field.index()].owner;
                Some(self.module.sigs[owner.index()].name.clone())
            }
            _ => None,
        }
    }

    fn describe_choice(&self, overloaded: &Overloaded) -> String {
        match &overloaded.kind {
            OverloadedKind::Elaborated(Expr { kind: ExprKind::Field(field), .. }) => {
                let field = &self.module.fields[field.index()];
                format!("field `{}` of `{}`", field.name, self.module.sigs[field.owner.index()].name)
            }
            OverloadedKind::Elaborated(Expr { kind: ExprKind::Sig(sig), .. }) => {
                format!("signature `{}`", self.module.sigs[sig.index()].name)
            }
            OverloadedKind::Call(function, ..) => {
                format!("a call of `{}`", self.module.functions[function.index()].name)
            }
            _ => {
                let arity = overloaded.kinds.least_arity();
                format!("something of type `{}`", self.hierarchy().describe(&overloaded.kinds.tuples().at(arity)))
            }
        }
    }

    pub(super) fn too_few(&mut self, callee: &Callee, given: &[Overloaded], span: Span) {
        match callee {
            Callee::Declared(function, _) => self.too_few_for(*function, given, span),
            Callee::Macro(id) => {
                let declared = self.macros[id.index()].declaration;
                let name = &declared.name.text;
                let params: Vec<&str> = declared.params.iter().map(|param| param.text.as_str()).collect();
                let diagnostic =
                    Diagnostic::error(span, format!("macro `{name}` takes {}", count_of_arguments(params.len())));
                self.report(
                    diagnostic
                        .label(called_with(given.len()))
                        .and(declared.name.span(), "declared here")
                        .help(format!("write `{name}[{}]`, with something for each name", params.join(", "))),
                );
            }
            Callee::Arithmetic(_) if given.is_empty() => {
                let message = format!("{} is not called", callee.describe());
                self.error(span, message, "takes two integers", "call it: `plus[a, b]`");
            }
            _ => self.wrong_count(span, callee.describe(), self.wants(callee), given.len()),
        }
    }

    /// A call of a predicate or function with fewer arguments than it takes. Where several have that name, none of them
    /// takes what there is.
    fn too_few_for(&mut self, function: FunctionId, given: &[Overloaded], span: Span) {
        let declared = &self.module.functions[function.index()];
        let name = &declared.name;
        if self.module.functions.iter().filter(|other| other.name == *name).count() > 1 {
            let diagnostic = self.none_fits(function, given, span);
            self.report(diagnostic);
            return;
        }
        let params: Vec<&str> =
            declared.params.iter().map(|param| self.module.variables[param.var.index()].name.as_str()).collect();
        let diagnostic = Diagnostic::error(span, format!("`{name}` takes {}", count_of_arguments(params.len())))
            .label(called_with(given.len()))
            .and(declared.span, "declared here")
            .help(format!("write `{name}[{}]`, with something for each name", params.join(", ")));
        self.report(diagnostic);
    }

    /// The message for a call that fits no function of its name; `function` is one of them.
    pub(super) fn none_fits(&self, function: FunctionId, given: &[Overloaded], span: Span) -> Diagnostic {
        let found: Vec<String> = given
            .iter()
            .map(|argument| {
                let tuples = argument.kinds.tuples();
                format!("`{}`", self.hierarchy().describe(&tuples.at(tuples.least_arity())))
            })
            .collect();
        let found = if found.is_empty() { "nothing".to_owned() } else { found.join(" and ") };
        let name = &self.module.functions[function.index()].name;
        let same = self.module.functions.iter().filter(|other| other.name == *name);
        let diagnostic = Diagnostic::error(span, format!("no `{name}` takes these arguments"))
            .label(format!("called with {found}"))
            .help("check the number, the order and the types of the arguments");
        same.fold(diagnostic, |diagnostic, declared| {
            diagnostic.and(declared.span, format!("takes {}", self.parameters_of(declared)))
        })
    }

    /// The types of a function's parameters, in the user's words.
    fn parameters_of(&self, function: &Function) -> String {
        let types: Vec<String> = function
            .params
            .iter()
            .map(|param| match &self.module.variables[param.var.index()].ty {
                Type::Relation(ty) => format!("`{}`", self.hierarchy().describe(ty)),
                Type::Int => "`Int`".to_owned(),
                Type::Formula => "a formula".to_owned(),
            })
            .collect();
        if types.is_empty() { "nothing".to_owned() } else { types.join(" and ") }
    }
}

/// "1 argument", "2 arguments".
pub(super) fn count_of_arguments(count: usize) -> String {
    if count == 1 { "1 argument".to_owned() } else { format!("{count} arguments") }
}

fn called_with(given: usize) -> String {
    if given == 0 { "called with none".to_owned() } else { format!("called with {given}") }
}

impl Callee {
    fn describe(&self) -> &'static str {
        match self {
            Callee::Declared(..) => "a function",
            Callee::Macro(_) => "a macro",
            Callee::Arithmetic(_) => "an arithmetic function",
            Callee::Disjoint => "`disj`",
            Callee::SumOf => "`int`",
            Callee::TotalOrder => "`pred/totalOrder`",
        }
    }
}

impl Checker<'_> {
    pub(super) fn wrong_count(&mut self, span: Span, what: &str, wanted: usize, given: usize) {
        self.report(
            Diagnostic::error(span, format!("{what} takes {}", count_of_arguments(wanted)))
                .label(called_with(given))
                .help("give as many as it takes, in brackets"),
        );
    }

    /// A join of a set with a set has no columns left.
    pub(super) fn join_of_sets(&self, left: &Overloaded, right: &Overloaded, span: Span) -> Diagnostic {
        let describe = |overloaded: &Overloaded| {
            let kinds = overloaded.kinds.tuples();
            self.hierarchy().describe(&kinds.at(kinds.least_arity()))
        };
        let words = |overloaded: &Overloaded| {
            if overloaded.kinds.formula {
                "a formula".to_owned()
            } else {
                match overloaded.kinds.tuples().least_arity() {
                    1 => format!("a set of `{}`", describe(overloaded)),
                    arity => format!("{}: `{}`", columns(arity), describe(overloaded)),
                }
            }
        };
        let message =
            if left.kinds.formula || right.kinds.formula { "a join of a formula" } else { "a join of two sets" };
        Diagnostic::error(span, message).and(left.span, words(left)).and(right.span, words(right)).help(
            match self.implied_field(right) {
                Some(field) => format!("`{field}` is `this.{field}` here; `@{field}` is the whole relation"),
                None => "one side of `.` has to be a field or another relation; `&` intersects sets".to_owned(),
            },
        )
    }

    /// The field that a name means as that of `this` where it cannot mean the whole relation.
    pub(super) fn implied_field(&self, overloaded: &Overloaded) -> Option<&str> {
        let implicit = self.implicit_this.filter(|implicit| !implicit.also_whole)?;
        let OverloadedKind::Binary(Binary::Join, left, right) = &overloaded.kind else { return None };
        let (OverloadedKind::Elaborated(left), OverloadedKind::Elaborated(right)) = (&left.kind, &right.kind) else {
            return None;
        };
        match (&left.kind, &right.kind) {
            (ExprKind::Var(var), ExprKind::Field(field)) if *var == implicit.this && left.span == overloaded.span => {
                Some(&self.module.fields[field.index()].name)
            }
            _ => None,
        }
    }
}
