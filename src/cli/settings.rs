//! The flags that are settings of a suite, too.

use super::{SolverName, seconds};
use crate::app::settings::Request;
use crate::fixture::{Build, Format};
use crate::settings::Settings;
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

impl Flags {
    /// The file with the settings of the project, if a flag names it.
    pub(super) fn config(&self) -> Option<&Path> {
        self.config.as_deref()
    }

    /// The suites that are asked for: of one specification, or all of the project. `more` is what other flags say.
    pub(super) fn request(&self, spec: Option<&Path>, more: &Settings) -> Request {
        let (spec, config) = (spec.map(Path::to_owned), self.config.clone());
        Request { spec, config, settings: self.settings().or(more) }
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
    pub(super) fn path(&self) -> Option<String> {
        self.classpath.clone()
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
    pub(super) fn classpath(&self) -> Option<String> {
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

/// Reads the name of a folder. What other commands take for standard output is none.
pub(super) fn folder(text: &str) -> Result<PathBuf, String> {
    match text {
        "-" => Err("standard output is no folder, and there is more than one file to write".to_owned()),
        _ => Ok(PathBuf::from(text)),
    }
}
