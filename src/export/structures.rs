//! A `generate` paragraph as a command of Alloy.

use crate::diagnostic::Source;
use crate::lower::Lowered;
use crate::resolve::{Field, FieldId, Generate, Module, Mult, Prim, SigId, SigKind};
use itertools::Itertools;
use std::fmt::Write as _;

/// The command whose instances are the structures of a paragraph.
///
/// Alloy keeps the witnesses of `some` as a part of an instance, and would find a structure once for each of them. It
/// makes none inside a comprehension, so the invariant stands in one.
pub(super) fn command(module: &Module, generate: &Generate, lowered: &Lowered, source: &Source) -> String {
    let exporter = Exporter { module, generate, lowered };
    let root = &module.sigs[generate.root.index()].name;
    let line = source.line(generate.span.start);
    let mut text = format!(
        "/* The structures of the paragraph `generate {}` (line {line}) at scope {}. */\nrun {} {{\n",
        root, lowered.scope, generate.name
    );
    let mut section = |title: &str, formulas: Vec<String>| {
        if !formulas.is_empty() {
            writeln!(text, "// {title}").expect("a string can be written to");
            formulas.iter().for_each(|formula| writeln!(text, "{formula}").expect("a string can be written to"));
        }
    };
    section("Every object can be reached from the root.", exporter.reachability());
    section("The ranges of integers.", exporter.ranges());
    section("The scopes of subset signatures.", exporter.subsets());
    let invariants = generate.invariants.iter().map(|id| &module.functions[id.index()].name);
    section(
        "The representation invariant; in a comprehension, where `some` has no witness to be told apart by.",
        invariants.map(|invariant| format!("{root} in {{ r: {root} | {invariant}[r] }}")).collect(),
    );
    let scopes = exporter.scopes().join(", ");
    write!(text, "}} for {} but {scopes}", lowered.scope).expect("a string can be written to");
    text
}

struct Exporter<'a> {
    module: &'a Module,
    generate: &'a Generate,
    lowered: &'a Lowered,
}

impl Exporter<'_> {
    fn name(&self, sig: SigId) -> &str {
        &self.module.sigs[sig.index()].name
    }

    /// Whether a signature has exactly one object.
    fn is_constant(&self, sig: SigId) -> bool {
        let declared = &self.module.sigs[sig.index()];
        let is_subset = matches!(declared.kind, SigKind::In { .. });
        !is_subset && (sig == self.generate.root || declared.mult == Mult::One)
    }

    /// The objects of each top-level signature that are not there by declaration are reachable.
    fn reachability(&self) -> Vec<String> {
        let classes = || self.lowered.problem.heap.permutable();
        let found: Vec<&str> = classes().map(|class| class.name.as_str()).collect();
        if found.is_empty() {
            return Vec::new();
        }
        let mut starts = vec![self.name(self.generate.root)];
        let constants = (0..self.module.sigs.len()).map(|index| SigId(index as u32));
        let constants = constants.filter(|sig| self.is_constant(*sig) && *sig != self.generate.root);
        starts.extend(constants.map(|sig| self.name(sig)));
        let edges: Vec<String> = self.module.fields.iter().filter_map(|field| self.edges(field)).collect();
        let starts = if starts.len() == 1 { starts[0].to_owned() } else { format!("({})", starts.join(" + ")) };

        let edges = match edges.as_slice() {
            [] => "(none -> none)".to_owned(),
            [one] => one.clone(),
            more => format!("({})", more.join(" + ")),
        };
        vec![format!("{} in {starts}.*{edges}", found.join(" + "))]
    }

    /// What leads from an object to those that a field of it refers to.
    fn edges(&self, field: &Field) -> Option<String> {
        let owner = self.name(field.owner);
        let named = self.module.fields.iter().filter(|other| other.name == field.name).count();
        let whole = if named > 1 { format!("({owner} <: {})", field.name) } else { field.name.clone() };
        let columns =
            (1..field.arity()).filter(|column| field.ty.products.iter().any(|product| refers(product[*column])));
        let columns: Vec<usize> = columns.collect();
        match (field.arity(), columns.as_slice()) {
            (_, []) => None,
            (2, _) => Some(whole),
            (arity, columns) => {
                let values =
                    columns.iter().map(|column| self::column(&format!("a.{whole}"), arity - 1, column - 1)).join(" + ");
                let targets = columns
                    .iter()
                    .flat_map(|column| field.ty.products.iter().map(|product| self.prim(product[*column])))
                    .sorted()
                    .dedup()
                    .join(" + ");
                Some(format!("{{ a: {owner}, b: {targets} | b in {values} }}"))
            }
        }
    }

    fn prim(&self, prim: Prim) -> &str {
        match prim {
            Prim::Sig(sig) => self.name(sig),
            Prim::Int => "Int",
            Prim::Text => "String",
            Prim::Univ => "univ",
        }
    }

    /// The integers that the columns of fields may hold.
    fn ranges(&self) -> Vec<String> {
        let atoms = &self.lowered.problem.universe.atoms;
        let ints: Vec<i64> = atoms.iter().filter_map(|atom| atom.int).collect();
        let mut formulas = Vec::new();
        for (index, field) in self.module.fields.iter().enumerate() {
            for column in 1..field.arity() {
                if !field.ty.products.iter().any(|product| product[column] == Prim::Int) {
                    continue;
                }
                if field.sequence && column == 1 {
                    // To Alloy, an index is no integer that could be compared.
                    let range = self.range(FieldId(index as u32), column);
                    formulas.extend(range.map(|(_, last)| {
                        format!("all o: {} | #o.{} <= {}", self.name(field.owner), field.name, last + 1)
                    }));
                    continue;
                }
                let mixed = field.ty.products.iter().any(|product| product[column] != Prim::Int);
                let range = self.range(FieldId(index as u32), column);
                let range = range.or_else(|| Some((*ints.iter().min()?, *ints.iter().max()?)));
                let owner = self.name(field.owner);
                let values = self::column(&format!("{owner}.{}", field.name), field.arity() - 1, column - 1);
                let values = if mixed { format!("({values}) & Int") } else { values };
                formulas.push(match range {
                    Some((low, high)) => format!("all i: {values} | {low} <= i and i <= {high}"),
                    None => format!("no {values}"),
                });
            }
        }
        formulas
    }

    /// The range of a column, if it has one of its own.
    fn range(&self, field: FieldId, column: usize) -> Option<(i64, i64)> {
        let last = self.module.fields[field.index()].arity() - 1;
        if column == last {
            return self.lowered.int_ranges[field.index()];
        }
        let written = self.generate.ranges.iter().find(|range| range.field == field && range.column == column)?;
        Some((written.range.low.at(self.lowered.scope), written.range.high.at(self.lowered.scope)))
    }

    /// Alloy gives subset signatures no scope.
    fn subsets(&self) -> Vec<String> {
        let written = self.generate.sig_scopes.iter();
        let subsets = written.filter(|scope| matches!(self.module.sigs[scope.sig.index()].kind, SigKind::In { .. }));
        subsets.map(|scope| format!("#{} <= {}", self.name(scope.sig), scope.bound.at(self.lowered.scope))).collect()
    }

    /// The scopes of the command: integers as wide as it takes, and the objects of each signature.
    fn scopes(&self) -> Vec<String> {
        let problem = &self.lowered.problem;
        let mut scopes = vec![format!("{} Int", problem.universe.bit_width)];
        if self.module.fields.iter().any(|field| field.sequence) {
            scopes.push(format!("{} seq", self.generate.longest_sequence(self.module, self.lowered.scope)));
        }
        for (index, sig) in self.module.sigs.iter().enumerate() {
            let id = SigId(index as u32);
            let written = self.generate.sig_scopes.iter().find(|scope| scope.sig == id);
            let exactly = if written.is_some_and(|scope| scope.exactly) { "exactly " } else { "" };
            match sig.kind {
                SigKind::Top if id == self.generate.root && sig.mult != Mult::One => {
                    scopes.push(format!("exactly 1 {}", sig.name));
                }
                SigKind::Top if sig.is_enum || self.is_constant(id) => {}
                SigKind::Top => {
                    let relation = self.lowered.sig_relation[index];
                    let count = problem.relations[relation.0 as usize].upper.len();
                    scopes.push(format!("{exactly}{count} {}", sig.name));
                }
                SigKind::Extends(_) if !self.is_constant(id) => {
                    let count = written.map(|scope| scope.bound.at(self.lowered.scope));
                    scopes.extend(count.map(|count| format!("{exactly}{count} {}", sig.name)));
                }
                SigKind::Extends(_) if id == self.generate.root && sig.mult != Mult::One => {
                    scopes.push(format!("exactly 1 {}", sig.name));
                }
                SigKind::Extends(_) | SigKind::In { .. } => {}
            }
        }
        scopes
    }
}

/// Whether a column may hold objects.
fn refers(prim: Prim) -> bool {
    matches!(prim, Prim::Sig(_) | Prim::Univ)
}

/// The values in a column, counted from 0, of a relation.
fn column(relation: &str, arity: usize, column: usize) -> String {
    let mut text = relation.to_owned();
    for _ in 0..column {
        text = format!("univ.({text})");
    }
    for _ in column + 1..arity {
        text = format!("{text}.univ");
    }
    text
}
