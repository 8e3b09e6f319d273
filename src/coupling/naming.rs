//! Methods, lines and branches as reports name them.

use super::branch::Branch;
use super::classes::Classes;
use super::condition::condition;
use crate::classfile::MethodRef;
use crate::report::{Member, MethodName, Place};

/// A method by its name and its parameters.
pub(super) fn member(method: &MethodRef) -> MethodName {
    MethodName { name: method.name.to_string(), descriptor: method.descriptor.to_string() }
}

/// A line of a method.
pub(super) fn place(classes: &Classes, method: &MethodRef, line: Option<u16>) -> Place {
    let source = classes.code(&method.owner).and_then(|class| class.source.clone());
    let member = Some(Member::Method(member(method)));
    Place { class: method.owner.clone(), member, source, lines: line.map(|line| (line, line)) }
}

/// A method by its class and its name: `Car.refuel`.
pub(super) fn title(method: &MethodRef) -> String {
    match &*method.name {
        "<init>" => format!("new {}", method.owner.simple()),
        name => format!("{}.{name}", method.owner.simple()),
    }
}

/// A branch by its line and its condition.
pub(super) fn worded(classes: &Classes, branch: &Branch) -> String {
    let (line, words) = condition(classes, branch);
    let method = title(&branch.method);
    match line {
        Some(line) => format!("{method}, line {line}: {words}"),
        None => format!("{method}: {words}"),
    }
}
