//! Goes through undetected transformations, class by class of the tests that reach them, and keeps the tests that hold.

use super::advice::Advice;
use super::author::{Author, Done, Job, Setting, top_level};
use super::outcome::{Missing, Suggested};
use crate::classfile::{ClassName, Descriptor, MethodRef};
use crate::java::names::upper_camel;
use crate::propagation::{Case, Diagnosis};
use crate::sequence::{self, Detecting, Limits, Outcome, Program, Wanted};
use crate::session::{Failure, LaunchId, in_threads, locked};
use crate::source::{Edit, FileChange};
use crate::worker::Error;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
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

/// Looks for tests that detect undetected transformations.
pub fn suggest(setting: &Setting<'_>, diagnoses: &[Diagnosis], advice: &[Advice]) -> Result<Suggested, Failure> {
    let mut found = Found::default();
    let mut open: Vec<(&Diagnosis, &Advice)> = diagnoses.iter().zip(advice).collect();
    for round in 0..CLASSES {
        let jobs = jobs(setting, &open, round, &mut found);
        let (queue, done) = (Mutex::new(jobs), AtomicUsize::new(found.detected()));
        let threads = setting.session.execution.jobs.clamp(1, locked(&queue).len().max(1));
        let results: Vec<Result<Vec<Done>, Failure>> = in_threads(0..threads, |_| {
            let mut all = Vec::new();
            loop {
                let Some(job) = locked(&queue).pop() else { return Ok(all) };
                all.push(Author::look_around(setting, &job)?);
                let count = done.fetch_add(job.diagnoses.len(), Ordering::Relaxed) + job.diagnoses.len();
                (setting.progress)(count.min(diagnoses.len()));
            }
        });
        for result in results {
            result?.into_iter().for_each(|done| found.add(done));
        }
        open.retain(|(diagnosis, _)| !found.has(diagnosis.case));
    }
    by_sequences(setting, &open, &mut found)?;
    Ok(found.finished())
}

impl Found {
    fn detected(&self) -> usize {
        self.suggested.tests.iter().map(|test| test.detects.len()).sum()
    }

    fn has(&self, case: Case) -> bool {
        self.suggested.tests.iter().any(|test| test.detects.contains_key(&case))
    }

    fn add(&mut self, done: Done) {
        let Done { path, tests, missing, edit } = done;
        self.suggested.tests.extend(tests);
        for (case, why) in missing {
            let known = self.suggested.missing.entry(case).or_insert(why);
            if why.weight() > known.weight() {
                *known = why;
            }
        }
        self.edits.insert(path, edit);
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
fn by_sequences(setting: &Setting<'_>, open: &[(&Diagnosis, &Advice)], found: &mut Found) -> Result<(), Failure> {
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
        let (jars, guard) = (setting.session.jars, &setting.session.features[0]);
        let outcomes = sequence::detect(&program, launch, jars, guard, &wanted, Limits::default(), &|_| {})?;
        let mut jobs: BTreeMap<PathBuf, (Job<'_>, Vec<&Detecting>)> = BTreeMap::new();
        for (diagnosis, outcome) in diagnoses.iter().zip(&outcomes) {
            match outcome {
                Outcome::Detecting(detecting) => {
                    let Some(job) = home(setting, id, diagnosis, detecting, found) else { continue };
                    let (job, sequences) = jobs.entry(job.path.clone()).or_insert((job, Vec::new()));
                    job.diagnoses.push(diagnosis);
                    sequences.push(detecting);
                }
                Outcome::Nothing { why, tries, .. } => {
                    let why = Missing::Searched { why: *why, sequences: *tries };
                    found.suggested.missing.insert(diagnosis.case, why);
                }
            }
        }
        for (job, sequences) in jobs.into_values() {
            found.add(Author::write_sequences(setting, &job, &program, &sequences)?);
        }
    }
    Ok(())
}

fn wanted(setting: &Setting<'_>, diagnosis: &Diagnosis) -> Option<Wanted> {
    let method = &setting.findings.methods[diagnosis.case.finding].method;
    let descriptor = Descriptor::parse(&method.descriptor)?;
    let method = MethodRef { owner: ClassName::internal(&method.class), name: method.name.as_str().into(), descriptor };
    Some(Wanted { method, change: (diagnosis.case.method, diagnosis.case.body) })
}

/// The class of tests for a new test: the nearest one of the package that can be edited, else one of its own.
fn home<'d>(
    setting: &Setting<'_>,
    launch: LaunchId,
    diagnosis: &Diagnosis,
    detecting: &Detecting,
    found: &mut Found,
) -> Option<Job<'d>> {
    let package = detecting.package.replace('/', ".");
    let job = |path: PathBuf, class: String, new: Option<String>, found: &Found| Job {
        edit: found.edits.get(&path).cloned().unwrap_or_default(),
        path,
        new,
        launch,
        class,
        diagnoses: Vec::new(),
        observed: Vec::new(),
    };
    let is_near = |class: &str| class.rsplit_once('.').map_or("", |(package, _)| package) == package;
    let units = diagnosis.tests.iter().map(|test| &setting.findings.suite.tests[test.0].unit);
    for class in units.map(|unit| top_level(&unit.class)).filter(|class| is_near(class)) {
        let Some(path) = setting.source(class) else { continue };
        let job = job(path, class.to_owned(), None, found);
        if job.file().is_some_and(|file| file.class(class).is_some()) {
            return Some(job);
        }
    }
    let root = setting.roots.iter().find(|root| root.is_dir())?;
    let simple = upper_camel(detecting.target.owner.simple());
    let folder = root.join(package.replace('.', "/"));
    let names = ["Test", "FexTest"].map(|ending| format!("{simple}{ending}"));
    let is_free = |name: &&String| ["java", "kt"].iter().all(|kind| !folder.join(format!("{name}.{kind}")).exists());
    let name = names.iter().find(is_free)?;
    let path = folder.join(format!("{name}.java"));
    let (head, class) = match package.as_str() {
        "" => (String::new(), name.clone()),
        package => (format!("package {package};\n\n"), format!("{package}.{name}")),
    };
    let text = format!("{head}public class {name} {{\n}}\n");
    found.new.insert(path.clone(), text.clone());
    Some(job(path, class, Some(text), found))
}

/// The classes to look into in a round: of each transformation, the next one whose tests reach it.
fn jobs<'d>(
    setting: &Setting<'_>,
    open: &[(&'d Diagnosis, &'d Advice)],
    round: usize,
    found: &mut Found,
) -> Vec<Job<'d>> {
    let mut jobs: BTreeMap<PathBuf, Job<'_>> = BTreeMap::new();
    for (diagnosis, advice) in open {
        let mut classes: Vec<(LaunchId, String)> = Vec::new();
        for test in diagnosis.tests.iter().filter(|test| !diagnosis.failing.contains(test)) {
            let test = &setting.findings.suite.tests[test.0];
            let class = (test.launch, top_level(&test.unit.class).to_owned());
            if !classes.iter().any(|(_, other)| *other == class.1) {
                classes.push(class);
            }
        }
        let mut known =
            classes.into_iter().filter_map(|(launch, class)| Some((setting.source(&class)?, launch, class)));
        match known.nth(round) {
            Some((path, launch, class)) => {
                let edit = found.edits.get(&path).cloned().unwrap_or_default();
                let job = jobs.entry(path.clone()).or_insert(Job {
                    path,
                    new: None,
                    launch,
                    class,
                    diagnoses: Vec::new(),
                    observed: Vec::new(),
                    edit,
                });
                job.observed.extend(&advice.observed);
                job.diagnoses.push(diagnosis);
            }
            None if round == 0 => drop(found.suggested.missing.insert(diagnosis.case, Missing::NoSource)),
            None => {}
        }
    }
    jobs.into_values().collect()
}
