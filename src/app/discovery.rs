//! What a command finds out by itself: the module of the project around that has the class of a specification, and with it the
//! class path, the version of JUnit, and where the suite goes.
//!
//! The build is asked only for a specification that is bound to a class, where no class path is named; and again only when
//! something has changed that the answer depends on.

use super::launches::cache_folder;
use super::settings::Job;
use super::specification::{self, Specification};
use super::{Caller, Failure, Progress, Workspace};
use crate::classfile::ClassPath;
use crate::diagnostic::{Diagnostic, closest};
use crate::fixture::{self, Format};
use crate::project::{self as build, Build, Goal, Module, Question};
use crate::resolve::Generate;
use crate::worker::Jars;
use std::env;
use std::io;
use std::path::{Path, PathBuf};

/// The packages of the JDK's classes, which belong to no project.
const OF_JDK: [&str; 2] = ["java.", "javax."];

/// What a command needs to know of a suite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The classes that it is for, and where it is.
    Classes,
    /// Where it is.
    Place,
}

/// The module of a project that has a class, and what to do with the class there.
pub(super) struct Place {
    pub(super) module: Module,
    /// The folder or jar that has the class.
    pub(super) classes: PathBuf,
    /// The classes of the module, and what they and the tests need, without the tests themselves.
    pub(super) class_path: Vec<PathBuf>,
    /// JUnit of the version that the tests use.
    pub(super) format: Format,
}

impl Workspace<'_> {
    /// A job with what it leaves open: where the suite and its pages are, its format and its classes. Outside a project, that
    /// is the job as it is.
    pub(super) fn settled(&self, job: &Job, specification: &Specification, wanted: Wanted) -> Result<Job, Failure> {
        let mut job = job.clone();
        let paragraph = specification::paragraph(specification, job.generate.as_deref())?;
        let Some((folder, build)) = build::around(self.caller.folder).map_err(Failure::usage)? else { return Ok(job) };
        // A suite stays where it is.
        let has_place = job.said.out || job.out.join(fixture::document_path(paragraph)).exists();
        if !has_place {
            job.pages = from(self.caller.folder, &folder.join(build.output()));
        }
        if !has_place && !job.format.is_junit() {
            job.out = job.pages.clone();
        }
        let is_known = match wanted {
            Wanted::Classes => job.classpath.is_some(),
            Wanted::Place => has_place || job.classpath.is_some(),
        };
        if is_known || !job.format.is_junit() {
            return Ok(job);
        }
        let Some(place) = self.place(specification, paragraph, &folder, build)? else { return Ok(job) };
        if !job.said.format {
            job.format = place.format;
        }
        if let (false, Some(memory), [tests, ..]) = (has_place, place.module.memory(), &*place.module.test_sources) {
            job.out = from(self.caller.folder, &memory);
            job.java = Path::new("..").join(tests.file_name().unwrap_or_default());
        }
        job.classpath = Some(joined(&place.class_path).map_err(Failure::usage)?);
        Ok(job)
    }

    /// The module that has the root class of a paragraph; none if that is no class of a project.
    pub(super) fn place(
        &self,
        specification: &Specification,
        paragraph: &Generate,
        folder: &Path,
        build: Build,
    ) -> Result<Option<Place>, Failure> {
        let root = &specification.module.sigs[paragraph.root.index()];
        let Some(java) = root.java.as_ref().filter(|java| !OF_JDK.iter().any(|jdk| java.class.starts_with(jdk))) else {
            return Ok(None);
        };
        let modules = self.modules(folder, build)?;
        // A class may be the module's own, or its tests', or one that it uses.
        let kinds: [fn(&Module) -> &[PathBuf]; 3] =
            [|module| &module.classes, |module| &module.tests, |module| &module.class_path];
        for kind in kinds {
            for module in modules {
                if let Some(classes) = holder(kind(module), &java.class).map_err(Failure::usage)? {
                    return Place::new(module, classes, &self.caller).map(Some).map_err(Failure::usage);
                }
            }
        }
        let names: Vec<String> = modules.iter().flat_map(|module| names(&module.classes)).collect();
        let class = &java.class;
        let simple = |name: &str| name.rsplit(['.', '$']).next().unwrap_or(name).to_owned();
        let similar = names.iter().find(|name| simple(name) == simple(class)).map(String::as_str);
        let similar = similar.or_else(|| closest(class, names.iter().map(String::as_str)));
        let help = match similar {
            Some(similar) => format!("did you mean `{similar}`?"),
            None => {
                "the build has just compiled the project; `--classpath` names classes that are elsewhere".to_owned()
            }
        };
        let error =
            Diagnostic::error(java.span, format!("the project in `{}` has no class `{class}`", folder.display()))
                .label("bound here")
                .help(help);
        Err(Failure::diagnosed(&specification.sources, vec![error]))
    }

    /// The modules of a project, compiled but for their tests.
    fn modules(&self, folder: &Path, build: Build) -> Result<&[Module], Failure> {
        if let Some(modules) = self.modules.get() {
            return Ok(modules);
        }
        let settings = self.project()?.extreme;
        let arguments = self.tests.clone().or(&settings).build_arg.unwrap_or_default();
        self.caller.progress(Progress::Compiling);
        let modules = compiled(folder, build, &arguments, settings.cache.as_deref());
        self.caller.pause();
        let modules = modules.map_err(|error| {
            let help = "name compiled classes, for instance with `--classpath target/classes`; then fex asks no build";
            Failure::usage(error).help(help)
        })?;
        Ok(self.modules.get_or_init(|| modules))
    }
}

impl Place {
    fn new(module: &Module, classes: PathBuf, caller: &Caller) -> io::Result<Place> {
        let is_needed = |entry: &&PathBuf| {
            // Tests come and go, those of fex among them; what is neither a folder nor a jar has no classes.
            let is_jar = entry.extension().is_some_and(|extension| extension == "jar");
            **entry == classes || !module.tests.contains(entry) && (entry.is_dir() || is_jar && entry.is_file())
        };
        let class_path: Vec<PathBuf> = module.class_path.iter().filter(is_needed).cloned().collect();
        let has = |class: &str| Ok::<bool, io::Error>(holder(&class_path, class)?.is_some());
        let format = if has("org.junit.jupiter.params.ParameterizedTest")? {
            Format::Junit5
        } else if has("org.junit.Test")? {
            Format::Junit4
        } else {
            caller.warn(format_args!(
                "module `{}` lacks the JUnit that the suite needs: add `org.junit.jupiter:junit-jupiter` to its \
                 test dependencies",
                module.name
            ));
            Format::Junit5
        };
        Ok(Place { module: module.clone(), classes, class_path, format })
    }
}

/// Has a build compile the classes of a project, and describe its modules.
pub(super) fn compiled(
    folder: &Path,
    build: Build,
    arguments: &[String],
    cache: Option<&Path>,
) -> io::Result<Vec<Module>> {
    let jars = Jars::unpack()?;
    build.modules(&Question {
        folder,
        goal: Goal::Classes,
        arguments,
        modules: &[],
        extension: &jars.maven(),
        scratch: jars.scratch(),
        cache: cache_folder(cache).as_deref(),
    })
}

/// The first of some folders and jars that has a class.
fn holder(entries: &[PathBuf], class: &str) -> io::Result<Option<PathBuf>> {
    for entry in entries.iter().filter(|entry| entry.exists()) {
        let is_readable = entry.is_dir() || entry.extension().is_some_and(|extension| extension == "jar");
        if is_readable && ClassPath::open(&entry.to_string_lossy())?.find(class).is_some() {
            return Ok(Some(entry.clone()));
        }
    }
    Ok(None)
}

/// The classes of some folders.
fn names(entries: &[PathBuf]) -> Vec<String> {
    let open = |entry: &PathBuf| ClassPath::open(&entry.to_string_lossy()).ok();
    entries.iter().filter(|entry| entry.exists()).filter_map(open).flat_map(|path| path.names()).collect()
}

/// Entries as a class path.
pub(super) fn joined(entries: &[PathBuf]) -> io::Result<String> {
    env::join_paths(entries).map(|path| path.to_string_lossy().into_owned()).map_err(io::Error::other)
}

/// A path as somebody in the current folder would write it, if the caller is there and it is below.
pub(super) fn from(folder: &Path, path: &Path) -> PathBuf {
    if folder.is_absolute() {
        return path.to_owned();
    }
    let here = env::current_dir().unwrap_or_default();
    path.strip_prefix(here).map_or_else(|_| path.to_owned(), Path::to_owned)
}
