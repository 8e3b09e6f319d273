//! Text inside XML and HTML.

use askama::filters::Escaper;
use std::fmt::{self, Write};

/// Escapes what templates of pages show, as [`escape`] does; `askama.toml` names it.
#[derive(Debug, Clone, Copy)]
pub struct Html;

impl Escaper for Html {
    fn write_escaped_str<W: Write>(&self, mut page: W, text: &str) -> fmt::Result {
        text.chars().try_for_each(|letter| match letter {
            '&' => page.write_str("&amp;"),
            '<' => page.write_str("&lt;"),
            '>' => page.write_str("&gt;"),
            '"' => page.write_str("&quot;"),
            '\'' => page.write_str("&#39;"),
            '\t' | '\n' => page.write_char(letter),
            '\u{FFFE}' | '\u{FFFF}' => page.write_char('\u{FFFD}'),
            control if control.is_control() => page.write_char('\u{FFFD}'),
            other => page.write_char(other),
        })
    }
}

/// A text that means itself, in content and in attributes. Characters that XML does not have become U+FFFD.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    // Writing to a string cannot fail.
    let _ = Html.write_escaped_str(&mut escaped, text);
    escaped
}

/// A sentence as HTML, with what is in backticks as code.
pub fn code(text: &str) -> String {
    let pieces = text.split('`').map(escape).enumerate();
    pieces.map(|(index, piece)| if index % 2 == 1 { format!("<code>{piece}</code>") } else { piece }).collect()
}

#[cfg(test)]
mod tests {
    use super::{code, escape};

    #[test]
    fn markup_and_control_characters_lose_their_meaning() {
        assert_eq!(escape("a<b> & \"c\"\u{1b}[0m"), "a&lt;b&gt; &amp; &quot;c&quot;\u{FFFD}[0m");
    }

    #[test]
    fn what_is_in_backticks_is_code_and_means_itself() {
        assert_eq!(code("no `a<b>` & `c`"), "no <code>a&lt;b&gt;</code> &amp; <code>c</code>");
    }
}
