//! A worker that makes calls, which is not asked again for what ended it.

use super::observe::Observer;
use super::offer::{Call, Offer};
use crate::relational::Instance;
use crate::sequence::{Came, Performing, Sequence};
use crate::worker::protocol::{Configure, Report, Request};
use crate::worker::{Error, Jars, JvmSettings, Profile, Worker};
use std::collections::BTreeSet;
use std::time::Duration;

/// How long a worker may take to load the classes.
const PREPARATION: Duration = Duration::from_secs(60);

/// Which hash codes objects get that have none of their own: by default others in every run, and with them the order in which such
/// objects stand in a `HashMap`, and what a method does that takes the first one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hashes {
    /// They are counted up, in the order of the elements that fex hands out.
    Ascending,
    /// They are counted up, from the last element to the first. What leads to the same structure in both orders does not depend on
    /// the order.
    Descending,
}

impl Hashes {
    /// How a JVM is started; one that does not know the options takes no notice.
    fn profile(self) -> Profile {
        let order = match self {
            Hashes::Ascending => "ascending",
            Hashes::Descending => "descending",
        };
        let property = format!("-Dfex.hashes={order}");
        let options =
            ["-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=3", &property];
        Profile { flags: options.map(str::to_owned).to_vec(), ..Profile::default() }
    }
}

/// How workers are started, and which classes are watched.
#[derive(Debug)]
pub struct Jvm {
    /// The Java half.
    pub jars: Jars,
    /// How they are started.
    pub settings: JvmSettings,
    /// Internal names of the classes whose loops are counted.
    pub watched: Vec<String>,
}

impl Jvm {
    /// Performs sequences in such workers.
    pub(super) fn performing<'a>(&'a self, observer: &'a Observer<'a>, fuel: u64, hashes: Hashes) -> Performing<'a> {
        let profile = hashes.profile();
        Performing::new(move || self.start(observer, &profile), fuel)
    }

    fn start(&self, observer: &Observer, profile: &Profile) -> Result<Worker, Error> {
        let mut worker = Worker::start(&self.jars, &self.settings, profile)?;
        let features = vec![observer.request(&self.watched)];
        worker.ask(&Request::Configure(Configure { own: Vec::new(), features }))?;
        match worker.answer(Some(PREPARATION))? {
            Report::Ready(_) => Ok(worker),
            _ => Err(Error::Unusable("the worker answers something else than what it was asked".to_owned())),
        }
    }
}

/// A worker, and what it must not be asked again.
pub(super) struct Following<'a> {
    observer: &'a Observer<'a>,
    offer: &'a Offer,
    performing: Performing<'a>,
    /// What ended a worker, did not return, or was kept from changing something outside of the JVM.
    pub dangerous: BTreeSet<usize>,
}

impl<'a> Following<'a> {
    pub(super) fn new(performing: Performing<'a>, observer: &'a Observer<'a>, offer: &'a Offer) -> Self {
        Following { observer, offer, performing, dangerous: BTreeSet::new() }
    }

    /// How many sequences were followed.
    pub(super) fn tries(&self) -> usize {
        self.performing.performed
    }

    /// Where some calls lead.
    pub(super) fn reach(&mut self, calls: &[Call]) -> Result<Option<Instance>, Error> {
        let Some((last, first)) = calls.split_last() else { return Ok(None) };
        let reached = self.follow(first, std::slice::from_ref(last))?;
        Ok(reached.into_iter().next().flatten())
    }

    /// Where each of the last calls leads after the first ones; `None` where something is thrown, where it ends the worker,
    /// or where the bounds have no room.
    pub(super) fn follow(&mut self, first: &[Call], last: &[Call]) -> Result<Vec<Option<Instance>>, Error> {
        let mut reached = Vec::with_capacity(last.len());
        while reached.len() < last.len() {
            let rest = &last[reached.len()..];
            let safe = rest.iter().take_while(|call| !self.dangerous.contains(&call.callable)).count();
            if safe == 0 {
                reached.push(None);
                continue;
            }
            let sequences: Vec<Sequence> = rest[..safe].iter().map(|call| self.offer.sequence(first, call)).collect();
            for came in self.performing.perform_some(&sequences, None)? {
                if came == Came::Ended || came.outside().is_some() {
                    self.dangerous.insert(last[reached.len()].callable);
                }
                let performed = came.performed().filter(|performed| performed.thrown.is_empty());
                reached.push(performed.and_then(|performed| self.observer.instance(&performed.objects)));
            }
        }
        Ok(reached)
    }
}
