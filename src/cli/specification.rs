//! Reads a specification and shows what is wrong with it.

use super::{Exit, print};
use crate::diagnostic::{self, Diagnostic, Source, Style};
use crate::resolve::{self, Generate, Module, Program};
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};

/// The largest specification that is read, in bytes.
const MAX_BYTES: u64 = 16 << 20;

/// A specification that was read.
pub(super) struct Specification {
    /// What was read: the file, then the modules that it opens.
    pub(super) sources: Vec<Source>,
    pub(super) module: Module,
}

impl Specification {
    /// The path as it was given.
    pub(super) fn name(&self) -> &str {
        &self.sources[0].name
    }

    /// The text of the file.
    pub(super) fn text(&self) -> &str {
        &self.sources[0].text
    }
}

/// Reads and checks a file; prints every message. On failure says how the run ends.
pub(super) fn read(path: &Path) -> Result<Specification, Exit> {
    resolve(open(path)?)
}

/// Reads a file; says why if that fails.
pub(super) fn open(path: &Path) -> Result<Source, Exit> {
    load(path).map_err(|message| {
        print::message(format_args!("error: {message}"));
        Exit::Usage
    })
}

/// A text with the modules that it opens, counted from the path that is its name; with the messages.
fn program(source: Source) -> (Program, Vec<Diagnostic>) {
    let path = PathBuf::from(&source.name);
    Program::read(source, &mut |root, module| opened(&path, root, module))
}

/// What a text with the modules that it opens means, if it has no error, and all messages about it.
pub(super) fn checked(source: Source) -> (Option<Specification>, Vec<Source>, Vec<Diagnostic>) {
    let (program, mut diagnostics) = program(source);
    let (module, more) = resolve::resolve(&program);
    diagnostics.extend(more);
    let sources = program.sources().to_vec();
    let module = module.filter(|_| !diagnostic::any_error(&diagnostics));
    (module.map(|module| Specification { sources: sources.clone(), module }), sources, diagnostics)
}

/// Checks a text; prints every message. On failure says how the run ends.
pub(super) fn resolve(source: Source) -> Result<Specification, Exit> {
    let (specification, sources, diagnostics) = checked(source);
    show(&sources, &diagnostics);
    specification.ok_or(Exit::Usage)
}

/// The file of a module. A root that calls itself `a/b` lies in a folder `a`, and module names count from where that is.
fn opened(path: &Path, root: Option<&str>, module: &str) -> Result<Option<Source>, String> {
    let levels = root.map_or(1, |name| name.split('/').count());
    let mut base = std::path::absolute(path).map_err(|error| error.to_string())?;
    for _ in 0..levels {
        base.pop();
    }
    let beside = path.parent().unwrap_or(Path::new("."));
    for folder in [base.as_path(), beside] {
        for extension in ["spec", "als"] {
            let file = folder.join(module).with_extension(extension);
            if file.is_file() {
                return load(&file).map(Some);
            }
        }
    }
    Ok(None)
}

/// The text of a file.
pub(super) fn load(path: &Path) -> Result<Source, String> {
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

/// The text of standard input; says why if it cannot be read.
pub(super) fn standard_input() -> Result<Source, Exit> {
    let mut text = String::new();
    let read =
        std::io::stdin().take(MAX_BYTES + 1).read_to_string(&mut text).and_then(|size| match size as u64 > MAX_BYTES {
            true => Err(std::io::Error::other(format!("a specification has at most {MAX_BYTES} bytes"))),
            false => Ok(Source::new("<stdin>", text)),
        });
    read.map_err(|error| print::refusal(format_args!("cannot read standard input: {error}")))
}

/// Prints messages to standard error.
pub(super) fn show(sources: &[Source], diagnostics: &[Diagnostic]) {
    if diagnostics.is_empty() {
        return;
    }
    let coloured = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let style = if coloured { Style::Coloured } else { Style::Plain };
    let text = diagnostic::render(sources, diagnostics, style);
    print::message(text.strip_suffix('\n').unwrap_or(&text));
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == diagnostic::Severity::Error).count();
    if errors > 0 {
        let plural = if errors == 1 { "" } else { "s" };
        print::message(format_args!("{errors} error{plural} in `{}`", sources[0].name));
    }
}

/// The `generate` paragraph of a name, or the first one.
pub(super) fn paragraph<'m>(specification: &'m Specification, name: Option<&str>) -> Result<&'m Generate, Exit> {
    let all = &specification.module.generates;
    let found = match name {
        Some(name) => all.iter().find(|generate| generate.name == name),
        None => all.first(),
    };
    found.ok_or_else(|| {
        let file = &specification.name();
        match name {
            _ if all.is_empty() => {
                print::message(format_args!("error: `{file}` has no `generate` paragraph"));
                print::message(format_args!(
                    "help: add one, for instance `generate Tree satisfying repOk for 5 {{ key in 0 .. scope }}`"
                ));
            }
            Some(name) => {
                let names: Vec<String> = all.iter().map(|generate| format!("`{}`", generate.name)).collect();
                print::message(format_args!("error: `{file}` has no `generate` paragraph named `{name}`"));
                print::message(format_args!("help: there is {}", names.join(", ")));
            }
            None => {}
        }
        Exit::Usage
    })
}
