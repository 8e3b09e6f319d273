//! What a `generate` paragraph and the Java bindings say.

use super::{Expr, FieldId, FunctionId, Module, Mult, SigId, TestedId, VarId};
use crate::diagnostic::Span;

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
    /// The length of sequences at most (`but 4 seq`); the scope where none is written.
    pub max_sequence: Option<Bound>,
    /// Ranges per field, for fields whose last column is `Int`; inclusive.
    pub ranges: Vec<FieldRange>,
    /// Methods to exercise.
    pub methods: Vec<Method>,
}

impl Generate {
    /// The length of sequences at most, but for those whose indices have a range of their own.
    pub fn sequence_scope(&self, scope: u32) -> i64 {
        self.max_sequence.map_or(i64::from(scope), |bound| bound.at(scope)).max(0)
    }

    /// The length of the longest sequence that any field may have: `seq/Int` are the integers from 0 up to it, exclusive.
    pub fn longest_sequence(&self, module: &Module, scope: u32) -> i64 {
        let of_sequence = |range: &&FieldRange| range.column == 1 && module.fields[range.field.index()].sequence;
        let lengths = self.ranges.iter().filter(of_sequence).map(|range| range.range.high.at(scope).saturating_add(1));
        lengths.fold(self.sequence_scope(scope), i64::max)
    }
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
    /// `c: "a" .. "z"`, a Java `char`; in contracts the integer that is its code.
    Characters(char, char),
    /// `s: "a" + "b"`, a Java `String`, with `null` where `lone` is written.
    Texts(Vec<String>, Mult),
    /// `n: new Node`: an object of the class that is in no structure, made by the constructor without arguments.
    New(SigId),
    /// `n: result of find`: what a call of another method of the paragraph returns that is made on the same structure before,
    /// for each of its own arguments. No method needs its own result, be it by others.
    Result(TestedId),
    /// `x: key`: the values that the suite's field takes (its feasible extension).
    Field(FieldId),
    /// `x: Elem`: the atoms of a signature, with `null` where `lone` is written.
    Sig(SigId, Mult),
    /// `x: boolean`.
    Boolean,
}

impl Domain {
    /// Whether a parameter with this domain has the type of one with another domain, as far as a specification says.
    pub(in crate::resolve) fn has_type_of(&self, other: &Domain) -> bool {
        match (self, other) {
            (Domain::Range(_), Domain::Range(_))
            | (Domain::Characters(..), Domain::Characters(..))
            | (Domain::Texts(..), Domain::Texts(..))
            | (Domain::Boolean, Domain::Boolean) => true,
            (Domain::New(one) | Domain::Sig(one, _), Domain::New(other) | Domain::Sig(other, _)) => one == other,
            (Domain::Field(one), Domain::Field(other)) => one == other,
            (Domain::Result(one), Domain::Result(other)) => one == other,
            _ => false,
        }
    }
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
    /// The same for integers that are the keys of a map (`keys("java.lang.String")`).
    pub key_class: Option<String>,
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
    /// As many as `length`: unused places are `null` or 0.
    Length {
        /// The number of places.
        length: Bound,
        /// The integer field of the same object that says how many places are in use, from the first one on.
        used: Option<FieldId>,
    },
}
