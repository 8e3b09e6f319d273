//! What is reported of a class by itself: which of its branches tests take.

use super::branch::Branch;
use super::condition::condition;
use super::found::{Found, NAMED, TESTS, came_of_search, percent};
use super::naming::{member, place, title};
use super::site::Coupled;
use crate::classfile::MethodRef;
use crate::report::{Analysis, Evidence, Finding, Kind, Rule, RuleId, Severity, State};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

pub(super) const ANALYSIS: Analysis = Analysis { name: super::found::NAME, title: "Branches", subject: "method" };

const UNTAKEN: RuleId = RuleId(0);
const PARTLY_TAKEN: RuleId = RuleId(1);
const TAKEN: RuleId = RuleId(2);

pub(super) fn rules() -> Vec<Rule> {
    vec![
        Rule {
            name: "untaken",
            meaning: "no test takes a branch of the method",
            cure: "Write a test that calls the method.",
            kind: Kind::Gap,
        },
        Rule {
            name: "partly-taken",
            meaning: "tests take branches of the method, and leave others out",
            cure: "Call the method with what makes it take the other branches.",
            kind: Kind::Problem(Severity::Note),
        },
        Rule { name: "taken", meaning: "tests take each branch of the method", cure: "", kind: Kind::Fine },
    ]
}

/// One finding for each method that decides something.
pub(super) fn findings(found: &Found) -> Vec<Finding> {
    let (classes, pair, covered) = (&found.classes, &found.pairs[0], &found.measured.covered[0]);
    let mut by_method: BTreeMap<&MethodRef, Vec<(usize, &Branch)>> = BTreeMap::new();
    for (number, branch) in pair.callee_branches.iter().enumerate() {
        by_method.entry(&branch.method).or_default().push((number, branch));
    }
    let finding = |(method, branches): (&MethodRef, Vec<(usize, &Branch)>)| {
        let is_open = |number: usize| !covered.contains_key(&Coupled::alone(number));
        let open: Vec<&Branch> = branches.iter().filter(|(number, _)| is_open(*number)).map(|(_, one)| *one).collect();
        let (all, left) = (branches.len(), open.len());
        let (rule, message) = match left {
            0 => (TAKEN, format!("`{}`: tests take all {all} branches", title(method))),
            left if left < all => (PARTLY_TAKEN, format!("`{}`: {left} of {all} branches are open", title(method))),
            _ => (UNTAKEN, format!("`{}`: no test takes one of its {all} branches", title(method))),
        };
        let worded = |branch: &&Branch| match condition(classes, branch) {
            (Some(line), words) => format!("line {line}: {words}"),
            (None, words) => words,
        };
        let more = (left > NAMED).then(|| format!("and {} more", left - NAMED));
        let lines: Vec<String> = open.iter().take(NAMED).map(worded).chain(more).collect();
        let states = (left > 0).then(|| State { name: "open".to_owned(), lines }).into_iter().collect();
        let mut evidence = vec![Evidence::States { of: message.clone(), states }];
        let tests = branches.iter().filter_map(|(number, _)| covered.get(&Coupled::alone(*number)));
        let tests: BTreeSet<usize> = tests.flatten().copied().collect();
        if !tests.is_empty() {
            let titles = tests.iter().take(TESTS).map(|test| found.measured.tests[*test].clone());
            evidence.push(Evidence::Reached(titles.collect()));
        }
        let line = branches.first().and_then(|(_, branch)| condition(classes, branch).0);
        Finding {
            rule,
            place: place(classes, method, line),
            message,
            evidence,
            related: Vec::new(),
            suggestions: Vec::new(),
            identity: method.to_string(),
        }
    };
    by_method.into_iter().map(finding).collect()
}

pub(super) fn headline(open: usize) -> String {
    match open {
        0 => "All branches are covered".to_owned(),
        1 => "1 branch is open".to_owned(),
        more => format!("{more} branches are open"),
    }
}

pub(super) fn summary(found: &Found) -> String {
    let (all, covered) = found.counts(0);
    let came = came_of_search(found, "branches");
    format!("{came}{covered} of {all} branches covered: {}%\n", percent(covered, all))
}

/// Everything that there is to know of the class.
pub(super) fn detailed(found: &Found) -> Value {
    let (pair, covered) = (&found.pairs[0], &found.measured.covered[0]);
    let branch = |(number, branch): (usize, &Branch)| {
        let (line, words) = condition(&found.classes, branch);
        let tests = covered.get(&Coupled::alone(number)).into_iter().flatten();
        json!({
            "method": member(&branch.method).title(),
            "line": line,
            "condition": words,
            "tests": tests.map(|test| found.measured.tests[*test].as_str()).collect::<Vec<&str>>(),
        })
    };
    let (all, count) = found.counts(0);
    json!({
        "name": pair.callee.to_binary(),
        "all": all,
        "covered": count,
        "branches": pair.callee_branches.iter().enumerate().map(branch).collect::<Vec<Value>>(),
    })
}
