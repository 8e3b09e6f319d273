//! Instances as pictures for Graphviz.

use super::{Named, View};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A `digraph`: atoms as boxes with the subset signatures and witnesses that they are in, tuples as arrows from their
/// first atom to their last, labelled with the field and the atoms between.
pub fn graph(view: &View, title: &str) -> String {
    let relations = view.relations();
    let mut labels: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut arrows = String::new();
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
            // Writing to a string cannot fail.
            let _ = writeln!(arrows, "  {} -> {} [label={}];", quote(first), quote(last), quote(&label));
        }
    }
    let mut out = format!("digraph {} {{\n  node [shape=box, fontname=\"sans-serif\"];\n", quote(title));
    for (atom, notes) in &labels {
        let label = if notes.is_empty() { (*atom).to_owned() } else { format!("{atom}\n({})", notes.join(", ")) };
        let _ = writeln!(out, "  {} [label={}];", quote(atom), quote(&label));
    }
    out.push_str(&arrows);
    out.push_str("}\n");
    out
}

/// Whether atoms have their names from a signature: then it is not written into their boxes.
fn is_primary(view: &View, sig: &crate::resolve::SigId) -> bool {
    !matches!(view.module.sigs[sig.index()].kind, crate::resolve::SigKind::In { .. })
}

fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
