//! Random heaps of a specification, as relations and in Java: some valid, most corrupted.

use crate::java;
use crate::java::compiler;
use fex::diagnostic::Source;
use fex::extension;
use fex::fixture::heap::{Heap, Value};
use fex::fixture::{Coverage, Origin, OutputFile, Suite};
use fex::lower::{self, Lowered, Scopes};
use fex::relational::{AtomId, Evaluator, Instance, Problem, TupleKey, TupleSet};
use fex::resolve::{FieldId, Generate, JavaClass, Module, Program, SigId, SigKind};
use fex::sat::Interrupt;
use fex::schema::{FieldShape, Schema, SpecText, is_constant};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A specification with fields of every shape, without its `generate` paragraph.
pub const EVERY_SHAPE: &str = r#"module shapes
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

/// Small numbers that look random and are the same in every run (SplitMix64, Steele and others 2014).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}

pub fn module(name: &str, text: &str) -> Module {
    let (program, errors) = Program::new(Source::new(name, text));
    assert!(errors.is_empty(), "{name}: {errors:?}");
    let (module, errors) = fex::resolve::resolve(&program);
    module.unwrap_or_else(|| panic!("{name}: {errors:?}"))
}

pub fn lowered(module: &Module, generate: &Generate) -> Lowered {
    lowered_at(module, generate, generate.scope)
}

pub fn lowered_at(module: &Module, generate: &Generate, scope: u32) -> Lowered {
    let scopes = Scopes { overall: Some(scope), ..Scopes::default() };
    lower::lower(module, generate, &scopes).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// The first canonical structures of a problem.
pub fn structures(problem: &Problem, most: usize) -> Vec<Instance> {
    let fields: Vec<usize> = (0..problem.heap.fields.len()).collect();
    let encoded = extension::encode(problem.clone(), &fields, extension::Strength::One)
        .unwrap_or_else(|error| panic!("{error:?}"));
    let mut found = Vec::new();
    let visited = extension::enumerate(&encoded, &Interrupt::default(), |instance| {
        found.push(instance.clone());
        found.len() < most
    });
    assert!(visited.is_ok(), "{:?}", visited.err());
    found
}

/// The heaps of one specification as relations, some valid and most corrupted.
pub struct Heaps<'a> {
    pub module: &'a Module,
    pub lowered: &'a Lowered,
    pub random: Random,
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
    pub fn corrupt(&mut self, instance: &mut Instance) {
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

    /// The objects that the root leads to, and the root.
    fn reachable(&self, instance: &Instance) -> Vec<AtomId> {
        let problem = self.problem();
        let mut met: Vec<AtomId> = problem.heap.root.into_iter().collect();
        let mut next = 0;
        while let Some(owner) = met.get(next).copied() {
            for field in &problem.heap.fields {
                let tuples = &instance.relations[field.relation.0 as usize];
                let tuples = tuples.keys().iter().map(|key| problem.universe.tuple(*key, tuples.arity()));
                for atom in tuples.filter(|tuple| tuple[0] == owner).flatten() {
                    if self.is_object(atom) && !met.contains(&atom) {
                        met.push(atom);
                    }
                }
            }
            next += 1;
        }
        met
    }

    /// The heap with other objects in the place of its own; what has none there is left out.
    pub fn renamed(&self, instance: &Instance, renamed: &BTreeMap<AtomId, AtomId>) -> Instance {
        let universe = &self.problem().universe;
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

    /// The heap without the objects that cannot be reached any more.
    pub fn swept(&self, instance: &Instance) -> Instance {
        let met = self.reachable(instance);
        self.renamed(instance, &met.iter().map(|atom| (*atom, *atom)).collect())
    }

    /// The same with the others numbered without gaps.
    pub fn collected(&self, instance: &Instance) -> Instance {
        let met = self.reachable(instance);
        let mut renamed: BTreeMap<AtomId, AtomId> = BTreeMap::new();
        for class in self.problem().heap.classes.iter().filter(|class| class.permutable) {
            let left = class.atoms.iter().filter(|atom| met.contains(atom));
            renamed.extend(left.copied().zip(class.atoms.iter().copied()));
        }
        self.renamed(instance, &renamed)
    }

    /// Valid structures, and structures with a few places changed.
    pub fn all(&mut self, valid: &[Instance], count: usize, changes: usize) -> Vec<Instance> {
        let mut heaps: Vec<Instance> = valid.iter().take(count / 5).cloned().collect();
        while heaps.len() < count {
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
pub fn violated<'p>(evaluator: &mut Evaluator, problem: &'p Problem, heap: &Instance) -> Option<&'p str> {
    let demands = problem.constraints.iter().filter(|constraint| !constraint.origin.starts_with("scope of"));
    let mut violated = demands.filter(|constraint| !evaluator.holds(heap, constraint.formula));
    violated.next().map(|constraint| constraint.origin.as_str())
}

/// A heap of one problem in the universe of another, which may have other integers.
pub fn translated(heap: &Instance, from: &Problem, to: &Problem) -> Instance {
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

pub fn suite<'a>(
    module: &'a Module,
    generate: &'a Generate,
    lowered: &'a Lowered,
    instances: &'a [Instance],
    text: &'a str,
) -> Suite<'a> {
    Suite {
        schema: Schema {
            module,
            generate,
            problem: &lowered.problem,
            field_relation: &lowered.field_relation,
            sig_relation: &lowered.sig_relation,
            scope: lowered.scope,
            spec: SpecText { name: "test.spec", text },
        },
        instances,
        coverage: Coverage::Incomplete,
        origin: Origin::default(),
    }
}

/// Java classes with a field of type `Object` for every field of a specification that binds its root only.
pub fn classes(module: &Module, generate: &Generate, package: &str) -> Vec<(String, String)> {
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

/// Binds every signature to a class of one package with fields of type `Object`, whatever it was bound to.
pub fn rebound(mut module: Module, generate: &Generate, package: &str) -> Module {
    let constant: Vec<bool> =
        (0..module.sigs.len()).map(|index| is_constant(&module, generate, SigId(index as u32))).collect();
    for (index, sig) in module.sigs.iter_mut().enumerate() {
        // Numbers and strings stay what they are.
        if sig.java.as_ref().is_some_and(|java| java.class.starts_with("java.lang.") || !java.class.contains('.')) {
            continue;
        }
        if matches!(sig.kind, SigKind::In { .. }) {
            sig.java = None;
            continue;
        }
        let is_given = sig.java.as_ref().is_some_and(|java| !java.values.is_empty());
        if constant[index] && !sig.is_enum && !is_given {
            sig.java = None;
            continue;
        }
        let values = sig.java.as_ref().map(|java| java.values.clone()).unwrap_or_default();
        let class = format!("{package}.{}", sig.name);
        sig.java = Some(JavaClass { class, constructor: None, type_arguments: None, values, span: sig.span });
    }
    module
}

/// Classes of constants that are the values of static fields.
pub fn constants(module: &Module, package: &str) -> Vec<(String, String)> {
    let sigs = module.sigs.iter().filter_map(|sig| sig.java.as_ref().map(|java| (sig, java)));
    let given = sigs.filter(|(_, java)| java.class.starts_with(package) && !java.values.is_empty());
    let text = given.map(|(sig, java)| {
        let name = &sig.name;
        let fields = java.values.iter().map(|value| format!(" static final {name} {value} = new {name}();"));
        (name.clone(), format!("package {package};\nclass {name} {{{} }}\n", fields.collect::<String>()))
    });
    text.collect()
}

/// A folder with Java sources of several packages.
pub struct Sources {
    folder: tempfile::TempDir,
    pub files: BTreeSet<PathBuf>,
}

impl Sources {
    pub fn new() -> Self {
        Sources { folder: tempfile::tempdir().expect("a temporary folder can be made"), files: BTreeSet::new() }
    }

    pub fn add(&mut self, path: &Path, text: &str) {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("the temporary folder is writable");
        fs::write(&path, text).expect("the temporary folder is writable");
        self.files.insert(path);
    }

    /// All emitted classes but the tests, which need JUnit.
    pub fn add_emitted(&mut self, emitted: &[OutputFile]) {
        for file in emitted.iter().filter(|file| !file.path.to_string_lossy().ends_with("Test.java")) {
            self.add(&file.path, &file.text);
        }
    }

    /// What the compiler complains of, warnings included.
    pub fn complaints(&self, class_path: &[PathBuf]) -> String {
        let folder = self.folder.path();
        let entries: Vec<PathBuf> = class_path.iter().cloned().chain([folder.to_path_buf()]).collect();
        // All complaints, each in one line as far as it goes.
        let mut javac = compiler();
        javac.args(["-Xlint:all", "-Werror", "-Xmaxerrs", "100000", "-Xmaxwarns", "100000", "-d"]).arg(folder);
        let output = javac.arg("-cp").arg(java::class_path(&entries)).args(&self.files).output();
        String::from_utf8_lossy(&output.expect("the tests need a JDK").stderr).into_owned()
    }

    /// Runs a class that is compiled, and returns the lines that it prints.
    pub fn printed(&self, main: &str, arguments: &[&str], class_path: &[PathBuf]) -> Vec<String> {
        let entries: Vec<PathBuf> = class_path.iter().cloned().chain([self.folder.path().to_path_buf()]).collect();
        let printed =
            java::succeed(Command::new("java").arg("-cp").arg(java::class_path(&entries)).arg(main).args(arguments));
        printed.lines().map(str::to_string).collect()
    }

    /// Compiles everything without a warning, runs a class and returns the lines that it prints.
    pub fn run(&self, main: &str, arguments: &[&Path]) -> Vec<String> {
        let folder = self.folder.path();
        java::javac(folder, &[folder.to_path_buf()], &self.files.iter().cloned().collect::<Vec<_>>());
        let run = Command::new("java").arg("-cp").arg(folder).arg(main).args(arguments).output();
        let run = run.expect("Java can be run");
        let complaints = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success() && complaints.is_empty(), "{complaints}");
        String::from_utf8_lossy(&run.stdout).lines().map(str::to_string).collect()
    }
}

/// Whether a map tells apart what the heap tells apart: records with equal components are one key.
pub fn keys_differ(heap: &Heap) -> bool {
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
