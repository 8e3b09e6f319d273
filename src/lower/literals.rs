//! The literals that a command mentions: each string is an atom, and numbers should fit into the bit width.

use super::integers;
use crate::diagnostic::Diagnostic;
use crate::resolve::{Command, Expr, ExprKind, FunctionId, Module};
use std::collections::{BTreeMap, BTreeSet};

/// The string literals that a command mentions, and as many others as its scope asks for, with Alloy's names.
pub(super) fn of_command(module: &Module, command: &Command) -> BTreeSet<String> {
    let mut literals = BTreeSet::new();
    each_literal(module, command, |literal| {
        if let ExprKind::Text(text) = &literal.kind {
            literals.insert(text.clone());
        }
    });
    let wanted = command.strings.unwrap_or_default() as usize;
    let mut others = (0..).map(|number| format!("String{number}"));
    while literals.len() < wanted {
        literals.extend(others.next());
    }
    literals
}

/// Warns of numbers that are no integers of the command's bit width.
pub(super) fn too_wide(module: &Module, command: &Command) -> Vec<Diagnostic> {
    let bit_width = integers::width_of(command);
    let half = if bit_width == 0 { 0 } else { 1i64 << (bit_width - 1) };
    let mut found = BTreeMap::new();
    each_literal(module, command, |literal| {
        if let ExprKind::Number(number) = literal.kind
            && !(-half..half).contains(&number)
        {
            found.insert(literal.span, number);
        }
    });
    let warning = |(span, number): (_, i64)| {
        let needed = i64::BITS - (if number < 0 { !number } else { number }).leading_zeros() + 1;
        let range = if half == 0 {
            "there are no integers".to_owned()
        } else {
            format!("they go from {} to {}", -half, half - 1)
        };
        let diagnostic =
            Diagnostic::warning(span, format!("{number} is not an integer of {bit_width} bits")).label(range);
        if command.is_implied {
            return diagnostic
                .help(format!("add a command, `run {{}} for 3 but {needed} Int`, or use a number nearer to 0"));
        }
        diagnostic
            .and(command.scope_span, format!("in the scope of this command, integers have {bit_width} bits"))
            .help(format!("give the command `{needed} Int`, or use a number nearer to 0"))
    };
    found.into_iter().map(warning).collect()
}

/// Visits the literals in facts, declarations and what is run or checked, functions that these call included.
fn each_literal<'m>(module: &'m Module, command: &'m Command, mut visit: impl FnMut(&'m Expr)) {
    let facts = module.facts.iter().map(|fact| &fact.body);
    let bounds = module.fields.iter().map(|field| &field.bound);
    let mut waiting: Vec<&Expr> = facts.chain(bounds).chain([&command.goal]).collect();
    let mut called: BTreeSet<FunctionId> = BTreeSet::new();
    while let Some(expr) = waiting.pop() {
        waiting.extend(expr.parts());
        match expr.kind {
            ExprKind::Text(_) | ExprKind::Number(_) => visit(expr),
            ExprKind::Call(function, _) if called.insert(function) => {
                waiting.push(&module.functions[function.index()].body);
            }
            _ => {}
        }
    }
}
