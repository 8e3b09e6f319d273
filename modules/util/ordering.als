module util/ordering[exactly elem]

/* A total order of a signature's atoms. The parameter is exact: the signature has as many atoms as its scope says, so
   that the order can be chosen before the search. Two openings for one signature give two orders. */

/** The order: its least element, and every element with the one right after it. */
private one sig Ord {
  First: set elem,
  Next: elem -> elem
} {
  pred/totalOrder[elem, First, Next]
}

/** The least element. */
fun first: one elem { Ord.First }

/** The greatest element, which nothing follows. */
fun last: one elem { elem - Ord.Next.elem }

/** Every element with the one right before it, and with the one right after it. */
fun prev: elem -> elem { ~(Ord.Next) }
fun next: elem -> elem { Ord.Next }

/** The elements before `e`, and those after it. */
fun prevs[e: elem]: set elem { (^(Ord.Next)).e }
fun nexts[e: elem]: set elem { e.^(Ord.Next) }

/** Comparisons. Of a set, each element must lie before (after) some element of the other. */
pred lt[e1, e2: elem] { no e1 - prevs[e2] }
pred gt[e1, e2: elem] { no e1 - nexts[e2] }
pred lte[e1, e2: elem] { lt[e1, e2] or e1 = e2 }
pred gte[e1, e2: elem] { gt[e1, e2] or e1 = e2 }

/** The greater and the smaller of two elements. */
fun larger[e1, e2: elem]: elem { lt[e1, e2] => e2 else e1 }
fun smaller[e1, e2: elem]: elem { lt[e1, e2] => e1 else e2 }

/** The greatest and the least of some elements; nothing where there are none. */
fun max[es: set elem]: lone elem { es - prevs[es] }
fun min[es: set elem]: lone elem { es - nexts[es] }

/** What makes an order total: a chain from the first to the last element that meets each of them once. */
assert correct {
  elem = first.*(Ord.Next)
  one first and one last
  no first.prev and no last.next
  all e: elem - last | one e.next
  all e: elem - first | one e.prev
  all disj a, b: elem | lt[a, b] iff not lt[b, a]
  all a, b, c: elem | lt[a, b] and lt[b, c] implies lt[a, c]
  no ^(Ord.Next) & iden
}

check correct for exactly 1 elem expect 0
check correct for exactly 4 elem expect 0
run {} for exactly 0 elem expect 0
run {} for exactly 3 elem expect 1
