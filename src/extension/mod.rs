//! Field extensions: the feasible pairs of every field, and instances that cover them.

mod cubes;
mod encoded;
mod enumeration;
mod listing;
mod pairs;
mod search;
mod strength;

pub use cubes::{Cube, count_cube, cubes};
pub use encoded::{Encoded, Informed, encode};
pub use enumeration::{count, counter, enumerate};
pub use listing::{ListConfig, ListError, Print, list, places};
pub use pairs::{Pair, Pairs};
pub use search::{Extension, Found, Progress, Search, SearchConfig, Spent, search, search_beyond};
pub use strength::Strength;
