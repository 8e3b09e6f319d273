//! Tests for mutants of the callee that those for coupled branches do not detect.
//!
//! Each instruction that may do something else is an objective: sequences that run it are kept and varied, those first whose turn came least. A
//! sequence is performed as it is, and with mutants of what it runs; where states or exceptions differ, it is made a test with assertions that
//! notice that. A test counts for the mutants that it detects and none before it did.

use super::asserting::{Assertions, joined, shows_another};
use super::hunt::{BATCH, ENDED, PARTS, as_performed};
use super::hunting::Stage;
use super::shortening::is_whole;
use super::test::Test;
use super::trying::{Trying, ending, in_workers, perform_most};
use crate::classfile::MethodRef;
use crate::mutation::Mutant;
use crate::sequence::{Came, Member, Varying};
use crate::session::in_turn;
use crate::worker::Error;
use crate::worker::protocol::{Performed, Plain, Sequence};
use fastrand::Rng;
use itertools::Itertools;
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many sequences are kept that run an instruction.
const KEPT: usize = 6;

/// How often sequences are made for an instruction without progress.
const TURNS: usize = 60;

/// How many of a batch a mutant is tried on.
const TRIED: usize = 3;

/// How many sequences a mutant is tried on in all.
const TRIES: usize = 40;

/// How many tests for a mutant may fail to detect it.
const FAILURES: usize = 3;

/// How many of the mutants that a sequence is for it has to show while it is shortened.
const SHOWN: usize = 4;

/// How often a sequence is shortened to what its assertions tell.
const ROUNDS: usize = 3;

/// How often of a hundred a sequence is new, where others run the instruction already.
const NEW: usize = 40;

/// What became of the mutants.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Strengthened {
    /// How many there are.
    pub mutants: usize,
    /// Of how many the instruction ran in a sequence.
    pub met: usize,
    /// How many a test detects.
    pub detected: usize,
}

/// What is known of an instruction that may do something else.
#[derive(Default)]
struct Site {
    /// The mutants that no test detects.
    open: Vec<usize>,
    /// The methods that lead to it, the nearest first, by their places.
    targets: Vec<usize>,
    /// Sequences that run it, the shortest first.
    running: Vec<Sequence>,
    /// How often something was made for it since there was progress.
    turns: usize,
}

/// What is still to be detected.
struct Open<'m, 's, 'p> {
    mutants: &'m [Mutant],
    sites: BTreeMap<u32, Site>,
    targets: Vec<Member>,
    varying: Varying<'s, 'p>,
    tried: FxHashSet<u64>,
    /// For each mutant on how many sequences it was tried, and how many tests for it failed.
    tries: Vec<(usize, usize)>,
    met: BTreeSet<u32>,
    performed: usize,
    ended: usize,
}

/// A sequence that shows mutants, with the most that may be seen of each.
struct Showing {
    sequence: Sequence,
    shows: BTreeSet<usize>,
}

/// What a search for some of the mutants came to.
struct Part {
    tests: Vec<Test>,
    met: BTreeSet<u32>,
}

/// How far all searches are.
#[derive(Default)]
struct Progress {
    detected: AtomicUsize,
    performed: AtomicUsize,
}

/// Adds tests for mutants that some tests do not detect; these learn which they do.
pub(super) fn strengthened(
    trying: &mut Trying<'_, '_, '_, '_>,
    tests: &mut Vec<Test>,
) -> Result<Option<Strengthened>, Error> {
    let (hunting, probes) = (trying.hunting, trying.probes);
    let mutants = &hunting.mutants.all;
    if mutants.is_empty() {
        return Ok(None);
    }
    let mut open: BTreeSet<usize> = (0..mutants.len()).collect();
    for test in tests.iter_mut() {
        if hunting.stops(Stage::Mutants) {
            break;
        }
        test.detects = trying.detected((&test.sequence, &test.asserted), mutants, &open)?;
        open.retain(|place| !test.detects.contains(place));
    }
    let progress = Progress { detected: AtomicUsize::new(mutants.len() - open.len()), ..Progress::default() };
    // The mutants of a method are of one part, as it is the same sequences that run them.
    let methods: Vec<&MethodRef> = mutants.iter().map(|mutant| &mutant.method).unique().collect();
    let part_of =
        |place: &usize| methods.iter().position(|method| **method == mutants[*place].method).map(|at| at % PARTS);
    let parts =
        (0..PARTS).map(|part| (part, open.iter().copied().filter(|place| part_of(place) == Some(part)).collect()));
    let parts: Vec<(usize, BTreeSet<usize>)> = parts.collect();
    let done = in_turn(hunting.jobs.max(1), parts, |(part, wanted)| {
        in_workers(hunting, probes, |trying| Part::found(trying, mutants, (part, &wanted), &progress))
    })?;
    let (mut new, mut met): (Vec<Test>, BTreeSet<u32>) = (Vec::new(), BTreeSet::new());
    for part in done {
        met.extend(&part.met);
        let mut left: BTreeSet<usize> = part.tests.iter().flat_map(|test| test.detects.iter().copied()).collect();
        for test in &new {
            // A test for mutants of other methods may detect these, too.
            let detected = trying.detected((&test.sequence, &test.asserted), mutants, &left)?;
            left.retain(|place| !detected.contains(place));
        }
        new.extend(part.tests.into_iter().filter_map(|mut test| {
            test.detects.retain(|place| left.contains(place));
            (!test.detects.is_empty()).then_some(test)
        }));
    }
    let ran = |(place, mutant): &(usize, &Mutant)| !open.contains(place) || met.contains(&mutant.site);
    let met = mutants.iter().enumerate().filter(ran).count();
    let detected = progress.detected.into_inner();
    tests.extend(new);
    Ok(Some(Strengthened { mutants: mutants.len(), met, detected }))
}

impl Part {
    /// Searches for tests that detect some mutants.
    fn found(
        trying: &mut Trying<'_, '_, '_, '_>,
        mutants: &[Mutant],
        (part, wanted): (usize, &BTreeSet<usize>),
        progress: &Progress,
    ) -> Result<Part, Error> {
        let hunting = trying.hunting;
        let mut open = Open::of(trying, mutants, (part, wanted));
        let mut tests = Vec::new();
        let stops = || hunting.stops(Stage::Mutants);
        while open.performed < hunting.budget / PARTS && open.ended < ENDED && !stops() {
            let batch = open.batch();
            if batch.is_empty() {
                break;
            }
            let performed = progress.performed.fetch_add(batch.len(), Ordering::Relaxed);
            (hunting.progress)(Stage::Mutants, progress.detected.load(Ordering::Relaxed), performed);
            for Showing { sequence, mut shows } in open.shown(trying, batch)? {
                shows.retain(|place| open.is_wanted(*place));
                if shows.is_empty() || stops() {
                    continue;
                }
                let all = open.all();
                match trying.test_for(&sequence, mutants, (&shows, &all))? {
                    Some(test) => {
                        open.close(&test.detects);
                        progress.detected.fetch_add(test.detects.len(), Ordering::Relaxed);
                        tests.push(test);
                    }
                    None => shows.iter().for_each(|place| open.tries[*place].1 += 1),
                }
            }
        }
        Ok(Part { tests, met: open.met })
    }
}

impl<'m, 's, 'p> Open<'m, 's, 'p> {
    /// Some of the mutants, for one of the searches.
    fn of(
        trying: &Trying<'s, 'p, '_, '_>,
        mutants: &'m [Mutant],
        (part, wanted): (usize, &BTreeSet<usize>),
    ) -> Open<'m, 's, 'p> {
        let (hunting, ingredients) = (trying.hunting, trying.ingredients);
        let mut targets: Vec<Member> = Vec::new();
        let mut by_method: BTreeMap<&MethodRef, Vec<usize>> = BTreeMap::new();
        let mut sites: BTreeMap<u32, Site> = BTreeMap::new();
        for place in wanted.iter().copied() {
            let mutant = &mutants[place];
            let leading = by_method.entry(&mutant.method).or_insert_with(|| {
                let mut leading = Vec::new();
                hunting.add_targets(&mut leading, &mutant.method, ingredients.package);
                let place = |member: Member| {
                    targets.iter().position(|known| *known == member).unwrap_or_else(|| {
                        targets.push(member);
                        targets.len() - 1
                    })
                };
                // What leads through the class that is tested comes before what is called of others.
                leading.sort_by_key(|member: &Member| member.owner != *hunting.tested());
                leading.into_iter().map(place).collect()
            });
            let site = sites.entry(mutant.site).or_default();
            site.open.push(place);
            site.targets.clone_from(leading);
        }
        Open {
            mutants,
            sites,
            targets,
            varying: Varying {
                ingredients,
                rng: Rng::with_seed(hunting.seed.wrapping_mul(31).wrapping_add(97 + part as u64)),
            },
            tried: FxHashSet::default(),
            tries: vec![(0, 0); mutants.len()],
            met: BTreeSet::new(),
            performed: 0,
            ended: 0,
        }
    }

    /// The mutants that no test detects.
    fn all(&self) -> BTreeSet<usize> {
        self.sites.values().flat_map(|site| site.open.iter().copied()).collect()
    }

    /// Whether a mutant is open and tests for it have not failed too often.
    fn is_wanted(&self, place: usize) -> bool {
        let is_open = |site: &Site| site.open.contains(&place);
        self.tries[place].1 < FAILURES && self.sites.get(&self.mutants[place].site).is_some_and(is_open)
    }

    /// Tests detect some mutants.
    fn close(&mut self, detected: &BTreeSet<usize>) {
        for place in detected {
            if let Some(site) = self.sites.get_mut(&self.mutants[*place].site) {
                site.open.retain(|open| open != place);
                site.turns = 0;
            }
        }
        self.sites.retain(|_, site| !site.open.is_empty());
    }

    /// Sequences that were not tried yet, for those instructions whose turn came least.
    fn batch(&mut self) -> Vec<Sequence> {
        let mut batch = Vec::new();
        for _ in 0..4 * BATCH {
            let (tries, rng) = (&self.tries, &mut self.varying.rng);
            let is_due = |site: &Site| {
                let is_open = site.open.iter().any(|place| goes_on(tries[*place]));
                site.turns < TURNS && !site.targets.is_empty() && is_open
            };
            let due = self.sites.values_mut().filter(|site| is_due(site));
            let Some(site) = due.min_by_key(|site| (site.turns, rng.u16(..))) else { break };
            site.turns += 1;
            // The nearest ones more often.
            let nearest = rng.usize(0..site.targets.len()).min(rng.usize(0..site.targets.len()));
            let target = &self.targets[site.targets[nearest]];
            let kept = rng.choice(&site.running).filter(|_| rng.usize(0..100) >= NEW).cloned();
            let made = match kept {
                Some(kept) => self.varying.varied(&kept, target),
                None => self.varying.fresh(target, 3),
            };
            if let Some(sequence) = made
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

    /// Those of some sequences that show mutants, those first that show most.
    fn shown(&mut self, trying: &mut Trying<'_, '_, '_, '_>, batch: Vec<Sequence>) -> Result<Vec<Showing>, Error> {
        let stops = || trying.hunting.stops(Stage::Mutants);
        let all = perform_most(trying.guarded, batch, false, self.varying.ingredients, stops)?;
        self.performed += all.len();
        self.ended += all.iter().filter(|(_, came, _)| *came == Came::Ended).count();
        let mut once: Vec<(Sequence, Came)> = Vec::new();
        for (sequence, came, _) in all {
            if let Some(performed) = came.performed() {
                once.push((as_performed(sequence, performed), came));
            }
        }
        let running: Vec<Sequence> = once.iter().map(|(sequence, _)| sequence.clone()).collect();
        let again = trying.guarded.perform(&running, None)?;
        // What is another value the next time shows nothing.
        let usual = once.iter().zip(&again).map(|((sequence, once), again)| Usual::of(sequence, once, again));
        let running: Vec<(&Sequence, Usual)> =
            running.iter().zip(usual).filter_map(|(sequence, usual)| Some((sequence, usual?))).collect();
        let mut by_mutant: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (number, (sequence, usual)) in running.iter().enumerate() {
            self.met.extend(&usual.performed.met);
            for met in &usual.performed.met {
                let Some(site) = self.sites.get_mut(met) else { continue };
                site.keep(sequence, &usual.performed);
                for place in &site.open {
                    let tried = by_mutant.entry(*place).or_default();
                    if tried.len() < TRIED && goes_on(self.tries[*place]) {
                        self.tries[*place].0 += 1;
                        tried.push(number);
                    }
                }
            }
        }
        let mut shows: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); running.len()];
        for (place, numbers) in by_mutant {
            if stops() {
                break;
            }
            let sequences: Vec<Sequence> = numbers.iter().map(|number| running[*number].0.clone()).collect();
            let came = trying.guarded.perform(&sequences, Some(self.mutants[place].change))?;
            for (number, came) in numbers.into_iter().zip(came) {
                if running[number].1.differs(&came) {
                    shows[number].insert(place);
                }
            }
        }
        let shown = running.iter().zip(shows).filter(|(_, shows)| !shows.is_empty());
        let mut shown: Vec<Showing> =
            shown.map(|((sequence, _), shows)| Showing { sequence: (*sequence).clone(), shows }).collect();
        shown.sort_by_key(|showing| (std::cmp::Reverse(showing.shows.len()), showing.sequence.statements.len()));
        Ok(shown)
    }
}

/// Whether a mutant is tried further that was tried on so many sequences, and for which so many tests failed.
fn goes_on((sequences, failures): (usize, usize)) -> bool {
    sequences < TRIES && failures < FAILURES
}

impl Site {
    /// Keeps a sequence that runs the instruction, and ends as it should, if it is shorter than others.
    fn keep(&mut self, sequence: &Sequence, performed: &Performed) {
        if !performed.thrown.is_empty() || self.running.contains(sequence) {
            return;
        }
        let length = sequence.statements.len();
        let place = self.running.iter().position(|known| length < known.statements.len()).unwrap_or(self.running.len());
        self.running.insert(place, sequence.clone());
        self.running.truncate(KEPT);
    }
}

/// What a sequence comes to as it is, again and again.
struct Usual {
    performed: Performed,
    /// Of which values the digests are the same each time.
    steady: Vec<usize>,
}

impl Usual {
    fn of(sequence: &Sequence, once: &Came, again: &Came) -> Option<Usual> {
        let (performed, again) = (once.performed()?, again.performed()?);
        let is_alike = is_whole(performed, sequence)
            && (performed.ended, &performed.thrown) == (again.ended, &again.thrown)
            && performed.digests.len() == again.digests.len();
        let steady = (0..performed.digests.len()).filter(|place| performed.digests[*place] == again.digests[*place]);
        is_alike.then(|| Usual { performed: performed.clone(), steady: steady.collect() })
    }

    /// Whether something else comes of it with a mutant.
    fn differs(&self, came: &Came) -> bool {
        let Some(now) = came.performed() else { return true };
        (now.ended, &now.thrown) != (self.performed.ended, &self.performed.thrown)
            || self.steady.iter().any(|place| now.digests.get(*place) != self.performed.digests.get(*place))
    }
}

impl Trying<'_, '_, '_, '_> {
    /// A test that detects mutants which a sequence shows, with all those among the open ones that it detects.
    fn test_for(
        &mut self,
        sequence: &Sequence,
        mutants: &[Mutant],
        (shows, open): (&BTreeSet<usize>, &BTreeSet<usize>),
    ) -> Result<Option<Test>, Error> {
        let mut wanted: Vec<usize> = shows.iter().copied().take(SHOWN).collect();
        let mut sequence = sequence.tidied();
        for _ in 0..ROUNDS {
            let short = self.shortened(sequence, &mut |trying, fewer| trying.shows(fewer, mutants, &wanted))?;
            let short = self.hunting.program.seeded(ending(short));
            let Some((performed, _)) = self.performed(&short)? else { return Ok(None) };
            let chosen = match performed.thrown.is_empty() {
                true => self.assertions_about(&short, mutants, (shows, open))?,
                false => Vec::new(),
            };
            // What is found out cheaply comes before other JVMs.
            let Assertions { sequence: asking, values } = joined(&short, &chosen);
            let detected = self.detected((&asking, &values), mutants, open)?;
            if detected.is_empty() {
                return Ok(None);
            }
            if wanted.iter().any(|place| !detected.contains(place)) {
                // Part of the sequence may be there for what no assertion tells.
                wanted = detected.into_iter().take(SHOWN).collect();
                sequence = short;
                continue;
            }
            let Some(mut test) = self.asserting(&short, chosen)? else { return Ok(None) };
            test.is_for_mutants = true;
            test.detects = self.detected((&test.sequence, &test.asserted), mutants, open)?;
            return Ok(Some(test).filter(|test| !test.detects.is_empty()));
        }
        Ok(None)
    }

    /// Whether a sequence is performed as a whole, and shows some mutants.
    fn shows(&mut self, sequence: &Sequence, mutants: &[Mutant], wanted: &[usize]) -> Result<bool, Error> {
        let one = std::slice::from_ref(sequence);
        let [once, again] = [self.guarded.perform(one, None)?.remove(0), self.guarded.perform(one, None)?.remove(0)];
        let Some(usual) = Usual::of(sequence, &once, &again) else { return Ok(false) };
        for place in wanted {
            let came = self.guarded.perform(one, Some(mutants[*place].change))?.remove(0);
            if !usual.differs(&came) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Those of some mutants that a test detects: it ends in another way, or what it asserts is another value.
    fn detected(
        &mut self,
        (sequence, asserted): (&Sequence, &[(u32, Plain)]),
        mutants: &[Mutant],
        wanted: &BTreeSet<usize>,
    ) -> Result<BTreeSet<usize>, Error> {
        // Each value is asked for by itself: a worker tells only one.
        let of_value = |(place, _): &(u32, Plain)| Sequence { subject: *place, ..sequence.clone() };
        let asked: Vec<Sequence> = match asserted.is_empty() {
            true => vec![sequence.clone()],
            false => asserted.iter().map(of_value).collect(),
        };
        let usual = self.guarded.perform(&asked, None)?;
        let Some(performed) = usual[0].performed() else { return Ok(BTreeSet::new()) };
        let ended = Usual { performed: performed.clone(), steady: Vec::new() };
        let value = |came: &Came| came.performed().map(|performed| performed.value.clone());
        let mut detected = BTreeSet::new();
        for place in wanted.iter().filter(|place| performed.met.contains(&mutants[**place].site)) {
            let came = self.guarded.perform(&asked, Some(mutants[*place].change))?;
            let differs = |(now, usual): (&Came, &Came)| {
                ended.differs(now)
                    || (!asserted.is_empty() && shows_another(value(now).as_ref(), value(usual).as_ref()))
            };
            if came.iter().zip(&usual).any(differs) {
                detected.insert(*place);
            }
        }
        Ok(detected)
    }
}
