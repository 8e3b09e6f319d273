//! Branches in the words of source: the condition that holds on them.

use super::branch::{Branch, Way};
use super::classes::Classes;
use super::expression::{Kind, Value, stack};
use crate::classfile::{Comparison, Operands, Operation};

/// The line of a branch, if it is known, and the condition that holds on it: `car.fuelAmount < 100`.
pub fn condition(classes: &Classes, branch: &Branch) -> (Option<u16>, String) {
    let found = classes.method(&branch.method).and_then(|(class, method)| Some((class, method, method.code.as_ref()?)));
    let Some((class, method, code)) = found else { return (None, String::new()) };
    let Some(place) = code.index(branch.offset) else { return (None, String::new()) };
    let mut values = stack(&class.name, method, code, place);
    let mut pop = || values.pop().unwrap_or_else(Value::unknown);
    let words = match &code.instructions[place].operation {
        Operation::Branch(condition, _) => {
            let comparison = match branch.way {
                Way::Fails => negated(condition.comparison),
                _ => condition.comparison,
            };
            match condition.operands {
                Operands::IntWithZero => with_zero(&pop(), comparison),
                Operands::ReferenceWithNull => format!("{} {} null", pop().part(), operator(comparison)),
                Operands::Ints | Operands::References => {
                    let (right, left) = (pop(), pop());
                    compared(&left, comparison, &right)
                }
            }
        }
        _ => switched(&pop(), &branch.way),
    };
    (code.line(branch.offset), words)
}

/// A number compared with 0: also a truth value, and what a comparison came to.
fn with_zero(value: &Value, comparison: Comparison) -> String {
    match (&value.kind, comparison) {
        (Kind::Truth, Comparison::NotEqual) => value.words.clone(),
        (Kind::Truth, Comparison::Equal) if value.words.contains(" instanceof ") => format!("!({})", value.words),
        (Kind::Truth, Comparison::Equal) => format!("!{}", value.part()),
        (Kind::Comparison(left, right), _) => compared(left, comparison, right),
        _ => format!("{} {} 0", value.part(), operator(comparison)),
    }
}

fn compared(left: &Value, comparison: Comparison, right: &Value) -> String {
    let shown =
        |value: &Value, other: &Value| match (&other.kind, value.words.parse::<u32>().ok().and_then(char::from_u32)) {
            (Kind::Character, Some(letter)) => format!("{letter:?}"),
            _ => value.part(),
        };
    format!("{} {} {}", shown(left, right), operator(comparison), shown(right, left))
}

fn switched(value: &Value, way: &Way) -> String {
    let shown = |numbers: &[i32]| {
        let numbers: Vec<String> = numbers
            .iter()
            .map(|number| match u32::try_from(*number).ok().and_then(char::from_u32) {
                Some(letter) if value.kind == Kind::Character => format!("{letter:?}"),
                _ => number.to_string(),
            })
            .collect();
        numbers.join(", ")
    };
    match way {
        Way::Cases(numbers) => format!("{} is {}", value.part(), shown(numbers)),
        _ => format!("{} is anything else", value.part()),
    }
}

fn negated(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
        Comparison::Less => Comparison::GreaterOrEqual,
        Comparison::GreaterOrEqual => Comparison::Less,
        Comparison::Greater => Comparison::LessOrEqual,
        Comparison::LessOrEqual => Comparison::Greater,
    }
}

fn operator(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "==",
        Comparison::NotEqual => "!=",
        Comparison::Less => "<",
        Comparison::GreaterOrEqual => ">=",
        Comparison::Greater => ">",
        Comparison::LessOrEqual => "<=",
    }
}
