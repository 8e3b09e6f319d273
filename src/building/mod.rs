//! How the class itself builds the structures of a suite: a search over its public constructors, factories and methods.
//!
//! A worker follows calls on the real class and tells which objects they lead to; these are read as instances
//! (`observe`), numbered canonically, and looked up among the structures that are wanted. The search
//! (`search`) goes on from what it has reached, nearest first (`distance`); it counts calls and looks at no clock, so
//! that it finds the same calls every time. What it finds is followed once more in a fresh JVM, and counts only if it leads
//! to the same structure there.

mod callable;
mod distance;
mod following;
mod inherited;
mod observe;
mod offer;
mod search;

pub use following::Jvm;
pub use observe::Observer;

use crate::classfile::ClassPath;
use crate::fixture::recipe::Recipe;
use crate::relational::{Instance, Problem};
use crate::worker::Error;
use following::{Following, Hashes};
use offer::Offer;
use search::Search;

/// How far to search.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// How many sequences of calls are followed in all.
    pub tries: usize,
    /// From how many structures it is gone on for the sake of one that is wanted; fewer after failures.
    pub patience: usize,
    /// How many loop turns a sequence may take.
    pub fuel: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { tries: 60_000, patience: 600, fuel: 200_000 }
    }
}

/// A structure that is wanted, and how it was built before.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// The structure.
    pub instance: &'a Instance,
    /// The calls that built it, if they are known.
    pub recipe: Option<&'a Recipe>,
}

/// What a search came to.
#[derive(Debug, Clone, Default)]
pub struct Built {
    /// For each structure the calls that build it, if some were found.
    pub recipes: Vec<Option<Recipe>>,
    /// How many of those that were found did not lead to the same structure again.
    pub unstable: usize,
    /// What ended a JVM or did not return, by name.
    pub dangerous: Vec<String>,
    /// How many sequences of calls were followed.
    pub tries: usize,
    /// Whether the search ended because there was nothing more to try, and not at a limit.
    pub exhausted: bool,
}

/// Searches for calls that build structures of one problem. Calls that are known and still good stay as they are.
pub fn build(
    problem: &Problem,
    observer: &Observer,
    classes: &ClassPath,
    wanted: &[Wanted],
    jvm: &Jvm,
    limits: Limits,
) -> Result<Built, Error> {
    let root = &observer.reading().root;
    let mut performing = jvm.performing(observer, limits.fuel, Hashes::Ascending);
    let callables = callable::callables(classes, root, || inherited::public_methods(&mut performing, root))?;
    let offer = Offer::new(problem, observer, callables);
    let following = Following::new(performing, observer, &offer);
    let known = wanted.iter().map(|wanted| wanted.recipe.and_then(|recipe| offer.calls(recipe))).collect::<Vec<_>>();
    let targets: Vec<Instance> = wanted.iter().map(|wanted| observer.visible(wanted.instance)).collect();
    let mut search = Search::new(problem, &offer, following, limits);
    let found = search.run(&targets, &known)?;
    let mut built = search.into_built();
    let performing = jvm.performing(observer, limits.fuel, Hashes::Descending);
    let mut following = Following::new(performing, observer, &offer);
    for (target, (calls, wanted)) in targets.iter().zip(found.into_iter().zip(wanted)) {
        let Some(calls) = calls else {
            built.recipes.push(None);
            continue;
        };
        let again = following.reach(&calls)?;
        let same = again.as_ref() == Some(target);
        built.unstable += usize::from(!same);
        let recipe = offer.recipe(&calls);
        let unchanged = wanted.recipe.filter(|known| **known == recipe);
        built.recipes.push(same.then(|| unchanged.cloned().unwrap_or(recipe)));
    }
    Ok(built)
}
