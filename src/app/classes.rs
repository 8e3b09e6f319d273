//! The classes that a specification may be bound to, and their sources, as far as they are found without asking a build.

use super::{Caller, settings};
use crate::classfile::ClassPath;
use crate::project as build;
use crate::source;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Where Maven and Gradle put compiled classes, in the folder of a module.
const COMPILED: [&str; 6] = [
    "target/classes",
    "target/test-classes",
    "build/classes/java/main",
    "build/classes/kotlin/main",
    "build/classes/java/test",
    "build/classes/kotlin/test",
];

/// Where sources of Java are.
const SOURCES: [&str; 2] = ["src/main/java", "src/test/java"];

/// How deep modules are looked for below the folder of a project.
const DEEPEST: usize = 3;

/// Classes, and their sources.
#[derive(Debug, Clone, Default)]
pub struct Classes {
    path: ClassPath,
    roots: Vec<PathBuf>,
}

/// Something of Java where it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The file.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
    /// The name, as a range of bytes.
    pub name: Range<usize>,
}

impl Classes {
    /// The class path that a `fex.toml` names for a specification, and what the project around has compiled and where its sources are.
    pub fn around(spec: &Path, caller: &Caller) -> Classes {
        let mut entries = Vec::new();
        // A `fex.toml` that is wrong is the concern of whoever runs the command that reads it.
        if let Ok(Some(project)) = settings::project(None, caller) {
            let own = project.suites_of(spec).map(|suite| &suite.settings);
            let named = own.chain([&project.common]).find_map(|settings| settings.classpath.as_deref());
            entries.extend(named.iter().flat_map(|path| std::env::split_paths(*path)));
        }
        let mut roots = Vec::new();
        let folder = spec.parent().unwrap_or(Path::new(""));
        if let Ok(Some((folder, _))) = build::around(folder) {
            let mut folders = Vec::new();
            modules(&folder, DEEPEST, &mut folders);
            for folder in folders {
                entries.extend(COMPILED.iter().map(|compiled| folder.join(compiled)));
                roots.extend(SOURCES.iter().map(|sources| folder.join(sources)));
            }
        }
        entries.retain(|entry| entry.exists());
        let path = std::env::join_paths(entries).ok().and_then(|path| ClassPath::open(&path.to_string_lossy()).ok());
        Classes { path: path.unwrap_or_default(), roots }
    }

    /// The binary names of the classes that have names.
    pub fn names(&self) -> Vec<String> {
        let is_named = |name: &String| {
            let simple = name.rsplit('.').next().unwrap_or_default();
            simple.split('$').all(|part| !part.is_empty() && !part.starts_with(|letter: char| letter.is_ascii_digit()))
                && !matches!(simple, "module-info" | "package-info")
        };
        let mut names: Vec<String> = self.path.names().into_iter().filter(is_named).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The fields of the objects of a class, with their types; those of superclasses last.
    pub fn fields(&self, class: &str) -> Vec<(String, String)> {
        let lineage = self.path.lineage(class);
        let fields = lineage.iter().flat_map(|class| &class.fields).filter(|field| !field.is_static);
        fields.map(|field| (field.name.clone(), field.ty.to_string())).collect()
    }

    /// Where a class is written.
    pub fn class(&self, class: &str) -> Option<Written> {
        self.written(class, None)
    }

    /// Where a field of the objects of a class is written.
    pub fn field(&self, class: &str, field: &str) -> Option<Written> {
        let lineage = self.path.lineage(class);
        let above = lineage.iter().skip(1).map(|class| class.name.as_str());
        [class].into_iter().chain(above).find_map(|class| self.written(class, Some(field)))
    }

    fn written(&self, class: &str, field: Option<&str>) -> Option<Written> {
        // `example.Tree.Node` may be a class of a package, or one inside another.
        let mut outer = class.split('$').next().unwrap_or_default();
        loop {
            let inside = class[outer.len()..].split(['$', '.']).filter(|part| !part.is_empty());
            let names: Vec<&str> = outer.rsplit('.').take(1).chain(inside).collect();
            for root in &self.roots {
                let path = root.join(outer.replace('.', "/")).with_extension("java");
                let Ok(text) = fs::read_to_string(&path) else { continue };
                if let Some(name) = source::declaration(&text, &names, field) {
                    return Some(Written { path, text, name });
                }
            }
            outer = outer.rsplit_once('.')?.0;
        }
    }
}

/// The folders of a project's modules.
fn modules(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    if build::build(folder).is_none() {
        return;
    }
    found.push(folder.to_owned());
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut inside: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    inside.sort();
    for folder in inside.iter().filter(|_| depth > 0) {
        modules(folder, depth - 1, found);
    }
}
