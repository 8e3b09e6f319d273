//! A shell in which the commands of a page run one after the other, so that each finds what those before it left.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// What no command prints; behind it stands how a command ended.
const END: &str = "end-of-a-command-of-the-book";

pub struct Shell {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Shell {
    /// A shell in a folder, with other variables than this process has.
    pub fn start(folder: &Path, variables: &[(&str, String)]) -> Shell {
        let mut process = Command::new("sh")
            .current_dir(folder)
            .envs(variables.iter().map(|(name, value)| (name, value)))
            .env_remove("COLUMNS")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("there is a shell");
        let mut input = process.stdin.take().expect("its input was asked for");
        let output = BufReader::new(process.stdout.take().expect("its output was asked for"));
        writeln!(input, "exec 2>&1\nended=0").expect("the shell reads");
        Shell { process, input, output }
    }

    /// Runs a command; returns what it printed and how it ended.
    pub fn run(&mut self, command: &str) -> (Vec<String>, i32) {
        let script = format!("(exit $ended)\n{{ {command}\n}} < /dev/null\nended=$?\nprintf '\\n{END} %s\\n' $ended\n");
        self.input.write_all(script.as_bytes()).expect("the shell reads");
        let mut printed = String::new();
        loop {
            let mut line = Vec::new();
            let length = self.output.read_until(b'\n', &mut line).expect("the shell can be read");
            assert!(length > 0, "`{command}` ended the shell: {printed}");
            let line = without_colours(&String::from_utf8_lossy(&line));
            if let Some(ended) = line.strip_prefix(END) {
                let lines = printed.strip_suffix('\n').unwrap_or(&printed).lines().map(str::to_owned).collect();
                return (lines, ended.trim().parse().expect("a number"));
            }
            printed.push_str(&line);
        }
    }
}

/// A line without the sequences by which terminals change colours.
fn without_colours(line: &str) -> String {
    let mut parts = line.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |line, part| line + part.split_once('m').map_or(part, |(_, rest)| rest))
}

impl Drop for Shell {
    fn drop(&mut self) {
        // The shell ends with its input; it may be gone already.
        let _ = self.input.write_all(b"exit\n");
        let _ = self.process.wait();
    }
}
