/* Moments in a line, for what happens in steps. A step is a predicate or macro of two moments, the one before it and the
   one after it; what changes has a column of moments.

   All of these are macros, so that steps can be given to them. */

open util/ordering[Time]

/** The moments. */
sig Time {}

/** What has exactly one value at every moment. */
let dynamic[x] = x one -> Time

/** What has any number of values at every moment. */
let dynamicSet[x] = x -> Time

/** The second step follows the first one. */
let then[a, b, t, t"] { some between: Time | a[t, between] and b[between, t"] }

/** The step is repeated as long as the condition holds, three times at most. */
let while = while3

/** The same with so many steps at most: where the condition does not hold, a moment is skipped. */
let while9[cond, body, t, t"] {
  some between: Time |
    (cond[t] => body[t, between] else t = between) and while8[cond, body, between, t"]
}

let while8[cond, body, t, t"] {
  some between: Time |
    (cond[t] => body[t, between] else t = between) and while7[cond, body, between, t"]
}

let while7[cond, body, t, t"] {
  some between: Time |
    (cond[t] => body[t, between] else t = between) and while6[cond, body, between, t"]
}

let while6[cond, body, t, t"] {
  some between: Time |
    (cond[t] => body[t, between] else t = between) and while5[cond, body, between, t"]
}

let while5[cond, body, t, t"] {
  some between: Time |
    (cond[t] => body[t, between] else t = between) and while4[cond, body, between, t"]
}

let while4[cond, body, t, t"] {
  some between: Time |
    (cond[t] => body[t, between] else t = between) and while3[cond, body, between, t"]
}

let while3[cond, body, t, t"] {
  some between: Time |
    (cond[t] => body[t, between] else t = between) and while2[cond, body, between, t"]
}

let while2[cond, body, t, t"] {
  some between: Time |
    (cond[t] => body[t, between] else t = between) and while1[cond, body, between, t"]
}

let while1[cond, body, t, t"] {
  some between: Time |
    (cond[t] => body[t, between] else t = between) and while0[cond, body, between, t"]
}

/** The condition does not hold, and nothing happens, in no time. */
let while0[cond, body, t, t"] { not cond[t] and t = t" }
