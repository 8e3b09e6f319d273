//! The first draft of a specification, from compiled classes.

use super::discovery::{self, from};
use super::{Caller, Failure};
use crate::classfile::ClassPath;
use crate::disk;
use crate::project::{self as build, Build};
use crate::skeleton::{Skeleton, skeleton, snake_case};
use std::io;
use std::path::{Path, PathBuf};

/// What is drafted.
#[derive(Debug, Clone)]
pub struct Job {
    /// The root class; its simple name will do where no other class has it.
    pub class: String,
    /// Folders and jars with the compiled classes; those of the project around if there are none.
    pub classpath: Option<String>,
}

/// Where a build leaves compiled classes unless its project says something else, in the order of its class path, and how to
/// have it compile them.
fn compiled_by(build: Build) -> (&'static [&'static str], &'static str) {
    match build {
        Build::Maven => (&["target/classes", "target/test-classes"], "mvn test-compile"),
        Build::Gradle => {
            (&["build/classes/java/main", "build/classes/kotlin/main", "build/classes/java/test"], "gradle testClasses")
        }
    }
}

/// The draft.
pub fn draft(job: &Job, caller: &Caller) -> Result<Skeleton, Failure> {
    let path = match &job.classpath {
        Some(path) => path.clone(),
        None => project(caller)?,
    };
    let class_path = ClassPath::open(&path)
        .map_err(|error| Failure::usage(error).help("name folders of class files and jars, separated as for `java`"))?;
    skeleton(&class_path, &job.class).map_err(|refusal| Failure::usage(refusal.message).help(refusal.help))
}

/// The file that a draft belongs into: `search_tree.spec` for `SearchTree`.
pub fn file_name(draft: &Skeleton) -> String {
    format!("{}.spec", snake_case(&draft.root))
}

/// Writes a draft to a file that is not there yet.
pub fn write(draft: &Skeleton, out: &Path, caller: &Caller) -> Result<(), Failure> {
    disk::create(&caller.path(out), &draft.text).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Failure::usage(format_args!("not overwriting `{}`", out.display()))
            .help("choose another file with `--out`, or look at a fresh draft with `--out -`"),
        _ => Failure::usage(format_args!("cannot write `{}`: {error}", out.display()))
            .help("choose another file with `--out`"),
    })
}

/// The compiled classes of the project that the caller's folder is in: as its build says, or where builds leave them if it
/// cannot be asked.
fn project(caller: &Caller) -> Result<String, Failure> {
    let refused = |error: io::Error| Failure::usage(error).help("use `--classpath`");
    let Some((folder, build)) = build::around(caller.folder).map_err(refused)? else {
        return Err(Failure::usage("there is no Maven or Gradle project here or in a folder above")
            .help("say where the compiled classes are: `--classpath target/classes`"));
    };
    let (folders, compile) = compiled_by(build);
    let classes: Vec<PathBuf> = match discovery::compiled(&folder, build, &[], None) {
        Ok(modules) => {
            let main = modules.iter().flat_map(|module| module.classes.clone());
            main.chain(modules.iter().flat_map(|module| module.tests.clone())).collect()
        }
        Err(error) => {
            caller.note(format_args!("fex takes the classes that are compiled already: {error}"));
            folders.iter().map(|classes| folder.join(classes)).collect()
        }
    };
    let there: Vec<PathBuf> =
        classes.iter().filter(|path| path.is_dir()).map(|path| from(caller.folder, path)).collect();
    if there.is_empty() {
        return Err(Failure::usage(format_args!("the project in `{}` is not compiled", folder.display()))
            .help(format_args!("run `{compile}` first")));
    }
    discovery::joined(&there).map_err(refused)
}
