//! What tests may run: what their outcome depends on beside the body that is tried.
//!
//! A test may run the classes that its own class mentions, in its code or by their names in texts, and what they mention; those that
//! the unchanged test enters; and those that services name.

use super::subject::Method;
use crate::classfile;
use crate::session::{Baseline, Launch, Test};
use crate::unit::{Digest, Digester};
use fixedbitset::FixedBitSet;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The project's classes.
#[derive(Debug, Default)]
pub(super) struct Classes {
    /// Their numbers, by internal name.
    numbers: BTreeMap<String, usize>,
    /// Stands for their names and bytes, by number.
    digests: Vec<Digest>,
    /// The numbers of the classes that each of them mentions.
    mentions: Vec<Vec<usize>>,
    /// The numbers of those that services name.
    services: Vec<usize>,
}

impl Classes {
    /// Reads them in the folders and jars of launches that belong to the project.
    pub(super) fn read(launches: &[Launch]) -> io::Result<Classes> {
        let own: BTreeSet<&str> = launches.iter().flat_map(|launch| launch.own.iter().map(String::as_str)).collect();
        let mut files: BTreeMap<String, Vec<Vec<u8>>> = BTreeMap::new();
        for place in &own {
            classfile::class_files(Path::new(place), |name, bytes| {
                files.entry(name.to_owned()).or_default().push(bytes.to_vec());
            })?;
        }
        let mut classes = Classes { numbers: files.keys().cloned().zip(0..).collect(), ..Classes::default() };
        for (name, versions) in &files {
            let mut digester = Digester::new();
            digester.value(name);
            let mut mentions = BTreeSet::new();
            for bytes in versions {
                digester.bytes(bytes);
                for text in classfile::texts(bytes).unwrap_or_default() {
                    mentions.extend(classes.named(&text));
                }
            }
            classes.digests.push(digester.digest());
            classes.mentions.push(mentions.into_iter().collect());
        }
        for place in own {
            let Ok(services) = fs::read_dir(PathBuf::from(place).join("META-INF/services")) else { continue };
            for file in services {
                let text = String::from_utf8_lossy(&fs::read(file?.path())?).into_owned();
                let named: Vec<usize> = classes.named(&text).collect();
                classes.services.extend(named);
            }
        }
        Ok(classes)
    }

    /// The numbers of the classes that a text names.
    fn named(&self, text: &str) -> impl Iterator<Item = usize> {
        classfile::names(text).filter_map(|name| self.numbers.get(&name).copied())
    }

    /// For each test of a suite, a digest that changes with it and with whatever it may run. The suite reaches these methods.
    pub(super) fn of_tests(&self, suite: &Baseline, methods: &[&Method]) -> Vec<Digest> {
        let mut reachable = BTreeMap::new();
        suite.tests.iter().map(|test| self.of_test(test, methods, &mut reachable)).collect()
    }

    /// The same for one test; what can be reached from a class is found once.
    fn of_test(&self, test: &Test, methods: &[&Method], reachable: &mut BTreeMap<usize, FixedBitSet>) -> Digest {
        let mut roots: BTreeSet<usize> = self.services.iter().copied().collect();
        for text in [&test.unit.id, &test.unit.class, &test.unit.container] {
            roots.extend(self.named(text));
        }
        roots.extend(test.reached.iter().filter_map(|method| self.numbers.get(&methods[method.0 as usize].class)));
        let mut all = FixedBitSet::with_capacity(self.digests.len());
        for root in roots {
            all.union_with(reachable.entry(root).or_insert_with(|| self.reachable(root)));
        }
        let mut digester = Digester::new();
        digester.value(&(test.launch, &test.unit.id));
        for class in all.ones() {
            digester.value(&self.digests[class]);
        }
        digester.digest()
    }

    /// A class, what it mentions, and so on.
    fn reachable(&self, root: usize) -> FixedBitSet {
        let mut found = FixedBitSet::with_capacity(self.digests.len());
        let mut open = vec![root];
        while let Some(class) = open.pop() {
            if !found.put(class) {
                open.extend(&self.mentions[class]);
            }
        }
        found
    }
}
