//! Whether the test that a sequence is printed as compiles, in a class of its own.

use super::job::Setting;
use super::trial::compile;
use crate::java::CompilationUnit;
use crate::processes;
use crate::sequence::{Detecting, Program};
use crate::session::LaunchId;
use std::io;
use std::path::Path;

/// The name of the class.
const CLASS: &str = "PrintedTest";

/// Whether a class with the test compiles with the class path of a launch.
pub(super) fn compiles(
    setting: &Setting<'_>,
    launch: LaunchId,
    program: &Program,
    found: &Detecting,
) -> io::Result<bool> {
    let dialect = setting.dialect(launch);
    let mut class = dialect.class(CLASS);
    class.push(found.test_method(program, dialect, "detects"));
    let text = CompilationUnit { header: None, package: found.package.replace('/', "."), class }.print();
    // A class of no package is below nothing.
    let path = Path::new(&found.package).join(CLASS).with_extension("java");
    let folder = processes::folder()?;
    let settings = &setting.session.execution.launches[launch.0].settings;
    let among = (settings.java.as_path(), &settings.class_path[..]);
    Ok(compile(setting.compiler, among, folder.path(), &[(&path.to_string_lossy(), &text)])?.is_empty())
}
