module util/sequniv

/* Sequences as relations from the integers 0, 1, 2 and so on to elements of any type: what a field declared with `seq`
   holds. A module that says `seq` gets this one by itself. `seq/Int` are the positions; there are as many as the scope of
   `seq` says.

   The functions take any relation; what they say below they say of sequences, and then their results are sequences. */

open util/integer as ui

/** The relation has one element at each of its positions, and they are the first ones. */
pred isSeq[s: Int -> univ] {
  s in seq/Int -> lone univ
  all i: inds[s] | i = 0 or some j: inds[s] | int[j] = ui/minus[int[i], 1]
}

/** The elements of the sequence. */
fun elems[s: Int -> univ]: set (Int.s) { seq/Int.s }

/** The first element, and the last; nothing where the sequence is empty. */
fun first[s: Int -> univ]: lone (Int.s) { s[0] }
fun last[s: Int -> univ]: lone (Int.s) { lastIdx[s].s }

/** The sequence without its first element, and without its last. */
fun rest[s: Int -> univ]: s {
  let ahead = { to: seq/Int, from: Int & inds[s] | int[from] = ui/plus[int[to], 1] } | ahead.s
}
fun butlast[s: Int -> univ]: s { (seq/Int - lastIdx[s]) <: s }

/** There is no element. */
pred isEmpty[s: Int -> univ] { no s }

/** An element occurs twice: there are fewer elements than positions. */
pred hasDups[s: Int -> univ] { #inds[s] > #elems[s] }

/** The positions that are taken. */
fun inds[s: Int -> univ]: set Int { s.univ }

/** The last position that is taken; nothing where the sequence is empty. */
fun lastIdx[s: Int -> univ]: lone Int { greatest[inds[s]] }

/** The first position that is free; nothing where the sequence is full. */
fun afterLastIdx[s: Int -> univ]: lone Int { least[seq/Int - inds[s]] }

/** The first and the last position of an element, and all its positions. */
fun idxOf[s: Int -> univ, e: univ]: lone Int { least[indsOf[s, e]] }
fun lastIdxOf[s: Int -> univ, e: univ]: lone Int { greatest[indsOf[s, e]] }
fun indsOf[s: Int -> univ, e: univ]: set Int { s.e }

/** The sequence with `e` at its end; the same sequence where it is full. */
fun add[s: Int -> univ, e: univ]: s + (seq/Int -> e) { s ++ afterLastIdx[s] -> e }

/** The sequence with `e` in place of what is at `i`, which must be a position that is taken. */
fun setAt[s: Int -> univ, i: Int, e: univ]: s + (seq/Int -> e) { s ++ i -> e }

/** The sequence with `e` at `i`, and everything from there on one further; what has no room is lost. `i` may also be
    the first free position. */
fun insert[s: Int -> univ, i: Int, e: univ]: s + (seq/Int -> e) {
  let moved = Int & inds[s] & i + above[inds[s], i],
    behind = { to: seq/Int, from: moved | int[from] = ui/minus[int[to], 1] } |
    seq/Int <: (i -> e + below[inds[s], i] <: s + behind.s)
}

/** The sequence without what is at `i`, which must be a position that is taken; everything behind it moves up. */
fun delete[s: Int -> univ, i: Int]: s {
  let ahead = { to: Int, from: above[inds[s], i] | int[to] = ui/minus[int[from], 1] } |
    below[inds[s], i] <: s + ahead.s
}

/** Both sequences, one behind the other; what has no room is lost. */
fun append[s1, s2: Int -> univ]: s1 + s2 {
  let behind = { to, from: seq/Int | int[to] = ui/add[1, ui/add[int[lastIdx[s1]], int[from]]] } |
    no s1 => s2 else s1 + behind.s2
}

/** What is at the positions `from` to `to`, moved to the front. Both must be taken, and in this order. */
fun subseq[s: Int -> univ, from, to: Int]: s {
  let ahead = { i, j: seq/Int | int[i] = ui/sub[int[j], int[from]] } |
    ahead.((seq/Int - above[seq/Int, to]) <: s)
}

/* Positions are compared and not looked for along `ui/next`, which ends with the integers of the scope. */

/** Those of some positions that are less, and greater, than one of some others. */
private fun below[positions, others: set Int]: set Int {
  { i: Int & positions | some j: Int & others | int[i] < int[j] }
}
private fun above[positions, others: set Int]: set Int {
  { i: Int & positions | some j: Int & others | int[i] > int[j] }
}

/** The greatest and the least of some positions; nothing where there are none. */
private fun greatest[positions: set Int]: lone Int { positions - below[positions, positions] }
private fun least[positions: set Int]: lone Int { positions - above[positions, positions] }
