//! What analyses found, in the formats that people and other programs read.
//!
//! An analysis maps its results to a [`Report`]; each format is a function from that to text. [`write()`] puts texts on disk.

mod filters;
mod finding;
mod github;
mod highlight;
mod human;
mod interaction;
mod json;
mod junit;
mod page;
mod place;
mod sarif;
mod sources;
mod threshold;
mod write;

pub use finding::{
    Analysis, Document, Edit, Evidence, Finding, Kind, Outcome, Related, Report, Rule, RuleId, Severity, State,
    Suggestion,
};
pub use interaction::{Call, Cell, Condition, Interaction};
pub use place::{Member, MethodName, Place, parameters, type_name};
pub use sources::Sources;
pub use threshold::{Countable, Exceeded, Threshold};
pub use write::write;

/// A number of things, as text: `1 test`, `2 tests`.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// A format that every report has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// What to act on, and a summary.
    Human,
    /// Everything, as one JSON object of the analysis's own form.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// JUnit's XML, for build servers.
    Junit,
    /// Workflow commands of GitHub, which show up beside the lines of a pull request.
    Github,
    /// One static page.
    Html,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 6] =
        [Format::Human, Format::Json, Format::Sarif, Format::Junit, Format::Github, Format::Html];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::Human => "human",
            Format::Json => "json",
            Format::Sarif => "sarif",
            Format::Junit => "junit",
            Format::Github => "github",
            Format::Html => "html",
        }
    }

    /// The name of its file in a folder of reports of an analysis.
    pub fn file_name(self, analysis: Analysis) -> String {
        match self {
            Format::Human => "summary.txt".to_owned(),
            Format::Json => format!("{}.json", analysis.name),
            Format::Sarif => format!("{}.sarif", analysis.name),
            Format::Junit => "junit.xml".to_owned(),
            Format::Github => "annotations.txt".to_owned(),
            Format::Html => "index.html".to_owned(),
        }
    }

    /// A report in this format, with a line break at the end.
    pub fn render(self, report: &Report, sources: &Sources) -> String {
        match self {
            Format::Human => human::text(report),
            Format::Json => format!("{}\n", json::object(report)),
            Format::Sarif => format!("{}\n", sarif::log(report, sources)),
            Format::Junit => junit::suites(report),
            Format::Github => github::annotations(report, sources),
            Format::Html => page::page(report, sources, false),
        }
    }

    /// The files of a report in this format, by their names in a folder of reports.
    pub fn files(self, report: &Report, sources: &Sources) -> Vec<(String, String)> {
        let name = self.file_name(report.analysis);
        if self != Format::Html {
            return vec![(name, self.render(report, sources))];
        }
        let several = report.interactions.iter().filter(|_| report.interactions.len() > 1);
        let pages = several.map(|one| (one.file_name(), page::pair_page(report.analysis.title, one, sources)));
        [(name, page::page(report, sources, true))].into_iter().chain(pages).collect()
    }
}
