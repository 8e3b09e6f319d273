//! Which object can get which number, given what is to be true of the numbers: a search that looks at two numbers at a time.

use super::places::Places;
use super::view::{Cell, Extent, View};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;

/// What is decided of the tuples with two labels, as one of them sees it: kinds, and whether there is such a tuple. Sorted.
type Type = Vec<(usize, bool)>;

/// The type of which nothing is decided yet.
const ANY: usize = 0;

/// Labels from the first one on, each of which is to get an object so that what is decided of these labels is true of the objects.
///
/// Two labels at a time are made consistent (Mackworth, Consistency in networks of relations, 1977), which is all there is to know where numbers
/// follow a total order. Of labels that nothing tells apart, and of objects that look alike, one stands for all: what was tried
/// with it in vain need not be tried with the others.
pub(super) struct Matching<'v> {
    view: &'v View<'v>,
    /// For each label, the objects that it may get.
    domains: Vec<Places>,
    /// For each two labels, what is decided of their tuples, as the first one sees it.
    types: Vec<Vec<usize>>,
    known: FxHashMap<Type, usize>,
    /// For each type, kind and whether there is a tuple of the kind, the type that says that, too.
    next: FxHashMap<(usize, usize, bool), usize>,
    /// For each type and object, the other objects with which it has the tuples of the type and lacks those that it lacks.
    supports: Vec<Vec<Places>>,
    decided: Vec<Type>,
    /// What is decided of tuples with more than two labels.
    wide: Vec<(&'v Cell, usize, bool)>,
    /// For each object, the first one that looks like it; not known before somebody asks.
    twins: OnceCell<Vec<usize>>,
}

/// What may be done with a solution.
pub(super) type Visit<'s> = &'s mut dyn FnMut(&[usize]) -> bool;

impl<'v> Matching<'v> {
    /// No labels.
    pub(super) fn new(view: &'v View<'v>) -> Matching<'v> {
        let count = view.len();
        let others = (0..count).map(|object| Places::of(count, (0..count).filter(|other| *other != object)));
        Matching {
            view,
            domains: Vec::new(),
            types: Vec::new(),
            known: FxHashMap::from_iter([(Type::new(), ANY)]),
            next: FxHashMap::default(),
            supports: vec![others.collect()],
            decided: vec![Type::new()],
            wide: Vec::new(),
            twins: OnceCell::new(),
        }
    }

    fn twins(&self) -> &[usize] {
        self.twins.get_or_init(|| {
            let mut twins: Vec<usize> = (0..self.view.len()).collect();
            for object in 0..twins.len() {
                let is_twin = |earlier: &usize| {
                    twins[*earlier] == *earlier
                        && self.view.class(*earlier) == self.view.class(object)
                        && self.view.are_twins(*earlier, object)
                };
                let first = (0..object).find(is_twin);
                twins[object] = first.unwrap_or(object);
            }
            twins
        })
    }

    /// Adds a label, which may get the objects of its class.
    pub(super) fn add_label(&mut self) {
        self.domains.push(self.view.of_class(self.domains.len()).clone());
        self.types.iter_mut().for_each(|row| row.push(ANY));
        self.types.push(vec![ANY; self.domains.len()]);
    }

    /// Decides whether there is a tuple that has the last label. There are objects of which that is true.
    pub(super) fn decide(&mut self, cell: &'v Cell, holds: bool) {
        if self.is_settled(cell) {
            return;
        }
        let mut domains = std::mem::take(&mut self.domains);
        let changed = self.state(cell, holds, &mut domains);
        let is_possible = changed.is_some_and(|changed| self.propagate(&mut domains, changed));
        debug_assert!(is_possible, "what is decided is true of some objects");
        self.domains = domains;
    }

    /// Whether the labels of a tuple have one object left each, so that deciding about it says nothing new.
    fn is_settled(&self, cell: &Cell) -> bool {
        let is_settled = |label: usize| self.domains[label].len() == 1;
        let last = self.domains.len() - 1;
        match cell.extent {
            Extent::One { .. } => is_settled(last),
            Extent::Two { earlier, .. } => is_settled(last) && is_settled(self.view.place(earlier)),
            Extent::Many => false,
        }
    }

    /// Whether all objects that the labels of a tuple may get have it.
    fn is_certain(&self, cell: &Cell) -> bool {
        let last = &self.domains[self.domains.len() - 1];
        match cell.extent {
            Extent::One { kind } => last.iter().all(|object| self.view.alone[kind].contains(object)),
            Extent::Two { earlier, kinds: [kind, _] } => {
                let mut sources = self.domains[self.view.place(earlier)].iter();
                sources.all(|object| last.is_within(&self.view.together(kind)[object], object))
            }
            Extent::Many => false,
        }
    }

    /// Objects for all labels where the last one has no such tuple, if that is possible.
    pub(super) fn without(&mut self, cell: &'v Cell) -> Option<Vec<usize>> {
        if self.is_certain(cell) {
            return None;
        }
        let last = self.domains.len() - 1;
        let earlier = match cell.extent {
            Extent::Two { earlier, .. } => self.view.place(earlier),
            Extent::One { .. } | Extent::Many => last,
        };
        let types = [self.types[earlier][last], self.types[last][earlier]];
        let wide = self.wide.len();
        let mut domains = self.domains.clone();
        let mut found = None;
        if let Some(changed) = self.state(cell, false, &mut domains) {
            self.solve(domains, changed, true, &mut |objects| {
                found = Some(objects.to_vec());
                true
            });
        }
        self.wide.truncate(wide);
        [self.types[earlier][last], self.types[last][earlier]] = types;
        found
    }

    /// Visits all ways to give the labels to objects, until a visit says that it is enough.
    pub(super) fn each(&self, visit: Visit<'_>) {
        self.solve(self.domains.clone(), (0..self.domains.len()).collect(), false, visit);
    }

    /// States whether there is a tuple that has the last label, and returns the labels that may get fewer objects then; nothing if one gets none.
    fn state(&mut self, cell: &'v Cell, holds: bool, domains: &mut [Places]) -> Option<Vec<usize>> {
        let last = domains.len() - 1;
        match cell.extent {
            Extent::One { kind } => {
                restrict(&mut domains[last], &self.view.alone[kind], holds);
                (!domains[last].is_empty()).then(|| vec![last])
            }
            Extent::Two { earlier, kinds: [from_earlier, from_last] } => {
                let earlier = self.view.place(earlier);
                self.types[earlier][last] = self.with(self.types[earlier][last], from_earlier, holds);
                self.types[last][earlier] = self.with(self.types[last][earlier], from_last, holds);
                let mut changed = Vec::new();
                for [source, label] in [[earlier, last], [last, earlier]] {
                    let held = domains[source].clone();
                    if self.revise(&mut domains[label], label, (&held, source))? {
                        changed.push(label);
                    }
                }
                Some(changed)
            }
            Extent::Many => {
                self.wide.push((cell, last, holds));
                Some(Vec::new())
            }
        }
    }

    /// The type that says one thing more.
    fn with(&mut self, of: usize, kind: usize, holds: bool) -> usize {
        if let Some(known) = self.next.get(&(of, kind, holds)) {
            return *known;
        }
        let new = self.extended(of, kind, holds);
        self.next.insert((of, kind, holds), new);
        new
    }

    fn extended(&mut self, of: usize, kind: usize, holds: bool) -> usize {
        let mut decided = self.decided[of].clone();
        decided.push((kind, holds));
        decided.sort_unstable();
        if let Some(known) = self.known.get(&decided) {
            return *known;
        }
        let mut supports = self.supports[of].clone();
        for (seen, others) in supports.iter_mut().zip(self.view.together(kind)) {
            restrict(seen, others, holds);
        }
        let new = self.decided.len();
        self.supports.push(supports);
        self.decided.push(decided.clone());
        self.known.insert(decided, new);
        new
    }

    /// Visits ways to give the labels to objects: all of them, or one for all that are alike.
    fn solve(&self, mut domains: Vec<Places>, changed: Vec<usize>, is_one_enough: bool, visit: Visit<'_>) -> bool {
        if !self.propagate(&mut domains, changed) || !self.is_consistent(&domains) {
            return false;
        }
        let open = (0..domains.len()).filter(|label| domains[*label].len() > 1);
        let Some(label) = open.min_by_key(|label| domains[*label].len()) else {
            let objects: Vec<usize> = domains.iter().filter_map(Places::first).collect();
            return visit(&objects);
        };
        // What moves few objects says the same of many instances.
        let choice = |domain: &Places| if domain.contains(label) { Some(label) } else { domain.first() };
        while let Some(object) = choice(&domains[label]) {
            let mut next = domains.clone();
            next[label].become_only(object);
            if self.solve(next, vec![label], is_one_enough, visit) {
                return true;
            }
            if !is_one_enough {
                domains[label].remove(object);
                continue;
            }
            let changed = self.exclude(&mut domains, label, object);
            if changed.iter().any(|label| domains[*label].is_empty()) || !self.propagate(&mut domains, changed) {
                return false;
            }
        }
        false
    }

    /// Takes an object that a label was given in vain from what it may get, with those that look like it, and from the labels that nothing tells
    /// apart from that one. Returns these labels.
    fn exclude(&self, domains: &mut [Places], label: usize, object: usize) -> Vec<usize> {
        let twins = self.twins();
        let is_alike = |other: &usize| {
            twins[*other] == twins[object]
                && domains.iter().all(|domain| domain.contains(*other) == domain.contains(object))
        };
        let objects: Vec<usize> = domains[label].iter().filter(is_alike).collect();
        let labels = (0..domains.len()).filter(|other| {
            *other == label || domains[*other] == domains[label] && self.nothing_tells_apart(*other, label)
        });
        let labels: Vec<usize> = labels.collect();
        for label in &labels {
            objects.iter().for_each(|object| domains[*label].remove(*object));
        }
        labels
    }

    fn nothing_tells_apart(&self, one: usize, other: usize) -> bool {
        let is_same = |third: usize| self.types[one][third] == self.types[other][third];
        self.wide.is_empty()
            && self.types[one][other] == self.types[other][one]
            && (0..self.types.len()).all(|third| third == one || third == other || is_same(third))
    }

    /// Takes from the domains of labels what fits with no object that another label may get, beginning with those next to labels that
    /// changed. False if some label is left without objects, or all of them together with too few.
    fn propagate(&self, domains: &mut [Places], mut changed: Vec<usize>) -> bool {
        while let Some(source) = changed.pop() {
            let held = domains[source].clone();
            for label in (0..domains.len()).filter(|label| *label != source) {
                match self.revise(&mut domains[label], label, (&held, source)) {
                    None => return false,
                    Some(true) if !changed.contains(&label) => changed.push(label),
                    Some(_) => {}
                }
            }
        }
        let mut all = Places::none(self.view.len());
        domains.iter().for_each(|domain| all.union_with(domain));
        all.len() >= domains.len()
    }

    /// Takes from the domain of a label what fits with no object that another one may get: whether that was something, and nothing if there is none left.
    fn revise(&self, domain: &mut Places, label: usize, (held, source): (&Places, usize)) -> Option<bool> {
        let before = domain.len();
        if held.len() == 1 {
            held.iter().for_each(|object| domain.intersect_with(&self.supports[self.types[source][label]][object]));
        } else if self.types[label][source] != ANY {
            let supports = &self.supports[self.types[label][source]];
            domain.retain(|own| !supports[own].is_disjoint(held));
        }
        let left = domain.len();
        (left > 0).then_some(left < before)
    }

    /// Whether what is decided of more than two labels is true, where each of them has one object left.
    fn is_consistent(&self, domains: &[Places]) -> bool {
        if self.wide.is_empty() {
            return true;
        }
        let objects: Vec<usize> = domains.iter().map(|domain| domain.first().expect("no domain is empty")).collect();
        self.wide.iter().all(|(cell, last, holds)| {
            self.view.places(cell).any(|label| domains[label].len() > 1)
                || self.view.has(cell, *last, &objects) == *holds
        })
    }
}

/// Leaves of some objects those that are among others, or those that are not.
fn restrict(objects: &mut Places, others: &Places, to_these: bool) {
    match to_these {
        true => objects.intersect_with(others),
        false => objects.difference_with(others),
    }
}
