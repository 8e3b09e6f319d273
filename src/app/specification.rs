//! Reads specifications.

use super::{Caller, Failure};
use crate::diagnostic::{self, Diagnostic, Source};
use crate::resolve::{self, Generate, Module, Program};
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
    let path = PathBuf::from(&source.name);
    let (program, mut diagnostics) = Program::read(source, &mut |root, module| opened(&path, root, module, unsaved));
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

/// The file of a module. A root that calls itself `a/b` lies in a folder `a`, and module names count from where that is.
pub(super) fn opened(
    path: &Path,
    root: Option<&str>,
    module: &str,
    unsaved: &Unsaved<'_>,
) -> Result<Option<Source>, String> {
    let levels = root.map_or(1, |name| name.split('/').count());
    let mut base = std::path::absolute(path).map_err(|error| error.to_string())?;
    for _ in 0..levels {
        base.pop();
    }
    let beside = path.parent().unwrap_or(Path::new("."));
    for folder in [base.as_path(), beside] {
        for extension in ["spec", "als"] {
            let file = folder.join(module).with_extension(extension);
            if let Some(text) = unsaved(&file) {
                return Ok(Some(Source::new(file.display().to_string(), text)));
            }
            if file.is_file() {
                return load(&file).map(Some);
            }
        }
    }
    Ok(None)
}

/// The text of a file.
fn load(path: &Path) -> Result<Source, String> {
    let name = path.display().to_string();
    let describe = |error: std::io::Error| format!("cannot read `{name}`: {error}");
    let size = std::fs::metadata(path).map_err(describe)?.len();
    if size > MAX_BYTES {
        return Err(format!("`{name}` has {size} bytes; a specification has at most {MAX_BYTES}"));
    }
    let bytes = std::fs::read(path).map_err(describe)?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Source::new(name, text)),
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            Err(format!("`{name}` is not UTF-8 text: see byte {valid}"))
        }
    }
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
