//! Instances as JSON: for each relation its tuples, as arrays of atom names; traces as their states.

use super::View;
use serde_json::{Map, Value, json};

/// The document of an instance. A trace has the documents of its `states`, and the number of the state to which the last
/// one leads `back`.
pub fn document(view: &View) -> Value {
    if !view.run.is_trace {
        return of_state(view);
    }
    let states: Vec<Value> = view.states().iter().map(of_state).collect();
    json!({ "states": states, "back": view.run.back(view.instance) })
}

fn of_state(view: &View) -> Value {
    let entry = |(_, name, value)| (name, Value::from(rows(view, value)));
    Value::Object(view.relations().into_iter().map(entry).collect::<Map<_, _>>())
}

fn rows(view: &View, value: &crate::relational::TupleSet) -> Vec<Value> {
    view.rows(value).into_iter().map(Value::from).collect()
}
