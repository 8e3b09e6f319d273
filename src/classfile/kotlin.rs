//! What Kotlin's compiler puts into classes that nobody wrote.

use super::instruction::{Invoke, InvokeKind, Operation};
use cafebabe::attributes::{AttributeData, AttributeInfo, CodeData};

/// How many operations at the start of a body only check that parameters are not null.
pub(super) fn parameter_checks(operations: &[&Operation]) -> usize {
    let is_check = |check: &[&Operation]| match check {
        [Operation::Load(..), Operation::Push(_), Operation::Invoke(Invoke { kind: InvokeKind::Static, method })] => {
            method.owner == "kotlin/jvm/internal/Intrinsics"
                && ["checkNotNullParameter", "checkParameterIsNotNull"].contains(&&*method.name)
        }
        _ => false,
    };
    3 * operations.chunks(3).take_while(|check| is_check(check)).count()
}

/// Whether a method is an inline function: what is called is a copy of its body, at every place that calls it.
pub(super) fn is_inline(method: &str, code: &CodeData<'_>) -> bool {
    let mark = format!("$i$f${method}");
    code.attributes.iter().any(|attribute| match &attribute.data {
        AttributeData::LocalVariableTable(variables) => variables.iter().any(|variable| variable.name == mark.as_str()),
        _ => false,
    })
}

/// The last line of the source file, as far as it can be told: greater numbers stand for lines of functions that were
/// inlined from elsewhere.
pub(super) fn last_line(class: &[AttributeInfo<'_>]) -> Option<u16> {
    let map = class.iter().find_map(|attribute| match &attribute.data {
        AttributeData::SourceDebugExtension(map) => Some(map),
        _ => None,
    })?;
    // The format is that of JSR 45; the first entry maps the file's own lines to themselves: `1#1,62:1`.
    let (_, entries) = map.split_once("\n*L\n1#1,")?;
    entries.split_once(":1\n")?.0.parse().ok()
}
