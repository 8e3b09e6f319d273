//! What is searched for, and what a search comes to.

use super::carving::{LeftOut, TestMethod};
use super::jdk::FILES;
use super::member::Member;
use crate::classfile::MethodRef;
use crate::session::Change;
use crate::worker::Error;
use crate::worker::protocol::{Performed, Plain, Sequence, Statement};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A transformation that a sequence shall detect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// The method.
    pub method: MethodRef,
    /// Its number among the guarded ones, and the body that runs in place of its own.
    pub change: Change,
    /// Tests that reach the method, those first that are the likeliest to be about it.
    pub tests: Vec<TestMethod>,
}

/// How far to search.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// How many sequences are performed for one transformation, on either program.
    pub tries: usize,
    /// After how many of them none of which took a new way nothing more is expected.
    pub patience: usize,
    /// How many method entries and loop turns a sequence may take.
    pub fuel: u64,
    /// How many bytes all sequences for one transformation may allocate on the original program.
    pub bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { tries: 6_000, patience: 3_000, fuel: 300_000, bytes: 6 << 30 }
    }
}

/// What is seen where a sequence ends.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Seen {
    /// The value of its subject.
    Value(Plain),
    /// Its last statement throws something.
    Throws {
        /// The binary name of its class.
        class: String,
        /// What it says, if the program itself has put it into words; else empty.
        message: String,
    },
    /// An earlier statement throws something.
    Fails(String),
}

impl Seen {
    /// What is seen of a sequence of so many statements.
    pub fn of(performed: &Performed, statements: usize) -> Seen {
        match performed.thrown.as_str() {
            "" => Seen::Value(performed.value.clone()),
            thrown if performed.ended as usize + 1 == statements => {
                Seen::Throws { class: thrown.to_owned(), message: performed.message.clone() }
            }
            thrown => Seen::Fails(thrown.to_owned()),
        }
    }
}

/// A sequence whose end is seen to differ between the original and the transformed program, the same in two JVMs each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Detecting {
    /// The sequence; its subject is its last value.
    pub sequence: Sequence,
    /// The package of the tests that can perform it.
    pub package: String,
    /// What is called: the method itself, or the nearest one that leads to it.
    pub target: Member,
    /// How many calls lie between them.
    pub distance: usize,
    /// What is seen on the original program.
    pub was: Seen,
    /// What is seen on the transformed one.
    pub would_be: Seen,
    /// What it leaves in its folder, as paths from there; those of folders end with `/` and come before what is in them.
    #[serde(default)]
    pub written: Vec<String>,
}

impl Detecting {
    /// Whether the assertion is about a file that the test has written.
    pub fn reads_a_file(&self) -> bool {
        let mut value = self.sequence.subject as usize;
        loop {
            match &self.sequence.statements[value] {
                Statement::CallStatic { owner, .. } => return *owner == FILES,
                Statement::Call { on, owner, .. } if owner.starts_with("java/util/") => value = *on as usize,
                _ => return false,
            }
        }
    }
}

/// Whether a sequence compiles as a test.
pub type Compiles<'c> = &'c (dyn Fn(&Detecting) -> Result<bool, Error> + Sync);

/// Why a search came to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum NotDetected {
    /// No method that a test can name leads to this one.
    Hidden,
    /// No object could be made on which it is called, or nothing that was tried reached it.
    NotReached,
    /// Everything that was observed was the same.
    Same,
    /// The state of an object differs, and nothing that a test can ask shows it.
    Unobservable,
}

/// What a search came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// A sequence that detects the transformation.
    Detecting(Box<Detecting>),
    /// None.
    Nothing {
        /// Why.
        why: NotDetected,
        /// How many sequences were performed, on either program.
        tries: usize,
        /// How many of them reached the method.
        reached: usize,
        /// How many of them were kept from changing something outside of the JVM.
        stopped: usize,
        /// How often something was left out of the tests that the search began with.
        #[serde(default)]
        left_out: BTreeMap<LeftOut, usize>,
    },
}
