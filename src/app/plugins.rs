//! Installs the plugin for Maven, and this binary for it, where builds find them.

pub use super::artifacts::VERSION;
use super::artifacts::{Artifact, Content, Repository};
use super::{Caller, Failure};
use crate::worker::Jars;
use std::env;
use std::path::{Path, PathBuf};

/// The plugin's artifact.
const PLUGIN: &str = "fex-maven-plugin";

/// What goals begin with.
const PREFIX: &str = "fex";

/// Installs them in a local repository of Maven, that of the user if none is given; returns where they are.
pub fn install(repository: Option<&Path>, caller: &Caller) -> Result<Vec<PathBuf>, Failure> {
    let plugin = Content::Bytes(Jars::maven_plugin().map_err(Failure::usage)?);
    let program = env::current_exe()
        .map_err(|error| Failure::usage(format_args!("it is not known where this binary is: {error}")))?;
    let repository = Repository::of(repository, caller)?;
    let end = format!("-{}.exe", platform(env::consts::OS, env::consts::ARCH));
    let binary = Artifact { name: "fex-binary", packaging: "pom", end: &end, content: Content::Program(program) };
    let plugin = Artifact { name: PLUGIN, packaging: "maven-plugin", end: ".jar", content: plugin };
    // The plugin comes last, because it counts on the binary.
    let installed = vec![repository.install(&binary)?, repository.install(&plugin)?];
    repository.register(PLUGIN, PREFIX)?;
    Ok(installed)
}

/// A platform in the words of other artifacts with binaries, such as those of protoc.
fn platform(system: &str, machine: &str) -> String {
    let system = if system == "macos" { "osx" } else { system };
    let machine = match machine {
        "aarch64" => "aarch_64",
        "x86" => "x86_32",
        machine => machine,
    };
    format!("{system}-{machine}")
}

#[cfg(test)]
mod tests {
    use super::platform;

    #[test]
    fn platforms_are_called_as_those_of_protoc_are() {
        // The classifiers of `com.google.protobuf:protoc`.
        for ((system, machine), expected) in [
            (("linux", "x86_64"), "linux-x86_64"),
            (("linux", "aarch64"), "linux-aarch_64"),
            (("macos", "aarch64"), "osx-aarch_64"),
            (("windows", "x86"), "windows-x86_32"),
        ] {
            assert_eq!(platform(system, machine), expected);
        }
    }
}
