//! Follows the code of a test: constants, variables, fields of the test, arrays and jumps.

use super::carved::{Carved, LeftOut};
use super::held::{Array, Entry, Held, Lambda, bits, compares, computed, converted};
use crate::classfile::{
    ClassCode, ClassName, Code, Comparison, Condition, Constant, MethodCode, Operands, Operation, Primitive,
    StackOperation, Type,
};
use crate::sequence::places;
use crate::sequence::program::Program;
use crate::worker::protocol::{Sequence, Statement};
use std::collections::{BTreeMap, BTreeSet};

/// How many statements a sequence has at most.
const MOST: usize = 80;

/// How many instructions are followed.
const STEPS: usize = 20_000;

/// How long an array may be.
const LONGEST: usize = 64;

/// What the code of a test has done so far.
pub(super) struct Machine<'p> {
    pub program: &'p Program,
    pub package: &'p str,
    /// The class of the test.
    pub class: ClassName,
    pub statements: Vec<Statement>,
    /// The objects that are made, each once its constructor is called.
    pub fresh: Vec<Option<u32>>,
    pub arrays: Vec<Array>,
    pub functions: Vec<Lambda>,
    /// Fields of the test and static fields of test classes.
    fields: BTreeMap<(Option<ClassName>, String), Held>,
    steps: usize,
    /// What is left out, and how often.
    pub left_out: BTreeMap<LeftOut, usize>,
    /// Which members can be named.
    pub named: BTreeMap<(ClassName, String, String), bool>,
}

/// A method that is being followed.
pub(super) struct Frame {
    pub stack: Vec<Entry>,
    locals: BTreeMap<u16, Entry>,
    /// Conditions that were taken as false.
    passed: BTreeSet<usize>,
    pub depth: usize,
}

/// Where to go on.
pub(super) enum Next {
    /// After the instruction.
    Following,
    /// At another one.
    At(usize),
    /// The method ends with a value.
    Returns(Held),
}

impl Frame {
    pub fn push(&mut self, held: Held, ty: &Type) {
        self.stack.push(Entry::of(held, ty));
    }

    fn push_narrow(&mut self, held: Held) {
        self.stack.push(Entry { held, is_wide: false });
    }

    pub fn pop(&mut self) -> Held {
        self.stack.pop().map_or(Held::Unknown, |entry| entry.held)
    }

    /// What is on the top of the stack, so many slots of it, the lowest first.
    fn take(&mut self, slots: u16) -> Vec<Entry> {
        let (mut taken, mut left) = (Vec::new(), i32::from(slots));
        while left > 0
            && let Some(entry) = self.stack.pop()
        {
            left -= if entry.is_wide { 2 } else { 1 };
            taken.push(entry);
        }
        taken.reverse();
        taken
    }

    /// Puts a copy of the uppermost slots below some others.
    fn duplicate(&mut self, slots: u16, below: u16) {
        let top = self.take(slots);
        let others = self.take(below);
        self.stack.extend(top.iter().cloned().chain(others).chain(top.iter().cloned()).collect::<Vec<_>>());
    }

    fn moved(&mut self, how: StackOperation) {
        match how {
            StackOperation::Pop => drop(self.take(1)),
            StackOperation::Pop2 => drop(self.take(2)),
            StackOperation::Dup => self.duplicate(1, 0),
            StackOperation::DupX1 => self.duplicate(1, 1),
            StackOperation::DupX2 => self.duplicate(1, 2),
            StackOperation::Dup2 => self.duplicate(2, 0),
            StackOperation::Dup2X1 => self.duplicate(2, 1),
            StackOperation::Dup2X2 => self.duplicate(2, 2),
            StackOperation::Swap => {
                let top = self.take(1);
                let other = self.take(1);
                self.stack.extend(top.into_iter().chain(other));
            }
        }
    }
}

impl<'p> Machine<'p> {
    pub fn new(program: &'p Program, package: &'p str, class: &ClassName) -> Machine<'p> {
        Machine {
            program,
            package,
            class: class.clone(),
            statements: Vec::new(),
            fresh: Vec::new(),
            arrays: Vec::new(),
            functions: Vec::new(),
            fields: BTreeMap::new(),
            steps: 0,
            left_out: BTreeMap::new(),
            named: BTreeMap::new(),
        }
    }

    /// What was done, if anything was.
    pub fn finished(self) -> Carved {
        let Machine { statements, left_out, .. } = self;
        let subject = statements.len().checked_sub(1).map(|last| last as u32);
        let sequence = subject.map(|subject| Sequence { statements, subject }.tidied());
        Carved { sequence, left_out }
    }

    /// Counts something that becomes no statement.
    pub fn leave_out(&mut self, why: LeftOut) {
        *self.left_out.entry(why).or_default() += 1;
    }

    /// What a test is given: itself, and parameters of which nothing is known.
    pub fn arguments(method: &MethodCode) -> Vec<Held> {
        let this = (!method.is_static).then_some(Held::This);
        this.into_iter().chain(method.descriptor.parameters().iter().map(|_| Held::Unknown)).collect()
    }

    /// Adds a statement, while there is room.
    pub fn emit(&mut self, statement: Statement) -> Option<u32> {
        if self.statements.len() >= MOST {
            self.leave_out(LeftOut::Long);
            return None;
        }
        self.statements.push(statement);
        Some(self.statements.len() as u32 - 1)
    }

    /// A statement whose value is the same wherever it stands.
    pub fn literal(&mut self, statement: Statement) -> Option<u32> {
        match self.statements.iter().position(|known| *known == statement) {
            Some(known) => Some(known as u32),
            None => self.emit(statement),
        }
    }

    /// Follows a method; returns its result.
    pub fn run(&mut self, class: &ClassCode, method: &MethodCode, arguments: Vec<Held>, depth: usize) -> Held {
        let Some(code) = &method.code else { return Held::Unknown };
        let mut frame = Frame { stack: Vec::new(), locals: BTreeMap::new(), passed: BTreeSet::new(), depth };
        let this = (!method.is_static).then(|| Type::Class(class.name.clone()));
        let types = this.into_iter().chain(method.descriptor.parameters());
        let mut slot = 0;
        for (held, ty) in arguments.into_iter().zip(types) {
            frame.locals.insert(slot, Entry::of(held, &ty));
            slot += ty.slots();
        }
        let mut at = 0;
        while let Some(instruction) = code.instructions.get(at) {
            self.steps += 1;
            if self.steps > STEPS || self.statements.len() >= MOST {
                self.leave_out(LeftOut::Long);
                return Held::Unknown;
            }
            at = match self.step(&mut frame, code, at, &instruction.operation) {
                Next::Following => at + 1,
                Next::At(other) => other,
                Next::Returns(held) => return held,
            };
        }
        Held::Unknown
    }

    /// What an operation does to a frame: one arm for each thing that the JVM does.
    fn step(&mut self, frame: &mut Frame, code: &Code, at: usize, operation: &Operation) -> Next {
        match operation {
            Operation::Push(constant) => frame.stack.push(constant.clone().into()),
            Operation::Load(slot, _) => {
                let unknown = Entry { held: Held::Unknown, is_wide: false };
                frame.stack.push(frame.locals.get(slot).cloned().unwrap_or(unknown));
            }
            Operation::Store(slot) => {
                if let Some(entry) = frame.stack.pop() {
                    frame.locals.insert(*slot, entry);
                }
            }
            Operation::Increment(slot, by) => {
                if let Some(entry) = frame.locals.get_mut(slot) {
                    let by = Held::Constant(Constant::Int(i32::from(*by)));
                    entry.held = computed(crate::classfile::Arithmetic::Add, &entry.held, &by);
                }
            }
            Operation::Stack(how) => frame.moved(*how),
            Operation::Arithmetic(how, ty) => {
                let ty = Type::Primitive(*ty);
                let other = frame.pop();
                let held = match how {
                    crate::classfile::Arithmetic::Negate => negated(&other),
                    how => computed(*how, &frame.pop(), &other),
                };
                frame.push(held, &ty);
            }
            Operation::Convert(_, to) => {
                let held = converted(frame.pop(), *to);
                frame.push(held, &Type::Primitive(*to));
            }
            Operation::Compare(..) => {
                let (other, one) = (frame.pop(), frame.pop());
                let held = match (one, other) {
                    (Held::Constant(Constant::Long(one)), Held::Constant(Constant::Long(other))) => {
                        Held::Constant(Constant::Int(one.cmp(&other) as i32))
                    }
                    _ => Held::Unknown,
                };
                frame.push_narrow(held);
            }
            Operation::LoadElement(_) | Operation::StoreElement | Operation::ArrayLength | Operation::NewArray(..) => {
                self.array_step(frame, operation)
            }
            Operation::GetField(_) | Operation::GetStatic(_) | Operation::PutField(_) | Operation::PutStatic(_) => {
                self.field_step(frame, operation);
            }
            Operation::Invoke(invoke) => self.invoke(frame, invoke),
            Operation::InvokeDynamic(call) => self.invoke_dynamic(frame, call),
            Operation::New(_) => {
                frame.push_narrow(Held::Fresh(self.fresh.len()));
                self.fresh.push(None);
            }
            Operation::InstanceOf(_) => {
                frame.pop();
                frame.push_narrow(Held::Unknown);
            }
            Operation::MonitorEnter | Operation::MonitorExit => drop(frame.pop()),
            Operation::Nop | Operation::CheckCast(_) => {}
            Operation::Branch(..)
            | Operation::Jump(_)
            | Operation::Switch(_)
            | Operation::CallSubroutine(_)
            | Operation::ReturnFromSubroutine
            | Operation::Return
            | Operation::ReturnValue
            | Operation::Throw => return jump(frame, code, at, operation),
        }
        Next::Following
    }

    fn array_step(&mut self, frame: &mut Frame, operation: &Operation) {
        match operation {
            Operation::NewArray(ty, dimensions) => {
                let lengths: Vec<Held> = (0..*dimensions).map(|_| frame.pop()).collect();
                let held = match (ty, lengths.as_slice()) {
                    (Type::Array(element), [Held::Constant(Constant::Int(length))])
                        if (0..=LONGEST as i32).contains(length) =>
                    {
                        let elements = vec![None; *length as usize];
                        self.arrays.push(Array { element: (**element).clone(), elements, made: None });
                        Held::Array(self.arrays.len() - 1)
                    }
                    _ => Held::Unknown,
                };
                frame.push_narrow(held);
            }
            Operation::StoreElement => {
                let (value, index, array) = (frame.pop(), frame.pop(), frame.pop());
                if let (Held::Array(array), Held::Constant(Constant::Int(index))) = (array, index)
                    && let Some(element) = self.arrays[array].elements.get_mut(index as usize)
                {
                    *element = Some(value);
                }
            }
            Operation::LoadElement(_) => {
                let (index, array) = (frame.pop(), frame.pop());
                let (held, ty) = match (array, index) {
                    (Held::Array(array), Held::Constant(Constant::Int(index))) => {
                        let array = &self.arrays[array];
                        let held = array.elements.get(index as usize).cloned().flatten();
                        (held.unwrap_or(Held::Unknown), Some(array.element.clone()))
                    }
                    _ => (Held::Unknown, None),
                };
                let is_wide = ty.is_some_and(|ty| ty.slots() == 2);
                frame.stack.push(Entry { held, is_wide });
            }
            _ => {
                let held = match frame.pop() {
                    Held::Array(array) => Held::Constant(Constant::Int(self.arrays[array].elements.len() as i32)),
                    _ => Held::Unknown,
                };
                frame.push_narrow(held);
            }
        }
    }

    fn field_step(&mut self, frame: &mut Frame, operation: &Operation) {
        match operation {
            Operation::PutStatic(field) => {
                let held = frame.pop();
                self.fields.insert((Some(field.owner.clone()), field.name.to_string()), held);
            }
            Operation::PutField(field) => {
                let held = frame.pop();
                if frame.pop() == Held::This {
                    self.fields.insert((None, field.name.to_string()), held);
                }
            }
            Operation::GetStatic(field) => {
                let known = self.fields.get(&(Some(field.owner.clone()), field.name.to_string())).cloned();
                let (owner, name, ty) = (field.owner.to_string(), field.name.to_string(), field.ty.descriptor());
                let is_read = field.owner != "java/lang/System" && self.is_named(&field.owner, &name, &ty);
                let held = match known {
                    Some(known) => known,
                    None if is_read => {
                        self.literal(Statement::Static { owner, name, ty }).map_or(Held::Unknown, Held::Value)
                    }
                    None => Held::Unknown,
                };
                frame.push(held, &field.ty);
            }
            Operation::GetField(field) => {
                let (owner, name, ty) = (field.owner.to_string(), field.name.to_string(), field.ty.descriptor());
                let held = match frame.pop() {
                    Held::This => self.fields.get(&(None, name)).cloned().unwrap_or(Held::Unknown),
                    on => match self.value(&on, &Type::Class(field.owner.clone()), frame.depth) {
                        Some(of) if self.is_named(&field.owner, &name, &ty) => {
                            self.emit(Statement::Field { of, owner, name, ty }).map_or(Held::Unknown, Held::Value)
                        }
                        _ => Held::Unknown,
                    },
                };
                frame.push(held, &field.ty);
            }
            _ => {}
        }
    }

    /// A value that a statement can use where a type is asked for. Of an unknown number or text any will do.
    pub fn value(&mut self, held: &Held, ty: &Type, depth: usize) -> Option<u32> {
        let number = |primitive: Primitive, bits: i64| Statement::Number { ty: primitive.letter().to_string(), bits };
        let is_text = |class: &ClassName| *class == "java/lang/String" || *class == "java/lang/CharSequence";
        match (held, ty) {
            (Held::Value(value), _) => Some(*value),
            (Held::Constant(constant), Type::Primitive(primitive)) => {
                self.literal(number(*primitive, bits(constant, *primitive)?))
            }
            (Held::Constant(Constant::Null), _) => self.literal(Statement::Null),
            (Held::Constant(Constant::Text(text)), _) => self.literal(Statement::Text(text.clone())),
            (Held::Constant(Constant::Class(class)), _) => {
                let is_named = self.program.is_accessible(class, self.package);
                is_named.then(|| self.literal(Statement::ClassLiteral { ty: class.descriptor() })).flatten()
            }
            (Held::Boxed(primitive, bits), _) => self.literal(number(*primitive, *bits)),
            (Held::Fresh(object), _) => self.fresh[*object],
            (Held::Array(array), _) => self.array(*array, depth),
            (Held::Function(function), _) => self.function(*function, depth),
            (Held::Unknown, Type::Primitive(Primitive::Float)) => {
                self.literal(number(Primitive::Float, i64::from(1.0_f32.to_bits())))
            }
            (Held::Unknown, Type::Primitive(Primitive::Double)) => {
                self.literal(number(Primitive::Double, 1.0_f64.to_bits().cast_signed()))
            }
            (Held::Unknown, Type::Primitive(primitive)) => self.literal(number(*primitive, 1)),
            (Held::Unknown, Type::Class(class)) if is_text(class) => self.literal(Statement::Text("a".to_owned())),
            (Held::Unknown, ty) if places::is_place(ty) => places::place(ty, "a", |statement| self.literal(statement)),
            (Held::Unknown | Held::This | Held::Constant(_) | Held::Asserted(_), _) => None,
        }
    }

    fn array(&mut self, array: usize, depth: usize) -> Option<u32> {
        if let Some(made) = self.arrays[array].made {
            return Some(made);
        }
        let Array { element, elements, .. } = self.arrays[array].clone();
        let zero = match &element {
            Type::Primitive(Primitive::Long) => Constant::Long(0),
            Type::Primitive(Primitive::Float) => Constant::Float(0.0),
            Type::Primitive(Primitive::Double) => Constant::Double(0.0),
            Type::Primitive(_) => Constant::Int(0),
            Type::Class(_) | Type::Array(_) => Constant::Null,
        };
        let values = elements.iter().map(|held| {
            let held = held.clone().unwrap_or_else(|| Held::Constant(zero.clone()));
            self.value(&held, &element, depth)
        });
        let elements = values.collect::<Option<Vec<u32>>>()?;
        let made = self.emit(Statement::Array { element: element.descriptor(), elements });
        self.arrays[array].made = made;
        made
    }
}

fn negated(held: &Held) -> Held {
    match held {
        Held::Constant(Constant::Int(value)) => Held::Constant(Constant::Int(value.wrapping_neg())),
        Held::Constant(Constant::Long(value)) => Held::Constant(Constant::Long(value.wrapping_neg())),
        _ => Held::Unknown,
    }
}

/// Where an instruction leads that does not lead to the next one.
fn jump(frame: &mut Frame, code: &Code, at: usize, operation: &Operation) -> Next {
    let to = |offset| code.index(offset).map_or(Next::Returns(Held::Unknown), Next::At);
    match operation {
        Operation::Branch(condition, target) => match holds(frame, *condition) {
            Some(true) => to(*target),
            Some(false) => Next::Following,
            // The first time it is taken as false, so that what a condition is about is done.
            None if frame.passed.insert(at) => Next::Following,
            None => to(*target),
        },
        Operation::Jump(target) => to(*target),
        Operation::Switch(switch) => match frame.pop() {
            Held::Constant(Constant::Int(value)) => {
                let case = switch.cases.iter().find(|(case, _)| *case == value);
                to(case.map_or(switch.default, |(_, target)| *target))
            }
            _ => to(switch.default),
        },
        Operation::ReturnValue => Next::Returns(frame.pop()),
        _ => Next::Returns(Held::Unknown),
    }
}

/// Whether a condition holds, if that is known.
fn holds(frame: &mut Frame, condition: Condition) -> Option<bool> {
    let int = |held: &Held| match held {
        Held::Constant(Constant::Int(value)) => Some(*value),
        _ => None,
    };
    let is_null = |held: &Held| match held {
        Held::Unknown | Held::Asserted(_) => None,
        held => Some(*held == Held::Constant(Constant::Null)),
    };
    let of_references = |same: bool| (condition.comparison == Comparison::Equal) == same;
    match condition.operands {
        Operands::IntWithZero => Some(compares(condition.comparison, int(&frame.pop())?, 0)),
        Operands::Ints => {
            let (other, one) = (frame.pop(), frame.pop());
            Some(compares(condition.comparison, int(&one)?, int(&other)?))
        }
        Operands::ReferenceWithNull => is_null(&frame.pop()).map(of_references),
        Operands::References => {
            frame.take(2);
            None
        }
    }
}
