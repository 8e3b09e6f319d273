//! Where in the code something is, as class files say it.

use crate::classfile::{ClassName, Descriptor, Type};

/// A class, or a method of one, with its lines as far as they are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The class.
    pub class: ClassName,
    /// The method of it, if it is one.
    pub method: Option<MethodName>,
    /// The source file of the class, without folder.
    pub source: Option<String>,
    /// The first and the last line.
    pub lines: Option<(u16, u16)>,
}

/// A method by its name and its parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodName {
    /// The name.
    pub name: String,
    /// The descriptor.
    pub descriptor: String,
}

impl Place {
    /// The class with the method as their users write them: `java.util.Map$Entry.setValue(Object)`.
    pub fn title(&self) -> String {
        match &self.method {
            Some(method) => format!("{}.{}", self.class.to_binary(), method.title()),
            None => self.class.to_binary(),
        }
    }

    /// The method with its parameters, or the class.
    pub(super) fn within_class(&self) -> String {
        self.method.as_ref().map_or_else(|| self.class.to_binary(), MethodName::title)
    }

    /// The file and the line, for people: `VersionedSet.java:11`.
    pub(super) fn line(&self) -> Option<String> {
        Some(format!("{}:{}", self.source.as_ref()?, self.lines?.0))
    }
}

impl MethodName {
    /// The name and the parameters: `setValue(Object)`.
    pub fn title(&self) -> String {
        format!("{}({})", self.name, parameters(&self.descriptor))
    }
}

/// The types of the parameters of a descriptor, by their simple names: `int, Object[]`.
pub fn parameters(descriptor: &str) -> String {
    let types = Descriptor::parse(descriptor).map(|descriptor| descriptor.parameters()).unwrap_or_default();
    types.iter().map(simple).collect::<Vec<_>>().join(", ")
}

/// The name of a type without its package and outer classes.
fn simple(ty: &Type) -> String {
    match ty {
        Type::Primitive(primitive) => primitive.keyword().to_owned(),
        Type::Class(name) => name.as_str().rsplit(['/', '$']).next().unwrap_or_default().to_owned(),
        Type::Array(element) => format!("{}[]", simple(element)),
    }
}

#[cfg(test)]
mod tests {
    use super::parameters;

    #[test]
    fn parameters_have_simple_names() {
        assert_eq!(parameters("()V"), "");
        assert_eq!(parameters("(I[[Ljava/lang/Object;JLjava/util/Map$Entry;)Z"), "int, Object[][], long, Entry");
    }
}
