//! Lowers expressions that denote relations; calls are inlined and `let` is substituted.

use super::bounds::{Purpose, SigValue};
use super::lowering::{Binding, Call, Called, Lowering, Lowers, Place, arity};
use super::places::is_int_set;
use crate::diagnostic::{Diagnostic, Span};
use crate::relational::{AtomId, Decl, Expr as Term, ExprId, Formula, FormulaId, IntExpr, TupleKey};
use crate::resolve::{self as module, Binary, Expr, ExprKind, FunctionId, Mult, SigId, Type, Unary, VarId};
use crate::stack;
use std::ops::Range;

/// What declarations become: variables, and what `disj` demands of them.
pub(super) struct Variables {
    pub(super) decls: Vec<Decl>,
    pub(super) guard: FormulaId,
}

impl<'m> Lowering<'m> {
    /// An expression that denotes a relation.
    pub(super) fn expr(&mut self, expr: &Expr) -> Lowers<ExprId> {
        stack::grown(|| self.expr_form(expr))
    }

    /// One arm for each form of expressions.
    fn expr_form(&mut self, expr: &Expr) -> Lowers<ExprId> {
        if let Type::Relation(ty) = &expr.ty {
            self.check_arity(ty.arity, expr.span)?;
        }
        let term = match &expr.kind {
            ExprKind::Sig(sig) => return Ok(self.sig_term(*sig)),
            ExprKind::Field(field) => Term::Relation(self.bounds.field_relation(*field)),
            ExprKind::Var(variable) => match self.binding(*variable) {
                Some(Binding::Expr(id)) => return Ok(id),
                Some(Binding::Int(int)) => Term::Atom(int),
                _ => return Err(self.unbound(*variable, expr.span)),
            },
            ExprKind::Univ => return Ok(self.existing()),
            ExprKind::Iden => return Ok(self.existing_identity()),
            ExprKind::None => {
                let arity = match &expr.ty {
                    Type::Relation(ty) => ty.arity.max(1),
                    _ => 1,
                };
                return Ok(self.terms.constant(arity, Vec::new()));
            }
            ExprKind::IntSet => return Ok(self.int_set()),
            ExprKind::NextInt | ExprKind::MinInt | ExprKind::MaxInt if self.bounds.purpose == Purpose::Structures => {
                return Err(only_in_commands(expr.span, "the bounds of integers"));
            }
            ExprKind::Text(_) | ExprKind::TextSet if self.bounds.purpose == Purpose::Structures => {
                return Err(only_in_commands(expr.span, "strings"));
            }
            ExprKind::Indices { .. } => {
                let indices = self.bounds.indices();
                return Ok(self.atom_set(&indices));
            }
            ExprKind::NextInt => return Ok(self.next_int()),
            ExprKind::TextSet => return Ok(self.text_set()),
            ExprKind::Text(text) => match self.bounds.texts.get(text) {
                Some(atom) => {
                    let atom = *atom;
                    return Ok(self.atom_set(&[atom]));
                }
                None => return Err(Diagnostic::error(expr.span, format!("there is no string \"{text}\" here"))),
            },
            ExprKind::MinInt | ExprKind::MaxInt => Term::Atom(self.int(expr)?),
            ExprKind::Unary(operator, operand) => return self.unary(*operator, operand, expr.span),
            ExprKind::Binary(operator, left, right) => {
                return self.binary(*operator, left, right, expr.span);
            }
            ExprKind::If(condition, yes, no) => {
                let condition = self.formula(condition)?;
                Term::If(condition, self.expr(yes)?, self.expr(no)?)
            }
            ExprKind::Comprehension(decls, body) => {
                let lowered = self.first_order(decls, None)?;
                let body = self.within(|place| *place = Place::default(), |lowering| lowering.formula(body))?;
                let body = self.and([lowered.guard, body]);
                Term::Comprehension(lowered.decls, body)
            }
            ExprKind::Let(variable, value, body) => {
                self.bind(*variable, value)?;
                return self.expr(body);
            }
            ExprKind::Call(function, arguments) => match self.call(*function, arguments, expr.span)? {
                Binding::Expr(id) => return Ok(id),
                Binding::Int(int) => Term::Atom(int),
                Binding::Formula(_) | Binding::Varying(_) => return Err(misplaced(expr.span)),
            },
            ExprKind::Old(_) => return Err(old(expr.span)),
            ExprKind::Number(value) => Term::Atom(self.terms.int(IntExpr::Constant(*value))),
            ExprKind::And(_) | ExprKind::Quant(..) | ExprKind::TotalOrder(_) | ExprKind::Temporal(..) => {
                return Err(misplaced(expr.span));
            }
        };
        Ok(self.terms.expr(term))
    }

    fn unary(&mut self, operator: Unary, operand: &Expr, span: Span) -> Lowers<ExprId> {
        let term = match operator {
            Unary::Prime => return self.next_state(|lowering| lowering.expr(operand)),
            Unary::Transpose => Term::Transpose(self.expr(operand)?),
            Unary::Closure => Term::Closure(self.expr(operand)?),
            Unary::ReflexiveClosure => {
                // Alloy's identity relates existing objects only.
                let closure = self.expr(operand)?;
                let closure = self.terms.expr(Term::Closure(closure));
                let identity = self.existing_identity();
                Term::Union(closure, identity)
            }
            Unary::AtomOf => {
                let int = self.int(operand)?;
                if let IntExpr::Constant(value) = self.terms.get_int(int) {
                    let atom = self.bounds.universe.int_atom(*value);
                    let keys = atom.iter().map(|atom| TupleKey(u64::from(atom.0))).collect();
                    return Ok(self.terms.constant(1, keys));
                }
                Term::Atom(int)
            }
            _ => return Err(misplaced(span)),
        };
        Ok(self.terms.expr(term))
    }

    fn binary(&mut self, operator: Binary, left: &Expr, right: &Expr, span: Span) -> Lowers<ExprId> {
        if operator == Binary::Join {
            // In `*r.*s` one side has to be exact for the other to meet existing atoms only.
            let first = if is_reflexive(right) { self.expr(left)? } else { self.joined(left)? };
            let second = self.joined(right)?;
            return Ok(self.terms.expr(Term::Join(first, second)));
        }
        let arities = (arity(left), arity(right));
        let (a, b) = (self.expr(left)?, self.expr(right)?);
        let term = match operator {
            Binary::Union => Term::Union(a, b),
            Binary::Difference => Term::Difference(a, b),
            Binary::Intersection => Term::Intersection(a, b),
            Binary::Override => Term::Override(a, b),
            Binary::Arrow(..) => {
                self.check_arity(arities.0 + arities.1, span)?;
                Term::Product(a, b)
            }
            Binary::DomainRestriction => {
                let rest = self.columns(right, 1..arities.1);
                let wide = rest.map_or(a, |rest| self.terms.expr(Term::Product(a, rest)));
                Term::Intersection(b, wide)
            }
            Binary::RangeRestriction => {
                let rest = self.columns(left, 0..arities.0 - 1);
                let wide = rest.map_or(b, |rest| self.terms.expr(Term::Product(rest, b)));
                Term::Intersection(a, wide)
            }
            _ => return Err(misplaced(span)),
        };
        Ok(self.terms.expr(term))
    }

    /// An operand of a join: there the identity on the whole universe does in `*r`, because what it is
    /// joined with has existing atoms only; so the simpler term is used.
    fn joined(&mut self, expr: &Expr) -> Lowers<ExprId> {
        match &expr.kind {
            ExprKind::Unary(Unary::ReflexiveClosure, operand) => {
                let operand = self.expr(operand)?;
                Ok(self.terms.expr(Term::ReflexiveClosure(operand)))
            }
            _ => self.expr(expr),
        }
    }

    /// Lets a variable stand for a value.
    pub(super) fn bind(&mut self, variable: VarId, value: &Expr) -> Lowers<()> {
        let value = if self.is_flexible(variable) { self.varying(value)? } else { self.value(value)? };
        self.bindings.insert(variable, value);
        Ok(())
    }

    pub(super) fn value(&mut self, expr: &Expr) -> Lowers<Binding> {
        Ok(match &expr.ty {
            Type::Formula => Binding::Formula(self.formula(expr)?),
            Type::Int => Binding::Int(self.within(|place| place.plain = false, |lowering| lowering.int(expr))?),
            Type::Relation(_) => {
                Binding::Expr(self.within(|place| place.plain = false, |lowering| lowering.expr(expr))?)
            }
        })
    }

    /// Binds the parameters of a function to arguments.
    pub(super) fn enter(&mut self, function: FunctionId, arguments: &[Expr], span: Span) -> Lowers<Vec<Binding>> {
        let called = &self.module.functions[function.index()];
        if called.params.len() != arguments.len() {
            let message = format!("`{}` takes {} arguments, not {}", called.name, called.params.len(), arguments.len());
            return Err(Diagnostic::error(span, message));
        }
        let mut values = Vec::new();
        for (param, argument) in called.params.iter().zip(arguments) {
            values.push(if self.is_flexible(param.var) { self.varying(argument)? } else { self.value(argument)? });
        }
        for (param, value) in called.params.iter().zip(&values) {
            self.bindings.insert(param.var, *value);
        }
        Ok(values)
    }

    pub(super) fn call(&mut self, function: FunctionId, arguments: &[Expr], span: Span) -> Lowers<Binding> {
        match self.beyond(function, span)? {
            Some(nothing) => Ok(nothing),
            None => self.keeping_outside(function, |lowering| lowering.entered(function, arguments, span)),
        }
    }

    fn entered(&mut self, function: FunctionId, arguments: &[Expr], span: Span) -> Lowers<Binding> {
        let values = self.enter(function, arguments, span)?;
        let time = self.time.as_ref().map(|time| time.place());
        let negated = (self.place.negated, self.place.denied);
        let mut call = Call { function, values, negated, around: None, time, unrolled: self.unrolled(&self.inside) };
        match self.calls.get(&call) {
            Some(known) if known.witnesses == Some(0) || !self.place.plain => return Ok(known.value),
            _ => {}
        }
        if self.place.plain {
            call.around = Some(self.place.around.iter().map(|universal| universal.decl.variable).collect());
            match self.calls.get(&call) {
                Some(known) if known.witnesses.is_some_and(|own| self.shares_witnesses(own)) => {
                    return Ok(known.value);
                }
                _ => {}
            }
        }
        let before = self.witness_count;
        let called = self.expanded(function)?;
        self.inside.push(function);
        let value = self.value(&called.body);
        self.inside.pop();
        let value = value?;
        let witnesses = self.place.plain.then(|| self.witness_count - before);
        if witnesses == Some(0) {
            call.around = None;
        }
        self.calls.insert(call, Called { value, witnesses });
        Ok(value)
    }

    /// Declarations of variables that range over single atoms. `universal` says how a quantifier binds them, seen from
    /// outside all negations; comprehensions and sums do neither.
    pub(super) fn first_order(&mut self, decls: &[module::Decl], universal: Option<bool>) -> Lowers<Variables> {
        let mut lowered = Vec::new();
        let mut guards = Vec::new();
        for decl in decls {
            let name = &self.module.variables[decl.var.index()].name;
            if decl.mult != Mult::One || arity(&decl.bound) != 1 {
                let message = format!(
                    "`{name}` ranges over sets here; only a `some` that is a conjunct of a fact or invariant can declare sets"
                );
                let error = Diagnostic::error(self.module.variables[decl.var.index()].span, message);
                return Err(match self.bounds.purpose {
                    Purpose::Structures => error,
                    Purpose::Instances { .. } => higher_order(name, self.module.variables[decl.var.index()].span),
                });
            }
            let bound = self.expr(&decl.bound)?;
            let variable = self.terms.fresh_variable();
            let term = self.terms.expr(Term::Variable(variable));
            self.bindings.insert(decl.var, Binding::Expr(term));
            self.note_range(term, &decl.bound);
            if is_int_set(&decl.bound) {
                self.note_int_variable(variable, universal.unwrap_or(false));
            }
            for other in &decl.disjoint_from {
                let Some(Binding::Expr(other)) = self.binding(*other) else {
                    return Err(self.unbound(*other, decl.bound.span));
                };
                let equal = self.terms.formula(Formula::Equal(other, term));
                guards.push(self.terms.formula(Formula::Not(equal)));
            }
            lowered.push(Decl { variable, bound });
        }
        let guard = self.terms.formula(Formula::And(guards));
        Ok(Variables { decls: lowered, guard })
    }

    pub(super) fn and<const N: usize>(&mut self, parts: [FormulaId; N]) -> FormulaId {
        self.terms.formula(Formula::And(parts.to_vec()))
    }

    /// The set of all integer atoms.
    pub(super) fn int_set(&mut self) -> ExprId {
        let ints = self.bounds.ints.clone();
        self.atom_set(&ints)
    }

    /// The set of all string atoms.
    pub(super) fn text_set(&mut self) -> ExprId {
        let texts: Vec<AtomId> = self.bounds.texts.values().copied().collect();
        self.atom_set(&texts)
    }

    fn atom_set(&mut self, atoms: &[AtomId]) -> ExprId {
        self.terms.constant(1, atoms.iter().map(|atom| TupleKey(u64::from(atom.0))).collect())
    }

    /// Every integer but the greatest with the next one.
    fn next_int(&mut self) -> ExprId {
        let universe = &self.bounds.universe;
        let keys = self.bounds.ints.windows(2).map(|pair| universe.key(pair)).collect();
        self.terms.constant(2, keys)
    }

    /// What stands for a signature.
    pub(super) fn sig_term(&mut self, sig: SigId) -> ExprId {
        match self.bounds.sig_value(sig).clone() {
            SigValue::Relation(relation) => self.terms.expr(Term::Relation(relation)),
            SigValue::Union(parts) => {
                let parts: Vec<ExprId> = parts.into_iter().map(|part| self.prim_term(part)).collect();
                let union = parts.into_iter().reduce(|all, more| self.terms.expr(Term::Union(all, more)));
                union.unwrap_or_else(|| self.terms.constant(1, Vec::new()))
            }
        }
    }

    /// All tuples that the given columns of an expression may have by its type, whether their atoms exist
    /// or not; `None` for no columns.
    pub(super) fn columns(&mut self, of: &Expr, columns: Range<usize>) -> Option<ExprId> {
        let Type::Relation(ty) = &of.ty else { return None };
        let sets: Vec<_> = columns.map(|column| self.bounds.column(ty, column)).collect();
        let sets = sets.into_iter().map(|set| self.terms.expr(Term::Constant(set))).collect::<Vec<_>>();
        sets.into_iter().reduce(|product, set| self.terms.expr(Term::Product(product, set)))
    }

    /// `univ`: constants, integers, and the objects that exist.
    pub(super) fn existing(&mut self) -> ExprId {
        let always = self.bounds.ints.iter().chain(self.bounds.texts.values());
        let mut keys: Vec<_> = always.map(|atom| TupleKey(u64::from(atom.0))).collect();
        let mut open = Vec::new();
        for top in &self.bounds.population.tops {
            if top.changes {
                open.push(top.sig);
                continue;
            }
            keys.extend(top.constants.iter().map(|atom| TupleKey(u64::from(atom.0))));
            if top.exactly {
                keys.extend(top.alike.iter().map(|atom| TupleKey(u64::from(atom.0))));
            } else if !top.alike.is_empty() {
                open.push(top.sig);
            }
        }
        let known = self.terms.constant(1, keys);
        open.into_iter().fold(known, |union, sig| {
            let sig = self.sig_term(sig);
            self.terms.expr(Term::Union(union, sig))
        })
    }

    /// `iden`: the identity on what exists.
    fn existing_identity(&mut self) -> ExprId {
        let base = self.bounds.universe.len() as u64;
        let identity = self.terms.constant(2, (0..base).map(|atom| TupleKey(atom * base + atom)).collect());
        if self.bounds.population.tops.iter().all(|top| !top.changes && (top.exactly || top.alike.is_empty())) {
            return identity;
        }
        let existing = self.existing();
        let all = self.terms.constant(1, (0..base).map(TupleKey).collect());
        let product = self.terms.expr(Term::Product(existing, all));
        self.terms.expr(Term::Intersection(identity, product))
    }
}

fn is_reflexive(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Unary(Unary::ReflexiveClosure, _))
}

pub(super) fn misplaced(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this expression has another kind than its place asks for")
}

pub(super) fn old(span: Span) -> Diagnostic {
    Diagnostic::error(span, "`old` has a meaning only in an `ensures`")
}

fn higher_order(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(span, format!("`{name}` ranges over sets here, and no single witness can stand for it"))
        .label("higher-order quantification that cannot be skolemized")
        .help("declare sets by a `some` that is joined by `and` only, or by an `all` in what is checked")
}

/// What has no meaning in a `generate` paragraph yet.
fn only_in_commands(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error(span, format!("{what} cannot be used in a `generate` paragraph"))
        .label("not supported here")
        .help("leave it to `run` and `check` commands")
}
