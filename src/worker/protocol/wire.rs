//! Values as bytes: numbers are big-endian, a truth value is one byte, a string is its length in bytes and UTF-8, a list is its
//! count and its elements.

use super::table::Declaration;
use std::io;

/// How deep lists may be in lists. No message needs more, and a damaged one must not take the stack.
const DEEPEST: usize = 5;

/// What a value looks like as bytes.
#[derive(Debug, Clone)]
pub enum Shape {
    /// One byte, 0 or 1.
    Bool,
    /// Four bytes.
    Int,
    /// Eight bytes.
    Long,
    /// Four bytes.
    Float,
    /// Eight bytes.
    Double,
    /// A length and bytes.
    Text,
    /// Four bytes, or -1 for none.
    Optional,
    /// A count and elements.
    List(Box<Shape>),
    /// Two values.
    Pair(Box<Shape>, Box<Shape>),
    /// What is declared elsewhere.
    Named(fn() -> Declaration),
}

/// What can be written to a message and read from one.
pub trait Wire: Sized {
    /// What it looks like.
    fn shape() -> Shape;

    /// Writes it.
    fn write(&self, out: &mut Writer);

    /// Reads it.
    fn read(from: &mut Reader<'_>) -> io::Result<Self>;
}

/// A message that is being written.
#[derive(Debug, Default)]
pub struct Writer(pub(super) Vec<u8>);

impl Writer {
    pub(super) fn byte(&mut self, value: u8) {
        self.0.push(value);
    }

    fn count(&mut self, count: usize) {
        // What does not fit here does not fit into a frame either, and is refused there.
        u32::try_from(count).unwrap_or(u32::MAX).write(self);
    }
}

/// A message that is being read.
#[derive(Debug)]
pub struct Reader<'f> {
    rest: &'f [u8],
    depth: usize,
}

impl<'f> Reader<'f> {
    pub(super) fn new(frame: &'f [u8]) -> Reader<'f> {
        Reader { rest: frame, depth: 0 }
    }

    /// Whether everything has been read.
    pub(super) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    fn take(&mut self, count: usize) -> io::Result<&'f [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or_else(|| malformed("ends early"))?;
        self.rest = rest;
        Ok(taken)
    }

    fn bytes<const COUNT: usize>(&mut self) -> io::Result<[u8; COUNT]> {
        let taken = self.take(COUNT)?;
        Ok(taken.try_into().expect("so many bytes were taken"))
    }

    pub(super) fn byte(&mut self) -> io::Result<u8> {
        Ok(self.bytes::<1>()?[0])
    }
}

/// A message that is none.
pub(super) fn malformed(how: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("a message {how}"))
}

/// Numbers, whose bytes their type knows.
macro_rules! numbers {
    ($($ty:ty => $shape:ident),*) => {$(
        impl Wire for $ty {
            fn shape() -> Shape {
                Shape::$shape
            }

            fn write(&self, out: &mut Writer) {
                out.0.extend(self.to_be_bytes());
            }

            fn read(from: &mut Reader<'_>) -> io::Result<$ty> {
                Ok(<$ty>::from_be_bytes(from.bytes()?))
            }
        }
    )*};
}

numbers!(u32 => Int, i32 => Int, u64 => Long, i64 => Long, f32 => Float, f64 => Double);

impl Wire for bool {
    fn shape() -> Shape {
        Shape::Bool
    }

    fn write(&self, out: &mut Writer) {
        out.byte(u8::from(*self));
    }

    fn read(from: &mut Reader<'_>) -> io::Result<bool> {
        Ok(from.byte()? != 0)
    }
}

impl Wire for String {
    fn shape() -> Shape {
        Shape::Text
    }

    fn write(&self, out: &mut Writer) {
        out.count(self.len());
        out.0.extend(self.as_bytes());
    }

    fn read(from: &mut Reader<'_>) -> io::Result<String> {
        let length = u32::read(from)? as usize;
        // Java's strings may hold halves of characters, which no encoding of Unicode has.
        Ok(String::from_utf8_lossy(from.take(length)?).into_owned())
    }
}

/// A number that is not there is written as -1.
impl Wire for Option<u32> {
    fn shape() -> Shape {
        Shape::Optional
    }

    fn write(&self, out: &mut Writer) {
        self.unwrap_or(u32::MAX).write(out);
    }

    fn read(from: &mut Reader<'_>) -> io::Result<Option<u32>> {
        Ok(Some(u32::read(from)?).filter(|number| *number != u32::MAX))
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn shape() -> Shape {
        Shape::List(Box::new(T::shape()))
    }

    fn write(&self, out: &mut Writer) {
        out.count(self.len());
        self.iter().for_each(|item| item.write(out));
    }

    fn read(from: &mut Reader<'_>) -> io::Result<Vec<T>> {
        if from.depth == DEEPEST {
            return Err(malformed("has lists in lists without end"));
        }
        from.depth += 1;
        // The count is not trusted with memory: the list grows as its elements come.
        let count = u32::read(from)?;
        let items = (0..count).map(|_| T::read(from)).collect();
        from.depth -= 1;
        items
    }
}

impl<A: Wire, B: Wire> Wire for (A, B) {
    fn shape() -> Shape {
        Shape::Pair(Box::new(A::shape()), Box::new(B::shape()))
    }

    fn write(&self, out: &mut Writer) {
        self.0.write(out);
        self.1.write(out);
    }

    fn read(from: &mut Reader<'_>) -> io::Result<(A, B)> {
        Ok((A::read(from)?, B::read(from)?))
    }
}
