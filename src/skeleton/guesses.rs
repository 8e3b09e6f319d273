//! What holds of many structures, by the names and types of their fields.

use super::fields::Field;
use super::reachable::{Reachable, Signature};
use itertools::Itertools;

/// Fields that lead back to where another one comes from, as far as their names tell.
const BACKWARD: &[&str] =
    &["prev", "previous", "pred", "predecessor", "before", "back", "backward", "parent", "up", "father"];

/// A formula, with the rule as a comment behind it.
pub(super) struct Guess {
    pub(super) formula: String,
    /// Whether the class admits nothing else.
    pub(super) is_certain: bool,
}

impl Guess {
    fn that(formula: String) -> Guess {
        Guess { formula, is_certain: false }
    }
}

/// Formulas that may hold of a root object of this name.
pub(super) fn guesses(reachable: &Reachable<'_>, root: &str) -> Vec<Guess> {
    let mut guesses = Vec::new();
    for (index, signature) in reachable.signatures.iter().enumerate() {
        shape(reachable, index, signature, &mut guesses);
    }
    for (index, signature) in reachable.signatures.iter().enumerate() {
        let owner = if index == 0 { root.to_owned() } else { reachable.variable("n") };
        let quantifier = if index == 0 { String::new() } else { format!("all {owner}: {} | ", signature.name) };
        for field in signature.fields.iter().filter(|field| field.indexed) {
            let formula = format!("{quantifier}{}", without_holes(reachable, signature, field, &owner));
            guesses.push(Guess::that(formula));
        }
    }
    let root_signature = &reachable.signatures[0];
    let recursive = |signature: &&Signature| {
        let own =
            |field: &Field| field.target.is_some_and(|target| reachable.signatures[target].name == signature.name);
        signature.fields.iter().any(own)
    };
    let counted = reachable.signatures.iter().skip(1).find(recursive).map(|signature| format!("#{}", signature.name));
    let filled = root_signature.fields.iter().find(|field| field.indexed);
    let filled = filled.map(|field| format!("#{root}.{}", field.name));
    if let (Some(size), Some(count)) = (root_signature.fields.iter().find(|field| field.is_size()), counted.or(filled))
    {
        guesses.push(Guess::that(format!("{root}.{} = {count} -- its size", size.name)));
    }
    guesses
}

/// What holds of the references from objects of a class to others of the same: a list, a tree, and the ways back.
fn shape(reachable: &Reachable<'_>, index: usize, signature: &Signature, guesses: &mut Vec<Guess>) {
    let steps =
        signature.fields.iter().filter(|field| field.target == Some(index) && field.declared.starts_with("lone"));
    // What a record refers to is there before it.
    let is_record = signature.class.as_ref().is_some_and(|class| class.is_record);
    let (mut backward, mut forward): (Vec<&Field>, Vec<&Field>) =
        steps.partition(|field| !is_record && BACKWARD.contains(&field.java.as_str()));
    if forward.is_empty() {
        std::mem::swap(&mut backward, &mut forward);
    }
    let names: Vec<&str> = forward.iter().map(|field| field.name.as_str()).collect();
    let (name, n, all) = (&signature.name, reachable.variable("n"), names.join(" + "));
    let steps = if names.len() == 1 { all.clone() } else { format!("({all})") };
    if !names.is_empty() {
        guesses.push(Guess {
            formula: format!("all {n}: {name} | {n} not in {n}.^{steps} -- no cycle"),
            is_certain: is_record,
        });
    }
    if names.len() > 1 {
        let pairs = names.iter().tuple_combinations();
        let apart: String = pairs.map(|(one, two)| format!(" and no {n}.{one} & {n}.{two}")).collect();
        guesses.push(Guess::that(format!("all {n}: {name} | lone {n}.~({all}){apart} -- a tree")));
    }
    for field in backward {
        guesses.push(Guess::that(format!("all {n}: {name} | {n}.{} = {n}.~{steps} -- the way back", field.name)));
    }
}

/// That the used places of an array are the first ones.
fn without_holes(reachable: &Reachable<'_>, signature: &Signature, field: &Field, owner: &str) -> String {
    let (i, name) = (reachable.variable("i"), &field.name);
    let is_array = field.binding.first().is_some_and(|part| part.starts_with("array("));
    match signature.fields.iter().find(|field| is_array && field.is_size()) {
        Some(size) => {
            format!("all {i}: Int | some {owner}.{name}[{i}] iff {i} >= 0 and {i} < {owner}.{} -- no holes", size.name)
        }
        None => {
            format!(
                "all {i}: Int | some {owner}.{name}[{i}] implies {i} = 0 or some {owner}.{name}[minus[{i}, 1]] -- no holes"
            )
        }
    }
}
