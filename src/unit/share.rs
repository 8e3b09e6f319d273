//! Which units of a plan are done here.

use super::plan::{UnitId, UnitIndex, WorkPlan};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// The most shares that work is split into.
const MOST: u32 = 10_000;

/// One of several shares, written `2/4`. Who does one of them need not talk to those who do the others: all of them split a plan in the
/// same way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Share {
    /// From 1 on, and not above `count`.
    number: u32,
    count: u32,
}

/// Some units of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Chosen {
    /// All of them.
    All,
    /// Those of a share.
    Share(Share),
    /// These.
    Units(BTreeSet<UnitId>),
}

impl Share {
    /// The units of each of so many shares, given what each unit is expected to cost, in the order of the plan.
    ///
    /// The dearest unit comes first, and each goes to the share that has least so far; equal ones are in the order of their identities.
    /// So no share costs more than 4/3 of what the best possible split costs (R. L. Graham, Bounds on Multiprocessing Timing
    /// Anomalies, 1969, theorem 2).
    fn split(plan: &WorkPlan, costs: &[u64], count: u32) -> Vec<BTreeSet<UnitIndex>> {
        let mut units: Vec<(Reverse<u64>, UnitId, UnitIndex)> = Vec::new();
        for (index, ((unit, _), cost)) in plan.units().zip(costs).enumerate() {
            units.push((Reverse(*cost), unit, UnitIndex(index)));
        }
        units.sort_unstable();
        let mut loads: BTreeSet<(u64, usize)> = (0..count as usize).map(|share| (0, share)).collect();
        let mut shares = vec![BTreeSet::new(); count as usize];
        for (Reverse(cost), _, unit) in units {
            let (load, share) = loads.pop_first().expect("there is at least one share");
            shares[share].insert(unit);
            loads.insert((load.saturating_add(cost), share));
        }
        shares
    }

    /// All shares of so many.
    pub fn all(self) -> impl Iterator<Item = Share> {
        (1..=self.count).map(move |number| Share { number, ..self })
    }
}

impl Chosen {
    /// The share, if these are the units of one.
    pub fn share(&self) -> Option<Share> {
        match self {
            Chosen::Share(share) => Some(*share),
            Chosen::All | Chosen::Units(_) => None,
        }
    }

    /// Where these units are in a plan, given what each unit is expected to cost. Those that are not in the plan are left out.
    pub fn of(&self, plan: &WorkPlan, costs: &[u64]) -> BTreeSet<UnitIndex> {
        match self {
            Chosen::All => (0..plan.units().count()).map(UnitIndex).collect(),
            Chosen::Share(Share { number, count }) => {
                Share::split(plan, costs, *count).swap_remove(*number as usize - 1)
            }
            Chosen::Units(units) => units.iter().filter_map(|unit| plan.index(*unit)).collect(),
        }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Share, String> {
        let (number, count) = text.split_once('/').ok_or("a share is written like `2/4`: the second of four")?;
        let read = |text: &str| text.parse::<u32>().map_err(|_| format!("`{text}` is no whole number"));
        let (number, count) = (read(number)?, read(count)?);
        match (number, count) {
            (_, 0) => Err("there is at least one share".to_owned()),
            (_, more) if more > MOST => Err(format!("there are at most {MOST} shares")),
            (0, _) => Err("shares are counted from 1".to_owned()),
            (number, count) if number > count => Err(format!("there is no share {number} of {count}")),
            (number, count) => Ok(Share { number, count }),
        }
    }
}

impl TryFrom<String> for Share {
    type Error = String;

    fn try_from(text: String) -> Result<Share, String> {
        text.parse()
    }
}

impl From<Share> for String {
    fn from(share: Share) -> String {
        share.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::{Chosen, Share};
    use crate::unit::{Digest, UnitIndex, WorkPlan, WorkUnit};
    use proptest::prelude::{prop, proptest};

    fn plan(units: usize) -> WorkPlan {
        let unit = |number| WorkUnit { name: format!("u{number}"), parts: Vec::new(), inputs: Vec::new() };
        WorkPlan::new("extreme", Digest::default(), Vec::new(), (0..units).map(unit).collect()).expect("names differ")
    }

    fn share(text: &str) -> Share {
        text.parse().expect("a share")
    }

    proptest! {
        /// Graham's bound is stated against the optimum, which is at least the mean and at least the dearest unit.
        #[test]
        fn shares_are_disjoint_complete_and_about_equal(
            costs in prop::collection::vec(0_u64..1_000, 0..40), count in 1_u32..9,
        ) {
            let plan = plan(costs.len());
            let shares: Vec<_> = share(&format!("1/{count}")).all().map(|one| Chosen::Share(one).of(&plan, &costs)).collect();
            let mut all: Vec<UnitIndex> = shares.iter().flatten().copied().collect();
            all.sort_unstable();
            assert_eq!(all, (0..costs.len()).map(UnitIndex).collect::<Vec<_>>(), "each unit is in one share");
            let load = |share: &std::collections::BTreeSet<UnitIndex>| share.iter().map(|unit| costs[unit.0]).sum::<u64>();
            let dearest = shares.iter().map(load).max().unwrap_or(0);
            let mean = costs.iter().sum::<u64>().div_ceil(u64::from(count));
            assert!(dearest <= mean + costs.iter().max().unwrap_or(&0), "{dearest} where {mean} would be best");
        }
    }

    #[test]
    fn equal_units_are_spread_evenly() {
        let sizes: Vec<usize> =
            share("1/4").all().map(|one| Chosen::Share(one).of(&plan(10), &[3; 10]).len()).collect();
        assert_eq!(sizes, [3, 3, 2, 2]);
    }

    #[test]
    fn a_share_is_one_of_those_that_there_are() {
        assert_eq!(share("2/4").to_string(), "2/4");
        for wrong in ["", "2", "0/4", "5/4", "1/0", "a/4", "1/4/4", "-1/4", "1/10001"] {
            assert!(wrong.parse::<Share>().is_err(), "{wrong}");
        }
    }
}
