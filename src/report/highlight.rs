//! Java and Kotlin in colour: keywords, literals and comments, as far as letters alone tell them.

use crate::markup::escape;

/// Words with a meaning of their own in Java or Kotlin.
const KEYWORDS: [&str; 66] = [
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
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
    "fun",
    "if",
    "implements",
    "import",
    "in",
    "instanceof",
    "int",
    "interface",
    "internal",
    "is",
    "long",
    "native",
    "new",
    "null",
    "object",
    "open",
    "override",
    "package",
    "private",
    "protected",
    "public",
    "record",
    "return",
    "sealed",
    "short",
    "static",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "val",
    "var",
    "void",
    "volatile",
    "when",
    "where",
    "while",
    "yield",
    "data",
    "const",
];

/// Highlights lines one after the other; a comment may go on over several.
#[derive(Debug, Default)]
pub(super) struct Highlighter {
    in_comment: bool,
}

impl Highlighter {
    /// A line as HTML.
    pub(super) fn line(&mut self, line: &str) -> String {
        let mut html = String::new();
        let mut rest = line;
        while !rest.is_empty() {
            let (class, length) = self.token(rest);
            let (token, after) = rest.split_at(length);
            match class {
                Some(class) => html.push_str(&format!("<span class=\"{class}\">{}</span>", escape(token))),
                None => html.push_str(&escape(token)),
            }
            rest = after;
        }
        html
    }

    /// The class and the length of the first token of a text that is not empty.
    fn token(&mut self, text: &str) -> (Option<&'static str>, usize) {
        if self.in_comment || text.starts_with("/*") {
            let from = if self.in_comment { 0 } else { 2 };
            let end = text[from..].find("*/").map(|at| from + at + 2);
            self.in_comment = end.is_none();
            return (Some("c"), end.unwrap_or(text.len()));
        }
        if text.starts_with("//") {
            return (Some("c"), text.len());
        }
        let first = text.chars().next().unwrap_or(' ');
        if first == '"' || first == '\'' {
            return (Some("s"), quoted(text, first));
        }
        let word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
        let length = |from: usize| text[from..].find(|letter| !word(letter)).map_or(text.len(), |at| from + at);
        if first == '@' {
            return (Some("a"), length(1));
        }
        if word(first) {
            let end = length(0);
            let class = match &text[..end] {
                keyword if KEYWORDS.contains(&keyword) => Some("k"),
                number if number.starts_with(|letter: char| letter.is_ascii_digit()) => Some("n"),
                _ => None,
            };
            return (class, end);
        }
        (None, first.len_utf8())
    }
}

/// The length of a literal in quotes, to the end of the text if it has no end.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if letter == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::Highlighter;

    #[test]
    fn tokens_have_classes_and_lose_no_letter() {
        let mut highlighter = Highlighter::default();
        assert_eq!(
            highlighter.line("return a < 'x'; /* from"),
            "<span class=\"k\">return</span> a &lt; <span class=\"s\">&#39;x&#39;</span>; <span class=\"c\">/* from</span>"
        );
        assert_eq!(highlighter.line("to */ 1"), "<span class=\"c\">to */</span> <span class=\"n\">1</span>");
    }

    #[test]
    fn a_quote_without_end_ends_with_the_line() {
        assert_eq!(Highlighter::default().line("\"a\\\""), "<span class=\"s\">&quot;a\\&quot;</span>");
    }
}
