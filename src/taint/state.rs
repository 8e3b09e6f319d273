//! Never-checked state: what tests have the program keep in its fields, and no assertion of any test compares.

use super::kind::InputKind;
use crate::session::TestId;
use crate::worker::protocol::TaintedInput;
use serde::{Deserialize, Serialize};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// What became of the fields of the program in tests, by internal name of the class and by name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct State(Vec<Field>);

/// A field of the program's objects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Field {
    class: String,
    name: String,
    /// The descriptor of its type.
    of: String,
    /// The tests that set it.
    tests: BTreeSet<TestId>,
    /// Whether an assertion has looked at it, or at something that depends on it.
    is_checked: bool,
    /// Whether it hangs on it whether the program throws something.
    is_guarded: bool,
}

/// A class with fields that tests set and that no assertion compares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NeverChecked {
    /// Its internal name.
    pub class: String,
    /// The fields, by name.
    pub fields: Vec<UncheckedField>,
}

/// A field that tests set and that no assertion compares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UncheckedField {
    /// Its name.
    pub name: String,
    /// The descriptor of its type.
    pub of: String,
    /// The tests that set it.
    pub tests: BTreeSet<TestId>,
}

/// How many fields of the program tests set, and what became of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StateTally {
    /// Those that tests set.
    pub fields: usize,
    /// Those of them that no assertion compares.
    pub unchecked: usize,
    /// Those that no assertion compares, and on which it hangs whether the program throws something.
    pub guarded: usize,
}

impl State {
    /// What became of the fields in tests that pass.
    pub fn of(tests: &BTreeMap<TestId, Vec<TaintedInput>>) -> State {
        let inputs = tests.iter().flat_map(|(test, inputs)| inputs.iter().map(|input| Field::of(*test, input)));
        State::joined(inputs)
    }

    /// What became of the same fields in other tests, too.
    pub fn join(&mut self, other: State) {
        *self = State::joined(self.0.drain(..).chain(other.0));
    }

    fn joined(all: impl Iterator<Item = Field>) -> State {
        let mut fields: BTreeMap<(String, String), Field> = BTreeMap::new();
        for field in all {
            match fields.entry((field.class.clone(), field.name.clone())) {
                Entry::Vacant(place) => _ = place.insert(field),
                Entry::Occupied(known) => {
                    let known = known.into_mut();
                    known.tests.extend(field.tests);
                    known.is_checked |= field.is_checked;
                    known.is_guarded |= field.is_guarded;
                }
            }
        }
        State(fields.into_values().collect())
    }

    /// The classes with fields that no assertion compares, and how many fields there are, without the classes in which marks are lost.
    pub fn never_checked(self, is_lost: impl Fn(&str) -> bool) -> (Vec<NeverChecked>, StateTally) {
        let (mut classes, mut tally) = (Vec::<NeverChecked>::new(), StateTally::default());
        for Field { class, name, of, tests, is_checked, is_guarded } in self.0 {
            if tests.is_empty() || is_lost(&class) {
                continue;
            }
            tally.fields += 1;
            match (is_checked, is_guarded) {
                (true, _) => {}
                (false, true) => tally.guarded += 1,
                (false, false) => {
                    tally.unchecked += 1;
                    let field = UncheckedField { name, of, tests };
                    match classes.last_mut().filter(|known| known.class == class) {
                        Some(known) => known.fields.push(field),
                        None => classes.push(NeverChecked { class, fields: vec![field] }),
                    }
                }
            }
        }
        (classes, tally)
    }
}

impl Field {
    /// What became of a field in a test.
    fn of(test: TestId, input: &TaintedInput) -> Field {
        Field {
            class: input.class.clone(),
            name: input.name.clone(),
            of: input.of.clone(),
            tests: input.is_met.then_some(test).into_iter().collect(),
            is_checked: input.is_checked,
            is_guarded: input.is_guarded,
        }
    }
}

/// Takes the state out of what a worker tells of a test, where it comes last.
pub(super) fn taken_from(inputs: &mut Vec<TaintedInput>) -> Vec<TaintedInput> {
    let first = inputs.iter().position(|input| InputKind::of(input) == Some(InputKind::State));
    first.map_or_else(Vec::new, |first| inputs.split_off(first))
}

#[cfg(test)]
mod tests {
    use super::{State, StateTally};
    use crate::session::TestId;
    use crate::worker::protocol::TaintedInput;
    use std::collections::BTreeMap;

    fn field(class: &str, name: &str, [is_met, is_checked, is_guarded]: [bool; 3]) -> TaintedInput {
        let [class, name] = [class, name].map(str::to_owned);
        let is_handed = false;
        let [method, descriptor, value, instead] = [(); 4].map(|()| String::new());
        let (key, kind, of) = (format!("{class}.{name}"), "state".to_owned(), "I".to_owned());
        TaintedInput {
            key,
            kind,
            class,
            method,
            descriptor,
            line: 0,
            name,
            of,
            value,
            is_met,
            is_checked,
            is_guarded,
            is_handed,
            instead,
        }
    }

    #[test]
    fn a_field_is_never_checked_if_no_test_of_any_launch_compares_it() {
        let of = |test, fields: Vec<TaintedInput>| State::of(&BTreeMap::from([(TestId(test), fields)]));
        let mut state = of(
            0,
            vec![
                field("p/A", "compared", [true, false, false]),
                field("p/A", "kept", [true, false, false]),
                field("p/A", "thrown", [true, false, true]),
                field("p/B", "kept", [true, false, false]),
                field("p/Lost", "kept", [true, false, false]),
            ],
        );
        state.join(of(
            1,
            vec![
                field("p/A", "compared", [false, true, false]),
                field("p/A", "kept", [true, false, false]),
                field("p/C", "old", [false, true, false]),
            ],
        ));
        let (classes, tally) = state.never_checked(|class| class == "p/Lost");
        let told = classes.iter().flat_map(|one| {
            one.fields.iter().map(|field| (one.class.as_str(), field.name.as_str(), field.tests.len()))
        });
        assert_eq!(told.collect::<Vec<_>>(), [("p/A", "kept", 2), ("p/B", "kept", 1)]);
        assert_eq!(tally, StateTally { fields: 4, unchecked: 2, guarded: 1 });
    }
}
