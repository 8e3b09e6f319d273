//! Compiled classes with the code of their methods, as far as simple bodies are recognised by it.

use super::{kotlin, nesting};
use cafebabe::attributes::{Annotation, AttributeData, AttributeInfo, CodeData};
use cafebabe::bytecode::Opcode;
use cafebabe::constant_pool::{LiteralConstant, Loadable};
use cafebabe::{ClassAccessFlags, ClassFile, MethodAccessFlags, MethodInfo};

/// A class with its methods' code.
#[derive(Debug, Clone, PartialEq)]
pub struct ClassCode {
    /// Its internal name: `java/util/Map$Entry`.
    pub name: String,
    /// The internal name of its superclass.
    pub superclass: Option<String>,
    /// The name of its source file, without folder.
    pub source: Option<String>,
    /// Whether everyone can name it; a nested class is public here if it is `protected`.
    pub is_public: bool,
    /// Whether it is an interface.
    pub is_interface: bool,
    /// Whether it is abstract; interfaces are.
    pub is_abstract: bool,
    /// Whether no line of source declares it.
    pub is_synthetic: bool,
    /// Whether it is deprecated.
    pub is_deprecated: bool,
    /// The simple names of its annotations.
    pub annotations: Vec<String>,
    /// Its methods and constructors, in the order of the file.
    pub methods: Vec<MethodCode>,
}

/// A method with its code.
#[derive(Debug, Clone, PartialEq)]
pub struct MethodCode {
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Its generic signature, if it has one: `()Ljava/util/List<Ljava/lang/String;>;`.
    pub signature: Option<String>,
    /// Whether it is `static`.
    pub is_static: bool,
    /// Whether everyone can name it.
    pub is_public: bool,
    /// Whether no line of source declares it; true of lambdas' bodies, too.
    pub is_synthetic: bool,
    /// Whether it is an inline function of Kotlin.
    pub is_inline: bool,
    /// Whether it is deprecated.
    pub is_deprecated: bool,
    /// The simple names of its annotations and of those of its result type.
    pub annotations: Vec<String>,
    /// The least and the greatest line of its body.
    pub lines: Option<(u16, u16)>,
    /// Its instructions; none if it is abstract or native. Kotlin's checks that parameters are not null are left out.
    pub body: Option<Vec<Instruction>>,
}

/// An instruction, as far as it matters to the shape of a simple body.
#[derive(Debug, Clone, PartialEq)]
pub enum Instruction {
    /// Pushes a constant.
    Push(Constant),
    /// Pushes a local variable.
    Load(u16),
    /// Pushes a field of an object.
    GetField,
    /// Pushes a static field.
    GetStatic,
    /// Sets a field of an object.
    PutField,
    /// Sets a static field.
    PutStatic,
    /// Calls a static method.
    InvokeStatic,
    /// Calls a method on an object.
    Invoke,
    /// Calls what a bootstrap method made.
    InvokeDynamic,
    /// Pushes a new array of one dimension.
    NewArray,
    /// Returns nothing.
    Return,
    /// Returns what is on the stack.
    ReturnValue,
    /// Anything else.
    Other,
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
    /// A class or another constant object
    Other,
}

/// Reads a class file; none if it is not one.
pub fn parse(bytes: &[u8]) -> Option<ClassCode> {
    if !nesting::is_bounded(bytes) {
        return None;
    }
    let class = cafebabe::parse_class(bytes).ok()?;
    let source = class.attributes.iter().find_map(|attribute| match &attribute.data {
        AttributeData::SourceFile(name) => Some(name.to_string()),
        _ => None,
    });
    let has = |flag| class.access_flags.contains(flag);
    Some(ClassCode {
        name: class.this_class.to_string(),
        superclass: class.super_class.as_ref().map(ToString::to_string),
        source,
        is_public: has(ClassAccessFlags::PUBLIC),
        is_interface: has(ClassAccessFlags::INTERFACE),
        is_abstract: has(ClassAccessFlags::ABSTRACT),
        is_synthetic: has(ClassAccessFlags::SYNTHETIC),
        is_deprecated: is_deprecated(&class.attributes),
        annotations: annotations(&class.attributes),
        methods: methods(&class),
    })
}

fn methods(class: &ClassFile<'_>) -> Vec<MethodCode> {
    let last_line = kotlin::last_line(&class.attributes).unwrap_or(u16::MAX);
    class.methods.iter().map(|one| method(one, last_line)).collect()
}

/// A method; lines after the last one of its file come from elsewhere.
fn method(method: &MethodInfo<'_>, last_line: u16) -> MethodCode {
    let has = |flag| method.access_flags.contains(flag);
    let code = method.attributes.iter().find_map(|attribute| match &attribute.data {
        AttributeData::Code(code) => Some(code),
        _ => None,
    });
    MethodCode {
        name: method.name.to_string(),
        descriptor: method.descriptor.to_string(),
        signature: method.attributes.iter().find_map(|attribute| match &attribute.data {
            AttributeData::Signature(signature) => Some(signature.to_string()),
            _ => None,
        }),
        is_static: has(MethodAccessFlags::STATIC),
        is_public: has(MethodAccessFlags::PUBLIC),
        is_synthetic: has(MethodAccessFlags::SYNTHETIC),
        is_deprecated: is_deprecated(&method.attributes),
        annotations: annotations(&method.attributes),
        is_inline: code.is_some_and(|code| kotlin::is_inline(&method.name, code)),
        lines: code.and_then(|code| lines(code, last_line)),
        body: code.and_then(|code| code.bytecode.as_ref()).map(|bytecode| {
            let all = bytecode.opcodes.iter().map(|(_, code)| code);
            let opcodes: Vec<&Opcode<'_>> = all.filter(|code| !matches!(code, Opcode::Nop)).collect();
            opcodes[kotlin::parameter_checks(&opcodes)..].iter().map(|code| instruction(code)).collect()
        }),
    }
}

fn is_deprecated(attributes: &[AttributeInfo<'_>]) -> bool {
    attributes.iter().any(|attribute| matches!(attribute.data, AttributeData::Deprecated))
}

fn annotations(attributes: &[AttributeInfo<'_>]) -> Vec<String> {
    let mut names = Vec::new();
    for attribute in attributes {
        match &attribute.data {
            AttributeData::RuntimeVisibleAnnotations(all) | AttributeData::RuntimeInvisibleAnnotations(all) => {
                names.extend(all.iter().map(simple_name));
            }
            AttributeData::RuntimeVisibleTypeAnnotations(all) | AttributeData::RuntimeInvisibleTypeAnnotations(all) => {
                // Only those of the whole result type say something about the result itself.
                let of_result = all.iter().filter(|annotation| {
                    matches!(annotation.target_type, cafebabe::attributes::TypeAnnotationTarget::Empty)
                        && annotation.target_path.is_empty()
                });
                names.extend(of_result.map(|annotation| simple_name(&annotation.annotation)));
            }
            _ => {}
        }
    }
    names
}

fn simple_name(annotation: &Annotation<'_>) -> String {
    let descriptor = annotation.type_descriptor.to_string();
    let name = descriptor.trim_end_matches(';');
    name.rsplit(['/', '$']).next().unwrap_or(name).to_owned()
}

fn lines(code: &CodeData<'_>, last_line: u16) -> Option<(u16, u16)> {
    let tables = code.attributes.iter().filter_map(|attribute| match &attribute.data {
        AttributeData::LineNumberTable(entries) => Some(entries),
        _ => None,
    });
    let numbers = tables.flatten().map(|entry| entry.line_number).filter(|number| *number <= last_line);
    let numbers: Vec<u16> = numbers.collect();
    Some((*numbers.iter().min()?, *numbers.iter().max()?))
}

fn instruction(opcode: &Opcode<'_>) -> Instruction {
    match opcode {
        Opcode::AconstNull => Instruction::Push(Constant::Null),
        Opcode::IconstM1 => Instruction::Push(Constant::Int(-1)),
        Opcode::Iconst0 => Instruction::Push(Constant::Int(0)),
        Opcode::Iconst1 => Instruction::Push(Constant::Int(1)),
        Opcode::Iconst2 => Instruction::Push(Constant::Int(2)),
        Opcode::Iconst3 => Instruction::Push(Constant::Int(3)),
        Opcode::Iconst4 => Instruction::Push(Constant::Int(4)),
        Opcode::Iconst5 => Instruction::Push(Constant::Int(5)),
        Opcode::Bipush(value) => Instruction::Push(Constant::Int(i32::from(*value))),
        Opcode::Sipush(value) => Instruction::Push(Constant::Int(i32::from(*value))),
        Opcode::Lconst0 => Instruction::Push(Constant::Long(0)),
        Opcode::Lconst1 => Instruction::Push(Constant::Long(1)),
        Opcode::Fconst0 => Instruction::Push(Constant::Float(0.0)),
        Opcode::Fconst1 => Instruction::Push(Constant::Float(1.0)),
        Opcode::Fconst2 => Instruction::Push(Constant::Float(2.0)),
        Opcode::Dconst0 => Instruction::Push(Constant::Double(0.0)),
        Opcode::Dconst1 => Instruction::Push(Constant::Double(1.0)),
        Opcode::Ldc(what) | Opcode::LdcW(what) | Opcode::Ldc2W(what) => Instruction::Push(loaded(what)),
        Opcode::Aload(slot) | Opcode::Iload(slot) | Opcode::Lload(slot) | Opcode::Fload(slot) | Opcode::Dload(slot) => {
            Instruction::Load(*slot)
        }
        Opcode::Getfield(_) => Instruction::GetField,
        Opcode::Getstatic(_) => Instruction::GetStatic,
        Opcode::Putfield(_) => Instruction::PutField,
        Opcode::Putstatic(_) => Instruction::PutStatic,
        Opcode::Invokestatic(_) => Instruction::InvokeStatic,
        Opcode::Invokevirtual(_) | Opcode::Invokespecial(_) | Opcode::Invokeinterface(..) => Instruction::Invoke,
        Opcode::Invokedynamic(_) => Instruction::InvokeDynamic,
        Opcode::Newarray(_) | Opcode::Anewarray(_) => Instruction::NewArray,
        Opcode::Return => Instruction::Return,
        Opcode::Areturn | Opcode::Ireturn | Opcode::Lreturn | Opcode::Freturn | Opcode::Dreturn => {
            Instruction::ReturnValue
        }
        _ => Instruction::Other,
    }
}

fn loaded(what: &Loadable<'_>) -> Constant {
    match what {
        Loadable::LiteralConstant(LiteralConstant::Integer(value)) => Constant::Int(*value),
        Loadable::LiteralConstant(LiteralConstant::Float(value)) => Constant::Float(*value),
        Loadable::LiteralConstant(LiteralConstant::Long(value)) => Constant::Long(*value),
        Loadable::LiteralConstant(LiteralConstant::Double(value)) => Constant::Double(*value),
        Loadable::LiteralConstant(LiteralConstant::String(text)) => Constant::Text(text.to_string()),
        _ => Constant::Other,
    }
}
