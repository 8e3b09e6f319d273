//! Which classes a unit imports, and how it writes the others.
//!
//! A simple name belongs to one class in a unit. What the unit declares has the first right to a name, then what its templates
//! import, what has no other name, `java.lang` and the packages of the JDK, then whoever is named first. All others are written with
//! their packages.

use super::around::Around;
use crate::java::member::CompilationUnit;
use crate::java::tree::{Class, Member};
use crate::java::types::CanonicalName;
use std::collections::{BTreeMap, BTreeSet};

/// How classes are written.
#[derive(Debug, Clone, Default)]
pub(super) struct Imports {
    /// The classes that were named, in the order of their first mention.
    noted: Vec<CanonicalName>,
    /// The classes that templates import.
    of_templates: BTreeSet<CanonicalName>,
    /// The words of templates, which mean what they mean in their file.
    words_of_templates: BTreeSet<String>,
    /// The static methods that were named.
    methods: BTreeSet<(CanonicalName, String)>,
    /// How each class is written, once that is decided.
    spelled: BTreeMap<CanonicalName, String>,
    /// The methods that the unit declares, which hide imported ones.
    own_methods: BTreeSet<String>,
    /// The canonical names after `import`.
    imported: BTreeSet<String>,
}

impl Imports {
    /// Nothing is decided: classes are noted.
    pub fn noting() -> Imports {
        Imports::default()
    }

    /// The classes that were named.
    pub fn noted(&self) -> impl Iterator<Item = &CanonicalName> {
        self.noted.iter()
    }

    /// How a class is written.
    pub fn class(&mut self, class: &CanonicalName) -> String {
        match self.spelled.get(class) {
            Some(spelling) => spelling.clone(),
            None => {
                if !self.noted.contains(class) {
                    self.noted.push(class.clone());
                }
                class.to_string()
            }
        }
    }

    /// Notes what a template imports, and the words of its code.
    pub fn template(&mut self, imports: &[CanonicalName], words: &BTreeSet<String>) {
        self.of_templates.extend(imports.iter().cloned());
        self.words_of_templates.extend(words.iter().cloned());
    }

    /// What stands before the name of a static method that is imported: its class and a dot where it cannot be.
    pub fn method(&mut self, class: &CanonicalName, name: &str) -> String {
        if self.own_methods.contains(name) {
            return format!("{}.", self.class(class));
        }
        self.methods.insert((class.clone(), name.to_owned()));
        String::new()
    }

    /// What follows `import`: static methods, then classes.
    pub fn written(&self) -> [BTreeSet<String>; 2] {
        let methods = self.methods.iter().map(|(class, name)| format!("static {class}.{name}"));
        [methods.collect(), self.imported.clone()]
    }

    /// The decision, after all was noted that is to stand in a file, and the classes that this has to import.
    pub fn within(mut self, around: &Around) -> (Imports, BTreeSet<String>) {
        let is_hidden = |class: &CanonicalName, name: &String| {
            let class = class.to_string();
            let is_bare = around.methods.contains(name) || around.method_wildcards.contains(&class);
            around.own_methods.contains(name) || !is_bare && around.imported.contains(&class)
        };
        let hidden: Vec<_> = self.methods.iter().filter(|(class, name)| is_hidden(class, name)).cloned().collect();
        let mut decision = Imports::default();
        for (class, name) in hidden {
            self.class(&class);
            decision.own_methods.insert(name);
        }
        let mut missing = BTreeSet::new();
        for class in self.noted {
            let (spelling, is_missing) = around.spelling(&class);
            if is_missing {
                missing.insert(class.to_string());
            }
            decision.spelled.insert(class, spelling);
        }
        (decision, missing)
    }

    /// The decision, after all of a unit was noted.
    pub fn decided(mut self, unit: &CompilationUnit) -> Imports {
        let mut declared = Declared::default();
        declared.class(&unit.class);
        // A static method that the unit hides is written with its class.
        let hidden = self.methods.iter().filter(|(_, name)| declared.methods.contains(name));
        for (class, _) in hidden.cloned().collect::<Vec<_>>() {
            self.class(&class);
        }
        let own = CanonicalName::new(&unit.package, &unit.class.name);
        let mut decision = Imports { own_methods: declared.methods, ..Imports::default() };
        // Who has which simple name.
        let mut owners: BTreeMap<String, CanonicalName> = BTreeMap::new();
        // What a template names without an import is of `java.lang`, or a variable.
        owners.extend(self.words_of_templates.iter().map(|word| (word.clone(), CanonicalName::new("java.lang", word))));
        for import in &self.of_templates {
            owners.insert(import.simple().to_owned(), import.clone());
            decision.imported.insert(import.to_string());
        }
        let is_lang = |class: &CanonicalName| class.package == "java.lang" && class.is_top_level();
        let of_lang: BTreeSet<&str> =
            self.noted.iter().filter(|class| is_lang(class)).map(CanonicalName::simple).collect();
        let rank = |class: &CanonicalName| match class.package.as_str() {
            // It has no other name.
            "" => 0,
            // Java finds it before that of `java.lang`.
            package if package == own.package && of_lang.contains(class.simple()) => 0,
            "java.lang" => 1,
            package if package.starts_with("java.") => 2,
            _ => 3,
        };
        let mut classes = self.noted.clone();
        classes.sort_by_key(rank);
        for class in classes {
            if class.package == own.package && class.names()[0] == own.names()[0] {
                let inside = class.names()[1..].join(".");
                let spelling = if inside.is_empty() { class.simple().to_owned() } else { inside };
                decision.spelled.insert(class, spelling);
                continue;
            }
            let simple = class.simple().to_owned();
            // What stands in the package, or in `java.lang`, needs no import, and a class of the unnamed package has none.
            let is_at_hand = class.is_top_level() && (class.package == own.package || class.package == "java.lang");
            let is_reachable = is_at_hand || !class.package.is_empty();
            let is_free = !declared.classes.contains(&simple)
                && is_reachable
                && owners.get(&simple).is_none_or(|owner| *owner == class);
            let spelling = match is_free {
                true => {
                    if !is_at_hand {
                        decision.imported.insert(class.to_string());
                    }
                    owners.insert(simple.clone(), class.clone());
                    simple
                }
                false => class.to_string(),
            };
            decision.spelled.insert(class, spelling);
        }
        decision
    }
}

/// The names that a unit declares.
#[derive(Default)]
struct Declared {
    classes: BTreeSet<String>,
    methods: BTreeSet<String>,
}

impl Declared {
    fn class(&mut self, class: &Class) {
        self.classes.insert(class.name.clone());
        for member in &class.members {
            match member {
                Member::Method(method) => drop(self.methods.insert(method.name.clone())),
                Member::Class(class) => self.class(class),
                Member::Template(member) => {
                    self.classes.extend(member.classes.iter().cloned());
                    self.methods.insert(member.name.clone());
                }
                Member::Field(_) | Member::Constructor(_) => {}
            }
        }
    }
}
