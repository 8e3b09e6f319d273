//! What is reported of a subject: a finding for each text, failures group by group.

use super::groups::{Group, groups};
use super::judge::{Complaint, Fault, Verdict};
use super::material::Input;
use crate::classfile::ClassName;
use crate::report::{
    Analysis, Document, Evidence, Finding, Kind, Place, Report, Rule, RuleId, Severity, State, counted,
};
use serde_json::{Map, Value, json};

/// What names it in reports.
pub const ANALYSIS: Analysis = Analysis { name: "subject", title: "A program on generated texts", subject: "text" };

/// The version of the JSON object; it changes when a key that was there is gone or means something else.
const VERSION: u32 = 1;

/// How many lines of what a program says are shown.
const SAID: usize = 12;

/// How many texts are named that fail like another one.
const NAMED: usize = 5;

const RULES: [Rule; 6] = [
    Rule {
        name: "crashed",
        meaning: "the program breaks down on a text",
        cure: "run it on the text by hand; the text is in the folder of the suite",
        kind: Kind::Problem(Severity::Error),
    },
    Rule {
        name: "failed",
        meaning: "the program does with a text what it should not do",
        cure: "run it on the text by hand; the text is in the folder of the suite",
        kind: Kind::Problem(Severity::Error),
    },
    Rule {
        name: "hung",
        meaning: "the program does not end in time",
        cure: "allow it more time by `--limit`, or find out what it waits for",
        kind: Kind::Problem(Severity::Warning),
    },
    Rule { name: "alike", meaning: "fails as a smaller text does", cure: "", kind: Kind::LeftOut },
    Rule { name: "not-judged", meaning: "the time was over before it was run", cure: "", kind: Kind::Open },
    Rule { name: "passed", meaning: "all is as it should be", cure: "", kind: Kind::Fine },
];

const ALIKE: RuleId = RuleId(3);
const NOT_JUDGED: RuleId = RuleId(4);
const PASSED: RuleId = RuleId(5);

/// What became of the texts of a suite.
#[derive(Debug, Clone)]
pub struct Judged {
    /// The `generate` paragraph, which names the folder of the texts.
    pub generate: String,
    /// The program, as it was named.
    pub subject: String,
    /// The texts.
    pub inputs: Vec<Input>,
    /// What became of each; nothing where there was no time.
    pub verdicts: Vec<Option<Verdict>>,
}

impl Judged {
    /// How many texts ended in this way.
    pub fn count(&self, fault: Fault) -> usize {
        let is =
            |verdict: &&Option<Verdict>| matches!(verdict, Some(Verdict::Wrong(complaint)) if complaint.fault == fault);
        self.verdicts.iter().filter(is).count()
    }

    /// How many texts are as they should be.
    pub fn passed(&self) -> usize {
        self.verdicts.iter().filter(|verdict| **verdict == Some(Verdict::Right)).count()
    }

    /// How many there was no time for.
    pub fn not_judged(&self) -> usize {
        self.verdicts.iter().filter(|verdict| verdict.is_none()).count()
    }

    /// The failures that look alike.
    pub fn groups(&self) -> Vec<Group> {
        let judged: Vec<Verdict> =
            self.verdicts.iter().map(|verdict| verdict.clone().unwrap_or(Verdict::Right)).collect();
        groups(&self.inputs, &judged)
    }

    fn complaint(&self, index: usize) -> Option<&Complaint> {
        match &self.verdicts[index] {
            Some(Verdict::Wrong(complaint)) => Some(complaint),
            _ => None,
        }
    }

    /// The name of a text.
    fn name(&self, index: usize) -> &str {
        &self.inputs[index].name
    }
}

/// The neutral findings: the smallest text of each group, those like it, and all others.
pub fn report(judged: &Judged) -> Report {
    let groups = judged.groups();
    let mut findings = Vec::new();
    for group in &groups {
        let (first, rest) = group.members.split_first().expect("a group has members");
        findings.extend(judged.complaint(*first).map(|complaint| failure(judged, *first, rest, complaint)));
        for member in rest {
            let message = format!("fails as `{}` does", judged.name(*first));
            findings.push(finding(judged, *member, ALIKE, message, Vec::new()));
        }
    }
    for (index, verdict) in judged.verdicts.iter().enumerate() {
        match verdict {
            Some(Verdict::Right) => findings.push(finding(judged, index, PASSED, String::new(), Vec::new())),
            None => {
                findings.push(finding(judged, index, NOT_JUDGED, "there was no time for it".to_owned(), Vec::new()))
            }
            Some(Verdict::Wrong(_)) => {}
        }
    }
    let (texts, wrong) = (judged.inputs.len(), judged.inputs.len() - judged.passed() - judged.not_judged());
    let ways = groups.len();
    Report {
        analysis: ANALYSIS,
        rules: RULES.to_vec(),
        findings,
        interactions: Vec::new(),
        remarks: Vec::new(),
        unfinished: (judged.not_judged() > 0).then(|| counted(judged.not_judged(), "text")),
        headline: match wrong {
            0 => format!("`{}` does what it should with every text", judged.subject),
            _ => format!("`{}` fails on {}, in {}", judged.subject, counted(wrong, "text"), counted(ways, "way")),
        },
        extent: format!("{} of `{}`", counted(texts, "text"), judged.generate),
        summary: summary(judged, ways),
        document: Document { version: VERSION, object: object(judged, &groups) },
    }
}

/// The numbers, as lines.
fn summary(judged: &Judged, ways: usize) -> String {
    let counts = [(Fault::Failed, "failed"), (Fault::Crashed, "crashed"), (Fault::Hung, "hung")];
    let mut text = format!("{}: {} passed", counted(judged.inputs.len(), "text"), judged.passed());
    for (fault, word) in counts {
        text.push_str(&format!(", {} {word}", judged.count(fault)));
    }
    if judged.not_judged() > 0 {
        text.push_str(&format!(", {} not judged", judged.not_judged()));
    }
    if ways > 0 {
        text.push_str(&format!("; failures look alike in {}", counted(ways, "group")));
    }
    text + "\n"
}

/// The smallest text of a group.
fn failure(judged: &Judged, index: usize, alike: &[usize], complaint: &Complaint) -> Finding {
    let rule = match complaint.fault {
        Fault::Crashed => RuleId(0),
        Fault::Failed => RuleId(1),
        Fault::Hung => RuleId(2),
    };
    let mut message = format!("`{}` {}", judged.subject, complaint.what);
    if !alike.is_empty() {
        let named: Vec<String> = alike.iter().take(NAMED).map(|other| format!("`{}`", judged.name(*other))).collect();
        let more = if alike.len() > NAMED { ", …" } else { "" };
        message.push_str(&format!("; {} more look alike: {}{more}", alike.len(), named.join(", ")));
    }
    let state = |name: &str, lines: Vec<String>| State { name: name.to_owned(), lines };
    let mut states = vec![state("the text", judged.inputs[index].material.lines())];
    let said: Vec<String> =
        complaint.said.lines().filter(|line| !line.trim().is_empty()).take(SAID).map(str::to_owned).collect();
    if !said.is_empty() {
        states.push(state("it says", said));
    }
    states.extend(complaint.texts.iter().map(|(name, lines)| state(name, lines.clone())));
    if let Some((before, after)) = &complaint.changed {
        states.push(state("first difference", vec![format!("-{before}"), format!("+{after}")]));
    }
    let evidence = vec![Evidence::States { of: message.clone(), states }];
    finding(judged, index, rule, message, evidence)
}

fn finding(judged: &Judged, index: usize, rule: RuleId, message: String, evidence: Vec<Evidence>) -> Finding {
    let input = &judged.inputs[index];
    let first = input.material.first();
    let folder = match input.material.files.len() > 1 || first.components().count() > 1 {
        true => first.parent().map_or_else(String::new, |parent| format!("/{}/{}", input.name, parent.display())),
        false => String::new(),
    };
    let stem = first.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let class = format!("{}{}/{stem}", judged.generate, folder.trim_end_matches('/'));
    let lines =
        input.material.files.values().next().map_or(1, |bytes| bytes.iter().filter(|byte| **byte == b'\n').count());
    let place = Place {
        class: ClassName::internal(&class),
        member: None,
        source: first.file_name().map(|name| name.to_string_lossy().into_owned()),
        lines: Some((1, u16::try_from(lines).unwrap_or(u16::MAX).max(1))),
    };
    let identity = format!("{} {}", input.name, RULES[rule.0].name);
    Finding { rule, place, message, evidence, related: Vec::new(), suggestions: Vec::new(), identity }
}

/// Everything, for programs.
fn object(judged: &Judged, groups: &[Group]) -> Map<String, Value> {
    let told = |group: &Group| {
        let first = group.members[0];
        let complaint = judged.complaint(first);
        let fault = complaint.map_or("failed", |complaint| match complaint.fault {
            Fault::Crashed => "crashed",
            Fault::Failed => "failed",
            Fault::Hung => "hung",
        });
        let texts: Map<String, Value> = complaint
            .iter()
            .flat_map(|complaint| &complaint.texts)
            .map(|(name, lines)| (name.clone(), json!(lines)))
            .collect();
        json!({
            "fault": fault,
            "what": complaint.map(|complaint| &complaint.what),
            "said": complaint.map(|complaint| &complaint.said),
            "texts": texts,
            "members": group.members.iter().map(|member| judged.name(*member)).collect::<Vec<_>>(),
            "smallest": { "name": judged.name(first), "objects": judged.inputs[first].objects, "text": judged.inputs[first].material.lines() },
        })
    };
    let passed = judged.verdicts.iter().enumerate().filter(|(_, verdict)| **verdict == Some(Verdict::Right));
    let open = judged.verdicts.iter().enumerate().filter(|(_, verdict)| verdict.is_none());
    let entries = [
        ("subject", json!(judged.subject)),
        ("generate", json!(judged.generate)),
        (
            "counts",
            json!({
                "texts": judged.inputs.len(),
                "passed": judged.passed(),
                "failed": judged.count(Fault::Failed),
                "crashed": judged.count(Fault::Crashed),
                "hung": judged.count(Fault::Hung),
                "not_judged": judged.not_judged(),
            }),
        ),
        ("groups", groups.iter().map(told).collect()),
        ("passed", passed.map(|(index, _)| json!(judged.name(index))).collect()),
        ("not_judged", open.map(|(index, _)| json!(judged.name(index))).collect()),
    ];
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}
