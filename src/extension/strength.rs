//! How much of a field-exhaustive suite is to meet in one instance.

/// How many pairs are covered together: the strength of a covering array (Kuhn, Kacker and Lei, Practical Combinatorial Testing, NIST SP 800-142, 2010).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strength {
    /// Every feasible pair is in some instance: a field-exhaustive suite.
    #[default]
    One,
    /// So are every two pairs that some instance has together: their interaction.
    Two,
}

impl Strength {
    /// The strength of a number; `None` if fex does not have that.
    pub fn of(number: u16) -> Option<Strength> {
        match number {
            1 => Some(Strength::One),
            2 => Some(Strength::Two),
            _ => None,
        }
    }

    /// Its number.
    pub fn number(self) -> u16 {
        match self {
            Strength::One => 1,
            Strength::Two => 2,
        }
    }
}
