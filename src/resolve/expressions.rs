//! Checks expressions: every name is found, every operator gets what it takes.

use super::checker::Checker;
use super::module::{Expr, ExprKind, FieldId, Mult, Prim, Quant, RelType, Type, Unary};
use super::names::ARITHMETIC;
use super::operators::{bare_field, expr};
use super::types::{transpose, unary, union};
use crate::diagnostic::{Diagnostic, Span};
use crate::syntax::tree::{self, ExprKind as Tree};

impl Checker {
    /// The expression with names and types; `None` if something in it is wrong, which is reported then.
    pub(super) fn expr(&mut self, tree: &tree::Expr) -> Option<Expr> {
        let span = tree.span();
        match &tree.kind {
            Tree::Error => None,
            Tree::Number(value) if i32::try_from(*value).is_err() => {
                let help = "integers of a structure are small: use one near the scope";
                self.error(span, format!("`{value}` is too large"), "beyond a Java `int`", help);
                None
            }
            Tree::Number(value) => Some(expr(ExprKind::Number(*value), Type::Int, span)),
            Tree::Text(text) => {
                let help = "use the members of an `enum`, or a signature bound to `java.lang.String`";
                self.error(span, format!("string `{text}` in an expression"), "not supported yet", help);
                None
            }
            Tree::Name(name) => self.name(name, span),
            Tree::At(name) => self.fields_named(name, span),
            Tree::Unary(operator, operand) => self.unary(*operator, operand, span),
            Tree::Binary(tree::Binary::Join, _, _) | Tree::Box(_, _) => match self.call(tree) {
                Some(result) => result,
                None => self.join(tree),
            },
            Tree::Binary(operator, left, right) => self.binary(*operator, left, right, span),
            Tree::If(condition, then, otherwise) => self.choice(condition, then, otherwise, span),
            Tree::Quantified(quantifier, decls, body) => self.quantified(*quantifier, decls, body, span),
            Tree::Let(bindings, body) => self.let_in(bindings, body, span),
            Tree::Comprehension(decls, body) => self.comprehension(decls, body, span),
            Tree::Block(parts) => {
                // A block of one expression is that expression: a function's body may be a set.
                if let [one] = parts.as_slice() {
                    return self.expr(one);
                }
                let checked: Vec<Option<Expr>> = parts.iter().map(|part| self.formula(part)).collect();
                let parts: Option<Vec<Expr>> = checked.into_iter().collect();
                Some(expr(ExprKind::And(parts?), Type::Formula, span))
            }
        }
    }

    fn name(&mut self, name: &str, span: Span) -> Option<Expr> {
        let univ = || Type::Relation(unary(vec![Prim::Univ]));
        if let Some(var) = self.locals.get(name) {
            let ty = self.module.variables[var.index()].ty.clone();
            return Some(expr(ExprKind::Var(var), ty, span));
        }
        match name {
            "univ" => return Some(expr(ExprKind::Univ, univ(), span)),
            "none" => return Some(expr(ExprKind::None, Type::Relation(unary(Vec::new())), span)),
            "Int" => return Some(expr(ExprKind::IntSet, Type::Relation(unary(vec![Prim::Int])), span)),
            "iden" => {
                let ty = RelType { arity: 2, products: vec![vec![Prim::Univ; 2]] };
                return Some(expr(ExprKind::Iden, Type::Relation(ty), span));
            }
            _ => {}
        }
        if let Some((owner, this)) = self.implicit_this
            && let Some(field) = self.field_of(owner, name)
        {
            let ty = self.module.variables[this.index()].ty.clone();
            let this = expr(ExprKind::Var(this), ty, span);
            let field =
                expr(ExprKind::Field(field), Type::Relation(self.module.fields[field.index()].ty.clone()), span);
            return self.joined(this, field, span);
        }
        if let Some(sig) = self.names.sigs.get(name) {
            let ty = self.hierarchy().of_sig(*sig);
            return Some(expr(ExprKind::Sig(*sig), Type::Relation(ty), span));
        }
        if let Some(function) = self.names.functions.get(name).copied()
            && self.module.functions[function.index()].params.is_empty()
        {
            return self.call_without_arguments(function, span);
        }
        self.fields_named(name, span)
    }

    /// The field of a signature or one of those it extends.
    fn field_of(&self, sig: super::module::SigId, name: &str) -> Option<FieldId> {
        let all = self.names.fields.get(name)?;
        all.iter().copied().find(|field| self.hierarchy().is_below(sig, self.module.fields[field.index()].owner))
    }

    /// All fields of a name: one, or the union of several, which a join narrows down.
    fn fields_named(&mut self, name: &str, span: Span) -> Option<Expr> {
        let Some(fields) = self.names.fields.get(name).cloned() else {
            self.unknown(name, span);
            return None;
        };
        let mut result: Option<Expr> = None;
        for field in fields {
            let ty = self.module.fields[field.index()].ty.clone();
            let next = expr(ExprKind::Field(field), Type::Relation(ty.clone()), span);
            result = Some(match result {
                None => next,
                Some(before) => match &before.ty {
                    Type::Relation(other) if other.arity == ty.arity => {
                        let ty = union(other, &ty);
                        let kind = ExprKind::Binary(super::module::Binary::Union, Box::new(before), Box::new(next));
                        expr(kind, Type::Relation(ty), span)
                    }
                    _ => {
                        let help = "rename one of them";
                        let message = format!("fields named `{name}` have different numbers of columns");
                        self.error(span, message, "ambiguous", help);
                        return None;
                    }
                },
            });
        }
        result
    }

    fn unknown(&mut self, name: &str, span: Span) {
        if self.may_be_lost(name) {
            return;
        }
        let diagnostic = Diagnostic::error(span, format!("`{name}` is not declared"));
        let diagnostic = if name == "this" {
            diagnostic
                .label("there is no `this` here")
                .help("`this` stands in signature facts, receiver predicates and contracts; name a parameter instead")
        } else if let Some(function) = self.names.functions.get(name) {
            let count = self.module.functions[function.index()].params.len();
            diagnostic
                .label(format!("takes {count} arguments"))
                .help(format!("call it with its arguments: `{name}[…]`"))
        } else if ARITHMETIC.contains(&name) {
            diagnostic.label("takes two integers").help(format!("call it: `{name}[a, b]`"))
        } else if let Some(help) = foreign(name) {
            diagnostic.label("not a word of the language").help(help)
        } else {
            let similar = self.names.suggest(name, self.locals.names());
            let help = match similar {
                Some(similar) => format!("did you mean `{similar}`?"),
                None => "declare it as a signature, field, predicate, function or variable".to_owned(),
            };
            diagnostic.label("not found").help(help)
        };
        self.report(diagnostic);
    }

    fn unary(&mut self, operator: tree::Unary, operand: &tree::Expr, span: Span) -> Option<Expr> {
        use super::module::Test;
        let test = match operator {
            tree::Unary::Not => {
                let operand = self.formula(operand)?;
                return Some(expr(ExprKind::Unary(Unary::Not, Box::new(operand)), Type::Formula, span));
            }
            tree::Unary::Sum => return self.integer(operand),
            tree::Unary::Set => {
                self.error(span, "`set` in front of an expression", "not a test", "drop it, or write `some`, `no`, …");
                return None;
            }
            tree::Unary::Cardinality => {
                let (operand, _) = self.relation(operand)?;
                return Some(expr(ExprKind::Unary(Unary::Cardinality, Box::new(operand)), Type::Int, span));
            }
            tree::Unary::Transpose => return self.on_pairs(Unary::Transpose, operand, span),
            tree::Unary::Closure => return self.on_pairs(Unary::Closure, operand, span),
            tree::Unary::ReflexiveClosure => return self.on_pairs(Unary::ReflexiveClosure, operand, span),
            tree::Unary::No => Test::No,
            tree::Unary::Some => Test::Some,
            tree::Unary::Lone => Test::Lone,
            tree::Unary::One => Test::One,
        };
        let (operand, _) = self.relation(operand)?;
        Some(expr(ExprKind::Unary(Unary::Test(test), Box::new(operand)), Type::Formula, span))
    }

    /// `~`, `^` and `*`, which take relations of two columns.
    fn on_pairs(&mut self, operator: Unary, operand: &tree::Expr, span: Span) -> Option<Expr> {
        let (mut operand, mut ty) = self.relation(operand)?;
        if ty.arity != 2
            && let Some(field) = bare_field(&operand)
        {
            (operand, ty) = self.as_relation(field)?;
        }
        let symbol = match operator {
            Unary::Transpose => "~",
            Unary::Closure => "^",
            _ => "*",
        };
        if ty.arity != 2 {
            let found = self.hierarchy().describe(&ty);
            self.report(
                Diagnostic::error(operand.span, format!("`{symbol}` takes a relation of two columns"))
                    .label(format!("this has {}: `{found}`", columns(ty.arity)))
                    .help("apply it to a field, for instance `^next`"),
            );
            return None;
        }
        let result = match operator {
            Unary::Transpose => transpose(&ty),
            Unary::Closure => self.closed(&ty),
            _ => RelType { arity: 2, products: vec![vec![Prim::Univ; 2]] },
        };
        Some(expr(ExprKind::Unary(operator, Box::new(operand)), Type::Relation(result), span))
    }

    /// The type of `^e`: every column that starts a pair with every one that ends a path from it.
    pub(super) fn closed(&self, ty: &RelType) -> RelType {
        let mut result = ty.clone();
        loop {
            let longer = union(&result, &self.hierarchy().join(&result, ty));
            if longer == result {
                return result;
            }
            result = longer;
        }
    }

    fn choice(
        &mut self,
        condition: &tree::Expr,
        then: &tree::Expr,
        otherwise: &tree::Expr,
        span: Span,
    ) -> Option<Expr> {
        let condition = self.formula(condition);
        let (then, otherwise) = (self.expr(then), self.expr(otherwise));
        let (condition, then, otherwise) = (condition?, then?, otherwise?);
        let (then, otherwise, ty) = match (&then.ty, &otherwise.ty) {
            (Type::Formula, Type::Formula) => (then, otherwise, Type::Formula),
            (Type::Int, Type::Int) => (then, otherwise, Type::Int),
            _ => {
                let ((then, a), (otherwise, b)) = (self.as_relation(then)?, self.as_relation(otherwise)?);
                self.same_arity("the branches of `else`", (&then, &a), (&otherwise, &b), span)?;
                (then, otherwise, Type::Relation(union(&a, &b)))
            }
        };
        Some(expr(ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise)), ty, span))
    }

    fn quantified(
        &mut self,
        quantifier: tree::Quantifier,
        decls: &[tree::Decl],
        body: &tree::Expr,
        span: Span,
    ) -> Option<Expr> {
        let depth = self.locals.depth();
        let decls = self.decls(decls);
        let sum = quantifier == tree::Quantifier::Sum;
        let body = if sum { self.integer(body) } else { self.formula(body) };
        self.locals.truncate(depth);
        let quantifier = match quantifier {
            tree::Quantifier::All => Quant::All,
            tree::Quantifier::Some => Quant::Some,
            tree::Quantifier::No => Quant::No,
            tree::Quantifier::Lone => Quant::Lone,
            tree::Quantifier::One => Quant::One,
            tree::Quantifier::Sum => Quant::Sum,
        };
        let ty = if sum { Type::Int } else { Type::Formula };
        Some(expr(ExprKind::Quant(quantifier, decls, Box::new(body?)), ty, span))
    }

    fn let_in(&mut self, bindings: &[(tree::Name, tree::Expr)], body: &tree::Expr, span: Span) -> Option<Expr> {
        let depth = self.locals.depth();
        let mut checked = Vec::new();
        for (name, value) in bindings {
            let value = self.expr(value);
            let (ty, mult) = match &value {
                Some(value) => (value.ty.clone(), self.mult(value)),
                None => (Type::Relation(unary(vec![Prim::Univ])), Mult::Set),
            };
            let var = self.variable(&name.text, name.span(), ty, mult);
            self.locals.push(&name.text, var);
            checked.push(value.map(|value| (var, value)));
        }
        let body = self.expr(body);
        self.locals.truncate(depth);
        let bindings: Option<Vec<_>> = checked.into_iter().collect();
        let mut result = body?;
        for (var, value) in bindings?.into_iter().rev() {
            let ty = result.ty.clone();
            result = expr(ExprKind::Let(var, Box::new(value), Box::new(result)), ty, span);
        }
        Some(result)
    }

    fn comprehension(&mut self, decls: &[tree::Decl], body: &tree::Expr, span: Span) -> Option<Expr> {
        let depth = self.locals.depth();
        let decls = self.decls(decls);
        let body = self.formula(body);
        self.locals.truncate(depth);
        let mut ty: Option<RelType> = None;
        for decl in &decls {
            let Type::Relation(bound) = &decl.bound.ty else { continue };
            if bound.arity != 1 || decl.mult != Mult::One {
                let name = self.module.variables[decl.var.index()].name.clone();
                let help = "declare it over a set, without a multiplicity";
                self.error(decl.bound.span, format!("`{name}` is not a single element"), "in a comprehension", help);
                return None;
            }
            ty = Some(match ty {
                None => bound.clone(),
                Some(before) => super::types::product(&before, bound),
            });
        }
        Some(expr(ExprKind::Comprehension(decls, Box::new(body?)), Type::Relation(ty?), span))
    }
}

/// What to write instead of a word that Java has and the language has not.
fn foreign(name: &str) -> Option<&'static str> {
    match name {
        "null" => Some("write `no e` for `e == null`, and `some e` for `e != null`"),
        "true" => Some("a boolean is a formula: write `result` for `result == true`"),
        "false" => Some("a boolean is a formula: write `not result` for `result == false`"),
        "result" => Some("`result` stands in `ensures`, of a method that returns a boolean, an integer or a signature"),
        "old" => Some("`old[…]` stands in `ensures`"),
        _ => None,
    }
}

/// "one column", "3 columns".
pub(super) fn columns(arity: usize) -> String {
    if arity == 1 { "one column".to_owned() } else { format!("{arity} columns") }
}
