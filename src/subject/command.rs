//! A command as users write it: words, with places for what it is given.

use std::path::Path;
use std::process::Command;

/// The text that the command is given; where it has several files, the first of them.
const FILE: &str = "{file}";
/// The folder of the text.
const FOLDER: &str = "{folder}";
/// The file that the command writes what it makes of the text to.
const RESULT: &str = "{result}";

/// A command, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandLine {
    words: Vec<String>,
    text: String,
}

/// Where things are that a command is given.
#[derive(Debug, Clone, Copy)]
pub(super) struct Places<'p> {
    pub(super) file: &'p Path,
    pub(super) folder: &'p Path,
    pub(super) result: &'p Path,
}

impl CommandLine {
    /// Reads a command: words between spaces, in single or double quotes where they have some. No shell is asked.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn parse(text: &str) -> Result<CommandLine, String> {
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let mut characters = text.chars();
        while let Some(character) = characters.next() {
            match character {
                '\'' | '"' => {
                    let word = word.get_or_insert_default();
                    loop {
                        match characters.next() {
                            Some(end) if end == character => break,
                            Some('\\') if character == '"' => word.extend(characters.next()),
                            Some(inside) => word.push(inside),
                            None => return Err(format!("a quote of `{text}` is not closed")),
                        }
                    }
                }
                '\\' => word.get_or_insert_default().extend(characters.next()),
                space if space.is_whitespace() => words.extend(word.take()),
                other => word.get_or_insert_default().push(other),
            }
        }
        words.extend(word);
        match words.first() {
            Some(program) if !program.is_empty() => Ok(CommandLine { words, text: text.to_owned() }),
            _ => Err(format!("`{text}` names no program")),
        }
    }

    /// The command as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The words.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Whether it is told where the text is. If not, it reads the text from its standard input.
    pub(super) fn names_text(&self) -> bool {
        self.has(FILE) || self.has(FOLDER)
    }

    /// Whether it is told where to write.
    pub(super) fn names_result(&self) -> bool {
        self.has(RESULT)
    }

    fn has(&self, place: &str) -> bool {
        self.words.iter().any(|word| word.contains(place))
    }

    /// The command with its places filled in.
    pub(super) fn command(&self, places: Places) -> Command {
        let filled = |word: &String| {
            let given = [(FILE, places.file), (FOLDER, places.folder), (RESULT, places.result)];
            given.iter().fold(word.clone(), |word, (place, path)| word.replace(place, &path.to_string_lossy()))
        };
        let mut words = self.words.iter().map(filled);
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words);
        command
    }
}

#[cfg(test)]
mod tests {
    use super::{CommandLine, Places};
    use std::path::Path;

    fn words(text: &str) -> Vec<String> {
        CommandLine::parse(text).expect("a command").words
    }

    #[test]
    fn words_are_what_stands_between_spaces_or_in_quotes() {
        assert_eq!(words("javac -d {folder} {file}"), ["javac", "-d", "{folder}", "{file}"]);
        assert_eq!(words(r#"sh -c 'a "b" c' "d\"e" f\ g ''"#), ["sh", "-c", "a \"b\" c", "d\"e", "f g", ""]);
    }

    #[test]
    fn what_is_no_command_is_refused() {
        for text in ["", "  ", "''", "a 'b"] {
            assert!(CommandLine::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn places_are_filled_in_within_words_and_nothing_else_is_read_anew() {
        let line = CommandLine::parse("cmd --out={result} {file}").expect("a command");
        let [file, folder, result] = [Path::new("/a b/$x"), Path::new("/f"), Path::new("/r")];
        let command = line.command(Places { file, folder, result });
        let args: Vec<_> = command.get_args().map(|arg| arg.to_string_lossy().into_owned()).collect();
        assert_eq!(args, ["--out=/r", "/a b/$x"]);
    }
}
