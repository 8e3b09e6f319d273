//! One search with a worker of its own: tests are made and varied, performed, and kept where they come nearer to something.

use super::archive::{Archive, Covering, Objective};
use super::distances::{Levels, graph};
use super::halves::Halves;
use super::hunting::{Hunting, Stage};
use super::suspects::{Cause, Suspects};
use super::trying::perform_most;
use crate::coupling::Counting;
use crate::coupling::probes::Probes;
use crate::coupling::site::Coupled;
use crate::sequence::{Came, Ingredients, Member, Performing, Varying, called, has_empty_path};
use crate::worker::Error;
use crate::worker::protocol::{Performed, Sequence, Statement, Taken};
use fastrand::Rng;
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::BuildHasher;
use std::rc::Rc;

/// In how many parts a budget is spent, each by workers of its own: the same whatever the machine has room for.
pub(super) const PARTS: usize = 2;

/// How many sequences are performed together.
pub(super) const BATCH: usize = 32;

/// One of so many batches is performed on classes that are loaded anew: what is kept in static fields may hide a branch from all later sequences, as a
/// cache does.
const RENEWED: usize = 32;

/// How many sequences may end a JVM or take too long before a search is given up.
pub(super) const ENDED: usize = 12;

/// How often of a hundred a new test is made in place of a variation, at the beginning of a cycle; later less, and in its last half never.
const NEW: usize = 40;

/// How many sequences a cycle has: in its first half more is tried, in its last half what came nearest is varied. That does not depend on the
/// budget, so that a greater one begins as a smaller one does.
const CYCLE: usize = 4000;

/// How often a test is varied before it is performed.
const VARIED: usize = 3;

/// One of so many variations is about `null`: no other one leads there, and branches that ask for it are many.
const NULLS: u8 = 10;

/// How often in a cycle tests are tried on fresh classes that cover the same coupled branches only on used ones.
const DOUBTS: usize = 6;

/// After so many tests in turn that cover on fresh classes what they cover on used ones, most others are believed to.
const TRUSTED: usize = 32;

/// One of so many tests is tried on fresh classes even then.
const CHECKED: usize = 8;

/// How far a test is from a call that its branch has not led to.
const NOT_LED: f64 = 0.5;

/// A search.
pub(super) struct Hunt<'s, 'p> {
    hunting: &'s Hunting<'s>,
    probes: &'s Probes,
    varying: Varying<'s, 'p>,
    targets: &'s [Member],
    /// How many sequences it may perform.
    budget: usize,
    levels: [Levels; 2],
    /// The branches of the pair by number.
    numbers: [Vec<u32>; 2],
    coupled: BTreeSet<Coupled>,
    led: BTreeSet<usize>,
    archive: Archive,
    halves: Halves,
    suspects: Suspects,
    /// How often tests covered coupled branches on used classes and not on fresh ones, in this cycle.
    doubts: BTreeMap<Coupled, usize>,
    trust: Trust,
    /// What was performed, by hashes: a test that is left out because another one has its hash is one of very many.
    tried: FxHashSet<u64>,
    performed: usize,
    /// In how many batches.
    batches: usize,
    ended: usize,
}

/// What a search came to.
pub(super) struct Done {
    pub(super) found: Vec<Covering>,
    pub(super) suspects: BTreeMap<Cause, Sequence>,
    pub(super) performed: usize,
    pub(super) ended: usize,
}

/// How far a test is from the branches of a pair, by their places.
struct Far {
    /// From those of the caller.
    caller: Vec<f64>,
    /// From those of the callee during the calls that count.
    callee: Vec<f64>,
    /// The branches of the caller that led to a call.
    led: BTreeSet<usize>,
}

/// How a test ends: how many statements ended before the last one, and what that threw.
type Ends = (u32, String);

/// Whether tests cover on fresh classes what they cover on used ones. To load those of a large program anew takes longer than most tests.
#[derive(Debug, Default)]
struct Trust {
    /// How many tests in turn did.
    kept: usize,
    /// How many tests there were.
    asked: usize,
}

impl Trust {
    /// Whether the next test is believed to.
    fn believes(&mut self) -> bool {
        self.asked += 1;
        self.kept >= TRUSTED && !self.asked.is_multiple_of(CHECKED)
    }

    fn learn(&mut self, is_kept: bool) {
        self.kept = if is_kept { self.kept + 1 } else { 0 };
    }
}

/// What a test comes to on fresh classes.
struct Fresh {
    /// What it covers here.
    here: BTreeSet<Coupled>,
    /// What it covers here and elsewhere.
    covering: Covering,
}

impl<'s, 'p> Hunt<'s, 'p> {
    /// One of some parts of a search.
    pub(super) fn new(
        hunting: &'s Hunting<'s>,
        probes: &'s Probes,
        ingredients: &'s Ingredients<'p>,
        targets: &'s [Member],
        part: usize,
        parts: usize,
    ) -> Hunt<'s, 'p> {
        let pair = hunting.pair;
        let levels = [(&pair.caller, &pair.caller_branches), (&pair.callee, &pair.callee_branches)];
        let levels = levels
            .map(|(class, branches)| Levels::of(hunting.classes, probes, &graph(hunting.classes, class), branches));
        let number = |branch| probes.branches()[branch];
        let numbers = [&pair.caller_branches, &pair.callee_branches].map(|all| all.iter().map(number).collect());
        let coupled: BTreeSet<Coupled> = pair.coupled().difference(hunting.covered).copied().collect();
        let mut archive = Archive::default();
        for coupled in &coupled {
            archive.open(Objective::Led(coupled.caller));
        }
        Hunt {
            hunting,
            probes,
            varying: Varying {
                ingredients,
                rng: Rng::with_seed(hunting.seed.wrapping_mul(31).wrapping_add(part as u64)),
            },
            targets,
            budget: hunting.budget / parts,
            levels,
            numbers,
            coupled,
            led: BTreeSet::new(),
            archive,
            halves: Halves::default(),
            suspects: Suspects::default(),
            doubts: BTreeMap::new(),
            trust: Trust::default(),
            tried: FxHashSet::default(),
            performed: 0,
            batches: 0,
            ended: 0,
        }
    }

    /// Searches until everything is covered or the budget is spent; begins with what tests do.
    pub(super) fn run(mut self, performing: &mut [Performing<'_>; 2], first: Vec<Sequence>) -> Result<Done, Error> {
        let mut next: Vec<Sequence> = first;
        while self.performed < self.budget
            && self.ended < ENDED
            && !self.archive.is_done()
            && !self.hunting.stops(Stage::Branches)
        {
            next.truncate(self.budget - self.performed);
            let batch: Vec<Sequence> = next.drain(..next.len().min(BATCH)).collect();
            if !batch.is_empty() {
                self.perform(performing, batch)?;
                (self.hunting.progress)(Stage::Branches, self.archive.count(), self.performed);
            }
            if next.is_empty() {
                next = self.batch();
                if next.is_empty() {
                    break;
                }
            }
        }
        let (found, suspects) = (self.archive.found(), self.suspects.found);
        Ok(Done { found, suspects, performed: self.performed, ended: self.ended })
    }

    /// Tests that were not tried yet.
    fn batch(&mut self) -> Vec<Sequence> {
        let mut batch = self.halves.join(&self.coupled, &self.archive, BATCH / 2);
        batch.retain(|joined| self.tried.insert(FxBuildHasher.hash_one(joined)));
        let spent = (self.performed % CYCLE) as f64 / CYCLE as f64;
        let is_focused = spent > 0.5;
        let new = (NEW as f64 * (1.0 - 2.0 * spent)).max(0.0) as usize;
        for _ in 0..40 * BATCH {
            let is_new = self.varying.rng.usize(0..100) < new;
            let chosen = match is_new {
                true => None,
                false => self.archive.choose(&mut self.varying.rng, is_focused),
            };
            let target = self.varying.rng.usize(0..self.targets.len());
            let made = match chosen {
                Some(kept) => self.varied(kept, target),
                None => self.varying.fresh(&self.targets[target], 3),
            };
            if let Some(sequence) = made
                && !has_empty_path(&sequence)
                && self.tried.insert(FxBuildHasher.hash_one(&sequence))
            {
                batch.push(sequence);
                if batch.len() == BATCH {
                    break;
                }
            }
        }
        batch
    }

    /// A variation of a test, which may be varied more than once.
    fn varied(&mut self, mut kept: Sequence, target: usize) -> Option<Sequence> {
        // What it calls last is called again, or another method that leads to calls.
        let last = kept.statements.last().and_then(|last| self.targets.iter().position(|one| is_of(one, last)));
        let target = match last {
            Some(last) if self.varying.rng.u8(0..4) > 0 => last,
            _ => target,
        };
        let times = 1 + self.varying.rng.usize(0..VARIED);
        let mut is_varied = false;
        for _ in 0..times {
            let varied = match self.varying.rng.u8(0..NULLS) {
                0 => self.varying.with_null(&kept),
                _ => self.varying.varied(&kept, &self.targets[target]),
            };
            if let Some(varied) = varied {
                kept = varied;
                is_varied = true;
            }
        }
        is_varied.then_some(kept)
    }

    fn perform(&mut self, performing: &mut [Performing<'_>; 2], batch: Vec<Sequence>) -> Result<(), Error> {
        self.batches += 1;
        let is_renewed = !self.hunting.is_held && self.batches.is_multiple_of(RENEWED);
        let stops = || self.hunting.stops(Stage::Branches);
        let all = perform_most(&mut performing[0], batch, is_renewed, self.varying.ingredients, stops)?;
        if self.performed / CYCLE < (self.performed + all.len()) / CYCLE {
            self.doubts.clear();
        }
        self.performed += all.len();
        let mut covering = Vec::new();
        for (sequence, came, taken) in all {
            let Some(performed) = came.performed() else {
                self.ended += usize::from(came == Came::Ended);
                continue;
            };
            let throws = !performed.thrown.is_empty();
            let sequence = as_performed(sequence, performed);
            self.suspects.meet(self.hunting, &sequence, &performed.trace);
            let ends = (performed.ended, performed.thrown.clone());
            covering.extend(self.judge(sequence, throws, &taken).map(|covering| (covering, ends)));
        }
        covering.into_iter().try_for_each(|(covering, ends)| self.cover(performing, covering, ends))
    }

    /// Keeps a test that covers something. What sequences before it left in static fields may be why it does, so it has to do so on fresh
    /// classes, too, here and elsewhere: alone, or if it is done twice. Where that was so all along, it is believed until what was found is finished.
    fn cover(&mut self, performing: &mut [Performing<'_>; 2], covering: Covering, ends: Ends) -> Result<(), Error> {
        let mut new: BTreeSet<Coupled> = covering.covers.iter().copied().collect();
        new.retain(|coupled| {
            !self.archive.is_covered(*coupled) && self.doubts.get(coupled).is_none_or(|doubts| *doubts < DOUBTS)
        });
        let once = covering.sequence.clone();
        if !new.is_empty() {
            let believed = self.trust.believes().then(|| (ends, covering.covers.clone()));
            let is_tried = believed.is_none();
            let fresh = self.afresh(performing, once.clone(), believed)?;
            if is_tried {
                self.trust.learn(fresh.as_ref().is_some_and(|fresh| new.is_subset(&fresh.here)));
            }
            self.settle(fresh, &mut new);
        }
        if !new.is_empty() && !covering.throws {
            let fresh = self.afresh(performing, once.joined(&once), None)?;
            self.settle(fresh, &mut new);
        }
        for coupled in new {
            *self.doubts.entry(coupled).or_default() += 1;
        }
        self.archive.better(covering);
        Ok(())
    }

    /// Keeps what a test covers on fresh classes; the rest of what is new stays so.
    fn settle(&mut self, fresh: Option<Fresh>, new: &mut BTreeSet<Coupled>) {
        let Some(Fresh { here, covering }) = fresh else { return };
        // What is covered here and not elsewhere is not covered elsewhere if it is done twice.
        for coupled in here.difference(&covering.covers) {
            if new.remove(coupled) {
                self.doubts.insert(*coupled, DOUBTS);
            }
        }
        new.retain(|coupled| !covering.covers.contains(coupled));
        self.archive.cover(covering);
    }

    /// What a test covers on fresh classes, or is believed to, if it ends alike here and elsewhere. Used classes do elsewhere where all of it is covered on
    /// them, too, because they are not to be loaded anew.
    fn afresh(
        &mut self,
        performing: &mut [Performing<'_>; 2],
        sequence: Sequence,
        believed: Option<(Ends, BTreeSet<Coupled>)>,
    ) -> Result<Option<Fresh>, Error> {
        let [first, second] = performing;
        let is_sure = believed.is_none();
        let here = match believed {
            Some(believed) => Some(believed),
            None => {
                let came = first.perform_renewed(&sequence, None)?;
                self.ends(first, &came)
            }
        };
        let Some((ends, here)) = here else { return Ok(None) };
        let here = &here & &self.coupled;
        let came = second.perform(std::slice::from_ref(&sequence), None)?.remove(0);
        let mut elsewhere = self.ends(second, &came);
        if elsewhere.as_ref().is_none_or(|(now, there)| *now != ends || !here.is_subset(there)) {
            let came = second.perform_renewed(&sequence, None)?;
            elsewhere = self.ends(second, &came);
        }
        let Some((_, there)) = elsewhere.filter(|(now, _)| *now == ends) else { return Ok(None) };
        let ((ended, thrown), covers) = (ends, &here & &there);
        let sequence = as_ended(sequence, ended, &thrown);
        Ok(Some(Fresh { here, covering: Covering { sequence, covers, throws: !thrown.is_empty(), is_sure } }))
    }

    /// How a test ended, with what it threw, and what it covers, of a worker that has performed it alone.
    fn ends(&self, performing: &Performing<'_>, came: &Came) -> Option<(Ends, BTreeSet<Coupled>)> {
        let (performed, taken) = (came.performed()?, performing.taken.first()?);
        Some(((performed.ended, performed.thrown.clone()), self.covers(taken)))
    }

    /// Keeps a test where it comes nearer to something; what it covers is yet to be confirmed.
    fn judge(&mut self, sequence: Sequence, throws: bool, taken: &Taken) -> Option<Covering> {
        let covers = self.covers(taken);
        let mut led: BTreeSet<usize> = self.probes.led(taken).map(|(_, caller)| caller).collect();
        led.extend(covers.iter().map(|coupled| coupled.caller));
        if self.hunting.pair.is_alone() {
            // Nothing has to be called first.
            led.extend(self.coupled.first().map(|coupled| coupled.caller));
        }
        for caller in &led {
            if self.led.insert(*caller) {
                self.archive.close(Objective::Led(*caller));
                for coupled in self.coupled.iter().filter(|coupled| coupled.caller == *caller) {
                    if !self.archive.is_covered(*coupled) {
                        self.archive.open(Objective::Covered(*coupled));
                    }
                }
            }
        }
        let sequence = Rc::new(sequence);
        if self.hunting.counting == Counting::Published {
            let [caller, callee] = self.probes.sides(taken);
            self.halves.keep(0, &caller, &sequence, throws);
            self.halves.keep(1, &callee, &sequence, throws);
        }
        let far = self.far(taken, led);
        self.archive.near(|objective| far.distance(objective), &sequence);
        let wanted = &covers & &self.coupled;
        (!wanted.is_empty()).then(|| Covering {
            sequence: Sequence::clone(&sequence),
            covers: wanted,
            throws,
            is_sure: false,
        })
    }

    /// The coupled branches that a test covers.
    fn covers(&self, taken: &Taken) -> BTreeSet<Coupled> {
        self.probes.covered(taken, self.hunting.counting).into_iter().map(|(_, coupled)| coupled).collect()
    }

    /// How far a test is from the branches of the pair.
    fn far(&self, taken: &Taken, led: BTreeSet<usize>) -> Far {
        let billionths = |distance: u32| f64::from(distance) / 1e9;
        let mut near: Vec<[f64; 2]> = vec![[f64::INFINITY; 2]; self.probes.branches().len()];
        for one in &taken.missed {
            near[one.branch as usize][0] = billionths(one.distance);
        }
        for one in &taken.missed_inside {
            let known = &mut near[one.branch as usize][1];
            *known = known.min(billionths(one.distance));
        }
        // What the published tool counts may happen before the call or after it.
        let place = match self.hunting.counting {
            Counting::Causal if !self.hunting.pair.is_alone() => 1,
            Counting::Causal | Counting::Published => 0,
        };
        let [caller, callee] = [(0, 0), (1, place)].map(|(side, place)| {
            let missed = |branch: u32| Some(near[branch as usize][place]).filter(|distance| distance.is_finite());
            self.numbers[side].iter().map(|number| self.levels[side].distance(*number, missed)).collect()
        });
        Far { caller, callee, led }
    }
}

impl Far {
    /// How far the test is from an objective.
    fn distance(&self, objective: Objective) -> f64 {
        let to_caller = |caller: usize| {
            let distance = self.caller[caller];
            if distance > 0.0 { distance + 1.0 } else { NOT_LED }
        };
        match objective {
            Objective::Led(caller) => to_caller(caller),
            // The callee's branch may have been taken in a call that another branch led to.
            Objective::Covered(coupled) if self.led.contains(&coupled.caller) => {
                self.callee[coupled.callee].max(f64::EPSILON)
            }
            Objective::Covered(coupled) => to_caller(coupled.caller) + 100.0,
        }
    }
}

/// A sequence as far as it was performed: what throws something ends it.
pub(super) fn as_performed(sequence: Sequence, performed: &Performed) -> Sequence {
    as_ended(sequence, performed.ended, &performed.thrown)
}

/// A sequence up to the statement that throws something, by how many ended before it.
fn as_ended(sequence: Sequence, ended: u32, thrown: &str) -> Sequence {
    let is_cut = !thrown.is_empty() && (ended as usize + 1) < sequence.statements.len();
    if is_cut { sequence.up_to(ended) } else { sequence }
}

/// Whether a statement calls a method.
fn is_of(member: &Member, statement: &Statement) -> bool {
    called(statement).is_some_and(|(owner, name, descriptor)| {
        let is_owner = !member.is_constructor() || member.owner == *owner;
        is_owner && member.name == name && member.descriptor == descriptor
    })
}

#[cfg(test)]
mod tests {
    use super::{CHECKED, TRUSTED, Trust};

    /// Tests are believed after as many as are enough, but for one of some, and no more once one of those came to something else.
    #[test]
    fn tests_are_believed_as_long_as_those_that_are_tried_keep_what_they_cover() {
        let mut trust = Trust::default();
        let believed = |trust: &mut Trust, count: usize| {
            let mut all = 0;
            for _ in 0..count {
                match trust.believes() {
                    true => all += 1,
                    false => trust.learn(true),
                }
            }
            all
        };
        assert_eq!(believed(&mut trust, TRUSTED), 0);
        assert_eq!(believed(&mut trust, 10 * CHECKED), 10 * (CHECKED - 1));
        trust.learn(false);
        assert_eq!(believed(&mut trust, TRUSTED), 0);
    }
}
