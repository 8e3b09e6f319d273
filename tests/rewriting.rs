//! A specification that says the same in other words has the same structures and the same field extensions.

mod rewriter;

use crate::phrasings::{counts, phrasings, structures};
use crate::specification;
use fastrand::Rng;
use fex::extension::{self, Pair, SearchConfig};
use fex::relational::{Instance, Problem};
use fex::solve::Status;
use fex::symmetry::Labelling;
use rewriter::{original_name, rewritten};
use std::collections::HashSet;

/// How often each specification is rewritten in either way.
const TIMES: u64 = 6;

/// The most structures that are compared.
const STRUCTURES: u64 = 400;

/// All specifications, with a scope in which they have few structures.
fn specifications() -> Vec<(String, String, u32)> {
    let mut all: Vec<_> = specification::structures().into_iter().map(|(name, text)| (name, text, 2)).collect();
    for (structure, counts) in counts() {
        let few = counts.iter().filter(|(_, count)| *count <= STRUCTURES).map(|(scope, _)| *scope).max();
        let scope = few.expect("the least scope has few structures");
        all.extend(phrasings(structure).into_iter().map(|(name, text)| (name, text, scope)));
    }
    all
}

/// The pairs that some structure has, as the search finds them.
fn feasible(problem: &Problem) -> Vec<Pair> {
    let encoded = specification::encoded(problem);
    let mut search = extension::Search::new(&encoded, &SearchConfig::default());
    let found = extension::search(&mut search, |_| {}).expect("evaluator and translation agree");
    assert_eq!(found.status, Status::Complete);
    found.feasible.ones().map(|pair| encoded.pairs.pairs[pair]).collect()
}

/// What other words for it have to agree with.
struct Original {
    problem: Problem,
    labelling: Labelling,
    structures: (HashSet<Instance>, u64),
    feasible: Vec<Pair>,
}

impl Original {
    fn new(name: &str, text: &str, scope: u32) -> Original {
        let problem = specification::problem(name, text, None, scope);
        let labelling = Labelling::new(&problem);
        let structures = structures(&problem, &problem, &labelling, str::to_owned);
        Original { feasible: feasible(&problem), structures, labelling, problem }
    }

    /// Compares the structures; the pairs, too, where objects have the same numbers.
    fn compare(&self, text: &str, name: &str, scope: u32, reorders: bool) {
        let problem = specification::problem(name, text, None, scope);
        let found = structures(&problem, &self.problem, &self.labelling, |name: &str| original_name(name));
        assert!(
            found == self.structures,
            "{name} at scope {scope}: {} instead of {}\n{text}",
            found.1,
            self.structures.1
        );
        if !reorders {
            assert_eq!(feasible(&problem), self.feasible, "{name} at scope {scope}\n{text}");
        }
    }
}

#[test]
fn other_words_for_the_same_have_the_same_structures_and_extensions() {
    let mut different = 0;
    for (name, text, scope) in specifications() {
        let original = Original::new(&name, &text, scope);
        for seed in 0..TIMES {
            for reorders in [false, true] {
                let other = rewritten(&text, reorders, &mut Rng::with_seed(seed));
                different += usize::from(other.matches('|').count() != text.matches('|').count());
                original.compare(&other, &name, scope, reorders);
            }
        }
    }
    assert!(different > 100, "quantifiers are among what is rewritten: {different}");
}
