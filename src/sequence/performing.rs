//! A worker that performs sequences, and is started anew when one of them ended it.

use crate::session::Change;
use crate::worker::protocol::{Perform, Performed, Report, Request, Sequence, Taken};
use crate::worker::{Error, Worker};
use std::time::Duration;

/// How long a sequence may compute, or wait, that no counted loop ends.
const PATIENCE: Duration = Duration::from_secs(5);

/// How a sequence ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Came {
    /// What the worker says of it.
    Performed(Box<Performed>),
    /// It ended the worker, or did not end in time.
    Ended,
}

impl Came {
    /// What the worker says, if the sequence ended within its limits and stayed inside the JVM.
    pub fn performed(&self) -> Option<&Performed> {
        match self {
            Came::Performed(performed) if !performed.cut && performed.outside.is_empty() => Some(performed),
            _ => None,
        }
    }

    /// What it was kept from doing outside of the JVM, in words that follow "would".
    pub fn outside(&self) -> Option<&str> {
        match self {
            Came::Performed(performed) => Some(performed.outside.as_str()).filter(|outside| !outside.is_empty()),
            Came::Ended => None,
        }
    }
}

/// A worker that performs sequences.
pub struct Performing<'a> {
    start: Box<dyn Fn() -> Result<Worker, Error> + 'a>,
    worker: Option<Worker>,
    fuel: u64,
    /// How many sequences were performed.
    pub performed: usize,
    /// Which branches were taken by each of the sequences that were performed together last, if workers tell; nothing for one that ended
    /// its worker.
    pub taken: Vec<Taken>,
    /// What was told of the sequence that comes next.
    next: Taken,
}

impl<'a> Performing<'a> {
    /// Performs in workers that a function starts; each sequence may take so many loop turns.
    pub fn new(start: impl Fn() -> Result<Worker, Error> + 'a, fuel: u64) -> Performing<'a> {
        let (taken, next) = (Vec::new(), Taken::default());
        Performing { start: Box::new(start), worker: None, fuel, performed: 0, taken, next }
    }

    /// Performs sequences, each after the other.
    pub fn perform(&mut self, sequences: &[Sequence], replaced: Option<Change>) -> Result<Vec<Came>, Error> {
        let mut came = Vec::with_capacity(sequences.len());
        let mut taken = Vec::with_capacity(sequences.len());
        while came.len() < sequences.len() {
            came.extend(self.perform_some(&sequences[came.len()..], replaced)?);
            taken.append(&mut self.taken);
        }
        self.taken = taken;
        Ok(came)
    }

    /// Performs sequences until one of them ends the worker, which is the last one then.
    pub fn perform_some(&mut self, sequences: &[Sequence], replaced: Option<Change>) -> Result<Vec<Came>, Error> {
        let mut came = Vec::with_capacity(sequences.len());
        self.taken.clear();
        match self.ask(sequences, replaced, &mut came) {
            Ok(()) => {}
            Err(Error::Ended(_)) => {
                self.worker = None;
                came.push(Came::Ended);
                self.next = Taken::default();
                self.taken.push(Taken::default());
            }
            Err(unusable) => return Err(unusable),
        }
        Ok(came)
    }

    /// Performs a sequence on classes without static state.
    pub fn perform_renewed(&mut self, sequence: &Sequence, replaced: Option<Change>) -> Result<Came, Error> {
        Ok(self.perform_some_on_renewed(std::slice::from_ref(sequence), replaced)?.remove(0))
    }

    /// Performs sequences until one of them ends the worker, as [`Performing::perform_some`] does, on classes that have no static state at first.
    pub fn perform_some_on_renewed(
        &mut self,
        sequences: &[Sequence],
        replaced: Option<Change>,
    ) -> Result<Vec<Came>, Error> {
        self.tell(&Request::Renew)?;
        let came = self.perform_some(sequences, replaced)?;
        self.tell(&Request::Return)?;
        Ok(came)
    }

    /// The classes that the worker could not instrument, by internal name, each with the reason.
    pub fn not_instrumented(&self) -> &[(String, String)] {
        self.worker.as_ref().map_or(&[], |worker| &worker.not_instrumented)
    }

    /// Tells the worker something that has no answer; where it has ended, the next one will be as if it had been told.
    fn tell(&mut self, request: &Request) -> Result<(), Error> {
        match self.worker.as_mut().map_or(Ok(()), |worker| worker.ask(request)) {
            Err(Error::Ended(_)) => {
                self.worker = None;
                Ok(())
            }
            told => told,
        }
    }

    fn ask(&mut self, sequences: &[Sequence], replaced: Option<Change>, came: &mut Vec<Came>) -> Result<(), Error> {
        let worker = match &mut self.worker {
            Some(worker) => worker,
            None => self.worker.insert((self.start)()?),
        };
        let (method, replacement) = replaced.map_or((None, 0), |(method, number)| (Some(method.0), number));
        let (sequences, fuel) = (sequences.to_vec(), self.fuel);
        let count = sequences.len();
        worker.ask(&Request::Perform(Perform { sequences, method, replacement, fuel }))?;
        let mut left = count;
        while left > 0 {
            match worker.answer_in_own_time(PATIENCE)? {
                Report::Taken(taken) => self.next = taken,
                Report::Performed(performed) => {
                    self.performed += 1;
                    left -= 1;
                    self.taken.push(std::mem::take(&mut self.next));
                    came.push(Came::Performed(Box::new(performed)));
                }
                other => {
                    return Err(Error::Unusable(format!(
                        "the worker answers something else than it was asked: {other:?}"
                    )));
                }
            }
        }
        Ok(())
    }
}
