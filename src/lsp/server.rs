//! One session with an editor: what it says is heard in order, and answered.

use super::address;
use super::capabilities::capabilities;
use super::client::Client;
use super::documents::Documents;
use super::events::{Done, Ended, Event};
use super::messages::Messages;
use super::page::page;
use super::refusal::Refusal;
use super::tasks::{Task, Tasks};
use super::{completion, cures, folding, formatting, hover, lenses, navigation, rename, symbols, tokens};
use crate::app::editor::{Pictures, Shelf};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification as say;
use lsp_types::notification::Notification as _;
use lsp_types::request as ask;
use lsp_types::request::Request as _;
use lsp_types::{
    CancelParams, DidChangeWatchedFilesRegistrationOptions, FileSystemWatcher, GlobPattern, InitializeParams,
    InitializeResult, MessageType, NumberOrString, ProgressParams, ProgressParamsValue, ProgressToken, Registration,
    RegistrationParams, ServerInfo, ShowDocumentParams, ShowMessageParams, WorkDoneProgress, WorkDoneProgressBegin,
    WorkDoneProgressCreateParams, WorkDoneProgressEnd,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeSet, VecDeque};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender};

/// How far a session is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The editor has not introduced itself.
    Fresh,
    Working,
    /// The editor has announced the end.
    Closing,
}

/// A session.
pub(super) struct Server {
    connection: Connection,
    events: Sender<Event>,
    stage: Stage,
    client: Client,
    documents: Documents,
    messages: Messages,
    tasks: Tasks,
    shelf: Shelf,
    /// What was heard and not answered yet.
    waiting: VecDeque<Message>,
    /// The open texts whose messages may be other ones now.
    stale: BTreeSet<String>,
    /// The texts that the editor was told about that it changes them without having opened them.
    unopened: BTreeSet<String>,
    is_gone: bool,
    asked: i32,
}

impl Server {
    pub(super) fn new(connection: Connection, events: Sender<Event>) -> Server {
        Server {
            connection,
            events,
            stage: Stage::Fresh,
            client: Client::default(),
            documents: Documents::default(),
            messages: Messages::default(),
            tasks: Tasks::default(),
            shelf: Shelf::default(),
            waiting: VecDeque::new(),
            stale: BTreeSet::new(),
            unopened: BTreeSet::new(),
            is_gone: false,
            asked: 0,
        }
    }

    /// Works until the editor ends the session. Messages about texts are said when nothing else is to do.
    pub(super) fn work(mut self, inbox: &Receiver<Event>) -> Ended {
        loop {
            while let Ok(event) = inbox.try_recv() {
                self.hear(event);
            }
            if let Some(message) = self.waiting.pop_front() {
                if let Some(ended) = self.handle(message) {
                    return ended;
                }
            } else if let Some(uri) = self.stale.pop_first() {
                self.tell_about(&uri);
            } else if self.is_gone {
                return Ended::Abruptly;
            } else if let Ok(event) = inbox.recv() {
                self.hear(event);
            }
        }
    }

    /// Takes note of what happens. What is withdrawn is so at once, whatever waits before it.
    fn hear(&mut self, event: Event) {
        match event {
            Event::Heard(Message::Notification(notification)) if notification.method == say::Cancel::METHOD => {
                let params = serde_json::from_value::<CancelParams>(notification.params);
                if let Ok(CancelParams { id }) = params {
                    self.cancel(&match id {
                        NumberOrString::Number(number) => number.into(),
                        NumberOrString::String(name) => name.into(),
                    });
                }
            }
            Event::Heard(message) => self.waiting.push_back(message),
            Event::Done(done) => self.finish(done),
            Event::Gone => self.is_gone = true,
        }
    }

    fn cancel(&mut self, id: &RequestId) {
        let is_it = |message: &Message| matches!(message, Message::Request(request) if request.id == *id);
        if let Some(place) = self.waiting.iter().position(is_it) {
            self.waiting.remove(place);
            self.send(Refusal::cancelled().response(id.clone()));
        }
        self.end_tasks(|task| task.request == *id, &Refusal::cancelled());
    }

    /// Does what a message asks for; how the session ended, if it did.
    fn handle(&mut self, message: Message) -> Option<Ended> {
        match message {
            Message::Request(request) => self.handle_request(request),
            Message::Notification(notification) if notification.method == say::Exit::METHOD => {
                return Some(if self.stage == Stage::Closing { Ended::Announced } else { Ended::Abruptly });
            }
            Message::Notification(notification) if self.stage == Stage::Working => {
                let method = notification.method.clone();
                let done = panic::catch_unwind(AssertUnwindSafe(|| self.handle_notification(notification)));
                if done.is_err() {
                    self.complain(format!("internal error: `{method}` broke off; please report it"));
                }
            }
            // Nothing that is asked of the editor needs an answer.
            Message::Notification(_) | Message::Response(_) => {}
        }
        None
    }

    fn handle_request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        let answer = match (self.stage, method.as_str()) {
            (Stage::Fresh, ask::Initialize::METHOD) => read(&method, params).and_then(|params| self.begin(params)),
            (Stage::Fresh, _) => {
                Err(Refusal::new(ErrorCode::ServerNotInitialized, format!("`{method}` came before `initialize`")))
            }
            (Stage::Working, ask::Shutdown::METHOD) => {
                self.end_tasks(|_| true, &Refusal::cancelled());
                self.stage = Stage::Closing;
                Ok(Value::Null)
            }
            (Stage::Working, ask::Initialize::METHOD) => {
                Err(Refusal::new(ErrorCode::InvalidRequest, "`initialize` came a second time"))
            }
            (Stage::Working, ask::ExecuteCommand::METHOD) => match self.begin_task(&id, params) {
                Ok(()) => return,
                Err(refusal) => Err(refusal),
            },
            (Stage::Working, _) => {
                let answer = panic::catch_unwind(AssertUnwindSafe(|| self.answer(&method, params)));
                answer.unwrap_or_else(|_| {
                    let what = format!("internal error: `{method}` broke off; please report it");
                    Err(Refusal::new(ErrorCode::InternalError, what))
                })
            }
            (Stage::Closing, _) => {
                Err(Refusal::new(ErrorCode::InvalidRequest, format!("`{method}` came after `shutdown`")))
            }
        };
        self.send(match answer {
            Ok(value) => Response::new_ok(id, value),
            Err(refusal) => refusal.response(id),
        });
    }

    fn begin(&mut self, params: InitializeParams) -> Result<Value, Refusal> {
        self.client = Client::new(params);
        self.documents.encoding = self.client.encoding();
        self.stage = Stage::Working;
        value(InitializeResult {
            capabilities: capabilities(self.documents.encoding),
            server_info: Some(ServerInfo {
                name: "fex".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        })
    }

    /// Answers a question; one arm for each.
    fn answer(&mut self, method: &str, params: Value) -> Result<Value, Refusal> {
        let Server { documents, client, shelf, .. } = &*self;
        match method {
            ask::Completion::METHOD => value(completion::items(documents, read(method, params)?)?),
            ask::ResolveCompletionItem::METHOD => value(completion::documented(documents, read(method, params)?)?),
            ask::HoverRequest::METHOD => value(hover::hover(documents, read(method, params)?)?),
            ask::GotoDefinition::METHOD => value(navigation::definition(documents, shelf, read(method, params)?)?),
            ask::References::METHOD => value(navigation::references(documents, read(method, params)?)?),
            ask::DocumentHighlightRequest::METHOD => value(navigation::highlights(documents, read(method, params)?)?),
            ask::PrepareRenameRequest::METHOD => value(rename::prepare(documents, read(method, params)?)?),
            ask::Rename::METHOD => {
                let (edit, cautions) = rename::rename(documents, client, read(method, params)?)?;
                for message in cautions {
                    self.notify::<say::ShowMessage>(ShowMessageParams { typ: MessageType::WARNING, message });
                }
                value(edit)
            }
            ask::DocumentSymbolRequest::METHOD => value(symbols::symbols(documents, client, read(method, params)?)?),
            ask::FoldingRangeRequest::METHOD => value(folding::folds(documents, client, read(method, params)?)?),
            ask::SemanticTokensFullRequest::METHOD => value(tokens::tokens(documents, client, read(method, params)?)?),
            ask::Formatting::METHOD => value(formatting::formatting(documents, read(method, params)?)?),
            ask::CodeLensRequest::METHOD => value(lenses::lenses(documents, read(method, params)?)?),
            ask::CodeActionRequest::METHOD => value(cures::cures(documents, client, read(method, params)?)?),
            _ => Err(Refusal::new(ErrorCode::MethodNotFound, format!("fex has no `{method}`"))),
        }
    }

    fn handle_notification(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        let done = match method.as_str() {
            say::Initialized::METHOD => {
                self.watch_files();
                Ok(())
            }
            say::DidOpenTextDocument::METHOD => read(&method, params).map(|params| self.open(params)),
            say::DidChangeTextDocument::METHOD => read(&method, params).map(|params| self.change(params)),
            say::DidCloseTextDocument::METHOD => read(&method, params).map(|params| self.close(&params)),
            say::DidChangeWatchedFiles::METHOD | say::DidSaveTextDocument::METHOD => {
                self.documents.forget();
                self.everything_is_stale();
                Ok(())
            }
            say::WorkDoneProgressCancel::METHOD => read::<lsp_types::WorkDoneProgressCancelParams>(&method, params)
                .map(|params| {
                    self.end_tasks(|task| task.progress.as_ref() == Some(&params.token), &Refusal::cancelled());
                }),
            // What a server need not know may be dropped.
            _ => Ok(()),
        };
        if let Err(refusal) = done {
            self.complain(refusal.told());
        }
    }

    fn open(&mut self, params: lsp_types::DidOpenTextDocumentParams) {
        let item = params.text_document;
        let name = address::name(&item.uri);
        self.unopened.remove(item.uri.as_str());
        self.documents.open(item);
        self.end_tasks(|task| task.reads(&name), &Refusal::changed());
        self.everything_is_stale();
    }

    fn change(&mut self, params: lsp_types::DidChangeTextDocumentParams) {
        let (which, changes) = (params.text_document, params.content_changes);
        let name = address::name(&which.uri);
        let uri = which.uri.as_str().to_owned();
        self.stale.extend(self.documents.readers(&name));
        let changed = self.documents.change(&which, changes);
        self.end_tasks(|task| task.reads(&name), &Refusal::changed());
        if let Err(why) = changed
            && (self.documents.get(&uri).is_some() || self.unopened.insert(uri))
        {
            self.complain(why);
        }
    }

    fn close(&mut self, params: &lsp_types::DidCloseTextDocumentParams) {
        let uri = &params.text_document.uri;
        let name = address::name(uri);
        if !self.documents.close(uri) {
            self.complain(format!("the editor closed `{name}`, which it has not opened"));
        }
        self.unopened.remove(uri.as_str());
        self.end_tasks(|task| task.reads(&name), &Refusal::changed());
        self.stale.insert(uri.as_str().to_owned());
        self.everything_is_stale();
    }

    fn everything_is_stale(&mut self) {
        self.stale.extend(self.documents.all().map(|document| document.uri.as_str().to_owned()));
    }

    /// Tells the editor what there is to say about a text.
    fn tell_about(&mut self, uri: &str) {
        let Server { documents, client, messages, .. } = self;
        let noted = panic::catch_unwind(AssertUnwindSafe(|| messages.note(documents, client, uri)));
        if noted.is_err() {
            self.complain(format!("internal error: checking `{uri}` broke off; please report it"));
        }
        for news in self.messages.news(&self.documents) {
            self.notify::<say::PublishDiagnostics>(news);
        }
    }

    /// Asks to be told of specifications that change on disk.
    fn watch_files(&mut self) {
        if !self.client.watches_files() {
            return;
        }
        let watchers = ["**/*.spec", "**/*.als"]
            .map(|pattern| FileSystemWatcher { glob_pattern: GlobPattern::String(pattern.to_owned()), kind: None });
        let options = DidChangeWatchedFilesRegistrationOptions { watchers: watchers.to_vec() };
        let registration = Registration {
            id: "specifications".to_owned(),
            method: say::DidChangeWatchedFiles::METHOD.to_owned(),
            register_options: serde_json::to_value(options).ok(),
        };
        self.ask::<ask::RegisterCapability>(RegistrationParams { registrations: vec![registration] });
    }

    fn begin_task(&mut self, id: &RequestId, params: Value) -> Result<(), Refusal> {
        let params: lsp_types::ExecuteCommandParams = read(ask::ExecuteCommand::METHOD, params)?;
        let asked_token = params.work_done_progress_params.work_done_token.clone();
        let token = match asked_token.clone() {
            None if self.client.shows_progress() => Some(ProgressToken::String(format!("fex {id}"))),
            token => token,
        };
        let task = self.tasks.start(id.clone(), &params, &self.documents, &self.events)?;
        task.progress = token.clone();
        let Some(token) = token else { return Ok(()) };
        if asked_token.is_none() {
            self.ask::<ask::WorkDoneProgressCreate>(WorkDoneProgressCreateParams { token: token.clone() });
        }
        let begin =
            WorkDoneProgressBegin { title: "fex is solving".to_owned(), cancellable: Some(true), ..Default::default() };
        self.progress(token, WorkDoneProgress::Begin(begin));
        Ok(())
    }

    fn progress(&mut self, token: ProgressToken, value: WorkDoneProgress) {
        self.notify::<say::Progress>(ProgressParams { token, value: ProgressParamsValue::WorkDone(value) });
    }

    /// Ends tasks, and says so; they may take a while to notice.
    fn end_tasks(&mut self, is_unwanted: impl Fn(&Task) -> bool, why: &Refusal) {
        for task in self.tasks.end(is_unwanted) {
            self.end_progress(&task);
            self.send(why.clone().response(task.request));
        }
    }

    fn end_progress(&mut self, task: &Task) {
        if let Some(token) = task.progress.clone() {
            self.progress(token, WorkDoneProgress::End(WorkDoneProgressEnd::default()));
        }
    }

    /// Says what came of a task.
    fn finish(&mut self, done: Done) {
        let Some(task) = self.tasks.finish(&done) else { return };
        self.end_progress(&task);
        let response = match done.outcome {
            Ok(pictures) => {
                let page = self.show(&pictures);
                let all = pictures.pictures.iter().map(|picture| json!({ "name": picture.name, "svg": picture.svg }));
                let all: Vec<Value> = all.collect();
                let answer = json!({ "title": pictures.title, "found": pictures.found, "pictures": all, "page": page });
                Response::new_ok(task.request, answer)
            }
            Err(refusal) => refusal.response(task.request),
        };
        self.send(response);
    }

    /// Has an editor show pictures that does not do so by itself: as a page that is a file.
    fn show(&mut self, pictures: &Pictures) -> Option<lsp_types::Uri> {
        if self.client.shows_results {
            return None;
        }
        let said = format!("{}: {}", pictures.title, pictures.found);
        let file = format!("pictures/{}.html", self.asked);
        let page = match pictures.pictures.is_empty() {
            true => None,
            false => match self.shelf.put(Path::new(&file), &page(pictures)) {
                Ok(path) => address::of_file(&path),
                Err(error) => {
                    self.complain(format!("cannot write a page with pictures: {error}"));
                    None
                }
            },
        };
        let message = match &page {
            Some(page) if !self.client.shows_documents() => format!("{said}: {}", page.as_str()),
            _ => said,
        };
        self.notify::<say::ShowMessage>(ShowMessageParams { typ: MessageType::INFO, message });
        if let Some(uri) = page.clone().filter(|_| self.client.shows_documents()) {
            let params = ShowDocumentParams { uri, external: Some(true), take_focus: Some(true), selection: None };
            self.ask::<ask::ShowDocument>(params);
        }
        self.asked += 1;
        page
    }

    /// Tells the user that something is wrong.
    fn complain(&mut self, message: String) {
        self.notify::<say::ShowMessage>(ShowMessageParams { typ: MessageType::ERROR, message });
    }

    fn notify<N: say::Notification>(&mut self, params: N::Params) {
        self.send(Notification::new(N::METHOD.to_owned(), params));
    }

    fn ask<R: ask::Request>(&mut self, params: R::Params) {
        self.asked += 1;
        self.send(Request::new(RequestId::from(self.asked), R::METHOD.to_owned(), params));
    }

    /// Sends something. Where the editor is gone, that is noticed when it says nothing any more.
    fn send(&mut self, message: impl Into<Message>) {
        let _ = self.connection.sender.send(message.into());
    }
}

/// What is asked, or why it cannot be understood.
fn read<P: DeserializeOwned>(method: &str, params: Value) -> Result<P, Refusal> {
    serde_json::from_value(params)
        .map_err(|error| Refusal::invalid(format!("`{method}` cannot be understood: {error}")))
}

fn value(answer: impl Serialize) -> Result<Value, Refusal> {
    serde_json::to_value(answer)
        .map_err(|error| Refusal::new(ErrorCode::InternalError, format!("internal error: {error}")))
}
