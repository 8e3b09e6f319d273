//! A file together with the modules that it opens, directly and indirectly: what is checked as one.

use super::library::{MODULES, library};
use super::units::implied;
use crate::diagnostic::{Diagnostic, Source, Span, closest};
use crate::syntax;
use crate::syntax::tree::{self, Paragraph};
use std::collections::BTreeMap;

/// A file and all modules that it needs. The sources and the files correspond; the first one is the root.
#[derive(Debug, Clone)]
pub struct Program {
    sources: Vec<Source>,
    files: Vec<tree::File>,
    /// The file of each module that is opened, by the name it is opened with.
    modules: BTreeMap<String, usize>,
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
        let (file, mut diagnostics) = syntax::parse(&root);
        let own_name = file.module.as_ref().map(|module| module.name.text.clone());
        let mut program = Program { sources: vec![root], files: vec![file], modules: BTreeMap::new() };
        let mut next = 0;
        while next < program.files.len() {
            for (name, span) in opened(&program.files[next]) {
                if program.modules.contains_key(&name) {
                    continue;
                }
                let source = match reader(own_name.as_deref(), &name) {
                    Ok(Some(source)) => Some(source),
                    Ok(None) => library(&name).map(|text| Source::new(format!("{name}.als"), text)),
                    Err(message) => {
                        let message = format!("module `{name}` cannot be read: {message}");
                        diagnostics.push(Diagnostic::error(span, message).label("opened here"));
                        continue;
                    }
                };
                let Some(source) = source else {
                    diagnostics.push(unknown_module(&name, span));
                    continue;
                };
                if source.text == program.sources[0].text {
                    // The root itself: it stays one file, so that its circle is reported once.
                    program.modules.insert(name, 0);
                    continue;
                }
                let source = source.after(&program.sources);
                let (file, messages) = syntax::parse(&source);
                diagnostics.extend(messages);
                program.modules.insert(name, program.files.len());
                program.sources.push(source);
                program.files.push(file);
            }
            next += 1;
        }
        program.check_acyclic(&mut diagnostics);
        (program, diagnostics)
    }

    /// The texts, the root's first.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The trees, the root's first.
    pub fn files(&self) -> &[tree::File] {
        &self.files
    }

    /// The file of a module, by the name it is opened with.
    pub(super) fn module(&self, name: &str) -> Option<usize> {
        self.modules.get(name).copied()
    }

    /// Reports modules that open each other in a circle, and takes the openings of one of them away.
    fn check_acyclic(&mut self, diagnostics: &mut Vec<Diagnostic>) {
        for start in 0..self.files.len() {
            let Some(circle) = self.circle(start) else { continue };
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
    fn circle(&self, start: usize) -> Option<Vec<(String, Span)>> {
        let mut seen = vec![false; self.files.len()];
        let mut ways = vec![(start, Vec::new())];
        while let Some((file, way)) = ways.pop() {
            for (name, span) in opened(&self.files[file]) {
                let Some(target) = self.module(&name) else { continue };
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
        Some(similar) => format!("did you mean `{similar}`?"),
        None => "modules lie beside this file as their names say (`a/b` is `a/b.als` or `a/b.spec`), or are standard: \
                 `util/ordering`, `util/relation`, …"
            .to_owned(),
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
