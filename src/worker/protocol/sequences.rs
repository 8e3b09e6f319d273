//! Sequences of statements, and what comes of performing them.

use super::features::MethodId;
use super::objects::Observed;
use super::table::wire;
use serde::{Deserialize, Serialize};

wire! {
    /// What a test does, as data.
    pub struct Sequence(Eq, PartialOrd, Ord, Hash, Serialize, Deserialize) {
        /// The statements; the value of each is named by its place.
        statements: Vec<Statement>,
        /// The statement whose value is looked at.
        subject: u32,
    }
}

wire! {
    /// A statement, which uses values of earlier ones.
    pub enum Statement(Eq, PartialOrd, Ord, Hash, Serialize, Deserialize) {
        /// `null`.
        0 => Null,
        /// A primitive value.
        1 => Number {
            /// The letter of its type in descriptors.
            ty: String,
            /// A truth value as 0 or 1; of a floating-point number the bits.
            bits: i64,
        },
        /// A string.
        2 => Text(value: String),
        /// A class.
        3 => ClassLiteral {
            /// Its descriptor.
            ty: String,
        },
        /// Reads a static field, which may be a constant of an enum.
        4 => Static {
            /// The internal name of its class.
            owner: String,
            /// Its name.
            name: String,
            /// Its descriptor.
            ty: String,
        },
        /// Reads a field.
        5 => Field {
            /// The value of which object.
            of: u32,
            /// The internal name of its class.
            owner: String,
            /// Its name.
            name: String,
            /// Its descriptor.
            ty: String,
        },
        /// Makes an object.
        6 => New {
            /// The internal name of its class.
            owner: String,
            /// The descriptor of the constructor.
            descriptor: String,
            /// What it is given.
            arguments: Vec<u32>,
        },
        /// Calls a static method.
        7 => CallStatic {
            /// The internal name of its class.
            owner: String,
            /// Its name.
            name: String,
            /// Its descriptor.
            descriptor: String,
            /// What it is given.
            arguments: Vec<u32>,
        },
        /// Calls a method.
        8 => Call {
            /// On which object.
            on: u32,
            /// The internal name of the class in which it is looked for.
            owner: String,
            /// Its name.
            name: String,
            /// Its descriptor.
            descriptor: String,
            /// What it is given.
            arguments: Vec<u32>,
        },
        /// Makes an array.
        9 => Array {
            /// The descriptor of its elements.
            element: String,
            /// Its elements.
            elements: Vec<u32>,
        },
        /// Makes an object of an interface or of an abstract class, as a test does that has no other one: a stub.
        10 => Stub {
            /// The internal name of the interface or class.
            owner: String,
            /// The descriptor of the constructor of a class; empty for an interface.
            constructor: String,
            /// What the constructor is given.
            arguments: Vec<u32>,
            /// What each of its abstract methods does.
            answers: Vec<StubMethod>,
        },
        /// One of the objects that are told apart by identity.
        11 => Known(number: u32),
        /// The path of an empty folder that is gone after the test.
        12 => Folder,
    }
}

wire! {
    /// What a method of a stub does.
    pub struct StubMethod(Eq, PartialOrd, Ord, Hash, Serialize, Deserialize) {
        /// Its name; empty for whatever method is the only abstract one.
        name: String,
        /// Its descriptor; empty with the name.
        descriptor: String,
        /// What it does.
        act: Act,
    }
}

wire! {
    /// What is done by a method of a stub.
    pub enum Act(Eq, PartialOrd, Ord, Hash, Serialize, Deserialize) {
        /// Nothing, and nothing is returned.
        0 => Nothing,
        /// A value is returned: with each call the next one, and after the last one the first one again.
        1 => Return(values: Vec<u32>),
        /// What is an exception is thrown.
        2 => Throw(value: u32),
        /// An argument is returned.
        3 => Echo(parameter: u32),
        /// What is computed of an argument, or of the first element of an array, and of a value is returned.
        4 => Compute {
            /// Which argument.
            parameter: u32,
            /// How.
            operator: Operator,
            /// Of what else.
            value: u32,
        },
    }
}

wire! {
    /// How a method of a stub computes something of an argument and a value.
    pub enum Operator(Copy, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize) {
        /// Their difference.
        0 => Minus,
        /// Their product.
        1 => Times,
        /// The square of their difference.
        2 => Square,
        /// Whether the argument is less.
        3 => Less,
        /// Whether they are the same.
        4 => Equal,
    }
}

wire! {
    /// Sequences to perform, each on the same program.
    pub struct Perform(Eq) {
        /// The sequences.
        sequences: Vec<Sequence>,
        /// The method whose body is replaced.
        method: Option<u32>,
        /// The number of the replacement.
        replacement: u32,
        /// How many method entries and loop turns each sequence may take.
        fuel: u64,
    }
}

wire! {
    /// What came of performing a sequence.
    pub struct Performed(Eq) {
        /// How many statements ended as they should.
        ended: u32,
        /// The class of what the next one threw; empty if nothing was thrown.
        thrown: String,
        /// What that says, if the program itself has put it into words; else empty.
        message: String,
        /// Whether the limit ended it, or that there is no room for what it asked for.
        cut: bool,
        /// What it was kept from doing outside of the JVM, in words that follow "would"; empty if nothing.
        outside: String,
        /// How many bytes its thread allocated meanwhile, 0 if the JVM does not tell.
        allocated: i64,
        /// The methods that were entered, in ascending order.
        reached: Vec<MethodId>,
        /// The sites of mutants that ran, in ascending order.
        met: Vec<u32>,
        /// In the end, the digest of the state of each value, 0 for what has none; none where structures are read.
        digests: Vec<i64>,
        /// The value of the subject.
        value: Plain,
        /// The structure of the subject, the object itself first; none if it is beyond the bound, or nothing was asked of it.
        objects: Vec<Observed>,
        /// What is in the folder in the end, in the order of the names; nothing if no statement names the folder.
        files: Vec<WrittenFile>,
        /// Where the exception comes from, if the JVM or the JDK has thrown it, or an assertion; else nothing.
        trace: Trace,
    }
}

wire! {
    /// Where an exception comes from.
    pub struct Trace(Default, Eq) {
        /// Its class and those above, the nearest first.
        kinds: Vec<String>,
        /// What it says, whoever has put it into words.
        says: String,
        /// What was running, the innermost method first, without what performs sequences; not more than a screen of it.
        frames: Vec<StackFrame>,
    }
}

wire! {
    /// A method that was running.
    pub struct StackFrame(Eq, PartialOrd, Ord, Hash) {
        /// The binary name of its class.
        class: String,
        /// Its name.
        method: String,
        /// Its line; 0 if it is not known.
        line: u32,
    }
}

wire! {
    /// A file or a folder that a sequence has written.
    pub struct WrittenFile(Eq) {
        /// Its path from the folder, with `/` between names; that of a folder ends with one.
        name: String,
        /// Its length in bytes, 0 for a folder.
        size: i64,
        /// Its lines; none if it is no text in UTF-8, or a long one.
        lines: Vec<String>,
    }
}

wire! {
    /// A value, as far as source can write it.
    pub enum Plain(Eq, PartialOrd, Ord, Hash, Serialize, Deserialize) {
        /// There is none: nothing is returned, or something was thrown.
        0 => Nothing,
        /// `null`.
        1 => Null,
        /// A primitive value or its box.
        2 => Number {
            /// The letter of its type in descriptors.
            ty: String,
            /// A truth value as 0 or 1; of a floating-point number the bits.
            bits: i64,
        },
        /// A string.
        3 => Text(value: String),
        /// A constant of an enum.
        4 => Constant {
            /// The binary name of the enum.
            class: String,
            /// The name of the constant.
            name: String,
        },
        /// A class.
        5 => ClassLiteral {
            /// Its descriptor.
            ty: String,
        },
        /// An array.
        6 => Array {
            /// The descriptor of its elements.
            element: String,
            /// The elements.
            parts: Vec<Plain>,
        },
        /// A list of the JRE.
        7 => ListOf(parts: Vec<Plain>),
        /// The object that is the value of another statement.
        8 => Same(number: u32),
        /// An object of which nothing of this can be said.
        9 => Other {
            /// The binary name of its class.
            class: String,
        },
    }
}
