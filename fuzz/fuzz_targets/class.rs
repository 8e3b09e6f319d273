//! No bytes make the readers of class files panic or descend without end; what is drafted from them means something.
#![no_main]

use fex::classfile::{ClassPath, generics, names, parse, parse_code, texts};
use fex::diagnostic::{Source, any_error};
use fex::resolve::{Program, resolve};
use fex::skeleton::skeleton;
use libfuzzer_sys::fuzz_target;
use std::fs;
use std::sync::LazyLock;

static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a temporary folder"));

fuzz_target!(|bytes: &[u8]| {
    parse_code(bytes);
    for text in texts(bytes).unwrap_or_default() {
        names(&text).for_each(drop);
        generics::declared(&text);
        generics::field_type(&text, &generics::Variables::new());
    }
    let Some(class) = parse(bytes) else { return };
    let is_plain = class.name.chars().all(|letter| letter.is_alphanumeric() || letter == '$');
    if !is_plain || class.name.len() > 100 {
        return;
    }
    let file = FOLDER.path().join(format!("{}.class", class.name));
    fs::write(&file, bytes).expect("the folder is writable");
    let class_path = ClassPath::open(FOLDER.path().to_str().expect("it has a plain name")).expect("it is a folder");
    if let Ok(draft) = skeleton(&class_path, &class.name) {
        let (program, messages) = Program::new(Source::new("draft.spec", draft.text));
        let (_, more) = resolve(&program);
        assert!(!any_error(&messages) && !any_error(&more), "{messages:?} {more:?}");
    }
    fs::remove_file(file).expect("it was written");
});
