//! fex against Alloy on random modules: verdicts and counts.

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZero;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::thread;

use tempfile::TempDir;

use super::answers::{Answers, Told};
use super::fex;
use super::judge::{Answer, Judge, Options, Overflow, Solver, Verdict};
use super::random::{self, Kind, Source};
use super::shrink::shrink;
use ::fex::relational::Overflow as Meaning;

/// What fex says of a module's command.
#[derive(Clone, Debug)]
pub struct Said {
    pub counted: Counted,
    /// What was wrong with the module, for the reader of a disagreement.
    pub message: String,
}

/// An answer.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Counted {
    pub verdict: Verdict,
    /// How many instances there are, if there are at most [`Kind::most`].
    pub count: Option<u32>,
}

/// How far the comparisons of a range of seeds went.
#[derive(Debug, Default)]
pub struct Tally {
    pub modules: u32,
    /// Those that Alloy does not accept, and those it does not decide in time.
    pub rejected: u32,
    pub undecided: u32,
    pub satisfiable: u32,
    pub unsatisfiable: u32,
    pub counted: u32,
    /// Those about which there is no agreement, but in which numbers overflow: ARCHITECTURE.md says where fex departs
    /// from Alloy then. Of [`OVERFLOWING`] it is known; of others it shows.
    pub overflows: u32,
    /// The modules about which there is no agreement, as small as they could be made.
    pub disagreements: Vec<String>,
    /// What Alloy said of those that it was asked about.
    pub asked: BTreeMap<u64, Told>,
}

impl Tally {
    fn and(mut self, other: Tally) -> Tally {
        self.modules += other.modules;
        self.rejected += other.rejected;
        self.undecided += other.undecided;
        self.satisfiable += other.satisfiable;
        self.unsatisfiable += other.unsatisfiable;
        self.counted += other.counted;
        self.overflows += other.overflows;
        self.disagreements.extend(other.disagreements);
        self.asked.extend(other.asked);
        self
    }
}

/// Modules in which a number overflows and Alloy says the same whether overflows are forbidden or wrap: under `iff`, and where a
/// variable ranges over the number. Commands `ad` and `ae` of `integers.als` are what there is to them.
const OVERFLOWING: &[u64] = &[1099, 1665];

/// Modules of which fex has another count with Alloy's meaning of overflows, too.
const MISUNDERSTOOD: &[u64] = &[1665];

impl Kind {
    /// Up to how many instances are counted. Alloy takes long for traces, one after the other.
    pub fn most(self) -> u32 {
        match self {
            Kind::Static => 1_000,
            Kind::Temporal => 100,
        }
    }

    /// How much processor time Alloy may take for a command, in seconds.
    fn seconds(self) -> u32 {
        match self {
            Kind::Static => 10,
            Kind::Temporal => 4,
        }
    }

    /// Of how many modules whose answers are kept Alloy is asked about one all the same.
    fn asked_anew(self) -> u64 {
        match self {
            Kind::Static => 16,
            Kind::Temporal => 64,
        }
    }
}

/// Asks both about the modules of the seeds, with one Alloy per processor. Alloy is not asked about modules of which its answer is
/// kept, but about some of them, and those say so where it is another one by now.
pub fn compare(kind: Kind, seeds: Range<u64>, answers: &Answers) -> Tally {
    let shares = thread::available_parallelism().map_or(1, NonZero::get);
    let share = |first: usize| seeds.clone().skip(first).step_by(shares);
    let tallies: Vec<Tally> = thread::scope(|scope| {
        let threads: Vec<_> =
            (0..shares).map(|first| scope.spawn(move || compare_share(kind, share(first), answers))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no comparison panics")).collect()
    });
    let mut all = tallies.into_iter().fold(Tally::default(), Tally::and);
    all.disagreements.sort();
    all
}

fn compare_share(kind: Kind, seeds: impl Iterator<Item = u64>, answers: &Answers) -> Tally {
    let mut tally = Tally::default();
    let mut judge = Judge::brief();
    let place = Place::new();
    for seed in seeds {
        let source = random::module(kind, seed);
        let kept = answers.of(seed, &source);
        let told = kept.filter(|_| !seed.is_multiple_of(kind.asked_anew())).unwrap_or_else(|| {
            let file = place.write(&source);
            let told =
                Told::new(&source, [Meaning::Alloy, Meaning::Wrap].map(|one| alloy(kind, &mut judge, &file, one)));
            if kept.is_some_and(|kept| kept != told) {
                tally.disagreements.push(format!("-- seed {seed}: the table has {kept:?}, and Alloy says {told:?}"));
            }
            tally.asked.insert(seed, told);
            told
        });
        tally.modules += 1;
        match told.alloy.verdict {
            Verdict::Sat => tally.satisfiable += 1,
            Verdict::Unsat => tally.unsatisfiable += 1,
            Verdict::Timeout => tally.undecided += 1,
            Verdict::Error | Verdict::Temporal => tally.rejected += 1,
        }
        tally.counted += u32::from(told.alloy.count.is_some());
        for meaning in [Meaning::Sound, Meaning::Alloy, Meaning::Wrap] {
            let alloy = if meaning == Meaning::Wrap { told.wrapping } else { told.alloy };
            if !disagree(alloy, &fex::of(kind, &source, meaning)) {
                continue;
            }
            let known = match meaning {
                Meaning::Sound => (kind == Kind::Static && OVERFLOWING.contains(&seed)) || told.wrapping != told.alloy,
                Meaning::Alloy => kind == Kind::Static && MISUNDERSTOOD.contains(&seed),
                Meaning::Wrap => false,
            };
            if known {
                tally.overflows += 1;
            } else {
                tally.disagreements.push(smallest(kind, seed, source.clone(), meaning, &place, &mut judge));
            }
        }
    }
    tally
}

/// Alloy's answer, with symmetry breaking off.
fn alloy(kind: Kind, judge: &mut Judge, file: &Path, meaning: Meaning) -> Counted {
    let overflow = if meaning == Meaning::Wrap { Overflow::Wrap } else { Overflow::Forbid };
    let (solver, count, seconds) = (Solver::Minisat, kind.most() + 1, kind.seconds());
    let options = Options { solver, symmetry: 0, overflow, count, seconds, temporal: true, ..Options::default() };
    let answer: Answer = judge.solve(file, 0, options);
    let count = (answer.complete && answer.count <= kind.most()).then_some(answer.count);
    Counted { verdict: answer.verdict, count }
}

/// Whether one of the two must be wrong. About modules that Alloy rejects or does not decide there is nothing to say,
/// and counts are compared where both are known.
fn disagree(alloy: Counted, fex: &Said) -> bool {
    match alloy.verdict {
        Verdict::Error | Verdict::Temporal | Verdict::Timeout => false,
        _ => alloy != fex.counted,
    }
}

/// A disagreement with as little left of the module as possible, for the one who has to explain it.
fn smallest(kind: Kind, seed: u64, source: Source, meaning: Meaning, place: &Place, judge: &mut Judge) -> String {
    // A module that fex rejects may come to have other reasons to be rejected; they are not what was found.
    let first = fex::of(kind, &source, meaning);
    let small = shrink(source, &mut |candidate| {
        let fex = fex::of(kind, candidate, meaning);
        if fex.message != first.message {
            return false;
        }
        let file = place.write(candidate);
        let [said, wrapping] = [meaning, Meaning::Wrap].map(|meaning| alloy(kind, judge, &file, meaning));
        disagree(said, &fex) && (meaning != Meaning::Sound || said == wrapping)
    });
    let (alloy, fex) = (alloy(kind, judge, &place.write(&small), meaning), fex::of(kind, &small, meaning));
    let shelf = small.shelf.map_or(String::new(), |text| format!("-- shelf.als:\n{text}"));
    format!("-- seed {seed}, overflow {meaning:?}\n-- Alloy: {alloy:?}\n-- fex: {fex:?}\n{}\n{shelf}", small.main)
}

/// A folder for the files of one module after another.
pub struct Place {
    folder: TempDir,
}

impl Place {
    pub fn new() -> Place {
        Place { folder: tempfile::tempdir().expect("a temporary folder can be made") }
    }

    /// Writes a module, and returns its file.
    pub fn write(&self, source: &Source) -> PathBuf {
        let main = self.folder.path().join("main.als");
        fs::write(&main, &source.main).expect("a temporary file can be written");
        let shelf = source.shelf.as_deref().unwrap_or("module shelf[exactly e]");
        fs::write(self.folder.path().join("shelf.als"), shelf).expect("a temporary file can be written");
        main
    }
}
