//! What happens in a session, and how one ends.

use super::refusal::Refusal;
use crate::app::editor::Pictures;
use lsp_server::Message;

/// Something that happens.
pub(super) enum Event {
    /// The editor says something.
    Heard(Message),
    /// Something that took long is done.
    Done(Done),
    /// The editor will say nothing any more.
    Gone,
}

/// What came of a task.
pub(super) struct Done {
    /// The number of the task.
    pub(super) number: u64,
    pub(super) outcome: Result<Pictures, Refusal>,
}

/// How a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The editor asked for the end, and announced it before.
    Announced,
    /// The editor asked for the end, or was gone, without announcing it.
    Abruptly,
}
