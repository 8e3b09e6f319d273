//! Methods, fields and constructors as objects, as a test asks a class literal for them.

use super::jdk;
use super::making::Making;
use super::program::Program;
use crate::classfile::{ClassName, ClassView, Type, Visibility};
use crate::worker::protocol::Statement;

/// Members of the JDK, by their class, name, and the types of their parameters; `format` takes any number of arguments.
const OF_JDK: [(Kind, &str, &str, &[&str]); 9] = [
    (Kind::Method, "java/lang/Object", "toString", &[]),
    (Kind::Method, "java/lang/Object", "equals", &["Ljava/lang/Object;"]),
    (Kind::Method, "java/lang/String", "concat", &["Ljava/lang/String;"]),
    (Kind::Method, "java/util/List", "add", &["I", "Ljava/lang/Object;"]),
    (Kind::Method, "java/lang/String", "format", &["Ljava/lang/String;", "[Ljava/lang/Object;"]),
    (Kind::Field, "java/lang/Integer", "MAX_VALUE", &[]),
    (Kind::Field, "java/lang/System", "out", &[]),
    (Kind::Constructor, "java/lang/Object", "", &[]),
    (Kind::Constructor, "java/lang/String", "", &["Ljava/lang/String;"]),
];

/// One of four members is one of the JDK's.
const JDK: u8 = 4;

/// What a class is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Method,
    Field,
    Constructor,
}

/// A member of a class, by its name and the types of its parameters; constructors have no name, and fields no parameters.
type Asked = (ClassName, String, Vec<Type>);

impl Kind {
    /// What values of a type are.
    fn of(ty: &Type) -> Option<Kind> {
        let Type::Class(class) = ty else { return None };
        match class.as_str() {
            "java/lang/reflect/Method" => Some(Kind::Method),
            "java/lang/reflect/Field" => Some(Kind::Field),
            "java/lang/reflect/Constructor" => Some(Kind::Constructor),
            _ => None,
        }
    }

    /// The method of `Class` that is asked.
    fn question(self) -> &'static (&'static str, &'static str, &'static str) {
        &jdk::OF_CLASSES[self as usize]
    }

    /// What a class has, as far as a test in a package can ask for it.
    fn members(self, program: &Program, class: &ClassName, view: &ClassView, package: &str) -> Vec<Asked> {
        if self == Kind::Field {
            let fields = view.fields.iter().filter(|field| !field.is_synthetic);
            return fields.map(|field| (class.clone(), field.name.clone(), Vec::new())).collect();
        }
        let mut found = Vec::new();
        for method in view.methods.iter().filter(|method| !method.is_synthetic && method.name != "<clinit>") {
            let is_constructor = method.name == "<init>";
            let parameters: Vec<Type> = method.params.iter().map(Type::from).collect();
            let is_named = parameters.iter().all(|ty| program.is_accessible(ty, package));
            // Others than public methods are not found by their names.
            let is_found = match self {
                Kind::Constructor => is_constructor,
                _ => !is_constructor && method.visibility == Visibility::Public,
            };
            if is_named && is_found {
                let name = if is_constructor { String::new() } else { method.name.clone() };
                found.push((class.clone(), name, parameters));
            }
        }
        found
    }
}

impl Making<'_, '_> {
    /// A method, a field or a constructor: of a class that the sequence has an object of, of one that the program names, or of the JDK; nothing if
    /// something else is asked for.
    pub(super) fn reflected(&mut self, ty: &Type) -> Option<u32> {
        let kind = Kind::of(ty)?;
        let (program, package) = (self.ingredients.program, self.ingredients.package);
        let (class, name, parameters) = self.asked(kind, program, package)?;
        let ty = Type::Class(class).descriptor();
        let on = self.literal(Statement::ClassLiteral { ty })?;
        let mut arguments = Vec::new();
        if !name.is_empty() {
            arguments.push(self.literal(Statement::Text(name))?);
        }
        if kind != Kind::Field {
            let literals = parameters.iter().map(|ty| self.literal(Statement::ClassLiteral { ty: ty.descriptor() }));
            let elements = literals.collect::<Option<Vec<u32>>>()?;
            arguments.push(self.push(Statement::Array { element: "Ljava/lang/Class;".to_owned(), elements })?);
        }
        let (owner, name, descriptor) = *kind.question();
        let [owner, name, descriptor] = [owner, name, descriptor].map(str::to_owned);
        self.push(Statement::Call { on, owner, name, descriptor, arguments })
    }

    /// What a class is asked for.
    fn asked(&mut self, kind: Kind, program: &Program, package: &str) -> Option<Asked> {
        let classes =
            self.classes().into_iter().filter(|class| program.is_accessible(&Type::Class(class.clone()), package));
        let classes: Vec<(ClassName, Vec<Asked>)> = classes
            .filter_map(|class| {
                let members = kind.members(program, &class, &*program.view(&class)?, package);
                (!members.is_empty()).then_some((class, members))
            })
            .collect();
        if classes.is_empty() || self.rng.u8(0..JDK) == 0 {
            let of_kind = OF_JDK.iter().filter(|(of, ..)| *of == kind);
            let (_, class, name, parameters) = self.rng.choice(of_kind.collect::<Vec<_>>())?;
            let parameters = parameters.iter().filter_map(|ty| Type::parse(ty)).collect();
            return Some((ClassName::internal(class), (*name).to_owned(), parameters));
        }
        let (_, members) = self.rng.choice(classes)?;
        self.rng.choice(members)
    }

    /// The classes of the objects that are there, and those that the program names.
    fn classes(&self) -> Vec<ClassName> {
        let named = self.ingredients.literals.classes.iter().cloned();
        let mut classes: Vec<ClassName> = Vec::new();
        for ty in self.objects().chain(named) {
            if let Type::Class(class) = ty
                && !classes.contains(&class)
            {
                classes.push(class);
            }
        }
        classes
    }
}
