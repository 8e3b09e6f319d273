//! `fex junit`: the virtual environment for tests of users, installed, and what their build needs for it.

use super::Exit;
use super::artifacts::{self, Arguments};
use crate::app::artifacts::VERSION;
use crate::app::junit::install;

pub(super) fn run(arguments: &Arguments) -> Exit {
    artifacts::run(arguments, install, maven, gradle)
}

fn maven() -> String {
    format!(
        "
in pom.xml, among the dependencies:

    <dependency>
      <groupId>fex</groupId>
      <artifactId>fex-junit</artifactId>
      <version>{VERSION}</version>
      <scope>test</scope>
    </dependency>

and among the plugins (beside JaCoCo, the argLine begins with `@{{argLine}} `):

    <plugin>
      <artifactId>maven-surefire-plugin</artifactId>
      <configuration>
        <argLine>-javaagent:${{settings.localRepository}}/fex/fex-junit/{VERSION}/fex-junit-{VERSION}.jar</argLine>
      </configuration>
    </plugin>"
    )
}

fn gradle() -> String {
    format!(
        "
in build.gradle:

    repositories {{ mavenLocal() }}
    dependencies {{ testImplementation 'fex:fex-junit:{VERSION}' }}
    test {{ doFirst {{ jvmArgs \"-javaagent:${{classpath.find {{ it.name.startsWith('fex-junit-') }}}}\" }} }}"
    )
}
