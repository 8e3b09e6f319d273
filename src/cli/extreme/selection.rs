//! Which methods and tests `fex extreme` takes, and which bodies it tries.

use crate::extreme::{Operators, Rule, Selection};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

/// The arguments about what is judged.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "What is judged")]
pub(in crate::cli) struct Judged {
    /// Only classes whose names match; `*` stands for any text
    #[arg(long, value_name = "PATTERN")]
    pub only: Vec<String>,
    /// No classes whose names match
    #[arg(long, value_name = "PATTERN")]
    pub except: Vec<String>,
    /// Skip methods whose class, or class and name, match: `com.example.Main.main`
    #[arg(long, value_name = "PATTERN")]
    pub ignore: Vec<String>,
    /// Do not skip methods for this reason
    #[arg(long, value_enum, value_name = "RULE", value_delimiter = ',')]
    pub keep: Vec<Rule>,
    /// Try more bodies than the default ones
    #[arg(long, value_enum, value_name = "BODY", value_delimiter = ',')]
    pub also: Vec<More>,
}

/// A kind of body that is not tried by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum More {
    /// Empty collections, and new objects that need no arguments
    New,
    /// Collections and optionals with one element
    Single,
    /// Empty optionals
    Optional,
    /// Each parameter of the result type
    Parameter,
    /// `this`, where a method returns its own class
    This,
}

impl ValueEnum for Rule {
    fn value_variants<'a>() -> &'a [Rule] {
        &Rule::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

impl Judged {
    /// What of the classes is transformed, and how.
    pub(super) fn selection(&self) -> Selection {
        Selection {
            rules: Rule::ALL.into_iter().filter(|rule| !self.keep.contains(rule)).collect(),
            operators: Operators {
                new: self.also.contains(&More::New),
                single: self.also.contains(&More::Single),
                optional: self.also.contains(&More::Optional),
                parameter: self.also.contains(&More::Parameter),
                this: self.also.contains(&More::This),
            },
            only: self.only.clone(),
            except: self.except.clone(),
            ignore: self.ignore.clone(),
        }
    }
}
