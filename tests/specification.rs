//! Specifications as problems: from a shipped file or a text to what the library works on.

use fex::diagnostic::Source;
use fex::extension::{self, Encoded};
use fex::lower::{Scopes, lower};
use fex::relational::{Instance, Problem};
use fex::resolve::Program;
use std::path::{Path, PathBuf};

/// Objects of two signatures that refer to each other: a walk over several classes numbers them.
pub const ACROSS: &str = "one sig Root { first: lone A }
        sig A { b, c: lone B }
        sig B { a: lone A }
        generate Root for 3 {}";

/// The file of a shipped specification.
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("specs").join(name).with_extension("spec")
}

/// The names and texts of all shipped specifications.
pub fn all() -> Vec<(String, String)> {
    [structures(), folder("specs/libraries")].concat()
}

/// The same without those of library classes, of which there are too many structures to see all.
pub fn structures() -> Vec<(String, String)> {
    folder("specs")
}

fn folder(name: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let entries = std::fs::read_dir(folder).expect("specifications ship with the project");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path()).filter(|path| path.is_file());
    paths.map(|path| (path.display().to_string(), std::fs::read_to_string(&path).expect("it is text"))).collect()
}

/// The problem of a shipped specification's `generate` paragraph.
pub fn shipped(name: &str, label: &str, scope: u32) -> Problem {
    let text = std::fs::read_to_string(path(name)).expect("the specification is shipped");
    problem(name, &text, Some(label), scope)
}

/// The problem of a text's `generate` paragraph: the first one if no label is given.
pub fn problem(name: &str, text: &str, label: Option<&str>, scope: u32) -> Problem {
    let (program, syntax) = Program::new(Source::new(name, text));
    let (module, names) = fex::resolve::resolve(&program);
    let module = module.unwrap_or_else(|| panic!("{name} is well formed: {syntax:?} {names:?}"));
    let chosen = module.generates.iter().find(|generate| label.is_none_or(|label| generate.name == label));
    let generate = chosen.unwrap_or_else(|| panic!("{name} has a paragraph {label:?}"));
    let scopes = Scopes { overall: Some(scope), sources: program.sources().to_vec(), ..Scopes::default() };
    match lower(&module, generate, &scopes) {
        Ok(lowered) => lowered.problem,
        Err(errors) => panic!("{name} can be lowered: {errors:?}"),
    }
}

/// All instances of an encoded problem, in the order in which they are found.
pub fn instances(encoded: &Encoded) -> Vec<Instance> {
    let mut instances = Vec::new();
    extension::enumerate(encoded, &Default::default(), |instance| {
        instances.push(instance.clone());
        true
    })
    .expect("evaluator and translation agree");
    instances
}

/// The problem encoded for all of its fields.
pub fn encoded(problem: &Problem) -> Encoded {
    let fields: Vec<usize> = (0..problem.heap.fields.len()).collect();
    extension::encode(problem.clone(), &fields, extension::Strength::One).expect("the integers are few")
}
