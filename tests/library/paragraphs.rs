//! The paragraphs of an Alloy module, as far as its users see them.
//!
//! This reads Alloy's modules and fex's with the same forty lines, which know nothing of the parser under test.

/// What a paragraph declares.
#[derive(Clone, Debug)]
pub struct Paragraph {
    /// `sig`, `fun`, `pred` and so on.
    pub keyword: String,
    /// Everything outside braces, with the keyword and what stands before it.
    pub head: Vec<String>,
    /// What stands in the first pair of braces: the fields of a signature.
    pub fields: Vec<String>,
}

const KEYWORDS: &[&str] = &["module", "open", "sig", "fun", "pred", "fact", "assert", "run", "check"];
const MODIFIERS: &[&str] = &["private", "abstract", "one", "lone", "some"];

impl Paragraph {
    /// The name that the paragraph gives.
    pub fn name(&self) -> &str {
        let keyword = self.head.iter().position(|token| *token == self.keyword).expect("a paragraph has its keyword");
        self.head.get(keyword + 1).map_or("", String::as_str)
    }

    /// Whether another module can use it.
    pub fn is_public(&self) -> bool {
        !self.head.contains(&"private".to_owned())
    }

    /// How many columns each parameter of a function or predicate has.
    pub fn parameters(&self) -> Vec<usize> {
        let Some(open) = self.head.iter().position(|token| token == "[") else { return Vec::new() };
        let close = self.head.iter().position(|token| token == "]").expect("brackets are balanced");
        let mut parameters = Vec::new();
        let mut untyped = 0;
        for part in self.head[open + 1..close].split(|token| token == ",") {
            untyped += 1;
            if part.iter().any(|token| token == ":") {
                parameters.extend(vec![columns(part); std::mem::take(&mut untyped)]);
            }
        }
        parameters
    }

    /// How many columns the result of a function has.
    pub fn result_columns(&self) -> usize {
        let close = self.head.iter().position(|token| token == "]").unwrap_or(0);
        columns(&self.head[close..])
    }
}

/// How many columns a type has that is written as a product of sets.
fn columns(tokens: &[String]) -> usize {
    1 + tokens.iter().filter(|token| *token == "->").count()
}

/// Splits a module into its paragraphs.
pub fn paragraphs(text: &str) -> Vec<Paragraph> {
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    let (mut modifiers, mut depth, mut blocks) = (Vec::new(), 0, 0);
    for token in tokens(text) {
        match token.as_str() {
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                blocks += usize::from(depth == 0);
            }
            keyword if depth == 0 && KEYWORDS.contains(&keyword) => {
                if let Some(before) = paragraphs.last_mut() {
                    let kept = before.head.iter().rposition(|token| !MODIFIERS.contains(&token.as_str()));
                    modifiers = before.head.split_off(kept.map_or(0, |last| last + 1));
                }
                let head = modifiers.drain(..).chain([token.clone()]).collect();
                paragraphs.push(Paragraph { keyword: token, head, fields: Vec::new() });
                blocks = 0;
            }
            _ => match paragraphs.last_mut() {
                Some(paragraph) if depth == 0 => paragraph.head.push(token),
                Some(paragraph) if blocks == 0 => paragraph.fields.push(token),
                _ => {}
            },
        }
    }
    paragraphs
}

/// The words and signs of a module, without its comments.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |letter: char| letter.is_alphanumeric() || "_\"/".contains(letter);
        let length = if rest.starts_with("/*") {
            rest.find("*/").expect("a comment ends") + 2
        } else if rest.starts_with("//") || rest.starts_with("--") {
            rest.find('\n').unwrap_or(rest.len())
        } else if is_word(first) {
            rest.find(|letter| !is_word(letter)).unwrap_or(rest.len())
        } else if rest.starts_with("->") {
            2
        } else {
            first.len_utf8()
        };
        let (token, behind) = rest.split_at(length);
        if !["/*", "//", "--"].iter().any(|start| token.starts_with(start)) {
            tokens.push(token.to_owned());
        }
        rest = behind.trim_start();
    }
    tokens
}
