//! `fex generate --complement`: the structures that tests lack, on the lists of `tests/data/numbers`.

use crate::java::{java_files, javac};
use crate::maven::{self, JUNIT};
use crate::numbers::{Project, SETS, SHOWN, all_pairs};
use fex::fixture::regions;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The set of a written structure: the values along its list.
fn set(structure: &Value) -> Vec<u32> {
    let objects = structure["objects"].as_array().expect("a list");
    let object = |id: &Value| objects.iter().find(|object| object["id"] == *id).expect("the object is there");
    let mut set = Vec::new();
    let mut next = &objects[0]["fields"]["head"];
    while !next.is_null() {
        let node = object(&next["ref"]);
        set.push(u32::try_from(node["fields"]["value"].as_u64().expect("a number")).expect("a small one"));
        next = &node["fields"]["next"];
    }
    set
}

/// The sets of the structures in a folder of `fex generate`.
fn written(folder: &Path) -> Vec<Vec<u32>> {
    let text = fs::read_to_string(folder.join("numberList.json")).expect("the document is there");
    let document: Value = serde_json::from_str(&text).expect("it is JSON");
    document["instances"].as_array().expect("a list").iter().map(set).collect()
}

#[test]
fn a_complement_has_what_the_tests_lack_and_no_more_structures_than_that_takes() {
    let project = Project::with(str::to_owned);
    let output = project.fex("generate", &["--complement", "--certify", "--out", "out"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // What the tests lack takes a list of three numbers, and one in which 2 stands in the second place.
    assert!(text.contains("2 structures, field-exhaustive together with 5 tests, the fewest possible"), "{text}");
    let shown = format!("show {} valid structures, which cover 12 of these pairs; 1 more violate", SHOWN.len());
    assert!(text.contains(&shown), "{text}");
    assert!(text.contains("proof  9 pairs refuted"), "{text}");
    let written = written(&project.path("out"));
    assert!(written.iter().all(|set| SETS.contains(&set.as_slice())), "{written:?}");
    let together = SHOWN.into_iter().chain(written.iter().map(Vec::as_slice));
    assert_eq!(all_pairs(together), all_pairs(SETS));
    for structure in &written {
        // Only what is missing counts, and each structure is needed for some of it.
        let others = written.iter().map(Vec::as_slice).filter(|other| *other != structure.as_slice());
        assert_ne!(all_pairs(SHOWN.into_iter().chain(others)), all_pairs(SETS));
    }
}

#[test]
fn tests_of_a_complement_do_not_make_it_superfluous() {
    let project = Project::with(str::to_owned);
    let complement = |out: &str| {
        // A package of its own, for the hand-written test has the name that fex would choose.
        let output = project.fex("generate", &["--complement", "--quiet", "--package", "generated", "--out", out]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        written(&project.path(out))
    };
    let first = complement("first");
    let class_path = [maven::jar(JUNIT), project.path("main")];
    javac(&project.path("test"), &class_path, &java_files(&project.path("first")));
    assert_eq!(complement("second"), first);
    let report = project.coverage(&["--package", "generated"]);
    assert_eq!(report["leftOut"], serde_json::json!(["generated.NumberListFixturesTest", "generated.NumberListTest"]));
    assert_eq!(report["covered"], all_pairs(SHOWN).len());
}

/// All sets of numbers below a bound, in ascending order.
fn sets_below(bound: u32) -> Vec<Vec<u32>> {
    let members = |set: u32| (0..bound).filter(|number| set >> number & 1 == 1).collect();
    (0..1 << bound).map(members).collect()
}

/// All files below a folder with their bytes.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("it can be read").flatten().map(|entry| entry.path());
    let read = |path: PathBuf| match path.is_dir() {
        true => files(&path),
        false => BTreeMap::from([(path.clone(), fs::read(&path).expect("it can be read"))]),
    };
    entries.flat_map(read).collect()
}

/// Where the fixtures of a suite are.
fn structures(folder: &Path) -> PathBuf {
    folder.join("numbers/NumberListStructures.java")
}

/// The fixtures of a suite by name: their methods with comments, as they stand in the file.
fn fixtures(folder: &Path) -> BTreeMap<String, String> {
    let text = fs::read_to_string(structures(folder)).expect("the fixtures are there");
    let regions = regions::split(&text)
        .into_iter()
        .filter(|region| region.key.starts_with("static NumberList ") && region.key.ends_with("()"));
    regions.map(|region| (region.key, region.text)).collect()
}

#[test]
fn a_complement_is_refreshed_with_what_the_tests_showed() {
    let project = Project::with(str::to_owned);
    let out = project.path("out");
    let fex = |command: &str, more: &[&str]| {
        let output = project.fex(command, &[&["--out", "out"], more].concat());
        (output.status.code(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
    };
    let (code, text) = fex("generate", &["--complement", "--quiet"]);
    assert_eq!(code, Some(0), "{text}");
    let before = files(&out);
    let (code, text) = fex("refresh", &[]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("2 structures kept, 0 dropped, 0 added; complement") && !text.contains("search"), "{text}");
    assert!(text.contains("4 of 4 structures count that they showed"), "{text}");
    assert_eq!(files(&out), before);
    // What somebody added stays through all that follows.
    let path = structures(&out);
    let edited = fs::read_to_string(&path).expect("it can be read");
    let (start, end) = edited.trim_end().split_at(edited.trim_end().len() - 1);
    let own = "    static int mine() {\n        return 7;\n    }\n";
    fs::write(&path, format!("{start}\n{own}{end}\n")).expect("it can be written");
    for scope in [4, 3] {
        let (kept, scope_text) = (fixtures(&out), scope.to_string());
        let old = written(&out);
        assert_eq!(fex("refresh", &["--scope", &scope_text, "--check"]).0, Some(6));
        let (code, text) = fex("refresh", &["--scope", &scope_text]);
        assert_eq!(code, Some(0), "{text}");
        assert_eq!(fex("refresh", &["--scope", &scope_text, "--check"]).0, Some(0));
        assert!(fs::read_to_string(&path).expect("it can be read").contains(own), "{text}");
        // What the tests showed is known from the time when they ran, and counts where there is room for it; of {0} nothing is, as
        // {1} and {0, 1} have its pairs.
        let is_within = |set: &&[u32]| *set != [0] && set.iter().all(|number| *number < scope);
        let shown: Vec<&[u32]> = SHOWN.into_iter().filter(is_within).collect();
        assert!(text.contains(&format!("{} of 4 structures count", shown.len())), "{text}");
        let (all, new) = (sets_below(scope), written(&out));
        assert!(new.iter().all(|set| all.contains(set)), "{new:?}");
        let together = shown.into_iter().chain(new.iter().map(Vec::as_slice));
        assert_eq!(all_pairs(together), all_pairs(all.iter().map(Vec::as_slice)), "{new:?}");
        // Exactly those stay that there is room for, with their names and their text.
        let stay = old.iter().filter(|set| all.contains(set)).count();
        assert!(text.contains(&format!("{stay} structure{} kept", if stay == 1 { "" } else { "s" })), "{text}");
        let now = fixtures(&out);
        assert_eq!(kept.iter().filter(|(name, text)| now.get(*name) == Some(*text)).count(), stay, "{text}");
    }
}

#[test]
fn a_complement_of_which_nothing_is_known_is_not_refreshed() {
    let project = Project::with(str::to_owned);
    let output = project.fex("generate", &["--complement", "--quiet", "--out", "out"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let path = project.path("out").join("numberList.json");
    let text = fs::read_to_string(&path).expect("the document is there");
    let mut document: Value = serde_json::from_str(&text).expect("it is JSON");
    document.as_object_mut().expect("an object").remove("shown");
    fs::write(&path, document.to_string()).expect("it can be written");
    let output = project.fex("refresh", &["--complement", "--out", "out"]);
    assert_eq!(output.status.code(), Some(2));
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stderr), @"
    error: the suite does not say what the tests of the project show
    help: `fex generate --complement` runs these tests, and writes the suite anew
    ");
}

#[test]
fn where_the_tests_have_everything_there_are_no_classes_until_something_is_missing() {
    // At scope 0 there is the empty list only.
    let project = Project::with(str::to_owned);
    let output = project.fex("generate", &["--complement", "--scope", "0", "--out", "out"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("0 structures, field-exhaustive together with 5 tests"), "{text}");
    let out = project.path("out");
    let document = [out.join("numberList.json")];
    assert_eq!(files(&out).into_keys().collect::<Vec<_>>(), document);
    let refresh = |scope: &str| {
        let output = project.fex("refresh", &["--scope", scope, "--out", "out"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    // The only list that was kept, for it covers what there was, is the empty one.
    refresh("2");
    let new = written(&out);
    let together = std::iter::once::<&[u32]>(&[]).chain(new.iter().map(Vec::as_slice));
    assert_eq!(all_pairs(together), all_pairs(sets_below(2).iter().map(Vec::as_slice)));
    assert!(structures(&out).exists());
    refresh("0");
    assert_eq!(files(&out).into_keys().collect::<Vec<_>>(), document);
}
