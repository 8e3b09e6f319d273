//! How much of something a build puts up with.

use std::str::FromStr;

/// A kind of what is counted.
pub trait Countable: Copy + 'static {
    /// All kinds that a threshold may name.
    const ALL: &'static [Self];

    /// What a threshold says behind `=`, in words that follow `is not`.
    const LIMIT: &'static str;

    /// Its name on the command line.
    fn name(self) -> &'static str;
}

/// A kind, with the greatest number of it: `order`, `unused-input=20`; or all kinds: `any`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Threshold<K> {
    /// The kind; none for all.
    pub kind: Option<K>,
    /// How many there may be.
    pub at_most: usize,
}

/// A threshold that is exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exceeded<K> {
    /// The threshold.
    pub threshold: Threshold<K>,
    /// How many there are.
    pub count: usize,
}

/// The word for all kinds.
const ANY: &str = "any";

impl<K: Countable> Threshold<K> {
    /// The kind's name, or that of all.
    pub fn name(self) -> &'static str {
        self.kind.map_or(ANY, K::name)
    }

    /// How far it is exceeded, if it is.
    pub fn exceeded(self, count: impl FnOnce(Option<K>) -> usize) -> Option<Exceeded<K>> {
        let count = count(self.kind);
        (count > self.at_most).then_some(Exceeded { threshold: self, count })
    }
}

impl<K: Countable> FromStr for Threshold<K> {
    type Err = String;

    fn from_str(text: &str) -> Result<Threshold<K>, String> {
        let (name, limit) = text.split_once('=').unwrap_or((text, "0"));
        let at_most = limit.parse().map_err(|_| format!("`{limit}` is not {}", K::LIMIT))?;
        if name == ANY {
            return Ok(Threshold { kind: None, at_most });
        }
        let kind = K::ALL.iter().copied().find(|kind| kind.name() == name);
        let kind = kind.ok_or_else(|| {
            let names: Vec<String> = K::ALL.iter().map(|kind| format!("`{}`", kind.name())).collect();
            format!("nothing is called `{name}`; there are `{ANY}`, {}", names.join(", "))
        })?;
        Ok(Threshold { kind: Some(kind), at_most })
    }
}
