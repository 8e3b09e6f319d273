//! From a circuit to clauses: definitional translation with one variable per shared gate, in the polarities that occur.

use super::{Cnf, Lit, Var};
use crate::circuit::{Circuit, Gate, Node, Wire};

/// A CNF and the literals of a circuit's wires in it.
#[derive(Debug, Clone)]
pub struct Encoding {
    /// The clauses.
    pub cnf: Cnf,
    /// For each node the variable that stands for it; inputs first, in order of the circuit.
    variables: Vec<Option<Var>>,
}

impl Encoding {
    /// The literal of a wire that is an input or was named as a handle; `None` for constants and inner gates.
    pub fn literal(&self, wire: Wire) -> Option<Lit> {
        let literal = Lit::positive(self.variables[wire.node().index()]?);
        Some(if wire.is_complement() { !literal } else { literal })
    }
}

/// Which of a gate's two implications are needed.
#[derive(Debug, Clone, Copy, Default)]
struct Polarity {
    /// The gate's variable implies its operands.
    down: bool,
    /// The operands imply the gate's variable.
    up: bool,
}

/// Encodes a circuit (Plaisted and Greenbaum 1986): every wire of `asserted` holds in every model; the literal of a
/// wire of `handles` implies the wire. `inputs` get the first variables, in their order. A handle's literal
/// may be false although its wire is true, so instances are read from inputs.
pub fn encode(circuit: &Circuit, inputs: &[Wire], asserted: &[Wire], handles: &[Wire]) -> Encoding {
    let mut encoder = Encoder::new(circuit, inputs);
    let mut roots = Vec::new();
    encoder.flatten_roots(asserted, &mut roots);
    encoder.count_uses(&roots, handles);
    for root in &roots {
        encoder.assert(*root);
    }
    for handle in handles {
        encoder.require(*handle);
    }
    encoder.define_all();
    Encoding { cnf: encoder.cnf, variables: encoder.variables }
}

struct Encoder<'c> {
    circuit: &'c Circuit,
    cnf: Cnf,
    variables: Vec<Option<Var>>,
    uses: Vec<u32>,
    needed: Vec<Polarity>,
    waiting: Vec<Node>,
    /// Room for a clause and for operands of gates, kept from gate to gate.
    clause: Vec<Lit>,
    parts: Vec<Wire>,
    inner: Vec<Wire>,
    implied: Vec<Wire>,
    open: Vec<Wire>,
}

impl<'c> Encoder<'c> {
    fn new(circuit: &'c Circuit, inputs: &[Wire]) -> Self {
        let mut encoder = Encoder {
            circuit,
            // A gate has a clause for each operand, one for all, and few gates have both; what is not filled takes no memory.
            cnf: Cnf::with_capacity(circuit.wires() + circuit.len(), 3 * circuit.wires() + circuit.len()),
            variables: vec![None; circuit.len()],
            uses: vec![0; circuit.len()],
            needed: vec![Polarity::default(); circuit.len()],
            waiting: Vec::new(),
            clause: Vec::new(),
            parts: Vec::new(),
            inner: Vec::new(),
            implied: Vec::new(),
            open: Vec::new(),
        };
        for input in inputs {
            encoder.variable(input.node());
        }
        encoder
    }

    fn variable(&mut self, node: Node) -> Var {
        *self.variables[node.index()].get_or_insert_with(|| self.cnf.new_variable())
    }

    /// Asserted conjunctions are asserted operand by operand.
    fn flatten_roots(&self, asserted: &[Wire], roots: &mut Vec<Wire>) {
        let mut seen = vec![false; self.circuit.len() * 2];
        let mut stack: Vec<Wire> = asserted.iter().rev().copied().collect();
        while let Some(wire) = stack.pop() {
            let mark = wire.node().index() * 2 + usize::from(wire.is_complement());
            if std::mem::replace(&mut seen[mark], true) {
                continue;
            }
            match self.circuit.gate(wire.node()) {
                Gate::And(operands) if !wire.is_complement() => stack.extend(operands.iter().rev()),
                _ => roots.push(wire),
            }
        }
    }

    /// How often each gate is an operand of what is encoded.
    fn count_uses(&mut self, roots: &[Wire], handles: &[Wire]) {
        let mut visited = vec![false; self.circuit.len()];
        let mut stack: Vec<Node> = roots.iter().map(|wire| wire.node()).collect();
        for handle in handles {
            // A handle is referred to from outside, so its gate is never dissolved.
            self.uses[handle.node().index()] += 2;
            stack.push(handle.node());
        }
        while let Some(node) = stack.pop() {
            if std::mem::replace(&mut visited[node.index()], true) {
                continue;
            }
            if let Gate::And(operands) = self.circuit.gate(node) {
                for operand in operands {
                    self.uses[operand.node().index()] += 1;
                    stack.push(operand.node());
                }
            }
        }
    }

    /// A conjunction used once, not complemented, dissolves into the conjunction that uses it.
    fn dissolves(&self, wire: Wire) -> Option<&'c [Wire]> {
        match self.circuit.gate(wire.node()) {
            Gate::And(operands) if !wire.is_complement() && self.uses[wire.node().index()] <= 1 => Some(operands),
            _ => None,
        }
    }

    /// The operands of a conjunction, with those of the conjunctions among them that dissolve.
    fn operands(&mut self, operands: &[Wire], result: &mut Vec<Wire>) {
        let mut open = std::mem::take(&mut self.open);
        open.extend(operands.iter().rev());
        while let Some(operand) = open.pop() {
            match self.dissolves(operand) {
                Some(inner) => open.extend(inner.iter().rev()),
                None => result.push(operand),
            }
        }
        self.open = open;
    }

    /// The literal of a wire that is used where it may be true only if the wire is.
    fn require(&mut self, wire: Wire) -> Lit {
        let node = wire.node();
        let needed = &mut self.needed[node.index()];
        let side = if wire.is_complement() { &mut needed.up } else { &mut needed.down };
        if !std::mem::replace(side, true) && matches!(self.circuit.gate(node), Gate::And(_)) {
            self.waiting.push(node);
        }
        let literal = Lit::positive(self.variable(node));
        if wire.is_complement() { !literal } else { literal }
    }

    /// Adds clauses that make a wire true: a disjunction is one clause, with a conjunction among its parts spread
    /// over several where that needs no variable.
    fn assert(&mut self, wire: Wire) {
        match self.circuit.gate(wire.node()) {
            Gate::True => {
                if wire.is_complement() {
                    self.cnf.push_clause(&[]);
                }
            }
            Gate::And(operands) if wire.is_complement() => self.assert_disjunction(None, operands),
            _ => {
                let literal = self.require(wire);
                self.cnf.push_clause(&[literal]);
            }
        }
    }

    /// `premise` implies that one of the operands is false.
    fn assert_disjunction(&mut self, premise: Option<Lit>, operands: &[Wire]) {
        let mut parts = std::mem::take(&mut self.parts);
        let mut inner = std::mem::take(&mut self.inner);
        let mut clause = std::mem::take(&mut self.clause);
        parts.clear();
        inner.clear();
        clause.clear();
        self.operands(operands, &mut parts);
        // The complement of a complemented gate used once is a conjunction that needs no variable of its own,
        // if it is the only one: each of its operands makes a clause.
        let spread = parts.iter().position(|part| part.is_complement() && self.dissolves(!*part).is_some());
        if let Some(index) = spread {
            let gate = parts.remove(index);
            self.operands(self.dissolves(!gate).unwrap_or_default(), &mut inner);
        }
        clause.extend(premise);
        for part in &parts {
            clause.push(self.require(!*part));
        }
        if spread.is_none() {
            self.cnf.push_clause(&clause);
        }
        for operand in &inner {
            clause.push(self.require(*operand));
            self.cnf.push_clause(&clause);
            clause.pop();
        }
        (self.parts, self.inner, self.clause) = (parts, inner, clause);
    }

    fn define_all(&mut self) {
        let mut defined = vec![Polarity::default(); self.circuit.len()];
        while let Some(node) = self.waiting.pop() {
            let Gate::And(operands) = self.circuit.gate(node) else { continue };
            let needed = self.needed[node.index()];
            let literal = Lit::positive(self.variable(node));
            if needed.down && !std::mem::replace(&mut defined[node.index()].down, true) {
                let mut parts = std::mem::take(&mut self.implied);
                parts.clear();
                self.operands(operands, &mut parts);
                for part in &parts {
                    self.imply(literal, *part);
                }
                self.implied = parts;
            }
            if needed.up && !std::mem::replace(&mut defined[node.index()].up, true) {
                self.assert_disjunction(Some(literal), operands);
            }
        }
    }

    /// `premise` implies `wire`; a disjunction used once needs no variable of its own.
    fn imply(&mut self, premise: Lit, wire: Wire) {
        match self.circuit.gate(wire.node()) {
            Gate::And(operands) if wire.is_complement() && self.uses[wire.node().index()] <= 1 => {
                self.assert_disjunction(Some(!premise), operands);
            }
            _ => {
                let literal = self.require(wire);
                self.cnf.push_clause(&[!premise, literal]);
            }
        }
    }
}
