//! `fex init`: the first draft of a specification, from compiled classes.

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

/// Where a build leaves compiled classes, in the order of its class path, and how to have it compile them.
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
        None => project(Path::new("."))?,
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
        let (out, class_path) = (out.display(), &path);
        print::result(format_args!("state the invariant in `repOk`, then run"));
        print::result(format_args!("  fex generate {out} --classpath {class_path}"));
    }
    Ok(())
}

/// The compiled classes of the project that a folder is in.
fn project(folder: &Path) -> Result<String, (String, String)> {
    let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    for around in whole.ancestors() {
        let Some(build) = build::build(around) else { continue };
        let (folders, compile) = compiled_by(build);
        let classes: Vec<PathBuf> =
            folders.iter().map(|folder| around.join(folder)).filter(|folder| folder.is_dir()).collect();
        if classes.is_empty() {
            let message = format!("the project in `{}` is not compiled", around.display());
            return Err((message, format!("run `{compile}` first")));
        }
        let classes = classes.iter().map(|path| path.strip_prefix(&whole).unwrap_or(path));
        let joined = std::env::join_paths(classes).map_err(|error| (error.to_string(), "use `--classpath`".into()))?;
        return Ok(joined.to_string_lossy().into_owned());
    }
    let message = "there is no Maven or Gradle project here or in a folder above".to_owned();
    Err((message, "say where the compiled classes are: `--classpath target/classes`".to_owned()))
}

/// `search_tree.spec` for `SearchTree`.
fn file_name(root: &str) -> String {
    format!("{}.spec", crate::skeleton::snake_case(root))
}
