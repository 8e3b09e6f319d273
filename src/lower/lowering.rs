//! The state of lowering formulas: what variables stand for, where the formula stands, what was lowered before.

use super::bounds::Bounds;
use super::trace::Time;
use crate::diagnostic::{Diagnostic, Source, Span};
use crate::relational::{Constraint, Decl, ExprId, FormulaId, IntId, Problem, Terms, TupleSet, VariableId};
use crate::resolve::{Expr, Function, FunctionId, Module, SigId, Type, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

pub(super) use super::binding::Binding;

/// How many witnesses there may be before equal calls beside each other share theirs. Until then each has its own, as in
/// Alloy, and instances that differ in witnesses alone are counted; calls that double from one predicate to the next
/// would have more than fit anywhere.
const OWN_WITNESSES: usize = 256;

/// How many bodies of predicates and functions are lowered at most.
const EXPANSIONS: usize = 50_000;

/// The result of lowering a part.
pub(super) type Lowers<T> = Result<T, Diagnostic>;

/// The state of lowering formulas.
pub(super) struct Lowering<'m> {
    pub(super) module: &'m Module,
    pub(super) sources: &'m [Source],
    pub(super) bounds: Bounds,
    pub(super) terms: Terms,
    pub(super) constraints: Vec<Constraint>,
    pub(super) errors: Vec<Diagnostic>,
    /// What variables in scope stand for; variables are unique in the module, and a function that calls itself gets its own
    /// back after the call, so entries that went out of scope never mislead.
    pub(super) bindings: FxHashMap<VarId, Binding>,
    /// Calls that were inlined before: equal calls become equal terms.
    pub(super) calls: FxHashMap<Call, Called>,
    /// Calls whose conjuncts were added, with how many witnesses they have.
    pub(super) added: FxHashMap<Call, usize>,
    /// How many bodies of predicates and functions were lowered.
    expansions: usize,
    /// How many relations stand for witnesses.
    pub(super) witness_count: usize,
    /// Where the formula that is being lowered stands.
    pub(super) place: Place,
    /// The functions whose bodies are being lowered, outermost first.
    pub(super) inside: Vec<FunctionId>,
    /// How many calls of a function may stand inside its own body.
    pub(super) recursion: Option<u32>,
    /// The label of the command.
    pub(super) label: Option<&'m str>,
    pub(super) overflow: Overflow,
    /// The trace, where something changes.
    pub(super) time: Option<Time>,
    /// In which signature terms surely lie that stand for one element.
    pub(super) ranges: FxHashMap<ExprId, SigId>,
    /// What declarations said before.
    pub(super) declared: FxHashSet<FormulaId>,
    /// Signatures whose elements have been put in order by their numbers.
    pub(super) ordered: Vec<SigId>,
}

/// A call as it is remembered.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Call {
    pub(super) function: FunctionId,
    pub(super) values: Vec<Binding>,
    /// Whether it stands under a negation; the same for what an overflow means.
    pub(super) negated: (bool, bool),
    /// Where it has witnesses of its own, the universal variables around it.
    pub(super) around: Option<Vec<VariableId>>,
    /// Where in which trace it is lowered.
    pub(super) time: Option<(usize, usize, usize)>,
    /// The recursive functions in whose bodies it stands.
    pub(super) unrolled: Vec<FunctionId>,
}

/// What is remembered of a call.
#[derive(Debug, Clone, Copy)]
pub(super) struct Called {
    pub(super) value: Binding,
    /// How many witnesses it has; unknown where it was met in a place that has none.
    pub(super) witnesses: Option<usize>,
}

/// The place of a formula.
#[derive(Debug, Clone, Default)]
pub(super) struct Place {
    /// Whether it stands under an odd number of negations, premises included.
    pub(super) negated: bool,
    /// The same for what an overflow means, to which premises are no negations in Alloy.
    pub(super) denied: bool,
    /// Whether nothing but conjunctions and universal quantifiers stands around it (after negations are moved inwards).
    pub(super) plain: bool,
    /// The universal quantifiers around it, outermost first, as long as it is plain.
    pub(super) around: Rc<Vec<Universal>>,
}

/// A variable of a universal quantifier.
#[derive(Debug, Clone)]
pub(super) struct Universal {
    pub(super) decl: Decl,
    /// What the variable ranges over at most.
    pub(super) upper: TupleSet,
}

/// An operand of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Operand {
    Expr(ExprId),
    Int(IntId),
}

/// What is known of the integers of terms.
#[derive(Debug, Default)]
pub(super) struct Overflow {
    /// For each variable over `Int` whether it is bound universally, seen from outside all negations.
    pub(super) universal: FxHashMap<VariableId, bool>,
    /// When an operand has a value, and the variables that its integers depend on.
    pub(super) known: FxHashMap<Operand, (FormulaId, Rc<BTreeSet<VariableId>>)>,
}

impl<'m> Lowering<'m> {
    pub(super) fn new(module: &'m Module, sources: &'m [Source], bounds: Bounds) -> Self {
        Lowering {
            module,
            sources,
            bounds,
            terms: Terms::default(),
            constraints: Vec::new(),
            errors: Vec::new(),
            bindings: FxHashMap::default(),
            calls: FxHashMap::default(),
            added: FxHashMap::default(),
            expansions: 0,
            witness_count: 0,
            place: Place::default(),
            inside: Vec::new(),
            recursion: None,
            label: None,
            overflow: Overflow::default(),
            time: None,
            ranges: FxHashMap::default(),
            declared: FxHashSet::default(),
            ordered: Vec::new(),
        }
    }

    /// The problem, or what is wrong with it.
    pub(super) fn finish(self) -> Result<Problem, Vec<Diagnostic>> {
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        let Lowering { bounds, terms, constraints, .. } = self;
        let (universe, relations, heap) = (bounds.universe, bounds.relations, bounds.heap);
        Ok(Problem { universe, relations, terms, constraints, heap })
    }

    /// The predicate or function of a call whose body is to be lowered. Equal calls are lowered once; where each of a few
    /// predicates calls the next one with several variables of its own, no two calls are equal, and there may be more than
    /// fit anywhere.
    pub(super) fn expanded(&mut self, function: FunctionId) -> Lowers<&'m Function> {
        self.expansions += 1;
        let called = &self.module.functions[function.index()];
        if self.expansions <= EXPANSIONS {
            return Ok(called);
        }
        let outermost = self.inside.first().map_or(called, |outermost| &self.module.functions[outermost.index()]);
        let name = &outermost.name;
        let message = format!("`{name}` expands to more than {EXPANSIONS} calls of predicates and functions");
        Err(Diagnostic::error(outermost.span, message)
            .label("what it calls calls others, again and again with other variables")
            .help("call each predicate once where another one calls it, or say what it says in a fact"))
    }

    /// Notes an error, once.
    pub(super) fn fail(&mut self, error: Diagnostic) {
        if !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }

    /// Lowers something of which only its errors are wanted, as if nothing of the kind had been lowered before; returns all errors so
    /// far and forgets them.
    pub(super) fn tried(&mut self, lower: impl FnOnce(&mut Self)) -> Vec<Diagnostic> {
        let (expansions, witness_count) = (self.expansions, self.witness_count);
        lower(self);
        (self.expansions, self.witness_count) = (expansions, witness_count);
        std::mem::take(&mut self.errors)
    }

    /// Whether a call is not to have so many witnesses of its own once more. One that has none needs no second ones; the
    /// others stand beside each other where nothing but conjunctions and the same universal quantifiers is around them,
    /// so what holds with the witnesses of the one holds with those of the other.
    pub(super) fn shares_witnesses(&self, own: usize) -> bool {
        own == 0 || self.witness_count + own > OWN_WITNESSES
    }

    pub(super) fn check_arity(&self, arity: usize, span: Span) -> Lowers<()> {
        if arity <= self.bounds.max_arity {
            return Ok(());
        }
        let atoms = self.bounds.universe.len();
        let message = format!("a relation of {arity} columns over {atoms} atoms is too large");
        Err(Diagnostic::error(span, message).help("use a smaller scope"))
    }

    pub(super) fn unbound(&self, variable: VarId, span: Span) -> Diagnostic {
        let name = &self.module.variables[variable.index()].name;
        Diagnostic::error(span, format!("`{name}` has no value here"))
    }
}

/// The number of columns of an expression; 1 for integers, which stand for their atoms.
pub(super) fn arity(expr: &Expr) -> usize {
    match &expr.ty {
        Type::Relation(ty) => ty.arity,
        _ => 1,
    }
}
