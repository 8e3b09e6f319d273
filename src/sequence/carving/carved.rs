//! What is carved from a test, and what is left out.

use crate::worker::protocol::Sequence;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Why something that a test does becomes no statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum LeftOut {
    /// Another test could not name what is called.
    Unnamed,
    /// Nothing is known of the object on which it is called.
    Object,
    /// Nothing is known of an argument.
    Argument,
    /// It reaches outside of the JVM, or changes what all of it shares.
    Apart,
    /// Helpers call each other too often.
    Deep,
    /// The test does too much.
    Long,
    /// It throws something when it is tried out.
    Thrown,
}

/// What was carved from a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Carved {
    /// What the test does; nothing if it does nothing that another one could do, too.
    pub sequence: Option<Sequence>,
    /// How often something is left out.
    pub left_out: BTreeMap<LeftOut, usize>,
}
