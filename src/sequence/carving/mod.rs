//! Carves sequences from tests: what the code of a test does, statement after statement.
//!
//! The bytecode of a test is followed as it would run, with what is before it ([`Machine`]): literals, objects and calls
//! become statements of a [sequence](crate::worker::protocol::Sequence), helpers of the test are followed, and of assertions only what
//! they call is left. Where what a condition compares is not known, it is taken as false first and as true the next time, so that loops
//! are gone through once. What no other test could name is left out with all that depends on it ([`LeftOut`]); so a sequence does not
//! have to do what the test does, and is tried out before it is used.

mod asserting;
mod carved;
mod held;
mod invoking;
mod machine;

pub use carved::{Carved, LeftOut};

use super::program::Program;
use crate::classfile::{ClassName, MethodCode};
use held::Held;
use machine::Machine;

/// A method of a test class.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TestMethod {
    /// The class.
    pub class: ClassName,
    /// Its name.
    pub name: String,
}

/// Annotations of methods that run before a test.
const BEFORE: [&str; 6] = ["BeforeClass", "BeforeAll", "BeforeMethod", "BeforeTest", "Before", "BeforeEach"];

/// What a test does, for tests in a package; none if the test is not there.
pub fn carve(program: &Program, package: &str, test: &TestMethod) -> Option<Carved> {
    let lineage = program.own_lineage(&test.class);
    let is_test = |method: &&MethodCode| method.name == test.name && !method.is_synthetic;
    let (of, method) = lineage.iter().find_map(|class| Some((class, class.methods.iter().find(is_test)?)))?;
    let mut machine = Machine::new(program, package, &test.class);
    let by_name = |name: &'static str| {
        let is_it = move |method: &&MethodCode| method.name == name;
        lineage.iter().rev().filter_map(move |class| Some((*class, class.methods.iter().find(is_it)?)))
    };
    for (class, method) in by_name("<clinit>") {
        machine.run(class, method, Vec::new(), 0);
    }
    // A constructor calls that of the class above it.
    if let Some((class, method)) = by_name("<init>").next_back().filter(|(class, _)| class.name == test.class) {
        machine.run(class, method, vec![Held::This], 0);
    }
    let runs_before = |method: &&MethodCode| {
        let is_marked = method.annotations.iter().any(|annotation| BEFORE.contains(&annotation.as_str()));
        is_marked || (method.name == "setUp" && method.descriptor.as_str() == "()V")
    };
    for class in lineage.iter().rev() {
        for method in class.methods.iter().filter(runs_before) {
            // What a class below has of the same name runs in its place, and once.
            let is_hidden = lineage.iter().take_while(|below| below.name != class.name).any(|below| {
                below.methods.iter().any(|other| other.name == method.name && other.descriptor == method.descriptor)
            });
            if !is_hidden {
                machine.run(class, method, Machine::arguments(method), 0);
            }
        }
    }
    machine.run(of, method, Machine::arguments(method), 0);
    Some(machine.finished())
}
