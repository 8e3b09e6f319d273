//! What became of the marks of a test's inputs.

use super::table::wire;
use serde::{Deserialize, Serialize};

wire! {
    /// What became of the marks in a test.
    pub struct Tainted(Eq, Serialize, Deserialize) {
        /// Its id.
        test: String,
        /// What it was given.
        inputs: Vec<TaintedInput>,
        /// The assertions that have looked at inputs which it does not control.
        assertions: Vec<Checking>,
        /// The ways of the inputs that were followed in it.
        ways: Vec<TaintWay>,
    }
}

wire! {
    /// The way of an input that was followed.
    pub struct TaintWay(Eq, Serialize, Deserialize) {
        /// What tells the input from all others.
        key: String,
        /// Whether it has got to an assertion.
        is_checked: bool,
        /// The steps to the first assertion that looked at it, which comes last, or else as far as it went.
        steps: Vec<TaintStep>,
        /// Where else it was read last, if it has not got to an assertion.
        others: Vec<TaintStep>,
    }
}

wire! {
    /// A value with a mark has passed a place.
    pub struct TaintStep(Eq, Serialize, Deserialize) {
        /// The place.
        place: TaintPlace,
        /// The value, in words; empty if there is nothing to tell.
        value: String,
    }
}

wire! {
    /// A place in the code that values pass.
    pub struct TaintPlace(Eq, Serialize, Deserialize) {
        /// What became of it there: `parameter`, `variable`, `field`, `element`, `read`, `result`, `call`, `condition`, `thrown` or
        /// `assertion`.
        kind: String,
        /// The internal name of the class of the code.
        class: String,
        /// The method.
        method: String,
        /// Its descriptor.
        descriptor: String,
        /// The line; 0 if it is not known.
        line: u32,
        /// What the value is put into, or what returns it; empty if it has no name.
        name: String,
    }
}

wire! {
    /// An input of a test.
    pub struct TaintedInput(Eq, Serialize, Deserialize) {
        /// What tells it from all others.
        key: String,
        /// `constant`, `fixture`, `argument`, `result`, `static`, `field` or `environment`; `state` for what the program keeps.
        kind: String,
        /// The internal name of the class whose code or field it is.
        class: String,
        /// The method; empty for a field.
        method: String,
        /// Its descriptor.
        descriptor: String,
        /// The line; 0 if it is not known.
        line: u32,
        /// The name of the field, of the method that returns it, or of the call that reads the environment; empty for a constant.
        name: String,
        /// The descriptor of its type.
        of: String,
        /// Its value when the test met it first, in words; empty for state.
        value: String,
        /// Whether the test has met it, and not only an assertion what is left of it from before; of state, whether the test has set it.
        is_met: bool,
        /// Whether an assertion has looked at it, or at something that depends on it.
        is_checked: bool,
        /// Whether it hangs on it, or on something that depends on it, whether the program throws something.
        is_guarded: bool,
        /// Whether the test handed it to an assertion as it is.
        is_handed: bool,
        /// What a change has put in its place, in words; empty for nothing.
        instead: String,
    }
}

wire! {
    /// An assertion that has looked at inputs which its test does not control.
    pub struct Checking(Eq, Serialize, Deserialize) {
        /// The internal name of the class that calls it.
        class: String,
        /// The method that does.
        method: String,
        /// Its descriptor.
        descriptor: String,
        /// The line of the call; 0 if it is not known.
        line: u32,
        /// What is called: `assertEquals`.
        name: String,
        /// The line of the test from which that comes; 0 if it is not known.
        test_line: u32,
        /// The numbers of the inputs in the list of the test's inputs, from 0 on.
        inputs: Vec<u32>,
    }
}
