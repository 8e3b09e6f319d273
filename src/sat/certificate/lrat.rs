//! A checker for LRAT proofs that shares no code with the solver.
//!
//! The text form has one step per line: `ID LITERALS 0 HINTS 0` adds a clause, `ID d IDS 0` deletes
//! clauses (Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp: Efficient certified RAT verification,
//! CADE 2017). An added clause is accepted if propagating the hinted clauses in the given order, each
//! of them unit in its turn, from its negation ends in a conflict. Then it follows from the formula.
//! Steps that only preserve satisfiability (RAT, with negative hints) are refused: fex's proofs have
//! none, and what is not accepted need not be trusted.

use std::fmt;
use std::io::{self, BufRead};

use rustc_hash::FxHashMap;

use crate::cnf::{Cnf, Lit};

/// What an accepted proof consisted of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// Clauses derived, the empty one included.
    pub additions: u64,
    /// Clauses deleted.
    pub deletions: u64,
    /// Hints followed.
    pub hints: u64,
    /// The line that derives the empty clause, counted from 1; 0 if the formula contains it.
    pub empty_clause_line: u64,
}

/// Why a proof is not accepted.
#[derive(Debug)]
pub struct LratError {
    /// The line of the proof, counted from 1.
    pub line: u64,
    /// What is wrong there.
    pub kind: LratErrorKind,
}

/// What can be wrong with a step of a proof.
#[derive(Debug)]
pub enum LratErrorKind {
    /// The proof could not be read.
    Io(io::Error),
    /// The line is not a step.
    Syntax(&'static str),
    /// A literal's variable is not one of the formula's.
    UnknownVariable(i64),
    /// A clause's number is not above all earlier ones.
    NumberReused(u64),
    /// A hint or deletion names a clause that does not exist (any more).
    MissingClause(u64),
    /// A negative hint: a RAT step.
    RatStep,
    /// The hinted clause is neither unit nor false in its turn.
    HintNotUnit(u64),
    /// All hints were followed, and there was no conflict.
    NoConflict,
    /// The proof ends without the empty clause.
    NoEmptyClause,
}

impl fmt::Display for LratError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.kind {
            LratErrorKind::Io(error) => error.fmt(f),
            LratErrorKind::Syntax(expected) => write!(f, "expected {expected}"),
            LratErrorKind::UnknownVariable(literal) => {
                write!(f, "literal `{literal}` has no variable of the formula")
            }
            LratErrorKind::NumberReused(id) => {
                write!(f, "clause number `{id}` is not above all earlier ones")
            }
            LratErrorKind::MissingClause(id) => write!(f, "there is no clause `{id}`"),
            LratErrorKind::RatStep => f.write_str("RAT steps are not accepted"),
            LratErrorKind::HintNotUnit(id) => {
                write!(f, "hint `{id}` is neither unit nor false in its turn")
            }
            LratErrorKind::NoConflict => f.write_str("the hints do not lead to a conflict"),
            LratErrorKind::NoEmptyClause => f.write_str("the proof does not derive the empty clause"),
        }
    }
}

impl std::error::Error for LratError {}

/// Checks that `proof` derives the empty clause from `cnf`, whose clauses have the numbers
/// `1..=cnf.len()`. Lines after that step are not read.
pub fn check(cnf: &Cnf, proof: &mut dyn BufRead) -> Result<Summary, LratError> {
    let mut checker = Checker::new(cnf);
    let mut summary = Summary::default();
    if checker.has_empty_clause {
        return Ok(summary);
    }
    let mut text = Vec::new();
    let mut line = 0;
    loop {
        line += 1;
        let at_line = |kind| LratError { line, kind };
        text.clear();
        let length = proof.read_until(b'\n', &mut text).map_err(|error| at_line(LratErrorKind::Io(error)))?;
        if length == 0 {
            return Err(at_line(LratErrorKind::NoEmptyClause));
        }
        checker.step(&text, &mut summary).map_err(at_line)?;
        if checker.has_empty_clause {
            summary.empty_clause_line = line;
            return Ok(summary);
        }
    }
}

/// Where a clause lies in the checker's literals.
#[derive(Clone, Copy)]
struct Place {
    start: usize,
    length: usize,
}

/// The clauses that exist at some point of the proof.
struct Checker {
    literals: Vec<Lit>,
    /// By number.
    clauses: FxHashMap<u64, Place>,
    /// How many of `literals` belong to clauses that exist.
    used: usize,
    last_id: u64,
    has_empty_clause: bool,
    variables: u32,
    /// By literal code: whether the literal is true. All false between steps.
    is_true: Vec<bool>,
    /// The literals that are true.
    trail: Vec<Lit>,
    /// The clause being added.
    clause: Vec<Lit>,
}

impl Checker {
    fn new(cnf: &Cnf) -> Checker {
        let mut checker = Checker {
            literals: Vec::new(),
            clauses: FxHashMap::default(),
            used: 0,
            last_id: 0,
            has_empty_clause: false,
            variables: cnf.variables(),
            is_true: vec![false; 2 * cnf.variables() as usize],
            trail: Vec::new(),
            clause: Vec::new(),
        };
        checker.clauses.reserve(cnf.len());
        for (id, clause) in (1..).zip(cnf.iter()) {
            checker.clause.clear();
            checker.clause.extend_from_slice(clause);
            checker.insert(id);
        }
        checker
    }

    /// Adds the clause in `self.clause`.
    fn insert(&mut self, id: u64) {
        let start = self.literals.len();
        let length = self.clause.len();
        self.literals.extend_from_slice(&self.clause);
        self.used += length;
        self.last_id = id;
        self.has_empty_clause |= length == 0;
        self.clauses.insert(id, Place { start, length });
    }

    fn delete(&mut self, id: u64) -> Result<(), LratErrorKind> {
        let place = self.clauses.remove(&id).ok_or(LratErrorKind::MissingClause(id))?;
        self.used -= place.length;
        Ok(())
    }

    /// Moves the clauses together when less than half of the memory is theirs.
    fn compact(&mut self) {
        const WORTH_IT: usize = 1 << 16;
        if self.literals.len() < WORTH_IT || self.used * 2 > self.literals.len() {
            return;
        }
        let mut literals = Vec::with_capacity(self.used * 2);
        for place in self.clauses.values_mut() {
            let start = literals.len();
            literals.extend_from_slice(&self.literals[place.start..place.start + place.length]);
            place.start = start;
        }
        self.literals = literals;
    }

    /// Performs the step that `text` says.
    fn step(&mut self, text: &[u8], summary: &mut Summary) -> Result<(), LratErrorKind> {
        let mut words = Words { text, position: 0 };
        if words.at_end() || words.take_letter(b'c') {
            return Ok(());
        }
        let id = words.number("the number of a clause")?;
        if words.take_letter(b'd') {
            loop {
                match words.number("the number of a clause to delete, or `0`")? {
                    0 => break,
                    deleted => self.delete(deleted)?,
                }
                summary.deletions += 1;
            }
            self.compact();
            return words.end();
        }
        if id <= self.last_id {
            return Err(LratErrorKind::NumberReused(id));
        }
        self.clause.clear();
        loop {
            let integer = words.integer("a literal, or `0`")?;
            if integer == 0 {
                break;
            }
            let lit = i32::try_from(integer)
                .ok()
                .and_then(Lit::from_dimacs)
                .filter(|lit| lit.var().0 <= self.variables)
                .ok_or(LratErrorKind::UnknownVariable(integer))?;
            self.clause.push(lit);
        }
        let implied = self.is_implied(&mut words, summary);
        for lit in self.trail.drain(..) {
            self.is_true[lit.code()] = false;
        }
        implied?;
        self.insert(id);
        summary.additions += 1;
        Ok(())
    }

    /// Whether the hints that follow in `words` show `self.clause` to be implied. Leaves literals on
    /// the trail.
    fn is_implied(&mut self, words: &mut Words<'_>, summary: &mut Summary) -> Result<(), LratErrorKind> {
        // The negation of a tautology is a conflict by itself.
        let mut conflict = false;
        for index in 0..self.clause.len() {
            let lit = self.clause[index];
            conflict |= self.is_true[lit.code()];
            self.assume(!lit);
        }
        loop {
            let hint = words.integer("a hint, or `0`")?;
            if hint == 0 {
                break;
            }
            let id = u64::try_from(hint).map_err(|_| LratErrorKind::RatStep)?;
            let place = *self.clauses.get(&id).ok_or(LratErrorKind::MissingClause(id))?;
            summary.hints += 1;
            if conflict {
                continue;
            }
            let mut unit = None;
            for &lit in &self.literals[place.start..place.start + place.length] {
                if self.is_true[(!lit).code()] || unit == Some(lit) {
                    continue;
                }
                if unit.is_some() {
                    return Err(LratErrorKind::HintNotUnit(id));
                }
                unit = Some(lit);
            }
            match unit {
                Some(lit) => self.assume(lit),
                None => conflict = true,
            }
        }
        words.end()?;
        if conflict { Ok(()) } else { Err(LratErrorKind::NoConflict) }
    }

    fn assume(&mut self, lit: Lit) {
        if !self.is_true[lit.code()] {
            self.is_true[lit.code()] = true;
            self.trail.push(lit);
        }
    }
}

/// The words of a line, read by hand: proofs have hundreds of millions of them.
struct Words<'a> {
    text: &'a [u8],
    position: usize,
}

impl Words<'_> {
    fn skip_blanks(&mut self) {
        while self.text.get(self.position).is_some_and(u8::is_ascii_whitespace) {
            self.position += 1;
        }
    }

    fn at_end(&mut self) -> bool {
        self.skip_blanks();
        self.position == self.text.len()
    }

    fn end(&mut self) -> Result<(), LratErrorKind> {
        if self.at_end() { Ok(()) } else { Err(LratErrorKind::Syntax("the end of the line")) }
    }

    fn take_letter(&mut self, letter: u8) -> bool {
        self.skip_blanks();
        let found = self.text.get(self.position) == Some(&letter);
        self.position += usize::from(found);
        found
    }

    fn number(&mut self, expected: &'static str) -> Result<u64, LratErrorKind> {
        u64::try_from(self.integer(expected)?).map_err(|_| LratErrorKind::Syntax(expected))
    }

    fn integer(&mut self, expected: &'static str) -> Result<i64, LratErrorKind> {
        self.skip_blanks();
        let negative = self.text.get(self.position) == Some(&b'-');
        self.position += usize::from(negative);
        let start = self.position;
        let mut value: i64 = 0;
        while let Some(digit) = self.text.get(self.position).filter(|b| b.is_ascii_digit()) {
            value = value
                .checked_mul(10)
                .and_then(|value| value.checked_add(i64::from(digit - b'0')))
                .ok_or(LratErrorKind::Syntax(expected))?;
            self.position += 1;
        }
        let ended = self.text.get(self.position).is_none_or(u8::is_ascii_whitespace);
        if self.position == start || !ended {
            return Err(LratErrorKind::Syntax(expected));
        }
        Ok(if negative { -value } else { value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::dimacs;
    use proptest::prelude::*;

    /// The four clauses over two variables, and a proof that they have no model.
    const FORMULA: &str = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";
    const PROOF: &str = "5 1 0 1 2 0\n5 d 1 2 0\n6 2 0 5 3 0\n7 0 5 6 4 0\n";

    fn check_text(formula: &str, proof: &str) -> Result<Summary, String> {
        let cnf = dimacs::parse(formula).expect("the formula is DIMACS");
        check(&cnf, &mut proof.as_bytes()).map_err(|error| error.to_string())
    }

    fn refusal(proof: &str) -> String {
        check_text(FORMULA, proof).expect_err("the proof is wrong")
    }

    #[test]
    fn a_right_proof_is_accepted() {
        let summary = check_text(FORMULA, PROOF).expect("the proof is right");
        assert_eq!(summary, Summary { additions: 3, deletions: 2, hints: 7, empty_clause_line: 4 });
    }

    #[test]
    fn a_formula_with_the_empty_clause_needs_no_proof() {
        assert_eq!(check_text("p cnf 0 1\n0\n", "").expect("it is false as it stands"), Summary::default());
    }

    #[test]
    fn a_proof_without_the_empty_clause_is_refused() {
        assert_eq!(refusal("5 1 0 1 2 0\n"), "line 2: the proof does not derive the empty clause");
        assert_eq!(refusal(""), "line 1: the proof does not derive the empty clause");
    }

    #[test]
    fn a_clause_that_does_not_follow_is_refused() {
        assert_eq!(refusal("5 0 1 2 3 4 0\n"), "line 1: hint `1` is neither unit nor false in its turn");
        assert_eq!(refusal("5 1 0 1 0\n"), "line 1: the hints do not lead to a conflict");
    }

    #[test]
    fn hints_at_clauses_that_do_not_exist_are_refused() {
        assert_eq!(refusal("5 1 0 1 9 0\n"), "line 1: there is no clause `9`");
        assert_eq!(refusal("5 1 0 1 2 0\n5 d 3 0\n6 2 0 5 3 0\n"), "line 3: there is no clause `3`");
        assert_eq!(refusal("5 1 0 5 0\n"), "line 1: there is no clause `5`", "a clause cannot justify itself");
    }

    #[test]
    fn numbers_must_ascend() {
        assert_eq!(refusal("4 1 0 1 2 0\n"), "line 1: clause number `4` is not above all earlier ones");
    }

    #[test]
    fn rat_steps_and_new_variables_are_refused() {
        assert_eq!(refusal("5 1 0 -2 1 0\n"), "line 1: RAT steps are not accepted");
        assert_eq!(refusal("5 3 0 1 2 0\n"), "line 1: literal `3` has no variable of the formula");
    }

    #[test]
    fn what_is_no_step_is_refused() {
        assert_eq!(refusal("x"), "line 1: expected the number of a clause");
        assert_eq!(refusal("5 1 0 1 2"), "line 1: expected a hint, or `0`");
        assert_eq!(refusal("5 1 0 1 2 0 7"), "line 1: expected the end of the line");
        assert_eq!(refusal("99999999999999999999 0 0"), "line 1: expected the number of a clause");
    }

    #[test]
    fn a_tautology_follows_from_anything() {
        let proof = format!("5 1 -1 0 0\n{}", PROOF.replace('7', "8").replace('6', "7").replace('5', "6"));
        assert!(check_text(FORMULA, &proof).is_ok());
    }

    proptest! {
        #[test]
        fn any_text_is_accepted_or_refused_without_a_panic(
            proof in "([0-9]{1,2} (d )?(-?[0-9] ){0,4}0 ([1-7] ){0,3}0\n){0,6}|[-0-9d \n]{0,60}",
        ) {
            let _ = check_text(FORMULA, &proof);
        }

        #[test]
        fn no_proof_of_a_formula_with_models_is_accepted(
            proof in "([5-9] (-?[12] ){0,2}0 ([1-8] ){0,4}0\n){0,6}",
        ) {
            prop_assert!(check_text("p cnf 2 3\n1 2 0\n1 -2 0\n-1 2 0\n", &proof).is_err());
        }
    }
}
