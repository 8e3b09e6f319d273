//! Instances as aligned tables.

use super::{Named, View};
use std::fmt::Write;

/// The signatures with their atoms, then a table for each field and for each witness.
pub fn text(view: &View) -> String {
    let relations = view.relations();
    let is_sig = |named: &Named| matches!(named, Named::Sig(_));
    let widest = |wanted: bool| {
        let names = relations.iter().filter(|(named, _, _)| is_sig(named) == wanted);
        names.map(|(_, name, _)| name.chars().count()).max().unwrap_or(0)
    };
    let mut out = String::new();
    for (_, name, value) in relations.iter().filter(|(named, _, _)| is_sig(named)) {
        let atoms: Vec<&str> = view.rows(value).into_iter().flatten().collect();
        let atoms = if atoms.is_empty() { "-".to_owned() } else { atoms.join(" ") };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  {name:<width$}  {atoms}", width = widest(true));
    }
    let width = widest(false);
    for (_, name, value) in relations.iter().filter(|(named, _, _)| !is_sig(named)) {
        let rows = grouped(view.rows(value));
        let column = |at: usize| rows.iter().map(|(key, _)| key[at].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..value.arity() - 1).map(column).collect();
        if rows.is_empty() {
            let _ = writeln!(out, "  {name:<width$}  -");
        }
        for (index, (key, values)) in rows.iter().enumerate() {
            let head = if index == 0 { name.as_str() } else { "" };
            let _ = write!(out, "  {head:<width$}  ");
            for (atom, width) in key.iter().zip(&widths) {
                let _ = write!(out, "{atom:<width$}  ");
            }
            let _ = writeln!(out, "{}", values.join(" "));
        }
    }
    out
}

/// A tuple without its last atom, and the last atoms of all tuples that start with it.
type Group<'a> = (Vec<&'a str>, Vec<&'a str>);

/// One row for all tuples that differ in their last atom only.
fn grouped(rows: Vec<Vec<&str>>) -> Vec<Group<'_>> {
    let mut groups: Vec<Group> = Vec::new();
    for mut row in rows {
        let Some(last) = row.pop() else { continue };
        match groups.last_mut() {
            Some((key, values)) if *key == row => values.push(last),
            _ => groups.push((row, vec![last])),
        }
    }
    groups
}
