//! Reads a specification and shows what is wrong with it.

use super::terminal::Terminal;
use super::{Exit, print};
use crate::app::{Diagnosed, specification};
use crate::diagnostic::{Diagnostic, Source};
use crate::resolve::Generate;
use std::path::Path;

pub(super) use crate::app::specification::Specification;

/// Reads and checks a file; prints every message. On failure says how the run ends.
pub(super) fn read(path: &Path) -> Result<Specification, Exit> {
    let terminal = Terminal::new(false);
    specification::read(path, &terminal.caller()).map_err(|failure| terminal.fail(&failure))
}

/// Prints messages to standard error.
pub(super) fn show(sources: &[Source], diagnostics: &[Diagnostic]) {
    if !diagnostics.is_empty() {
        print::part(&Diagnosed { sources: sources.to_vec(), diagnostics: diagnostics.to_vec() }.into());
    }
}

/// The `generate` paragraph of a name, or the first one.
pub(super) fn paragraph<'m>(specification: &'m Specification, name: Option<&str>) -> Result<&'m Generate, Exit> {
    specification::paragraph(specification, name).map_err(|failure| Terminal::new(false).fail(&failure))
}
