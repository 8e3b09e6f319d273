//! Makes a module smaller as long as it keeps a property.

use super::random::Source;

/// A small module with the property: no paragraph, no line, no few tokens that follow each other, and no pair of
/// parentheses can be taken away.
pub fn shrink(source: Source, keeps: &mut dyn FnMut(&Source) -> bool) -> Source {
    let mut small = source;
    loop {
        let before = small.clone();
        if small.shelf.is_some() && keeps(&Source { shelf: None, ..small.clone() }) {
            small.shelf = None;
        }
        if let Some(shelf) = small.shelf.clone() {
            let main = small.main.clone();
            let with = |shelf: &str| Source { main: main.clone(), shelf: Some(shelf.to_owned()) };
            small.shelf = Some(reduced(shelf, &mut |shelf| keeps(&with(shelf))));
        }
        let shelf = small.shelf.clone();
        let with = |main: &str| Source { main: main.to_owned(), shelf: shelf.clone() };
        small.main = reduced(small.main, &mut |main| keeps(&with(main)));
        if small == before {
            small.main.truncate(small.main.trim_end().len());
            return small;
        }
    }
}

/// A text without what can be taken away in one pass, greatest parts first.
fn reduced(text: String, keeps: &mut dyn FnMut(&str) -> bool) -> String {
    let text = without_runs(&text.split_inclusive("\n\n").collect::<Vec<_>>(), usize::MAX, keeps);
    let text = without_runs(&text.split_inclusive('\n').collect::<Vec<_>>(), usize::MAX, keeps);
    let text = without_runs(&tokens(&text), LONGEST, keeps);
    without_parentheses(text, keeps)
}

/// The most tokens that are taken away together, spaces among them.
const LONGEST: usize = 60;

/// What remains of the parts when runs of them are taken away, each with the brackets that belong together.
fn without_runs(parts: &[&str], longest: usize, keeps: &mut dyn FnMut(&str) -> bool) -> String {
    let mut parts = parts.to_vec();
    let mut start = 0;
    while start < parts.len() {
        let most = longest.min(parts.len() - start);
        let gone = (1..=most).rev().find(|&length| {
            let run = parts[start..start + length].concat();
            !run.trim().is_empty() && balanced(&run) && {
                let rest = [&parts[..start], &parts[start + length..]].concat().concat();
                keeps(&rest)
            }
        });
        match gone {
            Some(length) => drop(parts.drain(start..start + length)),
            None => start += 1,
        }
    }
    parts.concat()
}

/// What remains of a text when pairs of parentheses are taken away, but not what they enclose.
fn without_parentheses(text: String, keeps: &mut dyn FnMut(&str) -> bool) -> String {
    let tokens = tokens(&text);
    let without =
        |open: usize, close: usize| [&tokens[..open], &tokens[open + 1..close], &tokens[close + 1..]].concat().concat();
    let found = pairs(&tokens).into_iter().map(|(open, close)| without(open, close)).find(|rest| keeps(rest));
    match found {
        Some(rest) => without_parentheses(rest, keeps),
        None => text,
    }
}

/// Words, spaces and single signs; together they are the text.
fn tokens(text: &str) -> Vec<&str> {
    let kind = |letter: char| match letter {
        _ if letter.is_alphanumeric() || letter == '_' => 1,
        _ if letter.is_whitespace() => 2,
        _ => 0,
    };
    let mut tokens = Vec::new();
    let mut start = 0;
    for (end, letter) in text.char_indices().skip(1) {
        let before = text[start..end].chars().next_back().expect("the token has begun");
        if kind(before) != kind(letter) || kind(letter) == 0 {
            tokens.push(&text[start..end]);
            start = end;
        }
    }
    tokens.push(&text[start..]);
    tokens
}

/// Whether every bracket is closed in order.
fn balanced(text: &str) -> bool {
    let mut open = Vec::new();
    for letter in text.chars() {
        match letter {
            '(' | '[' | '{' => open.push(letter),
            ')' | ']' | '}' => {
                let expected = [('(', ')'), ('[', ']'), ('{', '}')].iter().find(|pair| pair.1 == letter);
                if open.pop() != expected.map(|pair| pair.0) {
                    return false;
                }
            }
            _ => {}
        }
    }
    open.is_empty()
}

/// The places of parentheses that belong together.
fn pairs(tokens: &[&str]) -> Vec<(usize, usize)> {
    let (mut open, mut pairs) = (Vec::new(), Vec::new());
    for (index, token) in tokens.iter().enumerate() {
        match *token {
            "(" => open.push(index),
            ")" => pairs.extend(open.pop().map(|start| (start, index))),
            _ => {}
        }
    }
    pairs
}

#[test]
fn a_module_shrinks_to_what_makes_it_interesting() {
    let main = "sig A { f: set A }\n\nfact {\n  some A and (all x: A | x in x.^(f + f))\n  no f\n}\n\nrun {} for 2\n";
    let source = Source { main: main.to_owned(), shelf: Some("module shelf".to_owned()) };
    let small = shrink(source, &mut |candidate| candidate.main.contains("^(f"));
    // A bracket that the property needs keeps its other half, and so does a line of several.
    assert_eq!((small.main.as_str(), small.shelf), ("{^(f)\n}", None));
}
