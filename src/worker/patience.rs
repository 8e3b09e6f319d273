//! How long a worker may take for what no counted loop ends, whatever else the machine does.
//!
//! A process that waits for a processor on a busy machine does nothing wrong. So what counts is the processor time that it uses,
//! and the time in which all its threads sleep, which counts twice, as few of them will wake. Where the system tells neither, time is time.

use std::fs;
use std::time::{Duration, Instant};

/// After how long it is looked what the process did.
pub(super) const SLICE: Duration = Duration::from_millis(250);

/// Only a process that never gets anything done takes so many times longer.
const FACTOR: u32 = 60;

/// How many times the time counts in which a process only sleeps.
const ASLEEP: u32 = 2;

/// How long a tick of the system's counters is: Linux tells all programs so.
const TICK: Duration = Duration::from_millis(10);

/// What a process has done until now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Doing {
    /// The processor time that it has used.
    pub used: Duration,
    /// Whether all its threads sleep.
    pub sleeps: bool,
}

/// What was seen of a process.
#[derive(Debug, Clone, Copy)]
enum Last {
    /// Nobody has looked.
    NotLooked,
    /// The system tells nothing.
    Unknown,
    /// It tells this.
    Doing(Doing),
}

/// What is left of the time that a process may take.
#[derive(Debug)]
pub(super) struct Patience {
    left: Duration,
    /// What it had done when it was looked at last; it is looked at first after a slice, because most answers come before that, and what the
    /// system tells of a process with many threads takes longer than many an answer.
    last: Last,
    end: Instant,
}

impl Patience {
    /// For a process.
    pub fn new(limit: Duration) -> Patience {
        Patience { left: limit, last: Last::NotLooked, end: Instant::now() + limit * FACTOR }
    }

    /// Whether some is left after a slice of time in which a process has not answered.
    pub fn lasts(&mut self, process: u32) -> bool {
        self.charge(Doing::of(process));
        !self.left.is_zero() && Instant::now() < self.end
    }

    fn charge(&mut self, now: Option<Doing>) {
        let taken = match (self.last, now) {
            (Last::NotLooked, Some(_)) => Duration::ZERO,
            (Last::Doing(before), Some(now)) => {
                let used = now.used.saturating_sub(before.used);
                if now.sleeps && before.sleeps { used.max(SLICE * ASLEEP) } else { used }
            }
            _ => SLICE,
        };
        self.last = now.map_or(Last::Unknown, Last::Doing);
        self.left = self.left.saturating_sub(taken);
    }
}

impl Doing {
    fn of(process: u32) -> Option<Doing> {
        let whole = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        let threads = fs::read_dir(format!("/proc/{process}/task")).ok()?;
        let mut stats = threads.flatten().filter_map(|thread| fs::read_to_string(thread.path().join("stat")).ok());
        Some(Doing { used: used(&whole)?, sleeps: stats.all(|stat| state(&stat) == Some("S")) })
    }
}

/// What follows the name of a program, which may have anything in it.
fn fields(stat: &str) -> impl Iterator<Item = &str> {
    stat.rsplit(')').next().unwrap_or_default().split_ascii_whitespace()
}

fn state(stat: &str) -> Option<&str> {
    fields(stat).next()
}

fn used(stat: &str) -> Option<Duration> {
    // The 14th and the 15th of all: for the process itself, and for the system on its behalf.
    let mut ticks = fields(stat).skip(11).map_while(|field| field.parse::<u32>().ok());
    Some(TICK * (ticks.next()? + ticks.next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patience() -> Patience {
        let last = Last::Doing(Doing { used: Duration::ZERO, sleeps: false });
        Patience { left: SLICE * 4, last, end: Instant::now() + Duration::from_secs(3600) }
    }

    /// How many slices it lasts if the process uses a part of each.
    fn slices(per_cent: u32, sleeps: bool) -> usize {
        let mut patience = patience();
        let after = |slices: u32| Some(Doing { used: SLICE * slices * per_cent / 100, sleeps });
        (1..1000)
            .take_while(|slices| {
                patience.charge(after(*slices));
                !patience.left.is_zero()
            })
            .count()
    }

    #[test]
    fn a_process_that_gets_little_of_a_processor_is_given_more_time() {
        // Of four slices, the last one ends it; on a machine that gives it a tenth, the fortieth.
        assert_eq!(slices(100, false), 3);
        assert_eq!(slices(10, false), 39);
        // What waits for something gets half of them, and one more that was half over when it was looked at first.
        assert_eq!(slices(0, true), 2);
        assert_eq!(slices(0, false), 999, "it waits for a processor");
    }

    #[test]
    fn what_the_system_says_of_a_process_is_read() {
        let stat = "7 (a) b) S 1 7 7 0 -1 4194304 100 0 0 0 150 50 0 0 20 0 9 0 1 1 1";
        assert_eq!((state(stat), used(stat)), (Some("S"), Some(Duration::from_secs(2))));
    }
}
