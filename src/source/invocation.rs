//! Where a file calls methods and makes objects, and with what.

use super::file::{JavaFile, children};
use std::ops::Range;
use tree_sitter::Node;

/// A call of a method, or a new object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invocation {
    /// The name of the method; `<init>` of a new object.
    pub name: String,
    /// What stands before the name: an object, or a class, as the source has it; of a new object its class without type arguments. Empty if
    /// that is not said.
    pub of: String,
    /// The bytes of all of it.
    pub range: Range<usize>,
    /// The bytes of the class of a new object, without type arguments, or of the name of the method.
    pub named: Range<usize>,
    /// The bytes of its arguments, in order.
    pub arguments: Vec<Range<usize>>,
    /// The byte of the parenthesis that closes its arguments.
    pub end: usize,
    /// The line in which it is named, from 1 on.
    pub line: usize,
}

impl JavaFile {
    /// All calls and new objects, in the order in which they begin, the outer ones first.
    pub fn invocations(&self) -> Vec<Invocation> {
        let (mut found, mut open) = (Vec::new(), vec![self.tree.root_node()]);
        while let Some(node) = open.pop() {
            open.extend(children(node).into_iter().rev());
            found.extend(self.invocation(node));
        }
        found
    }

    fn invocation(&self, node: Node<'_>) -> Option<Invocation> {
        let text = |node: Node<'_>| self.text.get(node.byte_range()).unwrap_or_default().to_owned();
        let (name, of, named) = match node.kind() {
            "method_invocation" => {
                let name = node.child_by_field_name("name")?;
                (text(name), node.child_by_field_name("object").map(text).unwrap_or_default(), name)
            }
            "object_creation_expression" => {
                let of = node.child_by_field_name("type")?;
                let raw = if of.kind() == "generic_type" { children(of).into_iter().next()? } else { of };
                ("<init>".to_owned(), text(raw), raw)
            }
            _ => return None,
        };
        let list = node.child_by_field_name("arguments")?;
        let arguments = children(list).into_iter().filter(|one| !one.kind().ends_with("_comment"));
        Some(Invocation {
            name,
            of,
            range: node.byte_range(),
            named: named.byte_range(),
            arguments: arguments.map(|one| one.byte_range()).collect(),
            end: list.end_byte() - 1,
            line: named.start_position().row + 1,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::JavaFile;

    const TEXT: &str =
        "class A {\n  int a = m(1, b.c());\n  Object d =\n      new java.util.HashMap<String, A>(7);\n}\n";

    #[test]
    fn calls_and_new_objects_are_found_with_their_arguments() {
        let file = JavaFile::parse(TEXT.to_owned()).expect("it is Java");
        let all = file.invocations();
        let told: Vec<(&str, &str, usize, Vec<&str>)> = all
            .iter()
            .map(|one| {
                let arguments = one.arguments.iter().map(|range| &TEXT[range.clone()]).collect();
                (one.of.as_str(), one.name.as_str(), one.line, arguments)
            })
            .collect();
        assert_eq!(
            told,
            [("", "m", 2, vec!["1", "b.c()"]), ("b", "c", 2, vec![]), ("java.util.HashMap", "<init>", 4, vec!["7"])]
        );
        assert!(all.iter().all(|one| &TEXT[one.end..=one.end] == ")"));
        assert_eq!(&TEXT[all[2].named.clone()], "java.util.HashMap", "without what it is of");
    }
}
