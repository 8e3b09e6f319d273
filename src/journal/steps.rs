//! The steps of a long run, whose results are kept as they come: a run that is killed is continued from there, and comes to what it
//! would have come to.
//!
//! A step is known by whatever its result depends on beyond the name of the whole: what it is called, and what earlier steps came to.

use super::log::{Earlier, Log, Start, lines};
use crate::processes;
use crate::unit::{Digest, Digester};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The extension of finished files.
const EXTENSION: &str = "steps";

/// A line.
#[derive(Debug, Serialize, Deserialize)]
struct Record {
    step: Digest,
    result: Value,
}

/// The steps of a run.
#[derive(Debug, Default)]
pub struct Steps {
    /// None if nothing is kept.
    log: Option<Log>,
    /// What earlier runs came to.
    known: BTreeMap<Digest, Value>,
    /// How many results there are.
    count: AtomicUsize,
    /// How many of them this run came to itself.
    done: AtomicUsize,
}

impl Steps {
    /// Begins a run in a folder, with what earlier runs came to. Its name is that of all that results depend on.
    pub fn begin(folder: &Path, name: Digest, start: Start) -> io::Result<Steps> {
        let (log, earlier) = Log::begin(folder, &format!("steps-{name}"), EXTENSION, start)?;
        let files = match earlier {
            Earlier::Finished(file) => vec![file],
            Earlier::Abandoned(files) => files,
        };
        let mut known = BTreeMap::new();
        for file in files {
            for record in lines::<Record>(&file)? {
                log.write(&record)?;
                known.insert(record.step, record.result);
            }
        }
        let count = AtomicUsize::new(known.len());
        Ok(Steps { log: Some(log), known, count, done: AtomicUsize::new(0) })
    }

    /// The result of a step, which is what an earlier run came to, or what the work comes to.
    pub fn step<T: Serialize + DeserializeOwned, E: From<io::Error>>(
        &self,
        step: &impl Serialize,
        work: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        if let Some(known) = self.known(step) {
            return Ok(known);
        }
        let result = work()?;
        self.keep(step, &result)?;
        Ok(result)
    }

    /// What an earlier run came to in a step.
    pub fn known<T: DeserializeOwned>(&self, step: &impl Serialize) -> Option<T> {
        // What another fex has written may look otherwise.
        self.known.get(&digest(step)).and_then(|result| T::deserialize(result).ok())
    }

    /// Keeps what a step came to, unless fex is about to end: then it may come from the end of a process that served it.
    pub fn keep(&self, step: &impl Serialize, result: &impl Serialize) -> io::Result<()> {
        processes::go_on()?;
        self.done.fetch_add(1, Ordering::Relaxed);
        let Some(log) = &self.log else { return Ok(()) };
        let step = digest(step);
        let record = serde_json::to_value(result).map(|result| Record { step, result }).map_err(io::Error::other);
        let unkept = |error| io::Error::other(format!("what was found cannot be kept: {error}"));
        record.and_then(|record| log.write(&record)).map_err(unkept)?;
        self.count.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// How many steps this run did itself.
    pub fn done(&self) -> usize {
        self.done.load(Ordering::Relaxed)
    }

    /// How many results are there for a run that continues this one, which ends now; none if everything is done.
    pub fn leave(&self) -> Option<usize> {
        let Some(log) = &self.log else { return Some(0) };
        log.leave().then(|| self.count.load(Ordering::Relaxed))
    }

    /// Everything is done.
    pub fn end(&self) -> io::Result<()> {
        self.log.as_ref().map_or(Ok(()), Log::end)
    }
}

fn digest(step: &impl Serialize) -> Digest {
    Digester::new().value(step).digest()
}

#[cfg(test)]
mod tests {
    use super::{Digest, Start, Steps};
    use std::fs;
    use std::io;
    use std::path::Path;

    /// A run that squares some numbers, and is killed before it ends where that is asked for; the squares and how many it computed.
    fn run(folder: &Path, start: Start, numbers: &[u32], is_killed: bool) -> (Vec<u32>, usize) {
        let steps = Steps::begin(folder, Digest::default(), start).expect("there is room");
        let square =
            |number: &u32| steps.step(number, || Ok::<u32, io::Error>(number * number)).expect("there is room");
        let squares = numbers.iter().map(square).collect();
        if !is_killed {
            steps.end().expect("there is room");
        }
        (squares, steps.done())
    }

    #[test]
    fn what_a_killed_run_came_to_is_not_done_again_where_a_later_one_continues() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        assert_eq!(run(folder.path(), Start::Known, &[2, 3], true), (vec![4, 9], 2));
        // Whoever does not ask for it gets nothing of a run that was killed.
        assert_eq!(run(folder.path(), Start::Known, &[2], true), (vec![4], 1));
        assert_eq!(run(folder.path(), Start::Resume, &[2, 3, 5], false), (vec![4, 9, 25], 1));
        // Of a finished run, everything is known; one file is left.
        assert_eq!(run(folder.path(), Start::Known, &[2, 3, 5], false), (vec![4, 9, 25], 0));
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 1);
        assert_eq!(run(folder.path(), Start::Fresh, &[2], false), (vec![4], 1));
    }

    #[test]
    fn a_line_that_was_being_written_is_nothing() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        run(folder.path(), Start::Known, &[2, 3], true);
        let part = fs::read_dir(folder.path()).expect("it is there").flatten().next().expect("a run left it").path();
        let text = fs::read_to_string(&part).expect("a text");
        fs::write(&part, &text[..text.len() - 4]).expect("there is room");
        assert_eq!(run(folder.path(), Start::Resume, &[2, 3], false), (vec![4, 9], 1));
    }

    #[test]
    fn a_run_that_comes_to_nothing_leaves_no_file() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        run(folder.path(), Start::Known, &[], true);
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 0);
    }
}
