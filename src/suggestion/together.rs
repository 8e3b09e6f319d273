//! All tests that were written, and the whole suite with them: what holds in one file may fail where others are new, too.

use super::job::Setting;
use super::lineage::{Declared, test_name};
use super::outcome::Suggested;
use super::trial::Trial;
use crate::propagation::Case;
use crate::session::{Failure, LaunchId};
use crate::unit::Digest;
use crate::worker::Error;
use std::collections::BTreeSet;
use std::path::Path;

/// The transformations for which a test was written that fails where all others are there.
pub fn failing(setting: &Setting<'_>, declared: &Declared, suggested: &Suggested) -> Result<BTreeSet<Case>, Failure> {
    let mut failing = BTreeSet::new();
    let texts: Vec<(String, &str)> = suggested
        .files
        .iter()
        .filter_map(|(path, change)| Some((below(setting, path)?, change.new.as_str())))
        .collect();
    let Some(((first, text), others)) = texts.split_first() else { return Ok(failing) };
    let others: Vec<(&str, &str)> = others.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    let class = |path: &str| path.trim_end_matches(".java").replace('/', ".");
    let launches: BTreeSet<LaunchId> = setting.findings.suite.tests.iter().map(|test| test.launch).collect();
    for launch in launches {
        let running = setting.running(launch).into_iter().map(str::to_owned);
        let classes = running.chain(texts.iter().map(|(path, _)| class(path))).collect();
        let step = ("together", launch, Digest::of_bytes(format!("{texts:?}").as_bytes()));
        let run = || {
            let trial = Trial::new(setting.session, launch, &class(first), declared, BTreeSet::new());
            let trial = trial.map_err(Error::from)?;
            let complaints = trial.compile(setting.compiler, text, &others).map_err(Error::from)?;
            // Tests of another launch need not compile here.
            if complaints.is_empty() { trial.failing(&classes) } else { Ok(Vec::new()) }
        };
        let failed: Vec<(String, String)> = setting.steps.step(&step, run)?;
        let titles: BTreeSet<String> = failed.iter().map(|(class, name)| test_name(class, name).title()).collect();
        let tests = suggested.tests.iter().filter(|test| titles.contains(&test.title));
        failing.extend(tests.flat_map(|test| test.detects.keys()));
    }
    Ok(failing)
}

/// The path of a source of Java below the folder of its root package.
fn below(setting: &Setting<'_>, path: &Path) -> Option<String> {
    let below = setting.roots.iter().find_map(|root| path.strip_prefix(root).ok())?;
    let parts: Vec<String> = below.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    Some(parts.join("/")).filter(|path| path.ends_with(".java"))
}
