//! What there is to say about texts, said without being asked.

use super::client::Client;
use super::documents::{Documents, Understood};
use crate::diagnostic::{Diagnostic, Severity};
use lsp_types::{DiagnosticRelatedInformation, DiagnosticSeverity, NumberOrString, PublishDiagnosticsParams, Uri};
use std::collections::BTreeMap;
use std::str::FromStr;

/// What was said, and what is to be said.
#[derive(Default)]
pub(super) struct Messages {
    /// By the open text that leads to them: messages by the text that they are about, which may be one that it opens.
    by_root: BTreeMap<String, BTreeMap<String, Vec<lsp_types::Diagnostic>>>,
    /// The versions of open texts that they are about.
    noted: BTreeMap<String, i32>,
    /// What the editor was told last, by text, and of which version of that.
    told: BTreeMap<String, (Option<i32>, Vec<lsp_types::Diagnostic>)>,
}

impl Messages {
    /// Takes note of what there is to say about an open text, or that it is not open any more.
    pub(super) fn note(&mut self, documents: &Documents, client: &Client, uri: &str) {
        let Some(document) = documents.get(uri) else {
            self.by_root.remove(uri);
            self.noted.remove(uri);
            return;
        };
        self.noted.insert(uri.to_owned(), document.version);
        let Ok(understood) = documents.understood(&document.uri) else {
            // What was said is about another text than the editor shows.
            self.by_root.remove(uri);
            return;
        };
        let mut found: BTreeMap<String, Vec<lsp_types::Diagnostic>> = BTreeMap::new();
        for message in understood.messages() {
            let Some((about, message)) = diagnostic(documents, client, &understood, message) else { continue };
            found.entry(about.as_str().to_owned()).or_default().push(message);
        }
        self.by_root.insert(uri.to_owned(), found);
    }

    /// What the editor does not know yet: for each text of which something else is to be said now, all of it.
    pub(super) fn news(&mut self, documents: &Documents) -> Vec<PublishDiagnosticsParams> {
        let mut now: BTreeMap<String, Vec<lsp_types::Diagnostic>> = BTreeMap::new();
        for (about, messages) in self.by_root.values().flatten() {
            let all = now.entry(about.clone()).or_default();
            // Several texts may open one that has a mistake.
            messages.iter().for_each(|message| {
                if !all.contains(message) {
                    all.push(message.clone());
                }
            });
        }
        for uri in self.told.keys().cloned().chain(documents.all().map(|document| document.uri.as_str().to_owned())) {
            now.entry(uri).or_default();
        }
        let mut news = Vec::new();
        for (uri, diagnostics) in now {
            let version = documents.get(&uri).map(|document| document.version);
            if version.is_some() && self.noted.get(&uri).copied() != version {
                // What there is to say is about an earlier version; that of this one follows.
                continue;
            }
            let all = (version, diagnostics);
            if self.told.get(&uri) != Some(&all)
                && let Ok(address) = Uri::from_str(&uri)
            {
                news.push(PublishDiagnosticsParams { uri: address, diagnostics: all.1.clone(), version });
            }
            match all.1.is_empty() && version.is_none() {
                true => self.told.remove(&uri),
                false => self.told.insert(uri, all),
            };
        }
        news
    }
}

/// A message as the protocol has it, and the text that it is about; none where that has no address.
pub(super) fn diagnostic(
    documents: &Documents,
    client: &Client,
    understood: &Understood,
    message: &Diagnostic,
) -> Option<(Uri, lsp_types::Diagnostic)> {
    let place = documents.location(understood, message.primary.span)?;
    let mut text = message.message.clone();
    let label = Some(&message.primary.text).filter(|label| !label.is_empty());
    text.extend(label.map(|label| format!(" ({label})")));
    text.extend(message.help.as_ref().map(|help| format!("\n{help}")));
    let related = message.secondary.iter().filter_map(|label| {
        let message = if label.text.is_empty() { "here".to_owned() } else { label.text.clone() };
        Some(DiagnosticRelatedInformation { location: documents.location(understood, label.span)?, message })
    });
    let related: Vec<_> = related.filter(|_| client.has_related_places()).collect();
    let severity = match message.severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
    };
    let diagnostic = lsp_types::Diagnostic {
        range: place.range,
        severity: Some(severity),
        code: None::<NumberOrString>,
        source: Some("fex".to_owned()),
        message: text,
        related_information: (!related.is_empty()).then_some(related),
        ..lsp_types::Diagnostic::default()
    };
    Some((place.uri, diagnostic))
}
