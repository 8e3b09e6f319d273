//! The messages between fex and a worker, as bytes.
//!
//! A frame is its length (four bytes, big-endian, the type counted and the length not), a type and the values of the
//! message: numbers are big-endian, a string is its length in bytes and UTF-8, a list is its count and its elements.
//! `ARCHITECTURE.md` lists the messages; `jvm/protocol` has one of each as bytes, which the tests of both languages read.

mod capture;
mod explore;
mod objects;

pub use capture::{CallStep, Capture, Captured, State};
pub use explore::{Argument, Call, Callable, CallableKind, Explore, Follow, Reached};
pub use objects::{Constant, Container, Objects, Observed, Slot, Type, Value};

use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};

/// The version that this fex speaks; a worker of another one is refused.
pub const VERSION: u32 = 7;

/// The longest frame, in bytes.
pub const LONGEST: u32 = 64 << 20;

/// The number of a method among those that are guarded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MethodId(pub u32);

/// One step of a replacement body; the last step leaves the result, if there is one, on the stack.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Pushes `null`.
    Null,
    /// Pushes an `int`, which is also a `boolean`, `byte`, `short` or `char`.
    Int(i32),
    /// Pushes a `long`.
    Long(i64),
    /// Pushes a `float`.
    Float(f32),
    /// Pushes a `double`.
    Double(f64),
    /// Pushes a string.
    Text(String),
    /// Pushes a local variable at the start of the method: `this` or a parameter, with its descriptor.
    Load {
        /// Its slot.
        variable: u32,
        /// Its descriptor.
        ty: String,
    },
    /// Pushes a new object of a class with this internal name, made by its constructor without parameters.
    New(String),
    /// Pushes an array of length 0 with elements of this descriptor.
    EmptyArray(String),
    /// Calls a static method on what is on the stack.
    Call {
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

/// A method that gets a guard, and the bodies that may run in its place.
#[derive(Debug, Clone, PartialEq)]
pub struct MethodPlan {
    /// The internal name of its class.
    pub owner: String,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// At least one body.
    pub replacements: Vec<Vec<Step>>,
}

/// What fex asks.
#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    /// What to do to classes; the first request.
    Configure {
        /// The methods, by [`MethodId`].
        methods: Vec<MethodPlan>,
        /// Internal names of further classes whose loops are counted.
        watched: Vec<String>,
        /// Internal names of classes whose initialisers are told apart from what tests do.
        followed: Vec<String>,
        /// The folders and jars whose classes [`Request::Renew`] loads anew.
        own: Vec<String>,
    },
    /// Which tests there are.
    Discover {
        /// The binary names of their classes.
        classes: Vec<String>,
        /// Tags that they must have; none for all tests.
        groups: Vec<String>,
        /// Tags that they must not have.
        excluded_groups: Vec<String>,
    },
    /// Run all tests that were discovered.
    RunAll {
        /// The ids of those that are left out.
        left_out: Vec<String>,
    },
    /// Run some tests: one alone, or several in the order in which their framework runs them.
    Run {
        /// The tests.
        tests: Vec<Asked>,
        /// The method whose body is replaced, with the number of the replacement.
        replaced: Option<(MethodId, u32)>,
    },
    /// Load the project's own classes anew from now on, so that no static state is left; there is no answer.
    Renew,
    /// Use the classes again that were loaded first, with the static state that they had; there is no answer.
    Return,
    /// Which objects to capture; in the place of [`Request::Configure`].
    Capture(Capture),
    /// Say what a class offers, and be ready to follow calls.
    Explore(Explore),
    /// Follow calls; there is an answer for each last call.
    Follow(Follow),
}

/// A test to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// Its id.
    pub test: String,
    /// How many method entries and loop turns it may take.
    pub fuel: u64,
}

/// A test that can be asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// What [`Request::Run`] takes.
    pub id: String,
    /// What is prepared once for several tests.
    pub container: String,
    /// The binary name of its class.
    pub class: String,
    /// Its name in the class.
    pub name: String,
}

/// How a test ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// It ran and nothing was thrown.
    Passed,
    /// It did not run.
    Skipped,
    /// An assumption did not hold.
    Aborted,
    /// An assertion failed.
    Assertion,
    /// Something else was thrown.
    Exception,
    /// There was not enough memory.
    OutOfMemory,
}

impl Kind {
    /// Whether a build with this test would be red.
    pub fn is_failure(self) -> bool {
        matches!(self, Kind::Assertion | Kind::Exception | Kind::OutOfMemory)
    }
}

/// What became of a test or a container.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ran {
    /// The id of the test or the name of the container.
    pub test: String,
    /// How it ended.
    pub kind: Kind,
    /// The class of what it threw.
    pub thrown: String,
    /// What that says.
    pub message: String,
    /// Its time in microseconds.
    pub micros: u64,
    /// How many method entries and loop turns it took.
    pub work: u64,
    /// Whether the limit ended it.
    pub cut: bool,
    /// The methods that it entered, in ascending order.
    pub reached: Vec<MethodId>,
    /// Those of them that ran, then or earlier, while a class was initialised that it uses.
    pub initialising: Vec<MethodId>,
}

/// What a worker reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Report {
    /// The first report.
    Hello {
        /// Its version of the protocol.
        version: u32,
        /// The version of its Java.
        java: String,
    },
    /// Classes will be instrumented; tests run on a framework with this name.
    Ready(String),
    /// The tests there are.
    Discovered(Vec<Unit>),
    /// A test begins; in answer to [`Request::RunAll`].
    Started(String),
    /// A test has ended.
    Ran(Ran),
    /// All tests have run.
    Done {
        /// Whether the worker should not be asked again: a test left something behind that cannot be taken back.
        spent: bool,
    },
    /// A class runs as it is.
    NotInstrumented {
        /// Its internal name.
        class: String,
        /// Why.
        reason: String,
    },
    /// The process is about to end, because something exited.
    Exiting,
    /// Memory ran out, and no test took that for a failure of its own; the process is no use any more.
    OutOfMemory,
    /// What was asked cannot be done.
    Failed(String),
    /// What was captured; precedes the [`Report::Ran`] that it belongs to.
    Captured(Captured),
    /// What a class offers to everyone.
    Offered(Vec<Callable>),
    /// Where calls lead.
    Reached(Reached),
}

impl Request {
    /// The frame without its length.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Writer(Vec::new());
        match self {
            Request::Configure { methods, watched, followed, own } => {
                out.u8(0x01);
                out.list(methods, |out, method| {
                    out.text(&method.owner);
                    out.text(&method.name);
                    out.text(&method.descriptor);
                    out.list(&method.replacements, |out, steps| out.list(steps, Writer::step));
                });
                out.texts(watched);
                out.texts(followed);
                out.texts(own);
            }
            Request::Discover { classes, groups, excluded_groups } => {
                out.u8(0x02);
                out.texts(classes);
                out.texts(groups);
                out.texts(excluded_groups);
            }
            Request::RunAll { left_out } => {
                out.u8(0x03);
                out.texts(left_out);
            }
            Request::Run { tests, replaced } => {
                out.u8(0x04);
                out.list(tests, |out, asked| {
                    out.text(&asked.test);
                    out.u64(asked.fuel);
                });
                // A method without number is written as -1.
                let (method, replacement) = replaced.map_or((u32::MAX, 0), |(method, index)| (method.0, index));
                out.u32(method);
                out.u32(replacement);
            }
            Request::Renew => out.u8(0x05),
            Request::Return => out.u8(0x09),
            Request::Capture(capture) => {
                out.u8(0x08);
                capture::write(&mut out, capture);
            }
            Request::Explore(explore) => {
                out.u8(0x06);
                explore::write_explore(&mut out, explore);
            }
            Request::Follow(follow) => {
                out.u8(0x07);
                explore::write_follow(&mut out, follow);
            }
        }
        out.0
    }

    /// Writes the frame.
    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let frame = self.encode();
        let length = u32::try_from(frame.len()).ok().filter(|length| *length <= LONGEST);
        let length = length.ok_or_else(|| io::Error::other("the request is longer than the protocol allows"))?;
        to.write_all(&length.to_be_bytes())?;
        to.write_all(&frame)?;
        to.flush()
    }
}

impl Report {
    /// Reads a frame.
    pub fn read(from: &mut impl Read) -> io::Result<Report> {
        let mut length = [0; 4];
        from.read_exact(&mut length)?;
        let length = u32::from_be_bytes(length);
        if length == 0 || length > LONGEST {
            return Err(malformed("has an impossible length"));
        }
        let mut frame = Vec::new();
        from.take(u64::from(length)).read_to_end(&mut frame)?;
        if frame.len() < length as usize {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Report::decode(&frame)
    }

    /// Reads the content of a frame; an error if that is no report.
    pub fn decode(frame: &[u8]) -> io::Result<Report> {
        let mut from = Reader(frame);
        let report = match from.u8()? {
            0x81 => Report::Hello { version: from.u32()?, java: from.text()? },
            0x82 => Report::Ready(from.text()?),
            0x83 => Report::Discovered(from.list(|from| {
                Ok(Unit { id: from.text()?, container: from.text()?, class: from.text()?, name: from.text()? })
            })?),
            0x84 => Report::Ran(Ran {
                test: from.text()?,
                kind: from.kind()?,
                thrown: from.text()?,
                message: from.text()?,
                micros: from.u64()?,
                work: from.u64()?,
                cut: from.u8()? != 0,
                reached: from.methods()?,
                initialising: from.methods()?,
            }),
            0x85 => Report::Done { spent: from.u8()? != 0 },
            0x86 => Report::NotInstrumented { class: from.text()?, reason: from.text()? },
            0x87 => Report::Exiting,
            0x88 => Report::Failed(from.text()?),
            0x8b => Report::Captured(capture::read(&mut from)?),
            0x89 => Report::Offered(explore::read_offered(&mut from)?),
            0x8a => Report::Reached(explore::read_reached(&mut from)?),
            0x8c => Report::OutOfMemory,
            0x8d => Report::Started(from.text()?),
            _ => return Err(malformed("is of unknown type")),
        };
        match from.0 {
            [] => Ok(report),
            _ => Err(malformed("is longer than its content")),
        }
    }
}

fn malformed(how: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("a report {how}"))
}

struct Writer(Vec<u8>);

impl Writer {
    fn u8(&mut self, value: u8) {
        self.0.push(value);
    }

    fn u32(&mut self, value: u32) {
        self.0.extend(value.to_be_bytes());
    }

    fn u64(&mut self, value: u64) {
        self.0.extend(value.to_be_bytes());
    }

    fn count(&mut self, count: usize) {
        // What does not fit here does not fit into a frame either, and is refused there.
        self.u32(u32::try_from(count).unwrap_or(u32::MAX));
    }

    fn text(&mut self, text: &str) {
        self.count(text.len());
        self.0.extend(text.as_bytes());
    }

    fn texts(&mut self, texts: &[String]) {
        self.list(texts, |out, text| out.text(text));
    }

    fn list<T>(&mut self, items: &[T], write: impl Fn(&mut Writer, &T)) {
        self.count(items.len());
        for item in items {
            write(self, item);
        }
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Null => self.u8(0),
            Step::Int(value) => {
                self.u8(1);
                self.0.extend(value.to_be_bytes());
            }
            Step::Long(value) => {
                self.u8(2);
                self.0.extend(value.to_be_bytes());
            }
            Step::Float(value) => {
                self.u8(3);
                self.u32(value.to_bits());
            }
            Step::Double(value) => {
                self.u8(4);
                self.u64(value.to_bits());
            }
            Step::Text(text) => {
                self.u8(5);
                self.text(text);
            }
            Step::Load { variable, ty } => {
                self.u8(6);
                self.u32(*variable);
                self.text(ty);
            }
            Step::New(class) => {
                self.u8(7);
                self.text(class);
            }
            Step::EmptyArray(element) => {
                self.u8(8);
                self.text(element);
            }
            Step::Call { owner, name, descriptor, of_interface } => {
                self.u8(9);
                self.text(owner);
                self.text(name);
                self.text(descriptor);
                self.u8(u8::from(*of_interface));
            }
        }
    }
}

struct Reader<'f>(&'f [u8]);

impl<'f> Reader<'f> {
    fn take(&mut self, count: usize) -> io::Result<&'f [u8]> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or_else(|| malformed("ends early"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn u8(&mut self) -> io::Result<u8> {
        Ok(self.take(1)?[0])
    }

    fn u32(&mut self) -> io::Result<u32> {
        let bytes = self.take(4)?;
        Ok(u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    fn u64(&mut self) -> io::Result<u64> {
        Ok(u64::from(self.u32()?) << 32 | u64::from(self.u32()?))
    }

    fn text(&mut self) -> io::Result<String> {
        let length = self.u32()? as usize;
        // Java's strings may hold halves of characters, which no encoding of Unicode has.
        Ok(String::from_utf8_lossy(self.take(length)?).into_owned())
    }

    fn list<T>(&mut self, read: impl Fn(&mut Reader<'f>) -> io::Result<T>) -> io::Result<Vec<T>> {
        // The count is not trusted with memory: the list grows as its elements come.
        let count = self.u32()?;
        (0..count).map(|_| read(self)).collect()
    }

    fn methods(&mut self) -> io::Result<Vec<MethodId>> {
        self.list(|from| Ok(MethodId(from.u32()?)))
    }

    fn kind(&mut self) -> io::Result<Kind> {
        Ok(match self.u8()? {
            0 => Kind::Passed,
            1 => Kind::Skipped,
            2 => Kind::Aborted,
            3 => Kind::Assertion,
            4 => Kind::Exception,
            5 => Kind::OutOfMemory,
            _ => return Err(malformed("has an unknown outcome")),
        })
    }
}
