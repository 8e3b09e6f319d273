//! What `fex extreme` says: in which formats, where, and with which exit code.

use crate::cli::tests::list;
use crate::cli::{Exit, print, settings};
use crate::extreme::{Findings, Threshold};
use crate::project::Extreme;
use crate::report::{self, Format, Sources};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// The arguments about output.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Output")]
pub(in crate::cli) struct Output {
    /// What to print; with `--out`, what to write
    #[arg(long, value_enum, value_name = "FORMAT", value_delimiter = ',')]
    pub format: Vec<Format>,
    /// Write a file for each format into this folder, and print the summary
    #[arg(long, value_name = "DIR", value_parser = settings::folder)]
    pub out: Option<PathBuf>,
    /// Where the sources of the classes are, for pages and places [default: what the build says, or src/main/java and
    /// src/main/kotlin]
    #[arg(long, value_name = "DIR")]
    pub sources: Vec<PathBuf>,
    /// Exit with 1 if there is a method like this; `VERDICT=N` or `VERDICT=N%` tolerates some
    #[arg(long, value_name = "VERDICT", value_delimiter = ',')]
    pub fail_on: Vec<Threshold>,
    /// No progress display
    #[arg(long, short)]
    pub quiet: bool,
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Format] {
        &Format::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(match self {
            Format::Human => "The methods to act on, and a summary",
            Format::Json => "Everything, as one JSON object",
            Format::Sarif => "SARIF 2.1.0, for code scanning",
            Format::Junit => "JUnit's XML, for build servers",
            Format::Github => "Annotations of a pull request on GitHub",
            Format::Descartes => "The `methods.json` of Descartes",
            Format::Html => "A page with sources",
        }))
    }
}

impl Output {
    /// These arguments, and the project's settings where they say nothing.
    pub(super) fn or(&self, settings: &Extreme) -> Output {
        Output {
            format: list(&self.format, settings.format.as_ref()),
            out: self.out.clone().or_else(|| settings.out.clone()),
            sources: list(&self.sources, settings.sources.as_ref()),
            fail_on: list(&self.fail_on, settings.fail_on.as_ref()),
            quiet: self.quiet,
        }
    }

    /// Refuses what makes no sense before any work is done.
    pub(super) fn check(&self) -> Result<(), Exit> {
        if self.out.is_none() && self.format.len() > 1 {
            print::message("error: several formats cannot be printed at once");
            print::message("help: `--out DIR` writes each of them into a file");
            return Err(Exit::Usage);
        }
        Ok(())
    }

    /// Prints or writes the findings; the tests ran in a directory, and the build says where some sources are.
    pub(super) fn deliver(&self, findings: &Findings, directory: &Path, of_build: Vec<PathBuf>) -> Exit {
        let sources = self.sources(directory, of_build);
        match &self.out {
            None => {
                let format = self.format.first().copied().unwrap_or(Format::Human);
                print::text(&format.render(findings, &sources));
            }
            Some(folder) => {
                print::text(&Format::Human.render(findings, &sources));
                let formats = if self.format.is_empty() { &Format::ALL[..] } else { &self.format };
                match report::write(findings, &sources, formats, folder) {
                    Ok(files) => print::message(format_args!("{} reports in {}", files.len(), folder.display())),
                    Err(error) => {
                        print::message(format_args!("error: cannot write to `{}`: {error}", folder.display()));
                        return Exit::Usage;
                    }
                }
            }
        }
        let mut exit = Exit::Clean;
        for threshold in &self.fail_on {
            if let Some(count) = threshold.exceeded(findings) {
                let (name, limit) = (threshold.verdict.name(), threshold.at_most);
                print::message(format_args!("error: {count} methods are {name}; `--fail-on` allows {limit}"));
                exit = Exit::Findings;
            }
        }
        exit
    }

    fn sources(&self, directory: &Path, of_build: Vec<PathBuf>) -> Sources {
        let roots = match (self.sources.as_slice(), of_build.as_slice()) {
            ([], []) => ["src/main/java", "src/main/kotlin"].map(|root| directory.join(root)).to_vec(),
            ([], _) => of_build,
            (given, _) => given.to_vec(),
        };
        Sources { roots, base: directory.to_owned() }
    }
}
