//! What a worker reports.

use super::features::{MethodId, Point};
use super::objects::Observed;
use super::sequences::Performed;
use super::table::wire;
use super::tainted::Tainted;
use super::wire::{Reader, Shape, Wire, Writer};
use serde::{Deserialize, Serialize};
use std::io;

wire! {
    /// What a worker reports.
    pub enum Report(Eq) {
        /// The first report.
        0x81 => Hello {
            /// Its version of the protocol; fex accepts no other.
            version: u32,
            /// The version of its Java.
            java: String,
        },
        /// Classes will be instrumented; tests run on a framework with this name, which is empty if there is none.
        0x82 => Ready(framework: String),
        /// The tests there are.
        0x83 => Discovered(units: Vec<Unit>),
        /// A test has ended; where all tests run, also a container, whose tests share what it reached; where some run, also a
        /// container that has failed.
        0x84 => Ran(ran: Ran),
        /// All tests have run.
        0x85 => Done {
            /// Whether the worker should not be asked again: a test left something behind that cannot be taken back.
            spent: bool,
        },
        /// A class runs as it is.
        0x86 => NotInstrumented {
            /// Its internal name.
            class: String,
            /// Why.
            reason: String,
        },
        /// The process is about to end, because something exited.
        0x87 => Exiting,
        /// What was asked cannot be done.
        0x88 => Failed(reason: String),
        /// What came of a sequence.
        0x89 => Performed(performed: Performed),
        /// What was captured; precedes the end of the test that it belongs to.
        0x8b => Captured(captured: Captured),
        /// Memory ran out, and no test took that for a failure of its own; the process is no use any more.
        0x8c => OutOfMemory,
        /// A test begins, where all tests run.
        0x8d => Started {
            /// Its number among those that have begun, from 1 on: by that, events name it.
            number: u32,
            /// Its id.
            test: String,
        },
        /// The states that were read in a test; precedes what became of the tests that were asked for.
        0x8e => States(states: States),
        /// What objects were asked for in a test; precedes what became of the tests that were asked for.
        0x90 => Answers(answers: Answers),
        /// What a condition of the watched method was about while some tests ran; precedes what became of them.
        0x91 => Condition(met: Met),
        /// What was read of what surrounds the tests since the last report of this kind; precedes the end of the test that it belongs to.
        0x92 => Readings(readings: Vec<Reading>),
        /// What was asked for is in these places.
        0x93 => StaticPlaces(places: Vec<StaticPlace>),
        /// Which branches were taken since the last report of this kind; precedes the end of the test or the sequence that it belongs to.
        0x94 => Taken(taken: Taken),
        /// What was used of the machine though what surrounds the tests is not that of the machine, since the last report of this kind; precedes the
        /// end of the test that it belongs to.
        0x95 => Uses(uses: Vec<Use>),
        /// What became of the marks in a test; precedes the end of the test that it belongs to.
        0x96 => Tainted(tainted: Tainted),
    }
}

wire! {
    /// A test that can be asked for.
    pub struct Unit(Eq, Serialize, Deserialize) {
        /// What a request to run it names.
        id: String,
        /// What is prepared once for several tests; those whose container's name starts with this one and a slash are inside it.
        container: String,
        /// The binary name of its class.
        class: String,
        /// Its name in the class.
        name: String,
    }
}

impl Unit {
    /// The name of the method that it is, as far as its own name tells.
    pub fn method(&self) -> &str {
        method_of(&self.name)
    }
}

/// The name of the method that a test is, as far as the test's own name tells.
pub fn method_of(test: &str) -> &str {
    test.split(['(', '[', ' ']).next().unwrap_or_default()
}

wire! {
    /// How a test ended.
    pub enum Kind(Copy, Eq) {
        /// It ran and nothing was thrown.
        0 => Passed,
        /// It did not run.
        1 => Skipped,
        /// An assumption did not hold.
        2 => Aborted,
        /// An assertion failed.
        3 => Assertion,
        /// Something else was thrown.
        4 => Exception,
        /// There was not enough memory.
        5 => OutOfMemory,
        /// It passed where it ran alone, and then what is around it failed, as it may without the other tests of its class.
        6 => Around,
    }
}

impl Kind {
    /// Whether a build with this test would be red.
    pub fn is_failure(self) -> bool {
        matches!(self, Kind::Assertion | Kind::Exception | Kind::OutOfMemory | Kind::Around)
    }
}

wire! {
    /// What became of a test or a container.
    pub struct Ran(Eq) {
        /// The id of the test or the name of the container.
        test: String,
        /// How it ended.
        kind: Kind,
        /// The class of what it threw.
        thrown: String,
        /// What that says; at most 4,000 characters.
        message: String,
        /// Its time in microseconds.
        micros: u64,
        /// How many method entries and loop turns it took.
        work: u64,
        /// Whether the limit ended it.
        cut: bool,
        /// The methods that it entered, in ascending order.
        reached: Vec<MethodId>,
        /// Those of them that ran, then or earlier, while a class was initialised that it uses.
        initialising: Vec<MethodId>,
    }
}

wire! {
    /// Where something happened: what every event of a feature carries.
    pub struct Event(Eq) {
        /// The number of the test; 0 where none ran.
        test: u32,
        /// The number of the thread among those with events, from 0 on.
        thread: u32,
        /// The internal name of the class that has the method.
        class: String,
        /// The method; `<init>` is a constructor.
        method: String,
        /// Its descriptor.
        descriptor: String,
        /// The number of the method's invocation within the test, from 1 on; counts of several threads at once may miss some.
        invocation: u32,
    }
}

wire! {
    /// What was captured since the last report of this kind.
    pub struct Captured(Eq, Default) {
        /// The structures that are new, the root object of each first. All structures of a worker are numbered in this order.
        structures: Vec<Vec<Observed>>,
        /// The steps that are new.
        steps: Vec<CallStep>,
        /// How often a structure was looked at.
        captures: u64,
        /// For each group, and then for each slot of each type, how often it was what made a structure too large.
        beyond: Vec<u64>,
        /// How often another thread was at work on the object.
        disturbed: u64,
        /// How often reading failed.
        unread: u64,
        /// Why it failed the last time.
        problem: String,
    }
}

wire! {
    /// A call from outside the class that leads from one structure to another.
    pub struct CallStep(Eq) {
        /// The call that was the first to make this step.
        event: Event,
        /// Whether it ended by an exception.
        threw: bool,
        /// What the object was before.
        before: State,
        /// What it was afterwards.
        after: State,
        /// Where it was called: class and method, and the place if it is known, as in `p.TreeTest.adds(TreeTest.java:7)`.
        caller: String,
    }
}

/// What an object was at the beginning or the end of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// It was not there.
    Absent,
    /// A structure beyond the bound.
    Beyond,
    /// It could not be read, or another thread was at work on it.
    Unread,
    /// A structure of the worker, by number.
    Structure(u32),
}

/// What is no structure is written as -1, -2 or -3.
impl Wire for State {
    fn shape() -> Shape {
        i32::shape()
    }

    fn write(&self, out: &mut Writer) {
        let number = match self {
            State::Absent => -1,
            State::Beyond => -2,
            State::Unread => -3,
            State::Structure(number) => number.cast_signed(),
        };
        number.write(out);
    }

    fn read(from: &mut Reader<'_>) -> io::Result<State> {
        Ok(match i32::read(from)? {
            -1 => State::Absent,
            -2 => State::Beyond,
            ..0 => State::Unread,
            number => State::Structure(number.cast_unsigned()),
        })
    }
}

wire! {
    /// The states that were read in a test.
    pub struct States(Eq) {
        /// Its id; for what came after it and before the next one, `after` and its id; empty for what came before the first one.
        test: String,
        /// What was read in each thread, in the order in which something was read in them first.
        threads: Vec<ThreadStates>,
        /// How many states were not read, because reading them failed or too much had been read.
        unread: u64,
    }
}

wire! {
    /// What was read in one thread.
    pub struct ThreadStates(Eq) {
        /// What was read in each place.
        points: Vec<PointStates>,
    }
}

wire! {
    /// What was read in one place.
    pub struct PointStates(Eq) {
        /// The place.
        point: Point,
        /// The digests of the states, in the order in which the invocations began; 0 for what was not read.
        digests: Vec<i64>,
        /// Those of the states that were wanted in words.
        details: Vec<Detail>,
    }
}

wire! {
    /// A state in words.
    pub struct Detail(Eq) {
        /// The number of the invocation or the evaluation, from 1 on.
        occurrence: u32,
        /// What it consists of.
        properties: Vec<Property>,
        /// The methods that had called each other, the innermost first, up to the nearest one of a test.
        stack: Vec<Frame>,
    }
}

wire! {
    /// A method that had called another one.
    pub struct Frame(Eq, PartialOrd, Ord, Hash, Serialize, Deserialize) {
        /// The internal name of its class.
        class: String,
        /// Its name.
        method: String,
        /// Its descriptor.
        descriptor: String,
        /// The source file of its class, without folder; empty if it is not known.
        source: String,
        /// The line of the call; 0 if it is not known.
        line: u32,
    }
}

wire! {
    /// A place that reads something of what surrounds the tests.
    pub struct Reading(Eq, PartialOrd, Ord, Hash, Serialize, Deserialize) {
        /// What it is: `time`, `zone`.
        factor: String,
        /// The method of the JDK that was asked for it: `LocalDate.now`.
        asked: String,
        /// The innermost method on the stack that belongs neither to the JDK nor to a test framework.
        by: Frame,
    }
}

wire! {
    /// Which branches were taken.
    pub struct Taken(Eq, Default) {
        /// Their numbers, in ascending order.
        branches: Vec<u32>,
        /// The numbers of the call sites that were called, in ascending order.
        sites: Vec<u32>,
        /// Which branches led to calls.
        led: Vec<Led>,
        /// Which branches were taken during such a call.
        covered: Vec<Covered>,
        /// How far branches were from being taken, if that is to be told.
        missed: Vec<Missed>,
        /// The same during calls of a coupling.
        missed_inside: Vec<MissedInside>,
        /// The names of system properties that were asked for, if distances are to be told.
        properties: Vec<String>,
        /// Those of environment variables, where these are held.
        variables: Vec<String>,
        /// Texts that branches of the methods compared with others, and that were not equal.
        texts: Vec<String>,
    }
}

wire! {
    /// A branch that led to a call.
    pub struct Led(Eq, PartialOrd, Ord) {
        /// The number of the coupling.
        coupling: u32,
        /// The branch.
        branch: u32,
    }
}

wire! {
    /// A branch that was taken during a call that another one led to.
    pub struct Covered(Eq, PartialOrd, Ord) {
        /// The number of the coupling.
        coupling: u32,
        /// The branch that led to the call.
        leading: u32,
        /// The branch that was taken during the call.
        reached: u32,
    }
}

wire! {
    /// How far a branch was from being taken.
    pub struct Missed(Eq) {
        /// The branch.
        branch: u32,
        /// The least distance, from 0 to 1, in billionths.
        distance: u32,
    }
}

wire! {
    /// How far a branch was from being taken during calls of a coupling.
    pub struct MissedInside(Eq) {
        /// The number of the coupling.
        coupling: u32,
        /// The branch.
        branch: u32,
        /// The least distance, from 0 to 1, in billionths.
        distance: u32,
    }
}

wire! {
    /// A use of the machine.
    pub struct Use(Eq, PartialOrd, Ord, Hash, Serialize, Deserialize) {
        /// What is done, in words that follow the name of a test.
        what: String,
        /// The methods that had called each other, the innermost first, from the first one of the program on.
        stack: Vec<Frame>,
    }
}

wire! {
    /// A static field, or something that all of the JVM shares.
    pub struct StaticPlace(Eq) {
        /// The binary name of the class.
        class: String,
        /// The name of the field, or what there is in place of one.
        name: String,
        /// The digest of what it holds.
        digest: i64,
        /// What it holds, in words, as far as there is room.
        properties: Vec<Property>,
    }
}

wire! {
    /// A part of a state.
    pub struct Property(Eq, Hash) {
        /// The way to it from a value: `this.first.price`.
        path: String,
        /// What it is, in words.
        value: String,
    }
}

wire! {
    /// What a condition was about.
    pub struct Met(Eq, Serialize, Deserialize) {
        /// Its place; its number is that among the conditions of its method.
        point: Point,
        /// `truth`, `null`, or the operator of a comparison with another value, or with 0.
        kind: String,
        /// How often it was true, `null`, or as the operator says.
        holds: u64,
        /// How often it was not.
        fails: u64,
        /// The last operands that differ from each other: `1`, or `1 and 2` where there are two.
        operands: Vec<String>,
    }
}

wire! {
    /// What objects were asked for in a test.
    pub struct Answers(Eq) {
        /// Its id, as states have it.
        test: String,
        /// What was answered where.
        places: Vec<PlaceAnswers>,
        /// The numbers of the members after whose call the state was another one; then nothing more was asked.
        changing: Vec<u32>,
    }
}

wire! {
    /// What was answered in one place of the code of tests, when it was reached first.
    pub struct PlaceAnswers(Eq) {
        /// The internal name of the class.
        class: String,
        /// The method.
        method: String,
        /// Its descriptor.
        descriptor: String,
        /// The line after which it is.
        line: u32,
        /// The answers.
        answers: Vec<Answer>,
    }
}

wire! {
    /// What an object said.
    pub struct Answer(Eq) {
        /// The name that the code has for it.
        root: String,
        /// The numbers of the members that were asked for one after the other.
        chain: Vec<u32>,
        /// What came of it.
        value: Shown,
    }
}

wire! {
    /// A value that Java can assert well.
    pub struct Shown(Eq, PartialOrd, Ord, Hash, Serialize, Deserialize) {
        /// Of which kind it is.
        kind: ShownKind,
        /// The binary name of the class of a constant or of what was thrown; the keyword of a number's type; the type of an array's
        /// elements as source has it.
        class: String,
        /// A number, a text, or the name of a constant.
        text: String,
        /// The elements of an array or a list.
        parts: Vec<Shown>,
    }
}

wire! {
    /// The kinds of such values.
    pub enum ShownKind(Copy, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize) {
        /// `null`.
        0 => Null,
        /// A truth value.
        1 => Truth,
        /// A number or a character.
        2 => Number,
        /// A string.
        3 => Text,
        /// An enum constant.
        4 => Constant,
        /// An array.
        5 => Array,
        /// A list.
        6 => List,
        /// Nothing: something was thrown.
        7 => Thrown,
        /// Any other object, of which nothing more can be asserted well.
        8 => Object,
    }
}
