//! All class files of a folder or a jar.

use super::archive::Archive;
use std::fs;
use std::io;
use std::path::Path;

/// Calls `visit` with each class file of a folder or a jar, in the order of their names.
///
/// The name is the path inside, without `.class`: the internal name of the class. Versions of a class for later releases
/// of Java are left out, as are the descriptions of modules and packages.
pub fn class_files(path: &Path, mut visit: impl FnMut(&str, &[u8])) -> io::Result<()> {
    let failed = |error: io::Error| {
        io::Error::new(error.kind(), format!("cannot read the classes in `{}`: {error}", path.display()))
    };
    if path.is_dir() {
        for name in names_in_folder(path).map_err(failed)? {
            let bytes = fs::read(path.join(format!("{name}.class"))).map_err(failed)?;
            visit(&name, &bytes);
        }
        return Ok(());
    }
    let archive = Archive::open(path).map_err(failed)?;
    for name in names_in_archive(&archive) {
        if let Some(bytes) = archive.read(&format!("{name}.class")) {
            visit(&name, &bytes);
        }
    }
    Ok(())
}

/// The internal names of the classes of a folder.
pub fn names_in_folder(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    collect(folder, "", &mut names)?;
    Ok(wanted(names))
}

/// The internal names of the classes of a jar.
pub fn names_in_archive(archive: &Archive) -> Vec<String> {
    wanted(archive.names())
}

fn wanted(names: Vec<String>) -> Vec<String> {
    let classes = names.iter().filter_map(|name| name.strip_suffix(".class"));
    let wanted = classes.filter(|name| {
        let last = name.rsplit('/').next().unwrap_or(name);
        !name.starts_with("META-INF/") && last != "module-info" && last != "package-info"
    });
    let mut wanted: Vec<String> = wanted.map(str::to_owned).collect();
    wanted.sort();
    wanted
}

fn collect(folder: &Path, prefix: &str, names: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // A name that is not Unicode is no class that Java can load.
        let Ok(name) = entry.file_name().into_string() else { continue };
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{prefix}{name}/"), names)?;
        } else {
            names.push(format!("{prefix}{name}"));
        }
    }
    Ok(())
}
