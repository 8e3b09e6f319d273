//! `fex lsp`: the language server for editors, on standard input and output.

use super::{Exit, print};
use crate::lsp::{self, Ended};
use clap::Args;
use lsp_server::Connection;

/// The arguments of `fex lsp`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Talk over standard input and output, as fex does anyway: many editors say so
    #[arg(long)]
    stdio: bool,
}

pub(super) fn run(_: &Arguments) -> Exit {
    let (connection, threads) = Connection::stdio();
    let ended = lsp::serve(connection);
    match (threads.join(), ended) {
        (Err(error), _) => {
            print::message(format_args!("the editor sent what is no message of the Language Server Protocol: {error}"));
            Exit::Usage
        }
        (Ok(()), Ended::Announced) => Exit::Clean,
        (Ok(()), Ended::Abruptly) => Exit::Findings,
    }
}
