//! What workers are told of pairs, and what the numbers mean that they tell of.

use super::branch::{Branch, Way, ways};
use super::classes::{Classes, is_of_jdk};
use super::counting::Counting;
use super::pair::Pair;
use super::site::Coupled;
use crate::classfile::{Code, Flow, MethodRef, Offset, Operation};
use crate::worker::protocol::{self, BranchedMethod, CallSite, Decision, Feature, Taken};
use std::collections::{BTreeMap, BTreeSet};

/// Numbers for methods, branches, call sites and couplings.
pub(super) struct Probes {
    feature: protocol::Branches,
    branches: BTreeMap<Branch, u32>,
    sites: BTreeMap<(MethodRef, Offset), u32>,
    /// For each coupling the place of its pair.
    couplings: Vec<usize>,
    /// For each pair its branches by number: those of the caller, and those of the callee.
    of_pairs: Vec<[BTreeMap<u32, usize>; 2]>,
    /// The pairs that are a class by itself.
    alone: Vec<usize>,
}

/// The methods that have the branches of a pair, and those that its call sites run.
fn needed(pair: &Pair) -> impl Iterator<Item = &MethodRef> {
    let branches = pair.caller_branches.iter().chain(&pair.callee_branches).map(|branch| &branch.method);
    branches.chain(pair.sites.iter().flat_map(|site| [&site.method, &site.runs]))
}

impl Probes {
    /// Those of some pairs.
    pub(super) fn of(classes: &Classes, pairs: &[Pair], distances: bool) -> Probes {
        let mut probes = Probes {
            feature: protocol::Branches { distances, ..protocol::Branches::default() },
            branches: BTreeMap::new(),
            sites: BTreeMap::new(),
            couplings: Vec::new(),
            of_pairs: Vec::new(),
            alone: (0..pairs.len()).filter(|pair| pairs[*pair].is_alone()).collect(),
        };
        let mut methods: BTreeSet<&MethodRef> =
            pairs.iter().flat_map(|pair| pair.caller_methods.iter().chain(&pair.callee_methods)).collect();
        // What everything else uses, too, is told of as little as can be.
        let needed: BTreeSet<&MethodRef> = pairs.iter().flat_map(needed).collect();
        methods.retain(|method| !is_of_jdk(&method.owner) || needed.contains(method));
        let mut wanted: BTreeMap<&MethodRef, BTreeSet<Offset>> = BTreeMap::new();
        for site in pairs.iter().flat_map(|pair| &pair.sites) {
            wanted.entry(&site.method).or_default().insert(site.offset);
        }
        let mut numbers = BTreeMap::new();
        for method in methods {
            let Some(code) = classes.method(method).and_then(|(_, found)| found.code.as_ref()) else { continue };
            let number = u32::try_from(probes.feature.methods.len()).unwrap_or(u32::MAX);
            numbers.insert(method, number);
            let sites = wanted.get(method).cloned().unwrap_or_default();
            probes.add(method, code, &sites);
        }
        for (place, pair) in pairs.iter().enumerate() {
            let of = |branches: &[Branch]| {
                branches.iter().enumerate().map(|(place, branch)| (probes.branches[branch], place)).collect()
            };
            let of_pair = [of(&pair.caller_branches), of(&pair.callee_branches)];
            let numbered = |branches: &[Branch]| branches.iter().map(|branch| probes.branches[branch]).collect();
            let (callers, callees): (Vec<u32>, Vec<u32>) =
                (numbered(&pair.caller_branches), numbered(&pair.callee_branches));
            probes.of_pairs.push(of_pair);
            for site in &pair.sites {
                let sorted = |places: &[usize], among: &[u32]| {
                    let mut numbers: Vec<u32> = places.iter().map(|place| among[*place]).collect();
                    numbers.sort_unstable();
                    numbers
                };
                let coupling = protocol::Coupling {
                    site: probes.sites[&(site.method.clone(), site.offset)],
                    runs: numbers[&site.runs],
                    is_exact: site.is_exact,
                    leading: sorted(&site.leading, &callers),
                    reached: sorted(&site.reached, &callees),
                };
                probes.feature.couplings.push(coupling);
                probes.couplings.push(place);
            }
        }
        probes
    }

    fn add(&mut self, method: &MethodRef, code: &Code, wanted: &BTreeSet<Offset>) {
        let flow = Flow::of(code).ok();
        let mut decided: BTreeMap<usize, Vec<Way>> = BTreeMap::new();
        for (flow, block) in flow.iter().flat_map(|flow| flow.blocks().map(move |block| (flow, block))) {
            if let Some(last) = flow.instructions(block).last() {
                decided.insert(last, ways(flow, block).into_iter().map(|(way, _)| way).collect());
            }
        }
        let (mut decisions, mut calls, mut place) = (Vec::new(), Vec::new(), 0);
        for (at, one) in code.instructions.iter().enumerate() {
            match &one.operation {
                Operation::Branch(..) => {
                    let first = self.number(method, one.offset, Way::Holds);
                    self.number(method, one.offset, Way::Fails);
                    decisions.push(Decision { keys: Vec::new(), branches: vec![first, first + 1] });
                }
                Operation::Switch(switch) => {
                    let keys: Vec<i32> = switch.cases.iter().map(|(key, _)| *key).collect();
                    // What cannot be reached, or leads to one place only, has one branch that nobody asks for.
                    let ways = decided.get(&at).filter(|ways| !ways.is_empty()).cloned();
                    let ways = ways.unwrap_or_else(|| vec![Way::Default(keys.clone())]);
                    let numbers: Vec<u32> =
                        ways.iter().map(|way| self.number(method, one.offset, way.clone())).collect();
                    let takes = |way: &Way, key: Option<i32>| match (way, key) {
                        (Way::Cases(keys) | Way::Default(keys), Some(key)) => keys.contains(&key),
                        (Way::Default(_), None) => true,
                        _ => false,
                    };
                    let of = |key: Option<i32>| {
                        ways.iter().position(|way| takes(way, key)).map_or(numbers[0], |found| numbers[found])
                    };
                    let branches = keys.iter().map(|key| of(Some(*key))).chain([of(None)]).collect();
                    decisions.push(Decision { keys, branches });
                }
                Operation::Invoke(_) | Operation::InvokeDynamic(_) => {
                    if wanted.contains(&one.offset) {
                        let site = u32::try_from(self.sites.len()).unwrap_or(u32::MAX);
                        self.sites.insert((method.clone(), one.offset), site);
                        calls.push(CallSite { place, site });
                    }
                    place += 1;
                }
                _ => {}
            }
        }
        let (owner, name, descriptor) =
            (method.owner.to_string(), method.name.to_string(), method.descriptor.to_string());
        self.feature.methods.push(BranchedMethod { owner, name, descriptor, decisions, calls });
    }

    fn number(&mut self, method: &MethodRef, offset: Offset, way: Way) -> u32 {
        let number = u32::try_from(self.branches.len()).unwrap_or(u32::MAX);
        self.branches.insert(Branch { method: method.clone(), offset, way }, number);
        number
    }

    /// What workers are asked to tell.
    pub(super) fn feature(&self) -> Feature {
        Feature::Branches(self.feature.clone())
    }

    /// All branches with their numbers.
    pub(super) fn branches(&self) -> &BTreeMap<Branch, u32> {
        &self.branches
    }

    /// The coupled branches that were covered, each with the place of its pair.
    pub(super) fn covered(&self, taken: &Taken, counting: Counting) -> Vec<(usize, Coupled)> {
        let mut covered: Vec<(usize, Coupled)> = match counting {
            Counting::Causal => taken
                .covered
                .iter()
                .filter_map(|one| self.coupled(one.coupling as usize, one.leading, one.reached))
                .collect(),
            Counting::Published => self.published(taken),
        };
        for pair in &self.alone {
            let [_, branches] = &self.of_pairs[*pair];
            let places = taken.branches.iter().filter_map(|branch| branches.get(branch));
            covered.extend(places.map(|place| (*pair, Coupled::alone(*place))));
        }
        covered
    }

    fn coupled(&self, coupling: usize, leading: u32, reached: u32) -> Option<(usize, Coupled)> {
        let pair = *self.couplings.get(coupling)?;
        let [caller, callee] = &self.of_pairs[pair];
        Some((pair, Coupled { caller: *caller.get(&leading)?, callee: *callee.get(&reached)? }))
    }

    /// The coupled branches of which both were taken, and a call site of them was called.
    fn published(&self, taken: &Taken) -> Vec<(usize, Coupled)> {
        let is_taken = |branch: &&u32| taken.branches.binary_search(branch).is_ok();
        let mut covered = Vec::new();
        for (number, coupling) in self.feature.couplings.iter().enumerate() {
            if taken.sites.binary_search(&coupling.site).is_err() {
                continue;
            }
            let reached: Vec<u32> = coupling.reached.iter().filter(is_taken).copied().collect();
            for leading in coupling.leading.iter().filter(is_taken) {
                covered.extend(reached.iter().filter_map(|reached| self.coupled(number, *leading, *reached)));
            }
        }
        covered
    }

    /// The branches of the caller that were taken where a call site that depends on them was called, and those of the callee that were taken
    /// at all: of the first pair.
    pub(super) fn sides(&self, taken: &Taken) -> [BTreeSet<usize>; 2] {
        let of_first = self.feature.couplings.iter().zip(&self.couplings).filter(|(_, pair)| **pair == 0);
        let called = of_first.filter(|(coupling, _)| taken.sites.binary_search(&coupling.site).is_ok());
        let leading: BTreeSet<u32> = called.flat_map(|(coupling, _)| coupling.leading.iter().copied()).collect();
        let mut sides = [BTreeSet::new(), BTreeSet::new()];
        let Some([caller, callee]) = self.of_pairs.first() else { return sides };
        for branch in &taken.branches {
            sides[0].extend(caller.get(branch).filter(|_| leading.contains(branch)));
            sides[1].extend(callee.get(branch));
        }
        sides
    }

    /// The branches of callers that led to calls, each with the place of its pair.
    pub(super) fn led<'p>(&'p self, taken: &'p Taken) -> impl Iterator<Item = (usize, usize)> {
        taken.led.iter().filter_map(|one| {
            let pair = *self.couplings.get(one.coupling as usize)?;
            Some((pair, *self.of_pairs[pair][0].get(&one.branch)?))
        })
    }
}
