//! What methods under test are given: strings, characters, objects that are new and results of earlier calls.
//!
//! What a call does, `java.util.Set` and a class written for the purpose say, which know nothing of fex. A second class does
//! each of it wrongly, so that a test which is given other arguments than it should be misses that.

use crate::cli::Folder;
use crate::java::{java_files, javac, junit};
use crate::maps::{compile, suite};
use crate::maven::{self, JUNIT};
use fex::diagnostic::Source;
use fex::resolve::Program;
use std::path::PathBuf;

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

/// The jars of JUnit 4.
fn vintage() -> [PathBuf; 2] {
    ["junit:junit:4.13.2", "org.hamcrest:hamcrest-core:1.3"].map(maven::jar)
}

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
    let vintage = vintage();
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
        ("result of add", "no method `add` in this paragraph"),
        ("result of put", "`put` needs a result of its own"),
        ("result of back", "`put` needs a result of its own"),
        ("result of clear", "`clear` returns nothing"),
        ("result of mean", "a `double` is no argument"),
        ("result of all", "a `java.util.List` is no argument"),
        ("result of twice", "`twice` is the name of two methods"),
    ] {
        let text = format!(
            "one sig Row {{ shapes: set Shape }} abstract sig Shape {{}} sig Dot extends Shape {{}} sig Small in Dot {{}}
             generate Row {{
               method put(x: {parameter}): int
               method back(x: result of on): int
               method on(x: result of put): int
               method clear() method mean(): double method all(): java.util.List
               method twice(): int method twice(x: 0 .. 1): int
             }}"
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

/// A row of pages; each method has a body of its own and one that is wrong, which `broken` chooses.
fn row(broken: &[&str]) -> String {
    let body = |method: &str, right: &'static str, wrong: &'static str| {
        if broken.contains(&method) { wrong } else { right }
    };
    format!(
        "package row;
         public class Row {{
             public static class Page {{ Page next; int mark; }}
             Page first;
             private boolean has(Page p) {{
                 for (Page q = first; q != null; q = q.next) if (q == p) return true;
                 return false;
             }}
             public Page find(int m) {{
                 for (Page p = first; p != null; p = p.next) if (p.mark == m) return p;
                 return null;
             }}
             public Page take() {{ {} }}
             public Page after(Page p) {{ {} }}
             public int count() {{ int n = 0; for (Page p = first; p != null; p = p.next) n++; return n; }}
             public long total() {{ long n = 0; for (Page p = first; p != null; p = p.next) n += p.mark; return n; }}
             public Integer mark() {{ return first == null ? null : first.mark; }}
             public boolean isEmpty() {{ return first == null; }}
             public char letter() {{ return first == null ? '-' : (char) ('a' + first.mark); }}
             public String word() {{ return first == null ? null : String.valueOf(letter()); }}
             public void cut(Page p) {{ {} }}
             public void push(Page p) {{ {} }}
             public boolean isBefore(Page p, Page q) {{ return {}; }}
             public boolean isNext(Page p) {{ return {}; }}
             public boolean hasLength(short n) {{ return {}; }}
             public boolean hasTotal(int n) {{ return {}; }}
             public boolean hasMark(int m) {{ return {}; }}
             public boolean hasNone(boolean none) {{ return {}; }}
             public boolean isLetter(Character c) {{ return {}; }}
             public boolean isWord(CharSequence w) {{ return {}; }}
         }}",
        body(
            "take",
            "if (first == null) throw new IllegalStateException(); Page p = first; first = p.next; p.next = null; return p;",
            "if (first == null) throw new IllegalStateException(); Page p = first; p.next = p; return p;",
        ),
        body("after", "return p.next;", "return p;"),
        body(
            "cut",
            "if (p == null) return; p.next = null;",
            "if (p != null && p != first) p.next = null; else if (p == null) first = null;",
        ),
        body("push", "p.next = first; first = p;", "if (first == null) first = p; else first.next = p;"),
        body("isBefore", "!has(p) && has(q) && p != q", "!has(p) && q != first"),
        body("isNext", "p != first && has(p)", "p.next == null"),
        body("hasLength", "n == count()", "n > 0"),
        body("hasTotal", "n == total()", "n > 0"),
        body("hasMark", "first.mark == m", "m == 1"),
        body("hasNone", "none", "first != null"),
        body("isLetter", "c == 'a'", "c == 'b'"),
        body("isWord", "\"a\".contentEquals(w == null ? \"\" : w)", "w != null"),
    )
}

/// `take` gives back a page that is in the row no more, and throws where there is none; `find` gives back one of the row or none.
const ROW: &str = r#"
@java("row.Row") one sig Row { first: lone Page }
@java("row.Row$Page") sig Page { next: lone Page, mark: Int }
pred repOk[r: Row] { all p: r.first.*next | p not in p.^next }
generate Row satisfying repOk for 3 {
  mark in 0 .. 1
  method find(m: mark): Page { ensures { result in this.first.*next & mark.m  no result iff m not in this.first.*next.mark } }
  method take(): Page {
    throws java.lang.IllegalStateException when no this.first
    ensures { result = old[this.first]  this.first = old[this.first.next]  no result.next }
  }
  method after(p: result of find): Page { requires { some p }  ensures { result = p.next  p in Page } }
  method count(): int
  method total(): long
  method mark(): java.lang.Integer
  method isEmpty(): boolean
  method letter(): char
  method word(): java.lang.String
  method cut(p: result of find) {
    ensures { this.first = old[this.first]  no p.next  this.first.*next = old[this.first.*next - p.^next] }
  }
  method push(p: result of take) { ensures { this.first = p  p.next = old[this.first]  p not in old[Page] } }
  method isBefore(p: result of take, q: Page): boolean { ensures { result iff q in this.first.*next  p not in Page } }
  method isNext(p: result of after): boolean { requires { some p }  ensures { result iff p in Page - this.first } }
  method hasLength(n: result of count): boolean { ensures { result iff n = #this.first.*next  result } }
  method hasTotal(n: result of total): boolean { ensures { result iff n = (sum p: this.first.*next | p.mark)  result } }
  method hasMark(m: result of mark): boolean { ensures { result iff m = this.first.mark  result } }
  method hasNone(empty: result of isEmpty): boolean { ensures { result iff empty  result iff no this.first } }
  method isLetter(c: result of letter): boolean { ensures { result iff c = 97 } }
  method isWord(w: result of word): boolean { ensures { result iff w = "a" } }
}
"#;

/// The methods that have contracts about results of earlier calls, and those that such calls are of, with contracts of their own.
const GIVEN: [&str; 11] =
    ["after", "cut", "push", "isBefore", "isNext", "hasLength", "hasTotal", "hasMark", "hasNone", "isLetter", "isWord"];

/// Methods for which tests fail, of those of the row.
fn failing(said: &str) -> Vec<&'static str> {
    GIVEN.into_iter().chain(["take"]).filter(|method| said.contains(&format!("methodName = '{method}'"))).collect()
}

#[test]
fn results_of_earlier_calls_are_passed_to_methods_and_judged_by_contracts() {
    for (format, is_told) in [("junit5", true), ("junit4", false)] {
        let project = Folder::new();
        compile(&project, "right", &[], &row(&[]), "Row");
        compile(&project, "wrong", &[], &row(&GIVEN), "Row");
        // Whoever needs such a page has none: of these calls only the first is to blame.
        compile(&project, "worse", &[], &row(&["take"]), "Row");
        project.write("row.spec", ROW);
        let vintage = vintage();
        suite(&project, "row.spec", "tests", &vintage, &["--format", format]);
        let said = |classes: &str| junit(&[&[project.path(classes), project.path("tests")][..], &vintage].concat());
        let (passed, right) = said("right");
        assert!(passed, "{format}: {right}");
        // A row without a page has none to take, and JUnit 5 says of such a call that it was not made.
        assert_eq!(right.contains("[         0 tests aborted"), !is_told, "{format}: {right}");
        let (_, wrong) = said("wrong");
        assert_eq!(failing(&wrong), GIVEN, "{format}: {wrong}");
        let (_, worse) = said("worse");
        assert_eq!(failing(&worse), ["take"], "{format}: {worse}");
    }
}

#[test]
fn without_classes_results_of_earlier_calls_are_passed_as_they_are() {
    let project = Folder::new();
    compile(&project, "right", &[], &row(&[]), "Row");
    compile(&project, "wrong", &[], &row(&["cut", "push", "isNext"]), "Row");
    let is_converted = |line: &&str| ["hasLength", "hasTotal", "hasMark"].iter().any(|method| line.contains(method));
    let text: Vec<&str> = ROW.lines().filter(|line| !is_converted(line)).collect();
    project.write("row.spec", &text.join("\n"));
    let generated = project.fex(&["generate", "row.spec", "--out", "suite", "--quiet"]);
    assert_eq!(generated.code, Some(0), "{}", generated.err);
    let needed = [maven::jar(JUNIT), project.path("right")];
    javac(&project.path("tests"), &needed, &java_files(&project.path("suite")));
    let [(passed, right), (_, wrong)] =
        ["right", "wrong"].map(|classes| junit(&[project.path(classes), project.path("tests")]));
    assert!(passed, "{right}");
    assert_eq!(failing(&wrong), ["cut", "push", "isNext"], "{wrong}");
}

#[test]
fn a_parameter_takes_results_of_its_own_type() {
    let project = Folder::new();
    let class = "package rows;
         public class Row {
             int size;
             public int count() { return size; }
             public boolean isEmpty() { return size == 0; }
             public Row self() { return this; }
             public String word() { return \"\"; }
             public void put(int x) { }
             public void add(String x) { }
         }";
    compile(&project, "classes", &[], class, "Row");
    for (method, parameter, fits) in [
        ("put", "count", true),
        ("put", "isEmpty", false),
        ("put", "self", false),
        ("put", "word", false),
        ("add", "word", true),
        ("add", "count", false),
    ] {
        let text = format!(
            "@java(\"rows.Row\") one sig Row {{ size: Int }}
             generate Row for 1 {{
               size in 0 .. 1
               method count(): int method isEmpty(): boolean method self(): Row method word(): java.lang.String
               method {method}(x: result of {parameter})
             }}"
        );
        project.write("row.spec", &text);
        let output = project.fex(&["generate", "row.spec", "--classpath", "classes", "--out", "suite", "--quiet"]);
        let message = format!("no method `{method}` of class `rows.Row` takes these parameters");
        assert_eq!(output.code == Some(0), fits, "{method} {parameter}: {}", output.err);
        assert_eq!(output.err.contains(&message), !fits, "{method} {parameter}: {}", output.err);
    }
}

#[test]
fn calls_are_recorded_that_are_given_results_of_earlier_ones() {
    let project = Folder::new();
    compile(&project, "right", &[], &row(&[]), "Row");
    compile(&project, "wrong", &[], &row(&["cut", "push"]), "Row");
    let text = "
@java(\"row.Row\") one sig Row { first: lone Page }
@java(\"row.Row$Page\") sig Page { next: lone Page, mark: Int }
pred repOk[r: Row] { all p: r.first.*next | p not in p.^next }
generate Row satisfying repOk for 2 {
  mark in 0 .. 1
  method find(m: mark): Page
  method take(): Page
  method cut(p: result of find) { requires { some p } }
  method push(p: result of take)
}";
    project.write("row.spec", text);
    suite(&project, "row.spec", "tests", &[], &["--record"]);
    let recorded = java_files(&project.path("suite")).into_iter().find(|path| path.ends_with("RowRecordedTest.java"));
    let recorded = std::fs::read_to_string(recorded.expect("it is emitted")).expect("it can be read");
    assert!(recorded.contains("\"cut(find(0)) on ") && recorded.contains("\"push(take()) on "), "{recorded}");
    let [(passed, right), (wrong_passed, wrong)] =
        ["right", "wrong"].map(|classes| junit(&[project.path(classes), project.path("tests")]));
    assert!(passed, "{right}");
    let lost = |call: &str| wrong.lines().any(|line| line.contains(call) && line.contains("==> expected"));
    assert!(!wrong_passed && lost("cut(find(") && lost("push(take())"), "{wrong}");
}
