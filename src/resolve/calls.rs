//! Calls of predicates and functions, in every way they can be written: `f[a, b]`, `a.f[b]`, `b.(a.f)`.

use super::checker::Checker;
use super::module::{Binary, Expr, ExprKind, FunctionId, Prim, Test, Type, Unary};
use super::operators::expr;
use super::types::unary;
use crate::diagnostic::{Diagnostic, Span};
use crate::syntax::tree::{self, ExprKind as Tree};

/// What is called.
#[derive(Debug, Clone, Copy)]
enum Callee {
    Declared(FunctionId),
    Arithmetic(Binary),
    Disjoint,
    Old,
    /// `Int[i]`: the atom of an integer.
    AtomOf,
    /// `int[e]`: the sum of a set.
    SumOf,
}

impl Checker {
    /// The expression as a call, if what stands where a function would is one.
    pub(super) fn call(&mut self, tree: &tree::Expr) -> Option<Option<Expr>> {
        let (callee, arguments, name) = self.callee(tree)?;
        Some(self.call_with(callee, &arguments, name, tree.span()))
    }

    /// A function named alone, without arguments.
    fn callee<'t>(&self, tree: &'t tree::Expr) -> Option<(Callee, Vec<&'t tree::Expr>, Span)> {
        match &tree.kind {
            Tree::Name(name) if self.locals.get(name).is_none() => {
                let callee = match name.as_str() {
                    "plus" | "add" => Callee::Arithmetic(Binary::Plus),
                    "minus" | "sub" => Callee::Arithmetic(Binary::Minus),
                    "mul" => Callee::Arithmetic(Binary::Times),
                    "div" => Callee::Arithmetic(Binary::Divide),
                    "rem" => Callee::Arithmetic(Binary::Remainder),
                    "disj" => Callee::Disjoint,
                    "old" if self.in_contract => Callee::Old,
                    "Int" => Callee::AtomOf,
                    "int" => Callee::SumOf,
                    _ => Callee::Declared(*self.names.functions.get(name)?),
                };
                let callee = match (self.names.functions.get(name), self.names.fields.contains_key(name)) {
                    (Some(function), _) => Callee::Declared(*function),
                    (None, true) => return None,
                    (None, false) => callee,
                };
                Some((callee, Vec::new(), tree.span()))
            }
            Tree::Box(target, given) => {
                let (callee, mut arguments, name) = self.callee(target)?;
                arguments.extend(given);
                Some((callee, arguments, name))
            }
            Tree::Binary(tree::Binary::Join, left, right) => {
                let (callee, mut arguments, name) = self.callee(right)?;
                // `e.f` is a call only while `f` still takes arguments; `Int` alone is a set.
                if let Callee::AtomOf = callee {
                    return None;
                }
                if let Callee::Declared(function) = callee
                    && arguments.len() >= self.module.functions[function.index()].params.len()
                {
                    return None;
                }
                // What stands before the dot is the next argument: `b.(a.f)` is `f[a, b]`.
                arguments.push(left);
                Some((callee, arguments, name))
            }
            _ => None,
        }
    }

    fn call_with(&mut self, callee: Callee, arguments: &[&tree::Expr], name: Span, span: Span) -> Option<Expr> {
        match callee {
            Callee::Declared(function) => self.call_declared(function, arguments, name, span),
            Callee::Arithmetic(operator) => match arguments {
                [left, right] => self.calculate(operator, left, right, span),
                _ => self.wrong_count(name, "an arithmetic function", 2, arguments.len()),
            },
            Callee::Old => match arguments {
                [one] => {
                    if !self.may_look_back {
                        let help = "leave out `old`: it stands in `ensures`, once around an expression";
                        self.error(name, "`old` where there is only one state", "this is before the call", help);
                        return None;
                    }
                    self.may_look_back = false;
                    let inner = self.expr(one);
                    self.may_look_back = true;
                    let inner = inner?;
                    let ty = inner.ty.clone();
                    Some(expr(ExprKind::Old(Box::new(inner)), ty, span))
                }
                _ => self.wrong_count(name, "`old`", 1, arguments.len()),
            },
            Callee::AtomOf => match arguments {
                [one] => {
                    let number = self.integer(one)?;
                    let ty = Type::Relation(unary(vec![Prim::Int]));
                    Some(expr(ExprKind::Unary(Unary::AtomOf, Box::new(number)), ty, span))
                }
                _ => self.wrong_count(name, "`Int`", 1, arguments.len()),
            },
            Callee::SumOf => match arguments {
                [one] => self.integer(one),
                _ => self.wrong_count(name, "`int`", 1, arguments.len()),
            },
            Callee::Disjoint => {
                let checked: Vec<_> = arguments.iter().map(|argument| self.relation(argument)).collect();
                let checked: Option<Vec<_>> = checked.into_iter().collect();
                let mut parts = Vec::new();
                for (index, (later, b)) in checked.as_ref()?.iter().enumerate() {
                    for (earlier, a) in &checked.as_ref()?[..index] {
                        self.same_arity("the arguments of `disj`", (earlier, a), (later, b), span)?;
                        let both =
                            ExprKind::Binary(Binary::Intersection, Box::new(earlier.clone()), Box::new(later.clone()));
                        let ty = Type::Relation(self.hierarchy().intersection(a, b));
                        let none = ExprKind::Unary(Unary::Test(Test::No), Box::new(expr(both, ty, span)));
                        parts.push(expr(none, Type::Formula, span));
                    }
                }
                Some(expr(ExprKind::And(parts), Type::Formula, span))
            }
        }
    }

    /// A function that takes nothing is called by its name.
    pub(super) fn call_without_arguments(&mut self, function: FunctionId, span: Span) -> Option<Expr> {
        self.call_declared(function, &[], span, span)
    }

    fn wrong_count(&mut self, span: Span, what: &str, wanted: usize, given: usize) -> Option<Expr> {
        let arguments = |count: usize| if count == 1 { "1 argument".to_owned() } else { format!("{count} arguments") };
        self.report(
            Diagnostic::error(span, format!("{what} takes {}", arguments(wanted)))
                .label(format!("called with {}", arguments(given)))
                .help("give as many as it takes, in brackets"),
        );
        None
    }

    fn call_declared(
        &mut self,
        function: FunctionId,
        arguments: &[&tree::Expr],
        name: Span,
        span: Span,
    ) -> Option<Expr> {
        let declared = &self.module.functions[function.index()];
        let wanted = declared.params.len();
        let (called, declared_at) = (declared.name.clone(), declared.span);
        if arguments.len() < wanted || (arguments.len() > wanted && declared.result.is_none()) {
            let given = arguments.len();
            self.report(
                Diagnostic::error(name, format!("`{called}` takes {wanted} arguments"))
                    .label(format!("called with {given}"))
                    .and(declared_at, "declared here")
                    .help("give as many as it takes, in brackets"),
            );
            return None;
        }
        let checked: Vec<_> = arguments.iter().map(|argument| self.relation(argument)).collect();
        let checked: Option<Vec<_>> = checked.into_iter().collect();
        let mut checked = checked?;
        let rest = checked.split_off(wanted);
        let params: Vec<_> = self.module.functions[function.index()]
            .params
            .iter()
            .map(|param| self.module.variables[param.var.index()].clone())
            .collect();
        for ((argument, found), param) in checked.iter().zip(&params) {
            let Type::Relation(expected) = &param.ty else { continue };
            if found.arity != expected.arity {
                let (found, wanted) = (self.hierarchy().describe(found), self.hierarchy().describe(expected));
                self.report(
                    Diagnostic::error(
                        argument.span,
                        format!("parameter `{}` of `{called}` is another kind", param.name),
                    )
                    .label(format!("this has type `{found}`"))
                    .and(param.span, format!("declared as `{wanted}`"))
                    .help("give it what its declaration asks for"),
                );
                return None;
            }
            if !found.products.is_empty() && self.hierarchy().intersection(found, expected).products.is_empty() {
                let (found, wanted) = (self.hierarchy().describe(found), self.hierarchy().describe(expected));
                self.report(
                    Diagnostic::warning(argument.span, format!("this can be no `{}` of `{called}`", param.name))
                        .label(format!("it has type `{found}`"))
                        .and(param.span, format!("declared as `{wanted}`"))
                        .help("check the order of the arguments"),
                );
            }
        }
        let ty = match &self.module.functions[function.index()].result {
            None => Type::Formula,
            Some((_, bound)) => bound.ty.clone(),
        };
        let arguments = checked.into_iter().map(|argument| argument.0).collect();
        let mut result = expr(ExprKind::Call(function, arguments), ty, span);
        for (argument, _) in rest {
            result = self.joined(argument, result, span)?;
        }
        Some(result)
    }

    /// Reports functions that call themselves, directly or indirectly.
    pub(super) fn check_recursion(&mut self) {
        let calls: Vec<Vec<usize>> = self
            .module
            .functions
            .iter()
            .map(|function| {
                let mut found = Vec::new();
                calls_in(&function.body, &mut found);
                found
            })
            .collect();
        for start in 0..calls.len() {
            let mut seen = vec![false; calls.len()];
            let mut stack = calls[start].clone();
            while let Some(next) = stack.pop() {
                if next == start {
                    let function = &self.module.functions[start];
                    let (span, name) = (function.span, function.name.clone());
                    let help = "say it with `^` or `*` of a relation";
                    self.error(span, format!("`{name}` calls itself"), "recursive", help);
                    break;
                }
                if !std::mem::replace(&mut seen[next], true) {
                    stack.extend(&calls[next]);
                }
            }
        }
    }
}

fn calls_in(expr: &Expr, found: &mut Vec<usize>) {
    match &expr.kind {
        ExprKind::Call(function, arguments) => {
            found.push(function.index());
            arguments.iter().for_each(|argument| calls_in(argument, found));
        }
        ExprKind::Unary(_, inner) | ExprKind::Old(inner) => calls_in(inner, found),
        ExprKind::Binary(_, left, right) | ExprKind::Let(_, left, right) => {
            calls_in(left, found);
            calls_in(right, found);
        }
        ExprKind::TotalOrder(parts) => parts.iter().for_each(|part| calls_in(part, found)),
        ExprKind::And(parts) => parts.iter().for_each(|part| calls_in(part, found)),
        ExprKind::If(condition, then, otherwise) => {
            [condition, then, otherwise].into_iter().for_each(|part| calls_in(part, found));
        }
        ExprKind::Quant(_, decls, body) | ExprKind::Comprehension(decls, body) => {
            decls.iter().for_each(|decl| calls_in(&decl.bound, found));
            calls_in(body, found);
        }
        ExprKind::Sig(_)
        | ExprKind::Field(_)
        | ExprKind::Var(_)
        | ExprKind::Univ
        | ExprKind::Iden
        | ExprKind::None
        | ExprKind::IntSet
        | ExprKind::Indices
        | ExprKind::TextSet
        | ExprKind::Text(_)
        | ExprKind::NextInt
        | ExprKind::MinInt
        | ExprKind::MaxInt
        | ExprKind::Number(_) => {}
    }
}
