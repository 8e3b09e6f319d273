//! Growing scopes and chained commands.

use std::io::Write;

use super::fex;
use super::judge::{Judge, Options, Verdict};

/// Signatures, predicates and assertions that the commands are about.
const MODULE: &str = "sig A {}\npred any { some A }\npred three { #A = 3 }\npred empty { no A }\n\
                      assert small { no A }\nassert few { #A < 3 }\n";

#[test]
fn growing_scopes_and_chains_have_alloys_verdicts() {
    let mut judge = Judge::default();
    for (command, expected) in [
        // A check goes on until it finds a counterexample, or the scope has no further step.
        ("check few for 0..2 A", Verdict::Unsat),
        ("check few for 1..5:2 A", Verdict::Sat),
        ("check few for 1..2:3 A", Verdict::Unsat),
        ("check few for 1:2 A", Verdict::Sat),
        // A run ends where there is no instance; what came before counts.
        ("run any for 0..2 A", Verdict::Unsat),
        ("run empty for 2 => check small for 2", Verdict::Sat),
        ("check small for 2 => run empty for 2", Verdict::Sat),
        ("run three for 2 => run empty for 2", Verdict::Unsat),
    ] {
        let mut file = tempfile::Builder::new().suffix(".als").tempfile().expect("a temporary file can be made");
        writeln!(file, "{MODULE}{command}").expect("a temporary file can be written");
        let alloy = judge.solve(file.path(), 0, Options::default()).verdict;
        let (solved, complaints) = fex::solve(file.path(), &[]);
        let verdicts: Vec<Verdict> = solved.iter().map(|solved| solved.verdict).collect();
        assert_eq!((alloy, verdicts), (expected, vec![expected]), "{command}: {complaints}");
    }
}

/// Alloy 6.2.0 has the same verdict, but ends with a null pointer when it is asked for another instance.
#[test]
fn a_run_with_a_growing_scope_shows_the_greatest_instances() {
    let mut file = tempfile::Builder::new().suffix(".als").tempfile().expect("a temporary file can be made");
    writeln!(file, "{MODULE}run any for exactly 1..3 A").expect("a temporary file can be written");
    assert_eq!(Judge::default().solve(file.path(), 0, Options::default()).verdict, Verdict::Sat);
    let (solved, _) = fex::solve(file.path(), &["--all", "--symmetry", "off"]);
    // Of exactly three atoms all are there.
    assert_eq!((solved[0].verdict, solved[0].count), (Verdict::Sat, 1));
}
