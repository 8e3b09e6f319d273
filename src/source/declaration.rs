//! Where classes and fields are declared, in sources that need not be whole.

use std::ops::Range;
use tree_sitter::{Node, Parser};

/// The name of a class where it is declared, as a range of bytes: of `["Tree", "Node"]` that of `Node` inside `Tree`; or the name of one of
/// its fields.
pub fn declaration(text: &str, class: &[&str], field: Option<&str>) -> Option<Range<usize>> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_java::LANGUAGE.into()).ok()?;
    let tree = parser.parse(text, None)?;
    let mut around = tree.root_node();
    let mut found = None;
    for name in class {
        let whole = within(around, &|node| is_class(node) && named(node, text) == Some(name));
        (found, around) = match whole {
            Some(node) => (node.child_by_field_name("name"), node.child_by_field_name("body")?),
            None => begun(around, name, text)?,
        };
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
    let mut cursor = around.walk();
    let children: Vec<Node> = around.named_children(&mut cursor).collect();
    let here = children.iter().copied().find(|child| wanted(*child));
    // Only declarations, and what the grammar does not understand, have declarations in them.
    let leads_on = |node: &&Node| {
        matches!(
            node.kind(),
            "field_declaration" | "enum_body_declarations" | "ERROR" | "class_body" | "interface_body"
        )
    };
    here.or_else(|| children.iter().filter(leads_on).find_map(|child| within(*child, wanted)))
}

/// The name of a class whose end the grammar did not find, and the node that has its members: both stand in one that is an error.
fn begun<'t>(around: Node<'t>, name: &str, text: &str) -> Option<(Option<Node<'t>>, Node<'t>)> {
    let mut cursor = around.walk();
    let children: Vec<Node> = around.children(&mut cursor).collect();
    let is_begun = |pair: &&[Node]| {
        let keyword = ["class", "interface", "enum", "record", "@interface"].contains(&pair[0].kind());
        keyword && pair[1].kind() == "identifier" && text.get(pair[1].byte_range()) == Some(name)
    };
    let here = children.windows(2).find(is_begun).filter(|_| around.is_error()).map(|pair| (Some(pair[1]), around));
    here.or_else(|| children.iter().filter(|child| child.is_error()).find_map(|child| begun(*child, name, text)))
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
