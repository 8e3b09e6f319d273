//! Makes arrays at random.

use super::data::ValueType;
use super::making::{DEEPEST, Making};
use crate::classfile::{ClassName, Primitive, Type};
use crate::worker::protocol::Statement;
use std::ops::RangeInclusive;

/// How many elements most arrays have at most.
const SHORT: usize = 3;

/// The numbers of a program that may be lengths of arrays, or indices in them.
const LONG: RangeInclusive<usize> = SHORT + 1..=40;

impl Making<'_, '_> {
    /// An array, mostly a short one.
    pub(super) fn array(&mut self, element: &Type, depth: usize) -> Option<u32> {
        let count = match self.rng.u8(0..12) {
            _ if depth > DEEPEST => 0,
            0 => self.long_length(),
            _ => self.rng.usize(0..=SHORT),
        };
        if count > SHORT {
            // What is in a long one hardly matters.
            let elements = vec![self.value(element, depth + 1)?; count];
            return self.push(Statement::Array { element: element.descriptor(), elements });
        }
        let (mut elements, mut wanted) = (Vec::new(), element.clone());
        for _ in 0..count {
            let value = self.value(&wanted, depth + 1)?;
            // Of objects, all are like the first: they may go into a collection whose type says what is in it.
            if let ValueType::Of(ty) = &self.types[value as usize]
                && elements.is_empty()
                && *element == Type::Class(ClassName::internal("java/lang/Object"))
            {
                wanted = ty.clone();
            }
            elements.push(value);
        }
        self.push(Statement::Array { element: element.descriptor(), elements })
    }

    /// The length of an array in which an index is that the program mentions, or that has as many elements as it mentions.
    fn long_length(&mut self) -> usize {
        let mentioned = self.ingredients.numbers(Primitive::Int);
        let lengths = mentioned.iter().filter_map(|statement| match statement {
            Statement::Number { bits, .. } => usize::try_from(*bits).ok().filter(|length| LONG.contains(length)),
            _ => None,
        });
        let length = self.rng.choice(lengths.collect::<Vec<_>>());
        length.map_or(SHORT, |length| length + self.rng.usize(0..2))
    }
}
