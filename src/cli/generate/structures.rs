//! Which structures a run selects, and what it reports of them.

use super::{Outcome, Run, Translated, internal};
use crate::cli::Exit;
use crate::cli::capture::Shown;
use crate::cli::progress::Line;
use crate::cli::summary::{self, Stopwatch};
use crate::extension::{self, Encoded, Found, Search, Status};
use crate::fixture::{self, Coverage, Format};
use crate::relational::Violation;
use crate::sat::{Backend, Interrupt};
use crate::suite::{self, Clique, Fate};

impl Run<'_> {
    pub(super) fn field_exhaustive(
        &self,
        translated: &Translated,
        interrupt: &Interrupt,
        line: &Line,
        watch: &mut Stopwatch,
    ) -> Result<Outcome, Exit> {
        let (plain, encoded) = (&translated.plain, translated.tightest());
        let config = self.context.search(interrupt);
        let mut search = Search::new(encoded, &config);
        let (fates, given) = match self.shown {
            Some(shown) => suite::valid(&self.context.lowered.problem, encoded, &shown.candidates),
            None => Default::default(),
        };
        let extension = extension::search_beyond(&mut search, &given, |progress| {
            line.say(format!(
                "{} structures, {} pairs covered, {} open",
                progress.instances, progress.covered, progress.open
            ));
        })
        .map_err(internal)?;
        watch.lap("search");
        let complete = extension.status == Status::Complete;
        let seed = u64::from(self.context.job.seed);
        let mut config =
            if self.context.job.minimise { suite::Config::thorough(seed) } else { suite::Config::brief(seed) };
        if self.context.job.solver == Backend::Varisat && !self.context.job.minimise {
            // For the same reason.
            config.calls = 0;
        }
        line.say(format!("{} structures, looking for fewer", extension.found.len()));
        let rest = suite::beside(&extension, given.len());
        let minimised = suite::minimise(encoded, &mut search, &rest, &config).map_err(internal)?;
        watch.lap("minimise");
        let found = suite::vary(encoded, &mut search, &minimised.found, 0, seed).map_err(internal)?;
        watch.lap("vary");
        let by_tests = suite::coverage(&given, encoded.pairs.len());
        let mut covered = suite::coverage(&found, encoded.pairs.len());
        covered.union_with(&by_tests);
        let covered = plain.pairs.positions(&encoded.pairs, &covered);
        let size = size(&found, &minimised.clique, complete, self.shown.map(|shown| shown.witnessed.tests));
        let mut report = self.context.head(&size);
        if !complete {
            report.push_str("\n  INCOMPLETE: the search was stopped; pairs may be missing");
        }
        report.push('\n');
        report.push_str(&summary::fields(plain, &covered, complete));
        if let Some(shown) = self.shown {
            let is_invalid = |fate: &&Fate| matches!(fate, Fate::Violates(Violation::Constraint(_)));
            let invalid = fates.iter().filter(is_invalid).count();
            report.push_str(&contribution(shown, given.len(), by_tests.count_ones(..), invalid));
        }
        let statistics = extension.statistics;
        report.push_str(&format!(
            "  solver  {} calls, {} conflicts; {} variables ({} primary), {} clauses\n",
            statistics.calls,
            statistics.conflicts,
            encoded.cnf.variables(),
            encoded.inputs.len(),
            encoded.cnf.len()
        ));
        if self.arguments.count {
            report = found.len().to_string();
        }
        let certifiable = self.context.job.certify && complete && !extension.found.is_empty();
        Ok(Outcome {
            count: found.len() as u64,
            instances: found.into_iter().map(|found| found.instance).collect(),
            shown: self.shown.map(|_| {
                let needed = suite::without_superfluous(&given, 0, encoded.pairs.len());
                needed.into_iter().map(|found| found.instance).collect()
            }),
            coverage: match (complete, self.shown) {
                (false, _) => Coverage::Incomplete,
                (true, None) => Coverage::FieldExhaustive,
                (true, Some(_)) => Coverage::Complement,
            },
            exit: if complete { Exit::Clean } else { Exit::Incomplete },
            report,
            to_certify: certifiable.then(|| plain.pairs.positions(&encoded.pairs, &extension.feasible)),
        })
    }

    /// The file for structures that are written as they are found.
    fn lines(&self) -> Result<fixture::json::Lines<'_>, Exit> {
        let suite = self.context.suite(&[], &[], Coverage::BoundedExhaustive);
        fixture::json::Lines::create(&suite, &self.context.job.out).map_err(|error| self.context.refuse_write(&error))
    }

    pub(super) fn exhaustive(
        &self,
        encoded: &Encoded,
        interrupt: &Interrupt,
        line: &Line,
        watch: &mut Stopwatch,
    ) -> Result<Outcome, Exit> {
        let keep = !self.arguments.count && self.context.options.format != Format::Json;
        let mut instances = Vec::new();
        let mut shown = 0u64;
        let mut tell = || {
            shown += 1;
            if shown.is_multiple_of(1024) {
                line.say(format!("{shown} structures"));
            }
        };
        let (count, status) = if self.arguments.count || keep {
            extension::enumerate(encoded, interrupt, |instance| {
                tell();
                if keep {
                    instances.push(instance.clone());
                }
                true
            })
            .map_err(internal)?
        } else {
            let mut lines = self.lines()?;
            let mut pushed = Ok(());
            let (count, status) = extension::enumerate(encoded, interrupt, |instance| {
                tell();
                pushed = lines.push(instance);
                pushed.is_ok()
            })
            .map_err(internal)?;
            pushed.map_err(|error| self.context.cannot_write(&self.context.job.out, &error))?;
            let complete = status == Status::Complete;
            if count > 0 || !complete {
                let coverage = if complete { Coverage::BoundedExhaustive } else { Coverage::Incomplete };
                lines.finish(coverage).map_err(|error| self.context.refuse_write(&error))?;
            }
            (count, status)
        };
        watch.lap("search");
        let complete = status == Status::Complete;
        let mut report = if self.arguments.count {
            count.to_string()
        } else {
            self.context.head(&format!("{count} structures, {}", if complete { "all there are" } else { "INCOMPLETE" }))
        };
        if self.arguments.count && !complete {
            report = format!("at least {count}");
        }
        Ok(Outcome {
            count,
            instances,
            shown: None,
            coverage: if complete { Coverage::BoundedExhaustive } else { Coverage::Incomplete },
            exit: if complete { Exit::Clean } else { Exit::Incomplete },
            report,
            to_certify: None,
        })
    }

    /// What there is if the run was stopped before the search began: no structure.
    pub(super) fn stopped_early(&self) -> Result<Outcome, Exit> {
        if self.context.job.exhaustive && !self.arguments.count && self.context.options.format == Format::Json {
            self.lines()?.finish(Coverage::Incomplete).map_err(|error| self.context.refuse_write(&error))?;
        }
        let head = self.context.head("0 structures so far");
        let report = format!("{head}\n  INCOMPLETE: the translation was stopped; no pair is covered");
        Ok(Outcome {
            count: 0,
            instances: Vec::new(),
            shown: None,
            coverage: Coverage::Incomplete,
            exit: Exit::Incomplete,
            report: if self.arguments.count { "at least 0".to_owned() } else { report },
            to_certify: None,
        })
    }
}

/// `24 structures, field-exhaustive, at least 20 are needed`; with tests, what these have is not among them.
fn size(found: &[Found], clique: &Clique, complete: bool, tests: Option<usize>) -> String {
    let count = found.len();
    let plural = if count == 1 { "" } else { "s" };
    let bound = clique.pairs.len();
    if !complete {
        return format!("{count} structure{plural} so far");
    }
    let remark = match bound {
        _ if bound == count => ", the fewest possible".to_owned(),
        _ => format!(", at least {bound} are needed"),
    };
    match tests {
        None => format!("{count} structure{plural}, field-exhaustive{remark}"),
        Some(tests) => {
            let plural_of_tests = if tests == 1 { "" } else { "s" };
            format!("{count} structure{plural}, field-exhaustive together with {tests} test{plural_of_tests}{remark}")
        }
    }
}

/// What the tests contribute: `tests  show 4 structures, which cover 12 of these pairs`.
fn contribution(shown: &Shown, valid: usize, covered: usize, invalid: usize) -> String {
    let plural = if valid == 1 { "" } else { "s" };
    let mut text = format!("  tests  show {valid} valid structure{plural}, which cover {covered} of these pairs");
    let failed = shown.witnessed.failed.len();
    if failed > 0 {
        text.push_str(&format!("; {failed} test{} failed", if failed == 1 { "" } else { "s" }));
    }
    if invalid > 0 {
        text.push_str(&format!("; {invalid} more violate the invariant (see `fex coverage --junit`)"));
    }
    text + "\n"
}
