//! Properties of the parser and the printer, and fragments whose reading is easy to get wrong.

mod random_text;
pub mod random_tree;

use fex::diagnostic::{Diagnostic, Source, Style, render};
use fex::resolve::Program;
use fex::syntax::tree::{ExprKind, File, Paragraph};
use fex::syntax::{DEPTH_LIMIT, parse, print, print_expr};
use proptest::prelude::*;

fn parsed(text: &str) -> (File, Vec<Diagnostic>) {
    parse(&Source::new("test.spec", text))
}

fn parsed_without_messages(text: &str) -> File {
    let source = Source::new("test.spec", text);
    let (file, messages) = parse(&source);
    assert!(messages.is_empty(), "{text}\n{}", render(std::slice::from_ref(&source), &messages, Style::Plain));
    file
}

/// The only formula of a fact, printed: what was read, without the parentheses that are not needed.
fn read(formula: &str) -> String {
    let file = parsed_without_messages(&format!("fact {{ {formula} }}"));
    match &file.paragraphs[0] {
        Paragraph::Fact(fact) => match &fact.body.kind {
            ExprKind::Block(formulas) if formulas.len() == 1 => print_expr(&formulas[0]),
            other => panic!("`{formula}` was read as {other:?}"),
        },
        other => panic!("`{formula}` was read as {other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn printing_and_parsing_gives_the_same_tree(file in random_tree::file()) {
        let text = print(&file);
        let (read, messages) = parsed(&text);
        prop_assert!(messages.is_empty(), "{}\n{}", text, render(&[Source::new("random", &*text)], &messages, Style::Plain));
        prop_assert_eq!(&read, &file, "{}", text);
    }

    #[test]
    fn random_tokens_never_panic_and_every_place_lies_in_the_text(text in random_text::tokens()) {
        check_robustness(&text)?;
    }

    #[test]
    fn random_characters_never_panic(text in "\\PC{0,80}") {
        check_robustness(&text)?;
    }

    #[test]
    fn damaged_specifications_never_panic(text in random_text::damaged()) {
        check_robustness(&text)?;
    }
}

/// Parses, resolves, renders and prints; whatever the text is, nothing panics and places are valid.
fn check_robustness(text: &str) -> Result<(), TestCaseError> {
    let (program, mut messages) = Program::new(Source::new("random", text));
    let file = &program.files()[0];
    let (module, more) = fex::resolve::resolve(&program);
    prop_assert!(module.is_none() || !fex::diagnostic::any_error(&more));
    messages.extend(more);
    for message in &messages {
        prop_assert_eq!(&Source::of(program.sources(), message.primary.span).name, "random");
        // Other places may be in the standard modules.
        for label in std::iter::once(&message.primary).chain(&message.secondary) {
            prop_assert!(label.span.end as usize <= Source::of(program.sources(), label.span).text.len());
            prop_assert!(label.span.start <= label.span.end);
        }
        prop_assert!(!message.message.is_empty());
    }
    render(program.sources(), &messages, Style::Plain);
    print(file);
    Ok(())
}

#[test]
fn operators_bind_as_in_alloy() {
    let same = [
        ("a or b and c", "a or (b and c)"),
        ("a iff b or c", "(a iff b) or c"),
        ("a => b iff c", "(a => b) iff c"),
        ("a and b => c", "(a and b) => c"),
        ("a => b => c", "a => (b => c)"),
        ("a => b else c => d", "a => b else (c => d)"),
        ("a => b => c else d", "a => (b => c else d)"),
        ("not a in b", "not (a in b)"),
        ("no a + b = c", "(no (a + b)) = c"),
        ("a + b in c - d", "(a + b) in (c - d)"),
        ("a - b - c", "(a - b) - c"),
        ("# a + b = c", "((# a) + b) = c"),
        ("a ++ b & c = d", "(a ++ (b & c)) = d"),
        ("a & b -> c in d", "(a & (b -> c)) in d"),
        ("a -> b -> c in d", "(a -> (b -> c)) in d"),
        ("a <: b :> c in d", "(a <: (b :> c)) in d"),
        ("a -> b <: c in d", "(a -> (b <: c)) in d"),
        ("a.b[c].d in e", "(((a.b)[c]).d) in e"),
        ("some ~a.b", "some ((~a).b)"),
        ("some a.^b", "some (a.(^b))"),
        ("a != b", "not a = b"),
        ("a !in b", "a not in b"),
        ("a <= b", "a =< b"),
        ("a ! =< b", "a not =< b"),
        ("a::b in c", "a.b in c"),
        ("a in b in c", "(a in b) in c"),
        ("some a = b", "(some a) = b"),
        ("a + b fun/mul c = d", "(a + (b fun/mul c)) = d"),
        ("a fun/mul # b ++ c = d", "(a fun/mul (# (b ++ c))) = d"),
        ("a << b + c = d", "(a << (b + c)) = d"),
        ("a <: b :> c <: d in e", "((a <: (b :> c)) <: d) in e"),
        ("int a.b = c", "(int (a.b)) = c"),
        ("int a + b = c", "(int a) + b = c"),
        ("int[a] + a.int = a.sum", "(int[a]) + (a.int) = (a.sum)"),
        ("a fun / add b = c", "a fun/add b = c"),
        ("~a' in b", "((~a)') in b"),
        ("a.b' in c", "(a.(b')) in c"),
        ("not always a in b", "not (always (a in b))"),
        ("always a and b", "(always a) and b"),
        ("a and b until c", "a and (b until c)"),
        ("a since b since c", "(a since b) since c"),
        ("all x: A | a ; b", "(all x: A | a) ; b"),
        ("a ; b ; c", "a ; (b ; c)"),
        ("some x: A | a => some y: B | b and c", "some x: A | (a => (some y: B | (b and c)))"),
        ("a.let x = b | x.c in d", "a.(let x = b | ((x.c) in d))"),
        ("x.sum y: A | y.b in c", "x.(sum y: A | ((y.b) in c))"),
        ("all x: (one A) | b", "all x: one A | b"),
        ("all x: one A + B | b", "all x: one (A + B) | b"),
        ("all x: sum a, y: B | b", "all x: (sum a), y: B | b"),
        ("0x1F = 0b1_1111", "31 = 31"),
        ("0x01_FF = 511", "511 = 511"),
        ("some x: A | a and b", "some x: A | (a and b)"),
    ];
    for (short, long) in same {
        let expected = if short == "a != b" { read("a != b") } else { read(long) };
        assert_eq!(read(short), expected, "{short}");
    }
}

/// Alloy rejects each of these, too: the operand of a comparison or test is no quantifier, nor is a bound, `sum`, `int`
/// and `disj` need arguments, `#` does not stand below `++`, and of numbers only binary and hexadecimal ones may have
/// underscores.
#[test]
fn what_alloy_cannot_read_is_reported() {
    for formula in [
        "a in let x = b | x",
        "a = sum x: A | x",
        "some let x = b | x",
        "a -> some x: A | x",
        "a ++ # b in c",
        "~disj[a, b]",
        "sum in a",
        "1_000 = a",
        "0x123 = a",
        "0b = a",
        "0x_ = a",
        "all x | a",
        "all x: sum y: A | y | b",
    ] {
        let (_, messages) = parsed(&format!("fact {{ {formula} }}"));
        assert!(!messages.is_empty(), "{formula}");
    }
}

#[test]
fn every_form_of_a_paragraph_is_read() {
    let text = "module m/n[exactly A, B]\n\
        private open util/ordering[A] as o open x/y[seq/Int, String, univ, none, Int] open z[]\n\
        private var lone abstract sig C extends this/A { , var private disj f, g: disj seq A,, h = A + B, } { f = g }\n\
        some private sig D = A + univ {} sig E in seq/Int + B {}\n\
        private enum F { G, H }\n\
        fact \"in words\" { b\" = s\" } assert x { x\"y\"z = \"x\" }\n\
        let name[x, y] { x + y } private let other() = name[A, B] let third = { x: A | x in B }\n\
        private pred A.p { } pred univ.q(a, b: A, c = B,) { } private fun f[, x: A] : (one A) { x }\n\
        run p for 3 => check x for 4 but 5 Int, exactly 2 A, 4 seq, 3..5 B, 2..8:2 C, 1.. steps, 2:3 D expect 1\n\
        run label p for 5 int, 3 String\n\
        check label { some none } expect 0\n\
        label: run p for 3 label2: run p";
    let file = parsed_without_messages(text);
    let labels: Vec<Option<&str>> = file
        .paragraphs
        .iter()
        .filter_map(|paragraph| match paragraph {
            Paragraph::Command(command) => Some(command.label.as_ref().map(|label| label.text.as_str())),
            _ => None,
        })
        .collect();
    assert_eq!(labels, [None, Some("label"), Some("label"), Some("label"), Some("label2")]);
    assert_eq!(file.paragraphs.len(), 20);
    assert_eq!(parsed_without_messages(&print(&file)), file);
}

#[test]
fn a_quantifier_may_be_the_right_operand_of_any_operator() {
    assert_eq!(read("a and all x: A | b or c"), "a and (all x: A | b or c)");
    assert_eq!(read("a + let x = b | x + c in d"), read("a + (let x = b | ((x + c) in d))"));
    assert_eq!(read("not some x: A | b and c"), read("not (some x: A | (b and c))"));
}

#[test]
fn formulas_of_a_block_follow_each_other_without_separators() {
    let file = parsed_without_messages("fact { n not in n.^next  lone n.~next  no n.left & n.right  #a = 1 }");
    let Paragraph::Fact(fact) = &file.paragraphs[0] else { panic!("a fact was written") };
    let ExprKind::Block(formulas) = &fact.body.kind else { panic!("a block was written") };
    assert_eq!(formulas.len(), 4);
}

#[test]
fn comments_of_all_three_kinds_are_skipped() {
    let file = parsed_without_messages("// one\nsig A {} -- two\n/* three\n * lines */ sig B {}");
    assert_eq!(file.paragraphs.len(), 2);
}

#[test]
fn contextual_words_are_names_elsewhere() {
    parsed_without_messages(
        "sig method { generate, satisfying: lone method, requires, ensures, throws, when, old, result, index: Int }\n\
         fact { all scope: method | some scope.generate and scope.when = scope.old }",
    );
}

#[test]
fn java_methods_may_be_called_like_reserved_words() {
    let file = parsed_without_messages(
        "one sig List { at: Int } generate List { at in 0 .. scope method set(i: at) method all() method in(i: at) }",
    );
    let Paragraph::Generate(generate) = &file.paragraphs[1] else { panic!("a generate paragraph was written") };
    assert_eq!(generate.items.len(), 4);
}

#[test]
fn the_limit_of_nesting_is_reported_and_not_overrun() {
    let deep = 100_000;
    for text in [
        format!("fact {{ {}a{} }}", "(".repeat(deep), ")".repeat(deep)),
        format!("fact {{ {}a }}", "not ".repeat(deep)),
        format!("fact {{ some {}a }}", "~".repeat(deep)),
        format!("fact {{ {}a }}", "a => ".repeat(deep)),
        format!("fact {{ some a{} }}", " + a".repeat(deep)),
        format!("fact {{ some a{} }}", ".a".repeat(deep)),
        format!("fact {{ some a{} }}", "[a]".repeat(deep)),
        format!("fact {}", "{".repeat(deep)),
        format!("fact {{ {} }}", "all x: A | ".repeat(deep)),
    ] {
        let (_, messages) = parsed(&text);
        let refused = |message: &Diagnostic| message.message.contains("nested") || message.message.contains("in a row");
        assert!(messages.iter().any(refused), "{}…: {messages:?}", &text[..20],);
    }
    let fits = DEPTH_LIMIT as usize - 20;
    for text in [
        format!("sig A {{ f: A }} fact {{ some A{} }}", ".f".repeat(fits)),
        format!("sig A {{ f: A }} fact {{ {}some A }}", "not ".repeat(fits)),
        format!("sig A {{ f: A }} fact {{ {}some A }}", "all a: A | ".repeat(fits / 2)),
        format!("sig A {{ f: A }} fact {{ {}{} }}", "{ some A ".repeat(fits / 2), "}".repeat(fits / 2)),
    ] {
        let file = parsed_without_messages(&text);
        let (module, messages) = fex::resolve::resolve(&Program::new(Source::new("test.spec", &*text)).0);
        assert!(module.is_some(), "{messages:?}");
        parsed_without_messages(&print(&file));
    }
    parsed_without_messages(&format!("fact {{ some {}a{} }}", "(".repeat(fits), ")".repeat(fits)));
}

#[test]
fn one_run_reports_errors_of_several_paragraphs() {
    let (file, messages) = parsed(
        "sig A { f: lone }\n\
         pred p[a: A] {\n  a.f = = a\n  some a.f\n}\n\
         fun g: A { A\n\
         sig B { }\n",
    );
    assert_eq!(messages.len(), 3, "{messages:#?}");
    assert!(file.incomplete);
    assert!(
        file.paragraphs
            .iter()
            .any(|paragraph| matches!(paragraph, Paragraph::Signature(sig) if sig.names[0].text == "B"))
    );
}

#[test]
fn every_shipped_specification_resolves_without_messages_and_survives_printing() {
    for (name, text) in crate::specification::all() {
        let source = Source::new(name, text);
        let (file, mut messages) = parse(&source);
        let (module, more) = fex::resolve::resolve(&Program::new(source.clone()).0);
        messages.extend(more);
        assert!(messages.is_empty(), "{}", render(std::slice::from_ref(&source), &messages, Style::Plain));
        assert!(module.is_some());
        assert_eq!(parsed_without_messages(&print(&file)), file);
    }
}
