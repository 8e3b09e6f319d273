//! The standard modules that every specification can open, by the names that Alloy gives them.
//!
//! Their texts lie in `modules/` as plain Alloy, and are part of the program.

/// The text of a standard module, such as `util/ordering`.
pub fn library(name: &str) -> Option<&'static str> {
    MODULES.iter().find(|module| module.0 == name).map(|module| module.1)
}

/// Every standard module: its name and its text.
pub const MODULES: &[(&str, &str)] = &[
    ("util/boolean", include_str!("../../modules/util/boolean.als")),
    ("util/graph", include_str!("../../modules/util/graph.als")),
    ("util/integer", include_str!("../../modules/util/integer.als")),
    ("util/natural", include_str!("../../modules/util/natural.als")),
    ("util/ordering", include_str!("../../modules/util/ordering.als")),
    ("util/relation", include_str!("../../modules/util/relation.als")),
    ("util/seqrel", include_str!("../../modules/util/seqrel.als")),
    ("util/sequence", include_str!("../../modules/util/sequence.als")),
    ("util/sequniv", include_str!("../../modules/util/sequniv.als")),
    ("util/ternary", include_str!("../../modules/util/ternary.als")),
    ("util/time", include_str!("../../modules/util/time.als")),
];
