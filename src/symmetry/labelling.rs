//! How each class of interchangeable objects gets its canonical numbering.
//!
//! Classes are taken in topological order of "may refer to"; classes that refer to each other are numbered together.
//! Where every reference into a group of classes sits in a functional field, the numbering is that of a breadth-first
//! walk, which exists exactly once (`Numbering::Walk`). So it is where functional fields are known to meet all objects, whatever
//! else refers to them. Elsewhere (sets, relations over two permuted columns) it is the lexicographically least one
//! (`Numbering::Leader`).

use crate::relational::{AtomId, Problem, RelationId, TupleKey};
use std::collections::BTreeMap;

/// The numbering of all classes of a problem.
#[derive(Debug, Clone)]
pub struct Labelling {
    /// The groups in topological order: no field of a later group refers to an earlier one.
    pub groups: Vec<Group>,
    /// For each atom, its class among `Heap::classes` if that class is permutable.
    class_of: Vec<Option<usize>>,
    /// Whether no walk depends on the classes that no walk numbers, and no tuple has two of their objects.
    is_sorted: bool,
}

/// Classes that refer to each other, directly or indirectly.
#[derive(Debug, Clone)]
pub struct Group {
    /// Indices into `Heap::classes`.
    pub classes: Vec<usize>,
    /// How its objects are numbered.
    pub numbering: Numbering,
}

/// The two ways to a canonical numbering.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbering {
    /// In the order in which a breadth-first walk first meets the objects.
    Walk,
    /// The numbering whose tuples come first in the order of `leader`.
    Leader,
}

/// A place that holds at most one object: a functional field of an owner, at given middle columns.
#[derive(Debug, Clone)]
pub struct Slot {
    /// The owner.
    pub owner: AtomId,
    /// The field's relation.
    pub relation: RelationId,
    /// The tuples for the values that it may hold, in ascending order of values.
    pub values: Vec<(AtomId, TupleKey)>,
}

impl Labelling {
    /// Decides on the numbering of a problem's permutable classes, in instances of the problem.
    pub fn new(problem: &Problem) -> Labelling {
        Labelling::knowing(&problem.heap.met, problem)
    }

    /// The same for instances that need not satisfy the problem: what is known of these others ([`Heap::met`]) says nothing of them.
    ///
    /// [`Heap::met`]: crate::relational::Heap::met
    pub fn of_any(problem: &Problem) -> Labelling {
        Labelling::knowing(&[], problem)
    }

    /// Where some classes, as indices into `Heap::classes`, are known to be met along functional fields.
    fn knowing(met: &[usize], problem: &Problem) -> Labelling {
        let heap = &problem.heap;
        let mut class_of = vec![None; problem.universe.len()];
        for (index, class) in heap.classes.iter().enumerate().filter(|entry| entry.1.permutable) {
            for atom in &class.atoms {
                class_of[atom.index()] = Some(index);
            }
        }
        let count = heap.classes.len();
        let mut refers = vec![vec![false; count]; count];
        let mut unordered = vec![false; count];
        for field in &heap.fields {
            let upper = &problem.relations[field.relation.0 as usize].upper;
            for key in upper.keys() {
                let tuple = problem.universe.tuple(*key, upper.arity());
                let classes: Vec<_> = tuple.iter().map(|atom| class_of[atom.index()]).collect();
                let middle = classes[1..classes.len() - 1].iter().any(Option::is_some);
                for class in classes[1..].iter().flatten() {
                    unordered[*class] |= (!field.functional || middle) && !met.contains(class);
                    if let Some(owner) = classes[0] {
                        refers[owner][*class] = true;
                    }
                }
            }
        }
        for middle in 0..count {
            for from in 0..count {
                if refers[from][middle] {
                    let (row, other) = (refers[middle].clone(), &mut refers[from]);
                    other.iter_mut().zip(row).for_each(|(cell, more)| *cell |= more);
                }
            }
        }
        let mut waiting: Vec<usize> = (0..count).filter(|class| heap.classes[*class].permutable).collect();
        let mut groups = Vec::new();
        while !waiting.is_empty() {
            // The first class to which nothing refers but what it refers to itself; one exists, because the
            // quotient by mutual reference has no cycle.
            let ready = |class: &usize| waiting.iter().all(|from| !refers[*from][*class] || refers[*class][*from]);
            let group = |first: usize| {
                let together = |class: &usize| *class == first || (refers[first][*class] && refers[*class][first]);
                let classes: Vec<usize> = waiting.iter().copied().filter(together).collect();
                let leader = classes.iter().any(|class| unordered[*class]);
                Group { classes, numbering: if leader { Numbering::Leader } else { Numbering::Walk } }
            };
            // What a walk numbers does not hang on other numberings, if it comes before them.
            let mut candidates: Vec<Group> = waiting.iter().copied().filter(ready).map(group).collect();
            let walk = candidates.iter().position(|group| group.numbering == Numbering::Walk);
            assert!(!candidates.is_empty(), "a finite order has a least element");
            let chosen = candidates.swap_remove(walk.unwrap_or(0));
            waiting.retain(|class| !chosen.classes.contains(class));
            groups.push(chosen);
        }
        let mut labelling = Labelling { groups, class_of, is_sorted: false };
        labelling.is_sorted = labelling.are_rows_apart(problem);
        labelling
    }

    /// The permutable class of an atom.
    pub fn class_of(&self, atom: AtomId) -> Option<usize> {
        self.class_of[atom.index()]
    }

    /// Whether every class is numbered by a walk.
    pub fn is_walked(&self) -> bool {
        self.groups.iter().all(|group| group.numbering == Numbering::Walk)
    }

    /// Whether canonical instances need no filter: what [`super::predicate`] says, one numbering of each instance satisfies.
    ///
    /// So it is where walks number all classes. So it is, too, where no tuple has two objects of the other classes and no walk depends on these. An
    /// instance then is a row of tuples for each of these objects, and the same tuples may be in the rows of all objects of a class, but for the object.
    /// The predicate says that the rows of a class ascend, for it compares every two, and equal rows may change places: that gives the same instance.
    pub fn is_exact(&self) -> bool {
        self.is_walked() || self.is_sorted
    }

    /// Whether an object is numbered by comparing tuples.
    pub fn is_compared(&self, atom: AtomId) -> bool {
        let mut leaders = self.groups.iter().filter(|group| group.numbering == Numbering::Leader);
        self.class_of(atom).is_some_and(|class| leaders.any(|group| group.classes.contains(&class)))
    }

    /// Whether the last groups alone are numbered by comparing tuples, and each of these has one of their objects at most.
    fn are_rows_apart(&self, problem: &Problem) -> bool {
        if !self.groups.is_sorted_by_key(|group| group.numbering == Numbering::Leader) {
            return false;
        }
        problem.relations.iter().all(|relation| {
            let arity = relation.upper.arity();
            let mut tuples = relation.upper.keys().iter().map(|key| problem.universe.tuple(*key, arity));
            tuples.all(|tuple| tuple.iter().filter(|atom| self.is_compared(**atom)).count() <= 1)
        })
    }

    /// The owners whose fields a walk has read before it comes to a group: the root, the constants, and the
    /// objects of earlier groups.
    pub fn owners_before(&self, group: usize, problem: &Problem) -> Vec<AtomId> {
        let mut owners: Vec<AtomId> = problem.heap.root.into_iter().collect();
        for class in problem.heap.classes.iter().filter(|class| !class.permutable) {
            owners.extend(class.atoms.iter().filter(|atom| Some(**atom) != problem.heap.root));
        }
        for earlier in &self.groups[..group] {
            for class in &earlier.classes {
                owners.extend(&problem.heap.classes[*class].atoms);
            }
        }
        owners
    }

    /// The slots of an owner that may hold objects of a group, in declaration order of fields. Where other permutable objects choose among
    /// the values of an owner, these are no slots.
    pub fn slots(&self, owner: AtomId, group: usize, problem: &Problem) -> Vec<Slot> {
        let classes = &self.groups[group].classes;
        let mut result = Vec::new();
        for field in problem.heap.fields.iter().filter(|field| field.functional) {
            let upper = &problem.relations[field.relation.0 as usize].upper;
            let mut rows: BTreeMap<TupleKey, Slot> = BTreeMap::new();
            let base = problem.universe.len() as u64;
            let first = u64::from(owner.0) * base.pow(upper.arity() as u32 - 1);
            let last = u64::from(owner.0 + 1) * base.pow(upper.arity() as u32 - 1);
            let start = upper.keys().partition_point(|key| key.0 < first);
            for key in upper.keys()[start..].iter().take_while(|key| key.0 < last) {
                let value = AtomId((key.0 % base) as u32);
                let tuple = problem.universe.tuple(*key, upper.arity());
                if tuple[1..].iter().rev().skip(1).any(|middle| self.class_of(*middle).is_some()) {
                    continue;
                }
                if self.class_of(value).is_some_and(|class| classes.contains(&class)) {
                    rows.entry(TupleKey(key.0 / base))
                        .or_insert_with(|| Slot { owner, relation: field.relation, values: Vec::new() })
                        .values
                        .push((value, *key));
                }
            }
            result.extend(rows.into_values());
        }
        result
    }
}
