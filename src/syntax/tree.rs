//! The tree of a `.spec` file: what was written, with places, before names and types mean anything.

mod expression;
mod generate;
mod walk;

pub use expression::*;
pub use generate::*;

use crate::diagnostic::Span;
use std::collections::BTreeSet;

/// Where a node stands. All places are equal, so that trees compare by structure.
#[derive(Debug, Clone, Copy, Default)]
pub struct Place(pub Span);

impl PartialEq for Place {
    fn eq(&self, _: &Place) -> bool {
        true
    }
}

impl Eq for Place {}

/// A name with its place; a qualified name keeps its slashes (`util/integer`) or dots (`java.util.List`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where it stands.
    pub place: Place,
}

impl Name {
    /// Where it stands.
    pub fn span(&self) -> Span {
        self.place.0
    }
}

/// A string literal, unescaped, with its place.
pub type Text = Name;

/// A whole file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct File {
    /// The `module` line.
    pub module: Option<ModuleHeader>,
    /// Everything else, in order.
    pub paragraphs: Vec<Paragraph>,
    /// Whether something was left out because it could not be parsed.
    pub incomplete: bool,
    /// The words of all declarations that were left out: such a name may be declared there.
    pub lost_words: BTreeSet<String>,
}

impl File {
    /// Whether it asks for structures.
    pub fn generates(&self) -> bool {
        self.paragraphs.iter().any(|paragraph| matches!(paragraph, Paragraph::Generate(_)))
    }
}

/// `module m[exactly A, B]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleHeader {
    /// The module's name.
    pub name: Name,
    /// The signatures that whoever opens the module provides.
    pub parameters: Vec<ModuleParameter>,
}

/// A parameter of a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleParameter {
    /// `exactly`: the scope of the signature is exact.
    pub exactly: bool,
    /// The name.
    pub name: Name,
}

/// A paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Paragraph {
    /// `open util/integer as i`.
    Open(Open),
    /// `sig`.
    Signature(Signature),
    /// `enum`.
    Enum(Enum),
    /// `fact`.
    Fact(Labelled),
    /// `assert`.
    Assert(Labelled),
    /// `pred`.
    Predicate(Function),
    /// `fun`.
    Function(Function),
    /// `let` outside of expressions.
    Macro(Macro),
    /// `run` or `check`.
    Command(Command),
    /// `generate`.
    Generate(Generate),
}

impl Paragraph {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Paragraph::Open(open) => open.place.0,
            Paragraph::Signature(signature) => signature.place.0,
            Paragraph::Enum(enumeration) => enumeration.place.0,
            Paragraph::Fact(labelled) | Paragraph::Assert(labelled) => labelled.place.0,
            Paragraph::Predicate(function) | Paragraph::Function(function) => function.place.0,
            Paragraph::Macro(macro_) => macro_.place.0,
            Paragraph::Command(command) => command.place.0,
            Paragraph::Generate(generate) => generate.whole.0,
        }
    }
}

/// `open util/ordering[Node] as order`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Open {
    /// `private`.
    pub is_private: bool,
    /// The module's name.
    pub module: Name,
    /// Its arguments.
    pub arguments: Vec<Name>,
    /// The alias.
    pub alias: Option<Name>,
    /// Where the paragraph stands.
    pub place: Place,
}

/// A multiplicity keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Multiplicity {
    /// `set`.
    Set,
    /// `some`.
    Some,
    /// `lone`.
    Lone,
    /// `one`.
    One,
}

impl Multiplicity {
    /// The keyword.
    pub fn keyword(self) -> &'static str {
        match self {
            Multiplicity::Set => "set",
            Multiplicity::Some => "some",
            Multiplicity::Lone => "lone",
            Multiplicity::One => "one",
        }
    }
}

/// `abstract sig A, B extends C { … } { … }`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// The Java binding and the template.
    pub annotations: Vec<Annotation>,
    /// `private`.
    pub is_private: bool,
    /// `var`: where it is written.
    pub variable: Option<Place>,
    /// `abstract`.
    pub is_abstract: bool,
    /// `one`, `lone`, `some`.
    pub multiplicity: Option<Multiplicity>,
    /// The names.
    pub names: Vec<Name>,
    /// `extends A` or `in A + B`.
    pub parent: Option<Parent>,
    /// The fields.
    pub fields: Vec<FieldDecl>,
    /// The appended fact.
    pub fact: Option<Expr>,
    /// Where the paragraph stands.
    pub place: Place,
}

/// What a signature is a part of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parent {
    /// `extends A`.
    Extends(Name),
    /// `in A + B`.
    In(Vec<Name>),
    /// `= A + B`.
    Equal(Vec<Name>),
}

/// A declaration of fields with its annotations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldDecl {
    /// The Java binding and the template, which apply to each name.
    pub annotations: Vec<Annotation>,
    /// The declaration.
    pub decl: Decl,
}

/// `disj a, b: disj lone S`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decl {
    /// `var`: where it is written.
    pub variable: Option<Place>,
    /// `private`, on fields only.
    pub is_private: bool,
    /// `disj` before the names.
    pub disjoint: bool,
    /// The names, at least one.
    pub names: Vec<Name>,
    /// `=` instead of the colon: the names stand for exactly the bound.
    pub defined: bool,
    /// `disj` after the colon.
    pub disjoint_values: bool,
    /// The multiplicity after the colon.
    pub multiplicity: Option<Multiplicity>,
    /// The bound: no `set`, `some`, `lone` or `one` unless it has a multiplicity, too.
    pub bound: Expr,
    /// Where it stands.
    pub place: Place,
}

/// `enum Color { RED, BLACK }`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enum {
    /// The Java binding and the texts of the members.
    pub annotations: Vec<Annotation>,
    /// `private`.
    pub is_private: bool,
    /// The name.
    pub name: Name,
    /// The members.
    pub members: Vec<Name>,
    /// Where the paragraph stands.
    pub place: Place,
}

/// A fact or an assertion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labelled {
    /// Its name, or the text that it has in the place of one.
    pub name: Option<Name>,
    /// Its block.
    pub body: Expr,
    /// Where the paragraph stands.
    pub place: Place,
}

/// `let m[x, y] { … }` or `let m = e` outside of expressions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Macro {
    /// `private`.
    pub is_private: bool,
    /// The name.
    pub name: Name,
    /// The names that arguments replace.
    pub params: Vec<Name>,
    /// What the macro stands for.
    pub body: Expr,
    /// Where the paragraph stands.
    pub place: Place,
}

/// A predicate or a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// `private`.
    pub is_private: bool,
    /// The signature before the dot.
    pub receiver: Option<Name>,
    /// The name.
    pub name: Name,
    /// The parameters.
    pub params: Vec<Decl>,
    /// What a function returns.
    pub result: Option<(Option<Multiplicity>, Expr)>,
    /// The block.
    pub body: Expr,
    /// Where the paragraph stands.
    pub place: Place,
}

/// `run` or `check`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// `check` rather than `run`.
    pub is_check: bool,
    /// The label before the colon.
    pub label: Option<Name>,
    /// What is run or checked.
    pub target: CommandTarget,
    /// The scope.
    pub scope: Option<Scope>,
    /// `expect 0` or `expect 1`.
    pub expect: Option<(i64, Place)>,
    /// The command after `=>`.
    pub next: Option<Box<Command>>,
    /// Where the paragraph stands.
    pub place: Place,
}

/// What a command runs or checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommandTarget {
    /// A predicate or an assertion.
    Named(Name),
    /// A block.
    Block(Expr),
}

/// `for 5 but exactly 3 Node`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scope {
    /// The number right after `for`.
    pub overall: Option<(i64, Place)>,
    /// The scopes of signatures.
    pub parts: Vec<ScopePart>,
}

impl Scope {
    /// Where it stands, from the first number to the last signature.
    pub fn span(&self) -> Span {
        let parts = self.parts.iter().map(|part| part.bound.place.0.to(part.sig.span()));
        let all = self.overall.iter().map(|(_, place)| place.0).chain(parts);
        all.reduce(Span::to).unwrap_or_default()
    }
}

/// `exactly 3 Node`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScopePart {
    /// `exactly`.
    pub exactly: bool,
    /// How many.
    pub bound: Bound,
    /// How the number grows from there.
    pub growth: Option<Growth>,
    /// Of what: a signature, `Int`, `int`, `seq`, `String` or `steps`.
    pub sig: Name,
}

/// `3..8`, `3..`, `3..8:2`, `3:2`: where a scope ends and in which steps it gets there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Growth {
    /// The last number; none where there is no end.
    pub to: Option<i64>,
    /// The step; 1 where none is written.
    pub step: Option<i64>,
}

/// An integer that may depend on the scope: a sum of terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bound {
    /// The terms, at least one.
    pub terms: Vec<Term>,
    /// Where it stands.
    pub place: Place,
}

/// A term of a bound: `± factor` or `± factor * scope`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// Whether it is subtracted.
    pub negative: bool,
    /// The number; 1 where only `scope` is written. Never negative.
    pub factor: i64,
    /// Whether it is multiplied by the scope.
    pub scope: bool,
}

/// What stands before a signature or a field, and Alloy does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Annotation {
    /// `@java(…)`: what it is in Java.
    Java(JavaBinding),
    /// `@text(…)`: how it is written.
    Text(TextTemplate),
}

impl Annotation {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Annotation::Java(java) => java.place.0,
            Annotation::Text(text) => text.place.0,
        }
    }

    /// The Java binding, if it is one.
    pub fn java(&self) -> Option<&JavaBinding> {
        match self {
            Annotation::Java(java) => Some(java),
            Annotation::Text(_) => None,
        }
    }

    /// The template, if it is one.
    pub fn text(&self) -> Option<&TextTemplate> {
        match self {
            Annotation::Java(_) => None,
            Annotation::Text(text) => Some(text),
        }
    }
}

/// `@text("class {this} {", "  {members}", "}", names("A", "B"))`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextTemplate {
    /// Lines and arguments, in order.
    pub parts: Vec<TextPart>,
    /// Where it stands.
    pub place: Place,
}

/// A part of a template, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextPart {
    /// What it is.
    pub kind: TextPartKind,
    /// Where it stands.
    pub place: Place,
}

/// The parts of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextPartKind {
    /// `"  {members}"`: a line.
    Line(Text),
    /// `names("A", "B")`.
    Names(Vec<Text>),
    /// `separator(", ")`.
    Separator(Text),
    /// `before("(")`.
    Before(Text),
    /// `after(")")`.
    After(Text),
    /// `absent("void")`.
    Absent(Text),
    /// `escape("java")`.
    Escape(Text),
    /// `file("{this}.java")`.
    File(Text),
    /// `extension("java")`.
    Extension(Text),
}

/// `@java("com.acme.Node", constructor(left, right))`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JavaBinding {
    /// The class's or the field's name.
    pub target: Text,
    /// What follows it.
    pub arguments: Vec<JavaArgument>,
    /// Where it stands.
    pub place: Place,
}

/// An argument of an annotation, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JavaArgument {
    /// What it is.
    pub kind: JavaArgumentKind,
    /// Where it stands.
    pub place: Place,
}

/// The arguments of an annotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JavaArgumentKind {
    /// `constructor(left, right)`.
    Constructor(Vec<Name>),
    /// `values("a", "b")`.
    Values(Vec<Text>),
    /// `arguments("Integer")`.
    Arguments(Text),
    /// `direct`.
    Direct,
    /// `reflection`.
    Reflection,
    /// `setter("setLeft")`.
    Setter(Text),
    /// `as("java.lang.String")`.
    As(Text),
    /// `keys("java.lang.String")`.
    Keys(Text),
    /// `array`, `array(scope)` or `array(scope, size)`.
    Array(Option<ArrayPlaces>),
    /// `ghost`.
    Ghost,
}

/// The places of an array: `scope, size`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrayPlaces {
    /// How many there are.
    pub length: Bound,
    /// The field that says how many of them are in use.
    pub used: Option<Name>,
}
