//! `fex verify`: what is right is accepted, whatever is corrupted is found, and a certificate goes where its suite goes.

use crate::cli::Folder;
use crate::refresh::LIST;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

const CERTIFICATE: [&str; 3] = ["list.cnf", "list.lrat", "list.map"];

struct Certified {
    folder: Folder,
}

impl Certified {
    fn new() -> Certified {
        let suite = Certified { folder: Folder::new() };
        suite.folder.write("list.spec", LIST);
        suite.fex(&["generate", "list.spec", "--out", "out", "--certify"], 0);
        suite
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path("out").join(name)
    }

    fn read(&self, name: &str) -> String {
        self.folder.read(&format!("out/{name}"))
    }

    fn fex(&self, arguments: &[&str], code: i32) -> String {
        let run = self.folder.fex(arguments);
        let text = run.said();
        assert_eq!(run.code, Some(code), "{arguments:?}: {text}");
        text
    }

    /// What is wrong, with the exit code that says so.
    fn wrong(&self, code: i32) -> Vec<String> {
        let text = self.fex(&["verify", "out", "--quiet"], code);
        text.lines().filter_map(|line| line.strip_prefix("  wrong  ")).map(str::to_owned).collect()
    }

    /// What is wrong once a file has another text; the file is as it was afterwards.
    fn wrong_with(&self, name: &str, change: impl Fn(&str) -> String) -> Vec<String> {
        let before = self.read(name);
        let after = change(&before);
        assert_ne!(before, after, "{name}");
        fs::write(self.path(name), after).expect("it can be written");
        let wrong = self.wrong(1);
        fs::write(self.path(name), before).expect("it can be written");
        wrong
    }

    fn document(&self) -> Value {
        serde_json::from_str(&self.read("list.json")).expect("it is JSON")
    }
}

#[test]
fn a_suite_that_fex_wrote_is_right_in_every_part() {
    let suite = Certified::new();
    let text = suite.fex(&["verify", "out"], 0);
    for part in ["document", "structures", "Java", "pairs", "proof  list.cnf", "proof  list.map", "proof  list.lrat"] {
        assert!(text.contains(&format!("  right  {part}  ")) || text.contains(&format!("  right  {part}: ")), "{text}");
    }
    assert!(!text.contains("wrong") && !text.contains("unchecked"), "{text}");
    let by_name = suite.fex(&["verify", "out", "--spec", "list.spec"], 0);
    assert_eq!(text.lines().skip(1).collect::<Vec<_>>(), by_name.lines().skip(1).collect::<Vec<_>>());
    // Without a certificate nothing says that no pair is missing, and fex says so.
    for name in CERTIFICATE {
        fs::remove_file(suite.path(name)).expect("it can be removed");
    }
    let text = suite.fex(&["verify", "out"], 0);
    assert!(text.contains("  unchecked  proof  there is no certificate"), "{text}");
}

#[test]
fn a_corrupted_proof_formula_or_map_is_found() {
    let suite = Certified::new();
    let only = |name: &str, change: &dyn Fn(&str) -> String, said: &str| {
        let wrong = suite.wrong_with(name, change);
        assert!(wrong.len() == 1 && wrong[0].contains(name) && wrong[0].contains(said), "{name}: {wrong:?}");
    };
    // Without its last step, and with a step whose clause is another one.
    let cut = |text: &str| text.trim_end().rsplit_once('\n').expect("more than one step").0.to_owned();
    only("list.lrat", &cut, "does not derive the empty clause");
    let unfounded = |text: &str| {
        let (first, rest) = text.split_once('\n').expect("more than one step");
        format!("{} 0 0\n{rest}", first.split(' ').next().expect("a number"))
    };
    only("list.lrat", &unfounded, "the hints do not lead to a conflict");
    // The formula with a clause that has no model anyway, with a literal turned round, and without its claim.
    let last = |text: &str| text.trim_end().rsplit_once('\n').expect("clauses").1.to_owned();
    only("list.cnf", &|text| text.replace(&last(text), "0"), "its last clause");
    let turned = |text: &str| {
        let header = text.find("p cnf").expect("it has a header");
        let clause = header + text[header..].find('\n').expect("it has clauses") + 1;
        let opposite = text[clause..].strip_prefix('-').map_or_else(|| format!("-{}", &text[clause..]), str::to_owned);
        format!("{}{opposite}", &text[..clause])
    };
    only("list.cnf", &turned, "clause 1 is not that of this specification");
    only("list.cnf", &|text| format!("{text}1 0\n"), "line");
    // The map with two variables exchanged.
    only("list.map", &|text| text.replace("Node0", "Node9"), "should say");
    only("list.map", &cut, "says nothing");
    for name in CERTIFICATE {
        let text = suite.read(name);
        fs::remove_file(suite.path(name)).expect("it can be removed");
        let wrong = suite.wrong(1);
        assert!(wrong.len() == 1 && wrong[0].contains(&format!("{name}: cannot be read")), "{wrong:?}");
        fs::write(suite.path(name), text).expect("it can be written");
    }
    assert!(suite.wrong(0).is_empty());
}

/// A structure that violates the specification, one that is there twice, one that is gone with its pairs, a Java file that says
/// something else.
#[test]
fn a_corrupted_suite_is_found() {
    let suite = Certified::new();
    let edited = |edit: &dyn Fn(&mut Vec<Value>)| {
        let mut document = suite.document();
        edit(document["instances"].as_array_mut().expect("there are structures"));
        suite.wrong_with("list.json", |_| document.to_string())
    };
    let longest = |structures: &[Value]| {
        let size = |at: &usize| structures[*at]["objects"].as_array().map_or(0, Vec::len);
        (0..structures.len()).max_by_key(size).expect("there are structures")
    };
    let wrong = edited(&|structures| {
        let at = longest(structures);
        let node = structures[at]["objects"][1]["id"].clone();
        // A node that follows itself.
        structures[at]["objects"][1]["fields"]["next"]["ref"] = node;
    });
    assert!(wrong[0].starts_with("structure  "), "{wrong:?}");
    let wrong = edited(&|structures| structures[0]["objects"][0]["fields"]["head"] = Value::from(7));
    assert!(wrong[0].starts_with("structure  "), "{wrong:?}");
    let wrong = edited(&|structures| structures.push(structures[0].clone()));
    assert!(wrong[0].contains("is the same as"), "{wrong:?}");
    let wrong = edited(&|structures| drop(structures.remove(longest(structures))));
    assert!(wrong.iter().any(|line| line.contains("its last clause does not have just the pairs")), "{wrong:?}");
    let wrong = suite.wrong_with("ListStructures.java", |text| text.replacen("null", "newNode(null, 1)", 1));
    assert!(wrong.len() == 1 && wrong[0].contains("is not as fex wrote it"), "{wrong:?}");
    fs::remove_file(suite.path("ListTest.java")).expect("it can be removed");
    assert_eq!(suite.wrong(1), ["Java  ListTest.java is missing"]);
}

#[test]
fn a_suite_of_another_specification_is_not_up_to_date() {
    let suite = Certified::new();
    suite.folder.write("list.spec", &LIST.replace("0 .. 2", "0 .. 1"));
    assert!(suite.wrong(6)[0].starts_with("document  was written for another specification"));
    suite.folder.write("list.spec", LIST);
    let mut document = suite.document();
    document["scope"] = Value::from(2);
    fs::write(suite.path("list.json"), document.to_string()).expect("it can be written");
    assert_eq!(suite.wrong(6).len(), 1);
    suite.fex(&["verify", "."], 2);
    fs::remove_file(suite.folder.path("list.spec")).expect("it can be removed");
    assert!(suite.fex(&["verify", "out"], 2).contains("--spec"));
}

/// A certificate is replaced or removed together with the suite that it is about, and stays where it is still right.
#[test]
fn a_certificate_follows_its_suite() {
    let suite = Certified::new();
    let there = || CERTIFICATE.map(|name| suite.path(name).exists());
    let before = CERTIFICATE.map(|name| suite.read(name));
    for command in ["refresh", "generate"] {
        suite.fex(&[command, "list.spec", "--out", "out"], 0);
        assert_eq!(CERTIFICATE.map(|name| suite.read(name)), before, "{command} of the same suite");
    }
    suite.fex(&["refresh", "list.spec", "--out", "out", "--scope", "2", "--certify"], 0);
    assert!(CERTIFICATE.iter().zip(&before).all(|(name, before)| suite.read(name) != *before));
    suite.fex(&["verify", "out"], 0);
    suite.fex(&["refresh", "list.spec", "--out", "out", "--scope", "2", "--certify", "--check"], 0);
    for command in ["refresh", "generate"] {
        let text = suite.fex(&[command, "list.spec", "--out", "out", "--scope", "3"], 0);
        assert!(text.contains("proof  removed, because it is not about this suite"), "{text}");
        assert_eq!(there(), [false; 3], "{command}");
        suite.fex(&["verify", "out"], 0);
        suite.fex(&["refresh", "list.spec", "--out", "out", "--scope", "2", "--certify", "--check"], 6);
        assert_eq!(there(), [false; 3], "--check changes nothing");
        suite.fex(&["refresh", "list.spec", "--out", "out", "--scope", "2", "--certify"], 0);
        suite.fex(&["verify", "out"], 0);
    }
    // What is broken is made again.
    fs::write(suite.path("list.lrat"), "").expect("it can be written");
    suite.fex(&["refresh", "list.spec", "--out", "out", "--scope", "2", "--certify"], 0);
    suite.fex(&["verify", "out"], 0);
}
