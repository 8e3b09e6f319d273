//! Lowering: bounds, shapes and constraints of modules that are put together by hand.

mod builder;

use crate::brute_force;
use builder::*;
use fex::diagnostic::Span;
use fex::extension;
use fex::lower::{Scopes, lower};
use fex::relational::{AtomId, Constraint, Problem, Shape, TupleKey};
use fex::resolve::*;
use std::collections::BTreeMap;

fn generate(root: SigId, scope: u32, invariants: Vec<FunctionId>, ranges: Vec<FieldRange>) -> Generate {
    Generate {
        name: "structures".to_owned(),
        span: Span::default(),
        root,
        invariants,
        scope,
        max_sequence: None,
        sig_scopes: Vec::new(),
        ranges,
        methods: Vec::new(),
    }
}

fn range(of: &Expr, column: usize, low: (i64, i64), high: (i64, i64)) -> FieldRange {
    let ExprKind::Field(field) = of.kind else { panic!("ranges are of fields") };
    let bound = |(factor, offset)| Bound { factor, offset };
    FieldRange { field, column, range: Range { low: bound(low), high: bound(high) } }
}

/// Search trees: `one sig SearchTree { root: lone Node, size: Int }`, `sig Node { left, right: lone Node, key: Int }`.
fn search_trees(scope: u32) -> (Module, Generate) {
    let mut build = Builder::default();
    let tree = build.sig("SearchTree", SigKind::Top, Mult::One);
    let node = build.sig("Node", SigKind::Top, Mult::Set);
    let nodes = build.of(node);
    let root = build.field(tree, "root", Mult::Lone, nodes.clone());
    let size = build.field(tree, "size", Mult::One, int_set());
    let left = build.field(node, "left", Mult::Lone, nodes.clone());
    let right = build.field(node, "right", Mult::Lone, nodes);
    let key = build.field(node, "key", Mult::One, int_set());
    let ranges = vec![range(&key, 1, (0, 1), (1, 0)), range(&size, 1, (0, 0), (1, 0))];
    let children = binary(Binary::Union, left.clone(), right.clone());
    let below = |from: Expr| join(from, unary(Unary::ReflexiveClosure, children.clone()));
    let valid = build.predicate("repOk", tree, |build, t| {
        let all = below(join(t.clone(), root));
        let body = |build: &mut Builder, n: Expr| {
            let descendants = join(n.clone(), unary(Unary::Closure, children.clone()));
            let acyclic = not(binary(Binary::In, n.clone(), descendants));
            let one_parent = test(Test::Lone, join(n.clone(), unary(Unary::Transpose, children.clone())));
            let both = binary(Binary::Intersection, join(n.clone(), left.clone()), join(n.clone(), right.clone()));
            let mut ordered = |side: &Expr, comparison: Binary| {
                build.quantify(Quant::All, "m", below(join(n.clone(), side.clone())), |_, m| {
                    binary(comparison, sum(join(m, key.clone())), sum(join(n.clone(), key.clone())))
                })
            };
            let (less, greater) = (ordered(&left, Binary::Less), ordered(&right, Binary::Greater));
            and(vec![acyclic, one_parent, test(Test::No, both), less, greater])
        };
        let nodes = build.quantify(Quant::All, "n", all.clone(), body);
        let count = binary(Binary::IntEqual, sum(join(t, size)), unary(Unary::Cardinality, all));
        and(vec![nodes, count])
    });
    let generate = generate(tree, scope, vec![valid], ranges);
    (build.0, generate)
}

fn problem(module: &Module, generate: &Generate) -> Problem {
    match lower(module, generate, &Scopes::default()) {
        Ok(lowered) => lowered.problem,
        Err(errors) => panic!("{errors:?}"),
    }
}

fn messages(module: &Module, generate: &Generate, options: &Scopes) -> Vec<String> {
    match lower(module, generate, options) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.into_iter().map(|error| error.message).collect(),
    }
}

#[test]
fn search_trees_get_the_bounds_and_shapes_of_their_declarations() {
    let (module, generate) = search_trees(3);
    let lowered = lower(&module, &generate, &Scopes::default()).expect("search trees can be lowered");
    let problem = &lowered.problem;
    let names: Vec<_> = problem.universe.atoms.iter().map(|atom| atom.name.as_str()).collect();
    assert_eq!(names, ["SearchTree0", "Node0", "Node1", "Node2", "0", "1", "2", "3"]);
    assert_eq!(problem.universe.bit_width, 4);
    let seen: Vec<_> = problem
        .relations
        .iter()
        .map(|relation| (relation.name.as_str(), relation.lower.len(), relation.upper.len(), relation.shape))
        .collect();
    let expected = [
        ("SearchTree", 1, 1, Shape::Any),
        ("Node", 0, 3, Shape::Prefix),
        ("SearchTree.root", 0, 3, Shape::Function),
        ("SearchTree.size", 0, 4, Shape::Function),
        ("Node.left", 0, 9, Shape::Function),
        ("Node.right", 0, 9, Shape::Function),
        ("Node.key", 0, 9, Shape::Function),
    ];
    assert_eq!(seen, expected);
    assert_eq!(problem.heap.root, Some(AtomId(0)));
    let fields: Vec<_> = problem.heap.fields.iter().map(|field| (field.name.as_str(), field.nullable)).collect();
    assert_eq!(fields, [("root", true), ("size", false), ("left", true), ("right", true), ("key", false)]);
    assert!(problem.heap.fields.iter().all(|field| field.functional));
    let classes: Vec<_> = problem.heap.classes.iter().map(|class| (class.atoms.len(), class.permutable)).collect();
    assert_eq!(classes, [(1, false), (3, true)]);
    assert_eq!(lowered.int_ranges, [None, Some((0, 3)), None, None, Some((1, 3))]);
}

#[test]
fn every_conjunct_of_an_invariant_is_a_constraint_of_its_own() {
    let (module, generate) = search_trees(2);
    let problem = problem(&module, &generate);
    let written: Vec<_> = problem.constraints.iter().filter(|constraint| !constraint.declared).collect();
    assert_eq!(written.len(), 6);
    assert!(written.iter().all(|constraint| constraint.origin == "predicate repOk"));
    let declared: Vec<_> =
        problem.constraints.iter().filter(|of| of.declared).map(|constraint| constraint.origin.as_str()).collect();
    assert!(declared.contains(&"field Node.key is one"), "{declared:?}");
    assert!(declared.contains(&"objects of Node are numbered from 0"), "{declared:?}");
}

#[test]
fn search_trees_are_as_many_as_brute_force_counts() {
    // Sums of binomials times Catalan numbers: at most n nodes, keys 1 to n.
    for (scope, count) in [(1, 2), (2, 5), (3, 15)] {
        let (module, generate) = search_trees(scope);
        assert_eq!(brute_force::canonical_count(&problem(&module, &generate)), count);
    }
}

#[test]
fn options_override_scope_and_ranges() {
    let (module, generate) = search_trees(3);
    let options = Scopes {
        overall: Some(4),
        signatures: BTreeMap::from([("Node".to_owned(), 2)]),
        ranges: BTreeMap::from([("Node.key".to_owned(), (-20, 20))]),
        sources: Vec::new(),
    };
    let lowered = lower(&module, &generate, &options).expect("search trees can be lowered");
    assert_eq!(lowered.problem.relations[1].upper.len(), 2);
    assert_eq!(lowered.problem.relations[3].upper.len(), 5);
    assert_eq!(lowered.problem.relations[6].upper.len(), 2 * 41);
    assert_eq!(lowered.problem.universe.bit_width, 6);
}

#[test]
fn unknown_names_and_impossible_sizes_are_refused() {
    let (module, generate) = search_trees(3);
    let unknown = Scopes { signatures: BTreeMap::from([("Nod".to_owned(), 2)]), ..Scopes::default() };
    assert_eq!(messages(&module, &generate, &unknown), ["there is no signature `Nod` to give a scope of 2"]);
    let two = Scopes { signatures: BTreeMap::from([("SearchTree".to_owned(), 2)]), ..Scopes::default() };
    assert_eq!(messages(&module, &generate, &two), ["`SearchTree` has exactly one object, not 2"]);
    let wide = Scopes { ranges: BTreeMap::from([("key".to_owned(), (0, 1 << 40))]), ..Scopes::default() };
    assert!(messages(&module, &generate, &wide)[0].starts_with("integers from 0 to 1099511627776 are needed"));
    for overall in [5_000, u32::MAX] {
        let large = Scopes { overall: Some(overall), ..Scopes::default() };
        assert!(!messages(&module, &generate, &large).is_empty());
    }
}

#[test]
fn an_enum_is_constant_and_an_unreachable_signature_is_empty() {
    let mut build = Builder::default();
    let root = build.sig("Box", SigKind::Top, Mult::Set);
    let color = build.sig("Color", SigKind::Top, Mult::Set);
    build.0.sigs[color.index()].is_abstract = true;
    build.0.sigs[color.index()].is_enum = true;
    build.sig("RED", SigKind::Extends(color), Mult::One);
    build.sig("BLACK", SigKind::Extends(color), Mult::One);
    build.sig("Other", SigKind::Top, Mult::Set);
    let colors = build.of(color);
    build.field(root, "colors", Mult::Set, colors);
    let problem = problem(&build.0, &generate(root, 3, vec![], vec![]));
    let names: Vec<_> = problem.universe.atoms.iter().map(|atom| atom.name.as_str()).collect();
    assert_eq!(names, ["Box0", "RED", "BLACK"]);
    let red = &problem.relations[2];
    assert_eq!((red.lower.keys(), red.upper.keys()), (&[TupleKey(1)][..], &[TupleKey(1)][..]));
    assert!(problem.relations[4].upper.is_empty());
    // Any of the subsets of two colours.
    assert_eq!(brute_force::canonical_count(&problem), 4);
    assert!(problem.heap.classes.iter().all(|class| !class.permutable));
}

#[test]
fn extensions_partition_an_abstract_signature() {
    let mut build = Builder::default();
    let root = build.sig("Root", SigKind::Top, Mult::One);
    let shape = build.sig("Shape", SigKind::Top, Mult::Set);
    build.0.sigs[shape.index()].is_abstract = true;
    build.sig("Circle", SigKind::Extends(shape), Mult::Set);
    build.sig("Square", SigKind::Extends(shape), Mult::Set);
    let shapes = build.of(shape);
    build.field(root, "shape", Mult::Set, shapes);
    let problem = problem(&build.0, &generate(root, 3, vec![], vec![]));
    // n objects, each a circle or a square, and any subset of them in the field.
    let expected: usize = (0..=3).map(|n| 4usize.pow(n)).sum();
    assert_eq!(brute_force::solutions(&problem).len(), expected);
}

#[test]
fn arrow_multiplicities_bound_both_sides() {
    // one sig Map { at: A m -> n B } over exactly 2 A and 2 B: relations counted by hand.
    let cases = [
        (Mult::Set, Mult::Set, 16),
        (Mult::Set, Mult::One, 4),
        (Mult::Set, Mult::Lone, 9),
        (Mult::One, Mult::One, 2),
        (Mult::Lone, Mult::Lone, 7),
        (Mult::Some, Mult::Some, 7),
        (Mult::Some, Mult::One, 2),
        (Mult::One, Mult::Set, 4),
    ];
    for (left, right, count) in cases {
        let mut build = Builder::default();
        let map = build.sig("Map", SigKind::Top, Mult::One);
        let from = build.sig("A", SigKind::Top, Mult::Set);
        let to = build.sig("B", SigKind::Top, Mult::Set);
        let bound = binary(Binary::Arrow(left, right), build.of(from), build.of(to));
        build.field(map, "at", Mult::Set, bound);
        let mut generate = generate(map, 2, vec![], vec![]);
        for sig in [from, to] {
            generate.sig_scopes.push(SigScope { sig, exactly: true, bound: Bound { factor: 0, offset: 2 } });
        }
        let problem = problem(&build.0, &generate);
        assert_eq!(brute_force::solutions(&problem).len(), count, "{left:?} -> {right:?}");
        let functional = matches!(right, Mult::One | Mult::Lone);
        assert_eq!(problem.relations[3].shape == Shape::Function, functional);
        assert!(!problem.heap.fields[0].functional, "objects in the middle column may be permuted");
    }
}

#[test]
fn one_and_lone_quantifiers_count_their_bindings() {
    for (quant, expected) in [(Quant::All, 1), (Quant::Some, 7), (Quant::No, 1), (Quant::Lone, 4), (Quant::One, 3)] {
        let mut build = Builder::default();
        let root = build.sig("Root", SigKind::Top, Mult::One);
        let node = build.sig("Node", SigKind::Top, Mult::Set);
        let nodes = build.of(node);
        let chosen = build.field(root, "chosen", Mult::Set, nodes.clone());
        let roots = build.of(root);
        let body = build.quantify(quant, "n", nodes, |_, n| binary(Binary::In, n, join(roots, chosen)));
        build.fact("counted", body);
        let mut generate = generate(root, 3, vec![], vec![]);
        let bound = Bound { factor: 1, offset: 0 };
        generate.sig_scopes.push(SigScope { sig: node, exactly: true, bound });
        assert_eq!(brute_force::solutions(&problem(&build.0, &generate)).len(), expected, "{quant:?}");
    }
}

#[test]
fn identity_and_universe_have_existing_objects_only() {
    let mut build = Builder::default();
    let root = build.sig("Root", SigKind::Top, Mult::One);
    let node = build.sig("Node", SigKind::Top, Mult::Set);
    let nodes = build.of(node);
    let next = build.field(root, "nodes", Mult::Set, nodes);
    build.quantify(Quant::All, "unused", int_set(), |_, n| n);
    let univ = expr(ExprKind::Univ, relation(&[Prim::Univ]));
    let iden = expr(ExprKind::Iden, relation(&[Prim::Univ, Prim::Univ]));
    let reflexive = unary(Unary::ReflexiveClosure, binary(Binary::Intersection, next.clone(), iden.clone()));
    let size = |of: Expr| unary(Unary::Cardinality, of);
    build.fact("same", binary(Binary::IntEqual, size(univ.clone()), size(iden)));
    build.fact("closed", binary(Binary::IntEqual, size(univ.clone()), size(reflexive)));
    let two = expr(ExprKind::Number(2), Type::Int);
    build.fact("two exist", binary(Binary::IntEqual, size(univ), two));
    let problem = problem(&build.0, &generate(root, 3, vec![], vec![]));
    let solutions = brute_force::solutions(&problem);
    assert_eq!(solutions.len(), 2);
    assert!(solutions.iter().all(|instance| instance.relations[1].len() == 1));
}

#[test]
fn a_set_declared_by_some_becomes_a_relation_and_by_all_is_refused() {
    let mut build = Builder::default();
    let root = build.sig("Root", SigKind::Top, Mult::One);
    let node = build.sig("Node", SigKind::Top, Mult::Set);
    let nodes = build.of(node);
    build.field(root, "chosen", Mult::Set, nodes.clone());
    let mut body = build.quantify(Quant::Some, "witness", nodes, |_, n| test(Test::Some, n));
    if let ExprKind::Quant(_, decls, _) = &mut body.kind {
        decls[0].mult = Mult::Set;
    }
    build.fact("exists", body.clone());
    let lowered = problem(&build.0, &generate(root, 2, vec![], vec![]));
    assert_eq!(lowered.relations.last().map(|relation| relation.name.as_str()), Some("$witness"));
    build.fact("never", not(body));
    let refused = messages(&build.0, &generate(root, 2, vec![], vec![]), &Scopes::default());
    assert_eq!(refused.len(), 1);
    assert!(refused[0].starts_with("`witness` ranges over sets here"), "{refused:?}");
}

#[test]
fn the_bit_width_holds_every_sum_that_is_compared() {
    let (mut module, generate) = search_trees(4);
    let key = expr(ExprKind::Field(FieldId(4)), relation(&[Prim::Sig(SigId(1)), Prim::Int]));
    let var = VarId(module.variables.len() as u32);
    let ty = relation(&[Prim::Sig(SigId(1))]);
    module.variables.push(Variable { name: "n".to_owned(), span: Span::default(), ty: ty.clone() });
    let bound = expr(ExprKind::Sig(SigId(1)), ty.clone());
    let decl = Decl { var, mult: Mult::One, bound, disjoint_from: Vec::new() };
    let body = sum(join(expr(ExprKind::Var(var), ty), key));
    let total = expr(ExprKind::Quant(Quant::Sum, vec![decl], Box::new(body)), Type::Int);
    let limit = expr(ExprKind::Number(3), Type::Int);
    let body = binary(Binary::Less, total, limit);
    module.facts.push(Fact { name: "small".to_owned(), span: Span::default(), body });
    // Four keys of at most 4 add up to 16, which needs 6 bits.
    assert_eq!(problem(&module, &generate).universe.bit_width, 6);
}

#[test]
fn origins_name_lines_when_the_source_is_given() {
    let (mut module, generate) = search_trees(2);
    let ExprKind::And(parts) = &mut module.functions[0].body.kind else { panic!("the body is a block") };
    parts[1].span = Span::new(5, 6);
    let options = Scopes { sources: vec![fex::diagnostic::Source::new("test.spec", "a\nb\nc")], ..Scopes::default() };
    let lowered = lower(&module, &generate, &options).expect("search trees can be lowered");
    let last: Option<&Constraint> = lowered.problem.constraints.last();
    assert_eq!(last.map(|constraint| constraint.origin.as_str()), Some("predicate repOk, line 3"));
}

#[test]
fn extensions_of_lowered_search_trees_have_the_published_sizes() {
    for scope in 3..=6 {
        let (module, generate) = search_trees(scope);
        let encoded = extension::encode(problem(&module, &generate), &[0, 1, 2, 3, 4], extension::Strength::One)
            .expect("search trees are small enough");
        let found =
            extension::search(&mut extension::Search::new(&encoded, &extension::SearchConfig::default()), |_| ())
                .expect("the evaluator agrees with the translation");
        let size = |field| found.feasible.ones().filter(|pair| encoded.pairs.pairs[*pair].field == field).count();
        let n = scope as usize;
        let left = n * (n + 4) / 4;
        let sizes = [size(0), size(1), size(2), size(3), size(4)];
        assert_eq!(sizes, [2, n + 1, left, left + (n - 1) / 2, n * n]);
    }
}
