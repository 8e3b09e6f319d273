module util/graph[node]

/* Shapes of directed graphs. The parameter is the set of all nodes, also of those without an edge; a graph is the
   relation of its edges. A node counts as reachable from itself. */

open util/relation as rel

/** Every edge has its reverse. */
pred undirected[r: node -> node] { symmetric[r] }

/** No edge ends where it starts. */
pred noSelfLoops[r: node -> node] { irreflexive[r] }

/** Any two nodes are joined by a path that may run against the edges. */
pred weaklyConnected[r: node -> node] { node -> node in *(r + ~r) }

/** Any two nodes are joined by a path along the edges, in both directions. */
pred stronglyConnected[r: node -> node] { node -> node in *r }

/** The root reaches every node. */
pred rootedAt[r: node -> node, root: node] { no node - root.*r }

/** The edges form one cycle through all nodes. */
pred ring[r: node -> node] {
  function[r, node]
  stronglyConnected[r]
}

/** No path returns to where it started. */
pred dag[r: node -> node] { acyclic[r, node] }

/** Without cycles, and no node has two parents. */
pred forest[r: node -> node] {
  dag[r]
  injective[r, node]
}

/** A forest of at most one tree. */
pred tree[r: node -> node] {
  forest[r]
  lone node - ran[r]
}

/** A forest that the given root spans. */
pred treeRootedAt[r: node -> node, root: node] {
  forest[r]
  rootedAt[r, root]
}

/** The nodes that no path from a node leads to. */
fun roots[r: node -> node]: set node { node - node.^r }

/** The nodes from which no path leads to a node. */
fun leaves[r: node -> node]: set node { node - (^r).node }

/** The nodes that are no leaves. */
fun innerNodes[r: node -> node]: set node { node & (^r).node }
