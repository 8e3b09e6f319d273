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

/// The reserved words of static Alloy 6.
pub(super) const KEYWORDS: &[&str] = &[
    "Int", "abstract", "all", "and", "as", "assert", "but", "check", "disj", "else", "enum", "exactly", "expect",
    "extends", "fact", "for", "fun", "iden", "iff", "implies", "in", "let", "lone", "module", "no", "none", "not",
    "one", "open", "or", "pred", "private", "run", "set", "seq", "sig", "some", "sum", "this", "univ",
];

/// The words that Alloy 6 reserves for what changes over time.
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

/// The symbols, longer ones before their prefixes.
pub(super) const SYMBOLS: &[&str] = &[
    "<=>", ">>>", "=>", "=<", "<=", ">=", ">>", "<<", "<:", ":>", "->", "++", "&&", "||", "!=", "..", "{", "}", "(",
    ")", "[", "]", ",", ":", ".", "+", "-", "&", "=", "<", ">", "!", "|", "~", "^", "*", "#", "@", "/",
];

/// Operators that are written as words with a slash.
pub(super) const INTEGER_OPERATORS: &[&str] = &["fun/add", "fun/sub", "fun/mul", "fun/div", "fun/rem"];

/// Symbols of other languages, with what to write instead.
pub(super) const FOREIGN: &[(&str, &str)] = &[
    ("==", "write `=` for equality"),
    ("!==", "write `!=` for inequality"),
    ("<>", "write `!=` for inequality"),
    (";", "formulas in a block follow each other without a separator"),
    ("%", "write `rem[a, b]` for the remainder"),
    ("?", "write `condition => a else b`"),
    ("'", "primes are temporal: use `old[…]` in a contract for the state before the call"),
    ("\\", "write `-` for set difference"),
    ("`", "write a bare name"),
    ("$", "names consist of letters, digits and `_`"),
];
