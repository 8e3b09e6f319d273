module util/time

/* Moments in a line, for what happens in steps. A step is a predicate or macro of two moments, the one before it and the
   one after it; what changes has a column of moments.

   All of these are macros, so that steps can be given to them. */

open util/ordering[Time]

/** The moments. */
sig Time {}

/** What has exactly one value at every moment. */
let dynamic[value] = value one -> Time

/** What has any number of values at every moment. */
let dynamicSet[value] = value -> Time

/** The second step follows the first one. */
let then[first, second, start, end] {
    some between: Time | first[start, between] and second[between, end]
}

/** The step is repeated as long as the condition holds, three times at most. */
let while = while3

/** The condition does not hold, and nothing happens, in no time. */
let while0[condition, step, start, end] {
    not condition[start] and start = end
}

/** The same with so many steps at most: where the condition does not hold, a moment is skipped. */
let while1[condition, step, start, end] {
    some between: Time |
        (condition[start] => step[start, between] else start = between) and
        while0[condition, step, between, end]
}

let while2[condition, step, start, end] {
    some between: Time |
        (condition[start] => step[start, between] else start = between) and
        while1[condition, step, between, end]
}

let while3[condition, step, start, end] {
    some between: Time |
        (condition[start] => step[start, between] else start = between) and
        while2[condition, step, between, end]
}

let while4[condition, step, start, end] {
    some between: Time |
        (condition[start] => step[start, between] else start = between) and
        while3[condition, step, between, end]
}

let while5[condition, step, start, end] {
    some between: Time |
        (condition[start] => step[start, between] else start = between) and
        while4[condition, step, between, end]
}

let while6[condition, step, start, end] {
    some between: Time |
        (condition[start] => step[start, between] else start = between) and
        while5[condition, step, between, end]
}

let while7[condition, step, start, end] {
    some between: Time |
        (condition[start] => step[start, between] else start = between) and
        while6[condition, step, between, end]
}

let while8[condition, step, start, end] {
    some between: Time |
        (condition[start] => step[start, between] else start = between) and
        while7[condition, step, between, end]
}

let while9[condition, step, start, end] {
    some between: Time |
        (condition[start] => step[start, between] else start = between) and
        while8[condition, step, between, end]
}
