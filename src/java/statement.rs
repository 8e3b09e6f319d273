//! Statements are made here.

use super::tree::{Expr, Stmt};
use super::types::Type;

impl Stmt {
    /// `return value;`
    pub fn returns(value: Expr) -> Stmt {
        Stmt::Return(Some(value))
    }

    /// `Type name = value;`
    pub fn local(ty: Type, name: impl Into<String>, value: Expr) -> Stmt {
        Stmt::Local(ty, name.into(), Some(value))
    }

    /// An `if` without an alternative.
    pub fn when(condition: Expr, then: Vec<Stmt>) -> Stmt {
        Stmt::If(condition, then, Vec::new())
    }

    /// `if (condition) { return false; }`
    pub fn fail_if(condition: Expr) -> Stmt {
        Stmt::when(condition, vec![Stmt::returns(Expr::truth(false))])
    }

    /// `for (Type name : values)`
    pub fn each(ty: Type, name: impl Into<String>, values: Expr, body: Vec<Stmt>) -> Stmt {
        Stmt::ForEach(ty, name.into(), values, body)
    }
}

impl From<Expr> for Stmt {
    fn from(value: Expr) -> Stmt {
        Stmt::Expr(value)
    }
}
