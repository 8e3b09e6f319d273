//! Contracts as the evaluator sees them: a module in which the states before and after a call stand side by side.
//!
//! Every signature is there three times: once for all objects, and as a subset for either state; every field is there
//! for either state. `old[e]` becomes `e` over the state before, and each argument and the result becomes a field of
//! the root. What was a contract is then a predicate like any other, and is lowered and evaluated like one.

use crate::heaps::lowered_at;
use fex::fixture::Suite;
use fex::lower::Lowered;
use fex::relational::{AtomId, Evaluator, FormulaId, Instance, TupleSet};
use fex::resolve::{
    Binary, Bound, Expr, ExprKind, Field, FieldId, FieldRange, Function, FunctionId, Generate, Method, Module, Mult,
    Prim, Range, RelType, Sig, SigId, SigKind, Test, Type, Unary, VarId,
};
use std::collections::BTreeMap;

/// A value of an argument, or a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Argument {
    Absent,
    Truth(bool),
    Int(i64),
    Atom(AtomId),
}

/// The conditions of a method's contract, in the order in which they stand.
pub struct Conditions {
    pub requires: Vec<Condition>,
    pub throws: Vec<Option<Condition>>,
    /// Every conjunct of a postcondition by itself.
    pub ensures: Vec<Condition>,
}

/// A formula over two states.
#[derive(Debug, Clone)]
pub struct Condition {
    /// How it is written, in one line.
    pub text: String,
    formula: Option<FormulaId>,
}

impl Condition {
    /// Whether it holds. Lowering leaves out what always does.
    pub fn holds(&self, evaluator: &mut Evaluator, states: &Instance) -> bool {
        self.formula.is_none_or(|formula| evaluator.holds(states, formula))
    }
}

/// What stands for the parts of a module in one state.
#[derive(Clone)]
struct State {
    sigs: Vec<SigId>,
    fields: Vec<FieldId>,
    functions: Vec<FunctionId>,
}

/// The contracts of a suite over pairs of states.
pub struct TwoStates {
    pub lowered: Lowered,
    pub contracts: Vec<Conditions>,
    before: State,
    after: State,
    arguments: BTreeMap<VarId, FieldId>,
    /// Atoms of the problem with one state, as atoms of the one with two.
    atoms: Vec<AtomId>,
}

impl TwoStates {
    pub fn new(suite: &Suite) -> TwoStates {
        let one = suite.schema.module;
        let mut module = one.clone();
        (module.facts, module.commands, module.generates) = (Vec::new(), Vec::new(), Vec::new());
        let before = add_state(&mut module, "before", true);
        let after = add_state(&mut module, "after", false);
        let mut ranges = suite.schema.generate.ranges.clone();
        for range in &suite.schema.generate.ranges {
            ranges.push(FieldRange { field: before.fields[range.field.index()], ..range.clone() });
        }
        let mut building = Building { suite, module, before, after, variables: BTreeMap::new(), ranges };
        let mut arguments = BTreeMap::new();
        for method in &suite.schema.generate.methods {
            let variables = method.params.iter().map(|param| param.var).chain(method.result_var);
            variables.for_each(|var| building.argument(method, var, &mut arguments));
        }
        building.functions();
        let mut invariants = Vec::new();
        let names: Vec<_> =
            suite.schema.generate.methods.iter().map(|method| building.contract(method, &mut invariants)).collect();
        let generate =
            Generate { invariants, ranges: building.ranges, methods: Vec::new(), ..suite.schema.generate.clone() };
        let lowered = lowered_at(&building.module, &generate, suite.schema.scope);
        let condition = |(name, text): (String, String)| {
            let origin = format!("predicate {name}");
            let mut formulas = lowered.problem.constraints.iter().filter(|constraint| constraint.origin == origin);
            let formula = formulas.next().map(|constraint| constraint.formula);
            assert!(formulas.next().is_none(), "{text} is lowered as one formula");
            Condition { text, formula }
        };
        let contracts = names.into_iter().map(|(requires, throws, ensures)| Conditions {
            requires: requires.into_iter().map(condition).collect(),
            throws: throws.into_iter().map(|when| when.map(condition)).collect(),
            ensures: ensures.into_iter().map(condition).collect(),
        });
        let contracts = contracts.collect();
        let universe = &lowered.problem.universe;
        let atoms = suite.schema.problem.universe.atoms.iter().map(|atom| {
            let place = universe.atoms.iter().position(|other| other.name == atom.name);
            AtomId(place.unwrap_or_else(|| panic!("there is no `{}` in two states", atom.name)) as u32)
        });
        TwoStates {
            atoms: atoms.collect(),
            lowered,
            contracts,
            before: building.before,
            after: building.after,
            arguments,
        }
    }

    /// Two states and a call as one instance.
    pub fn instance(&self, suite: &Suite, states: [&Instance; 2], call: &[(VarId, Argument)]) -> Instance {
        let problem = &self.lowered.problem;
        let mut relations: Vec<TupleSet> =
            problem.relations.iter().map(|relation| TupleSet::from_keys(relation.upper.arity(), Vec::new())).collect();
        for (state, names) in states.into_iter().zip([&self.before, &self.after]) {
            let sigs = suite.schema.sig_relation.iter().zip(&names.sigs);
            let sigs = sigs.map(|(from, to)| (from, self.lowered.sig_relation[to.index()]));
            let fields = suite.schema.field_relation.iter().zip(&names.fields);
            let fields = fields.map(|(from, to)| (from, self.lowered.field_relation[to.index()]));
            for (from, to) in sigs.chain(fields) {
                let tuples = &state.relations[from.0 as usize];
                let keys = tuples.keys().iter().map(|key| {
                    let tuple = suite.schema.problem.universe.tuple(*key, tuples.arity());
                    problem.universe.key(&tuple.iter().map(|atom| self.atoms[atom.index()]).collect::<Vec<_>>())
                });
                relations[to.0 as usize] = TupleSet::from_keys(tuples.arity(), keys.collect());
            }
        }
        let root = suite.schema.problem.heap.root.expect("a structure has a root");
        // `this` and the fields of the root that stand for arguments are those of the signature of all objects.
        let roots = self.lowered.sig_relation[suite.schema.generate.root.index()].0 as usize;
        relations[roots] = TupleSet::from_keys(1, vec![problem.universe.key(&[self.atoms[root.index()]])]);
        for (var, argument) in call {
            let int = |value: i64| {
                let place = problem.universe.atoms.iter().position(|atom| atom.int == Some(value));
                AtomId(place.unwrap_or_else(|| panic!("{value} is no atom")) as u32)
            };
            let atom = match argument {
                Argument::Absent | Argument::Truth(false) => continue,
                Argument::Truth(true) => self.atoms[root.index()],
                Argument::Int(value) => int(*value),
                Argument::Atom(atom) => self.atoms[atom.index()],
            };
            let relation = self.lowered.field_relation[self.arguments[var].index()].0 as usize;
            let key = problem.universe.key(&[self.atoms[root.index()], atom]);
            relations[relation] = TupleSet::from_keys(2, vec![key]);
        }
        Instance { relations }
    }
}

/// Adds subsets for the objects of one state, and fields and functions of its own if asked for.
fn add_state(module: &mut Module, name: &str, has_own: bool) -> State {
    let sigs =
        (0..module.sigs.len()).filter(|index| !module.sigs[*index].name.contains(' ')).map(|index| SigId(index as u32));
    let originals: Vec<SigId> = sigs.collect();
    let mut state = State { sigs: Vec::new(), fields: Vec::new(), functions: Vec::new() };
    for sig in originals {
        state.sigs.push(SigId(module.sigs.len() as u32));
        let original = &module.sigs[sig.index()];
        module.sigs.push(Sig {
            name: format!("{} {name}", original.name),
            span: original.span,
            kind: SigKind::In { parents: vec![Prim::Sig(sig)], all: false },
            mult: Mult::Set,
            is_abstract: false,
            is_enum: false,
            is_variable: false,
            is_exact: false,
            children: Vec::new(),
            fields: Vec::new(),
            java: None,
        });
    }
    let fields: Vec<Field> = module.fields.iter().filter(|field| !field.name.contains(' ')).cloned().collect();
    let functions: Vec<Function> =
        module.functions.iter().filter(|function| !function.name.contains(' ')).cloned().collect();
    if !has_own {
        state.fields = (0..fields.len() as u32).map(FieldId).collect();
        state.functions = (0..functions.len() as u32).map(FunctionId).collect();
        return state;
    }
    for field in fields {
        let id = FieldId(module.fields.len() as u32);
        state.fields.push(id);
        module.sigs[field.owner.index()].fields.push(id);
        let name = format!("{} {name}", field.name);
        module.fields.push(Field { name, disjoint_values: false, disjoint_with: Vec::new(), ..field });
    }
    for function in functions {
        state.functions.push(FunctionId(module.functions.len() as u32));
        module.functions.push(Function { name: format!("{} {name}", function.name), ..function });
    }
    state
}

type Named = (String, String);

/// A module with two states while contracts are added to it.
struct Building<'s> {
    suite: &'s Suite<'s>,
    module: Module,
    before: State,
    after: State,
    /// What stands for an argument.
    variables: BTreeMap<VarId, Expr>,
    ranges: Vec<FieldRange>,
}

impl Building<'_> {
    /// Adds a field of the root that holds an argument or the result.
    fn argument(&mut self, method: &Method, var: VarId, fields: &mut BTreeMap<VarId, FieldId>) {
        let root = self.suite.schema.generate.root;
        let variable = self.module.variables[var.index()].clone();
        let product = match &variable.ty {
            Type::Relation(ty) => ty.products[0][0],
            Type::Int => Prim::Int,
            Type::Formula => Prim::Sig(root),
        };
        let id = FieldId(self.module.fields.len() as u32);
        let column = RelType { arity: 1, products: vec![vec![product]] };
        let kind = match product {
            Prim::Sig(sig) => ExprKind::Sig(sig),
            _ => ExprKind::IntSet,
        };
        let unary = |kind| Expr { kind, ty: Type::Relation(column.clone()), span: method.span };
        let ty = RelType { arity: 2, products: vec![vec![Prim::Sig(root), product]] };
        self.module.fields.push(Field {
            name: format!("{} {}", method.name, variable.name),
            span: method.span,
            owner: root,
            this: method.this,
            mult: Mult::Lone,
            bound: unary(kind),
            is_variable: false,
            sequence: false,
            disjoint_values: false,
            disjoint_with: Vec::new(),
            ty: ty.clone(),
            java: None,
        });
        self.module.sigs[root.index()].fields.push(id);
        if product == Prim::Int {
            let ints = integers(self.suite);
            let (low, high) = (Bound { factor: 0, offset: ints.0 }, Bound { factor: 0, offset: ints.1 });
            self.ranges.push(FieldRange { field: id, column: 1, range: Range { low, high } });
        }
        let root = Box::new(Expr {
            kind: ExprKind::Sig(root),
            ty: Type::Relation(RelType { arity: 1, products: vec![vec![Prim::Sig(root)]] }),
            span: method.span,
        });
        let field = Box::new(Expr { kind: ExprKind::Field(id), ty: Type::Relation(ty), span: method.span });
        let value = unary(ExprKind::Binary(Binary::Join, root, field));
        let value = match variable.ty {
            Type::Formula => Expr {
                kind: ExprKind::Unary(Unary::Test(Test::Some), Box::new(value)),
                ty: Type::Formula,
                span: method.span,
            },
            _ => value,
        };
        self.variables.insert(var, value);
        fields.insert(var, id);
    }

    /// Makes every function one of the state after, and its copy one of the state before.
    fn functions(&mut self) {
        for state in [self.before.clone(), self.after.clone()] {
            for id in &state.functions {
                let mut function = self.module.functions[id.index()].clone();
                function.params.iter_mut().for_each(|param| self.rewrite(&mut param.bound, &state));
                function.result.iter_mut().for_each(|(_, bound)| self.rewrite(bound, &state));
                self.rewrite(&mut function.body, &state);
                self.module.functions[id.index()] = function;
            }
        }
    }

    /// Adds a predicate for every condition of a contract, and returns their names and texts.
    fn contract(
        &mut self,
        method: &Method,
        invariants: &mut Vec<FunctionId>,
    ) -> (Vec<Named>, Vec<Option<Named>>, Vec<Named>) {
        let (before, after) = (self.before.clone(), self.after.clone());
        let mut add = |expr: &Expr, state| self.condition(method, expr, state, invariants);
        let requires = method.requires.iter().map(|expr| add(expr, &before)).collect();
        let throws = method.throws.iter().map(|thrown| thrown.when.as_ref().map(|when| add(when, &before))).collect();
        let mut parts = Vec::new();
        method.ensures.iter().for_each(|expr| conjuncts(expr, &mut parts));
        (requires, throws, parts.into_iter().map(|expr| add(expr, &after)).collect())
    }

    fn condition(&mut self, method: &Method, expr: &Expr, state: &State, invariants: &mut Vec<FunctionId>) -> Named {
        let text = &self.suite.schema.spec.text[expr.span.start as usize..expr.span.end as usize];
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut body = expr.clone();
        self.rewrite(&mut body, state);
        // Lowering makes a constraint of each conjunct; what is negated is one.
        for _ in 0..2 {
            let span = body.span;
            body = Expr { kind: ExprKind::Unary(Unary::Not, Box::new(body)), ty: Type::Formula, span };
        }
        let root = self.suite.schema.generate.root;
        let bound = Expr {
            kind: ExprKind::Sig(root),
            ty: Type::Relation(RelType { arity: 1, products: vec![vec![Prim::Sig(root)]] }),
            span: expr.span,
        };
        let this = fex::resolve::Decl { var: method.this, mult: Mult::One, bound, disjoint_from: Vec::new() };
        let name = format!("condition {}", invariants.len());
        invariants.push(FunctionId(self.module.functions.len() as u32));
        self.module.functions.push(Function {
            name: name.clone(),
            span: expr.span,
            params: vec![this],
            result: None,
            body,
        });
        (name, text)
    }

    /// Reads an expression in a state.
    fn rewrite(&self, expr: &mut Expr, state: &State) {
        match &mut expr.kind {
            ExprKind::Sig(sig) => *sig = state.sigs[sig.index()],
            ExprKind::Field(field) => *field = state.fields[field.index()],
            ExprKind::Var(var) => {
                if let Some(value) = self.variables.get(var) {
                    *expr = value.clone();
                }
            }
            ExprKind::Old(inner) => {
                let mut inner = (**inner).clone();
                self.rewrite(&mut inner, &self.before);
                *expr = inner;
            }
            ExprKind::Unary(_, part) => self.rewrite(part, state),
            ExprKind::Binary(_, left, right) | ExprKind::Let(_, left, right) => {
                self.rewrite(left, state);
                self.rewrite(right, state);
            }
            ExprKind::If(condition, yes, no) => {
                [condition, yes, no].into_iter().for_each(|part| self.rewrite(part, state));
            }
            ExprKind::Call(function, arguments) => {
                *function = state.functions[function.index()];
                arguments.iter_mut().for_each(|part| self.rewrite(part, state));
            }
            ExprKind::And(parts) => parts.iter_mut().for_each(|part| self.rewrite(part, state)),
            ExprKind::Quant(_, decls, body) | ExprKind::Comprehension(decls, body) => {
                decls.iter_mut().for_each(|decl| self.rewrite(&mut decl.bound, state));
                self.rewrite(body, state);
            }
            ExprKind::None | ExprKind::IntSet | ExprKind::Number(_) => {}
            other => panic!("{other:?} is not in the contracts that are compared"),
        }
    }
}

/// The least and the greatest integer that is an atom.
pub fn integers(suite: &Suite) -> (i64, i64) {
    let ints = || suite.schema.problem.universe.atoms.iter().filter_map(|atom| atom.int);
    (ints().min().unwrap_or(0), ints().max().unwrap_or(0))
}

/// The conjuncts of a formula, as far as they are written side by side.
fn conjuncts<'e>(expr: &'e Expr, parts: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::And(inner) => inner.iter().for_each(|part| conjuncts(part, parts)),
        _ => parts.push(expr),
    }
}
