//! The emitted invariant against the evaluator: both judge the same random heaps, most of which are corrupted.
//!
//! The evaluator works on relations and shares no code with the compiler of expressions to Java, so that the two can
//! contradict each other; the heaps pass through the emitted builders and are read back by the emitted reader.

use crate::heaps::{
    EVERY_SHAPE, Heaps, Random, Sources, classes, keys_differ, lowered, lowered_at, module, structures, suite,
    translated, violated,
};
use crate::java::compiler;
use fex::classfile::ClassPath;
use fex::fixture::heap::HeapReader;
use fex::fixture::{self, Options, ascii, java};
use fex::relational::{Evaluator, Instance};
use std::fs;
use std::path::{Path, PathBuf};

/// How many heaps are judged for each specification.
const HEAPS: usize = 100;

/// What the evaluator says of a heap: what it violates, and a line that shows it to whom a test fails.
struct Judgement {
    violated: Option<String>,
    heap: String,
}

/// The heaps that Java can hold as they are: a primitive array, for one, has no place without a value.
fn representable(heaps: Vec<Instance>, fits: impl Fn(&Instance) -> bool) -> Vec<Instance> {
    let kept: Vec<Instance> = heaps.into_iter().filter(fits).collect();
    assert!(kept.len() > HEAPS / 10, "only {} of {HEAPS} heaps can be built", kept.len());
    kept
}

/// A class that prints a line for every judgement with a digit for every structure.
fn judge(package: &str, class: &str, stem: &str, judgements: &[String]) -> String {
    let mut text = format!("package {package};\npublic final class {class} {{\n    public static void print() {{\n");
    for judgement in judgements {
        text.push_str(&format!(
            "        for ({stem}Structures.Structure structure : {stem}Structures.all()) {{\n            \
             {judgement};\n        }}\n        System.out.println();\n"
        ));
    }
    text.push_str("    }\n}\n");
    text
}

/// A class that calls the judges in turn.
fn main_class(judges: &[String]) -> String {
    let calls: String = judges.iter().map(|judge| format!("        {judge}.print();\n")).collect();
    format!("public final class Main {{\n    public static void main(String[] arguments) {{\n{calls}    }}\n}}\n")
}

#[test]
fn the_emitted_invariants_of_all_specifications_judge_corrupted_heaps_as_the_evaluator_does() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = Sources::new();
    for entry in fs::read_dir(root.join("tests/data/subjects/src/subjects")).expect("the subjects are there") {
        let path = entry.expect("the folder can be listed").path();
        let text = fs::read_to_string(&path).expect("the subject is readable");
        sources.add(&Path::new("subjects").join(path.file_name().expect("a file has a name")), &text);
    }
    let subjects = tempfile::tempdir().expect("a temporary folder can be made");
    let compiled = compiler().arg("-d").arg(subjects.path()).args(&sources.files).output();
    assert!(compiled.expect("the tests need a JDK").status.success());

    let mut expected = Vec::new();
    let mut judges = Vec::new();
    let mut specs: Vec<PathBuf> = fs::read_dir(root.join("specs"))
        .expect("the specifications are there")
        .map(|entry| entry.expect("the folder can be listed").path())
        .filter(|path| path.is_file())
        .collect();
    specs.sort();
    for spec in &specs {
        let name = spec.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        let mut text = fs::read_to_string(spec).expect("the specification is readable");
        let shipped = text.contains("@java(\"subjects.");
        let package = if shipped { "subjects".to_string() } else { format!("of_{name}") };
        if !shipped {
            text = text.replacen("one sig ", &format!("@java(\"{package}.ROOT\")\none sig "), 1);
            let root = text.split("one sig ").nth(1).and_then(|rest| rest.split([' ', '{']).next()).unwrap_or_default();
            text = text.replace(".ROOT\"", &format!(".{root}\""));
        }
        let module = module(&name, &text);
        let generate = &module.generates[0];
        let lowered = lowered(&module, generate);
        let valid = structures(&lowered.problem, 2000);
        let seed = Random(expected.len() as u64);
        let heaps = Heaps { module: &module, lowered: &lowered, random: seed }.all(&valid, HEAPS, 5);
        let class_path = shipped
            .then(|| ClassPath::open(&subjects.path().to_string_lossy()).unwrap_or_else(|error| panic!("{error}")));
        let options = Options { class_path, ..Options::default() };
        let emit = |heaps: &[Instance]| fixture::emit(&suite(&module, generate, &lowered, heaps, &text), &options);
        let reader = HeapReader::new(&suite(&module, generate, &lowered, &[], &text).schema);
        let heaps =
            representable(heaps, |heap| keys_differ(&reader.read(heap)) && emit(std::slice::from_ref(heap)).is_ok());
        let omitted = java::omissions(&suite(&module, generate, &lowered, &heaps, &text).schema, &options);
        assert!(omitted.is_empty(), "{name}: {omitted:?}");

        let mut evaluator = Evaluator::new(&lowered.problem);
        let judgements: Vec<Judgement> = heaps
            .iter()
            .map(|heap| Judgement {
                violated: violated(&mut evaluator, &lowered.problem, heap).map(str::to_string),
                heap: ascii::line(&reader, &reader.read(heap)),
            })
            .collect();
        let valid = judgements.iter().filter(|judgement| judgement.violated.is_none()).count();
        assert!(0 < valid && valid < judgements.len(), "{name}: all heaps are alike");
        expected.push((name.clone(), judgements));

        let emitted = emit(&heaps).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        sources.add_emitted(&emitted);
        if !shipped {
            for (class, text) in classes(&module, generate, &package) {
                sources.add(&Path::new(&package).join(format!("{class}.java")), &text);
            }
        }
        let java = module.sigs[generate.root.index()].java.as_ref().expect("the root is bound");
        let stem = java.class.rsplit('.').next().expect("a class has a name");
        let judge_class = format!("Judge{stem}");
        let repok = format!("System.out.print({stem}Invariant.repOk(structure.create()) ? 1 : 0)");
        let judge = judge(&package, &judge_class, stem, &[repok]);
        sources.add(&Path::new(&package).join(format!("{judge_class}.java")), &judge);
        judges.push(format!("{package}.{judge_class}"));
    }
    sources.add(Path::new("Main.java"), &main_class(&judges));
    for ((name, judgements), judged) in expected.iter().zip(sources.run("Main", &[])) {
        assert_eq!(judged.len(), judgements.len(), "{name}");
        for (judgement, judged) in judgements.iter().zip(judged.chars()) {
            let Judgement { violated, heap } = judgement;
            assert_eq!(violated.is_none(), judged == '1', "{name}: {heap} violates {violated:?}");
        }
    }
}

/// Formulas over a box `b` that use every operator, in the forms in which the compiler treats them differently.
pub const FORMULAS: &[&str] = &[
    "some b.first",
    "no b.items",
    "lone b.items",
    "one b.items.color",
    "some Special",
    "#b.items = 2",
    "#b.items.others > #b.items",
    "#next >= 2",
    "#others = #b.items.others",
    "#at = 1",
    "#pairs < 2",
    "b.count = #Item",
    "b.first in b.items",
    "b.items in b.first.*next",
    "b.first not in b.items.next",
    "b.first = b.items",
    "b.first.next = b.first.others",
    "b.items.next != b.items.others",
    "next = others",
    "next in others",
    "~next in next",
    "no next & ~next",
    "no iden & next",
    "some iden & others",
    "no ^next & iden",
    "^(next + others) = ^others",
    "some b.first.^next & b.items",
    "b.first in b.first.^(next + extra)",
    "all i: Item | i in b.first.*(next + others)",
    "all i: b.items | i.key < 2",
    "some i: b.items | i.key = b.count",
    "no i: Item | i in i.others",
    "lone i: Item | i.color = RED",
    "one i: Item | some i.next",
    "all disj i, j: Item | i.key != j.key",
    "some disj i, j: Item | i.next = j and j.next = i",
    "lone i, j: Item | i.next = j",
    "all i: Item, j: i.others | j.key >= i.key",
    "some i: Item | all j: i.others | j in b.items",
    "all i: Item | lone next.i",
    "all i: Item | some (next + others).i implies i in b.items",
    "some i: Item | i.next.next = i",
    "all i: Item | i.mark = i.color or no i.mark",
    "some i: Item | i.mark in b.colors",
    "RED in b.colors",
    "b.colors = RED + BLUE",
    "b.colors in Item.color",
    "Color - b.colors = Item.color",
    "no (RED + GREEN) & b.colors",
    "some b.first & Special",
    "Special in b.items",
    "Item - Special in b.items",
    "all s: Special | s.extra = s.next",
    "some Special.extra",
    "extra in next",
    "b.at[0] = b.first",
    "some b.at[1] and no b.at[2]",
    "b.at[Int] in b.items",
    "all i: b.at.Item | i < b.count",
    "#b.at.Item = #b.at[Int]",
    "all n: b.at.univ | n >= 0 and b.at[n].key = n",
    "b.pairs[b.first] = b.first.next",
    "b.pairs = next",
    "b.pairs.Item = b.items",
    "Item.(b.pairs) in b.items",
    "all i: Item | i.(b.pairs) in i.others",
    "(sum i: b.items | i.key) = b.count",
    "(sum i, j: b.items | plus[i.key, j.key]) > 3",
    "(sum b.items.key) = 3",
    "minus[b.count, #b.items] >= 0 and mul[2, b.count] < 5",
    "b.first.key = b.first.next.key",
    "b.items.key = b.at[Int].key",
    "{ i: Item | some i.next } in b.items",
    "some { i, j: Item | i.next = j and j in i.others }",
    "(next ++ (b.first -> b.first)) = others",
    "(b.items <: next) = (next :> b.items)",
    "let near = b.first.others + b.first | near in b.items and #near > 1",
    "all t: Tag | lone tag.t",
    "#Tag = 2",
    "some i: Item | no i.tag",
    "some disj i, j: Item | i.tag = j.tag and some i.tag",
    "some b.first implies b.first.key = 0 else b.count = 0",
    "b.items in reached[b]",
    "all i: b.items | weight[i] < 4",
    "(sum i: Item | weight[i]) = b.count",
    "some i: Item | linked[i, i]",
    "all disj i, j: b.items | linked[i, j] or linked[j, i]",
    "(some b.first => int[b.first.key] else int[b.count]) in b.items.key",
    "div[b.count, #(none)] = 0 or div[1, minus[2, 2]] = div[1, minus[2, 2]]",
    "not (all i: Item | linked[i, b.first] iff i in b.items)",
    "(some b.first => b.first else b.items) in b.at[Int]",
    // Closures over relations of different types.
    "all i: b.items | i.key in i.*(next + key)",
    "all i: b.items | some i.^(next + mark) & Color",
    "b.first.*(next + tag) & Tag in b.items.tag",
    "b.items.*(others + color) = b.items + b.items.color",
];

#[test]
fn every_operator_means_in_java_what_the_evaluator_says() {
    let mut text = EVERY_SHAPE.to_string();
    let mut methods = String::new();
    for (index, formula) in FORMULAS.iter().enumerate() {
        text.push_str(&format!("pred p{index}[b: Box] {{ {formula} }}\n"));
        // A predicate becomes statements, a formula below `not` an expression.
        methods.push_str(&format!("  method as{index}() {{ requires {{ p{index}[this] }} }}\n"));
        methods.push_str(&format!("  method not{index}() {{ requires {{ not (let b = this | {formula}) }} }}\n"));
    }
    let ranges = "  key in 0 .. 2\n  count in 0 .. 3\n  at index in 0 .. scope - 1\n";
    text.push_str(&format!("generate base: Box for 3 {{\n{ranges}{methods}}}\n"));
    for index in 0..FORMULAS.len() {
        text.push_str(&format!("generate g{index}: Box satisfying p{index} for 3 {{\n{ranges}}}\n"));
    }
    let module = module("shapes", &text);
    let generate = &module.generates[0];
    let lowered = lowered(&module, generate);
    let valid = structures(&lowered.problem, 5000);
    let heaps = Heaps { module: &module, lowered: &lowered, random: Random(1) }.all(&valid, HEAPS, 25);
    // Which heaps break a declaration is the other test's subject.
    let mut evaluator = Evaluator::new(&lowered.problem);
    let heaps: Vec<Instance> =
        heaps.into_iter().filter(|heap| violated(&mut evaluator, &lowered.problem, heap).is_none()).collect();
    assert!(heaps.len() > HEAPS / 3, "only {} heaps keep to the declarations", heaps.len());

    let suite = suite(&module, generate, &lowered, &heaps, &text);
    let omitted = java::omissions(&suite.schema, &Options::default());
    assert!(omitted.is_empty(), "{omitted:?}");
    let mut sources = Sources::new();
    sources.add_emitted(&fixture::emit(&suite, &Options::default()).unwrap_or_else(|errors| panic!("{errors:?}")));
    for (class, text) in classes(&module, generate, "shapes") {
        sources.add(&Path::new("shapes").join(format!("{class}.java")), &text);
    }
    let judgements = (0..FORMULAS.len()).flat_map(|index| {
        ["as", "not"].map(|form| {
            format!(
                "Box box = structure.create();\n            \
                 System.out.print(new BoxInvariant(box).{form}{index}Requires(box) ? 1 : 0)"
            )
        })
    });
    let judge = judge("shapes", "Judge", "Box", &judgements.collect::<Vec<_>>());
    sources.add(Path::new("shapes/Judge.java"), &judge);
    sources.add(Path::new("Main.java"), &main_class(&["shapes.Judge".to_string()]));

    let lines = sources.run("Main", &[]);
    let reader = HeapReader::new(&suite.schema);
    for (index, (formula, lines)) in FORMULAS.iter().zip(lines.chunks(2)).enumerate() {
        let demanded = crate::heaps::lowered(&module, &module.generates[index + 1]);
        let mut evaluator = Evaluator::new(&demanded.problem);
        for (position, heap) in heaps.iter().enumerate() {
            let there = translated(heap, &lowered.problem, &demanded.problem);
            let holds = violated(&mut evaluator, &demanded.problem, &there).is_none();
            let judged = [0, 1].map(|form: usize| lines[form].as_bytes()[position] == b'1');
            assert_eq!([holds, !holds], judged, "{formula} in {}", ascii::line(&reader, &reader.read(heap)));
        }
    }
}

#[test]
fn an_invariant_is_asked_about_the_root_whatever_its_parameter_is_said_to_be() {
    let formula = "some b.first and lone b.items";
    for bound in ["some Box", "set Box", "lone Box", "univ", "Box + Item", "{ x: Box | some x.items }"] {
        let ranges = "{ key in 0 .. 2 count in 0 .. 3 at index in 0 .. scope - 1 }";
        let text =
            format!("{EVERY_SHAPE}pred p[b: {bound}] {{ {formula} }}\ngenerate Box satisfying p for 2 {ranges}\n");
        let module = module("shapes", &text);
        let generate = &module.generates[0];
        let lowered = lowered_at(&module, generate, 2);
        let suite = suite(&module, generate, &lowered, &[], &text);
        assert!(java::omissions(&suite.schema, &Options::default()).is_empty(), "{bound}");
        let mut sources = Sources::new();
        sources.add_emitted(&fixture::emit(&suite, &Options::default()).unwrap_or_else(|errors| panic!("{errors:?}")));
        for (class, text) in classes(&module, generate, "shapes") {
            sources.add(&Path::new("shapes").join(format!("{class}.java")), &text);
        }
        assert_eq!(sources.complaints(&[]), "", "{bound}");
    }
}
