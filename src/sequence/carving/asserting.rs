//! What assertions do: they run the functions that they are given, and ask whether objects are equal.

use super::held::{Held, Lambda};
use super::machine::Machine;
use crate::classfile::{ClassName, Invoke, Type};
use crate::sequence::data::{ValueType, type_of};
use crate::sequence::member::Member;
use crate::sequence::program::unboxed;

/// Assertions that ask one object whether it equals another one; a matcher is what the other one is given to.
const OF_EQUALITY: [&str; 5] = ["assertEquals", "assertNotEquals", "assertThat", "isEqualTo", "isNotEqualTo"];

impl Machine<'_> {
    /// What a call of an assertion does, and what it returns: what the value is asked next is about the same value.
    pub(super) fn asserted(&mut self, invoke: &Invoke, on: Option<Held>, arguments: &[Held], depth: usize) -> Held {
        for argument in arguments {
            if let Held::Function(function) = argument {
                let Lambda { body, captured, .. } = self.functions[*function].clone();
                self.body(&body, captured, depth);
            }
        }
        let on = on.filter(|on| matches!(on, Held::Asserted(_)));
        let parameters = invoke.method.descriptor.parameters();
        // What takes a text only is a message.
        let is_about = |(held, ty): &(&Held, &Type)| {
            let takes_objects = matches!(ty, Type::Class(class) if *class != "java/lang/String");
            takes_objects && !matches!(held, Held::Function(_))
        };
        let given = arguments.iter().zip(&parameters).filter(is_about).map(|(held, _)| held);
        let about: Vec<Held> = on.iter().chain(given).map(|held| held.itself().clone()).collect();
        if let [one, other] = about.as_slice()
            && OF_EQUALITY.contains(&&*invoke.method.name)
        {
            self.equality(one, other, depth);
        }
        match about.first() {
            Some(one) if on.is_some() || about.len() == 1 => Held::Asserted(Box::new(one.clone())),
            _ => Held::Unknown,
        }
    }

    /// Asks an object whether it equals another one; where nothing is known of that, whether it equals itself.
    fn equality(&mut self, one: &Held, other: &Held, depth: usize) {
        let [first, second] = [one, other].map(|held| self.object(held, depth));
        let (on, asked) = match (first, second) {
            (Some(on), Some(other)) => (on, Some(other)),
            (Some(on), None) => (on, self.value(other, &object(), depth)),
            (None, Some(on)) => (on, self.value(one, &object(), depth)),
            (None, None) => return,
        };
        self.emit(Member::equality().statement(Some(on), vec![asked.unwrap_or(on)]));
    }

    /// The value of a statement that is an object with an `equals` of its own, as far as types tell.
    fn object(&mut self, held: &Held, depth: usize) -> Option<u32> {
        let (Held::Value(_) | Held::Fresh(_)) = held else { return None };
        let value = self.value(held, &object(), depth)?;
        match type_of(&self.statements[value as usize])? {
            ValueType::Of(ref ty @ Type::Class(ref class)) if class != "java/lang/String" && unboxed(ty).is_none() => {
                Some(value)
            }
            _ => None,
        }
    }
}

fn object() -> Type {
    Type::Class(ClassName::internal("java/lang/Object"))
}
