//! `fex junit`: the virtual environment for tests of users, installed, and what their build needs for it.

use super::terminal::Terminal;
use super::{Exit, print};
use crate::app::junit::{Build, Installed, VERSION, install};
use clap::Args;
use std::path::PathBuf;

/// The arguments of `fex junit`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The local repository of Maven [default: `.m2/repository` in your home folder]
    #[arg(long, value_name = "DIR")]
    repository: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let terminal = Terminal::new(false);
    terminal.finish(install(arguments.repository.as_deref(), &terminal.caller()), |installed| {
        print::result(format_args!("{} installed", installed.jar.display()));
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
