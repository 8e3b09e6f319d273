//! Which classes extend a class, and with which type arguments.

use crate::classfile::generics::{Type, Variables, declared, supertypes};
use crate::classfile::{ClassPath, ClassView};
use crate::java::names::is_class_name;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

/// The classes of the same package that have objects and extend or implement a class, directly or not, each with what its
/// own variables stand for if those of the class stand for these types.
///
/// Every class is read once and visited once, however deep they are: class files may claim anything.
pub(super) fn heirs(class_path: &ClassPath, class: &ClassView, arguments: &[Type]) -> Vec<(ClassView, Vec<Type>)> {
    let package = |name: &str| name.rfind('.').map_or("", |dot| &name[..dot]).to_owned();
    let home = package(&class.name);
    let near = class_path.names().into_iter();
    let near: Vec<String> =
        near.filter(|name| package(name) == home && *name != class.name && is_class_name(name)).collect();
    let mut classes: HashMap<String, ClassView> = HashMap::new();
    let mut below: HashMap<String, Vec<String>> = HashMap::new();
    let mut pending = near.clone();
    while let Some(name) = pending.pop() {
        let Some(found) = class_path.find(&name).filter(|found| !classes.contains_key(&found.name)) else { continue };
        for above in found.superclass.iter().chain(&found.interfaces) {
            below.entry(above.clone()).or_default().push(found.name.clone());
            if !classes.contains_key(above) {
                pending.push(above.clone());
            }
        }
        classes.insert(found.name.clone(), found);
    }
    // The class as each of those below sees it, in terms of their own variables.
    let mut seen: BTreeMap<String, Vec<Type>> = BTreeMap::new();
    let own = variables(class).into_iter().map(|variable| Type::Variable(variable.0)).collect();
    let mut pending = VecDeque::from([(class.clone(), own)]);
    let mut visited = HashSet::from([class.name.clone()]);
    while let Some((above, view)) = pending.pop_front() {
        let view: Vec<Type> = view;
        for heir in below.get(&above.name).into_iter().flatten() {
            let Some(heir) = classes.get(heir).filter(|heir| visited.insert(heir.name.clone())) else { continue };
            let known = arguments_above(heir, &above, &itself(heir));
            let view: Vec<Type> = view.iter().map(|ty| ty.with(&known)).collect();
            seen.insert(heir.name.clone(), view.clone());
            pending.push_back((heir.clone(), view));
        }
    }
    let heirs = near.iter().filter_map(|name| Some((classes.get(name)?, seen.get(name)?)));
    heirs
        .filter(|(heir, _)| !heir.is_abstract && !heir.is_enum)
        .map(|(heir, view)| {
            let mut known = Variables::new();
            view.iter().zip(arguments).for_each(|(seen, given)| seen.match_with(given, &mut known));
            let own = variables(heir).into_iter().map(|(name, bound)| known.remove(&name).unwrap_or(bound)).collect();
            (heir.clone(), own)
        })
        .collect()
}

/// The type variables of a class with their bounds.
pub(super) fn variables(class: &ClassView) -> Vec<(String, Type)> {
    class.signature.as_deref().and_then(declared).unwrap_or_default()
}

/// What the variables of a class or interface stand for that a class extends or implements itself, if its own stand for
/// these types. Those of which nothing is known stand for what their bounds say.
pub(super) fn arguments_above(class: &ClassView, above: &ClassView, own: &Variables) -> Variables {
    let types = class.signature.as_deref().and_then(|signature| supertypes(signature, own)).unwrap_or_default();
    let arguments = types.into_iter().find_map(|ty| match ty {
        Type::Class(name, arguments) if name == above.name => Some(arguments),
        _ => None,
    });
    let mut arguments = arguments.unwrap_or_default().into_iter();
    variables(above).into_iter().map(|(name, bound)| (name, arguments.next().unwrap_or(bound))).collect()
}

/// The variables of a class, each standing for itself.
fn itself(class: &ClassView) -> Variables {
    variables(class).into_iter().map(|(name, _)| (name.clone(), Type::Variable(name))).collect()
}
