//! Calls that do not return: those that wait for what never comes, end the worker or loop beyond all limits. Each costs a search seconds.

use super::data::{Callee, called, hash_of};
use crate::worker::protocol::{Sequence, Statement};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// How many sequences have to end at a method before it is taken for a dead end.
const ENOUGH: usize = 2;

/// Which methods have returned, and which may be why sequences did not come to their end.
#[derive(Debug, Clone, Default)]
pub(super) struct DeadEnds {
    returned: FxHashSet<Callee>,
    /// How many sequences ended that call a method which has never returned.
    ended: FxHashMap<Callee, usize>,
}

impl DeadEnds {
    /// A sequence ended its worker: nobody knows at which call.
    pub(super) fn ended(&mut self, sequence: &Sequence) {
        self.blame(calls(&sequence.statements));
    }

    /// A sequence came so far, and perhaps was cut off there.
    pub(super) fn came(&mut self, sequence: &Sequence, done: usize, is_cut: bool) {
        let (done, left) = sequence.statements.split_at(sequence.statements.len().min(done));
        self.returned.extend(done.iter().filter_map(callee));
        if is_cut {
            self.blame(calls(&left[..left.len().min(1)]));
        }
    }

    fn blame(&mut self, calls: BTreeSet<Callee>) {
        for call in calls.into_iter().filter(|call| !self.returned.contains(call)) {
            *self.ended.entry(call).or_default() += 1;
        }
    }

    /// Whether a call is likely not to return.
    pub(super) fn has(&self, statement: &Statement) -> bool {
        if self.ended.is_empty() {
            return false;
        }
        callee(statement).is_some_and(|callee| {
            self.ended.get(&callee).is_some_and(|ended| *ended >= ENOUGH) && !self.returned.contains(&callee)
        })
    }
}

fn calls(statements: &[Statement]) -> BTreeSet<Callee> {
    statements.iter().filter_map(callee).collect()
}

fn callee(statement: &Statement) -> Option<Callee> {
    called(statement).map(hash_of)
}

#[cfg(test)]
mod tests {
    use super::DeadEnds;
    use crate::worker::protocol::{Sequence, Statement};

    fn call(name: &str) -> Statement {
        let [owner, name, descriptor] = ["Queue", name, "()V"].map(str::to_owned);
        Statement::CallStatic { owner, name, descriptor, arguments: Vec::new() }
    }

    fn sequence(names: &[&str]) -> Sequence {
        Sequence { statements: names.iter().map(|name| call(name)).collect(), subject: 0 }
    }

    /// `take` waits for what nobody puts there; what stands beside it is blamed only until it has returned once.
    #[test]
    fn what_never_returns_is_a_dead_end() {
        let mut dead_ends = DeadEnds::default();
        dead_ends.came(&sequence(&["put"]), 1, false);
        dead_ends.ended(&sequence(&["put", "size", "take"]));
        assert!(!dead_ends.has(&call("take")));
        dead_ends.ended(&sequence(&["size", "take"]));
        assert_eq!(["put", "size", "take"].map(|name| dead_ends.has(&call(name))), [false, true, true]);
        // `size` has returned before `spin` was cut.
        dead_ends.came(&sequence(&["size", "spin", "put"]), 1, true);
        dead_ends.came(&sequence(&["spin"]), 0, true);
        assert_eq!(["put", "size", "take", "spin"].map(|name| dead_ends.has(&call(name))), [false, false, true, true]);
    }
}
