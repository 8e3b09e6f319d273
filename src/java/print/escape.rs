//! Characters as Java reads them in any encoding.

/// A string literal of any text.
pub(super) fn string(text: &str) -> String {
    let mut literal = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => literal.push_str("\\\""),
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            ' '..='~' => literal.push(c),
            other => literal.push_str(&unicode(other)),
        }
    }
    literal.push('"');
    literal
}

/// A literal of a printable character of ASCII.
pub(super) fn character(character: char) -> String {
    match character {
        '\'' | '\\' => format!("'\\{character}'"),
        other => format!("'{other}'"),
    }
}

/// Source that every encoding preserves.
pub(super) fn ascii(source: &str) -> String {
    match source.is_ascii() {
        true => source.to_owned(),
        false => source.chars().map(|c| if c.is_ascii() { c.to_string() } else { unicode(c) }).collect(),
    }
}

fn unicode(c: char) -> String {
    c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_literal_keeps_no_quote_backslash_or_unicode_escape_alive() {
        assert_eq!(string("a\"b\\u0022"), "\"a\\\"b\\\\u0022\"");
        assert_eq!(string("é"), "\"\\u00e9\"");
        // Java reads an escape by number before it looks for the end of a line.
        assert_eq!(string("\r\n"), "\"\\r\\n\"");
    }

    #[test]
    fn letters_of_other_alphabets_are_written_as_their_code_units() {
        assert_eq!(ascii("größe \u{1f600}"), "gr\\u00f6\\u00dfe \\ud83d\\ude00");
        assert_eq!(character('\''), "'\\''");
    }
}
