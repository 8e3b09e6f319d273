//! One worker: a JVM that is started, asked, and ended.

use super::admission::{Nonce, admit};
use super::ending::{End, Error};
use super::jars::Jars;
use super::patience::{Patience, SLICE};
use super::profile::{JvmSettings, Profile, arguments_file, chooses_a_collector, flags};
use super::protocol::{Report, Request, VERSION};
use crate::processes;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// How long a JVM may take to start and connect.
const START: Duration = Duration::from_secs(60);

/// How long a JVM may take to end after it said that it does, or after its connection is gone.
const LAST_BREATH: Duration = Duration::from_secs(5);

/// How much of what a worker prints is kept for messages, in bytes.
const KEPT: usize = 8 << 10;

/// A running worker; it is killed when this is dropped.
#[derive(Debug)]
pub struct Worker {
    number: u64,
    child: Child,
    stream: TcpStream,
    printed: Arc<Mutex<VecDeque<u8>>>,
    /// Where the JVM writes its last words if it crashes.
    crash: PathBuf,
    /// Where changes of files are kept if they are held.
    kept: PathBuf,
    /// Classes that run as they are, by internal name, with the reason.
    pub not_instrumented: Vec<(String, String)>,
}

impl Worker {
    /// Starts a JVM and waits for its greeting.
    pub fn start(jars: &Jars, settings: &JvmSettings, profile: &Profile) -> Result<Worker, Error> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let nonce = Nonce::random()?;
        let directory = place(&settings.directory)?;
        // A file has room for any class path.
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let file = jars.scratch().join(format!("worker-{number}"));
        let kept = jars.scratch().join(format!("files-{number}"));
        fs::write(&file, arguments(jars, settings, profile, &kept, listener.local_addr()?.port())?)?;
        let mut at_file = OsString::from("@");
        at_file.push(&file);
        let mut command = Command::new(&settings.java);
        command
            .arg(at_file)
            .current_dir(&directory)
            .envs(&settings.environment)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = processes::spawn(&mut command).map_err(|error| {
            // A test may have deleted it a moment ago.
            place(&directory).err().unwrap_or_else(|| {
                let java = settings.java.display();
                Error::Unusable(format!("cannot run `{java}`: {error}; a JDK 17 or later is needed"))
            })
        })?;
        if let Some(mut input) = child.stdin.take() {
            // Nobody else can read that. A JVM that does not is not the worker.
            let _ = input.write_all(nonce.bytes());
        }
        let printed = Arc::new(Mutex::new(VecDeque::new()));
        if let Some(out) = child.stdout.take() {
            keep(out, Arc::clone(&printed));
        }
        if let Some(err) = child.stderr.take() {
            keep(err, Arc::clone(&printed));
        }
        let greeted = greeting(&mut child, &listener, &nonce);
        // A JVM that has connected has read the file.
        let _ = fs::remove_file(&file);
        match greeted {
            Ok(stream) => {
                let crash = jars.scratch().join(format!("crash-{}.log", child.id()));
                Ok(Worker { number, child, stream, printed, crash, kept, not_instrumented: Vec::new() })
            }
            Err(error) => {
                let _ = child.kill();
                let _ = child.wait();
                Err(match error {
                    Error::Unusable(reason) => Error::Unusable(with_output(&reason, &printed)),
                    ended => ended,
                })
            }
        }
    }

    /// What tells it from all others.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The most memory that its JVM has had resident until now, in MiB; none where the system does not tell.
    pub fn most_memory(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kilobytes / 1024)
    }

    /// Sends a request.
    pub fn ask(&mut self, request: &Request) -> Result<(), Error> {
        match request.write_frame(&mut self.stream) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::Other => Err(error.into()),
            Err(_) => Err(Error::Ended(self.autopsy(false))),
        }
    }

    /// The next report of interest; notices about classes are kept, an exit or a failure is an error.
    pub fn answer(&mut self, limit: Option<Duration>) -> Result<Report, Error> {
        self.answer_within(limit.map_or(Limit::None, |limit| Limit::Until(Instant::now() + limit)))
    }

    /// The same, where what counts is how much the worker does, or for how long it does nothing; not how long it has to wait for a
    /// processor.
    pub fn answer_in_own_time(&mut self, limit: Duration) -> Result<Report, Error> {
        self.answer_within(Limit::Own(Patience::new(limit), self.child.id()))
    }

    fn answer_within(&mut self, mut limit: Limit) -> Result<Report, Error> {
        loop {
            let report = Report::read_frame(&mut Timed { stream: &self.stream, limit: &mut limit });
            match report {
                Ok(Report::NotInstrumented { class, reason }) => self.not_instrumented.push((class, reason)),
                Ok(Report::Exiting) => return Err(Error::Ended(self.autopsy(true))),
                Ok(Report::OutOfMemory) => {
                    self.kill();
                    return Err(Error::Ended(End::Memory));
                }
                Ok(Report::Failed(reason)) => return Err(Error::Unusable(with_output(&reason, &self.printed))),
                Ok(report) => return Ok(report),
                Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                    self.kill();
                    return Err(Error::Ended(End::Deadline));
                }
                Err(error) if error.kind() == io::ErrorKind::InvalidData => return Err(error.into()),
                Err(_) => return Err(Error::Ended(self.autopsy(false))),
            }
        }
    }

    /// How the process ended, or is about to.
    fn autopsy(&mut self, announced: bool) -> End {
        let deadline = Instant::now() + LAST_BREATH;
        while Instant::now() < deadline {
            match self.child.try_wait() {
                // A JVM that crashes writes about it, and exits like any other process if it writes no core.
                Ok(Some(_)) if self.crash.exists() => return End::Crash,
                Ok(Some(status)) => return status.code().map_or(End::Crash, |code| End::Exit(Some(code))),
                Ok(None) => thread::sleep(Duration::from_millis(2)),
                Err(_) => break,
            }
        }
        // It hangs while it exits: a shutdown hook of the tests waits for something.
        self.kill();
        if announced { End::Exit(None) } else { End::Crash }
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.kill();
        remove(&self.kept);
    }
}

/// Removes a folder with all that tests have put there, though they may have forbidden that.
fn remove(folder: &Path) {
    if fs::remove_dir_all(folder).is_err() && folder.exists() {
        permit(folder);
        let _ = fs::remove_dir_all(folder);
    }
}

/// Lets folders be read and changed.
fn permit(folder: &Path) {
    let Ok(about) = fs::symlink_metadata(folder) else { return };
    if !about.is_dir() {
        return;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        permit(&entry.path());
    }
}

/// The content of the file of arguments.
fn arguments(jars: &Jars, settings: &JvmSettings, profile: &Profile, kept: &Path, port: u16) -> io::Result<String> {
    let mut arguments = flags();
    if settings.has_a_collector() {
        arguments.retain(|argument| !chooses_a_collector(argument));
    }
    let (class_path, agent) = match jars.archive(settings).filter(|_| profile.takes_an_archive()) {
        Some(archive) => {
            arguments.push(format!("-XX:SharedArchiveFile={}", archive.file().display()));
            // What a JVM has to say against an archive is nobody's business: it goes on without.
            arguments.push("-Xlog:cds*=off".to_owned());
            (archive.class_path(&settings.class_path), archive.agent())
        }
        None => (settings.class_path.clone(), jars.agent()),
    };
    let class_path = std::env::join_paths(&class_path).map_err(io::Error::other)?;
    let class_path = class_path.to_str().ok_or_else(|| io::Error::other("the class path is not Unicode"))?;
    arguments.extend(settings.jvm_arguments.iter().cloned());
    arguments.extend(profile.arguments());
    // What a crash leaves behind does not belong into the project.
    arguments.push("-XX:-CreateCoredumpOnCrash".to_owned());
    arguments.push(format!("-XX:ErrorFile={}", jars.scratch().join("crash-%p.log").display()));
    arguments.push(format!("-javaagent:{}={}", agent.display(), kept.display()));
    arguments.extend(["-classpath".to_owned(), class_path.to_owned(), "fex.agent.Worker".to_owned(), port.to_string()]);
    Ok(arguments_file(&arguments))
}

/// Waits until the worker has connected and said who it is.
fn greeting(child: &mut Child, listener: &TcpListener, nonce: &Nonce) -> Result<TcpStream, Error> {
    let deadline = Instant::now() + START;
    let stream = admit(listener, nonce, || match child.try_wait() {
        Ok(Some(status)) => Err(match status.code() {
            Some(_) => Error::Unusable(format!("the JVM does not start ({status})")),
            None => Error::Ended(End::Crash),
        }),
        _ if Instant::now() < deadline => Ok(()),
        _ => Err(Error::Unusable(format!("the JVM does not connect within {} s", START.as_secs()))),
    })?;
    stream.set_nodelay(true)?;
    match Report::read_frame(&mut Timed { stream: &stream, limit: &mut Limit::Until(deadline) }) {
        Ok(Report::Hello { version: VERSION, .. }) => Ok(stream),
        Ok(Report::Hello { version, .. }) => {
            let reason = format!("the worker speaks version {version} of the protocol, fex speaks {VERSION}");
            Err(Error::Unusable(reason))
        }
        Ok(other) => {
            Err(Error::Unusable(format!("the worker begins with something else than its greeting: {other:?}")))
        }
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Err(error.into()),
        // Somebody may have killed it.
        Err(_) => Err(Error::Ended(End::Crash)),
    }
}

/// The folder in which tests run, which they may have deleted.
fn place(folder: &Path) -> Result<PathBuf, Error> {
    let whole = std::path::absolute(folder).ok().filter(|folder| folder.is_dir());
    whole.ok_or_else(|| {
        let folder = folder.display();
        Error::Unusable(format!("there is no folder `{folder}` for tests to run in; one of them may have deleted it"))
    })
}

/// Keeps the last of what a worker prints; it may print without end.
fn keep(mut from: impl Read + Send + 'static, printed: Arc<Mutex<VecDeque<u8>>>) {
    thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(count @ 1..) = from.read(&mut buffer) {
            let mut printed = printed.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            printed.extend(&buffer[..count]);
            let excess = printed.len().saturating_sub(KEPT);
            printed.drain(..excess);
        }
    });
}

/// A reason with what the worker printed last.
fn with_output(reason: &str, printed: &Mutex<VecDeque<u8>>) -> String {
    // The pipes are read by other threads, which may be a moment behind.
    thread::sleep(Duration::from_millis(50));
    let printed: Vec<u8> = printed.lock().unwrap_or_else(std::sync::PoisonError::into_inner).iter().copied().collect();
    let text = String::from_utf8_lossy(&printed);
    match text.trim() {
        "" => reason.to_owned(),
        text => format!("{reason}\n{text}"),
    }
}

/// How long to wait for an answer.
enum Limit {
    None,
    Until(Instant),
    /// Until a process has taken so much of its own time.
    Own(Patience, u32),
}

/// A connection that is read within a limit.
struct Timed<'s, 'l> {
    stream: &'s TcpStream,
    limit: &'l mut Limit,
}

impl Read for Timed<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let left = match self.limit {
                Limit::None => None,
                Limit::Until(deadline) => Some(deadline.saturating_duration_since(Instant::now())),
                Limit::Own(..) => Some(SLICE),
            };
            if left.is_some_and(|left| left.is_zero()) {
                return Err(io::ErrorKind::TimedOut.into());
            }
            self.stream.set_read_timeout(left)?;
            let mut stream = self.stream;
            match stream.read(buffer) {
                Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
                    let goes_on = match self.limit {
                        Limit::Own(patience, process) => patience.lasts(*process),
                        Limit::None | Limit::Until(_) => false,
                    };
                    if !goes_on {
                        return Err(io::ErrorKind::TimedOut.into());
                    }
                }
                read => return read,
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    /// Whoever may do all anyway finds nothing forbidden; for anyone else, a folder without permissions cannot be emptied.
    #[test]
    fn what_tests_have_forbidden_is_removed_and_nothing_that_links_lead_to() {
        let [kept, other] = [(); 2].map(|()| tempfile::tempdir().expect("a temporary folder"));
        let inner = kept.path().join("files/outer/inner");
        fs::create_dir_all(&inner).expect("it can be made");
        fs::write(inner.join("file"), "text").expect("it can be written");
        fs::write(other.path().join("file"), "text").expect("it can be written");
        symlink(other.path(), inner.join("link")).expect("it can be made");
        for folder in [inner.as_path(), &kept.path().join("files/outer")] {
            fs::set_permissions(folder, fs::Permissions::from_mode(0o000)).expect("it can be changed");
        }
        remove(&kept.path().join("files"));
        assert!(!kept.path().join("files").exists());
        assert!(other.path().join("file").exists());
    }
}
