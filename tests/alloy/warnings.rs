//! What Alloy warns of in its own models, fex warns of in the same lines.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use super::judge::{Judge, ModuleCommand};
use super::models;

/// A line of a model.
type Line = (String, u32);

/// What fex alone warns of: the author adds 1 to a number with `+`, which in Alloy 6 is the union of two sets of
/// integers, so that the fact says something else than he meant.
const BEYOND_ALLOY: &[(&str, u32)] = &[("examples/algorithms/peterson.als", 19)];

/// The lines that fex warns of when it checks a model.
fn warnings_of_fex(model: &Path) -> BTreeSet<Line> {
    let output = Command::new(env!("CARGO_BIN_EXE_fex")).arg("check").arg(model).output().expect("fex can be run");
    let printed = String::from_utf8(output.stderr).expect("messages are text");
    let lines: Vec<&str> = printed.lines().collect();
    let places = lines.windows(2).filter(|pair| pair[0].starts_with("warning: ")).map(|pair| {
        let place = pair[1].trim_start().strip_prefix("--> ").expect("a warning has its place below");
        let mut parts = place.rsplitn(3, ':').skip(1);
        let line = parts.next().and_then(|line| line.parse().ok()).expect("a place has its line");
        (within_models(Path::new(parts.next().expect("a place has its file"))), line)
    });
    places.collect()
}

/// A file's path within the folder of models, which messages may shorten.
fn within_models(file: &Path) -> String {
    let name = file.display().to_string();
    models::all().into_iter().find(|model| name.ends_with(model)).unwrap_or(name)
}

#[test]
fn fex_warns_of_what_alloy_warns_of_in_its_models() {
    let mut judge = Judge::default();
    let (mut alloy, mut fex) = (BTreeSet::new(), BTreeSet::new());
    for model in models::all() {
        let file = models::folder().join(&model);
        let read = judge.read(&file);
        // Alloy warns of what changes in other words; nothing is compared there.
        if read.commands.iter().any(|ModuleCommand { temporal, .. }| *temporal) {
            continue;
        }
        alloy.extend(read.warnings.iter().map(|warning| (within_models(Path::new(&warning.file)), warning.line)));
        fex.extend(warnings_of_fex(&file));
    }
    assert!(!alloy.is_empty(), "there is something to compare");
    alloy.extend(BEYOND_ALLOY.iter().map(|(model, line)| ((*model).to_owned(), *line)));
    assert_eq!(fex, alloy);
}
