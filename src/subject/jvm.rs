//! A class in a JVM that stays for many texts.
//!
//! The JVM reads a length and a text from its standard input, and writes a kind, a length and a text to its standard output; what the
//! class prints goes elsewhere. A JVM that ends, or takes too long, is replaced by a new one.

use super::ending::{Ending, KEPT};
use super::material::Material;
use crate::processes;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The class of fex that calls the subject.
const MAIN: &str = "fex.agent.SubjectLoop";

/// A class that takes texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JavaClass {
    /// Its binary name.
    pub name: String,
    /// Where it is, and what it needs.
    pub class_path: String,
    /// The jar that has the class that calls it.
    pub caller: PathBuf,
    /// The program that runs JVMs.
    pub java: PathBuf,
}

/// A JVM with the class.
#[derive(Debug)]
pub(super) struct Jvm {
    child: Child,
    input: ChildStdin,
    answers: Receiver<(u8, String)>,
}

/// What a JVM answers with; anything else is why the class cannot be used.
mod kind {
    pub(super) const MADE: u8 = 0;
    pub(super) const THREW: u8 = 1;
}

impl Jvm {
    /// Starts one.
    pub(super) fn start(class: &JavaClass) -> io::Result<Jvm> {
        let separator = if cfg!(windows) { ";" } else { ":" };
        let class_path = format!("{}{separator}{}", class.caller.display(), class.class_path);
        let mut command = Command::new(&class.java);
        command.args(["-XX:+UseSerialGC", "-Xss4m", "-cp", &class_path, MAIN, &class.name]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = processes::spawn(&mut command)
            .map_err(|error| io::Error::new(error.kind(), format!("cannot run `{}`: {error}", class.java.display())))?;
        let no_pipe = || io::Error::other("the JVM has no standard streams");
        let input = child.stdin.take().ok_or_else(no_pipe)?;
        let mut output = child.stdout.take().ok_or_else(no_pipe)?;
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            while let Ok(answer) = read(&mut output) {
                if sender.send(answer).is_err() {
                    break;
                }
            }
        });
        Ok(Jvm { child, input, answers })
    }

    /// Gives the class a text. The JVM can be used again if it answered.
    ///
    /// # Errors
    /// If the class cannot be used at all.
    pub(super) fn apply(&mut self, material: &Material, limit: Duration) -> io::Result<(Ending, bool)> {
        let text = material.files.values().next().map(Vec::as_slice).unwrap_or_default();
        let length = (text.len() as u32).to_be_bytes();
        // Whoever has ended already does not read; that it has ended is found out below.
        let _ =
            self.input.write_all(&length).and_then(|()| self.input.write_all(text)).and_then(|()| self.input.flush());
        match self.answers.recv_timeout(limit) {
            Ok((kind::MADE, made)) => Ok((Ending::Accepted(material.with_text(made.into_bytes())), true)),
            Ok((kind::THREW, said)) => {
                let head = said.lines().next().unwrap_or_default();
                let how = head.split(':').next().unwrap_or_default().trim().to_owned();
                Ok((Ending::Rejected { how, said }, true))
            }
            Ok((_, why)) => Err(io::Error::other(why)),
            Err(RecvTimeoutError::Timeout) => Ok((Ending::Hung, false)),
            Err(RecvTimeoutError::Disconnected) => {
                let status = self.child.wait()?;
                let how = format!("its JVM ended: {status}");
                Ok((Ending::Crashed { how, said: String::new() }, false))
            }
        }
    }
}

impl Drop for Jvm {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads an answer.
fn read(output: &mut impl Read) -> io::Result<(u8, String)> {
    let mut head = [0; 5];
    output.read_exact(&mut head)?;
    let length = u32::from_be_bytes([head[1], head[2], head[3], head[4]]) as usize;
    let mut bytes = vec![0; length.min(64 * KEPT)];
    output.read_exact(&mut bytes)?;
    Ok((head[0], String::from_utf8_lossy(&bytes).into_owned()))
}
