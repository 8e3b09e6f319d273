//! Use cases as plugins and editors are to call them: from a folder of their own, without a terminal.

use fex::app::generate::{Generated, Selected};
use fex::app::settings::Request;
use fex::app::{Caller, Event, Failure, Kind, Listener, Part, Progress, Workspace, check, generate};
use fex::diagnostic::Source;
use fex::fixture::merge::Edited;
use fex::sat::Interrupt;
use fex::settings::Extreme;
use num_bigint::BigUint;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::thread;

/// Keeps what it hears.
#[derive(Default)]
struct Heard(Mutex<Vec<Event>>);

impl Listener for Heard {
    fn hear(&self, event: Event) {
        self.0.lock().expect("nobody panics").push(event);
    }
}

impl Heard {
    fn caller<'c>(&'c self, folder: &'c Path) -> Caller<'c> {
        Caller { folder, listener: self, interrupt: Interrupt::default(), set: &[] }
    }
}

/// A project whose `fex.toml` names one suite of search trees.
fn project(scope: u32) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs/search_tree.spec");
    fs::copy(spec, folder.path().join("tree.spec")).expect("it can be copied");
    let settings = format!("scope = {scope}\nformat = 'json'\nout = 'suites'\n[[suite]]\nspec = 'tree.spec'\n");
    fs::write(folder.path().join("fex.toml"), settings).expect("it can be written");
    folder
}

/// Generates the suites of the project in a folder.
fn generated(folder: &Path, heard: &Heard) -> Result<Vec<Generated>, Failure> {
    let workspace = Workspace::new(heard.caller(folder), None, Extreme::default());
    let jobs = Request::default().jobs(&workspace.caller)?;
    jobs.iter().map(|job| generate::generate(job, Edited::Stays, &workspace)).collect()
}

#[test]
fn paths_count_from_the_folder_of_the_caller() {
    let (folder, heard) = (project(3), Heard::default());
    let suites = generated(folder.path(), &heard).expect("the specification is right");
    let [suite] = suites.as_slice() else { panic!("there is one suite") };
    // Keys 0..2 in trees of at most 3 nodes: 2n structures are the optimum, and the formulas of `tests/extension.rs` give 26 pairs.
    assert_eq!(suite.search.count, 6u32.into());
    let Selected::Fields { fields, is_complete: true, .. } = &suite.search.selected else { panic!("{suite:?}") };
    assert_eq!(fields.iter().map(|field| field.covered).sum::<usize>(), 26);
    assert!(folder.path().join("suites/searchTree.json").is_file());
    let heard = heard.0.into_inner().expect("nobody panics");
    assert!(heard.iter().any(|event| matches!(event, Event::Progress(Progress::Searching { .. }))), "{heard:?}");
    assert!(!heard.iter().any(|event| matches!(event, Event::Said(_))), "{heard:?}");
}

/// So that an editor can ask for one thing while it waits for another.
#[test]
fn callers_in_one_process_do_not_meet() {
    let folders = [2, 3, 4].map(project);
    let counts: Vec<BigUint> = thread::scope(|scope| {
        let runs = folders.each_ref().map(|folder| {
            scope.spawn(|| {
                generated(folder.path(), &Heard::default()).expect("the specification is right")[0].search.count.clone()
            })
        });
        runs.into_iter().map(|run| run.join().expect("nobody panics")).collect()
    });
    // 2n structures for n nodes.
    assert_eq!(counts, [4u32, 6, 8].map(BigUint::from));
}

#[test]
fn a_failure_says_what_kind_of_end_it_is_and_where() {
    let heard = Heard::default();
    let caller = heard.caller(Path::new(""));
    let failure =
        check::check(Source::new("a.spec", "sig A { f: B }"), None, &caller).expect_err("`B` is not declared");
    assert_eq!(failure.kind, Kind::Usage);
    let [Part::Diagnosed(diagnosed)] = failure.parts.as_slice() else { panic!("{failure:?}") };
    let place = diagnosed.diagnostics[0].primary.span;
    assert_eq!(&diagnosed.sources[0].text[place.start as usize..place.end as usize], "B");
}

#[test]
fn a_folder_without_project_has_nothing_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let failure = generated(folder.path(), &Heard::default()).expect_err("there is no `fex.toml`");
    let [Part::Message(message)] = failure.parts.as_slice() else { panic!("{failure:?}") };
    assert!(message.text.contains("no specification is given") && message.helps.len() == 1, "{message:?}");
}
