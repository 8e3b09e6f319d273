//! What `man` and shells know of the binary: pages and completions.

use crate::cli::{Folder, fex};
use std::fs;
use std::process::{Command, Output};

/// Runs a command whose files have a date; this is 2026-01-01, as `date --utc --date=@1767225600` says.
fn dated(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fex"));
    command.args(arguments).env("SOURCE_DATE_EPOCH", "1767225600").output().expect("the binary starts")
}

#[test]
fn every_command_has_a_page_for_man() {
    let folder = Folder::new();
    let run = folder.fex(&["man", "man1"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let help = fex(&["--help"]).out;
    let listed =
        help.split("Commands:").nth(1).and_then(|text| text.split("Options:").next()).expect("there is a list");
    let commands: Vec<&str> =
        listed.lines().filter_map(|line| line.split_whitespace().next()).filter(|command| *command != "help").collect();
    assert!(commands.len() > 10, "{commands:?}");
    let whole = folder.read("man1/fex.1");
    for command in &commands {
        let page = folder.read(&format!("man1/fex-{command}.1"));
        // What `fex COMMAND --help` says of its use, as such pages write it.
        let help = fex(&[command, "--help"]).out;
        let usage = help.lines().find_map(|line| line.strip_prefix("Usage: ")).expect("it is there");
        assert!(page.contains(&format!(".SH SYNOPSIS\n{}\n", usage.replace('-', "\\-"))), "{usage}\n{page}");
        assert!(whole.contains(&format!("fex\\-{}(1)", command.replace('-', "\\-"))), "{command}\n{whole}");
    }
    let pages = fs::read_dir(folder.path("man1")).expect("it is a folder").count();
    assert!(whole.contains("Exit codes") && pages == commands.len() + 1, "{pages} pages");
    // No page is named that is not there.
    assert_eq!(whole.matches("(1)\n").count(), commands.len(), "{whole}");
}

#[test]
fn pages_have_the_date_of_the_release() {
    let folder = Folder::new();
    let (first, again) = (folder.path("first"), folder.path("again"));
    for pages in [&first, &again] {
        let run = dated(&["man", pages.to_str().expect("a plain path")]);
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    }
    let page = folder.read("first/fex-generate.1");
    let title = page.lines().find(|line| line.starts_with(".TH")).expect("there is one");
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(title, format!(".TH fex-generate 1 2026-01-01 \"fex {version}\" fex"));
    assert_eq!(page, folder.read("again/fex-generate.1"));
}

#[test]
fn an_installed_plugin_has_the_date_of_the_release() {
    let folder = Folder::new();
    let repository = folder.path("repository");
    let run = dated(&["plugins", "--repository", repository.to_str().expect("a plain path")]);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let versions = folder.read("repository/fex/fex-maven-plugin/maven-metadata-local.xml");
    assert!(versions.contains("<lastUpdated>20260101000000</lastUpdated>"), "{versions}");
}

#[test]
fn bash_completes_commands_and_options() {
    let folder = Folder::new();
    folder.write("fex.bash", &fex(&["completions", "bash"]).out);
    // Bash itself is asked, as it asks when the key is pressed.
    let complete = |words: &[&str]| {
        let script = "source fex.bash; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1));
             _fex fex \"${COMP_WORDS[COMP_CWORD]}\" \"${COMP_WORDS[COMP_CWORD - 1]}\"; echo \"${COMPREPLY[@]}\"";
        let mut bash = Command::new("bash");
        let output = bash.args(["-c", script, "bash"]).args(words).current_dir(folder.path("")).output();
        let output = output.expect("there is a bash");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    };
    assert_eq!(complete(&["fex", "gen"]), "generate");
    assert_eq!(complete(&["fex", "re"]), "refresh report");
    assert_eq!(complete(&["fex", "generate", "--ex"]), "--exhaustive --exclude-tests --explain-search");
    assert_eq!(complete(&["fex", "generate", "--solver", "v"]), "varisat");
}
