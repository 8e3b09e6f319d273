//! Names, types and multiplicities: from the tree to the checked module.
//!
//! Signatures and fields are declared first (`declarations`), with their Java bindings (`bindings`); then function
//! headers, bodies and facts are checked (`expressions`, `operators`, `calls`), and at last the `generate`
//! paragraphs (`generate`). A faulty expression is reported once and otherwise left out, so that one run shows
//! all independent errors.

mod bindings;
mod calls;
mod checker;
mod commands;
mod declarations;
mod expressions;
mod generate;
mod module;
mod names;
mod operators;
mod types;

pub use module::*;

use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::tree;
use checker::Checker;

/// Checks a parsed file. The module is there if no message is an error.
pub fn resolve(file: &tree::File) -> (Option<Module>, Vec<Diagnostic>) {
    let mut checker = Checker::new(file.lost_words.clone());
    checker.declare_signatures(file);
    checker.declare_fields(file);
    checker.declare_functions(file);
    checker.check_bodies(file);
    checker.check_commands(file);
    checker.check_recursion();
    checker.check_generates(file);
    let Checker { module, mut diagnostics, .. } = checker;
    diagnostics.sort_by_key(|diagnostic| (diagnostic.primary.span.start, diagnostic.primary.span.end));
    diagnostics.dedup();
    let failed = file.incomplete || diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    ((!failed).then_some(module), diagnostics)
}
