//! `fex solve` and `fex eval` as their users meet them.

use crate::cli::{Run, fex};

/// Writes a text and runs `fex` on it.
fn on_text(text: &str, before: &[&str], after: &[&str]) -> Run {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("given.spec");
    std::fs::write(&path, text).expect("the folder can be written");
    fex(&[before, &[path.to_str().expect("a plain path")], after].concat())
}

const COMMANDS: &str = "sig Node { next: lone Node }\n\
    show: run { some n: Node | n in n.next } for 2 expect 1\n\
    acyclic: check { no n: Node | n in n.^next } for 2\n\
    never: run { some n: Node | n not in Node } for 2 expect 0\n";

#[test]
fn solve_prints_an_object_for_each_command() {
    let run = on_text(COMMANDS, &["solve"], &["--format", "json", "--symmetry", "off", "--count", "1000"]);
    // The assertion has counterexamples.
    assert_eq!(run.code, Some(1), "{}", run.err);
    let objects: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect();
    let seen: Vec<_> =
        objects.iter().map(|object| (&object["command"], &object["verdict"], &object["count"])).collect();
    // The witness is a node that is its own next: of one node that exists, 2 ways; of two nodes, the first (or the
    // second) is, and the other has any of three values.
    let loops = 2 + 2 * 3;
    assert_eq!(seen[0], (&"show".into(), &"sat".into(), &loops.into()));
    assert_eq!(objects[0]["instances"].as_array().map(Vec::len), Some(loops));
    // A node may also be on the cycle of two.
    assert_eq!(seen[1], (&"acyclic".into(), &"sat".into(), &(loops + 2).into()));
    assert_eq!(seen[2], (&"never".into(), &"unsat".into(), &0.into()));
    assert_eq!(objects[0]["instances"][0]["$show_n"].as_array().map(Vec::len), Some(1));
}

#[test]
fn solve_names_atoms_and_witnesses_and_compares_expectations() {
    let run = on_text(COMMANDS, &["solve"], &["--command", "show"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("run show: an instance, as expected"), "{}", run.out);
    assert!(run.out.contains("Node       Node$0") || run.out.contains("Node  Node$0"), "{}", run.out);
    assert!(run.out.contains("$show_n"), "{}", run.out);
    let unexpected = on_text("sig A {}\nrun {} for 1 expect 0", &["solve"], &[]);
    assert_eq!(unexpected.code, Some(1));
    assert!(unexpected.out.contains("UNEXPECTED"), "{}", unexpected.out);
    let unknown = on_text(COMMANDS, &["solve"], &["--command", "shwo"]);
    assert_eq!(unknown.code, Some(2));
}

#[test]
fn eval_answers_in_the_instance_that_solve_shows() {
    let text = "sig A { f: set A }\nrun { one A and A in A.f } for 2";
    let run = on_text(text, &["eval"], &["A", "#f", "A$0 in A$0.f", "f.f"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(run.out, "A: {A$0}\n#f: {1}\nA$0 in A$0.f: true\nf.f: {A$0->A$0}\n");
}

#[test]
fn eval_shows_a_mistake_where_it_is_in_the_expression() {
    let text = "sig A { f: set A }\nrun { one A and A in A.f } for 2";
    for (expression, place, shown) in [
        ("A$0 in A$0.g", "<expression>:1:", "A$0 in A$0.g"),
        ("some a: B | a in A", "<expression>:1:9", "some a: B | a in A"),
        ("A +", "<expression>:1:", "A +"),
        ("A }", "<expression>:1:", "A }"),
    ] {
        let run = on_text(text, &["eval"], &["A", expression]);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{}", run.err);
        assert!(run.err.contains(place) && run.err.contains(shown), "{expression}: {}", run.err);
        assert!(!run.err.contains("fex_") && !run.err.contains("given.spec"), "{expression}: {}", run.err);
    }
}

#[test]
fn eval_takes_the_step_of_a_growing_scope_that_decides_the_command() {
    // A run shows the last step that has an instance, a check the first that has a counterexample: 2 of 0, 2, 4.
    for (text, expected) in [
        ("sig A {}\nrun { some A } for exactly 1..3 A", "#A: {3}\n"),
        ("sig A {}\nassert empty { no A }\ncheck empty for exactly 0..4:2 A", "#A: {2}\n"),
    ] {
        let run = on_text(text, &["eval"], &["#A"]);
        assert_eq!((run.code, run.out.as_str()), (Some(0), expected), "{}", run.err);
    }
}

#[test]
fn a_module_without_a_command_is_run_with_three_atoms_of_each_signature() {
    let run = on_text("sig A {} fact { #A > 2 }", &["solve"], &["--all"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.starts_with("run Default: 1 instance, all there are\n"), "{}", run.out);
    // Whoever generates structures asks for them.
    let run = on_text("one sig A {} pred ok[a: A] {} generate A satisfying ok for 1 {}", &["solve"], &[]);
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert!(run.err.contains("has no command"), "{}", run.err);
}

/// The numbers of an attribute, one for each element that has it.
fn numbers(picture: &str, element: &str, attribute: &str) -> Vec<f64> {
    let elements = picture.lines().filter(|line| line.starts_with(element));
    let value = |line: &str| {
        let after = line.split_once(&format!(" {attribute}=\"")).expect("the attribute is there").1;
        after.split('"').next().expect("it ends").parse().expect("a number")
    };
    elements.map(value).collect()
}

#[test]
fn a_picture_shows_every_atom_apart_and_names_witnesses() {
    let text = "sig Node { next: lone Node, mark: Int }\nsig Seen in Node {}\n\
                show: run { some disj n, m: Node | n.next = m and m.next = n and n.mark < m.mark and n in Seen }\
                 for exactly 3 Node, 3 Int";
    let run = on_text(text, &["solve"], &["--format", "svg"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let picture = &run.out;
    for shown in [">Node$0<", ">Node$1<", ">Node$2<", ">($show_n)<", ">($show_m)<", ">(Seen)<", ">next<", ">mark = "] {
        assert!(picture.contains(shown), "{shown}: {picture}");
    }
    // Three boxes within the paper, none of which covers another.
    let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| numbers(picture, "<rect class=\"c", name));
    assert_eq!(x.len(), 3, "{picture}");
    let (right, below) = (numbers(picture, "<svg", "width")[0], numbers(picture, "<svg", "height")[0]);
    for a in 0..3 {
        assert!(x[a] >= 0.0 && x[a] + width[a] <= right && y[a] >= 0.0 && y[a] + height[a] <= below, "{picture}");
        for b in 0..a {
            let apart =
                x[a] + width[a] < x[b] || x[b] + width[b] < x[a] || y[a] + height[a] < y[b] || y[b] + height[b] < y[a];
            assert!(apart, "{picture}");
        }
    }
}
