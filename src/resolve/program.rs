//! A file together with the modules that it opens, directly and indirectly: what is checked as one.

use super::library::{MODULES, library};
use super::openings::implied;
use crate::diagnostic::{Diagnostic, FileId, Help, Source, Span, closest};
use crate::syntax;
use crate::syntax::tree::{self, Paragraph};
use std::collections::BTreeMap;

/// A file and all modules that it needs. The sources and the files correspond; the first one is the root.
#[derive(Debug, Clone)]
pub struct Program {
    sources: Vec<Source>,
    files: Vec<tree::File>,
    /// Of each file with syntax errors, as much as can be understood all the same.
    guesses: Vec<Option<tree::File>>,
    /// Whether a text is a standard module, which belongs to fex.
    standard: Vec<bool>,
    /// The file of each module that is opened, by the name it is opened with.
    modules: BTreeMap<String, FileId>,
}

/// How a module is found: given the name that the root has for itself and the name of the module that is opened, its
/// text with the name under which messages mention it; nothing where there is no such file, or why it cannot be read.
pub type Reader<'r> = dyn FnMut(Option<&str>, &str) -> Result<Option<Source>, String> + 'r;

impl Program {
    /// A program of one file, which opens standard modules at most. The messages are those of the syntax, and of
    /// modules that are not found.
    pub fn new(root: Source) -> (Program, Vec<Diagnostic>) {
        Program::read(root, &mut |_, _| Ok(None))
    }

    /// A file with the modules that it opens; a standard module is taken where `reader` finds none of its name.
    pub fn read(root: Source, reader: &mut Reader<'_>) -> (Program, Vec<Diagnostic>) {
        let mut program = Program {
            sources: Vec::new(),
            files: Vec::new(),
            guesses: Vec::new(),
            standard: Vec::new(),
            modules: BTreeMap::new(),
        };
        let mut diagnostics = program.add(root, false);
        let own_name = program.files[0].module.as_ref().map(|module| module.name.text.clone());
        let mut next = 0;
        while next < program.files.len() {
            for (name, span) in opened(&program.files[next]) {
                diagnostics.extend(program.open(own_name.as_deref(), &name, span, reader));
            }
            // What is not whole opens modules for those only who want to know as much as can be understood.
            for (name, span) in program.guesses[next].as_ref().map(opened).unwrap_or_default() {
                program.open(own_name.as_deref(), &name, span, reader);
            }
            next += 1;
        }
        program.check_acyclic(&mut diagnostics);
        (program, diagnostics)
    }

    /// Adds a text, and returns the messages of its syntax.
    fn add(&mut self, source: Source, is_standard: bool) -> Vec<Diagnostic> {
        let source = source.after(&self.sources);
        let (file, messages) = syntax::parse(&source);
        self.guesses.push(file.incomplete.then(|| syntax::tolerant(&source)));
        self.files.push(file);
        self.standard.push(is_standard);
        self.sources.push(source);
        messages
    }

    /// Reads a module unless it was read before, and returns the messages about it.
    fn open(&mut self, root: Option<&str>, name: &str, span: Span, reader: &mut Reader<'_>) -> Vec<Diagnostic> {
        if self.modules.contains_key(name) {
            return Vec::new();
        }
        let (source, is_standard) = match reader(root, name) {
            Ok(Some(source)) => (Some(source), false),
            Ok(None) => (library(name).map(|text| Source::new(format!("{name}.als"), text)), true),
            Err(message) => {
                let message = format!("module `{name}` cannot be read: {message}");
                return vec![Diagnostic::error(span, message).label("opened here")];
            }
        };
        let Some(source) = source else { return vec![unknown_module(name, span)] };
        if source.text == self.sources[0].text {
            // The root itself: it stays one file, so that its circle is reported once.
            self.modules.insert(name.to_owned(), FileId::ROOT);
            return Vec::new();
        }
        self.modules.insert(name.to_owned(), FileId(self.files.len() as u32));
        self.add(source, is_standard)
    }

    /// The texts, the root's first.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The trees, the root's first.
    pub fn files(&self) -> &[tree::File] {
        &self.files
    }

    /// The trees, with as much as can be understood of those that are not whole.
    pub fn guesses(&self) -> impl Iterator<Item = &tree::File> {
        self.guesses.iter().zip(&self.files).map(|(guess, file)| guess.as_ref().unwrap_or(file))
    }

    /// Whether every file is whole.
    pub fn is_whole(&self) -> bool {
        self.guesses.iter().all(Option::is_none)
    }

    /// Whether a text is a standard module, which belongs to fex.
    pub fn is_standard(&self, file: FileId) -> bool {
        self.standard[file.index()]
    }

    /// The file of a module, by the name it is opened with.
    pub fn module(&self, name: &str) -> Option<FileId> {
        self.modules.get(name).copied()
    }

    /// Reports modules that open each other in a circle, and takes the openings of one of them away.
    fn check_acyclic(&mut self, diagnostics: &mut Vec<Diagnostic>) {
        for start in 0..self.files.len() {
            if !self.is_whole() && self.circle(start, &self.guesses().collect::<Vec<_>>()).is_some() {
                let mut guess = self.guesses[start].clone().unwrap_or_else(|| self.files[start].clone());
                guess.paragraphs.retain(|paragraph| !matches!(paragraph, Paragraph::Open(_)));
                self.guesses[start] = Some(guess);
            }
            let Some(circle) = self.circle(start, &self.files.iter().collect::<Vec<_>>()) else { continue };
            diagnostics.push(match circle.as_slice() {
                [(_, span)] => Diagnostic::error(*span, "this module opens itself")
                    .label("it is this one")
                    .help("remove the line: what a module declares is visible in it anyway"),
                [(name, first), others @ ..] => others.iter().fold(
                    Diagnostic::error(*first, "modules open each other in a circle")
                        .label(format!("`{name}` leads back to this file"))
                        .help("move what several of them need into a module of its own"),
                    |diagnostic, (name, span)| diagnostic.and(*span, format!("and opens `{name}`")),
                ),
                [] => continue,
            });
            let file = &mut self.files[start];
            file.paragraphs.retain(|paragraph| !matches!(paragraph, Paragraph::Open(_)));
            // Names that are missing now are the fault of the circle.
            file.lost_words.insert("open".to_owned());
        }
    }

    /// The openings on a way from a file back to it, through files that were read after it only: the circles through
    /// files that were read before are found from there.
    fn circle(&self, start: usize, files: &[&tree::File]) -> Option<Vec<(String, Span)>> {
        let mut seen = vec![false; files.len()];
        let mut ways = vec![(start, Vec::new())];
        while let Some((file, way)) = ways.pop() {
            for (name, span) in opened(files[file]) {
                let Some(target) = self.module(&name).map(FileId::index) else { continue };
                let mut longer = way.clone();
                longer.push((name, span));
                if target == start {
                    return Some(longer);
                }
                if target > start && !std::mem::replace(&mut seen[target], true) {
                    ways.push((target, longer));
                }
            }
        }
        None
    }
}

fn unknown_module(name: &str, span: Span) -> Diagnostic {
    let standard = MODULES.iter().map(|module| module.0);
    let last = |name: &'static str| name.rsplit('/').next().unwrap_or(name);
    let help = match closest(name, standard.clone()).or_else(|| standard.clone().find(|module| last(module) == name)) {
        Some(similar) => Help::did_you_mean(similar),
        None => "modules lie beside this file as their names say (`a/b` is `a/b.als` or `a/b.spec`), or are standard: \
                 `util/ordering`, `util/relation`, …"
            .into(),
    };
    Diagnostic::error(span, format!("there is no module `{name}`"))
        .label("neither a file beside this one nor a standard module")
        .help(help)
}

/// The modules that a file opens, with the places of their names.
fn opened(file: &tree::File) -> Vec<(String, Span)> {
    let mut names: Vec<_> = file
        .paragraphs
        .iter()
        .filter_map(|paragraph| match paragraph {
            Paragraph::Open(open) => Some((open.module.text.clone(), open.module.span())),
            _ => None,
        })
        .collect();
    names.extend(implied(file).into_iter().map(|implied| (implied.module.to_owned(), implied.span)));
    names
}
