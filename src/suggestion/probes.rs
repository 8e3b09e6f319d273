//! Evaluates expressions in tests, in the original and in the transformed program.

use super::expressions::{Expression, Origin, Scene};
use super::lineage::TestName;
use super::trial::{Compiler, Trial};
use super::value::Value;
use crate::propagation::Case;
use crate::session::{Failure, NewOutcome};
use crate::source::{Insertion, JavaFile, Method};
use crate::worker::protocol::Unit;
use serde::{Deserialize, Serialize};
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

/// In how many of the classes that run a test expressions are evaluated.
const CLASSES: usize = 4;

/// An expression at a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probe {
    /// The test.
    pub test: TestName,
    /// The statement after which it is evaluated, by its place among those of the test; before which, if it is this statement itself.
    pub statement: usize,
    /// The expression.
    pub expression: Expression,
}

/// An expression that has another value in some transformed programs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Telling {
    /// The expression at its place.
    pub probe: Probe,
    /// Its value in the original program.
    pub was: Value,
    /// Its value in each transformed program in which it is another one.
    #[serde(with = "super::pairs")]
    pub would_be: BTreeMap<Case, Value>,
    /// The only class in which this is known of a test that several run: it has other values in the others.
    pub only: Option<String>,
}

/// What came of evaluating expressions.
#[derive(Debug, Default)]
pub struct Evaluated {
    /// What tells programs apart.
    pub telling: Vec<Telling>,
    /// How many expressions were evaluated for each transformation.
    pub tried: BTreeMap<Case, usize>,
    /// The transformations with which something differed that did not differ once more.
    pub noisy: BTreeSet<Case>,
    /// The tests that did not pass on the unchanged program.
    pub failing: BTreeSet<TestName>,
    /// What the compiler says if the class compiles with none of them.
    pub complaint: Option<String>,
}

/// The values of each probe, by number, in the order in which they were told.
type Values = BTreeMap<usize, Vec<Value>>;

/// What was told in one of the classes that run a test.
struct Told {
    unit: Unit,
    /// The value of each expression that has the same one each time.
    steady: BTreeMap<usize, Value>,
    /// The expressions that do not.
    unsteady: BTreeSet<usize>,
    work: u64,
}

/// The expressions with other values in a test of a class on a transformed program.
type Differing = BTreeMap<(usize, String), BTreeMap<Case, Value>>;

/// The expressions of some tests.
pub fn of_tests(scene: &Scene<'_>, tests: &[&Method]) -> Vec<Probe> {
    let mut probes = Vec::new();
    for method in tests {
        let literals = scene.literals(method);
        for (number, statement) in method.statements.iter().enumerate().filter(|(_, one)| one.is_followable) {
            let test = TestName { class: scene.class.binary.clone(), method: method.name.clone() };
            let expressions =
                scene.after(method, statement, &literals).into_iter().chain(scene.instead(method, number));
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
    /// Evaluates expressions on all programs.
    pub fn evaluated(&mut self, probes: &[Probe]) -> Result<Evaluated, Failure> {
        let mut evaluated = Evaluated::default();
        let groups = match self.groups(probes).map_err(crate::worker::Error::from)? {
            Ok(groups) => groups,
            Err(complaint) => return Ok(Evaluated { complaint: Some(complaint), ..evaluated }),
        };
        for group in &groups {
            self.evaluate(probes, group, &mut evaluated)?;
        }
        Ok(evaluated)
    }

    /// The values of expressions on the unchanged program, by number, as far as they are the same whenever and wherever a test runs.
    pub fn values(&mut self, probes: &[Probe]) -> Result<BTreeMap<usize, Value>, Failure> {
        let mut values = BTreeMap::new();
        let groups = self.groups(probes).map_err(crate::worker::Error::from)?.unwrap_or_default();
        for group in &groups {
            for told in self.on_original_all(probes, group)?.into_values() {
                let Some((first, others)) = told.split_first() else { continue };
                let is_common = |(number, value): &(&usize, &Value)| {
                    others.iter().all(|one| one.steady.get(number).is_none_or(|other| other == *value))
                };
                values.extend(first.steady.iter().filter(is_common).map(|(number, value)| (*number, value.clone())));
            }
        }
        Ok(values)
    }

    /// Compiles the class with its probes; those that are evaluated in the same runs, or what the compiler says if that does not work.
    fn groups(&self, probes: &[Probe]) -> io::Result<Result<Vec<Vec<usize>>, String>> {
        let mut left: BTreeSet<usize> = (0..probes.len()).collect();
        if let Some(complaint) = self.compile(probes, &mut left)? {
            return Ok(Err(complaint));
        }
        let (alone, together): (Vec<usize>, Vec<usize>) =
            left.into_iter().partition(|number| probes[*number].expression.is_changing);
        let mut groups = vec![together];
        groups.extend(alone.into_iter().take(MOST_ALONE).map(|number| vec![number]));
        groups.retain(|group| !group.is_empty());
        Ok(Ok(groups))
    }

    /// What some probes tell in their tests on the unchanged program.
    fn on_original_all<'p>(
        &mut self,
        probes: &'p [Probe],
        group: &[usize],
    ) -> Result<BTreeMap<&'p TestName, Vec<Told>>, Failure> {
        let tests: BTreeSet<&TestName> = group.iter().map(|number| &probes[*number].test).collect();
        let wanted: String = group.iter().map(|number| format!("{number}\n")).collect();
        fs::write(self.trial.file("wanted"), wanted).map_err(crate::worker::Error::from)?;
        tests.into_iter().map(|test| Ok((test, self.on_original(test)?))).collect()
    }

    /// Evaluates some probes in the same runs.
    fn evaluate(&mut self, probes: &[Probe], group: &[usize], evaluated: &mut Evaluated) -> Result<(), Failure> {
        let was = self.on_original_all(probes, group)?;
        let failing = was.iter().filter(|(_, told)| told.is_empty()).map(|(test, _)| (*test).clone());
        evaluated.failing.extend(failing);
        let mut differing = Differing::new();
        for (case, reaching) in self.cases {
            for (test, told) in was.iter().filter(|(test, _)| reaching.contains(**test)) {
                for one in told {
                    *evaluated.tried.entry(*case).or_default() += one.steady.len();
                    if !self.on_transformed(*case, test, one, &mut differing)? {
                        evaluated.noisy.insert(*case);
                    }
                }
            }
        }
        for number in group {
            let probe = &probes[*number];
            evaluated.telling.extend(telling(*number, probe, &was[&probe.test], &differing));
        }
        Ok(())
    }

    /// What is told in the first classes that run a test; nothing of those in which it does not pass.
    fn on_original(&mut self, test: &TestName) -> Result<Vec<Told>, Failure> {
        let units = self.trial.units(test)?;
        let mut all = Vec::new();
        for unit in units.into_iter().take(CLASSES) {
            let runs = [self.run(test, &unit, None)?, self.run(test, &unit, None)?];
            let [Some((first, work)), Some((second, _))] = runs else { continue };
            let (steady, unsteady): (Vec<_>, Vec<_>) = first.into_iter().partition(|(number, values)| {
                second.get(number) == Some(values) && values.windows(2).all(|pair| pair[0] == pair[1])
            });
            all.push(Told {
                unit,
                steady: steady.into_iter().map(|(number, mut values)| (number, values.swap_remove(0))).collect(),
                unsteady: unsteady.into_iter().map(|(number, _)| number).collect(),
                work,
            });
        }
        Ok(all)
    }

    /// Adds what differs on a transformed program in one class that runs a test; whether all that differs once does so again.
    fn on_transformed(
        &mut self,
        case: Case,
        test: &TestName,
        was: &Told,
        differing: &mut Differing,
    ) -> Result<bool, Failure> {
        let Some((first, _)) = self.run(test, &was.unit, Some((case, was.work)))? else { return Ok(true) };
        let other = |number: &usize, changed: &Vec<Value>| {
            let was = was.steady.get(number)?;
            changed.iter().find(|value| *value != was).cloned()
        };
        let mut others: BTreeMap<usize, Value> =
            first.iter().filter_map(|(number, changed)| Some((*number, other(number, changed)?))).collect();
        if others.is_empty() {
            return Ok(true);
        }
        // What differs once may be noise.
        let Some((second, _)) = self.run(test, &was.unit, Some((case, was.work)))? else { return Ok(false) };
        others.retain(|number, _| second.get(number) == first.get(number));
        let is_steady = !others.is_empty();
        for (number, value) in others {
            differing.entry((number, was.unit.id.clone())).or_default().insert(case, value);
        }
        Ok(is_steady)
    }

    /// The values that were told while a class ran a test, and its work; nothing if it did not pass.
    fn run(
        &mut self,
        test: &TestName,
        unit: &Unit,
        change: Option<(Case, u64)>,
    ) -> Result<Option<(Values, u64)>, Failure> {
        // On classes that are loaded anew.
        self.trial.units(test)?;
        let told = self.trial.file("told");
        let _ = fs::remove_file(&told);
        let change = change.map(|(case, work)| ((case.method, case.body), work));
        let NewOutcome::Passed { work } = self.trial.run_unit(unit, change)? else { return Ok(None) };
        let mut values = Values::new();
        // Without any value, there is no file.
        for line in fs::read_to_string(&told).unwrap_or_default().lines() {
            let Some((number, value)) = line.split_once(' ') else { continue };
            let (Ok(number), Some(value)) = (number.parse(), Value::parse(value)) else { continue };
            values.entry(number).or_default().push(value);
        }
        Ok(Some((values, work)))
    }

    /// Compiles the class with its probes, but for those that do not compile; what the compiler says if that does not work.
    fn compile(&self, probes: &[Probe], left: &mut BTreeSet<usize>) -> io::Result<Option<String>> {
        let mut last = None;
        // As Java writes a string.
        let file = self.trial.file("told").display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
        let told = TOLD.replace("\"FILE\"", &format!("\"{file}\""));
        for _ in 0..ATTEMPTS {
            let (text, lines) = self.instrumented(probes, left);
            let complaints = self.trial.compile(self.compiler, &text, &[("fex/trial/Told.java", &told)])?;
            if complaints.is_empty() {
                return Ok(None);
            }
            last = complaints.first().map(|one| one.message.clone());
            let wrong: BTreeSet<usize> =
                complaints.iter().filter_map(|one| one.line).filter_map(|line| lines.get(&line).copied()).collect();
            if wrong.is_empty() {
                break;
            }
            left.retain(|number| !wrong.contains(number));
        }
        Ok(Some(last.unwrap_or_default()))
    }

    /// The text of the class with its probes, and the number of the probe in each line that has one.
    fn instrumented(&self, probes: &[Probe], left: &BTreeSet<usize>) -> (String, BTreeMap<usize, usize>) {
        let mut insertions: Vec<(Insertion, usize)> = Vec::new();
        for number in left {
            let probe = &probes[*number];
            let method = self.file.class(&probe.test.class).and_then(|class| class.method(&probe.test.method, None));
            let Some(statement) = method.and_then(|method| method.statements.get(probe.statement)) else { continue };
            let expression = &probe.expression.text;
            let (at, told, end) = match probe.is_instead() {
                // It may have no value at all.
                true => (statement.range.start, format!("{expression}; fex.trial.Told.value({number}, \"\");"), "\n"),
                false => (statement.range.end, format!("fex.trial.Told.value({number}, {expression});"), ""),
            };
            let text = format!(
                "\nif (fex.trial.Told.wants({number})) try {{ {told} }} \
                 catch (Throwable fexThrown) {{ fex.trial.Told.thrown({number}, fexThrown); }}{end}"
            );
            insertions.push((Insertion { at, text }, *number));
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
            line += insertion.text.matches('\n').count() - 1;
            from = insertion.at;
        }
        text.push_str(&self.file.text[from..]);
        (text, lines)
    }
}

/// What an expression tells: the same in all classes that run the test, or else something in one of them.
fn telling(number: usize, probe: &Probe, told: &[Told], differing: &Differing) -> Option<Telling> {
    let of = |one: &Told| differing.get(&(number, one.unit.id.clone())).cloned();
    let told: Vec<&Told> =
        told.iter().filter(|one| one.steady.contains_key(&number) || one.unsteady.contains(&number)).collect();
    let first = told.first()?;
    let is_common =
        told.iter().all(|one| one.steady.contains_key(&number) && one.steady[&number] == first.steady[&number]);
    if is_common {
        let would_be: BTreeMap<Case, Value> = told.iter().rev().filter_map(|one| of(one)).flatten().collect();
        let was = first.steady[&number].clone();
        return (!would_be.is_empty()).then(|| Telling { probe: probe.clone(), was, would_be, only: None });
    }
    told.iter().find_map(|one| {
        let (was, would_be) = (one.steady.get(&number)?.clone(), of(one)?);
        Some(Telling { probe: probe.clone(), was, would_be, only: Some(one.unit.class.clone()) })
    })
}

impl Probe {
    /// Whether it is evaluated before its statement, in the place of that.
    pub fn is_instead(&self) -> bool {
        self.expression.origin == Origin::Throwing
    }
}

impl Telling {
    /// Whether it is something that the test itself has, or an object in it tells.
    pub fn is_at_hand(&self) -> bool {
        matches!(self.probe.expression.origin, Origin::Variable | Origin::Observer | Origin::Repeated)
    }
}
