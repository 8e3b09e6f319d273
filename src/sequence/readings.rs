//! What a test can read of the files that it has written.

use super::comparing::Pair;
use super::data::PATH;
use super::jdk::FILES;
use super::places::{place, stated};
use crate::classfile::{ClassName, Type};
use crate::worker::protocol::{Performed, Sequence, Statement, WrittenFile};
use std::collections::BTreeSet;

/// How many lines are asserted together.
const TOGETHER: usize = 5;

/// How many lines of a file are looked at one by one.
const LINES: usize = 4;

/// What a test can read of the folder that differs between both programs and not between two runs of the original one: the sequence with
/// such a reading at its end, those first that say the most.
pub(super) fn readings(sequence: &Sequence, pair: &Pair, again: &Performed) -> Vec<Sequence> {
    let (mut whole, mut lines, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    let names: BTreeSet<&String> =
        pair.original.files.iter().chain(&pair.replaced.files).map(|file| &file.name).collect();
    for name in names {
        let find = |performed: &Performed| performed.files.iter().find(|file| file.name == *name).cloned();
        let (was, once_more, would_be) = (find(&pair.original), find(again), find(&pair.replaced));
        let reading = |read: &[Read]| reading(sequence, name, read);
        match (was, once_more, would_be) {
            (Some(_), Some(_), None) | (None, None, Some(_)) => rest.push(reading(&[Read::Exists])),
            (Some(was), Some(once_more), Some(would_be)) => {
                if was == once_more && was.lines != would_be.lines && (1..=TOGETHER).contains(&was.lines.len()) {
                    whole.push(reading(&[Read::Lines]));
                }
                for line in differing(&was, &once_more, &would_be).take(LINES) {
                    lines.push(reading(&[Read::Lines, Read::Line(line)]));
                }
                let [count, same, other] = [&was, &once_more, &would_be].map(|file| file.lines.len());
                if count == same && count != other && count > 0 {
                    rest.push(reading(&[Read::Lines, Read::Count]));
                }
                if was.lines.is_empty() && was.size == once_more.size && was.size != would_be.size {
                    rest.push(reading(&[Read::Size]));
                }
            }
            _ => {}
        }
    }
    [whole, lines, rest].concat()
}

/// The lines that differ between both programs, and not between two runs of the original one.
fn differing(was: &WrittenFile, once_more: &WrittenFile, would_be: &WrittenFile) -> impl Iterator<Item = usize> {
    let lines = was.lines.iter().zip(&once_more.lines).enumerate();
    let differs =
        |(at, (line, same)): &(usize, (&String, &String))| line == same && would_be.lines.get(*at) != Some(line);
    lines.filter(differs).map(|(at, _)| at)
}

/// How a file is read.
enum Read {
    /// Whether it is there.
    Exists,
    /// Its length in bytes.
    Size,
    /// Its lines.
    Lines,
    /// One of these.
    Line(usize),
    /// How many there are.
    Count,
}

/// The sequence with the reading of a file at its end.
fn reading(sequence: &Sequence, name: &str, read: &[Read]) -> Sequence {
    let mut statements = sequence.statements.clone();
    let path = Type::Class(ClassName::internal(PATH));
    let place = place(&path, name.trim_end_matches('/'), |statement| Some(stated(&mut statements, statement)));
    let mut value = place.expect("a path is a place");
    let of_files = |name: &str, descriptor: &str, arguments: Vec<u32>| {
        let (owner, name, descriptor) = (FILES.to_owned(), name.to_owned(), descriptor.to_owned());
        Statement::CallStatic { owner, name, descriptor, arguments }
    };
    for step in read {
        let statement = match step {
            Read::Exists => {
                let options =
                    Statement::Array { element: "Ljava/nio/file/LinkOption;".to_owned(), elements: Vec::new() };
                statements.push(options);
                let options = statements.len() as u32 - 1;
                of_files("exists", "(Ljava/nio/file/Path;[Ljava/nio/file/LinkOption;)Z", vec![value, options])
            }
            Read::Size => of_files("size", "(Ljava/nio/file/Path;)J", vec![value]),
            Read::Lines => of_files("readAllLines", "(Ljava/nio/file/Path;)Ljava/util/List;", vec![value]),
            Read::Line(line) => {
                let number = Statement::Number { ty: "I".to_owned(), bits: *line as i64 };
                let number = stated(&mut statements, number);
                let (owner, name) = ("java/util/List".to_owned(), "get".to_owned());
                let descriptor = "(I)Ljava/lang/Object;".to_owned();
                Statement::Call { on: value, owner, name, descriptor, arguments: vec![number] }
            }
            Read::Count => {
                let (owner, name) = ("java/util/Collection".to_owned(), "size".to_owned());
                Statement::Call { on: value, owner, name, descriptor: "()I".to_owned(), arguments: Vec::new() }
            }
        };
        statements.push(statement);
        value = statements.len() as u32 - 1;
    }
    Sequence { statements, subject: value }
}
