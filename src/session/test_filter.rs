//! Which tests a build would run.

use std::fmt;

/// Which tests a build would run. What it prints for debugging tells it from all others.
pub trait TestFilter: fmt::Debug + Send + Sync {
    /// Whether a class with this internal name may hold some.
    fn takes_class(&self, class: &str) -> bool;

    /// Whether a test, given by the binary name of its class and its own name, is one.
    fn takes_test(&self, class: &str, test: &str) -> bool;
}
