//! Which fields and methods of objects tell of what a transformation changes.

use crate::classfile::{
    self, Access, CallGraph, ClassCode, ClassName, ClassView, Descriptor, FieldRef, Hierarchy, Invoke, InvokeKind,
    MethodCode, MethodRef, Operation, Visibility,
};
use crate::extreme::Method;
use crate::sequence::outside;
use crate::session::Launch;
use crate::worker::protocol::Member;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io;
use std::path::Path;

/// Members of classes of the JRE that tell what their objects are and change nothing.
const KNOWN: [(&str, &str, &str); 16] = [
    ("java/util/Collection", "size", "()I"),
    ("java/util/Map", "size", "()I"),
    ("java/util/Iterator", "hasNext", "()Z"),
    ("java/util/Enumeration", "hasMoreElements", "()Z"),
    ("java/util/Optional", "isPresent", "()Z"),
    ("java/util/Optional", "orElseThrow", "()Ljava/lang/Object;"),
    ("java/util/concurrent/atomic/AtomicInteger", "get", "()I"),
    ("java/util/concurrent/atomic/AtomicLong", "get", "()J"),
    ("java/util/concurrent/atomic/AtomicBoolean", "get", "()Z"),
    ("java/util/concurrent/atomic/AtomicReference", "get", "()Ljava/lang/Object;"),
    ("java/lang/CharSequence", "toString", "()Ljava/lang/String;"),
    ("java/lang/Throwable", "getMessage", "()Ljava/lang/String;"),
    ("java/io/StringWriter", "toString", "()Ljava/lang/String;"),
    ("java/io/CharArrayWriter", "toString", "()Ljava/lang/String;"),
    ("java/io/ByteArrayOutputStream", "toString", "()Ljava/lang/String;"),
    ("java/io/ByteArrayOutputStream", "toByteArray", "()[B"),
];

/// Methods of all objects that tell nothing which a test should assert.
const VAIN: [&str; 3] = ["hashCode", "clone", "finalize"];

/// How many members are tried for one transformation.
const MOST: usize = 400;

/// The classes of a project with what they may run.
#[derive(Debug)]
pub struct Program {
    classes: Vec<ClassCode>,
    views: BTreeMap<ClassName, ClassView>,
    hierarchy: Hierarchy,
    graph: CallGraph,
    /// The methods that reach files, processes or the network.
    outside: BTreeSet<MethodRef>,
}

/// What an observer reads or runs, be it through many calls.
#[derive(Debug, Default)]
pub struct Goal {
    /// The names of fields.
    pub fields: BTreeSet<String>,
    /// The classes that declare these; none if any may.
    pub owners: BTreeSet<ClassName>,
    /// A method.
    pub method: Option<MethodRef>,
}

/// A method that a test may call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// The method.
    pub method: MethodRef,
    /// How many calls lead from it to the one that is meant, at least.
    pub calls: usize,
}

impl Program {
    /// Reads the classes that belong to the project in the class paths of some launches; of classes with the same name, the first.
    pub fn read(launches: &[Launch]) -> io::Result<Program> {
        let (mut classes, mut views) = (Vec::new(), BTreeMap::new());
        let mut places: Vec<&String> = launches.iter().flat_map(|launch| &launch.own).collect();
        places.sort();
        places.dedup();
        for place in places {
            classfile::class_files(Path::new(place), |name, bytes| {
                let name = ClassName::internal(name);
                if views.contains_key(&name) {
                    return;
                }
                if let (Some(code), Some(view)) = (classfile::parse_code(bytes), classfile::parse(bytes)) {
                    classes.push(code);
                    views.insert(name, view);
                }
            })?;
        }
        let hierarchy = Hierarchy::of(&classes);
        let graph = CallGraph::of(&classes, &hierarchy);
        let outside = outside(classes.iter(), &graph);
        Ok(Program { classes, views, hierarchy, graph, outside })
    }

    /// Whether a method reaches files, processes or the network.
    pub fn reaches_outside(&self, class: &str, name: &str, descriptor: &str) -> bool {
        let (owner, descriptor) = (ClassName::internal(class), Descriptor::parse(descriptor));
        descriptor.is_some_and(|descriptor| self.outside.contains(&MethodRef { owner, name: name.into(), descriptor }))
    }

    /// The members that may tell of something, those first that need the fewest calls to get there.
    pub fn observers(&self, goal: &Goal) -> Vec<Member> {
        let distances = self.distances(goal);
        let mut found: Vec<(usize, Member)> = Vec::new();
        for class in &self.classes {
            let Some(view) = self.views.get(&class.name).filter(|view| view.visibility != Visibility::Private) else {
                continue;
            };
            let fields = view.fields.iter().filter(|field| {
                let is_meant = goal.owners.is_empty() || goal.owners.contains(&class.name);
                is_meant
                    && goal.fields.contains(&field.name)
                    && !field.is_static
                    && field.visibility != Visibility::Private
            });
            let field = |name: &str| Member {
                class: class.name.as_str().to_owned(),
                name: name.to_owned(),
                descriptor: String::new(),
            };
            found.extend(fields.map(|one| (0, field(&one.name))));
            let methods = class.methods.iter().filter(|method| asks(method));
            found.extend(methods.filter_map(|method| {
                let member = Member {
                    class: class.name.as_str().to_owned(),
                    name: method.name.clone(),
                    descriptor: method.descriptor.as_str().to_owned(),
                };
                Some((self.distance(class, method, &distances)? + 1, member))
            }));
        }
        found.sort();
        let known = KNOWN.map(|(class, name, descriptor)| Member {
            class: class.to_owned(),
            name: name.to_owned(),
            descriptor: descriptor.to_owned(),
        });
        known.into_iter().chain(found.into_iter().map(|(_, member)| member).take(MOST)).collect()
    }

    /// The nearest methods that the code of a class may call and that lead to a method: the method itself, if it may.
    pub fn nearest(&self, method: &Method, from: &str, most: usize) -> Vec<Target> {
        let Some(descriptor) = Descriptor::parse(&method.descriptor) else { return Vec::new() };
        let method =
            MethodRef { owner: ClassName::internal(&method.class), name: method.name.as_str().into(), descriptor };
        let from = ClassName::internal(from);
        let mut found: Vec<Target> = Vec::new();
        let mut seen = BTreeSet::from([method.clone()]);
        let mut open = VecDeque::from([(method, 0)]);
        while let Some((method, calls)) = open.pop_front() {
            if found.len() == most {
                break;
            }
            if self.may_call(&method, &from) {
                // What calls an accessible method is farther away, and no better.
                found.push(Target { method, calls });
                continue;
            }
            for (caller, _) in self.graph.callers(&method) {
                if seen.insert(caller.clone()) {
                    open.push_back((caller.clone(), calls + 1));
                }
            }
        }
        found
    }

    /// Whether the code of a class may call a method.
    fn may_call(&self, method: &MethodRef, from: &ClassName) -> bool {
        let Some(class) = self.classes.iter().find(|class| class.name == method.owner) else { return false };
        let Some(code) =
            class.methods.iter().find(|one| *one.name == *method.name && one.descriptor == method.descriptor)
        else {
            return false;
        };
        let is_near = method.owner.package() == from.package();
        let least = if is_near { Access::Package } else { Access::Public };
        !code.is_synthetic
            && &*method.name != "<clinit>"
            && code.access >= least
            && self.may_name(&method.owner, is_near)
    }

    /// Whether a class and those around it can be named.
    fn may_name(&self, class: &ClassName, is_near: bool) -> bool {
        let least = if is_near { Visibility::Package } else { Visibility::Public };
        let Some(view) = self.views.get(class) else { return false };
        view.visibility >= least
            && view.outer.as_ref().is_none_or(|outer| self.may_name(&ClassName::binary(outer), is_near))
    }

    /// The methods that the code of a class may call and that tell of a private field which a method of another class changes, the
    /// nearest first; nothing if the field or a member without parameters that reads it can be named.
    pub fn readers(&self, field: &str, class: &str, from: &str, most: usize) -> Option<Vec<Target>> {
        let class = ClassName::internal(class);
        let above = self.hierarchy.ancestors(&class);
        let is_near = |name: &ClassName| above.contains(name) || outermost(name) == outermost(&class);
        let mut owners = BTreeSet::new();
        for (name, view) in self.views.iter().filter(|(name, _)| is_near(name)) {
            for one in view.fields.iter().filter(|one| one.name == field) {
                if one.visibility != Visibility::Private {
                    return None;
                }
                owners.insert(name.clone());
            }
        }
        let goal = Goal { fields: BTreeSet::from([field.to_owned()]), owners, method: None };
        if goal.owners.is_empty() || self.observers(&goal).len() > KNOWN.len() {
            return None;
        }
        let from = ClassName::internal(from);
        let tells = |method: &MethodRef| method.descriptor.result().is_some() && self.may_call(method, &from);
        let distances = self.distances(&goal).into_iter().filter(|(method, _)| tells(method));
        let mut found: Vec<Target> = distances.map(|(method, calls)| Target { method, calls }).collect();
        found.sort_by(|one, other| (one.calls, &one.method).cmp(&(other.calls, &other.method)));
        found.truncate(most);
        Some(found)
    }

    /// How many calls it takes from a method at least, whichever class the receiver is of.
    fn distance(
        &self,
        class: &ClassCode,
        method: &MethodCode,
        distances: &BTreeMap<MethodRef, usize>,
    ) -> Option<usize> {
        let method = class.reference(method);
        let call = Invoke { kind: InvokeKind::Virtual, method };
        let targets = self.hierarchy.targets(&call).methods;
        targets.iter().filter_map(|target| distances.get(target)).min().copied()
    }

    /// The methods that read or run something, with the least number of calls that it takes.
    fn distances(&self, goal: &Goal) -> BTreeMap<MethodRef, usize> {
        let mut distances = BTreeMap::new();
        let mut open = VecDeque::new();
        let mut start = |method: MethodRef| {
            distances.insert(method.clone(), 0);
            open.push_back(method);
        };
        goal.method.iter().cloned().for_each(&mut start);
        for class in &self.classes {
            for method in class.methods.iter().filter(|method| reads(method, goal)) {
                start(class.reference(method));
            }
        }
        while let Some(method) = open.pop_front() {
            let next = distances[&method] + 1;
            for (caller, _) in self.graph.callers(&method) {
                if !distances.contains_key(caller) {
                    distances.insert(caller.clone(), next);
                    open.push_back(caller.clone());
                }
            }
        }
        distances
    }
}

/// Whether a method can be asked for something without giving it anything.
fn asks(method: &MethodCode) -> bool {
    !method.is_static
        && !method.is_synthetic
        && method.access != Access::Private
        && !method.name.starts_with('<')
        && !VAIN.contains(&method.name.as_str())
        && method.descriptor.parameters().is_empty()
        && method.descriptor.result().is_some()
}

/// Whether the code of a method reads one of some fields.
fn reads(method: &MethodCode, goal: &Goal) -> bool {
    let is_one = |field: &FieldRef| {
        goal.fields.contains(&*field.name) && (goal.owners.is_empty() || goal.owners.contains(&field.owner))
    };
    let instructions = method.code.iter().flat_map(|code| &code.instructions);
    instructions.map(|one| &one.operation).any(|operation| match operation {
        Operation::GetField(field) | Operation::GetStatic(field) => is_one(field),
        _ => false,
    })
}

/// The class around a class that is in no other one.
fn outermost(class: &ClassName) -> &str {
    class.as_str().split('$').next().unwrap_or_default()
}
