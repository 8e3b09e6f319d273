//! Reads specifications.

use super::{Caller, Failure, alloy_models};
use crate::diagnostic::{self, Diagnostic, Source};
use crate::resolve::{self, Generate, Module, Opener, Program};
use itertools::Itertools;
use std::path::{Path, PathBuf};

/// The largest specification that is read, in bytes.
pub const MAX_BYTES: u64 = 16 << 20;

/// A specification that was read.
pub struct Specification {
    /// What was read: the file, then the modules that it opens.
    pub sources: Vec<Source>,
    /// What it means.
    pub module: Module,
}

impl Specification {
    /// The path as it was given.
    pub fn name(&self) -> &str {
        &self.sources[0].name
    }

    /// The text of the file.
    pub fn text(&self) -> &str {
        &self.sources[0].text
    }
}

/// Reads and checks a file; the caller hears of warnings.
pub fn read(path: &Path, caller: &Caller) -> Result<Specification, Failure> {
    resolve(open(path)?, caller)
}

/// Reads a file.
pub fn open(path: &Path) -> Result<Source, Failure> {
    load(path).map_err(Failure::usage)
}

/// The text that takes the place of a file: one that an editor has not saved.
pub type Unsaved<'u> = dyn Fn(&Path) -> Option<String> + 'u;

/// What a text with the modules that it opens means, if it has no error, and all messages about it. Modules lie where the path that is
/// its name says.
pub fn checked(source: Source) -> (Option<Specification>, Vec<Source>, Vec<Diagnostic>) {
    checked_with(source, &|_| None)
}

/// The same where some files are not saved.
pub(super) fn checked_with(
    source: Source,
    unsaved: &Unsaved<'_>,
) -> (Option<Specification>, Vec<Source>, Vec<Diagnostic>) {
    let (program, mut diagnostics) = Program::read(source, &mut |opener, module| opened(opener, module, unsaved));
    let (module, more) = resolve::resolve(&program);
    diagnostics.extend(more);
    let sources = program.sources().to_vec();
    let module = module.filter(|_| !diagnostic::any_error(&diagnostics));
    (module.map(|module| Specification { sources: sources.clone(), module }), sources, diagnostics)
}

/// Checks a text; the caller hears of warnings.
pub fn resolve(source: Source, caller: &Caller) -> Result<Specification, Failure> {
    let (specification, sources, diagnostics) = checked(source);
    match specification {
        Some(specification) => {
            caller.diagnose(&sources, diagnostics);
            Ok(specification)
        }
        None => Err(Failure::diagnosed(&sources, diagnostics)),
    }
}

/// The file of a module, where Alloy looks for it: the names of the opening module and of the one that it opens begin with
/// the same folders, or count from the folder in which those of the opening one begin. Last, Alloy's own models are looked through.
pub(super) fn opened(opener: Opener<'_>, module: &str, unsaved: &Unsaved<'_>) -> Result<Option<Source>, String> {
    let (mut own, mut name) = (opener.module.unwrap_or_default(), module);
    while let (Some((folder, below)), Some((other, rest))) = (own.split_once('/'), name.split_once('/'))
        && folder == other
    {
        (own, name) = (below, rest);
    }
    let Some(folder) = above(Path::new(opener.source), own.split('/').count()) else {
        return Ok(alloy_models::model(module));
    };
    for extension in ["spec", "als"] {
        let file = folder.join(name).with_extension(extension);
        if let Some(text) = unsaved(&file) {
            return Ok(Some(Source::new(file.display().to_string(), text)));
        }
        if file.is_file() {
            return load(&file).map(Some);
        }
    }
    Ok(alloy_models::model(module))
}

/// The folder so many levels above a file, as the path of the file is written if that leads there; none beyond the root.
fn above(path: &Path, levels: usize) -> Option<PathBuf> {
    let canonical = |path: &Path| path.canonicalize().or_else(|_| std::path::absolute(path)).ok();
    let whole = canonical(path)?;
    let folder = whole.ancestors().nth(levels)?;
    let leads_there = |written: &&Path| canonical(&Path::new(".").join(written)).as_deref() == Some(folder);
    Some(path.ancestors().nth(levels).filter(leads_there).unwrap_or(folder).to_owned())
}

/// The text of a file.
fn load(path: &Path) -> Result<Source, String> {
    let name = path.display().to_string();
    let describe = |error: std::io::Error| format!("cannot read `{name}`: {error}");
    let size = std::fs::metadata(path).map_err(describe)?.len();
    if size > MAX_BYTES {
        return Err(format!("`{name}` has {size} bytes; a specification has at most {MAX_BYTES}"));
    }
    std::fs::read(path).map(|bytes| Source::decoded(name.as_str(), bytes)).map_err(describe)
}

/// The `generate` paragraph of a name, or the first one.
pub fn paragraph<'m>(specification: &'m Specification, name: Option<&str>) -> Result<&'m Generate, Failure> {
    let all = &specification.module.generates;
    let found = match name {
        Some(name) => all.iter().find(|generate| generate.name == name),
        None => all.first(),
    };
    found.ok_or_else(|| {
        let file = specification.name();
        match name {
            Some(name) if !all.is_empty() => {
                let names = all.iter().map(|generate| format!("`{}`", generate.name)).join(", ");
                Failure::usage(format_args!("`{file}` has no `generate` paragraph named `{name}`"))
                    .help(format_args!("there is {names}"))
            }
            _ => Failure::usage(format_args!("`{file}` has no `generate` paragraph"))
                .help("add one, for instance `generate Tree satisfying repOk for 5 { key in 0 .. scope }`"),
        }
    })
}
