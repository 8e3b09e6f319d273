module util/ternary

/* The columns of ternary relations of any type: taking some, and changing their order. */

/** What stands in the first, in the last and in the middle column. */
fun dom[r: univ -> univ -> univ]: set ((r.univ).univ) { r.univ.univ }
fun ran[r: univ -> univ -> univ]: set (univ.(univ.r)) { univ.(univ.r) }
fun mid[r: univ -> univ -> univ]: set (univ.(r.univ)) { univ.(r.univ) }

/** The relation without its last, its middle and its first column. */
fun select12[r: univ -> univ -> univ]: r.univ { r.univ }
fun select13[r: univ -> univ -> univ]: ((r.univ).univ) -> (univ.(univ.r)) {
  { x: dom[r], z: ran[r] | z in univ.(x.r) }
}
fun select23[r: univ -> univ -> univ]: univ.r { univ.r }

/** The relation with its first and middle, first and last, and middle and last columns exchanged. */
fun flip12[r: univ -> univ -> univ]: (univ.(r.univ)) -> ((r.univ).univ) -> (univ.(univ.r)) {
  { y: mid[r], x: dom[r], z: ran[r] | z in y.(x.r) }
}
fun flip13[r: univ -> univ -> univ]: (univ.(univ.r)) -> (univ.(r.univ)) -> ((r.univ).univ) {
  { z: ran[r], y: mid[r], x: dom[r] | z in y.(x.r) }
}
fun flip23[r: univ -> univ -> univ]: ((r.univ).univ) -> (univ.(univ.r)) -> (univ.(r.univ)) {
  { x: dom[r], z: ran[r], y: mid[r] | z in y.(x.r) }
}
