//! How many tests that depend on something a build puts up with.

use super::factor::Factor;
use super::findings::Findings;
use std::str::FromStr;

/// A factor, with the greatest number of tests that may depend on it: `order`, `locale=3`; or all factors: `any`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Threshold {
    /// The factor; none for any.
    pub factor: Option<Factor>,
    /// How many tests may depend on it.
    pub at_most: usize,
}

/// A threshold that is exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exceeded {
    /// The threshold.
    pub threshold: Threshold,
    /// How many tests depend on the factor.
    pub count: usize,
}

/// The word for all factors.
const ANY: &str = "any";

impl Threshold {
    /// The factor's name, or that of all.
    pub fn name(self) -> &'static str {
        self.factor.map_or(ANY, Factor::name)
    }

    /// How far it is exceeded, if it is.
    pub fn exceeded(self, findings: &Findings) -> Option<Exceeded> {
        let count = findings.count(self.factor);
        (count > self.at_most).then_some(Exceeded { threshold: self, count })
    }
}

impl FromStr for Threshold {
    type Err = String;

    fn from_str(text: &str) -> Result<Threshold, String> {
        let (name, limit) = text.split_once('=').unwrap_or((text, "0"));
        let at_most = limit.parse().map_err(|_| format!("`{limit}` is not a number of tests"))?;
        if name == ANY {
            return Ok(Threshold { factor: None, at_most });
        }
        let factor = Factor::ALL.into_iter().find(|factor| factor.name() == name);
        let factor = factor.ok_or_else(|| {
            let names: Vec<String> = Factor::ALL.iter().map(|factor| format!("`{}`", factor.name())).collect();
            format!("nothing is called `{name}`; there are `{ANY}`, {}", names.join(", "))
        })?;
        Ok(Threshold { factor: Some(factor), at_most })
    }
}

#[cfg(test)]
mod tests {
    use super::{Factor, Threshold};

    #[test]
    fn a_threshold_is_a_factor_or_any_with_a_number() {
        let threshold = |factor, at_most| Ok(Threshold { factor, at_most });
        assert_eq!("order".parse(), threshold(Some(Factor::Order), 0));
        assert_eq!("any=3".parse(), threshold(None, 3));
        assert_eq!("hash-order=12".parse(), threshold(Some(Factor::HashOrder), 12));
        for wrong in ["", "orders", "order=", "order=-1", "any=5%"] {
            assert!(wrong.parse::<Threshold>().is_err(), "{wrong}");
        }
    }
}
