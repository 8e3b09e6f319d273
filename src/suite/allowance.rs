//! How much may be done to a suite once it is found, counted in what the solver reads and never in seconds: the same run does the same.

use crate::extension::Search;

/// What may be done to any suite, however soon it was found: about half a second. None of the shipped structures takes that much where
/// there are ten objects of each class.
const LEAST: u64 = 40_000_000;

/// How much of the work before may be done once more.
const SHARE: u64 = 2;

/// The work that may be done from some point on, as [`Search::work`] counts it.
#[derive(Debug, Clone, Copy)]
pub struct Allowance {
    from: u64,
    most: u64,
}

impl Allowance {
    /// A part of the work that was done so far, and something in any case.
    pub fn beside(search: &Search<'_>) -> Allowance {
        let from = search.work();
        Allowance { from, most: (from / SHARE).max(LEAST) }
    }

    /// Half of that, for what only makes a finished suite more varied.
    pub fn to_vary(search: &Search<'_>) -> Allowance {
        let beside = Allowance::beside(search);
        Allowance { most: beside.most / 2, ..beside }
    }

    /// So much.
    pub fn of(search: &Search<'_>, most: u64) -> Allowance {
        Allowance { from: search.work(), most }
    }

    /// As much as it takes.
    pub fn unlimited() -> Allowance {
        Allowance { from: 0, most: u64::MAX }
    }

    /// The amount of work at which so many steps of all should be done.
    pub(super) fn mark(&self, steps: usize, all: usize) -> u64 {
        let part = u128::from(self.most) * steps as u128 / all.max(1) as u128;
        self.from.saturating_add(u64::try_from(part).unwrap_or(u64::MAX))
    }

    /// What is left, if that is as much as each of some rounds took so far.
    pub(super) fn another_round(&self, search: &Search<'_>, rounds: usize) -> Option<Allowance> {
        let spent = search.work() - self.from;
        let left = self.most.saturating_sub(spent);
        (left >= spent / rounds as u64).then_some(Allowance { from: search.work(), most: left })
    }
}
