//! Call sites, with the branches that lead to them and those that are reached from there.

use super::classes::{Classes, is_of_jdk};
use crate::classfile::{Instruction, Invoke, InvokeKind, MethodRef, Offset, Operation};

/// A call in the caller that runs a method of the callee, or a reference to one: what leads to the reference leads to the calls of its object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// The method of the caller.
    pub method: MethodRef,
    /// The call.
    pub offset: Offset,
    /// The line of the call, if it is known.
    pub line: Option<u16>,
    /// What is called.
    pub call: Invoke,
    /// Whether it is a method reference.
    pub is_reference: bool,
    /// The method of the callee that it runs.
    pub runs: MethodRef,
    /// Whether it runs nothing else.
    pub is_exact: bool,
    /// The branches of the caller that always lead to it, by their places among those of the pair.
    pub leading: Vec<usize>,
    /// The branches of the callee that can be reached from what is called, by their places among those of the pair.
    pub reached: Vec<usize>,
}

/// A branch of the caller and one of the callee, by their places among those of the pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coupled {
    /// That of the caller.
    pub caller: usize,
    /// That of the callee.
    pub callee: usize,
}

impl Coupled {
    /// A branch of a class by itself, by its place: there is no caller.
    pub(super) fn alone(callee: usize) -> Coupled {
        Coupled { caller: 0, callee }
    }
}

impl Site {
    /// The site of a call at a place of a method, without its branches.
    pub(super) fn of(
        classes: &Classes,
        method: MethodRef,
        place: usize,
        (call, runs, is_exact): (&Invoke, MethodRef, bool),
    ) -> Site {
        let code = classes.method(&method).and_then(|(_, method)| method.code.as_ref());
        let code = code.expect("a method of a graph has code");
        let Instruction { offset, operation } = &code.instructions[place];
        let (offset, is_reference) = (*offset, matches!(operation, Operation::InvokeDynamic(_)));
        let line = code.line(offset);
        let (call, leading, reached) = (call.clone(), Vec::new(), Vec::new());
        Site { method, offset, line, call, is_reference, runs, is_exact, leading, reached }
    }

    /// The same with its branches, given all those of its pair.
    pub(super) fn among(self, leading: Vec<usize>, reached: Vec<usize>) -> Site {
        Site { leading, reached, ..self }
    }

    /// Its coupled branches.
    pub fn coupled(&self) -> impl Iterator<Item = Coupled> {
        let pairs = self.leading.iter().flat_map(|caller| self.reached.iter().map(move |callee| (*caller, *callee)));
        pairs.map(|(caller, callee)| Coupled { caller, callee })
    }
}

/// The method that an instruction calls by name, or makes an object of that calls it.
pub(super) fn called(operation: &Operation) -> Option<&Invoke> {
    match operation {
        Operation::Invoke(call) => Some(call),
        Operation::InvokeDynamic(made) => made.referred(),
        _ => None,
    }
}

/// Whether a call runs one method and nothing else, as far as all classes are known; of the JDK, not all that are below others are.
pub(super) fn is_exact(classes: &Classes, call: &Invoke, runs: &MethodRef) -> bool {
    if is_of_jdk(&runs.owner) && matches!(call.kind, InvokeKind::Virtual | InvokeKind::Interface) {
        return false;
    }
    let targets = classes.hierarchy().targets(call);
    !targets.has_unknown && targets.methods.len() == 1 && targets.methods.contains(runs)
}
