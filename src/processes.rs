//! What fex starts and what it puts aside for that: child processes and temporary folders, which are gone when fex is.
//!
//! Children are not of fex's own process group, so a Ctrl-C in a terminal reaches fex alone, which then ends them. That it ends
//! them is nothing that fex has to do: two processes wait for its end, whatever that is, even a `kill -9`. The *reaper* leads
//! the group of all children, and reads from a pipe that only fex writes to; when that is closed, it kills its group and itself.
//! The *cleaner*, in a group of its own, reads from a pipe that only the reaper holds, and then removes the folder that all
//! temporary folders are in. A child belongs to the group before it runs anything, and holds fex's pipe open until then, so
//! there is no moment at which one could be missed.

use std::io;
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::TempDir;

/// The two processes and the folder, from the first child or folder on.
#[derive(Debug)]
enum Family {
    NotYet,
    Living(Group),
    Ended,
}

static FAMILY: Mutex<Family> = Mutex::new(Family::NotYet);

/// Starts a process that does not outlive fex.
pub fn spawn(command: &mut Command) -> io::Result<Child> {
    // Held until the process is of the group, so that none is started while the group ends.
    let mut family = locked();
    living(&mut family)?.admit(command).spawn()
}

/// Runs a process that does not outlive fex and reads nothing, and returns what it prints.
pub fn output(command: &mut Command) -> io::Result<Output> {
    spawn(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()))?.wait_with_output()
}

/// An empty folder that only this user can look into, and that does not outlive fex.
pub fn folder() -> io::Result<TempDir> {
    let mut family = locked();
    tempfile::Builder::new().prefix("").tempdir_in(living(&mut family)?.folder())
}

/// Ends all children, removes all temporary folders, and starts no more.
pub fn end() {
    if let Family::Living(group) = std::mem::replace(&mut *locked(), Family::Ended) {
        group.end();
    }
}

/// An error once children are ended: what the loss of one seems to mean is nothing then.
pub fn go_on() -> io::Result<()> {
    match *locked() {
        Family::Ended => Err(ending()),
        Family::NotYet | Family::Living(_) => Ok(()),
    }
}

fn ending() -> io::Error {
    io::Error::other("fex is about to end")
}

fn locked() -> MutexGuard<'static, Family> {
    FAMILY.lock().unwrap_or_else(PoisonError::into_inner)
}

fn living(family: &mut Family) -> io::Result<&Group> {
    if let Family::NotYet = family {
        *family = Family::Living(Group::start()?);
    }
    match family {
        Family::Living(group) => Ok(group),
        _ => Err(ending()),
    }
}

#[cfg(unix)]
use unix::Group;

#[cfg(unix)]
mod unix {
    use std::io::{self, Read};
    use std::os::unix::process::CommandExt;
    use std::path::{Path, PathBuf};
    use std::process::{Child, Command, Stdio};

    /// Ends with all of its group when nobody can write to its input any more.
    const REAPER: &str = "trap '' HUP INT TERM; read -r _; kill -KILL 0";

    /// Makes a folder and says so; removes it when nobody can write to its input any more. What was killed a moment ago may
    /// just have written something.
    const CLEANER: &str = "trap '' HUP INT TERM; umask 077; mkdir -- \"$1\" || exit; echo; exec >&-; read -r _; \
                           rm -rf -- \"$1\" || { sleep 1; rm -rf -- \"$1\"; }";

    /// The processes that wait for the end of fex.
    #[derive(Debug)]
    pub(super) struct Group {
        reaper: Child,
        cleaner: Child,
        folder: PathBuf,
    }

    impl Group {
        pub(super) fn start() -> io::Result<Group> {
            let mut random = [0; 16];
            getrandom::fill(&mut random)?;
            let name = format!("fex-{:032x}", u128::from_ne_bytes(random));
            let folder = std::env::temp_dir().join(name);
            let (lifeline, held) = io::pipe()?;
            let mut cleaner =
                shell(CLEANER).arg(&folder).stdin(lifeline).stdout(Stdio::piped()).spawn().map_err(no_shell)?;
            let reaper = shell(REAPER).stdin(Stdio::piped()).stdout(held).spawn().map_err(no_shell)?;
            let mut made = [0];
            match cleaner.stdout.take().map(|mut said| said.read(&mut made)) {
                Some(Ok(1)) => Ok(Group { reaper, cleaner, folder }),
                _ => {
                    Group { reaper, cleaner, folder: folder.clone() }.end();
                    Err(io::Error::other(format!("cannot make the folder `{}`", folder.display())))
                }
            }
        }

        /// Has a command start its process in this group.
        pub(super) fn admit<'c>(&self, command: &'c mut Command) -> &'c mut Command {
            // Process numbers are positive, and fit.
            command.process_group(self.reaper.id() as i32)
        }

        pub(super) fn folder(&self) -> &Path {
            &self.folder
        }

        pub(super) fn end(mut self) {
            drop(self.reaper.stdin.take());
            let _ = self.reaper.wait();
            let _ = self.cleaner.wait();
        }
    }

    /// A shell with a script in a process group of its own.
    fn shell(script: &str) -> Command {
        let mut command = Command::new("/bin/sh");
        // The scripts take `mkdir`, `rm` and `sleep`, and the user's path may be empty.
        let path = std::env::var("PATH").unwrap_or_default();
        command.args(["-c", script, "fex"]).env("PATH", format!("/usr/bin:/bin:{path}"));
        command.current_dir("/").stderr(Stdio::null()).process_group(0);
        command
    }

    fn no_shell(error: io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("cannot run `/bin/sh`, which waits for the end of fex: {error}"))
    }
}

#[cfg(not(unix))]
use elsewhere::Group;

/// Where there are no process groups, children end as far as fex itself ends them.
#[cfg(not(unix))]
mod elsewhere {
    use std::io;
    use std::path::Path;
    use std::process::Command;
    use tempfile::TempDir;

    #[derive(Debug)]
    pub(super) struct Group(TempDir);

    impl Group {
        pub(super) fn start() -> io::Result<Group> {
            tempfile::Builder::new().prefix("fex-").tempdir().map(Group)
        }

        pub(super) fn admit<'c>(&self, command: &'c mut Command) -> &'c mut Command {
            command
        }

        pub(super) fn folder(&self) -> &Path {
            self.0.path()
        }

        pub(super) fn end(self) {
            drop(self.0);
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::{folder, spawn};
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;

    #[test]
    fn nobody_else_can_look_into_a_temporary_folder() {
        let folder = folder().expect("there is room");
        let around = folder.path().parent().expect("all are in one folder");
        assert_eq!(fs::metadata(around).expect("it is there").permissions().mode() & 0o777, 0o700);
    }

    #[test]
    fn children_are_not_of_the_group_that_a_terminal_sends_signals_to() {
        let group = |process: u32| {
            let output = Command::new("ps").args(["-o", "pgid=", "-p", &process.to_string()]).output();
            String::from_utf8_lossy(&output.expect("`ps` can be run").stdout).trim().to_owned()
        };
        let mut child = spawn(Command::new("sleep").arg("1000")).expect("it can be run");
        let (own, of_child) = (group(std::process::id()), group(child.id()));
        child.kill().expect("it runs");
        child.wait().expect("it was killed");
        assert!(!own.is_empty() && !of_child.is_empty() && own != of_child, "{own} and {of_child}");
    }
}
