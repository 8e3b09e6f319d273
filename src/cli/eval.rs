//! `fex eval`: evaluates expressions in an instance of a command.

use super::solve::{chosen, compared, contradiction, decide, lowered, say, translated};
use super::specification::{self, Specification};
use super::{Exit, print};
use crate::diagnostic::Source;
use crate::instance::View;
use crate::lower::{Question, Run};
use crate::relational::{AtomId, Evaluator, Instance};
use crate::resolve::{Command, FunctionId};
use crate::sat;
use crate::solve;
use clap::Args;
use std::path::PathBuf;

/// What the questions are called in the text that is checked.
const QUESTION: &str = "fex_question";
/// What the atoms of a question are called there.
const ATOM: &str = "fex_atom";

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
    /// Which of its instances, counted from 1 in the order of `fex solve`
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    instance: u64,
}

/// An expression with its atoms taken out.
struct Asked {
    text: String,
    atoms: Vec<String>,
}

/// A step of a command.
struct Step {
    command: Command,
    run: Run,
    /// The wanted instance, if there are so many.
    found: Option<Instance>,
}

pub(super) fn run(arguments: &Arguments) -> Exit {
    match eval(arguments) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn eval(arguments: &Arguments) -> Result<Exit, Exit> {
    let source = specification::open(&arguments.spec)?;
    let asked: Vec<Asked> = arguments.expressions.iter().map(|text| take_atoms(text)).collect();
    let specification = with_questions(&source, &asked)?;
    let (_, command) = *chosen(&specification, Some(&arguments.command))?.first().ok_or(Exit::Usage)?;
    let config = sat::Config::default();
    let Step { command, run, found } = decide(command, |step| {
        let (run, translated) = translated(&specification, step, compared(arguments.instance))?;
        let mut last = None;
        let result = solve::instances(&translated, &config, arguments.instance, |instance| {
            last = Some(instance.clone());
        });
        let (count, status) = result.map_err(contradiction)?;
        let found = last.filter(|_| count == arguments.instance);
        Ok((Step { command: step.clone(), run, found }, count, status))
    })?;
    let Some(instance) = found else {
        print::message(format_args!("error: `{}` has no instance {}", command.label, arguments.instance));
        return Ok(Exit::Findings);
    };
    let view = View::new(&specification.module, &run, &instance);
    let questions = questions(&specification, &asked, &view)?;
    let run = lowered(&specification, &command, true, &questions)?;
    let mut evaluator = Evaluator::new(&run.problem);
    for (text, question) in arguments.expressions.iter().zip(&run.questions) {
        say(&format!("{text}: {}", value(&mut evaluator, &instance, *question, &view)));
    }
    Ok(Exit::Clean)
}

fn value(evaluator: &mut Evaluator, instance: &Instance, question: Question, view: &View) -> String {
    match question {
        Question::Formula(formula) => evaluator.holds(instance, formula).to_string(),
        Question::Expr(expr) => {
            let tuples = evaluator.value(instance, expr);
            let rows: Vec<String> = view.rows(&tuples).into_iter().map(|row| row.join("->")).collect();
            format!("{{{}}}", rows.join(", "))
        }
    }
}

/// Replaces the names of atoms (`Node$0`) by those of parameters.
fn take_atoms(text: &str) -> Asked {
    let mut asked = Asked { text: String::new(), atoms: Vec::new() };
    let is_part = |letter: char| letter.is_alphanumeric() || "_/$'\"".contains(letter);
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
        let word = &rest[..end];
        match word.split_once('$') {
            Some((name, number)) if !name.is_empty() && !number.is_empty() => {
                let index = asked.atoms.iter().position(|atom| atom == word).unwrap_or(asked.atoms.len());
                if index == asked.atoms.len() {
                    asked.atoms.push(word.to_owned());
                }
                asked.text.push_str(&format!("{ATOM}{index}"));
            }
            _ => asked.text.push_str(word),
        }
        rest = &rest[end..];
        if let Some(letter) = rest.chars().next() {
            asked.text.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    asked
}

/// The specification with a predicate for each question: a formula as it is, and `some e` for an expression.
fn with_questions(source: &Source, asked: &[Asked]) -> Result<Specification, Exit> {
    let mut text = source.text.clone();
    for (index, Asked { text: question, atoms }) in asked.iter().enumerate() {
        let params: Vec<String> = (0..atoms.len()).map(|atom| format!("{ATOM}{atom}: univ")).collect();
        let paragraph = |body: String| format!("\npred {QUESTION}{index}[{}] {{ {body} }}", params.join(", "));
        let formula = paragraph(question.clone());
        let alone = Source::new(source.name.clone(), format!("{}{formula}", source.text));
        let is_formula = specification::is_correct(alone);
        text.push_str(&if is_formula { formula } else { paragraph(format!("some ({question})")) });
    }
    specification::resolve(Source::new(source.name.clone(), text))
}

fn questions(
    specification: &Specification,
    asked: &[Asked],
    view: &View,
) -> Result<Vec<(FunctionId, Vec<AtomId>)>, Exit> {
    let mut questions = Vec::new();
    for (index, Asked { atoms, .. }) in asked.iter().enumerate() {
        let name = format!("{QUESTION}{index}");
        let functions = &specification.module.functions;
        let function = functions.iter().position(|function| function.name == name).ok_or(Exit::Internal)?;
        let mut found = Vec::new();
        for atom in atoms {
            let Some(atom) = view.names.find(atom) else {
                print::message(format_args!("error: there is no atom `{atom}` in this instance"));
                return Err(Exit::Usage);
            };
            found.push(atom);
        }
        questions.push((FunctionId(function as u32), found));
    }
    Ok(questions)
}
