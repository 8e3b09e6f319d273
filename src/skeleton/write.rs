//! The text of a skeleton.

use super::fields::Field;
use super::guesses::guesses;
use super::methods::methods;
use super::names::nearest;
use super::reachable::{Kind, Reachable, Signature};
use crate::classfile::generics::Type;
use crate::diagnostic::Source;
use crate::java::names::canonical;
use crate::syntax;
use itertools::Itertools;

/// A specification without an invariant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skeleton {
    /// The signature of the root class.
    pub root: String,
    /// The text, laid out as `fex fmt` does it.
    pub text: String,
    /// What has no counterpart and was left out, one sentence each; the text says it in comments, too.
    pub left_out: Vec<String>,
}

pub(super) fn skeleton(reachable: &Reachable<'_>) -> Skeleton {
    let mut lines = Lines { text: String::new(), left_out: Vec::new() };
    let root = &reachable.signatures[0];
    lines.push(&format!("// The structures of {}.", comment(&root.binary)));
    lines.push(&format!("module {}", nearest(&snake_case(&root.name))));
    for (index, signature) in reachable.signatures.iter().enumerate() {
        lines.push("");
        lines.signature(reachable, signature, index == 0);
    }
    lines.push("");
    lines.invariant(reachable);
    lines.push("");
    lines.generate(reachable);
    let source = Source::new("skeleton", lines.text);
    let text = syntax::format(&source).expect("names were checked, so that a skeleton can be parsed");
    Skeleton { root: root.name.clone(), text, left_out: lines.left_out }
}

struct Lines {
    text: String,
    left_out: Vec<String>,
}

impl Lines {
    fn push(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn signature(&mut self, reachable: &Reachable<'_>, signature: &Signature, is_root: bool) {
        let mut parts = vec![format!("\"{}\"", signature.binary)];
        if let Some(components) = &signature.components {
            parts.push(format!("constructor({})", components.join(", ")));
        }
        if !signature.arguments.is_empty() {
            let arguments: Vec<String> = signature.arguments.iter().map(argument).collect();
            parts.push(format!("arguments(\"{}\")", arguments.join(", ")));
        }
        if let Kind::Enum(constants) = &signature.kind
            && constants.iter().any(|constant| constant.name != constant.java)
        {
            let java: Vec<String> = constants.iter().map(|constant| format!("\"{}\"", constant.java)).collect();
            parts.push(format!("values({})", java.join(", ")));
        }
        if signature.kind == Kind::Elements {
            self.push("// Objects of which nothing matters but which is which.");
        }
        self.push(&format!("@java({})", parts.join(", ")));
        let name = &signature.name;
        let above = signature.parent.map(|parent| format!(" extends {}", reachable.signatures[parent].name));
        let above = above.unwrap_or_default();
        match &signature.kind {
            Kind::Enum(constants) => {
                let names = constants.iter().map(|constant| &constant.name).join(", ");
                return self.push(&format!("enum {name} {{ {names} }}"));
            }
            Kind::Elements => return self.push(&format!("sig {name} {{}}")),
            Kind::Abstract => self.push(&format!("abstract sig {name}{above} {{")),
            Kind::Objects if is_root => self.push(&format!("one sig {name}{above} {{")),
            Kind::Objects => self.push(&format!("sig {name}{above} {{")),
        }
        for (field, why) in &signature.left_out {
            self.push(&format!("  // Left out: {}; {}.", comment(field), comment(why)));
            self.left_out.push(format!("`{field}` of `{}`: {why}", signature.binary));
        }
        for (index, field) in signature.fields.iter().enumerate() {
            self.field(field, index + 1 == signature.fields.len());
        }
        self.push("}");
    }

    fn field(&mut self, field: &Field, is_last: bool) {
        if let Some(class) = &field.inherited {
            self.push(&format!("  // Inherited from {}.", comment(class)));
        }
        if let Some(remark) = field.remark {
            self.push(&format!("  // {remark}"));
        }
        if let Some(annotation) = field.annotation() {
            self.push(&format!("  {annotation}"));
        }
        let comma = if is_last { "" } else { "," };
        self.push(&format!("  {}: {}{comma}", field.name, field.declared));
    }

    /// The predicate, with what holds of many structures as comments: formulas whose slashes can be taken off.
    fn invariant(&mut self, reachable: &Reachable<'_>) {
        let root = &reachable.signatures[0];
        let variable = reachable.variable(&root.name);
        let guesses = guesses(reachable, &variable);
        let is_open = guesses.iter().any(|guess| !guess.is_certain);
        let advice = if is_open { "; take the slashes off what is so:" } else { "." };
        self.push(&format!("// What holds of every valid {}{advice}", root.name));
        self.push(&format!("pred repOk[{variable}: {}] {{", root.name));
        for guess in guesses {
            let slashes = if guess.is_certain { "" } else { "// " };
            self.push(&format!("  {slashes}{}", guess.formula));
        }
        self.push("}");
    }

    fn generate(&mut self, reachable: &Reachable<'_>) {
        let root = &reachable.signatures[0];
        self.push(&format!("generate {} satisfying repOk for 3 {{", root.name));
        for field in reachable.signatures.iter().flat_map(|signature| &signature.fields) {
            let name = reachable.field_reference(field);
            if field.indexed {
                self.push(&format!("  {name} index in 0 .. scope - 1"));
            }
            if let Some(keys) = &field.keys {
                self.push(&format!("  {name} index in 0 .. {}", keys.greatest()));
            }
            if let Some(integers) = &field.integers {
                let last = if field.is_size() { "scope" } else { integers.greatest() };
                self.push(&format!("  {name} in 0 .. {last}"));
            }
        }
        let (methods, others) = methods(reachable);
        if !methods.is_empty() {
            self.push("");
        }
        for method in methods {
            match method.is_check {
                true => {
                    self.push(
                        "  // The class's own check has to hold of every structure, before and after every call.",
                    );
                    self.push(&format!("  method {} {{ ensures {{ result }} }}", method.declared));
                }
                false => self.push(&format!("  method {}", method.declared)),
            }
        }
        if !others.is_empty() {
            self.push("  // Not exercised, since fex cannot choose their arguments, or has one of that name already:");
            for other in others {
                self.push(&format!("  //   {}", comment(&other)));
            }
        }
        self.push("}");
    }
}

/// Text of class files inside a comment, which ends with its line.
fn comment(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { '?' } else { letter }).collect()
}

/// `search_tree` for `SearchTree`, and `lru_cache` for `LRUCache`: of several capital letters in a row, the last one begins a
/// word if a small one follows.
pub fn snake_case(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut snake = String::new();
    for (index, letter) in letters.iter().enumerate() {
        let after_a_word = index > 0 && !letters[index - 1].is_uppercase();
        let before_a_word = letters.get(index + 1).is_some_and(|next| next.is_lowercase());
        if letter.is_uppercase() && index > 0 && (after_a_word || before_a_word) && !snake.ends_with('_') {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

/// What stands for a type variable in emitted source.
fn argument(ty: &Type) -> String {
    match ty {
        Type::Class(name, arguments) => {
            let name = canonical(name);
            match arguments.is_empty() {
                true => name,
                false => format!("{name}<{}>", arguments.iter().map(argument).join(", ")),
            }
        }
        Type::Array(element) => format!("{}[]", argument(element)),
        Type::Ordered => "Integer".to_owned(),
        Type::Any | Type::Variable(_) => "Object".to_owned(),
        Type::Primitive(name) => (*name).to_owned(),
    }
}
