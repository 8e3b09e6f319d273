//! The shipped specifications mean what their comments say: counts at small scopes, by brute force.

use crate::brute_force;
use fex::diagnostic::Source;
use fex::lower::{Scopes, lower};
use fex::relational::Problem;
use std::path::Path;

fn problem(name: &str, scope: u32) -> Problem {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs").join(name).with_extension("spec");
    let text = std::fs::read_to_string(&path).expect("the specification is shipped");
    let source = Source::new(name, text);
    let (program, syntax) = fex::resolve::Program::new(source.clone());
    let (module, names) = fex::resolve::resolve(&program);
    let module = module.unwrap_or_else(|| panic!("{name} is well formed: {syntax:?} {names:?}"));
    let options = Scopes { overall: Some(scope), sources: vec![source], ..Scopes::default() };
    match lower(&module, &module.generates[0], &options) {
        Ok(lowered) => lowered.problem,
        Err(errors) => panic!("{name} can be lowered: {errors:?}"),
    }
}

fn assert_counts(name: &str, counts: &[usize]) {
    for (count, scope) in counts.iter().zip(1..) {
        assert_eq!(brute_force::canonical_count(&problem(name, scope)), *count, "{name} at scope {scope}");
    }
}

#[test]
fn search_trees_are_counted_by_binomials_times_catalan_numbers() {
    assert_counts("search_tree", &[2, 5]);
}

#[test]
fn binary_tree_shapes_are_counted_by_catalan_numbers() {
    assert_counts("binary_tree", &[1, 2, 5]);
}

#[test]
fn sorted_lists_with_repeats_are_counted_by_central_binomials() {
    assert_counts("sorted_list", &[2, 6, 20]);
}

#[test]
fn red_black_trees_are_as_many_as_published() {
    assert_counts("red_black_tree", &[2, 5]);
}

#[test]
fn binomial_heaps_are_as_many_as_published() {
    assert_counts("binomial_heap", &[2, 6]);
}
