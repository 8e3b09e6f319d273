//! What fex asks and a worker reports about the objects of a root class that tests work on.

use super::objects::{self, Objects, Observed};
use super::{Reader, Writer};
use std::io;

/// Of which class objects are captured, and what of them is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Capture {
    /// Internal names of the classes that the root class extends, whose public methods are its own, too.
    pub above: Vec<String>,
    /// What is read.
    pub objects: Objects,
}

/// What was captured since the last report of this kind.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Captured {
    /// The structures that are new, the root object of each first. All structures of a worker are numbered in this order.
    pub structures: Vec<Vec<Observed>>,
    /// The steps that are new.
    pub steps: Vec<CallStep>,
    /// How often a structure was looked at.
    pub captures: u64,
    /// For each group, and then for each slot of each type, how often it was what made a structure too large.
    pub beyond: Vec<u64>,
    /// How often another thread was at work on the object.
    pub disturbed: u64,
    /// How often reading failed.
    pub unread: u64,
    /// Why it failed the last time.
    pub problem: String,
}

/// A call from outside the class that leads from one structure to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallStep {
    /// The internal name of the class that has the method.
    pub class: String,
    /// The method; `<init>` is a constructor.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Whether it ended by an exception.
    pub threw: bool,
    /// What the object was before.
    pub before: State,
    /// What it was afterwards.
    pub after: State,
    /// Where it was called first: class and method, and the place if it is known, as in `p.TreeTest.adds(TreeTest.java:7)`.
    pub caller: String,
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

pub(super) fn write(out: &mut Writer, capture: &Capture) {
    out.texts(&capture.above);
    objects::write(out, &capture.objects);
}

pub(super) fn read(from: &mut Reader) -> io::Result<Captured> {
    Ok(Captured {
        structures: from.list(objects::read)?,
        steps: from.list(step)?,
        captures: from.u64()?,
        beyond: from.list(Reader::u64)?,
        disturbed: from.u64()?,
        unread: from.u64()?,
        problem: from.text()?,
    })
}

fn step(from: &mut Reader) -> io::Result<CallStep> {
    Ok(CallStep {
        class: from.text()?,
        method: from.text()?,
        descriptor: from.text()?,
        threw: from.u8()? != 0,
        before: state(from)?,
        after: state(from)?,
        caller: from.text()?,
    })
}

fn state(from: &mut Reader) -> io::Result<State> {
    // What is no structure is written as -1, -2 or -3.
    Ok(match from.u32()?.cast_signed() {
        -1 => State::Absent,
        -2 => State::Beyond,
        ..0 => State::Unread,
        number => State::Structure(number.cast_unsigned()),
    })
}
