//! Random parts of modules about traces. None of them draws a random number in other modules, which stay what they are.

use super::Generator;
use super::text::{Level, Text, unary};
use super::vocabulary::Column;

impl Generator {
    /// `var `, now and then.
    pub fn changing(&mut self) -> &'static str {
        if self.vocabulary.temporal && self.rng.u32(..5) < 2 { "var " } else { "" }
    }

    /// A formula about other states, now and then.
    pub fn temporal_formula(&mut self, depth: u32) -> Option<Text> {
        if !self.vocabulary.temporal || depth <= 1 || self.rng.u32(..4) > 0 {
            return None;
        }
        let first = self.formula(depth - 1);
        Some(match self.rng.u32(..10) {
            0..=5 => {
                let operators = ["always", "eventually", "after", "before", "historically", "once"];
                unary(operators[self.rng.usize(..operators.len())], &first, Level::Not)
            }
            6..=8 => {
                let operator = ["until", "releases", "since", "triggered"][self.rng.usize(..4)];
                let (first, second) = (first.at(Level::Compare), self.formula(depth - 1).at(Level::Compare));
                Text { text: format!("{first} {operator} {second}"), level: Level::And }
            }
            _ => Text::base(format!("({} ; {})", first.at(Level::Or), self.formula(depth - 1).at(Level::Or))),
        })
    }

    /// What an expression is in the next state, now and then.
    pub fn primed(&mut self, columns: &[Column], depth: u32) -> Option<Text> {
        if !self.vocabulary.temporal || columns == [Column::Int] || self.rng.u32(..10) > 0 {
            return None;
        }
        let now = self.expression(columns, depth - 1);
        Some(Text::base(format!("{}'", now.at(Level::Base))))
    }

    /// How many states a trace may have.
    pub fn steps(&mut self) -> &'static str {
        if !self.vocabulary.temporal {
            return "";
        }
        [", 1 steps", ", 2 steps", ", 2 steps", ", 3 steps", ", exactly 3 steps", ", 2..3 steps"][self.rng.usize(..6)]
    }
}
