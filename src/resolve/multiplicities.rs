//! Multiplicities of arrows, which say something in the bounds of declarations and on the right of `in` only.

use super::checker::Checker;
use super::module::{Binary as Operator, Expr as Checked, ExprKind as CheckedKind, Mult};
use super::overloaded::{Overloaded, OverloadedKind, Part};
use crate::diagnostic::{Diagnostic, Span};
use crate::syntax::tree::{
    Binary, CommandTarget, Comparison, Decl, Expr, ExprKind, File, Multiplicity, Paragraph, Unary,
};
use std::collections::BTreeSet;

impl Checker<'_> {
    /// Reports multiplicities where they would say nothing, as Alloy does.
    pub(super) fn check_multiplicities(&mut self) {
        let files = self.files.clone();
        let macros = files.iter().flat_map(|file| &file.paragraphs).filter_map(|paragraph| match paragraph {
            Paragraph::Macro(declared) => Some(declared.name.text.as_str()),
            _ => None,
        });
        let macros: BTreeSet<&str> = macros.collect();
        for place in files.iter().flat_map(|file| places(file)).flat_map(|place| idle(place, &macros)) {
            let (expr, word) = place;
            let help = match word {
                "seq" => "declare it with `:`, as in `f: seq A`, and say in a fact what it is".to_owned(),
                _ => format!("leave `{word}` out, or say what you mean as in `r in A -> {word} B`"),
            };
            self.report(
                Diagnostic::error(expr.span(), format!("`{word}` where nothing is bounded"))
                    .label("only bounds of declarations, and what stands on the right of `in`, have multiplicities")
                    .help(help),
            );
        }
    }

    /// Warns of multiplicities in a bound that do not count, as a macro stands between.
    pub(super) fn warn_of_forgotten(&mut self, bound: &Overloaded) {
        match &bound.kind {
            OverloadedKind::Replaced(_) => self.report(
                Diagnostic::warning(bound.span, "the multiplicities of an arrow behind a macro do not count here")
                    .label("as in Alloy, any tuples are allowed")
                    .help("write the arrow here instead of the macro"),
            ),
            OverloadedKind::Binary(Operator::Arrow(..), left, right) => {
                self.warn_of_forgotten(left);
                self.warn_of_forgotten(right);
            }
            _ => {}
        }
    }
}

/// What a macro or its argument stands for at a place. The multiplicities of an arrow are forgotten there, as in Alloy.
pub(super) fn replaced(arrow: Overloaded, span: Span) -> Overloaded {
    if !has_multiplicities(&arrow) {
        return arrow;
    }
    Overloaded { kinds: arrow.kinds.clone(), kind: OverloadedKind::Replaced(Part::new(arrow)), span }
}

/// Whether an expression is an arrow with multiplicities that count.
fn has_multiplicities(overloaded: &Overloaded) -> bool {
    match &overloaded.kind {
        OverloadedKind::Binary(Operator::Arrow(from, to), left, right) => {
            (*from, *to) != (Mult::Set, Mult::Set) || has_multiplicities(left) || has_multiplicities(right)
        }
        OverloadedKind::Elaborated(checked) => is_bounding(checked),
        _ => false,
    }
}

fn is_bounding(expr: &Checked) -> bool {
    match &expr.kind {
        CheckedKind::Binary(Operator::Arrow(from, to), left, right) => {
            (*from, *to) != (Mult::Set, Mult::Set) || is_bounding(left) || is_bounding(right)
        }
        _ => false,
    }
}

/// An arrow without its multiplicities, and without those of the arrows that it is made of.
pub(super) fn without_multiplicities(mut arrow: Checked) -> Checked {
    forget(&mut arrow);
    arrow
}

fn forget(expr: &mut Checked) {
    match &mut expr.kind {
        CheckedKind::Binary(operator @ Operator::Arrow(..), left, right) => {
            *operator = Operator::Arrow(Mult::Set, Mult::Set);
            forget(left);
            forget(right);
        }
        CheckedKind::Indices { gapless } => *gapless = false,
        _ => {}
    }
}

/// An expression, and whether it is a bound.
type Place<'t> = (&'t Expr, bool);

/// The expressions of a file that are parts of no others. What macros stand for is not among them: they may be used as bounds.
fn places(file: &File) -> Vec<Place<'_>> {
    file.paragraphs.iter().flat_map(places_of).collect()
}

fn places_of(paragraph: &Paragraph) -> Vec<Place<'_>> {
    match paragraph {
        Paragraph::Signature(signature) => {
            let fields = signature.fields.iter().map(|field| bound(&field.decl));
            fields.chain(signature.fact.iter().map(|fact| (fact, false))).collect()
        }
        Paragraph::Fact(labelled) | Paragraph::Assert(labelled) => vec![(&labelled.body, false)],
        Paragraph::Predicate(function) | Paragraph::Function(function) => {
            let result = function.result.iter().map(|(_, result)| (result, true));
            // Alloy allows them in what a function gives, where they are of no effect.
            let body = (&function.body, function.result.is_some());
            function.params.iter().map(bound).chain(result).chain([body]).collect()
        }
        Paragraph::Command(first) => {
            let chain = std::iter::successors(Some(first), |command| command.next.as_deref());
            let block = chain.filter_map(|command| match &command.target {
                CommandTarget::Block(body) => Some((body, false)),
                CommandTarget::Named(_) => None,
            });
            block.collect()
        }
        Paragraph::Macro(_) | Paragraph::Open(_) | Paragraph::Enum(_) | Paragraph::Generate(_) => Vec::new(),
    }
}

fn bound(decl: &Decl) -> Place<'_> {
    (&decl.bound, !decl.defined)
}

/// The parts of an expression that have multiplicities and bound nothing, with these.
fn idle<'t>(place: Place<'t>, macros: &BTreeSet<&str>) -> Vec<(&'t Expr, &'static str)> {
    let mut found = Vec::new();
    let mut waiting = vec![place];
    while let Some((expr, bounds)) = waiting.pop() {
        if let (Some(word), false) = (multiplicity(expr), bounds) {
            found.push((expr, word));
        }
        waiting.extend(parts(expr, bounds, macros));
    }
    found
}

/// The multiplicity of an arrow or a sequence.
fn multiplicity(expr: &Expr) -> Option<&'static str> {
    match &expr.kind {
        ExprKind::Binary(Binary::Arrow(left, right), ..) => {
            [right, left].into_iter().flatten().find(|one| **one != Multiplicity::Set).map(|one| one.keyword())
        }
        ExprKind::Unary(Unary::Seq, _) => Some("seq"),
        _ => None,
    }
}

/// What an expression is made of, which is a bound itself or not.
fn parts<'t>(expr: &'t Expr, bounds: bool, macros: &BTreeSet<&str>) -> Vec<Place<'t>> {
    let is_macro = |expr: &Expr| matches!(&expr.kind, ExprKind::Name(name) if macros.contains(last(name)));
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::At(_) | ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::Error => Vec::new(),
        ExprKind::Unary(Unary::Set | Unary::Seq | Unary::Some | Unary::Lone | Unary::One, operand) => {
            vec![(operand, bounds)]
        }
        ExprKind::Unary(_, operand) => vec![(operand, false)],
        ExprKind::Binary(Binary::Arrow(..), left, right) => vec![(left, bounds), (right, bounds)],
        ExprKind::Binary(Binary::Compare { negated: false, comparison: Comparison::In }, left, right) => {
            vec![(left, false), (right, true)]
        }
        // An argument of a macro stands where the macro has it.
        ExprKind::Binary(Binary::Join, left, right) => vec![(left, is_macro(right)), (right, false)],
        ExprKind::Binary(_, left, right) => vec![(left, false), (right, false)],
        ExprKind::If(condition, then, otherwise) => vec![(condition, false), (then, false), (otherwise, false)],
        ExprKind::Box(target, arguments) => {
            let given = arguments.iter().map(|argument| (argument, is_macro(target)));
            given.chain([(&**target, false)]).collect()
        }
        ExprKind::Quantified(_, decls, body) | ExprKind::Comprehension(decls, body) => {
            decls.iter().map(bound).chain([(&**body, false)]).collect()
        }
        ExprKind::Let(bindings, body) => {
            bindings.iter().map(|(_, value)| (value, false)).chain([(&**body, false)]).collect()
        }
        ExprKind::Block(parts) => parts.iter().map(|part| (part, bounds && parts.len() == 1)).collect(),
        ExprKind::Temporal { operands, .. } => operands.iter().map(|operand| (operand, false)).collect(),
    }
}

/// A name without the path before it.
fn last(name: &str) -> &str {
    name.rsplit_once('/').map_or(name, |(_, last)| last)
}
