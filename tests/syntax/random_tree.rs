//! Random trees, as the parser could have made them.

use fex::diagnostic::Span;
use fex::syntax::tree::{
    Annotation, ArrayPlaces, Binary, Bound, Command, CommandTarget, Comparison, Contract, Decl, Domain, Enum, Expr,
    ExprKind, FieldDecl, FieldRange, FieldRef, File, Function, Generate, GenerateItem, Growth, JavaArgument,
    JavaArgumentKind, JavaBinding, Labelled, Macro, Method, ModuleHeader, ModuleParameter, Multiplicity, Name, Open,
    Paragraph, Param, Parent, Place, Quantifier, Range, Scope, ScopePart, Signature, Temporal, Term, TextPart,
    TextPartKind, TextTemplate, Unary,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::BTreeSet;

/// A file; what it opens stands first.
pub fn file() -> impl Strategy<Value = File> {
    (option::of(module()), vec(paragraph(), 0..4)).prop_map(|(module, mut paragraphs)| {
        paragraphs.sort_by_key(|paragraph| !matches!(paragraph, Paragraph::Open(_)));
        File { module, paragraphs, incomplete: false, lost_words: BTreeSet::new() }
    })
}

fn module() -> impl Strategy<Value = ModuleHeader> {
    let parameter = (any::<bool>(), name()).prop_map(|(exactly, name)| ModuleParameter { exactly, name });
    (name(), vec(parameter, 0..3)).prop_map(|(name, parameters)| ModuleHeader { name, parameters })
}

fn name() -> impl Strategy<Value = Name> {
    select(vec!["a", "b", "node", "Tree", "x1", "_y", "b\"", "method", "index", "when", "result", "scope1"])
        .prop_map(named)
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
        1 => select(vec!["this", "univ", "iden", "none", "Int", "String", "util/integer", "this/a"])
            .prop_map(|name| new(ExprKind::Name(name.to_owned()))),
        1 => select(vec!["seq/Int", "seq/a", "steps", "fun/min", "fun/next"])
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
            1 => (called(), vec(inner.clone(), 0..3))
                .prop_map(|(target, arguments)| new(ExprKind::Box(Box::new(target), arguments))),
            1 => (boxed.clone(), called())
                .prop_map(|(left, right)| new(ExprKind::Binary(Binary::Join, left, Box::new(right)))),
            2 => temporal(inner.clone().boxed()),
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

/// Words that stand before or after their arguments only.
fn called() -> impl Strategy<Value = Expr> {
    select(vec!["int", "sum", "disj", "pred/totalOrder"]).prop_map(|name| new(ExprKind::Name(name.to_owned())))
}

fn temporal(operand: BoxedStrategy<Expr>) -> impl Strategy<Value = Expr> {
    use Temporal::{
        After, Always, Before, Eventually, Historically, Once, Prime, Releases, Sequence, Since, Triggered, Until,
    };
    let one = select(vec![Always, Eventually, After, Before, Historically, Once, Prime]);
    let two = select(vec![Until, Since, Releases, Triggered, Sequence]);
    prop_oneof![(one, vec(operand.clone(), 1)), (two, vec(operand, 2))].prop_map(|(operator, operands)| {
        let at = Place::default();
        new(ExprKind::Temporal { operator, at, operands })
    })
}

/// A bound with its multiplicity: a test of that word alone is no bound.
fn bounded(expr: BoxedStrategy<Expr>) -> impl Strategy<Value = (Option<Multiplicity>, Expr)> {
    (multiplicity(), expr).prop_map(|(multiplicity, bound)| match (multiplicity, &bound.kind) {
        (None, ExprKind::Unary(Unary::Set | Unary::Some | Unary::Lone | Unary::One, _)) => {
            (Some(Multiplicity::Set), bound)
        }
        (multiplicity, _) => (multiplicity, bound),
    })
}

fn quantifier() -> impl Strategy<Value = Quantifier> {
    use Quantifier::{All, Lone, No, One, Some, Sum};
    select(vec![All, Some, No, Lone, One, Sum])
}

fn unary() -> impl Strategy<Value = Unary> {
    use Unary::{Cardinality, Closure, Lone, No, Not, One, ReflexiveClosure, Seq, Set, Some, Sum, Transpose};
    select(vec![Not, No, Some, Lone, One, Set, Seq, Cardinality, Sum, Transpose, Closure, ReflexiveClosure])
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
    (any::<[bool; 4]>(), names(), bounded(bound)).prop_map(move |(flags, names, (multiplicity, bound))| Decl {
        variable: (in_field && flags[3]).then(Place::default),
        is_private: in_field && flags[0],
        disjoint: flags[1],
        names,
        defined: false,
        disjoint_values: flags[2],
        multiplicity,
        bound,
        place: Place::default(),
    })
}

/// `a = e` among parameters and fields.
fn definition(bound: BoxedStrategy<Expr>) -> impl Strategy<Value = Decl> {
    (any::<bool>(), names(), bound).prop_map(|(is_private, names, bound)| Decl {
        variable: None,
        is_private,
        disjoint: false,
        names,
        defined: true,
        disjoint_values: false,
        multiplicity: None,
        bound,
        place: Place::default(),
    })
}

fn field_decl() -> impl Strategy<Value = Decl> {
    prop_oneof![4 => decl(expr(), true), 1 => definition(expr())]
}

fn block() -> impl Strategy<Value = Expr> {
    vec(expr(), 0..3).prop_map(|formulas| new(ExprKind::Block(formulas)))
}

fn paragraph() -> impl Strategy<Value = Paragraph> {
    prop_oneof![
        1 => open().prop_map(Paragraph::Open),
        3 => signature().prop_map(Paragraph::Signature),
        1 => (vec(annotation(true), 0..3), any::<bool>(), name(), names()).prop_map(
            |(annotations, is_private, name, members)| {
                let place = Place::default();
                Paragraph::Enum(Enum { annotations, is_private, name, members, place })
            }
        ),
        1 => macro_(),
        1 => (option::of(prop_oneof![name(), Just(named("in words"))]), block()).prop_map(|(name, body)| Paragraph::Fact(Labelled { name, body, place: Place::default() })),
        1 => (option::of(name()), block()).prop_map(|(name, body)| Paragraph::Assert(Labelled { name, body, place: Place::default() })),
        3 => function(),
        1 => command().prop_map(Paragraph::Command),
        3 => generate().prop_map(Paragraph::Generate),
    ]
}

fn open() -> impl Strategy<Value = Open> {
    (any::<bool>(), vec(name(), 0..2), option::of(name())).prop_map(|(is_private, arguments, alias)| Open {
        is_private,
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
        (vec(annotation(false), 0..3), field_decl()).prop_map(|(annotations, decl)| FieldDecl { annotations, decl }),
        0..3,
    );
    let head = (vec(annotation(true), 0..3), any::<[bool; 3]>(), multiplicity, names());
    (head, parent, fields, option::of(block())).prop_map(
        |((annotations, [is_private, is_variable, is_abstract], multiplicity, names), parent, fields, fact)| {
            Signature {
                annotations,
                is_private,
                variable: is_variable.then(Place::default),
                is_abstract,
                multiplicity,
                names,
                parent,
                fields,
                fact,
                place: Place::default(),
            }
        },
    )
}

fn function() -> impl Strategy<Value = Paragraph> {
    let head = (any::<bool>(), option::of(name()), name());
    let result = option::of(bounded(expr()));
    (head, vec(field_decl(), 0..3), result, block()).prop_map(|((is_private, receiver, name), params, result, body)| {
        let is_predicate = result.is_none();
        let function = Function { is_private, receiver, name, params, result, body, place: Place::default() };
        if is_predicate { Paragraph::Predicate(function) } else { Paragraph::Function(function) }
    })
}

fn macro_() -> impl Strategy<Value = Paragraph> {
    (any::<bool>(), name(), vec(name(), 0..3), prop_oneof![block(), expr()]).prop_map(
        |(is_private, name, params, body)| {
            Paragraph::Macro(Macro { is_private, name, params, body, place: Place::default() })
        },
    )
}

fn command() -> impl Strategy<Value = Command> {
    (single_command(), option::of(single_command())).prop_map(|(mut command, next)| {
        command.next = next.map(Box::new);
        command
    })
}

fn single_command() -> impl Strategy<Value = Command> {
    let target = prop_oneof![name().prop_map(CommandTarget::Named), block().prop_map(CommandTarget::Block)];
    (any::<bool>(), option::of(name()), target, option::of(scope()), option::of(0_i64..2)).prop_map(
        |(is_check, label, target, scope, expect)| Command {
            is_check,
            label,
            target,
            scope,
            expect: expect.map(|number| (number, Place::default())),
            next: None,
            place: Place::default(),
        },
    )
}

fn scope() -> impl Strategy<Value = Scope> {
    let growth = option::of((option::of(0_i64..9), option::of(1_i64..4)).prop_map(|(to, step)| Growth { to, step }));
    let of = prop_oneof![name(), select(vec!["Int", "int", "seq", "String", "steps", "a/b"]).prop_map(named)];
    let part = (any::<bool>(), bound(), growth, of).prop_map(|(exactly, bound, growth, sig)| ScopePart {
        exactly,
        bound,
        growth,
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
    prop_oneof![java_binding(on_signature).prop_map(Annotation::Java), text_template().prop_map(Annotation::Text)]
}

fn text_template() -> impl Strategy<Value = TextTemplate> {
    let text = || "[a-z {}\"\n]{0,6}".prop_map(|text| named(&text));
    let kind = prop_oneof![
        text().prop_map(TextPartKind::Line),
        vec(text(), 1..3).prop_map(TextPartKind::Names),
        text().prop_map(TextPartKind::Separator),
        text().prop_map(TextPartKind::Before),
        text().prop_map(TextPartKind::After),
        text().prop_map(TextPartKind::Absent),
        text().prop_map(TextPartKind::Escape),
        text().prop_map(TextPartKind::File),
        text().prop_map(TextPartKind::Extension),
    ];
    let part = kind.prop_map(|kind| TextPart { kind, place: Place::default() });
    vec(part, 1..4).prop_map(|parts| TextTemplate { parts, place: Place::default() })
}

fn java_binding(on_signature: bool) -> impl Strategy<Value = JavaBinding> {
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
            text().prop_map(JavaArgumentKind::Keys),
            option::of((bound(), option::of(name())).prop_map(|(length, used)| ArrayPlaces { length, used }))
                .prop_map(JavaArgumentKind::Array),
        ]
        .boxed()
    };
    let argument = argument.prop_map(|kind| JavaArgument { kind, place: Place::default() });
    (text(), vec(argument, 0..3)).prop_map(|(target, arguments)| JavaBinding {
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
            whole: Place::default(),
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
    let text = || "[a-zA-Z.$]{0,6}".prop_map(|text| named(&text));
    let domain = prop_oneof![
        range().prop_map(Domain::Range),
        name().prop_map(Domain::New),
        name().prop_map(Domain::Result),
        (text(), text()).prop_map(|(low, high)| Domain::Characters { low, high }),
        (any::<bool>(), vec(text(), 1..3)).prop_map(|(lone, texts)| Domain::Texts { lone, texts }),
        (any::<bool>(), field_ref()).prop_map(|(lone, name)| Domain::Named { lone, name }),
    ];
    let param = (name(), domain).prop_map(|(name, domain)| Param { name, domain });
    let class = || select(vec!["int", "boolean", "java.util.List", "one.in.Two"]).prop_map(named);
    let contract = prop_oneof![
        block().prop_map(Contract::Requires),
        block().prop_map(Contract::Ensures),
        (class(), option::of(expr())).prop_map(|(class, when)| Contract::Throws { class, when }),
    ];
    (name(), vec(param, 0..3), option::of(class()), vec(contract, 0..3)).prop_map(
        |(name, params, result, contracts)| Method { name, params, result, contracts, place: Place::default() },
    )
}
