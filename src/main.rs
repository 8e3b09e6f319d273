//! Parses the arguments, calls the library, and turns the outcome into an exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    fex::stack::ample(fex::cli::run).into()
}
