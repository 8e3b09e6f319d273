//! Recording what calls of methods without a contract do: the suite's own classes make the calls, in JVMs of their own.

use super::context::Context;
use super::{Failure, jdk};
use crate::fixture::recorded::{Outcome, is_recorded};
use crate::fixture::stored::Stored;
use crate::fixture::{self, Origin, Suite};
use crate::java::{CanonicalName, Class, CompilationUnit, Expr, Method, Modifier, Stmt, Template, Type};
use crate::processes;
use crate::worker;
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The program that makes the calls.
const RECORDER: &str = include_str!("recording/Recorder.java");

/// What is recorded of a suite.
#[derive(Debug, Default)]
pub(super) struct Recording {
    /// The outcomes, if there are to be any.
    pub(super) outcomes: Option<Vec<Outcome>>,
    /// What is to be said of it.
    pub(super) recorded: Option<Recorded>,
}

/// What became of recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recorded {
    /// Every method has a contract, so that there is nothing to record.
    Nothing,
    /// So many outcomes stay as they were.
    Unchanged(usize),
    /// Outcomes were recorded.
    New {
        /// How many.
        outcomes: usize,
        /// Of which methods.
        methods: Vec<String>,
        /// How many stay as they were.
        before: usize,
        /// Calls that do something else each time.
        changing: Vec<String>,
        /// Calls that end the JVM or do not return.
        ended: Vec<String>,
    },
}

/// What came of the calls of one run, by title, in their order; nothing of those that ended the JVM or did not return.
type Ran = Vec<(String, Option<String>)>;

impl Recording {
    /// Records what is not recorded yet; or everything, if it is to be recorded anew.
    pub(super) fn of(
        context: &Context,
        suite: &Suite,
        stored: Option<&Stored>,
        anew: bool,
    ) -> Result<Recording, Failure> {
        let known = stored.and_then(|stored| stored.recorded.clone());
        if !context.options.format.is_junit() || !context.job.record && known.is_none() {
            return Ok(Recording::default());
        }
        let names = fixture::names(suite);
        let mut known = known.filter(|_| !anew).unwrap_or_default();
        known.retain(|outcome| names.contains(&outcome.structure));
        let recorded: BTreeSet<&str> = known.iter().map(|outcome| outcome.structure.as_str()).collect();
        let is_new = |name: &str| !recorded.contains(name);
        if !suite.schema.generate.methods.iter().any(is_recorded) {
            return Ok(Recording { outcomes: None, recorded: Some(Recorded::Nothing) });
        }
        if !context.job.record || !names.iter().any(|name| is_new(name)) {
            let recorded = Some(Recorded::Unchanged(known.len()));
            return Ok(Recording { outcomes: Some(known), recorded });
        }
        let Some(path) = &context.job.classpath else {
            return Err(Failure::usage("recording what methods do takes the compiled classes")
                .help("name them with `--classpath`"));
        };
        let (first, second) = ran_twice(context, suite, path)
            .map_err(|reason| Failure::usage(format_args!("nothing could be recorded: {reason}")))?;
        let second: BTreeMap<&str, &Option<String>> =
            second.iter().map(|(title, outcome)| (title.as_str(), outcome)).collect();
        let mut new = Vec::new();
        let (mut changing, mut ended) = (Vec::new(), Vec::new());
        for (title, outcome) in &first {
            let Some((call, structure)) = title.rsplit_once(" on ").filter(|(_, structure)| is_new(structure)) else {
                continue;
            };
            match (outcome, second.get(title.as_str())) {
                (Some(outcome), Some(Some(again))) if outcome == again => new.push(Outcome {
                    structure: structure.to_owned(),
                    call: call.to_owned(),
                    outcome: outcome.clone(),
                }),
                (Some(_), Some(Some(_))) => changing.push(title.clone()),
                _ => ended.push(title.clone()),
            }
        }
        let places: BTreeMap<&str, usize> =
            names.iter().enumerate().map(|(place, name)| (name.as_str(), place)).collect();
        new.sort_by_key(|outcome| places.get(outcome.structure.as_str()));
        let mut methods: Vec<String> = Vec::new();
        for method in new.iter().map(Outcome::method) {
            if !methods.iter().any(|known| known == method) {
                methods.push(method.to_owned());
            }
        }
        let recorded = Recorded::New { outcomes: new.len(), methods, before: known.len(), changing, ended };
        known.extend(new);
        Ok(Recording { outcomes: Some(known), recorded: Some(recorded) })
    }

    /// The suite with what is recorded of it.
    pub(super) fn applied<'s>(&'s self, suite: Suite<'s>) -> Suite<'s> {
        Suite { origin: Origin { recorded: self.outcomes.as_deref(), ..suite.origin }, ..suite }
    }
}

/// Makes all calls in two JVMs, one after the other.
fn ran_twice(context: &Context, suite: &Suite, path: &str) -> Result<(Ran, Ran), String> {
    let work = processes::folder().map_err(|error| error.to_string())?;
    let blank = Suite { origin: Origin { recorded: Some(&[]), ..suite.origin }, ..*suite };
    let files = fixture::java::emit(&blank, &context.options).map_err(|_| "the classes do not fit".to_owned())?;
    let mut class_path = worker::absolute_entries(path);
    let mut sources = Vec::new();
    let (mut package, mut calls) = (String::new(), String::new());
    for file in &files {
        let name = file.path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        if name.ends_with("Test") {
            continue;
        }
        if let Some(stem) = name.strip_suffix("Calls") {
            calls = format!("{stem}Calls");
            let folder = file.path.parent().unwrap_or(Path::new(""));
            package = folder.iter().map(|part| part.to_string_lossy()).join(".");
        }
        sources.push(write(&work.path().join("source").join(&file.path), &file.text)?);
    }
    let mut class = Class::new(&[Modifier::Final], "FexRecorder");
    class.members = Template::read(RECORDER).members_without("calls");
    class.push(all_calls(&CanonicalName::new(&package, &calls)));
    let recorder = CompilationUnit { header: None, package: package.clone(), class };
    sources.push(write(&work.path().join("source/FexRecorder.java"), &recorder.print())?);
    let classes = work.path().join("classes");
    let output = jdk::javac(&sources, &class_path, &classes)
        .map_err(|error| format!("cannot run the compiler, which takes a JDK: {error}"))?;
    if !output.status.success() {
        let (said, help) = jdk::refusal(&output);
        let help = help.map_or_else(String::new, |help| format!("\nhelp: {help}"));
        return Err(format!("the suite does not compile\n{said}{help}"));
    }
    class_path.push(classes);
    let main = if package.is_empty() { "FexRecorder".to_owned() } else { format!("{package}.FexRecorder") };
    let run = || ran(&work.path().join("run"), &class_path, &main).map_err(|error| error.to_string());
    Ok((run()?, run()?))
}

/// The method of the program that says what the calls are.
fn all_calls(class: &CanonicalName) -> Method {
    let callable = Type::class(CanonicalName::new("java.util.concurrent", "Callable")).with(vec![Type::string()]);
    let map = Type::util("Map").with(vec![Type::string(), callable]);
    let calls = Stmt::returns(Expr::Class(class.clone()).call("all", Vec::new()));
    Method::new(&[Modifier::Private, Modifier::Static], Some(map), "calls").body(vec![calls])
}

fn write(path: &Path, text: &str) -> Result<PathBuf, String> {
    let written = fs::create_dir_all(path.parent().unwrap_or(path)).and_then(|()| fs::write(path, text));
    written.map(|()| path.to_owned()).map_err(|error| error.to_string())
}

/// Makes all calls; a call that ends its JVM is left out, and so are the others of its method.
fn ran(folder: &Path, class_path: &[PathBuf], main: &str) -> io::Result<Ran> {
    fs::create_dir_all(folder)?;
    // Beside the folder that is the place of the calls.
    let log = folder.with_extension("log");
    let mut ran = Ran::new();
    let mut dangerous: Vec<String> = Vec::new();
    loop {
        fs::write(&log, "")?;
        let known = ran.len().to_string();
        let arguments = [OsStr::new(main), log.as_os_str(), OsStr::new(&known)];
        jdk::java(class_path, arguments.into_iter().chain(dangerous.iter().map(OsStr::new)), folder)?;
        let text = fs::read_to_string(&log)?;
        let before = ran.len();
        let mut is_open = false;
        for line in text.lines() {
            match line.split_once('\t') {
                Some(("begin", title)) => {
                    is_open = true;
                    ran.push((title.to_owned(), None));
                }
                // Where nothing is told, the precondition does not hold, or the method is not called again.
                Some((_, outcome)) => {
                    is_open = false;
                    if let Some((_, told)) = ran.last_mut() {
                        *told = Some(outcome.to_owned());
                    }
                }
                None => {
                    ran.retain(|(_, outcome)| outcome.as_deref() != Some(""));
                    return Ok(ran);
                }
            }
        }
        match ran.last() {
            Some((title, _)) if is_open => dangerous.extend(title.split('(').next().map(str::to_owned)),
            _ if ran.len() == before => return Err(io::Error::other("the JVM that makes the calls does not run")),
            _ => {}
        }
    }
}
