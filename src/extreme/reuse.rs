//! Which verdicts of an earlier run hold after a change.
//!
//! A verdict depends on the tests that were run for it, and these on the classes that they may run: those that the class of
//! the test mentions, in its code or by their names in texts, and what they mention; those that the unchanged test enters;
//! and those that services name. If none of these has changed, and the body that was tried is the same, so is the verdict.
//! A change of anything else (other files, jars, settings, how the tests are run) makes all verdicts void.

use super::journal::Past;
use super::subject::Subject;
use super::verdict::{Detection, Judged, Verdict};
use crate::classfile;
use crate::session::{Baseline, Change, Launch, Test, TestId};
use crate::unit::{Digest, Digester};
use crate::worker::protocol::{MethodId, MethodPlan, Step};
use fixedbitset::FixedBitSet;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What tells whether verdicts hold.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Basis {
    /// For each method that has transformations, and each of these, a text that stands for both.
    bodies: Vec<Vec<String>>,
    /// For each test, a text that changes with whatever it may run.
    tests: Vec<String>,
}

impl Basis {
    /// What the verdicts of a run that is about to begin depend on.
    pub fn of(launches: &[Launch], subject: &Subject, suite: &Baseline) -> io::Result<Basis> {
        let plan = subject.plan();
        let body = |method: &MethodPlan, steps: &Vec<Step>| {
            let MethodPlan { owner, name, descriptor, .. } = method;
            Digester::new().value(&(owner, name, descriptor, steps)).digest().to_string()
        };
        let bodies = plan.iter().map(|method| method.replacements.iter().map(|steps| body(method, steps)).collect());
        let own: BTreeSet<&str> = launches.iter().flat_map(|launch| launch.own.iter().map(String::as_str)).collect();
        let classes = Classes::read(&own)?;
        let mut reachable = BTreeMap::new();
        let tests = suite.tests.iter().map(|test| classes.digest(test, &plan, &mut reachable));
        Ok(Basis { bodies: bodies.collect(), tests: tests.collect() })
    }

    /// The verdicts of earlier runs that hold, the runs in order of preference.
    pub fn known(&self, suite: &Baseline, earlier: &[Past]) -> BTreeMap<Change, Judged> {
        let mut known = BTreeMap::new();
        for past in earlier {
            let Some(before) = &past.basis else { continue };
            let changes = before.bodies.iter().enumerate().flat_map(|(method, bodies)| {
                bodies.iter().enumerate().map(move |(number, body)| (body, (MethodId(method as u32), number as u32)))
            });
            let changes: BTreeMap<&String, Change> = changes.collect();
            for (method, bodies) in self.bodies.iter().enumerate() {
                let method = MethodId(method as u32);
                let reaching = suite.reaching(method);
                for (number, body) in bodies.iter().enumerate() {
                    let change = (method, number as u32);
                    let Some(old) = changes.get(body).filter(|_| !known.contains_key(&change)) else { continue };
                    let held =
                        past.judged.get(old).and_then(|judged| self.held(&reaching, before, past, old.0, judged));
                    known.extend(held.map(|judged| (change, judged)));
                }
            }
        }
        known
    }

    /// A verdict as of today, if it holds where these tests reach the method now.
    fn held(
        &self,
        reaching: &[TestId],
        before: &Basis,
        past: &Past,
        method: MethodId,
        judged: &Judged,
    ) -> Option<Judged> {
        let today = |test: TestId| reaching.iter().find(|now| self.tests[now.0] == before.tests[test.0]).copied();
        match &judged.verdict {
            Verdict::Detected(detection) if judged.also.is_empty() => {
                let detection = Detection { test: today(detection.test)?, ..detection.clone() };
                Some(Judged { verdict: Verdict::Detected(detection), also: Vec::new() })
            }
            Verdict::Undetected => {
                let asked: BTreeSet<&String> = past
                    .suite
                    .iter()
                    .flat_map(|suite| suite.reaching(method))
                    .filter(|test| !past.dependent.contains(test))
                    .map(|test| &before.tests[test.0])
                    .collect();
                reaching.iter().all(|test| asked.contains(&self.tests[test.0])).then(|| judged.clone())
            }
            // All detections of a full matrix, and what no test reached, is found anew.
            Verdict::Detected(_) | Verdict::NotCovered | Verdict::NotJudged => None,
        }
    }
}

/// The project's classes.
#[derive(Debug, Default)]
struct Classes {
    /// Their numbers, by internal name.
    numbers: BTreeMap<String, usize>,
    /// Stands for their names and bytes, by number.
    digests: Vec<Digest>,
    /// The numbers of the classes that each of them mentions.
    mentions: Vec<Vec<usize>>,
    /// The numbers of those that services name.
    services: Vec<usize>,
}

impl Classes {
    fn read(own: &BTreeSet<&str>) -> io::Result<Classes> {
        let mut files: BTreeMap<String, Vec<Vec<u8>>> = BTreeMap::new();
        for place in own {
            classfile::class_files(Path::new(place), |name, bytes| {
                files.entry(name.to_owned()).or_default().push(bytes.to_vec());
            })?;
        }
        let mut classes = Classes { numbers: files.keys().cloned().zip(0..).collect(), ..Classes::default() };
        for (name, versions) in &files {
            let mut digester = Digester::new();
            digester.value(name);
            let mut mentions = BTreeSet::new();
            for bytes in versions {
                digester.bytes(bytes);
                for text in classfile::texts(bytes).unwrap_or_default() {
                    mentions.extend(classes.named(&text));
                }
            }
            classes.digests.push(digester.digest());
            classes.mentions.push(mentions.into_iter().collect());
        }
        for place in own {
            let Ok(services) = fs::read_dir(PathBuf::from(place).join("META-INF/services")) else { continue };
            for file in services {
                let text = String::from_utf8_lossy(&fs::read(file?.path())?).into_owned();
                let named: Vec<usize> = classes.named(&text).collect();
                classes.services.extend(named);
            }
        }
        Ok(classes)
    }

    /// The numbers of the classes that a text names.
    fn named(&self, text: &str) -> impl Iterator<Item = usize> {
        classfile::names(text).filter_map(|name| self.numbers.get(&name).copied())
    }

    /// A text that changes with a test and whatever it may run.
    fn digest(&self, test: &Test, plan: &[MethodPlan], reachable: &mut BTreeMap<usize, FixedBitSet>) -> String {
        let mut roots: BTreeSet<usize> = self.services.iter().copied().collect();
        for text in [&test.unit.id, &test.unit.class, &test.unit.container] {
            roots.extend(self.named(text));
        }
        roots.extend(test.reached.iter().filter_map(|method| self.numbers.get(&plan[method.0 as usize].owner)));
        let mut all = FixedBitSet::with_capacity(self.digests.len());
        for root in roots {
            all.union_with(reachable.entry(root).or_insert_with(|| self.reachable(root)));
        }
        let mut digester = Digester::new();
        digester.value(&(test.launch, &test.unit.id));
        for class in all.ones() {
            digester.value(&self.digests[class].to_string());
        }
        digester.digest().to_string()
    }

    /// A class, what it mentions, and so on.
    fn reachable(&self, root: usize) -> FixedBitSet {
        let mut found = FixedBitSet::with_capacity(self.digests.len());
        let mut open = vec![root];
        while let Some(class) = open.pop() {
            if !found.put(class) {
                open.extend(&self.mentions[class]);
            }
        }
        found
    }
}
