//! The emitted invariant against the evaluator: both judge the same random heaps, most of which are corrupted.
//!
//! The evaluator works on relations and shares no code with the compiler of expressions to Java, so that the two can
//! contradict each other; the heaps pass through the emitted builders and are read back by the emitted reader.

use fex::classfile::ClassPath;
use fex::diagnostic::Source;
use fex::extension;
use fex::fixture::heap::{FieldShape, Heap, HeapReader, Value, is_constant};
use fex::fixture::{self, Coverage, Options, Origin, OutputFile, SpecText, Suite, ascii, java};
use fex::lower::{self, Lowered, Scopes};
use fex::relational::{AtomId, Evaluator, Instance, Problem, TupleKey, TupleSet};
use fex::resolve::{FieldId, Generate, Module, Program, SigId, SigKind};
use fex::sat::Interrupt;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How many heaps are judged for each specification.
const HEAPS: usize = 100;

/// Small numbers that look random and are the same in every run (SplitMix64, Steele and others 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}

fn module(name: &str, text: &str) -> Module {
    let (program, errors) = Program::new(Source::new(name, text));
    assert!(errors.is_empty(), "{name}: {errors:?}");
    let (module, errors) = fex::resolve::resolve(&program);
    module.unwrap_or_else(|| panic!("{name}: {errors:?}"))
}

fn lowered(module: &Module, generate: &Generate) -> Lowered {
    lower::lower(module, generate, &Scopes::default()).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// The first canonical structures of a problem.
fn structures(problem: &Problem, most: usize) -> Vec<Instance> {
    let fields: Vec<usize> = (0..problem.heap.fields.len()).collect();
    let encoded = extension::encode(problem.clone(), &fields).unwrap_or_else(|error| panic!("{error:?}"));
    let mut found = Vec::new();
    let visited = extension::enumerate(&encoded, &Interrupt::default(), |instance| {
        found.push(instance.clone());
        found.len() < most
    });
    assert!(visited.is_ok(), "{:?}", visited.err());
    found
}

/// The heaps of one specification as relations, some valid and most corrupted.
struct Heaps<'a> {
    module: &'a Module,
    lowered: &'a Lowered,
    random: Random,
}

impl Heaps<'_> {
    fn problem(&self) -> &Problem {
        &self.lowered.problem
    }

    /// Whether an atom is an object that is there only if something leads to it.
    fn is_object(&self, atom: AtomId) -> bool {
        let heap = &self.problem().heap;
        heap.root != Some(atom) && heap.classes.iter().any(|class| class.permutable && class.atoms.contains(&atom))
    }

    fn exists(&self, instance: &Instance, atom: AtomId) -> bool {
        let heap = &self.problem().heap;
        let key = TupleKey(u64::from(atom.0));
        !self.is_object(atom) || heap.sigs.iter().any(|sig| instance.relations[sig.0 as usize].contains(key))
    }

    /// Gives a place of the heap another value, or none.
    fn corrupt(&mut self, instance: &mut Instance) {
        let field = self.random.below(self.problem().heap.fields.len());
        let relation = self.problem().heap.fields[field].relation.0 as usize;
        let upper = &self.lowered.problem.relations[relation].upper;
        if upper.is_empty() {
            return;
        }
        let key = upper.keys()[self.random.below(upper.len())];
        let tuple = self.problem().universe.tuple(key, upper.arity());
        if !tuple.iter().all(|atom| self.exists(instance, *atom)) {
            return;
        }
        let shape = FieldShape::of(self.module, FieldId(field as u32));
        let base = self.problem().universe.len() as u64;
        let tuples = &instance.relations[relation];
        let had = tuples.contains(key);
        // An integer of a single `Int` field is never absent in Java; other places may lose their value.
        let is_int = self.problem().universe.atoms[tuple[tuple.len() - 1].index()].int.is_some();
        if had && shape == FieldShape::One && is_int {
            return;
        }
        let mut keys = tuples.keys().to_vec();
        keys.retain(|other| *other != key && (shape == FieldShape::Many || other.0 / base != key.0 / base));
        if !had {
            keys.push(key);
        }
        instance.relations[relation] = TupleSet::from_keys(upper.arity(), keys);
    }

    /// The heap without the objects that cannot be reached any more, the others numbered without gaps.
    fn collected(&self, instance: &Instance) -> Instance {
        let problem = self.problem();
        let universe = &problem.universe;
        let mut met: Vec<AtomId> = problem.heap.root.into_iter().collect();
        let mut next = 0;
        while let Some(owner) = met.get(next).copied() {
            for field in &problem.heap.fields {
                let tuples = &instance.relations[field.relation.0 as usize];
                let tuples = tuples.keys().iter().map(|key| universe.tuple(*key, tuples.arity()));
                for atom in tuples.filter(|tuple| tuple[0] == owner).flatten() {
                    if self.is_object(atom) && !met.contains(&atom) {
                        met.push(atom);
                    }
                }
            }
            next += 1;
        }
        let mut renamed: BTreeMap<AtomId, AtomId> = BTreeMap::new();
        for class in problem.heap.classes.iter().filter(|class| class.permutable) {
            let left = class.atoms.iter().filter(|atom| met.contains(atom));
            renamed.extend(left.copied().zip(class.atoms.iter().copied()));
        }
        let relations = instance.relations.iter().map(|tuples| {
            let keys = tuples.keys().iter().filter_map(|key| {
                let renamed: Option<Vec<AtomId>> = universe
                    .tuple(*key, tuples.arity())
                    .iter()
                    .map(|atom| if self.is_object(*atom) { renamed.get(atom).copied() } else { Some(*atom) })
                    .collect();
                renamed.map(|tuple| universe.key(&tuple))
            });
            TupleSet::from_keys(tuples.arity(), keys.collect())
        });
        Instance { relations: relations.collect() }
    }

    /// Valid structures, and structures with a few places changed.
    fn all(&mut self, valid: &[Instance], changes: usize) -> Vec<Instance> {
        let mut heaps: Vec<Instance> = valid.iter().take(HEAPS / 5).cloned().collect();
        while heaps.len() < HEAPS {
            let mut heap = valid[self.random.below(valid.len())].clone();
            for _ in 0..=self.random.below(changes) {
                self.corrupt(&mut heap);
            }
            heaps.push(self.collected(&heap));
        }
        heaps
    }
}

/// The first demand of a specification that a heap violates; its scope is no such demand.
fn violated<'p>(evaluator: &mut Evaluator, problem: &'p Problem, heap: &Instance) -> Option<&'p str> {
    let demands = problem.constraints.iter().filter(|constraint| !constraint.origin.starts_with("scope of"));
    let mut violated = demands.filter(|constraint| !evaluator.holds(heap, constraint.formula));
    violated.next().map(|constraint| constraint.origin.as_str())
}

/// A heap of one problem in the universe of another, which may have other integers.
fn translated(heap: &Instance, from: &Problem, to: &Problem) -> Instance {
    let atom_of = |atom: AtomId| {
        let name = &from.universe.atoms[atom.index()].name;
        let position = to.universe.atoms.iter().position(|other| other.name == *name);
        AtomId(position.unwrap_or_else(|| panic!("there is no `{name}`")) as u32)
    };
    let relations = heap.relations.iter().enumerate().map(|(index, tuples)| {
        assert_eq!(from.relations[index].name, to.relations[index].name);
        let tuples_of = tuples.keys().iter().map(|key| from.universe.tuple(*key, tuples.arity()));
        let keys = tuples_of.map(|tuple| to.universe.key(&tuple.into_iter().map(atom_of).collect::<Vec<_>>()));
        TupleSet::from_keys(tuples.arity(), keys.collect())
    });
    Instance { relations: relations.collect() }
}

/// What the evaluator says of a heap: what it violates, and a line that shows it to whom a test fails.
struct Judgement {
    violated: Option<String>,
    heap: String,
}

fn suite<'a>(
    module: &'a Module,
    generate: &'a Generate,
    lowered: &'a Lowered,
    instances: &'a [Instance],
    text: &'a str,
) -> Suite<'a> {
    Suite {
        module,
        generate,
        problem: &lowered.problem,
        field_relation: &lowered.field_relation,
        sig_relation: &lowered.sig_relation,
        instances,
        scope: lowered.scope,
        spec: SpecText { name: "test.spec", text },
        coverage: Coverage::Incomplete,
        origin: Origin::default(),
    }
}

/// Java classes with a field of type `Object` for every field of a specification that binds its root only.
fn classes(module: &Module, generate: &Generate, package: &str) -> Vec<(String, String)> {
    let mut classes = Vec::new();
    for (index, sig) in module.sigs.iter().enumerate() {
        if sig.is_enum {
            let members = sig.children.iter().map(|child| module.sigs[child.index()].name.as_str());
            let members = members.collect::<Vec<_>>().join(", ");
            classes.push((sig.name.clone(), format!("package {package};\nenum {} {{ {members} }}\n", sig.name)));
            continue;
        }
        let parent = match sig.kind {
            SigKind::Top => String::new(),
            SigKind::Extends(parent) => format!(" extends {}", module.sigs[parent.index()].name),
            SigKind::In { .. } => continue,
        };
        if is_constant(module, generate, SigId(index as u32)) {
            continue;
        }
        let mut text = format!("package {package};\nclass {}{parent} {{", sig.name);
        for field in &sig.fields {
            let field = &module.fields[field.index()];
            let bound = field.java.as_ref().and_then(|java| java.name.as_ref());
            text.push_str(&format!(" Object {};", bound.unwrap_or(&field.name)));
        }
        text.push_str(" }\n");
        classes.push((sig.name.clone(), text));
    }
    classes
}

/// A folder with Java sources of several packages.
struct Sources {
    folder: tempfile::TempDir,
    files: BTreeSet<PathBuf>,
}

impl Sources {
    fn new() -> Self {
        Sources { folder: tempfile::tempdir().expect("a temporary folder can be made"), files: BTreeSet::new() }
    }

    fn add(&mut self, path: &Path, text: &str) {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("the temporary folder is writable");
        fs::write(&path, text).expect("the temporary folder is writable");
        self.files.insert(path);
    }

    /// All emitted classes but the tests, which need JUnit.
    fn add_emitted(&mut self, emitted: &[OutputFile]) {
        for file in emitted.iter().filter(|file| !file.path.to_string_lossy().ends_with("Test.java")) {
            self.add(&file.path, &file.text);
        }
    }

    /// Compiles everything without a warning, runs a class and returns the lines that it prints.
    fn run(&self, main: &str) -> Vec<String> {
        let compiled = Command::new("javac")
            .args(["-Xlint:all", "-Werror", "-d"])
            .arg(self.folder.path())
            .args(&self.files)
            .output()
            .expect("the tests need a JDK");
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
        let run = Command::new("java").arg("-cp").arg(self.folder.path()).arg(main).output().expect("Java can be run");
        let complaints = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success() && complaints.is_empty(), "{complaints}");
        String::from_utf8_lossy(&run.stdout).lines().map(str::to_string).collect()
    }
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

/// Whether a map tells apart what the heap tells apart: records with equal components are one key.
fn keys_differ(heap: &Heap) -> bool {
    let mut tables = heap.objects.iter().flat_map(|object| &object.fields).filter_map(|(_, value)| match value {
        Value::Tuples(rows) => Some(rows),
        _ => None,
    });
    tables.all(|rows| {
        let keys = rows.iter().filter_map(|row| match row[0] {
            Value::Object(key) => Some(&heap.objects[key].fields),
            _ => None,
        });
        let keys: Vec<_> = keys.collect();
        keys.iter().enumerate().all(|(index, key)| !keys[..index].contains(key))
    })
}

/// The heaps that Java can hold as they are: a primitive array, for one, has no place without a value.
fn representable(heaps: Vec<Instance>, fits: impl Fn(&Instance) -> bool) -> Vec<Instance> {
    let kept: Vec<Instance> = heaps.into_iter().filter(fits).collect();
    assert!(kept.len() > HEAPS / 10, "only {} of {HEAPS} heaps can be built", kept.len());
    kept
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
    let compiled = Command::new("javac").arg("-d").arg(subjects.path()).args(&sources.files).output();
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
        let heaps = Heaps { module: &module, lowered: &lowered, random: seed }.all(&valid, 5);
        let class_path = shipped
            .then(|| ClassPath::open(&subjects.path().to_string_lossy()).unwrap_or_else(|error| panic!("{error}")));
        let options = Options { class_path, ..Options::default() };
        let emit = |heaps: &[Instance]| fixture::emit(&suite(&module, generate, &lowered, heaps, &text), &options);
        let reader = HeapReader::new(&suite(&module, generate, &lowered, &[], &text));
        let heaps =
            representable(heaps, |heap| keys_differ(&reader.read(heap)) && emit(std::slice::from_ref(heap)).is_ok());
        let omitted = java::omissions(&suite(&module, generate, &lowered, &heaps, &text), &options);
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
    for ((name, judgements), judged) in expected.iter().zip(sources.run("Main")) {
        assert_eq!(judged.len(), judgements.len(), "{name}");
        for (judgement, judged) in judgements.iter().zip(judged.chars()) {
            let Judgement { violated, heap } = judgement;
            assert_eq!(violated.is_none(), judged == '1', "{name}: {heap} violates {violated:?}");
        }
    }
}

/// A heap with fields of every shape.
const EVERY_SHAPE: &str = r#"module shapes
@java("shapes.Box") one sig Box {
  first: lone Item,
  items: set Item,
  @java("at", array(scope)) at: Int -> lone Item,
  pairs: Item -> lone Item,
  colors: set Color,
  count: Int
}
sig Item { next: lone Item, others: set Item, key: Int, color: Color, mark: lone Color, tag: lone Tag }
sig Special extends Item { extra: lone Item }
enum Color { RED, GREEN, BLUE }
@java("java.lang.String", values("a", "b", "c")) sig Tag {}
fun reached[b: Box]: set Item { b.first.*next }
fun weight[i: Item]: Int { plus[i.key, #i.others] }
pred linked[i, j: Item] { j in i.^(next + others) }
"#;

/// Formulas over a box `b` that use every operator, in the forms in which the compiler treats them differently.
const FORMULAS: &[&str] = &[
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
    "not (all i: Item | linked[i, b.first] iff i in b.items)",
    "(some b.first => b.first else b.items) in b.at[Int]",
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
    let heaps = Heaps { module: &module, lowered: &lowered, random: Random(1) }.all(&valid, 25);
    // Which heaps break a declaration is the other test's subject.
    let mut evaluator = Evaluator::new(&lowered.problem);
    let heaps: Vec<Instance> =
        heaps.into_iter().filter(|heap| violated(&mut evaluator, &lowered.problem, heap).is_none()).collect();
    assert!(heaps.len() > HEAPS / 3, "only {} heaps keep to the declarations", heaps.len());

    let suite = suite(&module, generate, &lowered, &heaps, &text);
    let omitted = java::omissions(&suite, &Options::default());
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

    let lines = sources.run("Main");
    let reader = HeapReader::new(&suite);
    for (index, (formula, lines)) in FORMULAS.iter().zip(lines.chunks(2)).enumerate() {
        let demanded = self::lowered(&module, &module.generates[index + 1]);
        let mut evaluator = Evaluator::new(&demanded.problem);
        for (position, heap) in heaps.iter().enumerate() {
            let there = translated(heap, &lowered.problem, &demanded.problem);
            let holds = violated(&mut evaluator, &demanded.problem, &there).is_none();
            let judged = [0, 1].map(|form: usize| lines[form].as_bytes()[position] == b'1');
            assert_eq!([holds, !holds], judged, "{formula} in {}", ascii::line(&reader, &reader.read(heap)));
        }
    }
}
