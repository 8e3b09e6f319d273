//! The error catalogue: for every broken file of `tests/data/errors`, the messages as a user sees them.
//!
//! `FEX_BLESS=1 cargo test errors` writes the expected outputs anew; read the difference before committing it.

use fex::diagnostic::{Diagnostic, Severity, Source, Style, any_error, render};
use fex::lower::check_commands;
use fex::resolve::{Module, Program, resolve};
use std::fs;
use std::path::{Path, PathBuf};

fn catalogue() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/errors");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the catalogue is part of the repository")
        .map(|entry| entry.expect("the catalogue can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "spec"))
        .collect();
    files.sort();
    files
}

/// The texts, the file's first, and the messages of `fex check`.
fn messages(path: &Path) -> (Vec<Source>, Vec<Diagnostic>) {
    let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
    let root = Source::new(name, fs::read_to_string(path).expect("the catalogue can be read"));
    let folder = path.parent().expect("a file lies in a folder");
    let (program, mut messages) = Program::read(root, &mut |_, module| {
        let name = format!("{module}.spec");
        Ok(fs::read_to_string(folder.join(&name)).ok().map(|text| Source::new(name, text)))
    });
    let (module, more) = resolve(&program);
    messages.extend(more);
    if let Some(module) = module.filter(|_| !any_error(&messages)) {
        messages.extend(check_commands(&module));
    }
    (program.sources().to_vec(), messages)
}

#[test]
fn every_broken_file_gets_the_messages_beside_it() {
    let files = catalogue();
    assert!(files.len() >= 80, "the catalogue has {} files", files.len());
    let bless = std::env::var_os("FEX_BLESS").is_some();
    let mut differing = Vec::new();
    for path in files {
        let (sources, messages) = messages(&path);
        let rendered = render(&sources, &messages, Style::Plain);
        let expected = path.with_extension("txt");
        if bless {
            fs::write(&expected, &rendered).expect("the catalogue can be written");
        } else if fs::read_to_string(&expected).unwrap_or_default() != rendered {
            differing.push(format!("{}\n{rendered}", path.display()));
        }
    }
    assert!(differing.is_empty(), "set FEX_BLESS=1 to accept:\n{}", differing.join("\n"));
}

#[test]
fn every_message_names_the_place_and_the_cure() {
    for path in catalogue() {
        let (sources, messages) = messages(&path);
        assert!(!messages.is_empty(), "{} has nothing to report", path.display());
        for message in &messages {
            let place = path.display();
            assert!(message.help.is_some(), "{place}: no help for `{}`", message.message);
            let source = Source::of(&sources, message.primary.span);
            assert!(source.range(message.primary.span).end <= source.text.len(), "{place}: {}", message.message);
            let first = message.message.chars().next().expect("a message is not empty");
            assert!(!first.is_uppercase(), "{place}: `{}` is not a fragment", message.message);
            assert!(!message.message.ends_with('.'), "{place}: `{}` is not a fragment", message.message);
        }
    }
}

#[test]
fn files_called_warning_have_no_errors_and_the_others_have_some() {
    for path in catalogue() {
        let (_, messages) = messages(&path);
        let is_error = messages.iter().any(|message| message.severity == Severity::Error);
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        assert_eq!(is_error, !name.starts_with("warning"), "{name}: {messages:#?}");
    }
}

/// What a command shares with others of its scope is lowered once for all of them. What is said of it does not depend on that: the
/// messages are those of the module with each of its commands alone, one after the other.
#[test]
fn commands_that_share_a_scope_get_the_messages_that_each_gets_alone() {
    let text = "
        sig A { r: set A, s: set String }
        fact { all x: set A | some x.r => x in A }
        pred many[x: set A] { some x }
        pred doubled { some x: A | some y: A | many[x + y] }
        fun all_of: set A { { a: A | all x: set A->A | a in x.A } }
        run { doubled } for 3
        run { all x: set A | many[x] } for 3
        run { #all_of > 1 } for 3
        check { all x: A->A | some x } for 3
        run { some x: A->A | some x.r and doubled } for 3
        run { some \"a\" and (all x: set A | many[x]) } for 3
        run { #all_of > 200 } for 3 but 8 A
        check { all a: A | all x: set A | a in x } for 2 but exactly 2 A
        run { #all_of > 1 } for 2
        run { doubled and 9 > 0 } for 4 but 4 Int
    ";
    let (program, messages) = Program::read(Source::new("test.spec", text), &mut |_, _| Ok(None));
    assert!(messages.is_empty());
    let (module, messages) = resolve(&program);
    assert!(!any_error(&messages), "{messages:?}");
    let module = module.expect("nothing is wrong");
    let mut expected: Vec<Diagnostic> = Vec::new();
    for command in &module.commands {
        for message in check_commands(&Module { commands: vec![command.clone()], ..module.clone() }) {
            if !expected.contains(&message) {
                expected.push(message);
            }
        }
    }
    let found = check_commands(&module);
    assert_eq!(found, expected);
    assert!(found.iter().filter(|message| message.severity == Severity::Error).count() >= 3, "{found:#?}");
}
