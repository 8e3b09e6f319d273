//! How instances are written as text: the templates of signatures and fields.

use super::FieldId;
use crate::diagnostic::Span;

/// How the objects of a signature are written.
#[derive(Debug, Clone)]
pub struct SigText {
    /// What is written of an object; only its name if nothing is said.
    pub template: Option<Template>,
    /// The names of its objects, in order; made of the signature's name if there are none.
    pub names: Vec<String>,
    /// The file that an object is written to, which it has for itself.
    pub file: Option<Template>,
    /// The extension of the file of a structure, if this is the root.
    pub extension: Option<String>,
    /// Where it is said.
    pub span: Span,
}

/// How the values of a field are written.
#[derive(Debug, Clone)]
pub struct FieldText {
    /// What is written of a value; its own text if nothing is said.
    pub template: Option<Template>,
    /// What stands between two values.
    pub separator: String,
    /// What stands before the first value, if there is one.
    pub before: String,
    /// What stands after the last value, if there is one.
    pub after: String,
    /// What stands where there is no value.
    pub absent: String,
    /// The language in whose literals a value is written.
    pub escape: Option<Escape>,
    /// Where it is said.
    pub span: Span,
}

/// A language in whose literals texts are escaped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Escape {
    /// String and character literals of Java and its kin.
    Java,
    /// Strings of JSON.
    Json,
    /// Text and attributes of XML and HTML.
    Xml,
}

impl Escape {
    /// All of them.
    pub const ALL: [Escape; 3] = [Escape::Java, Escape::Json, Escape::Xml];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Escape::Java => "java",
            Escape::Json => "json",
            Escape::Xml => "xml",
        }
    }
}

/// A template: lines of texts and holes.
#[derive(Debug, Clone, Default)]
pub struct Template {
    /// The lines, at least one.
    pub lines: Vec<Vec<Piece>>,
}

impl Template {
    /// All pieces, line by line.
    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.lines.iter().flatten()
    }
}

/// A piece of a line.
#[derive(Debug, Clone)]
pub enum Piece {
    /// What is written as it stands.
    Text(String),
    /// `{this}`: the name of the object, or the number that it is.
    This,
    /// `{field}`: the values of a field. Of several signatures, each has at most one of the fields.
    Field(Vec<FieldId>, Span),
}
