//! Expressions, formulas and integer expressions, hash-consed: equal terms have equal ids.

use super::{TupleKey, TupleSet};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        pub struct $name(pub u32);
    };
}
id!(
    /// An expression: denotes a tuple set.
    ExprId
);
id!(
    /// A formula: denotes truth.
    FormulaId
);
id!(
    /// An integer expression: denotes an integer.
    IntId
);
id!(
    /// A relation: an index into `Problem::relations`.
    RelationId
);
id!(
    /// A variable that ranges over single atoms; bound by quantifiers, comprehensions and sums.
    VariableId
);

/// An expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub enum Expr {
    /// A relation of the problem.
    Relation(RelationId),
    /// A bound variable: a singleton of arity 1.
    Variable(VariableId),
    /// A constant tuple set (also `univ`, `iden`, `none`, literals).
    Constant(TupleSet),
    /// `+`.
    Union(ExprId, ExprId),
    /// `-`.
    Difference(ExprId, ExprId),
    /// `&`.
    Intersection(ExprId, ExprId),
    /// `++`.
    Override(ExprId, ExprId),
    /// `.`; arities add up to at least 3.
    Join(ExprId, ExprId),
    /// `->`.
    Product(ExprId, ExprId),
    /// `~`, arity 2.
    Transpose(ExprId),
    /// `^`, arity 2.
    Closure(ExprId),
    /// `*`: `^` and the identity on the whole universe.
    ReflexiveClosure(ExprId),
    /// `{ x: A, y: B | f }`.
    Comprehension(Vec<Decl>, FormulaId),
    /// `c => a else b`.
    If(FormulaId, ExprId, ExprId),
    /// The atom of an integer; empty if the integer is outside the bit width.
    Atom(IntId),
}

/// A formula.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub enum Formula {
    /// True or false.
    Constant(bool),
    /// `a in b`.
    In(ExprId, ExprId),
    /// `a = b`.
    Equal(ExprId, ExprId),
    /// `some e`.
    Some(ExprId),
    /// `no e`.
    No(ExprId),
    /// `lone e`.
    Lone(ExprId),
    /// `one e`.
    One(ExprId),
    /// `e` has at most so many tuples, whatever the bit width.
    AtMost(ExprId, u32),
    /// `!f`.
    Not(FormulaId),
    /// Conjunction.
    And(Vec<FormulaId>),
    /// Disjunction.
    Or(Vec<FormulaId>),
    /// `a implies b`.
    Implies(FormulaId, FormulaId),
    /// `a iff b`.
    Iff(FormulaId, FormulaId),
    /// `all x: A, y: B | f`; a later bound may use earlier variables.
    All(Vec<Decl>, FormulaId),
    /// `some x: A, y: B | f`.
    Exists(Vec<Decl>, FormulaId),
    /// A comparison of integers. False if either side overflows the bit width, whatever the polarity; so
    /// `i = i` says that `i` has a value, which `lower` uses to say what an overflow means where.
    Compare(Comparison, IntId, IntId),
}

/// Comparisons of integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Comparison {
    /// `=`.
    Equal,
    /// `<`.
    Less,
    /// `<=`.
    LessEqual,
}

/// An integer expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub enum IntExpr {
    /// A literal.
    Constant(i64),
    /// `#e`.
    Cardinality(ExprId),
    /// The sum of the integer atoms of a unary expression; other atoms count 0.
    Sum(ExprId),
    /// `sum x: A | i`.
    SumOver(Vec<Decl>, IntId),
    /// Arithmetic.
    Arithmetic(Arithmetic, IntId, IntId),
    /// `c => a else b`.
    If(FormulaId, IntId, IntId),
}

/// Arithmetic operators, without wrapping. Division truncates. Division by zero and every result (also of `#`
/// and of sums, whose partial sums are exact) outside the bit width have no value: the comparison that contains
/// them is false.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Arithmetic {
    /// `+`.
    Plus,
    /// `-`.
    Minus,
    /// `*`.
    Times,
    /// `/`.
    Divide,
    /// `%`; the sign is that of the left operand.
    Remainder,
    /// `<<`, by the right operand read without a sign; has no value where significant bits would be lost.
    ShiftLeft,
    /// `>>`: the sign is kept. As for `>>>`, only as many low bits of the right operand count as are needed to
    /// number the bits of an integer.
    ShiftRight,
    /// `>>>`: zeros come in.
    ShiftRightUnsigned,
}

/// A declaration of a variable over a unary expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Decl {
    /// The variable; unique in the whole problem.
    pub variable: VariableId,
    /// What it ranges over.
    pub bound: ExprId,
}

/// All terms of a problem.
#[derive(Debug, Clone, Default)]
pub struct Terms {
    exprs: Interner<Expr>,
    formulas: Interner<Formula>,
    ints: Interner<IntExpr>,
    variables: u32,
}

#[derive(Debug, Clone)]
struct Interner<T> {
    items: Vec<T>,
    ids: FxHashMap<T, u32>,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Interner { items: Vec::new(), ids: FxHashMap::default() }
    }
}

impl<T: Clone + Eq + std::hash::Hash> Interner<T> {
    fn intern(&mut self, item: T) -> u32 {
        if let Some(id) = self.ids.get(&item) {
            return *id;
        }
        let id = self.items.len() as u32;
        self.items.push(item.clone());
        self.ids.insert(item, id);
        id
    }
}

impl Terms {
    /// The id of an expression.
    pub fn expr(&mut self, expr: Expr) -> ExprId {
        ExprId(self.exprs.intern(expr))
    }

    /// The id of a formula. Conjunctions and disjunctions of one are that one, and name each part once; constants are
    /// folded.
    pub fn formula(&mut self, formula: Formula) -> FormulaId {
        let formula = match formula {
            Formula::And(parts) => {
                let (yes, no) = (self.truth(true), self.truth(false));
                if parts.contains(&no) {
                    return no;
                }
                let parts = different(parts, yes);
                match parts.as_slice() {
                    [] => return yes,
                    [one] => return *one,
                    _ => Formula::And(parts),
                }
            }
            Formula::Or(parts) => {
                let (yes, no) = (self.truth(true), self.truth(false));
                if parts.contains(&yes) {
                    return yes;
                }
                let parts = different(parts, no);
                match parts.as_slice() {
                    [] => return no,
                    [one] => return *one,
                    _ => Formula::Or(parts),
                }
            }
            other => other,
        };
        FormulaId(self.formulas.intern(formula))
    }

    /// The id of an integer expression.
    pub fn int(&mut self, int: IntExpr) -> IntId {
        IntId(self.ints.intern(int))
    }

    /// The constant formula.
    pub fn truth(&mut self, value: bool) -> FormulaId {
        FormulaId(self.formulas.intern(Formula::Constant(value)))
    }

    /// A constant expression.
    pub fn constant(&mut self, arity: usize, keys: Vec<TupleKey>) -> ExprId {
        self.expr(Expr::Constant(TupleSet::from_keys(arity, keys)))
    }

    /// A variable that no other declaration uses.
    pub fn fresh_variable(&mut self) -> VariableId {
        self.variables += 1;
        VariableId(self.variables - 1)
    }

    /// How many variables there are.
    pub fn variable_count(&self) -> usize {
        self.variables as usize
    }

    /// The expression of an id.
    pub fn get(&self, id: ExprId) -> &Expr {
        &self.exprs.items[id.0 as usize]
    }

    /// The formula of an id.
    pub fn get_formula(&self, id: FormulaId) -> &Formula {
        &self.formulas.items[id.0 as usize]
    }

    /// The integer expression of an id.
    pub fn get_int(&self, id: IntId) -> &IntExpr {
        &self.ints.items[id.0 as usize]
    }

    /// All of them in the order in which they were made.
    pub(super) fn items(&self) -> (&[Expr], &[Formula], &[IntExpr]) {
        (&self.exprs.items, &self.formulas.items, &self.ints.items)
    }

    /// How many expressions, formulas and integer expressions there are.
    pub fn counts(&self) -> (usize, usize, usize) {
        (self.exprs.items.len(), self.formulas.items.len(), self.ints.items.len())
    }
}

/// The parts but one, each once, in their order.
fn different(mut parts: Vec<FormulaId>, but: FormulaId) -> Vec<FormulaId> {
    let mut seen = FxHashSet::from_iter([but]);
    parts.retain(|part| seen.insert(*part));
    parts
}
