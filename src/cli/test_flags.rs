//! The flags that say which tests run, how, and where.

use super::flags::flags;
use crate::settings::Extreme;

flags! {
    /// The flags that say which tests run, and how.
    Tests(Extreme): [
        "classes", "tests", "build-arg", "module", "test-names", "exclude-tests", "suite-limit", "directory", "java",
        "jvm-arg"
    ], |key, arg| match key {
        "classes" => arg.requires("tests"),
        "tests" => arg.requires("classes"),
        "build-arg" => arg.conflicts_with("classes").allow_hyphen_values(true),
        "module" => arg.conflicts_with("classes"),
        "jvm-arg" => arg.allow_hyphen_values(true),
        _ => arg,
    }
}

flags! {
    /// The flag for what tests see of what surrounds them.
    Seen(Extreme): ["environment"], |_, arg| arg
}

impl Tests {
    /// What these flags say, with the class path of another flag.
    pub(super) fn with(&self, classpath: Option<String>) -> Extreme {
        Extreme { classpath, ..self.settings() }
    }
}
