//! Maven, asked what Surefire would do.
//!
//! One build up to the tests, with an extension that writes down each execution of Surefire and keeps it from running.
//! Nothing is written into the project but what Maven itself compiles.

use super::build::Goal;
use super::command::carry_out;
use super::module::parse;
use itertools::Itertools;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How Maven's JVM starts: most builds only find that nothing has changed, for which the second compiler costs as much as everything
/// else.
const QUICKLY: &str = "-XX:TieredStopAtLevel=1";

/// The variable of the environment that has arguments of Maven's JVM.
const OPTIONS: &str = "MAVEN_OPTS";

/// Runs Maven; there is one line for each execution of Surefire.
///
/// A module that cannot be built does not keep Maven from the others. It is no error while there are others.
pub(super) fn ask(
    folder: &Path,
    goal: Goal,
    extension: &Path,
    scratch: &Path,
    arguments: &[String],
    modules: &[String],
) -> io::Result<String> {
    let answer = scratch.join("modules.json");
    let _ = fs::remove_file(&answer);
    let mut command = Command::new(program(folder));
    command
        .args(["--batch-mode", "--quiet", "--fail-at-end", "test"])
        .arg(format!("-Dmaven.ext.class.path={}", extension.display()))
        .arg(format!("-Dfex.modules={}", answer.display()))
        // Coverage that nobody asked for would only slow the workers down.
        .arg("-Djacoco.skip=true")
        .args(arguments)
        .env(OPTIONS, options(std::env::var_os(OPTIONS)));
    if goal == Goal::Classes {
        // Surefire starts all the same, and so is asked all the same.
        command.arg("-Dmaven.test.skip=true");
    }
    if !modules.is_empty() {
        let named = modules.iter().map(|module| project(module, folder)).join(",");
        command.args(["--projects", &named, "--also-make"]);
    }
    let built = carry_out("Maven", &mut command, folder, |output| excerpt(&String::from_utf8_lossy(&output.stdout)));
    let said = match fs::read_to_string(&answer) {
        // No module has a plugin that runs tests.
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        read => read?,
    };
    let has_tests = parse(&said)?.iter().any(|module| module.failed.is_none());
    built.map(|()| said.clone()).or_else(|error| if has_tests { Ok(said) } else { Err(error) })
}

/// The arguments of Maven's JVM; the user's come last, so that they have the last word.
fn options(given: Option<OsString>) -> OsString {
    let mut options = OsString::from(QUICKLY);
    if let Some(given) = given {
        options.push(" ");
        options.push(given);
    }
    options
}

/// A module as `--projects` names it: by its coordinates, its folder, or its artifact with a colon in front.
fn project(module: &str, folder: &Path) -> String {
    let is_whole = module.contains(':') || folder.join(module).is_dir();
    if is_whole { module.to_owned() } else { format!(":{module}") }
}

/// The project's own Maven, if it brings one.
fn program(folder: &Path) -> PathBuf {
    let wrapper = folder.join(if cfg!(windows) { "mvnw.cmd" } else { "mvnw" });
    match std::path::absolute(&wrapper) {
        Ok(wrapper) if wrapper.is_file() => wrapper,
        _ => PathBuf::from("mvn"),
    }
}

/// The first lines of what Maven says; what follows repeats it and links to the web.
fn excerpt(said: &str) -> String {
    const LINES: usize = 12;
    let lines =
        said.lines().map(str::trim_end).filter(|line| line.starts_with("[ERROR]") && line.len() > "[ERROR] ".len());
    lines.take(LINES).join("\n")
}

#[cfg(test)]
mod tests {
    use super::options;

    #[test]
    fn what_the_user_says_of_mavens_jvm_has_the_last_word() {
        assert_eq!(options(None), "-XX:TieredStopAtLevel=1");
        assert_eq!(
            options(Some("-Xmx2g -XX:TieredStopAtLevel=4".into())),
            "-XX:TieredStopAtLevel=1 -Xmx2g -XX:TieredStopAtLevel=4"
        );
    }
}
