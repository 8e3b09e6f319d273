//! A suite as a page to look at.

use super::context::Context;
use super::discovery::Wanted;
use super::settings::Job;
use super::{Failure, Workspace, specification, stored};
use crate::disk;
use crate::fixture::page::{JavaPlace, page};
use crate::fixture::regions;
use crate::fixture::stored::{self as document, Restorer, Stored};
use crate::fixture::{self, Coverage, write};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A page that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reported {
    /// How many structures it shows.
    pub structures: usize,
    /// Where it is.
    pub page: PathBuf,
}

/// Writes the page of a suite.
pub fn report(job: &Job, workspace: &Workspace) -> Result<Reported, Failure> {
    let caller = &workspace.caller;
    let specification = specification::read(&job.spec, caller)?;
    let job = &workspace.settled(job, &specification, Wanted::Place)?;
    let context = Context::new(job, &specification, caller)?;
    let _held = context.hold_folder()?;
    fixture::commit::recover(&job.out).map_err(|error| context.refuse_write(&error))?;
    let stored = stored::read(&job.out.join(fixture::document_path(context.paragraph)))?;
    let restorer = Restorer::new(&context.schema());
    let (mut instances, mut names) = (Vec::new(), Vec::new());
    for structure in &stored.instances {
        match restorer.restore(structure) {
            Ok(restored) => {
                instances.push(restored.instance);
                names.push(structure.name.clone());
            }
            Err(reason) => {
                return Err(Failure::usage(format_args!("{}: {reason}", structure.name))
                    .help("`fex refresh` brings the suite up to date"));
            }
        }
    }
    let coverage = [Coverage::FieldExhaustive, Coverage::BoundedExhaustive, Coverage::Complement]
        .into_iter()
        .find(|coverage| coverage.words() == stored.coverage)
        .unwrap_or(Coverage::Incomplete);
    let text = page(&context.suite(&instances, &names, coverage), &java_places(job, &stored));
    let page_path = job.pages.join(format!("{}.html", context.paragraph.name));
    write::write_one(&page_path, &text).map_err(|error| context.refuse_write(&error))?;
    Ok(Reported { structures: instances.len(), page: page_path })
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
