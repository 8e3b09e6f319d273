//! Work that can be done elsewhere and known again: so far the digests by which it is.

mod digest;

pub use digest::{Digest, Digester};
