//! A compiler that stays: the JVMs in which sources are compiled as often as anybody asks, one for each who asks at once.

use super::jdk;
use crate::processes;
use crate::session::locked;
use crate::worker;
use std::ffi::OsStr;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;

/// A compiler.
pub(super) struct Compiler {
    /// The jar with the program that compiles.
    jar: PathBuf,
    idle: Mutex<Vec<Process>>,
}

/// A JVM that compiles.
struct Process {
    /// The program that it is.
    java: PathBuf,
    child: Child,
    requests: BufWriter<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Compiler {
    /// A compiler for which no JVM is started yet.
    pub(super) fn new(jar: PathBuf) -> Compiler {
        Compiler { jar, idle: Mutex::default() }
    }

    /// Compiles sources on a class path into a folder by the JDK of a `java`; what the compiler complains of, or nothing.
    pub(super) fn complaints(
        &self,
        java: &Path,
        sources: &[PathBuf],
        class_path: &[PathBuf],
        into: &Path,
    ) -> io::Result<String> {
        let process = self.idle(java).map_or_else(|| Process::start(java, &self.jar), Ok);
        let asked = process.and_then(|mut process| {
            let complaints = process.compile(sources, class_path, into)?;
            Ok((process, complaints))
        });
        match asked {
            Ok((process, complaints)) => {
                locked(&self.idle).push(process);
                Ok(complaints)
            }
            // A runtime without a compiler, or one that an annotation processor has ended.
            Err(_) => jdk::complaints(java, sources, class_path, into),
        }
    }

    /// [`Compiler::complaints`] as a function.
    pub(super) fn function(&self) -> impl Fn(&Path, &[PathBuf], &[PathBuf], &Path) -> io::Result<String> + Sync + '_ {
        |java, sources, class_path, into| self.complaints(java, sources, class_path, into)
    }

    /// Takes a JVM that has nothing to do.
    fn idle(&self, java: &Path) -> Option<Process> {
        let mut idle = locked(&self.idle);
        let place = idle.iter().position(|process| process.java == java)?;
        Some(idle.swap_remove(place))
    }
}

impl Process {
    fn start(java: &Path, jar: &Path) -> io::Result<Process> {
        let mut command = Command::new(java);
        command
            .args(worker::SHORT_LIVED)
            // Complaints are read as the compiler writes them in English.
            .args(["-XX:-UsePerfData", "-Xmx1g", "-Duser.language=en", "-cp"])
            .arg(jar)
            .arg("fex.agent.Compiler")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = processes::spawn(&mut command)?;
        let (requests, answers) = (child.stdin.take(), child.stdout.take());
        let requests = BufWriter::new(requests.expect("it was asked for"));
        Ok(Process {
            java: java.to_owned(),
            child,
            requests,
            answers: BufReader::new(answers.expect("it was asked for")),
        })
    }

    fn compile(&mut self, sources: &[PathBuf], class_path: &[PathBuf], into: &Path) -> io::Result<String> {
        self.ask_all(class_path)?;
        self.ask(into.as_os_str())?;
        self.ask_all(sources)?;
        self.requests.flush()?;
        let mut compiles = [0];
        self.answers.read_exact(&mut compiles)?;
        let mut length = [0; 4];
        self.answers.read_exact(&mut length)?;
        let mut said = vec![0; u32::from_be_bytes(length) as usize];
        self.answers.read_exact(&mut said)?;
        Ok(if compiles == [1] { String::new() } else { String::from_utf8_lossy(&said).into_owned() })
    }

    fn ask_all(&mut self, paths: &[PathBuf]) -> io::Result<()> {
        self.requests.write_all(&(paths.len() as u32).to_be_bytes())?;
        paths.iter().try_for_each(|path| self.ask(path.as_os_str()))
    }

    fn ask(&mut self, text: &OsStr) -> io::Result<()> {
        let text = text.to_str().ok_or_else(|| io::Error::other("a path is not Unicode"))?;
        self.requests.write_all(&(text.len() as u32).to_be_bytes())?;
        self.requests.write_all(text.as_bytes())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::{Compiler, jdk};
    use crate::worker::Jars;
    use std::fs;

    #[test]
    fn one_jvm_compiles_what_is_asked_for_one_after_the_other() {
        let jars = Jars::unpack().expect("the jars are in the binary");
        let compiler = Compiler::new(jars.agent());
        let folder = tempfile::tempdir().expect("a temporary folder");
        let classes = folder.path().join("classes");
        fs::create_dir(&classes).expect("there is room");
        let source = folder.path().join("A.java");
        let mut jvms = Vec::new();
        let mut compile = |text: &str, class_path: &[_]| {
            fs::write(&source, text).expect("there is room");
            let said = compiler.complaints(&jdk::program("java"), std::slice::from_ref(&source), class_path, &classes);
            jvms.extend(compiler.idle.lock().expect("nobody panicked").iter().map(|process| process.child.id()));
            said.expect("it can be asked")
        };
        assert_eq!(compile("class A {}", &[]), "");
        let said = compile("class A { int a = b; }", &[]);
        assert!(said.contains("A.java:1: error: cannot find symbol"), "{said}");
        // What was compiled before is on the class path, and no source of it is there any more.
        assert_eq!(compile("class B { A a; }", std::slice::from_ref(&classes)), "");
        assert_eq!(
            compile("class A { B b; }", std::slice::from_ref(&classes)),
            "",
            "the compiler sees what it wrote last"
        );
        assert_eq!(jvms, [jvms[0]; 4], "one JVM, and no other");
    }
}
