//! Names and comments in Java source: what the Java Language Specification (17) accepts as a name, which is the only gate between
//! foreign text and emitted source, so that a name can never carry code; and names and comments made of any text.
//!
//! Letters are those of Unicode and digits those of ASCII; currency signs other than `$`, foreign digits and
//! connecting punctuation, which Java would accept too, are left out.

use crate::classfile::Primitive;

/// The reserved keywords of section 3.9 and the literals `true`, `false` and `null`: no identifier of any kind.
const RESERVED: [&str; 54] = [
    "_",
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "void",
    "volatile",
    "while",
];

/// The contextual keywords that name no type (`TypeIdentifier` of section 3.8), nor, for `yield`, a method that is
/// called without a qualifier. They are names of fields, variables and packages. The other contextual keywords
/// (`module`, `with`, `to`, …) are names everywhere.
const NO_TYPE: [&str; 5] = ["permits", "record", "sealed", "var", "yield"];

/// Whether a text is an identifier: the name of a field, a variable, a package or a method that is called on
/// something.
pub fn is_identifier(text: &str) -> bool {
    let starts = |c: char| c.is_alphabetic() || c == '_' || c == '$';
    text.starts_with(starts) && text.chars().all(|c| starts(c) || c.is_ascii_digit()) && !RESERVED.contains(&text)
}

/// Whether a text is the simple name of a class, or of a method that is called without a qualifier.
pub fn is_type_identifier(text: &str) -> bool {
    is_identifier(text) && !NO_TYPE.contains(&text)
}

/// Whether a text is the name of a package: identifiers between dots.
pub fn is_package_name(text: &str) -> bool {
    text.split('.').all(is_identifier)
}

/// Whether a text names a class that source can name, canonically (`a.Tree.Node`) or as class files do
/// (`a.Tree$Node`).
///
/// A class may have a `$` of its own: `Base$`, `$Gson$Types`.
pub fn is_class_name(text: &str) -> bool {
    let mut parts = text.split('$').flat_map(|part| part.split('.')).filter(|part| !part.is_empty());
    let named = parts.next_back().is_none_or(is_type_identifier) && parts.all(is_identifier);
    named && text.split('.').all(is_identifier)
}

/// A class name as source writes it, for who does not know the class: a `$` between two names stands for a dot.
pub fn canonical(class: &str) -> String {
    let letters: Vec<char> = class.chars().collect();
    let is_name = |place: Option<usize>| {
        place.and_then(|place| letters.get(place)).is_some_and(|letter| !matches!(letter, '.' | '$'))
    };
    let written = letters.iter().enumerate().map(|(place, letter)| {
        let parts = *letter == '$' && is_name(place.checked_sub(1)) && is_name(Some(place + 1));
        if parts { '.' } else { *letter }
    });
    written.collect()
}

/// Whether a text is a list of type arguments: class names, wildcards with bounds, nested lists, arrays.
pub fn is_type_arguments(text: &str) -> bool {
    let is_word = |word: &str| {
        let primitive = Primitive::of_keyword(word).is_some();
        word.is_empty() || word == "extends" || word == "super" || primitive || is_class_name(word)
    };
    let mut depth = 0i32;
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            ',' | ' ' | '?' | '[' | ']' => {}
            _ => {
                word.push(c);
                continue;
            }
        }
        if depth < 0 || !is_word(&word) {
            return false;
        }
        word.clear();
    }
    depth == 0 && text.starts_with(|first: char| first.is_alphabetic() || first == '?')
}

/// An identifier as close to a word as Java allows; the word itself if it is one.
pub fn identifier(word: &str) -> String {
    if is_identifier(word) {
        return word.to_string();
    }
    let mut name: String = word.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' }).collect();
    if name.starts_with(|c: char| c.is_ascii_digit()) || name.is_empty() {
        name.insert(0, '_');
    }
    if !is_identifier(&name) {
        name.push('_');
    }
    name
}

/// `SearchTree` as `searchTree`, and `Sig.name` as `sigName`: a name for variables and methods.
pub fn lower_camel(word: &str) -> String {
    let mut name = String::new();
    for (index, part) in word.split(['.', '/', ' ', '-', '`', '$']).filter(|part| !part.is_empty()).enumerate() {
        let mut characters = part.chars();
        match characters.next() {
            Some(first) if index == 0 => name.extend(first.to_lowercase()),
            Some(first) => name.extend(first.to_uppercase()),
            None => {}
        }
        name.push_str(characters.as_str());
    }
    if is_identifier(&name) && !is_type_identifier(&name) {
        // Java reads `yield(…)` and `yield.…` as statements.
        name.push('_');
    }
    identifier(&name)
}

/// `searchTree` as `SearchTree`.
pub fn upper_camel(word: &str) -> String {
    let lower = lower_camel(word);
    let mut characters = lower.trim_end_matches('_').chars();
    characters
        .next()
        .map_or_else(|| "Fex".to_string(), |first| first.to_ascii_uppercase().to_string() + characters.as_str())
}

/// Text that can stand inside any Java comment: one line, no comment end, and no backslash, because the
/// compiler reads unicode escapes before it sees comments.
pub fn comment(text: &str) -> String {
    let flat: String = text
        .chars()
        .map(|c| match c {
            '\\' => '\u{1}',
            ' '..='~' => c,
            c if c.is_whitespace() => ' ',
            _ => '?',
        })
        .collect();
    // A line that ends with a backslash is harmless in Java, but `\u` is not: a picture keeps its strokes.
    let kept = flat.replace("\u{1}u", "?u").replace('\u{1}', "\\");
    kept.replace("*/", "* /").replace("/*", "/ *")
}

/// The same for HTML inside Javadoc.
pub fn javadoc(text: &str) -> String {
    comment(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('@', "&#64;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_words_and_foreign_characters_are_no_identifiers() {
        for word in ["class", "true", "a b", "a;", "", "1a", "a-b", "_", "a\\u003b", "a.b"] {
            assert!(!is_identifier(word), "{word}");
        }
        for word in ["größe", "$x", "_1", "module", "with", "non"] {
            assert!(is_identifier(word) && is_type_identifier(word), "{word}");
        }
    }

    #[test]
    fn contextual_keywords_name_everything_but_types() {
        for word in NO_TYPE {
            assert!(is_identifier(word), "{word}");
            assert!(is_package_name(&format!("com.{word}")), "{word}");
            assert!(is_class_name(&format!("com.{word}.Tree")), "{word}");
            assert!(!is_class_name(word) && !is_class_name(&format!("com.Tree${word}")), "{word}");
        }
    }

    #[test]
    fn only_a_dollar_between_two_names_is_a_dot_in_source() {
        for (binary, source) in [("a.Tree$Node", "a.Tree.Node"), ("B$", "B$"), ("$m", "$m"), ("a.$G$T", "a.$G.T")] {
            assert_eq!(canonical(binary), source);
        }
    }

    #[test]
    fn class_names_and_type_arguments_hold_no_code() {
        for text in ["example.SearchTree$Node", "$m", "B$", "a.$Gson$Types", "a.Tree$$Node", "$"] {
            assert!(is_class_name(text), "{text}");
        }
        for text in ["example..X", "X; class Y", "a.int", "a.B<C>", "Tree$1", ""] {
            assert!(!is_class_name(text), "{text}");
        }
        assert!(is_type_arguments("Integer, java.util.List<? extends Number>[], int[]"));
        for text in ["Integer> x; Set<String", "A;B", "a.class", "", "<A>", "A<B"] {
            assert!(!is_type_arguments(text), "{text}");
        }
    }

    #[test]
    fn a_comment_cannot_be_ended_from_inside() {
        assert!(!comment("*/ System.exit(0); /*").contains("*/"));
        assert!(!comment("\\u002a/ System.exit(0);").contains("\\u"));
        assert!(!comment("\\\\uu002a/").contains("\\u"));
        assert!(!comment("a\nb").contains('\n'));
        assert!(!comment("**//").contains("*/"));
    }

    #[test]
    fn every_word_has_an_identifier_close_to_it() {
        for word in ["class", "a b", "a;", "", "1a", "a-b", "_", "größe", "record"] {
            assert!(is_identifier(&identifier(word)), "{word}");
        }
        assert_eq!(identifier("record"), "record");
        assert_eq!(lower_camel("Yield"), "yield_");
    }
}
