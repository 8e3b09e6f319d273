//! What tests throw, in words that are the same in each run.
//!
//! `Object.toString` tells an object by a number that the JVM makes up, and a lambda's class has one, too. Which numbers these are says nothing of
//! the test; whether two of them are equal may. So the objects are numbered in the order in which a message names them.

use std::collections::BTreeMap;

/// What stands between the name of a class and the number of an object.
const OBJECT: char = '@';

/// What the names of lambdas' classes have before their own numbers.
const LAMBDA: &str = "$$Lambda";

/// How many hexadecimal digits the number of an object has at most.
const DIGITS: usize = 8;

/// The message, with objects and lambdas by numbers of its own.
pub(super) fn steady(message: &str) -> String {
    let message = without_lambdas(message);
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut text, mut rest) = (String::with_capacity(message.len()), message.as_str());
    while let Some(at) = rest.find(OBJECT) {
        let (before, behind) = (&rest[..at], &rest[at + 1..]);
        let digits = behind.bytes().take_while(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')).count();
        text.push_str(&rest[..=at]);
        rest = behind;
        if ends_with_class(before) && (1..=DIGITS).contains(&digits) && is_end(&behind[digits..]) {
            let next = numbers.len() + 1;
            text.push_str(&numbers.entry(&behind[..digits]).or_insert(next).to_string());
            rest = &behind[digits..];
        }
    }
    text + rest
}

/// Whether a text ends with what may be the name of a class in a package, of an array, or of a class inside another one.
fn ends_with_class(text: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || ['_', '$', '.', '[', ';'].contains(&letter);
    let name = text.rsplit(|letter| !is_part(letter)).next().unwrap_or_default();
    name.contains(['.', '$', '['])
}

/// Whether a word ends before a text.
fn is_end(text: &str) -> bool {
    let mut letters = text.chars();
    match letters.next() {
        Some('.') => !letters.next().is_some_and(char::is_alphanumeric),
        Some(letter) => !letter.is_alphanumeric() && letter != '_',
        None => true,
    }
}

/// A text without what comes behind the names of lambdas: `$$Lambda$14/0x00000008000b2c40` and its like.
fn without_lambdas(message: &str) -> String {
    let mut parts = message.split(LAMBDA);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let number =
            part.strip_prefix('$').map_or(part, |rest| rest.trim_start_matches(|digit: char| digit.is_ascii_digit()));
        let address = number.strip_prefix('/').map(|rest| {
            let rest = rest.strip_prefix("0x").unwrap_or(rest);
            rest.trim_start_matches(|digit: char| digit.is_ascii_hexdigit())
        });
        text.push_str(LAMBDA);
        text.push_str(address.unwrap_or(part));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::steady;

    #[test]
    fn objects_are_numbered_in_the_order_in_which_they_are_named() {
        let message = "expected: a.Option@6fe04f2a<[ x ]> but was: a.Option@1b<[ x ]>, not a.Option@6fe04f2a.";
        assert_eq!(steady(message), "expected: a.Option@1<[ x ]> but was: a.Option@2<[ x ]>, not a.Option@1.");
        assert_eq!(steady("[I@5e2de80c and [Ljava.lang.String;@5e2de80d"), "[I@1 and [Ljava.lang.String;@2");
    }

    #[test]
    fn lambdas_lose_the_numbers_of_their_classes() {
        for name in ["a.B$$Lambda$583/0x00007f8dff015340", "a.B$$Lambda/0x00007f2b6101da90", "a.B$$Lambda$7/1313"] {
            assert_eq!(steady(&format!("<{name}@48bc2fce> but was: <null>")), "<a.B$$Lambda@1> but was: <null>");
        }
    }

    #[test]
    fn everything_else_stays() {
        for message in [
            "",
            "@",
            "a@b",
            "bob.smith@cafe.org",
            "a.B@0123456789",
            "a.B@xyz",
            "x @1 y",
            "$$Lambda$form",
            "é.ü@",
            "a.B@12_",
        ] {
            assert_eq!(steady(message), message);
        }
    }
}
