//! How thoroughly tests exercise the calls between two classes, or between all classes of a project.

use super::analysis::{self, OF_PROGRAM, OF_TESTS};
use super::authoring::{Authoring, Place};
use super::extreme::Tools;
use super::launches::{self, Launches, cache_folder};
use super::{Caller, Failure, Progress, settings};
use crate::classfile::ClassName;
use crate::coupling::{self, Classes, Counting, Exceeded, Found, Pair, Refusal};
use crate::report::{Format, Sources, counted};
use crate::session::Launch;
use crate::settings::{Extreme, Integrate};
use crate::worker::Jars;
use itertools::Itertools;
use std::path::{Path, PathBuf};

/// What is measured, and how.
#[derive(Debug, Clone)]
pub struct Job {
    /// What is looked at.
    pub about: About,
    /// How tests run.
    pub running: Extreme,
    /// What counts, and what is reported.
    pub options: Integrate,
    /// Where tests for what is open are written, if they are.
    pub write: Option<Place>,
}

/// What is looked at; classes are named as in source, or by simple names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum About {
    /// All pairs of the project.
    Project,
    /// A caller and a callee.
    Pair(String, String),
    /// A class by itself.
    Class(String),
}

/// What was found.
pub struct Integrated {
    /// The pairs, and what tests cover of them.
    pub found: Found,
    /// Where the sources are.
    pub sources: Sources,
    /// The file with new tests, if some were written.
    pub written: Option<PathBuf>,
}

impl Job {
    /// The job with what the settings of the project say where it says nothing.
    pub fn or_settings(&self, config: Option<&Path>, caller: &Caller) -> Result<Job, Failure> {
        let project = settings::project(config, caller)?.unwrap_or_default();
        let running = caller.settings(&self.running).or(&project.extreme);
        let out = self.options.out.as_ref().map(|out| caller.path(out));
        let options = Integrate { out, ..self.options.clone() }.or(&project.integrate);
        let write = self.write.as_ref().map(|place| match place {
            Place::Project => Place::Project,
            Place::Folder(folder) => Place::Folder(caller.path(folder)),
        });
        Ok(Job { running, options, write, ..self.clone() })
    }

    fn counting(&self) -> Counting {
        if self.options.paper == Some(true) { Counting::Published } else { Counting::Causal }
    }
}

impl Integrated {
    /// What was found in a format.
    pub fn render(&self, format: Format) -> String {
        format.render(&coupling::report(&self.found), &self.sources)
    }

    /// The pairs as a table, those with most open coupled branches first.
    pub fn listed(&self) -> String {
        coupling::listed(&self.found)
    }

    /// Writes what was found into a folder, in one file for each format.
    pub fn write(&self, formats: &[Format], folder: &Path) -> Result<Vec<PathBuf>, Failure> {
        analysis::write(&coupling::report(&self.found), &self.sources, formats, folder)
    }

    /// Whether a search for tests, if there was one, came to its end.
    pub fn is_complete(&self) -> bool {
        self.found.searched.as_ref().is_none_or(|searched| !searched.is_interrupted)
    }

    /// The thresholds that are exceeded.
    pub fn exceeded(&self, options: &Integrate) -> Vec<Exceeded> {
        let thresholds = options.fail_on.iter().flatten().copied();
        let exceeded = thresholds.filter_map(|threshold| {
            let count = self.found.count(threshold.measure);
            (count > threshold.at_most).then_some(Exceeded { threshold, count })
        });
        exceeded.collect()
    }
}

/// Measures how thoroughly tests exercise the calls of a pair, or of all pairs.
pub fn integrate(job: &Job, tools: &Tools, caller: &Caller) -> Result<Integrated, Failure> {
    caller.progress(Progress::Compiling);
    let cache = cache_folder(job.running.cache.as_deref());
    let launched = launches::launches(&job.running, tools.jars(), cache.as_deref(), caller).map_err(Failure::usage)?;
    caller.pause();
    let Launches { classes: places, launches, sources, test_sources } = launched;
    let names: Vec<&str> = match &job.about {
        About::Project => Vec::new(),
        About::Pair(caller, callee) => vec![caller, callee],
        About::Class(class) => vec![class],
    };
    let entries = launches.iter().flat_map(|launch| &launch.settings.class_path);
    let mut class_path: Vec<PathBuf> = entries.unique().cloned().collect();
    class_path.extend(of_jdk(&names, &launches, tools.jars())?);
    let classes = Classes::read(&places, &class_path, &names).map_err(Failure::usage)?;
    let pairs = pairs(job, &classes)?;
    caller.progress(Progress::RunningTests);
    let counting = job.counting();
    let limit = launches::limit(&job.running);
    let mut measured = coupling::measure(&classes, &pairs, counting, &launches, tools.jars(), limit)?;
    launches::tell_useless(&measured.excluded, caller);
    let (mut written, mut searched) = (None, None);
    if let (Some(place), [pair]) = (&job.write, pairs.as_slice()) {
        let authoring = Authoring {
            running: &job.running,
            options: &job.options,
            counting,
            tools,
            caller,
            classes: &classes,
            pair,
            launches: &launches,
            places: &places,
            test_sources: &test_sources,
        };
        let authored = authoring.write(place, &mut measured)?;
        (written, searched) = (authored.file.clone(), Some(authored));
    }
    let roots = [sources, test_sources].concat();
    let sources = analysis::sources(roots, [OF_PROGRAM, OF_TESTS], &job.running, caller);
    let searched = searched.map(|authored| {
        let mut searched = authored.searched;
        searched.suspicious.retain(|one| !one.is_documented(&classes, &pairs[0], &sources));
        searched
    });
    let found = Found { classes, pairs, measured, counting, is_one: job.about != About::Project, searched };
    Ok(Integrated { found, sources, written })
}

/// A folder with the class files of those names that are of the JDK on which the tests run; none if there are none.
fn of_jdk(names: &[&str], launches: &[Launch], jars: &Jars) -> Result<Option<PathBuf>, Failure> {
    let names: Vec<&str> = names.iter().copied().filter(|name| coupling::is_of_jdk(&ClassName::binary(name))).collect();
    match launches.first().filter(|_| !names.is_empty()) {
        Some(launch) => jars.jdk_classes(&launch.settings.java, &names).map(Some).map_err(Failure::usage),
        None => Ok(None),
    }
}

/// The pairs that are asked for.
fn pairs(job: &Job, classes: &Classes) -> Result<Vec<Pair>, Failure> {
    let pair = match &job.about {
        About::Project => {
            let pairs = coupling::pairs(classes, job.counting());
            return match pairs.is_empty() {
                true => Err(Failure::usage("no class of the project calls another one")),
                false => Ok(pairs),
            };
        }
        About::Pair(caller, callee) => coupling::named(classes, caller, callee, job.counting()),
        About::Class(class) => coupling::alone(classes, class),
    };
    pair.map(|pair| vec![pair]).map_err(|refusal| refused(&refusal))
}

/// Why there is no pair, with what to do about it.
fn refused(refusal: &Refusal) -> Failure {
    let quoted = |names: &[String]| format!("`{}`", names.join("`, `"));
    match refusal {
        Refusal::Missing(name, alike) => {
            let failure = Failure::usage(format_args!("there is no class `{name}`"));
            match alike.is_empty() {
                true => failure.help("`fex integrate --list` lists the pairs of the project"),
                false => failure.help(format_args!("there is {}", quoted(alike))),
            }
        }
        Refusal::Ambiguous(name, classes) => Failure::usage(format_args!("several classes are called `{name}`"))
            .help(format_args!("say which: {}", quoted(classes))),
        Refusal::CallerOfJdk(class) => {
            Failure::usage(format_args!("the caller `{}` is a class of the JDK", class.to_binary()))
                .help("name a class of the project as the caller")
        }
        Refusal::OfJdk(class, reason) => Failure::usage(format_args!(
            "branches of `{}` cannot be told: it is a class of the JDK, and {reason}",
            class.to_binary()
        ))
        .help("name a class of the project, of a library on its class path, or another one of the JDK"),
        Refusal::Same(class) => {
            Failure::usage(format_args!("caller and callee are the same class, `{}`", class.to_binary()))
                .help("coupled branches are those of two classes; name it once for its own branches")
        }
        Refusal::NoCode(class, below) => {
            let failure = Failure::usage(format_args!("`{}` declares methods and has no code", class.to_binary()));
            match below.is_empty() {
                true => failure.help("name a class that implements it"),
                false => failure.help(format_args!("name a class that implements it: {}", quoted(below))),
            }
        }
        Refusal::NoBranches(class) => {
            Failure::usage(format_args!("`{}` has no branches: nothing is decided in it", class.to_binary()))
                .help("name a class whose methods decide something, or two classes for their interaction")
        }
        Refusal::NoSites { caller, callee, reversed } => {
            let (caller, callee) = (caller.to_binary(), callee.to_binary());
            let failure = Failure::usage(format_args!("`{caller}` never calls `{callee}`"));
            match reversed {
                0 => failure.help("`fex integrate --list` lists the pairs of the project"),
                sites => failure.help(format_args!(
                    "the other way around there are calls ({}): `fex integrate {callee} {caller}`",
                    counted(*sites, "call site")
                )),
            }
        }
    }
}
