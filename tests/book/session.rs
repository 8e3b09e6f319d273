//! The pages that share a folder, carried out in order.

use super::expected::{blessed, is_part, shows};
use super::page::{Action, Command, Page, Step};
use super::shell::Shell;
use std::fs;
use std::path::{Path, PathBuf};

/// What a session needs of the machine.
pub struct Surroundings<'s> {
    pub repository: &'s Path,
    pub fex: &'s Path,
    /// JUnit with its engines.
    pub junit: PathBuf,
    /// Where class-data archives are shared among sessions.
    pub archives: PathBuf,
}

/// A place where a page says something else than what happens.
pub struct Mismatch {
    pub line: usize,
    pub message: String,
    /// Lines of the page, counted from 0, with what is to stand there.
    pub blessed: Option<(std::ops::Range<usize>, Vec<String>)>,
}

/// Does what some pages say in a folder that is empty; returns where each of them is wrong.
pub fn carry_out(pages: &[&Page], folder: &Path, surroundings: &Surroundings<'_>) -> Vec<Vec<Mismatch>> {
    let (work, tools, cache) = (folder.join("work"), folder.join("tools"), folder.join("cache"));
    for made in [&work, &tools, &cache, &surroundings.archives] {
        fs::create_dir_all(made).expect("a folder can be made");
    }
    std::os::unix::fs::symlink(surroundings.fex, tools.join("fex")).expect("a link can be made");
    std::os::unix::fs::symlink(&surroundings.archives, cache.join("archives")).expect("a link can be made");
    let path = std::env::var("PATH").expect("there is a path");
    let variables = [
        ("PATH", format!("{}:{path}", tools.display())),
        ("FEX_CACHE", cache.display().to_string()),
        ("LC_ALL", "C.UTF-8".to_owned()),
        ("NO_COLOR", "1".to_owned()),
    ];
    let mut shell = Shell::start(&work, &variables);
    let carry_out = |page: &&Page| {
        let mut mismatches = Vec::new();
        for step in &page.steps {
            mismatches.extend(perform(step, &work, &mut shell, surroundings));
        }
        mismatches
    };
    pages.iter().map(carry_out).collect()
}

fn perform(step: &Step, work: &Path, shell: &mut Shell, surroundings: &Surroundings<'_>) -> Option<Mismatch> {
    let mismatch = |message| Some(Mismatch { line: step.line, message, blessed: None });
    match &step.what {
        Action::Copy { from, to } => copy(&surroundings.repository.join(from), &work.join(to)),
        Action::JUnit { to } => copy(&surroundings.junit, &work.join(to)),
        Action::Write { path, text } => {
            let path = work.join(path);
            fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder can be made");
            fs::write(path, text).expect("a file can be written");
        }
        Action::PartOf { path, text } => {
            let Ok(whole) = fs::read_to_string(work.join(path)) else {
                return mismatch(format!("there is no `{path}`"));
            };
            let lines: Vec<String> = whole.lines().map(str::to_owned).collect();
            if !is_part(text, &lines) {
                return mismatch(format!("this is no part of `{path}`:\n{whole}"));
            }
        }
        Action::Run(command) => return run(command, step.line, work, shell),
    }
    None
}

fn run(command: &Command, line: usize, work: &Path, shell: &mut Shell) -> Option<Mismatch> {
    let (printed, ended) = shell.run(&command.line);
    if !shows(&command.expected, &printed) {
        let message = format!("`{}` prints\n{}\n", command.line, printed.join("\n"));
        let blessed = Some((command.lines.clone(), blessed(&command.expected, &printed, &work.display().to_string())));
        return Some(Mismatch { line, message, blessed });
    }
    if ended != 0 && !command.exit_is_shown {
        let message = format!("`{}` ends with {ended}, which `$ echo $?` below it has to show", command.line);
        return Some(Mismatch { line, message, blessed: None });
    }
    None
}

/// Copies a file, or what is in a folder.
fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir_all(to).expect("a folder can be made");
        for entry in fs::read_dir(from).expect("the folder can be read") {
            let entry = entry.expect("the folder can be read");
            copy(&entry.path(), &to.join(entry.file_name()));
        }
    } else {
        fs::create_dir_all(to.parent().expect("it is in a folder")).expect("a folder can be made");
        fs::copy(from, to).unwrap_or_else(|error| panic!("{}: {error}", from.display()));
    }
}
