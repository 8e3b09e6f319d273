//! The Java that tests run: the compiler, and programs that must succeed.

use crate::maven::{self, JUNIT};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Mutex;

/// Compiles sources without a warning.
pub fn javac(into: &Path, class_path_entries: &[PathBuf], sources: &[PathBuf]) {
    assert!(!sources.is_empty(), "there is nothing to compile into {}", into.display());
    let mut arguments: Vec<OsString> = ["-Xlint:all", "-Werror", "-d"].map(OsString::from).to_vec();
    arguments.extend([into.into(), "-cp".into(), class_path(class_path_entries)]);
    arguments.extend(sources.iter().map(|source| source.as_os_str().to_owned()));
    let waiting = COMPILERS.lock().expect("no test fails while it takes a compiler").pop();
    let mut compiler = waiting.unwrap_or_else(StayingCompiler::start);
    let (succeeds, said) = compiler.run(&arguments).expect("the compiler answers");
    COMPILERS.lock().expect("no test fails while it takes a compiler").push(compiler);
    assert!(succeeds, "javac {arguments:?} failed:\n{said}");
}

/// What starts a JVM fast that has little to do: compiling its own code takes longer than what that code saves.
const FAST: [&str; 2] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/// Compilers that have nothing to do. To start one takes longer than what it has to compile.
static COMPILERS: Mutex<Vec<StayingCompiler>> = Mutex::new(Vec::new());

/// A JVM that compiles until this program ends: no part of fex, which is judged by it.
struct StayingCompiler {
    process: Child,
    answers: BufReader<ChildStdout>,
}

impl StayingCompiler {
    fn start() -> StayingCompiler {
        let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/compiler/Compiler.java");
        let mut java = Command::new("java");
        java.args(FAST).arg(program).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = java.spawn().expect("a JDK is installed");
        let answers = BufReader::new(process.stdout.take().expect("it is piped"));
        StayingCompiler { process, answers }
    }

    /// Whether a run succeeds, and what it says.
    fn run(&mut self, arguments: &[OsString]) -> std::io::Result<(bool, String)> {
        let mut question = format!("{}\n", arguments.len());
        for argument in arguments {
            let argument = argument.to_str().expect("paths of tests are text");
            assert!(!argument.contains('\n'), "an argument is a line: {argument:?}");
            question.push_str(argument);
            question.push('\n');
        }
        self.process.stdin.as_mut().expect("it is piped").write_all(question.as_bytes())?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        let numbers: Vec<usize> = answer.split_whitespace().map_while(|number| number.parse().ok()).collect();
        let [result, length] = numbers[..] else { panic!("the compiler answers {answer:?}") };
        let mut said = vec![0; length];
        self.answers.read_exact(&mut said)?;
        Ok((result == 0, String::from_utf8_lossy(&said).into_owned()))
    }
}

/// `javac` in a JVM of its own.
pub fn compiler() -> Command {
    let mut compiler = Command::new("javac");
    compiler.args(FAST.map(|option| format!("-J{option}")));
    compiler
}

/// Jars and folders of classes as Java's command line wants them.
pub fn class_path(entries: &[PathBuf]) -> OsString {
    env::join_paths(entries).expect("no folder has a path separator in its name")
}

/// Runs a program that must succeed, and returns what it printed.
pub fn succeed(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("cannot run {command:?}: {error}"));
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?} failed:\n{printed}\n{complained}");
    printed
}

/// Whether the tests of a class path pass, and what JUnit prints of them.
pub fn junit(class_path_entries: &[PathBuf]) -> (bool, String) {
    junit_on(Command::new("java"), class_path_entries)
}

/// The same on a JVM that is to be started in some way.
pub fn junit_on(mut java: Command, class_path_entries: &[PathBuf]) -> (bool, String) {
    java.arg("-jar").arg(maven::jar(JUNIT));
    java.args(["execute", "--details=tree", "--disable-banner", "--scan-class-path", "--class-path"]);
    let output = java.arg(class_path(class_path_entries)).output().expect("a JDK is installed");
    (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The Java files below a folder.
pub fn java_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in sorted(folder) {
        if path.is_dir() {
            files.extend(java_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "java") {
            files.push(path);
        }
    }
    files
}

/// What a folder contains, in order of names.
pub fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("cannot list {}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be listed").path()).collect();
    paths.sort();
    paths
}

/// The folder of the JDK whose `java` the tests run.
pub fn home() -> PathBuf {
    let output = Command::new("java").args(["-XshowSettings:properties", "-version"]).output().expect("java runs");
    let settings = String::from_utf8_lossy(&output.stderr).into_owned();
    let home = settings.lines().find_map(|line| line.trim().strip_prefix("java.home = "));
    PathBuf::from(home.expect("java says where it is"))
}
