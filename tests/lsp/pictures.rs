//! Commands above `run`, `check` and `generate`: pictures of what is found, and work that is not wanted any more.

use super::editor::Editor;
use super::{DRAFT, root};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

/// One command that has an instance, one that has none, a check that holds and one that does not.
const TEXT: &str = "sig Node { next: lone Node }
run pair { some disj a, b: Node | a.next = b } for 3
run none_at_all { some n: Node | n not in Node } for 3
check holds { all n: Node | n in Node } for 3
check fails { no next } for 3
";

/// What comes of a command of the server.
fn carried_out(editor: &mut Editor, command: &str, arguments: Value) -> Value {
    let number = editor.carry_out(command, arguments);
    editor.answer(number).expect("it is carried out")
}

#[test]
fn commands_are_solved_from_above_their_lines() {
    let mut editor = Editor::plain();
    editor.open(DRAFT, TEXT);
    let lenses = editor.about("codeLens", DRAFT);
    let lenses = lenses.as_array().expect("it is a list").clone();
    let titles: Vec<&str> = lenses.iter().filter_map(|lens| lens["command"]["title"].as_str()).collect();
    let (instance, counterexample) = ("Show an instance", "Look for a counterexample");
    assert_eq!(titles, [instance, instance, counterexample, counterexample]);
    let lines: Vec<&Value> = lenses.iter().map(|lens| &lens["range"]["start"]["line"]).collect();
    assert_eq!(lines, [1, 2, 3, 4]);
    let mut answers = Vec::new();
    for lens in &lenses {
        let command = lens["command"]["command"].as_str().expect("it is a text");
        answers.push(carried_out(&mut editor, command, lens["command"]["arguments"].clone()));
    }
    let found: Vec<&str> = answers.iter().filter_map(|answer| answer["found"].as_str()).collect();
    let expected = [
        "an instance",
        "no instance within the scope",
        "no counterexample: it holds within the scope",
        "a counterexample",
    ];
    assert_eq!(found, expected, "any two nodes may be a pair, nothing is not itself, and nothing forbids `next`");
    let counts: Vec<usize> = answers.iter().map(|answer| answer["pictures"].as_array().map_or(0, Vec::len)).collect();
    assert_eq!(counts, [1, 0, 0, 1]);
    let svg = answers[0]["pictures"][0]["svg"].as_str().expect("it is a text");
    assert!(svg.starts_with("<svg") && svg.contains("Node$0") && svg.contains(">next<"), "{svg}");
    assert_eq!(answers[0]["title"], "run pair");
    assert_eq!(answers[0]["page"], Value::Null, "the editor shows it by itself");
    assert_eq!(editor.end(), Some(0));
}

/// As many as `fex generate` writes, of the text that is in the editor.
#[test]
fn structures_are_computed_of_what_is_not_saved() {
    let path = root().join("specs/search_tree.spec");
    let text = fs::read_to_string(path).expect("it is shipped").replace("for 5", "for 3");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let spec = folder.path().join("tree.spec");
    fs::write(&spec, &text).expect("it can be written");
    let run = Command::new(env!("CARGO_BIN_EXE_fex"))
        .args(["generate", "tree.spec", "--format", "svg", "--out", "out"])
        .current_dir(folder.path())
        .output()
        .expect("fex can be run");
    assert!(run.status.success(), "{run:?}");
    let written = fs::read_dir(folder.path().join("out")).expect("it was made").flatten();
    let written = written.filter(|entry| entry.path().extension().is_some_and(|extension| extension == "svg")).count();
    fs::write(&spec, "what is saved is something else").expect("it can be written");
    let mut editor = Editor::plain();
    let uri = super::address(&spec);
    editor.open(&uri, &text);
    let lenses = editor.about("codeLens", &uri);
    assert_eq!(lenses[0]["command"]["title"], "Show the structures");
    let arguments = lenses[0]["command"]["arguments"].clone();
    let answer = carried_out(&mut editor, "fex.generate", arguments);
    assert_eq!(answer["pictures"].as_array().map(Vec::len), Some(written));
    assert!(written > 3, "there is more than one");
    let found = answer["found"].as_str().expect("it is a text");
    assert!(found.starts_with(&format!("{written} structures with all ")), "{found}");
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn an_editor_without_pictures_is_shown_a_page() {
    let mut editor = Editor::with(json!({ "window": { "showDocument": { "support": true } } }), json!({}));
    editor.open(DRAFT, TEXT);
    let number = editor.carry_out("fex.solve", json!([DRAFT, "pair"]));
    let answer = editor.answer(number).expect("it is solved");
    let shown = editor.hear(|message| message["method"] == "window/showDocument");
    assert_eq!(shown["params"]["uri"], answer["page"]);
    assert_eq!(shown["params"]["external"], true);
    let path = answer["page"].as_str().and_then(|page| page.strip_prefix("file://")).expect("it is a file").to_owned();
    let page = fs::read_to_string(&path).expect("it can be read");
    assert!(page.contains("<svg") && page.contains("<h1>run pair</h1>"), "{page}");
    assert_eq!(editor.end(), Some(0));
    assert!(fs::metadata(path).is_err(), "it is gone with the server");
    // Where the editor shows no documents, the user is told where the page is.
    let mut editor = Editor::with(json!({}), json!({}));
    editor.open(DRAFT, TEXT);
    let number = editor.carry_out("fex.solve", json!([DRAFT, 0]));
    let answer = editor.answer(number).expect("it is solved");
    let said = editor.hear(|message| message["method"] == "window/showMessage");
    let page = answer["page"].as_str().expect("it is a file");
    assert_eq!(said["params"]["message"], format!("run pair: an instance: {page}"));
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn what_cannot_be_solved_says_why() {
    let mut editor = Editor::plain();
    editor.open(DRAFT, "sig A { f: B }\nrun {}\n");
    let cases = [
        ("fex.solve", json!([DRAFT, 0]), -32803, "Untitled-1:1: "),
        ("fex.solve", json!([DRAFT]), -32602, "wants the address of a text"),
        ("fex.solve", json!([3, 0]), -32602, "wants the address of a text"),
        ("fex.solve", json!([DRAFT, null]), -32602, "wants a label or a number"),
        ("fex.burn", json!([DRAFT, 0]), -32602, "there is no command `fex.burn`"),
    ];
    for (command, arguments, code, words) in cases {
        let number = editor.carry_out(command, arguments);
        let refused = editor.answer(number).expect_err("it makes no sense");
        let message = refused["message"].as_str().expect("it is a text");
        assert!(refused["code"] == code && message.contains(words), "{refused}");
    }
    editor.change(
        DRAFT,
        2,
        json!([{ "text": "one sig A {}\nfact { no A }\npred p[a: A] {}\ngenerate A satisfying p for 2 {}\n" }]),
    );
    let number = editor.carry_out("fex.solve", json!([DRAFT, "nothing"]));
    let refused = editor.answer(number).expect_err("there is no such command");
    assert!(refused["message"].as_str().is_some_and(|message| message.contains("no command `nothing`")), "{refused}");
    let number = editor.carry_out("fex.generate", json!([DRAFT, "a"]));
    let refused = editor.answer(number).expect_err("there is no structure");
    assert!(refused["message"].as_str().is_some_and(|message| message.contains("no structure satisfies")), "{refused}");
    assert_eq!(editor.end(), Some(0));
}

/// The search tree at scope 30, which takes far longer than this test waits for.
#[test]
fn long_work_hinders_nobody_and_ends_when_it_is_not_wanted() {
    let text =
        fs::read_to_string(root().join("specs/search_tree.spec")).expect("it is shipped").replace("for 5", "for 30");
    let capabilities = json!({ "window": { "workDoneProgress": true } });
    let mut editor = Editor::with(capabilities, json!({ "pictures": "result" }));
    editor.open(DRAFT, &text);
    let kind =
        |message: &Value, kind: &str| message["method"] == "$/progress" && message["params"]["value"]["kind"] == kind;
    for (end, code) in
        [("cancel", -32800), ("progress", -32800), ("change", -32801), ("close", -32801), ("shutdown", -32800)]
    {
        let number = editor.carry_out("fex.generate", json!([DRAFT, "searchTree"]));
        let begun = editor.hear(|message| kind(message, "begin"));
        assert_eq!(begun["params"]["value"]["cancellable"], true);
        let created = "window/workDoneProgress/create";
        assert!(editor.said.iter().all(|message| message["method"] != created), "it was created before");
        assert_ne!(editor.at("hover", DRAFT, 7, 9), Value::Null, "other questions are answered");
        match end {
            "cancel" => editor.say("$/cancelRequest", json!({ "id": number })),
            "progress" => {
                let token = &begun["params"]["token"];
                editor.say("window/workDoneProgress/cancel", json!({ "token": token }));
            }
            "change" => editor.change(DRAFT, 2, json!([{ "text": format!("{text}\n") }])),
            "close" => editor.close(DRAFT),
            _ => {
                let ended = editor.begin("shutdown", Value::Null);
                assert_eq!(editor.answer(number).expect_err("it is not done")["code"], code);
                assert_eq!(editor.answer(ended), Ok(Value::Null));
                editor.say("exit", Value::Null);
                assert_eq!(editor.wait(), Some(0));
                return;
            }
        }
        assert_eq!(editor.answer(number).expect_err("it is not done")["code"], code, "{end}");
        editor.hear(|message| kind(message, "end"));
        if end == "close" {
            editor.open(DRAFT, &text);
        }
    }
}

/// A question that waits behind others is answered at once when it is withdrawn. Which ones still wait then depends on how fast the server is, so
/// each may be answered or not; but each is, once.
#[test]
fn questions_can_be_withdrawn() {
    let mut editor = Editor::plain();
    editor.open(DRAFT, TEXT);
    let params = json!({ "textDocument": { "uri": DRAFT } });
    let numbers: Vec<i64> = (0..50).map(|_| editor.begin("textDocument/semanticTokens/full", params.clone())).collect();
    for number in &numbers {
        editor.say("$/cancelRequest", json!({ "id": number }));
    }
    editor.say("$/cancelRequest", json!({ "id": "never asked" }));
    let expected = editor.begin("textDocument/codeLens", params);
    let (mut done, mut withdrawn) = (0, 0);
    let mut left: BTreeSet<i64> = numbers.into_iter().chain([expected]).collect();
    while !left.is_empty() {
        let (number, outcome) = editor.any_answer();
        assert!(left.remove(&number), "{number} is answered once");
        match outcome {
            Ok(_) => done += 1,
            Err(error) => {
                assert_eq!(error["code"], -32800);
                withdrawn += 1;
            }
        }
    }
    assert_eq!(done + withdrawn, 51);
    assert_eq!(editor.end(), Some(0));
}
