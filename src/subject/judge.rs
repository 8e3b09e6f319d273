//! What oracles say of what a subject does with each text.

use super::command::CommandLine;
use super::ending::Ending;
use super::jvm::{JavaClass, Jvm};
use super::material::{Input, Material};
use super::running::run;
use crate::journal::Steps;
use crate::unit::Digest;
use serde::{Deserialize, Serialize};
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// What is run on texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// A command, in a process for each text.
    Command(CommandLine),
    /// A class, in a JVM for many texts.
    Class(JavaClass),
}

/// What is expected of a subject, beyond that it accepts every text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Oracles {
    /// This command has to accept what the subject accepts, and reject what it rejects.
    pub agrees_with: Option<CommandLine>,
    /// This command has to make the same of a text, too.
    pub same_as: Option<CommandLine>,
    /// What the subject makes of its own result is that result.
    pub idempotent: bool,
    /// This command makes the text again of the result.
    pub back_by: Option<CommandLine>,
    /// This command has to accept the result.
    pub accepted_by: Option<CommandLine>,
}

/// What became of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// All is as it should be.
    Right,
    /// Something is not.
    Wrong(Complaint),
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Complaint {
    /// In which way.
    pub fault: Fault,
    /// In words, as half a sentence: `rejects it (exit code 1)`.
    pub what: String,
    /// What the program said.
    pub said: String,
    /// Texts that should be the same, each with what it is.
    pub texts: Vec<(String, Vec<String>)>,
    /// The first lines in which they differ.
    pub changed: Option<(String, String)>,
}

/// In which way something is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Fault {
    /// The subject broke down.
    Crashed,
    /// An oracle is not content.
    Failed,
    /// The subject did not end in time.
    Hung,
}

/// How texts are judged.
pub struct Judging<'j> {
    /// What is run.
    pub subject: &'j Subject,
    /// What is expected of it.
    pub oracles: &'j Oracles,
    /// How long a run may take.
    pub limit: Duration,
    /// How many run at the same time.
    pub jobs: usize,
    /// What is kept of it.
    pub steps: &'j Steps,
    /// Told how many texts are judged.
    pub progress: &'j (dyn Fn(usize, usize) + Sync),
    /// Whether to stop.
    pub is_stopped: &'j (dyn Fn() -> bool + Sync),
}

/// Judges texts, in any order; those that there was no time for have no verdict.
///
/// # Errors
/// If the subject or a command of an oracle cannot be run at all.
pub fn judge(judging: &Judging, inputs: &[Input]) -> io::Result<Vec<Option<Verdict>>> {
    let verdicts: Mutex<Vec<Option<Verdict>>> = Mutex::new(vec![None; inputs.len()]);
    let failure: Mutex<Option<io::Error>> = Mutex::new(None);
    let (next, done, is_over) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
    let lock_failed = "no thread panics while it holds this";
    thread::scope(|scope| {
        for _ in 0..judging.jobs.clamp(1, inputs.len().max(1)) {
            scope.spawn(|| {
                let mut runner = Runner { judging, jvm: None };
                while !is_over.load(Ordering::Relaxed) && !(judging.is_stopped)() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(input) = inputs.get(index) else { break };
                    match runner.kept_verdict(&input.material) {
                        Ok(verdict) => {
                            verdicts.lock().expect(lock_failed)[index] = Some(verdict);
                            (judging.progress)(done.fetch_add(1, Ordering::Relaxed) + 1, inputs.len());
                        }
                        Err(error) => {
                            is_over.store(true, Ordering::Relaxed);
                            failure.lock().expect(lock_failed).get_or_insert(error);
                        }
                    }
                }
            });
        }
    });
    match failure.into_inner().expect(lock_failed) {
        Some(error) => Err(error),
        None => Ok(verdicts.into_inner().expect(lock_failed)),
    }
}

/// Runs the subject for one thread.
struct Runner<'r> {
    judging: &'r Judging<'r>,
    jvm: Option<Jvm>,
}

impl Runner<'_> {
    /// The verdict of an earlier run, or what this one finds.
    fn kept_verdict(&mut self, material: &Material) -> io::Result<Verdict> {
        let step: Digest = material.digest();
        let steps = self.judging.steps;
        steps.step(&step, || self.verdict(material))
    }

    fn subject(&mut self, material: &Material) -> io::Result<Ending> {
        let class = match self.judging.subject {
            Subject::Command(line) => return run(line, material, self.judging.limit),
            Subject::Class(class) => class,
        };
        let mut jvm = match self.jvm.take() {
            Some(jvm) => jvm,
            None => Jvm::start(class)?,
        };
        let (ending, is_alive) = jvm.apply(material, self.judging.limit)?;
        self.jvm = is_alive.then_some(jvm);
        Ok(ending)
    }

    fn verdict(&mut self, material: &Material) -> io::Result<Verdict> {
        let Judging { oracles, limit, .. } = self.judging;
        let ending = self.subject(material)?;
        let broken = match &ending {
            Ending::Crashed { .. } => Some(Fault::Crashed),
            Ending::Hung => Some(Fault::Hung),
            Ending::Accepted(_) | Ending::Rejected { .. } => None,
        };
        if let Some(fault) = broken {
            return Ok(wrong(fault, ending.words(), ending.said()));
        }
        for (line, compares) in [(&oracles.agrees_with, false), (&oracles.same_as, true)] {
            let Some(line) = line else { continue };
            let other = run(line, material, *limit)?;
            if let Some(complaint) = disagreement(&ending, &other, line, compares) {
                return Ok(Verdict::Wrong(complaint));
            }
        }
        let made = match &ending {
            Ending::Accepted(made) => made,
            // Whoever is to agree with another one may reject what that one rejects.
            _ if oracles.agrees_with.is_some() || oracles.same_as.is_some() => return Ok(Verdict::Right),
            _ => return Ok(wrong(Fault::Failed, ending.words(), ending.said())),
        };
        if oracles.idempotent {
            match self.subject(made)? {
                Ending::Accepted(again) if again == *made => {}
                Ending::Accepted(again) => {
                    let texts = [("of the text", made), ("of its own result", &again)];
                    return Ok(differing("makes something else of its own result", texts));
                }
                ending => {
                    let what = format!("{} when it is given its own result", ending.words());
                    return Ok(with_text(wrong(Fault::Failed, what, ending.said()), "its result", made));
                }
            }
        }
        if let Some(line) = &oracles.back_by {
            match run(line, made, *limit)? {
                Ending::Accepted(back) if back == *material => {}
                Ending::Accepted(back) => {
                    let texts = [("the text", material), ("after the round trip", &back)];
                    return Ok(differing("makes what does not lead back to the text", texts));
                }
                ending => {
                    let what = format!("makes a result, and `{}` {}", line.text(), ending.words());
                    return Ok(with_text(wrong(Fault::Failed, what, ending.said()), "its result", made));
                }
            }
        }
        if let Some(line) = &oracles.accepted_by {
            let ending = run(line, made, *limit)?;
            if !matches!(ending, Ending::Accepted(_)) {
                let what = format!("makes a result, and `{}` {}", line.text(), ending.words());
                return Ok(with_text(wrong(Fault::Failed, what, ending.said()), "its result", made));
            }
        }
        Ok(Verdict::Right)
    }
}

/// What is wrong if two programs do not come to the same.
fn disagreement(own: &Ending, other: &Ending, line: &CommandLine, compares: bool) -> Option<Complaint> {
    match (own, other) {
        (Ending::Accepted(own), Ending::Accepted(made)) if compares && own.files.values().ne(made.files.values()) => {
            let texts = [("its result", own), ("the other result", made)];
            complaint_of(differing(&format!("makes something else than `{}`", line.text()), texts))
        }
        (Ending::Accepted(_), Ending::Accepted(_)) | (Ending::Rejected { .. }, Ending::Rejected { .. }) => None,
        _ => {
            let said = format!("{}{}", own.said(), other.said());
            let what = format!("{}, and `{}` {}", own.words(), line.text(), other.words());
            complaint_of(wrong(Fault::Failed, what, &said))
        }
    }
}

fn complaint_of(verdict: Verdict) -> Option<Complaint> {
    match verdict {
        Verdict::Wrong(complaint) => Some(complaint),
        Verdict::Right => None,
    }
}

fn wrong(fault: Fault, what: String, said: &str) -> Verdict {
    Verdict::Wrong(Complaint { fault, what, said: said.to_owned(), texts: Vec::new(), changed: None })
}

fn with_text(verdict: Verdict, name: &str, material: &Material) -> Verdict {
    match verdict {
        Verdict::Wrong(complaint) => {
            Verdict::Wrong(Complaint { texts: vec![(name.to_owned(), material.lines())], ..complaint })
        }
        Verdict::Right => Verdict::Right,
    }
}

/// Says that two texts differ that should not.
fn differing(what: &str, texts: [(&str, &Material); 2]) -> Verdict {
    let [first, second] = texts.map(|(_, material)| material.lines());
    let place = first.iter().zip(&second).position(|(a, b)| a != b).unwrap_or(first.len().min(second.len()));
    let line = |lines: &[String]| lines.get(place).cloned().unwrap_or_default();
    let changed = Some((line(&first), line(&second)));
    let texts = texts.map(|(name, _)| name.to_owned()).into_iter().zip([first, second]).collect();
    Verdict::Wrong(Complaint { fault: Fault::Failed, what: what.to_owned(), said: String::new(), texts, changed })
}
