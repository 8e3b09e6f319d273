//! Which classes extend which, and which methods a call may run (class hierarchy analysis: Dean, Grove and Chambers, 1995).

use super::code::{Access, ClassCode, MethodCode};
use super::instruction::{Invoke, InvokeKind};
use super::names::{ClassName, Descriptor, MethodRef};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Some classes with what is above and below each of them.
#[derive(Debug, Clone, Default)]
pub struct Hierarchy {
    classes: BTreeMap<ClassName, Entry>,
    /// The classes that name a class as their superclass or interface; also of classes that are not known themselves.
    children: BTreeMap<ClassName, Vec<ClassName>>,
}

#[derive(Debug, Clone)]
struct Entry {
    superclass: Option<ClassName>,
    interfaces: Vec<ClassName>,
    is_interface: bool,
    is_abstract: bool,
    methods: BTreeMap<(Arc<str>, Descriptor), Member>,
}

/// What decides which calls run a method.
#[derive(Debug, Clone, Copy)]
struct Member {
    access: Access,
    is_static: bool,
    is_final: bool,
    is_abstract: bool,
}

/// The methods that a call may run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Targets {
    /// Those of the hierarchy's classes that have a body.
    pub methods: BTreeSet<MethodRef>,
    /// Whether the search met a class that the hierarchy does not have; so there may be more.
    pub has_unknown: bool,
}

impl Hierarchy {
    /// The hierarchy of some classes; of classes with the same name, the first.
    pub fn of<'a>(classes: impl IntoIterator<Item = &'a ClassCode>) -> Hierarchy {
        let mut hierarchy = Hierarchy::default();
        for class in classes {
            if hierarchy.classes.contains_key(&class.name) {
                continue;
            }
            for above in class.superclass.iter().chain(&class.interfaces) {
                hierarchy.children.entry(above.clone()).or_default().push(class.name.clone());
            }
            let member = |method: &MethodCode| {
                let member = Member {
                    access: method.access,
                    is_static: method.is_static,
                    is_final: method.is_final,
                    is_abstract: method.is_abstract,
                };
                ((Arc::from(method.name.as_str()), method.descriptor.clone()), member)
            };
            let entry = Entry {
                superclass: class.superclass.clone(),
                interfaces: class.interfaces.clone(),
                is_interface: class.is_interface,
                is_abstract: class.is_abstract,
                methods: class.methods.iter().map(member).collect(),
            };
            hierarchy.classes.insert(class.name.clone(), entry);
        }
        hierarchy
    }

    /// A class, and all known classes below it, by name.
    pub fn descendants(&self, class: &ClassName) -> BTreeSet<ClassName> {
        closure(class, |class| self.children.get(class).into_iter().flatten().cloned().collect())
    }

    /// A class, and all classes and interfaces above it; those at the border are named, but not known.
    pub fn ancestors(&self, class: &ClassName) -> BTreeSet<ClassName> {
        closure(class, |class| {
            let entry = self.classes.get(class);
            entry.into_iter().flat_map(|entry| entry.superclass.iter().chain(&entry.interfaces)).cloned().collect()
        })
    }

    /// The method that a reference means: JVMS 5.4.3.3 and 5.4.3.4. None if no known class declares it.
    pub fn resolve(&self, method: &MethodRef) -> Option<MethodRef> {
        let in_classes = self.superclasses(&method.owner).find(|class| self.member(class, method).is_some());
        in_classes
            .or_else(|| self.in_interfaces(&method.owner, method))
            .map(|owner| MethodRef { owner, ..method.clone() })
    }

    /// The methods that a call may run, if any known class may be the receiver's.
    pub fn targets(&self, call: &Invoke) -> Targets {
        let Some(resolved) = self.resolve(&call.method) else {
            // What is declared outside may be implemented inside: `Runnable.run`.
            let receivers = match call.kind {
                InvokeKind::Virtual | InvokeKind::Interface => self.descendants(&call.method.owner),
                InvokeKind::Special | InvokeKind::Static => BTreeSet::new(),
            };
            let methods = receivers.iter().filter_map(|class| self.selected(class, &call.method, None));
            return Targets { methods: methods.collect(), has_unknown: true };
        };
        let member = *self.member(&resolved.owner, &resolved).expect("it was resolved to a member");
        let is_exact = matches!(call.kind, InvokeKind::Special | InvokeKind::Static)
            || member.access == Access::Private
            || member.is_final
            || member.is_static;
        if is_exact {
            let methods = (!member.is_abstract).then_some(resolved).into_iter().collect();
            return Targets { methods, has_unknown: false };
        }
        let receivers = self.descendants(&call.method.owner);
        let methods = receivers.iter().filter_map(|class| self.selected(class, &resolved, Some(member)));
        Targets {
            methods: methods.collect(),
            has_unknown: receivers.iter().any(|class| self.has_unknown_superclass(class)),
        }
    }

    /// The method that runs if the receiver's class is this one: JVMS 5.4.6. None if there are no such objects, or if that is
    /// declared in no known class.
    ///
    /// `resolved` is what the call's reference means, as far as that is known.
    fn selected(&self, class: &ClassName, method: &MethodRef, resolved: Option<Member>) -> Option<MethodRef> {
        let entry = self.classes.get(class)?;
        if entry.is_abstract || entry.is_interface {
            return None;
        }
        let overrides = |owner: &ClassName| {
            self.member(owner, method).is_some_and(|member| {
                let reaches = match resolved.map(|resolved| resolved.access) {
                    Some(Access::Package) => owner.package() == method.owner.package(),
                    _ => true,
                };
                *owner == method.owner || (reaches && !member.is_static && member.access != Access::Private)
            })
        };
        let owner = self.superclasses(class).find(overrides).or_else(|| self.in_interfaces(class, method))?;
        let found = MethodRef { owner, ..method.clone() };
        self.member(&found.owner, &found).is_some_and(|member| !member.is_abstract).then_some(found)
    }

    /// A class and the known classes above it, the nearest first.
    fn superclasses(&self, class: &ClassName) -> impl Iterator<Item = ClassName> {
        let mut seen = BTreeSet::new();
        let next = |class: &ClassName| self.classes.get(class).and_then(|entry| entry.superclass.clone());
        // A class file that claims to be its own ancestor must not hang fex.
        std::iter::successors(Some(class.clone()), move |class| next(class))
            .take_while(move |class| seen.insert(class.clone()))
    }

    /// The interface whose declaration counts for a class: the most specific one with a body, else the first.
    fn in_interfaces(&self, class: &ClassName, method: &MethodRef) -> Option<ClassName> {
        let counts = |name: &&ClassName| {
            self.classes.get(*name).is_some_and(|entry| entry.is_interface)
                && self.member(name, method).is_some_and(|member| !member.is_static && member.access != Access::Private)
        };
        let above = self.ancestors(class);
        let declaring: Vec<&ClassName> = above.iter().filter(counts).collect();
        let is_most_specific =
            |one: &&&ClassName| !declaring.iter().any(|other| other != *one && self.ancestors(other).contains(**one));
        let specific: Vec<&ClassName> = declaring.iter().filter(is_most_specific).copied().collect();
        let has_body = |name: &&&ClassName| self.member(name, method).is_some_and(|member| !member.is_abstract);
        specific.iter().find(has_body).or_else(|| specific.first()).map(|name| (*name).clone())
    }

    fn member(&self, class: &ClassName, method: &MethodRef) -> Option<&Member> {
        self.classes.get(class)?.methods.get(&(method.name.clone(), method.descriptor.clone()))
    }

    /// Whether something above a class is not known; `java.lang.Object` never counts as such.
    fn has_unknown_superclass(&self, class: &ClassName) -> bool {
        self.ancestors(class).iter().any(|above| *above != "java/lang/Object" && !self.classes.contains_key(above))
    }
}

/// A class, those next to it, and so on.
fn closure(class: &ClassName, next: impl Fn(&ClassName) -> Vec<ClassName>) -> BTreeSet<ClassName> {
    let mut found = BTreeSet::from([class.clone()]);
    let mut open = vec![class.clone()];
    while let Some(class) = open.pop() {
        open.extend(next(&class).into_iter().filter(|next| found.insert(next.clone())));
    }
    found
}
