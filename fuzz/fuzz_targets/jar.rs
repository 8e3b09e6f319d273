//! No bytes make the reader of jars panic, or name an entry that is not inside.
#![no_main]

use fex::classfile::{ClassPath, class_files};
use libfuzzer_sys::fuzz_target;
use std::fs;
use std::sync::LazyLock;

static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a temporary folder"));

fuzz_target!(|bytes: &[u8]| {
    let file = FOLDER.path().join("fuzz.jar");
    fs::write(&file, bytes).expect("the folder is writable");
    let Ok(class_path) = ClassPath::open(file.to_str().expect("it has a plain name")) else { return };
    for name in class_path.names() {
        class_path.lineage(&name);
    }
    class_path.digest();
    let inside = |part: &str| !matches!(part, "" | "." | "..");
    let _ = class_files(&file, |name, _| assert!(name.split('/').all(inside), "{name}"));
});
