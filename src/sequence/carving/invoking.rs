//! Follows the calls of a test: those of its own helpers are followed themselves, those of others become statements.

use super::carved::LeftOut;
use super::held::{Entry, Held, Lambda, bits, text};
use super::machine::{Frame, Machine};
use crate::classfile::{ClassName, Constant, DynamicCall, Invoke, InvokeKind, Primitive, Type};
use crate::sequence::outside::is_outside;
use crate::sequence::program::unboxed;
use crate::worker::protocol::{Act, Statement};

/// How deep helpers of a test are followed.
const DEEPEST: usize = 6;

/// Where the names of classes begin that tests are written with; what they do is no part of what a test does.
const FRAMEWORKS: [&str; 10] = [
    "org/junit/",
    "junit/",
    "org/hamcrest/",
    "org/assertj/",
    "com/google/common/truth/",
    "org/testng/",
    "org/mockito/",
    "org/easymock/",
    "org/opentest4j/",
    "kotlin/test/",
];

/// Classes of the JDK that change what all of the JVM shares, or wait.
const APART: [&str; 4] = ["java/lang/System", "java/lang/Thread", "java/lang/Runtime", "java/io/PrintStream"];

fn is_framework(class: &ClassName) -> bool {
    FRAMEWORKS.iter().any(|prefix| class.as_str().starts_with(prefix))
}

impl Machine<'_> {
    pub(super) fn invoke(&mut self, frame: &mut Frame, invoke: &Invoke) {
        let parameters = invoke.method.descriptor.parameters();
        let mut arguments: Vec<Held> = parameters.iter().map(|_| frame.pop()).collect();
        arguments.reverse();
        let on = (invoke.kind != InvokeKind::Static).then(|| frame.pop());
        let held = self.called(invoke, on, arguments, frame.depth);
        if let Some(result) = invoke.method.descriptor.result() {
            frame.push(held, &result);
        }
    }

    /// What a call returns.
    fn called(&mut self, invoke: &Invoke, on: Option<Held>, arguments: Vec<Held>, depth: usize) -> Held {
        let method = &invoke.method;
        if is_framework(&method.owner) {
            return self.asserted(invoke, on, &arguments, depth);
        }
        if let Some(held) = self.boxing(invoke, on.as_ref(), &arguments) {
            return held;
        }
        if on == Some(Held::This) || (on.is_none() && self.program.is_test(&method.owner)) {
            let all = on.into_iter().chain(arguments).collect();
            return self.own(invoke, all, depth);
        }
        let is_apart = APART.iter().any(|class| method.owner == *class) || is_outside(method);
        if is_apart {
            self.leave_out(LeftOut::Apart);
            return Held::Unknown;
        }
        match self.stated(invoke, on, &arguments, depth) {
            Ok(value) => value.map_or(Held::Unknown, Held::Value),
            Err(why) => {
                self.leave_out(why);
                Held::Unknown
            }
        }
    }

    /// What boxes a number or takes it out of its box does nothing that a statement would have to do.
    fn boxing(&self, invoke: &Invoke, on: Option<&Held>, arguments: &[Held]) -> Option<Held> {
        let class = Type::Class(invoke.method.owner.clone());
        let primitive = unboxed(&class)?;
        let is_value = *invoke.method.name == *format!("{}Value", primitive.keyword());
        match (on, arguments) {
            (None, [Held::Constant(constant)]) if &*invoke.method.name == "valueOf" => {
                bits(constant, primitive).map(|bits| Held::Boxed(primitive, bits))
            }
            (None, [Held::Value(value)])
                if &*invoke.method.name == "valueOf"
                    && invoke.method.descriptor.parameters() == [Type::Primitive(primitive)] =>
            {
                Some(Held::Value(*value))
            }
            (Some(Held::Boxed(boxed, bits)), []) if is_value && *boxed == primitive => Some(plain(primitive, *bits)),
            _ => None,
        }
    }

    /// Follows a helper of the test.
    fn own(&mut self, invoke: &Invoke, arguments: Vec<Held>, depth: usize) -> Held {
        let from = match invoke.kind {
            // What is called on the test itself may be overridden.
            InvokeKind::Virtual | InvokeKind::Interface if arguments.first() == Some(&Held::This) => self.class.clone(),
            _ => invoke.method.owner.clone(),
        };
        if depth >= DEEPEST {
            self.leave_out(LeftOut::Deep);
            return Held::Unknown;
        }
        let lineage = self.program.own_lineage(&from);
        let found = lineage.iter().find_map(|class| {
            let is_it = |method: &&crate::classfile::MethodCode| {
                method.name == *invoke.method.name && method.descriptor == invoke.method.descriptor
            };
            Some((*class, class.methods.iter().find(is_it)?))
        });
        match found {
            Some((class, method)) if method.code.is_some() => self.run(class, method, arguments, depth + 1),
            _ => Held::Unknown,
        }
    }

    /// Runs the body of a lambda, or what a reference to a method names.
    pub(super) fn body(&mut self, body: &Invoke, captured: Vec<Held>, depth: usize) -> Held {
        let is_static = body.kind == InvokeKind::Static;
        let mut arguments = captured;
        let count =
            body.method.descriptor.parameters().len() + usize::from(!is_static && &*body.method.name != "<init>");
        arguments.resize(count, Held::Unknown);
        if &*body.method.name == "<init>" {
            self.fresh.push(None);
            let object = Held::Fresh(self.fresh.len() - 1);
            self.called(body, Some(object.clone()), arguments, depth + 1);
            return object;
        }
        let on = (!is_static && !arguments.is_empty()).then(|| arguments.remove(0));
        self.called(body, on, arguments, depth + 1)
    }

    /// The call as a statement, if there is room for one, or why it is none.
    fn stated(
        &mut self,
        invoke: &Invoke,
        on: Option<Held>,
        arguments: &[Held],
        depth: usize,
    ) -> Result<Option<u32>, LeftOut> {
        let method = &invoke.method;
        let (name, descriptor) = (method.name.to_string(), method.descriptor.to_string());
        if !self.is_named(&method.owner, &name, &descriptor) {
            return Err(LeftOut::Unnamed);
        }
        let parameters = method.descriptor.parameters();
        let values = arguments.iter().zip(&parameters).map(|(held, ty)| self.value(held, ty, depth));
        let arguments = values.collect::<Option<Vec<u32>>>().ok_or(LeftOut::Argument)?;
        let owner = method.owner.to_string();
        if name == "<init>" {
            let Some(Held::Fresh(object)) = on else { return Err(LeftOut::Object) };
            let made = self.emit(Statement::New { owner, descriptor, arguments });
            self.fresh[object] = made;
            return Ok(made);
        }
        Ok(match on {
            None => self.emit(Statement::CallStatic { owner, name, descriptor, arguments }),
            Some(on) => {
                let on = match on {
                    Held::Unknown | Held::Constant(Constant::Null) => None,
                    on => self.value(&on, &Type::Class(method.owner.clone()), depth),
                };
                let on = on.ok_or(LeftOut::Object)?;
                self.emit(Statement::Call { on, owner, name, descriptor, arguments })
            }
        })
    }

    /// Whether a test of the package can name a member.
    pub(super) fn is_named(&mut self, owner: &ClassName, name: &str, descriptor: &str) -> bool {
        let key = (owner.clone(), name.to_owned(), descriptor.to_owned());
        if let Some(known) = self.named.get(&key) {
            return *known;
        }
        let is_named = self.program.can_name(owner, name, descriptor, self.package);
        self.named.insert(key, is_named);
        is_named
    }

    pub(super) fn invoke_dynamic(&mut self, frame: &mut Frame, call: &DynamicCall) {
        let parameters = call.descriptor.parameters();
        let mut captured: Vec<Held> = parameters.iter().map(|_| frame.pop()).collect();
        captured.reverse();
        let Some(result) = call.descriptor.result() else { return };
        let held = match (call.bootstrap.owner.as_str(), call.handles.first()) {
            ("java/lang/invoke/LambdaMetafactory", Some(body)) => {
                let (interface, body) = (result.clone(), body.clone());
                self.functions.push(Lambda { interface, body, captured, made: None });
                Held::Function(self.functions.len() - 1)
            }
            ("java/lang/invoke/StringConcatFactory", _) => {
                let joined = joined(call.texts.first().map_or("", String::as_str), &captured, &parameters);
                joined.map_or(Held::Unknown, |text| Held::Constant(Constant::Text(text)))
            }
            _ => Held::Unknown,
        };
        frame.stack.push(Entry::of(held, &result));
    }

    /// A function as a statement: what it returns is computed before.
    pub(super) fn function(&mut self, number: usize, depth: usize) -> Option<u32> {
        if let Some(made) = self.functions[number].made {
            return Some(made);
        }
        let Lambda { interface, body, captured, .. } = self.functions[number].clone();
        let (function, Type::Class(owner)) = (self.program.function(&interface)?, &interface) else { return None };
        let act = match function.result {
            None => Act::Nothing,
            Some(ty) if depth < DEEPEST => {
                let held = self.body(&body, captured, depth + 1);
                let value = self.value(&held, &ty, depth + 1).or_else(|| self.literal(Statement::Null));
                Act::Return(vec![value?])
            }
            Some(_) => return None,
        };
        let made = self.emit(self.program.stub_of_function(owner, self.package, act)?);
        self.functions[number].made = made;
        made
    }
}

/// A number that was taken out of its box.
fn plain(primitive: Primitive, bits: i64) -> Held {
    Held::Constant(match primitive {
        Primitive::Long => Constant::Long(bits),
        Primitive::Float => Constant::Float(f32::from_bits(bits as u32)),
        Primitive::Double => Constant::Double(f64::from_bits(bits.cast_unsigned())),
        _ => Constant::Int(bits as i32),
    })
}

/// The text that `+` makes of literals.
fn joined(recipe: &str, values: &[Held], types: &[Type]) -> Option<String> {
    let mut values = values.iter().zip(types);
    let mut joined = String::new();
    for letter in recipe.chars() {
        match letter {
            '\u{1}' => match values.next()? {
                (Held::Constant(constant), ty) => joined.push_str(&text(constant, ty)?),
                _ => return None,
            },
            '\u{2}' => return None,
            letter => joined.push(letter),
        }
    }
    values.next().is_none().then_some(joined)
}
