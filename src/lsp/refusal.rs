//! Why a question has no answer, as the protocol says it.

use crate::app::{Failure, Part};
use crate::diagnostic::{Diagnostic, Source};
use lsp_server::{ErrorCode, RequestId, Response};

/// Why a question has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    code: i32,
    message: String,
}

impl Refusal {
    pub(super) fn new(code: ErrorCode, message: impl Into<String>) -> Refusal {
        Refusal { code: code as i32, message: message.into() }
    }

    /// What was asked for cannot be done.
    pub(super) fn failed(message: impl Into<String>) -> Refusal {
        Refusal::new(ErrorCode::RequestFailed, message)
    }

    /// What was asked is wrong.
    pub(super) fn invalid(message: impl Into<String>) -> Refusal {
        Refusal::new(ErrorCode::InvalidParams, message)
    }

    pub(super) fn cancelled() -> Refusal {
        Refusal::new(ErrorCode::RequestCanceled, "cancelled")
    }

    pub(super) fn changed() -> Refusal {
        Refusal::new(ErrorCode::ContentModified, "the text has changed")
    }

    /// What a message about a text says, with its place and its cure.
    pub(super) fn diagnosed(sources: &[Source], diagnostic: &Diagnostic) -> Refusal {
        Refusal::failed(told(sources, diagnostic))
    }

    /// The words.
    pub(super) fn told(self) -> String {
        self.message
    }

    pub(super) fn response(self, id: RequestId) -> Response {
        Response::new_err(id, self.code, self.message)
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Refusal {
        let mut lines = Vec::new();
        for part in failure.parts {
            match part {
                Part::Message(message) => {
                    lines.push(message.text);
                    lines.extend(message.details);
                    lines.extend(message.helps);
                }
                Part::Diagnosed(diagnosed) => {
                    lines.extend(diagnosed.diagnostics.iter().map(|diagnostic| told(&diagnosed.sources, diagnostic)));
                }
            }
        }
        Refusal::failed(lines.join("\n"))
    }
}

fn told(sources: &[Source], diagnostic: &Diagnostic) -> String {
    let source = Source::of(sources, diagnostic.primary.span);
    let file = source.name.rsplit(['/', '\\']).next().unwrap_or_default();
    let line = source.line(diagnostic.primary.span.start);
    let help = diagnostic.help.as_ref().map_or_else(String::new, |help| format!(" ({help})"));
    format!("{file}:{line}: {}{help}", diagnostic.message)
}
