//! What is known of every term before any instance: columns, free variables, and whether to remember its value.

use crate::relational::{Decl, Expr, ExprId, Formula, FormulaId, IntExpr, IntId, Problem, VariableId};

/// A term from which a variable's value is remembered only if evaluating it costs at least this much.
const COSTLY: u32 = 8;
/// A term of more than two variables is remembered for each binding that is met only if it costs at least this much: it
/// consists of few terms many times over.
const VERY_COSTLY: u32 = 1 << 16;
/// The assumed number of bindings of a quantified variable, for estimating costs.
const BINDINGS: u32 = 8;

/// Where the value of a term is remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Memo {
    /// Nowhere: evaluating it anew is cheap enough.
    Nowhere,
    /// At this place, until the next instance.
    Closed(usize),
    /// At this place plus the variable's atom.
    One(usize, VariableId),
    /// At this place plus the first atom times the universe's size plus the second atom.
    Two(usize, VariableId, VariableId),
    /// At a place that is found when it is needed, for the atoms of these variables: an index into [`TermAnalysis::many`].
    Many(usize),
}

/// What is known of a term.
#[derive(Debug, Clone)]
pub(super) struct Facts {
    /// Columns of an expression; 0 for formulas and integers.
    pub(super) arity: usize,
    pub(super) memo: Memo,
    free: Vec<VariableId>,
    cost: u32,
}

/// What is known of all terms of a problem.
#[derive(Debug, Default)]
pub(super) struct TermAnalysis {
    exprs: Vec<Option<Facts>>,
    formulas: Vec<Option<Facts>>,
    ints: Vec<Option<Facts>>,
    /// How many places remembered expressions, formulas and integers need.
    pub(super) places: [usize; 3],
    /// The variables of terms that are remembered for many of them.
    pub(super) many: Vec<Vec<VariableId>>,
}

impl TermAnalysis {
    pub(super) fn new(problem: &Problem) -> TermAnalysis {
        let (exprs, formulas, ints) = problem.terms.counts();
        let mut analysis = TermAnalysis {
            exprs: vec![None; exprs],
            formulas: vec![None; formulas],
            ints: vec![None; ints],
            ..TermAnalysis::default()
        };
        let mut analyser = Analyser { problem, analysis: &mut analysis };
        (0..exprs).for_each(|index| analyser.visit(Term::Expr(ExprId(index as u32))));
        (0..formulas).for_each(|index| analyser.visit(Term::Formula(FormulaId(index as u32))));
        (0..ints).for_each(|index| analyser.visit(Term::Int(IntId(index as u32))));
        analysis
    }

    pub(super) fn expr(&self, id: ExprId) -> &Facts {
        self.exprs[id.0 as usize].as_ref().expect("every term is analysed before evaluation")
    }

    pub(super) fn formula(&self, id: FormulaId) -> &Facts {
        self.formulas[id.0 as usize].as_ref().expect("every term is analysed before evaluation")
    }

    pub(super) fn int(&self, id: IntId) -> &Facts {
        self.ints[id.0 as usize].as_ref().expect("every term is analysed before evaluation")
    }

    pub(super) fn is_closed(&self, id: ExprId) -> bool {
        self.expr(id).free.is_empty()
    }

    fn facts(&self, term: Term) -> Option<&Facts> {
        match term {
            Term::Expr(id) => self.exprs[id.0 as usize].as_ref(),
            Term::Formula(id) => self.formulas[id.0 as usize].as_ref(),
            Term::Int(id) => self.ints[id.0 as usize].as_ref(),
        }
    }
}

/// Any term.
#[derive(Debug, Clone, Copy)]
enum Term {
    Expr(ExprId),
    Formula(FormulaId),
    Int(IntId),
}

struct Analyser<'a> {
    problem: &'a Problem,
    analysis: &'a mut TermAnalysis,
}

impl Analyser<'_> {
    /// Analyses a term and what it consists of; without recursion, because long unions nest deeply.
    fn visit(&mut self, term: Term) {
        let mut stack = vec![term];
        while let Some(&term) = stack.last() {
            if self.analysis.facts(term).is_some() {
                stack.pop();
                continue;
            }
            let (decls, parts) = self.parts(term);
            let bounds = decls.iter().map(|decl| Term::Expr(decl.bound));
            let before = stack.len();
            stack.extend(bounds.chain(parts.iter().copied()).filter(|part| self.analysis.facts(*part).is_none()));
            if stack.len() == before {
                self.note(term, &decls, &parts);
                stack.pop();
            }
        }
    }

    /// The declarations and the direct parts of a term.
    fn parts(&self, term: Term) -> (Vec<Decl>, Vec<Term>) {
        let terms = &self.problem.terms;
        let none = Vec::new();
        match term {
            Term::Expr(id) => match terms.get(id) {
                Expr::Relation(_) | Expr::Variable(_) | Expr::Constant(_) => (none, vec![]),
                Expr::Union(a, b)
                | Expr::Difference(a, b)
                | Expr::Intersection(a, b)
                | Expr::Override(a, b)
                | Expr::Join(a, b)
                | Expr::Product(a, b) => (none, vec![Term::Expr(*a), Term::Expr(*b)]),
                Expr::Transpose(a) | Expr::Closure(a) | Expr::ReflexiveClosure(a) => (none, vec![Term::Expr(*a)]),
                Expr::Comprehension(decls, body) => (decls.clone(), vec![Term::Formula(*body)]),
                Expr::If(c, a, b) => (none, vec![Term::Formula(*c), Term::Expr(*a), Term::Expr(*b)]),
                Expr::Atom(int) => (none, vec![Term::Int(*int)]),
            },
            Term::Formula(id) => match terms.get_formula(id) {
                Formula::Constant(_) => (none, vec![]),
                Formula::In(a, b) | Formula::Equal(a, b) => (none, vec![Term::Expr(*a), Term::Expr(*b)]),
                Formula::Some(a) | Formula::No(a) | Formula::Lone(a) | Formula::One(a) | Formula::AtMost(a, _) => {
                    (none, vec![Term::Expr(*a)])
                }
                Formula::Not(a) => (none, vec![Term::Formula(*a)]),
                Formula::And(parts) | Formula::Or(parts) => (none, parts.iter().copied().map(Term::Formula).collect()),
                Formula::Implies(a, b) | Formula::Iff(a, b) => (none, vec![Term::Formula(*a), Term::Formula(*b)]),
                Formula::All(decls, body) | Formula::Exists(decls, body) => (decls.clone(), vec![Term::Formula(*body)]),
                Formula::Compare(_, a, b) => (none, vec![Term::Int(*a), Term::Int(*b)]),
            },
            Term::Int(id) => match terms.get_int(id) {
                IntExpr::Constant(_) => (none, vec![]),
                IntExpr::Cardinality(a) | IntExpr::Sum(a) => (none, vec![Term::Expr(*a)]),
                IntExpr::SumOver(decls, body) => (decls.clone(), vec![Term::Int(*body)]),
                IntExpr::Arithmetic(_, a, b) => (none, vec![Term::Int(*a), Term::Int(*b)]),
                IntExpr::If(c, a, b) => (none, vec![Term::Formula(*c), Term::Int(*a), Term::Int(*b)]),
            },
        }
    }

    /// Records what is known of a term whose parts are analysed.
    fn note(&mut self, term: Term, decls: &[Decl], parts: &[Term]) {
        let mut free = Vec::new();
        let mut cost = 1u32;
        let analysed = "parts are analysed before the term";
        for part in parts {
            let facts = self.analysis.facts(*part).expect(analysed);
            free.extend_from_slice(&facts.free);
            // The value of a closed part is remembered, so only its first use costs.
            cost = cost.saturating_add(if facts.free.is_empty() { 1 } else { facts.cost });
        }
        for decl in decls.iter().rev() {
            free.retain(|variable| *variable != decl.variable);
            free.extend_from_slice(&self.analysis.expr(decl.bound).free);
            cost = cost.saturating_mul(BINDINGS).saturating_add(self.analysis.expr(decl.bound).cost);
        }
        free.sort_unstable();
        free.dedup();
        let mut arity = 0;
        if let Term::Expr(id) = term {
            arity = self.arity(id);
            match self.problem.terms.get(id) {
                Expr::Variable(variable) => free.push(*variable),
                Expr::Closure(_) | Expr::ReflexiveClosure(_) => cost = cost.saturating_add(64),
                _ => {}
            }
            if arity >= 2 {
                cost = cost.saturating_add(4);
            }
        }
        let leaf = parts.is_empty() && decls.is_empty();
        let memo = self.memo(term, &free, if leaf { 0 } else { cost });
        let facts = Facts { arity, memo, free, cost };
        match term {
            Term::Expr(id) => self.analysis.exprs[id.0 as usize] = Some(facts),
            Term::Formula(id) => self.analysis.formulas[id.0 as usize] = Some(facts),
            Term::Int(id) => self.analysis.ints[id.0 as usize] = Some(facts),
        }
    }

    fn memo(&mut self, term: Term, free: &[VariableId], cost: u32) -> Memo {
        let size = self.problem.universe.len();
        let place = match term {
            Term::Expr(_) => &mut self.analysis.places[0],
            Term::Formula(_) => &mut self.analysis.places[1],
            Term::Int(_) => &mut self.analysis.places[2],
        };
        let start = *place;
        match free {
            [] if cost > 1 => {
                *place += 1;
                Memo::Closed(start)
            }
            [one] if cost >= COSTLY && size <= 256 => {
                *place += size;
                Memo::One(start, *one)
            }
            [one, two] if cost >= 2 * COSTLY && size <= 64 => {
                *place += size * size;
                Memo::Two(start, *one, *two)
            }
            [_, ..] if cost >= VERY_COSTLY => {
                self.analysis.many.push(free.to_vec());
                Memo::Many(self.analysis.many.len() - 1)
            }
            _ => Memo::Nowhere,
        }
    }

    fn arity(&self, id: ExprId) -> usize {
        let of = |part: &ExprId| self.analysis.expr(*part).arity;
        match self.problem.terms.get(id) {
            Expr::Relation(relation) => self.problem.relations[relation.0 as usize].upper.arity(),
            Expr::Variable(_) | Expr::Atom(_) => 1,
            Expr::Constant(tuples) => tuples.arity(),
            Expr::Union(a, _) | Expr::Difference(a, _) | Expr::Intersection(a, _) | Expr::Override(a, _) => of(a),
            Expr::Join(a, b) => (of(a) + of(b)).saturating_sub(2),
            Expr::Product(a, b) => of(a) + of(b),
            Expr::Transpose(_) | Expr::Closure(_) | Expr::ReflexiveClosure(_) => 2,
            Expr::Comprehension(decls, _) => decls.len(),
            Expr::If(_, a, _) => of(a),
        }
    }
}
