//! All canonical instances as bytes, in their order, on several cores and in constant memory.
//!
//! Instances come in the lexicographic order of their primary variables, owner by owner in canonical order. The first few of these
//! variables have values that divide the instances into cubes. Each thread takes the next cube and lists it with a copy of one enumerator; what it lists
//! before its turn has come waits, up to a limit. So the bytes are the same for any number of threads, and what is written at any time is
//! a prefix of them, behind which another run can go on.

use super::cubes::{Cube, cubes};
use super::encoded::Encoded;
use super::enumeration::{Judge, enumerator, projection};
use crate::circuit::Input;
use crate::cnf::Lit;
use crate::relational::Instance;
use crate::sat::Interrupt;
use crate::sat::enumerate::{Assignment, Enumerator};
use crate::solve::{Contradiction, Status};
use crate::symmetry::Filter;
use std::collections::BTreeMap;
use std::io;
use std::mem;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How to list.
#[derive(Debug, Clone)]
pub struct ListConfig {
    /// How many threads list.
    pub threads: usize,
    /// What may end the listing early.
    pub interrupt: Interrupt,
}

/// Turns instances into bytes, one after the other.
pub trait Print {
    /// Appends the next instance. `holds` tells of each place of [`places`] whether it is true; those before `changed` are as they were in
    /// the instance before, if there was one.
    fn print(&mut self, changed: usize, holds: impl Fn(usize) -> bool, out: &mut Vec<u8>);
}

/// Why a listing failed.
#[derive(Debug)]
pub enum ListError {
    /// The evaluator contradicts the translation.
    Contradiction(Contradiction),
    /// What was listed could not be written.
    Io(io::Error),
    /// The instance behind which the listing was to begin is none of those that are listed.
    Foreign,
}

/// How many bytes a thread hands over at once.
const PART: usize = 1 << 18;

/// How many bytes may wait for their turn.
const WAITING: usize = 1 << 24;

/// How many cubes there are for each thread, at least, if there are as many instances.
const CUBES: usize = 64;

/// How often progress is told.
const BEAT: Duration = Duration::from_millis(100);

/// What the places of an instance say, in the order of the listing.
pub fn places(encoded: &Encoded) -> Vec<Input> {
    projection(encoded).0.iter().map(|lit| encoded.core.inputs[lit.var().index()]).collect()
}

/// Lists all canonical instances, or those behind one of them, as they are printed by what `printer` makes for each thread. The evaluator
/// judges the first ones and a sample of the others. Returns how many were written, and how that ended.
pub fn list<P: Print>(
    encoded: &Encoded,
    config: &ListConfig,
    after: Option<&Instance>,
    printer: impl Fn() -> P + Sync,
    write: impl FnMut(&[u8]) -> io::Result<()> + Send,
    mut tell: impl FnMut(u64),
) -> Result<(u64, Status), ListError> {
    let (order, _) = projection(encoded);
    let known = after.map(|instance| known(encoded, &order, instance)).transpose()?;
    let mut cubes = match config.threads {
        0 | 1 => vec![Cube::whole()],
        threads => cubes(encoded, CUBES * threads, &config.interrupt).unwrap_or_else(|| vec![Cube::whole()]),
    };
    if let Some(known) = &known {
        let is_of = |cube: &Cube| {
            cube.literals().iter().zip(order.iter().zip(known)).all(|(given, (lit, holds))| (*given == *lit) == *holds)
        };
        let first = cubes.iter().position(is_of).ok_or(ListError::Foreign)?;
        cubes.drain(..first);
    }
    let queue = AtomicUsize::new(0);
    let output = Output { state: Mutex::new(State::new(write)), turned: Condvar::new() };
    let lister = Lister { encoded, enumerator: enumerator(encoded, &config.interrupt), cubes, known, queue, config };
    thread::scope(|scope| {
        for _ in 0..config.threads.clamp(1, lister.cubes.len().max(1)) {
            output.lock().working += 1;
            scope.spawn(|| lister.work(printer(), &output));
        }
        let mut state = output.lock();
        while state.working > 0 {
            tell(state.count);
            state = output.wait(state);
        }
    });
    let mut state = output.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    state.write_ready();
    match state.failed {
        Some(error) => Err(error),
        None if state.head == lister.cubes.len() => Ok((state.count, Status::Complete)),
        None => Ok((state.count, Status::Interrupted)),
    }
}

/// The values of the places in an instance that is one of those that are listed, as far as the evaluator can tell.
fn known(encoded: &Encoded, order: &[Lit], instance: &Instance) -> Result<Vec<bool>, ListError> {
    let mut evaluator = crate::relational::Evaluator::new(&encoded.core.problem);
    encoded.core.check(&mut evaluator, instance).map_err(|_| ListError::Foreign)?;
    let literals = encoded.core.literals_of(instance);
    Ok(order.iter().map(|lit| literals[lit.var().index()] == *lit).collect())
}

/// What all threads share.
struct Lister<'l> {
    encoded: &'l Encoded,
    enumerator: Enumerator,
    cubes: Vec<Cube>,
    /// The instance behind which the first cube begins.
    known: Option<Vec<bool>>,
    /// The next cube that nobody has taken.
    queue: AtomicUsize,
    config: &'l ListConfig,
}

impl Lister<'_> {
    /// Lists one cube after the other.
    fn work<P: Print>(&self, mut printer: P, output: &Output<impl FnMut(&[u8]) -> io::Result<()>>) {
        let _leaving = Leaving(&|| output.leave());
        let mut enumerator = self.enumerator.clone();
        let mut judge = Judge::new(self.encoded);
        let filter = Filter::new(&self.encoded.core.problem, &self.encoded.labelling);
        loop {
            let cube = self.queue.fetch_add(1, Ordering::Relaxed);
            let Some(given) = self.cubes.get(cube) else { return };
            enumerator.restrict(given.literals());
            if let (0, Some(known)) = (cube, &self.known)
                && !enumerator.go_behind(|place| known[place])
            {
                return output.fail(ListError::Foreign);
            }
            let mut part = Part::default();
            let mut changed = 0;
            while let Some(model) = enumerator.next() {
                // What is listed first in a cube has all places anew, and so has what follows an instance that is skipped.
                changed = if part.is_new { 0 } else { changed.min(model.changed()) };
                match self.meet(&mut judge, &filter, &model) {
                    Err(contradiction) => return output.fail(ListError::Contradiction(contradiction)),
                    Ok(false) => continue,
                    Ok(true) => {}
                }
                printer.print(changed, |place| model.holds(place), &mut part.bytes);
                (part.count, part.is_new, changed) = (part.count + 1, false, usize::MAX);
                if part.bytes.len() >= PART && !output.offer(cube, &mut part, &self.config.interrupt) {
                    return;
                }
            }
            part.is_finished = enumerator.is_exhausted();
            if !output.leave_part(cube, part) || !enumerator.is_exhausted() {
                return;
            }
        }
    }

    /// Whether a model is a canonical instance.
    fn meet(&self, judge: &mut Judge, filter: &Filter, model: &Assignment) -> Result<bool, Contradiction> {
        let instance = || self.encoded.core.instance(|variable| model.value(variable));
        if self.encoded.labelling.is_exact() {
            judge.meet(instance)?;
            return Ok(true);
        }
        let instance = instance();
        judge.meet(|| &instance)?;
        Ok(filter.is_canonical(&instance))
    }
}

/// Calls a function when it is dropped, however a thread ends.
struct Leaving<'f>(&'f dyn Fn());

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// What was listed of a cube and has not been written.
struct Part {
    bytes: Vec<u8>,
    count: u64,
    /// Whether nothing was listed of the cube so far.
    is_new: bool,
    /// Whether it is the last one of its cube.
    is_finished: bool,
}

impl Default for Part {
    fn default() -> Part {
        Part { bytes: Vec::new(), count: 0, is_new: true, is_finished: false }
    }
}

/// Where what is listed goes, cube by cube.
struct Output<W> {
    state: Mutex<State<W>>,
    /// Something was written, or a thread ended.
    turned: Condvar,
}

struct State<W> {
    write: W,
    /// The cube whose turn it is.
    head: usize,
    /// What waits for its turn, by cube.
    waiting: BTreeMap<usize, Part>,
    /// How many bytes these are.
    size: usize,
    /// How many instances were written.
    count: u64,
    /// How many threads work.
    working: usize,
    failed: Option<ListError>,
}

impl<W: FnMut(&[u8]) -> io::Result<()>> State<W> {
    fn new(write: W) -> State<W> {
        State { write, head: 0, waiting: BTreeMap::new(), size: 0, count: 0, working: 0, failed: None }
    }

    /// Adds to what waits of a cube.
    fn add(&mut self, cube: usize, part: &mut Part) {
        self.size += part.bytes.len();
        let waiting = self.waiting.entry(cube).or_default();
        waiting.bytes.append(&mut part.bytes);
        waiting.count += mem::take(&mut part.count);
        waiting.is_finished = part.is_finished;
    }

    /// Writes what has its turn.
    fn write_ready(&mut self) {
        while self.failed.is_none()
            && let Some(part) = self.waiting.remove(&self.head)
        {
            self.size -= part.bytes.len();
            self.count += part.count;
            self.failed = (self.write)(&part.bytes).err().map(ListError::Io);
            if !part.is_finished {
                return;
            }
            self.head += 1;
        }
    }
}

impl<W: FnMut(&[u8]) -> io::Result<()>> Output<W> {
    fn lock(&self) -> MutexGuard<'_, State<W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until something happens, and no longer than a beat.
    fn wait<'s>(&self, state: MutexGuard<'s, State<W>>) -> MutexGuard<'s, State<W>> {
        self.turned.wait_timeout(state, BEAT).unwrap_or_else(PoisonError::into_inner).0
    }

    /// Takes what was listed of a cube, as soon as it is its turn or there is room for it; false if there is no use in more.
    fn offer(&self, cube: usize, part: &mut Part, interrupt: &Interrupt) -> bool {
        let mut state = self.lock();
        while cube != state.head && state.size >= WAITING && state.failed.is_none() && !interrupt.is_requested() {
            state = self.wait(state);
        }
        state.add(cube, part);
        self.turn(state)
    }

    /// Takes the last part of a cube; false if there is no use in more.
    fn leave_part(&self, cube: usize, mut part: Part) -> bool {
        let mut state = self.lock();
        state.add(cube, &mut part);
        self.turn(state)
    }

    fn turn(&self, mut state: MutexGuard<'_, State<W>>) -> bool {
        state.write_ready();
        self.turned.notify_all();
        state.failed.is_none()
    }

    fn fail(&self, error: ListError) {
        let mut state = self.lock();
        state.failed.get_or_insert(error);
        self.turned.notify_all();
    }

    fn leave(&self) {
        self.lock().working -= 1;
        self.turned.notify_all();
    }
}
