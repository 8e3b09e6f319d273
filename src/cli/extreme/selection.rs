//! Which methods and tests `fex extreme` takes, and which bodies it tries.

use crate::cli::tests::list;
use crate::extreme::{Operator, Rule};
use crate::settings::Extreme;
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
    pub also: Vec<Operator>,
}

impl ValueEnum for Rule {
    fn value_variants<'a>() -> &'a [Rule] {
        &Rule::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

impl ValueEnum for Operator {
    fn value_variants<'a>() -> &'a [Operator] {
        &Operator::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(match self {
            Operator::New => "Empty collections, and new objects that need no arguments",
            Operator::Single => "Collections and optionals with one element",
            Operator::Optional => "Empty optionals",
            Operator::Parameter => "Each parameter of the result type",
            Operator::This => "`this`, where a method returns its own class",
        }))
    }
}

impl Judged {
    /// What these flags say.
    pub(in crate::cli) fn settings(&self) -> Extreme {
        Extreme {
            only: list(&self.only),
            except: list(&self.except),
            ignore: list(&self.ignore),
            keep: list(&self.keep),
            also: list(&self.also),
            ..Extreme::default()
        }
    }
}
