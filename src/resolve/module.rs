//! The checked module: what `resolve` produces and every later stage reads.
//!
//! Names are resolved to ids, implicit `this` and receiver syntax are spelled out, every
//! expression carries its type, and casts between integers and sets of `Int` atoms are explicit
//! (`Unary::SumOf`, `Unary::AtomOf`). A module that exists is well typed: later stages may rely on it.

use crate::diagnostic::Span;

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
    /// A quantified, `let`-bound or parameter variable; unique within the module: an index into [`Module::variables`].
    VarId
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
    /// Predicates and functions. No function calls itself, directly or indirectly.
    pub functions: Vec<Function>,
    /// Every variable of the module.
    pub variables: Vec<Variable>,
    /// Facts, appended signature facts included (already quantified over `this`).
    pub facts: Vec<Fact>,
    /// `generate` paragraphs.
    pub generates: Vec<Generate>,
}

/// A signature.
#[derive(Debug, Clone)]
pub struct Sig {
    /// Its name.
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
    /// The signatures that extend it, in order of declaration.
    pub children: Vec<SigId>,
    /// Its own fields, in order of declaration.
    pub fields: Vec<FieldId>,
    /// The Java binding, if one is annotated.
    pub java: Option<JavaClass>,
}

/// How a signature relates to others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SigKind {
    /// A signature of its own: its atoms are disjoint from those of every other top-level signature.
    Top,
    /// `extends`: disjoint from its siblings.
    Extends(SigId),
    /// `in A + B`: any subset.
    In(Vec<SigId>),
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
    /// Whether values of different owners are disjoint (`f: disj A`).
    pub disjoint_values: bool,
    /// Fields that were declared together with `disj` before the names: pairwise disjoint.
    pub disjoint_with: Vec<FieldId>,
    /// The type of the whole relation (first column: the owner).
    pub ty: RelType,
    /// The Java binding, if one is annotated.
    pub java: Option<JavaField>,
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
#[derive(Debug, Clone)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// Where it stands.
    pub span: Span,
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
    /// `old[e]` inside an `ensures`: the value of `e` before the call. Never in facts or predicates.
    Old(Box<Expr>),
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
    /// The sum of a set of `Int` atoms as an integer (`int[e]`, or implicit).
    SumOf,
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
}

/// A `generate` paragraph: the root, the invariant, ranges, scopes and methods.
#[derive(Debug, Clone)]
pub struct Generate {
    /// Its label, or the root's name in lower camel case.
    pub name: String,
    /// Where it stands.
    pub span: Span,
    /// The signature of the root object; there is exactly one root object.
    pub root: SigId,
    /// Predicates with one parameter (the root) that every structure satisfies, in order.
    pub invariants: Vec<FunctionId>,
    /// The scope that `--scope` overrides; 3 where none is written.
    pub scope: u32,
    /// Scopes per signature.
    pub sig_scopes: Vec<SigScope>,
    /// Ranges per field, for fields whose last column is `Int`; inclusive.
    pub ranges: Vec<FieldRange>,
    /// Methods to exercise.
    pub methods: Vec<Method>,
}

/// `but exactly 3 Node`.
#[derive(Debug, Clone)]
pub struct SigScope {
    /// The signature.
    pub sig: SigId,
    /// Whether exactly that many.
    pub exactly: bool,
    /// How many.
    pub bound: Bound,
}

/// `key in 0 .. scope - 1`.
#[derive(Debug, Clone)]
pub struct FieldRange {
    /// The field.
    pub field: FieldId,
    /// The column: 0 is the owner, `arity - 1` (the value) unless an index column is named.
    pub column: usize,
    /// The values, inclusive.
    pub range: Range,
}

/// An inclusive range of integers, in terms of the scope.
#[derive(Debug, Clone)]
pub struct Range {
    /// The least value.
    pub low: Bound,
    /// The greatest value.
    pub high: Bound,
}

/// An integer in terms of the scope: `factor * scope + offset`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    /// How often the scope counts.
    pub factor: i64,
    /// What is added.
    pub offset: i64,
}

impl Bound {
    /// The value at a scope; what is beyond 64 bits saturates.
    pub fn at(self, scope: u32) -> i64 {
        self.factor.saturating_mul(i64::from(scope)).saturating_add(self.offset)
    }
}

/// A method to exercise on every structure.
#[derive(Debug, Clone)]
pub struct Method {
    /// Its Java name.
    pub name: String,
    /// Where it stands.
    pub span: Span,
    /// Its parameters.
    pub params: Vec<Param>,
    /// The Java result type as written (`boolean`, `int`, `java.lang.String`, a signature's name); `None` is `void`.
    pub result: Option<JavaType>,
    /// The variable `result` inside `ensures`, where there is a result.
    pub result_var: Option<VarId>,
    /// The variable of the receiver (the root) inside `requires` and `ensures`; both `this` and the name work.
    pub this: VarId,
    /// Formulas that must hold before a call: arguments that violate them are not tried.
    pub requires: Vec<Expr>,
    /// Formulas that must hold afterwards; `Old` refers to the state before.
    pub ensures: Vec<Expr>,
    /// Exceptions that a call may throw, with the condition on the state before (`None`: at any time).
    pub throws: Vec<Throws>,
}

/// `throws java.util.NoSuchElementException when no root`.
#[derive(Debug, Clone)]
pub struct Throws {
    /// The exception's class.
    pub class: String,
    /// When it must be thrown, over the state before; `None`: it may be thrown at any time.
    pub when: Option<Expr>,
}

/// A parameter of a method.
#[derive(Debug, Clone)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// The variable in `requires` and `ensures`.
    pub var: VarId,
    /// What it ranges over.
    pub domain: Domain,
}

/// The values of an argument.
#[derive(Debug, Clone)]
pub enum Domain {
    /// `x: 0 .. scope`, a Java `int`.
    Range(Range),
    /// `x: key`: the values that the suite's field takes (its feasible extension).
    Field(FieldId),
    /// `x: Elem`: the atoms of a signature, with `null` where `lone` is written.
    Sig(SigId, Mult),
    /// `x: boolean`.
    Boolean,
}

/// A Java type of a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JavaType {
    /// A primitive, by its Java keyword.
    Primitive(&'static str),
    /// A class bound to a signature.
    Sig(SigId),
    /// Any other class, fully qualified.
    Class(String),
}

/// `@java("com.acme.Node", …)` on a signature.
#[derive(Debug, Clone)]
pub struct JavaClass {
    /// The binary or canonical class name as written; nested classes with `$` or `.`.
    pub class: String,
    /// Where it is written.
    pub span: Span,
    /// Fields handed to the constructor, in its order; `None`: the no-argument constructor if there is one, else none is called.
    pub constructor: Option<Vec<FieldId>>,
    /// Type arguments to write after the class name (`<Integer>`), without the brackets.
    pub type_arguments: Option<String>,
    /// For element types: the Java expression or literal of each atom, in order (`values("a", "b")`).
    pub values: Vec<String>,
}

/// `@java("left", …)` on a field.
#[derive(Debug, Clone)]
pub struct JavaField {
    /// The Java field's name; the field's own name where none is written.
    pub name: Option<String>,
    /// Where it is written.
    pub span: Span,
    /// How it is reached.
    pub access: Access,
    /// The class whose values stand for the integers of the range (`as("java.lang.String")`): 3 becomes `"3"`.
    pub as_class: Option<String>,
    /// The field is a Java array (or list); its index column is the middle one.
    pub array: Option<ArrayKind>,
    /// The field is not written to Java at all (a specification field).
    pub ghost: bool,
}

/// How a Java field is set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Access {
    /// Direct where the class path shows that the test can see the field, else reflection.
    Auto,
    /// An assignment.
    Direct,
    /// A setter of this name.
    Setter(String),
    /// `java.lang.reflect`.
    Reflection,
}

/// How an array's length is found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArrayKind {
    /// One more than the greatest index that is present.
    Exact,
    /// As many as this: unused places are `null` or 0.
    Length(Bound),
}
