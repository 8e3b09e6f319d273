//! Messages for mistakes that are made often, where the place alone tells what was meant.

use super::input::Tokens;
use super::terminal::is;
use crate::diagnostic::{Diagnostic, Help};
use crate::syntax::token::{Kind, Token};

/// The message for a token that does not fit, where it shows a mistake that is made often.
pub(super) fn recognised(at: Tokens<'_>, expected: &[&'static str]) -> Option<Diagnostic> {
    let token = at.first();
    let wants_expression = expected.contains(&"an expression");
    match token.text {
        _ if token.kind == Kind::Text => None,
        "]" | ")" | "}" if expected.contains(&"a paragraph") && innermost_open(at).is_none() => Some(
            Diagnostic::error(token.span, format!("`{}` closes nothing", token.text))
                .label("no bracket is open here")
                .help(Help::instead("remove it, or write the bracket that it closes", "")),
        ),
        "]" | ")" | "}" | "{" => wrong_bracket(at, expected),
        ".." if wants_expression => Some(
            Diagnostic::error(token.span, "`..` is not an operator of formulas")
                .label("there is no set of the numbers of a range")
                .help("compare twice: `e >= 1 and e <= 3`"),
        ),
        "else" if wants_expression => Some(
            Diagnostic::error(token.span, "`else` without a condition")
                .label("nothing before it says `=>` or `implies`")
                .help("write `condition => formula else formula`: first the condition, then `=>`"),
        ),
        _ => None,
    }
}

/// A bracket that is closed by one of another kind, or not at all before a block ends or starts.
fn wrong_bracket(at: Tokens<'_>, expected: &[&'static str]) -> Option<Diagnostic> {
    let token = at.first();
    let open = innermost_open(at)?;
    let close = match open.text {
        "[" => "]",
        "(" => ")",
        _ => return None,
    };
    if !expected.contains(&close) {
        return None;
    }
    let message = match token.text {
        "{" | "}" => format!("`{}` is not closed before `{}`", open.text, token.text),
        _ => format!("`{}` is closed by `{}`", open.text, token.text),
    };
    let help = match token.text {
        before @ ("{" | "}") => Help::instead(format!("write `{close}` before it"), format!("{close} {before}")),
        _ => Help::instead(format!("write `{close}` in its place"), close),
    };
    let diagnostic = Diagnostic::error(token.span, message).label(format!("expected `{close}`"));
    Some(diagnostic.and(open.span, "opened here").help(help))
}

/// The bracket that is still open here, if one is.
fn innermost_open(at: Tokens<'_>) -> Option<Token<'_>> {
    let mut closed = 0usize;
    for token in at.before().iter().rev().filter(|token| token.kind == Kind::Symbol) {
        match token.text {
            ")" | "]" | "}" => closed += 1,
            "(" | "[" | "{" if closed == 0 => return Some(*token),
            "(" | "[" | "{" => closed -= 1,
            _ => {}
        }
    }
    None
}

/// A formula where another declaration may stand: the bar between them was written as a comma.
pub(super) fn comma_before_a_condition(at: Tokens<'_>) -> Option<Diagnostic> {
    let token = at.first();
    let condition = token.kind == Kind::Keyword && matches!(token.text, "no" | "some" | "lone" | "one" | "all" | "not");
    if !(condition || is(at, "!") || is(at, "#")) {
        return None;
    }
    Some(
        Diagnostic::error(token.span, format!("expected a declaration or `|`, found `{}`", token.text))
            .label("a condition begins here")
            .help("put `|` in place of the comma before the condition"),
    )
}

/// A `module` line after another one, or after a paragraph that opens nothing: that is `before`.
pub(super) fn late_module(at: Tokens<'_>, before: Tokens<'_>) -> Diagnostic {
    let (place, first) = (at.first().span, before.first().span);
    if is(before, "module") {
        return Diagnostic::error(place, "a file has one `module` line")
            .label("the second one")
            .and(first, "the first one")
            .help("remove one of them");
    }
    Diagnostic::error(place, "`module` must come first")
        .label("too late")
        .and(first, "this stands before it")
        .help("move the line to the top of the file")
}

/// An `open` after other paragraphs, the first of which is `first`.
pub(super) fn late_open(at: Tokens<'_>, first: Tokens<'_>) -> Diagnostic {
    Diagnostic::error(at.first().span, "`open` must come before the other paragraphs")
        .label("too late")
        .and(first.first().span, "the first of them")
        .help("move the line to the top of the file")
}

/// The second of two multiplicities of one signature.
pub(super) fn second_multiplicity(name: &str, first: Token<'_>, second: Token<'_>) -> Diagnostic {
    let help = match (first.text, second.text) {
        (one, other) if one == other => format!("write `{one}` once"),
        ("some", "lone") | ("lone", "some") => "keep one of them; both together are `one`".to_owned(),
        _ => "keep one of them; `one` says more than the others".to_owned(),
    };
    Diagnostic::error(second.span, format!("`{name}` has two multiplicities"))
        .label("the second one")
        .and(first.span, "the first one")
        .help(help)
}
