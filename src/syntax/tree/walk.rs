//! All expressions of a file, and all that an expression is made of.

use super::{Command, CommandTarget, Decl, Expr, ExprKind, File, Paragraph};

impl File {
    /// Every expression that a paragraph is made of, with all its parts; those of `generate` paragraphs excepted.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        self.paragraphs.iter().flat_map(outermost).flat_map(Expr::all)
    }
}

impl Expr {
    /// This expression and all that it is made of, from the outside in.
    pub fn all(&self) -> impl Iterator<Item = &Expr> {
        let mut waiting = vec![self];
        std::iter::from_fn(move || {
            let next = waiting.pop()?;
            waiting.extend(next.parts().into_iter().rev());
            Some(next)
        })
    }

    /// The expressions that this one is made of, the bounds of variables included.
    fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Name(_) | ExprKind::At(_) | ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::Error => {
                Vec::new()
            }
            ExprKind::Unary(_, operand) => vec![operand],
            ExprKind::Binary(_, left, right) => vec![left, right],
            ExprKind::If(condition, then, otherwise) => vec![condition, then, otherwise],
            ExprKind::Box(target, arguments) => std::iter::once(&**target).chain(arguments).collect(),
            ExprKind::Quantified(_, decls, body) | ExprKind::Comprehension(decls, body) => {
                bounds(decls).chain([&**body]).collect()
            }
            ExprKind::Let(bindings, body) => bindings.iter().map(|(_, value)| value).chain([&**body]).collect(),
            ExprKind::Block(parts) | ExprKind::Temporal { operands: parts, .. } => parts.iter().collect(),
        }
    }
}

/// The bounds of declarations.
fn bounds(decls: &[Decl]) -> impl Iterator<Item = &Expr> {
    decls.iter().map(|decl| &decl.bound)
}

/// The expressions that a paragraph is made of, without their parts.
fn outermost<'t>(paragraph: &'t Paragraph) -> Vec<&'t Expr> {
    match paragraph {
        Paragraph::Signature(signature) => {
            signature.fields.iter().map(|field| &field.decl.bound).chain(&signature.fact).collect()
        }
        Paragraph::Fact(labelled) | Paragraph::Assert(labelled) => vec![&labelled.body],
        Paragraph::Predicate(function) | Paragraph::Function(function) => {
            let result = function.result.iter().map(|(_, bound)| bound);
            bounds(&function.params).chain(result).chain([&function.body]).collect()
        }
        Paragraph::Macro(declared) => vec![&declared.body],
        Paragraph::Command(first) => {
            let chain = std::iter::successors(Some(first), |command| command.next.as_deref());
            let block = |command: &'t Command| match &command.target {
                CommandTarget::Block(body) => Some(body),
                CommandTarget::Named(_) => None,
            };
            chain.filter_map(block).collect()
        }
        Paragraph::Open(_) | Paragraph::Enum(_) | Paragraph::Generate(_) => Vec::new(),
    }
}
