//! Asks a build about the modules of its project.

use super::build::{Build, Question};
use super::known::Known;
use super::module::{Module, parse};
use super::{gradle, maven};
use std::fs;
use std::io;

impl Build {
    /// Compiles a project, and describes its modules with tests, those that cannot be built among them. An error says what the
    /// build says, if it can build none. Modules that others need are described, too, although only some are wanted.
    pub fn modules(self, question: &Question<'_>) -> io::Result<Vec<Module>> {
        let Question { folder, goal, arguments, modules: wanted, extension, scratch, cache } = *question;
        let asks = match self {
            Build::Maven => fs::read(extension)?,
            Build::Gradle => gradle::SCRIPT.into(),
        };
        let known = cache.map(|cache| Known::new(cache, folder, goal, &[arguments, wanted].concat(), &asks));
        if let Some(modules) = known.as_ref().and_then(Known::answer).and_then(|text| parse(&text).ok()) {
            // The user may have emptied the local repository.
            let jars = modules.iter().flat_map(|module| &module.class_path);
            if jars.filter(|jar| jar.extension().is_some_and(|extension| extension == "jar")).all(|jar| jar.is_file()) {
                return Ok(modules);
            }
        }
        let text = match self {
            Build::Maven => maven::ask(folder, goal, extension, scratch, arguments, wanted)?,
            Build::Gradle => gradle::ask(folder, goal, scratch, arguments, wanted)?,
        };
        let modules = parse(&text)?;
        // What failed may have done so for lack of something outside of the project.
        if let Some(known) = known
            && modules.iter().all(|module| module.failed.is_none())
        {
            known.keep(&text);
        }
        Ok(modules)
    }
}
