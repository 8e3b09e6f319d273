//! Facts that fex finds hold in all structures, and are found where people state the same in other words.

use crate::{cli, specification};
use fex::extension::{self, Encoded};
use fex::facts::{self, Answer, Law};
use fex::relational::{Evaluator, Instance};
use fex::sat::SolverConfig;
use fex::solve::Status;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use serde_json::{Value, json};
use std::path::Path;

/// How many conflicts each proof may take.
const CONFLICTS: u32 = 10_000;

/// What fex finds out about a problem.
fn laws(encoded: &Encoded) -> Vec<Law> {
    facts::laws(&encoded.core.problem, &encoded.labelling, &SolverConfig::default(), CONFLICTS)
}

/// A circular list is stated node by node, from the head: `n.next.prev = n`, and one comes back to the head. That the two fields are each
/// other's inverse, that either one reaches all nodes, and that neither shares one, follows for all nodes there are.
#[test]
fn what_is_stated_from_the_head_is_found_of_whole_relations() {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs/circular_list.spec");
    let said = cli::fex(&["check", &spec.display().to_string(), "--facts", "--scope", "5"]).out;
    for fact in [
        "circularList at scope 5: in all structures\n",
        "  where `next` leads, `prev` leads back\n",
        "  where `prev` leads, `next` leads back\n",
        "  all objects are reached along `head`, `next`\n",
        "  all objects are reached along `head`, `prev`\n",
        "  no two references in `next` lead to one object\n",
    ] {
        assert!(said.contains(fact), "{said}");
    }
    assert!(!said.contains("reaches itself"), "every node does: {said}");
}

/// An edge into the source would close a cycle, because the source reaches each node; nobody says so in the specification.
#[test]
fn nothing_is_found_to_lead_back_to_where_everything_begins() {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs/dag.spec");
    let said = cli::fex(&["check", &spec.display().to_string(), "--facts", "--scope", "6"]).out;
    assert!(said.contains("  no reference in `edges` leads to what `source` holds\n"), "{said}");
}

/// Of 12 keys, six are even. With 7 entries in a chain two would be the same, and a solver takes 27,984 conflicts to find that out by
/// trying; what it finds is the same.
#[test]
fn values_that_differ_are_counted_where_remainders_tell_them_apart() {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs/hash_table.spec");
    let said = cli::fex(&["check", &spec.display().to_string(), "--facts", "--scope", "4"]).out;
    assert!(said.contains("  no two objects have the same `key`\n"), "{said}");
    let text = std::fs::read_to_string(spec).expect("it is text");
    let plain = |scope| specification::encoded(&specification::problem("hash_table", &text, None, scope));
    let informed =
        |scope| plain(scope).with_facts(&SolverConfig::default(), CONFLICTS).encoded.expect("something is found out");
    let searched = |encoded: &Encoded| {
        let mut search = extension::Search::new(encoded, &extension::SearchConfig::default());
        search.allow(Some(CONFLICTS));
        let found = extension::search(&mut search, |_| ()).expect("evaluator and translation agree");
        (found.status, found.feasible.count_ones(..))
    };
    assert_eq!(searched(&informed(8)), searched(&plain(8)));
    assert_eq!(searched(&informed(12)).0, Status::Complete);
    assert_eq!(searched(&plain(12)).0, Status::Interrupted);
}

/// A proof that succeeds does not use up what others may take: those of what holds in circular lists of siblings take more conflicts here than all that fail may
/// take.
#[test]
fn what_is_proved_leaves_conflicts_for_other_proofs() {
    let encoded = specification::encoded(&specification::shipped("fibonacci_heap", "fibonacciHeap", 15));
    let most = 1_500;
    let inquiry = facts::helpful(&encoded.core.problem, &encoded.labelling, &SolverConfig::default(), most, usize::MAX);
    let proved: Vec<u64> =
        inquiry.asked.iter().filter(|asked| asked.answer == Answer::Holds).map(|asked| asked.conflicts).collect();
    let (_, before) = proved.split_last().expect("something is proved");
    // The last one was still proved when the others had taken more than all that fail may take. What holds: siblings lead back, both ways; children lead back to their parent;
    // none of these three is shared; a parent stays the same, and has no cycle; nobody's child is the least root.
    assert!(before.iter().sum::<u64>() > u64::from(most), "{:?}", inquiry.asked);
    assert_eq!(proved.len(), 9, "{:?}", inquiry.asked);
}

/// A theorem whose premises make more clauses than they may is not asked for: nothing is known then, and nothing is spent.
#[test]
fn what_takes_too_many_clauses_is_not_asked_for() {
    let spec = include_str!("data/phrasings/search_tree/disjoint_subtrees.spec");
    let encoded = specification::encoded(&specification::problem("tree", spec, None, 6));
    let inquiry = |clauses: usize| {
        let problem = &encoded.core.problem;
        facts::helpful(problem, &encoded.labelling, &SolverConfig::default(), CONFLICTS, clauses)
    };
    let with_room = inquiry(20 * encoded.core.cnf.len());
    assert_eq!(with_room.asked[0].answer, Answer::Holds, "{:?}", with_room.asked);
    // What is to be proved comes on top of the problem; what is guessed where there are few objects makes fewer clauses than this.
    let inquiry = inquiry(encoded.core.cnf.len());
    assert_eq!((inquiry.asked[0].answer, inquiry.asked[0].conflicts), (Answer::Open, 0), "{:?}", inquiry.asked);
}

/// Facts are guessed where there are four nodes, and five of them are exempt here from what holds of four.
#[test]
fn what_holds_where_there_are_few_objects_is_not_said_of_more() {
    let text = "one sig Root { top: lone Node }
        sig Node { next: lone Node, key: Int }
        pred repOk[r: Root] {
          some n: Node | rem[n.key, 2] = 0
          #Node < 5 implies {
            all disj n, m: Node | n.key != m.key
            all n: Node | n !in n.^next
          }
        }
        generate Root satisfying repOk for 3 { key in 0 .. 5 }";
    let said = |scope| {
        let encoded = specification::encoded(&specification::problem("few", text, None, scope));
        let problem = &encoded.core.problem;
        let inquiry = facts::helpful(problem, &encoded.labelling, &SolverConfig::default(), CONFLICTS, usize::MAX);
        let found = [laws(&encoded), inquiry.helpful];
        found.map(|laws| laws.iter().any(|law| matches!(law, Law::Distinct(_))))
    };
    assert_eq!([said(4), said(5)], [[true; 2], [false; 2]]);
}

/// Whether fex finds something; if so, what it says has to hold in every structure, which were found without it and which the
/// evaluator looks at.
fn checked(encoded: &Encoded, name: &str) -> bool {
    let laws = laws(encoded);
    let mut problem = encoded.core.problem.clone();
    let before = problem.constraints.len();
    laws.iter().for_each(|law| law.assert(&mut problem));
    let mut evaluator = Evaluator::new(&problem);
    extension::enumerate(encoded, &Default::default(), |instance| {
        for fact in &problem.constraints[before..] {
            assert!(evaluator.holds(instance, fact.formula), "{name}: {}, {instance:?}", fact.origin);
        }
        true
    })
    .expect("evaluator and translation agree");
    !laws.is_empty()
}

/// All instances, in one order for all searches.
fn all(encoded: &Encoded) -> Vec<Instance> {
    let mut instances = specification::instances(encoded);
    instances.sort_by_key(|instance| format!("{instance:?}"));
    instances
}

fn phrasing(structure: &str, name: &str, scope: u32) -> Encoded {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/phrasings/{structure}/{name}.spec"));
    let text = std::fs::read_to_string(&path).expect("it is text");
    specification::encoded(&specification::problem(name, &text, None, scope))
}

/// The problem has the same structures with facts and without them.
#[test]
fn trees_that_are_stated_by_disjoint_subtrees_are_found_and_change_nothing() {
    for structure in ["avl_tree", "btree_node", "leftist_heap", "red_black_tree", "search_tree", "trie"] {
        let laws = laws(&phrasing(structure, "disjoint_subtrees", 8));
        assert!(
            laws.iter().any(|law| matches!(law, Law::Unshared(fields) if fields.len() > 1)),
            "{structure}: {laws:?}"
        );
        for scope in 1..=4 {
            let encoded = phrasing(structure, "disjoint_subtrees", scope);
            checked(&encoded, structure);
            let Some(informed) = encoded.with_facts(&SolverConfig::default(), CONFLICTS).encoded else { continue };
            assert!(!informed.facts.is_empty(), "{structure}");
            assert_eq!(all(&informed), all(&encoded), "{structure} at scope {scope}");
        }
    }
}

/// Missing children of all nodes are one object, so that it is held often. That says nothing of the nodes, which form a tree: its facts are found however that is
/// stated, and the problem has the same structures with them.
#[test]
fn what_a_sentinel_is_exempt_from_is_found_of_all_others() {
    for name in ["black_height", "by_parent", "real_children", "textbook"] {
        let encoded = phrasing("red_black_sentinel", name, 6);
        let words: Vec<String> = laws(&encoded).iter().map(|law| law.words(&encoded.core.problem)).collect();
        for (one, other) in [("l", "r"), ("r", "l")] {
            let says = format!("where `{one}` leads, `p` leads back, `Nil` aside");
            assert!(words.contains(&says), "{name}: {words:?}");
            let says = format!("no two references in `{one}`, `{other}` lead to one object, `Nil` aside");
            assert!(words.contains(&says) == (name == "by_parent") ^ (one == "l"), "{name}: {words:?}");
        }
        for scope in 1..=4 {
            let encoded = phrasing("red_black_sentinel", name, scope);
            checked(&encoded, name);
            let Some(informed) = encoded.with_facts(&SolverConfig::default(), CONFLICTS).encoded else { continue };
            assert_eq!(all(&informed), all(&encoded), "{name} at scope {scope}");
        }
    }
}

/// Where a search takes few conflicts nothing is asked; where it takes long, it goes on with what was found out.
#[test]
fn a_long_search_goes_on_with_facts() {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/phrasings/search_tree/disjoint_subtrees.spec");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let generate = |scope: &str| {
        let (spec, out) = (spec.display().to_string(), folder.path().join(scope).display().to_string());
        cli::fex(&["generate", &spec, "--scope", scope, "--format", "json", "--out", &out]).out
    };
    let says = "found   no two references in `root`, `left`, `right` lead to one object";
    let (short, long) = (generate("6"), generate("13"));
    assert!(!short.contains(says), "{short}");
    assert!(long.contains(says), "{long}");
    // A key in each of the n^2 places, a size and a left and right that lead to a later object or nowhere: the extension of search trees.
    assert!(long.contains("key             169           0        100 %"), "{long}");
}

/// What the fields took is all that the search took: calls and conflicts are those that the summary has.
#[test]
fn a_search_that_is_explained_says_what_was_asked_and_what_it_took() {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/phrasings/search_tree/disjoint_subtrees.spec");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let explained = |scope: &str| {
        let (spec, out) = (spec.display().to_string(), folder.path().join(scope).display().to_string());
        let run =
            cli::fex(&["generate", &spec, "--scope", scope, "--format", "json", "--out", &out, "--explain-search"]);
        let numbers = |line: &str| -> Vec<u64> {
            let words = line.split([' ', ',', ';']);
            words.filter_map(|word| word.parse().ok()).collect()
        };
        let of_fields = run.err.lines().filter(|line| line.starts_with("  pairs of `")).map(numbers);
        let sum = of_fields.fold([0, 0], |sum, line| [sum[0] + line[0], sum[1] + line[1]]);
        let solver = run.out.lines().find(|line| line.starts_with("  solver  ")).expect("the summary says it");
        assert_eq!(numbers(solver)[..2], sum, "{}{}", run.out, run.err);
        run.err
    };
    let (short, long) = (explained("6"), explained("13"));
    let numbered = "  objects of `Node` are numbered in the order in which a walk from the root meets them\n";
    assert!(short.contains(numbered), "{short}");
    assert!(!short.contains("fex asked"), "{short}");
    assert!(
        long.contains("  after 1000 conflicts, fex asked what all structures have in common\n    proved, "),
        "{long}"
    );
    assert!(long.contains(": no two references in `root`, `left`, `right` lead to one object\n"), "{long}");
}

/// The object says what the words say: each of its facts and fields is a line of these, and these have no others.
#[test]
fn a_search_is_explained_as_json_in_the_place_of_the_summary() {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/phrasings/search_tree/disjoint_subtrees.spec");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (spec, out) = (spec.display().to_string(), folder.path().display().to_string());
    let generate =
        |flag: &str| cli::fex(&["generate", &spec, "--scope", "13", "--format", "json", "--out", &out, flag]);
    let (words, printed) = (generate("--explain-search"), generate("--explain-search=json"));
    let object: Value =
        serde_json::from_str(&printed.out).unwrap_or_else(|error| panic!("{error}: {}", printed.said()));
    crate::report::validate_with(include_str!("../grammar/search.schema.json"), &object);
    assert_eq!((&object["generate"], &object["scope"]), (&"searchTree".into(), &13.into()));
    assert_eq!(object["numbered"][0], json!({ "signatures": ["Node"], "numbering": "walk" }));
    let list = |value: &Value| value.as_array().expect("a list").clone();
    let inquiries = list(&object["inquiries"]);
    let facts: Vec<Value> = inquiries.iter().flat_map(|inquiry| list(&inquiry["facts"])).collect();
    let number = |value: &Value, what: &str| {
        let number = value.as_u64().expect("a number");
        format!("{number} {what}{}", if number == 1 { "" } else { "s" })
    };
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let said = facts.iter().map(|fact| {
        let conflicts = number(&fact["conflicts"], "conflict");
        format!("    {}, {conflicts}: {}", text(&fact["answer"]), text(&fact["fact"]))
    });
    let spent = list(&object["fields"]).into_iter().map(|field| {
        let (calls, conflicts) = (number(&field["calls"], "call"), number(&field["conflicts"], "conflict"));
        format!("  pairs of `{}` took {calls}, {conflicts}", text(&field["field"]))
    });
    let lines: Vec<&str> = words.err.lines().filter(|line| line.contains(": no ") || line.contains(" took ")).collect();
    assert_eq!(said.chain(spent).collect::<Vec<String>>(), lines, "{}", words.err);
    assert!(facts.iter().any(|fact| fact["answer"] == "proved"), "{object}");
}

#[test]
fn what_is_said_of_shipped_structures_holds_in_all_of_them() {
    let mut found = 0;
    for (name, text) in specification::structures() {
        for scope in 1..=3 {
            let encoded = specification::encoded(&specification::problem(&name, &text, None, scope));
            found += usize::from(checked(&encoded, &name));
        }
    }
    assert!(found > 10, "{found}");
}

/// Which references there are is decided by brute force here: in all graphs of three objects with two places each and two places of the
/// root, and in all of four objects with one place of the root.
#[test]
fn the_theorem_holds_in_all_small_graphs() {
    let mut trees = 0;
    for (objects, entries) in [(3, 2), (4, 1)] {
        let choices = objects + 1;
        let slots = 2 * objects + entries;
        for code in 0..(choices as u64).pow(slots as u32) {
            let slot = |slot: usize| {
                let value = (code / (choices as u64).pow(slot as u32)) as usize % choices;
                (value < objects).then_some(value)
            };
            trees += usize::from(is_tree_if_premises_hold(objects, entries, &slot));
        }
    }
    assert!(trees > 100, "{trees}");
}

/// An edge to the child that the root holds would close a cycle, since each node is below that child. At this scope a proof that tries paths takes more than 2,000
/// conflicts, and the premise of the theorem is what the specification says.
#[test]
fn what_the_root_holds_is_found_to_be_the_first_by_a_theorem() {
    let encoded = specification::encoded(&specification::shipped("btree_node", "bTree", 20));
    let most = 2_000;
    let inquiry = facts::helpful(&encoded.core.problem, &encoded.labelling, &SolverConfig::default(), most, usize::MAX);
    let first = inquiry.asked.iter().find(|asked| matches!(asked.law, Law::First { .. })).expect("it is asked");
    assert!(first.answer == Answer::Holds && first.conflicts < 100, "{first:?}");
}

/// Which references there are is decided by brute force here: in all graphs of three objects with two fields each and a root that holds one.
#[test]
fn the_theorem_about_the_first_object_holds_in_all_small_graphs() {
    let objects = 3;
    let choices = objects as u64 + 1;
    let mut cases = 0;
    for code in 0..choices.pow(2 * objects as u32 + 1) {
        let slot = |slot: usize| {
            let value = (code / choices.pow(slot as u32)) as usize % (objects + 1);
            (value < objects).then_some(value)
        };
        let places = |object: usize| [slot(1 + 2 * object), slot(2 + 2 * object)];
        let reach = |from: Option<usize>| reached(objects, &places, from);
        let is_acyclic = (0..objects).all(|object| places(object).iter().all(|next| reach(*next) >> object & 1 == 0));
        if is_acyclic && reach(slot(0)) == (1 << objects) - 1 {
            cases += 1;
            assert!((0..objects).all(|object| places(object).iter().all(|next| next.is_none() || *next != slot(0))));
        }
    }
    assert!(cases > 10, "{cases}");
}

/// What is reached from an object in any number of steps, as bits.
fn reached(objects: usize, places: &dyn Fn(usize) -> [Option<usize>; 2], from: Option<usize>) -> u32 {
    let mut reached = from.map_or(0_u32, |from| 1 << from);
    for _ in 0..objects {
        for object in (0..objects).filter(|object| reached >> object & 1 == 1).collect::<Vec<_>>() {
            places(object).into_iter().flatten().for_each(|next| reached |= 1 << next);
        }
    }
    reached
}

/// Whether the premises hold of a graph; if so, no object may be held twice. The places of the root come first.
fn is_tree_if_premises_hold(objects: usize, entries: usize, slot: &dyn Fn(usize) -> Option<usize>) -> bool {
    let places = |object: usize| [slot(entries + 2 * object), slot(entries + 2 * object + 1)];
    let reach = |from: Option<usize>| reached(objects, &places, from);
    let is_acyclic = (0..objects).all(|object| places(object).iter().all(|next| reach(*next) >> object & 1 == 0));
    let are_disjoint = (0..objects).all(|object| reach(places(object)[0]) & reach(places(object)[1]) == 0)
        && (0..entries).all(|one| (0..one).all(|other| reach(slot(one)) & reach(slot(other)) == 0));
    let reaches_all = (0..entries).map(|entry| reach(slot(entry))).fold(0, |all, one| all | one) == (1 << objects) - 1;
    if !(is_acyclic && are_disjoint && reaches_all) {
        return false;
    }
    let mut held: Vec<usize> = (0..entries + 2 * objects).filter_map(slot).collect();
    let count = held.len();
    held.sort_unstable();
    held.dedup();
    assert_eq!(held.len(), count, "two places hold one object");
    true
}

/// Invariants that hang together from time to time: conditions on a root and on objects with up to three references each, which may lead to a sentinel, too, if
/// there is one.
fn invariants(has_sentinel: bool) -> impl Strategy<Value = String> {
    let (place, of, scope) = match has_sentinel {
        true => {
            ("Place", "abstract sig Place {}\none sig End extends Place {}\nsig Node extends Place", "3 but 4 Place")
        }
        false => ("Node", "sig Node", "3"),
    };
    let field = || prop::sample::select(vec!["left", "right", "up"]);
    let steps = || prop::sample::select(vec!["left", "right", "up", "(left + right)", "(left + right + up)"]);
    let condition = prop_oneof![
        steps().prop_map(|steps| format!("all n: Node | n !in n.^{steps}")),
        (field(), field(), steps())
            .prop_map(|(one, other, steps)| format!("all n: Node | no n.{one}.*{steps} & n.{other}.*{steps}")),
        steps().prop_map(|steps| format!("Node in r.top.*{steps}")),
        (field(), field()).prop_map(|(one, other)| format!("all n: Node | n.{one}.{other} in n")),
        (field(), field()).prop_map(|(one, other)| format!("no {one} & {other}")),
        field().prop_map(|field| format!("no r.top.{field}")),
        field().prop_map(|field| format!("all n: Node | lone {field}.n")),
        field().prop_map(|field| format!("no {field}")),
        (field(), field()).prop_map(|(one, other)| format!("all n: Node | n.{one}.{other} = n")),
        (field(), field()).prop_map(|(one, other)| format!("{one} in ^{other}")),
        (field(), field())
            .prop_map(|(one, other)| format!("all n: Node | some n.{one} implies n.{other} = n.{one}.{other}")),
        (field(), steps()).prop_map(|(field, steps)| format!("all n: Node | n.{field} in r.top.*{steps}")),
        Just("no r.top.*(left + right) & r.other.*(left + right)".to_owned()),
        Just("no r.other".to_owned()),
    ];
    prop::collection::vec(condition, 2..7).prop_map(move |conditions| {
        format!(
            "module random\none sig Root {{ top, other: lone {place} }}\n{of} {{ left, right, up: lone {place} }}\n\
             pred repOk[r: Root] {{\n  {}\n}}\n\
             generate Root satisfying repOk for {scope} {{}}\n",
            conditions.join("\n  ")
        )
    })
}

#[test]
fn no_fact_is_false_of_random_invariants() {
    for (has_sentinel, count) in [(false, 400), (true, 80)] {
        let mut found = 0;
        let mut runner = proptest::test_runner::TestRunner::deterministic();
        for _ in 0..count {
            let text = invariants(has_sentinel).new_tree(&mut runner).expect("a text").current();
            let encoded = specification::encoded(&specification::problem("random", &text, None, 3));
            found += usize::from(checked(&encoded, &text));
        }
        assert!((count / 16..=count * 39 / 40).contains(&found), "both answers are given: {found}");
    }
}

/// Invariants about keys: most of them imply that no two nodes have the same one, or nearly so.
fn invariants_of_values() -> impl Strategy<Value = String> {
    let divisor = || 2..4;
    let condition = prop_oneof![
        Just("all disj n, m: Node | n.key != m.key".to_owned()),
        Just("all n: Node | all m: n.^next | n.key < m.key".to_owned()),
        Just("all n: Node | some n.next implies n.key < n.next.key".to_owned()),
        Just("all n: Node | n !in n.^next".to_owned()),
        Just("all n: Node | n.key != n.next.key".to_owned()),
        Just("no r.other".to_owned()),
        (divisor(), -1..3).prop_map(|(by, rest)| format!("all n: Node | rem[n.key, {by}] = {rest}")),
        divisor().prop_map(|by| format!("all n: Node | some n.next implies rem[n.key, {by}] = rem[n.next.key, {by}]")),
        (divisor(), 0..2).prop_map(|(by, rest)| format!("some n: r.top.*next | rem[n.key, {by}] = {rest}")),
        (-1..3).prop_map(|key| format!("no n: r.other.*next | n.key = {key}")),
    ];
    prop::collection::vec(condition, 2..5).prop_map(|conditions| {
        format!(
            "module random\none sig Root {{ top, other: lone Node }}\nsig Node {{ next: lone Node, key: Int }}\n\
             pred repOk[r: Root] {{\n  {}\n}}\n\
             generate Root satisfying repOk for 3 {{ key in -1 .. 2 }}\n",
            conditions.join("\n  ")
        )
    })
}

/// Keys may be negative, so that there are remainders of both signs. Where keys are found to differ and are counted, no
/// structure is lost by that.
#[test]
fn no_count_of_values_is_false_of_random_invariants() {
    let (mut differ, mut counted) = (0, 0);
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for _ in 0..400 {
        let text = invariants_of_values().new_tree(&mut runner).expect("a text").current();
        let encoded = specification::encoded(&specification::problem("random", &text, None, 3));
        checked(&encoded, &text);
        differ += usize::from(laws(&encoded).iter().any(|law| matches!(law, Law::Distinct(_))));
        let Some(informed) = encoded.with_facts(&SolverConfig::default(), CONFLICTS).encoded else { continue };
        counted += usize::from(informed.facts.iter().any(|fact| fact == "no two objects have the same `key`"));
        assert_eq!(all(&informed), all(&encoded), "{text}");
    }
    assert!((25..375).contains(&differ), "both answers are given: {differ}");
    assert!(counted > 25, "{counted}");
}
