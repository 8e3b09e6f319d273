//! Compiled classes with the code of their methods.

use super::instruction::{Instruction, Offset, Operation};
use super::names::{ClassName, Descriptor, MethodRef};
use super::opcode;
use super::{kotlin, nesting};
use cafebabe::attributes::{
    Annotation, AttributeData, AttributeInfo, BootstrapMethodEntry, CodeData, LocalVariableEntry,
};
use cafebabe::{ClassAccessFlags, ClassFile, MethodAccessFlags, MethodInfo};

/// A class with its methods' code.
#[derive(Debug, Clone, PartialEq)]
pub struct ClassCode {
    /// Its name.
    pub name: ClassName,
    /// Its superclass.
    pub superclass: Option<ClassName>,
    /// The interfaces that it implements, or extends, itself.
    pub interfaces: Vec<ClassName>,
    /// The name of its source file, without folder.
    pub source: Option<String>,
    /// Whether everyone can name it; a nested class is public here if it is `protected`.
    pub is_public: bool,
    /// Whether it is an interface.
    pub is_interface: bool,
    /// Whether it is abstract; interfaces are.
    pub is_abstract: bool,
    /// Whether it says which classes extend or implement it.
    pub is_sealed: bool,
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
    pub descriptor: Descriptor,
    /// Its generic signature, if it has one: `()Ljava/util/List<Ljava/lang/String;>;`.
    pub signature: Option<String>,
    /// Whether it is `static`.
    pub is_static: bool,
    /// Whether it is abstract.
    pub is_abstract: bool,
    /// Whether no subclass may override it.
    pub is_final: bool,
    /// Who may name it.
    pub access: Access,
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
    /// Its code; none if it is abstract or native.
    pub code: Option<Code>,
}

/// The code of a method.
#[derive(Debug, Clone, PartialEq)]
pub struct Code {
    /// Its instructions.
    ///
    /// Invariant: offsets ascend, and every target, handler and line is that of an instruction, or of the end for a range.
    pub instructions: Vec<Instruction>,
    /// What catches exceptions, the first that fits wins.
    pub handlers: Vec<Handler>,
    /// Where the instructions of a line begin, by offset.
    pub lines: Vec<(Offset, u16)>,
    /// The names of local variables, as far as the compiler kept them.
    pub variables: Vec<Variable>,
    /// How many of the instructions at the start only check that parameters are not null, as Kotlin's compiler has them do.
    parameter_checks: usize,
}

/// A range of instructions with what catches its exceptions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handler {
    /// The first offset of the range.
    pub start: Offset,
    /// The first offset after the range.
    pub end: Offset,
    /// Where it goes on.
    pub target: Offset,
    /// The class of what is caught; none if that is anything.
    pub caught: Option<ClassName>,
}

/// The name of a local variable, with where it is in scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// Its slot.
    pub slot: u16,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// The first offset at which it has a value.
    pub start: Offset,
    /// The first offset after its scope.
    pub end: Offset,
}

/// Who may name a member, as the JVM sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Access {
    /// Its class and the nest around it.
    Private,
    /// Its package.
    Package,
    /// Its package and subclasses.
    Protected,
    /// Everyone.
    Public,
}

impl Code {
    /// What the instructions do that the source has, without those that do nothing and Kotlin's checks of parameters.
    pub fn shape(&self) -> Vec<&Operation> {
        let written = self.instructions.iter().map(|one| &one.operation).filter(|one| **one != Operation::Nop);
        written.skip(self.parameter_checks).collect()
    }

    /// The place of the instruction at an offset.
    pub fn index(&self, offset: Offset) -> Option<usize> {
        self.instructions.binary_search_by_key(&offset, |one| one.offset).ok()
    }

    /// The local variable that an instruction at an offset reads from a slot, if its name is known.
    pub fn variable(&self, slot: u16, offset: Offset) -> Option<&Variable> {
        self.variables.iter().find(|one| one.slot == slot && (one.start..one.end).contains(&offset))
    }

    /// The line of the instruction at an offset.
    pub fn line(&self, offset: Offset) -> Option<u16> {
        let before = self.lines.iter().filter(|(start, _)| *start <= offset);
        before.max_by_key(|(start, _)| *start).map(|(_, line)| *line)
    }
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
        name: ClassName::internal(&class.this_class),
        superclass: class.super_class.as_ref().map(|name| ClassName::internal(name)),
        interfaces: class.interfaces.iter().map(|name| ClassName::internal(name)).collect(),
        source,
        is_public: has(ClassAccessFlags::PUBLIC),
        is_interface: has(ClassAccessFlags::INTERFACE),
        is_abstract: has(ClassAccessFlags::ABSTRACT),
        is_sealed: class.attributes.iter().any(|one| matches!(one.data, AttributeData::PermittedSubclasses(_))),
        is_synthetic: has(ClassAccessFlags::SYNTHETIC),
        is_deprecated: is_deprecated(&class.attributes),
        annotations: annotations(&class.attributes),
        methods: methods(&class)?,
    })
}

fn methods(class: &ClassFile<'_>) -> Option<Vec<MethodCode>> {
    let reader = Reader {
        // Lines after the last one of the file come from elsewhere.
        last_line: kotlin::last_line(&class.attributes).unwrap_or(u16::MAX),
        bootstraps: class
            .attributes
            .iter()
            .find_map(|attribute| match &attribute.data {
                AttributeData::BootstrapMethods(entries) => Some(entries.as_slice()),
                _ => None,
            })
            .unwrap_or_default(),
    };
    class.methods.iter().map(|one| reader.method(one)).collect()
}

/// Reads the methods of one class.
struct Reader<'a> {
    last_line: u16,
    bootstraps: &'a [BootstrapMethodEntry<'a>],
}

impl Reader<'_> {
    /// A method; none if it is not well-formed.
    fn method(&self, method: &MethodInfo<'_>) -> Option<MethodCode> {
        let has = |flag| method.access_flags.contains(flag);
        let code = method.attributes.iter().find_map(|attribute| match &attribute.data {
            AttributeData::Code(code) => Some(code),
            _ => None,
        });
        Some(MethodCode {
            name: method.name.to_string(),
            descriptor: Descriptor::parse(&method.descriptor.to_string())?,
            signature: method.attributes.iter().find_map(|attribute| match &attribute.data {
                AttributeData::Signature(signature) => Some(signature.to_string()),
                _ => None,
            }),
            is_static: has(MethodAccessFlags::STATIC),
            is_abstract: has(MethodAccessFlags::ABSTRACT),
            is_final: has(MethodAccessFlags::FINAL),
            access: match () {
                () if has(MethodAccessFlags::PRIVATE) => Access::Private,
                () if has(MethodAccessFlags::PROTECTED) => Access::Protected,
                () if has(MethodAccessFlags::PUBLIC) => Access::Public,
                () => Access::Package,
            },
            is_synthetic: has(MethodAccessFlags::SYNTHETIC),
            is_deprecated: is_deprecated(&method.attributes),
            annotations: annotations(&method.attributes),
            is_inline: code.is_some_and(|code| kotlin::is_inline(&method.name, code)),
            lines: code.and_then(|code| lines(code, self.last_line)),
            code: match code {
                Some(code) => Some(self.code(code)?),
                None => None,
            },
        })
    }

    fn code(&self, code: &CodeData<'_>) -> Option<Code> {
        let opcodes = &code.bytecode.as_ref()?.opcodes;
        let read = |(offset, opcode): &(usize, _)| opcode::read(*offset, opcode, self.bootstraps);
        let instructions = opcodes.iter().map(read).collect::<Option<Vec<Instruction>>>()?;
        let offset = |number: u16| Offset(u32::from(number));
        let handlers = code.exception_table.iter().map(|entry| Handler {
            start: offset(entry.start_pc),
            end: offset(entry.end_pc),
            target: offset(entry.handler_pc),
            caught: entry.catch_type.as_ref().map(|name| ClassName::internal(name)),
        });
        let mut lines: Vec<_> = line_entries(code).map(|(start, line)| (offset(start), line)).collect();
        lines.sort_unstable();
        let variables = variables(code);
        let mut read = Code { instructions, handlers: handlers.collect(), lines, variables, parameter_checks: 0 };
        read.parameter_checks = kotlin::parameter_checks(&read.shape());
        let is_whole = read.handlers.iter().all(|handler| read.index(handler.target).is_some());
        is_whole.then_some(read)
    }
}

impl ClassCode {
    /// The reference to one of its methods.
    pub fn reference(&self, method: &MethodCode) -> MethodRef {
        MethodRef { owner: self.name.clone(), name: method.name.as_str().into(), descriptor: method.descriptor.clone() }
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
    let numbers: Vec<u16> = line_entries(code).map(|(_, line)| line).filter(|line| *line <= last_line).collect();
    Some((*numbers.iter().min()?, *numbers.iter().max()?))
}

/// The names of local variables.
fn variables(code: &CodeData<'_>) -> Vec<Variable> {
    let tables = code.attributes.iter().filter_map(|attribute| match &attribute.data {
        AttributeData::LocalVariableTable(entries) => Some(entries),
        _ => None,
    });
    let variable = |entry: &LocalVariableEntry<'_>| Variable {
        slot: entry.index,
        name: entry.name.to_string(),
        descriptor: entry.descriptor.to_string(),
        start: Offset(u32::from(entry.start_pc)),
        end: Offset(u32::from(entry.start_pc) + u32::from(entry.length)),
    };
    tables.flatten().map(variable).collect()
}

/// Where instructions begin, with their lines.
fn line_entries(code: &CodeData<'_>) -> impl Iterator<Item = (u16, u16)> {
    let tables = code.attributes.iter().filter_map(|attribute| match &attribute.data {
        AttributeData::LineNumberTable(entries) => Some(entries),
        _ => None,
    });
    tables.flatten().map(|entry| (entry.start_pc, entry.line_number))
}
