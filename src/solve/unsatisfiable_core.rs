//! Why a problem has no instance: a smallest set of constraints that exclude each other.

use super::encoded::{EncodedProblem, translate_canonical};
use crate::circuit::{TooLarge, Wire};
use crate::relational::Problem;
use crate::sat::{self, Outcome, Query};
use crate::symmetry::{self, Labelling};

/// Positions of constraints in `Problem::constraints` that cannot hold together within the scope: leaving out any one
/// of them makes the others satisfiable, as far as `sat::SolverConfig` lets the solver find out. Declarations of signatures
/// and fields always count as given. `None` if the problem has instances or the solver was interrupted.
pub fn unsatisfiable_core(problem: &Problem, config: &sat::SolverConfig) -> Result<Option<Vec<usize>>, TooLarge> {
    let mut problem = problem.clone();
    let labelling = Labelling::new(&problem);
    symmetry::tighten(&mut problem, &labelling);
    let (translation, canonical) = translate_canonical(&problem, &labelling)?;
    let written = |index: &usize| !problem.constraints[*index].declared;
    let all: Vec<usize> = (0..problem.constraints.len()).collect();
    let (candidates, given): (Vec<usize>, Vec<usize>) = all.into_iter().partition(written);
    let asserted: Vec<_> =
        given.iter().map(|index| translation.constraints[*index]).chain(canonical.iter().copied()).collect();
    let handles: Vec<_> = candidates.iter().map(|index| translation.constraints[*index]).collect();
    // A constraint that is constantly false is a core by itself; one that is constantly true is in none.
    if let Some(index) = handles.iter().position(|wire| *wire == Wire::FALSE) {
        return Ok(Some(vec![candidates[index]]));
    }
    let (encoded, literals) = EncodedProblem::new(problem, translation, &asserted, &handles);
    let mut solver = sat::new(config);
    solver.add_cnf(&encoded.cnf);
    let mut core: Vec<usize> = (0..candidates.len()).collect();
    core.retain(|index| literals[*index].is_some());
    let assumptions = |core: &[usize]| core.iter().filter_map(|index| literals[*index]).collect::<Vec<_>>();
    let assumed = assumptions(&core);
    let query = Query { assumptions: &assumed, one_of: None, conflict_limit: None };
    if solver.solve(query) != Outcome::Unsat {
        return Ok(None);
    }
    core.retain(|index| literals[*index].is_some_and(|literal| solver.failed(literal)));
    let mut kept = 0;
    while kept < core.len() {
        let mut without = core.clone();
        without.remove(kept);
        let assumed = assumptions(&without);
        let query = Query { assumptions: &assumed, one_of: None, conflict_limit: Some(10_000) };
        if solver.solve(query) == Outcome::Unsat {
            without.retain(|index| literals[*index].is_some_and(|literal| solver.failed(literal)));
            core = without;
        } else {
            kept += 1;
        }
    }
    Ok(Some(core.into_iter().map(|index| candidates[index]).collect()))
}
