//! What a variable or the stack holds while the code of a test is followed.

use crate::classfile::{Arithmetic, Comparison, Constant, Invoke, Primitive, Type};

/// What is known of a value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Held {
    /// Nothing.
    Unknown,
    /// It is the object of the test class.
    This,
    /// A literal; an `int` may be any of the small types.
    Constant(Constant),
    /// A boxed number, as [`Statement::Number`](crate::worker::protocol::Statement::Number) has it.
    Boxed(Primitive, i64),
    /// The value of a statement.
    Value(u32),
    /// One of the objects whose constructor is called later.
    Fresh(usize),
    /// One of the arrays.
    Array(usize),
    /// One of the functions.
    Function(usize),
    /// What an assertion makes of a value that it is about, or that another one is compared with.
    Asserted(Box<Held>),
}

/// A place on the stack, or a variable.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Entry {
    pub held: Held,
    /// Whether it is a `long` or a `double`, which count twice.
    pub is_wide: bool,
}

/// An array in the making.
#[derive(Debug, Clone)]
pub(super) struct Array {
    pub element: Type,
    /// None for those that nobody has set.
    pub elements: Vec<Option<Held>>,
    /// The statement that makes it, once it was used.
    pub made: Option<u32>,
}

/// A lambda or a reference to a method.
#[derive(Debug, Clone)]
pub(super) struct Lambda {
    pub interface: Type,
    pub body: Invoke,
    pub captured: Vec<Held>,
    /// The statement that makes it, once it was used.
    pub made: Option<u32>,
}

impl Held {
    /// The value that an assertion is about, or the value itself.
    pub fn itself(&self) -> &Held {
        match self {
            Held::Asserted(value) => value.itself(),
            value => value,
        }
    }
}

impl Entry {
    /// A value of a type.
    pub fn of(held: Held, ty: &Type) -> Entry {
        Entry { held, is_wide: ty.slots() == 2 }
    }
}

impl From<Constant> for Entry {
    fn from(constant: Constant) -> Entry {
        let is_wide = matches!(constant, Constant::Long(_) | Constant::Double(_));
        let held = if constant == Constant::Other { Held::Unknown } else { Held::Constant(constant) };
        Entry { held, is_wide }
    }
}

/// The bits of a literal as a primitive value, if it is one of the type.
pub(super) fn bits(constant: &Constant, primitive: Primitive) -> Option<i64> {
    match (constant, primitive) {
        (Constant::Int(value), Primitive::Boolean) => Some(i64::from(*value != 0)),
        (Constant::Int(value), Primitive::Byte | Primitive::Short | Primitive::Char | Primitive::Int) => {
            Some(i64::from(*value))
        }
        (Constant::Int(value), Primitive::Long) => Some(i64::from(*value)),
        (Constant::Long(value), Primitive::Long) => Some(*value),
        (Constant::Float(value), Primitive::Float) => Some(i64::from(value.to_bits().cast_signed())),
        (Constant::Double(value), Primitive::Double) => Some(value.to_bits().cast_signed()),
        _ => None,
    }
}

/// A literal as text that `+` appends.
pub(super) fn text(constant: &Constant, ty: &Type) -> Option<String> {
    match (constant, ty) {
        (Constant::Text(text), _) => Some(text.clone()),
        (Constant::Null, _) => Some("null".to_owned()),
        (Constant::Int(value), Type::Primitive(Primitive::Boolean)) => Some((*value != 0).to_string()),
        (Constant::Int(value), Type::Primitive(Primitive::Char)) => {
            char::from_u32(u32::try_from(*value).ok()?).map(|letter| letter.to_string())
        }
        (Constant::Int(value), _) => Some(value.to_string()),
        (Constant::Long(value), _) => Some(value.to_string()),
        _ => None,
    }
}

/// What two numbers of one type come to, by its operations: sum, difference and product; quotient and remainder.
fn whole<N>(
    how: Arithmetic,
    one: N,
    other: N,
    exact: [fn(N, N) -> N; 3],
    partial: [fn(N, N) -> Option<N>; 2],
) -> Option<N> {
    let ([add, subtract, multiply], [divide, remainder]) = (exact, partial);
    match how {
        Arithmetic::Add => Some(add(one, other)),
        Arithmetic::Subtract => Some(subtract(one, other)),
        Arithmetic::Multiply => Some(multiply(one, other)),
        Arithmetic::Divide => divide(one, other),
        Arithmetic::Remainder => remainder(one, other),
        _ => None,
    }
}

/// What two whole numbers come to.
pub(super) fn computed(how: Arithmetic, one: &Held, other: &Held) -> Held {
    let computed = match (one, other) {
        (Held::Constant(Constant::Int(one)), Held::Constant(Constant::Int(other))) => {
            let exact = [i32::wrapping_add, i32::wrapping_sub, i32::wrapping_mul];
            whole(how, *one, *other, exact, [i32::checked_div, i32::checked_rem]).map(Constant::Int)
        }
        (Held::Constant(Constant::Long(one)), Held::Constant(Constant::Long(other))) => {
            let exact = [i64::wrapping_add, i64::wrapping_sub, i64::wrapping_mul];
            whole(how, *one, *other, exact, [i64::checked_div, i64::checked_rem]).map(Constant::Long)
        }
        _ => None,
    };
    computed.map_or(Held::Unknown, Held::Constant)
}

/// A number as one of another type; what a call returned stays what it is where nothing gets lost.
pub(super) fn converted(held: Held, to: Primitive) -> Held {
    let constant = match (&held, to) {
        (Held::Constant(Constant::Int(value)), _) => match to {
            Primitive::Byte => Constant::Int(i32::from(*value as i8)),
            Primitive::Short => Constant::Int(i32::from(*value as i16)),
            Primitive::Char => Constant::Int(i32::from(*value as u16)),
            Primitive::Long => Constant::Long(i64::from(*value)),
            Primitive::Float => Constant::Float(*value as f32),
            Primitive::Double => Constant::Double(f64::from(*value)),
            Primitive::Int | Primitive::Boolean => Constant::Int(*value),
        },
        (Held::Constant(Constant::Long(value)), Primitive::Int) => Constant::Int(*value as i32),
        (Held::Constant(Constant::Long(value)), Primitive::Double) => Constant::Double(*value as f64),
        (Held::Value(_), Primitive::Long | Primitive::Float | Primitive::Double) => return held,
        _ => return Held::Unknown,
    };
    Held::Constant(constant)
}

/// Whether numbers compare as asked.
pub(super) fn compares(comparison: Comparison, one: i32, other: i32) -> bool {
    match comparison {
        Comparison::Equal => one == other,
        Comparison::NotEqual => one != other,
        Comparison::Less => one < other,
        Comparison::GreaterOrEqual => one >= other,
        Comparison::Greater => one > other,
        Comparison::LessOrEqual => one <= other,
    }
}
