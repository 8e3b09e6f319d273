abstract sig C {} one sig R, G extends C {}
sig N { c: C, n: lone N }
a: run { some x: N | x.c = R } for 2
b: run { all x: N | some y: N | y = x.n } for 2
c: run { not all x: N | x.c = R } for 2
d: run { some x: N | #x.n > 0 or x.c = G} for 2
e: run { some s: set N | #s = 2 } for 2
f: run { (some x: N | x.c = R) or some N} for 2
sig D in N {}
g: run {} for 2
pred p[x: N, i: Int] { i > 5 }
run p for 1
h: run { some N => (some x: N | x.c = R) else (some x: N | x.c = G) } for 2
i: run { one x: N | x.c = R} for 2
j: run { one x: set N | x.c = R} for 2
