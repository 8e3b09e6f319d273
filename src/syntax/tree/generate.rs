//! The tree of `generate` paragraphs: ranges, methods and their contracts.

use super::{Bound, Expr, Name, Place, Scope, Text};

/// A `generate` paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generate {
    /// The label before the colon.
    pub label: Option<Name>,
    /// The root's signature.
    pub root: Name,
    /// The predicates after `satisfying`.
    pub invariants: Vec<Name>,
    /// The scope.
    pub scope: Option<Scope>,
    /// Ranges and methods.
    pub items: Vec<GenerateItem>,
    /// Where its head stands.
    pub place: Place,
    /// Where all of it stands.
    pub whole: Place,
}

/// An item of a `generate` paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GenerateItem {
    /// `key in 0 .. scope - 1`.
    Range(FieldRange),
    /// `method add(x: key): boolean { … }`.
    Method(Method),
}

/// Ranges of fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldRange {
    /// The fields.
    pub fields: Vec<FieldRef>,
    /// The values.
    pub range: Range,
}

/// `key`, `Node.key` or `Array.elements index`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldRef {
    /// The signature before the dot.
    pub sig: Option<Name>,
    /// The field.
    pub field: Name,
    /// Whether the middle column is meant.
    pub index: bool,
}

/// `0 .. scope - 1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Range {
    /// The least value.
    pub low: Bound,
    /// The greatest value.
    pub high: Bound,
}

/// A method to exercise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Method {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its result type: a dotted name.
    pub result: Option<Name>,
    /// Its contract.
    pub contracts: Vec<Contract>,
    /// Where it stands.
    pub place: Place,
}

/// A parameter of a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Param {
    /// Its name.
    pub name: Name,
    /// Its values.
    pub domain: Domain,
}

/// The values of an argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Domain {
    /// `0 .. scope`.
    Range(Range),
    /// `"a" .. "z"`: characters.
    Characters {
        /// The first one.
        low: Text,
        /// The last one.
        high: Text,
    },
    /// `"a" + "b"`, with `lone` for `null` as a value.
    Texts {
        /// `lone`.
        lone: bool,
        /// The strings.
        texts: Vec<Text>,
    },
    /// `new Node`.
    New(Name),
    /// `result of find`: what an earlier call returns.
    Result(Name),
    /// `key`, `Node.key`, `Elem`, `boolean` (names decide), with `lone` for `null` as a value.
    Named {
        /// `lone`.
        lone: bool,
        /// The name or field.
        name: FieldRef,
    },
}

/// A clause of a contract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contract {
    /// `requires { … }`.
    Requires(Expr),
    /// `ensures { … }`.
    Ensures(Expr),
    /// `throws X when e`.
    Throws {
        /// The exception's class.
        class: Name,
        /// The condition.
        when: Option<Expr>,
    },
}
