//! Inputs that are long and no more than that: chains, doubling calls, deep hierarchies, text that means nothing.
//!
//! Whoever descends into a long chain needs more than the stack of a test's thread, and what doubles forty times would not
//! end, so these tests count work, or end at all.

use crate::heaps::{self, EVERY_SHAPE};
use fex::circuit::{TranslationConfig, Wire};
use fex::diagnostic::{Diagnostic, SHOWN, Source, Span, Style, any_error, render};
use fex::fixture::{self, Options, java};
use fex::lower::{CommandOptions, check_commands, lower_command};
use fex::relational::{Evaluator, Problem, Violation};
use fex::resolve::{Module, Program, resolve};
use fex::syntax::{format, parse, print};

/// The module of a text, with all messages of `fex check`.
fn checked(text: &str) -> (Option<Module>, Vec<Diagnostic>) {
    let (program, mut messages) = Program::new(Source::new("test.spec", text));
    let (module, more) = resolve(&program);
    messages.extend(more);
    if let Some(module) = module.as_ref().filter(|_| !any_error(&messages)) {
        messages.extend(check_commands(module));
    }
    (module, messages)
}

/// The problem of the first command of a text without messages.
fn problem(text: &str) -> Problem {
    let (module, messages) = checked(text);
    assert!(messages.is_empty(), "{:?}", messages.first());
    let module = module.expect("a text without messages has a module");
    let run = lower_command(&module, &module.commands[0], CommandOptions::default());
    run.unwrap_or_else(|messages| panic!("{:?}", messages.first())).problem
}

/// Whether the instance with nothing in it but what has to be there satisfies the constraints; the evaluator and the
/// translation, which share no code, have to agree.
fn emptiness_satisfies(problem: &Problem) -> bool {
    let translation = fex::circuit::translate(problem, TranslationConfig::default()).expect("the problem is small");
    let values = translation.circuit.simulate(|_| false);
    let holds = |wire: &Wire| values[wire.node().index()] != wire.is_complement();
    let translated = translation.constraints.iter().all(holds);
    let empty = fex::circuit::instance(problem, &translation.inputs, |_| false);
    let evaluated = !matches!(Evaluator::new(problem).violation(&empty), Some(Violation::Constraint(_)));
    assert_eq!(translated, evaluated);
    evaluated
}

/// Runs a part in a thread with as much stack as tests have.
fn with_two_mebibytes(part: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(2 << 20).spawn_scoped(scope, part);
        thread.expect("a thread can be started").join().expect("the part does not panic");
    });
}

#[test]
fn a_chain_of_operators_is_no_nesting_however_long_it_is() {
    let long = 2_000;
    // What each chain says of an instance without atoms: `some A` is false, as often as not equal to itself, so an even
    // number of them is true under `iff`; the sum of so many ones has no value in four bits, so no comparison with it holds.
    for (link, last, holds) in [
        ("some A and ", "some A", false),
        ("no A && ", "no A", true),
        ("some A or ", "some A", false),
        ("some A iff ", "no A", true),
        ("no A => ", "some A", false),
        ("some A => no A else ", "no A", true),
        ("some f + ", "f", false),
        ("no f - ", "f", true),
        ("no f & ", "f", true),
        ("no f ++ ", "f", true),
        ("no A.", "f", true),
        ("no A <: ", "f", true),
        ("#A < 1 fun/add ", "1", false),
    ] {
        let (before, link) = match link.split_once(' ') {
            Some((word, rest)) if last == "f" || last == "1" => match last {
                "1" => ("#A < ", "1 fun/add "),
                _ => (&link[..=word.len()], rest),
            },
            _ => ("", link),
        };
        // In `A.f.f.f`, as in `f.f.f`, it is the left side that is deep.
        let repeated = link.replace("A.", "f.").repeat(long);
        let text = format!("sig A {{ f: set A }}\nrun {{ {before}{repeated}{last} }} for 2\n");
        with_two_mebibytes(|| {
            let source = Source::new("test.spec", &*text);
            let (file, messages) = parse(&source);
            assert!(messages.is_empty(), "{link}: {:?}", messages.first());
            // What is printed is the same chain, without parentheses, which would nest.
            assert!(parse(&Source::new("test.spec", print(&file))).0 == file, "{link}");
            assert!(format(&source).is_ok(), "{link}");
            assert_eq!(emptiness_satisfies(&problem(&text)), holds, "{link}");
        });
    }
}

#[test]
fn calls_that_double_from_one_predicate_to_the_next_are_lowered_once() {
    for (first, next) in [
        ("pred p0[x: A] { some x.f }", "pred p@[x: A] { p#[x] and p#[x] }"),
        ("pred p0[x: A] { some x.f }", "pred p@[x: A] { p#[x] and p#[x.f] }"),
        ("pred p0[x: A] { some x.f }", "pred p@[x: A] { p#[x] or not p#[x] }"),
        ("pred p0[x: A] { some x.f }", "pred p@[x: A] { p#[x] iff p#[x.f] }"),
        ("pred p0[x: A] { some x.f }", "pred p@[x: A] { p#[x] => p#[x] else p#[x.f] }"),
        // Here every call has a witness of its own, as long as these are few.
        ("pred p0[x: A] { some y: A | y in x.f }", "pred p@[x: A] { p#[x] and p#[x] }"),
    ] {
        let mut text = format!("sig A {{ f: set A }}\n{first}\n");
        for level in 1..=40 {
            let next = next.replace('@', &level.to_string()).replace('#', &(level - 1).to_string());
            text.push_str(&format!("{next}\n"));
        }
        text.push_str("run { some a: A | p40[a] } for 2\n");

        let problem = problem(&text);
        let (exprs, formulas, _) = problem.terms.counts();
        // Forty levels, of which each may meet forty different arguments.
        assert!(exprs + formulas < 20_000, "{next}: {exprs} expressions, {formulas} formulas");
        emptiness_satisfies(&problem);
    }
}

#[test]
fn calls_of_several_arguments_that_double_are_evaluated_once() {
    let mut text = "sig A { f: set A }\npred p0[x, y, z: A] { x + y + z in A }\n".to_owned();
    for level in 1..=40 {
        let before = level - 1;
        text.push_str(&format!("pred p{level}[x, y, z: A] {{ p{before}[x, y, z] and p{before}[y, z, x] }}\n"));
    }
    let problem = problem(&format!("{text}run {{ all x, y, z: A | p40[x, y, z] }} for exactly 2 A\n"));
    assert!(emptiness_satisfies(&problem), "every element is in `A`");
}

#[test]
fn macros_that_double_are_refused_when_they_are_too_many() {
    let mut text = "sig A { f: set A }\nlet m0[x] = x.f\n".to_owned();
    for level in 1..19 {
        text.push_str(&format!("let m{level}[x] = m{}[x] + m{}[x]\n", level - 1, level - 1));
    }
    let (_, messages) = checked(&format!("{text}run {{ some m18[A] }}\n"));
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(messages[0].message.contains("expands to more than"), "{messages:?}");
    let (_, messages) = checked(&format!("{text}run {{ some m8[A] }}\n"));
    assert!(!any_error(&messages), "{messages:?}");
}

#[test]
fn predicates_that_call_each_other_in_a_long_row_are_checked() {
    let mut text = "sig A {}\npred p0 { no A }\n".to_owned();
    (1..20_000).for_each(|level| text.push_str(&format!("pred p{level} {{ p{} }}\n", level - 1)));
    text.push_str("run { p19999 } for 2\n");
    with_two_mebibytes(|| assert!(emptiness_satisfies(&problem(&text))));
}

#[test]
fn a_circle_of_calls_is_reported_wherever_else_it_is_called_from() {
    let text = "pred a { b }\npred b { c }\npred c { d and b }\npred d { some univ }\n";
    let (_, messages) = checked(&format!("{text}run {{ a }} for 2\n"));
    assert_eq!(messages.iter().map(|message| &*message.message).collect::<Vec<_>>(), ["`b` calls itself through `c`"]);
}

#[test]
fn predicates_that_double_with_variables_of_their_own_are_refused_when_they_are_too_many() {
    for next in [
        "pred p@[x: A] { all y: x.f | p#[y] and p#[x] }",
        "pred p@[x: A] { some y: x.f | p#[y] and p#[x] }",
        "pred p@[x: A] { not (all y: x.f | p#[y] or p#[x]) }",
    ] {
        let mut text = "sig A { f: set A }\npred p0[x: A] { some x.f }\n".to_owned();
        for level in 1..=40 {
            let next = next.replace('@', &level.to_string()).replace('#', &(level - 1).to_string());
            text.push_str(&format!("{next}\n"));
        }
        let (_, messages) = checked(&format!("{text}run {{ all a: A | p40[a] }} for 2\n"));
        assert_eq!(messages.len(), 1, "{next}: {messages:?}");
        assert!(messages[0].message.starts_with("`p40` expands to more than"), "{next}: {messages:?}");
        let (_, messages) = checked(&format!("{text}run {{ all a: A | p6[a] }} for 2\n"));
        assert!(messages.is_empty(), "{next}: {messages:?}");
    }
}

#[test]
fn java_of_predicates_that_double_is_as_long_as_they_are() {
    for (param, next) in [
        // What follows a field may be nothing, so it is no single object that a method for one could take.
        ("Item", "p#[i.next] and p#[i.next.next]"),
        ("Item", "p#[i.next] or not p#[i]"),
        ("set Item", "p#[i + i.next] and p#[i]"),
    ] {
        let mut text = format!("{EVERY_SHAPE}pred p0[i: {param}] {{ some i.next.mark }}\n");
        for level in 1..=40 {
            let next = next.replace('#', &(level - 1).to_string());
            text.push_str(&format!("pred p{level}[i: {param}] {{ {next} }}\n"));
        }
        text.push_str("pred ok[b: Box] { p40[b.first] }\ngenerate Box satisfying ok for 2 {\n");
        text.push_str("  key in 0 .. 2\n  count in 0 .. 3\n  at index in 0 .. scope - 1\n}\n");
        let module = heaps::module("doubling", &text);
        let lowered = heaps::lowered(&module, &module.generates[0]);
        let suite = heaps::suite(&module, &module.generates[0], &lowered, &[], &text);
        let options = Options::default();
        assert!(java::omissions(&suite.schema, &options).is_empty(), "{next}");
        let emitted = fixture::emit(&suite, &options).unwrap_or_else(|errors| panic!("{errors:?}"));
        let length: usize = emitted.iter().map(|file| file.text.len()).sum();
        assert!(length < 300_000, "{next}: {length} bytes");
    }
}

#[test]
fn a_quantifier_of_many_variables_is_checked() {
    let names: Vec<String> = (0..20_000).map(|index| format!("v{index}")).collect();
    let used: Vec<String> = names.iter().map(|name| format!("some {name}")).collect();
    let text = format!("sig A {{}}\nrun {{ all {}: A | {} }} for 1\n", names.join(", "), used.join(" and "));
    with_two_mebibytes(|| assert!(checked(&text).1.is_empty()));
}

#[test]
fn levels_of_extends_may_be_many() {
    let mut text = "sig A0 {}\n".to_owned();
    (1..20_000).for_each(|level| text.push_str(&format!("sig A{level} extends A{} {{}}\n", level - 1)));
    let (program, messages) = Program::new(Source::new("test.spec", text));
    assert!(messages.is_empty());
    with_two_mebibytes(|| {
        let (module, messages) = resolve(&program);
        assert!(messages.is_empty(), "{:?}", messages.first());
        assert_eq!(module.expect("nothing is wrong").sigs.len(), 20_000);
    });
}

#[test]
fn children_may_be_declared_long_before_their_parents() {
    let mut text = String::new();
    (1..20_000).rev().for_each(|level| text.push_str(&format!("sig A{level} extends A{} {{}}\n", level - 1)));
    let (program, messages) = Program::new(Source::new("test.spec", format!("{text}sig A0 {{}}\nrun {{}} for 2\n")));
    assert!(messages.is_empty());
    with_two_mebibytes(|| {
        let module = resolve(&program).0.expect("nothing is wrong");
        assert!(check_commands(&module).is_empty());
    });
}

#[test]
fn braces_that_nobody_closes_are_shown_where_they_stand() {
    for open in ["fact {", "fact {\n", "sig A {", "{"] {
        let source = Source::new("test.spec", format!("fact {}", open.repeat(20_000)));
        let text = render(std::slice::from_ref(&source), &parse(&source).1, Style::Plain);
        assert!(text.len() < 200_000, "{open}: {} bytes", text.len());
    }
}

#[test]
fn a_run_of_characters_that_mean_nothing_is_one_message() {
    for (run, messages) in [("$".repeat(10_000), 2), ("$ ".repeat(10_000), 2), ("\u{20ac}".repeat(10_000), 1)] {
        let source = Source::new("test.spec", format!("sig A {{}}\n{run}\nsig B {{}}\n"));
        let (file, found) = parse(&source);
        // For a symbol of another language, the parser says what it expected in its place, too.
        assert_eq!(found.len(), messages, "{:?}", &found[..found.len().min(3)]);
        let text = render(&[source], &found, Style::Plain);
        assert!(text.len() < 2_000, "{} bytes: {}", text.len(), &text[..400]);
        assert!(!file.paragraphs.is_empty());
    }
}

#[test]
fn of_very_many_messages_some_are_shown_and_the_others_are_counted() {
    let lines = 3 * SHOWN;
    let source = Source::new("test.spec", format!("sig A {{ a: A }}\n{}", "fact { some b }\n".repeat(lines)));
    let (program, _) = Program::new(source.clone());
    let (_, mut messages) = resolve(&program);
    assert_eq!(messages.len(), lines);
    let text = render(std::slice::from_ref(&source), &messages, Style::Plain);
    assert_eq!(text.matches("error: `b` is not declared").count(), SHOWN);
    assert!(text.ends_with(&format!("{} more errors not shown\n\n", lines - SHOWN)), "{}", &text[text.len() - 200..]);
    // A warning gives way to errors, wherever it stands.
    messages.insert(0, Diagnostic::warning(messages[0].primary.span, "something suspicious"));
    let text = render(std::slice::from_ref(&source), &messages, Style::Plain);
    assert!(text.contains("more errors and 1 more warning not shown") && !text.contains("suspicious"));
}

#[test]
fn a_message_shows_its_own_lines_whatever_stands_around_them() {
    let (before, after) = ("x\n".repeat(7), "y\n".repeat(7));
    let text = format!("{before}one\ntwo\nthree\n{after}");
    let at = |word: &str| {
        let start = text.find(word).expect("the word is there");
        Span::new(start, start + word.len())
    };
    let diagnostic = Diagnostic::error(at("three"), "wrong").label("here").and(at("one"), "because of this");
    let shown = render(&[Source::new("test.spec", &*text)], &[diagnostic], Style::Plain);
    let lines: Vec<&str> = shown.lines().map(str::trim_end).collect();
    for line in ["  --> test.spec:10:1", " 8 | one", " 9 | two", "10 | three"] {
        assert!(lines.contains(&line), "{line}\n{shown}");
    }
    assert!(!shown.contains('x') && !shown.contains('y'), "{shown}");
    // The end of a text is a place, too, after its last line.
    for (text, line) in [("", 1), ("one", 1), ("one\n", 1), ("one\ntwo\n", 2)] {
        let end = Diagnostic::error(Span::new(text.len(), text.len()), "too short").label("it ends here");
        let shown = render(&[Source::new("test.spec", text)], &[end], Style::Plain);
        assert!(shown.contains(&format!("test.spec:{line}:")), "{shown}");
    }
}
