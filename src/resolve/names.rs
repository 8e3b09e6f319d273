//! Variables in scope, and the functions that need no `open`.

use super::module::{Binary, SigId, VarId};
use super::overloaded::Overloaded;
use crate::diagnostic::Span;
use crate::syntax::tree;
use rustc_hash::FxHashMap;

/// The functions on integers that need no `open`.
pub(super) const ARITHMETIC: [&str; 7] = ["plus", "minus", "mul", "div", "rem", "add", "sub"];

/// What such a function calculates.
pub(super) fn arithmetic_operator(name: &str) -> Option<Binary> {
    match name {
        "plus" | "add" => Some(Binary::Plus),
        "minus" | "sub" => Some(Binary::Minus),
        "mul" => Some(Binary::Times),
        "div" => Some(Binary::Divide),
        "rem" => Some(Binary::Remainder),
        _ => None,
    }
}

/// What a name stands for inside an expression.
#[derive(Debug, Clone)]
pub(super) enum Local {
    /// A variable.
    Var(VarId),
    /// The argument of a macro, and where the name stands that it replaces.
    Argument(Overloaded, Span),
    /// Something that is wrong where it is declared: its uses are not reported, too.
    Broken(Span),
}

/// The names in scope, innermost last.
#[derive(Debug, Default, Clone)]
pub(super) struct Locals {
    stack: Vec<(String, Local)>,
    /// For each name, where in the stack it stands, innermost last; never empty.
    places: FxHashMap<String, Vec<usize>>,
}

impl Locals {
    pub(super) fn get(&self, name: &str) -> Option<&Local> {
        let innermost = *self.places.get(name)?.last()?;
        Some(&self.stack[innermost].1)
    }

    /// The variable of a name.
    pub(super) fn var(&self, name: &str) -> Option<VarId> {
        match self.get(name) {
            Some(Local::Var(var)) => Some(*var),
            _ => None,
        }
    }

    pub(super) fn push(&mut self, name: &str, var: VarId) {
        self.put(name, Local::Var(var));
    }

    pub(super) fn push_argument(&mut self, name: &tree::Name, argument: Overloaded) {
        self.put(&name.text, Local::Argument(argument, name.span()));
    }

    pub(super) fn push_broken(&mut self, name: &tree::Name) {
        self.put(&name.text, Local::Broken(name.span()));
    }

    fn put(&mut self, name: &str, local: Local) {
        self.places.entry(name.to_owned()).or_default().push(self.stack.len());
        self.stack.push((name.to_owned(), local));
    }

    pub(super) fn depth(&self) -> usize {
        self.stack.len()
    }

    pub(super) fn truncate(&mut self, depth: usize) {
        for (name, _) in self.stack.drain(depth.min(self.stack.len())..) {
            if let Some(places) = self.places.get_mut(&name) {
                places.pop();
                if places.is_empty() {
                    self.places.remove(&name);
                }
            }
        }
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.stack.iter().map(|entry| entry.0.as_str())
    }
}

/// The `this` that may be left out.
#[derive(Debug, Clone, Copy)]
pub(super) struct ImplicitThis {
    /// The signature whose fields may be named without it.
    pub(super) owner: SigId,
    pub(super) this: VarId,
    /// Whether the name of such a field may mean the whole relation, too, where only that fits: in predicates of a receiver and
    /// in contracts, and not in bounds and appended facts, as in Alloy.
    pub(super) also_whole: bool,
}
