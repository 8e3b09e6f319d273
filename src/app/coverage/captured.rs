//! What a project's own tests show of a class, and where it breaks its invariant meanwhile.

use super::pairs::Pairs;
use super::violations::{self, Violation};
use super::{measured, page, translated};
use crate::app::context::{Context, Target};
use crate::app::discovery::Wanted;
use crate::app::settings::Job;
use crate::app::{Failure, Workspace, capture, specification};
use crate::extension::Strength;
use crate::objects::{Misfit, Place};
use crate::resolve::{FieldId, SigId};
use crate::suite::Fate;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What there is to say of the tests of a project and one class.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Shown {
    /// The specification.
    pub spec: String,
    /// What was measured.
    #[serde(flatten)]
    pub target: Target,
    /// The class whose objects were captured.
    pub class: String,
    /// The test frameworks that ran.
    frameworks: Vec<String>,
    /// How many tests ran, and which of them failed.
    pub tests: usize,
    failed: Vec<Failed>,
    /// The tests that were left out because somebody names them.
    excluded_tests: Vec<String>,
    /// The time that the tests took, in microseconds.
    micros: u64,
    /// Test classes that were left out, because they use structures that fex wrote.
    left_out: Vec<String>,
    /// How often an object was looked at.
    pub captures: u64,
    /// How many different valid structures within the bound that were.
    pub structures: usize,
    /// What these cover.
    #[serde(flatten)]
    pub pairs: Pairs,
    /// For each signature of objects, the most that a structure within the bound had.
    largest: Vec<Largest>,
    /// What made structures too large, or their values fall out of range.
    beyond: Vec<Beyond>,
    /// Integers that the specification only compares, of structures that have some out of range: they got others in the same
    /// order.
    ranked: Vec<RankedFields>,
    /// How many structures do not count, because what no object shows of them may be different things, or cannot be anything.
    undetermined: usize,
    /// Why no instance can be made of structures, each reason once.
    unfit: Vec<Unfit>,
    /// How often another thread was at work on the object, so that it was not looked at.
    disturbed: u64,
    /// How often reading an object failed, and why it did the last time.
    unread: u64,
    problem: Option<String>,
    /// Where the class breaks its invariant.
    pub violations: Vec<Violation>,
    /// Where the page of all that is, if there is one.
    #[serde(skip)]
    pub page: Option<PathBuf>,
}

/// A test that failed.
#[derive(Debug, Serialize)]
struct Failed {
    test: String,
    message: String,
}

/// How large structures were.
#[derive(Debug, Serialize)]
struct Largest {
    signature: String,
    most: usize,
    bound: u32,
}

/// What is beyond the bound.
#[derive(Debug, Serialize)]
struct Beyond {
    reason: String,
    /// What is counted: the worker does not tell structures apart that are too large.
    counted: Counted,
    times: u64,
}

/// Fields whose integers are only compared with one another.
#[derive(Debug, Serialize)]
struct RankedFields {
    fields: Vec<String>,
    least: i64,
    greatest: i64,
    /// How many structures got other values.
    structures: usize,
    /// How many different values they had.
    distinct: usize,
    /// How many of these values are more than the range has.
    beyond: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Counted {
    Captures,
    Structures,
}

/// Captured objects that no specification of this kind describes.
#[derive(Debug, Serialize)]
struct Unfit {
    reason: String,
    test: String,
}

/// Measures what the tests of the project show, and writes a page of that if it is wanted.
pub fn of_tests(job: &Job, with_page: bool, workspace: &Workspace) -> Result<Shown, Failure> {
    let caller = &workspace.caller;
    let interrupt = &caller.within(job.time_limit);
    let tested = workspace.tested()?;
    let specification = specification::read(&job.spec, caller)?;
    // The classes are those that the tests use, so there is nothing else to ask the build.
    let job = workspace.settled(&tested.with_classes(job)?, &specification, Wanted::Place)?;
    let job = Job { strength: Strength::One, ..job };
    let context = Context::new(&job, &specification, caller)?;
    let mut shown = tested.show(&context)?;
    let translated = translated(&context, interrupt)?;
    shown.determine(&context, translated.tightest(), interrupt)?;
    let (encoded, measured) = measured(&context, &translated, &shown.candidates, interrupt)?;
    caller.pause();
    let witnessed = &shown.witnessed;
    let failed = witnessed.failed.iter().map(|(test, message)| Failed { test: test.clone(), message: message.clone() });
    let mut findings = Shown {
        spec: context.specification.name().to_owned(),
        target: context.target(),
        class: shown.layout.request.root.clone(),
        frameworks: witnessed.frameworks.clone(),
        tests: witnessed.tests,
        failed: failed.collect(),
        excluded_tests: witnessed.excluded.titles().into_iter().map(str::to_owned).collect(),
        micros: witnessed.micros,
        left_out: shown.left_out.clone(),
        captures: witnessed.captures,
        structures: measured.found.len(),
        pairs: Pairs::of(&context, encoded, &measured),
        largest: largest(&context, &shown),
        beyond: beyond(&context, &shown),
        ranked: ranked(&context, &shown),
        undetermined: measured.fates.iter().filter(|fate| **fate == Fate::Incomplete).count(),
        unfit: unfit(&shown),
        disturbed: witnessed.disturbed,
        unread: witnessed.unread,
        problem: Some(witnessed.problem.clone()).filter(|problem| !problem.is_empty()),
        violations: violations::of(&context, &shown, &measured.fates),
        page: None,
    };
    if with_page {
        findings.page = Some(page::write(&context, &shown, encoded, &measured, &findings)?);
    }
    Ok(findings)
}

/// The most objects of each signature among the structures that are instances.
fn largest(context: &Context, shown: &capture::Shown) -> Vec<Largest> {
    let mut most = vec![0; shown.layout.request.limits.len()];
    let inside = shown.witnessed.structures.iter().zip(&shown.abstracted).filter(|(_, one)| one.is_ok());
    for (seen, _) in inside {
        let mut counts = vec![0; most.len()];
        for object in &seen.objects {
            counts[shown.layout.request.types[object.class as usize].group as usize] += 1;
        }
        most.iter_mut().zip(counts).for_each(|(most, count)| *most = count.max(*most));
    }
    let groups = shown.layout.places().into_iter().zip(most).filter_map(|(place, most)| match place {
        Place::Group(sig, bound) if sig != context.paragraph.root => Some((sig, bound, most)),
        _ => None,
    });
    let name = |sig: SigId| context.specification.module.sigs[sig.index()].name.clone();
    groups.map(|(sig, bound, most)| Largest { signature: name(sig), most, bound }).collect()
}

fn beyond(context: &Context, shown: &capture::Shown) -> Vec<Beyond> {
    let module = &context.specification.module;
    let places = shown.layout.places().into_iter().zip(&shown.witnessed.beyond);
    let mut beyond: Vec<Beyond> = places
        .filter(|(_, times)| **times > 0)
        .map(|(place, times)| {
            let reason = match place {
                Place::Group(sig, bound) => format!("more than {bound} `{}`", module.sigs[sig.index()].name),
                Place::Slot(field, (i64::MIN, i64::MAX)) => {
                    format!("too many values in `{}`", module.fields[field.index()].name)
                }
                Place::Slot(field, (least, greatest)) => {
                    format!("`{}` is not in {least} .. {greatest}", module.fields[field.index()].name)
                }
            };
            Beyond { reason, counted: Counted::Captures, times: *times }
        })
        .collect();
    let mut others: BTreeMap<&str, (u64, Option<&String>)> = BTreeMap::new();
    for misfit in shown.abstracted.iter().filter_map(|one| one.as_ref().err()) {
        if let Misfit::Beyond(reason, example) = misfit {
            others.entry(reason).or_insert((0, example.as_ref())).0 += 1;
        }
    }
    beyond.extend(others.into_iter().map(|(reason, (times, example))| {
        let example = example.map_or_else(String::new, |example| format!(", for instance {example}"));
        Beyond { reason: format!("{reason}{example}"), counted: Counted::Structures, times }
    }));
    beyond
}

fn ranked(context: &Context, shown: &capture::Shown) -> Vec<RankedFields> {
    let name = |field: &FieldId| context.specification.module.fields[field.index()].name.clone();
    let ranked = shown.ranked.iter().map(|ranked| RankedFields {
        fields: ranked.fields.iter().map(name).collect(),
        least: ranked.range.0,
        greatest: ranked.range.1,
        structures: ranked.structures,
        distinct: ranked.distinct,
        beyond: ranked.beyond,
    });
    ranked.collect()
}

/// The reasons, each with the first test that shows it.
fn unfit(shown: &capture::Shown) -> Vec<Unfit> {
    let mut unfit: Vec<Unfit> = Vec::new();
    for (seen, abstracted) in shown.witnessed.structures.iter().zip(&shown.abstracted) {
        if let Err(Misfit::Unfit(reason)) = abstracted
            && !unfit.iter().any(|known| known.reason == *reason)
        {
            unfit.push(Unfit { reason: reason.clone(), test: seen.test.clone() });
        }
    }
    unfit
}

impl Shown {
    /// What there is to say beside pairs and violations: what it is about, and what it is.
    pub fn remarks(&self) -> Vec<(&'static str, String)> {
        let mut remarks = Vec::new();
        if self.captures == 0 {
            remarks.push(("never seen", format!("no test calls a public method of `{}`", self.class)));
        }
        for largest in self.largest.iter().filter(|_| self.captures > 0) {
            let Largest { signature, most, bound } = largest;
            let larger = self.beyond.iter().any(|beyond| beyond.reason == format!("more than {bound} `{signature}`"));
            if !larger && *most < *bound as usize {
                remarks.push(("never seen", format!("with more than {most} `{signature}`, of {bound}")));
            }
        }
        for Beyond { reason, counted, times } in &self.beyond {
            let many = match counted {
                Counted::Captures => format!("{times} of {} captures", self.captures),
                Counted::Structures if *times == 1 => "1 structure".to_owned(),
                Counted::Structures => format!("{times} structures"),
            };
            remarks.push(("beyond the bound", format!("{reason}: {many}")));
        }
        for RankedFields { fields, least, greatest, structures, distinct, beyond } in &self.ranked {
            let fields: Vec<String> = fields.iter().map(|field| format!("`{field}`")).collect();
            let plural = if *structures == 1 { "" } else { "s" };
            let more = match beyond {
                0 => String::new(),
                more => format!(", {more} more than {least} .. {greatest} has, so each structure was ranked by itself"),
            };
            let fields = fields.join(" and ");
            let values = if *distinct == 1 { "value" } else { "different values" };
            let remark = format!(
                "{fields} of {structures} structure{plural}, because only their order counts: {distinct} {values}{more}"
            );
            remarks.push(("ranked", remark));
        }
        if self.undetermined > 0 {
            let plural = if self.undetermined == 1 { "" } else { "s" };
            let remark =
                format!("{} structure{plural}, whose ghost fields may have several values or none", self.undetermined);
            remarks.push(("not counted", remark));
        }
        let unfit = self.unfit.iter().map(|Unfit { reason, test }| ("no instance", format!("{reason}, in {test}")));
        remarks.extend(unfit);
        if self.disturbed > 0 {
            let remark = format!("{} captures, while another thread called the object", self.disturbed);
            remarks.push(("not judged", remark));
        }
        if self.unread > 0 {
            let problem = self.problem.as_deref().unwrap_or("unknown reason");
            remarks.push(("not read", format!("{} captures: {problem}", self.unread)));
        }
        let left_out = self.left_out.iter();
        remarks.extend(left_out.map(|class| ("left out", format!("{class}, which uses structures that fex wrote"))));
        let failed = self.failed.iter();
        remarks.extend(failed.map(|Failed { test, message }| ("failed", format!("{test}: {message}"))));
        remarks
    }
}
