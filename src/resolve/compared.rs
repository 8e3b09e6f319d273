//! Which integers a specification only compares with one another: prices, identifiers, keys.
//!
//! Any other integers that are in the same order do as well for these. An expression denotes the same then, with the integers
//! exchanged, as long as integers of one kind meet each other only: each column of integers of an expression is of a kind, and
//! kinds whose values meet are made one. What does more than compare, such as a constant, a sum or `Int` itself, makes a kind one of
//! fixed values. A set of integers where one is meant counts as a sum, unless it has exactly one: none of them is 0.

use super::{
    Binary, Decl, Expr, ExprKind, FieldId, Generate, Module, Mult, Prim, Quant, SigKind, Test, Type, Unary, VarId,
};
use std::collections::BTreeMap;

/// A column of a field; 0 is the owner.
pub type Column = (FieldId, usize);

/// The columns of integers that the facts of a module and the invariants of a paragraph only compare; those of one list with one
/// another. In the order of declaration.
pub fn compared(module: &Module, generate: &Generate) -> Vec<Vec<Column>> {
    let mut sizes = vec![Size { lone: true, some: true }; module.variables.len()];
    loop {
        let mut flow = Flow::new(module, sizes.clone());
        flow.specification(generate);
        if flow.sizes == sizes {
            return flow.compared();
        }
        // What was taken for one element is not everywhere.
        sizes = flow.sizes;
    }
}

/// The kind of the integers of a column; `None` where there are none.
type Kind = Option<usize>;

/// The kind of the integers that have fixed values.
const FIXED: usize = 0;

/// How many elements a variable has at most and at least, as far as that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Size {
    lone: bool,
    some: bool,
}

struct Flow<'m> {
    module: &'m Module,
    /// For each kind, one that it has been made one with, or itself.
    parents: Vec<usize>,
    fields: Vec<Vec<Kind>>,
    variables: Vec<Vec<Kind>>,
    sizes: Vec<Size>,
    results: Vec<Option<Vec<Kind>>>,
    /// Expressions that have an element wherever it matters what is being looked at.
    present: Vec<&'m Expr>,
}

impl<'m> Flow<'m> {
    fn new(module: &'m Module, sizes: Vec<Size>) -> Flow<'m> {
        let mut flow = Flow {
            module,
            parents: vec![FIXED],
            fields: Vec::new(),
            variables: Vec::new(),
            sizes,
            results: vec![None; module.functions.len()],
            present: Vec::new(),
        };
        flow.fields = module.fields.iter().map(|field| flow.kinds(&Type::Relation(field.ty.clone()))).collect();
        flow.variables = module.variables.iter().map(|variable| flow.kinds(&variable.ty)).collect();
        flow
    }

    /// Kinds of their own for the columns of a type.
    fn kinds(&mut self, ty: &Type) -> Vec<Kind> {
        match ty {
            Type::Formula => Vec::new(),
            Type::Int => vec![Some(self.kind())],
            Type::Relation(ty) => (0..ty.arity)
                .map(|column| match ty.products.iter().map(|product| product[column]) {
                    mut prims if prims.clone().any(|prim| prim == Prim::Univ) => prims.next().map(|_| FIXED),
                    mut prims => prims.any(|prim| prim == Prim::Int).then(|| self.kind()),
                })
                .collect(),
        }
    }

    fn kind(&mut self) -> usize {
        self.parents.push(self.parents.len());
        self.parents.len() - 1
    }

    fn root(&self, mut kind: usize) -> usize {
        while self.parents[kind] != kind {
            kind = self.parents[kind];
        }
        kind
    }

    /// Makes two kinds one; that of a column is the other one's where it has none. `FIXED` stays a root.
    fn meet(&mut self, one: Kind, other: Kind) -> Kind {
        if let (Some(one), Some(other)) = (one, other) {
            let (one, other) = (self.root(one), self.root(other));
            self.parents[one.max(other)] = one.min(other);
        }
        one.or(other)
    }

    fn meet_all(&mut self, one: &[Kind], other: &[Kind]) -> Vec<Kind> {
        one.iter().zip(other).map(|(one, other)| self.meet(*one, *other)).collect()
    }

    fn fix(&mut self, kinds: &[Kind]) {
        for kind in kinds {
            self.meet(*kind, Some(FIXED));
        }
    }

    fn specification(&mut self, generate: &Generate) {
        let module = self.module;
        for (field, declared) in module.fields.iter().enumerate() {
            let columns = self.fields[field][1..].to_vec();
            self.bound(&declared.bound, &columns);
        }
        for fact in &module.facts {
            self.flow(&fact.body);
        }
        for invariant in &generate.invariants {
            // Its parameter is the root, of which there is one.
            self.result(invariant.index());
        }
    }

    fn compared(&self) -> Vec<Vec<Column>> {
        let mut classes: BTreeMap<usize, Vec<Column>> = BTreeMap::new();
        for (field, kinds) in self.fields.iter().enumerate() {
            for (column, kind) in kinds.iter().enumerate() {
                if let Some(root) = kind.map(|kind| self.root(kind)).filter(|root| *root != FIXED) {
                    classes.entry(root).or_default().push((FieldId(field as u32), column));
                }
            }
        }
        classes.into_values().collect()
    }

    /// What a field's declaration says of its columns; `Int` says nothing.
    fn bound(&mut self, bound: &'m Expr, columns: &[Kind]) {
        match &bound.kind {
            ExprKind::IntSet => {}
            ExprKind::Binary(Binary::Arrow(..), left, right) => {
                let (first, rest) = columns.split_at(arity(left).min(columns.len()));
                self.bound(left, first);
                self.bound(right, rest);
            }
            _ => {
                let found = self.flow(bound);
                self.meet_all(columns, &found);
            }
        }
    }

    /// The kinds of the columns of an expression: of an integer one, of a formula none. One arm for each form of expression.
    fn flow(&mut self, expr: &'m Expr) -> Vec<Kind> {
        match &expr.kind {
            ExprKind::Field(field) => self.fields[field.index()].clone(),
            ExprKind::Var(variable) => self.variables[variable.index()].clone(),
            ExprKind::Iden => vec![Some(FIXED); 2],
            ExprKind::Number(_) | ExprKind::MinInt | ExprKind::MaxInt => vec![Some(FIXED)],
            ExprKind::None | ExprKind::Text(_) | ExprKind::TextSet => vec![None],
            ExprKind::Sig(_) | ExprKind::Univ | ExprKind::IntSet | ExprKind::Indices { .. } | ExprKind::NextInt => {
                let kinds = self.kinds(&expr.ty);
                self.fix(&kinds);
                kinds
            }
            ExprKind::TotalOrder(parts) => {
                for part in parts.iter() {
                    let kinds = self.flow(part);
                    self.fix(&kinds);
                }
                Vec::new()
            }
            ExprKind::Unary(operator, operand) => self.unary(*operator, operand),
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right),
            ExprKind::Temporal(_, parts) => {
                parts.iter().for_each(|part| _ = self.flow(part));
                Vec::new()
            }
            ExprKind::And(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    // Where another part is false, this one does not matter.
                    let others = parts.iter().enumerate().filter(|(other, _)| *other != index);
                    let known = others.flat_map(|(_, other)| if_true(other)).collect();
                    self.knowing(known, part);
                }
                Vec::new()
            }
            ExprKind::If(condition, yes, no) => {
                self.flow(condition);
                let yes = self.knowing(if_true(condition), yes);
                let no = self.knowing(if_false(condition), no);
                self.meet_all(&yes, &no)
            }
            ExprKind::Quant(quantifier, decls, body) => {
                self.declare(decls);
                let kinds = self.flow(body);
                if *quantifier == Quant::Sum {
                    self.fix(&kinds);
                    return vec![Some(FIXED)];
                }
                Vec::new()
            }
            ExprKind::Comprehension(decls, body) => {
                self.declare(decls);
                self.flow(body);
                decls.iter().flat_map(|decl| self.variables[decl.var.index()].clone()).collect()
            }
            ExprKind::Let(variable, value, body) => {
                self.assign(*variable, value);
                self.flow(body)
            }
            ExprKind::Call(function, arguments) => {
                let module = self.module;
                for (parameter, argument) in module.functions[function.index()].params.iter().zip(arguments) {
                    self.assign(parameter.var, argument);
                }
                self.result(function.index())
            }
            ExprKind::Old(state) => self.flow(state),
        }
    }

    fn unary(&mut self, operator: Unary, operand: &'m Expr) -> Vec<Kind> {
        let mut kinds = self.flow(operand);
        match operator {
            Unary::Not | Unary::Test(_) => Vec::new(),
            Unary::Transpose => {
                kinds.reverse();
                kinds
            }
            Unary::Closure | Unary::ReflexiveClosure => {
                let kind = self.meet(kinds[0], kinds[1]);
                vec![kind; 2]
            }
            // Exchanging integers for others leaves as many.
            Unary::Cardinality => vec![Some(FIXED)],
            Unary::SumOf | Unary::ValueOf if self.is_one(operand) => kinds,
            Unary::AtomOf | Unary::Prime => kinds,
            Unary::SumOf | Unary::ValueOf | Unary::Negate => {
                self.fix(&kinds);
                vec![Some(FIXED)]
            }
        }
    }

    fn binary(&mut self, operator: Binary, left: &'m Expr, right: &'m Expr) -> Vec<Kind> {
        match operator {
            Binary::Or => {
                self.knowing(if_false(right), left);
                self.knowing(if_false(left), right);
                return Vec::new();
            }
            Binary::Implies => {
                self.knowing(if_false(right), left);
                self.knowing(if_true(left), right);
                return Vec::new();
            }
            _ => {}
        }
        let (one, other) = (self.flow(left), self.flow(right));
        match operator {
            Binary::Union | Binary::Difference | Binary::Intersection | Binary::Override => self.meet_all(&one, &other),
            Binary::In
            | Binary::Equal
            | Binary::IntEqual
            | Binary::Less
            | Binary::LessEqual
            | Binary::Greater
            | Binary::GreaterEqual => {
                self.meet_all(&one, &other);
                Vec::new()
            }
            Binary::DomainRestriction => {
                self.joined((one[0], left), (other[0], right));
                other
            }
            Binary::RangeRestriction => {
                self.joined((one[one.len() - 1], left), (other[0], right));
                one
            }
            Binary::Join => {
                self.joined((one[one.len() - 1], left), (other[0], right));
                [&one[..one.len() - 1], &other[1..]].concat()
            }
            Binary::Arrow(..) => [one, other].concat(),
            Binary::Plus
            | Binary::Minus
            | Binary::Times
            | Binary::Divide
            | Binary::Remainder
            | Binary::ShiftLeft
            | Binary::ShiftRight
            | Binary::ShiftRightUnsigned => {
                self.fix(&one);
                self.fix(&other);
                vec![Some(FIXED)]
            }
            Binary::Or | Binary::Implies | Binary::Iff => Vec::new(),
        }
    }

    /// Two columns that are joined. A reflexive closure has every integer, also where no other column has any.
    fn joined(&mut self, (one, left): (Kind, &Expr), (other, right): (Kind, &Expr)) {
        self.meet(one, other);
        if one.is_some() != other.is_some() && (has_identity(left) || has_identity(right)) {
            self.fix(&[one, other]);
        }
    }

    /// The kinds of an expression that only matters where some others have an element.
    fn knowing(&mut self, known: Vec<&'m Expr>, expr: &'m Expr) -> Vec<Kind> {
        let before = self.present.len();
        self.present.extend(known);
        let kinds = self.flow(expr);
        self.present.truncate(before);
        kinds
    }

    fn declare(&mut self, decls: &'m [Decl]) {
        for decl in decls {
            let bound = self.flow(&decl.bound);
            let variable = decl.var.index();
            self.meet_all(&self.variables[variable].clone(), &bound);
            self.sizes[variable].lone &= matches!(decl.mult, Mult::One | Mult::Lone);
            self.sizes[variable].some &= matches!(decl.mult, Mult::One | Mult::Some);
        }
    }

    fn assign(&mut self, variable: VarId, value: &'m Expr) {
        let kinds = self.flow(value);
        self.meet_all(&self.variables[variable.index()].clone(), &kinds);
        let (lone, some) = (self.is_lone(value), self.is_some(value));
        let size = &mut self.sizes[variable.index()];
        size.lone &= lone;
        size.some &= some;
    }

    /// The kinds of what a function returns, whatever it is called with.
    fn result(&mut self, function: usize) -> Vec<Kind> {
        if let Some(known) = &self.results[function] {
            return known.clone();
        }
        let module = self.module;
        let outside = std::mem::take(&mut self.present);
        let kinds = self.flow(&module.functions[function].body);
        self.present = outside;
        self.results[function] = Some(kinds.clone());
        kinds
    }

    fn is_one(&self, expr: &Expr) -> bool {
        self.is_lone(expr) && self.is_some(expr)
    }

    /// Whether a set has at most one element.
    fn is_lone(&self, expr: &Expr) -> bool {
        match &expr.kind {
            _ if expr.ty == Type::Int => true,
            ExprKind::Var(variable) => self.sizes[variable.index()].lone,
            ExprKind::Sig(sig) => matches!(self.module.sigs[sig.index()].mult, Mult::One | Mult::Lone),
            ExprKind::Unary(Unary::AtomOf, _) => true,
            ExprKind::Binary(Binary::Intersection, one, other) => self.is_lone(one) || self.is_lone(other),
            ExprKind::Binary(Binary::Join, from, relation) => self.is_lone(from) && self.is_function(relation),
            _ => false,
        }
    }

    /// Whether a relation leads from one thing to at most one.
    fn is_function(&self, expr: &Expr) -> bool {
        let lone = |mult: Mult| matches!(mult, Mult::One | Mult::Lone);
        match &expr.kind {
            ExprKind::Field(field) => {
                let field = &self.module.fields[field.index()];
                field.arity() == 2 && lone(field.mult)
            }
            ExprKind::Binary(Binary::Join, owner, table) => match &table.kind {
                ExprKind::Field(field) => match &self.module.fields[field.index()].bound.kind {
                    ExprKind::Binary(Binary::Arrow(_, mult), left, right) => {
                        arity(left) == 1 && arity(right) == 1 && lone(*mult) && self.is_lone(owner)
                    }
                    _ => false,
                },
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a set has an element.
    fn is_some(&self, expr: &Expr) -> bool {
        self.present.iter().any(|present| is_same(present, expr))
            || match &expr.kind {
                _ if expr.ty == Type::Int => true,
                ExprKind::Var(variable) => self.sizes[variable.index()].some,
                ExprKind::Sig(sig) => matches!(self.module.sigs[sig.index()].mult, Mult::One | Mult::Some),
                ExprKind::Unary(Unary::AtomOf, _) => true,
                ExprKind::Binary(Binary::Join, from, relation) => match &relation.kind {
                    ExprKind::Field(field) => {
                        let field = &self.module.fields[field.index()];
                        let has_it = |prim: &Prim| matches!(prim, Prim::Sig(sig) if self.module.lineage(*sig).any(|sig| sig == field.owner));
                        let Type::Relation(ty) = &from.ty else { return false };
                        let owners = ty.arity == 1 && ty.products.iter().flatten().all(has_it);
                        let top = !matches!(self.module.sigs[field.owner.index()].kind, SigKind::In { .. });
                        let some = field.arity() == 2 && matches!(field.mult, Mult::One | Mult::Some);
                        owners && top && some && self.is_some(from)
                    }
                    _ => false,
                },
                _ => false,
            }
    }
}

fn arity(expr: &Expr) -> usize {
    match &expr.ty {
        Type::Relation(ty) => ty.arity,
        Type::Int | Type::Formula => 1,
    }
}

/// What has an element where a formula is true.
fn if_true(formula: &Expr) -> Vec<&Expr> {
    match &formula.kind {
        ExprKind::Unary(Unary::Test(Test::Some | Test::One), operand) => with_sources(operand),
        ExprKind::Unary(Unary::Not, operand) => if_false(operand),
        ExprKind::And(parts) => parts.iter().flat_map(if_true).collect(),
        _ => Vec::new(),
    }
}

/// What has an element where a formula is false.
fn if_false(formula: &Expr) -> Vec<&Expr> {
    match &formula.kind {
        ExprKind::Unary(Unary::Test(Test::No), operand) => with_sources(operand),
        ExprKind::Unary(Unary::Not, operand) => if_true(operand),
        ExprKind::Binary(Binary::Or, left, right) => [if_false(left), if_false(right)].concat(),
        ExprKind::Binary(Binary::Implies, left, right) => [if_true(left), if_false(right)].concat(),
        ExprKind::And(parts) if parts.len() == 1 => if_false(&parts[0]),
        _ => Vec::new(),
    }
}

/// An expression that has an element, and what it is joined from, which then has one, too.
fn with_sources(expr: &Expr) -> Vec<&Expr> {
    let sources = std::iter::successors(Some(expr), |expr| match &expr.kind {
        ExprKind::Binary(Binary::Join, from, _) => Some(from),
        _ => None,
    });
    sources.collect()
}

/// Whether there is a reflexive closure in an expression.
fn has_identity(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Unary(Unary::ReflexiveClosure, _)) || expr.parts().into_iter().any(has_identity)
}

/// Whether two expressions are written alike, as far as they are joins of variables, signatures and fields.
fn is_same(one: &Expr, other: &Expr) -> bool {
    match (&one.kind, &other.kind) {
        (ExprKind::Var(one), ExprKind::Var(other)) => one == other,
        (ExprKind::Sig(one), ExprKind::Sig(other)) => one == other,
        (ExprKind::Field(one), ExprKind::Field(other)) => one == other,
        (ExprKind::Binary(Binary::Join, a, b), ExprKind::Binary(Binary::Join, c, d)) => is_same(a, c) && is_same(b, d),
        _ => false,
    }
}
