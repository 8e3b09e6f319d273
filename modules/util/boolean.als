module util/boolean

/* Truth values as atoms, for fields and variables that hold the answer to a yes-or-no question.

   A function here takes any set of truth values, although one is meant: the two operands count together, so the
   empty set stands for an operand that says nothing. */

/** The two truth values and nothing else. */
abstract sig Bool {}

/** Each truth value is an atom of its own. */
one sig True, False extends Bool {}

/** Holds if the value is true; of no value at all it holds too. */
pred isTrue[b: Bool] { no b - True }

/** Holds if the value is false; of no value at all it holds too. */
pred isFalse[b: Bool] { no b - False }

/** The other truth value. */
fun Not[b: Bool]: Bool { Bool - b }

/** True unless an operand is false. */
fun And[b1, b2: Bool]: Bool { no (b1 + b2) - True => True else False }

/** True as soon as an operand is true. */
fun Or[b1, b2: Bool]: Bool { (True in b1 or True in b2) => True else False }

/** True if the operands differ, which is when both values occur. */
fun Xor[b1, b2: Bool]: Bool { no Bool - b1 - b2 => True else False }

/** True as soon as an operand is false. */
fun Nand[b1, b2: Bool]: Bool { (False in b1 or False in b2) => True else False }

/** True unless an operand is true. */
fun Nor[b1, b2: Bool]: Bool { no (b1 + b2) - False => True else False }
