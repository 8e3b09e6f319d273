//! What builds a project, and what it can be asked.

use std::io;
use std::path::{Path, PathBuf};

/// The name of the file with a project's settings for fex, which no build reads.
pub const SETTINGS: &str = "fex.toml";

/// What builds a project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// There is a `pom.xml`.
    Maven,
    /// There is a build or settings script of Gradle.
    Gradle,
}

/// What builds the project in a folder, if anything that fex knows.
pub fn build(folder: &Path) -> Option<Build> {
    let has = |name: &str| folder.join(name).is_file();
    let scripts = ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"];
    if has("pom.xml") {
        Some(Build::Maven)
    } else if scripts.into_iter().any(has) {
        Some(Build::Gradle)
    } else {
        None
    }
}

/// What builds the project that a folder is in, and where that project is: in the folder itself, or in the nearest one around.
pub fn around(folder: &Path) -> io::Result<Option<(PathBuf, Build)>> {
    // The empty path is the current folder, but not for the system.
    let whole = std::path::absolute(Path::new(".").join(folder))?;
    Ok(whole.ancestors().find_map(|around| Some((around.to_owned(), build(around)?))))
}

/// The root of the repository that a file is in, if it is in one of git.
pub fn repository(file: &Path) -> Option<PathBuf> {
    file.ancestors().find(|around| around.join(".git").exists()).map(Path::to_owned)
}

/// How far a project is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// Its classes are compiled, and the class path of its tests is known; the tests themselves may not even compile.
    Classes,
    /// Its tests are compiled, too.
    Tests,
}

/// What it takes to ask a build.
#[derive(Debug, Clone)]
pub struct Question<'q> {
    /// The folder of the project.
    pub folder: &'q Path,
    /// How far to build it.
    pub goal: Goal,
    /// What the build is told beside what fex tells it.
    pub arguments: &'q [String],
    /// The names of the modules that are wanted; none for all.
    pub modules: &'q [String],
    /// The jar that watches Maven.
    pub extension: &'q Path,
    /// A folder for files that nobody needs afterwards.
    pub scratch: &'q Path,
    /// Where answers are kept; the build is not asked again if nothing has changed since.
    pub cache: Option<&'q Path>,
}

impl Build {
    /// The folder for what fex makes and nobody keeps, such as pages, relative to the project's.
    pub fn output(self) -> &'static Path {
        Path::new(match self {
            Build::Maven => "target/fex",
            Build::Gradle => "build/fex",
        })
    }
}
