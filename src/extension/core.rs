//! Why a problem has no instance: a smallest set of constraints that exclude each other.

use super::encoded::encode_roots;
use crate::circuit::{self, TooLarge};
use crate::relational::Problem;
use crate::sat::{self, Outcome, Query};
use crate::symmetry::{self, Plan};

/// Positions of constraints in `Problem::constraints` that cannot hold together within the scope: leaving out any one
/// of them makes the others satisfiable, as far as `sat::Config` lets the solver find out. Declarations of signatures
/// and fields always count as given. `None` if the problem has instances or the solver was interrupted.
pub fn unsatisfiable_core(problem: &Problem, config: &sat::Config) -> Result<Option<Vec<usize>>, TooLarge> {
    let mut problem = problem.clone();
    let plan = Plan::new(&problem);
    symmetry::tighten(&mut problem, &plan);
    let mut translation =
        circuit::translate(&problem, circuit::Config { unreachable_pinned: true, ..circuit::Config::default() })?;
    let canonical = symmetry::predicate(&problem, &plan, &mut translation);
    let written = |index: &usize| !problem.constraints[*index].declared;
    let all: Vec<usize> = (0..problem.constraints.len()).collect();
    let (candidates, given): (Vec<usize>, Vec<usize>) = all.into_iter().partition(written);
    let asserted: Vec<_> =
        given.iter().map(|index| translation.constraints[*index]).chain(canonical.iter().copied()).collect();
    let handles: Vec<_> = candidates.iter().map(|index| translation.constraints[*index]).collect();
    let (cnf, literals) = encode_roots(&translation, &asserted, &handles);
    let mut solver = sat::new(config);
    solver.add_cnf(&cnf);
    let mut core: Vec<usize> = (0..candidates.len()).collect();
    // A constraint that is constantly false is a core by itself; one that is constantly true is in none.
    if let Some(index) = handles.iter().position(|wire| *wire == circuit::Wire::FALSE) {
        return Ok(Some(vec![candidates[index]]));
    }
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
