//! What was suggested.

use crate::propagation::Case;
use crate::sequence::{LeftOut, NotDetected};
use crate::session::How;
use crate::source::{FileChange, Uneditable};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// In which way a test detects something that none did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Way {
    /// By one more assertion in a test that there is.
    Assertion,
    /// By less than a test that there is does, and an assertion.
    Variation,
    /// By calls that no test makes.
    New,
}

impl Way {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Way::Assertion => "assertion",
            Way::Variation => "variation",
            Way::New => "new",
        }
    }
}

/// A test that was written or extended, and tried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewTest {
    /// In which way it detects what it does.
    pub way: Way,
    /// Its class and name: `VersionedSetTest.testAdd`.
    pub title: String,
    /// What it asserts, as the source has it.
    pub assertion: String,
    /// Its file.
    pub file: PathBuf,
    /// What is changed in that file if nothing else is.
    pub change: FileChange,
    /// The lines that are added then, each time with the number of the line before which they stand.
    pub added: Vec<(usize, Vec<String>)>,
    /// The transformations that it detects, and how it fails.
    #[serde(with = "super::pairs")]
    pub detects: BTreeMap<Case, How>,
}

/// Why a test that was written does not count, what is nearer to a test that does behind the others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Refusal {
    /// What differs is nothing that Java states in an assertion.
    Unwritten,
    /// The compiler refuses it, with this complaint.
    Uncompilable(String),
    /// It does not run when its class runs by itself.
    NotRun,
    /// It fails on the unchanged program.
    Fails,
    /// It passes on both programs.
    Alike,
    /// It says where something is on the machine on which it was written.
    OfThisMachine,
    /// On the unchanged program, it passes in some JVMs only.
    Unsteady,
    /// It fails after the other tests of its class.
    AfterOthers,
    /// It fails when the tests of its class run in the reverse order, in a JVM of another machine.
    InReverse,
    /// It fails where all tests that were written are there.
    Together,
    /// This other test fails with it in the same JVM.
    BreaksOther(String),
}

/// Why there is no test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Missing {
    /// All tests that reach the method fail while fex watches them.
    Failing,
    /// No source of a test that reaches the method was found.
    NoSource,
    /// There is one, but fex cannot edit it.
    Uneditable(Uneditable),
    /// There is one, but it does not compile with more in it, or as it is; the compiler says why.
    Uncompilable(String),
    /// The tests that reach the method do not pass when their class runs by itself.
    NotPassing,
    /// All expressions that were tried have the same values in both programs.
    Alike {
        /// How many these were.
        expressions: usize,
    },
    /// No sequence of calls was found that shows a difference.
    Searched {
        /// Why.
        why: NotDetected,
        /// How many sequences were performed.
        sequences: usize,
        /// How many of them were kept from changing something outside of the JVM.
        stopped: usize,
        /// What the search could not take from the tests with which it began, and how often.
        #[serde(default)]
        left_out: BTreeMap<LeftOut, usize>,
    },
    /// Some expressions differ, but not in the same way each time.
    Noise,
    /// Calls were found that show a difference, but there is no file that a test with them can go into.
    Homeless,
    /// A test was written that does not count.
    Refused(Refusal),
}

impl Refusal {
    /// The reason, as a whole sentence about a test.
    fn reason(&self) -> String {
        match self {
            Refusal::Unwritten => "what differs is an object that no assertion can state".to_owned(),
            Refusal::Uncompilable(complaint) => format!("the test that would show it does not compile: {complaint}"),
            Refusal::NotRun => "the test that would show it does not run when its class runs by itself".to_owned(),
            Refusal::Fails => "the test that would show it fails on the unchanged program, too".to_owned(),
            Refusal::Alike => "the test that was to show it passes on both programs".to_owned(),
            Refusal::Unsteady => "the test that shows it does not pass on the unchanged program each time".to_owned(),
            Refusal::AfterOthers => "the test that shows it fails after the other tests of its class".to_owned(),
            Refusal::InReverse => {
                "the test that shows it fails when the tests of its class run in the reverse order, with other hash codes, \
                 in another time zone, locale and home"
                    .to_owned()
            }
            Refusal::OfThisMachine => "the test that would show it says where something is on this machine".to_owned(),
            Refusal::Together => "the test that shows it fails where the other new tests are there, too".to_owned(),
            Refusal::BreaksOther(other) => format!("where the test that shows it runs, `{other}` fails"),
        }
    }
}

impl Missing {
    /// How much it says: the reason that says most is reported.
    pub(super) fn weight(&self) -> (usize, usize) {
        match self {
            Missing::Failing => (0, 0),
            Missing::NoSource => (1, 0),
            Missing::Uneditable(_) => (2, 0),
            Missing::Uncompilable(_) => (3, 0),
            Missing::NotPassing => (4, 0),
            Missing::Alike { expressions } => (5, *expressions),
            Missing::Searched { .. } => (6, 0),
            Missing::Noise => (7, 0),
            Missing::Homeless => (8, 0),
            Missing::Refused(_) => (9, 0),
        }
    }

    /// The one of two reasons that says more.
    pub(super) fn or(self, other: Missing) -> Missing {
        match (&self, &other) {
            (Missing::Refused(one), Missing::Refused(two)) if two > one => other,
            _ if other.weight() > self.weight() => other,
            _ => self,
        }
    }

    /// The reason, as half a sentence.
    pub fn reason(&self) -> String {
        match self {
            Missing::Failing => "all tests that reach it fail while fex reads their states".to_owned(),
            Missing::NoSource => "the sources of the tests are not known; `--sources` says where they are".to_owned(),
            Missing::Uneditable(Uneditable::Generated) => "a program generates the source of the tests".to_owned(),
            Missing::Uneditable(Uneditable::Unparsable) => "the source of the tests cannot be read as Java".to_owned(),
            Missing::Uneditable(Uneditable::NotJava) => "the tests that reach it are not written in Java".to_owned(),
            Missing::Uncompilable(complaint) => format!("the source of the tests does not compile: {complaint}"),
            Missing::NotPassing => "the tests that reach it do not pass when their class runs by itself".to_owned(),
            Missing::Alike { expressions: 0 } => "nothing that the tests can name shows what it does".to_owned(),
            Missing::Alike { expressions } => {
                format!("{expressions} expressions that the tests can name have the same values in both programs")
            }
            Missing::Searched { why, sequences, stopped, .. } => match why {
                NotDetected::Hidden => "no method that a test can name leads to it".to_owned(),
                NotDetected::NotReached => {
                    let outside = match stopped {
                        0 => String::new(),
                        1 => "; one was stopped before it changed something outside of the JVM".to_owned(),
                        _ => format!("; {stopped} were stopped before they changed something outside of the JVM"),
                    };
                    format!("none of {sequences} sequences of calls reached it{outside}")
                }
                NotDetected::Same => format!("{sequences} sequences of calls did the same in both programs"),
                NotDetected::Unobservable => {
                    format!("it changes the state of an object, which none of {sequences} sequences of calls showed")
                }
            },
            Missing::Noise => "what differs in the tests does not differ in the same way each time".to_owned(),
            Missing::Homeless => {
                "calls were found that show it, but there is no file that a test with them can go into".to_owned()
            }
            Missing::Refused(refusal) => refusal.reason(),
        }
    }
}

/// The tests, or why there are none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Suggested {
    /// Those that were written.
    pub tests: Vec<NewTest>,
    /// Why there is none for others.
    pub missing: BTreeMap<Case, Missing>,
    /// All that is changed, by file.
    pub files: BTreeMap<PathBuf, FileChange>,
}

/// What there is for one transformation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ByCase<'s> {
    /// A test.
    Test(&'s NewTest),
    /// None, because of this.
    Missing(Missing),
}

impl Suggested {
    /// What there is for a transformation, if that was looked for.
    pub fn of(&self, case: Case) -> Option<ByCase<'_>> {
        let test = self.tests.iter().find(|test| test.detects.contains_key(&case)).map(ByCase::Test);
        test.or_else(|| self.missing.get(&case).map(|missing| ByCase::Missing(missing.clone())))
    }
}
