//! Gates of a circuit: hash-consed conjunctions over complementable wires, made only by the factory.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// A wire: a node of the circuit, possibly complemented.
// Invariant: the node index is shifted left by one; the lowest bit is the complement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wire(u32);

impl Wire {
    /// The constant true.
    pub const TRUE: Wire = Wire(0);
    /// The constant false.
    pub const FALSE: Wire = Wire(1);

    /// The node, without the complement.
    pub fn node(self) -> Node {
        Node(self.0 >> 1)
    }

    /// Whether the wire carries the complement of its node.
    pub fn is_complement(self) -> bool {
        self.0 & 1 == 1
    }
}

impl std::ops::Not for Wire {
    type Output = Wire;

    fn not(self) -> Wire {
        Wire(self.0 ^ 1)
    }
}

/// A node of the circuit: an input or a conjunction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(u32);

impl Node {
    /// Its position; operands of a gate have smaller positions than the gate.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The wire that carries the node's value.
    pub fn wire(self) -> Wire {
        Wire(self.0 << 1)
    }
}

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gate<'c> {
    /// The constant true; only node 0.
    True,
    /// A free input.
    Input,
    /// The conjunction of at least two wires.
    And(&'c [Wire]),
}

/// A circuit under construction; equal gates are one node.
// Invariants: node 0 is the constant; `ends` has one entry per node; a conjunction's operands are sorted,
// distinct, pairwise not complementary, not constant and at least two; inputs have no operands.
#[derive(Debug, Clone)]
pub struct Circuit {
    ends: Vec<u32>,
    operands: Vec<Wire>,
    /// The conjunctions, found by their operands, which are kept once, in `operands`.
    conjunctions: HashTable<Conjunction>,
    scratch: Vec<Wire>,
}

/// A conjunction in the table of all. With its hash beside it, the table grows, and most others are told apart,
/// without a look at operands.
#[derive(Debug, Clone, Copy)]
struct Conjunction {
    node: Node,
    hash: u32,
}

impl Conjunction {
    /// The hash as the table wants it, which looks at the lowest bits and at the highest.
    fn spread(hash: u32) -> u64 {
        u64::from(hash) << 32 | u64::from(hash)
    }
}

impl Default for Circuit {
    fn default() -> Self {
        Circuit::new()
    }
}

impl Circuit {
    /// A circuit with the constant alone.
    pub fn new() -> Circuit {
        Circuit { ends: vec![0], operands: Vec::new(), conjunctions: HashTable::new(), scratch: Vec::new() }
    }

    /// The number of nodes, the constant included.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The number of operands that all nodes have together.
    pub fn wires(&self) -> usize {
        self.operands.len()
    }

    /// Whether only the constant exists.
    pub fn is_empty(&self) -> bool {
        self.ends.len() == 1
    }

    /// What a node is.
    pub fn gate(&self, node: Node) -> Gate<'_> {
        if node.index() == 0 {
            return Gate::True;
        }
        let operands = operands_of(&self.ends, &self.operands, node);
        if operands.is_empty() { Gate::Input } else { Gate::And(operands) }
    }

    /// A fresh input.
    pub fn input(&mut self) -> Wire {
        let node = Node(self.ends.len() as u32);
        self.ends.push(self.operands.len() as u32);
        node.wire()
    }

    /// The conjunction of two wires.
    pub fn and(&mut self, a: Wire, b: Wire) -> Wire {
        let (first, second) = if a < b { (a, b) } else { (b, a) };
        match first {
            Wire::TRUE => second,
            Wire::FALSE => Wire::FALSE,
            _ if first == second => first,
            _ if first == !second => Wire::FALSE,
            _ => self.node(&[first, second]).wire(),
        }
    }

    /// The disjunction of two wires.
    pub fn or(&mut self, a: Wire, b: Wire) -> Wire {
        !self.and(!a, !b)
    }

    /// The conjunction of any number of wires; true for none.
    pub fn and_all(&mut self, wires: impl IntoIterator<Item = Wire>) -> Wire {
        let mut operands = std::mem::take(&mut self.scratch);
        operands.clear();
        operands.extend(wires);
        let result = self.conjunction(&mut operands);
        self.scratch = operands;
        result
    }

    /// The disjunction of any number of wires; false for none.
    pub fn or_all(&mut self, wires: impl IntoIterator<Item = Wire>) -> Wire {
        !self.and_all(wires.into_iter().map(|wire| !wire))
    }

    /// `a implies b`.
    pub fn implies(&mut self, a: Wire, b: Wire) -> Wire {
        self.or(!a, b)
    }

    /// `a iff b`.
    pub fn iff(&mut self, a: Wire, b: Wire) -> Wire {
        let forth = self.implies(a, b);
        let back = self.implies(b, a);
        self.and(forth, back)
    }

    /// `c ? a : b`.
    pub fn choose(&mut self, c: Wire, a: Wire, b: Wire) -> Wire {
        if a == b {
            return a;
        }
        let yes = self.and(c, a);
        let no = self.and(!c, b);
        self.or(yes, no)
    }

    fn conjunction(&mut self, operands: &mut Vec<Wire>) -> Wire {
        operands.sort_unstable();
        operands.dedup();
        if operands.first() == Some(&Wire::TRUE) {
            operands.remove(0);
        }
        // A wire and its complement are neighbours after sorting, and so is the constant false the first.
        if operands.first() == Some(&Wire::FALSE) || operands.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Wire::FALSE;
        }
        match operands.as_slice() {
            [] => Wire::TRUE,
            [one] => *one,
            all => self.node(all).wire(),
        }
    }

    /// The node of a conjunction whose operands are as the invariant wants them.
    fn node(&mut self, operands: &[Wire]) -> Node {
        let Circuit { ends, operands: all, conjunctions, .. } = self;
        let hash = FxBuildHasher.hash_one(operands);
        let hash = (hash ^ hash >> 32) as u32;
        let same = |other: &Conjunction| other.hash == hash && operands_of(ends, all, other.node) == operands;
        if let Some(found) = conjunctions.find(Conjunction::spread(hash), same) {
            return found.node;
        }
        let node = Node(ends.len() as u32);
        all.extend_from_slice(operands);
        ends.push(all.len() as u32);
        conjunctions.insert_unique(Conjunction::spread(hash), Conjunction { node, hash }, |other| {
            Conjunction::spread(other.hash)
        });
        node
    }

    /// Evaluates every node under an assignment of the inputs; indexed by [`Node::index`].
    pub fn simulate(&self, input: impl Fn(Node) -> bool) -> Vec<bool> {
        let mut values = vec![true; self.len()];
        for index in 1..self.len() {
            let node = Node(index as u32);
            values[index] = match self.gate(node) {
                Gate::True => true,
                Gate::Input => input(node),
                Gate::And(operands) => operands.iter().all(|wire| values[wire.node().index()] != wire.is_complement()),
            };
        }
        values
    }
}

/// The operands of a node other than the constant.
fn operands_of<'c>(ends: &[u32], operands: &'c [Wire], node: Node) -> &'c [Wire] {
    &operands[ends[node.index() - 1] as usize..ends[node.index()] as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_conjunctions_are_one_node() {
        let mut circuit = Circuit::new();
        let (a, b) = (circuit.input(), circuit.input());
        let first = circuit.and(a, b);
        assert_eq!(first, circuit.and(b, a));
        assert_eq!(first, circuit.and_all([b, a, b, Wire::TRUE]));
    }

    #[test]
    fn a_wire_and_its_complement_are_false_together() {
        let mut circuit = Circuit::new();
        let (a, b) = (circuit.input(), circuit.input());
        assert_eq!(circuit.and_all([a, b, !a]), Wire::FALSE);
        assert_eq!(circuit.or_all([b, a, !b]), Wire::TRUE);
        assert_eq!(circuit.and_all([]), Wire::TRUE);
        assert_eq!(circuit.or_all([]), Wire::FALSE);
    }

    #[test]
    fn derived_connectives_have_their_truth_tables() {
        let mut circuit = Circuit::new();
        let (a, b, c) = (circuit.input(), circuit.input(), circuit.input());
        let iff = circuit.iff(a, b);
        let choose = circuit.choose(c, a, b);
        for bits in 0..8u32 {
            let value = |wire: Wire| bits >> (wire.node().index() - 1) & 1 == 1;
            let all = circuit.simulate(|node| value(node.wire()));
            let read = |wire: Wire| all[wire.node().index()] != wire.is_complement();
            assert_eq!(read(iff), value(a) == value(b));
            assert_eq!(read(choose), if value(c) { value(a) } else { value(b) });
        }
    }
}
