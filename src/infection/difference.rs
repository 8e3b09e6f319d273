//! What differs between the runs of two programs, and not between two runs of one.

use super::observation::{Observation, ProgramState, Series};
use crate::worker::protocol::{Detail, Frame};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What a call throws instead of ending with a result, as states have it.
const THROWN: &str = "thrown";

/// How the way to an element begins that is told by its place among others without an order.
const UNORDERED: &str = "[#";

/// How many runs of both programs in a row have to show nothing more to be noise, once something was: of a thousand states that hang on
/// chance, some are alike in the first runs. Where one of two values comes by chance, one state in 4,096 is alike in both programs so
/// many times more.
const QUIET_RUNS: usize = 6;

/// The same where all that differs is in elements that are told by their place among others without an order: two elements whose order
/// hangs on the JVM are in the same order in every other run.
const QUIET_RUNS_OF_ORDERS: usize = 9;

/// A part of a state that is another one in the transformed program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// The state.
    pub state: ProgramState,
    /// The way to the part: `this.version`.
    pub path: String,
    /// What it is in the original program.
    pub was: String,
    /// What it is in the transformed one.
    pub would_be: String,
    /// The methods that had called each other, the innermost first, up to the nearest one of a test.
    pub stack: Vec<Frame>,
}

/// A place in the code that is passed another number of times in the transformed program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    /// The place, in one test and one thread.
    pub series: Series,
    /// How often it is passed in the original program.
    pub was: usize,
    /// How often in the transformed one.
    pub would_be: usize,
}

/// What differs between the original and the transformed program.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// Parts of states.
    pub evidence: Vec<Evidence>,
    /// Numbers of states.
    pub counts: Vec<Counted>,
    /// How many states differed and were noise.
    pub noise: usize,
    /// How many states differed and were not looked at again, because others did not turn out to be noise.
    pub unchecked: usize,
}

impl Difference {
    /// Whether there is any.
    pub fn is_none(&self) -> bool {
        self.evidence.is_empty() && self.counts.is_empty()
    }

    /// Whether all of it is in elements that are told by their place among others without an order.
    fn hangs_on_an_order(&self) -> bool {
        !self.evidence.is_empty()
            && self.counts.is_empty()
            && self.evidence.iter().all(|one| one.path.contains(UNORDERED))
    }

    /// How many runs in a row have to show no more noise until this is evidence; whether there was some counts.
    pub(super) fn quiet_runs(&self, was_noisy: bool) -> usize {
        match was_noisy {
            _ if self.hangs_on_an_order() => QUIET_RUNS_OF_ORDERS,
            true => QUIET_RUNS,
            false => 0,
        }
    }

    /// How much there is of it.
    pub(super) fn parts(&self) -> usize {
        self.evidence.len() + self.counts.len()
    }

    /// What all runs of one program agree on, and all runs of the other one on something else, of some states.
    pub(super) fn stable(states: &[ProgramState], original: &[Observation], transformed: &[Observation]) -> Difference {
        let mut difference = Difference::default();
        for state in states {
            let evidence = differing(state, original, transformed);
            if evidence.is_empty() {
                difference.noise += 1;
            }
            difference.evidence.extend(evidence);
        }
        difference.counts = counted(original, transformed);
        difference
    }
}

/// The parts of a state as all runs of a program have them; none where they do not agree.
fn agreed<'o>(state: &ProgramState, runs: &'o [Observation]) -> Option<BTreeMap<&'o str, &'o str>> {
    let parts = |detail: &'o Detail| -> BTreeMap<&str, &str> {
        detail.properties.iter().map(|part| (part.path.as_str(), part.value.as_str())).collect()
    };
    let mut all = runs.iter().map(|run| run.detail(state).map(parts));
    let mut common = all.next()??;
    for other in all {
        let other = other?;
        // A part that one of the runs has and another one has not is noise, too.
        common.retain(|path, value| other.get(path) == Some(value));
    }
    Some(common)
}

fn differing(state: &ProgramState, original: &[Observation], transformed: &[Observation]) -> Vec<Evidence> {
    let (Some(was), Some(would_be)) = (agreed(state, original), agreed(state, transformed)) else { return Vec::new() };
    let stack = original[0].detail(state).map(|detail| detail.stack.clone()).unwrap_or_default();
    let evidence = |path: &str, was: &str, would_be: &str| Evidence {
        state: state.clone(),
        path: path.to_owned(),
        was: was.to_owned(),
        would_be: would_be.to_owned(),
        stack: stack.clone(),
    };
    let both = was.iter().filter_map(|(path, value)| Some((*path, *value, *would_be.get(path)?)));
    let mut found: Vec<Evidence> = both
        .filter(|(_, was, would_be)| was != would_be)
        .map(|(path, was, would_be)| evidence(path, was, would_be))
        .collect();
    // Of each way to end, there is one part that tells of it.
    let never = |runs: &[Observation]| runs.iter().all(|run| run.detail(state).is_some_and(|detail| !throws(detail)));
    match (was.get(THROWN), would_be.get(THROWN)) {
        (Some(thrown), None) if never(transformed) => found.push(evidence(THROWN, thrown, "nothing")),
        (None, Some(thrown)) if never(original) => found.push(evidence(THROWN, "nothing", thrown)),
        _ => {}
    }
    // The nearest parts say most.
    found.sort_by_key(|one| (one.path.matches(['.', '[']).count(), one.path.clone()));
    found
}

fn throws(detail: &Detail) -> bool {
    detail.properties.iter().any(|part| part.path == THROWN)
}

/// The series whose numbers of states all runs of one program agree on, and all runs of the other one on another number.
fn counted(original: &[Observation], transformed: &[Observation]) -> Vec<Counted> {
    let ([first, originals @ ..], [changed, changes @ ..]) = (original, transformed) else { return Vec::new() };
    let noisy = |first: &Observation, others: &[Observation]| -> BTreeSet<Series> {
        others.iter().flat_map(|other| first.counts(other).into_keys()).collect()
    };
    let noise = &noisy(first, originals) | &noisy(changed, changes);
    let counts = first.counts(changed).into_iter().filter(|(series, _)| !noise.contains(series));
    counts.map(|(series, (was, would_be))| Counted { series, was, would_be }).collect()
}

#[cfg(test)]
mod tests {
    use super::{Difference, Observation};
    use crate::session::LaunchId;
    use crate::worker::protocol::{Detail, Point, PointStates, Property, States, ThreadStates};

    fn point() -> Point {
        let text = |text: &str| text.to_owned();
        Point {
            class: text("p/C"),
            method: text("m"),
            descriptor: text("()V"),
            line: 0,
            number: 0,
            what: String::new(),
        }
    }

    /// A run with so many states, of which the first one has some parts.
    fn run(states: usize, parts: &[(&str, &str)]) -> Observation {
        let property = |(path, value): &(&str, &str)| Property { path: (*path).to_owned(), value: (*value).to_owned() };
        let properties: Vec<Property> = parts.iter().map(property).collect();
        let digest =
            properties.iter().flat_map(|part| part.value.bytes()).fold(7, |sum, byte| sum * 31 + i64::from(byte));
        let detail = Detail { occurrence: 1, properties, stack: Vec::new() };
        let mut digests = vec![1; states];
        digests[0] = digest;
        let points = vec![PointStates { point: point(), digests, details: vec![detail] }];
        let mut observation = Observation::default();
        observation
            .add(LaunchId(0), States { test: "t".to_owned(), threads: vec![ThreadStates { points }], unread: 0 });
        observation
    }

    fn stable(original: &[Observation], transformed: &[Observation]) -> Difference {
        Difference::stable(&original[0].differing(&transformed[0]), original, transformed)
    }

    #[test]
    fn what_changes_between_two_runs_of_either_program_is_noise() {
        let time = |time: &str, kept: &str| run(1, &[("this.time", time), ("this.kept", kept)]);
        let same = stable(&[time("1", "a"), time("2", "a")], &[time("3", "a"), time("4", "a")]);
        assert!(same.is_none() && same.noise == 1, "{same:?}");
        let infected = stable(&[time("1", "a"), time("2", "a")], &[time("3", "b"), time("3", "b")]);
        let found: Vec<_> =
            infected.evidence.iter().map(|one| (one.path.as_str(), &*one.was, &*one.would_be)).collect();
        assert_eq!(found, [("this.kept", "a", "b")], "the time differs in the original program");
        let unsteady = stable(&[time("1", "a"), time("1", "a")], &[time("1", "b"), time("1", "c")]);
        assert!(unsteady.is_none(), "{unsteady:?}");
    }

    #[test]
    fn an_exception_in_place_of_a_result_is_evidence() {
        let (returns, throws) = (run(1, &[("result", "1")]), run(1, &[("thrown", "a p.E")]));
        let one = stable(&[returns.clone(), returns.clone()], &[throws.clone(), throws.clone()]);
        let found: Vec<_> = one.evidence.iter().map(|one| (one.path.as_str(), &*one.was, &*one.would_be)).collect();
        assert_eq!(found, [("thrown", "nothing", "a p.E")]);
        assert!(stable(&[returns.clone(), throws.clone()], &[throws.clone(), throws]).is_none());
    }

    /// An integration test may run a class of unit tests once more, with other settings.
    #[test]
    fn a_test_that_a_build_runs_twice_has_two_series() {
        let twice = |first: usize, second: usize| {
            let mut both = Observation::default();
            for (launch, count) in [(LaunchId(0), first), (LaunchId(1), second)] {
                let points = vec![PointStates { point: point(), digests: vec![1; count], details: Vec::new() }];
                both.add(launch, States { test: "t".to_owned(), threads: vec![ThreadStates { points }], unread: 0 });
            }
            both
        };
        assert_eq!(twice(1, 2).tests(), 2);
        // Three states either way, though not of the same runs.
        let moved = stable(&[twice(1, 2), twice(1, 2)], &[twice(2, 1), twice(2, 1)]);
        let counts: Vec<_> = moved.counts.iter().map(|one| (one.series.launch.0, one.was, one.would_be)).collect();
        assert_eq!(counts, [(0, 1, 2), (1, 2, 1)]);
    }

    /// Two elements whose order hangs on the JVM look as if they had changed their places.
    #[test]
    fn what_is_told_by_its_place_in_a_set_has_to_be_so_each_time() {
        let places = |first: &str| run(1, &[("this.all[#1]", first)]);
        let runs = |first: &[&str]| first.iter().map(|first| places(first)).collect::<Vec<_>>();
        let seen = stable(&runs(&["a", "a"]), &runs(&["b", "b"]));
        assert!(seen.hangs_on_an_order() && seen.evidence.len() == 1, "{seen:?}");
        let seen = stable(&runs(&["a", "a", "b"]), &runs(&["b", "b", "a"]));
        assert_eq!((seen.evidence.len(), seen.noise), (0, 1));
        let named = stable(&[run(1, &[("this.name", "a")])], &[run(1, &[("this.name", "b")])]);
        assert!(!named.hangs_on_an_order());
    }

    /// A coin that shows the same in six more runs of both programs does so once in 4,096 times; what never changed needs no proof.
    #[test]
    fn where_something_is_noise_six_runs_have_to_show_no_more_of_it() {
        let named = stable(&[run(1, &[("this.name", "a")])], &[run(1, &[("this.name", "b")])]);
        assert_eq!([false, true].map(|was_noisy| named.quiet_runs(was_noisy)), [0, 6]);
        let placed = stable(&[run(1, &[("this.all[#1]", "a")])], &[run(1, &[("this.all[#1]", "b")])]);
        assert_eq!([false, true].map(|was_noisy| placed.quiet_runs(was_noisy)), [9, 9]);
    }

    #[test]
    fn numbers_of_states_count_if_all_runs_agree_on_them() {
        let calls = |count| run(count, &[("this", "a p.C")]);
        let fewer = stable(&[calls(3), calls(3)], &[calls(1), calls(1)]);
        assert_eq!((fewer.counts[0].was, fewer.counts[0].would_be), (3, 1));
        assert!(stable(&[calls(3), calls(2)], &[calls(1), calls(1)]).is_none());
    }
}
