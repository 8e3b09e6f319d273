//! Two classes side by side: their sources, the calls from one to the other as threads between them, and a matrix of what tests take of both.

use super::filters;
use super::highlight::Highlighter;
use super::{Place, Sources};
use askama::Template;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// How high a line is in the drawing of the threads, in units of its own.
const ROW: usize = 10;

/// A class that calls another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interaction {
    /// The names of both classes: the caller, and the callee.
    pub classes: [String; 2],
    /// The methods of each that have to do with the other one, with their lines.
    pub methods: [Vec<Place>; 2],
    /// The branches of each.
    pub branches: [Vec<Condition>; 2],
    /// The calls.
    pub calls: Vec<Call>,
    /// What there is of each two branches, by their places.
    pub cells: BTreeMap<(usize, usize), Cell>,
    /// The tests that cover something.
    pub tests: Vec<String>,
}

/// A branch in the words of source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// Where it is decided.
    pub place: Place,
    /// What holds on it.
    pub words: String,
}

/// A call of the one class by the other one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// Where the caller calls.
    pub from: Place,
    /// The method that runs.
    pub to: Place,
    /// What it is, in words.
    pub words: String,
    /// Whether a test makes it and covers something; none if there is nothing to cover.
    pub is_covered: Option<bool>,
}

/// What there is of two branches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// Tests cover them, by their places.
    Covered(Vec<usize>),
    /// No test does.
    Open,
    /// No test can, for a reason.
    Impossible(String),
}

/// The part of a page about one of them.
#[derive(Template)]
#[template(path = "report/interaction.html")]
struct View<'r> {
    of: &'r Interaction,
    columns: [Column; 2],
    /// The height of the drawing.
    height: usize,
    threads: Vec<Thread<'r>>,
    /// The branches of the callee that are coupled with others.
    head: Vec<&'r Condition>,
    rows: Vec<MatrixRow<'r>>,
    proofs: Vec<&'r str>,
}

/// One of the sources.
struct Column {
    rows: Vec<Row>,
    /// The rows of lines, by file and number.
    at: BTreeMap<(PathBuf, usize), usize>,
}

/// A row of a column.
struct Row {
    /// The number of the line; none for what is not one.
    number: Option<usize>,
    html: String,
    /// Whether a branch of the matrix is decided there, or a call made.
    is_marked: bool,
}

/// A call as a line from one column to the other one.
struct Thread<'r> {
    from: usize,
    to: usize,
    /// The class by which the style knows it.
    class: &'static str,
    call: &'r Call,
}

struct MatrixRow<'r> {
    branch: &'r Condition,
    cells: Vec<Shown<'r>>,
}

/// A cell of the matrix.
struct Shown<'r> {
    /// The class by which the style knows it.
    class: &'static str,
    text: String,
    /// What is said of it where somebody points at it.
    said: &'r str,
}

impl Interaction {
    /// The name of its page beside that of a report.
    pub fn file_name(&self) -> String {
        let [caller, callee] = &self.classes;
        format!("pairs/{caller}-{callee}.html")
    }

    /// How many pairs of branches count, and how many of them are covered.
    pub(super) fn counts(&self) -> (usize, usize) {
        let counted = self.cells.values().filter(|cell| !matches!(cell, Cell::Impossible(_)));
        let covered = self.cells.values().filter(|cell| matches!(cell, Cell::Covered(_)));
        (counted.count(), covered.count())
    }

    /// It as a part of a page.
    pub(super) fn html(&self, sources: &Sources) -> String {
        let columns = [0, 1].map(|side| {
            let decided = self.branches[side].iter().map(|branch| &branch.place);
            let calling = self.calls.iter().map(|call| &call.from).filter(|_| side == 0);
            let marks: Vec<&Place> = decided.chain(calling).collect();
            Column::of(&self.methods[side], &self.branches[side], &marks, sources)
        });
        let height = columns.iter().map(|column| column.rows.len()).max().unwrap_or(0) * ROW;
        let threads = self.calls.iter().filter_map(|call| {
            let (from, to) = (columns[0].row(&call.from, sources)?, columns[1].row(&call.to, sources)?);
            let class = match call.is_covered {
                None => "is-free",
                Some(true) => "is-covered",
                Some(false) => "is-open",
            };
            Some(Thread { from: from * ROW + ROW / 2, to: to * ROW + ROW / 2, class, call })
        });
        let threads = threads.collect();
        let coupled: BTreeSet<usize> = self.cells.keys().map(|(_, callee)| *callee).collect();
        let head = coupled.iter().map(|callee| &self.branches[1][*callee]).collect();
        let mut proofs: Vec<&str> = Vec::new();
        let rows = self.matrix(&coupled, &mut proofs);
        let view = View { of: self, columns, height, threads, head, rows, proofs };
        view.render().expect("a text takes whatever is written to it")
    }

    /// The rows of the matrix, which has some branches of the callee, and those of the caller that are coupled with them.
    fn matrix<'r>(&'r self, callees: &BTreeSet<usize>, proofs: &mut Vec<&'r str>) -> Vec<MatrixRow<'r>> {
        let mut rows = Vec::new();
        let callers: BTreeSet<usize> = self.cells.keys().map(|(caller, _)| *caller).collect();
        for caller in callers {
            let mut cell = |callee: usize| match self.cells.get(&(caller, callee)) {
                None => Shown { class: "", text: String::new(), said: "" },
                Some(Cell::Open) => Shown { class: "is-open", text: "open".to_owned(), said: "no test covers both" },
                Some(Cell::Covered(tests)) => {
                    let numbers = tests.iter().take(3).map(|test| (test + 1).to_string());
                    let more = (tests.len() > 3).then(|| "…".to_owned());
                    let first = tests.first().map_or("", |test| self.tests[*test].as_str());
                    Shown { class: "is-covered", text: numbers.chain(more).collect::<Vec<_>>().join(" "), said: first }
                }
                Some(Cell::Impossible(proof)) => {
                    let known = proofs.iter().position(|known| known == proof);
                    let number = known.unwrap_or_else(|| {
                        proofs.push(proof);
                        proofs.len() - 1
                    });
                    Shown { class: "is-impossible", text: format!("✕ {}", letters(number)), said: proof }
                }
            };
            let cells = callees.iter().map(|callee| cell(*callee)).collect();
            rows.push(MatrixRow { branch: &self.branches[0][caller], cells });
        }
        rows
    }
}

impl Column {
    /// The lines of methods, file by file; where there is no source, the methods with their conditions.
    fn of(methods: &[Place], branches: &[Condition], marks: &[&Place], sources: &Sources) -> Column {
        let mut column = Column { rows: Vec::new(), at: BTreeMap::new() };
        let mut wanted: BTreeMap<PathBuf, BTreeSet<usize>> = BTreeMap::new();
        for place in methods {
            match sources.extent(place) {
                Some((file, (first, last))) => wanted.entry(file).or_default().extend(first..=last),
                None => column.add_bare(place, branches),
            }
        }
        let marked: BTreeSet<(PathBuf, usize)> =
            marks.iter().filter_map(|place| Some((sources.find(place)?, usize::from(place.lines?.0)))).collect();
        for (file, numbers) in wanted {
            let lines = sources.lines(&file);
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            column.rows.push(Row { number: None, html: crate::markup::escape(&name), is_marked: false });
            let mut highlighter = Highlighter::default();
            let mut before = None;
            for number in numbers {
                if before.is_some_and(|before| before + 1 != number) {
                    column.rows.push(Row { number: None, html: "⋯".to_owned(), is_marked: false });
                }
                before = Some(number);
                let line = lines.get(number - 1).map_or("", String::as_str);
                let key = (file.clone(), number);
                let is_marked = marked.contains(&key);
                column.at.insert(key, column.rows.len());
                column.rows.push(Row { number: Some(number), html: highlighter.line(line), is_marked });
            }
        }
        column
    }

    /// A method without source, with the conditions of its branches.
    fn add_bare(&mut self, place: &Place, branches: &[Condition]) {
        let key = |line: usize| (PathBuf::from(place.title()), line);
        self.at.insert(key(0), self.rows.len());
        self.rows.push(Row { number: None, html: crate::markup::escape(&place.title()), is_marked: false });
        let is_here = |branch: &&Condition| branch.place.title() == place.title();
        for branch in branches.iter().filter(is_here) {
            let number = branch.place.lines.map(|(line, _)| usize::from(line));
            self.at.entry(key(number.unwrap_or(0))).or_insert(self.rows.len());
            self.rows.push(Row { number, html: crate::markup::escape(&branch.words), is_marked: true });
        }
    }

    /// The row of a place.
    fn row(&self, place: &Place, sources: &Sources) -> Option<usize> {
        let line = place.lines.map_or(0, |(line, _)| usize::from(line));
        let of_file = sources.find(place).and_then(|file| self.at.get(&(file, line)));
        let bare = PathBuf::from(place.title());
        of_file.or_else(|| self.at.get(&(bare.clone(), line))).or_else(|| self.at.get(&(bare, 0))).copied()
    }
}

/// The name of a proof: `a` to `z`, `ba` and so on.
fn letters(number: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(number % 26).unwrap_or(0));
    let before = if number >= 26 { letters(number / 26) } else { String::new() };
    format!("{before}{letter}")
}
