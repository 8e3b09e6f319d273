//! The language server: what `ide` answers as plain data, and what the use cases of `app` do, for any editor that speaks the Language
//! Server Protocol (3.17).
//!
//! One thread owns the texts and answers in the order of the questions (`server`); another one listens, so that a question can be
//! withdrawn while it waits. What may take long, solving, has threads of its own (`tasks`) with copies of the texts, and its answer is
//! dropped once a text has changed that it is about. A text whose edits cannot be followed any more gets no answers until the editor
//! sends it anew (`document`): nothing is ever said about a text that the user does not see.

mod address;
mod annotations;
mod capabilities;
mod client;
mod completion;
mod cures;
mod document;
mod documents;
mod events;
mod folding;
mod formatting;
mod hover;
mod lenses;
mod messages;
mod navigation;
mod page;
mod places;
mod refusal;
mod rename;
mod server;
mod symbols;
mod tasks;
mod tokens;

pub use events::Ended;

use events::Event;
use lsp_server::Connection;
use server::Server;
use std::sync::mpsc;
use std::thread;

/// Serves an editor until it ends the session.
pub fn serve(connection: Connection) -> Ended {
    let (events, inbox) = mpsc::channel();
    let (heard, receiver) = (events.clone(), connection.receiver.clone());
    thread::spawn(move || {
        for message in receiver {
            if heard.send(Event::Heard(message)).is_err() {
                return;
            }
        }
        // Nobody listens any more where this fails.
        let _ = heard.send(Event::Gone);
    });
    Server::new(connection, events).work(&inbox)
}
