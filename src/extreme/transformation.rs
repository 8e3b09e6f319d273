//! The bodies that take a method's place.
//!
//! The values are those of Descartes 1.3, which are Table I of Vera-Pérez et al. but for the second value of `float` and
//! `double`: 1.0, where the table has 0.1.

mod objects;

pub use objects::NewObjects;

use crate::classfile::{Constant, MethodCode, Operation};
use crate::worker::protocol::Step;
use serde::{Deserialize, Serialize};

/// A kind of body that is not tried by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// Empty collections, and new objects of classes with a public constructor without parameters.
    New,
    /// Collections and optionals with one element.
    Single,
    /// Empty optionals.
    Optional,
    /// Each parameter of the result type.
    Parameter,
    /// `this`, where the method returns its own class.
    This,
}

impl Operator {
    /// All of them.
    pub const ALL: [Operator; 5] =
        [Operator::New, Operator::Single, Operator::Optional, Operator::Parameter, Operator::This];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Operator::New => "new",
            Operator::Single => "single",
            Operator::Optional => "optional",
            Operator::Parameter => "parameter",
            Operator::This => "this",
        }
    }
}

/// A body that takes a method's place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Transformation {
    /// What it does, as Descartes names it: `void`, `null`, `true`, `0L`, `"A"`.
    pub name: String,
    /// What it is made of; nothing for a method without result.
    pub body: Vec<Step>,
}

impl Transformation {
    fn new(name: impl Into<String>, body: Vec<Step>) -> Transformation {
        Transformation { name: name.into(), body }
    }

    /// What is done to the body, for people.
    pub fn describe(&self) -> String {
        match self.name.as_str() {
            "void" => "remove the body".to_owned(),
            "empty" => "return an empty array".to_owned(),
            "optional" => "return an empty optional".to_owned(),
            name => format!("return {name}"),
        }
    }
}

/// The transformations of a method, but for those that change nothing.
pub fn transformations(
    class: &str,
    method: &MethodCode,
    operators: &[Operator],
    new_objects: &NewObjects,
) -> Vec<Transformation> {
    if method.name == "<init>" {
        return Vec::new();
    }
    let result = method.descriptor.result().map_or_else(|| "V".to_owned(), |ty| ty.descriptor());
    let result = result.as_str();
    let mut all = defaults(result);
    if operators.contains(&Operator::New) {
        all.extend(new_objects.new_object(result));
    }
    if operators.contains(&Operator::Optional) {
        all.extend(objects::empty_optional(result));
    }
    if operators.contains(&Operator::Single) {
        all.extend(objects::single_element(result, method.signature.as_deref()));
    }
    if operators.contains(&Operator::Parameter) {
        all.extend(parameters(method, result));
    }
    if operators.contains(&Operator::This) && !method.is_static && result == format!("L{class};") {
        let load = Step::Load { variable: 0, ty: result.to_owned() };
        all.push(Transformation::new("this", vec![load]));
    }
    let never_null = ["NotNull", "NonNull", "Nonnull"];
    if method.annotations.iter().any(|name| never_null.contains(&name.as_str())) {
        all.retain(|transformation| transformation.name != "null");
    }
    all.retain(|transformation| !is_body(transformation, method));
    all
}

/// The values of Table I for a result type.
fn defaults(result: &str) -> Vec<Transformation> {
    let constants = |all: &[(&str, Step)]| -> Vec<Transformation> {
        all.iter().map(|(name, step)| Transformation::new(*name, vec![step.clone()])).collect()
    };
    let primitive = match result {
        "V" => return vec![Transformation::new("void", Vec::new())],
        "Z" => constants(&[("true", Step::Int(1)), ("false", Step::Int(0))]),
        "B" => constants(&[("(byte)0", Step::Int(0)), ("(byte)1", Step::Int(1))]),
        "S" => constants(&[("(short)0", Step::Int(0)), ("(short)1", Step::Int(1))]),
        "C" => constants(&[("' '", Step::Int(32)), ("'A'", Step::Int(65))]),
        "I" => constants(&[("0", Step::Int(0)), ("1", Step::Int(1))]),
        "J" => constants(&[("0L", Step::Long(0)), ("1L", Step::Long(1))]),
        "F" => constants(&[("0.0f", Step::Float(0.0)), ("1.0f", Step::Float(1.0))]),
        "D" => constants(&[("0.0", Step::Double(0.0)), ("1.0", Step::Double(1.0))]),
        _ => Vec::new(),
    };
    if !primitive.is_empty() {
        return primitive;
    }
    let mut all = vec![Transformation::new("null", vec![Step::Null])];
    if let Some(element) = result.strip_prefix('[') {
        all.push(Transformation::new("empty", vec![Step::EmptyArray(element.to_owned())]));
    } else if result == "Ljava/lang/String;" {
        all.extend(constants(&[("\"\"", Step::Text(String::new())), ("\"A\"", Step::Text("A".to_owned()))]));
    } else if let Some((primitive, owner)) = unwrapped(result) {
        for mut boxed in defaults(primitive) {
            boxed.body.push(Step::Call {
                owner: owner.to_owned(),
                name: "valueOf".to_owned(),
                descriptor: format!("({primitive}){result}"),
                of_interface: false,
            });
            all.push(boxed);
        }
    }
    all
}

/// The primitive type of a wrapper, and the wrapper's internal name.
fn unwrapped(descriptor: &str) -> Option<(&'static str, &str)> {
    let owner = descriptor.strip_prefix('L')?.strip_suffix(';')?;
    let primitive = match owner.strip_prefix("java/lang/")? {
        "Boolean" => "Z",
        "Byte" => "B",
        "Short" => "S",
        "Character" => "C",
        "Integer" => "I",
        "Long" => "J",
        "Float" => "F",
        "Double" => "D",
        _ => return None,
    };
    Some((primitive, owner))
}

/// Each parameter of the result type.
fn parameters(method: &MethodCode, result: &str) -> Vec<Transformation> {
    let mut variable = u32::from(!method.is_static);
    let mut all = Vec::new();
    for (index, ty) in method.descriptor.parameters().iter().enumerate() {
        if ty.descriptor() == result {
            let load = Step::Load { variable, ty: result.to_owned() };
            all.push(Transformation::new(format!("parameter {}", index + 1), vec![load]));
        }
        variable += u32::from(ty.slots());
    }
    all
}

/// Whether a transformation is what the method does anyway.
fn is_body(transformation: &Transformation, method: &MethodCode) -> bool {
    let Some(code) = &method.code else { return false };
    match (transformation.body.as_slice(), code.shape().as_slice()) {
        ([], [Operation::Return]) => true,
        ([step], [Operation::Push(constant), Operation::ReturnValue]) => match (step, constant) {
            (Step::Null, Constant::Null) => true,
            (Step::Int(a), Constant::Int(b)) => a == b,
            (Step::Long(a), Constant::Long(b)) => a == b,
            (Step::Float(a), Constant::Float(b)) => a.to_bits() == b.to_bits(),
            (Step::Double(a), Constant::Double(b)) => a.to_bits() == b.to_bits(),
            (Step::Text(a), Constant::Text(b)) => a == b,
            _ => false,
        },
        (
            [Step::EmptyArray(_)],
            [Operation::Push(Constant::Int(0)), Operation::NewArray(_, 1), Operation::ReturnValue],
        ) => true,
        ([Step::Load { variable, .. }], [Operation::Load(slot, _), Operation::ReturnValue]) => {
            *variable == u32::from(*slot)
        }
        _ => false,
    }
}
