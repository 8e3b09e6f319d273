//! Alloy in a Java process that answers questions for as long as the tests run.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, Command, Stdio};
use std::sync::OnceLock;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{java, maven};

/// Alloy's jar.
pub fn jar() -> PathBuf {
    maven::jar(maven::ALLOY)
}

/// A Java process that answers; it is started when it is first asked, and anew after a command that took too long.
#[derive(Default)]
pub struct Judge {
    process: Option<Process>,
    brief: bool,
}

struct Process {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStderr>,
}

/// One of the solvers in Alloy's jar.
#[derive(Clone, Copy, Debug)]
pub enum Solver {
    Sat4j,
    Minisat,
    Glucose,
}

/// What becomes of instances in which a number does not fit its bit width.
#[derive(Clone, Copy, Debug)]
pub enum Overflow {
    /// They are left out.
    Forbid,
    /// Numbers wrap around.
    Wrap,
}

/// How a command is to be run.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub solver: Solver,
    /// The length of the symmetry breaking predicate; 0 turns symmetry breaking off.
    pub symmetry: u32,
    /// The depth of skolemization; -1 turns it off, so that an instance is told apart by its signatures and fields alone.
    pub skolem: i32,
    pub overflow: Overflow,
    /// Up to how many instances are counted; 0 asks for the verdict only.
    pub count: u32,
    /// How much processor time the command may take, in seconds.
    pub seconds: u32,
    /// Whether the answer holds the instances.
    pub instances: bool,
    /// Whether commands are run that need time.
    pub temporal: bool,
}

impl Default for Options {
    /// Alloy's own defaults, within a minute.
    fn default() -> Options {
        let (solver, overflow) = (Solver::Sat4j, Overflow::Forbid);
        Options { solver, symmetry: 20, skolem: 0, overflow, count: 0, seconds: 60, instances: false, temporal: false }
    }
}

/// What Alloy says of a module.
#[derive(Debug, Deserialize)]
pub struct Module {
    pub commands: Vec<ModuleCommand>,
    pub warnings: Vec<Message>,
    pub error: Option<Message>,
}

/// A command of a module.
#[derive(Debug, Deserialize)]
pub struct ModuleCommand {
    pub label: String,
    pub check: bool,
    /// The number after `expect`, -1 if there is none.
    pub expects: i32,
    /// Whether something in the module or its command needs time.
    pub temporal: bool,
}

/// An error or a warning, and where it is; lines and columns count from 1.
#[derive(Debug, Deserialize)]
pub struct Message {
    pub message: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
}

/// How a command ended.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Sat,
    Unsat,
    Error,
    /// The command needs time, and was not run.
    Temporal,
    /// There was no verdict in time.
    Timeout,
}

/// Tuples by the name of the signature, field or skolem constant that has them.
pub type Instance = BTreeMap<String, BTreeSet<Vec<String>>>;

/// What Alloy says of a command.
#[derive(Debug, Deserialize)]
pub struct Answer {
    pub verdict: Verdict,
    /// How many instances were counted.
    pub count: u32,
    /// Whether there are no others.
    pub complete: bool,
    pub primary: u32,
    pub variables: u32,
    pub clauses: u32,
    pub error: Option<Message>,
    #[serde(default)]
    pub instances: Vec<Instance>,
}

impl Judge {
    /// A judge for many small commands: it compiles Alloy quickly rather than well, which halves the time of random
    /// modules.
    pub fn brief() -> Judge {
        Judge { process: None, brief: true }
    }

    /// Reads a module.
    pub fn read(&mut self, file: &Path) -> Module {
        self.ask(&format!("read\t{}", file.display()))
    }

    /// Runs a command, given by its place in the module.
    pub fn solve(&mut self, file: &Path, command: usize, options: Options) -> Answer {
        let Options { solver, symmetry, skolem, overflow, count, seconds, instances, temporal } = options;
        let solver = match solver {
            Solver::Sat4j => "sat4j",
            Solver::Minisat => "minisat",
            Solver::Glucose => "glucose",
        };
        let overflow = match overflow {
            Overflow::Forbid => "forbid",
            Overflow::Wrap => "wrap",
        };
        let [instances, temporal] = [instances, temporal].map(|wanted| if wanted { "yes" } else { "no" });
        self.ask(&format!(
            "solve\t{}\t{command}\tsolver={solver}\tsymmetry={symmetry}\tskolem={skolem}\toverflow={overflow}\
             \tcount={count}\tseconds={seconds}\tinstances={instances}\ttemporal={temporal}",
            file.display()
        ))
    }

    fn ask<A: DeserializeOwned>(&mut self, question: &str) -> A {
        let mut process = self.process.take().unwrap_or_else(|| Process::start(self.brief));
        let answer = match process.ask(question) {
            Some(answer) => answer,
            // The process ended after its last answer, which took too long.
            None => {
                process = Process::start(self.brief);
                process.ask(question).unwrap_or_else(|| panic!("Alloy does not answer: {question}"))
            }
        };
        self.process = Some(process);
        serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error} in an answer of Alloy: {answer}"))
    }
}

impl Process {
    fn start(brief: bool) -> Process {
        let mut child = Command::new("java")
            .args(brief.then_some("-XX:TieredStopAtLevel=1"))
            .args(["-Xmx4g", "-XX:+UseSerialGC", "-cp"])
            .arg(java::class_path(&[jar(), classes()]))
            .arg("Judge")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("java can be run");
        let questions = child.stdin.take().expect("the standard input is piped");
        let answers = BufReader::new(child.stderr.take().expect("the standard error is piped"));
        Process { child, questions, answers }
    }

    /// The answer to a question; nothing if the process has ended.
    fn ask(&mut self, question: &str) -> Option<String> {
        writeln!(self.questions, "{question}").ok()?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer).ok().filter(|&length| length > 0)?;
        Some(answer)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // A process that has ended already cannot be killed, which is as good.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The folder of the judge's classes, compiled once per run of the tests.
fn classes() -> PathBuf {
    static CLASSES: OnceLock<PathBuf> = OnceLock::new();
    let compile = || {
        let into = Path::new(env!("CARGO_TARGET_TMPDIR")).join("judge");
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/alloy");
        java::javac(&into, &[jar()], &java::java_files(&sources));
        into
    };
    CLASSES.get_or_init(compile).clone()
}

/// A module of the given text in a file that lives as long as the value.
fn module(text: &str) -> tempfile::NamedTempFile {
    let mut file = tempfile::Builder::new().suffix(".als").tempfile().expect("a temporary file can be made");
    file.write_all(text.as_bytes()).expect("a temporary file can be written");
    file
}

#[test]
fn a_count_without_symmetry_breaking_is_that_of_all_labellings() {
    // Every set of atoms has the relations over it: 1 empty set, 2 sets of one atom, 1 set of two.
    let file = module("sig A { r: set A } run {} for 2");
    let options = Options { symmetry: 0, count: 100, instances: true, ..Options::default() };
    let answer = Judge::default().solve(file.path(), 0, options);
    assert_eq!((answer.verdict, answer.count, answer.complete), (Verdict::Sat, 1 + 2 * 2 + 16, true));
    let different: BTreeSet<Instance> = answer.instances.into_iter().collect();
    assert_eq!(different.len(), 21);
    assert!(different.iter().all(|instance| instance.keys().eq(["this/A", "this/A.r"])));
}

#[test]
fn a_command_that_takes_too_long_does_not_take_the_judge_with_it() {
    // Twelve pigeons in eleven holes are beyond resolution without symmetry breaking.
    let file = module("sig P { h: H } sig H {} run { all disj p, q: P | p.h != q.h } for exactly 12 P, exactly 11 H");
    let options = Options { symmetry: 0, seconds: 1, ..Options::default() };
    let mut judge = Judge::default();
    for _ in 0..2 {
        assert_eq!(judge.solve(file.path(), 0, options).verdict, Verdict::Timeout);
    }
}

#[test]
fn errors_and_warnings_have_their_places() {
    let file = module("sig A { r: set A }\nrun { some x: set A | all y: set A | x in y }\nrun { always some A }\n");
    let mut judge = Judge::default();
    let module = judge.read(file.path());
    assert!(module.error.is_none() && module.warnings.is_empty());
    assert_eq!(module.commands.iter().map(|command| command.temporal).collect::<Vec<_>>(), [false, true]);
    assert_eq!(judge.solve(file.path(), 1, Options::default()).verdict, Verdict::Temporal);
    let error = judge.solve(file.path(), 0, Options::default()).error.expect("the quantifier is of higher order");
    assert!(error.message.contains("higher-order quantification"), "{error:?}");
    assert_eq!((Path::new(&error.file), error.line, error.column), (file.path(), 2, 27));
}

#[test]
fn an_instance_is_counted_once_wherever_alloy_has_the_atoms_of_an_extended_signature() {
    // Each of three atoms is absent, in A alone, or in B; Alloy alone would say 64.
    let file = module("sig A {} sig B extends A {} run {} for 3");
    let options = Options { symmetry: 0, count: 100, ..Options::default() };
    let answer = Judge::default().solve(file.path(), 0, options);
    assert_eq!((answer.count, answer.complete), (27, true));
}
