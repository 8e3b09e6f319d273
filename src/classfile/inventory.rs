//! All class files of a folder or a jar.

use super::archive::Archive;
use std::collections::{HashSet, VecDeque};
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
    Ok(wanted(files(folder)?))
}

/// The internal names of the classes of a jar.
pub fn names_in_archive(archive: &Archive) -> Vec<String> {
    wanted(archive.names())
}

fn wanted(names: Vec<String>) -> Vec<String> {
    let classes = names.iter().filter_map(|name| name.strip_suffix(".class"));
    let wanted = classes.filter(|name| {
        let last = name.rsplit('/').next().unwrap_or(name);
        // No class is in a folder without a name, or in the folder above.
        let is_inside = name.split('/').all(|part| !matches!(part, "" | "." | ".."));
        is_inside && !name.starts_with("META-INF/") && last != "module-info" && last != "package-info"
    });
    let mut wanted: Vec<String> = wanted.map(str::to_owned).collect();
    wanted.sort();
    wanted
}

/// All files in a folder, by their paths inside. A folder to which several paths lead over symbolic links is listed once, by
/// the path without links if there is one; links may lead in circles.
fn files(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    let mut seen = HashSet::new();
    let mut folders = vec![(folder.to_path_buf(), String::new())];
    let mut links = VecDeque::new();
    while let Some((folder, prefix)) = folders.pop().or_else(|| links.pop_front()) {
        if !seen.insert(folder.canonicalize()?) {
            continue;
        }
        let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            // A name that is not Unicode is no class that Java can load.
            let Ok(name) = entry.file_name().into_string() else { continue };
            let path = entry.path();
            if !path.is_dir() {
                names.push(format!("{prefix}{name}"));
            } else if entry.file_type()?.is_symlink() {
                links.push_back((path, format!("{prefix}{name}/")));
            } else {
                folders.push((path, format!("{prefix}{name}/")));
            }
        }
    }
    Ok(names)
}
