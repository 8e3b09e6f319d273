//! A specification made ready for a run: what `generate`, `refresh` and their like have in common.

use super::explanation::Inquiry;
use super::settings::Job;
use super::specification::{self, Specification};
use super::{Caller, Diagnosed, Failure, Kind, Level, Message};
use crate::classfile::ClassPath;
use crate::diagnostic::Diagnostic;
use crate::disk::{self, Held};
use crate::extension::{self, Encoded, Search, SearchConfig};
use crate::facts;
use crate::fixture::changes::{Owner, Planned};
use crate::fixture::merge::Edited;
use crate::fixture::stored::{Restorer, Stored};
use crate::fixture::write::{self, WriteError};
use crate::fixture::{self, Coverage, Format, Options, Origin, OutputFile, Suite};
use crate::lower::{self, Lowered, Scopes};
use crate::relational::{Instance, Problem};
use crate::resolve::Generate;
use crate::sat::{self, Backend, Interrupt};
use crate::schema::{Schema, SpecText};
use crate::solve::{self, Contradiction};
use crate::suite::{self, Candidate};
use crate::unit::Digest;
use fixedbitset::FixedBitSet;
use itertools::Itertools;
use serde::Serialize;
use std::cell::{OnceCell, RefCell};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// How long to wait before asking again whether to stop.
const PATIENCE: Duration = Duration::from_millis(20);

/// After how many conflicts a search asks what follows from the problem, and how many conflicts each proof may take then. So the proofs
/// do not take much longer than the search took already, whether they succeed or not.
const ROUNDS: [(u32, u32); 2] = [(1_000, 2_000), (50_000, 50_000)];

/// The problem made ready for a solver, twice where that helps.
pub(super) struct Translated {
    /// The problem as it stands: what is reported and certified.
    pub(super) plain: Encoded,
    /// The problem in tighter bounds, if there are any.
    tightened: Option<Encoded>,
    /// The problem with what was found to follow from it.
    informed: OnceCell<Encoded>,
    /// What was asked to find that.
    inquiries: RefCell<Vec<Inquiry>>,
}

impl Translated {
    fn new(plain: Encoded) -> Translated {
        let tightened = plain.tightened();
        Translated { plain, tightened, informed: OnceCell::new(), inquiries: RefCell::default() }
    }

    /// The problem with what follows from it, if that is found out with so many conflicts for each proof, `after` so many of a search.
    fn informed(&self, solver: &sat::SolverConfig, after: u32, conflicts: u32) -> Option<&Encoded> {
        if self.informed.get().is_none() {
            let (encoded, config) = (self.tightest().clone(), solver.clone());
            let informed = unless_stopped(&solver.interrupt, move || encoded.with_facts(&config, conflicts))?;
            let problem = &self.plain.core.problem;
            self.inquiries.borrow_mut().push(Inquiry::of(after, &informed.asked, problem));
            let encoded = informed.encoded?;
            return Some(self.informed.get_or_init(|| encoded));
        }
        self.informed.get()
    }

    /// What was asked to find what follows from the problem.
    pub(super) fn inquiries(&self) -> Vec<Inquiry> {
        self.inquiries.borrow().clone()
    }

    /// What is searched first.
    pub(super) fn tightest(&self) -> &Encoded {
        self.tightened.as_ref().unwrap_or(&self.plain)
    }
}

/// What a use case is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Target {
    /// The name of the `generate` paragraph.
    pub generate: String,
    /// The scope.
    pub scope: u32,
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at scope {}", self.generate, self.scope)
    }
}

/// Everything that a run has at hand once the specification is lowered.
pub(super) struct Context<'r> {
    pub(super) caller: &'r Caller<'r>,
    pub(super) job: &'r Job,
    pub(super) specification: &'r Specification,
    pub(super) paragraph: &'r Generate,
    pub(super) lowered: Lowered,
    pub(super) options: Options,
    /// The fields to cover, as indices into `Heap::fields`, and their names.
    fields: Vec<usize>,
    field_names: Vec<String>,
    /// The digest of the problem.
    pub(super) digest: Digest,
}

impl<'r> Context<'r> {
    /// Makes a specification that was read ready.
    pub(super) fn new(
        job: &'r Job,
        specification: &'r Specification,
        caller: &'r Caller<'r>,
    ) -> Result<Context<'r>, Failure> {
        let paragraph = specification::paragraph(specification, job.generate.as_deref())?;
        let options = options(job)?;
        let lowered = lowered(specification, paragraph, job.scope)?;
        let fields = chosen_fields(&lowered, job)?;
        let field_names = fields.iter().map(|field| lowered.problem.heap.fields[*field].name.clone()).collect();
        let digest = lowered.problem.digest();
        let mut context =
            Context { caller, job, specification, paragraph, lowered, options, fields, field_names, digest };
        context.options.stem = context.stem();
        // Who checks a certificate is not to have to believe that walks meet all objects.
        if !job.certify && !context.certificate().iter().any(|name| job.out.join(name).exists()) {
            let problem = context.lowered.problem.clone();
            // Who stops the run here is told so where the problem is translated.
            let met = unless_stopped(&caller.interrupt, move || facts::met(&problem));
            context.lowered.problem.heap.met = met.unwrap_or_default();
        }
        Ok(context)
    }

    /// The names of the files of a certificate: formula, proof and map.
    pub(super) fn certificate(&self) -> [String; 3] {
        ["cnf", "lrat", "map"].map(|ending| format!("{}.{ending}", self.paragraph.name))
    }

    /// What the names of the classes begin with, if there are to be classes.
    fn stem(&self) -> Option<String> {
        if !self.options.format.is_junit() {
            return None;
        }
        let out = &self.job.out;
        let stored = Stored::read(&out.join(fixture::document_path(self.paragraph))).ok();
        let files = stored.iter().flat_map(|stored| stored.files.keys()).map(String::as_str);
        // What cannot be read is said when it is written.
        let is_taken = |path: &Path| write::is_foreign(&disk::within(out, path)).unwrap_or(false);
        Some(fixture::java::stem(&self.schema(), &self.options, files, is_taken))
    }

    /// Refuses bindings that do not fit the classes.
    pub(super) fn check_bindings(&self) -> Result<(), Failure> {
        let module = &self.specification.module;
        let mismatches = match self.options.format {
            Format::Text => fixture::texts::check(module, self.paragraph),
            _ => fixture::bindings::check(module, self.paragraph, &self.options),
        };
        refuse(self.specification, mismatches)
    }

    /// Keeps other runs of fex off the folder of the suite for as long as the result lives.
    pub(super) fn hold_folder(&self) -> Result<Held, Failure> {
        let out = &self.job.out;
        let waiting = || {
            self.caller
                .say(Message::new(Level::News, format_args!("waiting for another run of fex in `{}`", out.display())))
        };
        disk::hold(out, waiting).map_err(|error| self.refuse_write(&WriteError::Io(out.clone(), error)))
    }

    /// The files of a suite; beside JUnit classes and texts, its document.
    pub(super) fn files(&self, suite: &Suite) -> Result<Vec<OutputFile>, Failure> {
        let files = match self.options.format.has_document() {
            true => fixture::emit_with_document(suite, &self.options),
            false => fixture::emit(suite, &self.options),
        };
        files.map_err(|errors| Failure::diagnosed(&self.specification.sources, diagnostics(errors)))
    }

    /// The problem ready for a solver; `None` if the run was stopped first.
    pub(super) fn translate(&self, interrupt: &Interrupt) -> Result<Option<Translated>, Failure> {
        let (problem, fields, strength) = (self.lowered.problem.clone(), self.fields.clone(), self.job.strength);
        let encode = move || extension::encode(problem, &fields, strength).map(Translated::new);
        let translated = unless_stopped(interrupt, encode);
        translated.transpose().map_err(|error| too_large(&self.lowered.problem, error.constraint))
    }

    /// The names of the fields to cover.
    pub(super) fn field_names(&self) -> &[String] {
        &self.field_names
    }

    /// Does some work with a search, anew with what follows from the problem where it takes long and something is found out. Returns what
    /// was searched, too.
    pub(super) fn search<'t, T>(
        &self,
        translated: &'t Translated,
        interrupt: &Interrupt,
        mut work: impl FnMut(&'t Encoded, &mut Search<'t>) -> Result<T, Contradiction>,
    ) -> Result<(&'t Encoded, Search<'t>, T), Failure> {
        let config = self.search_config(interrupt);
        let mut encoded = translated.tightest();
        let mut search = Search::new(encoded, &config);
        // Only a solver that gives up may be asked for what it may not find out.
        for (allowed, conflicts) in ROUNDS.into_iter().filter(|_| config.solver.backend == Backend::Cadical) {
            search.allow(Some(allowed));
            let done = work(encoded, &mut search).map_err(internal)?;
            if !search.is_exhausted() {
                search.allow(None);
                return Ok((encoded, search, done));
            }
            let found: Vec<Instance> = search.found().iter().map(|found| found.instance.clone()).collect();
            let informed = translated.informed(&config.solver, allowed, conflicts);
            if let Some(informed) = informed {
                (encoded, search) = (informed, Search::new(informed, &config));
            }
            search.remember(found);
            if informed.is_some() {
                break;
            }
        }
        search.allow(None);
        let done = work(encoded, &mut search).map_err(internal)?;
        Ok((encoded, search, done))
    }

    /// How to search.
    pub(super) fn search_config(&self, interrupt: &Interrupt) -> SearchConfig {
        let mut config = SearchConfig { solver: self.solver(interrupt), ..SearchConfig::default() };
        if self.job.solver == Backend::Varisat {
            // Without conflict limits a step of growth may take for ever.
            config.growth_limit = None;
        }
        config
    }

    fn solver(&self, interrupt: &Interrupt) -> sat::SolverConfig {
        let backend = self.job.solver;
        sat::SolverConfig { backend, seed: self.job.seed, interrupt: interrupt.clone(), ..sat::SolverConfig::default() }
    }

    /// What it is about.
    pub(super) fn target(&self) -> Target {
        Target { generate: self.paragraph.name.clone(), scope: self.lowered.scope }
    }

    /// The folders that the files of the suite are in.
    pub(super) fn folders(&self) -> Vec<PathBuf> {
        let Job { out, java, .. } = self.job;
        match java.as_os_str().is_empty() {
            true => vec![out.clone()],
            false => vec![disk::within(out, java), out.clone()],
        }
    }

    /// The path of a class of the suite, as its package has it.
    pub(super) fn in_packages<'f>(&self, file: &'f OutputFile) -> &'f Path {
        file.path.strip_prefix(&self.options.java).unwrap_or(&file.path)
    }

    /// The file name of the specification.
    pub(super) fn spec_name(&self) -> &str {
        self.job.spec.file_name().and_then(|name| name.to_str()).unwrap_or("a specification")
    }

    /// Plans to write files of the suite into its folder.
    pub(super) fn planned(
        &self,
        stored: Option<&Stored>,
        files: &[OutputFile],
        edited: Edited,
    ) -> Result<Planned, Failure> {
        let owner = Owner {
            spec: self.spec_name(),
            generate: &self.paragraph.name,
            java: self.options.format.is_junit(),
            texts: self.options.format == Format::Text,
        };
        Planned::of(&self.job.out, owner, stored, files, edited).map_err(|error| self.refuse_write(&error))
    }

    /// The pairs that instances cover, together with the structures of the project's tests that a suite was generated beside.
    pub(super) fn covered(&self, encoded: &Encoded, instances: &[Instance], stored: &Stored) -> FixedBitSet {
        let restorer = Restorer::new(&self.schema());
        let shown = stored.shown.iter().flatten().filter_map(|structure| restorer.restore(structure).ok());
        let shown = shown.filter(|restored| restored.unknown.is_empty()).map(|restored| restored.instance);
        let candidates: Vec<Candidate> = instances
            .iter()
            .cloned()
            .chain(shown)
            .map(|instance| Candidate { instance, unknown: Vec::new() })
            .collect();
        let (_, found) = suite::valid(&self.lowered.problem, encoded, &candidates);
        suite::coverage(&found, encoded.pairs.len())
    }

    /// What structures of the specification are instances of.
    pub(super) fn schema(&self) -> Schema<'_> {
        Schema {
            module: &self.specification.module,
            generate: self.paragraph,
            problem: &self.lowered.problem,
            field_relation: &self.lowered.field_relation,
            sig_relation: &self.lowered.sig_relation,
            scope: self.lowered.scope,
            spec: SpecText { name: self.spec_name(), text: self.specification.text() },
        }
    }

    /// A suite; the first structures may have names already.
    pub(super) fn suite<'s>(&'s self, instances: &'s [Instance], names: &'s [String], coverage: Coverage) -> Suite<'s> {
        Suite {
            schema: self.schema(),
            instances,
            coverage,
            origin: Origin {
                names,
                fields: &self.field_names,
                strength: self.job.strength.number(),
                problem: self.digest,
                ..Origin::default()
            },
        }
    }

    /// Names what the specification demands and the emitted Java does not check.
    pub(super) fn warn_of_omissions(&self) {
        let mut warnings: Vec<Diagnostic> = Vec::new();
        for (span, reason) in fixture::java::omissions(&self.schema(), &self.options) {
            let warning = Diagnostic::warning(span, format!("the emitted Java does not check this: {reason}"))
                .label("left out of `repOk` or of a contract")
                .help("a structure or a call that violates only this passes the tests");
            if !warnings.contains(&warning) {
                warnings.push(warning);
            }
        }
        if !warnings.is_empty() {
            self.caller.remark(Diagnosed { sources: self.specification.sources.clone(), diagnostics: warnings });
        }
    }

    /// Says why something cannot be written.
    pub(super) fn refuse_write(&self, error: &WriteError) -> Failure {
        let refused = Failure::usage(error);
        match error {
            WriteError::InTheWay(_) => {
                refused.help("move it away, or choose another folder with `--out` or another package with `--package`")
            }
            _ => refused,
        }
    }

    /// Says that the specification has no instance, and which constraints exclude each other.
    pub(super) fn emptiness(&self, interrupt: &Interrupt) -> Failure {
        let head = format!("{}: no structure satisfies the specification", self.target());
        let empty = Failure::new(Kind::Findings, Message::new(Level::News, head));
        let problem = &self.lowered.problem;
        let core = solve::unsatisfiable_core(problem, &self.solver(interrupt)).ok().flatten();
        let Some(core) = core.filter(|core| !core.is_empty()) else {
            return empty.help("the declarations and scopes exclude every structure by themselves");
        };
        let diagnostics = core.iter().map(|index| {
            let constraint = &problem.constraints[*index];
            let span = constraint.span.unwrap_or_default();
            Diagnostic::warning(span, format!("part of the contradiction: {}", constraint.origin))
        });
        let sources = self.specification.sources.clone();
        empty
            .and(Diagnosed { sources, diagnostics: diagnostics.collect() })
            .help("these cannot hold together within the scope; weaken one of them or enlarge the scope")
    }
}

fn options(job: &Job) -> Result<Options, Failure> {
    let class_path = job.classpath.as_deref().map(ClassPath::open).transpose().map_err(Failure::usage)?;
    let (package, java) = (job.package.clone(), job.java.clone());
    Ok(Options { format: job.format, package, java, class_path, ..Options::default() })
}

/// Refuses bindings that do not fit, if there are any.
pub(super) fn refuse(specification: &Specification, errors: Vec<fixture::BindingError>) -> Result<(), Failure> {
    if errors.is_empty() {
        return Ok(());
    }
    Err(Failure::diagnosed(&specification.sources, diagnostics(errors)))
}

fn diagnostics(errors: Vec<fixture::BindingError>) -> Vec<Diagnostic> {
    let diagnostic = |error: fixture::BindingError| Diagnostic {
        help: error.help.map(Into::into),
        ..Diagnostic::error(error.span, error.message).label(error.label)
    };
    errors.into_iter().map(diagnostic).collect()
}

/// What is wrong with a problem that cannot be translated for one of its constraints.
pub(super) fn too_large(problem: &Problem, constraint: usize) -> Failure {
    let constraint = &problem.constraints[constraint];
    Failure::usage(format_args!("{} ranges over too many integers", constraint.origin))
        .help("narrow the ranges of the fields that it adds up or multiplies")
}

/// The problem of a paragraph in a scope, if not in its own.
pub(super) fn lowered(
    specification: &Specification,
    paragraph: &Generate,
    scope: Option<u32>,
) -> Result<Lowered, Failure> {
    let scopes = Scopes { overall: scope, sources: specification.sources.clone(), ..Scopes::default() };
    lower::lower(&specification.module, paragraph, &scopes)
        .map_err(|errors| Failure::diagnosed(&specification.sources, errors))
}

fn chosen_fields(lowered: &Lowered, job: &Job) -> Result<Vec<usize>, Failure> {
    let all = &lowered.problem.heap.fields;
    if job.fields.is_empty() {
        return Ok((0..all.len()).collect());
    }
    let mut chosen = Vec::new();
    for name in &job.fields {
        let matches: Vec<usize> = (0..all.len())
            .filter(|index| {
                let relation = &lowered.problem.relations[all[*index].relation.0 as usize].name;
                all[*index].name == *name || relation == name
            })
            .collect();
        if matches.is_empty() {
            let names = all.iter().map(|field| format!("`{}`", field.name)).join(", ");
            return Err(Failure::usage(format_args!("no field `{name}`")).help(format_args!("the fields are {names}")));
        }
        chosen.extend(matches);
    }
    chosen.sort_unstable();
    chosen.dedup();
    Ok(chosen)
}

/// Does some work unless the run is stopped first; then the work is left to itself, for the process is about to end.
///
/// Translation asks nobody whether it may go on, and takes long and much memory where the scope is far too large.
fn unless_stopped<T: Send + 'static>(interrupt: &Interrupt, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (sender, receiver) = mpsc::channel();
    // As much stack as the main thread has.
    let worker = thread::Builder::new().stack_size(8 << 20);
    worker.spawn(move || sender.send(work())).expect("the system can start a thread");
    loop {
        match receiver.recv_timeout(PATIENCE) {
            Ok(done) => return Some(done),
            Err(mpsc::RecvTimeoutError::Timeout) if interrupt.is_requested() => return None,
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => panic!("the translation ends with a result"),
        }
    }
}

/// Says that fex found a defect of its own.
pub(super) fn internal(error: Contradiction) -> Failure {
    Failure::new(Kind::Internal, Message::error(error))
        .help("please report this with the specification; nothing was written")
}
