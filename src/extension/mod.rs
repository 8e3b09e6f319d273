//! Field extensions: the feasible pairs of every field, and instances that cover them.

mod core;
mod encoded;
mod enumeration;
mod pairs;
mod search;

pub use core::unsatisfiable_core;
pub use encoded::{Encoded, encode};
pub use enumeration::enumerate;
pub use pairs::{Pair, Pairs};
pub use search::{Config, Contradiction, Extension, Found, Progress, Search, Status, search, search_beyond};
