//! Plans and partial reports as files, which travel between machines.
//!
//! Each says what it is, which version of fex wrote it, and ends with a seal, the digest of what is in it, so that a file that was cut
//! off, changed, or written by something else is none.

use super::digest::{Digest, Digester};
use super::plan::UnitId;
use super::share::Share;
use super::verdict::UnitVerdict;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// The version of fex that writes and reads here.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Units that are to be done.
    Plan,
    /// What became of some of them.
    PartialReport,
}

/// What the outcome of all units depends on. Where two differ, units of one are none of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// What is asked for.
    pub settings: Digest,
    /// What is used and not judged: fex and its agent, the JDK, libraries, resources.
    pub surroundings: Digest,
    /// What is judged, and what judges.
    pub subject: Digest,
}

/// A unit as a plan lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// Its identity.
    pub unit: UnitId,
    /// What people call it.
    pub name: String,
    /// What it is expected to cost, compared with others of the plan.
    pub cost: u64,
}

/// A plan with what it takes to carry it out and to report what came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanDocument<D> {
    /// What tells the plan from all others: two with the same digest have the same units, at the same cost.
    pub plan: Digest,
    /// The command that carries it out, with its arguments.
    pub arguments: Vec<String>,
    /// What the outcome depends on.
    pub origin: Origin,
    /// The units.
    pub units: Vec<Listed>,
    /// What else the analysis has to know.
    pub data: D,
}

/// What became of some units of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartialReport<D, O, N> {
    /// The digest of the plan.
    pub plan: Digest,
    /// The share that this is, if it is one.
    pub share: Option<Share>,
    /// The plan itself, unless whoever asked for this has it.
    pub document: Option<PlanDocument<D>>,
    /// What became of the units.
    pub verdicts: Vec<UnitVerdict<O>>,
    /// What else was noticed.
    pub noticed: N,
}

/// A file with a document.
#[derive(Serialize)]
struct File<'a, T> {
    fex: &'static str,
    version: &'static str,
    analysis: &'a str,
    content: &'a T,
    seal: Digest,
}

/// Why a file is no document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreadable {
    /// It ends too early, after so many bytes.
    CutOff(usize),
    /// It is something else.
    SomethingElse,
    /// It is a document of the other kind.
    OtherKind(Kind),
    /// It is about another analysis.
    OtherAnalysis(String),
    /// Another version of fex wrote it.
    OtherVersion(String),
    /// It is not what was written: somebody or something has changed it.
    Changed,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Plan => "plan",
            Kind::PartialReport => "partial report",
        }
    }
}

/// The text of a document of an analysis.
pub fn write<T: Serialize>(kind: Kind, analysis: &str, content: &T) -> String {
    let file = File { fex: kind.name(), version: VERSION, analysis, content, seal: seal(content) };
    let mut text = serde_json::to_string(&file).expect("keys are texts or numbers");
    text.push('\n');
    text
}

/// A document whose header was read.
#[derive(Debug, Clone)]
pub struct Opened {
    kind: Kind,
    /// The name of the analysis.
    pub analysis: String,
    content: Value,
    seal: Value,
}

impl Opened {
    /// Reads what kind of document something is.
    pub fn read(bytes: &[u8]) -> Result<Opened, Unreadable> {
        let value = serde_json::from_slice(bytes).map_err(|error| match error.is_eof() {
            true => Unreadable::CutOff(bytes.len()),
            false => Unreadable::SomethingElse,
        })?;
        Opened::of(value)
    }

    /// Reads what kind of document a JSON object is.
    pub fn of(mut value: Value) -> Result<Opened, Unreadable> {
        let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        let kind =
            [Kind::Plan, Kind::PartialReport].into_iter().find(|kind| text("fex").as_deref() == Some(kind.name()));
        let (Some(kind), Some(version), Some(analysis)) = (kind, text("version"), text("analysis")) else {
            return Err(Unreadable::SomethingElse);
        };
        if version != VERSION {
            return Err(Unreadable::OtherVersion(version));
        }
        let (content, seal) = (value["content"].take(), value["seal"].take());
        Ok(Opened { kind, analysis, content, seal })
    }

    /// The command that carries out a plan, with its arguments, as far as it says so.
    pub fn arguments(&self) -> Vec<String> {
        Vec::deserialize(&self.content["arguments"]).unwrap_or_default()
    }

    /// The units of a plan, as far as it lists them.
    pub fn units(&self) -> Vec<UnitId> {
        let listed = Vec::<Listed>::deserialize(&self.content["units"]).unwrap_or_default();
        listed.into_iter().map(|listed| listed.unit).collect()
    }

    /// A plan, given a test of whether its units are those that it has.
    pub fn plan<D: Serialize + DeserializeOwned>(
        self,
        is_whole: impl Fn(&PlanDocument<D>) -> bool,
    ) -> Result<PlanDocument<D>, Unreadable> {
        let plan = self.content(Kind::Plan)?;
        if is_whole(&plan) { Ok(plan) } else { Err(Unreadable::Changed) }
    }

    /// A partial report, given the same test. A plan in it is the one that it is of.
    pub fn part<D, O, N>(
        self,
        is_whole: impl Fn(&PlanDocument<D>) -> bool,
    ) -> Result<PartialReport<D, O, N>, Unreadable>
    where
        PartialReport<D, O, N>: Serialize + DeserializeOwned,
    {
        let part: PartialReport<D, O, N> = self.content(Kind::PartialReport)?;
        let is_one = part.document.as_ref().is_none_or(|plan| plan.plan == part.plan && is_whole(plan));
        if is_one { Ok(part) } else { Err(Unreadable::Changed) }
    }

    /// What is in a document of this kind.
    fn content<T: Serialize + DeserializeOwned>(self, kind: Kind) -> Result<T, Unreadable> {
        if self.kind != kind {
            return Err(Unreadable::OtherKind(self.kind));
        }
        let content = T::deserialize(self.content).map_err(|_| Unreadable::Changed)?;
        let is_whole = Digest::deserialize(self.seal).is_ok_and(|written| written == seal(&content));
        if is_whole { Ok(content) } else { Err(Unreadable::Changed) }
    }
}

/// The digest of what is in a document.
fn seal(content: &impl Serialize) -> Digest {
    Digester::new().value(content).digest()
}

impl fmt::Display for Unreadable {
    /// What is wrong with a file, after its name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::CutOff(0) => write!(f, "is empty"),
            Unreadable::CutOff(bytes) => write!(f, "is cut off after {bytes} bytes"),
            Unreadable::SomethingElse => write!(f, "was not written by `fex plan`, `--shard` or `fex run-unit`"),
            Unreadable::OtherKind(kind) => write!(f, "is a {}", kind.name()),
            Unreadable::OtherAnalysis(analysis) => write!(f, "is about another analysis: `{analysis}`"),
            Unreadable::OtherVersion(version) => write!(f, "was written by fex {version}, and this is fex {VERSION}"),
            Unreadable::Changed => write!(f, "is not what fex wrote: its content does not have the digest in its seal"),
        }
    }
}

impl std::error::Error for Unreadable {}

#[cfg(test)]
mod tests {
    use super::{Kind, Opened, Unreadable, write};

    fn read(text: &str) -> Result<Vec<u32>, Unreadable> {
        Opened::read(text.as_bytes())?.content(Kind::Plan)
    }

    #[test]
    fn a_document_is_read_as_it_was_written_and_nothing_else_is_one() {
        let text = write(Kind::Plan, "extreme", &vec![1, 20]);
        assert_eq!(read(&text), Ok(vec![1, 20]));
        for end in 0..text.trim_end().len() {
            assert!(matches!(read(&text[..end]), Err(Unreadable::CutOff(_))), "{}", &text[..end]);
        }
        assert_eq!(read(&text.replace("20", "21")), Err(Unreadable::Changed));
        assert_eq!(read(&text.replace("20", "\"20\"")), Err(Unreadable::Changed));
        assert_eq!(read(&text.replace("\"seal\"", "\"zeal\"")), Err(Unreadable::Changed));
        let other = text.replace(env!("CARGO_PKG_VERSION"), "0.0.1");
        assert_eq!(read(&other), Err(Unreadable::OtherVersion("0.0.1".to_owned())));
        for wrong in ["{}", "[1, 20]", "not JSON", "{\"fex\": \"plan\"}"] {
            assert_eq!(read(wrong), Err(Unreadable::SomethingElse), "{wrong}");
        }
        let part = write(Kind::PartialReport, "extreme", &vec![1]);
        assert_eq!(read(&part), Err(Unreadable::OtherKind(Kind::PartialReport)));
    }
}
