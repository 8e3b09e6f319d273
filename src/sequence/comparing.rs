//! Both programs, side by side: what comes of sequences on the original and on the transformed one.

use super::outcome::{Seen, Wanted};
use super::performing::{Came, Performing};
use crate::worker::Error;
use crate::worker::protocol::{Performed, Plain, Sequence, Statement};

/// Performs sequences on both programs.
pub struct Comparing<'s, 'w> {
    performing: &'s mut [Performing<'w>; 2],
    wanted: &'s Wanted,
    /// How many sequences were performed.
    pub tries: usize,
}

/// How both programs end.
pub struct Pair {
    pub original: Performed,
    pub replaced: Performed,
}

/// The values whose states differ between two programs, and not between two runs of the original one.
pub fn differing(pair: &Pair, again: Option<&Performed>) -> Vec<u32> {
    let (original, replaced) = (&pair.original.digests, &pair.replaced.digests);
    // Where the replaced program ends early, it has none of the values.
    let ends_early = replaced.len() < original.len();
    let is_noise = |place: usize| again.is_some_and(|again| again.digests.get(place) != original.get(place));
    let differs = |place: &usize| (ends_early || original.get(*place) != replaced.get(*place)) && !is_noise(*place);
    (0..original.len()).rev().filter(differs).map(|place| place as u32).collect()
}

impl Pair {
    /// What is seen of both.
    pub fn seen(&self, sequence: &Sequence) -> (Seen, Seen) {
        let statements = sequence.statements.len();
        (Seen::of(&self.original, statements), Seen::of(&self.replaced, statements))
    }
}

impl<'s, 'w> Comparing<'s, 'w> {
    /// Compares the original program and a transformed one; in two workers, where that matters.
    pub fn new(performing: &'s mut [Performing<'w>; 2], wanted: &'s Wanted) -> Comparing<'s, 'w> {
        Comparing { performing, wanted, tries: 0 }
    }

    /// Performs sequences on one of the programs.
    pub fn perform(&mut self, sequences: &[Sequence], is_replaced: bool) -> Result<Vec<Came>, Error> {
        self.tries += sequences.len();
        self.performing[0].perform(sequences, is_replaced.then_some(self.wanted.change))
    }

    /// Performs a sequence on both programs, if both end.
    pub fn compare(&mut self, sequences: &[Sequence]) -> Result<Vec<Option<Pair>>, Error> {
        let original = self.perform(sequences, false)?;
        let replaced = self.perform(sequences, true)?;
        let both = original.iter().zip(&replaced).map(|(original, replaced)| {
            let (original, replaced) = (original.performed()?.clone(), replaced.performed()?.clone());
            Some(Pair { original, replaced })
        });
        Ok(both.collect())
    }

    /// Whether what is seen differs twice in the same way.
    pub fn is_stable(&mut self, sequence: &Sequence) -> Result<bool, Error> {
        let pairs = self.compare(&[sequence.clone(), sequence.clone()])?;
        let seen: Option<Vec<(Seen, Seen)>> =
            pairs.iter().map(|pair| pair.as_ref().map(|pair| pair.seen(sequence))).collect();
        let is_seen = pairs.iter().flatten().all(|pair| differs_visibly(pair, sequence).is_visible());
        Ok(is_seen && seen.is_some_and(|seen| seen[0] == seen[1]))
    }

    /// What is seen on both programs, if that is the same in two JVMs, on classes without static state.
    pub fn afresh(&mut self, sequence: &Sequence) -> Result<Option<(Seen, Seen)>, Error> {
        let mut seen = Vec::new();
        for number in 0..self.performing.len() {
            let mut performed = Vec::new();
            for is_replaced in [false, true] {
                let replaced = is_replaced.then_some(self.wanted.change);
                self.tries += 1;
                let came = self.performing[number].perform_renewed(sequence, replaced)?;
                let Some(one) = came.performed().cloned() else { return Ok(None) };
                performed.push(one);
            }
            let (Some(replaced), Some(original)) = (performed.pop(), performed.pop()) else { return Ok(None) };
            let pair = Pair { original, replaced };
            if !differs_visibly(&pair, sequence).is_visible() {
                return Ok(None);
            }
            seen.push(pair.seen(sequence));
        }
        Ok(seen.pop().filter(|last| seen.iter().all(|one| one == last)))
    }

    /// What a sequence leaves in its folder on the original program, the folders before what is in them.
    pub fn written(&mut self, sequence: &Sequence) -> Result<Vec<String>, Error> {
        if !sequence.has_folder() {
            return Ok(Vec::new());
        }
        let came = self.perform(std::slice::from_ref(sequence), false)?.remove(0);
        let files = came.performed().map(|performed| performed.files.iter().map(|file| file.name.clone()));
        Ok(files.into_iter().flatten().collect())
    }

    /// Whether a shorter sequence still shows a difference.
    pub fn still_differs(&mut self, sequence: &Sequence, kind: Still) -> Result<bool, Error> {
        let Still::Alike(kind) = kind else { return Ok(self.afresh(sequence)?.is_some()) };
        let pairs = self.compare(&[sequence.clone(), sequence.clone()])?;
        Ok(pairs.iter().all(|pair| pair.as_ref().is_some_and(|pair| differs_visibly(pair, sequence) == kind)))
    }

    /// Whether a sequence leaves objects in another state that static fields hold, constants of enums among them: what runs after it sees
    /// that.
    pub fn changes_statics(&mut self, sequence: &Sequence) -> Result<bool, Error> {
        let statements = sequence.statements.iter();
        let (places, statics): (Vec<usize>, Vec<Statement>) = statements
            .enumerate()
            .filter(|(_, statement)| matches!(statement, Statement::Static { .. }))
            .map(|(place, statement)| (place, statement.clone()))
            .unzip();
        if statics.is_empty() {
            return Ok(false);
        }
        let alone = Sequence { subject: statics.len() as u32 - 1, statements: statics };
        let mut digests = Vec::new();
        for sequence in [sequence, &alone] {
            self.tries += 1;
            let came = self.performing[0].perform_renewed(sequence, None)?;
            digests.push(came.performed().map(|performed| performed.digests.clone()).unwrap_or_default());
        }
        // What an exception ended has no later values.
        let differs = |(place, number): (&usize, usize)| {
            digests[0].get(*place).is_some_and(|digest| Some(digest) != digests[1].get(number))
        };
        Ok(places.iter().zip(0..).any(differs))
    }
}

/// What a shorter sequence is to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Still {
    /// A difference of the same kind, on classes that others were performed on.
    Alike(Difference),
    /// Any difference that an assertion can tell, on classes without static state.
    Afresh,
}

/// How the ends of two programs differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Difference {
    /// Not at all.
    None,
    /// By a value of which an assertion can say what it is on the original program.
    Value,
    /// By what the original program throws.
    Throws,
    /// By the state of a value that no assertion can name, or by files.
    State,
}

impl Difference {
    /// Whether an assertion can tell.
    pub fn is_visible(self) -> bool {
        matches!(self, Difference::Value | Difference::Throws)
    }
}

/// How a pair differs.
pub fn differs_visibly(pair: &Pair, sequence: &Sequence) -> Difference {
    let (was, would_be) = pair.seen(sequence);
    match (&was, &would_be) {
        (Seen::Fails(_), _) => Difference::None,
        (Seen::Throws { class, message }, other) => {
            // Stack overflows and linkage errors make no good tests.
            let is_error = class.ends_with("Error");
            let is_alike = matches!(other, Seen::Throws { class: same, .. } if same == class);
            let is_other = match is_alike {
                true => was != *other && !message.is_empty(),
                false => !matches!(other, Seen::Fails(_)),
            };
            if is_other && !is_error { Difference::Throws } else { Difference::None }
        }
        (Seen::Value(Plain::Nothing), Seen::Throws { .. } | Seen::Fails(_)) => Difference::State,
        (Seen::Value(_), Seen::Throws { .. } | Seen::Fails(_)) => Difference::Value,
        (Seen::Value(Plain::Other { .. } | Plain::Same(_)), Seen::Value(Plain::Null)) => Difference::Value,
        (Seen::Value(Plain::Other { .. } | Plain::Nothing), Seen::Value(_)) => of_states(pair),
        (Seen::Value(value), Seen::Value(other)) if value != other => Difference::Value,
        _ => of_states(pair),
    }
}

fn of_states(pair: &Pair) -> Difference {
    let states = pair.original.digests.iter().zip(&pair.replaced.digests);
    let differs = states.into_iter().any(|(one, other)| one != other) || pair.original.files != pair.replaced.files;
    if differs { Difference::State } else { Difference::None }
}
