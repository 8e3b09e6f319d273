//! Sequences made shorter and plainer, as long as something holds of them.

use super::trying::{Trying, ending};
use crate::sequence::{is_literal, runs_code, type_of};
use crate::worker::Error;
use crate::worker::protocol::{Performed, Sequence, Statement};

/// How often it is gone over the statements.
const ROUNDS: usize = 2;

/// How many letters a text has at most that stays as it is.
const PLAIN: usize = 12;

impl Trying<'_, '_, '_, '_> {
    /// Leaves out statements, the last ones first, as long as something holds of what is left.
    pub(super) fn shortened(
        &mut self,
        mut shortest: Sequence,
        keeps: &mut dyn FnMut(&mut Self, &Sequence) -> Result<bool, Error>,
    ) -> Result<Sequence, Error> {
        for _ in 0..ROUNDS {
            let before = shortest.clone();
            let mut place = shortest.statements.len() as u32;
            while let Some(next) = place.checked_sub(1) {
                place = next.min(shortest.statements.len() as u32 - 1);
                for fewer in fewer(&shortest, place) {
                    if keeps(self, &fewer)? {
                        shortest = fewer;
                        break;
                    }
                }
                if place as usize >= shortest.statements.len() {
                    place = shortest.statements.len() as u32;
                }
            }
            if shortest == before {
                break;
            }
        }
        self.plainer(shortest, keeps)
    }

    /// Puts plain texts in the place of others, as long as something holds of the sequence, which ends alike.
    fn plainer(
        &mut self,
        mut plainest: Sequence,
        keeps: &mut dyn FnMut(&mut Self, &Sequence) -> Result<bool, Error>,
    ) -> Result<Sequence, Error> {
        let ends = |performed: &Performed| (performed.ended, performed.thrown.clone());
        let Some((before, _)) = self.performed(&plainest)? else { return Ok(plainest) };
        for place in 0..plainest.statements.len() {
            for plain in plain_texts(&plainest.statements[place]) {
                let candidate = plainest.with(place as u32, plain);
                if candidate != plainest
                    && let Some((performed, _)) = self.performed(&candidate)?
                    && ends(&performed) == ends(&before)
                    && keeps(self, &candidate)?
                {
                    plainest = candidate;
                    break;
                }
            }
        }
        Ok(plainest)
    }
}

/// The sequence without a statement, with another value of its type in its place, or without what uses it.
fn fewer(sequence: &Sequence, place: u32) -> Vec<Sequence> {
    let left_out = &sequence.statements[place as usize];
    let is_alike =
        |other: &Statement| type_of(other) == type_of(left_out) && (!is_literal(left_out) || is_literal(other));
    let alike = (0..place).filter(|other| is_alike(&sequence.statements[*other as usize])).map(Some);
    let instead = [None].into_iter().chain(alike).filter_map(|instead| sequence.without(place, instead));
    let fewer = instead.chain(sequence.without_users(place)).map(ending);
    // A thread that an earlier sequence has left takes branches, too, whatever this one does: what calls nothing is no test of them.
    fewer
        .filter(|one| one.statements.iter().any(runs_code) && one.statements.len() < sequence.statements.len())
        .collect()
}

/// Whether all of a sequence was performed, up to what its last statement throws.
pub(super) fn is_whole(performed: &Performed, sequence: &Sequence) -> bool {
    performed.ended as usize + usize::from(!performed.thrown.is_empty()) == sequence.statements.len()
}

/// Short texts for one that readers of a test would look for a meaning in, the most telling first.
fn plain_texts(statement: &Statement) -> Vec<Statement> {
    match statement {
        Statement::Text(text)
            if text.chars().count() > PLAIN || text.chars().any(|letter| !letter.is_alphanumeric()) =>
        {
            ["ab", "a", ""].map(|plain| Statement::Text(plain.to_owned())).to_vec()
        }
        _ => Vec::new(),
    }
}
