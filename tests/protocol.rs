//! What is made of the declarations of messages: Java's half of the protocol, and the page that describes it.
//!
//! `FEX_WRITE=1 cargo test --test fex protocol::` writes these files; without it, the test fails where they are not as they
//! would be written.

mod java;
mod page;

use fex::worker::protocol::{Content, Declaration, Report, Request, Shape, Variant, Wire};
use std::fs;
use std::path::Path;

/// The declaration of something that has one.
fn declaration(shape: &Shape) -> Declaration {
    match shape {
        Shape::Named(declaration) => declaration(),
        other => panic!("{other:?} is not declared"),
    }
}

/// What is declared among the parts of something, each once, in the order in which it is met.
fn parts(of: &Declaration, found: &mut Vec<Declaration>) {
    let fields = match &of.content {
        Content::Fields(fields) => fields.iter().collect::<Vec<_>>(),
        Content::Variants(variants) => variants.iter().flat_map(|variant| &variant.fields).collect(),
    };
    for field in fields {
        let mut shapes = vec![&field.shape];
        while let Some(shape) = shapes.pop() {
            match shape {
                Shape::List(element) => shapes.push(element),
                Shape::Pair(first, second) => shapes.extend([&**second, &**first]),
                Shape::Named(declared) => {
                    let part = declared();
                    if !found.iter().any(|known| known.name == part.name) {
                        found.push(part.clone());
                        parts(&part, found);
                    }
                }
                _ => {}
            }
        }
    }
}

/// The variants of a declaration that has some.
fn variants(of: &Declaration) -> &[Variant] {
    match &of.content {
        Content::Variants(variants) => variants,
        Content::Fields(_) => &[],
    }
}

/// The values of a message: where it has one part that is declared under the same name, those of this part.
fn spread(variant: &Variant) -> Variant {
    if let [only] = variant.fields.as_slice()
        && let Shape::Named(declared) = only.shape
        && let Declaration { name, content: Content::Fields(fields), .. } = declared()
        && name == variant.name
        && java::home(name).is_none()
    {
        return Variant { fields, ..variant.clone() };
    }
    variant.clone()
}

#[test]
fn what_is_made_of_the_declarations_is_up_to_date() {
    let (requests, reports) = (declaration(&Request::shape()), declaration(&Report::shape()));
    for (path, text) in [
        ("jvm/agent/src/main/java/fex/agent/Request.java", java::requests(&requests)),
        ("jvm/agent/src/main/java/fex/agent/Report.java", java::reports(&reports)),
        ("jvm/protocol/messages.md", page::page(&requests, &reports)),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        if std::env::var_os("FEX_WRITE").is_some() {
            fs::write(&path, &text).expect("the file can be written");
        }
        let there = fs::read_to_string(&path).expect("the file can be read");
        assert!(there == text, "{} is not what the declarations say; `FEX_WRITE=1` writes it", path.display());
    }
}

/// Each byte says what comes, and each name is given once.
#[test]
fn no_two_messages_and_no_two_parts_are_called_the_same() {
    for of in [declaration(&Request::shape()), declaration(&Report::shape())] {
        let mut all = vec![of.clone()];
        parts(&of, &mut all);
        for one in &all {
            let variants = variants(one);
            for (index, variant) in variants.iter().enumerate() {
                let others = || variants[..index].iter();
                assert!(others().all(|other| other.number != variant.number), "{} {}", one.name, variant.number);
                assert!(others().all(|other| other.name != variant.name), "{} {}", one.name, variant.name);
            }
        }
    }
}
