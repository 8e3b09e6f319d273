//! What is reported of the coupled branches of one pair, or of all pairs.

use super::alone;
use super::branch::Branch;
use super::classes::Classes;
use super::condition::condition;
use super::counting::Counting;
use super::found::{Found, NAME, NAMED, TESTS, came_of_search, percent};
use super::graph::Unread;
use super::interaction::interaction;
use super::naming::{member, place, title, worded};
use super::pair::{Kinship, Pair};
use super::search::Strengthened;
use super::site::{Coupled, Site};
use super::suspicious::Suspicious;
use super::threshold::Measure;
use crate::report::{
    Analysis, Document, Evidence, Finding, Kind, Related, Report, Rule, RuleId, Severity, State, counted,
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

const ANALYSIS: Analysis = Analysis { name: NAME, title: "Coupled branches", subject: "branch that leads to calls" };

/// The version of the JSON object; it changes when a key that was there is gone or means something else.
const VERSION: u32 = 1;

const NOT_EXERCISED: RuleId = RuleId(0);
const PARTLY_EXERCISED: RuleId = RuleId(1);
const EXERCISED: RuleId = RuleId(2);
const SUSPICIOUS: RuleId = RuleId(3);

/// The pairs as a table for the person at the terminal, those with most open coupled branches first.
pub fn listed(found: &Found) -> String {
    let mut text = "    CBC  covered  coupled  sites  caller -> callee\n".to_owned();
    for place in found.ranked() {
        let (pair, (all, covered)) = (&found.pairs[place], found.counts(place));
        let (caller, callee) = (pair.caller.to_binary(), pair.callee.to_binary());
        let share = percent(covered, all);
        let sites = pair.sites.len();
        let _ = writeln!(text, "{share:>6}%  {covered:>7}  {all:>7}  {sites:>5}  {caller} -> {callee}");
    }
    text + &summary(found)
}

/// What there is to report.
pub fn report(found: &Found) -> Report {
    if found.is_alone() {
        return of_class(found);
    }
    let shown = if found.is_one { (0..found.pairs.len()).collect() } else { found.ranked() };
    let mut findings: Vec<Finding> = match found.is_one {
        true => shown.iter().flat_map(|pair| of_branches(found, *pair)).collect(),
        false => shown.iter().map(|pair| of_pair(found, *pair)).collect(),
    };
    let suspicious = found.searched.iter().flat_map(|searched| &searched.suspicious);
    findings.extend(suspicious.map(|one| of_exception(found, one)));
    let open = found.count(Measure::Open);
    Report {
        analysis: ANALYSIS,
        rules: rules(),
        findings,
        interactions: shown
            .iter()
            .map(|pair| interaction(&found.classes, &found.pairs[*pair], &found.measured, *pair))
            .collect(),
        remarks: remarks(found),
        unfinished: None,
        headline: match open {
            0 => "All coupled branches are covered".to_owned(),
            1 => "1 coupled branch is open".to_owned(),
            more => format!("{more} coupled branches are open"),
        },
        extent: format!("{}, {}.", counted(found.pairs.len(), "pair"), counted(found.measured.count, "test")),
        summary: summary(found),
        document: document(found),
    }
}

/// What there is to report of a class by itself.
fn of_class(found: &Found) -> Report {
    Report {
        analysis: alone::ANALYSIS,
        rules: alone::rules(),
        findings: alone::findings(found),
        interactions: Vec::new(),
        remarks: remarks(found),
        unfinished: None,
        headline: alone::headline(found.count(Measure::Open)),
        extent: format!("1 class, {}.", counted(found.measured.count, "test")),
        summary: alone::summary(found),
        document: document(found),
    }
}

fn rules() -> Vec<Rule> {
    vec![
        Rule {
            name: "not-exercised",
            meaning: "no test takes the branch, makes the call that it leads to, and takes a branch of the callee then",
            cure: "Write a test that calls the caller so that it takes this branch.",
            kind: Kind::Gap,
        },
        Rule {
            name: "partly-exercised",
            meaning: "tests take the branch and make the call, and leave branches of the callee out",
            cure: "Call the caller with what makes the callee take the other branches.",
            kind: Kind::Problem(Severity::Note),
        },
        Rule {
            name: "exercised",
            meaning: "with the branch of the caller, tests take each branch of the callee that can be reached",
            cure: "",
            kind: Kind::Fine,
        },
        Rule {
            name: "suspicious",
            meaning: "an exception comes out of the callee into the caller that neither of them declares, documents or throws on purpose",
            cure: "Have the callee accept what it is given, or say what it asks for, or have the caller keep to it.",
            kind: Kind::Problem(Severity::Warning),
        },
    ]
}

fn summary(found: &Found) -> String {
    let (mut all, mut covered) = (0, 0);
    for pair in 0..found.pairs.len() {
        let counts = found.counts(pair);
        (all, covered) = (all + counts.0, covered + counts.1);
    }
    let sites: usize = found.pairs.iter().map(|pair| pair.sites.len()).sum();
    let counting = match found.counting {
        Counting::Causal => "",
        Counting::Published => ", counted as published",
    };
    let written = came_of_search(found, "coupled branches");
    let impossible: usize = found.pairs.iter().map(|pair| pair.impossible.len()).sum();
    let impossible = if impossible > 0 { format!("; {impossible} more cannot be covered") } else { String::new() };
    let pairs = if found.is_one { String::new() } else { format!("{}, ", counted(found.pairs.len(), "pair")) };
    match all {
        0 => format!("{written}{pairs}{}: no coupled branches{}\n", counted(sites, "call site"), why_none(found)),
        all => format!(
            "{written}{pairs}{}: {covered} of {all} coupled branches covered{counting}; CBC {}%{impossible}\n",
            counted(sites, "call site"),
            percent(covered, all)
        ),
    }
}

/// Why the pair that was asked for has no coupled branches, behind words that say so.
fn why_none(found: &Found) -> String {
    let [pair] = found.pairs.as_slice() else { return String::new() };
    let (caller, callee) = (pair.caller.simple(), pair.callee.simple());
    let leads = pair.sites.iter().any(|site| !site.leading.is_empty());
    let reaches = pair.sites.iter().any(|site| !site.reached.is_empty());
    match (leads, reaches) {
        (false, true) => format!("; no branch of `{caller}` always leads to a call"),
        (true, false) => format!("; what is called decides nothing in `{callee}`"),
        (false, false) => {
            format!(
                "; no branch of `{caller}` always leads to a call, and what is called decides nothing in `{callee}`"
            )
        }
        (true, true) => "; where a branch leads to a call, what is called decides nothing".to_owned(),
    }
}

/// One finding for each branch of the caller, with what tests take of the callee behind it.
fn of_branches(found: &Found, number: usize) -> Vec<Finding> {
    let (classes, pair, covered) = (&found.classes, &found.pairs[number], &found.measured.covered[number]);
    let mut by_branch: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for coupled in pair.coupled() {
        by_branch.entry(coupled.caller).or_default().insert(coupled.callee);
    }
    let of_branch = |(caller, callees): (usize, BTreeSet<usize>)| {
        let branch = &pair.caller_branches[caller];
        let (line, words) = condition(classes, branch);
        let is_covered = |callee: &usize| covered.contains_key(&Coupled { caller, callee: *callee });
        let open: Vec<usize> = callees.iter().copied().filter(|callee| !is_covered(callee)).collect();
        let sites: Vec<&Site> = pair.sites.iter().filter(|site| site.leading.contains(&caller)).collect();
        let calls: BTreeSet<String> = sites.iter().map(|site| title(&site.runs)).collect();
        let calls: Vec<String> = calls.into_iter().map(|name| format!("`{name}`")).collect();
        let (all, left) = (callees.len(), open.len());
        let leads = format!("where `{words}`, `{}` calls {}", title(&branch.method), calls.join(", "));
        let (rule, message) = match () {
            () if left == 0 => {
                (EXERCISED, format!("{leads}: all {all} branches of `{}` are covered", pair.callee.simple()))
            }
            () if left < all => {
                (PARTLY_EXERCISED, format!("{leads}: {left} of {all} branches of `{}` are open", pair.callee.simple()))
            }
            () if found.measured.led[number].contains(&caller) => {
                (NOT_EXERCISED, format!("{leads}: tests do so, and take none of its {all} branches"))
            }
            () => (NOT_EXERCISED, format!("{leads}: no test does so")),
        };
        let lines = open.iter().take(NAMED).map(|callee| worded(classes, &pair.callee_branches[*callee]));
        let more = (left > NAMED).then(|| format!("and {} more", left - NAMED));
        let lines: Vec<String> = lines.chain(more).collect();
        let states = (left > 0).then(|| State { name: "open".to_owned(), lines }).into_iter().collect();
        let mut evidence = vec![Evidence::States { of: message.clone(), states }];
        let tests = covered.iter().filter(|(coupled, _)| coupled.caller == caller).flat_map(|(_, tests)| tests);
        let tests: BTreeSet<usize> = tests.copied().collect();
        if !tests.is_empty() {
            let titles = tests.iter().take(TESTS).map(|test| found.measured.tests[*test].clone());
            evidence.push(Evidence::Reached(titles.collect()));
        }
        let related = sites.iter().map(|site| Related {
            place: place(classes, &site.method, site.line),
            role: format!("the {} `{}`", if site.is_reference { "reference to" } else { "call of" }, title(&site.runs)),
        });
        Finding {
            rule,
            place: place(classes, &branch.method, line),
            message,
            evidence,
            related: related.collect(),
            suggestions: Vec::new(),
            identity: format!("{} {} {} {words}", pair.caller, pair.callee, branch.method),
        }
    };
    by_branch.into_iter().map(of_branch).collect()
}

/// One finding for an exception that nobody has announced.
fn of_exception(found: &Found, one: &Suspicious) -> Finding {
    let pair = &found.pairs[0];
    let site = &pair.sites[one.site];
    let kind = one.trace.kinds.first().map_or("", String::as_str);
    let (called, method) = (title(&site.runs), title(&site.method));
    let says = if one.trace.says.is_empty() { String::new() } else { format!(": {}", one.trace.says) };
    let message = format!("`{called}` throws `{kind}` into `{method}`, which nobody has announced{says}");
    let stack = State { name: "stack".to_owned(), lines: one.stack() };
    let test = State { name: "test".to_owned(), lines: one.test.lines().map(str::to_owned).collect() };
    Finding {
        rule: SUSPICIOUS,
        place: place(&found.classes, &site.method, site.line),
        evidence: vec![Evidence::States { of: message.clone(), states: vec![stack, test] }],
        message,
        related: Vec::new(),
        suggestions: Vec::new(),
        identity: format!("{kind} through {} in {}", site.runs, site.method),
    }
}

/// One finding for a whole pair.
fn of_pair(found: &Found, number: usize) -> Finding {
    let (pair, (all, covered)) = (&found.pairs[number], found.counts(number));
    let rule = match covered {
        0 => NOT_EXERCISED,
        some if some < all => PARTLY_EXERCISED,
        _ => EXERCISED,
    };
    let (caller, callee) = (pair.caller.to_binary(), pair.callee.to_binary());
    let first = pair.sites.iter().find(|site| !site.leading.is_empty() && !site.reached.is_empty());
    let site = first.unwrap_or(&pair.sites[0]);
    let message = format!("`{caller}` calls `{callee}`: {covered} of {all} coupled branches are covered");
    Finding {
        rule,
        place: place(&found.classes, &site.method, site.line),
        evidence: vec![Evidence::States { of: message.clone(), states: ruled_out(&found.classes, pair) }],
        message,
        related: Vec::new(),
        suggestions: Vec::new(),
        identity: format!("{} {}", pair.caller, pair.callee),
    }
}

/// The coupled branches of a pair that cannot be covered, each with the proof.
fn proved(classes: &Classes, pair: &Pair) -> impl Iterator<Item = String> {
    pair.impossible.iter().map(|(coupled, proof)| {
        let (_, caller) = condition(classes, &pair.caller_branches[coupled.caller]);
        let callee = worded(classes, &pair.callee_branches[coupled.callee]);
        format!("`{caller}` with {callee}: {proof}")
    })
}

/// The same as the state of a pair; nothing if there are none.
fn ruled_out(classes: &Classes, pair: &Pair) -> Vec<State> {
    let lines: Vec<String> = proved(classes, pair).collect();
    if lines.is_empty() { Vec::new() } else { vec![State { name: "impossible".to_owned(), lines }] }
}

/// What could not be measured as it should have been, and what no test can cover.
fn remarks(found: &Found) -> Vec<String> {
    let mut remarks = Vec::new();
    for pair in found.pairs.iter().filter(|_| found.is_one) {
        let proved = proved(&found.classes, pair);
        remarks.extend(proved.map(|words| format!("no input covers {words}")));
    }
    let unread: BTreeSet<&Unread> = found.pairs.iter().flat_map(|pair| &pair.unread).collect();
    for (method, reason) in unread {
        remarks.push(format!("`{}` is left out: {reason}", title(method)));
    }
    for (class, reason) in &found.measured.not_instrumented {
        remarks.push(format!(
            "`{}` cannot be instrumented, so its branches are not seen: {reason}",
            class.replace('/', ".")
        ));
    }
    remarks.extend(found.measured.excluded.remarks());
    for (test, said) in &found.measured.failed {
        let said = said.lines().next().unwrap_or_default();
        remarks.push(format!("`{test}` fails, and what it covers until then counts: {said}"));
    }
    remarks
}

fn document(found: &Found) -> Document {
    let pairs: Vec<Value> = match found.is_one {
        true if found.is_alone() => Vec::new(),
        true => (0..found.pairs.len()).map(|pair| detailed(found, pair)).collect(),
        false => found.ranked().into_iter().map(|pair| summed_up(found, pair)).collect(),
    };
    let failed: Vec<Value> =
        found.measured.failed.iter().map(|(test, said)| json!({ "test": test, "message": said })).collect();
    let object = json!({
        "counting": found.counting.name(),
        "tests": found.measured.count,
        "failing": failed,
        "excluded": found.measured.excluded.titles(),
        "open": found.count(Measure::Open),
        "pairs": pairs,
        "search": found.searched.as_ref().map(|searched| json!({
            "executions": searched.performed,
            "seconds": searched.micros as f64 / 1e6,
            "interrupted": searched.is_interrupted,
            "tests": searched.tests,
            "coveredBefore": searched.before,
            "refused": searched.refused,
            "mutants": searched.strengthened.map(|Strengthened { mutants, met, detected }| json!({
                "all": mutants,
                "run": met,
                "detected": detected,
            })),
            "suspicious": searched.suspicious.iter().map(thrown).collect::<Vec<Value>>(),
            "hindrance": searched.hindrance,
        })),
        "remarks": remarks(found),
    });
    let Value::Object(mut object) = object else { unreachable!("it was made as an object") };
    if found.is_alone() {
        object.insert("class".to_owned(), alone::detailed(found));
    }
    Document { version: VERSION, object }
}

fn thrown(one: &Suspicious) -> Value {
    json!({
        "site": one.site,
        "exception": one.trace.kinds.first(),
        "message": one.trace.says,
        "stack": one.stack(),
        "test": one.test,
    })
}

/// What there is to know of a pair in short.
fn brief(found: &Found, number: usize) -> serde_json::Map<String, Value> {
    let (pair, (all, covered)) = (&found.pairs[number], found.counts(number));
    let object = json!({
        "caller": pair.caller.to_binary(),
        "callee": pair.callee.to_binary(),
        "hierarchy": match pair.kinship {
            Kinship::Strangers | Kinship::Same => Value::Null,
            Kinship::CallerAbove => "caller above callee".into(),
            Kinship::CallerBelow => "caller below callee".into(),
        },
        "callSites": pair.sites.len(),
        "coupled": all,
        "covered": covered,
        "cbc": (all > 0).then(|| covered as f64 / all as f64),
    });
    let Value::Object(object) = object else { unreachable!("it was made as an object") };
    object
}

/// A pair among others.
fn summed_up(found: &Found, number: usize) -> Value {
    let mut object = brief(found, number);
    object.insert("proofs".to_owned(), proved(&found.classes, &found.pairs[number]).collect());
    Value::Object(object)
}

/// Everything that there is to know of a pair.
fn detailed(found: &Found, number: usize) -> Value {
    let (classes, pair, covered) = (&found.classes, &found.pairs[number], &found.measured.covered[number]);
    let branches = |all: &[Branch]| {
        let branch = |branch: &Branch| {
            let (line, words) = condition(classes, branch);
            json!({
                "class": branch.method.owner.to_binary(),
                "method": member(&branch.method).title(),
                "line": line,
                "condition": words,
                "taken": found.measured.taken.contains(branch),
            })
        };
        all.iter().map(branch).collect::<Vec<Value>>()
    };
    let site = |site: &Site| {
        json!({
            "class": site.method.owner.to_binary(),
            "method": member(&site.method).title(),
            "line": site.line,
            "calls": format!("{}.{}", site.runs.owner.to_binary(), member(&site.runs).title()),
            "reference": site.is_reference,
            "callerBranches": site.leading,
            "calleeBranches": site.reached,
        })
    };
    let tests = |coupled: &Coupled| {
        let tests = covered.get(coupled).into_iter().flatten();
        tests.map(|test| found.measured.tests[*test].as_str()).collect::<Vec<&str>>()
    };
    let coupled = |coupled: &Coupled| {
        json!({
            "caller": coupled.caller,
            "callee": coupled.callee,
            "covered": covered.contains_key(coupled),
            "tests": tests(coupled),
        })
    };
    let mut object = brief(found, number);
    let impossible = |(coupled, proof): (&Coupled, &String)| json!({ "caller": coupled.caller, "callee": coupled.callee, "proof": proof });
    object.insert("impossible".to_owned(), pair.impossible.iter().map(impossible).collect());
    object.insert("sites".to_owned(), pair.sites.iter().map(site).collect());
    object.insert("callerBranches".to_owned(), branches(&pair.caller_branches).into());
    object.insert("calleeBranches".to_owned(), branches(&pair.callee_branches).into());
    object.insert("coupledBranches".to_owned(), pair.coupled().iter().map(coupled).collect());
    Value::Object(object)
}
