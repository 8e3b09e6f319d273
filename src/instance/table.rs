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
        let rows = view.rows(value);
        let column = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..value.arity()).map(column).collect();
        if rows.is_empty() {
            let _ = writeln!(out, "  {name:<width$}  -");
        }
        for (index, row) in rows.iter().enumerate() {
            let head = if index == 0 { name.as_str() } else { "" };
            let cells: Vec<String> = row.iter().zip(&widths).map(|(atom, width)| format!("{atom:<width$}")).collect();
            let _ = writeln!(out, "  {head:<width$}  {}", cells.join("  ").trim_end());
        }
    }
    out
}
