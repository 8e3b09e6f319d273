//! Random trees, as the parser could have made them.

use fex::diagnostic::Span;
use fex::syntax::tree::{
    Annotation, Binary, Bound, Command, CommandTarget, Comparison, Contract, Decl, Domain, Enum, Expr, ExprKind,
    FieldDecl, FieldRange, FieldRef, File, Function, Generate, GenerateItem, JavaArgument, JavaArgumentKind, Labelled,
    Method, ModuleHeader, Multiplicity, Name, Open, Paragraph, Param, Parent, Place, Quantifier, Range, Scope,
    ScopePart, Signature, Term, Unary,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::BTreeSet;

/// A file.
pub fn file() -> impl Strategy<Value = File> {
    (option::of(name()), vec(paragraph(), 0..4)).prop_map(|(module, paragraphs)| File {
        module: module.map(|name| ModuleHeader { name, parameters: Vec::new() }),
        paragraphs,
        incomplete: false,
        lost_words: BTreeSet::new(),
    })
}

fn name() -> impl Strategy<Value = Name> {
    select(vec!["a", "b", "node", "Tree", "x1", "_y", "method", "index", "when", "result", "scope1"]).prop_map(named)
}

fn named(text: &str) -> Name {
    Name { text: text.to_owned(), place: Place::default() }
}

fn names() -> impl Strategy<Value = Vec<Name>> {
    vec(name(), 1..3)
}

fn multiplicity() -> impl Strategy<Value = Option<Multiplicity>> {
    option::of(some_multiplicity())
}

fn some_multiplicity() -> impl Strategy<Value = Multiplicity> {
    select(vec![Multiplicity::Set, Multiplicity::Some, Multiplicity::Lone, Multiplicity::One])
}

fn new(kind: ExprKind) -> Expr {
    Expr::new(kind, Span::default())
}

/// An expression of any form.
fn expr() -> BoxedStrategy<Expr> {
    let leaf = prop_oneof![
        4 => name().prop_map(|name| new(ExprKind::Name(name.text))),
        1 => select(vec!["this", "univ", "iden", "none", "Int", "util/integer"])
            .prop_map(|name| new(ExprKind::Name(name.to_owned()))),
        1 => name().prop_map(|name| new(ExprKind::At(name.text))),
        1 => (-20_i64..20).prop_map(|value| new(ExprKind::Number(value))),
        1 => "[a-z\"\\\\\n\t]{0,3}".prop_map(|text| new(ExprKind::Text(text))),
    ];
    leaf.prop_recursive(5, 40, 3, |inner| {
        let boxed = inner.clone().prop_map(Box::new).boxed();
        let decls = vec(decl(inner.clone().boxed(), false), 1..3).boxed();
        prop_oneof![
            3 => (unary(), boxed.clone()).prop_map(|(op, inner)| new(ExprKind::Unary(op, inner))),
            8 => (binary(), boxed.clone(), boxed.clone())
                .prop_map(|(op, left, right)| new(ExprKind::Binary(op, left, right))),
            1 => (boxed.clone(), boxed.clone(), boxed.clone())
                .prop_map(|(condition, then, otherwise)| new(ExprKind::If(condition, then, otherwise))),
            2 => (boxed.clone(), vec(inner.clone(), 0..3))
                .prop_map(|(target, arguments)| new(ExprKind::Box(target, arguments))),
            2 => (quantifier(), decls.clone(), boxed.clone())
                .prop_map(|(quantifier, decls, body)| new(ExprKind::Quantified(quantifier, decls, body))),
            1 => (vec((name(), inner.clone()), 1..3), boxed.clone())
                .prop_map(|(bindings, body)| new(ExprKind::Let(bindings, body))),
            1 => (decls, boxed).prop_map(|(decls, body)| new(ExprKind::Comprehension(decls, body))),
            1 => vec(inner, 0..4).prop_map(|formulas| new(ExprKind::Block(formulas))),
        ]
    })
    .boxed()
}

fn quantifier() -> impl Strategy<Value = Quantifier> {
    use Quantifier::{All, Lone, No, One, Some, Sum};
    select(vec![All, Some, No, Lone, One, Sum])
}

fn unary() -> impl Strategy<Value = Unary> {
    use Unary::{Cardinality, Closure, Lone, No, Not, One, ReflexiveClosure, Set, Some, Sum, Transpose};
    select(vec![Not, No, Some, Lone, One, Set, Cardinality, Sum, Transpose, Closure, ReflexiveClosure])
}

fn binary() -> impl Strategy<Value = Binary> {
    use Comparison::{Equal, Greater, GreaterEqual, In, Less, LessEqual};
    let compare = (any::<bool>(), select(vec![In, Equal, Less, LessEqual, Greater, GreaterEqual]))
        .prop_map(|(negated, comparison)| Binary::Compare { negated, comparison });
    let arrow = (multiplicity(), multiplicity()).prop_map(|(from, to)| Binary::Arrow(from, to));
    prop_oneof![
        15 => select(vec![
            Binary::Or,
            Binary::Iff,
            Binary::Implies,
            Binary::And,
            Binary::ShiftLeft,
            Binary::ShiftRight,
            Binary::ShiftRightUnsigned,
            Binary::Union,
            Binary::Difference,
            Binary::Plus,
            Binary::Minus,
            Binary::Times,
            Binary::Divide,
            Binary::Remainder,
            Binary::Override,
            Binary::Intersection,
            Binary::DomainRestriction,
            Binary::RangeRestriction,
            Binary::Join,
        ]),
        4 => compare,
        2 => arrow,
    ]
}

fn decl(bound: BoxedStrategy<Expr>, in_field: bool) -> impl Strategy<Value = Decl> {
    (any::<[bool; 3]>(), names(), multiplicity(), bound).prop_map(move |(flags, names, multiplicity, bound)| Decl {
        variable: None,
        defined: false,
        is_private: in_field && flags[0],
        disjoint: flags[1],
        names,
        disjoint_values: flags[2],
        multiplicity,
        bound,
    })
}

fn block() -> impl Strategy<Value = Expr> {
    vec(expr(), 0..3).prop_map(|formulas| new(ExprKind::Block(formulas)))
}

fn paragraph() -> impl Strategy<Value = Paragraph> {
    prop_oneof![
        1 => open().prop_map(Paragraph::Open),
        3 => signature().prop_map(Paragraph::Signature),
        1 => (option::of(annotation(true)), name(), names())
            .prop_map(|(annotation, name, members)| Paragraph::Enum(Enum { annotation, is_private: false, name, members })),
        1 => (option::of(name()), block()).prop_map(|(name, body)| Paragraph::Fact(Labelled { name, body })),
        1 => (option::of(name()), block()).prop_map(|(name, body)| Paragraph::Assert(Labelled { name, body })),
        3 => function(),
        1 => command().prop_map(Paragraph::Command),
        3 => generate().prop_map(Paragraph::Generate),
    ]
}

fn open() -> impl Strategy<Value = Open> {
    (vec(name(), 0..2), option::of(name())).prop_map(|(arguments, alias)| Open {
        is_private: false,
        module: named("util/ordering"),
        arguments,
        alias,
        place: Place::default(),
    })
}

fn signature() -> impl Strategy<Value = Signature> {
    let parent = option::of(prop_oneof![
        name().prop_map(Parent::Extends),
        names().prop_map(Parent::In),
        names().prop_map(Parent::Equal),
    ]);
    let multiplicity = option::of(select(vec![Multiplicity::Some, Multiplicity::Lone, Multiplicity::One]));
    let fields = vec(
        (option::of(annotation(false)), decl(expr(), true))
            .prop_map(|(annotation, decl)| FieldDecl { annotation, decl }),
        0..3,
    );
    let head = (option::of(annotation(true)), any::<[bool; 2]>(), multiplicity, names());
    (head, parent, fields, option::of(block())).prop_map(
        |((annotation, [is_private, is_abstract], multiplicity, names), parent, fields, fact)| Signature {
            variable: None,
            annotation,
            is_private,
            is_abstract,
            multiplicity,
            names,
            parent,
            fields,
            fact,
        },
    )
}

fn function() -> impl Strategy<Value = Paragraph> {
    let head = (any::<bool>(), option::of(name()), name());
    let result = option::of((multiplicity(), expr()));
    (head, vec(decl(expr(), true), 0..3), result, block()).prop_map(
        |((is_private, receiver, name), params, result, body)| {
            let is_predicate = result.is_none();
            let function = Function { is_private, receiver, name, params, result, body };
            if is_predicate { Paragraph::Predicate(function) } else { Paragraph::Function(function) }
        },
    )
}

fn command() -> impl Strategy<Value = Command> {
    let target = prop_oneof![name().prop_map(CommandTarget::Named), block().prop_map(CommandTarget::Block)];
    (any::<bool>(), option::of(name()), target, option::of(scope()), option::of(0_i64..2)).prop_map(
        |(is_check, label, target, scope, expect)| Command {
            next: None,
            is_check,
            label,
            target,
            scope,
            expect,
            place: Place::default(),
        },
    )
}

fn scope() -> impl Strategy<Value = Scope> {
    let part = (any::<bool>(), bound(), name()).prop_map(|(exactly, bound, sig)| ScopePart {
        exactly,
        bound,
        growth: None,
        sig,
    });
    (option::of(0_i64..9), vec(part, 0..3)).prop_map(|(overall, parts)| {
        // A scope says something.
        let overall = if parts.is_empty() { overall.or(Some(3)) } else { overall };
        Scope { overall: overall.map(|number| (number, Place::default())), parts }
    })
}

fn bound() -> impl Strategy<Value = Bound> {
    let term =
        (any::<bool>(), 0_i64..9, any::<bool>()).prop_map(|(negative, factor, scope)| Term { negative, factor, scope });
    vec(term, 1..3).prop_map(|terms| Bound { terms, place: Place::default() })
}

fn annotation(on_signature: bool) -> impl Strategy<Value = Annotation> {
    let text = || "[a-zA-Z.$]{0,6}".prop_map(|text| named(&text));
    let argument = if on_signature {
        prop_oneof![
            vec(name(), 0..3).prop_map(JavaArgumentKind::Constructor),
            vec(text(), 1..3).prop_map(JavaArgumentKind::Values),
            text().prop_map(JavaArgumentKind::Arguments),
        ]
        .boxed()
    } else {
        prop_oneof![
            Just(JavaArgumentKind::Direct),
            Just(JavaArgumentKind::Reflection),
            Just(JavaArgumentKind::Ghost),
            text().prop_map(JavaArgumentKind::Setter),
            text().prop_map(JavaArgumentKind::As),
            option::of(bound()).prop_map(JavaArgumentKind::Array),
        ]
        .boxed()
    };
    let argument = argument.prop_map(|kind| JavaArgument { kind, place: Place::default() });
    (text(), vec(argument, 0..3)).prop_map(|(target, arguments)| Annotation {
        target,
        arguments,
        place: Place::default(),
    })
}

fn generate() -> impl Strategy<Value = Generate> {
    let range_item =
        (vec(field_ref(), 1..3), range()).prop_map(|(fields, range)| GenerateItem::Range(FieldRange { fields, range }));
    let item = prop_oneof![range_item, method().prop_map(GenerateItem::Method)];
    (option::of(name()), name(), vec(name(), 0..3), option::of(scope()), vec(item, 0..3)).prop_map(
        |(label, root, invariants, scope, items)| Generate {
            label,
            root,
            invariants,
            scope,
            items,
            place: Place::default(),
        },
    )
}

fn field_ref() -> impl Strategy<Value = FieldRef> {
    let field = select(vec!["key", "size", "elements"]).prop_map(named);
    (option::of(name()), field, any::<bool>()).prop_map(|(sig, field, index)| FieldRef { sig, field, index })
}

fn range() -> impl Strategy<Value = Range> {
    (bound(), bound()).prop_map(|(low, high)| Range { low, high })
}

fn method() -> impl Strategy<Value = Method> {
    let domain = prop_oneof![
        range().prop_map(Domain::Range),
        (any::<bool>(), field_ref()).prop_map(|(lone, name)| Domain::Named { lone, name }),
    ];
    let param = (name(), domain).prop_map(|(name, domain)| Param { name, domain });
    let class = || select(vec!["int", "boolean", "java.util.List", "one.in.Two"]).prop_map(named);
    let contract = prop_oneof![
        block().prop_map(Contract::Requires),
        block().prop_map(Contract::Ensures),
        (class(), option::of(expr())).prop_map(|(class, when)| Contract::Throws { class, when }),
    ];
    (name(), vec(param, 0..3), option::of(class()), vec(contract, 0..3))
        .prop_map(|(name, params, result, contracts)| Method { name, params, result, contracts })
}
