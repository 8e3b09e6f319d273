module fuzz

abstract sig S0 {
  r0: seq S0,
  r1: set S1
}

sig S0a extends S0 {
  r2: some S0
}

sig S1 {
  r3: lone Int,
  r4: seq S0
} {
  some r1.@r4
}

sig S1a extends S1 {}

some sig S1s in S1 + S1a {
  r5: Int some -> one Int
}

fun f0[v1: S0]: set S0 {
  {v2: S0.r2 | lone r3 && S1 -> S0 in S1 -> some v1}
}

fun f1: S0 -> S1 {
  r1.((S1 - S1s) -> S1s)
}

pred p0 {
  let v3 = none | no v4, v5: v3 | one v5
  rem[sum 0, mul[2, 0]] < sum Int
}

pred p1[v6: lone S1, v7: set S0] {
  one (let v8 = r3 | r3) & r3.(1 -> 0)
  p0
}

fact {
  lone v9: one S0a, v11, v12: (let v10 = Int -> S1a | S0) | one disj v13, v14: S0a ++ v11, v15: Int.iden | some v15 -> v15 -> S1a
}

run {
  (r2 & r2) :> (S0 + univ) !in iden
} for 2 but 4 Int, exactly 2 S0
