//! Inference of expressions: every name with all that it may stand for, every operator with what it may give.

use super::checker::Checker;
use super::definitions::DefinitionKind;
use super::module::{Decl, Expr, ExprKind, FieldId, Mult, Prim, Quant, RelType, Test, Type, Unary};
use super::multiplicities::replaced;
use super::names::{ImplicitThis, Local, arithmetic_operator};
use super::operators::expr;
use super::overloaded::{Callee, Kinds, Overloaded, OverloadedKind, Part, Want};
use super::types::{columns, unary, union};
use crate::diagnostic::{Diagnostic, Span};
use crate::stack;
use crate::syntax::tree::{self, ExprKind as Tree};

impl Checker<'_> {
    /// The expression with names and types; `None` if something in it is wrong, which is reported then.
    pub(super) fn expr(&mut self, tree: &tree::Expr) -> Option<Expr> {
        let overloaded = self.infer(tree)?;
        self.elaborate(overloaded, &Want::Any)
    }

    /// The expression with everything that its names may stand for.
    pub(super) fn infer(&mut self, tree: &tree::Expr) -> Option<Overloaded> {
        stack::grown(|| self.infer_form(tree))
    }

    fn infer_form(&mut self, tree: &tree::Expr) -> Option<Overloaded> {
        let span = tree.span();
        let elaborated = match &tree.kind {
            Tree::Error => None,
            Tree::Number(value) if i32::try_from(*value).is_err() => {
                let (side, label) = match *value {
                    0.. => ("large", format!("the greatest is {}", i32::MAX)),
                    _ => ("small", format!("the least is {}", i32::MIN)),
                };
                let help = "use a number nearer to 0; the bit width of a command bounds it further";
                self.error(span, format!("`{value}` is too {side} for an integer"), &label, help);
                None
            }
            Tree::Number(value) => Some(expr(ExprKind::Number(*value), Type::Int, span)),
            Tree::Text(text) => Some(expr(ExprKind::Text(text.clone()), Type::Relation(unary(vec![Prim::Text])), span)),
            Tree::Name(name) => return self.name(name, span),
            Tree::At(name) => return self.raw(name, span),
            Tree::Unary(operator, operand) => return self.unary(*operator, operand, span),
            Tree::Binary(operator, left, right) => return self.binary(*operator, left, right, span),
            Tree::Box(target, arguments) => return self.boxed(target, arguments, span),
            Tree::If(condition, then, otherwise) => return self.choice(condition, then, otherwise, span),
            Tree::Quantified(quantifier, decls, body) => self.quantified(*quantifier, decls, body, span),
            Tree::Let(bindings, body) => return self.let_in(bindings, body, span),
            Tree::Comprehension(decls, body) => self.comprehension(decls, body, span),
            Tree::Block(parts) => {
                // A block of one expression is that expression: a function's body may be a set.
                if let [one] = parts.as_slice() {
                    return self.infer(one);
                }
                let checked: Vec<Option<Expr>> = parts.iter().map(|part| self.formula(part)).collect();
                let parts: Option<Vec<Expr>> = checked.into_iter().collect();
                Some(expr(ExprKind::And(parts?), Type::Formula, span))
            }
            Tree::Temporal { operator, at, operands } => return self.temporal(*operator, at.0, operands, span),
        };
        elaborated.map(Overloaded::elaborated)
    }

    fn name(&mut self, name: &str, span: Span) -> Option<Overloaded> {
        if let Some(local) = self.locals.get(name).cloned() {
            return self.local(name, local, span);
        }
        if let Some(constant) = constant(name, span) {
            return Some(Overloaded::elaborated(constant));
        }
        if name == "steps" {
            self.error(span, "`steps` in an expression", "has a meaning in scopes only", "remove it");
            return None;
        }
        if let Some(id) = self.macro_named(name) {
            let defined = self.macros[id.index()].declaration.name.span();
            self.note(span, name, [defined]);
            return self.applied(Callee::Macro(id), Vec::new(), span);
        }
        self.note_possible(name, span);
        let choices = self.candidates(name, span, false)?;
        if choices.is_empty() {
            let built_in = match name {
                "int" | "sum" => Callee::SumOf,
                "disj" => Callee::Disjoint,
                "pred/totalOrder" => Callee::TotalOrder,
                _ => {
                    self.unknown(name, span);
                    return None;
                }
            };
            return self.applied(built_in, Vec::new(), span);
        }
        only(name, choices, span)
    }

    /// What a local name stands for; nothing where it is broken.
    fn local(&mut self, name: &str, local: Local, span: Span) -> Option<Overloaded> {
        match local {
            Local::Var(var) => {
                self.note_variable(name, var, span);
                let ty = self.module.variables[var.index()].ty.clone();
                Some(Overloaded::elaborated(expr(ExprKind::Var(var), ty, span)))
            }
            Local::Argument(argument, defined) => {
                self.note(span, name, [defined]);
                Some(replaced(argument, span))
            }
            Local::Broken(defined) => {
                self.note(span, name, [defined]);
                None
            }
        }
    }

    /// All atoms of a signature, or of what is built in.
    pub(super) fn set_of(&self, prim: Prim, span: Span) -> Expr {
        let (kind, ty) = match prim {
            Prim::Sig(sig) => (ExprKind::Sig(sig), self.hierarchy().of_sig(sig)),
            Prim::Int => (ExprKind::IntSet, unary(vec![prim])),
            Prim::Text => (ExprKind::TextSet, unary(vec![prim])),
            Prim::Univ => (ExprKind::Univ, unary(vec![prim])),
        };
        expr(kind, Type::Relation(ty), span)
    }

    /// Signatures, fields and functions of a name; with `raw`, its own fields are not those of `this`. Nothing where one of them is a
    /// field whose bound is broken: that was reported, and anything else would be a guess.
    fn candidates(&mut self, name: &str, span: Span, raw: bool) -> Option<Vec<(Overloaded, u32)>> {
        let mut choices = Vec::new();
        for prim in self.prims_named(name) {
            choices.push((Overloaded::elaborated(self.set_of(prim, span)), 0));
        }
        let this = self.implicit_this.map(|implicit| {
            let ty = self.module.variables[implicit.this.index()].ty.clone();
            (implicit, Part::new(Overloaded::elaborated(expr(ExprKind::Var(implicit.this), ty, span))))
        });
        let mut calculates = arithmetic_operator(name).filter(|_| self.knows_functions());
        for function in self.functions_named(name) {
            if let Some(operator) = self.arithmetic(function) {
                calculates = Some(operator);
                continue;
            }
            // What every file gets by itself gives way to what it declares or opens.
            let weight = if self.is_of_integers(function) { 2 } else { 0 };
            choices.extend(
                self.applied(Callee::Declared(function, span), Vec::new(), span).map(|overloaded| (overloaded, weight)),
            );
            if let Some((_, this)) = &this
                && self.takes(&Callee::Declared(function, span), &[], this)
            {
                let given = vec![this.clone().into_whole()];
                let weight = weight + 1;
                choices.extend(
                    self.applied(Callee::Declared(function, span), given, span).map(|overloaded| (overloaded, weight)),
                );
            }
        }
        if let Some(operator) = calculates {
            choices
                .extend(self.applied(Callee::Arithmetic(operator), Vec::new(), span).map(|overloaded| (overloaded, 0)));
        }
        let fields = self.bound_fields_of_name(name);
        if fields.iter().any(|field| self.broken.contains(field)) {
            return None;
        }
        for field in fields {
            self.add_field(field, span, raw, this.as_ref(), &mut choices);
        }
        Some(choices)
    }

    /// Adds what the name of a field may stand for, where there is an implicit `this` with its value.
    fn add_field(
        &mut self,
        field: FieldId,
        span: Span,
        raw: bool,
        this: Option<&(ImplicitThis, Part)>,
        choices: &mut Vec<(Overloaded, u32)>,
    ) {
        let whole = self.whole_field(field, span);
        let owner = self.module.fields[field.index()].owner;
        match this {
            Some((implicit, this)) if self.hierarchy().has_fields_of(implicit.owner, owner) && !raw => {
                choices.extend(self.try_join(this, whole.clone(), span, true).ok().map(|overloaded| (overloaded, 0)));
                if implicit.also_whole {
                    choices.push((whole, 2));
                }
            }
            // Fields of others give way to its own, and to all else of the name.
            Some((implicit, _)) if !self.hierarchy().has_fields_of(implicit.owner, owner) => choices.push((whole, 1)),
            _ => choices.push((whole, 0)),
        }
    }

    fn whole_field(&self, field: FieldId, span: Span) -> Overloaded {
        Overloaded::elaborated(expr(
            ExprKind::Field(field),
            Type::Relation(self.module.fields[field.index()].ty.clone()),
            span,
        ))
    }

    /// `@f`: what is declared under a name, never a variable; fields as relations, never those of `this`.
    fn raw(&mut self, name: &str, span: Span) -> Option<Overloaded> {
        self.note_possible(name, span);
        let choices = self.candidates(name, span, true)?;
        if choices.is_empty() {
            self.unknown(name, span);
            return None;
        }
        only(name, choices, span)
    }

    fn unary(&mut self, operator: tree::Unary, operand: &tree::Expr, span: Span) -> Option<Overloaded> {
        let test = match operator {
            tree::Unary::Not => {
                let operand = self.formula(operand)?;
                let not = ExprKind::Unary(Unary::Not, Box::new(operand));
                return Some(Overloaded::elaborated(expr(not, Type::Formula, span)));
            }
            tree::Unary::Sum => {
                let operand = self.infer(operand)?;
                return self.elaborate(operand, &Want::Sum).map(Overloaded::elaborated);
            }
            tree::Unary::Set => {
                let help = "drop it, or write `some`, `no`, …";
                self.error(span, "`set` in front of an expression", "not a test", help);
                return None;
            }
            tree::Unary::Seq => {
                return self.sequences(operand, span).map(|(sequences, _)| Overloaded::elaborated(sequences));
            }
            tree::Unary::Cardinality => {
                let counted = self.infer(operand)?;
                if counted.kinds.formula && !counted.kinds.has_tuples() {
                    self.count_of_formula(operand, counted.span);
                    return None;
                }
                let (operand, _) = self.elaborate_relation(counted)?;
                let count = ExprKind::Unary(Unary::Cardinality, Box::new(operand));
                return Some(Overloaded::elaborated(expr(count, Type::Int, span)));
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
        let test = ExprKind::Unary(Unary::Test(test), Box::new(operand));
        Some(Overloaded::elaborated(expr(test, Type::Formula, span)))
    }

    /// Reports `#` of a formula; of a test (`#(some A)`), what it tests was to be counted.
    fn count_of_formula(&mut self, operand: &tree::Expr, span: Span) {
        let test = match &operand.kind {
            Tree::Unary(tree::Unary::Some, _) => Some("some"),
            Tree::Unary(tree::Unary::No, _) => Some("no"),
            Tree::Unary(tree::Unary::Lone, _) => Some("lone"),
            Tree::Unary(tree::Unary::One, _) => Some("one"),
            _ => None,
        };
        let help = match test {
            Some(word) => format!("leave `{word}` away, and compare the number: `#e = 1`"),
            None => "count the elements for which it holds: `#{ x: S | … }`".to_owned(),
        };
        self.error(span, "`#` counts a set or relation, and this is a formula", "this is true or false", help);
    }

    /// `~`, `^` and `*`, which take relations of two columns.
    fn on_pairs(&mut self, operator: Unary, operand: &tree::Expr, span: Span) -> Option<Overloaded> {
        let operand = self.infer(operand)?;
        if !operand.kinds.has_arity(2) {
            // Whatever it is, it is wrong: elaborating it finds the most telling words.
            let own = self.implied_field(&operand).map(str::to_owned);
            let elaborated = self.elaborate(operand, &Want::Any)?;
            let (elaborated, ty) = self.as_relation(elaborated)?;
            self.not_pairs(operator, &elaborated, &ty, own);
            return None;
        }
        let pairs = operand.kinds.at(2);
        let ty = match operator {
            Unary::Transpose => super::types::transpose(&pairs),
            Unary::Closure => self.closed(&pairs),
            _ => RelType { arity: 2, products: vec![vec![Prim::Univ; 2]] },
        };
        Some(Overloaded {
            kind: OverloadedKind::Unary(operator, Part::new(operand)),
            kinds: Kinds::relation(&ty),
            span,
        })
    }

    /// Reports what these are applied to; `own` is the field of `this` that it names.
    pub(super) fn not_pairs(&mut self, operator: Unary, operand: &Expr, ty: &RelType, own: Option<String>) {
        let symbol = match operator {
            Unary::Transpose => "~",
            Unary::Closure => "^",
            _ => "*",
        };
        let found = self.hierarchy().describe(ty);
        self.report(
            Diagnostic::error(operand.span, format!("`{symbol}` takes a relation of two columns"))
                .label(format!("this has {}: `{found}`", columns(ty.arity)))
                .help(match (own, ty.arity) {
                    (Some(field), _) => format!("`{field}` is `this.{field}` here; write `{symbol}@{field}`"),
                    (_, 1) => format!("apply it to a field, for instance `{symbol}next`"),
                    _ => format!("join one side first, until two columns are left: `{symbol}(x.r)`"),
                }),
        );
    }

    /// The type of `^e`: every column that starts a pair with every one that ends a path from it.
    pub(super) fn closed(&self, ty: &RelType) -> RelType {
        let (mut result, mut newest) = (ty.clone(), ty.clone());
        while !newest.products.is_empty() {
            newest = self.hierarchy().join(&newest, ty);
            newest.products.retain(|product| result.products.binary_search(product).is_err());
            result = union(&result, &newest);
        }
        result
    }

    fn choice(
        &mut self,
        condition: &tree::Expr,
        then: &tree::Expr,
        otherwise: &tree::Expr,
        span: Span,
    ) -> Option<Overloaded> {
        let condition = self.formula(condition);
        let (then, otherwise) = (self.infer(then), self.infer(otherwise));
        let (condition, then, otherwise) = (condition?, then?, otherwise?);
        let (a, b) = (&then.kinds, &otherwise.kinds);
        let mut kinds = a.tuples().as_wide_as(&b.tuples()).or(&b.tuples().as_wide_as(&a.tuples()));
        kinds.formula = a.formula && b.formula;
        kinds.int = a.int && b.int;
        Some(Overloaded { kind: OverloadedKind::If(condition, Part::new(then), Part::new(otherwise)), kinds, span })
    }

    fn quantified(
        &mut self,
        quantifier: tree::Quantifier,
        decls: &[tree::Decl],
        body: &tree::Expr,
        span: Span,
    ) -> Option<Expr> {
        let each = match quantifier {
            tree::Quantifier::All => Some(Quant::All),
            tree::Quantifier::Some => Some(Quant::Some),
            _ => None,
        };
        if let Some((each, over)) = each.and_then(|each| Some((each, self.over_meta(decls)?))) {
            return self.of_each_meta(Some(each), &decls[0], over, body, span);
        }
        let depth = self.locals.depth();
        self.variables_range(decls);
        let decls = self.decls(decls, DefinitionKind::Variable, scope_of(body));
        let sum = quantifier == tree::Quantifier::Sum;
        let over_elements = !sum || self.over_elements(&decls, "`sum` goes over single elements");
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
        let body = body.filter(|_| over_elements)?;
        self.warn_of_unused(&decls, &body);
        Some(expr(ExprKind::Quant(quantifier, decls, Box::new(body)), ty, span))
    }

    /// Reports variables that are `=` to something, as only fields are.
    fn variables_range(&mut self, decls: &[tree::Decl]) {
        for decl in decls.iter().filter(|decl| decl.defined) {
            let name = &decl.names[0];
            let help = format!("write `let {} = … | …`, or `:` for one of the elements", name.text);
            let message = format!("the variable `{}` is `=` to something", name.text);
            self.error(decl.bound.span(), message, "a variable goes over a set", help);
        }
    }

    /// Whether variables stand for single elements; reports the first one that does not.
    fn over_elements(&mut self, decls: &[Decl], why: &str) -> bool {
        let relation = |ty: &Type| matches!(ty, Type::Relation(ty) if ty.arity != 1);
        let Some(decl) = decls.iter().find(|decl| decl.mult != Mult::One || relation(&decl.bound.ty)) else {
            return true;
        };
        let name = self.module.variables[decl.var.index()].name.clone();
        let help = "declare it over a set, without a multiplicity";
        self.error(decl.bound.span, format!("`{name}` is not a single element"), why, help);
        false
    }

    fn let_in(&mut self, bindings: &[(tree::Name, tree::Expr)], body: &tree::Expr, span: Span) -> Option<Overloaded> {
        let depth = self.locals.depth();
        let mut checked = Vec::new();
        for (name, tree) in bindings {
            let value = self.expr(tree);
            let (whole, scope) = (name.span().to(tree.span()), Span { start: tree.span().end, ..scope_of(body) });
            let Some(value) = value else {
                self.define_local(name, DefinitionKind::Let, whole, scope, None);
                self.locals.push_broken(name);
                checked.push(None);
                continue;
            };
            let mult = self.mult(&value);
            let var = self.variable(&name.text, name.span(), value.ty.clone(), mult);
            self.define_local(name, DefinitionKind::Let, whole, scope, Some(var));
            self.note_let(var, &value);
            self.locals.push(&name.text, var);
            checked.push(Some((var, value)));
        }
        let body = self.infer(body);
        self.locals.truncate(depth);
        let bindings: Option<Vec<_>> = checked.into_iter().collect();
        let mut result = body?;
        for (var, value) in bindings?.into_iter().rev() {
            let kinds = result.kinds.clone();
            result = Overloaded { kind: OverloadedKind::Let(var, value, Part::new(result)), kinds, span };
        }
        Some(result)
    }

    fn comprehension(&mut self, decls: &[tree::Decl], body: &tree::Expr, span: Span) -> Option<Expr> {
        if let Some(over) = self.over_meta(decls) {
            return self.of_each_meta(None, &decls[0], over, body, span);
        }
        let depth = self.locals.depth();
        self.variables_range(decls);
        let decls = self.decls(decls, DefinitionKind::Variable, scope_of(body));
        let body = self.formula(body);
        self.locals.truncate(depth);
        if !self.over_elements(&decls, "in a comprehension") {
            return None;
        }
        let mut ty: Option<RelType> = None;
        for decl in &decls {
            let Type::Relation(bound) = &decl.bound.ty else { continue };
            ty = Some(match ty {
                None => bound.clone(),
                Some(before) => super::types::product(&before, bound),
            });
        }
        Some(expr(ExprKind::Comprehension(decls, Box::new(body?)), Type::Relation(ty?), span))
    }
}

/// What a name stands for: the only thing that it can, or a choice.
fn only(name: &str, mut choices: Vec<(Overloaded, u32)>, span: Span) -> Option<Overloaded> {
    if choices.len() > 1 { Some(choose(name, choices, span)) } else { choices.pop().map(|choice| choice.0) }
}

/// A name that may stand for several things.
pub(super) fn choose(name: &str, choices: Vec<(Overloaded, u32)>, span: Span) -> Overloaded {
    let kinds = choices.iter().fold(Kinds::default(), |kinds, (choice, _)| kinds.or(&choice.kinds));
    Overloaded { kind: OverloadedKind::Choice(name.to_owned(), choices), kinds, span }
}

/// Where what is declared before a body can be named: up to its end, and behind it as long as it can go on.
pub(super) fn scope_of(body: &tree::Expr) -> Span {
    let Span { file, start, end } = body.span();
    Span { file, start, end: end.saturating_sub(u32::from(matches!(body.kind, Tree::Block(_)))) }
}

/// The constant of a name that is a word of the language.
pub(super) fn constant(name: &str, span: Span) -> Option<Expr> {
    let relation = |arity, products| Type::Relation(RelType { arity, products });
    let set = |prim| relation(1, vec![vec![prim]]);
    let pairs = |prim| relation(2, vec![vec![prim; 2]]);
    let (kind, ty) = match name {
        "univ" => (ExprKind::Univ, set(Prim::Univ)),
        "none" => (ExprKind::None, Type::Relation(unary(Vec::new()))),
        "Int" => (ExprKind::IntSet, set(Prim::Int)),
        "seq/Int" => (ExprKind::Indices { gapless: false }, set(Prim::Int)),
        "String" => (ExprKind::TextSet, set(Prim::Text)),
        "iden" => (ExprKind::Iden, pairs(Prim::Univ)),
        "fun/next" => (ExprKind::NextInt, pairs(Prim::Int)),
        "fun/min" => (ExprKind::MinInt, Type::Int),
        "fun/max" => (ExprKind::MaxInt, Type::Int),
        _ => return None,
    };
    Some(expr(kind, ty, span))
}
