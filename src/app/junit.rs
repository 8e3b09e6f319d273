//! Installs `fex-junit`, which has the virtual environment for tests of users, where builds find it.

use super::artifacts::{Artifact, Content, Installed, Repository};
use super::{Caller, Failure};
use crate::worker::Jars;
use std::path::Path;

/// Installs the artifact in a local repository of Maven, that of the user if none is given.
pub fn install(repository: Option<&Path>, caller: &Caller) -> Result<Installed, Failure> {
    let content = Content::Bytes(Jars::junit().map_err(Failure::usage)?);
    let artifact = Artifact { name: "fex-junit", packaging: "jar", end: ".jar", content };
    let jar = Repository::of(repository, caller)?.install(&artifact)?;
    Installed::new(vec![jar], caller)
}
