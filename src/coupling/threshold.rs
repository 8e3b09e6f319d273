//! What a build does not put up with.

use std::str::FromStr;

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Coupled branches that no test covers.
    Open,
    /// Pairs of classes none of whose coupled branches any test covers.
    NotExercised,
    /// Exceptions that a search meets and that nobody has announced.
    Suspicious,
}

impl Measure {
    /// All of them.
    pub const ALL: [Measure; 3] = [Measure::Open, Measure::NotExercised, Measure::Suspicious];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Open => "open",
            Measure::NotExercised => "not-exercised",
            Measure::Suspicious => "suspicious",
        }
    }

    /// What is counted, in words behind a number.
    pub fn words(self) -> &'static str {
        match self {
            Measure::Open => "coupled branches are open",
            Measure::NotExercised => "pairs are not exercised",
            Measure::Suspicious => "suspicious exceptions were met",
        }
    }
}

/// What is counted, with the greatest number of it: `open`, `open=30`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Threshold {
    /// What is counted.
    pub measure: Measure,
    /// How many there may be.
    pub at_most: usize,
}

/// A threshold that is exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exceeded {
    /// The threshold.
    pub threshold: Threshold,
    /// How many there are.
    pub count: usize,
}

impl FromStr for Threshold {
    type Err = String;

    fn from_str(text: &str) -> Result<Threshold, String> {
        let (name, limit) = text.split_once('=').unwrap_or((text, "0"));
        let at_most = limit.parse().map_err(|_| format!("`{limit}` is not a number"))?;
        let measure = Measure::ALL.into_iter().find(|measure| measure.name() == name);
        let measure = measure
            .ok_or_else(|| format!("nothing is called `{name}`; there are `open`, `not-exercised`, `suspicious`"))?;
        Ok(Threshold { measure, at_most })
    }
}

#[cfg(test)]
mod tests {
    use super::{Measure, Threshold};

    #[test]
    fn a_threshold_is_a_measure_with_a_number() {
        let threshold = |measure, at_most| Ok(Threshold { measure, at_most });
        assert_eq!("open".parse(), threshold(Measure::Open, 0));
        assert_eq!("open=30".parse(), threshold(Measure::Open, 30));
        assert_eq!("suspicious".parse(), threshold(Measure::Suspicious, 0));
        assert_eq!("not-exercised=2".parse(), threshold(Measure::NotExercised, 2));
        for wrong in ["", "closed", "open=", "open=-1", "open=5%"] {
            assert!(wrong.parse::<Threshold>().is_err(), "{wrong}");
        }
    }
}
