//! Which methods reach outside of the JVM, as their code says. What may not leave it when it is tried out is kept inside while it runs, by
//! `fex.runtime.Border`; this is for what is said of methods, and for what a search does not begin with.

use crate::classfile::{CallGraph, ClassCode, MethodRef, Operation};
use std::collections::BTreeSet;

/// Classes whose objects reach outside of the JVM.
const OUTSIDE: [&str; 9] = [
    "java/lang/ProcessBuilder",
    "java/lang/Process",
    "java/io/FileOutputStream",
    "java/io/FileWriter",
    "java/io/RandomAccessFile",
    "java/nio/channels/FileChannel",
    "java/net/Socket",
    "java/net/ServerSocket",
    "java/net/URLConnection",
];

/// Methods of other classes that reach outside, or change what all of the JVM shares.
const REACHING: [(&str, &[&str]); 5] = [
    (
        "java/io/File",
        &["createNewFile", "createTempFile", "delete", "deleteOnExit", "mkdir", "mkdirs", "renameTo", "setReadOnly"],
    ),
    ("java/lang/System", &["exit", "setErr", "setIn", "setOut", "setProperties", "setProperty"]),
    ("java/lang/Runtime", &["exec", "exit", "halt"]),
    (
        "java/nio/file/Files",
        &[
            "copy",
            "createDirectories",
            "createDirectory",
            "createFile",
            "createLink",
            "createSymbolicLink",
            "createTempDirectory",
            "createTempFile",
            "delete",
            "deleteIfExists",
            "move",
            "newBufferedWriter",
            "newByteChannel",
            "newOutputStream",
            "setAttribute",
            "setLastModifiedTime",
            "setOwner",
            "setPosixFilePermissions",
            "write",
            "writeString",
        ],
    ),
    ("java/net/InetAddress", &["getAllByName", "getByName", "isReachable"]),
];

/// Whether a method is one of the JDK's that reach outside.
pub(super) fn is_outside(method: &MethodRef) -> bool {
    OUTSIDE.iter().any(|class| method.owner == *class)
        || REACHING.iter().any(|(class, names)| method.owner == *class && names.contains(&&*method.name))
}

/// The methods that reach outside, as the code of each says, or that may call one that does.
pub fn outside<'a>(classes: impl Iterator<Item = &'a ClassCode>, calls: &CallGraph) -> BTreeSet<MethodRef> {
    let mut found = BTreeSet::new();
    let mut open = Vec::new();
    for class in classes {
        for method in &class.methods {
            let instructions = method.code.iter().flat_map(|code| &code.instructions);
            let does = instructions.map(|one| &one.operation).any(|operation| match operation {
                Operation::Invoke(invoke) => is_outside(&invoke.method),
                Operation::New(class) => OUTSIDE.iter().any(|name| *class == *name),
                _ => false,
            });
            if does && found.insert(class.reference(method)) {
                open.push(class.reference(method));
            }
        }
    }
    while let Some(method) = open.pop() {
        // A call that may run other methods as well counts, too.
        for (caller, _) in calls.callers(&method) {
            if found.insert(caller.clone()) {
                open.push(caller.clone());
            }
        }
    }
    found
}
