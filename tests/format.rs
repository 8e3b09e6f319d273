//! The formatter keeps what a text says: the tree, every comment, and itself when it is asked again.

use crate::maven;
use crate::specification;
use crate::syntax::random_tree;
use fex::diagnostic::{Source, Style, render};
use fex::resolve::MODULES;
use fex::syntax::{WIDTH, format, parse, print};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

fn source(text: &str) -> Source {
    Source::new("test.spec", text)
}

fn formatted(text: &str) -> String {
    let source = source(text);
    format(&source).unwrap_or_else(|messages| {
        panic!("{text}\n{}", render(std::slice::from_ref(&source), &messages, Style::Plain));
    })
}

/// What must hold of every text without syntax errors.
fn check(text: &str) -> Result<(), TestCaseError> {
    let Ok(once) = format(&source(text)) else { return Ok(()) };
    let (tree, messages) = parse(&source(&once));
    prop_assert!(messages.is_empty(), "the result does not parse\n{}", once);
    prop_assert_eq!(&tree, &parse(&source(text)).0, "another tree\n{}", once);
    let (comments, code) = split(&once);
    prop_assert_eq!(comments, split(text).0, "other comments\n{}", once);
    prop_assert!(!code.contains("\n\n\n"), "more than one empty line\n{}", once);
    prop_assert!(once.is_empty() || once.ends_with('\n') && !once.ends_with("\n\n"), "the end\n{}", once);
    let twice = formatted(&once);
    prop_assert_eq!(&twice, &once, "not the same when formatted again");
    Ok(())
}

/// The comments of a text in alphabetical order, each as its lines without the space around them; and the text without
/// them.
fn split(text: &str) -> (Vec<Vec<&str>>, String) {
    let (mut found, mut code) = (Vec::new(), String::new());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |character: char| character.is_alphanumeric() || character == '_' || character == '"';
        let length = if rest.starts_with("//") || rest.starts_with("--") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(inside) = rest.strip_prefix("/*") {
            inside.find("*/").map_or(rest.len(), |end| end + 4)
        } else {
            let length = match first {
                '"' => string(rest),
                // A quote in a word starts no string.
                _ if is_word(first) => rest.find(|character| !is_word(character)).unwrap_or(rest.len()),
                _ => first.len_utf8(),
            };
            code.push_str(&rest[..length]);
            rest = &rest[length..];
            continue;
        };
        found.push(rest[..length].lines().map(str::trim).collect());
        code.push('_');
        rest = &rest[length..];
    }
    found.sort();
    (found, code)
}

/// How long the string is that a text starts with.
fn string(text: &str) -> usize {
    let mut escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            '"' if !escaped => return at + 1,
            _ => escaped = character == '\\' && !escaped,
        }
    }
    text.len()
}

/// Every model and module of Alloy's jar.
fn alloys() -> Vec<(String, String)> {
    let jar = File::open(maven::jar(maven::ALLOY)).expect("the jar can be read");
    let mut jar = zip::ZipArchive::new(jar).expect("a jar is an archive");
    let mut models = Vec::new();
    for at in 0..jar.len() {
        let mut entry = jar.by_index(at).expect("the archive is whole");
        let name = entry.name().expect("names are text").into_owned();
        if name.ends_with(".als") {
            let mut text = String::new();
            entry.read_to_string(&mut text).expect("a model is text");
            models.push((name, text));
        }
    }
    models
}

#[test]
fn shipped_texts_and_alloys_models_keep_their_trees_and_comments() {
    let models = alloys();
    assert!(models.len() > 90, "Alloy ships {} models", models.len());
    let ours = MODULES.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    for (name, text) in models.into_iter().chain(ours).chain(specification::all()) {
        formatted(&text);
        check(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn shipped_texts_are_formatted() {
    let ours = MODULES.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    for (name, text) in ours.chain(specification::all()) {
        assert!(formatted(&text) == text, "{name}: run `fex fmt` on it");
    }
}

/// A text with pieces put in at random.
fn with_pieces(text: impl Strategy<Value = String>, pieces: &'static [&'static str]) -> impl Strategy<Value = String> {
    (text, vec((any::<Index>(), select(pieces)), 1..12)).prop_map(|(mut text, edits)| {
        for (at, piece) in edits {
            // Between two tokens of a printed text there is a space more often than not.
            let places: Vec<usize> = text.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(at, _)| at).collect();
            let Some(at) = places.get(at.index(places.len().max(1))) else { continue };
            text.insert_str(*at, piece);
        }
        text
    })
}

const COMMENTS_AND_LINE_ENDS: &[&str] = &[
    "\n",
    "\n\n\n",
    "\r\n",
    " // one\n",
    "\n// two\n",
    "\n\n  -- three\n\n",
    "/* four */",
    "\n/* five\n * six\n */\n",
    " /* seven\n   eight */",
];

/// Texts of every kind of paragraph, where random trees have few operands to spread.
const SHIPPED: &[&str] = &[
    include_str!("../specs/search_tree.spec"),
    include_str!("../specs/btree_node.spec"),
    include_str!("../specs/file_system.spec"),
    include_str!("../modules/util/ordering.als"),
    include_str!("../modules/util/sequence.als"),
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_trees_with_comments_anywhere_are_kept(
        text in with_pieces(random_tree::file().prop_map(|file| print(&file)), COMMENTS_AND_LINE_ENDS)
    ) {
        check(&text)?;
    }

    #[test]
    fn shipped_texts_with_comments_anywhere_are_kept(
        text in with_pieces(select(SHIPPED).prop_map(str::to_owned), COMMENTS_AND_LINE_ENDS)
    ) {
        check(&text)?;
    }
}

#[test]
fn what_fits_stays_on_a_line_and_what_does_not_is_spread_from_outside() {
    let long = format!("pred p {{ all x: {0} | some {0} and (no {0} or one {0}) }}", "b".repeat(25));
    let wanted = "\
pred p {
  all x: bbbbbbbbbbbbbbbbbbbbbbbbb |
    some bbbbbbbbbbbbbbbbbbbbbbbbb and
      (no bbbbbbbbbbbbbbbbbbbbbbbbb or one bbbbbbbbbbbbbbbbbbbbbbbbb)
}
";
    assert!(long.len() > WIDTH);
    assert_eq!(formatted(&long), wanted);
    assert_eq!(formatted("pred   p{some  a\n}"), "pred p {\n  some a\n}\n");
    assert_eq!(formatted("pred p{some a.b+c->d}"), "pred p { some a.b + c -> d }\n");
}

#[test]
fn comments_stay_with_what_they_are_about() {
    let text = "\
// The file.
sig A { // what A is
      f: A // of f
    , g: A, // of g
  -- of h
  h: A


  // the end of A
}
/* The
 * last. */
";
    let wanted = "\
// The file.
sig A { // what A is
  f: A, // of f
  g: A, // of g
  -- of h
  h: A

  // the end of A
}
/* The
 * last. */
";
    assert_eq!(formatted(text), wanted);
}

/// Runs `fex fmt` with a text as its input: exit code and output.
fn fmt(arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fex"))
        .arg("fmt")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    child.stdin.take().expect("it has an input").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    (output.status.code(), String::from_utf8(output.stdout).expect("output is text"))
}

#[test]
fn files_are_replaced_and_broken_ones_left_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (untidy, tidy, broken) = (path("untidy.spec"), path("tidy.als"), path("broken.spec"));
    fs::write(&untidy, "sig  A{}").expect("the folder can be written");
    fs::write(&tidy, "sig B {}\n").expect("the folder can be written");
    fs::write(&broken, "sig  C {").expect("the folder can be written");
    let read = |path: &str| fs::read_to_string(Path::new(path)).expect("it is there");

    assert_eq!(fmt(&["--check", &untidy, &tidy], ""), (Some(1), format!("{untidy}\n")));
    assert_eq!(read(&untidy), "sig  A{}", "`--check` writes nothing");
    assert_eq!(fmt(&[&broken, &untidy, &tidy], ""), (Some(2), String::new()));
    assert_eq!(read(&broken), "sig  C {");
    assert_eq!(read(&untidy), "sig A {}\n", "the other files are formatted all the same");
    assert_eq!(fmt(&["--check", &untidy, &tidy], ""), (Some(0), String::new()));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 3, "nothing is left beside the files");
}

#[test]
fn standard_input_is_formatted_to_standard_output() {
    assert_eq!(fmt(&["-"], "sig  A{}"), (Some(0), "sig A {}\n".to_owned()));
    assert_eq!(fmt(&["--check", "-"], "sig  A{}"), (Some(1), "<stdin>\n".to_owned()));
    assert_eq!(fmt(&["-"], "sig  A{"), (Some(2), String::new()));
}
