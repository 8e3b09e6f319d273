//! How deep the attributes and annotations of a class file lie inside each other: parsers descend into them, and a file may
//! claim any depth.

use super::mentions::texts;

/// No compiler nests attributes or annotations so deep.
const DEEPEST: usize = 64;

/// The texts of a constant pool, by their number.
type Texts<'c> = Vec<Option<&'c [u8]>>;

/// Whether a parser can descend into a class file; also where it ends too early, which a parser finds out by itself.
pub(super) fn is_bounded(class: &[u8]) -> bool {
    let Some((names, body)) = pool(class) else { return true };
    let mut walk = Walk { names, rest: body, too_deep: false };
    walk.class();
    !walk.too_deep
}

/// The texts of the constant pool, and what stands after it.
fn pool(class: &[u8]) -> Option<(Texts<'_>, &[u8])> {
    // Whether the pool is whole is known to those who read its texts.
    texts(class)?;
    let count = usize::from(u16::from_be_bytes([*class.get(8)?, *class.get(9)?]));
    let mut names = vec![None];
    let mut rest = class.get(10..)?;
    while names.len() < count {
        let (tag, after) = rest.split_first()?;
        let length = match tag {
            1 => 2 + usize::from(u16::from_be_bytes([*after.first()?, *after.get(1)?])),
            3 | 4 | 9..=12 | 17 | 18 => 4,
            5 | 6 => 8,
            15 => 3,
            _ => 2,
        };
        let entry = after.get(..length)?;
        names.push((*tag == 1).then(|| &entry[2..]));
        // These take two places.
        if matches!(tag, 5 | 6) {
            names.push(None);
        }
        rest = &after[length..];
    }
    Some((names, rest))
}

/// A walk over what stands after the constant pool; sections are those of chapter 4.7 of the specification of the JVM.
struct Walk<'c> {
    names: Texts<'c>,
    rest: &'c [u8],
    too_deep: bool,
}

impl<'c> Walk<'c> {
    fn class(&mut self) -> Option<()> {
        self.skip(6)?;
        let interfaces = self.u16()?;
        self.skip(2 * interfaces)?;
        for _ in 0..2 {
            for _ in 0..self.u16()? {
                self.skip(6)?;
                self.attributes(0)?;
            }
        }
        self.attributes(0)
    }

    fn attributes(&mut self, depth: usize) -> Option<()> {
        self.deeper(depth)?;
        for _ in 0..self.u16()? {
            let number = self.u16()?;
            let length = usize::try_from(u32::from_be_bytes([self.u8()?, self.u8()?, self.u8()?, self.u8()?])).ok()?;
            let name = self.names.get(number).copied().flatten().unwrap_or_default();
            let end = self.rest.get(length..)?;
            // What is wrong inside ends the walk inside only.
            let _ = self.inside(name, depth + 1);
            if self.too_deep {
                return None;
            }
            self.rest = end;
        }
        Some(())
    }

    fn inside(&mut self, name: &[u8], depth: usize) -> Option<()> {
        match name {
            b"Code" => {
                self.skip(4)?;
                let length = u32::from_be_bytes([self.u8()?, self.u8()?, self.u8()?, self.u8()?]);
                self.skip(usize::try_from(length).ok()?)?;
                let handlers = self.u16()?;
                self.skip(8 * handlers)?;
                self.attributes(depth)
            }
            b"Record" => {
                for _ in 0..self.u16()? {
                    self.skip(4)?;
                    self.attributes(depth)?;
                }
                Some(())
            }
            b"AnnotationDefault" => self.value(depth),
            b"RuntimeVisibleAnnotations" | b"RuntimeInvisibleAnnotations" => self.annotations(depth),
            b"RuntimeVisibleParameterAnnotations" | b"RuntimeInvisibleParameterAnnotations" => {
                for _ in 0..self.u8()? {
                    self.annotations(depth)?;
                }
                Some(())
            }
            b"RuntimeVisibleTypeAnnotations" | b"RuntimeInvisibleTypeAnnotations" => {
                for _ in 0..self.u16()? {
                    self.target()?;
                    let path = usize::from(self.u8()?);
                    self.skip(2 * path)?;
                    self.annotation(depth)?;
                }
                Some(())
            }
            _ => Some(()),
        }
    }

    /// What a type annotation stands at.
    fn target(&mut self) -> Option<()> {
        let length = match self.u8()? {
            0x00 | 0x01 | 0x16 => 1,
            0x13..=0x15 => 0,
            0x40 | 0x41 => 6 * self.u16()?,
            0x47..=0x4b => 3,
            _ => 2,
        };
        self.skip(length)
    }

    fn annotations(&mut self, depth: usize) -> Option<()> {
        for _ in 0..self.u16()? {
            self.annotation(depth)?;
        }
        Some(())
    }

    fn annotation(&mut self, depth: usize) -> Option<()> {
        self.skip(2)?;
        for _ in 0..self.u16()? {
            self.skip(2)?;
            self.value(depth)?;
        }
        Some(())
    }

    fn value(&mut self, depth: usize) -> Option<()> {
        self.deeper(depth)?;
        match self.u8()? {
            b'e' => self.skip(4),
            b'@' => self.annotation(depth + 1),
            b'[' => {
                for _ in 0..self.u16()? {
                    self.value(depth + 1)?;
                }
                Some(())
            }
            _ => self.skip(2),
        }
    }

    fn deeper(&mut self, depth: usize) -> Option<()> {
        self.too_deep |= depth > DEEPEST;
        (!self.too_deep).then_some(())
    }

    fn skip(&mut self, bytes: usize) -> Option<()> {
        self.rest = self.rest.get(bytes..)?;
        Some(())
    }

    fn u8(&mut self) -> Option<u8> {
        let (byte, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*byte)
    }

    fn u16(&mut self) -> Option<usize> {
        Some(usize::from(u16::from_be_bytes([self.u8()?, self.u8()?])))
    }
}
