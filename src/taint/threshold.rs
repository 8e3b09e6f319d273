//! How many problems a build puts up with.

use super::findings::Findings;
use super::kind::Problem;
use std::str::FromStr;

/// A problem, with how often there may be one: `brittle-assertion`, `unused-input=20`; or both: `any`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Threshold {
    /// The problem; none for any.
    pub problem: Option<Problem>,
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

/// The word for both problems.
const ANY: &str = "any";

impl Threshold {
    /// The problem's name, or that of both.
    pub fn name(self) -> &'static str {
        self.problem.map_or(ANY, Problem::name)
    }

    /// How far it is exceeded, if it is.
    pub fn exceeded(self, findings: &Findings) -> Option<Exceeded> {
        let count = findings.count(self.problem);
        (count > self.at_most).then_some(Exceeded { threshold: self, count })
    }
}

impl FromStr for Threshold {
    type Err = String;

    fn from_str(text: &str) -> Result<Threshold, String> {
        let (name, limit) = text.split_once('=').unwrap_or((text, "0"));
        let at_most = limit.parse().map_err(|_| format!("`{limit}` is not a number"))?;
        if name == ANY {
            return Ok(Threshold { problem: None, at_most });
        }
        let problem = Problem::ALL.into_iter().find(|problem| problem.name() == name);
        let problem = problem.ok_or_else(|| {
            let names: Vec<String> = Problem::ALL.iter().map(|problem| format!("`{}`", problem.name())).collect();
            format!("nothing is called `{name}`; there are `{ANY}`, {}", names.join(", "))
        })?;
        Ok(Threshold { problem: Some(problem), at_most })
    }
}

#[cfg(test)]
mod tests {
    use super::{Problem, Threshold};

    #[test]
    fn a_threshold_is_a_problem_or_any_with_a_number() {
        let threshold = |problem, at_most| Ok(Threshold { problem, at_most });
        assert_eq!("brittle-assertion".parse(), threshold(Some(Problem::BrittleAssertion), 0));
        assert_eq!("any=3".parse(), threshold(None, 3));
        assert_eq!("unused-input=12".parse(), threshold(Some(Problem::UnusedInput), 12));
        for wrong in ["", "brittle", "any=", "unused-input=-1", "any=5%"] {
            assert!(wrong.parse::<Threshold>().is_err(), "{wrong}");
        }
    }
}
