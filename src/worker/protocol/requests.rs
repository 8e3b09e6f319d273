//! What fex asks.

use super::features::{Feature, MethodId, Point};
use super::sequences::Perform;
use super::table::wire;
use serde::{Deserialize, Serialize};

wire! {
    /// What fex asks.
    pub enum Request() {
        /// What to do to classes, and what to tell of; the first request. The answer says that the worker is ready. It may come again
        /// later: then it is about classes that are loaded anew after it.
        0x01 => Configure(configure: Configure),
        /// Which tests there are; answered by those that were discovered.
        0x02 => Discover {
            /// The binary names of their classes.
            classes: Vec<String>,
            /// Tags that they must have; none for all tests.
            groups: Vec<String>,
            /// Tags that they must not have.
            excluded_groups: Vec<String>,
        },
        /// Run all tests that were discovered, as the project's own build would; it is told when each of them starts, and what
        /// became of it and of what is around it.
        0x03 => RunAll {
            /// The ids of those that are left out.
            left_out: Vec<String>,
        },
        /// Run some tests: one alone, or several in the order in which their framework runs them. After the last one it is told
        /// what became of each, and of what is around them where that failed.
        0x04 => Run {
            /// The tests.
            tests: Vec<Asked>,
            /// The method whose body is replaced.
            method: Option<u32>,
            /// The number of the replacement.
            replacement: u32,
        },
        /// Load the project's own classes anew from now on, so that no static state is left; there is no answer.
        0x05 => Renew,
        /// Use the classes again that were loaded first, with the static state that they had; there is no answer.
        0x09 => Return,
        /// Perform sequences, by a worker that has the feature; there is an answer for each.
        0x07 => Perform(perform: Perform),
        /// Read states from now on, by a worker that observes; there is no answer, but they are told of before what became of the
        /// tests that run next.
        0x0a => Watch(watch: Watch),
        /// What is in static fields of the project's classes, and in what all of the JVM shares.
        0x0d => Statics {
            /// The binary names of the classes, which are initialised; none for all that are loaded.
            classes: Vec<String>,
        },
        /// Ask what the code of tests holds from now on, by a worker that observes, and read no states; there is no answer, but what
        /// the objects say is told before what became of the tests that run next.
        0x0c => Inquire(inquire: Inquire),
        /// Change these inputs of tests from now on, and no others, by a worker that gives them marks; there is no answer.
        0x0e => Change {
            /// The inputs.
            inputs: Vec<InputChange>,
        },
        /// Follow one input of each of some tests from now on, and no others, and change none, by a worker whose code tells which way marks
        /// take; there is no answer, but the ways are told with what became of the marks.
        0x0f => Follow {
            /// The inputs.
            inputs: Vec<FollowedInput>,
        },
    }
}

impl Request {
    /// Has some tests run, with the body of a method replaced by another one.
    pub fn run(tests: Vec<Asked>, replaced: Option<(MethodId, u32)>) -> Request {
        let (method, replacement) = replaced.map_or((None, 0), |(method, number)| (Some(method.0), number));
        Request::Run { tests, method, replacement }
    }
}

wire! {
    /// What to do to classes, and what to tell of.
    pub struct Configure() {
        /// The folders and jars of the project, whose classes are loaded anew where that is asked for.
        own: Vec<String>,
        /// What the worker does beside running tests.
        features: Vec<Feature>,
    }
}

wire! {
    /// A test to run.
    pub struct Asked(Eq) {
        /// Its id.
        test: String,
        /// How many method entries and loop turns it may take.
        fuel: u64,
    }
}

wire! {
    /// Which states are read.
    pub struct Watch(Default, Eq) {
        /// The method whose invocations are watched; none for the expressions of tests.
        method: Option<u32>,
        /// Those that are wanted in words; where there are some, others are only counted.
        wanted: Vec<Wanted>,
    }
}

wire! {
    /// What the objects that the code of tests holds are asked for.
    pub struct Inquire(Default, Eq) {
        /// What each object is asked for that has it, and what that returns, once more.
        members: Vec<Member>,
        /// How many method entries and loop turns each call may take.
        fuel: u64,
    }
}

wire! {
    /// Something that objects can be asked for.
    pub struct Member(Eq, PartialOrd, Ord, Hash, Serialize, Deserialize) {
        /// The internal name of the class that declares it.
        class: String,
        /// Its name.
        name: String,
        /// That of a method without parameters, or of a field.
        descriptor: String,
    }
}

wire! {
    /// A change of an input.
    pub struct InputChange(Eq, PartialOrd, Ord, Hash, Serialize, Deserialize) {
        /// What tells it from all others.
        key: String,
        /// Which of the other values that it could have it gets: from 0 on neighbours and values that are farther away, from 16 on those that
        /// programs treat in a way of their own, such as `null`.
        number: u32,
    }
}

wire! {
    /// An input of a test that is followed.
    pub struct FollowedInput(Eq, PartialOrd, Ord, Hash, Serialize, Deserialize) {
        /// The id of the test.
        test: String,
        /// What tells the input from all others.
        key: String,
    }
}

wire! {
    /// A state that is wanted in words.
    pub struct Wanted(Eq, PartialOrd, Ord, Hash, Serialize, Deserialize) {
        /// The id of the test, or what tells of the time after it.
        test: String,
        /// The number of the thread.
        thread: u32,
        /// Where it is read.
        point: Point,
        /// The number of the invocation or the evaluation there, in this test and this thread, from 1 on.
        occurrence: u32,
    }
}
