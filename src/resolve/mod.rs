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
mod compared;
mod declarations;
mod earlier;
mod elaboration;
mod expressions;
mod fields;
mod generate;
mod library;
mod mismatches;
mod module;
mod names;
mod operators;
mod overloaded;
mod program;
mod recursion;
mod redundant;
mod sums;
mod types;
mod units;
mod unknown;
mod unused;
mod values;

pub use compared::{Column, compared};
pub use library::{MODULES, library};
pub use module::*;
pub use program::{Program, Reader};

use crate::diagnostic::{Diagnostic, Severity};
use checker::Checker;

/// Checks a program. The module is there if no message is an error.
pub fn resolve(program: &Program) -> (Option<Module>, Vec<Diagnostic>) {
    let mut checker = Checker::new(program);
    checker.declare_units();
    checker.in_every_unit(Checker::declare_parents);
    checker.check_hierarchy();
    checker.in_every_unit(Checker::declare_fields);
    checker.in_every_unit(Checker::bound_fields);
    checker.in_every_unit(Checker::declare_functions);
    checker.in_every_unit(Checker::check_bodies);
    checker.check_recursion();
    checker.check_commands();
    checker.check_generates();
    let Checker { module, mut diagnostics, .. } = checker;
    diagnostics.sort_by_key(|diagnostic| (diagnostic.primary.span.start, diagnostic.primary.span.end));
    diagnostics.dedup();
    let failed = program.files().iter().any(|file| file.incomplete)
        || diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    ((!failed).then_some(module), diagnostics)
}
