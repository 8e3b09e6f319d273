//! Tokens: what the lexer makes and the parser reads.

use crate::diagnostic::Span;

/// A token with its text and place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token<'s> {
    /// What it is.
    pub kind: Kind,
    /// How it is written.
    pub text: &'s str,
    /// Where it stands.
    pub span: Span,
    /// Whether nothing but space stands before it on its line: recovery resumes at such tokens.
    pub first_on_line: bool,
}

/// The kinds of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word that may be a name.
    Name,
    /// A reserved word.
    Keyword,
    /// Digits.
    Number,
    /// A string literal, quotes included.
    Text,
    /// Punctuation or an operator.
    Symbol,
    /// A symbol or word that another language has and this one does not; never accepted.
    Foreign,
    /// The end of the text.
    End,
}

/// The reserved words of Alloy 6.
pub const KEYWORDS: &[&str] = &[
    "Int",
    "String",
    "abstract",
    "after",
    "all",
    "always",
    "and",
    "as",
    "assert",
    "before",
    "but",
    "check",
    "disj",
    "else",
    "enum",
    "eventually",
    "exactly",
    "expect",
    "extends",
    "fact",
    "for",
    "fun",
    "historically",
    "iden",
    "iff",
    "implies",
    "in",
    "int",
    "let",
    "lone",
    "module",
    "no",
    "none",
    "not",
    "once",
    "one",
    "open",
    "or",
    "pred",
    "private",
    "releases",
    "run",
    "seq",
    "set",
    "sig",
    "since",
    "some",
    "steps",
    "sum",
    "this",
    "triggered",
    "univ",
    "until",
    "var",
];

/// The reserved words of what changes over time, which most users of fex do not know to be reserved.
pub(super) const TEMPORAL: &[&str] = &[
    "after",
    "always",
    "before",
    "eventually",
    "historically",
    "once",
    "releases",
    "since",
    "steps",
    "triggered",
    "until",
    "var",
];

/// The symbols, longer ones before their prefixes. There is no `!=`: the `!` before a comparison is a symbol of its own.
pub(super) const SYMBOLS: &[&str] = &[
    "<=>", ">>>", "=>", "=<", "<=", ">=", ">>", "<<", "<:", ":>", "->", "++", "&&", "||", "..", "{", "}", "(", ")",
    "[", "]", ",", ":", ".", "+", "-", "&", "=", "<", ">", "!", "|", "~", "^", "*", "#", "@", "/", ";", "'",
];

/// Symbols that may be written in more than one way.
pub(super) const SYNONYMS: &[(&str, &str)] = &[("::", "."), ("\u{2018}", "'"), ("\u{2019}", "'")];

/// Operators that are written as words with a slash.
pub(super) const INTEGER_OPERATORS: &[&str] = &["fun/add", "fun/sub", "fun/mul", "fun/div", "fun/rem"];

/// Constants and predicates that are written as words with a slash.
pub(super) const BUILT_IN: &[&str] = &["fun/min", "fun/max", "fun/next", "pred/totalOrder"];

/// Whether a text can stand where a name is wanted.
pub fn is_identifier(text: &str) -> bool {
    is_word(text) && !KEYWORDS.contains(&text)
}

/// Whether a text is a name or a reserved word.
pub fn is_word(text: &str) -> bool {
    text.starts_with(is_name_start) && text.chars().skip(1).all(is_name_part)
}

/// Whether a name may start with this character.
pub(super) fn is_name_start(character: char) -> bool {
    character.is_alphabetic() || character == '_'
}

/// Whether a name may go on with this character. As in Alloy, that is a quote, too: `b"` is a name.
pub(super) fn is_name_part(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '"'
}

/// Symbols of other languages, with what to write instead.
pub(super) const FOREIGN: &[(&str, &str)] = &[
    ("==", "write `=` for equality"),
    ("!==", "write `!=` for inequality"),
    ("<>", "write `!=` for inequality"),
    (":=", "a specification says what holds: write `=` for equality"),
    ("%", "write `rem[a, b]` for the remainder"),
    ("?", "write `condition => a else b`"),
    ("\\", "write `-` for set difference"),
    ("`", "write a bare name"),
    ("$", "names consist of letters, digits and `_`"),
];
