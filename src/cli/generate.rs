//! `fex generate`: from an invariant to a suite.

use super::progress::Line;
use super::specification::{self, Specification};
use super::summary::Stopwatch;
mod certificate;
mod structures;

use super::settings::{Flags, Job};
use super::{Exit, deadline, interrupt, print};
use crate::diagnostic::{Diagnostic, Span};
use crate::extension::{self, Contradiction, Encoded};
use crate::fixture::{self, Coverage, Format, Options, SpecText, Suite};
use crate::lower::{self, Lowered, Scopes};
use crate::relational::Instance;
use crate::resolve::Generate;
use crate::sat::{self, Interrupt};
use clap::Args;
use fixedbitset::FixedBitSet;
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// How long to wait before asking again whether to stop.
const PATIENCE: Duration = Duration::from_millis(20);

/// The arguments of `fex generate`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The specification [default: all suites of the project's `fex.toml`]
    spec: Option<PathBuf>,
    #[command(flatten)]
    flags: Flags,
    /// Print the number of structures and write nothing
    #[arg(long, help_heading = "Search")]
    count: bool,
    /// No progress display and no summary
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

/// What was computed: instances and what is known of them.
struct Outcome {
    /// How many there are, be they kept or only counted.
    count: u64,
    instances: Vec<Instance>,
    coverage: Coverage,
    exit: Exit,
    report: String,
    /// The feasible pairs of the plain problem, if it is to be certified that there are no others.
    to_certify: Option<FixedBitSet>,
}

/// The problem made ready for a solver, twice where that helps.
struct Translated {
    /// The problem as it stands: what is reported and certified.
    plain: Encoded,
    /// The problem in tighter bounds, if there are any.
    tightened: Option<Encoded>,
}

impl Translated {
    fn new(plain: Encoded) -> Translated {
        let tightened = plain.tightened();
        Translated { plain, tightened }
    }

    /// What is searched.
    fn tightest(&self) -> &Encoded {
        self.tightened.as_ref().unwrap_or(&self.plain)
    }
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let jobs = match arguments.flags.jobs(arguments.spec.as_deref()) {
        Ok(jobs) => jobs,
        Err(exit) => return exit,
    };
    let stop = interrupt(None);
    // A suite that fails does not stop the others; the gravest end is the end of all.
    let mut worst = Exit::Clean;
    for job in &jobs {
        if stop.is_requested() {
            return worst.max(Exit::Incomplete);
        }
        let interrupt = Interrupt { deadline: deadline(job.time_limit), ..stop.clone() };
        let (Ok(exit) | Err(exit)) = generate(arguments, job, interrupt);
        worst = worst.max(exit);
    }
    worst
}

fn generate(arguments: &Arguments, job: &Job, interrupt: Interrupt) -> Result<Exit, Exit> {
    let mut watch = Stopwatch::start();
    let specification = specification::read(&job.spec)?;
    let paragraph = specification::paragraph(&specification, job.generate.as_deref())?;
    let options = options(job)?;
    watch.lap("read");
    let lowered = lowered(&specification, paragraph, job)?;
    let fields = chosen_fields(&lowered, job)?;
    let context = Context { arguments, job, specification: &specification, paragraph, lowered: &lowered };
    if !arguments.count {
        let mismatches = fixture::bindings::check(&specification.module, paragraph, &options);
        refuse(&specification, mismatches)?;
    }
    let line = Line::new(arguments.quiet);
    line.say("translating".to_owned());
    let problem = lowered.problem.clone();
    let translated = unless_stopped(&interrupt, move || extension::encode(problem, &fields).map(Translated::new));
    let translated = translated.transpose().map_err(|error| {
        let constraint = &lowered.problem.constraints[error.constraint];
        print::message(format_args!("error: {} ranges over too many integers", constraint.origin));
        print::message("help: narrow the ranges of the fields that it adds up or multiplies");
        Exit::Usage
    })?;
    watch.lap("translate");
    let mut outcome = match &translated {
        None => context.stopped_early(&options)?,
        Some(translated) if job.exhaustive => {
            context.exhaustive(translated.tightest(), &interrupt, &options, &line, &mut watch)?
        }
        Some(translated) => context.field_exhaustive(translated, &interrupt, &line, &mut watch)?,
    };
    drop(line);
    if arguments.count {
        print::result(&outcome.report);
    }
    if outcome.count == 0 && outcome.exit == Exit::Clean {
        return context.explain_emptiness(&interrupt);
    }
    if arguments.count {
        return Ok(outcome.exit);
    }
    if outcome.to_certify.is_some() {
        context.refuse_foreign_certificate()?;
    }
    context.write(&mut outcome, &options)?;
    watch.lap("write");
    if let (Some(translated), Some(feasible)) = (&translated, &outcome.to_certify) {
        let proof = context.certify(&translated.plain, feasible, &interrupt)?;
        outcome.report = format!("{}\n{}", outcome.report.trim_end(), proof.trim_end());
        watch.lap("certify");
    }
    if !arguments.quiet {
        print::result(format_args!("{}\n  time  {}", outcome.report.trim_end(), watch.line()));
    }
    Ok(outcome.exit)
}

fn options(job: &Job) -> Result<Options, Exit> {
    let class_path = match &job.classpath {
        None => None,
        Some(path) => match crate::classfile::ClassPath::open(path) {
            Ok(class_path) => Some(class_path),
            Err(error) => {
                print::message(format_args!("error: {error}"));
                return Err(Exit::Usage);
            }
        },
    };
    Ok(Options { format: job.format, package: job.package.clone(), class_path, ..Options::default() })
}

fn refuse(specification: &Specification, errors: Vec<fixture::BindingError>) -> Result<(), Exit> {
    if errors.is_empty() {
        return Ok(());
    }
    let diagnostics: Vec<Diagnostic> = errors
        .into_iter()
        .map(|error| {
            let diagnostic = Diagnostic::error(error.span, error.message).label(error.label);
            match error.help {
                Some(help) => diagnostic.help(help),
                None => diagnostic,
            }
        })
        .collect();
    specification::show(&specification.sources, &diagnostics);
    Err(Exit::Usage)
}

fn lowered(specification: &Specification, paragraph: &Generate, job: &Job) -> Result<Lowered, Exit> {
    let scopes = Scopes { overall: job.scope, sources: specification.sources.clone(), ..Scopes::default() };
    lower::lower(&specification.module, paragraph, &scopes).map_err(|errors| {
        specification::show(&specification.sources, &errors);
        Exit::Usage
    })
}

fn chosen_fields(lowered: &Lowered, job: &Job) -> Result<Vec<usize>, Exit> {
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
            let names: Vec<String> = all.iter().map(|field| format!("`{}`", field.name)).collect();
            print::message(format_args!("error: no field `{name}`"));
            print::message(format_args!("help: the fields are {}", names.join(", ")));
            return Err(Exit::Usage);
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

/// Everything that a run has at hand once the specification is lowered.
struct Context<'r> {
    arguments: &'r Arguments,
    job: &'r Job,
    specification: &'r Specification,
    paragraph: &'r Generate,
    lowered: &'r Lowered,
}

impl Context<'_> {
    fn solver(&self, interrupt: &Interrupt) -> sat::Config {
        let backend = self.job.solver;
        sat::Config { backend, seed: self.job.seed, interrupt: interrupt.clone(), ..sat::Config::default() }
    }

    /// The first line of every report.
    fn head(&self, kind: &str) -> String {
        format!("{} at scope {}: {kind}", self.paragraph.name, self.lowered.scope)
    }

    fn cannot_write(&self, path: &std::path::Path, error: &std::io::Error) -> Exit {
        print::message(format_args!("error: cannot write `{}`: {error}", path.display()));
        Exit::Usage
    }

    fn suite<'s>(&'s self, instances: &'s [Instance], coverage: Coverage) -> Suite<'s> {
        let name = self.job.spec.file_name().and_then(|name| name.to_str()).unwrap_or("a specification");
        Suite {
            module: &self.specification.module,
            generate: self.paragraph,
            problem: &self.lowered.problem,
            field_relation: &self.lowered.field_relation,
            sig_relation: &self.lowered.sig_relation,
            instances,
            scope: self.lowered.scope,
            spec: SpecText { name, text: self.specification.text() },
            coverage,
        }
    }

    /// Writes the suite, and beside JUnit classes the instances as JSON.
    fn write(&self, outcome: &mut Outcome, options: &Options) -> Result<(), Exit> {
        if self.job.exhaustive && options.format == Format::Json {
            return Ok(());
        }
        let suite = self.suite(&outcome.instances, outcome.coverage);
        let mut files = fixture::emit(&suite, options)
            .map_err(|errors| refuse(self.specification, errors).err().unwrap_or(Exit::Usage))?;
        if options.format.is_junit() {
            if !self.arguments.quiet {
                self.warn_of_omissions(&suite, options);
            }
            let json = Options { format: Format::Json, ..options.clone() };
            files.extend(fixture::emit(&suite, &json).map_err(|_| Exit::Internal)?);
        }
        let written =
            fixture::write::write(&files, &self.job.out, suite.spec.name).map_err(|error| self.refuse_write(&error))?;
        let (new, same, removed) = (written.written.len(), written.unchanged.len(), written.removed.len());
        let mut report = format!("  files  {new} written to {}", self.job.out.display());
        if same > 0 {
            report.push_str(&format!(", {same} unchanged"));
        }
        if removed > 0 {
            report.push_str(&format!(", {removed} removed"));
        }
        outcome.report = format!("{}\n{report}", outcome.report.trim_end());
        Ok(())
    }

    /// Names what the specification demands and the emitted Java does not check.
    fn warn_of_omissions(&self, suite: &Suite, options: &Options) {
        let mut warnings: Vec<Diagnostic> = Vec::new();
        for (span, reason) in fixture::java::omissions(suite, options) {
            let warning = Diagnostic::warning(span, format!("the emitted Java does not check this: {reason}"))
                .label("left out of `repOk` or of a contract")
                .help("a structure or a call that violates only this passes the tests");
            if !warnings.contains(&warning) {
                warnings.push(warning);
            }
        }
        specification::show(&self.specification.sources, &warnings);
    }

    fn refuse_write(&self, error: &fixture::write::WriteError) -> Exit {
        print::message(format_args!("error: {error}"));
        if matches!(error, fixture::write::WriteError::InTheWay(_)) {
            print::message("help: move it away, or choose another folder with `--out`");
        }
        Exit::Usage
    }

    /// Says that the specification has no instance, and which constraints exclude each other.
    fn explain_emptiness(&self, interrupt: &Interrupt) -> Result<Exit, Exit> {
        print::message(format_args!("{}", self.head("no structure satisfies the specification")));
        let problem = &self.lowered.problem;
        match extension::unsatisfiable_core(problem, &self.solver(interrupt)) {
            Ok(Some(core)) if !core.is_empty() => {
                let diagnostics: Vec<Diagnostic> = core
                    .iter()
                    .map(|index| {
                        let constraint = &problem.constraints[*index];
                        let (start, end) = constraint.span.unwrap_or_default();
                        let span = Span { start, end };
                        Diagnostic::warning(span, format!("part of the contradiction: {}", constraint.origin))
                    })
                    .collect();
                specification::show(&self.specification.sources, &diagnostics);
                print::message(
                    "help: these cannot hold together within the scope; weaken one of them or enlarge the scope",
                );
            }
            _ => print::message("help: the declarations and scopes exclude every structure by themselves"),
        }
        Ok(Exit::Findings)
    }
}

fn internal(error: Contradiction) -> Exit {
    print::message(format_args!("error: fex contradicts itself: the evaluator finds `{}` violated", error.constraint));
    print::message("help: please report this with the specification; nothing was written");
    Exit::Internal
}
