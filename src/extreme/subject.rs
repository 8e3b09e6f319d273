//! What is judged: the methods of some classes.

use super::eligibility::{self, Ignored, Rule, Skip};
use super::transformation::{self, NewObjects, Operator, Transformation};
use crate::classfile::{self, ClassCode};
use crate::session::{computes, matches};
use crate::worker::protocol::{Feature, Guard, MethodId, MethodPlan};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

/// Which methods are transformed, and how.
#[derive(Debug, Clone)]
pub struct Selection {
    /// The rules that are active.
    pub rules: Vec<Rule>,
    /// The bodies that are tried.
    pub operators: Vec<Operator>,
    /// If there are any, only classes whose binary names match one of these patterns.
    pub only: Vec<String>,
    /// No classes whose binary names match one of these patterns.
    pub except: Vec<String>,
    /// Patterns of binary names of classes, or of these with a method's name: `com.example.Main.main`.
    pub ignore: Vec<String>,
}

impl Selection {
    fn takes(&self, class: &str) -> bool {
        let any = |patterns: &[String]| patterns.iter().any(|pattern| matches(pattern, class));
        (self.only.is_empty() || any(&self.only)) && !any(&self.except)
    }
}

/// A method of the classes under test that has a body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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
    pub skipped: Option<Skip>,
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
    /// The internal names of all classes beside the methods.
    pub classes: Vec<String>,
    /// Those whose initialisers call something: what they compute is seen by all users of the class.
    pub computing: Vec<String>,
}

impl Subject {
    /// Reads the methods of the classes in some folders or jars; of classes with the same name, the first.
    pub fn read(places: &[PathBuf], selection: &Selection) -> io::Result<Subject> {
        let mut subject = Subject::default();
        let mut classes = Vec::new();
        for place in places {
            subject.add(place, &mut classes)?;
        }
        let ignored = Ignored::new(&classes, &selection.ignore);
        let objects = NewObjects::of(&classes);
        for class in classes.iter().filter(|class| selection.takes(&class.name.to_binary())) {
            for method in class.methods.iter().filter(|method| method.code.is_some() && method.name != "<init>") {
                let rule = eligibility::skipped(class, method, &selection.rules, &ignored);
                let transformations = match rule {
                    Some(_) => Vec::new(),
                    None => {
                        transformation::transformations(class.name.as_str(), method, &selection.operators, &objects)
                    }
                };
                let skipped = match rule {
                    Some(rule) => Some(Skip::Rule(rule)),
                    None => transformations.is_empty().then_some(Skip::NoOtherResult),
                };
                subject.methods.push(Method {
                    class: class.name.to_string(),
                    name: method.name.clone(),
                    descriptor: method.descriptor.to_string(),
                    source: class.source.clone(),
                    lines: method.lines,
                    skipped,
                    transformations,
                });
            }
        }
        Ok(subject)
    }

    /// Reads the classes in one place, but for those that are known by name.
    fn add(&mut self, place: &Path, classes: &mut Vec<ClassCode>) -> io::Result<()> {
        let known: BTreeSet<String> = self.classes.iter().cloned().collect();
        classfile::class_files(place, |name, bytes| {
            if known.contains(name) {
                return;
            }
            self.classes.push(name.to_owned());
            let Some(class) = classfile::parse_code(bytes) else {
                self.unreadable.push(name.to_owned());
                return;
            };
            if computes(&class) {
                self.computing.push(name.to_owned());
            }
            classes.push(class);
        })
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
            sites: Vec::new(),
        };
        self.guarded().map(plan).collect()
    }

    /// What workers need to replace the methods.
    pub fn guard(&self) -> Feature {
        let (watched, followed) = (self.classes.clone(), self.computing.clone());
        Feature::Guard(Guard { methods: self.plan(), watched, followed })
    }

    /// The number of each method among the guarded ones.
    pub fn guards(&self) -> Vec<Option<MethodId>> {
        guards(&self.methods)
    }
}

/// The number of each method among those that have transformations.
pub(super) fn guards(methods: &[Method]) -> Vec<Option<MethodId>> {
    let mut next = 0;
    let mut number = |method: &Method| {
        (!method.transformations.is_empty()).then(|| {
            next += 1;
            MethodId(next - 1)
        })
    };
    methods.iter().map(&mut number).collect()
}
