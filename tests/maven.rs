//! Jars from Maven Central, which the tests bring once per machine.

use std::env;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// Alloy with its own modules and models.
pub const ALLOY: &str = "org.alloytools:org.alloytools.alloy.dist:6.2.0";

/// JUnit with its engines, in one jar.
pub const JUNIT: &str = "org.junit.platform:junit-platform-console-standalone:1.11.4";

/// The file of an artifact given as `group:artifact:version`, or with `:jar:classifier` after that; it is fetched if it is not there yet.
pub fn jar(coordinates: &str) -> PathBuf {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let cache = env::var_os("FEX_CACHE").map(PathBuf::from).unwrap_or_else(|| {
        PathBuf::from(env::var_os("HOME").expect("HOME or FEX_CACHE says where to keep jars")).join(".cache/fex")
    });
    let folder = cache.join("jars");
    let mut parts = coordinates.split(':').skip(1);
    let artifact = parts.next().expect("the coordinates name an artifact");
    let version = parts.next().expect("the coordinates name a version");
    let classifier = parts.nth(1).map(|classifier| format!("-{classifier}")).unwrap_or_default();
    let jar = folder.join(format!("{artifact}-{version}{classifier}.jar"));

    let _turn = ONE_AT_A_TIME.lock();
    if !jar.exists() {
        let output = Command::new("mvn")
            .args(["-q", "dependency:copy"])
            .arg(format!("-Dartifact={coordinates}"))
            .arg(format!("-DoutputDirectory={}", folder.display()))
            .output()
            .expect("Maven can be run");
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "Maven does not bring {coordinates}:\n{printed}");
    }
    jar
}

/// A local repository in a folder: it has what this machine's has, but for artifacts of fex.
pub fn repository(folder: &Path) -> PathBuf {
    let repository = folder.join("repository");
    fs::create_dir(&repository).expect("it can be made");
    let home = env::var_os("HOME").map(PathBuf::from).expect("there is a home");
    for entry in fs::read_dir(home.join(".m2/repository")).into_iter().flatten().flatten() {
        if entry.file_name() != "fex" {
            symlink(entry.path(), repository.join(entry.file_name())).expect("it can be linked");
        }
    }
    repository
}
