//! The text of a skeleton.

use super::Skeleton;
use super::fields::Field;
use super::generics::Type;
use super::methods::methods;
use super::reachable::{Kind, Reachable, Signature};
use crate::diagnostic::Source;
use crate::syntax;

pub(super) fn skeleton(reachable: &Reachable<'_>) -> Skeleton {
    let mut lines = Lines { text: String::new(), left_out: Vec::new() };
    let root = &reachable.signatures[0];
    lines.push(&format!("// The structures of {}.", root.binary));
    lines.push(&format!("module {}", snake_case(&root.name)));
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
        if signature.kind == Kind::Elements {
            self.push("// Objects of which nothing matters but which is which.");
        }
        self.push(&format!("@java({})", parts.join(", ")));
        let name = &signature.name;
        let above = signature.parent.map(|parent| format!(" extends {}", reachable.signatures[parent].name));
        let above = above.unwrap_or_default();
        match &signature.kind {
            Kind::Enum(constants) => return self.push(&format!("enum {name} {{ {} }}", constants.join(", "))),
            Kind::Elements => return self.push(&format!("sig {name} {{}}")),
            Kind::Abstract => self.push(&format!("abstract sig {name}{above} {{")),
            Kind::Objects if is_root => self.push(&format!("one sig {name}{above} {{")),
            Kind::Objects => self.push(&format!("sig {name}{above} {{")),
        }
        for (field, why) in &signature.left_out {
            self.push(&format!("  // Left out: {field}; {why}."));
            self.left_out.push(format!("`{field}` of `{}`: {why}", signature.binary));
        }
        for (index, field) in signature.fields.iter().enumerate() {
            self.field(field, index + 1 == signature.fields.len());
        }
        self.push("}");
    }

    fn field(&mut self, field: &Field, is_last: bool) {
        if let Some(class) = &field.inherited {
            self.push(&format!("  // Inherited from {class}."));
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
        let variable = variable(&root.name);
        let mut guesses = Vec::new();
        for (index, signature) in reachable.signatures.iter().enumerate() {
            let steps: Vec<&str> = signature
                .fields
                .iter()
                .filter(|field| field.target == Some(index) && field.declared.starts_with("lone"))
                .map(|field| field.name.as_str())
                .collect();
            if steps.is_empty() {
                continue;
            }
            let name = &signature.name;
            let (set, one) = match steps.as_slice() {
                [only] => ((*only).to_owned(), (*only).to_owned()),
                several => (format!("({})", several.join(" + ")), several.join(" + ")),
            };
            guesses.push(format!("all n: {name} | n not in n.^{set} -- no cycle"));
            if steps.len() > 1 {
                guesses.push(format!("all n: {name} | lone n.~({one}) -- a tree"));
            }
        }
        let recursive = |signature: &&Signature| {
            let own =
                |field: &Field| field.target.is_some_and(|target| reachable.signatures[target].name == signature.name);
            signature.fields.iter().any(own)
        };
        let counted =
            reachable.signatures.iter().skip(1).find(recursive).map(|signature| format!("#{}", signature.name));
        let filled = root.fields.iter().find(|field| field.indexed).map(|field| format!("#{variable}.{}", field.name));
        if let (Some(size), Some(count)) = (root.fields.iter().find(|field| field.is_size()), counted.or(filled)) {
            guesses.push(format!("{variable}.{} = {count} -- its size", size.name));
        }
        let advice = if guesses.is_empty() { "." } else { "; take the slashes off what is so:" };
        self.push(&format!("// What holds of every valid {}{advice}", root.name));
        self.push(&format!("pred repOk[{variable}: {}] {{", root.name));
        for guess in guesses {
            self.push(&format!("  // {guess}"));
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
            if let Some(integers) = &field.integers {
                let last = match integers.as_class.as_deref() {
                    Some("boolean" | "java.lang.Boolean") => "1",
                    _ if field.is_size() => "scope",
                    _ => "scope - 1",
                };
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
                self.push(&format!("  //   {other}"));
            }
        }
        self.push("}");
    }
}

/// A variable for objects of a signature.
fn variable(signature: &str) -> String {
    signature.chars().next().map_or_else(|| "x".to_owned(), |first| first.to_lowercase().collect())
}

/// `search_tree` for `SearchTree`.
pub fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for (index, letter) in name.chars().enumerate() {
        if letter.is_uppercase() && index > 0 && !snake.ends_with('_') {
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
            let name = name.replace('$', ".");
            match arguments.is_empty() {
                true => name,
                false => {
                    let inner: Vec<String> = arguments.iter().map(argument).collect();
                    format!("{name}<{}>", inner.join(", "))
                }
            }
        }
        Type::Array(element) => format!("{}[]", argument(element)),
        Type::Ordered => "Integer".to_owned(),
        Type::Any => "Object".to_owned(),
        Type::Primitive(name) => (*name).to_owned(),
    }
}
