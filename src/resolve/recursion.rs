//! Predicates and functions that call themselves, which have no meaning in a language without least fixed points. Commands can
//! unroll them.

use super::checker::Checker;
use super::module::{Expr, ExprKind, FunctionId};
use crate::diagnostic::{Diagnostic, Span};
use std::collections::VecDeque;

/// A call: the function's index, and where it is called.
type Call = (usize, Span);

impl Checker<'_> {
    /// Notes functions that call themselves, directly or indirectly, and reports them where there is a `generate` paragraph;
    /// each circle once. Commands that call one report it themselves, unless they unroll it.
    pub(super) fn check_recursion(&mut self) {
        let functions = &self.module.functions;
        let calls: Vec<Vec<Call>> = functions.iter().map(|function| calls_in(&function.body)).collect();
        let name = |function: usize| &functions[function].name;
        let mut reported = vec![false; calls.len()];
        let called = |calls: &Vec<Call>| calls.iter().map(|call| call.0).collect();
        let may_circle = may_circle(&calls.iter().map(called).collect::<Vec<_>>());
        if !self.files[0].generates() {
            let recursive =
                (0..calls.len()).filter(|function| may_circle[*function] && circle(&calls, *function).is_some());
            self.module.recursive = recursive.map(|function| FunctionId(function as u32)).collect();
            return;
        }
        let mut messages = Vec::new();
        for start in (0..calls.len()).filter(|start| may_circle[*start]) {
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
    // From where each function was reached first, and by which call.
    let mut reached: Vec<Option<(usize, Call)>> = vec![None; calls.len()];
    let mut waiting = VecDeque::from([start]);
    while let Some(function) = waiting.pop_front() {
        for call in &calls[function] {
            if call.0 == start {
                let mut way = vec![*call];
                let mut from = function;
                while let Some((before, call)) = reached[from].filter(|_| from != start) {
                    way.push(call);
                    from = before;
                }
                way.reverse();
                return Some(way);
            }
            if reached[call.0].is_none() {
                reached[call.0] = Some((function, *call));
                waiting.push_back(call.0);
            }
        }
    }
    None
}

/// Which of some things may lie on a circle, where each of them leads to others: neither does it lead only to ends, nor is
/// it reached only from starts. Takes time for each step once.
pub(super) fn may_circle(forth: &[Vec<usize>]) -> Vec<bool> {
    let mut back = vec![Vec::new(); forth.len()];
    for (from, others) in forth.iter().enumerate() {
        others.iter().for_each(|to| back[*to].push(from));
    }
    let mut may = vec![true; forth.len()];
    for (next, before) in [(forth, back.as_slice()), (back.as_slice(), forth)] {
        let mut left: Vec<usize> = next.iter().map(Vec::len).collect();
        let mut ended: Vec<usize> = (0..next.len()).filter(|at| left[*at] == 0).collect();
        while let Some(at) = ended.pop() {
            may[at] = false;
            for before in &before[at] {
                left[*before] -= 1;
                if left[*before] == 0 {
                    ended.push(*before);
                }
            }
        }
    }
    may
}

/// The calls in an expression.
fn calls_in(expr: &Expr) -> Vec<Call> {
    let call = |expr: &Expr| match expr.kind {
        ExprKind::Call(function, _) => Some((function.index(), expr.span)),
        _ => None,
    };
    expr.all().filter_map(call).collect()
}
