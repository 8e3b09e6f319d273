//! All texts that an editor has open, and what is understood of them.

use super::address;
use super::document::Document;
use super::refusal::Refusal;
use crate::app::editor;
use crate::diagnostic::{Diagnostic, Encoding, Source};
use crate::ide::Analysis;
use lsp_server::ErrorCode;
use lsp_types::{TextDocumentItem, Uri, VersionedTextDocumentIdentifier};
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A text with what is understood of it.
pub(super) struct Understood {
    pub(super) analysis: Analysis,
    /// What there is to say about it, once somebody wanted to know.
    messages: OnceCell<Vec<Diagnostic>>,
}

impl Understood {
    /// What there is to say about it, as `fex check` says it. That takes longer than all the rest, since each command is translated for it, and
    /// other questions do not wait for it.
    pub(super) fn messages(&self) -> &[Diagnostic] {
        self.messages.get_or_init(|| editor::messages(&self.analysis))
    }

    /// Whether it depends on a text.
    pub(super) fn reads(&self, name: &str) -> bool {
        self.analysis.sources().iter().any(|source| source.name == name)
    }
}

/// All texts that an editor has open.
#[derive(Default)]
pub(super) struct Documents {
    /// How the editor counts columns.
    pub(super) encoding: Encoding,
    open: BTreeMap<String, Document>,
    understood: RefCell<BTreeMap<String, Rc<Understood>>>,
}

impl Documents {
    /// Opens a text. What depends on it, or may from now on, is understood anew.
    pub(super) fn open(&mut self, item: TextDocumentItem) {
        let TextDocumentItem { uri, version, text, .. } = item;
        let document = Document { name: address::name(&uri), uri, version, text, lost: None };
        self.open.insert(document.uri.as_str().to_owned(), document);
        self.forget();
    }

    /// Closes a text; says whether it was open.
    pub(super) fn close(&mut self, uri: &Uri) -> bool {
        self.forget();
        self.open.remove(uri.as_str()).is_some()
    }

    /// Follows the edits of a text. An error says why that was not possible.
    pub(super) fn change(
        &mut self,
        which: &VersionedTextDocumentIdentifier,
        changes: Vec<lsp_types::TextDocumentContentChangeEvent>,
    ) -> Result<(), String> {
        let Some(document) = self.open.get_mut(which.uri.as_str()) else {
            let name = address::name(&which.uri);
            return Err(format!("the editor sent edits of `{name}`, which it has not opened: open it again"));
        };
        let was_lost = document.lost.is_some();
        document.change(which.version, changes, self.encoding);
        let lost = document.lost.clone().filter(|_| !was_lost);
        let name = document.name.clone();
        self.understood.borrow_mut().retain(|_, understood| !understood.reads(&name));
        match lost {
            Some(why) => Err(lost_track(&name, &why)),
            None => Ok(()),
        }
    }

    /// Forgets what is understood: files may have changed.
    pub(super) fn forget(&mut self) {
        self.understood.borrow_mut().clear();
    }

    /// The open texts.
    pub(super) fn all(&self) -> impl Iterator<Item = &Document> {
        self.open.values()
    }

    /// An open text.
    pub(super) fn get(&self, uri: &str) -> Option<&Document> {
        self.open.get(uri)
    }

    /// The open text of a name.
    pub(super) fn named(&self, name: &str) -> Option<&Document> {
        self.all().find(|document| document.name == name)
    }

    /// A text as it is in the editor, or else on disk.
    pub(super) fn source(&self, uri: &Uri) -> Result<Source, Refusal> {
        match self.get(uri.as_str()) {
            Some(Document { lost: Some(why), name, .. }) => {
                Err(Refusal::new(ErrorCode::ContentModified, lost_track(name, why)))
            }
            Some(document) => Ok(Source::new(document.name.as_str(), document.text.as_str())),
            None => {
                let Some(path) = address::path(uri) else {
                    return Err(Refusal::invalid(format!("`{}` is not open and is no file", uri.as_str())));
                };
                editor::open(&path).map_err(|failure| Refusal::invalid(Refusal::from(failure).told()))
            }
        }
    }

    /// What is understood of a text.
    pub(super) fn understood(&self, uri: &Uri) -> Result<Rc<Understood>, Refusal> {
        if let Some(understood) = self.understood.borrow().get(uri.as_str()) {
            return Ok(understood.clone());
        }
        let analysis = editor::analyse(self.source(uri)?, &|path| self.unsaved(path));
        let understood = Rc::new(Understood { analysis, messages: OnceCell::new() });
        // Of files nobody says when they change.
        if self.get(uri.as_str()).is_some() {
            self.understood.borrow_mut().insert(uri.as_str().to_owned(), understood.clone());
        }
        Ok(understood)
    }

    /// What is understood of each open text.
    pub(super) fn all_understood(&self) -> Vec<Rc<Understood>> {
        self.all().filter_map(|document| self.understood(&document.uri).ok()).collect()
    }

    /// The open texts that depend on one, of those that are understood as they are.
    pub(super) fn readers(&self, name: &str) -> Vec<String> {
        let understood = self.understood.borrow();
        let reads = |document: &&Document| {
            let known = understood.get(document.uri.as_str());
            document.name == name || known.is_some_and(|understood| understood.reads(name))
        };
        self.all().filter(reads).map(|document| document.uri.as_str().to_owned()).collect()
    }

    /// What is in the editor of a file.
    fn unsaved(&self, path: &Path) -> Option<String> {
        let document = self.all().find(|document| Path::new(&document.name) == path)?;
        document.lost.is_none().then(|| document.text.clone())
    }

    /// What is in the editor of all files.
    pub(super) fn texts(&self) -> BTreeMap<PathBuf, String> {
        let known = self.all().filter(|document| document.lost.is_none());
        known.map(|document| (PathBuf::from(&document.name), document.text.clone())).collect()
    }
}

fn lost_track(name: &str, why: &str) -> String {
    format!("fex has lost track of `{name}`: {why}; close the file and open it again")
}
