//! Members of classes and compilation units are made here.

use super::tree::{Annotation, Class, Comment, Constructor, Expr, Field, Member, Method, Modifier, Parameter, Stmt};
use super::types::{CanonicalName, Type};

impl Comment {
    /// `// line`
    pub fn line(line: impl Into<String>) -> Comment {
        Comment::Lines(vec![line.into()])
    }

    /// `/** line */`
    pub fn doc(line: impl Into<String>) -> Comment {
        Comment::Doc(vec![line.into()])
    }

    /// `/** … */` whose words are set in lines of at most so many letters, if no word is longer.
    pub fn doc_within(width: usize, text: &str) -> Comment {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split(' ') {
            match lines.last_mut() {
                Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        Comment::Doc(lines)
    }
}

impl Annotation {
    /// `@Class`
    pub fn new(class: CanonicalName) -> Annotation {
        Annotation { class, elements: Vec::new() }
    }

    /// `@Class(value)`
    pub fn of(class: CanonicalName, value: Expr) -> Annotation {
        Annotation { class, elements: vec![("value".to_owned(), value)] }
    }

    /// `@SuppressWarnings(…)`
    pub fn suppress(warnings: &[&str]) -> Annotation {
        let value = match warnings {
            [single] => Expr::text(*single),
            several => Expr::Elements(several.iter().map(|warning| Expr::text(*warning)).collect()),
        };
        Annotation::of(CanonicalName::new("java.lang", "SuppressWarnings"), value)
    }

    /// `@Override`
    pub fn overrides() -> Annotation {
        Annotation::new(CanonicalName::new("java.lang", "Override"))
    }
}

impl Parameter {
    /// A parameter.
    pub fn new(ty: Type, name: impl Into<String>) -> Parameter {
        Parameter { annotations: Vec::new(), ty, name: name.into() }
    }

    /// The same with a further annotation.
    pub fn annotate(mut self, annotation: Annotation) -> Parameter {
        self.annotations.push(annotation);
        self
    }
}

impl Field {
    /// A field without a comment.
    pub fn new(modifiers: &[Modifier], ty: Type, name: impl Into<String>, value: Option<Expr>) -> Field {
        Field { comment: None, annotations: Vec::new(), modifiers: modifiers.to_vec(), ty, name: name.into(), value }
    }

    /// The same with a comment.
    pub fn comment(self, comment: Comment) -> Field {
        Field { comment: Some(comment), ..self }
    }

    /// The same with a further annotation.
    pub fn annotate(mut self, annotation: Annotation) -> Field {
        self.annotations.push(annotation);
        self
    }
}

impl Method {
    /// A method without parameters, which does nothing.
    pub fn new(modifiers: &[Modifier], result: Option<Type>, name: impl Into<String>) -> Method {
        Method {
            comment: None,
            annotations: Vec::new(),
            modifiers: modifiers.to_vec(),
            type_parameters: Vec::new(),
            result,
            name: name.into(),
            parameters: Vec::new(),
            is_variadic: false,
            throws: Vec::new(),
            body: Vec::new(),
        }
    }

    /// The same with a comment.
    pub fn comment(self, comment: Comment) -> Method {
        Method { comment: Some(comment), ..self }
    }

    /// The same with a further annotation.
    pub fn annotate(mut self, annotation: Annotation) -> Method {
        self.annotations.push(annotation);
        self
    }

    /// The same with parameters.
    pub fn parameters(self, parameters: Vec<Parameter>) -> Method {
        Method { parameters, ..self }
    }

    /// The same with an exception that it may throw.
    pub fn throws(mut self, thrown: Type) -> Method {
        self.throws.push(thrown);
        self
    }

    /// The same with what it does.
    pub fn body(self, body: Vec<Stmt>) -> Method {
        Method { body, ..self }
    }
}

impl Constructor {
    /// A constructor without a comment.
    pub fn new(modifiers: &[Modifier], class: &str, parameters: Vec<Parameter>, body: Vec<Stmt>) -> Constructor {
        Constructor { comment: None, modifiers: modifiers.to_vec(), class: class.to_owned(), parameters, body }
    }
}

impl Class {
    /// A class without members.
    pub fn new(modifiers: &[Modifier], name: impl Into<String>) -> Class {
        Class {
            comment: None,
            annotations: Vec::new(),
            modifiers: modifiers.to_vec(),
            name: name.into(),
            extends: None,
            members: Vec::new(),
        }
    }

    /// Adds a member.
    pub fn push(&mut self, member: impl Into<Member>) {
        self.members.push(member.into());
    }
}

impl From<Field> for Member {
    fn from(field: Field) -> Member {
        Member::Field(field)
    }
}

impl From<Method> for Member {
    fn from(method: Method) -> Member {
        Member::Method(method)
    }
}

impl From<Constructor> for Member {
    fn from(constructor: Constructor) -> Member {
        Member::Constructor(constructor)
    }
}

impl From<Class> for Member {
    fn from(class: Class) -> Member {
        Member::Class(class)
    }
}

/// A file of Java.
#[derive(Debug, Clone, PartialEq)]
pub struct CompilationUnit {
    /// A comment on the first line.
    pub header: Option<String>,
    /// The package; empty for the unnamed one.
    pub package: String,
    /// The class.
    pub class: Class,
}
