//! Suggestions in words.

use super::inquiry::Observed;
use crate::classfile::ClassName;
use crate::worker::protocol::{Shown, ShownKind};

/// What is asked for, as source has it: `list.getVersion()`.
pub(super) fn expression(observed: &Observed) -> String {
    observed.chain.iter().fold(observed.expression.clone(), |before, member| {
        let call = if member.descriptor.is_empty() { "" } else { "()" };
        format!("{before}.{}{call}", member.name)
    })
}

/// The place after which it is asked for: `VersionedSetTest:14`.
pub(super) fn place(observed: &Observed) -> String {
    let class = ClassName::internal(&observed.class).to_binary();
    format!("{}:{}", simple(&class), observed.line)
}

/// A value as Java writes it, as far as it does.
pub(super) fn value(shown: &Shown) -> String {
    let parts = || shown.parts.iter().map(value).collect::<Vec<_>>().join(", ");
    match (shown.kind, shown.class.as_str()) {
        (ShownKind::Null, _) => "null".to_owned(),
        (ShownKind::Number, "long") => format!("{}L", shown.text),
        (ShownKind::Number, "float") => format!("{}f", shown.text),
        (ShownKind::Number, "char") => format!("{:?}", shown.text.chars().next().unwrap_or_default()),
        (ShownKind::Number, ty @ ("byte" | "short")) => format!("({ty}) {}", shown.text),
        (ShownKind::Truth | ShownKind::Number, _) => shown.text.clone(),
        (ShownKind::Text, _) => format!("{:?}", shown.text),
        (ShownKind::Constant, class) => format!("{}.{}", simple(class), shown.text),
        (ShownKind::Array, element) => format!("{element}[] {{{}}}", parts()),
        (ShownKind::List, _) => format!("[{}]", parts()),
        (ShownKind::Thrown, class) => format!("throws {}", simple(class)),
        (ShownKind::Object, _) => "an object".to_owned(),
    }
}

fn simple(class: &str) -> &str {
    class.rsplit(['.', '$']).next().unwrap_or(class)
}
