//! Which branches always lead to a call site: definition 3.1.
//!
//! A branch counts if all ways from it to the end of what was called from outside the class pass the call site, while another branch of the
//! same instruction has a way that does not. Ways are those that can be gone: a call inside the class returns to where it came from, which
//! the plain graph of all methods would not know.

use super::branch::Branch;
use super::classes::Classes;
use super::graph::{ClassGraph, Edge, MethodNumber};
use petgraph::graph::NodeIndex;
use std::collections::BTreeSet;

/// The target branches of a call site, which ends a point.
pub(super) fn leading(classes: &Classes, graph: &ClassGraph, site: NodeIndex) -> BTreeSet<Branch> {
    let avoiding = Avoiding::of(graph, site);
    let reaching = reaching(graph, site);
    let mut found = BTreeSet::new();
    for (point, ways) in graph.decisions() {
        let avoids = |to: &NodeIndex| avoiding.from[to.index()];
        if !ways.iter().any(|(_, to)| avoids(to)) {
            continue;
        }
        let leading = ways.iter().filter(|(_, to)| !avoids(to) && reaching[to.index()]);
        found.extend(leading.filter_map(|(way, _)| graph.branch(classes, point, way)));
    }
    found
}

/// From where the end can be reached without a call site.
struct Avoiding<'g> {
    graph: &'g ClassGraph,
    site: NodeIndex,
    /// For each method whether its beginning leads to its return so, and to what it throws.
    passes: Vec<[bool; 2]>,
    /// For each method whether that leads on to the end so, after its return and after what it throws.
    ends: Vec<[bool; 2]>,
    /// For each point whether its beginning leads to the end so.
    from: Vec<bool>,
}

impl<'g> Avoiding<'g> {
    fn of(graph: &'g ClassGraph, site: NodeIndex) -> Avoiding<'g> {
        let (methods, points) = (graph.methods.len(), graph.graph.node_count());
        let mut avoiding = Avoiding {
            graph,
            site,
            passes: vec![[false; 2]; methods],
            ends: vec![[false; 2]; methods],
            from: vec![false; points],
        };
        avoiding.pass();
        avoiding.end();
        avoiding
    }

    /// Where control may go after a point without the call site: to the point after it, after a call inside the class only if that returns
    /// so, or throws so.
    fn steps(&self, point: NodeIndex) -> Vec<NodeIndex> {
        if point == self.site {
            return Vec::new();
        }
        let node = &self.graph.graph[point];
        let [returns, throws] = node.inner.map_or([true, true], |inner| self.passes[inner.0]);
        let mut steps = Vec::new();
        let mut is_caught = false;
        for (edge, to) in self.graph.after(point) {
            let is_thrown = *edge == Edge::Throws;
            is_caught |= is_thrown;
            if if is_thrown { throws } else { returns } {
                steps.push(to);
            }
        }
        if node.inner.is_some() && throws && !is_caught {
            steps.push(self.graph.methods[node.method.0].left);
        }
        steps
    }

    /// Finds out what calls inside the class pass, until nothing changes.
    fn pass(&mut self) {
        loop {
            let passes: Vec<[bool; 2]> = (0..self.graph.methods.len()).map(|number| self.passed(number)).collect();
            if passes == self.passes {
                return;
            }
            self.passes = passes;
        }
    }

    fn passed(&self, number: usize) -> [bool; 2] {
        let method = &self.graph.methods[number];
        let first = method.points.start;
        let mut seen = vec![false; method.points.len()];
        let mut open = vec![method.entry];
        // Steps stay within the method.
        while let Some(point) = open.pop() {
            if !std::mem::replace(&mut seen[point.index() - first], true) {
                open.extend(self.steps(point));
            }
        }
        [method.returned, method.left].map(|end| seen[end.index() - first])
    }

    /// Finds out from where the end is reached, until nothing changes.
    fn end(&mut self) {
        loop {
            let mut has_changed = false;
            for number in 0..self.graph.methods.len() {
                let ends = self.ended(MethodNumber(number));
                has_changed |= ends != self.ends[number];
                self.ends[number] = ends;
                let method = &self.graph.methods[number];
                for (place, ends) in [(method.returned, ends[0]), (method.left, ends[1])] {
                    has_changed |= self.from[place.index()] != ends;
                    self.from[place.index()] = ends;
                }
            }
            // Later points first: most edges lead onwards.
            for point in self.graph.graph.node_indices().rev() {
                if !self.from[point.index()] && self.steps(point).iter().any(|next| self.from[next.index()]) {
                    self.from[point.index()] = true;
                    has_changed = true;
                }
            }
            if !has_changed {
                return;
            }
        }
    }

    fn ended(&self, number: MethodNumber) -> [bool; 2] {
        let method = &self.graph.methods[number.0];
        if method.is_entry {
            return [true, true];
        }
        let mut ends = [false, false];
        for caller in &method.callers {
            let mut is_caught = false;
            for (edge, to) in self.graph.after(*caller) {
                let is_thrown = *edge == Edge::Throws;
                is_caught |= is_thrown;
                ends[usize::from(is_thrown)] |= self.from[to.index()];
            }
            if !is_caught {
                let left = self.graph.methods[self.graph.graph[*caller].method.0].left;
                ends[1] |= self.from[left.index()];
            }
        }
        ends
    }
}

/// From where a call site can be reached at all.
fn reaching(graph: &ClassGraph, site: NodeIndex) -> Vec<bool> {
    let mut reaching = vec![false; graph.graph.node_count()];
    reaching[site.index()] = true;
    loop {
        let mut has_changed = false;
        for point in graph.graph.node_indices().rev() {
            if reaching[point.index()] {
                continue;
            }
            let node = &graph.graph[point];
            let inner = node.inner.map(|inner| graph.methods[inner.0].entry);
            let method = &graph.methods[node.method.0];
            let is_end = point == method.returned || point == method.left;
            let callers = method.callers.iter().filter(|_| is_end);
            let returned = callers.flat_map(|caller| graph.after(*caller).map(|(_, to)| to));
            let mut next = graph.after(point).map(|(_, to)| to).chain(inner).chain(returned);
            if next.any(|to| reaching[to.index()]) {
                reaching[point.index()] = true;
                has_changed = true;
            }
        }
        if !has_changed {
            return reaching;
        }
    }
}
