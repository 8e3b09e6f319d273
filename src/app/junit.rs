//! Installs `fex-junit`, which has the virtual environment for tests of users, where builds find it.

use super::{Caller, Failure};
use crate::disk;
pub use crate::project::Build;
use crate::project::around;
use crate::worker::Jars;
use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The name of the artifact, which is that of its group's folder, too.
const GROUP: &str = "fex";
const ARTIFACT: &str = "fex-junit";

/// Its version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

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
    let repository = match repository {
        Some(folder) => caller.path(folder),
        None => of_user().ok_or_else(|| {
            Failure::usage("it is not known where Maven keeps what is installed")
                .help("name the folder with `--repository`")
        })?,
    };
    let content = Jars::junit().map_err(Failure::usage)?;
    let folder = repository.join(GROUP).join(ARTIFACT).join(VERSION);
    let jar = folder.join(format!("{ARTIFACT}-{VERSION}.jar"));
    let written = std::fs::create_dir_all(&folder)
        .and_then(|()| write(&folder.join(format!("{ARTIFACT}-{VERSION}.pom")), pom().as_bytes()))
        .and_then(|()| write(&jar, content));
    written.map_err(|error| Failure::usage(format_args!("cannot install in `{}`: {error}", folder.display())))?;
    let build = around(&caller.path(Path::new("."))).map_err(Failure::usage)?.map(|(_, build)| build);
    Ok(Installed { jar, build })
}

/// The local repository of the user.
fn of_user() -> Option<PathBuf> {
    let home = env::var_os("HOME").or_else(|| env::var_os("USERPROFILE")).filter(|home| !home.is_empty())?;
    Some(PathBuf::from(home).join(".m2").join("repository"))
}

/// Writes a file whole or not at all.
fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = disk::beside(path)?;
    file.write_all(content)?;
    file.persist(path)?;
    Ok(())
}

/// What Maven wants to know of the artifact: it needs nothing but the test framework that is there.
fn pom() -> String {
    format!(
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n  <modelVersion>4.0.0</modelVersion>\n  \
         <groupId>{GROUP}</groupId>\n  <artifactId>{ARTIFACT}</artifactId>\n  <version>{VERSION}</version>\n</project>\n"
    )
}
