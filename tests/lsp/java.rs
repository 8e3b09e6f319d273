//! Java: classes and fields in annotations, and the way to their sources.

use super::editor::{Editor, address};
use super::range;
use crate::java::javac;
use serde_json::{Value, json};
use std::fs;

fn labels(items: &Value) -> Vec<&str> {
    items.as_array().expect("it is a list").iter().filter_map(|item| item["label"].as_str()).collect()
}

#[test]
fn classes_and_fields_of_the_project_are_proposed_and_found() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let module = folder.path().join("module");
    let (sources, classes) = (module.join("src/main/java/shop"), module.join("target/classes"));
    for made in [&sources, &classes] {
        fs::create_dir_all(made).expect("it can be made");
    }
    for project in [folder.path(), &module] {
        fs::write(project.join("pom.xml"), "<project/>").expect("it can be written");
    }
    let base = sources.join("Base.java");
    fs::write(&base, "package shop;\npublic class Base {\n  int size;\n}\n").expect("it can be written");
    let cart = sources.join("Cart.java");
    let text = "package shop;\n/** class Cart. */\npublic class Cart extends Base {\n  static int all;\n  static class Item { long price; }\n  Item first;\n}\n";
    fs::write(&cart, text).expect("it can be written");
    javac(&classes, &[], &[base.clone(), cart.clone()]);
    let spec = address(&module.join("cart.spec"));
    let mut editor = Editor::plain();
    let text = "@java(\"shop.Cart\")\none sig Cart {\n  @java(\"first\") head: lone Item,\n  size: Int\n}\n@java(\"shop.Cart$Item\")\nsig Item { @java(\"\") cost: Int }\n@java(\"";
    editor.open(&spec, text);
    let found = editor.at("completion", &spec, 0, 10);
    assert_eq!(labels(&found), ["shop.Base", "shop.Cart", "shop.Cart$Item"]);
    assert_eq!(found[0]["textEdit"]["range"], range(0, 7, 16), "all between the quotes");
    let found = editor.at("completion", &spec, 2, 10);
    assert_eq!(labels(&found), ["first", "size"], "and no static one; those of the superclass last");
    assert_eq!(found[0]["detail"], "shop.Cart$Item");
    let found = editor.at("completion", &spec, 6, 18);
    assert_eq!(labels(&found), ["price"], "of a name that is not begun");
    let found = editor.at("completion", &spec, 7, 7);
    assert_eq!(labels(&found), ["shop.Base", "shop.Cart", "shop.Cart$Item"], "in what is half written");
    let definition = |editor: &mut Editor, line, character| editor.at("definition", &spec, line, character);
    let at = |file, line, start, end| json!([{ "uri": address(file), "range": range(line, start, end) }]);
    assert_eq!(definition(&mut editor, 0, 10), at(&cart, 2, 13, 17), "the class, and not the comment");
    assert_eq!(definition(&mut editor, 5, 10), at(&cart, 4, 15, 19));
    assert_eq!(definition(&mut editor, 2, 10), at(&cart, 5, 7, 12));
    assert_eq!(editor.end(), Some(0));
}
