//! Traces: formulas about what changes, unrolled over the states of a lasso.
//!
//! A trace is a number of states, of which the last one leads back to one of them. Each signature and field that changes has
//! a relation for every state, and a formula is lowered for each state to which the last one may lead back, at the place
//! where it stands. What was said before a state is not the same each time a loop comes by; it is from as many rounds on as
//! operators on the past are nested (Benedetti and Cimatti, Bounded model checking for past LTL, 2003), so places go through
//! the loop that often before they repeat.

use super::lowering::{Binding, Lowering, Lowers};
use super::trace::{FAR, Operand, Reach, Time};
use crate::diagnostic::Span;
use crate::relational::{Expr as Term, Formula, FormulaId, Relation, RelationId, Shape, TupleKey, TupleSet};
use crate::resolve::{Expr, ExprKind, FunctionId, Module, SigId, Temporal, Unary, VarId};
use crate::stack;
use rustc_hash::FxHashSet;

impl<'m> Lowering<'m> {
    /// Gives signatures and fields that change a relation for every state, and says to which state the last one leads back.
    pub(super) fn unroll(&mut self, length: usize, goal: &Expr) {
        self.bounds.unroll(self.module, length);
        let mut time = Time { length, flexible: flexible(self.module, goal), ..Time::default() };
        // Some atom that no other can be exchanged with, if there is one.
        let atom =
            self.bounds.ints.first().copied().or((!self.bounds.universe.is_empty()).then_some(self.bounds.last_atom()));
        time.back = length - 1;
        if let Some(atom) = atom.filter(|_| length > 1) {
            for state in 0..length {
                let upper = TupleSet::from_keys(1, vec![TupleKey(u64::from(atom.0))]);
                let name = format!("the last state leads back to state {state}");
                let relation = RelationId(self.bounds.relations.len() as u32);
                self.bounds.relations.push(Relation { name, lower: TupleSet::empty(1), upper, shape: Shape::Any });
                let term = self.terms.expr(Term::Relation(relation));
                time.loops.push(self.terms.formula(Formula::Some(term)));
                time.loop_relations.push(relation);
            }
        }
        let loops = time.loops.clone();
        self.time = Some(time);
        if !loops.is_empty() {
            let mut parts = vec![self.terms.formula(Formula::Or(loops.clone()))];
            for (index, later) in loops.iter().enumerate() {
                for earlier in &loops[..index] {
                    let both = self.and([*earlier, *later]);
                    parts.push(self.terms.formula(Formula::Not(both)));
                }
            }
            let one = self.terms.formula(Formula::And(parts));
            self.declare(one, "the last state leads back to one".to_owned(), goal.span);
        }
    }

    /// Runs something in every state, or once where nothing changes.
    pub(super) fn in_every_state(&mut self, mut run: impl FnMut(&mut Self)) {
        for state in 0..self.time.as_ref().map_or(1, |time| time.length) {
            self.bounds.now = state;
            run(self);
        }
        self.bounds.now = 0;
    }

    /// Adds the constraints of a formula that holds in the first state.
    pub(super) fn stated(&mut self, expr: &Expr, origin: &str) {
        if self.time.is_none() || self.reach(expr).ahead == 0 {
            self.conjuncts(expr, origin);
            return;
        }
        if let ExprKind::And(parts) = &expr.kind {
            parts.iter().for_each(|part| self.stated(part, origin));
            return;
        }
        if let Err(error) = self.stated_of_loops(expr, origin) {
            self.fail(error);
        }
    }

    fn stated_of_loops(&mut self, expr: &Expr, origin: &str) -> Lowers<()> {
        let rounds = self.reach(expr).past as usize;
        let loops = self.time.as_ref().map(|time| time.loops.clone()).unwrap_or_default();
        let count = loops.len().max(1);
        let mut formulas = Vec::new();
        for back in 0..count {
            if let Some(time) = &mut self.time {
                time.back = if loops.is_empty() { time.length - 1 } else { back };
                time.rounds = rounds;
                time.at = 0;
                time.met.clear();
            }
            self.place.plain = true;
            let formula = self.formula(expr);
            self.place.plain = false;
            formulas.push(formula?);
        }
        let same = formulas.iter().all(|formula| *formula == formulas[0]);
        let whole = if same {
            formulas[0]
        } else {
            let guarded = loops.iter().zip(&formulas);
            let parts: Vec<FormulaId> =
                guarded.map(|(back, formula)| self.terms.formula(Formula::Implies(*back, *formula))).collect();
            self.terms.formula(Formula::And(parts))
        };
        self.constrain(whole, expr.span, origin);
        Ok(())
    }

    /// Settles to which state the last one leads back, and goes to a state; for questions about one trace.
    pub(super) fn go_to(&mut self, back: usize, state: usize, rounds: usize) {
        if let Some(time) = &mut self.time {
            (time.back, time.rounds) = (back, rounds);
            // Past the end, the loop goes on.
            let last = time.places();
            time.at = (0..state).fold(0, |place, _| time.next(place)).min(last);
            self.bounds.now = time.state(time.at);
        }
    }

    /// Lowers something at a place.
    fn at<T>(&mut self, place: usize, part: impl FnOnce(&mut Self) -> T) -> T {
        let Some(time) = &mut self.time else { return part(self) };
        let before = (time.at, time.inside, self.bounds.now);
        (time.at, time.inside) = (place, true);
        self.bounds.now = time.state(place);
        let result = part(self);
        if let Some(time) = &mut self.time {
            (time.at, time.inside, self.bounds.now) = before;
        }
        result
    }

    /// Lowers something in the next state.
    pub(super) fn next_state<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> T {
        let next = self.time.as_ref().map_or(0, |time| time.next(time.at));
        self.at(next, part)
    }

    /// A formula about other states.
    pub(super) fn temporal(&mut self, operator: Temporal, operands: &[Expr]) -> Lowers<FormulaId> {
        let Some(time) = &self.time else { return self.formula(&operands[0]) };
        let (here, ahead) = (time.at, time.ahead(time.at));
        let so_far = 0..=here;
        let negated = self.place.negated;
        match operator {
            Temporal::After => self.next_state(|lowering| lowering.formula(&operands[0])),
            Temporal::Before => match here.checked_sub(1) {
                Some(before) => self.at(before, |lowering| lowering.formula(&operands[0])),
                None => Ok(self.terms.truth(false)),
            },
            Temporal::Always => self.everywhere(&operands[0], ahead, negated),
            Temporal::Historically => self.everywhere(&operands[0], so_far.collect(), negated),
            Temporal::Eventually => self.somewhere(&operands[0], ahead, !negated),
            Temporal::Once => self.somewhere(&operands[0], so_far.collect(), !negated),
            Temporal::Until => self.chain(operands, ahead.into_iter().rev().collect(), false),
            Temporal::Releases => self.chain(operands, ahead.into_iter().rev().collect(), true),
            Temporal::Since => self.chain(operands, so_far.collect(), false),
            Temporal::Triggered => self.chain(operands, so_far.collect(), true),
        }
    }

    fn everywhere(&mut self, operand: &Expr, places: Vec<usize>, may_have_witnesses: bool) -> Lowers<FormulaId> {
        let parts = places.into_iter().map(|place| self.operand(operand, place, may_have_witnesses));
        let parts = parts.collect::<Lowers<Vec<_>>>()?;
        Ok(self.terms.formula(Formula::And(parts)))
    }

    fn somewhere(&mut self, operand: &Expr, places: Vec<usize>, may_have_witnesses: bool) -> Lowers<FormulaId> {
        let parts = places.into_iter().map(|place| self.operand(operand, place, may_have_witnesses));
        let parts = parts.collect::<Lowers<Vec<_>>>()?;
        Ok(self.terms.formula(Formula::Or(parts)))
    }

    /// The second operand holds at some of the places, and the first one at all that come after it in this list; or, the
    /// other way round, the second one holds at the last place and, unless the first one does, at the one before, and so on.
    fn chain(&mut self, operands: &[Expr], places: Vec<usize>, released: bool) -> Lowers<FormulaId> {
        let mut result = self.terms.truth(released);
        for place in places {
            let first = self.operand(&operands[0], place, false)?;
            let second = self.operand(&operands[1], place, false)?;
            result = if released {
                let either = self.terms.formula(Formula::Or(vec![first, result]));
                self.and([second, either])
            } else {
                let both = self.and([first, result]);
                self.terms.formula(Formula::Or(vec![second, both]))
            };
        }
        Ok(result)
    }

    /// An operand at a place; one that mentions no variables from outside is lowered once for all that it depends on.
    fn operand(&mut self, operand: &Expr, place: usize, may_have_witnesses: bool) -> Lowers<FormulaId> {
        let plain = self.place.plain && may_have_witnesses;
        let known = self.known(operand);
        self.at(place, |lowering| {
            let sight = lowering.time.as_ref().map(|time| time.sight(known.ahead));
            let key = sight.filter(|_| known.closed && !plain);
            let negated = (lowering.place.negated, lowering.place.denied);
            let key = key.map(|sight| (address(operand), negated, sight));
            let time = lowering.time.as_ref();
            if let Some(lowered) = key.and_then(|key| time.and_then(|time| time.lowered.get(&key))) {
                return Ok(*lowered);
            }
            let lowered = lowering.within(|place| place.plain = plain, |lowering| lowering.formula(operand))?;
            if let (Some(key), Some(time)) = (key, &mut lowering.time) {
                time.lowered.insert(key, lowered);
            }
            Ok(lowered)
        })
    }

    fn known(&mut self, operand: &Expr) -> Operand {
        let at = address(operand);
        if let Some(known) = self.time.as_ref().and_then(|time| time.operands.get(&at)) {
            return *known;
        }
        let known = Operand { closed: is_closed(operand), ahead: self.reach(operand).ahead };
        if let Some(time) = &mut self.time {
            time.operands.insert(at, known);
        }
        known
    }

    /// How far an expression looks, through what it calls.
    pub(super) fn past_of(&mut self, expr: &Expr) -> usize {
        self.reach(expr).past as usize
    }

    fn reach(&mut self, expr: &Expr) -> Reach {
        stack::grown(|| {
            let mut parts = Reach::default();
            for part in expr.parts() {
                parts = parts.or(self.reach(part));
            }
            match &expr.kind {
                ExprKind::Unary(Unary::Prime, _) => Reach { ahead: parts.ahead + 1, ..parts },
                ExprKind::Temporal(operator, _) => {
                    Reach { ahead: FAR, past: parts.past + u32::from(operator.is_past()) }
                }
                ExprKind::Call(function, _) => {
                    let body = self.reach_of(*function);
                    // Arguments mean what they are where they are used.
                    Reach { ahead: (parts.ahead + body.ahead).min(FAR), past: parts.past + body.past }
                }
                _ => parts,
            }
        })
    }

    /// How far a predicate or function looks, unrolled if it calls itself. What is known of it holds for the same calls around
    /// it only: they say how often it is unrolled yet.
    fn reach_of(&mut self, function: FunctionId) -> Reach {
        let Some(time) = &self.time else { return Reach::default() };
        if self.is_beyond(function, &time.reaching) {
            return Reach::default();
        }
        let call = (function, self.unrolled(&time.reaching));
        if let Some(known) = time.reaches.get(&call) {
            return *known;
        }
        self.time.iter_mut().for_each(|time| time.reaching.push(function));
        let module = self.module;
        let body = self.reach(&module.functions[function.index()].body);
        if let Some(time) = &mut self.time {
            time.reaching.pop();
            time.reaches.insert(call, body);
        }
        body
    }

    /// What a variable stands for here.
    pub(super) fn binding(&self, variable: VarId) -> Option<Binding> {
        match self.bindings.get(&variable) {
            Some(Binding::Varying(index)) => {
                let time = self.time.as_ref()?;
                time.varying.get(*index as usize)?.get(time.at).copied()
            }
            other => other.copied(),
        }
    }

    /// Whether a variable means something else in other states.
    pub(super) fn is_flexible(&self, variable: VarId) -> bool {
        self.time.as_ref().is_some_and(|time| time.flexible.contains(&variable))
    }

    /// The values of an expression at every place, or the only one.
    pub(super) fn varying(&mut self, value: &Expr) -> Lowers<Binding> {
        let places = self.time.as_ref().map_or(1, Time::places);
        let mut values = Vec::new();
        for place in 0..places {
            let value = self
                .at(place, |lowering| lowering.within(|place| place.plain = false, |lowering| lowering.value(value)));
            values.push(value?);
        }
        if values.iter().all(|value| *value == values[0]) {
            return Ok(values[0]);
        }
        let Some(time) = &mut self.time else { return Ok(values[0]) };
        let index = time.varying.iter().position(|known| *known == values).unwrap_or(time.varying.len());
        if index == time.varying.len() {
            time.varying.push(values);
        }
        Ok(Binding::Varying(index as u32))
    }

    /// The relation that stood for a witness where the last state led back to another one.
    pub(super) fn met_before(&mut self, variable: VarId) -> Option<RelationId> {
        let time = self.time.as_mut()?;
        let count = time.met.entry(variable).or_default();
        *count += 1;
        time.witnesses.get(&(variable, *count)).copied()
    }

    /// Notes the relation of a witness.
    pub(super) fn note_witness(&mut self, variable: VarId, relation: RelationId) {
        if let Some(time) = &mut self.time {
            let count = time.met.get(&variable).copied().unwrap_or_default();
            time.witnesses.insert((variable, count), relation);
        }
    }

    /// No trace is written in two ways: no part of the loop comes twice, and the state before the loop is not the last one, unless
    /// there are as few states as are permitted.
    pub(super) fn shortest(&mut self, least: usize) {
        let Some(time) = &self.time else { return };
        let (length, loops) = (time.length, time.loops.clone());
        for (back, leads) in loops.into_iter().enumerate() {
            let mut folds = Vec::new();
            if back > 0 && length > least {
                folds.push(vec![(back - 1, length - 1)]);
            }
            let period = length - back;
            for part in (1..period).filter(|part| period.is_multiple_of(*part)) {
                folds.push((back..length - part).map(|state| (state, state + part)).collect());
            }
            for pairs in folds {
                let same: Vec<FormulaId> = pairs.into_iter().map(|pair| self.same_states(pair)).collect();
                let same = self.terms.formula(Formula::And(same));
                let different = self.terms.formula(Formula::Not(same));
                let shortest = self.terms.formula(Formula::Implies(leads, different));
                self.declare(shortest, "no other trace is the same".to_owned(), Span::default());
            }
        }
    }

    fn same_states(&mut self, (one, other): (usize, usize)) -> FormulaId {
        let [one, other] = [one, other].map(|state| self.bounds.states[state].relations());
        let pairs = one.into_iter().zip(other).filter(|(one, other)| one != other);
        let same: Vec<FormulaId> = pairs
            .map(|pair| {
                let [one, other] = [pair.0, pair.1].map(|relation| self.terms.expr(Term::Relation(relation)));
                self.terms.formula(Formula::Equal(one, other))
            })
            .collect();
        self.terms.formula(Formula::And(same))
    }

    /// In a signature that changes, what extends it and was there before is in the same extension again.
    pub(super) fn stay_in_extensions(&mut self) {
        let Some(length) = self.time.as_ref().map(|time| time.length) else { return };
        let module = self.module;
        for (index, sig) in module.sigs.iter().enumerate() {
            let id = SigId(index as u32);
            let Some(parent) = module.lineage(id).nth(1).filter(|_| sig.is_variable && length > 1) else { continue };
            let mut ever = None;
            for state in 0..length {
                self.bounds.now = state;
                let now = self.sig_term(id);
                ever = Some(ever.map_or(now, |before| self.terms.expr(Term::Union(before, now))));
            }
            let Some(ever) = ever else { continue };
            for state in 0..length {
                self.bounds.now = state;
                let (now, parent) = (self.sig_term(id), self.sig_term(parent));
                let both = self.terms.expr(Term::Intersection(parent, ever));
                let within = self.terms.formula(Formula::In(both, now));
                self.declare(within, format!("elements of {} stay what they are", sig.name), sig.span);
            }
        }
        self.bounds.now = 0;
    }
}

fn address(expr: &Expr) -> usize {
    std::ptr::from_ref(expr) as usize
}

/// Whether an expression mentions only variables that it declares itself.
fn is_closed(expr: &Expr) -> bool {
    let mut declared: FxHashSet<VarId> = FxHashSet::default();
    for part in expr.all() {
        match &part.kind {
            ExprKind::Quant(_, decls, _) | ExprKind::Comprehension(decls, _) => {
                declared.extend(decls.iter().map(|decl| decl.var));
            }
            ExprKind::Let(variable, ..) => _ = declared.insert(*variable),
            _ => {}
        }
    }
    expr.all().all(|part| if let ExprKind::Var(variable) = part.kind { declared.contains(&variable) } else { true })
}

/// The variables that stand in operands of operators on other states, directly or as arguments of what they are used in.
fn flexible(module: &Module, goal: &Expr) -> FxHashSet<VarId> {
    let mut found = FxHashSet::default();
    loop {
        let before = found.len();
        let bodies = module.functions.iter().map(|function| &function.body);
        let facts = module.facts.iter().map(|fact| &fact.body);
        for expr in bodies.chain(facts).chain([goal]) {
            collect(module, expr, false, &mut found);
        }
        if found.len() == before {
            return found;
        }
    }
}

fn collect(module: &Module, expr: &Expr, inside: bool, found: &mut FxHashSet<VarId>) {
    stack::grown(|| match &expr.kind {
        ExprKind::Var(variable) if inside => _ = found.insert(*variable),
        ExprKind::Temporal(..) | ExprKind::Unary(Unary::Prime, _) => {
            expr.parts().into_iter().for_each(|part| collect(module, part, true, found));
        }
        ExprKind::Let(variable, value, body) => {
            collect(module, body, inside, found);
            collect(module, value, inside || found.contains(variable), found);
        }
        ExprKind::Call(function, arguments) => {
            for (param, argument) in module.functions[function.index()].params.iter().zip(arguments) {
                collect(module, argument, inside || found.contains(&param.var), found);
            }
        }
        _ => expr.parts().into_iter().for_each(|part| collect(module, part, inside, found)),
    });
}
