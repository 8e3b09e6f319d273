//! The solver interface, certificates and enumeration against brute force and against each other.

use fex::cnf::{Cnf, Lit, Var, dimacs};
use fex::sat::certificate::{CertifyError, certify, lrat};
use fex::sat::{Backend, Interrupt, Outcome, Query, Solver, SolverConfig};
use proptest::prelude::*;

fn lit(integer: i32) -> Lit {
    Lit::from_dimacs(integer).expect("tests use small nonzero integers")
}

fn cnf_of(variables: u32, clauses: &[Vec<i32>]) -> Cnf {
    let mut cnf = Cnf::new(variables);
    for clause in clauses {
        let clause: Vec<Lit> = clause.iter().copied().map(lit).collect();
        cnf.push_clause(&clause);
    }
    cnf
}

fn solver_for(cnf: &Cnf, backend: Backend) -> Box<dyn Solver> {
    let mut solver = fex::sat::new(&SolverConfig { backend, ..SolverConfig::default() });
    solver.add_cnf(cnf);
    solver
}

/// `pigeons` pigeons in one hole fewer, each hole for one pigeon: it has no model.
fn pigeonhole(pigeons: u32) -> Cnf {
    let holes = pigeons - 1;
    let sits = |pigeon: u32, hole: u32| Lit::positive(Var(pigeon * holes + hole + 1));
    let mut cnf = Cnf::new(0);
    for pigeon in 0..pigeons {
        let somewhere: Vec<Lit> = (0..holes).map(|hole| sits(pigeon, hole)).collect();
        cnf.push_clause(&somewhere);
    }
    for hole in 0..holes {
        for second in 0..pigeons {
            for first in 0..second {
                cnf.push_clause(&[!sits(first, hole), !sits(second, hole)]);
            }
        }
    }
    cnf
}

/// All assignments to `variables` variables, as bits.
fn assignments(variables: u32) -> impl Iterator<Item = Vec<bool>> {
    (0u32..1 << variables).map(move |bits| (0..variables).map(|i| bits >> i & 1 == 1).collect())
}

fn holds(lit: Lit, values: &[bool]) -> bool {
    values[lit.var().index()] != lit.is_negative()
}

fn literals(variables: i32) -> impl Strategy<Value = i32> {
    (1..=variables, any::<bool>()).prop_map(|(variable, sign)| if sign { variable } else { -variable })
}

fn clauses(variables: i32, count: usize) -> impl Strategy<Value = Vec<Vec<i32>>> {
    prop::collection::vec(prop::collection::vec(literals(variables), 1..4), 0..count)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Each case asks one incremental solver several queries and adds a clause in between.
    #[test]
    fn both_backends_agree_with_brute_force_on_every_query(
        formula in clauses(7, 25),
        added in clauses(7, 5),
        queries in prop::collection::vec(
            (
                prop::collection::vec(literals(7), 0..4),
                prop::option::of(prop::collection::vec(literals(7), 0..4)),
            ),
            1..6,
        ),
    ) {
        for backend in [Backend::Cadical, Backend::Varisat] {
            let mut cnf = cnf_of(7, &formula);
            let mut solver = solver_for(&cnf, backend);
            let mut added = added.iter();
            for (assumptions, one_of) in &queries {
                let assumptions: Vec<Lit> = assumptions.iter().copied().map(lit).collect();
                let one_of: Option<Vec<Lit>> =
                    one_of.as_ref().map(|lits| lits.iter().copied().map(lit).collect());
                let fits = |values: &Vec<bool>, assumptions: &[Lit]| {
                    cnf.is_satisfied_by(values)
                        && assumptions.iter().all(|&lit| holds(lit, values))
                        && one_of
                            .as_ref()
                            .is_none_or(|lits| lits.iter().any(|&lit| holds(lit, values)))
                };
                let query = Query {
                    assumptions: &assumptions,
                    one_of: one_of.as_deref(),
                    conflict_limit: None,
                };
                match solver.solve(query) {
                    Outcome::Sat => {
                        let values: Vec<bool> = (1..=7).map(|v| solver.value(Var(v))).collect();
                        prop_assert!(fits(&values, &assumptions), "{backend:?} gives no model");
                    }
                    Outcome::Unsat => {
                        let core: Vec<Lit> =
                            assumptions.iter().copied().filter(|&lit| solver.failed(lit)).collect();
                        prop_assert!(
                            !assignments(7).any(|values| fits(&values, &core)),
                            "{backend:?} misses a model"
                        );
                    }
                    Outcome::Unknown => prop_assert!(false, "nothing limits the call"),
                }
                if let Some(clause) = added.next() {
                    let clause: Vec<Lit> = clause.iter().copied().map(lit).collect();
                    cnf.push_clause(&clause);
                    solver.add_clause(&clause);
                }
            }
        }
    }

    #[test]
    fn every_formula_without_models_is_certified_and_no_other(formula in clauses(6, 60)) {
        let cnf = cnf_of(6, &formula);
        let directory = tempfile::tempdir().expect("a temporary directory");
        let result = certify(&cnf, &[], directory.path(), "final", &Interrupt::default());
        match result {
            Ok(_) => prop_assert!(!assignments(6).any(|values| cnf.is_satisfied_by(&values))),
            Err(CertifyError::Satisfiable) => {
                prop_assert!(assignments(6).any(|values| cnf.is_satisfied_by(&values)));
            }
            Err(error) => prop_assert!(false, "{error}"),
        }
    }
}

#[test]
fn phases_decide_what_the_clauses_leave_open() {
    let mut solver = solver_for(&cnf_of(4, &[vec![1, 2]]), Backend::Cadical);
    for signs in [[1, -2, 3, -4], [-1, 2, -3, 4]] {
        for integer in signs {
            solver.set_phase(lit(integer));
        }
        assert_eq!(solver.solve(Query::default()), Outcome::Sat);
        assert!(signs.iter().all(|&integer| solver.satisfies(lit(integer))));
    }
}

#[test]
fn a_clause_for_one_call_is_gone_in_the_next() {
    for backend in [Backend::Cadical, Backend::Varisat] {
        let mut solver = solver_for(&cnf_of(2, &[vec![-1], vec![-2]]), backend);
        let impossible = Query { one_of: Some(&[lit(1), lit(2)]), ..Query::default() };
        assert_eq!(solver.solve(impossible), Outcome::Unsat);
        assert_eq!(solver.solve(Query::default()), Outcome::Sat);
    }
}

#[test]
fn variables_may_be_declared_between_calls() {
    for backend in [Backend::Cadical, Backend::Varisat] {
        let mut solver = solver_for(&cnf_of(2, &[vec![1, 2]]), backend);
        let one_of = Query { one_of: Some(&[lit(-1)]), ..Query::default() };
        assert_eq!(solver.solve(one_of), Outcome::Sat);
        solver.reserve(4);
        solver.add_clause(&[lit(-2), lit(4)]);
        assert_eq!(solver.solve(one_of), Outcome::Sat);
        assert!(solver.value(Var(4)));
        let _ = solver.value(Var(3));
    }
}

#[test]
fn a_conflict_limit_ends_a_hard_call() {
    let mut solver = solver_for(&pigeonhole(10), Backend::Cadical);
    let limited = Query { conflict_limit: Some(50), ..Query::default() };
    assert_eq!(solver.solve(limited), Outcome::Unknown);
    assert!(solver.statistics().conflicts >= 50);
}

#[test]
fn a_raised_flag_and_a_passed_deadline_stop_every_backend() {
    let stopped = Interrupt::default();
    stopped.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let late = Interrupt { deadline: Some(std::time::Instant::now()), ..Interrupt::default() };
    for backend in [Backend::Cadical, Backend::Varisat] {
        for interrupt in [&stopped, &late] {
            let mut solver =
                fex::sat::new(&SolverConfig { backend, interrupt: interrupt.clone(), ..SolverConfig::default() });
            solver.add_cnf(&pigeonhole(4));
            assert_eq!(solver.solve(Query::default()), Outcome::Unknown);
        }
    }
}

#[test]
fn a_flag_raised_from_elsewhere_ends_a_running_call() {
    let interrupt = Interrupt::default();
    let mut solver = fex::sat::new(&SolverConfig { interrupt: interrupt.clone(), ..SolverConfig::default() });
    solver.add_cnf(&pigeonhole(14));
    let raiser = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(50));
        interrupt.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    assert_eq!(solver.solve(Query::default()), Outcome::Unknown);
    raiser.join().expect("the thread only sets a flag");
}

#[test]
fn pigeons_do_not_fit_and_the_certificate_says_so() {
    let cnf = pigeonhole(7);
    let directory = tempfile::tempdir().expect("a temporary directory");
    let certificate = certify(&cnf, &["pigeons"], directory.path(), "php", &Interrupt::default())
        .expect("there is one pigeon too many");
    assert!(certificate.summary.additions > 0);
    let text = std::fs::read_to_string(&certificate.formula).expect("it was written");
    assert!(text.starts_with("c pigeons\np cnf 42 "));
    assert_eq!(dimacs::parse(&text), Ok(cnf));
}

#[test]
fn a_tampered_proof_or_formula_is_refused() {
    let cnf = pigeonhole(5);
    let directory = tempfile::tempdir().expect("a temporary directory");
    let certificate =
        certify(&cnf, &[], directory.path(), "php", &Interrupt::default()).expect("there is one pigeon too many");
    let proof = std::fs::read_to_string(&certificate.proof).expect("it was written");
    let check = |cnf: &Cnf, proof: &str| lrat::check(cnf, &mut proof.as_bytes());
    assert!(check(&cnf, &proof).is_ok());

    // Without its last line the proof ends early; without its first one, a clause is missing.
    let lines: Vec<&str> = proof.lines().collect();
    assert!(check(&cnf, &lines[..lines.len() - 1].join("\n")).is_err());
    assert!(check(&cnf, &lines[1..].join("\n")).is_err());

    // Every clause of the pigeonhole formula is needed, so no proof survives the loss of one, whether
    // the place stays (as a tautology) or the numbers shift.
    for left_out in 0..cnf.len() {
        let mut weaker = Cnf::new(cnf.variables());
        let mut shifted = Cnf::new(cnf.variables());
        for (index, clause) in cnf.iter().enumerate() {
            if index == left_out {
                weaker.push_clause(&[clause[0], !clause[0]]);
            } else {
                weaker.push_clause(clause);
                shifted.push_clause(clause);
            }
        }
        assert!(check(&weaker, &proof).is_err());
        assert!(check(&shifted, &proof).is_err());
    }
}

#[test]
fn a_formula_with_a_model_gets_no_certificate() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let result = certify(&cnf_of(2, &[vec![1, 2]]), &[], directory.path(), "open", &Interrupt::default());
    assert!(matches!(result, Err(CertifyError::Satisfiable)));
}

/// The last query fails for 4, as 1 is asked for and only one of both can hold: Varisat names a core without 4 unless it is asked again.
#[test]
fn a_core_has_every_assumption_that_it_takes() {
    for backend in [Backend::Cadical, Backend::Varisat] {
        let mut solver = solver_for(&cnf_of(7, &[vec![-1, -4], vec![3]]), backend);
        let mut ask = |assumptions: &[i32], one_of: Option<&[i32]>| {
            let assumptions: Vec<Lit> = assumptions.iter().copied().map(lit).collect();
            let one_of: Option<Vec<Lit>> = one_of.map(|lits| lits.iter().copied().map(lit).collect());
            let query = Query { assumptions: &assumptions, one_of: one_of.as_deref(), conflict_limit: None };
            let outcome = solver.solve(query);
            let failed = |lit: &&Lit| outcome == Outcome::Unsat && solver.failed(**lit);
            (outcome, assumptions.iter().filter(failed).copied().collect::<Vec<Lit>>())
        };
        assert_eq!(ask(&[-3], None).0, Outcome::Unsat, "{backend:?}");
        assert_eq!(ask(&[], Some(&[-2])).0, Outcome::Sat, "{backend:?}");
        assert_eq!(ask(&[], None).0, Outcome::Sat, "{backend:?}");
        let (outcome, core) = ask(&[4, -5], Some(&[1]));
        assert_eq!(outcome, Outcome::Unsat, "{backend:?}");
        assert!(core.contains(&lit(4)), "{backend:?}: {core:?}");
    }
}
