//! What a class offers to everyone, as its class file says: constructors, factories, and methods, inherited ones too.

use super::inherited::Inherited;
use crate::classfile::generics::{self, Variables};
use crate::classfile::{ClassPath, ClassView, MethodView, TypeView, Visibility};
use crate::worker::Error;
use std::collections::BTreeSet;

/// The kinds of what can be called, in the order in which they are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Makes an object.
    Constructor,
    /// A static method that returns one.
    Factory,
    /// Is called on an object.
    Method,
}

/// What can be called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Callable {
    /// Of which kind it is.
    pub kind: Kind,
    /// The internal name of the class that declares it.
    pub owner: String,
    /// Its name; empty for a constructor.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// The erased types of its parameters, as `Class.getName` has them.
    pub parameters: Vec<String>,
    /// For each parameter the class's type variable that is its type, by number.
    pub variables: Vec<Option<usize>>,
    /// Whether another one has as many parameters and the same name.
    pub overloaded: bool,
}

/// What a class offers that is public or, as the class itself, its package's, in an order of its own; but for what declares
/// exceptions that its caller has to handle. What it inherits from classes of the JDK is asked for if there are such.
pub fn callables(
    classes: &ClassPath,
    root: &str,
    ask: impl FnOnce() -> Result<Vec<Inherited>, Error>,
) -> Result<Vec<Callable>, Error> {
    let Some(class) = classes.find(root) else { return Ok(Vec::new()) };
    let is_public = class.visibility == Visibility::Public;
    let is_offered = |method: &MethodView| match method.visibility {
        Visibility::Public => true,
        Visibility::Package => !is_public,
        Visibility::Private => false,
    };
    let mut found: Vec<(Callable, bool)> = Vec::new();
    let (above, some_missing) = classes.supertypes(&class);
    for declaring in std::iter::once(&class).chain(&above) {
        let is_root = declaring.name == class.name;
        for method in declaring.methods.iter().filter(|method| !method.is_synthetic && method.name != "<clinit>") {
            let Some(kind) = kind(&class, method).filter(|kind| is_root || *kind == Kind::Method) else { continue };
            // What is not public is inherited, too, but by a class of another package not always.
            let is_offered = if is_root { is_offered(method) } else { method.visibility == Visibility::Public };
            let is_checked = method.exceptions.iter().any(|exception| is_checked(classes, exception));
            let callable = callable(kind, declaring, method, &class);
            let is_known = |(known, _): &(Callable, bool)| {
                known.kind == kind && known.name == callable.name && known.descriptor == callable.descriptor
            };
            if is_offered && !found.iter().any(is_known) {
                found.push((callable, is_checked));
            }
        }
    }
    let mut inherited = if some_missing { ask()? } else { Vec::new() };
    // Of two methods that differ in what they return, source knows one.
    inherited.sort_by_key(|method| (method.name.clone(), method.parameters.len(), method.class.clone()));
    for method in inherited.iter().filter(|method| method.class != "java.lang.Object") {
        let callable = of_jdk(method);
        let is_known =
            |(known, _): &(Callable, bool)| known.name == callable.name && known.parameters == callable.parameters;
        if classes.find(&method.class).is_none() && !found.iter().any(is_known) {
            found.push((callable, method.exceptions.iter().any(|exception| is_checked(classes, exception))));
        }
    }
    found.sort_by(|(one, _), (other, _)| {
        let key = |callable: &Callable| {
            (callable.kind, callable.name.clone(), callable.parameters.clone(), callable.descriptor.clone())
        };
        key(one).cmp(&key(other))
    });
    let names: Vec<(bool, String, usize)> = found.iter().map(|(one, _)| name(one)).collect();
    for (callable, _) in &mut found {
        callable.overloaded = names.iter().filter(|other| **other == name(callable)).count() > 1;
    }
    Ok(found.into_iter().filter(|(_, is_checked)| !is_checked).map(|(callable, _)| callable).collect())
}

/// A method that the class inherits from one of the JDK.
fn of_jdk(method: &Inherited) -> Callable {
    let parameters: String = method.parameters.iter().map(descriptor).collect();
    Callable {
        kind: Kind::Method,
        owner: method.class.replace('.', "/"),
        name: method.name.clone(),
        descriptor: format!("({parameters}){}", descriptor(&method.result)),
        parameters: method.parameters.iter().map(class_name).collect(),
        variables: vec![None; method.parameters.len()],
        overloaded: false,
    }
}

/// What source tells a callable by, but for the types of its parameters.
fn name(callable: &Callable) -> (bool, String, usize) {
    (callable.kind == Kind::Constructor, callable.name.clone(), callable.parameters.len())
}

/// What a method of a class is; none if it makes and changes no object of the class.
fn kind(class: &ClassView, method: &MethodView) -> Option<Kind> {
    match (method.name.as_str(), method.is_static) {
        ("<init>", _) => (!class.is_abstract).then_some(Kind::Constructor),
        (_, true) => (method.result == TypeView::Class(class.name.clone())).then_some(Kind::Factory),
        (_, false) => Some(Kind::Method),
    }
}

fn callable(kind: Kind, declaring: &ClassView, method: &MethodView, class: &ClassView) -> Callable {
    let known = class.signature.as_deref().and_then(generics::declared).unwrap_or_default();
    let variables: Variables =
        known.iter().map(|(name, _)| (name.clone(), generics::Type::Variable(name.clone()))).collect();
    let is_own = declaring.name == class.name;
    let types = method.signature.as_deref().filter(|_| is_own).and_then(|text| generics::parameters(text, &variables));
    let variable = |index: usize| match types.as_ref().and_then(|types| types.get(index)) {
        Some(generics::Type::Variable(name)) => known.iter().position(|(known, _)| known == name),
        _ => None,
    };
    let parameters: String = method.params.iter().map(descriptor).collect();
    Callable {
        kind,
        owner: declaring.name.replace('.', "/"),
        name: if kind == Kind::Constructor { String::new() } else { method.name.clone() },
        descriptor: format!("({parameters}){}", descriptor(&method.result)),
        parameters: method.params.iter().map(class_name).collect(),
        variables: (0..method.params.len()).map(variable).collect(),
        overloaded: false,
    }
}

fn descriptor(ty: &TypeView) -> String {
    match ty {
        TypeView::Primitive("void") => "V".to_owned(),
        ty => crate::classfile::Type::from(ty).descriptor(),
    }
}

/// A type as `Class.getName` has it.
fn class_name(ty: &TypeView) -> String {
    match ty {
        TypeView::Array(_) => descriptor(ty).replace('/', "."),
        other => other.to_string(),
    }
}

/// Whether a caller has to handle exceptions of a class: it is not below those that nobody has to. What is not on the class path
/// is a class of the JDK, which has few that are unchecked.
fn is_checked(classes: &ClassPath, exception: &str) -> bool {
    let mut seen = BTreeSet::new();
    let mut at = exception.to_owned();
    while seen.insert(at.clone()) {
        match classes.find(&at).and_then(|class| class.superclass) {
            Some(above) => at = above,
            None => break,
        }
    }
    let simple = at.rsplit('.').next().unwrap_or_default();
    !(UNCHECKED.contains(&simple) || simple.ends_with("Error"))
}

/// Exceptions of the JDK that nobody has to handle.
const UNCHECKED: [&str; 22] = [
    "ArithmeticException",
    "ArrayIndexOutOfBoundsException",
    "ArrayStoreException",
    "ClassCastException",
    "ConcurrentModificationException",
    "DateTimeException",
    "EmptyStackException",
    "IllegalArgumentException",
    "IllegalFormatException",
    "IllegalMonitorStateException",
    "IllegalStateException",
    "IndexOutOfBoundsException",
    "InputMismatchException",
    "MissingResourceException",
    "NegativeArraySizeException",
    "NoSuchElementException",
    "NullPointerException",
    "NumberFormatException",
    "RuntimeException",
    "StringIndexOutOfBoundsException",
    "UncheckedIOException",
    "UnsupportedOperationException",
];
