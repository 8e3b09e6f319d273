//! What is judged: the methods of some classes, and the names of the classes that may hold tests.

use super::eligibility::{self, Rule};
use super::transformation::{self, Operators, Transformation};
use crate::classfile;
use crate::worker::protocol::{MethodId, MethodPlan};
use std::io;
use std::path::Path;

/// Which methods are transformed, and how.
#[derive(Debug, Clone)]
pub struct Selection {
    /// The rules that are active.
    pub rules: Vec<Rule>,
    /// The bodies that are tried.
    pub operators: Operators,
    /// If there are any, only classes whose binary names match one of these patterns.
    pub only: Vec<String>,
    /// No classes whose binary names match one of these patterns.
    pub except: Vec<String>,
}

impl Selection {
    fn takes(&self, class: &str) -> bool {
        let any = |patterns: &[String]| patterns.iter().any(|pattern| matches(pattern, class));
        (self.only.is_empty() || any(&self.only)) && !any(&self.except)
    }
}

/// A method of the classes under test that has a body.
#[derive(Debug, Clone, PartialEq)]
pub struct Method {
    /// The internal name of its class.
    pub class: String,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// The source file of its class, without folder.
    pub source: Option<String>,
    /// The least and the greatest line of its body.
    pub lines: Option<(u16, u16)>,
    /// Why it is skipped.
    pub skipped: Option<Rule>,
    /// What is tried; nothing if it is skipped.
    pub transformations: Vec<Transformation>,
}

impl Method {
    /// Its class by its binary name, and its own name: `java.util.Map$Entry.getKey`.
    pub fn title(&self) -> String {
        format!("{}.{}", self.class.replace('/', "."), self.name)
    }

    /// Its place, for people: `VersionedSet.java:11`.
    pub fn place(&self) -> Option<String> {
        Some(format!("{}:{}", self.source.as_ref()?, self.lines?.0))
    }
}

/// The methods under test.
#[derive(Debug, Clone, Default)]
pub struct Subject {
    /// All of them, skipped ones too, by class and in the order of the class files.
    pub methods: Vec<Method>,
    /// Class files that could not be read.
    pub unreadable: Vec<String>,
}

impl Subject {
    /// Reads the methods of the classes in a folder or a jar.
    pub fn read(classes: &Path, selection: &Selection) -> io::Result<Subject> {
        let mut subject = Subject::default();
        classfile::class_files(classes, |name, bytes| {
            if !selection.takes(&name.replace('/', ".")) {
                return;
            }
            let Some(class) = classfile::parse_code(bytes) else {
                subject.unreadable.push(name.to_owned());
                return;
            };
            for method in class.methods.iter().filter(|method| method.body.is_some() && method.name != "<init>") {
                let skipped = eligibility::skipped(&class, method, &selection.rules);
                let transformations = match skipped {
                    Some(_) => Vec::new(),
                    None => transformation::transformations(&class.name, method, &selection.operators),
                };
                subject.methods.push(Method {
                    class: class.name.clone(),
                    name: method.name.clone(),
                    descriptor: method.descriptor.clone(),
                    source: class.source.clone(),
                    lines: method.lines,
                    skipped,
                    transformations,
                });
            }
        })?;
        Ok(subject)
    }

    /// The methods that have transformations; their order numbers the guards.
    pub fn guarded(&self) -> impl Iterator<Item = &Method> {
        self.methods.iter().filter(|method| !method.transformations.is_empty())
    }

    /// What the workers are told about [`Subject::guarded`].
    pub fn plan(&self) -> Vec<MethodPlan> {
        let plan = |method: &Method| MethodPlan {
            owner: method.class.clone(),
            name: method.name.clone(),
            descriptor: method.descriptor.clone(),
            replacements: method.transformations.iter().map(|one| one.body.clone()).collect(),
        };
        self.guarded().map(plan).collect()
    }

    /// The number of each method among the guarded ones.
    pub fn guards(&self) -> Vec<Option<MethodId>> {
        let mut next = 0;
        let mut number = |method: &Method| {
            (!method.transformations.is_empty()).then(|| {
                next += 1;
                MethodId(next - 1)
            })
        };
        self.methods.iter().map(&mut number).collect()
    }
}

/// The classes that may hold tests.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TestNames {
    /// Those whose tests are run, by binary name.
    pub suites: Vec<String>,
    /// All classes beside them, whose loops are counted too, by internal name.
    pub all: Vec<String>,
}

impl TestNames {
    /// The patterns of Surefire, for simple names of top-level classes.
    pub const SUREFIRE: [&'static str; 4] = ["Test*", "*Test", "*Tests", "*TestCase"];

    /// Reads the names of the classes in a folder or a jar. Those whose simple names match one of the patterns hold tests;
    /// a pattern with a dot is matched with the whole binary name.
    pub fn read(tests: &Path, patterns: &[String]) -> io::Result<TestNames> {
        let mut names = TestNames::default();
        classfile::class_files(tests, |name, _| {
            names.all.push(name.to_owned());
            let binary = name.replace('/', ".");
            let simple = binary.rsplit('.').next().unwrap_or(&binary);
            let holds = patterns.iter().any(|pattern| match pattern.contains('.') {
                true => matches(pattern, &binary),
                false => matches(pattern, simple),
            });
            if holds && !simple.contains('$') {
                names.suites.push(binary);
            }
        })?;
        Ok(names)
    }
}

/// Whether a name matches a pattern, in which `*` stands for any text.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_star_stands_for_any_text() {
        for (pattern, name, expected) in [
            ("Test*", "TestAdd", true),
            ("*Test", "AddTest", true),
            ("*Test", "AddTests", false),
            ("a.*.C", "a.b.C", true),
            ("a*a", "a", false),
            ("*", "", true),
            ("A", "A", true),
            ("A", "AB", false),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} on {name}");
        }
    }
}
