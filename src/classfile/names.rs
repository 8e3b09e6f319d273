//! The names that class files use: of classes, types, descriptors and members (JVMS 4.2, 4.3).

use super::TypeView;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::sync::Arc;

/// The internal name of a class: `java/util/Map$Entry`. Where a call is made on an array, its descriptor: `[I`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassName(Arc<str>);

impl ClassName {
    /// The class of an internal name.
    pub fn internal(name: &str) -> ClassName {
        ClassName(name.into())
    }

    /// The class of a binary name: `java.util.Map$Entry`.
    pub fn binary(name: &str) -> ClassName {
        ClassName(name.replace('.', "/").into())
    }

    /// Its internal name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Its binary name.
    pub fn to_binary(&self) -> String {
        self.0.replace('/', ".")
    }

    /// Its name without its package and the classes around it.
    pub fn simple(&self) -> &str {
        self.0.rsplit(['/', '$']).next().unwrap_or_default()
    }

    /// The internal name of its package; empty for the unnamed one.
    pub fn package(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(package, _)| package)
    }
}

impl fmt::Display for ClassName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for ClassName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl PartialEq<str> for ClassName {
    fn eq(&self, name: &str) -> bool {
        &*self.0 == name
    }
}

impl PartialEq<&str> for ClassName {
    fn eq(&self, name: &&str) -> bool {
        &*self.0 == *name
    }
}

/// A primitive type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Primitive {
    /// `boolean`
    Boolean,
    /// `byte`
    Byte,
    /// `char`
    Char,
    /// `short`
    Short,
    /// `int`
    Int,
    /// `long`
    Long,
    /// `float`
    Float,
    /// `double`
    Double,
}

impl Primitive {
    /// All of them.
    pub const ALL: [Primitive; 8] = [
        Primitive::Boolean,
        Primitive::Byte,
        Primitive::Char,
        Primitive::Short,
        Primitive::Int,
        Primitive::Long,
        Primitive::Float,
        Primitive::Double,
    ];

    /// The simple name of the class of `java.lang` that boxes it.
    pub fn box_name(self) -> &'static str {
        match self {
            Primitive::Boolean => "Boolean",
            Primitive::Byte => "Byte",
            Primitive::Char => "Character",
            Primitive::Short => "Short",
            Primitive::Int => "Integer",
            Primitive::Long => "Long",
            Primitive::Float => "Float",
            Primitive::Double => "Double",
        }
    }

    /// Its letter in descriptors.
    pub fn letter(self) -> char {
        match self {
            Primitive::Boolean => 'Z',
            Primitive::Byte => 'B',
            Primitive::Char => 'C',
            Primitive::Short => 'S',
            Primitive::Int => 'I',
            Primitive::Long => 'J',
            Primitive::Float => 'F',
            Primitive::Double => 'D',
        }
    }

    /// Its keyword.
    pub fn keyword(self) -> &'static str {
        match self {
            Primitive::Boolean => "boolean",
            Primitive::Byte => "byte",
            Primitive::Char => "char",
            Primitive::Short => "short",
            Primitive::Int => "int",
            Primitive::Long => "long",
            Primitive::Float => "float",
            Primitive::Double => "double",
        }
    }

    /// The one with a keyword.
    pub fn of_keyword(keyword: &str) -> Option<Primitive> {
        Primitive::ALL.into_iter().find(|primitive| primitive.keyword() == keyword)
    }

    fn of_letter(letter: char) -> Option<Primitive> {
        Primitive::ALL.into_iter().find(|primitive| primitive.letter() == letter)
    }
}

/// An erased type of a value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// A primitive one.
    Primitive(Primitive),
    /// Objects of a class.
    Class(ClassName),
    /// Arrays of an element type.
    Array(Box<Type>),
}

impl Type {
    /// Reads a field descriptor, such as `[Ljava/lang/String;`; none if the text is not one.
    pub fn parse(descriptor: &str) -> Option<Type> {
        let mut rest = descriptor;
        let ty = Type::take(&mut rest)?;
        rest.is_empty().then_some(ty)
    }

    /// Reads one field descriptor from the front of a text.
    fn take(rest: &mut &str) -> Option<Type> {
        let unwrapped = rest.trim_start_matches('[');
        let dimensions = rest.len() - unwrapped.len();
        // JVMS 4.3.2: a descriptor has at most 255 dimensions.
        if dimensions > 255 {
            return None;
        }
        let first = unwrapped.chars().next()?;
        let element = match Primitive::of_letter(first) {
            Some(primitive) => {
                *rest = &unwrapped[1..];
                Type::Primitive(primitive)
            }
            None => {
                let (name, after) = unwrapped.strip_prefix('L')?.split_once(';')?;
                let is_segment = |segment: &str| !segment.is_empty() && !segment.contains(['.', '[']);
                if !name.split('/').all(is_segment) {
                    return None;
                }
                *rest = after;
                Type::Class(ClassName::internal(name))
            }
        };
        Some((0..dimensions).fold(element, |element, _| Type::Array(Box::new(element))))
    }

    /// Its descriptor: `[Ljava/lang/String;`.
    pub fn descriptor(&self) -> String {
        match self {
            Type::Primitive(primitive) => primitive.letter().to_string(),
            Type::Class(name) => format!("L{name};"),
            Type::Array(element) => format!("[{}", element.descriptor()),
        }
    }

    /// How many variables a value of it takes: 2 for `long` and `double`, 1 for the others.
    pub fn slots(&self) -> u16 {
        match self {
            Type::Primitive(Primitive::Long | Primitive::Double) => 2,
            _ => 1,
        }
    }
}

/// The type that a view has; `void` is none, and counts as `int`.
impl From<&TypeView> for Type {
    fn from(view: &TypeView) -> Type {
        match view {
            TypeView::Primitive(keyword) => Type::Primitive(Primitive::of_keyword(keyword).unwrap_or(Primitive::Int)),
            TypeView::Class(name) => Type::Class(ClassName::binary(name)),
            TypeView::Array(element) => Type::Array(Box::new(Type::from(&**element))),
        }
    }
}

impl fmt::Display for Type {
    /// Writes the type as Java does, with the binary name of a class: `java.util.Map$Entry[]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Primitive(primitive) => f.write_str(primitive.keyword()),
            Type::Class(name) => f.write_str(&name.to_binary()),
            Type::Array(element) => write!(f, "{element}[]"),
        }
    }
}

/// The descriptor of a method: `(ILjava/lang/String;)V`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Descriptor(
    /// A well-formed one, see [`Descriptor::parse`].
    Arc<str>,
);

impl Descriptor {
    /// Reads a method descriptor; none if the text is not one.
    pub fn parse(text: &str) -> Option<Descriptor> {
        let mut rest = text.strip_prefix('(')?;
        while !rest.starts_with(')') {
            Type::take(&mut rest)?;
        }
        let result = &rest[1..];
        (result == "V" || Type::parse(result).is_some()).then(|| Descriptor(text.into()))
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The types of the parameters.
    pub fn parameters(&self) -> Vec<Type> {
        let mut rest = &self.0[1..];
        let mut types = Vec::new();
        while let Some(ty) = Type::take(&mut rest) {
            types.push(ty);
            if rest.starts_with(')') {
                break;
            }
        }
        types
    }

    /// The type of the result; none for `void`.
    pub fn result(&self) -> Option<Type> {
        self.0.rsplit(')').next().and_then(Type::parse)
    }
}

impl fmt::Display for Descriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Descriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A method by the class in which it is declared or looked for, its name and its descriptor.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MethodRef {
    /// The class.
    pub owner: ClassName,
    /// The name; `<init>` for constructors, `<clinit>` for class initialisers.
    #[serde(with = "text")]
    pub name: Arc<str>,
    /// The descriptor.
    pub descriptor: Descriptor,
}

impl fmt::Display for MethodRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}{}", self.owner, self.name, self.descriptor)
    }
}

/// A field by the class in which it is declared or looked for, its name and its type.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldRef {
    /// The class.
    pub owner: ClassName,
    /// The name.
    pub name: Arc<str>,
    /// The type.
    pub ty: Type,
}

/// Shared texts.
mod text {
    use serde::{Deserialize, Deserializer, Serializer};
    use std::sync::Arc;

    pub(super) fn serialize<S: Serializer>(text: &Arc<str>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(text)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<str>, D::Error> {
        String::deserialize(deserializer).map(Arc::from)
    }
}

impl Serialize for ClassName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for ClassName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ClassName, D::Error> {
        Ok(ClassName::internal(&String::deserialize(deserializer)?))
    }
}

impl Serialize for Descriptor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Descriptor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Descriptor, D::Error> {
        let text = String::deserialize(deserializer)?;
        Descriptor::parse(&text).ok_or_else(|| de::Error::custom(format_args!("no descriptor: `{text}`")))
    }
}

#[cfg(test)]
mod tests {
    use super::{Descriptor, Type};

    #[test]
    fn types_are_read_and_written_as_class_files_and_java_write_them() {
        for (descriptor, java) in [
            ("Z", "boolean"),
            ("J", "long"),
            ("Ljava/util/Map$Entry;", "java.util.Map$Entry"),
            ("[[I", "int[][]"),
            ("[LNode;", "Node[]"),
        ] {
            let ty = Type::parse(descriptor).expect("it is one");
            assert_eq!((ty.descriptor().as_str(), ty.to_string().as_str()), (descriptor, java));
        }
        for wrong in ["", "V", "L;", "Ljava/lang/String", "[", "II", "La.b;", "L/a;", "La//b;", &"[".repeat(256)] {
            assert_eq!(Type::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn descriptors_have_parameters_and_a_result() {
        let descriptor = Descriptor::parse("(I[Ljava/lang/String;J)[D").expect("it is one");
        let parameters: Vec<String> = descriptor.parameters().iter().map(ToString::to_string).collect();
        assert_eq!(parameters, ["int", "java.lang.String[]", "long"]);
        assert_eq!(descriptor.result().expect("it has one").to_string(), "double[]");
        let nothing = Descriptor::parse("()V").expect("it is one");
        assert_eq!((nothing.parameters(), nothing.result()), (Vec::new(), None));
        for wrong in ["", "()", "(V)V", "(I", "I)V", "()VV", "(I)I)V"] {
            assert!(Descriptor::parse(wrong).is_none(), "{wrong}");
        }
    }
}
