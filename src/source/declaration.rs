//! Where classes and fields are declared, in sources that need not be whole.

use super::file::tree;
use std::ops::Range;
use tree_sitter::Node;

/// The name of a class where it is declared, as a range of bytes: of `["Tree", "Node"]` that of `Node` inside `Tree`; or the name of one of
/// its fields.
pub fn declaration(text: &str, class: &[&str], field: Option<&str>) -> Option<Range<usize>> {
    let tree = tree(text)?;
    let mut around = tree.root_node();
    let mut found = None;
    for name in class {
        let whole = within(around, &|node| is_class(node) && named(node, text) == Some(name));
        let (declared, body) = match whole {
            Some(node) => (node.child_by_field_name("name")?, node.child_by_field_name("body")?),
            None => begun(around, name, text)?,
        };
        (found, around) = (Some(declared), body);
    }
    let name = match field {
        None => found?,
        Some(field) => {
            let is_it = |node: Node| {
                let is_field = node.parent().is_some_and(|parent| parent.kind() == "field_declaration");
                node.kind() == "variable_declarator" && is_field && named(node, text) == Some(field)
            };
            within(around, &is_it)?.child_by_field_name("name")?
        }
    };
    Some(name.byte_range())
}

/// The first node that is wanted, not inside a class further in.
fn within<'t>(around: Node<'t>, wanted: &dyn Fn(Node<'t>) -> bool) -> Option<Node<'t>> {
    first(&children(around), wanted)
}

fn first<'t>(among: &[Node<'t>], wanted: &dyn Fn(Node<'t>) -> bool) -> Option<Node<'t>> {
    // Only declarations, and what the grammar does not understand, have declarations in them.
    let leads_on = |node: &Node| {
        matches!(
            node.kind(),
            "field_declaration" | "enum_body_declarations" | "ERROR" | "class_body" | "interface_body"
        )
    };
    let here = among.iter().copied().find(|child| wanted(*child));
    here.or_else(|| {
        among.iter().filter(|child| leads_on(child)).find_map(|child| {
            let inside = children(*child);
            // What follows where a class begins is in that class.
            let end = inside.windows(2).position(begins).unwrap_or(inside.len());
            first(&inside[..end], wanted)
        })
    })
}

/// The name of a class whose end the grammar did not find, and the node that has its members: both stand in one that is an error.
fn begun<'t>(around: Node<'t>, name: &str, text: &str) -> Option<(Node<'t>, Node<'t>)> {
    let inside = children(around);
    let is_it = |pair: &&[Node]| begins(pair) && text.get(pair[1].byte_range()) == Some(name);
    let here = inside.windows(2).find(is_it).filter(|_| around.is_error()).map(|pair| (pair[1], around));
    here.or_else(|| inside.iter().filter(|child| child.is_error()).find_map(|child| begun(*child, name, text)))
}

/// Whether two nodes begin a class, of which a whole one is a single node.
fn begins(pair: &[Node]) -> bool {
    let is_keyword = ["class", "interface", "enum", "record", "@interface"].contains(&pair[0].kind());
    is_keyword && pair[1].kind() == "identifier"
}

fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).collect()
}

fn is_class(node: Node) -> bool {
    let kinds = [
        "class_declaration",
        "interface_declaration",
        "enum_declaration",
        "record_declaration",
        "annotation_type_declaration",
    ];
    kinds.contains(&node.kind())
}

fn named<'t>(node: Node, text: &'t str) -> Option<&'t str> {
    text.get(node.child_by_field_name("name")?.byte_range())
}

#[cfg(test)]
mod tests {
    use super::declaration;

    const TEXT: &str = "package p;\n/** A class Tree has class Node. */\nclass Tree {\n  class Node { int key, left[]; }\n  Node root;\n  void key() { int root = 1; }\n  class ";

    #[test]
    fn classes_and_fields_are_found_by_name_in_what_is_half_written() {
        let found = |class: &[&str], field| declaration(TEXT, class, field).map(|range| range.start);
        assert_eq!(found(&["Tree"], None), TEXT.find("Tree {"), "not in the comment");
        assert_eq!(found(&["Tree", "Node"], None), TEXT.find("Node { int"));
        assert_eq!(found(&["Tree", "Node"], Some("left")), TEXT.find("left[]"));
        assert_eq!(found(&["Tree"], Some("root")), TEXT.find("root;"), "not the variable");
        assert_eq!(found(&["Tree"], Some("key")), None, "it is a field of the node");
        assert_eq!(found(&["Node"], None), None);
    }
}
