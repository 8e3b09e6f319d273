abstract sig P {}
sig C1, C2 extends P {}
one sig O extends P { w: Int }
lone sig L {}
some sig S { r: P -> lone P, q: disj set P }
sig T in P + L { k: lone T }
b: run {} for 2 but exactly 1 C1, 2 Int, exactly 1 S, 0 L
c: run { some r and some T and #P > 2 } for 3 but 3 Int, 1 S, exactly 1 C2, 1 C1
e: run { no S.q & T and T in C1 and no k and no r } for 2 but 2 Int, 1 S, 0 L
g: run { some f: P -> lone P | #f = 2 and no r and no k and no q } for 2 but 3 Int, exactly 1 S, 0 C2
i: run { univ = P + S + Int + L and no r and no T } for 2 but 2 Int, 1 S
j: run { some S and iden & (S -> univ) in q } for 2 but 2 Int, 1 S
l: run { no r and no T and #S = 2 and some q } for 3 but 3 Int
