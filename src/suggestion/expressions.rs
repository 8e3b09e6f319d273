//! What a test can name at a place: its variables, what their objects tell of themselves, and calls of the method in question.

use crate::classfile::{ClassPath, ClassView, MethodView, Primitive, TypeView, Visibility};
use crate::extreme::Method as Target;
use crate::source::{Class, JavaFile, Method, Named, Part, Statement};
use itertools::Itertools as _;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// How many expressions are tried with the same receiver and method.
const ARGUMENTS: usize = 6;

/// How many other literals are tried in the place of one.
const LITERALS: usize = 5;

/// How many arguments a method is asked with that is not the one in question.
const ASKED: usize = 3;

/// How the names of methods begin that change what they are called on.
const CHANGING: [&str; 32] = [
    "add",
    "append",
    "clear",
    "close",
    "compute",
    "create",
    "decrement",
    "delete",
    "drain",
    "fill",
    "increment",
    "insert",
    "load",
    "merge",
    "next",
    "offer",
    "poll",
    "pop",
    "push",
    "put",
    "read",
    "remove",
    "replace",
    "reset",
    "run",
    "set",
    "skip",
    "sort",
    "start",
    "stop",
    "swap",
    "write",
];

/// Methods that tell nothing of an object, or something else each time.
const MUTE: [&str; 8] =
    ["getClass", "hashCode", "clone", "iterator", "listIterator", "spliterator", "stream", "finalize"];

/// How calls begin that assert something.
const ASSERTING: [&str; 6] = ["assert", "Assert", "expect", "fail", "verify", "Truth."];

/// Where an expression comes from, the likeliest to be what a reviewer wants first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Origin {
    /// A variable.
    Variable,
    /// What an object tells of itself.
    Observer,
    /// A call that the test makes already.
    Repeated,
    /// A call that the test makes and that throws, in its place.
    Throwing,
    /// A call of the method in question.
    Target,
    /// What an object, or a class about an object, tells if it is given something that the test has.
    Asked,
    /// A call that the test makes, with another literal.
    Literal,
}

/// An expression.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Expression {
    /// Where it comes from.
    pub origin: Origin,
    /// How many constants it has that the test does not.
    pub constants: usize,
    /// It as Java.
    pub text: String,
    /// The method that is called, if it is a call.
    pub called: Option<String>,
    /// Whether it may change what it is about, so that no other is evaluated in the same run.
    pub is_changing: bool,
}

/// What there is to know of a test class.
pub struct Scene<'s> {
    /// Its source.
    pub file: &'s JavaFile,
    /// The class.
    pub class: &'s Class,
    /// The classes of the project.
    pub classes: &'s ClassPath,
    /// The methods in question.
    pub targets: &'s [&'s Target],
    /// The fields that the class has from those above it.
    pub inherited: Vec<Named>,
}

impl Scene<'_> {
    /// The expressions after a statement of a test: of the variables that it mentions, and at the end of the test, of all.
    pub fn after(&self, method: &Method, statement: &Statement, literals: &[(String, String)]) -> BTreeSet<Expression> {
        let mut found = BTreeSet::new();
        let names = self.names(method, statement);
        let last = method.statements.iter().rfind(|one| one.depth == 0 && one.is_followable);
        let is_last = last == Some(statement);
        let is_mentioned = |named: &&Named| is_last || statement.words.contains(&named.name);
        for named in names.iter().filter(is_mentioned) {
            let Some(view) = self.view(&named.ty) else {
                found.insert(Expression {
                    origin: Origin::Variable,
                    constants: 0,
                    text: named.name.clone(),
                    called: None,
                    is_changing: false,
                });
                continue;
            };
            self.observers(named, &view, &mut found);
            self.questions(named, &view, &names, literals, &mut found);
            for target in self.targets {
                self.calls_of(target, Some((named, &view)), &names, literals, &mut found);
            }
        }
        for target in self.targets.iter().filter(|_| is_last) {
            self.calls_of(target, None, &names, literals, &mut found);
        }
        self.repeated(statement, &mut found);
        found.extend(self.caught(statement));
        found
    }

    /// A statement that the test expects to throw, as an expression in its place.
    pub fn instead(&self, method: &Method, number: usize) -> Option<Expression> {
        let statement = &method.statements[number];
        let text = &self.file.text[statement.expression.clone()?];
        let is_expected = method.annotated.iter().any(|range| self.file.text[range.clone()].contains("expected"))
            || method.statements[..number].iter().any(|earlier| self.calls(earlier, "expect"));
        let is_last = method.statements.iter().rposition(|one| one.depth == 0) == Some(number);
        let following = method.statements.get(number + 1).filter(|next| next.depth == statement.depth);
        let is_guarded = statement.depth > 0 && following.is_some_and(|next| self.calls(next, "fail"));
        let throws = is_expected && is_last && !self.calls(statement, "expect") || is_guarded;
        let created = text.strip_prefix("new ").and_then(|rest| rest.split(['(', '<']).next());
        let called = match created {
            Some(class) => Some(format!("new{}", class.rsplit('.').next().unwrap_or(class).trim())),
            None => statement.calls.first().map(|call| call.name.clone()),
        };
        let origin = Origin::Throwing;
        let is_short = throws && !text.contains('\n');
        is_short.then(|| Expression { origin, constants: 0, text: text.to_owned(), called, is_changing: true })
    }

    /// Whether a statement is a call of a method with this name.
    fn calls(&self, statement: &Statement, name: &str) -> bool {
        let is_it = |call: &&Part| Some(&call.range) == statement.expression.as_ref();
        statement.calls.iter().find(is_it).is_some_and(|call| call.name == name)
    }

    /// What can be named, each name once.
    fn names(&self, method: &Method, statement: &Statement) -> Vec<Named> {
        let mut names: Vec<Named> = Vec::new();
        let fields = self.class.fields.iter().filter(|field| field.is_static || !method.is_static);
        // Those of classes around it, for a nested one.
        let around =
            self.file.classes.iter().filter(|class| {
                self.class.binary.strip_prefix(&class.binary).is_some_and(|rest| rest.starts_with('$'))
            });
        let outer = around.flat_map(|class| &class.fields);
        let inherited = self.inherited.iter().filter(|field| field.is_static || !method.is_static);
        for named in statement.in_scope.iter().rev().chain(fields).chain(inherited).chain(outer) {
            if !names.iter().any(|other| other.name == named.name) {
                names.push(named.clone());
            }
        }
        names
    }

    /// The class of the project that a type names, if it is one with state of its own.
    fn view(&self, ty: &str) -> Option<ClassView> {
        let found = self.file.resolve(ty, self.class).into_iter().find_map(|name| self.classes.find(&name));
        found.filter(|view| !view.is_enum)
    }

    /// A class with all that it inherits from.
    fn lineage(&self, view: &ClassView) -> Vec<ClassView> {
        let mut all = vec![view.clone()];
        all.extend(self.classes.supertypes(view).0);
        all
    }

    /// Whether the test can call a method, and gets a value from it.
    fn answers(&self, method: &MethodView, owner: &ClassView) -> bool {
        method.result != TypeView::Primitive("void")
            && !method.is_synthetic
            && !method.name.starts_with('<')
            && is_accessible(&self.file.package, method.visibility, owner)
    }

    /// Fields and methods without parameters.
    fn observers(&self, named: &Named, view: &ClassView, found: &mut BTreeSet<Expression>) {
        for owner in self.lineage(view) {
            let fields = owner.fields.iter().filter(|field| !field.is_static && !field.is_synthetic);
            for field in fields.filter(|field| is_accessible(&self.file.package, field.visibility, &owner)) {
                found.insert(Expression {
                    origin: Origin::Observer,
                    constants: 0,
                    text: format!("{}.{}", named.name, field.name),
                    called: None,
                    is_changing: false,
                });
            }
            let tells = |method: &&MethodView| {
                method.params.is_empty()
                    && !method.is_static
                    && !MUTE.contains(&method.name.as_str())
                    && self.answers(method, &owner)
            };
            for method in owner.methods.iter().filter(tells) {
                found.insert(Expression {
                    origin: Origin::Observer,
                    constants: 0,
                    text: format!("{}.{}()", named.name, method.name),
                    called: Some(method.name.clone()),
                    is_changing: is_changing(&method.name),
                });
            }
        }
    }

    /// The literals of the file with their kinds, each once, those of a test first.
    pub fn literals(&self, method: &Method) -> Vec<(String, String)> {
        let calls = method.statements.iter().flat_map(|statement| &statement.calls);
        let own = calls.flat_map(|call| &call.literals);
        let own = own.map(|(range, kind)| (self.file.text[range.clone()].to_owned(), kind.clone()));
        own.chain(self.file.literals.iter().cloned()).unique().collect()
    }

    /// Methods with one parameter that an object has, and static ones of the classes in question that take it.
    fn questions(
        &self,
        named: &Named,
        view: &ClassView,
        names: &[Named],
        literals: &[(String, String)],
        found: &mut BTreeSet<Expression>,
    ) {
        let lineage = self.lineage(view);
        let asks = |method: &&MethodView, owner: &ClassView| {
            method.params.len() == 1
                && method.name != "equals"
                && !is_changing(&method.name)
                && self.answers(method, owner)
        };
        let call = |receiver: &str, method: &MethodView, argument: &str, is_known: bool| Expression {
            origin: Origin::Asked,
            constants: usize::from(!is_known),
            text: format!("{receiver}.{}({argument})", method.name),
            called: Some(method.name.clone()),
            is_changing: false,
        };
        for owner in &lineage {
            for method in owner.methods.iter().filter(|method| !method.is_static && asks(method, owner)) {
                let arguments = self.arguments(&method.params[0], names, literals);
                for argument in arguments.iter().filter(|argument| **argument != named.name).take(ASKED) {
                    let is_known = names.iter().any(|named| named.name == *argument)
                        || literals.iter().any(|(literal, _)| literal == argument);
                    found.insert(call(&named.name, method, argument, is_known));
                }
            }
        }
        let owners: BTreeSet<String> = self.targets.iter().map(|target| target.class.replace('/', ".")).collect();
        for owner in owners.iter().filter_map(|class| self.classes.find(class)) {
            let takes = |method: &&MethodView| {
                let wanted = |class: &ClassView| method.params[0] == TypeView::Class(class.name.clone());
                method.is_static && asks(method, &owner) && lineage.iter().any(wanted)
            };
            let receiver = self.classes.canonical(&owner).rsplit('.').next().unwrap_or_default().to_owned();
            for method in owner.methods.iter().filter(takes) {
                found.insert(call(&receiver, method, &named.name, true));
            }
        }
    }

    /// Calls of a method in question: on an object, or on its class.
    fn calls_of(
        &self,
        target: &Target,
        on: Option<(&Named, &ClassView)>,
        names: &[Named],
        literals: &[(String, String)],
        found: &mut BTreeSet<Expression>,
    ) {
        let class = target.class.replace('/', ".");
        let lineage =
            on.map_or_else(|| self.classes.find(&class).into_iter().collect(), |(_, view)| self.lineage(view));
        let Some(owner) = lineage.iter().find(|owner| owner.name == class) else { return };
        let is_it = |method: &&MethodView| method.name == target.name && descriptor(method) == target.descriptor;
        let Some(method) = owner.methods.iter().find(is_it) else { return };
        let fits = method.is_static == on.is_none()
            && method.result != TypeView::Primitive("void")
            && is_accessible(&self.file.package, method.visibility, owner);
        if !fits {
            return;
        }
        let receiver = match on {
            Some((named, _)) => named.name.clone(),
            None => self.classes.canonical(owner).rsplit('.').next().unwrap_or_default().to_owned(),
        };
        let mut calls = vec![Vec::new()];
        for parameter in &method.params {
            let values = self.arguments(parameter, names, literals);
            calls = calls
                .into_iter()
                .flat_map(|call: Vec<String>| {
                    values.iter().map(move |value| [call.as_slice(), std::slice::from_ref(value)].concat())
                })
                .take(ARGUMENTS * ARGUMENTS)
                .collect();
        }
        for arguments in calls.into_iter().take(ARGUMENTS) {
            found.insert(Expression {
                origin: Origin::Target,
                constants: arguments
                    .iter()
                    .filter(|argument| !names.iter().any(|named| named.name == **argument))
                    .count(),
                text: format!("{receiver}.{}({})", method.name, arguments.join(", ")),
                called: Some(method.name.clone()),
                is_changing: is_changing(&method.name),
            });
        }
    }

    /// What can be given for a parameter.
    fn arguments(&self, parameter: &TypeView, names: &[Named], literals: &[(String, String)]) -> Vec<String> {
        let of_type = |named: &&Named| match parameter {
            TypeView::Class(wanted) if wanted == "java.lang.Object" => self.view(&named.ty).is_some(),
            TypeView::Class(wanted) => match self.view(&named.ty) {
                Some(view) => self.lineage(&view).iter().any(|class| class.name == *wanted),
                None => wanted.rsplit(['.', '$']).next() == named.ty.split('<').next(),
            },
            other => other.to_string() == named.ty,
        };
        let mut values: Vec<String> = names.iter().filter(of_type).map(|named| named.name.clone()).collect();
        let constants: &[&str] = match parameter {
            TypeView::Primitive("boolean") => &["true", "false"],
            TypeView::Primitive("char") => &["'a'", "' '"],
            TypeView::Primitive("int" | "long" | "double" | "float") => &["0", "1", "-1", "2"],
            TypeView::Class(name) if name == "java.lang.String" => &["\"\"", "\"a\""],
            TypeView::Class(name) if name == "java.lang.Object" => &["1"],
            _ => &[],
        };
        let kind = match parameter {
            TypeView::Primitive("int" | "long") => "decimal_integer_literal",
            TypeView::Primitive("char") => "character_literal",
            TypeView::Class(name) if matches!(name.as_str(), "java.lang.String" | "java.lang.Object") => {
                "string_literal"
            }
            TypeView::Class(name) if name == "java.lang.Class" => "class_literal",
            _ => "",
        };
        let literals = literals.iter().filter(|(_, of)| of == kind).map(|(text, _)| text.as_str());
        for value in literals.take(2).chain(constants.iter().copied()) {
            if !values.iter().any(|other| other == value) {
                values.push(value.to_owned());
            }
        }
        values
    }

    /// What the exception says that a statement asserts.
    fn caught(&self, statement: &Statement) -> Option<Expression> {
        let text = &self.file.text[statement.expression.clone()?];
        (self.calls(statement, "assertThrows") && !text.contains('\n')).then(|| Expression {
            origin: Origin::Repeated,
            constants: 0,
            text: format!("{text}.getMessage()"),
            called: Some("getMessage".to_owned()),
            is_changing: true,
        })
    }

    /// Calls that a statement makes, as they are and with other literals.
    fn repeated(&self, statement: &Statement, found: &mut BTreeSet<Expression>) {
        for call in &statement.calls {
            let text = &self.file.text[call.range.clone()];
            let asserts = |name: &str| ASSERTING.iter().any(|word| name.starts_with(word));
            if asserts(&call.name) || asserts(text) || text.contains('\n') {
                continue;
            }
            let is_changing = is_changing(&call.name);
            let expression = |text: String, origin| Expression {
                origin,
                constants: usize::from(origin == Origin::Literal),
                text,
                called: Some(call.name.clone()),
                is_changing,
            };
            found.insert(expression(text.to_owned(), Origin::Repeated));
            for (range, kind) in &call.literals {
                let old = &self.file.text[range.clone()];
                for new in self.others(old, kind) {
                    let (before, after) = (range.start - call.range.start, range.end - call.range.start);
                    found.insert(expression(format!("{}{new}{}", &text[..before], &text[after..]), Origin::Literal));
                }
            }
        }
    }

    /// Other literals of a kind.
    fn others(&self, old: &str, kind: &str) -> Vec<String> {
        let constants: &[&str] = match kind {
            "string_literal" => &["\"\"", "\"a\""],
            "decimal_integer_literal" => &["0", "1", "-1", "2"],
            "character_literal" => &["'a'", "' '"],
            "true" => &["false"],
            "false" => &["true"],
            _ => &[],
        };
        let of_file = self.file.literals.iter().filter(|(_, of)| of == kind).map(|(text, _)| text.as_str());
        let mut others: Vec<String> = Vec::new();
        for other in constants.iter().copied().chain(of_file).filter(|other| *other != old) {
            if others.len() < LITERALS && !others.iter().any(|one| one == other) {
                others.push(other.to_owned());
            }
        }
        others
    }
}

/// The fields that a class has from those above it.
pub fn inherited(classes: &ClassPath, class: &str) -> Vec<Named> {
    let above = classes.lineage(class).into_iter().skip(1);
    let fields = above.flat_map(|view| view.fields.into_iter().filter(|field| !field.is_synthetic));
    let named = fields.filter(|field| field.visibility != Visibility::Private).map(|field| Named {
        name: field.name,
        ty: field.ty.to_string(),
        is_static: field.is_static,
    });
    named.collect()
}

/// Whether classes of a package can name a member of a class with this visibility.
pub fn is_accessible(package: &str, visibility: Visibility, owner: &ClassView) -> bool {
    let is_near = owner.name.rsplit_once('.').map_or("", |(package, _)| package) == package;
    match visibility {
        Visibility::Public => owner.visibility == Visibility::Public || is_near,
        Visibility::Package => is_near,
        Visibility::Private => false,
    }
}

/// Whether a method may change what it is called on, by its name.
fn is_changing(name: &str) -> bool {
    CHANGING.iter().any(|word| {
        name.strip_prefix(word)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(|letter: char| letter.is_uppercase()))
    })
}

/// The descriptor of a method.
fn descriptor(method: &MethodView) -> String {
    let parameters: String = method.params.iter().map(of_type).collect();
    format!("({parameters}){}", of_type(&method.result))
}

fn of_type(ty: &TypeView) -> String {
    match ty {
        TypeView::Primitive(keyword) => Primitive::of_keyword(keyword).map_or('V', Primitive::letter).to_string(),
        TypeView::Class(name) => format!("L{};", name.replace('.', "/")),
        TypeView::Array(element) => format!("[{}", of_type(element)),
    }
}
