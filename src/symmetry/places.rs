//! Sets of places, which are small and copied often: up to 128 of them take no memory of their own.

/// How many places a word has.
const WORD: usize = u128::BITS as usize;

/// A set of places below some number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Places {
    first: u128,
    /// The places from 128 on.
    more: Vec<u128>,
}

impl Places {
    /// The empty set of places below a number.
    pub(super) fn none(count: usize) -> Places {
        Places { first: 0, more: vec![0; count.div_ceil(WORD).saturating_sub(1)] }
    }

    /// The set of some places below a number.
    pub(super) fn of(count: usize, places: impl IntoIterator<Item = usize>) -> Places {
        let mut set = Places::none(count);
        places.into_iter().for_each(|place| set.insert(place));
        set
    }

    fn words(&self) -> impl Iterator<Item = u128> {
        std::iter::once(self.first).chain(self.more.iter().copied())
    }

    fn word(&mut self, place: usize) -> &mut u128 {
        match place / WORD {
            0 => &mut self.first,
            word => &mut self.more[word - 1],
        }
    }

    fn combine(&mut self, other: &Places, combined: impl Fn(u128, u128) -> u128) {
        self.first = combined(self.first, other.first);
        self.more.iter_mut().zip(&other.more).for_each(|(own, other)| *own = combined(*own, *other));
    }

    pub(super) fn contains(&self, place: usize) -> bool {
        let word = if place < WORD { self.first } else { self.more[place / WORD - 1] };
        word >> (place % WORD) & 1 == 1
    }

    pub(super) fn insert(&mut self, place: usize) {
        *self.word(place) |= 1 << (place % WORD);
    }

    pub(super) fn remove(&mut self, place: usize) {
        *self.word(place) &= !(1 << (place % WORD));
    }

    /// Leaves the places that pass a test.
    pub(super) fn retain(&mut self, passes: impl Fn(usize) -> bool) {
        let words = std::iter::once(&mut self.first).chain(&mut self.more);
        for (index, word) in words.enumerate() {
            let mut left = *word;
            while left != 0 {
                let bit = left & left.wrapping_neg();
                left ^= bit;
                if !passes(index * WORD + bit.trailing_zeros() as usize) {
                    *word ^= bit;
                }
            }
        }
    }

    /// Leaves of the places one only.
    pub(super) fn become_only(&mut self, place: usize) {
        self.first = 0;
        self.more.fill(0);
        self.insert(place);
    }

    pub(super) fn union_with(&mut self, other: &Places) {
        self.combine(other, |one, other| one | other);
    }

    pub(super) fn intersect_with(&mut self, other: &Places) {
        self.combine(other, |one, other| one & other);
    }

    pub(super) fn difference_with(&mut self, other: &Places) {
        self.combine(other, |one, other| one & !other);
    }

    pub(super) fn is_disjoint(&self, other: &Places) -> bool {
        self.first & other.first == 0 && self.more.iter().zip(&other.more).all(|(one, other)| one & other == 0)
    }

    pub(super) fn is_subset(&self, other: &Places) -> bool {
        self.first & !other.first == 0 && self.more.iter().zip(&other.more).all(|(one, other)| one & !other == 0)
    }

    /// Whether each place of this set is in another one, or is a certain one.
    pub(super) fn is_within(&self, other: &Places, or: usize) -> bool {
        let mut left = self.clone();
        left.difference_with(other);
        left.remove(or);
        left.is_empty()
    }

    /// Whether two sets have the same places, whatever is said of two of these.
    pub(super) fn is_same_but_for(&self, other: &Places, exempt: [usize; 2]) -> bool {
        let mut difference = self.clone();
        difference.combine(other, |one, other| one ^ other);
        exempt.into_iter().for_each(|place| difference.remove(place));
        difference.is_empty()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.first == 0 && self.more.iter().all(|word| *word == 0)
    }

    pub(super) fn len(&self) -> usize {
        let more: u32 = self.more.iter().map(|word| word.count_ones()).sum();
        (self.first.count_ones() + more) as usize
    }

    /// The least place.
    pub(super) fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// The places in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        let bits = |mut word: u128| {
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros() as usize;
                (bit < WORD).then(|| {
                    word &= word - 1;
                    bit
                })
            })
        };
        self.words().enumerate().flat_map(move |(index, word)| bits(word).map(move |bit| index * WORD + bit))
    }
}

#[cfg(test)]
mod tests {
    use super::Places;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        /// Sets of the standard library say what is in them.
        #[test]
        fn operations_are_those_of_sets(one in prop::collection::btree_set(0usize..300, 0..40), other in prop::collection::btree_set(0usize..300, 0..40)) {
            let [mut set, with] = [&one, &other].map(|places| Places::of(300, places.iter().copied()));
            let same = |set: &Places, places: BTreeSet<usize>| {
                assert_eq!(set.iter().collect::<BTreeSet<usize>>(), places);
                assert_eq!((set.len(), set.first(), set.is_empty()), (places.len(), places.first().copied(), places.is_empty()));
                assert!((0..300).all(|place| set.contains(place) == places.contains(&place)));
            };
            same(&set, one.clone());
            assert_eq!(set.is_disjoint(&with), one.is_disjoint(&other));
            assert_eq!(set.is_subset(&with), one.is_subset(&other));
            assert_eq!(set.is_within(&with, 7), one.iter().all(|place| *place == 7 || other.contains(place)));
            let same_but = |set: &BTreeSet<usize>| set.iter().copied().filter(|place| ![7, 200].contains(place)).collect::<Vec<_>>();
            assert_eq!(set.is_same_but_for(&with, [7, 200]), same_but(&one) == same_but(&other));
            let combined = |combine: fn(&mut Places, &Places)| {
                let mut set = set.clone();
                combine(&mut set, &with);
                set
            };
            same(&combined(Places::union_with), &one | &other);
            same(&combined(Places::intersect_with), &one & &other);
            same(&combined(Places::difference_with), &one - &other);
            let mut even = set.clone();
            even.retain(|place| place % 2 == 0);
            same(&even, one.iter().copied().filter(|place| place % 2 == 0).collect());
            for place in &other {
                set.remove(*place);
            }
            same(&set, &one - &other);
            set.become_only(299);
            same(&set, BTreeSet::from([299]));
        }
    }
}
