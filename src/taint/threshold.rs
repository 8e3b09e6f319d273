//! How many problems a build puts up with.

use super::kind::Problem;
use crate::report::{self, Countable};

/// A problem, with the greatest number of it: `brittle-assertion`, `unused-input=20`; or all of them: `any`.
pub type Threshold = report::Threshold<Problem>;

/// A threshold that is exceeded.
pub type Exceeded = report::Exceeded<Problem>;

impl Countable for Problem {
    const ALL: &'static [Problem] = &Problem::ALL;

    const LIMIT: &'static str = "a number";

    fn name(self) -> &'static str {
        Problem::name(self)
    }
}

#[cfg(test)]
mod tests {
    use super::{Problem, Threshold};

    #[test]
    fn a_threshold_is_a_problem_or_any_with_a_number() {
        let threshold = |kind, at_most| Ok(Threshold { kind, at_most });
        assert_eq!("brittle-assertion".parse(), threshold(Some(Problem::BrittleAssertion), 0));
        assert_eq!("any=3".parse(), threshold(None, 3));
        assert_eq!("unused-input=12".parse(), threshold(Some(Problem::UnusedInput), 12));
        for wrong in ["", "brittle", "any=", "unused-input=-1", "any=5%"] {
            assert!(wrong.parse::<Threshold>().is_err(), "{wrong}");
        }
    }
}
