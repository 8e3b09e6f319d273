//! How many methods of a verdict a build puts up with.

use super::findings::{Findings, MethodVerdict};
use std::fmt;
use std::str::FromStr;

/// A verdict with the greatest number of methods that may have it: `pseudo-tested`, `pseudo-tested=3`, `not-covered=10%`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Threshold {
    /// The verdict.
    pub verdict: MethodVerdict,
    /// How many methods may have it.
    pub at_most: AtMost,
}

/// A number of methods.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum AtMost {
    /// So many.
    Count(usize),
    /// So many of a hundred methods that were judged.
    Percent(f64),
}

impl Threshold {
    /// The verdicts that can have one.
    pub const VERDICTS: [MethodVerdict; 3] =
        [MethodVerdict::PseudoTested, MethodVerdict::PartiallyTested, MethodVerdict::NotCovered];

    /// How many methods have the verdict, if there are too many.
    pub fn exceeded(&self, findings: &Findings) -> Option<usize> {
        let count = findings.count(self.verdict);
        let others = findings.count(MethodVerdict::Skipped) + findings.count(MethodVerdict::NotJudged);
        let judged = findings.methods.len() - others;
        let exceeded = match self.at_most {
            AtMost::Count(limit) => count > limit,
            AtMost::Percent(limit) => count as f64 * 100.0 > limit * judged as f64,
        };
        exceeded.then_some(count)
    }
}

impl FromStr for Threshold {
    type Err = String;

    fn from_str(text: &str) -> Result<Threshold, String> {
        let (name, limit) = text.split_once('=').unwrap_or((text, "0"));
        let verdict = Threshold::VERDICTS.into_iter().find(|verdict| verdict.name() == name).ok_or_else(|| {
            let names = Threshold::VERDICTS.map(|verdict| format!("`{}`", verdict.name()));
            format!("no verdict `{name}`; there are {}", names.join(", "))
        })?;
        let at_most = match limit.strip_suffix('%') {
            Some(share) => share.parse().ok().filter(|share| (0.0..=100.0).contains(share)).map(AtMost::Percent),
            None => limit.parse().ok().map(AtMost::Count),
        };
        let at_most = at_most.ok_or_else(|| format!("`{limit}` is neither a number nor a share like `5%`"))?;
        Ok(Threshold { verdict, at_most })
    }
}

impl fmt::Display for AtMost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AtMost::Count(count) => write!(f, "{count}"),
            AtMost::Percent(share) => write!(f, "{share} %"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AtMost, MethodVerdict, Threshold};

    #[test]
    fn a_threshold_is_a_verdict_with_a_number_or_a_share() {
        let threshold = |verdict, at_most| Ok(Threshold { verdict, at_most });
        assert_eq!("pseudo-tested".parse(), threshold(MethodVerdict::PseudoTested, AtMost::Count(0)));
        assert_eq!("not-covered=7".parse(), threshold(MethodVerdict::NotCovered, AtMost::Count(7)));
        assert_eq!("partially-tested=2.5%".parse(), threshold(MethodVerdict::PartiallyTested, AtMost::Percent(2.5)));
        for wrong in ["tested", "pseudo-tested=", "pseudo-tested=-1", "not-covered=101%", "not-covered=NaN%"] {
            assert!(wrong.parse::<Threshold>().is_err(), "{wrong}");
        }
    }
}
