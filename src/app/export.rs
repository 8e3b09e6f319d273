//! A specification as a plain Alloy module.

use super::{Caller, Failure, specification};
use crate::diagnostic::Source;
use crate::export;
use crate::fixture::write;
use crate::lower::Scopes;
use crate::syntax;
use std::path::{Path, PathBuf};

/// What is exported.
#[derive(Debug, Clone)]
pub struct Job {
    /// The specification.
    pub spec: PathBuf,
    /// Another scope for the `generate` paragraphs than the specification says.
    pub scope: Option<u32>,
}

/// The text of a plain Alloy module with the same structures.
pub fn export(job: &Job, caller: &Caller) -> Result<String, Failure> {
    let specification = specification::read(&caller.path(&job.spec), caller)?;
    let source: &Source = &specification.sources[0];
    let (file, _) = syntax::parse(source);
    let options = Scopes { overall: job.scope, sources: specification.sources.clone(), ..Scopes::default() };
    let text = export::export(source, &file, &specification.module, &options)
        .map_err(|diagnostics| Failure::diagnosed(&specification.sources, diagnostics))?;
    let name = job.spec.file_name().unwrap_or_default().to_string_lossy();
    Ok(format!("// {} edit that, not this.\n\n{text}", write::marker(&name)))
}

/// Writes such a text to a file, unless that is somebody else's.
pub fn write(path: &Path, text: &str, caller: &Caller) -> Result<(), Failure> {
    write::write_one(&caller.path(path), text).map_err(Failure::usage)
}
