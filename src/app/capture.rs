//! What the tests of a project show of a class: run once, captured, and abstracted to instances of a specification.

use super::context::{Context, internal};
use super::launches::{self, Launches, cache_folder};
use super::settings::{Job, Request};
use super::workspace::Tested;
use super::{Caller, Failure, Progress, Workspace, specification, stored};
use crate::capture::{self, Witnessed};
use crate::classfile;
use crate::diagnostic::Diagnostic;
use crate::extension::{Encoded, Search};
use crate::fixture;
use crate::objects::{Abstraction, Layout, Misfit, Ranked, Ranking};
use crate::sat::Interrupt;
use crate::session::Launch;
use crate::suite::{self, Candidate};
use crate::worker::Jars;
use crate::worker::protocol::{Capture, Observed};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

impl Workspace<'_> {
    /// The tests that are asked for, or that the build names; it compiles them when they are first needed.
    pub(super) fn tested(&self) -> Result<&Tested, Failure> {
        if let Some(tested) = self.tested.get() {
            return Ok(tested);
        }
        let options = self.tests.clone().or(&self.project()?.extreme);
        let jars = Jars::unpack().map_err(Failure::usage)?;
        self.caller.progress(Progress::Compiling);
        let cache = cache_folder(options.cache.as_deref());
        let launches = launches::launches(&options, &jars, cache.as_deref(), &self.caller);
        let Launches { launches, .. } = launches.map_err(Failure::usage)?;
        self.caller.pause();
        let limit = launches::limit(&options);
        Ok(self.tested.get_or_init(|| Tested { jars, launches, limit }))
    }
}

/// What the tests show of one class.
pub(super) struct Shown {
    pub(super) layout: Layout,
    pub(super) witnessed: Witnessed,
    /// Test classes that were left out, because they use structures that fex wrote.
    pub(super) left_out: Vec<String>,
    /// What was ranked of the integers that the specification only compares.
    pub(super) ranked: Vec<Ranked>,
    /// For each structure that was captured, which of the candidates it is, or why it is none.
    pub(super) abstracted: Vec<Result<usize, Misfit>>,
    pub(super) candidates: Vec<Candidate>,
}

impl Tested {
    /// A job that finds its classes where the tests do.
    pub(super) fn with_classes(&self, job: &Job) -> Result<Job, Failure> {
        with_classes(job, &self.launches)
    }

    /// Runs the tests, and makes instances of what they work on.
    pub(super) fn show(&self, context: &Context) -> Result<Shown, Failure> {
        let Wanted { layout, ranking, capture, structures } = Wanted::of(context)?;
        let mut launches = self.launches.clone();
        let mut left_out = Vec::new();
        for launch in &mut launches {
            // They would cover whatever fex has found to be missing.
            left_out.extend(leave_out(launch, &structures).map_err(Failure::usage)?);
        }
        context.caller.progress(Progress::RunningTests);
        let witnessed = capture::run(&launches, &self.jars, &capture, self.limit).map_err(Failure::from)?;
        for (class, reason) in &witnessed.not_instrumented {
            let warning = format!("`{class}` cannot be instrumented, so its calls are not seen: {reason}");
            context.caller.warn(warning);
        }
        launches::tell_useless(&witnessed.excluded, context.caller);
        let abstraction = Abstraction::new(&context.schema(), &layout);
        let mut candidates = Vec::new();
        let mut abstracted = Vec::new();
        let objects: Vec<&[Observed]> = witnessed.structures.iter().map(|seen| seen.objects.as_slice()).collect();
        let (fitted, ranked) = ranking.fit(&objects);
        for objects in fitted {
            abstracted.push(objects.and_then(|objects| abstraction.instance(&objects)).map(|restored| {
                candidates.push(stored::candidate(restored));
                candidates.len() - 1
            }));
        }
        Ok(Shown { layout, witnessed, left_out, ranked, abstracted, candidates })
    }
}

/// A job that finds its classes where some tests do.
fn with_classes(job: &Job, launches: &[Launch]) -> Result<Job, Failure> {
    let mut entries: Vec<PathBuf> = Vec::new();
    for entry in launches.iter().flat_map(|launch| &launch.settings.class_path) {
        if entry.exists() && !entries.contains(entry) {
            entries.push(entry.clone());
        }
    }
    let joined = std::env::join_paths(entries).map_err(Failure::usage)?;
    Ok(Job { classpath: Some(joined.to_string_lossy().into_owned()), ..job.clone() })
}

/// What is captured for a specification.
struct Wanted {
    layout: Layout,
    ranking: Ranking,
    capture: Capture,
    /// The internal name of the class that fex writes for the structures of the specification.
    structures: String,
}

impl Wanted {
    fn of(context: &Context) -> Result<Wanted, Failure> {
        context.check_bindings()?;
        refuse_jdk(context)?;
        let schema = context.schema();
        let reading = fixture::java::reading(&schema, &context.options);
        let mut layout = Layout::of_strangers(&schema, &reading);
        let ranking = Ranking::of(&schema, &mut layout);
        let slashed = |name: &String| name.replace('.', "/");
        let capture = Capture { above: reading.above.iter().map(slashed).collect(), objects: layout.request.clone() };
        let structures = slashed(&fixture::java::structures_class(&schema, &context.options));
        Ok(Wanted { structures, layout, ranking, capture })
    }
}

/// What workers capture of the root class of a suite while they run tests for another purpose.
pub(super) fn beside(request: &Request, launches: &[Launch], caller: &Caller) -> Result<Capture, Failure> {
    let jobs = request.jobs(caller)?;
    let [job] = jobs.as_slice() else {
        return Err(Failure::usage(format_args!("the project has {} suites", jobs.len()))
            .help("`--with capture=SPEC` names the specification of one"));
    };
    let specification = specification::read(&job.spec, caller)?;
    let job = with_classes(job, launches)?;
    Ok(Wanted::of(&Context::new(&job, &specification, caller)?)?.capture)
}

impl Shown {
    /// Finds out what no object shows, such as the values of ghost fields, where the specification leaves no choice.
    pub(super) fn determine(
        &mut self,
        context: &Context,
        encoded: &Encoded,
        interrupt: &Interrupt,
    ) -> Result<(), Failure> {
        if self.candidates.iter().all(|candidate| candidate.unknown.is_empty()) {
            return Ok(());
        }
        let mut search = Search::new(encoded, &context.search_config(interrupt));
        let determined = suite::determined(&context.lowered.problem, encoded, &mut search, &self.candidates);
        self.candidates = determined.map_err(internal)?;
        Ok(())
    }
}

/// Refuses a root class that the JVM and the test framework use as well as the tests do.
fn refuse_jdk(context: &Context) -> Result<(), Failure> {
    let root = &context.specification.module.sigs[context.paragraph.root.index()];
    let Some(java) = root.java.as_ref().filter(|java| java.class.starts_with("java.")) else { return Ok(()) };
    let message = format!("what tests do with `{}` cannot be told from what others do", java.class);
    let error = Diagnostic::error(java.span, message)
        .label("a class of the JDK, which the JVM and the test framework use, too")
        .help("bind the root signature to a class of the project, such as one that holds such an object in a field");
    Err(Failure::diagnosed(&context.specification.sources, vec![error]))
}

/// Takes the tests out of a launch that use a class; returns the names of theirs.
fn leave_out(launch: &mut Launch, used: &str) -> io::Result<Vec<String>> {
    let mut users = BTreeSet::new();
    for place in launch.own.iter().filter(|place| Path::new(place).exists()) {
        classfile::class_files(Path::new(place), |name, bytes| {
            // The name of a class that another one uses stands in its constants as it is.
            if bytes.windows(used.len()).any(|window| window == used.as_bytes()) {
                users.insert(name.split('$').next().unwrap_or(name).replace('/', "."));
            }
        })?;
    }
    let (left_out, kept) = launch.tests.suites.drain(..).partition(|suite| users.contains(suite));
    launch.tests.suites = kept;
    Ok(left_out)
}
