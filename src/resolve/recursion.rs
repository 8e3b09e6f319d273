//! Predicates and functions that call themselves, which have no meaning in a language without least fixed points.

use super::checker::Checker;
use super::module::{Expr, ExprKind};
use crate::diagnostic::{Diagnostic, Span};
use std::collections::VecDeque;

/// A call: the function's index, and where it is called.
type Call = (usize, Span);

impl Checker<'_> {
    /// Reports functions that call themselves, directly or indirectly; each circle once.
    pub(super) fn check_recursion(&mut self) {
        let functions = &self.module.functions;
        let calls: Vec<Vec<Call>> = functions.iter().map(|function| calls_in(&function.body)).collect();
        let name = |function: usize| &functions[function].name;
        let mut reported = vec![false; calls.len()];
        let mut messages = Vec::new();
        for start in 0..calls.len() {
            let Some(circle) = circle(&calls, start).filter(|_| !reported[start]) else { continue };
            circle.iter().for_each(|(function, _)| reported[*function] = true);
            let [(first, place), others @ ..] = circle.as_slice() else { continue };
            let through: Vec<String> =
                circle[..circle.len() - 1].iter().map(|(function, _)| format!("`{}`", name(*function))).collect();
            let (message, label) = if through.is_empty() {
                (format!("`{}` calls itself", name(start)), "called in its own body".to_owned())
            } else {
                let message = format!("`{}` calls itself through {}", name(start), through.join(" and "));
                (message, format!("`{}` calls `{}`", name(start), name(*first)))
            };
            let mut diagnostic = Diagnostic::error(*place, message).label(label);
            for (called, place) in others {
                diagnostic = diagnostic.and(*place, format!("which calls `{}`", name(*called)));
            }
            let help =
                "what repeats is said with a closure of a relation: `x.^f` for one step or more, `x.*f` for any number";
            messages.push(diagnostic.help(help));
        }
        messages.into_iter().for_each(|message| self.report(message));
    }
}

/// The shortest way of calls from a function back to it.
fn circle(calls: &[Vec<Call>], start: usize) -> Option<Vec<Call>> {
    let mut seen = vec![false; calls.len()];
    let mut ways: VecDeque<(usize, Vec<Call>)> = VecDeque::from([(start, Vec::new())]);
    while let Some((function, way)) = ways.pop_front() {
        for call in &calls[function] {
            let mut longer = way.clone();
            longer.push(*call);
            if call.0 == start {
                return Some(longer);
            }
            if !std::mem::replace(&mut seen[call.0], true) {
                ways.push_back((call.0, longer));
            }
        }
    }
    None
}

/// The calls in an expression.
fn calls_in(expr: &Expr) -> Vec<Call> {
    let own = match expr.kind {
        ExprKind::Call(function, _) => Some((function.index(), expr.span)),
        _ => None,
    };
    own.into_iter().chain(expr.parts().into_iter().flat_map(calls_in)).collect()
}
