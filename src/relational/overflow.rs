//! What becomes of integers outside the bit width.

/// What an integer outside the bit width is, and a quotient by zero.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Overflow {
    /// Nothing: it has no value, and lowering says what a comparison of it means where it stands.
    #[default]
    Sound,
    /// What Alloy makes of it with its option to prevent overflows, whatever that is: comparisons are as in
    /// [`Overflow::Sound`] but for premises and sides of `iff`, which are no negations to it, and sums of which a part
    /// overflows, whatever the order in which fex would add.
    Alloy,
    /// Its value in two's complement, as in Alloy without that option.
    Wrap,
}
