//! Where the programs of a JDK are.

use std::env;
use std::path::PathBuf;

/// A program of the JDK that JAVA_HOME names, or the one on the path.
pub(super) fn program(name: &str) -> PathBuf {
    let home = env::var_os("JAVA_HOME").map(|home| PathBuf::from(home).join("bin").join(name));
    home.filter(|program| program.exists()).unwrap_or_else(|| PathBuf::from(name))
}
