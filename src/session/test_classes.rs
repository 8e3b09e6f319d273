//! The classes that may hold tests.

use super::patterns::matches;
use crate::classfile::{self, ClassCode, Operation};
use std::io;
use std::path::PathBuf;

/// The classes that may hold tests.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TestClasses {
    /// Those whose tests are run, by binary name.
    pub suites: Vec<String>,
    /// All classes beside them, whose loops are counted too, by internal name.
    pub all: Vec<String>,
    /// Those of them whose initialisers call something.
    pub computing: Vec<String>,
}

impl TestClasses {
    /// The patterns of Surefire, for simple names of top-level classes.
    pub const SUREFIRE: [&'static str; 4] = ["Test*", "*Test", "*Tests", "*TestCase"];

    /// Reads the names of the classes in some folders or jars. Those whose simple names match one of the patterns hold tests;
    /// a pattern with a dot is matched with the whole binary name.
    pub fn read(places: &[PathBuf], patterns: &[String]) -> io::Result<TestClasses> {
        TestClasses::choose(places, |name| {
            let binary = name.replace('/', ".");
            let simple = binary.rsplit('.').next().unwrap_or(&binary);
            let holds = patterns.iter().any(|pattern| match pattern.contains('.') {
                true => matches(pattern, &binary),
                false => matches(pattern, simple),
            });
            holds && !simple.contains('$')
        })
    }

    /// Reads the names of the classes in some folders or jars; `holds_tests` is asked with internal names.
    pub fn choose(places: &[PathBuf], holds_tests: impl Fn(&str) -> bool) -> io::Result<TestClasses> {
        let mut names = TestClasses::default();
        for place in places {
            classfile::class_files(place, |name, bytes| {
                names.all.push(name.to_owned());
                if holds_tests(name) {
                    names.suites.push(name.replace('/', "."));
                }
                if classfile::parse_code(bytes).is_some_and(|class| computes(&class)) {
                    names.computing.push(name.to_owned());
                }
            })?;
        }
        Ok(names)
    }
}

/// Whether a class is initialised by code that calls something.
pub fn computes(class: &ClassCode) -> bool {
    use Operation::{GetStatic, Invoke, InvokeDynamic};
    let initialiser = class.methods.iter().find(|method| method.name == "<clinit>");
    let code = initialiser.and_then(|method| method.code.as_ref());
    code.is_some_and(|code| code.shape().iter().any(|one| matches!(one, GetStatic(_) | Invoke(_) | InvokeDynamic(_))))
}
