"""Counts the structures that the specifications describe, independently of fex.

Nothing here knows relational logic. Three functions (array_heap, disjoint_sets, dag) build every candidate and keep the
valid ones, dag up to isomorphism; the others are closed formulas and recurrences over the definition of the structure,
in which objects have no names, so that structures are counted up to isomorphism. Run it to print the rows of counts.tsv: python3 tests/data/counts.py

With the argument `phrasings` it prints those of phrasings/counts.tsv.
"""
from functools import lru_cache
from itertools import combinations, permutations, product
from math import comb, factorial
import sys


@lru_cache(None)
def catalan(n):
    return comb(2 * n, n) // (n + 1)


def binary_tree_up_to(n):
    return sum(catalan(k) for k in range(n + 1))


def search_tree(n):
    return sum(comb(n, k) * catalan(k) for k in range(n + 1))


@lru_cache(None)
def red_black(black_height, red, size):
    """Subtrees of `size` nodes with the given black height; `red` tells whether the root may be red."""
    if size == 0:
        return 1 if black_height == 0 else 0
    splits = [(left, size - 1 - left) for left in range(size)]
    total = 0
    if black_height > 0:
        total += sum(red_black(black_height - 1, True, a) * red_black(black_height - 1, True, b) for a, b in splits)
    if red:
        total += sum(red_black(black_height, False, a) * red_black(black_height, False, b) for a, b in splits)
    return total


def red_black_shape(n):
    return sum(red_black(height, False, n) for height in range(n + 1))


def red_black_tree(n):
    return sum(comb(n, k) * red_black_shape(k) for k in range(n + 1))


def sorted_list(n):
    return comb(2 * n, n)


def binomial_heap(n):
    @lru_cache(None)
    def tree(degree, key):
        result = 1
        for child in range(degree):
            result *= sum(tree(child, other) for other in range(key, n))
        return result

    total = 0
    for size in range(n + 1):
        heaps = 1
        for degree in range(size.bit_length()):
            if size >> degree & 1:
                heaps *= sum(tree(degree, key) for key in range(n))
        total += heaps
    return total


def opaque_list(n):
    def partitions(rest, blocks):
        if rest == 0:
            return 1
        return blocks * partitions(rest - 1, blocks) + partitions(rest - 1, blocks + 1)

    return partitions(n, 0)


@lru_cache(None)
def avl(height, size):
    if height == 0:
        return 1 if size == 0 else 0
    pairs = [(height - 1, height - 1)] + ([(height - 1, height - 2), (height - 2, height - 1)] if height > 1 else [])
    return sum(avl(a, left) * avl(b, size - 1 - left) for a, b in pairs for left in range(size))


def avl_tree(n):
    return sum(comb(n, k) * sum(avl(height, k) for height in range(k + 1)) for k in range(n + 1))


def circular_list(n):
    return sum(n**k for k in range(n + 1))


def array_heap(n):
    def is_heap(array):
        return all(array[(i - 1) // 2] <= array[i] for i in range(1, len(array)))

    return sum(is_heap(array) for k in range(n + 1) for array in product(range(n), repeat=k))


def disjoint_sets(n):
    def acyclic(parents):
        for start in range(n):
            at, steps = start, 0
            while parents[at] is not None:
                at, steps = parents[at], steps + 1
                if steps > n:
                    return False
        return True

    return sum(acyclic(parents) for parents in product([None, *range(n)], repeat=n))


def hash_table(n):
    def chains(keys):
        return sum(comb(keys, k) * factorial(k) for k in range(keys + 1))

    return chains((n + 1) // 2) * chains(n // 2)


def dag(n):
    pairs = list(combinations(range(n), 2))
    seen = set()
    for edges in product([False, True], repeat=len(pairs)):
        graph = frozenset(pair for pair, has in zip(pairs, edges) if has)
        targets = {b for _, b in graph}
        # Every node but the first is the target of an edge: with edges upwards, that makes it reachable.
        if len(targets) == n - 1:
            seen.add(min(tuple(sorted((p[a], p[b]) for a, b in graph)) for p in permutations(range(n))))
    return len(seen)


def fibonacci_heap(n):
    """A ring of roots from its least one on, of trees whose children are a list; every node but a root may be marked."""
    @lru_cache(None)
    def forest(size, least, root):
        """Lists of trees with `size` nodes in all and keys of at least `least`."""
        if size == 0:
            return 1
        return sum(tree(first, least, root) * forest(size - first, least, root) for first in range(1, size + 1))

    @lru_cache(None)
    def tree(size, least, root):
        marks = 1 if root else 2
        return marks * sum(forest(size - 1, key, False) for key in range(least, n))

    def rooted_at(size, key):
        """Rings whose first tree has root `key` and whose other roots are not less."""
        return sum(forest(first - 1, key, False) * forest(size - first, key, True) for first in range(1, size + 1))

    return 1 + sum(rooted_at(size, key) for size in range(1, n + 1) for key in range(n))


def btree_node(n):
    """2-3 trees by depth: keys are distinct, so a shape with k keys takes any k of the n."""
    @lru_cache(None)
    def shapes(depth, nodes, keys):
        if nodes <= 0 or keys <= 0:
            return 0
        if depth == 0:
            return 1 if nodes == 1 and keys in (1, 2) else 0
        total = 0
        for children in (2, 3):
            total += split(depth - 1, children, nodes - 1, keys - children + 1)
        return total

    @lru_cache(None)
    def split(depth, children, nodes, keys):
        if children == 0:
            return 1 if nodes == 0 and keys == 0 else 0
        return sum(
            shapes(depth, a, b) * split(depth, children - 1, nodes - a, keys - b)
            for a in range(1, nodes + 1)
            for b in range(1, keys + 1)
        )

    return 1 + sum(
        comb(n, keys) * shapes(depth, nodes, keys)
        for depth in range(n)
        for nodes in range(1, n + 1)
        for keys in range(1, n + 1)
    )


def file_system(n):
    """Trees of directories whose entries are a list, each leading to a directory of its own or to none."""
    @lru_cache(None)
    def directory(directories, entries):
        """Directory trees with this many directories (the root included) and entries."""
        return chain(directories - 1, entries)

    @lru_cache(None)
    def chain(directories, entries):
        if directories < 0 or entries < 0:
            return 0
        total = 1 if directories == entries == 0 else 0
        if entries > 0:
            total += chain(directories, entries - 1)
            for inner in range(1, directories + 1):
                for below in range(entries):
                    total += directory(inner, below) * chain(directories - inner, entries - 1 - below)
        return total

    return sum(directory(d, e) for d in range(1, n + 1) for e in range(n + 1))


def play_list(n):
    # A song that has been on the list is one of those so far; a new one has no star or one.
    def sequences(rest, songs):
        if rest == 0:
            return 1
        return songs * sequences(rest - 1, songs) + 2 * sequences(rest - 1, songs + 1)

    return sum((length + 1) * sequences(length, 0) for length in range(n + 1))


def leftist_heap(n):
    """Trees whose keys do not fall downwards, with the rank of the left subtree at least that of the right one."""
    @lru_cache(None)
    def heaps(size, rank, least):
        """How many there are of `size` nodes with this rank whose keys are at least `least`."""
        if size == 0:
            return 1 if rank == 0 else 0
        return sum(
            heaps(left, larger, key) * heaps(size - 1 - left, rank - 1, key)
            for key in range(least, n)
            for left in range(size)
            for larger in range(max(rank - 1, 0), left + 1)
        )

    return sum(heaps(size, rank, 0) for size in range(n + 1) for rank in range(size + 1))


def skip_list(n):
    # A choice of the values, and for each of them whether it is on the level above.
    return sum(comb(n, k) * 2**k for k in range(n + 1))


def trie(n):
    """Binary tries: every leaf ends a word, and any other node may."""
    @lru_cache(None)
    def tries(size):
        if size <= 1:
            return 1
        return 2 * sum(tries(left) * tries(size - 1 - left) for left in range(size))

    return sum(tries(size) for size in range(n + 1))


ROWS = [
    ("search_tree", "searchTree", search_tree, range(1, 9), "sum of C(n,k) Catalan(k)"),
    ("red_black_tree", "redBlackTree", red_black_tree, range(1, 9), "sum of C(n,k) r(k), r as below"),
    ("red_black_shape", "shapes", red_black_shape, range(1, 10), "recurrence over black heights"),
    ("sorted_list", "sortedList", sorted_list, range(1, 8), "C(2n,n)"),
    ("binomial_heap", "binomialHeap", binomial_heap, range(1, 6), "product over the bits of the size"),
    ("binary_tree", "shapes", catalan, range(1, 10), "Catalan numbers"),
    ("binary_tree", "upTo", binary_tree_up_to, range(1, 7), "sum of Catalan(k), OEIS A014137"),
    ("opaque_list", "list", opaque_list, range(1, 8), "Bell numbers"),
    ("avl_tree", "avlTree", avl_tree, range(1, 7), "sum of C(n,k) A006265(k)"),
    ("circular_list", "circularList", circular_list, range(1, 6), "sum of n^k"),
    ("array_heap", "arrayHeap", array_heap, range(1, 6), "all arrays, filtered"),
    ("disjoint_sets", "disjointSets", disjoint_sets, range(1, 6), "all parent tables, filtered; (n+1)^(n-1)"),
    ("hash_table", "hashTable", hash_table, range(1, 7), "chains of even keys times chains of odd keys"),
    ("dag", "graph", dag, range(1, 6), "all upward edge sets, up to isomorphism"),
    ("fibonacci_heap", "fibonacciHeap", fibonacci_heap, range(1, 5), "recurrence over trees and rings"),
    ("btree_node", "bTree", btree_node, range(1, 6), "recurrence over depths"),
    ("file_system", "fileSystem", file_system, range(1, 6), "recurrence over directory trees"),
    ("play_list", "playList", play_list, range(1, 6), "sum of (k+1) T(k), Touchard polynomials at 2"),
]

# The structures of `phrasings`; those that ship have the counts of the shipped specification.
PHRASINGS = [
    ("array_heap", array_heap, range(1, 5), "all arrays, filtered"),
    ("avl_tree", avl_tree, range(1, 5), "sum of C(n,k) A006265(k)"),
    ("binomial_heap", binomial_heap, range(1, 5), "product over the bits of the size"),
    ("btree_node", btree_node, range(1, 6), "recurrence over depths"),
    ("circular_list", circular_list, range(1, 5), "sum of n^k"),
    ("dag", dag, range(1, 5), "all upward edge sets, up to isomorphism"),
    ("disjoint_sets", disjoint_sets, range(1, 5), "all parent tables, filtered; (n+1)^(n-1)"),
    ("fibonacci_heap", fibonacci_heap, range(1, 4), "recurrence over trees and rings"),
    ("hash_table", hash_table, range(1, 6), "chains of even keys times chains of odd keys"),
    ("leftist_heap", leftist_heap, range(1, 5), "recurrence over ranks"),
    ("red_black_sentinel", red_black_tree, range(1, 6), "those of red-black trees"),
    ("red_black_tree", red_black_tree, range(1, 6), "sum of C(n,k) r(k)"),
    ("search_tree", search_tree, range(1, 6), "sum of C(n,k) Catalan(k)"),
    ("skip_list", skip_list, range(1, 6), "sum of C(n,k) 2^k, which is 3^n"),
    ("sorted_list", sorted_list, range(1, 6), "C(2n,n)"),
    ("trie", trie, range(1, 6), "recurrence over sizes"),
]

if __name__ == "__main__":
    if sys.argv[1:] == ["phrasings"]:
        for structure, count, scopes, source in PHRASINGS:
            for scope in scopes:
                print(structure, scope, count(scope), source, sep="\t")
        sys.exit()
    for spec, label, count, scopes, source in ROWS:
        for scope in scopes:
            print(spec, label, scope, count(scope), source, sep="\t")
