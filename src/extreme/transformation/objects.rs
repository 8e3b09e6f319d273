//! Bodies that return an object: an empty collection, one with a single element, an optional, or simply a new object.

use super::{Transformation, defaults, unwrapped};
use crate::classfile::{Access, ClassCode};
use crate::worker::protocol::Step;
use std::collections::BTreeSet;

/// The classes under test of which anyone can make an object without saying more.
#[derive(Debug, Clone, Default)]
pub struct NewObjects {
    /// Internal names.
    classes: BTreeSet<String>,
}

impl NewObjects {
    /// Those among some classes that are public and not abstract, with a public constructor without parameters.
    pub fn of(classes: &[ClassCode]) -> NewObjects {
        let has_constructor = |class: &ClassCode| {
            let mut methods = class.methods.iter();
            methods.any(|method| {
                method.name == "<init>" && method.descriptor.as_str() == "()V" && method.access == Access::Public
            })
        };
        let open = classes.iter().filter(|class| class.is_public && !class.is_abstract && has_constructor(class));
        NewObjects { classes: open.map(|class| class.name.to_string()).collect() }
    }

    /// A new object, as Descartes' operator `new` makes it, for classes under test as well as for those of the JDK.
    pub(super) fn new_object(&self, result: &str) -> Option<Transformation> {
        let class = result.strip_prefix('L')?.strip_suffix(';')?;
        let made = of_jdk(class).or_else(|| self.classes.contains(class).then_some(class))?;
        let simple = made.rsplit(['/', '$']).next().unwrap_or(made);
        Some(Transformation::new(format!("new {simple}()"), vec![Step::New(made.to_owned())]))
    }
}

/// The class of the JDK of which an object is made for a result type.
fn of_jdk(class: &str) -> Option<&str> {
    Some(match class {
        "java/lang/Iterable" | "java/util/Collection" | "java/util/List" => "java/util/ArrayList",
        "java/util/Queue" | "java/util/Deque" => "java/util/LinkedList",
        "java/util/Set" => "java/util/HashSet",
        "java/util/SortedSet" | "java/util/NavigableSet" => "java/util/TreeSet",
        "java/util/Map" => "java/util/HashMap",
        "java/util/SortedMap" | "java/util/NavigableMap" => "java/util/TreeMap",
        "java/util/concurrent/ConcurrentMap" => "java/util/concurrent/ConcurrentHashMap",
        "java/lang/Object"
        | "java/lang/StringBuffer"
        | "java/lang/StringBuilder"
        | "java/io/ByteArrayOutputStream"
        | "java/io/StringWriter"
        | "java/util/ArrayDeque"
        | "java/util/ArrayList"
        | "java/util/BitSet"
        | "java/util/Date"
        | "java/util/HashMap"
        | "java/util/HashSet"
        | "java/util/Hashtable"
        | "java/util/IdentityHashMap"
        | "java/util/LinkedHashMap"
        | "java/util/LinkedHashSet"
        | "java/util/LinkedList"
        | "java/util/PriorityQueue"
        | "java/util/Properties"
        | "java/util/Random"
        | "java/util/Stack"
        | "java/util/TreeMap"
        | "java/util/TreeSet"
        | "java/util/Vector"
        | "java/util/WeakHashMap"
        | "java/util/concurrent/ConcurrentHashMap"
        | "java/util/concurrent/atomic/AtomicBoolean"
        | "java/util/concurrent/atomic/AtomicInteger"
        | "java/util/concurrent/atomic/AtomicLong" => class,
        _ => return None,
    })
}

/// An empty optional.
pub(super) fn empty_optional(result: &str) -> Option<Transformation> {
    let owner = result.strip_prefix('L')?.strip_suffix(';')?;
    let is_optional = matches!(
        owner,
        "java/util/Optional" | "java/util/OptionalInt" | "java/util/OptionalLong" | "java/util/OptionalDouble"
    );
    is_optional.then(|| Transformation::new("optional", vec![call(owner, "empty", &format!("(){result}"))]))
}

/// A collection with one element or an optional with a value: `"A"` or 1 where the generic signature says that this fits, else
/// null; an optional of an object of which no value is known has none.
pub(super) fn single_element(result: &str, signature: Option<&str>) -> Option<Transformation> {
    let primitive = |name: &str, step: Step, ty: &str, value: &str| {
        let owner = result.trim_start_matches('L').trim_end_matches(';');
        let body = vec![step, call(owner, "of", &format!("({ty}){result}"))];
        Transformation::new(format!("{name}.of({value})"), body)
    };
    match result {
        "Ljava/util/OptionalInt;" => return Some(primitive("OptionalInt", Step::Int(1), "I", "1")),
        "Ljava/util/OptionalLong;" => return Some(primitive("OptionalLong", Step::Long(1), "J", "1L")),
        "Ljava/util/OptionalDouble;" => return Some(primitive("OptionalDouble", Step::Double(1.0), "D", "1.0")),
        _ => {}
    }
    let (owner, name, of, shown) = match result {
        "Ljava/lang/Iterable;" | "Ljava/util/Collection;" | "Ljava/util/List;" => {
            ("java/util/Collections", "singletonList", "Ljava/util/List;", "singletonList")
        }
        "Ljava/util/Set;" => ("java/util/Collections", "singleton", "Ljava/util/Set;", "singleton"),
        "Ljava/util/Map;" => ("java/util/Collections", "singletonMap", "Ljava/util/Map;", "singletonMap"),
        "Ljava/util/Optional;" => ("java/util/Optional", "of", "Ljava/util/Optional;", "Optional.of"),
        _ => return None,
    };
    let count = if name == "singletonMap" { 2 } else { 1 };
    let arguments = type_arguments(signature.unwrap_or_default());
    let values: Vec<Transformation> =
        (0..count).map(|index| element(arguments.get(index).copied().unwrap_or_default())).collect();
    if shown == "Optional.of" && values.iter().any(|value| value.name == "null") {
        return None;
    }
    let names: Vec<&str> = values.iter().map(|value| value.name.as_str()).collect();
    let label = format!("{shown}({})", names.join(", "));
    let mut body: Vec<Step> = values.into_iter().flat_map(|value| value.body).collect();
    body.push(call(owner, name, &format!("({}){of}", "Ljava/lang/Object;".repeat(count))));
    Some(Transformation::new(label, body))
}

/// A value of a type that is known by its descriptor.
fn element(ty: &str) -> Transformation {
    let known = ty == "Ljava/lang/String;" || unwrapped(ty).is_some();
    let value = defaults(ty).into_iter().next_back().filter(|_| known);
    value.unwrap_or_else(|| Transformation::new("null", vec![Step::Null]))
}

/// The type arguments of a generic method's result that are classes without arguments of their own; others are empty.
fn type_arguments(signature: &str) -> Vec<&str> {
    let result = signature.rsplit(')').next().unwrap_or_default();
    let Some((_, arguments)) = result.trim_end_matches(';').trim_end_matches('>').split_once('<') else {
        return Vec::new();
    };
    // With nested arguments a semicolon does not end an argument; then nothing is known.
    if arguments.contains('<') {
        return Vec::new();
    }
    arguments.split_inclusive(';').collect()
}

fn call(owner: &str, name: &str, descriptor: &str) -> Step {
    Step::Call {
        owner: owner.to_owned(),
        name: name.to_owned(),
        descriptor: descriptor.to_owned(),
        of_interface: false,
    }
}

#[cfg(test)]
mod tests {
    use super::single_element;

    #[test]
    fn elements_fit_the_generic_signature() {
        for (result, signature, expected) in [
            ("Ljava/util/List;", "()Ljava/util/List<Ljava/lang/String;>;", Some("singletonList(\"A\")")),
            ("Ljava/util/Set;", "()Ljava/util/Set<Ljava/lang/Integer;>;", Some("singleton(1)")),
            ("Ljava/util/Map;", "()Ljava/util/Map<Ljava/lang/String;TV;>;", Some("singletonMap(\"A\", null)")),
            (
                "Ljava/util/List;",
                "()Ljava/util/List<Ljava/util/List<Ljava/lang/String;>;>;",
                Some("singletonList(null)"),
            ),
            ("Ljava/util/List;", "", Some("singletonList(null)")),
            ("Ljava/util/Optional;", "()Ljava/util/Optional<Ljava/lang/Long;>;", Some("Optional.of(1L)")),
            ("Ljava/util/Optional;", "()Ljava/util/Optional<TT;>;", None),
            ("Ljava/util/OptionalInt;", "", Some("OptionalInt.of(1)")),
            ("Ljava/util/ArrayList;", "", None),
        ] {
            let signature = Some(signature).filter(|text| !text.is_empty());
            let name = single_element(result, signature).map(|one| one.name);
            assert_eq!(name.as_deref(), expected, "{result} {signature:?}");
        }
    }
}
