//! Objects of a worker as messages have them.

use super::{Reader, malformed};
use std::io;

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
