//! What is to be done: what a caller asks for, and where that says nothing the project's `fex.toml`.

use super::{Caller, Failure, specification};
use crate::diagnostic;
use crate::extension::Strength;
use crate::fixture::stored::Stored;
use crate::fixture::{self, Format};
use crate::project::{self as build, Build};
use crate::sat::Backend;
use crate::settings::{self, Project, Settings};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A suite to work on, with everything settled.
#[derive(Debug, Clone)]
pub struct Job {
    /// The specification.
    pub spec: PathBuf,
    /// The `generate` paragraph; the first one if `None`.
    pub generate: Option<String>,
    /// The scope, if not that of the specification.
    pub scope: Option<u32>,
    /// The fields to cover; all if empty.
    pub fields: Vec<String>,
    /// How many pairs are covered together.
    pub strength: Strength,
    /// What is written.
    pub format: Format,
    /// The folder of the suite's document, and of all that belongs to it.
    pub out: PathBuf,
    /// Where the packages of its classes begin, relative to that folder.
    pub java: PathBuf,
    /// The folder of its pages.
    pub pages: PathBuf,
    /// What was said of it, by a flag or in a `fex.toml`, and what is left to the project around.
    pub said: Said,
    /// The compiled classes under test.
    pub classpath: Option<String>,
    /// The package of the emitted classes; that of the root class if `None`.
    pub package: Option<String>,
    /// How structures are built, if that was said.
    pub build: Option<fixture::Build>,
    /// Whether outcomes of calls without a contract are recorded.
    pub record: bool,
    /// Whether all structures are wanted.
    pub exhaustive: bool,
    /// On how many threads they are listed; one per core if that was not said.
    pub threads: Option<u16>,
    /// Whether to go on with what an earlier run listed before it was stopped.
    pub resume: bool,
    /// Whether only what the tests of the project lack is wanted.
    pub complement: bool,
    /// Whether to look longer for fewer structures.
    pub minimise: bool,
    /// Whether to prove that no pair is missing.
    pub certify: bool,
    /// The solver.
    pub solver: Backend,
    /// The seed of its choices.
    pub seed: u32,
    /// How long to search.
    pub time_limit: Option<Duration>,
}

impl Job {
    /// What led to a suite, as far as its document says it and its structures depend on it.
    pub(super) fn of_document(spec: PathBuf, stored: &Stored, out: &Path) -> Job {
        Job {
            spec,
            generate: Some(stored.generate.clone()),
            scope: Some(stored.scope),
            fields: stored.fields.clone(),
            strength: strength(stored),
            format: Format::Json,
            out: out.to_owned(),
            java: PathBuf::new(),
            pages: out.to_owned(),
            said: Said { out: true, format: true },
            classpath: None,
            package: None,
            build: None,
            record: false,
            exhaustive: false,
            threads: None,
            resume: false,
            complement: false,
            minimise: false,
            certify: false,
            solver: Backend::default(),
            seed: 0,
            time_limit: None,
        }
    }
}

/// How many pairs the suite of a document covers together.
pub(super) fn strength(stored: &Stored) -> Strength {
    stored.strength.and_then(Strength::of).unwrap_or_default()
}

/// Which settings were said.
#[derive(Debug, Clone, Copy)]
pub struct Said {
    /// Where it goes.
    pub out: bool,
    /// What is written.
    pub format: bool,
}

/// Which suites a caller asks for, and how they are to be.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// The specification; all suites of the project if `None`.
    pub spec: Option<PathBuf>,
    /// The file with the settings of the project; that around the caller's folder if `None`.
    pub config: Option<PathBuf>,
    /// What wins over that file.
    pub settings: Settings,
}

impl Request {
    /// The suites to work on: of one specification, or all of the project.
    pub fn jobs(&self, caller: &Caller) -> Result<Vec<Job>, Failure> {
        let project = project(self.config.as_deref(), caller)?;
        let none = Project { folder: caller.folder.to_owned(), ..Project::default() };
        let known = project.as_ref().unwrap_or(&none);
        let mut asked = self.settings.clone();
        asked.out = asked.out.map(|out| caller.path(&out));
        asked.classpath = asked.classpath.map(|path| caller.class_path(&path));
        let suites: Vec<(PathBuf, Settings)> = match &self.spec {
            None if known.suites.is_empty() => return Err(nothing_to_do(self.config.as_deref(), caller)),
            None => known.suites.iter().map(|suite| (suite.spec.clone(), suite.settings.clone())).collect(),
            Some(spec) => {
                let spec = caller.path(spec);
                let own = |settings: &Settings| {
                    // A paragraph of one's own choice has only the settings of suites of that paragraph.
                    asked.generate.is_none() || settings.generate.is_none() || settings.generate == asked.generate
                };
                let of_spec = known.suites_of(&spec).filter(|suite| own(&suite.settings));
                let found: Vec<_> = of_spec.map(|suite| (spec.clone(), suite.settings.clone())).collect();
                if found.is_empty() { vec![(spec, Settings::default())] } else { found }
            }
        };
        let settled = |own: Settings| asked.clone().or(&own.or(&known.common));
        suites.into_iter().map(|(spec, own)| job(spec, settled(own), known)).collect()
    }
}

/// A suite with everything settled that flags and files say.
fn job(spec: PathBuf, settings: Settings, project: &Project) -> Result<Job, Failure> {
    let exhaustive = settings.exhaustive.unwrap_or(false);
    let excluded =
        [("complement", settings.complement), ("minimise", settings.minimise), ("certify", settings.certify)];
    if let Some((word, _)) = excluded.iter().find(|entry| exhaustive && entry.1 == Some(true)) {
        return Err(Failure::usage(format_args!("`exhaustive` and `{word}` exclude each other"))
            .help(format_args!("turn one of them off, for instance by `--{word}=false`")));
    }
    let number = settings.strength.unwrap_or(Strength::default().number());
    let Some(strength) = Strength::of(number) else {
        return Err(Failure::usage(format_args!("fex has no suites of strength {number}"))
            .help("`1` covers every pair, `2` every two pairs that fit into one structure"));
    };
    if exhaustive && strength != Strength::One {
        return Err(Failure::usage("`exhaustive` and `strength` exclude each other")
            .help("a suite of all structures has whatever meets in one; leave out `--strength`"));
    }
    let said = Said { out: settings.out.is_some(), format: settings.format.is_some() };
    let out = settings.out.unwrap_or_else(|| project.folder.join("fex-out"));
    Ok(Job {
        spec,
        generate: settings.generate,
        scope: settings.scope,
        fields: settings.fields.unwrap_or_default(),
        strength,
        format: settings.format.unwrap_or(Format::Junit5),
        pages: out.clone(),
        out,
        java: PathBuf::new(),
        said,
        classpath: settings.classpath,
        package: settings.package,
        build: settings.build,
        record: settings.record.unwrap_or(false),
        exhaustive,
        threads: settings.threads,
        resume: false,
        complement: settings.complement.unwrap_or(false),
        minimise: settings.minimise.unwrap_or(false),
        certify: settings.certify.unwrap_or(false),
        solver: settings.solver.unwrap_or_default(),
        seed: settings.seed.unwrap_or(0),
        time_limit: settings.time_limit,
    })
}

/// The project that a file describes, or that around the caller's folder, if there is one. What the caller sets takes the place of
/// what the file says.
pub fn project(config: Option<&Path>, caller: &Caller) -> Result<Option<Project>, Failure> {
    let described = described(config, caller)?;
    if caller.set.is_empty() {
        return Ok(described);
    }
    let (source, set, diagnostics) = settings::assigned(caller.set, caller.folder);
    if diagnostic::any_error(&diagnostics) {
        return Err(Failure::diagnosed(&[source], diagnostics));
    }
    caller.diagnose(&[source], diagnostics);
    Ok(match (set, described) {
        (Some(set), Some(described)) => Some(set.or(described)),
        (set, described) => set.or(described),
    })
}

/// The project that a file describes.
fn described(config: Option<&Path>, caller: &Caller) -> Result<Option<Project>, Failure> {
    let found = config.map(|file| caller.path(file)).or_else(|| settings::find(caller.folder));
    let Some(file) = found else { return Ok(None) };
    let source = specification::open(&file)?;
    if source.foreign.is_some() {
        let error = Failure::usage(format_args!("`{}` is not UTF-8 text", source.name));
        return Err(error.help("save it as UTF-8, as TOML has it"));
    }
    let (project, diagnostics) = settings::read(&source, file.parent().unwrap_or(Path::new("")));
    if diagnostic::any_error(&diagnostics) {
        return Err(Failure::diagnosed(&[source], diagnostics));
    }
    caller.diagnose(&[source], diagnostics);
    Ok(project)
}

/// The specifications of the project that a file describes, or that around, each once.
pub fn specifications(config: Option<&Path>, caller: &Caller) -> Result<Vec<PathBuf>, Failure> {
    let project = project(config, caller)?;
    let mut specs: Vec<PathBuf> = Vec::new();
    for suite in project.iter().flat_map(|project| &project.suites) {
        if !specs.contains(&suite.spec) {
            specs.push(suite.spec.clone());
        }
    }
    if specs.is_empty() { Err(nothing_to_do(config, caller)) } else { Ok(specs) }
}

/// Where the reports of an analysis go that nobody else has a place for: in the build's own folder, or where suites go if there is
/// no build.
pub fn reports(analysis: &str, caller: &Caller) -> PathBuf {
    let build = build::build(&caller.path(Path::new(".")));
    caller.path(build.map_or(Path::new("fex-out"), Build::output)).join(analysis)
}

/// Says that there is no suite to work on, and how to get one.
fn nothing_to_do(config: Option<&Path>, caller: &Caller) -> Failure {
    let file = settings::FILE;
    // What a caller sets is a project as well, but in no file.
    let reason = if config.is_some() || settings::find(caller.folder).is_some() {
        format!("`{file}` lists no suite")
    } else {
        format!("no specification is given, and there is no `{file}` here or in a folder around")
    };
    Failure::usage(reason).help(format_args!(
        "name a specification, or add to `{file}`:\n  [[suite]]\n  spec = \"specs/search_tree.spec\""
    ))
}
