//! Variations of sequences: other literals, other elements of arrays, other objects, and more calls or less.

use super::data::{ValueType, is_literal, renamed, runs_code, used};
use super::making::{Ingredients, Making};
use super::member::Member;
use super::saying;
use crate::classfile::{ClassName, Descriptor, Type};
use crate::worker::protocol::{Sequence, Statement};
use fastrand::Rng;

/// One of so many variations is about what surrounds the program, if a test can say something of that.
const SAID: u8 = 5;

/// Makes sequences, and varies them.
pub struct Varying<'s, 'p> {
    /// What they are made of.
    pub ingredients: &'s Ingredients<'p>,
    /// Where chance comes from.
    pub rng: Rng,
}

impl Varying<'_, '_> {
    /// A call of a target on new objects, after so many other calls.
    pub fn fresh(&mut self, target: &Member, most_calls: usize) -> Option<Sequence> {
        let calls = if self.rng.bool() { 0 } else { self.rng.usize(0..=most_calls) };
        let said = if self.ingredients.can_say() { self.rng.usize(0..=2) } else { 0 };
        let mut making = Making::new(self.ingredients, &mut self.rng, Sequence { statements: Vec::new(), subject: 0 });
        for _ in 0..said {
            making.surrounding(&[]);
        }
        let on = match target.is_static || target.is_constructor() {
            true => None,
            false => Some(making.receiver(target)?),
        };
        for _ in 0..calls {
            making.call_something();
        }
        making.used(target, on)?;
        making.finished()
    }

    /// A sequence that reached the method, with other arguments, or with more calls before or after the last one.
    pub fn varied(&mut self, kept: &Sequence, target: &Member) -> Option<Sequence> {
        if self.ingredients.can_say() && self.rng.u8(0..SAID) == 0 {
            return self.with_surrounding(kept);
        }
        let last = kept.statements.len() - 1;
        let choice = self.rng.u8(0..19);
        match choice {
            0..6 => return self.with_another_literal(kept),
            6 => return self.with_another_array(kept).or_else(|| self.with_another_stub(kept)),
            7 => return self.with_another_stub(kept).or_else(|| self.with_another_array(kept)),
            8 => return self.with_less(kept),
            9 | 10 => return self.with_a_twin(kept),
            18 => return self.with_a_call_again(kept),
            _ => {}
        }
        let first = match choice {
            11..16 => Sequence { statements: kept.statements[..last].to_vec(), subject: 0 },
            _ => kept.clone(),
        };
        let on = self.receiver(kept, first.statements.len(), target);
        let mut making = Making::new(self.ingredients, &mut self.rng, first);
        for _ in 0..if choice == 11 { 2 } else { 1 } {
            making.call_something();
        }
        making.used(target, on)?;
        making.finished().map(|sequence| sequence.tidied())
    }

    /// Among the first values of a sequence one on which a method can be called: that of its last call, or another one.
    fn receiver(&mut self, kept: &Sequence, first: usize, target: &Member) -> Option<u32> {
        if target.is_static || target.is_constructor() {
            return None;
        }
        let (program, owner) = (self.ingredients.program, Type::Class(target.owner.clone()));
        let types = kept.types()?;
        let fits = |place: &u32| matches!(&types[*place as usize], ValueType::Of(ty) if program.fits(ty, &owner));
        match kept.statements.last() {
            Some(Statement::Call { on, .. }) if fits(on) => Some(*on),
            _ => self.rng.choice((0..first as u32).filter(fits).collect::<Vec<_>>()),
        }
    }

    /// The same that says something more about what surrounds the program.
    fn with_surrounding(&mut self, kept: &Sequence) -> Option<Sequence> {
        if saying::is_full(kept) {
            return self.with_less(kept);
        }
        let beside: Vec<String> = kept.statements.iter().filter_map(text).collect();
        // What surrounds the program may change while it runs.
        let places = saying::places(kept);
        let place = if self.rng.bool() { places.first().copied() } else { self.rng.choice(places) }.unwrap_or(0);
        let first = Sequence { statements: kept.statements[..place].to_vec(), subject: 0 };
        let mut making = Making::new(self.ingredients, &mut self.rng, first);
        making.surrounding(&beside)?;
        Some(kept.with_before(place, making.begun(), kept.statements[place].clone()))
    }

    /// The same without one of its calls.
    fn with_less(&mut self, kept: &Sequence) -> Option<Sequence> {
        let calls = (0..kept.subject).filter(|place| runs_code(&kept.statements[*place as usize]));
        let place = self.rng.choice(calls.collect::<Vec<_>>())?;
        kept.without_users(place).map(|less| less.tidied())
    }

    /// The same with another value in the place of a literal, a class or a constant.
    fn with_another_literal(&mut self, kept: &Sequence) -> Option<Sequence> {
        let has_others = |statement: &Statement| match statement {
            Statement::Static { .. } => !self.ingredients.siblings(statement).is_empty(),
            other => is_literal(other) && *other != Statement::Null,
        };
        let places: Vec<usize> =
            (0..kept.statements.len()).filter(|place| has_others(&kept.statements[*place])).collect();
        let place = self.rng.choice(places)?;
        let beside: Vec<String> = kept.statements.iter().filter_map(text).collect();
        let literal = match &kept.statements[place] {
            constant @ Statement::Static { .. } => self.rng.choice(self.ingredients.siblings(constant))?,
            known => {
                let first = Sequence { statements: Vec::new(), subject: 0 };
                Making::new(self.ingredients, &mut self.rng, first).other_literal(known, &beside)?
            }
        };
        (literal != kept.statements[place]).then(|| kept.with(place as u32, literal))
    }

    /// The same with one more element in an array, one less, or another one.
    fn with_another_array(&mut self, kept: &Sequence) -> Option<Sequence> {
        let arrays = kept.statements.iter().enumerate().filter_map(|(place, statement)| match statement {
            Statement::Array { element, elements } => Some((place, element.clone(), elements.clone())),
            _ => None,
        });
        let arrays = arrays.collect::<Vec<_>>();
        let (place, element, mut elements) = self.rng.choice(arrays)?;
        let first = Sequence { statements: kept.statements[..place].to_vec(), subject: 0 };
        let choice = self.rng.u8(0..5);
        let at = self.rng.usize(0..elements.len() + 1);
        let mut making = Making::new(self.ingredients, &mut self.rng, first);
        match choice {
            0 if at < elements.len() => drop(elements.remove(at)),
            1 | 2 if at < elements.len() => elements[at] = making.value(&Type::parse(&element)?, 1)?,
            _ => elements.insert(at, making.value(&Type::parse(&element)?, 1)?),
        }
        let changed = making.begun();
        Some(kept.with_before(place, changed, Statement::Array { element, elements }))
    }

    /// The same with a stub of which a method does something else.
    fn with_another_stub(&mut self, kept: &Sequence) -> Option<Sequence> {
        let stubs = kept.statements.iter().enumerate().filter_map(|(place, statement)| match statement {
            Statement::Stub { owner, constructor, arguments, answers } if !answers.is_empty() => {
                Some((place, owner, constructor, arguments, answers))
            }
            _ => None,
        });
        let (place, owner, constructor, arguments, known) = self.rng.choice(stubs.collect::<Vec<_>>())?;
        let (mut answers, at) = (known.clone(), self.rng.usize(0..known.len()));
        let first = Sequence { statements: kept.statements[..place].to_vec(), subject: 0 };
        let mut making = Making::new(self.ingredients, &mut self.rng, first);
        answers[at] = making.other_answer(&ClassName::internal(owner), &known[at])?;
        let changed = making.begun();
        let (owner, constructor, arguments) = (owner.clone(), constructor.clone(), arguments.clone());
        Some(kept.with_before(place, changed, Statement::Stub { owner, constructor, arguments, answers }))
    }

    /// The same with `null` in the place of an argument, or with an argument in the place of a `null`.
    pub fn with_null(&mut self, kept: &Sequence) -> Option<Sequence> {
        let argument = self.rng.choice(kept.references())?;
        if !kept.is_null(argument.given) {
            return Some(kept.with_null_for(&argument));
        }
        let mut making = Making::new(self.ingredients, &mut self.rng, kept.before(&argument));
        let value = making.value(&argument.ty, 1)?;
        Some(kept.with_argument(&argument, making.begun(), value))
    }

    /// The same with one of its calls on an object made twice, and half of the time with another argument then: some branches ask for two listeners,
    /// or for the second turn of a loop.
    fn with_a_call_again(&mut self, kept: &Sequence) -> Option<Sequence> {
        let is_call = |place: &usize| matches!(kept.statements[*place], Statement::Call { .. });
        let place = self.rng.choice((0..kept.statements.len()).filter(is_call).collect::<Vec<_>>())?;
        let Statement::Call { on, owner, name, descriptor, arguments } = &kept.statements[place] else { return None };
        let parameters = Descriptor::parse(descriptor)?.parameters();
        let mut arguments = arguments.clone();
        let begun = Sequence { statements: kept.statements[..=place].to_vec(), subject: 0 };
        let mut making = Making::new(self.ingredients, &mut self.rng, begun);
        if making.rng.bool() && !parameters.is_empty() {
            let changed = making.rng.usize(0..parameters.len());
            arguments[changed] = making.value(&parameters[changed], 1)?;
        }
        let mut begun = making.begun();
        let (on, owner, name, descriptor) = (*on, owner.clone(), name.clone(), descriptor.clone());
        begun.statements.push(Statement::Call { on, owner, name, descriptor, arguments });
        match kept.statements.get(place + 1) {
            Some(next) => Some(kept.with_before(place + 1, begun, next.clone())),
            None => {
                begun.subject = begun.statements.len() as u32 - 1;
                Some(begun.tidied())
            }
        }
    }

    /// The same with an argument that is made like the one before, but for a literal.
    fn with_a_twin(&mut self, kept: &Sequence) -> Option<Sequence> {
        let statements = &kept.statements;
        let is_made = |value: &u32| runs_code(&statements[*value as usize]);
        let calls = (0..statements.len()).filter(|place| runs_code(&statements[*place]));
        let uses = calls.flat_map(|place| used(&statements[place]).into_iter().map(move |value| (place, value)));
        let (place, value) = self.rng.choice(uses.filter(|(_, value)| is_made(value)).collect::<Vec<_>>())?;
        let made = kept.sliced(value, place as u32 - 1);
        let twin = match self.rng.u8(0..4) {
            0 => made,
            _ => self.with_another_literal(&made)?,
        };
        let first = Sequence { statements: statements[..place].to_vec(), subject: 0 };
        let joined = first.joined(&twin);
        // Where the value is used twice, as by `x.equals(x)`, one of them is the twin.
        let times = used(&statements[place]).iter().filter(|other| **other == value).count();
        let (chosen, mut seen) = (self.rng.usize(0..times), 0);
        let user = renamed(&statements[place], |other| {
            let is_it = other == value;
            seen += usize::from(is_it);
            if is_it && seen == chosen + 1 { joined.subject } else { other }
        });
        Some(kept.with_before(place, joined, user))
    }
}

fn text(statement: &Statement) -> Option<String> {
    match statement {
        Statement::Text(text) => Some(text.clone()),
        _ => None,
    }
}
