//! Relational problems: a finite universe, relations with bounds, and formulas over them.

mod digest;
mod evaluator;
mod narrow;
mod overflow;
mod terms;
mod tuples;

pub use evaluator::{Evaluator, MAX_ATOMS, Violation};
pub use overflow::Overflow;
pub use terms::*;
pub use tuples::*;

use crate::diagnostic::Span;
use serde::Serialize;

/// A relational problem: find tuple sets within the bounds that satisfy every constraint.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The atoms.
    pub universe: Universe,
    /// The relations, with their bounds.
    pub relations: Vec<Relation>,
    /// All expressions and formulas of the problem.
    pub terms: Terms,
    /// What must hold.
    pub constraints: Vec<Constraint>,
    /// The heap view: which relation is which field, what may be permuted.
    pub heap: Heap,
}

/// A formula that must hold, and where it comes from.
#[derive(Debug, Clone)]
pub struct Constraint {
    /// The formula (closed: no free variables).
    pub formula: FormulaId,
    /// For messages: `fact acyclic`, `predicate repOk, line 12`, `field key is one`.
    pub origin: String,
    /// Where it stands in the source, if it stands there.
    pub span: Option<Span>,
    /// Whether it is a declaration constraint (multiplicity, type) rather than written by the user.
    pub declared: bool,
}

/// A relation: a free variable of the problem.
#[derive(Debug, Clone)]
pub struct Relation {
    /// Its name, for instances and messages (`Node`, `Node.left`).
    pub name: String,
    /// Tuples that it always has. A subset of `upper`.
    pub lower: TupleSet,
    /// Tuples that it may have.
    pub upper: TupleSet,
    /// How its tuples are known to be restricted in every instance; what it claims is also among the
    /// constraints, so that it may be relied on by the translation.
    pub shape: Shape,
}

/// What is known of a relation in every instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Shape {
    /// Nothing.
    Any,
    /// At most one tuple for each tuple of all columns but the last (`lone` and `one` fields).
    Function,
    /// Unary: its free tuples, in order of atoms, form a prefix of the upper bound (existing objects).
    Prefix,
}

/// The heap view of a problem: what the extension, the symmetry breaking and the fixtures need to know.
#[derive(Debug, Clone, Default)]
pub struct Heap {
    /// The classes of interchangeable atoms, one per top-level signature that has object atoms.
    pub classes: Vec<SymmetryClass>,
    /// The heap fields, in declaration order; the root's signature need not come first.
    pub fields: Vec<HeapField>,
    /// The root object.
    pub root: Option<AtomId>,
    /// The relation of each signature (by `SigId`), for reading which objects exist.
    pub sigs: Vec<RelationId>,
    /// Fields along which the root is known to reach all objects of every canonical instance, as indices into `fields`; what this
    /// claims is also among the constraints, so that the translation may rely on it.
    pub reaching: Vec<Vec<usize>>,
    /// Classes, as indices into `classes`, whose objects are known to be met along functional fields, whatever else refers to them: they can
    /// be numbered by a walk.
    pub met: Vec<usize>,
}

impl Heap {
    /// The classes whose objects may be permuted.
    pub fn permutable(&self) -> impl Iterator<Item = &SymmetryClass> {
        self.classes.iter().filter(|class| class.permutable)
    }
}

/// Objects that may be permuted: the atoms of one top-level signature.
#[derive(Debug, Clone)]
pub struct SymmetryClass {
    /// The top-level signature's name.
    pub name: String,
    /// Its relation: which of the atoms exist.
    pub relation: RelationId,
    /// Its atoms, in canonical order; consecutive in the universe.
    pub atoms: Vec<AtomId>,
    /// Whether its atoms may be permuted: not for `one` signatures (one atom), enum members and other constants.
    pub permutable: bool,
}

/// A field as heap and extension see it.
#[derive(Debug, Clone)]
pub struct HeapField {
    /// The field's relation; column 0 is the owner.
    pub relation: RelationId,
    /// The name the user knows it by.
    pub name: String,
    /// Whether `null` (no tuple for an owner) is a value: `lone` fields.
    pub nullable: bool,
    /// `true` if the field maps an owner, and constants in the middle columns, to at most one value.
    pub functional: bool,
}
