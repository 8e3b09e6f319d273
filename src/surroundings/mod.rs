//! What surrounds tests, and how it is made other than usual: another time, zone, locale, order, seed, encoding.
//!
//! A [`Variation`] is one such change. The tests of a launch run in it if they run by the launch that [`Change::of`] makes of their own.

mod factor;
mod variation;

pub use factor::Factor;
pub use variation::{Change, Supplies, Variation, ahead, variations};
