//! Every fixture is built once before a suite is written: constructors may refuse what the specification allows.

use super::context::{Context, refuse};
use super::{Exit, jdk};
use crate::fixture::{BindingError, OutputFile, Suite};
use crate::processes;
use crate::resolve::java_names::canonical;
use crate::resolve::{JavaClass, Module};
use crate::worker;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The program that builds them; `PACKAGE` and `STRUCTURES` stand for what they say.
const TRIAL: &str = include_str!("trial/Trial.java");

/// What came of the structures.
#[derive(Debug, PartialEq, Eq)]
enum Came<'l> {
    /// All were built; or nobody knows, because the JVM did not begin.
    Well,
    /// One was not, and why; with the classes whose methods were running.
    Ill { structure: &'l str, why: String, running: Vec<&'l str> },
}

/// Builds every structure of a suite in a JVM of its own, if there are classes and a JDK, and refuses the suite if one cannot
/// be built. A suite that does not compile is not its concern.
pub(super) fn check(context: &Context, suite: &Suite, files: &[OutputFile]) -> Result<(), Exit> {
    let by_calls = |place| suite.origin.recipe(place).is_some();
    // What calls build was built when they were found.
    if !context.options.format.is_junit() || (0..suite.instances.len()).all(by_calls) {
        return Ok(());
    }
    let Some(path) = &context.job.classpath else { return Ok(()) };
    let Ok(Some(log)) = built(path, files, &context.options.java) else { return Ok(()) };
    let Came::Ill { structure, why, running } = came(&log) else { return Ok(()) };
    let java = running.iter().find_map(|class| bound(suite.module, class));
    let (span, label) = match java {
        Some(java) => (java.span, "its constructor refuses what the specification allows"),
        None => (suite.generate.span, "one of the structures of this suite"),
    };
    let help = match java {
        Some(_) => "demand in the invariant what the constructor demands",
        None if why.contains("IllegalAccessException") => {
            "objects that only their constructor fills cannot lead to themselves: demand it in the invariant"
        }
        None => "demand in the invariant what the class demands",
    };
    let what = if structure.is_empty() { "no structure".to_owned() } else { format!("structure `{structure}`") };
    let can = if structure.is_empty() { "can" } else { "cannot" };
    let error = BindingError::new(span, format!("{what} {can} be built: {why}"), label).with_help(help);
    refuse(context.specification, vec![error])
}

/// The signature's binding to a class, if there is one.
fn bound<'m>(module: &'m Module, class: &str) -> Option<&'m JavaClass> {
    let bound = module.sigs.iter().filter_map(|sig| sig.java.as_ref());
    bound.into_iter().find(|java| canonical(&java.class) == canonical(class))
}

/// What is written down of the structures; none if there is nothing to build or it does not compile.
fn built(path: &str, files: &[OutputFile], java: &Path) -> io::Result<Option<String>> {
    let work = processes::folder()?;
    let mut structures: Vec<(&OutputFile, &str)> = Vec::new();
    for file in files {
        let name = file.path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        if name.trim_end_matches(|letter: char| letter.is_ascii_digit()).ends_with("Structures") {
            structures.push((file, name));
        }
    }
    let Some((first, name)) = structures.iter().min_by_key(|(_, name)| name.len()) else { return Ok(None) };
    let inside = |file: &OutputFile| file.path.strip_prefix(java).unwrap_or(&file.path).to_owned();
    let place = inside(first);
    let folder = place.parent().unwrap_or(Path::new(""));
    let package = folder.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join(".");
    let declared = if package.is_empty() { String::new() } else { format!("package {package};") };
    let mut sources = Vec::new();
    for (file, _) in &structures {
        sources.push(write(&work.path().join("source").join(inside(file)), &file.text)?);
    }
    let trial = TRIAL.replace("PACKAGE", &declared).replace("STRUCTURES", name);
    sources.push(write(&work.path().join("source/FexTrial.java"), &trial)?);
    let mut class_path = worker::absolute_entries(path);
    let classes = work.path().join("classes");
    if !jdk::javac(&sources, &class_path, &classes)?.status.success() {
        return Ok(None);
    }
    class_path.push(classes);
    let log = write(&work.path().join("log"), "")?;
    let run = work.path().join("run");
    fs::create_dir(&run)?;
    let mut command = Command::new(jdk::program("java"));
    command
        .args(worker::SHORT_LIVED)
        .args(["-Xmx512m", "-cp"])
        .arg(std::env::join_paths(class_path).map_err(io::Error::other)?)
        .arg(if package.is_empty() { "FexTrial".to_owned() } else { format!("{package}.FexTrial") })
        .arg(&log)
        .current_dir(run)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    processes::spawn(&mut command)?.wait()?;
    fs::read_to_string(log).map(Some)
}

fn write(path: &Path, text: &str) -> io::Result<PathBuf> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    fs::write(path, text)?;
    Ok(path.to_owned())
}

/// What a log says.
fn came(log: &str) -> Came<'_> {
    let (mut structure, mut is_open) = ("", false);
    for line in log.lines() {
        let mut words = line.split('\t');
        match (words.next(), words.next()) {
            (Some("begin"), Some(name)) => (structure, is_open) = (name, true),
            (Some("built"), _) => is_open = false,
            (Some("thrown"), Some(what)) => {
                let why = what.to_owned();
                return Came::Ill { structure, why, running: words.collect() };
            }
            (Some("hangs"), _) => {
                return Came::Ill { structure, why: "building it does not end".to_owned(), running: Vec::new() };
            }
            (Some("end"), _) => return Came::Well,
            _ => {}
        }
    }
    match is_open {
        true => Came::Ill { structure, why: "building it ends the JVM".to_owned(), running: Vec::new() },
        false => Came::Well,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_say_which_structure_is_not_built() {
        let ill = |structure, why: &str, running: &[&'static str]| Came::Ill {
            structure,
            why: why.to_owned(),
            running: running.to_vec(),
        };
        for (log, expected) in [
            ("", Came::Well),
            ("begin\ta\nbuilt\ta\nend\n", Came::Well),
            ("begin\ta\nbuilt\ta\nbegin\tb\n", ill("b", "building it ends the JVM", &[])),
            ("begin\ta\nhangs\ta\n", ill("a", "building it does not end", &[])),
            ("begin\ta\nthrown\tX: y\tp.R\tp.S\nend\n", ill("a", "X: y", &["p.R", "p.S"])),
            ("thrown\tX\nend\n", ill("", "X", &[])),
        ] {
            assert_eq!(came(log), expected, "{log}");
        }
    }
}
