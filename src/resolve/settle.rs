//! Settling drafts: from the root down, every choice is made by what is wanted of it.

use super::checker::Checker;
use super::draft::{Callee, Draft, DraftKind, Kinds};
use super::expressions::columns;
use super::module::{Binary, Expr, ExprKind, Function, FunctionId, Prim, RelType, Type, Unary};
use super::operators::expr;
use super::types::{transpose, unary, union};
use crate::diagnostic::{Diagnostic, Span};

/// What is wanted of an expression.
#[derive(Debug, Clone)]
pub(super) enum Want {
    /// Truth.
    Formula,
    /// One integer.
    Int,
    /// Tuples; of those, only these matter.
    Tuples(Kinds),
    /// Whatever it is.
    Any,
}

impl Checker<'_> {
    /// The expression with all choices made; `None` if it cannot be what is wanted, which is reported then.
    pub(super) fn settle(&mut self, draft: Draft, want: &Want) -> Option<Expr> {
        let Draft { kind, kinds, span } = draft;
        let settled = match kind {
            DraftKind::Settled(settled) => settled,
            DraftKind::Choice(name, choices) => {
                let picked = self.pick(&name, choices, want, span)?;
                return self.settle(picked, want);
            }
            DraftKind::Partial(callee, arguments) => {
                self.too_few(&callee, &arguments, span);
                return None;
            }
            DraftKind::Call(function, arguments) => self.settle_call(function, arguments, span)?,
            DraftKind::Unary(operator, operand) => self.settle_pairs(operator, *operand, &kinds, want, span)?,
            DraftKind::Binary(operator, left, right) => {
                let wanted = self.wanted(&kinds, want);
                let (left, right) = self.settle_sides(operator, *left, *right, &wanted)?;
                self.combined(operator, left, right, span)?
            }
            DraftKind::If(condition, then, otherwise) => {
                self.settle_choice(condition, *then, *otherwise, &kinds, want, span)?
            }
            DraftKind::Let(var, value, body) => {
                let body = self.settle(*body, want)?;
                self.warn_if_unused(var, &body);
                let ty = body.ty.clone();
                return Some(expr(ExprKind::Let(var, Box::new(value), Box::new(body)), ty, span));
            }
            DraftKind::Old(inner) => {
                let inner = self.settle(*inner, want)?;
                let ty = inner.ty.clone();
                return Some(expr(ExprKind::Old(Box::new(inner)), ty, span));
            }
        };
        match want {
            Want::Any => Some(settled),
            Want::Formula => self.as_formula(settled),
            Want::Int => self.as_integer(settled),
            Want::Tuples(_) => self.as_relation(settled).map(|relation| relation.0),
        }
    }

    /// The tuples of `own` that matter.
    fn wanted(&self, own: &Kinds, want: &Want) -> Kinds {
        match want {
            Want::Tuples(wanted) => self.hierarchy().relevant(own, wanted),
            Want::Int => self.hierarchy().relevant(own, &Kinds::relation(&unary(vec![Prim::Int]))),
            Want::Formula | Want::Any => own.clone(),
        }
    }

    /// Of several things that a name may stand for, the one that is meant.
    fn pick(&mut self, name: &str, choices: Vec<(Draft, u32)>, want: &Want, span: Span) -> Option<Draft> {
        let integers = Kinds::relation(&unary(vec![Prim::Int]));
        let fits: [&dyn Fn(&Kinds) -> bool; 3] = match want {
            Want::Any => [&|kinds| !kinds.is_nothing(), &|_| false, &|_| false],
            Want::Formula => [&|kinds| kinds.formula, &|_| false, &|_| false],
            Want::Int => [
                &|kinds| kinds.int,
                &|kinds| !self.hierarchy().common(kinds, &integers).products.is_empty(),
                &|kinds| kinds.has_arity(1),
            ],
            Want::Tuples(wanted) => [
                &|kinds| !self.hierarchy().common(kinds, wanted).products.is_empty(),
                &|kinds| kinds.as_wide_as(wanted).has_tuples(),
                &|kinds| kinds.int && wanted.has_arity(1),
            ],
        };
        let mut kept = Vec::new();
        for fit in fits {
            kept = choices.iter().filter(|(choice, _)| fit(&choice.kinds)).collect();
            if !kept.is_empty() {
                break;
            }
        }
        let least = kept.iter().map(|choice| choice.1).min();
        kept.retain(|choice| Some(choice.1) == least);
        match kept.as_slice() {
            [one] => Some(one.0.clone()),
            [] => {
                // What can be said best is said of the lightest choice that is anything at all.
                let choice =
                    choices.iter().filter(|(choice, _)| !choice.kinds.is_nothing()).min_by_key(|choice| choice.1);
                let choice = choice.or_else(|| choices.iter().min_by_key(|choice| choice.1));
                choice.map(|choice| choice.0.clone())
            }
            several => {
                let meanings: Vec<&Draft> = several.iter().map(|(choice, _)| choice).collect();
                self.ambiguous(name, &meanings, span);
                None
            }
        }
    }

    /// Reports a name that could stand for several things, and how to say which one is meant.
    fn ambiguous(&mut self, name: &str, meanings: &[&Draft], span: Span) {
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
    fn called(&self, draft: &Draft) -> Option<&Function> {
        match &draft.kind {
            DraftKind::Call(function, _) => Some(&self.module.functions[function.index()]),
            _ => None,
        }
    }

    fn owner_of(&self, draft: &Draft) -> Option<String> {
        match &draft.kind {
            DraftKind::Settled(Expr { kind: ExprKind::Field(field), .. }) => {
                let owner = self.module.fields[field.index()].owner;
                Some(self.module.sigs[owner.index()].name.clone())
            }
            _ => None,
        }
    }

    fn describe_choice(&self, draft: &Draft) -> String {
        match &draft.kind {
            DraftKind::Settled(Expr { kind: ExprKind::Field(field), .. }) => {
                let field = &self.module.fields[field.index()];
                format!("field `{}` of `{}`", field.name, self.module.sigs[field.owner.index()].name)
            }
            DraftKind::Settled(Expr { kind: ExprKind::Sig(sig), .. }) => {
                format!("signature `{}`", self.module.sigs[sig.index()].name)
            }
            DraftKind::Call(function, _) => format!("a call of `{}`", self.module.functions[function.index()].name),
            _ => {
                let arity = draft.kinds.least_arity();
                format!("something of type `{}`", self.hierarchy().describe(&draft.kinds.tuples().at(arity)))
            }
        }
    }

    fn settle_call(&mut self, function: FunctionId, arguments: Vec<Draft>, span: Span) -> Option<Expr> {
        let params: Vec<_> = self.module.functions[function.index()]
            .params
            .iter()
            .map(|param| self.module.variables[param.var.index()].clone())
            .collect();
        let called = self.module.functions[function.index()].name.clone();
        let mut settled = Vec::new();
        let mut complete = true;
        for (argument, param) in arguments.into_iter().zip(&params) {
            let Type::Relation(expected) = &param.ty else { continue };
            let place = argument.span;
            let argument = self.settle(argument, &Want::Tuples(Kinds::relation(expected)));
            let Some((argument, found)) = argument.and_then(|argument| self.as_relation(argument)) else {
                complete = false;
                continue;
            };
            if found.arity != expected.arity {
                let (found, wanted) = (self.hierarchy().describe(&found), self.hierarchy().describe(expected));
                self.report(
                    Diagnostic::error(place, format!("parameter `{}` of `{called}` is another kind", param.name))
                        .label(format!("this has type `{found}`"))
                        .and(param.span, format!("declared as `{wanted}`"))
                        .help("give it what its declaration asks for"),
                );
                return None;
            }
            if !found.products.is_empty() && self.hierarchy().intersection(&found, expected).products.is_empty() {
                let (found, wanted) = (self.hierarchy().describe(&found), self.hierarchy().describe(expected));
                self.report(
                    Diagnostic::warning(place, format!("this can be no `{}` of `{called}`", param.name))
                        .label(format!("it has type `{found}`"))
                        .and(param.span, format!("declared as `{wanted}`"))
                        .help("check the order of the arguments"),
                );
            }
            settled.push(argument);
        }
        let ty = match &self.module.functions[function.index()].result {
            None => Type::Formula,
            Some((_, bound)) => bound.ty.clone(),
        };
        complete.then(|| expr(ExprKind::Call(function, settled), ty, span))
    }

    /// `~`, `^` and `*`.
    fn settle_pairs(&mut self, operator: Unary, operand: Draft, own: &Kinds, want: &Want, span: Span) -> Option<Expr> {
        let wanted = self.wanted(own, want);
        let tuples = operand.kinds.tuples();
        let below = match operator {
            Unary::Transpose => {
                let turned = Kinds::relation(&transpose(&wanted.at(2)));
                self.hierarchy().relevant(&tuples.of_arity(2), &turned)
            }
            _ => self.hierarchy().on_paths(&tuples, &wanted),
        };
        let operand = self.settle(operand, &Want::Tuples(below))?;
        let (operand, ty) = self.as_relation(operand)?;
        if ty.arity != 2 {
            self.not_pairs(operator, &operand, &ty);
            return None;
        }
        let result = match operator {
            Unary::Transpose => transpose(&ty),
            Unary::Closure => self.closed(&ty),
            _ => RelType { arity: 2, products: vec![vec![Prim::Univ; 2]] },
        };
        Some(expr(ExprKind::Unary(operator, Box::new(operand)), Type::Relation(result), span))
    }

    fn settle_sides(&mut self, operator: Binary, left: Draft, right: Draft, wanted: &Kinds) -> Option<(Expr, Expr)> {
        let (a, b) = (left.kinds.tuples(), right.kinds.tuples());
        let hierarchy = self.hierarchy();
        let (x, y) = match operator {
            Binary::Join => hierarchy.join_parts(&a, &b, wanted),
            Binary::Arrow(..) => hierarchy.product_parts(&a, &b, wanted),
            Binary::DomainRestriction => {
                let relation = hierarchy.relevant(&hierarchy.restricted(&b, &a, false), wanted);
                (hierarchy.relevant(&a, &column(&relation, 0)), relation)
            }
            Binary::RangeRestriction => {
                let relation = hierarchy.relevant(&hierarchy.restricted(&a, &b, true), wanted);
                let last = column(&relation, usize::MAX);
                (relation, hierarchy.relevant(&b, &last))
            }
            Binary::Difference => {
                let kept = hierarchy.relevant(&a, wanted);
                let taken = hierarchy.relevant(&b, &kept);
                (kept, taken)
            }
            Binary::Intersection => {
                let both = hierarchy.common(&hierarchy.common(&a, &b), wanted);
                let both = if both.products.is_empty() { wanted.clone() } else { both };
                (hierarchy.relevant(&a, &both), hierarchy.relevant(&b, &both))
            }
            _ => (hierarchy.relevant(&a, wanted), hierarchy.relevant(&b, wanted)),
        };
        let left = self.settle(left, &Want::Tuples(x));
        let right = self.settle(right, &Want::Tuples(y));
        Some((left?, right?))
    }

    fn settle_choice(
        &mut self,
        condition: Expr,
        then: Draft,
        otherwise: Draft,
        own: &Kinds,
        want: &Want,
        span: Span,
    ) -> Option<Expr> {
        let side = match want {
            Want::Formula => Want::Formula,
            Want::Int if own.int => Want::Int,
            Want::Any if own.formula => Want::Formula,
            Want::Any if own.int => Want::Int,
            Want::Tuples(_) if own.int && !own.has_tuples() => Want::Int,
            _ => Want::Tuples(self.wanted(own, want)),
        };
        let (then, otherwise) = (self.settle(then, &side), self.settle(otherwise, &side));
        let (then, otherwise) = (then?, otherwise?);
        let ty = match (&then.ty, &otherwise.ty) {
            (Type::Relation(a), Type::Relation(b)) => {
                let (a, b) = (a.clone(), b.clone());
                self.same_arity("the branches of `else`", (&then, &a), (&otherwise, &b), span)?;
                Type::Relation(union(&a, &b))
            }
            (ty, _) => ty.clone(),
        };
        Some(expr(ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise)), ty, span))
    }

    fn too_few(&mut self, callee: &Callee, given: &[Draft], span: Span) {
        match callee {
            Callee::Declared(function) => self.too_few_for(*function, given, span),
            Callee::Macro(unit, name) => {
                let Some(declared) = self.macro_of(*unit, name) else { return };
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
            _ => self.wrong_count(span, &callee.describe(), self.wants(callee), given.len()),
        }
    }

    /// A call of a predicate or function with fewer arguments than it takes. Where several have that name, none of them
    /// takes what there is.
    fn too_few_for(&mut self, function: FunctionId, given: &[Draft], span: Span) {
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
    pub(super) fn none_fits(&self, function: FunctionId, given: &[Draft], span: Span) -> Diagnostic {
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

/// One column of a relation, as sets.
fn column(kinds: &Kinds, at: usize) -> Kinds {
    let prims = kinds.products.iter().filter_map(|product| product.get(at.min(product.len() - 1)).copied());
    Kinds::relation(&unary(prims.collect()))
}

/// "1 argument", "2 arguments".
pub(super) fn count_of_arguments(count: usize) -> String {
    if count == 1 { "1 argument".to_owned() } else { format!("{count} arguments") }
}

fn called_with(given: usize) -> String {
    if given == 0 { "called with none".to_owned() } else { format!("called with {given}") }
}

impl Callee {
    fn describe(&self) -> String {
        match self {
            Callee::Declared(_) => "a function".to_owned(),
            Callee::Macro(_, name) => format!("macro `{name}`"),
            Callee::Arithmetic(_) => "an arithmetic function".to_owned(),
            Callee::Disjoint => "`disj`".to_owned(),
            Callee::SumOf => "`int`".to_owned(),
            Callee::TotalOrder => "`pred/totalOrder`".to_owned(),
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
    pub(super) fn join_of_sets(&self, left: &Draft, right: &Draft, span: Span) -> Diagnostic {
        let describe = |draft: &Draft| {
            let kinds = draft.kinds.tuples();
            self.hierarchy().describe(&kinds.at(kinds.least_arity()))
        };
        let words = |draft: &Draft| {
            if draft.kinds.formula {
                "a formula".to_owned()
            } else {
                match draft.kinds.tuples().least_arity() {
                    1 => format!("a set of `{}`", describe(draft)),
                    arity => format!("{}: `{}`", columns(arity), describe(draft)),
                }
            }
        };
        let message =
            if left.kinds.formula || right.kinds.formula { "a join of a formula" } else { "a join of two sets" };
        Diagnostic::error(span, message)
            .and(left.span, words(left))
            .and(right.span, words(right))
            .help("one side of `.` has to be a field or another relation; `&` intersects sets")
    }
}
