//! The formal grammar and the parser say the same, production by production.

use std::collections::BTreeMap;

const GRAMMAR: &str = include_str!("../grammar/fex.ebnf");
const PARSER: [&str; 6] = [
    include_str!("../src/syntax/parser/paragraph.rs"),
    include_str!("../src/syntax/parser/generate.rs"),
    include_str!("../src/syntax/parser/scope.rs"),
    include_str!("../src/syntax/parser/binding.rs"),
    include_str!("../src/syntax/parser/expression.rs"),
    include_str!("../src/syntax/parser/terminal.rs"),
];

/// A text without its `(* comments *)`.
fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("(* ") {
        out.push_str(before);
        rest = comment.split_once("*)").map_or("", |(_, after)| after);
    }
    out + rest
}

/// The productions of the grammar with their right-hand sides, in one spacing.
fn productions() -> BTreeMap<String, String> {
    let mut productions: BTreeMap<String, String> = BTreeMap::new();
    let mut current = String::new();
    for line in without_comments(GRAMMAR).lines() {
        let text = match line.split_once("::=") {
            Some((name, right)) => {
                current = name.trim().to_owned();
                right
            }
            None => line,
        };
        let right = productions.entry(current.clone()).or_default();
        for word in text.split_whitespace() {
            if !right.is_empty() {
                right.push(' ');
            }
            right.push_str(word);
        }
    }
    productions.remove("");
    productions
}

/// The productions that the comments of the parser's functions state, and the functions that they stand above.
fn documented() -> BTreeMap<String, (String, String)> {
    let mut found = BTreeMap::new();
    for file in PARSER {
        let mut comment = String::new();
        for line in file.lines() {
            if let Some(text) = line.strip_prefix("///") {
                comment.push_str(text);
                continue;
            }
            let production = comment.split('`').find_map(|code| code.split_once(" ::= "));
            if let (Some((name, right)), Some((_, after))) = (production, line.split_once("fn ")) {
                let function: String = after.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                let right: Vec<&str> = right.split_whitespace().collect();
                found.insert(name.to_owned(), (right.join(" "), function.trim_end_matches('_').to_owned()));
            }
            comment.clear();
        }
    }
    found
}

#[test]
fn every_production_is_a_function_that_states_it() {
    let (grammar, parser) = (productions(), documented());
    assert!(grammar.len() > 50, "the grammar was not read");
    let names = |map: Vec<&String>| map.into_iter().cloned().collect::<Vec<_>>();
    assert_eq!(names(grammar.keys().collect()), names(parser.keys().collect()));
    for (name, right) in &grammar {
        let (stated, function) = &parser[name];
        assert_eq!(stated, right, "the comment of `{name}` differs from the grammar");
        assert_eq!(function, name, "the function of `{name}` has another name");
    }
}

#[test]
fn every_name_on_a_right_hand_side_is_defined() {
    let grammar = productions();
    let tokens = ["identifier", "number", "string"];
    for (name, right) in &grammar {
        let mut outside = String::new();
        for (at, part) in right.split('"').enumerate() {
            if at % 2 == 0 {
                outside.push_str(part);
            }
        }
        for used in outside.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|used| !used.is_empty()) {
            assert!(
                grammar.contains_key(used) || tokens.contains(&used),
                "`{name}` uses `{used}`, which is not defined"
            );
        }
    }
}
