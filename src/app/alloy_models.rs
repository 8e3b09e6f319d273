//! The models in Alloy's jar, which modules open as `examples/…` and `book/…`: read from the jar that Maven keeps.

use super::artifacts::repository_of_user;
use crate::classfile::Archive;
use crate::diagnostic::Source;
use crate::resolve::is_model_of_alloy;
use std::fs;
use std::path::{Path, PathBuf};

/// The artifact, in a repository of Maven.
const ALLOY: [&str; 3] = ["org", "alloytools", "org.alloytools.alloy.dist"];

/// The model of a name, if it is one of Alloy's and the user's Maven has a jar with it; of several versions, the latest.
pub(super) fn model(name: &str) -> Option<Source> {
    if !is_model_of_alloy(name) {
        return None;
    }
    let versions = ALLOY.iter().fold(repository_of_user()?, |folder, part| folder.join(part));
    let jar = latest(&versions)?;
    let entry = format!("models/{name}.als");
    let bytes = Archive::open(&jar).ok()?.read(&entry)?;
    Some(Source::decoded(format!("{}!/{entry}", jar.display()), bytes))
}

/// The jar of the greatest version.
fn latest(versions: &Path) -> Option<PathBuf> {
    let of_version = |version: &Path| {
        let name = version.file_name()?.to_str()?;
        let jar = version.join(format!("{}-{name}.jar", ALLOY[2]));
        let numbers = name.split(|letter: char| !letter.is_ascii_digit()).filter_map(|part| part.parse::<u32>().ok());
        jar.is_file().then(|| (numbers.collect::<Vec<_>>(), jar))
    };
    let found = fs::read_dir(versions).ok()?.filter_map(|entry| of_version(&entry.ok()?.path()));
    found.max().map(|(_, jar)| jar)
}
