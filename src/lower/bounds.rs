//! The universe, and a relation with bounds for every signature and field.

use super::integers::Integers;
use super::literal_ranges::narrowed;
use super::population::{Population, Top};
use crate::diagnostic::{Diagnostic, Span};
use crate::relational::{
    Atom, AtomId, Heap, HeapField, MAX_ATOMS, Overflow, Relation, RelationId, Shape, SymmetryClass, TupleKey, TupleSet,
    Universe,
};
use crate::resolve::{
    Binary, Decl, Expr, ExprKind, Field, FieldId, Module, Mult, Prim, RelType, Sig, SigId, SigKind, Type,
};
use crate::stack;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// The most tuples in the upper bound of one field.
pub(super) const MAX_TUPLES: u64 = 20_000_000;

/// What stands for a signature.
#[derive(Debug, Clone)]
pub(super) enum SigValue {
    /// A relation of its own.
    Relation(RelationId),
    /// Exactly the elements of these: an abstract signature with children, or one that is declared with `=`.
    Union(Vec<Prim>),
}

/// A state: what stands for signatures and fields in it.
#[derive(Debug, Clone)]
pub(super) struct State {
    pub(super) sigs: Vec<SigValue>,
    pub(super) fields: Vec<RelationId>,
}

impl State {
    /// The relations of signatures and fields, in an order that all states have.
    pub(super) fn relations(&self) -> Vec<RelationId> {
        let relation = |value: &SigValue| if let SigValue::Relation(relation) = value { Some(*relation) } else { None };
        self.sigs.iter().filter_map(relation).chain(self.fields.iter().copied()).collect()
    }
}

/// What the problem is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The structures of a `generate` paragraph: every signature is a relation, objects exist in the order of their
    /// numbers, and integers are as wide as it takes.
    Structures,
    /// The instances of a command, with Alloy's meaning of integers. Objects exist in order if symmetry is broken.
    Instances { ordered: bool },
}

/// A universe with its relations.
#[derive(Debug)]
pub(super) struct Bounds {
    pub(super) universe: Universe,
    pub(super) relations: Vec<Relation>,
    pub(super) purpose: Purpose,
    /// What stands for signatures and fields, for each state of a trace; of what does not change, in all the same.
    pub(super) states: Vec<State>,
    /// The state that is meant.
    pub(super) now: usize,
    pub(super) population: Population,
    /// The integer atoms, ascending.
    pub(super) ints: Vec<AtomId>,
    /// The length of sequences at most: the integers from 0 up to it, exclusive, are indices.
    pub(super) max_sequence: u32,
    /// The atoms of string literals, by literal.
    pub(super) texts: BTreeMap<String, AtomId>,
    /// The most columns of a tuple whose key fits in 64 bits.
    pub(super) max_arity: usize,
    pub(super) heap: Heap,
}

/// Builds the universe, the relations with their bounds, and the heap.
pub(super) fn build(
    module: &Module,
    span: Span,
    purpose: Purpose,
    population: Population,
    integers: &Integers,
    literals: BTreeSet<String>,
) -> Result<Bounds, Vec<Diagnostic>> {
    let mut atoms = population.objects.clone();
    let objects = atoms.len();
    let (low, high) = integers.atoms.unwrap_or((0, -1));
    let count = usize::try_from(high.saturating_sub(low).saturating_add(1)).unwrap_or(usize::MAX);
    if objects.saturating_add(count).saturating_add(literals.len()) > MAX_ATOMS {
        let message = format!("more than {MAX_ATOMS} atoms are needed: {objects} objects and {count} integers");
        return Err(vec![Diagnostic::error(span, message).help("use a smaller scope or bit width")]);
    }
    atoms.extend((low..=high).map(|value| Atom { name: value.to_string(), int: Some(value) }));
    let ints = (objects..atoms.len()).map(|index| AtomId(index as u32)).collect();
    let mut texts = BTreeMap::new();
    for literal in literals {
        let name = format!("\"{literal}\"");
        texts.insert(literal, AtomId(atoms.len() as u32));
        atoms.push(Atom { name, int: None });
    }
    let size = atoms.len();
    let mut bounds = Bounds {
        universe: Universe { atoms, bit_width: integers.bit_width, overflow: Overflow::Sound },
        relations: Vec::new(),
        purpose,
        states: vec![State { sigs: Vec::new(), fields: Vec::new() }],
        now: 0,
        ints,
        max_sequence: integers.max_sequence,
        texts,
        max_arity: max_arity(size as u64),
        heap: Heap { root: population.root, ..Heap::default() },
        population,
    };
    bounds.add_signatures(module);
    bounds.add_classes(module);
    let mut errors = Vec::new();
    let mut names = FxHashSet::default();
    let shared = module.fields.iter().map(|field| field.name.as_str()).filter(|name| !names.insert(*name)).collect();
    for (index, field) in module.fields.iter().enumerate() {
        let ranges: Vec<_> =
            integers.columns.iter().filter(|(of, _, _)| *of == index).map(|(_, at, range)| (*at, *range)).collect();
        if let Err(error) = bounds.add_field(module, field, &ranges, &shared) {
            errors.push(error);
        }
    }
    if errors.is_empty() { Ok(bounds) } else { Err(errors) }
}

/// The greatest `arity` with `size^arity < 2^64`, and at most 16.
fn max_arity(size: u64) -> usize {
    (1..=16).take_while(|arity| size.checked_pow(*arity).is_some()).last().unwrap_or(1) as usize
}

impl Bounds {
    fn add_signatures(&mut self, module: &Module) {
        let set =
            |atoms: &[AtomId]| TupleSet::from_keys(1, atoms.iter().map(|atom| TupleKey(u64::from(atom.0))).collect());
        for (index, sig) in module.sigs.iter().enumerate() {
            if let SigKind::In { parents, .. } = &sig.kind
                && self.purpose != Purpose::Structures
            {
                let more: Vec<AtomId> = parents.iter().flat_map(|parent| self.atoms_of(*parent)).collect();
                let upper = &mut self.population.upper[index];
                upper.extend(more);
                upper.sort_unstable();
                upper.dedup();
            }
        }
        for (index, sig) in module.sigs.iter().enumerate() {
            if let Some(value) = self.union(sig) {
                self.states[0].sigs.push(value);
                continue;
            }
            self.states[0].sigs.push(SigValue::Relation(RelationId(self.relations.len() as u32)));
            self.relations.push(Relation {
                name: sig.name.clone(),
                lower: set(&self.population.lower[index]),
                upper: set(&self.population.upper[index]),
                shape: Shape::Any,
            });
        }
    }

    /// The signatures that make up one without a relation of its own.
    fn union(&self, sig: &Sig) -> Option<SigValue> {
        if self.purpose == Purpose::Structures {
            return None;
        }
        match &sig.kind {
            SigKind::In { parents, all: true } => Some(SigValue::Union(parents.clone())),
            SigKind::In { .. } => None,
            _ if sig.is_abstract && !sig.children.is_empty() => {
                Some(SigValue::Union(sig.children.iter().map(|child| Prim::Sig(*child)).collect()))
            }
            _ => None,
        }
    }

    /// The relation of each signature, where each has one.
    pub(super) fn sig_relations(&self) -> Vec<RelationId> {
        let relation = |value: &SigValue| match value {
            SigValue::Relation(relation) => Some(*relation),
            SigValue::Union(_) => None,
        };
        self.states[0].sigs.iter().filter_map(relation).collect()
    }

    /// Gives what changes a relation for every further state.
    pub(super) fn unroll(&mut self, module: &Module, length: usize) {
        for state in 1..length {
            let mut next = self.states[0].clone();
            for (sig, value) in module.sigs.iter().zip(&mut next.sigs) {
                if let (SigValue::Relation(relation), true) = (value, sig.is_variable) {
                    *relation = self.in_state(*relation, state);
                }
            }
            for (field, relation) in module.fields.iter().zip(&mut next.fields) {
                if field.is_variable {
                    *relation = self.in_state(*relation, state);
                }
            }
            self.states.push(next);
        }
    }

    /// The relation of a further state.
    fn in_state(&mut self, first: RelationId, state: usize) -> RelationId {
        let relation = self.relations[first.0 as usize].clone();
        let name = format!("{} in state {state}", relation.name);
        self.relations.push(Relation { name, ..relation });
        RelationId(self.relations.len() as u32 - 1)
    }

    /// What stands for a signature in the state that is meant.
    pub(super) fn sig_value(&self, sig: SigId) -> &SigValue {
        &self.states[self.now].sigs[sig.index()]
    }

    /// The relation of a field in the state that is meant.
    pub(super) fn field_relation(&self, field: FieldId) -> RelationId {
        self.states[self.now].fields[field.index()]
    }

    /// The last atom of a universe that has one.
    pub(super) fn last_atom(&self) -> AtomId {
        AtomId(self.universe.len().saturating_sub(1) as u32)
    }

    /// Whether objects that are alike exist in the order of their atoms.
    pub(super) fn is_ordered(&self, top: &Top) -> bool {
        !top.exactly && !top.changes && !top.alike.is_empty() && self.purpose != Purpose::Instances { ordered: false }
    }

    fn add_classes(&mut self, module: &Module) {
        for top in &self.population.tops {
            let SigValue::Relation(relation) = self.states[0].sigs[top.sig.index()] else { continue };
            let name = &module.sigs[top.sig.index()].name;
            if self.is_ordered(top) {
                self.relations[relation.0 as usize].shape = Shape::Prefix;
            }
            for (atoms, permutable) in [(&top.constants, false), (&top.alike, true)] {
                if !atoms.is_empty() {
                    let class = SymmetryClass { name: name.clone(), relation, atoms: atoms.clone(), permutable };
                    self.heap.classes.push(class);
                }
            }
        }
    }

    fn add_field(
        &mut self,
        module: &Module,
        field: &Field,
        ranges: &[(usize, (i64, i64))],
        shared: &FxHashSet<&str>,
    ) -> Result<(), Diagnostic> {
        let owner = &module.sigs[field.owner.index()];
        let name = format!("{}.{}", owner.name, field.name);
        let arity = field.arity();
        if arity > self.max_arity {
            let message = format!("field `{name}` has too many columns for {} atoms", self.universe.len());
            return Err(Diagnostic::error(field.span, message).help("use a smaller scope or range"));
        }
        let mut products: Vec<Vec<Vec<AtomId>>> = Vec::new();
        for product in self.products(&field.bound) {
            let owners = self.population.upper[field.owner.index()].clone();
            let mut columns: Vec<_> = std::iter::once(owners).chain(product).collect();
            for (column, (low, high)) in ranges {
                let inside = |atom: &AtomId| {
                    self.universe.atoms[atom.index()].int.is_none_or(|value| (*low..=*high).contains(&value))
                };
                if let Some(column) = columns.get_mut(*column) {
                    column.retain(inside);
                }
            }
            products.push(columns);
        }
        let total = tuple_count(&products);
        if total > MAX_TUPLES {
            let message = format!("field `{name}` may have {total} tuples at this scope, more than {MAX_TUPLES}");
            return Err(Diagnostic::error(field.span, message).help("use a smaller scope or range"));
        }
        let upper = TupleSet::from_keys(arity, products.iter().flat_map(|product| self.keys(product)).collect());
        let functional = is_functional(field);
        let constant_middle =
            products.iter().all(|product| product[1..arity - 1].iter().flatten().all(|atom| self.is_constant(*atom)));
        let relation = RelationId(self.relations.len() as u32);
        self.states[0].fields.push(relation);
        let shared = shared.contains(field.name.as_str());
        self.heap.fields.push(HeapField {
            relation,
            name: if shared { name.clone() } else { field.name.clone() },
            nullable: functional && !is_total(field),
            functional: functional && constant_middle,
        });
        self.relations.push(Relation {
            name,
            lower: TupleSet::empty(arity),
            upper,
            shape: if functional { Shape::Function } else { Shape::Any },
        });
        Ok(())
    }

    /// An upper bound of an expression, or the number of its tuples if there are too many.
    pub(super) fn upper_of(&self, expr: &Expr, arity: usize) -> Result<TupleSet, u64> {
        let products = self.products(expr);
        let total = tuple_count(&products);
        if total > MAX_TUPLES || arity > self.max_arity {
            return Err(total);
        }
        Ok(TupleSet::from_keys(arity, products.iter().flat_map(|product| self.keys(product)).collect()))
    }

    /// Whether an atom is an integer, or an object that always exists and has a name of its own.
    fn is_constant(&self, atom: AtomId) -> bool {
        self.universe.atoms[atom.index()].int.is_some()
            || self.population.tops.iter().any(|top| top.constants.contains(&atom))
    }

    fn keys(&self, columns: &[Vec<AtomId>]) -> Vec<TupleKey> {
        let base = self.universe.len() as u64;
        columns.iter().fold(vec![TupleKey(0)], |keys, column| {
            keys.iter()
                .flat_map(|key| column.iter().map(move |atom| TupleKey(key.0 * base + u64::from(atom.0))))
                .collect()
        })
    }

    /// The atoms that a column of this type may hold, ascending.
    fn atoms_of(&self, prim: Prim) -> Vec<AtomId> {
        match prim {
            Prim::Sig(sig) => self.population.upper[sig.index()].clone(),
            Prim::Int => self.ints.clone(),
            Prim::Text => self.texts.values().copied().collect(),
            Prim::Univ => (0..self.universe.len()).map(|index| AtomId(index as u32)).collect(),
        }
    }

    /// The indices of sequences, ascending.
    pub(super) fn indices(&self) -> Vec<AtomId> {
        let inside = |atom: &AtomId| {
            let value = self.universe.atoms[atom.index()].int;
            value.is_some_and(|value| (0..i64::from(self.max_sequence)).contains(&value))
        };
        self.ints.iter().copied().filter(inside).collect()
    }

    /// The atoms that a column of a relation may hold.
    pub(super) fn column(&self, ty: &RelType, column: usize) -> TupleSet {
        let atoms = ty.products.iter().flat_map(|product| self.atoms_of(product[column]));
        TupleSet::from_keys(1, atoms.map(|atom| TupleKey(u64::from(atom.0))).collect())
    }

    /// Products of columns that contain every tuple that an expression may have.
    fn products(&self, expr: &Expr) -> Vec<Vec<Vec<AtomId>>> {
        stack::grown(|| self.products_of_form(expr))
    }

    fn products_of_form(&self, expr: &Expr) -> Vec<Vec<Vec<AtomId>>> {
        match &expr.kind {
            ExprKind::Sig(sig) => vec![vec![self.population.upper[sig.index()].clone()]],
            ExprKind::IntSet => vec![vec![self.ints.clone()]],
            ExprKind::Indices { .. } => vec![vec![self.indices()]],
            ExprKind::TextSet => vec![vec![self.atoms_of(Prim::Text)]],
            ExprKind::None => Vec::new(),
            ExprKind::Binary(Binary::Arrow(..), left, right) => {
                let right = self.products(right);
                let pair = |left: Vec<Vec<AtomId>>| {
                    right.clone().into_iter().map(move |right| left.iter().cloned().chain(right).collect())
                };
                self.products(left).into_iter().flat_map(pair).collect()
            }
            ExprKind::Binary(Binary::Union, left, right) => {
                let mut products = self.products(left);
                products.extend(self.products(right));
                products
            }
            ExprKind::Binary(Binary::Difference, left, _) => self.products(left),
            ExprKind::Comprehension(decls, body) if decls.iter().all(|decl| decl.mult == Mult::One) => {
                decls.iter().fold(vec![Vec::new()], |products, decl| {
                    let columns = self.comprehended(decl, body);
                    let with = |product: Vec<Vec<AtomId>>| {
                        columns.clone().into_iter().map(move |column| product.iter().cloned().chain(column).collect())
                    };
                    products.into_iter().flat_map(with).collect()
                })
            }
            _ => {
                let Type::Relation(ty) = &expr.ty else {
                    return Vec::new();
                };
                let atoms = |prim: &Prim| self.atoms_of(*prim);
                ty.products.iter().map(|product| product.iter().map(atoms).collect()).collect()
            }
        }
    }

    /// The atoms that a variable of a comprehension may stand for: integers only as far as the formula compares them with literals.
    fn comprehended(&self, decl: &Decl, body: &Expr) -> Vec<Vec<Vec<AtomId>>> {
        let value = |atom: &AtomId| self.universe.atoms[atom.index()].int;
        let mut products = self.products(&decl.bound);
        let ints = self.ints.first().zip(self.ints.last()).and_then(|(low, high)| value(low).zip(value(high)));
        if let Some(ints) = ints {
            let (low, high) = narrowed(ints, decl.var, body);
            let holds = |atom: &AtomId| value(atom).is_none_or(|value| (low..=high).contains(&value));
            products.iter_mut().flatten().for_each(|column| column.retain(holds));
        }
        products
    }

    /// Whether an expression, for every instance, contains exactly the tuples that `products` gives.
    pub(super) fn is_exact(&self, expr: &Expr) -> bool {
        expr.all().all(|expr| match &expr.kind {
            ExprKind::Sig(sig) => self.population.lower[sig.index()] == self.population.upper[sig.index()],
            ExprKind::IntSet | ExprKind::Indices { .. } | ExprKind::TextSet | ExprKind::None => true,
            ExprKind::Binary(Binary::Arrow(..) | Binary::Union, ..) => true,
            _ => false,
        })
    }
}

fn tuple_count(products: &[Vec<Vec<AtomId>>]) -> u64 {
    let size =
        |product: &Vec<Vec<AtomId>>| product.iter().map(|column| column.len() as u64).fold(1u64, u64::saturating_mul);
    products.iter().map(size).fold(0u64, u64::saturating_add)
}

/// Whether a field gives each tuple of its columns but the last at most one value, by its declaration.
pub(super) fn is_functional(field: &Field) -> bool {
    match field.arity() {
        2 => matches!(field.mult, Mult::One | Mult::Lone),
        _ => ends_in(&field.bound, &[Mult::One, Mult::Lone]),
    }
}

/// Whether a functional field always has a value.
fn is_total(field: &Field) -> bool {
    match field.arity() {
        2 => field.mult == Mult::One,
        _ => ends_in(&field.bound, &[Mult::One]),
    }
}

/// Whether the last arrow of a bound has one of these multiplicities on its right.
fn ends_in(bound: &Expr, mults: &[Mult]) -> bool {
    match &bound.kind {
        ExprKind::Binary(Binary::Arrow(_, right), _, target) => match &target.ty {
            Type::Relation(ty) if ty.arity == 1 => mults.contains(right),
            _ => ends_in(target, mults),
        },
        _ => false,
    }
}
