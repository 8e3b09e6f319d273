//! Sequences as data: types of values, whether a sequence is valid, and how it is made longer, changed, joined and shortened.

use super::answers;
use super::program::Program;
use crate::classfile::{ClassName, Descriptor, Type};
use crate::worker::protocol::{Sequence, Statement};
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// The internal name of the class of a folder.
pub(super) const PATH: &str = "java/nio/file/Path";

/// The type of the value of a statement.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ValueType {
    /// There is no value.
    Nothing,
    /// `null`, which is of every type of references.
    Null,
    /// A value of a type.
    Of(Type),
    /// One of the objects that are told apart by identity.
    Known,
}

/// The internal name of a class of `java.lang`.
fn lang(simple: &str) -> Type {
    Type::Class(ClassName::internal(&format!("java/lang/{simple}")))
}

/// The type of the value of a statement, which names one of its own.
pub fn type_of(statement: &Statement) -> Option<ValueType> {
    let of = |descriptor: &str| Type::parse(descriptor).map(ValueType::Of);
    let result = |descriptor: &str| {
        let result = Descriptor::parse(descriptor)?.result();
        Some(result.map_or(ValueType::Nothing, ValueType::Of))
    };
    let class = |owner: &str| Some(ValueType::Of(Type::Class(ClassName::internal(owner))));
    match statement {
        Statement::Null => Some(ValueType::Null),
        Statement::Number { ty, .. } | Statement::Static { ty, .. } | Statement::Field { ty, .. } => of(ty),
        Statement::Text(_) => Some(ValueType::Of(lang("String"))),
        Statement::ClassLiteral { .. } => Some(ValueType::Of(lang("Class"))),
        Statement::New { owner, .. } | Statement::Stub { owner, .. } => class(owner),
        Statement::CallStatic { descriptor, .. } | Statement::Call { descriptor, .. } => result(descriptor),
        Statement::Array { element, .. } => of(&format!("[{element}")),
        Statement::Known(_) => Some(ValueType::Known),
        Statement::Folder => class(PATH),
    }
}

/// Whether a value can be handed over where a type is asked for.
pub fn accepts(program: &Program, wanted: &Type, value: &ValueType) -> bool {
    match value {
        ValueType::Nothing => false,
        ValueType::Null | ValueType::Known => !matches!(wanted, Type::Primitive(_)),
        ValueType::Of(ty) => program.fits(ty, wanted),
    }
}

/// The values that a statement uses, in the order in which they are evaluated.
pub fn used(statement: &Statement) -> Vec<u32> {
    match statement {
        Statement::Field { of, .. } => vec![*of],
        Statement::New { arguments, .. } | Statement::CallStatic { arguments, .. } => arguments.clone(),
        Statement::Call { on, arguments, .. } => [on].into_iter().chain(arguments).copied().collect(),
        Statement::Array { elements, .. } => elements.clone(),
        Statement::Stub { arguments, answers, .. } => {
            arguments.iter().chain(answers.iter().flat_map(|answer| answers::used(&answer.act))).copied().collect()
        }
        Statement::Null
        | Statement::Number { .. }
        | Statement::Text(_)
        | Statement::ClassLiteral { .. }
        | Statement::Static { .. }
        | Statement::Known(_)
        | Statement::Folder => Vec::new(),
    }
}

/// The same statement with other values, which a function tells for the old ones.
pub fn renamed(statement: &Statement, mut name: impl FnMut(u32) -> u32) -> Statement {
    let mut renamed = statement.clone();
    match &mut renamed {
        Statement::Field { of, .. } => *of = name(*of),
        Statement::New { arguments, .. } | Statement::CallStatic { arguments, .. } => {
            arguments.iter_mut().for_each(|argument| *argument = name(*argument));
        }
        Statement::Call { on, arguments, .. } => {
            *on = name(*on);
            arguments.iter_mut().for_each(|argument| *argument = name(*argument));
        }
        Statement::Array { elements, .. } => elements.iter_mut().for_each(|element| *element = name(*element)),
        Statement::Stub { arguments, answers, .. } => {
            let values = answers.iter_mut().flat_map(|answer| answers::used_mut(&mut answer.act));
            arguments.iter_mut().chain(values).for_each(|value| *value = name(*value));
        }
        Statement::Null
        | Statement::Number { .. }
        | Statement::Text(_)
        | Statement::ClassLiteral { .. }
        | Statement::Static { .. }
        | Statement::Known(_)
        | Statement::Folder => {}
    }
    renamed
}

/// Whether a statement can do more than make a value: it runs code of the program.
pub fn runs_code(statement: &Statement) -> bool {
    called(statement).is_some()
}

/// The class, name and descriptor of what a statement calls.
pub fn called(statement: &Statement) -> Option<(&str, &str, &str)> {
    match statement {
        Statement::New { owner, descriptor, .. } => Some((owner, "<init>", descriptor)),
        Statement::Stub { owner, constructor, .. } if !constructor.is_empty() => Some((owner, "<init>", constructor)),
        Statement::CallStatic { owner, name, descriptor, .. } | Statement::Call { owner, name, descriptor, .. } => {
            Some((owner, name, descriptor))
        }
        _ => None,
    }
}

/// The hash of a method or constructor, for what may take one for another now and then.
pub(super) type Callee = u64;

/// The hash of what is called, by its class, name and descriptor.
pub(super) fn hash_of(called: (&str, &str, &str)) -> Callee {
    FxBuildHasher.hash_one(called)
}

/// Whether a statement has the same value wherever it stands.
pub fn is_literal(statement: &Statement) -> bool {
    matches!(
        statement,
        Statement::Null | Statement::Number { .. } | Statement::Text(_) | Statement::ClassLiteral { .. }
    )
}

impl Sequence {
    /// The types of its values; none if a statement names no type.
    pub fn types(&self) -> Option<Vec<ValueType>> {
        self.statements.iter().map(type_of).collect()
    }

    /// Whether every value is made before it is used, is of the type that is asked for, and whether a test in a package may name
    /// all members.
    pub fn is_valid(&self, program: &Program, package: &str) -> bool {
        let Some(types) = self.types() else { return false };
        let fits = |value: u32, before: usize, wanted: &Type| {
            (value as usize) < before && accepts(program, wanted, &types[value as usize])
        };
        let all_fit = |values: &[u32], before: usize, wanted: &[Type]| {
            values.len() == wanted.len() && values.iter().zip(wanted).all(|(value, ty)| fits(*value, before, ty))
        };
        let class = |owner: &str| Type::Class(ClassName::internal(owner));
        let given = |descriptor: &str, place: usize, arguments: &[u32]| {
            let parameters = Descriptor::parse(descriptor).map(|descriptor| descriptor.parameters());
            parameters.is_some_and(|wanted| all_fit(arguments, place, &wanted))
        };
        let has =
            |owner: &str, name: &str, ty: &str| program.has_member(&ClassName::internal(owner), name, ty, package);
        let is_valid = |(place, statement): (usize, &Statement)| match statement {
            Statement::Null
            | Statement::Text(_)
            | Statement::Number { .. }
            | Statement::Known(_)
            | Statement::Folder => true,
            Statement::ClassLiteral { ty } => Type::parse(ty).is_some_and(|ty| program.is_accessible(&ty, package)),
            Statement::Static { owner, name, ty } => has(owner, name, ty),
            Statement::Field { of, owner, name, ty } => has(owner, name, ty) && fits(*of, place, &class(owner)),
            Statement::New { owner, descriptor, arguments } => {
                has(owner, "<init>", descriptor) && given(descriptor, place, arguments)
            }
            Statement::CallStatic { owner, name, descriptor, arguments } => {
                has(owner, name, descriptor) && given(descriptor, place, arguments)
            }
            Statement::Call { on, owner, name, descriptor, arguments } => {
                has(owner, name, descriptor) && fits(*on, place, &class(owner)) && given(descriptor, place, arguments)
            }
            Statement::Array { element, elements } => {
                Type::parse(element).is_some_and(|ty| elements.iter().all(|value| fits(*value, place, &ty)))
            }
            Statement::Stub { owner, constructor, arguments, answers } => {
                let owner = ClassName::internal(owner);
                (constructor.is_empty() || given(constructor, place, arguments))
                    && program
                        .is_stub(&owner, constructor, answers, package, |value, wanted| fits(value, place, wanted))
            }
        };
        (self.subject as usize) < self.statements.len() && self.statements.iter().enumerate().all(is_valid)
    }

    /// The same with a further statement, whose value is looked at.
    pub fn extended(&self, statement: Statement) -> Sequence {
        let mut statements = self.statements.clone();
        statements.push(statement);
        Sequence { subject: statements.len() as u32 - 1, statements }
    }

    /// The statements of this sequence and then those of another one, whose subject is that of both.
    pub fn joined(&self, other: &Sequence) -> Sequence {
        let first = self.statements.len() as u32;
        let others = other.statements.iter().map(|statement| renamed(statement, |value| value + first));
        Sequence { statements: self.statements.iter().cloned().chain(others).collect(), subject: other.subject + first }
    }

    /// The same without a statement. Where its value is used, the value of another one before it is used instead; none if there is
    /// none to take.
    pub fn without(&self, place: u32, instead: Option<u32>) -> Option<Sequence> {
        let mut is_known = true;
        let mut name = |value: u32| match value {
            value if value == place => instead.unwrap_or_else(|| {
                is_known = false;
                0
            }),
            value if value > place => value - 1,
            value => value,
        };
        let rest = self.statements.iter().enumerate().filter(|(number, _)| *number as u32 != place);
        let statements = rest.map(|(_, statement)| renamed(statement, &mut name)).collect();
        let subject = name(self.subject);
        is_known.then_some(Sequence { statements, subject })
    }

    /// The same without a statement and all that uses its value; none if nothing is left. Its last value is looked at.
    pub fn without_users(&self, place: u32) -> Option<Sequence> {
        let mut places: Vec<Option<u32>> = Vec::new();
        let mut statements = Vec::new();
        for (number, statement) in self.statements.iter().enumerate() {
            let is_kept =
                number as u32 != place && used(statement).iter().all(|value| places[*value as usize].is_some());
            places.push(is_kept.then_some(statements.len() as u32));
            if is_kept {
                statements.push(renamed(statement, |value| places[value as usize].expect("what is used is kept")));
            }
        }
        let subject = statements.len().checked_sub(1)? as u32;
        Some(Sequence { statements, subject })
    }

    /// The statements up to one, whose value is looked at.
    pub fn up_to(&self, place: u32) -> Sequence {
        Sequence { statements: self.statements[..=place as usize].to_vec(), subject: place }
    }

    /// What a value depends on at the end of a statement: the statements that it uses, directly or not, and the calls on and with
    /// what they make, up to that statement. The value is looked at.
    pub fn sliced(&self, place: u32, end: u32) -> Sequence {
        let all = self.up_to(end);
        let mut kept = vec![false; all.statements.len()];
        kept[place as usize] = true;
        let is_object = |value: u32| !is_literal(&all.statements[value as usize]);
        loop {
            let before = kept.clone();
            for number in (0..all.statements.len()).rev() {
                let statement = &all.statements[number];
                let values = used(statement);
                // What is given an object may change it.
                let touches =
                    runs_code(statement) && values.iter().any(|value| kept[*value as usize] && is_object(*value));
                if kept[number] || touches {
                    kept[number] = true;
                    values.iter().for_each(|value| kept[*value as usize] = true);
                }
            }
            if kept == before {
                break;
            }
        }
        let mut places = vec![0; kept.len()];
        let mut statements = Vec::new();
        for (number, statement) in all.statements.iter().enumerate().filter(|(number, _)| kept[*number]) {
            places[number] = statements.len() as u32;
            statements.push(renamed(statement, |value| places[value as usize]));
        }
        Sequence { subject: places[place as usize], statements }
    }

    /// The same with another statement in the place of one.
    pub fn with(&self, place: u32, statement: Statement) -> Sequence {
        let mut changed = self.clone();
        changed.statements[place as usize] = statement;
        changed
    }

    /// The same with another statement in the place of one, and with what it begins with then: its first statements, and more after them.
    pub fn with_before(&self, place: usize, begun: Sequence, statement: Statement) -> Sequence {
        let mut statements = begun.statements;
        let more = statements.len() as u32 - place as u32;
        statements.push(statement);
        let moved = |value: u32| if value as usize >= place { value + more } else { value };
        statements.extend(self.statements[place + 1..].iter().map(|statement| renamed(statement, moved)));
        Sequence { subject: moved(self.subject), statements }.tidied()
    }

    /// Whether it names its folder.
    pub fn has_folder(&self) -> bool {
        self.statements.contains(&Statement::Folder)
    }

    /// The same without the statements that do nothing but make values that nobody uses.
    pub fn tidied(&self) -> Sequence {
        let mut tidied = self.clone();
        for place in (0..self.statements.len() as u32).rev() {
            let is_idle = !runs_code(&tidied.statements[place as usize])
                && place != tidied.subject
                && !tidied.statements.iter().any(|statement| used(statement).contains(&place));
            if is_idle && let Some(fewer) = tidied.without(place, None) {
                tidied = fewer;
            }
        }
        tidied
    }
}
