//! Expressions evaluated in an instance of a command.

use super::solve::{chosen, compared, decide};
use super::specification::{self, Specification};
use super::translated::{contradiction, lengths, lowered, translated};
use super::{Caller, Diagnosed, Failure, Kind, Message, Part};
use crate::diagnostic::{self, Diagnostic, FileId, Label, Severity, Source, Span};
use crate::instance::View;
use crate::lower::{At, CommandOptions, Question, Run};
use crate::relational::{AtomId, Evaluator, Instance, Overflow};
use crate::resolve::{Command, FunctionId};
use crate::sat;
use crate::solve::{self, Status};
use itertools::Itertools;
use std::path::PathBuf;

/// What the questions are called in the text that is checked.
const QUESTION: &str = "fex_question";
/// What messages call the text of a question.
const EXPRESSION: &str = "<expression>";

/// What is evaluated, and in which instance.
#[derive(Debug, Clone)]
pub struct Job {
    /// The specification.
    pub spec: PathBuf,
    /// Expressions and formulas; atoms are written as instances name them.
    pub expressions: Vec<String>,
    /// The command whose instance is taken, by its label or its number (from 0).
    pub command: String,
    /// Which instance of the command, counted from 1.
    pub instance: u64,
    /// Which state of it, if it is a trace, counted from 0; behind the last one, the trace goes on where that leads back to.
    pub state: usize,
    /// What becomes of integers outside the bit width.
    pub overflow: Overflow,
}

/// What an expression or a formula is in an instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Whether a formula holds.
    Truth(bool),
    /// The tuples of an expression, each as the names of its atoms.
    Tuples(Vec<Vec<String>>),
}

/// An expression with its atoms taken out: each has a parameter in its place whose name is as long, so that all places stay.
struct Asked {
    text: String,
    atoms: Vec<Atom>,
}

/// An atom of an expression, and the parameter that stands for it.
struct Atom {
    name: String,
    parameter: String,
}

/// A step of a command.
struct Step {
    command: Command,
    run: Run,
    /// The wanted instance, if there are so many.
    found: Option<Instance>,
}

/// The values of the expressions, in their order.
pub fn eval(job: &Job, caller: &Caller) -> Result<Vec<Value>, Failure> {
    let source = specification::open(&caller.path(&job.spec))?;
    let asked: Vec<Asked> = job.expressions.iter().map(|text| take_atoms(text)).collect();
    let specification = with_questions(source, &asked, caller)?;
    let commands = chosen(&specification, Some(&job.command))?;
    let (_, command) = commands[0];
    let config = sat::SolverConfig::default();
    let Step { command, run, found } = decide(command, |step| {
        let mut missing = job.instance;
        let mut ended = None;
        for length in lengths(step) {
            let settings = CommandOptions { length, overflow: job.overflow, ..CommandOptions::default() };
            let (run, translated) = translated(&specification, step, compared(job.instance), settings)?;
            let mut last = None;
            let result = solve::instances(&translated, &config, missing, |instance| {
                last = Some(instance.clone());
            });
            let (count, status) = result.map_err(contradiction)?;
            missing -= count;
            let found = last.filter(|_| missing == 0);
            ended = Some((Step { command: step.clone(), run, found }, job.instance - missing, status));
            if status != Status::Complete {
                break;
            }
        }
        Ok(ended.expect("there is a least length"))
    })?;
    let Some(instance) = found else {
        let reason = format!("`{}` has no instance {}", command.label, job.instance);
        return Err(Failure::new(Kind::Findings, Message::error(reason)));
    };
    let view = View::new(&specification.module, &run, &instance);
    let questions = questions(&specification, &asked, &view)?;
    let length = run.is_trace.then_some(run.states.len() as u32);
    let at = At { back: run.back(&instance), state: job.state };
    let overflow = job.overflow;
    let settings =
        CommandOptions { ordered: true, questions: &questions, length, at, overflow, ..CommandOptions::default() };
    let run = lowered(&specification, &command, settings)?;
    let mut evaluator = Evaluator::new(&run.problem);
    Ok(run.questions.iter().map(|question| value(&mut evaluator, &instance, *question, &view)).collect())
}

fn value(evaluator: &mut Evaluator, instance: &Instance, question: Question, view: &View) -> Value {
    match question {
        Question::Formula(formula) => Value::Truth(evaluator.holds(instance, formula)),
        Question::Expr(expr) => {
            let tuples = evaluator.value(instance, expr);
            let rows = view.rows(&tuples).into_iter();
            Value::Tuples(rows.map(|row| row.into_iter().map(str::to_owned).collect()).collect())
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
                // No other name is likely to have a quotation mark inside.
                let parameter = word.replace(['$', '/'], "\"");
                asked.text.push_str(&parameter);
                if asked.atoms.iter().all(|atom| atom.name != word) {
                    asked.atoms.push(Atom { name: word.to_owned(), parameter });
                }
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

/// The specification with a predicate for each question. Messages are about the questions as they were asked.
fn with_questions(source: Source, asked: &[Asked], caller: &Caller) -> Result<Specification, Failure> {
    specification::resolve(source.clone(), caller)?;
    let mut text = source.text.clone();
    let mut is_understood = true;
    let mut parts: Vec<Part> = Vec::new();
    for (index, question) in asked.iter().enumerate() {
        let (paragraph, told) = posed(&source, index, question);
        is_understood &= !diagnostic::any_error(&told);
        if !told.is_empty() {
            let sources = vec![Source::new(EXPRESSION, question.original())];
            parts.push(Diagnosed { sources, diagnostics: told }.into());
        }
        text.push_str(&paragraph);
    }
    if !is_understood {
        return Err(Failure { kind: Kind::Usage, parts });
    }
    parts.into_iter().for_each(|part| caller.say(part));
    let (specification, sources, diagnostics) = specification::checked(Source::new(source.name, text));
    specification.ok_or_else(|| Failure::diagnosed(&sources, diagnostics))
}

/// A question as a predicate, a formula as it is, and `some e` for an expression; and what is to be said of it.
fn posed(source: &Source, index: usize, asked: &Asked) -> (String, Vec<Diagnostic>) {
    let params = asked.atoms.iter().map(|atom| format!("{}: univ", atom.parameter)).join(", ");
    let head = format!("\npred {QUESTION}{index}[{params}] {{ ");
    let tried = |before: &str, after: &str| {
        let paragraph = format!("{head}{before}{}{after} }}", asked.text);
        let start = source.text.len() + head.len() + before.len();
        let (_, _, diagnostics) =
            specification::checked(Source::new(source.name.clone(), format!("{}{paragraph}", source.text)));
        let of_question = diagnostics.into_iter().filter(|diagnostic| {
            let range = source.text.len()..source.text.len() + paragraph.len();
            diagnostic.primary.span.file == FileId::ROOT && range.contains(&(diagnostic.primary.span.start as usize))
        });
        let told: Vec<Diagnostic> = of_question.map(|diagnostic| asked.told(diagnostic, start, index)).collect();
        (paragraph, told)
    };
    let errors = |told: &[Diagnostic]| told.iter().filter(|told| told.severity == Severity::Error).count();
    let formula = tried("", "");
    if errors(&formula.1) == 0 {
        return formula;
    }
    let expression = tried("some (", ")");
    // What is neither is what it has fewer mistakes as.
    if errors(&expression.1) <= errors(&formula.1) { expression } else { formula }
}

impl Asked {
    /// The question as it was asked.
    fn original(&self) -> String {
        self.in_words(&self.text)
    }

    /// A text with the names of atoms in the places of their parameters.
    fn in_words(&self, text: &str) -> String {
        self.atoms.iter().fold(text.to_owned(), |text, atom| text.replace(&atom.parameter, &atom.name))
    }

    /// A message about the predicate of a question, whose text starts at a place, as one about the question alone.
    fn told(&self, diagnostic: Diagnostic, start: usize, index: usize) -> Diagnostic {
        let end = start + self.text.len();
        let place = |span: Span| {
            let local = |position: u32| (position as usize).clamp(start, end) - start;
            Span::new(local(span.start), local(span.end))
        };
        let words =
            |text: String| self.in_words(&text.replace(&format!("predicate `{QUESTION}{index}`"), "the expression"));
        let is_inside =
            |label: &Label| label.span.file == FileId::ROOT && (start..=end).contains(&(label.span.start as usize));
        let label = |label: Label| Label { span: place(label.span), text: words(label.text) };
        Diagnostic {
            severity: diagnostic.severity,
            message: words(diagnostic.message),
            primary: label(diagnostic.primary),
            secondary: diagnostic.secondary.into_iter().filter(is_inside).map(label).collect(),
            help: diagnostic.help.map(|help| words(help.into()).into()),
            // A question is no text that could be changed.
            cure: None,
        }
    }
}

fn questions(
    specification: &Specification,
    asked: &[Asked],
    view: &View,
) -> Result<Vec<(FunctionId, Vec<AtomId>)>, Failure> {
    let mut questions = Vec::new();
    for (index, Asked { atoms, .. }) in asked.iter().enumerate() {
        let name = format!("{QUESTION}{index}");
        let functions = &specification.module.functions;
        let function = functions.iter().position(|function| function.name == name);
        let function = function.expect("each question is a predicate of the specification");
        let mut found = Vec::new();
        for Atom { name, .. } in atoms {
            let Some(atom) = view.names.find(name) else {
                return Err(Failure::usage(format_args!("there is no atom `{name}` in this instance")));
            };
            found.push(atom);
        }
        questions.push((FunctionId(function as u32), found));
    }
    Ok(questions)
}
