//! What initialisers of classes do in several surroundings, of which a JVM shows one: they run once.

use super::making::{Ingredients, Making};
use super::member::Member;
use super::program::{Program, unboxed};
use super::surrounding::CLASSES;
use crate::classfile::{ClassName, Operation, Type, Visibility};
use crate::worker::protocol::{Sequence, Statement};
use std::collections::BTreeSet;

/// The name and the descriptor of the method of `fex-junit` that runs an initialiser once more, and gives what it leaves in a static field.
const INITIAL: (&str, &str) = ("initial", "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Object;");

/// Of how many fields it is found out what an initialiser leaves there.
const FIELDS: usize = 80;

impl Member {
    /// What initialises a class in the surroundings of a test, and gives what that leaves in a static field.
    pub fn initial() -> Member {
        let (owner, name, descriptor) = (ClassName::internal(CLASSES), INITIAL.0.to_owned(), INITIAL.1.to_owned());
        Member { owner, name, descriptor, is_static: true }
    }

    /// Whether it is that.
    pub(super) fn is_initial(&self) -> bool {
        self.owner == CLASSES
    }
}

impl Program {
    /// The static fields to which the initialiser of a class assigns a value that a test can state; those first that tests can name.
    pub fn initial(&self, class: &ClassName) -> Vec<(ClassName, String)> {
        let Some(code) = self.own_lineage(class).into_iter().find(|code| code.name == *class) else {
            return Vec::new();
        };
        let initialisers = code.methods.iter().filter(|method| &*method.name == "<clinit>");
        let instructions = initialisers.filter_map(|method| method.code.as_ref()).flat_map(|code| &code.instructions);
        let is_text = |ty: &Type| matches!(ty, Type::Class(class) if *class == "java/lang/String");
        let is_stated = |ty: &Type| matches!(ty, Type::Primitive(_)) || is_text(ty) || unboxed(ty).is_some();
        let fields: BTreeSet<&str> = instructions
            .filter_map(|one| match &one.operation {
                Operation::PutStatic(field) if field.owner == *class && is_stated(&field.ty) => Some(&*field.name),
                _ => None,
            })
            .collect();
        let view = self.view(class);
        let is_hidden = |name: &&str| {
            let mut declared = view.iter().flat_map(|view| &view.fields);
            declared.any(|field| field.name == *name && field.visibility == Visibility::Private)
        };
        let (hidden, named): (Vec<&str>, Vec<&str>) = fields.into_iter().partition(is_hidden);
        named.into_iter().chain(hidden).map(|name| (class.clone(), name.to_owned())).collect()
    }
}

impl Ingredients<'_> {
    /// For a sequence that asks in the end what an initialiser leaves in a static field, the same of each field, beside what asks only for that; the field of
    /// the sequence comes first.
    pub fn looking_at_fields(&self, sequence: &Sequence) -> Vec<(Sequence, Sequence)> {
        let Some(Statement::CallStatic { owner, arguments, .. }) = sequence.statements.last() else {
            return Vec::new();
        };
        let (CLASSES, [class, field]) = (owner.as_str(), arguments.as_slice()) else { return Vec::new() };
        let [class, asked] = [class, field].map(|place| &sequence.statements[*place as usize]);
        let fields = self.initial.iter().map(|(_, name)| Statement::Text(name.clone()));
        let mut fields: Vec<Statement> = fields.collect();
        fields.sort_by_key(|field| field != asked);
        let looking = fields.into_iter().take(FIELDS).map(|other| {
            let alone = Member::initial().statement(None, vec![0, 1]);
            let alone = Sequence { statements: vec![class.clone(), other.clone(), alone], subject: 2 };
            (sequence.with(*field, other), alone)
        });
        looking.collect()
    }
}

impl Making<'_, '_> {
    /// Initialises a class in what surrounds the program now.
    pub(super) fn initialised(&mut self) -> Option<u32> {
        let (class, field) = self.pick(&self.ingredients.initial)?.clone();
        let class = self.literal(Statement::ClassLiteral { ty: format!("L{class};") })?;
        let field = self.literal(Statement::Text(field))?;
        self.push(Member::initial().statement(None, vec![class, field]))
    }
}
