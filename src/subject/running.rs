//! One run of a command, in a folder of its own, with a limit.

use super::command::{CommandLine, Places};
use super::ending::{Ending, KEPT};
use super::material::Material;
use crate::processes;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Where texts are in the folder of a run.
const TEXTS: &str = "text";

/// Runs a command on a text.
///
/// What it makes of the text is what it writes to `{result}` if it names that; else what it prints; else the text, as it is then. A
/// command that changes the text and prints something has changed the text.
pub(super) fn run(line: &CommandLine, material: &Material, limit: Duration) -> io::Result<Ending> {
    let around = processes::folder()?;
    let folder = around.path().join(TEXTS);
    material.write(&folder)?;
    let [result, out, err] = ["result", "out", "err"].map(|name| around.path().join(name));
    let file = folder.join(material.first());
    let mut command = line.command(Places { file: &file, folder: &folder, result: &result });
    let input = if line.names_text() { Stdio::null() } else { Stdio::from(File::open(&file)?) };
    command.stdin(input).stdout(File::create(&out)?).stderr(File::create(&err)?).current_dir(around.path());
    let child = processes::spawn(&mut command).map_err(|error| {
        io::Error::new(error.kind(), format!("cannot run `{}`: {error}", command.get_program().to_string_lossy()))
    })?;
    let Some(status) = ended(child, limit)? else { return Ok(Ending::Hung) };
    // Nobody else has this path, so it says nothing of the text.
    let said = |path: &Path| Ok::<_, io::Error>(text_of(path)?.replace(&*around.path().to_string_lossy(), ""));
    if !status.success() {
        let how = how(status);
        let mut said_here = said(&err)?;
        if said_here.trim().is_empty() {
            said_here = said(&out)?;
        }
        return Ok(match status.code() {
            Some(_) => Ending::Rejected { how, said: said_here },
            None => Ending::Crashed { how, said: said_here },
        });
    }
    if line.names_result() {
        return Ok(match result.is_file() {
            true => Ending::Accepted(material.with_text(bytes_of(&result)?)),
            false => Ending::Rejected { how: "no result".to_owned(), said: said(&err)? },
        });
    }
    let (now, printed) = (material.reread(&folder), bytes_of(&out)?);
    let is_in_place = line.names_text() && (now != *material || printed.is_empty());
    Ok(Ending::Accepted(if is_in_place { now } else { material.with_text(printed) }))
}

/// How a process ended; `None` if its time was over before, and it was killed.
fn ended(mut child: Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let started = Instant::now();
    let mut pause = Duration::from_micros(500);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if started.elapsed() >= limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

/// In which way a process ended.
fn how(status: ExitStatus) -> String {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        if let Some(signal) = status.signal() {
            return format!("signal {signal}");
        }
    }
    status.code().map_or_else(|| "no exit code".to_owned(), |code| format!("exit code {code}"))
}

fn bytes_of(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(KEPT as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn text_of(path: &Path) -> io::Result<String> {
    Ok(String::from_utf8_lossy(&bytes_of(path)?).into_owned())
}
