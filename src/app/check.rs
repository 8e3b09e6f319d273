//! Everything that is wrong with a specification.

use super::{Caller, Failure, specification};
use crate::diagnostic::{self, Source};
use crate::lower;

/// What a specification without errors has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// Its name.
    pub name: String,
    /// How many signatures it has.
    pub signatures: usize,
    /// How many fields.
    pub fields: usize,
    /// How many facts.
    pub facts: usize,
    /// How many predicates and functions.
    pub functions: usize,
    /// How many `generate` paragraphs.
    pub generates: usize,
}

/// Checks a text with the modules that it opens; the caller hears of warnings.
pub fn check(source: Source, caller: &Caller) -> Result<Checked, Failure> {
    let specification = specification::resolve(source, caller)?;
    let module = &specification.module;
    let messages = lower::check_commands(module);
    if diagnostic::any_error(&messages) {
        return Err(Failure::diagnosed(&specification.sources, messages));
    }
    caller.diagnose(&specification.sources, messages);
    Ok(Checked {
        name: specification.name().to_owned(),
        signatures: module.sigs.len(),
        fields: module.fields.len(),
        facts: module.facts.len(),
        functions: module.functions.len(),
        generates: module.generates.len(),
    })
}
