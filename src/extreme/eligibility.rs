//! Which methods are not worth a transformation, and why.
//!
//! The rules are those of Descartes 1.3 (its `STOP_METHODS` feature), with generated code added.

use crate::classfile::{ClassCode, Constant, Invoke, InvokeKind, MethodCode, Operation};
use crate::session::matches;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Why a method is skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Skip {
    /// A rule holds.
    Rule(Rule),
    /// Every result that there is for it is the one that it gives, or is forbidden by an annotation.
    NoOtherResult,
}

impl Skip {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Skip::Rule(rule) => rule.name(),
            Skip::NoOtherResult => "no-other-result",
        }
    }
}

/// A rule by which methods are skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Rule {
    /// A pattern names it, or it or a class around it has an annotation `FexIgnore`.
    Ignored,
    /// The initialiser of a class.
    Initialiser,
    /// `values`, `valueOf` and what they need in an enum.
    Enum,
    /// No line of source declares it; bodies of lambdas are not meant.
    Synthetic,
    /// It or its class has an annotation `Generated`, or the compiler wrote it for a record or for a data class of Kotlin.
    Generated,
    /// It is an inline function of Kotlin: its callers run copies of its body.
    Inline,
    /// It or its class is deprecated.
    Deprecated,
    /// `toString()`
    ToString,
    /// `hashCode()`
    HashCode,
    /// It does nothing.
    Empty,
    /// It returns a constant.
    Constant,
    /// It returns an empty array.
    EmptyArray,
    /// It returns `this`.
    This,
    /// It returns a parameter.
    Parameter,
    /// It returns a field.
    Getter,
    /// It sets a field, and returns nothing or `this`.
    Setter,
    /// It passes its parameters on to one other method.
    Delegate,
}

impl Rule {
    /// All rules, in the order in which they are tried.
    pub const ALL: [Rule; 17] = [
        Rule::Ignored,
        Rule::Initialiser,
        Rule::Enum,
        Rule::Synthetic,
        Rule::Generated,
        Rule::Inline,
        Rule::Deprecated,
        Rule::ToString,
        Rule::HashCode,
        Rule::Empty,
        Rule::Constant,
        Rule::EmptyArray,
        Rule::This,
        Rule::Parameter,
        Rule::Getter,
        Rule::Setter,
        Rule::Delegate,
    ];

    /// Its name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Ignored => "ignored",
            Rule::Initialiser => "initialiser",
            Rule::Enum => "enum",
            Rule::Synthetic => "synthetic",
            Rule::Generated => "generated",
            Rule::Inline => "inline",
            Rule::Deprecated => "deprecated",
            Rule::ToString => "to-string",
            Rule::HashCode => "hash-code",
            Rule::Empty => "empty",
            Rule::Constant => "constant",
            Rule::EmptyArray => "empty-array",
            Rule::This => "this",
            Rule::Parameter => "parameter",
            Rule::Getter => "getter",
            Rule::Setter => "setter",
            Rule::Delegate => "delegate",
        }
    }

    /// Whether the rule holds for a method with a body.
    fn holds(self, class: &ClassCode, method: &MethodCode, body: &[&Operation]) -> bool {
        use Operation::{
            GetField, GetStatic, InvokeDynamic, Load, NewArray, Push, PutField, PutStatic, Return, ReturnValue,
        };
        let is = |name: &str, descriptor: &str| method.name == name && method.descriptor.as_str() == descriptor;
        let extends = |name: &str| class.superclass.as_ref().is_some_and(|class| class == name);
        match self {
            Rule::Ignored => false,
            Rule::Initialiser => method.name == "<clinit>",
            Rule::Enum => {
                let own = &class.name;
                extends("java/lang/Enum")
                    && method.is_static
                    && (is("values", &format!("()[L{own};"))
                        || is("$values", &format!("()[L{own};"))
                        || is("valueOf", &format!("(Ljava/lang/String;)L{own};")))
            }
            Rule::Synthetic => method.is_synthetic && !method.name.starts_with("lambda$"),
            Rule::Generated => {
                let marked = |annotations: &[String]| annotations.iter().any(|name| name == "Generated");
                let of_record = extends("java/lang/Record")
                    && is("equals", "(Ljava/lang/Object;)Z")
                    && matches!(body, [Load(0, _), Load(1, _), InvokeDynamic(_), ReturnValue]);
                // Kotlin's compiler gives no lines to what it writes.
                let of_kotlin = method.lines.is_none()
                    && class.annotations.iter().any(|name| name == "Metadata")
                    && class.methods.iter().any(|method| method.lines.is_some());
                marked(&class.annotations) || marked(&method.annotations) || of_record || of_kotlin
            }
            Rule::Inline => method.is_inline,
            Rule::Deprecated => class.is_deprecated || method.is_deprecated,
            Rule::ToString => is("toString", "()Ljava/lang/String;"),
            Rule::HashCode => is("hashCode", "()I"),
            Rule::Empty => matches!(body, [Return]),
            Rule::Constant => matches!(body, [Push(_), ReturnValue]),
            Rule::EmptyArray => matches!(body, [Push(Constant::Int(0)), NewArray(_, 1), ReturnValue]),
            Rule::This => !method.is_static && matches!(body, [Load(0, _), ReturnValue]),
            Rule::Parameter => matches!(body, [Load(slot, _), ReturnValue] if method.is_static || *slot > 0),
            Rule::Getter => matches!(body, [Load(..), GetField(_), ReturnValue] | [GetStatic(_), ReturnValue]),
            Rule::Setter => {
                let rest = match body {
                    [Load(..), Load(..), PutField(_), rest @ ..] | [Load(..), PutStatic(_), rest @ ..] => rest,
                    _ => return false,
                };
                matches!(rest, [Return] | [Load(0, _), ReturnValue])
            }
            Rule::Delegate => delegates(body),
        }
    }
}

/// Whether a body does nothing but call another method with parameters of its own.
fn delegates(body: &[&Operation]) -> bool {
    use Operation::{GetField, GetStatic, Load, Return, ReturnValue};
    let [before @ .., Operation::Invoke(call), Return | ReturnValue] = body else { return false };
    let loads = |all: &[&Operation]| all.iter().all(|one| matches!(one, Load(..)));
    match (call, before) {
        (Invoke { kind: InvokeKind::Static, .. }, parameters) => loads(parameters),
        (_, [GetStatic(_), parameters @ ..] | [Load(..), GetField(_), parameters @ ..]) => loads(parameters),
        (_, [Load(..), parameters @ ..]) => loads(parameters),
        _ => false,
    }
}

/// What its authors do not want judged.
#[derive(Debug, Clone, Default)]
pub struct Ignored {
    /// The internal names of the classes that have an annotation `FexIgnore`.
    classes: BTreeSet<String>,
    /// Patterns of binary names of classes, or of these with a method's name.
    patterns: Vec<String>,
}

impl Ignored {
    /// The simple name of the annotation, which may be in any package.
    pub const ANNOTATION: &'static str = "FexIgnore";

    /// What patterns name, and what is marked in some classes.
    pub fn new(classes: &[ClassCode], patterns: &[String]) -> Ignored {
        let marked = classes.iter().filter(|class| is_marked(&class.annotations)).map(|class| class.name.to_string());
        Ignored { classes: marked.collect(), patterns: patterns.to_vec() }
    }

    /// Whether a method is among it.
    pub fn holds(&self, class: &ClassCode, method: &MethodCode) -> bool {
        let inside = |outer: &String| {
            class
                .name
                .as_str()
                .strip_prefix(outer.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
        };
        let binary = class.name.to_binary();
        let full = format!("{binary}.{}", method.name);
        is_marked(&method.annotations)
            || self.classes.iter().any(inside)
            || self.patterns.iter().any(|pattern| matches(pattern, &binary) || matches(pattern, &full))
    }
}

fn is_marked(annotations: &[String]) -> bool {
    annotations.iter().any(|name| name == Ignored::ANNOTATION)
}

/// The first of the active rules that holds for a method; none if it is eligible.
pub fn skipped(class: &ClassCode, method: &MethodCode, active: &[Rule], ignored: &Ignored) -> Option<Rule> {
    let body = method.code.as_ref()?.shape();
    if active.contains(&Rule::Ignored) && ignored.holds(class, method) {
        return Some(Rule::Ignored);
    }
    Rule::ALL.into_iter().filter(|rule| active.contains(rule)).find(|rule| rule.holds(class, method, &body))
}
