//! Makes sequences at random: objects by constructors, factories and fields, and calls on them. The same seed makes the same.

use super::abstracts::Implementable;
use super::data::{ValueType, accepts, is_literal, renamed, type_of};
use super::dead_ends::DeadEnds;
use super::learned::Learned;
use super::member::Member;
use super::performing::Came;
use super::places::{self, is_place, may_be_place};
use super::program::{Program, unboxed};
use super::surrounding::{Part, Sayable};
use super::values::Literals;
use super::yields::Yields;
use crate::classfile::{ClassName, Primitive, Type};
use crate::worker::protocol::{Sequence, Statement, Taken};
use fastrand::Rng;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How many objects are made for the sake of each other.
pub(super) const DEEPEST: usize = 4;

/// One of so many objects of an interface with several methods that classes implement is a stub.
const STUBS: u8 = 8;

/// Of ten objects that are asked for, so many are one that is there already.
const REUSED: u8 = 4;

/// The same of those that others are made of: what belongs together mostly shares them, a registry or a context.
const REUSED_DEEP: u8 = 7;

/// How often another way to an object is looked for where one is likely to lead nowhere.
const TURNS: usize = 6;

/// One of so many calls that are likely not to return is made.
const DEAD_ENDS: u8 = 20;

/// How many statements a sequence has at most.
const LONGEST: usize = 24;

/// How many more than what it begins with, if that is long already.
const FURTHER: usize = 10;

/// What sequences are made of, for tests in one package.
pub struct Ingredients<'p> {
    /// The classes.
    pub program: &'p Program,
    /// Where the tests are.
    pub package: &'p str,
    /// The literals.
    pub literals: Literals,
    /// The parts of what surrounds the program of which tests say something.
    pub sayable: Sayable,
    /// The types that objects are told by.
    pub asked_types: Vec<Type>,
    /// Static methods that are called for what they change.
    pub changers: Vec<Member>,
    /// Static fields of classes whose initialisers are tried out in several surroundings.
    pub initial: Vec<(ClassName, String)>,
    /// How tests make objects, by the types of these.
    carved: BTreeMap<Type, Vec<Sequence>>,
    /// What makes objects of the project's own classes.
    makers: Vec<Member>,
    by_type: RefCell<BTreeMap<Type, Rc<Vec<Member>>>>,
    carved_by_type: RefCell<BTreeMap<Type, Rc<Vec<Sequence>>>>,
    by_class: RefCell<BTreeMap<ClassName, Rc<Vec<Member>>>>,
    numbers: RefCell<BTreeMap<char, Rc<Vec<Statement>>>>,
    stubbed: RefCell<BTreeMap<ClassName, Option<Rc<Implementable>>>>,
    /// What one search has seen.
    pub(super) learned: RefCell<Learned>,
    dead_ends: RefCell<DeadEnds>,
    yields: RefCell<Yields>,
}

impl<'p> Ingredients<'p> {
    /// Everything that a test in a package can use.
    pub fn new(
        program: &'p Program,
        package: &'p str,
        mut literals: Literals,
        carved: BTreeMap<Type, Vec<Sequence>>,
    ) -> Ingredients<'p> {
        literals.classes.retain(|ty| program.is_accessible(ty, package));
        let mut makers = Vec::new();
        for (class, _) in program.own() {
            if !program.is_accessible(&Type::Class(class.clone()), package) {
                continue;
            }
            // What belongs to an object makes others, too: those of builders.
            let makes = |member: &Member| member.result().is_some_and(|result| !matches!(result, Type::Primitive(_)));
            let is_own = |member: &Member| member.owner == *class && (member.is_static || !member.is_field());
            let members = program.members(class, package);
            makers.extend(members.iter().filter(|member| makes(member) && is_own(member)).cloned());
        }
        // What reaches outside of the JVM on some way is mostly stopped, and is no help then. Of a large program, too much seems to; a class has
        // nothing better than its constructors.
        let is_odd = |maker: &Member| matches!(maker.name.as_str(), "valueOf" | "main");
        makers.retain(|maker| !is_odd(maker));
        let inside = makers.iter().filter(|maker| !program.reaches_outside(maker));
        let made: BTreeSet<Option<Type>> = inside.map(Member::result).collect();
        let is_needed = |maker: &Member| maker.is_constructor() || !made.contains(&maker.result());
        makers.retain(|maker| is_needed(maker) || !program.reaches_outside(maker));
        let (by_type, carved_by_type, by_class, numbers, stubbed) = Default::default();
        let (learned, dead_ends, yields) = Default::default();
        let (sayable, asked_types) = (Sayable::default(), Vec::new());
        let (changers, initial) = (Vec::new(), Vec::new());
        Ingredients {
            program,
            package,
            literals,
            sayable,
            asked_types,
            changers,
            initial,
            carved,
            makers,
            by_type,
            carved_by_type,
            by_class,
            numbers,
            stubbed,
            learned,
            dead_ends,
            yields,
        }
    }

    /// Keeps names and texts that a sequence has made the program ask for, and which calls returned, for what is made from now on.
    pub fn learn(&self, sequence: &Sequence, came: &Came, taken: &Taken) {
        self.learned.borrow_mut().learn(sequence, taken, &self.literals.texts);
        let mut dead_ends = self.dead_ends.borrow_mut();
        match came {
            Came::Ended => dead_ends.ended(sequence),
            Came::Performed(performed) => {
                dead_ends.came(sequence, performed.ended as usize, performed.cut);
                self.yields.borrow_mut().came(sequence, performed);
            }
        }
    }

    /// Whether a sequence calls what is likely not to return.
    pub fn has_dead_end(&self, sequence: &Sequence) -> bool {
        let dead_ends = self.dead_ends.borrow();
        sequence.statements.iter().any(|statement| dead_ends.has(statement))
    }

    /// How an interface or an abstract class is implemented, if a test can do that.
    pub(super) fn implementable(&self, class: &ClassName) -> Option<Rc<Implementable>> {
        let mut known = self.stubbed.borrow_mut();
        let found =
            known.entry(class.clone()).or_insert_with(|| self.program.implementable(class, self.package).map(Rc::new));
        found.clone()
    }

    /// The literals of a primitive type, the plainest first.
    pub(super) fn numbers(&self, primitive: Primitive) -> Rc<Vec<Statement>> {
        let mut known = self.numbers.borrow_mut();
        let found = known.entry(primitive.letter()).or_insert_with(|| Rc::new(self.literals.of_primitive(primitive)));
        Rc::clone(found)
    }

    /// How tests make objects that fit a type.
    fn carved(&self, ty: &Type) -> Rc<Vec<Sequence>> {
        if let Some(known) = self.carved_by_type.borrow().get(ty) {
            return Rc::clone(known);
        }
        let fitting = self.carved.iter().filter(|(made, _)| self.program.fits(made, ty));
        let found = Rc::new(fitting.flat_map(|(_, all)| all).cloned().collect());
        self.carved_by_type.borrow_mut().insert(ty.clone(), Rc::clone(&found));
        found
    }

    /// What makes objects that fit a type, those first that need least.
    fn makers(&self, ty: &Type) -> Rc<Vec<Member>> {
        if let Some(known) = self.by_type.borrow().get(ty) {
            return Rc::clone(known);
        }
        let fits = |member: &Member| member.result().is_some_and(|result| self.program.fits(&result, ty));
        let mut found: Vec<Member> = self.makers.iter().filter(|maker| fits(maker)).cloned().collect();
        // Properties are a map from objects to objects, which few methods take that ask for a map.
        let is_wanted = |maker: &Member| maker.owner != "java/util/Properties" || *ty != map();
        found.extend(Member::makers_of_jdk().filter(|maker| fits(maker) && is_wanted(maker)));
        if let Type::Class(class) = ty
            && found.is_empty()
            && self.program.view(class).is_some()
        {
            // A class of a library makes its own objects.
            let members = self.program.members(class, self.package);
            let makes = |member: &&Member| (member.is_static || member.is_constructor()) && fits(member);
            found.extend(members.iter().filter(makes).cloned());
        }
        let is_called_on = |maker: &Member| !maker.is_static && !maker.is_constructor();
        // An object of the type makes no first one.
        let needs_itself =
            |maker: &Member| is_called_on(maker) && self.program.fits(&Type::Class(maker.owner.clone()), ty);
        found.retain(|maker| !needs_itself(maker));
        found.sort_by_key(|maker| maker.parameters().len() + 2 * usize::from(is_called_on(maker)));
        let found = Rc::new(found);
        self.by_type.borrow_mut().insert(ty.clone(), Rc::clone(&found));
        found
    }

    /// What makes an object of the same type as a statement does, and needs nothing for it.
    pub fn plainest(&self, made: &Statement) -> Vec<Statement> {
        let Some(ValueType::Of(ty @ Type::Class(_))) = type_of(made) else { return Vec::new() };
        let needs_nothing = |maker: &&Member| {
            (maker.is_static || maker.is_constructor())
                && maker.parameters().is_empty()
                && maker.result() == Some(ty.clone())
        };
        let makers = self.makers(&ty);
        makers.iter().filter(needs_nothing).take(2).map(|maker| maker.statement(None, Vec::new())).collect()
    }

    /// The other constants of the class that has a constant, of the same type.
    pub fn siblings(&self, constant: &Statement) -> Vec<Statement> {
        let Some(ValueType::Of(ty)) = type_of(constant) else { return Vec::new() };
        let constants = self.makers(&ty);
        let constants = constants.iter().filter(|maker| maker.is_static && maker.is_field());
        let is_other = |other: &Statement| match (other, constant) {
            (Statement::Static { owner, .. }, Statement::Static { owner: same, .. }) => {
                owner == same && other != constant
            }
            _ => false,
        };
        constants.map(|maker| maker.statement(None, Vec::new())).filter(is_other).collect()
    }

    /// What can be called on objects of a class.
    pub fn methods(&self, class: &ClassName) -> Rc<Vec<Member>> {
        if let Some(known) = self.by_class.borrow().get(class) {
            return Rc::clone(known);
        }
        let members = self.program.members(class, self.package);
        let is_called = |member: &Member| {
            let is_odd = matches!(member.name.as_str(), "wait" | "notify" | "notifyAll" | "finalize" | "main");
            !member.is_static && !member.is_constructor() && !member.is_field() && !is_odd
        };
        let found = members.iter().filter(|member| is_called(member) && !self.program.reaches_outside(member));
        let found = Rc::new(found.cloned().collect());
        self.by_class.borrow_mut().insert(class.clone(), Rc::clone(&found));
        found
    }
}

/// A sequence in the making.
pub struct Making<'i, 'p> {
    pub(super) ingredients: &'i Ingredients<'p>,
    pub(super) rng: &'i mut Rng,
    pub(super) statements: Vec<Statement>,
    pub(super) types: Vec<ValueType>,
    /// How many statements there may be.
    longest: usize,
}

impl<'i, 'p> Making<'i, 'p> {
    /// Begins with the statements of a sequence.
    pub fn new(ingredients: &'i Ingredients<'p>, rng: &'i mut Rng, first: Sequence) -> Making<'i, 'p> {
        let types = first.types().unwrap_or_default();
        // What a test does may be longer.
        let longest = LONGEST.max(first.statements.len() + FURTHER);
        Making { ingredients, rng, statements: first.statements, types, longest }
    }

    /// What was made, of which the last value is looked at.
    pub fn finished(self) -> Option<Sequence> {
        let subject = self.statements.len().checked_sub(1)? as u32;
        let longest = self.longest;
        Some(Sequence { statements: self.statements, subject }).filter(|sequence| sequence.statements.len() <= longest)
    }

    /// What was made so far, which may be nothing.
    pub fn begun(self) -> Sequence {
        Sequence { statements: self.statements, subject: 0 }
    }

    pub(super) fn push(&mut self, statement: Statement) -> Option<u32> {
        self.types.push(type_of(&statement)?);
        self.statements.push(statement);
        Some(self.statements.len() as u32 - 1)
    }

    /// A statement whose value is the same wherever it stands.
    pub(super) fn literal(&mut self, statement: Statement) -> Option<u32> {
        match self.statements.iter().position(|known| *known == statement) {
            Some(known) => Some(known as u32),
            None => self.push(statement),
        }
    }

    /// One of several, the first ones more often.
    pub(super) fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        let (one, other) = (self.rng.usize(0..all.len().max(1)), self.rng.usize(0..all.len().max(1)));
        all.get(one.min(other))
    }

    /// An object on which a method can be called.
    pub fn receiver(&mut self, member: &Member) -> Option<u32> {
        self.object(&Type::Class(member.owner.clone()), 0)
    }

    /// Uses a member with arguments that are made for it. An object to call it on is made, or one of those that are there.
    pub fn used(&mut self, member: &Member, on: Option<u32>) -> Option<u32> {
        self.used_at(member, on, 0)
    }

    fn used_at(&mut self, member: &Member, on: Option<u32>, depth: usize) -> Option<u32> {
        if member.is_initial() {
            return self.initialised();
        }
        let on = match on {
            None if !member.is_static && !member.is_constructor() => {
                Some(self.object(&Type::Class(member.owner.clone()), depth + 1)?)
            }
            on => on,
        };
        let mut parameters = member.parameters();
        if member.is_equality() && self.rng.u8(0..4) > 0 {
            // Who is asked whether it equals something compares that with itself.
            parameters = vec![Type::Class(member.owner.clone())];
        }
        let is_outside = self.ingredients.program.reaches_outside(member);
        let arguments = parameters.iter().map(|ty| match is_outside && may_be_place(ty) && self.rng.u8(0..4) > 0 {
            true => self.place(ty),
            false => self.value(ty, depth + 1),
        });
        let arguments = arguments.collect::<Option<Vec<u32>>>()?;
        let statement = member.statement(on, arguments);
        if self.ingredients.dead_ends.borrow().has(&statement) && self.rng.u8(0..DEAD_ENDS) > 0 {
            return None;
        }
        self.push(statement)
    }

    /// The place of a file: in the folder of the sequence, or anywhere if all files are its own.
    fn place(&mut self, ty: &Type) -> Option<u32> {
        let text = self.pick(&self.ingredients.literals.texts).cloned().unwrap_or_default();
        if self.ingredients.program.is_sheltered() {
            let stated = self.name(Part::Files, &[]).unwrap_or_else(|| places::file_name(&text).to_owned());
            return places::anywhere(ty, stated, |statement| self.literal(statement));
        }
        places::place(ty, places::file_name(&text), |statement| self.literal(statement))
    }

    /// An object that is there already, or a new one; never `null`.
    pub(super) fn object(&mut self, ty: &Type, depth: usize) -> Option<u32> {
        let reused = if depth > 1 { REUSED_DEEP } else { REUSED };
        if self.rng.u8(0..10) < reused
            && let Some(known) = self.known(ty)
        {
            return Some(known);
        }
        if depth > DEEPEST || self.statements.len() > self.longest {
            return None;
        }
        if !self.ingredients.carved(ty).is_empty()
            && self.rng.u8(0..10) < 3
            && let Some(carved) = self.carved(ty)
        {
            return Some(carved);
        }
        if is_place(ty) {
            return self.place(ty);
        }
        if let Some(reflected) = self.reflected(ty) {
            return Some(reflected);
        }
        let makers = self.ingredients.makers(ty);
        let is_stubbed = match (self.ingredients.program.function(ty).is_some(), makers.is_empty()) {
            (_, true) => true,
            (true, false) => self.rng.bool(),
            (false, false) => self.rng.u8(0..STUBS) == 0,
        };
        if is_stubbed && let Some(stub) = self.stub(ty, depth) {
            return Some(stub);
        }
        let simplest = if depth == DEEPEST { 1 } else { makers.len() };
        let maker = self.maker(&makers[..simplest.min(makers.len())])?.clone();
        self.used_at(&maker, None, depth)
    }

    /// One of those that make objects, mostly one that has done so before or was not tried yet.
    fn maker<'a>(&mut self, makers: &'a [Member]) -> Option<&'a Member> {
        let mut maker = self.pick(makers)?;
        for _ in 0..TURNS {
            if self.rng.f64() < self.ingredients.yields.borrow().share(maker) {
                break;
            }
            maker = self.pick(makers)?;
        }
        Some(maker)
    }

    /// The types of the objects that are there.
    pub(super) fn objects(&self) -> impl Iterator<Item = Type> {
        self.types.iter().filter_map(|ty| match ty {
            ValueType::Of(ty @ Type::Class(_)) => Some(ty.clone()),
            _ => None,
        })
    }

    /// A value that fits a type and is no literal.
    fn known(&mut self, ty: &Type) -> Option<u32> {
        let program = self.ingredients.program;
        let is_object =
            |value: &ValueType| matches!(value, ValueType::Of(Type::Class(class)) if *class != "java/lang/String");
        let fitting =
            self.types.iter().enumerate().filter(|(_, value)| is_object(value) && accepts(program, ty, value));
        let fitting: Vec<u32> = fitting.map(|(place, _)| place as u32).collect();
        self.rng.choice(fitting)
    }

    /// An object as a test makes it.
    fn carved(&mut self, ty: &Type) -> Option<u32> {
        let all = self.ingredients.carved(ty);
        let made = self.pick(&all)?.clone();
        let mut places = Vec::with_capacity(made.statements.len());
        for statement in &made.statements {
            let statement = renamed(statement, |value| places[value as usize]);
            places.push(match is_literal(&statement) || statement == Statement::Folder {
                true => self.literal(statement)?,
                false => self.push(statement)?,
            });
        }
        Some(places[made.subject as usize])
    }

    /// Another literal in the place of one: a similar one, one that is made of the texts beside it, or any.
    pub fn other_literal(mut self, known: &Statement, beside: &[String]) -> Option<Statement> {
        match known {
            Statement::Number { ty, bits } if self.rng.bool() => {
                // What a type has no room for comes out at its other end, as in Java.
                let near = [bits.wrapping_add(1), bits.wrapping_sub(1), 0, bits.wrapping_neg(), bits.wrapping_mul(2)];
                let bits = match ty.as_str() {
                    "Z" => 1 - bits,
                    "B" => i64::from(self.rng.choice(near)? as i8),
                    "S" => i64::from(self.rng.choice(near)? as i16),
                    "I" => i64::from(self.rng.choice(near)? as i32),
                    "J" => self.rng.choice(near)?,
                    "C" => self.rng.choice([bits + 1, (bits - 1).max(0), bits ^ 32])?,
                    _ => return None,
                };
                Some(Statement::Number { ty: ty.clone(), bits })
            }
            Statement::Text(text) => match self.rng.u8(0..4) {
                0 | 1 => Some(Statement::Text(self.similar(text, beside)?)),
                2 => Some(Statement::Text({
                    let known = self.rng.choice(beside).cloned();
                    self.text_of(known)?
                })),
                _ => Some(Statement::Text(self.text_of(None)?)),
            },
            literal => {
                let ValueType::Of(ty) = type_of(literal)? else { return None };
                self.value(&ty, 0)?;
                self.statements.pop()
            }
        }
    }

    /// A value of a type.
    pub fn value(&mut self, ty: &Type, depth: usize) -> Option<u32> {
        let primitive = match ty {
            Type::Primitive(primitive) => Some(*primitive),
            other => unboxed(other),
        };
        if let Some(primitive) = primitive {
            return self.number(primitive);
        }
        match ty {
            Type::Array(element) => self.array(element, depth),
            Type::Class(class) => match class.as_str() {
                _ if self.rng.u8(0..40) == 0 => self.literal(Statement::Null),
                "java/lang/String" | "java/lang/CharSequence" => self.text(),
                "java/lang/Class" => self.class_literal(),
                "java/lang/reflect/Type" | "java/lang/reflect/AnnotatedElement" if self.rng.bool() => {
                    self.class_literal()
                }
                "java/lang/Object" | "java/lang/Comparable" | "java/io/Serializable" => self.anything(depth),
                "java/lang/Number" => self.number(Primitive::Int),
                _ => match self.object(ty, depth) {
                    Some(object) => Some(object),
                    None if depth > 1 => self.literal(Statement::Null),
                    None => None,
                },
            },
            Type::Primitive(_) => None,
        }
    }

    pub(super) fn number(&mut self, primitive: Primitive) -> Option<u32> {
        // Where a number was put in, it can be found again.
        let ty = ValueType::Of(Type::Primitive(primitive));
        let known = self.types.iter().position(|known| *known == ty);
        if let Some(known) = known.filter(|place| matches!(self.statements[*place], Statement::Number { .. }))
            && primitive != Primitive::Boolean
            && self.rng.u8(0..4) == 0
        {
            return Some(known as u32);
        }
        let all = self.ingredients.numbers(primitive);
        let chosen = self.pick(&all)?.clone();
        self.literal(chosen)
    }

    fn anything(&mut self, depth: usize) -> Option<u32> {
        let asked = &self.ingredients.asked_types;
        if !asked.is_empty() && depth <= DEEPEST && self.rng.u8(0..10) < 4 {
            let ty = self.pick(asked)?.clone();
            return self.value(&ty, depth + 1);
        }
        match self.rng.u8(0..10) {
            0..4 => self.number(Primitive::Int),
            4..8 => self.text(),
            _ => match self.known(&Type::Class(ClassName::internal("java/lang/Object"))) {
                Some(known) if depth > 0 => Some(known),
                _ => self.text(),
            },
        }
    }

    fn class_literal(&mut self) -> Option<u32> {
        let ty = self.pick(&self.ingredients.literals.classes)?.descriptor();
        self.literal(Statement::ClassLiteral { ty })
    }

    /// Calls something on one of the objects that are there, preferably one that nothing else is given, or what changes static state.
    pub fn call_something(&mut self) -> Option<u32> {
        if !self.ingredients.changers.is_empty() && self.rng.u8(0..3) == 0 {
            let changer = self.rng.choice(self.ingredients.changers.iter())?.clone();
            return self.used_at(&changer, None, 1);
        }
        let objects: Vec<(u32, ClassName)> = self
            .types
            .iter()
            .enumerate()
            .filter(|(place, _)| !matches!(self.statements[*place], Statement::Stub { .. }))
            .filter_map(|(place, ty)| match ty {
                ValueType::Of(Type::Class(class)) if *class != "java/lang/String" => {
                    Some((place as u32, class.clone()))
                }
                _ => None,
            })
            .collect();
        let (place, class) = self.rng.choice(objects)?;
        let methods = self.ingredients.methods(&class);
        let method = self.rng.choice(methods.iter())?.clone();
        self.used_at(&method, Some(place), 1)
    }
}

fn map() -> Type {
    Type::Class(ClassName::internal("java/util/Map"))
}
