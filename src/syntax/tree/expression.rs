//! The tree of expressions: formulas, relations and integers.

use super::{Decl, Multiplicity, Name, Place};
use crate::diagnostic::Span;
use crate::stack;

/// An expression: formula, relation or integer.
#[derive(Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands, parentheses included.
    pub place: Place,
    /// How many expressions lie on the longest way down, this one included; chains of operators are long ways.
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
            ExprKind::Temporal { operands: formulas, .. } | ExprKind::Block(formulas) => {
                formulas.iter().map(|formula| formula.height).max()
            }
        };
        Expr { kind, place: Place(span), height: below.unwrap_or(0).saturating_add(1) }
    }

    /// Where it stands.
    pub fn span(&self) -> Span {
        self.place.0
    }

    /// What it is, taken out of it.
    pub fn into_kind(mut self) -> ExprKind {
        std::mem::replace(&mut self.kind, ExprKind::Error)
    }
}

/// Chains make deep trees.
impl Clone for Expr {
    fn clone(&self) -> Expr {
        stack::grown(|| Expr { kind: self.kind.clone(), place: self.place, height: self.height })
    }
}

impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        self.height == other.height && stack::grown(|| self.kind == other.kind)
    }
}

impl Eq for Expr {}

/// Chains make deep trees.
impl Drop for Expr {
    fn drop(&mut self) {
        if self.height > 1 {
            let kind = std::mem::replace(&mut self.kind, ExprKind::Error);
            stack::grown(|| drop(kind));
        }
    }
}

/// The forms of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExprKind {
    /// A name, or one of `this`, `univ`, `iden`, `none`, `Int`, `int`, `seq/Int`, `String`, `steps`, `sum`, `disj`,
    /// `fun/min`, `fun/max`, `fun/next` and `pred/totalOrder`.
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
    /// Something about how relations change over time.
    Temporal {
        /// What.
        operator: Temporal,
        /// Where the operator stands.
        at: Place,
        /// One operand, or two.
        operands: Vec<Expr>,
    },
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
    /// `seq e`.
    Seq,
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

/// Operators of temporal logic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Temporal {
    /// `always`.
    Always,
    /// `eventually`.
    Eventually,
    /// `after`.
    After,
    /// `before`.
    Before,
    /// `historically`.
    Historically,
    /// `once`.
    Once,
    /// `e'`.
    Prime,
    /// `until`.
    Until,
    /// `since`.
    Since,
    /// `releases`.
    Releases,
    /// `triggered`.
    Triggered,
    /// `f ; g`.
    Sequence,
}

impl Temporal {
    /// How it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Temporal::Always => "always",
            Temporal::Eventually => "eventually",
            Temporal::After => "after",
            Temporal::Before => "before",
            Temporal::Historically => "historically",
            Temporal::Once => "once",
            Temporal::Prime => "'",
            Temporal::Until => "until",
            Temporal::Since => "since",
            Temporal::Releases => "releases",
            Temporal::Triggered => "triggered",
            Temporal::Sequence => ";",
        }
    }
}
