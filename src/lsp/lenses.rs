//! What can be carried out, above the line that says it.

use super::documents::Documents;
use super::places::Ranges;
use super::refusal::Refusal;
use super::tasks::{GENERATE, SOLVE};
use crate::resolve::DefinitionKind;
use lsp_types::{CodeLens, CodeLensParams, Command};
use serde_json::{Value, json};

pub(super) fn lenses(documents: &Documents, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>, Refusal> {
    let uri = params.text_document.uri;
    let understood = documents.understood(&uri)?;
    let module = understood.analysis.module();
    let ranges = Ranges::new(understood.text(), documents.encoding);
    let lens = |(kind, label, span): (DefinitionKind, String, _)| {
        let number = module.commands.iter().position(|command| command.span == span);
        let (title, command, which): (_, _, Value) = match number.filter(|_| kind == DefinitionKind::Command) {
            Some(number) if module.commands[number].is_check => ("Look for a counterexample", SOLVE, number.into()),
            Some(number) => ("Show an instance", SOLVE, number.into()),
            None => ("Show the structures", GENERATE, label.into()),
        };
        let arguments = Some(vec![json!(uri), which]);
        let command = Command { title: title.to_owned(), command: command.to_owned(), arguments };
        CodeLens { range: ranges.range(span), command: Some(command), data: None }
    };
    Ok(Some(understood.analysis.runnable().into_iter().map(lens).collect()))
}
