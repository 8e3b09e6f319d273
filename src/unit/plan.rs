//! What is to be judged, as units that can be judged apart from each other.

use super::digest::{Digest, Digester};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The identity of a unit: equal ones have the same outcome, wherever they are judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitId(Digest);

/// The place of a unit in its plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitIndex(pub usize);

/// The place of a part in its unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PartId(pub u32);

/// The place of an input in its plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct InputId(pub u32);

/// Something that is judged as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkUnit {
    /// What people call it; the same in every checkout.
    pub name: String,
    /// What is judged in it, one after the other: what was found of one part may help with the next.
    pub parts: Vec<Digest>,
    /// What it depends on and others may depend on, too: tests, for example.
    pub inputs: Vec<InputId>,
}

/// All units of an analysis of a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Form")]
pub struct WorkPlan {
    /// The name of the analysis.
    analysis: String,
    /// What all units depend on: the version of fex, options, the JDK, libraries.
    context: Digest,
    /// What units depend on, each by a digest that changes with it.
    inputs: Vec<Digest>,
    units: Vec<WorkUnit>,
    /// The identities of the units, in their order. They are made of what stands above, and so never read.
    #[serde(skip_serializing)]
    identities: Vec<UnitId>,
    #[serde(skip_serializing)]
    indices: BTreeMap<UnitId, UnitIndex>,
}

/// What is written of a plan.
#[derive(Deserialize)]
struct Form {
    analysis: String,
    context: Digest,
    inputs: Vec<Digest>,
    units: Vec<WorkUnit>,
}

/// What makes a plan none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlanError {
    /// Two units cannot be told apart: they have one name, and depend on the same.
    Twice(String),
    /// This unit depends on an input that the plan does not have.
    NoInput(String),
}

impl WorkPlan {
    /// The plan of an analysis in a context, with units that depend on some of these inputs.
    pub fn new(
        analysis: &str,
        context: Digest,
        inputs: Vec<Digest>,
        units: Vec<WorkUnit>,
    ) -> Result<WorkPlan, PlanError> {
        Form { analysis: analysis.to_owned(), context, inputs, units }.try_into()
    }

    /// The units with their identities, in order.
    pub fn units(&self) -> impl Iterator<Item = (UnitId, &WorkUnit)> {
        self.identities.iter().copied().zip(&self.units)
    }

    /// A unit with its identity.
    pub fn unit(&self, index: UnitIndex) -> (UnitId, &WorkUnit) {
        (self.identities[index.0], &self.units[index.0])
    }

    /// Where a unit is, if it is one of this plan.
    pub fn index(&self, unit: UnitId) -> Option<UnitIndex> {
        self.indices.get(&unit).copied()
    }

    /// An input.
    pub fn input(&self, input: InputId) -> Digest {
        self.inputs[input.0 as usize]
    }

    /// All inputs, in order.
    pub fn inputs(&self) -> &[Digest] {
        &self.inputs
    }

    /// Whether a unit with this name is in the plan, whatever its identity is.
    pub(super) fn names(&self, name: &str) -> bool {
        self.units.iter().any(|unit| unit.name == name)
    }
}

impl TryFrom<Form> for WorkPlan {
    type Error = PlanError;

    fn try_from(form: Form) -> Result<WorkPlan, PlanError> {
        let (mut identities, mut indices) = (Vec::new(), BTreeMap::new());
        for (index, unit) in form.units.iter().enumerate() {
            let identity = identity(&form, unit)?;
            if indices.insert(identity, UnitIndex(index)).is_some() {
                return Err(PlanError::Twice(unit.name.clone()));
            }
            identities.push(identity);
        }
        let Form { analysis, context, inputs, units } = form;
        Ok(WorkPlan { analysis, context, inputs, units, identities, indices })
    }
}

/// The identity of a unit. The order of its inputs does not matter, and where they are in the plan does not either.
fn identity(form: &Form, unit: &WorkUnit) -> Result<UnitId, PlanError> {
    let input = |input: &InputId| form.inputs.get(input.0 as usize).ok_or(PlanError::NoInput(unit.name.clone()));
    let inputs: BTreeSet<&Digest> = unit.inputs.iter().map(input).collect::<Result<_, _>>()?;
    let mut digester = Digester::new();
    digester.value(&(&form.analysis, form.context, &unit.name, &unit.parts));
    for input in inputs {
        digester.value(input);
    }
    Ok(UnitId(digester.digest()))
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanError::Twice(name) => write!(f, "`{name}` is in the plan twice"),
            PlanError::NoInput(name) => write!(f, "`{name}` depends on what the plan does not have"),
        }
    }
}

impl std::error::Error for PlanError {}

#[cfg(test)]
mod tests {
    use super::{InputId, PlanError, UnitId, WorkPlan, WorkUnit};
    use crate::unit::Digest;

    fn digest(text: &str) -> Digest {
        Digest::of_bytes(text.as_bytes())
    }

    fn plan(context: &str, inputs: &[&str], units: &[(&str, &[&str], &[u32])]) -> Result<WorkPlan, PlanError> {
        let unit = |(name, parts, inputs): &(&str, &[&str], &[u32])| WorkUnit {
            name: (*name).to_owned(),
            parts: parts.iter().map(|part| digest(part)).collect(),
            inputs: inputs.iter().copied().map(InputId).collect(),
        };
        let inputs = inputs.iter().map(|input| digest(input)).collect();
        WorkPlan::new("extreme", digest(context), inputs, units.iter().map(unit).collect())
    }

    fn identities(plan: Result<WorkPlan, PlanError>) -> Vec<UnitId> {
        plan.expect("it is one").units().map(|(identity, _)| identity).collect()
    }

    #[test]
    fn a_unit_is_another_where_something_is_that_it_depends_on() {
        let as_it_is = || plan("1", &["s", "t"], &[("a", &["0"], &[0, 1]), ("b", &["0"], &[1])]);
        let before = identities(as_it_is());
        assert_eq!(identities(as_it_is()), before);
        let same = |after| identities(after).iter().zip(&before).map(|(one, other)| one == other).collect::<Vec<_>>();
        let others = plan("2", &["s", "t"], &[("a", &["0"], &[0, 1]), ("b", &["0"], &[1])]);
        assert_eq!(same(others), [false, false], "the context");
        let others = plan("1", &["u", "t"], &[("a", &["0"], &[0, 1]), ("b", &["0"], &[1])]);
        assert_eq!(same(others), [false, true], "an input");
        let others = plan("1", &["s", "t"], &[("a", &["0"], &[0, 1]), ("b", &["0", "1"], &[1])]);
        assert_eq!(same(others), [true, false], "a part");
        let others = plan("1", &["s", "t"], &[("c", &["0"], &[0, 1]), ("b", &["0"], &[])]);
        assert_eq!(same(others), [false, false], "a name, and the list of inputs");
    }

    #[test]
    fn where_units_and_inputs_are_in_a_plan_does_not_matter() {
        let one = identities(plan("1", &["s", "t"], &[("a", &["0"], &[0, 1]), ("b", &["0"], &[1])]));
        let other = identities(plan("1", &["t", "x", "s"], &[("b", &["0"], &[0]), ("a", &["0"], &[0, 2, 0])]));
        assert_eq!(one, [other[1], other[0]]);
    }

    #[test]
    fn a_plan_is_read_as_it_was_written_and_identities_are_never_believed() {
        let plan = plan("1", &["s"], &[("a", &["0"], &[0])]).expect("it is one");
        let text = serde_json::to_string(&plan).expect("it can be written");
        assert_eq!(serde_json::from_str::<WorkPlan>(&text).expect("it can be read"), plan);
        let (identity, _) = plan.units().next().expect("there is one");
        assert!(!text.contains(&identity.to_string()), "{text}");
        let other = serde_json::from_str::<WorkPlan>(&text.replace("\"a\"", "\"b\"")).expect("it can be read");
        assert_eq!(other.index(identity), None);
    }

    #[test]
    fn what_is_no_plan_is_refused() {
        let twice = plan("1", &["s"], &[("a", &["0"], &[0]), ("a", &["0"], &[0])]);
        assert_eq!(twice, Err(PlanError::Twice("a".to_owned())));
        assert_eq!(plan("1", &["s"], &[("a", &["0"], &[1])]), Err(PlanError::NoInput("a".to_owned())));
        let text = r#"{"analysis":"extreme","context":"00000000000000000000000000000000","inputs":[],
            "units":[{"name":"a","parts":[],"inputs":[7]}]}"#;
        let error = serde_json::from_str::<WorkPlan>(text).expect_err("there is no such input");
        assert!(error.to_string().contains("`a` depends on what the plan does not have"), "{error}");
    }
}
