module util/seqrel[elem]

/* Sequences as relations from positions to elements; the positions are atoms in a row, and their scope is the greatest
   length. Nothing makes such a relation a sequence unless `isSeq` is asked for: the functions take any relation, and
   what they say below they say of sequences. */

open util/integer
open util/ordering[SeqIdx] as ord

/** The positions. */
sig SeqIdx {}

/** The relation has one element at each of its positions, and they are the first ones. */
pred isSeq[s: SeqIdx -> elem] {
  s in SeqIdx -> lone elem
  inds[s] in ord/first + inds[s].(ord/next)
}

/** The elements of the sequence. */
fun elems[s: SeqIdx -> elem]: set elem { SeqIdx.s }

/** The first element, and the last; nothing where the sequence is empty. */
fun first[s: SeqIdx -> elem]: lone elem { ord/first.s }
fun last[s: SeqIdx -> elem]: lone elem { lastIdx[s].s }

/** The sequence without its first element, and without its last. */
fun rest[s: SeqIdx -> elem]: SeqIdx -> elem { ord/next.s }
fun butlast[s: SeqIdx -> elem]: SeqIdx -> elem { (SeqIdx - lastIdx[s]) <: s }

/** There is no element. */
pred isEmpty[s: SeqIdx -> elem] { no s }

/** An element occurs twice: there are fewer elements than positions. */
pred hasDups[s: SeqIdx -> elem] { #inds[s] > #elems[s] }

/** The positions that are taken. */
fun inds[s: SeqIdx -> elem]: set SeqIdx { s.elem }

/** The last position that is taken; nothing where the sequence is empty. */
fun lastIdx[s: SeqIdx -> elem]: lone SeqIdx { ord/max[inds[s]] }

/** The first position that is free; nothing where the sequence is full. */
fun afterLastIdx[s: SeqIdx -> elem]: lone SeqIdx { ord/min[SeqIdx - inds[s]] }

/** The first and the last position of an element, and all its positions. */
fun idxOf[s: SeqIdx -> elem, e: elem]: lone SeqIdx { ord/min[indsOf[s, e]] }
fun lastIdxOf[s: SeqIdx -> elem, e: elem]: lone SeqIdx { ord/max[indsOf[s, e]] }
fun indsOf[s: SeqIdx -> elem, e: elem]: set SeqIdx { s.e }

/** The sequence with `e` at its end; the same sequence where it is full. */
fun add[s: SeqIdx -> elem, e: elem]: SeqIdx -> elem { s ++ afterLastIdx[s] -> e }

/** The sequence with `e` in place of what is at `i`. */
fun setAt[s: SeqIdx -> elem, i: SeqIdx, e: elem]: SeqIdx -> elem { s ++ i -> e }

/** The sequence with `e` at `i`, and everything from there on one further; what has no room is lost. */
fun insert[s: SeqIdx -> elem, i: SeqIdx, e: elem]: SeqIdx -> elem {
  i -> e + ord/prevs[i] <: s + (ord/prev).((i + ord/nexts[i]) <: s)
}

/** The sequence without what is at `i`; everything behind it moves up. */
fun delete[s: SeqIdx -> elem, i: SeqIdx]: SeqIdx -> elem {
  ord/prevs[i] <: s + (ord/next).(ord/nexts[i] <: s)
}

/** Both sequences, one behind the other; what has no room is lost. An empty `s1` counts as one position, as in Alloy. */
fun append[s1, s2: SeqIdx -> elem]: SeqIdx -> elem {
  let behind = { to, from: SeqIdx |
    #ord/prevs[to] = add[1, add[#ord/prevs[lastIdx[s1]], #ord/prevs[from]]] } |
    s1 + behind.s2
}

/** What is at the positions `from` to `to`, moved to the front. */
fun subseq[s: SeqIdx -> elem, from, to: SeqIdx]: SeqIdx -> elem {
  let ahead = { i, j: SeqIdx | #ord/prevs[i] = sub[#ord/prevs[j], #ord/prevs[from]] } |
    ahead.((SeqIdx - ord/nexts[to]) <: s)
}

/** The first and the last of all positions. */
fun firstIdx: SeqIdx { ord/first }
fun finalIdx: SeqIdx { ord/last }
