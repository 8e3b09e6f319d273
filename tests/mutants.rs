//! Emitted Java of mutated specifications: it compiles without a warning, and its invariant judges heaps as the evaluator
//! does.

pub mod mutation;

use crate::heaps::{EVERY_SHAPE, Heaps, Random, Sources, classes, constants, keys_differ, rebound, suite, violated};
use crate::invariant::FORMULAS;
use crate::{maven, specification};
use fex::diagnostic::Source;
use fex::extension;
use fex::fixture::heap::HeapReader;
use fex::fixture::{self, Format, Options, ascii, java};
use fex::lower::{self, Scopes};
use fex::relational::{Evaluator, Instance, Problem};
use fex::resolve::{self, Access, Domain, JavaType, Method, Module, Prim, Program};
use fex::sat::Interrupt;
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// How many specifications are compiled at once: a compiler starts slowly.
const BATCH: usize = 60;

/// How many heaps are judged for each specification, at most.
const HEAPS: usize = 20;

/// Which mutants are tried: `FEX_MUTANTS=0..3000` asks for others than those of every run.
fn seeds() -> Range<u64> {
    let text = env::var("FEX_MUTANTS").unwrap_or_else(|_| "0..60".to_owned());
    let (first, last) = text.split_once("..").expect("FEX_MUTANTS is a range: 0..3000");
    let number = |text: &str| text.parse().expect("FEX_MUTANTS is a range of numbers");
    number(first)..number(last)
}

/// What is mutated: all shipped specifications with methods of their own or without, and one with fields of every shape.
fn originals() -> Vec<String> {
    let mut texts: Vec<(String, String)> = specification::structures();
    texts.sort();
    let shapes = FORMULAS.iter().enumerate().step_by(4).map(|(index, formula)| {
        let range = "  key in 0 .. 2\n  count in 0 .. 3\n  at index in 0 .. scope - 1\n";
        format!(
            "{EVERY_SHAPE}pred p[b: Box] {{ {formula} }}\ngenerate g{index}: Box satisfying p for 3 {{\n{range}}}\n"
        )
    });
    texts.into_iter().map(|(_, text)| text).chain(shapes).collect()
}

/// A mutant, ready to be compiled, and what the evaluator says of its heaps.
struct Mutant {
    seed: u64,
    text: String,
    package: String,
    stem: String,
    /// Whether the emitted invariant checks all that the specification demands.
    is_whole: bool,
    heaps: Vec<(String, Option<String>)>,
}

/// A program that has the judges of packages print.
const MAIN: &str = r#"public final class Main {
    public static void main(String[] packages) throws Exception {
        for (String name : packages) {
            Class.forName(name + ".Judge").getMethod("print").invoke(null);
        }
    }
}
"#;

/// Why a text gives no mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Unfit {
    Rejected,
    OutOfReach,
    NoStructure,
    NotRepresentable,
}

/// Checks a text as `fex check` does; writes the Java of its suite, and of classes that fit it.
fn prepared(seed: u64, text: &str, sources: &mut Sources) -> Result<Mutant, Unfit> {
    let (program, errors) = Program::new(Source::new("mutant.spec", text));
    let (module, _) = resolve::resolve(&program);
    let plain = module.filter(|module| errors.is_empty() && !module.generates.is_empty()).ok_or(Unfit::Rejected)?;
    let package = format!("m{seed}");
    let mut module = rebound(plain.clone(), &plain.generates[0], &package);
    for java in module.fields.iter_mut().filter_map(|field| field.java.as_mut()) {
        // The classes have fields only.
        java.access = Access::Auto;
    }
    // A corrupted heap may have fewer objects, which `univ` of an exact scope would count all the same.
    for scope in &mut module.generates[0].sig_scopes {
        scope.exactly = false;
    }
    let generate = &module.generates[0];
    // Without a class path, nobody knows which classes there are.
    let thrown = generate.methods.iter().flat_map(|method| &method.throws).map(|thrown| &thrown.class);
    let returned = generate.methods.iter().filter_map(|method| match &method.result {
        Some(JavaType::Class(name)) => Some(name),
        _ => None,
    });
    if thrown.chain(returned).any(|class| !class.starts_with("java.")) {
        return Err(Unfit::Rejected);
    }
    let format = if seed.is_multiple_of(2) { Format::Junit5 } else { Format::Junit4 };
    let options = Options { format, ..Options::default() };
    if !fixture::bindings::check(&module, generate, &options).is_empty() {
        return Err(Unfit::Rejected);
    }
    let scope = 2;
    let lowered = lower::lower(&module, generate, &Scopes { overall: Some(scope), ..Scopes::default() })
        .map_err(|_| Unfit::OutOfReach)?;
    let mut known = structures(&lowered.problem, 8)?;
    let mut weaker = lowered.problem.clone();
    weaker.constraints.retain(|constraint| constraint.declared);
    known.extend(structures(&weaker, 8)?);
    if known.is_empty() {
        return Err(Unfit::NoStructure);
    }
    let heaps = Heaps { module: &module, lowered: &lowered, random: Random(seed) }.all(&known, 2 * known.len(), 4);
    let reader = HeapReader::new(&suite(&module, generate, &lowered, &[], text).schema);
    let emit = |heaps: &[Instance]| fixture::emit(&suite(&module, generate, &lowered, heaps, text), &options);
    let mut evaluator = Evaluator::new(&lowered.problem);
    // An object has no values in fields that its class has not.
    let mut is_heap = |heap: &Instance| {
        let violated = violated(&mut evaluator, &lowered.problem, heap);
        !violated.is_some_and(|origin| origin.contains("relates existing objects")) && keys_differ(&reader.read(heap))
    };
    let mut heaps: Vec<Instance> = heaps.into_iter().filter(|heap| is_heap(heap)).collect();
    if emit(&heaps).is_err() {
        heaps.retain(|heap| emit(std::slice::from_ref(heap)).is_ok());
    }
    heaps.truncate(HEAPS);
    if heaps.is_empty() {
        return Err(Unfit::NotRepresentable);
    }
    let emitted = emit(&heaps).map_err(|_| Unfit::NotRepresentable)?;
    for file in &emitted {
        sources.add(&file.path, &file.text);
    }
    let root = &module.sigs[generate.root.index()].name;
    for (class, mut text) in classes(&module, generate, &package).into_iter().chain(constants(&module, &package)) {
        if class == *root {
            let end = text.rfind('}').expect("a class ends with a brace");
            // Several contracts may be about one method.
            let methods: BTreeSet<String> =
                generate.methods.iter().map(|method| declaration(&module, method)).collect();
            let methods: String = methods.into_iter().collect();
            text.insert_str(end, &methods);
        }
        sources.add(&Path::new(&package).join(format!("{class}.java")), &text);
    }
    let judged = heaps.iter().map(|heap| {
        let violated = violated(&mut evaluator, &lowered.problem, heap).map(str::to_string);
        (ascii::line(&reader, &reader.read(heap)), violated)
    });
    let judged: Vec<(String, Option<String>)> = judged.collect();
    let path = &emitted[0].path;
    let stem = path.file_stem().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix("Structures"));
    let stem = stem.expect("the structures come first").to_string();
    let suite = suite(&module, generate, &lowered, &heaps, text);
    // What is only in the specification, no Java shows.
    let has_ghosts = module.fields.iter().any(|field| field.java.as_ref().is_some_and(|java| java.ghost));
    let is_whole = !has_ghosts && java::omissions(&suite.schema, &options).is_empty();
    sources.add(&Path::new(&package).join("Judge.java"), &judge(&package, &stem));
    Ok(Mutant { seed, text: text.to_string(), package, stem, is_whole, heaps: judged })
}

/// The first canonical structures of a problem; a problem whose integers are too many has none.
fn structures(problem: &Problem, most: usize) -> Result<Vec<Instance>, Unfit> {
    let fields: Vec<usize> = (0..problem.heap.fields.len()).collect();
    let encoded =
        extension::encode(problem.clone(), &fields, extension::Strength::One).map_err(|_| Unfit::OutOfReach)?;
    let mut found = Vec::new();
    let visited = extension::enumerate(&encoded, &Interrupt::default(), |instance| {
        found.push(instance.clone());
        found.len() < most
    });
    assert!(visited.is_ok(), "{:?}", visited.err());
    Ok(found)
}

/// A method that a contract is for: it takes what a specification says, and does nothing.
fn declaration(module: &Module, method: &Method) -> String {
    let sig = |id: &resolve::SigId| class_of(module, *id);
    let returned = |result: &Option<JavaType>| match result {
        None => ("void".to_string(), ""),
        Some(JavaType::Primitive("boolean")) => ("boolean".to_string(), "return false;"),
        Some(JavaType::Primitive(name)) => (name.to_string(), "return 0;"),
        Some(JavaType::Sig(id)) => (sig(id), "return null;"),
        Some(JavaType::Class(name)) => (name.clone(), "return null;"),
    };
    let (result, value) = returned(&method.result);
    let parameters = method.params.iter().enumerate().map(|(index, param)| {
        let ty = match &param.domain {
            Domain::Range(_) => "int".to_string(),
            Domain::Characters(..) => "char".to_string(),
            Domain::Texts(..) => "String".to_string(),
            Domain::Boolean => "boolean".to_string(),
            Domain::Sig(id, _) | Domain::New(id) => sig(id),
            Domain::Result(earlier) => returned(&module.generates[0].methods[earlier.index()].result).0,
            Domain::Field(id) => {
                let field = &module.fields[id.index()];
                let given = field.java.as_ref().and_then(|java| java.as_class.clone());
                let mut last: Vec<&Prim> = field.ty.products.iter().filter_map(|product| product.last()).collect();
                last.dedup();
                match (given, last.as_slice()) {
                    (Some(given), [Prim::Int]) => given,
                    (None, [Prim::Int]) => "int".to_string(),
                    (_, [Prim::Sig(id)]) => sig(id),
                    _ => "Object".to_string(),
                }
            }
        };
        format!("{ty} argument{index}")
    });
    let parameters = parameters.collect::<Vec<_>>().join(", ");
    format!("\n    {result} {}({parameters}) {{ {value} }}\n", method.name)
}

/// The class of a signature's objects.
fn class_of(module: &Module, sig: resolve::SigId) -> String {
    let declared = &module.sigs[sig.index()];
    match (&declared.java, &declared.kind) {
        (Some(java), _) => java.class.clone(),
        (None, resolve::SigKind::Extends(above)) => class_of(module, *above),
        (None, resolve::SigKind::In { parents, .. }) => match parents.as_slice() {
            [Prim::Sig(above)] => class_of(module, *above),
            _ => "Object".to_string(),
        },
        (None, resolve::SigKind::Top) => "Object".to_string(),
    }
}

/// A class that prints a digit for every structure, or what judging it throws.
fn judge(package: &str, stem: &str) -> String {
    format!(
        "package {package};\npublic final class Judge {{\n    public static void print() {{\n        \
         StringBuilder thrown = new StringBuilder();\n        \
         for ({stem}Structures.Structure structure : {stem}Structures.all()) {{\n            try {{\n                \
         System.out.print({stem}Invariant.repOk(structure.create()) ? 1 : 0);\n            \
         }} catch (RuntimeException | Error e) {{\n                System.out.print('E');\n                \
         thrown.append(\" \").append(e).append(\" at \").append(e.getStackTrace()[0]);\n            }}\n        }}\n        \
         System.out.println(thrown.toString().replace('\\n', ' '));\n    }}\n}}\n"
    )
}

/// What emitted tests need.
fn class_path() -> [PathBuf; 2] {
    ["org.junit.platform:junit-platform-console-standalone:1.11.4", "junit:junit:4.13.2"].map(maven::jar)
}

/// What came of all mutants.
#[derive(Debug, Default)]
struct Tally {
    tried: usize,
    accepted: usize,
    heaps: usize,
    valid: usize,
    partly: usize,
    unfit: BTreeMap<Unfit, usize>,
    /// What is wrong, with the text of the mutant.
    wrong: Vec<(String, String)>,
}

impl Tally {
    /// Compiles mutants and has Java judge their heaps.
    fn judge(&mut self, mut mutants: Vec<Mutant>, sources: &mut Sources, class_path: &[PathBuf]) {
        let complaints = sources.complaints(class_path);
        mutants.retain(|mutant| {
            let own: Vec<&str> =
                complaints.lines().filter(|line| line.contains(&format!("/{}/", mutant.package))).collect();
            if own.is_empty() {
                return true;
            }
            self.wrong
                .push((format!("mutant {} does not compile:\n{}", mutant.seed, own.join("\n")), mutant.text.clone()));
            sources.files.retain(|path| !path.to_string_lossy().contains(&format!("/{}/", mutant.package)));
            false
        });
        if mutants.is_empty() {
            return;
        }
        if !complaints.is_empty() {
            let remaining = sources.complaints(class_path);
            assert!(remaining.is_empty(), "{remaining}");
        }
        let packages: Vec<&str> = mutants.iter().map(|mutant| mutant.package.as_str()).collect();
        let lines = sources.printed("Main", &packages, class_path);
        assert_eq!(lines.len(), mutants.len());
        for (mutant, line) in mutants.iter().zip(&lines) {
            let (digits, thrown) = line.split_once(' ').unwrap_or((line, ""));
            assert_eq!(digits.len(), mutant.heaps.len(), "{line}");
            self.partly += usize::from(!mutant.is_whole);
            for ((heap, violated), digit) in mutant.heaps.iter().zip(digits.chars()) {
                self.heaps += 1;
                self.valid += usize::from(violated.is_none());
                let agrees = match digit {
                    '1' => violated.is_none() || !mutant.is_whole,
                    '0' => violated.is_some(),
                    _ => false,
                };
                if !agrees {
                    let what = format!(
                        "mutant {} ({}): Java says {digit} of {heap}, which violates {violated:?}{thrown}",
                        mutant.seed, mutant.stem
                    );
                    self.wrong.push((what, mutant.text.clone()));
                    break;
                }
            }
        }
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "the figures are for those who ask for thousands of mutants")]
fn emitted_java_of_mutated_specifications_compiles_and_judges_as_the_evaluator_does() {
    let originals = originals();
    let class_path = class_path();
    let mut tally = Tally::default();
    let (mut mutants, mut sources) = (Vec::new(), Sources::new());
    sources.add(Path::new("Main.java"), MAIN);
    let seeds = seeds();
    for seed in seeds.clone() {
        let mut random = Random(seed.wrapping_mul(0x5851_f42d_4c95_7f2d));
        // A text that means nothing is as good as none: the next one is tried.
        let mutant = loop {
            let text = mutation::mutated(&originals[random.below(originals.len())], &mut random);
            tally.tried += 1;
            match prepared(seed, &text, &mut sources) {
                Ok(mutant) => break mutant,
                Err(unfit) => *tally.unfit.entry(unfit).or_default() += 1,
            }
        };
        tally.accepted += 1;
        mutants.push(mutant);
        if mutants.len() == BATCH || seed + 1 == seeds.end {
            tally.judge(std::mem::take(&mut mutants), &mut sources, &class_path);
            sources = Sources::new();
            sources.add(Path::new("Main.java"), MAIN);
        }
    }
    let Tally { tried, accepted, heaps, valid, partly, unfit, wrong } = tally;
    println!(
        "{accepted} of {tried} mutants, {partly} of them checked in part; {heaps} heaps, {valid} of them valid; {unfit:?}"
    );
    let mut shown = wrong.clone();
    shown.sort_by_key(|(_, text)| text.len());
    let shown: Vec<String> = shown.iter().take(8).map(|(what, text)| format!("{what}\n{text}")).collect();
    let all: Vec<&str> = wrong.iter().map(|(what, _)| what.as_str()).collect();
    assert!(
        wrong.is_empty(),
        "{} are wrong:\n{}\n\nthe shortest:\n{}",
        wrong.len(),
        all.join("\n"),
        shown.join("\n\n")
    );
    assert!(heaps > 8 * accepted && valid * 5 > heaps && valid * 5 < heaps * 4, "the heaps are too much alike");
}

/// What comes of one specification.
fn judged(text: &str) -> Tally {
    let mut sources = Sources::new();
    sources.add(Path::new("Main.java"), MAIN);
    let mutant = prepared(0, text, &mut sources).expect("it is a specification");
    let mut tally = Tally::default();
    tally.judge(vec![mutant], &mut sources, &class_path());
    tally
}

/// Elements without a class of their own beside objects of a class: the objects are none of the elements.
#[test]
fn elements_among_objects_are_those_that_have_no_class() {
    let text = "one sig List { held: set (Elem + Node), first: lone Node } sig Node { next: lone Node } sig Elem {}
                pred ok[l: List] { some l.held & Elem implies no l.first  some l.held & Node implies some l.first }
                generate List satisfying ok for 2 {}";
    let tally = judged(text);
    assert!(tally.wrong.is_empty() && tally.heaps > 8 && tally.partly == 0, "{tally:?}");
}

/// Java gives two of its fields one name no more than two classes.
#[test]
fn sets_of_signatures_whose_names_differ_in_case_only_have_names_of_their_own() {
    let text = "one sig List { hues: set Color } enum Color { color, RED }
                pred ok[l: List] { color in l.hues implies l.hues = Color }
                generate List satisfying ok for 2 {}";
    let tally = judged(text);
    assert!(tally.wrong.is_empty() && tally.heaps > 2 && tally.partly == 0, "{tally:?}");
}
