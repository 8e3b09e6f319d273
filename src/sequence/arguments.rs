//! Arguments and generic types of printed sequences: casts where Java would mean another method without them, arguments of any number
//! without an array, and the type arguments that are asked for.

use super::data::{ValueType, type_of, used};
use super::printing::{Printing, TypeArguments};
use super::program::{Overload, widened};
use crate::classfile::{ClassName, Descriptor, Primitive, Type, generics};
use crate::java::{self, Expr};
use crate::worker::protocol::Statement;

/// Which conversions of arguments Java tries, one after the other (The Java Language Specification, 15.12.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Without boxes.
    Strict,
    /// With boxes.
    Loose,
}

impl Printing<'_> {
    /// The arguments of a call, so that Java means this method.
    pub(super) fn arguments(&self, owner: &str, name: &str, descriptor: &str, values: &[u32]) -> Vec<Expr> {
        let class = ClassName::internal(owner);
        let parameters = Descriptor::parse(descriptor).map(|descriptor| descriptor.parameters()).unwrap_or_default();
        let overloads = self.program.overloads(&class, name);
        let (meant, others): (Vec<&Overload>, Vec<&Overload>) =
            overloads.iter().partition(|overload| overload.parameters == parameters);
        let is_variadic = meant.iter().any(|overload| overload.is_variadic) || super::jdk::is_variadic(owner, name);
        let needs_cast = self.casts(&parameters, &others, values);
        let cast = |(place, value): (usize, &u32)| {
            let is_last = place + 1 == values.len();
            // An only `null` for an array could be that of its elements.
            let is_unclear = is_variadic && is_last && self.is_null(*value);
            match needs_cast[place] || is_unclear || self.is_inferred(*value) {
                true => self.cast(*value, self.asked(owner, name, descriptor, place), &parameters[place]),
                false => self.value(*value),
            }
        };
        let mut written: Vec<Expr> = values.iter().enumerate().map(cast).collect();
        if let Some(elements) = self.spread(is_variadic, &others, values) {
            written.pop();
            let element = match parameters.last() {
                Some(Type::Array(element)) => (**element).clone(),
                _ => Type::Class(ClassName::internal("java/lang/Object")),
            };
            let is_only = elements.len() == 1;
            written.extend(elements.iter().map(|value| match is_only && self.is_null(*value) {
                true => self.value(*value).cast(self.generic(&element)),
                false => self.value(*value),
            }));
        }
        written
    }

    /// The elements that stand for an array as the last argument, if they can.
    fn spread(&self, is_variadic: bool, others: &[&Overload], values: &[u32]) -> Option<Vec<u32>> {
        let last = *values.last().filter(|last| is_variadic && !self.has_name(**last))?;
        let Statement::Array { elements, .. } = &self.sequence.statements[last as usize] else { return None };
        let count = values.len() - 1 + elements.len();
        // Another one could be meant, or the elements themselves.
        let is_unclear = others.iter().any(|other| other.is_variadic || other.parameters.len() == count);
        let is_array = |value: &u32| matches!(self.static_type(*value), Some(ValueType::Of(Type::Array(_))));
        (!is_unclear && !elements.iter().any(is_array)).then(|| elements.clone())
    }

    /// For each argument, whether it has to be cast for Java to mean the method with these parameters.
    fn casts(&self, parameters: &[Type], others: &[&Overload], values: &[u32]) -> Vec<bool> {
        // A lambda is of the type that is asked for, so that it tells no method from another one.
        let inexact = |place: usize| {
            let is_exact = self.static_type(values[place]) == Some(ValueType::Of(parameters[place].clone()));
            !is_exact || self.inlined_lambda(values[place]).is_some()
        };
        for phase in [Phase::Strict, Phase::Loose] {
            let applies = |wanted: &[Type]| {
                wanted.len() == values.len()
                    && values.iter().zip(wanted).all(|(value, wanted)| self.applies(phase, *value, wanted))
            };
            let is_better = |other: &Overload| {
                parameters.iter().zip(&other.parameters).all(|(own, other)| self.is_below(own, other))
            };
            let rivals: Vec<&&Overload> =
                others.iter().filter(|other| applies(&other.parameters) && !is_better(other)).collect();
            let is_meant = applies(parameters);
            if is_meant || !rivals.is_empty() {
                let differs = |place: usize| rivals.iter().any(|one| one.parameters[place] != parameters[place]);
                return (0..values.len()).map(|place| differs(place) && inexact(place)).collect();
            }
        }
        // A test knows more of a value than its type says.
        let fits = |place: usize| self.applies(Phase::Loose, values[place], &parameters[place]);
        (0..values.len()).map(|place| !fits(place)).collect()
    }

    /// The interface of a lambda that stands where it is used: a variable would say its type.
    fn inlined_lambda(&self, value: u32) -> Option<&str> {
        self.lambda(value).filter(|_| !self.has_name(value))
    }

    /// Whether a value can be given for a parameter in a phase.
    fn applies(&self, phase: Phase, value: u32, wanted: &Type) -> bool {
        if let Some(owner) = self.inlined_lambda(value) {
            let function = |ty: &Type| self.program.function(ty);
            let own = function(&Type::Class(ClassName::internal(owner)));
            return function(wanted).is_some_and(|other| own.is_none_or(|own| own.parameters == other.parameters));
        }
        match self.static_type(value) {
            Some(ValueType::Null | ValueType::Known) => !matches!(wanted, Type::Primitive(_)),
            Some(ValueType::Of(ty)) => match (&ty, wanted) {
                (Type::Primitive(from), Type::Primitive(to)) => widened(*from).contains(to),
                (Type::Primitive(_), _) => phase == Phase::Loose && self.program.fits(&ty, wanted),
                (_, Type::Primitive(to)) => {
                    let unboxed = super::program::unboxed(&ty);
                    phase == Phase::Loose && unboxed.is_some_and(|from| widened(from).contains(to))
                }
                _ => self.program.fits(&ty, wanted),
            },
            Some(ValueType::Nothing) | None => false,
        }
    }

    /// Whether a parameter takes less than another one.
    fn is_below(&self, one: &Type, other: &Type) -> bool {
        match (one, other) {
            (Type::Primitive(one), Type::Primitive(other)) => widened(*one).contains(other),
            (Type::Primitive(_), _) | (_, Type::Primitive(_)) => false,
            _ => self.program.fits(one, other),
        }
    }

    fn static_type(&self, value: u32) -> Option<ValueType> {
        type_of(&self.sequence.statements[value as usize])
    }

    fn is_null(&self, value: u32) -> bool {
        matches!(self.sequence.statements[value as usize], Statement::Null)
    }

    /// A value cast to a parameter's type, of which more may be known than its class.
    fn cast(&self, value: u32, asked: Option<java::Type>, wanted: &Type) -> Expr {
        let wanted = asked.unwrap_or_else(|| self.unbounded(wanted));
        let expr = self.value(value);
        match expr {
            // What a diamond stands for is not inferred from a cast.
            Expr::New(mut creation) if creation.inferred => {
                if let java::Type::Class(class) = &wanted
                    && class.arguments.iter().all(|argument| !matches!(argument, java::Type::Wildcard(_)))
                {
                    creation.inferred = false;
                    creation.ty = creation.ty.with(class.arguments.clone());
                }
                Expr::New(creation).cast(wanted)
            }
            other => other.cast(wanted),
        }
    }

    /// The type of a variable.
    pub(super) fn declared(&self, place: usize) -> java::Type {
        let statement = &self.sequence.statements[place];
        let Some(ValueType::Of(ty)) = type_of(statement) else { return java::Type::object() };
        let returned = match statement {
            Statement::Call { owner, name, descriptor, .. } | Statement::CallStatic { owner, name, descriptor, .. } => {
                self.returned(owner, name, descriptor)
            }
            Statement::Static { owner, name, .. } | Statement::Field { owner, name, .. } => self.field(owner, name),
            _ => None,
        };
        let erased = self.ty(&ty);
        match returned {
            Some(returned) if returned.erased() == erased => returned,
            _ => self.with_asked(place, &ty).unwrap_or_else(|| self.generic(&ty)),
        }
    }

    /// A generic type with the arguments that a method asks for to which the value is given.
    fn with_asked(&self, place: usize, ty: &Type) -> Option<java::Type> {
        let java::Type::Class(generic) = self.generic(ty) else { return None };
        let takes = |statement: &Statement| {
            let (owner, name, descriptor, arguments) = match statement {
                Statement::New { owner, descriptor, arguments } => (owner, "<init>", descriptor, arguments),
                Statement::Call { owner, name, descriptor, arguments, .. }
                | Statement::CallStatic { owner, name, descriptor, arguments } => {
                    (owner, name.as_str(), descriptor, arguments)
                }
                _ => return None,
            };
            let at = arguments.iter().position(|argument| *argument as usize == place)?;
            match self.asked(owner, name, descriptor, at)? {
                java::Type::Class(class) => Some(class.arguments),
                _ => None,
            }
        };
        let users = self.sequence.statements.iter().filter(|user| used(user).contains(&(place as u32)));
        let is_known = |argument: &java::Type| !matches!(argument, java::Type::Wildcard(_));
        let arguments = users.filter_map(takes).find(|arguments| {
            let is_free = |argument: &java::Type| is_known(argument) || *argument == java::Type::any();
            arguments.len() == generic.arguments.len()
                && arguments.iter().all(is_free)
                && arguments.iter().any(is_known)
        });
        // What the method infers may be anything.
        let anything = |argument: java::Type| if is_known(&argument) { argument } else { java::Type::object() };
        arguments.map(|arguments| self.ty(ty).with(arguments.into_iter().map(anything).collect()))
    }

    /// The type of a parameter with its arguments, as far as a method declares more than its class.
    fn asked(&self, owner: &str, name: &str, descriptor: &str, place: usize) -> Option<java::Type> {
        let signature = self.signature(owner, name, descriptor)?;
        let parameters = generics::parameters(&signature, &generics::Variables::new())?;
        let count = Descriptor::parse(descriptor)?.parameters().len();
        // Those of inner classes and enums have parameters that no signature has.
        self.of_signature(parameters.get(place).filter(|_| parameters.len() == count)?)
    }

    /// What a method declares of generic types, if these are said.
    fn signature(&self, owner: &str, name: &str, descriptor: &str) -> Option<String> {
        let is_said = self.type_arguments == TypeArguments::Known;
        is_said.then(|| self.program.signature(&ClassName::internal(owner), name, descriptor))?
    }

    /// The type of a field with its arguments.
    fn field(&self, owner: &str, name: &str) -> Option<java::Type> {
        if self.type_arguments == TypeArguments::Omitted {
            return None;
        }
        let signature = self.program.field_signature(&ClassName::internal(owner), name)?;
        self.of_signature(&generics::field_type(&signature, &generics::Variables::new())?)
    }

    /// The type of a result with its arguments, unless these hang on the object or on what is inferred.
    fn returned(&self, owner: &str, name: &str, descriptor: &str) -> Option<java::Type> {
        let signature = self.signature(owner, name, descriptor)?;
        let (_, result) = signature.split_once(')')?;
        let result = result.split('^').next().unwrap_or_default();
        let letters: Vec<char> = result.chars().collect();
        if letters.windows(2).any(|pair| "<;*[+-".contains(pair[0]) && pair[1] == 'T') {
            return None;
        }
        let read = generics::field_type(result, &generics::Variables::new())?;
        let ty = self.of_signature(&read)?;
        let java::Type::Class(class) = &ty else { return Some(ty) };
        let is_exact = !result.contains(['+', '-'])
            && class.arguments.iter().all(|argument| matches!(argument, java::Type::Wildcard(_)) || is_known(argument));
        match is_exact {
            true => Some(ty),
            false => Some(ty.erased().with(vec![java::Type::any(); class.arguments.len()])),
        }
    }

    /// A type of a signature as source has it; none of a variable.
    fn of_signature(&self, ty: &generics::Type) -> Option<java::Type> {
        match ty {
            generics::Type::Primitive(keyword) => Primitive::of_keyword(keyword).map(java::Type::Primitive),
            generics::Type::Class(name, arguments) => {
                let argument = |ty| self.of_signature(ty).unwrap_or_else(java::Type::any);
                let class = self.ty(&Type::Class(ClassName::binary(name)));
                match arguments.is_empty() {
                    // It may be raw.
                    true => Some(self.unbounded(&Type::Class(ClassName::binary(name)))),
                    false => Some(class.with(arguments.iter().map(argument).collect())),
                }
            }
            generics::Type::Array(element) => Some(self.of_signature(element)?.array()),
            generics::Type::Variable(_) | generics::Type::Ordered | generics::Type::Any => None,
        }
    }

    /// A type with `?` for each of its variables.
    fn unbounded(&self, ty: &Type) -> java::Type {
        match ty {
            Type::Class(class) => self.ty(ty).with(vec![java::Type::any(); self.variables(class)]),
            Type::Array(element) => self.unbounded(element).array(),
            Type::Primitive(_) => self.ty(ty),
        }
    }

    /// A type with `Object` for each of its variables, or with `?` if these take less.
    pub(super) fn generic(&self, ty: &Type) -> java::Type {
        let Type::Class(class) = ty else { return self.unbounded(ty) };
        // Whoever has one of these asks for things, and puts nothing in.
        let is_asked = ["java/lang/Class", "java/lang/reflect/Constructor"].contains(&class.as_str());
        let is_free = !is_asked
            && self.program.view(class).is_none_or(|view| {
                let declared = view.signature.as_deref().and_then(generics::declared).unwrap_or_default();
                declared.iter().all(|(_, bound)| *bound == generics::Type::Any)
            });
        match is_free {
            true => self.ty(ty).with(vec![java::Type::object(); self.variables(class)]),
            false => self.unbounded(ty),
        }
    }

    /// How many type arguments are written behind the name of a class.
    pub(super) fn variables(&self, class: &ClassName) -> usize {
        match self.type_arguments {
            TypeArguments::Known => self.declared_variables(class),
            TypeArguments::Omitted => 0,
        }
    }

    /// Whether a value has a generic type that Java knows, or infers, and that a test would not say: with a cast to a raw one, the
    /// value can be used for every other.
    pub(super) fn is_inferred(&self, value: u32) -> bool {
        if self.type_arguments == TypeArguments::Known || self.has_name(value) {
            return false;
        }
        let statement = &self.sequence.statements[value as usize];
        let is_told =
            matches!(statement, Statement::New { .. } | Statement::Stub { .. }) && self.lambda(value).is_none();
        match type_of(statement) {
            Some(ValueType::Of(Type::Class(class))) => !is_told && self.declared_variables(&class) > 0,
            _ => false,
        }
    }

    /// How many type variables a class has.
    fn declared_variables(&self, class: &ClassName) -> usize {
        match self.program.view(class) {
            Some(view) => view.signature.as_deref().and_then(generics::declared).unwrap_or_default().len(),
            None => super::jdk::variables(class.as_str()),
        }
    }
}

/// Whether nothing in a type argument is a wildcard.
fn is_known(ty: &java::Type) -> bool {
    match ty {
        java::Type::Wildcard(_) => false,
        java::Type::Class(class) => class.arguments.iter().all(is_known),
        java::Type::Array(element) => is_known(element),
        java::Type::Primitive(_) | java::Type::Variable(_) => true,
    }
}
