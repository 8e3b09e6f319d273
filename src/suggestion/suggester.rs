//! Goes through undetected transformations, class by class of the tests that reach them, and keeps the tests that hold.

use super::advice::Advice;
use super::author::Author;
use super::home::Search;
use super::job::{Done, Job, Setting};
use super::lineage::{Declared, top_level};
use super::outcome::{Missing, Refusal, Suggested};
use super::printed;
use super::probes::Telling;
use super::together;
use crate::classfile::{ClassName, Descriptor, MethodRef};
use crate::propagation::{Case, Diagnosis};
use crate::sequence::{self, Detecting, Detection, Limits, Outcome, Program, TestMethod, Wanted};
use crate::session::{Failure, LaunchId, in_turn};
use crate::source::{Edit, FileChange};
use crate::worker::Error;
use crate::worker::protocol::Unit;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// In how many classes of tests a test is looked for.
const CLASSES: usize = 3;

/// What is found so far.
#[derive(Default)]
struct Found {
    suggested: Suggested,
    /// What is inserted into each file.
    edits: BTreeMap<PathBuf, Edit>,
    /// The texts of new files, before that.
    new: BTreeMap<PathBuf, String>,
}

/// Looks for tests that detect undetected transformations, and that pass together.
pub fn suggest(setting: &Setting<'_>, diagnoses: &[Diagnosis], advice: &[Advice]) -> Result<Suggested, Failure> {
    let declared = Declared::of(setting.session, &setting.findings.suite);
    let mut open: Vec<(&Diagnosis, &Advice)> = diagnoses.iter().zip(advice).collect();
    let mut refused: BTreeMap<Case, Missing> = BTreeMap::new();
    loop {
        let mut suggested = suggested(setting, &declared, open.clone())?;
        let failing = together::failing(setting, &declared, &suggested)?;
        if failing.is_empty() {
            suggested.missing.extend(refused);
            return Ok(suggested);
        }
        open.retain(|(diagnosis, _)| !failing.contains(&diagnosis.case));
        refused.extend(failing.into_iter().map(|case| (case, Missing::Refused(Refusal::Together))));
    }
}

/// Tests for some transformations, each of which holds beside those in the same file.
fn suggested(
    setting: &Setting<'_>,
    declared: &Declared,
    mut open: Vec<(&Diagnosis, &Advice)>,
) -> Result<Suggested, Failure> {
    let mut found = Found::default();
    let count = open.len();
    for round in 0..CLASSES {
        let jobs = jobs(setting, declared, &open, round, &mut found);
        let done = AtomicUsize::new(found.detected());
        let results = in_turn(setting.session.execution.jobs, jobs, |job| {
            let step = ("tests", round, job.identity()?);
            let result = setting.steps.step(&step, || Author::look_around(setting, &job))?;
            let so_far = done.fetch_add(job.diagnoses.len(), Ordering::Relaxed) + job.diagnoses.len();
            (setting.progress)(so_far.min(count));
            Ok::<Done, Failure>(result)
        })?;
        let mut elsewhere = Vec::new();
        for mut done in results {
            elsewhere.push((done.path.clone(), std::mem::take(&mut done.elsewhere)));
            found.add(done);
        }
        open.retain(|(diagnosis, _)| !found.has(diagnosis.case));
        for (path, telling) in elsewhere {
            inherited(setting, declared, &open, &path, &telling, &mut found)?;
        }
        open.retain(|(diagnosis, _)| !found.has(diagnosis.case));
    }
    by_sequences(setting, declared, &open, &mut found)?;
    Ok(found.finished())
}

/// Writes new tests into classes that inherit tests from a file, where something tells programs apart in these classes only.
fn inherited(
    setting: &Setting<'_>,
    declared: &Declared,
    open: &[(&Diagnosis, &Advice)],
    path: &Path,
    telling: &[Telling],
    found: &mut Found,
) -> Result<(), Failure> {
    let classes: BTreeSet<&str> = telling.iter().filter_map(|one| one.only.as_deref()).map(top_level).collect();
    for class in classes {
        let telling: Vec<Telling> = telling
            .iter()
            .filter(|one| one.only.as_deref().is_some_and(|only| top_level(only) == class))
            .cloned()
            .collect();
        let tells = |diagnosis: &Diagnosis| telling.iter().any(|one| one.would_be.contains_key(&diagnosis.case));
        let diagnoses = open.iter().map(|(diagnosis, _)| *diagnosis);
        let diagnoses: Vec<&Diagnosis> = diagnoses.filter(|one| tells(one) && !found.has(one.case)).collect();
        let first = diagnoses.first().and_then(|one| one.tests.first());
        let (Some(first), Some(file)) = (first, setting.source(class).filter(|file| file != path)) else { continue };
        let launch = setting.findings.suite.tests[first.0].launch;
        let base = Job::new(path.to_owned(), launch, class.to_owned(), declared);
        let Ok(from) = base.file() else { continue };
        let mut job = Job::new(file, launch, class.to_owned(), declared);
        job.edit = found.edits.get(&job.path).cloned().unwrap_or_default();
        job.diagnoses = diagnoses;
        let step = ("inherited", job.identity()?, path, &telling);
        let write = || Author::write_inherited(setting, &job, &from, &telling);
        found.add(setting.steps.step(&step, write)?);
    }
    Ok(())
}

impl Found {
    fn detected(&self) -> usize {
        self.suggested.tests.iter().map(|test| test.detects.len()).sum()
    }

    fn has(&self, case: Case) -> bool {
        self.suggested.tests.iter().any(|test| test.detects.contains_key(&case))
    }

    fn add(&mut self, done: Done) {
        let Done { path, tests, missing, edit, .. } = done;
        self.suggested.tests.extend(tests);
        missing.into_iter().for_each(|(case, why)| self.lacks(case, why));
        self.edits.insert(path, edit);
    }

    /// Says why there is no test, unless more is known already.
    fn lacks(&mut self, case: Case, why: Missing) {
        let known = self.suggested.missing.remove(&case).unwrap_or_else(|| why.clone());
        self.suggested.missing.insert(case, known.or(why));
    }

    fn finished(self) -> Suggested {
        let detected: Vec<Case> = self.suggested.missing.keys().copied().filter(|case| self.has(*case)).collect();
        let Found { mut suggested, edits, new } = self;
        suggested.missing.retain(|case, _| !detected.contains(case));
        suggested.tests.sort_by(|one, other| (&one.file, &one.title).cmp(&(&other.file, &other.title)));
        for (path, edit) in edits {
            let is_new = new.contains_key(&path);
            let Some(text) = new.get(&path).cloned().or_else(|| fs::read_to_string(&path).ok()) else { continue };
            let after = edit.apply(&text);
            if after != text {
                suggested.files.insert(path, FileChange { old: (!is_new).then_some(text), new: after });
            }
        }
        suggested
    }
}

/// Searches for sequences of calls where no test has what it takes.
fn by_sequences(
    setting: &Setting<'_>,
    declared: &Declared,
    open: &[(&Diagnosis, &Advice)],
    found: &mut Found,
) -> Result<(), Failure> {
    if !setting.roots.iter().any(|root| root.is_dir()) {
        // There is no place for what may be found.
        return Ok(());
    }
    let (execution, suite) = (setting.session.execution, &setting.findings.suite);
    let mut launches: BTreeMap<LaunchId, Vec<&Diagnosis>> = BTreeMap::new();
    for (diagnosis, _) in open.iter() {
        if let Some(test) = diagnosis.tests.first() {
            launches.entry(suite.tests[test.0].launch).or_default().push(diagnosis);
        }
    }
    for (id, diagnoses) in launches {
        let launch = &execution.launches[id.0];
        let program = Program::read(launch).map_err(Error::from)?;
        let (diagnoses, wanted): (Vec<&Diagnosis>, Vec<Wanted>) =
            diagnoses.into_iter().filter_map(|diagnosis| Some((diagnosis, wanted(setting, diagnosis)?))).unzip();
        let outcomes = searched(setting, id, &program, &diagnoses, &wanted)?;
        let mut jobs: BTreeMap<PathBuf, (Job<'_>, Vec<&Detecting>)> = BTreeMap::new();
        for (diagnosis, outcome) in diagnoses.iter().zip(&outcomes) {
            match outcome {
                Outcome::Detecting(detecting) => {
                    let search = Search { setting, declared, launch: id };
                    let Some(mut job) = search.home(diagnosis, detecting, &mut found.new) else {
                        found.lacks(diagnosis.case, Missing::Homeless);
                        continue;
                    };
                    job.edit = found.edits.get(&job.path).cloned().unwrap_or_default();
                    let (job, sequences) = jobs.entry(job.path.clone()).or_insert((job, Vec::new()));
                    job.diagnoses.push(diagnosis);
                    sequences.push(detecting);
                }
                Outcome::Nothing { why, tries, stopped, left_out, .. } => {
                    let (why, sequences, stopped, left_out) = (*why, *tries, *stopped, left_out.clone());
                    found.lacks(diagnosis.case, Missing::Searched { why, sequences, stopped, left_out });
                }
            }
        }
        let done = in_turn(execution.jobs, jobs.into_values().collect(), |(job, sequences)| {
            let step = ("sequences", job.identity()?, &sequences);
            setting.steps.step(&step, || Author::write_sequences(setting, &job, &program, &sequences))
        });
        done?.into_iter().for_each(|done| found.add(done));
    }
    Ok(())
}

/// What the search for a sequence comes to for each of some transformations.
fn searched(
    setting: &Setting<'_>,
    launch: LaunchId,
    program: &Program,
    diagnoses: &[&Diagnosis],
    wanted: &[Wanted],
) -> Result<Vec<Outcome>, Failure> {
    let step = |place: usize| ("search", launch, diagnoses[place].case);
    let mut outcomes: Vec<Option<Outcome>> = (0..wanted.len()).map(|place| setting.steps.known(&step(place))).collect();
    let open: Vec<usize> = (0..wanted.len()).filter(|place| outcomes[*place].is_none()).collect();
    let left: Vec<Wanted> = open.iter().map(|place| wanted[*place].clone()).collect();
    let session = setting.session;
    let compiles = |found: &Detecting| Ok(printed::compiles(setting, launch, program, found)?);
    let (launch, guard) = (&session.execution.launches[launch.0], &session.features[0]);
    let found = |place: usize, outcome: &Outcome| Ok(setting.steps.keep(&step(open[place]), outcome)?);
    let (limits, jobs, jars) = (Limits::default(), session.execution.jobs, session.jars);
    let detection = Detection { program, launch, jars, guard, limits, jobs, compiles: &compiles, tell: &found };
    let searched = sequence::detect(&detection, &left)?;
    for (place, outcome) in open.into_iter().zip(searched) {
        outcomes[place] = Some(outcome);
    }
    Ok(outcomes.into_iter().map(|outcome| outcome.expect("what was not known was searched for")).collect())
}

fn wanted(setting: &Setting<'_>, diagnosis: &Diagnosis) -> Option<Wanted> {
    let method = &setting.findings.methods[diagnosis.case.finding].method;
    let descriptor = Descriptor::parse(&method.descriptor)?;
    let method = MethodRef { owner: ClassName::internal(&method.class), name: method.name.as_str().into(), descriptor };
    let units = diagnosis.tests.iter().map(|test| &setting.findings.suite.tests[test.0].unit);
    let test = |unit: &Unit| TestMethod { class: ClassName::binary(&unit.class), name: unit.method().to_owned() };
    let mut tests: Vec<TestMethod> = Vec::new();
    for test in units.map(test) {
        // Those with parameters run several times.
        if !tests.contains(&test) {
            tests.push(test);
        }
    }
    Some(Wanted { method, change: (diagnosis.case.method, diagnosis.case.body), tests })
}

/// The classes to look into in a round: of each transformation, the next one that declares tests which reach it.
fn jobs<'d>(
    setting: &Setting<'_>,
    declared: &'d Declared,
    open: &[(&'d Diagnosis, &'d Advice)],
    round: usize,
    found: &mut Found,
) -> Vec<Job<'d>> {
    let mut jobs: BTreeMap<PathBuf, Job<'_>> = BTreeMap::new();
    for (diagnosis, advice) in open {
        let mut classes: Vec<(LaunchId, String)> = Vec::new();
        for test in diagnosis.tests.iter().filter(|test| !diagnosis.failing.contains(test)) {
            let launch = setting.findings.suite.tests[test.0].launch;
            let class = (launch, top_level(&declared.name(*test).class).to_owned());
            if !classes.iter().any(|(_, other)| *other == class.1) {
                classes.push(class);
            }
        }
        let is_failing = classes.is_empty();
        let mut known =
            classes.into_iter().filter_map(|(launch, class)| Some((setting.source(&class)?, launch, class)));
        match known.nth(round) {
            Some((path, launch, class)) => {
                let edit = found.edits.get(&path).cloned().unwrap_or_default();
                let new = Job { edit, ..Job::new(path.clone(), launch, class, declared) };
                let job = jobs.entry(path).or_insert(new);
                job.observed.extend(&advice.observed);
                job.diagnoses.push(diagnosis);
            }
            None if round > 0 => {}
            None if is_failing => found.lacks(diagnosis.case, Missing::Failing),
            None => found.lacks(diagnosis.case, Missing::NoSource),
        }
    }
    jobs.into_values().collect()
}
