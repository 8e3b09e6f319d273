//! Builds the Java half with Maven, so that the binary can carry it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=jvm/pom.xml");
    for module in MODULES {
        println!("cargo::rerun-if-changed=jvm/{module}/pom.xml");
        println!("cargo::rerun-if-changed=jvm/{module}/src/main");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to write"));
    let missing = build(&out.join("jvm")).err().unwrap_or_default();
    if !missing.is_empty() {
        // Everything that needs no JVM works all the same, so the build goes on.
        println!("cargo::warning=the Java half is left out: {}", missing.lines().next().unwrap_or_default());
        for module in JARS {
            let jar = jar(&out.join("jvm"), module);
            fs::create_dir_all(jar.parent().expect("a jar is in a folder")).expect("the output folder can be written");
            fs::write(jar, []).expect("the output folder can be written");
        }
    }
    fs::write(out.join("jvm/missing.txt"), missing).expect("the output folder can be written");
}

/// The modules that the jars are made of.
const MODULES: [&str; 9] =
    ["runtime", "instrument", "agent", "maven", "launch", "maven-plugin", "gradle-plugin", "junit-agent", "junit"];

/// Those whose jars are carried.
const JARS: [&str; 6] = ["runtime", "agent", "maven", "maven-plugin", "gradle-plugin", "junit"];

fn jar(build: &Path, module: &str) -> PathBuf {
    build.join(format!("fex-{module}/fex-{module}.jar"))
}

/// Runs Maven; an error says why there are no jars.
fn build(build: &Path) -> Result<(), String> {
    // Maven would take the empty jars of a build that failed for finished ones.
    for jar in JARS.iter().map(|module| jar(build, module)) {
        if fs::metadata(&jar).is_ok_and(|jar| jar.len() == 0) {
            fs::remove_file(&jar).map_err(|error| format!("`{}` cannot be removed ({error})", jar.display()))?;
        }
    }
    let output = Command::new("mvn")
        .args(["--quiet", "--batch-mode", "--file", "jvm/pom.xml", "-Dmaven.test.skip=true", "package"])
        .arg(format!("-Dfex.build={}", build.display()))
        .output()
        .map_err(|error| format!("Maven cannot be run ({error})"))?;
    if !output.status.success() {
        return Err(format!("Maven fails\n{}", String::from_utf8_lossy(&output.stdout)));
    }
    match JARS.iter().find(|module| !jar(build, module).is_file()) {
        Some(module) => Err(format!("Maven does not write the jar of `{module}`")),
        None => Ok(()),
    }
}
