//! Where a field of a class is declared, and where its value is read.

use super::file::{JavaFile, children};
use super::model::Class;
use std::ops::Range;
use tree_sitter::Node;

/// A field in the source of its class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The bytes of its type, behind its annotations and keywords.
    pub ty: Range<usize>,
    /// The bytes of its name where it is declared.
    pub name: Range<usize>,
    /// Whether it is declared with a value.
    pub has_value: bool,
    /// Whether its declaration declares no other field.
    pub is_alone: bool,
    /// Whether it is `final`.
    pub is_final: bool,
    /// Where the code of the class reads it by its simple name, or behind `this`; a variable of the same name counts, too.
    pub reads: Vec<Range<usize>>,
    /// The declarations of all fields of the class.
    pub declarations: Vec<Range<usize>>,
}

impl JavaFile {
    /// A field of a class of the file.
    pub fn field(&self, class: &Class, name: &str) -> Option<Field> {
        let body = self.tree.root_node().descendant_for_byte_range(class.body.start, class.body.end)?;
        let members = children(body).into_iter().filter(|member| member.kind() == "field_declaration");
        let mut found = None;
        let mut declarations = Vec::new();
        for member in members {
            declarations.push(member.byte_range());
            let mut cursor = member.walk();
            let declarators: Vec<Node<'_>> = member.children_by_field_name("declarator", &mut cursor).collect();
            let named = |one: &&Node<'_>| one.child_by_field_name("name").is_some_and(|node| self.says(node, name));
            let Some(declarator) = declarators.iter().find(named) else { continue };
            let modifiers = children(member).into_iter().find(|child| child.kind() == "modifiers");
            let is_final = modifiers.is_some_and(|modifiers| {
                let mut cursor = modifiers.walk();
                modifiers.children(&mut cursor).any(|child| child.kind() == "final")
            });
            found = Some(Field {
                ty: member.child_by_field_name("type")?.byte_range(),
                name: declarator.child_by_field_name("name")?.byte_range(),
                has_value: declarator.child_by_field_name("value").is_some(),
                is_alone: declarators.len() == 1,
                is_final,
                reads: Vec::new(),
                declarations: Vec::new(),
            });
        }
        let reads = self.reads(body, name);
        found.map(|field| Field { reads, declarations, ..field })
    }

    fn says(&self, node: Node<'_>, name: &str) -> bool {
        self.text.get(node.byte_range()) == Some(name)
    }

    fn reads(&self, body: Node<'_>, name: &str) -> Vec<Range<usize>> {
        let (mut reads, mut open) = (Vec::new(), vec![body]);
        while let Some(node) = open.pop() {
            open.extend(children(node));
            if node.kind() == "identifier" && self.says(node, name) {
                reads.extend(self.read(node));
            }
        }
        reads.sort_by_key(|range| range.start);
        reads
    }

    /// What is read where a name stands, if it is the value of a variable or of a field of `this`.
    fn read(&self, name: Node<'_>) -> Option<Range<usize>> {
        let mut read = name;
        let mut around = name.parent()?;
        if around.kind() == "field_access" && around.child_by_field_name("field") == Some(name) {
            around.child_by_field_name("object").filter(|object| object.kind() == "this")?;
            read = around;
            around = around.parent()?;
        }
        let is_part = |field: &str| around.child_by_field_name(field) == Some(read);
        let is_other = match around.kind() {
            "assignment_expression" => is_part("left"),
            "method_invocation" | "variable_declarator" | "formal_parameter" | "method_declaration" => is_part("name"),
            "update_expression" | "method_reference" | "labeled_statement" | "inferred_parameters" => true,
            "lambda_expression" => is_part("parameters"),
            "element_value_pair" => is_part("key"),
            _ => false,
        };
        (!is_other).then(|| read.byte_range())
    }
}

#[cfg(test)]
mod tests {
    use super::super::JavaFile;

    const TEXT: &str = "class A {\n  int a = 1, b;\n  final String c;\n  int d = a + b;\n  void m(int a) {\n    b = 2;\n    use(this.b, b(), x.b, a);\n    b++;\n  }\n}\n";

    #[test]
    fn fields_are_found_with_what_reads_them() {
        let file = JavaFile::parse(TEXT.to_owned()).expect("it is Java");
        let field = |name: &str| file.field(&file.classes[0], name).expect("it is declared");
        let b = field("b");
        let reads: Vec<&str> = b.reads.iter().map(|range| &TEXT[range.clone()]).collect();
        assert_eq!(reads, ["b", "this.b"], "not what is written, called, or of another object");
        assert_eq!((b.has_value, b.is_alone, b.is_final), (false, false, false));
        assert_eq!((field("a").has_value, field("c").is_final, field("d").is_alone), (true, true, true));
        assert_eq!(&TEXT[field("c").ty], "String");
        assert_eq!(file.field(&file.classes[0], "e"), None);
    }
}
