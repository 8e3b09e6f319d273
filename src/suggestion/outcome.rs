//! What was suggested.

use crate::propagation::Case;
use crate::sequence::NotDetected;
use crate::session::How;
use crate::source::FileChange;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// In which way a test detects something that none did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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
#[derive(Debug, Clone, PartialEq, Eq)]
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
    pub detects: BTreeMap<Case, How>,
}

/// Why there is no test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// No source of a test that reaches the method was found.
    NoSource,
    /// There is one, but fex cannot edit it.
    Uneditable,
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
    },
    /// Some differ, but no test with one of them passed and failed as it should.
    Unsteady,
}

impl Missing {
    /// How much it says: the reason that says most is reported.
    pub(super) fn weight(self) -> usize {
        match self {
            Missing::NoSource => 0,
            Missing::Uneditable => 1,
            Missing::Alike { expressions } => 2 + expressions,
            Missing::Searched { .. } | Missing::Unsteady => usize::MAX,
        }
    }

    /// The reason, as half a sentence.
    pub fn reason(self) -> String {
        match self {
            Missing::NoSource => "the sources of the tests are not known; `--sources` says where they are".to_owned(),
            Missing::Uneditable => "the source of the tests is generated, or cannot be read as Java".to_owned(),
            Missing::Alike { expressions: 0 } => "nothing that the tests can name shows what it does".to_owned(),
            Missing::Alike { expressions } => {
                format!("{expressions} expressions that the tests can name have the same values in both programs")
            }
            Missing::Searched { why, sequences } => match why {
                NotDetected::Hidden => "no method that a test can name leads to it".to_owned(),
                NotDetected::Outside => "what leads to it reaches files, processes or the network".to_owned(),
                NotDetected::NotReached => format!("none of {sequences} sequences of calls reached it"),
                NotDetected::Same => format!("{sequences} sequences of calls did the same in both programs"),
                NotDetected::Unobservable => {
                    "it changes the state of an object, and nothing that a test can name shows that".to_owned()
                }
            },
            Missing::Unsteady => "what differs does so at times, or in some order of the tests only".to_owned(),
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
        test.or_else(|| self.missing.get(&case).map(|missing| ByCase::Missing(*missing)))
    }
}
