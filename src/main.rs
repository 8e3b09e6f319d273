//! Parses the arguments, calls the library, and turns the outcome into an exit code.

use std::process::ExitCode;

/// Solvers ask for many small pieces of memory. CaDiCaL gets its own from here as well.
#[cfg(not(target_env = "musl"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    fex::stack::ample(fex::cli::run).into()
}
