//! What a project's `fex.toml` says.
//!
//! Every setting is a flag of the command that it is for, too, and a flag wins: each is declared once ([`options`]).
//! `grammar/fex.schema.json` is the [`schema()`] for editors.

mod assignments;
mod extreme;
mod integrate;
pub mod options;
mod reader;
mod reading;
mod schema;
mod stability;
mod suites;
mod taint;

pub use assignments::Assignment;
pub use extreme::Extreme;
pub use integrate::Integrate;
pub use reading::class_path;
pub use schema::schema;
pub use stability::Stability;
pub use suites::{Settings, SuiteEntry};
pub use taint::Taint;

use crate::diagnostic::{Diagnostic, Source, any_error};
use reader::{Problems, Table, parse};
use std::path::{Path, PathBuf};

/// The name of the file.
pub const FILE: &str = crate::project::SETTINGS;

/// What a `fex.toml` says. Its paths count from where the file lies, and are given as they are seen from there on.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Project {
    /// The folder that the file lies in.
    pub folder: PathBuf,
    /// What all suites share.
    pub common: Settings,
    /// The suites, in the order of the file.
    pub suites: Vec<SuiteEntry>,
    /// How the tests of the project are judged.
    pub extreme: Extreme,
    /// What surrounds them is varied in these ways.
    pub stability: Stability,
    /// How the interaction of its classes is measured.
    pub integrate: Integrate,
    /// How what their assertions check is reported.
    pub taint: Taint,
}

impl Project {
    /// These settings, and those of `others` where these say nothing. Suites are named by one of them; the folder is that of `others`.
    pub fn or(self, others: Project) -> Project {
        Project {
            common: self.common.or(&others.common),
            suites: if self.suites.is_empty() { others.suites } else { self.suites },
            extreme: self.extreme.or(&others.extreme),
            stability: self.stability.or(&others.stability),
            integrate: self.integrate.or(&others.integrate),
            taint: self.taint.or(&others.taint),
            folder: others.folder,
        }
    }

    /// The suites of a specification.
    pub fn suites_of<'p>(&'p self, spec: &Path) -> impl Iterator<Item = &'p SuiteEntry> {
        let same = |path: &Path| std::path::absolute(path).ok();
        let wanted = same(spec);
        self.suites.iter().filter(move |suite| same(&suite.spec) == wanted)
    }
}

/// The `fex.toml` of a folder, or of the nearest folder around it that has one.
pub fn find(folder: &Path) -> Option<PathBuf> {
    // The empty path is the current folder, but not for the system.
    let whole = std::path::absolute(Path::new(".").join(folder)).ok()?;
    let mut seen = folder.to_path_buf();
    for around in whole.ancestors() {
        if around.join(FILE).is_file() {
            return Some(seen.join(FILE));
        }
        seen.push("..");
    }
    None
}

/// Reads a `fex.toml` that lies in a folder. Without a project there is at least one error.
pub fn read(source: &Source, folder: &Path) -> (Option<Project>, Vec<Diagnostic>) {
    let (document, problems) = parse(&source.text);
    let project = of_document(Table::root(&document, &problems), folder, &problems);
    finished(project, problems.into_inner())
}

/// Reads settings that are in no file, and whose paths count from a folder; with what messages about them show.
pub fn assigned(assignments: &[Assignment], folder: &Path) -> (Source, Option<Project>, Vec<Diagnostic>) {
    let (document, problems) = (assignments::document(assignments), Problems::default());
    let project = of_document(Table::of_texts(&document, &problems), folder, &problems);
    let (project, diagnostics) = finished(project, problems.into_inner());
    (assignments::source(assignments), project, diagnostics)
}

/// A project that was read without an error.
fn finished(project: Project, diagnostics: Vec<Diagnostic>) -> (Option<Project>, Vec<Diagnostic>) {
    ((!any_error(&diagnostics)).then_some(project), diagnostics)
}

/// Reads the tables of a document.
fn of_document(mut table: Table<'_, '_>, folder: &Path, problems: &Problems) -> Project {
    let common = Settings::read(&mut table, folder);
    let suites: Vec<_> = table
        .tables("suite")
        .into_iter()
        .filter_map(|mut table| {
            let suite = SuiteEntry::read(&mut table, folder);
            table.finish();
            suite
        })
        .collect();
    let extreme = table.table("extreme").map(|mut table| {
        let extreme = Extreme::read(&mut table, folder);
        table.finish();
        extreme
    });
    let stability = table.table("stability").map(|mut table| {
        let stability = Stability::read(&mut table, folder);
        table.finish();
        stability
    });
    let integrate = table.table("integrate").map(|mut table| {
        let integrate = Integrate::read(&mut table, folder);
        table.finish();
        integrate
    });
    let taint = table.table("taint").map(|mut table| {
        let taint = Taint::read(&mut table, folder);
        table.finish();
        taint
    });
    suites::refuse_rivals(&suites, &common, problems);
    table.finish();
    let suites = suites.into_iter().map(|suite| suite.0).collect();
    let (extreme, stability) = (extreme.unwrap_or_default(), stability.unwrap_or_default());
    let (integrate, taint) = (integrate.unwrap_or_default(), taint.unwrap_or_default());
    Project { folder: folder.to_owned(), common, suites, extreme, stability, integrate, taint }
}
