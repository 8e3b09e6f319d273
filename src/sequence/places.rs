//! Places of files in the folder of a sequence, which is gone after the test.

use super::data::{PATH, ValueType, renamed, type_of, used};
use crate::classfile::Type;
use crate::worker::protocol::{Sequence, Statement};
use std::collections::BTreeSet;

const FILE: &str = "java/io/File";

const TEXT: &str = "java/lang/String";

/// What a file is called where nothing says more.
const NAME: &str = "a";

/// How long the name of a file is at most.
const LONGEST: usize = 40;

/// Whether values of a type say where a file is, and nothing else.
pub(super) fn is_place(ty: &Type) -> bool {
    matches!(ty, Type::Class(class) if *class == PATH || *class == FILE)
}

/// Whether values of a type may say where a file is.
pub(super) fn may_be_place(ty: &Type) -> bool {
    is_place(ty) || matches!(ty, Type::Class(class) if *class == TEXT)
}

/// Whether a sequence has the file of the empty path: that is the working folder since JDK 25, and was no file before.
pub fn has_empty_path(sequence: &Sequence) -> bool {
    let is_empty = |value: &u32| matches!(sequence.statements.get(*value as usize), Some(Statement::Text(text)) if text.is_empty());
    sequence.statements.iter().any(|statement| match statement {
        Statement::New { owner, arguments, .. } if owner == FILE => {
            matches!(arguments.as_slice(), [only] if is_empty(only))
        }
        _ => false,
    })
}

/// A text as the name of a file, without the folders before it.
pub(super) fn file_name(text: &str) -> &str {
    let last = text.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().unwrap_or_default();
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
    let is_name = last.chars().all(is_plain) && last.contains(|letter: char| letter.is_ascii_alphanumeric());
    if is_name && last.len() <= LONGEST { last } else { NAME }
}

/// The call of a method of a path.
fn of_path(on: u32, name: &str, result: &str, arguments: Vec<u32>) -> Statement {
    let parameters = if arguments.is_empty() { String::new() } else { format!("L{TEXT};") };
    let (owner, name) = (PATH.to_owned(), name.to_owned());
    Statement::Call { on, owner, name, descriptor: format!("({parameters})L{result};"), arguments }
}

/// States the place of a file in the folder as a value of a type that may be one; the function adds a statement, or finds it if it is there.
pub(super) fn place(ty: &Type, name: &str, mut state: impl FnMut(Statement) -> Option<u32>) -> Option<u32> {
    let (folder, text) = (state(Statement::Folder)?, state(Statement::Text(name.to_owned()))?);
    let path = state(of_path(folder, "resolve", PATH, vec![text]))?;
    match ty {
        Type::Class(class) if *class == PATH => Some(path),
        Type::Class(class) if *class == FILE => state(of_path(path, "toFile", FILE, Vec::new())),
        Type::Class(class) if *class == TEXT => state(of_path(path, "toString", TEXT, Vec::new())),
        _ => None,
    }
}

/// States a place by its path, relative or not.
pub(super) fn anywhere(ty: &Type, path: String, mut state: impl FnMut(Statement) -> Option<u32>) -> Option<u32> {
    let text = state(Statement::Text(path))?;
    if matches!(ty, Type::Class(class) if *class == TEXT) {
        return Some(text);
    }
    let descriptor = format!("(L{TEXT};)V");
    let file = state(Statement::New { owner: FILE.to_owned(), descriptor, arguments: vec![text] })?;
    match ty {
        Type::Class(class) if *class == FILE => Some(file),
        Type::Class(class) if *class == PATH => {
            let (owner, name) = (FILE.to_owned(), "toPath".to_owned());
            state(Statement::Call { on: file, owner, name, descriptor: format!("()L{PATH};"), arguments: Vec::new() })
        }
        _ => None,
    }
}

/// Adds a statement to some, or finds it among them.
pub(super) fn stated(statements: &mut Vec<Statement>, statement: Statement) -> u32 {
    let known = statements.iter().position(|known| *known == statement);
    known.unwrap_or_else(|| {
        statements.push(statement);
        statements.len() - 1
    }) as u32
}

/// A sequence in which a statement is given places in the folder instead of those elsewhere; none if it is given none.
pub(super) fn moved(sequence: &Sequence, place: u32) -> Option<Sequence> {
    let statements = &sequence.statements;
    let statement = &statements[place as usize];
    let given: BTreeSet<u32> = used(statement).into_iter().collect();
    let made = |value: u32| sequence.sliced(value, value);
    let elsewhere = given.into_iter().filter(|value| !made(*value).has_folder());
    let (mut objects, mut paths, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    for value in elsewhere {
        match (&statements[value as usize], type_of(&statements[value as usize])) {
            (Statement::Text(text), _) if text.contains(['/', '\\', '.']) => paths.push(value),
            (Statement::Text(_), _) => texts.push(value),
            (_, Some(ValueType::Of(ty))) if is_place(&ty) => objects.push(value),
            // What is put together is hardly what is written.
            (_, Some(ValueType::Of(ty))) if may_be_place(&ty) => paths.push(value),
            _ => {}
        }
    }
    let chosen = [objects, paths, texts].into_iter().find(|chosen| !chosen.is_empty())?;
    let mut begun = Sequence { statements: statements[..place as usize].to_vec(), subject: 0 };
    let mut instead = Vec::new();
    for value in &chosen {
        let ValueType::Of(ty) = type_of(&statements[*value as usize])? else { return None };
        let whole = made(*value);
        let text = whole.statements.iter().rev().find_map(|statement| match statement {
            Statement::Text(text) => Some(file_name(text)),
            _ => None,
        });
        let name = text.unwrap_or(NAME).to_owned();
        instead.push(self::place(&ty, &name, |statement| Some(stated(&mut begun.statements, statement)))?);
    }
    let other = |value: u32| chosen.iter().position(|one| *one == value).map_or(value, |at| instead[at]);
    let changed = renamed(statement, other);
    Some(sequence.with_before(place as usize, begun, changed))
}

#[cfg(test)]
mod tests {
    use super::{file_name, has_empty_path, moved};
    use crate::worker::protocol::{Sequence, Statement};

    #[test]
    fn the_name_of_a_file_is_the_last_part_of_its_path_if_that_is_plain() {
        for (text, name) in [
            ("target/out.txt", "out.txt"),
            ("C:\\temp\\a-b_c", "a-b_c"),
            ("folder/", "folder"),
            ("..", "a"),
            ("", "a"),
            ("no name", "a"),
            (&"long".repeat(20), "a"),
        ] {
            assert_eq!(file_name(text), name, "{text}");
        }
    }

    /// `new File("")`, but not `new File("a")`, nor what is below a folder, `new File("a", "")`.
    #[test]
    fn the_empty_path_alone_is_another_file_on_other_jdks() {
        let file = |arguments: &[u32]| {
            let (owner, descriptor, arguments) = ("java/io/File".to_owned(), String::new(), arguments.to_vec());
            let statements = ["", "a"].map(|text| Statement::Text(text.to_owned())).to_vec();
            let made = Statement::New { owner, descriptor, arguments };
            has_empty_path(&Sequence { statements: [statements, vec![made]].concat(), subject: 2 })
        };
        assert_eq!([file(&[0]), file(&[1]), file(&[1, 0])], [true, false, false]);
    }

    /// Of two texts, the one that looks like a path is moved; the other is what is written.
    #[test]
    fn only_what_looks_like_a_path_is_moved() {
        let write = Statement::CallStatic {
            owner: "p/C".to_owned(),
            name: "write".to_owned(),
            descriptor: "(Ljava/lang/String;Ljava/lang/String;)V".to_owned(),
            arguments: vec![0, 1],
        };
        let text = |text: &str| Statement::Text(text.to_owned());
        let before = Sequence { statements: vec![text("out/a.txt"), text("content"), write], subject: 2 };
        let after = moved(&before, 2).expect("there is a path");
        let Some(Statement::CallStatic { arguments, .. }) = after.statements.last() else { panic!("{after:?}") };
        let given = |at: usize| &after.statements[arguments[at] as usize];
        assert!(matches!(given(0), Statement::Call { name, .. } if name == "toString"), "{after:?}");
        assert_eq!(*given(1), text("content"));
        assert!(after.has_folder() && after.statements.contains(&text("a.txt")), "{after:?}");
    }

    /// What is put together of texts is a path, too; its last text names the file.
    #[test]
    fn a_path_that_is_put_together_is_moved() {
        let text = |text: &str| Statement::Text(text.to_owned());
        let call = |on: u32, name: &str, descriptor: &str, arguments: Vec<u32>| Statement::Call {
            on,
            owner: if name == "save" { "p/C" } else { "java/lang/String" }.to_owned(),
            name: name.to_owned(),
            descriptor: descriptor.to_owned(),
            arguments,
        };
        let made = Statement::New { owner: "p/C".to_owned(), descriptor: "()V".to_owned(), arguments: Vec::new() };
        let joined = call(0, "concat", "(Ljava/lang/String;)Ljava/lang/String;", vec![1]);
        let save = call(3, "save", "(Ljava/lang/String;)V", vec![2]);
        let before = Sequence { statements: vec![text("build"), text("/out/b.txt"), joined, made, save], subject: 4 };
        let after = moved(&before, 4).expect("there is a path");
        assert!(after.has_folder() && after.statements.contains(&text("b.txt")), "{after:?}");
        assert_eq!(moved(&after, after.subject), None, "it is in the folder now");
    }
}
