//! Members of classes as sequences use them.

use super::jdk;
use crate::classfile::{ClassName, Descriptor, Type};
use crate::worker::protocol::Statement;
use serde::{Deserialize, Serialize};

/// The name and the descriptor of `equals`.
const EQUALS: (&str, &str) = ("equals", "(Ljava/lang/Object;)Z");

/// A member that a sequence can use: a constructor, a method or a field.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Member {
    /// The class that a test names.
    pub owner: ClassName,
    /// Its name; `<init>` for a constructor.
    pub name: String,
    /// Its descriptor; of a field that of its type.
    pub descriptor: String,
    /// Whether it belongs to the class and not to an object.
    pub is_static: bool,
}

impl Member {
    /// Whether it is a field.
    pub fn is_field(&self) -> bool {
        !self.descriptor.starts_with('(')
    }

    /// Whether it is a constructor.
    pub fn is_constructor(&self) -> bool {
        self.name == "<init>"
    }

    /// The types of what it is given.
    pub fn parameters(&self) -> Vec<Type> {
        Descriptor::parse(&self.descriptor).map(|descriptor| descriptor.parameters()).unwrap_or_default()
    }

    /// The type of what it gives; none for nothing.
    pub fn result(&self) -> Option<Type> {
        match () {
            () if self.is_constructor() => Some(Type::Class(self.owner.clone())),
            () if self.is_field() => Type::parse(&self.descriptor),
            () => Descriptor::parse(&self.descriptor).and_then(|descriptor| descriptor.result()),
        }
    }

    /// The statement that uses it.
    pub fn statement(&self, on: Option<u32>, arguments: Vec<u32>) -> Statement {
        let (owner, name, descriptor) = (self.owner.to_string(), self.name.clone(), self.descriptor.clone());
        match on {
            _ if self.is_constructor() => Statement::New { owner, descriptor, arguments },
            None if self.is_field() => Statement::Static { owner, name, ty: descriptor },
            None => Statement::CallStatic { owner, name, descriptor, arguments },
            Some(of) if self.is_field() => Statement::Field { of, owner, name, ty: descriptor },
            Some(on) => Statement::Call { on, owner, name, descriptor, arguments },
        }
    }

    fn of((owner, name, descriptor): &(&str, &str, &str), is_static: bool) -> Member {
        let owner = ClassName::internal(owner);
        Member { owner, name: (*name).to_owned(), descriptor: (*descriptor).to_owned(), is_static }
    }

    /// What asks an object whether it equals another one.
    pub fn equality() -> Member {
        Member::of(&("java/lang/Object", EQUALS.0, EQUALS.1), false)
    }

    /// Whether it asks an object whether it equals another one, of whatever class.
    pub fn is_equality(&self) -> bool {
        (self.name.as_str(), self.descriptor.as_str()) == EQUALS
    }

    /// What asks an object for a text of itself.
    pub fn text() -> Member {
        Member::of(&("java/lang/Object", "toString", "()Ljava/lang/String;"), false)
    }

    /// What can be called on every object, as far as sequences do.
    pub fn of_every_object() -> [Member; 2] {
        [Member::equality(), Member::text()]
    }

    /// What of the JDK makes objects.
    pub fn makers_of_jdk() -> impl Iterator<Item = Member> {
        jdk::MAKERS.iter().map(|maker| Member::of(maker, true))
    }

    /// What can be called on objects of the JDK.
    pub fn methods_of_jdk() -> impl Iterator<Item = Member> {
        jdk::METHODS.iter().map(|method| Member::of(method, false))
    }

    /// How a test gets members of classes as objects.
    pub fn of_classes() -> impl Iterator<Item = Member> {
        jdk::OF_CLASSES.iter().map(|method| Member::of(method, false))
    }

    /// How a test names files in its folder and reads them.
    pub fn of_files() -> impl Iterator<Item = Member> {
        jdk::OF_FILES.iter().map(|method| Member::of(method, method.0 == jdk::FILES))
    }
}
