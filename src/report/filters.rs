//! What templates do to texts.

/// A sentence as HTML, with what is in backticks as code.
#[askama::filter_fn]
pub(super) fn code(text: &str, _: &dyn askama::Values) -> askama::Result<String> {
    Ok(crate::markup::code(text))
}
