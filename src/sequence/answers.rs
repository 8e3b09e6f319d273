//! What the methods of stubs use.

use crate::worker::protocol::{Act, StubMethod};

/// What a stub has for the method of an interface of the JDK, of which only the result is known.
pub(super) fn unnamed(act: Act) -> StubMethod {
    StubMethod { name: String::new(), descriptor: String::new(), act }
}

/// The values that a method of a stub uses.
pub(super) fn used(act: &Act) -> &[u32] {
    match act {
        Act::Return(values) => values,
        Act::Throw(value) | Act::Compute { value, .. } => std::slice::from_ref(value),
        Act::Nothing | Act::Echo(_) => &[],
    }
}

/// The same, to give them other names.
pub(super) fn used_mut(act: &mut Act) -> &mut [u32] {
    match act {
        Act::Return(values) => values,
        Act::Throw(value) | Act::Compute { value, .. } => std::slice::from_mut(value),
        Act::Nothing | Act::Echo(_) => &mut [],
    }
}
