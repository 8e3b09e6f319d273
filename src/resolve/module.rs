//! The checked module: what `resolve` produces and every later stage reads.
//!
//! Names are resolved to ids, implicit `this` and receiver syntax are spelled out, every
//! expression carries its type, and casts between integers and sets of `Int` atoms are explicit
//! (`Unary::SumOf`, `Unary::AtomOf`). A module that exists is well typed: later stages may rely on it.

mod command;
mod generate;
mod text;

pub use command::*;
pub use generate::*;
pub use text::*;

use crate::diagnostic::Span;
use crate::stack;

macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);
        impl $name {
            /// The position of this item in the table that owns it.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}
index!(
    /// A signature: an index into [`Module::sigs`].
    SigId
);
index!(
    /// A field: an index into [`Module::fields`].
    FieldId
);
index!(
    /// A predicate or function: an index into [`Module::functions`].
    FunctionId
);
index!(
    /// A macro. Modules have none: they have what macros stand for.
    MacroId
);
index!(
    /// A quantified, `let`-bound or parameter variable; unique within the module: an index into [`Module::variables`].
    VarId
);
index!(
    /// A method to exercise: an index into [`Generate::methods`].
    TestedId
);

/// How many elements a set may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mult {
    /// Any number.
    Set,
    /// At least one.
    Some,
    /// At most one.
    Lone,
    /// Exactly one.
    One,
}

/// A checked module.
#[derive(Debug, Clone, Default)]
pub struct Module {
    /// Signatures, in order of declaration (parents may come after their children).
    pub sigs: Vec<Sig>,
    /// Fields, in order of declaration.
    pub fields: Vec<Field>,
    /// Predicates and functions.
    pub functions: Vec<Function>,
    /// Those that may call themselves, directly or indirectly; none where there is a `generate` paragraph.
    pub recursive: Vec<FunctionId>,
    /// Every variable of the module.
    pub variables: Vec<Variable>,
    /// Facts, appended signature facts included (already quantified over `this`).
    pub facts: Vec<Fact>,
    /// `run` and `check` commands of the root module, in order.
    pub commands: Vec<Command>,
    /// `generate` paragraphs.
    pub generates: Vec<Generate>,
}

impl Module {
    /// A signature, and those that it extends, directly or not, from itself to the top.
    pub fn lineage(&self, sig: SigId) -> impl Iterator<Item = SigId> {
        std::iter::successors(Some(sig), |sig| match self.sigs[sig.index()].kind {
            SigKind::Extends(parent) => Some(parent),
            SigKind::Top | SigKind::In { .. } => None,
        })
    }

    /// Whether a signature has other elements in other states.
    pub fn changes(&self, sig: SigId) -> bool {
        let declared = &self.sigs[sig.index()];
        let of_parents = |parents: &[Prim]| {
            parents.iter().any(|parent| match parent {
                Prim::Sig(parent) => self.changes(*parent),
                Prim::Univ => true,
                Prim::Int | Prim::Text => false,
            })
        };
        declared.is_variable || matches!(&declared.kind, SigKind::In { parents, all: true } if of_parents(parents))
    }

    /// Whether something that an expression mentions may be something else in another state.
    pub fn mentions_change(&self, expr: &Expr) -> bool {
        expr.all().any(|part| match part.kind {
            ExprKind::Sig(sig) => self.changes(sig),
            ExprKind::Field(field) => self.fields[field.index()].is_variable,
            ExprKind::Univ | ExprKind::Iden | ExprKind::Call(..) => true,
            _ => false,
        })
    }
}

/// A signature.
#[derive(Debug, Clone)]
pub struct Sig {
    /// Its name; in a module that is opened, after the module's alias and a slash (`order/Ord`).
    pub name: String,
    /// Where it is named.
    pub span: Span,
    /// Top-level, extension or subset.
    pub kind: SigKind,
    /// `Mult::Set` where none is written.
    pub mult: Mult,
    /// Whether it is abstract (an `enum` is an abstract signature whose members are `one`).
    pub is_abstract: bool,
    /// Whether it was declared with `enum`.
    pub is_enum: bool,
    /// Whether its elements change from state to state (`var`). What extends a signature that does not change does not
    /// change either.
    pub is_variable: bool,
    /// Whether its scope is exact because it is the argument of a module parameter that says `exactly`.
    pub is_exact: bool,
    /// The signatures that extend it, in order of declaration.
    pub children: Vec<SigId>,
    /// Its own fields, in order of declaration.
    pub fields: Vec<FieldId>,
    /// The Java binding, if one is annotated.
    pub java: Option<JavaClass>,
    /// How its objects are written, if a template says it.
    pub text: Option<SigText>,
}

/// How a signature relates to others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SigKind {
    /// A signature of its own: its atoms are disjoint from those of every other top-level signature.
    Top,
    /// `extends`: disjoint from its siblings.
    Extends(SigId),
    /// `in A + B`: any subset; `= A + B`: all of them.
    In {
        /// The signatures, or `Int` or `String`.
        parents: Vec<Prim>,
        /// Whether it was declared with `=`.
        all: bool,
    },
}

/// A field: a relation whose first column is its owner.
#[derive(Debug, Clone)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Where it is named.
    pub span: Span,
    /// The signature that declares it.
    pub owner: SigId,
    /// The variable that stands for the owner inside `bound`.
    pub this: VarId,
    /// Multiplicity of the declaration when `bound` is unary (`f: lone A`); `Set` when `bound` is an arrow.
    pub mult: Mult,
    /// The right-hand side of the declaration; arrow multiplicities stand in `Binary::Arrow`.
    pub bound: Expr,
    /// Whether its tuples change from state to state (`var`).
    pub is_variable: bool,
    /// Whether the bound says `seq`: then the indices of every value are 0, 1, … up to its last one.
    pub sequence: bool,
    /// Whether values of different owners are disjoint (`f: disj A`).
    pub disjoint_values: bool,
    /// Fields that were declared together with `disj` before the names: pairwise disjoint.
    pub disjoint_with: Vec<FieldId>,
    /// The type of the whole relation (first column: the owner).
    pub ty: RelType,
    /// The Java binding, if one is annotated.
    pub java: Option<JavaField>,
    /// How its values are written, if that is said.
    pub text: Option<FieldText>,
}

impl Field {
    /// The arity of the relation, at least 2.
    pub fn arity(&self) -> usize {
        self.ty.arity
    }
}

/// A relational type: a union of products. Every product has `arity` columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelType {
    /// Number of columns, at least 1.
    pub arity: usize,
    /// The products; empty means "always empty".
    pub products: Vec<Vec<Prim>>,
}

/// One column of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Prim {
    /// A signature (never a subset signature: those have the type of their parents).
    Sig(SigId),
    /// `Int`.
    Int,
    /// `String`.
    Text,
    /// Anything.
    Univ,
}

/// A type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    /// Truth.
    Formula,
    /// A single integer (`#e`, `sum`, arithmetic, literals).
    Int,
    /// A relation.
    Relation(RelType),
}

/// A variable.
#[derive(Debug, Clone)]
pub struct Variable {
    /// Its name in the source (`this` for the implicit one).
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// Its type.
    pub ty: Type,
}

/// A predicate or a function.
#[derive(Debug, Clone)]
pub struct Function {
    /// Its name; `Sig.name` is spelled out for receiver-style declarations.
    pub name: String,
    /// Where it is named.
    pub span: Span,
    /// Parameters, an implicit receiver (`this`) first.
    pub params: Vec<Decl>,
    /// What a function returns; `None` for a predicate.
    pub result: Option<(Mult, Expr)>,
    /// The body.
    pub body: Expr,
}

/// A declaration of one variable; `a, b: S` is two of them, with `disjoint_from` when `disj` is written.
#[derive(Debug, Clone)]
pub struct Decl {
    /// The variable.
    pub var: VarId,
    /// `x: one S` is first order; `Set`, `Some`, `Lone` are higher order. `One` where none is written.
    pub mult: Mult,
    /// The bound.
    pub bound: Expr,
    /// Earlier variables of the same declaration from which this one differs.
    pub disjoint_from: Vec<VarId>,
}

/// A named or anonymous fact.
#[derive(Debug, Clone)]
pub struct Fact {
    /// Its name, or a description such as "appended fact of `Node`".
    pub name: String,
    /// Where it stands.
    pub span: Span,
    /// The body.
    pub body: Expr,
}

/// A typed expression.
#[derive(Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// Where it stands.
    pub span: Span,
}

/// Chains make deep trees.
impl Clone for Expr {
    fn clone(&self) -> Expr {
        stack::grown(|| Expr { kind: self.kind.clone(), ty: self.ty.clone(), span: self.span })
    }
}

/// Chains make deep trees.
impl Drop for Expr {
    fn drop(&mut self) {
        if !self.is_leaf() {
            let kind = std::mem::replace(&mut self.kind, ExprKind::None);
            stack::grown(|| drop(kind));
        }
    }
}

impl Expr {
    /// This expression and all that it is made of, from the outside in.
    pub fn all(&self) -> impl Iterator<Item = &Expr> {
        let mut waiting = vec![self];
        std::iter::from_fn(move || {
            let next = waiting.pop()?;
            waiting.extend(next.parts().into_iter().rev());
            Some(next)
        })
    }

    fn is_leaf(&self) -> bool {
        matches!(
            self.kind,
            ExprKind::Sig(_)
                | ExprKind::Field(_)
                | ExprKind::Var(_)
                | ExprKind::Univ
                | ExprKind::Iden
                | ExprKind::None
                | ExprKind::IntSet
                | ExprKind::Indices { .. }
                | ExprKind::TextSet
                | ExprKind::Text(_)
                | ExprKind::NextInt
                | ExprKind::MinInt
                | ExprKind::MaxInt
                | ExprKind::Number(_)
        )
    }

    /// The expressions that this one is made of, the bounds of variables included.
    pub fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Unary(_, a) | ExprKind::Old(a) => vec![a],
            ExprKind::Binary(_, a, b) | ExprKind::Let(_, a, b) => vec![a, b],
            ExprKind::If(a, b, c) => vec![a, b, c],
            ExprKind::And(parts) | ExprKind::Call(_, parts) | ExprKind::Temporal(_, parts) => parts.iter().collect(),
            ExprKind::TotalOrder(parts) => parts.iter().collect(),
            ExprKind::Quant(_, decls, body) | ExprKind::Comprehension(decls, body) => {
                decls.iter().map(|decl| &decl.bound).chain([&**body]).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The forms of an expression.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// A signature.
    Sig(SigId),
    /// A field, as a relation. An overloaded name that needs several fields at once is a union of them.
    Field(FieldId),
    /// A variable.
    Var(VarId),
    /// `univ`.
    Univ,
    /// `iden`.
    Iden,
    /// `none`.
    None,
    /// `Int`, the set of all integer atoms.
    IntSet,
    /// `seq/Int`, the integers that are indices of sequences: 0 up to the greatest length, less one.
    Indices {
        /// Whether it stands before the arrow of `seq e`: where there is something at an index, there is at the one
        /// before. Matters only where the multiplicities of that arrow do.
        gapless: bool,
    },
    /// `String`, the set of all string atoms: those of the literals that the module mentions.
    TextSet,
    /// A string literal: one atom.
    Text(String),
    /// `fun/next`: every integer but the greatest with the next one.
    NextInt,
    /// `fun/min`, the least integer of the bit width (type `Int`).
    MinInt,
    /// `fun/max`, the greatest integer of the bit width (type `Int`).
    MaxInt,
    /// `pred/totalOrder[elements, first, next]`: `next` orders the elements in a line that starts at `first`.
    TotalOrder(Box<[Expr; 3]>),
    /// An integer literal (type `Int`).
    Number(i64),
    /// An operator with one operand.
    Unary(Unary, Box<Expr>),
    /// An operator with two operands.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// A block: the conjunction of its formulas (empty: true).
    And(Vec<Expr>),
    /// `c implies a else b` (formula) or `c => a else b` (relation or integer).
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `all`, `some`, `no`, `lone`, `one` over declarations; `sum` has type `Int`.
    Quant(Quant, Vec<Decl>, Box<Expr>),
    /// `{ x: A, y: B | f }`.
    Comprehension(Vec<Decl>, Box<Expr>),
    /// `let x = e | body`.
    Let(VarId, Box<Expr>, Box<Expr>),
    /// A call with all its arguments.
    Call(FunctionId, Vec<Expr>),
    /// What holds in other states: one formula, or two for operators between formulas.
    Temporal(Temporal, Vec<Expr>),
    /// `old[e]` inside an `ensures`: the value of `e` before the call. Never in facts or predicates.
    Old(Box<Expr>),
}

/// Operators on formulas that look at other states of a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Temporal {
    /// Here and in all later states.
    Always,
    /// Here or in some later state.
    Eventually,
    /// In the next state.
    After,
    /// The second one holds at some time from here on, and the first one up to then.
    Until,
    /// The second one holds up to and including the state in which the first one does, or for ever.
    Releases,
    /// In the state before; false in the first one.
    Before,
    /// Here and in all earlier states.
    Historically,
    /// Here or in some earlier state.
    Once,
    /// The second one held at some time, and the first one has since.
    Since,
    /// The second one has held since and including the state in which the first one did, or always.
    Triggered,
}

impl Temporal {
    /// Whether it looks at earlier states.
    pub fn is_past(self) -> bool {
        use Temporal::{Before, Historically, Once, Since, Triggered};
        matches!(self, Before | Historically | Once | Since | Triggered)
    }
}

/// Quantifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Quant {
    /// For all.
    All,
    /// For some.
    Some,
    /// For none.
    No,
    /// For at most one.
    Lone,
    /// For exactly one.
    One,
    /// The sum of an integer expression over the bindings.
    Sum,
}

/// Operators with one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unary {
    /// `!` on formulas.
    Not,
    /// `no e`, `some e`, `lone e`, `one e`: formula from a relation.
    Test(Test),
    /// `~`.
    Transpose,
    /// `^`.
    Closure,
    /// `*`.
    ReflexiveClosure,
    /// `#`: integer from a relation.
    Cardinality,
    /// `e'`: a relation in the next state.
    Prime,
    /// The sum of a set of `Int` atoms as an integer (`int[e]`, or implicit).
    SumOf,
    /// The integer of a set of `Int` atoms that is compared with another one by `=`, which holds where the set has this one
    /// element and no other.
    ValueOf,
    /// The `Int` atom of an integer, as a singleton set (`Int[i]`, or implicit).
    AtomOf,
    /// Integer negation.
    Negate,
}

/// Multiplicity tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Test {
    /// Empty.
    No,
    /// Not empty.
    Some,
    /// At most one tuple.
    Lone,
    /// Exactly one tuple.
    One,
}

/// Operators with two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Binary {
    /// `+` on relations.
    Union,
    /// `-` on relations.
    Difference,
    /// `&`.
    Intersection,
    /// `++`.
    Override,
    /// `<:`.
    DomainRestriction,
    /// `:>`.
    RangeRestriction,
    /// `.` and `[]`.
    Join,
    /// `->`; multiplicities matter only in declarations and on the right of `in`.
    Arrow(Mult, Mult),
    /// `in`; where the right side is an arrow with multiplicities they are part of the meaning.
    In,
    /// `=` on relations.
    Equal,
    /// `=` on integers.
    IntEqual,
    /// `<`.
    Less,
    /// `<=`, `=<`.
    LessEqual,
    /// `>`.
    Greater,
    /// `>=`.
    GreaterEqual,
    /// `or`.
    Or,
    /// `implies` without `else`.
    Implies,
    /// `iff`.
    Iff,
    /// `plus`, `fun/add`.
    Plus,
    /// `minus`, `fun/sub`.
    Minus,
    /// `mul`.
    Times,
    /// `div`, truncating as Java.
    Divide,
    /// `rem`.
    Remainder,
    /// `<<`.
    ShiftLeft,
    /// `>>`: the sign is kept.
    ShiftRight,
    /// `>>>`: zeros come in.
    ShiftRightUnsigned,
}

/// The empty conjunction.
pub(super) fn truth(span: Span) -> Expr {
    Expr { kind: ExprKind::And(Vec::new()), ty: Type::Formula, span }
}
