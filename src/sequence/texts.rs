//! Texts in sequences: literals of the program, what it compares with, and what is like them.

use super::making::Making;
use crate::worker::protocol::Statement;
use fastrand::Rng;

/// What is put into texts.
const SIGNS: [char; 24] = [
    ' ', '-', '=', '"', '\'', '<', '>', '&', '/', '\\', '.', ',', ':', ';', '{', '}', '[', ']', '(', ')', '0', 'a',
    '\n', '\t',
];

/// One of so many texts is a letter alone that the program may ask for, and one of so many changes gives a text such a letter in one place.
const LETTERS: u8 = 6;

impl Making<'_, '_> {
    /// A text that has a bit more or less than one, or something else in one place. Words and signs are changed as a whole at times,
    /// so that what is written in some language stays so.
    pub(super) fn similar(&mut self, text: &str, beside: &[String]) -> Option<String> {
        let letters: Vec<char> = text.chars().collect();
        if let Some(other) = self.letter()
            && !letters.is_empty()
            && self.rng.u8(0..LETTERS) == 0
        {
            let at = self.rng.usize(0..letters.len());
            let letter = |(place, letter)| if place == at { other.clone() } else { String::from(letter) };
            return Some(letters.into_iter().enumerate().map(letter).collect());
        }
        let borders = borders(&letters);
        let border = |rng: &mut Rng| rng.usize(0..borders.len());
        let (from, to) = match self.rng.u8(0..5) {
            0 => <(usize, usize)>::from([self.rng.usize(0..=letters.len()); 2]),
            1 | 2 => {
                let at = border(self.rng);
                (borders[at], borders[(at + 1).min(borders.len() - 1)])
            }
            3 => (borders[border(self.rng)], borders[border(self.rng)]),
            _ => (self.rng.usize(0..=letters.len()), self.rng.usize(0..=letters.len())),
        };
        let (from, to) = (from.min(to), from.max(to));
        let other = match self.rng.u8(0..4) {
            0 => self.pick(&self.ingredients.literals.texts)?.clone(),
            1 => self.rng.choice(SIGNS)?.to_string(),
            2 => {
                let other: Vec<char> = self.rng.choice(beside)?.chars().collect();
                let borders = self::borders(&other);
                let at = self.rng.usize(0..borders.len());
                other[borders[at]..borders[(at + 1).min(borders.len() - 1)]].iter().collect()
            }
            _ => String::new(),
        };
        let (before, middle, after) = (&letters[..from], &letters[from..to], &letters[to..]);
        let joined = |parts: &[&[char]]| parts.concat().into_iter().collect::<String>();
        Some(match self.rng.u8(0..6) {
            // One place, one part less, one part twice, the part alone.
            0 | 1 => format!("{}{other}{}", joined(&[before]), joined(&[middle, after])),
            2 | 3 => format!("{}{other}{}", joined(&[before]), joined(&[after])),
            4 => joined(&[before, middle, middle, after]),
            _ => joined(&[middle]),
        })
    }

    pub(super) fn text(&mut self) -> Option<u32> {
        let known = self.statements.iter().filter_map(|statement| match statement {
            Statement::Text(text) => Some(text.clone()),
            _ => None,
        });
        // What was given to one method means something to others.
        let known = known.collect::<Vec<String>>();
        let known = self.rng.choice(known).filter(|_| self.rng.u8(0..10) < 4);
        let text = self.text_of(known)?;
        self.literal(Statement::Text(text))
    }

    /// A known text as it is or with a sign before or behind it, or any text.
    pub(super) fn text_of(&mut self, known: Option<String>) -> Option<String> {
        let letter = self.letter().filter(|_| known.is_none());
        let texts = &self.ingredients.literals.texts;
        let is_known = known.is_some();
        let chance = self.rng.u8(0..if is_known { 6 } else { 12 });
        let mut text = match known {
            Some(known) => known,
            None => match self.ingredients.learned.borrow().text(self.rng) {
                Some(compared) => return Some(compared),
                None => match letter {
                    Some(letter) if self.rng.u8(0..LETTERS) == 0 => letter,
                    _ => self.pick(texts)?.clone(),
                },
            },
        };
        match chance {
            0 if is_known => text.push_str(&self.sign()?),
            0 => text.push_str(self.pick(texts)?),
            1 => text = text.chars().take(text.chars().count().saturating_sub(1)).collect(),
            // What a word begins with is mostly a sign, as in the words of a command line.
            2 | 3 if is_known || self.rng.bool() => text.insert_str(0, &self.sign()?),
            2 | 3 => text.insert_str(0, self.rng.choice(texts)?),
            _ => {}
        }
        Some(text)
    }

    /// A letter that the program may ask for.
    fn letter(&mut self) -> Option<String> {
        self.rng.choice(&self.ingredients.literals.letters).map(char::to_string)
    }

    fn sign(&mut self) -> Option<String> {
        self.rng.choice(self.ingredients.literals.signs())
    }
}

/// Where the words and signs of a text begin and end, its ends included.
pub(super) fn borders(letters: &[char]) -> Vec<usize> {
    let is_part = |letter: char| letter.is_alphanumeric();
    let is_border = |at: &usize| !(is_part(letters[at - 1]) && is_part(letters[*at]));
    let inside = (1..letters.len()).filter(is_border);
    let mut borders: Vec<usize> = [0].into_iter().chain(inside).collect();
    if !letters.is_empty() {
        borders.push(letters.len());
    }
    borders
}
