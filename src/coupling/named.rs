//! The pair that somebody names, or why there is none.

use super::classes::{Classes, is_of_jdk};
use super::counting::Counting;
use super::pair::{Graphs, Pair};
use crate::classfile::ClassName;

/// How many classes are named that might be meant.
const NAMED: usize = 5;

/// Why two names make no pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// No class has the name; some that might be meant.
    Missing(String, Vec<String>),
    /// Several classes have the simple name.
    Ambiguous(String, Vec<String>),
    /// The caller is a class of the JDK.
    CallerOfJdk(ClassName),
    /// The callee is a class of the JDK, whose branches cannot be told, with the reason as half a sentence.
    OfJdk(ClassName, &'static str),
    /// Both names are of one class.
    Same(ClassName),
    /// A class has no code, only declarations; those that have what it declares.
    NoCode(ClassName, Vec<String>),
    /// A class by itself decides nothing.
    NoBranches(ClassName),
    /// The caller does not call the callee; whether it is the other way around.
    NoSites {
        /// The caller.
        caller: ClassName,
        /// The callee.
        callee: ClassName,
        /// How many call sites there are the other way around.
        reversed: usize,
    },
}

/// The pair of two classes by their names: binary ones, those of source, or simple ones that only one class under test has.
pub fn named(classes: &Classes, caller: &str, callee: &str, counting: Counting) -> Result<Pair, Refusal> {
    let (caller, callee) = (class(classes, caller)?, class(classes, callee)?);
    if is_of_jdk(&caller) {
        return Err(Refusal::CallerOfJdk(caller));
    }
    if let Some(reason) = untold(&callee, counting) {
        return Err(Refusal::OfJdk(callee, reason));
    }
    if caller == callee {
        return Err(Refusal::Same(caller));
    }
    for class in [&caller, &callee] {
        let inherits = classes.lineage(class).len() > 1;
        if !inherits && has_no_code(classes, class) {
            return Err(Refusal::NoCode(class.clone(), below(classes, class)));
        }
    }
    let mut graphs = Graphs::new(classes, counting);
    let pair = graphs.pair(&caller, &callee);
    if pair.sites.is_empty() {
        let reversed = graphs.pair(&callee, &caller).sites.len();
        return Err(Refusal::NoSites { caller, callee, reversed });
    }
    Ok(pair)
}

/// A class by itself, by a name as for [`named`].
pub fn alone(classes: &Classes, name: &str) -> Result<Pair, Refusal> {
    let class = class(classes, name)?;
    if is_of_jdk(&class) {
        return Err(Refusal::OfJdk(class, "it has its own tests"));
    }
    if has_no_code(classes, &class) {
        let below = below(classes, &class);
        return Err(Refusal::NoCode(class, below));
    }
    let pair = Graphs::new(classes, Counting::Causal).alone(&class);
    if pair.callee_branches.is_empty() { Err(Refusal::NoBranches(class)) } else { Ok(pair) }
}

fn has_no_code(classes: &Classes, class: &ClassName) -> bool {
    classes.code(class).expect("it was found").methods.iter().all(|method| method.code.is_none())
}

/// Why branches of a class of the JDK cannot be told, if so.
fn untold(class: &ClassName, counting: Counting) -> Option<&'static str> {
    let is_in = |places: &[&str]| places.iter().any(|place| class.as_str().starts_with(place));
    match () {
        () if !is_of_jdk(class) => None,
        () if is_in(&["java/lang/", "jdk/", "sun/"]) => {
            Some("the JVM uses it itself, and runs code of its own in place of its methods")
        }
        () if is_in(&["java/util/Arrays", "java/util/Optional", "java/util/stream/", "java/util/BitSet"]) => {
            Some("what tells of branches uses it itself")
        }
        () if counting == Counting::Published => {
            Some("what the test framework does with it would count as published, which asks for no order")
        }
        () => None,
    }
}

/// The class of a name.
fn class(classes: &Classes, name: &str) -> Result<ClassName, Refusal> {
    let whole = ClassName::binary(name);
    if classes.code(&whole).is_some() {
        return Ok(whole);
    }
    let is_called = |class: &ClassName| {
        let plain = class.to_binary().replace('$', ".");
        plain == name || plain.strip_suffix(name).is_some_and(|before| before.ends_with('.'))
    };
    let fitting: Vec<&ClassName> = classes.own().map(|code| &code.name).filter(|name| is_called(name)).collect();
    match fitting.as_slice() {
        [only] => Ok((*only).clone()),
        [] => Err(Refusal::Missing(name.to_owned(), alike(classes, name))),
        several => Err(Refusal::Ambiguous(name.to_owned(), several.iter().map(|class| class.to_binary()).collect())),
    }
}

/// The classes under test whose simple names are most like that of a name.
fn alike(classes: &Classes, name: &str) -> Vec<String> {
    let simple = |name: &str| name.rsplit(['.', '$']).next().unwrap_or_default().to_lowercase();
    let wanted = simple(name);
    let is_alike = |class: &ClassName| {
        let own = class.simple().to_lowercase();
        !wanted.is_empty() && (own.contains(&wanted) || (own.len() > 2 && wanted.contains(&own)))
    };
    classes.own().map(|code| &code.name).filter(|name| is_alike(name)).take(NAMED).map(ClassName::to_binary).collect()
}

/// Classes under test below another one that have code.
fn below(classes: &Classes, class: &ClassName) -> Vec<String> {
    let below = classes.hierarchy().descendants(class).into_iter();
    let coded = below.filter(|one| one != class && classes.code(one).is_some_and(|code| !code.is_interface));
    coded.take(NAMED).map(|class| class.to_binary()).collect()
}
