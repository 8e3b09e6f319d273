//! A Java field as a field of a signature.

use super::reachable::Reachable;
use crate::classfile::generics::{Type, Variables, field_type};
use crate::classfile::{FieldView, TypeView};
use crate::fixture::java::INTEGER_TYPES;
use crate::fixture::java::implementation;
use crate::schema::FieldShape;

/// A field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Field {
    /// Its name in the specification; that in Java as long as not all signatures are known.
    pub(super) name: String,
    /// Its name in Java.
    pub(super) java: String,
    /// What its annotation says besides the name.
    pub(super) binding: Vec<String>,
    /// Whether an annotation is needed even if it says nothing but the name.
    pub(super) annotated: bool,
    /// What stands after the colon.
    pub(super) declared: String,
    /// The integers of its last column.
    pub(super) integers: Option<Integers>,
    /// The integers that are its keys.
    pub(super) keys: Option<Integers>,
    /// Whether its second column is an index.
    pub(super) indexed: bool,
    /// The signature that its last column ranges over.
    pub(super) target: Option<usize>,
    /// The class that declares it, if that is above the signature's.
    pub(super) inherited: Option<String>,
    /// What the user should look at.
    pub(super) remark: Option<&'static str>,
}

/// What kind of integers a column has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Integers {
    /// Their type in Java, where it is not `int`.
    pub(super) as_class: Option<String>,
}

impl Integers {
    /// The greatest that a draft takes, in terms of the scope.
    pub(super) fn greatest(&self) -> &'static str {
        match self.as_class.as_deref() {
            Some("boolean" | "java.lang.Boolean") => "1",
            _ => "scope - 1",
        }
    }
}

/// The last column of a field.
enum Column {
    Integers(Integers),
    Signature(usize),
}

/// Fields of which the classes of `java.util` keep count for their iterators; no structure depends on them.
const COUNTERS: &[&str] = &["modCount", "modificationCount", "expectedModCount"];

/// Names of fields that say how many places of an array are used.
const SIZES: &[&str] = &["size", "count", "length", "used", "elementCount"];

impl Field {
    /// The counterpart of a Java field; or why it has none.
    pub(super) fn read(reachable: &mut Reachable<'_>, field: &FieldView, known: &Variables) -> Result<Field, String> {
        if COUNTERS.contains(&field.name.as_str()) {
            return Err("it counts changes, which are no part of a structure".to_owned());
        }
        let whole = field.signature.as_deref().and_then(|signature| field_type(signature, known));
        let ty = whole.unwrap_or_else(|| raw(&field.ty));
        let mut read = Field {
            annotated: false,
            name: field.name.clone(),
            java: field.name.clone(),
            binding: Vec::new(),
            declared: String::new(),
            integers: None,
            keys: None,
            indexed: false,
            target: None,
            inherited: None,
            remark: None,
        };
        match &ty {
            Type::Array(element) => {
                let last = read.column(reachable, element)?;
                read.declared = format!("Int -> lone {last}");
                read.indexed = true;
                read.binding.insert(0, "array(scope)".to_owned());
                if matches!(**element, Type::Primitive(_)) {
                    read.remark = Some("Name the field that counts the used places: `array(scope, size)`.");
                }
            }
            Type::Class(class, arguments) => match collection(class) {
                Some(FieldShape::Array) => {
                    let last = read.column(reachable, arguments.first().unwrap_or(&Type::Any))?;
                    read.declared = format!("Int -> lone {last}");
                    read.indexed = true;
                    read.binding.insert(0, "array".to_owned());
                }
                Some(FieldShape::Many) => {
                    let last = read.column(reachable, arguments.first().unwrap_or(&Type::Any))?;
                    read.declared = format!("set {last}");
                }
                Some(_) => read.declared = read.map(reachable, arguments)?,
                None => {
                    let last = read.column(reachable, &ty)?;
                    read.declared = format!("lone {last}");
                }
            },
            Type::Primitive(_) => read.declared = read.column(reachable, &ty)?,
            Type::Ordered | Type::Any | Type::Variable(_) => {
                let last = read.column(reachable, &ty)?;
                read.declared = format!("lone {last}");
            }
        }
        Ok(read)
    }

    /// Takes note of the columns of a map, and declares them.
    fn map(&mut self, reachable: &mut Reachable<'_>, arguments: &[Type]) -> Result<String, String> {
        let (key, value) = match arguments {
            [key, value] => (key, value),
            _ => (&Type::Any, &Type::Any),
        };
        let first = match column(reachable, key)? {
            Column::Integers(keys) => {
                // Without an annotation this would be an array.
                self.annotated = true;
                self.binding.extend(
                    keys.as_class
                        .iter()
                        .filter(|class| *class != "java.lang.Integer")
                        .map(|class| format!("keys(\"{class}\")")),
                );
                self.keys = Some(keys);
                "Int".to_owned()
            }
            Column::Signature(index) => reachable.signatures[index].name.clone(),
        };
        // What a key holds may be a collection: then it may have several values.
        let (held, many) = match value {
            Type::Class(class, inside) if implementation(FieldShape::Many, class).is_some() => {
                (inside.first().unwrap_or(&Type::Any), "")
            }
            single => (single, "lone "),
        };
        let last = self.column(reachable, held)?;
        Ok(format!("{first} -> {many}{last}"))
    }

    /// Takes note of the last column, and names it.
    fn column(&mut self, reachable: &mut Reachable<'_>, ty: &Type) -> Result<String, String> {
        match column(reachable, ty)? {
            Column::Integers(integers) => {
                self.binding.extend(integers.as_class.iter().map(|class| format!("as(\"{class}\")")));
                self.integers = Some(integers);
                Ok("Int".to_owned())
            }
            Column::Signature(index) => {
                self.target = Some(index);
                Ok(reachable.signatures[index].name.clone())
            }
        }
    }

    /// The annotation, if the field needs one.
    pub(super) fn annotation(&self) -> Option<String> {
        if self.binding.is_empty() && !self.annotated && self.name == self.java {
            return None;
        }
        let mut parts = vec![format!("\"{}\"", self.java)];
        parts.extend(self.binding.iter().cloned());
        Some(format!("@java({})", parts.join(", ")))
    }

    /// Whether it is one integer that seems to count something.
    pub(super) fn is_size(&self) -> bool {
        self.declared == "Int" && SIZES.contains(&self.java.as_str())
    }
}

/// Lets arrays of primitives be filled as far as the field says that counts their places, if there is one that seems to.
pub(super) fn bind_sizes(fields: &mut [Field]) {
    let Some(size) = fields.iter().find(|field| field.is_size()).map(|field| field.name.clone()) else { return };
    for field in fields.iter_mut().filter(|field| field.binding.first().is_some_and(|part| part == "array(scope)")) {
        if field.remark.take().is_some() {
            field.binding[0] = format!("array(scope, {size})");
        }
    }
}

/// What a collection or map of `java.util` is to the specification.
fn collection(class: &str) -> Option<FieldShape> {
    let shapes = [FieldShape::Array, FieldShape::Many, FieldShape::Table];
    shapes.into_iter().find(|shape| implementation(*shape, class).is_some())
}

/// What stands for a type.
fn column(reachable: &mut Reachable<'_>, ty: &Type) -> Result<Column, String> {
    let integers =
        |class: &str| Ok(Column::Integers(Integers { as_class: (class != "int").then(|| class.to_owned()) }));
    match ty {
        Type::Primitive(name) => integers(name),
        Type::Ordered => integers("java.lang.Integer"),
        Type::Any | Type::Variable(_) => Ok(Column::Signature(reachable.elements())),
        Type::Class(class, arguments) => match class.as_str() {
            _ if INTEGER_TYPES.contains(&class.as_str()) => integers(class),
            "java.lang.Comparable" | "java.lang.Number" => integers("java.lang.Integer"),
            "java.lang.Object" | "java.io.Serializable" => Ok(Column::Signature(reachable.elements())),
            _ => reachable.signature(class, arguments).map(Column::Signature),
        },
        Type::Array(_) => Err("arrays of arrays and collections of arrays have no counterpart".to_owned()),
    }
}

/// An erased type.
pub(super) fn raw(ty: &TypeView) -> Type {
    match ty {
        TypeView::Primitive(name) => Type::Primitive(name),
        TypeView::Class(name) => Type::Class(name.clone(), Vec::new()),
        TypeView::Array(element) => Type::Array(Box::new(raw(element))),
    }
}
