//! What can be called, and with which arguments.

use super::callable::{Callable, Kind};
use super::observe::Observer;
use crate::classfile::{self, Descriptor};
use crate::fixture::recipe::{self, Recipe};
use crate::java::{Primitive, Type};
use crate::relational::Problem;
use crate::schema::{FieldShape, Reading};
use crate::sequence::{Sequence, Statement, unboxed};
use itertools::Itertools;
use std::collections::BTreeSet;

/// The most calls of one method: those with more combinations of arguments are left out.
const MOST_COMBINATIONS: usize = 256;

/// A call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// What is called: a place in what is offered.
    pub callable: usize,
    /// What it is given.
    pub arguments: Vec<Argument>,
}

/// An argument of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    /// `null`.
    Null,
    /// A number or, as 0 and 1, a truth value; of the parameter's type.
    Int(i64),
    /// A string.
    Text(String),
    /// One of the constants.
    Constant(u32),
}

/// The calls that a search may make.
pub struct Offer {
    callables: Vec<Callable>,
    // The names of the constants' atoms, by their number in the protocol.
    constants: Vec<String>,
    /// Calls that make a root object.
    pub creations: Vec<Call>,
    /// Calls on it.
    pub calls: Vec<Call>,
}

/// What arguments are made from.
struct Values<'r> {
    reading: &'r Reading,
    ints: Vec<i64>,
    digits: BTreeSet<usize>,
    // Whether a field or a place may lack an element, so that `null` is a value.
    absent: bool,
}

impl Offer {
    /// The calls of what a class offers, with values of the suite's structures.
    pub fn new(problem: &Problem, observer: &Observer, callables: Vec<Callable>) -> Offer {
        let reading = observer.reading();
        let values = Values::new(problem, reading, observer);
        let constants = reading.constants.iter().map(|constant| observer.name(constant.atom).to_owned()).collect();
        let (mut creations, mut calls) = (Vec::new(), Vec::new());
        for (number, callable) in callables.iter().enumerate() {
            let domains = callable.parameters.iter().zip(&callable.variables);
            let domains: Vec<Vec<Argument>> = domains.map(|(ty, variable)| values.domain(ty, *variable)).collect();
            let combinations = domains.iter().try_fold(1_usize, |count, domain| count.checked_mul(domain.len()));
            if combinations.is_none_or(|count| count > MOST_COMBINATIONS) {
                continue;
            }
            let of_kind = match callable.kind {
                Kind::Constructor | Kind::Factory => &mut creations,
                Kind::Method => &mut calls,
            };
            let all = domains.into_iter().multi_cartesian_product();
            of_kind.extend(all.map(|arguments| Call { callable: number, arguments }));
        }
        Offer { callables, constants, creations, calls }
    }

    /// Calls as statements: the first makes the object that is looked at, the others are called on it.
    pub fn sequence(&self, first: &[Call], last: &Call) -> Sequence {
        let mut sequence = Sequence { statements: Vec::new(), subject: 0 };
        for call in first.iter().chain([last]) {
            let Callable { kind, owner, name, descriptor, .. } = self.callable(call);
            let parameters =
                Descriptor::parse(descriptor).map(|descriptor| descriptor.parameters()).unwrap_or_default();
            let given = call.arguments.iter().zip(parameters.iter().map(Some).chain(std::iter::repeat(None)));
            let mut arguments = Vec::with_capacity(call.arguments.len());
            for (argument, ty) in given {
                arguments.push(sequence.statements.len() as u32);
                sequence.statements.push(argument.statement(ty));
            }
            let (owner, name, descriptor) = (owner.clone(), name.clone(), descriptor.clone());
            let made = sequence.statements.len() as u32;
            sequence.statements.push(match kind {
                Kind::Constructor => Statement::New { owner, descriptor, arguments },
                Kind::Factory => Statement::CallStatic { owner, name, descriptor, arguments },
                Kind::Method => Statement::Call { on: sequence.subject, owner, name, descriptor, arguments },
            });
            if *kind != Kind::Method {
                sequence.subject = made;
            }
        }
        sequence
    }

    /// What is called by a call.
    pub fn callable(&self, call: &Call) -> &Callable {
        &self.callables[call.callable]
    }

    /// Calls as a fixture makes them.
    pub fn recipe(&self, calls: &[Call]) -> Recipe {
        let call = |call: &Call| {
            let callable = self.callable(call);
            let argument = |argument: &Argument| match argument {
                Argument::Null => recipe::Argument::Null,
                Argument::Int(value) => recipe::Argument::Int(*value),
                Argument::Text(text) => recipe::Argument::Text(text.clone()),
                Argument::Constant(number) => {
                    recipe::Argument::Constant { constant: self.constants[*number as usize].clone() }
                }
            };
            recipe::Call {
                kind: match callable.kind {
                    Kind::Constructor => recipe::Kind::Constructor,
                    Kind::Factory => recipe::Kind::Factory,
                    Kind::Method => recipe::Kind::Method,
                },
                name: callable.name.clone(),
                parameters: callable.parameters.clone(),
                overloaded: callable.overloaded,
                arguments: call.arguments.iter().map(argument).collect(),
            }
        };
        Recipe { calls: calls.iter().map(call).collect() }
    }

    /// The calls of a fixture; `None` if the class does not offer them any more.
    pub fn calls(&self, recipe: &Recipe) -> Option<Vec<Call>> {
        let call = |wanted: &recipe::Call| {
            let fits = |callable: &Callable| {
                callable.name == wanted.name
                    && callable.parameters == wanted.parameters
                    && callable.overloaded == wanted.overloaded
                    && match wanted.kind {
                        recipe::Kind::Constructor => callable.kind == Kind::Constructor,
                        recipe::Kind::Factory => callable.kind == Kind::Factory,
                        recipe::Kind::Method => callable.kind == Kind::Method,
                    }
            };
            let number = self.callables.iter().position(fits)?;
            let argument = |argument: &recipe::Argument| {
                Some(match argument {
                    recipe::Argument::Null => Argument::Null,
                    recipe::Argument::Int(value) => Argument::Int(*value),
                    recipe::Argument::Text(text) => Argument::Text(text.clone()),
                    recipe::Argument::Constant { constant } => {
                        Argument::Constant(self.constants.iter().position(|name| name == constant)? as u32)
                    }
                })
            };
            let arguments = wanted.arguments.iter().map(argument).collect::<Option<_>>()?;
            Some(Call { callable: number, arguments })
        };
        recipe.calls.iter().map(call).collect()
    }
}

impl Argument {
    /// The statement that makes it, for a parameter of a type.
    fn statement(&self, ty: Option<&classfile::Type>) -> Statement {
        match self {
            Argument::Null => Statement::Null,
            Argument::Text(text) => Statement::Text(text.clone()),
            Argument::Constant(number) => Statement::Known(*number),
            Argument::Int(value) => {
                let primitive = match ty {
                    Some(classfile::Type::Primitive(primitive)) => *primitive,
                    other => other.and_then(unboxed).unwrap_or(Primitive::Int),
                };
                let bits = match primitive {
                    Primitive::Double => (*value as f64).to_bits().cast_signed(),
                    Primitive::Float => i64::from((*value as f32).to_bits()),
                    _ => *value,
                };
                Statement::Number { ty: primitive.letter().to_string(), bits }
            }
        }
    }
}

impl<'r> Values<'r> {
    fn new(problem: &Problem, reading: &'r Reading, observer: &Observer) -> Values<'r> {
        let mut ints = BTreeSet::new();
        for instance in observer.instances() {
            for tuples in &observer.visible(instance).relations {
                let tuples = tuples.keys().iter().map(|key| problem.universe.tuple(*key, tuples.arity()));
                ints.extend(tuples.flatten().filter_map(|atom| problem.universe.atoms[atom.index()].int));
            }
        }
        let fields = || reading.classes.iter().flat_map(|class| &class.fields);
        Values {
            reading,
            ints: ints.into_iter().collect(),
            digits: fields().flat_map(|field| field.digits.iter().copied()).collect(),
            absent: fields().any(|field| field.shape == FieldShape::One && observer.may_lack_a_constant(field)),
        }
    }

    /// The arguments for a parameter of an erased type, or of a type variable.
    fn domain(&self, ty: &str, variable: Option<usize>) -> Vec<Argument> {
        let simple = ty.strip_prefix("java.lang.").unwrap_or(ty);
        let bound = variable.and_then(|variable| self.reading.type_arguments.get(variable));
        let bound = bound.map(|ty| ty.erased().to_string());
        match bound.as_deref().unwrap_or(simple) {
            "boolean" | "Boolean" => self.truths(),
            name if Primitive::of_keyword(name).is_some() || NUMBERS.contains(&name) => self.numbers(),
            "String" => [self.texts(), self.null()].concat(),
            "Object" | "Comparable" => {
                [self.numbers_of_objects(), self.texts(), self.constants(None), self.null()].concat()
            }
            class => {
                let constants = self.constants(Some(class));
                if constants.is_empty() { constants } else { [constants, self.null()].concat() }
            }
        }
    }

    fn truths(&self) -> Vec<Argument> {
        [0, 1].map(Argument::Int).to_vec()
    }

    fn numbers(&self) -> Vec<Argument> {
        self.ints.iter().copied().map(Argument::Int).collect()
    }

    /// Numbers where an `Object` is expected: fixtures hand over an `Integer`.
    fn numbers_of_objects(&self) -> Vec<Argument> {
        let fields = self.reading.classes.iter().flat_map(|class| &class.fields);
        if fields.map(|field| &field.element).any(|element| *element == Type::integer()) {
            self.numbers()
        } else {
            Vec::new()
        }
    }

    fn texts(&self) -> Vec<Argument> {
        let digits = self.digits.iter().flat_map(|digits| self.ints.iter().map(move |int| format!("{int:0digits$}")));
        let literals = self.reading.literals.iter().filter(|literal| literal.class == "java.lang.String");
        digits.chain(literals.map(|literal| literal.text.clone())).map(Argument::Text).collect()
    }

    /// The constants of a class, named by its binary name or as source names it; all without one.
    fn constants(&self, class: Option<&str>) -> Vec<Argument> {
        let fits = |name: &str| class.is_none_or(|class| name == class || name.replace('$', ".").ends_with(class));
        let constants = self.reading.constants.iter().enumerate().filter(|(_, constant)| fits(&constant.class));
        constants.map(|(number, _)| Argument::Constant(number as u32)).collect()
    }

    fn null(&self) -> Vec<Argument> {
        if self.absent { vec![Argument::Null] } else { Vec::new() }
    }
}

/// The classes of numbers that arguments are made of.
const NUMBERS: [&str; 7] = ["Integer", "Long", "Short", "Byte", "Character", "Double", "Float"];
