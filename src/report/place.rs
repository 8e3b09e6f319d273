//! Where in the code something is, as class files or specifications say it.

use crate::classfile::{ClassCode, ClassName, Descriptor, Type};
use itertools::Itertools;

/// A class, or a member of one, with its lines as far as they are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The class.
    pub class: ClassName,
    /// The member of it, if it is one.
    pub member: Option<Member>,
    /// The source file: that of a class without folder, or a specification by its path.
    pub source: Option<String>,
    /// The first and the last line.
    pub lines: Option<(u16, u16)>,
}

/// A member of a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Member {
    /// A method or constructor.
    Method(MethodName),
    /// A field.
    Field(String),
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
    /// A method of a class that is called so; the class where it has none.
    pub fn of_method(class: &ClassCode, called: &str) -> Place {
        let method = class.methods.iter().find(|method| method.name == called && !method.is_synthetic);
        let member = method.map(|method| {
            Member::Method(MethodName { name: method.name.clone(), descriptor: method.descriptor.to_string() })
        });
        let lines = method.and_then(|method| method.lines);
        Place { class: class.name.clone(), member, source: class.source.clone(), lines }
    }

    /// A line of a method; its source file may be unknown, and its number 0 if it is not known.
    pub fn line_of(class: ClassName, method: MethodName, source: &str, line: u32) -> Place {
        let line = u16::try_from(line).ok().filter(|line| *line > 0);
        Place {
            class,
            member: Some(Member::Method(method)),
            source: Some(source.to_owned()).filter(|source| !source.is_empty()),
            lines: line.map(|line| (line, line)),
        }
    }

    /// The class with the member as their users write them: `java.util.Map$Entry.setValue(Object)`.
    pub fn title(&self) -> String {
        match &self.member {
            Some(member) => format!("{}.{}", self.class.to_binary(), member.title()),
            None => self.class.to_binary(),
        }
    }

    /// The member, a method with its parameters; or the class.
    pub(super) fn within_class(&self) -> String {
        self.member.as_ref().map_or_else(|| self.class.to_binary(), Member::title)
    }

    /// The file and the line, for people: `VersionedSet.java:11`.
    pub(super) fn line(&self) -> Option<String> {
        Some(format!("{}:{}", self.source.as_ref()?, self.lines?.0))
    }
}

impl Member {
    /// The name, and what parameters it has.
    fn title(&self) -> String {
        match self {
            Member::Method(method) => method.title(),
            Member::Field(name) => name.clone(),
        }
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
    types.iter().map(type_name).join(", ")
}

/// The name of a type without its package and outer classes.
pub fn type_name(ty: &Type) -> String {
    match ty {
        Type::Primitive(primitive) => primitive.keyword().to_owned(),
        Type::Class(name) => name.simple().to_owned(),
        Type::Array(element) => format!("{}[]", type_name(element)),
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
