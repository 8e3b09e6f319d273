//! What a source file declares, as far as tests are written with it.

use std::ops::Range;

/// An import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// What is imported: a class, a member of a class, or a package or a class of which everything is.
    pub name: String,
    /// Whether it is `import static`.
    pub is_static: bool,
    /// Whether it ends with `.*`.
    pub is_wildcard: bool,
    /// The bytes of its line, without the end.
    pub range: Range<usize>,
}

/// A class, an interface, an enum or a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// Its binary name: `p.Outer$Inner`.
    pub binary: String,
    /// What it extends, as the source has it; empty if that is not said.
    pub extends: String,
    /// The bytes of its body, from the opening brace to the closing one.
    pub body: Range<usize>,
    /// Its fields.
    pub fields: Vec<Named>,
    /// Its methods, in order.
    pub methods: Vec<Method>,
}

/// Something with a name and a declared type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// The name.
    pub name: String,
    /// The type as the source has it; of `var` that of a new object that is its first value, else `var`.
    pub ty: String,
    /// Whether it is a field that is `static`.
    pub is_static: bool,
}

/// A method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Method {
    /// Its name.
    pub name: String,
    /// The bytes of the name.
    pub name_range: Range<usize>,
    /// All of its bytes, from its first annotation to its closing brace.
    pub range: Range<usize>,
    /// Its first and its last line, from 1 on.
    pub lines: (usize, usize),
    /// The simple names of its annotations.
    pub annotations: Vec<String>,
    /// The bytes of what its annotations are given, with the parentheses.
    pub annotated: Vec<Range<usize>>,
    /// Whether it is `static`.
    pub is_static: bool,
    /// Its parameters.
    pub parameters: Vec<Named>,
    /// The bytes of its body, from the opening brace to the closing one; none if it has none.
    pub body: Option<Range<usize>>,
    /// Its statements, those in blocks of others after these others; those of lambdas and local classes are left out.
    pub statements: Vec<Statement>,
}

/// A statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// Its bytes.
    pub range: Range<usize>,
    /// Its first and its last line, from 1 on.
    pub lines: (usize, usize),
    /// In how many other statements it is.
    pub depth: usize,
    /// Whether something may stand after it: it is in a block, and does not leave it.
    pub is_followable: bool,
    /// What it declares for those after it.
    pub declares: Vec<Named>,
    /// What can be named after it: local variables and parameters, the innermost last.
    pub in_scope: Vec<Named>,
    /// The calls in it, the outer ones first; those of lambdas and local classes are left out.
    pub calls: Vec<Part>,
    /// The bytes of the call or of the new object that it is, if it is nothing else.
    pub expression: Option<Range<usize>>,
    /// All identifiers in it.
    pub words: Vec<String>,
}

/// A call in a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its bytes.
    pub range: Range<usize>,
    /// The method that is called.
    pub name: String,
    /// The literals that it is given, with their kinds, as the grammar calls them.
    pub literals: Vec<(Range<usize>, String)>,
}

impl Class {
    /// A method by its name, and by a line of it if several have that name.
    pub fn method(&self, name: &str, line: Option<usize>) -> Option<&Method> {
        let named = || self.methods.iter().filter(|method| method.name == name);
        let has = |method: &&Method| line.is_none_or(|line| (method.lines.0..=method.lines.1).contains(&line));
        named().find(has).or_else(|| named().next().filter(|_| named().count() == 1))
    }

    /// Its own name.
    pub fn simple(&self) -> &str {
        self.binary.rsplit(['.', '$']).next().unwrap_or(&self.binary)
    }
}
