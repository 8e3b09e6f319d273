//! What a search has seen of a program: names and texts that no constant of its classes has.

use super::surrounding::Part;
use crate::worker::protocol::{Sequence, Statement, Taken};
use fastrand::Rng;

/// How many texts of each kind are kept, those that were seen first.
const MOST: usize = 100;

/// How many digits a text may have: those of times, numbers of processes and the like are others in each run.
const DIGITS: usize = 4;

/// One of so many texts is one that the program compared.
const COMPARED: u8 = 8;

/// Names by which a program asks for what surrounds it, and texts that it compares with others.
#[derive(Debug, Clone, Default)]
pub(super) struct Learned {
    properties: Vec<String>,
    variables: Vec<String>,
    texts: Vec<String>,
}

impl Learned {
    /// Keeps what a sequence has made the program ask for, but for texts that are known or that the sequence itself has.
    pub(super) fn learn(&mut self, sequence: &Sequence, taken: &Taken, known: &[String]) {
        keep(&mut self.properties, taken.properties.iter());
        keep(&mut self.variables, taken.variables.iter());
        let is_given = |text: &String| {
            let has =
                |statement: &Statement| matches!(statement, Statement::Text(given) if given.contains(text.as_str()));
            sequence.statements.iter().any(has)
        };
        keep(&mut self.texts, taken.texts.iter().filter(|text| !known.contains(text) && !is_given(text)));
    }

    /// Now and then, a text that the program compared.
    pub(super) fn text(&self, rng: &mut Rng) -> Option<String> {
        let is_wanted = !self.texts.is_empty() && rng.u8(0..COMPARED) == 0;
        if is_wanted { rng.choice(&self.texts).cloned() } else { None }
    }

    /// Now and then, a name by which the program asked for something: mostly one that was asked for early, or one that was put together with a text
    /// of the sequence.
    pub(super) fn name(&self, part: Part, beside: &[String], rng: &mut Rng) -> Option<String> {
        let names = match part {
            Part::Variables => &self.variables,
            Part::Properties => &self.properties,
            // Those of programs are looked for in vain, as texts are compared in vain.
            Part::Programs => &self.texts,
            _ => return None,
        };
        if names.is_empty() || rng.bool() {
            return None;
        }
        let is_beside = |name: &&String| beside.iter().any(|text| !text.is_empty() && name.ends_with(text.as_str()));
        if rng.u8(0..3) == 0
            && let Some(name) = rng.choice(names.iter().filter(is_beside).collect::<Vec<_>>())
        {
            return Some(name.clone());
        }
        let place = rng.usize(0..names.len()).min(rng.usize(0..names.len()));
        names.get(place).cloned()
    }
}

fn keep<'t>(learned: &mut Vec<String>, seen: impl Iterator<Item = &'t String>) {
    for text in seen {
        if learned.len() < MOST && is_the_same_again(text) && !learned.contains(text) {
            learned.push(text.clone());
        }
    }
}

/// Whether a text is likely to be the same in another run: no path and nothing of an object's identity, of a time or a process.
fn is_the_same_again(text: &str) -> bool {
    !text.contains(['/', '\\', '@', '\0']) && text.chars().filter(char::is_ascii_digit).count() <= DIGITS
}

#[cfg(test)]
mod tests {
    use super::{Learned, Part};
    use crate::worker::protocol::{Sequence, Statement, Taken};
    use fastrand::Rng;

    fn text(text: &str) -> String {
        text.to_owned()
    }

    #[test]
    fn what_is_given_or_other_in_another_run_is_not_learned() {
        let taken = Taken {
            texts: ["yes", "known", "typed", "/tmp/a17", "Desk@1f", "2026-11-28", "v10.2"].map(text).to_vec(),
            ..Taken::default()
        };
        let mut learned = Learned::default();
        let sequence = Sequence { statements: vec![Statement::Text(text("typed\n"))], subject: 0 };
        learned.learn(&sequence, &taken, &[text("known")]);
        learned.learn(&sequence, &taken, &[text("known")]);
        assert_eq!(learned.texts, ["yes", "v10.2"]);
        assert!(learned.variables.is_empty());
    }

    #[test]
    fn names_are_those_that_were_asked_for() {
        let asked = vec![text("log.date"), text("log.of.b"), text("log.of.a")];
        let taken = Taken { properties: asked.clone(), ..Taken::default() };
        let mut learned = Learned::default();
        learned.learn(&Sequence { statements: Vec::new(), subject: 0 }, &taken, &[]);
        let mut rng = Rng::with_seed(0);
        let beside = [text("a")];
        let names: Vec<String> = (0..300).filter_map(|_| learned.name(Part::Properties, &beside, &mut rng)).collect();
        let count = |name: &str| names.iter().filter(|one| *one == name).count();
        assert!(asked.iter().all(|name| count(name) > 0), "{names:?}");
        assert!(count("log.of.a") > count("log.of.b"), "{names:?}");
        assert_eq!(learned.name(Part::Variables, &beside, &mut rng), None);
    }
}
