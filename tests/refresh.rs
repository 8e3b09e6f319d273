//! `fex refresh`: what is valid stays byte for byte, what is not goes with its reason, and an interruption leaves one suite.

use crate::cli::Folder;
use fex::fixture::commit::{self, Change, Content, STAGE, Stage};
use fex::fixture::merge::{Edited, checksums, merge};
use fex::fixture::regions;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A list without a circle.
pub const LIST: &str = "one sig List { head: lone Node }\nsig Node { next: lone Node, key: Int }\n\
    pred ok[l: List] {\n  all n: l.head.*next | n not in n.^next\n}\n\
    generate List satisfying ok for 3 { key in 0 .. 2 }\n";

struct Suite(Folder);

impl Deref for Suite {
    type Target = Folder;

    fn deref(&self) -> &Folder {
        &self.0
    }
}

impl Suite {
    fn new(spec: &str) -> Suite {
        let suite = Suite(Folder::new());
        suite.write("list.spec", spec);
        let (code, text) = suite.fex(&["generate", "list.spec", "--out", "out", "--quiet"]);
        assert_eq!(code, Some(0), "{text}");
        suite
    }

    /// The exit code and all that is printed.
    fn fex(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let run = self.0.fex(arguments);
        (run.code, run.said())
    }

    fn refresh(&self, more: &[&str]) -> (Option<i32>, String) {
        self.fex(&[&["refresh", "list.spec", "--out", "out"], more].concat())
    }

    /// All files below `out` with their bytes.
    fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut found = BTreeMap::new();
        let mut folders = vec![self.path("out")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("it can be read").flatten() {
                if entry.path().is_dir() {
                    folders.push(entry.path());
                } else {
                    found.insert(entry.path(), fs::read(entry.path()).expect("it can be read"));
                }
            }
        }
        found
    }

    fn document(&self) -> Value {
        serde_json::from_str(&self.read("out/list.json")).expect("it is JSON")
    }

    /// The pairs (field, owner, value) that the structures have, read from the JSON document alone.
    fn pairs(&self) -> BTreeSet<(String, String, String)> {
        self.pairs_named(|_, id| id.to_owned())
    }

    /// The same, with objects called by what `rename` makes of a structure's objects and one of their names.
    fn pairs_named(&self, rename: impl Fn(&[Value], &str) -> String) -> BTreeSet<(String, String, String)> {
        let mut pairs = BTreeSet::new();
        for structure in self.document()["instances"].as_array().expect("there are structures") {
            let objects = structure["objects"].as_array().expect("there are objects");
            for object in objects {
                let owner = rename(objects, object["id"].as_str().expect("objects have names"));
                for (field, value) in object["fields"].as_object().expect("there are fields") {
                    let value = value["ref"].as_str().map_or_else(|| value.to_string(), |id| rename(objects, id));
                    pairs.insert((field.clone(), owner.clone(), value));
                }
            }
        }
        pairs
    }

    /// The same, with objects called by the order in which a walk from the root meets them, as in a new suite: a structure
    /// that stayed has kept older names. For specifications whose classes have one field that leads on.
    fn walked_pairs(&self) -> BTreeSet<(String, String, String)> {
        self.pairs_named(|objects, id| {
            let fields = |id: &str| {
                let object = objects.iter().find(|object| object["id"] == id).expect("references lead to objects");
                object["fields"].as_object().expect("there are fields")
            };
            let mut met = vec!["List0"];
            let mut next = 0;
            while let Some(id) = met.get(next) {
                for target in fields(id).values().filter_map(|value| value["ref"].as_str()) {
                    if !met.contains(&target) {
                        met.push(target);
                    }
                }
                next += 1;
            }
            match met.iter().position(|other| *other == id) {
                Some(0) | None => id.to_owned(),
                Some(position) => format!("Node{}", position - 1),
            }
        })
    }

    /// The fixtures by name: their methods with comments, as they stand in the file.
    fn fixtures(&self) -> BTreeMap<String, String> {
        let regions = regions::split(&self.read("out/ListStructures.java"));
        let fixture =
            |key: &str| key.strip_prefix("static List ").and_then(|rest| rest.strip_suffix("()")).map(str::to_owned);
        let named = regions.into_iter().filter_map(|region| fixture(&region.key).map(|name| (name, region.text)));
        named.filter(|(name, _)| name != "all").collect()
    }
}

#[test]
fn an_unchanged_project_is_left_alone_without_a_solver() {
    let suite = Suite::new(LIST);
    let before = suite.files();
    let (code, text) = suite.refresh(&[]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("0 dropped, 0 added") && !text.contains("search"), "{text}");
    assert_eq!(suite.files(), before);
    // Comments and the order of facts' words decide nothing.
    suite.write("list.spec", &format!("// A list.\n{LIST}"));
    assert_eq!(suite.refresh(&["--check"]).0, Some(0));
}

/// The test holds the folder as another run would, and lets go once the run says that it waits.
#[test]
fn two_runs_do_not_change_a_folder_at_the_same_time() {
    let suite = Suite::new(LIST);
    suite.write("list.spec", &LIST.replace("0 .. 2", "0 .. 1"));
    let before = suite.files();
    for command in ["refresh", "generate"] {
        let held = fs::File::open(suite.path("out")).expect("a folder can be opened");
        held.lock().expect("a folder can be locked");
        let mut run = Command::new(env!("CARGO_BIN_EXE_fex"))
            .args([command, "list.spec", "--out", "out", "--quiet"])
            .current_dir(suite.path(""))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut said = String::new();
        BufReader::new(run.stderr.take().expect("it is piped")).read_line(&mut said).expect("it says something");
        assert_eq!(said, "waiting for another run of fex in `out`\n");
        if command == "refresh" {
            assert_eq!(suite.files(), before);
        }
        drop(held);
        assert!(run.wait().expect("it ends").success(), "{command}");
    }
    assert_ne!(suite.files(), before);
    assert_eq!(suite.refresh(&["--check"]).0, Some(0));
}

/// Under a stronger invariant, exactly the structures that violate it go, the others keep their names and their text, and
/// what the suite has then is what a suite made anew has.
#[test]
fn a_stronger_invariant_drops_what_violates_it_and_nothing_else() {
    let suite = Suite::new(LIST);
    let (before, document) = (suite.fixtures(), suite.document());
    let sorted = LIST
        .replace("n not in n.^next\n", "n not in n.^next\n  all n: l.head.*next | n.next.key >= n.key or no n.next\n");
    suite.write("list.spec", &sorted);
    assert_eq!(suite.refresh(&["--check"]).0, Some(6));
    assert_eq!(suite.fixtures(), before, "--check changes nothing");
    let (code, text) = suite.refresh(&[]);
    assert_eq!(code, Some(0), "{text}");
    let after = suite.fixtures();
    for structure in document["instances"].as_array().expect("there are structures") {
        let name = structure["name"].as_str().expect("it has a name");
        // Sorted, by a walk over the document that knows nothing of specifications.
        let objects = structure["objects"].as_array().expect("there are objects");
        let mut next = objects[0]["fields"]["head"]["ref"].clone();
        let mut keys = Vec::new();
        while let Some(object) = objects.iter().find(|object| object["id"] == next) {
            keys.push(object["fields"]["key"].as_i64().expect("it is a number"));
            next = object["fields"]["next"]["ref"].clone();
        }
        if keys.is_sorted() {
            assert_eq!(after.get(name), before.get(name), "{text}");
        } else {
            assert!(text.contains(&format!("dropped  {name}: violates ")) && text.contains("list.spec:5"), "{text}");
            assert_ne!(after.get(name), before.get(name), "{text}");
        }
    }
    let anew = Suite::new(&sorted);
    assert_eq!(suite.pairs(), anew.pairs());
    assert_eq!(suite.refresh(&["--check"]).0, Some(0));
}

#[test]
fn a_new_field_completes_structures_and_its_pairs_are_added() {
    let suite = Suite::new(LIST);
    let before = suite.document();
    let with_mark = LIST.replace("key: Int }", "key: Int, mark: lone Node, twin: one Node }");
    suite.write("list.spec", &with_mark);
    let (code, text) = suite.refresh(&[]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("0 dropped"), "{text}");
    let after = suite.document();
    for (old, new) in
        before["instances"].as_array().into_iter().flatten().zip(after["instances"].as_array().into_iter().flatten())
    {
        assert_eq!(old["name"], new["name"]);
        for (old, new) in
            old["objects"].as_array().into_iter().flatten().zip(new["objects"].as_array().into_iter().flatten())
        {
            for field in ["head", "next", "key"] {
                assert_eq!(old["fields"][field], new["fields"][field]);
            }
        }
    }
    assert_eq!(suite.pairs(), Suite::new(&with_mark).pairs());
}

#[test]
fn a_smaller_scope_drops_what_does_not_fit_and_a_larger_one_adds() {
    let suite = Suite::new(LIST);
    let (code, text) = suite.refresh(&["--scope", "2"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains("there is no `Node2` at scope 2") || text.contains("there is no `Node$2` at scope 2"),
        "{text}"
    );
    let kept = suite.fixtures();
    let (_, text) = suite.refresh(&["--scope", "3"]);
    assert!(text.contains("0 dropped"), "{text}");
    let after = suite.fixtures();
    assert!(kept.iter().all(|(name, fixture)| after.get(name) == Some(fixture)), "{text}");
    assert_eq!(suite.pairs(), Suite::new(LIST).pairs());
}

#[test]
fn hand_written_members_survive_and_edited_regions_are_reported() {
    let suite = Suite::new(LIST);
    let file = "out/ListStructures.java";
    let mine = "\n    /** Mine. */\n    static List mine() {\n        return null; // }\n    }\n";
    let text = suite.read(file);
    let at = text.find("\n    /**\n     * Built by").expect("there is a fixture");
    suite.write(file, &format!("{}{mine}{}", &text[..at], &text[at..]));
    assert_eq!(suite.refresh(&["--check"]).0, Some(0), "what fex did not write is none of its business");
    let sorted = LIST.replace("n not in n.^next\n", "n not in n.^next and n.next.key >= n.key\n");
    suite.write("list.spec", &sorted);
    let (code, text) = suite.refresh(&[]);
    assert_eq!(code, Some(0), "{text}");
    assert!(suite.read(file).contains(mine));

    // An edit in a region of fex that fex does not change stays, and is told.
    let text = suite.read(file);
    let last = text.rfind("<pre>").expect("there are fixtures");
    let edited = format!("{}I was here {}", &text[..last], &text[last..]);
    suite.write(file, &edited);
    let (code, text) = suite.refresh(&[]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("was edited by hand, and kept") && text.contains("ListStructures.java:"), "{text}");
    assert_eq!(suite.read(file), edited);

    // Where fex would have to change or remove it, nothing at all is written.
    let before = suite.files();
    suite.write("list.spec", &LIST.replace("n not in n.^next", "no n"));
    let (code, text) = suite.refresh(&[]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("would be lost; nothing was changed") && text.contains("--discard-edits"), "{text}");
    assert!(text.contains(" to change in out") && !text.contains(" changed in out"), "{text}");
    assert_eq!(suite.files(), before);
    let (code, text) = suite.refresh(&["--discard-edits"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(!suite.read(file).contains("I was here") && suite.read(file).contains(mine));
}

/// `generate` writes a suite anew, and what others wrote into its files is theirs all the same.
#[test]
fn a_suite_that_is_generated_anew_keeps_members_that_were_added() {
    let suite = Suite::new(LIST);
    let generate = |more: &[&str]| suite.fex(&[&["generate", "list.spec", "--out", "out"], more].concat());
    let file = "out/ListStructures.java";
    let mine = "\n    static List mine() {\n        return null;\n    }\n";
    let text = suite.read(file);
    let at = text.find("\n    /**\n     * Built by").expect("there is a fixture");
    suite.write(file, &format!("{}{mine}{}", &text[..at], &text[at..]));
    let (code, said) = generate(&["--scope", "2"]);
    assert_eq!(code, Some(0), "{said}");
    let anew = Suite::new(&LIST.replace("for 3", "for 2")).read(file);
    assert_eq!(suite.read(file).replacen(mine, "", 1), anew, "nothing else differs from a new suite");

    // What fex wrote and somebody edited is not overwritten, not even where the document that says so is lost.
    let edited = suite.read(file).replacen("<pre>", "<pre>I was here", 1);
    suite.write(file, &edited);
    let document = suite.read("out/list.json");
    for lost in [false, true] {
        if lost {
            fs::remove_file(suite.path("out/list.json")).expect("it can be removed");
        }
        let before = suite.files();
        let (code, said) = generate(&["--scope", "1"]);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains("would be lost; nothing was changed") && said.contains("--discard-edits"), "{said}");
        assert_eq!(suite.files(), before);
    }
    suite.write("out/list.json", &document);
    let (code, said) = generate(&["--scope", "1", "--discard-edits"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(!suite.read(file).contains("I was here") && suite.read(file).contains(mine));
}

/// A suite of all structures has more files than fit into one; those that a smaller suite lacks go, and others' files stay.
#[test]
fn files_that_a_suite_has_no_more_go_and_those_of_others_stay() {
    let suite = Suite(Folder::new());
    suite.write("list.spec", &format!("{LIST}generate other: List satisfying ok for 2 {{ key in 0 .. 1 }}\n"));
    let generate = |more: &[&str]| {
        let (code, text) = suite.fex(&[&["generate", "list.spec", "--out", "out"], more].concat());
        assert_eq!(code, Some(0), "{text}");
        suite.files().into_keys().collect::<BTreeSet<_>>()
    };
    generate(&["--generate", "other", "--package", "other"]);
    suite.write("out/Mine.java", "class Mine {}");
    let few: BTreeSet<PathBuf> = generate(&["--scope", "2"]);
    let many = generate(&["--scope", "5", "--exhaustive"]);
    assert!(many.is_superset(&few) && many.len() > few.len(), "{many:?}");
    assert_eq!(generate(&["--scope", "2"]), few);
    assert!(few.contains(&suite.path("out/other.json")) && few.contains(&suite.path("out/Mine.java")));
    // JSON alone is about no Java file, and does not forget what fex wrote there.
    assert_eq!(generate(&["--scope", "2", "--format", "json"]), few);
    assert_eq!(suite.refresh(&["--scope", "2", "--check"]).0, Some(0));
}

/// What a formatter does to a file: other indentation, line breaks, braces on lines of their own, comments broken anew, imports in
/// another order.
#[test]
fn what_a_formatter_did_is_no_edit_and_stays() {
    let written = "// By fex, for you.\npackage a;\n\nimport b.C;\nimport static d.E.*;\n\nclass A {\n\n    /** Says what\n     * it does. */\n    \
        @T(\"x  y\") static int f(int a, int b) throws X {\n        return a - -b;\n    }\n\n    int g() {\n        return 1;\n    }\n}\n";
    let formatted = "// By fex,\n// for you.\npackage a;\n\nimport static d.E.*;\n\nimport b.C;\n\nclass A\n{\n  /**\n   * Says what it does.\n   */\n  \
        @T(\"x  y\")\n  static int f(\n      int a,\n      int b)\n      throws X\n  {\n    return a\n        - -b;\n  }\n\n  int g() { return 1; }\n}\n";
    let sums = checksums(written);
    let merged = merge(&sums, formatted, written, Edited::Stays);
    assert_eq!((merged.text.as_str(), merged.edits), (formatted, Vec::new()));
    // A new version of one member changes that member alone.
    let merged = merge(&sums, formatted, &written.replace("return 1", "return 2"), Edited::Stays);
    assert_eq!(merged.edits, Vec::new());
    assert_eq!(
        merged.text,
        formatted.replace("\n\n  int g() { return 1; }", "\n\n    int g() {\n        return 2;\n    }")
    );
    // A word, a sign or a space inside quotes is an edit.
    for (from, to) in [("what it", "what"), ("- -b", "--b"), ("x  y", "x y"), ("return 1", "return1")] {
        let edited = formatted.replacen(from, to, 1);
        assert_ne!(edited, formatted);
        assert_eq!(merge(&sums, &edited, written, Edited::Stays).edits.len(), 1, "{from}");
    }
    // Lines that end as on another system stay so.
    let windows = formatted.replace('\n', "\r\n");
    let merged = merge(&sums, &windows, &written.replace("return 1", "return 2"), Edited::Stays);
    assert!(merged.edits.is_empty() && merged.text.matches('\n').count() == merged.text.matches("\r\n").count());
}

/// What is put before the first member moves that member, and leaves it as it is.
#[test]
fn a_member_that_is_put_before_the_first_one_is_no_edit_of_that() {
    let class = |members: &str| format!("class A {{\n{members}    int a;\n\n    int b;\n}}\n");
    let written = class("");
    for mine in ["    int mine;\n\n", "\n    /** Mine. */\n    int mine() {\n    }\n\n\n", "int mine; "] {
        let file = class(mine);
        let merged = merge(&checksums(&written), &file, &written, Edited::Stays);
        assert_eq!((merged.text, merged.edits), (file, Vec::new()));
    }
}

#[test]
fn the_regions_of_a_file_are_the_file() {
    let text = "// {\npackage a; import b.C; import static d.E.*;\n/** \"} */ @X({1, 2}) final class A {\n  int[] a = {1, 2};\n  \
                String s = \"}\" + '}' + \"\"\"\n } \"\"\"; A(int b) { if (b > 0) { } }\n  @Y enum K { P { void f() { } }, Q }\n}\n";
    let regions = regions::split(text);
    assert_eq!(regions.iter().map(|region| region.text.as_str()).collect::<String>(), text);
    let keys: Vec<&str> = regions.iter().map(|region| region.key.as_str()).collect();
    assert_eq!(keys[..4], ["package a", "import b.C", "import static d.E.*", "final class A"]);
    assert_eq!(keys[4..], ["int[] a", "String s", "A(int b)", "enum K", "}", ""]);
}

#[test]
fn a_merge_keeps_what_only_one_side_changed() {
    let class = |members: &[&str]| {
        format!("class A {{\n{}}}\n", members.iter().map(|m| format!("  {m}\n")).collect::<String>())
    };
    let old = class(&["int a() { return 1; }", "int b() { return 2; }", "int c() { return 3; }"]);
    let file =
        class(&["int a() { return 9; }", "int b() { return 2; }", "int mine() { return 0; }", "int c() { return 3; }"]);
    let new = class(&["int a() { return 1; }", "int b() { return 7; }", "int d() { return 4; }"]);
    let merged = merge(&checksums(&old), &file, &new, Edited::Stays);
    let expected =
        class(&["int a() { return 9; }", "int b() { return 7; }", "int mine() { return 0; }", "int d() { return 4; }"]);
    assert_eq!(merged.text, expected);
    assert_eq!(merged.edits.len(), 1);
    assert!(!merged.edits[0].conflict && merged.edits[0].line == Some(2) && merged.edits[0].region == "int a()");
}

/// A member without a class around it would be no Java.
#[test]
fn what_somebody_added_keeps_its_class_when_fex_emits_none_any_more() {
    let file = |members: &str| format!("// By fex.\npackage a;\n\nimport b.C;\n\nclass A {{\n{members}}}\n");
    let (ours, mine) = ("  A() {}\n\n  int a;\n", "\n  int mine() {\n    return 0;\n  }\n");
    let written = checksums(&file(ours));
    let merged = merge(&written, &file(&format!("{ours}{mine}")), "", Edited::Stays);
    assert_eq!((merged.text, merged.edits), (file(mine), Vec::new()));
    assert_eq!(merge(&written, &file(ours), "", Edited::Stays).text, "");
    // An edit of what fex wrote is given up on request, and nothing is left then.
    assert_eq!(merge(&written, &file("  A() {}\n\n  int a = 1;\n"), "", Edited::IsDiscarded).text, "");
}

/// At every point at which a change of several files can be cut off, the folder has all old files or a journal that leads
/// to all new ones.
#[test]
fn a_change_that_is_cut_off_anywhere_leaves_the_old_files_or_becomes_the_new_ones() {
    let old = [("a", Some("1")), ("deep/b", Some("2")), ("c", Some("3")), ("d", None)];
    let new = [("a", Some("4")), ("deep/b", Some("5")), ("c", None), ("d", Some("6"))];
    let content = |text: Option<&str>| text.map_or(Content::Removed, |text| Content::Text(text.to_owned()));
    let changes: Vec<Change> =
        new.iter().map(|(path, text)| Change { path: path.into(), content: content(*text) }).collect();
    let has = |folder: &Path, expected: &[(&str, Option<&str>)]| {
        expected.iter().all(|(name, text)| fs::read_to_string(folder.join(name)).ok().as_deref() == *text)
    };
    // Before the commit; after it, with the first 0, 1, … steps carried out; and in the middle of recovery.
    for done in 0..=5 {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        fs::create_dir(folder.join("deep")).expect("it can be made");
        for (name, text) in old.iter().filter_map(|(name, text)| text.map(|text| (name, text))) {
            fs::write(folder.join(name), text).expect("it can be written");
        }
        let stage = Stage::open(folder).expect("it can be made");
        let staged = stage.prepare(&changes).expect("it can be staged");
        assert!(has(folder, &old));
        if done == 0 {
            drop(staged);
            assert!(!commit::recover(folder).expect("it can be cleaned up"));
            assert!(has(folder, &old) && !folder.join(STAGE).exists());
            continue;
        }
        drop(staged.commit().expect("it can be committed"));
        for (index, change) in changes.iter().enumerate().take(done - 1) {
            let path = folder.join(&change.path);
            match change.content {
                Content::Removed => fs::remove_file(path).expect("it can be removed"),
                _ => fs::rename(folder.join(STAGE).join(index.to_string()), path).expect("it can be renamed"),
            }
        }
        assert!(commit::is_pending(folder));
        assert!(commit::recover(folder).expect("it can be finished"));
        assert!(has(folder, &new) && !folder.join(STAGE).exists(), "after {done} steps");
    }
}

#[test]
fn a_journal_that_leaves_the_folder_is_refused() {
    let around = tempfile::tempdir().expect("a folder");
    let folder = around.path().join("fex");
    let recover = |path: &str| {
        fs::create_dir_all(folder.join(STAGE)).expect("it can be made");
        let journal = format!(r#"[{{"path":"{path}","staged":null}}]"#);
        fs::write(folder.join(STAGE).join("journal.json"), journal).expect("it can be written");
        commit::recover(&folder)
    };
    // Only classes may be in a folder beside it: those of a project's tests.
    for path in
        ["../elsewhere", "../A.java", "../java/a.txt", "../../java/A.java", "../java/../../A.java", "/java/A.java"]
    {
        assert!(recover(path).is_err(), "{path}");
    }
    fs::create_dir(around.path().join("java")).expect("it can be made");
    fs::write(around.path().join("java/A.java"), "class A {}").expect("it can be written");
    assert!(recover("../java/A.java").is_ok_and(|counted| counted));
    assert!(!around.path().join("java/A.java").exists());
}

#[test]
fn a_suite_of_all_structures_is_not_taken_for_a_selection() {
    let suite = Suite::new(LIST);
    let (_, text) = suite.fex(&["generate", "list.spec", "--out", "out", "--quiet", "--exhaustive"]);
    let before = suite.files();
    let (code, refused) = suite.refresh(&[]);
    assert_eq!(code, Some(2), "{text}{refused}");
    assert_eq!(suite.files(), before);
}

#[test]
fn what_a_lost_field_led_to_goes_with_its_structure() {
    let two = LIST.replace("head: lone Node", "head: lone Node, spare: lone Node");
    let suite = Suite::new(&two);
    suite.write("list.spec", LIST);
    let (code, text) = suite.refresh(&[]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("any more") || text.contains("is the same as"), "{text}");
    assert_eq!(suite.walked_pairs(), Suite::new(LIST).walked_pairs());
}

/// With the digest lost, every structure of a suite is read back, judged and renumbered, and nothing has to be searched
/// for; then the scope grows. Over all shipped specifications, so over every kind of field and numbering.
#[test]
fn the_suites_of_all_shipped_specifications_can_be_carried_on() {
    for (path, _) in crate::specification::all() {
        let suite = Suite(Folder::new());
        let run = |command: &[&str], scope: &str| {
            let (code, text) = suite.fex(&[command, &[path.as_str(), "--out", "out", "--scope", scope][..]].concat());
            assert_eq!(code, Some(0), "{path}: {text}");
            text
        };
        run(&["generate", "--quiet"], "3");
        run(&["refresh", "--check"], "3");
        let document = suite.files().into_keys().find(|file| file.extension().is_some_and(|e| e == "json"));
        let document = document.expect("there is one");
        let text = fs::read_to_string(&document).expect("it can be read");
        let at = text.find("\"problem\": \"").expect("it has a digest") + 12;
        fs::write(&document, format!("{}0000000000000000{}", &text[..at], &text[at + 16..]))
            .expect("it can be written");
        assert!(run(&["refresh"], "3").contains(" 0 dropped, 0 added; field-exhaustive"));
        run(&["refresh"], "4");
        let text = run(&["coverage"], "4");
        assert!(text.contains("feasible pairs (100 %)") && !text.contains("not counted"), "{path}: {text}");
    }
}

/// A suite without one of its structures lacks exactly the pairs that only this structure had, read from JSON alone.
#[test]
fn coverage_names_the_pairs_that_a_suite_lacks() {
    let suite = Suite::new(LIST);
    let all = suite.pairs();
    let (code, text) = suite.fex(&["coverage", "list.spec", "--out", "out"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains(&format!("cover {0} of {0} feasible pairs (100 %)", all.len())), "{text}");
    let mut document = suite.document();
    document["instances"].as_array_mut().expect("there are structures").remove(1);
    suite.write("out/list.json", &document.to_string());
    let lacking: BTreeSet<_> = all.difference(&suite.pairs()).cloned().collect();
    assert!(!lacking.is_empty());
    let (code, text) = suite.fex(&["coverage", "list.spec", "--out", "out", "--format", "json"]);
    assert_eq!(code, Some(0), "{text}");
    let findings: Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(findings["feasible"], all.len());
    assert_eq!(findings["covered"], all.len() - lacking.len());
    let mut told = BTreeSet::new();
    for field in findings["fields"].as_array().expect("there are fields") {
        for missing in field["missing"].as_array().expect("there is a list") {
            let text = |value: &Value| value.as_str().map_or("null".to_owned(), str::to_owned);
            told.insert((text(&field["field"]), text(&missing["owner"][0]), text(&missing["value"])));
        }
    }
    assert_eq!(told, lacking);
    let (_, text) = suite.fex(&["coverage", "list.spec", "--out", "out"]);
    assert!(text.contains("  missing  "), "{text}");
}

#[test]
fn structures_that_violate_the_specification_do_not_count_as_coverage() {
    let suite = Suite::new(LIST);
    suite.write("list.spec", &LIST.replace("n not in n.^next", "n not in n.^next and n.key = 0"));
    let (code, text) = suite.fex(&["coverage", "list.spec", "--out", "out"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("  not counted  ") && text.contains("violates predicate ok"), "{text}");
}

/// The page shows every structure once and every pair as a cell, and asks for nothing from elsewhere.
#[test]
fn the_page_has_a_picture_of_every_structure_and_a_cell_for_every_pair() {
    let suite = Suite::new(LIST);
    let (code, text) = suite.fex(&["report", "list.spec", "--out", "out"]);
    assert_eq!(code, Some(0), "{text}");
    let page = suite.read("out/list.html");
    assert_eq!(page.matches("data-cell=").count(), suite.pairs().len());
    for name in suite.fixtures().keys() {
        assert_eq!(page.matches(&format!("id=\"{name}\"")).count(), 1);
    }
    let java = suite.read("out/ListStructures.java");
    let line = 1 + java.lines().position(|line| line.contains("static List empty()")).expect("there is one");
    assert!(page.contains(&format!("ListStructures.java#L{line}\"")), "the link leads to the method");
    let elsewhere = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!elsewhere.contains("http:") && !elsewhere.contains("https:") && !elsewhere.contains("src="));
}
