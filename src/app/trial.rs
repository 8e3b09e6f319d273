//! Every fixture is built once before a suite is written: constructors may refuse what the specification allows.

use super::context::{Context, refuse};
use super::{Failure, jdk};
use crate::fixture::{BindingError, OutputFile, Suite};
use crate::java::names::canonical;
use crate::java::{CanonicalName, Class, CompilationUnit, Expr, Method, Modifier, Stmt, Template, Type};
use crate::resolve::{JavaClass, Module};
use itertools::Itertools;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The program that builds them.
const TRIAL: &str = include_str!("trial/Trial.java");

/// What came of the structures.
#[derive(Debug, PartialEq, Eq)]
enum Came<'l> {
    /// All were built; or nobody knows, because the JVM did not begin.
    Well,
    /// One was not, and why; with the classes whose methods were running.
    Ill { structure: &'l str, why: String, running: Vec<&'l str> },
}

/// The program that builds every structure of a suite.
#[derive(Debug)]
pub(super) struct Program {
    /// Its source file, as its package has it.
    pub(super) path: PathBuf,
    pub(super) text: String,
    /// The class with its `main`.
    class: String,
}

/// The program for a suite; none if all structures are built by calls: those were made when they were found.
pub(super) fn program(context: &Context, suite: &Suite, java: &[&OutputFile]) -> Option<Program> {
    let by_calls = |place| suite.origin.recipe(place).is_some();
    if !context.options.format.is_junit() || (0..suite.instances.len()).all(by_calls) {
        return None;
    }
    let named = java.iter().filter_map(|file| {
        let path = context.in_packages(file);
        let name = path.file_stem().and_then(|name| name.to_str())?;
        let is_part = name.trim_end_matches(|letter: char| letter.is_ascii_digit()).ends_with("Structures");
        is_part.then_some((path, name))
    });
    let (path, name) = named.min_by_key(|(_, name)| name.len())?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let package = folder.iter().map(|part| part.to_string_lossy()).join(".");
    let mut class = Class::new(&[Modifier::Final], "FexTrial");
    class.members = Template::read(TRIAL).members_without("builders");
    class.push(builders(&CanonicalName::new(&package, name)));
    Some(Program {
        path: folder.join("FexTrial.java"),
        text: CompilationUnit { header: None, package: package.clone(), class }.print(),
        class: if package.is_empty() { "FexTrial".to_owned() } else { format!("{package}.FexTrial") },
    })
}

/// The method of the program that lists what builds the structures, by their names and pictures.
fn builders(structures: &CanonicalName) -> Method {
    let map = Type::util("Map").with(vec![Type::string(), Type::lang("Runnable")]);
    let structure = || Expr::name("structure");
    let entry = vec![structure().call("toString", Vec::new()), structure().reference("create")];
    let all = Expr::Class(structures.clone()).call("all", Vec::new());
    let ty = Type::class(structures.nested("Structure"));
    let body = vec![
        Stmt::local(map.clone(), "builders", Expr::new_inferred(Type::util("LinkedHashMap"), Vec::new())),
        Stmt::each(ty, "structure", all, vec![Expr::name("builders").call("put", entry).into()]),
        Stmt::returns(Expr::name("builders")),
    ];
    Method::new(&[Modifier::Private, Modifier::Static], Some(map), "builders").body(body)
}

/// Builds every structure of a suite in a JVM of its own, and refuses the suite if one cannot be built. The class path has the
/// suite and the program; the folder is empty but for them.
pub(super) fn check(
    context: &Context,
    suite: &Suite,
    program: &Program,
    class_path: &[PathBuf],
    work: &Path,
) -> Result<(), Failure> {
    let Ok(log) = built(program, class_path, work) else { return Ok(()) };
    let Came::Ill { structure, why, running } = came(&log) else { return Ok(()) };
    let java = running.iter().find_map(|class| bound(suite.schema.module, class));
    let (span, label) = match java {
        Some(java) => (java.span, "its constructor refuses what the specification allows"),
        None => (suite.schema.generate.span, "one of the structures of this suite"),
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

/// What is written down of the structures.
fn built(program: &Program, class_path: &[PathBuf], work: &Path) -> io::Result<String> {
    let (log, run) = (work.join("log"), work.join("run"));
    fs::write(&log, "")?;
    fs::create_dir(&run)?;
    jdk::java(class_path, [program.class.as_ref(), log.as_os_str()], &run)?;
    fs::read_to_string(log)
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
