//! What a suite is made from and where it goes.

use super::options::{Opt, Visitor};
use super::reader::{Problems, Table, span};
use super::reading::Reading;
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
    /// How many pairs are covered together.
    pub strength: Option<u16>,
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
    /// On how many threads all structures are listed.
    pub threads: Option<u16>,
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

/// A suite of the project, as its `fex.toml` names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuiteEntry {
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
            strength: self.strength.or(others.strength),
            format: self.format.or(others.format),
            out: self.out.or_else(|| others.out.clone()),
            classpath: self.classpath.or_else(|| others.classpath.clone()),
            package: self.package.or_else(|| others.package.clone()),
            build: self.build.or(others.build),
            record: self.record.or(others.record),
            exhaustive: self.exhaustive.or(others.exhaustive),
            threads: self.threads.or(others.threads),
            complement: self.complement.or(others.complement),
            minimise: self.minimise.or(others.minimise),
            certify: self.certify.or(others.certify),
            solver: self.solver.or(others.solver),
            seed: self.seed.or(others.seed),
            time_limit: self.time_limit.or(others.time_limit),
        }
    }

    /// Shows every option of a suite to a visitor: one statement for each.
    pub fn visit(&mut self, visitor: &mut impl Visitor) {
        const OUTPUT: &str = "Output";
        const SEARCH: &str = "Search";
        let v = visitor;
        v.number(
            Opt::new(
                "scope",
                "N",
                "At most this many objects of each signature, instead of what the specification says",
            ),
            Settings::GREATEST_SCOPE,
            &mut self.scope,
        );
        v.text(
            Opt::new("generate", "NAME", "The `generate` paragraph to follow; the first one if not given")
                .example("\"searchTree\""),
            &mut self.generate,
        );
        v.texts(
            Opt::new("fields", "FIELD,…", "Cover only these fields").example("[\"left\", \"right\"]").commas(),
            &mut self.fields,
        );
        v.folder(
            Opt::new("out", "DIR", "The folder of the suite")
                .default(
                    "the test folder of the Maven or Gradle project around, where the specification is bound to its \
                     classes; else fex-out",
                )
                .example("\"src/test/java\"")
                .under(OUTPUT),
            &mut self.out,
        );
        v.class_path(
            Opt::new(
                "classpath",
                "PATH",
                "The compiled classes under test, to check the bindings and set fields directly where possible; with \
                 `--tests`, what else these need, the JUnit Platform's launcher and engines included, or `@FILE` with that",
            )
            .default("what Maven or Gradle says about the project around")
            .example("[\"target/classes\"]")
            .under(OUTPUT),
            &mut self.classpath,
        );
        v.text(
            Opt::new("package", "NAME", "The package of the emitted classes; that of the root class if not given")
                .example("\"com.example\"")
                .under(OUTPUT),
            &mut self.package,
        );
        v.choice(
            Opt::new("format", "FORMAT", "What to write")
                .default("JUnit of the project's version, else junit5")
                .under(OUTPUT),
            &mut self.format,
        );
        v.choice(
            Opt::new("build", "BUILD", "How fixtures build structures").default("auto").under(OUTPUT),
            &mut self.build,
        );
        v.flag(
            Opt::new(
                "record",
                "BOOL",
                "Record what methods without a contract do, as expected values (`fex refresh --record`: all of them anew)",
            )
            .under(OUTPUT),
            &mut self.record,
        );
        v.flag(
            Opt::new(
                "complement",
                "BOOL",
                "Run the tests of the project first, and write only structures that they lack",
            )
            .under(SEARCH),
            &mut self.complement,
        );
        v.count(
            Opt::new("strength", "N", "Cover every pair (1), or every two pairs that fit into one structure (2)")
                .default("1")
                .under(SEARCH),
            &mut self.strength,
        );
        v.flag(
            Opt::new("certify", "BOOL", "Write a proof that no pair is missing, and check it").under(SEARCH),
            &mut self.certify,
        );
        v.flag(
            Opt::new("exhaustive", "BOOL", "All structures of the scope instead of a field-exhaustive selection")
                .under(SEARCH),
            &mut self.exhaustive,
        );
        v.flag(
            Opt::new("minimise", "BOOL", "Spend more time to get fewer structures").under(SEARCH),
            &mut self.minimise,
        );
        v.count(
            Opt::new("threads", "N", "How many threads list all structures").default("one per core").under(SEARCH),
            &mut self.threads,
        );
        v.choice(Opt::new("solver", "SOLVER", "The solver").default("cadical").under(SEARCH), &mut self.solver);
        v.number(
            Opt::new("seed", "N", "The seed of the solver's choices").default("0").under(SEARCH),
            u32::MAX,
            &mut self.seed,
        );
        v.seconds(
            Opt::new("time-limit", "SECONDS", "Stop after this many seconds and write what was found").under(SEARCH),
            &mut self.time_limit,
        );
    }

    /// Reads what a table says; relative paths count from a folder.
    pub(super) fn read(table: &mut Table, folder: &Path) -> Settings {
        let mut settings = Settings::default();
        settings.visit(&mut Reading { table, folder });
        settings
    }
}

impl SuiteEntry {
    /// Reads a `[[suite]]`; with the place of its specification.
    pub(super) fn read(table: &mut Table, folder: &Path) -> Option<(SuiteEntry, Span)> {
        const EXAMPLE: &str = "\"specs/search_tree.spec\"";
        let known = table.problems.borrow().len();
        let spec = table.text("spec", EXAMPLE);
        if spec.is_none() && table.problems.borrow().len() == known {
            table.missing("spec", EXAMPLE);
        }
        let settings = Settings::read(table, folder);
        let spec = spec?;
        let place = span(spec.span());
        Some((SuiteEntry { spec: folder.join(spec.into_inner()), settings }, place))
    }
}

/// Reports suites that would remove each other's files: fex knows its files by the name of the specification.
pub(super) fn refuse_rivals(suites: &[(SuiteEntry, Span)], common: &Settings, problems: &Problems) {
    let out = |suite: &SuiteEntry| suite.settings.clone().or(common).out;
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
