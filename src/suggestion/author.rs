//! Writes into one class of tests, and keeps what holds.

use super::expressions::{Expression, Origin, Scene};
use super::inquiry::Observed;
use super::outcome::{Missing, NewTest, Way};
use super::probes::{Evaluation, Probe, Telling, of_tests};
use super::trial::{Compiler, TestName, Trial};
use super::words;
use super::writing::{Candidate, Writer, added};
use crate::classfile::ClassPath;
use crate::extreme::{Findings, Method as Target};
use crate::java::dialect::{Dialect, Framework};
use crate::propagation::{Case, Diagnosis, Symptom};
use crate::sequence::{Detecting, Program};
use crate::session::{Failure, How, LaunchId, NewOutcome, Session};
use crate::source::{Edit, FileChange, JavaFile, Method, Statement};
use crate::worker::Error;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

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
#[derive(Debug)]
pub struct Job<'d> {
    /// The file.
    pub path: PathBuf,
    /// The text of the file if it is a new one.
    pub new: Option<String>,
    /// How the tests are started.
    pub launch: LaunchId,
    /// The top-level class, by binary name.
    pub class: String,
    /// What is to be detected.
    pub diagnoses: Vec<&'d Diagnosis>,
    /// What objects that the tests hold tell of that.
    pub observed: Vec<&'d Observed>,
    /// What was inserted before.
    pub edit: Edit,
}

/// What came of a class.
#[derive(Debug)]
pub struct Done {
    /// The file.
    pub path: PathBuf,
    /// The tests that hold.
    pub tests: Vec<NewTest>,
    /// Why there are none for others.
    pub missing: BTreeMap<Case, Missing>,
    /// All that is inserted.
    pub edit: Edit,
}

/// Writes into one class of tests.
pub struct Author<'w, 's> {
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

impl<'w, 's> Author<'w, 's> {
    /// Looks for tests by what the tests of the class can name.
    pub fn look_around(setting: &'w Setting<'s>, job: &'w Job<'w>) -> Result<Done, Failure> {
        let Some(file) = job.file() else { return Ok(job.without(Missing::Uneditable)) };
        let mut author = Author::new(setting, job, &file)?;
        let missing = author.look()?;
        Ok(author.done(missing))
    }

    /// Writes sequences of calls as new tests; those that are detected meanwhile need none.
    pub fn write_sequences(
        setting: &'w Setting<'s>,
        job: &'w Job<'w>,
        program: &Program,
        sequences: &[&Detecting],
    ) -> Result<Done, Failure> {
        let Some(file) = job.file() else { return Ok(job.without(Missing::Uneditable)) };
        let mut author = Author::new(setting, job, &file)?;
        let mut open: BTreeSet<Case> = job.diagnoses.iter().map(|diagnosis| diagnosis.case).collect();
        for (diagnosis, detecting) in job.diagnoses.iter().zip(sequences) {
            if open.contains(&diagnosis.case)
                && let Some(candidate) = author.sequence(program, detecting)
                && let Some(test) = author.accepted(candidate, &open)?
            {
                open.retain(|case| !test.detects.contains_key(case));
                author.tests.push(test);
            }
        }
        Ok(author.done(open.into_iter().map(|case| (case, Missing::Unsteady)).collect()))
    }

    fn done(self, missing: BTreeMap<Case, Missing>) -> Done {
        Done { path: self.job.path.clone(), tests: self.tests, missing, edit: self.edit }
    }

    fn new(setting: &'w Setting<'s>, job: &'w Job<'w>, file: &'w JavaFile) -> Result<Author<'w, 's>, Failure> {
        let suite = &setting.findings.suite;
        let of_class =
            suite.tests.iter().filter(|test| test.launch == job.launch && top_level(&test.unit.class) == job.class);
        Ok(Author {
            setting,
            file,
            job,
            trial: Trial::new(setting.session, job.launch, &job.class).map_err(Error::from)?,
            passing: of_class.map(|test| name(&test.unit.class, &test.unit.name)).collect(),
            edit: job.edit.clone(),
            names: BTreeSet::new(),
            tests: Vec::new(),
        })
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

    /// Writes a test and tries it out.
    fn tried(&mut self, telling: &Telling, open: &BTreeSet<Case>) -> Result<Option<NewTest>, Failure> {
        let Some(class) = self.file.class(&telling.probe.test.class) else { return Ok(None) };
        let Some(method) = class.method(&telling.probe.test.method, None) else { return Ok(None) };
        let writer = Writer { file: self.file, class, method };
        let shorter = match self.way(telling, open) {
            Way::Variation => self.shorter(&writer, telling)?,
            Way::Assertion | Way::New => None,
        };
        let candidate = match shorter {
            Some(shorter) => shorter,
            None => match writer.assertion(telling) {
                Some(candidate) => candidate,
                None => return Ok(None),
            },
        };
        self.accepted(candidate, open)
    }

    /// A candidate as a test, if it holds.
    fn accepted(&mut self, candidate: Candidate, open: &BTreeSet<Case>) -> Result<Option<NewTest>, Failure> {
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
        if candidate.way != Way::Assertion {
            self.names.insert(candidate.test.method.clone());
            self.passing.insert(candidate.test.clone());
        }
        let simple = candidate.test.class.rsplit('.').next().unwrap_or_default();
        Ok(Some(NewTest {
            way: candidate.way,
            title: format!("{simple}.{}", candidate.test.method),
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

    /// A sequence of calls as a test of the class.
    fn sequence(&self, program: &Program, detecting: &Detecting) -> Option<Candidate> {
        let class = self.file.class(&self.job.class)?;
        let dialect = class.methods.iter().find_map(|method| self.file.dialect(class, method));
        let dialect = dialect.or_else(|| self.job.new.as_ref().map(|_| self.setting.dialect(self.job.launch)))?;
        added(self.file, class, program, detecting, dialect, &self.names)
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

impl Job<'_> {
    /// The source, if it can be edited.
    pub fn file(&self) -> Option<JavaFile> {
        let text = self.new.clone().or_else(|| fs::read_to_string(&self.path).ok())?;
        JavaFile::parse(text).ok()
    }

    /// No test, for one reason.
    fn without(&self, why: Missing) -> Done {
        let missing = self.diagnoses.iter().map(|diagnosis| (diagnosis.case, why)).collect();
        Done { path: self.path.clone(), tests: Vec::new(), missing, edit: self.edit.clone() }
    }
}

impl Setting<'_> {
    /// The source file of a top-level class of tests, by binary name.
    pub fn source(&self, class: &str) -> Option<PathBuf> {
        let file = format!("{}.java", class.replace('.', "/"));
        self.roots.iter().map(|root| root.join(&file)).find(|path| path.is_file())
    }

    /// How tests of a launch are written where no other test shows that.
    pub fn dialect(&self, launch: LaunchId) -> Dialect {
        let class_path = &self.session.execution.launches[launch.0].settings.class_path;
        let has = |class: &str| {
            let path = std::env::join_paths(class_path).ok();
            path.and_then(|path| ClassPath::open(path.to_str()?).ok()).is_some_and(|path| path.find(class).is_some())
        };
        Dialect::new(match () {
            () if has("org.junit.jupiter.api.Test") => Framework::JUnit5,
            () if has("org.junit.Test") => Framework::JUnit4,
            () if has("org.testng.annotations.Test") => Framework::TestNg,
            () => Framework::JUnit3,
        })
    }
}

/// The top-level class of a class, by binary names.
pub fn top_level(class: &str) -> &str {
    // The unnamed class of a file may begin with it.
    class.find('$').filter(|at| *at > 0).map_or(class, |at| &class[..at])
}
