//! Looking up names, and what to suggest where one is missing.

use super::module::{Expr, FieldId, FunctionId, SigId, VarId};
use std::collections::HashMap;

/// The declarations of a module by name.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub(super) sigs: HashMap<String, SigId>,
    /// Several signatures may declare a field of the same name.
    pub(super) fields: HashMap<String, Vec<FieldId>>,
    pub(super) functions: HashMap<String, FunctionId>,
    /// `None` where an assertion is wrong, which is reported there.
    pub(super) assertions: HashMap<String, Option<Expr>>,
}

/// The functions on integers that need no `open`.
pub(super) const ARITHMETIC: [&str; 5] = ["plus", "minus", "mul", "div", "rem"];

impl Names {
    /// The name closest to a misspelt one among all declarations and `locals`, if it is close.
    pub(super) fn suggest<'n>(&'n self, name: &str, locals: impl Iterator<Item = &'n str>) -> Option<&'n str> {
        let declared = self.sigs.keys().chain(self.fields.keys()).chain(self.functions.keys()).map(String::as_str);
        closest(name, declared.chain(ARITHMETIC).chain(locals))
    }

    /// The signature closest to a misspelt one.
    pub(super) fn suggest_sig(&self, name: &str) -> Option<&str> {
        closest(name, self.sigs.keys().map(String::as_str))
    }

    /// The field closest to a misspelt one.
    pub(super) fn suggest_field(&self, name: &str) -> Option<&str> {
        closest(name, self.fields.keys().map(String::as_str))
    }

    /// The assertion closest to a misspelt one.
    pub(super) fn suggest_assertion(&self, name: &str) -> Option<&str> {
        closest(name, self.assertions.keys().map(String::as_str))
    }

    /// The predicate or function closest to a misspelt one.
    pub(super) fn suggest_function(&self, name: &str) -> Option<&str> {
        closest(name, self.functions.keys().map(String::as_str))
    }
}

/// The candidate that differs least, if it differs in at most a third of the letters; ties go to the alphabet.
fn closest<'n>(name: &str, candidates: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let limit = name.chars().count().div_ceil(3);
    candidates
        .map(|candidate| (strsim::damerau_levenshtein(&name.to_lowercase(), &candidate.to_lowercase()), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

/// The variables in scope, innermost last.
#[derive(Debug, Default, Clone)]
pub(super) struct Locals {
    stack: Vec<(String, VarId)>,
}

impl Locals {
    pub(super) fn get(&self, name: &str) -> Option<VarId> {
        self.stack.iter().rev().find(|entry| entry.0 == name).map(|entry| entry.1)
    }

    pub(super) fn push(&mut self, name: &str, var: VarId) {
        self.stack.push((name.to_owned(), var));
    }

    pub(super) fn depth(&self) -> usize {
        self.stack.len()
    }

    pub(super) fn truncate(&mut self, depth: usize) {
        self.stack.truncate(depth);
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.stack.iter().map(|entry| entry.0.as_str())
    }
}
