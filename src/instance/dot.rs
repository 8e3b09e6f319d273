//! Instances as pictures for Graphviz.

use super::{Named, View};
use crate::graphviz::{Digraph, Quoted};
use std::collections::BTreeMap;

/// A `digraph`: atoms as boxes with the subset signatures and witnesses that they are in, tuples as arrows from their
/// first atom to their last, labelled with the field and the atoms between.
/// A trace is a graph for each of its states.
pub fn graph(view: &View, title: &str) -> String {
    if !view.run.is_trace {
        return of_state(view, title);
    }
    let states = view.states();
    states.iter().map(|state| of_state(state, &super::title(state, title))).collect()
}

fn of_state(view: &View, title: &str) -> String {
    let relations = view.relations();
    let mut labels: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut arrows = Vec::new();
    for (named, name, value) in &relations {
        for row in view.rows(value) {
            let [first, between @ .., last] = row.as_slice() else {
                let notes = labels.entry(row[0]).or_default();
                if !matches!(named, Named::Sig(sig) if is_primary(view, sig)) {
                    notes.push(name.clone());
                }
                continue;
            };
            labels.entry(first).or_default();
            labels.entry(last).or_default();
            let short = name.rsplit('.').next().unwrap_or(name);
            let label = if between.is_empty() { short.to_owned() } else { format!("{short}[{}]", between.join(", ")) };
            arrows.push((Quoted(first), Quoted(last), label));
        }
    }
    let mut graph = Digraph::new(Quoted(title));
    for (atom, notes) in &labels {
        let label = if notes.is_empty() { (*atom).to_owned() } else { format!("{atom}\n({})", notes.join(", ")) };
        graph.node(Quoted(atom), &label);
    }
    arrows.into_iter().for_each(|(from, to, label)| graph.arrow(from, to, &label));
    graph.finish()
}

/// Whether atoms have their names from a signature: then it is not written into their boxes.
fn is_primary(view: &View, sig: &crate::resolve::SigId) -> bool {
    !matches!(view.module.sigs[sig.index()].kind, crate::resolve::SigKind::In { .. })
}
