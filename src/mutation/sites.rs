//! The instructions of a method that may do something else, and what.

use crate::classfile::{
    Arithmetic, Comparison, Condition, Constant, Instruction, Invoke, InvokeKind, MethodCode, Operation, Primitive,
    Type,
};
use crate::worker::protocol::Mutator;

/// An instruction that may do something else.
pub(super) struct Site {
    /// Its number among the instructions of the method.
    pub(super) place: u32,
    /// What it may do, with what is different then.
    pub(super) mutators: Vec<(Mutator, String)>,
}

/// The sites of a method, in the order of its code. Initialisers of classes have none: they have run when a mutant is chosen; nor has what
/// no line of source declares, but for bodies of lambdas.
pub(super) fn sites(method: &MethodCode) -> Vec<Site> {
    let Some(code) = &method.code else { return Vec::new() };
    if method.name == "<clinit>" || (method.is_synthetic && !method.name.starts_with("lambda$")) {
        return Vec::new();
    }
    let begins = if method.name == "<init>" { made(&code.instructions) } else { 0 };
    let result = method.descriptor.result();
    let mut sites = Vec::new();
    for (place, one) in code.instructions.iter().enumerate().skip(begins) {
        let before = place.checked_sub(1).map(|before| &code.instructions[before].operation);
        let mutators = match &one.operation {
            Operation::ReturnValue if !before.is_some_and(is_number) => returned(result.as_ref()),
            operation => mutators(operation),
        };
        if !mutators.is_empty() {
            sites.push(Site { place: place as u32, mutators });
        }
    }
    sites
}

/// From where on a constructor has an object: behind the call of another constructor of its class or of the one above.
fn made(instructions: &[Instruction]) -> usize {
    let mut unfinished = 0;
    for (place, one) in instructions.iter().enumerate() {
        match &one.operation {
            Operation::New(_) => unfinished += 1,
            Operation::Invoke(Invoke { kind: InvokeKind::Special, method }) if &*method.name == "<init>" => {
                if unfinished == 0 {
                    return place + 1;
                }
                unfinished -= 1;
            }
            _ => {}
        }
    }
    instructions.len()
}

/// Whether an instruction pushes a number: what it may push instead is what may be returned instead.
fn is_number(operation: &Operation) -> bool {
    !constant(operation).is_empty()
}

fn mutators(operation: &Operation) -> Vec<(Mutator, String)> {
    match operation {
        Operation::Push(_) => constant(operation),
        Operation::Load(_, Some(_)) => number("a variable"),
        Operation::LoadElement(Some(_)) => number("an element"),
        Operation::GetField(field) | Operation::GetStatic(field) => match &field.ty {
            Type::Primitive(Primitive::Boolean) => truth(&format!("`{}`", field.name)),
            Type::Primitive(_) => number(&format!("`{}`", field.name)),
            _ => Vec::new(),
        },
        Operation::Arithmetic(arithmetic, ty) => computed(*arithmetic, *ty),
        Operation::Increment(..) => {
            vec![(Mutator::Removed, "a variable is not changed".into()), (Mutator::Negated, "`++` is `--`".into())]
        }
        Operation::Branch(condition, _) => jumps(*condition),
        Operation::Switch(_) => vec![(Mutator::Incremented, "`switch` takes another case".into())],
        Operation::Invoke(Invoke { kind, method }) if *kind != InvokeKind::Special => {
            vec![(Mutator::Removed, format!("`{}` is not called", method.name))]
        }
        _ => Vec::new(),
    }
}

/// What a number that is pushed may be instead.
fn constant(operation: &Operation) -> Vec<(Mutator, String)> {
    let (is_zero, says) = match operation {
        Operation::Push(Constant::Int(value)) => (*value == 0, value.to_string()),
        Operation::Push(Constant::Long(value)) => (*value == 0, format!("{value}L")),
        Operation::Push(Constant::Float(value)) => (*value == 0.0, format!("{value:?}f")),
        Operation::Push(Constant::Double(value)) => (*value == 0.0, format!("{value:?}")),
        _ => return Vec::new(),
    };
    let more = (Mutator::Incremented, format!("`{says}` is 1 more"));
    let nothing = (!is_zero).then(|| (Mutator::Zero, format!("`{says}` is 0")));
    [more].into_iter().chain(nothing).collect()
}

fn number(what: &str) -> Vec<(Mutator, String)> {
    vec![(Mutator::Incremented, format!("{what} is 1 more")), (Mutator::Negated, format!("{what} has the other sign"))]
}

fn truth(what: &str) -> Vec<(Mutator, String)> {
    vec![(Mutator::Zero, format!("{what} is false")), (Mutator::One, format!("{what} is true"))]
}

/// What may be returned instead.
fn returned(result: Option<&Type>) -> Vec<(Mutator, String)> {
    match result {
        Some(Type::Primitive(Primitive::Boolean)) => truth("the result"),
        Some(Type::Primitive(_)) => {
            vec![(Mutator::Zero, "the result is 0".into()), (Mutator::Incremented, "the result is 1 more".into())]
        }
        Some(_) => vec![(Mutator::Zero, "the result is null".into())],
        None => Vec::new(),
    }
}

fn computed(arithmetic: Arithmetic, ty: Primitive) -> Vec<(Mutator, String)> {
    let (sign, opposite) = match arithmetic {
        Arithmetic::Negate => return vec![(Mutator::First, "`-` is left out".into())],
        Arithmetic::Add => ("+", "-"),
        Arithmetic::Subtract => ("-", "+"),
        Arithmetic::Multiply => ("*", "/"),
        Arithmetic::Divide => ("/", "*"),
        Arithmetic::Remainder => ("%", "*"),
        Arithmetic::ShiftLeft => ("<<", ">>"),
        Arithmetic::ShiftRight => (">>", "<<"),
        Arithmetic::ShiftRightUnsigned => (">>>", "<<"),
        Arithmetic::And => ("&", "|"),
        Arithmetic::Or => ("|", "&"),
        Arithmetic::Xor => ("^", "&"),
    };
    let is_shift =
        matches!(arithmetic, Arithmetic::ShiftLeft | Arithmetic::ShiftRight | Arithmetic::ShiftRightUnsigned);
    let mut mutators = vec![
        (Mutator::Opposite, format!("`{sign}` is `{opposite}`")),
        (Mutator::First, format!("`{sign}` gives its first operand")),
    ];
    if !(is_shift && ty == Primitive::Long) {
        mutators.push((Mutator::Second, format!("`{sign}` gives its second operand")));
    }
    mutators
}

fn jumps(Condition { comparison, .. }: Condition) -> Vec<(Mutator, String)> {
    let mut mutators = vec![
        (Mutator::Always, "a condition has one outcome only".to_owned()),
        (Mutator::Never, "a condition has the other outcome only".to_owned()),
    ];
    if !matches!(comparison, Comparison::Equal | Comparison::NotEqual) {
        mutators.push((Mutator::Boundary, "a bound is moved by one".into()));
    }
    mutators
}
