//! What takes back, where a test begins, what other tests leave behind.

use super::super::findings::{Cause, Dependence, Left};
use super::super::fix_kind::FixKind;
use super::test_source::TestSource;
use crate::classfile::{ClassView, FieldView, Visibility};
use crate::fixes::Candidate;
use crate::java::{CanonicalName, Expr, Stmt};
use crate::suggestion::is_accessible;

/// How the names of methods begin that put a class back into the state in which it began.
const RESETTING: [&str; 3] = ["reset", "clear", "init"];

/// What is said of all of these.
const WORDS: &str = "Take back what other tests leave behind";

impl TestSource<'_> {
    /// What may take back what is left behind; or leave it behind, where the test needs that.
    pub fn resets(&self, dependence: &Dependence) -> Vec<Candidate<FixKind>> {
        let needs = matches!(dependence.cause, Some(Cause::Without(_)));
        let statements = dependence.left.iter().flat_map(|left| {
            let value = if needs { &left.is } else { &left.was };
            self.resetting(left, value.as_deref(), needs)
        });
        let words = if needs { "Set up what the test needs" } else { WORDS };
        statements.filter_map(|statement| self.at_start(statement, FixKind::Reset, words)).collect()
    }

    /// Statements after which a place may have a value, or be as it began.
    fn resetting(&self, left: &Left, value: Option<&str>, needs: bool) -> Vec<Stmt> {
        let literal = value.filter(|value| is_literal(value)).map(Expr::source);
        if let Some(property) = left.place.strip_prefix("java.lang.System.getProperty") {
            let system = || Expr::library("java.lang", "System");
            let name = Expr::source(property.trim_matches(['(', ')']));
            return vec![Stmt::Expr(match literal {
                Some(value) => system().call("setProperty", vec![name, value]),
                None => system().call("clearProperty", vec![name]),
            })];
        }
        let default = |class: &str, value: Expr| {
            vec![Stmt::Expr(Expr::library("java.util", class).call("setDefault", vec![value]))]
        };
        match (left.place.as_str(), &literal) {
            ("java.util.Locale.getDefault()", Some(tag)) => {
                let locale = Expr::library("java.util", "Locale").call("forLanguageTag", vec![tag.clone()]);
                return default("Locale", locale);
            }
            ("java.util.TimeZone.getDefault()", Some(id)) => {
                let zone = Expr::library("java.util", "TimeZone").call("getTimeZone", vec![id.clone()]);
                return default("TimeZone", zone);
            }
            _ => {}
        }
        let Some((owner, name)) = left.place.rsplit_once('.') else { return Vec::new() };
        let Some(view) = self.classes.find(owner) else { return Vec::new() };
        let Some(field) = view.fields.iter().find(|field| field.name == name) else { return Vec::new() };
        self.of_field(&view, field, literal.filter(|_| left.part == name), needs)
    }

    /// The same for a static field, if it holds just the value.
    fn of_field(&self, view: &ClassView, field: &FieldView, value: Option<Expr>, needs: bool) -> Vec<Stmt> {
        let class = || Expr::Class(CanonicalName::parse(&self.classes.canonical(view)));
        let is_own = self.file.class(&view.name.replace('/', ".")).is_some();
        let names = |visibility: Visibility| is_own || is_accessible(&self.file.package, visibility, view);
        let mut statements = Vec::new();
        let methods = || view.methods.iter().filter(|method| method.is_static && names(method.visibility));
        let writing = self.classes.writers(&view.name, &field.name);
        let resets = methods().filter(|method| {
            let name = method.name.to_lowercase();
            let is_it = match needs {
                true => writing.contains(&method.name),
                false => RESETTING.iter().any(|word| name.starts_with(word)),
            };
            method.params.is_empty() && is_it
        });
        statements.extend(resets.map(|method| Stmt::Expr(class().call(&method.name, Vec::new()))));
        if let Some(value) = value {
            let is_setter = |name: &str| name.to_lowercase() == format!("set{}", field.name.to_lowercase());
            let setters = methods().filter(|method| method.params.len() == 1 && is_setter(&method.name));
            statements.extend(setters.map(|method| Stmt::Expr(class().call(&method.name, vec![value.clone()]))));
            if !field.is_final && names(field.visibility) {
                statements.push(class().field(&field.name).assign(value));
            }
        }
        if !needs && names(field.visibility) {
            // What has no such method does not compile.
            statements.push(Stmt::Expr(class().field(&field.name).call("clear", Vec::new())));
        }
        statements
    }
}

/// Whether a value is told as Java writes it.
fn is_literal(value: &str) -> bool {
    let is_text = |value: &str| {
        let inner = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        inner.is_some_and(|inner| !inner.contains(['"', '\\', '\n']))
    };
    matches!(value, "true" | "false" | "null") || value.parse::<i32>().is_ok() || is_text(value)
}

#[cfg(test)]
mod tests {
    use super::is_literal;

    #[test]
    fn values_that_java_does_not_write_so_are_no_literals() {
        assert!(["true", "null", "-7", "\"a b\""].into_iter().all(is_literal));
        assert!(!["a List", "\"", "\"a\\n\"", "99999999999", "1.5", ""].into_iter().any(is_literal));
    }
}
