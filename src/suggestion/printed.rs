//! Whether the test that a sequence is printed as compiles, in a class of its own.

use super::job::Setting;
use super::trial::complaint;
use crate::java::CompilationUnit;
use crate::processes;
use crate::sequence::{Detecting, Program};
use crate::session::LaunchId;
use std::fs;
use std::io;

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
    let folder = processes::folder()?;
    let (sources, classes) = (folder.path().join("sources").join(&found.package), folder.path().join("classes"));
    fs::create_dir_all(&sources)?;
    fs::create_dir(&classes)?;
    let file = sources.join(CLASS).with_extension("java");
    fs::write(&file, text)?;
    let settings = &setting.session.execution.launches[launch.0].settings;
    let said = (setting.compiler)(&settings.java, std::slice::from_ref(&file), &settings.class_path, &classes)?;
    Ok(said.lines().all(|line| complaint(line, &file).is_none()))
}
