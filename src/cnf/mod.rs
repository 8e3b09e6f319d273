//! Propositional formulas in conjunctive normal form: variables, literals, clauses and their text form.

use std::fmt;
use std::num::NonZeroI32;
use std::ops::Not;

pub mod dimacs;
pub mod tseitin;

/// The largest number of variables that a formula may have, so that two codes per variable fit in 32
/// bits and that no text of a few bytes can make fex allocate gigabytes.
pub const MAX_VARIABLES: u32 = (1 << 28) - 1;

/// A propositional variable, numbered from 1 as in DIMACS.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(pub u32);

impl Var {
    /// Its place in a table that has one entry per variable: `0` for variable 1.
    pub fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Display for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A variable or its negation: the DIMACS integer, which is negative for a negation and never zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Lit(NonZeroI32);

impl Lit {
    /// The literal that is true when `var` is.
    ///
    /// # Panics
    /// If `var` is 0 or above [`MAX_VARIABLES`]: such a variable does not exist.
    pub fn positive(var: Var) -> Lit {
        assert!(var.0 <= MAX_VARIABLES, "variable {var} is above the largest");
        Lit(NonZeroI32::new(var.0 as i32).expect("variables are numbered from 1"))
    }

    /// The literal that is true when `var` is false; panics like [`Lit::positive`].
    pub fn negative(var: Var) -> Lit {
        !Lit::positive(var)
    }

    /// The literal of `var` that holds when `var` has the value `value`; panics like [`Lit::positive`].
    pub fn of(var: Var, value: bool) -> Lit {
        if value { Lit::positive(var) } else { Lit::negative(var) }
    }

    /// The literal that DIMACS writes as `integer`; none for zero, which ends a clause there, and for
    /// variables above [`MAX_VARIABLES`].
    pub fn from_dimacs(integer: i32) -> Option<Lit> {
        if integer.unsigned_abs() > MAX_VARIABLES {
            return None;
        }
        NonZeroI32::new(integer).map(Lit)
    }

    /// The integer that DIMACS writes for it.
    pub fn to_dimacs(self) -> i32 {
        self.0.get()
    }

    /// Its variable.
    pub fn var(self) -> Var {
        Var(self.0.get().unsigned_abs())
    }

    /// Whether it is the negation of its variable.
    pub fn is_negative(self) -> bool {
        self.0.get() < 0
    }

    /// Its place in a table with two entries per variable: 0 for `1`, 1 for `-1`, 2 for `2`.
    pub fn code(self) -> usize {
        2 * self.var().index() + usize::from(self.is_negative())
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A conjunction of clauses over variables `1..=variables`.
///
/// All literals lie in one vector, because a formula has tens of thousands of clauses of two or three
/// literals each and is read from front to back.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cnf {
    /// At least the largest variable of `literals`.
    variables: u32,
    literals: Vec<Lit>,
    /// Where each clause ends in `literals`; ascending, and the last one is its length.
    ends: Vec<u32>,
}

impl Cnf {
    /// The formula without clauses over `variables` variables.
    pub fn new(variables: u32) -> Cnf {
        assert!(variables <= MAX_VARIABLES, "{variables} variables are too many");
        Cnf { variables, ..Cnf::default() }
    }

    /// The formula without clauses and variables, with room for so many clauses and literals: it grows without being copied.
    pub fn with_capacity(clauses: usize, literals: usize) -> Cnf {
        Cnf { variables: 0, literals: Vec::with_capacity(literals), ends: Vec::with_capacity(clauses) }
    }

    /// How many variables it has, whether or not they occur in a clause.
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// Adds a variable that occurs in no clause yet.
    ///
    /// # Panics
    /// If there would be more than [`MAX_VARIABLES`].
    pub fn new_variable(&mut self) -> Var {
        assert!(self.variables < MAX_VARIABLES, "the formula has too many variables");
        self.variables += 1;
        Var(self.variables)
    }

    /// Adds a clause as it is, repeated and opposite literals included; its variables come to exist.
    pub fn push_clause(&mut self, clause: &[Lit]) {
        for lit in clause {
            self.variables = self.variables.max(lit.var().0);
        }
        self.literals.extend_from_slice(clause);
        self.ends.push(u32::try_from(self.literals.len()).expect("the literals fit in 16 gigabytes"));
    }

    /// How many clauses it has.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// How many literals all its clauses have together.
    pub fn literals(&self) -> usize {
        self.literals.len()
    }

    /// Whether it has no clause (and is therefore true).
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clause that was added as number `index`, counted from 0.
    ///
    /// # Panics
    /// If there is none.
    pub fn clause(&self, index: usize) -> &[Lit] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.literals[start as usize..self.ends[index] as usize]
    }

    /// The clauses in the order in which they were added.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Lit]> + '_ {
        (0..self.len()).map(|index| self.clause(index))
    }

    /// Whether the assignment, one value per variable from variable 1 on, makes every clause true.
    pub fn is_satisfied_by(&self, values: &[bool]) -> bool {
        self.iter().all(|clause| clause.iter().any(|lit| values[lit.var().index()] != lit.is_negative()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negating_twice_gives_the_literal_back() {
        let lit = Lit::positive(Var(3));
        assert_eq!(!!lit, lit);
        assert_eq!((!lit).to_dimacs(), -3);
        assert_eq!((!lit).var(), lit.var());
        assert_eq!((lit.code(), (!lit).code()), (4, 5));
    }

    #[test]
    fn zero_and_huge_integers_are_no_literals() {
        assert_eq!(Lit::from_dimacs(0), None);
        assert_eq!(Lit::from_dimacs(i32::MIN), None);
        assert_eq!(Lit::from_dimacs(i32::MAX), None);
    }

    #[test]
    fn clauses_come_back_in_order_and_bring_their_variables() {
        let mut cnf = Cnf::new(1);
        let seven = Lit::positive(Var(7));
        cnf.push_clause(&[seven, Lit::negative(Var(2))]);
        cnf.push_clause(&[]);
        cnf.push_clause(&[!seven]);
        assert_eq!(cnf.variables(), 7);
        let clauses: Vec<&[Lit]> = cnf.iter().collect();
        assert_eq!(clauses[0].len(), 2);
        assert_eq!(clauses[1], &[] as &[Lit]);
        assert_eq!(clauses[2], &[!seven]);
    }
}
