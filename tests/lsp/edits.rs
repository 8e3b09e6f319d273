//! Edits of all kinds: many, at random places, half of a text, in the wrong order, and of nothing.

use super::editor::Editor;
use super::{DRAFT, complaint, range, specifications};
use serde_json::{Value, json};
use std::fs;

/// A text as editors have it: in units of UTF-16.
struct Units(Vec<u16>);

impl Units {
    fn new(text: &str) -> Units {
        Units(text.encode_utf16().collect())
    }

    fn text(&self) -> String {
        String::from_utf16(&self.0).expect("no half of a character is left")
    }

    /// Where lines start: behind `\n`, `\r\n` or `\r`.
    fn starts(&self) -> Vec<usize> {
        let (feed, carriage) = (u16::from(b'\n'), u16::from(b'\r'));
        let ends = |at: &usize| self.0[*at] == feed || self.0[*at] == carriage && self.0.get(at + 1) != Some(&feed);
        std::iter::once(0).chain((0..self.0.len()).filter(ends).map(|at| at + 1)).collect()
    }

    fn position(&self, at: usize) -> Value {
        let starts = self.starts();
        let line = starts.iter().rposition(|start| *start <= at).expect("the first line starts at 0");
        json!({ "line": line, "character": at - starts[line] })
    }

    fn at(&self, position: &Value) -> usize {
        let number = |key: &str| position[key].as_u64().expect("it is a number") as usize;
        self.starts().get(number("line")).map_or(self.0.len(), |start| start + number("character"))
    }

    /// Whether a place is between two characters, and not between the two halves of a line end, which no position can name.
    fn is_border(&self, at: usize) -> bool {
        let is_low = self.0.get(at).is_some_and(|unit| (0xDC00..0xE000).contains(unit));
        let is_in_line_end = at > 0 && self.0[at - 1] == u16::from(b'\r') && self.0.get(at) == Some(&u16::from(b'\n'));
        !is_low && !is_in_line_end
    }
}

/// A text with the changes of an answer made, which do not overlap.
pub fn applied(text: &str, changes: &Value) -> String {
    let mut units = Units::new(text);
    let mut edits: Vec<(usize, usize, Vec<u16>)> = changes
        .as_array()
        .expect("it is a list")
        .iter()
        .map(|edit| {
            let (start, end) = (units.at(&edit["range"]["start"]), units.at(&edit["range"]["end"]));
            (start, end, edit["newText"].as_str().expect("it is a text").encode_utf16().collect())
        })
        .collect();
    edits.sort();
    for (start, end, text) in edits.into_iter().rev() {
        units.0.splice(start..end, text);
    }
    units.text()
}

/// A small generator of numbers, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

/// How much of a long test is done; all of it with `FEX_CASES=all`.
fn one_of(several: usize) -> usize {
    if std::env::var("FEX_CASES").is_ok_and(|cases| cases == "all") { 1 } else { several }
}

/// Everything that a server says about a text as a whole.
fn everything(editor: &mut Editor, uri: &str, version: i32) -> [Value; 5] {
    let messages = editor.messages(uri, version);
    let [tokens, symbols, folds, lenses] =
        ["semanticTokens/full", "documentSymbol", "foldingRange", "codeLens"].map(|what| editor.about(what, uri));
    [messages.into(), tokens, symbols, folds, lenses]
}

/// A server that followed thousands of edits says what one says that is given the text as the test has it, which keeps its own in units of
/// UTF-16.
#[test]
fn a_text_after_many_edits_is_the_text_that_the_editor_has() {
    const PIECES: [&str; 16] = [
        "𝄞",
        "é",
        "\n",
        "\r\n",
        "\r",
        " ",
        "{",
        "}",
        "sig A𝄞B ",
        "// 𝄞𝄞\n",
        "some ",
        "f: lone A, ",
        "pred p[a: A] { ",
        "\"𝄞\"",
        "/* \u{1F600}",
        "run {} for 3\n",
    ];
    let mut random = Random(22);
    let mut editor = Editor::plain();
    let mut units = Units::new(&fs::read_to_string(&specifications("specs")[4]).expect("it can be read"));
    editor.open(DRAFT, &units.text());
    let mut version = 1;
    for round in 0..400 / one_of(10) {
        for _ in 0..100 {
            let mut changes = Vec::new();
            for _ in 0..=random.below(3) {
                let mut ends = [0, 0].map(|_| random.below(units.0.len() + 1));
                ends.sort_unstable();
                let [start, mut end] = ends;
                if random.below(8) > 0 {
                    end = end.min(start + random.below(6));
                }
                let [start, end] = [start, end].map(|at| (0..=at).rfind(|at| units.is_border(*at)).unwrap_or(0));
                let text: String = (0..random.below(4)).map(|_| PIECES[random.below(PIECES.len())]).collect();
                let range = json!({ "start": units.position(start), "end": units.position(end) });
                changes.push(json!({ "range": range, "text": text }));
                units.0.splice(start..end, text.encode_utf16());
            }
            version += 1;
            editor.change(DRAFT, version, json!(changes));
        }
        let mut fresh = Editor::plain();
        fresh.open(DRAFT, &units.text());
        let (old, new) = (everything(&mut editor, DRAFT, version), everything(&mut fresh, DRAFT, 1));
        assert_eq!(old, new, "round {round}:\n{}", units.text());
        for _ in 0..5 {
            let at = units.position(random.below(units.0.len() + 1));
            let params = json!({ "textDocument": { "uri": DRAFT }, "position": at });
            for what in ["hover", "definition", "documentHighlight"] {
                let method = format!("textDocument/{what}");
                assert_eq!(editor.ask(&method, params.clone()), fresh.ask(&method, params.clone()), "{what} at {at}");
            }
        }
        assert_eq!(fresh.end(), Some(0));
        // A text does not grow for ever.
        if units.0.len() > 6000 {
            units = Units::new("sig A {}\n");
            version += 1;
            editor.change(DRAFT, version, json!([{ "text": units.text() }]));
        }
    }
    assert_eq!(editor.said.iter().find(|message| message["method"] == "window/showMessage"), None);
    assert_eq!(editor.end(), Some(0));
}

/// As when it is typed, letter by letter in every few letters, with the questions that editors ask then.
#[test]
fn every_beginning_of_a_specification_gets_answers() {
    let step = one_of(41);
    for (number, path) in specifications("specs").into_iter().chain(specifications("specs/programs")).enumerate() {
        let text = fs::read_to_string(&path).expect("it can be read");
        let mut editor = Editor::plain();
        editor.open(DRAFT, "");
        let (mut typed, mut version) = (Units::new(""), 1);
        let letters: Vec<char> = text.chars().collect();
        for piece in letters[..number % step.min(letters.len())]
            .chunks(step)
            .chain(letters[number % step.min(letters.len())..].chunks(step))
        {
            let piece: String = piece.iter().collect();
            let at = typed.position(typed.0.len());
            version += 1;
            editor.change(DRAFT, version, json!([{ "range": { "start": at, "end": at }, "text": piece }]));
            typed.0.extend(piece.encode_utf16());
            let end = typed.position(typed.0.len());
            let place = json!({ "textDocument": { "uri": DRAFT }, "position": end });
            for what in ["completion", "hover", "definition", "documentHighlight"] {
                editor.ask(&format!("textDocument/{what}"), place.clone()).expect("it is answered");
            }
            for what in ["semanticTokens/full", "documentSymbol", "foldingRange", "codeLens"] {
                editor.about(what, DRAFT);
            }
            let whole = json!({ "start": { "line": 0, "character": 0 }, "end": end });
            let actions = json!({ "textDocument": { "uri": DRAFT }, "range": whole, "context": { "diagnostics": [] } });
            editor.ask("textDocument/codeAction", actions).expect("it is answered");
            // There may be no name, but never no answer.
            let refused = editor.ask("textDocument/prepareRename", place);
            assert!(refused.is_ok() || refused.is_err_and(|error| error["code"] == -32803));
        }
        assert_eq!(typed.text(), text);
        let complaints = editor.said.iter().find(|message| message["method"] == "window/showMessage");
        assert_eq!(complaints, None, "{}", path.display());
        assert_eq!(editor.end(), Some(0));
    }
}

#[test]
fn edits_of_what_is_not_open_are_refused_once() {
    let mut editor = Editor::plain();
    for version in 1..3 {
        editor.change("file:///nowhere/a.spec", version, json!([{ "range": range(0, 0, 0), "text": "sig" }]));
    }
    editor.close("file:///nowhere/b.spec");
    assert!(complaint(&mut editor).contains("edits of `/nowhere/a.spec`, which it has not opened"));
    assert!(
        complaint(&mut editor).contains("closed `/nowhere/b.spec`, which it has not opened"),
        "and not the same again"
    );
    let place =
        json!({ "textDocument": { "uri": "file:///nowhere/a.spec" }, "position": { "line": 0, "character": 0 } });
    let refused = editor.ask("textDocument/hover", place).expect_err("there is no such file");
    assert_eq!(refused["code"], -32602, "{refused}");
    assert!(refused["message"].as_str().is_some_and(|message| message.contains("cannot read `/nowhere/a.spec`")));
    let draft = json!({ "textDocument": { "uri": DRAFT }, "position": { "line": 0, "character": 0 } });
    let refused = editor.ask("textDocument/hover", draft).expect_err("it is not open");
    assert!(refused["message"].as_str().is_some_and(|message| message.contains("is not open and is no file")));
    // A file that is not open is read from disk.
    let shipped = super::address(&specifications("specs")[0]);
    assert_ne!(editor.about("documentSymbol", &shipped), json!([]));
    assert_eq!(editor.end(), Some(0));
}

/// The server must not guess what the editor shows, and must not answer as if it knew.
#[test]
fn a_text_whose_edits_make_no_sense_gets_no_answers_until_it_is_sent_again() {
    let place = |line: u32, character: u32| json!({ "line": line, "character": character });
    let edit = |start: Value, end: Value| json!([{ "range": { "start": start, "end": end }, "text": "x" }]);
    let cases = [
        (3, edit(place(0, 0), place(0, 0)), "its version 3 came after version 5"),
        (5, edit(place(0, 0), place(0, 0)), "its version 5 came after version 5"),
        (6, edit(place(9, 0), place(9, 0)), "line 10, column 1, and there are 3 lines"),
        (6, edit(place(1, 3), place(0, 2)), "ends at line 1, column 3"),
        (6, edit(place(0, 4), place(0, 5)), "the middle of a character at line 1, column 5"),
    ];
    for (version, changes, why) in cases {
        let mut editor = Editor::plain();
        editor.open(DRAFT, "// 𝄞\nsig A { f: B }\n");
        assert_eq!(editor.messages(DRAFT, 1).len(), 1, "`B` is not known");
        editor.change(DRAFT, 5, json!([]));
        editor.change(DRAFT, version, changes);
        let said = complaint(&mut editor);
        assert!(said.contains("lost track of") && said.contains(why), "{said}");
        assert_eq!(editor.messages(DRAFT, version.max(5)), Vec::<Value>::new(), "what was said is about another text");
        let params = json!({ "textDocument": { "uri": DRAFT }, "position": place(1, 4) });
        let refused = editor.ask("textDocument/hover", params.clone()).expect_err("the text is not known");
        assert_eq!(refused["code"], -32801, "content modified: {refused}");
        // Further edits change nothing, and say nothing again; all of the text does.
        editor.change(DRAFT, 7, json!([{ "range": range(0, 0, 0), "text": "y" }]));
        editor.change(DRAFT, 8, json!([{ "text": "\nsig Abc {}\n" }]));
        let hover = editor.ask("textDocument/hover", params).expect("it is answered");
        assert_eq!(hover["range"], range(1, 4, 7));
        assert_eq!(editor.said.iter().find(|message| message["method"] == "window/showMessage"), None);
        assert_eq!(editor.end(), Some(0));
    }
}

/// As the protocol has it: a column behind the end of a line is the end of the line.
#[test]
fn columns_behind_the_end_of_a_line_are_its_end() {
    let mut editor = Editor::plain();
    editor.open(DRAFT, "sig A {}\r\nsig B {}");
    editor.change(
        DRAFT,
        2,
        json!([{ "range": range(0, 8, 99), "text": " // a" }, { "range": range(2, 0, 0), "text": "\n// b" }]),
    );
    let folds = editor.about("semanticTokens/full", DRAFT);
    let comment = |line: u64| json!([line, if line == 0 { 5 } else { 0 }, 4, 0, 0]);
    let data = folds["data"].as_array().expect("it is a list");
    let pieces: Vec<Value> = data.chunks(5).map(|piece| json!(piece)).filter(|piece| piece[3] == 0).collect();
    assert_eq!(pieces, [comment(0), comment(1)]);
}
