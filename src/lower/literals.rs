//! The string literals that a command mentions: each is an atom.

use crate::resolve::{Command, Expr, ExprKind, FunctionId, Module};
use std::collections::BTreeSet;

/// The literals in facts, declarations and what is run or checked, functions that these call included.
pub(super) fn of_command(module: &Module, command: &Command) -> BTreeSet<String> {
    let facts = module.facts.iter().map(|fact| &fact.body);
    let bounds = module.fields.iter().map(|field| &field.bound);
    let mut waiting: Vec<&Expr> = facts.chain(bounds).chain([&command.goal]).collect();
    let mut called: BTreeSet<FunctionId> = BTreeSet::new();
    let mut literals = BTreeSet::new();
    while let Some(expr) = waiting.pop() {
        match &expr.kind {
            ExprKind::Text(text) => {
                literals.insert(text.clone());
            }
            ExprKind::Unary(_, a) | ExprKind::Old(a) => waiting.push(a),
            ExprKind::Binary(_, a, b) | ExprKind::Let(_, a, b) => waiting.extend([&**a, &**b]),
            ExprKind::If(a, b, c) => waiting.extend([&**a, &**b, &**c]),
            ExprKind::And(parts) => waiting.extend(parts),
            ExprKind::TotalOrder(parts) => waiting.extend(parts.iter()),
            ExprKind::Quant(_, decls, body) | ExprKind::Comprehension(decls, body) => {
                waiting.extend(decls.iter().map(|decl| &decl.bound));
                waiting.push(body);
            }
            ExprKind::Call(function, arguments) => {
                waiting.extend(arguments);
                if called.insert(*function) {
                    waiting.push(&module.functions[function.index()].body);
                }
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
            | ExprKind::NextInt
            | ExprKind::MinInt
            | ExprKind::MaxInt
            | ExprKind::Number(_) => {}
        }
    }
    literals
}
