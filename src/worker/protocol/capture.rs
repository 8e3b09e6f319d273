//! What fex asks and a worker reports about the objects of a root class that tests work on.

use super::objects::{self, Observed};
use super::{Reader, Writer};
use std::io;

/// Which objects are captured, and what of them is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Capture {
    /// Internal names of the classes that the root class extends, whose public methods are its own, too.
    pub above: Vec<String>,
    /// The binary name of the root class.
    pub root: String,
    /// How many objects of each group a structure within the bound has at most.
    pub limits: Vec<u32>,
    /// How many elements a container within the bound has at most.
    pub width: u32,
    /// The classes of objects that are read.
    pub types: Vec<Type>,
    /// The objects that are told apart by identity.
    pub constants: Vec<Static>,
}

/// A class of objects that are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Type {
    /// Its binary name.
    pub class: String,
    /// The group that its objects count in.
    pub group: u32,
    /// The fields that are read.
    pub slots: Vec<Slot>,
}

/// A field that is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// Its name; the class or the nearest one above has it.
    pub field: String,
    /// What it holds.
    pub container: Container,
    /// The slot of the same class that says how many places are in use.
    pub used: Option<u32>,
    /// The least and the greatest integer within the bound.
    pub range: (i64, i64),
}

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Container {
    /// One value.
    None,
    /// Elements in no order.
    Elements,
    /// Elements by index.
    Places,
    /// Keys and values.
    Entries,
}

/// An object in a static field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Static {
    /// The binary name of the class that has the field.
    pub class: String,
    /// The field.
    pub field: String,
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
    out.text(&capture.root);
    out.list(&capture.limits, |out, limit| out.u32(*limit));
    out.u32(capture.width);
    out.list(&capture.types, |out, ty| {
        out.text(&ty.class);
        out.u32(ty.group);
        out.list(&ty.slots, |out, slot| {
            out.text(&slot.field);
            out.u8(slot.container as u8);
            // No slot is written as -1.
            out.u32(slot.used.unwrap_or(u32::MAX));
            out.u64(slot.range.0.cast_unsigned());
            out.u64(slot.range.1.cast_unsigned());
        });
    });
    out.list(&capture.constants, |out, constant| {
        out.text(&constant.class);
        out.text(&constant.field);
    });
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
