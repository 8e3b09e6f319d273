//! The classes that callers and callees are found among: those under test, and what these extend in libraries.

use crate::classfile::{self, ClassCode, ClassName, ClassPath, Hierarchy, Invoke, InvokeKind, MethodCode, MethodRef};
use crate::session::locked;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;
use std::sync::Mutex;

/// Classes with their code, and which extend which.
pub struct Classes {
    codes: BTreeMap<ClassName, ClassCode>,
    /// Those that are under test.
    own: BTreeSet<ClassName>,
    hierarchy: Hierarchy,
    /// For each class what is above it, and itself.
    above: BTreeMap<ClassName, BTreeSet<ClassName>>,
    /// What calls run on objects of a class, as far as somebody has asked.
    called: Mutex<BTreeMap<ClassName, BTreeMap<Invoke, Option<MethodRef>>>>,
}

impl Classes {
    /// Reads the classes in some folders and jars, and from a class path some others by name, if they are there, with what all of them
    /// extend. A name may be that of source.
    pub fn read(places: &[PathBuf], class_path: &[PathBuf], others: &[&str]) -> io::Result<Classes> {
        let mut codes = BTreeMap::new();
        for place in places {
            classfile::class_files(place, |name, bytes| {
                if let Some(code) = classfile::parse_code(bytes) {
                    codes.entry(ClassName::internal(name)).or_insert(code);
                }
            })?;
        }
        let own = codes.keys().cloned().collect();
        let existing = class_path.iter().filter(|entry| entry.exists());
        let path = std::env::join_paths(existing).map_err(io::Error::other)?;
        let path = ClassPath::open(&path.to_string_lossy())?;
        for code in others.iter().filter_map(|name| path.code(name)) {
            codes.entry(code.name.clone()).or_insert(code);
        }
        let mut open: Vec<ClassName> = codes.values().flat_map(above).collect();
        let mut asked = BTreeSet::new();
        while let Some(name) = open.pop() {
            if codes.contains_key(&name) || !asked.insert(name.clone()) {
                continue;
            }
            if let Some(code) = path.code(&name.to_binary()) {
                open.extend(above(&code));
                codes.insert(name, code);
            }
        }
        let hierarchy = Hierarchy::of(codes.values());
        let above = codes.keys().map(|name| (name.clone(), hierarchy.ancestors(name))).collect();
        Ok(Classes { codes, own, hierarchy, above, called: Mutex::default() })
    }

    /// The code of a class.
    pub fn code(&self, class: &ClassName) -> Option<&ClassCode> {
        self.codes.get(class)
    }

    /// The class that has a method, and the method.
    pub fn method(&self, method: &MethodRef) -> Option<(&ClassCode, &MethodCode)> {
        let class = self.codes.get(&method.owner)?;
        let is_it = |one: &&MethodCode| one.name == *method.name && one.descriptor == method.descriptor;
        class.methods.iter().find(is_it).map(|found| (class, found))
    }

    /// The classes under test, by name.
    pub fn own(&self) -> impl Iterator<Item = &ClassCode> {
        self.own.iter().map(|name| &self.codes[name])
    }

    /// Which classes extend which.
    pub fn hierarchy(&self) -> &Hierarchy {
        &self.hierarchy
    }

    /// Whether one class is above another one.
    pub fn is_above(&self, above: &ClassName, below: &ClassName) -> bool {
        above != below && self.above.get(below).is_some_and(|all| all.contains(above))
    }

    /// A class and the known classes that it extends, the nearest first, without interfaces.
    pub fn lineage(&self, class: &ClassName) -> Vec<&ClassCode> {
        let mut lineage: Vec<&ClassCode> = Vec::new();
        let mut next = Some(class);
        while let Some(code) = next.and_then(|name| self.codes.get(name))
            && lineage.iter().all(|below| below.name != code.name)
        {
            lineage.push(code);
            next = code.superclass.as_ref();
        }
        lineage
    }

    /// The declaration of a method that counts for objects of a class; an abstract one if there is no other.
    pub fn declaration(&self, class: &ClassName, method: &MethodRef) -> Option<MethodRef> {
        self.hierarchy.resolve(&MethodRef { owner: class.clone(), ..method.clone() })
    }

    /// The method that a call runs if its receiver is of a class, as far as the call may be on such an object or names the class. Calls by
    /// what every object is, or by a type of the JDK, say nothing of the class.
    pub fn called(&self, call: &Invoke, class: &ClassName) -> Option<MethodRef> {
        let known = locked(&self.called).get(class).and_then(|of_class| of_class.get(call)).cloned();
        known.unwrap_or_else(|| {
            let found = self.looked_up(call, class);
            locked(&self.called).entry(class.clone()).or_default().insert(call.clone(), found.clone());
            found
        })
    }

    fn looked_up(&self, call: &Invoke, class: &ClassName) -> Option<MethodRef> {
        let named = &call.method.owner;
        match call.kind {
            InvokeKind::Static | InvokeKind::Special => self.hierarchy.resolve(&call.method),
            InvokeKind::Virtual | InvokeKind::Interface => {
                if named == class || (self.is_above(named, class) && (!is_of_jdk(named) || is_of_jdk(class))) {
                    self.declaration(class, &call.method)
                } else if self.is_above(class, named) {
                    self.hierarchy.resolve(&call.method)
                } else {
                    None
                }
            }
        }
    }
}

/// What a class names as above it.
fn above(code: &ClassCode) -> Vec<ClassName> {
    code.superclass.iter().chain(&code.interfaces).cloned().collect()
}

/// Whether a class is one of the JDK, by its name.
pub fn is_of_jdk(class: &ClassName) -> bool {
    ["java/", "javax/", "jdk/", "sun/", "com/sun/"].iter().any(|package| class.as_str().starts_with(package))
}
