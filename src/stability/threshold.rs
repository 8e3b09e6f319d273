//! How many tests that depend on something a build puts up with.

use crate::report::{self, Countable};
use crate::surroundings::Factor;

/// A factor, with the greatest number of tests that may depend on it: `order`, `locale=3`; or all factors: `any`.
pub type Threshold = report::Threshold<Factor>;

/// A threshold that is exceeded.
pub type Exceeded = report::Exceeded<Factor>;

impl Countable for Factor {
    const ALL: &'static [Factor] = &Factor::ALL;

    const LIMIT: &'static str = "a number of tests";

    fn name(self) -> &'static str {
        Factor::name(self)
    }
}

#[cfg(test)]
mod tests {
    use super::{Factor, Threshold};

    #[test]
    fn a_threshold_is_a_factor_or_any_with_a_number() {
        let threshold = |kind, at_most| Ok(Threshold { kind, at_most });
        assert_eq!("order".parse(), threshold(Some(Factor::Order), 0));
        assert_eq!("any=3".parse(), threshold(None, 3));
        assert_eq!("hash-order=12".parse(), threshold(Some(Factor::HashOrder), 12));
        for wrong in ["", "orders", "order=", "order=-1", "any=5%"] {
            assert!(wrong.parse::<Threshold>().is_err(), "{wrong}");
        }
    }
}
