//! Tries out whether assertions depend on inputs that their tests do not control.

use super::findings::{Brittle, Refuted};
use super::kind::Problem;
use super::suspicion::{is_of_environment, looking, suspects};
use super::trial::{Attribution, CHOSEN, Classes, OF_BRITTLE, Trial};
use super::witnessed::Witnessed;
use crate::session::{Failure, TestId};
use crate::worker::protocol::{Tainted, TaintedInput};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// How many values are taken from the constants of tests, the most frequent ones first.
const MOST_CHOSEN: usize = 6;

/// Tries out the suspicions about some tests of a class, and tells of them.
///
/// A field is changed for all tests together that may depend on it; a test that fails then must fail by itself, too, and pass without the
/// change ([`Trial::again`]).
pub(super) fn try_out(
    trial: &mut Trial<'_, '_>,
    tests: &[(TestId, Tainted)],
    witnessed: &mut BTreeMap<TestId, Witnessed>,
) -> Result<(), Failure> {
    let mut fields: BTreeMap<&str, BTreeMap<TestId, &TaintedInput>> = BTreeMap::new();
    for (test, tainted) in tests {
        for input in suspects(Problem::BrittleAssertion, tainted).into_iter().filter(|input| !is_of_environment(input))
        {
            fields.entry(&input.key).or_default().insert(*test, input);
        }
    }
    for open in fields.into_values() {
        let field = Field { trial, open, instead: BTreeMap::new() };
        field.settle(tests, witnessed)?;
    }
    Ok(())
}

/// A field that is changed.
struct Field<'f, 't, 's> {
    trial: &'f mut Trial<'t, 's>,
    /// The tests that may depend on it.
    open: BTreeMap<TestId, &'f TaintedInput>,
    /// What was in its place in tests that passed.
    instead: BTreeMap<TestId, BTreeSet<String>>,
}

impl Field<'_, '_, '_> {
    fn settle(
        mut self,
        tests: &[(TestId, Tainted)],
        witnessed: &mut BTreeMap<TestId, Witnessed>,
    ) -> Result<(), Failure> {
        for test in self.open.keys() {
            witnessed.entry(*test).or_default().brittle_tally.reports += 1;
        }
        for numbers in OF_BRITTLE {
            for number in *numbers {
                if self.open.is_empty() || !self.change(*number, tests, witnessed)? {
                    break;
                }
            }
        }
        // What tests work on may have to do with the field: a separator is one of the characters of a text.
        for number in self.of_constants(tests) {
            if self.open.is_empty() {
                break;
            }
            self.change(number, tests, witnessed)?;
        }
        for (test, input) in self.open {
            let one = witnessed.entry(test).or_default();
            match self.instead.remove(&test) {
                None => one.brittle_tally.unchanged += 1,
                Some(instead) => {
                    one.brittle_tally.refuted += 1;
                    let instead = instead.into_iter().collect();
                    one.refuted.push(Refuted { test, input: input.clone(), instead, failed: None });
                }
            }
        }
        Ok(())
    }

    /// The changes into characters of the texts, or into the numbers, that the tests have as constants.
    fn of_constants(&self, tests: &[(TestId, Tainted)]) -> Vec<u32> {
        let of = self.open.values().next().map_or("", |input| input.of.as_str());
        let chosen = |input: &TaintedInput| match of {
            "C" | "Ljava/lang/Character;" => characters(&input.value),
            "B" | "S" | "I" | "Ljava/lang/Integer;" => input.value.parse::<u16>().into_iter().map(u32::from).collect(),
            _ => Vec::new(),
        };
        let open = tests.iter().filter(|(test, _)| self.open.contains_key(test));
        let all = open.flat_map(|(_, tainted)| &tainted.inputs).filter(|input| input.is_met).flat_map(chosen);
        let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
        all.for_each(|one| *counts.entry(one).or_default() += 1);
        let mut chosen: Vec<(u32, usize)> = counts.into_iter().collect();
        chosen.sort_by_key(|(_, count)| Reverse(*count));
        chosen.into_iter().take(MOST_CHOSEN).map(|(one, _)| CHOSEN + one).collect()
    }

    /// Changes the field in the way of a number; says whether there is another value.
    fn change(
        &mut self,
        number: u32,
        tests: &[(TestId, Tainted)],
        witnessed: &mut BTreeMap<TestId, Witnessed>,
    ) -> Result<bool, Failure> {
        let ids: Vec<TestId> = self.open.keys().copied().collect();
        let Some(input) = self.open.values().next().copied() else { return Ok(false) };
        let reruns = self.trial.together(Classes::Fresh, &ids, &[input], number)?;
        let mut is_changed = false;
        for (test, mut rerun) in reruns {
            let mut attribution = Attribution::Open;
            if rerun.failed.is_some() && ids.len() > 1 {
                (rerun, attribution) = self.trial.again(test, &[input], number)?;
            }
            let other = rerun.instead.remove(&input.key);
            is_changed |= other.is_some() || rerun.failed.is_some();
            let Some(failed) = rerun.failed else {
                if let Some(other) = other {
                    self.instead.entry(test).or_default().insert(other);
                }
                continue;
            };
            let input = self.open.remove(&test).expect("the test is open");
            let one = witnessed.entry(test).or_default();
            if attribution == Attribution::Open
                && let Some(why) = self.trial.fails_unchanged(test)?
            {
                one.unclear = Some(why);
                continue;
            }
            one.brittle_tally.confirmed += 1;
            let instead = other.unwrap_or_else(|| "another value".to_owned());
            let tainted = tests.iter().find(|(other, _)| *other == test).map(|(_, tainted)| tainted);
            let assertions = tainted.map_or_else(Vec::new, |tainted| looking(tainted, input));
            one.brittle.push(Brittle {
                test,
                input: input.clone(),
                assertions,
                instead,
                failed,
                way: None,
                fixes: None,
            });
        }
        Ok(is_changed)
    }
}

/// The characters of a text or of a character, as it is in words, that are neither letters nor digits.
fn characters(words: &str) -> Vec<u32> {
    let is_text = |quote: &char| words.len() > 2 && words.starts_with(*quote) && words.ends_with(*quote);
    let Some(quote) = ['"', '\''].into_iter().find(is_text) else { return Vec::new() };
    let text = words.trim_matches(quote);
    let is_own = |letter: &char| letter.is_ascii() && !letter.is_ascii_alphanumeric() && *letter != '\\';
    text.chars().filter(is_own).map(u32::from).collect::<BTreeSet<u32>>().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::characters;

    #[test]
    fn separators_of_texts_are_chosen() {
        let letters = |words| characters(words).into_iter().filter_map(char::from_u32).collect::<String>();
        assert_eq!(letters("\"--property=a:b=c\""), "-:=");
        assert_eq!(letters("'|'"), "|");
        assert_eq!(letters("17"), "");
    }
}
