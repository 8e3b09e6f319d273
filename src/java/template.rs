//! Members that never vary, written in Java: a template is a class in a file of its own, of which emitted classes get the
//! members that they use, comments included, character by character.
//!
//! A template is read as tokens, not as trees: where a member begins and ends, what it calls, and which of the template's
//! imports it needs. Its imports are those of single classes.

use super::tree::Member;
use super::types::CanonicalName;
use std::collections::BTreeSet;

/// A class whose members are taken one by one.
#[derive(Debug)]
pub struct Template {
    members: Vec<TemplateMember>,
}

/// A member of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateMember {
    /// Its name.
    pub name: String,
    /// Its lines, without the indentation of the class, with the comments before it.
    pub lines: Vec<String>,
    /// The words of its code, but for those behind a dot.
    pub words: BTreeSet<String>,
    /// The imported classes that it names.
    pub imports: Vec<CanonicalName>,
    /// The classes that it declares.
    pub classes: BTreeSet<String>,
    /// The methods of its class that it calls, as far as their names tell.
    calls: BTreeSet<String>,
}

impl Template {
    /// Reads a template.
    ///
    /// Requires a file that Java compiles, indented by four spaces; a test compiles each.
    pub fn read(source: &str) -> Template {
        let tokens = tokens(source);
        let imports = imports(&tokens);
        let class = tokens.iter().position(|token| token.text == "class").expect("a template has a class");
        let open = (class..tokens.len()).find(|at| tokens[*at].text == "{").expect("a class has a body");
        let mut members = Vec::new();
        let mut start = open + 1;
        while let Some(end) = member_end(&tokens, start) {
            members.push(member(source, &tokens[start - 1..=end], &imports));
            start = end + 1;
        }
        Template { members }
    }

    /// Whether there is a member of this name.
    pub fn declares(&self, name: &str) -> bool {
        self.members.iter().any(|member| member.name == name)
    }

    /// All members but those of a name, for which there are to be others.
    pub fn members_without(&self, name: &str) -> Vec<Member> {
        self.members.iter().filter(|member| member.name != name).cloned().map(Member::Template).collect()
    }

    /// The members of some names and all members that these call, in the order of the template.
    pub fn members<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Vec<Member> {
        let mut pending: Vec<&str> = names.into_iter().collect();
        let mut needed = BTreeSet::new();
        while let Some(name) = pending.pop() {
            if needed.insert(name) {
                let found = self.members.iter().filter(|member| member.name == name);
                pending.extend(found.flat_map(|member| &member.calls).map(String::as_str));
            }
        }
        let members = self.members.iter().filter(|member| needed.contains(member.name.as_str()));
        members.cloned().map(Member::Template).collect()
    }
}

/// A word or a sign of Java; comments and white space are none.
#[derive(Debug)]
struct Token<'s> {
    text: &'s str,
    start: usize,
}

impl Token<'_> {
    fn end(&self) -> usize {
        self.start + self.text.len()
    }

    fn is_word(&self) -> bool {
        self.text.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$')
    }
}

fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        let length = match first {
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '"' | '\'' => quoted(rest, first),
            c if c.is_alphanumeric() || c == '_' || c == '$' => {
                let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
                rest.find(|c: char| !is_part(c)).unwrap_or(rest.len())
            }
            c => c.len_utf8(),
        };
        let is_comment = rest.starts_with("//") || rest.starts_with("/*");
        if !first.is_whitespace() && !is_comment {
            tokens.push(Token { text: &rest[..length], start: at });
        }
        at += length;
    }
    tokens
}

/// The length of a literal in quotes.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn imports(tokens: &[Token]) -> Vec<CanonicalName> {
    let starts = tokens.iter().enumerate().filter(|(_, token)| token.text == "import").map(|(at, _)| at + 1);
    let name = |start: usize| -> String {
        tokens[start..].iter().map(|token| token.text).take_while(|text| *text != ";").collect()
    };
    starts.map(|start| CanonicalName::parse(&name(start))).collect()
}

/// The last token of the member that begins at a token; none behind the last member.
fn member_end(tokens: &[Token], start: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        match token.text {
            "(" | "{" => depth += 1,
            ")" => depth -= 1,
            "}" => {
                // The end of the class.
                depth = depth.checked_sub(1)?;
                let is_value = tokens.get(at + 1).is_some_and(|next| next.text == ";");
                if depth == 0 && !is_value {
                    return Some(at);
                }
            }
            ";" if depth == 0 => return Some(at),
            _ => {}
        }
    }
    None
}

/// A member: `tokens` are its own, after the last one before it.
fn member(source: &str, tokens: &[Token], imports: &[CanonicalName]) -> TemplateMember {
    let (before, own) = tokens.split_first().expect("a member has tokens");
    let text = &source[before.end()..own.last().map_or(before.end(), Token::end)];
    let is_blank = |line: &&str| line.trim().is_empty();
    let lines = text.lines().skip_while(is_blank);
    let lines = lines.map(|line| line.strip_prefix("    ").unwrap_or(line).to_owned()).collect();
    let follows = |at: usize, text: &str| at.checked_sub(1).is_some_and(|before| own[before].text == text);
    let precedes = |at: usize, text: &str| own.get(at + 1).is_some_and(|next| next.text == text);
    let words: Vec<(usize, &Token)> = own.iter().enumerate().filter(|(_, token)| token.is_word()).collect();
    let classes =
        words.iter().filter(|(at, _)| follows(*at, "class")).map(|(_, token)| token.text.to_owned()).collect();
    // What an annotation names is not the member.
    let head = words.iter().find(|(at, token)| {
        let is_annotation = follows(*at, "@");
        !is_annotation && (token.text == "class" || ["(", "=", ";"].iter().any(|sign| precedes(*at, sign)))
    });
    let name = match head {
        Some((at, token)) if token.text == "class" => own[at + 1].text,
        Some((_, token)) => token.text,
        None => panic!("a member has a name: {text}"),
    };
    let free = words.iter().filter(|(at, _)| !follows(*at, "."));
    let called = free.clone().filter(|(at, token)| precedes(*at, "(") && !follows(*at, "new") && token.text != name);
    let words: BTreeSet<String> = free.map(|(_, token)| token.text.to_owned()).collect();
    TemplateMember {
        name: name.to_owned(),
        lines,
        imports: imports.iter().filter(|import| words.contains(import.simple())).cloned().collect(),
        classes,
        calls: called.map(|(_, token)| token.text.to_owned()).collect(),
        words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = r#"import java.util.List;
import java.util.Map;

@SuppressWarnings({"unused", "unchecked"})
final class Template {
    private static final String[][] TABLE = {{";}"}};

    // Twice { the sum.
    @SuppressWarnings("unchecked")
    static int twice(Map<String, Integer> map, int a) {
        return a.list() + sum(a, ')'); // List
    }

    static int sum(int... terms) {
        return 0;
    }

    /** A pair. */
    static final class Pair {
        List<Integer> pair() {
            return null;
        }
    }
}
"#;

    fn member(name: &str) -> TemplateMember {
        let template = Template::read(SOURCE);
        template.members.iter().find(|member| member.name == name).expect("it is a member").clone()
    }

    #[test]
    fn a_template_is_split_into_its_members() {
        let names: Vec<String> = Template::read(SOURCE).members.into_iter().map(|member| member.name).collect();
        assert_eq!(names, ["TABLE", "twice", "sum", "Pair"]);
    }

    #[test]
    fn a_member_keeps_its_comments_and_loses_the_indentation_of_the_class() {
        let twice = member("twice");
        assert_eq!(twice.lines[0], "// Twice { the sum.");
        assert_eq!(twice.lines.last().map(String::as_str), Some("}"));
        assert_eq!(twice.lines.len(), 5);
        assert_eq!(member("Pair").classes, BTreeSet::from(["Pair".to_owned()]));
    }

    #[test]
    fn a_member_needs_the_imports_of_the_classes_that_its_code_names() {
        assert_eq!(member("twice").imports, [CanonicalName::new("java.util", "Map")]);
        assert_eq!(member("Pair").imports, [CanonicalName::new("java.util", "List")]);
    }

    #[test]
    fn members_come_with_those_that_they_call() {
        let names = |asked: &[&str]| -> Vec<String> {
            let members = Template::read(SOURCE).members(asked.iter().copied());
            let name = |member: Member| if let Member::Template(member) = member { member.name } else { String::new() };
            members.into_iter().map(name).collect()
        };
        assert_eq!(names(&["twice"]), ["twice", "sum"]);
        assert_eq!(names(&["Pair"]), ["Pair"]);
    }
}
