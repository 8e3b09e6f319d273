//! Installs the plugins for Maven and Gradle, and this binary for them, where builds find them.

use super::artifacts::{Artifact, Content, Installed, Repository};
use super::{Caller, Failure};
use crate::worker::Jars;
use std::env;
use std::path::Path;

/// The artifact of Maven's plugin.
const MAVEN: &str = "fex-maven-plugin";

/// The artifact of Gradle's plugin.
const GRADLE: &str = "fex-gradle-plugin";

/// What goals begin with, and the name of Gradle's plugin.
const NAME: &str = "fex";

/// Installs them in a local repository of Maven, that of the user if none is given.
pub fn install(repository: Option<&Path>, caller: &Caller) -> Result<Installed, Failure> {
    let maven = Content::Bytes(Jars::maven_plugin().map_err(Failure::usage)?);
    let gradle = Content::Bytes(Jars::gradle_plugin().map_err(Failure::usage)?);
    let program = env::current_exe()
        .map_err(|error| Failure::usage(format_args!("it is not known where this binary is: {error}")))?;
    let repository = Repository::of(repository, caller)?;
    let end = format!("-{}.exe", platform(env::consts::OS, env::consts::ARCH));
    let binary = Artifact { name: "fex-binary", packaging: "pom", end: &end, content: Content::Program(program) };
    let maven = Artifact { name: MAVEN, packaging: "maven-plugin", end: ".jar", content: maven };
    let gradle = Artifact { name: GRADLE, packaging: "jar", end: ".jar", content: gradle };
    // The plugins come last, because they count on the binary.
    let files = vec![repository.install(&binary)?, repository.install(&maven)?, repository.install(&gradle)?];
    repository.register(MAVEN, NAME)?;
    repository.mark(NAME, GRADLE)?;
    Installed::new(files, caller)
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
