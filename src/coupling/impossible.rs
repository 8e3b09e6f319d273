//! Coupled branches that no input can cover, where that is cheap to prove: a call hands over a constant, or a variable about which the caller's
//! branch says the contrary of what the callee's branch says.
//!
//! A proof asks for a call that runs one method only, for a decision in that very method about parameters that are never assigned, and for a
//! method that calls nothing that could call it again: then all decisions during the call are about what is handed over. That a variable has
//! the value at the call for which the branch was taken asks for the same between these two ([`keeps`]). A branch is out of reach, too, if all
//! ways to it take one of which that is proved.

use super::between::{assigns, is_harmless, keeps, reached, ways};
use super::branch::{Branch, Way};
use super::classes::Classes;
use super::condition::condition;
use super::counting::Counting;
use super::expression::straight;
use super::fact::{Fact, Known};
use super::site::{Coupled, Site};
use crate::classfile::{ClassCode, Code, Constant, MethodCode, Operation};
use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};

/// The coupled branches of some call sites that cannot be covered, each with the proof as a sentence.
pub(super) fn impossible(
    classes: &Classes,
    sites: &[Site],
    [caller_branches, callee_branches]: [&[Branch]; 2],
    counting: Counting,
) -> BTreeMap<Coupled, String> {
    let mut proofs: BTreeMap<Coupled, Option<String>> = BTreeMap::new();
    if counting == Counting::Published {
        // The callee's branch may be taken in another call.
        return BTreeMap::new();
    }
    for site in sites {
        let handed = Handed::of(classes, site);
        for caller in &site.leading {
            let led = handed.as_ref().map(|handed| handed.led(&caller_branches[*caller]));
            for callee in &site.reached {
                let proof = || led.as_ref()?.proof(classes, &callee_branches[*callee]);
                // Each of the call sites has to be hopeless.
                match proofs.entry(Coupled { caller: *caller, callee: *callee }) {
                    Entry::Occupied(mut known) => {
                        let both = known.get_mut().take().and_then(|_| proof());
                        known.insert(both);
                    }
                    Entry::Vacant(unknown) => drop(unknown.insert(proof())),
                }
            }
        }
    }
    proofs.into_iter().filter_map(|(coupled, proof)| Some((coupled, proof?))).collect()
}

/// What a call hands over.
struct Handed<'c> {
    site: &'c Site,
    /// The code with the call.
    code: &'c Code,
    /// The code of the method that is called.
    called: &'c Code,
    /// What is known of parameters, by the local variables that they come to.
    values: BTreeMap<u16, Known>,
    /// What the decisions of that method say of what is handed over, by their places.
    asked: BTreeMap<usize, Vec<(Way, Fact)>>,
    /// The places in that method that are reached with the constants that are handed over.
    reached: BTreeSet<usize>,
}

/// What a call hands over that a branch has led to.
struct Led<'h, 'c> {
    handed: &'h Handed<'c>,
    branch: &'h Branch,
    /// What the branch says of variables that still have these values at the call.
    said: Option<Fact>,
    /// The places in the called method that are reached then.
    reached: BTreeSet<usize>,
}

impl<'c> Handed<'c> {
    /// What the call of a site hands over; none if the call proves nothing.
    fn of(classes: &'c Classes, site: &'c Site) -> Option<Handed<'c>> {
        let (class, runs) = classes.method(&site.runs)?;
        let initialises = |method: &&MethodCode| method.name == "<clinit>";
        let is_closed = class.methods.iter().filter(initialises).all(|method| calls_nothing(class, method));
        if site.is_reference || !site.is_exact || !is_closed || !calls_nothing(class, runs) {
            return None;
        }
        let (code, called) = (classes.method(&site.method)?.1.code.as_ref()?, runs.code.as_ref()?);
        let values = values(code, code.index(site.offset)?, runs)?;
        let mut handed = Handed { site, code, called, values, asked: BTreeMap::new(), reached: BTreeSet::new() };
        for place in 0..called.instructions.len() {
            let asked = ways(called, place).into_iter().filter_map(|(way, _)| {
                let branch = Branch { method: site.runs.clone(), offset: called.instructions[place].offset, way };
                handed.asked(&branch).map(|fact| (branch.way, fact))
            });
            let asked: Vec<(Way, Fact)> = asked.collect();
            if !asked.is_empty() {
                handed.asked.insert(place, asked);
            }
        }
        handed.reached = handed.reached(None);
        Some(handed)
    }

    /// What it hands over where a branch has led to it.
    fn led<'h>(&'h self, branch: &'h Branch) -> Led<'h, 'c> {
        // What runs in a constructor before there is an object is not seen.
        let is_here = branch.method == self.site.method && &*branch.method.name != "<init>";
        let said = Fact::of(self.code, branch, known).filter(|_| is_here);
        let said = said.filter(|fact| keeps(self.code, branch, self.site.offset, &fact.variables()));
        let reached = said.as_ref().map_or_else(|| self.reached.clone(), |said| self.reached(Some(said)));
        Led { handed: self, branch, said, reached }
    }

    /// What a branch of the called method says of what is handed over.
    fn asked(&self, branch: &Branch) -> Option<Fact> {
        Fact::of(self.called, branch, |operation| match operation {
            Operation::Load(slot, _) => {
                let is_assigned = self.called.instructions.iter().any(|one| assigns(&one.operation, *slot));
                self.values.get(slot).filter(|_| !is_assigned).cloned()
            }
            _ => known(operation),
        })
    }

    /// The places in the called method that are reached where something holds of what is handed over.
    fn reached(&self, said: Option<&Fact>) -> BTreeSet<usize> {
        let can_go = |at: usize, way: Option<&Way>| {
            let facts = self.asked.get(&at).into_iter().flatten();
            let mut facts = facts.filter(|(one, _)| Some(one) == way).map(|(_, fact)| fact);
            !facts.any(|fact| *fact == Fact::Never || said.is_some_and(|said| said.contradicts(fact)))
        };
        reached(self.called, [0], can_go)
    }
}

/// What is known of the arguments of a call, by the local variables that they come to; none if nothing is.
fn values(code: &Code, call: usize, runs: &MethodCode) -> Option<BTreeMap<u16, Known>> {
    let first = straight(code, call);
    let mut slots: Vec<u16> = Vec::new();
    let mut next = u16::from(!runs.is_static);
    for ty in &runs.descriptor.parameters() {
        slots.push(next);
        next += ty.slots();
    }
    let mut values = BTreeMap::new();
    let mut at = call;
    for slot in slots.into_iter().rev() {
        at = at.checked_sub(1).filter(|at| *at >= first)?;
        match (&code.instructions[at].operation, known(&code.instructions[at].operation)) {
            (_, Some(known)) => drop(values.insert(slot, known)),
            (Operation::GetStatic(_), None) => {}
            // What comes before is not looked for behind something that takes values from the stack.
            _ => break,
        }
    }
    (!values.is_empty()).then_some(values)
}

impl Led<'_, '_> {
    /// Why the call never takes a branch of what it runs, if that is so.
    fn proof(&self, classes: &Classes, callee: &Branch) -> Option<String> {
        let Handed { site, called, values, reached, .. } = self.handed;
        if callee.method != site.runs {
            return None;
        }
        let (place, asked) = (called.index(callee.offset)?, self.handed.asked(callee));
        let line = site.line.map_or_else(String::new, |line| format!(" in line {line}"));
        let (call, wanted) = (format!("the call of `{}`{line}", site.runs.name), condition(classes, callee).1);
        let is_never = asked == Some(Fact::Never);
        if is_never || !reached.contains(&place) {
            let constants = values.values().filter_map(|known| match known {
                Known::Constant(constant) => worded(constant),
                Known::Local(_) => None,
            });
            let constants = constants.collect::<Vec<String>>().join(" and ");
            let so = if is_never { "never holds" } else { "is never asked for" };
            return Some(format!("{call} hands over {constants}, with which `{wanted}` {so}"));
        }
        let said = self.said.as_ref()?;
        let so = match asked {
            Some(asked) if said.contradicts(&asked) => "is the contrary of that",
            _ if !self.reached.contains(&place) => "is never asked for then",
            _ => return None,
        };
        let holds = condition(classes, self.branch).1;
        let what = if said.variables().len() > 1 { "the values" } else { "the value" };
        Some(format!("{call} hands over {what} for which `{holds}` held, and `{wanted}` {so}"))
    }
}

/// What is known of what an instruction pushes, in the method that calls.
fn known(operation: &Operation) -> Option<Known> {
    match operation {
        Operation::Push(constant) => Some(Known::Constant(constant.clone())),
        Operation::Load(slot, _) => Some(Known::Local(*slot)),
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

/// Whether the code of a method calls nothing that could come back to the project.
fn calls_nothing(class: &ClassCode, method: &MethodCode) -> bool {
    let Some(code) = &method.code else { return false };
    code.instructions.iter().all(|one| is_harmless(&one.operation, &class.name))
}
