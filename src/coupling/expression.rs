//! What is on the stack before an instruction, in the words of source, as far as the instructions right before it say.

use crate::classfile::{
    Arithmetic, ClassName, Code, Constant, DynamicCall, Invoke, InvokeKind, MethodCode, Operation, Primitive,
    StackOperation, Type,
};
use std::collections::BTreeSet;

/// What stands for a value that is not known.
const UNKNOWN: &str = "…";

/// How long a text is that is shown whole.
const LONGEST: usize = 24;

/// How many signs of an expression are shown.
const MOST: usize = 100;

/// A value on the stack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Value {
    /// The expression.
    pub(super) words: String,
    /// What it is beyond a number or an object.
    pub(super) kind: Kind,
    /// How many places of the stack it takes.
    slots: u16,
}

/// What a value is beyond a number or an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing else.
    Plain,
    /// Something that is not one name or one call: it stands in brackets inside of others.
    Operation,
    /// A truth value.
    Truth,
    /// A character.
    Character,
    /// Less than, equal to or greater than 0, as one value is to another one.
    Comparison(Box<Value>, Box<Value>),
}

impl Value {
    /// One that is not known.
    pub(super) fn unknown() -> Value {
        Value::plain(UNKNOWN, 1)
    }

    fn plain(words: impl Into<String>, slots: u16) -> Value {
        Value { words: words.into(), kind: Kind::Plain, slots }
    }

    fn of_type(words: String, ty: Option<&Type>) -> Value {
        let kind = match ty {
            Some(Type::Primitive(Primitive::Boolean)) => Kind::Truth,
            Some(Type::Primitive(Primitive::Char)) => Kind::Character,
            _ => Kind::Plain,
        };
        Value { words, kind, slots: ty.map_or(0, Type::slots) }
    }

    /// The expression as a part of another one.
    pub(super) fn part(&self) -> String {
        match self.kind {
            Kind::Operation | Kind::Comparison(..) => format!("({})", self.words),
            _ => self.words.clone(),
        }
    }
}

/// The values that the instruction at a place finds on the stack, the topmost last, as far as they are known.
pub(super) fn stack(class: &ClassName, method: &MethodCode, code: &Code, place: usize) -> Vec<Value> {
    let mut machine = Machine { class, method, code, stack: Vec::new() };
    for at in straight(code, place)..place {
        machine.perform(at);
    }
    machine.stack
}

/// The first place from which on control comes straight to another one.
pub(super) fn straight(code: &Code, place: usize) -> usize {
    let mut targets = BTreeSet::new();
    for one in &code.instructions {
        match &one.operation {
            Operation::Branch(_, target) | Operation::Jump(target) => {
                targets.insert(*target);
            }
            Operation::Switch(switch) => {
                targets.extend(switch.cases.iter().map(|(_, target)| *target));
                targets.insert(switch.default);
            }
            _ => {}
        }
    }
    targets.extend(code.handlers.iter().map(|handler| handler.target));
    let is_start = |at: usize| {
        let before = at.checked_sub(1).map(|before| &code.instructions[before].operation);
        let is_left = before.is_none_or(|before| matches!(before, Operation::Branch(..)) || !before.falls_through());
        is_left || targets.contains(&code.instructions[at].offset)
    };
    (0..=place).rev().find(|at| is_start(*at)).unwrap_or(0)
}

struct Machine<'m> {
    class: &'m ClassName,
    method: &'m MethodCode,
    code: &'m Code,
    stack: Vec<Value>,
}

impl Machine<'_> {
    fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or_else(Value::unknown)
    }

    fn push(&mut self, value: Value) {
        let is_long = value.words.chars().count() > MOST;
        self.stack.push(if is_long { Value { words: UNKNOWN.to_owned(), ..value } } else { value });
    }

    fn drop(&mut self, count: usize) {
        for _ in 0..count {
            self.pop();
        }
    }

    /// Performs an instruction; there is one arm for each operation.
    fn perform(&mut self, at: usize) {
        let code = self.code;
        match &code.instructions[at].operation {
            Operation::Nop | Operation::Increment(..) | Operation::Jump(_) | Operation::Return => {}
            Operation::CallSubroutine(_) | Operation::ReturnFromSubroutine => {}
            Operation::Push(constant) => self.push(self::constant(constant)),
            Operation::Load(slot, _) => {
                let value = self.variable(*slot, at);
                self.push(value);
            }
            Operation::Store(_)
            | Operation::PutStatic(_)
            | Operation::MonitorEnter
            | Operation::MonitorExit
            | Operation::Switch(_)
            | Operation::ReturnValue
            | Operation::Throw => self.drop(1),
            Operation::Stack(moved) => self.moved(*moved),
            Operation::Arithmetic(arithmetic, ty) => self.computed(*arithmetic, *ty),
            Operation::Convert(_, to) => {
                let value = self.pop();
                let slots = Type::Primitive(*to).slots();
                self.push(Value { slots, ..value });
            }
            Operation::Compare(..) => {
                let (right, left) = (self.pop(), self.pop());
                let words = format!("{} compared with {}", left.part(), right.part());
                self.push(Value { words, kind: Kind::Comparison(Box::new(left), Box::new(right)), slots: 1 });
            }
            Operation::LoadElement(_) => {
                let (index, array) = (self.pop(), self.pop());
                self.push(Value::plain(format!("{}[{}]", array.part(), index.words), 1));
            }
            Operation::StoreElement => self.drop(3),
            Operation::ArrayLength => {
                let array = self.pop();
                self.push(Value::plain(format!("{}.length", array.part()), 1));
            }
            Operation::GetField(field) => {
                let object = self.pop();
                let words = match object.words.as_str() {
                    "this" => field.name.to_string(),
                    _ => format!("{}.{}", object.part(), field.name),
                };
                self.push(Value::of_type(words, Type::parse(&field.ty.descriptor()).as_ref()));
            }
            Operation::GetStatic(field) => {
                let words = match field.owner == *self.class {
                    true => field.name.to_string(),
                    false => format!("{}.{}", field.owner.simple(), field.name),
                };
                self.push(Value::of_type(words, Type::parse(&field.ty.descriptor()).as_ref()));
            }
            Operation::PutField(_) | Operation::Branch(..) => self.drop(2),
            Operation::Invoke(call) => self.called(call),
            Operation::InvokeDynamic(call) => self.made(call),
            Operation::New(class) => self.push(Value::plain(format!("new {}", class.simple()), 1)),
            Operation::NewArray(ty, dimensions) => {
                self.drop(usize::from(*dimensions));
                self.push(Value::plain(format!("new {}", simple(ty)), 1));
            }
            Operation::CheckCast(_) => {}
            Operation::InstanceOf(ty) => {
                let object = self.pop();
                let words = format!("{} instanceof {}", object.part(), simple(ty));
                self.push(Value { words, kind: Kind::Truth, slots: 1 });
            }
        }
    }

    fn variable(&self, slot: u16, at: usize) -> Value {
        if slot == 0 && !self.method.is_static {
            return Value::plain("this", 1);
        }
        // What is loaded may come into scope with the instruction behind the one that stored it.
        if let Some(variable) = self.code.variable(slot, self.code.instructions[at].offset) {
            return Value::of_type(variable.name.clone(), Type::parse(&variable.descriptor).as_ref());
        }
        let mut next = u16::from(!self.method.is_static);
        for (number, ty) in self.method.descriptor.parameters().iter().enumerate() {
            if next == slot {
                return Value::of_type(format!("parameter {}", number + 1), Some(ty));
            }
            next += ty.slots();
        }
        Value::plain(UNKNOWN, 1)
    }

    fn moved(&mut self, moved: StackOperation) {
        use StackOperation::{Dup, Dup2, Dup2X1, Dup2X2, DupX1, DupX2, Pop, Pop2, Swap};
        let is_wide = |value: &Value| value.slots == 2;
        match moved {
            Pop => self.drop(1),
            Pop2 => {
                let value = self.pop();
                self.drop(usize::from(!is_wide(&value)));
            }
            Dup => {
                let value = self.pop();
                self.stack.extend([value.clone(), value]);
            }
            DupX1 | DupX2 => {
                let (value, below) = (self.pop(), self.pop());
                let deeper = (moved == DupX2 && !is_wide(&below)).then(|| self.pop());
                self.stack.push(value.clone());
                self.stack.extend(deeper);
                self.stack.extend([below, value]);
            }
            Dup2 | Dup2X1 | Dup2X2 => {
                let top = self.pop();
                let copied = if is_wide(&top) { vec![top] } else { vec![self.pop(), top] };
                let mut below = Vec::new();
                if moved != Dup2 {
                    below.push(self.pop());
                }
                if moved == Dup2X2 && !is_wide(&below[0]) {
                    below.insert(0, self.pop());
                }
                self.stack.extend(copied.iter().cloned());
                self.stack.extend(below);
                self.stack.extend(copied);
            }
            Swap => {
                let (value, below) = (self.pop(), self.pop());
                self.stack.extend([value, below]);
            }
        }
    }

    fn computed(&mut self, arithmetic: Arithmetic, ty: Primitive) {
        let slots = Type::Primitive(ty).slots();
        let right = self.pop();
        let words = match operator(arithmetic) {
            None => format!("-{}", right.part()),
            Some(operator) => format!("{} {operator} {}", self.pop().part(), right.part()),
        };
        self.push(Value { words, kind: Kind::Operation, slots });
    }

    fn called(&mut self, call: &Invoke) {
        let method = &call.method;
        let mut arguments: Vec<Value> = method.descriptor.parameters().iter().map(|_| self.pop()).collect();
        arguments.reverse();
        let given: Vec<String> = arguments.iter().map(|argument| argument.words.clone()).collect();
        let given = given.join(", ");
        if &*method.name == "<init>" {
            self.pop();
            // The object that is made was on the stack twice.
            if let Some(made) = self.stack.last_mut().filter(|value| value.words.starts_with("new ")) {
                made.words = format!("{}({given})", made.words);
            }
            return;
        }
        let on = match call.kind {
            InvokeKind::Static if method.owner == *self.class => String::new(),
            InvokeKind::Static => format!("{}.", method.owner.simple()),
            _ => match self.pop() {
                this if this.words == "this" => String::new(),
                object => format!("{}.", object.part()),
            },
        };
        if let Some(result) = method.descriptor.result() {
            self.push(Value::of_type(format!("{on}{}({given})", method.name), Some(&result)));
        }
    }

    fn made(&mut self, call: &DynamicCall) {
        self.drop(call.descriptor.parameters().len());
        let words = if &*call.name == "makeConcatWithConstants" { "\"…\"" } else { "…" };
        self.push(Value::plain(words, 1));
    }
}

fn constant(constant: &Constant) -> Value {
    match constant {
        Constant::Null => Value::plain("null", 1),
        Constant::Int(value) => Value::plain(value.to_string(), 1),
        Constant::Long(value) => Value::plain(value.to_string(), 2),
        Constant::Float(value) => Value::plain(value.to_string(), 1),
        Constant::Double(value) => Value::plain(value.to_string(), 2),
        Constant::Text(text) if text.chars().count() > LONGEST => Value::plain("\"…\"", 1),
        Constant::Text(text) => Value::plain(format!("{text:?}"), 1),
        Constant::Class(ty) => Value::plain(format!("{}.class", simple(ty)), 1),
        Constant::Other => Value::plain(UNKNOWN, 1),
    }
}

/// The name of a type without its package.
fn simple(ty: &Type) -> String {
    match ty {
        Type::Primitive(primitive) => primitive.keyword().to_owned(),
        Type::Class(class) => class.simple().to_owned(),
        Type::Array(element) => format!("{}[]", simple(element)),
    }
}

fn operator(arithmetic: Arithmetic) -> Option<&'static str> {
    Some(match arithmetic {
        Arithmetic::Add => "+",
        Arithmetic::Subtract => "-",
        Arithmetic::Multiply => "*",
        Arithmetic::Divide => "/",
        Arithmetic::Remainder => "%",
        Arithmetic::Negate => return None,
        Arithmetic::ShiftLeft => "<<",
        Arithmetic::ShiftRight => ">>",
        Arithmetic::ShiftRightUnsigned => ">>>",
        Arithmetic::And => "&",
        Arithmetic::Or => "|",
        Arithmetic::Xor => "^",
    })
}
