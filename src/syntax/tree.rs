//! The tree of a `.spec` file: what was written, with places, before names and types mean anything.

mod generate;

pub use generate::*;

use crate::diagnostic::Span;
use std::collections::BTreeSet;

/// Where a node stands. All places are equal, so that trees compare by structure.
#[derive(Debug, Clone, Copy, Default)]
pub struct Place(pub Span);

impl PartialEq for Place {
    fn eq(&self, _: &Place) -> bool {
        true
    }
}

impl Eq for Place {}

/// A name with its place; a qualified name keeps its slashes (`util/integer`) or dots (`java.util.List`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where it stands.
    pub place: Place,
}

impl Name {
    /// Where it stands.
    pub fn span(&self) -> Span {
        self.place.0
    }
}

/// A string literal, unescaped, with its place.
pub type Text = Name;

/// A whole file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct File {
    /// The name after `module`.
    pub module: Option<Name>,
    /// Everything else, in order.
    pub paragraphs: Vec<Paragraph>,
    /// Whether something was left out because it could not be parsed.
    pub incomplete: bool,
    /// The words of all declarations that were left out: such a name may be declared there.
    pub lost_words: BTreeSet<String>,
}

/// A paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Paragraph {
    /// `open util/integer as i`.
    Open(Open),
    /// `sig`.
    Signature(Signature),
    /// `enum`.
    Enum(Enum),
    /// `fact`.
    Fact(Labelled),
    /// `assert`.
    Assert(Labelled),
    /// `pred`.
    Predicate(Function),
    /// `fun`.
    Function(Function),
    /// `run` or `check`.
    Command(Command),
    /// `generate`.
    Generate(Generate),
}

/// `open util/ordering[Node] as order`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Open {
    /// The module's name.
    pub module: Name,
    /// Its arguments.
    pub arguments: Vec<Name>,
    /// The alias.
    pub alias: Option<Name>,
    /// Where the paragraph stands.
    pub place: Place,
}

/// A multiplicity keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Multiplicity {
    /// `set`.
    Set,
    /// `some`.
    Some,
    /// `lone`.
    Lone,
    /// `one`.
    One,
}

impl Multiplicity {
    /// The keyword.
    pub fn keyword(self) -> &'static str {
        match self {
            Multiplicity::Set => "set",
            Multiplicity::Some => "some",
            Multiplicity::Lone => "lone",
            Multiplicity::One => "one",
        }
    }
}

/// `abstract sig A, B extends C { … } { … }`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// The Java binding.
    pub annotation: Option<Annotation>,
    /// `private`: accepted, without meaning in a single module.
    pub is_private: bool,
    /// `abstract`.
    pub is_abstract: bool,
    /// `one`, `lone`, `some`.
    pub multiplicity: Option<Multiplicity>,
    /// The names.
    pub names: Vec<Name>,
    /// `extends A` or `in A + B`.
    pub parent: Option<Parent>,
    /// The fields.
    pub fields: Vec<FieldDecl>,
    /// The appended fact.
    pub fact: Option<Expr>,
}

/// What a signature is a part of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parent {
    /// `extends A`.
    Extends(Name),
    /// `in A + B`.
    In(Vec<Name>),
    /// `= A + B`.
    Equal(Vec<Name>),
}

/// A declaration of fields with its binding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldDecl {
    /// The Java binding, which applies to each name.
    pub annotation: Option<Annotation>,
    /// The declaration.
    pub decl: Decl,
}

/// `disj a, b: disj lone S`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decl {
    /// `private`, on fields only.
    pub is_private: bool,
    /// `disj` before the names.
    pub disjoint: bool,
    /// The names, at least one.
    pub names: Vec<Name>,
    /// `disj` after the colon.
    pub disjoint_values: bool,
    /// The multiplicity after the colon.
    pub multiplicity: Option<Multiplicity>,
    /// The bound.
    pub bound: Expr,
}

/// `enum Color { RED, BLACK }`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enum {
    /// The Java binding.
    pub annotation: Option<Annotation>,
    /// The name.
    pub name: Name,
    /// The members.
    pub members: Vec<Name>,
}

/// A fact or an assertion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labelled {
    /// Its name.
    pub name: Option<Name>,
    /// Its block.
    pub body: Expr,
}

/// A predicate or a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// `private`.
    pub is_private: bool,
    /// The signature before the dot.
    pub receiver: Option<Name>,
    /// The name.
    pub name: Name,
    /// The parameters.
    pub params: Vec<Decl>,
    /// What a function returns.
    pub result: Option<(Option<Multiplicity>, Expr)>,
    /// The block.
    pub body: Expr,
}

/// `run` or `check`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// `check` rather than `run`.
    pub is_check: bool,
    /// The label before the colon.
    pub label: Option<Name>,
    /// What is run or checked.
    pub target: CommandTarget,
    /// The scope.
    pub scope: Option<Scope>,
    /// `expect 0` or `expect 1`.
    pub expect: Option<i64>,
    /// Where the paragraph stands.
    pub place: Place,
}

/// What a command runs or checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommandTarget {
    /// A predicate or an assertion.
    Named(Name),
    /// A block.
    Block(Expr),
}

/// `for 5 but exactly 3 Node`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scope {
    /// The number right after `for`.
    pub overall: Option<(i64, Place)>,
    /// The scopes of signatures.
    pub parts: Vec<ScopePart>,
}

/// `exactly 3 Node`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScopePart {
    /// `exactly`.
    pub exactly: bool,
    /// How many.
    pub bound: Bound,
    /// Of what: a signature, `Int` or `seq`.
    pub sig: Name,
}

/// An integer that may depend on the scope: a sum of terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bound {
    /// The terms, at least one.
    pub terms: Vec<Term>,
    /// Where it stands.
    pub place: Place,
}

/// A term of a bound: `± factor` or `± factor * scope`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// Whether it is subtracted.
    pub negative: bool,
    /// The number; 1 where only `scope` is written. Never negative.
    pub factor: i64,
    /// Whether it is multiplied by the scope.
    pub scope: bool,
}

/// `@java("com.acme.Node", constructor(left, right))`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotation {
    /// The class's or the field's name.
    pub target: Text,
    /// What follows it.
    pub arguments: Vec<JavaArgument>,
    /// Where it stands.
    pub place: Place,
}

/// An argument of an annotation, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JavaArgument {
    /// What it is.
    pub kind: JavaArgumentKind,
    /// Where it stands.
    pub place: Place,
}

/// The arguments of an annotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JavaArgumentKind {
    /// `constructor(left, right)`.
    Constructor(Vec<Name>),
    /// `values("a", "b")`.
    Values(Vec<Text>),
    /// `arguments("Integer")`.
    Arguments(Text),
    /// `direct`.
    Direct,
    /// `reflection`.
    Reflection,
    /// `setter("setLeft")`.
    Setter(Text),
    /// `as("java.lang.String")`.
    As(Text),
    /// `array` or `array(scope)`.
    Array(Option<Bound>),
    /// `ghost`.
    Ghost,
}

/// An expression: formula, relation or integer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands, parentheses included.
    pub place: Place,
    /// How many expressions lie on the longest way down, this one included.
    pub height: u32,
}

impl Expr {
    /// An expression; its height follows from what it is.
    pub fn new(kind: ExprKind, span: Span) -> Self {
        let bounds = |decls: &[Decl]| decls.iter().map(|decl| decl.bound.height).max();
        let below = match &kind {
            ExprKind::Name(_) | ExprKind::At(_) | ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::Error => None,
            ExprKind::Unary(_, operand) => Some(operand.height),
            ExprKind::Binary(_, left, right) => Some(left.height.max(right.height)),
            ExprKind::If(condition, then, otherwise) => Some(condition.height.max(then.height).max(otherwise.height)),
            ExprKind::Box(target, arguments) => {
                // Each argument becomes a join of its own.
                let count = u32::try_from(arguments.len()).unwrap_or(u32::MAX);
                arguments
                    .iter()
                    .map(|argument| argument.height)
                    .max()
                    .max(Some(target.height))
                    .map(|height| height.saturating_add(count))
            }
            ExprKind::Quantified(_, decls, body) | ExprKind::Comprehension(decls, body) => {
                bounds(decls).max(Some(body.height))
            }
            ExprKind::Let(bindings, body) => {
                // Each binding becomes a `let` of its own.
                let count = u32::try_from(bindings.len()).unwrap_or(u32::MAX);
                bindings
                    .iter()
                    .map(|(_, value)| value.height)
                    .max()
                    .max(Some(body.height))
                    .map(|height| height.saturating_add(count))
            }
            ExprKind::Block(formulas) => formulas.iter().map(|formula| formula.height).max(),
        };
        Expr { kind, place: Place(span), height: below.unwrap_or(0).saturating_add(1) }
    }

    /// Where it stands.
    pub fn span(&self) -> Span {
        self.place.0
    }
}

/// The forms of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExprKind {
    /// A name, `this`, `univ`, `iden`, `none`, `Int`.
    Name(String),
    /// `@f`: the field itself, without an implicit `this`.
    At(String),
    /// An integer.
    Number(i64),
    /// A string.
    Text(String),
    /// An operator before its operand.
    Unary(Unary, Box<Expr>),
    /// An operator between its operands.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `c implies a else b`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `a[b, c]`.
    Box(Box<Expr>, Vec<Expr>),
    /// `all x: A | f`.
    Quantified(Quantifier, Vec<Decl>, Box<Expr>),
    /// `let x = e, y = g | f`.
    Let(Vec<(Name, Expr)>, Box<Expr>),
    /// `{ x: A | f }`; without a body, the body is an empty block.
    Comprehension(Vec<Decl>, Box<Expr>),
    /// `{ f g h }`.
    Block(Vec<Expr>),
    /// Something that could not be parsed; reported.
    Error,
}

/// Quantifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// `all`.
    All,
    /// `some`.
    Some,
    /// `no`.
    No,
    /// `lone`.
    Lone,
    /// `one`.
    One,
    /// `sum`.
    Sum,
}

impl Quantifier {
    /// The keyword.
    pub fn keyword(self) -> &'static str {
        match self {
            Quantifier::All => "all",
            Quantifier::Some => "some",
            Quantifier::No => "no",
            Quantifier::Lone => "lone",
            Quantifier::One => "one",
            Quantifier::Sum => "sum",
        }
    }
}

/// Operators before their operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unary {
    /// `!`, `not`.
    Not,
    /// `no e`.
    No,
    /// `some e`.
    Some,
    /// `lone e`.
    Lone,
    /// `one e`.
    One,
    /// `set e`.
    Set,
    /// `#`.
    Cardinality,
    /// `sum e`, `int e`.
    Sum,
    /// `~`.
    Transpose,
    /// `^`.
    Closure,
    /// `*`.
    ReflexiveClosure,
}

/// Operators between their operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Binary {
    /// `or`, `||`.
    Or,
    /// `iff`, `<=>`.
    Iff,
    /// `implies`, `=>`.
    Implies,
    /// `and`, `&&`.
    And,
    /// A comparison, possibly negated (`not in`, `!=`).
    Compare {
        /// Whether `not` or `!` stands before it.
        negated: bool,
        /// Which one.
        comparison: Comparison,
    },
    /// `<<`.
    ShiftLeft,
    /// `>>`.
    ShiftRight,
    /// `>>>`.
    ShiftRightUnsigned,
    /// `+`.
    Union,
    /// `-`.
    Difference,
    /// `fun/add`.
    Plus,
    /// `fun/sub`.
    Minus,
    /// `fun/mul`.
    Times,
    /// `fun/div`.
    Divide,
    /// `fun/rem`.
    Remainder,
    /// `++`.
    Override,
    /// `&`.
    Intersection,
    /// `->` with its multiplicities.
    Arrow(Option<Multiplicity>, Option<Multiplicity>),
    /// `<:`.
    DomainRestriction,
    /// `:>`.
    RangeRestriction,
    /// `.`.
    Join,
}

/// Comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `in`.
    In,
    /// `=`.
    Equal,
    /// `<`.
    Less,
    /// `<=`, `=<`.
    LessEqual,
    /// `>`.
    Greater,
    /// `>=`.
    GreaterEqual,
}
