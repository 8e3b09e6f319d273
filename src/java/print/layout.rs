//! Where lines break.
//!
//! A line that is too long breaks where it is nested least, after a comma or an arrow or before an operator; of places that are
//! nested alike, at the last one. What follows is indented by two levels. A long text stands on a line of its own, or
//! on several, in pieces.

/// The longest line that is left whole.
const WIDTH: usize = 116;

/// How far from its beginning a line may break at the earliest.
const LEAST: usize = 24;

/// How long a piece of a text may be.
const TEXT_WIDTH: usize = 88;

/// A part of what is written on a line, if it is long enough.
#[derive(Debug, Clone)]
pub(super) enum Token {
    /// What is never broken.
    Text(String),
    /// A space at which the line may break; the less nested, the sooner.
    Break(usize),
    /// A string literal as a whole, and in pieces.
    Literal(String, Vec<String>),
    /// Lines of their own, with their indentation.
    Block(Vec<String>),
}

/// The tokens of a line.
#[derive(Debug, Clone, Default)]
pub(super) struct Tokens {
    list: Vec<Token>,
    depth: usize,
}

impl Tokens {
    /// Adds what is never broken.
    pub fn text(&mut self, text: &str) {
        match self.list.last_mut() {
            Some(Token::Text(last)) => last.push_str(text),
            _ => self.list.push(Token::Text(text.to_owned())),
        }
    }

    /// Adds a sign that opens a level.
    pub fn open(&mut self, sign: &str) {
        self.text(sign);
        self.depth += 1;
    }

    /// Adds a sign that closes a level.
    pub fn close(&mut self, sign: &str) {
        self.depth -= 1;
        self.text(sign);
    }

    /// Adds a space at which the line may break.
    pub fn space(&mut self) {
        self.list.push(Token::Break(self.depth));
    }

    /// Adds a space at which the line breaks as if it were nested some levels deeper.
    pub fn tight_space(&mut self, levels: usize) {
        self.list.push(Token::Break(self.depth + levels));
    }

    /// Adds a string: `escaped` is how Java writes a text.
    pub fn string(&mut self, text: &str, escaped: impl Fn(&str) -> String) {
        match pieces(text).as_slice() {
            [_] => self.text(&escaped(text)),
            pieces => {
                let pieces = pieces.iter().map(|piece| escaped(piece)).collect();
                self.list.push(Token::Literal(escaped(text), pieces));
            }
        }
    }

    /// Adds lines of their own.
    pub fn block(&mut self, lines: Vec<String>) {
        self.list.push(Token::Block(lines));
    }

    /// Adds the lines that the tokens fill, indented by a number of columns.
    pub fn lay_out(self, indent: usize, lines: &mut Vec<String>) {
        let mut line = Vec::new();
        for token in self.list {
            match token {
                Token::Block(block) => {
                    lay_out_line(&std::mem::take(&mut line), indent, indent + 8, lines);
                    lines.extend(block);
                }
                token => line.push(token),
            }
        }
        lay_out_line(&line, indent, indent + 8, lines);
    }
}

/// A line that is indented by `indent` columns, and its continuation, which is indented by `further`.
fn lay_out_line(line: &[Token], indent: usize, further: usize, lines: &mut Vec<String>) {
    let Some(at) = line.iter().position(|token| matches!(token, Token::Literal(..))) else {
        fill(line, indent, further, lines);
        return;
    };
    let (before, rest) = line.split_at(at);
    let Some((Token::Literal(whole, pieces), after)) = rest.split_first() else { return };
    // Where the text begins, and whether a line ends before it.
    let (column, is_first) = match before.split_last() {
        None => (indent, true),
        Some((Token::Break(_), before)) => {
            fill(before, indent, further, lines);
            (further, true)
        }
        Some(_) => {
            fill(before, indent, further, lines);
            (lines.last().map_or(indent, String::len), false)
        }
    };
    // A comma or the like may follow.
    let whole = std::slice::from_ref(whole);
    let pieces = if column + whole[0].len() + 2 <= WIDTH { whole } else { pieces };
    let below = if is_first { column + 8 } else { further };
    for (index, piece) in pieces.iter().enumerate() {
        match (index, lines.last_mut()) {
            (0, Some(last)) if !is_first => last.push_str(piece),
            (0, _) => lines.push(format!("{}{piece}", " ".repeat(column))),
            _ => lines.push(format!("{}+ {piece}", " ".repeat(below))),
        }
    }
    // What the text's own line ends with.
    let end = after.iter().position(|token| matches!(token, Token::Break(_))).unwrap_or(after.len());
    if let Some(last) = lines.last_mut() {
        last.push_str(&written(&after[..end]));
    }
    if let Some(rest) = after.get(end + 1..) {
        lay_out_line(rest, further, further, lines);
    }
}

/// Fills lines: the first one is indented by `indent` columns, those that continue it by `further`.
fn fill(mut line: &[Token], indent: usize, further: usize, lines: &mut Vec<String>) {
    let mut column = indent;
    loop {
        let whole = written(line);
        if whole.is_empty() {
            return;
        }
        let place = if column + whole.len() <= WIDTH { None } else { place(line, column) };
        let Some(place) = place else {
            lines.push(format!("{}{whole}", " ".repeat(column)));
            return;
        };
        lines.push(format!("{}{}", " ".repeat(column), written(&line[..place])));
        (line, column) = (&line[place + 1..], further);
    }
}

/// The token at which a line that is too long breaks; none if there is none.
fn place(line: &[Token], indent: usize) -> Option<usize> {
    let (mut column, mut best, mut beyond) = (indent, None::<(usize, usize)>, None);
    for (at, token) in line.iter().enumerate() {
        match token {
            Token::Break(level) => {
                let is_far = column > indent + LEAST;
                if is_far && column < WIDTH && best.is_none_or(|(least, _)| *level <= least) {
                    best = Some((*level, at));
                }
                if is_far && column >= WIDTH && beyond.is_none() {
                    beyond = Some(at);
                }
                column += 1;
            }
            Token::Text(text) => column += text.len(),
            Token::Literal(..) | Token::Block(_) => {}
        }
    }
    best.map(|(_, at)| at).or(beyond)
}

fn written(line: &[Token]) -> String {
    let mut text = String::new();
    for token in line {
        match token {
            Token::Text(part) => text.push_str(part),
            Token::Break(_) => text.push(' '),
            Token::Literal(whole, _) => text.push_str(whole),
            Token::Block(_) => {}
        }
    }
    text
}

/// A text in pieces that fit on a line, broken after spaces.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while rest.len() > TEXT_WIDTH {
        let spaces = rest.char_indices().take_while(|(at, _)| *at < TEXT_WIDTH).filter(|(_, c)| *c == ' ');
        let Some((space, _)) = spaces.last() else { break };
        let (piece, after) = rest.split_at(space + 1);
        pieces.push(piece);
        rest = after;
    }
    pieces.push(rest);
    pieces
}
