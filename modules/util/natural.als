module util/natural

/* The natural numbers below the scope of `Natural`: atoms in a row, so that they need no bits and no overflow. Where a
   result is not among them, it is the empty set.

   A number's value is how many numbers come before it. */

private open util/ordering[Natural] as ord
private open util/integer as integer

/** The numbers 0, 1, 2 and so on, as many as the scope allows. */
sig Natural {}

/** The number 0. */
one sig Zero in Natural {}

/** The number 1. Where 0 is the only number, nothing says whether this set is empty. */
lone sig One in Natural {}

fact {
  Zero = ord/first
  Zero.(ord/next) in One
}

/** The next number and the one before. */
fun inc[n: Natural]: lone Natural { n.(ord/next) }
fun dec[n: Natural]: lone Natural { n.(ord/prev) }

/** The sum. */
fun add[n1, n2: Natural]: lone Natural {
  { n: Natural | #ord/prevs[n] = integer/plus[#ord/prevs[n1], #ord/prevs[n2]] }
}

/** The difference: what must be added to `n2` to make `n1`. */
fun sub[n1, n2: Natural]: lone Natural {
  { n: Natural | #ord/prevs[n1] = integer/plus[#ord/prevs[n], #ord/prevs[n2]] }
}

/** The product, counted as pairs. */
fun mul[n1, n2: Natural]: lone Natural {
  { n: Natural | #ord/prevs[n] = #ord/prevs[n1] -> ord/prevs[n2] }
}

/** The exact quotient: what `n2` must be multiplied with to make `n1`. Zero by zero is every number. */
fun div[n1, n2: Natural]: lone Natural {
  { n: Natural | #ord/prevs[n1] = #ord/prevs[n] -> ord/prevs[n2] }
}

/** Comparisons. */
pred gt[n1, n2: Natural] { ord/gt[n1, n2] }
pred lt[n1, n2: Natural] { ord/lt[n1, n2] }
pred gte[n1, n2: Natural] { ord/gte[n1, n2] }
pred lte[n1, n2: Natural] { ord/lte[n1, n2] }

/** The greatest and the least of some numbers; nothing where there are none. */
fun max[ns: set Natural]: lone Natural { ord/max[ns] }
fun min[ns: set Natural]: lone Natural { ord/min[ns] }
