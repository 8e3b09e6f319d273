//! Which methods `fex extreme` takes, and which bodies it tries.

use crate::cli::flags::flags;
use crate::settings::Extreme;

flags! {
    /// The flags about what is judged.
    Judged(Extreme): ["only", "except", "ignore", "keep", "also"], |_, arg| arg
}
