//! What fex tries out changes nothing outside of the JVM: the methods of `jvm/targets/border`, whose names say what they do, are
//! performed by a worker of each JDK of this machine. That nothing was changed, the folder shows in which they ran.

use crate::java::javac;
use crate::sequence::launch;
use fex::sequence::{Came, Performing, Sequence, Statement};
use fex::worker::Jars;
use fex::worker::protocol::{Feature, Sequences};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// More than any of the methods takes.
const FUEL: u64 = 1_000_000;

/// `java` of the JDK that the path leads to, and of those beside it.
pub fn all_java() -> BTreeSet<PathBuf> {
    let path = std::env::var_os("PATH").expect("there is a path");
    let first = std::env::split_paths(&path).map(|folder| folder.join("java")).find(|java| java.is_file());
    let first = first.expect("there is a JDK").canonicalize().expect("it can be found");
    let beside = first.ancestors().nth(3).and_then(|folder| folder.read_dir().ok());
    let beside = beside.into_iter().flatten().flatten().map(|entry| entry.path().join("bin/java"));
    beside.filter_map(|java| java.canonicalize().ok()).chain([first.clone()]).collect()
}

/// The methods of a class of the target that have such parameters, as source and as descriptors have them; with their descriptors.
fn methods(class: &str, (parameters, descriptor): (&str, &str)) -> Vec<(String, String)> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("jvm/targets/border").join(format!("{class}.java"));
    let text = fs::read_to_string(file).expect("a target can be read");
    let heads =
        text.lines().filter_map(|line| line.strip_prefix("    static ")?.split_once(&format!("({parameters})")));
    let method = |(head, _): (&str, &str)| {
        let (result, name) = head.split_once(' ').expect("a method has a result and a name");
        let result = match result {
            "void" => "V",
            "boolean" => "Z",
            "int" => "I",
            "long" => "J",
            "String" => "Ljava/lang/String;",
            "File" => "Ljava/io/File;",
            "Path" => "Ljava/nio/file/Path;",
            "Process" => "Ljava/lang/Process;",
            "InetAddress" => "Ljava/net/InetAddress;",
            "Object" => "Ljava/lang/Object;",
            other => panic!("no method of the target returns {other}"),
        };
        (name.to_owned(), format!("({descriptor}){result}"))
    };
    heads.map(method).collect()
}

#[test]
fn whatever_leaves_the_jvm_is_stopped_and_told_and_nothing_else_is() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("jvm/targets/border");
    let files = ["Leaving", "Staying"].map(|class| sources.join(class).with_extension("java"));
    javac(&folder.path().join("classes"), &[], &files);
    let inside = folder.path().join("inside");
    fs::create_dir(&inside).expect("it can be created");
    fs::write(inside.join("old"), "old").expect("it can be written");
    let before = fs::metadata(inside.join("old")).and_then(|old| old.modified()).expect("it is there");
    let jars = Jars::unpack().expect("the Java half was built");
    for java in all_java() {
        let mut launch = launch(folder.path(), &["classes"]);
        launch.settings.java.clone_from(&java);
        launch.settings.directory.clone_from(&inside);
        launch.tests.all.clear();
        let sequences = Sequences {
            watched: Vec::new(),
            objects: Vec::new(),
            depth: 2,
            limit: 10,
            elements: 10,
            folder: String::new(),
            is_held: false,
        };
        let features = [Feature::Sequences(sequences)];
        let mut performing = Performing::new(|| launch.start(&jars, &features).map(|(worker, _)| worker), FUEL);
        for (class, leaves) in [("Leaving", true), ("Staying", false)] {
            let methods = methods(class, ("", ""));
            assert!(methods.len() > 12, "{class} has more methods than {}", methods.len());
            for (name, descriptor) in methods {
                let owner = format!("border/{class}");
                let called = Statement::CallStatic { owner, name: name.clone(), descriptor, arguments: Vec::new() };
                let sequence = Sequence { statements: vec![called], subject: 0 };
                let came = performing.perform(&[sequence], None).expect("a worker can be used").remove(0);
                assert_eq!(came.outside().is_some(), leaves, "{name} on {}: {came:?}", java.display());
                assert_eq!(came.performed().is_some(), !leaves, "{name} on {}: {came:?}", java.display());
                if let (Came::Performed(performed), false) = (&came, leaves) {
                    assert_eq!(performed.thrown, "", "{name} on {}", java.display());
                }
            }
        }
        let left: Vec<_> = inside.read_dir().expect("it is there").flatten().map(|entry| entry.file_name()).collect();
        assert_eq!(left, ["old"], "{}", java.display());
        assert_eq!(fs::read_to_string(inside.join("old")).expect("it is there"), "old");
        let after = fs::metadata(inside.join("old")).and_then(|old| old.modified()).expect("it is there");
        assert_eq!(after, before, "{}", java.display());
    }
}

/// The folder may be changed and nothing else, however one gets there; what is left in it is told with its lines, and gone before the
/// next sequence.
#[test]
fn files_change_in_the_folder_of_a_sequence_and_nowhere_else() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("jvm/targets/border");
    let files = ["Inside", "Beside"].map(|class| sources.join(class).with_extension("java"));
    javac(&place.path().join("classes"), &[], &files);
    let (work, folder) = (place.path().join("work"), place.path().join("folder"));
    fs::create_dir(&work).expect("it can be created");
    fs::write(work.join("old"), "old").expect("it can be written");
    let jars = Jars::unpack().expect("the Java half was built");
    for java in all_java() {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).expect("it can be created");
        let mut launch = launch(place.path(), &["classes"]);
        launch.settings.java.clone_from(&java);
        launch.settings.directory.clone_from(&work);
        launch.tests.all.clear();
        let (watched, objects, only) = (Vec::new(), Vec::new(), folder.display().to_string());
        let sequences = Sequences { watched, objects, depth: 2, limit: 10, elements: 10, folder: only, is_held: false };
        let features = [Feature::Sequences(sequences)];
        let mut performing = Performing::new(|| launch.start(&jars, &features).map(|(worker, _)| worker), FUEL);
        for (class, leaves) in [("Inside", false), ("Beside", true)] {
            let methods = methods(class, ("Path folder", "Ljava/nio/file/Path;"));
            assert!(methods.len() > 7, "{class} has more methods than {}", methods.len());
            for (name, descriptor) in methods {
                let owner = format!("border/{class}");
                let called = Statement::CallStatic { owner, name: name.clone(), descriptor, arguments: vec![0] };
                let sequence = Sequence { statements: vec![Statement::Folder, called], subject: 0 };
                let came = performing.perform(&[sequence], None).expect("a worker can be used").remove(0);
                assert_eq!(came.outside().is_some(), leaves, "{name} on {}: {came:?}", java.display());
                let Came::Performed(performed) = &came else { panic!("{name} on {}: {came:?}", java.display()) };
                assert!(leaves || performed.thrown.is_empty(), "{name} on {}: {came:?}", java.display());
                let left: Vec<(&str, i64, &[String])> =
                    performed.files.iter().map(|file| (file.name.as_str(), file.size, &file.lines[..])).collect();
                match name.as_str() {
                    "filesWriteString" => assert_eq!(left, [("a", 1, &["a".to_owned()][..])]),
                    "copyOfWhatIsThere" => assert_eq!(left, [("a", 3, &["old".to_owned()][..])]),
                    "mkdirs" => assert_eq!(left, [("a/", 0, &[][..]), ("a/b/", 0, &[][..]), ("a/b/c/", 0, &[][..])]),
                    "folderItself" => assert_eq!(left, []),
                    _ => {}
                }
            }
        }
        let around: BTreeSet<_> =
            place.path().read_dir().expect("it is there").flatten().map(|entry| entry.file_name()).collect();
        assert_eq!(around, ["classes", "folder", "work"].map(Into::into).into(), "{}", java.display());
        let left: Vec<_> = work.read_dir().expect("it is there").flatten().map(|entry| entry.file_name()).collect();
        assert_eq!(left, ["old"], "{}", java.display());
        assert_eq!(fs::read_to_string(work.join("old")).expect("it is there"), "old");
    }
}
