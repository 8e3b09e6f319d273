//! What a file that somebody else wrote says about names.

use crate::java::types::CanonicalName;
use std::collections::BTreeSet;

/// What a file says about names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Around {
    /// Its package; empty for the unnamed one.
    pub package: String,
    /// The classes that it imports, by canonical name.
    pub imported: BTreeSet<String>,
    /// The packages and classes of which it imports all classes.
    pub wildcards: BTreeSet<String>,
    /// The names of the static members that it imports, from wherever.
    pub methods: BTreeSet<String>,
    /// The classes of which it imports all static members.
    pub method_wildcards: BTreeSet<String>,
    /// The simple names of the classes that it declares.
    pub declared: BTreeSet<String>,
    /// The names of the methods that it declares.
    pub own_methods: BTreeSet<String>,
}

impl Around {
    /// How the file writes a class, and whether it has to import it for that.
    pub(super) fn spelling(&self, class: &CanonicalName) -> (String, bool) {
        let (full, simple) = (class.to_string(), class.simple());
        let ends = format!(".{simple}");
        let is_taken = self.declared.contains(simple)
            || self.imported.iter().any(|other| *other != full && other.ends_with(&ends));
        if self.imported.contains(&full) {
            return (simple.to_owned(), false);
        }
        let outermost = &class.names()[0];
        let is_outer_taken = self.imported.iter().any(|other| other.ends_with(&format!(".{outermost}")));
        let top = if class.package.is_empty() { outermost.clone() } else { format!("{}.{outermost}", class.package) };
        let is_near =
            class.package == self.package || class.package == "java.lang" || self.wildcards.contains(&class.package);
        if self.imported.contains(&top) || is_near && !is_outer_taken && (class.package == self.package || !is_taken) {
            return (class.names().join("."), false);
        }
        match is_taken || class.package.is_empty() {
            true => (full, false),
            false => (simple.to_owned(), true),
        }
    }
}
