//! The page that describes the messages.

use super::{parts, spread, variants};
use fex::worker::protocol::{Content, Declaration, Field, LONGEST, Shape, VERSION};
use std::fmt::Write;

/// The page.
pub fn page(requests: &Declaration, reports: &Declaration) -> String {
    let mut text = format!(
        "# The worker protocol, version {VERSION}\n\n\
         This page is made of the declarations in `src/worker/protocol` by `tests/protocol.rs`.\n\n\
         A frame is its length (four bytes, which count the type and what follows; at most {} MiB), one byte for the type, and \
         the values, one after the other. Numbers are big-endian: `int` has four bytes, `long` eight, `float` and `double` those of \
         IEEE 754; `int?` is -1 where there is none. `bool` is one byte. `text` is its length in bytes and UTF-8. `list of` is the \
         number of elements and these. What is one of several things begins with the byte that says which. A frame that is longer \
         or shorter than its content is refused.\n",
        LONGEST >> 20
    );
    for (title, of) in [("What fex asks", requests), ("What a worker reports", reports)] {
        let _ = write!(text, "\n## {title}\n");
        for variant in variants(of).iter().map(spread) {
            let _ = write!(text, "\n### {:02x} {}\n\n{}\n", variant.number, variant.name, prose(variant.docs));
            table(&mut text, &variant.fields);
        }
    }
    text.push_str("\n## What they consist of\n");
    let mut all = Vec::new();
    let mut shown: Vec<&str> = Vec::new();
    for of in [requests, reports] {
        let plain: Vec<&str> = variants(of).iter().map(|variant| variant.name).collect();
        let mut found = Vec::new();
        parts(of, &mut found);
        // What a message consists of alone was shown with it.
        all.extend(
            found.into_iter().filter(|part| !plain.contains(&part.name) || super::java::home(part.name).is_some()),
        );
    }
    for part in &all {
        if shown.contains(&part.name) {
            continue;
        }
        shown.push(part.name);
        let _ = write!(text, "\n### {}\n\n{}\n", part.name, prose(part.docs));
        match &part.content {
            Content::Fields(fields) => table(&mut text, fields),
            Content::Variants(variants) => {
                text.push_str("\n| byte | what | values |\n| --- | --- | --- |\n");
                for variant in variants {
                    let of = |field: &Field| format!("{} ({})", words(field.name), shape(&field.shape));
                    let values: Vec<String> = variant.fields.iter().map(of).collect();
                    let (number, docs) = (variant.number, prose(variant.docs));
                    let _ = writeln!(text, "| {number} | {}: {docs} | {} |", variant.name, values.join(", "));
                }
            }
        }
    }
    text
}

fn table(text: &mut String, fields: &[Field]) {
    if fields.is_empty() {
        return;
    }
    text.push_str("\n| value | type | what it is |\n| --- | --- | --- |\n");
    for field in fields {
        let _ = writeln!(text, "| {} | {} | {} |", words(field.name), shape(&field.shape), prose(field.docs));
    }
}

/// What a value looks like, in words.
fn shape(of: &Shape) -> String {
    match of {
        Shape::Bool => "bool".to_owned(),
        Shape::Int => "int".to_owned(),
        Shape::Long => "long".to_owned(),
        Shape::Float => "float".to_owned(),
        Shape::Double => "double".to_owned(),
        Shape::Text => "text".to_owned(),
        Shape::Optional => "int?".to_owned(),
        Shape::List(element) => format!("list of {}", shape(element)),
        Shape::Pair(first, second) => format!("{}, {}", shape(first), shape(second)),
        Shape::Named(declared) => declared().name.to_owned(),
    }
}

fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// Lines of documentation as one.
fn prose(docs: &[&str]) -> String {
    docs.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
}
