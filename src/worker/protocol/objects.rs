//! Objects of a worker as messages have them.

use super::{Reader, Writer, malformed};
use std::io;

/// Which objects a worker reads, and what of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Objects {
    /// The binary name of the root class.
    pub root: String,
    /// How many objects of each group a structure within the bound has at most.
    pub limits: Vec<u32>,
    /// How many elements a container within the bound has at most.
    pub width: u32,
    /// The classes of objects that are read.
    pub types: Vec<Type>,
    /// The objects that are told apart by identity.
    pub constants: Vec<Constant>,
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

/// An object that is told apart by identity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constant {
    /// The binary name of a class.
    pub class: String,
    /// The static field that holds it; empty for a new object of the class.
    pub field: String,
}

/// An object.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Observed {
    /// Its class: a place in the list that was asked for.
    pub class: u32,
    /// The values of the fields that were asked for, in their order.
    pub values: Vec<Value>,
}

/// The value of a field.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// `null`.
    Null,
    /// A number, a character or, as 0 and 1, a truth value.
    Int(i64),
    /// A string, or a number that is no integer.
    Text(String),
    /// An object of the same message.
    Object(u32),
    /// One of the constants that were asked for.
    Constant(u32),
    /// The elements of an array or a collection, or the keys and values of a map in turn.
    Many(Vec<Value>),
    /// An object of a class that was not asked for, by its number among these.
    Other(u32),
}

pub(super) fn write(out: &mut Writer, objects: &Objects) {
    out.text(&objects.root);
    out.list(&objects.limits, |out, limit| out.u32(*limit));
    out.u32(objects.width);
    out.list(&objects.types, |out, ty| {
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
    out.list(&objects.constants, |out, constant| {
        out.text(&constant.class);
        out.text(&constant.field);
    });
}

pub(super) fn read(from: &mut Reader) -> io::Result<Vec<Observed>> {
    from.list(|from| Ok(Observed { class: from.u32()?, values: from.list(value)? }))
}

fn value(from: &mut Reader) -> io::Result<Value> {
    match from.u8()? {
        5 => Ok(Value::Many(from.list(|from| {
            let kind = from.u8()?;
            single(kind, from)
        })?)),
        kind => single(kind, from),
    }
}

fn single(kind: u8, from: &mut Reader) -> io::Result<Value> {
    Ok(match kind {
        0 => Value::Null,
        1 => Value::Int(from.u64()?.cast_signed()),
        2 => Value::Text(from.text()?),
        3 => Value::Object(from.u32()?),
        4 => Value::Constant(from.u32()?),
        7 => Value::Other(from.u32()?),
        _ => return Err(malformed("has an unknown value")),
    })
}
