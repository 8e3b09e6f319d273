//! All solutions of tiny problems, by trying everything within the bounds: what the solver is compared with.

use fex::relational::*;
use std::collections::BTreeSet;

/// All instances that satisfy every constraint.
///
/// Relations are filled one after the other; a constraint is checked as soon as all relations that it
/// mentions are filled, which only saves time.
pub fn solutions(problem: &Problem) -> Vec<Instance> {
    let last_mention = |constraint: &Constraint| {
        let mut mentioned = BTreeSet::new();
        relations_of(&problem.terms, constraint.formula, &mut mentioned);
        mentioned.last().copied().unwrap_or(0)
    };
    let due: Vec<usize> = problem.constraints.iter().map(last_mention).collect();
    let relations = problem.relations.iter().map(|relation| relation.lower.clone()).collect();
    let mut search = Search {
        problem,
        due,
        evaluator: Evaluator::new(problem),
        instance: Instance { relations },
        found: Vec::new(),
    };
    search.fill(0);
    search.found
}

/// The root and the objects that a breadth-first walk over the fields, in order of declaration, meets.
fn walk(problem: &Problem, instance: &Instance) -> Vec<AtomId> {
    let mut met: Vec<AtomId> = problem.heap.root.into_iter().collect();
    let mut next = 0;
    while let Some(&owner) = met.get(next) {
        for field in &problem.heap.fields {
            let tuples = &instance.relations[field.relation.0 as usize];
            for key in tuples.keys() {
                let tuple = problem.universe.tuple(*key, tuples.arity());
                if tuple[0] == owner && !met.contains(&tuple[tuple.len() - 1]) {
                    met.push(tuple[tuple.len() - 1]);
                }
            }
        }
        next += 1;
    }
    met
}

/// The objects of a class that an instance has.
fn existing<'c>(class: &'c SymmetryClass, instance: &Instance) -> Vec<&'c AtomId> {
    let existing = &instance.relations[class.relation.0 as usize];
    class.atoms.iter().filter(|atom| existing.contains(TupleKey(u64::from(atom.0)))).collect()
}

/// Whether every object that exists is reachable from the root, and objects that are alike are numbered
/// in the order in which a walk meets them.
pub fn is_canonical(problem: &Problem, instance: &Instance) -> bool {
    let met = walk(problem, instance);
    problem.heap.classes.iter().filter(|class| class.permutable).all(|class| {
        let walked: Vec<_> = met.iter().filter(|atom| class.atoms.contains(atom)).collect();
        existing(class, instance) == walked
    })
}

/// Whether every object that exists is reachable from the root.
pub fn is_reachable(problem: &Problem, instance: &Instance) -> bool {
    let met = walk(problem, instance);
    let mut classes = problem.heap.classes.iter().filter(|class| class.permutable);
    classes.all(|class| existing(class, instance).iter().all(|atom| met.contains(atom)))
}

/// The tuples that the fields have in any of the instances, by field, and with all their renamings: objects that are
/// alike may be exchanged.
pub fn tuples_up_to_renaming<'i>(
    problem: &Problem,
    instances: impl Iterator<Item = &'i Instance>,
) -> BTreeSet<(usize, Vec<AtomId>)> {
    let mut tuples = BTreeSet::new();
    for instance in instances {
        for (field, of) in problem.heap.fields.iter().enumerate() {
            let value = &instance.relations[of.relation.0 as usize];
            tuples.extend(value.keys().iter().map(|key| (field, problem.universe.tuple(*key, value.arity()))));
        }
    }
    let mut waiting: Vec<_> = tuples.iter().cloned().collect();
    while let Some((field, tuple)) = waiting.pop() {
        for class in problem.heap.classes.iter().filter(|class| class.permutable) {
            // Exchanges of neighbours generate all renamings.
            for pair in class.atoms.windows(2) {
                let exchanged = tuple.iter().map(|atom| match atom {
                    atom if *atom == pair[0] => pair[1],
                    atom if *atom == pair[1] => pair[0],
                    atom => *atom,
                });
                let renamed = (field, exchanged.collect());
                if tuples.insert(renamed.clone()) {
                    waiting.push(renamed);
                }
            }
        }
    }
    tuples
}

/// The number of solutions up to renaming of objects.
pub fn canonical_count(problem: &Problem) -> usize {
    solutions(problem).iter().filter(|instance| is_canonical(problem, instance)).count()
}

struct Search<'p> {
    problem: &'p Problem,
    /// For each constraint the relation after which it can be checked.
    due: Vec<usize>,
    evaluator: Evaluator<'p>,
    instance: Instance,
    found: Vec<Instance>,
}

impl Search<'_> {
    fn fill(&mut self, at: usize) {
        let Some(relation) = self.problem.relations.get(at) else {
            assert_eq!(self.evaluator.violation(&self.instance), None);
            self.found.push(self.instance.clone());
            return;
        };
        for value in values(&self.problem.universe, relation) {
            self.instance.relations[at] = value;
            let due = self.problem.constraints.iter().zip(&self.due).filter(|(_, due)| **due == at);
            let mut holds = true;
            for (constraint, _) in due {
                holds = holds && self.evaluator.holds(&self.instance, constraint.formula);
            }
            if holds {
                self.fill(at + 1);
            }
        }
        self.instance.relations[at] = relation.lower.clone();
    }
}

/// Every value of a relation within its bounds that has its shape.
fn values(universe: &Universe, relation: &Relation) -> Vec<TupleSet> {
    let arity = relation.upper.arity();
    let free: Vec<TupleKey> =
        relation.upper.keys().iter().copied().filter(|key| !relation.lower.contains(*key)).collect();
    let with = |keys: &[TupleKey]| TupleSet::from_keys(arity, [relation.lower.keys(), keys].concat());
    match relation.shape {
        Shape::Prefix => (0..=free.len()).map(|count| with(&free[..count])).collect(),
        Shape::Any => {
            assert!(free.len() < 22, "`{}` has too many tuples to try all subsets", relation.name);
            let subset = |bits: u32| {
                let chosen = free.iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1);
                chosen.map(|(_, key)| *key).collect::<Vec<_>>()
            };
            (0..1u32 << free.len()).map(|bits| with(&subset(bits))).collect()
        }
        Shape::Function => {
            let base = universe.len() as u64;
            let mut partial: Vec<Vec<TupleKey>> = vec![Vec::new()];
            for group in free.chunk_by(|a, b| a.0 / base == b.0 / base) {
                partial = partial
                    .into_iter()
                    .flat_map(|keys| {
                        let extended = group.iter().map({
                            let keys = keys.clone();
                            move |key| [keys.as_slice(), &[*key]].concat()
                        });
                        std::iter::once(keys).chain(extended.collect::<Vec<_>>())
                    })
                    .collect();
            }
            partial.iter().map(|keys| with(keys)).collect()
        }
    }
}

fn relations_of(terms: &Terms, formula: FormulaId, found: &mut BTreeSet<usize>) {
    match terms.get_formula(formula) {
        Formula::Constant(_) => {}
        Formula::In(a, b) | Formula::Equal(a, b) => [a, b].into_iter().for_each(|of| in_expr(terms, *of, found)),
        Formula::Some(a) | Formula::No(a) | Formula::Lone(a) | Formula::One(a) | Formula::AtMost(a, _) => {
            in_expr(terms, *a, found);
        }
        Formula::Not(a) => relations_of(terms, *a, found),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|of| relations_of(terms, *of, found)),
        Formula::Implies(a, b) | Formula::Iff(a, b) => {
            [a, b].into_iter().for_each(|of| relations_of(terms, *of, found));
        }
        Formula::All(decls, body) | Formula::Exists(decls, body) => {
            decls.iter().for_each(|decl| in_expr(terms, decl.bound, found));
            relations_of(terms, *body, found);
        }
        Formula::Compare(_, a, b) => [a, b].into_iter().for_each(|of| in_int(terms, *of, found)),
    }
}

fn in_expr(terms: &Terms, expr: ExprId, found: &mut BTreeSet<usize>) {
    match terms.get(expr) {
        Expr::Relation(relation) => {
            found.insert(relation.0 as usize);
        }
        Expr::Variable(_) | Expr::Constant(_) => {}
        Expr::Union(a, b)
        | Expr::Difference(a, b)
        | Expr::Intersection(a, b)
        | Expr::Override(a, b)
        | Expr::Join(a, b)
        | Expr::Product(a, b) => [a, b].into_iter().for_each(|of| in_expr(terms, *of, found)),
        Expr::Transpose(a) | Expr::Closure(a) | Expr::ReflexiveClosure(a) => in_expr(terms, *a, found),
        Expr::Comprehension(decls, body) => {
            decls.iter().for_each(|decl| in_expr(terms, decl.bound, found));
            relations_of(terms, *body, found);
        }
        Expr::If(condition, a, b) => {
            relations_of(terms, *condition, found);
            [a, b].into_iter().for_each(|of| in_expr(terms, *of, found));
        }
        Expr::Atom(int) => in_int(terms, *int, found),
    }
}

fn in_int(terms: &Terms, int: IntId, found: &mut BTreeSet<usize>) {
    match terms.get_int(int) {
        IntExpr::Constant(_) => {}
        IntExpr::Cardinality(a) | IntExpr::Sum(a) => in_expr(terms, *a, found),
        IntExpr::SumOver(decls, body) => {
            decls.iter().for_each(|decl| in_expr(terms, decl.bound, found));
            in_int(terms, *body, found);
        }
        IntExpr::Arithmetic(_, a, b) => [a, b].into_iter().for_each(|of| in_int(terms, *of, found)),
        IntExpr::If(condition, a, b) => {
            relations_of(terms, *condition, found);
            [a, b].into_iter().for_each(|of| in_int(terms, *of, found));
        }
    }
}
