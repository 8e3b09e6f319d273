//! Instances as JSON: for each relation its tuples, as arrays of atom names.

use super::View;
use serde_json::{Map, Value};

/// The document of an instance.
pub fn document(view: &View) -> Value {
    let entry = |(_, name, value)| (name, Value::from(rows(view, value)));
    Value::Object(view.relations().into_iter().map(entry).collect::<Map<_, _>>())
}

fn rows(view: &View, value: &crate::relational::TupleSet) -> Vec<Value> {
    view.rows(value).into_iter().map(Value::from).collect()
}
