//! Productions of expressions, from the loosest operator to the tightest, as in Alloy 6.
//!
//! The right operand of any operator may be a `binding` (a quantifier or `let`), which then extends
//! as far to the right as possible.

use super::binding::{binding, body, decls, multiplicity, starts_binding, starts_declaration};
use super::input::{Parsed, Tokens};
use super::recovery::{at_paragraph, recovering, unclosed};
use super::terminal::{HEIGHT_LIMIT, bracketed, is, is_ahead, name, nested, number, string, token, too_long};
use crate::diagnostic::Diagnostic;
use crate::syntax::token::Kind;
use crate::syntax::tree::{Binary, Comparison, Expr, ExprKind, Place, Temporal, Unary};

/// A production of an expression.
type Production = for<'s> fn(Tokens<'s>) -> Parsed<'s, Expr>;

/// Makes a node from what was read between `start` and `rest`; fails where it would be too high.
pub(super) fn node<'s>(start: Tokens<'s>, rest: Tokens<'s>, kind: ExprKind) -> Parsed<'s, Expr> {
    let expr = Expr::new(kind, start.up_to(rest));
    if expr.height > HEIGHT_LIMIT { too_long(start) } else { Ok((rest, expr)) }
}

/// Makes nodes of operands that group to the right, each with where it starts, up to the last operand.
fn right_associative<'s>(
    operands: Vec<(Tokens<'s>, Expr)>,
    rest: Tokens<'s>,
    last: Expr,
    mut kind: impl FnMut(Expr, Expr) -> ExprKind,
) -> Parsed<'s, Expr> {
    let mut right = last;
    for (start, left) in operands.into_iter().rev() {
        right = node(start, rest, kind(left, right))?.1;
    }
    Ok((rest, right))
}

/// `expression ::= formula ( ";" expression )?`
pub(super) fn expression(input: Tokens<'_>) -> Parsed<'_, Expr> {
    nested(input, |input| {
        let (rest, first) = formula(input)?;
        sequence(input, rest, first)
    })
}

/// What follows an expression after `;`, if anything does.
pub(super) fn sequence<'s>(input: Tokens<'s>, mut rest: Tokens<'s>, first: Expr) -> Parsed<'s, Expr> {
    let (mut start, mut last) = (input, first);
    let (mut before, mut places) = (Vec::new(), Vec::new());
    while is(rest, ";") {
        let at = Place(rest.first().span);
        if matches!(rest.peek(1).text, "}" | ")" | "]" | "," | ";" | "") || at_paragraph(rest.rest()) {
            rest.report(
                Diagnostic::error(at.0, "`;` with nothing after it")
                    .label("not needed here")
                    .help("formulas in a block follow each other without a separator"),
            );
            rest = rest.rest();
            break;
        }
        before.push((start, last));
        places.push(at);
        start = rest.rest();
        (rest, last) = formula(start)?;
    }
    right_associative(before, rest, last, |first, second| ExprKind::Temporal {
        operator: Temporal::Sequence,
        at: places.pop().unwrap_or_default(),
        operands: vec![first, second],
    })
}

/// `formula ::= binding | disjunction`
///
/// Anything but a sequence in time.
pub(super) fn formula(input: Tokens<'_>) -> Parsed<'_, Expr> {
    operand(input, disjunction)
}

/// An operand: a binding, or what the next tighter production reads.
fn operand<'s>(input: Tokens<'s>, tighter: Production) -> Parsed<'s, Expr> {
    if starts_binding(input) { nested(input, binding) } else { tighter(input) }
}

/// Reads `tighter ( operator tighter )*`, grouping to the left.
fn left_associative<'s>(
    input: Tokens<'s>,
    operator: fn(Tokens<'_>) -> Option<(usize, Binary)>,
    tighter: Production,
) -> Parsed<'s, Expr> {
    let (mut rest, mut left) = tighter(input)?;
    while let Some((length, operator)) = operator(rest) {
        let (after, right) = operand(rest.from(rest.consumed() + length), tighter)?;
        let kind = ExprKind::Binary(operator, Box::new(left), Box::new(right));
        (rest, left) = node(input, after, kind)?;
    }
    Ok((rest, left))
}

/// `disjunction ::= equivalence ( ( "or" | "||" ) equivalence )*`
pub(super) fn disjunction(input: Tokens<'_>) -> Parsed<'_, Expr> {
    let operator = |input: Tokens<'_>| matches!(input.first().text, "or" | "||").then_some((1, Binary::Or));
    left_associative(input, operator, equivalence)
}

/// `equivalence ::= implication ( ( "iff" | "<=>" ) implication )*`
fn equivalence(input: Tokens<'_>) -> Parsed<'_, Expr> {
    let operator = |input: Tokens<'_>| matches!(input.first().text, "iff" | "<=>").then_some((1, Binary::Iff));
    left_associative(input, operator, implication)
}

/// `implication ::= conjunction ( ( "implies" | "=>" ) implication ( "else" implication )? )?`
fn implication(input: Tokens<'_>) -> Parsed<'_, Expr> {
    // What is begun and waits for its last part: a condition, and with `else` what holds under it.
    let mut begun: Vec<(Tokens<'_>, Expr, Option<Expr>)> = Vec::new();
    let (mut start, mut is_binding) = (input, false);
    let (mut rest, mut last) = conjunction(input)?;
    loop {
        // A binding extends as far as possible: what follows it is not its own.
        if !is_binding && matches!(rest.first().text, "implies" | "=>") {
            begun.push((start, last, None));
        } else {
            loop {
                let Some((start, condition, then)) = begun.pop() else { return Ok((rest, last)) };
                let kind = match then {
                    None if is(rest, "else") => {
                        begun.push((start, condition, Some(last)));
                        break;
                    }
                    None => ExprKind::Binary(Binary::Implies, Box::new(condition), Box::new(last)),
                    Some(then) => ExprKind::If(Box::new(condition), Box::new(then), Box::new(last)),
                };
                (rest, last) = node(start, rest, kind)?;
            }
        }
        start = rest.rest();
        is_binding = starts_binding(start);
        (rest, last) = operand(start, conjunction)?;
    }
}

/// `conjunction ::= connection ( ( "and" | "&&" ) connection )*`
fn conjunction(input: Tokens<'_>) -> Parsed<'_, Expr> {
    let operator = |input: Tokens<'_>| matches!(input.first().text, "and" | "&&").then_some((1, Binary::And));
    left_associative(input, operator, connection)
}

/// `connection ::= negation ( ( "until" | "since" | "releases" | "triggered" ) negation )*`
///
/// Formulas that are connected in time.
fn connection(input: Tokens<'_>) -> Parsed<'_, Expr> {
    let (mut rest, mut left) = negation(input)?;
    loop {
        let operator = match rest.first().text {
            "until" => Temporal::Until,
            "since" => Temporal::Since,
            "releases" => Temporal::Releases,
            "triggered" => Temporal::Triggered,
            _ => return Ok((rest, left)),
        };
        let at = Place(rest.first().span);
        let (after, right) = operand(rest.rest(), negation)?;
        (rest, left) = node(input, after, ExprKind::Temporal { operator, at, operands: vec![left, right] })?;
    }
}

/// `negation ::= ( "!" | "not" | "always" | "eventually" | "after" | "before" | "historically" | "once" ) negation |
/// comparison`
fn negation(input: Tokens<'_>) -> Parsed<'_, Expr> {
    let operator = match input.first().text {
        "!" | "not" => None,
        "always" => Some(Temporal::Always),
        "eventually" => Some(Temporal::Eventually),
        "after" => Some(Temporal::After),
        "before" => Some(Temporal::Before),
        "historically" => Some(Temporal::Historically),
        "once" => Some(Temporal::Once),
        _ => return comparison(input),
    };
    let (rest, formula) = nested(input.rest(), |input| operand(input, negation))?;
    let kind = match operator {
        None => ExprKind::Unary(Unary::Not, Box::new(formula)),
        Some(operator) => ExprKind::Temporal { operator, at: Place(input.first().span), operands: vec![formula] },
    };
    node(input, rest, kind)
}

/// `comparison ::= test ( ( "!" | "not" )? comparator shift )*`
fn comparison(input: Tokens<'_>) -> Parsed<'_, Expr> {
    let (mut rest, mut left) = test(input)?;
    while let Some((length, operator)) = comparator(rest) {
        let (after, right) = shift(rest.from(rest.consumed() + length))?;
        let kind = ExprKind::Binary(operator, Box::new(left), Box::new(right));
        (rest, left) = node(input, after, kind)?;
    }
    Ok((rest, left))
}

/// `comparator ::= "in" | "=" | "<" | ">" | "=<" | "<=" | ">="`
fn comparator(input: Tokens<'_>) -> Option<(usize, Binary)> {
    let negated = matches!(input.first().text, "!" | "not");
    let ahead = usize::from(negated);
    let comparison = match input.peek(ahead).text {
        "in" => Comparison::In,
        "=" => Comparison::Equal,
        "<" => Comparison::Less,
        ">" => Comparison::Greater,
        "=<" | "<=" => Comparison::LessEqual,
        ">=" => Comparison::GreaterEqual,
        _ => return None,
    };
    let operator = Binary::Compare { negated, comparison };
    Some((ahead + 1, operator))
}

/// `test ::= ( "no" | "some" | "lone" | "one" | "set" | "seq" )? shift`
fn test(input: Tokens<'_>) -> Parsed<'_, Expr> {
    let test = match input.first().text {
        "no" => Unary::No,
        "some" => Unary::Some,
        "lone" => Unary::Lone,
        "one" => Unary::One,
        "set" => Unary::Set,
        "seq" if !is_ahead(input, 1, "/") => Unary::Seq,
        _ => return shift(input),
    };
    let (rest, expr) = shift(input.rest())?;
    node(input, rest, ExprKind::Unary(test, Box::new(expr)))
}

/// `shift ::= union ( ( "<<" | ">>" | ">>>" ) union )*`
fn shift(input: Tokens<'_>) -> Parsed<'_, Expr> {
    let operator = |input: Tokens<'_>| match input.first().text {
        "<<" => Some((1, Binary::ShiftLeft)),
        ">>" => Some((1, Binary::ShiftRight)),
        ">>>" => Some((1, Binary::ShiftRightUnsigned)),
        _ => None,
    };
    left_associative(input, operator, union)
}

/// `union ::= product ( ( "+" | "-" | "fun/add" | "fun/sub" ) product )*`
fn union(input: Tokens<'_>) -> Parsed<'_, Expr> {
    let operator = |input: Tokens<'_>| match input.first().text {
        "+" => Some((1, Binary::Union)),
        "-" => Some((1, Binary::Difference)),
        "fun/add" => Some((1, Binary::Plus)),
        "fun/sub" => Some((1, Binary::Minus)),
        _ => None,
    };
    left_associative(input, operator, product)
}

/// `product ::= cardinality ( ( "fun/mul" | "fun/div" | "fun/rem" ) cardinality )*`
fn product(input: Tokens<'_>) -> Parsed<'_, Expr> {
    let operator = |input: Tokens<'_>| match input.first().text {
        "fun/mul" => Some((1, Binary::Times)),
        "fun/div" => Some((1, Binary::Divide)),
        "fun/rem" => Some((1, Binary::Remainder)),
        _ => None,
    };
    left_associative(input, operator, cardinality)
}

/// `cardinality ::= ( "#" | "sum" | "int" ) cardinality | override`
fn cardinality(input: Tokens<'_>) -> Parsed<'_, Expr> {
    let operator = match input.first().text {
        "#" => Unary::Cardinality,
        "sum" | "int" if !is_ahead(input, 1, "[") => Unary::Sum,
        _ => return override_(input),
    };
    let (rest, expr) = nested(input.rest(), |input| operand(input, cardinality))?;
    node(input, rest, ExprKind::Unary(operator, Box::new(expr)))
}

/// `override ::= intersection ( "++" intersection )*`
fn override_(input: Tokens<'_>) -> Parsed<'_, Expr> {
    let operator = |input: Tokens<'_>| is(input, "++").then_some((1, Binary::Override));
    left_associative(input, operator, intersection)
}

/// `intersection ::= arrow ( "&" arrow )*`
fn intersection(input: Tokens<'_>) -> Parsed<'_, Expr> {
    let operator = |input: Tokens<'_>| is(input, "&").then_some((1, Binary::Intersection));
    left_associative(input, operator, arrow)
}

/// `arrow ::= domain_restriction ( multiplicity? "->" multiplicity? arrow )?`
fn arrow(input: Tokens<'_>) -> Parsed<'_, Expr> {
    let (mut start, mut is_binding) = (input, false);
    let (mut rest, mut last) = domain_restriction(input)?;
    let (mut before, mut operators) = (Vec::new(), Vec::new());
    loop {
        let (after, from) = multiplicity(rest)?;
        if is_binding || !is(after, "->") {
            break;
        }
        let to;
        before.push((start, last));
        (start, to) = multiplicity(after.rest())?;
        operators.push(Binary::Arrow(from, to));
        is_binding = starts_binding(start);
        (rest, last) = operand(start, domain_restriction)?;
    }
    right_associative(before, rest, last, |left, right| {
        let operator = operators.pop().unwrap_or(Binary::Arrow(None, None));
        ExprKind::Binary(operator, Box::new(left), Box::new(right))
    })
}

/// `domain_restriction ::= range_restriction ( "<:" range_restriction )*`
fn domain_restriction(input: Tokens<'_>) -> Parsed<'_, Expr> {
    let operator = |input: Tokens<'_>| is(input, "<:").then_some((1, Binary::DomainRestriction));
    left_associative(input, operator, range_restriction)
}

/// `range_restriction ::= join ( ":>" join )*`
fn range_restriction(input: Tokens<'_>) -> Parsed<'_, Expr> {
    let operator = |input: Tokens<'_>| is(input, ":>").then_some((1, Binary::RangeRestriction));
    left_associative(input, operator, join)
}

/// `join ::= ( called | unary ) ( "." ( called | unary ) | "[" ( expression ( "," expression )* )? "]" )*`
///
/// Joins and boxes bind alike: `a.b[c]` is `(a.b)[c]`.
fn join(input: Tokens<'_>) -> Parsed<'_, Expr> {
    let (mut rest, mut left) = if is_ahead(input, 1, "[") && is_called(input) { called(input)? } else { unary(input)? };
    loop {
        if is(rest, ".") {
            let right = rest.rest();
            let (after, right) = if is_called(right) { called(right)? } else { operand(right, unary)? };
            let kind = ExprKind::Binary(Binary::Join, Box::new(left), Box::new(right));
            (rest, left) = node(input, after, kind)?;
        } else if is(rest, "[") {
            let (after, arguments) = bracketed("[", expression, "]")(rest)?;
            (rest, left) = node(input, after, ExprKind::Box(Box::new(left), arguments))?;
        } else {
            return Ok((rest, left));
        }
    }
}

/// `called ::= "int" | "sum" | "disj" | "pred/totalOrder"`
///
/// Words that are no expressions of their own: arguments stand before them or after them.
fn called(input: Tokens<'_>) -> Parsed<'_, Expr> {
    constant(input)
}

fn is_called(input: Tokens<'_>) -> bool {
    let first = input.first();
    first.kind == Kind::Keyword
        && matches!(first.text, "int" | "sum" | "disj" | "pred/totalOrder")
        && !starts_binding(input)
}

/// `unary ::= prefixed "'"*`
fn unary(input: Tokens<'_>) -> Parsed<'_, Expr> {
    let (rest, expr) = prefixed(input)?;
    primed(input, rest, expr)
}

/// An expression with the primes after it.
pub(super) fn primed<'s>(input: Tokens<'s>, mut rest: Tokens<'s>, mut expr: Expr) -> Parsed<'s, Expr> {
    while is(rest, "'") {
        let kind = ExprKind::Temporal { operator: Temporal::Prime, at: Place(rest.first().span), operands: vec![expr] };
        (rest, expr) = node(input, rest.rest(), kind)?;
    }
    Ok((rest, expr))
}

/// `prefixed ::= ( "~" | "^" | "*" ) prefixed | base`
fn prefixed(input: Tokens<'_>) -> Parsed<'_, Expr> {
    let operator = match input.first().text {
        "~" => Unary::Transpose,
        "^" => Unary::Closure,
        "*" => Unary::ReflexiveClosure,
        _ => return base(input),
    };
    let (rest, expr) = nested(input.rest(), |input| operand(input, prefixed))?;
    node(input, rest, ExprKind::Unary(operator, Box::new(expr)))
}

/// `base ::= "-"? number | string | "@" name | name | "this" | "univ" | "iden" | "none" | "Int" | "String" | "steps" |
/// "fun/min" | "fun/max" | "fun/next" | "(" expression ")" | comprehension | block`
fn base(input: Tokens<'_>) -> Parsed<'_, Expr> {
    let first = input.first();
    match (first.kind, first.text) {
        (Kind::Number, _) => {
            let (rest, value) = number(input)?;
            node(input, rest, ExprKind::Number(value))
        }
        (Kind::Symbol, "-") if input.peek(1).kind == Kind::Number => {
            let (rest, value) = number(input.rest())?;
            node(input, rest, ExprKind::Number(-value))
        }
        (Kind::Text, _) => {
            let (rest, text) = string(input)?;
            node(input, rest, ExprKind::Text(text.text))
        }
        (Kind::Symbol, "@") => {
            let (rest, name) = name(input.rest())?;
            node(input, rest, ExprKind::At(name.text))
        }
        (Kind::Symbol, "(") => {
            let (rest, inner) = expression(input.rest())?;
            let (rest, ()) = token(")")(rest)?;
            node(input, rest, inner.into_kind())
        }
        (Kind::Symbol, "{") if starts_comprehension(input) => nested(input, comprehension),
        (Kind::Symbol, "{") => nested(input, block),
        (Kind::Keyword, "this" | "seq") if is_ahead(input, 1, "/") => named(input),
        (Kind::Name, _) => named(input),
        (Kind::Keyword, "this" | "univ" | "iden" | "none" | "Int" | "String" | "steps") => constant(input),
        (Kind::Keyword, "fun/min" | "fun/max" | "fun/next") => constant(input),
        _ => input.missing("an expression", || Expr::new(ExprKind::Error, input.here())),
    }
}

fn named(input: Tokens<'_>) -> Parsed<'_, Expr> {
    let (rest, name) = name(input)?;
    node(input, rest, ExprKind::Name(name.text))
}

/// A word with a meaning of its own.
fn constant(input: Tokens<'_>) -> Parsed<'_, Expr> {
    node(input, input.rest(), ExprKind::Name(input.first().text.to_owned()))
}

fn starts_comprehension(input: Tokens<'_>) -> bool {
    starts_declaration(input.rest())
}

/// `comprehension ::= "{" decls body? "}"`
fn comprehension(input: Tokens<'_>) -> Parsed<'_, Expr> {
    let (rest, decls) = decls(input.rest())?;
    let (rest, formula) = if is(rest, "}") {
        let empty = ExprKind::Block(Vec::new());
        (rest, Expr::new(empty, rest.first().span))
    } else {
        body(rest)?
    };
    let (rest, ()) = token("}")(rest)?;
    node(input, rest, ExprKind::Comprehension(decls, Box::new(formula)))
}

/// `block ::= "{" expression* "}"`
pub(super) fn block(input: Tokens<'_>) -> Parsed<'_, Expr> {
    let (mut rest, ()) = token("{")(input)?;
    let mut formulas = Vec::new();
    while !is(rest, "}") {
        if at_paragraph(rest) {
            return if rest.is_tolerant() {
                node(input, rest, ExprKind::Block(formulas))
            } else {
                unclosed(input, rest)
            };
        }
        let (after, formula) = recovering(rest, expression, at_formula);
        formulas.push(formula.unwrap_or_else(|| Expr::new(ExprKind::Error, rest.first().span)));
        rest = after;
    }
    node(input, rest.rest(), ExprKind::Block(formulas))
}

/// Whether reading may resume with a formula here: at the first token of a line, unless it continues one.
fn at_formula(input: Tokens<'_>) -> bool {
    let token = input.first();
    token.first_on_line
        && match token.kind {
            Kind::Symbol => matches!(token.text, "{" | "(" | "!" | "#" | "~" | "@"),
            Kind::Keyword => {
                matches!(token.text, "all" | "some" | "no" | "lone" | "one" | "let" | "not" | "this" | "sum" | "int")
            }
            Kind::Name | Kind::Number => true,
            _ => false,
        }
}
