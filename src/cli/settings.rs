//! What a run is to do: the flags, and where they say nothing the project's `fex.toml`.

use super::terminal::Terminal;
use super::{Exit, SolverName, deadline, print, seconds};
use crate::app;
use crate::fixture::stored::Stored;
use crate::fixture::{Build, Format};
use crate::project::{Project, Settings};
use crate::sat::{Backend, Interrupt};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The flags that say which suite it is, where it is, and which `fex.toml` there is.
#[derive(Debug, Args)]
pub(super) struct Flags {
    /// At most this many objects of each signature, instead of what the specification says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=i64::from(Settings::GREATEST_SCOPE)))]
    scope: Option<u32>,
    /// The `generate` paragraph to follow; the first one if not given
    #[arg(long, value_name = "NAME")]
    generate: Option<String>,
    /// Cover only these fields
    #[arg(long, value_name = "FIELD,…", value_delimiter = ',')]
    fields: Option<Vec<String>>,
    /// The settings of the project [default: the `fex.toml` of this folder or the nearest one around it]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// The folder of the suite [default: the test folder of the Maven or Gradle project around, where the specification is
    /// bound to its classes; else fex-out]
    #[arg(long, value_name = "DIR", value_parser = folder, help_heading = "Output")]
    out: Option<PathBuf>,
}

/// The flags for the classes that a specification is bound to, and those that are written for it.
#[derive(Debug, Args)]
pub(super) struct Classes {
    /// The compiled classes under test, to check the bindings and set fields directly where possible; with `--tests`, what else
    /// these need, the JUnit Platform's launcher and engines included, or `@FILE` with that [default: what Maven or Gradle
    /// says about the project around]
    #[arg(long, visible_alias = "class-path", value_name = "PATH", help_heading = "Output")]
    classpath: Option<String>,
    /// The package of the emitted classes; that of the root class if not given
    #[arg(long, value_name = "NAME", help_heading = "Output")]
    package: Option<String>,
}

/// The flags for how a suite is written.
#[derive(Debug, Args)]
pub(super) struct Emission {
    #[command(flatten)]
    classes: Classes,
    /// What to write [default: JUnit of the project's version, else junit5]
    #[arg(long, value_enum, help_heading = "Output")]
    format: Option<Format>,

    /// How fixtures build structures [default: auto]
    #[arg(long, value_enum, help_heading = "Output")]
    build: Option<Build>,
    /// Record what methods without a contract do, as expected values (`fex refresh --record`: all of them anew)
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true",
          hide_possible_values = true, help_heading = "Output")]
    record: Option<bool>,

    /// Run the tests of the project first, and write only structures that they lack
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true",
          hide_possible_values = true, help_heading = "Search")]
    complement: Option<bool>,
    /// Write a proof that no pair is missing, and check it
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true",
          hide_possible_values = true, help_heading = "Search")]
    certify: Option<bool>,
}

/// The flags for which structures are selected when a suite is written for the first time.
#[derive(Debug, Args)]
pub(super) struct Selection {
    /// All structures of the scope instead of a field-exhaustive selection
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true",
          conflicts_with_all = ["complement", "certify"], hide_possible_values = true, help_heading = "Search")]
    exhaustive: Option<bool>,
    /// Spend more time to get fewer structures
    #[arg(long, visible_alias = "minimize", value_name = "BOOL", num_args = 0..=1, require_equals = true,
          default_missing_value = "true", conflicts_with = "exhaustive", hide_possible_values = true,
          help_heading = "Search")]
    minimise: Option<bool>,
}

/// The flags for how structures are searched for.
#[derive(Debug, Args)]
pub(super) struct Solving {
    /// The solver [default: cadical]
    #[arg(long, value_enum, help_heading = "Search")]
    solver: Option<SolverName>,
    /// The seed of the solver's choices [default: 0]
    #[arg(long, value_name = "N", help_heading = "Search")]
    seed: Option<u32>,
    /// Stop after this many seconds and write what was found
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Search")]
    time_limit: Option<Duration>,
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Format] {
        &Format::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            Format::Junit5 => "JUnit 5 classes, and the instances as JSON",
            Format::Junit4 => "JUnit 4 classes, and the instances as JSON",
            Format::Json => "The instances as one JSON document (with --exhaustive: one line each)",
            Format::Dot => "A Graphviz file for each structure",
            Format::Svg => "A picture of each structure",
        };
        Some(PossibleValue::new(self.word()).help(help))
    }
}

impl ValueEnum for Build {
    fn value_variants<'a>() -> &'a [Build] {
        &Build::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            Build::Api => "By public constructors and methods; a structure without such calls is an error",
            Build::Fields => "By their fields",
            Build::Auto => "By public methods where the classes are known and calls are found, else by fields",
        };
        Some(PossibleValue::new(self.word()).help(help))
    }
}

/// A suite to work on, with everything settled.
#[derive(Debug, Clone)]
pub(super) struct Job {
    /// The specification.
    pub(super) spec: PathBuf,
    /// The `generate` paragraph; the first one if `None`.
    pub(super) generate: Option<String>,
    /// The scope, if not that of the specification.
    pub(super) scope: Option<u32>,
    /// The fields to cover; all if empty.
    pub(super) fields: Vec<String>,
    pub(super) format: Format,
    /// The folder of the suite's document, and of all that belongs to it.
    pub(super) out: PathBuf,
    /// Where the packages of its classes begin, relative to that folder.
    pub(super) java: PathBuf,
    /// The folder of its pages.
    pub(super) pages: PathBuf,
    /// What was said of it, by a flag or in a `fex.toml`, and what is left to the project around.
    pub(super) said: Said,
    pub(super) classpath: Option<String>,
    pub(super) package: Option<String>,
    /// How structures are built, if that was said.
    pub(super) build: Option<Build>,
    /// Whether outcomes of calls without a contract are recorded.
    pub(super) record: bool,
    pub(super) exhaustive: bool,
    pub(super) complement: bool,
    pub(super) minimise: bool,
    pub(super) certify: bool,
    pub(super) solver: Backend,
    pub(super) seed: u32,
    pub(super) time_limit: Option<Duration>,
}

impl Job {
    /// What led to a suite, as far as its document says it and its structures depend on it.
    pub(super) fn of_document(spec: PathBuf, stored: &Stored, out: &Path) -> Job {
        Job {
            spec,
            generate: Some(stored.generate.clone()),
            scope: Some(stored.scope),
            fields: stored.fields.clone(),
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
            complement: false,
            minimise: false,
            certify: false,
            solver: Backend::default(),
            seed: 0,
            time_limit: None,
        }
    }
}

/// Which settings were said.
#[derive(Debug, Clone, Copy)]
pub(super) struct Said {
    pub(super) out: bool,
    pub(super) format: bool,
}

impl Flags {
    /// The project that the flags name, or that around, if there is one.
    pub(super) fn project(&self) -> Result<Option<Project>, Exit> {
        project(self.config.as_deref())
    }

    /// The file with the settings of the project, if a flag names it.
    pub(super) fn config(&self) -> Option<&Path> {
        self.config.as_deref()
    }

    /// Does something with each of the suites to work on. One that fails does not stop the others; the
    /// gravest end is the end of all.
    pub(super) fn each(
        &self,
        spec: Option<&Path>,
        more: Settings,
        mut work: impl FnMut(&Job, Interrupt) -> Result<Exit, Exit>,
    ) -> Exit {
        let jobs = match self.jobs(spec, more) {
            Ok(jobs) => jobs,
            Err(exit) => return exit,
        };
        let mut worst = Exit::Clean;
        for job in &jobs {
            let interrupt = Interrupt { deadline: deadline(job.time_limit), ..Interrupt::default() };
            let (Ok(exit) | Err(exit)) = work(job, interrupt);
            worst = worst.max(exit);
        }
        worst
    }

    /// The suites to work on: of one specification, or all of the project. `more` is what other flags say.
    pub(super) fn jobs(&self, spec: Option<&Path>, more: Settings) -> Result<Vec<Job>, Exit> {
        let project = self.project()?;
        let none = Project::default();
        let known = project.as_ref().unwrap_or(&none);
        let suites: Vec<(PathBuf, Settings)> = match spec {
            None if known.suites.is_empty() => {
                return Err(Terminal::new(false).fail(&app::settings::nothing_to_do(project.is_some())));
            }
            None => known.suites.iter().map(|suite| (suite.spec.clone(), suite.settings.clone())).collect(),
            Some(spec) => {
                let own = |settings: &Settings| {
                    // A paragraph of one's own choice has only the settings of suites of that paragraph.
                    self.generate.is_none() || settings.generate.is_none() || settings.generate == self.generate
                };
                let of_spec = known.suites_of(spec).filter(|suite| own(&suite.settings));
                let found: Vec<_> = of_spec.map(|suite| (spec.to_owned(), suite.settings.clone())).collect();
                if found.is_empty() { vec![(spec.to_owned(), Settings::default())] } else { found }
            }
        };
        let flags = self.settings().or(&more);
        let settled = |own: Settings| flags.clone().or(&own.or(&known.common));
        suites.into_iter().map(|(spec, own)| job(spec, settled(own), known)).collect()
    }

    fn settings(&self) -> Settings {
        Settings {
            generate: self.generate.clone(),
            scope: self.scope,
            fields: self.fields.clone(),
            out: self.out.clone(),
            ..Settings::default()
        }
    }
}

impl Classes {
    /// What these flags say.
    pub(super) fn settings(&self) -> Settings {
        Settings { classpath: self.classpath.clone(), package: self.package.clone(), ..Settings::default() }
    }

    /// The class path, if it is given.
    pub(super) fn path(&self) -> Option<&str> {
        self.classpath.as_deref()
    }
}

impl Emission {
    /// What these flags say.
    pub(super) fn settings(&self) -> Settings {
        Settings {
            format: self.format,
            build: self.build,
            record: self.record,
            complement: self.complement,
            certify: self.certify,
            ..self.classes.settings()
        }
    }

    /// The class path, if a flag gives one.
    pub(super) fn classpath(&self) -> Option<&str> {
        self.classes.path()
    }

    /// Whether the command line asks for recording, whatever the project says.
    pub(super) fn records(&self) -> bool {
        self.record == Some(true)
    }
}

impl Selection {
    /// What these flags say.
    pub(super) fn settings(&self) -> Settings {
        Settings { exhaustive: self.exhaustive, minimise: self.minimise, ..Settings::default() }
    }
}

impl Solving {
    /// What these flags say.
    pub(super) fn settings(&self) -> Settings {
        Settings {
            solver: self.solver.map(SolverName::backend),
            seed: self.seed,
            time_limit: self.time_limit,
            ..Settings::default()
        }
    }
}

/// A suite with everything settled that flags and files say.
fn job(spec: PathBuf, settings: Settings, project: &Project) -> Result<Job, Exit> {
    let exhaustive = settings.exhaustive.unwrap_or(false);
    let excluded =
        [("complement", settings.complement), ("minimise", settings.minimise), ("certify", settings.certify)];
    if let Some((word, _)) = excluded.iter().find(|entry| exhaustive && entry.1 == Some(true)) {
        print::message(format_args!("error: `exhaustive` and `{word}` exclude each other"));
        print::message(format_args!("help: turn one of them off, for instance by `--{word}=false`"));
        return Err(Exit::Usage);
    }
    let said = Said { out: settings.out.is_some(), format: settings.format.is_some() };
    let out = settings.out.unwrap_or_else(|| project.folder.join("fex-out"));
    Ok(Job {
        spec,
        generate: settings.generate,
        scope: settings.scope,
        fields: settings.fields.unwrap_or_default(),
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
        complement: settings.complement.unwrap_or(false),
        minimise: settings.minimise.unwrap_or(false),
        certify: settings.certify.unwrap_or(false),
        solver: settings.solver.unwrap_or_default(),
        seed: settings.seed.unwrap_or(0),
        time_limit: settings.time_limit,
    })
}

/// The project that a file describes, or that around, if there is one.
pub(super) fn project(config: Option<&Path>) -> Result<Option<Project>, Exit> {
    let terminal = Terminal::new(false);
    app::settings::project(config, &terminal.caller()).map_err(|failure| terminal.fail(&failure))
}

/// Reads the name of a folder. What other commands take for standard output is none.
pub(super) fn folder(text: &str) -> Result<PathBuf, String> {
    match text {
        "-" => Err("standard output is no folder, and there is more than one file to write".to_owned()),
        _ => Ok(PathBuf::from(text)),
    }
}
