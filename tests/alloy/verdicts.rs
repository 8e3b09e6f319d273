//! The table of Alloy's verdicts on its own models, which fex is held against; a sample of it is asked for anew.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::fex;
use super::judge::{Judge, ModuleCommand, Options, Overflow, Solver, Verdict};
use super::models;
use super::traces;

/// A command of a model in Alloy's jar, and what Alloy says of it.
#[derive(Debug)]
pub struct Row {
    /// The model's path within the folder of models.
    pub model: String,
    /// The command's place in the model.
    pub index: usize,
    pub label: String,
    /// Whether it is a `check`.
    pub check: bool,
    /// What the model's author expected: -1 says nothing, 0 unsatisfiable, 1 satisfiable.
    pub expects: i32,
    pub verdict: Verdict,
    pub primary: u32,
    pub variables: u32,
    pub clauses: u32,
    /// How many instances there are without symmetry breaking; nothing if there are more than [`MOST`] or they take
    /// Alloy too long.
    pub instances: Option<u32>,
}

/// The columns, in the order of a row.
const HEADER: &str = "model\tindex\tkind\tlabel\texpects\tverdict\tprimary\tvariables\tclauses\tinstances";

/// Up to how many instances are counted.
const MOST: u32 = 20_000;

/// How long they may take, in seconds of processor time.
const COUNTING_SECONDS: u32 = 10;

impl Row {
    /// The file of the model.
    pub fn file(&self) -> PathBuf {
        models::folder().join(&self.model)
    }

    fn parse(line: &str) -> Row {
        let columns: Vec<&str> = line.split('\t').collect();
        let number = |column: usize| columns[column].parse().unwrap_or_else(|_| panic!("no number: {line}"));
        Row {
            model: columns[0].to_owned(),
            index: number(1) as usize,
            check: columns[2] == "check",
            label: columns[3].to_owned(),
            expects: columns[4].parse().unwrap_or_else(|_| panic!("no number: {line}")),
            verdict: verdict(columns[5]),
            primary: number(6),
            variables: number(7),
            clauses: number(8),
            instances: (columns[9] != "-").then(|| number(9)),
        }
    }

    fn write(&self) -> String {
        let kind = if self.check { "check" } else { "run" };
        let Row { model, index, label, expects, primary, variables, clauses, .. } = self;
        let verdict = word(self.verdict);
        let instances = self.instances.map_or("-".to_owned(), |count| count.to_string());
        format!(
            "{model}\t{index}\t{kind}\t{label}\t{expects}\t{verdict}\t{primary}\t{variables}\t{clauses}\t{instances}"
        )
    }
}

const WORDS: [(&str, Verdict); 5] = [
    ("sat", Verdict::Sat),
    ("unsat", Verdict::Unsat),
    ("error", Verdict::Error),
    ("temporal", Verdict::Temporal),
    ("timeout", Verdict::Timeout),
];

fn verdict(word: &str) -> Verdict {
    WORDS.iter().find(|(known, _)| *known == word).unwrap_or_else(|| panic!("no verdict: {word}")).1
}

fn word(verdict: Verdict) -> &'static str {
    WORDS.iter().find(|(_, known)| *known == verdict).expect("every verdict has a word").0
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/alloy/verdicts.tsv")
}

/// The table.
pub fn table() -> Vec<Row> {
    let text = fs::read_to_string(path()).expect("the table can be read");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(HEADER));
    lines.map(Row::parse).collect()
}

#[test]
fn every_model_of_the_jar_is_in_the_table() {
    let mut rows = table().into_iter().map(|row| row.model).collect::<Vec<_>>();
    rows.dedup();
    let mut judge = Judge::default();
    let mut absent: Vec<String> = models::all().into_iter().filter(|model| !rows.contains(model)).collect();
    absent.retain(|model| !judge.read(&models::folder().join(model)).commands.is_empty());
    assert!(absent.is_empty(), "models with commands that the table lacks: {absent:?}");
}

/// Commands about which the author of a model expects something else than Alloy finds.
const UNEXPECTED: &[(&str, usize)] = &[
    ("examples/algorithms/dijkstra.als", 1),
    ("examples/algorithms/peterson.als", 0),
    ("examples/algorithms/peterson.als", 1),
];

/// Commands that none of Alloy's solvers decides in a minute, with what fex says.
const UNDECIDED: &[(&str, usize, Verdict)] = &[("book/chapter6/hotel4.als", 0, Verdict::Unsat)];

/// Commands that Alloy refuses and fex does not, with what it says: a witness of many tuples within a quantifier over
/// `disj` variables, which Alloy does not skolemize.
const REFUSED_BY_ALLOY: &[(&str, usize, Verdict)] = &[("examples/case_studies/ins.als", 0, Verdict::Sat)];

/// What a list says of a command.
fn listed(list: &[(&str, usize, Verdict)], row: &Row) -> Option<Verdict> {
    list.iter().find(|(model, index, _)| (*model, *index) == (&row.model, row.index)).map(|(.., verdict)| *verdict)
}

#[test]
fn the_authors_expect_what_alloy_finds_but_for_some() {
    let differs = |row: &Row| match row.verdict {
        Verdict::Sat => row.expects == 0,
        Verdict::Unsat => row.expects == 1,
        _ => false,
    };
    let found: Vec<(String, usize)> = table().into_iter().filter(differs).map(|row| (row.model, row.index)).collect();
    let listed: Vec<(String, usize)> = UNEXPECTED.iter().map(|(model, index)| ((*model).to_owned(), *index)).collect();
    assert_eq!(found, listed);
}

#[test]
fn the_lists_are_of_what_alloy_does_not_decide() {
    for (list, verdict) in [(UNDECIDED, Verdict::Timeout), (REFUSED_BY_ALLOY, Verdict::Error)] {
        let rows: Vec<Row> = table().into_iter().filter(|row| listed(list, row).is_some()).collect();
        assert_eq!(rows.len(), list.len());
        assert!(rows.iter().all(|row| row.verdict == verdict), "{rows:?}");
    }
}

#[test]
fn every_command_of_every_model_has_alloys_verdict_and_no_more_primary_variables() {
    let mut wrong = Vec::new();
    let mut compared = 0;
    let rows = table();
    for rows in rows.chunk_by(|one, next| one.model == next.model) {
        let model = &rows[0].model;
        let (solved, complaints) = fex::solve(&rows[0].file(), &[]);
        for row in rows {
            let answer = solved.iter().find(|solved| solved.index == row.index);
            let found = answer.map(|solved| solved.verdict);
            let expected = match row.verdict {
                Verdict::Timeout => listed(UNDECIDED, row),
                Verdict::Error => listed(REFUSED_BY_ALLOY, row),
                Verdict::Temporal => listed(traces::OF_THE_JAR, row),
                verdict => Some(verdict),
            };
            compared += 1;
            if found != expected {
                wrong.push(format!("{model} {}: {found:?} instead of {expected:?}\n{complaints}", row.index));
            }
            // Alloy says 0 where it decides before it makes any variable.
            if let Some(answer) = answer.filter(|answer| row.primary > 0 && answer.primary > row.primary) {
                wrong.push(format!(
                    "{model} {}: {} primary variables, Alloy has {}",
                    row.index, answer.primary, row.primary
                ));
            }
            if expected.is_none() && complaints.is_empty() {
                wrong.push(format!("{model} {}: it is refused without a word", row.index));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {compared}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_small_command_has_as_many_instances_as_alloy_counts() {
    let mut wrong = Vec::new();
    let mut compared = 0;
    for row in table().iter().filter(|row| row.verdict == Verdict::Sat) {
        let Some(expected) = row.instances else { continue };
        let (index, most) = (row.index.to_string(), (MOST + 1).to_string());
        let (solved, _) = fex::solve(&row.file(), &["--command", &index, "--symmetry", "off", "--count", &most]);
        compared += 1;
        let found = solved.first().map(|solved| (solved.count, solved.complete));
        if found != Some((expected, true)) {
            wrong.push(format!("{} {index} {}: {found:?} instead of {expected}", row.model, row.label));
        }
    }
    assert!(wrong.is_empty(), "{} of {compared}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn alloy_still_says_what_the_table_says() {
    let mut judge = Judge::default();
    // Every seventh command of those that are small.
    let small = |row: &&Row| row.verdict != Verdict::Timeout && row.clauses < 5_000;
    for row in table().iter().filter(small).step_by(7) {
        let answer = judge.solve(&row.file(), row.index, Options::default());
        let found = (answer.verdict, answer.primary, answer.variables, answer.clauses);
        assert_eq!(found, (row.verdict, row.primary, row.variables, row.clauses), "{} {}", row.model, row.label);
        if let Some(instances) = row.instances.filter(|&instances| instances < 500) {
            let answer = judge.solve(&row.file(), row.index, COUNTING);
            assert_eq!((answer.count, answer.complete), (instances, true), "{} {}", row.model, row.label);
        }
    }
}

/// All instances, told apart by the tuples of signatures, fields and skolem constants.
const COUNTING: Options = Options {
    solver: Solver::Minisat,
    symmetry: 0,
    skolem: 0,
    overflow: Overflow::Forbid,
    count: MOST + 1,
    seconds: COUNTING_SECONDS,
    instances: false,
    temporal: false,
};

/// Writes the table, which takes half an hour or more:
/// `cargo test --release --test fex -- --ignored record_the_verdicts_of_alloy`.
#[test]
#[ignore = "it takes long, and writes the table that the others read"]
fn record_the_verdicts_of_alloy() {
    let mut judge = Judge::default();
    let mut text = format!("{HEADER}\n");
    for model in models::all() {
        let file = models::folder().join(&model);
        for (index, command) in judge.read(&file).commands.into_iter().enumerate() {
            let row = ask(&mut judge, &model, index, command);
            writeln!(text, "{}", row.write()).expect("a string can be written");
            fs::write(path(), &text).expect("the table can be written");
        }
    }
}

fn ask(judge: &mut Judge, model: &str, index: usize, command: ModuleCommand) -> Row {
    let file = models::folder().join(model);
    let mut answer = judge.solve(&file, index, Options::default());
    // Another solver may be the one that decides.
    for solver in [Solver::Minisat, Solver::Glucose] {
        if answer.verdict == Verdict::Timeout {
            answer = judge.solve(&file, index, Options { solver, ..Options::default() });
        }
    }
    let instances = match answer.verdict {
        Verdict::Unsat => Some(0),
        Verdict::Sat => {
            let counted = judge.solve(&file, index, COUNTING);
            counted.complete.then_some(counted.count)
        }
        _ => None,
    };
    Row {
        model: model.to_owned(),
        index,
        label: command.label,
        check: command.check,
        expects: command.expects,
        verdict: answer.verdict,
        primary: answer.primary,
        variables: answer.variables,
        clauses: answer.clauses,
        instances,
    }
}
