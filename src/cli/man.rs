//! `fex man`: the help of every command as a page for `man`.

use super::flags::folder;
use super::{Exit, print};
use crate::disk;
use clap::{Args, Command};
use clap_mangen::Man;
use std::io;
use std::path::{Path, PathBuf};

/// The arguments of `fex man`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Where to write the pages: `man1` of a folder that `man` looks into, such as ~/.local/share/man/man1
    #[arg(value_name = "DIR", value_parser = folder)]
    folder: PathBuf,
}

/// Writes a page for the whole, and one for each of its commands.
pub(super) fn run(arguments: &Arguments, mut whole: Command) -> Exit {
    whole.build();
    let commands = whole.get_subcommands().filter(|command| command.get_name() != "help");
    let written = std::iter::once(&whole).chain(commands).try_fold(0, |count, command| {
        write(command, &arguments.folder)?;
        Ok::<usize, io::Error>(count + 1)
    });
    let folder = arguments.folder.display();
    match written {
        Ok(count) => {
            print::result(format_args!("{count} pages in {folder}"));
            Exit::Clean
        }
        Err(error) => print::refusal(format_args!("cannot write to `{folder}`: {error}")),
    }
}

fn write(command: &Command, folder: &Path) -> io::Result<()> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    disk::replace(&folder.join(format!("{name}.1")), &String::from_utf8_lossy(&page))
}
