//! Random formulas.

use super::Generator;
use super::text::{Level, Text, binary, unary};
use super::vocabulary::{Callable, Column};

impl Generator {
    /// A formula.
    pub fn formula(&mut self, depth: u32) -> Text {
        let depth = depth.max(1);
        if let Some(formula) = self.temporal_formula(depth) {
            return formula;
        }
        match self.rng.u32(..32) {
            0..=4 => self.comparison_of_sets(depth),
            5..=8 => self.multiplicity_formula(depth),
            9..=11 => self.comparison_of_numbers(depth),
            12..=15 if depth > 1 => self.connective(depth),
            16..=17 if depth > 1 => {
                let operator = ["not", "!"][self.rng.usize(..2)];
                unary(operator, &self.formula(depth - 1), Level::Not)
            }
            18..=24 if depth > 1 => self.quantified(depth),
            25..=26 => self.predicate_call(depth),
            27 => self.relation_call(depth),
            28 => self.order_call(depth),
            29 if depth > 1 => self.let_formula(depth),
            30 => self.disjoint(depth),
            31 => self.arrow_multiplicity(depth),
            _ => self.comparison_of_sets(depth),
        }
    }

    fn comparison_of_sets(&mut self, depth: u32) -> Text {
        let columns = self.columns_of_some_arity();
        let left = self.expression(&columns, depth - 1).at(Level::Shift);
        let right = self.expression(&columns, depth - 1).at(Level::Shift);
        let operator = ["in", "in", "in", "=", "=", "!=", "!in", "not in", "not ="][self.rng.usize(..9)];
        Text { text: format!("{left} {operator} {right}"), level: Level::Compare }
    }

    fn comparison_of_numbers(&mut self, depth: u32) -> Text {
        let [left, right] = [(); 2].map(|()| self.number(depth - 1).at(Level::Shift));
        let operator = ["<", ">", "=<", "<=", ">=", "=", "!=", "!<"][self.rng.usize(..8)];
        Text { text: format!("{left} {operator} {right}"), level: Level::Compare }
    }

    fn multiplicity_formula(&mut self, depth: u32) -> Text {
        let columns = self.columns_of_some_arity();
        let expression = self.expression(&columns, depth - 1).at(Level::Shift);
        let multiplicity = ["some", "some", "no", "lone", "one"][self.rng.usize(..5)];
        Text { text: format!("{multiplicity} {expression}"), level: Level::Compare }
    }

    fn connective(&mut self, depth: u32) -> Text {
        let [left, right] = [(); 2].map(|()| self.formula(depth - 1));
        match self.rng.u32(..6) {
            0..=1 => binary(&left, ["and", "&&"][self.rng.usize(..2)], &right, Level::And),
            2..=3 => binary(&left, ["or", "||"][self.rng.usize(..2)], &right, Level::Or),
            4 => binary(&left, ["iff", "<=>"][self.rng.usize(..2)], &right, Level::Iff),
            _ => {
                let operator = ["=>", "implies"][self.rng.usize(..2)];
                let (left, right) = (left.at(Level::And), right.at(Level::And));
                let otherwise = match self.rng.bool() {
                    true => format!(" else {}", self.formula(depth - 1).at(Level::And)),
                    false => String::new(),
                };
                Text { text: format!("{left} {operator} {right}{otherwise}"), level: Level::Implies }
            }
        }
    }

    fn quantified(&mut self, depth: u32) -> Text {
        let before = self.vocabulary.names.len();
        let declarations: Vec<String> = (0..1 + self.rng.u32(..2)).map(|_| self.declaration(depth)).collect();
        let quantifier = ["all", "all", "all", "some", "some", "no", "lone", "one"][self.rng.usize(..8)];
        let body = self.formula(depth - 1).text;
        self.vocabulary.names.truncate(before);
        Text { text: format!("{quantifier} {} | {body}", declarations.join(", ")), level: Level::Open }
    }

    /// Variables over a set: `x: s`, `disj x, y: s`, `x: one s`.
    fn declaration(&mut self, depth: u32) -> String {
        let column = self.column();
        let set = self.expression(&[column], depth / 2);
        let names: Vec<String> = (0..1 + self.rng.usize(..5) / 3).map(|_| self.vocabulary.fresh()).collect();
        for name in &names {
            self.vocabulary.name(name, &[column]);
        }
        let disjoint = if names.len() > 1 && self.rng.bool() { "disj " } else { "" };
        // After a multiplicity, `sum` would make the names that follow its own.
        let bound =
            if self.rng.u32(..6) == 0 { format!("one {}", set.at(Level::Override)) } else { set.at(Level::Shift) };
        format!("{disjoint}{}: {bound}", names.join(", "))
    }

    fn predicate_call(&mut self, depth: u32) -> Text {
        if self.vocabulary.predicates.is_empty() {
            return self.multiplicity_formula(depth);
        }
        let predicate = self.vocabulary.predicates[self.rng.usize(..self.vocabulary.predicates.len())].clone();
        self.application(&predicate, depth)
    }

    /// A predicate of `util/relation`.
    fn relation_call(&mut self, depth: u32) -> Text {
        if !self.vocabulary.relation {
            return self.multiplicity_formula(depth);
        }
        let (from, to) = (self.column(), self.column());
        let over = |name: &str, parameters: &[&[Column]]| Callable {
            name: format!("rel/{name}"),
            parameters: parameters.iter().map(|columns| columns.to_vec()).collect(),
            result: Vec::new(),
        };
        let callable = match self.rng.u32(..4) {
            0 => {
                over(["irreflexive", "symmetric", "antisymmetric", "transitive"][self.rng.usize(..4)], &[&[from, from]])
            }
            1 => over(
                ["reflexive", "acyclic", "complete", "preorder", "equivalence", "partialOrder", "totalOrder"]
                    [self.rng.usize(..7)],
                &[&[from, from], &[from]],
            ),
            2 => over(["total", "functional", "function"][self.rng.usize(..3)], &[&[from, to], &[from]]),
            _ => over(["injective", "surjective", "bijective"][self.rng.usize(..3)], &[&[from, to], &[to]]),
        };
        self.application(&callable, depth)
    }

    /// A predicate of `util/ordering`.
    fn order_call(&mut self, depth: u32) -> Text {
        let orders = &self.vocabulary.orders;
        if orders.is_empty() {
            return self.comparison_of_sets(depth);
        }
        let (column, order) = orders[self.rng.usize(..orders.len())].clone();
        let name = format!("{order}/{}", ["lt", "gt", "lte", "gte"][self.rng.usize(..4)]);
        let callable = Callable { name, parameters: vec![vec![column]; 2], result: Vec::new() };
        self.application(&callable, depth)
    }

    fn let_formula(&mut self, depth: u32) -> Text {
        let columns = self.columns_of_some_arity();
        let value = self.expression(&columns, depth - 1).at(Level::Not);
        let name = self.vocabulary.fresh();
        self.vocabulary.name(&name, &columns);
        let body = self.formula(depth - 1).text;
        self.vocabulary.names.pop();
        Text { text: format!("let {name} = {value} | {body}"), level: Level::Open }
    }

    fn disjoint(&mut self, depth: u32) -> Text {
        let columns = self.columns_of_some_arity();
        let sets: Vec<String> = (0..2 + self.rng.u32(..2)).map(|_| self.expression(&columns, depth - 1).text).collect();
        Text { text: format!("disj[{}]", sets.join(", ")), level: Level::Box }
    }

    /// `relation in a some -> lone b`, with multiplicities anywhere.
    fn arrow_multiplicity(&mut self, depth: u32) -> Text {
        let columns = [self.column(), self.column(), self.column()];
        let columns = &columns[..2 + self.rng.usize(..4) / 3];
        let relation = self.expression(columns, depth - 1).at(Level::Shift);
        let product = self.arrow(columns, depth / 2);
        Text { text: format!("{relation} in {product}"), level: Level::Compare }
    }

    /// A product of sets with multiplicities on its arrows.
    pub fn arrow(&mut self, columns: &[Column], depth: u32) -> String {
        let mut multiplicity = || ["", "", "", "some ", "lone ", "one ", "set "][self.rng.usize(..7)];
        let (left, right) = (multiplicity(), multiplicity());
        let set = self.expression(&columns[..1], depth).at(Level::Domain);
        let rest = match &columns[1..] {
            [last] => self.expression(&[*last], depth).at(Level::Domain),
            rest => format!("({})", self.arrow(rest, depth)),
        };
        let left = if left.is_empty() { "" } else { &format!(" {}", left.trim_end()) };
        format!("{set}{left} -> {right}{rest}")
    }
}
