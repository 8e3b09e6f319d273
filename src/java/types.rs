//! The types of Java source: how a class is named, its type arguments, arrays, primitive types and their boxes.

use super::names::canonical;
pub use crate::classfile::Primitive;
use crate::classfile::TypeView;
use itertools::Itertools;
use std::fmt;

/// The canonical name of a class (JLS 6.7): its package and the simple names from the outermost class to the class itself.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CanonicalName {
    /// The package; empty for the unnamed one.
    pub package: String,
    /// At least one name.
    names: Vec<String>,
}

impl CanonicalName {
    /// A class of a package that no other class encloses.
    pub fn new(package: &str, simple: &str) -> CanonicalName {
        CanonicalName { package: package.to_owned(), names: vec![simple.to_owned()] }
    }

    /// A class by its canonical or binary name, for who does not know the class: packages are written in small letters, and a
    /// `$` between two names stands for a dot.
    pub fn parse(name: &str) -> CanonicalName {
        CanonicalName::of(&package_of(name), &canonical(name))
    }

    /// A class by its package and its canonical name, package included.
    pub fn of(package: &str, canonical: &str) -> CanonicalName {
        let names = match package {
            "" => canonical,
            package => canonical.strip_prefix(package).and_then(|rest| rest.strip_prefix('.')).unwrap_or(canonical),
        };
        CanonicalName { package: package.to_owned(), names: names.split('.').map(str::to_owned).collect() }
    }

    /// A class that this one encloses.
    pub fn nested(&self, simple: &str) -> CanonicalName {
        let mut names = self.names.clone();
        names.push(simple.to_owned());
        CanonicalName { package: self.package.clone(), names }
    }

    /// The name of the class itself.
    pub fn simple(&self) -> &str {
        self.names.last().map_or("", String::as_str)
    }

    /// The simple names, from the outermost class.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether no other class encloses it.
    pub fn is_top_level(&self) -> bool {
        self.names.len() == 1
    }
}

impl fmt::Display for CanonicalName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.package.is_empty() {
            write!(f, "{}.", self.package)?;
        }
        f.write_str(&self.names.join("."))
    }
}

/// A type.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// A primitive type.
    Primitive(Primitive),
    /// A class or an interface.
    Class(Box<ClassType>),
    /// An array.
    Array(Box<Type>),
    /// A type variable.
    Variable(String),
    /// As a type argument: `?`, `? extends …`, `? super …`.
    Wildcard(Option<(Bound, Box<Type>)>),
}

/// How a wildcard is bounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bound {
    /// `extends`
    Extends,
    /// `super`
    Super,
}

/// A class or an interface with type arguments.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassType {
    /// The class.
    pub name: CanonicalName,
    /// Its type arguments; none for a raw type, or if it has no parameters.
    pub arguments: Vec<Type>,
    /// The type around it where that has type arguments: `Tree<String>.Node`.
    pub outer: Option<Box<ClassType>>,
}

impl Type {
    /// `int`
    pub const INT: Type = Type::Primitive(Primitive::Int);
    /// `boolean`
    pub const BOOLEAN: Type = Type::Primitive(Primitive::Boolean);
    /// `char`
    pub const CHAR: Type = Type::Primitive(Primitive::Char);

    /// A class without type arguments.
    pub fn class(name: CanonicalName) -> Type {
        Type::Class(Box::new(ClassType { name, arguments: Vec::new(), outer: None }))
    }

    /// A class of `java.lang`.
    pub fn lang(simple: &str) -> Type {
        Type::class(CanonicalName::new("java.lang", simple))
    }

    /// A class of `java.util`.
    pub fn util(simple: &str) -> Type {
        Type::class(CanonicalName::new("java.util", simple))
    }

    /// `Object`
    pub fn object() -> Type {
        Type::lang("Object")
    }

    /// `String`
    pub fn string() -> Type {
        Type::lang("String")
    }

    /// `Integer`
    pub fn integer() -> Type {
        Type::lang("Integer")
    }

    /// The type of a name as text, a descriptor or a class file has it: a primitive type, or a class by its
    /// canonical or binary name.
    pub fn named(name: &str) -> Type {
        match Primitive::of_keyword(name) {
            Some(primitive) => Type::Primitive(primitive),
            None => Type::class(CanonicalName::parse(name)),
        }
    }

    /// The same class with type arguments; other types stay as they are.
    pub fn with(self, arguments: Vec<Type>) -> Type {
        match self {
            Type::Class(class) => Type::Class(Box::new(ClassType { arguments, ..*class })),
            other => other,
        }
    }

    /// The same class inside another type; other types stay as they are.
    pub fn inside(self, outer: &Type) -> Type {
        match (self, outer) {
            (Type::Class(class), Type::Class(outer)) => {
                Type::Class(Box::new(ClassType { outer: Some(outer.clone()), ..*class }))
            }
            (other, _) => other,
        }
    }

    /// An array of this type.
    pub fn array(self) -> Type {
        Type::Array(Box::new(self))
    }

    /// `?`
    pub fn any() -> Type {
        Type::Wildcard(None)
    }

    /// The class, if it is one.
    pub fn name(&self) -> Option<&CanonicalName> {
        match self {
            Type::Class(class) => Some(&class.name),
            _ => None,
        }
    }

    /// Whether it is this class of `java.lang`, without type arguments.
    pub fn is_lang(&self, simple: &str) -> bool {
        match self {
            Type::Class(class) => {
                class.name.package == "java.lang"
                    && class.name.is_top_level()
                    && class.name.simple() == simple
                    && class.arguments.is_empty()
            }
            _ => false,
        }
    }

    /// Whether it is a primitive type.
    pub fn is_primitive(&self) -> bool {
        matches!(self, Type::Primitive(_))
    }

    /// Whether it is an array.
    pub fn is_array(&self) -> bool {
        matches!(self, Type::Array(_))
    }

    /// Whether it has type arguments of its own.
    pub fn has_arguments(&self) -> bool {
        matches!(self, Type::Class(class) if !class.arguments.is_empty())
    }

    /// Whether it has type arguments, be it those of an element or of a class around it.
    pub fn is_generic(&self) -> bool {
        match self {
            Type::Class(class) => {
                !class.arguments.is_empty() || class.outer.as_ref().is_some_and(|outer| !outer.arguments.is_empty())
            }
            Type::Array(element) => element.is_generic(),
            _ => false,
        }
    }

    /// The type without its type arguments, as arrays are created and classes are tested.
    pub fn erased(&self) -> Type {
        match self {
            Type::Class(class) => Type::class(class.name.clone()),
            Type::Array(element) => element.erased().array(),
            Type::Wildcard(Some((Bound::Extends, bound))) => bound.erased(),
            Type::Primitive(_) => self.clone(),
            Type::Variable(_) | Type::Wildcard(_) => Type::object(),
        }
    }

    /// The type that stands for it among type arguments: the box of a primitive type.
    pub fn boxed(&self) -> Type {
        match self {
            Type::Primitive(primitive) => Type::lang(primitive.box_name()),
            other => other.clone(),
        }
    }

    /// The primitive type that it is or boxes.
    pub fn unboxed(&self) -> Option<Primitive> {
        match self {
            Type::Primitive(primitive) => Some(*primitive),
            _ => Primitive::ALL.into_iter().find(|primitive| self.is_lang(primitive.box_name())),
        }
    }

    /// Reads a list of type arguments as source has them: `Integer, java.util.List<int[]>`.
    ///
    /// Requires what `names::is_type_arguments` accepts. A simple name is a class of `java.lang` if that has one, else what Java
    /// finds by that name in the emitted file.
    pub fn parse_arguments(text: &str) -> Vec<Type> {
        Reader { rest: text }.arguments()
    }
}

/// As messages write it: with the full name of a class that is not of `java.lang`.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Primitive(primitive) => f.write_str(primitive.keyword()),
            Type::Array(element) => write!(f, "{element}[]"),
            Type::Variable(name) => f.write_str(name),
            Type::Wildcard(None) => f.write_str("?"),
            Type::Wildcard(Some((Bound::Extends, bound))) => write!(f, "? extends {bound}"),
            Type::Wildcard(Some((Bound::Super, bound))) => write!(f, "? super {bound}"),
            Type::Class(class) => {
                match class.name.package.as_str() {
                    "java.lang" => f.write_str(&class.name.names.join("."))?,
                    _ => write!(f, "{}", class.name)?,
                }
                if class.arguments.is_empty() {
                    return Ok(());
                }
                write!(f, "<{}>", class.arguments.iter().format(", "))
            }
        }
    }
}

/// The erased type of a descriptor.
impl From<&TypeView> for Type {
    fn from(view: &TypeView) -> Type {
        match view {
            TypeView::Primitive(name) => Type::named(name),
            TypeView::Class(name) => Type::named(name),
            TypeView::Array(element) => Type::from(&**element).array(),
        }
    }
}

/// The package of a class: what stands before the outermost class, which by convention is the first capitalised part, or the
/// part before the first `$`.
pub fn package_of(class: &str) -> String {
    let outer = class.split('$').next().unwrap_or(class);
    let parts: Vec<&str> = outer.split('.').collect();
    let first_class = parts.iter().position(|part| part.starts_with(|c: char| c.is_uppercase()));
    parts[..first_class.unwrap_or(parts.len() - 1)].join(".")
}

/// Those classes of `java.lang` that type arguments name.
const LANG: [&str; 16] = [
    "Boolean",
    "Byte",
    "Character",
    "CharSequence",
    "Class",
    "Comparable",
    "Double",
    "Enum",
    "Float",
    "Integer",
    "Iterable",
    "Long",
    "Number",
    "Object",
    "Short",
    "String",
];

struct Reader<'s> {
    rest: &'s str,
}

impl Reader<'_> {
    fn arguments(&mut self) -> Vec<Type> {
        let mut arguments = Vec::new();
        loop {
            arguments.push(self.ty());
            if !self.eat(",") {
                return arguments;
            }
        }
    }

    fn eat(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start();
        let eaten = rest.strip_prefix(token);
        self.rest = eaten.unwrap_or(rest);
        eaten.is_some()
    }

    fn word(&mut self) -> String {
        let rest = self.rest.trim_start();
        let end = rest.find(|c: char| ",<>?[] ".contains(c)).unwrap_or(rest.len());
        self.rest = &rest[end..];
        rest[..end].to_owned()
    }

    fn ty(&mut self) -> Type {
        if self.eat("?") {
            for (keyword, bound) in [("extends ", Bound::Extends), ("super ", Bound::Super)] {
                if self.eat(keyword) {
                    return Type::Wildcard(Some((bound, Box::new(self.ty()))));
                }
            }
            return Type::any();
        }
        let word = self.word();
        let mut ty = match word.as_str() {
            lang if LANG.contains(&lang) => Type::lang(lang),
            name => Type::named(name),
        };
        while self.eat("<") {
            let arguments = self.arguments();
            self.eat(">");
            // `Outer<A>.Inner` has the arguments of the class around it.
            let outer = ty.with(arguments);
            ty = match self.rest.strip_prefix('.') {
                Some(rest) => {
                    self.rest = rest;
                    let inner = self.word();
                    let name = outer.name().map(|name| name.nested(&inner));
                    name.map_or(outer.clone(), |name| Type::class(name).inside(&outer))
                }
                None => outer,
            };
        }
        while self.eat("[") {
            self.eat("]");
            ty = ty.array();
        }
        ty
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_is_named_by_its_package_and_the_classes_around_it() {
        let node = CanonicalName::parse("example.trees.SearchTree$Node");
        assert_eq!((node.package.as_str(), node.simple()), ("example.trees", "Node"));
        assert_eq!(node.to_string(), "example.trees.SearchTree.Node");
        assert_eq!(CanonicalName::parse("example.trees.SearchTree.Node"), node);
        assert_eq!(CanonicalName::new("example.trees", "SearchTree").nested("Node"), node);
        assert_eq!(CanonicalName::parse("Tree").package, "");
    }

    #[test]
    fn packages_end_at_the_first_capitalised_part() {
        for (class, package) in [("a.b.Tree", "a.b"), ("a.Tree.Node", "a"), ("Tree", ""), ("a.b.tree", "a.b")] {
            assert_eq!(package_of(class), package);
        }
    }

    #[test]
    fn type_arguments_are_read_with_wildcards_arrays_and_inner_classes() {
        let text = "Integer, java.util.List<? extends Number>[], int[], a.Tree<String>.Node, ?, Own";
        let read: Vec<String> = Type::parse_arguments(text).iter().map(Type::to_string).collect();
        assert_eq!(read, ["Integer", "java.util.List<? extends Number>[]", "int[]", "a.Tree.Node", "?", "Own"]);
        assert!(Type::parse_arguments("Integer")[0].is_lang("Integer"));
    }

    #[test]
    fn every_primitive_type_has_a_box_and_back() {
        for primitive in Primitive::ALL {
            let ty = Type::Primitive(primitive);
            assert_eq!(ty.boxed().unboxed(), Some(primitive));
            assert_eq!(Type::named(primitive.keyword()), ty);
        }
        assert_eq!(Type::string().unboxed(), None);
    }

    #[test]
    fn erasure_leaves_no_type_arguments() {
        let list = Type::util("List").with(vec![Type::integer()]);
        assert_eq!(list.clone().array().erased(), Type::util("List").array());
        assert!(list.is_generic() && list.clone().array().is_generic() && !list.erased().is_generic());
    }
}
