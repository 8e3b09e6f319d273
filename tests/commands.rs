//! Commands: verdicts and counts against Alloy's, brute force, and symmetry that loses no class.

use crate::brute_force;
use fex::diagnostic::Source;
use fex::lower::{self, CommandOptions, Run};
use fex::relational::{AtomId, Instance, Problem, TupleKey, TupleSet};
use fex::resolve::{Module, Program};
use fex::sat::{self, Backend};
use fex::solve::{self, Status};
use std::collections::BTreeSet;
use std::path::Path;

/// File, number, label, verdict, count as Alloy 6.2.0 has them; then where fex departs, its count and the reason.
const TABLE: &str = include_str!("data/commands/counts.tsv");

fn module(text: &str) -> Module {
    let (program, diagnostics) = Program::new(Source::new("a text", text));
    let (module, more) = fex::resolve::resolve(&program);
    module.unwrap_or_else(|| panic!("{diagnostics:?} {more:?}"))
}

fn file(name: &str) -> Module {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/commands").join(name);
    module(&std::fs::read_to_string(path).expect("test data can be read"))
}

fn run(module: &Module, command: usize, ordered: bool) -> Run {
    run_with(module, command, CommandOptions { ordered, ..CommandOptions::default() })
}

fn run_with(module: &Module, command: usize, settings: CommandOptions<'_>) -> Run {
    lower::lower_command(module, &module.commands[command], settings).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// All instances; the evaluator checks every one of them on the way.
fn instances(problem: &Problem, symmetry: usize, backend: Backend) -> Vec<Instance> {
    let encoded = solve::encode(problem.clone(), symmetry).expect("integers are small");
    let config = sat::SolverConfig { backend, ..sat::SolverConfig::default() };
    let mut found = Vec::new();
    let result = solve::instances(&encoded, &config, u64::MAX, |instance| found.push(instance.clone()));
    let (count, status) = result.expect("evaluator and translation agree");
    assert_eq!((count, status), (found.len() as u64, Status::Complete));
    found
}

fn found(text: &str, command: usize) -> usize {
    let module = module(text);
    instances(&run(&module, command, false).problem, 0, Backend::Cadical).len()
}

fn errors(text: &str) -> Vec<String> {
    let module = module(text);
    let lowered = lower::lower_command(&module, &module.commands[0], CommandOptions::default());
    lowered.map_or_else(|errors| errors.into_iter().map(|error| error.message).collect(), |_| Vec::new())
}

/// The rows of the table: file, number, whether Alloy has an error, and what fex has to count.
fn rows() -> Vec<(&'static str, usize, bool, usize)> {
    let data = TABLE.lines().filter(|row| !row.starts_with('#'));
    let read = |row: &'static str| {
        let columns: Vec<&str> = row.split('\t').collect();
        let count = columns.get(5).unwrap_or(&columns[4]);
        (columns[0], columns[1].parse().expect("a number"), columns[3] == "error", count.parse().unwrap_or(0))
    };
    data.map(read).collect()
}

#[test]
fn every_command_has_as_many_instances_as_alloy_finds() {
    let mut wrong = Vec::new();
    let rows = rows();
    assert!(rows.len() > 80, "the table is there");
    for (name, number, error, expected) in rows {
        let module = file(name);
        let lowered = lower::lower_command(&module, &module.commands[number], CommandOptions::default());
        match lowered {
            Err(_) if error => {}
            Ok(run) if !error => {
                let found = instances(&run.problem, 0, Backend::Cadical).len();
                if found != expected {
                    wrong.push(format!("{name} {number}: {found} instead of {expected}"));
                }
            }
            Ok(_) => wrong.push(format!("{name} {number}: lowered, but Alloy refuses it")),
            Err(errors) => wrong.push(format!("{name} {number}: {errors:?}")),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Trying everything within the bounds knows nothing of circuits and solvers.
#[test]
fn the_instances_of_a_command_are_those_that_brute_force_finds() {
    for (text, number) in [
        ("sig A { f: set A }\nrun { some f } for 2", 0),
        ("abstract sig P {}\nsig A, B extends P { f: lone P }\nrun { some A.f and no B } for 2", 0),
        ("sig A { f: A -> lone A }\nrun { some s: set A | s.f in iden and some s } for 2", 0),
        ("sig A { v: set Int }\ncheck { all a: A | #a.v < 1 or sum[a.v] > 0 } for 1 but 2 Int", 0),
        ("sig A { v: Int }\nrun { all i: Int | i.plus[1] > i and some A.v } for 2 but 2 Int", 0),
        ("sig A { f: lone A }\nfact { all a: A | some s: set A | s = a.f and no s & a }\nrun {} for 2", 0),
        ("sig A { f: set A }\nrun { #f > 1 iff some x: A | x in x.f } for 2 but 2 Int", 0),
        // What is compared as a whole narrows bounds.
        (
            "sig A { f: set A }\nsig B extends A {}\nsig S in A {}\nfact { B = A and S in B }\nrun { some f } for exactly 2 A",
            0,
        ),
        ("sig A { f, g, h: set A }\nfact { f + h in none -> none and g in h + A -> A }\nrun {} for 2", 0),
        (
            "abstract sig P {}\none sig O extends P {}\nsig A, B in P {}\nfact { O + A in B and B in A }\nrun {} for 3",
            0,
        ),
    ] {
        let text = text.replace("sum[a.v]", "(sum i: a.v | i)");
        let module = module(&text);
        let run = run(&module, number, false);
        let expected: BTreeSet<String> =
            brute_force::solutions(&run.problem).iter().map(|instance| format!("{instance:?}")).collect();
        let found: BTreeSet<String> =
            instances(&run.problem, 0, Backend::Cadical).iter().map(|instance| format!("{instance:?}")).collect();
        assert!(!expected.is_empty(), "{text}");
        assert_eq!(found, expected, "{text}");
    }
}

/// All ways to rename atoms: objects of one top-level signature may exchange their names.
pub fn renamings(run: &Run, module: &Module) -> Vec<Vec<AtomId>> {
    let atoms = &run.problem.universe.atoms;
    let top = |atom: AtomId| {
        let name = atoms[atom.index()].name.split('$').next();
        let mut sig = module.sigs.iter().position(|sig| Some(sig.name.as_str()) == name);
        while let Some(index) = sig
            && let fex::resolve::SigKind::Extends(parent) = module.sigs[index].kind
        {
            sig = Some(parent.index());
        }
        sig
    };
    let all = || (0..atoms.len() as u32).map(AtomId);
    let mut renamings: Vec<Vec<AtomId>> = vec![Vec::new()];
    for atom in all() {
        let free = |image: &AtomId| if top(atom).is_some() { top(*image) == top(atom) } else { *image == atom };
        renamings = renamings
            .into_iter()
            .flat_map(|renaming| {
                let images: Vec<AtomId> = all().filter(|image| free(image) && !renaming.contains(image)).collect();
                images.into_iter().map(move |image| [renaming.clone(), vec![image]].concat())
            })
            .collect();
    }
    renamings
}

/// The tuples of an instance under the renaming that makes them least.
pub fn canonical(problem: &Problem, renamings: &[Vec<AtomId>], instance: &Instance) -> Vec<Vec<TupleKey>> {
    let renamed = |renaming: &Vec<AtomId>| -> Vec<Vec<TupleKey>> {
        let set = |tuples: &TupleSet| {
            let keys = tuples.keys().iter().map(|key| {
                let tuple = problem.universe.tuple(*key, tuples.arity());
                let tuple: Vec<AtomId> = tuple.iter().map(|atom| renaming[atom.index()]).collect();
                problem.universe.key(&tuple)
            });
            TupleSet::from_keys(tuples.arity(), keys.collect()).keys().to_vec()
        };
        instance.relations.iter().map(set).collect()
    };
    renamings.iter().map(renamed).min().expect("there is the renaming that changes nothing")
}

#[test]
fn symmetry_breaking_loses_no_class_and_invents_none() {
    let texts = [
        "sig A { f: set A }\nrun {} for 3",
        "sig A { f: lone B }\nsig B { g: set A }\nrun { some f } for 2",
        "abstract sig P { f: set P }\nsig A, B extends P {}\none sig O extends P {}\nrun { some A and O not in P.f } for 3",
        "sig A { f: A -> lone A }\nrun { some x: A | some x.f and x not in A.(x.f) } for 2",
        "sig A {}\nsig B extends A { f: lone A }\nsig S in A {}\nrun { some S - B } for 3",
        "sig A { v: lone Int }\nrun { some A.v and some i: Int | i not in A.v } for 2 but 2 Int",
        "lone sig L {}\nsig A { f: L + A }\nrun {} for exactly 2 A, 1 L",
    ];
    for text in texts {
        let module = module(text);
        let classes = |ordered: bool| -> BTreeSet<_> {
            let run = run(&module, 0, ordered);
            let length = if ordered { 20 } else { 0 };
            let (all, renamings) = (instances(&run.problem, length, Backend::Cadical), renamings(&run, &module));
            all.iter().map(|instance| canonical(&run.problem, &renamings, instance)).collect()
        };
        let (with, without) = (classes(true), classes(false));
        assert!(!without.is_empty(), "{text}");
        assert_eq!(with, without, "{text}");
    }
}

#[test]
fn both_solvers_find_the_same_instances() {
    let module = module("sig A { f: set A, v: lone Int }\nrun { #f = 2 and some A.v } for 2 but 2 Int");
    let run = run(&module, 0, false);
    let sorted = |backend| -> BTreeSet<String> {
        instances(&run.problem, 0, backend).iter().map(|instance| format!("{instance:?}")).collect()
    };
    assert_eq!(sorted(Backend::Cadical), sorted(Backend::Varisat));
}

/// Alloy gives a top-level signature without a scope the overall one, and 3 where a command has no scope at all.
#[test]
fn scopes_follow_alloys_rules() {
    let atoms = |text: &str| {
        let module = module(text);
        let universe = run(&module, 0, false).problem.universe;
        universe.atoms.into_iter().filter(|atom| atom.int.is_none()).map(|atom| atom.name).collect::<Vec<_>>()
    };
    assert_eq!(atoms("sig A {}\nrun {}"), ["A$0", "A$1", "A$2"]);
    assert_eq!(atoms("sig A {}\nsig B extends A {}\nrun {} for 2 but exactly 1 B"), ["B$0", "A$0"]);
    assert_eq!(atoms("abstract sig P {}\none sig A, B extends P {}\nrun {} for 5"), ["A$0", "B$0"]);
    assert_eq!(atoms("abstract sig P {}\nsig A, B extends P {}\nrun {} for 5 but 1 A, 1 B"), ["P$0", "P$1"]);
    let missing = errors("sig A {}\nsig B {}\nrun {} for 2 A");
    assert_eq!(missing.len(), 1);
    assert!(missing[0].contains("`B` has no scope"), "{missing:?}");
    let one = errors("one sig A {}\nrun {} for 2 A");
    assert!(one[0].contains("exactly one element"), "{one:?}");
}

/// A `some` over sets is a relation of its own where it is existential, even below `all`; below `or` nothing stands
/// for it.
#[test]
fn sets_are_quantified_by_witnesses_or_refused() {
    let text = "sig A { f: set A }\nrun p { all x: A | some s: set A | s = x.f and #s = 1 } for exactly 2 A"
        .replace("run p {", "p: run {");
    // Each of two atoms maps to one of two; the witness is determined by the field.
    assert_eq!(found(&text, 0), 4);
    let refused = errors("sig A { f: set A }\nrun { some f or some s: set A | s in A.f } for 2");
    assert!(refused[0].contains("no single witness"), "{refused:?}");
    let universal = errors("sig A {}\nrun { all s: set A | some s } for 2");
    assert!(universal[0].contains("no single witness"), "{universal:?}");
}

/// Milicevic and Jackson 2012: a value that overflows leaves out the binding of a universal variable, and the instance
/// otherwise.
#[test]
fn an_overflow_leaves_out_bindings_of_universal_variables_and_instances_otherwise() {
    assert_eq!(found("run { all i: Int | i.plus[1] > i } for 1 but 3 Int", 0), 1);
    assert_eq!(found("run { some i: Int | i.plus[1] < i } for 1 but 3 Int", 0), 0);
    assert_eq!(found("one sig A { v: Int }\nrun { A.v.plus[1] > A.v } for 1 but 3 Int", 0), 7);
    assert_eq!(found("one sig A { v: Int }\nrun { !(A.v.plus[1] > A.v) } for 1 but 3 Int", 0), 0);
    assert_eq!(found("one sig A { v: Int }\nrun { A.v.plus[1] > A.v implies A.v = 0 } for 1 but 3 Int", 0), 1);
}

/// A random module of the comparison with Alloy, which counts more than 1,000 instances. In the order in which the
/// enumerator goes through them, the next one takes it more than minutes once the solver has given the first; the solver
/// has to go on, and gives each instance once.
#[test]
fn instances_come_where_the_enumerator_finds_none() {
    let module = file("stuck.als");
    let encoded = solve::encode(run(&module, 0, false).problem, 0).expect("integers are small");
    let mut found = BTreeSet::new();
    let counted = solve::instances(&encoded, &sat::SolverConfig::default(), 300, |instance| {
        let relations: Vec<_> = instance.relations.iter().map(|relation| relation.keys().to_vec()).collect();
        assert!(found.insert(relations), "every instance is given once");
    });
    assert_eq!(counted.expect("evaluator and translation agree"), (300, Status::Enough));
    assert_eq!(found.len(), 300);
}

/// How many instances a command has where calls inside each other are unrolled.
fn unrolled(text: &str, recursion: u32) -> usize {
    let module = module(text);
    let settings = CommandOptions { ordered: false, recursion: Some(recursion), ..CommandOptions::default() };
    instances(&run_with(&module, 0, settings).problem, 0, Backend::Cadical).len()
}

#[test]
fn what_calls_itself_means_what_it_means_unrolled_by_hand() {
    // Each pair: what calls itself, and the same with a copy of each function for each call; the innermost call stands for nothing.
    let pairs = [
        (
            "sig A { f: set A } pred p[a: A] { no a.f or p[a.f] } run { some a: A | p[a] } for 2",
            "sig A { f: set A } pred p[a: A] { no a.f or q[a.f] } pred q[a: A] { no a.f or r[a.f] } pred r[a: A] { no a.f or some none } \
             run { some a: A | p[a] } for 2",
        ),
        (
            "sig A { f: set A } fun r[a: set A]: set A { a + r[a.f] } run { some a: A | r[a] = A and not r[a.f] = A } for 3",
            "sig A { f: set A } fun r[a: set A]: set A { a + s[a.f] } fun s[a: set A]: set A { a + t[a.f] } fun t[a: set A]: set A { a + none } \
             run { some a: A | r[a] = A and not r[a.f] = A } for 3",
        ),
        (
            "sig A { f: lone A } pred p[a: A] { some a.f and not q[a.f] } pred q[a: A] { some a.f and not p[a.f] } \
             run { all a: A | p[a] } for 3",
            "sig A { f: lone A } pred p[a: A] { some a.f and not q[a.f] } pred q[a: A] { some a.f and not p1[a.f] } \
             pred p1[a: A] { some a.f and not q1[a.f] } pred q1[a: A] { some a.f and not p2[a.f] } \
             pred p2[a: A] { some a.f and not q2[a.f] } pred q2[a: A] { some a.f and not some none } run { all a: A | p[a] } for 3",
        ),
    ];
    for (recursive, by_hand) in pairs {
        let count = found(by_hand, 0);
        assert!(count > 0, "{by_hand}");
        assert_eq!(unrolled(recursive, 2), count, "{recursive}");
        // Without a depth, nothing is unrolled.
        assert!(errors(recursive)[0].contains("calls itself"), "{recursive}");
    }
}

#[test]
fn what_is_wrong_with_a_command_is_no_matter_for_the_others() {
    let text = "sig A {} sig B in A {} pred p { p } run { p } run {} for 2000000000000 run {} for 3 but 2 B run { some A } for 1";
    let module = module(text);
    let results: Vec<bool> = module
        .commands
        .iter()
        .map(|command| lower::lower_command(&module, command, CommandOptions::default()).is_ok())
        .collect();
    assert_eq!(results, [false, false, false, true]);
}
