//! The models in Alloy's jar, unpacked.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use zip::ZipArchive;

use super::judge;
use crate::java;

/// The folder that the jar calls `models`.
pub fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let folder = target.join("alloy-models");
        if !folder.exists() {
            let unpacked = tempfile::tempdir_in(target).expect("a temporary folder can be made");
            unpack(unpacked.path());
            // Whoever finds the folder finds it complete; another process may have been faster.
            if let Err(error) = fs::rename(unpacked.path(), &folder) {
                assert!(folder.exists(), "the models cannot be put into {}: {error}", folder.display());
            }
        }
        folder.join("models")
    })
}

fn unpack(into: &Path) {
    let jar = File::open(judge::jar()).expect("Alloy's jar can be read");
    let mut archive = ZipArchive::new(jar).expect("a jar is a zip file");
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).expect("the jar's entries can be read");
        let name = entry.name().expect("the jar's names are text").into_owned();
        if name.starts_with("models/") && name.ends_with(".als") {
            let path = into.join(name);
            fs::create_dir_all(path.parent().expect("a model is in a folder")).expect("the folder can be written");
            std::io::copy(&mut entry, &mut File::create(path).expect("the folder can be written"))
                .expect("a model can be unpacked");
        }
    }
}

/// The models' paths within their folder, in order.
pub fn all() -> Vec<String> {
    let mut files = Vec::new();
    list(folder(), &mut files);
    let name = |file: &PathBuf| file.strip_prefix(folder()).expect("a model is in its folder").display().to_string();
    files.iter().map(name).collect()
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for path in java::sorted(folder) {
        if path.is_dir() {
            list(&path, files);
        } else {
            files.push(path);
        }
    }
}
