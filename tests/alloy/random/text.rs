//! Text of an expression with its precedence, so that parentheses are written where they are needed and now and then
//! where they are not.

/// How tightly the outermost operator of an expression binds, loosest first.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Level {
    /// A quantifier or `let`, or what ends with one: it reaches as far to the right as it can.
    Open,
    Or,
    Iff,
    Implies,
    And,
    Not,
    Compare,
    Shift,
    Union,
    Cardinality,
    Override,
    Intersection,
    Arrow,
    Domain,
    Range,
    Box,
    Dot,
    Unary,
    Base,
}

/// An expression or a formula.
#[derive(Clone, Debug)]
pub struct Text {
    pub text: String,
    pub level: Level,
}

impl Text {
    pub fn base(text: impl Into<String>) -> Text {
        Text { text: text.into(), level: Level::Base }
    }

    /// The text where something is needed that binds at least so tightly.
    pub fn at(&self, level: Level) -> String {
        if self.level >= level { self.text.clone() } else { format!("({})", self.text) }
    }
}

/// `left operator right` for an operator that groups to the left. A right operand that is a quantifier needs no
/// parentheses, but then all is as open to the right as that is.
pub fn binary(left: &Text, operator: &str, right: &Text, level: Level) -> Text {
    let left = left.at(level);
    if right.level == Level::Open {
        return Text { text: format!("{left} {operator} {}", right.text), level: Level::Open };
    }
    Text { text: format!("{left} {operator} {}", right.at(tighter(level))), level }
}

/// `operator operand` for an operator before its operand.
pub fn unary(operator: &str, operand: &Text, level: Level) -> Text {
    if operand.level == Level::Open && level < Level::Compare {
        return Text { text: format!("{operator} {}", operand.text), level: Level::Open };
    }
    Text { text: format!("{operator} {}", operand.at(level)), level }
}

/// What binds more tightly than `level`, by one step.
pub fn tighter(level: Level) -> Level {
    use Level::*;
    match level {
        Open => Or,
        Or => Iff,
        Iff => Implies,
        Implies => And,
        And => Not,
        Not => Compare,
        Compare => Shift,
        Shift => Union,
        Union => Cardinality,
        Cardinality => Override,
        Override => Intersection,
        Intersection => Arrow,
        Arrow => Domain,
        Domain => Range,
        Range => Box,
        Box => Dot,
        Dot => Unary,
        Unary | Base => Base,
    }
}
