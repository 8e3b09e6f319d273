//! A problem made ready for the loop: symmetry broken, translated, with a literal for every pair.

use super::pairs::{Pairs, Place, places_of};
use super::strength::Strength;
use crate::circuit::{Input, TooLarge, Wire};
use crate::cnf::Lit;
use crate::facts::{self, Asked, Inquiry};
use crate::relational::{Instance, Problem, RelationId, TupleKey, TupleSet};
use crate::sat::enumerate::refuted;
use crate::sat::{Solver, SolverConfig};
use crate::solve::{EncodedProblem, translate_canonical};
use crate::symmetry::{self, Labelling, Reason};

/// How many times the clauses of a search a theorem may take that is to help it. Premises that hold take up to 2.8 times as many in what was
/// measured (`results/generation`), and asking for ten times as many took longer than the search.
const WORTHWHILE: usize = 5;

/// An encoded problem, with the pairs that are to be covered.
#[derive(Clone)]
pub struct Encoded {
    /// The problem, with the bounds that canonical instances keep.
    pub core: EncodedProblem,
    /// How its objects are numbered.
    pub labelling: Labelling,
    /// The pairs to cover.
    pub pairs: Pairs,
    /// The literal of each pair and interaction, by position: if it is true in a model, the instance has it. `None` where the wire is
    /// constantly true.
    pub literals: Vec<Option<Lit>>,
    /// What follows from the problem and was added to its constraints, in words.
    pub facts: Vec<String>,
}

/// A problem with what follows from it.
pub struct Informed {
    /// The problem; none where nothing was found out.
    pub encoded: Option<Encoded>,
    /// What was asked.
    pub asked: Vec<Asked>,
}

/// Encodes a problem for the chosen fields (indices into `Heap::fields`), whose pairs are to be covered alone or every two together.
pub fn encode(mut problem: Problem, fields: &[usize], strength: Strength) -> Result<Encoded, TooLarge> {
    let labelling = Labelling::new(&problem);
    symmetry::tighten(&mut problem, &labelling);
    let places: Vec<Place> =
        fields.iter().flat_map(|field| places_of(&problem, *field).into_iter().map(|place| (*field, place))).collect();
    encode_canonical(problem, labelling, &places, strength, Vec::new())
}

fn encode_canonical(
    problem: Problem,
    labelling: Labelling,
    places: &[Place],
    strength: Strength,
    facts: Vec<String>,
) -> Result<Encoded, TooLarge> {
    let (mut translation, canonical) = translate_canonical(&problem, &labelling)?;
    let pairs = Pairs::new(&problem, &mut translation, places, strength);
    let asserted: Vec<Wire> = translation.constraints.iter().chain(&canonical).copied().collect();
    let (core, literals) = EncodedProblem::new(problem, translation, &asserted, &pairs.wires);
    Ok(Encoded { core, labelling, pairs, literals, facts })
}

impl Encoded {
    /// The same problem in tighter bounds, encoded anew: without the tuples that unit propagation refutes (Galeotti et
    /// al., Analysis of invariants for efficient bounded verification, ISSTA 2010, section 3, ask a solver for each), nor those that it refutes then.
    /// What remains translates to far fewer gates, for instance where no edge leads back to an earlier object. `None`
    /// where nothing is refuted, or where canonical instances are told apart by a filter. Tuples that are compared stay.
    pub fn tightened(&self) -> Option<Encoded> {
        if !self.labelling.is_exact() {
            return None;
        }
        let mut tightest = self.tightened_once()?;
        while let Some(tighter) = tightest.tightened_once() {
            tightest = tighter;
        }
        Some(tightest)
    }

    fn tightened_once(&self) -> Option<Encoded> {
        let EncodedProblem { problem, inputs, cnf, .. } = &self.core;
        let candidates = self.core.primary();
        let mut refuted = refuted(cnf, &candidates).into_iter().peekable();
        let is_compared = |input: &Input| {
            let arity = problem.relations[input.relation.0 as usize].upper.arity();
            problem.universe.tuple(input.tuple, arity).iter().any(|atom| self.labelling.is_compared(*atom))
        };
        let is_kept = |(input, literal): &(&Input, &Lit)| refuted.next_if_eq(*literal).is_none() || is_compared(input);
        let kept: Vec<&Input> = inputs.iter().zip(&candidates).filter(is_kept).map(|(input, _)| input).collect();
        if kept.len() == inputs.len() {
            return None;
        }
        let mut problem = problem.clone();
        let mut upper: Vec<Vec<TupleKey>> =
            problem.relations.iter().map(|relation| relation.lower.keys().to_vec()).collect();
        kept.into_iter().for_each(|input| upper[input.relation.0 as usize].push(input.tuple));
        for (relation, keys) in problem.relations.iter_mut().zip(upper) {
            relation.upper = TupleSet::from_keys(relation.upper.arity(), keys);
        }
        encode_canonical(problem, self.labelling.clone(), &self.places(), self.pairs.strength(), self.facts.clone())
            .ok()
    }

    /// The same problem with facts that follow from it among its constraints, in the bounds that come of that; and what was asked to find them,
    /// with so many conflicts for each proof.
    pub fn with_facts(&self, solver: &SolverConfig, conflicts: u32) -> Informed {
        let mut problem = self.core.problem.clone();
        let clauses = WORTHWHILE * self.core.cnf.len();
        let Inquiry { helpful, asked } = facts::helpful(&problem, &self.labelling, solver, conflicts, clauses);
        if helpful.is_empty() {
            return Informed { encoded: None, asked };
        }
        helpful.iter().for_each(|law| law.assert(&mut problem));
        let words = helpful.iter().map(|law| law.words(&problem)).collect();
        let encoded =
            encode_canonical(problem, self.labelling.clone(), &self.places(), self.pairs.strength(), words).ok();
        Informed { encoded: encoded.map(|encoded| encoded.tightened().unwrap_or(encoded)), asked }
    }

    /// The places whose pairs are covered.
    fn places(&self) -> Vec<Place> {
        let mut places: Vec<Place> = self.pairs.pairs.iter().map(|pair| (pair.field, pair.place)).collect();
        places.dedup();
        places
    }

    /// The clause that no instance satisfies that is not canonical for a reason: what the bounds say of its tuples needs no literal.
    pub fn refusal(&self, reason: &Reason) -> Vec<Lit> {
        let literal = |relation: RelationId, tuple: TupleKey| {
            // Inputs stand in the order of relations and tuples.
            let found =
                self.core.inputs.binary_search_by_key(&(relation, tuple), |input| (input.relation, input.tuple));
            found.ok().map(|index| Lit::positive(self.core.variable(index)))
        };
        let has = reason.has.iter().filter_map(|(relation, tuple)| Some(!literal(*relation, *tuple)?));
        let lacks = reason.lacks.iter().filter_map(|(relation, tuple)| literal(*relation, *tuple));
        has.chain(lacks).collect()
    }

    /// The instance of the solver's model.
    pub fn read(&self, solver: &dyn Solver) -> Instance {
        self.core.instance(|variable| solver.value(variable))
    }
}
