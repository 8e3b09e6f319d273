//! Field extensions: the feasible pairs of every field, and instances that cover them.

mod encoded;
mod pairs;
mod search;

pub use encoded::{Encoded, encode};
pub use pairs::{Pair, Pairs};
pub use search::{Config, Contradiction, Extension, Found, Progress, Search, Status, search};
