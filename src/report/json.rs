//! Everything that was found, as one JSON object: what an analysis says in its own form, with what all of them say.

use super::Report;
use serde_json::{Value, json};

pub(super) fn object(report: &Report) -> Value {
    let mut object = report.document.object.clone();
    object.insert("version".to_owned(), report.document.version.into());
    object.insert("tool".to_owned(), json!({ "name": "fex", "version": env!("CARGO_PKG_VERSION") }));
    Value::Object(object)
}
