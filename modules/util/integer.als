module util/integer

/* Arithmetic on the integers of the bit width. A sum or product beyond it wraps around, as in two's complement,
   unless the solver is told to leave such cases out.

   A set of integers where one integer is meant counts as its sum; `max`, `min`, `prevs`, `nexts` take real sets. */

/** The sum, under two names. */
fun add[n1, n2: Int]: Int { n1 fun/add n2 }
fun plus[n1, n2: Int]: Int { n1 fun/add n2 }

/** The difference, under two names. */
fun sub[n1, n2: Int]: Int { n1 fun/sub n2 }
fun minus[n1, n2: Int]: Int { n1 fun/sub n2 }

/** The product. */
fun mul[n1, n2: Int]: Int { n1 fun/mul n2 }

/** The quotient, rounded towards zero. By zero: 0 for 0, 1 for a negative dividend, -1 for a positive one. The least
    integer divided by -1 stays what it is. */
fun div[n1, n2: Int]: Int { n1 fun/div n2 }

/** What the quotient leaves: `n1` less the product of quotient and divisor. */
fun rem[n1, n2: Int]: Int { n1 fun/rem n2 }

/** The integer with the opposite sign. */
fun negate[n: Int]: Int { sub[0, n] }

/** Comparisons of two values. */
pred eq[n1, n2: Int] { int[n1] = int[n2] }
pred gt[n1, n2: Int] { n2 < n1 }
pred lt[n1, n2: Int] { n2 > n1 }
pred gte[n1, n2: Int] { n2 <= n1 }
pred lte[n1, n2: Int] { n2 >= n1 }

/** Comparisons with zero. */
pred zero[n: Int] { n = 0 }
pred pos[n: Int] { 0 < n }
pred neg[n: Int] { 0 > n }
pred nonpos[n: Int] { 0 >= n }
pred nonneg[n: Int] { 0 <= n }

/** -1, 0 or 1, as the integer is negative, zero or positive. */
fun signum[n: Int]: Int { n < 0 => negate[1] else (n > 0 => 1 else 0) }

/** The element of `s` that `i` elements come before, where `next` orders them one after the other. */
fun int2elem[i: Int, next: univ -> univ, s: set univ]: lone s { { e: s | int[i] = #(^next).e } }

/** How many elements come before `e`, where `next` orders them one after the other. */
fun elem2int[e: univ, next: univ -> univ]: lone Int { Int[#(^next).e] }

/** The greatest and the least integer of the bit width. */
fun max: one Int { fun/max }
fun min: one Int { fun/min }

/** Every integer with the one above it, and with the one below it. */
fun next: Int -> Int { fun/next }
fun prev: Int -> Int { ~(fun/next) }

/** The greatest and the least of some integers; nothing where there are none. */
fun max[es: set Int]: lone Int { es - prevs[es] }
fun min[es: set Int]: lone Int { es - nexts[es] }

/** The integers below, and those above. */
fun prevs[e: Int]: set Int { (^next).e }
fun nexts[e: Int]: set Int { (^prev).e }

/** The greater and the smaller of two integers. */
fun larger[e1, e2: Int]: Int { let a = int[e1], b = int[e2] | (b > a => b else a) }
fun smaller[e1, e2: Int]: Int { let a = int[e1], b = int[e2] | (b > a => a else b) }
