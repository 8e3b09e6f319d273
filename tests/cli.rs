//! The binary as its users meet it: files, exit codes and messages.

use crate::specification;
use fex::cnf::dimacs;
use fex::sat::certificate::lrat;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// What a run of the binary left behind.
pub struct Run {
    /// The exit code, unless a signal ended it.
    pub code: Option<i32>,
    /// What it printed as its result.
    pub out: String,
    /// What it said beside that.
    pub err: String,
}

impl Run {
    fn of(command: &mut Command) -> Run {
        let output = command.output().expect("the binary starts");
        Run {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("output is text"),
            err: String::from_utf8(output.stderr).expect("messages are text"),
        }
    }

    /// All that it printed.
    pub fn said(&self) -> String {
        format!("{}{}", self.out, self.err)
    }
}

/// Runs the binary.
pub fn fex(arguments: &[&str]) -> Run {
    Run::of(Command::new(env!("CARGO_BIN_EXE_fex")).args(arguments))
}

/// A folder that the binary runs in.
pub struct Folder(TempDir);

impl Folder {
    /// An empty one.
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a temporary folder can be made"))
    }

    /// A file or folder in it; all of it for an empty name.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap_or_else(|error| panic!("{name}: {error}"));
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Runs the binary in it.
    pub fn fex(&self, arguments: &[&str]) -> Run {
        Run::of(Command::new(env!("CARGO_BIN_EXE_fex")).args(arguments).current_dir(self.0.path()))
    }
}

/// Runs `fex generate` on a shipped specification.
fn generate(name: &str, folder: &Path, more: &[&str]) -> Run {
    let path = specification::path(name);
    let (path, folder) = (path.to_str().expect("a plain path"), folder.to_str().expect("a plain path"));
    fex(&[&["generate", path, "--out", folder], more].concat())
}

/// Runs `fex generate` on a text.
fn generate_text(text: &str, folder: &Path) -> Run {
    let path = folder.join("given.spec");
    std::fs::write(&path, text).expect("the folder can be written");
    let out = folder.join("out");
    fex(&["generate", path.to_str().expect("a plain path"), "--out", out.to_str().expect("a plain path")])
}

/// Which standard stream nobody reads.
#[derive(Debug, Clone, Copy)]
enum Unread {
    Out,
    Err,
}

/// The exit code of a run that writes into a pipe without a reader.
fn code_unread(arguments: &[&str], unread: Unread) -> Option<i32> {
    let (reader, writer) = std::io::pipe().expect("the system makes pipes");
    drop(reader);
    let mut command = Command::new(env!("CARGO_BIN_EXE_fex"));
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    match unread {
        Unread::Out => command.stdout(writer),
        Unread::Err => command.stderr(writer),
    };
    command.status().expect("the binary starts").code()
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// The files below a folder, with their contents, by relative path.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(next) = waiting.pop() {
        let Ok(entries) = std::fs::read_dir(&next) else { continue };
        for entry in entries {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                waiting.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("it is below").display().to_string();
                found.insert(name, std::fs::read_to_string(&path).expect("files are text"));
            }
        }
    }
    found
}

#[test]
fn the_same_command_gives_the_same_bytes() {
    for format in ["junit5", "junit4", "json", "dot", "svg"] {
        let (one, other) = (folder(), folder());
        for folder in [&one, &other] {
            let run = generate("search_tree", folder.path(), &["--scope", "4", "--format", format]);
            assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{format}");
        }
        assert!(!files(one.path()).is_empty(), "{format} writes files");
        assert_eq!(files(one.path()), files(other.path()), "{format}");
    }
}

#[test]
fn the_readme_shows_what_fex_prints() {
    let folder = folder();
    let spec = specification::path("search_tree");
    let output = Command::new(env!("CARGO_BIN_EXE_fex"))
        .args([OsStr::new("generate"), spec.as_os_str(), OsStr::new("--scope"), OsStr::new("5")])
        .current_dir(folder.path())
        .output()
        .expect("the binary starts");
    let printed = String::from_utf8(output.stdout).expect("output is text");
    let timeless = printed.split("  time ").next().expect("the time comes last");
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("it can be read");
    assert!(readme.contains(timeless), "{printed}");
}

#[test]
fn every_format_writes_files_of_its_kind() {
    for (format, ending, more) in
        [("junit5", ".java", 3), ("junit4", ".java", 3), ("json", ".json", 1), ("dot", ".dot", 6), ("svg", ".svg", 6)]
    {
        let folder = folder();
        generate("search_tree", folder.path(), &["--scope", "3", "--format", format]);
        let files = files(folder.path());
        assert!(files.keys().filter(|name| name.ends_with(ending)).count() >= more, "{format}: {:?}", files.keys());
    }
}

#[test]
fn a_second_run_leaves_unchanged_files_alone() {
    let folder = folder();
    generate("search_tree", folder.path(), &["--scope", "3"]);
    let run = generate("search_tree", folder.path(), &["--scope", "3"]);
    assert!(run.out.contains("0 written") && run.out.contains("4 unchanged"), "{}", run.out);
}

#[test]
fn count_prints_the_number_of_structures_and_writes_nothing() {
    let folder = folder();
    let out = folder.path().join("out");
    let run = generate("search_tree", &out, &["--scope", "4", "--exhaustive", "--count"]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), "51\n"));
    assert!(!out.exists());
}

#[test]
fn chosen_fields_are_the_only_ones_covered() {
    let folder = folder();
    let run = generate("search_tree", folder.path(), &["--scope", "5", "--fields", "left,right", "--format", "json"]);
    assert_eq!(run.code, Some(0));
    assert!(run.out.contains("  left ") && run.out.contains("  right ") && !run.out.contains("  key "), "{}", run.out);
}

#[test]
fn both_solvers_cover_the_same_pairs() {
    let reports = ["cadical", "varisat"].map(|solver| {
        let folder = folder();
        let run = generate("red_black_tree", folder.path(), &["--scope", "3", "--solver", solver, "--format", "json"]);
        run.out.lines().filter(|line| line.contains('%')).map(str::to_owned).collect::<Vec<_>>()
    });
    assert!(!reports[0].is_empty());
    assert_eq!(reports[0], reports[1]);
}

#[test]
fn a_certificate_is_written_and_tampering_with_it_is_noticed() {
    let folder = folder();
    let run = generate("search_tree", folder.path(), &["--scope", "4", "--certify", "--format", "json"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let files = files(folder.path());
    let (cnf, proof, map) = (&files["searchTree.cnf"], &files["searchTree.lrat"], &files["searchTree.map"]);
    assert!(map.lines().any(|line| line.ends_with("Node.left Node0 Node1")), "{map}");
    let formula = dimacs::parse(cnf).expect("what was written is DIMACS");
    assert!(lrat::check(&formula, &mut proof.as_bytes()).is_ok());

    // Without its last step the proof does not end in the empty clause.
    let cut = proof.trim_end().rsplit_once('\n').expect("more than one step").0;
    assert!(lrat::check(&formula, &mut cut.as_bytes()).is_err());
    // With its hints gone the first step does not follow.
    let (first, rest) = proof.split_once('\n').expect("more than one step");
    let unfounded = format!("{} 0\n{rest}", first.split(" 0 ").next().expect("a clause"));
    assert!(lrat::check(&formula, &mut format!("{unfounded} 0").as_bytes()).is_err());
    // The last clause says that an uncovered pair is there; without it the formula has models.
    let mut lines: Vec<&str> = cnf.trim_end().lines().collect();
    lines.pop();
    let weaker = lines.join("\n").replacen(&format!(" {}", formula.len()), &format!(" {}", formula.len() - 1), 1);
    let weaker = dimacs::parse(&weaker).expect("still DIMACS");
    assert!(lrat::check(&weaker, &mut proof.as_bytes()).is_err());
}

#[test]
fn a_time_limit_writes_what_was_found_and_says_that_it_is_incomplete() {
    let folder = folder();
    let run = generate("search_tree", folder.path(), &["--scope", "20", "--time-limit", "0.3", "--format", "json"]);
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(run.out.contains("INCOMPLETE") && !run.out.contains("field-exhaustive"), "{}", run.out);
    assert!(files(folder.path())["searchTree.json"].contains("\"coverage\": \"incomplete\""));
}

#[test]
fn a_limit_that_ends_before_the_first_structure_leaves_an_empty_suite_marked_incomplete() {
    // At scope 300 the limit ends the translation, which would take minutes and much memory; at scope 4 it ends the
    // search or, on a machine that is busy elsewhere, the translation, too.
    for (scope, covered) in [("4", &[][..]), ("300", &["no pair is covered"][..])] {
        for (format, file) in [("json", "searchTree.json"), ("junit5", "subjects/SearchTreeStructures.java")] {
            let folder = folder();
            let more = ["--scope", scope, "--time-limit", "0", "--format", format];
            let run = generate("search_tree", folder.path(), &more);
            assert_eq!((run.code, run.err.as_str()), (Some(3), ""), "{scope} {format}");
            for words in ["0 structures so far", "INCOMPLETE"].iter().chain(covered) {
                assert!(run.out.contains(words), "`{words}` in {}", run.out);
            }
            assert!(files(folder.path())[file].contains("incomplete"), "{scope} {format}");
        }
        let counted = generate(
            "search_tree",
            &folder().path().join("out"),
            &["--scope", scope, "--time-limit", "0", "--exhaustive", "--count"],
        );
        assert_eq!((counted.code, counted.out.as_str()), (Some(3), "at least 0\n"), "{scope}");
    }
}

#[test]
fn streamed_structures_say_in_their_first_line_whether_they_are_all() {
    for (scope, limit, code, coverage, lines) in
        [("3", "3600", 0, "bounded-exhaustive", 15), ("3", "0", 3, "incomplete", 0), ("300", "0", 3, "incomplete", 0)]
    {
        let folder = folder();
        let more = ["--exhaustive", "--format", "json", "--scope", scope, "--time-limit", limit];
        assert_eq!(generate("search_tree", folder.path(), &more).code, Some(code));
        let text = &files(folder.path())["searchTree.jsonl"];
        let head: serde_json::Value = serde_json::from_str(text.lines().next().expect("a head")).expect("JSON");
        assert_eq!(head["coverage"], coverage);
        assert_eq!(text.lines().count(), lines + 1, "{scope} {limit}");
    }
}

#[test]
fn no_structure_at_all_is_explained_whatever_was_asked_for() {
    let folder = folder();
    let (spec, out) = (folder.path().join("given.spec"), folder.path().join("out"));
    let text = "one sig List { head: lone Node }
        sig Node { next: lone Node }
        pred empty[l: List] { no l.head }
        pred used[l: List] { some l.head }
        generate List satisfying empty, used for 3 {}";
    std::fs::write(&spec, text).expect("the folder can be written");
    for (flags, printed) in [
        (["--exhaustive"].as_slice(), ""),
        (&["--exhaustive", "--format", "json"], ""),
        (&["--exhaustive", "--count"], "0\n"),
        (&["--count"], "0\n"),
    ] {
        let paths = [&spec, &out].map(|path| path.to_str().expect("a plain path"));
        let run = fex(&[&["generate", paths[0], "--out", paths[1]], flags].concat());
        assert_eq!((run.code, run.out.as_str()), (Some(1), printed), "{flags:?}");
        for words in ["no structure satisfies the specification", "predicate empty", "predicate used"] {
            assert!(run.err.contains(words), "{flags:?}: {}", run.err);
        }
        assert!(files(&out).is_empty(), "{flags:?}");
    }
}

#[test]
fn every_command_survives_a_reader_that_left() {
    let folder = folder();
    let broken = folder.path().join("broken.spec");
    std::fs::write(&broken, "sig A { f: lone }").expect("the folder can be written");
    let (shipped, out) = (specification::path("search_tree"), folder.path().join("out"));
    let [broken, shipped, out] = [&broken, &shipped, &out].map(|path| path.to_str().expect("a plain path"));
    for arguments in [
        ["--help"].as_slice(),
        &["--nonsense"],
        &["check", shipped],
        &["check", broken],
        &["completions", "bash"],
        &["generate", shipped, "--scope", "3", "--out", out],
        &["generate", shipped, "--scope", "3", "--exhaustive", "--count"],
        &["generate", shipped, "--fields", "lefty"],
        &["generate", broken],
    ] {
        let expected = fex(arguments).code;
        assert!(matches!(expected, Some(0 | 2)), "{arguments:?}");
        for unread in [Unread::Out, Unread::Err] {
            assert_eq!(code_unread(arguments, unread), expected, "{arguments:?} {unread:?}");
        }
    }
}

#[test]
fn constraints_that_contradict_each_other_are_named() {
    let folder = folder();
    let run = generate_text(
        "one sig List { head: lone Node }
        sig Node { next: lone Node }
        fact acyclic { no n: Node | n in n.^next }
        pred endless[l: List] { all n: Node | some n.next }
        pred used[l: List] { some l.head }
        pred harmless[l: List] { lone l.head }
        generate List satisfying endless, used, harmless for 3 {}",
        folder.path(),
    );
    assert_eq!(run.code, Some(1));
    for name in ["fact acyclic", "predicate endless", "predicate used"] {
        assert!(run.err.contains(name), "{name} is named: {}", run.err);
    }
    assert!(!run.err.contains("harmless"), "{}", run.err);
    assert!(!folder.path().join("out").exists());
}

#[test]
fn all_errors_of_a_specification_are_shown() {
    let folder = folder();
    let run = generate_text(
        "one sig List { head: lone Nod }
        sig Node { next: lone Node }
        pred first[l: List] { some l.tail }
        pred second[l: List] { some unknown }
        generate List satisfying third for 3 {}",
        folder.path(),
    );
    assert_eq!(run.code, Some(2));
    for name in ["Nod", "tail", "unknown", "third"] {
        assert!(run.err.contains(&format!("`{name}`")), "{name} is named: {}", run.err);
    }
    assert!(!folder.path().join("out").exists());
}

#[test]
fn wrong_arguments_are_explained() {
    let folder = folder();
    let out = folder.path().join("out");
    let missing = fex(&["generate", "no/such/file.spec"]);
    assert!(missing.code == Some(2) && missing.err.contains("`no/such/file.spec`"), "{}", missing.err);
    let field = generate("search_tree", &out, &["--fields", "lefty"]);
    assert!(field.code == Some(2) && field.err.contains("`lefty`") && field.err.contains("`left`"), "{}", field.err);
    let label = generate("search_tree", &out, &["--generate", "nope"]);
    assert!(
        label.code == Some(2) && label.err.contains("`nope`") && label.err.contains("`searchTree`"),
        "{}",
        label.err
    );
    let format = generate("search_tree", &out, &["--format", "excel"]);
    assert!(format.code == Some(2) && format.err.contains("junit5"), "{}", format.err);
    assert!(!out.exists());
}

#[test]
fn a_file_that_fex_did_not_write_is_never_overwritten() {
    for (name, arguments) in [
        ("searchTree.json", ["--format", "json"].as_slice()),
        ("searchTree.cnf", &["--format", "json", "--certify"]),
        ("searchTree.lrat", &["--format", "json", "--certify"]),
        ("searchTree.map", &["--format", "json", "--certify"]),
    ] {
        let folder = folder();
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("the folder can be written");
        std::fs::write(&path, "mine").expect("the folder can be written");
        let run = generate("search_tree", folder.path(), &[&["--scope", "3"], arguments].concat());
        assert_eq!(run.code, Some(2), "{name}: {}", run.err);
        assert!(run.err.contains(name), "{}", run.err);
        assert_eq!(files(folder.path()), BTreeMap::from([(name.to_owned(), "mine".to_owned())]), "{name}");
    }
}

#[test]
fn a_suite_takes_no_name_of_somebody_elses_class_and_keeps_those_that_it_has() {
    let folder = folder();
    let path = |name: &str| folder.path().join("subjects").join(name);
    std::fs::create_dir_all(path("")).expect("the folder can be written");
    // Any of its classes may be in the way, and then all have other names.
    std::fs::write(path("SearchTreeInvariant.java"), "mine").expect("the folder can be written");
    let generated = generate("search_tree", folder.path(), &["--scope", "2"]);
    assert_eq!(generated.code, Some(0), "{}", generated.err);
    let names: Vec<String> = files(folder.path()).into_keys().collect();
    let of = |class: &str| format!("subjects/SearchTree{class}.java");
    assert_eq!(
        names,
        ["searchTree.json".to_owned(), of("FexInvariant"), of("FexStructures"), of("FexTest"), of("Invariant")]
    );
    assert_eq!(std::fs::read_to_string(path("SearchTreeInvariant.java")).expect("it is there"), "mine");

    // Nothing is in the way any more, and the suite is called as it was.
    std::fs::remove_file(path("SearchTreeInvariant.java")).expect("it is there");
    let before = files(folder.path());
    let again = generate("search_tree", folder.path(), &["--scope", "2"]);
    assert_eq!((again.code, files(folder.path())), (Some(0), before), "{}", again.err);
}

#[test]
fn check_takes_several_files_standard_input_and_the_suites_of_the_project() {
    let folder = folder();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("there is room");
    write("a.spec", "sig A {}");
    write("b.spec", "sig B { f: C }");
    write(
        "fex.toml",
        "[[suite]]\nspec = 'a.spec'\n[[suite]]\nspec = 'a.spec'\nout = 'x'\n[[suite]]\nspec = 'b.spec'\n",
    );
    let check = |arguments: &[&str], input: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fex"));
        command.arg("check").args(arguments).current_dir(folder.path());
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().expect("the binary starts");
        let mut to = child.stdin.take().expect("there is a pipe");
        std::io::Write::write_all(&mut to, input.as_bytes()).expect("the pipe is read");
        drop(to);
        let output = child.wait_with_output().expect("the binary ends");
        let text = |bytes| String::from_utf8(bytes).expect("output is text");
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    // Both are looked at, whichever is wrong; `a.spec` has two suites and one check.
    for arguments in [["b.spec", "a.spec"].as_slice(), &[]] {
        let (code, out, err) = check(arguments, "");
        assert_eq!((code, out.lines().count()), (Some(2), 1), "{out}{err}");
        assert!(out.starts_with("a.spec: 1 signatures") && err.contains("b.spec:1:12"), "{out}{err}");
    }
    let (code, out, _) = check(&["-"], "sig A {} sig B {}");
    assert_eq!((code, out.starts_with("<stdin>: 2 signatures")), (Some(0), true), "{out}");
}

#[test]
fn standard_output_is_no_folder() {
    let folder = folder();
    let spec = specification::path("search_tree");
    let spec = spec.to_str().expect("a plain path");
    for arguments in [["generate", spec, "--out", "-"].as_slice(), &["extreme", "--out", "-"], &["man", "-"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fex"));
        let output = command.args(arguments).current_dir(folder.path()).output().expect("the binary starts");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.contains("standard output is no folder"), "{message}");
    }
    assert_eq!(files(folder.path()), BTreeMap::new());
    let exported = fex(&["export", spec, "--out", "-"]);
    assert!(exported.code == Some(0) && exported.out.contains("sig Node"), "{}", exported.err);
}

#[test]
fn commands_offer_only_what_they_heed() {
    let offers = |command: &str, flag: &str| fex(&[command, "--help"]).out.contains(&format!("--{flag} "));
    for (flag, commands) in [
        ("scope", ["generate", "refresh", "coverage", "report"].as_slice()),
        ("seed", &["generate", "refresh", "coverage"]),
        ("package", &["generate", "refresh", "coverage"]),
        ("classpath", &["generate", "refresh", "coverage"]),
    ] {
        for command in ["generate", "refresh", "coverage", "report"] {
            assert_eq!(offers(command, flag), commands.contains(&command), "{command} --{flag}");
        }
    }
    for command in ["refresh", "coverage", "report"] {
        let help = fex(&[command, "--help"]).out;
        let offered = help.lines().map(str::trim_start).filter(|line| line.starts_with("--"));
        let of_generate = offered.filter(|line| line.starts_with("--exhaustive") || line.starts_with("--minimise"));
        assert_eq!(of_generate.count(), 0, "{help}");
    }
}

#[test]
fn a_certificate_of_an_earlier_run_is_replaced() {
    let folder = folder();
    for scope in ["3", "4"] {
        let run = generate("search_tree", folder.path(), &["--scope", scope, "--certify", "--format", "json"]);
        assert_eq!(run.code, Some(0), "{}", run.err);
    }
}

#[test]
fn the_help_names_the_commands_and_the_exit_codes() {
    insta::assert_snapshot!(fex(&["--help"]).out, @r"
    Computes JUnit suites from Alloy-like invariants, and finds methods whose removal no test notices

    Usage: fex <COMMAND>

    Commands:
      init         Draft the specification of a compiled class: everything but its invariant
      generate     Compute a field-exhaustive suite from an invariant and write it as JUnit tests
      refresh      Bring a suite up to date, keeping every structure that is still valid
      coverage     Say how much of the feasible pairs a suite covers, and which are missing
      verify       Check a suite and its certificate against the specification
      report       Write a suite as an HTML page with a picture of each structure
      check        Parse and check a specification, and report everything that is wrong with it
      solve        Run `run` and `check` commands, and show instances and counterexamples
      eval         Evaluate expressions in an instance of a command
      export       Write a specification as a plain Alloy module with the same structures
      fmt          Format specifications and Alloy models, keeping their comments
      extreme      Remove method bodies, and report the methods whose removal no test notices
      diagnose     Say why no test notices that method bodies are gone
      stability    Say which tests fail at other times, in other places or in another order
      integrate    Say how thoroughly tests exercise the calls between two classes
      taint        Say which assertions check too much, and which inputs of tests nothing checks
      run          Generate a suite, compile it, and report which methods of the class it pins down
      plan         List the units of work of a project, which several machines can share
      run-unit     Do some units of a plan, and print their partial report
      merge        Join partial reports of several machines to the report of one
      junit        Install the virtual environment for tests, and say what a build needs for it
      plugins      Install the plugins for Maven and Gradle, and say what a build needs for them
      lsp          Serve an editor in which specifications are written, as a language server
      man          Write a page for `man` about each command
      completions  Print a completion script for a shell
      help         Print this message or the help of the given subcommand(s)

    Options:
      -h, --help     Print help
      -V, --version  Print version

    Exit codes:
      0   done
      1   no structure, a counterexample, an unexpected verdict, a file that is not formatted,
          edits by hand in the way, a suite that verify finds wrong, an invariant that tests break,
          or more than --fail-on allows
      2   wrong input
      3   incomplete: interrupted, or out of time
      4   tests fail on the unchanged program
      5   no tests
      6   a suite is not up to date (refresh --check, verify)
      7   tests are flaky on the unchanged program
      70  internal error
    ");
}
