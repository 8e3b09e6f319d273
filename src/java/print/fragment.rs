//! Statements and members for a file that somebody else wrote: as lines, and with the imports that the file lacks for them.

use super::Printer;
use super::around::Around;
use super::imports::Imports;
use crate::java::tree::{Member, Stmt};
use std::collections::BTreeSet;

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
