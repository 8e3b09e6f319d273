//! The emitted contracts against the evaluator: both judge the same calls, most of which do something wrong.
//!
//! A call is a state before, arguments, a state after and a result. The state after is a structure that keeps the
//! contract where one is met, one with some of its places corrupted, or any other; which objects of the state before it
//! has kept is random, too. The evaluator sees both states as relations (`two_states`) and shares no code with the compiler of
//! expressions to Java; the objects are set up and read by a program that knows nothing of fex (`Judge.java`).

mod calls;
mod two_states;

use crate::heaps::{EVERY_SHAPE, Sources, classes, constants, lowered_at, module, rebound, structures};
use crate::specification;
use calls::{Calls, Question};
use fex::fixture::{self, Options, Suite, java};
use fex::resolve::Access;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The scope at which calls are made: small enough that structures of every size are met.
const SCOPE: u32 = 3;

/// Has Java judge the calls of specifications, and compares.
fn compare(specs: &[(String, String)]) {
    let mut sources = Sources::new();
    sources.add(Path::new("Judge.java"), include_str!("contracts/Judge.java"));
    let mut script = String::new();
    let mut questions = Vec::new();
    for (seed, (name, text)) in specs.iter().enumerate() {
        let plain = module(name, text);
        let package = format!("of_{name}");
        let mut module = rebound(plain.clone(), &plain.generates[0], &package);
        for java in module.fields.iter_mut().filter_map(|field| field.java.as_mut()) {
            java.access = Access::Auto;
            java.as_class = None;
        }
        let generate = &module.generates[0];
        let lowered = lowered_at(&module, generate, SCOPE);
        let calls = Calls::new(&module, &lowered, text, seed as u64);
        let structure = structures(&lowered.problem, 1);
        let first = Suite { instances: &structure, ..calls.suite };
        let omitted = java::omissions(&first.schema, &Options::default());
        assert!(omitted.is_empty(), "{name}: {omitted:?}");
        sources.add_emitted(&fixture::emit(&first, &Options::default()).unwrap_or_else(|errors| panic!("{errors:?}")));
        for (class, text) in classes(&module, generate, &package).into_iter().chain(constants(&module, &package)) {
            sources.add(&Path::new(&package).join(format!("{class}.java")), &text);
        }
        script.push_str(&calls.script);
        questions.extend(calls.questions.into_iter().map(|question| (name.clone(), question)));
    }
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("script");
    fs::write(&path, script).expect("the temporary folder is writable");
    let answers = sources.run("Judge", &[&path]);
    assert_eq!(answers.len(), questions.len());
    let mut wrong = Vec::new();
    let mut met: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for ((name, question), answer) in questions.iter().zip(&answers) {
        let Question { name: asked, call, expected } = question;
        met.entry(format!("{name} {asked}")).or_default().insert(answer);
        if expected != answer {
            wrong.push(format!("{name}: {asked} {call}\n  evaluator: {expected}\n  Java:      {answer}"));
        }
    }
    let shown = wrong[..wrong.len().min(10)].join("\n");
    assert!(wrong.is_empty(), "{} of {} differ\n{shown}", wrong.len(), answers.len());
    let alike: Vec<_> = met.iter().filter(|(_, answers)| answers.len() == 1).collect();
    assert!(alike.len() * 6 < met.len(), "too many conditions have one answer: {alike:?}");
}

#[test]
fn the_emitted_contracts_of_all_specifications_judge_calls_as_the_evaluator_does() {
    let mut specs: Vec<(String, String)> = specification::all()
        .into_iter()
        .filter(|(_, text)| text.contains("ensures"))
        .map(|(path, text)| {
            (Path::new(&path).file_stem().expect("a file has a name").to_string_lossy().into_owned(), text)
        })
        .collect();
    specs.sort();
    compare(&specs);
}

/// A key that is put may be in no state before, and an entry that is dropped is in the state before only: there it has a
/// rank, and none afterwards.
#[test]
fn what_one_state_lacks_has_no_values_there_and_counts_all_the_same() {
    let text = r#"module ranks
@java("ranks.Ranks") one sig Ranks { first: lone Entry }
sig Entry { key: Key, rank: Int, next: lone Entry }
@java("java.lang.String", values("a", "b", "c")) sig Key {}
pred chain[r: Ranks] { all e: r.first.*next | e not in e.^next and no f: Entry - e | f.key = e.key }
fun ranks[r: Ranks]: Key -> Int { { k: Key, i: Int | some e: r.first.*next | e.key = k and e.rank = i } }
generate Ranks satisfying chain for 3 {
  rank in 0 .. 1
  method put(k: Key, i: rank) { ensures { this.ranks = old[this.ranks] ++ k -> i } }
  method drop(): boolean { ensures { result iff some e: old[Entry] | e.rank = 0 } }
}
"#;
    compare(&[("ranks".to_string(), text.to_string())]);
}

/// Postconditions of a call on a box, in which two states meet in every form that the compiler treats differently.
const POSTCONDITIONS: &[&str] = &[
    "this.first = old[this.first]",
    "this.items = old[this.items] + x",
    "this.items = old[this.items] - old[this.first]",
    "old[this.items] in this.items",
    "x in old[this.items] implies x not in this.items",
    "some old[this.first] and no this.first",
    "next = old[next]",
    "others = old[others]",
    "old[next] in next",
    "next in old[next + others]",
    "next = old[next] ++ x -> y",
    "next = old[next] ++ (x -> y)",
    "others = old[others] + x -> y",
    "others = old[others] - x -> y",
    "x -> y in others",
    "x -> y not in old[others]",
    "(x -> y) + old[next] in next + others",
    "~(x -> y) in next",
    "some x -> y & old[others]",
    "some old[others] - others",
    "#(next - old[next]) < 2",
    "#(old[next] + x -> y) = #next",
    "no old[^next] & ^others",
    "let was = old[next] | next = was ++ x -> y",
    "let was = old[this.items] | all i: was | i in this.items",
    "all i: this.items | i.next = old[i.next]",
    "all i: old[this.items] | i in this.items or i.key = old[i.key]",
    "all i: Item - old[Item] | i.key = 0",
    "all i: old[Item] - Item | old[i.key] < 2",
    "all i: Item | old[i.key] <= i.key",
    "all i: Item | i.key = old[i.key]",
    "all i: this.items + old[this.items] | lone i.next & old[i.next]",
    "some i: old[Item] | i -> i.next in old[others]",
    "all i: old[Item] | i -> x not in next",
    "{ i: Item | i not in old[Item] } in this.items",
    "{ i: Item, j: Item | j in old[i.others] } in next + others",
    "#old[this.items] = #this.items",
    "#this.items = plus[#old[this.items], 1]",
    "this.count = plus[old[this.count], n]",
    "this.count > old[this.count] or this.count = n",
    "(sum i: Item | i.key) = (sum i: old[Item] | old[i.key])",
    "(sum i: old[Item] | i.key) <= n",
    "old[(sum i: Item | i.key)] = this.count",
    "old[weight[x]] = weight[x]",
    "weight[x] = n",
    "reached[this] in old[reached[this]]",
    "old[linked[x, y]] iff linked[x, y]",
    "linked[x, old[x.next]]",
    "some old[x.next] implies x.next = old[x.next.next]",
    "old[this.first].next = this.first",
    "old[this.first.next].others = this.items",
    "old[this.items].next in this.items",
    "old[this.items].*next = this.items",
    "old[this.items.^next] in this.items.*others",
    "this.first in old[this.first].*(next + others)",
    "x in old[this.items].^(next + others)",
    "(old[next]).x = next.x",
    "next.(old[x.next]) = old[next.x]",
    "this.at = old[this.at]",
    "this.at = old[this.at] ++ n -> x",
    "this.at[n] = x",
    "all i: Int | this.at[i] = old[this.at[i]]",
    "old[this.at[n]] = this.at[0]",
    "#this.at = #old[this.at]",
    "this.at.Item = old[this.at.Item] + n",
    "this.pairs = old[this.pairs]",
    "this.pairs = old[this.pairs] + x -> y",
    "this.pairs = old[this.pairs] ++ x -> y",
    "this.pairs[x] = old[this.pairs[y]]",
    "this.pairs.Item in old[this.pairs.Item]",
    "this.colors = old[this.colors] + c",
    "c in this.colors - old[this.colors]",
    "x.color = c and old[x.color] != c",
    "x.tag = old[x.tag]",
    "all t: old[Tag] | t in Tag",
    "#Tag >= #old[Tag]",
    "x in Special iff x in old[Special]",
    "Special.extra = old[Special.extra]",
    "all s: old[Special] | s in Special and s.extra = old[s.extra]",
    "flag iff x in old[this.items]",
    "flag implies next = old[next]",
    "result = old[x.next]",
    "result in this.items - old[this.items]",
    "result = (flag => x else old[this.first])",
    "no result iff no this.first",
    "some result implies result.next = old[result.next]",
    "result -> x in next + old[next]",
    "all i: Item | i.next = (i = x => y else old[i.next])",
    "differs[this, old[this.first]]",
];

/// What may be called, by the state before, the arguments or both.
const PRECONDITIONS: &[&str] = &[
    "x in this.items",
    "x.next = y or no y",
    "x -> y in others",
    "this.pairs[x] = y",
    "this.at[n] = x implies flag",
    "c in this.colors",
    "weight[x] > n",
    "some x.tag and x.color = c",
];

#[test]
fn every_operator_means_the_same_over_two_states() {
    let mut text = EVERY_SHAPE.to_string();
    text.push_str("pred differs[b: Box, i: lone Item] { b.first != i implies some b.items }\n");
    text.push_str("generate Box for 3 {\n  key in 0 .. 2\n  count in 0 .. 3\n  at index in 0 .. scope - 1\n");
    let parameters = "x: Item, y: lone Item, n: 0 .. 2, c: Color, flag: boolean";
    for (index, formula) in POSTCONDITIONS.iter().enumerate() {
        text.push_str(&format!("  method post{index}({parameters}): Item {{ ensures {{ {formula} }} }}\n"));
    }
    for (index, formula) in PRECONDITIONS.iter().enumerate() {
        text.push_str(&format!("  method pre{index}({parameters}) {{\n    requires {{ {formula} }}\n"));
        text.push_str(&format!("    throws java.lang.IllegalStateException when not ({formula})\n  }}\n"));
    }
    text.push_str("}\n");
    compare(&[("shapes".to_string(), text)]);
}

/// What is new is in no state before; whether it is in the one afterwards, the call decides.
#[test]
fn an_object_that_is_new_is_in_no_state_before() {
    let text = r#"module stacks
@java("stacks.Stack") one sig Stack { top: lone Cell }
sig Cell { next: lone Cell, mark: Int }
pred chain[s: Stack] { all c: s.top.*next | c not in c.^next }
generate Stack satisfying chain for 3 {
  mark in 0 .. 1
  method push(c: new Cell, d: Cell) {
    requires { c.next = d.next  d.mark != 0 or c in this.top.*next }
    ensures {
      this.top = c
      c.next = old[this.top]
      c in Cell
      c -> d not in next
      all e: old[Cell] | e.next = old[e.next]
    }
  }
  method pushed(c: new Cell, d: Cell): boolean {
    throws java.lang.IllegalStateException when c -> d in next or some c.next + d.next
    ensures {
      result iff c in this.top.*next
      c in old[Cell] or c.next = d
      old[c.next] = d.next
    }
  }
}
"#;
    compare(&[("stacks".to_string(), text.to_string())]);
}

/// What an earlier call returned is any object, in the state before or not, or none; a number, or a truth.
#[test]
fn what_an_earlier_call_returned_may_be_anything() {
    let text = r#"module stacks
@java("stacks.Stack") one sig Stack { top: lone Cell }
sig Cell { next: lone Cell, mark: Int }
pred chain[s: Stack] { all c: s.top.*next | c not in c.^next }
generate Stack satisfying chain for 3 {
  mark in 0 .. 1
  method pop(): Cell
  method peek(): Cell
  method marked(): int
  method maybe(): java.lang.Integer
  method isEmpty(): boolean
  method push(c: result of pop, d: result of peek): Cell {
    requires { c in this.top.*next or no c.next  d.mark = 0 or c != d }
    throws java.lang.IllegalStateException when c -> d in next or some c.next + d.next
    ensures {
      this.top = c
      c.next = old[this.top]
      c -> d not in next
      some c implies c in old[Cell]
      all e: old[Cell] | e.next = old[e.next]
      result in c + d
    }
  }
  method fill(n: result of marked, m: result of maybe, b: result of isEmpty): boolean {
    requires { n > 0 or b }
    ensures {
      result iff n = #old[this.top.*next]
      b implies no old[this.top] and m = n
      no m or m in this.top.*next.mark
    }
  }
}
"#;
    compare(&[("stacks".to_string(), text.to_string())]);
}
