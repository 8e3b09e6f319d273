//! Instances as pictures in SVG: boxes in layers, each below what refers to it.

use super::{Named, View};
use crate::picture::{Node, NodeId, Picture};
use crate::resolve::SigKind;
use std::collections::BTreeMap;

/// Draws an instance. Tuples are arrows from their first atom to their last; integers and strings are written into the
/// boxes of the atoms that have them. The atoms of each signature have a colour.
///
/// A trace is a document for each of its states.
pub fn picture(view: &View, title: &str) -> String {
    if !view.run.is_trace {
        return contents(view).document(Some(title));
    }
    let states = view.states();
    states.iter().map(|state| contents(state).document(Some(&super::title(state, title)))).collect()
}

/// The boxes and the arrows.
fn contents(view: &View) -> Picture {
    let relations = view.relations();
    let mut picture = Picture::default();
    let mut places: BTreeMap<&str, NodeId> = BTreeMap::new();
    let mut colour = 0;
    for (named, _, value) in &relations {
        let Named::Sig(sig) = named else { continue };
        if view.module.sigs[sig.index()].kind != SigKind::Top || value.is_empty() {
            continue;
        }
        for row in view.rows(value) {
            let node = || Node { lines: vec![row[0].to_owned()], colour: Some(colour) };
            places.entry(row[0]).or_insert_with(|| picture.add(node()));
        }
        colour += 1;
    }
    for (named, name, value) in &relations {
        let short = name.rsplit('.').next().unwrap_or(name);
        let mut notes: BTreeMap<(NodeId, String), Vec<&str>> = BTreeMap::new();
        for row in view.rows(value) {
            let [first, rest @ ..] = row.as_slice() else { continue };
            let Some(&from) = places.get(first) else { continue };
            match rest {
                [] if matches!(named, Named::Sig(sig) if !is_subset(view, *sig)) => {}
                [] => picture.node_mut(from).lines.push(format!("({name})")),
                [between @ .., last] => {
                    let label =
                        if between.is_empty() { short.to_owned() } else { format!("{short}[{}]", between.join(", ")) };
                    match places.get(last) {
                        Some(&to) => picture.connect(from, to, label),
                        None => notes.entry((from, label)).or_default().push(last),
                    }
                }
            }
        }
        for ((node, label), values) in notes {
            picture.node_mut(node).lines.push(format!("{label} = {}", values.join(", ")));
        }
    }
    picture
}

fn is_subset(view: &View, sig: crate::resolve::SigId) -> bool {
    matches!(view.module.sigs[sig.index()].kind, SigKind::In { .. })
}
