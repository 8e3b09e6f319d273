//! `fex generate`: from an invariant to a suite.

use super::Exit;
use super::progress::Line;
use super::specification::{self, Specification};
use super::summary::{self, Stopwatch};
use crate::cnf::Lit;
use crate::diagnostic::{Diagnostic, Span};
use crate::extension::{self, Contradiction, Encoded, Found, Status};
use crate::fixture::{self, Coverage, Format, Options, SpecText, Suite};
use crate::lower::{self, Lowered, Scopes};
use crate::relational::Instance;
use crate::resolve::Generate;
use crate::sat::{self, Backend, Interrupt};
use crate::suite::{self, Clique, Effort};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The arguments of `fex generate`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The specification
    spec: PathBuf,
    /// At most this many objects of each signature, instead of what the specification says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000))]
    scope: Option<u32>,
    /// The `generate` paragraph to follow; the first one if not given
    #[arg(long, value_name = "NAME")]
    generate: Option<String>,
    /// Cover only these fields
    #[arg(long, value_name = "FIELD,…", value_delimiter = ',')]
    fields: Vec<String>,

    /// What to write
    #[arg(long, value_enum, default_value_t = Output::Junit5, help_heading = "Output")]
    format: Output,
    /// Where to write it
    #[arg(long, value_name = "DIR", default_value = "fex-out", help_heading = "Output")]
    out: PathBuf,
    /// The compiled classes under test, to check the bindings and set fields directly where possible
    #[arg(long, visible_alias = "class-path", value_name = "PATH", help_heading = "Output")]
    classpath: Option<String>,
    /// The package of the emitted classes; that of the root class if not given
    #[arg(long, value_name = "NAME", help_heading = "Output")]
    package: Option<String>,
    /// No progress display and no summary
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,

    /// All structures of the scope instead of a field-exhaustive selection
    #[arg(long, help_heading = "Search")]
    exhaustive: bool,
    /// Print the number of structures and write nothing
    #[arg(long, help_heading = "Search")]
    count: bool,
    /// Spend more time to get fewer structures
    #[arg(long, visible_alias = "minimize", conflicts_with = "exhaustive", help_heading = "Search")]
    minimise: bool,
    /// Write a proof that no pair is missing, and check it
    #[arg(long, conflicts_with = "exhaustive", help_heading = "Search")]
    certify: bool,
    /// The solver
    #[arg(long, value_enum, default_value_t = SolverName::Cadical, help_heading = "Search")]
    solver: SolverName,
    /// The seed of the solver's choices
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Search")]
    seed: u32,
    /// Stop after this many seconds and write what was found
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Search")]
    time_limit: Option<Duration>,
}

/// What to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Output {
    /// JUnit 5 classes, and the instances as JSON
    Junit5,
    /// JUnit 4 classes, and the instances as JSON
    Junit4,
    /// The instances as one JSON document (with --exhaustive: one line each)
    Json,
    /// A Graphviz file for each structure
    Dot,
    /// A picture of each structure
    Svg,
}

/// A SAT solver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SolverName {
    /// CaDiCaL: fast
    Cadical,
    /// Varisat: written in Rust; slower, without growth of structures
    Varisat,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let value: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(value).map_err(|error| error.to_string())
}

/// What was computed: instances and what is known of them.
struct Outcome {
    instances: Vec<Instance>,
    coverage: Coverage,
    exit: Exit,
    report: String,
    /// What is to be certified once the suite is written.
    to_certify: Option<extension::Extension>,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    match generate(arguments) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn generate(arguments: &Arguments) -> Result<Exit, Exit> {
    let mut watch = Stopwatch::start();
    let interrupt = interrupt(arguments);
    let specification = specification::read(&arguments.spec)?;
    let paragraph = specification::paragraph(&specification, arguments.generate.as_deref())?;
    let options = options(arguments)?;
    watch.lap("read");
    let lowered = lowered(&specification, paragraph, arguments)?;
    let fields = chosen_fields(&lowered, arguments)?;
    let line = Line::new(arguments.quiet);
    line.say("translating".to_owned());
    let encoded = extension::encode(lowered.problem.clone(), &fields).map_err(|error| {
        let constraint = &lowered.problem.constraints[error.constraint];
        eprintln!("error: {} ranges over too many integers", constraint.origin);
        eprintln!("help: narrow the ranges of the fields that it adds up or multiplies");
        Exit::Usage
    })?;
    watch.lap("translate");
    let context = Context { arguments, specification: &specification, paragraph, lowered: &lowered, encoded: &encoded };
    if !arguments.count {
        let mismatches = fixture::bindings::check(&specification.module, paragraph, &options);
        refuse(&specification, mismatches)?;
    }
    let mut outcome = if arguments.exhaustive {
        context.exhaustive(&interrupt, &options, &line, &mut watch)?
    } else {
        context.field_exhaustive(&interrupt, &line, &mut watch)?
    };
    drop(line);
    if arguments.count {
        say(&outcome.report);
        return Ok(outcome.exit);
    }
    if outcome.instances.is_empty() && outcome.exit == Exit::Clean && !arguments.exhaustive {
        return context.explain_emptiness(&interrupt);
    }
    if outcome.to_certify.is_some() {
        context.refuse_foreign_certificate()?;
    }
    context.write(&mut outcome, &options)?;
    watch.lap("write");
    if let Some(extension) = &outcome.to_certify {
        let proof = context.certify(extension, &interrupt)?;
        outcome.report = format!("{}\n{}", outcome.report.trim_end(), proof.trim_end());
        watch.lap("certify");
    }
    if !arguments.quiet {
        say(&format!("{}\n  time  {}", outcome.report.trim_end(), watch.line()));
    }
    Ok(outcome.exit)
}

/// Prints a report; whoever closes the pipe has read enough.
fn say(text: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stdout(), "{text}");
}

fn interrupt(arguments: &Arguments) -> Interrupt {
    let interrupt =
        Interrupt { deadline: arguments.time_limit.map(|limit| Instant::now() + limit), ..Interrupt::default() };
    let stop = interrupt.stop.clone();
    // A second Ctrl-C ends the process at once; where no handler can be set, so does the first.
    let _ = ctrlc::set_handler(move || {
        if stop.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    interrupt
}

fn options(arguments: &Arguments) -> Result<Options, Exit> {
    let class_path = match &arguments.classpath {
        None => None,
        Some(path) => match crate::classfile::ClassPath::open(path) {
            Ok(class_path) => Some(class_path),
            Err(error) => {
                eprintln!("error: {error}");
                return Err(Exit::Usage);
            }
        },
    };
    let format = match arguments.format {
        Output::Junit5 => Format::Junit5,
        Output::Junit4 => Format::Junit4,
        Output::Json => Format::Json,
        Output::Dot => Format::Dot,
        Output::Svg => Format::Svg,
    };
    Ok(Options { format, package: arguments.package.clone(), class_path, ..Options::default() })
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

fn lowered(specification: &Specification, paragraph: &Generate, arguments: &Arguments) -> Result<Lowered, Exit> {
    let scopes = Scopes { overall: arguments.scope, sources: specification.sources.clone(), ..Scopes::default() };
    lower::lower(&specification.module, paragraph, &scopes).map_err(|errors| {
        specification::show(&specification.sources, &errors);
        Exit::Usage
    })
}

fn chosen_fields(lowered: &Lowered, arguments: &Arguments) -> Result<Vec<usize>, Exit> {
    let all = &lowered.problem.heap.fields;
    if arguments.fields.is_empty() {
        return Ok((0..all.len()).collect());
    }
    let mut chosen = Vec::new();
    for name in &arguments.fields {
        let matches: Vec<usize> = (0..all.len())
            .filter(|index| {
                let relation = &lowered.problem.relations[all[*index].relation.0 as usize].name;
                all[*index].name == *name || relation == name
            })
            .collect();
        if matches.is_empty() {
            let names: Vec<String> = all.iter().map(|field| format!("`{}`", field.name)).collect();
            eprintln!("error: no field `{name}`");
            eprintln!("help: the fields are {}", names.join(", "));
            return Err(Exit::Usage);
        }
        chosen.extend(matches);
    }
    chosen.sort_unstable();
    chosen.dedup();
    Ok(chosen)
}

/// Everything that a run has at hand once the problem is encoded.
struct Context<'r> {
    arguments: &'r Arguments,
    specification: &'r Specification,
    paragraph: &'r Generate,
    lowered: &'r Lowered,
    encoded: &'r Encoded,
}

impl Context<'_> {
    fn solver(&self, interrupt: &Interrupt) -> sat::Config {
        let backend = match self.arguments.solver {
            SolverName::Cadical => Backend::Cadical,
            SolverName::Varisat => Backend::Varisat,
        };
        sat::Config { backend, seed: self.arguments.seed, interrupt: interrupt.clone() }
    }

    /// The first line of every report.
    fn head(&self, kind: &str) -> String {
        format!("{} at scope {}: {kind}", self.paragraph.name, self.lowered.scope)
    }

    fn field_exhaustive(&self, interrupt: &Interrupt, line: &Line, watch: &mut Stopwatch) -> Result<Outcome, Exit> {
        let encoded = self.encoded;
        let mut config = extension::Config { solver: self.solver(interrupt), ..extension::Config::default() };
        if self.arguments.solver == SolverName::Varisat {
            // Without conflict limits a step of growth may take for ever.
            config.growth_limit = None;
        }
        let extension = extension::search(encoded, &config, |progress| {
            line.say(format!(
                "{} structures, {} pairs covered, {} open",
                progress.instances, progress.covered, progress.open
            ));
        })
        .map_err(internal)?;
        watch.lap("search");
        let effort = Effort { calls: 40, conflicts: 50 };
        let complete = extension.status == Status::Complete;
        let minimised = if self.arguments.minimise && complete {
            line.say(format!("{} structures, looking for fewer", extension.found.len()));
            let effort = Effort { calls: 20_000, conflicts: 2_000 };
            let seed = u64::from(self.arguments.seed);
            let config = suite::Config { attempts: 30, steps: 200, seed, search: config.clone(), effort };
            suite::minimise(encoded, &extension, &config).map_err(internal)?
        } else {
            suite::trim(encoded, &extension, &config, effort)
        };
        watch.lap("minimise");
        let found =
            suite::vary(encoded, &minimised.found, &config, u64::from(self.arguments.seed)).map_err(internal)?;
        watch.lap("vary");
        let covered = suite::coverage(&found, encoded.pairs.len());
        let mut report = self.head(&size(&found, &minimised.clique, complete));
        if !complete {
            report.push_str("\n  INCOMPLETE: the search was stopped; pairs may be missing");
        }
        report.push('\n');
        report.push_str(&summary::fields(encoded, &covered, complete));
        let statistics = extension.statistics;
        report.push_str(&format!(
            "  solver  {} calls, {} conflicts; {} variables ({} primary), {} clauses\n",
            statistics.calls,
            statistics.conflicts,
            encoded.cnf.variables(),
            encoded.inputs.len(),
            encoded.cnf.len()
        ));
        if self.arguments.count {
            report = found.len().to_string();
        }
        let certifiable = self.arguments.certify && complete && !extension.found.is_empty();
        let instances = found.into_iter().map(|found| found.instance).collect();
        Ok(Outcome {
            instances,
            coverage: if complete { Coverage::FieldExhaustive } else { Coverage::Incomplete },
            exit: if complete { Exit::Clean } else { Exit::Incomplete },
            report,
            to_certify: certifiable.then_some(extension),
        })
    }

    /// The files of a certificate: formula, proof and variable map.
    fn certificate_files(&self) -> [PathBuf; 3] {
        ["cnf", "lrat", "map"].map(|ending| self.arguments.out.join(format!("{}.{ending}", self.paragraph.name)))
    }

    /// Refuses to replace files that are no certificate of fex. The solver writes the proof without our marker, so a
    /// proof counts as ours where the formula and the map beside it are.
    fn refuse_foreign_certificate(&self) -> Result<(), Exit> {
        let files = self.certificate_files();
        let [formula, proof, map] = &files;
        let marked = |path: &PathBuf| {
            std::fs::read(path).is_ok_and(|bytes| {
                let head = &bytes[..bytes.len().min(256)];
                String::from_utf8_lossy(head).contains(fixture::write::MARKER)
            })
        };
        let ours = |path: &PathBuf| if path == proof { marked(formula) && marked(map) } else { marked(path) };
        let foreign: Vec<PathBuf> =
            files.iter().filter(|path| path.symlink_metadata().is_ok() && !ours(path)).cloned().collect();
        if foreign.is_empty() {
            return Ok(());
        }
        Err(self.refuse_write(&fixture::write::WriteError::InTheWay(foreign)))
    }

    /// Proves anew that no instance has a pair that the suite lacks.
    fn certify(&self, extension: &extension::Extension, interrupt: &Interrupt) -> Result<String, Exit> {
        let encoded = self.encoded;
        let missing: Vec<Lit> = (0..encoded.pairs.len())
            .filter(|pair| !extension.feasible.contains(*pair))
            .filter_map(|pair| encoded.literals[pair])
            .collect();
        let mut cnf = encoded.cnf.clone();
        cnf.push_clause(&missing);
        let folder = &self.arguments.out;
        std::fs::create_dir_all(folder).map_err(|error| self.cannot_write(folder, &error))?;
        let [_, _, map] = self.certificate_files();
        let marker = fixture::write::marker(self.suite(&[], Coverage::FieldExhaustive).spec.name);
        let text = format!("c {marker}\n{}", encoded.variable_map());
        std::fs::write(&map, text).map_err(|error| self.cannot_write(&map, &error))?;
        let comment = format!("no instance of {} has an uncovered pair", self.paragraph.name);
        let certificate = sat::certificate::certify(
            &cnf,
            &[marker.as_str(), comment.as_str()],
            folder,
            &self.paragraph.name,
            interrupt,
        );
        match certificate {
            Ok(certificate) => Ok(format!(
                "  proof  {} pairs refuted in {} steps, checked: {}, {}, {}\n",
                missing.len(),
                certificate.summary.additions,
                certificate.formula.display(),
                certificate.proof.display(),
                map.display()
            )),
            Err(sat::certificate::CertifyError::Interrupted) => {
                Ok("  proof  INCOMPLETE: stopped before it was done\n".to_owned())
            }
            Err(error) => {
                eprintln!("error: no certificate: {error}");
                Err(Exit::Internal)
            }
        }
    }

    fn cannot_write(&self, path: &std::path::Path, error: &std::io::Error) -> Exit {
        eprintln!("error: cannot write `{}`: {error}", path.display());
        Exit::Usage
    }

    fn exhaustive(
        &self,
        interrupt: &Interrupt,
        options: &Options,
        line: &Line,
        watch: &mut Stopwatch,
    ) -> Result<Outcome, Exit> {
        let keep = !self.arguments.count && options.format != Format::Json;
        let mut instances = Vec::new();
        let mut shown = 0u64;
        let mut tell = || {
            shown += 1;
            if shown.is_multiple_of(1024) {
                line.say(format!("{shown} structures"));
            }
        };
        let suite = self.suite(&[], Coverage::BoundedExhaustive);
        let (count, status) = if self.arguments.count || keep {
            extension::enumerate(self.encoded, interrupt, |instance| {
                tell();
                if keep {
                    instances.push(instance.clone());
                }
                true
            })
            .map_err(internal)?
        } else {
            let mut lines =
                fixture::json::Lines::create(&suite, &self.arguments.out).map_err(|error| self.refuse_write(&error))?;
            let result = extension::enumerate(self.encoded, interrupt, |instance| {
                tell();
                lines.push(instance).is_ok()
            })
            .map_err(internal)?;
            lines.finish().map_err(|error| self.refuse_write(&error))?;
            result
        };
        watch.lap("search");
        let complete = status == Status::Complete;
        let mut report = if self.arguments.count {
            count.to_string()
        } else {
            self.head(&format!("{count} structures, {}", if complete { "all there are" } else { "INCOMPLETE" }))
        };
        if self.arguments.count && !complete {
            report = format!("at least {count}");
        }
        Ok(Outcome {
            instances,
            coverage: if complete { Coverage::BoundedExhaustive } else { Coverage::Incomplete },
            exit: if complete { Exit::Clean } else { Exit::Incomplete },
            report,
            to_certify: None,
        })
    }

    fn suite<'s>(&'s self, instances: &'s [Instance], coverage: Coverage) -> Suite<'s> {
        let name = self.arguments.spec.file_name().and_then(|name| name.to_str()).unwrap_or("a specification");
        Suite {
            module: &self.specification.module,
            generate: self.paragraph,
            problem: &self.encoded.problem,
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
        if self.arguments.exhaustive && options.format == Format::Json {
            return Ok(());
        }
        let suite = self.suite(&outcome.instances, outcome.coverage);
        let mut files = fixture::emit(&suite, options)
            .map_err(|errors| refuse(self.specification, errors).err().unwrap_or(Exit::Usage))?;
        if matches!(options.format, Format::Junit5 | Format::Junit4) {
            let json = Options { format: Format::Json, ..options.clone() };
            files.extend(fixture::emit(&suite, &json).map_err(|_| Exit::Internal)?);
        }
        let written = fixture::write::write(&files, &self.arguments.out, suite.spec.name)
            .map_err(|error| self.refuse_write(&error))?;
        let (new, same, removed) = (written.written.len(), written.unchanged.len(), written.removed.len());
        let mut report = format!("  files  {new} written to {}", self.arguments.out.display());
        if same > 0 {
            report.push_str(&format!(", {same} unchanged"));
        }
        if removed > 0 {
            report.push_str(&format!(", {removed} removed"));
        }
        outcome.report = format!("{}\n{report}", outcome.report.trim_end());
        Ok(())
    }

    fn refuse_write(&self, error: &fixture::write::WriteError) -> Exit {
        eprintln!("error: {error}");
        if matches!(error, fixture::write::WriteError::InTheWay(_)) {
            eprintln!("help: move it away, or choose another folder with `--out`");
        }
        Exit::Usage
    }

    /// Says that the specification has no instance, and which constraints exclude each other.
    fn explain_emptiness(&self, interrupt: &Interrupt) -> Result<Exit, Exit> {
        eprintln!("{}", self.head("no structure satisfies the specification"));
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
                eprintln!("help: these cannot hold together within the scope; weaken one of them or enlarge the scope");
            }
            _ => eprintln!("help: the declarations and scopes exclude every structure by themselves"),
        }
        Ok(Exit::Findings)
    }
}

/// `24 structures (at least 20 are needed)`.
fn size(found: &[Found], clique: &Clique, complete: bool) -> String {
    let count = found.len();
    let plural = if count == 1 { "" } else { "s" };
    let bound = clique.pairs.len();
    if !complete {
        return format!("{count} structure{plural} so far");
    }
    let remark = match bound {
        _ if bound == count => ", the fewest possible".to_owned(),
        _ => format!(", at least {bound} are needed"),
    };
    format!("{count} structure{plural}, field-exhaustive{remark}")
}

fn internal(error: Contradiction) -> Exit {
    eprintln!("error: fex contradicts itself: the evaluator finds `{}` violated", error.constraint);
    eprintln!("help: please report this with the specification; nothing was written");
    Exit::Internal
}
