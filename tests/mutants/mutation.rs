//! Mutated specifications: a shipped one, of which a few operators, names, multiplicities, fields, bindings, parameters or
//! whole paragraphs are others.
//!
//! Pieces are found in the tree and exchanged in the text; whether the result means anything is for fex to say.

use crate::heaps::Random;
use fex::diagnostic::Source;
use fex::syntax::tree::{Decl, Expr, ExprKind, FieldDecl, File, GenerateItem, Multiplicity, Paragraph};
use fex::syntax::{self, tree};
use std::ops::Range;

const BINARY: &[&str] = &["+", "-", "&", "++", "->", "<:", ":>", ".", "+", "+"];
const COMPARISONS: &[&str] = &["in", "=", "!=", "not in", "<", "<=", ">", ">=", "and", "or", "implies", "iff"];
const UNARY: &[&str] = &["^", "*", "~", "#", "sum", "^", "*", "~"];
const TESTS: &[&str] = &["no", "some", "lone", "one", "not"];
const QUANTIFIERS: &[&str] = &["all", "some", "no", "lone", "one"];
const MULTIPLICITIES: &[&str] = &["lone", "one", "set", "some", ""];
const INTEGERS: &[&str] =
    &["char", "long", "short", "byte", "java.lang.Integer", "java.lang.Long", "java.lang.String", "boolean", "double"];

/// A specification with one to four changes.
pub fn mutated(text: &str, random: &mut Random) -> String {
    let mut text = text.to_string();
    for _ in 0..=random.below(4) {
        let changed = Mutator::new(&text, random).changed();
        text = changed.unwrap_or(text);
    }
    text
}

/// What can be changed in a text.
struct Mutator<'m> {
    text: &'m str,
    random: &'m mut Random,
    file: File,
    /// Formulas, relations and integers, in the text.
    expressions: Vec<Expr>,
    /// Blocks: where a formula can be added.
    blocks: Vec<Range<usize>>,
    /// Names of signatures, fields and variables, and words that denote relations.
    sigs: Vec<String>,
    fields: Vec<(String, usize)>,
    variables: Vec<String>,
}

impl<'m> Mutator<'m> {
    fn new(text: &'m str, random: &'m mut Random) -> Self {
        let (file, _) = syntax::parse(&Source::new("mutant.spec", text));
        let mut mutator = Mutator {
            text,
            random,
            expressions: Vec::new(),
            blocks: Vec::new(),
            sigs: Vec::new(),
            fields: Vec::new(),
            variables: Vec::new(),
            file: File::default(),
        };
        for paragraph in &file.paragraphs {
            mutator.paragraph(paragraph);
        }
        mutator.file = file;
        mutator
    }

    fn paragraph(&mut self, paragraph: &Paragraph) {
        match paragraph {
            Paragraph::Signature(sig) => {
                self.sigs.extend(sig.names.iter().map(|name| name.text.clone()));
                for field in &sig.fields {
                    let columns = 2 + arrows(&field.decl.bound);
                    self.fields.extend(field.decl.names.iter().map(|name| (name.text.clone(), columns)));
                    self.expression(&field.decl.bound);
                }
                sig.fact.iter().for_each(|fact| self.expression(fact));
            }
            Paragraph::Enum(declared) => {
                self.sigs.push(declared.name.text.clone());
                self.sigs.extend(declared.members.iter().map(|name| name.text.clone()));
            }
            Paragraph::Fact(fact) => self.expression(&fact.body),
            Paragraph::Predicate(function) | Paragraph::Function(function) => {
                function.params.iter().for_each(|param| self.decl(param));
                self.expression(&function.body);
            }
            Paragraph::Generate(generate) => {
                for item in &generate.items {
                    let GenerateItem::Method(method) = item else { continue };
                    for contract in &method.contracts {
                        match contract {
                            tree::Contract::Requires(formula) | tree::Contract::Ensures(formula) => {
                                self.expression(formula);
                            }
                            tree::Contract::Throws { when, .. } => when.iter().for_each(|when| self.expression(when)),
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn decl(&mut self, decl: &Decl) {
        self.variables.extend(decl.names.iter().map(|name| name.text.clone()));
        self.expression(&decl.bound);
    }

    fn expression(&mut self, expr: &Expr) {
        self.expressions.push(expr.clone());
        match &expr.kind {
            ExprKind::Unary(_, operand) => self.expression(operand),
            ExprKind::Binary(_, left, right) => {
                self.expression(left);
                self.expression(right);
            }
            ExprKind::If(condition, then, otherwise) => {
                [condition, then, otherwise].into_iter().for_each(|part| self.expression(part));
            }
            ExprKind::Box(target, arguments) => {
                self.expression(target);
                arguments.iter().for_each(|argument| self.expression(argument));
            }
            ExprKind::Quantified(_, decls, body) | ExprKind::Comprehension(decls, body) => {
                decls.iter().for_each(|decl| self.decl(decl));
                self.expression(body);
            }
            ExprKind::Let(bindings, body) => {
                self.variables.extend(bindings.iter().map(|(name, _)| name.text.clone()));
                bindings.iter().for_each(|(_, value)| self.expression(value));
                self.expression(body);
            }
            ExprKind::Block(formulas) => {
                self.blocks.push(range(expr));
                formulas.iter().for_each(|formula| self.expression(formula));
            }
            _ => {}
        }
    }

    /// The text with one change; `None` where what was to be changed is not there.
    fn changed(mut self) -> Option<String> {
        match self.random.below(22) {
            0..=2 => self.other_operator(),
            3 | 4 => {
                let (into, from) = (self.any()?, self.any()?);
                let text = format!("({})", &self.text[range(&from)]);
                Some(self.replaced(range(&into), &text))
            }
            5 | 6 => {
                let (expr, op) = (self.any()?, self.pick(UNARY));
                Some(self.replaced(range(&expr), &format!("({op} ({}))", &self.text[range(&expr)])))
            }
            7 => {
                let (expr, op) = (self.any()?, self.pick(TESTS));
                Some(self.replaced(range(&expr), &format!("({op} ({}))", &self.text[range(&expr)])))
            }
            8 => {
                let (expr, op) = (self.any()?, self.pick(BINARY));
                let other = self.relation(2, 1);
                Some(self.replaced(range(&expr), &format!("({} {op} {other})", &self.text[range(&expr)])))
            }
            9..=12 => {
                let block = self.block()?;
                let formula = self.formula(3);
                Some(self.replaced(block.end - 1..block.end - 1, &format!(" ({formula}) ")))
            }
            13 => self.other_multiplicity(),
            14 => self.other_name(),
            15 | 16 => self.new_field(),
            17 => self.new_signature(),
            18 => self.without_a_field(),
            19 | 20 => self.new_method(),
            _ => self.other_binding(),
        }
    }

    fn replaced(&self, range: Range<usize>, text: &str) -> String {
        format!("{}{text}{}", &self.text[..range.start], &self.text[range.end..])
    }

    fn pick<'t>(&mut self, words: &[&'t str]) -> &'t str {
        words[self.random.below(words.len())]
    }

    fn any(&mut self) -> Option<Expr> {
        let index = self.random.below(self.expressions.len().max(1));
        self.expressions.get(index).cloned()
    }

    fn block(&mut self) -> Option<Range<usize>> {
        let index = self.random.below(self.blocks.len().max(1));
        self.blocks.get(index).cloned()
    }

    fn sig(&mut self) -> String {
        match self.random.below(self.sigs.len() + 1) {
            0 => "Int".to_string(),
            index => self.sigs[index - 1].clone(),
        }
    }

    /// A relation with some columns, made of the names that there are.
    fn relation(&mut self, columns: usize, depth: usize) -> String {
        let fields: Vec<String> =
            self.fields.iter().filter(|(_, width)| *width == columns).map(|(name, _)| name.clone()).collect();
        let leaf = depth == 0 || self.random.below(5) == 0;
        match (columns, leaf) {
            (1, true) => match self.random.below(8) {
                0 => "univ".to_string(),
                1 => "none".to_string(),
                2..=4 if !self.variables.is_empty() => {
                    let index = self.random.below(self.variables.len());
                    self.variables[index].clone()
                }
                _ => self.sig(),
            },
            (_, true) if fields.is_empty() && columns == 2 => "iden".to_string(),
            (_, true) if fields.is_empty() => format!("({} -> {})", self.sig(), self.relation(columns - 1, 0)),
            (_, true) => fields[self.random.below(fields.len())].clone(),
            (1, false) => match self.random.below(9) {
                0..=3 => format!("({}.{})", self.relation(1, depth - 1), self.relation(2, depth - 1)),
                4 => format!("({}.{})", self.relation(2, depth - 1), self.relation(1, depth - 1)),
                5 => format!("{{ x: {} | {} }}", self.relation(1, 0), self.formula(depth - 1)),
                _ => {
                    let op = self.pick(&["+", "-", "&"]);
                    format!("({} {op} {})", self.relation(1, depth - 1), self.relation(1, depth - 1))
                }
            },
            (2, false) => match self.random.below(12) {
                0..=3 => {
                    let op = self.pick(&["^", "*", "~"]);
                    format!("({op}({}))", self.relation(2, depth - 1))
                }
                4 => format!("({}.{})", self.relation(2, depth - 1), self.relation(2, depth - 1)),
                5 => format!("({} -> {})", self.relation(1, depth - 1), self.relation(1, depth - 1)),
                6 => format!("({} <: {})", self.relation(1, depth - 1), self.relation(2, depth - 1)),
                7 => format!("({} :> {})", self.relation(2, depth - 1), self.relation(1, depth - 1)),
                8 => format!("({}.{})", self.relation(1, depth - 1), self.relation(3, depth - 1)),
                _ => {
                    let op = self.pick(&["+", "-", "&", "++", "+"]);
                    format!("({} {op} {})", self.relation(2, depth - 1), self.relation(2, depth - 1))
                }
            },
            (_, false) => {
                let op = self.pick(&["+", "-", "&"]);
                format!("({} {op} {})", self.relation(columns, depth - 1), self.relation(columns, depth - 1))
            }
        }
    }

    fn integer(&mut self, depth: usize) -> String {
        match self.random.below(6) {
            0 | 1 => self.random.below(4).to_string(),
            2 | 3 => format!("#({})", self.relation(1, depth)),
            4 => format!("#({})", self.relation(2, depth)),
            _ => {
                let op = self.pick(&["plus", "minus", "mul", "div", "rem"]);
                format!("{op}[{}, {}]", self.integer(0), self.integer(0))
            }
        }
    }

    fn formula(&mut self, depth: usize) -> String {
        let depth = depth.max(1) - 1;
        let columns = 1 + self.random.below(2);
        match self.random.below(9) {
            0 | 1 => format!("{} {}", self.pick(&TESTS[..4]), self.relation(columns, depth)),
            2 | 3 => {
                let op = self.pick(&["in", "=", "!=", "not in"]);
                format!("{} {op} {}", self.relation(columns, depth), self.relation(columns, depth))
            }
            4 => {
                let op = self.pick(&["=", "<", "<=", ">", ">="]);
                format!("{} {op} {}", self.integer(depth), self.integer(depth))
            }
            5 | 6 => {
                let quantifier = self.pick(QUANTIFIERS);
                let (bound, name) = (self.relation(1, depth), format!("v{}", self.random.below(100)));
                self.variables.push(name.clone());
                let formula = format!("({quantifier} {name}: {bound} | {})", self.formula(depth));
                self.variables.retain(|other| *other != name);
                formula
            }
            7 => format!("not ({})", self.formula(depth)),
            _ => {
                let op = self.pick(&COMPARISONS[8..]);
                format!("(({}) {op} ({}))", self.formula(depth), self.formula(depth))
            }
        }
    }

    fn other_operator(&mut self) -> Option<String> {
        let expr = self.any()?;
        let text = match &expr.kind {
            ExprKind::Binary(tree::Binary::Compare { .. }, left, right) => {
                format!("({} {} {})", &self.text[range(left)], self.pick(COMPARISONS), &self.text[range(right)])
            }
            ExprKind::Binary(tree::Binary::And | tree::Binary::Or | tree::Binary::Implies, left, right) => {
                let op = self.pick(&COMPARISONS[8..]);
                format!("({} {op} {})", &self.text[range(left)], &self.text[range(right)])
            }
            ExprKind::Binary(_, left, right) => {
                format!("({} {} {})", &self.text[range(left)], self.pick(BINARY), &self.text[range(right)])
            }
            ExprKind::Unary(_, operand) => {
                let op = if self.random.below(2) == 0 { self.pick(UNARY) } else { self.pick(TESTS) };
                format!("({op} ({}))", &self.text[range(operand)])
            }
            ExprKind::Quantified(quantifier, ..) => {
                let rest = self.text[range(&expr)].trim_start_matches('(').strip_prefix(quantifier.keyword())?;
                let open = self.text[range(&expr)].len() - rest.len() - quantifier.keyword().len();
                format!("{}{}{rest}", "(".repeat(open), self.pick(QUANTIFIERS))
            }
            _ => return None,
        };
        Some(self.replaced(range(&expr), &text))
    }

    /// The declarations of fields.
    fn declared(&self) -> Vec<FieldDecl> {
        let sigs = self.file.paragraphs.iter().filter_map(|paragraph| match paragraph {
            Paragraph::Signature(sig) => Some(&sig.fields),
            _ => None,
        });
        sigs.flatten().cloned().collect()
    }

    fn other_multiplicity(&mut self) -> Option<String> {
        let declared = self.declared();
        let decl = &declared.get(self.random.below(declared.len().max(1)))?.decl;
        let bound = range(&decl.bound);
        let before = decl.multiplicity.map(Multiplicity::keyword).unwrap_or_default();
        let start = self.text[..bound.start].trim_end().strip_suffix(before)?.len();
        let multiplicity = self.pick(MULTIPLICITIES);
        Some(self.replaced(start..bound.start, &format!(" {multiplicity} ")))
    }

    fn other_name(&mut self) -> Option<String> {
        let names = syntax::names(&Source::new("mutant.spec", self.text));
        let name = names.get(self.random.below(names.len().max(1)))?.span();
        let all: Vec<String> =
            self.sigs.iter().chain(self.fields.iter().map(|(name, _)| name)).chain(&self.variables).cloned().collect();
        let other = all.get(self.random.below(all.len().max(1)))?;
        Some(self.replaced(name.start as usize..name.end as usize, other))
    }

    /// Where the fields of a signature begin: behind its brace.
    fn body(&mut self) -> Option<usize> {
        let sigs: Vec<&tree::Signature> = self
            .file
            .paragraphs
            .iter()
            .filter_map(|paragraph| match paragraph {
                Paragraph::Signature(sig) => Some(sig),
                _ => None,
            })
            .collect();
        let chosen = sigs.get(self.random.below(sigs.len().max(1)))?;
        let from = chosen.names.last()?.span().end as usize;
        Some(from + self.text[from..].find('{')? + 1)
    }

    fn new_field(&mut self) -> Option<String> {
        let at = self.body()?;
        let (a, b) = (self.sig(), self.sig());
        let (first, second) = (self.pick(&MULTIPLICITIES[..4]), self.pick(MULTIPLICITIES));
        let bound = match self.random.below(8) {
            0..=2 => format!("{first} {a}"),
            3 | 4 => format!("{first} ({a} + {b})"),
            5 => format!("{a} -> {second} {b}"),
            6 => format!("Int -> {second} {b}"),
            _ => format!("{first} univ"),
        };
        let name = self.pick(&["more", "left2", "max2", "which", "objects2"]);
        let binding = if self.random.below(8) == 0 { "@java(\"\", ghost) " } else { "" };
        let comma = if self.text[at..].trim_start().starts_with('}') { "" } else { "," };
        Some(self.replaced(at..at, &format!(" {binding}{name}: {bound}{comma} ")))
    }

    fn new_signature(&mut self) -> Option<String> {
        let at = self.text.rfind("\ngenerate ").or_else(|| self.text.rfind("\npred "))?;
        let above = self.sig();
        let name = self.pick(&["Extra", "Another", "Thing"]);
        let field = match self.random.below(3) {
            0 => String::new(),
            1 => format!(" linked: lone {above} "),
            _ => " mark: Int ".to_string(),
        };
        let text = match self.random.below(8) {
            0 | 1 => format!("sig {name} {{{field}}}"),
            2 | 3 => format!("sig {name} extends {above} {{{field}}}"),
            4 => format!("sig {name} in {above} {{}}"),
            5 => format!("one sig {name} extends {above} {{}}"),
            6 => format!("@java(\"char\", values(\"a\", \"b\", \"c\")) sig {name} {{}}"),
            _ => format!("abstract sig {name} {{{field}}}\nsig {name}A extends {name} {{}}"),
        };
        Some(self.replaced(at..at, &format!("\n{text}\n")))
    }

    fn without_a_field(&mut self) -> Option<String> {
        let declared = self.declared();
        let field = declared.get(self.random.below(declared.len().max(1)))?;
        let start = field.annotations.first().map_or(field.decl.names[0].span(), |annotation| annotation.span()).start;
        let end = range(&field.decl.bound).end;
        let comma = self.text[end..].find(|c: char| !c.is_whitespace())?;
        let end = if self.text[end + comma..].starts_with(',') { end + comma + 1 } else { end };
        Some(self.replaced(start as usize..end, ""))
    }

    fn new_method(&mut self) -> Option<String> {
        let generate = self.file.paragraphs.iter().rev().find_map(|paragraph| match paragraph {
            Paragraph::Generate(generate) => Some(generate),
            _ => None,
        })?;
        let end = generate.whole.0.end as usize;
        let mut parameters = Vec::new();
        let before = self.variables.clone();
        self.variables = vec!["this".to_string()];
        for name in ["x", "y", "z"].iter().take(self.random.below(4)) {
            let domain = match self.random.below(6) {
                0 => "boolean".to_string(),
                1 => "0 .. 2".to_string(),
                2 => self.sig(),
                3 => format!("lone {}", self.sig()),
                _ => self.fields.get(self.random.below(self.fields.len().max(1)))?.0.clone(),
            };
            parameters.push(format!("{name}: {domain}"));
            self.variables.push((*name).to_string());
        }
        let result = match self.random.below(6) {
            0 => String::new(),
            1 => ": boolean".to_string(),
            2 => ": int".to_string(),
            3 => ": char".to_string(),
            _ => format!(": {}", self.sig()),
        };
        let mut contract = String::new();
        for _ in 0..self.random.below(3) {
            let clause = self.pick(&["requires", "ensures", "ensures", "throws"]);
            let formula = self.formula(2);
            contract.push_str(&match clause {
                "throws" => format!(" throws java.lang.IllegalStateException when ({formula})"),
                _ => format!(" {clause} {{ {formula} }}"),
            });
        }
        self.variables = before;
        let name = self.pick(&["call", "probe", "make", "test"]);
        let method = format!(" method {name}({}){result} {{{contract} }} ", parameters.join(", "));
        let whole = &self.text[..end];
        match whole.ends_with('}') {
            true => Some(self.replaced(end - 1..end - 1, &method)),
            false => Some(self.replaced(end..end, &format!(" {{{method}}}"))),
        }
    }

    fn other_binding(&mut self) -> Option<String> {
        let declared = self.declared();
        let field = declared.get(self.random.below(declared.len().max(1)))?;
        if !field.annotations.is_empty() {
            return None;
        }
        let name = &field.decl.names[0];
        let binding = match self.random.below(3) {
            0 => format!("@java(\"{}\", as(\"{}\")) ", name.text, self.pick(INTEGERS)),
            1 => format!("@java(\"{}\", as(\"{}\")) ", name.text, self.pick(INTEGERS)),
            _ => format!("@java(\"{}\", array) ", name.text),
        };
        let at = name.span().start as usize;
        Some(self.replaced(at..at, &binding))
    }
}

fn range(expr: &Expr) -> Range<usize> {
    expr.span().start as usize..expr.span().end as usize
}

/// How many arrows stand in a bound.
fn arrows(bound: &Expr) -> usize {
    match &bound.kind {
        ExprKind::Binary(tree::Binary::Arrow(..), left, right) => 1 + arrows(left) + arrows(right),
        _ => 0,
    }
}
