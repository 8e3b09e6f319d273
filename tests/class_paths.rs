//! Class paths that claim anything: none hangs or ends fex, or takes more memory than it has bytes to say so.

use fex::classfile::{ClassPath, parse_code};
use fex::skeleton::skeleton;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use tempfile::TempDir;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn opened(path: &Path) -> ClassPath {
    ClassPath::open(path.to_str().expect("temporary folders have plain names")).expect("it can be opened")
}

/// A jar of these entries.
fn jar(path: &Path, entries: impl IntoIterator<Item = (String, Vec<u8>)>) {
    let mut zip = ZipWriter::new(File::create(path).expect("the folder is writable"));
    for (name, bytes) in entries {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        zip.start_file(name, options).expect("an entry can be written");
        zip.write_all(&bytes).expect("an entry can be written");
    }
    zip.finish().expect("a jar can be written");
}

/// The class file of a class with a superclass, one field `int key`, and an attribute of the class.
fn class(name: &str, above: &str, attribute: (&str, &[u8])) -> Vec<u8> {
    let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0, 8];
    for text in [name, above, "key", "I", attribute.0] {
        bytes.push(1);
        bytes.extend(u16::try_from(text.len()).expect("names are short").to_be_bytes());
        bytes.extend(text.as_bytes());
    }
    bytes.extend([7, 0, 1, 7, 0, 2]);
    // Public, this class, its superclass, no interfaces, one field without attributes, no methods, one attribute.
    bytes.extend([0, 1, 0, 6, 0, 7, 0, 0, 0, 1, 0, 0, 0, 3, 0, 4, 0, 0, 0, 0, 0, 1, 0, 5]);
    bytes.extend(u32::try_from(attribute.1.len()).expect("attributes are short").to_be_bytes());
    bytes.extend(attribute.1);
    bytes
}

fn plain(name: &str, above: &str) -> Vec<u8> {
    class(name, above, ("Deprecated", &[]))
}

#[cfg(unix)]
#[test]
fn folders_in_which_links_lead_in_circles_are_listed_once() {
    let folder = folder();
    let inside = folder.path().join("a/b");
    fs::create_dir_all(&inside).expect("a folder can be made");
    fs::write(inside.join("C.class"), plain("a/b/C", "java/lang/Object")).expect("a file can be written");
    for (link, to) in [("loop", "."), ("ring", "."), ("a/up", ".."), ("a/b/top", "../..")] {
        std::os::unix::fs::symlink(to, folder.path().join(link)).expect("a link can be made");
    }
    assert_eq!(opened(folder.path()).names(), ["a.b.C"]);
}

#[test]
fn deep_hierarchies_are_walked_to_their_end() {
    const LEVELS: usize = 20_000;
    let folder = folder();
    let path = folder.path().join("deep.jar");
    let above = |level: usize| if level == 0 { "java/lang/Object".to_owned() } else { format!("p/C{}", level - 1) };
    jar(&path, (0..LEVELS).map(|level| (format!("p/C{level}.class"), plain(&format!("p/C{level}"), &above(level)))));
    let classes = opened(&path);
    let last = format!("p.C{}", LEVELS - 1);
    assert_eq!(classes.lineage(&last).len(), LEVELS);
    let (supertypes, some_missing) = classes.supertypes(&classes.find(&last).expect("it is there"));
    assert_eq!((supertypes.len(), some_missing), (LEVELS - 1, false));
    // All of them have the one field, of which source names that of the class itself.
    let draft = skeleton(&classes, &last).expect("it can be drafted");
    assert_eq!(draft.text.matches("key: Int").count(), 1);
}

#[test]
fn classes_that_extend_each_other_in_a_circle_are_walked_once() {
    let folder = folder();
    let path = folder.path().join("circle.jar");
    jar(&path, [("A", "B"), ("B", "A")].map(|(name, above)| (format!("{name}.class"), plain(name, above))));
    let classes = opened(&path);
    assert_eq!(classes.lineage("A").len(), 2);
    assert_eq!(classes.supertypes(&classes.find("A").expect("it is there")).0.len(), 2);
    assert!(skeleton(&classes, "A").is_ok());
}

#[test]
fn a_truncated_jar_is_named() {
    let folder = folder();
    let path = folder.path().join("cut.jar");
    jar(&path, [("A.class".to_owned(), plain("A", "java/lang/Object"))]);
    let whole = fs::read(&path).expect("it can be read");
    for length in 0..whole.len() {
        fs::write(&path, &whole[..length]).expect("a file can be written");
        let error = ClassPath::open(path.to_str().expect("a plain name")).expect_err("it is cut");
        assert!(error.to_string().contains("cut.jar"), "{error}");
    }
}

#[test]
fn entries_that_lead_out_of_a_jar_are_no_classes() {
    let folder = folder();
    let path = folder.path().join("slip.jar");
    let names = ["../A", "a/../../A", "/A", "a//A", "./A", "a/A"];
    jar(&path, names.map(|name| (format!("{name}.class"), plain("a/A", "java/lang/Object"))));
    assert_eq!(opened(&path).names(), ["a.A"]);
}

#[test]
fn an_entry_that_is_larger_than_any_class_is_not_read() {
    let folder = folder();
    let path = folder.path().join("bomb.jar");
    // Packed, it has a thousandth of its size.
    let mut bomb = plain("Bomb", "java/lang/Object");
    bomb.resize(17 << 20, 0);
    jar(&path, [("Bomb.class".to_owned(), bomb), ("A.class".to_owned(), plain("A", "java/lang/Object"))]);
    let classes = opened(&path);
    assert!(classes.find("Bomb").is_none() && classes.find("A").is_some());
}

#[test]
fn a_jar_whose_entries_share_their_bytes_is_refused() {
    let folder = folder();
    let path = folder.path().join("shared.jar");
    let entries = ["A", "B"].map(|name| (format!("{name}.class"), plain("A", "java/lang/Object")));
    jar(&path, entries);
    let mut bytes = fs::read(&path).expect("it can be read");
    // The second entry of the table of contents is made to start where the first does.
    let mark = [0x50, 0x4b, 1, 2];
    let places: Vec<usize> = (0..bytes.len() - 4).filter(|place| bytes[*place..].starts_with(&mark)).collect();
    let first: [u8; 4] = bytes[places[0] + 42..places[0] + 46].try_into().expect("four bytes");
    bytes[places[1] + 42..places[1] + 46].copy_from_slice(&first);
    fs::write(&path, bytes).expect("a file can be written");
    let error = ClassPath::open(path.to_str().expect("a plain name")).expect_err("its entries overlap");
    assert!(error.to_string().contains("overlap"), "{error}");
}

#[test]
fn annotations_inside_each_other_without_end_are_no_class_file() {
    // Arrays of one element, each in the one before.
    let nested = |depth: usize| {
        let mut bytes = vec![0, 1, 0, 4, 0, 1, 0, 3];
        (0..depth).for_each(|_| bytes.extend([b'[', 0, 1]));
        bytes.extend([b's', 0, 3]);
        class("A", "java/lang/Object", ("RuntimeVisibleAnnotations", &bytes))
    };
    let folder = folder();
    let file = folder.path().join("A.class");
    for (depth, is_read) in [(10, true), (1_000_000, false)] {
        fs::write(&file, nested(depth)).expect("a file can be written");
        let classes = opened(folder.path());
        assert_eq!((classes.find("A").is_some(), classes.is_unreadable("A")), (is_read, !is_read), "{depth}");
        assert_eq!(parse_code(&nested(depth)).is_some(), is_read, "{depth}");
    }
}
