//! What methods under test are given: strings, characters and objects that are new.
//!
//! What a call does, `java.util.Set` and a class written for the purpose say, which know nothing of fex. A second class does
//! each of it wrongly, so that a test which is given other arguments than it should be misses that.

use crate::cli::Folder;
use crate::java::junit;
use crate::maps::{compile, suite};
use crate::maven;
use fex::diagnostic::Source;
use fex::resolve::Program;

/// A class with a method for each form of argument, and with what is wrong where it is to be.
fn lexicon(broken: bool) -> String {
    let body = |right: &str, wrong: &str| if broken { wrong } else { right }.to_owned();
    format!(
        "package lexicon;
         import java.util.*;
         public class Lexicon {{
             public static class Page {{ Page next; int mark; }}
             Set<String> words = new HashSet<>();
             char mark;
             Page first;
             public boolean add(String w) {{ return {}; }}
             public void remove(CharSequence w) {{ {} }}
             public boolean contains(Object w) {{ return {}; }}
             public boolean isBlank(String w) {{ return {}; }}
             public boolean mark(char c) {{ {} }}
             public boolean isMarked(Character c) {{ return {}; }}
             public void markAs(String c) {{ mark = {}; }}
             public void push(Page p) {{ {} }}
             public boolean precedes(Page p, Page q) {{ return {}; }}
         }}",
        body("words.add(w)", "words.add(w) | true"),
        body("words.remove(w.toString());", "if (w.length() > 0) words.clear();"),
        body("words.contains(w)", "w != null && !words.isEmpty()"),
        body("w.trim().isEmpty()", "w.isEmpty()"),
        body("boolean was = mark == c; mark = c; return was;", "boolean was = mark == c; mark = 'b'; return was;"),
        body("mark == c", "mark <= c"),
        body("c.charAt(0)", "(char) (c.charAt(0) + 1)"),
        body("p.next = first; first = p;", "if (first == null) first = p; else first.next = p;"),
        body("first == p && q.next == first", "first == q"),
    )
}

/// Strings are those of the structure that have the same text; `z` is in none.
const LEXICON: &str = r#"
@java("lexicon.Lexicon") one sig Lexicon { words: set Word, mark: Int, first: lone Page }
@java("java.lang.String", values("a", "b", "c")) sig Word {}
@java("lexicon.Lexicon$Page") sig Page { next: lone Page, mark: Int }
pred repOk[l: Lexicon] { all p: l.first.*next | p not in p.^next }
generate Lexicon satisfying repOk for 2 {
  Lexicon.mark in 97 .. 98
  Page.mark in 0 .. 0
  method add(w: "a" + "b"): boolean { ensures { this.words = old[this.words] + w  result iff w not in old[this.words] } }
  method remove(w: "a" + "" + "z") { ensures { this.words = old[this.words] - w } }
  method contains(w: lone "a" + "z"): boolean { ensures { result iff (some w and w in this.words) } }
  method isBlank(w: "" + " " + "a\"b\\"): boolean { ensures { result iff w in "" + " " } }
  method mark(c: "a" .. "c"): boolean { ensures { this.mark = c  result iff old[this.mark] = c } }
  method isMarked(c: "a" .. "c"): boolean { ensures { result iff this.mark = c } }
  method markAs(c: "`" .. "b") { ensures { this.mark = c } }
  method push(p: new Page) {
    requires { p not in this.first.*next and no p.next }
    ensures { p not in old[Page]  this.first = p  p.next = old[this.first]  all q: old[Page] | q.next = old[q.next] }
  }
  method precedes(p: new Page, q: Page): boolean { ensures { not result  p != q } }
  method shown(w: "a" + "b", c: "a" .. "b", p: new Page)
}
"#;

/// The methods that have a contract, each of which is wrong in the second class.
const METHODS: [&str; 9] = ["add", "remove", "contains", "isBlank", "mark", "isMarked", "markAs", "push", "precedes"];

/// A project with both classes and the emitted tests, compiled without a warning, and what they say of either class.
fn judged(format: &str) -> [(bool, String); 2] {
    let project = Folder::new();
    let with = |class: String| {
        class.replacen(
            "public void push",
            "public String shown(String w, char c, Page p) { return w + c + p.mark; }\npublic void push",
            1,
        )
    };
    compile(&project, "right", &[], &with(lexicon(false)), "Lexicon");
    compile(&project, "wrong", &[], &with(lexicon(true)), "Lexicon");
    project.write("lexicon.spec", LEXICON);
    let vintage = ["junit:junit:4.13.2", "org.hamcrest:hamcrest-core:1.3"].map(maven::jar);
    suite(&project, "lexicon.spec", "tests", &vintage, &["--format", format]);
    ["right", "wrong"].map(|classes| junit(&[&[project.path(classes), project.path("tests")][..], &vintage].concat()))
}

#[test]
fn strings_characters_and_new_objects_are_passed_to_methods_and_judged_by_contracts() {
    for format in ["junit5", "junit4"] {
        let [(passed, right), (_, wrong)] = judged(format);
        assert!(passed, "{format}: {right}");
        let undetected: Vec<&str> =
            METHODS.into_iter().filter(|method| !wrong.contains(&format!("methodName = '{method}'"))).collect();
        assert!(undetected.is_empty(), "{format}: {undetected:?}\n{wrong}");
    }
}

#[test]
fn what_is_no_argument_is_refused() {
    for (parameter, message) in [
        (r#""a" + "b" + "a""#, "`a` is given twice"),
        (r#""b" .. "a""#, "an empty range"),
        (r#""ab" .. "c""#, "`ab` is no `char` of Java"),
        ("\"a\" .. \"\u{1d11e}\"", "`\u{1d11e}` is no `char` of Java"),
        ("\"a\" .. \"\u{ffff}\"", "`\u{ffff}` is no `char` of Java"),
        (r#""" .. "a""#, "`` is no `char` of Java"),
        ("new Shape", "`Shape` has no objects of its own: it is abstract"),
        ("new Small", "objects of the subset `Small` are in a structure"),
        ("new Nothing", "no signature `Nothing`"),
        ("result of add", "results of earlier calls are no arguments"),
    ] {
        let text = format!(
            "one sig Row {{ shapes: set Shape }} abstract sig Shape {{}} sig Dot extends Shape {{}} sig Small in Dot {{}}
             generate Row {{ method put(x: {parameter}) }}"
        );
        let (program, mut messages) = Program::new(Source::new("row.spec", text));
        let (module, more) = fex::resolve::resolve(&program);
        messages.extend(more);
        assert!(module.is_none() && messages.iter().any(|found| found.message == message), "{parameter}: {messages:?}");
    }
}

#[test]
fn new_objects_need_a_constructor_that_tests_can_call() {
    let project = Folder::new();
    let class = "package rows;
         public class Row {
             static class Given { int mark; Given(int mark) { this.mark = mark; } }
             class Inner { int mark; }
             Given given; Inner inner; Object other;
             public void put(Object x) { }
         }";
    compile(&project, "classes", &[], class, "Row");
    for (parameter, message) in [
        ("Given", "class `rows.Row$Given` has no constructor without arguments that tests can call"),
        ("Inner", "class `rows.Row$Inner` has no constructor without arguments that tests can call"),
        ("Other", "no `Other` is new: it has no fields, and its values exist from the start"),
    ] {
        let text = format!(
            "@java(\"rows.Row\") one sig Row {{ given: lone Given, inner: lone Inner, other: lone Other }}
             @java(\"rows.Row$Given\") sig Given {{ mark: Int }}
             @java(\"rows.Row$Inner\") sig Inner {{ mark: Int }}
             sig Other {{}}
             generate Row for 1 {{ Given.mark, Inner.mark in 0 .. 0  method put(x: new {parameter}) }}"
        );
        project.write("row.spec", &text);
        let output = project.fex(&["generate", "row.spec", "--classpath", "classes", "--out", "suite", "--quiet"]);
        assert!(output.code != Some(0) && output.err.contains(message), "{parameter}: {}", output.err);
    }
}
