//! What a suite is made from and where it goes.

use super::extreme::class_path;
use super::reader::{Problems, Table, span};
use crate::diagnostic::{Diagnostic, Span};
use crate::fixture::{Build, Format};
use crate::sat::Backend;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The settings of a suite; what is not set is left to whoever is asked next.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    /// The `generate` paragraph.
    pub generate: Option<String>,
    /// The scope.
    pub scope: Option<u32>,
    /// The fields to cover.
    pub fields: Option<Vec<String>>,
    /// What is written: JUnit of which version, or something else.
    pub format: Option<Format>,
    /// Where it is written.
    pub out: Option<PathBuf>,
    /// The compiled classes under test.
    pub classpath: Option<String>,
    /// The package of the emitted classes.
    pub package: Option<String>,
    /// How structures are built.
    pub build: Option<Build>,
    /// Whether outcomes of calls without a contract are recorded.
    pub record: Option<bool>,
    /// Whether all structures are wanted.
    pub exhaustive: Option<bool>,
    /// Whether only what the project's tests lack is wanted.
    pub complement: Option<bool>,
    /// Whether to look longer for fewer structures.
    pub minimise: Option<bool>,
    /// Whether to prove that no pair is missing.
    pub certify: Option<bool>,
    /// The solver.
    pub solver: Option<Backend>,
    /// The seed of the solver's choices.
    pub seed: Option<u32>,
    /// How long to search.
    pub time_limit: Option<Duration>,
}

/// A suite of the project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suite {
    /// Its specification.
    pub spec: PathBuf,
    /// Its own settings.
    pub settings: Settings,
}

impl Settings {
    /// The greatest scope that fex accepts.
    pub const GREATEST_SCOPE: u32 = 1000;

    /// These settings, and those of `others` where these say nothing.
    pub fn or(self, others: &Settings) -> Settings {
        Settings {
            generate: self.generate.or_else(|| others.generate.clone()),
            scope: self.scope.or(others.scope),
            fields: self.fields.or_else(|| others.fields.clone()),
            format: self.format.or(others.format),
            out: self.out.or_else(|| others.out.clone()),
            classpath: self.classpath.or_else(|| others.classpath.clone()),
            package: self.package.or_else(|| others.package.clone()),
            build: self.build.or(others.build),
            record: self.record.or(others.record),
            exhaustive: self.exhaustive.or(others.exhaustive),
            complement: self.complement.or(others.complement),
            minimise: self.minimise.or(others.minimise),
            certify: self.certify.or(others.certify),
            solver: self.solver.or(others.solver),
            seed: self.seed.or(others.seed),
            time_limit: self.time_limit.or(others.time_limit),
        }
    }

    /// Reads what a table says; relative paths count from a folder.
    pub(super) fn read(table: &mut Table, folder: &Path) -> Settings {
        let place = |path: String| folder.join(path);
        Settings {
            generate: table.text("generate", "\"searchTree\"").map(|text| text.into_inner()),
            scope: table.number("scope", Settings::GREATEST_SCOPE),
            fields: table.texts("fields", "[\"left\", \"right\"]"),
            format: table.choice("format", &Format::ALL.map(|format| (format.word(), format))),
            out: table.text("out", "\"src/test/java\"").map(|text| place(text.into_inner())),
            classpath: table.texts("classpath", "[\"target/classes\"]").map(|paths| class_path(&paths, folder)),
            package: table.text("package", "\"com.example\"").map(|text| text.into_inner()),
            build: table.choice("build", &Build::ALL.map(|build| (build.word(), build))),
            record: table.flag("record"),
            exhaustive: table.flag("exhaustive"),
            complement: table.flag("complement"),
            minimise: table.flag("minimise"),
            certify: table.flag("certify"),
            solver: table.choice("solver", &[("cadical", Backend::Cadical), ("varisat", Backend::Varisat)]),
            seed: table.number("seed", u32::MAX),
            time_limit: table.seconds("time-limit"),
        }
    }
}

impl Suite {
    /// Reads a `[[suite]]`; with the place of its specification.
    pub(super) fn read(table: &mut Table, folder: &Path) -> Option<(Suite, Span)> {
        const EXAMPLE: &str = "\"specs/search_tree.spec\"";
        let known = table.problems.borrow().len();
        let spec = table.text("spec", EXAMPLE);
        if spec.is_none() && table.problems.borrow().len() == known {
            table.missing("spec", EXAMPLE);
        }
        let settings = Settings::read(table, folder);
        let spec = spec?;
        let place = span(spec.span());
        Some((Suite { spec: folder.join(spec.into_inner()), settings }, place))
    }
}

/// Reports suites that would remove each other's files: fex knows its files by the name of the specification.
pub(super) fn refuse_rivals(suites: &[(Suite, Span)], common: &Settings, problems: &Problems) {
    let out = |suite: &Suite| suite.settings.clone().or(common).out;
    for (index, (suite, place)) in suites.iter().enumerate() {
        let rival = suites[..index]
            .iter()
            .find(|(other, _)| other.spec.file_name() == suite.spec.file_name() && out(other) == out(suite));
        if let Some((_, other)) = rival {
            let name = suite.spec.file_name().unwrap_or_default().to_string_lossy();
            problems.borrow_mut().push(
                Diagnostic::error(*place, format!("two suites of `{name}` go to the same folder"))
                    .label("the second one")
                    .and(*other, "the first one")
                    .help("give one of them an `out` of its own"),
            );
        }
    }
}
