//! What runs after a branch in the same method: whether a variable keeps its value until a call, and nothing calls the method again.

use super::branch::{Branch, Way};
use crate::classfile::{ClassName, Code, Invoke, MethodRef, Offset, Operation, Type};
use std::collections::BTreeSet;

/// Whether control comes from a branch to a call, all that runs between them in its method changes none of some variables, and calls nothing of
/// the project. Then the first call of this site in the thread after the branch is that of the same run of the method, with the same values.
pub(super) fn keeps(code: &Code, branch: &Branch, call: Offset, variables: &[u16]) -> bool {
    let (Some(place), Some(call)) = (code.index(branch.offset), code.index(call)) else { return false };
    let all: BTreeSet<usize> = match ways(code, place) {
        ways if ways.is_empty() => return false,
        ways => ways.into_iter().filter(|(way, _)| includes(&branch.way, way)).map(|(_, to)| to).collect(),
    };
    let reached = reached(code, all, |at, _| at != call);
    let is_kept = |at: &usize| {
        let operation = &code.instructions[*at].operation;
        let is_subroutine = matches!(operation, Operation::CallSubroutine(_) | Operation::ReturnFromSubroutine);
        let assigns = variables.iter().any(|slot| assigns(operation, *slot));
        *at == call || (!is_subroutine && !assigns && is_harmless(operation, &branch.method.owner))
    };
    reached.contains(&call) && reached.iter().all(is_kept)
}

/// The places that are reached from some places, on ways out of others that can be gone; what is not decided there has no way.
pub(super) fn reached(
    code: &Code,
    from: impl IntoIterator<Item = usize>,
    can_go: impl Fn(usize, Option<&Way>) -> bool,
) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<usize> = from.into_iter().collect();
    while let Some(at) = open.pop() {
        if at >= code.instructions.len() || !reached.insert(at) {
            continue;
        }
        let one = &code.instructions[at];
        let decided = ways(code, at);
        let next = match &one.operation {
            Operation::Jump(target) | Operation::CallSubroutine(target) => code.index(*target),
            operation => Some(at + 1).filter(|_| decided.is_empty() && operation.falls_through()),
        };
        open.extend(next.filter(|_| can_go(at, None)));
        open.extend(decided.iter().filter(|(way, _)| can_go(at, Some(way))).map(|(_, to)| *to));
        let caught = code.handlers.iter().filter(|handler| (handler.start..handler.end).contains(&one.offset));
        open.extend(caught.filter(|_| can_go(at, None)).filter_map(|handler| code.index(handler.target)));
    }
    reached
}

/// The ways out of an instruction that decides, each number of a switch for itself.
pub(super) fn ways(code: &Code, place: usize) -> Vec<(Way, usize)> {
    match &code.instructions[place].operation {
        Operation::Branch(_, target) => {
            code.index(*target).map_or_else(Vec::new, |target| vec![(Way::Holds, target), (Way::Fails, place + 1)])
        }
        Operation::Switch(switch) => {
            let cases = switch.cases.iter().map(|(key, target)| (Way::Cases(vec![*key]), *target));
            let all = cases.chain([(Way::Default(Vec::new()), switch.default)]);
            all.filter_map(|(way, target)| Some((way, code.index(target)?))).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a way of a branch includes one for itself.
fn includes(branch: &Way, one: &Way) -> bool {
    match (branch, one) {
        (Way::Cases(keys) | Way::Default(keys), Way::Cases(key)) => key.iter().all(|key| keys.contains(key)),
        (branch, one) => std::mem::discriminant(branch) == std::mem::discriminant(one),
    }
}

/// Whether an instruction sets a local variable. A wide value that is stored one place below covers it, too.
pub(super) fn assigns(operation: &Operation, slot: u16) -> bool {
    match operation {
        Operation::Store(other) => *other == slot || other + 1 == slot,
        Operation::Increment(other, _) => *other == slot,
        _ => false,
    }
}

/// Whether an instruction in a class calls nothing that could come back to the project: only what makes exceptions and texts of plain values.
pub(super) fn is_harmless(operation: &Operation, class: &ClassName) -> bool {
    match operation {
        Operation::Invoke(call) => makes_texts(call),
        Operation::InvokeDynamic(call) => {
            &*call.name == "makeConcatWithConstants" && call.descriptor.parameters().iter().all(is_plain)
        }
        Operation::New(class) => class.as_str().starts_with("java/lang/"),
        // The first use of another class runs what initialises it.
        Operation::GetStatic(field) | Operation::PutStatic(field) => {
            field.owner == *class || field.owner.as_str().starts_with("java/lang/")
        }
        _ => true,
    }
}

fn makes_texts(call: &Invoke) -> bool {
    let MethodRef { owner, name, descriptor } = &call.method;
    let owner = owner.as_str();
    let boxed = ["Integer", "Long", "Short", "Byte", "Character", "Boolean", "Float", "Double"];
    let is_known = matches!(owner, "java/lang/StringBuilder" | "java/lang/StringBuffer" | "java/lang/Math")
        || owner.strip_prefix("java/lang/").is_some_and(|name| boxed.contains(&name))
        || owner.starts_with("java/lang/") && owner.ends_with("Exception") && &**name == "<init>"
        || owner == "java/lang/Object" && &**name == "<init>";
    is_known && descriptor.parameters().iter().all(is_plain)
}

/// Whether what is made of a value runs no code of the project.
fn is_plain(ty: &Type) -> bool {
    match ty {
        Type::Primitive(_) => true,
        Type::Class(class) => *class == "java/lang/String",
        Type::Array(_) => false,
    }
}
