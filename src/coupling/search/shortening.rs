//! Sequences made shorter and plainer, as long as something holds of them.

use super::trying::{Trying, ending};
use crate::coupling::site::Coupled;
use crate::sequence::{is_literal, runs_code, type_of};
use crate::worker::Error;
use crate::worker::protocol::{Performed, Sequence, Statement};
use std::collections::BTreeSet;

/// How often it is gone over the statements.
const ROUNDS: usize = 2;

/// How many letters a text has at most that stays as it is.
const PLAIN: usize = 12;

impl Trying<'_, '_, '_, '_> {
    /// Leaves out statements, the last ones first, as long as something holds of what is left, and it is not late.
    pub(super) fn shortened(
        &mut self,
        mut shortest: Sequence,
        keeps: &mut dyn FnMut(&mut Self, &Sequence) -> Result<bool, Error>,
    ) -> Result<Sequence, Error> {
        for _ in 0..ROUNDS {
            let before = shortest.clone();
            let mut place = shortest.statements.len() as u32;
            while let Some(next) = place.checked_sub(1).filter(|_| !self.is_late()) {
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

    /// Puts plain texts in the place of others, or leaves out some of their words, as long as something holds of the sequence, which ends alike.
    fn plainer(
        &mut self,
        mut plainest: Sequence,
        keeps: &mut dyn FnMut(&mut Self, &Sequence) -> Result<bool, Error>,
    ) -> Result<Sequence, Error> {
        let ends = |performed: &Performed| (performed.ended, performed.thrown.clone());
        let Some((before, _)) = self.performed(&plainest)? else { return Ok(plainest) };
        let mut is_fine = |trying: &mut Self, candidate: &Sequence| -> Result<bool, Error> {
            let is_alike = |(performed, _): (Performed, BTreeSet<Coupled>)| ends(&performed) == ends(&before);
            Ok(trying.performed(candidate)?.is_some_and(is_alike) && keeps(trying, candidate)?)
        };
        for place in 0..plainest.statements.len() {
            let Statement::Text(text) = &plainest.statements[place] else { continue };
            if self.is_late() {
                break;
            }
            let mut text = text.clone();
            let mut left = words(&text).len();
            for plain in plain_texts(&text) {
                let candidate = plainest.with(place as u32, Statement::Text((*plain).to_owned()));
                if candidate != plainest && is_fine(self, &candidate)? {
                    (plainest, left) = (candidate, 0);
                    break;
                }
            }
            // What has a meaning keeps the words that have one: the last ones are left out first.
            while let Some(at) = left.checked_sub(1).filter(|_| words(&text).len() > 1) {
                left = at;
                let fewer = without_word(&text, at);
                let candidate = plainest.with(place as u32, Statement::Text(fewer.clone()));
                if is_fine(self, &candidate)? {
                    (plainest, text) = (candidate, fewer);
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
fn plain_texts(text: &str) -> &'static [&'static str] {
    match text.chars().count() > PLAIN || text.chars().any(|letter| !letter.is_alphanumeric()) {
        true => &["ab", "a", ""],
        false => &[],
    }
}

/// The words of a text, each with the space or the end of the line before it.
fn words(text: &str) -> Vec<&str> {
    let spaces = text.char_indices().filter(|(at, letter)| *at > 0 && letter.is_whitespace()).map(|(at, _)| at);
    let starts: Vec<usize> = [0].into_iter().chain(spaces).chain([text.len()]).collect();
    starts.windows(2).map(|word| &text[word[0]..word[1]]).collect()
}

fn without_word(text: &str, at: usize) -> String {
    let mut words = words(text);
    words.remove(at);
    words.concat()
}

#[cfg(test)]
mod tests {
    use super::{without_word, words};

    /// Every text is its words again, and each of these begins where a reader would say.
    #[test]
    fn texts_are_left_without_a_word() {
        let text = "Filesystem used\n/dev 7\n";
        assert_eq!(words(text), ["Filesystem", " used", "\n/dev", " 7", "\n"]);
        assert_eq!(without_word(text, 2), "Filesystem used 7\n");
        assert_eq!(without_word(text, 4), "Filesystem used\n/dev 7");
        assert_eq!(words(" é").concat(), " é");
        assert_eq!(words(""), [""]);
    }
}
