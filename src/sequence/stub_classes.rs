//! Stubs in Java: a lambda where one expression says what the only method does, and an anonymous class elsewhere.

use super::data::{ValueType, type_of};
use super::printing::Printing;
use crate::classfile::{self, ClassName, Descriptor};
use crate::java::{
    Annotation, Binary, Expr, Field, Lambda, LambdaBody, Member, Method, Modifier, Parameter, Stmt, Type,
};
use crate::worker::protocol::{Act, Operator, Statement, StubMethod};

/// The counter of the calls of a method.
const CALLS: &str = "calls";

impl Printing<'_> {
    /// The interface of a stub that is written as a lambda.
    pub(super) fn lambda(&self, value: u32) -> Option<&str> {
        match &self.sequence.statements[value as usize] {
            Statement::Stub { owner, answers, .. } => {
                let is_function = self.program.function(&classfile::Type::Class(ClassName::internal(owner))).is_some();
                let is_short = match answers.as_slice() {
                    [StubMethod { act: Act::Return(values), .. }] => values.len() == 1,
                    [StubMethod { act, .. }] => !matches!(act, Act::Throw(_)),
                    _ => false,
                };
                (is_function && is_short).then_some(owner)
            }
            _ => None,
        }
    }

    /// Whether a value is a stub that is written as an anonymous class.
    pub(super) fn is_anonymous(&self, place: usize) -> bool {
        matches!(self.sequence.statements[place], Statement::Stub { .. }) && self.lambda(place as u32).is_none()
    }

    /// A stub.
    pub(super) fn stub(&self, place: u32, owner: &str, given: Vec<Expr>, answers: &[StubMethod]) -> Expr {
        match (answers, self.lambda(place)) {
            ([only], Some(_)) => self.as_lambda(owner, only),
            _ => self.anonymous(owner, given, answers),
        }
    }

    fn as_lambda(&self, owner: &str, answer: &StubMethod) -> Expr {
        let function = self.program.function(&classfile::Type::Class(ClassName::internal(owner)));
        let parameters = self.letters(function.map_or(0, |function| function.parameters));
        let body = match self.result(answer, &parameters, None) {
            Some(value) => LambdaBody::Value(value),
            None => LambdaBody::Block(Vec::new()),
        };
        Expr::Lambda(Box::new(Lambda { parameters, body }))
    }

    fn anonymous(&self, owner: &str, given: Vec<Expr>, answers: &[StubMethod]) -> Expr {
        let (mut fields, mut methods): (Vec<Member>, Vec<Member>) = Default::default();
        for answer in answers {
            let is_counted = matches!(&answer.act, Act::Return(values) if values.len() > 1);
            let counter = is_counted.then(|| {
                let numbers = std::iter::once(String::new()).chain((2..).map(|number: usize| number.to_string()));
                let mut names = numbers.map(|number| format!("{CALLS}{number}"));
                let is_free = |name: &String| {
                    let is_field = |field: &Member| matches!(field, Member::Field(field) if field.name == *name);
                    !self.is_variable(name) && !fields.iter().any(is_field)
                };
                let name = names.find(is_free).expect("there are numbers enough");
                fields.push(Field::new(&[Modifier::Private], Type::INT, name.clone(), None).into());
                name
            });
            methods.push(self.method(answer, counter.as_deref()).into());
        }
        fields.append(&mut methods);
        Expr::anonymous(self.ty(&classfile::Type::Class(ClassName::internal(owner))), given, fields)
    }

    /// A method of an anonymous class, with the name of what counts its calls, if these differ.
    fn method(&self, answer: &StubMethod, counter: Option<&str>) -> Method {
        let descriptor = Descriptor::parse(&answer.descriptor);
        let (parameters, result) =
            descriptor.map(|descriptor| (descriptor.parameters(), descriptor.result())).unwrap_or_default();
        let names = self.letters(parameters.len());
        let body = match (&answer.act, self.result(answer, &names, counter)) {
            (Act::Throw(value), _) => vec![Stmt::Throw(self.value(*value))],
            (_, Some(value)) => vec![Stmt::returns(value)],
            (_, None) => Vec::new(),
        };
        let parameters = parameters.iter().zip(names).map(|(ty, name)| Parameter::new(self.ty(ty), name)).collect();
        let method = Method::new(&[Modifier::Public], result.map(|ty| self.ty(&ty)), answer.name.clone())
            .annotate(Annotation::overrides())
            .parameters(parameters)
            .body(body);
        match &answer.act {
            Act::Throw(value) => match type_of(&self.sequence.statements[*value as usize]) {
                Some(ValueType::Of(thrown)) => method.throws(self.ty(&thrown)),
                _ => method,
            },
            _ => method,
        }
    }

    /// What a method returns, with the names of its parameters.
    fn result(&self, answer: &StubMethod, names: &[String], counter: Option<&str>) -> Option<Expr> {
        let argument = |parameter: u32| Expr::name(names[parameter as usize].clone());
        match &answer.act {
            Act::Nothing | Act::Throw(_) => None,
            Act::Echo(parameter) => Some(argument(*parameter)),
            Act::Return(values) => {
                let all: Vec<Expr> = values.iter().map(|value| self.value(*value)).collect();
                let element = Descriptor::parse(&answer.descriptor).and_then(|descriptor| descriptor.result());
                match (counter, element) {
                    (Some(counter), Some(element)) => {
                        let count = Expr::int(all.len() as i64);
                        let place = Expr::name(counter).increment().binary(Binary::Remainder, count);
                        Some(Expr::Array(self.ty(&element), all).index(place))
                    }
                    _ => all.into_iter().next(),
                }
            }
            Act::Compute { parameter, operator, value } => {
                let parameters = Descriptor::parse(&answer.descriptor)?.parameters();
                let given = || match parameters.get(*parameter as usize) {
                    Some(classfile::Type::Array(_)) => argument(*parameter).index(Expr::int(0)),
                    _ => argument(*parameter),
                };
                let with = |operator| given().binary(operator, self.value(*value));
                Some(match operator {
                    Operator::Minus => with(Binary::Minus),
                    Operator::Times => with(Binary::Times),
                    Operator::Square => with(Binary::Minus).binary(Binary::Times, with(Binary::Minus)),
                    Operator::Less => with(Binary::Less),
                    Operator::Equal => with(Binary::Equal),
                })
            }
        }
    }

    /// Names for parameters, which hide no variable.
    fn letters(&self, count: usize) -> Vec<String> {
        let letters = ('a'..='z').map(String::from).chain((1..).map(|number: usize| format!("a{number}")));
        letters.filter(|letter| !self.is_variable(letter)).take(count).collect()
    }
}
