//! What a test says of what surrounds a program with `fex-junit`: statements about clocks, files, the console and the like, made at random.

use super::data::runs_code;
use super::making::{Ingredients, Making};
use super::places::file_name;
use super::surrounding::{
    CLOCK, CONSOLE, FILES, INSTANT, MACHINE, PROCESSES, Part, RANDOM, SYSTEM, is_said, static_call,
};
use crate::worker::protocol::{Sequence, Statement};

/// How many statements about what surrounds the program a sequence has at most.
const MOST: usize = 6;

/// How many lines a program prints at most, and how many words in each.
const WORDS: usize = 5;

/// What variables and properties are often given.
const VALUES: [&str; 4] = ["true", "false", "1", "0"];

/// What clocks show when a test begins, in milliseconds since 1970: the noon of 1 July 2026, as the runtime has it.
const NOON: i64 = 1_782_907_200_000;

/// A second, a minute, an hour, a day, a month and a year, in milliseconds.
const SPANS: [i64; 6] = [1_000, 60_000, 3_600_000, 86_400_000, 2_629_746_000, 31_556_952_000];

impl Ingredients<'_> {
    /// Whether a test can say something of what surrounds the program.
    pub(super) fn can_say(&self) -> bool {
        !self.sayable.parts.is_empty()
    }
}

impl Making<'_, '_> {
    /// States something about what surrounds the program, with texts that the sequence has already: one arm for each part.
    pub(super) fn surrounding(&mut self, beside: &[String]) -> Option<u32> {
        let part = self.pick(&self.ingredients.sayable.parts)?.0;
        let (owner, name, descriptor, arguments) = match part {
            Part::Time => {
                let instant = Statement::Number { ty: "J".to_owned(), bits: self.instant() };
                let number = self.literal(instant)?;
                let made = self.push(static_call(INSTANT, "ofEpochMilli", "(J)Ljava/time/Instant;", vec![number]))?;
                (CLOCK, "set", "(Ljava/time/Instant;)V", vec![made])
            }
            Part::Chance => {
                let seed = i64::from(self.rng.u8(0..100));
                let seed = self.literal(Statement::Number { ty: "I".to_owned(), bits: seed })?;
                (RANDOM, "seed", "(I)V", vec![seed])
            }
            Part::Files => {
                let mut path = self.name(part, beside)?;
                if self.rng.u8(0..4) == 0 {
                    // What has a file in it is a folder.
                    path = format!("{}/{}", path.trim_end_matches('/'), self.name(part, beside)?);
                }
                let path = self.literal(Statement::Text(path))?;
                let content = self.lines()?;
                let content = self.literal(Statement::Text(content))?;
                (FILES, "write", "(Ljava/lang/String;Ljava/lang/String;)Ljava/nio/file/Path;", vec![path, content])
            }
            Part::Input => {
                let typed = self.lines()? + "\n";
                let typed = self.literal(Statement::Text(typed))?;
                (CONSOLE, "type", "(Ljava/lang/String;)V", vec![typed])
            }
            Part::Variables | Part::Properties => {
                let name = self.name(part, beside)?;
                let name = self.literal(Statement::Text(name))?;
                let value = match self.rng.u8(0..3) {
                    0 => (*self.rng.choice(&VALUES)?).to_owned(),
                    _ => self.text_of(None)?,
                };
                let value = self.literal(Statement::Text(value))?;
                let arguments = vec![name, value];
                match part {
                    Part::Variables => (MACHINE, "setVariable", "(Ljava/lang/String;Ljava/lang/String;)V", arguments),
                    _ => {
                        let descriptor = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;";
                        (SYSTEM, "setProperty", descriptor, arguments)
                    }
                }
            }
            Part::Processors => {
                let count = self.rng.choice([1, 2, 8, 64])?;
                let count = self.literal(Statement::Number { ty: "I".to_owned(), bits: count })?;
                (MACHINE, "setProcessors", "(I)V", vec![count])
            }
            Part::Programs => {
                let name = self.name(part, beside)?;
                let name = self.literal(Statement::Text(name))?;
                let status = i64::from(self.rng.u8(0..4) == 0);
                let status = self.literal(Statement::Number { ty: "I".to_owned(), bits: status })?;
                let printed = self.printed()?;
                let printed = self.literal(Statement::Text(printed))?;
                (PROCESSES, "answer", "(Ljava/lang/String;ILjava/lang/String;)V", vec![name, status, printed])
            }
            Part::Output | Part::Statics | Part::Other => return None,
        };
        self.push(static_call(owner, name, descriptor, arguments))
    }

    /// An instant, mostly around the one that tests begin with.
    fn instant(&mut self) -> i64 {
        let mut instant = NOON;
        for span in SPANS {
            if self.rng.bool() {
                instant += span * i64::from(self.rng.i8(-12..=12));
            }
        }
        instant
    }

    /// A text of the sequence or of the program that may name what is asked for.
    pub(super) fn name(&mut self, part: Part, beside: &[String]) -> Option<String> {
        if let Some(asked) = self.ingredients.learned.borrow().name(part, beside, self.rng) {
            return Some(asked);
        }
        let stated = self.ingredients.sayable.names(part);
        let is_plain = |text: &&String| !text.is_empty() && !text.contains(['\0', '\n', '=']);
        let text = match self.rng.u8(0..8) {
            0..4 if !stated.is_empty() => self.pick(stated).cloned(),
            0..6 if !beside.is_empty() => self.rng.choice(beside).cloned(),
            _ => self.text_of(None).map(|text| if part == Part::Files { file_name(&text).to_owned() } else { text }),
        };
        text.filter(|text| is_plain(&text))
    }

    /// What a program may print: some lines of words and numbers, or nothing.
    fn printed(&mut self) -> Option<String> {
        let mut printed = String::new();
        for _ in 0..self.rng.usize(0..=WORDS) {
            for _ in 0..self.rng.usize(0..=WORDS) {
                match self.rng.bool() {
                    true => printed.push_str(&self.rng.u16(..).to_string()),
                    false => printed.push_str(&self.text_of(None)?),
                }
                printed.push(' ');
            }
            printed = printed.trim_end_matches(' ').to_owned() + "\n";
        }
        Some(printed)
    }

    /// Some lines, without the sign for the end of the last one.
    fn lines(&mut self) -> Option<String> {
        let count = 1 + self.rng.usize(0..3);
        let lines = (0..count).map(|_| self.text_of(None)).collect::<Option<Vec<String>>>()?;
        Some(lines.join("\n"))
    }
}

/// Where a statement about what surrounds the program can be put into a sequence: before those that run something of it.
pub(super) fn places(sequence: &Sequence) -> Vec<usize> {
    let runs = |statement: &Statement| runs_code(statement) && !is_said(statement) && !is_instant(statement);
    (0..sequence.statements.len()).filter(|place| runs(&sequence.statements[*place])).collect()
}

/// Whether a sequence says as much as it may.
pub(super) fn is_full(sequence: &Sequence) -> bool {
    sequence.statements.iter().filter(|statement| is_said(statement)).count() >= MOST
}

fn is_instant(statement: &Statement) -> bool {
    matches!(statement, Statement::CallStatic { owner, .. } if owner == INSTANT)
}
