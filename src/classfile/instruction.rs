//! Instructions with their offsets, operands and targets, one variant for each thing that the JVM does (JVMS 6.5).

use super::names::{ClassName, Descriptor, FieldRef, MethodRef, Primitive, Type};
use cafebabe::attributes::BootstrapMethodEntry;
use cafebabe::bytecode::{JumpOffset, Opcode, PrimitiveArrayType};
use cafebabe::constant_pool::{
    BootstrapArgument, InvokeDynamic, LiteralConstant, Loadable, MemberRef, MethodHandle, ObjectArrayType,
    ReferenceKind,
};
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
    /// Pushes a local variable.
    Load(u16),
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
    /// Pushes an element of an array.
    LoadElement,
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
            | Operation::LoadElement
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

/// What an opcode at an offset does; none if it names something that is not well-formed.
pub(super) fn read(offset: usize, opcode: &Opcode<'_>, bootstraps: &[BootstrapMethodEntry<'_>]) -> Option<Instruction> {
    let reader = Reader { offset, bootstraps };
    Some(Instruction { offset: Offset(u32::try_from(offset).ok()?), operation: reader.operation(opcode)? })
}

/// Reads one opcode.
struct Reader<'a> {
    offset: usize,
    bootstraps: &'a [BootstrapMethodEntry<'a>],
}

impl Reader<'_> {
    fn operation(&self, opcode: &Opcode<'_>) -> Option<Operation> {
        if let Some(operation) = pushed(opcode).map(Operation::Push).or_else(|| computed(opcode)) {
            return Some(operation);
        }
        if let Some((operands, comparison, jump)) = branch(opcode) {
            return Some(Operation::Branch(Condition { operands, comparison }, self.target(jump)?));
        }
        use Opcode as O;
        Some(match opcode {
            O::Nop | O::Breakpoint | O::Impdep1 | O::Impdep2 => Operation::Nop,
            O::Aload(slot) | O::Iload(slot) | O::Lload(slot) | O::Fload(slot) | O::Dload(slot) => {
                Operation::Load(*slot)
            }
            O::Astore(slot) | O::Istore(slot) | O::Lstore(slot) | O::Fstore(slot) | O::Dstore(slot) => {
                Operation::Store(*slot)
            }
            O::Iinc(slot, by) => Operation::Increment(*slot, *by),
            O::Aaload | O::Baload | O::Caload | O::Daload | O::Faload | O::Iaload | O::Laload | O::Saload => {
                Operation::LoadElement
            }
            O::Aastore | O::Bastore | O::Castore | O::Dastore | O::Fastore | O::Iastore | O::Lastore | O::Sastore => {
                Operation::StoreElement
            }
            O::Arraylength => Operation::ArrayLength,
            O::Getfield(field) => Operation::GetField(field_ref(field)?),
            O::Getstatic(field) => Operation::GetStatic(field_ref(field)?),
            O::Putfield(field) => Operation::PutField(field_ref(field)?),
            O::Putstatic(field) => Operation::PutStatic(field_ref(field)?),
            O::Invokevirtual(method) => invoke(InvokeKind::Virtual, method)?,
            O::Invokeinterface(method, _) => invoke(InvokeKind::Interface, method)?,
            O::Invokespecial(method) => invoke(InvokeKind::Special, method)?,
            O::Invokestatic(method) => invoke(InvokeKind::Static, method)?,
            O::Invokedynamic(call) => Operation::InvokeDynamic(self.dynamic(call)?),
            O::New(class) => Operation::New(ClassName::internal(class)),
            O::Newarray(element) => Operation::NewArray(Type::Array(Box::new(Type::Primitive(primitive(*element)))), 1),
            O::Anewarray(element) => Operation::NewArray(Type::Array(Box::new(class_or_array(element)?)), 1),
            O::Multianewarray(array, lengths) => Operation::NewArray(class_or_array(array)?, *lengths),
            O::Checkcast(ty) => Operation::CheckCast(class_or_array(ty)?),
            O::Instanceof(ty) => Operation::InstanceOf(class_or_array(ty)?),
            O::Monitorenter => Operation::MonitorEnter,
            O::Monitorexit => Operation::MonitorExit,
            O::Goto(jump) => Operation::Jump(self.target(*jump)?),
            O::Lookupswitch(table) => {
                let case = |(value, jump): &(i32, JumpOffset)| Some((*value, self.target(*jump)?));
                let cases = table.match_offsets.iter().map(case).collect::<Option<_>>()?;
                Operation::Switch(Switch { cases, default: self.target(table.default)? })
            }
            O::Tableswitch(table) => {
                let case = |(value, jump): (i64, &JumpOffset)| Some((i32::try_from(value).ok()?, self.target(*jump)?));
                let cases = (i64::from(table.low)..).zip(&table.jumps).map(case).collect::<Option<_>>()?;
                Operation::Switch(Switch { cases, default: self.target(table.default)? })
            }
            O::Jsr(jump) => Operation::CallSubroutine(self.target(*jump)?),
            O::Ret(_) => Operation::ReturnFromSubroutine,
            O::Return => Operation::Return,
            O::Areturn | O::Ireturn | O::Lreturn | O::Freturn | O::Dreturn => Operation::ReturnValue,
            O::Athrow => Operation::Throw,
            _ => return None,
        })
    }

    fn target(&self, jump: JumpOffset) -> Option<Offset> {
        let target = i64::try_from(self.offset).ok()? + i64::from(jump);
        u32::try_from(target).ok().map(Offset)
    }

    fn dynamic(&self, call: &InvokeDynamic<'_>) -> Option<DynamicCall> {
        let entry = self.bootstraps.get(usize::from(call.attr_index))?;
        let handles = entry.arguments.iter().filter_map(|argument| match argument {
            BootstrapArgument::MethodHandle(handle) => invoked(handle),
            _ => None,
        });
        let texts = entry.arguments.iter().filter_map(|argument| match argument {
            BootstrapArgument::LiteralConstant(LiteralConstant::String(text)) => Some(text.to_string()),
            _ => None,
        });
        Some(DynamicCall {
            name: call.name_and_type.name.as_ref().into(),
            descriptor: Descriptor::parse(&call.name_and_type.descriptor)?,
            bootstrap: invoked(&entry.method)?.method,
            handles: handles.collect(),
            texts: texts.collect(),
        })
    }
}

/// The constant that an opcode pushes.
fn pushed(opcode: &Opcode<'_>) -> Option<Constant> {
    Some(match opcode {
        Opcode::AconstNull => Constant::Null,
        Opcode::IconstM1 => Constant::Int(-1),
        Opcode::Iconst0 => Constant::Int(0),
        Opcode::Iconst1 => Constant::Int(1),
        Opcode::Iconst2 => Constant::Int(2),
        Opcode::Iconst3 => Constant::Int(3),
        Opcode::Iconst4 => Constant::Int(4),
        Opcode::Iconst5 => Constant::Int(5),
        Opcode::Bipush(value) => Constant::Int(i32::from(*value)),
        Opcode::Sipush(value) => Constant::Int(i32::from(*value)),
        Opcode::Lconst0 => Constant::Long(0),
        Opcode::Lconst1 => Constant::Long(1),
        Opcode::Fconst0 => Constant::Float(0.0),
        Opcode::Fconst1 => Constant::Float(1.0),
        Opcode::Fconst2 => Constant::Float(2.0),
        Opcode::Dconst0 => Constant::Double(0.0),
        Opcode::Dconst1 => Constant::Double(1.0),
        Opcode::Ldc(what) | Opcode::LdcW(what) | Opcode::Ldc2W(what) => match what {
            Loadable::LiteralConstant(LiteralConstant::Integer(value)) => Constant::Int(*value),
            Loadable::LiteralConstant(LiteralConstant::Float(value)) => Constant::Float(*value),
            Loadable::LiteralConstant(LiteralConstant::Long(value)) => Constant::Long(*value),
            Loadable::LiteralConstant(LiteralConstant::Double(value)) => Constant::Double(*value),
            Loadable::LiteralConstant(LiteralConstant::String(text)) => Constant::Text(text.to_string()),
            // A string that is no valid text is a constant all the same.
            Loadable::LiteralConstant(LiteralConstant::StringBytes(bytes)) => {
                Constant::Text(String::from_utf8_lossy(bytes).into_owned())
            }
            Loadable::ClassInfo(name) => Constant::Class(class_type(name)?),
            _ => Constant::Other,
        },
        _ => return None,
    })
}

/// What an opcode does with what is on the stack, if it only computes: a table with one line for each opcode.
fn computed(opcode: &Opcode<'_>) -> Option<Operation> {
    use Arithmetic::{
        Add, And, Divide, Multiply, Negate, Or, Remainder, ShiftLeft, ShiftRight, ShiftRightUnsigned, Subtract, Xor,
    };
    use Opcode as O;
    use Primitive::{Byte, Char, Double, Float, Int, Long, Short};
    let arithmetic = |what, ty| Operation::Arithmetic(what, ty);
    Some(match opcode {
        O::Pop => Operation::Stack(StackOperation::Pop),
        O::Pop2 => Operation::Stack(StackOperation::Pop2),
        O::Dup => Operation::Stack(StackOperation::Dup),
        O::DupX1 => Operation::Stack(StackOperation::DupX1),
        O::DupX2 => Operation::Stack(StackOperation::DupX2),
        O::Dup2 => Operation::Stack(StackOperation::Dup2),
        O::Dup2X1 => Operation::Stack(StackOperation::Dup2X1),
        O::Dup2X2 => Operation::Stack(StackOperation::Dup2X2),
        O::Swap => Operation::Stack(StackOperation::Swap),
        O::Iadd => arithmetic(Add, Int),
        O::Ladd => arithmetic(Add, Long),
        O::Fadd => arithmetic(Add, Float),
        O::Dadd => arithmetic(Add, Double),
        O::Isub => arithmetic(Subtract, Int),
        O::Lsub => arithmetic(Subtract, Long),
        O::Fsub => arithmetic(Subtract, Float),
        O::Dsub => arithmetic(Subtract, Double),
        O::Imul => arithmetic(Multiply, Int),
        O::Lmul => arithmetic(Multiply, Long),
        O::Fmul => arithmetic(Multiply, Float),
        O::Dmul => arithmetic(Multiply, Double),
        O::Idiv => arithmetic(Divide, Int),
        O::Ldiv => arithmetic(Divide, Long),
        O::Fdiv => arithmetic(Divide, Float),
        O::Ddiv => arithmetic(Divide, Double),
        O::Irem => arithmetic(Remainder, Int),
        O::Lrem => arithmetic(Remainder, Long),
        O::Frem => arithmetic(Remainder, Float),
        O::Drem => arithmetic(Remainder, Double),
        O::Ineg => arithmetic(Negate, Int),
        O::Lneg => arithmetic(Negate, Long),
        O::Fneg => arithmetic(Negate, Float),
        O::Dneg => arithmetic(Negate, Double),
        O::Ishl => arithmetic(ShiftLeft, Int),
        O::Lshl => arithmetic(ShiftLeft, Long),
        O::Ishr => arithmetic(ShiftRight, Int),
        O::Lshr => arithmetic(ShiftRight, Long),
        O::Iushr => arithmetic(ShiftRightUnsigned, Int),
        O::Lushr => arithmetic(ShiftRightUnsigned, Long),
        O::Iand => arithmetic(And, Int),
        O::Land => arithmetic(And, Long),
        O::Ior => arithmetic(Or, Int),
        O::Lor => arithmetic(Or, Long),
        O::Ixor => arithmetic(Xor, Int),
        O::Lxor => arithmetic(Xor, Long),
        O::I2b => Operation::Convert(Int, Byte),
        O::I2c => Operation::Convert(Int, Char),
        O::I2s => Operation::Convert(Int, Short),
        O::I2l => Operation::Convert(Int, Long),
        O::I2f => Operation::Convert(Int, Float),
        O::I2d => Operation::Convert(Int, Double),
        O::L2i => Operation::Convert(Long, Int),
        O::L2f => Operation::Convert(Long, Float),
        O::L2d => Operation::Convert(Long, Double),
        O::F2i => Operation::Convert(Float, Int),
        O::F2l => Operation::Convert(Float, Long),
        O::F2d => Operation::Convert(Float, Double),
        O::D2i => Operation::Convert(Double, Int),
        O::D2l => Operation::Convert(Double, Long),
        O::D2f => Operation::Convert(Double, Float),
        O::Lcmp => Operation::Compare(Long, NotANumber::Impossible),
        O::Fcmpl => Operation::Compare(Float, NotANumber::IsLess),
        O::Fcmpg => Operation::Compare(Float, NotANumber::IsGreater),
        O::Dcmpl => Operation::Compare(Double, NotANumber::IsLess),
        O::Dcmpg => Operation::Compare(Double, NotANumber::IsGreater),
        _ => return None,
    })
}

/// What an opcode compares, how, and where it jumps.
fn branch(opcode: &Opcode<'_>) -> Option<(Operands, Comparison, JumpOffset)> {
    use Comparison::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
    use Operands::{IntWithZero, Ints, ReferenceWithNull, References};
    Some(match opcode {
        Opcode::Ifeq(jump) => (IntWithZero, Equal, *jump),
        Opcode::Ifne(jump) => (IntWithZero, NotEqual, *jump),
        Opcode::Iflt(jump) => (IntWithZero, Less, *jump),
        Opcode::Ifge(jump) => (IntWithZero, GreaterOrEqual, *jump),
        Opcode::Ifgt(jump) => (IntWithZero, Greater, *jump),
        Opcode::Ifle(jump) => (IntWithZero, LessOrEqual, *jump),
        Opcode::IfIcmpeq(jump) => (Ints, Equal, *jump),
        Opcode::IfIcmpne(jump) => (Ints, NotEqual, *jump),
        Opcode::IfIcmplt(jump) => (Ints, Less, *jump),
        Opcode::IfIcmpge(jump) => (Ints, GreaterOrEqual, *jump),
        Opcode::IfIcmpgt(jump) => (Ints, Greater, *jump),
        Opcode::IfIcmple(jump) => (Ints, LessOrEqual, *jump),
        Opcode::Ifnull(jump) => (ReferenceWithNull, Equal, *jump),
        Opcode::Ifnonnull(jump) => (ReferenceWithNull, NotEqual, *jump),
        Opcode::IfAcmpeq(jump) => (References, Equal, *jump),
        Opcode::IfAcmpne(jump) => (References, NotEqual, *jump),
        _ => return None,
    })
}

fn field_ref(field: &MemberRef<'_>) -> Option<FieldRef> {
    Some(FieldRef {
        owner: ClassName::internal(&field.class_name),
        name: field.name_and_type.name.as_ref().into(),
        ty: Type::parse(&field.name_and_type.descriptor)?,
    })
}

fn invoke(kind: InvokeKind, method: &MemberRef<'_>) -> Option<Operation> {
    let method = MethodRef {
        owner: ClassName::internal(&method.class_name),
        name: method.name_and_type.name.as_ref().into(),
        descriptor: Descriptor::parse(&method.name_and_type.descriptor)?,
    };
    Some(Operation::Invoke(Invoke { kind, method }))
}

/// The call that a method handle stands for; none if it reads or sets a field.
fn invoked(handle: &MethodHandle<'_>) -> Option<Invoke> {
    let kind = match handle.kind {
        ReferenceKind::InvokeVirtual => InvokeKind::Virtual,
        ReferenceKind::InvokeInterface => InvokeKind::Interface,
        ReferenceKind::InvokeSpecial | ReferenceKind::NewInvokeSpecial => InvokeKind::Special,
        ReferenceKind::InvokeStatic => InvokeKind::Static,
        ReferenceKind::GetField | ReferenceKind::GetStatic | ReferenceKind::PutField | ReferenceKind::PutStatic => {
            return None;
        }
    };
    let method = MethodRef {
        owner: ClassName::internal(&handle.class_name),
        name: handle.member_ref.name.as_ref().into(),
        descriptor: Descriptor::parse(&handle.member_ref.descriptor)?,
    };
    Some(Invoke { kind, method })
}

fn class_or_array(ty: &ObjectArrayType<'_>) -> Option<Type> {
    match ty {
        ObjectArrayType::ArrayType(descriptor) => Type::parse(&descriptor.to_string()),
        ObjectArrayType::BinaryName(name) => class_type(name),
    }
}

/// The type that an entry for a class stands for, which is an array if it begins like one.
fn class_type(name: &str) -> Option<Type> {
    match name.starts_with('[') {
        true => Type::parse(name),
        false => Some(Type::Class(ClassName::internal(name))),
    }
}

fn primitive(element: PrimitiveArrayType) -> Primitive {
    match element {
        PrimitiveArrayType::Boolean => Primitive::Boolean,
        PrimitiveArrayType::Char => Primitive::Char,
        PrimitiveArrayType::Float => Primitive::Float,
        PrimitiveArrayType::Double => Primitive::Double,
        PrimitiveArrayType::Byte => Primitive::Byte,
        PrimitiveArrayType::Short => Primitive::Short,
        PrimitiveArrayType::Int => Primitive::Int,
        PrimitiveArrayType::Long => Primitive::Long,
    }
}
