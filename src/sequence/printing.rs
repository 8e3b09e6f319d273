//! Sequences as tests in Java: what is used once stands where it is used, everything else in variables with names; assertions
//! stand where their values are made.

use super::answers;
use super::data::{ValueType, accepts, called, runs_code, type_of, used};
use super::outcome::{Detecting, Seen};
use super::program::Program;
use super::surrounding;
use crate::classfile::{self, ClassName, Primitive};
use crate::java::dialect::{Assertion, Assertions, Dialect, Framework};
use crate::java::names::{is_identifier, lower_camel};
use crate::java::{Annotation, CanonicalName, Expr, Literal, Method, Stmt, Type, package_of};
use crate::worker::protocol::{Plain, Sequence, Statement, StubMethod};
use std::collections::{BTreeMap, BTreeSet};

/// The variable of the folder that is gone after the test.
const FOLDER: &str = "folder";

/// A name with what it begins with in capitals in small letters: `JSONArray` as `jsonArray`.
fn without_capitals(name: &str) -> String {
    let capitals = name.chars().take_while(|letter| letter.is_uppercase()).count();
    let is_all = name.chars().nth(capitals).is_none_or(|letter| !letter.is_alphabetic());
    let small = if is_all { capitals } else { capitals.saturating_sub(1) };
    name.chars()
        .enumerate()
        .flat_map(|(at, letter)| if at < small { letter.to_lowercase().collect() } else { vec![letter] })
        .collect()
}

/// How much of generic types a test says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeArguments {
    /// Type arguments, as far as they are known.
    Known,
    /// None: with raw types, tests compile whose type arguments only Java could tell.
    Omitted,
}

/// A sequence as a test that asserts what is seen.
#[derive(Debug, Clone, Copy)]
pub struct Printed<'t> {
    /// The sequence; its subject is its last value.
    pub sequence: &'t Sequence,
    /// The package of the test.
    pub package: &'t str,
    /// What is seen at its end.
    pub was: &'t Seen,
    /// What else is asserted: values, with their places.
    pub more: &'t [(u32, Plain)],
    /// Whether an exception is asserted by what it says, too.
    pub with_message: bool,
    /// What it leaves in its folder, as paths from there.
    pub written: &'t [String],
    /// How much of generic types is said.
    pub type_arguments: TypeArguments,
}

impl Detecting {
    /// A test with one assertion, which passes on the original program and fails on the transformed one.
    pub fn test_method(&self, program: &Program, dialect: Dialect, name: &str) -> Method {
        let class = |seen: &Seen| match seen {
            Seen::Throws { class, .. } => Some(class.clone()),
            _ => None,
        };
        let with_message = class(&self.was).is_some() && class(&self.was) == class(&self.would_be);
        let (sequence, package, was, written) = (&self.sequence, &self.package, &self.was, &self.written);
        let type_arguments = TypeArguments::Known;
        let printed = Printed { sequence, package, was, more: &[], with_message, written, type_arguments };
        printed.test_method(program, dialect, name)
    }
}

impl Printed<'_> {
    /// A test with its assertions.
    pub fn test_method(&self, program: &Program, dialect: Dialect, name: &str) -> Method {
        let printing = Printing::new(program, self);
        let method = dialect.test(name);
        let method = match printing.declares() {
            Some(thrown) => method.throws(Type::lang(thrown)),
            None => method,
        };
        let method = match printing.warnings().as_slice() {
            [] => method,
            warnings => method.annotate(Annotation::suppress(warnings)),
        };
        let (method, mut body) = match self.sequence.has_folder() {
            true => dialect.with_folder(method, FOLDER, self.written),
            false => (method, Vec::new()),
        };
        body.extend(printing.statements(dialect));
        match self.was {
            Seen::Throws { class, message: status } if class == surrounding::END => {
                let last = printing.statement(printing.thrower.expect("the last statement throws"));
                body.push(dialect.throws(Type::lang("Error"), None, last));
                let ended = Expr::library("java.util", "OptionalInt").call("of", vec![Expr::source(status.clone())]);
                let asked = Expr::library("fex.junit", "VirtualMachine").call("exitStatus", Vec::new());
                body.push(dialect.assertion(Assertion::Equal(ended, asked), None));
                method.body(body)
            }
            Seen::Throws { class, message } => {
                let message = self.with_message.then(|| Expr::text(message.clone()));
                let last = printing.statement(printing.thrower.expect("the last statement throws"));
                dialect.throwing(method, printing.thrown(class, self.package), message, body, last)
            }
            _ => method.body(body),
        }
    }
}

/// How a sequence is printed.
pub(super) struct Printing<'p> {
    pub(super) program: &'p Program,
    pub(super) sequence: &'p Sequence,
    pub(super) type_arguments: TypeArguments,
    /// For each statement, how often its value is used, also by assertions.
    uses: Vec<usize>,
    /// Whether the value stands where it is used.
    inlined: Vec<bool>,
    /// The variables.
    names: BTreeMap<usize, String>,
    /// What is asserted of values, by their places.
    asserted: BTreeMap<usize, &'p Plain>,
    /// The statement that throws something.
    thrower: Option<usize>,
    /// The value that is asserted at the end, though other statements follow it that may change it.
    late: Option<usize>,
}

impl<'p> Printing<'p> {
    fn new(program: &'p Program, printed: &Printed<'p>) -> Printing<'p> {
        let sequence = printed.sequence;
        let statements = &sequence.statements;
        let mut uses = vec![0; statements.len()];
        statements.iter().flat_map(used).for_each(|value| uses[value as usize] += 1);
        let mut asserted: BTreeMap<usize, &Plain> =
            printed.more.iter().map(|(place, value)| (*place as usize, value)).collect();
        let subject = sequence.subject as usize;
        let (mut thrower, mut late) = (None, None);
        match printed.was {
            Seen::Value(Plain::Nothing) => {}
            Seen::Value(value) => {
                asserted.insert(subject, value);
                late = Some(subject).filter(|subject| subject + 1 < statements.len());
            }
            Seen::Throws { .. } | Seen::Fails(_) => thrower = Some(subject),
        }
        asserted.keys().chain(&thrower).for_each(|place| uses[*place] += 1);
        let same: Vec<usize> = asserted.values().filter_map(|value| same(value)).collect();
        same.iter().for_each(|other| uses[*other] += 1);
        let mut printing = Printing {
            program,
            sequence,
            type_arguments: printed.type_arguments,
            uses,
            inlined: vec![false; statements.len()],
            names: BTreeMap::new(),
            asserted,
            thrower,
            late,
        };
        for place in (0..statements.len()).rev() {
            printing.inlined[place] = printing.is_inlined(place);
        }
        same.into_iter().for_each(|other| printing.inlined[other] = false);
        let mut taken = BTreeSet::from([FOLDER.to_owned()]);
        for (place, statement) in statements.iter().enumerate() {
            if *statement == Statement::Folder {
                printing.names.insert(place, FOLDER.to_owned());
            } else if !printing.inlined[place] && printing.uses[place] > 0 {
                let name = printing.name(place);
                let numbers = std::iter::once(String::new()).chain((2..).map(|number: usize| number.to_string()));
                let mut free = numbers.map(|number| format!("{name}{number}")).filter(|name| !taken.contains(name));
                let name = free.next().expect("there are numbers enough");
                taken.insert(name.clone());
                printing.names.insert(place, name);
            }
        }
        printing
    }

    /// The statement that uses a value; that after the last one is an assertion at the end.
    fn user(&self, place: usize) -> Option<usize> {
        let statements = &self.sequence.statements;
        let user = (place + 1..statements.len()).find(|user| used(&statements[*user]).contains(&(place as u32)));
        user.or((self.late == Some(place)).then_some(statements.len()))
    }

    /// Whether a class is an inner one of a generic class: a variable of it would have a raw type.
    fn is_within_generic(&self, class: &str) -> bool {
        let view = self.program.view(&ClassName::internal(class)).filter(|view| view.is_inner);
        let outer = view.and_then(|view| view.outer.clone());
        outer.is_some_and(|outer| self.variables(&ClassName::binary(&outer)) > 0)
    }

    /// Whether a value stands where it is used: literals always, and what is used once, unless other code of the program would
    /// run before it that runs after it now.
    fn is_inlined(&self, place: usize) -> bool {
        let statements = &self.sequence.statements;
        match &statements[place] {
            Statement::Null | Statement::Number { .. } | Statement::Text(_) | Statement::ClassLiteral { .. } => {
                return true;
            }
            Statement::Static { name, .. } if name.chars().all(|letter| !letter.is_lowercase()) => return true,
            _ if self.uses[place] != 1 || self.is_anonymous(place) => return false,
            // The assertion stands where the value is made.
            _ if self.late == Some(place) => {}
            _ if self.asserted.contains_key(&place) || self.thrower == Some(place) => return true,
            _ => {}
        }
        let Some(user) = self.user(place) else { return false };
        // A method of a stub would make another value with each call.
        let is_answer = |answer: &StubMethod| answers::used(&answer.act).contains(&(place as u32));
        if let Some(Statement::Stub { answers, .. }) = statements.get(user)
            && answers.iter().any(is_answer)
        {
            return false;
        }
        let is_receiver = matches!(statements.get(user), Some(Statement::Call { on, .. } | Statement::Field { of: on, .. }) if *on as usize == place);
        let stands_alone = match &statements[place] {
            Statement::Call { .. } | Statement::CallStatic { .. } => false,
            Statement::New { owner, .. } => !self.is_within_generic(owner),
            _ => true,
        };
        if is_receiver && stands_alone {
            return false;
        }
        let arguments = statements.get(user).map(used).unwrap_or_default();
        let position = |value: usize| arguments.iter().position(|argument| *argument as usize == value);
        // What runs in between must be inlined into the same statement, further to the right.
        (place + 1..user.min(statements.len())).filter(|between| runs_code(&statements[*between])).all(|between| {
            let mut at = between;
            while self.inlined[at] {
                match self.user(at) {
                    Some(next) if next == user => return position(at) > position(place),
                    Some(next) if next < statements.len() => at = next,
                    _ => return false,
                }
            }
            false
        })
    }

    /// A name for a variable, after what it holds.
    fn name(&self, place: usize) -> String {
        let statement = &self.sequence.statements[place];
        let of_type = || match type_of(statement) {
            Some(ValueType::Of(classfile::Type::Class(class))) if simple(&class).ends_with("Exception") => {
                "exception".to_owned()
            }
            Some(ValueType::Of(classfile::Type::Class(class))) => simple(&class),
            Some(ValueType::Of(classfile::Type::Array(element))) => match *element {
                classfile::Type::Class(class) => format!("{}s", simple(&class)),
                other => format!("{other}s").replace("[]", ""),
            },
            _ => "value".to_owned(),
        };
        let name = match statement {
            Statement::Call { name, .. } => {
                let stripped =
                    name.strip_prefix("get").filter(|rest| rest.starts_with(|first: char| first.is_uppercase()));
                match type_of(statement) {
                    Some(ValueType::Of(classfile::Type::Class(class))) if class.as_str().starts_with("java/lang/") => {
                        stripped.unwrap_or("result").to_owned()
                    }
                    _ => stripped.map_or_else(of_type, str::to_owned),
                }
            }
            Statement::Field { name, .. } => name.clone(),
            _ => of_type(),
        };
        let name = lower_camel(&without_capitals(&name));
        // A name in capitals is no name of a variable.
        if name.chars().all(|letter| !letter.is_lowercase()) { name.to_lowercase() } else { name }
    }

    /// What is above all exceptions that calls may declare; who reads the test need not know which these are.
    fn declares(&self) -> Option<&'static str> {
        let calls = self.calls();
        calls.filter_map(|(owner, name, descriptor)| self.program.declared_throwable(&owner, name, descriptor)).max()
    }

    /// What the compiler would warn of: who compiles the tests of a project may want no warning.
    fn warnings(&self) -> Vec<&'static str> {
        // Deprecated is what the project calls so.
        let calls_deprecated =
            self.calls().any(|(owner, name, descriptor)| self.program.is_deprecated(&owner, name, descriptor));
        let is_raw = self.type_arguments == TypeArguments::Omitted;
        let all = [(calls_deprecated, "deprecation"), (is_raw, "rawtypes"), (is_raw, "unchecked")];
        all.into_iter().filter(|(is_so, _)| *is_so).map(|(_, warning)| warning).collect()
    }

    /// What is called: classes, names and descriptors.
    fn calls(&self) -> impl Iterator<Item = (ClassName, &str, &str)> {
        let calls = self.sequence.statements.iter().filter_map(called);
        calls.map(|(owner, name, descriptor)| (ClassName::internal(owner), name, descriptor))
    }

    /// The statements with their assertions, but for one that throws.
    fn statements(&self, dialect: Dialect) -> Vec<Stmt> {
        let mut written = Vec::new();
        for place in 0..self.sequence.statements.len() {
            // Whoever declares the test declares its folder.
            let is_declared = self.sequence.statements[place] == Statement::Folder;
            if !self.inlined[place] && !is_declared && self.thrower != Some(place) {
                let value = self.statement(place);
                match self.names.get(&place) {
                    Some(name) => written.push(Stmt::local(self.declared(place), name.clone(), value)),
                    None => written.push(Stmt::Expr(value)),
                }
            }
            if let Some(value) = self.asserted.get(&place).filter(|_| self.late != Some(place)) {
                written.extend(self.assertion_of(dialect, place, value));
            }
        }
        written.extend(self.late.and_then(|late| self.assertion_of(dialect, late, self.asserted[&late])));
        written
    }

    /// A type as source names it.
    pub(super) fn ty(&self, ty: &classfile::Type) -> Type {
        match ty {
            classfile::Type::Primitive(primitive) => Type::Primitive(*primitive),
            classfile::Type::Class(class) => {
                let canonical = self.program.canonical(class);
                let package = match class.package() {
                    "" => package_of(&canonical),
                    package => package.replace('/', "."),
                };
                Type::class(CanonicalName::of(&package, &canonical))
            }
            classfile::Type::Array(element) => self.ty(element).array(),
        }
    }

    /// Whether a variable has a name.
    pub(super) fn is_variable(&self, name: &str) -> bool {
        name == FOLDER || self.names.values().any(|known| known == name)
    }

    /// Whether a value has a variable.
    pub(super) fn has_name(&self, place: u32) -> bool {
        self.names.contains_key(&(place as usize))
    }

    /// A value where it is used.
    pub(super) fn value(&self, place: u32) -> Expr {
        match self.names.get(&(place as usize)) {
            Some(name) => Expr::name(name.clone()),
            None => self.statement(place as usize),
        }
    }

    /// Whether a value is of a type as source sees it; a test knows more of what some calls return.
    fn fits(&self, value: u32, wanted: &classfile::Type) -> bool {
        let of = type_of(&self.sequence.statements[value as usize]);
        of.is_some_and(|of| accepts(self.program, wanted, &of))
    }

    /// An object of which a member is used.
    fn object(&self, place: u32, owner: &str) -> Expr {
        let class = classfile::Type::Class(ClassName::internal(owner));
        match self.fits(place, &class) && !self.is_inferred(place) {
            true => self.value(place),
            false => self.value(place).cast(self.ty(&class)),
        }
    }

    /// What a statement says.
    fn statement(&self, place: usize) -> Expr {
        let class = |owner: &str| self.ty(&classfile::Type::Class(ClassName::internal(owner)));
        match &self.sequence.statements[place] {
            Statement::Null | Statement::Known(_) => Expr::null(),
            Statement::Folder => Expr::name(FOLDER),
            Statement::Number { ty, bits } => number(ty, *bits),
            Statement::Text(text) => Expr::text(text.clone()),
            Statement::ClassLiteral { ty } => match classfile::Type::parse(ty) {
                Some(ty) => Expr::ClassLiteral(self.ty(&ty)),
                None => Expr::null(),
            },
            Statement::Static { owner, name, .. } => Expr::class_of(&class(owner)).field(name.clone()),
            Statement::Field { of, owner, name, .. } => self.object(*of, owner).field(name.clone()),
            Statement::New { owner, descriptor, arguments } => self.creation(owner, descriptor, arguments),
            stated if let Some(instant) = surrounding::stated_instant(&self.sequence.statements, stated) => {
                Expr::library("java.time", "Instant").call("parse", vec![Expr::text(instant)])
            }
            Statement::CallStatic { owner, name, descriptor, arguments } => {
                let arguments = self.arguments(owner, name, descriptor, arguments);
                Expr::class_of(&class(owner)).call(name.clone(), arguments)
            }
            Statement::Call { on, owner, name, descriptor, arguments } => {
                let arguments = self.arguments(owner, name, descriptor, arguments);
                self.object(*on, owner).call(name.clone(), arguments)
            }
            Statement::Array { element, elements } => {
                let ty = classfile::Type::parse(element).map_or_else(Type::object, |ty| self.ty(&ty));
                Expr::Array(ty, elements.iter().map(|element| self.value(*element)).collect())
            }
            Statement::Stub { owner, constructor, arguments, answers } => {
                let given = self.arguments(owner, "<init>", constructor, arguments);
                self.stub(place as u32, owner, given, answers)
            }
        }
    }

    fn creation(&self, owner: &str, descriptor: &str, arguments: &[u32]) -> Expr {
        let class = ClassName::internal(owner);
        let ty = self.ty(&classfile::Type::Class(class.clone()));
        let mut values = self.arguments(owner, "<init>", descriptor, arguments);
        let is_inner = self.program.view(&class).is_some_and(|view| view.is_inner && view.outer.is_some());
        let generic = match self.variables(&class) > 0 {
            // What stands for its variables is inferred.
            true => ty.clone().with(vec![Type::object()]),
            false => ty,
        };
        match is_inner && !values.is_empty() {
            true => values.remove(0).new_inner(&generic, values),
            false => Expr::new_of(&generic, values),
        }
    }

    /// The assertion that a statement has a value.
    fn assertion_of(&self, dialect: Dialect, place: usize, value: &Plain) -> Option<Stmt> {
        let actual = self.value(place as u32);
        let of = type_of(&self.sequence.statements[place]);
        let primitive = match &of {
            Some(ValueType::Of(classfile::Type::Primitive(primitive))) => Some(*primitive),
            Some(ValueType::Of(ty)) => super::program::unboxed(ty),
            _ => None,
        };
        let is_inexact = matches!(primitive, Some(Primitive::Double | Primitive::Float));
        let wants_distance = dialect.assertions == Assertions::Framework && dialect.framework != Framework::JUnit5;
        match value {
            Plain::Number { .. } if is_inexact && wants_distance => {
                Some(dialect.close(self.plain(value), actual, Expr::Literal(Literal::Double(0.0))))
            }
            _ => self.assertion(value, of.as_ref(), actual).map(|assertion| dialect.assertion(assertion, None)),
        }
    }

    /// What is asserted of an expression, by the type of what it is; nothing where it has no value.
    fn assertion(&self, value: &Plain, ty: Option<&ValueType>, actual: Expr) -> Option<Assertion> {
        Some(match value {
            Plain::Nothing => return None,
            Plain::Null => Assertion::Null(actual),
            Plain::Other { .. } => Assertion::NotNull(actual),
            Plain::Same(other) => Assertion::Same(self.value(*other), actual),
            Plain::Number { ty: letter, bits }
                if letter == "Z" && !matches!(ty, Some(ValueType::Of(ty)) if is_object(ty)) =>
            {
                if *bits != 0 {
                    Assertion::True(actual)
                } else {
                    Assertion::False(actual)
                }
            }
            Plain::Number { .. } => {
                let actual = match ty {
                    // An assertion with an `int` and an `Integer` could be two.
                    Some(ValueType::Of(ty)) => match super::program::unboxed(ty) {
                        Some(primitive) => actual.call(format!("{}Value", primitive.keyword()), Vec::new()),
                        None => actual,
                    },
                    _ => actual,
                };
                Assertion::Equal(self.plain(value), actual)
            }
            Plain::Array { .. } => Assertion::ArrayEqual(self.plain(value), actual),
            Plain::Text(_) | Plain::Constant { .. } | Plain::ClassLiteral { .. } | Plain::ListOf(_) => {
                Assertion::Equal(self.plain(value), actual)
            }
        })
    }

    /// A value that was observed, in source.
    fn plain(&self, value: &Plain) -> Expr {
        match value {
            Plain::Nothing | Plain::Null | Plain::Same(_) | Plain::Other { .. } => Expr::null(),
            Plain::Number { ty, bits } => number(ty, *bits),
            Plain::Text(text) => Expr::text(text.clone()),
            Plain::Constant { class, name } => {
                Expr::class_of(&self.ty(&classfile::Type::Class(ClassName::binary(class)))).field(name.clone())
            }
            Plain::ClassLiteral { ty } => {
                classfile::Type::parse(ty).map_or_else(Expr::null, |ty| Expr::ClassLiteral(self.ty(&ty)))
            }
            Plain::Array { element, parts } => {
                let ty = classfile::Type::parse(element).map_or_else(Type::object, |ty| self.ty(&ty));
                Expr::Array(ty, parts.iter().map(|part| self.plain(part)).collect())
            }
            Plain::ListOf(parts) if parts.is_empty() => {
                Expr::library("java.util", "Collections").call("emptyList", Vec::new())
            }
            Plain::ListOf(parts) => {
                let parts = parts.iter().map(|part| self.plain(part)).collect();
                Expr::library("java.util", "Arrays").call("asList", parts)
            }
        }
    }

    /// The nearest class of what is thrown that a test can name.
    fn thrown(&self, class: &str, package: &str) -> Type {
        let mut class = ClassName::binary(class);
        while !self.program.is_accessible(&classfile::Type::Class(class.clone()), package) {
            let above = self.program.view(&class).and_then(|view| view.superclass.clone());
            class = above.map_or_else(|| ClassName::internal("java/lang/Throwable"), |above| ClassName::binary(&above));
        }
        self.ty(&classfile::Type::Class(class))
    }
}

/// Whether a type is that of references.
fn is_object(ty: &classfile::Type) -> bool {
    !matches!(ty, classfile::Type::Primitive(_)) && super::program::unboxed(ty).is_none()
}

/// The place of the value that a value is.
fn same(value: &Plain) -> Option<usize> {
    match value {
        Plain::Same(other) => Some(*other as usize),
        _ => None,
    }
}

/// The simple name of a class.
fn simple(class: &ClassName) -> String {
    let name = class.simple();
    if is_identifier(name) { name.to_owned() } else { "value".to_owned() }
}

/// A primitive value as source writes it.
fn number(ty: &str, bits: i64) -> Expr {
    let of_double = |class: &str, value: f64, literal: Expr| match value {
        value if value.is_nan() => Expr::library("java.lang", class).field("NaN"),
        f64::INFINITY => Expr::library("java.lang", class).field("POSITIVE_INFINITY"),
        f64::NEG_INFINITY => Expr::library("java.lang", class).field("NEGATIVE_INFINITY"),
        _ => literal,
    };
    match ty {
        "Z" => Expr::truth(bits != 0),
        "B" => Expr::int(bits).cast(Type::Primitive(Primitive::Byte)),
        "S" => Expr::int(bits).cast(Type::Primitive(Primitive::Short)),
        "C" => char::from_u32(bits as u32).map_or_else(|| Expr::int(bits).cast(Type::CHAR), Expr::character),
        "J" => Expr::Literal(Literal::Long(bits)),
        "F" => {
            let value = f32::from_bits(bits as u32);
            of_double("Float", f64::from(value), Expr::Literal(Literal::Float(value)))
        }
        "D" => {
            let value = f64::from_bits(bits.cast_unsigned());
            of_double("Double", value, Expr::Literal(Literal::Double(value)))
        }
        _ => Expr::int(bits),
    }
}

#[cfg(test)]
mod tests {
    use super::without_capitals;

    #[test]
    fn capitals_at_the_beginning_are_one_word() {
        for (name, expected) in [
            ("JSONArray", "jsonArray"),
            ("Account", "Account"),
            ("URL", "url"),
            ("UTF8", "utf8"),
            ("aB", "aB"),
            ("IOException", "ioException"),
            ("", ""),
        ] {
            assert_eq!(without_capitals(name), expected);
        }
    }
}
