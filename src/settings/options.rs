//! The options of fex: each is declared once, and is a flag of the command line, a key of `fex.toml` and a property of its JSON
//! schema.
//!
//! [`Settings`](super::Settings), [`Extreme`](super::Extreme), [`Stability`](super::Stability), [`Integrate`](super::Integrate) and
//! [`Taint`](super::Taint) show their options to a [`Visitor`], which defines or reads flags, reads a table of the file, or writes the schema.

use crate::extreme::{self, Operator, Rule};
use crate::fixture::{Build, Format};
use crate::report;
use crate::sat::Backend;
use crate::session::Surroundings;
use crate::surroundings::Factor;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// What there is to say of an option.
#[derive(Debug, Clone, Copy)]
pub struct Opt {
    /// Its key in the file; the flag is called the same.
    pub key: &'static str,
    /// What help calls its value.
    pub value: &'static str,
    /// What it is for.
    pub help: &'static str,
    /// What holds where it is not given; empty where the help says that.
    pub default: &'static str,
    /// A value in the words of TOML, for messages; empty where the kind of the value has one.
    pub example: &'static str,
    /// The heading that it has in help; empty for the first ones.
    pub heading: &'static str,
    /// Whether values of the flag are separated by commas.
    pub has_commas: bool,
}

impl Opt {
    /// An option with its key, its value and its help.
    pub const fn new(key: &'static str, value: &'static str, help: &'static str) -> Opt {
        Opt { key, value, help, default: "", example: "", heading: "", has_commas: false }
    }

    /// The same with what holds where it is not given.
    pub const fn default(self, default: &'static str) -> Opt {
        Opt { default, ..self }
    }

    /// The same with a value in the words of TOML.
    pub const fn example(self, example: &'static str) -> Opt {
        Opt { example, ..self }
    }

    /// The same under a heading.
    pub const fn under(self, heading: &'static str) -> Opt {
        Opt { heading, ..self }
    }

    /// The same with a flag whose values are separated by commas.
    pub const fn commas(self) -> Opt {
        Opt { has_commas: true, ..self }
    }
}

/// What there is to say of the formats of reports.
pub(super) const FORMAT: Opt =
    Opt::new("format", "FORMAT", "What to print; with `--out`, what to write").commas().under(OUTPUT);

/// What there is to say of where reports are written.
pub(super) const OUT: Opt =
    Opt::new("out", "DIR", "Write a file for each format into this folder, and print the summary")
        .example("\"target/fex\"")
        .under(OUTPUT);

/// What there is to say of fixes that are tried out.
pub(super) const SUGGEST: Opt = Opt::new(
    "suggest",
    "BOOL",
    "Write fixes of each report into copies of the tests, and tell those with which it is gone",
)
.under(OUTPUT);

/// The heading of options about reports.
pub(super) const OUTPUT: &str = "Output";

/// Something that is chosen by a word.
pub trait Word: Copy + Send + Sync + 'static {
    /// All there is to choose from.
    fn all() -> Vec<Self>;
    /// The word.
    fn word(self) -> &'static str;
    /// What it means; empty where the word says that.
    fn meaning(self) -> &'static str;
}

/// Goes through options, each with the place of its value.
pub trait Visitor {
    /// A text.
    fn text(&mut self, option: Opt, value: &mut Option<String>);
    /// Some texts.
    fn texts(&mut self, option: Opt, value: &mut Option<Vec<String>>);
    /// A file or a folder.
    fn path(&mut self, option: Opt, value: &mut Option<PathBuf>);
    /// Some files or folders.
    fn paths(&mut self, option: Opt, value: &mut Option<Vec<PathBuf>>);
    /// A folder to write to.
    fn folder(&mut self, option: Opt, value: &mut Option<PathBuf>);
    /// A program: a path, or a name that is looked up.
    fn program(&mut self, option: Opt, value: &mut Option<PathBuf>);
    /// A class path, or `@FILE` with one.
    fn class_path(&mut self, option: Opt, value: &mut Option<String>);
    /// Whether something is so.
    fn flag(&mut self, option: Opt, value: &mut Option<bool>);
    /// A whole number from 0 up to a greatest one.
    fn number(&mut self, option: Opt, greatest: u32, value: &mut Option<u32>);
    /// A whole number from 1 on.
    fn count(&mut self, option: Opt, value: &mut Option<u16>);
    /// A number of seconds.
    fn seconds(&mut self, option: Opt, value: &mut Option<Duration>);
    /// A time with a unit on the command line, and a number of seconds in the file.
    fn time(&mut self, option: Opt, value: &mut Option<Duration>);
    /// One of some words.
    fn choice<T: Word>(&mut self, option: Opt, value: &mut Option<T>);
    /// Some of some words.
    fn choices<T: Word>(&mut self, option: Opt, value: &mut Option<Vec<T>>);
    /// Some values that texts of a form are read as.
    fn parsed<T: FromStr<Err = String> + Clone + Send + Sync + 'static>(
        &mut self,
        option: Opt,
        form: &'static str,
        value: &mut Option<Vec<T>>,
    );
}

impl Word for Format {
    fn all() -> Vec<Format> {
        Format::ALL.to_vec()
    }

    fn word(self) -> &'static str {
        Format::word(self)
    }

    fn meaning(self) -> &'static str {
        match self {
            Format::Junit5 => "JUnit 5 classes, and the instances as JSON",
            Format::Junit4 => "JUnit 4 classes, and the instances as JSON",
            Format::Json => "The instances as one JSON document (with --exhaustive: one line each)",
            Format::Dot => "A Graphviz file for each structure",
            Format::Svg => "A picture of each structure",
            Format::Text => {
                "The text of each structure by the templates of the specification, and the instances as JSON"
            }
        }
    }
}

impl Word for Build {
    fn all() -> Vec<Build> {
        Build::ALL.to_vec()
    }

    fn word(self) -> &'static str {
        Build::word(self)
    }

    fn meaning(self) -> &'static str {
        match self {
            Build::Api => "By public constructors and methods; a structure without such calls is an error",
            Build::Fields => "By their fields",
            Build::Auto => "By public methods where the classes are known and calls are found, else by fields",
        }
    }
}

impl Word for Backend {
    fn all() -> Vec<Backend> {
        vec![Backend::Cadical, Backend::Varisat]
    }

    fn word(self) -> &'static str {
        match self {
            Backend::Cadical => "cadical",
            Backend::Varisat => "varisat",
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            Backend::Cadical => "CaDiCaL: fast",
            Backend::Varisat => "Varisat: written in Rust; slower, without growth of structures",
        }
    }
}

impl Word for Rule {
    fn all() -> Vec<Rule> {
        Rule::ALL.to_vec()
    }

    fn word(self) -> &'static str {
        self.name()
    }

    fn meaning(self) -> &'static str {
        ""
    }
}

impl Word for Operator {
    fn all() -> Vec<Operator> {
        Operator::ALL.to_vec()
    }

    fn word(self) -> &'static str {
        self.name()
    }

    fn meaning(self) -> &'static str {
        match self {
            Operator::New => "Empty collections, and new objects that need no arguments",
            Operator::Single => "Collections and optionals with one element",
            Operator::Optional => "Empty optionals",
            Operator::Parameter => "Each parameter of the result type",
            Operator::This => "`this`, where a method returns its own class",
        }
    }
}

impl Word for Surroundings {
    fn all() -> Vec<Surroundings> {
        Surroundings::ALL.to_vec()
    }

    fn word(self) -> &'static str {
        self.name()
    }

    fn meaning(self) -> &'static str {
        self.words()
    }
}

impl Word for Factor {
    fn all() -> Vec<Factor> {
        Factor::varied().collect()
    }

    fn word(self) -> &'static str {
        self.name()
    }

    fn meaning(self) -> &'static str {
        self.words()
    }
}

impl Word for report::Format {
    fn all() -> Vec<report::Format> {
        report::Format::ALL.to_vec()
    }

    fn word(self) -> &'static str {
        self.name()
    }

    fn meaning(self) -> &'static str {
        match self {
            report::Format::Human => "What to act on, and a summary",
            report::Format::Json => "Everything, as one JSON object",
            report::Format::Sarif => "SARIF 2.1.0, for code scanning",
            report::Format::Junit => "JUnit's XML, for build servers",
            report::Format::Github => "Annotations of a pull request on GitHub",
            report::Format::Html => "A page with sources",
        }
    }
}

impl Word for extreme::Format {
    fn all() -> Vec<extreme::Format> {
        extreme::Format::ALL.to_vec()
    }

    fn word(self) -> &'static str {
        self.name()
    }

    fn meaning(self) -> &'static str {
        match self {
            extreme::Format::Report(report::Format::Human) => "The methods to act on, and a summary",
            extreme::Format::Report(format) => format.meaning(),
            extreme::Format::Descartes => "The `methods.json` of Descartes",
        }
    }
}
