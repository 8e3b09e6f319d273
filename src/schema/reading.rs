//! The Java side of structures, as far as live objects show it: which classes and fields they have, and what stands for constants.

use super::FieldShape;
use crate::java::Type;
use crate::relational::AtomId;
use crate::resolve::{FieldId, SigId};

/// The Java side of a specification's structures, as far as live objects show it.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The binary name of the root class.
    pub root: String,
    /// The binary names of the classes that it extends, nearest first, if its class file is known.
    pub above: Vec<String>,
    /// Its type arguments.
    pub type_arguments: Vec<Type>,
    /// Whether the emitted source may name the root class.
    pub is_visible: bool,
    /// The classes of objects.
    pub classes: Vec<ClassReading>,
    /// The constants that are told apart by identity.
    pub constants: Vec<ConstantReading>,
    /// The constants that are strings or numbers.
    pub literals: Vec<LiteralReading>,
}

/// A class of objects.
#[derive(Debug, Clone)]
pub struct ClassReading {
    /// Its binary name.
    pub class: String,
    /// The signature that its objects are known to be of.
    pub sig: SigId,
    /// The fields, inherited ones included.
    pub fields: Vec<FieldReading>,
}

/// A field.
#[derive(Debug, Clone)]
pub struct FieldReading {
    /// Its name in Java.
    pub name: String,
    /// The field of the specification.
    pub field: FieldId,
    /// What its values look like.
    pub shape: FieldShape,
    /// The field that says how many places of an array are in use.
    pub used: Option<FieldId>,
    /// How many digits the strings have that stand for its integers, keys included, where strings do.
    pub digits: Vec<usize>,
    /// The type of one value, that of the box for a primitive one.
    pub element: Type,
}

/// A constant: an enum member, what a static field holds, or an element object.
#[derive(Debug, Clone)]
pub struct ConstantReading {
    /// The signature.
    pub sig: SigId,
    /// The atom.
    pub atom: AtomId,
    /// The binary name of its class.
    pub class: String,
    /// The static field that holds it; empty for an element object.
    pub field: String,
}

/// A constant that is a string, a number, a character or a truth value.
#[derive(Debug, Clone)]
pub struct LiteralReading {
    /// The signature.
    pub sig: SigId,
    /// The atom.
    pub atom: AtomId,
    /// The binary name of its class.
    pub class: String,
    /// The value, as the binding writes it.
    pub text: String,
}
