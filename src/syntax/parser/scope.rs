//! Scopes: how many objects of what, and the bounds that they and ranges are made of.

use super::input::{Parsed, Tokens};
use super::terminal::{accept, comma, is, is_ahead, number, signature_name, token};
use crate::diagnostic::Diagnostic;
use crate::syntax::token::Kind;
use crate::syntax::tree::{Bound, Growth, Name, Place, Scope, ScopePart, Term};
use nom::Parser;
use nom::multi::separated_list1;

/// `scope ::= "for" ( number ( "but" scope_parts )? | scope_parts )`
///
/// `None` where there is none.
pub(super) fn scope(input: Tokens<'_>) -> Parsed<'_, Option<Scope>> {
    if !is(input, "for") {
        return Ok((input, None));
    }
    let start = input.rest();
    let ends = start.peek(1);
    // After the number comes a signature, unless the next paragraph starts with a name.
    let next_paragraph = is_ahead(start, 1, "generate") || (ends.kind == Kind::Name && is_ahead(start, 2, ":"));
    let of_something = ends.kind == Kind::Name
        || matches!(ends.text, "Int" | "int" | "seq" | "String" | "steps" | "univ" | "none")
        || matches!(ends.text, "+" | "-" | "*" | ".." | ":");
    let is_overall = start.first().kind == Kind::Number && (next_paragraph || !of_something);
    if !is_overall {
        let (rest, parts) = scope_parts(start)?;
        return Ok((rest, Some(Scope { overall: None, parts })));
    }
    let (rest, overall) = number(start)?;
    let overall = Some((overall, Place(start.first().span)));
    let (rest, has_parts) = accept("but")(rest)?;
    let (rest, parts) = if has_parts { scope_parts(rest)? } else { (rest, Vec::new()) };
    Ok((rest, Some(Scope { overall, parts })))
}

/// `scope_parts ::= scope_part ( "," scope_part )*`
fn scope_parts(input: Tokens<'_>) -> Parsed<'_, Vec<ScopePart>> {
    separated_list1(comma, scope_part).parse(input)
}

/// `scope_part ::= "exactly"? bound growth? ( signature_name | "int" | "seq" )`
fn scope_part(input: Tokens<'_>) -> Parsed<'_, ScopePart> {
    let (rest, exactly) = accept("exactly")(input)?;
    let (rest, bound) = bound(rest)?;
    let (rest, growth) = growth(rest)?;
    let first = rest.first();
    let (rest, sig) = if is(rest, "int") || (is(rest, "seq") && !is_ahead(rest, 1, "/")) {
        (rest.rest(), Name { text: first.text.to_owned(), place: Place(first.span) })
    } else {
        signature_name(rest)?
    };
    Ok((rest, ScopePart { exactly, bound, growth, sig }))
}

/// `growth ::= ".." ( number ( ":" number )? )? | ":" number`
///
/// `None` where there is none.
fn growth(input: Tokens<'_>) -> Parsed<'_, Option<Growth>> {
    let (rest, has_end) = accept("..")(input)?;
    let (rest, to) = if has_end && rest.first().kind == Kind::Number {
        let (rest, to) = number(rest)?;
        (rest, Some(to))
    } else {
        (rest, None)
    };
    let (rest, step) = if is(rest, ":") && (to.is_some() || !has_end) {
        let (rest, step) = number(rest.rest())?;
        (rest, Some(step))
    } else {
        (rest, None)
    };
    Ok((rest, (has_end || step.is_some()).then_some(Growth { to, step })))
}

/// `bound ::= "-"? term ( ( "+" | "-" ) term )*`
pub(super) fn bound(input: Tokens<'_>) -> Parsed<'_, Bound> {
    let (rest, negative) = accept("-")(input)?;
    let (mut rest, first) = term(rest, negative)?;
    let mut terms = vec![first];
    while is(rest, "+") || is(rest, "-") {
        let (after, next) = term(rest.rest(), is(rest, "-"))?;
        terms.push(next);
        rest = after;
    }
    if is(rest, "*") {
        return rest.fail(
            Diagnostic::error(rest.first().span, "a bound is a sum of numbers and multiples of `scope`")
                .label("a product that is neither")
                .help("write the number first, as in `2 * scope + 1`"),
        );
    }
    let place = Place(input.up_to(rest));
    Ok((rest, Bound { terms, place }))
}

/// `term ::= "scope" | number ( "*" "scope" )?`
fn term(input: Tokens<'_>, negative: bool) -> Parsed<'_, Term> {
    if is(input, "scope") {
        let term = Term { negative, factor: 1, scope: true };
        return Ok((input.rest(), term));
    }
    if input.first().kind != Kind::Number {
        return input.missing("a number or `scope`", || Term { negative, factor: 0, scope: false });
    }
    let (rest, factor) = number(input)?;
    let (rest, scope) = if is(rest, "*") { (token("scope")(rest.rest())?.0, true) } else { (rest, false) };
    let term = Term { negative, factor, scope };
    Ok((rest, term))
}
