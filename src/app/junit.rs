//! Installs `fex-junit`, which has the virtual environment for tests of users, where builds find it.

pub use super::artifacts::VERSION;
use super::artifacts::{Artifact, Content, Repository};
use super::{Caller, Failure};
pub use crate::project::Build;
use crate::project::around;
use crate::worker::Jars;
use std::path::{Path, PathBuf};

/// What is installed.
#[derive(Debug)]
pub struct Installed {
    /// The jar.
    pub jar: PathBuf,
    /// The build around, if there is one.
    pub build: Option<Build>,
}

/// Installs the artifact in a local repository of Maven, that of the user if none is given.
pub fn install(repository: Option<&Path>, caller: &Caller) -> Result<Installed, Failure> {
    let content = Content::Bytes(Jars::junit().map_err(Failure::usage)?);
    let artifact = Artifact { name: "fex-junit", packaging: "jar", end: ".jar", content };
    let jar = Repository::of(repository, caller)?.install(&artifact)?;
    let build = around(&caller.path(Path::new("."))).map_err(Failure::usage)?.map(|(_, build)| build);
    Ok(Installed { jar, build })
}
