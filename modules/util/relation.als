module util/relation

/* Properties of binary relations of any type. Where a property depends on which elements it is about, such as being
   total, the set of these elements is the second parameter. */

/** What has an image, and what is an image. */
fun dom[r: univ -> univ]: set (r.univ) { r.univ }
fun ran[r: univ -> univ]: set (univ.r) { univ.r }

/** Every element of `s` has an image. */
pred total[r: univ -> univ, s: set univ] { s in dom[r] }

/** No element of `s` has two images. */
pred functional[r: univ -> univ, s: set univ] { all x: s | lone x.r }

/** Every element of `s` has exactly one image. */
pred function[r: univ -> univ, s: set univ] { all x: s | one x.r }

/** Every element of `s` is an image. */
pred surjective[r: univ -> univ, s: set univ] { s in ran[r] }

/** No element of `s` is the image of two. */
pred injective[r: univ -> univ, s: set univ] { all y: s | lone r.y }

/** Every element of `s` is the image of exactly one. */
pred bijective[r: univ -> univ, s: set univ] { all y: s | one r.y }

/** Every element of `d` has one image, and every element of `c` is the image of one. */
pred bijection[r: univ -> univ, d, c: set univ] {
  function[r, d]
  bijective[r, c]
}

/** Every element of `s` is related to itself. */
pred reflexive[r: univ -> univ, s: set univ] { s <: iden in r }

/** Nothing is related to itself. */
pred irreflexive[r: univ -> univ] { no r & iden }

/** Related one way is related the other way. */
pred symmetric[r: univ -> univ] { ~r in r }

/** Only what is the same is related both ways. */
pred antisymmetric[r: univ -> univ] { r & ~r in iden }

/** Two steps can be made in one. */
pred transitive[r: univ -> univ] { r.r in r }

/** No path leads from an element of `s` back to it. */
pred acyclic[r: univ -> univ, s: set univ] { no x: s | x in x.^r }

/** Of any two elements of `s`, one is related to the other. */
pred complete[r: univ -> univ, s: univ] { all disj x, y: s | x -> y in r + ~r }

/** Reflexive on `s`, and transitive. */
pred preorder[r: univ -> univ, s: set univ] {
  transitive[r]
  reflexive[r, s]
}

/** A preorder that is symmetric. */
pred equivalence[r: univ -> univ, s: set univ] {
  symmetric[r]
  preorder[r, s]
}

/** A preorder that is antisymmetric. */
pred partialOrder[r: univ -> univ, s: set univ] {
  antisymmetric[r]
  preorder[r, s]
}

/** A partial order in which any two elements of `s` compare. */
pred totalOrder[r: univ -> univ, s: set univ] {
  complete[r, s]
  partialOrder[r, s]
}
