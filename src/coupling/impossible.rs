//! Coupled branches that no input can cover, where that is cheap to prove: a call hands over a constant, and what is called decides by it.
//!
//! A proof asks for a call that runs one method only, for a decision in that very method about a parameter that is never assigned and a
//! constant, and for a method that calls nothing that could call it again: then all decisions during the call are about that constant.

use super::branch::{Branch, Way};
use super::classes::Classes;
use super::condition::condition;
use super::counting::Counting;
use super::expression::straight;
use super::site::{Coupled, Site};
use crate::classfile::{
    Code, Comparison, Condition, Constant, Invoke, MethodCode, MethodRef, Operands, Operation, Type,
};
use std::collections::BTreeMap;

/// The coupled branches of some call sites that cannot be covered, each with the proof as a sentence.
pub(super) fn impossible(
    classes: &Classes,
    sites: &[Site],
    callee_branches: &[Branch],
    counting: Counting,
) -> BTreeMap<Coupled, String> {
    let mut proofs: BTreeMap<Coupled, Option<String>> = BTreeMap::new();
    if counting == Counting::Published {
        // The callee's branch may be taken in another call.
        return BTreeMap::new();
    }
    for site in sites {
        let given = given(classes, site);
        for callee in &site.reached {
            let proof = given.as_ref().and_then(|given| proof(classes, site, given, &callee_branches[*callee]));
            for caller in &site.leading {
                let coupled = Coupled { caller: *caller, callee: *callee };
                // Each of the call sites has to be hopeless.
                proofs
                    .entry(coupled)
                    .and_modify(|known| *known = known.take().and(proof.clone()))
                    .or_insert_with(|| proof.clone());
            }
        }
    }
    proofs.into_iter().filter_map(|(coupled, proof)| Some((coupled, proof?))).collect()
}

/// The constants that a call hands over, by the local variables that they come to; none if the call proves nothing.
fn given(classes: &Classes, site: &Site) -> Option<BTreeMap<u16, Constant>> {
    let (class, runs) = classes.method(&site.runs)?;
    let initialises = |method: &&MethodCode| method.name == "<clinit>";
    let is_closed = class.methods.iter().filter(initialises).all(calls_nothing);
    if !site.is_exact || !is_closed || !calls_nothing(runs) {
        return None;
    }
    let code = classes.method(&site.method)?.1.code.as_ref()?;
    let call = code.index(site.offset)?;
    let first = straight(code, call);
    let parameters = runs.descriptor.parameters();
    let mut slots: Vec<u16> = Vec::new();
    let mut next = u16::from(!runs.is_static);
    for ty in &parameters {
        slots.push(next);
        next += ty.slots();
    }
    let mut given = BTreeMap::new();
    let mut at = call;
    for slot in slots.into_iter().rev() {
        at = at.checked_sub(1).filter(|at| *at >= first)?;
        match &code.instructions[at].operation {
            Operation::Push(constant) => drop(given.insert(slot, constant.clone())),
            Operation::Load(_) | Operation::GetStatic(_) => {}
            // What comes before is not looked for behind something that takes values from the stack.
            _ => break,
        }
    }
    Some(given).filter(|given| !given.is_empty())
}

/// Why a call never takes a branch of what it runs, if that is so.
fn proof(classes: &Classes, site: &Site, given: &BTreeMap<u16, Constant>, branch: &Branch) -> Option<String> {
    if branch.method != site.runs {
        return None;
    }
    let code = classes.method(&branch.method)?.1.code.as_ref()?;
    let place = code.index(branch.offset)?;
    let first = straight(code, place);
    let before = |count: usize| {
        let at = place.checked_sub(count).filter(|at| *at >= first)?;
        value(code, given, &code.instructions[at].operation)
    };
    let is_taken = match &code.instructions[place].operation {
        Operation::Branch(condition, _) => {
            let (left, right) = match condition.operands {
                Operands::IntWithZero => (before(1)?, Constant::Int(0)),
                Operands::ReferenceWithNull => (before(1)?, Constant::Null),
                Operands::Ints => (before(2)?, before(1)?),
                Operands::References => return None,
            };
            let holds = holds(*condition, &left, &right)?;
            holds == (branch.way == Way::Holds)
        }
        Operation::Switch(switch) => {
            let Constant::Int(key) = before(1)? else { return None };
            let is_case = switch.cases.iter().any(|(case, _)| *case == key);
            match &branch.way {
                Way::Cases(cases) => cases.contains(&key),
                Way::Default(cases) => cases.contains(&key) || !is_case,
                Way::Holds | Way::Fails => return None,
            }
        }
        _ => return None,
    };
    let handed: Vec<String> = given.values().filter_map(worded).collect();
    let line = site.line.map_or_else(String::new, |line| format!(" in line {line}"));
    (!is_taken).then(|| {
        format!(
            "the call of `{}`{line} hands over {}, with which `{}` never holds",
            site.runs.name,
            handed.join(" and "),
            condition(classes, branch).1
        )
    })
}

/// What an instruction pushes, if that is known: a constant, or a parameter that is one and stays it.
fn value(code: &Code, given: &BTreeMap<u16, Constant>, operation: &Operation) -> Option<Constant> {
    match operation {
        Operation::Push(constant) => Some(constant.clone()),
        Operation::Load(slot) => {
            // A wide value that is stored one place below covers this one, too.
            let assigns = |operation: &Operation| match operation {
                Operation::Store(other) => other == slot || other + 1 == *slot,
                Operation::Increment(other, _) => other == slot,
                _ => false,
            };
            let is_assigned = code.instructions.iter().any(|one| assigns(&one.operation));
            given.get(slot).filter(|_| !is_assigned).cloned()
        }
        _ => None,
    }
}

/// Whether a condition holds for two constants.
fn holds(condition: Condition, left: &Constant, right: &Constant) -> Option<bool> {
    match (left, right) {
        (Constant::Int(left), Constant::Int(right)) => Some(match condition.comparison {
            Comparison::Equal => left == right,
            Comparison::NotEqual => left != right,
            Comparison::Less => left < right,
            Comparison::GreaterOrEqual => left >= right,
            Comparison::Greater => left > right,
            Comparison::LessOrEqual => left <= right,
        }),
        (left, Constant::Null) => {
            let is_null = match left {
                Constant::Null => true,
                Constant::Text(_) | Constant::Class(_) => false,
                _ => return None,
            };
            Some(is_null == (condition.comparison == Comparison::Equal))
        }
        _ => None,
    }
}

/// A constant in the words of source.
fn worded(constant: &Constant) -> Option<String> {
    match constant {
        Constant::Null => Some("`null`".to_owned()),
        Constant::Int(value) => Some(format!("`{value}`")),
        Constant::Text(text) => Some(format!("`{text:?}`")),
        Constant::Class(_) => Some("a class".to_owned()),
        _ => None,
    }
}

/// Whether the code of a method calls nothing that could come back to the project: only what makes exceptions and texts of plain values.
fn calls_nothing(method: &MethodCode) -> bool {
    let Some(code) = &method.code else { return false };
    let is_harmless = |operation: &Operation| match operation {
        Operation::Invoke(call) => makes_texts(call),
        Operation::InvokeDynamic(call) => {
            &*call.name == "makeConcatWithConstants" && call.descriptor.parameters().iter().all(is_plain)
        }
        Operation::New(class) => class.as_str().starts_with("java/lang/"),
        // The first use of another class runs what initialises it.
        Operation::GetStatic(field) | Operation::PutStatic(field) => field.owner.as_str().starts_with("java/lang/"),
        _ => true,
    };
    code.instructions.iter().all(|one| is_harmless(&one.operation))
}

fn makes_texts(call: &Invoke) -> bool {
    let MethodRef { owner, name, descriptor } = &call.method;
    let owner = owner.as_str();
    let is_known = matches!(owner, "java/lang/StringBuilder" | "java/lang/StringBuffer" | "java/lang/Math")
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
