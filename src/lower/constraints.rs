//! Facts and invariants as constraints, one for each conjunct.

use super::bounds::Purpose;
use super::lowered::Question;
use super::lowering::{Binding, Call, Lowering, Lowers};
use super::places::declares_sets;
use crate::diagnostic::{Diagnostic, Source, Span};
use crate::relational::{AtomId, Constraint, Decl, Formula, FormulaId};
use crate::resolve::{self as module, Command, Expr, ExprKind, FunctionId, Generate, Mult, Quant, Test, Unary};
use crate::stack;
use std::rc::Rc;

/// How many variables a quantifier may declare at most for each of its conjuncts to become a constraint, which has all of
/// them.
const SPLIT: usize = 64;

/// Adds the constraints of facts.
pub(super) fn facts(lowering: &mut Lowering) {
    for fact in &lowering.module.facts {
        // The checked module names facts as messages do: `fact acyclic`, `appended fact of Node`.
        lowering.stated(&fact.body, &fact.name);
    }
}

/// Adds the constraints of what a command runs or checks.
pub(super) fn goal(lowering: &mut Lowering, command: &Command) {
    let word = if command.is_check { "check" } else { "run" };
    lowering.stated(&command.goal, &format!("{word} {}", command.label));
}

/// Adds the constraints of the invariants applied to the root.
pub(super) fn invariants(lowering: &mut Lowering, generate: &Generate) {
    let module = lowering.module;
    let Some(root) = lowering.bounds.population.root else {
        return;
    };
    for invariant in &generate.invariants {
        let predicate = &module.functions[invariant.index()];
        let [param] = predicate.params.as_slice() else {
            let message = format!("`{}` needs exactly one parameter, the root, to be an invariant", predicate.name);
            lowering.errors.push(Diagnostic::error(predicate.span, message));
            continue;
        };
        let root = lowering.singleton(root);
        lowering.bindings.insert(param.var, Binding::Expr(root));
        lowering.conjuncts(&predicate.body, &format!("predicate {}", predicate.name));
    }
}

/// Declarations of universal quantifiers around a conjunct, outermost first.
struct Around<'a> {
    outer: Option<&'a Around<'a>>,
    decls: Vec<Decl>,
    guard: FormulaId,
}

impl Lowering<'_> {
    pub(super) fn conjuncts(&mut self, expr: &Expr, origin: &str) {
        if let Err(error) = self.split(expr, origin, None) {
            self.fail(error);
        }
    }

    /// Whether declarations are one variable over a signature of exactly one element: then it is that element.
    pub(super) fn names_one(&self, decls: &[module::Decl]) -> bool {
        let [decl] = decls else { return false };
        let one = match decl.bound.kind {
            ExprKind::Sig(sig) => {
                let population = &self.bounds.population;
                population.lower[sig.index()].len() == 1 && population.upper[sig.index()].len() == 1
            }
            _ => false,
        };
        one && decl.mult == Mult::One && self.bounds.purpose != Purpose::Structures
    }

    /// What a predicate without a constraint of its own asks for: the operand if it is a single `some e`.
    pub(super) fn question(&mut self, function: FunctionId, atoms: &[AtomId]) -> Option<Question> {
        let predicate = &self.module.functions[function.index()];
        for (param, atom) in predicate.params.iter().zip(atoms) {
            let atom = self.singleton(*atom);
            self.bindings.insert(param.var, Binding::Expr(atom));
        }
        let mut body = &predicate.body;
        while let ExprKind::And(parts) = &body.kind
            && let [part] = parts.as_slice()
        {
            body = part;
        }
        let lowered = match &body.kind {
            ExprKind::Unary(Unary::Test(Test::Some), operand) => self.expr(operand).map(Question::Expr),
            _ => self.formula(body).map(Question::Formula),
        };
        lowered.map_err(|error| self.errors.push(error)).ok()
    }

    /// Adds the conjuncts of a formula; `around` are the universal quantifiers that it stands in.
    /// A part that cannot be lowered does not keep the others from being looked at.
    fn split(&mut self, expr: &Expr, origin: &str, around: Option<&Around>) -> Lowers<()> {
        stack::grown(|| self.split_form(expr, origin, around))
    }

    /// Splits the body of a predicate whose parameters have these values.
    fn split_call(&mut self, function: FunctionId, values: Vec<Binding>, around: Option<&Around>) -> Lowers<()> {
        let variables = std::iter::successors(around, |around| around.outer).flat_map(|around| &around.decls);
        let around_it = Some(variables.map(|decl| decl.variable).collect());
        let time = self.time.as_ref().map(|time| time.place());
        let call = Call {
            function,
            values,
            negated: (false, false),
            around: around_it,
            time,
            unrolled: self.unrolled(&self.inside),
        };
        // A second time it would add the same constraints again.
        if self.added.get(&call).is_some_and(|own| self.shares_witnesses(*own)) {
            return Ok(());
        }
        let before = self.witness_count;
        let called = self.expanded(function)?;
        self.inside.push(function);
        let result = self.split(&called.body, &format!("predicate {}", called.name), around);
        self.inside.pop();
        if result.is_ok() {
            self.added.insert(call, self.witness_count - before);
        }
        result
    }

    /// One arm for each form of formulas that are split.
    fn split_form(&mut self, expr: &Expr, origin: &str, around: Option<&Around>) -> Lowers<()> {
        match &expr.kind {
            ExprKind::And(parts) => {
                for part in parts {
                    if let Err(error) = self.split(part, origin, around) {
                        self.fail(error);
                    }
                }
                Ok(())
            }
            ExprKind::Let(variable, value, body) => {
                self.bind(*variable, value)?;
                self.split(body, origin, around)
            }
            ExprKind::Call(function, arguments) => {
                if self.beyond(*function, expr.span)?.is_some() {
                    let never = self.terms.truth(false);
                    self.add(never, expr.span, origin, around);
                    return Ok(());
                }
                self.keeping_outside(*function, |lowering| {
                    let values = lowering.enter(*function, arguments, expr.span)?;
                    lowering.split_call(*function, values, around)
                })
            }
            ExprKind::TotalOrder(parts) if around.is_none() && self.order_is_fixed(parts)? => Ok(()),
            ExprKind::Quant(Quant::All, decls, body) if self.names_one(decls) => {
                self.bind(decls[0].var, &decls[0].bound)?;
                self.split(body, origin, around)
            }
            ExprKind::Quant(Quant::All, decls, body) if decls.len() <= SPLIT => {
                let lowered = self.first_order(decls, Some(true))?;
                let universals = match self.bounds.purpose {
                    Purpose::Structures => Vec::new(),
                    Purpose::Instances { .. } => self.universals(decls, &lowered.decls)?,
                };
                let around = Around { outer: around, decls: lowered.decls, guard: lowered.guard };
                let depth = self.place.around.len();
                Rc::make_mut(&mut self.place.around).extend(universals);
                let result = self.split(body, origin, Some(&around));
                Rc::make_mut(&mut self.place.around).truncate(depth);
                result
            }
            ExprKind::Quant(Quant::Some, decls, body)
                if around.is_none() && (declares_sets(decls) || self.bounds.purpose != Purpose::Structures) =>
            {
                self.place.plain = true;
                let parts = self.witnesses(decls);
                self.place.plain = false;
                let span = self.module.variables[decls[0].var.index()].span;
                for part in parts? {
                    self.add(part, span, origin, None);
                }
                self.split(body, origin, None)
            }
            _ => {
                self.place.plain = self.bounds.purpose != Purpose::Structures;
                let formula = self.formula(expr);
                self.place.plain = false;
                self.add(formula?, expr.span, origin, around);
                Ok(())
            }
        }
    }

    /// Adds a constraint that stands in no quantifier.
    pub(super) fn constrain(&mut self, formula: FormulaId, span: Span, origin: &str) {
        self.add(formula, span, origin, None);
    }

    fn add(&mut self, formula: FormulaId, span: Span, origin: &str, around: Option<&Around>) {
        let mut formula = formula;
        let mut next = around;
        while let Some(Around { outer, decls, guard }) = next {
            if *guard != self.terms.truth(true) {
                formula = self.terms.formula(Formula::Implies(*guard, formula));
            }
            formula = self.terms.formula(Formula::All(decls.clone(), formula));
            next = *outer;
        }
        if formula == self.terms.truth(true) {
            return;
        }
        let line = match self.sources {
            [] => String::new(),
            sources => format!(", line {}", Source::of(sources, span).line(span.start)),
        };
        self.constraints.push(Constraint {
            formula,
            origin: format!("{origin}{line}"),
            span: Some(span),
            declared: false,
        });
    }
}
