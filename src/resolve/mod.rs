//! Names, types and multiplicities: from the tree to the checked module.
//!
//! Signatures and fields are declared first (`declarations`), with their Java bindings (`bindings`); then function
//! headers, bodies and facts are checked (`expressions`, `operators`, `calls`), and at last the `generate`
//! paragraphs (`generate`). A faulty expression is reported once and otherwise left out, so that one run shows
//! all independent errors. For an editor, it is noted on the way where each name is defined and used (`mentions`, `definitions`).

mod bindings;
mod calls;
mod checker;
mod commands;
mod compared;
mod declarations;
mod deduction;
mod definitions;
mod earlier;
mod elaboration;
mod expressions;
mod fields;
mod generate;
mod hierarchy;
mod library;
mod mentions;
mod meta;
mod mismatches;
mod module;
mod multiplicities;
mod names;
mod namespace;
mod openings;
mod operators;
mod overloaded;
mod parents;
mod program;
mod recursion;
mod redundant;
mod starts;
mod sums;
mod templates;
mod temporal;
mod types;
mod module_instances;
mod unknown;
mod unused;
mod values;

pub use compared::{Column, compared};
pub use definitions::{Definition, DefinitionId, DefinitionKind, Item, Names, Opened, Use};
pub use library::{MODULES, library};
pub use module::*;
pub use program::{Opener, Program, Reader, is_model_of_alloy};

use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::tree::File;
use checker::Checker;
use definitions::Notes;

/// Checks a program. The module is there if no message is an error.
pub fn resolve(program: &Program) -> (Option<Module>, Vec<Diagnostic>) {
    let (checker, diagnostics) = check(program, program.files().iter().collect(), None);
    let failed = program.files().iter().any(|file| file.incomplete)
        || diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    ((!failed).then_some(checker.module), diagnostics)
}

/// A program as far as it is understood, whatever is wrong with it.
#[derive(Debug, Clone)]
pub struct Understanding {
    /// What is declared. What is wrong in it has no meaning: an expression is true, a bound is empty.
    pub module: Module,
    /// Where every name is defined and used.
    pub names: Names,
    /// The messages of [`resolve`].
    pub diagnostics: Vec<Diagnostic>,
}

/// Finds out as much of a program as there is to find out, also where it is half written.
pub fn understand(program: &Program) -> Understanding {
    let noting = || Some(Notes::default());
    let (mut checker, diagnostics) = check(program, program.files().iter().collect(), noting());
    if !program.is_whole() {
        // Messages are about what is written, and what is guessed of the rest leads to none.
        (checker, _) = check(program, program.guesses().collect(), noting());
    }
    let names = checker.names();
    Understanding { module: checker.module, names, diagnostics }
}

/// Checks trees of a program, and returns what was found out with the messages. Names are noted if there is what to note
/// them in.
fn check<'p>(program: &'p Program, files: Vec<&'p File>, notes: Option<Notes>) -> (Checker<'p>, Vec<Diagnostic>) {
    let mut checker = Checker::new(program, files, notes);
    checker.declare_instances();
    checker.in_every_instance(Checker::declare_parents);
    checker.check_hierarchy();
    checker.settle_variable_signatures();
    checker.in_every_instance(Checker::declare_fields);
    checker.bound_fields(false);
    checker.in_every_instance(Checker::declare_functions);
    checker.bound_fields(true);
    checker.in_every_instance(Checker::declare_templates);
    checker.check_templates();
    checker.declare_meta();
    checker.in_every_instance(Checker::check_bodies);
    checker.check_recursion();
    checker.check_multiplicities();
    checker.check_commands();
    checker.check_generates();
    let mut diagnostics = std::mem::take(&mut checker.diagnostics);
    diagnostics.sort_by_key(|diagnostic| diagnostic.primary.span);
    diagnostics.dedup();
    (checker, diagnostics)
}
