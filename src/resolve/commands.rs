//! `run` and `check` commands.

use super::checker::Checker;
use super::definitions::DefinitionKind;
use super::module::{
    Binary, Command, CommandScope, Expr, ExprKind, FunctionId, Growth, Mult, Quant, SigKind, Test, Type, Unary,
};
use super::operators::expr;
use super::temporal::STEPS;
use crate::diagnostic::{Diagnostic, Help, Span, closest};
use crate::syntax::tree::{self, CommandTarget, Paragraph};
use std::collections::BTreeMap;

/// The greatest number of atoms that a command may ask for.
const MAX_SCOPE: i64 = 10_000;
/// The greatest bit width that a command may ask for.
const MAX_BIT_WIDTH: i64 = 30;

/// The greatest number of states that a command may ask for.
const MAX_STEPS: i64 = 1_000;

/// The labels of commands, with their places.
type Labels = BTreeMap<String, Span>;

impl Checker<'_> {
    /// Checks the commands; functions and assertions are known by now.
    pub(super) fn check_commands(&mut self) {
        let mut unnamed = 0;
        let mut labels = Labels::new();
        for paragraph in &self.file().paragraphs {
            let Paragraph::Command(first) = paragraph else { continue };
            let chain = std::iter::successors(Some(first), |command| command.next.as_deref());
            let mut checked: Vec<Command> =
                chain.filter_map(|command| self.command(command, &mut unnamed, &mut labels)).collect();
            if let Some(mut last) = checked.pop() {
                last.earlier = checked;
                self.module.commands.push(last);
            }
        }
        let asks = |paragraph: &Paragraph| matches!(paragraph, Paragraph::Command(_) | Paragraph::Generate(_));
        if !self.file().paragraphs.iter().any(asks) {
            let mut implied = Command::implied();
            implied.trace_lengths = self.is_temporal(&implied.goal).then_some(STEPS);
            self.module.commands.push(implied);
        }
    }

    /// One command, without those that it follows.
    fn command(&mut self, command: &tree::Command, unnamed: &mut usize, labels: &mut Labels) -> Option<Command> {
        let word = if command.is_check { "check" } else { "run" };
        let fallback = match &command.target {
            CommandTarget::Named(name) => name.text.clone(),
            CommandTarget::Block(_) => {
                *unnamed += 1;
                format!("{word}${unnamed}")
            }
        };
        let label = command.label.as_ref().map_or(fallback, |label| label.text.clone());
        if let Some(name) = &command.label {
            self.define(name, DefinitionKind::Command, command.place.0, None);
            self.label_again(name, labels);
        }
        if let Some((number, place)) = command.expect
            && !matches!(number, 0 | 1)
        {
            self.report(
                Diagnostic::warning(place.0, "`expect` is followed by 0 or 1")
                    .label(format!("{number} counts as 1: that there is an instance"))
                    .help("write `expect 1` where there is an instance, `expect 0` where there is none"),
            );
        }
        let mut faults = Vec::new();
        let goal = match &command.target {
            CommandTarget::Block(body) => self.formula(body),
            CommandTarget::Named(name) => self.target(name, command.is_check, &mut faults),
        };
        let span = command.place.0;
        let mut checked = Command {
            label,
            span,
            scope_span: command.scope.as_ref().map_or(span, tree::Scope::span),
            is_implied: false,
            is_check: command.is_check,
            goal: super::module::truth(span),
            overall: None,
            bit_width: None,
            max_sequence: None,
            strings: None,
            scopes: Vec::new(),
            trace_lengths: None,
            expect: command.expect.map(|(number, _)| number != 0),
            earlier: Vec::new(),
            faults,
        };
        if let Some(scope) = &command.scope {
            self.command_scope(scope, &mut checked);
        }
        let goal = goal?;
        self.settle_traces(command, &goal, &mut checked);
        checked.goal = if command.is_check {
            expr(ExprKind::Unary(Unary::Not, Box::new(goal)), Type::Formula, span)
        } else {
            goal
        };
        Some(checked)
    }

    /// Settles how long traces are, which there are only where something changes.
    fn settle_traces(&mut self, command: &tree::Command, goal: &Expr, checked: &mut Command) {
        if self.is_temporal(goal) {
            checked.trace_lengths = checked.trace_lengths.or(Some(STEPS));
        } else if let (Some(_), Some(scope)) = (checked.trace_lengths.take(), &command.scope) {
            let steps = scope.parts.iter().find(|part| part.sig.text == "steps");
            let place = steps.map_or(checked.span, |part| part.sig.span());
            let error =
                Diagnostic::error(place, "a scope of `steps` where nothing changes").label("there are no traces");
            checked.faults.push(error.help("remove it: an instance has one state"));
        }
        if let Some((_, u32::MAX)) = checked.trace_lengths {
            let message = format!("`{}` asks for traces of any length", checked.label);
            let error = Diagnostic::error(checked.scope_span, message).label("only bounded ones are searched");
            let help = "say how many states a trace has at most: `1..20 steps`";
            checked.faults.push(error.help(help));
        }
    }

    /// Warns of a label that an earlier command has, too.
    fn label_again(&mut self, name: &tree::Name, labels: &mut Labels) {
        match labels.get(&name.text) {
            Some(first) => {
                let diagnostic = Diagnostic::warning(name.span(), format!("two commands are called `{}`", name.text))
                    .label(format!("`--command {}` runs both", name.text))
                    .and(*first, "the first one");
                self.report(diagnostic.help("give one of them another label"));
            }
            None => _ = labels.insert(name.text.clone(), name.span()),
        }
    }

    /// What a named command runs or checks.
    fn target(&mut self, name: &tree::Name, is_check: bool, faults: &mut Vec<Diagnostic>) -> Option<Expr> {
        let assertion = self.assertion_named(&name.text);
        let mut functions = self.functions_named(&name.text);
        if let Some(own) = self.instances[self.instance].functions.get(&name.text) {
            functions.clone_from(own);
        }
        let function = functions.first().copied();
        if let [first, .., last] = functions[..]
            && !is_check
        {
            let [first, last] = [first, last].map(|function| &self.module.functions[function.index()]);
            let diagnostic = Diagnostic::error(name.span(), format!("`{}` may mean several things here", name.text))
                .label("more than one can be run")
                .and(first.span, "one of them")
                .and(last.span, "another one");
            self.report(diagnostic.help("give them different names"));
            return None;
        }
        match (&assertion, function) {
            (Some(assertion), _) if is_check || function.is_none() => {
                self.note(name.span(), &name.text, [assertion.span])
            }
            (_, Some(function)) => self.note_function(name, function),
            _ => {}
        }
        match (is_check, assertion, function) {
            (true, Some(assertion), _) => assertion.body,
            (false, _, Some(function)) => {
                faults.extend(self.defined_parameter(function, name));
                Some(self.some_call(function, name.span()))
            }
            (true, None, Some(function)) => {
                let declared = self.module.functions[function.index()].span;
                let help = format!("write `run {}`, or assert that it always holds", name.text);
                self.wrong_target(name, "`check` needs an assertion", "is a predicate or function", declared, help);
                None
            }
            (false, Some(assertion), None) => {
                let help = format!("write `check {}`", name.text);
                self.wrong_target(name, "`run` needs a predicate", "is an assertion", assertion.span, help);
                None
            }
            (_, None, None) => {
                if !self.may_be_lost(&name.text) {
                    let all = self.nameable();
                    let (what, names) =
                        if is_check { ("assertion", all.assertions) } else { ("predicate or function", all.functions) };
                    let help = match closest(&name.text, names) {
                        Some(similar) => Help::did_you_mean(similar),
                        None if is_check => format!("declare it: `assert {} {{ }}`", name.text).into(),
                        None => format!("declare it: `pred {} {{ }}`", name.text).into(),
                    };
                    self.error(name.span(), format!("no {what} `{}`", name.text), "not declared", help);
                }
                None
            }
        }
    }

    /// What is wrong with running what has a parameter that is `=` to something.
    fn defined_parameter(&self, function: FunctionId, name: &tree::Name) -> Option<Diagnostic> {
        let place = self.defined_parameters.get(&function)?;
        let message = format!("`{}` has a parameter that is `=` to something, and is run", name.text);
        let fault = Diagnostic::error(name.span(), message).label("nothing is found for such a parameter");
        Some(fault.and(*place, "declared here").help("declare it with `:`, or run a call of it"))
    }

    fn wrong_target(&mut self, name: &tree::Name, needs: &str, is: &str, declared: Span, help: String) {
        let diagnostic = Diagnostic::error(name.span(), format!("`{}` {is}, and {needs}", name.text))
            .label("of the wrong kind")
            .and(declared, "declared here");
        self.report(diagnostic.help(help));
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

    /// Takes note of the scopes of a command. What Alloy finds wrong only when the command is run is a fault of the command
    /// alone.
    fn command_scope(&mut self, scope: &tree::Scope, command: &mut Command) {
        if let Some((overall, place)) = scope.overall {
            command.overall = count(command, overall, MAX_SCOPE, place.0);
        }
        for part in &scope.parts {
            let Some(bound) = self.bound(&part.bound) else { continue };
            let place = part.bound.place.0;
            if bound.factor != 0 {
                let help = "write a number";
                self.error(place, "`scope` in the scope of a command", "has no meaning here", help);
                continue;
            }
            if self.scope_again(part, scope, command) {
                continue;
            }
            let growth = match &part.growth {
                Some(_) if matches!(part.sig.text.as_str(), "Int" | "int" | "seq" | "String") => {
                    let message = format!("the scope of `{}` grows", part.sig.text);
                    self.error(place, message, "only scopes of signatures can", "write a number");
                    continue;
                }
                Some(tree::Growth { to: None, .. }) if part.sig.text == "steps" => {
                    command.trace_lengths = Some((1, u32::MAX));
                    continue;
                }
                Some(growth) => match self.growth(growth, bound.offset, place, command) {
                    Some(growth) => Some(growth),
                    None => continue,
                },
                None => None,
            };
            if part.exactly && matches!(part.sig.text.as_str(), "Int" | "int" | "seq") {
                let error =
                    Diagnostic::error(part.sig.span(), format!("`exactly` before the scope of `{}`", part.sig.text));
                let help = format!("leave it out: `{} {}`", bound.offset, part.sig.text);
                self.report(error.label("its scope is always exact").help(help));
            }
            match part.sig.text.as_str() {
                "Int" | "int" if bound.offset > MAX_BIT_WIDTH => {
                    let error = Diagnostic::error(place, format!("integers have at most {MAX_BIT_WIDTH} bits"));
                    let label = format!("a bit width: there would be 2 to the power {} integers", bound.offset);
                    let help = "`4 Int` is enough for -8 to 7, `8 Int` for -128 to 127";
                    command.faults.push(error.label(label).help(help));
                }
                "Int" | "int" => command.bit_width = count(command, bound.offset, MAX_BIT_WIDTH, place),
                "steps" => command.trace_lengths = self.steps(part, bound.offset, growth, command),
                "seq" => command.max_sequence = count(command, bound.offset, MAX_SCOPE, place),
                "String" if !part.exactly => {
                    let error = Diagnostic::error(place, "the scope of `String` is not exact");
                    let help = format!("write `exactly {} String`", bound.offset);
                    command.faults.push(error.label("as many strings as there are").help(help));
                }
                "String" => command.strings = count(command, bound.offset, MAX_SCOPE, place),
                _ => {
                    let scope = self.scope_of_sig(part, bound.offset, growth, command);
                    command.scopes.extend(scope);
                }
            }
        }
    }

    /// Whether something built in has a scope before this one; then this one is reported, as in Alloy also where both
    /// say the same.
    fn scope_again(&mut self, part: &tree::ScopePart, scope: &tree::Scope, command: &mut Command) -> bool {
        let built_in = |part: &tree::ScopePart| match part.sig.text.as_str() {
            "Int" | "int" => Some("Int"),
            "seq" => Some("seq"),
            "steps" => Some("steps"),
            "String" => Some("String"),
            _ => None,
        };
        let Some(name) = built_in(part) else { return false };
        let first = scope.parts.iter().find(|other| built_in(other) == Some(name));
        let Some(first) = first.filter(|first| first.sig.span() != part.sig.span()) else { return false };
        let error = Diagnostic::error(part.sig.span(), format!("`{name}` has two scopes"));
        let error = second_scope(error, first.sig.span());
        match name {
            "String" => command.faults.push(error),
            _ => self.report(error),
        }
        true
    }

    /// How many states traces have, at least and at most.
    fn steps(
        &mut self,
        part: &tree::ScopePart,
        number: i64,
        growth: Option<Growth>,
        command: &mut Command,
    ) -> Option<(u32, u32)> {
        let place = part.bound.place.0;
        let from = count(command, number, MAX_STEPS, place)?;
        let to = growth.map_or(from, |growth| growth.to);
        if from == 0 {
            self.error(place, "traces without a state", "a trace has one at least", "write `1 steps` or more");
            return None;
        }
        let to = count(command, i64::from(to), MAX_STEPS, place)?;
        Some(if growth.is_some() || part.exactly { (from, to) } else { (1, to) })
    }

    /// The scope of a signature that is no subset and has no other one.
    fn scope_of_sig(
        &mut self,
        part: &tree::ScopePart,
        written: i64,
        growth: Option<Growth>,
        command: &mut Command,
    ) -> Option<CommandScope> {
        let sig = self.sig(&part.sig)?;
        let (name, span) = (&part.sig.text, part.sig.span());
        let count = count(command, written, MAX_SCOPE, part.bound.place.0)?;
        let declared = &self.module.sigs[sig.index()];
        if declared.is_variable && (part.exactly || declared.kind != SigKind::Top) {
            let (label, help) = match declared.kind {
                SigKind::Top => {
                    ("not exactly so many in every state", "drop `exactly`, and say it in a fact".to_owned())
                }
                _ => (
                    "what changes gets its scope from above",
                    "give it to the signature that it is a part of".to_owned(),
                ),
            };
            let diagnostic = Diagnostic::error(span, format!("`{name}` changes, and has a scope of its own"));
            let diagnostic = diagnostic.label(label).and(declared.span, "declared with `var`");
            self.report(diagnostic.help(help));
            return None;
        }
        let scope = CommandScope { sig, span, exactly: part.exactly, count, growth };
        if let Some(first) = command.scopes.iter_mut().find(|other| other.sig == sig) {
            let message = format!("`{name}` has two scopes");
            if (first.count, first.growth) == (count, growth) {
                first.exactly |= part.exactly;
                let warning = second_scope(Diagnostic::warning(span, message), first.span);
                self.report(warning);
            } else {
                command.faults.push(second_scope(Diagnostic::error(span, message), first.span));
            }
            return None;
        }
        if matches!(declared.kind, SigKind::In { .. }) {
            let help = format!(
                "give the scope to the signature that it is a part of, or write `#{name} <= {written}` in the command"
            );
            let diagnostic = Diagnostic::error(span, format!("subset signature `{name}` has a scope"))
                .label("its elements are those of another signature")
                .and(declared.span, "declared here, as a part");
            command.faults.push(diagnostic.help(help));
            return None;
        }
        Some(scope)
    }

    /// How a scope grows from a number.
    fn growth(&mut self, growth: &tree::Growth, from: i64, place: Span, command: &mut Command) -> Option<Growth> {
        let (to, step) = (growth.to.unwrap_or(MAX_SCOPE), growth.step.unwrap_or(1));
        if to < from {
            let message = format!("this scope grows from {from} down to {to}");
            self.error(place, message, "greater than where it ends", format!("write `{to}..{from}`"));
            return None;
        }
        if step < 1 {
            self.error(place, format!("this scope grows by {step}"), "it stays as it is", "write a step of 1 or more");
            return None;
        }
        let [to, step] = [to, step].map(|number| count(command, number, MAX_SCOPE, place));
        Some(Growth { to: to?, step: step? })
    }
}

/// What is said of a second scope, with the place of the first one.
fn second_scope(diagnostic: Diagnostic, first: Span) -> Diagnostic {
    diagnostic.label("the second one").and(first, "the first one").help("remove one of them")
}

/// A number in the scope of a command; it is a fault of the command if it is too large.
fn count(command: &mut Command, number: i64, most: i64, span: Span) -> Option<u32> {
    if (0..=most).contains(&number) {
        return u32::try_from(number).ok();
    }
    let error = Diagnostic::error(span, format!("scope {number} is out of reach")).label("too large");
    command.faults.push(error.help(format!("choose a number from 0 to {most}")));
    None
}
