//! `null` in the place of what is handed over: whether it may be there, signatures do not say.

use super::data::{renamed, used};
use crate::classfile::{Descriptor, Type};
use crate::worker::protocol::{Sequence, Statement};

/// An argument of a call that may be an object.
pub(super) struct Reference {
    /// The place of the call.
    place: usize,
    /// The place of the argument among the values that the call uses.
    index: usize,
    /// The type of the parameter.
    pub(super) ty: Type,
    /// The value that is handed over.
    pub(super) given: u32,
}

impl Sequence {
    /// The arguments of its calls that may be objects.
    pub(super) fn references(&self) -> Vec<Reference> {
        let mut references = Vec::new();
        for (place, statement) in self.statements.iter().enumerate() {
            let (descriptor, first) = match statement {
                Statement::New { descriptor, .. } | Statement::CallStatic { descriptor, .. } => (descriptor, 0),
                Statement::Call { descriptor, .. } => (descriptor, 1),
                _ => continue,
            };
            let parameters =
                Descriptor::parse(descriptor).map(|descriptor| descriptor.parameters()).unwrap_or_default();
            for (ty, (index, given)) in parameters.into_iter().zip(used(statement).into_iter().enumerate().skip(first))
            {
                if !matches!(ty, Type::Primitive(_)) {
                    references.push(Reference { place, index, ty, given });
                }
            }
        }
        references
    }

    /// What is before the call that an argument belongs to.
    pub(super) fn before(&self, argument: &Reference) -> Sequence {
        Sequence { statements: self.statements[..argument.place].to_vec(), subject: 0 }
    }

    /// The same with another value in the place of an argument, and with what it begins with then, which makes that value.
    pub(super) fn with_argument(&self, argument: &Reference, begun: Sequence, value: u32) -> Sequence {
        let mut uses = 0..;
        let call = &self.statements[argument.place];
        let call = renamed(call, |other| if uses.next() == Some(argument.index) { value } else { other });
        self.with_before(argument.place, begun, call)
    }

    /// The same with `null` in the place of an argument.
    pub(super) fn with_null_for(&self, argument: &Reference) -> Sequence {
        let mut begun = self.before(argument);
        begun.statements.push(Statement::Null);
        self.with_argument(argument, begun, argument.place as u32)
    }

    /// Whether a value is `null`, and so says it.
    pub(super) fn is_null(&self, value: u32) -> bool {
        self.statements.get(value as usize) == Some(&Statement::Null)
    }

    /// The same with `null` in the place of one argument, for each that is an object.
    pub fn each_with_null(&self) -> Vec<Sequence> {
        let objects = self.references().into_iter().filter(|argument| !self.is_null(argument.given));
        objects.map(|argument| self.with_null_for(&argument)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(descriptor: &str, arguments: &[u32]) -> Statement {
        Statement::New { owner: "A".to_owned(), descriptor: descriptor.to_owned(), arguments: arguments.to_vec() }
    }

    /// Of `a = new A(1)` and `new A(a, 1, a)`, the object can be missing in two places; the number and `null` stay as they are.
    #[test]
    fn each_object_that_is_handed_over_is_missing_once() {
        let number = Statement::Number { ty: "I".to_owned(), bits: 1 };
        let whole = Sequence {
            statements: vec![number.clone(), new("(I)V", &[0]), Statement::Null, new("(LA;ILA;LA;)V", &[1, 0, 1, 2])],
            subject: 3,
        };
        let missing = whole.each_with_null();
        let with = |arguments: &[u32]| {
            let statements = vec![number.clone(), new("(I)V", &[0]), Statement::Null, Statement::Null];
            let statements = [statements, vec![new("(LA;ILA;LA;)V", arguments)]].concat();
            Sequence { statements, subject: 4 }
        };
        assert_eq!(missing, [with(&[3, 0, 1, 2]), with(&[1, 0, 3, 2])]);
    }
}
