//! What a project's `fex.toml` says, as use cases need it.

use super::{Caller, Failure, specification};
use crate::diagnostic;
use crate::project::{self, Project};
use std::path::{Path, PathBuf};

/// The project that a file describes, or that around the caller's folder, if there is one.
pub fn project(config: Option<&Path>, caller: &Caller) -> Result<Option<Project>, Failure> {
    let found = config.map(|file| caller.path(file)).or_else(|| project::find(caller.folder));
    let Some(file) = found else { return Ok(None) };
    let source = specification::open(&file)?;
    let (project, diagnostics) = project::read(&source, file.parent().unwrap_or(Path::new("")));
    if diagnostic::any_error(&diagnostics) {
        return Err(Failure::diagnosed(&[source], diagnostics));
    }
    caller.diagnose(&[source], diagnostics);
    Ok(project)
}

/// The specifications of the project that a file describes, or that around, each once.
pub fn specifications(config: Option<&Path>, caller: &Caller) -> Result<Vec<PathBuf>, Failure> {
    let project = project(config, caller)?;
    let mut specs: Vec<PathBuf> = Vec::new();
    for suite in project.iter().flat_map(|project| &project.suites) {
        if !specs.contains(&suite.spec) {
            specs.push(suite.spec.clone());
        }
    }
    if specs.is_empty() { Err(nothing_to_do(project.is_some())) } else { Ok(specs) }
}

/// Says that there is no suite to work on, and how to get one.
pub fn nothing_to_do(project: bool) -> Failure {
    let file = project::FILE;
    let reason = if project {
        format!("`{file}` lists no suite")
    } else {
        format!("no specification is given, and there is no `{file}` here or in a folder around")
    };
    Failure::usage(reason).help(format_args!(
        "name a specification, or add to `{file}`:\n  [[suite]]\n  spec = \"specs/search_tree.spec\""
    ))
}
