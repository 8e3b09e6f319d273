//! What fex asks and a worker reports about the objects of one class: what it offers, and where calls lead.

use super::objects::{self, Objects, Observed};
use super::{Reader, Writer, malformed};
use std::io;

/// Which class's public methods are to be called, and what of the objects that come of it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explore {
    /// What is read; the class is the root class.
    pub objects: Objects,
    /// Internal names of the classes whose loops are counted.
    pub watched: Vec<String>,
}

/// Calls to make in order, once for each last call, each time on new objects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Follow {
    /// The calls before the last one.
    pub first: Vec<Call>,
    /// The last calls.
    pub last: Vec<Call>,
    /// How many loop turns each sequence may take.
    pub fuel: u64,
}

/// A call.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Call {
    /// What is called: a place in what was offered.
    pub callable: u32,
    /// What it is given.
    pub arguments: Vec<Argument>,
}

/// An argument of a call.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Argument {
    /// `null`.
    Null,
    /// A number or, as 0 and 1, a truth value; of the parameter's type.
    Int(i64),
    /// A string.
    Text(String),
    /// One of the constants.
    Constant(u32),
}

/// What can be called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Callable {
    /// Of which kind it is.
    pub kind: CallableKind,
    /// Its name; empty for a constructor.
    pub name: String,
    /// The erased types of its parameters, as `Class.getName` has them.
    pub parameters: Vec<String>,
    /// For each parameter the class's type variable that is its type, by number.
    pub variables: Vec<Option<u32>>,
    /// Whether another one has as many parameters and the same name.
    pub overloaded: bool,
    /// Whether it declares an exception that its caller has to handle.
    pub checked: bool,
}

/// The kinds of what can be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallableKind {
    /// Makes an object.
    Constructor,
    /// A static method that returns one.
    Factory,
    /// Is called on an object.
    Method,
}

/// Where calls lead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reached {
    /// The class of what was thrown instead; empty if nothing was.
    pub thrown: String,
    /// The objects, the one that was made first; none if they are beyond the bound.
    pub objects: Vec<Observed>,
}

pub(super) fn write_explore(out: &mut Writer, explore: &Explore) {
    objects::write(out, &explore.objects);
    out.texts(&explore.watched);
}

pub(super) fn write_follow(out: &mut Writer, follow: &Follow) {
    out.list(&follow.first, write_call);
    out.list(&follow.last, write_call);
    out.u64(follow.fuel);
}

fn write_call(out: &mut Writer, call: &Call) {
    out.u32(call.callable);
    out.list(&call.arguments, |out, argument| match argument {
        Argument::Null => out.u8(0),
        Argument::Int(value) => {
            out.u8(1);
            out.u64(value.cast_unsigned());
        }
        Argument::Text(text) => {
            out.u8(2);
            out.text(text);
        }
        Argument::Constant(number) => {
            out.u8(3);
            out.u32(*number);
        }
    });
}

pub(super) fn read_offered(from: &mut Reader) -> io::Result<Vec<Callable>> {
    from.list(|from| {
        Ok(Callable {
            kind: match from.u8()? {
                0 => CallableKind::Constructor,
                1 => CallableKind::Factory,
                2 => CallableKind::Method,
                _ => return Err(malformed("has an unknown kind of callable")),
            },
            name: from.text()?,
            parameters: from.list(Reader::text)?,
            // What is no variable is written as -1.
            variables: from.list(|from| Ok(Some(from.u32()?).filter(|number| *number != u32::MAX)))?,
            overloaded: from.u8()? != 0,
            checked: from.u8()? != 0,
        })
    })
}

pub(super) fn read_reached(from: &mut Reader) -> io::Result<Reached> {
    let thrown = from.text()?;
    Ok(Reached { thrown, objects: objects::read(from)? })
}
