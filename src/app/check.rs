//! Everything that is wrong with a specification.

use super::context::{Target, lowered, too_large};
use super::specification::{self, Specification};
use super::{Caller, Failure};
use crate::diagnostic::{self, Source};
use crate::extension::{self, Strength};
use crate::facts;
use crate::lower;
use crate::resolve::Generate;
use crate::sat::SolverConfig;

/// How many conflicts the proof of a fact may take.
const CONFLICTS: u32 = 20_000;

/// What is found out about all structures.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// The scope, if it is not that of each paragraph.
    pub scope: Option<u32>,
}

/// What the structures of a `generate` paragraph have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Common {
    /// The paragraph and the scope.
    pub target: Target,
    /// What holds in all of them, in words; not all that does is found.
    pub facts: Vec<String>,
}

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
    /// What the structures of each `generate` paragraph have in common, if that was wanted.
    pub common: Vec<Common>,
}

/// Checks a text with the modules that it opens; the caller hears of warnings.
pub fn check(source: Source, wanted: Option<Wanted>, caller: &Caller) -> Result<Checked, Failure> {
    let specification = specification::resolve(source, caller)?;
    let module = &specification.module;
    let messages = lower::check_commands(module);
    if diagnostic::any_error(&messages) {
        return Err(Failure::diagnosed(&specification.sources, messages));
    }
    caller.diagnose(&specification.sources, messages);
    let common = match wanted {
        Some(wanted) => module
            .generates
            .iter()
            .map(|paragraph| common(&specification, paragraph, wanted))
            .collect::<Result<_, _>>()?,
        None => Vec::new(),
    };
    Ok(Checked {
        name: specification.name().to_owned(),
        signatures: module.sigs.len(),
        fields: module.fields.len(),
        facts: module.facts.len(),
        functions: module.functions.len(),
        generates: module.generates.len(),
        common,
    })
}

/// What follows from a problem and its constraints need not say.
fn common(specification: &Specification, paragraph: &Generate, wanted: Wanted) -> Result<Common, Failure> {
    let lowered = lowered(specification, paragraph, wanted.scope)?;
    let target = Target { generate: paragraph.name.clone(), scope: lowered.scope };
    let encoded = extension::encode(lowered.problem.clone(), &[], Strength::One)
        .map_err(|error| too_large(&lowered.problem, error.constraint))?;
    let problem = &encoded.core.problem;
    let laws = facts::laws(problem, &encoded.labelling, &SolverConfig::default(), CONFLICTS);
    Ok(Common { target, facts: laws.iter().map(|law| law.words(problem)).collect() })
}
