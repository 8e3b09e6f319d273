//! fex is ended at random moments: by SIGINT to its whole process group, as a terminal sends it, by SIGTERM and by SIGKILL. The
//! suite is the old one or the new one, byte for byte, nothing that fex started lives on, and no temporary folder stays.
#![cfg(target_os = "linux")]

use crate::java::{java_files, javac};
use crate::maven::{self, JUNIT};
use fex::fixture::commit;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How often fex is interrupted in all; `FEX_INTERRUPTIONS=200 cargo test --release signals::` does so more often.
const INTERRUPTIONS: usize = 21;

/// How long processes may take to vanish. Nothing is measured by that: it only keeps a failing test from waiting for ever.
const PATIENCE: Duration = Duration::from_secs(60);

/// Whatever a folder holds, by path.
type Files = BTreeMap<PathBuf, Vec<u8>>;

fn files(folder: &Path) -> Files {
    let mut found = Files::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.path() {
            path if path.is_dir() => {
                let inside = files(&path).into_iter();
                found.extend(inside.map(|(name, bytes)| (Path::new(&entry.file_name()).join(name), bytes)));
            }
            path => drop(found.insert(entry.file_name().into(), fs::read(path).expect("a file can be read"))),
        }
    }
    found
}

fn write(folder: &Path, files: &Files) {
    let _ = fs::remove_dir_all(folder);
    for (name, bytes) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder can be made");
        fs::write(path, bytes).expect("a file can be written");
    }
}

/// The classes and tests of `tests/data/numbers`, and the class `Odd`, compiled.
struct Project {
    folder: TempDir,
}

impl Project {
    fn new() -> Project {
        let project = Project { folder: tempfile::tempdir().expect("a temporary folder") };
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
        let main = java_files(&data.join("numbers/src/main"));
        javac(&project.path("main"), &[], &main);
        let class_path = [maven::jar(JUNIT), project.path("main")];
        javac(&project.path("test"), &class_path, &java_files(&data.join("numbers/src/test")));
        javac(&project.path("odd"), &[], &[data.join("building/build/Odd.java")]);
        project
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn out(&self) -> PathBuf {
        self.path("suite")
    }
}

/// A command that is interrupted.
struct Subject {
    name: &'static str,
    /// What runs before, and makes the suite that is there.
    before: Vec<String>,
    arguments: Vec<String>,
}

fn words(text: &str) -> Vec<String> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let path = |path: PathBuf| path.to_str().expect("a plain path").to_owned();
    let word = |word: &str| match word {
        "NUMBERS" => path(data.join("numbers/numbers.spec")),
        "ODD" => path(data.join("building/odd.spec")),
        "JUNIT" => path(maven::jar(JUNIT)),
        other => other.to_owned(),
    };
    text.split_whitespace().map(word).collect()
}

fn subjects() -> [Subject; 8] {
    let tests = "--classes main --tests test --classpath JUNIT";
    [
        Subject {
            name: "generate",
            before: words("generate NUMBERS --classpath main --out suite --scope 2"),
            arguments: words("generate NUMBERS --classpath main --out suite --scope 4"),
        },
        Subject {
            name: "refresh",
            before: words("generate NUMBERS --classpath main --out suite --scope 2"),
            arguments: words("refresh NUMBERS --classpath main --out suite --scope 4"),
        },
        Subject {
            name: "record",
            before: words("generate ODD --classpath odd --out suite --scope 1"),
            arguments: words("generate ODD --classpath odd --out suite --record"),
        },
        Subject {
            name: "coverage",
            before: words("generate NUMBERS --classpath main --out suite --scope 2"),
            arguments: words(&format!("coverage NUMBERS --junit --out suite {tests}")),
        },
        Subject {
            name: "complement",
            before: words("generate NUMBERS --classpath main --out suite --scope 2"),
            arguments: words(&format!("generate NUMBERS --complement --out suite {tests}")),
        },
        Subject {
            name: "run",
            before: words("generate NUMBERS --classpath main --out suite --scope 2"),
            arguments: words("run NUMBERS --suite suite --scope 3 --classes main --classpath JUNIT --keep getter"),
        },
        Subject {
            name: "extreme",
            // The first run makes a class-data archive, which takes a while when everything is said.
            before: words(&format!("extreme --fresh --keep getter --cache verdicts {tests}")),
            arguments: words(&format!("extreme --fresh --keep getter --cache verdicts {tests}")),
        },
        Subject {
            name: "diagnose",
            before: words(&format!("extreme --fresh --keep getter --cache verdicts {tests}")),
            arguments: words(&format!("diagnose --fresh --keep getter --cache verdicts {tests}")),
        },
    ]
}

/// A run of fex, and what tells its processes and folders from all others.
struct Run {
    mark: String,
    temporary: TempDir,
}

impl Run {
    fn new() -> Run {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let mark = format!("FEX_RUN={}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        Run { mark, temporary: tempfile::tempdir().expect("a temporary folder") }
    }

    fn command(&self, project: &Project, arguments: &[String]) -> Command {
        // Whoever runs the tests may have had them ignore signals.
        let mut command = Command::new("env");
        command.args(["--default-signal=HUP,INT,TERM", &self.mark]).arg(env!("CARGO_BIN_EXE_fex")).args(arguments);
        command.current_dir(project.folder.path()).env("TMPDIR", self.temporary.path());
        command.env("FEX_CACHE", project.path("cache")).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.process_group(0);
        command
    }

    /// The processes that fex has started, or their children: who inherits the environment, inherits the mark.
    fn processes(&self) -> Vec<String> {
        let all = fs::read_dir("/proc").expect("there are processes").flatten();
        let marked = all.filter(|process| {
            let environment = fs::read(process.path().join("environ")).unwrap_or_default();
            environment.split(|byte| *byte == 0).any(|variable| variable == self.mark.as_bytes())
        });
        let about = |process: fs::DirEntry| fs::read(process.path().join("cmdline")).unwrap_or_default();
        marked.map(about).map(|about| String::from_utf8_lossy(&about).replace('\0', " ")).collect()
    }

    /// Nothing is left, as soon as what was killed is gone.
    fn leaves_nothing(&self, after: &str) {
        let since = Instant::now();
        let left = || {
            let entries = fs::read_dir(self.temporary.path()).expect("it can be read").flatten();
            (self.processes(), entries.map(|entry| entry.path()).collect::<Vec<_>>())
        };
        while left() != (Vec::new(), Vec::new()) && since.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(left(), (Vec::new(), Vec::new()), "left {after}");
    }
}

/// The lines about something in what runs that did not end have left in a folder.
fn recorded(cache: &Path, what: &str) -> usize {
    let journals = files(cache).into_iter().filter(|(name, _)| name.extension().is_some_and(|kind| kind == "part"));
    let lines = |text: Vec<u8>| String::from_utf8_lossy(&text).lines().filter(|line| line.contains(what)).count();
    journals.map(|(_, text)| lines(text)).sum()
}

/// What a subject does when nobody interrupts it.
struct Undisturbed {
    old: Files,
    new: Files,
    code: Option<i32>,
    took: Duration,
}

impl Undisturbed {
    fn of(subject: &Subject, project: &Project) -> Undisturbed {
        let run = |arguments: &[String]| {
            let run = Run::new();
            let output = run.command(project, arguments).output().expect("the binary starts");
            run.leaves_nothing(&format!("by an undisturbed `{}`", subject.name));
            output
        };
        write(&project.out(), &Files::new());
        let output = run(&subject.before);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let (old, since) = (files(&project.out()), Instant::now());
        let output = run(&subject.arguments);
        let took = since.elapsed();
        let (new, code) = (files(&project.out()), output.status.code());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            matches!(code, Some(0 | 1 | 3)) && !said.contains("error"),
            "`{}` ends with {code:?}: {said}",
            subject.name
        );
        Undisturbed { old, new, code, took }
    }
}

/// Looks at what an interrupted run has left.
fn judge(what: &str, signal: &str, project: &Project, undisturbed: &Undisturbed, output: &Output) -> &'static str {
    let said = String::from_utf8_lossy(&output.stderr);
    commit::recover(&project.out()).expect("what counts can be carried out");
    let now = files(&project.out());
    let (is_old, is_new) = (now == undisturbed.old, now == undisturbed.new);
    assert!(is_old || is_new, "the suite is neither the old nor the new one {what}: {said}");
    let end = said.lines().find(|line| line.contains("interrupted; "));
    match (output.status.code(), output.status.signal()) {
        (None, Some(9)) => {
            assert_eq!(signal, "KILL", "{what}: {said}");
            "killed"
        }
        // It had not begun to watch for signals.
        (None, Some(2 | 15)) => {
            assert!(is_old && said.is_empty(), "{what}: {said}");
            "ended at once"
        }
        (Some(3), None) if end.is_some() => {
            let kept = end.and_then(|end| end.strip_prefix("interrupted; ")).expect("it begins like that");
            match kept.split_once(" are kept").and_then(|(kept, _)| kept.split_once(' ')) {
                Some((count, kind)) => {
                    let line = if kind == "verdicts" { "\"Judged\"" } else { "\"step\"" };
                    assert_eq!(count, recorded(&project.path("verdicts"), line).to_string(), "{what}: {kind}");
                }
                None if kept.ends_with("is whole") => assert!(is_new, "{what}"),
                None if kept == "nothing was written" => assert!(is_old, "{what}"),
                None => assert!(kept.ends_with("is kept") || kept.ends_with("shows it"), "{what}: {said}"),
            }
            "interrupted"
        }
        (code, None) => {
            assert_eq!(code, undisturbed.code, "{what}: {said}");
            assert!(is_new && end.is_none(), "{what}: {said}");
            "done"
        }
        status => panic!("it ends with {status:?} {what}: {said}"),
    }
}

#[test]
fn whoever_ends_fex_finds_the_old_suite_or_the_new_one_and_nothing_else() {
    let wanted = std::env::var("FEX_INTERRUPTIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(INTERRUPTIONS);
    let project = Project::new();
    let mut random = fastrand::Rng::with_seed(11);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let subjects = subjects();
    for subject in &subjects {
        let undisturbed = Undisturbed::of(subject, &project);
        for number in 0..wanted.div_ceil(subjects.len()) {
            write(&project.out(), &undisturbed.old);
            let _ = fs::remove_dir_all(project.path("verdicts"));
            let run = Run::new();
            let child = run.command(&project, &subject.arguments).spawn().expect("the binary starts");
            let moment = Duration::from_micros(random.u64(0..=undisturbed.took.as_micros() as u64));
            thread::sleep(moment);
            let (signal, whom) = match number % 3 {
                0 => ("INT", format!("-{}", child.id())),
                1 => ("TERM", child.id().to_string()),
                _ => ("KILL", child.id().to_string()),
            };
            // It may be over.
            let _ = Command::new("kill").args(["-s", signal, "--", &whom]).stderr(Stdio::null()).status();
            let output = child.wait_with_output().expect("it ends");
            let what = format!("after SIG{signal} {moment:?} into `{}`", subject.name);
            run.leaves_nothing(&what);
            let end = judge(&what, signal, &project, &undisturbed, &output);
            *counts.entry(format!("{} {end}", subject.name)).or_default() += 1;
        }
    }
    if wanted != INTERRUPTIONS {
        // Whoever asks for more wants to know what became of them.
        writeln!(io::stderr(), "{counts:?}").expect("there is somebody to tell");
    }
    assert!(counts.keys().any(|end| end.ends_with(" interrupted")), "no signal came in time: {counts:?}");
}
