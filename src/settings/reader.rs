//! Reads the tables of a TOML document key by key, and reports with its place whatever does not fit.
//!
//! Keys that are asked for are the ones that exist: what nobody asked for by the end of a table is unknown.

use super::options::Opt;
use crate::diagnostic::{Diagnostic, Span, closest, listed};
use std::cell::RefCell;
use std::fmt::Display;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;
use std::time::Duration;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The longest time, in seconds: 32 years.
pub(super) const GREATEST_SECONDS: f64 = 1e9;

/// The messages about a document so far.
pub(super) type Problems = RefCell<Vec<Diagnostic>>;

/// A value of the document.
type Value<'i> = Spanned<DeValue<'i>>;

/// Parses a document; reads on after errors of syntax, so that all of them are reported.
pub(super) fn parse(text: &str) -> (DeTable<'_>, Problems) {
    let (document, errors) = DeTable::parse_recoverable(text);
    let told = errors.into_iter().map(|error| {
        let place = error.span().unwrap_or(0..0);
        Diagnostic::error(span(place), error.message().replace('\n', ", ").trim_end_matches(", "))
            .label("not TOML from here on")
            .help("a setting is `key = value`: text in double quotes, numbers bare, lists as `[\"a\", \"b\"]`")
    });
    // One slip often has several errors in its wake; what comes first is the cause.
    let problems = told.take(1).collect();
    (document.into_inner(), RefCell::new(problems))
}

/// The span of a place in the document.
pub(super) fn span(range: Range<usize>) -> Span {
    Span::new(range.start, range.end)
}

/// A table that is being read.
pub(super) struct Table<'d, 'i> {
    table: &'d DeTable<'i>,
    // What messages call it: `[[suite]]`, or nothing for the document itself.
    name: &'static str,
    asked: Vec<&'static str>,
    // Whether all values are texts, which are read as what their keys want.
    has_texts: bool,
    pub(super) problems: &'d Problems,
}

impl<'d, 'i> Table<'d, 'i> {
    /// The document itself.
    pub(super) fn root(document: &'d DeTable<'i>, problems: &'d Problems) -> Self {
        Table { table: document, name: "", asked: Vec::new(), has_texts: false, problems }
    }

    /// The document itself, all of whose values are texts.
    pub(super) fn of_texts(document: &'d DeTable<'i>, problems: &'d Problems) -> Self {
        Table { has_texts: true, ..Table::root(document, problems) }
    }

    /// The value of a key, if it is there and of the kind that is expected.
    fn get<T>(
        &mut self,
        key: &'static str,
        expected: &str,
        example: &str,
        read: impl Fn(&'d DeValue<'i>) -> Option<T>,
    ) -> Option<Spanned<T>> {
        self.asked.push(key);
        let value = self.table.get(key)?;
        let result = read(value.get_ref());
        if result.is_none() {
            let wrong = Diagnostic::error(span(value.span()), format!("`{key}` has to be {expected}"))
                .label(format!("this is {}", kind(value.get_ref())));
            self.report(wrong.help(format!("write, for instance, `{key} = {example}`")));
        }
        result.map(|result| Spanned::new(value.span(), result))
    }

    /// A text that is not empty.
    pub(super) fn text(&mut self, key: &'static str, example: &str) -> Option<Spanned<String>> {
        self.get(key, "a text", example, |value| text(value).map(str::to_owned))
    }

    /// A list of texts, or a single one.
    pub(super) fn texts(&mut self, option: Opt) -> Option<Vec<String>> {
        let texts = self.placed_texts(option, option.example)?;
        Some(texts.into_iter().map(Spanned::into_inner).collect())
    }

    /// The same, with the place of each. Where there are only texts, commas separate what they separate on the command line.
    fn placed_texts(&mut self, option: Opt, example: &str) -> Option<Vec<Spanned<String>>> {
        let texts = self.listed_texts(option.key, example)?;
        if !self.has_texts || !option.has_commas {
            return Some(texts);
        }
        let parts = |text: &Spanned<String>| {
            let named = text.get_ref().split(',').map(str::trim).filter(|part| !part.is_empty());
            named.map(|part| Spanned::new(text.span(), part.to_owned())).collect::<Vec<_>>()
        };
        Some(texts.iter().flat_map(parts).collect())
    }

    fn listed_texts(&mut self, key: &'static str, example: &str) -> Option<Vec<Spanned<String>>> {
        let of = |value: &Value| Some(Spanned::new(value.span(), text(value.get_ref())?.to_owned()));
        let read = |value: &DeValue| match value {
            DeValue::Array(values) => values.iter().map(of).collect(),
            // Its place is that of the whole.
            single => text(single).map(|text| vec![Spanned::new(0..0, text.to_owned())]),
        };
        let found = self.get(key, "a list of texts", example, read)?;
        let whole = found.span();
        let mut texts = found.into_inner();
        if let [single] = texts.as_mut_slice()
            && single.span().is_empty()
        {
            *single = Spanned::new(whole, single.get_ref().clone());
        }
        Some(texts)
    }

    /// A list of what texts are read as, or a single one.
    pub(super) fn parsed<T: FromStr<Err = String>>(&mut self, option: Opt) -> Option<Vec<T>> {
        let Opt { key, example, .. } = option;
        let texts = self.placed_texts(option, example)?;
        let read = |text: &Spanned<String>| match text.get_ref().parse() {
            Ok(value) => Some(value),
            Err(reason) => {
                let wrong = Diagnostic::error(span(text.span()), format!("`{key}` cannot be `{}`", text.get_ref()));
                self.report(wrong.label(reason).help(format!("write, for instance, `{key} = {example}`")));
                None
            }
        };
        // All of them are looked at, so that all errors are reported.
        let values: Vec<Option<T>> = texts.iter().map(read).collect();
        values.into_iter().collect()
    }

    /// Whether something is so.
    pub(super) fn flag(&mut self, key: &'static str) -> Option<bool> {
        let has_texts = self.has_texts;
        let read = |value: &DeValue| match value {
            DeValue::Boolean(value) => Some(*value),
            DeValue::String(text) if has_texts => text.trim().parse().ok(),
            _ => None,
        };
        self.get(key, "`true` or `false`", "true", read).map(Spanned::into_inner)
    }

    /// A whole number from 0 up to a greatest one.
    pub(super) fn number(&mut self, key: &'static str, greatest: u32) -> Option<u32> {
        self.whole(key, 0..=greatest)
    }

    /// A whole number from 1 on.
    pub(super) fn count(&mut self, key: &'static str) -> Option<u16> {
        self.whole(key, 1..=u16::MAX)
    }

    fn whole<N: TryFrom<i64> + PartialOrd + Display>(
        &mut self,
        key: &'static str,
        range: RangeInclusive<N>,
    ) -> Option<N> {
        let expected = format!("a whole number from {} to {}", range.start(), range.end());
        let has_texts = self.has_texts;
        let read = |value: &DeValue| {
            let number = match value {
                DeValue::String(text) if has_texts => text.trim().parse().ok()?,
                other => whole(other)?,
            };
            N::try_from(number).ok().filter(|number| range.contains(number))
        };
        self.get(key, &expected, "5", read).map(Spanned::into_inner)
    }

    /// A number of seconds, with or without a fraction.
    pub(super) fn seconds(&mut self, key: &'static str) -> Option<Duration> {
        let has_texts = self.has_texts;
        let read = |value: &DeValue| {
            let seconds = match value {
                DeValue::String(text) if has_texts => text.trim().parse().ok()?,
                DeValue::Float(value) => value.as_str().parse().ok()?,
                other => whole(other)? as f64,
            };
            (seconds <= GREATEST_SECONDS).then(|| Duration::try_from_secs_f64(seconds).ok()).flatten()
        };
        self.get(key, "a number of seconds up to 1000000000", "60", read).map(Spanned::into_inner)
    }

    /// One of some words.
    pub(super) fn choice<T: Copy>(&mut self, key: &'static str, choices: &[(&'static str, T)]) -> Option<T> {
        let given = self.text(key, &format!("\"{}\"", choices.first()?.0))?;
        self.chosen(key, &given, choices)
    }

    /// A list of some words, or a single one.
    pub(super) fn choices<T: Copy>(&mut self, option: Opt, choices: &[(&'static str, T)]) -> Option<Vec<T>> {
        let given = self.placed_texts(option, &format!("[\"{}\"]", choices.first()?.0))?;
        // All of them are looked at, so that all errors are reported.
        let found: Vec<Option<T>> = given.iter().map(|word| self.chosen(option.key, word, choices)).collect();
        found.into_iter().collect()
    }

    /// What a word stands for.
    fn chosen<T: Copy>(&self, key: &str, given: &Spanned<String>, choices: &[(&'static str, T)]) -> Option<T> {
        let found = choices.iter().find(|choice| choice.0 == given.get_ref());
        if found.is_none() {
            let words: Vec<&str> = choices.iter().map(|choice| choice.0).collect();
            let unknown = Diagnostic::error(span(given.span()), format!("`{key}` cannot be `{}`", given.get_ref()));
            self.report(unknown.label("unknown word").help(suggestion(given.get_ref(), &words)));
        }
        found.map(|choice| choice.1)
    }

    /// A table of its own: `[extreme]`.
    pub(super) fn table(&mut self, key: &'static str) -> Option<Table<'d, 'i>> {
        self.asked.push(key);
        let value = self.table.get(key)?;
        let Some(table) = as_table(value) else {
            let wrong = Diagnostic::error(span(value.span()), format!("`{key}` has to be a table"));
            let label = format!("this is {}", kind(value.get_ref()));
            self.report(wrong.label(label).help(format!("write `[{key}]` on a line of its own")));
            return None;
        };
        let name = if key == "extreme" { "[extreme]" } else { key };
        Some(Table { table, name, asked: Vec::new(), has_texts: self.has_texts, problems: self.problems })
    }

    /// The tables of an array of tables: `[[suite]]`.
    pub(super) fn tables(&mut self, key: &'static str) -> Vec<Table<'d, 'i>> {
        let read = |value: &'d DeValue<'i>| match value {
            DeValue::Array(values) => values.iter().map(as_table).collect::<Option<Vec<_>>>(),
            _ => None,
        };
        self.asked.push(key);
        let Some(value) = self.table.get(key) else { return Vec::new() };
        let Some(tables) = read(value.get_ref()) else {
            let wrong = Diagnostic::error(span(value.span()), format!("`{key}` has to be a list of tables"));
            self.report(wrong.label("not a list of tables").help(format!("write `[[{key}]]` on a line of its own")));
            return Vec::new();
        };
        let name = if key == "suite" { "[[suite]]" } else { key };
        let (has_texts, problems) = (self.has_texts, self.problems);
        tables.into_iter().map(|table| Table { table, name, asked: Vec::new(), has_texts, problems }).collect()
    }

    /// Reports a key that has to be there.
    pub(super) fn missing(&self, key: &str, example: &str) {
        let place = self.table.iter().next().map_or(0..0, |(key, _)| key.span());
        let missing = Diagnostic::error(span(place), format!("`{}` has no `{key}`", self.name));
        self.report(missing.label("in this table").help(format!("write, for instance, `{key} = {example}`")));
    }

    /// Reports a key that is not there, although another one is that makes no sense without it.
    pub(super) fn together(&self, keys: [(&str, &str); 2]) {
        let [first, second] = keys.map(|(key, _)| self.table.contains_key(key));
        match (first, second) {
            (true, false) => self.missing(keys[1].0, keys[1].1),
            (false, true) => self.missing(keys[0].0, keys[0].1),
            _ => {}
        }
    }

    /// Reports every key that nobody asked for.
    pub(super) fn finish(self) {
        for (key, _) in self.table.iter().filter(|(key, _)| !self.asked.contains(&key.get_ref().as_ref())) {
            let place = if self.name.is_empty() { "there" } else { self.name };
            let message = match place {
                "there" => format!("unknown setting `{}`", key.get_ref()),
                table => format!("unknown setting `{}` of `{table}`", key.get_ref()),
            };
            let unknown = Diagnostic::error(span(key.span()), message).label("unknown key");
            let help = match closest(key.get_ref(), self.asked.iter().copied()) {
                Some(word) => format!("did you mean `{word}`?"),
                None => {
                    let known = listed(self.asked.iter().copied());
                    format!(
                        "there is {known}; this is fex {}, and a newer one may know more",
                        env!("CARGO_PKG_VERSION")
                    )
                }
            };
            self.report(unknown.help(help));
        }
    }

    fn report(&self, diagnostic: Diagnostic) {
        self.problems.borrow_mut().push(diagnostic);
    }
}

fn as_table<'d, 'i>(value: &'d Value<'i>) -> Option<&'d DeTable<'i>> {
    match value.get_ref() {
        DeValue::Table(table) => Some(table),
        _ => None,
    }
}

fn text<'v>(value: &'v DeValue) -> Option<&'v str> {
    match value {
        DeValue::String(text) if !text.is_empty() => Some(text),
        _ => None,
    }
}

fn whole(value: &DeValue) -> Option<i64> {
    match value {
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok(),
        _ => None,
    }
}

/// What a value is, in words.
fn kind(value: &DeValue) -> &'static str {
    match value {
        DeValue::String(text) if text.is_empty() => "an empty text",
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "a truth value",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// `did you mean …?`, or all words if none is close.
fn suggestion(given: &str, known: &[&str]) -> String {
    match closest(given, known.iter().copied()) {
        Some(word) => format!("did you mean `{word}`?"),
        None => format!("there is {}", listed(known.iter().copied())),
    }
}
