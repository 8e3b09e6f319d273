//! Random small modules: most of them have types that fit, and few instances.

use std::fmt::Write as _;

use fastrand::Rng;

use vocabulary::{Callable, Column, Vocabulary};

mod declarations;
mod expressions;
mod formulas;
mod temporal;
mod text;
mod vocabulary;

/// A module and the one that it may open, as texts.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Source {
    pub main: String,
    /// The text of `shelf.als`, a module with a parameter.
    pub shelf: Option<String>,
}

/// Makes one module.
struct Generator {
    rng: Rng,
    vocabulary: Vocabulary,
}

/// How deep the formulas are nested.
const DEPTH: u32 = 3;

/// What a module is about.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// One state.
    Static,
    /// Traces: what changes, and formulas about other states.
    Temporal,
}

/// The module of a kind and a seed.
pub fn module(kind: Kind, seed: u64) -> Source {
    let vocabulary = Vocabulary { temporal: kind == Kind::Temporal, ..Vocabulary::default() };
    let mut generator = Generator { rng: Rng::with_seed(seed), vocabulary };
    generator.vocabulary.integers = generator.rng.u32(..5) < 2;
    let signatures = generator.signatures();
    let (opens, shelf) = generator.opens();
    let enumeration = generator.enumeration();
    let mut main = String::new();
    // Fields come before anything that mentions them, but are written where their signatures are.
    let mut signatures = generator.fields(&signatures);
    // Alloy has no scope of `steps` where nothing changes.
    if kind == Kind::Temporal && !signatures.contains("var ") {
        signatures += "var lone sig Tick {}\n\n";
    }
    write!(main, "module fuzz\n{opens}\n{enumeration}{signatures}").expect("a string can be written");
    for index in 0..generator.rng.u32(..3) {
        main += &generator.function(index);
    }
    for index in 0..generator.rng.u32(..3) {
        main += &generator.predicate(index);
    }
    if generator.rng.u32(..3) > 0 {
        main += &format!("fact {{\n{}}}\n\n", generator.block(1));
    }
    main += &generator.command();
    Source { main, shelf }
}

impl Generator {
    /// Formulas, a line each.
    fn block(&mut self, least: u32) -> String {
        let count = least + self.rng.u32(..2);
        (0..count).map(|_| format!("  {}\n", self.formula(DEPTH).text)).collect()
    }

    /// A function of up to two parameters, which those after it may call.
    fn function(&mut self, index: u32) -> String {
        let (names, parameters, list) = self.parameters();
        let result = self.columns_of_some_arity();
        let body = self.expression(&result, DEPTH).text;
        self.vocabulary.names.truncate(names);
        let columns: Vec<String> = result.iter().map(|&column| self.top(column)).collect();
        let kind = if result.len() == 1 { format!("set {}", columns[0]) } else { columns.join(" -> ") };
        let name = format!("f{index}");
        self.vocabulary.functions.push(Callable { name: name.clone(), parameters, result });
        format!("fun {name}{list}: {kind} {{\n  {body}\n}}\n\n")
    }

    /// A predicate of up to two parameters, which those after it may call.
    fn predicate(&mut self, index: u32) -> String {
        let (names, parameters, list) = self.parameters();
        let body = self.block(1);
        self.vocabulary.names.truncate(names);
        let name = format!("p{index}");
        self.vocabulary.predicates.push(Callable { name: name.clone(), parameters, result: Vec::new() });
        format!("pred {name}{list} {{\n{body}}}\n\n")
    }

    /// Parameters, which are in scope from now on: how many names there were before, their columns and their text.
    fn parameters(&mut self) -> (usize, Vec<Vec<Column>>, String) {
        let before = self.vocabulary.names.len();
        let mut texts = Vec::new();
        for _ in 0..self.rng.u32(..3) {
            let column = self.column();
            let name = self.vocabulary.fresh();
            let multiplicity = ["", "set ", "set ", "lone "][self.rng.usize(..4)];
            texts.push(format!("{name}: {multiplicity}{}", self.top(column)));
            self.vocabulary.name(name, &[column]);
        }
        let parameters = self.vocabulary.names[before..].iter().map(|named| named.columns.clone()).collect();
        let list = if texts.is_empty() { String::new() } else { format!("[{}]", texts.join(", ")) };
        (before, parameters, list)
    }

    /// One `run` or `check` with small scopes.
    fn command(&mut self) -> String {
        let kind = if self.rng.u32(..4) == 0 { "check" } else { "run" };
        let body = self.block(1);
        let scope = if self.vocabulary.temporal { 2 } else { 2 + self.rng.u32(..4) / 3 };
        let width = 3 + self.rng.u32(..3) / 2;
        let exactly = match self.rng.u32(..4) {
            0 => format!(", exactly {} S0", 1 + self.rng.u32(..3)),
            _ => String::new(),
        };
        let steps = self.steps();
        format!("{kind} {{\n{body}}} for {scope} but {width} Int{exactly}{steps}\n")
    }
}
