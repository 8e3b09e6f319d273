//! Observers: calls and fields by which a difference in the state of an object is seen.

use super::comparing::{Comparing, Difference, differing, differs_visibly};
use super::data::{ValueType, type_of};
use super::making::{Ingredients, Making};
use super::member::Member;
use crate::classfile::{ClassName, Type};
use crate::worker::Error;
use crate::worker::protocol::{Sequence, Statement};
use fastrand::Rng;

/// How many observers are called one after the other.
const DEEPEST: usize = 2;

/// How many arguments are tried for an observer that takes one.
const ARGUMENTS: usize = 3;

/// What is written to be read as a text.
const TEXTS: [&str; 3] = ["java/lang/CharSequence", "java/io/StringWriter", "java/io/ByteArrayOutputStream"];

/// How many objects are looked at.
const OBJECTS: usize = 4;

/// The sequence with another subject, or with calls at its end, whose value differs between both programs, if there are such;
/// given the values whose states differ, the last one first, and readings of files that do.
pub(super) fn observed(
    comparing: &mut Comparing,
    ingredients: &Ingredients,
    rng: &mut Rng,
    sequence: &Sequence,
    (places, readings): (&[u32], Vec<Sequence>),
) -> Result<Option<Sequence>, Error> {
    // An array that was an argument can be asserted as it is.
    let subjects = places.iter().map(|place| Sequence { subject: *place, ..sequence.clone() });
    let Differing { value, .. } = differing_visibly(comparing, subjects.chain(readings).collect())?;
    if value.is_some() {
        return Ok(value);
    }
    // Where nothing else differs, an exception does.
    let mut throwing = None;
    let mut level = vec![(sequence.clone(), objects(sequence, places))];
    for _ in 0..DEEPEST {
        let mut next = Vec::new();
        for (sequence, objects) in &level {
            for (object, class) in objects.iter().take(OBJECTS) {
                let candidates = candidates(ingredients, rng, sequence, *object, class);
                let found = differing_visibly(comparing, candidates)?;
                if found.value.is_some() {
                    return Ok(found.value);
                }
                throwing = throwing.or(found.throwing);
                next.extend(found.deeper.into_iter().map(|sequence| {
                    let objects = self::objects(&sequence, &[sequence.subject]);
                    (sequence, objects)
                }));
            }
        }
        level = next;
    }
    Ok(throwing)
}

/// What differs for some sequences.
#[derive(Default)]
struct Differing {
    /// The first one whose value does.
    value: Option<Sequence>,
    /// The first one at whose end the original program throws something.
    throwing: Option<Sequence>,
    /// Those whose value is an object with another state.
    deeper: Vec<Sequence>,
}

/// What differs for some sequences, up to the first one whose value does.
fn differing_visibly(comparing: &mut Comparing, sequences: Vec<Sequence>) -> Result<Differing, Error> {
    let pairs = comparing.compare(&sequences)?;
    let mut found = Differing::default();
    for (sequence, pair) in sequences.into_iter().zip(pairs) {
        let Some(pair) = pair else { continue };
        match differs_visibly(&pair, &sequence) {
            Difference::Value => return Ok(Differing { value: Some(sequence), ..Differing::default() }),
            Difference::State if differing(&pair, None).contains(&sequence.subject) => found.deeper.push(sequence),
            Difference::Throws if found.throwing.is_none() => found.throwing = Some(sequence),
            Difference::State | Difference::None | Difference::Throws => {}
        }
    }
    Ok(found)
}

/// Those of some values that are objects, with their classes.
fn objects(sequence: &Sequence, places: &[u32]) -> Vec<(u32, ClassName)> {
    let class = |place: &u32| match type_of(&sequence.statements[*place as usize]) {
        Some(ValueType::Of(Type::Class(class))) if class != "java/lang/String" => Some((*place, class)),
        _ => None,
    };
    places.iter().filter_map(class).collect()
}

/// The sequence with one further call or read of an object, those that need no argument first.
fn candidates(
    ingredients: &Ingredients,
    rng: &mut Rng,
    sequence: &Sequence,
    object: u32,
    class: &ClassName,
) -> Vec<Sequence> {
    let mut members: Vec<Member> = ingredients.methods(class).to_vec();
    let known = ingredients.program.members(class, ingredients.package);
    members.extend(known.iter().filter(|member| member.is_field() && !member.is_static).cloned());
    let above = ingredients.program.above(class);
    members.extend(Member::methods_of_jdk().filter(|member| above.contains(&member.owner)));
    if !members.iter().any(|member| member.name == "toString") {
        members.push(Member::text());
    }
    // What a hash code is, nobody promises.
    members.retain(|member| member.result().is_some() && member.name != "hashCode" && member.name != "clone");
    members.sort_by_key(|member| (count(member), member.name != "toString", member.name.clone()));
    members.dedup();
    let mut candidates: Vec<Sequence> = Vec::new();
    for member in members.iter().filter(|member| count(member) <= 1) {
        for _ in 0..if count(member) == 0 { 1 } else { ARGUMENTS } {
            let mut making = Making::new(ingredients, &mut *rng, sequence.clone());
            if making.used(member, Some(object)).is_some()
                && let Some(candidate) = making.finished()
                && !candidates.contains(&candidate)
            {
                candidates.push(candidate);
            }
        }
    }
    // A text of everything is the last resort, because it breaks whenever anything changes; but that of a text is the text.
    if !TEXTS.iter().any(|text| above.contains(&ClassName::internal(text))) {
        candidates.sort_by_key(|candidate| matches!(candidate.statements.last(), Some(last) if is_text_of_all(last)));
    }
    candidates
}

fn count(member: &Member) -> usize {
    if member.is_field() { 0 } else { member.parameters().len() }
}

fn is_text_of_all(statement: &Statement) -> bool {
    matches!(statement, Statement::Call { name, .. } if name == "toString")
}
