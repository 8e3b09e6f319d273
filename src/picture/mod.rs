//! Pictures of objects and what refers to what: boxes with text, and arrows with names between them.
//!
//! They are drawn in layers (Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system structures",
//! 1981): every box stands below those that refer to it, boxes and arrows are ordered so that few arrows cross, and each stands as near as
//! it can to what it is connected with. An arrow that passes layers has a place of its own in each of them, and so has its
//! name. Where it makes no difference to the number of crossings, things stand in the order in which they were added, so that
//! the left child of a tree is on the left.

mod crossings;
mod layers;
mod place;
mod svg;

pub use svg::ARROW_HEAD;

/// What is drawn.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Picture {
    nodes: Vec<Node>,
    arrows: Vec<Arrow>,
}

/// A box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// What is written in it; the first line is its title.
    pub lines: Vec<String>,
    /// The number of its colour, of which there are [`Picture::COLOURS`]; none for grey.
    pub colour: Option<usize>,
}

/// The number of a box, in the order in which boxes were added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeId(pub usize);

/// All that leads from one box to another.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Arrow {
    from: NodeId,
    to: NodeId,
    /// Names, each on a line.
    names: Vec<String>,
}

impl Picture {
    /// How many colours there are.
    pub const COLOURS: usize = 6;

    /// Adds a box.
    pub fn add(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId(self.nodes.len() - 1)
    }

    /// A box that was added.
    pub fn node_mut(&mut self, node: NodeId) -> &mut Node {
        &mut self.nodes[node.0]
    }

    /// Adds something that leads from one box to another, both of which are added at some time. What leads from a box to the
    /// same other one shares an arrow.
    pub fn connect(&mut self, from: NodeId, to: NodeId, name: String) {
        match self.arrows.iter_mut().find(|arrow| (arrow.from, arrow.to) == (from, to)) {
            Some(arrow) => arrow.names.push(name),
            None => self.arrows.push(Arrow { from, to, names: vec![name] }),
        }
    }
}
