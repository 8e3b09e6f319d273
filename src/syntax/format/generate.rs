//! Where lines of `generate` paragraphs may end.

use super::document::{Builder, Line, Rule};
use crate::syntax::tree::{Contract, Generate, GenerateItem, Method};

impl Builder<'_> {
    /// A `generate` paragraph.
    pub(super) fn generate(&mut self, generate: &Generate) {
        self.tokens_to(&["for", "{"]);
        self.scope(generate.place.0.end);
        self.braces(Rule::Always, |builder, group| {
            for (at, item) in generate.items.iter().enumerate() {
                if at > 0 {
                    builder.line(group, Line::Item);
                }
                match item {
                    GenerateItem::Range(range) => builder.numbers_before(range.range.high.place.0.end),
                    GenerateItem::Method(method) => builder.method(method),
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
        self.bracketed("(", Rule::First, |builder, group| {
            while !builder.at(")") {
                let comma = builder.at(",");
                builder.number_token();
                if comma {
                    builder.line(group, Line::Plain);
                }
            }
        });
        if let Some(result) = &method.result {
            self.tokens_before(result.span().end);
        }
        if !self.at("{") {
            return;
        }
        self.braces(Rule::Any, |builder, group| {
            for (at, contract) in method.contracts.iter().enumerate() {
                if at > 0 {
                    builder.line(group, Line::Item);
                }
                match contract {
                    Contract::Requires(formulas) | Contract::Ensures(formulas) => builder.expression(formulas),
                    Contract::Throws { class, when } => {
                        builder.tokens_before(class.span().end);
                        when.iter().for_each(|when| builder.expression(when));
                    }
                }
            }
        });
    }
}
