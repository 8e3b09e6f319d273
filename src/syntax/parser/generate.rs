//! Productions of what `.spec` adds to Alloy: annotations and `generate` paragraphs.

use super::expression::{block, expression};
use super::input::{Parsed, Tokens};
use super::recovery::{at_paragraph, recovering, unclosed};
use super::scope::{bound, scope};
use super::terminal::{
    accept, bracketed, comma, identifier, is, is_ahead, name, qualified_name, separator, signature_name, string, token,
    word,
};
use crate::syntax::token::Kind;
use crate::syntax::tree::{
    Annotation, ArrayPlaces, Contract, Domain, FieldRange, FieldRef, Generate, GenerateItem, JavaArgument,
    JavaArgumentKind, JavaBinding, Method, Name, Param, Place, Range, Text, TextPart, TextPartKind, TextTemplate,
};
use nom::Parser;
use nom::combinator::opt;
use nom::multi::{many0, separated_list1};
use nom::sequence::{delimited, preceded};

/// `annotation ::= java_binding | text_template`
pub(super) fn annotation(input: Tokens<'_>) -> Parsed<'_, Annotation> {
    if is_ahead(input, 1, "text") {
        text_template.map(Annotation::Text).parse(input)
    } else {
        java_binding.map(Annotation::Java).parse(input)
    }
}

/// `java_binding ::= "@" "java" "(" string ( "," java_argument )* ")"`
fn java_binding(input: Tokens<'_>) -> Parsed<'_, JavaBinding> {
    let (rest, ()) = token("@")(input)?;
    let _: Parsed<'_, ()> = token("text")(rest);
    let (rest, ()) = token("java")(rest)?;
    let (rest, ()) = token("(")(rest)?;
    let (rest, target) = string(rest)?;
    let (rest, arguments) = many0(preceded(comma, java_argument)).parse(rest)?;
    let (rest, ()) = token(")")(rest)?;
    let binding = JavaBinding { target, arguments, place: Place(input.up_to(rest)) };
    Ok((rest, binding))
}

/// `text_template ::= "@" "text" "(" text_part ( "," text_part )* ")"`
fn text_template(input: Tokens<'_>) -> Parsed<'_, TextTemplate> {
    let (rest, ()) = token("@")(input)?;
    let (rest, ()) = token("text")(rest)?;
    let (rest, parts) = delimited(token("("), separated_list1(comma, text_part), token(")")).parse(rest)?;
    let template = TextTemplate { parts, place: Place(input.up_to(rest)) };
    Ok((rest, template))
}

/// `text_part ::= string | "names" "(" string ( "," string )* ")" | "separator" "(" string ")" | "before" "(" string ")"
/// | "after" "(" string ")" | "absent" "(" string ")" | "escape" "(" string ")" | "file" "(" string ")" | "extension"
/// "(" string ")"`
fn text_part(input: Tokens<'_>) -> Parsed<'_, TextPart> {
    let rest = input.rest();
    let one = |kind: fn(Text) -> TextPartKind| delimited(token("("), string, token(")")).map(kind).parse(rest);
    let (rest, kind) = match input.first().text {
        _ if input.first().kind == Kind::Text => string.map(TextPartKind::Line).parse(input)?,
        "names" => {
            let strings = separated_list1(comma, string);
            delimited(token("("), strings, token(")")).map(TextPartKind::Names).parse(rest)?
        }
        "separator" => one(TextPartKind::Separator)?,
        "before" => one(TextPartKind::Before)?,
        "after" => one(TextPartKind::After)?,
        "absent" => one(TextPartKind::Absent)?,
        "escape" => one(TextPartKind::Escape)?,
        "file" => one(TextPartKind::File)?,
        "extension" => one(TextPartKind::Extension)?,
        _ => return input.expected("a part of the template"),
    };
    let place = Place(input.up_to(rest));
    Ok((rest, TextPart { kind, place }))
}

/// `java_argument ::= "constructor" "(" names? ")" | "values" "(" string ( "," string )* ")" | "arguments" "("
/// string ")" | "direct" | "reflection" | "setter" "(" string ")" | "as" "(" string ")" | "keys" "(" string ")" | "array"
/// ( "(" bound ( "," identifier )? ")" )? | "ghost"`
fn java_argument(input: Tokens<'_>) -> Parsed<'_, JavaArgument> {
    let rest = input.rest();
    let (rest, kind) = match input.first().text {
        "constructor" => bracketed("(", identifier, ")").map(JavaArgumentKind::Constructor).parse(rest)?,
        "values" => {
            let strings = separated_list1(comma, string);
            delimited(token("("), strings, token(")")).map(JavaArgumentKind::Values).parse(rest)?
        }
        "arguments" => one_string(rest, JavaArgumentKind::Arguments)?,
        "setter" => one_string(rest, JavaArgumentKind::Setter)?,
        "as" => one_string(rest, JavaArgumentKind::As)?,
        "keys" => one_string(rest, JavaArgumentKind::Keys)?,
        "array" if is(rest, "(") => {
            let places = (bound, opt(preceded(comma, identifier)));
            let (rest, (length, used)) = delimited(token("("), places, token(")")).parse(rest)?;
            (rest, JavaArgumentKind::Array(Some(ArrayPlaces { length, used })))
        }
        "array" => (rest, JavaArgumentKind::Array(None)),
        "direct" => (rest, JavaArgumentKind::Direct),
        "reflection" => (rest, JavaArgumentKind::Reflection),
        "ghost" => (rest, JavaArgumentKind::Ghost),
        _ => return input.expected("an argument of the annotation"),
    };
    let place = Place(input.up_to(rest));
    Ok((rest, JavaArgument { kind, place }))
}

fn one_string(input: Tokens<'_>, kind: fn(Name) -> JavaArgumentKind) -> Parsed<'_, JavaArgumentKind> {
    delimited(token("("), string, token(")")).map(kind).parse(input)
}

/// `generate ::= "generate" ( identifier ":" )? signature_name ( "satisfying" name ( "," name )* )? scope? "{"
/// generate_item* "}"`
pub(super) fn generate(input: Tokens<'_>) -> Parsed<'_, Generate> {
    let rest = input.rest();
    let (rest, label) = if is_ahead(rest, 1, ":") {
        let (rest, label) = identifier(rest)?;
        (rest.rest(), Some(label))
    } else {
        (rest, None)
    };
    let (rest, root) = signature_name(rest)?;
    let (rest, invariants) = if is(rest, "satisfying") {
        separated_list1(comma, name).parse(rest.rest())?
    } else {
        let _: Parsed<'_, ()> = rest.expected("satisfying");
        (rest, Vec::new())
    };
    let (rest, scope) = scope(rest)?;
    let place = Place(input.up_to(rest));
    let open = rest;
    let (mut rest, ()) = token("{")(rest)?;
    let mut items = Vec::new();
    while !is(rest, "}") {
        if at_paragraph(rest) {
            if rest.is_tolerant() {
                break;
            }
            return unclosed(open, rest);
        }
        let (after, item) = recovering(rest, generate_item, at_item);
        items.extend(item);
        rest = after;
    }
    let (rest, _) = accept("}")(rest)?;
    let whole = Place(input.up_to(rest));
    Ok((rest, Generate { label, root, invariants, scope, items, place, whole }))
}

/// Whether reading may resume with an item here.
fn at_item(input: Tokens<'_>) -> bool {
    let token = input.first();
    token.first_on_line && token.kind == Kind::Name
}

/// `generate_item ::= field_range | method`
fn generate_item(input: Tokens<'_>) -> Parsed<'_, GenerateItem> {
    // A field that is called `method` has a range: `method in 0 .. scope`.
    let names_a_method = || matches!(input.peek(1).kind, Kind::Name | Kind::Keyword);
    let starts_a_range = || is_ahead(input, 1, "in") && !is_ahead(input, 2, "(");
    if is(input, "method") && names_a_method() && !starts_a_range() {
        method.map(GenerateItem::Method).parse(input)
    } else if input.first().kind == Kind::Name {
        field_range.map(GenerateItem::Range).parse(input)
    } else {
        input.expected("a range or a method")
    }
}

/// `field_range ::= field_ref ( "," field_ref )* "in" range`
fn field_range(input: Tokens<'_>) -> Parsed<'_, FieldRange> {
    let (rest, fields) = separated_list1(comma, field_ref).parse(input)?;
    let (rest, ()) = token("in")(rest)?;
    let (rest, range) = range(rest)?;
    Ok((rest, FieldRange { fields, range }))
}

/// `field_ref ::= name ( "." identifier )? "index"?`
fn field_ref(input: Tokens<'_>) -> Parsed<'_, FieldRef> {
    let (rest, first) = name(input)?;
    let (rest, qualified) = if is(rest, ".") {
        let (rest, field) = identifier(rest.rest())?;
        (rest, (Some(first), field))
    } else {
        (rest, (None, first))
    };
    let (rest, index) = accept("index")(rest)?;
    let (sig, field) = qualified;
    Ok((rest, FieldRef { sig, field, index }))
}

/// `range ::= bound ".." bound`
fn range(input: Tokens<'_>) -> Parsed<'_, Range> {
    let (rest, low) = bound(input)?;
    let (rest, ()) = token("..")(rest)?;
    let (rest, high) = bound(rest)?;
    Ok((rest, Range { low, high }))
}

/// `method ::= "method" word "(" ( param ( "," param )* )? ")" ( ":" java_type )? contracts?`
fn method(input: Tokens<'_>) -> Parsed<'_, Method> {
    let (rest, name) = word(input.rest())?;
    let (rest, params) = bracketed("(", param, ")")(rest)?;
    let (rest, has_result) = accept(":")(rest)?;
    let (rest, result) = if has_result {
        let (rest, result) = java_type(rest)?;
        (rest, Some(result))
    } else {
        (rest, None)
    };
    let (rest, contracts) = if is(rest, "{") { contracts(rest)? } else { (rest, Vec::new()) };
    let method = Method { name, params, result, contracts, place: Place(input.up_to(rest)) };
    Ok((rest, method))
}

/// `contracts ::= "{" contract* "}"`
///
/// The contracts of a method, in braces.
fn contracts(input: Tokens<'_>) -> Parsed<'_, Vec<Contract>> {
    let (mut rest, ()) = token("{")(input)?;
    let mut contracts = Vec::new();
    while !is(rest, "}") {
        if at_paragraph(rest) {
            return if rest.is_tolerant() { Ok((rest, contracts)) } else { unclosed(input, rest) };
        }
        let (after, contract) = recovering(rest, contract, at_contract);
        contracts.extend(contract);
        rest = after;
    }
    Ok((rest.rest(), contracts))
}

/// Whether reading may resume with a contract here.
fn at_contract(input: Tokens<'_>) -> bool {
    matches!(input.first().text, "requires" | "ensures" | "throws")
}

/// `java_type ::= qualified_name`
fn java_type(input: Tokens<'_>) -> Parsed<'_, Name> {
    qualified_name(input)
}

/// `param ::= identifier ":" domain`
fn param(input: Tokens<'_>) -> Parsed<'_, Param> {
    let (rest, name) = identifier(input)?;
    let (rest, ()) = token(":")(rest)?;
    let (rest, domain) = domain(rest)?;
    Ok((rest, Param { name, domain }))
}

/// `domain ::= range | string ".." string | "new" signature_name | "result" "of" word | "lone"? ( texts | field_ref )`
fn domain(input: Tokens<'_>) -> Parsed<'_, Domain> {
    let first = input.first();
    let starts_range = first.kind == Kind::Number
        || is(input, "-")
        || (is(input, "scope") && matches!(input.peek(1).text, ".." | "+" | "-"));
    if starts_range {
        return range.map(Domain::Range).parse(input);
    }
    if first.kind == Kind::Text && is_ahead(input, 1, "..") {
        let (rest, low) = string(input)?;
        let (rest, high) = string(rest.rest())?;
        return Ok((rest, Domain::Characters { low, high }));
    }
    if is(input, "new") && input.peek(1).kind == Kind::Name {
        return signature_name.map(Domain::New).parse(input.rest());
    }
    if is(input, "result") && is_ahead(input, 1, "of") {
        return word.map(Domain::Result).parse(input.rest().rest());
    }
    let (rest, lone) = accept("lone")(input)?;
    if rest.first().kind == Kind::Text {
        let (rest, texts) = texts(rest)?;
        return Ok((rest, Domain::Texts { lone, texts }));
    }
    let (rest, name) = field_ref(rest)?;
    Ok((rest, Domain::Named { lone, name }))
}

/// `texts ::= string ( "+" string )*`
fn texts(input: Tokens<'_>) -> Parsed<'_, Vec<Text>> {
    separated_list1(separator("+"), string).parse(input)
}

/// `contract ::= "requires" block | "ensures" block | "throws" qualified_name ( "when" expression )?`
fn contract(input: Tokens<'_>) -> Parsed<'_, Contract> {
    match input.first().text {
        "requires" => block.map(Contract::Requires).parse(input.rest()),
        "ensures" => block.map(Contract::Ensures).parse(input.rest()),
        "throws" => {
            let (rest, class) = qualified_name(input.rest())?;
            let (rest, conditional) = accept("when")(rest)?;
            let (rest, when) = if conditional {
                let (rest, when) = expression(rest)?;
                (rest, Some(when))
            } else {
                (rest, None)
            };
            Ok((rest, Contract::Throws { class, when }))
        }
        _ => input.expected("a contract (`requires`, `ensures` or `throws`)"),
    }
}
