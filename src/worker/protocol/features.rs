//! What a worker does to classes and tells of, beside running tests. Any set of features works together.

use super::objects::Objects;
use super::table::wire;
use super::wire::{Reader, Shape, Wire, Writer};
use serde::{Deserialize, Serialize};
use std::io;

/// The number of a method among those that are guarded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MethodId(pub u32);

impl Wire for MethodId {
    fn shape() -> Shape {
        u32::shape()
    }

    fn write(&self, out: &mut Writer) {
        self.0.write(out);
    }

    fn read(from: &mut Reader<'_>) -> io::Result<MethodId> {
        u32::read(from).map(MethodId)
    }
}

wire! {
    /// A feature: an instrumentation pass, a part of the runtime, and a section of the reports.
    pub enum Feature() {
        /// Methods can be replaced, and are told of where they are entered; loops are counted.
        0 => Guard(guard: Guard),
        /// Objects of a class are captured where calls of it begin and end.
        1 => Capture(capture: Capture),
        /// Sequences of statements are performed.
        2 => Sequences(sequences: Sequences),
        /// States are read where invocations of a method end, or where the code of tests has computed a value.
        3 => Observe(observe: Observe),
        /// What surrounds tests is other than it is, or it is told what they read of it.
        4 => Environment(environment: Environment),
        /// It is told which branches are taken, and which of them during calls that others lead to.
        5 => Branches(branches: Branches),
        /// Inputs of tests get taint marks, and it is told which of them assertions look at.
        6 => Taint(taint: Taint),
    }
}

wire! {
    /// Whose inputs get marks.
    pub struct Taint(Default, Eq) {
        /// Internal names of the classes of tests.
        tests: Vec<String>,
        /// Those of the classes whose fields are state that tests may compare.
        state: Vec<String>,
        /// Whether code tells which way marks take, which takes time.
        tells: bool,
    }
}

wire! {
    /// Which methods are guarded, and which classes are watched.
    pub struct Guard(Default) {
        /// The methods, which are numbered from 0 in this order.
        methods: Vec<MethodPlan>,
        /// Internal names of further classes whose loops are counted.
        watched: Vec<String>,
        /// Internal names of classes whose initialisers are told apart from what tests do.
        followed: Vec<String>,
    }
}

wire! {
    /// A method that gets a guard, and the bodies that may run in its place.
    pub struct MethodPlan(Serialize) {
        /// The internal name of its class.
        owner: String,
        /// Its name.
        name: String,
        /// Its descriptor.
        descriptor: String,
        /// Bodies by their number.
        replacements: Vec<Vec<Step>>,
        /// Instructions that may do something else; what they may do is numbered behind the bodies.
        sites: Vec<MutationSite>,
    }
}

wire! {
    /// An instruction that may do something else; sites are numbered over all methods.
    pub struct MutationSite(Eq, Serialize) {
        /// Its number among the instructions of the method, from 0.
        place: u32,
        /// What it may do.
        mutators: Vec<Mutator>,
    }
}

wire! {
    /// What an instruction does instead.
    pub enum Mutator(Copy, Eq, PartialOrd, Ord, Hash, Serialize) {
        /// It jumps in any case.
        0 => Always,
        /// It does not jump.
        1 => Never,
        /// It jumps for equal values where it did not, or does not where it did.
        2 => Boundary,
        /// It computes the opposite: a difference in place of a sum.
        3 => Opposite,
        /// It gives its first operand.
        4 => First,
        /// It gives its second operand.
        5 => Second,
        /// The value is one more.
        6 => Incremented,
        /// The value has the other sign.
        7 => Negated,
        /// The value is 0, false or null.
        8 => Zero,
        /// The value is 1 or true.
        9 => One,
        /// It is left out.
        10 => Removed,
    }
}

wire! {
    /// One step of a replacement body; the last step leaves the result, if there is one, on the stack.
    pub enum Step(Serialize, Deserialize) {
        /// Pushes `null`.
        0 => Null,
        /// Pushes an `int`, which is also a `boolean`, `byte`, `short` or `char`.
        1 => Int(value: i32),
        /// Pushes a `long`.
        2 => Long(value: i64),
        /// Pushes a `float`.
        3 => Float(value: f32),
        /// Pushes a `double`.
        4 => Double(value: f64),
        /// Pushes a string.
        5 => Text(value: String),
        /// Pushes a local variable at the start of the method: `this` or a parameter, with its descriptor.
        6 => Load {
            /// Its slot.
            variable: u32,
            /// Its descriptor.
            ty: String,
        },
        /// Pushes a new object of a class with this internal name, made by its constructor without parameters.
        7 => New(class: String),
        /// Pushes an array of length 0 with elements of this descriptor.
        8 => EmptyArray(element: String),
        /// Calls a static method on what is on the stack.
        9 => Call {
            /// The internal name of its class.
            owner: String,
            /// Its name.
            name: String,
            /// Its descriptor.
            descriptor: String,
            /// Whether its class is an interface.
            of_interface: bool,
        },
    }
}

wire! {
    /// Of which class objects are captured, and what of them is read.
    pub struct Capture(Eq) {
        /// Internal names of the classes that the root class extends, whose public methods are its own, too.
        above: Vec<String>,
        /// What is read.
        objects: Objects,
    }
}

wire! {
    /// What is told of the sequences that are performed.
    pub struct Sequences(Eq) {
        /// Internal names of the classes whose loops are counted.
        watched: Vec<String>,
        /// What is read of the structures that subjects are, instead of the states of values; at most one.
        objects: Vec<Objects>,
        /// How many references are followed one after the other for the digest of a state.
        depth: u32,
        /// How many objects are read for it.
        limit: u32,
        /// How many elements of a collection or an array are read.
        elements: u32,
        /// The only folder that sequences may change files in, which is emptied before each; empty for none.
        folder: String,
        /// Whether each sequence finds the environment that tests with `fex-junit` do, where the class path has that.
        is_held: bool,
    }
}

wire! {
    /// Where states can be read, and how far. Nothing is read before that is asked for.
    pub struct Observe(Eq) {
        /// The methods of which one can be watched at a time, which are numbered from 0 in this order.
        methods: Vec<Point>,
        /// Internal names of the classes of tests.
        tests: Vec<String>,
        /// Whether of a value its fields are read, and of these whether they are `null`, their value, their length or their size,
        /// and nothing else.
        shallow: bool,
        /// How many references are followed one after the other.
        depth: u32,
        /// How many objects are read for one state.
        objects: u32,
        /// How many elements of a collection or an array are read.
        elements: u32,
        /// Whether it is told what the conditions of the watched method are about.
        conditions: bool,
    }
}

wire! {
    /// Where states are read.
    pub struct Point(Eq, PartialOrd, Ord, Hash, Serialize, Deserialize) {
        /// The internal name of a class.
        class: String,
        /// The name of a method.
        method: String,
        /// Its descriptor.
        descriptor: String,
        /// The line of an expression in it; 0 for the end of the method's invocations.
        line: u32,
        /// The number of the expression in it, from 1 on; 0 for the end of its invocations.
        number: u32,
        /// What is evaluated there; empty for the end of the method's invocations.
        what: String,
    }
}

wire! {
    /// Of which methods the branches are told, and which of them are coupled.
    pub struct Branches(Default, Eq) {
        /// The methods, which are numbered from 0 in this order.
        methods: Vec<BranchedMethod>,
        /// What is coupled by calls, which is numbered from 0 in this order.
        couplings: Vec<Coupling>,
        /// Whether it is told how far branches that were not taken were from being taken.
        distances: bool,
    }
}

wire! {
    /// A method whose branches are told.
    pub struct BranchedMethod(Eq) {
        /// The internal name of its class.
        owner: String,
        /// Its name.
        name: String,
        /// Its descriptor.
        descriptor: String,
        /// Its conditional jumps and switches, in the order of the code.
        decisions: Vec<Decision>,
        /// Those of its calls by name that are call sites, in the order of the code.
        calls: Vec<CallSite>,
    }
}

wire! {
    /// A conditional jump or a switch, with the numbers of its branches.
    pub struct Decision(Eq) {
        /// The numbers that a switch has cases for, in ascending order; none for a jump.
        keys: Vec<i32>,
        /// Of a jump the branch where its condition holds, and then the one where it fails; of a switch the branch for each of its numbers, and
        /// then the one for all others.
        branches: Vec<u32>,
    }
}

wire! {
    /// A call that is a call site.
    pub struct CallSite(Eq) {
        /// How many calls by name come before it in the code of its method.
        place: u32,
        /// The number of the call site.
        site: u32,
    }
}

wire! {
    /// Branches that lead to a call site, and branches that can be reached from what it calls.
    pub struct Coupling(Eq) {
        /// The number of the call site.
        site: u32,
        /// The number of the method that it runs.
        runs: u32,
        /// Whether it runs no other method.
        is_exact: bool,
        /// The branches that lead to it, in ascending order.
        leading: Vec<u32>,
        /// The branches that can be reached from there, in ascending order.
        reached: Vec<u32>,
    }
}

wire! {
    /// What surrounds tests, as far as a worker varies it for classes that run already or are loaded later.
    pub struct Environment(Eq, Serialize, Deserialize) {
        /// By how many milliseconds clocks are ahead of those of the machine; less than 0 if they are behind.
        ahead: i64,
        /// How many times as fast as these they run, from then on; at least 1.
        speed: u32,
        /// Whether what reflection and folders list, which has no order, comes in the reverse of the usual one.
        reversed: bool,
        /// Whether it is told what tests read of what surrounds them.
        tells: bool,
        /// Whether nothing of what surrounds tests is that of the machine: clocks begin at the same instant in each test, and go on as they are read
        /// and as threads sleep, which then takes no time; files, processes and the network are the test's own.
        is_held: bool,
        /// That instant, in milliseconds since 1970.
        instant: i64,
        /// What random numbers begin with in each test; none if they are those of the machine.
        seed: Option<u32>,
        /// The environment variables that there are beside the usual ones, where nothing is that of the machine.
        variables: Vec<Variable>,
    }
}

wire! {
    /// An environment variable.
    pub struct Variable(Eq, PartialOrd, Ord, Serialize, Deserialize) {
        /// Its name.
        name: String,
        /// What it says.
        value: String,
    }
}

impl Environment {
    /// What surrounds tests as it is.
    pub const REAL: Environment = Environment {
        ahead: 0,
        speed: 1,
        reversed: false,
        tells: false,
        is_held: false,
        instant: 0,
        seed: None,
        variables: Vec::new(),
    };

    /// What surrounds tests where nothing of it is left to the machine: clocks begin at the noon (UTC) of 1 July 2026, and threads do not wait.
    ///
    /// `variables`: the environment variables that there are beside the usual ones.
    pub fn held(variables: Vec<Variable>) -> Environment {
        Environment { is_held: true, instant: 1_782_907_200_000, seed: Some(0), variables, ..Environment::REAL }
    }
}
