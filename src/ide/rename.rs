//! Another name for what a name stands for, everywhere.
//!
//! What a new name would do is found out by trying it: the edits are made, the texts are resolved again, and every name has to
//! stand for what it stood for before. So whatever may capture a name, be it a variable, a field of the same objects, a macro
//! or a module that is opened, the rule of the language is applied and not told again here.

use super::Analysis;
use crate::diagnostic::{Diagnostic, FileId, Severity, Source, Span};
use crate::resolve::{DefinitionId, DefinitionKind, Item, Opener};
use crate::syntax::is_identifier;
use crate::syntax::tree::Paragraph;

/// A piece of a text with what is to stand in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The piece.
    pub span: Span,
    /// What stands there afterwards.
    pub text: String,
}

/// What is to be changed for a new name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rename {
    /// The changes, in the order of their places.
    pub edits: Vec<Edit>,
    /// What the new name changes besides: sentences for the user.
    pub cautions: Vec<String>,
}

impl Analysis {
    /// The changes that give what is named at a place of the root another name.
    ///
    /// # Errors
    /// Why it cannot have that name.
    pub fn rename(&self, offset: u32, name: &str) -> Result<Rename, Box<Diagnostic>> {
        let (id, at) = self.renameable(offset)?;
        self.rename_definition(id, at, name)
    }

    /// The same for what is defined anywhere in the texts; messages are about a place where it is named.
    ///
    /// # Errors
    /// Why it cannot have that name.
    pub fn rename_definition(&self, id: DefinitionId, at: Span, name: &str) -> Result<Rename, Box<Diagnostic>> {
        let definition = self.names().definition(id);
        let old = definition.name.as_str();
        if !is_identifier(name) {
            let diagnostic = Diagnostic::error(at, format!("`{name}` cannot be a name"));
            let help = "names consist of letters, digits and `_`, and are no reserved words";
            return Err(Box::new(diagnostic.label("to be renamed").help(help)));
        }
        if name == old {
            return Ok(Rename { edits: Vec::new(), cautions: Vec::new() });
        }
        let mut places = self.uses_of(&[id]);
        for place in &places {
            let uses = self.names().uses();
            let found = uses.binary_search_by_key(place, |name| name.span).ok();
            if found.is_some_and(|found| uses[found].targets.len() > 1) {
                let diagnostic = Diagnostic::error(*place, format!("`{old}` stands for several things here"));
                let help = "write out what it stands for in each case, and rename it then";
                return Err(Box::new(diagnostic.label("one of them is to be renamed").help(help)));
            }
        }
        places.push(definition.span);
        places.sort_unstable();
        // What is declared twice is a use of itself.
        places.dedup();
        let edits: Vec<Edit> = places.into_iter().map(|span| Edit { span, text: name.to_owned() }).collect();
        self.try_out(&edits, name)?;
        Ok(Rename { edits, cautions: self.cautions(id) })
    }

    /// The only thing that the name at a place of the root stands for, with where the name stands.
    ///
    /// # Errors
    /// Why it has the name it has.
    pub fn renameable(&self, offset: u32) -> Result<(DefinitionId, Span), Box<Diagnostic>> {
        let here = Span { file: FileId::ROOT, start: offset, end: offset };
        let refused = |span: Span, message: String, label: &str, help: &str| {
            Err(Box::new(Diagnostic::error(span, message).label(label).help(help)))
        };
        let Some((at, targets)) = self.name_at(offset) else {
            let help = "place the cursor on the name of something that a specification declares";
            return refused(here, "there is no name here".to_owned(), "nothing to rename", help);
        };
        let text = self.slice(at).to_owned();
        let [id] = targets.as_slice() else {
            let help = "mend the mistakes first that leave it open which one is meant";
            return refused(at, format!("`{text}` may stand for several things"), "cannot tell which one", help);
        };
        let definition = self.names().definition(*id);
        if self.is_standard(definition.span.file) {
            let help = "only what your own files declare can be renamed";
            return refused(at, format!("`{text}` belongs to a standard module"), "declared there", help);
        }
        let is_module_name = self.tree().paragraphs.iter().any(|paragraph| match paragraph {
            Paragraph::Open(open) => open.alias.is_none() && open.module.span().contains(definition.span),
            _ => false,
        });
        if is_module_name {
            let help = "open it `as` something, and rename that";
            return refused(at, format!("`{text}` is the name of a module"), "its file has this name", help);
        }
        if text != definition.name || self.slice(definition.span) != definition.name {
            let help = format!("rename `{}` where that is written", definition.name);
            return refused(at, format!("`{text}` has a meaning of its own"), "cannot be renamed", &help);
        }
        Ok((*id, at))
    }

    /// Whether every name stands for what it stood for when edits are made; or which one does not.
    fn try_out(&self, edits: &[Edit], name: &str) -> Result<(), Box<Diagnostic>> {
        let texts = edited(self.sources(), edits);
        let files = || (0..self.sources().len() as u32).map(FileId).filter(|file| !self.is_standard(*file));
        let mut reader = |opener: Opener<'_>, module: &str| {
            let opener = files().find(|file| self.sources()[file.index()].name == opener.source);
            let file = opener.and_then(|opener| self.program.module(opener, module));
            let file = file.filter(|file| !self.is_standard(*file));
            Ok(file.map(|file| texts[file.index()].clone()))
        };
        let after = Analysis::new(texts[0].clone(), &mut reader);
        let moved = |span: Span| moved(span, edits);
        let clash = |span: Span, label: &str| {
            let diagnostic = Diagnostic::error(span, format!("`{name}` has another meaning already"));
            Err(Box::new(diagnostic.label(label).help("choose another name")))
        };
        let place = |analysis: &Analysis, id: &DefinitionId| analysis.names().definition(*id).span;
        for (_, definition) in self.names().definitions() {
            let same = after.names().defined_at(moved(definition.span));
            let same = same.map(|id| after.names().definition(id));
            if same.is_none_or(|same| same.kind != definition.kind || same.items.len() != definition.items.len()) {
                return clash(definition.span, "this would be something else");
            }
        }
        for used in self.names().uses() {
            let uses = after.names().uses();
            let found = uses.binary_search_by_key(&moved(used.span), |name| name.span).ok();
            let mut before: Vec<Span> = used.targets.iter().map(|target| moved(place(self, target))).collect();
            let mut now: Vec<Span> =
                found.map_or(Vec::new(), |found| uses[found].targets.iter().map(|id| place(&after, id)).collect());
            before.sort_unstable();
            now.sort_unstable();
            if before != now {
                return clash(used.span, "this would stand for something else");
            }
        }
        let errors = |analysis: &Analysis| {
            let all = analysis.diagnostics().iter();
            all.filter(|diagnostic| diagnostic.severity == Severity::Error).cloned().collect::<Vec<_>>()
        };
        let known = errors(self);
        let new = errors(&after);
        match new.iter().find(|_| new.len() > known.len()) {
            Some(error) => {
                let message = format!("`{name}` leads to an error: {}", error.message);
                Err(Box::new(
                    Diagnostic::error(edits[0].span, message).label("to be renamed").help("choose another name"),
                ))
            }
            None => Ok(()),
        }
    }

    /// What a new name changes besides.
    fn cautions(&self, id: DefinitionId) -> Vec<String> {
        let definition = self.names().definition(id);
        let module = self.module();
        let mut cautions = Vec::new();
        let binds = definition.items.iter().any(|item| match item {
            Item::Field(field) => {
                let field = &module.fields[field.index()];
                let is_bound = module.sigs[field.owner.index()].java.is_some();
                is_bound && field.java.as_ref().is_none_or(|java| java.name.is_none() && !java.ghost)
            }
            _ => false,
        });
        if binds {
            let name = &definition.name;
            cautions.push(format!("the field of the Java class is called `{name}`: bind it with `@java(\"{name}\")`"));
        }
        if definition.kind == DefinitionKind::Method {
            cautions.push("the method of the Java class keeps its name".to_owned());
        }
        cautions
    }
}

/// Texts with edits made, which are in the order of their places and do not overlap.
pub fn edited(sources: &[Source], edits: &[Edit]) -> Vec<Source> {
    let apply = |source: &Source| {
        let (mut text, mut end) = (String::new(), 0);
        for edit in edits.iter().filter(|edit| edit.span.file == source.file) {
            let range = source.range(edit.span);
            text.push_str(&source.text[end..range.start]);
            text.push_str(&edit.text);
            end = range.end;
        }
        text.push_str(&source.text[end..]);
        Source { text, ..source.clone() }
    };
    sources.iter().map(apply).collect()
}

/// Where a word stands when edits are made.
fn moved(span: Span, edits: &[Edit]) -> Span {
    let length = |text: &str| i64::try_from(text.len()).unwrap_or(i64::MAX);
    let grown = |edit: &Edit| length(&edit.text) - i64::from(edit.span.end - edit.span.start);
    let of_file = edits.iter().filter(|edit| edit.span.file == span.file);
    let before: i64 = of_file.clone().filter(|edit| edit.span.start < span.start).map(grown).sum();
    let within: i64 = of_file.filter(|edit| span.contains(edit.span)).map(grown).sum();
    let place = |position: u32, by: i64| u32::try_from(i64::from(position) + by).unwrap_or(0);
    Span { file: span.file, start: place(span.start, before), end: place(span.end, before + within) }
}
