//! Fields that are sequences: how many there are, and lists and arrays of Java that hold them.
//!
//! What a call does to a sequence, `java.util.List` says, which knows nothing of fex.

use crate::cli::Folder;
use crate::counts::count_of_text;
use crate::java::{class_path, junit};
use crate::maps::{compile, suite};
use crate::maven::{self, JUNIT};
use fex::diagnostic::Source;
use fex::resolve::Program;

/// The numbers of ways to put k things into groups: a sequence of elements that are alike says only which places have the same.
const BELL: [u64; 7] = [1, 1, 2, 5, 15, 52, 203];

#[test]
fn sequences_of_elements_that_are_alike_are_counted_by_bell_numbers() {
    let text = "one sig Row { items: seq Item } sig Item {} generate Row for 3 {}";
    for scope in 0..=6 {
        assert_eq!(count_of_text(text, scope), BELL[..=scope as usize].iter().sum::<u64>(), "at scope {scope}");
    }
}

#[test]
fn sequences_of_integers_are_counted_by_powers() {
    let text = "one sig Row { items: seq Int } generate Row for 3 { items in 0 .. 2 }";
    for scope in 0..=5 {
        assert_eq!(
            count_of_text(text, scope),
            (0..=scope).map(|length| 3u64.pow(length)).sum::<u64>(),
            "at scope {scope}"
        );
    }
}

#[test]
fn the_scope_of_seq_and_the_range_of_an_index_say_how_long_sequences_are() {
    let sequences = |scope: &str, range: &str| {
        format!(
            "one sig Row {{ items, others: seq Int }} generate Row for {scope} {{ items, others in 0 .. 1  {range} }}"
        )
    };
    let up_to = |length: u32| (1u64 << (length + 1)) - 1;
    for (scope, range, items, others) in [
        ("3", "", 4, 4),
        ("3 but 2 seq", "", 2, 2),
        ("3 but 1 + scope seq", "", 5, 5),
        ("3", "items index in 0 .. 1", 2, 4),
        ("3 but 1 seq", "items index in 0 .. scope", 5, 1),
        ("3 but 0 seq", "", 0, 0),
    ] {
        assert_eq!(count_of_text(&sequences(scope, range), 4), up_to(items) * up_to(others), "{scope} {range}");
    }
}

/// The same sequences, as relations of which Alloy's own words for a sequence hold.
#[test]
fn a_sequence_is_a_relation_from_the_first_indices_to_one_element_each() {
    let invariants = [
        "no none",
        "some r.items implies r.items.last = r.items.first",
        "not r.items.hasDups",
        "all x: r.items.elems | one r.items.indsOf[x]",
        "r.items.butlast.lastIdx = 0",
        "#r.items > 1 and r.items.rest = r.items.butlast",
        "r.items.add[r.items.first] = r.items.append[r.items.subseq[0, 0]]",
        "some r.items.delete[1] and r.items.delete[0].isEmpty",
        "some x: r.items.elems | r.items.idxOf[x] != r.items.lastIdxOf[x]",
        "some x: r.items.elems | r.items.insert[1, x] = r.items.setAt[1, x]",
    ];
    for scope in 1..=3 {
        let mut some = 0;
        for invariant in invariants {
            let sequences = format!(
                "one sig Row {{ items: seq Item }} sig Item {{ mark: Int }}
                 pred repOk[r: Row] {{ {invariant} }}
                 generate Row satisfying repOk for 3 {{ mark in 0 .. 1 }}"
            );
            let relations = format!(
                "open util/sequniv
                 one sig Row {{ items: Int -> Item }} sig Item {{ mark: Int }}
                 pred repOk[r: Row] {{ {invariant} and isSeq[r.items] }}
                 generate Row satisfying repOk for 3 {{ mark in 0 .. 1  items index in 0 .. scope - 1 }}"
            );
            let sequences = count_of_text(&sequences, scope);
            assert_eq!(sequences, count_of_text(&relations, scope), "{invariant} at scope {scope}");
            some += u32::from(sequences > 0);
        }
        assert!(some > 4, "{some} of them hold at scope {scope}");
    }
}

/// A row of numbers, with a method for each function of sequences; those that are broken leave out what they are about.
fn row(broken: bool) -> String {
    let body = |right: &str, wrong: &str| if broken { wrong } else { right }.to_owned();
    format!(
        "package rows;
         import java.util.*;
         public class Row {{
             List<Integer> items = new ArrayList<>();
             public void append(int x) {{ {} }}
             public void appendTwice(int x, int y) {{ {} }}
             public void removeFirst() {{ {} }}
             public void removeLast() {{ {} }}
             public void insert(int at, int x) {{ {} }}
             public void removeAt(int at) {{ {} }}
             public void assign(int at, int x) {{ {} }}
             public void twice() {{ {} }}
             public void keep(int from, int to) {{ {} }}
             public int indexOf(int x) {{ return {}; }}
             public int lastIndexOf(int x) {{ return {}; }}
             public Integer first() {{ return items.isEmpty() ? null : items.get({}); }}
             public Integer last() {{ return items.isEmpty() ? null : items.get({}); }}
             public boolean hasDuplicates() {{ return {}; }}
             public boolean isEmpty() {{ return {}; }}
             public boolean contains(int x) {{ return {}; }}
             public boolean occursOnce(int x) {{ return {}; }}
             public int length() {{ return {}; }}
         }}",
        body("items.add(x);", "items.add(0, x);"),
        body("items.add(x); items.add(y);", "items.add(y); items.add(x);"),
        body("items.remove(0);", "items.remove(items.size() - 1);"),
        body("items.remove(items.size() - 1);", "items.remove(0);"),
        body("items.add(at, x);", "items.add(x);"),
        body("items.remove(at);", "items.remove(0);"),
        body("items.set(at, x);", "items.set(0, x);"),
        body("items.addAll(new ArrayList<>(items));", "items.addAll(items.subList(0, items.size() / 2));"),
        body(
            "items = new LinkedList<>(items.subList(from, to + 1));",
            "items = new LinkedList<>(items.subList(from, to));"
        ),
        body("items.indexOf(x)", "items.lastIndexOf(x)"),
        body("items.lastIndexOf(x)", "items.indexOf(x)"),
        body("0", "items.size() - 1"),
        body("items.size() - 1", "0"),
        body("new HashSet<>(items).size() < items.size()", "items.size() > 1 && items.get(0).equals(items.get(1))"),
        body("items.isEmpty()", "items.size() < 2"),
        body("items.contains(x)", "items.indexOf(x) > 0"),
        body("Collections.frequency(items, x) == 1", "items.contains(x)"),
        body("items.size()", "new HashSet<>(items).size()"),
    )
}

/// What the class does not know of has each of these rows among the structures.
const ROW: &str = "
@java(\"rows.Row\") one sig Row { items: seq Int, @java(\"\", ghost) kind: Int }
pred repOk[r: Row] {
  r.kind = 1 implies r.items = 0 -> 0 + 1 -> 1 + 2 -> 0
  r.kind = 2 implies r.items = 0 -> 1 + 1 -> 0 + 2 -> 0
  r.kind = 3 implies r.items = 0 -> 0 + 1 -> 1
  r.kind = 4 implies r.items = 0 -> 1
}
generate Row satisfying repOk for 3 {
  items in 0 .. 1
  kind in 0 .. 4
  method append(x: items) { ensures { this.items = old[this.items].add[x] } }
  method appendTwice(x: items, y: items) { ensures { this.items = old[this.items].add[x].add[y] } }
  method removeFirst() { requires { some this.items } ensures { this.items = old[this.items].rest } }
  method removeLast() { requires { some this.items } ensures { this.items = old[this.items].butlast } }
  method insert(at: 0 .. scope, x: items) {
    requires { at <= #this.items }
    ensures { this.items = old[this.items].insert[at, x] }
  }
  method removeAt(at: 0 .. scope) {
    requires { at in this.items.inds }
    ensures { this.items = old[this.items].delete[at] }
  }
  method assign(at: 0 .. scope, x: items) {
    requires { at in this.items.inds }
    ensures { this.items = old[this.items].setAt[at, x] }
  }
  method twice() { ensures { this.items = old[this.items].append[old[this.items]] } }
  method keep(from: 0 .. scope, to: 0 .. scope) {
    requires { from <= to and to in this.items.inds }
    ensures { this.items = old[this.items].subseq[from, to] }
  }
  method indexOf(x: items): int {
    ensures { x in this.items.elems implies result = this.items.idxOf[x] else result = -1 }
  }
  method lastIndexOf(x: items): int {
    ensures { x in this.items.elems implies result = this.items.lastIdxOf[x] else result = -1 }
  }
  method first(): java.lang.Integer { ensures { result = this.items.first } }
  method last(): java.lang.Integer { ensures { result = this.items.last } }
  method hasDuplicates(): boolean { ensures { result iff this.items.hasDups } }
  method isEmpty(): boolean { ensures { result iff this.items.isEmpty } }
  method contains(x: items): boolean { ensures { result iff x in this.items.elems } }
  method occursOnce(x: items): boolean { ensures { result iff one this.items.indsOf[x] } }
  method length(): int { ensures { result = #this.items } }
}
";

#[test]
fn contracts_say_of_sequences_what_lists_do() {
    let project = Folder::new();
    compile(&project, "right", &[], &row(false), "Row");
    compile(&project, "wrong", &[], &row(true), "Row");
    project.write("row.spec", ROW);
    suite(&project, "row.spec", "tests", &[], &[]);
    let run = |classes: &str| junit(&[project.path(classes), project.path("tests")]);
    let (passed, text) = run("right");
    assert!(passed, "{text}");
    let (_, text) = run("wrong");
    let methods = ROW.lines().filter_map(|line| line.trim().strip_prefix("method ")?.split('(').next());
    let methods: Vec<&str> = methods.collect();
    assert_eq!(methods.len(), 18);
    let undetected: Vec<&&str> =
        methods.iter().filter(|method| !text.contains(&format!("methodName = '{method}'"))).collect();
    assert!(undetected.is_empty(), "{undetected:?}\n{text}");
}

/// Lists and arrays of everything that a sequence can hold.
const LISTS: &str = "package lists;
     import java.util.*;
     public class Lists {
         static class Node { int mark; }
         enum Color { RED, GREEN }
         List<Node> nodes = new ArrayList<>();
         LinkedList<String> words = new LinkedList<>();
         int[] numbers = {};
         Color[] colors = {};
         Node[] slots = new Node[4];
         int used;
         Object[] spare = new Object[4];
         public boolean isValid() {
             boolean valid = used <= 3 && slots.length == 4 && spare.length == 4 && !nodes.contains(null);
             for (int i = 0; i < used; i++) { valid &= slots[i] != null; }
             for (int i = 1; i < spare.length; i++) { valid &= spare[i] == null || spare[i - 1] != null; }
             valid &= words.size() == numbers.length;
             for (int i = 0; i < numbers.length && valid; i++) { valid &= words.get(i).equals(\"\" + numbers[i]); }
             for (Color color : colors) { valid &= color != null; }
             return valid && nodes.size() == used && nodes.equals(Arrays.asList(slots).subList(0, used));
         }
     }";

const LISTS_SPEC: &str = "
@java(\"lists.Lists\") one sig Lists {
  nodes: seq Node,
  @java(\"words\", as(\"java.lang.String\")) words: seq Int,
  numbers: seq Int,
  colors: seq Color,
  @java(\"slots\", array(scope + 1, used)) slots: seq Node,
  used: Int,
  @java(\"spare\", array(scope + 1)) spare: seq Element
}
@java(\"lists.Lists$Node\") sig Node { mark: Int }
@java(\"lists.Lists$Color\") enum Color { RED, GREEN }
sig Element {}
pred repOk[l: Lists] {
  l.nodes = l.slots
  l.used = #l.slots
  l.words = l.numbers
}
generate Lists satisfying repOk for 3 {
  words, numbers, mark in 0 .. 1
  used in 0 .. scope
  method isValid(): boolean { ensures { result } }
}
";

/// What the emitted invariant, `isValid` and the reading of captured objects say of one object after the other.
const LISTS_TEST: &str = "package lists;
     import java.util.*;
     import org.junit.jupiter.api.Test;
     import static org.junit.jupiter.api.Assertions.*;
     class CapturedTest {
         static void check(boolean valid, Lists lists) {
             assertEquals(valid, lists.isValid());
             assertEquals(valid, ListsInvariant.repOk(lists));
         }
         @Test void valid() {
             Lists lists = new Lists();
             check(true, lists);
             Lists.Node one = new Lists.Node(), two = new Lists.Node();
             lists.nodes = new LinkedList<>(Arrays.asList(one, two, one));
             lists.slots[0] = one; lists.slots[1] = two; lists.slots[2] = one; lists.slots[3] = two;
             lists.used = 3;
             lists.numbers = new int[] {1, 0}; lists.words.add(\"1\"); lists.words.add(\"0\");
             lists.colors = new Lists.Color[] {Lists.Color.GREEN, Lists.Color.GREEN};
             lists.spare[0] = this;
             check(true, lists);
         }
         @Test void gapInAnArray() { Lists lists = new Lists(); lists.spare[1] = this; check(false, lists); }
         @Test void nullAtTheEndOfAList() { Lists lists = new Lists(); lists.nodes.add(null); check(false, lists); }
         @Test void nullAtTheEndOfAnArray() { Lists lists = new Lists(); lists.colors = new Lists.Color[1]; check(false, lists); }
         @Test void unusedPlaceThatIsCounted() { Lists lists = new Lists(); lists.used = 1; check(false, lists); }
     }";

/// A project with the class of lists, its specification, and the emitted suite.
fn lists() -> Folder {
    let project = Folder::new();
    compile(&project, "right", &[], LISTS, "Lists");
    project.write("lists.spec", LISTS_SPEC);
    suite(&project, "lists.spec", "suite-classes", &[], &[]);
    let junit = maven::jar(JUNIT);
    compile(
        &project,
        "tests",
        &[junit, project.path("right"), project.path("suite-classes")],
        LISTS_TEST,
        "CapturedTest",
    );
    project
}

#[test]
fn lists_and_arrays_are_sequences_if_they_have_no_gap() {
    let project = lists();
    let (passed, text) = junit(&["right", "suite-classes", "tests"].map(|folder| project.path(folder)));
    assert!(passed && text.contains("isValid") && text.contains("gapInAnArray"), "{text}");

    let junit = [maven::jar(JUNIT), project.path("suite-classes")];
    let classes = class_path(&junit).into_string().expect("temporary folders have plain names");
    let measured = project.fex(&[
        "coverage",
        "lists.spec",
        "--junit",
        "--classes",
        "right",
        "--tests",
        "tests",
        "--classpath",
        &classes,
        "--format",
        "json",
    ]);
    let report: serde_json::Value =
        serde_json::from_str(&measured.out).unwrap_or_else(|error| panic!("{error}: {}", measured.err));
    // A gap is one in the relation, too. What follows the last element is not captured.
    let violations = report["violations"].as_array().expect("a list");
    let found = |violation: &serde_json::Value| {
        let text = |key: &str| violation[key].as_str().unwrap_or_default().to_owned();
        (text("test"), text("reason"))
    };
    let found: Vec<(String, String)> = violations.iter().map(found).collect();
    let violated = |test: &str, reason: &str| {
        let is_it = |(of, why): &(String, String)| of.ends_with(test) && why.contains(reason);
        assert!(found.iter().any(is_it), "{test} violates {reason}: {report:#}");
    };
    violated("gapInAnArray", "field Lists.spare is a sequence");
    violated("unusedPlaceThatIsCounted", "repOk");
    assert_eq!(found.len(), 2, "{report:#}");
}

#[test]
fn what_a_scope_cannot_say_of_sequences_is_refused() {
    for (paragraph, message) in [
        ("for 3 but exactly 2 seq {}", "the scope of `seq` is exact"),
        ("for 3 but 2 seq, 1 seq {}", "`seq` has two scopes"),
        ("for 3 { items index in 1 .. 2 }", "a sequence begins elsewhere than at 0"),
    ] {
        let text = format!("one sig Row {{ items: seq Item }} sig Item {{}} generate Row {paragraph}");
        let (program, _) = Program::new(Source::new("row.spec", text));
        let (module, messages) = fex::resolve::resolve(&program);
        assert!(module.is_none() && messages.iter().any(|found| found.message == message), "{paragraph}: {messages:?}");
    }
}
