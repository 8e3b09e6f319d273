//! Settings that are in no file: `--set KEY=VALUE`, as plugins of builds say them.

use fex::diagnostic::{self, Style};
use fex::settings::{self, Assignment, Project};
use proptest::prelude::*;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

fn assigned(all: &[&str]) -> Result<Project, String> {
    let assignments: Vec<Assignment> = all.iter().map(|text| text.parse().expect("it has a sign")).collect();
    let (source, project, diagnostics) = settings::assigned(&assignments, Path::new("home"));
    project.ok_or_else(|| diagnostic::render(&[source], &diagnostics, Style::Plain))
}

/// The same settings as a file has them, with values of their types.
#[test]
fn assignments_mean_what_a_file_with_the_same_keys_means() {
    let set = assigned(&[
        "scope=4",
        "time-limit=1.5",
        "minimise=true",
        "fields=left,right",
        "classpath=classes",
        "suite.spec=tree.spec",
        "suite.scope=6",
        "suite.spec=list.spec",
        "extreme.only=com.acme.*",
        "extreme.only=org.acme.*",
        "extreme.keep=getter, setter",
        "extreme.jvm-arg=-Xlog:gc,safepoint",
        "extreme.fail-on=pseudo-tested=3",
        "taint.out=reports",
    ]);
    let text = "scope = 4\ntime-limit = 1.5\nminimise = true\nfields = ['left', 'right']\nclasspath = 'classes'\n\
                [[suite]]\nspec = 'tree.spec'\nscope = 6\n[[suite]]\nspec = 'list.spec'\n\
                [extreme]\nonly = ['com.acme.*', 'org.acme.*']\nkeep = ['getter', 'setter']\n\
                jvm-arg = '-Xlog:gc,safepoint'\nfail-on = 'pseudo-tested=3'\n[taint]\nout = 'reports'\n";
    let source = diagnostic::Source::new("fex.toml", text);
    let (file, diagnostics) = settings::read(&source, Path::new("home"));
    assert!(diagnostics.is_empty(), "{}", diagnostic::render(&[source], &diagnostics, Style::Plain));
    assert_eq!(set.as_ref(), Ok(&file.expect("it is correct")));
    assert_eq!(set.map(|set| set.common.time_limit), Ok(Some(Duration::from_millis(1500))));
}

#[test]
fn a_wrong_assignment_is_shown_as_it_was_said() {
    for (said, expected) in [
        (
            ["scope=4", "extreme.fail-on=pseudo"],
            ["--set:2:17", "`fail-on` cannot be `pseudo`", "extreme.fail-on=pseudo"],
        ),
        (
            ["scope=4", "extreme.colour=red"],
            ["--set:2:9", "unknown setting `colour` of `[extreme]`", "this is fex 0.1.0"],
        ),
        (["scope=four", "minimise=true"], ["--set:1:7", "`scope` has to be a whole number", "scope=four"]),
        (["scope=4", "scope=5"], ["--set:1:7", "`scope` has to be a whole number", "this is a list"]),
        (["suite.scope=4", "taint.out=x"], ["--set:1:7", "`[[suite]]` has no `spec`", "suite.scope=4"]),
        (["extreme=x", "extreme.out=x"], ["--set:1:9", "`extreme` has to be a table", "unknown setting `extreme.out`"]),
        (["fields=a", "fields.x=y"], ["--set:2:1", "unknown setting `fields.x`", "unknown key"]),
        (
            ["suite=a", "suite.spec=y"],
            ["--set:1:7", "`suite` has to be a list of tables", "unknown setting `suite.spec`"],
        ),
    ] {
        let told = assigned(&said).expect_err("it is wrong");
        expected.iter().for_each(|part| assert!(told.contains(part), "{said:?}: {part}\n{told}"));
    }
}

proptest! {
    #[test]
    fn no_assignment_makes_fex_panic(all in prop::collection::vec("(suite|extreme|scope|fields|é)?\\.?(spec|out|scope|é)?=.{0,4}", 0..6)) {
        let assignments: Vec<Assignment> = all.iter().filter_map(|text| text.parse().ok()).collect();
        let (source, _, diagnostics) = settings::assigned(&assignments, Path::new(""));
        diagnostic::render(&[source], &diagnostics, Style::Plain);
    }
}

/// A flag wins over `--set`, which wins over the file.
#[test]
fn what_is_set_takes_the_place_of_what_the_file_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs/search_tree.spec");
    fs::copy(spec, folder.path().join("tree.spec")).expect("it can be copied");
    let counted = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fex"));
        command.args(["generate", "--count", "--exhaustive"]).args(arguments).current_dir(folder.path());
        let output = command.output().expect("the binary starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    // Search trees of up to n nodes, with n values for their keys: for each k of them, C(n, k) sets of keys and Catalan(k) shapes.
    let trees = ["2", "5", "15"];
    // Without a file, what is set is all there is.
    assert_eq!(counted(&["--set", "suite.spec=tree.spec", "--set", "scope=2"]).trim(), trees[1]);
    fs::write(folder.path().join("fex.toml"), "scope = 1\n[[suite]]\nspec = 'tree.spec'\n").expect("it can be written");
    for (arguments, scope) in [(&[][..], 1), (&["--set", "scope=2"], 2), (&["--set", "scope=2", "--scope", "3"], 3)] {
        assert_eq!(counted(arguments).trim(), trees[scope - 1], "{arguments:?}");
    }
    let refused = Command::new(env!("CARGO_BIN_EXE_fex")).args(["check", "--set", "scope"]).output();
    let refused = refused.expect("the binary starts");
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("a setting is `KEY=VALUE`"));
}
