//! Productions of what declares variables: quantifiers, `let`, and declarations with their bounds.

use super::expression::{block, disjunction, expression, formula, node, primed, sequence};
use super::input::{Parsed, Tokens};
use super::mistakes;
use super::terminal::{accept, comma, identifier, is, is_ahead, names, nested, token};
use crate::diagnostic::Diagnostic;
use crate::syntax::token::Kind;
use crate::syntax::tree::{Decl, Expr, ExprKind, Multiplicity, Name, Place, Quantifier, Unary};
use nom::Parser;
use nom::multi::separated_list1;

/// `binding ::= quantification "'"*`
pub(super) fn binding(input: Tokens<'_>) -> Parsed<'_, Expr> {
    let (rest, expr) = quantification(input)?;
    primed(input, rest, expr)
}

/// `quantification ::= "let" let_binding ( "," let_binding )* body | ( "all" | "some" | "no" | "lone" | "one" | "sum"
/// ) decls body`
fn quantification(input: Tokens<'_>) -> Parsed<'_, Expr> {
    if is(input, "let") {
        let (rest, bindings) = separated_list1(comma, let_binding).parse(input.rest())?;
        let (rest, value) = body(rest)?;
        return node(input, rest, ExprKind::Let(bindings, Box::new(value)));
    }
    let quantifier = match input.first().text {
        "all" => Quantifier::All,
        "some" => Quantifier::Some,
        "no" => Quantifier::No,
        "lone" => Quantifier::Lone,
        "one" => Quantifier::One,
        _ => Quantifier::Sum,
    };
    let (rest, decls) = decls(input.rest())?;
    let (rest, formula) = body(rest)?;
    let kind = ExprKind::Quantified(quantifier, decls, Box::new(formula));
    node(input, rest, kind)
}

/// Whether a binding starts here: `let`, `all`, or a quantifier with a declaration after it.
pub(super) fn starts_binding(input: Tokens<'_>) -> bool {
    let first = input.first();
    match (first.kind, first.text) {
        (Kind::Keyword, "let" | "all") => true,
        (Kind::Keyword, "some" | "no" | "lone" | "one" | "sum") => starts_declaration(input.rest()),
        _ => false,
    }
}

/// Whether `a, b:` stands here, perhaps with words before it.
pub(super) fn starts_declaration(mut input: Tokens<'_>) -> bool {
    for word in ["var", "private", "disj"] {
        if is(input, word) {
            input = input.rest();
        }
    }
    while input.first().kind == Kind::Name {
        if is_ahead(input, 1, ":") {
            // What stands before `run` is the label of the next command.
            return !matches!(input.peek(2).text, "run" | "check");
        }
        if !is_ahead(input, 1, ",") {
            return false;
        }
        input = input.rest().rest();
    }
    false
}

/// `let_binding ::= identifier "=" expression`
fn let_binding(input: Tokens<'_>) -> Parsed<'_, (Name, Expr)> {
    let (rest, name) = identifier(input)?;
    let (rest, ()) = token("=")(rest)?;
    let (rest, value) = expression(rest)?;
    Ok((rest, (name, value)))
}

/// `body ::= "|" formula | block`
pub(super) fn body(input: Tokens<'_>) -> Parsed<'_, Expr> {
    if is(input, "{") {
        return nested(input, block);
    }
    match token("|")(input) {
        Ok((rest, ())) => nested(rest, formula),
        Err(_) => token("{")(input).and_then(|_| input.expected("|")),
    }
}

/// `decls ::= decl ( "," decl )*`
pub(super) fn decls(input: Tokens<'_>) -> Parsed<'_, Vec<Decl>> {
    let (mut rest, first) = decl(input)?;
    let mut decls = vec![first];
    while is(rest, ",") {
        if let Some(diagnostic) = mistakes::comma_before_a_condition(rest.rest()) {
            if rest.is_tolerant() {
                break;
            }
            return rest.rest().fail(diagnostic);
        }
        let (after, next) = decl(rest.rest())?;
        decls.push(next);
        rest = after;
    }
    let _: Parsed<'_, ()> = rest.expected(",");
    Ok((rest, decls))
}

/// `decl ::= "var"? "private"? "disj"? names ( ":" "disj"? bound_expression | "=" expression )`
pub(super) fn decl(input: Tokens<'_>) -> Parsed<'_, Decl> {
    let (rest, is_variable) = accept("var")(input)?;
    let variable = is_variable.then(|| Place(input.first().span));
    let (rest, is_private) = accept("private")(rest)?;
    let (rest, disjoint) = accept("disj")(rest)?;
    let (rest, names) = names(rest)?;
    if is(rest, "=") {
        if disjoint {
            rest.report(
                Diagnostic::error(rest.first().span, "names with one definition are equal, not disjoint")
                    .label("defined here")
                    .help("drop `disj`, or declare the names with `:`"),
            );
        }
        if let Some(place) = variable {
            rest.report(
                Diagnostic::error(rest.first().span, "a `var` field with a definition")
                    .label("a definition holds in every state")
                    .and(place.0, "declared to change")
                    .help("drop `var`, or declare it with `:` and say in a fact what it is: `always f = …`"),
            );
        }
        let (rest, bound) = expression(rest.rest())?;
        let (disjoint_values, multiplicity) = (false, None);
        let place = Place(input.up_to(rest));
        let defined = true;
        let decl = Decl { variable, is_private, disjoint, names, defined, disjoint_values, multiplicity, bound, place };
        return Ok((rest, decl));
    }
    let (rest, ()) = token(":")(rest)?;
    let disjoint_values = is(rest, "disj") && !is_ahead(rest, 1, "[");
    let rest = if disjoint_values { rest.rest() } else { rest };
    let (rest, (multiplicity, bound)) = bound_expression(rest)?;
    let (defined, place) = (false, Place(input.up_to(rest)));
    let decl = Decl { variable, is_private, disjoint, names, defined, disjoint_values, multiplicity, bound, place };
    Ok((rest, decl))
}

/// `bound_expression ::= expression`
///
/// The word that an operand of it starts with is a multiplicity or the sum of a set, and never a quantifier; where the
/// whole expression is a test of that word, it is the multiplicity of what is declared.
pub(super) fn bound_expression(input: Tokens<'_>) -> Parsed<'_, (Option<Multiplicity>, Expr)> {
    let (rest, bound) = nested(input, |input| {
        if !matches!(input.first().text, "some" | "lone" | "one" | "no" | "sum") {
            return expression(input);
        }
        let (rest, first) = disjunction(input)?;
        sequence(input, rest, first)
    })?;
    let multiplicity = match &bound.kind {
        ExprKind::Unary(Unary::Set, _) => Some(Multiplicity::Set),
        ExprKind::Unary(Unary::Some, _) => Some(Multiplicity::Some),
        ExprKind::Unary(Unary::Lone, _) => Some(Multiplicity::Lone),
        ExprKind::Unary(Unary::One, _) => Some(Multiplicity::One),
        _ => return Ok((rest, (None, bound))),
    };
    let ExprKind::Unary(_, bound) = bound.into_kind() else { unreachable!("a multiplicity has an operand") };
    let bound = *bound;
    Ok((rest, (multiplicity, bound)))
}

/// `multiplicity ::= "set" | "some" | "lone" | "one"`
///
/// `None` where there is none.
pub(super) fn multiplicity(input: Tokens<'_>) -> Parsed<'_, Option<Multiplicity>> {
    let multiplicity = match input.first().text {
        "set" => Multiplicity::Set,
        "some" => Multiplicity::Some,
        "lone" => Multiplicity::Lone,
        "one" => Multiplicity::One,
        _ => return Ok((input, None)),
    };
    Ok((input.rest(), Some(multiplicity)))
}
