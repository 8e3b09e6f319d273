//! Random expressions that denote relations, by the types of their columns.

use super::Generator;
use super::text::{Level, Text, binary, unary};
use super::vocabulary::{Callable, Column};

impl Generator {
    /// An expression with these columns.
    pub fn expression(&mut self, columns: &[Column], depth: u32) -> Text {
        if depth == 0 || self.rng.u32(..6) == 0 {
            return self.leaf(columns, depth);
        }
        if let Some(expression) = self.primed(columns, depth) {
            return expression;
        }
        match (columns.len(), self.rng.u32(..20)) {
            (_, 0..=4) => self.join(columns, depth),
            (_, 5..=8) => self.set_operation(columns, depth),
            (1, 9..=10) => self.comprehension(columns, depth),
            (_, 11) => self.choice(columns, depth),
            (_, 12) => self.binding(columns, depth),
            (_, 13..=14) => self.call(columns, depth),
            (1, _) => self.leaf(columns, depth),
            (2, 15) => self.comprehension(columns, depth),
            (2, 16..=17) => self.inverse_or_closure(columns, depth),
            (_, 18) => self.restriction(columns, depth),
            _ => self.product(columns, depth),
        }
    }

    /// A name or a constant with these columns, or, where there is none, a product.
    fn leaf(&mut self, columns: &[Column], depth: u32) -> Text {
        let names = self.vocabulary.of(columns);
        let chosen = (!names.is_empty()).then(|| names[self.rng.usize(..names.len())].name.clone());
        match (columns, self.rng.u32(..24)) {
            ([_], 0) => Text::base("none"),
            ([_], 1) => Text::base("univ"),
            ([_, _], 0..=1) => Text::base("iden"),
            ([Column::Int], 2..=12) => self.number(depth.min(1)),
            ([Column::Int], _) if chosen.is_none() => Text::base("Int"),
            ([_, _], 2..=3) if columns[0] == columns[1] => Text::base("iden"),
            _ => match chosen {
                Some(name) => Text::base(name),
                None => self.product(columns, depth),
            },
        }
    }

    /// `a.b`, or `b[a]`, which is the same.
    fn join(&mut self, columns: &[Column], depth: u32) -> Text {
        let through = self.column();
        // The column that the join takes away is the last of the left operand or the first of the right one.
        if columns.len() == 1 || self.rng.bool() {
            let right: Vec<Column> = [&[through], columns].concat();
            let left = self.expression(&[through], depth - 1);
            let right = self.expression(&right, depth - 1);
            if right.level >= Level::Box && self.rng.u32(..3) == 0 {
                return Text { text: format!("{}[{}]", right.text, left.text), level: Level::Box };
            }
            return dot(&left, &right);
        }
        let (first, rest) = columns.split_at(1);
        let left = self.expression(&[first, &[through]].concat(), depth - 1);
        let right = self.expression(&[&[through], rest].concat(), depth - 1);
        dot(&left, &right)
    }

    fn set_operation(&mut self, columns: &[Column], depth: u32) -> Text {
        let left = self.expression(columns, depth - 1);
        let right = self.expression(columns, depth - 1);
        let (operator, level) = [
            ("+", Level::Union),
            ("+", Level::Union),
            ("-", Level::Union),
            ("&", Level::Intersection),
            ("&", Level::Intersection),
            ("++", Level::Override),
        ][self.rng.usize(..6)];
        binary(&left, operator, &right, level)
    }

    fn comprehension(&mut self, columns: &[Column], depth: u32) -> Text {
        let before = self.vocabulary.names.len();
        let declarations: Vec<String> = columns
            .iter()
            .map(|&column| {
                let set = self.expression(&[column], depth / 2).at(Level::Override);
                let name = self.vocabulary.fresh();
                self.vocabulary.name(&name, &[column]);
                format!("{name}: {set}")
            })
            .collect();
        let body = self.formula(depth - 1).text;
        self.vocabulary.names.truncate(before);
        Text::base(format!("{{{} | {body}}}", declarations.join(", ")))
    }

    /// `condition => a else b`.
    fn choice(&mut self, columns: &[Column], depth: u32) -> Text {
        let condition = self.formula(depth - 1).at(Level::Not);
        let [yes, no] = [(); 2].map(|()| self.expression(columns, depth - 1).at(Level::Not));
        Text::base(format!("({condition} => {yes} else {no})"))
    }

    fn binding(&mut self, columns: &[Column], depth: u32) -> Text {
        let kind = self.columns_of_some_arity();
        let value = self.expression(&kind, depth - 1).at(Level::Not);
        let name = self.vocabulary.fresh();
        self.vocabulary.name(&name, &kind);
        let body = self.expression(columns, depth - 1).text;
        self.vocabulary.names.pop();
        Text::base(format!("(let {name} = {value} | {body})"))
    }

    fn call(&mut self, columns: &[Column], depth: u32) -> Text {
        let fitting: Vec<&Callable> =
            self.vocabulary.functions.iter().filter(|function| function.result == columns).collect();
        if fitting.is_empty() {
            return self.leaf(columns, depth);
        }
        let function = fitting[self.rng.usize(..fitting.len())].clone();
        self.application(&function, depth)
    }

    /// `f[a, b]`, or with the first argument as a receiver `a.f[b]`.
    pub fn application(&mut self, callable: &Callable, depth: u32) -> Text {
        let Callable { name, parameters, .. } = callable;
        let arguments: Vec<Text> =
            parameters.iter().map(|columns| self.expression(columns, depth.saturating_sub(1))).collect();
        let [receiver, others @ ..] = arguments.as_slice() else { return Text::base(name.clone()) };
        let list = |arguments: &[Text]| arguments.iter().map(|text| text.text.clone()).collect::<Vec<_>>().join(", ");
        if self.rng.u32(..3) > 0 {
            return Text { text: format!("{name}[{}]", list(&arguments)), level: Level::Box };
        }
        let receiver = receiver.at(Level::Box);
        if others.is_empty() {
            return Text { text: format!("{receiver}.{name}"), level: Level::Dot };
        }
        Text { text: format!("{receiver}.{name}[{}]", list(others)), level: Level::Box }
    }

    fn inverse_or_closure(&mut self, columns: &[Column], depth: u32) -> Text {
        let inverse: Vec<Column> = columns.iter().rev().copied().collect();
        match self.rng.u32(..4) {
            0 | 1 if columns[0] == columns[1] => {
                let operator = ["^", "*"][self.rng.usize(..2)];
                let relation = self.expression(columns, depth - 1);
                Text { text: format!("{operator}{}", relation.at(Level::Unary)), level: Level::Unary }
            }
            _ => {
                let relation = self.expression(&inverse, depth - 1);
                Text { text: format!("~{}", relation.at(Level::Unary)), level: Level::Unary }
            }
        }
    }

    /// `set <: relation` or `relation :> set`.
    fn restriction(&mut self, columns: &[Column], depth: u32) -> Text {
        let relation = self.expression(columns, depth - 1);
        if self.rng.bool() {
            let set = self.expression(&columns[..1], depth - 1);
            binary(&set, "<:", &relation, Level::Domain)
        } else {
            let set = self.expression(&columns[columns.len() - 1..], depth - 1);
            binary(&relation, ":>", &set, Level::Range)
        }
    }

    fn product(&mut self, columns: &[Column], depth: u32) -> Text {
        let split = 1 + self.rng.usize(..columns.len() - 1);
        let depth = depth.saturating_sub(1);
        let left = self.expression(&columns[..split], depth);
        let right = self.expression(&columns[split..], depth);
        binary(&left, "->", &right, Level::Arrow)
    }

    /// A number: an expression that denotes one integer.
    pub fn number(&mut self, depth: u32) -> Text {
        let literal = |generator: &mut Self| Text::base(generator.rng.u32(..4).to_string());
        if depth == 0 {
            return literal(self);
        }
        match self.rng.u32(..14) {
            0..=1 => literal(self),
            2..=6 => {
                let columns = self.columns_of_some_arity();
                let counted = self.expression(&columns, depth - 1);
                // `#3 < 2` is wrong in Alloy, which compares 3 itself.
                let counted = match columns.as_slice() {
                    [Column::Int] => binary(&counted, "&", &Text::base("Int"), Level::Intersection),
                    _ => counted,
                };
                unary("#", &counted, Level::Cardinality)
            }
            7 if self.vocabulary.integers => {
                unary("sum", &self.expression(&[Column::Int], depth - 1), Level::Cardinality)
            }
            8 => self.sum(depth),
            9 => {
                let [left, right] = [(); 2].map(|()| self.number(depth - 1));
                let operator = ["fun/add", "fun/sub", "fun/mul", "fun/div", "fun/rem", "<<", ">>", ">>>"];
                let operator = operator[self.rng.usize(..operator.len())];
                Text::base(format!("({} {operator} {})", left.at(Level::Base), right.at(Level::Base)))
            }
            10 => {
                let [left, right] = [(); 2].map(|()| self.number(depth - 1));
                let receiver = if right.level >= Level::Box { right.text } else { format!("({})", right.text) };
                let name = ["plus", "minus"][self.rng.usize(..2)];
                Text { text: format!("{receiver}.{name}[{}]", left.text), level: Level::Box }
            }
            11 => {
                let condition = self.formula(depth - 1).at(Level::Not);
                let [yes, no] = [(); 2].map(|()| self.number(depth - 1).at(Level::Not));
                Text::base(format!("({condition} => {yes} else {no})"))
            }
            _ => {
                let [left, right] = [(); 2].map(|()| self.number(depth - 1));
                let name = ["plus", "minus", "mul", "div", "rem", "larger", "smaller"][self.rng.usize(..7)];
                Text { text: format!("{name}[{}, {}]", left.text, right.text), level: Level::Box }
            }
        }
    }

    /// `(sum x: set | number)`.
    fn sum(&mut self, depth: u32) -> Text {
        let column = self.column();
        let set = self.expression(&[column], depth / 2).at(Level::Shift);
        let name = self.vocabulary.fresh();
        self.vocabulary.name(&name, &[column]);
        let body = self.number(depth - 1).text;
        self.vocabulary.names.pop();
        Text::base(format!("(sum {name}: {set} | {body})"))
    }

    /// The type of some column.
    pub fn column(&mut self) -> Column {
        let columns = self.vocabulary.columns();
        columns[self.rng.usize(..columns.len())]
    }

    /// The columns of something that is named, mostly, so that there is something to say of it.
    pub fn columns_of_some_arity(&mut self) -> Vec<Column> {
        let names = &self.vocabulary.names;
        if self.rng.u32(..4) > 0 {
            return names[self.rng.usize(..names.len())].columns.clone();
        }
        let arity = [1, 1, 2, 2, 3][self.rng.usize(..5)];
        (0..arity).map(|_| self.column()).collect()
    }
}

fn dot(left: &Text, right: &Text) -> Text {
    Text { text: format!("{}.{}", left.at(Level::Box), right.at(Level::Unary)), level: Level::Dot }
}
