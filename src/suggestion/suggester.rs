//! Goes through undetected transformations, class by class of the tests that reach them, and keeps the tests that hold.

use super::advice::Advice;
use super::expressions::{Expression, Origin, Scene};
use super::inquiry::Observed;
use super::outcome::{Missing, NewTest, Suggested, Way};
use super::probes::{Evaluation, Probe, Telling, of_tests};
use super::trial::{Compiler, TestName, Trial};
use super::words;
use super::writing::{Candidate, Writer};
use crate::classfile::ClassPath;
use crate::extreme::{Findings, Method as Target};
use crate::propagation::{Case, Diagnosis, Symptom};
use crate::session::{Failure, How, LaunchId, NewOutcome, Session, in_threads, locked};
use crate::source::{Edit, FileChange, JavaFile, Method, Statement};
use crate::worker::Error;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// In how many classes of tests a test is looked for.
const CLASSES: usize = 3;

/// How many of the tests of a class that reach a method are looked into.
const TESTS: usize = 6;

/// How many candidates of a class are tried for each transformation.
const TRIES: usize = 4;

/// What tests are made from.
pub struct Setting<'s> {
    /// How tests run; their workers can replace methods, and do nothing else.
    pub session: Session<'s>,
    /// What was judged.
    pub findings: &'s Findings,
    /// The folders with the sources of the tests.
    pub roots: &'s [PathBuf],
    /// What compiles them.
    pub compiler: Compiler<'s>,
    /// Told how many transformations are done.
    pub progress: &'s (dyn Fn(usize) + Sync),
}

/// A class of tests to look into: where its source is, how it runs, and what none of its tests detects.
struct Job<'d> {
    path: PathBuf,
    launch: LaunchId,
    class: String,
    diagnoses: Vec<&'d Diagnosis>,
    /// What objects that the tests hold tell of that.
    observed: Vec<&'d Observed>,
    /// What was inserted before.
    edit: Edit,
}

/// What came of a class.
struct Done {
    path: PathBuf,
    tests: Vec<NewTest>,
    missing: BTreeMap<Case, Missing>,
    edit: Edit,
}

/// Looks for tests that detect undetected transformations.
pub fn suggest(setting: &Setting<'_>, diagnoses: &[Diagnosis], advice: &[Advice]) -> Result<Suggested, Failure> {
    let mut suggested = Suggested::default();
    let mut edits: BTreeMap<PathBuf, Edit> = BTreeMap::new();
    let mut open: Vec<(&Diagnosis, &Advice)> = diagnoses.iter().zip(advice).collect();
    for round in 0..CLASSES {
        let jobs = jobs(setting, &open, round, &edits, &mut suggested.missing);
        let (queue, done) = (Mutex::new(jobs), AtomicUsize::new(0));
        let threads = setting.session.execution.jobs.clamp(1, locked(&queue).len().max(1));
        let results = in_threads(0..threads, |_| {
            let mut all = Vec::new();
            loop {
                let Some(job) = locked(&queue).pop() else { return Ok(all) };
                let of_class = AtWork::of_class(setting, &job)?;
                all.push(of_class);
                let count = done.fetch_add(job.diagnoses.len(), Ordering::Relaxed) + job.diagnoses.len();
                (setting.progress)((count + suggested.tests.len()).min(diagnoses.len()));
            }
        });
        let results: Vec<Result<Vec<Done>, Failure>> = results;
        for result in results {
            for Done { path, tests, missing, edit } in result? {
                suggested.tests.extend(tests);
                for (case, why) in missing {
                    let known = suggested.missing.entry(case).or_insert(why);
                    *known = (*known).max(why);
                }
                edits.insert(path, edit);
            }
        }
        open.retain(|(diagnosis, _)| !suggested.tests.iter().any(|test| test.detects.contains_key(&diagnosis.case)));
    }
    let is_missing = |case: &Case| !suggested.tests.iter().any(|test| test.detects.contains_key(case));
    suggested.missing.retain(|case, _| is_missing(case));
    suggested.tests.sort_by(|one, other| (&one.file, &one.title).cmp(&(&other.file, &other.title)));
    for (path, edit) in edits {
        let Ok(old) = fs::read_to_string(&path) else { continue };
        let new = edit.apply(&old);
        if new != old {
            suggested.files.insert(path, FileChange { old: Some(old), new });
        }
    }
    Ok(suggested)
}

/// The classes to look into in a round: of each transformation, the next one whose tests reach it.
fn jobs<'d>(
    setting: &Setting<'_>,
    open: &[(&'d Diagnosis, &'d Advice)],
    round: usize,
    edits: &BTreeMap<PathBuf, Edit>,
    missing: &mut BTreeMap<Case, Missing>,
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
        let source = |class: &str| {
            let file = format!("{}.java", class.replace('.', "/"));
            setting.roots.iter().map(|root| root.join(&file)).find(|path| path.is_file())
        };
        let mut known = classes.into_iter().filter_map(|(launch, class)| Some((source(&class)?, launch, class)));
        match known.nth(round) {
            Some((path, launch, class)) => {
                let edit = edits.get(&path).cloned().unwrap_or_default();
                let job = jobs.entry(path.clone()).or_insert(Job {
                    path,
                    launch,
                    class,
                    diagnoses: Vec::new(),
                    observed: Vec::new(),
                    edit,
                });
                job.observed.extend(&advice.observed);
                job.diagnoses.push(diagnosis);
            }
            None if round == 0 => drop(missing.insert(diagnosis.case, Missing::NoSource)),
            None => {}
        }
    }
    jobs.into_values().collect()
}

fn top_level(class: &str) -> &str {
    // The unnamed class of a file may begin with it.
    class.find('$').filter(|at| *at > 0).map_or(class, |at| &class[..at])
}

/// A class of tests that is being looked into.
struct AtWork<'w, 's> {
    setting: &'w Setting<'s>,
    file: &'w JavaFile,
    job: &'w Job<'w>,
    trial: Trial<'s>,
    /// The tests of the class that pass as they are.
    passing: BTreeSet<TestName>,
    /// What is inserted so far.
    edit: Edit,
    /// The names of tests that were written.
    names: BTreeSet<String>,
    tests: Vec<NewTest>,
}

impl<'w, 's> AtWork<'w, 's> {
    fn of_class(setting: &'w Setting<'s>, job: &'w Job<'w>) -> Result<Done, Failure> {
        let all = |why: Missing| job.diagnoses.iter().map(|diagnosis| (diagnosis.case, why)).collect();
        let none = |why| Done { path: job.path.clone(), tests: Vec::new(), missing: all(why), edit: job.edit.clone() };
        let Ok(text) = fs::read_to_string(&job.path) else { return Ok(none(Missing::Uneditable)) };
        let Ok(file) = JavaFile::parse(text) else { return Ok(none(Missing::Uneditable)) };
        let suite = &setting.findings.suite;
        let of_class =
            suite.tests.iter().filter(|test| test.launch == job.launch && top_level(&test.unit.class) == job.class);
        let mut work = AtWork {
            setting,
            file: &file,
            job,
            trial: Trial::new(setting.session, job.launch, &job.class).map_err(Error::from)?,
            passing: of_class.map(|test| name(&test.unit.class, &test.unit.name)).collect(),
            edit: job.edit.clone(),
            names: BTreeSet::new(),
            tests: Vec::new(),
        };
        let missing = work.look()?;
        Ok(Done { path: job.path.clone(), tests: work.tests, missing, edit: work.edit })
    }

    /// Looks for tests, and returns why there are none for some.
    fn look(&mut self) -> Result<BTreeMap<Case, Missing>, Failure> {
        let cases: Vec<(Case, BTreeSet<TestName>)> =
            self.job.diagnoses.iter().map(|diagnosis| (diagnosis.case, self.reaching(diagnosis))).collect();
        let probes = self.probes(&cases);
        let mut evaluation =
            Evaluation { trial: &mut self.trial, compiler: self.setting.compiler, file: self.file, cases: &cases };
        let (telling, tried) = evaluation.telling(&probes)?;
        let mut open: BTreeSet<Case> = cases.iter().map(|(case, _)| *case).collect();
        self.choose(&telling, &mut open)?;
        let why = |case: &Case| match telling.iter().any(|one| one.would_be.contains_key(case)) {
            true => Missing::Unsteady,
            false => Missing::Alike { expressions: tried.get(case).copied().unwrap_or_default() },
        };
        Ok(open.into_iter().map(|case| (case, why(&case))).collect())
    }

    /// The first tests of the class that reach a method; and where none of them has the state that it takes, others.
    fn reaching(&self, diagnosis: &Diagnosis) -> BTreeSet<TestName> {
        let suite = &self.setting.findings.suite;
        let tests = diagnosis.tests.iter().filter(|test| !diagnosis.failing.contains(test));
        let units = tests.map(|test| &suite.tests[test.0].unit);
        let own = units.filter(|unit| top_level(&unit.class) == self.job.class);
        let mut tests: BTreeSet<TestName> = own.map(|unit| name(&unit.class, &unit.name)).take(TESTS).collect();
        if diagnosis.symptom != Ok(Symptom::WeakOracle) {
            let others = self.passing.iter().filter(|test| !tests.contains(test)).cloned();
            tests.extend(others.take(TESTS.saturating_sub(tests.len())).collect::<Vec<_>>());
        }
        tests
    }

    /// The expressions of all tests that reach something.
    fn probes(&self, cases: &[(Case, BTreeSet<TestName>)]) -> Vec<Probe> {
        let methods = &self.setting.findings.methods;
        let targets: Vec<&Target> = cases.iter().map(|(case, _)| &methods[case.finding].method).collect();
        let own = &self.setting.session.execution.launches[self.job.launch.0].own;
        let class_path = std::env::join_paths(own).ok().and_then(|path| ClassPath::open(path.to_str()?).ok());
        let classes = class_path.unwrap_or_default();
        let tests: BTreeSet<&TestName> = cases.iter().flat_map(|(_, tests)| tests).collect();
        let mut probes: Vec<Probe> = self.job.observed.iter().filter_map(|one| self.observed(one)).collect();
        for class in &self.file.classes {
            let scene = Scene { file: self.file, class, classes: &classes, targets: &targets };
            let of_class = tests.iter().filter(|test| test.class == class.binary);
            let methods: Vec<&Method> = of_class.filter_map(|test| class.method(&test.method, None)).collect();
            for probe in of_tests(&scene, &methods) {
                if !probes.contains(&probe) {
                    probes.push(probe);
                }
            }
        }
        probes
    }

    /// What an object tells, as an expression after the statement after which it does.
    fn observed(&self, observed: &Observed) -> Option<Probe> {
        let unit = &self.setting.findings.suite.tests[observed.test.0].unit;
        let test = name(&unit.class, &unit.name);
        if observed.class.replace('/', ".") != test.class || observed.method != test.method {
            return None;
        }
        let line = observed.line as usize;
        let statements = &self.file.class(&test.class)?.method(&test.method, Some(line))?.statements;
        let holds = |statement: &Statement| (statement.lines.0..=statement.lines.1).contains(&line);
        let statement = statements.iter().rposition(|one| one.is_followable && holds(one))?;
        let called = observed.chain.last().map(|member| member.name.clone());
        let text = words::expression(observed);
        Some(Probe {
            test,
            statement,
            expression: Expression { origin: Origin::Observer, constants: 0, text, called, is_changing: false },
        })
    }

    /// Tries what tells programs apart: first what tells most of those that are open, and of that what a reviewer prefers.
    fn choose(&mut self, telling: &[Telling], open: &mut BTreeSet<Case>) -> Result<(), Failure> {
        let mut left: Vec<&Telling> = telling.iter().collect();
        let mut tries = TRIES * open.len();
        while tries > 0 && !open.is_empty() {
            let detected = |one: &Telling| one.would_be.keys().filter(|case| open.contains(case)).count();
            left.retain(|one| detected(one) > 0);
            let best =
                left.iter().enumerate().min_by_key(|(_, one)| (std::cmp::Reverse(detected(one)), self.rank(one, open)));
            let Some(best) = best.map(|(place, _)| place) else { break };
            let telling = left.remove(best);
            tries -= 1;
            if let Some(test) = self.tried(telling, open)? {
                open.retain(|case| !test.detects.contains_key(case));
                self.tests.push(test);
            } else {
                // The same at other places is hardly better.
                left.retain(|one| {
                    one.probe.expression != telling.probe.expression || one.probe.test != telling.probe.test
                });
            }
        }
        Ok(())
    }

    /// What a reviewer prefers: an assertion in a test to another test, the nearest test, something simple to something long, and in a
    /// test its end.
    fn rank(&self, telling: &Telling, open: &BTreeSet<Case>) -> (Way, Origin, usize, usize, usize, usize, usize) {
        let Telling { probe, .. } = telling;
        let statement = self.statement(probe);
        let depth = statement.map_or(0, |statement| statement.depth);
        let way = self.way(telling, open);
        let place = if way == Way::Assertion { usize::MAX - probe.statement } else { probe.statement };
        let Expression { origin, constants, text, .. } = &probe.expression;
        (way, *origin, *constants, self.nearness(telling), text.len(), depth, place)
    }

    /// The place of the test of an expression among those that reach what it tells of, the likeliest to be about that first.
    fn nearness(&self, telling: &Telling) -> usize {
        let tests = &self.setting.findings.suite.tests;
        let of = |diagnosis: &Diagnosis| {
            diagnosis.tests.iter().position(|test| {
                let unit = &tests[test.0].unit;
                name(&unit.class, &unit.name) == telling.probe.test
            })
        };
        let told = self.job.diagnoses.iter().filter(|diagnosis| telling.would_be.contains_key(&diagnosis.case));
        told.filter_map(|diagnosis| of(diagnosis)).min().unwrap_or(usize::MAX)
    }

    fn statement(&self, probe: &Probe) -> Option<&Statement> {
        self.file.class(&probe.test.class)?.method(&probe.test.method, None)?.statements.get(probe.statement)
    }

    /// Whether an assertion belongs into the test itself: it is about what the test is about.
    fn way(&self, telling: &Telling, open: &BTreeSet<Case>) -> Way {
        let expression = &telling.probe.expression;
        let of_open =
            |diagnosis: &&&Diagnosis| open.contains(&diagnosis.case) && telling.would_be.contains_key(&diagnosis.case);
        let is_about = self.job.diagnoses.iter().filter(of_open).any(|diagnosis| {
            let method = &self.setting.findings.methods[diagnosis.case.finding].method;
            diagnosis.symptom == Ok(Symptom::WeakOracle) || expression.called.as_ref() != Some(&method.name)
        });
        match expression.origin {
            Origin::Variable | Origin::Repeated => Way::Assertion,
            Origin::Observer if is_about && telling.is_at_hand() => Way::Assertion,
            _ => Way::Variation,
        }
    }

    /// Writes a test and tries it out.
    fn tried(&mut self, telling: &Telling, open: &BTreeSet<Case>) -> Result<Option<NewTest>, Failure> {
        let Some(class) = self.file.class(&telling.probe.test.class) else { return Ok(None) };
        let Some(method) = class.method(&telling.probe.test.method, None) else { return Ok(None) };
        let writer = Writer { file: self.file, class, method };
        let shorter = match self.way(telling, open) {
            Way::Variation => self.shorter(&writer, telling)?,
            Way::Assertion => None,
        };
        let candidate = match shorter {
            Some(shorter) => shorter,
            None => match writer.assertion(telling) {
                Some(candidate) => candidate,
                None => return Ok(None),
            },
        };
        let Some(work) = self.passes(&candidate)? else { return Ok(None) };
        // What it was not written for, it may detect, too.
        let mut detects = BTreeMap::new();
        for case in open {
            let how = self.trial.detects(&candidate.test, (case.method, case.body), work)?;
            detects.extend(how.map(|how: How| (*case, how)));
        }
        if detects.is_empty() || !self.trial.is_sound(&candidate.test, &self.passing)? {
            return Ok(None);
        }
        self.edit = self.edit.and(&candidate.edit);
        if candidate.way == Way::Variation {
            self.names.insert(candidate.test.method.clone());
            self.passing.insert(candidate.test.clone());
        }
        let simple = candidate.test.class.rsplit('.').next().unwrap_or_default();
        Ok(Some(NewTest {
            way: candidate.way,
            title: format!("{simple}.{}", candidate.test.method),
            assertion: candidate.assertion,
            file: self.job.path.clone(),
            change: FileChange { old: Some(self.file.text.clone()), new: candidate.edit.apply(&self.file.text) },
            added: candidate.edit.added(&self.file.text),
            detects,
        }))
    }

    /// The shortest test with an assertion that passes, and detects all that the assertion is about.
    fn shorter(&mut self, writer: &Writer<'_>, telling: &Telling) -> Result<Option<Candidate>, Failure> {
        let Some(mut kept) = writer.beginning(telling) else { return Ok(None) };
        let written = |kept: &[usize], names: &BTreeSet<String>| {
            writer.variation(telling, kept, &writer.name(telling, kept, names))
        };
        let Some(mut candidate) = written(&kept, &self.names) else { return Ok(None) };
        if !self.detects_all(&candidate, telling)? {
            return Ok(None);
        }
        for number in kept.clone().into_iter().rev() {
            let without: Vec<usize> = kept.iter().copied().filter(|other| *other != number).collect();
            let Some(smaller) = written(&without, &self.names) else { continue };
            // What declares a name that is used later cannot go, and no compiler has to say that.
            let declared = writer.method.statements.get(number).map(|statement| &statement.declares);
            let is_used = declared.into_iter().flatten().any(|named| {
                let later = without.iter().filter_map(|other| writer.method.statements.get(*other));
                later
                    .flat_map(|statement| &statement.words)
                    .chain([&telling.probe.expression.text])
                    .any(|text| text.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == named.name))
            });
            if !is_used && self.detects_all(&smaller, telling)? {
                (kept, candidate) = (without, smaller);
            }
        }
        Ok(Some(candidate))
    }

    fn detects_all(&mut self, candidate: &Candidate, telling: &Telling) -> Result<bool, Failure> {
        let Some(work) = self.passes(candidate)? else { return Ok(false) };
        for case in telling.would_be.keys() {
            if self.trial.detects(&candidate.test, (case.method, case.body), work)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a candidate compiles and passes on the unchanged program; its work if it does.
    fn passes(&mut self, candidate: &Candidate) -> Result<Option<u64>, Failure> {
        let text = self.edit.and(&candidate.edit).apply(&self.file.text);
        let complaints = self.trial.compile(self.setting.compiler, &text, &[]).map_err(Error::from)?;
        if !complaints.is_empty() {
            return Ok(None);
        }
        Ok(match self.trial.run(&candidate.test, None)? {
            NewOutcome::Passed { work } => Some(work),
            _ => None,
        })
    }
}

/// A test by the binary name of its class and its name.
fn name(class: &str, method: &str) -> TestName {
    let method = method.split(['(', ' ']).next().unwrap_or_default();
    TestName { class: class.to_owned(), method: method.to_owned() }
}
