//! The compiler's word on a suite, before it is written: what does not compile is no suite.

use super::context::{Context, refuse};
use super::trial::{self, Program};
use super::{Failure, jdk};
use crate::diagnostic::Span;
use crate::disk;
use crate::fixture::{BindingError, OutputFile, Suite};
use crate::java::member_around;
use crate::java::names::{lower_camel, upper_camel};
use crate::processes;
use crate::worker;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What emitted tests use of JUnit, which the class path of the classes under test need not have: files, each after its name.
const JUNIT: &str = include_str!("compiling/junit.txt");

/// Where compiled classes are in the working folder.
const CLASSES: &str = "classes";

/// Classes of which the compiler says nothing else: the class path lacks what they need.
const BEYOND: &[&str] = &["class file for", "cannot access", "bad class file"];

/// Refuses a suite that does not compile on the classes under test, with the places in the specification that are to blame.
///
/// Without a class path, a JDK or files that change there is nothing to say, and where the class path is not whole, nothing is known.
pub(super) fn check(context: &Context, suite: &Suite, files: &[OutputFile]) -> Result<(), Failure> {
    let is_new = |file: &OutputFile| {
        fs::read(disk::within(&context.job.out, &file.path)).map_or(true, |old| old != file.text.as_bytes())
    };
    let is_java = |file: &&OutputFile| {
        context.options.format.is_junit() && file.path.extension().is_some_and(|extension| extension == "java")
    };
    let java: Vec<&OutputFile> = files.iter().filter(is_java).collect();
    let Some(class_path) = context.job.classpath.as_deref().filter(|_| java.iter().any(|file| is_new(file))) else {
        return Ok(());
    };
    let mut class_path = worker::absolute_entries(class_path);
    let program = trial::program(context, suite, &java);
    let Ok(work) = processes::folder() else { return Ok(()) };
    let Ok(complaints) = complaints(context, &java, program.as_ref(), &class_path, work.path()) else { return Ok(()) };
    if BEYOND.iter().any(|words| complaints.contains(words)) {
        return Ok(());
    }
    let mut errors: Vec<BindingError> = Vec::new();
    for (file, line, message) in complaints.lines().filter_map(|line| complaint(context, line, &java)) {
        let text = file.text.lines().nth(line - 1).unwrap_or_default().trim();
        let (span, what) = blamed(suite, member_around(&file.text, line).unwrap_or_default());
        let name = file.path.display();
        let error =
            BindingError::new(span, format!("the Java of {what} does not compile: {message}"), "written for this")
                .with_help(format!("it is line {line} of `{name}`, and nothing was written: `{text}`"));
        if !errors.iter().any(|other| other.span == error.span && other.message == error.message) {
            errors.push(error);
        }
    }
    refuse(context.specification, errors)?;
    class_path.push(work.path().join(CLASSES));
    program.map_or(Ok(()), |program| trial::check(context, suite, &program, &class_path, work.path()))
}

/// Compiles a suite and a program in a folder. What the compiler complains of; nothing where all is well.
fn complaints(
    context: &Context,
    java: &[&OutputFile],
    program: Option<&Program>,
    class_path: &[PathBuf],
    work: &Path,
) -> io::Result<String> {
    let write = |path: &Path, text: &str| {
        let path = work.join("source").join(path);
        fs::create_dir_all(path.parent().unwrap_or(&path))?;
        fs::write(&path, text).map(|()| path)
    };
    let mut sources = Vec::new();
    for file in java {
        sources.push(write(context.in_packages(file), &file.text)?);
    }
    if let Some(program) = program {
        sources.push(write(&program.path, &program.text)?);
    }
    for part in JUNIT.split("-- ").filter(|part| !part.is_empty()) {
        let (name, text) = part.split_once('\n').unwrap_or((part, ""));
        sources.push(write(Path::new(name), text)?);
    }
    let output = jdk::javac(&sources, class_path, &work.join(CLASSES))?;
    Ok(if output.status.success() { String::new() } else { String::from_utf8_lossy(&output.stderr).into_owned() })
}

/// An error with the emitted file, the line and the message.
fn complaint<'f>(
    context: &Context,
    line: &'f str,
    java: &[&'f OutputFile],
) -> Option<(&'f OutputFile, usize, &'f str)> {
    let (place, message) = line.split_once(": error: ")?;
    let (path, number) = place.rsplit_once(':')?;
    let file = java.iter().find(|file| Path::new(path).ends_with(context.in_packages(file)))?;
    Some((file, number.parse().ok()?, message))
}

/// The place in the specification that a method of the suite was written for, and what stands there.
fn blamed(suite: &Suite, member: &str) -> (Span, String) {
    let module = suite.schema.module;
    let rest_of =
        |name: &str| member.strip_prefix(name).map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    let is_contract =
        |rest: &str| ["", "Calls", "Call", "Requires", "Violation"].contains(&rest) || rest.starts_with("MustThrow");
    let mut methods = suite.schema.generate.methods.iter();
    if let Some(method) = methods.find(|method| rest_of(&lower_camel(&method.name)).is_some_and(is_contract)) {
        return (method.span, format!("method `{}`", method.name));
    }
    let mut sigs = module.sigs.iter();
    if let Some(sig) = sigs.find(|sig| member == format!("new{}", upper_camel(&sig.name))) {
        return (sig.span, format!("signature `{}`", sig.name));
    }
    let is_body = |name: &str| {
        let base = lower_camel(name);
        rest_of(&base) == Some("")
            || member == format!("satisfies{}", upper_camel(&base))
            || member == format!("{base}Of")
    };
    if let Some(function) = module.functions.iter().find(|function| is_body(&function.name)) {
        return (function.span, format!("`{}`", function.name));
    }
    let fact =
        member.strip_prefix("fact").and_then(|number| module.facts.get(number.parse::<usize>().ok()?.checked_sub(1)?));
    match fact {
        Some(fact) => (fact.span, "a fact".to_owned()),
        None => (suite.schema.generate.span, format!("suite `{}`", suite.schema.generate.name)),
    }
}
