//! What there is to say of a suite that was written.

use crate::app::{Built, Edit, Proof, Recorded, Timing};
use crate::diagnostic::listed;
use itertools::Itertools;
use std::fmt::Write;
use std::path::PathBuf;

/// How many calls are named whose outcomes are not recorded.
const NAMED: usize = 5;

/// How its structures are built.
pub(super) fn built(built: Option<&Built>) -> String {
    let Some(built) = built else { return String::new() };
    let mut text = format!("  built  {} by public methods, {} by fields\n", built.calls, built.fields);
    for remark in built.remarks() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "    {remark}");
    }
    text
}

/// What was recorded.
pub(super) fn recorded(recorded: Option<&Recorded>) -> String {
    let Some(recorded) = recorded else { return String::new() };
    let Recorded::New { outcomes, methods, before, changing, ended } = recorded else {
        return match recorded {
            Recorded::Unchanged(count) => format!("  recorded  {count} outcomes, as they were\n"),
            _ => "  recorded  nothing: every method has a contract\n".to_owned(),
        };
    };
    let mut text = format!("  recorded  {outcomes} outcomes of {}", listed(methods.iter().map(String::as_str)));
    if *before > 0 {
        let _ = write!(text, ", and {before} as they were");
    }
    text.push('\n');
    for (calls, why) in [(changing, "do something else each time"), (ended, "end the JVM or do not return")] {
        if !calls.is_empty() {
            let more = if calls.len() > NAMED { format!(" and {} more", calls.len() - NAMED) } else { String::new() };
            let named = calls.iter().take(NAMED).join(", ");
            let _ = writeln!(text, "    not recorded, because they {why}: {named}{more}");
        }
    }
    text
}

/// What becomes of edits by hand, one a line.
pub(super) fn edits(edits: &[Edit]) -> String {
    edits.iter().map(|edit| format!("  edited  {edit}\n")).collect()
}

/// What became of the proof that no pair is missing.
pub(super) fn proof(proof: &Proof) -> String {
    let removed = |files: &[String]| match files {
        [] => String::new(),
        files => format!("  proof  removed, because it is not about this suite: {}\n", files.join(", ")),
    };
    match proof {
        Proof::None => String::new(),
        Proof::Checked { proved, files } => {
            let [formula, proof, map] = files.each_ref().map(|file| file.display());
            format!("  proof  {proved}, checked: {formula}, {proof}, {map}\n")
        }
        Proof::Stopped(files) => format!("  proof  INCOMPLETE: stopped before it was done\n{}", removed(files)),
        Proof::Removed(files) => removed(files),
    }
}

/// The folders that its files are in.
pub(super) fn folders(folders: &[PathBuf]) -> String {
    folders.iter().map(|folder| folder.display()).join(" and ")
}

/// `0.123 s (read 0.001, …)`.
pub(super) fn time(timing: &Timing) -> String {
    let stages = timing.stages.iter().map(|(stage, time)| format!("{stage} {:.3}", time.as_secs_f64())).join(", ");
    format!("{:.3} s ({stages})", timing.total.as_secs_f64())
}
