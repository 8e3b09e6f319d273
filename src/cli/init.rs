//! `fex init`: the first draft of a specification, from compiled classes.

use super::discovery::{self, from_here};
use super::{Exit, print};
use crate::classfile::ClassPath;
use crate::disk;
use crate::project::build::{self, Build};
use crate::skeleton::skeleton;
use clap::Args;
use std::io;
use std::path::{Path, PathBuf};

/// The arguments of `fex init`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The root class, as in `com.acme.Tree`; its simple name will do where no other class has it
    class: String,
    /// Folders and jars with the compiled classes; those of the Maven or Gradle project around if not given
    #[arg(long, value_name = "PATH")]
    classpath: Option<String>,
    /// Where to write the specification, `-` for standard output; a file named like the class if not given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
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

pub(super) fn run(arguments: &Arguments) -> Exit {
    match init(arguments) {
        Ok(()) => Exit::Clean,
        Err((message, help)) => {
            print::message(format_args!("error: {message}"));
            print::message(format_args!("help: {help}"));
            Exit::Usage
        }
    }
}

fn init(arguments: &Arguments) -> Result<(), (String, String)> {
    let path = match &arguments.classpath {
        Some(path) => path.clone(),
        None => project()?,
    };
    let class_path = ClassPath::open(&path)
        .map_err(|error| (error.to_string(), "name folders of class files and jars, separated as for `java`".into()))?;
    let skeleton = skeleton(&class_path, &arguments.class).map_err(|refusal| (refusal.message, refusal.help))?;
    let out = arguments.out.clone().unwrap_or_else(|| PathBuf::from(file_name(&skeleton.root)));
    if out.as_os_str() == "-" {
        print::text(&skeleton.text);
    } else {
        disk::create(&out, &skeleton.text).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => (
                format!("not overwriting `{}`", out.display()),
                "choose another file with `--out`, or look at a fresh draft with `--out -`".to_owned(),
            ),
            _ => (format!("cannot write `{}`: {error}", out.display()), "choose another file with `--out`".to_owned()),
        })?;
        print::result(format_args!("{} written", out.display()));
    }
    for sentence in &skeleton.left_out {
        print::message(format_args!("left out: {sentence}"));
    }
    if out.as_os_str() != "-" {
        // Where the project was found, it will be found again.
        let class_path = arguments.classpath.as_ref().map_or_else(String::new, |path| format!(" --classpath {path}"));
        print::result(format_args!("state the invariant in `repOk`, then run"));
        print::result(format_args!("  fex generate {}{class_path}", out.display()));
    }
    Ok(())
}

/// The compiled classes of the project that this folder is in: as its build says, or where builds leave them if it cannot be
/// asked.
fn project() -> Result<String, (String, String)> {
    let refused = |error: io::Error| (error.to_string(), "use `--classpath`".to_owned());
    let Some((folder, build)) = build::around(Path::new("")).map_err(refused)? else {
        let message = "there is no Maven or Gradle project here or in a folder above".to_owned();
        return Err((message, "say where the compiled classes are: `--classpath target/classes`".to_owned()));
    };
    let (folders, compile) = compiled_by(build);
    let classes: Vec<PathBuf> = match discovery::compiled(&folder, build, &[], None) {
        Ok(modules) => {
            let main = modules.iter().flat_map(|module| module.classes.clone());
            main.chain(modules.iter().flat_map(|module| module.tests.clone())).collect()
        }
        Err(error) => {
            print::message(format_args!("note: fex takes the classes that are compiled already: {error}"));
            folders.iter().map(|classes| folder.join(classes)).collect()
        }
    };
    let there: Vec<PathBuf> = classes.iter().filter(|path| path.is_dir()).map(|path| from_here(path)).collect();
    if there.is_empty() {
        return Err((
            format!("the project in `{}` is not compiled", folder.display()),
            format!("run `{compile}` first"),
        ));
    }
    discovery::joined(&there).map_err(refused)
}

/// `search_tree.spec` for `SearchTree`.
fn file_name(root: &str) -> String {
    format!("{}.spec", crate::skeleton::snake_case(root))
}
