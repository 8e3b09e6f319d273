//! The instant from which on a test fails, or up to which it does.

use super::findings::{Cause, Dependence};
use super::judging::Judging;
use crate::session::{Baseline, Failure, Session, WorkerPool};
use crate::surroundings::{Change, Variation, ahead};
use crate::worker::protocol::{Environment, Feature};
use chrono::{DateTime, TimeDelta, Utc};

/// How close two instants are between which nothing is looked for.
const CLOSE: TimeDelta = TimeDelta::seconds(1);

/// Looks between now, when the test passes, and the nearest instant at which it fails. Where it passes and fails several times between
/// them, one of the changes is found.
pub(super) fn least(judging: &Judging<'_>, suite: &Baseline, one: &Dependence) -> Result<Option<Cause>, Failure> {
    let instants = |words: &dyn Fn(&str) -> bool| -> Vec<DateTime<Utc>> {
        let of = |variation: &Variation| match &variation.change {
            Change::Clock(instant, arguments) if arguments.is_empty() && words(&variation.words) => Some(*instant),
            _ => None,
        };
        judging.variations.iter().filter_map(of).collect()
    };
    let mut failing = instants(&|words| one.failing.iter().any(|failing| failing.words == words));
    let passing = instants(&|words| one.passing.iter().any(|passing| passing == words));
    failing.sort_by_key(|instant| (*instant - judging.now).abs());
    let Some(mut fails) = failing.first().copied() else { return Ok(None) };
    let is_between =
        |instant: &DateTime<Utc>| (judging.now..fails).contains(instant) || (fails..judging.now).contains(instant);
    let between = passing.into_iter().filter(is_between);
    let mut passes = between.min_by_key(|instant| (*instant - fails).abs()).unwrap_or(judging.now);
    let features = [feature(judging.now)];
    let mut pool = WorkerPool::new(Session { features: &features, ..judging.session }, suite);
    let mut is_red = |instant: DateTime<Utc>| -> Result<bool, Failure> {
        pool.configure(&[feature(instant)]);
        pool.renew();
        Ok(pool.run(one.test, None, 1)?.is_some())
    };
    if !is_red(fails)? || is_red(passes)? {
        // It takes more than the time, other tests for instance.
        return Ok(None);
    }
    while (fails - passes).abs() > CLOSE {
        let middle = passes + (fails - passes) / 2;
        *(if is_red(middle)? { &mut fails } else { &mut passes }) = middle;
    }
    Ok(Some(if fails > passes { Cause::From(fails) } else { Cause::Until(fails) }))
}

fn feature(instant: DateTime<Utc>) -> Feature {
    Feature::Environment(Environment { ahead: ahead(instant), ..Environment::REAL })
}
