//! Values in words as Java writes them, and whether an expression shows one.

use crate::suggestion::Value;
use crate::worker::protocol::TaintedInput;

/// What ends a text of which not all is there.
const CUT: &str = "\u{2026}\"";

/// The value of an input as an expression of Java; none if only its class is known.
pub(super) fn literal(input: &TaintedInput) -> Option<String> {
    let value = input.value.as_str();
    let is_object = value.starts_with("a ");
    if value.is_empty() || is_object || value.ends_with(CUT) || value.contains("NaN") || value.contains("Infinity") {
        return None;
    }
    Some(match input.of.as_str() {
        "B" => format!("(byte) {value}"),
        "S" => format!("(short) {value}"),
        _ => value.to_owned(),
    })
}

/// Whether a value is the one that words are about.
pub(super) fn is(value: &Value, words: &str) -> bool {
    match value {
        Value::Null => words == "null",
        Value::Boolean(truth, _) => words == if *truth { "true" } else { "false" },
        Value::Whole(_, number) => {
            let letter = unquoted(words, '\'').and_then(|text| text.encode_utf16().next()).map(i64::from);
            letter.or_else(|| words.trim_end_matches('L').parse().ok()) == Some(*number)
        }
        Value::Fraction { value, .. } => words.trim_end_matches('f').parse() == Ok(*value),
        Value::Text(text) => unquoted(words, '"').as_ref() == Some(text),
        Value::Constant(class, name) => {
            let simple = class.rsplit(['.', '$']).next().unwrap_or_default();
            words == format!("{simple}.{name}")
        }
        _ => false,
    }
}

/// Whether a value is a text that has the text which words are about in it.
pub(super) fn contains(value: &Value, words: &str) -> bool {
    let part = unquoted(words, '"').filter(|part| !part.is_empty());
    matches!((value, part), (Value::Text(text), Some(part)) if text.contains(&part))
}

/// What is between quotation marks; none if not all of it is there.
fn unquoted(words: &str, quote: char) -> Option<String> {
    let inside = words.strip_prefix(quote)?.strip_suffix(quote).filter(|_| !words.ends_with(CUT))?;
    let (mut units, mut letters) = (Vec::new(), inside.chars());
    while let Some(letter) = letters.next() {
        let mut push = |letter: char| units.extend_from_slice(letter.encode_utf16(&mut [0; 2]));
        if letter != '\\' {
            push(letter);
            continue;
        }
        match letters.next()? {
            'n' => push('\n'),
            'r' => push('\r'),
            't' => push('\t'),
            'u' => {
                let digits: String = letters.by_ref().take(4).collect();
                units.push(u16::from_str_radix(&digits, 16).ok()?);
            }
            other => push(other),
        }
    }
    String::from_utf16(&units).ok()
}

#[cfg(test)]
mod tests {
    use super::{contains, is};
    use crate::suggestion::Value;

    #[test]
    fn values_are_those_that_words_are_about() {
        let value = |told| Value::parse(told).expect("it can be read");
        for (told, words, expected) in [
            ("text 0061000a0022.", "\"a\\n\\\"\"", true),
            ("text 0061.", "\"a\u{2026}\"", false),
            ("char 97", "'a'", true),
            ("long 5", "5L", true),
            ("int 5", "6", false),
            ("float 0.5", "0.5f", true),
            ("double 1.0E10", "1.0E10", true),
            ("boolean true", "true", true),
            ("enum p.E$F A", "F.A", true),
            ("null", "null", true),
        ] {
            assert_eq!(is(&value(told), words), expected, "{told} {words}");
        }
    }

    #[test]
    fn texts_may_have_more_than_what_words_are_about() {
        let text = Value::parse("text 00610062.").expect("it can be read");
        assert!(
            contains(&text, "\"b\"") && !contains(&text, "\"c\"") && !contains(&text, "\"\"") && !contains(&text, "1")
        );
    }
}
