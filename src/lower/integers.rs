//! Which integers a problem needs: the atoms of its universe, the bit width, and the range of each field.

use super::options::Scopes;
use super::population::Population;
use crate::diagnostic::Diagnostic;
use crate::resolve::{
    Binary, Command, Decl, Expr, ExprKind, FunctionId, Generate, Module, Mult, Prim, Quant, Type, Unary, VarId,
};
use crate::stack;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The integers of a problem.
#[derive(Debug)]
pub(super) struct Integers {
    /// The least and the greatest integer that is an atom, if any is.
    pub(super) atoms: Option<(i64, i64)>,
    /// The bit width. In a `generate` paragraph at least 4, and no comparison of the module overflows it, unless it is
    /// [`MAX_WIDTH`].
    pub(super) bit_width: u32,
    /// The least and the greatest value of the last column of each field whose last column is `Int`.
    pub(super) values: Vec<Option<(i64, i64)>>,
    /// The length of sequences at most.
    pub(super) max_sequence: u32,
    /// Ranges of columns of fields: field, column, values.
    pub(super) columns: Vec<(usize, usize, (i64, i64))>,
}

/// The greatest bit width; sums and products beyond it make the comparison that contains them false.
const MAX_WIDTH: u32 = 32;
/// The bit width of Alloy's integers where none is written: integer columns without a range take these values.
const DEFAULT: (i64, i64) = (-8, 7);
/// The most integers that are atoms.
const MAX_INTEGERS: i64 = 2048;

/// The bit width of a command that says nothing of integers, and its longest sequence where it has no overall scope.
const COMMAND_WIDTH: u32 = 4;
const COMMAND_SEQUENCE: u32 = 4;

/// The bit width of a command's integers.
pub(super) fn width_of(command: &Command) -> u32 {
    command.bit_width.unwrap_or(COMMAND_WIDTH)
}

/// The integers of a command: all of its bit width, as in Alloy.
pub(super) fn of_command(command: &Command) -> Result<Integers, Vec<Diagnostic>> {
    let bit_width = width_of(command);
    let half = if bit_width == 0 { 0 } else { 1i64 << (bit_width - 1) };
    let greatest = u32::try_from(half - 1).unwrap_or(0);
    let wanted = command.max_sequence;
    if let Some(wanted) = wanted.filter(|wanted| *wanted > greatest) {
        let message =
            format!("sequences of {wanted} elements need integers up to {wanted}, but there are those to {greatest}");
        let help =
            format!("widen the integers (`{} Int`) or shorten the sequences", u32::BITS - wanted.leading_zeros() + 1);
        return Err(vec![Diagnostic::error(command.span, message).help(help)]);
    }
    let max_sequence = wanted.unwrap_or(command.overall.unwrap_or(COMMAND_SEQUENCE).min(greatest));
    let atoms = (bit_width > 0).then_some((-half, half - 1));
    Ok(Integers { atoms, bit_width, values: Vec::new(), max_sequence, columns: Vec::new() })
}

/// The integers of a `generate` paragraph at a scope.
pub(super) fn of_suite(
    module: &Module,
    generate: &Generate,
    options: &Scopes,
    scope: u32,
    population: &Population,
) -> Result<Integers, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    let mut columns = read_ranges(module, generate, options, scope, &mut errors);
    if !errors.is_empty() {
        return Err(errors);
    }
    // The indices of sequences have a range, too.
    let last_index = generate.sequence_scope(scope) - 1;
    for (index, _) in module.fields.iter().enumerate().filter(|(_, field)| field.sequence) {
        if !columns.iter().any(|(of, column, _)| (*of, *column) == (index, 1)) {
            columns.push((index, 1, (0, last_index)));
        }
    }
    let longest = generate.longest_sequence(module, scope);
    let max_sequence = u32::try_from(longest).unwrap_or(u32::MAX);
    let mut atoms = declared(module, &columns);
    let span = atoms.unwrap_or((0, 0));
    let first = analyse(module, generate, population, &columns, span, max_sequence);
    let mentioned = first.mentioned.filter(|_| first.int_set);
    for needed in [first.needed, mentioned].into_iter().flatten() {
        atoms = hull(atoms, needed);
    }
    // Variables may now take more integers than the first analysis knew of.
    let second = analyse(module, generate, population, &columns, atoms.unwrap_or((0, 0)), max_sequence);
    // As in Alloy, the length of a sequence is an integer of the bit width.
    let length = module.fields.iter().any(|field| field.sequence).then_some((0, longest));
    let met = atoms.into_iter().chain(second.met).chain(length).fold(None, hull).unwrap_or((0, 0));
    if let Some((low, high)) = atoms
        && high.saturating_sub(low) >= MAX_INTEGERS
    {
        let count = high.saturating_sub(low).saturating_add(1);
        let message =
            format!("integers from {low} to {high} are needed, {count} of them; at most {MAX_INTEGERS} are possible");
        return Err(vec![Diagnostic::error(generate.span, message).help("use smaller ranges or a smaller scope")]);
    }
    let fits = |width: u32| met.0 >= -(1i64 << (width - 1)) && met.1 < 1i64 << (width - 1);
    let bit_width = (4..MAX_WIDTH).find(|width| fits(*width)).unwrap_or(MAX_WIDTH);
    let values = module.fields.iter().enumerate().map(|(index, field)| {
        let last = field.arity() - 1;
        let is_int = field.ty.products.iter().any(|product| product[last] == Prim::Int);
        let range = columns.iter().find(|(of, column, _)| (*of, *column) == (index, last));
        is_int.then(|| range.map(|(_, _, range)| *range).or(atoms)).flatten()
    });
    let values = values.collect();
    Ok(Integers { atoms, bit_width, values, max_sequence, columns })
}

/// The integers that fields may have: those of their ranges, and some where one has none.
fn declared(module: &Module, columns: &[(usize, usize, (i64, i64))]) -> Option<(i64, i64)> {
    let ranges = columns.iter().map(|(_, _, range)| *range);
    let open = module.fields.iter().enumerate().filter(|(index, field)| {
        field.ty.products.iter().any(|product| {
            let has_range = |column: usize| columns.iter().any(|(of, at, _)| (*of, *at) == (*index, column));
            product.iter().enumerate().any(|(column, prim)| *prim == Prim::Int && !has_range(column))
        })
    });
    ranges.chain(open.map(|_| DEFAULT)).fold(None, hull)
}

/// Analyses all that a problem is made of, with variables that range over the integers of `span`.
fn analyse<'a>(
    module: &'a Module,
    generate: &Generate,
    population: &'a Population,
    columns: &'a [(usize, usize, (i64, i64))],
    span: (i64, i64),
    max_sequence: u32,
) -> Analysis<'a> {
    let mut analysis = Analysis {
        module,
        population,
        columns,
        span,
        variables: FxHashMap::default(),
        functions: FxHashMap::default(),
        needed: None,
        mentioned: None,
        met: None,
        int_set: false,
        max_sequence,
    };
    let invariants = generate.invariants.iter().map(|id| &module.functions[id.index()].body);
    for body in module.facts.iter().map(|fact| &fact.body).chain(invariants) {
        analysis.visit(body);
    }
    // That a field is declared over `Int` does not count as mentioning the set of all integers.
    let int_set = analysis.int_set;
    for field in &module.fields {
        analysis.visit(&field.bound);
    }
    analysis.int_set = int_set;
    analysis
}

/// The ranges of columns at a scope, those of the options last so that they replace the written ones.
fn read_ranges(
    module: &Module,
    generate: &Generate,
    options: &Scopes,
    scope: u32,
    errors: &mut Vec<Diagnostic>,
) -> Vec<(usize, usize, (i64, i64))> {
    let mut columns: Vec<(usize, usize, (i64, i64))> = Vec::new();
    let mut put = |field: usize, column: usize, range: (i64, i64)| {
        columns.retain(|(of, at, _)| (*of, *at) != (field, column));
        columns.push((field, column, range));
    };
    for written in &generate.ranges {
        let range = (written.range.low.at(scope), written.range.high.at(scope));
        put(written.field.index(), written.column, range);
    }
    for (name, range) in &options.ranges {
        let matches = |field: &crate::resolve::Field| {
            field.name == *name || format!("{}.{}", module.sigs[field.owner.index()].name, field.name) == *name
        };
        let mut found = false;
        for (index, field) in module.fields.iter().enumerate() {
            let last = field.arity() - 1;
            if matches(field) && field.ty.products.iter().any(|product| product[last] == Prim::Int) {
                found = true;
                put(index, last, *range);
            }
        }
        if !found {
            let message = format!("there is no integer field `{name}` to give a range");
            errors.push(Diagnostic::error(generate.span, message));
        }
    }
    columns
}

fn hull(known: Option<(i64, i64)>, more: (i64, i64)) -> Option<(i64, i64)> {
    if more.0 > more.1 {
        return known;
    }
    Some(known.map_or(more, |(low, high)| (low.min(more.0), high.max(more.1))))
}

/// What is known of the value of an expression: of an integer, its bounds; of a relation, the bounds of
/// the integers in its last column, and whether it has at most one tuple.
#[derive(Debug, Clone)]
struct Known {
    bounds: (i64, i64),
    lone: bool,
    /// How many different atoms each column of a relation has at most; there are no more tuples than their product.
    columns: Vec<i64>,
}

impl Known {
    /// An integer.
    fn number(low: i64, high: i64) -> Known {
        Known { bounds: (low, high), lone: true, columns: vec![1] }
    }

    /// The most tuples, as far as columns tell.
    fn size(&self) -> i64 {
        if self.lone { 1 } else { self.columns.iter().copied().fold(1, i64::saturating_mul) }
    }
}

/// An interval analysis of integer expressions.
struct Analysis<'a> {
    module: &'a Module,
    population: &'a Population,
    columns: &'a [(usize, usize, (i64, i64))],
    /// The integers that variables range over.
    span: (i64, i64),
    variables: FxHashMap<VarId, Known>,
    functions: FxHashMap<FunctionId, Known>,
    /// Integers that become atoms by `Unary::AtomOf`.
    needed: Option<(i64, i64)>,
    /// Literals and cardinalities.
    mentioned: Option<(i64, i64)>,
    /// Everything that is compared or computed with.
    met: Option<(i64, i64)>,
    /// Whether an expression mentions the set of all integers.
    int_set: bool,
    /// The length of sequences at most.
    max_sequence: u32,
}

impl Analysis<'_> {
    fn visit(&mut self, expr: &Expr) -> Known {
        let known = stack::grown(|| self.known(expr));
        if expr.ty == Type::Int {
            self.met = hull(self.met, known.bounds);
        }
        known
    }

    /// What is known of an expression: one arm for each form of them.
    fn known(&mut self, expr: &Expr) -> Known {
        let open = self.open(&expr.ty);
        match &expr.kind {
            ExprKind::Sig(_)
            | ExprKind::Univ
            | ExprKind::Iden
            | ExprKind::None
            | ExprKind::Text(_)
            | ExprKind::TextSet
            | ExprKind::TotalOrder(_) => open,
            ExprKind::Indices { .. } => {
                let longest = i64::from(self.max_sequence);
                Known { bounds: (0, longest - 1), lone: false, columns: vec![longest] }
            }
            ExprKind::IntSet | ExprKind::NextInt | ExprKind::MinInt | ExprKind::MaxInt => {
                self.int_set = true;
                open
            }
            ExprKind::Field(field) => {
                let mut known = open;
                for (_, column, (low, high)) in self.columns.iter().filter(|(of, ..)| *of == field.index()) {
                    known.columns[*column] = count(*low, *high);
                    if *column + 1 == known.columns.len() {
                        known.bounds = (*low, *high);
                    }
                }
                known
            }
            ExprKind::Var(variable) => self.variables.get(variable).cloned().unwrap_or(open),
            ExprKind::Number(value) => {
                self.mentioned = hull(self.mentioned, (*value, *value));
                Known::number(*value, *value)
            }
            ExprKind::Unary(operator, operand) => self.unary(*operator, operand, open),
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right, open),
            ExprKind::And(parts) | ExprKind::Temporal(_, parts) => {
                parts.iter().for_each(|part| {
                    self.visit(part);
                });
                open
            }
            ExprKind::If(condition, yes, no) => {
                self.visit(condition);
                let (yes, no) = (self.visit(yes), self.visit(no));
                Known { lone: yes.lone && no.lone, ..either(&yes, &no, open) }
            }
            ExprKind::Quant(quant, decls, body) => {
                let bindings = self.declare(decls);
                let body = self.visit(body);
                match quant {
                    Quant::Sum => {
                        let times = |value: i64| value.saturating_mul(bindings);
                        Known::number(times(body.bounds.0.min(0)), times(body.bounds.1.max(0)))
                    }
                    _ => open,
                }
            }
            ExprKind::Comprehension(decls, body) => {
                let counts: Vec<i64> = decls.iter().map(|decl| self.declare(std::slice::from_ref(decl))).collect();
                self.visit(body);
                let last = decls.last().and_then(|decl| self.variables.get(&decl.var));
                Known { bounds: last.map_or(self.span, |known| known.bounds), lone: false, columns: counts }
            }
            ExprKind::Let(variable, value, body) => {
                let value = self.visit(value);
                self.variables.insert(*variable, value);
                self.visit(body)
            }
            ExprKind::Call(function, arguments) => {
                for argument in arguments {
                    self.visit(argument);
                }
                self.call(*function)
            }
            ExprKind::Old(inner) => self.visit(inner),
        }
    }

    /// What a type says of a value.
    fn open(&self, ty: &Type) -> Known {
        let columns = match ty {
            Type::Relation(ty) => (0..ty.arity)
                .map(|at| {
                    let prims: BTreeSet<Prim> = ty.products.iter().map(|product| product[at]).collect();
                    prims.into_iter().map(|prim| self.atoms(prim)).fold(0, i64::saturating_add)
                })
                .collect(),
            Type::Int | Type::Formula => vec![1],
        };
        Known { bounds: self.span, lone: false, columns }
    }

    /// How many atoms have a type at most.
    fn atoms(&self, prim: Prim) -> i64 {
        let ints = count(self.span.0, self.span.1);
        match prim {
            Prim::Sig(sig) => self.population.upper[sig.index()].len() as i64,
            Prim::Int => ints,
            Prim::Text => 0,
            Prim::Univ => (self.population.objects.len() as i64).saturating_add(ints),
        }
    }

    /// The most tuples of an expression, of which `known` is known.
    fn size(&self, expr: &Expr, known: &Known) -> i64 {
        let Type::Relation(ty) = &expr.ty else { return 1 };
        let product = |columns: &Vec<Prim>| columns.iter().map(|prim| self.atoms(*prim)).fold(1, i64::saturating_mul);
        ty.products.iter().map(product).fold(0, i64::saturating_add).min(known.size())
    }

    /// Analyses a function once, for arguments of any value.
    fn call(&mut self, function: FunctionId) -> Known {
        if let Some(known) = self.functions.get(&function) {
            return known.clone();
        }
        let called = &self.module.functions[function.index()];
        for param in &called.params {
            let bound = self.visit(&param.bound);
            let lone = matches!(param.mult, Mult::One | Mult::Lone);
            // An argument has the type that is declared, but may have more elements.
            let columns = self.open(&param.bound.ty).columns;
            self.variables.insert(param.var, Known { lone, columns, ..bound });
        }
        let known = self.visit(&called.body);
        self.functions.insert(function, known.clone());
        known
    }

    /// Notes the variables of declarations; the greatest number of their bindings.
    fn declare(&mut self, decls: &[Decl]) -> i64 {
        decls.iter().fold(1i64, |bindings, decl| {
            let bound = self.visit(&decl.bound);
            let lone = matches!(decl.mult, Mult::One | Mult::Lone);
            let size = self.size(&decl.bound, &bound);
            let columns = if lone { vec![1; bound.columns.len()] } else { bound.columns };
            self.variables.insert(decl.var, Known { lone, columns, ..bound });
            bindings.saturating_mul(size)
        })
    }

    fn unary(&mut self, operator: Unary, operand: &Expr, open: Known) -> Known {
        let inner = self.visit(operand);
        match operator {
            Unary::Cardinality => {
                let most = self.size(operand, &inner);
                self.mentioned = hull(self.mentioned, (0, most));
                Known::number(0, most)
            }
            Unary::SumOf | Unary::ValueOf => {
                let (low, high) = inner.bounds;
                // A set has each integer at most once.
                let sums = (
                    triangle(low.min(0), low.min(0).max(high.min(0))),
                    triangle(low.max(0).min(high.max(0)), high.max(0)),
                );
                let (low, high) = if inner.lone { (low.min(0), high.max(0)) } else { sums };
                Known::number(low, high)
            }
            Unary::AtomOf => {
                self.needed = hull(self.needed, inner.bounds);
                Known::number(inner.bounds.0, inner.bounds.1)
            }
            Unary::Prime => inner,
            Unary::Negate => Known::number(inner.bounds.1.saturating_neg(), inner.bounds.0.saturating_neg()),
            Unary::Transpose => Known { columns: inner.columns.into_iter().rev().collect(), ..open },
            // A path starts and ends where steps do.
            Unary::Closure => Known { columns: inner.columns, ..open },
            Unary::ReflexiveClosure => open,
            Unary::Not | Unary::Test(_) => inner,
        }
    }

    fn binary(&mut self, operator: Binary, left: &Expr, right: &Expr, open: Known) -> Known {
        let (a, b) = (self.visit(left), self.visit(right));
        match operator {
            Binary::Plus => Known::number(a.bounds.0.saturating_add(b.bounds.0), a.bounds.1.saturating_add(b.bounds.1)),
            Binary::Minus => {
                Known::number(a.bounds.0.saturating_sub(b.bounds.1), a.bounds.1.saturating_sub(b.bounds.0))
            }
            Binary::Times => {
                let corners = [
                    a.bounds.0.saturating_mul(b.bounds.0),
                    a.bounds.0.saturating_mul(b.bounds.1),
                    a.bounds.1.saturating_mul(b.bounds.0),
                    a.bounds.1.saturating_mul(b.bounds.1),
                ];
                let (low, high) = corners[1..]
                    .iter()
                    .fold((corners[0], corners[0]), |bounds, corner| join(bounds, (*corner, *corner)));
                Known::number(low, high)
            }
            Binary::Divide | Binary::Remainder => {
                let most = a.bounds.0.saturating_abs().max(a.bounds.1.saturating_abs());
                Known::number(-most, most)
            }
            Binary::Join => {
                let functional = match right.kind {
                    ExprKind::Field(field) => {
                        let field = &self.module.fields[field.index()];
                        field.arity() == 2 && matches!(field.mult, Mult::One | Mult::Lone)
                    }
                    _ => false,
                };
                let outer = a.columns.len() - 1;
                let columns = a.columns[..outer].iter().chain(&b.columns[1..]).copied().collect();
                Known { bounds: b.bounds, lone: a.lone && functional, columns }
            }
            Binary::Arrow(..) => {
                Known { bounds: b.bounds, lone: a.lone && b.lone, columns: [a.columns, b.columns].concat() }
            }
            Binary::DomainRestriction => {
                let mut columns = b.columns;
                columns[0] = columns[0].min(a.columns[0]);
                Known { bounds: b.bounds, lone: a.lone && b.lone, columns }
            }
            Binary::RangeRestriction => {
                let mut columns = a.columns;
                let last = columns.len() - 1;
                columns[last] = columns[last].min(b.columns[0]);
                Known { bounds: b.bounds, lone: a.lone && b.lone, columns }
            }
            Binary::Intersection => {
                let columns = a.columns.iter().zip(&b.columns).map(|(a, b)| *a.min(b)).collect();
                Known { bounds: a.bounds, lone: a.lone || b.lone, columns }
            }
            Binary::Difference => a,
            Binary::Union | Binary::Override => either(&a, &b, open),
            _ => Known { bounds: join(a.bounds, b.bounds), ..open },
        }
    }
}

/// What is known of a value that is one of two, or both together; `open` is what its type says.
fn either(a: &Known, b: &Known, open: Known) -> Known {
    let sums = a.columns.iter().zip(&b.columns).map(|(a, b)| a.saturating_add(*b));
    let columns = sums.zip(open.columns).map(|(sum, most)| sum.min(most)).collect();
    Known { bounds: join(a.bounds, b.bounds), lone: false, columns }
}

/// How many integers there are from `low` to `high`.
fn count(low: i64, high: i64) -> i64 {
    high.saturating_sub(low).saturating_add(1).max(0)
}

fn join(a: (i64, i64), b: (i64, i64)) -> (i64, i64) {
    (a.0.min(b.0), a.1.max(b.1))
}

/// The sum of the integers from `low` to `high`.
fn triangle(low: i64, high: i64) -> i64 {
    low.saturating_add(high).saturating_mul(count(low, high)) / 2
}
