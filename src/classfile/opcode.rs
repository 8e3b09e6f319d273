//! Reads what cafebabe tells of an opcode as an instruction.

use super::instruction::{
    Arithmetic, Comparison, Condition, Constant, DynamicCall, Instruction, Invoke, InvokeKind, NotANumber, Offset,
    Operands, Operation, StackOperation, Switch,
};
use super::names::{ClassName, Descriptor, FieldRef, MethodRef, Primitive, Type};
use cafebabe::attributes::BootstrapMethodEntry;
use cafebabe::bytecode::{JumpOffset, Opcode, PrimitiveArrayType};
use cafebabe::constant_pool::{
    BootstrapArgument, InvokeDynamic, LiteralConstant, Loadable, MemberRef, MethodHandle, ObjectArrayType,
    ReferenceKind,
};

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
        let pushed = pushed(opcode).map(Operation::Push);
        if let Some(operation) = pushed.or_else(|| loaded(opcode)).or_else(|| computed(opcode)) {
            return Some(operation);
        }
        if let Some((operands, comparison, jump)) = branch(opcode) {
            return Some(Operation::Branch(Condition { operands, comparison }, self.target(jump)?));
        }
        use Opcode as O;
        Some(match opcode {
            O::Nop | O::Breakpoint | O::Impdep1 | O::Impdep2 => Operation::Nop,
            O::Astore(slot) | O::Istore(slot) | O::Lstore(slot) | O::Fstore(slot) | O::Dstore(slot) => {
                Operation::Store(*slot)
            }
            O::Iinc(slot, by) => Operation::Increment(*slot, *by),
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

/// What pushes a local variable or an element of an array, with the type of numbers.
fn loaded(opcode: &Opcode<'_>) -> Option<Operation> {
    use Opcode as O;
    Some(match opcode {
        O::Aload(slot) => Operation::Load(*slot, None),
        O::Iload(slot) => Operation::Load(*slot, Some(Primitive::Int)),
        O::Lload(slot) => Operation::Load(*slot, Some(Primitive::Long)),
        O::Fload(slot) => Operation::Load(*slot, Some(Primitive::Float)),
        O::Dload(slot) => Operation::Load(*slot, Some(Primitive::Double)),
        O::Aaload => Operation::LoadElement(None),
        O::Baload => Operation::LoadElement(Some(Primitive::Byte)),
        O::Caload => Operation::LoadElement(Some(Primitive::Char)),
        O::Saload => Operation::LoadElement(Some(Primitive::Short)),
        O::Iaload => Operation::LoadElement(Some(Primitive::Int)),
        O::Laload => Operation::LoadElement(Some(Primitive::Long)),
        O::Faload => Operation::LoadElement(Some(Primitive::Float)),
        O::Daload => Operation::LoadElement(Some(Primitive::Double)),
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
