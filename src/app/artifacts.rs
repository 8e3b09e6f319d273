//! Artifacts of fex, in a local repository of Maven, where Maven and Gradle find what is installed.

use super::{Caller, Failure, date};
use crate::disk;
pub use crate::project::Build;
use crate::project::around;
use std::env;
use std::fs::{self, File};
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};

/// The group of all artifacts, which is that of its folder, too.
pub(super) const GROUP: &str = "fex";

/// The version of all of them.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A local repository of Maven.
pub(super) struct Repository(PathBuf);

/// A file that is installed.
pub(super) struct Artifact<'a> {
    /// Its name.
    pub(super) name: &'a str,
    /// What its project makes.
    pub(super) packaging: &'a str,
    /// The end of the file's name behind the version: `.jar`.
    pub(super) end: &'a str,
    /// What is in it.
    pub(super) content: Content<'a>,
}

/// What is in a file.
pub(super) enum Content<'a> {
    /// These bytes.
    Bytes(&'a [u8]),
    /// The program in this file.
    Program(PathBuf),
}

/// What is installed.
#[derive(Debug)]
pub struct Installed {
    /// The files of artifacts.
    pub files: Vec<PathBuf>,
    /// The build around, if there is one.
    pub build: Option<Build>,
}

impl Installed {
    pub(super) fn new(files: Vec<PathBuf>, caller: &Caller) -> Result<Installed, Failure> {
        let build = around(&caller.path(Path::new("."))).map_err(Failure::usage)?.map(|(_, build)| build);
        Ok(Installed { files, build })
    }
}

impl Repository {
    /// The repository in a folder, or that of the user if none is given.
    pub(super) fn of(folder: Option<&Path>, caller: &Caller) -> Result<Repository, Failure> {
        let folder = folder.map(|folder| caller.path(folder)).or_else(repository_of_user);
        folder.map(Repository).ok_or_else(|| {
            Failure::usage("it is not known where Maven keeps what is installed")
                .help("name the folder with `--repository`")
        })
    }

    /// Installs an artifact; returns where it is.
    pub(super) fn install(&self, artifact: &Artifact) -> Result<PathBuf, Failure> {
        let Artifact { name, packaging, end, content } = artifact;
        let folder = self.0.join(GROUP).join(name).join(VERSION);
        let file = |end: &str| folder.join(format!("{name}-{VERSION}{end}"));
        let written = write(&file(".pom"), &Content::Bytes(pom(GROUP, name, packaging, None).as_bytes()))
            .and_then(|()| write(&file(end), content));
        written.map(|()| file(end)).map_err(|error| failure(&folder, &error))
    }

    /// Says which artifact is the plugin for Gradle of a name, by an artifact that needs it and has a name made of that one.
    pub(super) fn mark(&self, plugin: &str, artifact: &str) -> Result<(), Failure> {
        let marker = format!("{plugin}.gradle.plugin");
        let folder = self.0.join(plugin).join(&marker).join(VERSION);
        let pom = pom(plugin, &marker, "pom", Some(artifact));
        let written = write(&folder.join(format!("{marker}-{VERSION}.pom")), &Content::Bytes(pom.as_bytes()));
        written.map_err(|error| failure(&folder, &error))
    }

    /// Says that a plugin goes by a prefix, and which versions of it there are.
    pub(super) fn register(&self, plugin: &str, prefix: &str) -> Result<(), Failure> {
        const FILE: &str = "maven-metadata-local.xml";
        let (group, folder) = (self.0.join(GROUP), self.0.join(GROUP).join(plugin));
        let written = versions(&folder).and_then(|versions| {
            write(&folder.join(FILE), &Content::Bytes(version_metadata(plugin, &versions).as_bytes()))?;
            write(&group.join(FILE), &Content::Bytes(prefix_metadata(plugin, prefix).as_bytes()))
        });
        written.map_err(|error| failure(&group, &error))
    }
}

fn failure(folder: &Path, error: &io::Error) -> Failure {
    Failure::usage(format_args!("cannot install in `{}`: {error}", folder.display()))
}

/// The local repository of Maven in the home folder of the user.
pub(super) fn repository_of_user() -> Option<PathBuf> {
    let home = env::var_os("HOME").or_else(|| env::var_os("USERPROFILE")).filter(|home| !home.is_empty())?;
    Some(PathBuf::from(home).join(".m2").join("repository"))
}

/// Writes a file whole or not at all.
fn write(path: &Path, content: &Content) -> io::Result<()> {
    let mut from: Box<dyn Read> = match content {
        Content::Bytes(bytes) => Box::new(Cursor::new(bytes)),
        Content::Program(program) => Box::new(File::open(program)?),
    };
    disk::change(|| {
        let mut file = disk::beside(path)?;
        io::copy(&mut from, &mut file)?;
        if let Content::Program(program) = content {
            file.as_file().set_permissions(fs::metadata(program)?.permissions())?;
        }
        file.persist(path)?;
        Ok(())
    })
}

/// The versions of an artifact in its folder.
fn versions(folder: &Path) -> io::Result<Vec<String>> {
    let mut versions = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            versions.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    versions.sort();
    Ok(versions)
}

/// What Maven wants to know of an artifact: it needs one other artifact of fex, or nothing but what is there where it is used.
fn pom(group: &str, name: &str, packaging: &str, needed: Option<&str>) -> String {
    let coordinates = |indent: &str, group: &str, name: &str| {
        format!(
            "{indent}<groupId>{group}</groupId>\n{indent}<artifactId>{name}</artifactId>\n\
             {indent}<version>{VERSION}</version>\n"
        )
    };
    let needed = needed.map(|needed| {
        let needed = coordinates("      ", GROUP, needed);
        format!("  <dependencies>\n    <dependency>\n{needed}    </dependency>\n  </dependencies>\n")
    });
    format!(
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n  <modelVersion>4.0.0</modelVersion>\n\
         {}  <packaging>{packaging}</packaging>\n{}</project>\n",
        coordinates("  ", group, name),
        needed.unwrap_or_default()
    )
}

fn version_metadata(name: &str, versions: &[String]) -> String {
    let versions: String = versions.iter().map(|version| format!("      <version>{version}</version>\n")).collect();
    let updated = date::of_making().format("%Y%m%d%H%M%S");
    format!(
        "<metadata>\n  <groupId>{GROUP}</groupId>\n  <artifactId>{name}</artifactId>\n  <versioning>\n    \
         <release>{VERSION}</release>\n    <versions>\n{versions}    </versions>\n    \
         <lastUpdated>{updated}</lastUpdated>\n  </versioning>\n</metadata>\n"
    )
}

fn prefix_metadata(name: &str, prefix: &str) -> String {
    format!(
        "<metadata>\n  <plugins>\n    <plugin>\n      <name>fex</name>\n      <prefix>{prefix}</prefix>\n      \
         <artifactId>{name}</artifactId>\n    </plugin>\n  </plugins>\n</metadata>\n"
    )
}
