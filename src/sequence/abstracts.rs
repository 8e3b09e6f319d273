//! The abstract methods of interfaces and abstract classes, and what stubs of them may do.

use super::answers::unnamed;
use super::jdk;
use super::program::{Program, widened};
use crate::classfile::{Access, ClassCode, ClassName, Descriptor, MethodCode, Primitive, Type, generics};
use crate::worker::protocol::{Act, Operator, Statement, StubMethod};
use std::collections::{BTreeSet, VecDeque};

/// How many abstract methods an interface or a class has at most of which stubs are made.
const METHODS: usize = 12;

/// What a test can implement with a stub: an interface or an abstract class.
#[derive(Debug)]
pub(super) struct Implementable {
    /// The constructors of a class that a test can call, those first that need least; none of an interface.
    pub(super) constructors: Vec<Descriptor>,
    /// What has no body.
    pub(super) methods: Vec<Abstract>,
}

/// Interfaces of the JDK without methods.
const EMPTY: [&str; 3] = ["java/io/Serializable", "java/lang/Cloneable", "java/util/EventListener"];

/// An abstract method that a stub has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Abstract {
    pub(super) name: String,
    pub(super) descriptor: Descriptor,
    /// What it may throw.
    pub(super) exceptions: Vec<Type>,
}

impl Abstract {
    /// What a stub has for it.
    pub(super) fn answer(&self, act: Act) -> StubMethod {
        StubMethod { name: self.name.clone(), descriptor: self.descriptor.to_string(), act }
    }

    /// Whether a stub has it for this method.
    pub(super) fn is_answered(&self, answer: &StubMethod) -> bool {
        answer.name == self.name && answer.descriptor == self.descriptor.as_str()
    }

    /// Whether another method is this one, as a class has it that implements both.
    fn is_same(&self, method: &MethodCode) -> bool {
        self.name == method.name && self.descriptor.parameters() == method.descriptor.parameters()
    }
}

impl Program {
    /// Whether a class has type variables.
    fn is_generic(&self, class: &ClassName) -> bool {
        let signature = self.view(class).and_then(|view| view.signature.clone());
        signature.as_deref().and_then(generics::declared).is_some_and(|declared| !declared.is_empty())
    }

    /// How an interface or an abstract class of the program is implemented, if a test in a package can do that.
    pub(super) fn implementable(&self, class: &ClassName, package: &str) -> Option<Implementable> {
        let (mut found, mut others): (Vec<Abstract>, Vec<&MethodCode>) = Default::default();
        let lineage = self.own_lineage(class);
        let itself = lineage.first()?;
        let constructors = self.constructors(itself, package);
        // What a class above has, an interface need not have.
        let is_closed = lineage.last().is_some_and(|code| {
            code.superclass.as_ref().is_none_or(|above| jdk::COMPLETE.iter().any(|complete| *above == *complete))
        });
        if !is_closed || !itself.is_interface && constructors.is_empty() {
            return None;
        }
        let mut seen = BTreeSet::new();
        let mut open: VecDeque<ClassName> = lineage.iter().map(|code| code.name.clone()).collect();
        while let Some(next) = open.pop_front() {
            if EMPTY.iter().any(|empty| next == *empty) || !seen.insert(next.clone()) {
                continue;
            }
            let code = self.own_lineage(&next).first().copied().filter(|code| !code.is_sealed)?;
            // What its variables stand for is not known of an interface above.
            let is_generic = next != *class && self.is_generic(&next);
            if is_generic || !self.is_accessible(&Type::Class(next.clone()), package) {
                return None;
            }
            // Every object has what an interface asks of it, but for what a class has made abstract again.
            let is_had = |method: &&MethodCode| code.is_interface && is_of_object(method);
            for method in code.methods.iter().filter(|method| !method.is_static && !is_had(method)) {
                let is_hidden = method.access == Access::Package && code.name.package() != package;
                let is_known = found.iter().any(|known| known.is_same(method))
                    || others.iter().any(|other| other.name == method.name && other.descriptor == method.descriptor);
                match method.is_abstract {
                    _ if is_known => {}
                    // Nobody else can implement it.
                    true if is_hidden => return None,
                    true => found.push(self.stubbed(&next, method, package)?),
                    false => others.push(method),
                }
            }
            open.extend(code.interfaces.iter().cloned());
        }
        (found.len() <= METHODS).then_some(Implementable { constructors, methods: found })
    }

    /// The constructors of an abstract class that a test in a package can call for a class of its own, those first that need least.
    fn constructors(&self, code: &ClassCode, package: &str) -> Vec<Descriptor> {
        // An inner class needs an object around it.
        if !code.is_abstract || code.is_interface || self.view(&code.name).is_none_or(|view| view.is_inner) {
            return Vec::new();
        }
        let is_seen = |method: &&MethodCode| match method.access {
            Access::Private => false,
            Access::Package => code.name.package() == package,
            Access::Protected | Access::Public => true,
        };
        let is_named =
            |descriptor: &Descriptor| descriptor.parameters().iter().all(|ty| self.is_accessible(ty, package));
        let makers = code.methods.iter().filter(|method| method.name == "<init>").filter(is_seen);
        let mut found: Vec<Descriptor> = makers.map(|method| method.descriptor.clone()).filter(is_named).collect();
        found.sort_by_key(|descriptor| descriptor.parameters().len());
        found
    }

    /// A method of a stub, if a test in a package can name its types.
    fn stubbed(&self, owner: &ClassName, method: &MethodCode, package: &str) -> Option<Abstract> {
        let descriptor = &method.descriptor;
        let view = self.view(owner)?;
        let parameters = descriptor.parameters();
        let is_it = |one: &&crate::classfile::MethodView| {
            one.name == method.name && one.params.iter().map(Type::from).eq(parameters.iter().cloned())
        };
        let declared = view.methods.iter().find(is_it)?.exceptions.iter();
        let exceptions = declared.map(|name| Type::Class(ClassName::binary(name))).collect();
        let is_named = parameters.iter().chain(&descriptor.result()).all(|ty| self.is_accessible(ty, package));
        is_named.then(|| Abstract { name: method.name.clone(), descriptor: descriptor.clone(), exceptions })
    }

    /// The stub of an interface whose only abstract method does something.
    pub(super) fn stub_of_function(&self, class: &ClassName, package: &str, act: Act) -> Option<Statement> {
        let answers = match self.implementable(class, package).as_ref().map(|found| found.methods.as_slice()) {
            Some([only]) => vec![only.answer(act)],
            Some(_) => return None,
            None => vec![unnamed(act)],
        };
        let (constructor, arguments) = Default::default();
        Some(Statement::Stub { owner: class.to_string(), constructor, arguments, answers })
    }

    /// Whether a stub is made by a constructor of its class, or by none of an interface, and its methods are those that have no body and give what
    /// these promise.
    pub(super) fn is_stub(
        &self,
        owner: &ClassName,
        constructor: &str,
        answers: &[StubMethod],
        package: &str,
        fits: impl Fn(u32, &Type) -> bool,
    ) -> bool {
        if let [StubMethod { name, act, .. }] = answers
            && name.is_empty()
        {
            let function = self.function(&Type::Class(owner.clone())).filter(|_| constructor.is_empty());
            return function.is_some_and(|function| match (&function.result, act) {
                (None, Act::Nothing) => true,
                (Some(ty), Act::Return(values)) => values.iter().all(|value| fits(*value, ty)),
                _ => false,
            });
        }
        let answers_as_asked = |(method, answer): (&Abstract, &StubMethod)| {
            let (result, parameters) = (method.descriptor.result(), method.descriptor.parameters());
            method.is_answered(answer)
                && match (&answer.act, &result) {
                    (Act::Nothing, None) => true,
                    (Act::Throw(value), _) => method.exceptions.iter().any(|ty| fits(*value, ty)),
                    (Act::Return(values), Some(ty)) => {
                        !values.is_empty() && values.iter().all(|value| fits(*value, ty))
                    }
                    (Act::Echo(parameter), Some(ty)) => {
                        parameters.get(*parameter as usize).is_some_and(|parameter| self.fits(parameter, ty))
                    }
                    (Act::Compute { parameter, operator, value }, Some(ty)) => {
                        let input = parameters.get(*parameter as usize).and_then(input);
                        let operand = input.and_then(|input| operand(input, *operator, ty));
                        operand.is_some_and(|operand| fits(*value, &Type::Primitive(operand)))
                    }
                    _ => false,
                }
        };
        self.implementable(owner, package).is_some_and(|Implementable { constructors, methods }| {
            let is_made = match constructors.as_slice() {
                [] => constructor.is_empty(),
                known => known.iter().any(|known| known.as_str() == constructor),
            };
            is_made && methods.len() == answers.len() && methods.iter().zip(answers).all(answers_as_asked)
        })
    }
}

/// Whether every object has a method.
fn is_of_object(method: &MethodCode) -> bool {
    matches!(
        (method.name.as_str(), method.descriptor.as_str()),
        ("equals", "(Ljava/lang/Object;)Z") | ("hashCode", "()I") | ("toString", "()Ljava/lang/String;")
    )
}

/// The type of the number that is computed with: of a parameter itself, or of the elements of an array.
pub(super) fn input(parameter: &Type) -> Option<Primitive> {
    match parameter {
        Type::Primitive(Primitive::Boolean) => None,
        Type::Primitive(primitive) => Some(*primitive),
        Type::Array(element) => match **element {
            Type::Primitive(Primitive::Boolean) => None,
            Type::Primitive(primitive) => Some(primitive),
            _ => None,
        },
        Type::Class(_) => None,
    }
}

/// The type of what a number is computed with for a result; none if it does not come out that way.
pub(super) fn operand(input: Primitive, operator: Operator, result: &Type) -> Option<Primitive> {
    let Type::Primitive(result) = result else { return None };
    match operator {
        Operator::Less | Operator::Equal => (*result == Primitive::Boolean).then_some(input),
        Operator::Minus | Operator::Times | Operator::Square => {
            let is_computed = matches!(result, Primitive::Int | Primitive::Long | Primitive::Float | Primitive::Double);
            (is_computed && widened(input).contains(result)).then_some(*result)
        }
    }
}
