//! What an instance of a module has names for: what it declares, what it opens, and what it keeps to itself.

use super::module::{Expr, FieldId, FunctionId, MacroId, Prim, SigId};
use crate::diagnostic::{FileId, Span};
use crate::syntax::tree;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// An instance of a module.
#[derive(Debug, Default)]
pub(super) struct ModuleInstance {
    /// Its file.
    pub(super) file: FileId,
    /// What stands before its names in messages and instances: empty for the root, else `alias/`.
    pub(super) prefix: String,
    pub(super) arguments: Vec<Prim>,
    /// What the parameters stand for, and where they are named.
    pub(super) parameters: BTreeMap<String, (Prim, Span)>,
    pub(super) sigs: BTreeMap<String, SigId>,
    pub(super) functions: BTreeMap<String, Vec<FunctionId>>,
    pub(super) assertions: BTreeMap<String, Assertion>,
    pub(super) macros: BTreeMap<String, MacroId>,
    pub(super) opens: Vec<Opening>,
    pub(super) fields: BTreeMap<String, Vec<FieldId>>,
    /// Its signatures and functions, by where their names stand.
    pub(super) sigs_by_place: FxHashMap<Span, SigId>,
    pub(super) functions_by_place: FxHashMap<Span, FunctionId>,
}

/// An assertion.
#[derive(Debug, Clone)]
pub(super) struct Assertion {
    /// Where it is named.
    pub(super) span: Span,
    /// What it says; nothing where that is wrong, which is reported there.
    pub(super) body: Option<Expr>,
}

/// A macro: the instance that declares it, and the declaration.
#[derive(Debug, Clone, Copy)]
pub(super) struct DeclaredMacro<'p> {
    pub(super) instance: usize,
    pub(super) declaration: &'p tree::Macro,
}

/// Another instance of a module, under the name that it is opened by.
#[derive(Debug)]
pub(super) struct Opening {
    pub(super) alias: String,
    pub(super) instance: usize,
    pub(super) is_private: bool,
    /// Where its alias stands, or the module's name where none is written.
    pub(super) span: Span,
    /// Where it is written; nothing for a module that a file gets by itself.
    pub(super) paragraph: Option<Span>,
}

/// The signatures that stand for all signatures and for all fields.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meta {
    pub(super) sigs: SigId,
    pub(super) fields: SigId,
}

/// What only the instance that declares it may name.
#[derive(Debug, Default)]
pub(super) struct Hidden {
    pub(super) sigs: BTreeSet<SigId>,
    pub(super) fields: BTreeSet<FieldId>,
    pub(super) functions: BTreeSet<FunctionId>,
    pub(super) macros: BTreeSet<MacroId>,
}
