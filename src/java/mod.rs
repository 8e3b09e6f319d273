//! Java source as trees: types, expressions, statements, members and compilation units, and their printer.
//!
//! Whoever emits Java builds a tree and prints it. The printer alone decides which classes are imported, where lines break,
//! which parentheses there are and how characters are escaped. What never varies is written in Java itself ([`Template`]).

mod expression;
mod member;
pub mod names;
mod print;
mod statement;
mod template;
mod tree;
mod types;

pub mod dialect;

pub use member::CompilationUnit;
pub use print::{Around, Fragment, Mentioned, member_around, mentioned};
pub use template::{Template, TemplateMember};
pub use tree::{
    Annotation, Binary, Call, Catch, Class, Comment, Constructor, Creation, Expr, Field, Lambda, LambdaBody, Literal,
    Member, Method, Modifier, Parameter, Receiver, Stmt, Unary,
};
pub use types::{Bound, CanonicalName, ClassType, Primitive, Type, package_of};
