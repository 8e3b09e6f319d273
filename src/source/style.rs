//! How the tests of a file are written: their framework, what they assert with, and what the file says about names.

use super::file::JavaFile;
use super::model::{Class, Method};
use crate::java::Around;
use crate::java::dialect::{Assertions, Dialect, Framework};

/// Libraries of assertions, by how the names of their classes begin.
const LIBRARIES: [(&str, Assertions); 3] = [
    ("org.assertj.core.api.", Assertions::AssertJ),
    ("com.google.common.truth.", Assertions::Truth),
    ("org.hamcrest.", Assertions::Hamcrest),
];

impl JavaFile {
    /// How a test is written; none if its framework is not known.
    pub fn dialect(&self, class: &Class, method: &Method) -> Option<Dialect> {
        Some(Dialect { framework: self.framework(class, method)?, assertions: self.assertions() })
    }

    fn framework(&self, class: &Class, method: &Method) -> Option<Framework> {
        let imports = |prefix: &str| self.imports.iter().any(|import| import.name.starts_with(prefix));
        let imported = match () {
            () if imports("org.junit.jupiter") => Some(Framework::JUnit5),
            () if imports("org.testng") => Some(Framework::TestNg),
            () if imports("org.junit") => Some(Framework::JUnit4),
            () => None,
        };
        let has_test = method.annotations.iter().any(|name| name == "Test" || name.ends_with("Test"));
        // A project may call base classes of its own the same, for whatever framework.
        let is_test_case = class.extends.rsplit('.').next() == Some("TestCase");
        let seems_old = class.extends.ends_with("TestCase") || method.name.starts_with("test");
        if !has_test && (is_test_case || imported.is_none() && seems_old) { Some(Framework::JUnit3) } else { imported }
    }

    /// What most of its assertions are written with.
    fn assertions(&self) -> Assertions {
        let count = |is_it: &dyn Fn(&str) -> bool| self.called.iter().filter(|name| is_it(name)).count();
        let fluent = count(&|name| name == "assertThat" || name == "assertWithMessage");
        let plain = count(&|name| name.starts_with("assert")) - fluent;
        let library = LIBRARIES.iter().find(|(prefix, _)| self.imports.iter().any(|one| one.name.starts_with(prefix)));
        match library {
            Some((_, assertions)) if fluent > plain => *assertions,
            _ => Assertions::Framework,
        }
    }

    /// What the file says about names.
    pub fn around(&self) -> Around {
        let mut around = Around { package: self.package.clone(), ..Around::default() };
        for import in &self.imports {
            let name = import.name.clone();
            match (import.is_static, import.is_wildcard) {
                (false, false) => drop(around.imported.insert(name)),
                (false, true) => drop(around.wildcards.insert(name)),
                (true, false) => drop(around.methods.insert(name.rsplit('.').next().unwrap_or_default().to_owned())),
                (true, true) => drop(around.method_wildcards.insert(name)),
            }
        }
        for class in &self.classes {
            around.declared.insert(class.simple().to_owned());
            around.own_methods.extend(class.methods.iter().map(|method| method.name.clone()));
        }
        around
    }
}
