//! `fex report`: a suite as a page to look at.

use super::context::Context;
use super::discovery::{Discovery, Wanted};
use super::settings::{Flags, Job};
use super::{Exit, print, specification, stored};
use crate::disk;
use crate::fixture::page::{JavaPlace, page};
use crate::fixture::regions;
use crate::fixture::stored::{self as document, Restorer, Stored};
use crate::fixture::{self, Coverage, write};
use crate::project::Settings;
use clap::Args;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The arguments of `fex report`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The specification [default: all suites of the project's `fex.toml`]
    spec: Option<PathBuf>,
    #[command(flatten)]
    flags: Flags,
    /// Say nothing of what was written
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let jobs = match arguments.flags.jobs(arguments.spec.as_deref(), Settings::default()) {
        Ok(jobs) => jobs,
        Err(exit) => return exit,
    };
    let discovery = Discovery::new(arguments.flags.config(), &[], arguments.quiet);
    let exits = jobs.iter().map(|job| match report(job, &discovery, arguments.quiet) {
        Ok(()) => Exit::Clean,
        Err(exit) => exit,
    });
    exits.max().unwrap_or(Exit::Clean)
}

fn report(job: &Job, discovery: &Discovery, quiet: bool) -> Result<(), Exit> {
    let specification = specification::read(&job.spec)?;
    let job = &discovery.settled(job, &specification, Wanted::Place)?;
    let context = Context::new(job, &specification)?;
    let _held = context.hold_folder()?;
    fixture::commit::recover(&job.out).map_err(|error| context.refuse_write(&error))?;
    let stored = stored::read(&job.out.join(fixture::document_path(context.paragraph)))?;
    let blank = context.suite(&[], &[], Coverage::Incomplete);
    let restorer = Restorer::new(&blank);
    let (mut instances, mut names) = (Vec::new(), Vec::new());
    for structure in &stored.instances {
        match restorer.restore(structure) {
            Ok(restored) => {
                instances.push(restored.instance);
                names.push(structure.name.clone());
            }
            Err(reason) => {
                print::message(format_args!("error: {}: {reason}", structure.name));
                print::message("help: `fex refresh` brings the suite up to date");
                return Err(Exit::Usage);
            }
        }
    }
    let coverage = [Coverage::FieldExhaustive, Coverage::BoundedExhaustive, Coverage::Complement]
        .into_iter()
        .find(|coverage| coverage.words() == stored.coverage)
        .unwrap_or(Coverage::Incomplete);
    let text = page(&context.suite(&instances, &names, coverage), &java_places(job, &stored));
    let path = job.pages.join(format!("{}.html", context.paragraph.name));
    write::write_one(&path, &text).map_err(|error| context.refuse_write(&error))?;
    if !quiet {
        print::result(format_args!("{} structures in {}", instances.len(), path.display()));
    }
    Ok(())
}

/// Where each fixture stands, as far as the files are there: by the name of its method, which has no parameters and returns the
/// structure. A test of the same name is elsewhere.
fn java_places(job: &Job, stored: &Stored) -> BTreeMap<String, JavaPlace> {
    let mut places = BTreeMap::new();
    for file in stored.files.keys().filter(|file| file.contains("Structures")) {
        let Ok(text) = std::fs::read_to_string(disk::within(&job.out, Path::new(file))) else { continue };
        let place = disk::seen_from(&job.pages, &disk::within(&job.out, Path::new(file)));
        let linked = document::path_text(&place);
        let mut line = 1;
        for region in regions::split(&text) {
            let declared = region.text.rfind(&region.key).unwrap_or(0);
            let ends = |text: &str| text.bytes().filter(|byte| *byte == b'\n').count();
            let fixture = region.key.strip_suffix("()").filter(|key| !key.split(' ').any(|word| word == "void"));
            if let Some(name) = fixture.and_then(|key| key.rsplit(' ').next())
                && stored.instances.iter().any(|structure| structure.name == name)
            {
                let place = JavaPlace { file: linked.clone(), line: line + ends(&region.text[..declared]) };
                places.entry(name.to_owned()).or_insert(place);
            }
            line += ends(&region.text);
        }
    }
    places
}
