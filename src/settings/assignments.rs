//! Settings that are in no file: `KEY=VALUE`, as a caller says them. A build that knows its settings as XML or as properties has
//! no types for their values, so a value is read as what its key wants.

use crate::diagnostic::Source;
use std::borrow::Cow;
use std::ops::Range;
use std::str::FromStr;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

/// The table that there are several of; its first key begins the next one.
const SUITE: (&str, &str) = ("suite", "spec");

/// A setting with its key as in `fex.toml`, with that of its table before a dot: `extreme.fail-on=pseudo-tested`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    text: String,
    /// Where the sign stands.
    sign: usize,
}

impl FromStr for Assignment {
    type Err = String;

    fn from_str(text: &str) -> Result<Assignment, String> {
        match text.find('=') {
            Some(sign) if sign > 0 => Ok(Assignment { text: text.to_owned(), sign }),
            _ => Err("a setting is `KEY=VALUE`, like `scope=5` or `extreme.fail-on=pseudo-tested`".to_owned()),
        }
    }
}

/// What messages about assignments show: one a line.
pub fn source(assignments: &[Assignment]) -> Source {
    let lines: Vec<&str> = assignments.iter().map(|assignment| assignment.text.as_str()).collect();
    Source::new("--set", lines.join("\n"))
}

/// The document that assignments make up; its places are those of [`source`]. A key that is said more than once has a list.
pub(super) fn document(assignments: &[Assignment]) -> DeTable<'_> {
    let mut root = DeTable::new();
    let mut start = 0;
    for Assignment { text, sign } in assignments {
        let (path, value) = (&text[..*sign], &text[sign + 1..]);
        let value = Spanned::new(start + sign + 1..start + text.len(), DeValue::String(Cow::Borrowed(value)));
        let table = path.split_once('.').and_then(|(name, key)| Some((inner(&mut root, start, name, key)?, key)));
        match table {
            Some((table, key)) => put(table, start + sign - key.len()..start + sign, key, value),
            // What is no table has no keys, and what nobody knows is reported.
            None => put(&mut root, start..start + sign, path, value),
        }
        start += text.len() + 1;
    }
    root
}

/// The table of a name, which is made if it is not there yet: of several, the next one or the last. None if something else has that name.
fn inner<'t, 'i>(root: &'t mut DeTable<'i>, start: usize, name: &'i str, key: &str) -> Option<&'t mut DeTable<'i>> {
    let place = start..start + name.len();
    let table = || Spanned::new(place.clone(), DeValue::Table(DeTable::new()));
    let is_list = name == SUITE.0;
    let made = || if is_list { Spanned::new(place.clone(), DeValue::Array(DeArray::new())) } else { table() };
    let found = root.entry(Spanned::new(place.clone(), Cow::Borrowed(name))).or_insert_with(made).get_mut();
    let tables = match found {
        DeValue::Table(table) => return Some(table),
        DeValue::Array(tables) if is_list => tables,
        _ => return None,
    };
    if tables.is_empty() || key == SUITE.1 {
        tables.push(table());
    }
    match tables.last_mut()?.get_mut() {
        DeValue::Table(table) => Some(table),
        _ => None,
    }
}

/// Gives a key a value, or one more.
fn put<'i>(table: &mut DeTable<'i>, place: Range<usize>, key: &'i str, value: Spanned<DeValue<'i>>) {
    let Some(said) = table.get_mut(key) else {
        table.insert(Spanned::new(place, Cow::Borrowed(key)), value);
        return;
    };
    let whole = said.span().start..value.span().end;
    let mut list = DeArray::new();
    match std::mem::replace(said.get_mut(), DeValue::Boolean(false)) {
        DeValue::Array(values) => values.into_iter().for_each(|value| list.push(value)),
        single => list.push(Spanned::new(said.span(), single)),
    }
    list.push(value);
    *said = Spanned::new(whole, DeValue::Array(list));
}
