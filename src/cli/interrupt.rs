//! What ends fex before it is done: Ctrl-C, a terminal that closes, and whoever asks the process to end.
//!
//! There is one way for all commands. A change of the user's files that has begun is finished, none begins any more, nothing
//! else is printed, children and temporary folders go, and fex says what it leaves behind. Threads of fex learn nothing of it:
//! what they would make of children that are gone is neither printed nor written.

use super::{Exit, print};
use crate::disk;
use crate::processes;
use crate::sat::Interrupt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

/// What there is to say of what an interruption leaves behind.
type Farewell = Box<dyn Fn() -> String + Send>;

/// How far the run is.
struct Run {
    stage: Stage,
    /// The flag of a search that stops by itself and has something to show then.
    search: Option<Arc<AtomicBool>>,
    farewell: Option<Farewell>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The command is at work.
    Working,
    /// It has done what it was asked for, and this is how it ends.
    Done(Exit),
    /// Somebody ended it.
    Interrupted,
}

static RUN: Mutex<Run> = Mutex::new(Run { stage: Stage::Working, search: None, farewell: None });

fn run() -> MutexGuard<'static, Run> {
    RUN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Watches for interruptions from now on.
pub(super) fn watch() {
    #[cfg(unix)]
    unix::watch();
}

/// The interruption of a search that stops by itself and has something to show then: the first signal asks for that, the next
/// one ends fex.
pub(super) fn of_search() -> Interrupt {
    let interrupt = Interrupt::default();
    run().search = Some(interrupt.stop.clone());
    interrupt
}

/// Has something said of what an interruption leaves behind. The first who asks for that is heard: a command that makes use of
/// another one knows more.
pub(super) fn on_end(farewell: impl Fn() -> String + Send + 'static) {
    run().farewell.get_or_insert_with(|| Box::new(farewell));
}

/// The command has done what it was asked for; what follows is for later runs, and may be interrupted.
pub(super) fn done(exit: Exit) {
    let mut run = run();
    if run.stage == Stage::Working {
        run.stage = Stage::Done(exit);
    }
}

/// Passes while nobody has ended fex; never returns afterwards.
pub(super) fn pass() {
    while run().stage == Stage::Interrupted {
        thread::park();
    }
}

/// Ends children and temporary folders at the end of a run.
pub(super) fn finish(exit: Exit) -> Exit {
    pass();
    done(exit);
    processes::end();
    exit
}

/// Answers a signal; how the process ends now, if it does.
#[cfg_attr(not(unix), expect(dead_code, reason = "there are no signals"))]
fn interrupted() -> Option<Exit> {
    let mut run = run();
    if let Some(stop) = run.search.take() {
        stop.store(true, Ordering::Relaxed);
        return None;
    }
    let before = std::mem::replace(&mut run.stage, Stage::Interrupted);
    let farewell = run.farewell.take();
    drop(run);
    let changes = disk::end_changes();
    processes::end();
    if let Stage::Done(exit) = before {
        return Some(exit);
    }
    let left = match (farewell, changes) {
        (Some(farewell), _) => farewell(),
        (None, 0) => "nothing was written".to_owned(),
        (None, _) => "what was written before is whole".to_owned(),
    };
    print::last(format_args!("interrupted; {left}"));
    Some(Exit::Incomplete)
}

#[cfg(unix)]
mod unix {
    use crate::cli::Exit;
    use crate::cli::interrupt::{Stage, interrupted, run};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::exit;
    use std::thread;
    use std::time::{Duration, Instant};

    /// Within which time signals are one: some programs send them to a process and to its group.
    const ECHO: Duration = Duration::from_millis(300);

    pub(super) fn watch() {
        let wanted = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| !is_ignored(*signal));
        // Where no handler can be set, signals end the process, and its children with it.
        let Ok(mut signals) = Signals::new(wanted) else { return };
        thread::spawn(move || {
            let mut last: Option<Instant> = None;
            for _ in &mut signals {
                if last.is_some_and(|last| last.elapsed() < ECHO) {
                    continue;
                }
                last = Some(Instant::now());
                if run().stage == Stage::Interrupted {
                    // What the first one waits for takes too long. Children and folders go without fex's doing.
                    exit(Exit::Incomplete.code().into());
                }
                thread::spawn(|| {
                    if let Some(how) = interrupted() {
                        exit(how.code().into());
                    }
                });
            }
        });
    }

    /// Whether whoever started fex had it ignore a signal, as `nohup` does.
    fn is_ignored(signal: i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
    }
}
