//! Statements and members for a file that somebody else wrote: as lines, and with the imports that the file lacks for them.

use super::Printer;
use super::imports::Imports;
use crate::java::tree::{Member, Stmt};
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

/// What is to stand in the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fragment {
    /// The lines, indented by four spaces for each level within them.
    pub lines: Vec<String>,
    /// The classes that the file has to import.
    pub imports: BTreeSet<String>,
    /// The static methods that it has to import.
    pub static_imports: BTreeSet<String>,
}

impl Fragment {
    /// Statements.
    pub fn of_statements(statements: &[Stmt], around: &Around) -> Fragment {
        around.print(|printer| printer.statements(statements))
    }

    /// Members of a class.
    pub fn of_members(members: &[Member], around: &Around) -> Fragment {
        around.print(|printer| printer.members(members))
    }
}

impl Around {
    fn print(&self, print: impl Fn(&mut Printer)) -> Fragment {
        let mut first = Printer::new(Imports::noting());
        print(&mut first);
        let (imports, missing) = first.imports.within(self);
        let mut printer = Printer::new(imports);
        print(&mut printer);
        let [methods, _] = printer.imports.written();
        let methods = methods.iter().filter_map(|import| import.strip_prefix("static "));
        let lacks = |method: &&str| {
            let (class, name) = method.rsplit_once('.').unwrap_or_default();
            !self.methods.contains(name) && !self.method_wildcards.contains(class)
        };
        let static_imports = methods.filter(lacks).map(str::to_owned).collect();
        Fragment { lines: printer.lines, imports: missing, static_imports }
    }

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

#[cfg(test)]
mod tests {
    use super::{Around, Fragment};
    use crate::java::dialect::{Assertion, Assertions, Dialect, Framework};
    use crate::java::{Expr, Stmt, Type};

    fn texts(names: &[&str]) -> std::collections::BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    fn equal(assertions: Assertions) -> Vec<Stmt> {
        let dialect = Dialect { framework: Framework::JUnit5, assertions };
        let actual = Expr::source("list.getVersion()");
        vec![dialect.assertion(Assertion::Equal(Expr::int(1), actual), None)]
    }

    #[test]
    fn what_a_file_imports_is_not_imported_again() {
        let class = "org.junit.jupiter.api.Assertions";
        for (around, line, imports) in [
            (
                Around { methods: texts(&["assertEquals"]), ..Around::default() },
                "assertEquals(1, list.getVersion());",
                &[][..],
            ),
            (
                Around { method_wildcards: texts(&[class]), ..Around::default() },
                "assertEquals(1, list.getVersion());",
                &[],
            ),
            (
                Around { imported: texts(&[class]), ..Around::default() },
                "Assertions.assertEquals(1, list.getVersion());",
                &[],
            ),
            (
                Around { own_methods: texts(&["assertEquals"]), ..Around::default() },
                "Assertions.assertEquals(1, list.getVersion());",
                &[],
            ),
            (
                Around::default(),
                "assertEquals(1, list.getVersion());",
                &["org.junit.jupiter.api.Assertions.assertEquals"],
            ),
        ] {
            let fragment = Fragment::of_statements(&equal(Assertions::Framework), &around);
            assert_eq!(fragment.lines, [line]);
            assert_eq!(fragment.static_imports, texts(imports), "{around:?}");
        }
    }

    #[test]
    fn a_class_whose_name_is_taken_is_written_with_its_package() {
        let list = |around: &Around| {
            let value = Expr::class_of(&Type::util("List")).call("of", Vec::new());
            Fragment::of_statements(&[Stmt::Expr(value)], around)
        };
        let taken = Around { imported: texts(&["java.awt.List"]), ..Around::default() };
        assert_eq!(list(&taken), Fragment { lines: vec!["java.util.List.of();".to_owned()], ..Fragment::default() });
        assert_eq!(list(&Around::default()).imports, texts(&["java.util.List"]));
        let all = Around { wildcards: texts(&["java.util"]), ..Around::default() };
        assert_eq!(list(&all), Fragment { lines: vec!["List.of();".to_owned()], ..Fragment::default() });
    }
}
