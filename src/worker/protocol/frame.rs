//! Frames: a length in four bytes, which does not count itself, and a message.

use super::reports::Report;
use super::requests::Request;
use super::wire::{Reader, Wire, Writer, malformed};
use std::io::{self, Read, Write};

/// The version that this fex speaks; a worker of another one is refused.
pub const VERSION: u32 = 21;

/// The longest frame, in bytes.
pub const LONGEST: u32 = 64 << 20;

/// The whole of a message.
fn decode<T: Wire>(frame: &[u8]) -> io::Result<T> {
    let mut from = Reader::new(frame);
    let message = T::read(&mut from)?;
    if from.is_empty() { Ok(message) } else { Err(malformed("is longer than its content")) }
}

fn encode<T: Wire>(message: &T) -> Vec<u8> {
    let mut out = Writer::default();
    message.write(&mut out);
    out.0
}

impl Request {
    /// The frame without its length.
    pub fn encode(&self) -> Vec<u8> {
        encode(self)
    }

    /// Reads the content of a frame; an error if that is no request.
    pub fn decode(frame: &[u8]) -> io::Result<Request> {
        decode(frame)
    }

    /// Writes the frame.
    pub fn write_frame(&self, to: &mut impl Write) -> io::Result<()> {
        let frame = self.encode();
        let length = u32::try_from(frame.len()).ok().filter(|length| *length <= LONGEST);
        let length = length.ok_or_else(|| io::Error::other("the request is longer than the protocol allows"))?;
        to.write_all(&length.to_be_bytes())?;
        to.write_all(&frame)?;
        to.flush()
    }
}

impl Report {
    /// The frame without its length.
    pub fn encode(&self) -> Vec<u8> {
        encode(self)
    }

    /// Reads the content of a frame; an error if that is no report.
    pub fn decode(frame: &[u8]) -> io::Result<Report> {
        decode(frame)
    }

    /// Reads a frame.
    pub fn read_frame(from: &mut impl Read) -> io::Result<Report> {
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
}
