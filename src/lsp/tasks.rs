//! What takes long: commands are solved, and structures computed, each in a thread of its own.

use super::documents::Documents;
use super::events::{Done, Event};
use super::refusal::Refusal;

use crate::app::Failure;
use crate::app::editor::{self, Pictures};
use crate::diagnostic::Source;
use crate::sat::Interrupt;
use lsp_server::{ErrorCode, RequestId};
use lsp_types::{ExecuteCommandParams, ProgressToken, Uri};
use serde_json::Value;
use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;
use std::thread;

/// The command that solves a `run` or `check` command: the address of the text, and the number of the command there, from 0, or its label.
pub(super) const SOLVE: &str = "fex.solve";
/// The command that computes the structures of a `generate` paragraph: the address of the text, and the name of the paragraph.
pub(super) const GENERATE: &str = "fex.generate";

/// How much stack a thread has: as much as the main thread.
const STACK: usize = 8 << 20;

/// Something that is at work.
pub(super) struct Task {
    number: u64,
    pub(super) request: RequestId,
    /// What the editor shows its progress by.
    pub(super) progress: Option<ProgressToken>,
    /// The texts that it is about.
    reads: Vec<String>,
    interrupt: Interrupt,
}

/// Everything that is at work.
#[derive(Default)]
pub(super) struct Tasks {
    running: Vec<Task>,
    started: u64,
}

impl Tasks {
    /// Begins with a command.
    pub(super) fn start(
        &mut self,
        request: RequestId,
        params: &ExecuteCommandParams,
        documents: &Documents,
        events: &Sender<Event>,
    ) -> Result<&mut Task, Refusal> {
        let work = work(&params.command)?;
        let [uri, which] = params.arguments.as_slice() else {
            return Err(Refusal::invalid(format!(
                "`{}` wants the address of a text and what is to be solved there",
                params.command
            )));
        };
        let uri = uri.as_str().and_then(|uri| Uri::from_str(uri).ok());
        let uri = uri.ok_or_else(|| Refusal::invalid(format!("`{}` wants the address of a text", params.command)))?;
        let which = match which {
            Value::String(label) => label.clone(),
            Value::Number(number) => number.to_string(),
            _ => return Err(Refusal::invalid(format!("`{}` wants a label or a number", params.command))),
        };
        let source = documents.source(&uri)?;
        let understood = documents.understood(&uri)?;
        let reads = understood.analysis.sources().iter().map(|source| source.name.clone()).collect();
        let texts = documents.texts();
        self.started += 1;
        let (number, interrupt) = (self.started, Interrupt::default());
        let (events, stop) = (events.clone(), interrupt.clone());
        let run = move || {
            let done = panic::catch_unwind(AssertUnwindSafe(|| work(source, &texts, &which, stop)));
            let outcome = match done {
                Ok(outcome) => outcome.map_err(Refusal::from),
                Err(_) => {
                    Err(Refusal::new(ErrorCode::InternalError, "internal error: solving broke off; please report it"))
                }
            };
            // Nobody wants to know any more where this fails.
            let _ = events.send(Event::Done(Done { number, outcome }));
        };
        thread::Builder::new()
            .stack_size(STACK)
            .spawn(run)
            .map_err(|error| Refusal::failed(format!("cannot start a thread: {error}")))?;
        self.running.push(Task { number, request, progress: None, reads, interrupt });
        Ok(self.running.last_mut().expect("a task was added"))
    }

    /// Ends the tasks that are wanted no more, without waiting for them.
    pub(super) fn end(&mut self, is_unwanted: impl Fn(&Task) -> bool) -> Vec<Task> {
        let ended: Vec<Task> = self.running.extract_if(.., |task| is_unwanted(task)).collect();
        ended.iter().for_each(|task| task.interrupt.stop.store(true, Ordering::Relaxed));
        ended
    }

    /// The task that something came of, unless it was ended.
    pub(super) fn finish(&mut self, done: &Done) -> Option<Task> {
        let place = self.running.iter().position(|task| task.number == done.number)?;
        Some(self.running.remove(place))
    }
}

impl Task {
    /// Whether it is about a text.
    pub(super) fn reads(&self, name: &str) -> bool {
        self.reads.iter().any(|read| read == name)
    }
}

/// What carries out a command.
type Work = fn(Source, &BTreeMap<PathBuf, String>, &str, Interrupt) -> Result<Pictures, Failure>;

fn work(command: &str) -> Result<Work, Refusal> {
    match command {
        SOLVE => Ok(|source, texts, which, interrupt| {
            editor::solve(source, &|path: &Path| texts.get(path).cloned(), which, interrupt)
        }),
        GENERATE => Ok(|source, texts, which, interrupt| {
            editor::generate(source, &|path: &Path| texts.get(path).cloned(), which, interrupt)
        }),
        other => Err(Refusal::invalid(format!("there is no command `{other}`; there is `{SOLVE}` and `{GENERATE}`"))),
    }
}
