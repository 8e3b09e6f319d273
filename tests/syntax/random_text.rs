//! Random texts: token soup, and specifications with random damage.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// The words and symbols of the language, and some that are none.
const PIECES: &[&str] = &[
    "sig",
    "abstract",
    "one",
    "lone",
    "some",
    "no",
    "all",
    "set",
    "extends",
    "in",
    "fact",
    "pred",
    "fun",
    "assert",
    "run",
    "check",
    "open",
    "module",
    "enum",
    "let",
    "disj",
    "sum",
    "not",
    "and",
    "or",
    "implies",
    "else",
    "iff",
    "this",
    "univ",
    "iden",
    "none",
    "Int",
    "for",
    "but",
    "exactly",
    "generate",
    "satisfying",
    "method",
    "requires",
    "ensures",
    "throws",
    "when",
    "old",
    "result",
    "scope",
    "index",
    "boolean",
    "int",
    "A",
    "B",
    "f",
    "g",
    "x",
    "y",
    "p",
    "0",
    "1",
    "99999999999999999999",
    "12ab",
    "\"text\"",
    "\"open",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ",",
    ":",
    ".",
    "..",
    "+",
    "-",
    "*",
    "^",
    "~",
    "#",
    "@",
    "java",
    "@java(\"A\")",
    "=",
    "==",
    "!=",
    "<",
    ">",
    "=<",
    ">=",
    "<:",
    ":>",
    "->",
    "=>",
    "<=>",
    "|",
    "||",
    "&",
    "&&",
    "++",
    "!",
    "/",
    "'",
    ";",
    "%",
    "?",
    "$",
    "\n",
    "// comment\n",
    "/* open",
    "always",
    "fun/add",
    "plus",
    "é",
    "\u{1F600}",
    "sig A { f: lone A, k: Int }",
    "pred p[x: A] {",
    "generate A satisfying p for 3 {",
];

/// Valid files to damage.
const VALID: &[&str] = &[
    include_str!("../../specs/search_tree.spec"),
    include_str!("../../specs/red_black_tree.spec"),
    include_str!("../../specs/sorted_list.spec"),
    include_str!("../../specs/binomial_heap.spec"),
];

/// Pieces in random order.
pub fn tokens() -> impl Strategy<Value = String> {
    vec(select(PIECES), 0..60).prop_map(|pieces| pieces.join(" "))
}

/// A valid file with a few characters removed and a few pieces put in.
pub fn damaged() -> impl Strategy<Value = String> {
    let edit = (any::<prop::sample::Index>(), 0_usize..12, select(PIECES));
    (select(VALID), vec(edit, 1..5)).prop_map(|(text, edits)| {
        let mut characters: Vec<char> = text.chars().collect();
        for (at, removed, piece) in edits {
            let start = at.index(characters.len() + 1).min(characters.len());
            let end = (start + removed).min(characters.len());
            characters.splice(start..end, piece.chars());
        }
        characters.into_iter().collect()
    })
}
