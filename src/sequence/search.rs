//! The search for a sequence that detects one transformation: sequences that reach the method are kept and varied.

use super::comparing::{Comparing, Difference, Pair, Still, differing, differs_visibly};
use super::data::called;
use super::making::Ingredients;
use super::member::Member;
use super::observers;
use super::outcome::{Compiles, Detecting, Limits, NotDetected, Outcome, Wanted};
use super::performing::{Came, Performing};
use super::pool::{FARTHEST, Pool, Way};
use super::readings;
use super::shortening;
use super::varying::Varying;
use crate::classfile::MethodRef;
use crate::unit::Digester;
use crate::worker::Error;
use crate::worker::protocol::Sequence;
use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};

/// How many sequences are performed together.
const BATCH: usize = 32;

/// How many methods are called for the sake of one that no test can name.
const TARGETS: usize = 8;

/// How many sequences may end a JVM or take too long before the search is given up.
const ENDED: usize = 4;

/// How many sequences whose states differ are looked at closely, of those that call one method.
const OBSERVED: usize = 24;

/// How many sequences at whose end the original program throws something are held ready.
const THROWING: usize = 8;

/// How many sequences are performed in the hope of a value that differs, once one is there that throws something.
const HOPE: usize = 600;

/// The same where that is thrown by accident.
const MORE_HOPE: usize = 2_000;

/// What no program throws to tell its caller something.
const ACCIDENTS: [&str; 4] = [
    "java.lang.NullPointerException",
    "java.lang.ClassCastException",
    "java.lang.ArrayIndexOutOfBoundsException",
    "java.lang.StringIndexOutOfBoundsException",
];

/// A search for one transformation.
pub(super) struct Search<'s, 'p, 'w> {
    ingredients: &'s Ingredients<'p>,
    wanted: &'s Wanted,
    comparing: Comparing<'s, 'w>,
    limits: Limits,
    compiles: Compiles<'s>,
    varying: Varying<'s, 'p>,
    tried: BTreeSet<Sequence>,
    pool: Pool,
    /// The methods that lead to this one, and itself.
    leading: Vec<MethodRef>,
    /// Used if nothing better is found: something is thrown on the original program. With how many sequences are performed by then.
    throwing: Vec<(Sequence, usize, usize)>,
    /// What was found first that leaves objects in another state that others share, if nothing else is found.
    lasting: Option<Detecting>,
    /// How many sequences were performed when one took another way than those before it, for the last time.
    progressed: usize,
    reached: usize,
    ended: usize,
    stopped: usize,
    /// How many bytes sequences allocated: what they cost that no loop of the program counts.
    allocated: u64,
    /// How many sequences whose states differ were looked at closely, for each method that is called.
    observed: Vec<usize>,
    /// Whether some state differed.
    is_infected: bool,
}

impl<'s, 'p, 'w> Search<'s, 'p, 'w> {
    pub fn new(
        ingredients: &'s Ingredients<'p>,
        performing: &'s mut [Performing<'w>; 2],
        wanted: &'s Wanted,
        guarded: &[Option<MethodRef>],
        (limits, compiles): (Limits, Compiles<'s>),
    ) -> Search<'s, 'p, 'w> {
        let name = (wanted.method.to_string(), wanted.change.1);
        let digest = Digester::new().value(&name).digest().to_string();
        let seed = digest.bytes().fold(0_u64, |seed, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte)));
        Search {
            ingredients,
            wanted,
            comparing: Comparing::new(performing, wanted),
            limits,
            compiles,
            varying: Varying { ingredients, rng: Rng::with_seed(seed) },
            tried: BTreeSet::new(),
            pool: Pool::of(ingredients.program, &wanted.method, guarded),
            leading: ingredients.program.distances(&wanted.method, FARTHEST).into_keys().collect(),
            throwing: Vec::new(),
            lasting: None,
            progressed: 0,
            reached: 0,
            ended: 0,
            stopped: 0,
            allocated: 0,
            observed: Vec::new(),
            is_infected: false,
        }
    }

    /// Searches until something is found or a limit is reached; begins with what tests do.
    pub fn run(mut self, seeds: Vec<Sequence>) -> Result<Outcome, Error> {
        let Ingredients { program, package, .. } = self.ingredients;
        let mut targets = program.nearest(&self.wanted.method, package, TARGETS, FARTHEST);
        if targets.is_empty() {
            return Ok(self.nothing(NotDetected::Hidden));
        }
        // What reaches outside of the JVM on some way is stopped there.
        targets.sort_by_key(|(member, _)| program.reaches_outside(member));
        self.observed = vec![0; targets.len()];
        if let Some(found) = self.begun_by_tests(&seeds, &targets)? {
            return Ok(Outcome::Detecting(Box::new(found)));
        }
        self.progressed = self.comparing.tries;
        while self.goes_on() && (self.lasting.is_none() || self.comparing.tries < self.progressed + HOPE) {
            let batch = self.batch(&targets);
            if batch.is_empty() {
                // There is nothing else to make.
                break;
            }
            let mut found = self.judged(batch, &targets, false)?;
            if found.is_none() && self.throwing.iter().any(|(.., then)| self.comparing.tries > *then) {
                found = self.thrown(&targets)?;
            }
            if let Some(found) = found {
                return Ok(Outcome::Detecting(Box::new(found)));
            }
        }
        if let Some(found) = self.thrown(&targets)?.or_else(|| self.lasting.take()) {
            return Ok(Outcome::Detecting(Box::new(found)));
        }
        let why = match () {
            () if self.is_infected => NotDetected::Unobservable,
            () if self.reached > 0 => NotDetected::Same,
            () => NotDetected::NotReached,
        };
        Ok(self.nothing(why))
    }

    fn goes_on(&self) -> bool {
        let most = self.limits.tries.min(self.progressed + self.limits.patience);
        self.comparing.tries < most && self.ended < ENDED && self.allocated < self.limits.bytes
    }

    /// What sequences of tests show: as they are, and only what leads to a call from which the method is called.
    fn begun_by_tests(&mut self, seeds: &[Sequence], targets: &[(Member, usize)]) -> Result<Option<Detecting>, Error> {
        let mut batch = Vec::new();
        for seed in seeds {
            let mut last = 0;
            for (place, statement) in (0..).zip(&seed.statements) {
                let Some((_, name, descriptor)) = called(statement) else { continue };
                let leads = |method: &MethodRef| *method.name == *name && method.descriptor.as_str() == descriptor;
                if self.leading.iter().any(leads) {
                    let is_it = |(member, _): &(Member, usize)| member.name == name && member.descriptor == descriptor;
                    last = targets.iter().position(is_it).unwrap_or(0);
                    batch.push((seed.sliced(place, place), last));
                }
            }
            batch.push((seed.clone(), last));
        }
        batch.retain(|(sequence, _)| self.tried.insert(sequence.clone()));
        // The shortest are the best, and each thing is found once.
        batch.sort_by_key(|(sequence, _)| sequence.statements.len());
        let mut rest = batch.into_iter().peekable();
        while rest.peek().is_some() {
            let some = rest.by_ref().take(BATCH).collect();
            if let Some(found) = self.judged(some, targets, true)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// What some sequences show, if one of them shows something that an assertion can name; they may be those of tests.
    fn judged(
        &mut self,
        batch: Vec<(Sequence, usize)>,
        targets: &[(Member, usize)],
        are_of_tests: bool,
    ) -> Result<Option<Detecting>, Error> {
        for (sequence, target, pair) in self.compare_all(batch)? {
            let difference = differs_visibly(&pair, &sequence);
            // What ends by an exception is no good beginning, unless a test does the same.
            if pair.original.thrown.is_empty() || are_of_tests {
                let way = Way { entered: pair.original.reached.clone(), infects: difference != Difference::None };
                self.keep(&sequence, target, way);
            }
            let observed = match difference {
                Difference::Value => Some(sequence),
                Difference::Throws => {
                    let is_accident = ACCIDENTS.contains(&pair.original.thrown.as_str());
                    let then = self.comparing.tries + if is_accident { MORE_HOPE } else { HOPE };
                    self.throwing.push((sequence, target, then));
                    self.throwing.sort_by_key(|(.., then)| *then);
                    self.throwing.truncate(THROWING);
                    None
                }
                // What is in files is seen at once.
                Difference::State if self.observed[target] < OBSERVED || sequence.has_folder() => {
                    self.observed(&sequence, &pair, target)?
                }
                Difference::State | Difference::None => None,
            };
            if let Some(observed) = observed
                && let Some(found) = self.confirmed(observed, &targets[target])?
            {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn keep(&mut self, sequence: &Sequence, target: usize, way: Way) {
        if self.pool.keep(&mut self.varying.rng, sequence, target, way) {
            self.progressed = self.comparing.tries;
        }
    }

    /// A sequence that shows a difference between states or files, if there is one.
    fn observed(&mut self, sequence: &Sequence, pair: &Pair, target: usize) -> Result<Option<Sequence>, Error> {
        let again = self.comparing.perform(std::slice::from_ref(sequence), false)?.remove(0);
        let mut places = differing(pair, again.performed());
        self.is_infected |= !places.is_empty();
        if self.observed[target] >= OBSERVED {
            places.clear();
        }
        let readings = again.performed().map(|again| readings::readings(sequence, pair, again)).unwrap_or_default();
        if places.is_empty() && readings.is_empty() {
            // It was noise.
            return Ok(None);
        }
        self.is_infected = true;
        self.observed[target] += usize::from(!places.is_empty());
        let (rng, shown) = (&mut self.varying.rng, (&places[..], readings));
        observers::observed(&mut self.comparing, self.ingredients, rng, sequence, shown)
    }

    /// The first sequence at whose end the original program throws something that is confirmed.
    fn thrown(&mut self, targets: &[(Member, usize)]) -> Result<Option<Detecting>, Error> {
        for (sequence, target, _) in std::mem::take(&mut self.throwing) {
            if let Some(found) = self.confirmed(sequence, &targets[target])? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn nothing(&self, why: NotDetected) -> Outcome {
        let (tries, reached, stopped) = (self.comparing.tries, self.reached, self.stopped);
        Outcome::Nothing { why, tries, reached, stopped, left_out: BTreeMap::new() }
    }

    /// Sequences that were not tried yet, each with the number of what it calls last.
    fn batch(&mut self, targets: &[(Member, usize)]) -> Vec<(Sequence, usize)> {
        let mut batch = Vec::new();
        // Later ones are longer.
        let most_calls = 1 + (4 * self.comparing.tries / self.limits.tries.max(1)).min(4);
        for _ in 0..20 * BATCH {
            let is_new = self.varying.rng.u8(0..10) < 3;
            let made = match self.pool.choose(&mut self.varying.rng).filter(|_| !is_new) {
                Some((kept, target)) => self.varying.varied(&kept, &targets[target].0).map(|varied| (varied, target)),
                None => {
                    // The nearest ones more often.
                    let rng = &mut self.varying.rng;
                    let target = rng.usize(0..targets.len()).min(rng.usize(0..targets.len()));
                    self.varying.fresh(&targets[target].0, most_calls).map(|fresh| (fresh, target))
                }
            };
            if let Some((sequence, target)) = made
                && self.tried.insert(sequence.clone())
            {
                batch.push((sequence, target));
                if batch.len() == BATCH {
                    break;
                }
            }
        }
        batch
    }

    /// Performs sequences on both programs; returns those that reach the method and ended on both. What throws something before
    /// its end ends there.
    fn compare_all(&mut self, batch: Vec<(Sequence, usize)>) -> Result<Vec<(Sequence, usize, Pair)>, Error> {
        let (sequences, targets): (Vec<Sequence>, Vec<usize>) = batch.into_iter().unzip();
        let original = self.comparing.perform(&sequences, false)?;
        self.ended += original.iter().filter(|came| **came == Came::Ended).count();
        self.stopped += original.iter().filter(|came| came.outside().is_some()).count();
        let mut reaching = Vec::new();
        for ((mut sequence, target), came) in sequences.into_iter().zip(targets).zip(original) {
            if let Came::Performed(performed) = &came {
                self.allocated += u64::try_from(performed.allocated).unwrap_or_default();
            }
            let Some(performed) = came.performed() else { continue };
            if !performed.thrown.is_empty() && (performed.ended as usize + 1) < sequence.statements.len() {
                sequence = sequence.up_to(performed.ended);
                if !self.tried.insert(sequence.clone()) {
                    continue;
                }
            }
            if performed.reached.contains(&self.wanted.change.0) {
                self.reached += 1;
                reaching.push((sequence, target, performed.clone()));
            } else if performed.thrown.is_empty() {
                let way = Way { entered: performed.reached.clone(), infects: false };
                self.keep(&sequence, target, way);
            }
        }
        let sequences: Vec<Sequence> = reaching.iter().map(|(sequence, ..)| sequence.clone()).collect();
        let replaced = self.comparing.perform(&sequences, true)?;
        let both = reaching.into_iter().zip(replaced).filter_map(|((sequence, target, original), replaced)| {
            let replaced = replaced.performed()?.clone();
            Some((sequence, target, Pair { original, replaced }))
        });
        Ok(both.collect())
    }

    /// The sequence, shortened, if what is seen differs again and again, on classes without static state and in another JVM, too.
    fn confirmed(&mut self, sequence: Sequence, target: &(Member, usize)) -> Result<Option<Detecting>, Error> {
        if !self.comparing.is_stable(&sequence)? {
            return Ok(None);
        }
        let mut shortened = shortening::shortened(&mut self.comparing, self.ingredients, &sequence)?;
        let mut seen = self.comparing.afresh(&shortened)?;
        if seen.is_none() && self.comparing.afresh(&sequence)?.is_some() {
            // What was performed before had left behind what the shorter one needs.
            let still = Still::Afresh;
            shortened = shortening::shortened_while(&mut self.comparing, self.ingredients, &sequence, still)?;
            seen = self.comparing.afresh(&shortened)?;
        }
        let Some((was, would_be)) = seen else { return Ok(None) };
        let changes = self.comparing.changes_statics(&shortened)?;
        let package = self.ingredients.package.to_owned();
        let (target, distance) = target.clone();
        let written = self.comparing.written(&shortened)?;
        let found = Detecting { sequence: shortened, package, target, distance, was, would_be, written };
        if !(self.compiles)(&found)? {
            return Ok(None);
        }
        if changes {
            self.lasting.get_or_insert(found);
            return Ok(None);
        }
        Ok(Some(found))
    }
}
