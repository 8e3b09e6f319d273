//! The methods of a callee that calls of a caller run.

use super::classes::Classes;
use super::pair::{Kinship, Pair};
use super::site::called;
use crate::classfile::{MethodRef, Operation};
use std::collections::BTreeSet;

/// The methods that the callee of a pair declares and that call sites run, by themselves or through others of the callee. Where one of the classes
/// extends the other one, or there is only one, these are all methods of the callee: whoever has an object of the one may call them.
pub fn entered(classes: &Classes, pair: &Pair) -> BTreeSet<MethodRef> {
    let Some(code) = classes.code(&pair.callee) else { return BTreeSet::new() };
    if pair.kinship != Kinship::Strangers {
        return code.methods.iter().map(|method| code.reference(method)).collect();
    }
    let mut entered = BTreeSet::new();
    let mut open: Vec<MethodRef> = pair.sites.iter().map(|site| site.runs.clone()).collect();
    while let Some(method) = open.pop() {
        if !entered.insert(method.clone()) {
            continue;
        }
        let Some(code) = classes.method(&method).and_then(|(_, method)| method.code.as_ref()) else { continue };
        for one in &code.instructions {
            let call = match &one.operation {
                Operation::InvokeDynamic(made) => made.referred(),
                operation => called(operation),
            };
            open.extend(call.and_then(|call| classes.called(call, &pair.callee)));
        }
    }
    entered.retain(|method| method.owner == pair.callee);
    entered
}
