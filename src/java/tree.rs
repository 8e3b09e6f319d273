//! The nodes of the trees.

use super::template::TemplateMember;
use super::types::{CanonicalName, Type};

/// An expression.
#[derive(Debug, Clone, PartialEq)]
pub enum Expr {
    /// A variable, or a field of the class around.
    Name(String),
    /// A name, a call or a field as a source has it.
    Source(String),
    /// A literal.
    Literal(Literal),
    /// `this`
    This,
    /// A class before a dot.
    Class(CanonicalName),
    /// `object.field`
    Field(Box<Expr>, String),
    /// A call of a method.
    Call(Box<Call>),
    /// `new …`
    New(Box<Creation>),
    /// `new int[] {1, 2}`, of elements of a type.
    Array(Type, Vec<Expr>),
    /// `{1, 2}`: the value of an array where it is declared, or of an annotation.
    Elements(Vec<Expr>),
    /// An operator before its operand.
    Unary(Unary, Box<Expr>),
    /// An operator between its operands.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `condition ? then : otherwise`
    Conditional(Box<[Expr; 3]>),
    /// `(Type) value`
    Cast(Type, Box<Expr>),
    /// `value instanceof Type`
    InstanceOf(Box<Expr>, Type),
    /// `x -> …`
    Lambda(Box<Lambda>),
    /// `Class::method`
    Reference(Box<Expr>, String),
    /// `Class.class`
    ClassLiteral(Type),
    /// `variable = value`
    Assign(Box<Expr>, Box<Expr>),
    /// `array[index]`
    Index(Box<Expr>, Box<Expr>),
    /// `variable++`
    Increment(Box<Expr>),
}

/// A literal.
#[derive(Debug, Clone, PartialEq)]
pub enum Literal {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean(bool),
    /// An `int`.
    Int(i64),
    /// A `long`.
    Long(i64),
    /// A `double`, which is finite.
    Double(f64),
    /// A `float`, which is finite.
    Float(f32),
    /// A printable `char` of ASCII; [`Expr::character`] makes the others.
    Char(char),
    /// A string.
    Text(String),
}

/// A call of a method.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// On what.
    pub on: Receiver,
    /// Explicit type arguments, which need a receiver that is written.
    pub type_arguments: Vec<Type>,
    /// The method.
    pub name: String,
    /// The arguments.
    pub arguments: Vec<Expr>,
}

/// On what a method is called.
#[derive(Debug, Clone, PartialEq)]
pub enum Receiver {
    /// Nothing: a method of the class around.
    Own,
    /// An object or a class.
    Of(Expr),
    /// A class whose static method is imported, unless the class around has a method of the same name.
    Imported(CanonicalName),
}

/// The creation of an object.
#[derive(Debug, Clone, PartialEq)]
pub struct Creation {
    /// The object of the class around, for an inner class.
    pub outer: Option<Expr>,
    /// The class; its type arguments are left to inference where it is `inferred`.
    pub ty: Type,
    /// Whether there is a diamond.
    pub inferred: bool,
    /// The arguments of the constructor.
    pub arguments: Vec<Expr>,
    /// The members of an anonymous class.
    pub body: Option<Vec<Member>>,
}

/// An operator before its operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unary {
    /// `!`
    Not,
    /// `-`
    Minus,
}

/// An operator of two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binary {
    /// `||`
    Or,
    /// `&&`
    And,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`
    Divide,
    /// `%`
    Remainder,
}

/// A function without a name.
#[derive(Debug, Clone, PartialEq)]
pub struct Lambda {
    /// Its parameters, whose types are inferred.
    pub parameters: Vec<String>,
    /// What it does.
    pub body: LambdaBody,
}

/// What a lambda does.
#[derive(Debug, Clone, PartialEq)]
pub enum LambdaBody {
    /// Its value.
    Value(Expr),
    /// Statements.
    Block(Vec<Stmt>),
}

/// A statement.
#[derive(Debug, Clone, PartialEq)]
pub enum Stmt {
    /// The declaration of a variable.
    Local(Type, String, Option<Expr>),
    /// An expression for its effect.
    Expr(Expr),
    /// `return`
    Return(Option<Expr>),
    /// `throw`
    Throw(Expr),
    /// `continue`
    Continue,
    /// `if`; an alternative that is one `if` follows `else` on its line.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// `for (Type name : values)`
    ForEach(Type, String, Expr, Vec<Stmt>),
    /// `for (Type name = first; condition; name++)`
    For(Type, String, Expr, Expr, Vec<Stmt>),
    /// `try`
    Try(Vec<Stmt>, Vec<Catch>),
    /// A comment on a line of its own.
    Comment(String),
}

/// What is done about exceptions.
#[derive(Debug, Clone, PartialEq)]
pub struct Catch {
    /// Which they are.
    pub types: Vec<Type>,
    /// The variable that holds them.
    pub name: String,
    /// What is done.
    pub body: Vec<Stmt>,
}

/// A comment before a member. Its text holds no comment's end: see [`names::comment`](super::names::comment).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comment {
    /// `// …`, a line each.
    Lines(Vec<String>),
    /// `/** … */`; what is one line stays on one.
    Doc(Vec<String>),
    /// `/** … */` over several lines, however short.
    LongDoc(Vec<String>),
}

/// A word before a declaration, in the order in which they are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Modifier {
    /// `public`
    Public,
    /// `private`
    Private,
    /// `static`
    Static,
    /// `final`
    Final,
    /// `volatile`
    Volatile,
}

/// `@Class(value)`
#[derive(Debug, Clone, PartialEq)]
pub struct Annotation {
    /// The annotation interface.
    pub class: CanonicalName,
    /// The elements with their names; a single one that is called `value` is written without its name.
    pub elements: Vec<(String, Expr)>,
}

/// A parameter of a method.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// Its annotations.
    pub annotations: Vec<Annotation>,
    /// Its type; of the last one of a method of variable arity that of an element.
    pub ty: Type,
    /// Its name.
    pub name: String,
}

/// A member of a class.
#[derive(Debug, Clone, PartialEq)]
pub enum Member {
    /// A field.
    Field(Field),
    /// A method.
    Method(Method),
    /// A constructor.
    Constructor(Constructor),
    /// A class.
    Class(Class),
    /// A member that never varies, as a template has it.
    Template(TemplateMember),
}

/// A field.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// The comment before it.
    pub comment: Option<Comment>,
    /// Its annotations.
    pub annotations: Vec<Annotation>,
    /// Its modifiers.
    pub modifiers: Vec<Modifier>,
    /// Its type.
    pub ty: Type,
    /// Its name.
    pub name: String,
    /// Its first value.
    pub value: Option<Expr>,
}

/// A method.
#[derive(Debug, Clone, PartialEq)]
pub struct Method {
    /// The comment before it.
    pub comment: Option<Comment>,
    /// Its annotations.
    pub annotations: Vec<Annotation>,
    /// Its modifiers.
    pub modifiers: Vec<Modifier>,
    /// Its type parameters, without bounds.
    pub type_parameters: Vec<String>,
    /// The type of its result; none for `void`.
    pub result: Option<Type>,
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Whether the last parameter stands for any number of arguments.
    pub is_variadic: bool,
    /// What it may throw.
    pub throws: Vec<Type>,
    /// What it does.
    pub body: Vec<Stmt>,
}

/// A constructor.
#[derive(Debug, Clone, PartialEq)]
pub struct Constructor {
    /// The comment before it.
    pub comment: Option<Comment>,
    /// Its modifiers.
    pub modifiers: Vec<Modifier>,
    /// Its class.
    pub class: String,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// What it does.
    pub body: Vec<Stmt>,
}

/// A class.
#[derive(Debug, Clone, PartialEq)]
pub struct Class {
    /// The comment before it.
    pub comment: Option<Comment>,
    /// Its annotations.
    pub annotations: Vec<Annotation>,
    /// Its modifiers.
    pub modifiers: Vec<Modifier>,
    /// Its simple name.
    pub name: String,
    /// The class that it extends.
    pub extends: Option<Type>,
    /// Its members.
    pub members: Vec<Member>,
}
