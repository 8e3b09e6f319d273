//! A file together with the modules that it opens, directly and indirectly: what is checked as one.

use super::library::{MODULES, library};
use super::openings::{INTEGERS, implied};
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
    /// Of each file the files of the modules that it opens, by the names it opens them with.
    modules: Vec<BTreeMap<String, FileId>>,
}

/// A file that opens a module.
#[derive(Debug, Clone, Copy)]
pub struct Opener<'o> {
    /// The name of its text.
    pub source: &'o str,
    /// The name that it has for itself.
    pub module: Option<&'o str>,
}

/// How a module is found: given the file that opens it and the name of the module, its text with a name, which is that
/// of no other text; nothing where there is no such file, or why it cannot be read.
pub type Reader<'r> = dyn FnMut(Opener<'_>, &str) -> Result<Option<Source>, String> + 'r;

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
            modules: Vec::new(),
        };
        let mut diagnostics = program.add(root, false);
        let mut next = 0;
        while next < program.files.len() {
            let opener = FileId(next as u32);
            for (name, span) in program.opened(opener, &program.files[next]) {
                diagnostics.extend(program.open(opener, &name, span, reader));
            }
            // What is not whole opens modules for those only who want to know as much as can be understood.
            let guessed = program.guesses[next].as_ref().map(|guess| program.opened(opener, guess));
            for (name, span) in guessed.unwrap_or_default() {
                program.open(opener, &name, span, reader);
            }
            next += 1;
        }
        program.check_acyclic(&mut diagnostics);
        (program, diagnostics)
    }

    /// Adds a text, and returns the messages of its syntax.
    fn add(&mut self, source: Source, is_standard: bool) -> Vec<Diagnostic> {
        let source = source.after(&self.sources);
        let (file, mut messages) = syntax::parse(&source);
        messages.extend(foreign(&source));
        self.guesses.push(file.incomplete.then(|| syntax::tolerant(&source)));
        self.files.push(file);
        self.standard.push(is_standard);
        self.modules.push(BTreeMap::new());
        self.sources.push(source);
        messages
    }

    /// Reads a module unless it was read before, and returns the messages about it. What standard modules open is standard.
    fn open(&mut self, opener: FileId, name: &str, span: Span, reader: &mut Reader<'_>) -> Vec<Diagnostic> {
        if self.module(opener, name).is_some() {
            return Vec::new();
        }
        let module = self.files[opener.index()].module.as_ref().map(|module| module.name.text.as_str());
        let by = Opener { source: &self.sources[opener.index()].name, module };
        let found = if self.is_standard(opener) { Ok(None) } else { reader(by, name) };
        let (source, is_standard) = match found {
            Ok(Some(source)) => (Some(source), false),
            Ok(None) => (library(name).map(|text| Source::new(format!("{name}.als"), text)), true),
            Err(message) => {
                let message = format!("module `{name}` cannot be read: {message}");
                return vec![Diagnostic::error(span, message).label("opened here")];
            }
        };
        let Some(source) = source else { return vec![unknown_module(name, span)] };
        let mut texts = self.sources.iter().zip(&self.standard);
        let known = texts.position(|(other, standard)| other.name == source.name && *standard == is_standard);
        let file = FileId(known.unwrap_or(self.files.len()) as u32);
        self.modules[opener.index()].insert(name.to_owned(), file);
        if known.is_some() { Vec::new() } else { self.add(source, is_standard) }
    }

    /// The modules that a file opens, with the places of their names, as a tree of it has them.
    fn opened(&self, opener: FileId, file: &tree::File) -> Vec<(String, Span)> {
        let mut names: Vec<_> = file
            .paragraphs
            .iter()
            .filter_map(|paragraph| match paragraph {
                Paragraph::Open(open) => Some((open.module.text.clone(), open.module.span())),
                _ => None,
            })
            .collect();
        // What stands nowhere is at the start of the file.
        let place = |span: Span| Span { file: opener, ..span };
        let implied = implied(file, self.is_of_integers(opener, file));
        names.extend(implied.into_iter().map(|implied| (implied.module.to_owned(), place(implied.span))));
        names
    }

    /// Whether a file is the module of integers, which does not open itself: Alloy looks at where the file lies. What a name
    /// without folders leaves open, the module says itself.
    pub(super) fn is_of_integers(&self, id: FileId, file: &tree::File) -> bool {
        let name = self.sources[id.index()].name.replace('\\', "/");
        let says = || file.module.as_ref().is_some_and(|module| module.name.text == INTEGERS);
        match name.strip_suffix("integer.als").or(name.strip_suffix("integer.spec")) {
            Some("" | "./" | "../") => says(),
            Some(folder) => folder.ends_with("util/"),
            None => false,
        }
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

    /// The file of a module, by the name that a file opens it with.
    pub fn module(&self, opener: FileId, name: &str) -> Option<FileId> {
        self.modules[opener.index()].get(name).copied()
    }

    /// Whether some file opens a file by this name.
    pub(super) fn opens(&self, name: &str, file: FileId) -> bool {
        self.modules.iter().any(|modules| modules.get(name) == Some(&file))
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
            diagnostics.push(self.circular(start, &circle));
            // Names that are missing now are the fault of the circle.
            let file = &mut self.files[start];
            file.paragraphs.retain(|paragraph| !matches!(paragraph, Paragraph::Open(_)));
            file.lost_words.insert("open".to_owned());
            self.modules[start].retain(|name, _| name != INTEGERS || !circle.iter().any(|(open, _)| open == INTEGERS));
        }
    }

    /// Says what is wrong with a circle that starts at a file.
    fn circular(&self, start: usize, circle: &[(String, Span)]) -> Diagnostic {
        let is_implied = |(name, span): &(String, Span)| name == INTEGERS && span.end == 0;
        match circle {
            [only] if is_implied(only) => Diagnostic::error(only.1, "this module opens itself")
                .label(format!("every module opens `{INTEGERS}`, and from here that is this file"))
                .help("put it into a folder `util`, or take it away: fex has a module of that name"),
            [(_, span)] => Diagnostic::error(*span, "this module opens itself")
                .label("it is this one")
                .help("remove the line: what a module declares is visible in it anyway"),
            _ => {
                let label = |one: &(String, Span)| match is_implied(one) {
                    true => format!("every module opens `{INTEGERS}`"),
                    false => format!("opens `{}`", one.0),
                };
                let name = &self.sources[start].name;
                let (message, first) = ("modules open each other in a circle", &circle[0]);
                let diagnostic = Diagnostic::error(first.1, message)
                    .label(format!("{}, which leads back to `{name}`", label(first)))
                    .help("move what several of them need into a module of its own");
                circle[1..]
                    .iter()
                    .fold(diagnostic, |diagnostic, one| diagnostic.and(one.1, format!("and {}", label(one))))
            }
        }
    }

    /// The openings on a way from a file back to it, through files that were read after it only: the circles through
    /// files that were read before are found from there.
    fn circle(&self, start: usize, files: &[&tree::File]) -> Option<Vec<(String, Span)>> {
        let mut seen = vec![false; files.len()];
        let mut ways = vec![(start, Vec::new())];
        while let Some((file, way)) = ways.pop() {
            let opener = FileId(file as u32);
            for (name, span) in self.opened(opener, files[file]) {
                let Some(target) = self.module(opener, &name).map(FileId::index) else { continue };
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

/// The folders of Alloy's jar, below `models`, in which it finds modules besides those of `util`.
const MODELS_OF_ALLOY: [&str; 2] = ["book/", "examples/"];

/// Whether a module may be one of the models in Alloy's jar.
pub fn is_model_of_alloy(name: &str) -> bool {
    MODELS_OF_ALLOY.iter().any(|folder| name.starts_with(folder))
}

/// Warns of a text that is not UTF-8.
fn foreign(source: &Source) -> Option<Diagnostic> {
    let start = source.foreign? as usize;
    let end = start + source.text[start..].chars().next()?.len_utf8();
    let warning = Diagnostic::warning(Span::within(source.file, start..end), "this text is not UTF-8");
    let help = "save it as UTF-8: `iconv -f ISO-8859-1 -t UTF-8` turns it into that";
    Some(warning.label("the first character that is not; all are read as ISO-8859-1, as in Alloy").help(help))
}

fn unknown_module(name: &str, span: Span) -> Diagnostic {
    let standard = MODULES.iter().map(|module| module.0);
    let last = |name: &'static str| name.rsplit('/').next().unwrap_or(name);
    if is_model_of_alloy(name) {
        let error = Diagnostic::error(span, format!("there is no module `{name}`"));
        return error.label("neither a file that Alloy would take nor in a jar of Alloy that Maven has").help(
            "if it is one of Alloy's models, fetch its jar, and fex finds it: \
             `mvn dependency:get -Dartifact=org.alloytools:org.alloytools.alloy.dist:6.2.0`",
        );
    }
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
