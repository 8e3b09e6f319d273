//! A worker that follows calls, and is started anew when a call ended it.

use super::observe::Observer;
use crate::relational::Instance;
use crate::worker::protocol::{Call, Callable, Configure, Feature, Follow, Report, Request};
use crate::worker::{Error, Jars, Profile, Settings, Worker};
use std::collections::BTreeSet;
use std::time::Duration;

/// How long a sequence of calls may take that no counted loop ends.
const PATIENCE: Duration = Duration::from_secs(5);

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
    pub settings: Settings,
    /// Internal names of the classes whose loops are counted.
    pub watched: Vec<String>,
}

/// A worker, and what it must not be asked again.
pub(super) struct Following<'a> {
    jvm: &'a Jvm,
    observer: &'a Observer<'a>,
    profile: Profile,
    fuel: u64,
    worker: Option<Worker>,
    /// What ended a worker or did not return.
    pub dangerous: BTreeSet<u32>,
    /// How many sequences were followed.
    pub tries: usize,
}

impl<'a> Following<'a> {
    pub(super) fn new(jvm: &'a Jvm, observer: &'a Observer<'a>, fuel: u64, hashes: Hashes) -> Self {
        let profile = hashes.profile();
        Following { jvm, observer, profile, fuel, worker: None, dangerous: BTreeSet::new(), tries: 0 }
    }

    /// What the root class offers.
    pub(super) fn offered(&mut self) -> Result<Vec<Callable>, Error> {
        let mut worker = Worker::start(&self.jvm.jars, &self.jvm.settings, &self.profile)?;
        let features = vec![Feature::Explore(self.observer.request(&self.jvm.watched))];
        worker.ask(&Request::Configure(Configure { own: Vec::new(), features }))?;
        match (worker.answer(Some(PREPARATION))?, worker.answer(Some(PREPARATION))?) {
            (Report::Offered(callables), Report::Ready(_)) => {
                self.worker = Some(worker);
                Ok(callables)
            }
            _ => Err(Error::Unusable("the worker answers something else than what it was asked".to_owned())),
        }
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
            if self.worker.is_none() {
                self.offered()?;
            }
            let rest = &last[reached.len()..];
            let safe = rest.iter().take_while(|call| !self.dangerous.contains(&call.callable)).count();
            if safe == 0 {
                reached.push(None);
                continue;
            }
            match self.ask(first, &rest[..safe], &mut reached) {
                Ok(()) => {}
                Err(Error::Ended(_)) => {
                    self.worker = None;
                    self.dangerous.insert(last[reached.len()].callable);
                    reached.push(None);
                }
                Err(unusable) => return Err(unusable),
            }
        }
        Ok(reached)
    }

    fn ask(&mut self, first: &[Call], last: &[Call], reached: &mut Vec<Option<Instance>>) -> Result<(), Error> {
        let worker = self.worker.as_mut().expect("a worker was started");
        worker.ask(&Request::Follow(Follow { first: first.to_vec(), last: last.to_vec(), fuel: self.fuel }))?;
        for _ in last {
            self.tries += 1;
            match worker.answer(Some(PATIENCE))? {
                Report::Reached(there) if there.thrown.is_empty() => {
                    reached.push(self.observer.instance(&there.objects));
                }
                Report::Reached(_) => reached.push(None),
                _ => {
                    return Err(Error::Unusable("the worker answers something else than what it was asked".to_owned()));
                }
            }
        }
        Ok(())
    }
}
