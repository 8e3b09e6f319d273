//! Instances as aligned tables.

use super::{Named, View};
use crate::relational::TupleSet;
use std::fmt::Write;

/// The signatures with their atoms, then a table for each field and for each witness. Of a trace, first what stays the
/// same, then for each state what is another than in the state before.
pub fn text(view: &View) -> String {
    if !view.run.is_trace {
        return tables(view, &view.relations());
    }
    let states = view.states();
    let values: Vec<Vec<_>> = states.iter().map(View::relations).collect();
    let stays = |at: &usize| values.iter().all(|state| state[*at].2 == values[0][*at].2);
    let some = |state: usize, keep: &dyn Fn(&usize) -> bool| {
        let kept = (0..values[state].len()).filter(|at| keep(at));
        kept.map(|at| values[state][at].clone()).collect::<Vec<_>>()
    };
    let mut out = tables(view, &some(0, &stays));
    for (index, state) in states.iter().enumerate() {
        let changed = match index.checked_sub(1) {
            None => some(0, &|at| !stays(at)),
            Some(before) => some(index, &|at| values[index][*at].2 != values[before][*at].2),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "\n  state {index}");
        match changed.is_empty() {
            true => out.push_str("  nothing changes\n"),
            false => out.push_str(&tables(state, &changed)),
        }
    }
    let _ = writeln!(out, "\n  and from state {} again", view.run.back(view.instance));
    out
}

/// Tables of some relations.
fn tables(view: &View, relations: &[(Named, String, &TupleSet)]) -> String {
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
