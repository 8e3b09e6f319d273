//! Printing of expressions, with as few parentheses as the grammar needs.

use super::Printer;
use crate::stack;
use crate::syntax::tree::{Binary, Comparison, Decl, Expr, ExprKind, Multiplicity, Name, Temporal, Unary};

/// The productions of an expression, loosest first; an operand looser than its place needs parentheses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Expression,
    Formula,
    Disjunction,
    Equivalence,
    Implication,
    Conjunction,
    Connection,
    Negation,
    Comparison,
    Test,
    Shift,
    Union,
    Product,
    Cardinality,
    Override,
    Intersection,
    Arrow,
    Domain,
    Range,
    Join,
    Unary,
    Prefixed,
    Base,
}

impl Printer {
    /// An expression where any may stand.
    pub(super) fn expression(&mut self, expr: &Expr) {
        self.operand(expr, Level::Expression);
    }

    fn operand(&mut self, expr: &Expr, least: Level) {
        if level(expr) < least {
            self.put("(");
            self.bare(expr);
            self.put(")");
        } else {
            self.bare(expr);
        }
    }

    fn bare(&mut self, expr: &Expr) {
        stack::grown(|| self.form(expr));
    }

    fn form(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(name) => self.put(name),
            ExprKind::At(name) => {
                self.put("@");
                self.put(name);
            }
            ExprKind::Number(value) => self.put(&value.to_string()),
            ExprKind::Text(text) => self.string(text),
            ExprKind::Unary(operator, inner) => self.unary(*operator, inner),
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right),
            ExprKind::If(condition, then, otherwise) => {
                self.operand(condition, Level::Conjunction);
                self.put(" implies ");
                // An implication here would take the `else` for itself.
                self.operand(then, Level::Conjunction);
                self.put(" else ");
                self.operand(otherwise, Level::Implication);
            }
            ExprKind::Box(target, arguments) => {
                self.operand(target, Level::Join);
                self.put("[");
                self.list(arguments, ", ", Self::expression);
                self.put("]");
            }
            ExprKind::Quantified(quantifier, decls, body) => {
                self.put(quantifier.keyword());
                self.put(" ");
                self.decls(decls);
                self.body(body);
            }
            ExprKind::Let(bindings, body) => {
                self.put("let ");
                self.list(bindings, ", ", |printer, (name, value): &(Name, Expr)| {
                    printer.put(&name.text);
                    printer.put(" = ");
                    printer.expression(value);
                });
                self.body(body);
            }
            ExprKind::Comprehension(decls, body) => {
                self.put("{ ");
                self.decls(decls);
                self.body(body);
                self.put(" }");
            }
            ExprKind::Block(formulas) => self.braces(formulas, "", Self::formula),
            ExprKind::Temporal { operator, operands, .. } => self.temporal(*operator, operands),
            ExprKind::Error => self.put("/* not parsed */"),
        }
    }

    /// A formula of a block. A leading minus would continue the formula before it.
    fn formula(&mut self, formula: &Expr) {
        let start = self.out.len();
        self.expression(formula);
        if self.out[start..].starts_with('-') {
            self.out.insert(start, '(');
            self.put(")");
        }
    }

    fn body(&mut self, body: &Expr) {
        if let ExprKind::Block(_) = body.kind {
            self.put(" ");
        } else {
            self.put(" | ");
        }
        self.operand(body, Level::Formula);
    }

    /// Declarations, separated by commas.
    pub(super) fn decls(&mut self, decls: &[Decl]) {
        self.list(decls, ", ", Self::decl);
    }

    /// A declaration.
    pub(super) fn decl(&mut self, decl: &Decl) {
        if decl.variable.is_some() {
            self.put("var ");
        }
        if decl.is_private {
            self.put("private ");
        }
        if decl.disjoint {
            self.put("disj ");
        }
        self.names(&decl.names);
        if decl.defined {
            self.put(" = ");
            self.operand(&decl.bound, Level::Shift);
            return;
        }
        self.put(": ");
        if decl.disjoint_values {
            self.put("disj ");
        }
        self.bound(decl.multiplicity, &decl.bound);
    }

    /// A bound. A test in it would be read as a multiplicity, and with the next declaration as a quantifier.
    pub(super) fn bound(&mut self, multiplicity: Option<Multiplicity>, bound: &Expr) {
        match (multiplicity, &bound.kind) {
            (None, ExprKind::Unary(Unary::Seq, _)) => self.bare(bound),
            (None, _) => self.operand(bound, Level::Shift),
            (Some(multiplicity), _) => {
                self.put(multiplicity.keyword());
                self.put(" ");
                self.operand(bound, Level::Shift);
            }
        }
    }

    /// Names, separated by commas.
    pub(super) fn names(&mut self, names: &[Name]) {
        self.list(names, ", ", |printer, name| printer.put(&name.text));
    }

    fn unary(&mut self, operator: Unary, inner: &Expr) {
        let (symbol, least) = match operator {
            Unary::Not => ("not ", Level::Negation),
            Unary::No => ("no ", Level::Shift),
            Unary::Some => ("some ", Level::Shift),
            Unary::Lone => ("lone ", Level::Shift),
            Unary::One => ("one ", Level::Shift),
            Unary::Set => ("set ", Level::Shift),
            Unary::Seq => ("seq ", Level::Shift),
            Unary::Cardinality => ("#", Level::Cardinality),
            Unary::Sum => {
                // Without parentheses, `sum x` before a comma might start a declaration.
                self.put("sum (");
                self.expression(inner);
                self.put(")");
                return;
            }
            Unary::Transpose => ("~", Level::Prefixed),
            Unary::Closure => ("^", Level::Prefixed),
            Unary::ReflexiveClosure => ("*", Level::Prefixed),
        };
        self.put(symbol);
        self.operand(inner, least);
    }

    fn temporal(&mut self, operator: Temporal, operands: &[Expr]) {
        let own = temporal_level(operator);
        match (operator, operands) {
            (Temporal::Sequence, [first, second]) => {
                self.operand(first, Level::Formula);
                self.put(" ; ");
                self.operand(second, own);
            }
            (_, [left, right]) => {
                self.operand(left, own);
                self.put(&format!(" {} ", operator.symbol()));
                self.operand(right, Level::Negation);
            }
            (Temporal::Prime, operands) => {
                operands.iter().for_each(|operand| self.operand(operand, own));
                self.put(operator.symbol());
            }
            (_, operands) => {
                self.put(operator.symbol());
                self.put(" ");
                operands.iter().for_each(|operand| self.operand(operand, own));
            }
        }
    }

    fn binary(&mut self, operator: Binary, left: &Expr, right: &Expr) {
        let own = binary_level(operator);
        let tighter = match own {
            Level::Disjunction => Level::Equivalence,
            Level::Equivalence => Level::Implication,
            Level::Implication => Level::Conjunction,
            Level::Conjunction => Level::Connection,
            Level::Comparison => Level::Shift,
            Level::Shift => Level::Union,
            Level::Union => Level::Product,
            Level::Product => Level::Cardinality,
            Level::Override => Level::Intersection,
            Level::Intersection => Level::Arrow,
            Level::Arrow => Level::Domain,
            Level::Domain => Level::Range,
            Level::Range => Level::Join,
            _ => Level::Unary,
        };
        // Implications and arrows group to the right, everything else to the left.
        let (for_left, for_right) = match operator {
            Binary::Implies | Binary::Arrow(..) => (tighter, own),
            _ => (own, tighter),
        };
        self.operand(left, for_left);
        self.symbol(operator);
        self.operand(right, for_right);
    }

    fn symbol(&mut self, operator: Binary) {
        let symbol = match operator {
            Binary::Or => " or ",
            Binary::Iff => " iff ",
            Binary::Implies => " implies ",
            Binary::And => " and ",
            Binary::Compare { negated, comparison } => return self.comparison(negated, comparison),
            Binary::ShiftLeft => " << ",
            Binary::ShiftRight => " >> ",
            Binary::ShiftRightUnsigned => " >>> ",
            Binary::Union => " + ",
            Binary::Difference => " - ",
            Binary::Plus => " fun/add ",
            Binary::Minus => " fun/sub ",
            Binary::Times => " fun/mul ",
            Binary::Divide => " fun/div ",
            Binary::Remainder => " fun/rem ",
            Binary::Override => " ++ ",
            Binary::Intersection => " & ",
            Binary::DomainRestriction => " <: ",
            Binary::RangeRestriction => " :> ",
            Binary::Join => ".",
            Binary::Arrow(from, to) => {
                self.put(" ");
                for (multiplicity, arrow) in [(from, "-> "), (to, "")] {
                    if let Some(multiplicity) = multiplicity {
                        self.put(multiplicity.keyword());
                        self.put(" ");
                    }
                    self.put(arrow);
                }
                return;
            }
        };
        self.put(symbol);
    }

    fn comparison(&mut self, negated: bool, comparison: Comparison) {
        let symbol = match comparison {
            Comparison::In => "in",
            Comparison::Equal => "=",
            Comparison::Less => "<",
            Comparison::LessEqual => "=<",
            Comparison::Greater => ">",
            Comparison::GreaterEqual => ">=",
        };
        self.put(match (negated, comparison) {
            (true, Comparison::Equal) => " !",
            (true, _) => " not ",
            (false, _) => " ",
        });
        self.put(symbol);
        self.put(" ");
    }
}

/// The production that reads an expression.
fn level(expr: &Expr) -> Level {
    match &expr.kind {
        ExprKind::Quantified(..) | ExprKind::Let(..) => Level::Formula,
        ExprKind::Temporal { operator, .. } => temporal_level(*operator),
        ExprKind::If(..) => Level::Implication,
        ExprKind::Binary(operator, ..) => binary_level(*operator),
        ExprKind::Unary(operator, _) => match operator {
            Unary::Not => Level::Negation,
            Unary::No | Unary::Some | Unary::Lone | Unary::One | Unary::Set | Unary::Seq => Level::Test,
            Unary::Cardinality | Unary::Sum => Level::Cardinality,
            Unary::Transpose | Unary::Closure | Unary::ReflexiveClosure => Level::Prefixed,
        },
        ExprKind::Box(..) => Level::Join,
        _ => Level::Base,
    }
}

fn temporal_level(operator: Temporal) -> Level {
    match operator {
        Temporal::Sequence => Level::Expression,
        Temporal::Until | Temporal::Since | Temporal::Releases | Temporal::Triggered => Level::Connection,
        Temporal::Prime => Level::Unary,
        _ => Level::Negation,
    }
}

fn binary_level(operator: Binary) -> Level {
    match operator {
        Binary::Or => Level::Disjunction,
        Binary::Iff => Level::Equivalence,
        Binary::Implies => Level::Implication,
        Binary::And => Level::Conjunction,
        Binary::Compare { .. } => Level::Comparison,
        Binary::ShiftLeft | Binary::ShiftRight | Binary::ShiftRightUnsigned => Level::Shift,
        Binary::Union | Binary::Difference | Binary::Plus | Binary::Minus => Level::Union,
        Binary::Times | Binary::Divide | Binary::Remainder => Level::Product,
        Binary::Override => Level::Override,
        Binary::Intersection => Level::Intersection,
        Binary::Arrow(..) => Level::Arrow,
        Binary::DomainRestriction => Level::Domain,
        Binary::RangeRestriction => Level::Range,
        Binary::Join => Level::Join,
    }
}
