//! Elaboration: from the root down, every overloaded name is resolved by what is wanted of it.

use super::checker::Checker;
use super::module::{Binary, Expr, ExprKind, FunctionId, Mult, Prim, RelType, Type, Unary, VarId};
use super::multiplicities::without_multiplicities;
use super::operators::expr;
use super::overloaded::{Kinds, Overloaded, OverloadedKind, Want};
use super::types::{transpose, unary, union};
use super::unused::mentioned;
use crate::diagnostic::{Diagnostic, Span};
use crate::stack;

impl Checker<'_> {
    /// The expression with all choices made; `None` if it cannot be what is wanted, which is reported then.
    pub(super) fn elaborate(&mut self, overloaded: Overloaded, want: &Want) -> Option<Expr> {
        stack::grown(|| self.elaborate_form(overloaded, want))
    }

    fn elaborate_form(&mut self, overloaded: Overloaded, want: &Want) -> Option<Expr> {
        let Overloaded { kind, kinds, span } = overloaded;
        let elaborated = match kind {
            OverloadedKind::Elaborated(elaborated) => {
                self.note_meaning(&elaborated);
                elaborated
            }
            OverloadedKind::Choice(name, choices) => {
                let picked = self.pick(&name, choices, want, span)?;
                return self.elaborate(picked, want);
            }
            OverloadedKind::Partial(callee, arguments) => {
                self.too_few(&callee, &arguments, span);
                return None;
            }
            OverloadedKind::Call(function, arguments, name) => {
                self.note_function_meant(name, function);
                self.elaborate_call(function, arguments, span)?
            }
            OverloadedKind::Unary(Unary::Prime, operand) => {
                let wanted = self.wanted(&kinds, want);
                let operand = self.elaborate(operand.into_whole(), &Want::Tuples(wanted))?;
                let (operand, ty) = self.as_relation(operand)?;
                expr(ExprKind::Unary(Unary::Prime, Box::new(operand)), Type::Relation(ty), span)
            }
            OverloadedKind::Unary(operator, operand) => {
                self.elaborate_pairs(operator, operand.into_whole(), &kinds, want, span)?
            }
            OverloadedKind::Binary(operator, left, right) => {
                let wanted = self.wanted(&kinds, want);
                let (left, right) = self.elaborate_sides(operator, left.into_whole(), right.into_whole(), &wanted)?;
                self.combined(operator, left, right, span)?
            }
            OverloadedKind::If(condition, then, otherwise) => {
                self.elaborate_choice(condition, then.into_whole(), otherwise.into_whole(), &kinds, want, span)?
            }
            OverloadedKind::Let(var, value, body) => {
                return self.elaborate_lets(vec![(var, value, span)], body.into_whole(), want);
            }
            OverloadedKind::Replaced(arrow) => {
                return self.elaborate(arrow.into_whole(), want).map(without_multiplicities);
            }
            OverloadedKind::Old(inner) => {
                let inner = self.elaborate(inner.into_whole(), want)?;
                let ty = inner.ty.clone();
                return Some(expr(ExprKind::Old(Box::new(inner)), ty, span));
            }
        };
        self.as_wanted(elaborated, want)
    }

    /// The expression as what is wanted.
    fn as_wanted(&mut self, elaborated: Expr, want: &Want) -> Option<Expr> {
        match want {
            Want::Any => Some(elaborated),
            Want::Formula => self.as_formula(elaborated),
            Want::Int => {
                if elaborated.ty != Type::Int {
                    self.warn_of_summed_set(&elaborated);
                }
                self.as_integer(elaborated)
            }
            Want::Sum => self.as_integer(elaborated),
            Want::Tuples(_) => self.as_relation(elaborated).map(|relation| relation.0),
        }
    }

    /// The tuples of `own` that matter.
    fn wanted(&self, own: &Kinds, want: &Want) -> Kinds {
        match want {
            Want::Tuples(wanted) => self.hierarchy().relevant(own, wanted),
            Want::Int | Want::Sum => self.hierarchy().relevant(own, &Kinds::relation(&unary(vec![Prim::Int]))),
            Want::Formula | Want::Any => own.clone(),
        }
    }

    /// Of several things that a name may stand for, the one that is meant.
    fn pick(&mut self, name: &str, choices: Vec<(Overloaded, u32)>, want: &Want, span: Span) -> Option<Overloaded> {
        let integers = Kinds::relation(&unary(vec![Prim::Int]));
        let fits: [&dyn Fn(&Kinds) -> bool; 3] = match want {
            Want::Any => [&|kinds| !kinds.is_nothing(), &|_| false, &|_| false],
            Want::Formula => [&|kinds| kinds.formula, &|_| false, &|_| false],
            Want::Int | Want::Sum => [
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
                let meanings: Vec<&Overloaded> = several.iter().map(|(choice, _)| choice).collect();
                self.ambiguous(name, &meanings, span);
                None
            }
        }
    }

    /// `let x = e, y = g | body`, in whatever way it is written. Looks once for what mentions the variables.
    fn elaborate_lets(
        &mut self,
        mut lets: Vec<(VarId, Expr, Span)>,
        mut body: Overloaded,
        want: &Want,
    ) -> Option<Expr> {
        while let OverloadedKind::Let(..) = body.kind {
            let OverloadedKind::Let(var, value, inner) = body.kind else { break };
            lets.push((var, value, body.span));
            body = inner.into_whole();
        }
        let mut result = self.elaborate(body, want)?;
        let mut used = mentioned(&result);
        for (var, value, span) in lets.into_iter().rev() {
            self.warn_unless_used(var, &used);
            used.extend(mentioned(&value));
            let ty = result.ty.clone();
            result = expr(ExprKind::Let(var, Box::new(value), Box::new(result)), ty, span);
        }
        Some(result)
    }

    fn elaborate_call(&mut self, function: FunctionId, arguments: Vec<Overloaded>, span: Span) -> Option<Expr> {
        let params: Vec<_> = self.module.functions[function.index()]
            .params
            .iter()
            .map(|param| (self.module.variables[param.var.index()].clone(), param.mult))
            .collect();
        let called = self.module.functions[function.index()].name.clone();
        let mut elaborated: Vec<Expr> = Vec::new();
        let mut complete = true;
        for (argument, (param, mult)) in arguments.into_iter().zip(&params) {
            let Type::Relation(expected) = &param.ty else { continue };
            let place = argument.span;
            let argument = self.elaborate(argument, &Want::Tuples(Kinds::relation(expected)));
            let Some((argument, found)) = argument.and_then(|argument| self.as_relation(argument)) else {
                complete = false;
                continue;
            };
            if *mult == Mult::One {
                self.warn_of_set_for_one(&argument);
            }
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
                    Diagnostic::error(place, format!("this can be no `{}` of `{called}`", param.name))
                        .label(format!("it has type `{found}`"))
                        .and(param.span, format!("declared as `{wanted}`"))
                        .help("check the order of the arguments"),
                );
                return None;
            }
            elaborated.push(argument);
        }
        if !complete {
            return None;
        }
        let given = |place: usize| elaborated.get(place).map(|argument| Kinds::of(&argument.ty)).unwrap_or_default();
        let ty = self.type_of_call(function, &given).unwrap_or(Type::Formula);
        Some(expr(ExprKind::Call(function, elaborated), ty, span))
    }

    /// `~`, `^` and `*`.
    fn elaborate_pairs(
        &mut self,
        operator: Unary,
        operand: Overloaded,
        own: &Kinds,
        want: &Want,
        span: Span,
    ) -> Option<Expr> {
        let wanted = self.wanted(own, want);
        let tuples = operand.kinds.tuples();
        let below = match operator {
            Unary::Transpose => {
                let turned = Kinds::relation(&transpose(&wanted.at(2)));
                self.hierarchy().relevant(&tuples.of_arity(2), &turned)
            }
            _ => self.hierarchy().on_paths(&tuples, &wanted),
        };
        let operand = self.elaborate(operand, &Want::Tuples(below))?;
        let (operand, ty) = self.as_relation(operand)?;
        if ty.arity != 2 {
            self.not_pairs(operator, &operand, &ty, None);
            return None;
        }
        if operator != Unary::Transpose
            && !ty.products.is_empty()
            && self.hierarchy().join(&ty, &ty).products.is_empty()
        {
            let symbol = if operator == Unary::Closure { "^" } else { "*" };
            self.report(
                Diagnostic::warning(span, format!("this `{symbol}` takes one step at most"))
                    .label(format!("nothing that `{}` leads to has a next step", self.hierarchy().describe(&ty)))
                    .help(format!("leave `{symbol}` away, or close a relation between elements of one kind")),
            );
        }
        let result = match operator {
            Unary::Transpose => transpose(&ty),
            Unary::Closure => self.closed(&ty),
            _ => RelType { arity: 2, products: vec![vec![Prim::Univ; 2]] },
        };
        Some(expr(ExprKind::Unary(operator, Box::new(operand)), Type::Relation(result), span))
    }

    fn elaborate_sides(
        &mut self,
        operator: Binary,
        left: Overloaded,
        right: Overloaded,
        wanted: &Kinds,
    ) -> Option<(Expr, Expr)> {
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
        let left = self.elaborate(left, &Want::Tuples(x));
        let right = self.elaborate(right, &Want::Tuples(y));
        Some((left?, right?))
    }

    fn elaborate_choice(
        &mut self,
        condition: Expr,
        then: Overloaded,
        otherwise: Overloaded,
        own: &Kinds,
        want: &Want,
        span: Span,
    ) -> Option<Expr> {
        let side = match want {
            Want::Formula => Want::Formula,
            Want::Int | Want::Sum if own.int => want.clone(),
            Want::Any if own.formula => Want::Formula,
            Want::Any if own.int => Want::Int,
            Want::Tuples(_) if own.int && !own.has_tuples() => Want::Int,
            _ => Want::Tuples(self.wanted(own, want)),
        };
        let (then, otherwise) = (self.elaborate(then, &side), self.elaborate(otherwise, &side));
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
}

/// One column of a relation, as sets.
fn column(kinds: &Kinds, at: usize) -> Kinds {
    let prims = kinds.products.iter().filter_map(|product| product.get(at.min(product.len() - 1)).copied());
    Kinds::relation(&unary(prims.collect()))
}
