//! Names of Java as names of a specification: each has one, and no two have the same.

use crate::syntax::is_identifier;
use std::collections::BTreeSet;

/// The names that are in use.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    used: BTreeSet<String>,
}

impl Names {
    /// The name itself if a specification can have it and it is not in use, or the nearest one; it is in use from now on.
    pub(super) fn take(&mut self, java: &str) -> String {
        let name = nearest(java);
        let numbered = (2..).map(|number| format!("{name}{number}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !self.used.contains(name));
        let free = free.unwrap_or(name);
        self.used.insert(free.clone());
        free
    }

    /// A name for each of several; those that can stay as they are have the first choice.
    pub(super) fn take_all(&mut self, java: &[&str]) -> Vec<String> {
        let mut taken: Vec<Option<String>> = vec![None; java.len()];
        for only_unchanged in [true, false] {
            for (place, java) in java.iter().enumerate() {
                if taken[place].is_none() && (!only_unchanged || nearest(java) == **java) {
                    taken[place] = Some(self.take(java));
                }
            }
        }
        taken.into_iter().flatten().collect()
    }

    /// Whether a name is in use.
    pub(super) fn has(&self, name: &str) -> bool {
        self.used.contains(name)
    }
}

/// The name itself if a specification can have it; else one that reads like it.
pub(super) fn nearest(java: &str) -> String {
    let part = |letter: char| if letter.is_alphanumeric() || letter == '_' { letter } else { '_' };
    let mut name: String = java.chars().map(part).collect();
    if !name.starts_with(|first: char| first.is_alphabetic() || first == '_') {
        name.insert(0, '_');
    }
    if !is_identifier(&name) {
        name.push('_');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_stay_readable() {
        let java = ["key", "$m", "one", "set", "B$", "größe", "変数", "1x", "a-b", "", "index", "\u{130}"];
        let names: Vec<String> = java.iter().map(|java| nearest(java)).collect();
        let expected = ["key", "_m", "one_", "set_", "B_", "größe", "変数", "_1x", "a_b", "_", "index", "\u{130}"];
        assert_eq!(names, expected);
    }

    #[test]
    fn a_name_that_can_stay_is_not_given_to_another() {
        assert_eq!(
            Names::default().take_all(&["$a", "_a", "set", "set_", "_a2"]),
            ["_a3", "_a", "set_2", "set_", "_a2"]
        );
    }

    proptest! {
        #[test]
        fn every_text_has_a_name_of_its_own(java in prop::collection::btree_set("[$_a\"-]{0,3}|set_?2?|\\PC*", 0..20)) {
            let java: Vec<&str> = java.iter().map(String::as_str).collect();
            let names = Names::default().take_all(&java);
            prop_assert!(names.iter().all(|name| is_identifier(name)), "{names:?}");
            prop_assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), java.len(), "{:?}", names);
        }
    }
}
