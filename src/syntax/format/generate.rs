//! Where lines of `generate` paragraphs may end.

use super::plan::{Line, Planner, Rule};
use crate::syntax::tree::{Contract, Generate, GenerateItem, Method};

impl Planner<'_> {
    /// A `generate` paragraph.
    pub(super) fn generate(&mut self, generate: &Generate) {
        self.tokens_to(&["for", "{"]);
        self.scope(generate.place.0.end);
        self.braces(Rule::Always, |planner, group| {
            for (at, item) in generate.items.iter().enumerate() {
                if at > 0 {
                    planner.line(group, Line::Item);
                }
                match item {
                    GenerateItem::Range(range) => planner.numbers_before(range.range.high.place.0.end),
                    GenerateItem::Method(method) => planner.method(method),
                }
            }
        });
    }

    /// Takes the tokens of ranges up to a position.
    fn numbers_before(&mut self, position: u32) {
        while self.peek().span.start < position {
            self.number_token();
        }
    }

    fn method(&mut self, method: &Method) {
        self.tokens_before(method.name.span().end);
        self.bracketed("(", Rule::First, |planner, group| {
            while !planner.at(")") {
                let comma = planner.at(",");
                planner.number_token();
                if comma {
                    planner.line(group, Line::Plain);
                }
            }
        });
        if let Some(result) = &method.result {
            self.tokens_before(result.span().end);
        }
        if !self.at("{") {
            return;
        }
        self.braces(Rule::Any, |planner, group| {
            for (at, contract) in method.contracts.iter().enumerate() {
                if at > 0 {
                    planner.line(group, Line::Item);
                }
                match contract {
                    Contract::Requires(formulas) | Contract::Ensures(formulas) => planner.expression(formulas),
                    Contract::Throws { class, when } => {
                        planner.tokens_before(class.span().end);
                        when.iter().for_each(|when| planner.expression(when));
                    }
                }
            }
        });
    }
}
