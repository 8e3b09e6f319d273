//! The search for a sequence that detects one transformation: sequences that reach the method are kept and varied.

use super::comparing::{Comparing, Difference, Pair, differing, differs_visibly};
use super::data::{ValueType, renamed, runs_code};
use super::making::{Ingredients, Making};
use super::observers;
use super::outcome::{Detecting, Limits, NotDetected, Outcome, Wanted};
use super::performing::{Came, Performing};
use super::program::Member;
use super::shortening;
use crate::classfile::{MethodRef, Type};
use crate::unit::Digester;
use crate::worker::Error;
use crate::worker::protocol::{MethodId, Sequence, Statement};
use fastrand::Rng;
use std::collections::BTreeSet;

/// How many sequences are performed together.
const BATCH: usize = 32;

/// How many methods are called for the sake of one that no test can name.
const TARGETS: usize = 8;

/// How many calls may lie between them.
const FARTHEST: usize = 5;

/// How many sequences are kept that reach the method.
const KEPT: usize = 48;

/// How many sequences may end a JVM or take too long before the search is given up.
const ENDED: usize = 4;

/// How many sequences whose states differ are looked at closely.
const OBSERVED: usize = 24;

/// A search for one transformation.
pub(super) struct Search<'s, 'p, 'w> {
    ingredients: &'s Ingredients<'p>,
    wanted: &'s Wanted,
    comparing: Comparing<'s, 'w>,
    limits: Limits,
    rng: Rng,
    tried: BTreeSet<Sequence>,
    /// Sequences that came as near to the method as any, each by another way, with the numbers of what they call last.
    kept: Vec<(Sequence, usize)>,
    /// For each guarded method how many calls lie between it and this one, if it leads there.
    distances: Vec<Option<usize>>,
    /// The methods that lead to this one, and itself.
    leading: Vec<MethodRef>,
    /// How near they came.
    nearest: usize,
    /// Which methods each of them entered.
    ways: Vec<Vec<MethodId>>,
    /// Used if nothing better is found: something is thrown on the original program.
    throwing: Option<(Sequence, usize)>,
    reached: usize,
    ended: usize,
    observed: usize,
    /// Whether some state differed.
    is_infected: bool,
}

impl<'s, 'p, 'w> Search<'s, 'p, 'w> {
    pub fn new(
        ingredients: &'s Ingredients<'p>,
        performing: &'s mut [Performing<'w>; 2],
        wanted: &'s Wanted,
        guarded: &[Option<MethodRef>],
        limits: Limits,
    ) -> Search<'s, 'p, 'w> {
        let name = (wanted.method.to_string(), wanted.change.1);
        let digest = Digester::new().value(&name).digest().to_string();
        let distances = ingredients.program.distances(&wanted.method, FARTHEST);
        let distance = |method: &Option<MethodRef>| distances.get(method.as_ref()?).copied();
        let seed = digest.bytes().fold(0_u64, |seed, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte)));
        Search {
            ingredients,
            wanted,
            comparing: Comparing::new(performing, wanted),
            limits,
            rng: Rng::with_seed(seed),
            tried: BTreeSet::new(),
            kept: Vec::new(),
            distances: guarded.iter().map(distance).collect(),
            leading: distances.into_keys().collect(),
            nearest: usize::MAX,
            ways: Vec::new(),
            throwing: None,
            reached: 0,
            ended: 0,
            observed: 0,
            is_infected: false,
        }
    }

    /// Searches until something is found or a limit is reached; begins with what tests do.
    pub fn run(mut self, seeds: Vec<Sequence>) -> Result<Outcome, Error> {
        let Ingredients { program, package, .. } = self.ingredients;
        let all = program.nearest(&self.wanted.method, package, TARGETS, FARTHEST);
        if all.is_empty() {
            return Ok(self.nothing(NotDetected::Hidden));
        }
        let targets: Vec<(Member, usize)> =
            all.into_iter().filter(|(member, _)| !program.reaches_outside(member)).collect();
        if targets.is_empty() {
            return Ok(self.nothing(NotDetected::Outside));
        }
        if let Some(found) = self.begun_by_tests(&seeds, &targets)? {
            return Ok(Outcome::Detecting(Box::new(found)));
        }
        while self.comparing.tries < self.limits.tries && self.ended < ENDED {
            let batch = self.batch(&targets);
            if batch.is_empty() {
                // There is nothing else to make.
                break;
            }
            let mut found = self.judged(batch, &targets)?;
            if found.is_none() && self.comparing.tries > self.limits.tries / 3 {
                found = self.thrown(&targets)?;
            }
            if let Some(found) = found {
                return Ok(Outcome::Detecting(Box::new(found)));
            }
        }
        if let Some(found) = self.thrown(&targets)? {
            return Ok(Outcome::Detecting(Box::new(found)));
        }
        let why = match () {
            () if self.is_infected => NotDetected::Unobservable,
            () if self.reached > 0 => NotDetected::Same,
            () => NotDetected::NotReached,
        };
        Ok(self.nothing(why))
    }

    /// What sequences of tests show: as they are, and only what leads to a call from which the method is called.
    fn begun_by_tests(&mut self, seeds: &[Sequence], targets: &[(Member, usize)]) -> Result<Option<Detecting>, Error> {
        let mut batch = Vec::new();
        for seed in seeds {
            let mut last = 0;
            for (place, statement) in (0..).zip(&seed.statements) {
                let Some((name, descriptor)) = called(statement) else { continue };
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
            if let Some(found) = self.judged(some, targets)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// What some sequences show, if one of them shows something that an assertion can name.
    fn judged(
        &mut self,
        batch: Vec<(Sequence, usize)>,
        targets: &[(Member, usize)],
    ) -> Result<Option<Detecting>, Error> {
        for (sequence, target, pair) in self.compare_all(batch)? {
            let observed = match differs_visibly(&pair, &sequence) {
                Difference::Value => Some(sequence),
                Difference::Throws => {
                    self.throwing.get_or_insert((sequence, target));
                    None
                }
                Difference::State if self.observed < OBSERVED => self.observed(&sequence, &pair)?,
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

    /// A sequence that shows a difference between states, if there is one.
    fn observed(&mut self, sequence: &Sequence, pair: &Pair) -> Result<Option<Sequence>, Error> {
        self.observed += 1;
        let again = self.comparing.perform(std::slice::from_ref(sequence), false)?.remove(0);
        let places = differing(pair, again.performed());
        self.is_infected |= !places.is_empty();
        observers::observed(&mut self.comparing, self.ingredients, &mut self.rng, sequence, &places)
    }

    /// The sequence at whose end the original program throws something, if it is confirmed.
    fn thrown(&mut self, targets: &[(Member, usize)]) -> Result<Option<Detecting>, Error> {
        match self.throwing.take() {
            Some((sequence, target)) => self.confirmed(sequence, &targets[target]),
            None => Ok(None),
        }
    }

    fn nothing(&self, why: NotDetected) -> Outcome {
        Outcome::Nothing { why, tries: self.comparing.tries, reached: self.reached }
    }

    /// Sequences that were not tried yet, each with the number of what it calls last.
    fn batch(&mut self, targets: &[(Member, usize)]) -> Vec<(Sequence, usize)> {
        let mut batch = Vec::new();
        for _ in 0..20 * BATCH {
            let made = match self.rng.choice(&self.kept).cloned() {
                Some((kept, target)) if self.rng.u8(0..10) < 6 => {
                    self.varied(&kept, &targets[target].0).map(|varied| (varied, target))
                }
                _ => {
                    // The nearest ones more often.
                    let (one, other) = (self.rng.usize(0..targets.len()), self.rng.usize(0..targets.len()));
                    let target = one.min(other);
                    self.fresh(&targets[target].0).map(|fresh| (fresh, target))
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

    /// A call of the target on new objects; later ones are longer.
    fn fresh(&mut self, target: &Member) -> Option<Sequence> {
        let most = 1 + (4 * self.comparing.tries / self.limits.tries.max(1)).min(4);
        let calls = if self.rng.bool() { 0 } else { self.rng.usize(0..=most) };
        let mut making = Making::new(self.ingredients, &mut self.rng, Sequence { statements: Vec::new(), subject: 0 });
        let on = match target.is_static || target.is_constructor() {
            true => None,
            false => Some(making.receiver(target)?),
        };
        for _ in 0..calls {
            making.call_something();
        }
        making.used(target, on)?;
        making.finished()
    }

    /// A sequence that reached the method, with other arguments, or with more calls before or after the last one.
    fn varied(&mut self, kept: &Sequence, target: &Member) -> Option<Sequence> {
        let last = kept.statements.len() - 1;
        let choice = self.rng.u8(0..12);
        match choice {
            0..4 => return self.with_another_literal(kept),
            4 => return self.with_a_larger_array(kept),
            5 => return self.with_less(kept),
            _ => {}
        }
        let first = match choice {
            6..10 => Sequence { statements: kept.statements[..last].to_vec(), subject: 0 },
            _ => kept.clone(),
        };
        let on = self.receiver(kept, first.statements.len(), target);
        let mut making = Making::new(self.ingredients, &mut self.rng, first);
        for _ in 0..if choice == 6 { 2 } else { 1 } {
            making.call_something();
        }
        making.used(target, on)?;
        making.finished().map(|sequence| sequence.tidied())
    }

    /// Among the first values of a sequence one on which a method can be called: that of its last call, or another one.
    fn receiver(&mut self, kept: &Sequence, first: usize, target: &Member) -> Option<u32> {
        if target.is_static || target.is_constructor() {
            return None;
        }
        let (program, owner) = (self.ingredients.program, Type::Class(target.owner.clone()));
        let types = kept.types()?;
        let fits = |place: &u32| matches!(&types[*place as usize], ValueType::Of(ty) if program.fits(ty, &owner));
        match kept.statements.last() {
            Some(Statement::Call { on, .. }) if fits(on) => Some(*on),
            _ => self.rng.choice((0..first as u32).filter(fits).collect::<Vec<_>>()),
        }
    }

    /// The same without one of its calls.
    fn with_less(&mut self, kept: &Sequence) -> Option<Sequence> {
        let calls = (0..kept.subject).filter(|place| runs_code(&kept.statements[*place as usize]));
        let place = self.rng.choice(calls.collect::<Vec<_>>())?;
        kept.without_users(place).map(|less| less.tidied())
    }

    fn with_another_literal(&mut self, kept: &Sequence) -> Option<Sequence> {
        let is_literal = |statement: &Statement| matches!(statement, Statement::Number { .. } | Statement::Text(_));
        let places: Vec<usize> =
            (0..kept.statements.len()).filter(|place| is_literal(&kept.statements[*place])).collect();
        let place = self.rng.choice(places)?;
        let mut making = Making::new(self.ingredients, &mut self.rng, Sequence { statements: Vec::new(), subject: 0 });
        making.other_literal(&kept.statements[place])?;
        let literal = making.finished()?.statements.pop()?;
        Some(kept.with(place as u32, literal))
    }

    /// The same with one more element in an array.
    fn with_a_larger_array(&mut self, kept: &Sequence) -> Option<Sequence> {
        let arrays = kept.statements.iter().enumerate().filter_map(|(place, statement)| match statement {
            Statement::Array { element, elements } => Some((place, element.clone(), elements.clone())),
            _ => None,
        });
        let arrays = arrays.collect::<Vec<_>>();
        let (place, element, mut elements) = self.rng.choice(arrays)?;
        let first = Sequence { statements: kept.statements[..place].to_vec(), subject: 0 };
        let mut making = Making::new(self.ingredients, &mut self.rng, first);
        elements.push(making.value(&Type::parse(&element)?, 1)?);
        let mut changed = making.finished()?;
        let more = changed.statements.len() as u32 - place as u32;
        changed.statements.push(Statement::Array { element, elements });
        let later = kept.statements[place + 1..].iter();
        let moved = |value: u32| if value as usize >= place { value + more } else { value };
        changed.statements.extend(later.map(|statement| renamed(statement, moved)));
        changed.subject = changed.statements.len() as u32 - 1;
        Some(changed)
    }

    /// Performs sequences on both programs; returns those that ended on both and may differ.
    fn compare_all(&mut self, batch: Vec<(Sequence, usize)>) -> Result<Vec<(Sequence, usize, Pair)>, Error> {
        let (sequences, targets): (Vec<Sequence>, Vec<usize>) = batch.into_iter().unzip();
        let original = self.comparing.perform(&sequences, false)?;
        self.ended += original.iter().filter(|came| **came == Came::Ended).count();
        let mut reaching = Vec::new();
        for ((sequence, target), came) in sequences.into_iter().zip(targets).zip(original) {
            let Some(performed) = came.performed() else { continue };
            let is_whole = performed.thrown.is_empty() || performed.ended as usize + 1 == sequence.statements.len();
            if !is_whole {
                continue;
            }
            // What ends by an exception is no good beginning.
            if performed.thrown.is_empty() {
                self.keep(&sequence, target, &performed.reached);
            }
            if performed.reached.contains(&self.wanted.change.0) {
                self.reached += 1;
                reaching.push((sequence, target, performed.clone()));
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

    /// Keeps a sequence if none came nearer to the method, and if it takes another way than those that are kept.
    fn keep(&mut self, sequence: &Sequence, target: usize, reached: &[MethodId]) {
        let distance = |method: &MethodId| self.distances.get(method.0 as usize).copied().flatten();
        let nearest = reached.iter().filter_map(distance).min().unwrap_or(usize::MAX);
        if nearest > self.nearest {
            return;
        }
        if nearest < self.nearest {
            self.nearest = nearest;
            self.kept.clear();
            self.ways.clear();
        }
        let place = match self.ways.iter().position(|way| way == reached) {
            // Another one that takes the same way may have more to vary.
            Some(known) if self.rng.u8(0..3) == 0 => known,
            Some(_) => return,
            None if self.kept.len() < KEPT => self.kept.len(),
            None => self.rng.usize(0..KEPT),
        };
        if place == self.kept.len() {
            self.kept.push((sequence.clone(), target));
            self.ways.push(reached.to_vec());
        } else {
            self.kept[place] = (sequence.clone(), target);
            self.ways[place] = reached.to_vec();
        }
    }

    /// The sequence, shortened, if what is seen differs again and again, on classes without static state and in another JVM, too.
    fn confirmed(&mut self, sequence: Sequence, target: &(Member, usize)) -> Result<Option<Detecting>, Error> {
        if !self.comparing.is_stable(&sequence)? {
            return Ok(None);
        }
        let shortened = shortening::shortened(&mut self.comparing, self.ingredients, &sequence)?;
        for sequence in [shortened, sequence] {
            if let Some((was, would_be)) = self.comparing.afresh(&sequence)? {
                let package = self.ingredients.package.to_owned();
                let (target, distance) = target.clone();
                return Ok(Some(Detecting { sequence, package, target, distance, was, would_be }));
            }
        }
        Ok(None)
    }
}

/// The name and the descriptor of what a statement calls.
fn called(statement: &Statement) -> Option<(&str, &str)> {
    match statement {
        Statement::New { descriptor, .. } => Some(("<init>", descriptor)),
        Statement::CallStatic { name, descriptor, .. } | Statement::Call { name, descriptor, .. } => {
            Some((name, descriptor))
        }
        _ => None,
    }
}
