//! Joins and calls, in every way they can be written: `f[a, b]`, `a.f[b]`, `b.(a.f)`; and what macros stand for.

use super::checker::Checker;
use super::expressions::choose;
use super::mismatches::count_of_arguments;
use super::module::{Binary, Expr, ExprKind, FunctionId, MacroId, Prim, Test, Type, Unary};
use super::multiplicities::replaced;
use super::names::Locals;
use super::namespace::DeclaredMacro;
use super::operators::expr;
use super::overloaded::{Callee, Kinds, Overloaded, OverloadedKind, Part, Want};
use super::types::unary;
use crate::diagnostic::{Diagnostic, Span};
use crate::syntax::tree::{self, ExprKind as Tree};

/// How deeply macros may expand inside macros.
const MACRO_DEPTH: usize = 20;
/// How many macros may expand inside one.
const MACRO_COUNT: usize = 10_000;

impl Checker<'_> {
    /// `target[a, b]`.
    pub(super) fn boxed(&mut self, target: &tree::Expr, arguments: &[tree::Expr], span: Span) -> Option<Overloaded> {
        if let Tree::Name(name) = &target.kind
            && name == "old"
            && self.contract_of.is_some()
            && self.locals.get(name).is_none()
            && self.functions_named(name).is_empty()
        {
            return self.old(arguments, target.span(), span);
        }
        let callee = last_of_joins(target);
        let sums = matches!(&target.kind, Tree::Name(name) if name == "int");
        let target = self.infer(target);
        let arguments: Vec<Option<Overloaded>> = arguments.iter().map(|argument| self.infer(argument)).collect();
        let arguments: Option<Vec<Overloaded>> = arguments.into_iter().collect();
        let (mut result, arguments) = (target?, arguments?);
        if let OverloadedKind::Partial(Callee::Disjoint, _) = result.kind {
            return self.disjoint(arguments, span);
        }
        if let (OverloadedKind::Elaborated(Expr { kind: ExprKind::IntSet, .. }), [_]) =
            (&result.kind, arguments.as_slice())
        {
            let argument = arguments.into_iter().next()?;
            // `Int[e]` is `e` where this is a set already.
            let integers = Kinds::relation(&unary(vec![Prim::Int]));
            if !sums && !argument.kinds.int && !self.hierarchy().common(&argument.kinds, &integers).products.is_empty()
            {
                return self.elaborate(argument, &Want::Tuples(integers)).map(Overloaded::elaborated);
            }
            let integer = self.elaborate(argument, if sums { &Want::Sum } else { &Want::Int })?;
            let atom = ExprKind::Unary(Unary::AtomOf, Box::new(integer));
            return Some(Overloaded::elaborated(expr(atom, Type::Relation(unary(vec![Prim::Int])), span)));
        }
        let given = arguments.len();
        for (index, argument) in arguments.into_iter().enumerate() {
            // Where a call is complete before its brackets end, its predicate takes fewer arguments.
            if result.kinds.formula
                && let OverloadedKind::Call(function, taken, _) = &result.kind
            {
                let received = taken.len() - index;
                self.too_many(*function, received, given, callee.span());
                return None;
            }
            result = self.joined(argument, result, span)?;
        }
        Some(result)
    }

    /// A call of a predicate with more arguments than it takes; `received` of them stand before its name.
    fn too_many(&mut self, function: FunctionId, received: usize, given: usize, span: Span) {
        let declared = &self.module.functions[function.index()];
        let (name, place, wanted) = (declared.name.clone(), declared.span, declared.params.len());
        let label = match received {
            0 => format!("called with {given}"),
            _ => format!("called with {}: what stands before the dot counts, too", received + given),
        };
        self.report(
            Diagnostic::error(span, format!("`{name}` takes {}", count_of_arguments(wanted)))
                .label(label)
                .and(place, "declared here")
                .help(format!("leave away what is too much, or give `{name}` another parameter")),
        );
    }

    fn old(&mut self, arguments: &[tree::Expr], name: Span, span: Span) -> Option<Overloaded> {
        let [one] = arguments else {
            self.wrong_count(name, "`old`", 1, arguments.len());
            return None;
        };
        if !self.may_look_back {
            let help = "leave out `old`: it stands in `ensures`, once around an expression";
            self.error(name, "`old` where there is only one state", "this is before the call", help);
            return None;
        }
        self.may_look_back = false;
        let inner = self.infer(one);
        self.may_look_back = true;
        let inner = inner?;
        let kinds = inner.kinds.clone();
        Some(Overloaded { kind: OverloadedKind::Old(Part::new(inner)), kinds, span })
    }

    fn disjoint(&mut self, arguments: Vec<Overloaded>, span: Span) -> Option<Overloaded> {
        let checked: Vec<_> = arguments
            .into_iter()
            .map(|argument| {
                let own = argument.kinds.tuples();
                let elaborated = self.elaborate(argument, &Want::Tuples(own))?;
                self.as_relation(elaborated)
            })
            .collect();
        let checked: Option<Vec<_>> = checked.into_iter().collect();
        let checked = checked?;
        let mut parts = Vec::new();
        for (index, (later, b)) in checked.iter().enumerate() {
            for (earlier, a) in &checked[..index] {
                self.same_arity("the arguments of `disj`", (earlier, a), (later, b), span)?;
                let both = ExprKind::Binary(Binary::Intersection, Box::new(earlier.clone()), Box::new(later.clone()));
                let ty = Type::Relation(self.hierarchy().intersection(a, b));
                let none = ExprKind::Unary(Unary::Test(Test::No), Box::new(expr(both, ty, span)));
                parts.push(expr(none, Type::Formula, span));
            }
        }
        Some(Overloaded::elaborated(expr(ExprKind::And(parts), Type::Formula, span)))
    }

    /// `left . right`: for each thing that the right side may stand for, a join, or a call with one more argument.
    pub(super) fn joined(&mut self, left: Overloaded, right: Overloaded, span: Span) -> Option<Overloaded> {
        let OverloadedKind::Choice(name, choices) = right.kind else {
            return match self.try_join(&Part::new(left), right, span, false) {
                Ok(joined) => Some(joined),
                Err(diagnostic) => {
                    if let Some(diagnostic) = diagnostic {
                        self.report(*diagnostic);
                    }
                    None
                }
            };
        };
        let left = Part::new(left);
        let mut kept = Vec::new();
        let mut first = None;
        let relations = choices.iter().filter(|(choice, _)| !matches!(choice.kind, OverloadedKind::Partial(..)));
        let lightest = relations.min_by_key(|(_, weight)| *weight).map(|(choice, _)| choice.clone());
        for (choice, weight) in choices {
            match self.try_join(&left, choice, span, true) {
                Ok(joined) => kept.push((joined, weight)),
                Err(diagnostic) => first = first.or(diagnostic),
            }
        }
        match kept.len() {
            0 => {
                // A join that is always empty is no error, as in Alloy, whatever is meant.
                let empty = lightest.map(|relation| self.try_join(&left, relation, span, false));
                let refusal = match empty {
                    Some(Ok(joined)) => return Some(joined),
                    Some(Err(diagnostic)) => diagnostic,
                    None => first,
                };
                if let Some(diagnostic) = refusal {
                    self.report(*diagnostic);
                }
                None
            }
            1 => kept.pop().map(|kept| kept.0),
            _ => Some(choose(&name, kept, span)),
        }
    }

    /// One such join or call. Where it is one choice of several, what cannot be meant is refused.
    pub(super) fn try_join(
        &mut self,
        left: &Part,
        right: Overloaded,
        span: Span,
        one_of_several: bool,
    ) -> Result<Overloaded, Option<Box<Diagnostic>>> {
        let Overloaded { kind, kinds, span: place } = right;
        let right = match kind {
            OverloadedKind::Partial(callee, mut arguments) => {
                if one_of_several && !self.takes(&callee, &arguments, left) {
                    arguments.push(left.clone().into_whole());
                    return Err(Some(Box::new(match callee {
                        Callee::Declared(function, _) => self.none_fits(function, &arguments, place),
                        _ => Diagnostic::error(place, "nothing of this name takes this argument")
                            .label("takes others")
                            .and(left.span, "this one")
                            .help("check the order and the types of the arguments"),
                    })));
                }
                arguments.push(left.clone().into_whole());
                return self.applied(callee, arguments, span).ok_or(None);
            }
            kind => Overloaded { kind, kinds, span: place },
        };
        let (a, mut b) = (left.kinds.tuples(), right.kinds.tuples());
        let mut joined = self.hierarchy().join_of(&a, &b);
        if !joined.has_tuples() {
            return Err(Some(Box::new(self.join_of_sets(left, &right, span))));
        }
        if let OverloadedKind::Unary(Unary::ReflexiveClosure, step) = &right.kind {
            // `a.*r` is `a` and what steps lead to, not just anything.
            b = Kinds::relation(&self.closed(&step.kinds.tuples().at(2)));
            joined = a.of_arity(1).or(&self.hierarchy().join_of(&a, &b));
        }
        if joined.products.is_empty() && !a.products.is_empty() && !b.products.is_empty() {
            if let OverloadedKind::Elaborated(Expr { kind: ExprKind::Field(field), .. }) = right.kind
                && self.may_be_lost(&self.module.fields[field.index()].name)
            {
                // A field of that name may belong to the left side, but could not be read.
                return Err(None);
            }
            if one_of_several {
                // Where nothing else is meant, either, it is joined once more, as the only choice.
                return Err(None);
            }
            let warning = self.empty_join(span, (&a, &b), &right);
            self.report(warning);
        }
        let kind = OverloadedKind::Binary(Binary::Join, left.clone(), Part::new(right));
        Ok(Overloaded { kind, kinds: joined, span })
    }

    /// Says why a join has no tuples, and which field might have been meant.
    fn empty_join(&self, span: Span, (a, b): (&Kinds, &Kinds), right: &Overloaded) -> Diagnostic {
        let prims = |products: &[Vec<Prim>], last: bool| {
            let column = |product: &Vec<Prim>| if last { product.last() } else { product.first() }.copied();
            let mut prims: Vec<Prim> = products.iter().filter_map(column).collect();
            prims.sort_unstable();
            prims.dedup();
            prims
        };
        let (ends, starts) = (prims(&a.products, true), prims(&b.products, false));
        let described = |prims: &[Prim]| self.hierarchy().describe(&unary(prims.to_vec()));
        let label =
            format!("the left side ends in `{}`, the right one starts in `{}`", described(&ends), described(&starts));
        let fits = |owner| ends.iter().any(|end| self.hierarchy().meet(*end, Prim::Sig(owner)).is_some());
        let mut fields = self.module.fields.iter().filter(|field| fits(field.owner));
        let help = match (&right.kind, fields.next(), fields.next()) {
            (OverloadedKind::Elaborated(Expr { kind: ExprKind::Field(_), .. }), Some(field), None) => {
                format!("did you mean `{}`, the field of `{}`?", field.name, described(&[Prim::Sig(field.owner)]))
            }
            _ => "the last column on the left has to meet the first column on the right".to_owned(),
        };
        Diagnostic::warning(span, "this join is always empty").label(label).help(help)
    }

    /// Whether a callee takes this as its next argument.
    pub(super) fn takes(&self, callee: &Callee, given: &[Overloaded], argument: &Overloaded) -> bool {
        let Callee::Declared(function, _) = callee else {
            let integers = Kinds::relation(&unary(vec![Prim::Int]));
            let number = argument.kinds.int || !self.hierarchy().common(&argument.kinds, &integers).products.is_empty();
            return number || !matches!(callee, Callee::Arithmetic(_));
        };
        let Some(param) = self.module.functions[function.index()].params.get(given.len()) else { return false };
        let Type::Relation(wanted) = &self.module.variables[param.var.index()].ty else { return false };
        let found = argument.kinds.tuples();
        if !found.has_arity(wanted.arity) {
            return false;
        }
        let wanted = Kinds::relation(wanted);
        let nothing = wanted.products.is_empty() || found.of_arity(wanted.least_arity()).products.is_empty();
        nothing || !self.hierarchy().common(&found, &wanted).products.is_empty()
    }

    /// How many arguments a callee takes.
    pub(super) fn wants(&self, callee: &Callee) -> usize {
        match callee {
            Callee::Declared(function, _) => self.module.functions[function.index()].params.len(),
            Callee::Macro(id) => self.macros[id.index()].declaration.params.len(),
            Callee::Arithmetic(_) => 2,
            Callee::SumOf => 1,
            Callee::Disjoint => usize::MAX,
            Callee::TotalOrder => 3,
        }
    }

    /// A call with some arguments, complete or not.
    pub(super) fn applied(&mut self, callee: Callee, arguments: Vec<Overloaded>, span: Span) -> Option<Overloaded> {
        if arguments.len() < self.wants(&callee) {
            return Some(Overloaded {
                kind: OverloadedKind::Partial(callee, arguments),
                kinds: Kinds::default(),
                span,
            });
        }
        let elaborated = match callee {
            Callee::Declared(function, name) => {
                let given = |place: usize| arguments.get(place).map(|one| one.kinds.tuples()).unwrap_or_default();
                let kinds = Kinds::of(&self.type_of_call(function, &given).unwrap_or(Type::Formula));
                return Some(Overloaded { kind: OverloadedKind::Call(function, arguments, name), kinds, span });
            }
            Callee::Macro(id) => return self.expanded(id, arguments, span),
            Callee::Arithmetic(operator) => {
                let sides: Vec<_> = arguments.into_iter().map(|side| self.elaborate(side, &Want::Int)).collect();
                let mut sides = sides.into_iter();
                let (left, right) = (sides.next()??, sides.next()??);
                expr(ExprKind::Binary(operator, Box::new(left), Box::new(right)), Type::Int, span)
            }
            Callee::SumOf => {
                let mut sum = self.elaborate(arguments.into_iter().next()?, &Want::Sum)?;
                sum.span = span;
                sum
            }
            Callee::Disjoint => return self.disjoint(arguments, span),
            Callee::TotalOrder => {
                let parts: Vec<_> = arguments
                    .into_iter()
                    .map(|part| {
                        let own = part.kinds.tuples();
                        self.elaborate(part, &Want::Tuples(own))
                    })
                    .collect();
                let parts: Option<Vec<Expr>> = parts.into_iter().collect();
                let parts: [Expr; 3] = parts?.try_into().ok()?;
                for (part, wanted) in parts.iter().zip([1, 1, 2]) {
                    if !matches!(&part.ty, Type::Relation(ty) if ty.arity == wanted) {
                        let help = "it takes the elements, the first one, and the relation to the next one";
                        self.error(part.span, "this is no part of an order", "of another kind", help);
                        return None;
                    }
                }
                expr(ExprKind::TotalOrder(Box::new(parts)), Type::Formula, span)
            }
        };
        Some(Overloaded::elaborated(elaborated))
    }

    /// What a macro stands for: its body, in its own module, with the arguments in place of the parameters.
    fn expanded(&mut self, id: MacroId, arguments: Vec<Overloaded>, span: Span) -> Option<Overloaded> {
        let DeclaredMacro { instance, declaration } = self.macros[id.index()];
        let name = &declaration.name.text;
        if self.macro_overflow {
            return None;
        }
        self.macro_count = if self.macro_depth == 0 { 0 } else { self.macro_count + 1 };
        if self.macro_count > MACRO_COUNT {
            self.macro_overflow = true;
            self.report(
                Diagnostic::error(span, format!("macro `{name}` expands to more than {MACRO_COUNT} others"))
                    .label("expanded here once more")
                    .help(
                        "declare some of the macros as predicates or functions, which are not replaced by their text",
                    ),
            );
            return None;
        }
        if self.macro_depth >= MACRO_DEPTH {
            // One message for all that expands inside.
            self.macro_overflow = true;
            let diagnostic = Diagnostic::error(span, format!("macro `{name}` stands for itself again"))
                .label("expanded here")
                .and(declaration.name.span(), "a macro is replaced by its text, which would never end");
            self.report(
                diagnostic.help("leave it out of its own text; what repeats is said with a closure, `^f` or `*f`"),
            );
            return None;
        }
        let mut inner = Locals::default();
        for (param, argument) in declaration.params.iter().zip(arguments) {
            inner.push_argument(param, argument);
        }
        let locals = std::mem::replace(&mut self.locals, inner);
        let outer = std::mem::replace(&mut self.instance, instance);
        let this = self.implicit_this.take();
        self.macro_depth += 1;
        let body = self.infer(without_set(&declaration.body)).map(|body| replaced(body, span));
        self.macro_depth -= 1;
        self.macro_overflow &= self.macro_depth > 0;
        self.implicit_this = this;
        self.instance = outer;
        self.locals = locals;
        body
    }
}

/// What a macro stands for: `set e` is `e`.
fn without_set(mut body: &tree::Expr) -> &tree::Expr {
    loop {
        body = match &body.kind {
            Tree::Block(parts) if parts.len() == 1 => &parts[0],
            Tree::Unary(tree::Unary::Set, set) => set,
            _ => return body,
        };
    }
}

/// What is called in `a.b.p`: `p`.
fn last_of_joins(mut target: &tree::Expr) -> &tree::Expr {
    while let Tree::Binary(tree::Binary::Join, _, right) = &target.kind {
        target = right;
    }
    target
}
