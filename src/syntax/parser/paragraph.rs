//! Productions of files and of the paragraphs that Alloy has.

use super::binding::{bound_expression, decl};
use super::expression::{block, expression};
use super::generate::{annotation, generate};
use super::input::{Parsed, Tokens};
use super::mistakes;
use super::recovery::{at_paragraph, declaring, recovering, unclosed, unexpected};
use super::scope::scope;
use super::terminal::{
    accept, bracketed, comma, identifier, is, is_ahead, name, names, nested, number, separator, signature_name, string,
    token,
};
use crate::syntax::token::Kind;
use crate::syntax::tree::{
    Annotation, Command, CommandTarget, Decl, Enum, Expr, ExprKind, FieldDecl, File, Function, Labelled, Macro,
    ModuleHeader, ModuleParameter, Multiplicity, Name, Open, Paragraph, Parent, Place, Signature,
};
use nom::Parser;
use nom::multi::separated_list1;

/// `file ::= open* ( "module" module_header )? paragraph*`
///
/// What the file opens stands before all other paragraphs.
pub(super) fn file(input: Tokens<'_>) -> File {
    let mut file = File::default();
    let mut rest = input;
    let (mut first_module, mut first_other) = (None, None);
    while !rest.at_end() {
        let (after, paragraph) = if is(rest, "module") {
            let (after, header) = recovering(rest.rest(), module_header, at_paragraph);
            match first_module.or(first_other) {
                Some(before) => rest.report(mistakes::late_module(rest, before)),
                None => file.module = header,
            }
            first_module = first_module.or(Some(rest));
            (after, None)
        } else {
            declaring(rest, paragraph, at_paragraph)
        };
        match (&paragraph, first_other) {
            (Some(Paragraph::Open(_)), Some(first)) => rest.report(mistakes::late_open(rest, first)),
            (Some(Paragraph::Open(_)), None) => {}
            _ if is(rest, "module") => {}
            _ => first_other = first_other.or(Some(rest)),
        }
        // Where a paragraph was given up, the bracket that closes it is left: it was reported with the paragraph.
        let closes_what_failed = paragraph.is_none() && is(after, "}") && after.consumed() > rest.consumed();
        let stuck = after.consumed() == rest.consumed();
        file.paragraphs.extend(paragraph);
        rest = if closes_what_failed || stuck { after.rest() } else { after };
    }
    file
}

/// `module_header ::= name ( "[" module_parameter ( "," module_parameter )* "]" )?`
fn module_header(input: Tokens<'_>) -> Parsed<'_, ModuleHeader> {
    let (rest, name) = name(input)?;
    let (rest, parameters) = if is(rest, "[") {
        let (rest, parameters) = separated_list1(comma, module_parameter).parse(rest.rest())?;
        (token("]")(rest)?.0, parameters)
    } else {
        (rest, Vec::new())
    };
    let header = ModuleHeader { name, parameters };
    if at_paragraph(rest) || rest.first().first_on_line { Ok((rest, header)) } else { rest.expected("a paragraph") }
}

/// `module_parameter ::= "exactly"? identifier`
fn module_parameter(input: Tokens<'_>) -> Parsed<'_, ModuleParameter> {
    let (rest, exactly) = accept("exactly")(input)?;
    let (rest, name) = identifier(rest)?;
    Ok((rest, ModuleParameter { exactly, name }))
}

/// `paragraph ::= open | signature | enumeration | labelled | predicate | function | macro | command | generate |
/// annotated`
fn paragraph(input: Tokens<'_>) -> Parsed<'_, Paragraph> {
    let first = input.first();
    match (first.kind, first.text) {
        (Kind::Keyword, "fact") => labelled.map(Paragraph::Fact).parse(input),
        (Kind::Keyword, "assert") => labelled.map(Paragraph::Assert).parse(input),
        (Kind::Keyword, "run" | "check") => command.map(Paragraph::Command).parse(input),
        (Kind::Name, "generate") => generate.map(Paragraph::Generate).parse(input),
        (Kind::Name, _) if is_ahead(input, 1, ":") => command.map(Paragraph::Command).parse(input),
        (Kind::Symbol, "@") => annotated(input),
        _ => {
            let ahead = usize::from(is(input, "private"));
            match input.peek(ahead).text {
                "open" => open.map(Paragraph::Open).parse(input),
                "pred" => predicate.map(Paragraph::Predicate).parse(input),
                "fun" => function.map(Paragraph::Function).parse(input),
                "enum" => enumeration.map(Paragraph::Enum).parse(input),
                "let" => macro_.map(Paragraph::Macro).parse(input),
                "sig" | "abstract" | "one" | "lone" | "some" | "private" | "var" => {
                    signature.map(Paragraph::Signature).parse(input)
                }
                _ => input.expected("a paragraph"),
            }
        }
    }
}

/// `annotated ::= annotation+ ( signature | enumeration )`
fn annotated(input: Tokens<'_>) -> Parsed<'_, Paragraph> {
    let (rest, annotations) = annotations(input)?;
    if is(rest, "enum") || (is(rest, "private") && is_ahead(rest, 1, "enum")) {
        let (rest, mut paragraph) = enumeration(rest)?;
        paragraph.annotations = annotations;
        paragraph.place = Place(input.up_to(rest));
        Ok((rest, Paragraph::Enum(paragraph)))
    } else {
        let (rest, mut paragraph) = signature(rest)?;
        paragraph.annotations = annotations;
        paragraph.place = Place(input.up_to(rest));
        Ok((rest, Paragraph::Signature(paragraph)))
    }
}

/// `open ::= "private"? "open" name ( "[" ( signature_name ( "," signature_name )* )? "]" )? ( "as" identifier )?`
fn open(input: Tokens<'_>) -> Parsed<'_, Open> {
    let (rest, is_private) = accept("private")(input)?;
    let (rest, module) = name(rest.rest())?;
    let (rest, arguments) = if is(rest, "[") { bracketed("[", signature_name, "]")(rest)? } else { (rest, Vec::new()) };
    let (rest, has_alias) = accept("as")(rest)?;
    let (rest, alias) = if has_alias {
        let (rest, alias) = identifier(rest)?;
        (rest, Some(alias))
    } else {
        (rest, None)
    };
    let open = Open { is_private, module, arguments, alias, place: Place(input.up_to(rest)) };
    Ok((rest, open))
}

/// `signature ::= ( "private" | "var" | "abstract" | "one" | "lone" | "some" )* "sig" names parent? fields block?`
fn signature(input: Tokens<'_>) -> Parsed<'_, Signature> {
    let mut rest = input;
    let (mut is_private, mut variable, mut is_abstract) = (false, None, false);
    let mut multiplicities = Vec::new();
    while !is(rest, "sig") {
        match rest.first().text {
            "private" if !is_private => is_private = true,
            "var" if variable.is_none() => variable = Some(Place(rest.first().span)),
            "abstract" if !is_abstract => is_abstract = true,
            "one" | "lone" | "some" => multiplicities.push(rest.first()),
            _ => return rest.expected("sig"),
        }
        rest = rest.rest();
    }
    let mult = match multiplicities.first().map(|token| token.text) {
        Some("one") => Some(Multiplicity::One),
        Some("lone") => Some(Multiplicity::Lone),
        Some(_) => Some(Multiplicity::Some),
        None => None,
    };
    let (rest, names) = names(rest.rest())?;
    if let ([first, second, ..], [name, ..]) = (multiplicities.as_slice(), names.as_slice()) {
        rest.report(mistakes::second_multiplicity(&name.text, *first, *second));
    }
    let (rest, parent) = parent(rest)?;
    let (rest, fields) = fields(rest)?;
    let (rest, fact) = if is(rest, "{") {
        let (rest, fact) = block(rest)?;
        (rest, Some(fact))
    } else {
        (rest, None)
    };
    let signature = Signature {
        annotations: Vec::new(),
        is_private,
        variable,
        is_abstract,
        multiplicity: mult,
        names,
        parent,
        fields,
        fact,
        place: Place(input.up_to(rest)),
    };
    Ok((rest, signature))
}

/// `parent ::= "extends" signature_name | ( "in" | "=" ) signature_name ( "+" signature_name )*`
fn parent(input: Tokens<'_>) -> Parsed<'_, Option<Parent>> {
    let mut sum = separated_list1(separator("+"), signature_name);
    match input.first().text {
        "extends" => {
            let (rest, name) = signature_name(input.rest())?;
            Ok((rest, Some(Parent::Extends(name))))
        }
        "in" => {
            let (rest, names) = sum.parse(input.rest())?;
            Ok((rest, Some(Parent::In(names))))
        }
        "=" => {
            let (rest, names) = sum.parse(input.rest())?;
            Ok((rest, Some(Parent::Equal(names))))
        }
        _ => Ok((input, None)),
    }
}

/// `fields ::= "{" field? ( "," field? )* "}"`
fn fields(input: Tokens<'_>) -> Parsed<'_, Vec<FieldDecl>> {
    let (mut rest, ()) = token("{")(input)?;
    let mut fields = Vec::new();
    while !is(rest, "}") {
        if at_paragraph(rest) && !is(rest, "@") {
            return if rest.is_tolerant() { Ok((rest, fields)) } else { unclosed(input, rest) };
        }
        if is(rest, ",") {
            rest = rest.rest();
            continue;
        }
        let (after, declared) = declaring(rest, field, |at| is(at, ","));
        fields.extend(declared);
        if is(after, ",") {
            rest = after.rest();
        } else if is(after, "}") {
            rest = after;
        } else if after.consumed() > rest.consumed() && !at_paragraph(after) {
            // Two fields without a comma between them: one message, and on with the second.
            let (at, mut expected) = after.furthest();
            if at.consumed() > after.consumed() || expected.is_empty() {
                expected = vec![",", "}"];
            } else {
                expected.extend([",", "}"]);
            }
            after.report(unexpected(after, &expected));
            rest = if starts_field(after) {
                after
            } else {
                declaring(after, |at| at.expected::<()>(","), |at| is(at, ",")).0
            };
        } else {
            rest = after;
        }
    }
    Ok((rest.rest(), fields))
}

fn starts_field(input: Tokens<'_>) -> bool {
    is(input, "@") || (input.first().kind == Kind::Name && (is_ahead(input, 1, ":") || is_ahead(input, 1, ",")))
}

/// `field ::= annotation* decl`
fn field(input: Tokens<'_>) -> Parsed<'_, FieldDecl> {
    let (rest, annotations) = annotations(input)?;
    let (rest, decl) = decl(rest)?;
    Ok((rest, FieldDecl { annotations, decl }))
}

/// All annotations that stand here.
fn annotations(input: Tokens<'_>) -> Parsed<'_, Vec<Annotation>> {
    let (mut rest, mut found) = (input, Vec::new());
    while is(rest, "@") {
        let (after, one) = annotation(rest)?;
        found.push(one);
        rest = after;
    }
    Ok((rest, found))
}

/// `enumeration ::= "private"? "enum" identifier "{" names "}"`
fn enumeration(input: Tokens<'_>) -> Parsed<'_, Enum> {
    let (rest, is_private) = accept("private")(input)?;
    let (rest, name) = identifier(rest.rest())?;
    let (rest, ()) = token("{")(rest)?;
    let (rest, members) = names(rest)?;
    let (rest, ()) = token("}")(rest)?;
    let enumeration = Enum { annotations: Vec::new(), is_private, name, members, place: Place(input.up_to(rest)) };
    Ok((rest, enumeration))
}

/// `labelled ::= ( "fact" | "assert" ) ( identifier | string )? block`
fn labelled(input: Tokens<'_>) -> Parsed<'_, Labelled> {
    let (rest, name) = match input.peek(1).kind {
        Kind::Text => string.map(Some).parse(input.rest())?,
        Kind::Name => identifier.map(Some).parse(input.rest())?,
        _ => {
            let _: Parsed<'_, ()> = input.rest().expected("a name");
            let _: Parsed<'_, ()> = input.rest().expected("a string");
            (input.rest(), None)
        }
    };
    let (rest, body) = block(rest)?;
    Ok((rest, Labelled { name, body, place: Place(input.up_to(rest)) }))
}

/// `predicate ::= "private"? "pred" function_head block`
fn predicate(input: Tokens<'_>) -> Parsed<'_, Function> {
    let (rest, mut function) = function_head(input)?;
    let (rest, body) = block(rest)?;
    function.body = body;
    function.place = Place(input.up_to(rest));
    Ok((rest, function))
}

/// `function ::= "private"? "fun" function_head ":" bound_expression block`
fn function(input: Tokens<'_>) -> Parsed<'_, Function> {
    let (rest, mut function) = function_head(input)?;
    let (rest, ()) = token(":")(rest)?;
    let (rest, result) = bound_expression(rest)?;
    let (rest, body) = block(rest)?;
    function.result = Some(result);
    function.body = body;
    function.place = Place(input.up_to(rest));
    Ok((rest, function))
}

/// `function_head ::= ( signature_name "." )? identifier parameters?`
///
/// What predicates and functions start with; the body is empty yet.
fn function_head(input: Tokens<'_>) -> Parsed<'_, Function> {
    let (rest, is_private) = accept("private")(input)?;
    let (rest, first) = signature_name(rest.rest())?;
    let (rest, has_receiver) = accept(".")(rest)?;
    let (rest, receiver, name) = if has_receiver {
        let (rest, name) = identifier(rest)?;
        (rest, Some(first), name)
    } else {
        (rest, None, first)
    };
    let (rest, params) = parameters(rest)?;
    let function = Function {
        is_private,
        receiver,
        name,
        params,
        result: None,
        body: Expr::new(ExprKind::Block(Vec::new()), rest.first().span),
        place: Place(input.up_to(rest)),
    };
    Ok((rest, function))
}

/// `parameters ::= "[" decl? ( "," decl? )* "]" | "(" decl? ( "," decl? )* ")"`
///
/// Empty where there are none.
fn parameters(input: Tokens<'_>) -> Parsed<'_, Vec<Decl>> {
    let close = match input.first().text {
        "[" => "]",
        "(" => ")",
        _ => return Ok((input, Vec::new())),
    };
    let mut rest = input.rest();
    let mut params = Vec::new();
    while !is(rest, close) {
        if !is(rest, ",") {
            let (after, param) = decl(rest)?;
            params.push(param);
            rest = after;
            if is(rest, close) {
                break;
            }
        }
        if rest.is_tolerant() && !is(rest, ",") {
            break;
        }
        rest = token(",")(rest).or_else(|_| rest.expected(close)).map(|(rest, ())| rest)?;
    }
    let (rest, _) = accept(close)(rest)?;
    Ok((rest, params))
}

/// `macro ::= "private"? "let" identifier ( "[" names? "]" | "(" names? ")" )? ( "=" expression | block )`
fn macro_(input: Tokens<'_>) -> Parsed<'_, Macro> {
    let (rest, is_private) = accept("private")(input)?;
    let (rest, name) = identifier(rest.rest())?;
    let (rest, params) = match rest.first().text {
        "[" => bracketed("[", identifier, "]")(rest)?,
        "(" => bracketed("(", identifier, ")")(rest)?,
        _ => (rest, Vec::new()),
    };
    let (rest, body) = if is(rest, "=") {
        expression(rest.rest())?
    } else {
        let _: Parsed<'_, ()> = rest.expected("=");
        block(rest)?
    };
    Ok((rest, Macro { is_private, name, params, body, place: Place(input.up_to(rest)) }))
}

/// `command ::= ( identifier ":" )? ( "run" | "check" ) command_target scope? ( "expect" number )? ( "=>" command )?`
///
/// Alloy's older way to label a command stands in `command_target`.
fn command(input: Tokens<'_>) -> Parsed<'_, Command> {
    let (rest, label) = if is_ahead(input, 1, ":") {
        let (rest, label) = identifier(input)?;
        (rest.rest(), Some(label))
    } else {
        (input, None)
    };
    let is_check = is(rest, "check");
    if !is_check && !is(rest, "run") {
        let _: Parsed<'_, ()> = rest.expected("run");
        return rest.expected("check");
    }
    let (rest, (old_label, target)) = command_target(rest.rest())?;
    let label = label.or(old_label);
    let (rest, scope) = scope(rest)?;
    let (rest, expects) = accept("expect")(rest)?;
    let (rest, expect) = if expects {
        let place = Place(rest.first().span);
        let (rest, expect) = number(rest)?;
        (rest, Some((expect, place)))
    } else {
        (rest, None)
    };
    let place = Place(input.up_to(rest));
    let (rest, next) = if is(rest, "=>") {
        let (rest, next) = nested(rest.rest(), command)?;
        (rest, Some(Box::new(next)))
    } else {
        (rest, None)
    };
    let command = Command { is_check, label, target, scope, expect, next, place };
    Ok((rest, command))
}

/// `command_target ::= block | name ( name | block )?`
///
/// Of two, the first one is the label.
fn command_target(input: Tokens<'_>) -> Parsed<'_, (Option<Name>, CommandTarget)> {
    if is(input, "{") {
        let (rest, body) = block(input)?;
        return Ok((rest, (None, CommandTarget::Block(body))));
    }
    let (rest, first) = name(input)?;
    let next = rest.first();
    if is(rest, "{") {
        let (rest, body) = block(rest)?;
        Ok((rest, (Some(first), CommandTarget::Block(body))))
    } else if next.kind == Kind::Name && !is_ahead(rest, 1, ":") && !at_paragraph(rest) {
        let (rest, target) = name(rest)?;
        Ok((rest, (Some(first), CommandTarget::Named(target))))
    } else {
        Ok((rest, (None, CommandTarget::Named(first))))
    }
}
