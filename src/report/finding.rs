//! What an analysis found, in a form that no analysis owns: every format is written from it.

use super::interaction::Interaction;
use super::place::Place;
use serde_json::Value;
use std::path::PathBuf;

/// What an analysis has to say: each thing that it looked at, with the rule that tells what became of it.
#[derive(Debug, Clone)]
pub struct Report {
    /// The analysis.
    pub analysis: Analysis,
    /// The rules, the gravest first.
    pub rules: Vec<Rule>,
    /// What was found, in the order in which the analysis looked.
    pub findings: Vec<Finding>,
    /// Pairs of classes, each with both sources side by side.
    pub interactions: Vec<Interaction>,
    /// What could not be judged as it should have been: sentences, with names in backticks.
    pub remarks: Vec<String>,
    /// What the time was too short for, if anything, as half a sentence.
    pub unfinished: Option<String>,
    /// The most important thing to know, as a sentence.
    pub headline: String,
    /// How much was looked at, as a sentence.
    pub extent: String,
    /// The numbers for the person at the terminal, as lines.
    pub summary: String,
    /// Everything, as a JSON object of the analysis's own form, without what all of them say.
    pub document: Document,
}

/// What names an analysis in reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Analysis {
    /// Its command: `extreme`.
    pub name: &'static str,
    /// What it looks for: `Extreme transformations`.
    pub title: &'static str,
    /// What it looks at: `method`.
    pub subject: &'static str,
}

/// The JSON object of an analysis.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// The version of its form; it changes when a key that was there is gone or means something else.
    pub version: u32,
    /// The object.
    pub object: serde_json::Map<String, Value>,
}

/// What can become of what an analysis looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// Its name: `pseudo-tested`.
    pub name: &'static str,
    /// What it means, as half a sentence.
    pub meaning: &'static str,
    /// What cures it, as a sentence; empty where there is nothing to cure.
    pub cure: &'static str,
    /// What it asks of the reader.
    pub kind: Kind,
}

/// What a rule asks of the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// To look at the evidence: a test case of a build server that fails.
    Problem(Severity),
    /// To know that there is no test.
    Gap,
    /// To come back, because the time was over.
    Open,
    /// Nothing, as it should be.
    Fine,
    /// Nothing, as nobody looked closer; the messages of findings say why.
    LeftOut,
}

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// It may be as somebody wants it.
    Note,
    /// It hardly is.
    Warning,
    /// It is wrong.
    Error,
}

impl Kind {
    /// How much it matters; none if there is nothing to act on.
    pub fn severity(self) -> Option<Severity> {
        match self {
            Kind::Problem(severity) => Some(severity),
            Kind::Gap => Some(Severity::Note),
            Kind::Open | Kind::Fine | Kind::LeftOut => None,
        }
    }
}

/// The number of a rule in a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RuleId(pub usize);

/// Something that an analysis looked at, and what became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The rule.
    pub rule: RuleId,
    /// Where it is.
    pub place: Place,
    /// What is to be said, as a sentence for the one who wrote the code, with names in backticks.
    pub message: String,
    /// What it rests on.
    pub evidence: Vec<Evidence>,
    /// Other places that have to do with it: where a value comes from, first to last, or where an effect was lost.
    pub related: Vec<Related>,
    /// What would cure it, each by itself, the best one first.
    pub suggestions: Vec<Suggestion>,
    /// A text that stays the same when lines move.
    pub identity: String,
}

/// What a finding rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Evidence {
    /// Something was changed, and the tests said something to that.
    Trial {
        /// The change, in words.
        change: String,
        /// What came of it.
        outcome: Outcome,
    },
    /// States of one thing: before and after a call, or as it is and as it would be.
    States {
        /// The thing, with where and when it was looked at.
        of: String,
        /// The states.
        states: Vec<State>,
    },
    /// The tests that reach the place.
    Reached(Vec<String>),
}

/// What tests said to a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// This one failed.
    Detected {
        /// The test.
        test: String,
        /// In which way it failed.
        how: &'static str,
    },
    /// None failed.
    Undetected,
    /// None ran what was changed.
    NotCovered,
    /// The time was over before they had said anything.
    NotJudged,
}

/// What something was like at one time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// When: `before`.
    pub name: String,
    /// What it was like, in lines.
    pub lines: Vec<String>,
}

/// A place that has to do with a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// The place.
    pub place: Place,
    /// What it has to do with the finding.
    pub role: String,
}

/// What would cure a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// What to do, in words.
    pub words: String,
    /// How to do it; all of them together, or nothing if there are words alone.
    pub edits: Vec<Edit>,
}

/// Whole lines of a file that give way to others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The file, as reports name it.
    pub file: PathBuf,
    /// The number of the first line that goes, or of the line before which lines are added.
    pub line: usize,
    /// The lines that go.
    pub removed: Vec<String>,
    /// The lines that come.
    pub added: Vec<String>,
}

impl Report {
    /// The rule of a finding.
    pub(super) fn rule(&self, finding: &Finding) -> &Rule {
        &self.rules[finding.rule.0]
    }

    /// The rules with their numbers.
    pub(super) fn rules(&self) -> impl Iterator<Item = (RuleId, &Rule)> {
        self.rules.iter().enumerate().map(|(number, rule)| (RuleId(number), rule))
    }

    /// The findings of a rule, in order.
    pub(super) fn of(&self, rule: RuleId) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(move |finding| finding.rule == rule)
    }

    /// The findings to act on with their rules and how much they matter, the gravest first.
    pub(super) fn to_act_on(&self) -> impl Iterator<Item = (&Finding, &Rule, Severity)> {
        let rules = self.rules().filter_map(|(id, rule)| Some((id, rule, rule.kind.severity()?)));
        rules.flat_map(|(id, rule, severity)| self.of(id).map(move |finding| (finding, rule, severity)))
    }
}

impl Evidence {
    /// The tests that reach the place, if this names them.
    pub(super) fn reached(&self) -> Option<&[String]> {
        match self {
            Evidence::Reached(tests) => Some(tests),
            _ => None,
        }
    }
}

impl Edit {
    /// Where it is, with the lines that go and those that come, as a diff shows them.
    pub(super) fn text(&self) -> String {
        let removed = self.removed.iter().map(|line| format!("\n-{line}"));
        let changed: String = removed.chain(self.added.iter().map(|line| format!("\n+{line}"))).collect();
        format!("{}:{}{changed}", self.file.display(), self.line)
    }
}
