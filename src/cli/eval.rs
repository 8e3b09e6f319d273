//! `fex eval`: evaluates expressions in an instance of a command.

use super::solve::OverflowName;
use super::terminal::Terminal;
use super::{Exit, print};
use crate::app::eval::{self, Job, Value};
use clap::Args;
use itertools::Itertools;
use std::path::PathBuf;

/// The arguments of `fex eval`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The specification
    spec: PathBuf,
    /// Expressions and formulas; atoms are written as `fex solve` prints them
    #[arg(required = true, value_name = "EXPR")]
    expressions: Vec<String>,
    /// The command whose instance is taken, by its label or its number (from 0)
    #[arg(long, value_name = "LABEL", default_value = "0")]
    command: String,
    /// Which instance of the command, counted from 1 in the order in which `fex solve` prints them
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    instance: u64,
    /// Which state of a trace, counted from 0; behind the last one, it goes on where that leads back to
    #[arg(long, value_name = "N", default_value_t = 0)]
    state: usize,
    /// What becomes of integers outside the bit width
    #[arg(long, value_enum, default_value_t = OverflowName::Sound)]
    overflow: OverflowName,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    let terminal = Terminal::new(false);
    let Arguments { spec, expressions, command, instance, state, overflow } = arguments;
    let (spec, command, instance, state) = (spec.clone(), command.clone(), *instance, *state);
    let job = Job { spec, expressions: expressions.clone(), command, instance, state, overflow: overflow.meaning() };
    terminal.finish(eval::eval(&job, &terminal.caller()), |values| {
        for (expression, value) in job.expressions.iter().zip(&values) {
            print::result(format_args!("{expression}: {}", in_words(value)));
        }
        Exit::Clean
    })
}

fn in_words(value: &Value) -> String {
    match value {
        Value::Truth(truth) => truth.to_string(),
        Value::Tuples(tuples) => format!("{{{}}}", tuples.iter().map(|tuple| tuple.join("->")).join(", ")),
    }
}
