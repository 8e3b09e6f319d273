//! Evaluates expressions in tests, in the original and in the transformed program.

use super::expressions::{Expression, Origin, Scene};
use super::trial::{Compiler, TestName, Trial};
use super::value::Value;
use crate::propagation::Case;
use crate::session::{Failure, NewOutcome};
use crate::source::{Insertion, JavaFile, Method};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;

/// What the expressions tell their values to.
const TOLD: &str = include_str!("Told.java");

/// How many expressions are tried in one test class.
const MOST: usize = 600;

/// How many of them are evaluated in runs of their own.
const MOST_ALONE: usize = 24;

/// How often what does not compile is left out before the class is given up.
const ATTEMPTS: usize = 4;

/// An expression at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probe {
    /// The test.
    pub test: TestName,
    /// The statement after which it is evaluated, by its place among those of the test.
    pub statement: usize,
    /// The expression.
    pub expression: Expression,
}

/// An expression that has another value in some transformed programs.
#[derive(Debug, Clone, PartialEq)]
pub struct Telling {
    /// The expression at its place.
    pub probe: Probe,
    /// Its value in the original program.
    pub was: Value,
    /// Its value in each transformed program in which it is another one.
    pub would_be: BTreeMap<Case, Value>,
}

/// The values of each probe, by number, in the order in which they were told.
type Values = BTreeMap<usize, Vec<Value>>;

/// The expressions of some tests.
pub fn of_tests(scene: &Scene<'_>, tests: &[&Method]) -> Vec<Probe> {
    let mut probes = Vec::new();
    for method in tests {
        for (number, statement) in method.statements.iter().enumerate().filter(|(_, one)| one.is_followable) {
            let test = TestName { class: scene.class.binary.clone(), method: method.name.clone() };
            let expressions = scene.after(method, statement).into_iter();
            probes.extend(expressions.map(|expression| Probe { test: test.clone(), statement: number, expression }));
        }
    }
    // What a reviewer hardly wants is left out first.
    probes.sort_by_key(|probe| probe.expression.origin);
    probes.truncate(MOST);
    probes
}

/// Evaluates probes. Each transformation is tried with the tests that reach its method.
pub struct Evaluation<'t, 's> {
    /// Where the tests run.
    pub trial: &'t mut Trial<'s>,
    /// What compiles them.
    pub compiler: Compiler<'t>,
    /// The source of their class.
    pub file: &'t JavaFile,
    /// The transformations, with the tests that reach each.
    pub cases: &'t [(Case, BTreeSet<TestName>)],
}

impl Evaluation<'_, '_> {
    /// What tells the programs apart, with the number of those expressions of each case that were evaluated.
    pub fn telling(&mut self, probes: &[Probe]) -> Result<(Vec<Telling>, BTreeMap<Case, usize>), Failure> {
        let mut left: BTreeSet<usize> = (0..probes.len()).collect();
        if !self.compile(probes, &mut left).map_err(crate::worker::Error::from)? {
            return Ok((Vec::new(), BTreeMap::new()));
        }
        let (alone, together): (Vec<usize>, Vec<usize>) =
            left.into_iter().partition(|number| probes[*number].expression.is_changing);
        let mut groups = vec![together];
        groups.extend(alone.into_iter().take(MOST_ALONE).map(|number| vec![number]));
        let (mut telling, mut tried) = (Vec::new(), BTreeMap::new());
        for group in groups.iter().filter(|group| !group.is_empty()) {
            self.evaluate(probes, group, &mut telling, &mut tried)?;
        }
        Ok((telling, tried))
    }

    /// Evaluates some probes in the same runs.
    fn evaluate(
        &mut self,
        probes: &[Probe],
        group: &[usize],
        telling: &mut Vec<Telling>,
        tried: &mut BTreeMap<Case, usize>,
    ) -> Result<(), Failure> {
        let tests: BTreeSet<TestName> = group.iter().map(|number| probes[*number].test.clone()).collect();
        let wanted: String = group.iter().map(|number| format!("{number}\n")).collect();
        fs::write(self.trial.file("wanted"), wanted).map_err(crate::worker::Error::from)?;
        let mut was: BTreeMap<TestName, (Values, u64)> = BTreeMap::new();
        for test in &tests {
            let runs = [self.run(test, None)?, self.run(test, None)?];
            let [Some((first, work)), Some((second, _))] = runs else { continue };
            let steady = first.into_iter().filter(|(number, values)| {
                second.get(number) == Some(values) && values.windows(2).all(|pair| pair[0] == pair[1])
            });
            was.insert(test.clone(), (steady.collect(), work));
        }
        let mut would_be: BTreeMap<usize, BTreeMap<Case, Value>> = BTreeMap::new();
        for (case, reaching) in self.cases {
            for (test, (values, work)) in was.iter().filter(|(test, _)| reaching.contains(test)) {
                *tried.entry(*case).or_default() += values.len();
                let Some((first, _)) = self.run(test, Some((*case, *work)))? else { continue };
                let differs = |(number, changed): &(&usize, &Vec<Value>)| {
                    values.get(number).is_some_and(|values| values != *changed)
                };
                if !first.iter().any(|one| differs(&one)) {
                    continue;
                }
                // What differs once may be noise.
                let Some((second, _)) = self.run(test, Some((*case, *work)))? else { continue };
                for (number, changed) in
                    first.iter().filter(differs).filter(|(number, changed)| second.get(number) == Some(changed))
                {
                    let other = changed.iter().find(|value| **value != values[number][0]);
                    if let Some(other) = other {
                        would_be.entry(*number).or_default().insert(*case, other.clone());
                    }
                }
            }
        }
        for (number, would_be) in would_be {
            let probe = probes[number].clone();
            let was = was[&probe.test].0[&number][0].clone();
            telling.push(Telling { probe, was, would_be });
        }
        Ok(())
    }

    /// The values that were told while a test ran, and its work; nothing if it did not pass.
    fn run(&mut self, test: &TestName, change: Option<(Case, u64)>) -> Result<Option<(Values, u64)>, Failure> {
        let told = self.trial.file("told");
        let _ = fs::remove_file(&told);
        let change = change.map(|(case, work)| ((case.method, case.body), work));
        let NewOutcome::Passed { work } = self.trial.run(test, change)? else { return Ok(None) };
        let mut values = Values::new();
        // Without any value, there is no file.
        for line in fs::read_to_string(&told).unwrap_or_default().lines() {
            let Some((number, value)) = line.split_once(' ') else { continue };
            let (Ok(number), Some(value)) = (number.parse(), Value::parse(value)) else { continue };
            values.entry(number).or_default().push(value);
        }
        Ok(Some((values, work)))
    }

    /// Compiles the class with its probes, but for those that do not compile; whether that works.
    fn compile(&self, probes: &[Probe], left: &mut BTreeSet<usize>) -> io::Result<bool> {
        // As Java writes a string.
        let file = self.trial.file("told").display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
        let told = TOLD.replace("\"FILE\"", &format!("\"{file}\""));
        for _ in 0..ATTEMPTS {
            let (text, lines) = self.instrumented(probes, left);
            let complaints = self.trial.compile(self.compiler, &text, &[("fex/trial/Told.java", &told)])?;
            if complaints.is_empty() {
                return Ok(true);
            }
            let wrong: BTreeSet<usize> =
                complaints.iter().filter_map(|one| one.line).filter_map(|line| lines.get(&line).copied()).collect();
            if wrong.is_empty() {
                return Ok(false);
            }
            left.retain(|number| !wrong.contains(number));
        }
        Ok(false)
    }

    /// The text of the class with its probes, and the number of the probe in each line that has one.
    fn instrumented(&self, probes: &[Probe], left: &BTreeSet<usize>) -> (String, BTreeMap<usize, usize>) {
        let mut insertions: Vec<(Insertion, usize)> = Vec::new();
        for number in left {
            let probe = &probes[*number];
            let method = self.file.class(&probe.test.class).and_then(|class| class.method(&probe.test.method, None));
            let Some(statement) = method.and_then(|method| method.statements.get(probe.statement)) else { continue };
            let text = format!(
                "\nif (fex.trial.Told.wants({number})) try {{ fex.trial.Told.value({number}, {}); }} \
                 catch (Throwable fexThrown) {{ fex.trial.Told.thrown({number}, fexThrown); }}",
                probe.expression.text
            );
            insertions.push((Insertion { at: statement.range.end, text }, *number));
        }
        insertions.sort_by_key(|(insertion, _)| insertion.at);
        let (mut text, mut lines, mut from) = (String::new(), BTreeMap::new(), 0);
        let mut line = 1;
        for (insertion, number) in insertions {
            let before = &self.file.text[from..insertion.at];
            line += before.matches('\n').count() + 1;
            text.push_str(before);
            text.push_str(&insertion.text);
            lines.insert(line, number);
            from = insertion.at;
        }
        text.push_str(&self.file.text[from..]);
        (text, lines)
    }
}

impl Telling {
    /// Whether it is something that the test itself has, or an object in it tells.
    pub fn is_at_hand(&self) -> bool {
        matches!(self.probe.expression.origin, Origin::Variable | Origin::Observer | Origin::Repeated)
    }
}
