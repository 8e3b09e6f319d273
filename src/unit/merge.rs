//! Joins what became of the units of a plan, and refuses what is not the outcome of that plan, all of it, once.

use super::plan::{PartId, WorkPlan};
use super::verdict::UnitVerdict;
use std::fmt;

/// How many units a message names.
const NAMED: usize = 5;

/// Why verdicts are not the outcome of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MergeError {
    /// These units are not in the plan.
    Foreign(Vec<String>),
    /// These units are in the plan, but what they depend on was something else where they were judged.
    Outdated(Vec<String>),
    /// These units, or parts of them, have several verdicts.
    Doubled(Vec<String>),
    /// These units, or parts of them, have none.
    Missing(Vec<String>),
}

/// For each unit of a plan, in order, what became of its parts, in order. Who judged which of them, and in which order the
/// verdicts come, makes no difference. If several things are wrong, the error tells of the one that explains the others.
pub fn merge<O>(
    plan: &WorkPlan,
    verdicts: impl IntoIterator<Item = UnitVerdict<O>>,
) -> Result<Vec<Vec<O>>, MergeError> {
    let mut outcomes: Vec<Vec<Option<O>>> =
        plan.units().map(|(_, unit)| unit.parts.iter().map(|_| None).collect()).collect();
    let (mut foreign, mut outdated, mut doubled) = (Vec::new(), Vec::new(), Vec::new());
    for UnitVerdict { unit, name, outcomes: parts } in verdicts {
        let Some(index) = plan.index(unit) else {
            let list = if plan.names(&name) { &mut outdated } else { &mut foreign };
            list.push(name);
            continue;
        };
        for (PartId(part), outcome) in parts {
            match outcomes[index.0].get_mut(part as usize) {
                Some(slot @ None) => *slot = Some(outcome),
                Some(Some(_)) => doubled.push(name.clone()),
                None => foreign.push(format!("{name}, part {part}")),
            }
        }
    }
    let is_open = |outcomes: &[Option<O>]| outcomes.iter().any(Option::is_none);
    let units = plan.units().zip(&outcomes);
    let missing = units.filter(|(_, outcomes)| is_open(outcomes)).map(|((_, unit), _)| unit.name.clone()).collect();
    let errors: [(NamesToError, Vec<String>); 4] = [
        (MergeError::Foreign, foreign),
        (MergeError::Outdated, outdated),
        (MergeError::Doubled, doubled),
        (MergeError::Missing, missing),
    ];
    for (error, mut names) in errors {
        names.sort();
        names.dedup();
        if !names.is_empty() {
            return Err(error(names));
        }
    }
    Ok(outcomes.into_iter().map(|outcomes| outcomes.into_iter().flatten().collect()).collect())
}

/// Makes an error of the units that have it.
type NamesToError = fn(Vec<String>) -> MergeError;

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (names, one, more) = match self {
            MergeError::Foreign(names) => (names, "is not in the plan", "are not in the plan"),
            MergeError::Outdated(names) => {
                (names, "was judged in another state of the project", "were judged in another state of the project")
            }
            MergeError::Doubled(names) => (names, "has several verdicts", "have several verdicts"),
            MergeError::Missing(names) => (names, "has no verdict", "have no verdict"),
        };
        let listed: Vec<String> = names.iter().take(NAMED).map(|name| format!("`{name}`")).collect();
        let listed = listed.join(", ");
        match names.len() {
            1 => write!(f, "{listed} {one}"),
            count if count > NAMED => write!(f, "{count} units {more}: {listed} and {} more", count - NAMED),
            count => write!(f, "{count} units {more}: {listed}"),
        }
    }
}

impl std::error::Error for MergeError {}

#[cfg(test)]
mod tests {
    use super::{MergeError, merge};
    use crate::unit::{Digest, PartId, UnitVerdict, WorkPlan, WorkUnit};
    use proptest::prelude::{Just, Strategy, any, proptest};

    /// A plan with units of so many parts each.
    fn plan(parts: &[u8]) -> WorkPlan {
        let part = |part: u8| Digest::of_bytes(&[part]);
        let unit = |(index, count): (usize, &u8)| WorkUnit {
            name: format!("u{index}"),
            parts: (0..*count).map(part).collect(),
            inputs: Vec::new(),
        };
        let units = parts.iter().enumerate().map(unit).collect();
        WorkPlan::new("extreme", Digest::default(), Vec::new(), units).expect("names differ")
    }

    /// One verdict for each part, which says where the part is.
    fn verdicts(plan: &WorkPlan) -> Vec<UnitVerdict<(usize, u32)>> {
        let units = plan.units().enumerate().flat_map(|(index, (id, unit))| {
            (0..unit.parts.len() as u32).map(move |part| UnitVerdict {
                unit: id,
                name: unit.name.clone(),
                outcomes: [(PartId(part), (index, part))].into(),
            })
        });
        units.collect()
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    proptest! {
        /// Verdicts on single parts, in any order, some of them joined to verdicts on whole units before.
        #[test]
        fn any_split_of_verdicts_in_any_order_gives_the_whole(
            (parts, shuffled, joined) in proptest::collection::vec(0_u8..4, 0..9).prop_flat_map(|parts| {
                let all = verdicts(&plan(&parts));
                (Just(parts), Just(all).prop_shuffle(), any::<bool>())
            }),
        ) {
            let plan = plan(&parts);
            let mut shares = shuffled;
            if joined {
                shares.dedup_by(|next, first| {
                    let is_same = next.unit == first.unit;
                    if is_same {
                        first.outcomes.append(&mut next.outcomes);
                    }
                    is_same
                });
            }
            let whole: Vec<Vec<(usize, u32)>> = parts
                .iter()
                .enumerate()
                .map(|(index, count)| (0..u32::from(*count)).map(|part| (index, part)).collect())
                .collect();
            assert_eq!(merge(&plan, shares), Ok(whole));
        }

        /// Each verdict is needed, and none may come twice.
        #[test]
        fn a_verdict_too_few_or_too_many_is_refused(
            (parts, at) in proptest::collection::vec(1_u8..4, 1..9)
                .prop_flat_map(|parts| { let all = parts.iter().map(|count| usize::from(*count)).sum(); (Just(parts), 0..all) }),
        ) {
            let plan = plan(&parts);
            let mut shares = verdicts(&plan);
            let one = shares.remove(at);
            assert_eq!(merge(&plan, shares.clone()), Err(MergeError::Missing(vec![one.name.clone()])));
            shares.extend([one.clone(), one.clone()]);
            assert_eq!(merge(&plan, shares), Err(MergeError::Doubled(vec![one.name])));
        }
    }

    #[test]
    fn units_of_another_plan_and_of_another_state_are_told_apart() {
        let (here, there) = (plan(&[1, 1]), plan(&[1, 2, 1]));
        // There, `u1` has another part, and `u2` is new; what `u0` depends on is the same.
        let mut shares = verdicts(&here);
        shares.extend(verdicts(&there).into_iter().filter(|verdict| verdict.name == "u1"));
        assert_eq!(merge(&here, shares.clone()), Err(MergeError::Outdated(names(&["u1"]))));
        shares.extend(verdicts(&there).into_iter().filter(|verdict| verdict.name == "u2"));
        assert_eq!(merge(&here, shares), Err(MergeError::Foreign(names(&["u2"]))));
        let mut shares = verdicts(&here);
        shares[0].outcomes.insert(PartId(9), (0, 9));
        assert_eq!(merge(&here, shares), Err(MergeError::Foreign(names(&["u0, part 9"]))));
    }

    #[test]
    fn messages_name_some_units_and_count_the_others() {
        assert_eq!(MergeError::Missing(names(&["a"])).to_string(), "`a` has no verdict");
        let many: Vec<String> = (0..7).map(|number| format!("u{number}")).collect();
        assert_eq!(
            MergeError::Doubled(many).to_string(),
            "7 units have several verdicts: `u0`, `u1`, `u2`, `u3`, `u4` and 2 more"
        );
    }
}
