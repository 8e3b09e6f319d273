//! Random signatures, their fields, and the modules that a module opens.

use super::Generator;
use super::text::Level;
use super::vocabulary::{Callable, Column};

/// A signature before its fields are known.
pub struct Signature {
    name: String,
    /// What comes before the name and after it.
    head: String,
    tail: String,
    top: Column,
    /// Whether every atom of it is one of the others', so that it needs no fields of its own.
    fields: bool,
}

impl Generator {
    /// Two or three top-level signatures, signatures that extend them, and subsets.
    pub fn signatures(&mut self) -> Vec<Signature> {
        let mut signatures = Vec::new();
        let tops = 1 + self.rng.usize(..3);
        for top in 0..tops {
            let column = Column::Top(self.vocabulary.tops);
            self.vocabulary.tops += 1;
            let multiplicity = ["", "", "", "", "some ", "lone ", "one "][self.rng.usize(..7)];
            let name = format!("S{top}");
            let children = [0, 0, 1, 2][self.rng.usize(..4)];
            let is_abstract = children > 0 && self.rng.bool();
            // The first signature's scope is that of the command.
            let multiplicity = if top == 0 || is_abstract { "" } else { multiplicity };
            // The first signature may have an exact scope, which Alloy refuses for what changes.
            let changing = if top == 0 { "" } else { self.changing() };
            let head = if is_abstract { "abstract sig" } else { "sig" };
            self.vocabulary.name(&name, &[column]);
            signatures.push(Signature {
                head: format!("{changing}{multiplicity}{head}"),
                tail: String::new(),
                name: name.clone(),
                top: column,
                fields: true,
            });
            for child in 0..children {
                let multiplicity = ["", "", "", "one ", "lone "][self.rng.usize(..5)];
                let child = format!("{name}{}", ["a", "b"][child]);
                self.vocabulary.name(&child, &[column]);
                // Of what extends a signature that does not change, `var` says nothing, and Alloy lets it have no elements where
                // the scope is exact.
                let changing = if changing.is_empty() { "" } else { self.changing() };
                signatures.push(Signature {
                    head: format!("{changing}{multiplicity}sig"),
                    tail: format!(" extends {name}"),
                    name: child,
                    top: column,
                    fields: self.rng.bool(),
                });
            }
            if self.rng.u32(..4) == 0 {
                let (subset, other) = (format!("{name}s"), &signatures[signatures.len() - 1].name);
                let tail = if *other != name { format!(" in {name} + {other}") } else { format!(" in {name}") };
                let head = ["sig", "some sig", "one sig"][self.rng.usize(..3)];
                let head = format!("{}{head}", self.changing());
                self.vocabulary.name(&subset, &[column]);
                signatures.push(Signature { head, tail, name: subset, top: column, fields: self.rng.bool() });
            }
        }
        signatures
    }

    /// Modules to open, and the text of the local one if it is among them.
    pub fn opens(&mut self) -> (String, Option<String>) {
        let mut opens = String::new();
        if self.rng.u32(..4) == 0 {
            opens += "open util/ordering[S0] as ord\n";
            let column = Column::Top(0);
            self.vocabulary.orders.push((column, "ord".to_owned()));
            for (name, arity) in [("first", 1), ("last", 1), ("next", 2), ("prev", 2)] {
                self.vocabulary.name(format!("ord/{name}"), &vec![column; arity]);
            }
            for name in ["nexts", "prevs", "max", "min"] {
                self.library(&format!("ord/{name}"), &[&[column]], &[column]);
            }
            self.library("ord/larger", &[&[column], &[column]], &[column]);
        }
        if self.rng.u32(..4) == 0 {
            opens += "open util/relation as rel\n";
            self.vocabulary.relation = true;
            let (from, to) = (self.column(), self.column());
            self.library("rel/dom", &[&[from, to]], &[from]);
            self.library("rel/ran", &[&[from, to]], &[to]);
        }
        if self.rng.u32(..8) == 0 {
            opens += "open util/boolean as bool\n";
            let column = Column::Top(self.vocabulary.tops);
            self.vocabulary.tops += 1;
            for name in ["Bool", "True", "False"] {
                self.vocabulary.name(format!("bool/{name}"), &[column]);
            }
            self.library("bool/Not", &[&[column]], &[column]);
            self.library("bool/And", &[&[column], &[column]], &[column]);
            for name in ["bool/isTrue", "bool/isFalse"] {
                let parameters = vec![vec![column]];
                self.vocabulary.predicates.push(Callable { name: name.to_owned(), parameters, result: Vec::new() });
            }
        }
        if self.vocabulary.integers && self.rng.u32(..4) == 0 {
            self.vocabulary.sequences = true;
            let content = Column::Top(0);
            for name in ["rest", "butlast"] {
                self.library(&format!("seq/{name}"), &[&[Column::Int, content]], &[Column::Int, content]);
            }
            for name in ["first", "last", "elems"] {
                self.library(&format!("seq/{name}"), &[&[Column::Int, content]], &[content]);
            }
            for name in ["inds", "lastIdx"] {
                self.library(&format!("seq/{name}"), &[&[Column::Int, content]], &[Column::Int]);
            }
        }
        if self.rng.u32(..6) > 0 {
            return (opens, None);
        }
        let shelf = self.shelf();
        (format!("{opens}open shelf[S0] as sh\n"), Some(shelf))
    }

    /// An `enum`, which is ordered, or nothing.
    pub fn enumeration(&mut self) -> String {
        if self.rng.u32(..6) > 0 {
            return String::new();
        }
        let column = Column::Top(self.vocabulary.tops);
        self.vocabulary.tops += 1;
        self.vocabulary.enumeration = Some(column);
        let members = ["E0", "E1", "E2"];
        let members = &members[..1 + self.rng.usize(..3)];
        for name in ["E"].iter().chain(members) {
            self.vocabulary.name(*name, &[column]);
        }
        for (name, arity) in [("first", 1), ("last", 1), ("next", 2), ("prev", 2)] {
            self.vocabulary.name(format!("ordering/{name}"), &vec![column; arity]);
        }
        format!("enum E {{ {} }}\n\n", members.join(", "))
    }

    /// A module with a parameter, whose names the module that opens it may use.
    fn shelf(&mut self) -> String {
        let multiplicity = ["set", "some", "lone", "one"][self.rng.usize(..4)];
        let fact = [
            "",
            "fact { some Shelf }\n",
            "fact { Shelf.holds = e }\n",
            "fact { all disj s, t: Shelf | s.holds != t.holds }\n",
        ][self.rng.usize(..4)];
        let parameter = ["", "exactly "][self.rng.usize(..2)];
        let (top, content) = (Column::Top(self.vocabulary.tops), Column::Top(0));
        self.vocabulary.tops += 1;
        self.vocabulary.name("sh/Shelf", &[top]);
        self.vocabulary.name("holds", &[top, content]);
        self.library("sh/stock", &[&[top]], &[content]);
        self.vocabulary.predicates.push(Callable {
            name: "sh/full".to_owned(),
            parameters: vec![vec![top]],
            result: Vec::new(),
        });
        format!(
            "module shelf[{parameter}e]\n\nsig Shelf {{ holds: {multiplicity} e }}\n\n{fact}\nfun stock[s: set Shelf]: set e {{\n  \
             s.holds\n}}\n\npred full[s: set Shelf] {{\n  e in s.holds\n}}\n"
        )
    }

    fn library(&mut self, name: &str, parameters: &[&[Column]], result: &[Column]) {
        let parameters = parameters.iter().map(|columns| columns.to_vec()).collect();
        self.vocabulary.functions.push(Callable { name: name.to_owned(), parameters, result: result.to_vec() });
    }

    /// The text of the signatures with fields, which may mention all signatures.
    pub fn fields(&mut self, signatures: &[Signature]) -> String {
        // What other modules declare is not mentioned in fields, whose types are the module's own signatures.
        let mut fields: Vec<(usize, String, Vec<Column>, String, &str)> = Vec::new();
        for (owner, signature) in signatures.iter().enumerate().filter(|(_, signature)| signature.fields) {
            for _ in 0..[0, 1, 1, 2][self.rng.usize(..4)] {
                let (columns, text) = match self.vocabulary.sequences && self.rng.u32(..3) == 0 {
                    true => (vec![Column::Int, Column::Top(0)], format!("seq {}", self.top(Column::Top(0)))),
                    false => self.field_type(signatures),
                };
                let taken = |name: &str| {
                    // Signatures of one hierarchy cannot share the name of a field.
                    fields.iter().any(|(other, known, ..)| known == name && signatures[*other].top == signature.top)
                };
                let shared = fields.last().map(|(_, name, ..)| name.clone()).filter(|name| !taken(name));
                let name = match shared {
                    Some(name) if self.rng.u32(..5) == 0 => name,
                    _ => format!("r{}", fields.len()),
                };
                let changing = self.changing();
                fields.push((owner, name, [&[signature.top], &columns[..]].concat(), text, changing));
            }
        }
        for (owner, name, columns, ..) in &fields {
            let overloaded = fields.iter().filter(|(_, other, ..)| other == name).count() > 1;
            // A name that several signatures have is told apart by its owner.
            let name = if overloaded { format!("({} <: {name})", signatures[*owner].name) } else { name.clone() };
            self.vocabulary.name(name, columns);
        }
        let mut text = String::new();
        for (index, signature) in signatures.iter().enumerate() {
            let own: Vec<String> = fields
                .iter()
                .filter(|(owner, ..)| *owner == index)
                .map(|(_, name, _, kind, changing)| format!("  {changing}{name}: {kind}"))
                .collect();
            let body = if own.is_empty() { "{}".to_owned() } else { format!("{{\n{}\n}}", own.join(",\n")) };
            let fact = if self.rng.u32(..6) == 0 { self.appended_fact(signature) } else { String::new() };
            let Signature { head, name, tail, .. } = signature;
            text += &format!("{head} {name}{tail} {body}{fact}\n\n");
        }
        text
    }

    /// The columns and the text of a field's type, without its first column.
    fn field_type(&mut self, signatures: &[Signature]) -> (Vec<Column>, String) {
        let pick = |generator: &mut Self| {
            if generator.vocabulary.integers && generator.rng.u32(..3) == 0 {
                return (Column::Int, "Int".to_owned());
            }
            if let Some(column) = generator.vocabulary.enumeration
                && generator.rng.u32(..3) == 0
            {
                return (column, "E".to_owned());
            }
            let signature = &signatures[generator.rng.usize(..signatures.len())];
            (signature.top, signature.name.clone())
        };
        let (first, name) = pick(self);
        if self.rng.u32(..5) > 0 {
            let multiplicity = ["", "one ", "lone ", "lone ", "set ", "some "][self.rng.usize(..6)];
            return (vec![first], format!("{multiplicity}{name}"));
        }
        let (second, other) = pick(self);
        let [left, right] = [(); 2].map(|()| ["", "", "some ", "lone ", "one "][self.rng.usize(..5)]);
        let left = if left.is_empty() { "" } else { &format!(" {}", left.trim_end()) };
        (vec![first, second], format!("{name}{left} -> {right}{other}"))
    }

    /// A fact of a signature, in which `this` is each of its atoms, and fields are written without their implicit
    /// `this`.
    fn appended_fact(&mut self, signature: &Signature) -> String {
        let before = self.vocabulary.clone();
        let simple = |name: &str| name.starts_with('r');
        let of_this = |named: &&mut super::vocabulary::Named| simple(&named.name) && named.columns[0] == signature.top;
        self.vocabulary.names.iter_mut().filter(of_this).for_each(|named| named.name = format!("@{}", named.name));
        self.vocabulary.names.retain(|named| !named.name.starts_with('('));
        self.vocabulary.name("this", &[signature.top]);
        let formula = self.formula(2).at(Level::Open);
        let variables = self.vocabulary.variables;
        self.vocabulary = before;
        self.vocabulary.variables = variables;
        format!(" {{\n  {formula}\n}}")
    }

    /// The name of a column's type.
    pub fn top(&self, column: Column) -> String {
        match column {
            Column::Int => "Int".to_owned(),
            Column::Top(_) => self.vocabulary.of(&[column])[0].name.clone(),
        }
    }
}
