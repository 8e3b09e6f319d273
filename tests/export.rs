//! Exported specifications: Alloy accepts them, and finds in them what fex generates.

use crate::alloy::judge::{Judge, Options};
use crate::specification;
use fex::diagnostic::Source;
use fex::export::export;
use fex::extension;
use fex::lower::{self, CommandOptions, Scopes};
use fex::relational::{AtomId, Instance, Problem};
use fex::resolve::{Module, Program};
use fex::sat;
use fex::solve::{self, Status};
use fex::syntax::format;
use std::collections::BTreeSet;
use std::fs;

/// The scope at which a specification is compared. A library of two shelves, books, labels, loans, readers and days has
/// tens of thousands of copies.
fn scope(name: &str) -> u32 {
    if name.ends_with("library.spec") { 1 } else { 2 }
}

/// More instances than any of them has there.
const LIMIT: usize = 5_000;

fn resolved(name: &str, text: &str) -> (Program, Module) {
    let (program, messages) = Program::new(Source::new(name, text));
    let (module, more) = fex::resolve::resolve(&program);
    (program, module.unwrap_or_else(|| panic!("{name}: {messages:?} {more:?}\n{text}")))
}

fn exported(name: &str, text: &str, scope: u32) -> String {
    let (program, module) = resolved(name, text);
    let scopes = Scopes { overall: Some(scope), ..Scopes::default() };
    export(&program.sources()[0], &program.files()[0], &module, &scopes).expect("the scope is possible")
}

/// How many instances Alloy must find: fex has one structure for all that differ by the identity of objects only, and
/// without symmetry breaking Alloy has each of those. The copies of a structure are its images under all ways to exchange
/// objects of one signature, those that it does not use included.
fn labelled(problem: &Problem) -> usize {
    let encoded = specification::encoded(problem);
    let mut copies = 0;
    let counted = extension::enumerate(&encoded, &Default::default(), |instance| {
        copies += images(problem, instance);
        true
    });
    assert_eq!(counted.expect("evaluator and translation agree").1, Status::Complete);
    copies
}

fn images(problem: &Problem, instance: &Instance) -> usize {
    let mut exchanges = vec![(0..problem.universe.len() as u32).map(AtomId).collect::<Vec<_>>()];
    for class in problem.heap.classes.iter().filter(|class| class.permutable) {
        let orders = orders(&class.atoms);
        exchanges = exchanges
            .iter()
            .flat_map(|exchange| {
                orders.iter().map(|order| {
                    let mut exchange = exchange.clone();
                    class.atoms.iter().zip(order).for_each(|(from, to)| exchange[from.index()] = *to);
                    exchange
                })
            })
            .collect();
    }
    let image = |exchange: &Vec<AtomId>| -> Vec<BTreeSet<Vec<AtomId>>> {
        let relations = instance.relations.iter();
        let tuple = |key, arity| problem.universe.tuple(key, arity).iter().map(|atom| exchange[atom.index()]).collect();
        relations.map(|value| value.keys().iter().map(|key| tuple(*key, value.arity())).collect()).collect()
    };
    exchanges.iter().map(image).collect::<BTreeSet<_>>().len()
}

fn orders(atoms: &[AtomId]) -> Vec<Vec<AtomId>> {
    if atoms.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in atoms {
        let rest: Vec<AtomId> = atoms.iter().copied().filter(|atom| atom != first).collect();
        all.extend(orders(&rest).into_iter().map(|rest| [vec![*first], rest].concat()));
    }
    all
}

/// How many instances fex itself finds of each command of a text.
fn found(text: &str) -> Vec<usize> {
    let (_, module) = resolved("exported", text);
    let count = |command| {
        let run = lower::lower_command(&module, command, CommandOptions::default()).expect("it has a meaning");
        let encoded = solve::encode(run.problem, 0).expect("integers are small");
        let counted = solve::instances(&encoded, &sat::SolverConfig::default(), u64::MAX, |_| {});
        counted.expect("evaluator and translation agree").0 as usize
    };
    module.commands.iter().map(count).collect()
}

#[test]
fn alloy_and_fex_find_every_copy_of_every_structure() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut judge = Judge::default();
    let mut compared = 0;
    for (name, text) in specification::structures() {
        let scope = scope(&name);
        let module = resolved(&name, &text).1;
        let exported = exported(&name, &text, scope);
        let file = folder.path().join(format!("exported{compared}.als"));
        fs::write(&file, &exported).expect("the temporary folder is writable");
        let labels = module.generates.iter().map(|generate| generate.name.as_str());
        let problems = labels.clone().map(|label| specification::problem(&name, &text, Some(label), scope));
        let counts: Vec<usize> = problems.map(|problem| labelled(&problem)).collect();
        assert!(counts.iter().all(|count| (1..LIMIT).contains(count)), "{name}: {counts:?}");
        assert_eq!(found(&exported), counts, "{name}: what fex finds in\n{exported}");
        let commands = judge.read(&file).commands;
        let labels: Vec<&str> = labels.collect();
        assert_eq!(commands.iter().map(|command| command.label.as_str()).collect::<Vec<_>>(), labels, "{name}");
        for (index, (label, count)) in labels.iter().zip(counts).enumerate() {
            let options = Options { symmetry: 0, count: LIMIT as u32, ..Options::default() };
            let answer = judge.solve(&file, index, options);
            assert_eq!(answer.count as usize, count, "{name} {label}: what Alloy finds in\n{exported}");
        }
        compared += 1;
    }
    assert!(compared > 16, "only {compared} specifications are compared");
}

#[test]
fn what_only_fex_reads_goes_and_everything_else_stays() {
    let text = "\
// A list.
@java(\"List\") one sig List { @java(\"first\") head: lone Node } // one
sig Node { value: Int, next: lone Node }

// Values are small.
pred repOk[l: List] { some l.head.*next implies plus[l.head.value, 1] > 0 }

generate List satisfying repOk for 2 but 1 Node {
  value in 0 .. scope
  method size(): int { ensures { result = #Node } }
}
";
    let wanted = "\
// A list.
one sig List { head: lone Node } // one
sig Node { value: Int, next: lone Node }

// Values are small.
pred repOk[l: List] { some l.head.*(Node <: next) implies plus[l.head.value, 1] > 0 }

/* The structures of the paragraph `generate List` (line 8) at scope 2. */
run list {
  // Every object can be reached from the root.
  Node in List.*(head + next)
  // The ranges of integers.
  all i: Node.value | 0 <= i and i <= 2
  // The representation invariant; in a comprehension, where `some` has no witness to be told apart by.
  List in { r: List | repOk[r] }
} for 2 but 4 Int, 1 Node
";
    let exported = exported("list.spec", text, 2);
    assert_eq!(exported, wanted);
    assert_eq!(format(&Source::new("list.als", &*exported)).as_ref(), Ok(&exported));
}
