//! Runs the tests of a project once, and collects what was captured.

use super::collection::{Collection, Witnessed};
use crate::session::{self, Failure, Launch, Section, title_of};
use crate::worker::protocol::{Capture, Feature, Kind, Ran, Report, Unit};
use crate::worker::{Error, Jars};
use std::collections::BTreeSet;
use std::time::Duration;

/// Runs all tests of some launches, each launch within a time limit. Tests that fail are no reason to stop.
pub fn run(launches: &[Launch], jars: &Jars, capture: &Capture, limit: Duration) -> Result<Witnessed, Failure> {
    let features = [Feature::Capture(capture.clone())];
    let mut collection = Collection::new(capture);
    for launch in launches.iter().filter(|launch| !launch.tests.suites.is_empty()) {
        let mut finished = BTreeSet::new();
        // Once, unless tests end the JVM or do not end: then another one goes on with those after them.
        loop {
            let (mut worker, framework) = launch.start(jars, &features)?;
            if !collection.witnessed().frameworks.contains(&framework) {
                collection.witnessed().frameworks.push(framework);
            }
            let number = worker.number();
            let (mut captured, mut more) = (Vec::new(), Vec::new());
            let ran = launch.run_all(&mut worker, limit, &finished, |units, report| match report {
                Report::Captured(one) => captured.push(one),
                Report::Ran(ran) => {
                    let title = title_of(units, &ran);
                    let section = |captured| Section { worker: number, test: title.clone(), captured };
                    captured.drain(..).map(section).for_each(|section| collection.add(section));
                    more.push(ran.test.clone());
                    collection.witnessed().count(units, ran, title);
                }
                _ => {}
            });
            let witnessed = collection.witnessed();
            for class in worker.not_instrumented.drain(..) {
                if !witnessed.not_instrumented.contains(&class) {
                    witnessed.not_instrumented.push(class);
                }
            }
            match ran {
                Ok(selection) => {
                    witnessed.excluded.join(selection.excluded);
                    break;
                }
                Err(Failure::Ended(end, Some(unit))) => {
                    launch.blame(jars, &features, limit, end, &unit)?;
                    witnessed.tests += 1;
                    witnessed.failed.push((session::title(&unit), Error::Ended(end).to_string()));
                    finished.extend(more);
                    finished.insert(unit.id);
                }
                Err(failure) => return Err(failure),
            }
        }
    }
    let witnessed = collection.finish();
    if witnessed.tests == 0 { Err(Failure::NoTests) } else { Ok(witnessed) }
}

impl Witnessed {
    fn count(&mut self, units: &[Unit], ran: Ran, title: String) {
        if (ran.kind == Kind::Passed || ran.kind.is_failure()) && units.iter().any(|unit| unit.id == ran.test) {
            self.tests += 1;
        }
        self.micros += ran.micros;
        if ran.kind.is_failure() {
            self.failed.push((title, format!("{}: {}", ran.thrown, ran.message)));
        }
    }
}
