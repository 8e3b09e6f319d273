//! Graphs in the language of Graphviz.

use std::fmt::{self, Display, Write};

/// A directed graph of boxes with labels and arrows with labels, as text.
#[derive(Debug, Clone)]
pub struct Digraph {
    text: String,
}

/// A text in quotes, with escapes.
#[derive(Debug, Clone, Copy)]
pub struct Quoted<'t>(pub &'t str);

impl Display for Quoted<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        write!(out, "\"{text}\"")
    }
}

// Writing to a string cannot fail.
impl Digraph {
    /// A graph without boxes. Names, here and below, are plain identifiers or quoted.
    pub fn new(name: impl Display) -> Digraph {
        Digraph { text: format!("digraph {name} {{\n  node [shape=box, fontname=\"sans-serif\"];\n") }
    }

    /// Adds a box.
    pub fn node(&mut self, name: impl Display, label: &str) {
        let _ = writeln!(self.text, "  {name} [label={}];", Quoted(label));
    }

    /// Adds an arrow.
    pub fn arrow(&mut self, from: impl Display, to: impl Display, label: &str) {
        let _ = writeln!(self.text, "  {from} -> {to} [label={}];", Quoted(label));
    }

    /// The text of the whole graph.
    pub fn finish(mut self) -> String {
        self.text.push_str("}\n");
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::{Digraph, Quoted};

    /// What the language gives a meaning to: quotes end a text, a backslash starts an escape, and a line has an end.
    #[test]
    fn quotes_backslashes_and_line_ends_are_escaped() {
        let mut graph = Digraph::new("g");
        graph.node(Quoted("a\"b"), "one\ntwo");
        graph.arrow(Quoted("a\"b"), "n0", "\\");
        let lines = "  \"a\\\"b\" [label=\"one\\ntwo\"];\n  \"a\\\"b\" -> n0 [label=\"\\\\\"];\n}\n";
        assert!(graph.finish().ends_with(lines));
    }
}
