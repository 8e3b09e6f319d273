//! Places in a text as editors name them: a line, and a column in their units.

/// A place in a text, between two characters. Both numbers count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// How many units of the encoding stand before it on its line.
    pub column: u32,
}

/// What columns are counted in. An editor and a server agree on one; where they do not, the Language Server Protocol says
/// UTF-16.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of two bytes, of which a character has one or two.
    #[default]
    Utf16,
    /// Characters.
    Utf32,
}

impl Encoding {
    /// How many units a character has.
    pub fn units(self, character: char) -> usize {
        match self {
            Encoding::Utf8 => character.len_utf8(),
            Encoding::Utf16 => character.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }
}

/// The lines of a text, which end with a line feed, a carriage return, or both, as the Language Server Protocol has it
/// (3.17, "Position").
pub struct Lines<'t> {
    text: &'t str,
    encoding: Encoding,
    /// Where each line starts; never empty.
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    /// The lines of a text.
    pub fn new(text: &'t str, encoding: Encoding) -> Self {
        let bytes = text.as_bytes();
        let ends_line = |at: &usize| match bytes[*at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let starts = std::iter::once(0).chain((0..bytes.len()).filter(ends_line).map(|end| end + 1)).collect();
        Lines { text, encoding, starts }
    }

    /// The place of a byte: of the character that it is a part of, or of the end for what is beyond.
    pub fn position(&self, offset: u32) -> Position {
        let offset = self.text.floor_char_boundary(offset as usize);
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let before = &self.text[self.starts[line]..offset];
        let column: usize = before.chars().map(|character| self.encoding.units(character)).sum();
        Position { line: narrow(line), column: narrow(column) }
    }

    /// The byte at a place. Behind the end of its line, that is the end of the line; behind the last line, the end of the
    /// text; and within a character, its start.
    pub fn offset(&self, position: Position) -> u32 {
        let line = position.line as usize;
        let Some(start) = self.starts.get(line).copied() else { return narrow(self.text.len()) };
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        let mut left = position.column as usize;
        let mut offset = start;
        for character in self.text[start..end].chars() {
            let units = self.encoding.units(character);
            if left < units || matches!(character, '\n' | '\r') {
                break;
            }
            left -= units;
            offset += character.len_utf8();
        }
        narrow(offset)
    }
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Texts with characters of one to four bytes, and all line ends.
    fn texts() -> impl Strategy<Value = String> {
        proptest::collection::vec(
            prop::sample::select(vec!["a", "é", "\u{20ac}", "𝄞", "\n", "\r\n", "\r", "\t"]),
            0..40,
        )
        .prop_map(|parts| parts.concat())
    }

    /// The place of a byte, read character by character; the standard library encodes what stands before it on its line.
    fn expected(text: &str, offset: usize) -> Position {
        let (mut line, mut before) = (0, String::new());
        for (at, character) in text[..offset].char_indices() {
            let is_first_half = character == '\r' && text[at + 1..].starts_with('\n');
            if matches!(character, '\n' | '\r') && !is_first_half {
                line += 1;
                before.clear();
            } else {
                before.push(character);
            }
        }
        Position { line, column: before.encode_utf16().count() as u32 }
    }

    proptest! {
        #[test]
        fn columns_are_those_of_the_standard_encoding(text in texts()) {
            let lines = Lines::new(&text, Encoding::Utf16);
            for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
                prop_assert_eq!(lines.position(offset as u32), expected(&text, offset), "{:?} at {}", text, offset);
            }
        }

        #[test]
        fn a_place_leads_back_to_its_byte(text in texts()) {
            for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
                let lines = Lines::new(&text, encoding);
                for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
                    let back = lines.offset(lines.position(offset as u32)) as usize;
                    // Only the two halves of one line end share a place.
                    let is_between = text[..offset].ends_with('\r') && text[offset..].starts_with('\n');
                    prop_assert_eq!(back, offset - usize::from(is_between), "{:?} at {}", text, offset);
                }
            }
        }
    }

    #[test]
    fn places_that_no_text_has_are_the_nearest_before() {
        let lines = Lines::new("a𝄞b\r\nc", Encoding::Utf16);
        let at = |line, column| lines.offset(Position { line, column });
        assert_eq!(at(0, 2), 1, "between the two halves of the clef");
        assert_eq!(at(0, 99), 6, "the end of the line, before its line end");
        assert_eq!(at(1, 99), 9);
        assert_eq!(at(99, 0), 9);
        assert_eq!(lines.position(3), Position { line: 0, column: 1 }, "within the bytes of the clef");
        assert_eq!(lines.position(99), Position { line: 1, column: 1 });
    }
}
