//! The kinds of inputs, and what may be wrong with what a test does with one.

use crate::worker::protocol::TaintedInput;

/// Where an input comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InputKind {
    /// A constant in the code of the test.
    Constant,
    /// A constant in the code that runs before each test.
    Fixture,
    /// An argument of a parameterized test.
    Argument,
    /// What a method of the test's class without parameters returns.
    Result,
    /// What a static field holds when the test begins.
    Static,
    /// What a field of the test's class holds when its object is new.
    Field,
    /// What a call reads of what surrounds the test: a clock, a random number, a setting.
    Environment,
    /// What the program keeps in a field of its objects, which is no input.
    State,
}

impl InputKind {
    /// All of them; those come first that tests control.
    pub const ALL: [InputKind; 8] = [
        InputKind::Constant,
        InputKind::Fixture,
        InputKind::Argument,
        InputKind::Result,
        InputKind::Static,
        InputKind::Field,
        InputKind::Environment,
        InputKind::State,
    ];

    /// That of an input; none if a worker says something else.
    pub fn of(input: &TaintedInput) -> Option<InputKind> {
        InputKind::ALL.into_iter().find(|kind| kind.name() == input.kind)
    }

    /// Its name in reports and in the protocol of workers.
    pub fn name(self) -> &'static str {
        match self {
            InputKind::Constant => "constant",
            InputKind::Fixture => "fixture",
            InputKind::Argument => "argument",
            InputKind::Result => "result",
            InputKind::Static => "static",
            InputKind::Field => "field",
            InputKind::Environment => "environment",
            InputKind::State => "state",
        }
    }

    /// Whether the test controls it.
    pub fn is_controlled(self) -> bool {
        !matches!(self, InputKind::Static | InputKind::Field | InputKind::Environment | InputKind::State)
    }
}

/// What is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Problem {
    /// An assertion depends on an input that the test does not control.
    BrittleAssertion,
    /// No assertion checks an input that the test provides.
    UnusedInput,
    /// Tests have the program keep something in a field, and no assertion of any test compares it.
    NeverChecked,
}

impl Problem {
    /// All of them, the gravest first.
    pub const ALL: [Problem; 3] = [Problem::BrittleAssertion, Problem::UnusedInput, Problem::NeverChecked];

    /// Those that are suspicions about a test, and are tried out.
    pub(super) const TRIED_OUT: [Problem; 2] = [Problem::BrittleAssertion, Problem::UnusedInput];

    /// Its name in reports and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Problem::BrittleAssertion => "brittle-assertion",
            Problem::UnusedInput => "unused-input",
            Problem::NeverChecked => "never-checked",
        }
    }

    /// What it means, as half a sentence.
    pub(super) fn meaning(self) -> &'static str {
        match self {
            Problem::BrittleAssertion => "an assertion depends on a value that the test does not control",
            Problem::UnusedInput => "the test provides a value that no assertion checks",
            Problem::NeverChecked => "tests set a field of the program, and no assertion of any test compares it",
        }
    }

    /// What cures that, as a sentence.
    pub(super) fn cure(self) -> &'static str {
        match self {
            Problem::BrittleAssertion => "Set the value in the test, or make the field final.",
            Problem::UnusedInput => "Assert what becomes of the value, or leave it out.",
            Problem::NeverChecked => {
                "Assert what the field holds, or what depends on it; a field that nothing reads can go."
            }
        }
    }
}
