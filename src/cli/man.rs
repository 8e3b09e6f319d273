//! `fex man`: the help of every command as a page for `man`.

use super::flags::folder;
use super::{Exit, print};
use crate::app::artifacts::VERSION;
use crate::app::date;
use crate::disk;
use clap::{Args, Command};
use clap_mangen::Man;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The arguments of `fex man`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Where to write the pages: `man1` of a folder that `man` looks into, such as ~/.local/share/man/man1
    #[arg(value_name = "DIR", value_parser = folder)]
    folder: PathBuf,
}

/// Writes a page for the whole, and one for each of its commands.
pub(super) fn run(arguments: &Arguments, whole: Command) -> Exit {
    // There is no page about `fex help`, which says what the pages do.
    let mut whole = whole.disable_help_subcommand(true);
    whole.build();
    let written = std::iter::once(&whole).chain(whole.get_subcommands()).try_fold(0, |count, command| {
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
    disk::replace(&folder.join(format!("{name}.1")), &page(command)?)
}

/// The page of a command.
fn page(command: &Command) -> io::Result<String> {
    let man = Man::new(command.clone())
        .date(date::of_making().format("%Y-%m-%d").to_string())
        .source(format!("fex {VERSION}"))
        .manual("fex");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    // What `--help` says is shorter than a list of all options.
    let usage = command.clone().render_usage().to_string();
    writeln!(page, ".SH SYNOPSIS\n{}", escaped(usage.trim_start_matches("Usage:").trim()))?;
    if command.get_long_about().is_some() {
        man.render_description_section(&mut page)?;
    }
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(codes) = command.get_after_help() {
        // It is a table, whose lines stay as they are.
        writeln!(page, ".SH \"EXIT STATUS\"\n.nf\n{}\n.fi", escaped(&codes.to_string()))?;
    }
    // A break on each side of an empty line does nothing but make formatters complain.
    Ok(String::from_utf8_lossy(&page).replace("\n.br\n\n.br\n", "\n.sp\n"))
}

/// A text in the language of pages.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-")
}
