//! The programs of a JDK: where they are, and how they run.

use crate::processes;
use crate::worker;
use std::env;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A program of the JDK that JAVA_HOME names, or the one on the path.
pub(super) fn program(name: &str) -> PathBuf {
    let home = env::var_os("JAVA_HOME").map(|home| PathBuf::from(home).join("bin").join(name));
    home.filter(|program| program.exists()).unwrap_or_else(|| PathBuf::from(name))
}

/// How much of what the compiler says is repeated.
const LINES: usize = 24;

/// What a compiler said that refused sources, shortened, and what to do about it where that is told by it.
pub(super) fn refusal(output: &Output) -> (String, Option<&'static str>) {
    let said = String::from_utf8_lossy(&output.stderr);
    let mut lines: Vec<&str> = said.lines().take(LINES).collect();
    if said.lines().count() > LINES {
        lines.push("…");
    }
    let is_missing = |what: &str| said.lines().any(|line| line.contains(what) && line.contains("does not exist"));
    let help = if is_missing("package org.junit") {
        Some("the class path lacks the JUnit that the suite needs; `--classpath` names it")
    } else if said.contains("class file has wrong version") {
        Some("the classes are newer than the JDK; JAVA_HOME says where another one is")
    } else if is_missing("package ") || said.contains("class file for ") {
        Some("the class path lacks what the classes under test need; `--classpath` names it")
    } else {
        None
    };
    (lines.join("\n"), help)
}

/// Compiles sources into a folder with the compiler that belongs to a `java`, or any other; what it complains of, or nothing.
pub(super) fn complaints(java: &Path, sources: &[PathBuf], class_path: &[PathBuf], into: &Path) -> io::Result<String> {
    let beside = Some(java.with_file_name("javac")).filter(|compiler| compiler.is_file());
    let output = compiled(&beside.unwrap_or_else(|| program("javac")), sources, class_path, into)?;
    Ok(if output.status.success() { String::new() } else { String::from_utf8_lossy(&output.stderr).into_owned() })
}

/// Compiles sources into a folder.
pub(super) fn javac(sources: &[PathBuf], class_path: &[PathBuf], into: &Path) -> io::Result<Output> {
    compiled(&program("javac"), sources, class_path, into)
}

fn compiled(compiler: &Path, sources: &[PathBuf], class_path: &[PathBuf], into: &Path) -> io::Result<Output> {
    let class_path = env::join_paths(class_path).map_err(io::Error::other)?;
    let mut command = Command::new(compiler);
    command.args(worker::SHORT_LIVED.map(|flag| format!("-J{flag}")));
    command.args(["-g", "-nowarn", "-encoding", "UTF-8", "-d"]).arg(into).arg("-cp").arg(class_path).args(sources);
    processes::output(&mut command)
}

/// Runs a program in a folder, where nobody hears it, and waits for its end, whatever that is.
pub(super) fn java(
    class_path: &[PathBuf],
    arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    folder: &Path,
) -> io::Result<()> {
    let mut command = Command::new(program("java"));
    command
        .args(worker::SHORT_LIVED)
        .args(["-XX:-UsePerfData", "-Xmx512m", "-cp"])
        .arg(env::join_paths(class_path).map_err(io::Error::other)?)
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    processes::spawn(&mut command)?.wait().map(drop)
}

#[cfg(test)]
mod tests {
    use super::{LINES, refusal};
    use std::os::unix::process::ExitStatusExt;
    use std::process::{ExitStatus, Output};

    fn told(said: &str) -> (String, Option<&'static str>) {
        refusal(&Output { status: ExitStatus::from_raw(256), stdout: Vec::new(), stderr: said.into() })
    }

    #[test]
    fn only_a_compiler_that_misses_junit_is_helped_with_junit() {
        // The messages are those of javac 17.
        for (said, help) in [
            ("A.java:3: error: package org.junit.jupiter.params does not exist", Some("JUnit")),
            ("A.java:3: error: package com.acme does not exist", Some("classes under test need")),
            (
                "A.java:3: error: cannot access B\n  class file for com.acme.B not found",
                Some("classes under test need"),
            ),
            (
                "  bad class file: B.class\n    class file has wrong version 65.0, should be 61.0",
                Some("newer than the JDK"),
            ),
            ("A.java:3: error: incompatible types: String cannot be converted to int", None),
        ] {
            let (repeated, helped) = told(said);
            assert_eq!(repeated, said);
            assert_eq!(helped.is_some(), help.is_some(), "{said}: {helped:?}");
            assert!(helped.unwrap_or_default().contains(help.unwrap_or_default()), "{said}: {helped:?}");
        }
    }

    #[test]
    fn what_a_compiler_says_at_length_is_shortened() {
        let (repeated, _) = told(&"error\n".repeat(1000));
        assert_eq!(repeated.lines().count(), LINES + 1);
    }
}
