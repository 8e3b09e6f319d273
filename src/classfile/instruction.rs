//! Instructions with their offsets, operands and targets, one variant for each thing that the JVM does (JVMS 6.5).

use super::names::{ClassName, Descriptor, FieldRef, MethodRef, Primitive, Type};
use std::sync::Arc;

/// Where an instruction begins, in bytes from the start of its method's code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Offset(pub u32);

/// An instruction of a method.
#[derive(Debug, Clone, PartialEq)]
pub struct Instruction {
    /// Where it begins.
    pub offset: Offset,
    /// What it does.
    pub operation: Operation,
}

/// What an instruction does.
#[derive(Debug, Clone, PartialEq)]
pub enum Operation {
    /// Nothing.
    Nop,
    /// Pushes a constant.
    Push(Constant),
    /// Pushes a local variable; the type of the number, or nothing for a reference.
    Load(u16, Option<Primitive>),
    /// Sets a local variable.
    Store(u16),
    /// Adds to a local variable.
    Increment(u16, i16),
    /// Moves values on the stack.
    Stack(StackOperation),
    /// Computes a number from two; from one, if it is a negation.
    Arithmetic(Arithmetic, Primitive),
    /// Makes a number of one type one of another.
    Convert(Primitive, Primitive),
    /// Pushes -1, 0 or 1 for two numbers; what it pushes if one of them is not a number.
    Compare(Primitive, NotANumber),
    /// Pushes an element of an array; the type of the number, which is `byte` for truth values, too, or nothing for a reference.
    LoadElement(Option<Primitive>),
    /// Sets an element of an array.
    StoreElement,
    /// Pushes the length of an array.
    ArrayLength,
    /// Pushes a field of an object.
    GetField(FieldRef),
    /// Pushes a static field.
    GetStatic(FieldRef),
    /// Sets a field of an object.
    PutField(FieldRef),
    /// Sets a static field.
    PutStatic(FieldRef),
    /// Calls a method by name.
    Invoke(Invoke),
    /// Calls what a bootstrap method made.
    InvokeDynamic(DynamicCall),
    /// Pushes a new object, on which no constructor has been called yet.
    New(ClassName),
    /// Pushes a new array of a type, with lengths for some of its dimensions.
    NewArray(Type, u8),
    /// Throws unless the top of the stack is null or of a type.
    CheckCast(Type),
    /// Pushes whether the top of the stack is of a type, and not null.
    InstanceOf(Type),
    /// Enters a monitor.
    MonitorEnter,
    /// Leaves a monitor.
    MonitorExit,
    /// Jumps if a condition holds.
    Branch(Condition, Offset),
    /// Jumps.
    Jump(Offset),
    /// Jumps to where a number leads.
    Switch(Switch),
    /// Calls a subroutine; class files have had none since version 51.
    CallSubroutine(Offset),
    /// Returns from a subroutine.
    ReturnFromSubroutine,
    /// Returns nothing.
    Return,
    /// Returns the top of the stack.
    ReturnValue,
    /// Throws the top of the stack.
    Throw,
}

/// A constant that an instruction pushes.
#[derive(Debug, Clone, PartialEq)]
pub enum Constant {
    /// `null`
    Null,
    /// An `int`, which is also a `boolean`, `byte`, `short` or `char`.
    Int(i32),
    /// A `long`
    Long(i64),
    /// A `float`
    Float(f32),
    /// A `double`
    Double(f64),
    /// A string
    Text(String),
    /// A class
    Class(Type),
    /// A method handle, a method type, or what a bootstrap method computes.
    Other,
}

/// How values on the stack are moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StackOperation {
    /// `pop`
    Pop,
    /// `pop2`
    Pop2,
    /// `dup`
    Dup,
    /// `dup_x1`
    DupX1,
    /// `dup_x2`
    DupX2,
    /// `dup2`
    Dup2,
    /// `dup2_x1`
    Dup2X1,
    /// `dup2_x2`
    Dup2X2,
    /// `swap`
    Swap,
}

/// What is done with numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
    /// `-` in front of one number
    Negate,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `>>>`
    ShiftRightUnsigned,
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
}

/// What comparing with a number that is none gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotANumber {
    /// -1
    IsLess,
    /// 1
    IsGreater,
    /// There is no such number of the type.
    Impossible,
}

/// How a method is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InvokeKind {
    /// By the class of the receiver.
    Virtual,
    /// By the class of the receiver, on an interface.
    Interface,
    /// Exactly this one: constructors, private methods, `super`.
    Special,
    /// Without receiver.
    Static,
}

/// A call of a method by name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Invoke {
    /// How it is called.
    pub kind: InvokeKind,
    /// Where the method is looked for, its name and descriptor.
    pub method: MethodRef,
}

/// A call of what a bootstrap method made: lambdas, method references, joined strings, patterns of `switch`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DynamicCall {
    /// The name that the bootstrap method is given; for a lambda, that of the interface's method.
    pub name: Arc<str>,
    /// The types of what is on the stack, and of the result.
    pub descriptor: Descriptor,
    /// The bootstrap method.
    pub bootstrap: MethodRef,
    /// The methods that the bootstrap method is given, with how they are called; for a lambda, its body.
    pub handles: Vec<Invoke>,
    /// The strings that it is given; for a `+` of strings, what stands around the values, each of which is `\u{1}` there.
    pub texts: Vec<String>,
}

impl DynamicCall {
    /// The method that a method reference refers to, and the body of a lambda. None if the object that is made can be serialised or
    /// implements more than one interface.
    pub fn referred(&self) -> Option<&Invoke> {
        let MethodRef { owner, name, .. } = &self.bootstrap;
        match self.handles.as_slice() {
            [only] if *owner == "java/lang/invoke/LambdaMetafactory" && &**name == "metafactory" => Some(only),
            _ => None,
        }
    }
}

/// The condition of a branch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Condition {
    /// What is compared.
    pub operands: Operands,
    /// How; references are equal or not.
    pub comparison: Comparison,
}

/// What a condition compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operands {
    /// An `int` with 0.
    IntWithZero,
    /// Two `int`s.
    Ints,
    /// A reference with null.
    ReferenceWithNull,
    /// Two references.
    References,
}

/// How two values are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `>=`
    GreaterOrEqual,
    /// `>`
    Greater,
    /// `<=`
    LessOrEqual,
}

/// Where numbers lead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Switch {
    /// Some numbers, each with its target, in ascending order.
    pub cases: Vec<(i32, Offset)>,
    /// The target of all others.
    pub default: Offset,
}

impl Operation {
    /// Whether the instruction may throw, but for errors of the machine itself, such as a stack that is too deep.
    pub fn can_throw(&self) -> bool {
        match self {
            Operation::Arithmetic(Arithmetic::Divide | Arithmetic::Remainder, ty) => {
                matches!(ty, Primitive::Int | Primitive::Long)
            }
            Operation::Push(Constant::Class(_) | Constant::Other)
            | Operation::LoadElement(_)
            | Operation::StoreElement
            | Operation::ArrayLength
            | Operation::GetField(_)
            | Operation::GetStatic(_)
            | Operation::PutField(_)
            | Operation::PutStatic(_)
            | Operation::Invoke(_)
            | Operation::InvokeDynamic(_)
            | Operation::New(_)
            | Operation::NewArray(..)
            | Operation::CheckCast(_)
            | Operation::InstanceOf(_)
            | Operation::MonitorEnter
            | Operation::MonitorExit
            | Operation::Throw => true,
            _ => false,
        }
    }

    /// Whether what follows in the code runs next, if nothing is thrown and no jump is taken.
    pub fn falls_through(&self) -> bool {
        !matches!(
            self,
            Operation::Jump(_)
                | Operation::Switch(_)
                | Operation::ReturnFromSubroutine
                | Operation::Return
                | Operation::ReturnValue
                | Operation::Throw
        )
    }
}
