//! `fex plugins`: the plugins for Maven and Gradle and this binary, installed, and what a build needs for them.

use super::terminal::Terminal;
use super::{Exit, print};
use crate::app::plugins::{Build, Installed, VERSION, install};
use clap::Args;
use std::path::PathBuf;

/// The arguments of `fex plugins`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The local repository of Maven [default: `.m2/repository` in your home folder]
    #[arg(long, value_name = "DIR")]
    repository: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let terminal = Terminal::new(false);
    terminal.finish(install(arguments.repository.as_deref(), &terminal.caller()), |installed| {
        for file in &installed.files {
            print::result(format_args!("{} installed", file.display()));
        }
        print::result(needed(&installed));
        Exit::Clean
    })
}

/// What the build around needs, or any if there is none.
fn needed(installed: &Installed) -> String {
    match installed.build {
        Some(Build::Maven) => maven(),
        Some(Build::Gradle) => gradle(),
        None => format!("{}\n{}", maven(), gradle()),
    }
}

fn maven() -> String {
    format!(
        "
in any Maven project, without a change of it:

    mvn fex:fex-maven-plugin:{VERSION}:extreme

or `mvn fex:extreme`, with this in the settings.xml of your .m2 folder:

    <pluginGroups>
      <pluginGroup>fex</pluginGroup>
    </pluginGroups>

or as a part of `mvn verify`, in pom.xml among the plugins:

    <plugin>
      <groupId>fex</groupId>
      <artifactId>fex-maven-plugin</artifactId>
      <version>{VERSION}</version>
      <executions>
        <execution>
          <goals>
            <goal>extreme</goal>
          </goals>
        </execution>
      </executions>
      <configuration>
        <settings>
          <extreme>
            <fail-on>pseudo-tested</fail-on>
          </extreme>
        </settings>
      </configuration>
    </plugin>"
    )
}

fn gradle() -> String {
    format!(
        "
in a Gradle build, in settings.gradle:

    pluginManagement {{
      repositories {{
        mavenLocal()
        gradlePluginPortal()
      }}
    }}

and in build.gradle:

    plugins {{
      id 'java'
      id 'fex' version '{VERSION}'
    }}

    fex {{
      setting 'extreme.fail-on', 'pseudo-tested'
    }}

    check.dependsOn 'fexExtreme'"
    )
}
