//! Stubs: objects of interfaces and abstract classes whose methods return values in turn, or compute them of their arguments, as a test has them that finds no other
//! object to hand over.

use super::abstracts::{Abstract, input, operand};
use super::answers::unnamed;
use super::making::Making;
use crate::classfile::{ClassName, Primitive, Type};
use crate::worker::protocol::{Act, Operator, Statement, StubMethod};

/// How many values a method returns in turn at most.
const VALUES: usize = 6;

impl Making<'_, '_> {
    /// A stub of an interface or of an abstract class, if a test can implement it.
    pub(super) fn stub(&mut self, ty: &Type, depth: usize) -> Option<u32> {
        let Type::Class(class) = ty else { return None };
        let (mut constructor, mut arguments) = <(String, Vec<u32>)>::default();
        let answers = match self.ingredients.implementable(class) {
            Some(found) => {
                if let Some(chosen) = self.pick(&found.constructors) {
                    constructor = chosen.to_string();
                    let given = chosen.parameters().into_iter().map(|ty| self.value(&ty, depth + 1));
                    arguments = given.collect::<Option<Vec<u32>>>()?;
                }
                let answer = |method: &Abstract| self.act(method, depth).map(|act| method.answer(act));
                found.methods.iter().map(answer).collect::<Option<Vec<_>>>()?
            }
            // One of the JDK, of whose method only the result is known.
            None => {
                let act = match self.ingredients.program.function(ty)?.result {
                    Some(result) => Act::Return(vec![self.value(&result, depth + 1)?]),
                    None => Act::Nothing,
                };
                vec![unnamed(act)]
            }
        };
        self.push(Statement::Stub { owner: class.to_string(), constructor, arguments, answers })
    }

    /// What a method may do.
    fn act(&mut self, method: &Abstract, depth: usize) -> Option<Act> {
        if !method.exceptions.is_empty() && self.rng.u8(0..8) == 0 {
            let thrown = self.rng.choice(&method.exceptions)?;
            if let Some(thrown) = self.object(thrown, depth + 1) {
                return Some(Act::Throw(thrown));
            }
        }
        let Some(result) = method.descriptor.result() else { return Some(Act::Nothing) };
        let parameters = method.descriptor.parameters();
        let chosen = match self.rng.u8(0..4) {
            0 | 1 => self.computed(&parameters, &result),
            2 => self.echo(&parameters, &result),
            _ => None,
        };
        if chosen.is_some() {
            return chosen;
        }
        let count = match result {
            Type::Primitive(_) if self.rng.bool() => self.rng.usize(2..=VALUES),
            _ => 1,
        };
        let values = (0..count).map(|_| self.value(&result, depth + 2)).collect::<Option<Vec<u32>>>()?;
        Some(Act::Return(values))
    }

    /// One of the arguments.
    fn echo(&mut self, parameters: &[Type], result: &Type) -> Option<Act> {
        let program = self.ingredients.program;
        let fitting = (0..parameters.len() as u32).filter(|place| program.fits(&parameters[*place as usize], result));
        self.rng.choice(fitting.collect::<Vec<u32>>()).map(Act::Echo)
    }

    /// Something that is computed of one of the arguments.
    fn computed(&mut self, parameters: &[Type], result: &Type) -> Option<Act> {
        let inputs = parameters.iter().enumerate().filter_map(|(place, ty)| Some((place as u32, input(ty)?)));
        let (parameter, input) = self.rng.choice(inputs.collect::<Vec<_>>())?;
        let operators = match result {
            Type::Primitive(Primitive::Boolean) => &[Operator::Less, Operator::Equal][..],
            _ => &[Operator::Minus, Operator::Times, Operator::Square],
        };
        let operator = *self.rng.choice(operators)?;
        let value = self.number(operand(input, operator, result)?)?;
        Some(Act::Compute { parameter, operator, value })
    }

    /// What a method of a stub may do in place of something else: another value in turn, one less, or something of another kind.
    pub(super) fn other_answer(&mut self, owner: &ClassName, known: &StubMethod) -> Option<StubMethod> {
        let ty = Type::Class(owner.clone());
        let Some(found) = self.ingredients.implementable(owner).filter(|_| !known.name.is_empty()) else {
            let result = self.ingredients.program.function(&ty)?.result?;
            let act = Act::Return(vec![self.value(&result, 1)?]);
            return Some(unnamed(act));
        };
        let method = found.methods.iter().find(|method| method.is_answered(known))?;
        let act = match (&known.act, method.descriptor.result()) {
            (Act::Return(values), Some(result @ Type::Primitive(_))) if self.rng.u8(0..4) > 0 => {
                let (mut values, at) = (values.clone(), self.rng.usize(0..=values.len()));
                match self.rng.u8(0..3) {
                    0 if at < values.len() && values.len() > 1 => drop(values.remove(at)),
                    1 if at < values.len() => values[at] = self.value(&result, 1)?,
                    _ if values.len() < VALUES => values.insert(at, self.value(&result, 1)?),
                    _ => return None,
                }
                Act::Return(values)
            }
            _ => self.act(method, 1)?,
        };
        Some(method.answer(act))
    }
}
