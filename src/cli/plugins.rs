//! `fex plugins`: the plugin for Maven and this binary, installed, and what a build needs for them.

use super::terminal::Terminal;
use super::{Exit, print};
use crate::app::plugins::{VERSION, install};
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
        for file in installed {
            print::result(format_args!("{} installed", file.display()));
        }
        print::result(needed());
        Exit::Clean
    })
}

fn needed() -> String {
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
