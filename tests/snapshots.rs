//! What fex writes for one small specification, as a reviewer would see it.
//!
//! `INSTA_UPDATE=always cargo test snapshots` writes the snapshots anew; read the difference before committing it.

use crate::fixture::{TREE, file, files};
use fex::fixture::{Format, Options};

/// The files of all search trees of at most two nodes with keys 0 and 1. There are five: the empty one, two of one node,
/// and for two nodes the root has the smaller or the greater key.
fn written(format: Format) -> Vec<fex::fixture::OutputFile> {
    files(&TREE.replace("for 3", "for 2"), &Options { format, ..Options::default() })
}

/// What is shown must be these trees: a picture has a key per node, smaller ones to the left, and the statements
/// below it build the same tree. That they do is run in `fixture`.
#[test]
fn structures_in_java() {
    insta::assert_snapshot!(file(&written(Format::Junit5), "TreeStructures.java"));
}

/// The specification clause by clause: a cycle, a shared node, then the order of the keys. It is run in `fixture`.
#[test]
fn the_invariant_in_java() {
    insta::assert_snapshot!(file(&written(Format::Junit5), "TreeInvariant.java"));
}

/// One test for all structures and one for `least`, which has no arguments and must throw for the empty tree alone.
#[test]
fn tests_in_java() {
    insta::assert_snapshot!(file(&written(Format::Junit5), "TreeTest.java"));
}

/// Five instances whose objects refer to each other by names of objects of the same instance.
#[test]
fn structures_in_json() {
    insta::assert_snapshot!(written(Format::Json)[0].text);
}

/// The first of the trees: a box for the tree object and one per node, an arrow per reference that is not `null`.
#[test]
fn a_picture_for_graphviz() {
    insta::assert_snapshot!(written(Format::Dot)[0].text);
}

/// The same tree; every box lies below the one that refers to it, and inside the view box.
#[test]
fn a_picture() {
    insta::assert_snapshot!(written(Format::Svg)[0].text);
}
