//! The goals of the plugin for Maven, in real builds, from the artifacts that `fex plugins` installs.

use crate::builds::copy;
use crate::maven;
use crate::project_folder::{ProjectFolder, run};
use std::fs;
use std::ops::Deref;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use tempfile::TempDir;

/// A project, in a folder with whatever is kept between its builds.
struct Project {
    folder: ProjectFolder,
}

impl Deref for Project {
    type Target = ProjectFolder;

    fn deref(&self) -> &ProjectFolder {
        &self.folder
    }
}

impl Project {
    fn new() -> Project {
        let project = Project { folder: ProjectFolder::new() };
        // Whoever wants to say `mvn fex:extreme` says once where the prefix comes from.
        let group = "<settings><pluginGroups><pluginGroup>fex</pluginGroup></pluginGroups></settings>";
        fs::write(project.beside("settings.xml"), group).expect("it can be written");
        project
    }

    /// Runs a program in the project; returns how it ended, and what it said.
    fn run(&self, program: &str, arguments: &[&str]) -> (Output, String) {
        run(self.command(program).args(arguments))
    }

    fn fex(&self, arguments: &[&str]) -> (Output, String) {
        self.run(env!("CARGO_BIN_EXE_fex"), arguments)
    }

    /// Runs a build.
    fn mvn(&self, arguments: &[&str]) -> (bool, String) {
        let repository = format!("-Dmaven.repo.local={}", repository().display());
        let fixed = ["--batch-mode", "--settings", "../settings.xml", &repository];
        let (output, text) = self.run("mvn", &[&fixed, arguments].concat());
        (output.status.success(), text)
    }
}

/// A repository with the plugin and the binary, which all of these tests use.
fn repository() -> PathBuf {
    static REPOSITORY: OnceLock<TempDir> = OnceLock::new();
    let folder = REPOSITORY.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let repository = maven::repository(folder.path());
        let mut command = Command::new(env!("CARGO_BIN_EXE_fex"));
        let output = command.arg("plugins").arg("--repository").arg(&repository).output().expect("the binary starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        folder
    });
    folder.path().join("repository")
}

/// What a build prints for people to read, without its marks.
fn printed(build: &str) -> Vec<&str> {
    build.lines().filter_map(|line| line.strip_prefix("[INFO] ")).collect()
}

#[test]
fn a_project_that_never_heard_of_fex_is_judged_as_the_binary_judges_it() {
    let project = Project::new();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/shop"), &project.path(""));
    let (is_built, build) = project.mvn(&["fex:extreme"]);
    assert!(is_built, "{build}");
    // Both modules are judged at once: `core.Price.tax` is tested, though only by a test of the other one.
    let (_, told) = project.fex(&["extreme", "--quiet"]);
    let verdicts: Vec<&str> = told.lines().filter(|line| !line.is_empty() && !line.starts_with("note:")).collect();
    assert!(told.contains("app.Receipt.print"), "{told}");
    for line in &verdicts {
        assert!(printed(&build).contains(line), "{line}\n{build}");
    }
    assert!(project.path("target/fex/extreme/index.html").is_file());

    // A part of the reactor is judged alone; what is asked for on the command line is a key of `fex.toml`.
    let (is_built, build) = project.mvn(&["--projects", "core", "fex:extreme", "-Dfex.extreme.fail-on=not-covered"]);
    assert!(!is_built && build.contains("core.Price.tax") && !build.contains("app.Receipt"), "{build}");
    let link = build.lines().find_map(|line| line.split("see file://").nth(1)).expect("there is a link");
    assert!(Path::new(link.trim()).is_file() && build.contains("`--fail-on` allows 0"), "{build}");
    let (is_built, build) = project.mvn(&["--projects", "core", "fex:check", "-Dfex.scop=3"]);
    assert!(!is_built && build.contains("unknown setting `scop`") && build.contains("`scope`?"), "{build}");
}

/// The plugin as the README has it, with a suite. All of that is bound to `verify`.
const PLUGIN: &str = "<plugin><groupId>fex</groupId><artifactId>fex-maven-plugin</artifactId><version>0.1.0</version>
  <executions><execution><goals><goal>check</goal><goal>refresh</goal><goal>extreme</goal></goals></execution></executions>
  <configuration><settings>
    <scope>2</scope>
    <suite><spec>specs/search_tree.spec</spec></suite>
    <extreme><only>subjects.*</only><fail-on>not-covered=100%</fail-on><fail-on>partially-tested</fail-on></extreme>
  </settings></configuration></plugin>";

#[test]
fn verify_fails_where_a_suite_is_stale_or_a_threshold_is_broken() {
    let project = Project::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).expect("it can be read");
    // One module instead of two, with the plugin.
    let pom = read("tests/data/shop/pom.xml");
    let (start, end) =
        (pom.find("  <packaging>").expect("it is there"), pom.find("  <properties>").expect("it is there"));
    let plugins = format!("</pluginManagement>\n<plugins>{PLUGIN}</plugins>");
    let pom = format!("{}{}", &pom[..start], &pom[end..]).replace("</pluginManagement>", &plugins);
    project.write("pom.xml", &pom);
    project.write("src/main/java/subjects/SearchTree.java", &read("tests/data/subjects/src/subjects/SearchTree.java"));
    project.write("specs/search_tree.spec", &read("specs/search_tree.spec"));

    project.write(
        "src/main/java/subjects/Idle.java",
        "package subjects; class Idle { int twice(int x) { return 2 * x; } }",
    );

    let (is_built, build) = project.mvn(&["--quiet", "fex:generate"]);
    assert!(is_built && project.path("src/test/java/subjects/SearchTreeTest.java").is_file(), "{build}");

    // At a larger scope, structures are missing. Nothing is judged by a suite that is not up to date, and nothing is changed.
    let (is_built, build) = project.mvn(&["verify", "-Dfex.scope=3"]);
    assert!(!is_built && build.contains("is not up to date") && build.contains("src/test/java"), "{build}");
    assert!(!build.contains("transformations"), "{build}");

    let (is_built, build) = project.mvn(&["verify", "-Dfex.extreme.fail-on=not-covered"]);
    assert!(printed(&build).iter().any(|line| line.contains("structures kept, 0 dropped, 0 added")), "{build}");
    let told = "1 methods are not-covered; `--fail-on` allows 0";
    assert!(!is_built && build.contains(told) && build.contains("target/fex/extreme/index.html"), "{build}");
    let failure = build.lines().position(|line| line.contains("Failed to execute goal")).expect("it fails");
    let message: Vec<&str> = build.lines().skip(failure).take(4).collect();
    assert!(message.concat().contains(told) && message.concat().contains("see file:///"), "{message:?}");
}

#[test]
fn a_binary_that_does_not_fit_is_refused_with_the_platform_and_a_cure() {
    let project = Project::new();
    project.write("pom.xml", "<project><modelVersion>4.0.0</modelVersion><groupId>g</groupId><artifactId>a</artifactId><version>1</version></project>");
    let refused = |arguments: &[&str], expected: &[&str]| {
        let (is_built, build) = project.mvn(&[&["--offline", "fex:check"], arguments].concat());
        assert!(!is_built, "{build}");
        expected.iter().for_each(|part| assert!(build.contains(part), "{part}: {build}"));
    };
    refused(&["-Dos.arch=riscv64"], &["there is no fex 0.1.0 for this platform, `linux-riscv64`", "-Dfex.binary=PATH"]);
    let program = |text: &str| {
        project.write("binary", text);
        let runs = fs::Permissions::from_mode(0o755);
        fs::set_permissions(project.path("binary"), runs).expect("it can be made executable");
    };
    program("\u{7f}ELF of another machine");
    refused(&["-Dfex.binary=binary"], &["does not run on this platform, `linux-", "build fex here from its sources"]);
    program("#!/bin/sh\necho fex 0.0.9\n");
    refused(&["-Dfex.binary=binary"], &["is fex 0.0.9, and this plugin is for fex 0.1.0"]);
    refused(&["-Dfex.binary=absent"], &["absent` is no program; -Dfex.binary=PATH names one"]);
}
