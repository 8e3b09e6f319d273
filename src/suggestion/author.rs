//! Writes into one class of tests, and keeps what holds.

use super::expressions::{Expression, Origin, Scene, inherited};
use super::inquiry::Observed;
use super::job::{Done, Job, Setting};
use super::lineage::{TestName, top_level};
use super::outcome::{Missing, NewTest, Refusal, Way};
use super::probes::{Evaluated, Evaluation, Probe, Telling, of_tests};
use super::trial::{Ran, Trial, Works};
use super::words;
use super::writing::{Candidate, Writer, added};
use crate::extreme::Method as Target;
use crate::propagation::{Case, Diagnosis, Symptom};
use crate::sequence::{Detecting, Program};
use crate::session::{Failure, How};
use crate::source::{Edit, FileChange, JavaFile, Method, Statement};
use crate::worker::Error;
use std::collections::{BTreeMap, BTreeSet};

/// How many of the tests of a class that reach a method are looked into.
const TESTS: usize = 6;

/// How many candidates of a class are tried for each transformation.
const TRIES: usize = 4;

/// Writes into one class of tests.
pub struct Author<'w, 's> {
    setting: &'w Setting<'s>,
    file: &'w JavaFile,
    job: &'w Job<'w>,
    trial: Trial<'w>,
    /// What is inserted so far.
    edit: Edit,
    /// The names of tests that were written.
    names: BTreeSet<String>,
    /// The tests that hold and that there was not before.
    new: Vec<TestName>,
    tests: Vec<NewTest>,
    /// Why what was written does not count.
    refused: BTreeMap<Case, Missing>,
    /// Whether the whole suite runs after each test that is written.
    is_careful: bool,
}

impl<'w, 's> Author<'w, 's> {
    /// Looks for tests by what the tests of the class can name.
    pub fn look_around(setting: &'w Setting<'s>, job: &'w Job<'w>) -> Result<Done, Failure> {
        Author::writes(setting, job, |mut author| {
            let (missing, elsewhere) = author.look()?;
            Ok(author.done(missing, elsewhere))
        })
    }

    /// Writes sequences of calls as new tests; those that are detected meanwhile need none. None of the tests breaks one elsewhere in the
    /// suite that runs after it.
    pub fn write_sequences(
        setting: &'w Setting<'s>,
        job: &'w Job<'w>,
        program: &Program,
        sequences: &[&Detecting],
    ) -> Result<Done, Failure> {
        let write = |one_by_one: bool| {
            let mut is_harmless = true;
            let done = Author::writes(setting, job, |mut author| {
                author.is_careful = one_by_one;
                let mut open: BTreeSet<Case> = job.diagnoses.iter().map(|diagnosis| diagnosis.case).collect();
                for (diagnosis, detecting) in job.diagnoses.iter().zip(sequences) {
                    if !open.contains(&diagnosis.case) {
                        continue;
                    }
                    let written = author.sequence(program, detecting);
                    author.count(written, &mut open, &[diagnosis.case])?;
                }
                is_harmless = one_by_one || author.are_harmless()?;
                Ok(author.done(BTreeMap::new(), Vec::new()))
            })?;
            Ok((done, is_harmless))
        };
        let (done, is_harmless) = write(false)?;
        if is_harmless { Ok(done) } else { write(true).map(|(done, _)| done) }
    }

    /// Writes into a class what tells programs apart in tests that it inherits from a class of another file.
    pub fn write_inherited(
        setting: &'w Setting<'s>,
        job: &'w Job<'w>,
        from: &JavaFile,
        telling: &[Telling],
    ) -> Result<Done, Failure> {
        Author::writes(setting, job, |mut author| {
            let mut open: BTreeSet<Case> = job.diagnoses.iter().map(|diagnosis| diagnosis.case).collect();
            for telling in telling.iter().filter(|one| one.only.is_some()).take(TRIES * open.len()) {
                let cases: Vec<Case> = telling.would_be.keys().filter(|case| open.contains(case)).copied().collect();
                let class = telling.only.as_deref().and_then(|only| author.file.class(only));
                let above = from.class(&telling.probe.test.class);
                let method = above.and_then(|above| above.method(&telling.probe.test.method, None));
                let (Some(class), Some(above), Some(method)) = (class, above, method) else { continue };
                if cases.is_empty() {
                    continue;
                }
                let writer = Writer { file: from, class: above, method, into: Some((author.file, class)) };
                let written = author.shorter(&writer, telling)?;
                author.count(written, &mut open, &cases)?;
            }
            Ok(author.done(BTreeMap::new(), Vec::new()))
        })
    }

    /// Has somebody write into the source of a class, if it can be edited.
    fn writes(
        setting: &Setting<'s>,
        job: &Job<'_>,
        write: impl FnOnce(Author<'_, 's>) -> Result<Done, Failure>,
    ) -> Result<Done, Failure> {
        match job.file() {
            Ok(file) => write(Author::new(setting, job, &file)?),
            Err(why) => Ok(job.without(&Missing::Uneditable(why))),
        }
    }

    fn done(self, mut missing: BTreeMap<Case, Missing>, elsewhere: Vec<Telling>) -> Done {
        for (case, why) in self.refused {
            let known = missing.remove(&case).unwrap_or_else(|| why.clone());
            missing.insert(case, known.or(why));
        }
        missing.retain(|case, _| !self.tests.iter().any(|test| test.detects.contains_key(case)));
        Done { path: self.job.path.clone(), tests: self.tests, missing, edit: self.edit, elsewhere }
    }

    fn new(setting: &'w Setting<'s>, job: &'w Job<'w>, file: &'w JavaFile) -> Result<Author<'w, 's>, Failure> {
        let (session, suite) = (setting.session, &setting.findings.suite);
        let trial = Trial::of_suite(session, suite, job.launch, &job.class, job.declared).map_err(Error::from)?;
        let (edit, tests) = (job.edit.clone(), Vec::new());
        // What was inserted before has names, too.
        let edited = JavaFile::parse(edit.apply(&file.text)).ok();
        let methods = edited.into_iter().flat_map(|edited| edited.classes).flat_map(|class| class.methods);
        let names = methods.map(|method| method.name).collect();
        let (new, refused, is_careful) = (Vec::new(), BTreeMap::new(), false);
        Ok(Author { setting, file, job, trial, edit, names, new, tests, refused, is_careful })
    }

    /// Looks for tests; returns why there are none for some, and what tells programs apart in one inheriting class only.
    fn look(&mut self) -> Result<(BTreeMap<Case, Missing>, Vec<Telling>), Failure> {
        let cases: Vec<(Case, BTreeSet<TestName>)> =
            self.job.diagnoses.iter().map(|diagnosis| (diagnosis.case, self.reaching(diagnosis))).collect();
        let probes = self.probes(&cases);
        let mut evaluation =
            Evaluation { trial: &mut self.trial, compiler: self.setting.compiler, file: self.file, cases: &cases };
        let evaluated = evaluation.evaluated(&probes)?;
        let mut open: BTreeSet<Case> = cases.iter().map(|(case, _)| *case).collect();
        let common: Vec<&Telling> = evaluated.telling.iter().filter(|one| one.only.is_none()).collect();
        self.choose(common, &mut open)?;
        let left = cases.iter().filter(|(case, _)| open.contains(case));
        let missing = left.map(|(case, tests)| (*case, evaluated.missing(*case, tests))).collect();
        let elsewhere = evaluated.telling.into_iter().filter(|one| one.only.is_some()).collect();
        Ok((missing, elsewhere))
    }

    /// The first tests of the class that reach a method; and where none of them has the state that it takes, others.
    fn reaching(&self, diagnosis: &Diagnosis) -> BTreeSet<TestName> {
        let reaching = diagnosis.tests.iter().filter(|test| !diagnosis.failing.contains(test));
        let reaching = reaching.map(|test| self.job.declared.name(*test));
        let is_own = |test: &TestName| top_level(&test.class) == self.job.class;
        let mut tests: BTreeSet<TestName> = BTreeSet::new();
        for test in reaching.filter(|test| is_own(test)) {
            if tests.len() < TESTS {
                tests.insert(test.clone());
            }
        }
        if diagnosis.symptom != Ok(Symptom::WeakOracle) {
            let passing = self.trial.passing().iter();
            let others: Vec<TestName> = passing.filter(|test| is_own(test) && !tests.contains(test)).cloned().collect();
            tests.extend(others.into_iter().take(TESTS.saturating_sub(tests.len())));
        }
        tests
    }

    /// The expressions of all tests that reach something.
    fn probes(&self, cases: &[(Case, BTreeSet<TestName>)]) -> Vec<Probe> {
        let methods = &self.setting.findings.methods;
        let targets: Vec<&Target> = cases.iter().map(|(case, _)| &methods[case.finding].method).collect();
        let classes = self.setting.class_path(self.job.launch);
        let tests: BTreeSet<&TestName> = cases.iter().flat_map(|(_, tests)| tests).collect();
        let mut probes: Vec<Probe> = self.job.observed.iter().filter_map(|one| self.observed(one)).collect();
        for class in &self.file.classes {
            let inherited = inherited(&classes, &class.binary);
            let scene = Scene { file: self.file, class, classes: &classes, targets: &targets, inherited };
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
        let test = self.job.declared.name(observed.test).clone();
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
    fn choose(&mut self, mut left: Vec<&Telling>, open: &mut BTreeSet<Case>) -> Result<(), Failure> {
        let mut tries = TRIES * open.len();
        while tries > 0 && !open.is_empty() {
            let detected = |one: &Telling| one.would_be.keys().filter(|case| open.contains(case)).count();
            left.retain(|one| detected(one) > 0);
            let best =
                left.iter().enumerate().min_by_key(|(_, one)| (std::cmp::Reverse(detected(one)), self.rank(one, open)));
            let Some(best) = best.map(|(place, _)| place) else { break };
            let telling = left.remove(best);
            tries -= 1;
            let cases: Vec<Case> = telling.would_be.keys().filter(|case| open.contains(case)).copied().collect();
            let written = self.tried(telling, open)?;
            if !self.count(written, open, &cases)? {
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
        let is_it = |test: &_| *self.job.declared.name(*test) == telling.probe.test;
        let of = |diagnosis: &Diagnosis| diagnosis.tests.iter().position(is_it);
        let told = self.job.diagnoses.iter().filter(|diagnosis| telling.would_be.contains_key(&diagnosis.case));
        told.copied().filter_map(of).min().unwrap_or(usize::MAX)
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

    /// Writes a test for what tells programs apart.
    fn tried(&mut self, telling: &Telling, open: &BTreeSet<Case>) -> Result<Result<Candidate, Refusal>, Failure> {
        let class = self.file.class(&telling.probe.test.class);
        let method = class.and_then(|class| class.method(&telling.probe.test.method, None));
        let (Some(class), Some(method)) = (class, method) else { return Ok(Err(Refusal::Unwritten)) };
        let writer = Writer { file: self.file, class, method, into: None };
        if self.way(telling, open) == Way::Variation
            && let Ok(shorter) = self.shorter(&writer, telling)?
        {
            return Ok(Ok(shorter));
        }
        Ok(writer.assertion(telling).ok_or(Refusal::Unwritten))
    }

    /// Keeps a candidate if it holds; else why it does not, for the cases that it was written for. Says whether it holds.
    fn count(
        &mut self,
        candidate: Result<Candidate, Refusal>,
        open: &mut BTreeSet<Case>,
        cases: &[Case],
    ) -> Result<bool, Failure> {
        let accepted = match candidate {
            Ok(candidate) => self.accepted(candidate, open)?,
            Err(refusal) => Err(refusal),
        };
        match accepted {
            Ok(test) => {
                open.retain(|case| !test.detects.contains_key(case));
                self.tests.push(test);
                Ok(true)
            }
            Err(refusal) => {
                let why = Missing::Refused(refusal);
                for case in cases {
                    let known = self.refused.remove(case).unwrap_or_else(|| why.clone());
                    self.refused.insert(*case, known.or(why.clone()));
                }
                Ok(false)
            }
        }
    }

    /// A candidate as a test, if it holds.
    fn accepted(&mut self, candidate: Candidate, open: &BTreeSet<Case>) -> Result<Result<NewTest, Refusal>, Failure> {
        let works = match self.passes(&candidate)? {
            Ok(works) => works,
            Err(refusal) => return Ok(Err(refusal)),
        };
        // What it was not written for, it may detect, too.
        let mut detects = BTreeMap::new();
        for case in open {
            let how = self.trial.detects(&candidate.test, (case.method, case.body), &works)?;
            detects.extend(how.map(|how: How| (*case, how)));
        }
        if detects.is_empty() {
            return Ok(Err(Refusal::Alike));
        }
        if self.is_of_this_machine(&candidate) {
            return Ok(Err(Refusal::OfThisMachine));
        }
        if let Err(refusal) = self.trial.is_sound(&candidate.test)? {
            return Ok(Err(refusal));
        }
        if self.is_careful
            && let Some(other) = self.trial.broken_by(std::slice::from_ref(&candidate.test), &self.classes())?
        {
            return Ok(Err(Refusal::BreaksOther(other.title())));
        }
        self.edit = self.edit.and(&candidate.edit);
        if candidate.way != Way::Assertion {
            self.names.insert(candidate.test.method.clone());
            self.trial.keep(&candidate.test);
            self.new.push(candidate.test.clone());
        }
        Ok(Ok(NewTest {
            way: candidate.way,
            title: candidate.test.title(),
            assertion: candidate.assertion,
            file: self.job.path.clone(),
            change: FileChange {
                old: self.job.new.is_none().then(|| self.file.text.clone()),
                new: candidate.edit.apply(&self.file.text),
            },
            added: candidate.edit.added(&self.file.text),
            detects,
        }))
    }

    /// The top-level classes whose tests are started with those of this one, and itself.
    fn classes(&self) -> BTreeSet<String> {
        let running = self.setting.running(self.job.launch);
        running.into_iter().chain([self.job.class.as_str()]).map(str::to_owned).collect()
    }

    /// Whether no test of the suite fails because of what the new tests leave behind.
    fn are_harmless(&self) -> Result<bool, Failure> {
        Ok(self.new.is_empty() || self.trial.broken_by(&self.new, &self.classes())?.is_none())
    }

    /// Whether a candidate says where something is on this machine.
    fn is_of_this_machine(&self, candidate: &Candidate) -> bool {
        let settings = &self.setting.session.execution.launches[self.job.launch.0].settings;
        let folders =
            settings.class_path.iter().filter_map(|entry| entry.parent()).chain([settings.directory.as_path()]);
        let mut folders =
            folders.filter(|folder| folder.components().count() > 2).map(|folder| folder.to_string_lossy());
        let added = candidate.edit.added(&self.file.text);
        let lines = || added.iter().flat_map(|(_, lines)| lines);
        folders.any(|folder| lines().any(|line| line.contains(&*folder)))
    }

    /// A sequence of calls as a test of the class.
    fn sequence(&self, program: &Program, detecting: &Detecting) -> Result<Candidate, Refusal> {
        let class = self.file.class(&self.job.class).ok_or(Refusal::Unwritten)?;
        let dialect = class.methods.iter().find_map(|method| self.file.dialect(class, method));
        let dialect = self.job.dialect.or(dialect).unwrap_or_else(|| self.setting.dialect(self.job.launch));
        added(self.file, class, program, detecting, dialect, &self.edit, &self.names).ok_or(Refusal::Unwritten)
    }

    /// The shortest test with an assertion that passes, and detects all that the assertion is about.
    fn shorter(&mut self, writer: &Writer<'_>, telling: &Telling) -> Result<Result<Candidate, Refusal>, Failure> {
        let Some(mut kept) = writer.beginning(telling) else { return Ok(Err(Refusal::Unwritten)) };
        let written = |kept: &[usize], names: &BTreeSet<String>| {
            writer.variation(telling, kept, &writer.name(telling, kept, names))
        };
        let Some(mut candidate) = written(&kept, &self.names) else { return Ok(Err(Refusal::Unwritten)) };
        if let Err(refusal) = self.detects_all(&candidate, telling)? {
            return Ok(Err(refusal));
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
            if !is_used && self.detects_all(&smaller, telling)?.is_ok() {
                (kept, candidate) = (without, smaller);
            }
        }
        Ok(Ok(candidate))
    }

    fn detects_all(&mut self, candidate: &Candidate, telling: &Telling) -> Result<Result<(), Refusal>, Failure> {
        let works = match self.passes(candidate)? {
            Ok(works) => works,
            Err(refusal) => return Ok(Err(refusal)),
        };
        for case in telling.would_be.keys() {
            if self.trial.detects(&candidate.test, (case.method, case.body), &works)?.is_none() {
                return Ok(Err(Refusal::Alike));
            }
        }
        Ok(Ok(()))
    }

    /// The work of a candidate on the unchanged program, if it compiles and passes there.
    fn passes(&mut self, candidate: &Candidate) -> Result<Result<Works, Refusal>, Failure> {
        let text = self.edit.and(&candidate.edit).apply(&self.file.text);
        let complaints = self.trial.compile(self.setting.compiler, &text, &[]).map_err(Error::from)?;
        if let Some(first) = complaints.first() {
            return Ok(Err(Refusal::Uncompilable(first.message.clone())));
        }
        Ok(match self.trial.run(&candidate.test, None)? {
            Ran::Passed(works) => Ok(works),
            Ran::Failed(_) => Err(Refusal::Fails),
            Ran::Skipped => Err(Refusal::NotRun),
        })
    }
}

impl Evaluated {
    /// Why there is no test for a transformation with the tests of the class that were looked into.
    fn missing(&self, case: Case, tests: &BTreeSet<TestName>) -> Missing {
        let expressions = self.tried.get(&case).copied().unwrap_or_default();
        match &self.complaint {
            Some(complaint) => Missing::Uncompilable(complaint.clone()),
            None if expressions == 0 && tests.iter().any(|test| self.failing.contains(test)) => Missing::NotPassing,
            None if self.noisy.contains(&case) => Missing::Noise,
            None => Missing::Alike { expressions },
        }
    }
}
