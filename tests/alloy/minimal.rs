//! Small models, one for each way to write something, on which Alloy and fex are asked side by side.

use std::io::Write;

use super::fex;
use super::judge::{Judge, Options, Verdict};

/// The models about whose command Alloy and fex disagree. Both count all labellings where nothing changes over time, so that
/// what something means shows in the count; of traces they give the verdict.
pub fn disagreements(models: &[&str], scope: &str) -> Vec<String> {
    let mut judge = Judge::default();
    let mut disagreements = Vec::new();
    for model in models {
        let scope = if model.contains(" for ") { "" } else { scope };
        let text = format!("{model} {scope}\n");
        let mut file = tempfile::Builder::new().suffix(".als").tempfile().expect("a temporary file can be made");
        file.write_all(text.as_bytes()).expect("a temporary file can be written");
        let read = judge.read(file.path());
        let temporal = read.commands.iter().any(|command| command.temporal);
        let count = if temporal { 0 } else { 5_000 };
        let options = Options { symmetry: 0, count, temporal, ..Options::default() };
        let alloy = (read.error.is_none()).then(|| judge.solve(file.path(), 0, options));
        let alloy =
            alloy.filter(|answer| answer.verdict != Verdict::Error).map(|answer| (answer.verdict, answer.count));
        let found: &[&str] = if temporal { &[] } else { &["--all"] };
        let (solved, complaints) = fex::solve(file.path(), &[found, &["--symmetry", "off"]].concat());
        let fex = solved.first().map(|solved| (solved.verdict, if temporal { 0 } else { solved.count }));
        if alloy != fex {
            disagreements.push(format!("{model}: Alloy {alloy:?}, fex {fex:?}\n{complaints}"));
        }
    }
    disagreements
}
