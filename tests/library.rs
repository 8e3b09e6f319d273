//! The standard modules are Alloy's: the same names with the same types, and Alloy itself finds no arguments for which
//! they differ, and counts the same instances.

#[path = "library/paragraphs.rs"]
mod paragraphs;

use crate::alloy::judge::{self, Judge, Options, Overflow, Verdict};
use crate::maven;
use fex::resolve::{MODULES, library};
use paragraphs::{Paragraph, paragraphs};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How a specification opens a module and tells whether Alloy's and ours agree.
struct Setting {
    module: &'static str,
    /// What stands behind the module's name where it is opened.
    arguments: &'static str,
    /// The scope of the comparison.
    scope: &'static str,
    /// Pairs of one of Alloy's atoms and one of ours that play the same part, where the modules have atoms of their own.
    same: &'static [&'static str],
    /// What makes the two comparable.
    premise: &'static str,
    /// What the counted specifications say besides opening the module, each with its scope.
    counted: &'static [&'static str],
}

/// The first three positions of Alloy's sequences with ours.
const POSITIONS: &str = "theirs/firstIdx->ours/firstIdx + \
     theirs/firstIdx.(theirs/ord/next)->ours/firstIdx.(ours/ord/next) + \
     theirs/firstIdx.(theirs/ord/next).(theirs/ord/next)->ours/firstIdx.(ours/ord/next).(ours/ord/next)";

const SETTINGS: &[Setting] = &[
    Setting {
        module: "util/boolean",
        arguments: "",
        scope: "2 but 2 Int",
        same: &["theirs/True->ours/True + theirs/False->ours/False"],
        premise: "",
        counted: &["sig S { f: Bool, g: set Bool } run {} for 2"],
    },
    Setting {
        module: "util/graph",
        arguments: "[E]",
        scope: "3 but 2 Int",
        same: &[],
        premise: "",
        counted: &["sig E { r: set E } run { tree[r] } for 3", "sig E { r: set E } run { ring[r] } for 4"],
    },
    Setting {
        module: "util/integer",
        arguments: "",
        scope: "2 but 3 Int",
        same: &[],
        premise: "",
        counted: &["one sig S { f: Int } run { m/max[S.f + 1] = 1 } for 1 but 3 Int"],
    },
    Setting {
        module: "util/natural",
        arguments: "",
        scope: "exactly 4 theirs/Natural, exactly 4 ours/Natural, 2 E, 4 Int",
        same: &["{ a: theirs/Natural, b: ours/Natural | \
                 #{ x: theirs/Natural | theirs/lt[x, a] } = #{ x: ours/Natural | ours/lt[x, b] } }"],
        premise: "m[theirs/Zero] = ours/Zero and m[theirs/One] = ours/One",
        counted: &["run {} for 1", "run {} for 3", "sig S { n: Natural, m: lone Natural } run {} for 3 but 2 S"],
    },
    Setting {
        module: "util/ordering",
        arguments: "[E]",
        scope: "4 but 2 Int",
        same: &[],
        premise: "theirs/first = ours/first and theirs/next = ours/next",
        counted: &[
            "sig E {} run {} for 4",
            "sig E {} run {} for 0 but exactly 0 E",
            "sig E { f: lone E } run { f in next } for 3",
            "abstract sig E {} one sig A, B, C extends E {} run {} for 3",
            "sig E {} sig A, B extends E {} run {} for 3",
            "sig F {} sig E in F {} run {} for 3",
            "enum E { A, B } run {} for 2",
        ],
    },
    Setting {
        module: "util/relation",
        arguments: "",
        scope: "3 but 2 Int",
        same: &[],
        premise: "",
        counted: &["sig E { r: set E } run { totalOrder[r, E] } for 3"],
    },
    Setting {
        module: "util/seqrel",
        arguments: "[E]",
        scope: "1 but exactly 3 theirs/SeqIdx, exactly 3 ours/SeqIdx, 3 Int",
        same: &[POSITIONS],
        premise: "",
        counted: &["sig E {} one sig S { s: SeqIdx -> E } run { isSeq[S.s] } for 2 but 3 SeqIdx"],
    },
    Setting {
        module: "util/sequence",
        arguments: "[E]",
        scope: "2 but exactly 2 theirs/SeqIdx, exactly 2 ours/SeqIdx, 2 theirs/Seq, 2 ours/Seq, 3 Int",
        same: &[
            POSITIONS,
            "{ a: theirs/Seq, b: ours/Seq | all i: theirs/SeqIdx, j: ours/SeqIdx | \
               #theirs/ord/prevs[i] = #ours/ord/prevs[j] implies i.(a.seqElems) = j.(b.seqElems) }",
        ],
        premise: "theirs/Seq.m = ours/Seq",
        counted: &[
            "sig E {} run {} for 2",
            "sig E {} run { allExist } for 4 but 2 SeqIdx, 1 E",
            "sig E {} run { allExistNoDuplicates } for 5 but 2 E, 2 SeqIdx",
        ],
    },
    Setting {
        module: "util/sequniv",
        arguments: "",
        scope: "2 but 3 Int, 3 seq",
        same: &[],
        premise: "",
        counted: &["sig E {} one sig S { s: Int -> E } run { isSeq[S.s] } for 2 but 3 Int, 3 seq"],
    },
    Setting { module: "util/ternary", arguments: "", scope: "2 but 2 Int", same: &[], premise: "", counted: &[] },
];

#[test]
fn every_module_declares_what_alloys_declares() {
    let jar = File::open(maven::jar(maven::ALLOY)).expect("the jar can be read");
    let mut jar = zip::ZipArchive::new(jar).expect("a jar is an archive");
    for (name, ours) in MODULES {
        let mut theirs = String::new();
        let mut entry = jar.by_name(&format!("models/{name}.als")).expect("the jar has the module");
        entry.read_to_string(&mut theirs).expect("a module is text");
        assert_eq!(declarations(ours), declarations(&theirs), "{name}");
    }
}

/// What users of a module see, in a text of one spelling. Private functions they do not.
fn declarations(text: &str) -> BTreeSet<String> {
    paragraphs(text)
        .into_iter()
        .filter(|paragraph| !["run", "check"].contains(&paragraph.keyword.as_str()))
        .filter(|paragraph| paragraph.is_public() || !["fun", "pred"].contains(&paragraph.keyword.as_str()))
        .map(|paragraph| match paragraph.keyword.as_str() {
            "sig" => format!("{} {{ {} }}", paragraph.head.join(" "), paragraph.fields.join(" ")),
            _ => paragraph.head.join(" "),
        })
        .collect()
}

/// A call replaces parameters by arguments, which need not be single nor inside the declared type, so the check is about
/// all relations over the whole universe.
#[test]
fn alloy_finds_no_arguments_for_which_a_function_differs() {
    let folder = with_our_modules();
    let mut judge = Judge::default();
    let mut compared = 0;
    for setting in SETTINGS {
        let functions = callable(setting.module);
        compared += functions.len();
        let file = write(folder.path(), setting.module, 0, &comparison(setting, &functions));
        let commands = judge.read(&file).commands;
        assert_eq!(commands.len(), 1 + functions.len(), "{}: one check for each function", setting.module);
        for overflow in [Overflow::Wrap, Overflow::Forbid] {
            for (index, command) in commands.iter().enumerate() {
                let answer = judge.solve(&file, index, Options { overflow, ..Options::default() });
                // Something is compared, and no arguments make a difference.
                let expected = if index == 0 { Verdict::Sat } else { Verdict::Unsat };
                assert_eq!(answer.verdict, expected, "{} {}: {answer:?}", setting.module, command.label);
            }
        }
    }
    assert!(compared > 150, "only {compared} functions and predicates are compared");
}

/// The functions and predicates that other modules can call.
fn callable(module: &str) -> Vec<Paragraph> {
    let text = library(module).expect("every setting is about a module");
    let mut functions = paragraphs(text);
    functions.retain(|paragraph| ["fun", "pred"].contains(&paragraph.keyword.as_str()) && paragraph.is_public());
    functions
}

/// A specification with a check for every function: whatever the arguments, Alloy's result and ours are the same.
/// `m` exchanges Alloy's atoms and ours that play the same part, and leaves all others.
fn comparison(setting: &Setting, functions: &[Paragraph]) -> String {
    let Setting { module, arguments, scope, .. } = setting;
    let same = if setting.same.is_empty() { "none->none" } else { &setting.same.join(" + ") };
    let premise = if setting.premise.is_empty() { "no none" } else { setting.premise };
    let mut text = format!(
        "open {module}{arguments} as theirs\nopen ours/{module}{arguments} as ours\nsig E {{}}\n\
         fun same: univ->univ {{ {same} }}\n\
         fun m: univ->univ {{ same + ~same + (univ - same.univ - univ.same) <: iden }}\n\
         pred comparable {{ {premise} }}\n\
         premise: run comparable for {scope}\n"
    );
    for (number, function) in functions.iter().enumerate() {
        let name = function.name();
        let (mut quantifiers, mut passed, mut exchanged_passed) = (String::new(), Vec::new(), Vec::new());
        for (index, columns) in function.parameters().into_iter().enumerate() {
            let bound = ["set univ", "univ->univ", "univ->univ->univ"][columns - 1];
            write!(quantifiers, "all x{index}: {bound} | ").expect("a string can be written to");
            passed.push(format!("x{index}"));
            exchanged_passed.push(exchanged(setting, &format!("x{index}"), columns));
        }
        let (theirs, ours) = (call("theirs", name, &passed), call("ours", name, &exchanged_passed));
        let claim = match function.keyword.as_str() {
            "pred" => format!("{theirs} iff {ours}"),
            _ => format!("{} = {ours}", exchanged(setting, &theirs, function.result_columns())),
        };
        writeln!(text, "{name}_{number}: check {{ comparable implies {quantifiers}({claim}) }} for {scope}")
            .expect("a string can be written to");
    }
    text
}

fn call(module: &str, function: &str, arguments: &[String]) -> String {
    if arguments.is_empty() {
        format!("{module}/{function}")
    } else {
        format!("{module}/{function}[{}]", arguments.join(", "))
    }
}

/// A relation with Alloy's atoms and ours exchanged.
fn exchanged(setting: &Setting, relation: &str, columns: usize) -> String {
    match columns {
        _ if setting.same.is_empty() => format!("({relation})"),
        1 => format!("({relation}).m"),
        2 => format!("(m.({relation}).m)"),
        _ => unreachable!("no module with atoms of its own has ternary functions"),
    }
}

#[test]
fn alloy_counts_as_many_instances_with_our_modules_as_with_its_own() {
    let folder = with_our_modules();
    let mut judge = Judge::default();
    let options = Options { symmetry: 0, overflow: Overflow::Wrap, count: 20_000, ..Options::default() };
    for Setting { module, arguments, counted, .. } in SETTINGS {
        for (number, specification) in counted.iter().enumerate() {
            let [theirs, ours] = ["", "ours/"].map(|place| {
                let text = format!("open {place}{module}{arguments} as m\n{specification}\n");
                let file = write(folder.path(), &format!("{place}{module}"), number + 1, &text);
                let answer = judge.solve(&file, 0, options);
                (answer.verdict, answer.count, answer.complete)
            });
            assert!(matches!(theirs.0, Verdict::Sat | Verdict::Unsat), "{module}: {specification}");
            assert_eq!(theirs, ours, "{module}: {specification}");
        }
    }
}

/// Alloy opens the models in its own jar; fex opens those in the jar that the user's Maven has.
#[test]
fn models_of_alloys_jar_can_be_opened() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let text = "open examples/algorithms/messaging as msg\nsig Host extends msg/Node {}\nsig Ping extends msg/Msg {}\n\
                pred some_ping { some Ping }\nrun some_ping for 3\nassert no_ping { no Ping }\ncheck no_ping for 3\n";
    let file = write(folder.path(), "ping", 0, text);
    let fex = |command: &str| {
        let mut process = Command::new(env!("CARGO_BIN_EXE_fex"));
        process.args(["solve", "--format", "json", "--show", "0", "--command", command]).arg(&file);
        let run = process.env("HOME", folder.path()).output().expect("the binary runs");
        (String::from_utf8_lossy(&run.stdout).into_owned(), String::from_utf8_lossy(&run.stderr).into_owned())
    };
    let (_, missing) = fex("0");
    assert!(missing.contains("mvn dependency:get -Dartifact=org.alloytools"), "{missing}");
    let version = folder.path().join(".m2/repository/org/alloytools/org.alloytools.alloy.dist/6.2.0");
    fs::create_dir_all(&version).expect("the temporary folder is writable");
    fs::copy(judge::jar(), version.join("org.alloytools.alloy.dist-6.2.0.jar")).expect("the jar can be copied");
    for index in [0, 1] {
        let alloys = Judge::default().solve(&file, index, Options::default()).verdict;
        assert!(matches!(alloys, Verdict::Sat | Verdict::Unsat), "{alloys:?}");
        let (found, said) = fex(&index.to_string());
        let same = format!("\"verdict\":\"{}\"", if alloys == Verdict::Sat { "sat" } else { "unsat" });
        assert!(found.contains(&same), "{same}: {found}{said}");
    }
}

/// A temporary folder in which `ours/util/x` is fex's module.
fn with_our_modules() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    fs::create_dir_all(folder.path().join("ours/util")).expect("the temporary folder is writable");
    for (name, text) in MODULES {
        let file = folder.path().join("ours").join(name).with_extension("als");
        fs::write(file, text).expect("the temporary folder is writable");
    }
    folder
}

/// Writes a specification about a module, and returns its path.
fn write(folder: &Path, module: &str, number: usize, text: &str) -> PathBuf {
    let file = folder.join(format!("{}_{number}.als", module.replace('/', "_")));
    fs::write(&file, text).expect("the temporary folder is writable");
    file
}
