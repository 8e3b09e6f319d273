//! The book says what is so: its commands are run, and what it shows is compared; it has a page for each command, each
//! operator of the grammar and each message.
//!
//! `FEX_PAGE=commands/solve cargo test book` runs the pages whose paths contain that. `FEX_BLESS=1` writes what commands print
//! into the pages; read the difference before committing it.

mod expected;
mod messages;
mod page;
mod session;
mod shell;

use crate::maven::{self, JUNIT};
use page::Page;
use session::{Mismatch, Surroundings, carry_out};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::{env, thread};

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn source(path: &str) -> String {
    let file = repository().join("docs/src").join(path);
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The paths of the pages, in the order of the table of contents.
fn contents() -> Vec<String> {
    let links = source("SUMMARY.md");
    links.split("](").skip(1).filter_map(|link| Some(link.split_once(')')?.0.to_owned())).collect()
}

/// All pages, in that order.
fn pages() -> Vec<Page> {
    contents().iter().map(|path| Page::read(path, &source(path))).collect()
}

/// Pages that share a folder stay together, where the first of them stands.
fn sessions(pages: &[Page]) -> Vec<Vec<&Page>> {
    let mut sessions: Vec<Vec<&Page>> = Vec::new();
    for page in pages {
        let same = |session: &&mut Vec<&Page>| page.folder.is_some() && session[0].folder == page.folder;
        match sessions.iter_mut().find(same) {
            Some(session) => session.push(page),
            None => sessions.push(vec![page]),
        }
    }
    sessions
}

#[test]
fn every_page_shows_what_fex_does() {
    let chosen = env::var("FEX_PAGE").unwrap_or_default();
    let is_blessed = env::var_os("FEX_BLESS").is_some();
    let surroundings = Surroundings {
        repository: repository(),
        fex: Path::new(env!("CARGO_BIN_EXE_fex")),
        junit: maven::jar(JUNIT),
        archives: Path::new(env!("CARGO_TARGET_TMPDIR")).join("book-archives"),
    };
    let pages = pages();
    let mut sessions = sessions(&pages);
    sessions.retain(|session| session.iter().any(|page| page.path.contains(&chosen)));
    assert!(!sessions.is_empty(), "no page is called `{chosen}`");
    let waiting = Mutex::new(sessions.into_iter());
    let wrong = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(session) = { waiting.lock().expect("no thread panics").next() } {
                    let folder = tempfile::tempdir().expect("a temporary folder can be made");
                    let mismatches = carry_out(&session, folder.path(), &surroundings);
                    for (page, mismatches) in session.iter().zip(mismatches) {
                        if is_blessed {
                            bless(page, &mismatches);
                        }
                        let told = mismatches.iter().map(|one| format!("{}:{}: {}", page.path, one.line, one.message));
                        wrong.lock().expect("no thread panics").extend(told);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no thread panics");
    assert!(wrong.is_empty(), "set FEX_BLESS=1 to accept:\n{}", wrong.join("\n"));
}

/// Writes what commands print into a page.
fn bless(page: &Page, mismatches: &[Mismatch]) {
    let mut lines = page.lines.clone();
    for (range, instead) in mismatches.iter().rev().filter_map(|mismatch| mismatch.blessed.clone()) {
        lines.splice(range, instead);
    }
    fs::write(repository().join("docs/src").join(&page.path), lines.join("\n") + "\n").expect("a page can be written");
}

#[test]
fn every_block_of_a_page_is_checked_or_says_why_not() {
    let pages = pages();
    let unaccounted = pages.iter().flat_map(|page| page.unaccounted.iter().map(|line| format!("{}:{line}", page.path)));
    let unaccounted: Vec<String> = unaccounted.collect();
    assert!(unaccounted.is_empty(), "begin such a block with ```console, or put a comment before it: {unaccounted:#?}");
}

/// The Markdown files below a folder, by their paths from there.
fn markdown(folder: &Path, below: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the book can be read").map(|entry| entry.expect("it can be read"));
    let paths = entries.map(|entry| (entry.path(), format!("{below}{}", entry.file_name().display())));
    let found = paths.flat_map(|(path, name)| match path.is_dir() {
        true => markdown(&path, &format!("{name}/")),
        false => vec![name],
    });
    found.filter(|name| name.ends_with(".md")).collect()
}

#[test]
fn every_page_is_in_the_table_of_contents() {
    let mut written = markdown(&repository().join("docs/src"), "");
    written.retain(|path| path != "SUMMARY.md");
    let listed: BTreeSet<String> = contents().into_iter().collect();
    assert_eq!(written.into_iter().collect::<BTreeSet<String>>(), listed);
}

/// How mdBook names the place of a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut broken = Vec::new();
    for path in contents() {
        let text = source(&path);
        let around = Path::new(&path).parent().expect("a page is in a folder").to_owned();
        for link in text.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0)) {
            if link.starts_with("http") {
                continue;
            }
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { PathBuf::from(&path) } else { around.join(file) };
            let Ok(target) = fs::read_to_string(repository().join("docs/src").join(target)) else {
                broken.push(format!("{path}: {link}"));
                continue;
            };
            let mut headings = target.lines().filter(|line| line.starts_with('#'));
            if !place.is_empty() && !headings.any(|line| anchor(line.trim_start_matches('#')) == place) {
                broken.push(format!("{path}: {link}"));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

/// Adding a message changes the page; `FEX_BLESS=1 cargo test book` writes it.
#[test]
fn the_index_has_every_message_of_the_sources() {
    let page = messages::page(repository());
    assert!(page.matches("\n### ").count() > 100, "messages were not found");
    if env::var_os("FEX_BLESS").is_some() {
        fs::write(repository().join("docs/src/reference/messages.md"), page).expect("the page can be written");
        return;
    }
    let written = source("reference/messages.md");
    let missing: Vec<&str> = page.lines().filter(|line| !written.contains(line)).collect();
    assert!(page == written, "set FEX_BLESS=1 to write the index anew; it lacks {missing:#?}");
}

#[test]
fn every_command_has_a_page_with_its_options() {
    let help = Command::new(env!("CARGO_BIN_EXE_fex")).arg("--help").output().expect("the binary starts");
    let help = String::from_utf8(help.stdout).expect("output is text");
    let commands = help.split_once("Commands:\n").and_then(|(_, rest)| rest.split_once("\n\n")).expect("a list").0;
    let commands = commands.lines().filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    let commands: Vec<&str> =
        commands.filter_map(|line| line.split(' ').next()).filter(|name| *name != "help").collect();
    assert!(commands.len() >= 20, "{commands:?}");
    for command in commands {
        let page = source(&format!("commands/{command}.md"));
        assert!(page.starts_with(&format!("# fex {command}\n")), "the page of {command} begins with its name");
        assert!(page.contains(&format!("\n$ fex {command} --help\n")), "the page of {command} shows its options");
    }
}

/// The words and symbols of a production of the grammar, without brackets and what separates.
fn terminals(right: &str) -> Vec<&str> {
    let quoted = right.split('"').skip(1).step_by(2);
    quoted.filter(|terminal| !matches!(*terminal, "(" | ")" | "{" | "}" | "[" | "]" | "," | "|" | ":")).collect()
}

/// The rows of the table of operators are the productions of formulas and expressions that have operators, in the grammar's order,
/// which is that of precedence; and the examples of the language's pages have each of the operators.
#[test]
fn the_table_of_operators_is_that_of_the_grammar() {
    let grammar = include_str!("../grammar/fex.ebnf");
    let expressions = grammar.split_once("(* Expressions:").expect("there is that part").1;
    let expressions = expressions.split_once("(* Names:").expect("names follow").0;
    let mut productions: Vec<(&str, String)> = Vec::new();
    for line in expressions.lines() {
        match (line.split_once("::="), productions.last_mut()) {
            (Some((name, right)), _) => productions.push((name.trim(), right.to_owned())),
            (None, Some((_, right))) => right.push_str(line),
            (None, None) => {}
        }
    }
    // What else has words: declarations and their multiplicities, which the table has under `test`.
    productions
        .retain(|(name, right)| !terminals(right).is_empty() && !name.contains("decl") && !name.contains("let_"));
    productions.retain(|(name, _)| *name != "multiplicity");
    let page = source("language/operators.md");
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.split(" | ").map(|cell| cell.trim_matches(['|', ' '])).collect())
        .collect();
    assert!(rows.len() > 20, "the table was not found");
    let names: Vec<String> = productions.iter().map(|(name, _)| format!("`{name}`")).collect();
    assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), names);
    let examples = ["operators", "time"].map(|name| source(&format!("language/{name}.md")));
    let examples: Vec<&str> = examples.iter().flat_map(|page| page.split("```").skip(1).step_by(2)).collect();
    for (row, (name, right)) in rows.iter().zip(&productions) {
        let shown: BTreeSet<String> =
            row[1].split('`').skip(1).step_by(2).map(|word| word.replace("\\|", "|")).collect();
        let wanted: BTreeSet<String> = terminals(right).into_iter().map(str::to_owned).collect();
        assert_eq!(shown, wanted, "{name}");
        for operator in wanted {
            let is_word = operator.starts_with(char::is_alphabetic);
            let is_part = |c: char| c.is_alphanumeric() || c == '/' || c == '_';
            let is_in = |block: &&str| match is_word {
                true => block.split(|c| !is_part(c)).any(|word| word == operator),
                false => block.contains(&operator),
            };
            assert!(examples.iter().any(is_in), "no example has `{operator}`");
        }
    }
}
