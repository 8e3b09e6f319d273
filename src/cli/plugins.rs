//! `fex plugins`: the plugins for Maven and Gradle and this binary, installed, and what a build needs for them.

use super::Exit;
use super::artifacts::{self, Arguments};
use crate::app::artifacts::VERSION;
use crate::app::plugins::install;

pub(super) fn run(arguments: &Arguments) -> Exit {
    artifacts::run(arguments, install, maven, gradle)
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
