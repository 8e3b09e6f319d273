//! A read-only view of compiled classes: names, types, visibility and constructors.

mod archive;
mod calls;
mod code;
mod dominance;
mod flow;
pub mod generics;
mod hierarchy;
mod instruction;
mod inventory;
mod kotlin;
mod mentions;
mod names;
mod opcode;
mod nesting;

pub use archive::Archive;
pub use calls::{Call, CallGraph};
pub use code::{Access, ClassCode, Code, Handler, MethodCode, Variable, parse as parse_code};
pub use dominance::{ControlDependence, Dominance};
pub use flow::{BlockId, Flow, HasSubroutines, Outcome};
pub use hierarchy::{Hierarchy, Targets};
pub use instruction::{
    Arithmetic, Comparison, Condition, Constant, DynamicCall, Instruction, Invoke, InvokeKind, NotANumber, Offset,
    Operands, Operation, StackOperation, Switch,
};
pub use inventory::class_files;
pub use mentions::{names, texts};
pub use names::{ClassName, Descriptor, FieldRef, MethodRef, Primitive, Type};

use crate::unit::{Digest, Digester};
use cafebabe::attributes::{AttributeData, AttributeInfo, InnerClassAccessFlags};
use cafebabe::descriptors::{FieldDescriptor, FieldType, ReturnDescriptor};
use cafebabe::{ClassAccessFlags, FieldAccessFlags, FieldInfo, MethodAccessFlags, MethodInfo, ParseOptions};
use std::collections::{HashSet, VecDeque};
use std::io;
use std::path::{Path, PathBuf};

/// Where compiled classes are found: folders and jars, in order.
#[derive(Debug, Clone, Default)]
pub struct ClassPath {
    entries: Vec<Entry>,
}

#[derive(Debug, Clone)]
enum Entry {
    Folder(PathBuf),
    Archive(Archive),
}

/// Who may name a member or a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Visibility {
    /// Only its outermost class.
    Private,
    /// Its package (`protected` included, which adds subclasses that fex does not emit).
    Package,
    /// Everyone.
    Public,
}

/// A type of the Java language after erasure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypeView {
    /// A primitive, by its keyword; `void` for methods without a result.
    Primitive(&'static str),
    /// A class, by its binary name with dots: `java.util.Map$Entry`.
    Class(String),
    /// An array.
    Array(Box<TypeView>),
}

impl std::fmt::Display for TypeView {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TypeView::Primitive(name) => f.write_str(name),
            TypeView::Class(name) => f.write_str(name),
            TypeView::Array(element) => write!(f, "{element}[]"),
        }
    }
}

/// A field of a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldView {
    /// Its name.
    pub name: String,
    /// Its erased type.
    pub ty: TypeView,
    /// Its type before erasure, as class files write it, if that says more.
    pub signature: Option<String>,
    /// Who may name it.
    pub visibility: Visibility,
    /// Whether it is `static`.
    pub is_static: bool,
    /// Whether the compiler made it.
    pub is_synthetic: bool,
    /// Whether it is `final`.
    pub is_final: bool,
}

/// A method or constructor (`<init>`) of a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodView {
    /// Its name.
    pub name: String,
    /// The erased types of its parameters.
    pub params: Vec<TypeView>,
    /// The erased type of its result.
    pub result: TypeView,
    /// Its types before erasure, as class files write them, if they say more.
    pub signature: Option<String>,
    /// Who may name it.
    pub visibility: Visibility,
    /// Whether it is `static`.
    pub is_static: bool,
    /// Whether the compiler made it.
    pub is_synthetic: bool,
    /// Whether its last parameter stands for any number of arguments.
    pub is_variadic: bool,
    /// The classes of the exceptions that it declares.
    pub exceptions: Vec<String>,
}

/// A class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassView {
    /// Its binary name with dots.
    pub name: String,
    /// Its superclass.
    pub superclass: Option<String>,
    /// The interfaces that it implements, or extends, itself.
    pub interfaces: Vec<String>,
    /// Its type variables and the types above it, as class files write them, if it has any of the former.
    pub signature: Option<String>,
    /// Who may name it; for a nested class, the least of its own and its outer classes' visibility is up to the caller.
    pub visibility: Visibility,
    /// Whether it is an interface or abstract: it has no objects of its own.
    pub is_abstract: bool,
    /// Whether it is a record: its fields cannot be set, even by reflection.
    pub is_record: bool,
    /// Whether it is an `enum`.
    pub is_enum: bool,
    /// The class around it, if it is nested.
    pub outer: Option<String>,
    /// Whether its objects carry a reference to an object of the outer class.
    pub is_inner: bool,
    /// Its own fields.
    pub fields: Vec<FieldView>,
    /// Its own methods and constructors.
    pub methods: Vec<MethodView>,
}

impl ClassView {
    /// Its constructors.
    pub fn constructors(&self) -> impl Iterator<Item = &MethodView> {
        self.methods.iter().filter(|method| method.name == "<init>")
    }
}

impl ClassPath {
    /// Opens a class path as the JVM takes it: folders and jars, separated as the platform does.
    ///
    /// An entry that is neither is an error that names it.
    pub fn open(path: &str) -> io::Result<ClassPath> {
        let open = |path: PathBuf| {
            if path.is_dir() {
                return Ok(Entry::Folder(path));
            }
            Archive::open(&path).map(Entry::Archive).map_err(|error| {
                io::Error::new(error.kind(), format!("cannot read `{}` on the class path: {error}", path.display()))
            })
        };
        let entries = std::env::split_paths(path).filter(|path| !path.as_os_str().is_empty());
        Ok(ClassPath { entries: entries.map(open).collect::<io::Result<_>>()? })
    }

    /// The class of a binary or canonical name; a `.` before a nested class counts as `$`.
    ///
    /// A class file that cannot be read counts as absent; [`ClassPath::is_unreadable`] tells them apart.
    pub fn find(&self, name: &str) -> Option<ClassView> {
        let (binary, bytes) = self.file(name)?;
        parse(&bytes).filter(|class| class.name == binary)
    }

    /// The code of the class of a binary or canonical name; none if there is none that can be read.
    pub fn code(&self, name: &str) -> Option<ClassCode> {
        let (binary, bytes) = self.file(name)?;
        parse_code(&bytes).filter(|class| class.name.to_binary() == binary)
    }

    /// The names of the methods of a class that write a static field of it themselves.
    pub fn writers(&self, class: &str, field: &str) -> Vec<String> {
        let Some(code) = self.code(class) else { return Vec::new() };
        let writes = |operation: &Operation| match operation {
            Operation::PutStatic(written) => written.owner == code.name && &*written.name == field,
            _ => false,
        };
        let does = |method: &&MethodCode| {
            let code = method.code.as_ref();
            code.is_some_and(|code| code.instructions.iter().any(|one| writes(&one.operation)))
        };
        code.methods.iter().filter(does).map(|method| method.name.clone()).collect()
    }

    /// The name by which source names a class: `java.util.Map.Entry`, though a class may have a `$` of its own.
    pub fn canonical(&self, class: &ClassView) -> String {
        let mut inner = Vec::new();
        let mut class = class.clone();
        while let Some(outer) = class.outer.as_deref().filter(|outer| class.name.len() > outer.len()) {
            let Some(simple) = class.name.strip_prefix(outer).and_then(|rest| rest.strip_prefix('$')) else { break };
            inner.push(simple.to_owned());
            let Some(around) = self.find(outer) else {
                class.name = outer.to_owned();
                break;
            };
            class = around;
        }
        inner.push(class.name);
        inner.reverse();
        inner.join(".")
    }

    /// Whether there is a class file for a name, but it cannot be read.
    pub fn is_unreadable(&self, name: &str) -> bool {
        self.file(name).is_some() && self.find(name).is_none()
    }

    /// The class file of a binary or canonical name, with the binary name.
    fn file(&self, name: &str) -> Option<(String, Vec<u8>)> {
        let mut binary = name.to_string();
        loop {
            let path = format!("{}.class", binary.replace('.', "/"));
            if let Some(bytes) = self.entries.iter().find_map(|entry| entry.read(&path)) {
                return Some((binary, bytes));
            }
            // `example.Tree.Node` is tried as `example.Tree$Node`, from the right.
            let dot = binary.rfind('.')?;
            binary.replace_range(dot..=dot, "$");
        }
    }

    /// The binary names of all classes, with dots, in the order of the class path; what cannot be read is left out.
    pub fn names(&self) -> Vec<String> {
        self.entries.iter().flat_map(Entry::names).map(|name| name.replace('/', ".")).collect()
    }

    /// A digest of all classes on the class path, by name and content.
    pub fn digest(&self) -> Digest {
        let mut digester = Digester::new();
        for entry in &self.entries {
            for name in entry.names() {
                let bytes = entry.read(&format!("{name}.class")).unwrap_or_default();
                digester.value(&name).bytes(&bytes);
            }
        }
        digester.digest()
    }

    /// A class and its superclasses, as far as they are on the class path.
    pub fn lineage(&self, name: &str) -> Vec<ClassView> {
        let mut lineage: Vec<ClassView> = Vec::new();
        let mut seen = HashSet::new();
        let mut next = self.find(name);
        while let Some(class) = next {
            // A class file that claims to be its own ancestor must not hang fex.
            if !seen.insert(class.name.clone()) {
                break;
            }
            next = class.superclass.as_ref().and_then(|name| self.find(name));
            lineage.push(class);
        }
        lineage
    }

    /// The interfaces and classes above a class that are on the class path, and whether some are not.
    ///
    /// `java.lang.Object` counts as known: every class has its methods.
    pub fn supertypes(&self, class: &ClassView) -> (Vec<ClassView>, bool) {
        let mut seen = HashSet::new();
        let mut above = |class: &ClassView| {
            let names = class.superclass.iter().chain(&class.interfaces);
            names.filter(|name| seen.insert((*name).clone())).cloned().collect::<Vec<_>>()
        };
        let mut names: VecDeque<String> = above(class).into();
        let (mut found, mut some_missing) = (Vec::new(), false);
        while let Some(name) = names.pop_front() {
            match self.find(&name) {
                Some(class) => {
                    names.extend(above(&class));
                    found.push(class);
                }
                None => some_missing |= name != "java.lang.Object",
            }
        }
        (found, some_missing)
    }
}

impl Entry {
    /// The internal names of its classes; what cannot be read is left out.
    fn names(&self) -> Vec<String> {
        match self {
            Entry::Folder(folder) => inventory::names_in_folder(folder).unwrap_or_default(),
            Entry::Archive(archive) => inventory::names_in_archive(archive),
        }
    }

    fn read(&self, path: &str) -> Option<Vec<u8>> {
        match self {
            Entry::Folder(folder) => std::fs::read(folder.join(Path::new(path))).ok(),
            Entry::Archive(archive) => archive.read(path),
        }
    }
}

/// What a class file says of its class; none if it is no class file.
pub fn parse(bytes: &[u8]) -> Option<ClassView> {
    if !nesting::is_bounded(bytes) {
        return None;
    }
    let mut options = ParseOptions::default();
    options.parse_bytecode(false);
    let class = cafebabe::parse_class_with_options(bytes, &options).ok()?;
    let name = class.this_class.replace('/', ".");
    let mut visibility = visibility_of(false, class.access_flags.contains(ClassAccessFlags::PUBLIC));
    let mut outer = None;
    let mut is_inner = false;
    for attribute in &class.attributes {
        let AttributeData::InnerClasses(entries) = &attribute.data else { continue };
        for entry in entries.iter().filter(|entry| entry.inner_class_info.replace('/', ".") == name) {
            let flags = entry.access_flags;
            visibility = visibility_of(
                flags.contains(InnerClassAccessFlags::PRIVATE),
                flags.contains(InnerClassAccessFlags::PUBLIC),
            );
            outer = entry.outer_class_info.as_ref().map(|outer| outer.replace('/', "."));
            is_inner = !flags.contains(InnerClassAccessFlags::STATIC);
        }
    }
    let superclass = class.super_class.as_ref().map(|name| name.replace('/', "."));
    Some(ClassView {
        is_abstract: class.access_flags.intersects(ClassAccessFlags::ABSTRACT | ClassAccessFlags::INTERFACE),
        is_record: superclass.as_deref() == Some("java.lang.Record"),
        is_enum: class.access_flags.contains(ClassAccessFlags::ENUM),
        interfaces: class.interfaces.iter().map(|name| name.replace('/', ".")).collect(),
        signature: signature(&class.attributes),
        fields: class.fields.iter().map(field).collect(),
        methods: class.methods.iter().map(method).collect(),
        name,
        superclass,
        visibility,
        outer,
        is_inner,
    })
}

fn field(field: &FieldInfo<'_>) -> FieldView {
    let flags = field.access_flags;
    FieldView {
        name: field.name.to_string(),
        ty: type_view(&field.descriptor),
        visibility: visibility_of(flags.contains(FieldAccessFlags::PRIVATE), flags.contains(FieldAccessFlags::PUBLIC)),
        signature: signature(&field.attributes),
        is_static: flags.contains(FieldAccessFlags::STATIC),
        is_synthetic: flags.contains(FieldAccessFlags::SYNTHETIC),
        is_final: flags.contains(FieldAccessFlags::FINAL),
    }
}

fn method(method: &MethodInfo<'_>) -> MethodView {
    let flags = method.access_flags;
    MethodView {
        name: method.name.to_string(),
        params: method.descriptor.parameters.iter().map(type_view).collect(),
        result: match &method.descriptor.return_type {
            ReturnDescriptor::Return(ty) => type_view(ty),
            ReturnDescriptor::Void => TypeView::Primitive("void"),
        },
        signature: signature(&method.attributes),
        visibility: visibility_of(
            flags.contains(MethodAccessFlags::PRIVATE),
            flags.contains(MethodAccessFlags::PUBLIC),
        ),
        is_static: flags.contains(MethodAccessFlags::STATIC),
        is_synthetic: flags.contains(MethodAccessFlags::SYNTHETIC),
        is_variadic: flags.contains(MethodAccessFlags::VARARGS),
        exceptions: method
            .attributes
            .iter()
            .flat_map(|attribute| match &attribute.data {
                AttributeData::Exceptions(names) => names.iter().map(|name| name.replace('/', ".")).collect(),
                _ => Vec::new(),
            })
            .collect(),
    }
}

/// What two flags say; without either, a member is for its package, or `protected`.
fn visibility_of(is_private: bool, is_public: bool) -> Visibility {
    match (is_private, is_public) {
        (true, _) => Visibility::Private,
        (_, true) => Visibility::Public,
        _ => Visibility::Package,
    }
}

fn signature(attributes: &[AttributeInfo]) -> Option<String> {
    attributes.iter().find_map(|attribute| match &attribute.data {
        AttributeData::Signature(text) => Some(text.to_string()),
        _ => None,
    })
}

fn type_view(descriptor: &FieldDescriptor) -> TypeView {
    let element = match &descriptor.field_type {
        FieldType::Byte => TypeView::Primitive("byte"),
        FieldType::Char => TypeView::Primitive("char"),
        FieldType::Double => TypeView::Primitive("double"),
        FieldType::Float => TypeView::Primitive("float"),
        FieldType::Integer => TypeView::Primitive("int"),
        FieldType::Long => TypeView::Primitive("long"),
        FieldType::Short => TypeView::Primitive("short"),
        FieldType::Boolean => TypeView::Primitive("boolean"),
        FieldType::Object(name) => TypeView::Class(name.replace('/', ".")),
    };
    (0..descriptor.dimensions).fold(element, |element, _| TypeView::Array(Box::new(element)))
}
