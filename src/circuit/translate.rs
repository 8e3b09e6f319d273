//! From a relational problem to a circuit: every expression a matrix, every formula a wire.

use super::free::FreeVariables;
use super::integers::Integers;
use super::reachable::Reachable;
use super::values::reached;
use super::{Circuit, Claim, Matrix, Number, TooManyValues, Wire};
use crate::relational::{
    AtomId, Comparison, Decl, Expr, ExprId, Formula, FormulaId, Instance, IntExpr, IntId, Overflow, Problem,
    RelationId, Shape, TupleKey, TupleSet, VariableId,
};
use crate::stack;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A circuit whose inputs are the free tuples of a problem's relations.
#[derive(Debug, Clone)]
pub struct Translation {
    /// The gates.
    pub circuit: Circuit,
    /// The primary variables: every tuple that a relation may have and need not have, in order of relations and tuples.
    pub inputs: Vec<Input>,
    /// The value of each relation, indexed by `RelationId`.
    pub relations: Vec<Rc<Matrix>>,
    /// One wire per constraint of the problem, in the same order.
    pub constraints: Vec<Wire>,
    /// Whether an integer that is compared may be outside the bit width, or the result of a division by zero.
    pub overflows: bool,
}

/// A primary variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Input {
    /// The relation.
    pub relation: RelationId,
    /// The tuple.
    pub tuple: TupleKey,
    /// The wire that says whether the tuple is in the relation.
    pub wire: Wire,
}

/// The instance in which the inputs have the given values, by position.
pub fn instance(problem: &Problem, inputs: &[Input], holds: impl Fn(usize) -> bool) -> Instance {
    let mut relations: Vec<Vec<TupleKey>> =
        problem.relations.iter().map(|relation| relation.lower.keys().to_vec()).collect();
    for (index, input) in inputs.iter().enumerate() {
        if holds(index) {
            let RelationId(relation) = input.relation;
            relations[relation as usize].push(input.tuple);
        }
    }
    let sets = relations.into_iter().zip(&problem.relations);
    Instance { relations: sets.map(|(keys, of)| TupleSet::from_keys(of.upper.arity(), keys)).collect() }
}

/// How to translate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TranslationConfig {
    /// Whether the symmetry stage pins unreachable objects, so that what is reachable from everything that enters
    /// a class is the class.
    pub unreachable_pinned: bool,
    /// Operations on integers that would combine more pairs of values than this are done in two's complement. If it is
    /// `None`, integers always have a wire per value, and those of too many values are refused.
    pub binary_above: Option<usize>,
}

/// A constraint whose integers range over too many values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge {
    /// The index of the constraint in the problem.
    pub constraint: usize,
}

/// Translates a problem: its relations within their bounds, and its constraints.
pub fn translate(problem: &Problem, config: TranslationConfig) -> Result<Translation, TooLarge> {
    let mut translator = Translator::new(problem, config);
    let mut constraints = Vec::with_capacity(problem.constraints.len());
    for (constraint, item) in problem.constraints.iter().enumerate() {
        let wire = translator.formula(item.formula).map_err(|TooManyValues| TooLarge { constraint })?;
        constraints.push(wire);
    }
    Ok(Translation {
        circuit: translator.circuit,
        inputs: translator.inputs,
        relations: translator.relations,
        constraints,
        overflows: translator.overflows,
    })
}

/// A term, and the atoms that its free variables stand for as the digits of a number.
type Key = (u32, u128);

struct Translator<'p> {
    problem: &'p Problem,
    base: u64,
    integers: Integers,
    overflows: bool,
    circuit: Circuit,
    inputs: Vec<Input>,
    relations: Vec<Rc<Matrix>>,
    reachable: Vec<Reachable>,
    free: FreeVariables<'p>,
    bindings: Vec<AtomId>,
    matrices: FxHashMap<Key, Rc<Matrix>>,
    wires: FxHashMap<Key, Wire>,
    numbers: FxHashMap<Key, Rc<Number>>,
}

impl<'p> Translator<'p> {
    fn new(problem: &'p Problem, config: TranslationConfig) -> Self {
        let mut circuit = Circuit::new();
        let mut inputs = Vec::new();
        let mut relations = Vec::with_capacity(problem.relations.len());
        for (index, relation) in problem.relations.iter().enumerate() {
            let cells = relation.upper.keys().iter().map(|tuple| {
                if relation.lower.contains(*tuple) {
                    return (*tuple, Wire::TRUE);
                }
                let wire = circuit.input();
                inputs.push(Input { relation: RelationId(index as u32), tuple: *tuple, wire });
                (*tuple, wire)
            });
            let cells: Vec<_> = cells.collect();
            let claim = match relation.shape {
                _ if cells.len() <= 1 => Claim::Lone,
                Shape::Any => Claim::Nothing,
                Shape::Function => Claim::Function,
                Shape::Prefix => Claim::Chain,
            };
            relations.push(Rc::new(Matrix { arity: relation.upper.arity(), cells, claim }));
        }
        let base = problem.universe.len() as u64;
        let reachable = if config.unreachable_pinned {
            Reachable::of_classes(problem, &relations, base, &mut circuit)
        } else {
            Vec::new()
        };
        let integers = Integers {
            range: problem.universe.int_range(),
            pairs: config.binary_above.unwrap_or(Number::LIMIT * 16),
            binary: config.binary_above.is_some(),
            overflow: problem.universe.overflow,
        };
        Translator {
            problem,
            base,
            integers,
            circuit,
            inputs,
            relations,
            reachable,
            free: FreeVariables::new(&problem.terms),
            bindings: vec![AtomId(0); problem.terms.variable_count()],
            matrices: FxHashMap::default(),
            wires: FxHashMap::default(),
            numbers: FxHashMap::default(),
            overflows: false,
        }
    }

    /// Where the value of a term is remembered; `None` for so many variables that it is never asked for twice.
    fn key(&self, id: u32, free: &[VariableId]) -> Option<Key> {
        let atoms = free.iter().map(|variable| u128::from(self.bindings[variable.0 as usize].0));
        let mut digits = 0u128;
        for atom in atoms {
            digits = digits.checked_mul(u128::from(self.base))?.checked_add(atom)?;
        }
        Some((id, digits))
    }

    fn expr(&mut self, id: ExprId) -> Result<Rc<Matrix>, TooManyValues> {
        match self.problem.terms.get(id) {
            Expr::Relation(relation) => return Ok(self.relations[relation.0 as usize].clone()),
            Expr::Variable(variable) => {
                let atom = self.bindings[variable.0 as usize];
                return Ok(Rc::new(Matrix::singleton(1, TupleKey(u64::from(atom.0)))));
            }
            _ => {}
        }
        let free = self.free.expr(id);
        let key = self.key(id.0, &free);
        if let Some(matrix) = key.and_then(|key| self.matrices.get(&key)) {
            return Ok(matrix.clone());
        }
        let matrix = Rc::new(stack::grown(|| self.compute_expr(id))?);
        if let Some(key) = key {
            self.matrices.insert(key, matrix.clone());
        }
        Ok(matrix)
    }

    /// The matrix of an expression that was not translated before: one arm for each operator.
    fn compute_expr(&mut self, id: ExprId) -> Result<Matrix, TooManyValues> {
        let base = self.base;
        Ok(match self.problem.terms.get(id) {
            Expr::Relation(_) | Expr::Variable(_) => (*self.expr(id)?).clone(),
            Expr::Constant(tuples) => Matrix::constant(tuples),
            Expr::Union(a, b) => {
                let (a, b) = (self.expr(*a)?, self.expr(*b)?);
                a.union(&b, &mut self.circuit)
            }
            Expr::Difference(a, b) => {
                let (a, b) = (self.expr(*a)?, self.expr(*b)?);
                a.difference(&b, &mut self.circuit)
            }
            Expr::Intersection(a, b) => {
                let (a, b) = (self.expr(*a)?, self.expr(*b)?);
                a.intersection(&b, &mut self.circuit)
            }
            Expr::Override(a, b) => {
                let (a, b) = (self.expr(*a)?, self.expr(*b)?);
                a.override_with(&b, base, &mut self.circuit)
            }
            Expr::Join(a, b) => {
                let from = self.expr(*a)?;
                if let Expr::ReflexiveClosure(step) = self.problem.terms.get(*b) {
                    let step = self.expr(*step)?;
                    if let Some(class) = self.reachable.iter().find(|class| class.is_all(&from, &step)) {
                        return Ok((*class.exists).clone());
                    }
                }
                let onto = self.expr(*b)?;
                from.join(&onto, base, &mut self.circuit)
            }
            Expr::Product(a, b) => {
                let (a, b) = (self.expr(*a)?, self.expr(*b)?);
                a.product(&b, base, &mut self.circuit)
            }
            Expr::Transpose(a) => self.expr(*a)?.transpose(base),
            Expr::Closure(a) => self.closure(*a)?,
            Expr::ReflexiveClosure(a) => {
                let closure = self.closure(*a)?;
                let identity = (0..base).map(|atom| (TupleKey(atom * base + atom), Wire::TRUE)).collect();
                let identity = Matrix { arity: 2, cells: identity, claim: Claim::Function };
                identity.union(&closure, &mut self.circuit)
            }
            Expr::Comprehension(decls, body) => {
                let (decls, body) = (decls.clone(), *body);
                let mut cells = Vec::new();
                self.each_binding(&decls, &mut |translator, guard| {
                    let wire = translator.formula(body)?;
                    let wire = translator.circuit.and(guard, wire);
                    let key = decls
                        .iter()
                        .fold(0, |key, decl| key * base + u64::from(translator.bindings[decl.variable.0 as usize].0));
                    if wire != Wire::FALSE {
                        cells.push((TupleKey(key), wire));
                    }
                    Ok(())
                })?;
                cells.sort_unstable_by_key(|cell| cell.0);
                let claim = if cells.len() <= 1 { Claim::Lone } else { Claim::Nothing };
                Matrix { arity: decls.len(), cells, claim }
            }
            Expr::If(condition, a, b) => {
                let condition = self.formula(*condition)?;
                let (a, b) = (self.expr(*a)?, self.expr(*b)?);
                a.choose(condition, &b, &mut self.circuit)
            }
            Expr::Atom(int) => {
                let number = self.int(*int)?;
                let universe = &self.problem.universe;
                let atoms = universe.atoms.iter().filter_map(|atom| atom.int);
                let mut cells = Vec::new();
                for (value, wire) in number.among(atoms, &mut self.circuit) {
                    if let Some(atom) = universe.int_atom(value) {
                        let wire = self.circuit.and(wire, number.defined);
                        cells.push((TupleKey(u64::from(atom.0)), wire));
                    }
                }
                cells.retain(|cell| cell.1 != Wire::FALSE);
                Matrix { arity: 1, cells, claim: Claim::Lone }
            }
        })
    }

    /// `^a`; the closure of a transpose is the transpose of the closure, which shares its gates.
    fn closure(&mut self, id: ExprId) -> Result<Matrix, TooManyValues> {
        let base = self.base;
        if let Expr::Transpose(inner) = self.problem.terms.get(id) {
            return Ok(self.closure(*inner)?.transpose(base));
        }
        let step = self.expr(id)?;
        let rooted = self.reachable.iter().find_map(|class| class.closure(&step, base, &mut self.circuit));
        Ok(rooted.unwrap_or_else(|| step.closure(base, &mut self.circuit)))
    }

    fn formula(&mut self, id: FormulaId) -> Result<Wire, TooManyValues> {
        let free = self.free.formula(id);
        let key = self.key(id.0, &free);
        if let Some(wire) = key.and_then(|key| self.wires.get(&key)) {
            return Ok(*wire);
        }
        let wire = stack::grown(|| self.compute_formula(id))?;
        if let Some(key) = key {
            self.wires.insert(key, wire);
        }
        Ok(wire)
    }

    /// The wire of a formula that was not translated before: one arm for each operator.
    fn compute_formula(&mut self, id: FormulaId) -> Result<Wire, TooManyValues> {
        Ok(match self.problem.terms.get_formula(id) {
            Formula::Constant(value) => {
                if *value {
                    Wire::TRUE
                } else {
                    Wire::FALSE
                }
            }
            Formula::In(a, b) => {
                let (a, b) = (self.expr(*a)?, self.expr(*b)?);
                a.subset(&b, &mut self.circuit)
            }
            Formula::Equal(a, b) => {
                let (a, b) = (self.expr(*a)?, self.expr(*b)?);
                a.equal(&b, &mut self.circuit)
            }
            Formula::Some(a) => self.expr(*a)?.some(&mut self.circuit),
            Formula::No(a) => !self.expr(*a)?.some(&mut self.circuit),
            Formula::Lone(a) => self.expr(*a)?.lone(&mut self.circuit),
            Formula::One(a) => self.expr(*a)?.one(&mut self.circuit),
            Formula::AtMost(a, count) => self.expr(*a)?.at_most(*count as usize, &mut self.circuit),
            Formula::Not(a) => self.negation(*a)?,
            Formula::And(parts) => {
                let mut wires = Vec::with_capacity(parts.len());
                for part in parts.clone() {
                    let wire = self.formula(part)?;
                    if wire == Wire::FALSE {
                        return Ok(wire);
                    }
                    wires.push(wire);
                }
                self.circuit.and_all(wires)
            }
            Formula::Or(parts) => {
                let mut wires = Vec::with_capacity(parts.len());
                for part in parts.clone() {
                    let wire = self.formula(part)?;
                    if wire == Wire::TRUE {
                        return Ok(wire);
                    }
                    wires.push(wire);
                }
                self.circuit.or_all(wires)
            }
            Formula::Implies(a, b) => {
                let premise = self.negation(*a)?;
                if premise == Wire::TRUE {
                    return Ok(premise);
                }
                let conclusion = self.formula(*b)?;
                self.circuit.or(premise, conclusion)
            }
            Formula::Iff(a, b) => {
                let (a, b) = (self.formula(*a)?, self.formula(*b)?);
                self.circuit.iff(a, b)
            }
            Formula::All(decls, body) => {
                let (decls, body) = (decls.clone(), *body);
                let mut wires = Vec::new();
                self.each_binding(&decls, &mut |translator, guard| {
                    let wire = translator.formula(body)?;
                    wires.push(translator.circuit.implies(guard, wire));
                    Ok(())
                })?;
                self.circuit.and_all(wires)
            }
            Formula::Exists(decls, body) => {
                let (decls, body) = (decls.clone(), *body);
                let mut wires = Vec::new();
                self.each_binding(&decls, &mut |translator, guard| {
                    let wire = translator.formula(body)?;
                    wires.push(translator.circuit.and(guard, wire));
                    Ok(())
                })?;
                self.circuit.or_all(wires)
            }
            Formula::Compare(comparison, a, b) => {
                if (a, *comparison) == (b, Comparison::Equal) {
                    let defined = self.int(*a)?.defined;
                    self.overflows |= defined != Wire::TRUE;
                    return Ok(defined);
                }
                let (a, b) = (self.int(*a)?, self.int(*b)?);
                self.overflows |= !a.is_total() || !b.is_total();
                a.compare(*comparison, &b, &mut self.circuit)
            }
        })
    }

    /// The negation of a formula. Of a comparison that is always defined it is the opposite comparison, which
    /// propagates bounds where the complement of the original would not.
    fn negation(&mut self, id: FormulaId) -> Result<Wire, TooManyValues> {
        if let Formula::Compare(comparison, a, b) = self.problem.terms.get_formula(id) {
            let (a, b) = (self.int(*a)?, self.int(*b)?);
            if a.is_total() && b.is_total() {
                return Ok(match comparison {
                    Comparison::Equal => a.differs(&b, &mut self.circuit),
                    Comparison::Less => b.compare(Comparison::LessEqual, &a, &mut self.circuit),
                    Comparison::LessEqual => b.compare(Comparison::Less, &a, &mut self.circuit),
                });
            }
        }
        Ok(!self.formula(id)?)
    }

    fn int(&mut self, id: IntId) -> Result<Rc<Number>, TooManyValues> {
        let free = self.free.int(id);
        let key = self.key(id.0, &free);
        if let Some(number) = key.and_then(|key| self.numbers.get(&key)) {
            return Ok(number.clone());
        }
        let number = Rc::new(stack::grown(|| self.compute_int(id))?);
        if let Some(key) = key {
            self.numbers.insert(key, number.clone());
        }
        Ok(number)
    }

    fn compute_int(&mut self, id: IntId) -> Result<Number, TooManyValues> {
        let integers = self.integers;
        Ok(match self.problem.terms.get_int(id) {
            IntExpr::Constant(value) => Number::literal(*value, &integers),
            IntExpr::Cardinality(a) => {
                let matrix = self.expr(*a)?;
                Number::cardinality(&mut self.circuit, &matrix, &integers)?
            }
            IntExpr::Sum(a) if integers.overflow == Overflow::Alloy => {
                let matrix = self.expr(*a)?;
                let atoms = self.problem.universe.atoms.iter().enumerate();
                let terms: Vec<Number> = atoms
                    .filter_map(|(index, atom)| Some((matrix.get(TupleKey(index as u64)), atom.int?)))
                    .map(|(wire, value)| Number::constant(value).choose(wire, &Number::constant(0), &mut self.circuit))
                    .collect();
                Number::halved(&mut self.circuit, &terms, &integers)?
            }
            IntExpr::Sum(a) => self.sum(*a)?,
            IntExpr::SumOver(decls, body) => {
                let (decls, body) = (decls.clone(), *body);
                let mut terms = Vec::new();
                self.each_binding(&decls, &mut |translator, guard| {
                    let number = translator.int(body)?;
                    terms.push((guard, (*number).clone()));
                    Ok(())
                })?;
                Number::sum_guarded(&mut self.circuit, &terms, &integers)?
            }
            IntExpr::Arithmetic(op, a, b) => {
                let (a, b) = (self.int(*a)?, self.int(*b)?);
                a.arithmetic(*op, &b, &mut self.circuit, &integers)?
            }
            IntExpr::If(condition, a, b) => self.chosen(*condition, *a, *b)?,
        })
    }

    /// The sum of a set.
    fn sum(&mut self, id: ExprId) -> Result<Number, TooManyValues> {
        let integers = self.integers;
        if let Some(value) = self.atom_of(id)? {
            return Ok((*self.int(value)?).clone());
        }
        if let Expr::If(condition, a, b) = *self.problem.terms.get(id) {
            // What a function is called with is a set.
            return match (self.atom_of(a)?, self.atom_of(b)?) {
                (Some(a), Some(b)) => self.chosen(condition, a, b),
                _ => {
                    let condition = self.formula(condition)?;
                    let (a, b) = (self.sum(a)?, self.sum(b)?);
                    Ok(a.choose(condition, &b, &mut self.circuit))
                }
            };
        }
        let matrix = self.expr(id)?;
        let weights: Vec<(i64, Wire)> = matrix
            .cells
            .iter()
            .filter_map(|(key, wire)| Some((self.problem.universe.atoms[key.0 as usize].int?, *wire)))
            .collect();
        let is_lone = matrix.claim == Claim::Lone;
        let sum = Number::sum(&mut self.circuit, &weights, is_lone, &integers)?;
        let thresholds = if is_lone { self.thresholds_of_field(id)? } else { None };
        Ok(match thresholds {
            Some(thresholds) => sum.reaching(&thresholds),
            None => sum,
        })
    }

    /// Whether what one of several objects has in a field is at least so much, for each value that it may have: it is where the object has at least that
    /// much. `None` for other sets, and where there are negative values.
    fn thresholds_of_field(&mut self, id: ExprId) -> Result<Option<Vec<(i64, Wire)>>, TooManyValues> {
        let Expr::Join(owner, field) = self.problem.terms.get(id) else { return Ok(None) };
        let (owner, field) = (*owner, *field);
        let (owner, field) = (self.expr(owner)?, self.expr(field)?);
        if owner.claim != Claim::Lone || owner.cells.len() < 2 || field.arity != 2 || field.claim != Claim::Function {
            return Ok(None);
        }
        let base = self.base;
        let mut sides: Vec<Vec<(i64, Wire)>> = Vec::with_capacity(owner.cells.len());
        for (object, is_it) in &owner.cells {
            let start = field.cells.partition_point(|cell| cell.0.0 < object.0 * base);
            let end = field.cells.partition_point(|cell| cell.0.0 < (object.0 + 1) * base);
            let mut at_least = Wire::FALSE;
            let mut side = Vec::with_capacity(end - start);
            for (key, wire) in field.cells[start..end].iter().rev() {
                let value = self.problem.universe.atoms[(key.0 % base) as usize].int;
                let Some(value) = value.filter(|value| *value >= 0) else { return Ok(None) };
                at_least = self.circuit.or(*wire, at_least);
                side.push((value, self.circuit.and(*is_it, at_least)));
            }
            side.reverse();
            sides.push(side);
        }
        let values: BTreeSet<i64> = sides.iter().flatten().map(|entry| entry.0).collect();
        let reaches = |value: i64| {
            let ways = sides.iter().map(|side| reached(side, value));
            (value, self.circuit.or_all(ways))
        };
        Ok(Some(values.into_iter().map(reaches).collect()))
    }

    /// `condition ? a : b`, which may be a way to say which number is greater, or lesser.
    fn chosen(&mut self, condition: FormulaId, a: IntId, b: IntId) -> Result<Number, TooManyValues> {
        let is_extreme = match self.problem.terms.get_formula(condition) {
            Formula::Compare(Comparison::Less | Comparison::LessEqual, lesser, greater) => {
                [(a, b), (b, a)].contains(&(*greater, *lesser)).then_some(a == *greater)
            }
            _ => None,
        };
        let (one, other) = (self.int(a)?, self.int(b)?);
        let extreme = is_extreme.and_then(|greatest| one.extreme(greatest, &other, &mut self.circuit));
        if let Some(extreme) = extreme {
            return Ok(extreme);
        }
        let condition = self.formula(condition)?;
        Ok(one.choose(condition, &other, &mut self.circuit))
    }

    /// The integer that a set is just the atom of, whatever the instance.
    fn atom_of(&mut self, id: ExprId) -> Result<Option<IntId>, TooManyValues> {
        let Expr::Atom(value) = *self.problem.terms.get(id) else { return Ok(None) };
        let number = self.int(value)?;
        // A value without an atom is no element.
        let has_atom = |value| self.problem.universe.int_atom(value).is_some();
        Ok((number.is_total() && number.has_only(has_atom)).then_some(value))
    }

    /// Calls `visit` for every binding of the declared variables, with the wire that says whether the bounds hold it.
    fn each_binding(
        &mut self,
        decls: &[Decl],
        visit: &mut dyn FnMut(&mut Self, Wire) -> Result<(), TooManyValues>,
    ) -> Result<(), TooManyValues> {
        self.bind(decls, Wire::TRUE, visit)
    }

    fn bind(
        &mut self,
        decls: &[Decl],
        guard: Wire,
        visit: &mut dyn FnMut(&mut Self, Wire) -> Result<(), TooManyValues>,
    ) -> Result<(), TooManyValues> {
        let Some((first, rest)) = decls.split_first() else {
            return visit(self, guard);
        };
        let bound = self.expr(first.bound)?;
        for (key, wire) in &bound.cells {
            self.bindings[first.variable.0 as usize] = AtomId(key.0 as u32);
            let guard = self.circuit.and(guard, *wire);
            if guard != Wire::FALSE {
                self.bind(rest, guard, visit)?;
            }
        }
        Ok(())
    }
}
