//! What class files say of the classes that sequences use, each read once: searches ask for the same ones over and over.

use super::jdk;
use crate::classfile::{ClassName, ClassPath, ClassView};
use crate::session::locked;
use rustc_hash::FxHashMap;
use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Mutex};

/// Classes by their names, those of the JDK left out.
pub(super) struct ClassViews {
    path: ClassPath,
    known: Mutex<FxHashMap<ClassName, Option<Arc<ClassView>>>>,
    above: Mutex<FxHashMap<ClassName, Arc<BTreeSet<ClassName>>>>,
}

impl ClassViews {
    /// Those of a class path, where some are known already.
    pub fn new(path: ClassPath, known: impl Iterator<Item = Arc<ClassView>>) -> ClassViews {
        let known = known.map(|view| (ClassName::binary(&view.name), Some(view))).collect();
        ClassViews { path, known: Mutex::new(known), above: Mutex::default() }
    }

    /// A class, unless it is of the JDK or nobody has it.
    pub fn get(&self, class: &ClassName) -> Option<Arc<ClassView>> {
        let mut known = locked(&self.known);
        let found = known.entry(class.clone()).or_insert_with(|| self.path.find(&class.to_binary()).map(Arc::new));
        found.clone()
    }

    /// The name by which source names a class.
    pub fn canonical(&self, class: &ClassName) -> String {
        match self.get(class) {
            Some(view) => self.path.canonical(&view),
            None => class.to_binary().replace('$', "."),
        }
    }

    /// What is above a class, and the class itself.
    pub fn above(&self, class: &ClassName) -> Arc<BTreeSet<ClassName>> {
        if let Some(known) = locked(&self.above).get(class) {
            return Arc::clone(known);
        }
        let mut found = BTreeSet::from([class.clone()]);
        let mut open = VecDeque::from([class.clone()]);
        while let Some(next) = open.pop_front() {
            let of_jdk = jdk::ABOVE.iter().filter(|(name, _)| next == *name).flat_map(|(_, above)| *above);
            let view = self.get(&next);
            let names = view.iter().flat_map(|view| view.superclass.iter().chain(&view.interfaces));
            let names = names.map(|name| ClassName::binary(name));
            for name in names.chain(of_jdk.map(|name| ClassName::internal(name))) {
                if found.insert(name.clone()) {
                    open.push_back(name);
                }
            }
        }
        let found = Arc::new(found);
        locked(&self.above).insert(class.clone(), Arc::clone(&found));
        found
    }
}
