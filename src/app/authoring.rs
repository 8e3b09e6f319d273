//! Tests for open coupled branches: searched, written as a class, tried out, and measured as the others are.

mod draft;
mod failing;

use super::compiler::Compiler;
use super::extreme::Tools;
use super::{Caller, Failure, Progress, launches};
use crate::classfile::ClassName;
use crate::coupling::{
    self, Classes, Counting, Hunted, Hunting, Measured, NamedTest, Pair, Searched, Stage, Strengthened, Test, Writing,
};
use crate::extreme::{Operator, Selection, Subject};
use crate::java::dialect::Dialect;
use crate::java::names::upper_camel;
use crate::mutation::Mutants;
use crate::processes;
use crate::sequence::{Program, TestMethod};
use crate::session::{self, Launch, LaunchId, SetAside, Surroundings};
use crate::settings::{Extreme, Integrate};
use crate::suggestion;
use crate::worker::protocol::Feature;
use draft::Draft;
use itertools::Itertools;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How many sequences are performed, unless something else is asked for.
const BUDGET: u32 = 20_000;

/// How long tests are confirmed in any case, from the beginning of the search.
const CONFIRMING: Duration = Duration::from_secs(20);

/// How long suspicious exceptions are looked at after that.
const SUSPICIOUS: Duration = Duration::from_secs(2);

/// Where tests are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// The first test folder of the project.
    Project,
    /// Another folder, in which packages are folders.
    Folder(PathBuf),
}

/// What tests are written for, and with what.
pub(super) struct Authoring<'a> {
    pub(super) running: &'a Extreme,
    pub(super) options: &'a Integrate,
    pub(super) counting: Counting,
    pub(super) tools: &'a Tools,
    pub(super) caller: &'a Caller<'a>,
    pub(super) classes: &'a Classes,
    pub(super) pair: &'a Pair,
    pub(super) launches: &'a [Launch],
    /// The folders and jars with the classes under test.
    pub(super) places: &'a [PathBuf],
    pub(super) test_sources: &'a [PathBuf],
}

/// What was written.
#[derive(Debug, Default)]
pub(super) struct Authored {
    pub(super) searched: Searched,
    pub(super) file: Option<PathBuf>,
}

impl Authoring<'_> {
    /// Writes tests for what is open, and adds to what is measured what they cover.
    pub(super) fn write(&self, place: &Place, measured: &mut Measured) -> Result<Authored, Failure> {
        let before = measured.covered[0].len();
        let nothing = |why: &str| {
            let hindrance = Some(why.to_owned());
            Ok(Authored { searched: Searched { before, hindrance, ..Searched::default() }, file: None })
        };
        let root = self.root(place)?;
        let Some(id) = self.launches.iter().position(|launch| !launch.tests.suites.is_empty()).map(LaunchId) else {
            return nothing("there are no tests to run with");
        };
        let launch = &self.launches[id.0];
        let dialect = suggestion::dialect(&launch.settings.class_path);
        let program = self.program(launch, dialect)?;
        if before == self.pair.coupled().len() && self.options.mutants != Some(true) {
            return nothing("nothing is open");
        }
        let execution = |launches| launches::execution(self.running, launches, SetAside::default());
        let (usual, asserting) = (execution(self.launches.to_vec()), execution(self.asserting()));
        let (guard, mutants) = self.guard(self.options.mutants.unwrap_or(before == 0))?;
        let (tested, hunted) =
            self.hunted(&program, (&asserting.launches[id.0], asserting.jobs), (guard, &mutants), measured)?;
        measured.not_instrumented.extend(hunted.not_instrumented.clone());
        let is_interrupted = self.caller.interrupt.is_requested();
        if !program.has(&tested) {
            return nothing("the class is none of the project");
        }
        if hunted.targets.is_empty() {
            return nothing(match self.pair.is_alone() {
                true => "no method that a test can name leads to a branch",
                false => "no method that a test can name leads to a call",
            });
        }
        let (classes, pair, package) = (self.classes, self.pair, tested.package());
        let writing = Writing { classes, pair, program: &program, dialect, package, mutants: &mutants };
        let mut searched = Searched {
            performed: hunted.performed,
            micros: hunted.micros,
            is_interrupted,
            before,
            ..Searched::default()
        };
        let folder = processes::folder().map_err(Failure::usage)?;
        let compiler = Compiler::new(self.tools.jars().agent());
        let class = self.class_name(&root, &tested);
        let draft = Draft { writing: &writing, class, folder: folder.path(), compiler: &compiler, launch };
        searched.suspicious = draft.suspicious(&hunted.suspected, (&asserting, id), self.tools)?;
        let tests = writing.named(&hunted.tests);
        let held = draft.held(tests, (&usual, id), self.tools, &mut searched.refused)?;
        searched.strengthened = of_held(&hunted, &held);
        if held.is_empty() {
            return Ok(Authored { searched, file: None });
        }
        self.measure(&draft, measured)?;
        let file = draft.write(&root, &held)?;
        searched.tests = held.iter().map(|held| format!("{}.{}", draft.binary_name(), held.name)).collect();
        Ok(Authored { searched, file: Some(file) })
    }

    /// The classes that tests are made of, sheltered if what they meet may be held and can be.
    fn program(&self, launch: &Launch, dialect: Dialect) -> Result<Program, Failure> {
        let program = Program::read(launch).map_err(Failure::usage)?;
        let is_held = self.running.environment != Some(Surroundings::Real)
            && program.can_be_sheltered()
            && dialect.has_virtual_environment();
        Ok(if is_held { program.sheltered() } else { program })
    }

    /// The launches in JVMs that check assertions, unless the project says which of them are checked. They are real: what is tried out is held by
    /// itself, or kept inside of the JVM.
    fn asserting(&self) -> Vec<Launch> {
        let says = |argument: &String| {
            ["-ea", "-da", "-enableassertions", "-disableassertions"].iter().any(|name| argument.starts_with(name))
        };
        let checking = |launch: &Launch| {
            let mut launch = launch.clone().within(Surroundings::Real);
            if !launch.settings.jvm_arguments.iter().any(says) {
                launch.settings.add_arguments(&["-ea"]);
            }
            launch
        };
        self.launches.iter().map(checking).collect()
    }

    /// Searches for tests; the class whose objects they test.
    fn hunted(
        &self,
        program: &Program,
        (launch, jobs): (&Launch, usize),
        (guard, mutants): (Feature, &Mutants),
        measured: &Measured,
    ) -> Result<(ClassName, Hunted), Failure> {
        let covered: BTreeSet<_> = measured.covered[0].keys().copied().collect();
        let budget = self.options.budget.unwrap_or(BUDGET) as usize;
        let progress = |stage, found, performed| {
            self.caller.progress(match stage {
                Stage::Mutants => Progress::Strengthening { found, of: mutants.all.len(), performed, budget },
                _ => Progress::Covering { found, performed, budget },
            });
        };
        progress(Stage::Branches, 0, 0);
        let interrupt = &self.caller.interrupt;
        let (started, limit) = (Instant::now(), self.options.time_limit);
        let left = |stage| {
            // What was found is kept when the search is interrupted.
            if !matches!(stage, Stage::Confirming | Stage::Suspicious) && interrupt.is_requested() {
                return Some(Duration::ZERO);
            }
            // However short the limit is, JVMs start, and what was found is tried out.
            let least = match stage {
                Stage::Confirming => CONFIRMING,
                Stage::Suspicious => CONFIRMING + SUSPICIOUS,
                Stage::Branches | Stage::Shortening | Stage::Mutants => Duration::ZERO,
            };
            let ends = |limit: Duration| (limit / 100 * share(stage, !mutants.all.is_empty())).max(least);
            limit.map(|limit| ends(limit).saturating_sub(started.elapsed()))
        };
        let hunting = Hunting {
            classes: self.classes,
            pair: self.pair,
            counting: self.counting,
            covered: &covered,
            program,
            launch,
            jars: self.tools.jars(),
            is_held: program.is_sheltered(),
            guard,
            mutants,
            tests: &test_methods(measured),
            budget,
            seed: u64::from(self.options.seed.unwrap_or_default()),
            jobs,
            progress: &progress,
            left: &left,
        };
        let tested = hunting.tested().clone();
        let hunted = match program.has(&tested) {
            true => coupling::hunt(&hunting).map_err(|error| Failure::from(session::Failure::from(error)))?,
            false => Hunted::default(),
        };
        self.caller.pause();
        Ok((tested, hunted))
    }

    /// What makes workers replace the methods of the caller, and those that calls of the callee run, and if they are wanted, what makes mutants
    /// of the methods of the callee that calls enter.
    fn guard(&self, has_mutants: bool) -> Result<(Feature, Mutants), Failure> {
        let called = self.pair.sites.iter().flat_map(|site| [&site.runs.owner, &site.method.owner]);
        let called = called.chain([&self.pair.callee, &self.pair.caller]);
        let selection = Selection {
            rules: Vec::new(),
            operators: Operator::ALL.to_vec(),
            only: called.unique().map(ClassName::to_binary).collect(),
            except: Vec::new(),
            ignore: Vec::new(),
        };
        let mut guard = Subject::read(self.places, &selection).map_err(Failure::usage)?.guard();
        let mutants = match &mut guard {
            Feature::Guard(guard) if has_mutants => {
                let entered = coupling::entered(self.classes, self.pair);
                Mutants::of(self.classes.code(&self.pair.callee), |method| entered.contains(method), guard)
            }
            _ => Mutants::default(),
        };
        Ok((guard, mutants))
    }

    /// The folder in which packages are folders.
    fn root(&self, place: &Place) -> Result<PathBuf, Failure> {
        match place {
            Place::Folder(folder) => Ok(folder.clone()),
            Place::Project => self.test_sources.iter().find(|root| root.is_dir()).cloned().ok_or_else(|| {
                Failure::usage("where the sources of the tests are is not known")
                    .help("`--write=DIR` names the folder for new tests")
            }),
        }
    }

    /// A name that no class has, neither as a source nor compiled.
    fn class_name(&self, root: &Path, tested: &ClassName) -> String {
        let simple = |class: &ClassName| upper_camel(class.simple());
        let stem = match self.pair.is_alone() {
            true => format!("{}Branches", simple(tested)),
            false => format!("{}With{}", simple(&self.pair.caller), simple(&self.pair.callee)),
        };
        let is_taken = |name: &String| {
            let internal = match tested.package() {
                "" => name.clone(),
                package => format!("{package}/{name}"),
            };
            let is_compiled = self.launches.iter().any(|launch| launch.tests.all.contains(&internal));
            is_compiled || root.join(tested.package()).join(name).with_extension("java").exists()
        };
        let numbers = std::iter::once(String::new()).chain((2..).map(|number: usize| number.to_string()));
        let mut free = numbers.map(|number| format!("{stem}{number}Test")).filter(|name| !is_taken(name));
        free.next().expect("there are numbers enough")
    }

    /// Runs the tests that were written, as those of the project were run.
    fn measure(&self, draft: &Draft<'_>, measured: &mut Measured) -> Result<(), Failure> {
        let mut launch = draft.launch.clone();
        let classes = draft.classes();
        launch.settings.class_path.insert(0, classes.clone());
        launch.own.insert(0, classes.display().to_string());
        launch.tests.suites = vec![draft.binary_name()];
        launch.filter = None;
        launch.exclusions = Vec::new();
        (launch.groups, launch.excluded_groups) = (Vec::new(), Vec::new());
        let (limit, counting) = (launches::limit(self.running), self.counting);
        let pairs = std::slice::from_ref(self.pair);
        let new = coupling::measure(self.classes, pairs, counting, &[launch], self.tools.jars(), limit)?;
        measured.add(new);
        Ok(())
    }
}

/// How many hundredths of a time limit have passed when a stage ends.
fn share(stage: Stage, has_mutants: bool) -> u32 {
    match (stage, has_mutants) {
        (Stage::Branches, true) => 55,
        (Stage::Shortening, true) => 75,
        (Stage::Branches, false) => 80,
        (Stage::Shortening, false) | (Stage::Confirming, _) => 95,
        (Stage::Suspicious | Stage::Mutants, _) => 100,
    }
}

/// What became of mutants where only some of the tests hold: those for which others are do not count as detected, whatever else detects them.
fn of_held(hunted: &Hunted, held: &[NamedTest<'_>]) -> Option<Strengthened> {
    let is_held = |test: &&Test| held.iter().any(|held| std::ptr::eq(held.test, *test));
    let lost: usize = hunted.tests.iter().filter(|test| !is_held(test)).map(|test| test.detects.len()).sum();
    let of_all = hunted.strengthened?;
    Some(Strengthened { detected: of_all.detected.saturating_sub(lost), ..of_all })
}

/// The tests that cover something, as far as their titles are those of methods.
fn test_methods(measured: &Measured) -> BTreeSet<TestMethod> {
    let method = |title: &String| {
        let plain = title.split(['(', '[', ' ']).next()?;
        let (class, name) = plain.rsplit_once('.')?;
        Some(TestMethod { class: ClassName::binary(class), name: name.to_owned() })
    };
    measured.tests.iter().filter_map(method).collect()
}
