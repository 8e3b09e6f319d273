//! The language server, asked by an editor over the protocol. Places are counted by hand, or in UTF-16 by the tests themselves.

mod editor;
mod edits;
mod extension;
mod java;
mod pictures;

use editor::{Editor, address};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// A text that is no file.
const DRAFT: &str = "untitled:Untitled-1";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The specifications of a folder, in order.
fn specifications(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("the folder can be read").flatten();
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    found.retain(|path| path.extension().is_some_and(|extension| extension == "spec"));
    found.sort();
    found
}

fn range(line: u32, start: u32, end: u32) -> Value {
    json!({ "start": { "line": line, "character": start }, "end": { "line": line, "character": end } })
}

/// The message of an error that a user is shown.
fn complaint(editor: &mut Editor) -> String {
    let said = editor.hear(|message| message["method"] == "window/showMessage");
    assert_eq!(said["params"]["type"], 1, "it is an error");
    said["params"]["message"].as_str().expect("it is a text").to_owned()
}

#[test]
fn a_session_begins_and_ends_as_the_protocol_has_it() {
    let mut editor = Editor::fresh();
    let early = editor.ask("textDocument/hover", json!({})).expect_err("it is too early");
    assert_eq!(early["code"], -32002, "server not initialized: {early}");
    let begun = editor.ask("initialize", json!({ "capabilities": {} })).expect("it begins");
    assert_eq!(begun["capabilities"]["positionEncoding"], "utf-16");
    assert_eq!(begun["capabilities"]["textDocumentSync"]["change"], 2, "incremental");
    assert_eq!(begun["serverInfo"]["name"], "fex");
    editor.say("initialized", json!({}));
    let twice = editor.ask("initialize", json!({ "capabilities": {} })).expect_err("once is enough");
    assert_eq!(twice["code"], -32600, "invalid request: {twice}");
    let unknown = editor.ask("textDocument/moniker", json!({})).expect_err("there is none");
    assert_eq!(unknown["code"], -32601, "method not found: {unknown}");
    let wrong = editor.ask("textDocument/hover", json!({ "textDocument": 3 })).expect_err("it makes no sense");
    assert_eq!(wrong["code"], -32602, "invalid parameters: {wrong}");
    editor.say("$/unknown", json!({}));
    assert_eq!(editor.ask("shutdown", Value::Null), Ok(Value::Null));
    let late = editor.ask("textDocument/hover", json!({})).expect_err("it is too late");
    assert_eq!(late["code"], -32600, "invalid request: {late}");
    editor.say("exit", Value::Null);
    assert_eq!(editor.wait(), Some(0));
}

#[test]
fn an_end_that_was_not_announced_is_told_by_the_exit_code() {
    let mut editor = Editor::plain();
    editor.say("exit", Value::Null);
    assert_eq!(editor.wait(), Some(1));
    assert_eq!(Editor::plain().vanish(), Some(1));
    assert_eq!(Editor::fresh().vanish(), Some(1));
    let mut editor = Editor::plain();
    editor.write(b"Content-Length: 9\r\n\r\n{ no json");
    assert_eq!(editor.wait(), Some(2), "what is no message is said on standard error");
}

/// In UTF-16 the clef has two units, in UTF-8 four, and in UTF-32 one, so that `A` stands behind 7 + 2 + 4 of them, 7 + 4 + 4 or 7 + 1 + 4,
/// and `B` 12 further; `é` has two in UTF-8.
#[test]
fn columns_are_counted_as_the_editor_counts_them() {
    let text = "module m\r\nsig /* 𝄞 */ A { f: lone B }\r\nsig B {}\rfact { some é }";
    for (encoding, a, end) in [("utf-8", 15, 14), ("utf-16", 13, 13), ("utf-32", 12, 13)] {
        let b = a + 12;
        let mut editor =
            Editor::with(json!({ "general": { "positionEncodings": ["x", encoding, "utf-16"] } }), json!({}));
        editor.open(DRAFT, text);
        let hover = editor.at("hover", DRAFT, 1, a);
        assert_eq!(hover["range"], range(1, a, a + 1), "{encoding}");
        let shown = hover["contents"]["value"].as_str().expect("it is a text");
        assert!(shown.contains("sig A"), "{shown}");
        let definition = editor.at("definition", DRAFT, 1, b);
        assert_eq!(definition, json!([{ "uri": DRAFT, "range": range(2, 4, 5) }]), "{encoding}");
        let messages = editor.messages(DRAFT, 1);
        let unknown: Vec<&Value> = messages.iter().filter(|message| message["severity"] == 1).collect();
        assert_eq!(unknown.len(), 1, "{messages:?}");
        assert_eq!(unknown[0]["range"], range(3, 12, end), "{encoding}: {messages:?}");
        assert_eq!(editor.end(), Some(0));
    }
}

/// The messages of `fex check`, which renders those of the same stages to standard error, are counted there; their places are
/// computed from bytes here, without the server's own conversion.
#[test]
fn messages_are_those_of_check() {
    let mut editor = Editor::plain();
    let mut compared = 0;
    for path in specifications("tests/data/errors") {
        let text = fs::read_to_string(&path).expect("it can be read");
        let uri = address(&path);
        editor.open(&uri, &text);
        let messages = editor.messages(&uri, 1);
        editor.close(&uri);
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_fex")).arg("check").arg(&path).output();
        let said = String::from_utf8(output.expect("fex can be run").stderr).expect("it is a text");
        let heads: Vec<&str> = said
            .lines()
            .filter_map(|line| line.strip_prefix("error: ").or_else(|| line.strip_prefix("warning: ")))
            .collect();
        let file = path.file_name().expect("it has one").to_string_lossy();
        for message in &messages {
            let first = message["message"].as_str().expect("it is a text").lines().next().expect("there is a line");
            let head = heads.iter().find(|head| first.starts_with(**head));
            assert!(head.is_some(), "{file}: `fex check` does not say `{first}`:\n{said}");
            let line = 1 + message["range"]["start"]["line"].as_u64().expect("it is a number");
            assert!(said.contains(&format!("{file}:{line}:")), "{file}: line {line} is not in\n{said}");
        }
        // Messages about modules that the text opens are told about these.
        let is_alone = !said.lines().any(|line| line.contains("-->") && !line.contains(&*file));
        if is_alone && !said.contains("and further") {
            assert_eq!(messages.len(), heads.len(), "{file}: {messages:?}\n{said}");
            compared += 1;
        }
    }
    assert!(compared > 60, "{compared} were compared as a whole");
    assert_eq!(editor.end(), Some(0));
}

/// A cure is one if the message is gone afterwards. A text may have the same mistake several times.
#[test]
fn a_quick_fix_takes_its_message_away() {
    let mut editor = Editor::plain();
    let mut cured = 0;
    for path in specifications("tests/data/errors") {
        let text = fs::read_to_string(&path).expect("it can be read");
        let uri = address(&path);
        editor.open(&uri, &text);
        for (number, message) in editor.messages(&uri, 1).into_iter().enumerate() {
            let params = json!({
                "textDocument": { "uri": uri }, "range": message["range"], "context": { "diagnostics": [message] }
            });
            let actions = editor.ask("textDocument/codeAction", params).expect("it is answered");
            for action in
                actions.as_array().expect("it is a list").iter().filter(|action| action["diagnostics"][0] == message)
            {
                let changed = edits::applied(&text, &action["edit"]["changes"][&uri]);
                let copy = format!("{uri}.{number}.{cured}.spec");
                editor.open(&copy, &changed);
                let left = editor.messages(&copy, 1);
                editor.close(&copy);
                let is_same = |other: &&Value| {
                    other["message"] == message["message"] && other["range"]["start"] == message["range"]["start"]
                };
                assert_eq!(left.iter().find(is_same), None, "{}: {}\n{changed}", path.display(), action["title"]);
                cured += 1;
            }
        }
        editor.close(&uri);
    }
    assert!(cured >= 15, "{cured} messages have a cure");
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn a_misspelt_name_is_replaced_by_the_one_that_was_meant() {
    let mut editor = Editor::plain();
    editor.open(DRAFT, "sig Node { next: lone Nodes }\nrun {}\n");
    let params =
        json!({ "textDocument": { "uri": DRAFT }, "range": range(0, 24, 24), "context": { "diagnostics": [] } });
    let actions = editor.ask("textDocument/codeAction", params).expect("it is answered");
    assert_eq!(actions[0]["title"], "Replace `Nodes` with `Node`");
    assert_eq!(actions[0]["edit"]["changes"][DRAFT], json!([{ "range": range(0, 22, 27), "newText": "Node" }]));
    assert_eq!(actions.as_array().map(Vec::len), Some(1));
}

#[test]
fn a_change_of_a_module_is_heard_by_those_that_open_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (main, part) = (folder.path().join("main.spec"), folder.path().join("part.spec"));
    fs::write(&part, "sig Old {}\n").expect("it can be written");
    let (main, part) = (address(&main), address(&part));
    let mut editor = Editor::plain();
    editor.open(&main, "open part\nfact { some Old }\nrun {}\n");
    assert_eq!(editor.messages(&main, 1), Vec::<Value>::new());
    editor.open(&part, "sig New {}\n");
    let messages =
        editor.hear(|message| message["params"]["uri"] == *main && message["params"]["diagnostics"] != json!([]));
    assert_eq!(messages["params"]["diagnostics"][0]["range"], range(1, 12, 15), "`Old` is gone in the editor");
    editor.change(&part, 2, json!([{ "range": range(0, 4, 7), "text": "Old" }]));
    editor.hear(|message| message["params"]["uri"] == *main && message["params"]["diagnostics"] == json!([]));
    // A mistake of the module is told about the module, whoever opens it.
    editor.close(&part);
    fs::write(folder.path().join("part.spec"), "sig Old { f: Nothing }\n").expect("it can be written");
    editor.say("textDocument/didSave", json!({ "textDocument": { "uri": main } }));
    let messages =
        editor.hear(|message| message["params"]["uri"] == *part && message["params"]["diagnostics"] != json!([]));
    assert_eq!(messages["params"]["diagnostics"][0]["range"], range(0, 13, 20));
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn names_are_found_and_changed_in_all_open_texts() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (main, part) = (address(&folder.path().join("main.spec")), address(&folder.path().join("part.spec")));
    let mut editor = Editor::plain();
    editor.open(&part, "sig Part { whole: lone Part }\n");
    editor.open(&main, "open part\nsig Whole in Part {}\nfact { some Part }\nrun {}\n");
    let found = editor.at("references", &part, 0, 5);
    let expected = json!([
        { "uri": main, "range": range(1, 13, 17) },
        { "uri": main, "range": range(2, 12, 16) },
        { "uri": part, "range": range(0, 4, 8) },
        { "uri": part, "range": range(0, 23, 27) },
    ]);
    assert_eq!(found, expected);
    let prepared = editor.at("prepareRename", &part, 0, 8);
    assert_eq!(prepared, json!({ "range": range(0, 4, 8), "placeholder": "Part" }));
    let rename = |uri: &str, line: u32, character: u32, name: &str| json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character }, "newName": name });
    for (uri, line, character) in [(&part, 0, 4), (&main, 2, 14)] {
        let renamed =
            editor.ask("textDocument/rename", rename(uri, line, character, "Piece")).expect("it can be renamed");
        let edit = |line, start, end| json!({ "range": range(line, start, end), "newText": "Piece" });
        let changes = json!({ &main: [edit(1, 13, 17), edit(2, 12, 16)], &part: [edit(0, 4, 8), edit(0, 23, 27)] });
        assert_eq!(renamed, json!({ "changes": changes }));
    }
    // `Whole` is a name in the other text, so that it is refused from here, too.
    let refused = editor.ask("textDocument/rename", rename(&part, 0, 4, "Whole")).expect_err("it clashes");
    assert_eq!(refused["code"], -32803, "request failed: {refused}");
    let refused = editor.ask("textDocument/prepareRename", rename(&part, 0, 1, "")).expect_err("there is no name");
    assert!(refused["message"].as_str().is_some_and(|message| message.contains("no name here")), "{refused}");
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn a_standard_module_is_shown_as_a_file() {
    let mut editor = Editor::plain();
    editor.open(DRAFT, "open util/ordering[S] as o\nsig S {}\nfact { some o/first }\nrun {}\n");
    let found = editor.at("definition", DRAFT, 2, 15);
    let path = found[0]["uri"].as_str().and_then(|uri| uri.strip_prefix("file://")).expect("it is a file");
    let text = fs::read_to_string(path).expect("it can be read");
    let line = found[0]["range"]["start"]["line"].as_u64().expect("it is a number");
    let start = found[0]["range"]["start"]["character"].as_u64().expect("it is a number");
    assert!(text.lines().nth(line as usize).is_some_and(|line| line[start as usize..].starts_with("first")), "{found}");
    assert_eq!(editor.end(), Some(0));
    assert!(!Path::new(path).exists(), "it is gone with the server");
}

#[test]
fn what_can_be_written_is_proposed_with_what_it_replaces() {
    let mut editor = Editor::plain();
    editor.open(DRAFT, "// Things.\nsig Thing { part: set Thing }\nfact { all t: Thing | t.pa }\nopen util/o\n");
    let items = editor.at("completion", DRAFT, 2, 26);
    let part = items.as_array().expect("it is a list").iter().find(|item| item["label"] == "part").expect("it fits");
    assert_eq!(part["textEdit"], json!({ "range": range(2, 24, 26), "newText": "part" }));
    assert_eq!(part["kind"], 5, "a field");
    let items = editor.at("completion", DRAFT, 3, 11);
    let labels: Vec<&str> =
        items.as_array().expect("it is a list").iter().filter_map(|item| item["label"].as_str()).collect();
    assert!(labels.contains(&"util/ordering"), "{labels:?}");
    assert_eq!(items[0]["textEdit"]["range"], range(3, 5, 11), "the whole path");
    let items = editor.at("completion", DRAFT, 2, 15);
    let thing = items.as_array().expect("it is a list").iter().find(|item| item["label"] == "Thing").expect("it fits");
    let resolved = editor.ask("completionItem/resolve", thing.clone()).expect("it is answered");
    assert_eq!(resolved["documentation"]["value"], "Things.");
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn an_outline_has_levels_where_the_editor_has_them() {
    let text = "sig A {\n  f: A\n}\nrun show {} for 2\n";
    let mut editor = Editor::plain();
    editor.open(DRAFT, text);
    let flat = editor.about("documentSymbol", DRAFT);
    let names: Vec<&str> =
        flat.as_array().expect("it is a list").iter().filter_map(|symbol| symbol["name"].as_str()).collect();
    assert_eq!(names, ["A", "f", "run show"]);
    assert_eq!(flat[1]["containerName"], "A");
    let folds = editor.about("foldingRange", DRAFT);
    assert_eq!((&folds[0]["startLine"], &folds[0]["endLine"]), (&json!(0), &json!(2)));
    let levels = json!({ "textDocument": {
        "documentSymbol": { "hierarchicalDocumentSymbolSupport": true }, "foldingRange": { "lineFoldingOnly": true }
    } });
    let mut editor = Editor::with(levels, json!({}));
    editor.open(DRAFT, text);
    let outline = editor.about("documentSymbol", DRAFT);
    assert_eq!(outline[0]["children"][0]["name"], "f");
    assert_eq!(outline[0]["children"][0]["selectionRange"], range(1, 2, 3));
    let folds = editor.about("foldingRange", DRAFT);
    assert_eq!(folds[0]["endLine"], 1, "the line of the bracket stays");
}

/// Pieces are five numbers each: lines and columns from the one before, length, kind, and what else is said.
#[test]
fn colours_have_their_places_and_lines() {
    let mut editor = Editor::fresh();
    let begun = editor.ask("initialize", json!({ "capabilities": {} })).expect("it begins");
    editor.say("initialized", json!({}));
    let legend =
        begun["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"].as_array().expect("a list").clone();
    let number = |name: &str| legend.iter().position(|known| known == name).expect("it is in the legend") as u64;
    editor.open(DRAFT, "/* 𝄞\nb */ sig A { }\n");
    let data = editor.about("semanticTokens/full", DRAFT)["data"].clone();
    let (comment, keyword, class) = (number("comment"), number("keyword"), number("class"));
    let expected = json!([
        0, 0, 5, comment, 0, // `/* 𝄞`: three units and a clef of two
        1, 0, 4, comment, 0, // `b */`
        0, 5, 3, keyword, 0, 0, 4, 1, class, 1 // `sig`, `A`, which is declared here
    ]);
    assert_eq!(data, expected);
}

#[test]
fn formatting_makes_of_a_text_what_fmt_makes_of_it() {
    let mut editor = Editor::plain();
    for path in specifications("specs") {
        let text = fs::read_to_string(&path).expect("it can be read");
        assert_eq!(
            fex::syntax::format(&fex::diagnostic::Source::new("spec", text.as_str())).as_ref(),
            Ok(&text),
            "it is formatted"
        );
        editor.open(DRAFT, &text);
        let request = json!({ "textDocument": { "uri": DRAFT }, "options": { "tabSize": 4, "insertSpaces": true } });
        assert_eq!(editor.ask("textDocument/formatting", request.clone()), Ok(json!([])), "nothing is to be done");
        editor.close(DRAFT);
        // Blanks at the beginning of lines have no meaning, and neither has how lines end.
        let crooked = text.replace("\n  ", "\n \t  ").replace(" {\n", "   {\r\n");
        editor.open(DRAFT, &crooked);
        let changes = editor.ask("textDocument/formatting", request).expect("it is answered");
        assert_ne!(changes, json!([]));
        let expected =
            fex::syntax::format(&fex::diagnostic::Source::new("spec", crooked.as_str())).expect("it has no mistake");
        assert_eq!(edits::applied(&crooked, &changes), expected, "{}", path.display());
        editor.close(DRAFT);
    }
    editor.open(DRAFT, "sig {");
    let request = json!({ "textDocument": { "uri": DRAFT }, "options": { "tabSize": 4, "insertSpaces": true } });
    assert_eq!(editor.ask("textDocument/formatting", request), Ok(Value::Null), "what is half written stays");
    assert_eq!(editor.end(), Some(0));
}
