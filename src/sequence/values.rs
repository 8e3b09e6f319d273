//! Values to start from: literals of the classes and their tests, and those at the borders of types.

use super::program::Program;
use crate::classfile::{ClassName, Constant, Operation, Primitive, Type};
use crate::worker::protocol::Statement;
use std::collections::BTreeSet;

/// The longest text from a class that is tried.
const LONGEST: usize = 60;

/// How many texts are taken from classes, those under test first.
const MOST_TEXTS: usize = 80;

/// How many classes.
const MOST_CLASSES: usize = 40;

/// Literals that are tried, the plainest first.
#[derive(Debug, Clone, Default)]
pub struct Literals {
    ints: Vec<i64>,
    floats: Vec<f64>,
    /// Texts.
    pub texts: Vec<String>,
    /// Letters and digits that the program may compare those of texts with.
    pub(super) letters: Vec<char>,
    /// Types of which class literals are made.
    pub classes: Vec<Type>,
}

impl Literals {
    /// What is put before or behind texts: those of one letter or two, and the signs that the program compares letters with.
    pub(super) fn signs(&self) -> Vec<String> {
        let short = self.texts.iter().filter(|text| (1..3).contains(&text.len())).cloned();
        let signs = self.ints.iter().filter_map(|number| u8::try_from(*number).ok());
        let signs = signs.filter(u8::is_ascii_punctuation).map(|sign| char::from(sign).to_string());
        short.chain(signs).collect()
    }

    /// Those of a class under test, of the classes in it, and of the tests that name it.
    pub fn of(program: &Program, classes: &BTreeSet<ClassName>) -> Literals {
        let nest: BTreeSet<ClassName> = classes.iter().flat_map(|class| program.nest(class)).collect();
        let tests: BTreeSet<ClassName> = classes.iter().flat_map(|class| program.tests_of(class)).collect();
        let mut literals = Literals {
            ints: vec![1, 0, 2, -1, 3],
            floats: vec![1.0, 0.0, -1.0, 0.5],
            texts: ["a", "", "b", "A", "1"].map(str::to_owned).to_vec(),
            letters: Vec::new(),
            // The last one is inside of another one.
            classes: ["Ljava/lang/String;", "Ljava/lang/Object;", "I", "Ljava/util/Map$Entry;"]
                .iter()
                .filter_map(|ty| Type::parse(ty))
                .collect(),
        };
        let reads_letters = reads_letters(program, &nest);
        for constant in program.constants(&nest).into_iter().chain(program.constants(&tests)) {
            // What is looked for by its name is a class as well.
            if let Constant::Text(text) = &constant
                && let Some(ty) = class_named(program, text)
            {
                literals.class(ty);
            }
            match constant {
                Constant::Int(value) => {
                    literals.int(i64::from(value));
                    if reads_letters {
                        literals.letter(value);
                    }
                }
                Constant::Long(value) => literals.int(value),
                Constant::Float(value) => literals.float(f64::from(value)),
                Constant::Double(value) => literals.float(value),
                Constant::Text(text) => literals.add_texts([&text]),
                Constant::Class(ty) => literals.class(ty),
                _ => {}
            }
        }
        // Borders come last, because tests read better without them.
        for border in [10, 100, 127, 255, 65_535, i64::from(i32::MAX), i64::from(i32::MIN), i64::MAX, i64::MIN] {
            literals.int(border);
        }
        for border in [f64::NAN, f64::INFINITY, f64::MAX, f64::MIN_POSITIVE] {
            literals.float(border);
        }
        for text in [" ", "ab", "a b", "-", "0", "é", "\n"] {
            if !literals.texts.iter().any(|known| known == text) {
                literals.texts.push(text.to_owned());
            }
        }
        literals
    }

    /// Further texts, while there is room.
    pub fn add_texts<'t>(&mut self, texts: impl IntoIterator<Item = &'t String>) {
        for text in texts.into_iter().filter(|text| text.len() <= LONGEST) {
            if self.texts.len() < MOST_TEXTS && !self.texts.contains(text) {
                self.texts.push(text.clone());
            }
        }
    }

    fn class(&mut self, ty: Type) {
        if self.classes.len() < MOST_CLASSES && !self.classes.contains(&ty) {
            self.classes.push(ty);
        }
    }

    fn int(&mut self, value: i64) {
        for near in [value, value.wrapping_add(1), value.wrapping_sub(1)] {
            if (near == value || !(-3..=3).contains(&value)) && !self.ints.contains(&near) {
                self.ints.push(near);
            }
        }
    }

    fn letter(&mut self, value: i32) {
        let letter = u8::try_from(value).map(char::from).ok().filter(char::is_ascii_alphanumeric);
        self.letters.extend(letter.filter(|letter| !self.letters.contains(letter)));
    }

    fn float(&mut self, value: f64) {
        if !self.floats.iter().any(|known| known.to_bits() == value.to_bits()) {
            self.floats.push(value);
        }
    }

    /// Integers, the plainest first.
    pub fn ints(&self) -> &[i64] {
        &self.ints
    }

    /// The literals of a primitive type, the plainest first.
    pub fn of_primitive(&self, primitive: Primitive) -> Vec<Statement> {
        let number = |bits: i64| Statement::Number { ty: primitive.letter().to_string(), bits };
        let within = |least: i64, greatest: i64| -> Vec<Statement> {
            let fitting = self.ints.iter().filter(|value| (least..=greatest).contains(*value));
            fitting.map(|value| number(*value)).collect()
        };
        match primitive {
            Primitive::Boolean => vec![number(1), number(0)],
            Primitive::Byte => within(i64::from(i8::MIN), i64::from(i8::MAX)),
            Primitive::Short => within(i64::from(i16::MIN), i64::from(i16::MAX)),
            Primitive::Int => within(i64::from(i32::MIN), i64::from(i32::MAX)),
            Primitive::Long => within(i64::MIN, i64::MAX),
            Primitive::Char => {
                let letters = "aA0 -\n".chars().chain(self.texts.iter().filter_map(|text| text.chars().next()));
                let numbers = self.ints.iter().filter(|value| (33..=126).contains(*value)).copied();
                let all = letters.map(u32::from).filter(|letter| *letter < 0x250).map(i64::from).chain(numbers);
                let mut seen = BTreeSet::new();
                all.filter(|letter| seen.insert(*letter)).map(number).collect()
            }
            Primitive::Float => {
                self.floats.iter().map(|value| number(i64::from((*value as f32).to_bits().cast_signed()))).collect()
            }
            Primitive::Double => self.floats.iter().map(|value| number(value.to_bits().cast_signed())).collect(),
        }
    }
}

/// The class that a text names, if it does.
fn class_named(program: &Program, text: &str) -> Option<Type> {
    let mut parts = text.split('.');
    let is_class = parts.next_back().is_some_and(|last| last.starts_with(|first: char| first.is_uppercase()));
    let is_package = |part: &str| !part.is_empty() && part.chars().all(|letter| letter.is_ascii_lowercase());
    let mut parts = parts.peekable();
    let class = ClassName::binary(text);
    let is_name = is_class && parts.peek().is_some() && parts.all(is_package);
    let is_there = class.as_str().starts_with("java/util/") || class.as_str().starts_with("java/lang/");
    (is_name && (is_there || program.view(&class).is_some())).then_some(Type::Class(class))
}

/// Whether the code of some classes looks at texts letter by letter.
fn reads_letters(program: &Program, classes: &BTreeSet<ClassName>) -> bool {
    operations(program, classes).any(|operation| match operation {
        Operation::Invoke(invoke) => ["charAt", "codePointAt", "toCharArray", "chars"].contains(&&*invoke.method.name),
        _ => false,
    })
}

/// What the code of some classes and of those above them does, instruction by instruction.
fn operations<'p>(program: &'p Program, classes: &'p BTreeSet<ClassName>) -> impl Iterator<Item = &'p Operation> {
    let of = classes.iter().flat_map(|class| program.own_lineage(class));
    let codes = of.flat_map(|code| code.methods.iter().filter_map(|method| method.code.as_ref()));
    codes.flat_map(|code| &code.instructions).map(|instruction| &instruction.operation)
}

/// The types that the code of some classes and of those above them tells objects by: those of `instanceof` first, then those of casts, and arrays
/// where it asks whether something is one.
pub fn asked_types(program: &Program, classes: &BTreeSet<ClassName>) -> Vec<Type> {
    let object = Type::Class(ClassName::internal("java/lang/Object"));
    let (mut types, mut casts) = (Vec::new(), Vec::new());
    for operation in operations(program, classes) {
        match operation {
            Operation::InstanceOf(ty) => types.push(ty.clone()),
            Operation::CheckCast(ty) => casts.push(ty.clone()),
            Operation::Invoke(invoke)
                if invoke.method.owner == "java/lang/Class" && &*invoke.method.name == "isArray" =>
            {
                let elements = [object.clone(), Type::Primitive(Primitive::Int)];
                types.extend(elements.map(|element| Type::Array(Box::new(element))));
            }
            _ => {}
        }
    }
    types.extend(casts);
    let mut seen = BTreeSet::from([object]);
    types.retain(|ty| seen.insert(ty.clone()));
    types
}
