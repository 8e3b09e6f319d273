//! How structures were searched: what was asked about them, and what the answers and the search took.

use crate::extension::{self, Encoded, Search};
use crate::facts::Asked;
use crate::relational::Problem;
use serde_json::{Value, json};

pub use crate::facts::Answer;
pub use crate::symmetry::Numbering;

/// The version of the JSON object, which `grammar/search.schema.json` describes.
const VERSION: u32 = 1;

/// How structures were searched.
#[derive(Debug, Clone)]
pub struct Explanation {
    /// The signatures whose objects are numbered together, and how.
    pub numbered: Vec<(Vec<String>, Numbering)>,
    /// What was asked when the search took long.
    pub inquiries: Vec<Inquiry>,
    /// What the pairs of each field took in the search that came to the end.
    pub fields: Vec<Share>,
    /// How many structures that search refused, because they are others in another numbering.
    pub refused: u64,
}

/// What was asked at one time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inquiry {
    /// After how many conflicts of the search.
    pub after: u32,
    /// The facts, in the order of the answers.
    pub facts: Vec<Fact>,
}

/// A fact of which fex asked whether it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// The fact in words.
    pub words: String,
    /// Whether it holds.
    pub answer: Answer,
    /// How many conflicts it took to find that out, or to give up.
    pub conflicts: u64,
}

/// What the pairs of a field took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// The name of the field.
    pub field: String,
    /// Calls of the solver.
    pub calls: u64,
    /// The conflicts that it met.
    pub conflicts: u64,
}

impl Explanation {
    /// What there is to say of a search.
    pub(super) fn of(encoded: &Encoded, search: &Search, inquiries: Vec<Inquiry>) -> Explanation {
        let heap = &encoded.core.problem.heap;
        let name = |class: &usize| heap.classes[*class].name.clone();
        let groups = encoded.labelling.groups.iter();
        let share = |(field, spent): (&usize, &extension::Spent)| Share {
            field: heap.fields[*field].name.clone(),
            calls: spent.calls,
            conflicts: spent.conflicts,
        };
        Explanation {
            numbered: groups.map(|group| (group.classes.iter().map(name).collect(), group.numbering)).collect(),
            inquiries,
            fields: search.spent().iter().map(share).collect(),
            refused: search.refused(),
        }
    }

    /// The same as a JSON object about the structures of a paragraph at a scope.
    pub fn object(&self, generate: &str, scope: u32) -> Value {
        let numbered = self.numbered.iter().map(|(signatures, numbering)| {
            let numbering = match numbering {
                Numbering::Walk => "walk",
                Numbering::Leader => "least",
            };
            json!({ "signatures": signatures, "numbering": numbering })
        });
        let fields = self.fields.iter();
        let fields =
            fields.map(|share| json!({ "field": share.field, "calls": share.calls, "conflicts": share.conflicts }));
        json!({
            "version": VERSION,
            "tool": { "name": "fex", "version": env!("CARGO_PKG_VERSION") },
            "generate": generate,
            "scope": scope,
            "numbered": numbered.collect::<Vec<Value>>(),
            "inquiries": self.inquiries.iter().map(Inquiry::object).collect::<Vec<Value>>(),
            "fields": fields.collect::<Vec<Value>>(),
            "refused": self.refused,
        })
    }
}

impl Inquiry {
    pub(super) fn of(after: u32, asked: &[Asked], problem: &Problem) -> Inquiry {
        let fact =
            |asked: &Asked| Fact { words: asked.law.words(problem), answer: asked.answer, conflicts: asked.conflicts };
        Inquiry { after, facts: asked.iter().map(fact).collect() }
    }

    fn object(&self) -> Value {
        let facts = self.facts.iter().map(|fact| {
            let answer = match fact.answer {
                Answer::Holds => "proved",
                Answer::Fails => "false",
                Answer::Open => "not proved",
            };
            json!({ "fact": fact.words, "answer": answer, "conflicts": fact.conflicts })
        });
        json!({ "after": self.after, "facts": facts.collect::<Vec<Value>>() })
    }
}
