//! The methods of the root class that can be exercised: those whose arguments the specification can choose.

use super::fields::raw;
use super::reachable::{Kind, Reachable};
use crate::classfile::generics::{Type, Variables, field_type};
use crate::classfile::{MethodView, TypeView, Visibility};
use crate::java::names::is_identifier;
use crate::syntax::is_word;
use itertools::Itertools;

/// Names of methods by which classes check themselves.
const CHECKS: &[&str] = &[
    "repOk",
    "repOK",
    "checkRep",
    "invariant",
    "checkInvariant",
    "checkInvariants",
    "isConsistent",
    "isValid",
    "valid",
    "isWellFormed",
    "wellFormed",
];

/// Methods that say nothing of the structure.
const OF_EVERY_OBJECT: &[&str] = &["equals", "hashCode", "toString", "clone", "finalize", "readObject", "writeObject"];

/// A method as a `generate` paragraph declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Method {
    /// `add(x: key): boolean`.
    pub(super) declared: String,
    /// Whether it is the class's own check of its invariant.
    pub(super) is_check: bool,
}

/// The methods of the root class, and the signatures in Java of those that cannot be exercised.
pub(super) fn methods(reachable: &Reachable<'_>) -> (Vec<Method>, Vec<String>) {
    let root = &reachable.signatures[0];
    let Some(class) = &root.class else { return (Vec::new(), Vec::new()) };
    let callable = class.methods.iter().filter(|method| {
        // Tests live in the package of the class.
        method.visibility >= class.visibility.max(Visibility::Package)
            && !method.is_static
            && !method.is_synthetic
            && !method.name.starts_with('<')
            && !OF_EVERY_OBJECT.contains(&method.name.as_str())
    });
    let (mut offered, mut others): (Vec<Method>, Vec<String>) = (Vec::new(), Vec::new());
    for method in callable {
        match declared(reachable, method).filter(|new| offered.iter().all(|other| !same_name(&other.declared, new))) {
            Some(text) => {
                let is_check = CHECKS.contains(&method.name.as_str())
                    && method.params.is_empty()
                    && method.result == TypeView::Primitive("boolean");
                offered.push(Method { declared: text, is_check });
            }
            None => {
                others.push(format!("{}({})", method.name, method.params.iter().join(", ")));
            }
        }
    }
    (offered, others)
}

/// Whether two declarations would make the same tests.
fn same_name(one: &str, other: &str) -> bool {
    let name = |text: &str| text.split('(').next().unwrap_or_default().to_owned();
    name(one) == name(other)
}

fn declared(reachable: &Reachable<'_>, method: &MethodView) -> Option<String> {
    // A `$` is no letter of a specification.
    if !is_identifier(&method.name) || !is_word(&method.name) {
        return None;
    }
    let letters = ["x", "y", "z"];
    let types = parameter_types(reachable, method);
    if types.len() > letters.len() {
        return None;
    }
    let params: Option<Vec<String>> =
        types.iter().zip(letters).map(|(ty, letter)| Some(format!("{letter}: {}", domain(reachable, ty)?))).collect();
    let result = match &method.result {
        TypeView::Primitive("void") => String::new(),
        TypeView::Primitive(name) => format!(": {name}"),
        // Other results have no name in the specification; contracts that do not use them need none.
        TypeView::Class(class) => reachable
            .signatures
            .iter()
            .find(|signature| signature.binary == *class && signature.kind != Kind::Elements)
            .map_or_else(String::new, |signature| format!(": {}", signature.name)),
        TypeView::Array(_) => String::new(),
    };
    Some(format!("{}({}){result}", method.name, params?.join(", ")))
}

/// The types of the parameters; those before erasure where the class file has them.
fn parameter_types(reachable: &Reachable<'_>, method: &MethodView) -> Vec<Type> {
    let erased: Vec<Type> = method.params.iter().map(raw).collect();
    let variables = reachable.variables_of_root();
    let whole = method.signature.as_deref().and_then(|signature| parameters(signature, &variables));
    whole.filter(|whole| whole.len() == erased.len()).unwrap_or(erased)
}

/// The parameters of a method signature; `None` if it has type variables of its own, or is none.
fn parameters(signature: &str, variables: &Variables) -> Option<Vec<Type>> {
    let inside = signature.strip_prefix('(')?.split(')').next()?;
    let mut types = Vec::new();
    let mut rest = inside;
    while !rest.is_empty() {
        let end = (1..=rest.len())
            .filter(|end| rest.is_char_boundary(*end))
            .find(|end| field_type(&rest[..*end], variables).is_some())?;
        types.push(field_type(&rest[..end], variables)?);
        rest = &rest[end..];
    }
    Some(types)
}

/// What an argument ranges over: the values of a field of the same type if there is one.
fn domain(reachable: &Reachable<'_>, ty: &Type) -> Option<String> {
    let integers = match ty {
        Type::Primitive("boolean") => return Some("boolean".to_owned()),
        Type::Primitive(name) => Some(*name),
        Type::Ordered => Some("java.lang.Integer"),
        Type::Any | Type::Variable(_) => None,
        Type::Class(class, _) => match class.as_str() {
            "java.lang.Boolean" => return Some("boolean".to_owned()),
            "java.lang.Comparable" | "java.lang.Number" => Some("java.lang.Integer"),
            "java.lang.Object" => None,
            name if name.starts_with("java.lang.") => Some(name),
            name => {
                let constant = |kind: &Kind| matches!(kind, Kind::Enum(_) | Kind::Elements);
                let found = reachable.signatures.iter().find(|signature| signature.binary == name)?;
                return constant(&found.kind).then(|| found.name.clone());
            }
        },
        Type::Array(_) => return None,
    };
    let Some(integers) = integers else {
        let elements = reachable.signatures.iter().find(|signature| signature.kind == Kind::Elements)?;
        return Some(elements.name.clone());
    };
    let fields = reachable.signatures.iter().flat_map(|signature| &signature.fields);
    let same = fields.filter(|field| !field.is_size()).find(|field| {
        let ty = field.integers.as_ref().map(|found| found.as_class.as_deref().unwrap_or("int"));
        ty == Some(integers)
    });
    match same {
        Some(field) => Some(reachable.field_reference(field)),
        None if integers.starts_with("java.lang.") && integers != "java.lang.Integer" => None,
        None => Some("0 .. scope".to_owned()),
    }
}
