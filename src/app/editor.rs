//! Specifications as an editor has them: half written, not saved, and drawn.

use super::generate::{self, Drawn};
use super::settings::Request;
use super::solve::{self, Solving};
use super::specification::{self, Specification, Unsaved};
use super::{Caller, Failure, Workspace};
use crate::diagnostic::{self, Diagnostic, Source};
use crate::disk;
use crate::fixture::Format;
use crate::ide::Analysis;
use crate::instance;
use crate::lower;
use crate::processes;
use crate::relational::Overflow;
use crate::sat::{Backend, Interrupt};
use crate::settings::{Extreme, Settings};
use std::cell::OnceCell;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

pub use super::classes::{Classes, Written};
pub use super::specification::open;

/// Instances or structures as pictures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pictures {
    /// What they are of: `run show`, `generate Tree`.
    pub title: String,
    /// What was found, in words.
    pub found: String,
    /// The pictures, each with its name.
    pub pictures: Vec<Picture>,
}

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Its name.
    pub name: String,
    /// A document of SVG; of a trace one for each state, one after the other.
    pub svg: String,
}

/// Files that an editor is to show: nobody can change them, and they are gone when fex is.
#[derive(Debug, Default)]
pub struct Shelf {
    folder: OnceCell<TempDir>,
}

impl Shelf {
    /// Makes a file of a text, of this path in a folder of its own.
    pub fn put(&self, path: &Path, text: &str) -> io::Result<PathBuf> {
        if self.folder.get().is_none() {
            let folder = processes::folder()?;
            self.folder.get_or_init(|| folder);
        }
        let folder = self.folder.get().expect("it was made");
        let path = disk::within(folder.path(), path);
        if fs::read_to_string(&path).is_ok_and(|there| there == text) {
            return Ok(path);
        }
        fs::create_dir_all(path.parent().unwrap_or(folder.path()))?;
        fs::write(&path, text)?;
        let mut permissions = fs::metadata(&path)?.permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions)?;
        Ok(path)
    }
}

/// Finds out as much of a text as there is to find out, with the modules that it opens.
pub fn analyse(source: Source, unsaved: &Unsaved<'_>) -> Analysis {
    Analysis::new(source, &mut |opener, module| specification::opened(opener, module, unsaved))
}

/// What [`check`](super::check) says of a text.
pub fn messages(analysis: &Analysis) -> Vec<Diagnostic> {
    let mut all = analysis.diagnostics().to_vec();
    if !diagnostic::any_error(&all) {
        all.extend(lower::check_commands(analysis.module()));
    }
    all
}

/// Solves a `run` or `check` command, and draws the instance or the counterexample, if there is one.
pub fn solve(source: Source, unsaved: &Unsaved<'_>, command: &str, interrupt: Interrupt) -> Result<Pictures, Failure> {
    let caller = Caller::silent(Path::new(""), interrupt);
    let job = solve::Job {
        spec: PathBuf::from(&source.name),
        most: 1,
        shown: None,
        without_symmetric: true,
        solver: Backend::default(),
        seed: 0,
        time_limit: None,
        overflow: Overflow::Sound,
        recursion: None,
    };
    let solving = Solving::of(&job, whole(source, unsaved)?, &caller);
    let commands = solving.commands(Some(command))?;
    let (_, command) = commands.first().expect("a command was chosen, or there is a failure");
    let title = format!("{} {}", if command.is_check { "check" } else { "run" }, command.label);
    let answer = solving.answer(command, &caller, |view| Picture {
        name: command.label.clone(),
        svg: instance::picture(view, &command.label),
    })?;
    Ok(Pictures { title, found: answer.found(command), pictures: answer.shown })
}

/// Computes the structures of a `generate` paragraph, and draws them. What the project's `fex.toml` says of the suite counts, as far
/// as it is about which structures there are; nothing is written.
pub fn generate(
    source: Source,
    unsaved: &Unsaved<'_>,
    paragraph: &str,
    interrupt: Interrupt,
) -> Result<Pictures, Failure> {
    let spec = PathBuf::from(&source.name);
    let folder = spec.parent().unwrap_or(Path::new("")).to_owned();
    let caller = Caller::silent(&folder, interrupt);
    let settings = Settings {
        generate: Some(paragraph.to_owned()),
        format: Some(Format::Svg),
        record: Some(false),
        exhaustive: Some(false),
        complement: Some(false),
        certify: Some(false),
        ..Settings::default()
    };
    let specification = whole(source, unsaved)?;
    let mut jobs = Request { spec: Some(spec), config: None, settings }.jobs(&caller)?;
    let mut job = jobs.swap_remove(0);
    job.classpath = None;
    let Drawn { count, is_complete, pairs, pictures } =
        generate::draw(&job, &specification, &Workspace::new(caller, None, Extreme::default()))?;
    let plural = if count == 1 { "" } else { "s" };
    let found = match is_complete {
        true => format!("{count} structure{plural} with all {pairs} feasible pairs"),
        false => format!("{count} structure{plural} so far, with {pairs} pairs: stopped"),
    };
    let pictures = pictures.into_iter().map(|file| Picture {
        name: file.path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        svg: file.text,
    });
    Ok(Pictures { title: format!("generate {paragraph}"), found, pictures: pictures.collect() })
}

/// A text without errors, with the modules that it opens.
fn whole(source: Source, unsaved: &Unsaved<'_>) -> Result<Specification, Failure> {
    let (specification, sources, mut diagnostics) = specification::checked_with(source, unsaved);
    diagnostics.retain(|diagnostic| diagnostic.severity == diagnostic::Severity::Error);
    specification.ok_or_else(|| Failure::diagnosed(&sources, diagnostics))
}
