module util/sequence[elem]

/* Sequences as atoms. Each has a field from positions to elements; the positions are atoms in a row, and their scope is
   the greatest length. What would be a new sequence is a predicate that relates it to the old ones, since there may be
   no atom for it; `allExist` asks for all of them. */

open util/ordering[SeqIdx] as ord

/** The positions. */
sig SeqIdx {}

/** A sequence: it takes the first positions and leaves no gap. */
sig Seq {
  seqElems: SeqIdx -> lone elem
} {
  seqElems.elem - ord/first in seqElems.elem.(ord/next)
}

/** A sequence is given by its elements. */
fact canonicalizeSeqs { all disj s1, s2: Seq | s1.seqElems != s2.seqElems }

/** No sequence has an element twice. */
pred noDuplicates { no s: Seq | hasDups[s] }

/** There is a sequence for every row of elements that fits. */
pred allExist {
  some s: Seq | isEmpty[s]
  all s: Seq, e: elem | some SeqIdx - inds[s] implies some longer: Seq | add[s, e, longer]
}

/** There is a sequence for every row of different elements that fits, and no other. */
pred allExistNoDuplicates {
  noDuplicates
  some s: Seq | isEmpty[s]
  all s: Seq, e: elem - elems[s] |
    some SeqIdx - inds[s] implies some longer: Seq | add[s, e, longer]
}

/** The element at a position; nothing where the position is free. */
fun at[s: Seq, i: SeqIdx]: lone elem { s.seqElems[i] }

/** The elements of the sequence. */
fun elems[s: Seq]: set elem { SeqIdx.(s.seqElems) }

/** The first element, and the last; nothing where the sequence is empty. */
fun first[s: Seq]: lone elem { at[s, ord/first] }
fun last[s: Seq]: lone elem { at[s, lastIdx[s]] }

/** `r` is `s` without its first element, which `s` must have. */
pred rest[s, r: Seq] {
  some elems[s]
  r.seqElems = ord/next.(s.seqElems)
}

/** There is no element. */
pred isEmpty[s: Seq] { no elems[s] }

/** An element occurs twice: there are fewer elements than positions. */
pred hasDups[s: Seq] { #inds[s] > #elems[s] }

/** The positions that are taken. */
fun inds[s: Seq]: set SeqIdx { s.seqElems.elem }

/** The last position that is taken; nothing where the sequence is empty. */
fun lastIdx[s: Seq]: lone SeqIdx { ord/max[inds[s]] }

/** The first position that is free; nothing where the sequence is full. */
fun afterLastIdx[s: Seq]: lone SeqIdx { ord/min[SeqIdx - inds[s]] }

/** The first and the last position of an element, and all its positions. */
fun idxOf[s: Seq, e: elem]: lone SeqIdx { ord/min[indsOf[s, e]] }
fun lastIdxOf[s: Seq, e: elem]: lone SeqIdx { ord/max[indsOf[s, e]] }
fun indsOf[s: Seq, e: elem]: set SeqIdx { s.seqElems.e }

/** `s` begins with all of `prefix`. */
pred startsWith[s, prefix: Seq] { all i: inds[prefix] | at[prefix, i] = at[s, i] }

/** `added` is `s` with `e` at its end. */
pred add[s: Seq, e: elem, added: Seq] {
  startsWith[added, s]
  at[added, afterLastIdx[s]] = e
  #inds[added] = plus[#inds[s], 1]
}

/** `setted` is `s` with `e` in place of what is at `idx`. */
pred setAt[s: Seq, idx: SeqIdx, e: elem, setted: Seq] { s.seqElems ++ idx -> e = setted.seqElems }

/** `inserted` is `s` with `e` at `idx`, and everything from there on one further. */
pred insert[s: Seq, idx: SeqIdx, e: elem, inserted: Seq] {
  at[inserted, idx] = e
  all i: ord/prevs[idx] | at[s, i] = at[inserted, i]
  all i: ord/nexts[idx] | at[s, i.(ord/prev)] = at[inserted, i]
  #inds[inserted] = plus[#inds[s], 1]
}

/** What is in `source` is in `dest` too, from the position `destStart` on. */
pred copy[source, dest: Seq, destStart: SeqIdx] {
  all i: inds[source] | some j: SeqIdx {
    ord/gte[j, destStart]
    at[source, i] = at[dest, j]
    #(ord/prevs[j] - ord/prevs[destStart]) = #ord/prevs[i]
  }
}

/** `appended` is `s1` with `s2` behind it. */
pred append[s1, s2, appended: Seq] {
  startsWith[appended, s1]
  copy[s2, appended, afterLastIdx[s1]]
  #inds[appended] = plus[#inds[s1], #inds[s2]]
}

/** `sub` is what `s` has at the positions `from` to `to`. */
pred subseq[s, sub: Seq, from, to: SeqIdx] {
  ord/lte[from, to]
  copy[sub, s, from]
  #inds[sub] = #((ord/prevs[to] + to) - ord/prevs[from])
}

/** The first and the last of all positions. */
fun firstIdx: SeqIdx { ord/first }
fun finalIdx: SeqIdx { ord/last }
