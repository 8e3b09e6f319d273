//! Suites and subjects that tests of judging make up.

use super::subject::{Method, Subject};
use super::transformation::Transformation;
use super::work::Work;
use crate::session::{Baseline, Cost, Excluded, LaunchId, Test};
use crate::unit::Digest;
use crate::worker::protocol::{MethodId, Step, Unit};
use std::collections::BTreeSet;

/// A suite of tests in containers, each with its time and that of its container in milliseconds, and what it reaches.
pub(super) fn suite(tests: &[(&str, u64, u64, &[u32])]) -> Baseline {
    let test = |(number, (container, own, around, reached)): (usize, &(&str, u64, u64, &[u32]))| {
        let cost = Cost { own: own * 1_000, around: around * 1_000 };
        let text = |text: &str| text.to_owned();
        let unit = Unit { id: number.to_string(), container: text(container), class: text("A"), name: text("t") };
        let reached = reached.iter().map(|method| MethodId(*method)).collect();
        Test { unit, launch: LaunchId(0), slowest: cost, usual: cost, work: 1, reached, initialising: BTreeSet::new() }
    };
    Baseline {
        framework: String::new(),
        tests: tests.iter().enumerate().map(test).collect(),
        skipped: 0,
        failing: Vec::new(),
        flaky: Vec::new(),
        fatal: Vec::new(),
        excluded: Excluded::default(),
        unheld: Vec::new(),
        work: 0,
        micros: 0,
    }
}

/// Methods with so many bodies each, the first in the class `p.C0` and so on.
pub(super) fn subject(bodies: &[usize]) -> Subject {
    let transformation =
        |number: usize| Transformation { name: number.to_string(), body: vec![Step::Int(number as i32)] };
    let method = |(index, count): (usize, &usize)| Method {
        class: format!("p/C{index}"),
        name: "m".to_owned(),
        descriptor: "()I".to_owned(),
        source: Some(format!("C{index}.java")),
        lines: Some((1, 2)),
        skipped: None,
        transformations: (0..*count).map(transformation).collect(),
    };
    Subject { methods: bodies.iter().enumerate().map(method).collect(), ..Subject::default() }
}

/// The work on such methods, where no class can be read.
pub(super) fn work(suite: &Baseline, bodies: &[usize]) -> Work {
    Work::of(&[], &subject(bodies), suite, Digest::default()).expect("nothing is read")
}
