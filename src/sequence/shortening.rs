//! Makes a sequence shorter and plainer, as long as it shows what it shows.

use super::comparing::{Comparing, Still, differs_visibly};
use super::data::{is_literal, type_of};
use super::making::Ingredients;
use super::texts::borders;
use crate::worker::Error;
use crate::worker::protocol::{Sequence, Statement};

/// How often it is gone over the statements.
const ROUNDS: usize = 3;

/// How many smaller numbers are tried in the place of one.
const SMALLER: usize = 24;

/// How long a text is that is made shorter word by word.
const LONG: usize = 12;

/// How often that is tried with one text.
const LESS: usize = 60;

/// A sequence that differs in the same way and has no statement that it can do without.
pub(super) fn shortened(
    comparing: &mut Comparing,
    ingredients: &Ingredients,
    sequence: &Sequence,
) -> Result<Sequence, Error> {
    let Some(pair) = comparing.compare(std::slice::from_ref(sequence))?.remove(0) else { return Ok(sequence.clone()) };
    let still = Still::Alike(differs_visibly(&pair, sequence));
    shortened_while(comparing, ingredients, sequence, still)
}

/// The same for what shows something, while it still does.
pub(super) fn shortened_while(
    comparing: &mut Comparing,
    ingredients: &Ingredients,
    sequence: &Sequence,
    still: Still,
) -> Result<Sequence, Error> {
    let mut shortest = sequence.tidied();
    for _ in 0..ROUNDS {
        let before = shortest.clone();
        shortest = with_fewer(comparing, shortest, still)?;
        shortest = with_plainer(comparing, ingredients, shortest, still)?;
        if shortest == before {
            break;
        }
    }
    Ok(shortest)
}

/// Leaves out statements, the last ones first; another value of the same type may take the place of theirs.
fn with_fewer(comparing: &mut Comparing, mut shortest: Sequence, still: Still) -> Result<Sequence, Error> {
    let mut place = shortest.statements.len() as u32;
    while let Some(next) = place.checked_sub(1) {
        place = next.min(shortest.statements.len() as u32);
        if place as usize >= shortest.statements.len() || place == shortest.subject {
            continue;
        }
        let left_out = &shortest.statements[place as usize];
        // What a literal says, no call says better.
        let is_as_plain = |other: &Statement| !is_literal(left_out) || is_literal(other);
        let is_alike = |other: &Statement| type_of(other) == type_of(left_out) && is_as_plain(other);
        let alike = (0..place).filter(|other| is_alike(&shortest.statements[*other as usize]));
        let instead: Vec<Option<u32>> = [None].into_iter().chain(alike.map(Some)).collect();
        for instead in instead {
            let Some(fewer) = shortest.without(place, instead).map(|fewer| fewer.tidied()) else { continue };
            if comparing.still_differs(&fewer, still)? {
                shortest = fewer;
                break;
            }
        }
    }
    Ok(shortest)
}

/// Takes plainer literals and empty arrays, where these do as well.
fn with_plainer(
    comparing: &mut Comparing,
    ingredients: &Ingredients,
    mut shortest: Sequence,
    still: Still,
) -> Result<Sequence, Error> {
    for place in 0..shortest.statements.len() as u32 {
        if place as usize >= shortest.statements.len() {
            break;
        }
        let is_null = shortest.statements[place as usize] == Statement::Null;
        for plainer in plainer(ingredients, &shortest.statements[place as usize]) {
            let changed = shortest.with(place, plainer).tidied();
            // Not everything that may be `null` may be a text.
            let fits = !is_null || changed.is_valid(ingredients.program, ingredients.package);
            if fits && comparing.still_differs(&changed, still)? {
                shortest = changed;
                break;
            }
        }
        if let Some(Statement::Text(text)) = shortest.statements.get(place as usize).filter(|_| !is_null) {
            let text = text.clone();
            shortest = with_less_text(comparing, shortest, place, &text, still)?;
        }
    }
    Ok(shortest)
}

/// Leaves out words and signs of a long text, many of them at once first.
fn with_less_text(
    comparing: &mut Comparing,
    mut shortest: Sequence,
    place: u32,
    text: &str,
    still: Still,
) -> Result<Sequence, Error> {
    let letters: Vec<char> = text.chars().collect();
    let mut parts: Vec<String> =
        borders(&letters).windows(2).map(|ends| letters[ends[0]..ends[1]].iter().collect()).collect();
    let (mut size, mut left) = (parts.len() / 2, if letters.len() > LONG { LESS } else { 0 });
    while size > 0 && left > 0 {
        let mut at = 0;
        while at < parts.len() && left > 0 {
            left -= 1;
            let rest = [&parts[..at], &parts[(at + size).min(parts.len())..]].concat();
            let changed = shortest.with(place, Statement::Text(rest.concat()));
            if comparing.still_differs(&changed, still)? {
                (shortest, parts) = (changed, rest);
            } else {
                at += size;
            }
        }
        size /= 2;
    }
    Ok(shortest)
}

/// What is plainer than a statement, the plainest first.
fn plainer(ingredients: &Ingredients, statement: &Statement) -> Vec<Statement> {
    let number = |ty: &str, bits: i64| Statement::Number { ty: ty.to_owned(), bits };
    let all = match statement {
        Statement::Number { ty, bits } => match ty.as_str() {
            "C" => vec![number(ty, i64::from(b'a'))],
            "D" => [1.0_f64, 0.0].map(|value| number(ty, value.to_bits().cast_signed())).to_vec(),
            "F" => [1.0_f32, 0.0].map(|value| number(ty, i64::from(value.to_bits()))).to_vec(),
            "Z" => Vec::new(),
            _ => smaller(ingredients, *bits).into_iter().map(|bits| number(ty, bits)).collect(),
        },
        // Who reads a test asks what a `null` is about.
        Statement::Null => vec![Statement::Text("a".to_owned())],
        Statement::Text(_) => vec![Statement::Text("a".to_owned()), Statement::Text(String::new())],
        Statement::Array { element, elements } => {
            let fewer = |elements: &[u32]| Statement::Array { element: element.clone(), elements: elements.to_vec() };
            let firsts = (0..elements.len()).map(|count| fewer(&elements[..count]));
            firsts.chain(elements.split_first().map(|(_, rest)| fewer(rest))).collect()
        }
        made => ingredients.plainest(made),
    };
    // Those before the statement itself.
    all.into_iter().take_while(|plainer| plainer != statement).collect()
}

/// Numbers that are nearer to 0 than one, the plainest first.
fn smaller(ingredients: &Ingredients, than: i64) -> Vec<i64> {
    let mut known = ingredients.literals.ints().to_vec();
    known.sort_by_key(|value| (value.unsigned_abs(), *value < 0));
    let nearer = known.into_iter().filter(|value| value.unsigned_abs() < than.unsigned_abs() && *value > 1);
    [1, 0].into_iter().chain(nearer.take(SMALLER)).collect()
}
