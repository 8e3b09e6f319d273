//! Says what a specification says in other words: at random, by laws of logic and of sets.

use fastrand::Rng;
use fex::diagnostic::{Source, Span};
use fex::syntax::tree::{Binary, Comparison, Decl, Expr, ExprKind, FieldDecl, File, Function, Paragraph, Quantifier};
use fex::syntax::tree::{Name, Unary};
use fex::syntax::{names, parse, print};
use std::collections::{BTreeMap, BTreeSet};

/// What new names end in.
const RENAMED: &str = "_z";

/// A field has this name, which is a word of the language where bounds are given.
const WORD: &str = "index";

/// A text that means the same as another one; where `reorders`, the fields of signatures and the paragraphs are in another order.
pub fn rewritten(text: &str, reorders: bool, random: &mut Rng) -> String {
    let (mut file, messages) = parse(&Source::new("original", text));
    assert!(messages.is_empty(), "{text}");
    let original = file.clone();
    let mut rewriter = Rewriter { random, predicates: predicates(&original), variables: Vec::new() };
    for paragraph in &mut file.paragraphs {
        match paragraph {
            Paragraph::Fact(fact) => fact.body = block(rewriter.formula(&fact.body)),
            Paragraph::Predicate(predicate) => predicate.body = block(rewriter.predicate(predicate)),
            _ => {}
        }
    }
    if reorders {
        reorder(&mut file, random);
    }
    renamed(&print(&file), &declared(&file), random)
}

/// The name that something had before.
pub fn original_name(name: &str) -> String {
    name.replace(RENAMED, "")
}

/// The predicates that a name alone tells.
fn predicates(file: &File) -> BTreeMap<&str, &Function> {
    let mut predicates: BTreeMap<&str, &Function> = BTreeMap::new();
    let mut ambiguous = BTreeSet::new();
    for paragraph in &file.paragraphs {
        let Paragraph::Predicate(predicate) = paragraph else { continue };
        if predicates.insert(&predicate.name.text, predicate).is_some() || predicate.receiver.is_some() {
            ambiguous.insert(predicate.name.text.as_str());
        }
    }
    predicates.retain(|name, _| !ambiguous.contains(name));
    predicates
}

/// The names of signatures, fields, predicates and functions.
fn declared(file: &File) -> BTreeSet<String> {
    let mut declared = BTreeSet::new();
    let mut add = |names: &[Name]| declared.extend(names.iter().map(|name| name.text.clone()));
    for paragraph in &file.paragraphs {
        match paragraph {
            Paragraph::Signature(signature) => {
                add(&signature.names);
                signature.fields.iter().for_each(|field| add(&field.decl.names));
            }
            Paragraph::Enum(declared) => {
                add(std::slice::from_ref(&declared.name));
                add(&declared.members);
            }
            Paragraph::Predicate(function) | Paragraph::Function(function) => {
                add(std::slice::from_ref(&function.name));
            }
            _ => {}
        }
    }
    declared
}

/// Gives some of the names new ones, everywhere.
fn renamed(text: &str, declared: &BTreeSet<String>, random: &mut Rng) -> String {
    assert!(!text.contains(RENAMED), "{text}");
    let chosen: BTreeSet<&String> = declared.iter().filter(|name| random.bool() && *name != WORD).collect();
    let mut result = text.to_owned();
    for name in names(&Source::new("printed", text)).into_iter().rev() {
        if chosen.contains(&name.text) {
            result.insert_str(name.span().end as usize, RENAMED);
        }
    }
    result
}

/// Brings declarations and the fields of signatures into another order. The first paragraph that generates stays the first one.
fn reorder(file: &mut File, random: &mut Rng) {
    let opens = file.paragraphs.iter().take_while(|paragraph| matches!(paragraph, Paragraph::Open(_))).count();
    random.shuffle(&mut file.paragraphs[opens..]);
    let start = |paragraph: &Paragraph| paragraph.span().start;
    let generates = |paragraph: &Paragraph| matches!(paragraph, Paragraph::Generate(_)).then(|| start(paragraph));
    file.paragraphs[opens..].sort_by_key(generates);
    for paragraph in &mut file.paragraphs {
        let Paragraph::Signature(signature) = paragraph else { continue };
        let single = |field: &FieldDecl| -> Vec<FieldDecl> {
            let alone = |name: &Name| {
                let decl = Decl { names: vec![name.clone()], ..field.decl.clone() };
                FieldDecl { decl, annotations: field.annotations.clone() }
            };
            field.decl.names.iter().map(alone).collect()
        };
        let is_plain = |field: &FieldDecl| !field.decl.disjoint && !field.decl.defined;
        if signature.fields.iter().all(is_plain) {
            signature.fields = signature.fields.iter().flat_map(single).collect();
            random.shuffle(&mut signature.fields);
        }
    }
}

struct Rewriter<'f, 'r> {
    random: &'r mut Rng,
    predicates: BTreeMap<&'f str, &'f Function>,
    /// The variables that are bound around a formula.
    variables: Vec<String>,
}

impl Rewriter<'_, '_> {
    fn predicate(&mut self, predicate: &Function) -> Expr {
        self.binding(&predicate.params, |rewriter| rewriter.formula(&predicate.body))
    }

    fn binding(&mut self, decls: &[Decl], work: impl FnOnce(&mut Self) -> Expr) -> Expr {
        let before = self.variables.len();
        self.variables.extend(bound(decls).map(str::to_owned));
        let result = work(self);
        self.variables.truncate(before);
        result
    }

    /// A formula that holds where another one does.
    fn formula(&mut self, formula: &Expr) -> Expr {
        let mut both = |a: &Expr, b: &Expr| (Box::new(self.formula(a)), Box::new(self.formula(b)));
        let same = match &formula.kind {
            ExprKind::Unary(Unary::Not, operand) => not(self.formula(operand)),
            ExprKind::Binary(operator @ (Binary::And | Binary::Or | Binary::Implies | Binary::Iff), a, b) => {
                let (a, b) = both(a, b);
                new(ExprKind::Binary(*operator, a, b))
            }
            ExprKind::If(condition, a, b) => {
                let (a, b) = both(a, b);
                new(ExprKind::If(Box::new(self.formula(condition)), a, b))
            }
            ExprKind::Quantified(quantifier, decls, body) if *quantifier != Quantifier::Sum => {
                let body = self.binding(decls, |rewriter| rewriter.formula(body));
                new(ExprKind::Quantified(*quantifier, decls.clone(), Box::new(body)))
            }
            ExprKind::Let(bindings, body) => {
                let before = self.variables.len();
                self.variables.extend(bindings.iter().map(|(name, _)| name.text.clone()));
                let body = self.formula(body);
                self.variables.truncate(before);
                new(ExprKind::Let(bindings.clone(), Box::new(body)))
            }
            ExprKind::Block(parts) => {
                let mut parts: Vec<Expr> = parts.iter().map(|part| self.formula(part)).collect();
                self.random.shuffle(&mut parts);
                new(ExprKind::Block(parts))
            }
            _ => formula.clone(),
        };
        let ways = self.ways(&same);
        match self.random.usize(..=ways.len() + 1) {
            way if way < ways.len() => ways.into_iter().nth(way).expect("it is one of them"),
            way if way == ways.len() => not(not(same)),
            _ => same,
        }
    }

    /// Other ways to say the same.
    fn ways(&self, formula: &Expr) -> Vec<Expr> {
        match &formula.kind {
            ExprKind::Binary(operator, a, b) => connected(*operator, a, b),
            ExprKind::If(condition, a, b) => {
                let otherwise = implies(not((**condition).clone()), (**b).clone());
                vec![and(implies((**condition).clone(), (**a).clone()), otherwise)]
            }
            ExprKind::Unary(Unary::Some, operand) => vec![not(unary(Unary::No, operand))],
            ExprKind::Unary(Unary::No, operand) => vec![not(unary(Unary::Some, operand))],
            ExprKind::Unary(Unary::One, operand) => {
                vec![and(unary(Unary::Lone, operand), unary(Unary::Some, operand))]
            }
            ExprKind::Quantified(quantifier, decls, body) => quantified(*quantifier, decls, body),
            ExprKind::Name(name) => self.unfolded(name, &[]).into_iter().collect(),
            ExprKind::Box(target, arguments) => match &target.kind {
                ExprKind::Name(name) => self.unfolded(name, arguments).into_iter().collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// The body of a predicate in the place of its call, where no name would mean something else there.
    fn unfolded(&self, name: &str, arguments: &[Expr]) -> Option<Expr> {
        let predicate =
            self.predicates.get(name).filter(|_| !self.variables.iter().any(|variable| variable == name))?;
        let parameters: Vec<&Name> = predicate.params.iter().flat_map(|decl| &decl.names).collect();
        let is_parameter = |name: &String| parameters.iter().any(|parameter| parameter.text == *name);
        let captures = self.variables.iter().filter(|variable| !is_parameter(variable));
        let is_taken = |variable: &String| mentions(&predicate.body, variable);
        let confuses = |argument: &Expr| parameters.iter().any(|parameter| mentions(argument, &parameter.text));
        let confused = parameters.len() > 1 && arguments.iter().any(confuses);
        if parameters.len() != arguments.len() || confused || captures.into_iter().any(is_taken) {
            return None;
        }
        let values = parameters.into_iter().cloned().zip(arguments.iter().cloned()).collect::<Vec<_>>();
        let body = predicate.body.clone();
        Some(if values.is_empty() { body } else { new(ExprKind::Let(values, Box::new(body))) })
    }
}

/// Other ways to say what an operator says of its operands.
fn connected(operator: Binary, a: &Expr, b: &Expr) -> Vec<Expr> {
    let (left, right) = (|| a.clone(), || b.clone());
    match operator {
        Binary::And => {
            let mut ways = vec![and(right(), left()), not(or(not(left()), not(right())))];
            ways.extend(prenex(Quantifier::Some, Binary::And, a, b));
            ways
        }
        Binary::Or => {
            let mut ways =
                vec![or(right(), left()), not(and(not(left()), not(right()))), implies(not(left()), right())];
            ways.extend(prenex(Quantifier::All, Binary::Or, a, b));
            ways
        }
        Binary::Implies => {
            let mut ways = vec![or(not(left()), right()), implies(not(right()), not(left()))];
            ways.extend(prenex(Quantifier::All, Binary::Implies, a, b));
            ways
        }
        Binary::Iff => {
            let negations = binary(Binary::Iff, not(left()), not(right()));
            vec![
                binary(Binary::Iff, right(), left()),
                and(implies(left(), right()), implies(right(), left())),
                negations,
            ]
        }
        Binary::Compare { negated: true, comparison } => vec![not(compare(comparison, left(), right()))],
        Binary::Compare { negated: false, comparison } => compared(comparison, a, b),
        _ => Vec::new(),
    }
}

fn compared(comparison: Comparison, a: &Expr, b: &Expr) -> Vec<Expr> {
    let (left, right) = (|| a.clone(), || b.clone());
    match comparison {
        // What is bounded by it gives no set.
        Comparison::In if has_multiplicity(b) => Vec::new(),
        Comparison::In => vec![unary(Unary::No, &binary(Binary::Difference, left(), right()))],
        Comparison::Equal if is_relation(a) && is_relation(b) => {
            let (forth, back) = (compare(Comparison::In, left(), right()), compare(Comparison::In, right(), left()));
            vec![compare(Comparison::Equal, right(), left()), and(forth, back)]
        }
        Comparison::Equal => vec![compare(Comparison::Equal, right(), left())],
        Comparison::Less => vec![compare(Comparison::Greater, right(), left())],
        Comparison::LessEqual => vec![compare(Comparison::GreaterEqual, right(), left())],
        Comparison::Greater => vec![compare(Comparison::Less, right(), left())],
        Comparison::GreaterEqual => vec![compare(Comparison::LessEqual, right(), left())],
    }
}

/// Whether an arrow in an expression says how many there are.
fn has_multiplicity(expr: &Expr) -> bool {
    let says =
        |part: &Expr| matches!(part.kind, ExprKind::Binary(Binary::Arrow(left, right), ..) if left.or(right).is_some());
    expr.all().any(says)
}

/// Whether an expression is made of names and joins only, so that it is no integer that is computed.
fn is_relation(expr: &Expr) -> bool {
    expr.all().all(|part| matches!(part.kind, ExprKind::Name(_) | ExprKind::Binary(Binary::Join, ..)))
}

/// `a or all x | f` as `all x | a or f`, where the quantifier and the operator allow that and no name is caught.
fn prenex(quantifier: Quantifier, operator: Binary, a: &Expr, b: &Expr) -> Option<Expr> {
    let ExprKind::Quantified(found, decls, body) = &b.kind else { return None };
    if *found != quantifier || bound(decls).any(|name| mentions(a, name)) {
        return None;
    }
    let body = binary(operator, a.clone(), (**body).clone());
    Some(new(ExprKind::Quantified(quantifier, decls.clone(), Box::new(body))))
}

/// Other ways to quantify.
fn quantified(quantifier: Quantifier, decls: &[Decl], body: &Expr) -> Vec<Expr> {
    let with = |quantifier, body| new(ExprKind::Quantified(quantifier, decls.to_vec(), Box::new(body)));
    let (plain, negated) = (|| body.clone(), || not(body.clone()));
    let mut ways = match quantifier {
        Quantifier::All => vec![with(Quantifier::No, negated()), not(with(Quantifier::Some, negated()))],
        Quantifier::Some => vec![not(with(Quantifier::All, negated())), not(with(Quantifier::No, plain()))],
        Quantifier::No => vec![with(Quantifier::All, negated()), not(with(Quantifier::Some, plain()))],
        Quantifier::One => vec![and(with(Quantifier::Lone, plain()), with(Quantifier::Some, plain()))],
        Quantifier::Lone | Quantifier::Sum => Vec::new(),
    };
    if matches!(quantifier, Quantifier::All | Quantifier::Some) {
        ways.extend(nested(quantifier, decls, body));
        ways.extend(flat(quantifier, decls, body));
    }
    ways
}

/// `all x: A, y: B | f` as `all x: A | all y: B | f`.
fn nested(quantifier: Quantifier, decls: &[Decl], body: &Expr) -> Option<Expr> {
    let (first, others) = decls.split_first()?;
    if others.is_empty() && (first.names.len() == 1 || first.disjoint) {
        return None;
    }
    let (outer, inner) = match first.names.split_first() {
        Some((name, more)) if !more.is_empty() && !first.disjoint => {
            let outer = Decl { names: vec![name.clone()], ..first.clone() };
            (outer, [&[Decl { names: more.to_vec(), ..first.clone() }], others].concat())
        }
        _ => (first.clone(), others.to_vec()),
    };
    let inner = new(ExprKind::Quantified(quantifier, inner, Box::new(body.clone())));
    Some(new(ExprKind::Quantified(quantifier, vec![outer], Box::new(inner))))
}

/// `all x: A | all y: B | f` as `all x: A, y: B | f`, where a name is not declared twice.
fn flat(quantifier: Quantifier, decls: &[Decl], body: &Expr) -> Option<Expr> {
    let ExprKind::Quantified(inner, more, body) = &body.kind else { return None };
    if *inner != quantifier || bound(decls).any(|name| bound(more).any(|other| name == other)) {
        return None;
    }
    Some(new(ExprKind::Quantified(quantifier, [decls, more].concat(), body.clone())))
}

fn bound(decls: &[Decl]) -> impl Iterator<Item = &str> {
    decls.iter().flat_map(|decl| &decl.names).map(|name| name.text.as_str())
}

/// Whether a name occurs, whatever it means there.
fn mentions(expr: &Expr, name: &str) -> bool {
    expr.all().any(|part| matches!(&part.kind, ExprKind::Name(text) | ExprKind::At(text) if text == name))
}

fn new(kind: ExprKind) -> Expr {
    Expr::new(kind, Span::default())
}

/// A formula in braces, as the body of a paragraph is.
fn block(formula: Expr) -> Expr {
    new(ExprKind::Block(vec![formula]))
}

fn unary(operator: Unary, operand: &Expr) -> Expr {
    new(ExprKind::Unary(operator, Box::new(operand.clone())))
}

fn not(formula: Expr) -> Expr {
    unary(Unary::Not, &formula)
}

fn binary(operator: Binary, left: Expr, right: Expr) -> Expr {
    new(ExprKind::Binary(operator, Box::new(left), Box::new(right)))
}

fn and(left: Expr, right: Expr) -> Expr {
    binary(Binary::And, left, right)
}

fn or(left: Expr, right: Expr) -> Expr {
    binary(Binary::Or, left, right)
}

fn implies(left: Expr, right: Expr) -> Expr {
    binary(Binary::Implies, left, right)
}

fn compare(comparison: Comparison, left: Expr, right: Expr) -> Expr {
    binary(Binary::Compare { negated: false, comparison }, left, right)
}
