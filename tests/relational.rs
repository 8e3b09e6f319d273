//! Relational terms mean what set theory says: the evaluator against a naive one, and closed facts.

use fex::relational::*;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// A relation as a plain set of tuples.
type Tuples = BTreeSet<Vec<AtomId>>;
type Environment = BTreeMap<VariableId, AtomId>;

/// The textbook evaluator: straight set comprehensions, no sharing, nothing remembered.
struct Naive<'p> {
    problem: &'p Problem,
    instance: &'p Instance,
}

impl Naive<'_> {
    fn tuples(&self, set: &TupleSet) -> Tuples {
        set.keys().iter().map(|key| self.problem.universe.tuple(*key, set.arity())).collect()
    }

    fn expr(&self, id: ExprId, env: &Environment) -> Tuples {
        match self.problem.terms.get(id) {
            Expr::Relation(relation) => self.tuples(&self.instance.relations[relation.0 as usize]),
            Expr::Variable(variable) => [vec![env[variable]]].into(),
            Expr::Constant(set) => self.tuples(set),
            Expr::Union(a, b) => &self.expr(*a, env) | &self.expr(*b, env),
            Expr::Difference(a, b) => &self.expr(*a, env) - &self.expr(*b, env),
            Expr::Intersection(a, b) => &self.expr(*a, env) & &self.expr(*b, env),
            Expr::Override(a, b) => {
                let (a, b) = (self.expr(*a, env), self.expr(*b, env));
                let firsts: BTreeSet<AtomId> = b.iter().map(|tuple| tuple[0]).collect();
                let kept = a.into_iter().filter(|tuple| tuple.len() == 1 || !firsts.contains(&tuple[0]));
                kept.chain(b.iter().cloned()).collect()
            }
            Expr::Join(a, b) => join(&self.expr(*a, env), &self.expr(*b, env)),
            Expr::Product(a, b) => {
                let (a, b) = (self.expr(*a, env), self.expr(*b, env));
                a.iter().flat_map(|left| b.iter().map(move |right| [left.clone(), right.clone()].concat())).collect()
            }
            Expr::Transpose(a) => self.expr(*a, env).into_iter().map(|tuple| vec![tuple[1], tuple[0]]).collect(),
            Expr::Closure(a) => closure(self.expr(*a, env)),
            Expr::ReflexiveClosure(a) => {
                let identity: Tuples =
                    (0..self.problem.universe.len()).map(|atom| vec![AtomId(atom as u32); 2]).collect();
                &closure(self.expr(*a, env)) | &identity
            }
            Expr::Comprehension(decls, body) => {
                let found = self.environments(decls, env).into_iter().filter(|env| self.formula(*body, env));
                found.map(|env| decls.iter().map(|decl| env[&decl.variable]).collect()).collect()
            }
            Expr::If(condition, a, b) => self.expr(if self.formula(*condition, env) { *a } else { *b }, env),
            Expr::Atom(int) => {
                let atom = self.int(*int, env).and_then(|value| self.problem.universe.int_atom(value));
                atom.into_iter().map(|atom| vec![atom]).collect()
            }
        }
    }

    /// Every way to bind the declared variables.
    fn environments(&self, decls: &[Decl], env: &Environment) -> Vec<Environment> {
        decls.iter().fold(vec![env.clone()], |environments, decl| {
            let extend = |env: Environment| {
                let atoms = self.expr(decl.bound, &env);
                atoms.into_iter().map(move |tuple| {
                    let mut env = env.clone();
                    env.insert(decl.variable, tuple[0]);
                    env
                })
            };
            environments.into_iter().flat_map(extend).collect()
        })
    }

    fn formula(&self, id: FormulaId, env: &Environment) -> bool {
        match self.problem.terms.get_formula(id) {
            Formula::Constant(truth) => *truth,
            Formula::In(a, b) => self.expr(*a, env).is_subset(&self.expr(*b, env)),
            Formula::Equal(a, b) => self.expr(*a, env) == self.expr(*b, env),
            Formula::Some(a) => !self.expr(*a, env).is_empty(),
            Formula::No(a) => self.expr(*a, env).is_empty(),
            Formula::Lone(a) => self.expr(*a, env).len() < 2,
            Formula::One(a) => self.expr(*a, env).len() == 1,
            Formula::AtMost(a, count) => self.expr(*a, env).len() as u32 <= *count,
            Formula::Not(a) => !self.formula(*a, env),
            Formula::And(parts) => parts.iter().all(|part| self.formula(*part, env)),
            Formula::Or(parts) => parts.iter().any(|part| self.formula(*part, env)),
            Formula::Implies(a, b) => !self.formula(*a, env) || self.formula(*b, env),
            Formula::Iff(a, b) => self.formula(*a, env) == self.formula(*b, env),
            Formula::All(decls, body) => self.environments(decls, env).iter().all(|env| self.formula(*body, env)),
            Formula::Exists(decls, body) => self.environments(decls, env).iter().any(|env| self.formula(*body, env)),
            Formula::Compare(comparison, a, b) => match (self.int(*a, env), self.int(*b, env)) {
                (Some(a), Some(b)) => match comparison {
                    Comparison::Equal => a == b,
                    Comparison::Less => a < b,
                    Comparison::LessEqual => a <= b,
                },
                _ => false,
            },
        }
    }

    fn int(&self, id: IntId, env: &Environment) -> Option<i64> {
        let (least, greatest) = self.problem.universe.int_range();
        self.exact_int(id, env).filter(|value| *value >= least && *value <= greatest)
    }

    fn exact_int(&self, id: IntId, env: &Environment) -> Option<i64> {
        match self.problem.terms.get_int(id) {
            IntExpr::Constant(value) => Some(*value),
            IntExpr::Cardinality(a) => Some(self.expr(*a, env).len() as i64),
            IntExpr::Sum(a) => {
                let value = |tuple: &Vec<AtomId>| self.problem.universe.atoms[tuple[0].index()].int.unwrap_or(0);
                Some(self.expr(*a, env).iter().map(value).sum())
            }
            IntExpr::SumOver(decls, body) => {
                self.environments(decls, env).iter().try_fold(0, |sum: i64, env| Some(sum + self.int(*body, env)?))
            }
            IntExpr::Arithmetic(operator, a, b) => {
                let (a, b) = (self.int(*a, env)?, self.int(*b, env)?);
                match operator {
                    Arithmetic::Plus => Some(a + b),
                    Arithmetic::Minus => Some(a - b),
                    Arithmetic::Times => Some(a * b),
                    Arithmetic::Divide => (b != 0).then(|| a / b),
                    Arithmetic::Remainder => (b != 0).then(|| a % b),
                    // Four bits: -1 reads as 15 without a sign, and two bits number the bits of an integer.
                    Arithmetic::ShiftLeft => Some(a * 2i64.pow(b.rem_euclid(16) as u32)),
                    Arithmetic::ShiftRight => Some(a.div_euclid(2i64.pow(b.rem_euclid(4) as u32))),
                    Arithmetic::ShiftRightUnsigned if b.rem_euclid(4) == 0 => Some(a),
                    Arithmetic::ShiftRightUnsigned => Some(a.rem_euclid(16) / 2i64.pow(b.rem_euclid(4) as u32)),
                }
            }
            IntExpr::If(condition, a, b) => self.int(if self.formula(*condition, env) { *a } else { *b }, env),
        }
    }
}

fn join(a: &Tuples, b: &Tuples) -> Tuples {
    let mut joined = Tuples::new();
    for left in a {
        for right in b.iter().filter(|right| right[0] == left[left.len() - 1]) {
            joined.insert([&left[..left.len() - 1], &right[1..]].concat());
        }
    }
    joined
}

fn closure(mut tuples: Tuples) -> Tuples {
    loop {
        let longer = &tuples | &join(&tuples, &tuples);
        if longer == tuples {
            return tuples;
        }
        tuples = longer;
    }
}

/// A stream of decisions, from which terms and instances are grown; 0 when it has run dry.
pub struct Choices<'a>(pub std::slice::Iter<'a, u8>);

impl Choices<'_> {
    pub fn below(&mut self, limit: usize) -> usize {
        usize::from(*self.0.next().unwrap_or(&0)) % limit
    }
}

/// Grows random terms over the relations of a problem.
pub struct Grower<'a> {
    pub terms: &'a mut Terms,
    pub universe: &'a Universe,
    pub choices: Choices<'a>,
    /// The variables in scope.
    pub scope: Vec<VariableId>,
}

impl Grower<'_> {
    fn expr(&mut self, arity: usize, depth: usize) -> ExprId {
        if depth == 0 {
            return self.leaf(arity);
        }
        let below = depth - 1;
        let expr = match self.choices.below(12) {
            0 => Expr::Union(self.expr(arity, below), self.expr(arity, below)),
            1 => Expr::Difference(self.expr(arity, below), self.expr(arity, below)),
            2 => Expr::Intersection(self.expr(arity, below), self.expr(arity, below)),
            3 => Expr::Override(self.expr(arity, below), self.expr(arity, below)),
            4 => Expr::Join(self.expr(1, below), self.expr(arity + 1, below)),
            5 => Expr::Join(self.expr(arity + 1, below), self.expr(1, below)),
            6 => Expr::Join(self.expr(2, below), self.expr(arity, below)),
            7 if arity > 1 => {
                let left = 1 + self.choices.below(arity - 1);
                Expr::Product(self.expr(left, below), self.expr(arity - left, below))
            }
            8 if arity == 2 => match self.choices.below(3) {
                0 => Expr::Transpose(self.expr(2, below)),
                1 => Expr::Closure(self.expr(2, below)),
                _ => Expr::ReflexiveClosure(self.expr(2, below)),
            },
            9 if arity < 3 => {
                let decls = self.decls(arity, below);
                let body = self.formula(below);
                self.scope.truncate(self.scope.len() - arity);
                Expr::Comprehension(decls, body)
            }
            10 => Expr::If(self.formula(below), self.expr(arity, below), self.expr(arity, below)),
            11 if arity == 1 => Expr::Atom(self.int(below)),
            _ => return self.leaf(arity),
        };
        self.terms.expr(expr)
    }

    fn leaf(&mut self, arity: usize) -> ExprId {
        if arity == 1 && !self.scope.is_empty() && self.choices.below(3) > 0 {
            let variable = self.scope[self.choices.below(self.scope.len())];
            return self.terms.expr(Expr::Variable(variable));
        }
        match arity {
            1 | 2 => {
                let relation = RelationId((2 * (arity - 1) + self.choices.below(2)) as u32);
                self.terms.expr(Expr::Relation(relation))
            }
            3 => self.terms.expr(Expr::Relation(RelationId(4))),
            _ => {
                let atom = AtomId(self.choices.below(self.universe.len()) as u32);
                self.terms.constant(arity, vec![self.universe.key(&vec![atom; arity])])
            }
        }
    }

    fn decls(&mut self, count: usize, depth: usize) -> Vec<Decl> {
        let mut decls = Vec::new();
        for _ in 0..count {
            let bound = self.expr(1, depth);
            let variable = self.terms.fresh_variable();
            self.scope.push(variable);
            decls.push(Decl { variable, bound });
        }
        decls
    }

    pub fn formula(&mut self, depth: usize) -> FormulaId {
        if depth == 0 {
            let atoms = self.leaf(1);
            return self.terms.formula(Formula::Some(atoms));
        }
        let below = depth - 1;
        let arity = 1 + self.choices.below(3);
        let formula = match self.choices.below(14) {
            0 => Formula::In(self.expr(arity, below), self.expr(arity, below)),
            1 => Formula::Equal(self.expr(arity, below), self.expr(arity, below)),
            2 => Formula::Some(self.expr(arity, below)),
            3 => Formula::No(self.expr(arity, below)),
            4 => Formula::Lone(self.expr(arity, below)),
            5 => Formula::One(self.expr(arity, below)),
            6 => Formula::Not(self.formula(below)),
            7 => Formula::And(vec![self.formula(below), self.formula(below)]),
            8 => Formula::Or(vec![self.formula(below), self.formula(below)]),
            9 => Formula::Implies(self.formula(below), self.formula(below)),
            10 => Formula::Iff(self.formula(below), self.formula(below)),
            11 => {
                let comparison = [Comparison::Equal, Comparison::Less, Comparison::LessEqual][self.choices.below(3)];
                Formula::Compare(comparison, self.int(below), self.int(below))
            }
            12 => Formula::AtMost(self.expr(arity, below), self.choices.below(4) as u32),
            _ => {
                let count = 1 + self.choices.below(2);
                let decls = self.decls(count, below);
                let body = self.formula(below);
                self.scope.truncate(self.scope.len() - count);
                if self.choices.below(2) == 0 { Formula::All(decls, body) } else { Formula::Exists(decls, body) }
            }
        };
        self.terms.formula(formula)
    }

    fn int(&mut self, depth: usize) -> IntId {
        let below = depth.saturating_sub(1);
        let int = match if depth == 0 { 0 } else { self.choices.below(6) } {
            0 => IntExpr::Constant(self.choices.below(12) as i64 - 4),
            1 => {
                let arity = 1 + self.choices.below(2);
                IntExpr::Cardinality(self.expr(arity, below))
            }
            2 => IntExpr::Sum(self.expr(1, below)),
            3 => {
                let decls = self.decls(1, below);
                let body = self.int(below);
                self.scope.pop();
                IntExpr::SumOver(decls, body)
            }
            4 => {
                let operators = [
                    Arithmetic::Plus,
                    Arithmetic::Minus,
                    Arithmetic::Times,
                    Arithmetic::Divide,
                    Arithmetic::Remainder,
                    Arithmetic::ShiftLeft,
                    Arithmetic::ShiftRight,
                    Arithmetic::ShiftRightUnsigned,
                ];
                let operator = operators[self.choices.below(operators.len())];
                IntExpr::Arithmetic(operator, self.int(below), self.int(below))
            }
            _ => IntExpr::If(self.formula(below), self.int(below), self.int(below)),
        };
        self.terms.int(int)
    }
}

/// Some objects, the integers -2 to 2, two unary, two binary and one ternary relation without real bounds.
pub fn playground(objects: usize) -> Problem {
    let object = |index: usize| Atom { name: format!("A{index}"), int: None };
    let int = |value: i64| Atom { name: value.to_string(), int: Some(value) };
    let universe = Universe {
        atoms: (0..objects).map(object).chain((-2..=2).map(int)).collect(),
        bit_width: 4,
        overflow: Overflow::Sound,
    };
    let relation = |name: &str, arity: usize| Relation {
        name: name.to_owned(),
        lower: TupleSet::empty(arity),
        upper: TupleSet::from_keys(arity, (0..(universe.len() as u64).pow(arity as u32)).map(TupleKey).collect()),
        shape: Shape::Any,
    };
    let relations = vec![relation("a", 1), relation("b", 1), relation("r", 2), relation("s", 2), relation("q", 3)];
    Problem { universe, relations, terms: Terms::default(), constraints: Vec::new(), heap: Heap::default() }
}

pub fn instance(problem: &Problem, choices: &mut Choices) -> Instance {
    let size = problem.universe.len();
    let relation = |relation: &Relation| {
        let arity = relation.upper.arity();
        let count = choices.below(if arity == 1 { size } else { 2 * size.min(20) });
        let mut tuple = || (0..arity).map(|_| AtomId(choices.below(size) as u32)).collect::<Vec<_>>();
        TupleSet::from_keys(arity, (0..count).map(|_| problem.universe.key(&tuple())).collect())
    };
    Instance { relations: problem.relations.iter().map(relation).collect() }
}

fn agree(objects: usize, depth: usize, grown: &[u8], filled: &[u8]) -> Result<(), TestCaseError> {
    let mut problem = playground(objects);
    let mut terms = Terms::default();
    let mut grower =
        Grower { terms: &mut terms, universe: &problem.universe, choices: Choices(grown.iter()), scope: Vec::new() };
    let formulas: Vec<_> = (0..3).map(|_| grower.formula(depth)).collect();
    let exprs: Vec<_> = (1..=3).map(|arity| grower.expr(arity, depth)).collect();
    problem.terms = terms;
    let mut evaluator = Evaluator::new(&problem);
    let mut choices = Choices(filled.iter());
    // Several instances in a row show whether anything is remembered for too long.
    for _ in 0..3 {
        let instance = instance(&problem, &mut choices);
        let naive = Naive { problem: &problem, instance: &instance };
        for formula in &formulas {
            prop_assert_eq!(evaluator.holds(&instance, *formula), naive.formula(*formula, &Environment::new()));
        }
        for expr in &exprs {
            let value = naive.tuples(&evaluator.value(&instance, *expr));
            prop_assert_eq!(value, naive.expr(*expr, &Environment::new()));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn evaluator_agrees_with_plain_set_theory(
        grown in prop::collection::vec(any::<u8>(), 0..200),
        filled in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        agree(3, 4, &grown, &filled)?;
    }

    #[test]
    fn evaluator_agrees_with_plain_set_theory_on_sets_of_two_words(
        grown in prop::collection::vec(any::<u8>(), 0..60),
        filled in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        agree(62, 2, &grown, &filled)?;
    }
}

/// The playground with the relation `r` as a chain of `length` objects.
fn chain(length: usize) -> (Problem, Instance) {
    let problem = playground(length);
    let pairs = (1..length as u32).map(|at| problem.universe.key(&[AtomId(at - 1), AtomId(at)])).collect();
    let mut relations: Vec<_> = problem.relations.iter().map(|of| TupleSet::empty(of.upper.arity())).collect();
    relations[2] = TupleSet::from_keys(2, pairs);
    (problem, Instance { relations })
}

#[test]
fn closure_of_a_chain_has_a_pair_for_every_two_objects_in_order() {
    for length in [1, 2, 7, 60, 130] {
        let (mut problem, instance) = chain(length);
        let chain = problem.terms.expr(Expr::Relation(RelationId(2)));
        let closure = problem.terms.expr(Expr::Closure(chain));
        let reflexive = problem.terms.expr(Expr::ReflexiveClosure(chain));
        let mut evaluator = Evaluator::new(&problem);
        let pairs = length * (length - 1) / 2;
        assert_eq!(evaluator.value(&instance, closure).len(), pairs);
        assert_eq!(evaluator.value(&instance, reflexive).len(), pairs + problem.universe.len());
    }
}

#[test]
fn join_of_disjoint_relations_is_empty() {
    let (mut problem, mut instance) = chain(4);
    let pair = problem.universe.key(&[AtomId(0), AtomId(0)]);
    instance.relations[3] = TupleSet::from_keys(2, vec![pair]);
    let (r, s) = (problem.terms.expr(Expr::Relation(RelationId(2))), problem.terms.expr(Expr::Relation(RelationId(3))));
    let join = problem.terms.expr(Expr::Join(r, s));
    assert!(Evaluator::new(&problem).value(&instance, join).is_empty());
}

#[test]
fn a_comparison_beyond_the_bit_width_is_false_and_so_is_its_opposite() {
    let (mut problem, instance) = chain(2);
    let terms = &mut problem.terms;
    let (seven, one) = (terms.int(IntExpr::Constant(7)), terms.int(IntExpr::Constant(1)));
    let eight = terms.int(IntExpr::Arithmetic(Arithmetic::Plus, seven, one));
    let back = terms.int(IntExpr::Arithmetic(Arithmetic::Minus, eight, one));
    let zero = terms.int(IntExpr::Constant(0));
    let nothing = terms.int(IntExpr::Arithmetic(Arithmetic::Divide, one, zero));
    let mut compare = |left, right| terms.formula(Formula::Compare(Comparison::LessEqual, left, right));
    let absurd = [
        compare(eight, one),
        compare(one, eight),
        compare(nothing, one),
        compare(one, nothing),
        // What went beyond the bit width on the way does not come back.
        compare(back, seven),
    ];
    let within = compare(seven, seven);
    let mut evaluator = Evaluator::new(&problem);
    assert!(absurd.iter().all(|formula| !evaluator.holds(&instance, *formula)));
    assert!(evaluator.holds(&instance, within));
}

#[test]
fn a_relation_outside_its_bounds_is_a_violation() {
    let (mut problem, instance) = chain(3);
    let no = problem.terms.truth(false);
    let constraint = |formula| Constraint { formula, origin: "test".to_owned(), span: None, declared: false };
    let yes = problem.terms.truth(true);
    problem.constraints = vec![constraint(yes), constraint(no)];
    assert_eq!(Evaluator::new(&problem).violation(&instance), Some(Violation::Constraint(1)));
    problem.relations[2].upper = TupleSet::empty(2);
    assert_eq!(Evaluator::new(&problem).violation(&instance), Some(Violation::Bounds(RelationId(2))));
    problem.relations[2].upper = instance.relations[2].clone();
    problem.relations[4].lower = TupleSet::from_keys(3, vec![TupleKey(0)]);
    assert_eq!(Evaluator::new(&problem).violation(&instance), Some(Violation::Bounds(RelationId(4))));
}
