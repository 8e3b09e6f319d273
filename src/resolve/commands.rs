//! `run` and `check` commands.

use super::checker::Checker;
use super::module::{
    Binary, Command, CommandScope, Expr, ExprKind, FunctionId, Mult, Quant, SigKind, Test, Type, Unary,
};
use super::names::closest;
use super::operators::expr;
use crate::diagnostic::{Diagnostic, Span};
use crate::syntax::tree::{self, CommandTarget, Paragraph};

/// The greatest number of atoms, and the greatest bit width, that a command may ask for.
const MAX_SCOPE: i64 = 10_000;
const MAX_BIT_WIDTH: i64 = 30;

impl Checker<'_> {
    /// Checks the commands; functions and assertions are known by now.
    pub(super) fn check_commands(&mut self) {
        let mut unnamed = 0;
        for paragraph in &self.file().paragraphs {
            let Paragraph::Command(command) = paragraph else { continue };
            let word = if command.is_check { "check" } else { "run" };
            let fallback = match &command.target {
                CommandTarget::Named(name) => name.text.clone(),
                CommandTarget::Block(_) => {
                    unnamed += 1;
                    format!("{word}${unnamed}")
                }
            };
            let label = command.label.as_ref().map_or(fallback, |label| label.text.clone());
            let goal = match &command.target {
                CommandTarget::Block(body) => self.formula(body),
                CommandTarget::Named(name) => self.target(name, command.is_check),
            };
            let span = command.place.0;
            let mut checked = Command {
                label,
                span,
                is_check: command.is_check,
                goal: super::declarations::truth(span),
                overall: None,
                bit_width: None,
                max_sequence: None,
                scopes: Vec::new(),
                expect: command.expect.map(|number| number != 0),
            };
            if let Some(scope) = &command.scope {
                self.command_scope(scope, &mut checked);
            }
            let Some(goal) = goal else { continue };
            checked.goal = if command.is_check {
                expr(ExprKind::Unary(Unary::Not, Box::new(goal)), Type::Formula, span)
            } else {
                goal
            };
            self.module.commands.push(checked);
        }
    }

    /// What a named command runs or checks.
    fn target(&mut self, name: &tree::Name, is_check: bool) -> Option<Expr> {
        let assertion = self.assertion_named(&name.text);
        let function = self.functions_named(&name.text).first().copied();
        match (is_check, assertion, function) {
            (true, Some(assertion), _) => assertion,
            (true, None, Some(function)) | (false, _, Some(function)) => Some(self.some_call(function, name.span())),
            (false, Some(assertion), None) => assertion,
            (_, None, None) => {
                if !self.may_be_lost(&name.text) {
                    let all = self.nameable();
                    let (what, names) =
                        if is_check { ("assertion", all.assertions) } else { ("predicate or function", all.functions) };
                    let help = match closest(&name.text, names.iter().map(String::as_str)) {
                        Some(similar) => format!("did you mean `{similar}`?"),
                        None if is_check => format!("declare it: `assert {} {{ }}`", name.text),
                        None => format!("declare it: `pred {} {{ }}`", name.text),
                    };
                    self.error(name.span(), format!("no {what} `{}`", name.text), "not declared", help);
                }
                None
            }
        }
    }

    /// That a predicate holds, or a function has its declared result, for some arguments.
    fn some_call(&self, function: FunctionId, span: Span) -> Expr {
        let declared = &self.module.functions[function.index()];
        let body = match &declared.result {
            None => declared.body.clone(),
            Some((mult, bound)) => {
                let value = declared.body.clone();
                let within = ExprKind::Binary(Binary::In, Box::new(value.clone()), Box::new(bound.clone()));
                let mut parts = vec![expr(within, Type::Formula, span)];
                let test = match mult {
                    Mult::Set => None,
                    Mult::Some => Some(Test::Some),
                    Mult::Lone => Some(Test::Lone),
                    Mult::One => Some(Test::One),
                };
                parts.extend(
                    test.map(|test| expr(ExprKind::Unary(Unary::Test(test), Box::new(value)), Type::Formula, span)),
                );
                expr(ExprKind::And(parts), Type::Formula, span)
            }
        };
        if declared.params.is_empty() {
            return body;
        }
        expr(ExprKind::Quant(Quant::Some, declared.params.clone(), Box::new(body)), Type::Formula, span)
    }

    fn command_scope(&mut self, scope: &tree::Scope, command: &mut Command) {
        if let Some((overall, place)) = scope.overall {
            command.overall = self.count(overall, MAX_SCOPE, place.0);
        }
        for part in &scope.parts {
            let Some(bound) = self.bound(&part.bound) else { continue };
            let place = part.bound.place.0;
            if bound.factor != 0 {
                let help = "write a number";
                self.error(place, "`scope` in the scope of a command", "has no meaning here", help);
                continue;
            }
            match part.sig.text.as_str() {
                "Int" | "int" => command.bit_width = self.count(bound.offset, MAX_BIT_WIDTH, place),
                "seq" => command.max_sequence = self.count(bound.offset, MAX_SCOPE, place),
                _ => {
                    let Some(sig) = self.sig(&part.sig) else { continue };
                    let Some(count) = self.count(bound.offset, MAX_SCOPE, place) else { continue };
                    if command.scopes.iter().any(|other| other.sig == sig) {
                        let message = format!("`{}` has two scopes", part.sig.text);
                        self.error(part.sig.span(), message, "the second one", "remove one of them");
                        continue;
                    }
                    if matches!(self.module.sigs[sig.index()].kind, SigKind::In { .. }) {
                        let message = format!("subset signature `{}` has a scope", part.sig.text);
                        let help = "give the scope to the signature that it is a part of";
                        self.error(part.sig.span(), message, "its elements are those of another", help);
                        continue;
                    }
                    command.scopes.push(CommandScope { sig, span: part.sig.span(), exactly: part.exactly, count });
                }
            }
        }
    }

    fn count(&mut self, number: i64, most: i64, span: Span) -> Option<u32> {
        if (0..=most).contains(&number) {
            return u32::try_from(number).ok();
        }
        self.report(
            Diagnostic::error(span, format!("scope {number} is out of reach"))
                .label("too large")
                .help(format!("choose a number from 0 to {most}")),
        );
        None
    }
}
